"""Numbers whose length, degree and count grow together."""

from made import E, SYMBOLIC, below, both, called, certificate, complete, draws, fails, holds, kind, line, mechanism, rows, vector, written


def powers(bases, exponent):
    """Distributions on two nodes whose second weight is a power of a base."""
    return {f"p{base}": [f"1-1/({base}^5000)^{exponent}", f"1/({base}^5000)^{exponent}"] for base in bases}


@kind
def powers_as_priors():
    """three priors whose weights are powers of 150,000 places: rational functions with long coefficients"""
    return both(mechanism(privacy=E, priors=powers([3, 5, 7], 30)))


def long_prior(digits, nodes=2, seed=1):
    drawn = draws(seed)
    first = "".join(str(below(drawn, 10)) for _ in range(digits - 1)) + "3"
    return [f"0.{first}", f"1-0.{first}"] + ["0"] * (nodes - 2)


@kind
def long_priors_on_an_interval():
    """four priors of 20,000 digits, α any number"""
    return both(mechanism(privacy=SYMBOLIC, priors={f"p{k}": long_prior(20_000, seed=k) for k in range(4)}))


@kind
def long_priors_at_a_root():
    """four priors of 20,000 digits, α a root of a cubic"""
    privacy = {"alpha": {"root_of": ["-1", "1", "0", "1"], "between": ["0", "1"]}}
    return both(mechanism(privacy=privacy, priors={f"p{k}": long_prior(20_000, seed=k) for k in range(4)}))


@kind
def a_prior_of_a_hundred_thousand_digits():
    """one prior of 100,000 digits on two nodes"""
    return both(mechanism(priors={"p": long_prior(100_000)}, claims=[{"claim": "regular", "prior": "p"}]))


@kind
def a_long_prior_on_a_cycle():
    """one prior of 60,000 digits on a cycle of 30"""
    query = {"graph": "cycle", "nodes": 30}
    return both(mechanism("1/3", query=query, priors={"p": long_prior(60_000, 30)}, claims=[{"claim": "regular", "prior": "p"}]))


@kind
def a_long_prior_on_a_large_graph():
    """one prior of 60,000 digits on a cycle of 300"""
    query = {"graph": "cycle", "nodes": 300}
    return both(mechanism("3/10", query=query, priors={"p": long_prior(60_000, 300)}, claims=[{"claim": "regular", "prior": "p"}]))


@kind
def types_of_one_row():
    """one answer with five outputs, used ninety times: three million types"""
    return both(mechanism(query=line(1), mechanism={"compose": [{"matrix": [["1/5"] * 5], "times": 90}]}, claims=["capacity"]))


@kind
def types_of_few_uses():
    """one answer with sixty outputs, used five times: types by one product after the other"""
    return both(mechanism(query=line(1), mechanism={"compose": [{"matrix": [["1/60"] * 60], "times": 5}]}, claims=["capacity"]))


@kind
def types_on_many_nodes():
    """two hundred answers with four outputs, used eighty times"""
    row = [["1/4"] * 4] * 200
    return both(mechanism(query=line(200), mechanism={"compose": [{"matrix": row, "times": 80}]}, claims=["capacity"]))


def unlike(base, outputs, power, answers=2):
    """A table of entries over a long power of a base, all ratios unlike."""
    entry = lambda s, k: f"1/{outputs}{'+' if k % 2 == 0 else '-'}{(s * s + 1) * (k // 2 + 1)}/{base}^{power}"
    return {"matrix": [[entry(s, k) for k in range(outputs)] for s in range(answers)]}


@kind
def long_products_of_parts():
    """two parts of 330 outputs, over 3^4000 and 5^4000: each product is longer than what it is of"""
    text = mechanism(mechanism={"compose": [unlike(3, 330, 4_000), unlike(5, 330, 4_000)]}, claims=["capacity"])
    return both(text, [holds("stochastic"), fails("dp"), holds("capacity")])


