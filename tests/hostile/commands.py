"""What the commands beside deciding read: tables, queries, reports."""

from made import below, called, certificate, complete, draws, hamming, holds, kind, line, mechanism, rows, written


def csv(table, delimiter=","):
    return "\n".join(delimiter.join(map(str, r)) for r in table) + "\n"


ON_A_LINE = "--graph line --epsilon 1 --force"


@kind
def csv_of_one_line():
    """a table of one line of half a million cells"""
    return called({"t.csv": ",".join(["1"] * 490_000)}, f"certify t.csv {ON_A_LINE}")


@kind
def csv_of_two_long_lines():
    """two lines of 100,000 cells"""
    return called({"t.csv": csv([["0.00001"] * 60_000] * 2)}, f"certify t.csv {ON_A_LINE}")


@kind
def csv_of_one_column():
    """a column of two hundred thousand cells"""
    return called({"t.csv": "1\n" * 250_000, "u.csv": "1\n" * 20_000}, f"certify t.csv {ON_A_LINE}", f"certify u.csv {ON_A_LINE}")


@kind
def csv_of_names():
    """thousands of long names in the first row and column"""
    names = [f"name number {k} of very many" for k in range(120)]
    table = [["", *names]] + [[name] + ["0.008"] * 119 + ["0.048"] for name in names]
    return called({"t.csv": csv(table)}, f"certify t.csv {ON_A_LINE}", "certify t.csv --graph complete --epsilon 1 --force")


@kind
def csv_of_long_numbers():
    """numbers of 100,000 digits"""
    return called({"t.csv": csv([["0." + "3" * 100_000, "0." + "6" * 99_999 + "7"]] * 4)}, f"certify t.csv {ON_A_LINE} --normalise=any")


@kind
def csv_of_exponents():
    """1e-9999 in each cell"""
    return called({"t.csv": csv([["1e-9999"] * 300] * 300)}, f"certify t.csv {ON_A_LINE} --normalise=any")


@kind
def csv_of_quotes():
    """a quote that is never closed, and quotes within quotes"""
    return called({"t.csv": '"' + "a,b\n" * 230_000, "u.csv": '""' * 10_000}, f"certify t.csv {ON_A_LINE}", f"certify u.csv {ON_A_LINE}")


@kind
def csv_normalised():
    """400 × 400 unlike counts, normalised"""
    drawn = draws(90)
    table = [[1 + below(drawn, 9_999) for _ in range(400)] for _ in range(400)]
    return called({"t.csv": csv(table)}, f"certify t.csv {ON_A_LINE} --normalise=any")


@kind
def csv_of_ragged_rows():
    """rows of unlike lengths"""
    return called({"t.csv": "".join("0.1," * (k % 300) + "0.1\n" for k in range(1_600))}, f"certify t.csv {ON_A_LINE}")


@kind
def csv_by_edges():
    """a policy of a hundred thousand pairs"""
    drawn = draws(91)
    edges = "\n".join(f"{below(drawn, 500)} {below(drawn, 500)}" for _ in range(90_000))
    return called({"t.csv": csv([["0.5", "0.5"]] * 500), "e.txt": edges}, "certify t.csv --edges e.txt --epsilon 1 --force")


@kind
def csv_from_standard_input():
    """a megabyte of blanks and dots on standard input"""
    return called({"t.csv": ". ; " * 240_000}, ["<", "t.csv", "certify", "-", "--graph", "line", "--epsilon", "1", "--mechanism", "m.json", "-o", "c.json"])


@kind
def npy_with_a_false_header():
    """an array that claims 10^18 entries"""
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000, 1000000000), }"
    data = b"\x93NUMPY\x01\x00" + len(header.ljust(118) + "\n").to_bytes(2, "little") + (header.ljust(118) + "\n").encode() + b"\0" * 800
    deep = "{'descr': " + "(" * 60_000
    other = b"\x93NUMPY\x01\x00" + len(deep).to_bytes(2, "little") + deep.encode()
    query = mechanism(query=line(2))
    return called({"t.npy": data, "u.npy": other, "q.json": query}, "certify import t.npy q.json -o m.json", "certify import u.npy q.json -o m.json")


