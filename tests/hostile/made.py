"""What a kind of hostile file is made of: files, and the calls that are to survive them."""

import hashlib
import json
import sys

# Python converts no more than 4,300 digits otherwise.
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

KINDS = {}
# No file is larger.
MOST_BYTES = 1_000_000


class Made:
    """Files by name, and calls: a program and its arguments, in the folder of the files."""

    def __init__(self, files, calls):
        self.files = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
        self.calls = calls


def kind(make):
    """Registers a kind by its function's name; the first line of its docstring says what is costly."""
    name = make.__name__.replace("_", "-")
    assert name not in KINDS, name
    KINDS[name] = make
    return make


def written(value):
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def mechanism(alpha="1/2", query=None, privacy=None, **rest):
    """A mechanism file of these keys; without a query a line of two."""
    document = {"format": "dp-mechanism/1", "privacy": privacy or {"alpha": alpha}}
    document["query"] = query or line(2)
    document.update(rest)
    return written(document)


def line(nodes):
    return {"graph": "line", "nodes": nodes}


def complete(nodes):
    return {"graph": "complete", "nodes": nodes}


def hamming(values, individuals):
    return {"graph": "hamming", "values": values, "individuals": individuals}


SYMBOLIC = {"alpha": "symbolic", "between": ["0", "1"]}
E = {"epsilon": "1"}


def sha256(text):
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def certificate(text, statements, **beside):
    document = {"format": "dp-certificate/2", "sha256": sha256(text), **beside}
    document["statements"] = statements
    return written(document)


def implied(text):
    """A statement that holds, without a witness, for each claim of the file."""
    try:
        document = json.loads(text)
        claims = document.get("claims", [])
        delta = "delta" in document["privacy"]
        first = ["stochastic", "approximate-dp" if delta else "dp"] if "mechanism" in document else []
        if "counts" in document.get("mechanism", {}):
            first = ["not-refuted"]
        if "missing" in document.get("mechanism", {}):
            first = first[1:]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []
    listed = [{"claim": claim} if isinstance(claim, str) else dict(claim) for claim in first + claims]
    for claim in listed:
        claim.pop("expect", None)
        claim["verdict"] = "holds"
    return listed


def both(text, statements=None, others=(), **beside):
    """The file to `certify`, what that writes to `verify`, and a certificate of these statements to `verify`.

    Without statements each claim is said to hold, without a witness: what takes none is computed then.
    """
    text = written(text)
    statements = implied(text) if statements is None else statements
    said = statements if isinstance(statements, str) else certificate(text, statements, **beside)
    calls = [["certify", "m.json", "-o", "made.json"], ["verify", "m.json", "made.json"], ["verify", "m.json", "c.json"]]
    return Made({"m.json": text, "c.json": said, **dict(others)}, calls)


def judged(text, statements, others=(), **beside):
    """A certificate for `verify` alone."""
    made = both(text, statements, others, **beside)
    made.calls = made.calls[2:]
    return made


def called(files, *calls):
    return Made(files, [call.split() if isinstance(call, str) else call for call in calls])


def draws(seed):
    """Numbers that look random, the same on every machine: a linear congruential generator."""
    state = seed * 2 + 1
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def below(drawn, most):
    return next(drawn) % most


def fibonacci(digits):
    """Two neighbouring ratios of Fibonacci numbers, whose continued fractions agree in all terms but the last."""
    a, b = 1, 1
    while b.bit_length() < 3.32 * digits:
        a, b = b, a + b
    return f"{a}/{b}", f"{b}/{a + b}"


def decimal(numerator, denominator, digits):
    """That fraction, rounded down to so many digits behind the point."""
    whole, rest = divmod(numerator * 10**digits // denominator, 10**digits)
    return f"{whole}.{rest:0{digits}}"


def logarithm(p, q, bits):
    """ln(p/q) in units of 2^-bits, roughly: twice the inverse hyperbolic tangent of (p-q)/(p+q)."""
    total, power, k = 0, ((p - q) << bits) // (p + q), 1
    while power:
        total, power, k = total + power // k, power * (p - q) ** 2 // (p + q) ** 2, k + 2
    return 2 * total


def exponential_of_minus_one(bits):
    """e^-1 in the same units."""
    total, term, k = 0, 1 << bits, 1
    while term:
        total, term, k = total + (term if k % 2 else -term), term // k, k + 1
    return total


def row(drawn, width, digits=6):
    """A distribution of that width, its entries with so many digits."""
    unit = 10**digits
    weights = [1 + below(drawn, unit) for _ in range(width)]
    total = sum(weights)
    return [f"{weight}/{total}" for weight in weights]


def rows(seed, height, width, digits=6):
    drawn = draws(seed)
    return [row(drawn, width, digits) for _ in range(height)]


def vector(numerators, denominator="1", **more):
    text = denominator if isinstance(denominator, list) else str(denominator)
    return {"denominator": text, "numerators": [str(n) if isinstance(n, int) else n for n in numerators], **more}


def holds(claim, witness=None, **parameters):
    said = {"claim": claim, **parameters, "verdict": "holds"}
    return said if witness is None else {**said, "witness": witness}


def fails(claim, witness=None, **parameters):
    return {**holds(claim, witness, **parameters), "verdict": "fails"}
