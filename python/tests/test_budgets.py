"""What repeated use costs: dp_certify.budget, and parts by their promises alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

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


def test_what_rho_implies() -> None:
    found = budget(rho="1/100x30", delta="1e-6")
    assert repr(found) == "Budget(epsilon=3.92005753695 at delta=1e-6)"
    assert found.at_most == Fraction("3.92005753695") and found.at_least == Fraction("3.92005753694")
    assert found.rho == Fraction(3, 10) and [point.uses for point in found.curve] == [1, 2, 5, 10, 20, 30]
    with pytest.raises(ValueError, match="no mechanism file"):
        _ = found.mechanism
    assert repr(budget(rho=["2.56", "0.07"], delta="1e-10")) == "Budget(epsilon=17.4305844874 at delta=1e-10)"
    assert float(budget(rho=Fraction(1, 2), epsilon=3)) == 0.00514318406387
    assert budget(rho="1/2", delta=0).at_most == float("inf")
    assert budget("1", delta="1e-6").rho is None
    calls: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: budget("1", rho="1/2", delta="1e-6"), "one of them"),
        (lambda: budget(delta="1e-6"), "neither uses nor rho"),
        (lambda: budget(rho="0", delta="1e-6"), "rho"),
        (lambda: budget(rho="1/2"), "delta and epsilon"),
    )
    for call, told in calls:
        with pytest.raises(MechanismError, match=told):
            call()


def test_a_file_that_declares_rho() -> None:
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    claim = {"claim": "zcdp", "rho": "0.55", "epsilon": 3}
    report = Mechanism(rows, graph="line", rho="0.55", claims=[claim]).certify()
    assert report.ok and report.alpha is None and report.rho == Fraction(11, 20)
    own = next(found for found in report.claims if found.epsilon is not None)
    assert own.rho == Fraction(11, 20) and own.epsilon == Fraction(3)
    values: dict[str, Any] = dict(own.values)
    assert float(values["delta_at_most"]) == pytest.approx(0.00837929370836)
    assert verify(report.mechanism, report.certificate).ok
    plain = Mechanism(rows, graph="line", epsilon="ln(3)").certify()
    assert plain.rho is None and plain.alpha == {"kind": "rational", "exact": "1/3", "decimal": "0.333333333333"}
    for wrong in ({"epsilon": 1}, {"alpha": "1/2"}, {"delta": "1e-6"}):
        with pytest.raises(MechanismError, match="rho beside"):
            Mechanism(rows, graph="line", rho="1/2", **wrong)
    with pytest.raises(MechanismError, match="declares ρ"):
        Mechanism(rows, graph="line", rho="1/2", claims=["universally-optimal"]).certify()
    with pytest.raises(MechanismError, match="declares ρ"):
        Mechanism(rows, graph="line", rho="1/2", claims=["tight-constraints"])
    both = Mechanism.compose([(Mechanism(rows, graph="line", rho="0.55"), 2)], rho="1.1")
    assert both.certify().ok
