"""Laws inside the bounds of counts: many sets, nodes, pairs and outputs in an order, searched for and checked."""

from made import below, both, complete, draws, fails, holds, judged, kind, line, mechanism, rows, sha256, vector
from samples import HIGH, LOW, MOST, bounds_of_all, counted, counts, even, searched


def private(at_most="1/10", **more):
    return {"claim": "private-by-sample", "at_most": at_most, **more}


def from_table(rows, query=None, mechanism_of=None, privacy=None):
    """The file `other.json` with a table of its own, as the files beside a mechanism file."""
    made = mechanism_of or {"matrix": rows}
    return {"other.json": mechanism("1/2", query or complete(len(rows)), privacy, mechanism=made)}


FROM = {"claim": "sampled-from", "from": "other.json"}


def few(seed, nodes, outputs, most=3):
    """Small counts: with few bounds that differ, what is costly is the rest."""
    drawn = draws(seed)
    return [[below(drawn, most + 1) for _ in range(outputs)] for _ in range(nodes)]


def shares(rows):
    """The table of the frequencies."""
    return [[f"{c}/{sum(of)}" for c in of] for of in rows]


def sets_of(drawn, outputs, many, size):
    found = {tuple(sorted({0, *(1 + below(drawn, outputs - 1) for _ in range(size))})) for _ in range(2 * many)}
    return [list(s) for s in sorted(found)[:many]]


@kind
def laws_of_a_trillion_at_many_nodes():
    """10^12 runs at each of 400 nodes: all bounds are to be those of the grid"""
    return searched(counted(even(400, 4, MOST), line(400), claims=[private()]))


