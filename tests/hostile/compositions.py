"""Mechanisms that a few words stand for: compositions, products, closed forms."""

from made import E, SYMBOLIC, both, complete, draws, below, hamming, kind, line, mechanism, rows

COIN = [["2/3", "1/3"], ["1/3", "2/3"]]
ADAPTIVE = [{"claim": "approximate-dp", "adaptive": True}, {"claim": "dp", "adaptive": True}]


def composed(parts, claims=(), query=None, privacy=None, **rest):
    return both(mechanism(query=query, privacy=privacy or {"alpha": "1/2"}, mechanism={"compose": parts}, claims=list(claims), **rest))


@kind
def uses_by_the_billion():
    """a coin used 999,999,999 times"""
    return composed([{"matrix": COIN, "times": 999_999_999}], ["capacity"])


@kind
def uses_by_the_hundred_thousand():
    """a coin used 100,000 times, with a δ"""
    return composed([{"matrix": COIN, "times": 100_000}], ["capacity"], privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def promises_of_small_epsilons():
    """a promise of ε = 1/1000 kept 100,000 times, with a δ"""
    return composed([{"epsilon": "1/1000", "times": 100_000}], [{"claim": "dp"}, {"claim": "approximate-dp", "adaptive": True}, {"claim": "zcdp", "rho": "1"}], query=line(2), privacy={"epsilon": "5", "delta": "1e-6"})


@kind
def promises_of_far_powers():
    """two promises whose ε have a common unit of a 10^-9th, kept millions of times"""
    parts = [{"epsilon": "0.123456789", "times": 1_000_000}, {"epsilon": "1", "delta": "1e-9", "times": 999_999_999}]
    return composed(parts, [{"claim": "renyi-dp", "order": 2, "bound": "9"}], query=line(2), privacy={"epsilon": "5", "delta": "1e-6"})


@kind
def promises_of_many_kinds():
    """promises of forty different ε, each kept thirty times"""
    parts = [{"epsilon": f"{k}/997", "delta": "1e-9", "times": 30} for k in range(101, 141)]
    return composed(parts, [{"claim": "zcdp", "rho": "1"}], query=line(2), privacy={"epsilon": "5", "delta": "1e-6"})


@kind
def uses_of_many_outputs():
    """a table of eight outputs used a thousand times"""
    return composed([{"matrix": rows(51, 2, 8, 2), "times": 1_000}], ["capacity", {"claim": "approximate-dp"}, {"claim": "renyi-dp", "order": 9, "bound": 1}])


@kind
def uses_of_few_ratios():
    """outputs whose ratios are powers of one number, used thousands of times"""
    matrix = [[f"2^{k}/{2**12 - 1}" for k in range(12)], [f"2^{11 - k}/{2**12 - 1}" for k in range(12)]]
    return composed([{"matrix": matrix, "times": 3_000}], [{"claim": "approximate-dp"}], privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def parts_by_the_thousand():
    """eight thousand parts, each a coin of its own"""
    parts = [{"matrix": [[f"{k}/99991", f"{99_991 - k}/99991"], ["1/2", "1/2"]]} for k in range(1, 8_000)]
    return composed(parts, ["capacity"], privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def parts_by_the_dozen():
    """eighteen parts of unlike outputs: a product of 3^18 types"""
    return composed([{"matrix": rows(60 + k, 2, 3, 5)} for k in range(18)], ["capacity", {"claim": "approximate-dp"}])


@kind
def parts_within_parts():
    """compositions of compositions, as deep as the file may be"""
    part = {"matrix": COIN, "times": 9}
    for _ in range(28):
        part = {"compose": [part], "times": 9}
    return composed([part])


@kind
def parts_of_many_outputs():
    """one answer with 30,000 outputs, as a part"""
    return composed([{"matrix": [["1/30000"] * 30_000]}], ["capacity"], query=line(1))


@kind
def parts_of_many_outputs_and_ratios():
    """two answers with 15,000 outputs of unlike ratios, used twice"""
    return composed([{"matrix": rows(52, 2, 15_000, 5), "times": 2}], [{"claim": "approximate-dp"}], privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def parts_on_many_nodes():
    """five hundred answers, all pairs neighbours"""
    return composed([{"matrix": rows(53, 500, 3, 3), "times": 3}], ["capacity"], query=complete(500), privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def parts_on_twenty_thousand_nodes():
    """twenty thousand answers with one output, used a thousand times"""
    return composed([{"matrix": [["1"]] * 20_000, "times": 1_000}], ["capacity", {"claim": "group-privacy", "distance": 9}], query=line(20_000))


@kind
def parts_of_long_numbers():
    """entries of 30,000 digits, used a hundred times"""
    x = "0." + "3" * 30_000
    return composed([{"matrix": [[x, f"1-{x}"], ["1/2", "1/2"]], "times": 100}], ["capacity", {"claim": "renyi-dp", "order": 100, "bound": 1}])


@kind
def parts_of_functions():
    """parts that are functions of every α"""
    made = {"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]], "times": 60}
    return composed([made], ["capacity", {"claim": "approximate-dp"}], privacy=SYMBOLIC)


@kind
def parts_at_e():
    """randomised response a thousand times at e^-1, with a δ"""
    return composed([{"family": "randomised-response", "epsilon": "1", "times": 1_000}], ADAPTIVE, query=complete(2), privacy={"epsilon": "1", "delta": "1/10"})


@kind
def parts_of_unlike_powers_of_e():
    """parts in many powers of b, unlike those of α"""
    parts = [{"matrix": [[f"b^{k}/(1+b^{k})", f"1/(1+b^{k})"], [f"1/(1+b^{k})", f"b^{k}/(1+b^{k})"]]} for k in range(1, 40)]
    return composed(parts, ["capacity"], privacy={"epsilon": "0.968133484697", "delta": "1/10"}, constant={"exp": "-1/8"})


@kind
def adaptive_uses():
    """an adversary with 2^18 ways to choose"""
    parts = [{"matrix": rows(70 + k, 3, 3, 3)} for k in range(6)]
    return composed(parts, ADAPTIVE, query=complete(3), privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def adaptive_uses_by_the_thousand():
    """an adversary with a thousand uses of tables that have no worst pair"""
    parts = [{"matrix": rows(70 + k, 4, 4, 3), "times": 1_000} for k in range(3)]
    return composed(parts, ADAPTIVE, query=complete(4), privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def adaptive_pairs():
    """an adversary with 200 answers to choose from"""
    return composed([{"matrix": rows(71, 200, 30, 3)}], ADAPTIVE, query=complete(200), privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def adaptive_outputs():
    """an adversary who sees one of 20,000 outputs"""
    return composed([{"matrix": rows(72, 3, 14_000, 3)}], ADAPTIVE, query=line(3), privacy={"alpha": "1/2", "delta": "1/10"})


@kind
def adaptive_at_e():
    """the same at e^-1, with functions"""
    parts = [{"matrix": [[f"a^{(i * j) % 4}/(1+a+a^2+a^3)" for j in range(4)] for i in (1, 3, 1)]} for _ in range(5)]
    return composed(parts, ADAPTIVE, query=line(3), privacy={"epsilon": "1", "delta": "1/10"})


@kind
def parts_from_files():
    """a hundred parts from other files"""
    others = {f"y{k}.json": mechanism("1/2", line(20), mechanism={"matrix": rows(k, 20, 10, 3)}) for k in range(60)}
    parts = [{"file": name, "times": 2} for name in others]
    return both(mechanism(query=line(20), mechanism={"compose": parts}, claims=["capacity"]), others=others)


@kind
def parts_from_one_file():
    """one file named ten thousand times"""
    others = {"y.json": mechanism("1/2", line(20), mechanism={"matrix": rows(1, 20, 10, 3)})}
    parts = [{"file": "./" * (k % 2) + "y.json"} for k in range(20_000)]
    return both(mechanism(query=line(20), mechanism={"compose": parts}), others=others)


@kind
def products_of_a_billion():
    """999,999,999 individuals by their parent"""
    claims = ["capacity", "individual-leakage", {"claim": "group-privacy", "distance": 999_999_999}, {"claim": "utility", "prior": "p"}]
    made = {"product": {"matrix": COIN}, "individuals": 999_999_999}
    return both(mechanism(query=hamming(2, 999_999_999), mechanism=made, priors={"p": "uniform"}, claims=claims))


@kind
def products_of_a_parent_of_long_numbers():
    """a thousand individuals whose parent has long numbers"""
    x = "0." + "3" * 5_000
    made = {"product": {"matrix": [[x, f"1-{x}"], ["1/2", "1/2"]]}, "individuals": 1_000}
    return both(mechanism(query=hamming(2, 1_000), mechanism=made, priors={"p": "uniform"}, claims=["capacity", {"claim": "leakage", "prior": "p"}]))


@kind
def products_of_a_large_parent():
    """a parent with 300 values and outputs"""
    made = {"product": {"matrix": rows(54, 270, 270, 3)}, "individuals": 90}
    claims = ["capacity", "individual-leakage", "expected-error", {"claim": "renyi-dp", "order": 5, "bound": 1}]
    return both(mechanism(query=hamming(270, 90), mechanism=made, claims=claims))


@kind
def products_written_out():
    """4,096 databases, written out"""
    made = {"product": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}, "individuals": 11}
    claims = ["capacity", "individual-leakage", "expected-error", "tight-constraints", {"claim": "utility", "prior": "p"}]
    return both(mechanism("1/3", hamming(2, 11), mechanism=made, priors={"p": "uniform"}, claims=claims))


@kind
def products_of_functions():
    """five hundred individuals at e^-1"""
    made = {"product": {"family": "randomised-response"}, "individuals": 500}
    return both(mechanism(privacy=E, query=hamming(9, 500), mechanism=made, priors={"p": "uniform"}, claims=["capacity", {"claim": "utility", "prior": "p"}]))


@kind
def products_with_a_prior_each():
    """a prior for each of five thousand individuals"""
    made = {"product": {"matrix": COIN}, "individuals": 5_000}
    each = [[f"{k}/99991", f"{99_991 - k}/99991"] for k in range(1, 5_001)]
    claims = [{"claim": "utility", "prior": "p"}, {"claim": "leakage", "prior": "p"}]
    return both(mechanism(query=hamming(2, 5_000), mechanism=made, priors={"p": {"product": each}}, claims=claims))


@kind
def products_of_long_priors():
    """weights of 10,000 digits on 2^13 databases"""
    low, high = "3" * 10_000, "6" * 9_999 + "7"
    one = [f"{low}/1{'0' * 10_000}", f"{high}/1{'0' * 10_000}"]
    return both(mechanism(query=hamming(2, 13), priors={"p": {"product": [one]}}))


@kind
def noise_on_twenty_thousand():
    """randomised response with a noise on 20,000 answers, with claims"""
    claims = ["capacity", "tight-constraints", {"claim": "utility", "prior": "p"}, {"claim": "optimal", "prior": "p"}, {"claim": "renyi-dp", "order": 50, "bound": 9}]
    made = {"family": "randomised-response", "noise": "0.0024"}
    return both(mechanism(query=complete(20_000), mechanism=made, priors={"p": "uniform", "q": {"point": 3}}, claims=claims))


@kind
def noise_of_many_digits():
    """a noise of 60,000 digits"""
    claims = ["capacity", {"claim": "group-privacy", "distance": 1}, {"claim": "renyi-dp", "order": 50, "bound": 9}]
    made = {"family": "randomised-response", "noise": "0." + "3" * 60_000}
    return both(mechanism(query=complete(5_000), mechanism=made, claims=claims))


@kind
def noise_with_many_priors():
    """utility of fifty priors on 2,000 answers"""
    drawn = draws(55)
    priors = {}
    for k in range(30):
        weights = [1 + below(drawn, 9) for _ in range(2_000)]
        priors[f"p{k}"] = [f"{w}/{sum(weights)}" for w in weights]
    claims = [{"claim": "utility", "prior": name} for name in priors]
    made = {"family": "randomised-response", "noise": "1/7"}
    return both(mechanism(privacy=E, query=complete(2_000), mechanism=made, priors=priors, claims=claims))


@kind
def randomised_response_at_e():
    """twenty thousand answers at e^-1"""
    return both(mechanism(privacy=E, query=complete(20_000), mechanism={"family": "randomised-response"}, claims=["capacity", "tight-constraints"]))


@kind
def uniform_on_twenty_thousand():
    """the uniform mechanism on a line of 20,000"""
    return both(mechanism(query=line(20_000), mechanism={"family": "uniform"}, claims=["capacity", {"claim": "group-privacy", "distance": 9_000}]))


@kind
def exponential_at_e():
    """the exponential mechanism on 3^6 databases at e^-1"""
    return both(mechanism(privacy=E, query=hamming(3, 6), mechanism={"family": "exponential"}, claims=["capacity", "individual-leakage"]))
