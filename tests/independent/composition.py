"""All uses of a composition ("Composition" in FORMAT.md): X with its proportional columns put together, use by use."""

import itertools
import math
from fractions import Fraction

MOST_COLUMNS = 20_000
MOST_CHOICES = 2_000_000


def worst(promise):
    """P and Q of a promise, see "Promises" in FORMAT.md."""
    a, delta = Fraction(promise["alpha"]), Fraction(promise.get("delta", 0))
    rest = (1 - delta) / (1 + a)
    rows = [delta, rest, rest * a, Fraction(0)] if delta else [rest, rest * a]
    return rows, rows[::-1]


def merged(columns):
    """Columns of weights, with those that are proportional to each other added up; a zero column is no output."""
    found = {}
    for column in columns:
        common = math.gcd(*column)
        if common:
            direction = tuple(x // common for x in column)
            found[direction] = found.get(direction, 0) + common
    return [tuple(x * times for x in direction) for direction, times in found.items()]


def all_uses(tables, Declined):
    """The columns and row denominators of all uses of these (table, times), or Declined."""
    n = len(tables[0][0].rows)
    columns, den = [(1,) * n], 1
    for table, times in tables:
        own = merged(zip(*table.rows))
        for _ in range(times):
            if len(columns) * len(own) > MOST_COLUMNS:
                raise Declined("too many outputs of all uses")
            columns = merged(tuple(x * y for x, y in zip(a, b)) for a, b in itertools.product(columns, own))
            den *= table.den
    return columns, den


def best_choice(tables, pairs, E, Declined):
    """V_k(1, 1) of an adversary who names the pair before each use, with the probabilities that it has then.

    A promise has the two rows of any pair: it is named once.
    """
    uses = [table for table, times in tables for _ in range(times)]
    size = 1
    for table in uses:
        size *= max(1, len(table.pairs or pairs)) * table.width
    if size > MOST_CHOICES:
        raise Declined("too many ways to choose")

    def best(level, p, q):
        """V and the two probabilities of the set that has it."""
        if level == len(uses):
            return (p - E * q, p, q) if p > E * q else (Fraction(0), Fraction(0), Fraction(0))
        table = uses[level]
        choices = []
        for i, h in table.pairs or pairs:
            rest = [best(level + 1, p * table.entry(i, o), q * table.entry(h, o)) for o in range(table.width)
                    if table.rows[i][o]]
            choices.append(tuple(map(sum, zip(*rest))))
        return max(choices)

    return best(0, Fraction(1), Fraction(1)) if pairs else (Fraction(0),) * 3
