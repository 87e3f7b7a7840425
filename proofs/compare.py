#!/usr/bin/env python3
"""Compares verify-proved with `verify`: on certificates, and on certificates with something changed.

    VERIFY=path/to/verify compare.py [--mutants N] [--seed N] [--most-declined N] [--most-declined-elsewhere N]
        [FILE.json | FOLDER]...

Without arguments: all of certificates/, examples/ and proofs/cases/, with the certificates m.false-WHY.cert.json beside an
m.json, which both must refuse or decline. Exit status 1 where one of these is accepted; where verify-proved accepts what
`verify` does not, or refuses what `verify` accepts; where the three checkers differ about a problem, changed or out of the corpus
of malformed ones; where it shows another value than `verify`, or whether it is as expected;
and where more certificates at a rational alpha are declined than --most-declined allows, or with an irrational number, an interval
or lengths so fine that alpha^(1/k) of their unit is not made, than --most-declined-elsewhere. What it declines is listed by its
reasons. A mutant that only it refuses or that it declines is counted.
"""

import argparse
import glob
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "tests", "independent"))
from mutate import mutate, mutate_problem  # noqa: E402

VERIFY = os.environ.get("VERIFY", "verify")
PROVED = os.path.join(HERE, "verify-proved")


def pairs(arguments):
    for argument in arguments:
        files = [argument]
        if os.path.isdir(argument):
            files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(argument) for name in names)
        for file in files:
            beside = os.path.join(ROOT, "certificates", "examples", os.path.basename(file)[:-5])
            for certificate in (file[:-5] + ".cert.json", beside + ".cert.json"):
                if file.endswith(".json") and not file.endswith(".cert.json") and os.path.exists(certificate):
                    yield file, certificate
                    yield from ((file, false) for false in sorted(glob.glob(glob.escape(file[:-5]) + ".false-*.cert.json")))
                    break


def run(*call):
    try:
        done = subprocess.run(call, capture_output=True, text=True, timeout=300)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return 3, "DECLINED: no answer within 300 s"


def lines_of(text):
    """The lines of a report, those put together again that were broken to fit a terminal."""
    return text.replace("\n" + " " * 10, " ").splitlines()


def values_of(text):
    """Of each statement that is proved its values that are numbers, in the order of their lines."""
    found, at = {}, None
    for line in lines_of(text):
        if line.startswith("  proved: "):
            at = line[10:].split(" ")[0].split(",")[0], line
            found.setdefault(at[0], []).append({})
            if line.endswith("as expected"):
                found[at[0]][-1]["as expected"] = str(not line.endswith(", NOT as expected")).lower()
        elif line.startswith("    ") and at:
            key, _, value = line.strip().partition(" = ")
            found[at[0]][-1][key] = value
    return found


