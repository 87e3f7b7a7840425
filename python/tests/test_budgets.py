"""What repeated use costs: dp_certify.budget, and parts by their promises alone."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dp_certify import Logarithm, Mechanism, MechanismError, Part, budget, verify


def binomial_delta(k: int, epsilon: float, lam: float) -> float:
    """k uses of randomised response at ε: the formula of Kairouz, Oh and Viswanath."""
    p = math.exp(epsilon) / (1 + math.exp(epsilon))
    terms = (math.comb(k, j) * (p**j * (1 - p) ** (k - j) - lam * p ** (k - j) * (1 - p) ** j) for j in range(k + 1))
    return math.fsum(max(0.0, term) for term in terms)


@pytest.mark.parametrize(("k", "epsilon", "total"), [(10, 0.5, 2), (30, 1.0, 10), (100, 0.1, 3)])
def test_the_delta_of_an_epsilon(k: int, epsilon: float, total: int) -> None:
    found = budget(f"{epsilon}x{k}", epsilon=total)
    assert float(found) == pytest.approx(binomial_delta(k, epsilon, math.exp(total)), rel=1e-9)
    assert found.at_least <= found.at_most
    assert verify(found.mechanism, found.certificate).status == "accepted"


def test_the_epsilon_of_a_delta() -> None:
    found = budget("1/10x365", delta="1e-6")
    assert (found.at_least, found.at_most) == (Fraction("10.3138646148"), Fraction("10.3138646150"))
    last = found.curve[-1]
    assert (last.uses, last.value, last.basic, last.advanced) == (365, 10.3138646149, 36.5, 13.8814)
    assert found.to_dict()["format"] == "dp-budget/1"
    assert repr(found) == "Budget(epsilon=10.3138646149 at delta=1e-6)"
    # In other words.
    again = budget([Part(epsilon="1/10", times=365)], delta="1e-6", curve=False)
    assert (again.at_most, again.curve) == (found.at_most, [])


def test_no_epsilon_is_enough() -> None:
    found = budget([Part(epsilon=1, delta="1/100", times=2)], delta="1/100")
    assert found.at_most == math.inf == found.at_least


def test_epsilons_that_are_rounded() -> None:
    found = budget(["0.123456789x10", "1"], delta="1e-6")
    assert found.at_least < Fraction("2.2343") < found.at_most


@pytest.mark.parametrize("uses", ["", "0", "1x0", "1x", "-1", "1,1", "1,-1/2", "x3", "nonsense"])
def test_uses_that_are_none(uses: str) -> None:
    with pytest.raises(MechanismError, match="uses"):
        budget(uses, delta="1e-6")


def test_what_is_asked() -> None:
    with pytest.raises(MechanismError, match="delta and epsilon"):
        budget("1")
    with pytest.raises(MechanismError, match="delta and epsilon"):
        budget("1", delta="1e-6", epsilon=1)
    with pytest.raises(MechanismError, match="promise"):
        budget(Part(family="uniform"), delta="1e-6")


def test_promises_beside_a_table() -> None:
    coin = Part([["2/3", "1/3"], ["1/3", "2/3"]])
    both = Mechanism.compose([Part(epsilon=1, times=2), coin], epsilon=2, delta="1/100", graph="line")
    report = both.certify()
    assert report["approximate-dp"].verdict == "fails"
    least = report["dp"].values["epsilon_min"]
    assert isinstance(least, Logarithm)
    assert float(least) == pytest.approx(2 + math.log(2))
    alone = Mechanism.compose([Part(epsilon=1, times=2)], epsilon=2, graph=("line", 2))
    assert [claim.name for claim in alone.certify() if claim.declared] == ["dp"]
