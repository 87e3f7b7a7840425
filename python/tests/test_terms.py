"""Claims about other neighbours, another ε or δ than the file's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dp_certify import Mechanism, MechanismError, verify

ROWS = [["3/4", "1/8", "1/8"], ["1/4", "1/2", "1/4"], ["1/8", "1/8", "3/4"]]


def test_one_table_and_several_relations() -> None:
    claims: list[dict[str, Any]] = [
        {"claim": "dp", "expect": {"verdict": "fails"}},
        {"claim": "dp", "graph": "complete", "epsilon": 2},
        {"claim": "dp", "graph": {"edges": [[0, 2]], "directed": True}, "epsilon": "ln(6)"},
        {"claim": "approximate-dp", "graph": "complete", "epsilon": "1/2", "delta": "3/5"},
    ]
    report = Mechanism(ROWS, graph="line", epsilon=1, claims=claims).certify()
    assert report.ok and verify(report.mechanism, report.certificate).ok
    assert report["dp"].verdict == "fails" and report["dp"].graph is None
    other = report["dp", "complete"]
    assert (other.verdict, other.epsilon, other.values["alpha_max"]) == ("holds", Fraction(2), Fraction(1, 6))
    arc = report["dp", "[[0, 2]] directed"]
    assert arc.epsilon == "ln(6)" and arc.graph == {"edges": [[0, 2]], "directed": True}
    values: dict[str, Any] = dict(report["approximate-dp", "complete"].values)
    # 3/4 - e^(1/2)/8, in c = e^-(1/2).
    assert float(values["delta_min"]) == pytest.approx(0.543909841162)
    assert report["approximate-dp", "complete"].delta == Fraction(3, 5)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ({"claim": "dp", "graph": "triangle"}, "triangle"),
        ({"claim": "dp", "graph": {"edges": [[0, 3]]}}, "out of range"),
        ({"claim": "capacity", "graph": "complete"}, "unknown key"),
        ({"claim": "bounded-range", "epsilon": 1, "graph": {"edges": [[0, 1]], "directed": True}}, "both orders"),
    ],
)
def test_what_can_not_be_asked(claim: dict[str, Any], told: str) -> None:
    with pytest.raises(MechanismError, match=told):
        Mechanism(ROWS, graph="line", epsilon=1, claims=[claim]).certify()
