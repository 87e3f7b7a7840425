"""That a dp-problem/1 is one, beyond its schema ("A problem by itself" in FORMAT.md): what its parts say of each other.

Where alpha or another number is irrational only what needs no sign is looked at: such problems are none of check.py's business.
"""

import itertools
import math
import re
from fractions import Fraction

from interval import Point, rational
from reading import Malformed, Refused

CLOSED = ("truncated-geometric", "randomised-response", "exponential", "uniform")
PARAMETERS = {"regular": ["prior"], "utility": ["prior"], "utility-bound": ["prior"], "leakage": ["prior"], "g-leakage": ["prior"], "mutual-information": ["prior"],
              "optimal": ["prior", "within?", "delta?"], "leakage-bound": ["prior", "outputs?"], "jointly-optimal": ["priors"],
              "derivable": ["from"], "trade-off": ["from", "pair?"], "group-privacy": ["distance", "at_most?"],
              "renyi-dp": ["order", "bound"], "bounded-range": ["epsilon"], "zcdp": ["rho", "epsilon?"], "dp": ["adaptive?"], "approximate-dp": ["adaptive?"],
              "private-by-sample": ["at_most"], "sampled-from": ["from"]}
PRIVACY = ["alpha_max", "epsilon_min"]
LEAKAGE = ["multiplicative", "bits"]
VALUES = {"dp": PRIVACY, "approximate-dp": ["delta_min"] + PRIVACY, "approximate-dp-within-rounding": ["delta_min"], "group-privacy": PRIVACY, "renyi-dp": ["argument", "divergence"],
          "bounded-range": PRIVACY, "zcdp": ["rho_min", "delta_at_most"],
          "trade-off": ["excess"], "not-refuted": ["epsilon_at_least", "delta_at_least"],
          "private-by-sample": ["delta_at_most"], "sampled-from": ["distance_at_most"], "tight-constraints-exist": ["sum", "unique", "least"], "regular": ["sum"],
          "utility": ["utility", "loss"], "utility-bound": ["bound", "optimum"],
          "optimal": ["utility", "optimum", "loss", "least_loss"], "jointly-optimal": ["joint", "separate"], "leakage": LEAKAGE,
          "g-leakage": ["additive"] + LEAKAGE, "g-capacity": ["additive"] + LEAKAGE, "capacity": LEAKAGE,
          "mutual-information": ["bits"], "shannon-capacity": ["bits"],
          "leakage-bound": LEAKAGE + ["maximum"], "individual-leakage": LEAKAGE, "threshold": ["set", "alpha_star"],
          "expected-error": ["error", "bound"]}
OF_COMPLETIONS = {"dp": ["epsilon_at_least", "epsilon_at_most"], "approximate-dp": ["delta_at_least", "delta_at_most"]}
# What is about alpha, or delta beside it
OF_ALPHA = ("dp", "approximate-dp", "group-privacy", "not-refuted", "private-by-sample", "dp-within-rounding", "tight-constraints-exist",
            "tight-constraints", "regular", "utility-bound", "optimal", "universally-optimal", "jointly-optimal", "leakage-bound")
MOST_ENTRIES = 65536
MOST_RUNS = 10 ** 12
MOST_OF_ALL = 16  # outputs whose events are all sets
BLANKS = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def need(condition, why):
    if not condition:
        raise Malformed("problem: " + why)


def agree(said):
    """Raises Malformed where the parts do not fit each other."""
    need(("symbol" in said) == ("t" in said), "symbol and t belong together")
    n = nodes_of(said["graph"])
    labels(said, n)
    samples(said)
    noises(said)
    need(is_rational(said) or "t" in said, "a function of t, and no t")
    if not is_rational(said):
        return
    alpha, delta = Fraction(said.get("alpha", 1)), Fraction(said.get("delta", 0))
    need(0 < alpha <= 1, "alpha is not above 0 and at most 1")
    unit = 1 if is_fine(said["graph"]) else said["graph"].get("unit", 1)
    if "rho" in said:
        of_rho(said)
    else:
        need(declared(said["declared"], "alpha", alpha, unit), "declared is another number than alpha")
    need("alpha_point" not in said, "alpha is rational")
    need(0 <= delta < 1 and ("delta" not in said or "unit" not in said["graph"]), "delta is not from 0 to below 1, or beside lengths")
    mechanism(said, n)
    gain(said, n)
    answers(said, n)
    others(said, n, alpha)
    claims(said)


