"""Graphs: many nodes, many edges, long lengths."""

from made import E, SYMBOLIC, both, below, complete, draws, hamming, kind, line, mechanism

EVERYWHERE = ["tight-constraints-exist", "threshold", {"claim": "regular", "prior": "p"}, {"claim": "utility-bound", "prior": "p"}, {"claim": "leakage-bound", "prior": "p"}]


def of_query(query, alpha="1/2", claims=EVERYWHERE, **rest):
    """What is asked of a graph alone."""
    return both(mechanism(alpha, query, priors={"p": "uniform"}, claims=claims, **rest))


def random_edges(nodes, edges, seed=1):
    drawn, found = draws(seed), {(k, k + 1) for k in range(nodes - 1)}
    while len(found) < edges:
        i, j = sorted((below(drawn, nodes), below(drawn, nodes)))
        if i < j:
            found.add((i, j))
    return [list(edge) for edge in sorted(found)]


def tree(nodes, seed=2):
    drawn = draws(seed)
    return {"nodes": nodes, "edges": [[below(drawn, k), k] for k in range(1, nodes)]}


@kind
def line_of_twenty_thousand():
    """all that is asked of a graph, on 20,000 nodes"""
    return of_query(line(20_000))


@kind
def line_of_twenty_thousand_long_alpha():
    """the same at an α of 100 digits"""
    return of_query(line(20_000), "1/" + "7" * 100)


@kind
def line_of_seven_thousand_symbolic():
    """tight constraints at every α"""
    return both(mechanism(privacy=SYMBOLIC, query=line(7_000), claims=["tight-constraints-exist"]))


@kind
def line_of_seven_thousand_at_e():
    """tight constraints at e^-1"""
    return both(mechanism(privacy=E, query=line(7_000), claims=["tight-constraints-exist"], priors={"p": {"corner": 3_000}}))


@kind
def line_with_forty_priors_at_e():
    """whether each of 40 priors on 2,000 nodes is regular at e^-1"""
    priors = {f"p{k}": {"point": k} for k in range(40)}
    claims = [{"claim": "regular", "prior": name} for name in priors]
    return both(mechanism(privacy=E, query=line(2_000), priors=priors, claims=claims))


@kind
def line_with_eleven_regular_priors_at_e():
    """the same of eleven that are, nearly uniform on 1,200 nodes, each with an inverse of its own"""
    priors = {f"p{k}": [f"{10 + (i == k)}/12001" for i in range(1_200)] for k in range(11)}
    claims = [{"claim": "regular", "prior": name} for name in priors]
    return both(mechanism(privacy=E, query=line(1_200), priors=priors, claims=claims))


@kind
def line_with_a_symbolic_mechanism():
    """the truncated geometric on 400 nodes, at every α"""
    rest = {"mechanism": {"family": "truncated-geometric"}, "claims": ["tight-constraints"]}
    return both(mechanism(privacy=SYMBOLIC, query=line(400), **rest))


@kind
def line_with_a_mechanism():
    """the truncated geometric on 1,500 nodes"""
    rest = {"mechanism": {"family": "truncated-geometric"}, "priors": {"p": "uniform"}}
    claims = ["tight-constraints", "universally-optimal", {"claim": "optimal", "prior": "p"}]
    return both(mechanism("1/2", line(1_500), claims=claims, **rest))


@kind
def cycle_of_twenty_thousand():
    """a ring"""
    return of_query({"graph": "cycle", "nodes": 20_000})


@kind
def cycle_of_a_thousand_and_one():
    """a ring, exactly solved"""
    return of_query({"graph": "cycle", "nodes": 1_001}, "2/3")


@kind
def star_of_twenty_thousand():
    """a star"""
    return of_query({"graph": "star", "nodes": 20_000})


@kind
def complete_of_twenty_thousand():
    """200 million edges from a word"""
    return of_query(complete(20_000))


@kind
def complete_of_a_thousand():
    """half a million edges, with a mechanism"""
    rest = {"mechanism": {"family": "randomised-response"}}
    claims = EVERYWHERE + ["tight-constraints", "capacity", {"claim": "optimal", "prior": "p"}, {"claim": "group-privacy", "distance": 1}]
    return of_query(complete(1_000), claims=claims, **rest)


@kind
def sum_of_two_thousand():
    """half of all pairs are neighbours"""
    return of_query({"graph": "sum", "individuals": 2, "max": 1_000})


@kind
def sum_with_a_table():
    """the uniform mechanism on a dense graph of a thousand"""
    claims = [{"claim": "approximate-dp"}, {"claim": "renyi-dp", "order": 7, "bound": 1}]
    return of_query({"graph": "sum", "individuals": 2, "max": 500}, claims=claims, mechanism={"matrix": [["1/3", "2/3"]] * 1_001})


