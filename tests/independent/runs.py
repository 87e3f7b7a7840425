"""Counts of runs, for the claims about them: the events, the grid, and whether a binomial tail is at most lambda.

A tail P(X <= a) of N runs at p, below the mean, is its last term times T = 1 + r_0 + r_0 r_1 + ..., where r_i = (a - i)/(N - a + 1 + i) * s,
s = (1 - p)/p: the hypergeometric series F(-a, 1; N - a + 1; -s). The last term is enclosed by logarithms of factorials (Stirling's series, in which
the remainder is smaller than the first term left out and has its sign), T by Gauss's continued fraction. All in decimals, each step rounded
down or up; where that shows nothing, as at a tie, in integers.
"""

import decimal
import functools
import math
from decimal import Decimal
from fractions import Fraction

from reading import Declined

PI = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651328230664709384460955058223"
PLACES = (30, 60, 120)
SMALL = 1000  # factorials of less are made
MOST_EXACT = 20000  # runs whose tail is made in integers
DEEPEST = 2 ** 22
LOW, HIGH = 2 ** 39, 2 ** 40  # of the grid


# Events --------------------------------------------------------------------------------------------------------------

def events(said):
    """Each event, as a set, once: those that are named and their complements."""
    m = len(said["rows"][0])
    whole, named = frozenset(range(m)), said["events"]
    if named == "outputs":
        sets = [{o} for o in range(m)]
    elif named == "at-least":
        sets = [set(range(o, m)) for o in range(1, m)]
    elif named == "all":
        sets = [{o for o in range(m) if x >> o & 1} for x in range(1, 2 ** m - 1)]
    else:
        sets = named
    return list(dict.fromkeys(x for s in map(frozenset, sets) for x in (s, whole - s)))


# The grid: a number k/2^e is (k, e), and 1 - k/2^e is (-k, e) -----------------------------------------------------------

def on_grid(k, e):
    if not LOW <= abs(k) < HIGH or not 40 <= e <= 256:
        return False
    return e > 40 or k == LOW


def value(w):
    k, e = w
    return Fraction(k, 2 ** e) if k > 0 else 1 - Fraction(-k, 2 ** e)


def before(w):
    """The next smaller number of the grid; None where there is none."""
    k, e = w
    if k > 0:
        return (k - 1, e) if k > LOW else (HIGH - 1, e + 1) if e < 256 else None
    if -k + 1 < HIGH:
        return k - 1, e
    return (-LOW, e - 1) if e > 41 else (LOW, 40)


# Decimals, rounded down and up ---------------------------------------------------------------------------------------

class Rounded:
    """Pairs of decimals with a number between them."""

    def __init__(self, places):
        limits = {"prec": places, "Emax": decimal.MAX_EMAX, "Emin": decimal.MIN_EMIN}
        self.down = decimal.Context(rounding=decimal.ROUND_FLOOR, **limits)
        self.up = decimal.Context(rounding=decimal.ROUND_CEILING, **limits)
        self.places = places
        pi = Decimal(PI)
        self.half_ln_2_pi = self.times(self.add(self.ln(2), (self.ln(pi)[0], self.ln(pi.next_plus(self.up))[1])), (Decimal("0.5"),) * 2)
        self.factorials = {}

    def whole(self, n):
        return self.down.create_decimal(n), self.up.create_decimal(n)

    def add(self, x, y):
        return self.down.add(x[0], y[0]), self.up.add(x[1], y[1])

    def less(self, x, y):
        return self.down.subtract(x[0], y[1]), self.up.subtract(x[1], y[0])

    def times(self, x, y):
        """Of x of any sign and y >= 0."""
        return (self.down.multiply(x[0], y[0] if x[0] > 0 else y[1]), self.up.multiply(x[1], y[1] if x[1] > 0 else y[0]))

    def over(self, x, y):
        """Of x >= 0 and y > 0."""
        return self.down.divide(x[0], y[1]), self.up.divide(x[1], y[0])

    def ln(self, n):
        """`Decimal.ln` is the nearest decimal there is, of a number as it is."""
        x = self.down.ln(Decimal(n))
        return self.down.next_minus(x), self.up.next_plus(x)

    def ln_factorial(self, n):
        if n not in self.factorials:
            self.factorials[n] = self.ln(math.factorial(n)) if n < SMALL else self.stirling(n)
        return self.factorials[n]

    def stirling(self, n):
        """(n + 1/2) ln n - n + ln(2 pi)/2 + the sum of B_2j/(2j (2j - 1) n^(2j - 1))."""
        x, series, j = Fraction(n), Fraction(0), 0
        while True:
            j += 1
            term = bernoulli(2 * j) / (2 * j * (2 * j - 1) * x ** (2 * j - 1))
            if abs(term) * 10 ** (self.places + 5) < 1:
                break
            series += term
        ends = sorted((series, series + term))
        rest = tuple(c.divide(Decimal(end.numerator), Decimal(end.denominator)) for c, end in zip((self.down, self.up), ends))
        main = self.times(self.ln(n), self.whole(Decimal(2 * n + 1) / 2))
        return self.add(self.less(self.add(main, self.half_ln_2_pi), self.whole(n)), rest)


