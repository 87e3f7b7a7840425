"""What a matrix and a graph may be."""

from __future__ import annotations

import pickle
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import numpy
import pandas
import pytest
from conftest import ROOT

from dp_certify import Mechanism, MechanismError, Report


def entries(m: Mechanism) -> list[list[str]]:
    found: list[list[str]] = m.to_dict()["mechanism"]["matrix"]
    return found


def test_numbers_are_taken_as_they_are() -> None:
    m = Mechanism([[1, Fraction(1, 3), Decimal("0.10"), "a", 0.1, numpy.float32(0.5)]], graph="line", alpha="1/2")
    assert entries(m) == [["1", "1/3", "0.10", "a", "3602879701896397/36028797018963968", "1/2"]]
    whole = Mechanism(numpy.array([[1, 0], [0, 1]]), graph="line", epsilon=1)
    assert entries(whole) == [["1", "0"], ["0", "1"]]
    assert Mechanism([[Decimal("1E-3"), Decimal("1E+2")]], graph="line", epsilon=1).shape == (1, 2)


def test_numbers_may_be_long() -> None:
    x = Fraction(10**6000 + 7, 3 * 10**6000)
    m = Mechanism([[x, 1 - x], [1 - x, x]], graph="line", alpha="1/2", priors="uniform")
    utility = m.certify()["utility"]
    assert utility.values["utility"] == 1 - x and len(repr(utility)) > 12_000
    assert Mechanism([[5e-324, 1 - 2**-53]], graph="line", epsilon=1).certify()["stochastic"].verdict == "fails"


def test_declared_numbers_are_the_decimals_that_python_prints() -> None:
    m = Mechanism([[1], [1]], graph="line", epsilon=0.8, delta=0.01)
    assert m.to_dict()["privacy"] == {"epsilon": "0.8", "delta": "0.01"}


def test_rows_of_doubles_are_divided_by_their_exact_sums() -> None:
    rows = numpy.array([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])
    assert not Mechanism(rows, graph="line", epsilon=2).certify().ok
    m = Mechanism(rows, graph="line", epsilon=2, normalize=True)
    assert m.certify()["stochastic"].verdict == "holds" and "divided by its sum" in (m.name or "")
    rounded = Mechanism(rows, graph="line", epsilon=2, rounding=1e-9)
    assert rounded.certify()["stochastic-within-rounding"].verdict == "holds"


def test_a_frame_names_rows_and_columns() -> None:
    frame = pandas.DataFrame([[0.5, 0.5], [0.25, 0.75]], index=["yes", "no"], columns=["Y", "N"])
    report = Mechanism(frame, graph="complete", epsilon=1).certify()
    about = report.to_dict()
    assert about["graph"]["labels"] == ["yes", "no"]
    evidence = Mechanism(frame, graph="complete", alpha="9/10").certify()["dp"].counterexample
    assert evidence is not None and evidence.pair is not None and evidence.output is not None
    assert {str(place) for place in evidence.pair} == {"yes", "no"} and evidence.output.label == "Y"


def test_rows_follow_the_nodes_of_a_networkx_graph() -> None:
    graph: Any = networkx.Graph()
    graph.add_nodes_from(["c", "a", "b"])
    graph.add_edges_from([("a", "b"), ("b", "c")])
    query = Mechanism([[1], [1], [1]], graph=graph, epsilon=1).to_dict()["query"]
    assert query["labels"] == ["c", "a", "b"] and sorted(query["edges"]) == [[0, 2], [1, 2]]
    plain = Mechanism(None, graph=networkx.petersen_graph(), epsilon="ln(2)")
    assert plain.shape == (10, None) and "labels" not in plain.to_dict()["query"]


def test_edges_with_lengths() -> None:
    rows = [["1/2", "1/2"], ["1/3", "2/3"], ["1/2", "1/2"]]
    edges = Mechanism(rows, graph=[("a", "b", 1.5), ("b", "c")], alpha="1/2", labels=["a", "b", "c"])
    assert edges.to_dict()["query"]["edges"] == [[0, 1, "1.5"], [1, 2]]
    graph: Any = networkx.Graph()
    graph.add_edge("a", "b", length=Fraction(3, 2))
    graph.add_edge("b", "c", weight=7)
    assert Mechanism(rows, graph=graph, alpha="1/2").to_dict()["query"]["edges"] == [[0, 1, "3/2"], [1, 2]]