def of_rho(said):
    """rho in the place of alpha and delta: nothing is said of these."""
    need(Fraction(said["rho"]) > 0, "rho is not above 0")
    need(not {"alpha", "alpha_point", "delta", "counts", "missing"} & set(said), "rho beside alpha or delta, or what is held against them")
    need("unit" not in said["graph"], "rho beside lengths")
    need(set(said["declared"]) == {"rho"} and rational(said["declared"]["rho"]) == Fraction(said["rho"]), "declared is another number than rho")
    need(all(claim["claim"] not in OF_ALPHA for claim in said["claims"]), "a claim about alpha beside rho")
    need(all(other["from"] not in CLOSED or other["from"] == "uniform" for other in said["others"]), "a closed form of alpha beside rho")


def is_fine(graph):
    """Whether alpha is that of the length 1, as lengths are too fine for that of a unit."""
    return graph.get("family") == "lengths"


def is_rational(said):
    return "t" not in said and isinstance(said.get("alpha", ""), str)


# Numbers -------------------------------------------------------------------------------------------------------------

def vector(v, length=None):
    """Fractions over a positive denominator, where there is no t."""
    numbers = [v["denominator"]] + v["numerators"]
    need(all(isinstance(x, str) for x in numbers), "a function of t, and no t")
    denominator = int(numbers[0])
    need(denominator > 0, "a denominator that is not positive")
    need(length is None or len(numbers) == length + 1, "a vector of another length")
    return [Fraction(int(x), denominator) for x in numbers[1:]]


def table(rows, count=None):
    """So many rows, all of one length of 1 or more."""
    need(rows and (count is None or len(rows) == count), "a table with another number of rows")
    width = len(rows[0]["numerators"])
    need(width > 0, "a table without outputs")
    return [vector(row, width) for row in rows]


def distribution(v, length):
    x = vector(v, length)
    need(min(x) >= 0 and sum(x) == 1, "weights that are no distribution")
    return x


def product_of(factors):
    return [math.prod(entry) for entry in itertools.product(*factors)]


def declared(words, key, alpha, unit):
    """Whether a declared alpha or epsilon is that alpha, which is the one of 1/unit of a length."""
    def is_power(k, x, p):
        """Whether alpha^k = x^p, for k >= 1, and x > 0 that is 1 only where p is."""
        if alpha == 1 or x == 1:
            return alpha == x == 1
        # Of exponents without a common divisor alpha is c^p and x is c^k for some c, whose numerator or denominator is 2 or more
        k, p = k // math.gcd(k, p), p // math.gcd(k, p)
        bits = lambda y: y.numerator.bit_length() + y.denominator.bit_length()
        return abs(p) <= bits(alpha) and k <= bits(x) and alpha ** k == x ** p

    if "alpha" in words:
        x = rational(words["alpha"])
        return x > 0 and is_power(unit, x, 1)
    if "root_of" in words:
        p, (low, high) = [rational(c) for c in words["root_of"]], map(rational, words["between"])
        x = alpha ** unit
        return len(p) > 1 and p[-1] != 0 and 0 <= low < x < high <= 1 and sum(c * x ** k for k, c in enumerate(p)) == 0
    if "symbolic" in words:
        return False
    # q*ln(m), a product with one logarithm; alpha^unit = m^-q
    text = re.sub(r"[ \t\r\n]", "", words["epsilon"])
    found = re.fullmatch(r"(.*?)ln\(([^()]*(?:\([^()]*\)[^()]*)*)\)(.*)", text)
    if not found:
        return False  # rational: e^-epsilon is irrational
    before, inner, after = found.groups()
    need(re.fullmatch(r"-?|.*\*", before) and re.fullmatch(r"([*/].*)?", after), "an epsilon that is no product")
    q = rational((before + "1" if before[-1:] in ("", "-", "*") else before) + after)
    m = rational(inner)
    if m <= 0 or m == 1 or (m > 1) != (q > 0):
        return False
    return is_power(q.denominator * unit, m, -q.numerator)