@kind
def npy_of_floats():
    """300 × 300 doubles that are long as fractions"""
    import struct

    drawn = draws(92)
    n = 300
    header = ("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }" % (n, n)).ljust(117) + "\n"
    cells = b"".join(struct.pack("<d", (1 + below(drawn, 10**6)) * 2.0 ** -(20 + below(drawn, 900))) for _ in range(n * n))
    data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + cells
    return called({"t.npy": data, "q.json": mechanism(query=line(n))}, "certify import t.npy q.json -o m.json --normalise=any", "certify m.json")


TABLE = mechanism("1/2", line(110), mechanism={"matrix": rows(93, 110, 110, 4)})


@kind
def profiles():
    """profile and trade-off of a table of 110 × 110"""
    return called({"m.json": TABLE}, "certify profile m.json", "certify trade-off m.json", "certify trade-off m.json --format svg -o t.svg")


@kind
def profiles_of_a_wide_table():
    """the same of two rows with 15,000 outputs"""
    text = mechanism("1/2", line(2), mechanism={"matrix": rows(94, 2, 15_000, 4)})
    return called({"m.json": text}, "certify profile m.json", "certify trade-off m.json")


@kind
def profiles_of_all_pairs():
    """the same of all pairs of a hundred answers"""
    text = mechanism("1/2", complete(110), mechanism={"matrix": rows(93, 110, 110, 4)})
    return called({"m.json": text}, "certify profile m.json", "certify trade-off m.json")


@kind
def patterns():
    """pattern, repair and export of a table of 110 × 110"""
    return called({"m.json": TABLE}, "certify pattern m.json", "certify repair m.json -o r.json", "certify export lp m.json -o m.lp", "certify html m.json m.json")


@kind
def patterns_of_a_wide_table():
    """the same of two rows with 15,000 outputs"""
    text = mechanism("1/2", line(2), mechanism={"matrix": rows(94, 2, 15_000, 4)})
    return called({"m.json": text}, "certify pattern m.json", "certify repair m.json -o r.json")


@kind
def pages():
    """a page of a table of 110 × 110, and of one with long labels"""
    query = {**line(60), "labels": [str(k) + "<b>" * 900 for k in range(60)]}
    other = mechanism("1/2", query, mechanism={"matrix": rows(95, 60, 60, 3)})
    said = lambda text: certificate(text, [holds("stochastic"), {"claim": "dp", "verdict": "fails"}])
    files = {"m.json": TABLE, "c.json": said(TABLE), "n.json": other, "d.json": said(other)}
    return called(files, "certify html m.json c.json", "certify html n.json d.json", "certify n.json --format html --no-certificate")


@kind
def pages_of_a_large_graph():
    """a page of a random graph of 4,000 nodes"""
    from graphs import random_edges

    text = mechanism("1/2", {"nodes": 4_000, "edges": random_edges(4_000, 30_000)}, mechanism={"matrix": [["1/2", "1/2"]] * 4_000})
    said = certificate(text, [holds("stochastic"), holds("dp")])
    return called({"m.json": text, "c.json": said}, "certify html m.json c.json", "verify m.json c.json")


@kind
def constructions():
    """large mechanisms for short queries"""
    files = {
        "line.json": mechanism("1/2", line(20_000)),
        "complete.json": mechanism("1/2", complete(10)),
        "large.json": mechanism("1/2", complete(3_000)),
        "cube.json": mechanism("1/2", hamming(2, 14)),
        "sum.json": mechanism("1/2", {"graph": "sum", "individuals": 700, "max": 5}),
        "e.json": mechanism(privacy={"epsilon": "1"}, query={"graph": "sum", "individuals": 60, "max": 5}),
    }
    kinds = [
        "truncated-geometric line.json", "uniform line.json", "randomised-response large.json", "exponential cube.json",
        "unary-encoding complete.json", "subset-selection large.json --size 2", "subset-selection large.json --size 1500",
        "hadamard-response large.json", "staircase sum.json", "local-hashing complete.json --size 9", "local-hashing large.json",
        "rappor complete.json --parameters f=1/2,p=1/4,q=3/4,h=9,k=60", "discrete-gaussian e.json --sigma-squared 4",
        "discrete-gaussian e.json --sigma-squared 1e9999", "subsampled cube.json --rate 1/7", "tight-constraints sum.json",
        "alvim sum.json", "product cube.json", "optimal sum.json",
    ]
    return called(files, *[f"certify construct {words} -o made{k}.json" for k, words in enumerate(kinds)])


