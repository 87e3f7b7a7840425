"""Witnesses that cost most, beside short mechanism files: for `verify` alone."""

from made import E, SYMBOLIC, below, complete, draws, exponential_of_minus_one, fails, fibonacci, hamming, holds, judged, kind, line, mechanism, vector

EXISTS = "tight-constraints-exist"


def of_line(nodes, claims=(EXISTS,), alpha="1/2", **rest):
    return mechanism(alpha, line(nodes), priors={"p": "uniform"}, claims=list(claims), **rest)


def everywhere(nodes=2, claims=(EXISTS,), **rest):
    return mechanism(privacy=SYMBOLIC, query=line(nodes), claims=list(claims), **rest)


BOUND = [{"claim": "utility-bound", "prior": "p"}]
HOLDS, FAILS = {"verdict": "holds"}, {"verdict": "fails"}


@kind
def long_witness():
    """seven numbers of 130,000 digits"""
    return judged(of_line(7), [holds(EXISTS, {"z": vector(["7" * 130_000] * 7, "9" * 60_000)})])


@kind
def long_witness_on_a_dense_graph():
    """numbers of 5,000 digits on a complete graph of 180"""
    return judged(mechanism(query=complete(180), claims=[EXISTS]), [holds(EXISTS, {"z": vector(["7" * 5_000] * 180)})])


@kind
def witness_of_twenty_thousand():
    """a number for each node of a line"""
    return judged(of_line(20_000), [holds(EXISTS, {"z": vector(["1"] * 20_000, "3")})])


@kind
def witness_by_cells():
    """one long number in twenty thousand cells"""
    both_of = vector(["9" * 130_000], cells=[0] * 20_000)
    return judged(of_line(20_000, BOUND), [holds("utility-bound", {"y": both_of, "v": both_of}, prior="p")])


@kind
def witness_by_unlike_cells():
    """nineteen thousand numbers in twenty thousand cells of a star"""
    by_cells = vector([str(10**6 + k) for k in range(19_000)], cells=[k * 7_919 % 19_000 for k in range(20_000)])
    text = mechanism(query={"graph": "star", "nodes": 20_000}, priors={"p": "uniform"}, claims=BOUND)
    return judged(text, [holds("utility-bound", {"y": by_cells, "v": by_cells}, prior="p")])


@kind
def findings_by_the_thousand():
    """the same work for thousands of findings"""
    rows = [["1/2", "1/2"]] * 60
    text = mechanism(query=line(60), mechanism={"matrix": rows}, claims=[])
    said = [holds("stochastic"), holds("dp")] + [holds("group-privacy", distance=k) for k in range(1, 15_000)]
    return judged(text, said)


@kind
def findings_that_repeat():
    """one statement ten thousand times"""
    rows = [["1/2", "1/2"]] * 60
    text = mechanism(query=line(60), mechanism={"matrix": rows}, claims=[])
    return judged(text, [holds("stochastic")] * 20_000)


@kind
def findings_of_closed_forms():
    """a closed form of 16,000 nodes that only the certificate names"""
    text = mechanism(query=line(16_000), mechanism={"matrix": [["1"]] * 16_000})
    said = [holds("stochastic"), holds("dp"), holds("derivable", {"remap": vector(["1"])}, **{"from": "truncated-geometric"}), holds("trade-off", **{"from": "uniform"})]
    return judged(text, said)


@kind
def undecided_by_the_thousand():
    """findings left undecided, each with a long reason"""
    said = [{"claim": "group-privacy", "distance": k, "verdict": "undecided", "reason": "x" * 900} for k in range(1, 900)]
    return judged(mechanism(mechanism={"matrix": [["1/2", "1/2"]] * 2}), [holds("stochastic"), holds("dp")] + said)


@kind
def modulus_on_a_line():
    """an elimination of 1,500 rows, asked for in a word"""
    z = vector(["2"] + ["1"] * 1_498 + ["2"], "3")
    return judged(of_line(1_500), [holds(EXISTS, {"z": z, "invertible": {"modulus": "268435399"}})])


@kind
def modulus_on_a_line_of_five_hundred():
    """five such eliminations"""
    z = vector(["2"] + ["1"] * 798 + ["2"], "3")
    said = [holds(EXISTS, {"z": z, "invertible": {"modulus": "268435399"}}), holds("threshold")]
    return judged(of_line(800), said)


@kind
def modulus_of_a_sum():
    """a banded elimination of 20,001 rows"""
    nodes = 20_001 - 2
    query = {"graph": "sum", "individuals": 9_999, "max": 2}
    z = vector(["1"] * (nodes), "3")
    return judged(mechanism(query=query, claims=[EXISTS]), [holds(EXISTS, {"z": z, "invertible": {"structure": "sum", "modulus": "268435399"}})])


