#!/usr/bin/env python3
"""What verify-proved does at its edges: with names that want to be more than names, with --holds, with --coq.

    VERIFY=path/to/verify edges.py

Needs the proofs to be built; exit status 1 where something is not as it should be.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
VERIFY = os.environ.get("VERIFY", "verify")
PROVED = os.path.join(HERE, "verify-proved")
CHECK = os.path.join(HERE, "..", "tests", "independent", "check.py")
IDENTITY = [["1", "0"], ["0", "1"]]
HALF = [["2/3", "1/3"], ["1/3", "2/3"]]
STOCHASTIC = {"claim": "stochastic", "verdict": "holds"}
FAILS = {"claim": "dp", "verdict": "fails", "witness": {"pair": [1, 0], "output": 0}}

wrong = []


def need(condition, what):
    if not condition:
        wrong.append(what)
        print("wrong: %s" % what)


def run(*call, cwd=None):
    done = subprocess.run(call, capture_output=True, cwd=cwd)
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


class Case:
    """A mechanism file on two answers with its certificate, as both programs see them."""

    def __init__(self, folder, matrix, statements, priors=None, claims=(), **more):
        file = {"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2},
                "mechanism": {"matrix": matrix}, "priors": priors or {}, "claims": list(claims), **more}
        text = json.dumps(file).encode()
        self.sha256 = hashlib.sha256(text).hexdigest()
        names = ("m.json", "m.cert.json", "problem.json")
        self.file, self.certificate, self.problem = (os.path.join(folder, name) for name in names)
        with open(self.file, "wb") as out:
            out.write(text)
        with open(self.certificate, "w") as out:
            json.dump({"format": "dp-certificate/2", "sha256": self.sha256, "statements": statements}, out)
        status, problem, why = run(VERIFY, "--elaborate", self.file)
        need(status == 0, "the file of %s has no problem: %s" % (claims, why))
        with open(self.problem, "w", encoding="utf-8") as out:
            out.write(problem)

    def proved(self, *options):
        status, text, why = run(PROVED, *options, self.problem, self.certificate)
        return status, text + why

    def second(self):
        """The status by the second checker."""
        return run(sys.executable, CHECK, self.problem, self.certificate)[0]

    def verified(self, *options):
        status, text, why = run(VERIFY, self.file, self.certificate, *options)
        return status, text + why


def utilities(names):
    return [{"claim": "utility", "prior": name, "verdict": "holds"} for name in names]


def names_are_no_report(folder):
    """A prior's name that repaints the report: the identity fails, and nothing on the screen says otherwise."""
    painted = "p\x1b[2J\x1b[HACCEPTED\n  proved: dp holds, as expected\n    alpha_max = 1/2"
    padded = "q" + " " * 70 + "alpha_max = 1/2"
    names = [painted, padded, "\u202eevil", "a\u2028b", "\x9b31m"]
    case = Case(folder, IDENTITY, [STOCHASTIC, FAILS] + utilities(names), {name: "uniform" for name in names},
                [{"claim": "utility", "prior": name} for name in names])
    status, text = case.proved()
    need(status == 0 and text.startswith("ACCEPTED\n"), "names: %d %s" % (status, text))
    need(not any(c in text for name in names for c in name if unicodedata.category(c) in ("Cc", "Cf", "Zl") and c != "\n"),
         "a control character is printed: %r" % text)
    need(not re.search("^ *(proved: dp holds|alpha_max = 1/2)", text, re.M), "a name is a line of the report: %s" % text)
    need(r"\u{1b}[2J" in text and r"\u{202e}evil" in text, "escapes are not those of `verify`: %s" % text)
    need(max(map(len, text.splitlines())) <= 80, "a line is longer than a terminal is wide: %s" % text)


