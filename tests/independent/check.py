#!/usr/bin/env python3
"""Checks a dp-certificate/2 against a dp-problem/1 by what certificates/FORMAT.md says, where alpha is rational.

    check.py PROBLEM.json CERTIFICATE.json

Nothing is searched for: every verdict is proved by the witness, or computed. Exit status: 0 accepted, 1 refused,
2 unreadable, 3 declined or not mine (alpha or `constant` is irrational or an interval).
"""

import array
import copy
import decimal
import itertools
import math
import sys
from decimal import Decimal
from fractions import Fraction

import composition
import form
import information
import inside
import interval
import losses
import gaussian
import missing
import problem as problems
from form import OF_A_MECHANISM
import reading
import runs
from reading import LIMIT, MALFORMED, STOPS, Declined, Malformed, Refused

INFINITE = ("-ln", 0)
OPEN = "left open by the witness"  # in the place of a value
FAMILIES = ("truncated-geometric", "randomised-response", "exponential", "uniform")


def need(condition, why):
    if not condition:
        raise Refused(why)


# Numbers and vectors -------------------------------------------------------------------------------------------------

def integer(number):
    """A polynomial that is constant. Zeros at its end mean nothing."""
    if isinstance(number, str):
        return int(number)
    need(all(c == "0" for c in number[1:]), "a polynomial that is not constant, and alpha is rational")
    return int(number[0]) if number else 0


def vector(v, length=None):
    """A list of fractions; of the given length, if one is given."""
    denominator = integer(v["denominator"])
    need(denominator > 0, "a denominator that is not positive")
    numerators = v["numerators"]
    if "cells" in v:
        need(all(cell < len(numerators) for cell in v["cells"]), "a cell out of range")
        numerators = [numerators[cell] for cell in v["cells"]]
    numbers = [Fraction(integer(x), denominator) for x in numerators]
    need(length is None or len(numbers) == length, "a vector of another length")
    return numbers


def over_one(numbers):
    """Integers over one denominator."""
    denominator = math.lcm(*(Fraction(x).denominator for x in numbers))
    return [int(x * denominator) for x in numbers], denominator


def dot(x, y):
    return sum(a * b for a, b in zip(x, y) if a and b)


class Table:
    """A matrix: integers over one denominator."""

    def __init__(self, rows):
        self.width = len(rows[0])
        flat, self.den = over_one([x for row in rows for x in row])
        self.rows = [flat[k:k + self.width] for k in range(0, len(flat), self.width)]
        # Which rows an adversary may name, where that is not as the graph says
        self.pairs = None

    def entry(self, i, o):
        return Fraction(self.rows[i][o], self.den)

    def faulty(self, i):
        """Whether row i has a negative entry or does not sum to 1."""
        return min(self.rows[i]) < 0 or sum(self.rows[i]) != self.den

    def is_mechanism(self):
        return not any(self.faulty(i) for i in range(len(self.rows)))


# The graph -----------------------------------------------------------------------------------------------------------

def strings(values, length):
    return list(itertools.product(range(values), repeat=length))


class Graph:
    """The nodes, who is next to whom, the distances, and Phi at alpha."""

    def __init__(self, said, alpha):
        self.family, self.alpha, self.said = said.get("family"), alpha, said
        name = self.family
        if name == "hamming":
            points = strings(said["values"], said["individuals"])
            adjacent = lambda i, j: sum(a != b for a, b in zip(points[i], points[j])) == 1
        elif name == "counts":
            points = strings(said["individuals"] + 1, said["queries"])
            adjacent = lambda i, j: all(abs(a - b) <= 1 for a, b in zip(points[i], points[j]))
        else:
            points = range(said["nodes"])
            last = len(points) - 1
            edges = {(edge[0], edge[1]): edge[2:] for edge in said.get("edges", [])}
            adjacent = {
                "line": lambda i, j: j - i == 1,
                "cycle": lambda i, j: j - i in (1, last),
                "complete": lambda i, j: True,
                "star": lambda i, j: i == 0,
                "sum": lambda i, j: j - i <= said.get("max", 0),
                "lengths": lambda i, j: (i, j) in edges,
                None: lambda i, j: (i, j) in edges,
            }[name]
        self.n = len(points)
        # Where edges have lengths: in units of which so many are the length 1; alpha is that of one unit, or where they are fine of
        # the length 1
        self.unit, self.fine = said.get("unit", 1), name == "lengths"
        lengths = edges.items() if "unit" in said else ()
        self.lengths = {pair: length for (i, j), (length,) in lengths for pair in ((i, j), (j, i))}
        self.near = [[] for _ in points]
        for i in range(self.n):
            for j in range(i + 1, self.n):
                if adjacent(i, j):
                    self.near[i].append(j)
                    self.near[j].append(i)
        self.distance = [self.from_node(i) for i in range(self.n)]
        self.diameter = max(d for row in self.distance for d in row if d is not None)
        if self.fine:
            return
        p, q = alpha.numerator, alpha.denominator
        self.scale = q ** self.diameter  # times Phi gives integers
        self.power = {d: p ** d * q ** (self.diameter - d) for d in range(self.diameter + 1)}
        self.power[None] = 0

    def length(self, i, j):
        """That of an edge."""
        return self.lengths.get((i, j), 1)

    def along(self, i, j):
        """What an edge asks for: alpha to the power of its length."""
        return self.alpha ** self.length(i, j)

    def by_lengths(self, start):
        """The lengths of the shortest paths from one node: each edge may shorten some, until none does."""
        distance = [None] * self.n
        distance[start], changed = 0, [start]
        while changed:
            again = set()
            for i in changed:
                for j in self.near[i]:
                    d = distance[i] + self.length(i, j)
                    if distance[j] is None or d < distance[j]:
                        distance[j] = d
                        again.add(j)
            changed = sorted(again)
        return distance

    def from_node(self, start):
        """The distances from one node, None where there is no path."""
        if self.family == "complete":
            return [int(i != start) for i in range(self.n)]
        if self.lengths:
            return self.by_lengths(start)
        distance = [None] * self.n
        distance[start], layer, d = 0, [start], 0
        while layer:
            d += 1
            found = []
            for i in layer:
                for j in self.near[i]:
                    if distance[j] is None:
                        distance[j] = d
                        found.append(j)
            layer = found
        return distance

    def phi(self, x):
        """Phi times x."""
        x, denominator = over_one(x)
        return [Fraction(sum(self.power[d] * c for d, c in zip(row, x) if c), denominator * self.scale)
                for row in self.distance]

    def is_forest(self):
        edges = sum(map(len, self.near)) // 2
        return edges == self.n - len({min(j for j, d in enumerate(row) if d is not None) for row in self.distance})

    def hamming(self):
        """(values, individuals), of a Hamming graph."""
        return (self.said["values"], self.said["individuals"]) if self.family == "hamming" else None


def private(graph, table):
    """A stochastic matrix with alpha x_io <= x_ho for neighbours."""
    def kept(i, h):
        p, q = graph.along(i, h).as_integer_ratio()
        return all(p * a <= q * b for a, b in zip(table.rows[i], table.rows[h]))

    return table.is_mechanism() and all(kept(i, h) for i in range(graph.n) for h in graph.near[i])


def packed(numbers):
    """Numbers below 2^64 in one, the first in its lowest bits: a row is added to another in one step."""
    return int.from_bytes(array.array("Q", numbers).tobytes(), sys.byteorder)


def reduced(row, m, length):
    return packed([x % m for x in array.array("Q", row.to_bytes(8 * length, sys.byteorder))])


def eliminates(columns, m, exchange=True):
    """Whether every column finds a pivot that is invertible modulo m <= 2^28. Columns of integers."""
    count, low = len(columns), 2 ** 64 - 1
    rows = [packed([x % m for x in row]) for row in zip(*columns)]  # from column done[i] on
    done = [0] * len(rows)  # how many pivots row i has been reduced by: no more than are needed
    pivots = []
    for k in range(count):
        for at in range(k, len(rows) if exchange else k + 1):
            while done[at] < k:
                pivot, inverse = pivots[done[at]]
                rows[at] = rows[at] + (rows[at] & low) * -inverse % m * pivot >> 64
                done[at] += 1
                if done[at] % 100 == 0:  # each step adds less than 2^56 to an entry
                    rows[at] = reduced(rows[at], m, count - done[at])
            if math.gcd(rows[at] & low, m) == 1:
                break
        else:
            return False
        rows[k], rows[at], done[k], done[at] = rows[at], rows[k], done[at], done[k]
        pivot = reduced(rows[k], m, count - k)
        pivots.append((pivot, pow(pivot & low, -1, m)))
    return True


def modulus(text):
    m = int(text)
    need(2 <= m <= 2 ** 28, "a modulus out of range")
    return m


def check_invertible(graph, how):
    """Phi is invertible."""
    n, alpha = graph.n, graph.alpha
    if how.get("structure") == "hamming":
        need(graph.family in ("hamming", "complete") and alpha < 1, "no Hamming graph with alpha < 1")
    elif how.get("structure") == "sum":
        need(graph.family in ("sum", "line") and alpha < 1, "no graph of a sum query with alpha < 1")
        v = graph.said.get("max", 1)
        p, q = alpha.numerator, alpha.denominator
        R = [[alpha ** d for d in row] for row in graph.distance]
        S = []
        for i in range(n):
            others = [h for h in (i - v, i + v) if 0 <= h < n]
            own = 1 + alpha ** 2 if len(others) == 2 else 1
            S.append([int(q ** 4 * (own * R[i][j] - alpha * sum(R[h][j] for h in others))) for j in range(n)])
        need(eliminates(list(zip(*S)), modulus(how["modulus"]), exchange=False), "no pivot modulo m")
    elif "inverse" in how:
        need(len(how["inverse"]) == n, "an inverse of another size")
        for k, row in enumerate(how["inverse"]):
            need(graph.phi(vector(row, n)) == [int(i == k) for i in range(n)], "no inverse of Phi")
    else:
        columns = [[graph.power[d] for d in row] for row in graph.distance]
        need(eliminates(columns, modulus(how["modulus"])), "no pivot modulo m")


# The problem ---------------------------------------------------------------------------------------------------------

def is_mine(said):
    return "t" not in said and "alpha_point" not in said and isinstance(said.get("alpha", "1"), str)


