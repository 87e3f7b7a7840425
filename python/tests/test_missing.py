"""Tables of which mass is missing: what is claimed is claimed of every table that completes them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas
import pytest

from dp_certify import Mechanism, MechanismError, Report

ROWS = [["3/4", "1/8"], ["1/8", "3/4"]]
MISSING = ["1/8", "1/8"]


def test_no_completion_is_private() -> None:
    m = Mechanism(ROWS, missing=MISSING, graph="line", alpha="1/2")
    assert m.missing == ("1/8", "1/8") and m.shape == (2, 2)
    report = m.certify()
    claim = report["dp"]
    assert claim.verdict == "fails" and set(claim.values) == {"epsilon_at_least", "epsilon_at_most"}
    assert report.missing is not None and "further outputs are possible" in report.missing
    assert report.missing in " ".join(report.text.split()) and report.sample is None
    again = Report.from_json(report.to_json(files=True))
    assert again.missing == report.missing and again.mechanism.missing == m.missing
    assert Mechanism(ROWS, missing=MISSING, graph="line", alpha="1/3").certify()["dp"].verdict == "undecided"
    assert Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], graph="line", alpha="1/2").certify().missing is None


def test_on_these_outputs_alone() -> None:
    rows = pandas.DataFrame([["0.5", "0.25"], ["0.25", "0.375"]], index=["b", "a"], columns=["x", "y"])
    given: dict[str, Any] = dict(graph="line", labels=["a", "b"], alpha="1/4")
    for missing in (pandas.Series([0.25, 0.375], index=["b", "a"]), {"a": "3/8", "b": "1/4"}):
        m = Mechanism(rows, missing=missing, further_outputs=False, **given)
        assert m.missing is not None and Fraction(m.missing[1]) == Fraction(1, 4)
        report = m.certify()
        assert report.missing is not None and "ASSUMED" in report.missing


@pytest.mark.parametrize(
    ("more", "place"),
    [
        (dict(missing=["1/8", "1/9"]), "missing"),
        (dict(missing=["1/8"]), "missing"),
        (dict(missing="1/8"), "missing"),
        (dict(missing=[True, "1/8"]), "missing[0]"),
        (dict(further_outputs=False), "further_outputs"),
        (dict(missing=MISSING, further_outputs="no"), "further_outputs"),
        (dict(missing=MISSING, rounding="1/10"), "rounding"),
        (dict(missing=MISSING, claims=["capacity"]), "claims"),
    ],
)
def test_what_can_not_be(more: dict[str, object], place: str) -> None:
    with pytest.raises(MechanismError) as error:
        Mechanism(ROWS, graph="line", alpha="1/2", **more)  # type: ignore[arg-type]
    assert place in str(error.value)


def test_examples() -> None:
    for path in sorted((Path(__file__).parents[2] / "examples" / "missing").glob("*.json")):
        if not path.name.endswith(".cert.json"):
            assert Mechanism.read(path).certify().ok, path