@kind
def inverse():
    """an inverse of 200 × 200 polynomials at e^-1"""
    n = 130
    unit = lambda k: vector([["0", "1", "2"] if i == k else "0" for i in range(n)], ["1", "1"])
    z = vector([["1"]] * n, ["1", "1"])
    return judged(mechanism(privacy=E, query=line(n), claims=[EXISTS]), [holds(EXISTS, {"z": z, "invertible": {"inverse": [unit(k) for k in range(n)]}})])


@kind
def second():
    """two solutions of many long numbers"""
    z = vector(["7" * 900] * 500)
    return judged(of_line(500), [holds(EXISTS, {"z": z, "second": z})])


@kind
def long_polynomials():
    """a solution of polynomials of degree 9,999"""
    p = ["1"] * 9_999
    return judged(everywhere(6), [holds(EXISTS, {"z": vector([p] * 6, p)})])


@kind
def many_polynomials():
    """polynomials of a middle degree on three hundred nodes"""
    p = [str(k) for k in range(1, 200)]
    return judged(everywhere(300), [holds(EXISTS, {"z": vector([p] * 300, p)})])


@kind
def polynomials_at_e():
    """signs at e^-1 of polynomials with long coefficients"""
    p = ["3" * 9_000, "-7" + "1" * 9_000, "5"] * 2
    return judged(mechanism(privacy=E, query=line(9), claims=[EXISTS]), [holds(EXISTS, {"z": vector([p] * 9, p)})])


@kind
def polynomials_near_a_zero():
    """a polynomial whose sign at e^-1 shows after thousands of bits"""
    near = exponential_of_minus_one(48_000) * 10**14_000 >> 48_000
    p = [str(-near), "1" + "0" * 14_000]
    return judged(mechanism(privacy=E, query=line(6), claims=[EXISTS]), [holds(EXISTS, {"z": vector([p] * 6, ["1", "1"])})])


def in_parts(cuts, part=HOLDS, claim="capacity", **rest):
    table = {"matrix": [["a", "1-a"]]}
    text = mechanism(privacy=SYMBOLIC, query=line(1), mechanism=table, claims=["capacity"], **rest)
    parts = [part] * (2 * len(cuts) + 1)
    return judged(text, [holds("stochastic"), holds("dp"), holds(claim, {"cuts": cuts, "parts": parts})])


@kind
def cuts_by_the_thousand():
    """fifteen thousand rational cuts"""
    return in_parts([f"{k}/15001" for k in range(1, 15_001)])


@kind
def cuts_that_are_roots():
    """thousands of cuts that are roots of polynomials"""
    return in_parts([{"root_of": [str(-k), "0", "0", "9001"], "between": ["0", "1"]} for k in range(1, 4_000)])


@kind
def cuts_of_a_high_degree():
    """a cut of degree 9,999"""
    return in_parts([{"root_of": ["-1"] + ["1"] * 9_999, "between": ["0", "1"]}])


@kind
def cuts_of_a_middle_degree():
    """a hundred cuts of degree 400"""
    return in_parts([{"root_of": [str(-k)] + ["1"] * 400, "between": ["0", "1"]} for k in range(1, 150)])


@kind
def cuts_next_to_each_other():
    """cuts that agree in thousands of digits"""
    return in_parts([f"{'3' * 9_000}{k}/1{'0' * 9_002}" for k in range(1, 50)])


@kind
def cuts_of_fibonacci_ratios():
    """cuts whose continued fractions agree"""
    x, y = fibonacci(30_000)
    return in_parts(sorted([x, y], key=lambda text: int(text.split("/")[0]) % 2) * 3)


@kind
def cuts_with_close_roots():
    """a cut with two roots near 2^-8000"""
    zeros = "0" * 2_400
    return in_parts([{"root_of": ["1", f"-9{zeros}", f"9{zeros}{zeros}"], "between": ["0", "1"]}])


@kind
def cuts_that_are_the_same():
    """two polynomials with the same root, each in a bracket of its own"""
    p = {"root_of": ["-1"] + ["0"] * 600 + ["2"], "between": ["0", "1"]}
    q = {"root_of": ["-1"] + ["0"] * 1_201 + ["4"], "between": ["0", "1"]}
    return in_parts([p, q])


@kind
def parts_as_others():
    """ten thousand parts, each as an earlier one that is costly"""
    table = [[f"(1+a^{k})/40" for k in range(1, 12)] + ["1-(" + "+".join(f"(1+a^{k})/40" for k in range(1, 12)) + ")"]] * 3
    text = mechanism(privacy=SYMBOLIC, query=line(3), mechanism={"matrix": table}, claims=["capacity"])
    cuts = [f"{k}/9001" for k in range(1, 9_001)]
    parts = [HOLDS] + [{"verdict": "holds", "as": 0}] * 18_000
    return judged(text, [holds("stochastic"), holds("dp"), holds("capacity", {"cuts": cuts, "parts": parts})])