def characters_are_escaped_alike(folder):
    """Of every character of Unicode: both programs print it as it is, or both do not."""
    every = [chr(c) for c in range(1, 0x110000) if not 0xD800 <= c < 0xE000]
    # A name is a prior's, of which not too many are printed: those that can't be told apart by their category.
    odd = [c for c in every if unicodedata.category(c) not in ("Lo", "Ll", "Lu", "Nd", "No", "Nl", "Mn", "Mc", "Cn", "Co", "So", "Sm")
           or unicodedata.name(c, "").find("FILLER") >= 0 or "VARIATION" in unicodedata.name(c, "")
           or 0x2800 <= ord(c) <= 0x2801 or 0x2060 <= ord(c) <= 0x206F or 0x17B4 <= ord(c) <= 0x17B5 or 0xFFF0 <= ord(c) <= 0xFFFF
           or 0xE0000 <= ord(c) <= 0xE0020 or ord(c) in (0x34F, 0xE0FFF, 0xE1000)]
    chunks = [odd[k:k + 30] for k in range(0, len(odd), 30)]
    names = ["%d:%s" % (k, "".join(chunk)) for k, chunk in enumerate(chunks)]
    case = Case(folder, HALF, [STOCHASTIC, {"claim": "dp", "verdict": "holds"}] + utilities(names),
                {name: "uniform" for name in names}, [{"claim": "utility", "prior": name} for name in names])
    (mine, proved), (theirs, verified) = case.proved(), case.verified()
    need(mine == theirs == 0, "characters: verify %d, verify-proved %d" % (theirs, mine))
    mine, theirs = (set(re.findall(r"\\u\{([0-9a-f]+)\}", "".join(text.split()))) for text in (proved, verified))
    need(mine == theirs and len(mine) > 150, "escaped by one alone: %s" % sorted(mine ^ theirs))


def what_is_judged_is_said(folder):
    """The file's hash, alpha and delta, the graph, and how large it is; and at another alpha what t is."""
    case = Case(folder, HALF, [STOCHASTIC, {"claim": "dp", "verdict": "holds"}])
    _, text = case.proved()
    for line in ("sha256 " + case.sha256, "2 statements proved", "declared: alpha = 1/2, delta = 0",
                 "graph: line; 2 nodes, 1 edge", "mechanism: a table of 2 rows, 2 outputs"):
        need(line in text.splitlines(), "no line %r: %s" % (line, text))
    case = Case(folder, HALF, [STOCHASTIC, {"claim": "dp", "verdict": "holds"}], privacy={"epsilon": "3/4"})
    need("declared: alpha = t, delta = 0; t = e^-(3/4)" in case.proved()[1], case.proved()[1])
    case = Case(folder, HALF, [STOCHASTIC, {"claim": "dp", "verdict": "holds"}], privacy={"epsilon": "ln(3)/2"})
    need("t = the root_of [-1, 0, 3]" in case.proved()[1], case.proved()[1])
    case = Case(folder, [["1"], ["1"]], [STOCHASTIC, {"claim": "dp", "verdict": "holds"}],
                privacy={"alpha": "symbolic", "between": ["1/4", "1/2"]})
    need("t: every number between 1/4 and 1/2" in case.proved()[1], case.proved()[1])
    case = Case(folder, [["1"], ["1"]], [STOCHASTIC, {"claim": "dp", "verdict": "holds"}],
                query={"nodes": 2, "edges": [[0, 1, "3/2"]]}, privacy={"alpha": "1/4"})
    need("alpha^(1/2) = 1/2" in case.proved()[1] and "lengths in units of 1/2" in case.proved()[1], case.proved()[1])


def samples_are_said(folder):
    """Which tables were counted, in the words of `verify`, by all that reads them; a theorem is not about it."""
    about = "every verdict is about the sample, and not about the mechanism behind it"
    good = [STOCHASTIC, {"claim": "dp", "verdict": "holds"}]
    painted = "a\x1b[2Jb.json"
    with open(os.path.join(folder, painted), "w", encoding="utf-8") as out:
        json.dump({"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2},
                   "mechanism": {"matrix": HALF}, "sample": {"runs": [1, 1]}}, out)
    parts = {"compose": [{"matrix": HALF}, {"matrix": HALF, "sample": {"runs": [9, 9]}}]}
    derived = {"claim": "derivable", "from": painted}
    for more, claims, what in [
            ({"sample": {"runs": [61, 7]}}, [], "the table comes from a sample, 7 to 61 runs a row"),
            ({"mechanism": parts, "privacy": {"alpha": "1/4"}}, [], "part 1 comes from a sample, 9 runs a row"),
            ({}, [derived], '"a\\u{1b}[2Jb.json" comes from a sample, 1 run a row')]:
        open_ones = [{**claim, "verdict": "undecided", "reason": "none"} for claim in claims]
        case = Case(folder, HALF, good + open_ones, None, claims, **more)
        for (status, text), sentence in [(case.proved(), "sample: %s: %s" % (what, about)), (case.verified(), what)]:
            text = " ".join(text.split())
            need(status == (3 if claims else 0) and sentence in text and about in text, "no sample: %d %s" % (status, text))
        need(case.second() == (3 if claims else 0), "the second checker: %d" % case.second())
    need("sample" not in Case(folder, HALF, good).proved()[1], "a sample that is none")
    status, text = Case(folder, HALF, good, sample={"runs": [61, 7]}).proved("--coq")
    need(status == 0 and '"samples"' not in text, "a theorem about a sample: %s" % text)