class Problem:
    def __init__(self, said):
        if not is_mine(said):
            raise Declined("not mine: alpha or `constant` is irrational or symbolic")
        self.said = said
        # Beside rho no claim is about alpha
        self.rho = Fraction(said["rho"]) if "rho" in said else None
        self.alpha = Fraction(said.get("alpha", 1))
        self.graph = Graph(said["graph"], self.alpha)
        self.n = self.graph.n
        self.delta = Fraction(said.get("delta", 0))
        self.rounding = Fraction(said["rounding"]) if "rounding" in said else None
        product = said.get("product")
        # A product that is not written out: X is the parent here, and `copies` says of how many
        self.copies = product["individuals"] if product and "table" not in said else None
        rows = said.get("table") or product and product["parent"]
        self.X = Table([vector(row) for row in rows]) if rows else None
        parts = said.get("parts", [])
        self.uses = [(Table([vector(row) for row in part["table"]]), part["times"]) for part in parts if "table" in part]
        for table, times in self.uses:
            need(len(table.rows) == self.n and times > 0 and not rows, "no such part")
        # Parts of which only alpha and delta are known
        self.promises = [composition.worst(part["promise"]) if "promise" in part else None for part in parts]
        self.promises = self.promises if any(self.promises) else []
        self.files = {part["file"]: part["sha256"] for part in said.get("parts", []) if "file" in part}
        self.counts = said.get("counts")
        # What is known of a table of which mass is missing: there is no X then
        self.lacking = None
        if "missing" in said:
            self.lacking, self.X = missing.Lacking([vector(row) for row in rows], said["missing"]["further_outputs"]), None
        # Noise that has no table
        self.gaussian = gaussian.Noise(said["gaussian"], said["graph"]) if "gaussian" in said else None
        self.noise, self.pair = None, self
        if "noise" in said:
            self.noise = Fraction(said["noise"])
            need(0 <= self.noise <= 1 and self.n > 1 and "table" not in said and not product, "no such noise")
            need(self.graph.family == "complete" or self.noise == 1, "noise on a graph that is not complete")
            b = self.noise / self.n
            a, rest = 1 - self.noise + b, (self.n - 2) * b
            self.own, self.other, self.X = a, b, Table([[a, b, rest], [b, a, rest]])
            self.pair = copy.copy(self)
            self.pair.n, self.pair.graph = 2, Graph({"family": "complete", "nodes": 2}, self.alpha)
        self.priors = {prior["name"]: prior for prior in said["priors"]}
        self.others = {other["from"]: other for other in said["others"]}

    def weights(self, name):
        return vector(self.priors[name]["weights"], self.n)

    def guesses(self):
        """g(w, .) for each guess w."""
        gain, n = self.said["gain"], self.n
        if isinstance(gain, dict):
            return [vector(row, n) for row in gain["rows"]]
        distance, largest = self.graph.distance, self.graph.diameter
        g = {
            "binary": lambda w, x: int(w == x),
            "binary-loss": lambda w, x: -int(w != x),
            "distance": lambda w, x: Fraction(largest - distance[w][x], self.graph.unit),
            "absolute-loss": lambda w, x: -abs(w - x),
            "squared-loss": lambda w, x: -(w - x) ** 2,
        }[gain]
        return [[g(w, x) for x in range(n)] for w in range(n)]

    def is_loss(self):
        gain = self.said["gain"]
        return gain["loss"] if isinstance(gain, dict) else gain.endswith("-loss")

    def worth(self, pi, binary):
        """c_w(i) = pi_i g(w, i), as {i: number} for each guess w."""
        if binary:
            return [{w: pi[w]} for w in range(self.n)]
        return [{i: p * g for i, (p, g) in enumerate(zip(pi, row)) if p * g} for row in self.guesses()]


def utility(table, *worths):
    """The sum over outputs of the best guess's worth; for several priors, each with its own guess."""
    total = 0
    for worth in worths:
        numbers, denominator = over_one([x for c in worth for x in c.values()])
        numbers = iter(numbers)
        worth = [[(i, next(numbers)) for i in c] for c in worth]
        best = sum(max(sum(x * table.rows[i][o] for i, x in c) for c in worth) for o in range(table.width))
        total += Fraction(best, denominator * table.den)
    return total


def leakage(table, pi):
    return utility(table, [{w: x} for w, x in enumerate(pi)]) / max(pi)


# Parts that several witnesses have -----------------------------------------------------------------------------------

def takes(witness, *forms):
    """Of the forms that form.py allows, the witness has one of these."""
    need(any(set(witness) == set(form.split()) for form in forms), "its witness has not the parts it should have")


def index(i, count):
    need(i < count, "an index out of range")
    return i


def bound_of(problem, said, worths, binary, delta=0):
    """The bound on the utility of every private mechanism: lambda with multipliers, lambda alone on a forest, or y."""
    need(not delta or "multipliers" in said, "a bound of private mechanisms with delta 0")
    graph, n, alpha = problem.graph, problem.n, problem.alpha
    if "y" in said:
        need(binary and len(worths) == 1, "y bounds the binary gain at one prior only")
        y = vector(said["y"], n)
        pi = [c[w] for w, c in enumerate(worths[0])]
        need(min(y) >= 0 and all(a >= b for a, b in zip(graph.phi(y), pi)), "y is no bound")
        return sum(y)
    lam = vector(said["lambda"], n)
    # The guesses: those of the first prior count fastest
    guesses = itertools.product(*reversed(worths))
    count = math.prod(len(worth) for worth in worths)
    multipliers = said.get("multipliers")
    need(multipliers is None or len(multipliers) == count, "multipliers for another number of guesses")
    need(multipliers is not None or graph.is_forest(), "lambda alone, and the graph is no forest")
    for w, guess in enumerate(guesses):
        rest = [x - sum(c.get(i, 0) for c in guess) for i, x in enumerate(lam)]
        if multipliers is None:
            need(all(f >= 0 for f in at_the_roots(graph, rest)), "lambda is no bound")
        else:
            flow = flow_of(graph, multipliers[w])
            need(all(a >= b for a, b in zip(rest, flow)), "lambda and the multipliers are no bound")
    return sum(lam) + (delta * slack_of(graph, multipliers) if delta else 0)


def delta_of(graph, table):
    """The least delta at which a table is private: of every pair the set of outputs where it has more than e^eps times the other."""
    excess = lambda x, y: sum(max(a - b / graph.alpha, 0) for a, b in zip(x, y))
    return Fraction(max([excess(table.rows[i], table.rows[h]) for i in range(graph.n) for h in graph.near[i]] + [0]), table.den)


def slack_of(graph, all_of_them):
    """alpha times the sum over arcs of the largest multiplier of any column."""
    most = {}
    for said in filter(None, all_of_them):
        own = {}
        for edge, mu in zip(map(tuple, said["edges"]), vector(said["mu"], len(said["edges"]))):
            own[edge] = own.get(edge, 0) + mu
        for edge, mu in own.items():
            most[edge] = max(mu, most.get(edge, 0))
    return graph.alpha * sum(most.values())


def at_the_roots(graph, d):
    """f of the root of each tree of a forest."""
    f, seen = list(d), set()
    for root in range(graph.n):
        if root in seen:
            continue
        order, parent = [root], {root: None}
        for i in order:
            for h in graph.near[i]:
                if h != parent[i]:
                    parent[h] = i
                    order.append(h)
        seen.update(order)
        for i in reversed(order[1:]):
            along = graph.along(i, parent[i])
            f[parent[i]] += f[i] * along if f[i] >= 0 else f[i] / along
        yield f[root]


def flow_of(graph, said):
    """The sum of mu_hi over h -> i less alpha times the sum of mu_ih over i -> h, for each node i."""
    flow = [Fraction(0)] * graph.n
    if said:
        need(set(said) == {"edges", "mu"}, "multipliers need both edges and mu")
        for (i, h), mu in zip(said["edges"], vector(said["mu"], len(said["edges"]))):
            need(index(i, graph.n) in graph.near[index(h, graph.n)], "an edge between nodes that are not adjacent")
            need(mu >= 0, "a negative multiplier")
            flow[h] += mu
            flow[i] -= graph.along(i, h) * mu
    return flow


def mechanism(problem, said, delta=0):
    """A mechanism of a witness, which must be stochastic and private."""
    graph, n, alpha = problem.graph, problem.n, problem.alpha
    if "tight" in said:
        z = vector(said["tight"], n)
        rows = [[alpha ** d * x if d is not None else 0 for d, x in zip(row, z)] for row in graph.distance]
    elif "family" in said:
        rows = closed_form(graph, said["family"])
    else:
        need(len(said["rows"]) == n, "a mechanism with another number of rows")
        rows = [vector(row) for row in said["rows"]]
        need(rows[0] and all(len(row) == len(rows[0]) for row in rows), "rows of different lengths")
    table = Table(rows)
    need(is_private(graph, table, delta), "its mechanism is not private")
    return table


def is_private(graph, table, delta):
    return private(graph, table) if not delta else table.is_mechanism() and delta_of(graph, table) <= delta


def closed_form(graph, name):
    n, alpha = graph.n, graph.alpha
    of_graph = {"truncated-geometric": ["line"], "randomised-response": ["complete"], "exponential": ["hamming"]}
    need(graph.family in of_graph.get(name, [graph.family]), "%s is not on this graph" % name)
    if name == "uniform":
        return [[Fraction(1, n)] * n for _ in range(n)]
    if name == "truncated-geometric":
        ends = [1] if n == 1 else [1 / (1 + alpha)] + [(1 - alpha) / (1 + alpha)] * (n - 2) + [1 / (1 + alpha)]
        return [[alpha ** abs(i - j) * ends[j] for j in range(n)] for i in range(n)]
    rows = [[alpha ** d for d in row] for row in graph.distance]
    return [[x / sum(row) for x in row] for row in rows]


def solved(problem, said, worths, binary):
    """{better, and a bound} that are equal: the most utility of a private mechanism."""
    best = utility(mechanism(problem, said["better"]), *worths)
    need(bound_of(problem, {k: x for k, x in said.items() if k != "better"}, worths, binary) == best,
         "the mechanism and the bound are not equal")
    return best


def utility_bound(problem, prior, witness):
    """The least sum of y with y Phi >= pi."""
    graph, pi = problem.graph, problem.weights(prior)
    y, v = vectors_of(problem, witness, "y", "v")
    need(min(y) >= 0 and all(a >= b for a, b in zip(graph.phi(y), pi)), "y does not bound")
    need(min(v) >= 0 and all(a <= 1 for a in graph.phi(v)), "v does not bound")
    need(sum(y) == dot(pi, v), "y and v are not equal")
    return sum(y)


def vectors_of(problem, witness, *names):
    """The vectors of these names, or the tensor products of their `factors` (*Hamming graphs*, in `regular`)."""
    if "factors" not in witness:
        return [vector(witness[name], problem.n) for name in names]
    v, _ = problem.graph.hamming()
    return [tensor([vector(factor[name], v) for factor in witness["factors"]]) for name in names]


def tensor(factors):
    """The last individual's value runs fastest."""
    product = [Fraction(1)]
    for factor in factors:
        product = [x * y for x in product for y in factor]
    return product