def exact(value):
    """A value of a JSON report of `verify` as this program writes it; none where it is written otherwise."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict) and "exact" in value:
        try:
            return str(Fraction(value["exact"]))
        except ValueError:
            if "root_of" in value:
                return "{root_of [%s] between %s and %s}" % (", ".join(value["root_of"]), *value["between"])
            return None
    if isinstance(value, list) and all(isinstance(part, list) for part in value):
        return " and ".join(part_of_a_set(*map(exact, part)) for part in value)
    return None


def part_of_a_set(low, high):
    """A part of a set in (0, 1), by its ends."""
    if low == high:
        return "{%s}" % low
    return ("(" if low == "0" else "[") + "%s, %s" % (low, high) + (")" if high == "1" else "]")


def differences(text, report):
    """Values that both show and that are not the same."""
    mine = values_of(text)
    for claim, all_of_it in mine.items():
        theirs = [{"as expected": one.get("expected"), **one.get("values", {})} for one in report["statements"]
                  if one["claim"] == claim]
        for values in all_of_it:
            for key, value in values.items():
                shown = [exact(one[key]) for one in theirs if key in one]
                if None in shown or value.startswith(("-ln", "log2")) or value == "inf":
                    continue
                if value not in shown:
                    yield "%s: %s = %s, verify %s" % (claim, key, value, shown)
                yield None


def both(folder, k, file, certificate):
    """What both programs say of a certificate, and in what their values differ."""
    problem = os.path.join(folder, "%d.json" % k)
    with open(problem, "w") as out:
        if subprocess.run([VERIFY, "--elaborate", file], stdout=out, stderr=subprocess.DEVNULL).returncode:
            return file, certificate, None, 2, 2, "", []
    theirs, report = run(VERIFY, file, certificate, "--format", "json", "--exact")
    mine, text = run(PROVED, problem, certificate)
    sentences = list(differences(text, json.loads(report))) if theirs == 0 else []
    return file, certificate, problem, theirs, mine, text, sentences


def is_fine(problem):
    return problem["graph"].get("family") == "lengths"


def is_elsewhere(path):
    with open(path) as file:
        problem = json.load(file)
    return "t" in problem or is_fine(problem)


def is_declined_by_name(path):
    """Whether it has what the checker in Coq knows the name of, and nothing else: it may not be accepted, nor be malformed."""
    with open(path) as file:
        problem = json.load(file)
    promises = any("promise" in part for part in problem.get("parts", []))
    named = any(claim["claim"] in ("zcdp", "bounded-range", "mutual-information", "shannon-capacity", "approximate-dp-within-rounding") or "delta" in claim for claim in problem["claims"])
    return "rho" in problem or "missing" in problem or "gaussian" in problem or "counts" in problem or promises or named


def mutant(folder, problem, k, case, changed, what):
    path = os.path.join(folder, "mutant-%d.json" % k)
    with open(path, "w") as out:
        json.dump(changed, out)
    theirs, _ = run(VERIFY, "--problem", problem, path)
    mine, text = run(PROVED, problem, path)
    os.remove(path)
    return k, case, what, theirs, mine, text


CHECK = os.path.join(ROOT, "tests", "independent", "check.py")
MALFORMED = os.path.join(ROOT, "tests", "corpus", "malformed-problems.json")


def all_three(folder, k, problem, certificate):
    """The status of a changed problem by `verify`, verify-proved and the second checker, which has none where numbers are irrational."""
    path = os.path.join(folder, "problem-mutant-%d.json" % k)
    with open(path, "w") as out:
        out.write(problem)
    (theirs, _), (mine, _), (second, text) = (
        run(*call, path, certificate) for call in ([VERIFY, "--problem"], [PROVED], [sys.executable, CHECK]))
    os.remove(path)
    return theirs, mine, None if second == 3 and "not mine" in text else second


def malformed_ones(folder, pool):
    """Problems that break a rule of FORMAT.md: what is not refused as malformed by all three, and of how many."""
    with open(MALFORMED) as file:
        corpus = json.load(file)
    texts = {}
    for name, file in corpus["files"].items():
        path = os.path.join(folder, name + ".json")
        with open(path, "w") as out:
            json.dump(file, out)
        texts[name] = subprocess.run([VERIFY, "--elaborate", path], capture_output=True, text=True, check=True).stdout

    def tried(case):
        k, (what, name, before, after) = case
        path = os.path.join(folder, "malformed-%d.cert.json" % k)
        with open(path, "w") as out:
            json.dump({"format": "dp-certificate/2", "sha256": json.loads(texts[name])["sha256"], "statements": []}, out)
        if before not in texts[name]:
            return "%s: no %s in the problem of %s" % (what, before, name)
        found = all_three(folder, k, texts[name].replace(before, after, 1), path)
        return None if set(found) <= {2, None} else "%s: %s: %s to %s: verify, verify-proved, check.py end with %s" % (
            what, name, before, after, found)

    return [x for x in pool.map(tried, enumerate(corpus["cases"])) if x], len(corpus["cases"])


def main(arguments):
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="*")
    options.add_argument("--mutants", type=int, default=0, metavar="N")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--most-declined", type=int, default=10 ** 9, metavar="N")
    options.add_argument("--most-declined-elsewhere", type=int, default=10 ** 9, metavar="N")
    options = options.parse_args(arguments)
    tally, reasons, claims, declined, wrong, cases, fine = Counter(), Counter(), Counter(), Counter(), 0, [], []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        everywhere = [os.path.join(ROOT, part) for part in ("certificates", "examples", "proofs/cases")]
        numbered = enumerate(pairs(options.files or everywhere))
        results = pool.map(lambda x: both(folder, x[0], *x[1]), numbered)
        for file, certificate, problem, theirs, mine, text, sentences in results:
            if problem is None:
                continue
            if ".false-" in certificate:
                tally["false"] += 1
                if 0 in (mine, theirs):
                    wrong += 1
                    print("%s: false, verify %d, verify-proved %d" % (os.path.relpath(certificate), theirs, mine))
                continue
            tally["verify %d, verify-proved %d" % (theirs, mine)] += 1
            if mine != theirs and mine != 3:
                wrong += 1
                print("%s: verify %d, verify-proved %d: %s" % (os.path.relpath(certificate), theirs, mine, text.strip()))
            # Of these all are declined, by name.
            where = "by name" if is_declined_by_name(problem) else "elsewhere" if is_elsewhere(problem) else "at a rational alpha"
            tally["accepted " + where] += mine == 0
            declined[where] += mine == 3
            for line in lines_of(text):
                if line.startswith("  proved: "):
                    claims[line[10:].split(" ")[0].split(",")[0]] += 1
                elif line.startswith(("  not covered: ", "  not proved: ", "DECLINED: ")):
                    reasons[line.strip()] += 1
            for sentence in sentences:
                tally["values"] += 1
                if sentence:
                    wrong += 1
                    print("%s: %s" % (os.path.relpath(certificate), sentence))
            if mine == 0 and os.path.getsize(certificate) < 60000 and os.path.getsize(problem) < 200000:
                cases.append((problem, certificate))
            elif "lengths so fine" in text:
                fine.append((problem, certificate))
        print("certificates: %s" % dict(tally))
        print("statements proved: %d: %s" % (sum(claims.values()), dict(claims.most_common())))
        for reason, count in reasons.most_common():
            print("  %d times %s" % (count, reason))
        for where, most in (("at a rational alpha", options.most_declined), ("elsewhere", options.most_declined_elsewhere)):
            print("declined %s: %d" % (where, declined[where]))
            if declined[where] > most:
                wrong += 1
                print("declined %s: more than %d" % (where, most))
        rng, kinds = random.Random(options.seed), Counter()
        documents = [json.load(open(certificate)) for _, certificate in cases]
        mutants = []
        for k in range(options.mutants if cases else 0):
            case = rng.randrange(len(cases))
            mutants.append((k, case, *mutate(documents[case], rng, documents)))
        for k, case, what, theirs, mine, text in pool.map(lambda x: mutant(folder, cases[x[1]][0], *x), mutants):
            kinds["verify %d, verify-proved %d" % (theirs, mine)] += 1
            if mine == 1 and theirs == 0:
                said = [x for x in lines_of(text) if "refused" in x or "not proved" in x]
                print("%s: mutant %d (%s): accepted by verify alone: %s" % (os.path.relpath(cases[case][1]), k, what, said))
            if mine == 0 and theirs != 0:
                wrong += 1
                print("%s: mutant %d (%s): verify %d, accepted" % (os.path.relpath(cases[case][1]), k, what, theirs))
        if options.mutants:
            print("mutants: %s" % dict(kinds))
            not_refused, count = malformed_ones(folder, pool)
            print("malformed problems: %d" % count)
            wrong += len(not_refused)
            for sentence in not_refused:
                print(sentence)
            # Those with fine lengths too, which are declined: as many of each as of twenty others.
            cases += fine * 20
            problems = [json.load(open(problem)) for problem, _ in cases]
            mutants, kinds = [], Counter()
            for k in range(options.mutants if cases else 0):
                case = rng.randrange(len(cases))
                mutants.append((k, case, *mutate_problem(problems[case], rng)))
            for (k, case, changed, what), found in zip(mutants, pool.map(
                    lambda x: all_three(folder, x[0], json.dumps(x[2]), cases[x[1]][1]), mutants)):
                theirs, mine, second = found
                kinds["verify %d, verify-proved %d, second %s" % found] += 1
                # What one calls malformed, none takes for a problem; nobody accepts what `verify` does not.
                others = [x for x in (mine, second) if x not in (3, None)]
                if theirs == 2 and set(others) - {2} or theirs != 0 and 0 in others or theirs in (0, 1) and 2 in others:
                    wrong += 1
                    print("%s: problem %d (%s): verify, verify-proved, check.py end with %s" % (
                        os.path.relpath(cases[case][1]), k, what, found))
            print("mutants of problems: %s" % dict(kinds))
    print("wrong: %d" % wrong)
    return 1 if wrong or not tally else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
