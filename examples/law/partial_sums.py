"""The sums of the first one, two, ... of some bits, each told with noise. A neighbour has one other bit.

Noise on each bit: ε is that of one noise. Noise on each node of a binary tree (Chan, Shi and Song, *Private and
Continual Release of Statistics*): of four bits the first is in three nodes, so each gets noise of ε/3. One noise
for all sums: wrong, as differences of sums tell the bits. The noise is geometric and cut to what is possible. a is
e^-ε, b is e^-(ε/3).
"""


def noisy(total, most, alpha, rng):
    """A count of 0..most with noise."""
    return total + rng.geometric(alpha, -total, most - total)


def of_noisy_bits(bits, rng):
    told = [noisy(bit, 1, "a", rng) for bit in bits]
    return " ".join(str(sum(told[: k + 1])) for k in range(len(bits)))


def of_a_tree(bits, rng):
    one, two, three, four = bits
    first, pair = noisy(one, 1, "b", rng), noisy(one + two, 2, "b", rng)
    third, whole = noisy(three, 1, "b", rng), noisy(one + two + three + four, 4, "b", rng)
    return f"{first} {pair} {pair + third} {whole}"


def with_one_noise(bits, rng):
    noise = rng.geometric("a", -2, 2)
    return " ".join(str(sum(bits[: k + 1]) + noise) for k in range(len(bits)))
