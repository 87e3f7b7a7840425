"""The client of RAPPOR: Erlingsson, Pihur and Korolova, *RAPPOR: Randomized Aggregatable Privacy-Preserving Ordinal
Response* (2014).

A word sets h bits of a filter. The permanent response tells each bit with probability 1 - f, and else a fair coin.
The instantaneous response, sent each time, is 1 with probability q where that is 1, and with p where it is 0.
Declared, with q* and p* the probabilities of a 1 in what is sent for a bit that is 1 or 0: 2h ln((1 - f/2)/(f/2))
for the permanent response, and h ln(q*(1 - p*)/(p*(1 - q*))) for one report.
"""

from fractions import Fraction


def permanent(bits, f, rng):
    return [bit if rng.flip(1 - Fraction(f) / 2) else 1 - bit for bit in bits]


def client(f, p=None, q=None):
    """The permanent response where there is no p and q, else one report."""

    def sampler(bits, rng):
        kept = permanent(map(int, bits), f, rng)
        if p is None:
            return "".join(map(str, kept))
        return "".join("1" if rng.flip(q if bit else p) else "0" for bit in kept)

    return sampler
