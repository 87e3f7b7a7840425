#!/usr/bin/env python3
"""Discrete Gaussian noise, which has no table. As a program: such files drawn at random, and their certificates.

    CERTIFY=path/to/certify gaussian.py FOLDER [COUNT] [SEED]
"""

import sys
from decimal import Decimal, localcontext
from fractions import Fraction

import drawn
from reading import Declined

# The digits that are computed with, of which the last ten are no evidence, and the most terms of a sum
DIGITS = [60, 200, 1000]
MOST_TERMS = 1_000_000
CLOSE = Fraction(1, 10 ** 14)


class Noise:
    """sigma^2, and by how much neighbours differ at most."""

    def __init__(self, sigma2, graph):
        self.sigma2 = Fraction(sigma2)
        self.shift = min(graph.get("max", 1), graph["nodes"] - 1)


def first(distance, at_most, shift):
    """The least number that is further from 0 than distance - 1 steps, or than none."""
    return 1 if at_most else (distance - 1) * shift + 1


class Sums:
    """w(x) = e^(-x^2 / 2 sigma^2), summed over all x below a number, as two numbers with the truth between them."""

    def __init__(self, sigma2, digits, far):
        s, self.off = Decimal(sigma2.numerator) / sigma2.denominator, Decimal(10) ** (10 - digits)
        # What is less than 10^-far counts for nothing but its bound
        self.last = int((s * 2 * far * 24 / 10).sqrt()) + 2
        if self.last > MOST_TERMS:
            raise Declined("too many terms")
        terms = [(-Decimal(x) * x / (2 * s)).exp() for x in range(self.last + 1)]
        ratio = (-(2 * Decimal(self.last) + 1) / (2 * s)).exp()
        self.rest = terms[-1] * ratio / (1 - ratio) * 2
        self.tails, total = [Decimal(0)] * (self.last + 2), Decimal(0)
        for x in range(self.last, -1, -1):
            total += terms[x]
            self.tails[x] = total
        self.whole = self.around(2 * self.tails[0] - 1)

    def around(self, x):
        return x * (1 - self.off), x * (1 + self.off) + self.rest

    def below(self, t):
        if t <= 0:
            return self.around(self.tails[min(1 - t, self.last + 1)])
        low, high = self.around(self.tails[min(t, self.last + 1)])
        return self.whole[0] - high, self.whole[1] - low


def enclosed(noise, lam, delta, digits):
    """The least delta, and the least lambda, each between two fractions; no lambda for delta = 0."""
    with localcontext() as context:
        context.prec, context.Emin, context.Emax = digits, -10 ** 17, 10 ** 17
        far = digits + len(str(delta.denominator)) + 2 * len(str(int(lam)))
        sums = Sums(noise.sigma2, digits, far)
        low, high = sums.whole
        n, d = Decimal(lam.numerator), lam.denominator
        least, most = Decimal(0), sums.rest * n / d
        levels = [whole * delta.numerator / delta.denominator for whole in sums.whole]
        levels = [levels[0] * (1 - sums.off), levels[1] * (1 + sums.off)]
        of_lam = [Decimal(1), Decimal(1)]
        for t in range(-sums.last, sums.last + noise.shift + 2):
            own, other = sums.below(t), sums.below(t - noise.shift)
            slack = sums.off * (own[1] + other[1] * n / d)
            least = max(least, own[0] - other[1] * n / d - slack)
            most = max(most, own[1] - other[0] * n / d + slack)
            if delta and own[1] > levels[0]:
                of_lam[0] = max(of_lam[0], (own[0] - levels[1]) / other[1] * (1 - sums.off))
                of_lam[1] = max(of_lam[1], (own[1] - levels[0]) / other[0] * (1 + sums.off) if other[0] > 0 else Decimal("Infinity"))
        ends = [Fraction(least / high * (1 - sums.off)), Fraction(most / low * (1 + sums.off))]
        return ends, [Fraction(x) if x.is_finite() else None for x in of_lam] if delta else None