@kind
def profiles_of_long_parts():
    """profile and trade-off of two parts with long numbers"""
    parts = lambda outputs, power, answers: {"compose": [unlike(base, outputs, power, answers) for base in (3, 5)]}
    files = {"m.json": mechanism(query=complete(6), mechanism=parts(24, 2_000, 6)), "n.json": mechanism(mechanism=parts(40, 3_000, 2))}
    return called(files, *[f"certify {command} {name}.json" for name in "mn" for command in ("profile", "trade-off")])


@kind
def long_and_high():
    """utility of polynomials of degree 60 in e^-1, by a prior whose weights are powers of 150,000 places"""
    m, f = 2_000, "((1+a)/2)^60"
    rows = [[f"{f}/{m}"] * (m - 1) + [f"1-{m - 1}/{m}*{f}"], [f"1/{m}"] * m]
    text = mechanism(privacy=E, mechanism={"matrix": rows}, priors=powers([3], 30), claims=[{"claim": "utility", "prior": "p3"}])
    return both(text, [holds("stochastic"), fails("dp"), holds("utility", prior="p3")])


def exponents(drawn, count, most):
    return sorted({below(drawn, most) for _ in range(count - 1)}) + [most]


def problem(table, claims):
    """A problem at t = e^-1 on two answers."""
    document = {"format": "dp-problem/1", "sha256": "0" * 64, "graph": {"family": "line", "nodes": 2}, "t": {"exponential": "1"}}
    document |= {"alpha": {"numerator": ["0", "1"], "denominator": "1"}, "symbol": "a", "declared": {"epsilon": "1"}}
    document |= {"labels": {"nodes": ["0", "1"], "outputs": [str(o) for o in range(len(table[0]["numerators"]))]}, "table": table}
    return written({**document, "priors": [], "gain": "binary", "others": [], "claims": [{"claim": claim} for claim in claims]})


def terms(powers, coefficient=1):
    return {"terms": [[str(e), str(coefficient)] for e in powers]}


@kind
def products_of_unlike_powers():
    """sums of 1,900 unlike powers of t each, all products of which are unlike"""
    drawn = draws(91)
    first, second = (exponents(drawn, 1_900, 2**31 - 1) for _ in range(2))
    table = [
        {"denominator": terms(first, 2), "numerators": [terms(first, 1)] * 2},
        {"denominator": terms(second, 3), "numerators": [terms(second, 1), terms(second, 2)]},
    ]
    said = {"format": "dp-certificate/2", "sha256": "0" * 64, "statements": [holds("stochastic"), fails("dp")]}
    return called({"p.json": problem(table, ["stochastic", "dp"]), "c.json": written(said)}, "verify --problem p.json c.json")


def sum_of_powers(drawn, count, most):
    powers = sorted({(1 + below(drawn, most), 1 + below(drawn, most)) for _ in range(count)})
    return "+".join(f"a^{i}*b^{j}" for i, j in powers)


@kind
def products_of_powers_of_two_numbers():
    """entries that are ratios of sums of a thousand unlike powers of two numbers"""
    drawn = draws(92)

    def row():
        x, y = (sum_of_powers(drawn, 1_000, 9_998) for _ in range(2))
        return [f"({x})/({x}+{y})", f"({y})/({x}+{y})"]

    privacy, constant = {"epsilon": "0.968133484697"}, {"exp": "-1/8"}
    text = mechanism(privacy=privacy, constant=constant, mechanism={"matrix": [row(), row()]})
    return both(text, [holds("stochastic"), fails("dp")])


@kind
def sums_of_products_of_unlike_powers():
    """an entry that is a sum of products of sums of unlike powers of two numbers"""
    drawn = draws(93)
    entry = "+".join(f"({sum_of_powers(drawn, 500, 4_998)})*({sum_of_powers(drawn, 500, 4_998)})/{10**9}" for _ in range(4))
    privacy, constant = {"epsilon": "0.968133484697"}, {"exp": "-1/8"}
    text = mechanism(privacy=privacy, constant=constant, mechanism={"matrix": [[entry, "1/2"], ["1/2", "1/2"]]})
    return both(text, [holds("stochastic"), fails("dp")])


