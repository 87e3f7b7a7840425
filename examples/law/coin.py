"""Tells one of three answers, the true one with probability 1 - a/3, where a = e^-epsilon."""
from choices import serve


def coin(answer, choices):
    told = int(answer)
    while choices.flip("a/2"):
        told = choices.below(3)
        choices.at(f"again {told}")
    return told


serve(coin)