# The claims ----------------------------------------------------------------------------------------------------------
# Each function checks one claim: it gets the problem, the statement and its witness, and returns the verdict that it
# computed (or that the witness proves) and the values. A value that is not there is one that the claim does not have.

def stochastic(problem, said, witness):
    """`stochastic`: computed."""
    X = problem.X
    if X.is_mechanism():
        takes(witness, "")
        return "holds", {}
    return without_mechanism(problem, witness)


def stochastic_within_rounding(problem, said, witness):
    """`stochastic-within-rounding`: each row's entries range over intervals, and its sum over another one."""
    X, r = problem.X, problem.rounding
    takes(witness, "")

    def may_be(i):
        row = [X.entry(i, o) for o in range(X.width)]
        return min(row) >= -r and sum(max(0, x - r) for x in row) <= 1 <= sum(x + r for x in row)

    return verdict(all(map(may_be, range(problem.n)))), {}


def without_mechanism(problem, witness):
    """*Where X is no mechanism*: a claim that speaks of X as one fails."""
    takes(witness, "", "row")
    need("row" not in witness or problem.X.faulty(index(witness["row"], len(problem.X.rows))), "that row has no fault")
    return "fails", {}


def dp(problem, said, witness):
    """`dp`: computed; adjacent pairs suffice ([E] Proposition 1)."""
    X, graph = problem.X, problem.graph
    if min(map(min, X.rows)) < 0:
        takes(witness, "", "row output")
        if witness:
            need(X.rows[index(witness["row"], problem.n)][index(witness["output"], X.width)] < 0, "not negative")
        return "fails", {}
    if graph.lengths:
        return metric_privacy(problem, witness)
    least = (1, 1)  # x_io / x_ho
    for i, row in enumerate(X.rows):
        for h in graph.near[i]:
            for a, b in zip(row, X.rows[h]):
                if b > 0 and a * least[1] < least[0] * b:
                    least = (a, b)
    alpha_max = Fraction(*least)
    takes(witness, "", "pair output")
    if witness:
        i, h = neighbours(problem, witness["pair"])
        o = index(witness["output"], X.width)
        need(X.rows[h][o] > 0 and Fraction(X.rows[i][o], X.rows[h][o]) == alpha_max, "not the least ratio")
    return verdict(problem.alpha <= alpha_max), {"alpha_max": alpha_max, "epsilon_min": ("-ln", alpha_max)}


class Power:
    """x^(p/q) of a fraction 0 < x <= 1, as exactly as it goes: compared by whole powers."""

    def __init__(self, x, exponent):
        p, q = Fraction(exponent).as_integer_ratio()
        for f in range(2, min(q, size_of(x)) + 1):
            while q % f == 0 and (root := root_of(x, f)) is not None:
                x, q = root, q // f
        self.x, self.p, self.q = x, p, q

    def exactly(self):
        """The fraction that it is, if it is one."""
        short = size_of(self.x) == 1 or size_of(self.x) * self.p <= 1 << 20
        return self.x ** self.p if self.q == 1 and short else self

    def less(self, r):
        """The sign of it less a fraction."""
        return 1 if r <= 0 else order_powers(self.x, self.p, r, self.q)

    def against(self, other):
        return order_powers(self.x, self.p * other.q, other.x, other.p * self.q)

    def __lt__(self, other):
        return self.against(other) < 0

    def __eq__(self, other):
        return isinstance(other, Power) and self.against(other) == 0


def size_of(x):
    return max(x.numerator.bit_length(), x.denominator.bit_length())


def order_powers(x, m, y, l):
    """The sign of x^m - y^l for fractions x, y >= 0 and whole m, l > 0, which may be far too large for the powers to be made."""
    if x == 0 or y == 0:
        return (x > 0) - (y > 0)
    common = math.gcd(m, l)
    m, l = m // common, l // common
    # With m and l coprime a tie of x != 1 is one of x = w^l and y = w^m
    if l <= size_of(x) and m <= size_of(y) and (w := root_of(x, l)) is not None and w ** m == y:
        return 0
    if size_of(x) * m <= 1 << 14 and size_of(y) * l <= 1 << 14:
        return (x ** m > y ** l) - (x ** m < y ** l)
    for digits in (60, 300, 1500):
        with decimal.localcontext() as context:
            context.prec, context.Emax, context.Emin = digits, decimal.MAX_EMAX, decimal.MIN_EMIN
            log = lambda z: (Decimal(z.numerator) / Decimal(z.denominator)).ln()
            less = m * log(x) - l * log(y)
            # Quotients, logarithms and products are off by a few units in the last of so many digits
            scale = 1 + abs(m * log(x)) + abs(l * log(y)) + m + l
            if abs(less) > scale * Decimal(10) ** (10 - digits):
                return 1 if less > 0 else -1
    raise Declined("powers that are too close")


def root_of(x, k):
    """The k-th root of a fraction > 0, if it is one."""
    def whole(n):
        low, high = 0, 1 << (n.bit_length() // k + 1)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle ** k <= n else (low, middle - 1)
        return low if low ** k == n else None

    n, d = whole(x.numerator), whole(x.denominator)
    return None if n is None or d is None else Fraction(n, d)


def metric_privacy(problem, witness):
    """`dp` where edges have lengths: at the distances of shortest paths, for all pairs of nodes."""
    X, graph = problem.X, problem.graph
    ratios = {}
    for i, h in itertools.permutations(range(problem.n), 2):
        for o, (a, b) in enumerate(zip(X.rows[i], X.rows[h])):
            if graph.distance[i][h] is not None and b > 0:
                ratios[i, h, o] = Fraction(a, b), Fraction(graph.distance[i][h], graph.unit)
    # alpha belongs to one unit, or to the length 1
    units = graph.unit if graph.fine else 1
    holds = all(order_powers(problem.alpha, int(d * graph.unit), ratio, units) <= 0 for ratio, d in ratios.values())
    zero = any(ratio == 0 for ratio, _ in ratios.values())
    powers = {} if zero else {at: Power(ratio, 1 / d) for at, (ratio, d) in ratios.items() if ratio < 1}
    least = Fraction(0) if zero else min(powers.values(), default=Power(Fraction(1), 1)).exactly()
    takes(witness, "", "pair output")
    if witness:
        pair, o = neighbours(problem, witness["pair"]), index(witness["output"], X.width)
        ratio, d = ratios.get((*pair, o), (None, 1))
        attains = ratio is not None and (ratio == 0 if zero else ratio <= 1 and Power(ratio, 1 / d).exactly() == least)
        need(attains, "not the least ratio")
    return verdict(holds), {"alpha_max": least, "epsilon_min": ("-ln", least)}


def group_privacy(problem, said, witness):
    """`group-privacy`: as `dp`, for the pairs at a distance, against a power of alpha."""
    k, nearer = said["distance"] * problem.graph.unit, said.get("at_most", False)
    if problem.copies:
        found, values = dp(problem, said, {key: x for key, x in witness.items() if key in ("row", "output")})
        if not values:
            return found, values
        takes(witness, "")
        steps = min(k, problem.copies) if nearer or k <= problem.copies else 0
        least = values["alpha_max"] ** steps
        return verdict(least == 1 or problem.alpha ** k <= least), {"alpha_max": least, "epsilon_min": ("-ln", least)}
    X, graph = problem.X, problem.graph
    if min(map(min, X.rows)) < 0:
        return dp(problem, said, witness)
    meant = [(i, h) for i in range(problem.n) for h, d in enumerate(graph.distance[i])
             if d is not None and (d == k or nearer and 0 < d < k)]
    ratios = [Fraction(a, b) for i, h in meant for a, b in zip(X.rows[i], X.rows[h]) if b > 0]
    least = min(ratios + [Fraction(1)])
    takes(witness, "", "pair output")
    if witness:
        i, h = (index(node, problem.n) for node in witness["pair"])
        o = index(witness["output"], X.width)
        need((i, h) in meant, "a pair that is not meant")
        need(X.rows[h][o] > 0 and Fraction(X.rows[i][o], X.rows[h][o]) == least, "not the least ratio")
    units = graph.unit if graph.fine else 1
    holds = least == 1 or order_powers(problem.alpha, k, least, units) <= 0
    return verdict(holds), {"alpha_max": least, "epsilon_min": ("-ln", least)}


def renyi_dp(problem, said, witness):
    """`renyi-dp`: the sums of all pairs, the largest compared with a power of e."""
    takes(witness, "")
    X, k, bound = problem.X, said["order"], interval.rational(said["bound"])
    most = Fraction(1)
    for i in range(problem.n):
        for h in problem.graph.near[i]:
            own, other = ([X.entry(node, o) for o in range(X.width)] for node in (i, h))
            if any(x > 0 and y == 0 for x, y in zip(own, other)):
                return "fails", {"argument": INFINITE, "divergence": INFINITE}
            most = max(most, sum(x ** k / y ** (k - 1) for x, y in zip(own, other) if x > 0))
    value = ("ln/", most, k - 1)
    return verdict(difference(value, bound) <= 0), {"argument": most, "divergence": value}


def neighbouring_rows(problem):
    """The rows of all neighbours, in both orders."""
    rows = [[problem.X.entry(i, o) for o in range(problem.X.width)] for i in range(problem.n)]
    return [(rows[i], rows[h]) for i in range(problem.n) for h in problem.graph.near[i]]


def bounded_range(problem, said, witness):
    """`bounded-range`: the least ratio over the largest, compared with a power of e."""
    takes(witness, "")
    least = losses.least_quotient(neighbouring_rows(problem))
    value = ("-ln", least)
    return verdict(difference(value, interval.rational(said["epsilon"])) <= 0), {"alpha_max": least, "epsilon_min": value}


def zcdp(problem, said, witness):
    """`zcdp`: the supremum of all divergences over their orders, between two numbers."""
    takes(witness, "")
    pairs, rho = neighbouring_rows(problem), interval.rational(said["rho"])
    if any(x > 0 and y == 0 for p, q in pairs for x, y in zip(p, q)):
        return "fails", {"rho_min": INFINITE}
    ends = losses.enclosed(pairs, rho)
    need(ends, "whether rho is enough does not show")
    values = {"rho_min": ("between", *ends) if ends[1] else Fraction(0)}
    if "epsilon" in said and rho >= ends[1]:
        values["delta_at_most"] = ("between", *losses.delta_of(rho, interval.rational(said["epsilon"])))
    return verdict(rho >= ends[1]), values


def trade_off(problem, said, witness):
    """`trade-off`: the largest delta of this table less that of the other one, at the slopes of the other one's hull."""
    X = problem.X
    other, Y = other_table(problem, said)
    takes(witness, "sha256" if "sha256" in other else "")
    if "pair" in said:
        i, h = (index(node, len(Y.rows)) for node in said["pair"])
        need(i != h, "one node twice")
        pairs = [(i, h)]
    else:
        need("sha256" not in other or "graph" in other, "the other graph is not known")
        graph = Graph(other["graph"], problem.alpha) if "graph" in other else problem.graph
        pairs = [(i, h) for i in range(graph.n) for h in graph.near[i]]
    need(not any(Y.faulty(node) for pair in pairs for node in pair), "another mechanism that is none")
    points = {(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))}
    for i, h in pairs:
        u = v = 0
        first = lambda o: (Y.rows[h][o] > 0, -Fraction(Y.rows[i][o], Y.rows[h][o] or 1))
        for o in sorted(range(Y.width), key=first):
            u, v = u + Y.entry(h, o), v + Y.entry(i, o)
            points.add((u, v))
    hull = []
    for u, v in sorted(points, key=lambda point: (point[0], -point[1])):
        if hull and hull[-1][0] == u:
            continue  # the higher one came before
        while len(hull) > 1 and ((hull[-1][1] - hull[-2][1]) * (u - hull[-2][0])
                                 <= (v - hull[-2][1]) * (hull[-1][0] - hull[-2][0])):
            hull.pop()
        hull.append((u, v))
    most = Fraction(0)
    for (u, v), (u_next, v_next) in zip(hull, hull[1:]):
        slope = (v_next - v) / (u_next - u)
        if slope > 0:
            for j in range(problem.n):
                for k in problem.graph.near[j]:
                    ours = sum(max(0, X.entry(j, o) - slope * X.entry(k, o)) for o in range(X.width))
                    most = max(most, ours - (v - slope * u))
    return verdict(most == 0), {"excess": most}