@kind
def quotients_of_far_powers():
    """a sum of 10,000 powers of t, and t^(2^70): divided by each other"""
    all_powers, one = terms(exponents(draws(94), 10_000, 2**31 - 1)), terms([2**70])
    table = [{"denominator": one, "numerators": [one]}, {"denominator": all_powers, "numerators": [all_powers]}]
    said = {"format": "dp-certificate/2", "sha256": "0" * 64, "statements": [holds(claim) for claim in ("stochastic", "capacity", "dp")]}
    return called({"p.json": problem(table, ["stochastic", "dp", "capacity"]), "c.json": written(said)}, "verify --problem p.json c.json")


@kind
def commands_on_long_and_high():
    """pattern, repair, profile, trade-off and export of tables that are costly to check"""
    drawn = draws(95)
    row = lambda: (lambda x, y: [f"({x})/({x}+{y})", f"({y})/({x}+{y})"])(*(sum_of_powers(drawn, 600, 9_998) for _ in range(2)))
    of_two = mechanism(privacy={"epsilon": "0.968133484697"}, constant={"exp": "-1/8"}, mechanism={"matrix": [row(), row()]})
    m, f = 2_000, "((1+a)/2)^60"
    high = mechanism(privacy=E, mechanism={"matrix": [[f"{f}/{m}"] * (m - 1) + [f"1-{m - 1}/{m}*{f}"], [f"1/{m}"] * m]})
    commands = ("pattern", "repair", "profile", "trade-off")
    return called({"m.json": of_two, "n.json": high}, *[f"certify {command} {name}.json" for name in "mn" for command in commands])


LONG = "1/(3^9999*5^9999*7^9999*11^9999*13^9999)^3"


def long_and_short(d):
    """A fraction of 832,000 bits, and 32,000 of a digit added to it."""
    return LONG + f"+1/{d}" * 32_700


@kind
def sums_of_short_and_long():
    """entries that are a fraction of 832,000 bits and 32,000 of a digit"""
    row = [long_and_short(d) for d in (3, 5, 7)]
    return both(mechanism(mechanism={"matrix": [row, ["1/2", "1/4", "1/4"]]}), [holds("stochastic"), holds("dp")])


@kind
def claims_of_short_and_long():
    """undecided findings whose number is such a sum"""
    said = [{"claim": "optimal", "prior": "p", "within": long_and_short(d), "verdict": "undecided", "reason": "x"} for d in (3, 5, 7)]
    text = mechanism(mechanism={"matrix": [["1/2", "1/2"], ["1/4", "3/4"]]}, priors={"p": "uniform"})
    return both(text, [holds("stochastic"), holds("dp"), *said])


@kind
def polynomial_times_one():
    """polynomials of degree 4,000, times 1 forty thousand times"""
    entry = "(" + "+".join(f"a^{i}" for i in range(4_000)) + ")" + "*1" * 40_000
    table = [[entry, f"1-{entry}"], ["1/2", "1/2"]]
    return both(mechanism(privacy=SYMBOLIC, mechanism={"matrix": table}), [holds("stochastic"), holds("dp")])


def divergences(count):
    return [{"claim": "renyi-dp", "order": 2, "bound": bound} for bound in range(1, count)]


RENYI = {"matrix": [["1/2", "1/2"], ["a/2", "1-a/2"], *[["1/3", "2/3"]] * 12]}


@kind
def divergences_by_unlike_bounds():
    """15,000 findings `renyi-dp` with unlike bounds: what is proved is computed and told for each"""
    text = mechanism(privacy=E, query=complete(14), mechanism=RENYI)
    said = [dict(claim, verdict="holds") for claim in divergences(15_480)]
    return both(text, [holds("stochastic"), holds("dp"), *said])


@kind
def claims_of_unlike_bounds():
    """as many claims"""
    return both(mechanism(privacy=E, query=complete(14), mechanism=RENYI, claims=divergences(15_000)), [holds("stochastic"), holds("dp")])