def test_graphs_by_name_parameters_and_edges() -> None:
    assert Mechanism([[1]] * 8, graph=("hamming", {"values": 2, "individuals": 3}), epsilon=1).shape == (8, 1)
    assert Mechanism(None, graph={"graph": "sum", "individuals": 3, "max": 2}, epsilon=1).shape == (7, None)
    by_labels = Mechanism([[1]] * 3, graph=[("x", "y"), ("y", "z")], labels=["x", "y", "z"], epsilon=1)
    assert by_labels.to_dict()["query"]["edges"] == [[0, 1], [1, 2]]
    assert Mechanism(None, graph={"graph6": "DQc"}, epsilon=1).shape == (5, None)
    assert Mechanism(None, graph="line", labels=["no", "yes"], epsilon=1).shape == (2, None)


def test_closed_forms_losses_constants_and_intervals() -> None:
    m = Mechanism(None, family="truncated-geometric", graph=("line", 4), alpha="1/2", loss="absolute", priors="uniform")
    assert m.certify()["utility"].values["loss"] == -m.certify()["utility"].values["utility"]  # type: ignore[operator]
    own = Mechanism(
        [["1/2", "1/2"]] * 2, graph="line", alpha="1/2", gain=[[1, 0], [0.5, 1]], priors={"p": [0.25, 0.75]}
    )
    assert own.certify()["utility"].verdict == "holds"
    b = Mechanism([["b", "1-b"]], graph="line", alpha="1/2", constant={"root_of_alpha": 2})
    assert b.certify()["stochastic"].verdict == "holds"
    every = Mechanism([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]], graph="line", alpha=("1/4", "1/2"))
    assert every.certify().ok


def test_files_from_csv() -> None:
    table = ROOT / "examples" / "tables" / "severity-in-percent.tsv"
    m = Mechanism.from_csv(table, graph="line", epsilon=1)
    assert m.recognised and "percent" in m.recognised and m.path is None
    text = "kind;A;B\nyes;0,75;0,25\nno;0,25;0,75\n"
    small = Mechanism.from_csv(text, graph="complete", epsilon="ln(3)", priors="uniform", claims=["capacity"])
    assert small.to_dict()["query"]["labels"] == ["yes", "no"] and entries(small) == [
        ["0.75", "0.25"],
        ["0.25", "0.75"],
    ]
    assert small.certify()["dp"].values["alpha_max"] == Fraction(1, 3)
    with pytest.raises(MechanismError) as caught:
        Mechanism.from_csv("1,0\n1,x\n", graph="line", epsilon=1)
    assert caught.value.line == 2
    with pytest.raises(MechanismError, match="delimiter"):
        Mechanism.from_csv("1,0\n1,0\n", graph="line", epsilon=1, delimiter="letters")


def test_mechanisms_are_values() -> None:
    def make() -> Mechanism:
        return Mechanism([[1, 0], [0, 1]], graph="line", epsilon=1, name="x")

    assert make() == make() and hash(make()) == hash(make()) and len({make(), make()}) == 1
    again = pickle.loads(pickle.dumps(make()))
    assert again == make() and again.sha256 == make().sha256 and again.shape == (2, 2)
    assert "x" in repr(make()) and make() != 3


def test_claims_of_a_call_replace_the_files() -> None:
    m = Mechanism(
        [["2/3", "1/3"], ["1/3", "2/3"]], graph="line", alpha="1/2", priors="uniform", claims=["universally-optimal"]
    )
    report = m.certify(
        claims=[{"claim": "utility", "prior": "uniform", "expect": {"utility": {"equals": Fraction(2, 3)}}}]
    )
    assert [claim.name for claim in report.claims] == ["stochastic", "dp", "utility"]
    assert report["utility"].expected is True and report.mechanism != m
    only = m.certify(only=["capacity"])
    assert [s.name for s in only if not s.declared] == ["capacity"]


def test_claims_name_files_beside_the_mechanism(tmp_path: Path) -> None:
    x = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], graph="line", alpha="1/2")
    x.write(tmp_path / "other.json")
    y = x.with_claims([{"claim": "derivable", "from": "other.json"}])
    y.write(tmp_path / "y.json")
    assert Mechanism.read(tmp_path / "y.json").certify()["derivable"].verdict == "holds"
    with pytest.raises(MechanismError, match="other.json"):
        y.certify()


def test_importing_is_quick_and_takes_no_other_package() -> None:
    code = (
        "import sys, dp_certify; m = dp_certify.Mechanism([[1, 0], [0, 1]], graph='line', epsilon=1); m.certify();"
        "print(sorted({'numpy', 'pandas', 'networkx', 'tqdm', 'pyarrow'} & set(sys.modules)))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )


def test_a_report_without_its_files_says_so() -> None:
    line = Mechanism([[1, 0], [0, 1]], graph="line", epsilon=1).certify().to_json()
    report = Report.from_json(line)
    assert report["dp"].verdict == "fails" and report.to_json() == line
    with pytest.raises(ValueError, match="--certificates"):
        report.certificate  # noqa: B018