@kind
def counts_of_thousands():
    """counts of four queries"""
    return of_query({"graph": "counts", "individuals": 10, "queries": 4})


@kind
def hamming_of_sixteen_thousand():
    """2^14 databases"""
    return of_query(hamming(2, 14))


@kind
def hamming_with_a_mechanism():
    """the exponential mechanism on 2^10 databases"""
    claims = ["individual-leakage", "expected-error", "tight-constraints", "capacity"]
    return of_query(hamming(2, 10), claims=claims, mechanism={"family": "exponential"})


@kind
def hamming_of_many_values():
    """two individuals with 140 values"""
    return of_query(hamming(140, 2), claims=["tight-constraints-exist", {"claim": "utility-bound", "prior": "p"}])


@kind
def edges_of_twenty_thousand():
    """a random graph with as many edges as fit"""
    return of_query({"nodes": 20_000, "edges": random_edges(20_000, 70_000)}, claims=["tight-constraints-exist"])


@kind
def edges_of_two_thousand():
    """a random graph on 2,000 nodes"""
    return of_query({"nodes": 2_000, "edges": random_edges(2_000, 80_000)}, claims=["tight-constraints-exist"])


@kind
def edges_of_three_hundred():
    """a random graph on 300 nodes, all that is asked"""
    return of_query({"nodes": 300, "edges": random_edges(300, 2_000)})


@kind
def edges_of_sixty_near_one():
    """a random graph on 60 nodes at α = 1 - 10^-40"""
    return of_query({"nodes": 60, "edges": random_edges(60, 150)}, "1-1e-40")


@kind
def edges_of_forty_threshold():
    """the threshold of a random graph on 40 nodes"""
    return of_query({"nodes": 40, "edges": random_edges(40, 90)}, claims=["threshold"])


@kind
def edges_of_thirty_symbolic():
    """a random graph on 30 nodes at every α"""
    claims = ["tight-constraints-exist", {"claim": "utility-bound", "prior": "p"}]
    return both(mechanism(privacy=SYMBOLIC, query={"nodes": 30, "edges": random_edges(30, 60)}, priors={"p": "uniform"}, claims=claims))


@kind
def edges_of_a_hundred_at_e():
    """a random graph on 100 nodes at e^-1"""
    query = {"nodes": 100, "edges": random_edges(100, 300)}
    return both(mechanism(privacy=E, query=query, priors={"p": "uniform"}, claims=["tight-constraints-exist", {"claim": "regular", "prior": "p"}]))


@kind
def trees():
    """a random tree of 20,000 nodes"""
    return of_query(tree(20_000), claims=["tight-constraints-exist", {"claim": "regular", "prior": "p"}])


def far_tree(nodes, seed=5):
    """A tree whose ways are long, its nodes numbered at random: each step of a search is one to memory far away."""
    drawn, names = draws(seed), list(range(nodes))
    for k in range(nodes - 1, 0, -1):
        j = below(drawn, k + 1)
        names[k], names[j] = names[j], names[k]
    return {"nodes": nodes, "edges": [[names[max(0, k - 1 - below(drawn, 3))], names[k]] for k in range(1, nodes)]}


@kind
def far_trees():
    """a tree of 20,000 nodes whose ways are long"""
    return of_query(far_tree(20_000), claims=["tight-constraints-exist", {"claim": "regular", "prior": "p"}])


@kind
def far_trees_that_are_read():
    """one of 13,600, whose distances take nearly all steps, with a table"""
    return of_query(far_tree(13_600), mechanism={"matrix": [["1/2", "1/2"]] * 13_600}, claims=["dp", {"claim": "utility", "prior": "p"}])


@kind
def far_trees_beside_another():
    """two of 13,600, one in a file that a claim of the other one names"""
    made = {"matrix": [["1/2", "1/2"]] * 13_600}
    other = mechanism("1/2", far_tree(13_600), mechanism=made)
    return both(mechanism("1/2", far_tree(13_600), mechanism=made, claims=[{"claim": "derivable", "from": "y.json"}]), others={"y.json": other})


@kind
def far_trees_by_many_names():
    """one of 1,690 in a file that 64 claims name, each by another path"""
    made = {"matrix": [["1"]] * 1_690}
    claims = [{"claim": "derivable", "from": "./" * k + "y.json"} for k in range(64)]
    tree = far_tree(1_690)
    return both(mechanism("1/2", tree, mechanism=made, claims=claims), others={"y.json": mechanism("1/2", tree, mechanism=made)})