@functools.lru_cache(None)
def bernoulli(n):
    return Fraction(1) if n == 0 else -sum(math.comb(n + 1, k) * bernoulli(k) for k in range(n)) / (n + 1)


@functools.lru_cache(None)
def rounded(places):
    return Rounded(places)


# Tails ---------------------------------------------------------------------------------------------------------------

def at_most(N, a, w, level):
    """Whether P(X <= a) <= level < 1/2, of N > a runs, each with the probability w of the grid."""
    k, e = w
    p, q = (k, 2 ** e - k) if k > 0 else (2 ** e + k, -k)  # over 2^e
    if a << e >= N * p:
        return False  # a is the mean or more, and so no less than the median: the tail is 1/2 or more
    if N > 60:
        for places in PLACES:
            shown = enclosed(N, a, p, q, e, level, places)
            if shown is not None:
                return shown
        if N > MOST_EXACT:
            raise Declined("a tail that is too near to its level")
    total, term = 0, 1  # of C(N, j) p^j q^(a - j), and C(N, j) p^j
    for j in range(a + 1):
        total = total * q + term
        term = term * (N - j) * p // (j + 1)
    return total * q ** (N - a) * level.denominator <= level.numerator << e * N


def enclosed(N, a, p, q, e, level, places):
    """The same by enclosures; None where they do not show it."""
    r = rounded(places)
    last = r.less(r.ln_factorial(N), r.add(r.ln_factorial(a), r.ln_factorial(N - a)))
    two = r.ln(2)
    for times, x in ((a, p), (N - a, q)):
        last = r.add(last, r.times(r.less(r.ln(x), r.times(two, r.whole(e))), r.whole(times)))
    rest = r.less(r.add(r.ln(level.numerator), (Decimal(0),) * 2), r.ln(level.denominator))
    over = r.less(last, rest)  # ln of the last term over the level
    depth = 8
    while True:
        T = fraction(r, N, a, p, q, min(depth, a))
        shown = r.down.add(over[0], r.ln(T[0])[0]), r.up.add(over[1], r.ln(T[1])[1]) if T[1].is_finite() else T[1]
        if shown[1] <= 0:
            return True
        if shown[0] > 0:
            return False
        if depth >= min(a, DEEPEST) or T[1] - T[0] < T[0] * (over[1] - over[0]):
            return None
        depth *= 2