@kind
def laws_of_a_trillion_in_the_middle():
    """10^12 runs at 40 nodes, each output in half of them"""
    return searched(counted([[MOST // 2 - k, MOST // 2 + k] for k in range(40)], line(40), claims=[private("0")]))


@kind
def laws_of_a_million_at_a_thousand_nodes():
    """a million runs at each of a thousand nodes with four outputs"""
    return searched(counted(even(1_000, 4, 10**6), line(1_000), claims=[private()]))


@kind
def laws_by_sets_at_many_nodes():
    """twelve outputs, 4,096 sets at each of 200 nodes on a line"""
    rows = few(420, 200, 12, 9)
    return both(counted(rows, line(200), claims=[private("1/2"), FROM]), others=from_table(shares(rows), line(200)))


@kind
def laws_by_sets_of_all_pairs():
    """twelve outputs, and 200 nodes that are all neighbours"""
    return searched(counted(few(421, 200, 12, 9), claims=[private("1/2")]))


@kind
def laws_by_sets_at_a_thousand_nodes():
    """twelve outputs at 2,000 nodes, nothing was ever run"""
    return searched(counted([[0] * 12] * 2_000, line(2_000), claims=[private("1")]))


@kind
def laws_by_two_thousand_events():
    """all sets of twelve outputs in a list, at twenty nodes"""
    sets = [[o for o in range(12) if (2 * k + 1) >> o & 1] for k in range(2_047)]
    rows = few(422, 20, 12, 9)
    return both(counted(rows, events=sets, claims=[private("1/2"), FROM]), others=from_table(shares(rows)))


@kind
def laws_by_events_of_thirteen_outputs():
    """four thousand sets of thirteen outputs in a list, and 40 nodes that are all neighbours"""
    rows = few(423, 40, 13, 9)
    made = counted(rows, events=[[o for o in range(13) if (2 * k + 1) >> o & 1] for k in range(4_095)], claims=[private("1/2"), FROM])
    return both(made, others=from_table(shares(rows)))


@kind
def laws_by_five_thousand_events_of_twenty_outputs():
    """five thousand sets of twenty outputs, with weights for all pairs of 60 nodes"""
    return searched(counted(few(424, 60, 20, 9), events=sets_of(draws(425), 20, 5_000, 6), claims=[private("1/2")]))


@kind
def laws_by_weights_of_ten_thousand_outputs():
    """ten thousand outputs at three nodes, with weights"""
    rows = few(426, 3, 10_000)
    return both(counted(rows, claims=[private("1/2"), FROM]), others=from_table(shares(rows)))


@kind
def laws_by_weights_of_all_pairs():
    """two hundred nodes, all neighbours, with a hundred outputs: weights for 39,800 pairs"""
    return searched(counted(few(427, 200, 100), claims=[private("1/2")]))


@kind
def laws_by_weights_of_thousands_of_pairs():
    """a thousand nodes, all neighbours, with thirteen outputs"""
    return searched(counted(few(428, 1_000, 13), claims=[private("1/2")]))


@kind
def laws_at_least_of_ten_thousand_outputs():
    """ten thousand outputs in an order at two nodes: a longest path over all runs of them"""
    rows = few(429, 2, 10_000)
    return both(counted(rows, events="at-least", claims=[private("1/2"), FROM]), others=from_table(shares(rows)))


@kind
def laws_at_least_of_a_thousand_outputs():
    """a thousand outputs in an order at sixty nodes, all neighbours"""
    return searched(counted(few(430, 60, 1_000), events="at-least", claims=[private("1/2")]))


@kind
def laws_at_least_at_a_thousand_nodes():
    """a thousand nodes, all neighbours, with twenty outputs in an order"""
    return searched(counted(few(431, 1_000, 20, 9), events="at-least", claims=[private("1/2")]))


@kind
def laws_of_all_events_at_many_nodes():
    """all sets of sixteen outputs at sixty nodes, of counts of a few"""
    rows = few(432, 60, 16, 9)
    return both(counted(rows, line(60), events="all", claims=[private("1/2"), FROM]), others=from_table(shares(rows), line(60)))


@kind
def laws_of_all_events_of_all_pairs():
    """all sets of sixteen outputs, and 200 nodes that are all neighbours"""
    return searched(counted(few(433, 200, 16, 9), events="all", claims=[private("1/2")]))


@kind
def laws_of_all_events_with_powers_of_two():
    """all sets of sixteen outputs, no two with the same count"""
    return searched(counted([[3 * 2**o for o in range(16)], [2 ** (15 - o) for o in range(16)]], events="all", claims=[private("1/2")]))


@kind
def laws_of_all_events_of_a_trillion():
    """all sets of sixteen outputs that came 10^12 times at eight nodes"""
    return searched(counted(counts(434, 8, 16, MOST), events="all", claims=[private("1/2")]))


@kind
def laws_of_many_claims():
    """a hundred claims of laws at sixty nodes, each with a bound of its own"""
    return searched(counted(few(435, 60, 12, 9), line(60), claims=[private(f"{k}/200") for k in range(100)]))


@kind
def laws_within_a_long_number():
    """a bound of 100,000 digits on δ, and what is expected in as many"""
    claims = [private("0." + "1" * 100_000, expect={"delta_at_most": {"at_most": "0." + "7" * 100_000}})]
    return searched(counted(few(436, 30, 10, 9), claims=claims))


@kind
def laws_at_e():
    """privacy of e^-0.968133484697, twelve outputs and 60 nodes"""
    rows = few(437, 60, 12, 9)
    privacy = {"epsilon": "0.968133484697"}
    made = counted(rows, line(60), privacy=privacy, claims=[private("1/2"), {"claim": "sampled-from", "from": "other.json"}])
    return both(made, others=from_table(shares(rows), line(60), privacy=privacy))


@kind
def laws_at_least_at_e():
    """privacy of e^-1 and a thousand outputs in an order"""
    return searched(counted(few(438, 6, 1_000), events="at-least", privacy={"epsilon": "1"}, claims=[private("1/2")]))


@kind
def laws_by_weights_at_an_algebraic_number():
    """privacy at the root of a polynomial of the hundredth degree, and weights"""
    privacy = {"alpha": {"root_of": ["-1", *["0"] * 98, "1", "1"], "between": ["0", "1"]}}
    return searched(counted(few(439, 20, 200), privacy=privacy, claims=[private("1/2")]))


@kind
def laws_by_sets_at_an_algebraic_number():
    """privacy at the root of a polynomial of the hundredth degree, and twelve outputs"""
    privacy = {"alpha": {"root_of": ["-1", *["0"] * 98, "1", "1"], "between": ["0", "1"]}}
    return searched(counted(few(440, 20, 12, 9), privacy=privacy, claims=[private("1/2")]))


@kind
def a_table_with_functions_of_e():
    """drawn from a table whose entries are long expressions in e^-1, in an order"""
    rows = few(441, 8, 300)
    entries = [[f"(1+a)*{c}/{sum(of)}/2+(1-a)*{c}/{sum(of)}/2" if o % 2 else f"{c}/{sum(of)}" for o, c in enumerate(of)] for of in rows]
    others = from_table(entries, privacy={"epsilon": "1"})
    return both(counted(rows, events="at-least", privacy={"epsilon": "1"}, claims=[FROM]), others=others)


@kind
def a_closed_form_of_e():
    """drawn from a closed form at e^-1 on a line of 200: its numbers have powers of e up to 200"""
    rows = even(200, 200, 10**5)
    claims = [{"claim": "sampled-from", "from": "truncated-geometric"}]
    return searched(counted(rows, line(200), privacy={"epsilon": "1"}, claims=claims))


@kind
def a_closed_form_in_an_order():
    """drawn from a closed form on a line of 250, whose outputs are in an order"""
    rows = few(442, 250, 250)
    return searched(counted(rows, line(250), events="at-least", claims=[{"claim": "sampled-from", "from": "truncated-geometric"}]))


@kind
def a_closed_form_that_is_not_written_out():
    """drawn from a closed form on a line of 400: its name stands for 160,000 entries"""
    rows = few(443, 400, 400)
    return searched(counted(rows, line(400), claims=[{"claim": "sampled-from", "from": "truncated-geometric"}]))


@kind
def a_table_with_thousands_of_others():
    """a table of 20,000 outputs, of which all but three are added up"""
    row_of = lambda k: ["1/4"] * 3 + ["1/80000"] * 20_000
    made = {"matrix": [row_of(0), row_of(1)], "outputs": ["x", "y", "z", *(str(k) for k in range(20_000))]}
    text = counted([[5, 6, 7, 8]] * 2, outputs=["z", "y", "x", "other"], claims=[FROM])
    return both(text, others=from_table(None, complete(2), made))


def of_one_run(nodes, outputs, events="outputs", query=None, claims=None, **more):
    """One run at each node, at a level of 2^-30, so that the bound of what never came is 1 - 2^-30; and that witness, of as many nodes."""
    many = {"outputs": 2 * outputs, "at-least": 2 * outputs - 2, "all": 2**outputs - 2}.get(str(events)) or 2 * len(events)
    rows = [[int(o == i % outputs) for o in range(outputs)] for i in range(nodes)]
    made = counted(rows, query, events=events, confidence=f"1-{nodes * many}/2^30", claims=claims or [private("1")], **more)
    return made, {"upper": [[[-LOW, 69]]] * nodes}


def as_private(text, witness):
    """All that can be asked for is 1."""
    return judged(text, [holds("private-by-sample", witness, at_most="1")])


@kind
def checked_by_sets_at_two_thousand_nodes():
    """twelve outputs: 4,096 sets at each of 2,000 nodes on a line"""
    return as_private(*of_one_run(2_000, 12, query=line(2_000)))


@kind
def checked_by_sets_of_all_pairs():
    """twelve outputs, and 400 nodes that are all neighbours"""
    return as_private(*of_one_run(400, 12))


@kind
def checked_by_two_thousand_events():
    """all sets of twelve outputs in a list, at 200 nodes"""
    return as_private(*of_one_run(200, 12, [[o for o in range(12) if (2 * k + 1) >> o & 1] for k in range(2_047)]))


@kind
def checked_by_events_of_thirteen_outputs():
    """four thousand sets of thirteen outputs in a list, and 120 nodes that are all neighbours"""
    return as_private(*of_one_run(120, 13, [[o for o in range(13) if (2 * k + 1) >> o & 1] for k in range(4_095)]))


@kind
def checked_by_weights_of_ten_thousand_outputs():
    """ten thousand outputs at four nodes that are all neighbours"""
    return as_private(*of_one_run(4, 10_000))


@kind
def checked_by_weights_of_all_pairs():
    """a thousand nodes, all neighbours, with thirteen outputs, and a weight for some"""
    text, witness = of_one_run(1_000, 13)
    return as_private(text, {**witness, "weights": [[0, h, k, 2**40 - k] for h, k in zip(range(1, 1_000), range(10**9, 10**10, 10**6))]})


@kind
def checked_at_least_of_fifty_thousand_outputs():
    """fifty thousand outputs in an order at two nodes"""
    return as_private(*of_one_run(2, 50_000, "at-least"))


@kind
def checked_at_least_of_two_thousand_outputs():
    """two thousand outputs in an order at 40 nodes, all neighbours"""
    return as_private(*of_one_run(40, 2_000, "at-least"))


@kind
def checked_at_least_at_a_thousand_nodes():
    """a thousand nodes, all neighbours, with twenty outputs in an order"""
    return as_private(*of_one_run(1_000, 20, "at-least"))


@kind
def checked_of_all_events_at_many_nodes():
    """all sets of sixteen outputs at sixty nodes"""
    return as_private(*of_one_run(60, 16, "all", line(60)))


@kind
def checked_of_all_events_of_all_pairs():
    """all sets of eleven outputs, and 300 nodes that are all neighbours"""
    return as_private(*of_one_run(300, 11, "all"))


@kind
def checked_by_sets_at_e():
    """privacy of e^-0.968133484697, twelve outputs and 200 nodes"""
    return as_private(*of_one_run(200, 12, query=line(200), privacy={"epsilon": "0.968133484697"}))


@kind
def checked_at_least_at_e():
    """privacy of e^-0.968133484697, and a thousand outputs in an order at four nodes"""
    return as_private(*of_one_run(4, 1_000, "at-least", privacy={"epsilon": "0.968133484697"}))


@kind
def checked_by_sets_at_an_algebraic_number():
    """privacy at the root of a polynomial of the hundredth degree, twelve outputs and forty nodes"""
    privacy = {"alpha": {"root_of": ["-1", *["0"] * 98, "1", "1"], "between": ["0", "1"]}}
    return as_private(*of_one_run(40, 12, privacy=privacy))


@kind
def checked_of_many_claims():
    """two hundred claims of laws at a hundred nodes"""
    claims = [private(f"1+{k}") for k in range(200)]
    text, witness = of_one_run(100, 12, query=line(100), claims=claims)
    return judged(text, [holds("private-by-sample", witness, at_most=f"{1 + k}") for k in range(200)])


def as_drawn(text, witness, rows, query, privacy=None):
    others = from_table(rows, query, privacy=privacy)
    return judged(text, [holds("sampled-from", {**witness, "sha256": sha256(others["other.json"])}, **{"from": "other.json"})], others=others)


@kind
def drawn_by_sets_at_many_nodes():
    """drawn from a table with twelve outputs and numbers of forty digits at 150 nodes"""
    return as_drawn(*of_one_run(150, 12, query=line(150), claims=[FROM]), rows(445, 150, 12, 40), line(150))


@kind
def drawn_at_least_of_two_thousand_outputs():
    """drawn from a table with two thousand outputs in an order and denominators that differ"""
    return as_drawn(*of_one_run(6, 2_000, "at-least", claims=[FROM]), rows(446, 6, 2_000, 40), complete(6))


@kind
def drawn_at_least_of_numbers_of_e():
    """drawn from a table of numbers in e^-1, a thousand outputs in an order"""
    table = [[f"{x}*(1+a)/2" for x in of[1:]] + [f"1-(1-{of[0]})*(1+a)/2"] for of in rows(447, 3, 1_000, 9)]
    privacy = {"epsilon": "1"}
    return as_drawn(*of_one_run(3, 1_000, "at-least", claims=[FROM], privacy=privacy), table, complete(3), privacy)


@kind
def drawn_by_sets_of_numbers_of_e():
    """drawn from a table of numbers in e^-0.968133484697, with twelve outputs"""
    table = [[f"{x}*(1+a)/2" for x in of[1:]] + [f"1-(1-{of[0]})*(1+a)/2"] for of in rows(448, 60, 12, 9)]
    privacy = {"epsilon": "0.968133484697"}
    return as_drawn(*of_one_run(60, 12, claims=[FROM], privacy=privacy), table, complete(60), privacy)


@kind
def drawn_of_all_events():
    """drawn from a table with sixteen outputs at four nodes, all events"""
    return as_drawn(*of_one_run(4, 16, "all", claims=[FROM]), rows(449, 4, 16, 400), complete(4))


@kind
def bounds_that_are_not_the_grids():
    """bounds for all counts of 2,000 nodes, each one step of the grid too low"""
    rows = [[MOST // 2 - k, MOST // 2 + k] for k in range(2_000)]
    text = counted(rows, line(2_000), claims=[private()])
    return judged(text, [holds("private-by-sample", bounds_of_all(rows, lambda k: [HIGH - 1 - k, 41]), at_most="1/10")])


@kind
def weights_by_the_thousand():
    """weights of pairs of which each is named often"""
    text = counted([[5] * 20, [6] * 20], claims=[private()])
    witness = {**bounds_of_all([[5] * 20, [6] * 20], lambda k: [HIGH - 1 - k, 41]), "weights": [[0, 1, 1, 2**40]] * 30_000}
    return judged(text, [holds("private-by-sample", witness, at_most="1/10")])


@kind
def laws_of_long_numbers():
    """laws over a denominator of 100,000 digits, of outputs in 2,000 sets"""
    rows = [[0] * 12] * 2
    sets = [[o for o in range(12) if (2 * k + 1) >> o & 1] for k in range(2_047)]
    long = "1" + "0" * 100_000
    law = vector([int("4" * 40)] * 11 + [0], long)
    witness = {"upper": [[], []], "pair": [0, 1], "outputs": [0], "laws": [law, law]}
    return judged(counted(rows, events=sets, claims=[private()]), [fails("private-by-sample", witness, at_most="1/10")])


@kind
def laws_of_ten_thousand_outputs():
    """two laws of ten thousand outputs in an order, inside no bound"""
    rows = few(444, 2, 10_000)
    law = vector([1] * 10_000, 10_000)
    witness = {"upper": [[], []], "pair": [0, 1], "outputs": list(range(0, 10_000, 2)), "laws": [law, law]}
    return judged(counted(rows, events="at-least", claims=[private()]), [fails("private-by-sample", witness, at_most="1/10")])