def not_refuted(problem, said, witness):
    """`not-refuted`: what the event that asks for most asks for, by bounds of which none is above its own."""
    takes(witness, "upper")
    bounds = runs.Bounds(problem.counts, witness["upper"], need)
    pairs = [(i, h) for i in range(problem.n) for h in problem.graph.near[i]]
    delta, E = problem.delta, 1 / problem.alpha
    ratio, is_ratio = bounds.most(pairs, lambda low, up: (low - delta) / up, Fraction(1))
    excess, is_excess = bounds.most(pairs, lambda low, up: low - E * up, Fraction(0))
    need(is_ratio and is_excess, "what is asked for most is asked by numbers that are no bounds")
    return verdict(excess <= delta), {"epsilon_at_least": ("-ln", 1 / ratio), "delta_at_least": excess}


def bounds_themselves(problem, witness):
    """The bounds of a witness, each of which is the one of the grid."""
    bounds = runs.Bounds(problem.counts, witness["upper"], need)
    need(bounds.are_all(), "a number that is no bound")
    return bounds, inside.way(bounds, problem.counts["events"])


def private_by_sample(problem, said, witness):
    """`private-by-sample`: the most that a law inside gives a set, less e^eps times the least; or two laws that need more."""
    bounds, found = bounds_themselves(problem, witness)
    pairs = [(i, h) for i in range(problem.n) for h in problem.graph.near[i]]
    weights = inside.of_pairs(found, witness.get("weights"), pairs, need)
    E, at_most = 1 / problem.alpha, interval.rational(said["at_most"])
    most = max([Fraction(0)] + [found.over_neighbour(i, h, E, weights[i, h]) for i, h in pairs])
    if said["verdict"] == "holds":
        need(most <= at_most, "that much is not proved")
        return "holds", {"delta_at_most": most}
    pair = neighbours(problem, witness["pair"])
    S = witness["outputs"]
    need(S == sorted(set(S)) and index(S[-1], len(bounds.whole)) >= 0, "outputs that do not rise")
    laws = [vector(law, len(bounds.whole)) for law in witness["laws"]]
    for i, law in zip(pair, laws):
        need(min(law) >= 0 and sum(law) == 1, "no law")
        need(all(sum(law[o] for o in T) <= bounds.up(i, T) for T in bounds.events), "a law that is not inside")
    of_i, of_h = (sum(law[o] for o in S) for law in laws)
    need(of_i - E * of_h > at_most, "laws that need no more")
    return "fails", {"delta_at_most": most}


def sampled_from(problem, said, witness):
    """`sampled-from`: whether the table is inside, and the most that a law inside differs from it."""
    bounds, found = bounds_themselves(problem, witness)
    other, X = other_table(problem, said)
    takes(witness, *("upper%s%s" % (weights, " sha256" * ("sha256" in other)) for weights in ("", " weights")))
    need(len(X.rows) == problem.n and X.width == len(bounds.whole), "a table of other nodes or outputs")
    labels = problem.said.get("labels", {})
    nodes = labels.get("nodes", [str(i) for i in range(problem.n)])
    need("sha256" in other or labels.get("outputs", nodes) == nodes, "the outputs of a closed form are the nodes")
    need(X.is_mechanism(), "a table with a row that is not a distribution")
    rows = [[X.entry(i, o) for o in range(X.width)] for i in range(problem.n)]
    weights = inside.of_nodes(found, witness.get("weights"), problem.n, need)
    is_inside = all(sum(row[o] for o in T) <= bounds.up(i, T) for i, row in enumerate(rows) for T in bounds.events)
    return verdict(is_inside), {"distance_at_most": max(found.over_row(i, row, w) for i, (row, w) in enumerate(zip(rows, weights)))}


def verdict(condition):
    return "holds" if condition else "fails"


def neighbours(problem, pair):
    i, h = (index(k, problem.n) for k in pair)
    need(h in problem.graph.near[i], "a pair that is not adjacent")
    return i, h


def approximate_dp(problem, said, witness):
    """`approximate-dp`: of all sets S the one where x_io > lambda x_ho has the largest excess."""
    X, graph, delta = problem.X, problem.graph, problem.delta
    pairs = [(i, h) for i in range(problem.n) for h in graph.near[i]]

    def excess(i, h, E):
        """delta_ih at lambda = E, and its set S."""
        p, q = E.numerator, E.denominator
        S = [o for o in range(X.width) if q * X.rows[i][o] > p * X.rows[h][o]]
        return sum(X.entry(i, o) - E * X.entry(h, o) for o in S), S

    E = 1 / problem.alpha
    delta_min = max([excess(i, h, E)[0] for i, h in pairs] + [Fraction(0)])
    takes(witness, "", "pair outputs")
    if witness:
        i, h = neighbours(problem, witness["pair"])
        S = witness["outputs"]
        need(S == sorted(S) and index(S[-1], X.width) >= 0, "outputs that do not rise")
        need(sum(X.entry(i, o) - E * X.entry(h, o) for o in S) == delta_min, "not the largest excess")
    least, pending = Fraction(1), True  # the least lambda that is sufficient
    while pending:
        pending = False
        for i, h in pairs:
            value, S = excess(i, h, least)
            if value > delta:
                x_i, x_h = (sum(X.entry(k, o) for o in S) for k in (i, h))
                if x_h == 0:
                    return verdict(delta_min <= delta), {
                        "delta_min": delta_min, "alpha_max": Fraction(0), "epsilon_min": ("-ln", Fraction(0))}
                least, pending = (x_i - delta) / x_h, True
    return verdict(delta_min <= delta), {
        "delta_min": delta_min, "alpha_max": 1 / least, "epsilon_min": ("-ln", 1 / least)}


def dp_within_rounding(problem, said, witness):
    """`dp-within-rounding`: M itself; or multipliers (Farkas, the easy direction)."""
    X, graph, r, n = problem.X, problem.graph, problem.rounding, problem.n
    if said["verdict"] == "holds":
        need(len(witness["rows"]) == n, "another number of rows")
        M = [vector(row, X.width) for row in witness["rows"]]
        need(private(graph, Table(M)), "M is not private")
        need(all(abs(M[i][o] - X.entry(i, o)) <= r for i in range(n) for o in range(X.width)), "M is not near X")
        return "holds", {}
    if "row" in witness:
        need(X.entry(index(witness["row"], n), index(witness["output"], X.width)) < -r, "that entry is not below -r")
        return "fails", {}
    lam = vector(witness["lambda"], n)
    need(len(witness["multipliers"]) == X.width, "multipliers for another number of outputs")
    total = 0
    for o, multipliers in enumerate(witness["multipliers"]):
        for i, nu in enumerate(flow_of(graph, multipliers)):
            w = lam[i] - nu
            total += w * (max(Fraction(0), X.entry(i, o) - r) if w > 0 else X.entry(i, o) + r)
    need(total > sum(lam), "lambda and the multipliers contradict nothing")
    return "fails", {}


def approximate_dp_within_rounding(problem, said, witness):
    """`approximate-dp-within-rounding`: M; or multipliers by which each M needs more; or both, for the least delta."""
    X, graph, r, n, delta = problem.X, problem.graph, problem.rounding, problem.n, problem.delta
    if "row" in witness:
        return dp_within_rounding(problem, said, witness)
    needed = excess = s = None
    if "rows" in witness:
        need(len(witness["rows"]) == n, "another number of rows")
        M = [vector(row, X.width) for row in witness["rows"]]
        need(Table(M).is_mechanism(), "M is no mechanism")
        need(all(abs(M[i][o] - X.entry(i, o)) <= r for i in range(n) for o in range(X.width)), "M is not near X")
        needed = delta_of(graph, Table(M))
    if "lambda" in witness:
        lam = vector(witness["lambda"], n)
        need(len(witness["multipliers"]) == X.width, "multipliers for another number of outputs")
        excess = -sum(lam)
        for o, multipliers in enumerate(witness["multipliers"]):
            for i, nu in enumerate(flow_of(graph, multipliers)):
                w = lam[i] - nu
                excess += w * (max(Fraction(0), X.entry(i, o) - r) if w > 0 else X.entry(i, o) + r)
        s = slack_of(graph, witness["multipliers"])
    if needed is not None and s is not None:
        need(s > 0 and excess >= needed * s, "some table may need less")
        return verdict(needed <= delta), {"delta_min": needed}
    if needed is not None:
        need(needed <= delta, "M needs more")
        return "holds", {"delta_min": Fraction(0) if needed == 0 else OPEN}
    need(excess > delta * s, "lambda and the multipliers contradict nothing")
    return "fails", {"delta_min": OPEN}


