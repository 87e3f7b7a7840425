"""Python's random.shuffle, of Fisher and Yates, and the wrong one that swaps each card with any card."""


def shuffled(cards, rng):
    hand = list(cards)
    rng.shuffle(hand)
    return "".join(hand)


def swapped_with_any(cards, rng):
    hand = list(cards)
    for k in range(len(hand)):
        other = rng.randrange(len(hand))
        hand[k], hand[other] = hand[other], hand[k]
    return "".join(hand)
