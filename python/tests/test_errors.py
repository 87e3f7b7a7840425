"""Whatever is given, an exception says where and what was expected; the interpreter never ends."""

from __future__ import annotations

import json
import math
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import networkx
import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dp_certify
from dp_certify import (
    InternalError,
    LimitError,
    Mechanism,
    MechanismError,
    Report,
    certify_many,
    construct,
    import_table,
    pattern,
    profile,
    repair,
    theorems,
    verify,
)

HALF = [["1/2", "1/2"], ["1/2", "1/2"]]


@pytest.mark.parametrize(
    ("matrix", "place", "found", "expected"),
    [
        ([[0.5, 0.5], [0.5, math.nan]], "matrix[1][1]", "nan", "finite"),
        ([[0.5, math.inf], [0.5, 0.5]], "matrix[0][1]", "inf", "finite"),
        ([[Decimal("NaN"), 1], [1, 0]], "matrix[0][0]", "NaN", "finite"),
        (numpy.array([[0.5, 0.5], [-numpy.inf, 0.5]]), "matrix[1][0]", "-inf", "finite"),
        ([[1, 0], [1]], "matrix[1]", "1 entries", "2 as in matrix[0]"),
        ([[1, 0], [1, 0, 0]], "matrix[1]", "3 entries", "2 as in matrix[0]"),
        ([[True, False], [1, 0]], "matrix[0][0]", "True", "a bool is no number"),
        (numpy.array([[True, False], [True, False]]), "matrix[0][0]", "True", "a bool is no number"),
        ([[1, None], [1, 0]], "matrix[0][1]", "None", "an int, Fraction"),
        ([[1, 1j], [1, 0]], "matrix[0][1]", "1j", "an int, Fraction"),
        ([[1, "x"], [1, 0]], "matrix[0][1]", "x", ""),
        ([], "matrix", "no rows", "a row for each node"),
        ([[], []], "matrix[0]", "no entries", "a number for each output"),
        (5, "matrix", "5 of type int", "rows of numbers"),
        ("1/2", "matrix", "'1/2' of type str", "rows of numbers"),
        ([1, 2], "matrix[0]", "1 of type int", "a row of numbers"),
        (numpy.ones(3), "matrix", "shape (3,)", "two dimensions"),
        (numpy.ones((2, 2, 2)), "matrix", "shape (2, 2, 2)", "two dimensions"),
    ],
)
def test_a_matrix_that_is_none(matrix: Any, place: str, found: str, expected: str) -> None:
    with pytest.raises(MechanismError) as caught:
        Mechanism(matrix, graph="line", epsilon=1)
    error = caught.value
    assert error.message.startswith(place + ":")
    assert error.path == f"$.mechanism.{place}" or error.path == "$.mechanism.matrix"
    assert found in (error.found or "") and expected in (error.expected or "")
    assert str(error) == error.message and isinstance(error, ValueError)


def test_a_comma_may_be_of_thousands() -> None:
    for text, meant in (("0,535", "0.535"), ("98,013", "98.013, or 98013"), ("1,234,567", "1234567")):
        with pytest.raises(MechanismError, match=f"did you mean {meant}\\?$"):
            Mechanism([[text, 0], [1, 0]], graph="line", epsilon=1)
    for text in ("1_000", "٣", "98,013"):
        with pytest.raises(MechanismError, match="expected a rational number"):
            Mechanism([[text, 0], [1, 0]], graph="line", epsilon=1, normalize="any")


@pytest.mark.parametrize(
    ("given", "place", "expected"),
    [
        ({"graph": ("line", 3)}, "graph", "2, a node for each row"),
        ({"graph": networkx.path_graph(5)}, "graph", "2, a node for each row"),
        ({"graph": networkx.DiGraph([(0, 1)])}, "graph", "an undirected one"),
        ({"graph": networkx.MultiGraph([(0, 1), (0, 1)])}, "graph", "a simple graph"),
        ({"graph": networkx.Graph([(0, 1), (1, 1)])}, "graph", "a graph without"),
        ({"graph": "lime"}, "graph", ""),
        ({"graph": "sum"}, "graph", "its individuals and max"),
        ({"graph": None}, "graph", "a name such as"),
        ({"graph": [(0, 1, 2, 3)]}, "graph[0]", ""),
        ({"graph": [(0, "b")], "labels": ["a", "c"]}, "graph[0]", "one of the labels a, c"),
        ({"graph": [(0, 7)]}, "graph.edges[0]", ""),
        ({"graph": [(0, 1), (1, 0)]}, "graph.edges[1]", ""),
        ({"epsilon": None}, "epsilon, alpha", "one of them"),
        ({"alpha": "1/2"}, "epsilon, alpha", "one of them"),
        ({"epsilon": -1}, "epsilon", ""),
        ({"epsilon": math.nan}, "epsilon", "a finite number"),
        ({"epsilon": [1]}, "epsilon", "an int, Fraction"),
        ({"epsilon": None, "alpha": 2}, "alpha", ""),
        ({"delta": 1}, "delta", ""),
        ({"labels": ["a"]}, "labels", "2 strings"),
        ({"labels": "ab"}, "labels", "a list of names"),
        ({"outputs": ["a"]}, "outputs", ""),
        ({"priors": {"p": [1, 1]}}, "priors.p", ""),
        ({"priors": {"p": [math.nan, 1]}}, "priors['p'][0]", "a finite number"),
        ({"priors": {"p": 3}}, "priors['p']", "'uniform', weights"),
        ({"gain": 3}, "gain", "a name or a matrix"),
        ({"gain": "best"}, "gain", ""),
        ({"claims": ["dpp"]}, "claims[0]", ""),
        ({"claims": 3}, "claims", "a list of claims"),
        ({"rounding": True}, "rounding", "a bool is no number"),
        ({"limits": {"nodes": -1}}, "limits['nodes']", "a whole number"),
        ({"name": 3}, "name", "a str"),
    ],
)
def test_an_argument_that_is_wrong(given: dict[str, Any], place: str, expected: str) -> None:
    arguments: dict[str, Any] = {"graph": "line", "epsilon": 1, **given}
    with pytest.raises(MechanismError) as caught:
        Mechanism(HALF, **arguments)
    assert caught.value.message.startswith(place), caught.value.message
    assert expected in (caught.value.expected or "")


