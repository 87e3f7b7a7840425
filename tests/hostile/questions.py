"""Commands that make files or answer questions beside the claims, with files that cost them most."""

import struct

from compositions import COIN
from graphs import random_edges
from made import E, SYMBOLIC, below, called, certificate, complete, draws, hamming, holds, kind, line, mechanism, row, rows, written


def composed(parts, query=None, **rest):
    return mechanism(query=query or line(2), mechanism={"compose": parts}, **rest)


@kind
def profile_of_many_uses():
    """profile and trade-off of a coin used ten thousand times"""
    text = composed([{"matrix": COIN, "times": 10_000}])
    return called({"m.json": text}, "certify profile m.json", "certify trade-off m.json", "certify profile m.json --format csv -o p.csv")


@kind
def profile_of_unlike_uses():
    """the same of twelve parts of unlike ratios, as many as are taken"""
    text = composed([{"matrix": [[f"{k}/97", f"{97 - k}/97"], ["1/2", "1/2"]]} for k in range(3, 17)])
    return called({"m.json": text}, "certify profile m.json", "certify trade-off m.json")


@kind
def profile_of_many_rows():
    """the same of all pairs of 300 answers, and of 1,500 in a row"""
    files = {"m.json": mechanism("1/2", complete(300), mechanism={"matrix": rows(110, 300, 12, 4)}), "n.json": mechanism("1/2", line(1_500), mechanism={"matrix": rows(111, 1_500, 40, 3)})}
    return called(files, *[f"certify {command} {name}.json" for command in ("profile", "trade-off") for name in "mn"])


@kind
def profile_of_long_numbers():
    """the same of numbers of 500 digits"""
    text = mechanism("1/2", complete(6), mechanism={"matrix": rows(112, 6, 80, 500)})
    return called({"m.json": text}, "certify profile m.json", "certify trade-off m.json --format svg -o t.svg")


@kind
def profile_of_a_composition_on_pairs():
    """the same of a composition on all pairs of sixty answers"""
    text = composed([{"matrix": rows(113, 60, 3, 4), "times": 12}], complete(60))
    return called({"m.json": text}, "certify profile m.json", "certify trade-off m.json")


@kind
def constructed_closed_forms():
    """closed forms on as many answers as there may be"""
    files = {"l.json": mechanism("999/1000", line(1_200)), "k.json": mechanism("1/3", complete(1_500)), "h.json": mechanism("2/3", hamming(2, 10))}
    calls = ["construct truncated-geometric l.json", "construct randomised-response k.json", "construct uniform k.json", "construct exponential h.json", "construct tight-constraints l.json"]
    return called(files, *[f"certify {call} -o o{k}.json" for k, call in enumerate(calls)])


@kind
def constructed_optimum():
    """an optimum on a random graph, by the linear program"""
    files = {}
    for name, nodes, edges in (("s", 14, 24), ("t", 60, 150)):
        files[f"{name}.json"] = mechanism("7/10", {"nodes": nodes, "edges": random_edges(nodes, edges)}, priors={"p": row(draws(114), nodes, 6)})
    return called(files, *[f"certify construct optimal {name}.json --prior p -o o.json" for name in "st"])


@kind
def constructed_formulas():
    """formulas at α of a thousand digits, at e^-1 and at every α"""
    files = {"a.json": mechanism("0." + "7" * 1_000, complete(120)), "e.json": mechanism(privacy=E, query=line(120)), "s.json": mechanism(privacy=SYMBOLIC, query=line(60))}
    calls = ["randomised-response a.json", "hadamard-response a.json", "subset-selection a.json --size 2", "truncated-geometric e.json", "discrete-gaussian e.json --sigma-squared 2", "staircase a.json", "truncated-geometric s.json", "tight-constraints s.json"]
    return called(files, *[f"certify construct {call} -o o{k}.json" for k, call in enumerate(calls)])


@kind
def constructed_noise():
    """noisy choices by many scores"""
    drawn = draws(115)
    gain = [[str(below(drawn, 7)) for _ in range(14)] for _ in range(14)]
    text = mechanism("1/2", line(14), gain=gain)
    return called({"m.json": text}, *[f"certify construct {name} m.json -o o.json" for name in ("permute-and-flip", "report-noisy-max", "exponential")])


