"""Integer noise as in OpenDP 0.9.0 to 0.14.1, written from its description (opendp issue 2638, 2026), and mended.

The algorithm is that of Canonne, Kamath and Steinke (2020): e^-x by coins of x/k, a part u of the scale by
rejection, the whole scales by coins of e^-1, then a sign. It is exact if x/k is. The division of a library for
fractions was not: it cancelled x's numerator against k and then rounded the denominator down. Declared is ε =
1/scale for counts next to each other.
"""

from fractions import Fraction
from functools import cache
from math import gcd


def as_in_0_14_1(x, k):
    g = gcd(x.numerator, k)
    return Fraction(x.numerator // g, x.denominator // g * k)


def mended(x, k):
    return x / k


def laplace(scale, divide):
    """The sampler that adds the noise of this scale, a whole number, to a count."""

    @cache
    def coin(u, t, k):
        return str(divide(Fraction(u, t), k))

    def happens(u, t, rng):
        """With probability e^-(u/t), if only the division is exact."""
        k = 1
        while rng.flip(coin(u, t, k)):
            k += 1
        return k % 2 == 1

    def noisy(answer, rng):
        while True:
            rng.at("again")
            noise = rng.below(scale)
            if not happens(noise, scale, rng):
                continue
            rng.at(noise)
            while happens(1, 1, rng):
                noise += scale
                rng.at(noise)
            rng.at(("sign of", noise))
            minus = rng.flip("1/2")
            if noise or not minus:
                return answer - noise if minus else answer + noise

    return noisy