def test_a_file_says_path_line_and_column() -> None:
    text = Mechanism(HALF, graph="line", epsilon=1).text
    with pytest.raises(MechanismError) as caught:
        Mechanism.from_json(text.replace('"1/2", "1/2"', '"1/2", "half"', 1))
    error = caught.value
    assert (error.path, error.line, error.kind) == ("$.mechanism.matrix[0][1]", 7, "malformed")
    assert error.column and error.found and error.expected
    again = pickle.loads(pickle.dumps(error))
    assert again.parts() == error.parts() and type(again) is MechanismError


def test_over_a_limit() -> None:
    with pytest.raises(LimitError) as caught:
        Mechanism(None, graph=("line", 30_000), epsilon=1)
    assert "limits={'nodes': N}" in str(caught.value) and caught.value.kind == "limit"
    assert "--limit" not in json.dumps(caught.value.parts())
    assert Mechanism(None, graph=("line", 30_000), epsilon=1, limits={"nodes": 40_000}).shape == (30_000, None)
    with pytest.raises(MechanismError, match="NAME one of"):
        Mechanism(HALF, graph="line", epsilon=1, limits={"node": 3})


def test_calls_that_are_wrong() -> None:
    m = Mechanism(HALF, graph="line", epsilon=1)
    with pytest.raises(MechanismError, match='only: found "optimall".*did you mean optimal'):
        m.certify(only=["optimall"])
    with pytest.raises(MechanismError, match="route"):
        m.certify(route="fast")
    with pytest.raises(MechanismError, match="progress"):
        m.certify(progress=3)
    with pytest.raises(TypeError):
        verify("m", b"")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        verify(m, 3)  # type: ignore[arg-type]
    with pytest.raises(MechanismError) as caught:
        verify(m, b"{}")
    assert caught.value.file == "certificate" and caught.value.line == 1
    with pytest.raises(KeyError, match="there are 'stochastic', 'dp'"):
        m.certify()["nothing"]
    with pytest.raises(AttributeError):
        m.name = "other"  # type: ignore[misc]
    with pytest.raises(OSError):
        Mechanism.read("/no/such/file.json")
    with pytest.raises(MechanismError):
        Report.from_json("{}")
    with pytest.raises(MechanismError, match="errors"):
        certify_many([], errors="ignore")


