"""What a report's objects tell beside verdicts and values: expectations, evidence, and what `b` is."""

from __future__ import annotations

import json
import math
import pickle
from fractions import Fraction
from typing import Any

import pytest

from dp_certify import Algebraic, Irrational, Logarithm, Mechanism, Part, Report, Transcendental, repair, verify

IDENTITY = [[1, 0], [0, 1]]
LINE: dict[str, Any] = {"graph": "line", "alpha": "1/2"}


def test_an_expectation_that_fails_says_what_was_expected_and_what_was_found() -> None:
    claims = [
        {"claim": "dp", "expect": {"verdict": "holds", "alpha_max": {"at_least": "1/3"}}},
        {"claim": "capacity", "expect": {"verdict": "fails"}},
    ]
    m = Mechanism(IDENTITY, **LINE, claims=claims)
    report = m.certify()
    assert report.status == 1 and "2 FAIL" in report.summary
    dp = report["dp"]
    assert (dp.verdict, dp.expected) == ("fails", False) and dp.expectation is not None
    assert dp.expectation["expected"] == [
        {
            "verdict": "holds",
            "bounds": [{"value": "alpha_max", "at_least": {"exact": "1/3", "decimal": "0.333333333333"}}],
        }
    ]
    assert dp.expectation["found"] == {"verdict": "fails", "values": {"alpha_max": {"exact": "0", "decimal": "0"}}}
    assert dp.expectation["words"] == (
        "expected: it holds, alpha_max at least 1/3 = 0.333333333333; found: it fails, alpha_max = 0"
    )
    capacity = report["capacity"]
    assert (capacity.verdict, capacity.expected) == ("holds", False) and capacity.expectation is not None
    assert capacity.expectation["words"] == "expected: it fails; found: it holds"
    for claim in (dp, capacity):
        assert claim.expectation is not None and claim.expectation["words"] in " ".join(report.text.split())
        assert "FAILS     " + claim.name in report.text
    checked = verify(m, report.certificate).report
    assert checked is not None and checked["dp"].expectation == dp.expectation
    again = pickle.loads(pickle.dumps(report))
    assert again["capacity"].expectation == capacity.expectation


def test_an_expectation_that_is_met() -> None:
    claims = [
        {"claim": "dp", "expect": {"verdict": "fails", "alpha_max": {"equals": 0}}},
        {"claim": "capacity", "expect": {"multiplicative": {"at_least": "3/2", "at_most": 2}}},
    ]
    report = Mechanism(IDENTITY, **LINE, claims=claims).certify()
    assert report.ok and report.summary == "2 claims hold, 0 fail; 1 fails as expected"
    dp, capacity = report["dp"], report["capacity"]
    assert (dp.verdict, dp.expected, capacity.verdict, capacity.expected) == ("fails", True, "holds", True)
    assert dp.expectation is not None and dp.expectation["found"]["verdict"] == "fails"
    assert capacity.expectation is not None
    assert [list(bound) for bound in capacity.expectation["expected"][0]["bounds"]] == [
        ["value", "at_least"],
        ["value", "at_most"],
    ]
    assert report["stochastic"].expected is None and report["stochastic"].expectation is None


def test_evidence_of_a_composition_names_the_part() -> None:
    sharp = Part([[1, 0], ["1/2", "1/2"]])
    infinite: list[Any] = [{"claim": "renyi-dp", "order": 2, "bound": 1}]
    m = Mechanism.compose([Part(family="uniform"), (sharp, 2)], graph=("line", 2), alpha="1/2", claims=infinite)
    found = m.certify()["renyi-dp"].counterexample
    assert found is not None and found.part == 1 and found.output == (1, None) and found.pair is not None
    assert [place.index for place in found.pair] == [1, 0] and "part=1" in repr(found)
    short = Part([["1/2", 0], ["1/2", "1/2"]])
    rows = Mechanism.compose([Part(family="uniform"), short], graph=("line", 2), alpha="1/2").certify()["stochastic"]
    assert rows.counterexample is not None and rows.counterexample.part == 1
    assert rows.counterexample.rows[0].sum == Fraction(1, 2)
    plain = Mechanism([[1, 0], ["1/2", "1/2"]], **LINE, claims=infinite).certify()["renyi-dp"].counterexample
    assert plain is not None and plain.part is None and plain.distance is None


