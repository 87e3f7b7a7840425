"""What a mechanism says of itself, as numbers, arrays and graphs; and others made of it."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import numpy
import pandas
import pytest
from conftest import EXAMPLES, ROOT

from dp_certify import (
    Algebraic,
    Counts,
    Function,
    Logarithm,
    Mechanism,
    MechanismError,
    Transcendental,
    certify_many,
)

ROWS = [["2/3", "1/3"], ["1/3", "2/3"]]
LIES = [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]


def test_a_matrix_is_of_fractions() -> None:
    m = Mechanism([["2/3", "1/3"], [0.1, "0.9"]], "line", epsilon=1)
    assert m.matrix == ((Fraction(2, 3), Fraction(1, 3)), (Fraction(0.1), Fraction(9, 10)))
    assert Mechanism(LIES, "line", alpha="1/2").matrix == Mechanism(ROWS, "line", alpha="1/2").matrix
    whole = Mechanism(family="truncated-geometric", graph=("line", 3), alpha="1/2").matrix
    assert whole is not None and whole[0] == (Fraction(2, 3), Fraction(1, 6), Fraction(1, 6))


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ({"epsilon": 1}, Transcendental),
        ({"alpha": {"root_of": [-1, 0, 2], "between": [0, 1]}}, Algebraic),
        ({"epsilon": "ln(2)/2"}, Algebraic),
        ({"alpha": "symbolic"}, Function),
    ],
)
def test_entries_that_are_no_fractions(declared: Any, kind: type) -> None:
    m = Mechanism(LIES, "line", **declared)
    assert m.matrix is not None and all(type(x) is kind for row in m.matrix for x in row)
    if kind is Function:
        with pytest.raises(MechanismError, match=r'm\.replace\(alpha="1/2"\)\.to_numpy'):
            m.to_numpy()
        assert m.replace(alpha="1/2").to_numpy()[0, 0] == 2 / 3
        return
    alpha = float(m.alpha)  # type: ignore[arg-type]
    assert m.to_numpy()[0] == pytest.approx([1 / (1 + alpha), alpha / (1 + alpha)], abs=1e-15)


def test_numbers_with_a_constant_and_lengths() -> None:
    m = Mechanism([["1-b", "b"], ["b", "1-b"]], "line", alpha="1/2", constant={"root_of_alpha": 2})
    assert m.matrix is not None and float(m.matrix[0][1]) == pytest.approx(math.sqrt(0.5))  # type: ignore[arg-type]
    far = Mechanism(graph=[("a", "b", "3/2"), ("b", "c")], alpha="1/3", priors={"edge": {"corner": "a"}})
    weights = far.priors["edge"]
    alpha = 1 / 3
    assert weights is not None
    total = 1 + alpha**1.5 + alpha**2.5
    assert [float(x) for x in weights] == pytest.approx([1 / total, alpha**1.5 / total, alpha**2.5 / total])  # type: ignore[arg-type]


def test_what_has_no_table() -> None:
    coin = Mechanism(ROWS, "line", epsilon=1)
    query = Mechanism(graph=("line", 3), epsilon=1)
    twice = Mechanism.compose([(coin, 2)], epsilon=2)
    counts = Counts([[70, 30], [40, 60]], graph="line", epsilon=1)
    for m, said in ((query, "a query"), (twice, "a composition"), (counts, r"numpy\.array\(m\.counts\)")):
        assert m.matrix is None
        with pytest.raises(MechanismError, match=said):
            m.to_numpy()
    assert counts.outputs is None and query.outputs is None


def test_an_array_is_made_for_numpy() -> None:
    m = Mechanism([[0.1, 0.9], ["1/3", "2/3"]], "line", epsilon=3)
    array = m.to_numpy()
    assert array.dtype == numpy.float64 and array.shape == (2, 2)
    assert array.tolist() == [[0.1, 0.9], [1 / 3, 2 / 3]]
    assert numpy.asarray(m).tolist() == array.tolist() and numpy.array(m, copy=True).tolist() == array.tolist()
    assert numpy.asarray(m, dtype=numpy.float32).dtype == numpy.float32
    assert numpy.array_equal(m, array) and m.to_numpy() is not array
    with pytest.raises(ValueError, match="leave out copy=False"):
        numpy.asarray(m, copy=False)
    again = Mechanism(m.matrix, m.graph, epsilon=3)
    assert again.matrix == m.matrix


def test_what_is_declared() -> None:
    m = Mechanism(ROWS, "line", epsilon="0.5", delta="1e-6")
    assert (m.epsilon, m.delta, m.rho) == (Fraction(1, 2), Fraction(1, 10**6), None)
    assert isinstance(m.alpha, Transcendental) and float(m.alpha) == pytest.approx(math.exp(-0.5))
    half = Mechanism(ROWS, "line", alpha="1/2")
    assert half.alpha == Fraction(1, 2) and half.delta == 0
    assert isinstance(half.epsilon, Logarithm) and half.epsilon < Fraction(7, 10) and half.epsilon > 0.69
    assert Mechanism(ROWS, "line", epsilon="ln(2)").epsilon == half.epsilon
    assert Mechanism(ROWS, "line", alpha=1).epsilon == 0
    odd = Mechanism(ROWS, "line", epsilon="ln(2)/2")
    assert isinstance(odd.epsilon, Logarithm) and float(odd.epsilon) == pytest.approx(math.log(2) / 2)
    concentrated = Mechanism(ROWS, "line", rho="1/2")
    found = (concentrated.epsilon, concentrated.alpha, concentrated.delta, concentrated.rho)
    assert found == (None, None, None, Fraction(1, 2))
    every = Mechanism(LIES, "line", alpha="symbolic")
    assert every.epsilon is None and isinstance(every.alpha, Function) and str(every.alpha) == "a"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_says_what_it_is(path: Path) -> None:
    m = Mechanism.read(path)
    declared = m.to_dict()["privacy"]
    assert (m.rho is not None) == ("rho" in declared)
    rows, outputs = m.shape
    matrix = m.matrix
    if matrix is not None:
        assert len(matrix) == rows and {len(row) for row in matrix} == {outputs}
        if m.outputs is not None:
            assert len(m.outputs) == outputs
    if isinstance(rows, int) and rows <= 300:
        graph = m.graph
        assert graph.number_of_nodes() == rows
        if m.labels is not None:
            assert list(graph.nodes) == m.labels
        for weights in m.priors.values():
            if weights is not None and all(isinstance(x, Fraction) for x in weights):
                assert len(weights) == rows and sum(weights) == 1  # type: ignore[arg-type]
    assert m._repr_html_().startswith("<div>")


@pytest.mark.parametrize(
    ("graph", "like"),
    [
        (("line", 4), networkx.path_graph(4)),
        (("cycle", 5), networkx.cycle_graph(5)),
        (("complete", 4), networkx.complete_graph(4)),
        (("star", 4), networkx.star_graph(3)),
        (("hamming", {"values": 2, "individuals": 3}), networkx.hypercube_graph(3)),
        (networkx.petersen_graph(), networkx.petersen_graph()),
    ],
)
def test_a_graph_is_that_of_networkx(graph: Any, like: Any) -> None:
    found = Mechanism(graph=graph, epsilon=1).graph
    assert networkx.is_isomorphic(found, like)
    assert Mechanism(graph=found, epsilon=1).shape == Mechanism(graph=graph, epsilon=1).shape


def test_a_graph_keeps_names_and_lengths() -> None:
    m = Mechanism([[1]] * 3, [("b", "a", "3/2"), ("b", "c")], labels=["a", "b", "c"], epsilon=1)
    graph = m.graph
    assert list(graph.nodes) == ["a", "b", "c"] and graph.edges["a", "b"]["length"] == Fraction(3, 2)
    assert Mechanism([[1]] * 3, graph, epsilon=1).to_dict()["query"]["labels"] == m.labels
    with pytest.raises(MechanismError, match="5000000"):
        Mechanism(graph=("complete", 4_000), epsilon=1).graph  # noqa: B018


def test_priors_are_weights() -> None:
    names = ["north", "south"]
    m = Mechanism(
        graph="line",
        labels=names,
        alpha="1/2",
        priors={"flat": "uniform", "here": {"point": "south"}, "edge": {"corner": "north"}, "own": ["1/4", "3/4"]},
    )
    assert m.priors == {
        "flat": (Fraction(1, 2), Fraction(1, 2)),
        "here": (0, 1),
        "edge": (Fraction(2, 3), Fraction(1, 3)),
        "own": (Fraction(1, 4), Fraction(3, 4)),
    }


def test_priors_of_doubles_are_divided_by_their_sum() -> None:
    weights = numpy.array([1, 2]) / 3
    with pytest.raises(MechanismError, match=r'falls short of 1 by 1/2\^54.*normalize="priors"'):
        Mechanism(ROWS, "line", epsilon=1, priors=weights)
    for said in ("priors", True, 0.1, "any", "weights"):
        m = Mechanism(ROWS, "line", epsilon=1, priors={"p": weights}, normalize=said)
        found = m.priors["p"]
        assert found is not None and sum(found) == 1 and m.matrix == Mechanism(ROWS, "line", epsilon=1).matrix  # type: ignore[arg-type]
    assert Mechanism(ROWS, "line", epsilon=1, priors={"p": weights}, normalise="priors") == Mechanism(
        ROWS, "line", epsilon=1, priors={"p": weights}, normalize="priors"
    )
    series = pandas.Series([0.1, 0.2], index=["b", "a"])
    named = Mechanism(ROWS, "line", labels=["a", "b"], epsilon=1, priors=series, normalize="any").priors["prior"]
    assert named is not None and [float(x) for x in named] == pytest.approx([2 / 3, 1 / 3])  # type: ignore[arg-type]
    with pytest.raises(MechanismError, match="a sum within 0.01 of 1"):
        Mechanism(ROWS, "line", epsilon=1, priors=[1, 2], normalize="priors")
    with pytest.raises(MechanismError, match="a sum above 0"):
        Mechanism(ROWS, "line", epsilon=1, priors=[0, 0], normalize="any")
    composed = Mechanism.compose([Mechanism(ROWS, "line", epsilon=1)], epsilon=1, priors=weights, normalize=True)
    assert sum(composed.priors["prior"] or ()) == 1  # type: ignore[arg-type]
    # An expression stays what it is.
    lies = Mechanism(LIES, "line", epsilon=1, priors={"p": ["a", "1-a"]}, normalize="priors")
    assert lies.to_dict()["priors"] == {"p": ["a", "1-a"]}


def test_replace() -> None:
    m = Mechanism(ROWS, "line", alpha="1/2", labels=["no", "yes"], priors={"flat": "uniform"}, name="coin")
    assert m.replace() == m and m.replace(alpha="1/2") == m
    other = m.replace(epsilon="0.5", delta="1/10", name=None)
    assert (other.epsilon, other.delta, other.name) == (Fraction(1, 2), Fraction(1, 10), None)
    assert other.replace(epsilon=1).delta == Fraction(1, 10) and other.replace(delta=None).delta == 0
    assert other.replace(rho=1).rho == 1 and other.replace(rho=1).delta is None
    assert m.replace(labels=["n", "y"]).labels == ["n", "y"] and m.replace(labels=None).labels is None
    assert m.replace(priors=None).priors == {} and m.replace(outputs=["N", "Y"]).outputs == ["N", "Y"]
    assert m.replace(gain="binary").replace(loss="absolute").to_dict()["loss"] == "absolute"
    assert "gain" not in m.replace(gain="binary").replace(loss="absolute").to_dict()
    assert m.replace(claims=["tight-constraints"]) == m.with_claims(["tight-constraints"])
    assert m.replace(matrix=None) == m.as_query()
    named = m.replace(outputs=["N", "Y"]).replace(matrix=pandas.DataFrame([[0, 1], [1, 0]], index=["yes", "no"]))
    assert named.matrix == ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))) and named.outputs == ["N", "Y"]
    again = pickle.loads(pickle.dumps(other))
    assert again == other and type(again) is Mechanism


def test_another_graph_keeps_rows_by_their_names() -> None:
    m = Mechanism([["1/2", "1/2"], ["1/3", "2/3"], ["1/4", "3/4"]], "line", labels=["a", "b", "c"], epsilon=1)
    graph: Any = networkx.Graph([("c", "a"), ("a", "b")])
    moved = m.replace(graph=graph)
    assert moved.matrix == m.matrix and set(map(frozenset, moved.graph.edges)) == set(map(frozenset, graph.edges))
    assert m.replace(graph="complete").certify()["dp"].verdict == "holds"
    with pytest.raises(MechanismError, match="graph"):
        m.replace(graph=("line", 4))
    with pytest.raises(MechanismError, match="the names of the inputs"):
        m.replace(graph=networkx.Graph([("a", "b"), ("b", "x")]))


def test_what_replace_refuses() -> None:
    m = Mechanism(ROWS, "line", epsilon=1)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"epsilon": "x"}, "epsilon"),
        ({"epsilon": 1, "alpha": "1/2"}, "epsilon, alpha: found both"),
        ({"epsilon": None}, "epsilon, alpha: found neither"),
        ({"delta": -1}, "delta"),
        ({"rho": 1, "delta": "1/2"}, "rho"),
        ({"matrix": [[1]]}, "matrix"),
        ({"outputs": ["a"]}, "outputs"),
        ({"priors": [1, 1]}, "priors"),
        ({"name": 3}, "name"),
    ]
    for given, place in wrong:
        with pytest.raises(MechanismError, match=f"^{place}"):
            m.replace(**given)
    with pytest.raises(MechanismError, match="^delta: found delta beside the declared rho"):
        Mechanism(ROWS, "line", rho=1).replace(delta="1/2")
    with pytest.raises(MechanismError, match="^rounding: .*a mechanism"):
        m.as_query().replace(rounding="0.1")
    with pytest.raises(TypeError):
        m.replace(nothing=1)  # type: ignore[call-arg]


def test_limits_stay_with_the_mechanism() -> None:
    m = Mechanism(graph=("line", 25_000), epsilon=1, limits={"nodes": 40_000})
    assert m.replace(epsilon=2).shape == (25_000, None) and len(m.graph) == 25_000
    assert pickle.loads(pickle.dumps(m)).replace(epsilon=2).epsilon == 2


def test_either_spelling() -> None:
    rows = numpy.array([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]])
    one = Mechanism(rows, "line", epsilon=2, normalise=True)
    assert one == Mechanism(rows, "line", epsilon=2, normalize=True)
    table = b"0.7,0.2\n0.1,0.2\n"
    assert Mechanism.from_csv(table, graph="line", epsilon=2, normalise="weights") == Mechanism.from_csv(
        table, graph="line", epsilon=2, normalize="weights"
    )
    read = Mechanism.from_csv(table, graph="line", epsilon=2)
    assert read.recognised == read.recognized is not None
    with pytest.raises(MechanismError, match="^normalize: found normalise=True beside it"):
        Mechanism(rows, "line", epsilon=2, normalize=True, normalise=True)


def test_a_broken_file_of_bytes_is_named_by_its_place() -> None:
    found = certify_many([Mechanism(ROWS, "line", epsilon=1), b"{"])
    assert str(found[1]).startswith("mechanisms[1]:1:2:")
    file = ROOT / "examples" / "none.json"
    assert str(certify_many([file])[0]).startswith("[Errno 2]") or "none.json" in str(certify_many([file])[0])
