"""What is there more than once, or is made of much that is short: what files drawn at random found."""

from made import E, SYMBOLIC, below, both, called, complete, draws, holds, kind, line, mechanism, rows


def star(nodes):
    return {"graph": "star", "nodes": nodes}


def tree(nodes, seed=1):
    drawn = draws(seed)
    return {"nodes": nodes, "edges": [[max(0, j - 1 - below(drawn, 3)), j] for j in range(1, nodes)]}


def given(seed, length, most=9):
    """A prior of small whole numbers."""
    drawn = draws(seed)
    weights = [1 + below(drawn, most) for _ in range(length)]
    return [f"{w}/{sum(weights)}" for w in weights]


def restated(text):
    return both(text, [holds("stochastic"), holds("dp"), holds("capacity")])


@kind
def a_closed_form_of_long_numbers():
    """randomised response of 974 answers at an α of 4,000 bits: each entry is there in the file's form and in the one that is checked"""
    return restated(mechanism(f"{2**4000 - 1}/{2**4000}", complete(974), mechanism={"family": "randomised-response"}, claims=["capacity"]))


@kind
def a_closed_form_half_as_long():
    """the same of 690 answers, with a witness that is written out"""
    return restated(mechanism(f"{2**4000 - 1}/{2**4000}", complete(690), mechanism={"family": "randomised-response"}, claims=["capacity"]))


@kind
def a_closed_form_of_many_numbers():
    """the truncated geometric on 1,290 answers, and on 960"""
    files = {f"{n}.json": mechanism("2/3", line(n), mechanism={"family": "truncated-geometric"}) for n in (1_290, 960)}
    return called(files, *[f"{program} {n}.json" for n in (1_290, 960) for program in ("certify --no-certificate", "verify --elaborate")])


@kind
def long_common_denominators_of_few_rows():
    """rows of 1,550 entries with unlike denominators of forty digits"""
    drawn = draws(97)
    entry = lambda: "1/" + "".join(str(1 + below(drawn, 9)) for _ in range(40))
    return restated(mechanism(query=line(13), mechanism={"matrix": [[entry() for _ in range(1_550)] for _ in range(13)]}, claims=["capacity"]))


@kind
def a_closed_form_by_its_terms():
    """the truncated geometric on 900 answers and on 1,200, beside two exponentials"""
    privacy, constant = {"epsilon": "0.968133484697"}, {"exp": "-1/8"}
    files = {f"{n}.json": mechanism(privacy=privacy, constant=constant, query=line(n), mechanism={"family": "truncated-geometric"}) for n in (900, 1_200)}
    return called(files, *[f"{program} {n}.json" for n in (900, 1_200) for program in ("certify --no-certificate", "verify --elaborate")])


@kind
def noise_told_in_many_ways():
    """geometric noise clamped to 10^6 numbers, by its remainder by 500,000 and by 9,000, and on 1,200 answers"""
    told = [{"clamp": [-500_000, 500_000]}, {"modulo": 500_000}, {"modulo": 9_000}, {"clamp": [-4_000, 4_000]}, {"round_to": 10 ** 17}]
    cases = [(privacy, {"family": "geometric", "report": report}) for privacy in ({"alpha": "1/2"}, E) for report in told]
    files = {f"{k}.json": mechanism(privacy=privacy, query=line(4), mechanism=noise) for k, (privacy, noise) in enumerate(cases)}
    files["n.json"] = mechanism(query=line(1_200), mechanism={"family": "geometric"})
    return called(files, *[f"verify --elaborate {name}" for name in files])


@kind
def the_least_noise():
    """binomial and truncated Laplace noise at little privacy loss, and for many answers"""
    small, rare = {"epsilon": "1e-9", "delta": "1e-300"}, {"epsilon": "1/50", "delta": "1e-9"}
    files = {"q.json": mechanism(privacy=small), "k.json": mechanism(privacy={"epsilon": "5", "delta": "1/10"}, query=complete(300)),
             "s.json": mechanism(privacy=rare, query={"graph": "sum", "individuals": 1, "max": 10}),
             "t.json": mechanism(privacy={"epsilon": "1/10", "delta": "1e-6"})}
    return called(files, *[f"certify construct {of} {name} -o o.json" for of in ("binomial", "truncated-laplace") for name in files])


@kind
def gains_as_long_polynomials():
    """what 1,200 guesses gain with a corner's prior at a root of 2"""
    claims = [{"claim": "optimal", "prior": "p"}]
    text = mechanism(privacy={"epsilon": "ln(2)/5"}, query=line(1_200), mechanism={"family": "uniform"}, priors={"p": {"corner": 1_084}}, loss="squared", claims=claims)
    return both(text)


