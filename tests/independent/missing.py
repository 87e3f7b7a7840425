#!/usr/bin/env python3
"""Tables of which mass is missing: what is so of every completion. As a program: such files drawn at random, and their certificates.

    CERTIFY=path/to/certify missing.py FOLDER [COUNT] [SEED]
"""

import sys
from fractions import Fraction

import drawn


class Lacking:
    """The table, what each row lacks, and the columns of a completion: the outputs, and one for all further ones."""

    def __init__(self, rows, further):
        self.rows, self.further = rows, further
        self.missing = [1 - sum(row) for row in rows]
        self.columns = len(rows[0]) + further

    def at(self, i, o):
        return self.rows[i][o] if o < len(self.rows[i]) else Fraction(0)


def pairs(problem):
    return [(i, h) for i in range(problem.n) for h in problem.graph.near[i]]


def dp(problem, said, witness, need, takes, index):
    """All completions are private, by the most and the least of each entry; or none is, by multipliers."""
    table, alpha, near = problem.lacking, problem.alpha, pairs(problem)
    X, m, outputs = table.rows, table.missing, range(len(table.rows[0]))
    # The largest alpha at which one entry lets any completion be private, and at which all are
    some = min([Fraction(1)] + [(X[h][o] + m[h]) / X[i][o] for i, h in near for o in outputs if X[i][o] > 0])
    if table.further:
        every = min([Fraction(1)] + [X[h][o] / X[i][o] for i, h in near for o in outputs if X[i][o] > 0])
        every = Fraction(0) if any(m[i] > 0 for i, _ in near) else every
    elif len(outputs) == 1:
        every = Fraction(1)
    else:
        every = min([Fraction(1)] + [X[h][o] / (X[i][o] + m[i]) for i, h in near for o in outputs if X[i][o] + m[i] > 0])
    values = {"epsilon_at_least": ("-ln", some), "epsilon_at_most": ("-ln", every)}
    if said["verdict"] == "holds":
        takes(witness, "")
        need(alpha <= every, "not all completions are private")
        return "holds", values
    takes(witness, "places mu")
    places, mu = witness["places"], witness["mu"]
    need(len(places) == len(mu) and all(x >= 0 for x in mu), "other multipliers than places, or one below 0")
    c = [[Fraction(0)] * table.columns for _ in range(problem.n)]
    total = Fraction(0)
    for (i, h, o), x in zip(places, mu):
        need(index(h, problem.n) in problem.graph.near[index(i, problem.n)], "a place of no neighbours")
        c[h][index(o, table.columns)] += x
        c[i][o] -= alpha * x
        total += x * (table.at(h, o) - alpha * table.at(i, o))
    total += sum(max(c[i]) * m[i] for i in range(problem.n))
    need(total < 0, "multipliers without a contradiction")
    return "fails", values


def approximate_dp(problem, said, witness, need, takes, index):
    """The most that a completion may need, and the least that each one does."""
    takes(witness, "")
    table, E = problem.lacking, 1 / problem.alpha
    over = {(i, h): sum(max(0, x - E * y) for x, y in zip(table.rows[i], table.rows[h])) for i, h in pairs(problem)}
    most = max([Fraction(0)] + [by + table.missing[i] for (i, h), by in over.items()])
    least = max([Fraction(0)] + [by - E * table.missing[h] for (i, h), by in over.items()])
    need(problem.delta >= most or problem.delta < least, "neither of all completions nor of none")
    return "holds" if problem.delta >= most else "fails", {"delta_at_least": least, "delta_at_most": most}


CHECKS = {"dp": dp, "approximate-dp": approximate_dp}


# Files at random -----------------------------------------------------------------------------------------------------

def file(rng):
    n, m = rng.choice([1, 2, 2, 3, 4, 6]), rng.choice([1, 2, 2, 3, 5])
    parts = rng.choice([6, 24, 97, 1000])
    base = [rng.randrange(parts) for _ in range(m)]
    rows, missing = [], []
    for _ in range(n):
        weights = [max(0, x + rng.randrange(-parts // 4, parts // 4 + 1)) for x in (base if rng.random() < .8 else base[::-1])]
        whole = sum(weights) + (0 if rng.random() < .2 else rng.randrange(1, 1 + parts // rng.choice([1, 4, 20]) + 1)) or 1
        row = [Fraction(x, whole) for x in weights]
        rows.append([str(x) for x in row])
        missing.append(str(1 - sum(row)))
    mechanism = {"matrix": rows, "missing": missing}
    if rng.random() < .5:
        mechanism["further_outputs"] = rng.random() < .3
    if rng.random() < .3:
        mechanism["outputs"] = ["o%d" % o for o in range(m)]
    privacy = {"alpha": rng.choice(["1/2", "9/10", "1/10", "1", "2/3", "1/3"])}
    if rng.random() < .5:
        privacy["delta"] = rng.choice(["0", "1/100", "1/10", "1/4", "1/2", "9/10"])
    query = {"graph": rng.choice(["line", "complete", "star"]), "nodes": n}
    if n > 3 and rng.random() < .3:
        query = {"nodes": n, "edges": [[0, 1], [2, 3]]}
    bound = {rng.choice(["at_least", "at_most", "equals"]): rng.choice(["0", "1/4", "1", "2"])}
    own = rng.choice([{"claim": "dp", "expect": {rng.choice(["epsilon_at_least", "epsilon_at_most"]): bound}},
                      {"claim": "approximate-dp", "expect": {rng.choice(["delta_at_least", "delta_at_most"]): bound}},
                      {"claim": "dp", "expect": {"verdict": "fails"}}, "threshold", "tight-constraints-exist"])
    return {"format": "dp-mechanism/1", "privacy": privacy, "query": query, "mechanism": mechanism,
            "claims": [own] if rng.random() < .6 else []}


if __name__ == "__main__":
    sys.exit(drawn.run(__doc__, lambda rng: {"m.json": file(rng)}, sys.argv[1:]))