@kind
def exponential_on_pairs_at_e():
    """an exponential mechanism on 900 databases at e^-1, with claims that pass over its table"""
    query = {"graph": "hamming", "values": 30, "individuals": 2}
    claims = ["capacity", {"claim": "utility", "prior": "u"}, "tight-constraints", "approximate-dp"]
    return both(mechanism(privacy=E, query=query, mechanism={"family": "exponential"}, priors={"u": "uniform"}, claims=claims))


@kind
def groups_on_pairs_at_every_alpha():
    """groups of two on an exponential mechanism on 961 databases, α any number"""
    query = {"graph": "hamming", "values": 31, "individuals": 2}
    claims = [{"claim": "group-privacy", "distance": distance} for distance in (2, 1)]
    return both(mechanism(privacy=SYMBOLIC, query=query, mechanism={"family": "exponential"}, claims=claims))


@kind
def universally_optimal_on_many_nodes():
    """randomised response of 900 values: half a million pairs of them may have a prior that refutes"""
    return both(mechanism("1/3", query=complete(900), mechanism={"family": "randomised-response"}, claims=["universally-optimal"]))


def derivable(names):
    return [{"claim": "derivable", "from": name} for name in names]


def geometric(answers, names):
    """A truncated geometric mechanism, derived from each of these."""
    return mechanism(query=line(answers), mechanism={"family": "truncated-geometric"}, claims=derivable(names))


@kind
def derivable_from_wide_closed_forms():
    """a truncated geometric mechanism on 1,000 answers, from itself and from uniform rows"""
    return both(geometric(1_000, ["truncated-geometric", "uniform"]))


@kind
def derivable_from_closed_forms_as_large_as_may_be():
    """the same on 400, where each by itself is decided"""
    return both(geometric(400, ["truncated-geometric", "uniform"]))


@kind
def derivable_from_wide_files():
    """the same on 1,000 from eight files of uniform rows"""
    names = [f"y{k}.json" for k in range(8)]
    uniform = mechanism(query=line(1_000), mechanism={"family": "uniform"})
    return called({"m.json": geometric(1_000, names)} | dict.fromkeys(names, uniform), "certify m.json -o made.json", "verify m.json made.json")


def verified(text, statements):
    """A certificate for `verify`, in each of its formats."""
    files = {"m.json": text, "c.json": certificate(text, statements)}
    return called(files, *[f"verify m.json c.json{flag}" for flag in ("", " --quiet", " --format json")])


def implied_and(statements):
    return [holds("stochastic"), holds("dp"), *statements]


def orders(count, verdict="holds"):
    return [dict(claim, verdict=verdict) for claim in divergences(count)]


COIN = [["1/2", "1/2"], ["1/4", "3/4"]]


@kind
def labels_of_many_statements():
    """two labels of 50,000 characters that stand beside each of 12,000 divergences"""
    query = line(2) | {"labels": ["a" * 50_000, "b" * 50_000]}
    return verified(mechanism(query=query, mechanism={"matrix": COIN}), implied_and(orders(12_000)))


def groups(count, verdict="holds", **fields):
    return [{"claim": "group-privacy", "distance": distance, "verdict": verdict, **fields} for distance in range(1, count)]


@kind
def a_long_negative_entry_in_each_refusal():
    """an entry of 832,000 bits that refutes 8,000 statements"""
    table = [["-" + LONG, "1/2"], ["1/4", "3/4"]]
    return verified(mechanism(mechanism={"matrix": table}), implied_and(groups(8_000)))


@kind
def a_long_value_in_each_statement():
    """three hundred values of 832,000 bits, in digits"""
    table = [[LONG, "1-" + LONG], ["1/2", "1/2"]]
    text = mechanism("1", mechanism={"matrix": table})
    return verified(text, [holds("stochastic"), fails("dp"), *groups(330, "fails", at_most=True)])


