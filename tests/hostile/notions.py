"""Claims of later notions: adversaries, lengths, tests, gains, powers of e, noise; and several costly things in one file."""

from compositions import ADAPTIVE, COIN, composed
from graphs import random_edges
from made import E, SYMBOLIC, below, both, complete, draws, kind, line, mechanism, row, rows

A_DELTA = {"alpha": "1/2", "delta": "1/10"}


def lengthy(nodes, edges, seed, length):
    drawn = draws(seed)
    return {"nodes": nodes, "edges": [[i, j, length(drawn)] for i, j in random_edges(nodes, edges, seed)]}


@kind
def adaptive_files():
    """an adversary with sixty parts from other files"""
    others = {f"y{k}.json": mechanism("1/2", complete(3), mechanism={"matrix": rows(k, 3, 3, 3)}) for k in range(60)}
    text = mechanism(privacy=A_DELTA, query=complete(3), mechanism={"compose": [{"file": name} for name in others]}, claims=ADAPTIVE)
    return both(text, others=others)


@kind
def adaptive_coins():
    """hundreds of unlike coins before an adversary"""
    parts = [{"matrix": [[f"{k}/9973", f"{9_973 - k}/9973"], ["1/2", "1/2"]]} for k in range(1, 400)]
    return composed(parts, ADAPTIVE, query=complete(2), privacy=A_DELTA)


@kind
def adaptive_long_numbers():
    """as many ways to choose as are tried, in numbers of a hundred digits"""
    return composed([{"matrix": rows(80 + k, 3, 3, 100)} for k in range(4)], ADAPTIVE, query=line(3), privacy=A_DELTA)


@kind
def adaptive_pairs_of_few_outputs():
    """all pairs of 400 answers with two outputs"""
    return composed([{"matrix": rows(84, 400, 2, 4), "times": 3}], ADAPTIVE, query=complete(400), privacy=A_DELTA)


@kind
def adaptive_pairs_without_an_order():
    """pairs none of which dominates another: mirrored rows"""
    drawn = draws(85)
    matrix = [sorted(row(drawn, 12, 4), key=lambda x: int(x.split("/")[0]), reverse=k % 2 > 0) for k in range(120)]
    return composed([{"matrix": matrix}] * 2, ADAPTIVE, query=complete(120), privacy=A_DELTA)


@kind
def adaptive_with_a_long_delta():
    """a δ of 20,000 digits against 500 uses"""
    privacy = {"alpha": "1/2", "delta": "0." + "0" * 19_000 + "3" * 1_000}
    return composed([{"matrix": [["2/3", "1/3"], ["1/4", "3/4"]], "times": 500}], ADAPTIVE, query=complete(2), privacy=privacy)


@kind
def parts_with_orders():
    """divergences of high order of a composition"""
    claims = [{"claim": "renyi-dp", "order": 100 * k, "bound": 3} for k in range(1, 60)]
    return composed([{"matrix": rows(86 + k, 6, 6, 6), "times": 40} for k in range(5)], claims, query=complete(6))


@kind
def parts_on_a_large_graph():
    """three parts on a random graph of three thousand nodes"""
    parts = [{"matrix": [[f"{1 + (k * i) % 97}/99", f"{98 - (k * i) % 97}/99"] for i in range(3_000)], "times": 2} for k in (3, 5, 7)]
    return composed(parts, ["capacity"], query={"nodes": 3_000, "edges": random_edges(3_000, 9_000)}, privacy=A_DELTA)


@kind
def parts_with_lengths():
    """a composition on places with lengths"""
    query = lengthy(150, 4_000, 6, lambda drawn: f"{1 + below(drawn, 99)}/10")
    claims = [{"claim": "group-privacy", "distance": k} for k in range(1, 9)]
    return composed([{"matrix": rows(87, 150, 4, 3), "times": 3}], claims, query=query)


@kind
def lengths_of_forty_digits():
    """lengths of forty digits without a common divisor"""
    query = lengthy(20, 40, 7, lambda drawn: f"{1 + below(drawn, 10**9) ** 4}/{1 + below(drawn, 10**9) ** 4}")
    return both(mechanism("1/2", query, claims=["tight-constraints-exist"]))


@kind
def lengths_of_one_denominator():
    """thousandths of an α that is no power, with claims on the graph"""
    query = lengthy(60, 300, 8, lambda drawn: f"{1 + below(drawn, 9_999)}/1000")
    claims = ["tight-constraints-exist", {"claim": "regular", "prior": "p"}, {"claim": "utility-bound", "prior": "p"}]
    return both(mechanism("1/3", query, priors={"p": "uniform"}, claims=claims))


