"""The claim `threshold`: a witness with polynomials in alpha, over the interval (0, 1) and its parts.

A polynomial is a list of integers from the constant up, without zeros at its end. What has to be known of one is its
sign at a cut, or all along an open interval; the zeros in an interval are counted by Sturm's theorem.
"""

import math
import re
from fractions import Fraction

from reading import Malformed, Refused

FINEST = 1728  # bits of a bracket


def need(condition, why):
    if not condition:
        raise Refused(why)


# Polynomials ---------------------------------------------------------------------------------------------------------

def poly(said):
    return trim([int(said)] if isinstance(said, str) else [int(c) for c in said])


def trim(p):
    p = list(p)
    while p and p[-1] == 0:
        p.pop()
    return p


def add(p, q, times=1, shift=0):
    """p + times * t^shift * q."""
    out = list(p) + [0] * (len(q) + shift - len(p))
    for k, c in enumerate(q):
        out[k + shift] += times * c
    return trim(out)


def times(p, q):
    out = []
    for k, c in enumerate(p):
        out = add(out, q, c, k)
    return out


def at(p, t):
    value = 0
    for c in reversed(p):
        value = value * t + c
    return value


def primitive(p):
    """Without a common divisor. The sign stays."""
    g = math.gcd(*p) if p else 1
    return [c // g for c in p]


def remainder(p, q):
    """A positive multiple of the remainder of p by q."""
    p = list(p)
    while len(p) >= len(q):
        lead = abs(q[-1])
        times = p[-1] if q[-1] > 0 else -p[-1]
        p = [lead * c for c in p]
        p = primitive(add(p, q, -times, len(p) - len(q)))
    return p


def gcd(p, q):
    while q:
        p, q = q, remainder(p, q)
    return primitive(p)


def divide(p, q):
    """p / q up to a positive factor, where q divides p."""
    p = [Fraction(c) for c in p]
    quotient = [Fraction(0)] * (len(p) - len(q) + 1)
    for k in range(len(quotient) - 1, -1, -1):
        quotient[k] = p[k + len(q) - 1] / q[-1]
        for j, c in enumerate(q):
            p[k + j] -= quotient[k] * c
    scale = math.lcm(*(c.denominator for c in quotient))
    return primitive([int(c * scale) for c in quotient])


def squarefree(p):
    common = gcd(p, trim([k * c for k, c in enumerate(p)][1:]))
    return divide(p, common) if len(common) > 1 else p


def zeros(p, a, b):
    """How many different zeros p has in a < t <= b."""
    if len(p) < 2:
        return 0
    chain = [squarefree(p)]
    chain.append(trim([k * c for k, c in enumerate(chain[0])][1:]))
    while len(chain[-1]) > 1:
        rest = remainder(chain[-2], chain[-1])
        if not rest:
            break
        chain.append([-c for c in rest])

    def changes(t):
        signs = [x > 0 for x in (at(p, t) for p in chain) if x]
        return sum(x != y for x, y in zip(signs, signs[1:]))

    return changes(a) - changes(b)


def bernstein(p, a, b):
    """The coefficients of p in Bernstein form on [a, b]."""
    n = len(p) - 1
    moved = []
    for c in reversed(p):  # p(a + (b - a) x), by Horner
        moved = add([x * a for x in moved], [x * (b - a) for x in moved], 1, 1)
        moved = add(moved, [c])
    moved += [0] * (n + 1 - len(moved))
    return [sum(Fraction(math.comb(i, k), math.comb(n, k)) * moved[k] for k in range(i + 1)) for i in range(n + 1)]


# Numbers -------------------------------------------------------------------------------------------------------------

def rational(text):
    """A number by the grammar, without a and b."""
    tokens = re.findall(r"[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|[-+*/^()]|\S", str(text))
    place = 0

    def take(*words):
        nonlocal place
        if place < len(tokens) and tokens[place] in words:
            place += 1
            return tokens[place - 1]

    def total():
        value = -product() if take("-") else product()
        while sign := take("+", "-"):
            value += product() if sign == "+" else -product()
        return value

    def product():
        value = power()
        while sign := take("*", "/"):
            value = value * power() if sign == "*" else value / power()
        return value

    def power():
        value = atom()
        if take("^"):
            closing = take("(")
            sign = -1 if take("-") else 1
            value **= sign * exponent()
            if closing and not take(")"):
                raise ValueError
        return value

    def exponent():
        nonlocal place
        place += 1
        if not tokens[place - 1].isdigit():
            raise ValueError
        return int(tokens[place - 1])

    def atom():
        nonlocal place
        if take("("):
            value = total()
            if not take(")"):
                raise ValueError
            return value
        place += 1
        if re.match("0[0-9]", tokens[place - 1]):
            raise ValueError
        return Fraction(tokens[place - 1])

    try:
        value = total()
        if place < len(tokens):
            raise ValueError
        return value
    except (ValueError, IndexError, ZeroDivisionError, TypeError):
        raise Malformed("%s is no number" % text)


class Point:
    """A rational, or the only root of a polynomial between two rationals: low <= it <= high."""

    def __init__(self, said):
        self.q = None
        if not isinstance(said, dict):
            self.low = self.high = rational(said)
            return
        self.q = poly(said["root_of"])
        self.low, self.high = (rational(end) for end in said["between"])
        need(len(self.q) > 1 and self.low < self.high, "no root between two numbers")
        form = bernstein(self.q, self.low, self.high)
        signs = [c > 0 for c in form if c]
        need(form[0] and form[-1] and sum(x != y for x, y in zip(signs, signs[1:])) == 1, "not the only root")

    def exact(self):
        return self.low == self.high

    def narrow(self):
        """Halves the bracket."""
        middle = (self.low + self.high) / 2
        value = at(self.q, middle)
        if value == 0:
            self.low = self.high = middle
        elif (value > 0) == (at(self.q, self.low) > 0):
            self.low = middle
        else:
            self.high = middle

    def until(self, fine):
        for _ in range(FINEST):
            if self.exact() or fine():
                break
            self.narrow()
        need(fine(), "a bracket stays too wide")

    def compare(self, r):
        """The sign of this number less a rational."""
        if self.q is not None and not self.exact() and at(self.q, r) == 0 and self.low < r < self.high:
            return 0
        self.until(lambda: self.exact() or not self.low <= r <= self.high)
        return (self.low > r) - (self.low < r)

    def sign(self, p):
        """The sign of p here."""
        if not p:
            return 0
        if self.exact() and self.q is None:
            value = at(p, self.low)
            return (value > 0) - (value < 0)
        if not remainder(p, self.q):
            return 0
        need(not zeros(gcd(p, self.q), self.low, self.high), "p vanishes at a cut whose polynomial does not divide p")
        self.until(lambda: not zeros(p, self.low, self.high) and at(p, self.low))
        return 1 if at(p, self.high) > 0 else -1


def below(x, y):
    """x < y, as shown by brackets of which one lies below the other."""
    for _ in range(FINEST):
        if x.high < y.low or x.low > y.high or x.exact() and y.exact():
            break
        for end in (x, y):
            if not end.exact():
                end.narrow()
    return x.high < y.low


def same(x, y):
    """x = y."""
    if x.exact() or y.exact():
        return x.compare(y.low) == 0 if y.exact() else y.compare(x.low) == 0
    common, low, high = gcd(x.q, y.q), max(x.low, y.low), min(x.high, y.high)
    return low < high and zeros(common, low, high) == 1


class Between:
    """Every number of the open interval between two points."""

    def __init__(self, low, high):
        self.low, self.high = low, high

    def sign(self, p):
        """The sign of p, which must be one all along."""
        if not p:
            return 0
        for end in (self.low, self.high):
            # narrow the end's bracket until p has no zero in it, but for the end itself
            own = gcd(p, end.q) if end.q else None
            end.until(lambda: end.exact() or
                      at(p, end.low) and at(p, end.high) and
                      zeros(p, end.low, end.high) == (zeros(own, end.low, end.high) if own else 0))
        a, b = self.low.high, self.high.low
        need(zeros(p, a, b) == (at(p, b) == 0), "a sign that changes")
        value = at(p, (a + b) / 2)
        return 1 if value > 0 else -1


# The claim -----------------------------------------------------------------------------------------------------------

def vector(said, n, where):
    """(denominator, numerators), the denominator positive."""
    denominator, numerators = poly(said["denominator"]), said["numerators"]
    if "cells" in said:
        need(all(cell < len(numerators) for cell in said["cells"]), "a cell out of range")
        numerators = [numerators[cell] for cell in said["cells"]]
    need(len(numerators) == n, "a vector of another length")
    need(where.sign(denominator) > 0, "a denominator that is not positive")
    return denominator, [poly(p) for p in numerators]


def total(numbers, distances):
    """The sum of t^d times each."""
    out = []
    for d, p in zip(distances, numbers):
        if d is not None:
            out = add(out, p, 1, d)
    return out


def solves(graph, said, where):
    """A vector z with Phi z = 1."""
    denominator, z = vector(said, graph.n, where)
    for row in graph.distance:
        need(where.sign(add(total(z, row), denominator, -1)) == 0, "z is no solution")
    return denominator, z


def exists(graph, verdict, witness, where):
    """`tight-constraints-exist` on one part."""
    n, parts = graph.n, set(witness)
    need(not parts & {"only", "enclosed"}, "no residues and no enclosures over an interval or at a cut")
    if verdict == "fails":
        _, w = vector(witness["w"], n, where)
        need(all(where.sign(total(w, row)) >= 0 for row in graph.distance), "w refutes nothing")
        need(where.sign(total(w, [0] * n)) < 0, "w refutes nothing")
        if "z" in parts:
            solves(graph, witness["z"], where)
    else:
        denominator, z = solves(graph, witness["z"], where)
        need(all(where.sign(p) >= 0 for p in z), "z is negative")
        if "second" in parts:
            other, second = solves(graph, witness["second"], where)
            need(all(where.sign(p) >= 0 for p in second), "the second solution is negative")
            need(any(where.sign(add(times(p, other), times(q, denominator), -1)) for p, q in zip(z, second)),
                 "no second solution")
    if "invertible" in parts:
        check_invertible(graph, witness["invertible"], where)


def check_invertible(graph, how, where):
    """Phi is invertible all along. There are no residues here."""
    if "inverse" in how:
        need(len(how["inverse"]) == graph.n, "an inverse of another size")
        for k, said in enumerate(how["inverse"]):
            denominator, x = vector(said, graph.n, where)
            for i, row in enumerate(graph.distance):
                need(where.sign(add(total(x, row), denominator, -int(i == k))) == 0, "no inverse of Phi")
    else:
        need(how.get("structure") == "hamming" and graph.family in ("hamming", "complete"), "no Hamming graph")


def threshold(graph, witness):
    """The values `set` and `alpha_star`."""
    zero, one = Point("0"), Point("1")
    if "parts" not in witness:
        exists(graph, "holds", witness, Between(zero, one))
        return {"set": [(zero, one)], "alpha_star": one}
    cuts, parts = [Point(cut) for cut in witness.get("cuts", [])], witness["parts"]
    need(len(parts) == 2 * len(cuts) + 1, "another number of parts")
    need(all(x.high < y.low or x.high == y.low and (x.q or y.q) for x, y in zip(cuts, cuts[1:])), "brackets that overlap")
    ends = [zero] + cuts + [one]
    need(all(below(x, y) for x, y in zip(ends, ends[1:])), "cuts that do not rise")
    held, witnesses = [], []
    for k, part in enumerate(parts):
        witnesses.append(witnesses[part["as"]] if "as" in part else part.get("witness", {}))
        low, high = (ends[k // 2], ends[k // 2 + 1]) if k % 2 == 0 else (ends[k // 2 + 1], ends[k // 2 + 1])
        exists(graph, part["verdict"], witnesses[k], Between(low, high) if k % 2 == 0 else low)
        if part["verdict"] == "holds":
            if held and held[-1][2] == k - 1:
                low = held.pop()[0]
            held.append((low, high, k))
    return {"set": [(low, high) for low, high, _ in held], "alpha_star": held[0][1] if held else None}


def same_set(found, said):
    return len(found) == len(said) and all(
        same(x, Point(y)) for part, other in zip(found, said) for x, y in zip(part, other))
