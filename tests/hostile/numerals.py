"""Numbers: what a short text makes long, in a mechanism file."""

from made import E, SYMBOLIC, below, both, complete, decimal, draws, exponential_of_minus_one, fibonacci, hamming, kind, line, logarithm, mechanism

P, Q = "7777777777777777", "3333333333333331"


def primes_like(count):
    """Numbers that have hardly a divisor in common."""
    return [1_000_000_007 + 2 * k for k in range(count)]


def half(entry):
    """Two answers, the first with this probability of the first output."""
    return {"matrix": [[entry, f"1-({entry})"], ["1/2", "1/2"]]}


@kind
def fibonacci_ratios():
    """α and an entry with continued fractions that agree in a hundred thousand terms"""
    x, y = fibonacci(60_000)
    claims = [{"claim": "capacity", "expect": {"multiplicative": {"equals": y}}}]
    return both(mechanism(y, mechanism={"matrix": [[x, f"1-{x}"], [1, 0]]}, claims=claims))


@kind
def fibonacci_interval():
    """an interval of α between two such ratios"""
    ends = sorted(fibonacci(60_000), key=lambda text: int(text.split("/")[0]) % 2)
    return both(mechanism(privacy={"alpha": "symbolic", "between": ends}, claims=["tight-constraints-exist"]))


@kind
def fibonacci_interval_reversed():
    """the same the other way round"""
    ends = sorted(fibonacci(60_000), key=lambda text: 1 - int(text.split("/")[0]) % 2)
    return both(mechanism(privacy={"alpha": "symbolic", "between": ends}, claims=["tight-constraints-exist"]))


@kind
def fibonacci_table():
    """a table of neighbouring Fibonacci ratios"""
    x, y = fibonacci(3_000)
    return both(mechanism("1/2", line(20), mechanism={"matrix": [[x, f"1-{x}"], [y, f"1-{y}"]] * 10}))


@kind
def gcds_of_text():
    """products of high powers that cancel"""
    return both(mechanism(f"{P}^9999/{Q}^9999*{Q}^9999/{P}^9999*" * 2_300 + "1/2"))


@kind
def gcds_of_short_powers():
    """products of powers that cancel, each of them cheap"""
    return both(mechanism(f"{P}^9/{Q}^9*{Q}^9/{P}^9*" * 1_900 + "1/2"))


@kind
def unlike_fractions():
    """a sum of fractions without a common divisor"""
    terms = "+".join(f"1/{p}" for p in primes_like(9_000))
    return both(mechanism(f"({terms})/9000"))


@kind
def unlike_fractions_in_a_table():
    """such sums in each entry"""
    numbers = primes_like(8_000)
    entries = ["(" + "+".join(f"1/{p}" for p in numbers[k : k + 100]) + ")/100" for k in range(0, 8_000, 100)]
    return both(mechanism(mechanism={"matrix": [entries[:40], entries[40:]]}))


@kind
def unlike_powers():
    """a sum of high powers of such fractions"""
    return both(mechanism("1/2+" + "-".join(f"1/{p}^900" for p in primes_like(5_000))))


@kind
def nested_powers():
    """powers of powers, as deep as parentheses go"""
    text = "7"
    for _ in range(60):
        text = f"({text})^9"
    return both(mechanism(mechanism=half(f"1/{text}")))


@kind
def many_powers():
    """thousands of entries that are long powers"""
    return both(mechanism(mechanism={"matrix": [["7^9999"] * 40_000, ["11^9999"] * 40_000]}))


@kind
def many_middle_powers():
    """thousands of entries of some kilobits"""
    return both(mechanism(mechanism={"matrix": [[f"1/{p}^99" for p in primes_like(20_000)], ["1/20000"] * 20_000]}))


@kind
def long_decimals():
    """numbers of 130,000 digits"""
    entries = ["0." + str(k) * 130_000 for k in (1, 2, 3)]
    return both(mechanism("0." + "3" * 130_000, mechanism={"matrix": [entries, entries[::-1]]}))


@kind
def long_fractions():
    """fractions of 65,000 digits above and below, to be brought into lowest terms"""
    drawn = draws(7)
    digits = lambda: "".join(str(1 + below(drawn, 10**9 - 1)) for _ in range(7_000))[:65_000]
    entries = [f"{digits()[:-1]}/{digits()}" for _ in range(6)]
    return both(mechanism(mechanism={"matrix": [entries[:3], entries[3:]]}))


