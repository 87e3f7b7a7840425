"""Laws of small programs are those that one finds by hand, or by going through all branches."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import re
import subprocess
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numpy
import pytest
from conftest import command

from dp_certify import MechanismError, law
from dp_certify._choices import Choices

F = Fraction
Row = dict[str, Fraction]
Sampler = TypeVar("Sampler", bound=Callable[..., Any])
#: At these a symbolic law is compared; the first ones are also laws of their own.
POINTS = [F(1, 2), F(2, 7), F(9, 11), F(1, 1000), F(5, 6)]
#: random() is one of so many numbers.
UNIFORM = 1 << 53


def value(words: Any, a: Fraction) -> Fraction:
    """A number of a mechanism file at this α."""
    exact = re.sub(r"\d+(\.\d+)?", lambda found: f"F('{found[0]}')", str(words))
    return F(eval(exact.replace("^", "**"), {"F": F, "a": a, "b": a}))


def rows(found: Any, a: Fraction) -> list[Row]:
    """The rows of a law, of the outputs that are possible at all."""
    made = found.mechanism.to_dict()["mechanism"]
    return [
        {name: p for name, entry in zip(made["outputs"], row) if (p := value(entry, a)) != 0} for row in made["matrix"]
    ]


def verifier() -> str | None:
    """The program `verify`, beside `certify`."""
    beside = Path(command() or "certify").with_name("verify")
    return str(beside) if beside.exists() else None


def is_accepted(found: Any, folder: Path) -> bool:
    """Whether `verify --law` computes the same table from the law's own file; true where there is no such program."""
    found.write(folder / "m.json")
    assert json.loads((folder / "m.json").read_text("utf-8")) == found.mechanism.to_dict()
    verify = verifier()
    if verify is None:
        return True
    call = [verify, "--law", str(folder / "m.law.jsonl"), str(folder / "m.json")]
    return subprocess.run(call, capture_output=True, check=False).returncode == 0


def one(function: Any, **options: Any) -> Any:
    """The law of a function of one answer, 0."""
    return law(function, [0], **{"graph": "line", "alpha": "1/2", **options})


def entries(function: Any, **options: Any) -> Row:
    return rows(one(function, **options), F(1, 2))[0]


def counted(outputs: Iterable[Any]) -> Row:
    """The law of an output of equally likely cases."""
    names = [str(output) for output in outputs]
    return {name: F(names.count(name), len(names)) for name in set(names)}


def first(is_so: Callable[[int], bool]) -> int:
    """The least k < 2^53 from which on it is so, and 2^53 if there is none."""
    low, high = 0, UNIFORM
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_so(middle) else (middle + 1, high)
    return low


def rising(f: Callable[[float], Any], outputs: list[Any]) -> Row:
    """The law of f(random()) for an f that never falls, by bisection over k·2^-53."""
    starts = [first(partial(lambda o, k: bool(f(k / UNIFORM) >= o), o)) for o in outputs] + [UNIFORM]
    return {str(o): F(to - at, UNIFORM) for o, at, to in zip(outputs, starts, starts[1:]) if to > at}


@dataclass
class Program:
    function: Callable[[Any, Any], Any]
    answers: list[Any]
    #: The row of an answer at α.
    row: Callable[[Any, Fraction], Row]
    options: dict[str, Any]


PROGRAMS: list[Program] = []


def has(
    row: Callable[[Any, Fraction], Row], answers: Iterable[Any] = (0,), **options: Any
) -> Callable[[Sampler], Sampler]:
    """A program, and its law by hand."""

    def kept(function: Sampler) -> Sampler:
        PROGRAMS.append(Program(function, list(answers), row, options))
        return function

    return kept


def yes(p: Any) -> Row:
    return {name: q for name, q in (("True", F(p)), ("False", 1 - F(p))) if q}


# Coins.


@has(lambda x, a: {str(x): 1 / (1 + a), str(1 - x): a / (1 + a)}, (0, 1))
def randomised_response(answer: int, rng: Choices) -> int:
    return answer if rng.flip("1/(1+a)") else 1 - answer


@has(lambda x, a: yes(F(1, 2)))
def a_fair_coin(answer: int, rng: Choices) -> bool:
    return rng.flip()


@has(lambda x, a: yes(1))
def a_certain_coin(answer: int, rng: Choices) -> bool:
    return rng.flip(1) and not rng.flip(0)


@has(lambda x, a: yes(F(1, 3)))
def a_coin_of_a_fraction(answer: int, rng: Choices) -> bool:
    return rng.flip(F(1, 3))


@has(lambda x, a: yes(F(1, 10)))
def a_coin_of_a_decimal(answer: int, rng: Choices) -> bool:
    return rng.flip(Decimal("0.1"))


@has(lambda x, a: yes(F(3602879701896397, 1 << 55)))
def a_coin_of_a_double(answer: int, rng: Choices) -> bool:
    return rng.flip(0.1)


@has(lambda x, a: yes(F(1, 8)))
def a_coin_of_numpy(answer: int, rng: Choices) -> bool:
    return rng.flip(numpy.float64(0.125))


@has(lambda x, a: yes(a**2 / 2))
def a_coin_of_an_expression(answer: int, rng: Choices) -> bool:
    return rng.flip(" a^2 / 2 ")


