"""Randomised response on six values: the truth by a fair coin, else one of six, made of random bits. Declared is ε
= ln 7.

By rejection the six are equally likely: bits that make 6 or 7 are drawn again. By the remainder they are not.
"""


def by_rejection(rng):
    while True:
        rng.at("again")
        k = rng.getrandbits(3)
        if k < 6:
            return k


def by_remainder(rng):
    return rng.getrandbits(3) % 6


def response(one_of_six):
    def sampler(answer, rng):
        return answer if rng.flip("1/2") else one_of_six(rng)

    return sampler