@kind
def repaired():
    """tables mended that are far from private: large, long, at e^-1"""
    long = [[f"{x}" for x in r] for r in rows(116, 12, 12, 600)]
    power = [[f"a^{abs(i - j)}/({'+'.join(f'a^{abs(i - k)}' for k in range(24))})" for j in range(24)] for i in range(24)]
    files = {
        "m.json": mechanism("1/2", complete(250), mechanism={"matrix": rows(117, 250, 200, 3)}),
        "n.json": mechanism("1/2", complete(12), mechanism={"matrix": long}),
        "e.json": mechanism(privacy=E, query=line(24), mechanism={"matrix": power}),
    }
    return called(files, *[f"certify repair {name}.json -o r.json" for name in "mne"], "certify repair m.json --digits 60 -o r.json", "certify repair n.json --with m.json -o r.json")


@kind
def bracketed():
    """two decimals beside the threshold of a random graph, to thirty digits"""
    files = {f"{name}.json": mechanism("1/2", {"nodes": nodes, "edges": random_edges(nodes, 2 * nodes)}) for name, nodes in (("a", 24), ("b", 70), ("c", 300))}
    return called(files, *[["certify", f"{name}.json", "--bracket", digits, "-o", "o.json"] for name in "abc" for digits in ("8", "60")])


@kind
def patterned():
    """which constraints are tight: of a table of 200, of polynomials at e^-1, of long numbers"""
    power = [[f"a^{abs(i - j)}/({'+'.join(f'a^{abs(i - k)}' for k in range(24))})" for j in range(24)] for i in range(24)]
    files = {
        "m.json": mechanism("1/2", complete(200), mechanism={"matrix": rows(118, 200, 76, 2)}),
        "e.json": mechanism(privacy=E, query=complete(24), mechanism={"matrix": power}),
        "n.json": mechanism("1/2", complete(12), mechanism={"matrix": rows(119, 12, 12, 600)}),
        "w.json": mechanism("1/2", line(800), mechanism={"matrix": [["1/100"] * 100] * 800}),
    }
    return called(files, *[f"certify pattern {name}.json" for name in "menw"])


@kind
def exported():
    """linear programs, VIPR certificates and graphs, written out"""
    graph = {"nodes": 60, "edges": random_edges(60, 150)}
    files = {
        "m.json": mechanism("1/2", complete(130), priors={"p": "uniform"}),
        "n.json": mechanism("2/3", graph, priors={"p": row(draws(120), 60, 6)}),
        "l.json": mechanism("0." + "7" * 900, line(40), priors={"p": "uniform"}),
        "g.json": mechanism(query=complete(6_000)),
    }
    calls = ["--lp m.json", "--lp n.json", "--lp l.json", "--vipr n.json", "--vipr l.json"]
    return called(files, *[f"certify export {call} --prior p -o o.txt" for call in calls], "certify export --graph6 g.json -o g.txt")


@kind
def induced_of_many_databases():
    """from eight thousand databases to answers, each of long numbers"""
    query = {"databases": {"values": 2, "individuals": 13}, "answers": [bin(k).count("1") for k in range(8_192)]}
    cells = [[f"{k + 1}/{'7' * 40}", f"1-{k + 1}/{'7' * 40}"] for k in range(14)]
    text = mechanism("1/2", query, mechanism={"matrix": [cells[bin(k).count("1")] for k in range(8_192)]})
    return called({"m.json": text}, "certify induced m.json -o o.json", "certify m.json --limits -o c.json", "verify m.json c.json --limits")


@kind
def lines_of_files():
    """three thousand files, a line each"""
    text = mechanism("1/2", line(30), mechanism={"family": "truncated-geometric"}, claims=["tight-constraints", "universally-optimal"])
    other = mechanism("4/5", {"nodes": 40, "edges": random_edges(40, 90)}, claims=["tight-constraints-exist"])
    return called({"l.txt": (text + "\n") * 1_500 + (other + "\n") * 40}, ["<", "l.txt", "certify", "--jsonl"])


