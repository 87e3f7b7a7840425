"""Prints a mechanism file of binomial noise on a count that may change by one: python3 binomial.py 80 1 1e-6."""

import json
import sys
from math import comb


def table(coins: int) -> list[list[str]]:
    """The probability of each noisy count, where the count is 0 and where it is 1."""
    noise = [f"{comb(coins, heads)}/2^{coins}" for heads in range(coins + 1)]
    return [[*noise, "0"], ["0", *noise]]


def main() -> None:
    coins, epsilon, delta = sys.argv[1:]
    file = {
        "format": "dp-mechanism/1",
        "name": f"Binomial noise of {coins} coins",
        "privacy": {"epsilon": epsilon, "delta": delta},
        "query": {"graph": "line", "nodes": 2},
        "mechanism": {"matrix": table(int(coins))},
    }
    print(json.dumps(file))


if __name__ == "__main__":
    main()