@kind
def equal_rows_at_irrational_numbers():
    """derivable from the uniform mechanism, 1,200 and 610 answers"""
    claims = [{"claim": "derivable", "from": "uniform"}, "tight-constraints", "capacity"]
    rest = {"mechanism": {"family": "uniform"}, "claims": claims, "priors": {"p": given(1, 1_200), "q": "uniform"}}
    files = {"m.json": mechanism(privacy={"epsilon": "0.8"}, query=complete(1_200), **rest), "n.json": mechanism(privacy=SYMBOLIC, query=star(1_200), **rest)}
    files["o.json"] = mechanism(privacy=SYMBOLIC, query=tree(610), mechanism={"family": "uniform"}, claims=claims)
    files["p.json"] = mechanism(privacy=E, query={"graph": "cycle", "nodes": 1_200}, mechanism={"family": "uniform"}, claims=claims)
    return called(files, *[f"certify {name}.json --only stochastic" for name in "mnop"])


@kind
def optima_of_a_large_star():
    """a program on 1,200 nodes at one α of an interval"""
    claims = [{"claim": "optimal", "prior": "p"}, "tight-constraints"]
    return both(mechanism(privacy=SYMBOLIC, query=star(1_200), mechanism={"family": "uniform"}, priors={"p": given(2, 1_200, 99)}, claims=claims))


@kind
def repair_of_short_numbers():
    """a mixture asked for along 32,000 edges of a table of 1,296 × 1,296, and at e^-0.8"""
    counts = {"graph": "counts", "individuals": 5, "queries": 4}
    files = {"m.json": mechanism("1/387", counts, mechanism={"family": "uniform"}), "n.json": mechanism("0.48", complete(1_200), mechanism={"family": "randomised-response"})}
    files["o.json"] = mechanism(privacy={"epsilon": "0.8"}, query=line(1_200), mechanism={"family": "uniform"})
    return called(files, *[f"certify repair {name}.json -o r.json" for name in "mno"])


@kind
def patterns_of_short_numbers():
    """the letters of stars and complete graphs of 1,200 nodes"""
    files = {"m.json": mechanism(privacy={"epsilon": "0.8"}, query=star(1_200), mechanism={"family": "uniform"}, gain="distance")}
    files["n.json"] = mechanism(privacy={"epsilon": "20"}, query=complete(1_200), mechanism={"matrix": [["51/51", "0/51"]] * 1_200})
    files["o.json"] = mechanism("1/2", query=complete(1_200), mechanism={"matrix": [["1/3", "2/3"]] * 1_200})
    return called(files, *[f"certify pattern {name}.json" for name in "mno"])


@kind
def row_sums_at_a_long_number():
    """tight constraints on a tree of 700 at an α of 300 nines"""
    claims = [{"claim": "renyi-dp", "order": 64, "bound": "0"}, "tight-constraints", "universally-optimal"]
    return both(mechanism("0." + "9" * 300 + "7", tree(700), mechanism={"family": "uniform"}, gain="distance", claims=claims))


@kind
def row_sums_at_a_fraction_of_forty_digits():
    """tight constraints on a complete graph of 1,200"""
    claims = [{"claim": "trade-off", "from": "uniform"}, "tight-constraints"]
    return both(mechanism("0.481229803398374426442198455156736", complete(1_200), mechanism={"family": "randomised-response"}, claims=claims))


@kind
def weights_of_distant_guesses():
    """the exponential mechanism of a gain on 700 and on 1,200 nodes"""
    files = {"q.json": mechanism("0.513612", tree(700), gain="distance"), "r.json": mechanism(privacy={"epsilon": "1e-9"}, query=line(1_200), loss="absolute")}
    return called(files, *[f"certify construct exponential {name}.json -o m.json" for name in "qr"])


@kind
def a_bracket_on_a_long_cycle():
    """where tight constraints cease to exist on a cycle of 952"""
    return called({"m.json": mechanism("0.4", {"graph": "cycle", "nodes": 952})}, "certify m.json --bracket 12 -o b")


@kind
def vertices_of_long_columns():
    """a mechanism for two priors on a sum query of 82 answers"""
    query = {"graph": "sum", "individuals": 9, "max": 9}
    text = mechanism("0.549323485775", query, mechanism={"matrix": rows(98, 82, 3, 2)}, priors={"p": "uniform", "q": "uniform"}, claims=[{"claim": "jointly-optimal", "priors": ["p", "q"]}])
    return both(text)


@kind
def a_row_of_unlike_powers():
    """50,000 entries, each a power of two numbers that no other has"""
    entries = [f"a^{1 + k % 9_000}*b^{1 + k // 9_000}/9" for k in range(50_000)]
    text = mechanism(privacy={"epsilon": "0.968133484697"}, constant={"exp": "-1/8"}, query=line(1), mechanism={"matrix": [entries]}, claims=["stochastic"])
    return both(text, [{"claim": "stochastic", "verdict": "fails"}])


@kind
def corners_by_their_terms():
    """priors of 20,000 unlike powers"""
    priors = {"p": {"corner": 9_000}, "q": {"corner": 3}}
    files = {"m.json": mechanism(privacy={"epsilon": "0.968133484697"}, constant={"exp": "-1/8"}, query=line(20_000), priors=priors, claims=[{"claim": "regular", "prior": "p"}])}
    return called(files, "certify m.json -o c.json", "verify --elaborate m.json")
