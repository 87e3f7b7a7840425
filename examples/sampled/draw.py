#!/usr/bin/env python3
"""Draws the counts of the files beside it: a million runs at each answer, by the samplers that people install.

    pip install opendp==0.14.1 && examples/sampled/draw.py opendp FOLDER
    pip install opendp==0.14.2 && examples/sampled/draw.py opendp FOLDER
    pip install diffprivlib==0.6.6 'scikit-learn<1.6' && examples/sampled/draw.py diffprivlib FOLDER

diffprivlib is given a seed, and draws the same counts again; OpenDP draws from the system and has none.
"""
import json
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

RUNS, BLOCK, SEED = 1_000_000, 20_000, 1
NOISE = [str(k) for k in range(-8, 9)]


def write(folder, name, words, epsilon, labels, outputs, draw):
    """`draw(answer, n)` returns n outputs."""
    rows = []
    for answer in labels:
        counted = Counter()
        for _ in range(RUNS // BLOCK):
            counted.update(str(x) for x in draw(answer, BLOCK))
        named = [counted[o] for o in outputs if o != "other"]
        rows.append(named + [RUNS - sum(named)] * ("other" in outputs))
        assert sum(rows[-1]) == RUNS
    file = {
        "format": "dp-mechanism/1",
        "name": words,
        "privacy": {"epsilon": epsilon},
        "query": {"graph": "complete", "nodes": len(labels), "labels": labels},
        "mechanism": {"counts": rows, "confidence": "0.999", "events": "outputs", "outputs": outputs},
    }
    (folder / f"{name}.json").write_text(json.dumps(file, ensure_ascii=False) + "\n")


def opendp(folder):
    import opendp.prelude as dp

    dp.enable_features("contrib")
    number = version("opendp")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    laplace = dp.m.make_laplace(*space, scale=3.0)
    write(folder, f"opendp-{number}-integer-laplace", f"Integer Laplace noise of scale 3 by OpenDP {number}", "1/3", ["0", "1"],
          NOISE + ["other"], lambda answer, n: laplace([int(answer)] * n))
    response = dp.m.make_randomized_response_bool(0.75)
    write(folder, f"opendp-{number}-randomised-response", f"Randomised response with probability 3/4 by OpenDP {number}", "ln(3)",
          ["False", "True"], ["False", "True"], lambda answer, n: [response(answer == "True") for _ in range(n)])


def diffprivlib(folder):
    from diffprivlib.mechanisms import Binary, Geometric

    number = version("diffprivlib")
    response = Binary(epsilon=1, value0="no", value1="yes", random_state=SEED)
    write(folder, f"diffprivlib-{number}-randomised-response", f"Randomised response at ε = 1 by diffprivlib {number}, seed {SEED}",
          "1", ["no", "yes"], ["no", "yes"], lambda answer, n: [response.randomise(answer) for _ in range(n)])
    noise = Geometric(epsilon=1 / 3, sensitivity=1, random_state=SEED)
    write(folder, f"diffprivlib-{number}-integer-laplace", f"Geometric noise at ε = 1/3 by diffprivlib {number}, seed {SEED}",
          "1/3", ["0", "1"], NOISE + ["other"], lambda answer, n: [noise.randomise(int(answer)) for _ in range(n)])


if __name__ == "__main__":
    {"opendp": opendp, "diffprivlib": diffprivlib}[sys.argv[1]](Path(sys.argv[2]))
