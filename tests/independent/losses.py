"""What is claimed of the privacy loss of neighbours: `bounded-range` and `zcdp` in FORMAT.md."""

from decimal import Decimal, localcontext
from fractions import Fraction

from reading import Declined

# How close an enclosure is, the digits that are computed with, and what their rounding may be off by
PRECISIONS = [(Decimal("1e-18"), 60, Decimal("1e-40")), (Decimal("1e-40"), 300, Decimal("1e-200"))]
MOST_PIECES = 20_000


def least_quotient(pairs):
    """Of pairs of rows the least ratio over the largest, 0 where one alone has an output."""
    least = Fraction(1)
    for p, q in pairs:
        ratios = [x / y if y > 0 else None for x, y in zip(p, q) if x > 0 or y > 0]
        least = min(least, Fraction(0) if None in ratios else min(ratios) / max(ratios))
    return least


def enclosed(pairs, rho):
    """The supremum of K(s)/(s(s+1)) over pairs of rows, between two fractions that do not have rho between them; None if there are none."""
    pairs = [[(x, x / y) for x, y in zip(p, q) if x > 0] for p, q in pairs if p != q]
    if not pairs:
        return Fraction(0), Fraction(0)
    for close, digits, off in PRECISIONS:
        with localcontext() as context:
            context.prec = digits
            low, high = supremum([Loss(pair) for pair in pairs], close, off)
        if rho >= high or rho < low:
            return low, high
    return None


# The digits of delta_of, what their rounding may be off by, and the power of ten below which a delta is as good as 0
DIGITS, OFF, LEAST = 120, Decimal("1e-60"), -4930


def delta_of(rho, epsilon):
    """Two fractions that the least of e^((a-1)(a rho-epsilon))/(a-1) (1-1/a)^a over a > 1 is between: by bisection of ln(a-1)."""
    if rho == 0:
        return Fraction(0), Fraction(0)
    with localcontext() as context:
        context.prec = DIGITS
        rho, epsilon = decimal(rho), decimal(epsilon)

        def f(s):
            a = 1 + s
            return s * (a * rho - epsilon) - s.ln() + a * (s / a).ln()

        def slope(s):
            return (1 + 2 * s) * rho - epsilon + (s / (1 + s)).ln()

        # Below 10^-70 f is 0 but for 10^-60: an end there says as much as any
        low, high = Decimal("1e-70"), max(Decimal(1), (epsilon + 1) / rho)
        for _ in range(600):
            middle = (low * high).sqrt()
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        value = min(f(high), Decimal(0))
        least = value - abs(slope(high)) * (high - low) - OFF * max(1, high) - (OFF if low == Decimal("1e-70") else 0)
        if value / Decimal(10).ln() < LEAST:
            return Fraction(0), Fraction(10) ** LEAST
        return Fraction(least.exp()), min(Fraction(1), Fraction((value + OFF * max(1, high)).exp()))


def decimal(x):
    return Decimal(x.numerator) / x.denominator


class Loss:
    """L of a pair, by p and p/q where p > 0."""

    def __init__(self, pair):
        self.p = [decimal(x) for x, _ in pair]
        self.L = [decimal(ratio).ln() for _, ratio in pair]
        self.most, self.range = max(self.L), max(self.L) - min(self.L)

    def at(self, s):
        """K, K' and K'' at s."""
        weights = [x * ((loss - self.most) * s).exp() for x, loss in zip(self.p, self.L)]
        total = sum(weights)
        mean = sum(w * loss for w, loss in zip(weights, self.L)) / total
        variance = sum(w * (loss - mean) ** 2 for w, loss in zip(weights, self.L)) / total
        return (s * self.most + total.ln() if s else Decimal(0)), mean, variance


def supremum(losses, close, off):
    """Two fractions: the largest quotient that was seen, and a bound that no quotient is over."""
    best, pieces = Decimal(0), 0

    def seen(loss, s):
        nonlocal best
        at = (s,) + loss.at(s)
        best = max(best, (at[1] / (s * (s + 1)) if s else at[2]) - off)
        return at

    def is_below(loss, at, width):
        """A + B u + C u^2 >= 0 from 0 to the width, for the bound of now."""
        s, K, slope, variance = at
        bound = best * (1 + close)
        M = min(loss.range ** 2 / 4, variance * (loss.range * width).exp()) / 2
        A, B, C = bound * s * (s + 1) - K, bound * (2 * s + 1) - slope, bound - M
        Q = A + B * width + C * width ** 2
        return A >= 0 and Q >= 0 and (C <= 0 or A.sqrt() + Q.sqrt() >= C.sqrt() * width)

    for loss in losses:
        todo, at, width = [], seen(loss, Decimal(0)), Decimal(1)
        while True:
            todo.append((at, width))
            end = at[0] + width
            if loss.most <= best * (1 + end):
                break
            at, width = seen(loss, end), end
        while todo:
            at, width = todo.pop()
            if is_below(loss, at, width):
                continue
            pieces += 1
            if pieces > MOST_PIECES:
                raise Declined("too many pieces of orders")
            half = width / 2
            todo += [(seen(loss, at[0] + half), half), (at, half)]
    return Fraction(best), Fraction(best * (1 + 2 * close) + off)

