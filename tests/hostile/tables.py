"""Tables, priors, gains and claims about them."""

from made import E, SYMBOLIC, below, both, complete, decimal, draws, hamming, kind, line, logarithm, mechanism, row, rows


@kind
def wide():
    """two answers with 50,000 outputs"""
    return both(mechanism(mechanism={"matrix": [["1/50000"] * 50_000] + [["0", "1/25000"] * 25_000]}))


@kind
def wide_with_claims():
    """the same, with every claim about two rows"""
    claims = ["capacity", {"claim": "approximate-dp"}, {"claim": "renyi-dp", "order": 9, "bound": 3}, "tight-constraints", {"claim": "utility", "prior": "p"}, {"claim": "optimal", "prior": "p"}, "universally-optimal"]
    drawn = draws(11)
    matrix = [[f"{1 + below(drawn, 900)}" for _ in range(50_000)] for _ in range(2)]
    totals = [sum(map(int, r)) for r in matrix]
    matrix = [[f"{x}/{t}" for x in r] for r, t in zip(matrix, totals)]
    text = mechanism(mechanism={"matrix": [r[:30_000] for r in matrix]}, priors={"p": "uniform"}, claims=claims)
    return both(text)


@kind
def wide_on_one_node():
    """one answer with 100,000 outputs"""
    return both(mechanism(query=line(1), mechanism={"matrix": [["1/90000"] * 90_000]}, claims=["capacity"]))


@kind
def tall():
    """20,000 answers with two outputs"""
    claims = ["capacity", "universally-optimal", {"claim": "group-privacy", "distance": 9_999}]
    return both(mechanism("1/2", line(20_000), mechanism={"matrix": [["1/2", "1/2"]] * 20_000}, claims=claims))


def square(nodes, claims, digits=4, alpha="1/2", query=None, seed=12, **rest):
    matrix = rows(seed, nodes, nodes, digits)
    return both(mechanism(alpha, query or complete(nodes), mechanism={"matrix": matrix}, priors={"p": "uniform"}, claims=claims, **rest))


@kind
def square_of_two_hundred():
    """a table of 200 answers and outputs, with what is computed"""
    return square(200, ["capacity", {"claim": "utility", "prior": "p"}, {"claim": "leakage", "prior": "p"}, "tight-constraints"])