@kind
def parts_with_witnesses():
    """a thousand parts with a solution each"""
    z = {"z": vector([["1"], ["1"]], ["1", "1"])}
    cuts = [f"{k}/3001" for k in range(1, 3_001)]
    return judged(everywhere(2), [holds(EXISTS, {"cuts": cuts, "parts": [{**HOLDS, "witness": z}] * 6_001})])


@kind
def enclosed_with_many_bits():
    """an enclosure of a million bits"""
    n = 12
    witness = {"enclosed": {"cells": [0] * n, "x": ["1"], "inverse": [["1"]], "bits": 1_048_576}}
    return judged(mechanism(privacy=E, query=complete(n), claims=[EXISTS]), [holds(EXISTS, witness)])


@kind
def enclosed_with_many_cells():
    """an enclosure of three hundred cells at a hundred thousand bits"""
    n = 250
    unit = str(2**39)
    inverse = [[unit if i == j else "0" for i in range(n)] for j in range(n)]
    witness = {"enclosed": {"cells": list(range(n)), "x": ["1" + "0" * 57] * n, "inverse": inverse, "bits": 100_000}}
    return judged(mechanism(privacy=E, query=line(n), claims=[EXISTS]), [holds(EXISTS, witness)])


@kind
def enclosed_on_a_dense_graph():
    """an enclosure of one cell of 20,000 nodes"""
    n = 9_000
    witness = {"enclosed": {"cells": [0] * n, "x": ["1"], "inverse": [["1"]]}}
    return judged(mechanism(privacy=E, query=complete(n), claims=[EXISTS]), [holds(EXISTS, witness)])


@kind
def factors_of_many():
    """factors of 14 individuals, multiplied out to 2^14"""
    one = {"y": vector(["7" * 900, "9" * 900], "3"), "v": vector(["7" * 900, "9" * 900], "3")}
    text = mechanism(query=hamming(2, 14), priors={"p": "uniform"}, claims=BOUND)
    return judged(text, [holds("utility-bound", {"factors": [one] * 14}, prior="p")])


@kind
def factors_of_polynomials():
    """factors of polynomials in α"""
    one = {"y": vector([["1"] * 400, ["2"] * 400], ["1", "1"]), "v": vector([["1"] * 400, ["2"] * 400], ["1", "1"])}
    text = mechanism(privacy=SYMBOLIC, query=hamming(2, 12), priors={"p": "uniform"}, claims=BOUND)
    return judged(text, [holds("utility-bound", {"factors": [one] * 12}, prior="p")])


def optimal(text, witness):
    return judged(text, [holds("stochastic"), holds("dp"), holds("optimal", witness, prior="p")])


@kind
def multipliers_by_the_thousand():
    """multipliers for each of hundreds of guesses"""
    n = 130
    text = mechanism(query=complete(n), mechanism={"matrix": [["1"]] * n}, priors={"p": "uniform"}, claims=[{"claim": "optimal", "prior": "p"}])
    edges = [[k, (k + 1) % n] for k in range(n)]
    each = {"edges": edges, "mu": vector(["1"] * n, "9")}
    return optimal(text, {"lambda": vector(["1"] * n, n), "multipliers": [each] * n})


@kind
def multipliers_of_long_numbers():
    """multipliers of ten thousand digits"""
    n = 9
    text = mechanism(query=complete(n), mechanism={"matrix": [["1"]] * n}, priors={"p": "uniform"}, claims=[{"claim": "optimal", "prior": "p"}])
    each = {"edges": [[k, (k + 1) % n] for k in range(n)], "mu": vector(["7" * 10_000] * n, "9" * 10_000)}
    return optimal(text, {"lambda": vector(["9" * 9_000] * n, "7" * 9_000), "multipliers": [each] * n})


@kind
def lambda_on_a_long_path():
    """λ on a line of five thousand, whose powers of α add up"""
    n = 5_000
    text = mechanism("2/3", line(n), mechanism={"matrix": [["1"]] * n}, priors={"p": "uniform"}, claims=[{"claim": "optimal", "prior": "p"}])
    return optimal(text, {"lambda": vector(["1"] * n, n)})


@kind
def lambda_with_gains():
    """λ for three thousand guesses on a line of twenty"""
    n = 12
    drawn = draws(80)
    gain = [[str(below(drawn, 99)) for _ in range(n)] for _ in range(12_000)]
    text = mechanism("2/3", line(n), mechanism={"matrix": [["1"]] * n}, gain=gain, priors={"p": "uniform"}, claims=[{"claim": "optimal", "prior": "p"}])
    return optimal(text, {"lambda": vector(["99"] * n, n)})