def approximate_dp(problem, need, ln):
    noise, delta, lam = problem.gaussian, problem.delta, 1 / problem.alpha
    if not noise.shift:
        return "holds", {"delta_min": Fraction(0), "alpha_max": Fraction(1), "epsilon_min": ("-ln", Fraction(1))}
    for digits in DIGITS:
        (low, high), least = enclosed(noise, lam, delta, digits)
        close = not least or least[1] and (least[1] == 1 or least[1] - least[0] <= (least[0] - 1) * CLOSE)
        if (delta >= high or delta < low) and close and high - low <= low * CLOSE:
            break
    need(delta >= high or delta < low, "whether delta is enough does not show")
    values = {"delta_min": ("between", low, high)}
    if not least:
        values.update({"alpha_max": Fraction(0), "epsilon_min": ("-ln", Fraction(0))})
    elif least[1] == 1:
        values.update({"alpha_max": Fraction(1), "epsilon_min": ("-ln", Fraction(1))})
    elif close:
        values["alpha_max"] = ("between", 1 / least[1], 1 / least[0])
        values["epsilon_min"] = ("between", ln(least[0], 256)[0], ln(least[1], 256)[1])
    return ("holds" if delta >= high else "fails"), values


def check(problem, said, witness, need, takes, rational, ln):
    """All that is claimed of it: by theorems, and delta by sums."""
    takes(witness, "")
    claim, noise = said["claim"], problem.gaussian
    least = noise.shift ** 2 / (2 * noise.sigma2)
    if claim == "stochastic":
        return "holds", {}
    if claim == "approximate-dp":
        return approximate_dp(problem, need, ln)
    if claim == "zcdp":
        return ("holds" if rational(said["rho"]) >= least else "fails"), {"rho_min": least}
    if claim == "renyi-dp":
        k = said["order"]
        return ("holds" if rational(said["bound"]) >= k * least else "fails"), {"divergence": k * least}
    are_there = noise.shift > 0
    if claim == "group-privacy":
        are_there = first(said["distance"], said.get("at_most", False), noise.shift) < problem.n
    x = Fraction(0) if are_there else Fraction(1)
    return ("fails" if are_there else "holds"), {"alpha_max": x, "epsilon_min": ("-ln", x)}


CLAIMS = "stochastic dp approximate-dp group-privacy renyi-dp bounded-range zcdp".split()


# Files at random -----------------------------------------------------------------------------------------------------

def file(rng):
    sigma2 = rng.choice(["1/4", "1", "4", "9/2", "20", "1/100", "1000", "0.7", "12345.678"])
    query = rng.choice([{"graph": "line", "nodes": rng.choice([1, 2, 5, 9])},
                        {"graph": "sum", "individuals": rng.choice([1, 2, 3]), "max": rng.choice([1, 2, 5])}])
    v = query.get("max", 1) if query.get("nodes") != 1 else 0
    # Where little of the noise is beyond what epsilon asks for, digits are not told
    alphas = ["1/2", "9/10", "1/10", "1", "2/3", "1/1000"]
    far = [x for x in alphas if (1 / Fraction(x) - 1) ** 2 * Fraction(sigma2) < 100 * max(1, v ** 2)]
    privacy = {"alpha": rng.choice(far)}
    if rng.random() < .8:
        privacy["delta"] = rng.choice(["0", "1e-3", "1/100", "1/10", "1e-9", "9/10", "1e-30"])
    rho = v ** 2 / (2 * Fraction(sigma2))
    near = [rho, rho + Fraction(1, 10 ** 20), max(Fraction(0), rho - Fraction(1, 10 ** 20))]
    bound = {rng.choice(["at_least", "at_most"]): rng.choice(["0", "1/4", "1", "2"])}
    claims = [{"claim": "zcdp", "rho": str(rng.choice(near))}, {"claim": "renyi-dp", "order": 3, "bound": str(3 * rng.choice(near))},
              {"claim": "bounded-range", "epsilon": "3"}, "dp", "tight-constraints-exist",
              {"claim": "approximate-dp", "expect": {rng.choice(["delta_min", "epsilon_min", "alpha_max"]): bound}}]
    if v:
        steps = query.get("individuals", query.get("nodes", 2) - 1)
        claims.append({"claim": "group-privacy", "distance": rng.randrange(1, steps + 1), "at_most": rng.random() < .5})
    return {"format": "dp-mechanism/1", "privacy": privacy, "query": query, "mechanism": {"family": "discrete-gaussian", "sigma2": sigma2},
            "claims": [claim for claim in claims if rng.random() < .5]}


if __name__ == "__main__":
    sys.exit(drawn.run(__doc__, lambda rng: {"m.json": file(rng)}, sys.argv[1:]))
