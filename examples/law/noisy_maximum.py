"""Which of some counts is the greatest, told with noise. Declared is ε, where each count may change by one; b is
e^-(ε/2).

Noisy maximum tells the first of the greatest noisy counts (Dwork and Roth, *The Algorithmic Foundations of
Differential Privacy*); here the noise is geometric, and noisy counts are cut to low..high, which is no detail.
Permute-and-flip, of McKenna and Sheldon (2020), goes through the counts in a random order and stops at one with a
probability that falls with its distance from the greatest. The exponential mechanism, of McSherry and Talwar
(2007), draws one in proportion to the same numbers.
"""


def noisy_maximum(low, high):
    def sampler(counts, rng):
        noisy = [count + rng.geometric("b", low - count, high - count) for count in counts]
        return noisy.index(max(noisy))

    return sampler


def permute_and_flip(counts, rng):
    order = list(range(len(counts)))
    rng.shuffle(order)
    for k in order:
        if rng.flip(f"b^{max(counts) - counts[k]}"):
            return k
    raise AssertionError("one of them is the greatest")


def exponential_mechanism(counts, rng):
    while True:
        rng.at("again")
        k = rng.randrange(len(counts))
        if rng.flip(f"b^{max(counts) - counts[k]}"):
            return k