@kind
def square_with_a_delta():
    """approximate privacy of 200 answers and outputs"""
    return square(200, [], privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def square_renyi():
    """Rényi divergence of order 60 of 100 answers and outputs"""
    return square(100, [{"claim": "renyi-dp", "order": 60, "bound": 3}])


@kind
def square_long():
    """a table of 40 × 40 with numbers of a hundred digits"""
    claims = ["capacity", {"claim": "approximate-dp"}, {"claim": "utility", "prior": "p"}, "tight-constraints"]
    return square(40, claims, digits=100)


@kind
def square_optimal():
    """optimality of a random table of 60 on a complete graph"""
    return square(60, [{"claim": "optimal", "prior": "p"}])


@kind
def square_optimal_on_a_graph():
    """optimality of an equal-rows table of 40 on a random graph, with a random prior"""
    from graphs import random_edges

    nodes = 40
    prior = row(draws(13), nodes, 9)
    text = mechanism("2/3", {"nodes": nodes, "edges": random_edges(nodes, 80)}, mechanism={"matrix": [[f"1/{nodes}"] * nodes] * nodes}, priors={"p": prior}, claims=[{"claim": "optimal", "prior": "p"}])
    return both(text)


@kind
def square_optimal_dozen():
    """optimality on a random graph of 12 with a prior of 40 digits"""
    from graphs import random_edges

    prior = row(draws(14), 12, 40)
    text = mechanism("1-1e-30", {"nodes": 12, "edges": random_edges(12, 20)}, mechanism={"matrix": [["1/12"] * 12] * 12}, priors={"p": prior}, claims=[{"claim": "optimal", "prior": "p"}, {"claim": "utility-bound", "prior": "p"}])
    return both(text)


@kind
def universally_optimal():
    """the priors that decide of a 12 × 12 table"""
    matrix = [[str(r) for r in entries] for entries in rows(15, 12, 12, 3)]
    return both(mechanism("1/1000000", complete(12), mechanism={"matrix": matrix}, claims=["universally-optimal"]))


@kind
def universally_optimal_on_an_edge():
    """the priors that decide of two answers with thousands of outputs"""
    drawn = draws(16)
    entries = [f"{1 + below(drawn, 10**6)}/{10**10}" for _ in range(15_000)]
    other = [f"{1 + below(drawn, 10**6)}/{10**10}" for _ in range(15_000)]
    matrix = [entries + ["1-(" + "+".join(entries[:5_000]) + ")"], other + ["1/2"]]
    return both(mechanism("1/10000000", line(2), mechanism={"matrix": matrix}, claims=["universally-optimal"]))


@kind
def jointly_optimal():
    """six priors on a ring of six: 6^6 tuples of guesses"""
    priors = {f"p{k}": row(draws(20 + k), 6, 5) for k in range(6)}
    claims = [{"claim": "jointly-optimal", "priors": list(priors)}]
    return both(mechanism("1/2", {"graph": "cycle", "nodes": 6}, priors=priors, claims=claims))


@kind
def jointly_optimal_of_many():
    """a hundred priors at once"""
    priors = {f"p{k}": row(draws(20 + k), 4, 5) for k in range(100)}
    claims = [{"claim": "jointly-optimal", "priors": list(priors)}]
    return both(mechanism("1/2", {"graph": "cycle", "nodes": 4}, priors=priors, claims=claims))


@kind
def jointly_optimal_of_two():
    """two priors on a random graph of 14"""
    from graphs import random_edges

    priors = {f"p{k}": row(draws(30 + k), 14, 8) for k in range(2)}
    query = {"nodes": 14, "edges": random_edges(14, 25)}
    return both(mechanism("1/2", query, priors=priors, claims=[{"claim": "jointly-optimal", "priors": ["p0", "p1"]}]))


@kind
def dp_within_rounding():
    """whether some private table of 30 × 30 is near"""
    made = {"matrix": rows(17, 30, 30, 3), "rounding": "1/100"}
    return both(mechanism("1/2", complete(30), mechanism=made, claims=["dp-within-rounding"]))


@kind
def dp_within_rounding_on_a_line():
    """the same of 100 answers on a line"""
    made = {"matrix": rows(17, 100, 60, 3), "rounding": "1/100"}
    return both(mechanism("1/2", line(100), mechanism=made, claims=["dp-within-rounding"]))


@kind
def derivable_from_a_file():
    """whether a table of 36 × 36 comes from another one"""
    other = mechanism("1/2", complete(36), mechanism={"matrix": rows(18, 36, 36, 3)})
    claims = [{"claim": "derivable", "from": "y.json"}]
    return both(mechanism("1/2", complete(36), mechanism={"matrix": rows(19, 36, 36, 3)}, claims=claims), others={"y.json": other})


@kind
def derivable_from_a_wide_file():
    """the same from a table with two thousand outputs"""
    other = mechanism("1/2", line(2), mechanism={"matrix": rows(18, 2, 15_000, 3)})
    claims = [{"claim": "derivable", "from": "y.json"}]
    return both(mechanism("1/2", line(2), mechanism={"matrix": rows(19, 2, 15_000, 3)}, claims=claims), others={"y.json": other})


@kind
def derivable_from_a_closed_form():
    """one output on 20,000 nodes from the uniform mechanism"""
    return both(mechanism("1/2", line(20_000), mechanism={"matrix": [["1"]] * 20_000}, claims=[{"claim": "derivable", "from": "uniform"}]))


@kind
def trade_off_from_a_wide_file():
    """tests of two rows with 15,000 outputs each"""
    other = mechanism("1/2", line(2), mechanism={"matrix": rows(21, 2, 15_000, 4)})
    claims = [{"claim": "trade-off", "from": "y.json"}, {"claim": "trade-off", "from": "y.json", "pair": [0, 1]}]
    return both(mechanism("1/2", line(2), mechanism={"matrix": rows(22, 2, 15_000, 4)}, claims=claims), others={"y.json": other})


@kind
def trade_off_of_all_pairs():
    """tests of all pairs of 80 answers against those of 80 others"""
    other = mechanism("1/2", complete(80), mechanism={"matrix": rows(23, 80, 80, 4)})
    claims = [{"claim": "trade-off", "from": "y.json"}]
    return both(mechanism("1/2", complete(80), mechanism={"matrix": rows(24, 80, 80, 4)}, claims=claims), others={"y.json": other})


@kind
def trade_off_of_many_pairs():
    """a claim for each pair of another file's answers"""
    other = mechanism("1/2", complete(50), mechanism={"matrix": rows(23, 50, 50, 4)})
    claims = [{"claim": "trade-off", "from": "y.json", "pair": [i, j]} for i in range(50) for j in range(50) if i != j]
    return both(mechanism("1/2", complete(50), mechanism={"matrix": rows(24, 50, 50, 4)}, claims=claims), others={"y.json": other})


@kind
def trade_off_of_a_large_complete_graph():
    """another file's sixteen million pairs of neighbours"""
    other = mechanism("1/2", complete(4_000), mechanism={"matrix": [["1/2", "1/2"]] * 4_000})
    return both(mechanism(mechanism={"matrix": [["1/2", "1/2"]] * 2}, claims=[{"claim": "trade-off", "from": "y.json"}]), others={"y.json": other})


@kind
def files_by_the_dozen():
    """64 other files"""
    others = {f"y{k}.json": mechanism("1/2", line(20), mechanism={"matrix": rows(k, 20, 20, 3)}) for k in range(64)}
    claims = [{"claim": "derivable", "from": name} for name in others]
    return both(mechanism("1/2", line(20), mechanism={"matrix": rows(25, 20, 20, 3)}, claims=claims), others=others)


@kind
def files_that_name_each_other():
    """files whose claims and parts are from each other, and from themselves"""
    names = [f"y{k}.json" for k in range(40)]
    made = {"compose": [{"file": name} for name in names]}
    other = mechanism("1/2", line(2), mechanism=made, claims=[{"claim": "derivable", "from": name} for name in names + ["m.json"]])
    return both(other, others={name: other for name in names})


@kind
def g_capacity():
    """the priors that decide of 40 random guesses at 24 nodes"""
    gain = [[str(below(drawn, 1_000)) for _ in range(24)] for drawn in [draws(26)] for _ in range(40)]
    return both(mechanism("1/2", complete(24), mechanism={"matrix": rows(27, 24, 5, 3)}, gain=gain, claims=["g-capacity"]))


@kind
def g_capacity_binary():
    """2^20 priors of the binary gain"""
    return both(mechanism("1/2", complete(20), mechanism={"matrix": rows(28, 20, 5, 3)}, claims=["g-capacity"]))


@kind
def g_capacity_long():
    """gains of a hundred digits"""
    drawn = draws(29)
    gain = [[str(below(drawn, 10**9) ** 11) for _ in range(12)] for _ in range(100)]
    return both(mechanism("1/2", complete(12), mechanism={"matrix": rows(27, 12, 5, 60)}, gain=gain, claims=["g-capacity"]))


@kind
def gains_of_many_guesses():
    """twenty thousand guesses at ten nodes"""
    drawn = draws(31)
    gain = [[str(below(drawn, 1_000)) for _ in range(10)] for _ in range(16_000)]
    claims = [{"claim": "utility", "prior": "p"}, {"claim": "g-leakage", "prior": "p"}, {"claim": "optimal", "prior": "p"}]
    return both(mechanism("1/2", line(10), mechanism={"matrix": rows(32, 10, 10, 3)}, gain=gain, priors={"p": "uniform"}, claims=claims))


@kind
def gains_by_distance():
    """a loss by node number on hundreds of nodes"""
    claims = [{"claim": "utility", "prior": "p"}, {"claim": "optimal", "prior": "p"}]
    return both(mechanism("1/2", line(700), mechanism={"family": "truncated-geometric"}, loss="squared", priors={"p": "uniform"}, claims=claims))


@kind
def priors_by_the_thousand():
    """thousands of priors, with a claim and findings for each"""
    priors = {f"p{k}": ["1/3", "1/6", "1/2"] for k in range(7_000)}
    claims = [{"claim": "utility", "prior": name} for name in priors]
    return both(mechanism("1/2", line(3), mechanism={"family": "truncated-geometric"}, priors=priors, claims=claims))


@kind
def priors_that_are_corners():
    """corners of a line of 9,000"""
    priors = {f"p{k}": {"corner": k} for k in range(3_000)}
    return both(mechanism("1/2", line(9_000), priors=priors))


@kind
def priors_with_bounds():
    """bounds for hundreds of priors on a random graph"""
    from graphs import random_edges

    priors = {f"p{k}": row(draws(40 + k), 20, 6) for k in range(300)}
    claims = [{"claim": claim, "prior": name} for name in priors for claim in ("utility-bound", "regular")]
    return both(mechanism("2/3", {"nodes": 20, "edges": random_edges(20, 40)}, priors=priors, claims=claims))


@kind
def claims_by_the_thousand():
    """thousands of different claims about groups"""
    claims = [{"claim": "group-privacy", "distance": k + 1} for k in range(9_000)]
    return both(mechanism("1/2", line(40), mechanism={"matrix": rows(33, 40, 3, 3)}, claims=claims))


@kind
def claims_with_expectations():
    """one claim thousands of times, each with its expectation"""
    claims = [{"claim": "capacity", "expect": {"bits": {"at_least": f"{k}/99991"}}} for k in range(7_000)]
    return both(mechanism("1/2", line(40), mechanism={"matrix": rows(33, 40, 3, 3)}, claims=claims))


@kind
def orders_of_renyi():
    """hundreds of orders up to 9,999"""
    claims = [{"claim": "renyi-dp", "order": 9_999 - k, "bound": "1/3"} for k in range(400)]
    return both(mechanism("1/2", line(3), mechanism={"matrix": rows(34, 3, 3, 9)}, claims=claims))


@kind
def order_of_a_billion():
    """a Rényi divergence of the order 999,999,999"""
    return both(mechanism(mechanism={"matrix": [["1/3", "2/3"], ["1/2", "1/2"]]}, claims=[{"claim": "renyi-dp", "order": 999_999_999, "bound": 1}]))


@kind
def order_with_a_near_bound():
    """a divergence that agrees with its bound in thousands of digits"""
    matrix = [["1/3", "2/3"], ["1/2", "1/2"]]
    # The larger sum is 1/4·(3 + 3/2) = 9/8.
    bound = decimal(logarithm(9, 8, 30_000), 1 << 30_000, 9_000)
    return both(mechanism(mechanism={"matrix": matrix}, claims=[{"claim": "renyi-dp", "order": 2, "bound": bound[:k]} for k in range(2_000, 9_000, 250)]))


@kind
def groups_on_a_line():
    """groups of every size on a line of 600, with a table"""
    claims = [{"claim": "group-privacy", "distance": k, "at_most": True} for k in range(1, 600)]
    return both(mechanism("1/2", line(600), mechanism={"matrix": rows(35, 600, 20, 3)}, claims=claims))


@kind
def symbolic_table():
    """a table of polynomials at every α"""
    entries = [[f"(1+{(i * 7 + j) % 9 + 1}*a^{(i + j) % 12})/400" for j in range(20)] for i in range(12)]
    matrix = [r + ["1-(" + "+".join(r) + ")"] for r in entries]
    claims = ["capacity", {"claim": "approximate-dp"}, {"claim": "utility", "prior": "p"}]
    return both(mechanism(privacy=SYMBOLIC, query=line(12), mechanism={"matrix": matrix}, priors={"p": "uniform"}, claims=claims))


@kind
def symbolic_optimum():
    """optima at every α, on a ring"""
    claims = [{"claim": "optimal", "prior": "p"}, {"claim": "utility-bound", "prior": "p"}]
    made = {"matrix": [["1/9"] * 9] * 9}
    return both(mechanism(privacy=SYMBOLIC, query={"graph": "cycle", "nodes": 9}, mechanism=made, priors={"p": row(draws(36), 9, 4)}, claims=claims))


@kind
def table_at_e():
    """a table of quotients at e^-1"""
    matrix = [[f"a^{abs(i - j)}/({'+'.join(f'a^{abs(i - k)}' for k in range(40))})" for j in range(40)] for i in range(40)]
    claims = ["capacity", {"claim": "approximate-dp"}, {"claim": "optimal", "prior": "p"}, "tight-constraints"]
    return both(mechanism(privacy=E, query=line(40), mechanism={"matrix": matrix}, priors={"p": "uniform"}, claims=claims))


@kind
def individual_leakage():
    """what a random table leaks about each of nine individuals"""
    return both(mechanism("1/2", hamming(2, 9), mechanism={"matrix": rows(37, 512, 60, 3)}, claims=["individual-leakage"]))


@kind
def oblivious():
    """rows of thousands of databases by their answers"""
    query = {"databases": {"values": 2, "individuals": 13}, "answers": [k % 3 for k in range(8_192)]}
    return both(mechanism("1/2", query, mechanism={"matrix": [["1/4", "3/4"]] * 8_192}, claims=["oblivious"]))