@kind
def lengths_of_a_dense_table():
    """three hundred places, all pairs with a length, and a table"""
    drawn = draws(9)
    edges = [[i, j, 1 + below(drawn, 9)] for i in range(260) for j in range(i)]
    text = mechanism("1/2", {"nodes": 260, "edges": edges}, mechanism={"matrix": rows(88, 260, 40, 3)}, claims=["capacity"])
    return both(text)


@kind
def lengths_symbolic():
    """lengths on a ring at every α"""
    query = {"nodes": 16, "edges": [[k, (k + 1) % 16, f"{k + 1}/3"] for k in range(16)]}
    claims = ["tight-constraints-exist", {"claim": "utility-bound", "prior": "p"}]
    return both(mechanism(privacy=SYMBOLIC, query=query, priors={"p": "uniform"}, claims=claims))


@kind
def trade_off_of_a_composition():
    """tests of forty uses against those of another file"""
    others = {"y.json": mechanism("1/2", line(2), mechanism={"matrix": rows(89, 2, 8_000, 4)})}
    parts = [{"matrix": rows(90 + k, 2, 3, 4), "times": 10} for k in range(4)]
    text = mechanism(query=line(2), mechanism={"compose": parts}, claims=[{"claim": "trade-off", "from": "y.json"}])
    return both(text, others=others)


@kind
def trade_off_of_long_numbers():
    """tests of rows whose numbers have two hundred digits"""
    other = mechanism("1/2", line(2), mechanism={"matrix": rows(94, 2, 500, 200)})
    text = mechanism("1/2", line(2), mechanism={"matrix": rows(95, 2, 500, 200)}, claims=[{"claim": "trade-off", "from": "y.json"}])
    return both(text, others={"y.json": other})


@kind
def trade_off_at_e():
    """tests of functions of e^-1"""
    table = lambda step: [[f"a^{abs(i - j) * step}/({'+'.join(f'a^{abs(i - k) * step}' for k in range(14))})" for j in range(14)] for i in range(14)]
    other = mechanism(privacy=E, query=line(14), mechanism={"matrix": table(2)})
    text = mechanism(privacy=E, query=line(14), mechanism={"matrix": table(1)}, claims=[{"claim": "trade-off", "from": "y.json"}])
    return both(text, others={"y.json": other})


@kind
def trade_off_symbolic():
    """tests at every α, the points of which change places"""
    table = lambda n: [[f"(1+a^{(i * j) % n})/({'+'.join(f'(1+a^{(i * k) % n})' for k in range(n))})" for j in range(n)] for i in range(n)]
    other = mechanism(privacy=SYMBOLIC, query=line(5), mechanism={"matrix": table(5)})
    text = mechanism(privacy=SYMBOLIC, query=line(6), mechanism={"matrix": table(6)}, claims=[{"claim": "trade-off", "from": "y.json"}])
    return both(text, others={"y.json": other})


@kind
def g_capacity_of_zeros_and_ones():
    """sixty guesses that are right for half of fourteen answers"""
    drawn = draws(96)
    gain = [[str(below(drawn, 2)) for _ in range(14)] for _ in range(60)]
    return both(mechanism("1/2", complete(14), mechanism={"matrix": rows(97, 14, 6, 3)}, gain=gain, claims=["g-capacity"]))


@kind
def g_capacity_of_near_ties():
    """guesses that differ by 10^-60"""
    gain = [["1" if i == j else f"1e-{60 + (i * j) % 7}" for j in range(10)] for i in range(24)]
    return both(mechanism("1/2", complete(10), mechanism={"matrix": rows(98, 10, 30, 60)}, gain=gain, claims=["g-capacity"]))


@kind
def g_capacity_at_e():
    """gains that are powers of e^-1"""
    gain = [[f"a^{abs(i - j)}" for j in range(9)] for i in range(12)]
    return both(mechanism(privacy=E, query=line(9), mechanism={"family": "truncated-geometric"}, gain=gain, claims=["g-capacity"]))


@kind
def shannon_capacity_of_a_large_table():
    """three hundred rows of as many short numbers, of which the best prior has many"""
    return both(mechanism("1/2", complete(300), mechanism={"matrix": rows(106, 300, 300, 2)}, claims=["shannon-capacity"]))


@kind
def shannon_capacity_of_rows_that_are_nearly_alike():
    """rows that differ by 10^-60, and two that are the same"""
    near = lambda i, j: f"1/40+1e-60*{(i * (2 * j + 1)) % 7}-1e-60*{(i * (2 * (39 - j) + 1)) % 7}"
    return both(mechanism("1/2", complete(40), mechanism={"matrix": [[near(i, j) for j in range(40)] for i in range(40)]}, claims=["shannon-capacity"]))


@kind
def shannon_capacity_at_e():
    """a hundred answers of the truncated geometric mechanism"""
    return both(mechanism(privacy=E, query=line(100), mechanism={"family": "truncated-geometric"}, claims=["shannon-capacity"]))


