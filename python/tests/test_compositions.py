"""All uses of several mechanisms: what is made of typed parts is what the file format says."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from test_questions import said

from dp_certify import Mechanism, MechanismError, Part, profile, trade_off, verify

COIN = [["3/4", "1/4"], ["1/4", "3/4"]]


def coin(**more: Any) -> Mechanism:
    return Mechanism(COIN, graph="line", epsilon="ln(3)", labels=["no", "yes"], **more)


def test_parts_are_those_of_the_file() -> None:
    other = Part([["1/2", "1/2"], ["1/5", "4/5"]], times=2)
    made = Mechanism.compose([(coin(outputs=["n", "y"]), 3), (other, 2), Part(family="uniform")], alpha="1/100")
    assert made.to_dict()["mechanism"] == {
        "compose": [
            {"matrix": COIN, "times": 3},
            {"matrix": [["1/2", "1/2"], ["1/5", "4/5"]], "times": 4},
            {"family": "uniform"},
        ]
    }
    assert made.to_dict()["query"] == {"graph": "line", "nodes": 2, "labels": ["no", "yes"]}
    assert "a composition of 3 parts" in repr(made) and pickle.loads(pickle.dumps(made)) == made
    noisy = Part(family="randomised-response", noise="1/2")
    again = Mechanism.compose([(made, 2), noisy], graph=("complete", 2), labels=["a", "b"], epsilon=50)
    content = again.to_dict()
    assert content["mechanism"]["compose"][0]["times"] == 2 and content["query"]["labels"] == ["a", "b"]
    report = again.certify()
    # Two of all, and ln 3 more.
    least = (Fraction(1, 3) ** 3 * Fraction(5, 16) ** 0 * Fraction(2, 5) ** 4) ** 2 / 3
    assert report["dp"].values["alpha_max"] == least and report.ok
    assert verify(again, report.certificate).ok


def test_uses_of_a_coin() -> None:
    thirty = Mechanism.compose([(coin(), 30)], epsilon="30*ln(3)")
    assert thirty.certify()["dp"].values["alpha_max"] == Fraction(1, 3**30)
    found = profile(thirty)
    assert found.pieces[-1].lambda_from == 3**30 and found.pieces[0].outputs == () and found.pieces[0].pair == (0, 1)
    claims = [{"claim": "approximate-dp", "adaptive": True}]
    adaptive = Mechanism.compose([(coin(), 4)], alpha="1/9", delta=found.delta(1), claims=claims).certify()
    assert adaptive.ok


def test_closed_forms_have_the_epsilon_of_one_use() -> None:
    daily = Mechanism(family="randomised-response", graph=("complete", 2), epsilon=1)
    month = Mechanism.compose([(daily, 30)], epsilon="30.5")
    part = {"family": "randomised-response", "epsilon": "1", "times": 30}
    assert month.to_dict()["mechanism"] == {"compose": [part]}
    same = Mechanism.compose(
        [Part(family="randomised-response", epsilon=1, times=30)], graph=("complete", 2), epsilon="30.5"
    )
    assert same == month and month.certify()["dp"].values["epsilon_min"] == 30
    of_alpha = Mechanism.compose(
        [Part(family="randomised-response", alpha="a", times=2)], graph=("complete", 2), epsilon=1
    )
    assert of_alpha.certify()["dp"].verdict == "fails"


def test_parts_of_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    coin().write("coin.json")
    made = Mechanism.compose([Part(file="coin.json", times=2), Part(COIN)], graph="line", epsilon="3*ln(3)")
    assert made.certify()["dp"].values["alpha_max"] == Fraction(1, 27)
    assert profile(made).delta(27) == 0 and profile(made).delta(1) > 0
    with pytest.raises(MechanismError, match="no-such"):
        Mechanism.compose([Part(file="no-such.json")], graph=("line", 2), epsilon=1).certify()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([], "parts: "),
        (coin(), "parts: found Mechanism, expected a list of parts"),
        (3, "parts: found int"),
        ([COIN], r"parts\[0\]: found list, expected a Part, a Mechanism"),
        ([(coin(), 0)], r"parts\[0\]\[1\]: found 0, expected how often"),
        ([coin(), (coin(), True)], r"parts\[1\]\[1\]: found True"),
        ([(coin(), 1, 2)], r"parts\[0\]: found 3 entries"),
        ([Part([["1/2", "x"], ["1/2", "1/2"]])], r"parts\[0\].matrix\[0\]\[1\]: "),
        ([coin(), Part([["1"]])], r"parts\[1\].matrix"),
        ([coin(rounding="0.1")], r"parts\[0\].rounding"),
        ([Mechanism([["1/(1+a)", "a/(1+a)"]] * 2, graph="line", epsilon=1)], r"parts\[0\]: found 1/\(1\+a\), .*Part"),
        ([Part(family="truncated-geometric")], r"parts\[0\].*no ε of its own"),
        ([Part(COIN, epsilon=1)], r"parts\[0\].epsilon"),
        (
            [Mechanism(family="truncated-geometric", graph=("line", 2), alpha="symbolic")],
            r"parts\[0\]: found the family",
        ),
        ([Mechanism(graph=("line", 2), epsilon=1)], r"parts\[0\]: found a query"),
    ],
)
def test_what_is_no_part(parts: Any, message: str) -> None:
    with pytest.raises(MechanismError, match=message):
        Mechanism.compose(parts, graph=("line", 2), epsilon=1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "one of matrix, family and file"),
        ({"matrix": COIN, "family": "uniform"}, "one of"),
        ({"matrix": COIN, "times": 0}, "times"),
    ],
)
def test_what_makes_no_part(given: dict[str, Any], message: str) -> None:
    with pytest.raises(MechanismError, match=message):
        Part(**given)


def test_trade_offs(certify: str, tmp_path: Path) -> None:
    path = tmp_path / "coin.json"
    coin().write(path)
    found = trade_off(Mechanism.read(path))
    assert found.to_dict() == json.loads(said(certify, "trade-off", path, "--format", "json"))
    assert found.second_error(0) == 1 and found.second_error("1/8") == Fraction(5, 8) and found.second_error(1) == 0
    assert found.corners[1].pair == (0, 1) and found.pair is None and pickle.loads(pickle.dumps(found)) == found
    assert trade_off(coin(), ("yes", 0)).pair == (1, 0)
    twice = trade_off(Mechanism.compose([(coin(), 2)], epsilon=3))
    assert [corner.first_error for corner in twice.corners] == [0, Fraction(1, 16), Fraction(7, 16), 1]
    with pytest.raises(ValueError, match="from 0 to 1"):
        found.second_error(2)
    with pytest.raises(MechanismError, match='^pair: found "maybe"'):
        trade_off(coin(), ("no", "maybe"))
    years = Mechanism(COIN, graph="line", epsilon="ln(3)", labels=["1", "2"])
    assert trade_off(years, ("1", "2")).pair == (0, 1) and trade_off(years, (0, "2")).pair == (0, 1)
    with pytest.raises(MechanismError, match="pair: found 1, the name of input 0 and the number of '2'"):
        trade_off(years, (0, 1))
    with pytest.raises(MechanismError, match="pair: found"):
        trade_off(coin(), ("no",))  # type: ignore[arg-type]


def test_a_pair_of_a_claim_by_its_names(tmp_path: Path) -> None:
    def claimed(pair: list[Any], source: str = "randomised-response") -> list[Any]:
        return [{"claim": "trade-off", "from": source, "pair": pair}]

    rows = [["2/3", "1/3"], ["1/3", "2/3"]]
    made = Mechanism(rows, graph="complete", epsilon="ln(2)", labels=["no", "yes"], claims=claimed(["yes", "no"]))
    assert made.to_dict()["claims"][0]["pair"] == [1, 0] and made.certify().ok
    assert made.with_claims(claimed([0, "yes"])).to_dict()["claims"][0]["pair"] == [0, 1]
    with pytest.raises(MechanismError, match=r"claims\[0\].pair: found maybe, expected one of the labels no, yes"):
        made.with_claims(claimed(["no", "maybe"]))
    coin().write(tmp_path / "coin.json")
    made.write(tmp_path / "m.json")
    beside = Mechanism.read(tmp_path / "m.json").with_claims(claimed(["yes", "no"], "coin.json"))
    assert beside.certify()["trade-off", "coin.json", "1,0"].verdict == "holds"