# The parts, in the order of FORMAT.md ----------------------------------------------------------------------------------

def nodes_of(graph):
    """How many nodes a graph has; that it is one."""
    family = graph.get("family")
    if family == "hamming":
        return graph["values"] ** graph["individuals"]
    if family == "counts":
        return (graph["individuals"] + 1) ** graph["queries"]
    n = graph["nodes"]
    need(family != "cycle" or n >= 3, "a cycle of less than 3 nodes")
    need(family != "sum" or n >= 2 and (n - 1) % graph["max"] == 0, "no graph of a sum")
    last = (-1, -1)
    for edge in graph.get("edges", []):
        need(edge[0] < edge[1] < n and tuple(edge[:2]) > last, "edges that are not pairs of nodes, rising, each once")
        last = tuple(edge[:2])
    if "unit" in graph:
        lengths = [edge[2] for edge in graph["edges"]]
        need(any(length != graph["unit"] for length in lengths), "lengths that all are 1")
        need(max(lengths) * n < 2 ** (64 if is_fine(graph) else 32) - 1, "lengths that are too long")
    return n


def labels(said, n):
    def count(key, length):
        if key in said.get("labels", {}):
            need(length is not None, "labels of what there is not")
            names = said["labels"][key]
            need(len(names) == length == len(set(names)), "labels that are not as many different strings as there are things")

    count("nodes", n)
    count("outputs", len(said["table"][0]["numerators"]) if said.get("table") else n if "noise" in said else
          len(said["counts"]["rows"][0]) if "counts" in said else None)
    count("answers", max(said["answers"], default=-1) + 1 if "answers" in said else None)
    need("answers" not in said or "answers" in said.get("labels", {}), "answers without labels")
    need("databases" not in said or "family" not in said["graph"] and "unit" not in said["graph"],
         "databases of a graph that is none of answers")


def samples(said):
    """Which tables were counted, each once."""
    for sample in of_tables(said, "samples"):
        least, most = sample["runs"]
        need(least <= most, "runs that fall")


def noises(said):
    """Which tables stand for geometric noise on all whole numbers, each once."""
    integers = said["graph"].get("family") in ("line", "sum")
    for noise in of_tables(said, "geometric"):
        low, high = map(int, noise.get("report", {}).get("clamp", ["0", "0"]))
        need(low <= high, "a clamp that falls")
        need(integers or "file" in noise, "geometric noise on another graph")
        need("rounding" not in said or "part" in noise or "file" in noise, "geometric noise beside a rounding")


def of_tables(said, key):
    """What is said of tables, of each once: X itself, a part that has no file, a file that is named."""
    seen = []
    for item in said.get(key, []):
        of = [(key, item[key]) for key in ("part", "file") if key in item]
        need(len(of) < 2 and of not in seen, "one of two tables, or a table twice")
        seen.append(of)
        parts = said.get("parts", [])
        files = [part.get("file") for part in parts] + [other["from"] for other in said["others"] if "sha256" in other]
        need("part" not in item or item["part"] < len(parts) and "file" not in parts[item["part"]], "one of no part")
        need("file" not in item or item["file"] in files, "one of no file")
        need(of or "table" in said and "product" not in said, "one of no table")
        yield item


def is_named_uniform(name):
    """The word in whichever case, with blanks around it as Unicode has them."""
    return re.fullmatch("[%s]*uniform[%s]*" % (BLANKS, BLANKS), name, re.ASCII | re.IGNORECASE) is not None