@kind
def pages_of_large_files():
    """pages and pictures of wide, long and many things"""
    wide = mechanism("1/2", line(2), mechanism={"matrix": rows(121, 2, 9_000, 4)})
    many = mechanism("1/2", line(40), priors={f"p{k}": row(draws(400 + k), 40, 4) for k in range(400)})
    said = certificate(wide, [holds("stochastic"), {"claim": "dp", "verdict": "fails"}])
    calls = ["certify html w.json c.json", "certify w.json --format html --no-certificate", "certify n.json --format html --no-certificate"]
    return called({"w.json": wide, "n.json": many, "c.json": said}, *calls)


@kind
def npy_of_the_smallest_numbers():
    """240 × 240 doubles next to 0, and some of the largest"""
    drawn, n = draws(122), 240
    header = ("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, %d), }" % (n, n)).ljust(117) + "\n"
    cells = b"".join(struct.pack("<Q", 1 + below(drawn, 2**31) * 2**20 + (below(drawn, 2_000) << 52)) for _ in range(n * n))
    data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + cells
    calls = ["certify import t.npy q.json -o m.json --normalise=any", "certify m.json", "certify profile m.json", "certify repair m.json -o r.json"]
    return called({"t.npy": data, "q.json": mechanism(query=line(n))}, *calls)


@kind
def limits_told():
    """what is used of each limit, and each route, of a costly file"""
    text = mechanism("4/5", {"nodes": 90, "edges": random_edges(90, 220)}, priors={"p": row(draws(123), 90, 5)}, claims=[{"claim": "utility-bound", "prior": "p"}, "threshold"])
    calls = ["certify m.json --limits --verbose -o c.json", "verify m.json c.json --limits", "certify m.json --route program --only optimal -o c.json --force"]
    return called({"m.json": text}, *calls)


@kind
def priors_by_tens_of_thousands():
    """twenty thousand priors without a claim, and eleven thousand with one about each"""
    names = [f"p{k}" for k in range(20_000)]
    table = {"matrix": [["1/2", "1/2"], ["1/4", "3/4"]]}
    found = mechanism("1/2", line(2), mechanism=table, priors={name: "uniform" for name in names})
    claimed = mechanism("1/2", line(2), mechanism=table, priors={name: "uniform" for name in names[:11_000]}, claims=[{"claim": "leakage", "prior": name} for name in names[:11_000]])
    return called({"m.json": found, "c.json": claimed}, "certify m.json -o m.cert.json", "certify c.json -o c.cert.json", "verify c.json c.cert.json")


@kind
def priors_in_one_claim():
    """tens of thousands of priors that one claim names"""
    names = [f"p{k}" for k in range(28_000)]
    text = mechanism("1/2", line(2), mechanism={"matrix": [["1/2", "1/2"], ["1/4", "3/4"]]}, priors={name: "uniform" for name in names}, claims=[{"claim": "jointly-optimal", "priors": names}])
    return called({"m.json": text}, "certify m.json -o m.cert.json", "verify m.json m.cert.json")


@kind
def corners_of_a_cycle():
    """the corners of a cycle, twenty thousand times"""
    text = mechanism("1/2", {"graph": "cycle", "nodes": 40}, priors={f"p{k}": {"corner": k % 40} for k in range(20_000)})
    return called({"m.json": text}, "certify m.json -o m.cert.json")


def at_each(named, query, **rest):
    """The same file over an interval and at e^-1, certified and verified."""
    texts = {f"{name}.json": mechanism(privacy=privacy, query=query, **rest) for name, privacy in named.items()}
    calls = [[f"certify {name}.json -o {name}.cert.json", f"verify {name}.json {name}.cert.json"] for name in named]
    return called(texts, *sum(calls, []))


BOTH = {"s": SYMBOLIC, "e": E}
GEOMETRIC = {"family": "truncated-geometric"}


@kind
def divergences_by_the_thousand():
    """seven thousand bounds on one divergence, over an interval and at e^-1"""
    claims = [{"claim": "renyi-dp", "order": 2, "bound": f"{k}/500"} for k in range(1, 7_001)]
    return at_each(BOTH, line(2), mechanism=GEOMETRIC, claims=claims)


