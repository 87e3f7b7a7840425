#!/usr/bin/env python3
"""Compositions at random of which some parts are known by their promises alone, with certificates, for compare.py.

    CERTIFY=path/to/certify promises.py FOLDER [COUNT [SEED]]
"""

import sys
from fractions import Fraction

import drawn


def file(rng):
    n = rng.choice([2, 2, 3])
    parts = []
    for _ in range(rng.choice([1, 1, 2])):
        part = {"alpha": rng.choice(["1/2", "1/3", "2/3", "1", "9/10"]), "times": rng.choice([1, 2, 3])}
        if rng.random() < .5:
            part["delta"] = rng.choice(["0", "1/100", "1/7", "1/2"])
        parts.append(part)
    for _ in range(rng.choice([0, 0, 1, 2])):
        m, whole = rng.choice([1, 2, 3]), rng.choice([4, 12])
        cuts = [sorted(rng.randrange(whole + 1) for _ in range(m - 1)) for _ in range(n)]
        rows = [[str(Fraction(b - a, whole)) for a, b in zip([0] + row, row + [whole])] for row in cuts]
        if rng.random() < .05:
            rows[0][0] = "-1/4"
        parts.append({"matrix": rows, "times": rng.choice([1, 2])})
    rng.shuffle(parts)
    privacy = {"alpha": rng.choice(["1/2", "1/9", "1/100", "1", "2/3"])}
    if rng.random() < .6:
        privacy["delta"] = rng.choice(["0", "1/100", "1/10", "1/4", "9/10"])
    bound = {rng.choice(["at_least", "at_most", "equals"]): rng.choice(["0", "1/4", "1", "2"])}
    own = rng.choice([{"claim": "dp", "adaptive": True}, {"claim": "approximate-dp", "adaptive": True}, "stochastic",
                      {"claim": "renyi-dp", "order": rng.choice([2, 3]), "bound": rng.choice(["0", "1/2", "3"])},
                      {"claim": "approximate-dp", "expect": {"delta_min": bound}}, {"claim": "dp", "expect": {"epsilon_min": bound}}])
    return {"format": "dp-mechanism/1", "privacy": privacy, "query": {"graph": rng.choice(["line", "complete"]), "nodes": n},
            "mechanism": {"compose": parts}, "claims": [own] if rng.random() < .8 else []}


if __name__ == "__main__":
    sys.exit(drawn.run(__doc__, lambda rng: {"m.json": file(rng)}, sys.argv[1:]))
