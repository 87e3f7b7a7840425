"""The other questions say what the command says."""

from __future__ import annotations

import json
import pickle
import subprocess
from fractions import Fraction
from pathlib import Path

import numpy
import pytest
from conftest import ROOT

from dp_certify import Mechanism, MechanismError, _core, construct, import_table, pattern, profile, repair, theorems

EXAMPLES = ROOT / "examples"


def said(*call: object) -> str:
    return subprocess.run([str(part) for part in call], capture_output=True, text=True, check=False).stdout


def test_profiles(certify: str) -> None:
    path = EXAMPLES / "five-hobbies.json"
    found = profile(Mechanism.read(path))
    assert found.to_dict() == json.loads(said(certify, "profile", path, "--format", "json"))
    assert found.delta(1) == Fraction(1, 2) and found.delta(6) == 0 and found.delta("7/2") == Fraction(1, 4)
    assert found.pieces[0].pair == (0, 1) and pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(ValueError, match="from 1"):
        found.delta(Fraction(1, 2))


def test_patterns(certify: str) -> None:
    path = EXAMPLES / "ghosh-figure2.json"
    found = pattern(Mechanism.read(path))
    assert found.to_dict() == json.loads(said(certify, "pattern", path, "--format", "json"))
    assert str(found).strip() == said(certify, "pattern", path).strip()
    assert found.edges[0].nodes == (0, 1) and found.private and pickle.loads(pickle.dumps(found)) == found


def test_repairs(certify: str, tmp_path: Path) -> None:
    path = EXAMPLES / "alvim-table1-m1-as-printed.json"
    found = repair(Mechanism.read(path))
    out = tmp_path / "fixed.json"
    assert found.to_dict() == json.loads(said(certify, "repair", path, "-o", out, "--format", "json"))
    assert found.mechanism.to_bytes() == out.read_bytes() and found.share == Fraction(3, 503)
    assert found.after["flat"]["utility"] == Fraction(338, 1509) and found.mechanism.certify()["dp"].verdict == "holds"
    rounded = repair(Mechanism.read(path), digits=3)
    assert rounded.share == Fraction(6, 1000)
    assert repair(Mechanism.read(path), mixed_with="randomised-response").to_dict()["with"].startswith("the randomised")
    mixed = repair(Mechanism.read(path), mixed_with=found.mechanism)
    assert isinstance(mixed.share, Fraction) and pickle.loads(pickle.dumps(found)).share == found.share
    with pytest.raises(MechanismError, match="digits"):
        repair(found.mechanism, digits=-1)


def test_constructions_are_the_commands(certify: str, tmp_path: Path) -> None:
    query = Mechanism(None, graph=("line", 4), alpha="1/2", priors={"flat": "uniform"})
    query.write(tmp_path / "q.json")
    for kind in construct.kinds():
        expected = said(certify, "construct", kind, tmp_path / "q.json")
        try:
            made = construct.make(kind, query).text
        except MechanismError as error:
            assert expected == "" and error.message
        else:
            assert made == expected
    # Another spelling, and a name for one of three kinds by the graph.
    others = {"kinds", "make", "randomized-response", "geometric"}
    assert set(construct.kinds()) == {name.replace("_", "-") for name in construct.__all__} - others
    best = construct.optimal(query, prior="flat").certify()
    assert best["optimal"].verdict == "holds"
    values = Mechanism(None, graph=("complete", 4), alpha="1/4")
    for mechanism in (
        construct.subset_selection(values, size=2),
        construct.unary_encoding(values, encoding="optimised"),
        construct.unary_encoding(values),
        construct.hadamard_response(values),
        construct.staircase(graph=("sum", {"individuals": 2, "max": 3}), alpha="1/4", width=2),
        construct.discrete_gaussian(graph=("line", 5), epsilon=1, delta="1/100", sigma_squared=4, cut=12),
        construct.make("discrete-laplace", query),
    ):
        assert mechanism.certify().ok
    assert len(construct.subset_selection(values, size=2).to_dict()["mechanism"]["outputs"]) == 6
    with pytest.raises(MechanismError, match="did you mean optimized"):
        construct.unary_encoding(values, encoding="optimise")
    with pytest.raises(MechanismError, match="size= from 1 to 3"):
        construct.subset_selection(values, size=4)
    with pytest.raises(TypeError, match="size: goes with subset-selection"):
        construct.make("uniform", query, size=2)
    with pytest.raises(ValueError, match="width"):
        construct.staircase(query, width=-1)
    assert construct.randomised_response(graph=("complete", 3), epsilon="ln(2)").certify().ok
    with pytest.raises(MechanismError, match="did you mean uniform"):
        construct.make("unifrom", query)
    with pytest.raises(TypeError):
        construct.uniform(query, alpha="1/3")


def test_tables_of_numpy_and_text(tmp_path: Path) -> None:
    query = Mechanism(None, graph=("line", 2), epsilon=1, priors="uniform")
    numpy.save(tmp_path / "t.npy", numpy.array([[0.75, 0.25], [0.25, 0.75]]))
    m = import_table(tmp_path / "t.npy", query)
    assert (
        m.to_dict()["mechanism"]["matrix"] == [["3/4", "1/4"], ["1/4", "3/4"]]
        and m.certify()["stochastic"].verdict == "holds"
    )
    same = import_table(b"0.75;0.25\n0.25;0.75\n", query, name="t.csv")
    assert same.recognised and "semicolons" in same.recognised
    with pytest.raises(MechanismError, match="ends in"):
        import_table(b"", query, name="t.xls")


def test_theorems() -> None:
    told: list[tuple[int, object]] = []
    found = theorems("000.L1", progress=lambda done, total: told.append((done, total)))
    assert found.ok and [each.id for each in found.statements] == ["000.L1"] and found.statements[0].says
    assert any(place.endswith(".cert.json") for place in found.files) and pickle.loads(pickle.dumps(found)).ok
    with pytest.raises(MechanismError, match="no statement of the suite"):
        theorems("000.L")
    assert len(_core.theorems_list()) > 30 and "dp" in _core.claims()