@kind
def nearly_optimal_by_the_thousand():
    """how far from the optimum, seven thousand times"""
    claims = [{"claim": "optimal", "prior": "p", "within": f"1/{k}"} for k in range(2, 7_002)]
    return at_each(BOTH, line(3), mechanism=GEOMETRIC, priors={"p": "uniform"}, claims=claims)


@kind
def pairs_of_priors_by_the_thousand():
    """all pairs of a hundred priors"""
    claims = [{"claim": "jointly-optimal", "priors": [f"p{k}", f"p{j}"]} for k in range(100) for j in range(k)]
    return at_each(BOTH, line(2), mechanism={"matrix": [["1/2", "1/2"], ["1/4", "3/4"]]}, priors={f"p{k}": "uniform" for k in range(100)}, claims=claims)


@kind
def outputs_by_the_thousand():
    """fifteen thousand numbers of outputs at e^-1"""
    claims = [{"claim": "leakage-bound", "prior": "p", "outputs": k} for k in range(1, 15_001)]
    return at_each({"e": E}, {"graph": "cycle", "nodes": 5}, priors={"p": "uniform"}, claims=claims)


@kind
def logarithms_by_the_thousand():
    """three values of each of four thousand eight hundred priors at e^-1, by a certificate alone"""
    priors = {f"p{k}": ["1/4", "1/2", f"{k + 1}/{4 * k + 4}"] for k in range(4_800)}
    text = mechanism(privacy=E, query=line(3), mechanism=GEOMETRIC, priors=priors)
    said = [holds(claim, prior=name) for name in priors for claim in ("utility", "leakage", "g-leakage")]
    return called({"m.json": text, "c.json": certificate(text, [holds("stochastic"), *said])}, "verify m.json c.json")


@kind
def utilities_under_a_squared_loss():
    """two thousand priors on a line of 500, whose best guesses are looked for among 500"""
    names = [f"p{k}" for k in range(2_000)]
    text = mechanism(query=line(500), loss="squared", mechanism={"matrix": [["1/2", "1/2"]] * 500}, priors={name: "uniform" for name in names}, claims=[{"claim": "utility", "prior": name} for name in names])
    return called({"m.json": text}, "certify m.json -o m.cert.json", "verify m.json m.cert.json")


@kind
def asked_for_of_all_priors():
    """four claims about each of sixteen thousand priors, which is refused, and one about each"""
    text = mechanism(query=line(2), mechanism={"matrix": [["1/2", "1/2"], ["1/4", "3/4"]]}, priors={f"p{k}": "uniform" for k in range(16_000)})
    only = " ".join(f"--only {claim}" for claim in ("regular", "utility", "utility-bound", "leakage"))
    return called({"m.json": text}, f"certify m.json -o a.cert.json {only}", "certify m.json -o m.cert.json --only utility-bound")


@kind
def expectations_on_each_part():
    """five thousand bounds on a value that is a function on each of four thousand parts"""
    bounds = [{"value": "sum", "at_least": f"{k}/100003"} for k in range(5_000)]
    problem = written({
        "format": "dp-problem/1", "sha256": "0" * 64, "declared": {"symbolic": ["0", "1"]}, "graph": {"family": "line", "nodes": 2}, "symbol": "a",
        "t": {"between": ["0", "1"]}, "alpha": {"numerator": ["0", "1"], "denominator": "1"}, "priors": [], "gain": "binary", "others": [],
        "claims": [{"claim": "tight-constraints-exist", "expect": [{"verdict": "holds", "bounds": bounds}]}],
    })
    weighting = {"z": {"denominator": ["1", "1"], "numerators": [["1"], ["1"]]}}
    parts = [{"verdict": "holds", "witness": weighting}] + [{"verdict": "holds", "as": 0}] * 4_000
    parts = {"cuts": [f"{k}/2001" for k in range(1, 2_001)], "parts": parts}
    said = written({"format": "dp-certificate/2", "sha256": "0" * 64, "statements": [holds("tight-constraints-exist", parts)]})
    return called({"p.json": problem, "c.json": said}, "verify --problem p.json c.json")