@kind
def a_long_sum_in_each_refusal():
    """a sum of 832,000 bits that refutes 15,000 statements"""
    table = [["1/2+" + LONG, "1/2"], ["1/4", "3/4"]]
    return verified(mechanism(mechanism={"matrix": table}), implied_and(orders(15_000)))


@kind
def rows_that_are_none_in_each_statement():
    """2,000 rows that are no distributions refute 6,500 statements"""
    drawn = draws(96)
    entry = lambda: f"{10**7 + below(drawn, 9 * 10**7)}/{10**8 + below(drawn, 9 * 10**8)}"
    text = mechanism(query=line(2_000), mechanism={"matrix": [[entry()] for _ in range(2_000)]})
    return verified(text, [fails("stochastic"), fails("dp"), *orders(6_500, "fails")])


@kind
def values_with_the_digits_of_alpha():
    """5,700 statements whose value has the first twelve digits of α"""
    columns = ["1/2", "3/10", "a*(1+1/10^30)/2"]
    text = mechanism(privacy=E, mechanism={"matrix": [[x, f"1-({x})"] for x in columns]}, query=line(3))
    return verified(text, implied_and(groups(5_700, at_most=True)[1:]))


DELTA = {"alpha": "1/2", "delta": "1/10"}


@kind
def adaptive_pairs_of_many_answers():
    """1,500 answers, all neighbours, of which an adversary names two: four million pairs"""
    claims = [{"claim": "approximate-dp", "adaptive": True}]
    return both(mechanism(privacy=DELTA, query=complete(1_500), mechanism={"compose": [{"matrix": rows(97, 1_500, 7, 3), "times": 2}]}, claims=claims))


@kind
def adaptive_pairs_of_many_outputs():
    """300 answers with thirty-five outputs, all neighbours, of which an adversary names two"""
    claims = [{"claim": "approximate-dp", "adaptive": True}]
    return both(mechanism(privacy=DELTA, query=complete(300), mechanism={"matrix": rows(98, 300, 35, 3)}, claims=claims))


@kind
def pairs_of_many_answers_twice():
    """1,500 answers, all neighbours, asked twice: every pair has classes of its own"""
    parts = [{"matrix": rows(99, 1_500, 7, 3), "times": 2}]
    return both(mechanism(privacy=DELTA, query=complete(1_500), mechanism={"compose": parts}, claims=[{"claim": "approximate-dp"}]))


@kind
def groups_on_a_long_line():
    """20,000 answers on a line, and what groups of two, three and four are promised"""
    claims = [{"claim": "group-privacy", "distance": k} for k in (2, 3, 4)]
    return both(mechanism(query=line(20_000), mechanism={"matrix": [["1"]] * 20_000}, claims=claims))


@kind
def groups_on_a_long_cycle():
    """10,000 answers on a cycle, and what groups of two, three and four are promised"""
    claims = [{"claim": "group-privacy", "distance": k} for k in (2, 3, 4)]
    return both(mechanism(query={"graph": "cycle", "nodes": 10_000}, mechanism={"matrix": [["1"]] * 10_000}, claims=claims))


def places(count, decimals, seed):
    """Lengths of so many decimals between all of so many places."""
    drawn = draws(seed)
    length = lambda: f"{1 + below(drawn, 9)}.{below(drawn, 10**decimals):0{decimals}}"
    return {"nodes": count, "edges": [[i, j, length()] for i in range(count) for j in range(i + 1, count)]}


@kind
def lengths_of_nine_decimals():
    """a hundred places, all with all at lengths of nine decimals"""
    return both(mechanism(query=places(100, 9, 100), mechanism={"matrix": rows(101, 100, 10, 3)}, claims=[{"claim": "group-privacy", "distance": 5, "at_most": True}]))


@kind
def lengths_of_three_decimals_at_e():
    """a hundred places, all with all at lengths of three decimals, at e^-1"""
    return both(mechanism(privacy=E, query=places(100, 3, 102), mechanism={"matrix": rows(103, 100, 20, 3)}))