@has(lambda x, a: {"0": F(1), "1": F(0)} if x == "no" else {"0": 1 - a**3, "1": a**3}, ("no", "yes"))
def three_coins_for_one_answer(answer: str, rng: Choices) -> int:
    return int(answer == "yes" and all(rng.flip("a") for _ in range(3)))


@has(lambda x, a: {"x=0": 1 - a, "x=1": a}, ("none", "some"))
def a_label_with_a_sign(answer: str, rng: Choices) -> str:
    return "x=1" if rng.flip("a") else "x=0"


@has(lambda x, a: {"(0, True)": a, "(0, False)": 1 - a})
def a_tuple(answer: int, rng: Choices) -> tuple[int, bool]:
    return answer, rng.flip("a")


# Choices among several.


@has(lambda x, a: {"0": F(1, 2), "1": F(1, 3), "2": F(1, 6)})
def three_weights(answer: int, rng: Choices) -> int:
    return rng.choose(["1/2", "1/3", "1/6"])


@has(lambda x, a: {"0": F(1, 4), "2": F(3, 4)})
def a_weight_of_zero(answer: int, rng: Choices) -> int:
    return rng.choose(w for w in (F(1, 4), 0, 0.75))


@has(lambda x, a: {"0": 1 - a, "1": a - a**2, "2": a**2})
def weights_in_a(answer: int, rng: Choices) -> int:
    return rng.choose(["1-a", "a-a^2", "a^2"])


@has(lambda x, a: {str(x): F(1)}, range(3))
def nothing_is_drawn(answer: int, rng: Choices) -> int:
    return answer + rng.below(1) + rng.bits(0) + rng.geometric("a", 0, 0) + rng.choose([1])


@has(lambda x, a: counted(map(sum, itertools.product(range(1, 7), repeat=3))))
def three_dice(answer: int, rng: Choices) -> int:
    return sum(1 + rng.below(6) for _ in range(3))


@has(lambda x, a: counted(i * j for i, j in itertools.product(range(40), range(25))))
def a_product_of_two(answer: int, rng: Choices) -> int:
    return rng.below(40) * rng.below(25)


@has(lambda x, a: counted(sum(bits) for bits in itertools.product((0, 1), repeat=7)))
def ones_of_seven_bits(answer: int, rng: Choices) -> int:
    return bin(rng.bits(7)).count("1")


@has(
    lambda x, a: {
        str(k): sum(
            (
                a ** sum(bits) * (1 - a) ** (4 - sum(bits))
                for bits in itertools.product((0, 1), repeat=4)
                if sum(bits) == k
            ),
            F(0),
        )
        for k in range(5)
    }
)
def a_binomial(answer: int, rng: Choices) -> int:
    return sum(rng.flip("a") for _ in range(4))


# Noise of two sides, cut.


def noise(a: Fraction, low: int, high: int) -> dict[int, Fraction]:
    """P(z) of the cut noise: what is beyond an end, Σ (1-a)/(1+a)·a^|z|, falls on it."""

    def tail(z: int) -> Fraction:
        """P(Z ≥ z)."""
        return a**z / (1 + a) if z > 0 else 1 - a ** (1 - z) / (1 + a)

    inside = {z: (1 - a) / (1 + a) * a ** abs(z) for z in range(low + 1, high)}
    ends = {low: F(1)} if low == high else {low: 1 - tail(low + 1), high: tail(high)}
    return {**inside, **ends}


@has(lambda x, a: {str(x + z): p for z, p in noise(a, -x, 3 - x).items()}, range(4))
def a_truncated_count(answer: int, rng: Choices) -> int:
    return answer + rng.geometric("a", -answer, 3 - answer)


@has(lambda x, a: {str(z): p for z, p in noise(a, 2, 6).items()})
def noise_above_the_centre(answer: int, rng: Choices) -> int:
    return rng.geometric("a", 2, 6)


@has(lambda x, a: {str(z): p for z, p in noise(a, -5, -3).items()})
def noise_below_the_centre(answer: int, rng: Choices) -> int:
    return rng.geometric("a", -5, -3)


@has(lambda x, a: {str(z): p for z, p in noise(a**2, -2, 7).items()})
def noise_of_half_the_scale(answer: int, rng: Choices) -> int:
    return rng.geometric("a^2", -2, 7)


@has(lambda x, a: {str(z): p for z, p in noise(F(1, 3), -1, 1).items()})
def noise_of_a_fraction(answer: int, rng: Choices) -> int:
    return rng.geometric(F(1, 3), -1, 1)


@has(
    lambda x, a: {
        str(s): F(0)
        + sum(p * q for (y, p), (z, q) in itertools.product(noise(a, -2, 2).items(), repeat=2) if y + z == s)
        for s in range(-4, 5)
    }
)
def a_sum_of_two_noises(answer: int, rng: Choices) -> int:
    return rng.geometric("a", -2, 2) + rng.geometric("a", -2, 2)


# What a random.Random is asked for.


@has(lambda x, a: counted(range(2, 11, 3)))
def a_range(answer: int, rng: Choices) -> int:
    return rng.randrange(2, 11, 3)


@has(lambda x, a: counted(range(1, 7)))
def randint(answer: int, rng: Choices) -> int:
    return rng.randint(1, 6)


@has(lambda x, a: {"b": F(1, 6), "a": F(1, 2), "n": F(1, 3)})
def choice(answer: int, rng: Choices) -> str:
    return rng.choice("banana")