def tight_constraints_exist(problem, said, witness):
    """`tight-constraints-exist`: z with Phi z = 1 ([E] Lemma 3); or w with w Phi >= 0 and w 1 < 0."""
    graph, n = problem.graph, problem.n
    if said["verdict"] == "fails":
        w = vector(witness["w"], n)
        need(min(graph.phi(w)) >= 0 and sum(w) < 0, "w refutes nothing")
        if "z" not in witness:
            return "fails", {"least": OPEN}
        z = vector(witness["z"], n)
        need(graph.phi(z) == [1] * n, "z is no solution")
        check_invertible(graph, witness["invertible"])
        return "fails", {"least": min(z)}
    need("enclosed" not in witness, "an enclosed solution, and alpha is rational")
    z = vector(witness["z"], n)
    need(min(z) >= 0 and graph.phi(z) == [1] * n, "z is no solution")
    values = {"sum": sum(z), "unique": OPEN, "least": OPEN}
    if "invertible" in witness:
        check_invertible(graph, witness["invertible"])
        values.update(unique=True, least=min(z))
    if "only" in witness:
        only = witness["only"]
        columns = [[graph.power[d] for d in graph.distance[j]] for j in range(n) if z[j]]
        need(eliminates(columns, modulus(only["modulus"])), "no pivot modulo m")
        product = graph.phi(vector(only["w"], n))
        need(all(x == 0 if z[j] else x > 0 for j, x in enumerate(product)), "w does not show that z is the only one")
        values["unique"] = True
    if "second" in witness:
        second = vector(witness["second"], n)
        need(min(second) >= 0 and second != z and graph.phi(second) == [1] * n, "no second solution")
        values["unique"] = False
        del values["least"]
    return "holds", values


def remaps_to_tight(problem, remap):
    """(XR)_ij = alpha^d(i,j) (XR)_jj for all i, j."""
    X, n = problem.X, problem.n
    need(len(remap) == X.width, "a remap of another length")
    XR = [[0] * n for _ in range(n)]
    for i, row in enumerate(X.rows):
        for o, x in enumerate(row):
            XR[i][index(remap[o], n)] += x
    graph = problem.graph
    return all(XR[i][j] * graph.scale == graph.power[graph.distance[i][j]] * XR[j][j]
               for i in range(n) for j in range(n))


def tight_constraints(problem, said, witness):
    """`tight-constraints`: X remaps to one iff U(X, Phi 1 / T) = n / T ([E] Theorem 1, Corollary 2)."""
    X, graph, n = problem.X, problem.graph, problem.n
    if problem.noise is not None:
        takes(witness, "")
        need(graph.family == "complete", "not proved of another graph")
        tight = problem.own * (1 + (n - 1) * problem.alpha) == 1
        return verdict(tight and private(problem.pair.graph, X)), {}
    if said["verdict"] == "holds":
        need("remap" in witness, "no remap")
        need(private(graph, X), "X is not private")
        need(remaps_to_tight(problem, witness["remap"]), "no tight-constraints mechanism")
        return "holds", {}
    takes(witness, "")
    sums = graph.phi([1] * n)
    T = sum(sums)
    U = utility(X, [{i: x / T} for i, x in enumerate(sums)])
    return verdict(private(graph, X) and U == n / T), {}


def regular(problem, said, witness):
    """`regular`: y with y Phi = pi and v for its least sum ([E] Definition 5); or w with Phi w >= 0 and pi w < 0."""
    graph, n, pi = problem.graph, problem.n, problem.weights(said["prior"])
    if said["verdict"] == "holds":
        need("enclosed" not in witness, "an enclosed solution, and alpha is rational")
        if "factors" in witness:
            [y] = vectors_of(problem, witness, "y")
            values, individuals = graph.hamming()
            v = [1 / (1 + (values - 1) * problem.alpha) ** individuals] * n
        else:
            y, v = vectors_of(problem, witness, "y", "v")
        need(min(y) >= 0 and graph.phi(y) == pi, "y is no solution")
        need(max(graph.phi(v)) <= 1 and dot(pi, v) == sum(y), "v does not show the least sum")
        return "holds", {"sum": sum(y)}
    [w] = vectors_of(problem, witness, "w")
    need(min(graph.phi(w)) >= 0 and dot(pi, w) < 0, "w refutes nothing")
    return "fails", {}


def each_of(problem, name):
    """Of a prior beside a product that is not written out: the distribution of each individual."""
    each = problem.priors[name].get("each")
    need(each, "a prior that is no product")
    each = [vector(pi, problem.n) for pi in each]
    return each * problem.copies if len(each) == 1 else each


def of_response(problem, pi, gain=None):
    """U(X, pi): *Randomised response by its structure*."""
    gain, most = gain or problem.said["gain"], max(pi)
    need(gain in ("binary", "binary-loss") or gain == "distance" and problem.graph.family == "complete", "another gain")
    return sum(max(x * problem.own, most * problem.other) for x in pi) - (gain == "binary-loss")


def utility_claim(problem, said, witness):
    """`utility`: the best guess for each output; of a product: *Products by their parent*."""
    if problem.copies:
        need(problem.said["gain"] == "binary", "another gain than the binary one")
        U = math.prod(utility(problem.X, problem.worth(pi, True)) for pi in each_of(problem, said["prior"]))
    elif problem.noise is not None:
        U = of_response(problem, problem.weights(said["prior"]))
    else:
        pi = problem.weights(said["prior"])
        U = utility(problem.X, problem.worth(pi, problem.said["gain"] == "binary"))
    return "holds", {"utility": U, "loss": -U} if problem.is_loss() else {"utility": U}


def utility_bound_claim(problem, said, witness):
    """`utility-bound`: weak duality of y and v ([E] Theorem 1 without equality)."""
    graph, n, pi = problem.graph, problem.n, problem.weights(said["prior"])
    values = {"bound": utility_bound(problem, said["prior"], witness), "optimum": OPEN}
    if "optimum" in witness:
        values["optimum"] = solved(problem, witness["optimum"], [problem.worth(pi, True)], True)
    if "solution" in witness:
        y, v = (vector(witness["solution"][key], n) for key in ("y", "v"))
        need(graph.phi(y) == pi and graph.phi(v) == [1] * n, "no solution")
    return "holds", values


def bits(multiplicative):
    return {"multiplicative": multiplicative, "bits": ("log2", multiplicative)}


def leakage_claim(problem, said, witness):
    """`leakage`: computed; of a product: *Products by their parent*."""
    if problem.copies:
        return "holds", bits(math.prod(leakage(problem.X, pi) for pi in each_of(problem, said["prior"])))
    if problem.noise is not None:
        pi = problem.weights(said["prior"])
        return "holds", bits(of_response(problem, pi, "binary") / max(pi))
    return "holds", bits(leakage(problem.X, problem.weights(said["prior"])))


def g_leakage(problem, said, witness):
    """`g-leakage`: the gain of the best guess after the output and before it."""
    takes(witness, "")
    if problem.noise is not None:
        pi = problem.weights(said["prior"])
        of_response(problem, pi)
        before, after = max(pi), of_response(problem, pi, "binary")
        return "holds", dict({} if problem.is_loss() else bits(after / before), additive=after - before)
    pi, guesses = problem.weights(said["prior"]), problem.guesses()
    before = max(dot(pi, row) for row in guesses)
    X = problem.X
    after = sum(max(sum(p * g * X.entry(i, o) for i, (p, g) in enumerate(zip(pi, row))) for row in guesses)
                for o in range(X.width))
    values = {"additive": after - before}
    if min(map(min, guesses)) >= 0 and before > 0:
        values.update(bits(after / before))
    return "holds", values