ROWS = [["3/4", "1/4"], ["1/2", "1/2"], ["1/8", "7/8"]]
GROUP: list[Any] = [{"claim": "group-privacy", "distance": 2}]


def test_evidence_of_group_privacy_has_its_distance() -> None:
    one = Mechanism(ROWS, **LINE, claims=GROUP).certify()["group-privacy"]
    assert one.verdict == "fails" and one.counterexample is not None and one.counterexample.pair is not None
    assert one.counterexample.distance == 2
    assert [place.index for place in one.counterexample.pair] == [2, 0]
    twice = Mechanism.compose([(Part(ROWS), 2)], graph=("line", 3), alpha="1/2", claims=GROUP).certify()[
        "group-privacy"
    ]
    assert twice.verdict == "fails" and twice.counterexample is not None and twice.counterexample.distance == 2
    told = " ".join(twice.explanation)
    assert "neighbour" not in told and "allowed 4" in told
    lengths = Mechanism([["3/4", "1/4"], ["1/8", "7/8"]], graph=[(0, 1, "3/2")], alpha="1/2").certify()["dp"]
    assert lengths.counterexample is not None and lengths.counterexample.distance == Fraction(3, 2)


def uses(*epsilons: str, **privacy: Any) -> Report:
    parts = [Part(family="randomised-response", epsilon=epsilon) for epsilon in epsilons]
    return Mechanism.compose(parts, graph=("complete", 2), priors="uniform", **privacy).certify()


@pytest.mark.parametrize(
    ("report", "constant", "kind", "b", "power"),
    [
        (uses("1/2", "3/4", epsilon=4), {"exp": "-1/4"}, Transcendental, math.exp(-1 / 4), 5),
        (uses("1/2", "3/4", alpha="1/9"), {"exp": "-1/4"}, Transcendental, math.exp(-1 / 4), 5),
        (uses("ln(2)/5", "ln(2)/5", epsilon="ln(2)"), {"root_of_alpha": 5}, Algebraic, 2 ** (-1 / 5), 2),
        (uses("ln(2)/5", "ln(4)/5", alpha="1/9"), None, Algebraic, 2 ** (-1 / 5), 3),
    ],
)
def test_numbers_in_the_b_of_uses_are_exact(report: Report, constant: Any, kind: Any, b: float, power: int) -> None:
    told = report.to_dict()["constant"]
    assert told == constant if constant is not None else told["root_of"][0] == "-1"
    largest = report["dp"].values["alpha_max"]
    assert isinstance(largest, Irrational) and type(largest) is kind and largest.exact == f"b^{power}"
    assert float(largest) == pytest.approx(b**power)
    low, high = largest.enclosure(60)
    assert low < high and high - low <= Fraction(1, 10**60) and abs(float(low) - b**power) < 1e-14
    assert low <= largest <= high and largest < 1 and largest != low
    utility = report["utility"].values["utility"]
    assert isinstance(utility, Irrational) and utility.exact is not None and "b" in utility.exact
    assert utility.enclosure(40)[0] > Fraction(1, 2)
    bits = report["leakage"].values["bits"]
    assert isinstance(bits, Logarithm) and float(bits) == pytest.approx(math.log2(2 * float(utility)))
    # The report alone says it too, without the files.
    alone = Report.from_json(report.to_json())["dp"].values["alpha_max"]
    assert isinstance(alone, Irrational) and alone.enclosure(60) == (low, high)
    assert pickle.loads(pickle.dumps(largest)) == largest


def test_of_a_b_that_nobody_tells_there_are_decimals() -> None:
    report = uses("1/2", "3/4", epsilon=4)
    line = json.loads(report.to_json(files=True))
    del line["constant"]
    largest = Report.from_json(json.dumps(line))["dp"].values["alpha_max"]
    assert isinstance(largest, Transcendental) and largest.exact is None and largest.decimal == "0.286504796860"
    with pytest.raises(ValueError, match="decimal"):
        largest.enclosure(40)


def test_the_share_of_a_repair_is_exact_where_lengths_are_halves() -> None:
    sharp = Mechanism(IDENTITY, graph=[(0, 1, "3/2")], alpha="1/2")
    share = repair(sharp).share
    b = 2**-0.5
    assert isinstance(share, Irrational) and share.exact is not None and "b" in share.exact
    assert float(share) == pytest.approx(2 * b**3 / (1 + b**3)) and share.enclosure(40)[0] < share