def uniform_is_uniform(folder):
    """A prior of that name, however it is spelled, is read where it is uniform; others are in the corpus of malformed problems."""
    names = ["uniform", "UNIFORM", " Uniform\t", "\u00a0uniform\u3000", "\u2028\u2009uniForm\x85\u1680"]
    others = ["uniform2", "un\u0131form", "\u200buniform", "\x1cuniform", "uni form", "uniform prior", "\uff55niform"]
    weights = {**{name: "uniform" for name in names}, **{name: ["1/4", "3/4"] for name in others}}
    for privacy in [{"alpha": "1/2"}, {"epsilon": "1/2"}, {"alpha": "symbolic", "between": ["1/4", "1/2"]}]:
        at_t = {} if "alpha" in privacy and "between" not in privacy else {"uniform\n": ["a/(2*a)", "(1+a)/(2+2*a)"]}
        case = Case(folder, [["1"], ["1"]], [STOCHASTIC, {"claim": "dp", "verdict": "holds"}], {**weights, **at_t}, privacy=privacy)
        for status, text in [case.proved(), case.verified(), (case.second() % 3, "by the second checker")]:
            need(status == 0, "names that are uniform: %s: %d %s" % (privacy, status, text))


def a_declared_number_is_compared_or_nothing_is_said(folder):
    """A declared ε that is too long to be compared with alpha is no reason to accept: it is declined, as by `verify`."""
    case = Case(folder, [["1"], ["1"]], [STOCHASTIC, {"claim": "dp", "verdict": "holds"}])
    with open(case.problem, encoding="utf-8") as own:
        problem = json.load(own)
    for epsilon, expected in [("ln(2)", 0), ("1/7*ln(128)", 0), ("ln(3)", 2), ("ln(1e99999)", 3), ("1e99999", 3)]:
        with open(case.problem, "w", encoding="utf-8") as out:
            json.dump({**problem, "declared": {"epsilon": epsilon}}, out)
        status, text = case.proved()
        need(status == expected, "declared %s: %d %s" % (epsilon, status, text))
        status = run(VERIFY, "--problem", case.problem, case.certificate)[0]
        need(status == expected, "declared %s, by verify: %d" % (epsilon, status))


def holds_means_what_it_means_there(folder):
    """--holds: exit status 1 where a declared claim is refuted, of accepted and of declined certificates, as with `verify`."""
    as_it_is = {"claim": "dp", "expect": {"verdict": "fails"}}
    utility = {"claim": "utility", "prior": "p"}
    open_one = {**utility, "verdict": "undecided", "reason": "none"}
    for statements, claims, expected in [
        ([STOCHASTIC, FAILS], [], 1),
        ([STOCHASTIC, FAILS], [as_it_is], 0),
        ([STOCHASTIC, FAILS, open_one], [utility], 1),
        ([STOCHASTIC], [], 1),
        ([STOCHASTIC, FAILS, {**utility, "verdict": "holds"}], [{**utility, "expect": {"utility": {"at_most": "1/2"}}}], 1),
    ]:
        case = Case(folder, IDENTITY, statements, {"p": "uniform"}, claims)
        for options in ([], ["--holds"]):
            mine, theirs = case.proved(*options), case.verified(*options)
            need(mine[0] == theirs[0], "%s %s: verify %d, verify-proved %d" % (claims, options, theirs[0], mine[0]))
            need(mine[1].split(":")[0].split()[0] == theirs[1].split()[0], "%s %s: %s" % (claims, options, mine[1]))
            need(("--holds" in mine[1]) == ("--holds" in theirs[1]), "%s %s: %s" % (claims, options, mine[1]))
        need(mine[0] == expected, "%s: %s" % (claims, mine))
    case = Case(folder, HALF, [STOCHASTIC, {"claim": "dp", "verdict": "holds"}])
    need(case.proved("--holds")[0] == 0, "a claim that holds")