@kind
def powers_of_e_that_are_high():
    """a table of powers of e^-1/997 up to the ten thousandth"""
    matrix = [[f"b^{(7 * i * j) % 9_973}/({'+'.join(f'b^{(7 * i * k) % 9_973}' for k in range(20))})" for j in range(20)] for i in range(20)]
    claims = ["capacity", {"claim": "approximate-dp"}]
    return both(mechanism(privacy={"epsilon": "1", "delta": "1/10"}, query=line(20), mechanism={"matrix": matrix}, constant={"exp": "-1/997"}, claims=claims))


@kind
def powers_of_e_by_squares():
    """discrete Gaussian noise on 44 answers"""
    matrix = [[f"b^{(i - j) ** 2}/({'+'.join(f'b^{(i - k) ** 2}' for k in range(44))})" for j in range(44)] for i in range(44)]
    privacy = {"epsilon": "1", "delta": "1/10"}
    return both(mechanism(privacy=privacy, query=line(44), mechanism={"matrix": matrix}, constant={"exp": "-1/4"}, claims=[{"claim": "utility", "prior": "p"}], priors={"p": "uniform"}))


@kind
def noise_with_a_gain():
    """randomised response with noise, and gains for many guesses"""
    drawn = draws(99)
    gain = [[str(below(drawn, 99)) for _ in range(300)] for _ in range(300)]
    claims = [{"claim": "utility", "prior": "p"}, {"claim": "g-leakage", "prior": "p"}, {"claim": "optimal", "prior": "p"}]
    made = {"family": "randomised-response", "noise": "1/97"}
    return both(mechanism(query=complete(300), mechanism=made, gain=gain, priors={"p": "uniform"}, claims=claims))


@kind
def noise_of_a_line_with_many_priors():
    """hundreds of priors under the truncated geometric"""
    priors = {f"p{k}": row(draws(200 + k), 60, 6) for k in range(300)}
    claims = [{"claim": claim, "prior": name} for name in priors for claim in ("utility", "optimal", "leakage")]
    return both(mechanism("1/2", line(60), mechanism={"family": "truncated-geometric"}, priors=priors, claims=claims))


@kind
def bounds_by_the_hundred():
    """a hundred priors on a random graph of a hundred nodes, each a search of its own"""
    priors = {f"p{k}": row(draws(300 + k), 100, 4) for k in range(100)}
    claims = [{"claim": "utility-bound", "prior": name} for name in priors]
    return both(mechanism("4/5", {"nodes": 100, "edges": random_edges(100, 250)}, priors=priors, claims=claims))


@kind
def expectations_of_bits():
    """leakages that agree with what is expected in many digits"""
    claims = [{"claim": "capacity", "expect": {"bits": {"at_most": f"{4_096 - k}/{4_095 - k}"}}} for k in range(2_000)]
    return both(mechanism("1/2", line(30), mechanism={"matrix": rows(101, 30, 30, 90)}, claims=claims))


@kind
def long_to_read_and_to_check():
    """a table that is costly to read, on a graph where it is costly to check"""
    numbers = [1_000_000_007 + 2 * k for k in range(2_000)]
    sums = ["(" + "+".join(f"1/{p}" for p in numbers[k : k + 40]) + ")/40" for k in range(0, 2_000, 40)]
    matrix = [[sums[i % 50], sums[(i + 7) % 50], f"1-({sums[i % 50]})-({sums[(i + 7) % 50]})"] for i in range(150)]
    return composed([{"matrix": matrix, "times": 2}], ADAPTIVE, query=complete(150), privacy=A_DELTA)


@kind
def everything_at_once():
    """a claim of each kind about a table of thirty answers"""
    others = {"y.json": mechanism("1/2", line(30), mechanism={"matrix": rows(102, 30, 30, 5)})}
    claims = ["capacity", "tight-constraints", "tight-constraints-exist", "threshold", "universally-optimal", "g-capacity", "shannon-capacity"]
    claims += [{"claim": name, "prior": "p"} for name in ("utility", "leakage", "g-leakage", "mutual-information", "regular", "utility-bound", "leakage-bound", "optimal")]
    claims += [{"claim": "jointly-optimal", "priors": ["p", "q"]}, {"claim": "derivable", "from": "y.json"}, {"claim": "trade-off", "from": "y.json"}]
    claims += [{"claim": "group-privacy", "distance": 5}, {"claim": "renyi-dp", "order": 40, "bound": 2}, {"claim": "approximate-dp"}]
    priors = {"p": row(draws(103), 30, 9), "q": row(draws(104), 30, 9)}
    query = {"nodes": 30, "edges": random_edges(30, 70)}
    return both(mechanism("3/5", query, mechanism={"matrix": rows(105, 30, 30, 9)}, priors=priors, claims=claims), others=others)
