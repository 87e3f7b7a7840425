"""Tables of which mass is missing: large ones, chains of entries, linear programs, and multipliers by the thousand."""

from fractions import Fraction

from made import below, both, complete, draws, fails, holds, judged, kind, line, mechanism, rows, vector

CLAIM = "dp"


def lacking(table, query=None, privacy=None, further=True, claims=(), **more):
    """The file of a table whose rows fall short."""
    missing = more.pop("missing", None) or [str(1 - sum(map(Fraction, row))) for row in table]
    made = {"matrix": table, "missing": missing, "further_outputs": further}
    return mechanism("1/2", query or complete(len(table)), privacy, mechanism=made, claims=list(claims), **more)


def short(seed, nodes, outputs, digits=6):
    """Rows without their last entry."""
    return [row[:outputs] for row in rows(seed, nodes, outputs + 1, digits)]


def near(seed, nodes, outputs, digits=6):
    """Rows that hardly differ and have half of their mass: no pair of entries refutes them, and no chain."""
    base = rows(seed, 1, outputs, digits)[0]
    drawn = draws(seed + 1)
    return [[f"{x}*{9_000 + below(drawn, 2_000)}/20000" for x in base] for _ in range(nodes)]


def spread(table, *rest, **more):
    """A file of such rows; what is missing is worked out by whoever reads it."""
    return lacking(table, *rest, missing=[f"1-({'+'.join(row)})" for row in table], **more)


def searched(text):
    """What `certify` makes of it; and a certificate that says it holds."""
    return both(text, [holds(CLAIM)])


def chain(nodes, outputs, first="9/10"):
    """The ends have nearly all mass at one output each, and nothing is known between."""
    of = lambda o: [first if k == o else "0" for k in range(outputs)]
    return [of(0)] + [["0"] * outputs for _ in range(nodes - 2)] + [of(1)]


@kind
def missing_of_a_large_table():
    """mass missing of 250 nodes with 200 outputs, all of them neighbours"""
    return searched(lacking(short(501, 250, 200)))


@kind
def missing_of_a_long_line():
    """mass missing of 9,000 nodes with five outputs"""
    return searched(lacking(short(502, 9_000, 5), line(9_000), {"alpha": "9/10"}))


@kind
def missing_along_a_chain():
    """two ends that force more than 1 on what lies 300 steps between, at an alpha near 1"""
    return searched(lacking(chain(300, 2), line(300), {"alpha": "0.9999"}))


@kind
def missing_along_a_chain_at_e():
    """the same at e^-1/1000: multipliers are powers of e"""
    return searched(lacking(chain(200, 2), line(200), {"epsilon": "1/1000"}))


@kind
def missing_along_a_chain_over_an_interval():
    """the same over an interval of alpha"""
    return searched(lacking(chain(60, 2), line(60), {"alpha": "symbolic", "between": ["9/10", "1"]}))


@kind
def missing_by_linear_programs():
    """a linear program for each of a thousand pairs, none of which refutes"""
    return searched(spread(near(503, 46, 60), complete(46), {"alpha": "2/3"}))


@kind
def missing_by_long_linear_programs():
    """the same in numbers of sixty digits"""
    return searched(spread(near(504, 12, 40, 60), complete(12), {"alpha": "0." + "7" * 60}))


@kind
def missing_by_one_linear_program():
    """one linear program of 24 nodes with eight outputs"""
    return searched(spread(near(505, 24, 8), line(24), {"alpha": "3/4"}, further=False))


@kind
def missing_by_linear_programs_at_e():
    """the same at e^-1/3, on twenty nodes"""
    return searched(spread(near(509, 20, 40), complete(20), {"epsilon": "1/3"}))


@kind
def missing_in_a_large_table_that_is_open():
    """a table of 120 nodes with 60 outputs of which nothing is refuted"""
    return searched(spread(near(510, 120, 60), complete(120), {"alpha": "2/3"}))


@kind
def missing_near_a_tie():
    """rows that a private completion just fits, in numbers of 300 digits"""
    alpha = "0." + "3" * 300
    row = lambda k: ["3/4", "1/8", f"1/10^{200 + k}"]
    return searched(lacking([row(k) if k % 2 else row(k)[::-1] for k in range(8)], complete(8), {"alpha": alpha},
                            missing=[f"1/8-1/10^{200 + k}" for k in range(8)]))


@kind
def missing_in_numbers_of_e():
    """entries and what is missing in e^-1, forty nodes with forty outputs"""
    table = [[f"{x}*(1+a)/2" for x in row[:40]] for row in rows(506, 40, 41, 9)]
    missing = [f"1-({'+'.join(row[:40])})*(1+a)/2" for row in rows(506, 40, 41, 9)]
    return searched(lacking(table, privacy={"epsilon": "1"}, missing=missing))


@kind
def missing_over_an_interval():
    """mass missing at every alpha of an interval, with a delta: maxima of many functions"""
    table = [[f"{x}*a" for x in row[:8]] for row in rows(507, 20, 9, 3)]
    missing = [f"1-({'+'.join(row[:8])})*a" for row in rows(507, 20, 9, 3)]
    privacy = {"alpha": "symbolic", "between": ["0", "1"], "delta": "1/3"}
    return searched(lacking(table, line(20), privacy, missing=missing, claims=["dp"]))


@kind
def clashes_by_the_hundred_thousand():
    """multipliers of one place, named a hundred thousand times"""
    text = lacking([["3/4", "1/8"], ["1/8", "3/4"]])
    many = 100_000
    return judged(text, [fails(CLAIM, {"places": [[1, 0, 1]] * many, "mu": vector(["1"], cells=[0] * many)})])


@kind
def clashes_of_long_numbers():
    """multipliers of ten thousand digits, at all places of a table"""
    table = short(508, 20, 10)
    places = [[i, h, o] for i in range(20) for h in range(20) if i != h for o in range(11)]
    long = int("7" * 10_000)
    mu = vector([str(long + k) for k in range(60)], "3", cells=[k % 60 for k in range(len(places))])
    return judged(lacking(table), [fails(CLAIM, {"places": places, "mu": mu})])


@kind
def clashes_of_high_degree():
    """multipliers of degree 2,000 at e^-1"""
    text = lacking([["3/4", "1/8"], ["1/8", "3/4"]], privacy={"epsilon": "1"})
    power = ["0"] * 2_000 + ["1"]
    places = [[1, 0, 1], [0, 1, 0]] * 20
    mu = vector([power] * 40, ["1"] + ["0"] * 1_999 + ["1"])
    return judged(text, [fails(CLAIM, {"places": places, "mu": mu})])