@has(lambda x, a: counted("".join(order) for order in itertools.permutations("abcd")))
def shuffle(answer: int, rng: Choices) -> str:
    cards = list("abcd")
    rng.shuffle(cards)
    return "".join(cards)


@has(lambda x, a: counted(list(pair) for pair in itertools.permutations(range(5), 2)))
def sample(answer: int, rng: Choices) -> list[int]:
    return rng.sample(range(5), 2)


@has(lambda x, a: counted(k % 3 for k in range(16)))
def getrandbits(answer: int, rng: Choices) -> int:
    return rng.getrandbits(4) % 3


@has(lambda x, a: counted(k >> 5 for k in range(256)))
def randbytes(answer: int, rng: Choices) -> int:
    return rng.randbytes(1)[0] >> 5


@has(lambda x, a: {"a": F(1, 4), "b": F(1, 2), "c": F(1, 4)})
def choices_by_weight(answer: int, rng: Choices) -> str:
    return rng.choices("abc", [1, 2, 1])[0]


# One of 2^53 numbers.


def below(x: float) -> Fraction:
    """P(random() < x) for 0 ≤ x ≤ 1: the number of k with k < x·2^53."""
    return F(math.ceil(F(x) * UNIFORM), UNIFORM)


@has(lambda x, a: yes(below(0.1)))
def a_number_compared(answer: int, rng: Choices) -> bool:
    return bool(rng.random() < 0.1)


@has(lambda x, a: yes(F(1, 4) + F(1, UNIFORM)))
def an_end_that_counts(answer: int, rng: Choices) -> bool:
    return bool(rng.random() <= 0.25)


@has(lambda x, a: yes(F(3, 4)))
def the_other_sides(answer: int, rng: Choices) -> bool:
    u = rng.random()
    return u >= 0.25 and not 0.5 * u > 1 and bool(u >= -1)


@has(lambda x, a: yes(F(1, UNIFORM)))
def equality(answer: int, rng: Choices) -> bool:
    return bool(rng.random() == 0.5)


@has(lambda x, a: yes(1 - F(1, UNIFORM)))
def inequality(answer: int, rng: Choices) -> bool:
    u = rng.random()
    return bool(u != 0.5 and u != 2)


@has(lambda x, a: yes(1 - F(1, UNIFORM)))
def truth(answer: int, rng: Choices) -> bool:
    return bool(rng.random())


@has(lambda x, a: yes(F(1, 2) - F(1, UNIFORM)))
def a_distance(answer: int, rng: Choices) -> bool:
    return bool(abs(rng.random() - 0.5) < 0.25)


@has(lambda x, a: {"low": below(0.3), "middle": below(0.7) - below(0.3), "high": 1 - below(0.7)})
def one_number_compared_twice(answer: int, rng: Choices) -> str:
    u = rng.random()
    return "low" if u < 0.3 else "high" if u >= 0.7 else "middle"


@has(lambda x, a: {"0": F(1, 4), "1": F(1, 2), "2": F(1, 4)})
def two_numbers(answer: int, rng: Choices) -> int:
    return int(rng.random() < 0.5) + int(rng.random() < 0.5)


@has(lambda x, a: rising(lambda u: int(u * 6), list(range(6))))
def int_of_a_product(answer: int, rng: Choices) -> int:
    return int(rng.random() * 6)


@has(lambda x, a: rising(lambda u: math.floor(3 * u - 1), [-1, 0, 1]))
def floor(answer: int, rng: Choices) -> int:
    return int(math.floor(3 * rng.random() - 1))


@has(lambda x, a: rising(lambda u: math.ceil(u / 0.3), [0, 1, 2, 3, 4]))
def ceil(answer: int, rng: Choices) -> int:
    return int(math.ceil(rng.random() / 0.3))


@has(lambda x, a: rising(lambda u: round(2 * u), [0, 1, 2]))
def round_half_to_even(answer: int, rng: Choices) -> int:
    return int(round(2 * rng.random()))


