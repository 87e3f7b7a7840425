"""Tables that the field's tools write as doubles, as fixtures for tests/commands/float_tables.rs.

Writes tests/field/NAME.npy, what the tool computed; NAME.query.json, what was asked of it; and tools.tsv, which tool it
was, the call, and what the tool itself says of the table. Numbers of linear programs depend on the machine's solver.
"""

import importlib.metadata
import json
import math
import pathlib
import sys
import types

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tests" / "field"

# diffprivlib's learning half asks for a scikit-learn of its own time, and its mechanisms for none of it.
for half in ("models", "tools"):
    sys.modules[f"diffprivlib.{half}"] = types.ModuleType(f"diffprivlib.{half}")

import diffprivlib.mechanisms  # noqa: E402
import opendp.prelude as dp  # noqa: E402
import qif  # noqa: E402

dp.enable_features("contrib")


def line(i, j):
    return abs(i - j)


def ring(n):
    return lambda i, j: min((i - j) % n, (j - i) % n)


def star(i, j):
    return 0 if i == j else 1 if 0 in (i, j) else 2


def cube(i, j):
    return bin(i ^ j).count("1")


def complete(i, j):
    return int(i != j)


def graph(name, n):
    return {"graph": name, "nodes": n}


def libqif():
    """What libqif's Python package makes, and whether it calls it private and from which multiple of the distance on."""
    d_privacy, measure = qif.mechanism.d_privacy, qif.measure.d_privacy
    ln2, ln3 = math.log(2), math.log(3)

    def optimal(n, epsilon, distance, loss):
        return d_privacy.min_loss_given_d([1 / n] * n, n, lambda i, j: epsilon * distance(i, j), loss)

    def tight(n, epsilon, distance):
        return d_privacy.tight_constraints(n, lambda i, j: epsilon * distance(i, j))

    cases = [
        ("geometric-21", "geometric(21, 0.5)", d_privacy.geometric(21, 0.5), "0.5", 0.5, graph("line", 21), line),
        ("randomised-response-5", "randomized_response(5, log(3))", d_privacy.randomized_response(5, ln3), "ln(3)", ln3,
         graph("complete", 5), complete),
        ("exponential-cube", "exponential(8, 0.5 d)", d_privacy.exponential(8, lambda i, j: 0.5 * cube(i, j)), "0.5", 0.5,
         {"graph": "hamming", "values": 2, "individuals": 3}, cube),
        ("tight-constraints-ring-6", "tight_constraints(6, log(2) d)", tight(6, ln2, ring(6)), "ln(2)", ln2,
         graph("cycle", 6), ring(6)),
        ("tight-constraints-star-4", "tight_constraints(4, log(2) d)", tight(4, ln2, star), "ln(2)", ln2, graph("star", 4), star),
        ("optimal-line-30", "min_loss_given_d(uniform, 30, log(2) d, |i-r|)", optimal(30, ln2, line, line), "ln(2)", ln2,
         graph("line", 30), line),
        ("optimal-line-30-at-2", "min_loss_given_d(uniform, 30, 2 d, |i-r|)", optimal(30, 2, line, line), "2", 2,
         graph("line", 30), line),
        ("optimal-ring-30", "min_loss_given_d(uniform, 30, d, i≠r)", optimal(30, 1, ring(30), lambda i, j: float(i != j)),
         "1", 1, graph("cycle", 30), ring(30)),
    ]
    for name, call, table, epsilon, value, query, distance in cases:
        private = measure.is_private(table, lambda i, j, by=value, d=distance: by * d(i, j))
        least = measure.smallest_epsilon(table, distance)
        says = f"{'private' if private else 'not private'}; private from ε = {least!r} on"
        yield f"qif-{name}", "qif", call, table, epsilon, query, says


def diffprivlib_():
    """The distributions that diffprivlib's samplers draw from, as they compute them; it names ε and checks nothing."""
    e = math.exp(1.0)
    p = e / (e + 1)
    yield ("diffprivlib-binary", "diffprivlib", "Binary(epsilon=1.0)", [[p, 1 - p], [1 - p, p]], "1",
           graph("complete", 2), "private at ε = 1.0")
    rows = []
    for i in range(6):
        utility = [-float(ring(6)(i, w)) for w in range(6)]
        drawn = diffprivlib.mechanisms.Exponential(epsilon=1.0, sensitivity=1.0, utility=utility)._probabilities
        rows.append(np.diff(drawn, prepend=0.0))
    yield ("diffprivlib-exponential-ring-6", "diffprivlib", "Exponential(epsilon=1.0, sensitivity=1.0, utility=-d)", rows, "1",
           graph("cycle", 6), "private at ε = 1.0")


def opendp():
    """Randomised response by its definition, beside the ε that OpenDP's privacy map gives it."""
    p = 0.75
    stated = dp.m.make_randomized_response_bool(prob=p).map(1)
    yield ("opendp-randomised-response-bool", "opendp", "make_randomized_response_bool(prob=0.75)", [[p, 1 - p], [1 - p, p]],
           repr(stated), graph("complete", 2), f"private at ε = {stated!r}")
    p, n = 0.6, 5
    stated = dp.m.make_randomized_response(categories=list("abcde"), prob=p).map(1)
    q = (1 - p) / (n - 1)
    yield ("opendp-randomised-response-5", "opendp", "make_randomized_response(categories=5, prob=0.6)",
           [[p if i == j else q for j in range(n)] for i in range(n)], repr(stated), graph("complete", n),
           f"private at ε = {stated!r}")


lines = ["name\ttool\tcall\tthe tool says"]
for name, tool, call, table, epsilon, query, says in [*libqif(), *diffprivlib_(), *opendp()]:
    np.save(FOLDER / f"{name}.npy", np.ascontiguousarray(table, dtype="<f8"))
    file = {"format": "dp-mechanism/1", "name": f"{tool}: {call}", "privacy": {"epsilon": epsilon}, "query": query}
    (FOLDER / f"{name}.query.json").write_text(json.dumps(file, indent=2, ensure_ascii=False) + "\n")
    lines.append(f"{name}\t{tool} {importlib.metadata.version(tool)}\t{call}\t{says}")
(FOLDER / "tools.tsv").write_text("\n".join(lines) + "\n")
print("\n".join(lines))