@kind
def middle_fractions():
    """hundreds of fractions of a thousand digits in one row"""
    drawn = draws(8)
    digits = lambda: "".join(str(1 + below(drawn, 9)) for _ in range(1_000))
    entries = [f"{digits()[:-1]}/{digits()}" for _ in range(480)]
    return both(mechanism(mechanism={"matrix": [entries[:240], entries[240:]]}, claims=["capacity"]))


@kind
def decimal_exponents():
    """1e9999 forty thousand times"""
    return both(mechanism(mechanism={"matrix": [["1e9999"] * 50_000, ["1e-9999"] * 50_000]}))


@kind
def roots_of_long_numbers():
    """α = m^(-1/k) for a long m"""
    return both(mechanism(privacy={"epsilon": f"1/9973*ln({'7' * 130_000})"}, mechanism=half("a/2")))


@kind
def logarithm_of_a_long_ratio():
    """ε = 1/7 ln of a ratio next to 1"""
    return both(mechanism(privacy={"epsilon": f"1/7*ln(1{'0' * 65_000}1/1{'0' * 65_001})"}, mechanism=half("a/2")))


@kind
def tiny_epsilon():
    """ε = 10^-9999"""
    return both(mechanism(privacy={"epsilon": "1e-9999"}, mechanism=half("a/2"), claims=["capacity", "tight-constraints-exist"]))


@kind
def huge_epsilon():
    """ε = 10^9999"""
    return both(mechanism(privacy={"epsilon": "1e9999"}, mechanism=half("a/2"), claims=["capacity", "tight-constraints-exist"]))


@kind
def middle_epsilon():
    """ε = 10^6: α of a million bits"""
    return both(mechanism(privacy={"epsilon": "1e6"}, mechanism=half("a/2"), claims=["capacity", "tight-constraints-exist"]))


@kind
def long_epsilon():
    """ε of 100,000 digits, beside numbers near α"""
    text = "0." + "3" * 100_000
    return both(mechanism(privacy={"epsilon": text}, mechanism=half("a/2"), claims=["capacity", "tight-constraints-exist"]))


@kind
def entries_near_a_power_of_e():
    """entries that agree with e^-1 in thousands of digits"""
    near = decimal(exponential_of_minus_one(30_000), 1 << 30_000, 9_000)
    entries = [[near, f"1-{near}"], ["1", "0"]] * 25
    return both(mechanism(privacy=E, query=complete(50), mechanism={"matrix": entries}))


@kind
def close_roots():
    """a polynomial with two roots near 2^-8000"""
    root = {"root_of": ["1/9", "-1e9999", "(1e9999)^2"], "between": ["0", "1"]}
    return both(mechanism(privacy={"alpha": root}))


@kind
def close_roots_apart():
    """two roots near each other, and the interval that has only one of them"""
    root = {"root_of": ["1/9", "-1e2400", "1e4800"], "between": ["0", "1e-2400/2"]}
    return both(mechanism(privacy={"alpha": root}, mechanism=half("a"), claims=["tight-constraints-exist"]))


@kind
def roots_of_a_high_degree():
    """a polynomial of degree 9,999"""
    drawn = draws(9)
    coefficients = [str(below(drawn, 199) - 99) for _ in range(9_999)] + ["1"]
    return both(mechanism(privacy={"alpha": {"root_of": coefficients, "between": ["0", "1"]}}))


@kind
def roots_of_a_middle_degree():
    """a polynomial of degree 300 with long coefficients"""
    drawn = draws(10)
    coefficients = ["-1"] + ["".join(str(1 + below(drawn, 9)) for _ in range(3_000)) for _ in range(300)]
    return both(mechanism(privacy={"alpha": {"root_of": coefficients, "between": ["0", "1"]}}, mechanism=half("a/2")))


@kind
def mignotte():
    """x^n - 2(10^k x - 1)^2: two roots nearer to each other than most"""
    k = 10**40
    coefficients = ["-2", str(4 * k), str(-2 * k * k)] + ["0"] * 397 + ["1"]
    return both(mechanism(privacy={"alpha": {"root_of": coefficients, "between": ["0", "1"]}}))


@kind
def roots_by_the_hundred():
    """a polynomial with three hundred roots between 0 and 1"""
    polynomial = [1]
    for k in range(1, 301):
        shifted = [0] + [301 * c for c in polynomial]
        polynomial = [a - b for a, b in zip(shifted, [k * c for c in polynomial] + [0])]
    root = {"root_of": [str(c) for c in polynomial], "between": ["0", "1"]}
    return both(mechanism(privacy={"alpha": root}))


