#!/usr/bin/env python3
"""Geometric noise on all whole numbers ("Geometric noise on all whole numbers" in FORMAT.md): the table that stands for it, added up anew.

    CERTIFY=path/to/certify VERIFY=path/to/verify geometric.py FOLDER [COUNT [SEED]]

Files drawn at random, and their certificates, to compare; and of each whether the table that `verify --elaborate` shows is this one. In
decimals of 60 digits the probabilities are added up one by one as well.
"""

import decimal
import json
import os
import subprocess
import sys
from fractions import Fraction

import drawn

VERIFY = os.environ.get("VERIFY", "verify")
REACH = 4000  # so far from an answer whole numbers are added up one by one


def mass(beta, i, z):
    return (1 - beta) / (1 + beta) * beta ** abs(z - i)


def above(beta, i, c, step=1):
    """The sum over c, c + step, ...: one by one up to i, then a geometric series."""
    total, z = Fraction(0), c
    while z < i:
        total, z = total + mass(beta, i, z), z + step
    return total + mass(beta, i, z) / (1 - beta ** step)


def below(beta, i, c, step=1):
    """The sum over c, c - step, ..., which is that of the mirror image."""
    return above(beta, -i, -c, step)


def nearest(z, w):
    """The nearest multiple of w, the larger one of two."""
    low = z // w * w
    return low if z - low < low + w - z else low + w


def outputs(n, report):
    """The names, and for each the whole numbers that it stands for: (first, last), None without end, or (remainder, modulus)."""
    if "at_least" in report:
        t = int(report["at_least"])
        return [("< %d" % t, (None, t - 1)), ("≥ %d" % t, (t, None))]
    if "clamp" in report:
        low, high = map(int, report["clamp"])
        return [(str(z), (None if z == low else z, None if z == high else z)) for z in range(low, high + 1)]
    if "modulo" in report:
        m = int(report["modulo"])
        return [(str(r), r) for r in range(m)]
    w = int(report.get("round_to", 1))
    if n == 1:
        return [("any", (None, None))]
    # The largest multiple that no whole number above 0 is rounded to, and the least one that none below n - 1 is
    first = max(q for q in range(-2 * w, w + 1, w) if nearest(1, w) > q)
    last = min(q for q in range(0, n + 2 * w, w) if nearest(n - 2, w) < q)
    found = []
    for q in range(first, last + 1, w):
        inside = [z for z in range(q - w, q + w + 1) if nearest(z, w) == q]
        name = "≤ %d" % q if q == first else "≥ %d" % q if q == last else str(q)
        found.append((name, (None if q == first else inside[0], None if q == last else inside[-1])))
    return found


def entry(beta, i, report, of):
    if "modulo" in report:
        m = int(report["modulo"])
        return above(beta, i, of, m) + below(beta, i, of - m, m)
    first, last = of
    if first is None:
        return Fraction(1) if last is None else below(beta, i, last)
    if last is None:
        return above(beta, i, first)
    return sum(mass(beta, i, z) for z in range(first, last + 1))


def table(n, beta, report):
    return [[entry(beta, i, report, of) for _, of in outputs(n, report)] for i in range(n)]


def one_by_one(beta, i, report, of):
    """The same in decimals."""
    decimal.getcontext().prec = 60
    b = decimal.Decimal(beta.numerator) / beta.denominator
    m = int(report.get("modulo", 1))

    def is_in(z):
        if "modulo" in report:
            return z % m == of
        return (of[0] is None or of[0] <= z) and (of[1] is None or z <= of[1])

    powers = [decimal.Decimal(1)]
    for _ in range(REACH):
        powers.append(powers[-1] * b)
    total = sum(powers[abs(z - i)] for z in range(i - REACH, i + REACH + 1) if is_in(z))
    return (1 - b) / (1 + b) * total


def file(rng):
    n, beta = rng.choice([1, 2, 2, 3, 4, 6]), Fraction(rng.choice(["1/2", "2/3", "1/3", "9/10", "1/10", "3/4"]))
    low = rng.randrange(-8, 9)
    report = rng.choice([None, {"at_least": rng.randrange(-8, 9)}, {"clamp": [low, low + rng.randrange(8)]},
                         {"modulo": rng.randrange(1, 9)}, {"round_to": rng.randrange(1, 9)}])
    noise = {"family": "geometric"}
    if report:
        noise["report"] = {k: str(x) if rng.random() < .2 and k != "clamp" else x for k, x in report.items()}
    query, most = {"graph": "line", "nodes": n}, 1
    if rng.random() < .4:
        most = rng.choice([1, 2, 3])
        query = {"graph": "sum", "individuals": rng.choice([1, 2]), "max": most}
    privacy, alpha = {"alpha": str(beta ** most)}, beta ** most
    if rng.random() < .3:
        noise = {"compose": [{**noise, "alpha": str(alpha)}, {"family": "uniform"}]}
    elif rng.random() < .4:
        privacy["delta"] = rng.choice(["0", "1/100", "1/10"])
    claims = ["dp", "capacity", {"claim": "renyi-dp", "order": 2, "bound": "1/2"}, {"claim": "bounded-range", "epsilon": "1"},
              {"claim": "zcdp", "rho": "1/2"}]
    # Of one node the verifier tells no values
    claims = rng.sample(claims + ([{"claim": "group-privacy", "distance": 1}] if "max" in query or n > 1 else []), 2)
    return {"format": "dp-mechanism/1", "privacy": privacy, "query": query, "mechanism": noise, "claims": claims}


def compare(path):
    """The table of `verify --elaborate`."""
    said = json.load(open(path))
    done = subprocess.run([VERIFY, "--elaborate", path], capture_output=True, text=True)
    problem = json.loads(done.stdout)
    noise = said["mechanism"]
    shown = problem.get("table")
    if "compose" in noise:
        noise, shown = noise["compose"][0], problem["parts"][0]["table"]
    report, n = noise.get("report", {}), problem["graph"]["nodes"]
    most = said["query"].get("max", 1)
    alpha = Fraction(noise.get("alpha", said["privacy"]["alpha"]))
    beta = next(Fraction(p, q) for q in range(1, 11) for p in range(1, q) if Fraction(p, q) ** most == alpha)
    mine = table(n, beta, report)
    theirs = [[Fraction(int(x), int(row["denominator"])) for x in row["numerators"]] for row in shown]
    assert mine == theirs, path
    told = {k: [str(x) for x in v] if k == "clamp" else str(v) for k, v in report.items()}
    where = {"part": 0} if "compose" in said["mechanism"] else {}
    assert problem["geometric"] == [{**where, **({"report": told} if told else {})}], path
    names = [name for name, _ in outputs(n, report)]
    assert where or problem["labels"]["outputs"] == names, path
    for i in range(0, n, 3):
        for (_, of), x in zip(outputs(n, report), mine[i]):
            slow = one_by_one(beta, i, report, of)
            assert abs(slow - decimal.Decimal(x.numerator) / x.denominator) < decimal.Decimal(10) ** -50, path


if __name__ == "__main__":
    status = drawn.run(__doc__, lambda rng: {"m.json": file(rng)}, sys.argv[1:])
    if status == 0:
        for folder in sorted(os.listdir(sys.argv[1])):
            compare(os.path.join(sys.argv[1], folder, "m.json"))
        print("every table is that of the noise")
    sys.exit(status)