def mechanism(said, n):
    """Table, rounding, noise, counts, product and parts; and the priors, which are products where X is one."""
    kinds = [key for key in ("table", "noise", "gaussian", "counts", "product", "parts") if key in said]
    need(len(kinds) < 2 or kinds == ["table", "product"], "%s beside each other" % " and ".join(kinds))
    rows = table(said["table"], n) if "table" in said else None
    if "rounding" in said:
        need(rows and "product" not in said and Fraction(said["rounding"]) >= 0, "a rounding below 0, or of no table")
    if "missing" in said:
        need(rows and not any(key in said for key in ("rounding", "product", "samples", "geometric")), "mass missing of no table, or more beside it")
        need("unit" not in said["graph"], "mass missing beside lengths")
        need(all(min(row) >= 0 and sum(row) <= 1 for row in rows), "an entry below 0, or a row above 1, where mass is missing")
    if "noise" in said:
        need(isinstance(said["noise"], str) and 0 <= Fraction(said["noise"]) <= 1, "a noise that is not from 0 to 1")
        complete = said["graph"].get("family") == "complete" or Fraction(said["noise"]) == 1
        need(n > 1 and complete, "a noise on a graph that is not complete")
    if "gaussian" in said:
        need(Fraction(said["gaussian"]) > 0, "a sigma^2 that is not above 0")
        need(said["graph"].get("family") in ("line", "sum"), "discrete Gaussian noise on such a graph")
        need("missing" not in said and not said.get("samples"), "more beside discrete Gaussian noise")
    for part in said.get("parts", []):
        if "table" in part:
            table(part["table"], n)
        else:
            promise = part["promise"]
            if isinstance(promise["alpha"], str):
                need(0 < Fraction(promise["alpha"]) <= 1, "a promise of another alpha")
            need(0 <= Fraction(promise.get("delta", 0)) < 1, "a promise of another delta")
        need("unit" not in said["graph"], "parts beside lengths")
        need(("file" in part) == ("sha256" in part), "a part of a file without its hash")
    if "counts" in said:
        counts(said, n)
    product, parent = said.get("product"), None
    if product:
        graph, u = said["graph"], product["individuals"]
        need(graph.get("family") == "hamming", "a product on another graph")
        parent = table(product["parent"], graph["values"])
        need(min(map(min, parent)) >= 0, "a parent with negative entries")
        if rows:
            need(graph["individuals"] == u, "a product of other individuals than the graph's")
            for of, row in zip(itertools.product(parent, repeat=u), rows):
                need(row == product_of(of), "a table that is not the product beside it")
        else:
            need(graph["individuals"] == 1 and said["gain"] == "binary" and "answers" not in said,
                 "a product that is not written out, with another graph or gain, or with answers")
    need(len({prior["name"] for prior in said["priors"]}) == len(said["priors"]), "two priors of one name")
    for prior in said["priors"]:
        weights = distribution(prior["weights"], n)
        all_weights = [weights] + [vector(each) for each in prior.get("each", [])]
        need(not is_named_uniform(prior["name"]) or all(len(set(x)) == 1 for x in all_weights), "a prior named uniform that is not")
        need("each" not in prior or product, "the distributions of individuals, and no product")
        need("each" in prior or not product or rows, "a prior of a product without those of individuals")
        if "each" in prior:
            each = [distribution(x, len(parent)) for x in prior["each"]]
            need(len(each) in (1, u), "other distributions than one for each individual")
            whole = product_of(each * (u // len(each))) if rows else each[0]
            need(weights == whole, "distributions of individuals that the weights are not the product of")


def counts(said, n):
    """Counts of runs in the place of a table."""
    rows, events = said["counts"]["rows"], said["counts"]["events"]
    m = len(rows[0])
    need(len(rows) == n and all(len(row) == m for row in rows) and m > 1, "counts of other rows")
    need(all(sum(row) <= MOST_RUNS for row in rows), "more than 10^12 runs at a node")
    need(0 < Fraction(said["counts"]["confidence"]) < 1, "a confidence that is not between 0 and 1")
    need("unit" not in said["graph"], "counts beside lengths")
    need(events != "all" or m <= MOST_OF_ALL, "all events of more than 16 outputs")
    if isinstance(events, list):
        need(all(x < y for event in events for x, y in zip(event, event[1:])), "an event that does not rise")
        need(all(len(event) < m and event[-1] < m for event in events), "an event of all outputs, or of one that there is not")
        # Of a set and its complement the one without output 0
        seen = [tuple(o for o in range(m) if (o in event) != (0 in event)) for event in map(set, events)]
        need(len(set(seen)) == len(seen), "an event twice, or beside its complement")


def gain(said, n):
    family = said["graph"].get("family")
    if isinstance(said["gain"], dict):
        for row in said["gain"]["rows"]:
            vector(row, n)
    need(said["gain"] not in ("absolute-loss", "squared-loss") or family in ("line", "sum"), "a loss by numbers on another graph")
    if said["gain"] == "distance" and family in (None, "lengths"):
        near = {i: set() for i in range(n)}
        for i, j in (edge[:2] for edge in said["graph"]["edges"]):
            near[i].add(j)
            near[j].add(i)
        seen, rest = {0}, [0]
        while rest:
            fresh = near[rest.pop()] - seen
            seen |= fresh
            rest += fresh
        need(len(seen) == n, "distances on a graph that is not connected")


def answers(said, n):
    if "answers" in said:
        need(said["graph"].get("family") == "hamming" and len(said["answers"]) == n, "answers that are not one for each database")
        first = list(dict.fromkeys(said["answers"]))
        need(first == list(range(len(first))), "answers that are not counted in the order of their first appearance")


def closed_form(name, said, n, alpha):
    """The rows of a closed form; none where it does not fit the graph."""
    graph = said["graph"]
    family = graph.get("family")
    if name == "uniform":
        return [[Fraction(1, n)] * n] * n
    if name == "truncated-geometric" and family == "line":
        ends = {0: 1, n - 1: 1}
        return [[Fraction(1)]] if n == 1 else [
            [alpha ** abs(i - j) * ends.get(j, 1 - alpha) / (1 + alpha) for j in range(n)] for i in range(n)]
    if name == "randomised-response" and family == "complete":
        rows = [[alpha ** (i != j) for j in range(n)] for i in range(n)]
    elif name == "exponential" and family == "hamming":
        of = list(itertools.product(range(graph["values"]), repeat=graph["individuals"]))
        rows = [[alpha ** sum(a != b for a, b in zip(x, y)) for y in of] for x in of]
    else:
        return None
    return [[x / sum(row) for x in row] for row in rows]


def others(said, n, alpha):
    need(len({other["from"] for other in said["others"]}) == len(said["others"]), "another mechanism twice")
    for other in said["others"]:
        name, is_closed = other["from"], other["from"] in CLOSED
        need(name, "another mechanism without a name")
        need(not is_closed or "sha256" not in other, "the hash of a closed form")
        need(is_closed or "sha256" in other or "refused" in other, "a mechanism file without a hash")
        of = [claim for claim in said["claims"] if claim.get("from") == name]
        need(of, "another mechanism that no claim names")
        need(not ("table" in other and "refused" in other), "a table that is refused")
        of_all = any(claim["claim"] == "trade-off" and "pair" not in claim for claim in of)
        need(("graph" in other) == (not is_closed and "table" in other and of_all), "a graph, and no claim about it, or none")
        if is_closed and "refused" not in other:
            need("table" in other or n * n > MOST_ENTRIES, "a closed form without its table")
            if "table" in other:
                need(table(other["table"], n) == closed_form(name, said, n, alpha), "a closed form that its table is not")
        elif "table" in other:
            rows = table(other["table"], nodes_of(other["graph"]) if "graph" in other else None)
            pairs = [claim["pair"] for claim in of if "pair" in claim]
            need(all(max(pair) < len(rows) for pair in pairs), "a pair that the other mechanism does not have")
        else:
            need("refused" in other, "another mechanism without a table")
        if is_closed:
            need(all(max(claim.get("pair", [0])) < n for claim in of), "a pair that the other mechanism does not have")


def off(said):
    """Whether entries are rounded, and a printed row does not sum to 1."""
    if Fraction(said.get("rounding", 0)) == 0 or "table" not in said:
        return False
    return any(sum(map(int, row["numerators"])) != int(row["denominator"]) for row in said["table"])


def claims(said):
    names, froms = {prior["name"] for prior in said["priors"]}, {other["from"] for other in said["others"]}
    is_there = any(key in said for key in ("table", "noise", "gaussian", "counts", "product", "parts"))
    exact = "rounding" not in said or {"claim": "stochastic"} in [{"claim": c["claim"]} for c in said["claims"]]
    first = ["stochastic" if exact else "stochastic-within-rounding", ("approximate-dp" + "-within-rounding" * off(said)) if "delta" in said else "dp"]
    if "rho" in said:
        first[1] = "zcdp"
    if "counts" in said:
        first = ["not-refuted"]
    if "missing" in said or "parts" in said and not any("table" in part for part in said["parts"]):
        first = first[1:]
    found = [claim["claim"] + "+" * claim.get("adaptive", False) for claim in said["claims"][:len(first)]]
    need(not is_there or found == first, "other claims first than those that a mechanism implies")
    if is_there and "rho" in said:
        own = said["claims"][len(first) - 1]
        need("epsilon" not in own and Fraction(own["rho"]) == Fraction(said["rho"]), "another zcdp first than the declared one")
    for claim in said["claims"]:
        takes = PARAMETERS.get(claim["claim"], [])
        keys = {key.rstrip("?") for key in takes} | {"claim", "expect"}
        need(set(claim) <= keys and all(key in claim for key in takes if not key.endswith("?")), "other parameters than the claim has")
        priors = claim.get("priors", []) + [claim[key] for key in ("prior",) if key in claim]
        need(names.issuperset(priors) and len(set(priors)) == len(priors), "a prior that there is not, or twice")
        need("from" not in claim or claim["from"] in froms, "another mechanism that there is not")
        need("within" not in claim or Fraction(claim["within"]) > 0, "within that is not above 0")
        need(claim["claim"] != "optimal" or 0 < Fraction(claim.get("delta", "1/2")) < 1, "delta that is not between 0 and 1")
        need("bound" not in claim or Fraction(claim["bound"]) >= 0, "a bound below 0")
        need(isinstance(claim.get("at_most", False), bool) != (claim["claim"] == "private-by-sample"), "at_most of another kind")
        need(isinstance(claim.get("at_most", False), bool) or Fraction(claim["at_most"]) >= 0, "at_most below 0")
        need(len(set(claim.get("pair", [0, 1]))) == 2, "a pair of one node")
        for expected in claim.get("expect", []):
            for bound in expected.get("bounds", []):
                expectation(said, claim["claim"], bound)


def expectation(said, claim, bound):
    value, (relation,) = bound["value"], set(bound) - {"value"}
    is_loss = said["gain"]["loss"] if isinstance(said["gain"], dict) else said["gain"].endswith("-loss")
    values = (OF_COMPLETIONS if "missing" in said else {}).get(claim, VALUES.get(claim, []))
    need(value in values and (is_loss or "loss" not in value), "a value that the claim does not have")
    x = bound[relation]
    kind = {"unique": bool, "set": list}.get(value, (str, dict))
    need(isinstance(x, kind) and (relation == "equals" or value not in ("unique", "set")), "what such a value can't be")
    if isinstance(x, dict):
        need(isinstance(x["denominator"], str) and isinstance(x["numerator"], str), "a function of t, and no t")
        need(int(x["denominator"]) > 0, "a denominator that is not positive")
    if value == "set":
        need(all(Fraction(low) <= Fraction(high) for low, high in x if isinstance(low, str) and isinstance(high, str)),
             "a part of a set that ends before it begins")
        for root in (end for part in x for end in part if isinstance(end, dict)):
            need(root["root_of"][-1] != "0", "a polynomial whose last coefficient is 0")
            try:
                Point(root)
            except Refused as why:
                raise Malformed(str(why))