@kind
def algebraic_entries():
    """an α of degree 60, and entries that are quotients of polynomials in it"""
    root = {"root_of": ["-1", "1"] + ["0"] * 58 + ["1"], "between": ["0", "1"]}
    entries = [f"a^{k + 1}/(1+a^{2 * k}+a^{59 - k})/200" for k in range(40)]
    rest = "1-(" + "+".join(entries) + ")"
    return both(mechanism(privacy={"alpha": root}, query=line(2), mechanism={"matrix": [entries + [rest], ["1/41"] * 41]}))


@kind
def constant_of_a_high_degree():
    """a constant of degree 500 beside a rational α"""
    root = {"root_of": ["-3"] + ["1"] * 500, "between": ["0", "1"]}
    entries = [f"b^{k}/(2+b^{499 - k})/80" for k in range(1, 60)]
    matrix = [entries + ["1-(" + "+".join(entries) + ")"], ["1/60"] * 60]
    return both(mechanism(constant=root, mechanism={"matrix": matrix}, claims=["capacity"]))


@kind
def root_of_alpha():
    """b = α^(1/9999), α = 1/2"""
    return both(mechanism(constant={"root_of_alpha": 9_999}, mechanism=half("b^5000/2"), claims=["capacity"]))


@kind
def root_of_alpha_on_a_line():
    """the powers of b^997 on a line of 500"""
    rest = {"constant": {"root_of_alpha": 997}, "mechanism": {"family": "truncated-geometric"}}
    return both(mechanism(query=line(500), **rest, claims=["tight-constraints"]))


@kind
def sparse_exponents():
    """entries of a hundred terms each, with exponents of e of their own"""
    term = lambda k: f"b^{(k * 7919) % 9973}"
    entries = ["1/(" + "+".join(term(100 * i + k) for k in range(100)) + ")/50" for i in range(40)]
    rest = "1-(" + "+".join(entries) + ")"
    matrix = [entries + [rest], ["1/41"] * 41]
    return both(mechanism(privacy={"epsilon": "0.968133484697"}, constant={"exp": "-1/8"}, mechanism={"matrix": matrix}))


@kind
def sparse_products():
    """products of sums of such terms"""
    factor = lambda k: f"(1+b^{k}+b^{3 * k + 1}+b^{9973 - k})"
    entries = ["/".join(["1/80"] + [factor(17 * i + k) for k in range(1, 9)]) for i in range(30)]
    matrix = [entries + ["1-(" + "+".join(entries) + ")"], ["1/31"] * 31]
    return both(mechanism(privacy={"epsilon": "0.968133484697"}, constant={"exp": "-1/8"}, mechanism={"matrix": matrix}))


@kind
def sparse_powers():
    """a high power of a sum of such terms"""
    return both(mechanism(privacy={"epsilon": "0.968133484697"}, constant={"exp": "-1/8"}, mechanism=half("(1+b+b^7+b^91)^300/4^301")))


@kind
def sparse_rows():
    """discrete Gaussian noise on hundreds of answers, its terms unlike those of α"""
    width = 60
    matrix = [[f"b^{(i - j) ** 2}/({'+'.join(f'b^{(i - k) ** 2}' for k in range(width))})" for j in range(width)] for i in range(40)]
    return both(mechanism(privacy={"epsilon": "0.968133484697"}, query=line(40), constant={"exp": "-1/7"}, mechanism={"matrix": matrix}))


@kind
def symbolic_entries():
    """a^9999 in eighty thousand entries"""
    return both(mechanism(privacy=SYMBOLIC, mechanism={"matrix": [["a^9999"] * 50_000, ["a^9998"] * 50_000]}))


@kind
def expanded_powers():
    """(1+a)^9999 and its like"""
    entries = ["(1+a)^5000/2^5000", "((1+a)^70)^70/2^4900", "(1+a+a^2)^3000/3^3000", "(1-a+a^7)^900/3^900"]
    return both(mechanism(privacy=E, mechanism={"matrix": [entries, entries[::-1]]}))


@kind
def expanded_products():
    """products of hundreds of short polynomials, in each of many entries"""
    entries = ["*".join(f"(1+{k + 2}*a^{1 + (k + i) % 9})" for k in range(150)) + f"/{10**400}" for i in range(200)]
    return both(mechanism(privacy=E, mechanism={"matrix": [entries, entries[::-1]]}))


@kind
def quotients():
    """sums of quotients, none of whose denominators have a factor in common"""
    entries = ["(" + "+".join(f"1/({k + i}+a^{k}+a^{k + 7})" for k in range(2, 40)) + ")/40" for i in range(30)]
    return both(mechanism(privacy=E, mechanism={"matrix": [entries, entries[::-1]]}))