def generators(n, constraints):
    """The extreme rays of the weights >= 0 with c . weights >= 0 for each c: those of a set that generates, thinned out."""
    rays = [tuple(int(i == k) for i in range(n)) for k in range(n)]
    for k, c in enumerate(constraints):
        side = [(ray, dot(c, ray)) for ray in rays]
        found = {ray for ray, value in side if value >= 0}
        for p, above in side:
            for q, below in side:
                if above > 0 > below:
                    between, _ = over_one([above * y - below * x for x, y in zip(p, q)])
                    common = math.gcd(*between)
                    found.add(tuple(x // common for x in between))
        tight = {ray: frozenset([("node", i) for i, x in enumerate(ray) if x == 0]
                                + [j for j, one in enumerate(constraints[:k + 1]) if dot(one, ray) == 0]) for ray in found}
        # A sum of others satisfies fewer constraints with equality than each of these.
        rays = [ray for ray in found if not any(tight[ray] < other for other in tight.values())]
    return rays


def g_capacity(problem, said, witness):
    """`g-capacity`: `g-leakage` at the extreme rays of the priors with one best guess."""
    takes(witness, "")
    X, n, guesses = problem.X, problem.n, problem.guesses()
    additive, factors = Fraction(0), []
    for best in guesses:
        for ray in generators(n, [[a - b for a, b in zip(best, row)] for row in guesses]):
            pi = [Fraction(x, sum(ray)) for x in ray]
            before = dot(pi, best)
            after = sum(max(sum(p * g * X.entry(i, o) for i, (p, g) in enumerate(zip(pi, row))) for row in guesses)
                        for o in range(X.width))
            additive = max(additive, after - before)
            factors += [after / before] if before > 0 else []
    values = {"additive": additive}
    if factors and min(map(min, guesses)) >= 0:
        values.update(bits(max(factors)))
    return "holds", values


def capacity(problem, said, witness):
    """`capacity`: at the uniform prior ([A] section 2.2); of a product the power of the parent's."""
    if problem.noise is not None:
        return "holds", bits(problem.n * problem.own)
    return "holds", bits(Fraction(sum(map(max, zip(*problem.X.rows))), problem.X.den) ** (problem.copies or 1))


def entries(table):
    return [[Fraction(x, table.den) for x in row] for row in table.rows]


def of_bits(ends):
    return "holds", {"bits": ends[0] if ends[0] == ends[1] else ("between", *ends)}


def mutual_information(problem, said, witness):
    """`mutual-information`: Shannon's; of a product the sum of the individuals' own."""
    takes(witness, "")
    if problem.noise is not None:
        return of_bits(information.of_response(problem.weights(said["prior"]), problem.own, problem.other))
    priors = each_of(problem, said["prior"]) if problem.copies else [problem.weights(said["prior"])]
    each = [information.information(pi, entries(problem.X)) for pi in priors]
    need(None not in each, "its value does not show")
    return of_bits([sum(ends[k] for ends in each) for k in (0, 1)])


def shannon_capacity(problem, said, witness):
    """`shannon-capacity`: what the prior of the witness has, and what no prior has more of; of a product n times the parent's."""
    if problem.noise is not None:
        takes(witness, "")
        return of_bits(information.of_response([Fraction(1, problem.n)] * problem.n, problem.own, problem.other))
    takes(witness, "prior")
    prior = vector(witness["prior"], len(problem.X.rows))
    need(min(prior) >= 0 and sum(prior) == 1, "a prior that is not a distribution")
    ends = information.bounds(prior, entries(problem.X))
    need(ends, "the prior's bounds are too far from each other")
    return of_bits([end * (problem.copies or 1) for end in ends])


def leakage_bound(problem, said, witness):
    """`leakage-bound`: the least of four ([E] Proposition 6 and Theorem 2, [A] Theorem 1, and two by `outputs`)."""
    pi, E = problem.weights(said["prior"]), 1 / problem.alpha
    bounds = [("utility-bound", utility_bound(problem, said["prior"], witness) / max(pi))]
    r, hamming = said.get("outputs"), problem.graph.hamming()
    if hamming:
        v, u = hamming
        bounds.append(("hamming", (v * E / (v - 1 + E)) ** u))
    if r:
        bounds.append(("outputs", Fraction(r)))
    if r and hamming:
        agree = sum(math.comb(u, t) * (E - 1) ** t / min(r, v ** t) for t in range(u + 1))
        bounds.append(("hamming-outputs", E ** u / agree))
    theorem, least = min(bounds, key=lambda one: one[1])
    values = dict(bits(least), theorem=theorem, maximum=OPEN)
    if "optimum" in witness:
        values["maximum"] = solved(problem, witness["optimum"], [problem.worth(pi, True)], True) / max(pi)
    return "holds", values


def individual_leakage(problem, said, witness):
    """`individual-leakage`: the capacity of v rows that differ in one individual."""
    X, (v, u) = problem.X, problem.graph.hamming()
    best = 0
    for k in range(u):
        step = v ** (u - 1 - k)  # from one value of individual k to the next
        for first in range(problem.n):
            if first // step % v == 0:
                best = max(best, sum(map(max, zip(*(X.rows[first + j * step] for j in range(v))))))
    return "holds", bits(Fraction(best, X.den))


def expected_error(problem, said, witness):
    """`expected-error`: computed; the bound is [H] Theorems 5 and 9."""
    X, (v, u) = problem.X, problem.graph.hamming()
    error = Fraction(max(dot(row, d) for row, d in zip(X.rows, problem.graph.distance)), X.den)
    E, u = 1 / problem.alpha, problem.copies or u
    error *= problem.copies or 1
    if problem.rho is not None:
        return "holds", {"error": error}
    return "holds", {"error": error, "bound": u * (v - 1) * (1 - problem.delta) / (E + v - 1)}


def oblivious(problem, said, witness):
    """`oblivious`: each row is that of the first database with its answer ([E] Definition 2)."""
    X, answers = problem.X, problem.said["answers"]
    if witness:
        (i, h), o = witness["pair"], index(witness["output"], X.width)
        need(answers[index(i, problem.n)] == answers[index(h, problem.n)], "two databases with different answers")
        need(X.rows[i][o] != X.rows[h][o], "equal entries")
    return verdict(all(row == X.rows[answers.index(answer)] for row, answer in zip(X.rows, answers))), {}


def threshold(problem, said, witness):
    """`threshold`: `tight-constraints-exist` on each part of (0, 1)."""
    return "holds", interval.threshold(problem.graph, witness)


def optimal(problem, said, witness):
    """`optimal`: a bound on all private mechanisms that X attains; or a better mechanism."""
    X, pi = problem.X, problem.weights(said["prior"])
    binary = problem.said["gain"] == "binary"
    worths = [problem.worth(pi, binary)]
    U = utility(X, *worths) if problem.noise is None else of_response(problem, pi)
    delta = delta_of_claim(said)
    own = is_private(problem.pair.graph, X, delta)
    values = {"utility": U, "optimum": OPEN}
    most = U + (within_of(said) or 0)
    bound = {key: part for key, part in witness.items() if key != "better"}
    if said["verdict"] == "holds":
        need(own, "X is not private")
        bound = bound_of(problem, bound, worths, binary, delta)
        need(bound <= most, "the bound is more than the utility of X, and what it may be off")
        if "better" in witness:
            need(within_of(said), "another mechanism, and X is said to be optimal")
            need(bound == utility(mechanism(problem, witness["better"], delta), *worths), "the mechanism and the bound are not equal")
        if bound == U or "better" in witness:
            values["optimum"] = bound
        else:
            values["bound"] = bound
    else:
        need("row" not in witness, "a row, and X is a mechanism")
        best = None
        if "better" in witness:
            best = utility(mechanism(problem, witness["better"], delta), *worths)
            if bound:
                values["optimum"] = bound_of(problem, bound, worths, binary, delta)
                need(values["optimum"] == best, "the mechanism and the bound are not equal")
        if own:
            need(best is not None and best > most, "no better mechanism")
    if problem.is_loss():
        values.update(loss=-U, least_loss=OPEN if values["optimum"] is OPEN else -values["optimum"])
    return said["verdict"], values


def deciding_priors(problem):
    """The priors that decide `universally-optimal`, in their order, each {node: weight}."""
    X, n = problem.X, problem.n

    def attaining(pi):
        sets = []
        for o in range(X.width):
            best = max(p * X.rows[i][o] for i, p in pi.items())
            sets.append(frozenset(i for i, p in pi.items() if best > 0 and p * X.rows[i][o] == best))
        return tuple(sets)

    def connected(nodes, sets):
        reached = {min(nodes)}
        for _ in nodes:
            reached.update(*(s for s in sets if s & reached))
        return reached == nodes

    found = [{i: Fraction(1)} for i in range(n)]
    kept = set()
    for pi in found:  # grows while it is read
        for o in range(X.width):
            best = max(p * X.rows[i][o] for i, p in pi.items())
            for j in range(min(pi) + 1, n):
                if best > 0 and j not in pi and X.rows[j][o] > 0:
                    grown = dict(pi)
                    grown[j] = best / X.rows[j][o]
                    sets = attaining(grown)
                    if connected(set(grown), sets) and sets not in kept:
                        kept.add(sets)
                        found.append(grown)
    return found[n:]


def universally_optimal(problem, said, witness):
    """`universally-optimal`: a remap on a forest, a bound at each prior that decides, or alpha = 1; or a prior."""
    X, graph, n = problem.X, problem.graph, problem.n
    is_private = private(graph, X)
    if said["verdict"] == "fails":
        if not is_private:
            takes(witness, "")
            return "fails", {}
        takes(witness, "prior better")
        pi = vector(witness["prior"], n)
        need(min(pi) >= 0 and sum(pi) == 1, "its prior is not a distribution")
        worth = problem.worth(pi, True)
        need(utility(mechanism(problem, witness["better"]), worth) > utility(X, worth), "no better mechanism")
        return "fails", {}
    need(is_private, "X is not private")
    if "remap" in witness:
        need(graph.is_forest(), "a remap, and the graph is no forest")
        need(remaps_to_tight(problem, witness["remap"]), "no tight-constraints mechanism")
    elif "bounds" in witness:
        priors = deciding_priors(problem)
        need(len(priors) == len(witness["bounds"]), "there are %d priors that decide" % len(priors))
        for weights, said_k in zip(priors, witness["bounds"]):
            total = sum(weights.values())
            worth = problem.worth([weights.get(i, 0) / total for i in range(n)], True)
            need(bound_of(problem, said_k, [worth], True) == utility(X, worth), "not optimal for a prior that decides")
    else:
        need(problem.alpha == 1, "no witness, and alpha is not 1")
        component = [min(j for j, d in enumerate(row) if d is not None) for row in graph.distance]
        for o in range(X.width):
            need(len({component[i] for i in range(n) if X.rows[i][o]}) <= 1, "an output of two components")
    return "holds", {}


def jointly_optimal(problem, said, witness):
    """`jointly-optimal`: a mechanism that attains all bounds; or the optimum over tuples below the sum of the separate ones."""
    binary = problem.said["gain"] == "binary"
    worths = [problem.worth(problem.weights(name), binary) for name in said["priors"]]
    if said["verdict"] == "holds":
        need(len(witness["bounds"]) == len(worths), "bounds of another number of priors")
        total = sum(bound_of(problem, one, [worth], binary) for one, worth in zip(witness["bounds"], worths))
        need(utility(mechanism(problem, witness["better"]), *worths) == total, "the mechanism does not attain the bounds")
        return "holds", {"joint": total, "separate": total}
    need("y" not in witness["joint"], "y does not bound a joint optimum")
    need(len(witness["separate"]) == len(worths), "separate optima of another number of priors")
    joint = solved(problem, witness["joint"], worths, binary)
    separate = sum(solved(problem, one, [worth], binary) for one, worth in zip(witness["separate"], worths))
    return verdict(joint == separate), {"joint": joint, "separate": separate}


def other_table(problem, said):
    """The other mechanism of a claim, and its table."""
    other = problem.others.get(said["from"], {})
    need(other or said["from"] in FAMILIES, "from a file that the mechanism file does not name")
    need("refused" not in other, "the other mechanism has no table")
    need(said.get("witness", {}).get("sha256") == other.get("sha256"), "not the other file's SHA-256")
    if "table" in other:
        return other, Table([vector(row) for row in other["table"]])
    return other, Table(closed_form(problem.graph, said["from"]))


def derivable(problem, said, witness):
    """`derivable`: R with Y R = X; or W and nu (Farkas, the easy direction)."""
    X, n = problem.X, problem.n
    other, Y = other_table(problem, said)
    need(len(Y.rows) == n, "another number of nodes")
    if said["verdict"] == "holds":
        flat = vector(witness["remap"], Y.width * X.width)
        R = Table([flat[o * X.width:(o + 1) * X.width] for o in range(Y.width)])
        need(R.is_mechanism(), "R is not stochastic")
        columns = list(zip(*R.rows))
        for row, expected_row in zip(Y.rows, X.rows):
            need(all(dot(row, column) * X.den == x * Y.den * R.den for column, x in zip(columns, expected_row)),
                 "Y R is not X")
        return "holds", {}
    takes(witness, "w nu sha256" if "sha256" in other else "w nu")
    flat, nu = vector(witness["w"], n * X.width), vector(witness["nu"], Y.width)
    W = Table([flat[i * X.width:(i + 1) * X.width] for i in range(n)])
    columns = list(zip(*W.rows))
    for of_y, nu_o in zip(zip(*Y.rows), nu):
        need(all(dot(of_y, column) + nu_o * Y.den * W.den >= 0 for column in columns), "w and nu refute nothing")
    need(sum(map(dot, X.rows, W.rows)) + sum(nu) * X.den * W.den < 0, "w and nu refute nothing")
    return "fails", {}


CHECKS = {
    "stochastic": stochastic, "stochastic-within-rounding": stochastic_within_rounding, "dp": dp,
    "approximate-dp": approximate_dp, "group-privacy": group_privacy, "renyi-dp": renyi_dp, "trade-off": trade_off,
    "bounded-range": bounded_range, "zcdp": zcdp,
    "not-refuted": not_refuted, "private-by-sample": private_by_sample, "sampled-from": sampled_from, "dp-within-rounding": dp_within_rounding,
    "approximate-dp-within-rounding": approximate_dp_within_rounding,
    "tight-constraints-exist": tight_constraints_exist, "tight-constraints": tight_constraints, "regular": regular,
    "utility": utility_claim, "utility-bound": utility_bound_claim, "leakage": leakage_claim, "g-leakage": g_leakage,
    "g-capacity": g_capacity, "capacity": capacity, "mutual-information": mutual_information, "shannon-capacity": shannon_capacity,
    "leakage-bound": leakage_bound, "individual-leakage": individual_leakage, "expected-error": expected_error,
    "oblivious": oblivious, "threshold": threshold, "optimal": optimal, "universally-optimal": universally_optimal,
    "jointly-optimal": jointly_optimal, "derivable": derivable,
}
OF_COUNTS = ("not-refuted", "private-by-sample", "sampled-from")
OF_A_ROUNDING = ["stochastic-within-rounding", "dp-within-rounding", "approximate-dp-within-rounding"]
OF_A_PAIR = "stochastic dp approximate-dp group-privacy renyi-dp bounded-range zcdp".split()
OF_A_RESPONSE = "utility leakage g-leakage capacity mutual-information shannon-capacity tight-constraints optimal".split()
OF_X = OF_A_PAIR + OF_A_RESPONSE + OF_A_ROUNDING + "individual-leakage expected-error oblivious derivable universally-optimal".split()
OF_A_PARENT = "stochastic dp approximate-dp group-privacy renyi-dp bounded-range zcdp trade-off individual-leakage capacity mutual-information shannon-capacity utility leakage expected-error".split()


OF_PROMISES = "stochastic dp approximate-dp renyi-dp".split()
OF_ALL_USES = OF_A_PAIR + "utility leakage g-leakage capacity g-capacity mutual-information shannon-capacity".split()


def of_promises(problem, said, witness):
    """A claim about all that keep the promises: for each edge by the two rows that are told apart best."""
    need(said["claim"] in OF_PROMISES, "not decided of promises")
    edges = [(i, h) for i in range(problem.n) for h in problem.graph.near[i] if i < h]
    if said.get("adaptive"):  # each use has its own worst neighbours, and a promise any
        own = copy.copy(problem)
        own.uses = in_order(problem, Table)
        for (table, _), worst in zip(own.uses, problem.promises):
            table.pairs = [(0, 1)][:len(edges)] if worst else None
        own.promises = []
        return all_uses(own, said, witness)
    best = None
    for edge in edges or [()]:
        own = copy.copy(problem)
        own.promises, own.graph = [], copy.copy(problem.graph)
        own.graph.near = [[k for k in edge if i in edge and k != i] for i in range(problem.n)]
        rows = lambda worst: Table([worst[0] if edge and i == edge[0] else worst[1] for i in range(problem.n)])
        own.uses = in_order(problem, rows)
        found = all_uses(own, said, witness)
        best = found if best is None else worse(best, found)
    return best


def in_order(problem, of):
    """The parts in their order, with a table for each promise."""
    tables, parts = iter(problem.uses), problem.said["parts"]
    return [(of(worst), part["times"]) if worst else next(tables) for worst, part in zip(problem.promises, parts)]


def worse(one, other):
    """What is so of two edges together."""
    values = dict(one[1])
    if "alpha_max" in values:
        values["alpha_max"] = min(values["alpha_max"], other[1]["alpha_max"])
        values["epsilon_min"] = ("-ln", values["alpha_max"])
    if "delta_min" in values:
        values["delta_min"] = max(values["delta_min"], other[1]["delta_min"])
    if "argument" in values:
        infinite = [found for found in (one, other) if found[1]["argument"] == INFINITE]
        values = dict((infinite or [max((one, other), key=lambda found: found[1]["argument"])])[0][1])
    return ("fails" if "fails" in (one[0], other[0]) else "holds"), values


def all_uses(problem, said, witness):
    """A claim about all uses of a composition, or of one table with `adaptive`."""
    claim, graph = said["claim"], problem.graph
    if problem.promises:
        return of_promises(problem, said, witness)
    uses = problem.uses or [(problem.X, 1)]
    for table, _ in uses:
        if claim in OF_A_MECHANISM + ["stochastic"] and not table.is_mechanism():
            takes(witness, "", "row")
            need("row" not in witness or table.faulty(index(witness["row"], problem.n)), "that row has no fault")
            return "fails", {}
        if claim in ("dp", "group-privacy") and min(map(min, table.rows)) < 0:
            takes(witness, *([""] if said.get("adaptive") else ["", "row output"]))
            need(not witness or table.rows[index(witness["row"], problem.n)][index(witness["output"], table.width)] < 0, "not negative")
            return "fails", {}
    takes(witness, "prior" if claim == "shannon-capacity" else "")
    need(claim in OF_ALL_USES, "not decided of a composition")
    if claim == "stochastic":
        return "holds", {}
    pairs = [(i, h) for i in range(problem.n) for h in graph.near[i]]
    if said.get("adaptive") and claim == "dp":
        alpha_max = Fraction(1)
        for table, times in uses:
            own = pairs if table.pairs is None else table.pairs
            ratios = [Fraction(a, b) for i, h in own for a, b in zip(table.rows[i], table.rows[h]) if b > 0]
            if not ratios:  # nothing is ever seen
                alpha_max = Fraction(1)
                break
            alpha_max *= min(ratios) ** times
        return verdict(problem.alpha <= alpha_max), {"alpha_max": alpha_max, "epsilon_min": ("-ln", alpha_max)}
    if said.get("adaptive"):
        delta_min = composition.best_choice(uses, pairs, 1 / problem.alpha, Declined)[0]
        least = Fraction(1)  # the least lambda that is sufficient
        while True:
            value, x, y = composition.best_choice(uses, pairs, least, Declined)
            if value <= problem.delta:
                break
            if y == 0:
                least = None
                break
            least = (x - problem.delta) / y
        alpha_max = 1 / least if least else Fraction(0)
        return verdict(delta_min <= problem.delta), {
            "delta_min": delta_min, "alpha_max": alpha_max, "epsilon_min": ("-ln", alpha_max)}
    columns, den = composition.all_uses(uses, Declined)
    of_types = copy.copy(problem)
    of_types.uses, of_types.X = [], Table([[Fraction(x, den) for x in row] for row in zip(*columns)])
    return CHECKS[claim](of_types, said, witness)


def check_statement(problem, said):
    """The values of a statement that is proved; else Refused says why it is not."""
    claim, witness = said["claim"], said.get("witness", {})
    if claim == "approximate-dp" and problem.rounding and problem.X:
        need(all(sum(row) == problem.X.den for row in problem.X.rows), "sets of outputs of a rounded table")
    if problem.gaussian and claim in gaussian.CLAIMS:
        found, values = gaussian.check(problem, said, witness, need, takes, interval.rational, ln)
    elif problem.lacking and claim in missing.CHECKS:
        witness = dict(witness, mu=vector(witness["mu"])) if "mu" in witness else witness
        found, values = missing.CHECKS[claim](problem, said, witness, need, takes, index)
    elif (problem.uses or problem.promises) and claim in OF_ALL_USES + OF_X or said.get("adaptive"):
        found, values = all_uses(problem, said, witness)
    elif claim in OF_A_MECHANISM and not problem.X.is_mechanism():
        found, values = without_mechanism(problem, witness)
    else:
        need(not problem.copies or claim in OF_A_PARENT, "not proved of a product that is not written out")
        if problem.noise is not None and claim in OF_X:
            need(claim in OF_A_PAIR + OF_A_RESPONSE, "not proved of a closed form that is not written out")
            problem = problem.pair if claim in OF_A_PAIR else problem
        found, values = CHECKS[claim](problem, said, witness)
    need(found == said["verdict"], "it %s" % found)
    return values


# What is expected ----------------------------------------------------------------------------------------------------

def ln(x, places):
    """Two rationals with ln x between them, less than 2^-places apart, or nearly so."""
    k = 0
    while x >= 2 ** (k + 1):
        k += 1
    while x < Fraction(2) ** k:
        k -= 1

    def atanh2(y):
        """2 atanh y for 0 <= y <= 1/3, in units of 2^-(places + 64): the sum of 2 y^j / j over the odd j."""
        one = 1 << (places + 64)
        low, high, j = 0, 0, 1
        square = (math.floor(y * y * one), math.ceil(y * y * one))
        power = (math.floor(y * one), math.ceil(y * one))
        while power[1] > 1:
            low += 2 * power[0] // j
            high += -(-2 * power[1] // j)
            power = (power[0] * square[0] // one, -(-power[1] * square[1] // one))
            j += 2
        return Fraction(low, one), Fraction(high + 4, one)  # the rest is below twice its first term

    m_low, m_high = atanh2((x / Fraction(2) ** k - 1) / (x / Fraction(2) ** k + 1))
    two_low, two_high = atanh2(Fraction(1, 3))
    return m_low + k * (two_low if k >= 0 else two_high), m_high + k * (two_high if k >= 0 else two_low)


def sign_of(compare):
    """The sign of a number that is not 0, from ever finer enclosures."""
    for places in (64, 256, 1024, 4096, 16384):
        low, high = compare(places)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    raise Declined("an enclosure is too wide")


def difference(value, r):
    """The sign of a value less a rational."""
    if isinstance(value, Power):
        return value.less(r)
    if not isinstance(value, tuple):
        return (value > r) - (value < r)
    kind, x = value[:2]
    if isinstance(x, Power):
        return difference(("-ln", x.x), r * Fraction(x.q, x.p))
    if kind == "ln/":
        return difference(("-ln", 1 / x), r * value[2])
    if kind == "-ln":
        if x == 0:
            return 1  # infinity
        if x == 1 or r == 0:
            return (0 > r) - (0 < r) if x == 1 else 1
        return -sign_of(lambda places: [end + r for end in ln(x, places)])
    power = x.numerator.bit_length() - x.denominator.bit_length()
    for k in (power - 1, power, power + 1):
        if x == Fraction(2) ** k:
            return (k > r) - (k < r)
    return sign_of(lambda places: log2_less(x, r, places))


def log2_less(x, r, places):
    """An enclosure of ln x - r ln 2, which has the sign of log2 x - r."""
    low, high = ln(x, places)
    two = ln(Fraction(2), places)
    return low - max(r * two[0], r * two[1]), high - min(r * two[0], r * two[1])


def kept(values, bound):
    """Whether a value keeps to a bound; OPEN if the witness leaves the value open."""
    if bound["value"] not in values:
        return False
    value = values[bound["value"]]
    if value is OPEN:
        return OPEN
    if isinstance(bound.get("equals"), bool):
        return value == bound["equals"]
    if bound["value"] == "set":
        return interval.same_set(value, bound["equals"])
    if isinstance(value, tuple) and value[0] == "between":
        return kept_between(value[1:], bound)
    sign = value.compare if bound["value"] == "alpha_star" else lambda r: difference(value, r)
    return ("equals" not in bound or sign(Fraction(bound["equals"])) == 0) and \
        ("at_least" not in bound or sign(Fraction(bound["at_least"])) >= 0) and \
        ("at_most" not in bound or sign(Fraction(bound["at_most"])) <= 0)


def kept_between(ends, bound):
    """Of a value that is only enclosed."""
    found = []
    for key, is_so in (("equals", lambda x, r: False), ("at_least", lambda x, r: x >= r), ("at_most", lambda x, r: x <= r)):
        if key in bound:
            r = Fraction(bound[key])
            kept_by = [is_so(x, r) for x in ends]
            outside = r < ends[0] or r > ends[1]
            found.append(True if all(kept_by) else False if outside else OPEN)
    return False if False in found else OPEN if OPEN in found else True


def expected(claim, said, values):
    """Whether a declared claim comes out as the file expects. Anything that fails outweighs what is left open, or declined."""
    def seen(bound):
        try:
            return kept(values, bound)
        except Declined as why:
            return why

    expectations = claim.get("expect", [{"verdict": "holds"}])
    if any(one["verdict"] != said["verdict"] for one in expectations):
        return False
    found = [(bound["value"], seen(bound)) for one in expectations for bound in one.get("bounds", [])]
    if any(result is False for _, result in found):
        return False
    for value, result in found:
        need(result is not OPEN, "%s is expected, and left open by the witness" % value)
    for _, result in found:
        if isinstance(result, Declined):
            raise result
    return True


# The document --------------------------------------------------------------------------------------------------------

def name_of(said):
    """A claim with its parameters, to compare and to print."""
    return (said["claim"], said.get("prior"), tuple(said.get("priors", [])), said.get("outputs"), said.get("from"),
            within_of(said), tuple(said.get("pair", [])), said.get("adaptive", False), said.get("distance"), at_most_of(said), said.get("order"),
            *(interval.rational(said[key]) if key in said else None for key in ("bound", "epsilon", "rho")), delta_of_claim(said))


def at_most_of(said):
    """Whether nearer nodes are meant too, of `group-privacy`; a bound, of `private-by-sample`."""
    at_most = said.get("at_most", False)
    return at_most if isinstance(at_most, bool) else interval.rational(at_most)


def delta_of_claim(said):
    """The delta of an `optimal`; 0 is none."""
    return interval.rational(said["delta"]) or None if "delta" in said else None


def within_of(said):
    """How far from optimal it may be; None is 0."""
    return interval.rational(said["within"]) or None if "within" in said else None


# What takes no power of alpha by one unit of length
OF_FINE_LENGTHS = ("stochastic", "stochastic-within-rounding", "dp", "group-privacy", "utility", "leakage", "g-leakage", "g-capacity",
                   "capacity", "mutual-information", "shannon-capacity")


def check_fit(problem, said):
    """The claim makes sense of this file."""
    claim, graph = said["claim"], problem.graph

    def fit(condition, why):
        if not condition:
            raise Malformed("%s: %s" % (claim, why))

    if claim in OF_A_MECHANISM + ["stochastic", "dp", "group-privacy", "oblivious"] + OF_A_ROUNDING:
        fit(problem.X or problem.uses or problem.promises or problem.counts or problem.lacking or problem.gaussian, "the file has no mechanism")
        fit(not said.get("adaptive") or problem.copies is None and not graph.lengths, "adaptive needs a table, without lengths")
    fit(not problem.counts or claim not in OF_X + OF_A_MECHANISM, "it is about a table, and there are counts of runs")
    of_tables = claim in OF_X + OF_A_MECHANISM + ["group-privacy"] and claim not in OF_PROMISES
    fit(not problem.promises or not of_tables, "it needs the tables of all parts")
    of_all = claim not in OF_X + OF_A_MECHANISM or claim in missing.CHECKS and not said.get("adaptive")
    fit(not problem.lacking or of_all, "it is about a whole table, and mass is missing of this one")
    of_noise = claim not in OF_X + OF_A_MECHANISM or claim in gaussian.CLAIMS and not said.get("adaptive")
    fit(not problem.gaussian or of_noise, "it is about a table, and noise on all whole numbers has none")
    fit(claim not in OF_COUNTS or problem.counts, "there are no counts of runs")
    fit(claim != "private-by-sample" or interval.rational(said["at_most"]) >= 0, "at most less than 0")
    fit(claim not in OF_A_ROUNDING or problem.rounding is not None, "the file has no rounding")
    fit((within_of(said) or 0) >= 0, "within less than 0")
    fit(0 <= (delta_of_claim(said) or 0) < 1, "delta not from 0 to below 1")
    fit(all(interval.rational(said[key]) >= 0 for key in ("epsilon", "rho") if key in said), "a bound less than 0")
    fit("bound" not in said or interval.rational(said["bound"]) >= 0, "a bound less than 0")
    fit(claim not in ("individual-leakage", "expected-error") or graph.hamming(), "no Hamming graph")
    fit(claim != "expected-error" or problem.X and problem.X.width == problem.n, "not as many outputs as nodes")
    fit(claim != "oblivious" or "answers" in problem.said, "the nodes are no databases with answers")
    fit(problem.rho is None or claim not in problems.OF_ALPHA, "about alpha, and the file declares rho")
    fit(problem.rho is None or said.get("from") not in problems.CLOSED or said["from"] == "uniform", "a closed form of alpha, and the file declares rho")
    of_edges = ("approximate-dp", "approximate-dp-within-rounding", "renyi-dp", "bounded-range", "zcdp", "trade-off", "individual-leakage", "expected-error", "oblivious")
    fit(not graph.lengths or claim not in of_edges and not delta_of_claim(said), "edges have lengths")
    fit(graph.unit == 1 and not graph.fine or claim != "threshold", "lengths are not whole")
    priors = said.get("priors", []) + ([said["prior"]] if "prior" in said else [])
    fit(all(name in problem.priors for name in priors), "a prior that the file does not have")
    fit(len(set(priors)) == len(priors), "a prior twice")


def check(problem, certificate):
    """A line for each statement, and the exit status. Raises Malformed or Declined for the whole."""
    problems.agree(problem)
    problem = Problem(problem)
    declared = {name_of(claim): claim for claim in problem.said["claims"]}
    for claim in problem.said["claims"]:
        check_fit(problem, claim)
    if len(declared) < len(problem.said["claims"]):
        raise Malformed("a claim twice")
    lines = []

    def line(said, state, why, values=None, as_expected=None, malformed=False):
        lines.append({"name": name_of(said), "verdict": said.get("verdict"), "state": state, "why": why,
                      "values": values or {}, "expected": as_expected, "malformed": malformed})

    # With another hash or a wrong factor nobody knows what the statements are about: they are not read
    if certificate["sha256"] != problem.said["sha256"]:
        line({"claim": "sha256"}, "refused", "the certificate is of another file")
        return lines, 1
    if certificate.get("files", {}) != problem.files:
        line({"claim": "files"}, "refused", "the certificate is of other files")
        return lines, 1
    if "factor" in certificate:
        line({"claim": "factor"}, "refused", "a factor, and alpha is rational")
        return lines, 1
    seen = set()
    for place, said in enumerate(certificate["statements"]):
        form.statement(said, place)
        if said.get("from") == "randomized-response":
            said = dict(said, **{"from": "randomised-response"})
        check_fit(problem, said)
        name = name_of(said)
        file = "sha256" in problem.others.get(said.get("from"), {})
        individuals = (problem.graph.hamming() or [None])[-1]
        faults = said["verdict"] != "undecided" and list(
            form.faults(said["claim"], said["verdict"], said.get("witness", {}), individuals, file))
        if faults:
            kinds = {kind for kind, _ in faults}
            if kinds <= {MALFORMED, LIMIT} and len(kinds) == 1:
                raise STOPS[kinds.pop()]("%s: %s" % (said["claim"], faults[0][1]))
            line(said, "refused", faults[0][1], malformed=len(kinds) > 1)  # of several classes: any of them
            seen.add(name)
            continue
        try:
            need(name not in seen, "stated twice")
            seen.add(name)
            if said["verdict"] == "undecided":
                line(said, "undecided" if name not in declared else "declined", said["reason"])
                continue
            need(not problem.graph.fine or said["claim"] in OF_FINE_LENGTHS, "powers of lengths that are too fine")
            values = check_statement(problem, said)
            as_expected = expected(declared[name], said, values) if name in declared else None
            line(said, "accepted", "", values, as_expected)
        except Refused as error:
            line(said, "refused", str(error))
        except Declined as error:
            line(said, "declined", str(error))
    for name, claim in declared.items():
        if name not in seen:
            line(claim, "refused", "declared, and not stated")
    states = {one["state"] for one in lines}
    return lines, 1 if "refused" in states else 3 if "declined" in states else 0


# What is drawn as nothing, though Python calls it printable.
UNSEEN = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10),
          *range(0xE0100, 0xE01F0)}


def printable(text):
    """A stranger's text with what a terminal might obey, or a reader overlook, written as its code."""
    return "".join(c if c.isprintable() and ord(c) not in UNSEEN else "\\u{%x}" % ord(c) for c in text)


def show(one):
    claim, prior, priors, outputs, source, within, pair, adaptive, distance, nearer, order, bound, epsilon, rho, delta = one["name"]
    rest = (prior, " and ".join(priors), outputs and "%d outputs" % outputs, source, within and "within %s" % within, delta and "delta %s" % delta,
            pair and "pair %d, %d" % pair, adaptive and "adaptive", distance and "distance %s%d" % ("at most " if nearer else "", distance),
            order and "order %d, at most %s" % (order, bound), claim == "private-by-sample" and "at most %s" % nearer,
            claim == "bounded-range" and "epsilon at most %s" % epsilon, claim == "zcdp" and "rho at most %s" % rho)
    rest = [str(x) for x in rest if x]
    words = [claim + (" (%s)" % ", ".join(rest) if rest else ""), one["verdict"] or "", one["state"], one["why"]]
    if one["expected"] is not None:
        words.append("as expected" if one["expected"] else "NOT as expected")
    return printable("  ".join(word for word in words if word))


def main(arguments):
    if len(arguments) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        lines, status = check(reading.problem(arguments[0]), reading.certificate(arguments[1]))
    except Malformed as error:
        print(printable(str(error)), file=sys.stderr)
        return 2
    except Declined as error:
        print(printable(str(error)))
        return 3
    for one in lines:
        print(show(one))
    print({0: "ACCEPTED", 1: "REFUSED", 3: "DECLINED"}[status])
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