def numbers_of_certificates(folder):
    """A certificate may write `within`, `bound` and cuts as a mechanism file does, and a family by its other name: all three read that."""
    dp = {"claim": "dp", "verdict": "holds"}

    def tried(file, said, status, second=True):
        claims, changes = file
        case = Case(folder, HALF, [STOCHASTIC, dp] + [{**said, "verdict": "holds"}], {"p": "uniform"}, claims, **changes)
        found = case.verified()[0], case.proved()[0], case.second() if second else status
        need(found == (status,) * 3, "%s: verify, verify-proved, check.py end with %s" % (said, found))

    bound = {"y": {"denominator": "3", "numerators": ["1", "1"]}}
    optimal = {"claim": "optimal", "prior": "p"}
    ways = ["9/10", "0.9", 0.9, "9e-1", "90e-2", " 18 / 20 ", "1-1/10", "(4+5)/10", "2^-1+2*0.2"]
    # Of other numbers it is another claim, and what is declared is not stated.
    for within, status in [(way, 0) for way in ways] + [(x, 1) for x in ("8/10", "0.90001", 1, "0", 0)] + [
            (x, 2) for x in ("", "x", "0,9", ".9", "9/0", "9/10 a", "a", "-0.9", None, True, ["9/10"])]:
        tried(([{**optimal, "within": "0.9"}], {}), {**optimal, "within": within, "witness": bound}, status)
    renyi = {"claim": "renyi-dp", "order": 2}
    for r, status in [("1/2", 0), ("0.5", 0), (0.5, 0), (5e-1, 0), ("2^-1", 0), ("0.6", 1), ("-0.5", 2), ("1/2b", 2), (None, 2)]:
        tried(([{**renyi, "bound": "0.5"}], {}), {**renyi, "bound": r}, status)
    # Over an interval; of two answers with one output nothing depends on alpha, wherever it is cut.
    interval = [], {"mechanism": {"matrix": [["1"], ["1"]]}, "privacy": {"alpha": "symbolic", "between": ["1/4", "1/2"]}}
    parts = [{"verdict": "holds"}] * 3
    for cut, status in [("3/8", 0), ("0.375", 0), (0.375, 0), ("1/4+1/8", 0), ("0.5", 1), ("1/4", 1), ("x", 2), (None, 2)]:
        tried(interval, {"claim": "capacity", "witness": {"cuts": [cut], "parts": parts}}, status, second=False)
    # What a witness lacks is refused, and what a vector in it lacks malformed.
    for witness, status in [({}, 1), ({"z": {"denominator": "3", "numerators": ["2", "2"]}}, 0), ({"z": {"denominator": "3"}}, 2)]:
        tried(([], {}), {"claim": "tight-constraints-exist", "witness": witness}, status)
    same = {"claim": "derivable", "witness": {"remap": {"denominator": "1", "numerators": ["1", "0", "0", "1"]}}}
    for name, status in [("randomised-response", 0), ("randomized-response", 0), ("random-response", 1)]:
        tried(([{"claim": "derivable", "from": "randomized-response"}], {"query": {"graph": "complete", "nodes": 2}}),
              {**same, "from": name}, status)


def no_name_is_in_a_theorem(folder):
    """--coq: names that begin strings and comments. No name is in the file, no conjunct is lost, and Coq accepts it."""
    names = ['x" holds', 'y" holds', "(* z", "*) False", "\\", "α\n", "1/2", "prior 0", "uniform"]
    weights = {name: [str(k) + "/9", str(9 - k) + "/9"] for k, name in enumerate(names)}
    weights["uniform"] = "uniform"
    case = Case(folder, HALF, [STOCHASTIC, {"claim": "dp", "verdict": "holds"}] + utilities(names), weights,
                [{"claim": "utility", "prior": name} for name in names], name='a name" (* holds')
    status, text = case.proved("--coq")
    need(status == 0, "no theorem: %s" % text)
    theorem = text[text.index("Theorem certificate"):]
    conjuncts = re.findall(r"^  (~ )?holds P (.+) /\\$", theorem, re.M)
    need(conjuncts == [("", claim) for claim in ["Stochastic", "Dp"] + ["(Utility %d)" % k for k in range(len(names))]],
         "conjuncts: %s" % conjuncts)
    for name in names + ['a name"']:
        if name not in ("\\", "1/2", "prior 0", "uniform"):
            need(name not in text and name.replace('"', '""') not in text, "the name %r is in the file" % name)
    comments = re.findall(r"\(\*.*?\*\)", text, re.S)
    need(text.count("(*") == len(comments) == 2 and not any("prior" in c for c in comments[1:]), "comments: %s" % comments)
    with open(os.path.join(folder, "Certificate.v"), "w", encoding="utf-8") as out:
        out.write(text)
    status, said, why = run("coqc", "-q", "-Q", HERE, "DP", "Certificate.v", cwd=folder)
    need(status == 0, "Coq does not accept the theorem: %s" % why)
    print("the theorem of %d names: %s" % (len(names), said.split("\n", 1)[0]))


def main():
    for test in (names_are_no_report, characters_are_escaped_alike, what_is_judged_is_said, holds_means_what_it_means_there,
                 numbers_of_certificates, samples_are_said, uniform_is_uniform,
                 a_declared_number_is_compared_or_nothing_is_said, no_name_is_in_a_theorem):
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
            print("tried: %s" % test.__name__)
    print("wrong: %d" % len(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
