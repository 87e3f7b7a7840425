#!/usr/bin/env python3
"""Compares check.py with the program `verify` on mechanism files that have a certificate.

    VERIFY=path/to/verify compare.py [--mutants N] [--seed N] [FILE.json | FOLDER]...

A folder stands for all that it and the folders in it hold: `certify theorems --all -o SUITE` writes one with every case of the
theorem suite. Without arguments: all of certificates/ and examples/. A mechanism file's certificate is FILE.cert.json beside it or,
of examples/, in certificates/examples/. Exit status 1 if the two disagree about anything: accepted or refused, the
verdict of a statement, a value, or whether a claim comes out as expected.
With --mutants, N certificates with something changed are compared too.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction

import check
import interval
import reading
from mutate import mutate
from reading import Declined, Malformed

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
VERIFY = os.environ.get("VERIFY", "verify")
MOST_NAMED = 40


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
    if isinstance(mine, check.Power):
        x, a = shown["exact"].split("^")
        same = check.Power(Fraction(x.strip("()")), Fraction(a.strip("()"))) == mine
        # One that is too near to 0 has no digits
        return same and ("decimal" not in shown or math.isclose(
            float(mine.x) ** (mine.p / mine.q), float(shown["decimal"]), rel_tol=1e-9))
    if isinstance(mine, tuple) and isinstance(mine[1], check.Power):
        power = mine[1]
        return math.isclose(-math.log(power.x) * power.p / power.q, float(shown["decimal"]), rel_tol=1e-9)
    if isinstance(mine, tuple) and mine == ("-ln", 0):
        return shown == "inf" or shown.get("decimal") == "inf"
    if isinstance(mine, tuple) and mine[0] == "between":
        return "decimal" in shown and all(math.isclose(float(x), float(shown["decimal"]), rel_tol=1e-9) for x in mine[1:])
    if "exact" in shown:
        return check.difference(mine, Fraction(shown["exact"])) == 0
    if isinstance(mine, tuple):
        kind, x = mine[:2]
        ln = math.log(x.numerator) - math.log(x.denominator)
        if kind == "ln/":
            return math.isclose(ln / mine[2], float(shown["decimal"]), rel_tol=1e-9, abs_tol=1e-9)
        return math.isclose(-ln if kind == "-ln" else ln / math.log(2), float(shown["decimal"]),
                            rel_tol=1e-9, abs_tol=1e-9)
    return None


def compare(file, certificate, problem, tally):
    """What the two disagree about, as a list of sentences."""
    done = subprocess.run([VERIFY, file, certificate, "--format", "json", "--exact"], capture_output=True)
    report = json.loads(done.stdout) if done.stdout else {"statements": []}
    lines, why = [], ""
    try:
        lines, status = check.check(problem, reading.certificate(certificate))
    except Malformed as error:
        status, why = 2, error
    except Declined as error:
        status, why = 3, error
    if done.returncode in (2, 3) and any(one["malformed"] for one in lines):
        tally["exit status 1 or %d: faults of several classes" % done.returncode] += 1
        return []
    tally["exit status %d" % status] += 1
    if status != done.returncode:
        said = [check.show(one) for one in lines if one["state"] != "accepted"] or why
        return ["exit %d, verify %d: %s; verify: %s" % (
            status, done.returncode, said, report.get("refusals") or report.get("declined") or done.stderr.decode())]
    if status == 1:
        # Beside what is refused `verify` names what is declared and undecided
        refused = sum(one["state"] == "refused" or one["verdict"] == "undecided" and one["state"] == "declined"
                      for one in lines)
        return [] if refused == len(report["refusals"]) else [
            "refused %s; verify: %s" % ([check.show(one) for one in lines if one["state"] == "refused"], report["refusals"])]
    return same_report(lines, report, tally) if status == 0 else []


def same_report(lines, report, tally):
    wrong = []
    shown = {check.name_of(one): one for one in report["statements"]}
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


def mutants(cases, count, seed, tally):
    """Compares changed certificates; yields what the two disagree about."""
    rng = random.Random(seed)
    documents = [json.load(open(certificate)) for _, certificate, _ in cases]
    for k in range(count):
        case = rng.randrange(len(cases))
        file, _, problem = cases[case]
        changed, what = mutate(documents[case], rng, documents)
        path = os.path.join(tempfile.gettempdir(), "mutant-%d-%d.json" % (os.getpid(), k))
        with open(path, "w") as out:
            json.dump(changed, out)
        wrong = compare(file, path, problem, tally)
        for sentence in wrong:
            yield "%s: mutant %d (%s), kept as %s: %s" % (file, k, what, path, sentence)
        if not wrong:
            os.unlink(path)


def main(arguments):
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="*", metavar="FILE.json | FOLDER")
    options.add_argument("--mutants", type=int, default=0, metavar="N", help="compare N changed certificates too")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args(arguments)
    tally, cases, disagreements, foreign = Counter(), [], 0, []
    for file, certificate in pairs(options.files or [os.path.join(ROOT, part) for part in ("certificates", "examples")]):
        problem = problem_of(file)
        if problem is None:
            tally["files that verify does not read"] += 1
        elif not check.is_mine(problem):
            foreign.append(os.path.relpath(file))
        else:
            cases.append((file, certificate, problem))
            for sentence in compare(file, certificate, problem, tally):
                disagreements += 1
                print("%s: %s" % (os.path.relpath(certificate), sentence))
    show(tally, "%d certificates" % len(cases))
    if foreign:
        print("NOT HANDLED, alpha or `constant` is irrational or symbolic: %d files: %s%s" % (
            len(foreign), ", ".join(foreign[:MOST_NAMED]), ", ..." if len(foreign) > MOST_NAMED else ""))
    if options.mutants:
        tally.clear()
        small = [case for case in cases if os.path.getsize(case[1]) < 60000]
        for sentence in mutants(small, options.mutants, options.seed, tally):
            disagreements += 1
            print(sentence)
        show(tally, "%d mutants" % options.mutants)
    print("disagreements: %d" % disagreements)
    return 1 if disagreements or not cases else 0


def show(tally, of):
    print("%s: %s" % (of, ", ".join("%s: %d" % one for one in sorted(tally.items()))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
