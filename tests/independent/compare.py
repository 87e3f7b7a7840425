#!/usr/bin/env python3
"""Compares check.py with the program `verify` on mechanism files that have a certificate.

    VERIFY=path/to/verify compare.py [FILE.json | FOLDER]...

Without arguments: all of certificates/ and examples/. A mechanism file's certificate is FILE.cert.json beside it or,
of examples/, in certificates/examples/. Exit status 1 if the two disagree about anything: accepted or refused, the
verdict of a statement, a value, or whether a claim comes out as expected.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction

import check
import interval
import reading
from reading import Declined, Malformed

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
VERIFY = os.environ.get("VERIFY", "verify")


def pairs(arguments):
    """Mechanism files with their certificates."""
    for argument in arguments:
        files = [argument]
        if os.path.isdir(argument):
            files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(argument) for name in names)
        for file in files:
            stem = file[:-5]
            beside = os.path.join(ROOT, "certificates", "examples", os.path.basename(stem))
            for certificate in (stem + ".cert.json", beside + ".cert.json"):
                if file.endswith(".json") and not file.endswith(".cert.json") and os.path.exists(certificate):
                    yield file, certificate
                    break


def problem_of(file):
    done = subprocess.run([VERIFY, "--elaborate", file], capture_output=True)
    if done.returncode:
        return None
    with tempfile.NamedTemporaryFile("wb", suffix=".json", delete=False) as out:
        out.write(done.stdout)
    try:
        return reading.problem(out.name)
    finally:
        os.unlink(out.name)


def near(point, decimal):
    """Whether a point of an interval is what a decimal shows."""
    point.until(lambda: point.high - point.low < Fraction(1, 10 ** 20))
    return math.isclose(point.low, float(decimal), rel_tol=1e-9, abs_tol=1e-9)


def same_value(mine, shown):
    """Whether a value is the one of a report, which shows a decimal where there is no fraction."""
    if isinstance(shown, list):  # a set
        return len(mine) == len(shown) and all(
            near(x, y["decimal"]) for part, other in zip(mine, shown) for x, y in zip(part, other))
    if not isinstance(shown, dict):
        return mine == shown
    if isinstance(mine, interval.Point):
        return near(mine, shown["decimal"])
    if isinstance(mine, tuple) and mine == ("-ln", 0):
        return shown == "inf" or shown.get("decimal") == "inf"
    if "exact" in shown:
        return check.difference(mine, Fraction(shown["exact"])) == 0
    if isinstance(mine, tuple):
        kind, x = mine
        ln = math.log(x.numerator) - math.log(x.denominator)
        return math.isclose(-ln if kind == "-ln" else ln / math.log(2), float(shown["decimal"]),
                            rel_tol=1e-9, abs_tol=1e-9)
    return None


def name_of(one):
    return (one["claim"], one.get("prior"), tuple(one.get("priors", [])), one.get("outputs"), one.get("from"))


def compare(file, certificate, problem, tally):
    """What the two disagree about, as a list of sentences."""
    done = subprocess.run([VERIFY, file, certificate, "--format", "json", "--exact"], capture_output=True)
    report = json.loads(done.stdout) if done.stdout else {"statements": []}
    lines = []
    try:
        lines, status = check.check(problem, reading.certificate(certificate))
    except Malformed as error:
        status, why = 2, error
    except Declined as error:
        tally["files that are not mine"] += 1
        return []
    tally["files"] += 1
    tally["exit status %d" % status] += 1
    if done.returncode in (2, 3) and any(one["malformed"] for one in lines):
        tally["with faults of several classes, by one or another"] += 1
        return []
    if status != done.returncode:
        said = [check.show(one) for one in lines if one["state"] != "accepted"] if lines else why
        return ["exit %d, verify %d: %s; verify: %s" % (
            status, done.returncode, said, report.get("refusals") or report.get("declined") or done.stderr.decode())]
    if status:
        return []
    wrong = []
    shown = {name_of(one): one for one in report["statements"]}
    for one in lines:
        other = shown.get(one["name"])
        if other is None:
            wrong.append("%s: verify does not show it" % (one["name"],))
            continue
        tally["statements"] += 1
        if one["verdict"] != other["verdict"]:
            wrong.append("%s: another verdict" % (one["name"],))
        if one["expected"] is not None and other.get("expected", one["verdict"] == "holds") != one["expected"]:
            wrong.append("%s: expected %s, verify %s" % (one["name"], one["expected"], other.get("expected")))
        mine = {key: x for key, x in one["values"].items() if x is not check.OPEN}
        if set(mine) != set(other["values"]):
            wrong.append("%s: values %s, verify %s" % (one["name"], sorted(mine), sorted(other["values"])))
        for key in set(mine) & set(other["values"]):
            agree = same_value(mine[key], other["values"][key])
            tally["values" if agree is not None else "values not compared"] += 1
            if agree is False:
                wrong.append("%s: %s = %s, verify %s" % (one["name"], key, mine[key], other["values"][key]))
    return wrong


def main(arguments):
    tally, disagreements = Counter(), 0
    for file, certificate in pairs(arguments or [os.path.join(ROOT, part) for part in ("certificates", "examples")]):
        problem = problem_of(file)
        if problem is None:
            tally["files that verify does not read"] += 1
            continue
        for sentence in compare(file, certificate, problem, tally):
            disagreements += 1
            print("%s: %s" % (os.path.relpath(certificate), sentence))
    for key in sorted(tally):
        print("%s: %d" % (key, tally[key]))
    print("disagreements: %d" % disagreements)
    return 1 if disagreements or not tally["files"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