@kind
def better_in_a_word():
    """a truncated geometric on two thousand nodes in a word, and a tight one"""
    n = 2_000
    text = mechanism("2/3", line(n), mechanism={"matrix": [["1"]] * n}, priors={"p": "uniform"}, claims=[{"claim": "optimal", "prior": "p"}])
    said = [holds("stochastic"), holds("dp"), fails("optimal", {"better": {"family": "truncated-geometric"}}, prior="p")]
    return judged(text, said)


@kind
def better_by_rows():
    """a better mechanism of a hundred rows with long numbers"""
    n = 60
    text = mechanism("2/3", complete(n), mechanism={"matrix": [["1"]] * n}, priors={"p": "uniform"}, claims=[{"claim": "optimal", "prior": "p"}])
    rows = [vector([str(k + 1) * 140 for k in range(60)], "9" * 200)] * n
    return judged(text, [holds("stochastic"), holds("dp"), fails("optimal", {"better": {"rows": rows}}, prior="p")])


@kind
def joint_tuples():
    """2^18 tuples of guesses, in a file of hundreds of bytes"""
    names = [f"p{k}" for k in range(18)]
    text = mechanism(query=line(1), gain=[["1"], ["1"]], priors={name: ["1"] for name in names}, claims=[{"claim": "jointly-optimal", "priors": names}])
    optimum = lambda total: {"better": {"rows": [vector(["1"])]}, "lambda": vector([total])}
    said = [fails("jointly-optimal", {"joint": optimum(18), "separate": [optimum(1)] * 18}, priors=names)]
    return judged(text, said)


@kind
def deciding_priors():
    """the priors that decide, of which the certificate has no bounds"""
    from made import rows

    text = mechanism("1/1000000", complete(14), mechanism={"matrix": rows(81, 14, 14, 3)}, claims=["universally-optimal"])
    return judged(text, [holds("stochastic"), holds("dp"), holds("universally-optimal", {"bounds": []})])


@kind
def deciding_priors_of_long_numbers():
    """the same with entries of hundreds of digits"""
    from made import rows

    text = mechanism("1/1" + "0" * 300, complete(8), mechanism={"matrix": rows(81, 8, 8, 300)}, claims=["universally-optimal"])
    return judged(text, [holds("stochastic"), holds("dp"), holds("universally-optimal", {"bounds": []})])


@kind
def remap_of_a_file():
    """a remap of 220 × 220"""
    n = 220
    other = mechanism(query=line(n), mechanism={"matrix": [["1/220"] * n] * n})
    text = mechanism(query=line(n), mechanism={"matrix": [["1/220"] * n] * n}, claims=[{"claim": "derivable", "from": "y.json"}])
    from made import sha256

    witness = {"remap": vector(["1"] * (n * n), n), "sha256": sha256(other)}
    said = [holds("stochastic"), holds("dp"), holds("derivable", witness, **{"from": "y.json"})]
    return judged(text, said, others={"y.json": other})


@kind
def remap_of_tight_constraints():
    """a remap of the mechanism on a line of two thousand"""
    n = 2_500
    text = mechanism(query=line(n), mechanism={"matrix": [["1"]] * n}, claims=["tight-constraints"])
    return judged(text, [holds("stochastic"), holds("dp"), holds("tight-constraints", {"remap": [7]})])


@kind
def factor_of_a_high_degree():
    """a factor of a polynomial of degree 2,000"""
    root = {"root_of": ["-1"] + ["0"] * 1_999 + ["2"], "between": ["0", "1"]}
    text = mechanism(privacy={"alpha": root}, claims=[EXISTS])
    return judged(text, [holds(EXISTS, {"z": vector([["1"], ["1"]], ["1", "1"])})], factor=["-1"] + ["3" * 400] * 1_999)


@kind
def integers_in_the_wrong_place():
    """hundreds of thousands of integers where a witness takes none"""
    return judged(of_line(2), [holds(EXISTS, {"z": vector(["1", "1"], "3"), "extra": [1] * 400_000})])


@kind
def sets_that_are_expected():
    """an expected set of hundreds of algebraic numbers"""
    parts = [[{"root_of": [str(-k), "0", "9001"], "between": ["0", "1"]}, {"root_of": [str(-k - 1), "0", "9001"], "between": ["0", "1"]}] for k in range(1, 4_000, 2)]
    text = mechanism(query=line(3), claims=[{"claim": "threshold", "expect": {"set": {"equals": parts}}}])
    z = {"z": vector([["1"], ["1", "-1"], ["1"]], ["1", "1"])}
    return judged(text, [holds("threshold", z)])


@kind
def hashes_and_files():
    """tens of thousands of paths and hashes"""
    files = {f"y{k}.json": "0" * 64 for k in range(9_000)}
    return judged(mechanism(), [], files=files)