@kind
def constructions_by_scores():
    """permute-and-flip and noisy maxima of sixteen unlike scores"""
    drawn = draws(96)
    gain = [[str(below(drawn, 10**4)) for _ in range(12)] for _ in range(16)]
    text = mechanism("1/2", complete(12), gain=gain)
    words = ["exponential", "permute-and-flip", "report-noisy-max", "report-noisy-max --noise geometric"]
    calls = [f"certify construct {w.split()[0]} q.json {' '.join(w.split()[1:])} -o made{k}.json" for k, w in enumerate(words)]
    return called({"q.json": text}, *calls)


@kind
def constructions_at_long_alpha():
    """closed forms at an α of 3,000 digits"""
    text = mechanism("7^3000/11^3000", line(200))
    cube = mechanism("7^3000/11^3000", hamming(2, 7))
    return called({"q.json": text, "c.json": cube}, "certify construct truncated-geometric q.json -o m.json", "certify construct exponential c.json -o n.json", "certify construct tight-constraints q.json -o o.json")


@kind
def brackets():
    """two decimals beside a threshold, in thousands of digits"""
    from graphs import random_edges

    text = mechanism("1/2", {"nodes": 12, "edges": random_edges(12, 20)}, claims=["tight-constraints-exist"])
    return called({"m.json": text}, "certify m.json --bracket 3000", "certify m.json --bracket 999999999")


@kind
def induced():
    """8,192 databases to their answers"""
    query = {"databases": {"values": 2, "individuals": 13}, "answers": [k % 3 for k in range(8_192)]}
    text = mechanism("1/2", query, mechanism={"matrix": [["1/4", "3/4"]] * 8_192})
    return called({"m.json": text}, "certify induced m.json -o i.json")


@kind
def initial_files():
    """init for a table of 300 × 300, and for 20,000 nodes"""
    files = {"t.csv": csv([["0.0033"] * 299 + ["0.0133"]] * 300)}
    return called(files, "certify init --graph line --nodes 20000 --epsilon 1 -o i.json", "certify init --graph hamming --values 2 --individuals 999999999 --epsilon 1 -o j.json")


@kind
def epsilons_of_the_call():
    """ε, δ and α of the call that are long"""
    text = mechanism(mechanism={"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}, claims=["capacity"])
    long = "0." + "3" * 60_000
    calls = [["certify", "m.json", "--epsilon", long, "--no-certificate"], ["certify", "m.json", "--epsilon", f"1/9973*ln({'7' * 60_000})", "--no-certificate"], ["certify", "m.json", "--delta", long, "--no-certificate"], ["certify", "m.json", "--alpha", "7^9999/11^9999", "--no-certificate"]]
    return called({"m.json": text}, *calls)


@kind
def problems():
    """problems by themselves: a table, a graph, polynomials"""
    problem = lambda **keys: written({"format": "dp-problem/1", "sha256": "0" * 64, **keys})
    vector = lambda n: {"denominator": str(n), "numerators": ["1"] * n}
    roots = {"root_of": ["-1"] + ["1"] * 3_000, "between": ["0", "1"]}
    files = {
        "p.json": problem(graph={"family": "line", "nodes": 999_999_999}, alpha="1/2", claims=[]),
        "q.json": problem(graph={"family": "complete", "nodes": 200}, alpha="1/2", table=[vector(200)] * 200, claims=[{"claim": "stochastic"}, {"claim": "dp"}]),
        "r.json": problem(graph={"family": "hamming", "values": 9, "individuals": 999_999_999}, alpha="1/2", claims=[]),
        "s.json": problem(graph={"family": "line", "nodes": 2}, symbol="a", t=roots, alpha={"numerator": ["0", "1"], "denominator": "1"}, claims=[]),
        "c.json": written({"format": "dp-certificate/2", "sha256": "0" * 64, "statements": [holds("stochastic"), {"claim": "dp", "verdict": "holds"}]}),
    }
    return called(files, *[f"verify --problem {name}.json c.json" for name in "pqrs"])


@kind
def elaborated():
    """what short files stand for, printed"""
    files = {"m.json": mechanism("1/2", line(700), mechanism={"family": "truncated-geometric"}), "n.json": mechanism("7^900/11^900", line(90), mechanism={"family": "truncated-geometric"})}
    return called(files, "verify --elaborate m.json", "verify --elaborate n.json")
