#!/usr/bin/env python3
"""Writes mechanism files with counts of runs, drawn at random, and the certificates that `certify` makes of them, for compare.py.

    CERTIFY=path/to/certify counted.py FOLDER [COUNT [SEED]]

All four kinds of events, 2 to 15 outputs, both claims of laws inside the bounds; tables for `sampled-from` have other orders and names of
outputs, some that are `other`, some that are not counted, or none.
"""

import sys

import drawn

FORMS = {"line": "truncated-geometric", "complete": "randomised-response"}


def law(rng, m):
    """Weights of thousandths, some of them 0."""
    most = rng.choice([3, 20, 1000])
    weights = [rng.randrange(most) if rng.random() < .9 else 0 for _ in range(m)]
    weights[rng.randrange(m)] += 1
    return [w / sum(weights) for w in weights]


def runs(rng, p, N):
    row = [int(N * x) for x in p]
    row[rng.randrange(len(p))] += N - sum(row)
    for _ in range(3):
        a, b = rng.randrange(len(p)), rng.randrange(len(p))
        step = min(row[a], int(N ** .5 * rng.random()))
        row[a], row[b] = row[a] - step, row[b] + step
    return row


def sets(rng, m):
    """A list of some sets, none of them twice or the complement of another one."""
    found = {}
    for _ in range(rng.choice([1, 2, m, 3 * m])):
        S = frozenset(rng.sample(range(m), rng.randrange(1, m)))
        found.setdefault(min(tuple(sorted(S)), tuple(sorted(set(range(m)) - S))), S)
    if rng.random() < .5:
        found.update({(o,): frozenset([o]) for o in range(m) if rng.random() < .8 and m > 2})
        found = {min(S, tuple(sorted(set(range(m)) - set(S)))): found[S] for S in found}
    return [sorted(S, key=lambda o: rng.random()) for S in found.values()]


def table(rng, laws, names, query):
    """A table near the laws, or far from them, by other names and in another order."""
    m = len(laws[0])
    if rng.random() < .2:
        laws = [law(rng, m) for _ in laws]
    rows = [[max(0, round(x * 10 ** 4)) for x in p] for p in laws]
    outputs = list(names) if names else [str(o) for o in range(m)] if rng.random() < .5 else None
    if outputs:
        at = outputs.index("other") if "other" in outputs else None
        if at is not None:
            rows = [row[:at] + [row[at] // 2, row[at] - row[at] // 2] + row[at + 1:] for row in rows]
            outputs[at:at + 1] = ["more", "most"] if rng.random() < .5 else ["other", "more"]
        elif rng.random() < .1:
            outputs[rng.randrange(m)] = "stranger"
        if rng.random() < .1 and len(outputs) > 2:
            del outputs[-1]
            rows = [row[:-1] for row in rows]
        order = rng.sample(range(len(outputs)), len(outputs))
        rows, outputs = [[row[o] for o in order] for row in rows], [outputs[o] for o in order]
    for row in rows:
        row[0] += sum(row) == 0
    rows = [["%d/%d" % (x, sum(row)) for x in row] for row in rows]
    mechanism = {"matrix": rows}
    if outputs:
        mechanism["outputs"] = outputs
    return {"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": query, "mechanism": mechanism}


def file(rng):
    """A mechanism file, and the one that its claim names."""
    m = rng.randrange(2, 16)
    n = rng.choice([2, 2, 3, 4]) if m < 10 or m > 12 else 2
    kind = rng.choice(["outputs", "at-least", "all", "list"])
    if kind == "all":
        m = min(m, rng.choice([2, 3, 5, 7, 8]))
    graph = rng.choice(["line", "complete"])
    by_form = rng.random() < .15
    if by_form:
        n = m = rng.randrange(2, 6)
    query = {"graph": graph, "nodes": n}
    if rng.random() < .3:
        query["labels"] = ["node %d" % i for i in range(n)]
    base = law(rng, m)
    laws = [base if rng.random() < .7 else law(rng, m) for _ in range(n)]
    N = rng.choice([3, 20, 200, 10 ** 4, 10 ** 4, 10 ** 6, 10 ** 9 if m < 4 else 10 ** 5])
    names = rng.choice([None, ["o%d" % o for o in range(m)], ["o%d" % o for o in range(m - 1)] + ["other"]])
    mechanism = {"counts": [runs(rng, p, N if rng.random() < .9 else N // 2) for p in laws],
                 "confidence": rng.choice(["0.95", "0.5", "0.999999", "1/1000"])}
    if by_form and rng.random() < .8:
        names = None
    if rng.random() < .05:
        mechanism["counts"][0] = [0] * m
    if names:
        mechanism["outputs"] = names
    if kind == "list":
        mechanism["events"] = [[names[o] if names else o for o in S] for S in sets(rng, m)]
    elif kind != "outputs" or rng.random() < .5:
        mechanism["events"] = kind
    privacy = {"alpha": rng.choice(["1/2", "9/10", "1/10", "1", "2/3"])}
    if rng.random() < .4:
        privacy["delta"] = rng.choice(["1/100", "1/5"])
    levels = rng.sample(["0", "1/1000", "1/20", "3/10", "9/10", "1"], rng.choice([1, 2]))
    claims = [{"claim": "private-by-sample", "at_most": x} for x in levels]
    if rng.random() < .2:
        claims[0]["expect"] = {"delta_at_most": {rng.choice(["at_least", "at_most"]): rng.choice(["0", "0.1", "0.5"])}}
    other = None
    if by_form:
        claims.append({"claim": "sampled-from", "from": rng.choice([FORMS[graph], "uniform"])})
    elif rng.random() < .9:
        other = table(rng, laws, names, query)
        claims.append({"claim": "sampled-from", "from": "table.json"})
    return {"format": "dp-mechanism/1", "privacy": privacy, "query": query, "mechanism": mechanism, "claims": claims}, other


def named(made, other):
    """By their names, the table where there is one."""
    return {"counted.json": made, **({"table.json": other} if other else {})}


if __name__ == "__main__":
    sys.exit(drawn.run(__doc__, lambda rng: named(*file(rng)), sys.argv[1:]))
