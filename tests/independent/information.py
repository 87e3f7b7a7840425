"""Shannon's information: `mutual-information` and `shannon-capacity` in FORMAT.md. Numbers of bits are given by two fractions, the same where it is known."""

from decimal import Decimal, localcontext
from fractions import Fraction

# The digits that are computed with, and what their rounding may be off by
DIGITS, OFF = 240, Fraction(1, 10 ** 200)
# How close the bounds of a capacity are, and those of an information
CLOSE, CLOSER = 2 ** 60, 2 ** 68


def decimal(x):
    return Decimal(x.numerator) / x.denominator


def power_of_two(x):
    """k with x = 2^k; None if there is none."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    return k if x == Fraction(2) ** k else None


def log2(x):
    with localcontext() as context:
        context.prec = DIGITS
        return Fraction(decimal(x).ln() / Decimal(2).ln())


def divergence(p, q):
    """D(p || q) between two fractions; None where it is infinite."""
    ratios = [(x, x / y if y else None) for x, y in zip(p, q) if x > 0]
    if any(ratio is None for _, ratio in ratios):
        return None
    powers = [power_of_two(ratio) for _, ratio in ratios]
    if None not in powers:
        return (sum(x * k for (x, _), k in zip(ratios, powers)),) * 2
    found = sum(x * log2(ratio) for x, ratio in ratios)
    return found - OFF, found + OFF


def output(prior, rows):
    return [sum(weight * x for weight, x in zip(prior, column)) for column in zip(*rows)]


def information(prior, rows):
    """I between two fractions, or None where they are too far from each other."""
    q = output(prior, rows)
    own = [(weight, divergence(row, q)) for weight, row in zip(prior, rows) if weight > 0]
    low, high = (sum(weight * ends[k] for weight, ends in own) for k in (0, 1))
    return (low, high) if (high - low) * CLOSER <= low or low == high else None


def bounds(prior, rows):
    """What the prior has, and what no prior has more of; None where that is infinite, or the two are too far from each other."""
    q, found = output(prior, rows), information(prior, rows)
    all_rows = [divergence(row, q) for row in rows]
    if found is None or None in all_rows:
        return None
    low, high = found[0], max(ends[1] for ends in all_rows)
    if found[0] == found[1] and high <= low:
        return low, low
    return (low, high) if (high - low) * CLOSE <= low else None


def of_response(prior, own, other):
    """I of randomised response with these entries."""
    if own == other or max(prior) == 1:
        return Fraction(0), Fraction(0)
    q = [weight * own + (1 - weight) * other for weight in prior]
    terms = [(own, 1), (other, len(prior) - 1)] + [(x, -q.count(x)) for x in set(q)]
    powers = [power_of_two(x) if x > 0 else 0 for x, _ in terms]
    if other == 0 and len(set(q)) == 1 and None not in powers:
        return (sum(times * x * k for (x, times), k in zip(terms, powers)),) * 2
    found = sum(times * x * log2(x) for x, times in terms if x > 0)
    return found - OFF, found + OFF