@kind
def quotients_of_a_high_degree():
    """a few quotients of degree thousands"""
    entries = [f"1/(1+a^{k}+a^{2 * k + 1})/9" for k in (997, 1_009, 1_013, 1_019, 1_021, 1_031, 1_033)]
    return both(mechanism(privacy=E, mechanism={"matrix": [entries, entries[::-1]]}))


@kind
def gcds_of_functions():
    """quotients of long polynomials with common factors, reduced"""
    entry = lambda i: "*".join(f"(1+a^{k + i}+3*a^{2 * k})" for k in range(20, 50)) + "/" + "/".join(f"(1+a^{k + i}+3*a^{2 * k})" for k in range(21, 51))
    return both(mechanism(privacy=SYMBOLIC, mechanism={"matrix": [[entry(i) for i in range(40)], ["1/40"] * 40]}))


@kind
def long_delta():
    """δ and rounding of 130,000 digits"""
    text = "0." + "3" * 130_000
    made = {"matrix": [["1/2", "1/2"], ["1/4", "3/4"]], "rounding": text}
    return both(mechanism(privacy={"alpha": "1/2", "delta": text}, mechanism=made, claims=["dp-within-rounding"]))


@kind
def long_alpha_power():
    """a truncated geometric on 19 nodes at α = (7/11)^9000"""
    return both(mechanism("7^9000/11^9000", line(19), mechanism={"family": "truncated-geometric"}, claims=["tight-constraints"]))


@kind
def long_alpha_on_a_sum():
    """the weighting of a sum of 60 numbers up to 59 at α = (7/11)^900"""
    query = {"graph": "sum", "individuals": 60, "max": 59}
    return both(mechanism("7^900/11^900", query, claims=["tight-constraints-exist"]))


@kind
def long_alpha_on_a_longer_sum():
    """the weighting of a sum of 150 numbers up to 5 at α = (7/11)^900"""
    query = {"graph": "sum", "individuals": 150, "max": 5}
    return both(mechanism("7^900/11^900", query, claims=["tight-constraints-exist"]))


@kind
def long_alpha_on_a_cycle():
    """four priors of a cycle of 300 nodes at α = (7/11)^900"""
    priors = {**{f"p{k}": {"corner": k} for k in range(3)}, "point": {"point": 0}}
    claims = [{"claim": "regular", "prior": name} for name in priors]
    query = {"graph": "cycle", "nodes": 300}
    return both(mechanism("7^900/11^900", query, priors=priors, claims=claims))


@kind
def priors_of_a_long_sum():
    """three priors of a sum of 300 numbers up to 5 at an α of 31 digits"""
    priors = {"middle": {"point": 30}, "end": {"point": 0}, "corner": {"corner": 0}}
    claims = ["tight-constraints-exist", *({"claim": "regular", "prior": name} for name in priors)]
    alpha = "199736759864431724374902424835/8953114502091548966127851754634"
    return both(mechanism(alpha, {"graph": "sum", "individuals": 300, "max": 5}, priors=priors, claims=claims))


@kind
def long_alpha_on_a_cube():
    """the exponential mechanism on 2^7 nodes at α = (7/11)^3000"""
    return both(mechanism("7^3000/11^3000", hamming(2, 7), mechanism={"family": "exponential"}, claims=["capacity"]))


@kind
def alpha_next_to_one():
    """α = 1 - 10^-9000 on two nodes, with bounds"""
    claims = [{"claim": "utility-bound", "prior": "p"}, {"claim": "regular", "prior": "p"}, "tight-constraints-exist"]
    return both(mechanism("1-1e-9000", line(3), priors={"p": ["1/3", "1/6", "1/2"]}, claims=claims))


@kind
def expected_bits():
    """bits compared with a fraction that agrees to thousands of digits"""
    near = decimal(logarithm(3, 1, 27_000), logarithm(2, 1, 27_000), 8_000)
    claims = [{"claim": "capacity", "expect": {"bits": {"at_least": near[: 200 * k + 30]}}} for k in range(40)]
    return both(mechanism("1/2", complete(3), mechanism={"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, claims=claims))


@kind
def expected_epsilon():
    """epsilon_min compared with fractions of -ln 3/5 of thousands of digits"""
    near = decimal(logarithm(5, 3, 17_000), 1 << 17_000, 5_000)
    claims = [{"claim": "dp", "expect": {"epsilon_min": {"at_least": near[: 100 * k]}}} for k in range(1, 50)]
    return both(mechanism(mechanism={"matrix": [["5/8", "3/8"], ["3/8", "5/8"]]}, claims=claims))
