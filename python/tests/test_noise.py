"""Discrete Gaussian noise, which has outputs on all whole numbers and no table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dp_certify import Mechanism, MechanismError, Report

LINE = {"graph": "line", "nodes": 6}
CLAIMS: list[dict[str, object]] = [{"claim": "zcdp", "rho": "1/8"}, {"claim": "renyi-dp", "order": 3, "bound": "3/8"}]


def test_claims_of_it() -> None:
    m = Mechanism(family="discrete-gaussian", sigma2=4, graph=LINE, epsilon=1, delta="1e-2", claims=CLAIMS)
    assert m.shape == (6, None)
    report = m.certify()
    assert report.ok and report["approximate-dp"].verdict == "holds"
    assert report["zcdp"].values["rho_min"] == Fraction(1, 8)
    assert report.noise == "discrete Gaussian noise on all whole numbers, σ² = 4, sensitivity 1"
    again = Report.from_json(report.to_json(files=True))
    assert again.noise == report.noise and again.mechanism.to_dict() == m.to_dict()
    exact = Mechanism(family="discrete-gaussian", sigma2=Fraction(1, 3), graph=LINE, epsilon=1)
    assert exact.to_dict()["mechanism"]["sigma2"] == "1/3" and exact.certify()["dp"].verdict == "fails"


@pytest.mark.parametrize(
    ("more", "place"),
    [
        (dict(sigma2=0), "sigma2"),
        (dict(sigma2="-1"), "sigma2"),
        (dict(), "sigma2"),
        (dict(sigma2=4, graph={"graph": "cycle", "nodes": 5}), "family"),
        (dict(sigma2=4, noise="1/2"), "noise"),
        (dict(sigma2=4, claims=["capacity"]), "claims"),
    ],
)
def test_what_can_not_be(more: dict[str, object], place: str) -> None:
    given: dict[str, object] = dict(graph=LINE, epsilon=1)
    with pytest.raises(MechanismError) as error:
        Mechanism(family="discrete-gaussian", **{**given, **more})  # type: ignore[arg-type]
    assert place in str(error.value)


def test_examples() -> None:
    for path in sorted((Path(__file__).parents[2] / "examples" / "noise").glob("*.json")):
        if not path.name.endswith(".cert.json"):
            assert Mechanism.read(path).certify().ok, path