@has(lambda x, a: rising(lambda u: (u * 5) // 2, [0.0, 1.0, 2.0]))
def whole_part(answer: int, rng: Choices) -> Any:
    return (rng.random() * 5) // 2


@has(lambda x, a: rising(lambda u: -int((1 - u) * 4), [-4, -3, -2, -1, 0]))
def a_number_that_falls(answer: int, rng: Choices) -> int:
    return -int((1 - rng.random()) * 4)


@has(lambda x, a: yes(1 - F(first(lambda k: -1.5 + (1.5 - -1.5) * (k / UNIFORM) > 0.7), UNIFORM)))
def uniform(answer: int, rng: Choices) -> bool:
    # Not of one of the parities of k: what is compared is the double that Python computes.
    return not rng.uniform(-1.5, 1.5) <= 0.7


@has(lambda x, a: rising(lambda u: min(3, math.floor(math.log(1 + 40 * u))), [0, 1, 2, 3]), monotone=True)
def a_logarithm(answer: int, rng: Choices) -> int:
    return min(3, math.floor(math.log(1 + 40 * rng.random())))


def minus_twice_the_logarithm(u: float) -> int:
    return min(3, math.floor(-2 * math.log(u))) if u > 0 else 3


@has(
    lambda x, a: {k.strip("-"): p for k, p in rising(lambda u: -minus_twice_the_logarithm(u), [-3, -2, -1, 0]).items()},
    monotone=True,
)
def a_logarithm_that_falls(answer: int, rng: Choices) -> int:
    return minus_twice_the_logarithm(rng.random())


@has(lambda x, a: rising(lambda u: int(numpy.floor(numpy.log(1 + 20 * u))), [0, 1, 2, 3]), monotone=True)
def a_logarithm_of_numpy(answer: int, rng: Choices) -> int:
    return int(numpy.floor(numpy.log(1 + 20 * rng.random())))


@has(lambda x, a: rising(lambda u: int(numpy.round(3 * u)), [0, 1, 2, 3]), monotone=True)
def numpy_round(answer: int, rng: Choices) -> int:
    return int(numpy.round(3 * rng.random()))


@has(lambda x, a: rising(lambda u: int(numpy.exp(u) * 2), [2, 3, 4, 5]), monotone=True)
def numpy_exp(answer: int, rng: Choices) -> int:
    return int(numpy.exp(rng.random()) * 2)


@has(
    lambda x, a: {
        "low": below(0.5),
        **{str(k): p for k, p in rising(lambda u: int(math.sqrt(u) * 10) if u >= 0.5 else -1, [7, 8, 9]).items()},
    },
    monotone=True,
)
def compared_and_then_asked_for(answer: int, rng: Choices) -> Any:
    u = rng.random()
    return "low" if u < 0.5 else int(math.sqrt(u) * 10)


@has(lambda x, a: yes(below(0.75)))
def numpy_compares_lazily(answer: int, rng: Choices) -> bool:
    return bool(rng.random() < numpy.float64(0.75)) and bool(numpy.less(0.0, numpy.add(1, rng.random())))


# Exceptions.


@has(lambda x, a: {"raises ValueError": a, "raises ZeroDivisionError": (1 - a) / 2, "0": (1 - a) / 2})
def exceptions(answer: int, rng: Choices) -> int:
    if rng.flip("a"):
        raise ValueError("an unlucky one")
    return 0 // rng.below(2)


# Loops that are closed by a key, exactly.


@has(lambda x, a: {str(x + k): F(1, 6) for k in range(6)}, (0, 1))
def rejection(answer: int, rng: Choices) -> int:
    while True:
        rng.at("again")
        k = rng.bits(3)
        if k < 6:
            return answer + k


@has(lambda x, a: {str(k): a ** (k * k) / (1 + a + a**4 + a**9) for k in range(4)})
def a_cut_gaussian(answer: int, rng: Choices) -> int:
    while True:
        rng.at("again")
        k = rng.below(4)
        if rng.flip(f"a^{k * k}"):
            return k


@has(lambda x, a: {str(k): a ** abs(k - x) / sum(a ** abs(j - x) for j in range(3)) for k in range(3)}, range(3))
def an_exponential_mechanism(answer: int, rng: Choices) -> int:
    while True:
        rng.at("again")
        k = rng.below(3)
        if rng.flip(f"a^{abs(k - answer)}"):
            return k


@has(lambda x, a: {str(k): (1 - a) * a**k / (1 - a**3) for k in range(3)})
def failures_modulo_3(answer: int, rng: Choices) -> int:
    k = 0
    rng.at(k)
    while rng.flip("a"):
        k = (k + 1) % 3
        rng.at(k)
    return k


@has(lambda x, a: {"0": (1 - (1 - a**x) / (1 - a**5)), "5": (1 - a**x) / (1 - a**5)}, range(1, 5))
def the_ruin_of_a_gambler(answer: int, rng: Choices) -> int:
    # Wins with 1/(1+a), so that the odds are a; P(5) = (1 - a^x)/(1 - a^5).
    while 0 < answer < 5:
        rng.at(answer)
        answer += 1 if rng.flip("1/(1+a)") else -1
    return answer


@has(lambda x, a: {"0": 1 - F(x, 7), "7": F(x, 7)}, range(1, 7))
def a_fair_walk(answer: int, rng: Choices) -> int:
    k = answer
    while 0 < k < 7:
        rng.at(f"at {k}")
        k += rng.choice((-1, 1))
    return k


def bold(x: int, p: Fraction) -> Fraction:
    """x_1 = p·x_2, x_2 = p·x_4, x_3 = p + q·x_1, x_4 = p + q·x_3, solved by hand."""
    q = 1 - p
    four = (p + p * q) / (1 - p**2 * q**2)
    return {1: p**2 * four, 2: p * four, 3: p + q * p**2 * four, 4: four}[x]


@has(lambda x, a: {"0": 1 - bold(x, a), "5": bold(x, a)}, range(1, 5))
def bold_play(answer: int, rng: Choices) -> int:
    while 0 < answer < 5:
        rng.at(answer)
        stake = min(answer, 5 - answer)
        answer += stake if rng.flip("a") else -stake
    return answer


COUPONS = (F(1, 2), F(1, 3), F(1, 6))


@has(
    lambda x, a: {
        str(last): sum(
            (
                COUPONS[i] * COUPONS[j] / (1 - COUPONS[i])
                for i, j in itertools.permutations(range(3), 2)
                if last not in (i, j)
            ),
            F(0),
        )
        for last in range(3)
    }
)
def the_last_coupon(answer: int, rng: Choices) -> int:
    seen: set[int] = set()
    while True:
        rng.at(sorted(seen))
        k = rng.choose(COUPONS)
        seen.add(k)
        if len(seen) == 3:
            return k


@cache
def odd_draws(seen: int) -> Fraction:
    """P(an odd number of draws are left), so many of 4 coupons seen: o = s·(1 - o) + (1 - s)·(1 - o'), s = seen/4."""
    if seen == 4:
        return F(0)
    s = F(seen, 4)
    return (s + (1 - s) * (1 - odd_draws(seen + 1))) / (1 + s)


@has(lambda x, a: {"odd": odd_draws(0), "even": 1 - odd_draws(0)})
def how_many_coupons(answer: int, rng: Choices) -> str:
    seen, odd = frozenset[int](), False
    while len(seen) < 4:
        rng.at((len(seen), odd))
        # Of which coupons are seen only the number matters.
        k = rng.below(4)
        seen, odd = (seen if k < len(seen) else seen | {len(seen)}), not odd
    return "odd" if odd else "even"


@has(lambda x, a: yes(F(1, 2)))
def a_fair_coin_of_a_bent_one(answer: int, rng: Choices) -> bool:
    while True:
        x, y = rng.flip("a"), rng.flip("a")
        if x != y:
            return x
        rng.at("again")


@has(lambda x, a: yes(a / (1 + a)))
def a_coin_from_a_coin(answer: int, rng: Choices) -> bool:
    while rng.flip("1/2"):
        if rng.flip("a"):
            return True
        rng.at("again")
    return False


@has(lambda x, a: counted(range(1, 7)))
def a_die_of_coins(answer: int, rng: Choices) -> int:
    state = 1
    while True:
        rng.at(state)
        state = 2 * state + rng.bits(1)
        if state >= 8:
            if state not in (8, 15):
                return state - 8
            state = 1


@has(lambda x, a: {"wins": F(244, 495), "loses": F(251, 495)})
def craps(answer: int, rng: Choices) -> str:
    total = rng.randint(1, 6) + rng.randint(1, 6)
    if total in (2, 3, 12):
        return "loses"
    if total in (7, 11):
        return "wins"
    point = total
    while True:
        rng.at(point)
        total = rng.randint(1, 6) + rng.randint(1, 6)
        if total in (7, point):
            return "wins" if total == point else "loses"


@has(lambda x, a: {"HHT": F(2, 3), "HTT": F(1, 3)})
def two_patterns(answer: int, rng: Choices) -> str:
    last = ""
    while True:
        rng.at(last)
        last = (last + rng.choice("HT"))[-3:]
        if last in ("HHT", "HTT"):
            return last


@has(lambda x, a: {"server": a**2 / (a**2 + (1 - a) ** 2), "other": (1 - a) ** 2 / (a**2 + (1 - a) ** 2)})
def deuce(answer: int, rng: Choices) -> str:
    lead = 0
    while abs(lead) < 2:
        rng.at(lead)
        lead += 1 if rng.flip("a") else -1
    return "server" if lead > 0 else "other"


@has(lambda x, a: {str(k): F(1, 4) for k in range(1, 5)})
def the_last_place_of_a_ring(answer: int, rng: Choices) -> int:
    # A walk on a ring comes last to each of the other places with the same probability.
    place, seen = 0, {0}
    while True:
        rng.at((place, sorted(seen)))
        place = (place + rng.choice((1, 4))) % 5
        seen.add(place)
        if len(seen) == 5:
            return place


@has(lambda x, a: {"0": 1 - F(x, 5), "5": F(x, 5)}, range(6))
def a_gene_in_five(answer: int, rng: Choices) -> int:
    k = answer
    while 0 < k < 5:
        rng.at(k)
        born, dies = rng.below(5) < k, rng.below(5) < k
        k += born - dies
    return k


@has(
    # T = (1 - a) + a·T/2 tells the truth in the end.
    lambda x, a: {str(k): 2 * (1 - a) / (2 - a) if k == x else a / (2 * (2 - a)) for k in range(3)},
    range(3),
)
def retry_with_memory(answer: int, rng: Choices) -> int:
    told = answer
    while True:
        rng.at(told)
        if told != answer and rng.flip():
            return told
        if told != answer:
            told = answer
        elif rng.flip("a"):
            told = (answer + 1 + rng.below(2)) % 3
        else:
            return told


@has(lambda x, a: {"0": F(1, 3) * (1 - a) + F(2, 3) * a, "1": F(1, 3) * a + F(2, 3) * (1 - a)})
def two_keys_merge(answer: int, rng: Choices) -> int:
    side = 0 if rng.flip("1/3") else 1
    rng.at(f"side {side}")
    told = side if not rng.flip("a") else 1 - side
    rng.at(f"told {told}")
    return told


@has(lambda x, a: {"7": F(1)}, range(2))
def all_keys_merge(answer: int, rng: Choices) -> int:
    rng.at(rng.below(5))
    rng.at("the end")
    return 7


NAMES = [program.function.__name__ for program in PROGRAMS]


@pytest.mark.parametrize("alpha", ["1/2", "2/7", "symbolic"])
@pytest.mark.parametrize("program", PROGRAMS, ids=NAMES)
def test_a_law_is_that_found_by_hand(program: Program, alpha: str, tmp_path: Path) -> None:
    options = {"alpha": alpha, **program.options}
    found = law(program.function, program.answers, graph="line", **options)
    assert found.missing == tuple("0" for _ in program.answers)
    for a in POINTS if alpha == "symbolic" else [F(alpha)]:
        known = [program.row(answer, a) for answer in program.answers]
        assert all(sum(row.values()) == 1 for row in known), "by hand"
        assert rows(found, a) == [{name: p for name, p in row.items() if p} for row in known]
    assert is_accepted(found, tmp_path)


def test_there_are_enough_of_them() -> None:
    assert len(PROGRAMS) >= 60 and len(set(NAMES)) == len(NAMES)
    assert sum("at" in program.function.__code__.co_names for program in PROGRAMS) >= 20


# Loops without keys: what is missing is the tail, exactly.


def heads(answer: int, rng: Choices) -> int:
    k = 0
    while rng.flip("a"):
        k += 1
    return k


@pytest.mark.parametrize("alpha", ["1/2", "2/7"])
@pytest.mark.parametrize("bound", [dict(left=2.0**-40), dict(runs=9), dict(depth=12)])
def test_the_tail_of_a_geometric_law_is_missing(alpha: str, bound: dict[str, Any], tmp_path: Path) -> None:
    found = one(heads, alpha=alpha, **bound)
    a, (row,) = F(alpha), rows(found, F(alpha))
    (missing,) = map(F, found.missing)
    n = len(row)
    assert row == {str(k): (1 - a) * a**k for k in range(n)} and missing == a**n
    assert found.mechanism.missing == found.missing
    assert found.runs <= bound.get("runs", 100) and n <= 1 + bound.get("depth", 100)
    assert missing <= bound.get("left", 1)
    assert is_accepted(found, tmp_path)


def test_the_tail_at_every_alpha(tmp_path: Path) -> None:
    found = one(heads, alpha="symbolic", depth=12)
    for a in POINTS:
        (row,) = rows(found, a)
        assert row == {str(k): (1 - a) * a**k for k in range(len(row))}
        assert value(found.missing[0], a) == a ** len(row)
    assert is_accepted(found, tmp_path)


def test_the_tail_of_a_loop_without_keys_of_many_paths(tmp_path: Path) -> None:
    # random.sample draws the second of two again while it is the first: 1/30 at each turn.
    found = one(lambda answer, rng: sorted(rng.sample(range(30), 2)))
    (missing,) = map(F, found.missing)
    (row,) = rows(found, F(1, 2))
    assert 0 < missing <= F(2) ** -64 and len(row) == 30 * 29 // 2
    assert sum(row.values()) + missing == 1
    assert all(F(2, 900) * sum(F(1, 30) ** k for k in range(10)) < p < F(2, 900) * F(30, 29) for p in row.values())
    assert 30**30 % missing.denominator == 0
    assert is_accepted(found, tmp_path)


def test_a_walk_with_endlessly_many_keys(tmp_path: Path) -> None:
    def walk(answer: int, rng: Choices) -> str:
        k = 1
        while k > 0:
            rng.at(k)
            k += 1 if rng.flip("1/4") else -1
            if k > 20:
                return "far"
        return "home"

    # From 1 at 3 to 1 against: (1 - 3)/(1 - 3^21) comes to 21 before it comes home.
    found = one(walk)
    far = F(2, 3**21 - 1)
    assert rows(found, F(1, 2)) == [{"home": 1 - far, "far": far}] and found.missing == ("0",)
    assert is_accepted(found, tmp_path)


def test_getrandbits_above_20_bits_has_all_its_bits() -> None:
    def first_and_last(answer: int, rng: Choices) -> str:
        k = rng.getrandbits(22)
        return "all" if k == (1 << 22) - 1 else "none" if k == 0 else "some"

    found = one(first_and_last, runs=40)
    (row,) = rows(found, F(1, 2))
    assert row["none"] == F(1, 1 << 22) and sum(row.values()) == F(40, 1 << 22)


def test_a_search_goes_on(tmp_path: Path) -> None:
    begun = one(heads, runs=10)
    begun.write(tmp_path / "begun.json")
    assert F(begun.missing[0]) == F(1, 1 << len(rows(begun, F(1, 2))[0]))
    further = one(heads, resume=tmp_path / "begun.law.jsonl")
    whole = one(heads)
    assert rows(further, F(1, 2)) == rows(whole, F(1, 2)) and further.missing == whole.missing
    assert further.runs == whole.runs and further.sha256 == whole.sha256
    with pytest.raises(MechanismError, match="the law of another program"):
        one(lambda answer, rng: rng.below(3), resume=tmp_path / "begun.law.jsonl")


def test_no_other_output_is_assumed_possible() -> None:
    def capped(answer: int, rng: Choices) -> int:
        return min(heads(answer, rng), 2)

    open_ended, closed = one(capped), one(capped, further_outputs=False)
    assert "further_outputs" not in open_ended.mechanism.to_dict()["mechanism"]
    assert closed.mechanism.to_dict()["mechanism"]["further_outputs"] is False
    assert "ASSUMED" in closed.certify().missing
    assert law(capped, [0, 1], graph="line", alpha="1/2").certify()["dp"].verdict == "undecided"
    loose = law(capped, [0, 1], graph="line", alpha="1/2", further_outputs=False)
    assert loose.certify()["dp"].verdict == "holds"


def test_labels_are_those_of_the_answers() -> None:
    found = law(lambda answer, rng: answer, ["left", "right"], graph="complete", epsilon=1)
    assert found.mechanism.labels == ["left", "right"]
    assert found.mechanism.to_dict()["mechanism"]["outputs"] == ["left", "right"]
    numbers = law(lambda answer, rng: answer * rng.below(2), [5, 7, 9], graph="line", alpha="1/2").mechanism
    assert numbers.labels == ["5", "7", "9"] and numbers.to_dict()["mechanism"]["outputs"] == ["0", "5", "7", "9"]
    assert law(lambda answer, rng: answer, [0, 1], graph="line", alpha="1/2").mechanism.labels is None


def test_what_is_told() -> None:
    found = one(compared_and_then_asked_for, monotone=True, name="a root")
    told = " ".join(str(found).split())
    assert "run on scripted choices, not read" in told and "monotone" in told and "test_law.py: SHA-256" in told
    assert "monotone" not in str(one(a_fair_coin)) and "after `at KEY`" in str(one(rejection))
    assert found.mechanism.name == "a root"


def test_an_exception_is_raised_where_it_is_no_output() -> None:
    with pytest.raises(ValueError, match="an unlucky one"):
        one(exceptions, exceptions=False)


# What bad input gets.


def wrong(function: Any, *says: str, **options: Any) -> bool:
    with pytest.raises(MechanismError) as error:
        one(function, **options)
    said = str(error.value)
    assert all(each in said for each in says), said
    return True


def test_weights_that_do_not_sum_to_1() -> None:
    def some(answer: int, rng: Choices) -> int:
        rng.flip("1/3")
        rng.flip("1/4")
        return rng.choose(["1/2", "1/3"])

    assert wrong(some, "the path 0 0 of answer 0", "5/6", "weights that sum to 1")
    assert wrong(lambda answer, rng: rng.choose(["3/2", "-1/2"]), "the probability -1/2")
    assert wrong(lambda answer, rng: rng.choose(["a", "1/2"]), "weights that sum to 1", alpha="symbolic")
    assert wrong(lambda answer, rng: rng.flip("3/2"), "from 0 to 1")
    assert wrong(lambda answer, rng: rng.flip("2*a"), "from 0 to 1", alpha="symbolic")
    assert wrong(lambda answer, rng: rng.flip("p"), "found 'p' at character 1")
    assert wrong(lambda answer, rng: rng.flip(None), "NoneType")
    assert wrong(lambda answer, rng: rng.flip(float("nan")), "finite")
    assert wrong(lambda answer, rng: rng.choose([]), "choose")


def test_numbers_that_have_no_law() -> None:
    assert wrong(lambda answer, rng: rng.below(1 << 21), "below(2097152)", "1048576")
    assert wrong(lambda answer, rng: rng.randrange(1 << 21), "below(2097152)")
    assert wrong(lambda answer, rng: rng.below(0), "below(0)")
    assert wrong(lambda answer, rng: rng.below(2.0), "below(2.0)")
    assert wrong(lambda answer, rng: rng.geometric("a", 3, 2), "low ≤ high")
    assert wrong(lambda answer, rng: rng.geometric("3/2", -2, 2), "from 0 to 1")


def test_numbers_that_are_asked_for_by_their_value() -> None:
    for asks in (
        lambda u: float(u) > 0.5,
        lambda u: math.log(u + 1),
        lambda u: numpy.sqrt(u),
        lambda u: u / numpy.ones(2),
    ):
        assert wrong(lambda answer, rng, asks=asks: asks(rng.random()), "monotone=True")
    assert wrong(lambda answer, rng: rng.random() + rng.random() > 1, "arithmetic of two random numbers")
    assert wrong(lambda answer, rng: rng.random() < rng.random(), "comparison of two random numbers")
    assert wrong(
        lambda answer, rng: math.exp(rng.random()) + math.exp(rng.random()) > 3,
        "two numbers were asked for by their values",
        monotone=True,
    )
    assert wrong(lambda answer, rng: int(math.exp(rng.random())) + rng.flip(), "another choice after it", monotone=True)


def test_a_refusal_is_no_exception_that_a_function_may_catch() -> None:
    def catches(answer: int, rng: Choices) -> str:
        try:
            return str(rng.below(1 << 21))
        except Exception:
            return "caught"

    assert wrong(catches, "below(2097152)")


def test_wrong_weights_are_no_exception_that_a_function_may_catch() -> None:
    def catches(answer: int, rng: Choices) -> str:
        try:
            return str(rng.choose(["1/2", "1/3"]))
        except Exception:
            return "caught"

    assert wrong(catches, "weights that sum to 1")


def a_word(u: Any) -> str:
    return f"{u:.3f}"


#: What is done with a number of which there is no law; none may look like an output that is sure.
UNKNOWN: list[tuple[str, Callable[[Any], Any]]] = [
    ("str", str),
    ("format", a_word),
    ("repr", lambda u: [u]),
    ("power", lambda u: int(4 * u**2)),
    ("remainder", lambda u: u % 0.5 < 0.25),
    ("hash", lambda u: len({u})),
    ("fraction", lambda u: Fraction(u) < 1),
    ("method", lambda u: u.is_integer()),
    ("numpy's comparison", lambda u: bool(numpy.float64(0.75) > u)),
    ("numpy's product", lambda u: int(numpy.float64(4) * u)),
]


@pytest.mark.parametrize("does", [does for _, does in UNKNOWN], ids=[name for name, _ in UNKNOWN])
def test_what_is_not_known_is_no_output(does: Callable[[Any], Any]) -> None:
    try:
        names = set(entries(lambda answer, rng: does(rng.random())))
    except MechanismError:
        return
    assert not any(name.startswith("raises") or "random number" in name for name in names)


def test_a_function_of_more_than_its_choices() -> None:
    calls = itertools.count(2)
    assert wrong(lambda answer, rng: rng.flip() and rng.below(next(calls)), "below 2", "below 3", "not a function")
    asked = itertools.cycle([1, 2])
    assert wrong(lambda answer, rng: [rng.flip() for _ in range(next(asked))], "not a function")


def test_a_function_that_never_ends() -> None:
    def endless(answer: int, rng: Choices) -> None:
        rng.flip()
        while True:
            pass

    assert wrong(endless, "one call took over 0.2 seconds", patience=0.2)


def test_two_outputs_of_one_name() -> None:
    assert wrong(lambda answer, rng: 1 if rng.flip() else "1", "two outputs of one name, 1 and '1'")
    assert wrong(lambda answer, rng: Decimal("0.5") if rng.flip() else "0.5", "two outputs of one name")


def test_one_key_with_two_futures() -> None:
    def other_output(answer: int, rng: Choices) -> bool:
        x = rng.flip()
        rng.at("same")
        return x

    def other_choice(answer: int, rng: Choices) -> bool:
        x = rng.flip()
        rng.at("same")
        return rng.flip("1/3" if x else "1/4")

    assert wrong(other_output, "the key same has two futures", "output True", "output False")
    assert wrong(other_choice, "the key same has two futures", "flip 1/3", "flip 1/4")


def test_bounds() -> None:
    assert wrong(heads, "more than 3 different outputs", outputs=3)
    with pytest.raises(MechanismError, match="3 answers, expected 2"):
        law(heads, range(3), graph={"edges": [[0, 1]]}, alpha="1/2")
    with pytest.raises(MechanismError, match="expected one of them"):
        law(heads, range(3), graph="line")


def test_a_function_that_never_ends_may_not_catch_that() -> None:
    def endless(answer: int, rng: Choices) -> str:
        try:
            while True:
                pass
        except Exception:
            return "caught"

    assert wrong(endless, "one call took over 0.1 seconds", patience=0.1)


# What once came out as a law, and was none, or another one.


def test_a_law_goes_on_with_its_own_function_alone(tmp_path: Path) -> None:
    def first(answer: int, rng: Any) -> int:
        return answer if rng.flip("3/4") else 1 - answer

    def second(answer: int, rng: Any) -> int:
        return answer

    law(first, [0, 1], graph="line", alpha="1/2").write(tmp_path / "f.json")
    place = tmp_path / "f.law.jsonl"
    again = law(first, [0, 1], graph="line", alpha="1/2", resume=place)
    assert again.content == place.read_bytes()
    with pytest.raises(MechanismError, match="the law of another program"):
        law(second, [0, 1], graph="line", alpha="1/2", resume=place)
    with pytest.raises(MechanismError, match="the law of other answers"):
        law(first, ["0", "2"], graph="line", alpha="1/2", resume=place)
    place.write_text(place.read_text().replace("3/4", "1/4"))
    with pytest.raises(MechanismError, match="the hash of all lines"):
        law(first, [0, 1], graph="line", alpha="1/2", resume=place)


def test_threads_and_names_of_two_outputs_are_refused() -> None:
    def in_a_thread(answer: int, rng: Any) -> str:
        found: list[bool] = []
        thread = threading.Thread(target=lambda: _quietly(lambda: found.append(rng.flip())))
        thread.start()
        thread.join()
        return str(found)

    def both(answer: int, rng: Any) -> str:
        if rng.flip():
            raise ValueError
        return "raises ValueError"

    assert wrong(in_a_thread, "in another thread")
    assert wrong(both, "two outputs of one name")


def _quietly(work: Any) -> None:
    with contextlib.suppress(Exception):
        work()


def test_numbers_raise_where_floats_do() -> None:
    with pytest.warns(UserWarning, match="every call raised ZeroDivisionError"):
        assert one(lambda answer, rng: rng.random() / 0 and "ok").mechanism.to_dict()["mechanism"]["outputs"] == [
            "raises ZeroDivisionError"
        ]
    assert wrong(lambda answer, rng: math.floor(rng.random() * 1e308 * 10), "too large for a float")


def test_a_value_may_come_after_a_key_and_be_caught() -> None:
    def keyed(answer: int, rng: Any) -> bool:
        rng.at("s")
        return math.log(1 - rng.random()) > -1

    def caught(answer: int, rng: Any) -> Any:
        try:
            return math.log(1 - rng.random()) > -1
        except:  # noqa: E722
            return "caught"

    known = [one(function, monotone=True).mechanism.to_dict()["mechanism"]["matrix"] for function in (keyed, caught)]
    assert known[0] == known[1] and len(known[0][0]) == 2


def test_what_is_missing_is_no_more_than_was_asked_for() -> None:
    def walk(answer: int, rng: Any) -> Any:
        n = answer
        while True:
            if n % 2:
                rng.at(n)
            if not rng.flip("4/5"):
                return n
            if rng.flip("1/3"):
                n += 1
            elif n > 0:
                n -= 1
            if n > 6:
                return "far"

    found = law(walk, [0, 1], graph="line", alpha="1/2", left=2.0**-10, runs=10**6)
    assert max(F(x) for x in found.missing) <= F(1, 2**10)
