"""Counts of runs: many, of many nodes and events, with long numbers, and bounds at the ends of the grid."""

import json

from graphs import random_edges
from made import below, both, complete, draws, holds, judged, kind, line, mechanism, row

MOST = 10**12
LOW, HIGH = 2**39, 2**40
CLAIM = "not-refuted"


def counted(rows, query=None, confidence="0.95", privacy=None, claims=(), **more):
    made = {"counts": rows, "confidence": confidence, **more}
    return mechanism("1/2", query or complete(len(rows)), privacy, mechanism=made, claims=list(claims))


def searched(text):
    """What `certify` makes of it; and a certificate without a bound."""
    return both(text, [holds(CLAIM, {"upper": []})])


def counts(seed, nodes, outputs, most):
    drawn = draws(seed)
    return [[below(drawn, most // outputs) for _ in range(outputs)] for _ in range(nodes)]


def even(nodes, outputs, runs):
    """Nearly as often each output."""
    return [[runs // outputs - i for _ in range(outputs)] for i in range(nodes)]


def bounds_of_all(rows, bound):
    """A bound for each different count of an output and of all others, below the runs."""
    of = lambda row: {a for c in row for a in (c, sum(row) - c) if a < sum(row)}
    return {"upper": [[bound(k) for k in range(len(of(row)))] for row in rows]}


@kind
def counts_of_a_trillion_in_the_middle():
    """10^12 runs at two nodes, each output in half of them"""
    return searched(counted([[MOST // 2, MOST // 2], [MOST // 2 - 1, MOST // 2 + 1]]))


@kind
def counts_of_a_trillion_at_many_nodes():
    """10^12 runs at each of 400 nodes, with four outputs that are about as frequent"""
    return searched(counted(even(400, 4, MOST), line(400)))


@kind
def counts_of_a_trillion_at_a_high_level():
    """10^12 runs and a confidence near 0: tails near 1/2"""
    return searched(counted([[MOST // 2, MOST // 2]] * 2, confidence="1/10^30"))


@kind
def counts_of_few_in_a_trillion():
    """one run of 10^12 with another output"""
    return searched(counted([[MOST - 1, 1], [1, MOST - 1], [MOST, 0]], line(3)))


@kind
def counts_of_all_events():
    """all events of sixteen outputs, with powers of two as counts: no two events have the same"""
    rows = [[3 * 2**o for o in range(16)], [2 ** (15 - o) for o in range(16)]]
    return searched(counted(rows, events="all"))


@kind
def counts_of_all_events_of_a_trillion():
    """all events of sixteen outputs that came 10^12 times at eight nodes"""
    return searched(counted(counts(401, 8, 16, MOST), events="all"))


@kind
def counts_of_ten_thousand_sets():
    """ten thousand sets of twenty outputs"""
    drawn = draws(402)
    sets = {tuple(sorted({0, *(1 + below(drawn, 19) for _ in range(6))})) for _ in range(10_000)}
    return searched(counted(counts(403, 6, 20, MOST), events=[list(s) for s in sorted(sets)]))


@kind
def counts_of_as_many_sets_as_there_may_be():
    """five thousand sets of twenty outputs, no two of them with the same count"""
    drawn = draws(416)
    sets = {tuple(sorted({0, *(1 + below(drawn, 19) for _ in range(6))})) for _ in range(10_000)}
    return searched(counted(counts(417, 2, 20, MOST), events=[list(s) for s in sorted(sets)[:5_000]]))


@kind
def counts_of_sets_that_are_long():
    """hundreds of sets of hundreds of outputs"""
    sets = [[o for o in range(500) if o == 0 or o * k % 997 < 400] for k in range(2, 400)]
    return searched(counted(counts(404, 3, 500, 10**9), events=sets))


@kind
def counts_of_sets_twice_and_of_complements():
    """sets of which hundreds are the same, or complements"""
    sets = [[o for o in range(40) if (o < k % 19 + 1) != (k % 2 > 0)] for k in range(4_000)]
    return searched(counted(counts(405, 2, 40, 10**6), events=sets))


@kind
def counts_of_a_thousand_nodes():
    """a thousand nodes, all of them neighbours, with twenty outputs"""
    return searched(counted(counts(406, 1_000, 20, 10**6)))


@kind
def counts_of_twenty_thousand_nodes():
    """as many nodes as a file may have, on a line, with runs of their own"""
    return searched(counted(counts(407, 20_000, 3, 10**6), line(20_000)))


@kind
def counts_on_a_random_graph():
    """three thousand nodes with 40,000 edges and outputs in an order"""
    query = {"nodes": 3_000, "edges": random_edges(3_000, 40_000, 6)}
    return searched(counted(counts(408, 3_000, 12, 10**5), query, events="at-least"))


@kind
def counts_of_ten_thousand_outputs():
    """two nodes with ten thousand outputs each"""
    return searched(counted(counts(409, 2, 10_000, 10**12)))


@kind
def counts_at_least_of_ten_thousand_outputs():
    """two nodes with ten thousand outputs in an order"""
    return searched(counted(counts(410, 2, 10_000, 10**9), events="at-least"))


@kind
def counts_of_nothing():
    """nodes at which nothing was run"""
    return searched(counted([[0] * 50] * 2_000, line(2_000)))


@kind
def counts_of_nothing_among_neighbours():
    """a thousand nodes at which nothing was run, all of them neighbours, with 400 events"""
    return searched(counted([[0] * 200] * 1_000))


@kind
def counts_that_are_whole_among_neighbours():
    """a thousand nodes, all of them neighbours, at which all runs had one of 120 outputs, with a bound for each node"""
    rows = [[0] * (i % 120) + [MOST] + [0] * (119 - i % 120) for i in range(1_000)]
    return both(counted(rows), [holds(CLAIM, {"upper": [[[LOW, 60]]] * 1_000})])


@kind
def counts_of_one_output():
    """fifteen of sixteen outputs never came, and all events"""
    return searched(counted([[MOST] + [0] * 15] * 200, line(200), events="all"))


@kind
def confidence_of_thousands_of_digits():
    """a confidence of 60,000 digits, and a million runs"""
    return searched(counted(even(4, 3, 10**6), confidence="0." + "3" * 60_000))


@kind
def confidence_in_many_terms():
    """a confidence that is a sum of thousands of fractions"""
    text = "+".join(f"1/{10**6 + 3 * k}" for k in range(3_000))
    return searched(counted(even(3, 3, 10**6), confidence=text))


@kind
def confidence_that_is_high():
    """a confidence of 1 - 10^-12, with 10^12 runs at 300 nodes"""
    return searched(counted(even(300, 3, MOST), line(300), confidence="1-1e-12"))


@kind
def confidence_at_a_tie():
    """a level of 2^-30, which no run of n at 1 - 2^-(30/n) has: tails that are their level, at numbers of the grid"""
    rows = [[0, n] for n in (1, 2, 3, 5, 6, 10, 15, 30)] * 400
    return searched(counted(rows, line(len(rows)), confidence=f"1-{2 * len(rows)}/2^30"))


@kind
def counts_at_e():
    """privacy of e^-0.968133484697, and what is expected in many digits"""
    privacy = {"epsilon": "0.968133484697", "delta": "1/10"}
    claims = [{"claim": CLAIM, "expect": {"epsilon_at_least": {"at_most": f"0.{'7' * 20_000}"}}}]
    return searched(counted(counts(411, 40, 6, 10**9), privacy=privacy, claims=claims))


@kind
def counts_at_an_algebraic_number():
    """privacy at the root of a polynomial of the hundredth degree"""
    privacy = {"alpha": {"root_of": ["-1", *["0"] * 98, "1", "1"], "between": ["0", "1"]}}
    return searched(counted(counts(412, 40, 6, 10**9), privacy=privacy))


@kind
def counts_with_a_long_delta():
    """a δ of 20,000 digits, subtracted from each bound"""
    privacy = {"alpha": "2/3", "delta": "0." + "0" * 500 + "3" * 19_500}
    return searched(counted(counts(413, 60, 6, 10**9), privacy=privacy))


@kind
def counts_near_what_is_private():
    """randomised response, counted a trillion times: the claim nearly fails"""
    rows = [[2 * MOST // 3 if i == o else MOST // 3 for o in range(2)] for i in range(2)]
    return searched(counted(rows))


@kind
def counts_beside_other_claims():
    """what has nothing to do with X beside counts at 200 nodes"""
    claims = ["tight-constraints-exist", "threshold", {"claim": "utility-bound", "prior": "p"}, {"claim": "leakage-bound", "prior": "p"}]
    text = json.loads(counted(counts(414, 60, 4, 10**6), claims=claims, query={"nodes": 60, "edges": random_edges(60, 90)}))
    return both({**text, "priors": {"p": row(draws(415), 60, 8)}}, [holds(CLAIM, {"upper": []})])


@kind
def bounds_at_the_least_of_the_grid():
    """bounds of 2^-217, which no count has, for 10^12 runs"""
    rows = even(300, 4, MOST)
    return judged(counted(rows, line(300)), [holds(CLAIM, bounds_of_all(rows, lambda k: [LOW + k, 256]))])


@kind
def bounds_at_the_greatest_of_the_grid():
    """bounds of 1 - 2^-217 for counts in the middle"""
    rows = even(300, 4, MOST)
    return judged(counted(rows, line(300)), [holds(CLAIM, bounds_of_all(rows, lambda k: [-HIGH + 1 + k, 256]))])


@kind
def bounds_in_the_middle():
    """bounds near 1/2, whose tails are those of counts at the mean"""
    rows = [[MOST // 2 - k, MOST // 2 + k] for k in range(2_000)]
    return judged(counted(rows, line(2_000)), [holds(CLAIM, bounds_of_all(rows, lambda k: [HIGH - 1 - k, 41]))])


@kind
def bounds_by_the_hundred_thousand():
    """more bounds than there are counts"""
    upper = [[[LOW + k, 41] for k in range(20_000)] for _ in range(2)]
    return judged(counted([[5, 6], [6, 5]]), [holds(CLAIM, {"upper": upper})])


@kind
def bounds_of_long_numbers():
    """a bound whose k has a hundred thousand digits"""
    text = counted([[5, 6], [6, 5]])
    said = json.dumps([holds(CLAIM, {"upper": [[[LOW, 41]] * 2] * 2})]).replace(str(LOW), "9" * 100_000, 1)
    return judged(text, said)


@kind
def bounds_of_nodes_without_runs():
    """a list of bounds for each of 20,000 nodes without a run"""
    text = counted([[0, 0]] * 20_000, line(20_000))
    return judged(text, [holds(CLAIM, {"upper": [[]] * 20_000})])