THINGS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.decimals()
    | st.fractions()
    | st.text(max_size=8)
    | st.binary(max_size=4)
    | st.complex_numbers()
    | st.sampled_from(["line", "cycle", "complete", "uniform", "a", "1/3", "ln(2)", "symbolic", "binary", "dp"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.text(max_size=6) | st.integers() | st.sampled_from(["graph", "nodes", "edges"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)
NAMES = [
    "graph",
    "epsilon",
    "alpha",
    "delta",
    "labels",
    "outputs",
    "priors",
    "gain",
    "loss",
    "claims",
    "rounding",
    "name",
]


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    matrix=THINGS | st.just(HALF),
    given=st.dictionaries(st.sampled_from([*NAMES, "constant", "family"]), THINGS, max_size=3),
)
def test_anything_at_all_is_an_error_or_a_mechanism(matrix: Any, given: dict[str, Any]) -> None:
    arguments = {"graph": "line", **({} if "alpha" in given else {"epsilon": 1}), **given}
    try:
        m = Mechanism(matrix, **arguments)
    except MechanismError as error:
        assert error.message
        return
    assert Mechanism.from_json(m.text) == m


MECHANISMS = [
    Mechanism(HALF, graph="line", epsilon=1),
    Mechanism([["1/2", "1/2"], ["1/3", "1/3"]], graph="line", epsilon="0.8"),
    Mechanism([["a/(1+a)", "1/(1+a)"], ["1/(1+a)", "a/(1+a)"]], graph="line", alpha="symbolic"),
    Mechanism(graph=("cycle", 5), alpha={"root_of": ["-1", "1", "1"], "between": ["0", "1"]}),
    Mechanism(graph=("hamming", {"values": 3, "individuals": 3}), alpha="1/2", priors={"flat": "uniform"}),
]
KINDS = [*construct.kinds(), "truncated", "", "optimal\0"]


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(MECHANISMS), st.sampled_from(MECHANISMS) | THINGS, st.sampled_from(KINDS) | THINGS, THINGS)
def test_any_question_is_answered_or_an_error(m: Mechanism, other: Any, kind: Any, thing: Any) -> None:
    questions: list[Any] = [
        lambda: profile(m).delta(1),
        lambda: pattern(m),
        lambda: repair(m, digits=thing),
        lambda: repair(m, mixed_with=other),
        lambda: construct.make(kind, m, prior=thing),
        lambda: construct.make(kind, graph=thing, epsilon=1),
        lambda: verify(other, thing),
        lambda: import_table(thing, m),
        lambda: theorems(thing if thing else "none"),
        lambda: m.certify(only=thing, limits={"steps": 1_000_000}),
        lambda: m.certify(claims=thing, limits={"steps": 1_000_000}),
        lambda: certify_many([m], limits=thing, threads=1),
    ]
    for ask in questions:
        try:
            ask()
        except InternalError:
            raise
        except (MechanismError, TypeError, ValueError, OSError) as error:
            assert str(error)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_text_is_an_error_or_a_file(text: Any) -> None:
    for read in (Mechanism.from_json, Report.from_json, lambda t: Mechanism.from_csv(t, graph="line", epsilon=1)):
        if read is not Report.from_json and isinstance(text, str) and "\n" not in text:
            continue
        with pytest.raises((MechanismError, InternalError, ValueError)) as caught:
            read(text)
            raise ValueError("a table, then")
        assert not isinstance(caught.value, InternalError)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_spoilt_certificate_is_refused_or_an_error(data: Any) -> None:
    m = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], graph="line", alpha="1/2", claims=["tight-constraints"])
    good = bytearray(m.certify().certificate)
    place = data.draw(st.integers(0, len(good) - 1))
    good[place] = data.draw(st.integers(0, 255))
    try:
        assert verify(m, bytes(good)).status in ("accepted", "refused", "declined")
    except MechanismError as error:
        assert error.message


def test_exceptions_are_the_packages() -> None:
    assert issubclass(LimitError, MechanismError) and issubclass(MechanismError, ValueError)
    assert dp_certify.MechanismError is MechanismError and Fraction(1, 2) == Fraction("1/2")


def test_rows_far_from_distributions_are_divided_only_where_that_is_said() -> None:
    counts = [[6, 2], [3, 5]]
    with pytest.raises(
        MechanismError, match=r"matrix\[0\]: found a row that sums to 8, expected a sum within 0.01 of 1"
    ):
        Mechanism(counts, graph="line", epsilon=2, normalize=True)
    assert Mechanism(counts, graph="line", epsilon=2, normalize="any").certify().ok
    near = [["0.52", "0.5"], ["0.5", "0.5"]]
    with pytest.raises(MechanismError, match="within 0.01 of 1"):
        Mechanism(near, graph="line", epsilon=2, normalize=True)
    assert Mechanism(near, graph="line", epsilon=2, normalize=0.05).certify().ok
    for normalise in ("some", [1], "-1"):
        with pytest.raises(MechanismError):
            Mechanism.from_csv(b"0.5,0.5\n0.5,0.5\n", graph="line", epsilon=1, normalize=normalise)  # type: ignore[arg-type]


def test_what_is_wrong_with_a_table_is_told_with_arguments() -> None:
    with pytest.raises(MechanismError, match="normalize='any'") as caught:
        Mechanism.from_csv(b"6,2\n3,5\n", graph="line", epsilon=2, normalize=True)
    assert "--" not in str(caught.value)
    with pytest.raises(MechanismError, match="percent=True") as caught:
        Mechanism.from_csv(b"66.7,33.3\n33.3,66.7\n", graph="line", epsilon=2)
    assert "--" not in str(caught.value)
    with pytest.raises(MechanismError, match="rows in the order of their names") as caught:
        Mechanism.from_csv(
            b"n,a,b\n9,0.5,0.5\n11,0.5,0.5\n10,0.5,0.5\n", graph="line", epsilon=2, index=True, header=True
        )
    assert "--" not in str(caught.value)


@pytest.mark.parametrize("edges", [None, 5, "ab"])
def test_edges_that_are_none(edges: Any) -> None:
    with pytest.raises(MechanismError, match=r"the edges .*, expected a list of pairs of nodes"):
        Mechanism(HALF, alpha="1/2", graph={"edges": edges})
