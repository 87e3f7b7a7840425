"""Values of reports are exact objects."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from typing import Any

import pytest

from dp_certify import (
    Algebraic,
    AlphaSet,
    Function,
    Irrational,
    Logarithm,
    Mechanism,
    Piecewise,
    Report,
    Transcendental,
    construct,
    threshold,
)
from dp_certify.values import Power


def geometric(**privacy: Any) -> Report:
    return construct.truncated_geometric(graph=("line", 4), priors={"flat": "uniform"}, **privacy).certify()


def test_rationals_and_logarithms() -> None:
    report = geometric(alpha="1/2")
    assert report["utility", "flat"].values["utility"] == Fraction(1, 2)
    leakage = report["leakage"].values
    assert leakage["multiplicative"] == 2 and leakage["bits"] == 1
    epsilon = report["dp"].values["epsilon_min"]
    assert isinstance(epsilon, Logarithm) and epsilon.argument == Fraction(1, 2) and epsilon.base == "-ln"
    assert float(epsilon) == math.log(2) and epsilon.decimal == "0.693147180560"
    low, high = epsilon.enclosure(100)
    assert low < high and high - low <= Fraction(1, 10**100) and low < Fraction(math.log(2)) + Fraction(1, 2**52)
    assert Fraction(69, 100) < epsilon < 0.7 and epsilon != 0.7 and epsilon > 0 and epsilon < math.inf
    assert pickle.loads(pickle.dumps(epsilon)) == epsilon and hash(pickle.loads(pickle.dumps(epsilon))) == hash(epsilon)


def test_shannons_bits_are_enclosed() -> None:
    coin = [["3/4", "1/4"], ["1/4", "3/4"]]
    claims: list[str | dict[str, Any]] = ["shannon-capacity", {"claim": "mutual-information", "prior": "p"}]
    privacies: list[dict[str, Any]] = [{"epsilon": "ln(3)"}, {"alpha": "symbolic"}]
    for privacy in privacies:
        report = Mechanism(coin, graph=("line", 2), **privacy, priors={"p": ["2/3", "1/3"]}, claims=claims).certify()
        for claim, expected in (("shannon-capacity", 0.188721875541), ("mutual-information", 0.168590632192)):
            bits = report[claim].values["bits"]
            assert isinstance(bits, Transcendental) and bits.exact is None
            assert float(bits) == pytest.approx(expected, abs=1e-12)


def test_e_to_the_minus_r() -> None:
    utility = geometric(epsilon="1")["utility"].values["utility"]
    assert isinstance(utility, Transcendental) and utility.exact == "(2-a)/(2+2*a)"
    a = math.exp(-1)
    assert float(utility) == pytest.approx((2 - a) / (2 + 2 * a), abs=1e-15)
    bits = geometric(epsilon="1")["leakage"].values["bits"]
    assert isinstance(bits, Logarithm) and isinstance(bits.argument, Transcendental)
    assert float(bits) == pytest.approx(math.log2((4 - 2 * a) / (1 + a)), abs=1e-15)
    low, high = bits.enclosure(40)
    assert high - low <= Fraction(1, 10**40)
    assert utility < bits and geometric(epsilon="1")["dp"].values["epsilon_min"] == 1


def test_algebraic_numbers() -> None:
    report = geometric(epsilon="1/5*ln(2)")
    utility = report["utility"].values["utility"]
    assert isinstance(utility, Algebraic)
    a = 2 ** (-1 / 5)
    assert float(utility) == pytest.approx((2 - a) / (2 + 2 * a), abs=1e-15)
    assert pickle.loads(pickle.dumps(utility)) == utility and str(utility) == utility.exact


def test_the_constant_b() -> None:
    rows = [["1/(1+b)", "b/(1+b)"], ["b/(1+b)", "1/(1+b)"]]
    m = Mechanism(rows, graph="line", epsilon=1, constant={"root_of_alpha": 2}, priors="uniform")
    largest = m.certify()["dp"].values["alpha_max"]
    assert isinstance(largest, Transcendental) and float(largest) == pytest.approx(math.exp(-0.5), abs=1e-16)


def test_thresholds_are_sets_with_exact_ends() -> None:
    found = threshold(Mechanism(None, graph=("sum", {"individuals": 3, "max": 2}), epsilon=1))
    assert isinstance(found.set, AlphaSet) and found.alpha_star is not None
    assert str(found.alpha_star) == "√2/2" and float(found.alpha_star) == math.sqrt(0.5)
    assert Fraction(7, 10) in found.set and Fraction(71, 100) not in found.set
    assert found.set.ranges[0].high == found.alpha_star and found.claim.verdict == "holds"
    low, high = found.alpha_star.enclosure(60)  # type: ignore[union-attr]
    assert low * low <= Fraction(1, 2) <= high * high
    assert pickle.loads(pickle.dumps(found.set)) == found.set


def test_functions_of_every_alpha() -> None:
    report = geometric(alpha="symbolic")
    utility = report["utility"].values["utility"]
    assert isinstance(utility, Function) and utility.at("1/2") == Fraction(1, 2)
    assert pickle.loads(pickle.dumps(utility)) == utility
    kinds = {type(value) for s in report for value in s.values.values()}
    assert kinds <= {Function, Fraction, bool, str, Piecewise}


def test_infinity_and_flags() -> None:
    report = Mechanism([[1, 0], [0, 1]], graph="line", epsilon=1).certify()
    assert report["dp"].values["epsilon_min"] == math.inf and report["tight-constraints-exist"].values["unique"] is True


def test_counterexamples_are_fields() -> None:
    rows = [["9/10", "1/10"], ["1/10", "9/10"]]
    report = Mechanism(rows, graph="line", alpha="1/2", labels=["no", "yes"]).certify()
    found = report["dp"].counterexample
    assert found is not None and found.pair is not None and found.output is not None
    assert found.entries in ((Fraction(1, 10), Fraction(9, 10)), (Fraction(9, 10), Fraction(1, 10)))
    assert {place.label for place in found.pair} == {"no", "yes"}
    gap = report["dp"].gap
    assert gap is not None and gap.of == "alpha - alpha_max" and gap.by == Fraction(1, 2) - Fraction(1, 9)
    needs = report["approximate-dp"].counterexample
    assert needs is not None and len(needs.set) == 1
    sums = Mechanism([["1/2", "1/3"], ["1/2", "1/2"]], graph="line", epsilon=1).certify()["stochastic"].counterexample
    assert sums is not None and sums.rows[0].sum == Fraction(5, 6) and sums.rows[0].row.index == 0


def test_decimals_alone_enclose_as_far_as_they_go() -> None:
    number = Irrational(None, "0.693147180560")
    low, high = number.enclosure(12)
    assert low < Fraction("0.69314718055994530942") < high
    with pytest.raises(ValueError, match="decimal"):
        number.enclosure(13)
    with pytest.raises(ValueError, match="whole number"):
        number.enclosure(-1)


def test_reports_go_into_frames_and_pickles() -> None:
    report = geometric(epsilon="1")
    frame = report.to_pandas()
    assert list(frame.columns) == ["claim", "prior", "declared", "verdict", "value", "exact", "float"]
    row = frame[(frame.claim == "utility") & (frame.value == "utility")].iloc[0]
    assert row.exact == report["utility"].values["utility"] and row.prior == "flat"
    again = pickle.loads(pickle.dumps(report))
    assert again == report and again.statements == report.statements and again.mechanism == report.mechanism
    assert Report.from_json(report.to_json(files=True)) == report and "hold" in report.summary
    assert report["dp"].explanation is not None and report.certificate_dict["format"] == "dp-certificate/2"


def test_where_a_claim_holds_on_an_interval() -> None:
    half = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], graph="line", alpha="symbolic").certify()["dp"]
    assert (half.verdict, half.holds_on) == ("fails", ("(0, 1/2]",))
    assert Mechanism([[1], [1]], graph="line", alpha="symbolic").certify()["dp"].holds_on is None


def test_parameters_tell_claims_apart() -> None:
    rows = [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]
    claims: list[Any] = [
        {"claim": "group-privacy", "distance": 2},
        {"claim": "group-privacy", "distance": 2, "at_most": True},
        {"claim": "group-privacy", "distance": 3},
        {"claim": "renyi-dp", "order": 2, "bound": "1/4"},
        {"claim": "renyi-dp", "order": 3, "bound": "0.51"},
        {"claim": "trade-off", "from": "truncated-geometric"},
        {"claim": "trade-off", "from": "truncated-geometric", "pair": [0, 1]},
    ]
    report = Mechanism(rows, graph="line", alpha="1/2", claims=claims).certify()
    two = report["group-privacy", "2"]
    assert (two.distance, two.at_most, two.values["alpha_max"]) == (2, False, Fraction(1, 4))
    assert report["group-privacy", "2", "at_most"].at_most
    # No two answers are at the distance 3: there is nothing to be told.
    assert report["group-privacy", "3"].verdict == "holds" and not report["group-privacy", "3"].values
    all_pairs, one = report["trade-off", "truncated-geometric"], report["trade-off", "truncated-geometric", "0,1"]
    assert (all_pairs.pair, one.pair, one.values["excess"]) == (None, (0, 1), 0)
    second, third = report["renyi-dp", "1/4"], report["renyi-dp", "51/100"]
    assert (second.order, second.bound, second.verdict) == (2, Fraction(1, 4), "fails")
    assert second.counterexample is not None and second.counterexample.pair is not None
    assert third.verdict == "holds" and third.values["argument"] == Fraction(11, 4)
    assert math.isclose(float(third.values["divergence"]), math.log(11 / 4) / 2)  # type: ignore[arg-type]


def test_a_power_by_lengths() -> None:
    rows = [["5/7", "1/7", "1/7"], ["1/7", "3/7", "3/7"], ["1/7", "3/7", "3/7"]]
    edges = [(0, 1, Fraction(3, 2)), (1, 2)]
    dp = Mechanism(rows, graph=edges, alpha="1/4").certify()["dp"]
    power, epsilon = dp.values["alpha_max"], dp.values["epsilon_min"]
    assert isinstance(power, Power) and isinstance(epsilon, Irrational)
    assert str(power) == "(1/5)^(2/3)" and power.base == Fraction(1, 5) and power.exponent == Fraction(2, 3)
    low, high = power.enclosure(40)
    assert low**3 <= Fraction(1, 25) <= high**3 and high - low <= Fraction(1, 10**40)
    assert Fraction(1, 4) < power < Fraction(1, 2) and abs(float(power) - 0.341995189335) < 1e-11
    assert pickle.loads(pickle.dumps(power)) == power
    assert abs(float(epsilon) - 1.07295860829) < 1e-9


def test_an_expression_in_b_where_lengths_are_halves() -> None:
    report = Mechanism(graph=[(0, 1, "3/2"), (1, 2)], alpha="1/2", claims=["tight-constraints-exist"]).certify()
    total = report["tight-constraints-exist"].values["sum"]
    assert isinstance(total, Irrational) and abs(float(total) - 1.81092558341) < 1e-10