def fraction(r, N, a, p, q, depth):
    """An enclosure of T = c/G_0, c = N - a, where for n = 0, 1, ...

        G_n = c + 2n - A_n/(c + 2n + 1 + B_n/G_n+1),   A_n = (a - n)(c + n) s,   B_n = (n + 1)(N + n + 1) s.

    By Gauss G_n = (c + 2n) F(n - a, n; c + 2n; -s)/F(n - a, n + 1; c + 2n + 1; -s), and all terms of these two series are 0 or more: so
    0 < G_n <= c + 2n, and G_a = c + 2a. Each G_n falls as G_n+1 rises.
    """
    c, s = N - a, r.over(r.whole(q), r.whole(p))
    whole = r.whole(c + 2 * depth)
    G = whole if depth == a else (Decimal(0), whole[1])
    for n in range(depth - 1, -1, -1):
        A, B = r.times(r.whole((a - n) * (c + n)), s), r.times(r.whole((n + 1) * (N + n + 1)), s)
        own, inner = r.whole(c + 2 * n), r.whole(c + 2 * n + 1)
        least = r.down.add(inner[0], r.down.divide(B[0], G[1]))
        G = (max(Decimal(0), r.down.subtract(own[0], r.up.divide(A[1], least))),
             r.up.subtract(own[1], r.down.divide(A[0], r.up.add(inner[1], r.up.divide(B[1], G[0])))) if G[0] else own[1])
    return r.down.divide(Decimal(c), G[1]), r.up.divide(Decimal(c), G[0]) if G[0] else Decimal("Infinity")


# The claim -----------------------------------------------------------------------------------------------------------

class Bounds:
    """The bounds of a witness: U_i(S) for each node and event. None is above its own; whether it is one is asked by itself."""

    def __init__(self, said, upper, need):
        self.rows = said["rows"]
        self.events = events(said)
        self.level = (1 - Fraction(said["confidence"])) / (len(self.rows) * len(self.events))
        need(len(upper) == len(self.rows), "upper of another number of nodes")
        self.of, self.runs = [], [sum(row) for row in self.rows]
        self.whole = frozenset(range(len(self.rows[0])))
        for row, N, numbers in zip(self.rows, self.runs, upper):
            counts = sorted({a for a in (sum(row[o] for o in S) for S in self.events) if a < N})
            need(len(numbers) == len(counts), "upper of another number of counts")
            need(all(on_grid(*w) for w in numbers), "a number that is not of the grid")
            for a, w in zip(counts, numbers):
                below = before(w)
                need(below is None or not at_most(N, a, below, self.level), "a bound that is above the one of the grid")
            self.of.append(dict(zip(counts, map(tuple, numbers))))
        self.values = [{a: value(w) for a, w in numbers.items()} for numbers in self.of]

    def count(self, i, S):
        return sum(self.rows[i][o] for o in S)

    @functools.lru_cache(None)
    def up(self, i, S):
        return self.values[i].get(self.count(i, S), Fraction(1))

    def low(self, i, S):
        return 1 - self.up(i, self.whole - S)

    @functools.lru_cache(None)
    def is_bound(self, i, S):
        """Whether the number for it is one that the count is at or below with no more than lambda."""
        a = self.count(i, S)
        return a == self.runs[i] or at_most(self.runs[i], a, self.of[i][a], self.level)

    def are_all(self):
        """The same of all numbers."""
        return all(at_most(N, a, w, self.level) for N, numbers in zip(self.runs, self.of) for a, w in numbers.items())

    def most(self, pairs, asks, least):
        """The most that an event asks for, by L_i and U_h, or the least if that is more; and whether the two bounds of one that asks for it are
        bounds."""
        most, found = least, []
        for S in self.events:
            low, up = [[of(i, S) for i in range(len(self.rows))] for of in (self.low, self.up)]
            asked = {(low[i], up[h]) for i, h in pairs}
            x = max((asks(*bounds) for bounds in asked), default=least)
            if x > most:
                most, found = x, []
            if x == most > least:
                found += [(i, h, S) for i, h in pairs if asks(low[i], up[h]) == x]
        proved = most == least or any(self.is_bound(i, self.whole - S) and self.is_bound(h, S) for i, h, S in found)
        return most, proved