@kind
def far_trees_of_many_orders():
    """5,000 claims that each see all neighbours of one of 5,000"""
    claims = [{"claim": "renyi-dp", "order": k + 2, "bound": "1"} for k in range(5_000)]
    return both(mechanism("1/2", far_tree(5_000), mechanism={"matrix": [["1"]] * 5_000}, claims=claims))


@kind
def far_trees_of_seven_thousand():
    """one of 7,000 with all that is asked of a graph, and a gain by distances"""
    return of_query(far_tree(7_000), mechanism={"matrix": [["1/2", "1/2"]] * 7_000}, gain="distance")


@kind
def no_edges():
    """20,000 nodes without an edge"""
    return of_query({"nodes": 20_000, "edges": []})


@kind
def graph6_dense():
    """a graph of 3,400 nodes in graph6, all of whose pairs are neighbours"""
    nodes = 3_400
    bits = nodes * (nodes - 1) // 2
    text = "~" + "".join(chr(63 + (nodes >> shift & 63)) for shift in (12, 6, 0)) + "~" * (bits // 6)
    text += chr(63 + ((63 << (6 - bits % 6)) & 63)) if bits % 6 else ""
    return of_query({"graph6": text}, claims=["tight-constraints-exist"])


@kind
def graph6_random():
    """a random graph of 2,400 nodes in graph6"""
    nodes, drawn = 2_400, draws(3)
    bits = nodes * (nodes - 1) // 2
    text = "~" + "".join(chr(63 + (nodes >> shift & 63)) for shift in (12, 6, 0))
    text += "".join(chr(63 + below(drawn, 64)) for _ in range(bits // 6)) + ("?" if bits % 6 else "")
    return of_query({"graph6": text.replace("\\", "]")}, claims=["tight-constraints-exist"])


@kind
def answers_of_databases():
    """20,000 databases with hundreds of answers"""
    query = {"databases": {"values": 141, "individuals": 2}, "answers": [k * 7919 % 300 for k in range(141 * 141)]}
    return of_query(query, claims=["tight-constraints-exist"])


@kind
def answers_of_one_individual():
    """20,000 databases of one individual, each with an answer of its own"""
    return of_query({"databases": {"values": 20_000, "individuals": 1}, "answers": list(range(20_000))})


@kind
def answers_that_are_long():
    """answers that are numbers of thousands of digits, compared by value"""
    answers = [f"{k}.{'3' * 900}e-5" for k in range(1_000)]
    text = mechanism(query={"databases": {"values": 1_000, "individuals": 1}, "answers": answers})
    return both(text.replace('"answers":["', '"answers":[').replace('e-5","', "e-5,").replace('e-5"]', "e-5]"))


@kind
def lengths_of_unlike_denominators():
    """lengths whose common denominator is long"""
    edges = [[k, k + 1, f"{k + 3}/{1_000_000_007 + 2 * k}"] for k in range(20)]
    return of_query({"nodes": 21, "edges": edges}, claims=["tight-constraints-exist"])


@kind
def lengths_that_are_long():
    """lengths of 100,000 digits"""
    edges = [[k, k + 1, "1" + "0" * 100_000] for k in range(8)]
    return of_query({"nodes": 9, "edges": edges}, claims=["tight-constraints-exist"])


@kind
def lengths_in_the_thousands():
    """a dense graph with lengths to some thousands"""
    drawn = draws(4)
    edges = [[i, j, 1 + below(drawn, 5_000)] for i, j in random_edges(300, 20_000)]
    return of_query({"nodes": 300, "edges": edges}, claims=["tight-constraints-exist", {"claim": "regular", "prior": "p"}])


@kind
def lengths_with_a_table():
    """metric privacy of a table on hundreds of places"""
    drawn = draws(5)
    edges = [[i, j, f"{1 + below(drawn, 90)}/7"] for i, j in random_edges(250, 20_000)]
    matrix = [[f"{1 + below(drawn, 99)}/100", "1/2"] for _ in range(250)]
    return of_query({"nodes": 250, "edges": edges}, claims=[{"claim": "group-privacy", "distance": 3, "at_most": True}], mechanism={"matrix": matrix})


@kind
def lengths_at_e():
    """lengths over 64 units at e^-1"""
    edges = [[k, k + 1, f"{97 * k + 1}/60"] for k in range(60)]
    return both(mechanism(privacy=E, query={"nodes": 61, "edges": edges}, priors={"p": "uniform"}, claims=["tight-constraints-exist", {"claim": "utility-bound", "prior": "p"}]))


@kind
def labels_by_the_thousand():
    """20,000 labels that differ in the last letter"""
    query = {**line(20_000), "labels": [("x" * 38) + str(k) for k in range(20_000)]}
    return of_query(query, claims=["tight-constraints-exist"])
