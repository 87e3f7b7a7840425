"""What is wrong is told in Python's words: no flags, and no files that are not there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx
import numpy
import pytest

from dp_certify import (
    LimitError,
    Mechanism,
    MechanismError,
    Part,
    budget,
    certify_many,
    construct,
    import_table,
    pattern,
    profile,
    repair,
    threshold,
    trade_off,
    verify,
)

ROWS = [["2/3", "1/3"], ["1/3", "2/3"]]
COIN = Mechanism(ROWS, "line", alpha="1/2")
LIES = [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]
IRRATIONAL = Mechanism(LIES, "line", epsilon=1)
QUERY = Mechanism(graph=("line", 3), epsilon=1)
LINE: dict[str, Any] = {"graph": ("line", 5), "epsilon": 1}
CUBE = ("hamming", {"values": 2, "individuals": 3})
TWO: dict[str, Any] = {"a": "uniform", "b": ["1/2", "1/2", 0, 0, 0]}


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Mechanism(ROWS, "line", epsilon=0), r"^epsilon: .*\(ε = 0 is alpha=1\)"),
        (lambda: Mechanism(ROWS, "line", alpha=2), r'^alpha: .*did you mean epsilon="2"\?'),
        (lambda: Mechanism(ROWS, "ring", epsilon=1), "^graph: .*did you mean cycle"),
        (lambda: Mechanism(ROWS, [("a", "b")], epsilon=1), r"^graph: .*say labels=\['a', 'b'\]"),
        (lambda: Mechanism([["b", "1-b"]] * 2, "line", epsilon=1), r"^matrix\[0\]\[0\]: .*needs constant="),
        (lambda: Mechanism(None, ("line", 3), epsilon=1, rounding="0.1"), "^rounding: .*a matrix or a family"),
        (lambda: Mechanism(None, ("line", 3), epsilon=1, outputs=["a"]), "^outputs: .*a matrix or a family"),
        (lambda: Mechanism(ROWS, "line", epsilon=1, normalize="yes"), "^normalize: found yes, expected True"),
        (lambda: Mechanism(family="randomised-respons", graph=("complete", 3), epsilon=1), "mean randomized-response"),
        (lambda: Mechanism(ROWS, "line", epsilon=1, claims=[{"claim": "optimal", "prior": "flat"}]), "uniform'}"),
        (lambda: COIN.certify(limits={"steps": 1}), r"^alpha: .*limits=\{'steps': N\}"),
        (lambda: COIN.certify(limits={"step": 1}), r"^limits: expected a dict"),
        (lambda: profile(IRRATIONAL), "^matrix: some entries are irrational"),
        (lambda: profile(QUERY), "^mechanism: it is a query, without a matrix"),
        (lambda: pattern(QUERY), "^mechanism: it is a query"),
        (lambda: trade_off(COIN, (0, 5)), '^pair: found "5"'),
        (lambda: repair(COIN, mixed_with="geometrc"), "^mixed_with: .*'uniform' or a Mechanism"),
        (lambda: repair(COIN, mixed_with=QUERY), "^mixed_with: found a query"),
        (lambda: threshold("line"), r"^nodes: .*threshold\('line', nodes=6\)"),
        (lambda: threshold(COIN, nodes=3), "^nodes: .*none beside a mechanism"),
        (lambda: threshold(networkx.path_graph(3), nodes=3), "^nodes: .*none beside a graph"),
        (lambda: budget("1x30"), r"^delta and epsilon: found neither.*budget\('1x30', delta='1e-6'\)"),
        (lambda: budget("1x30", delta=2), "^delta: found"),
        (lambda: budget("1x1000000000", delta="1e-6"), "^uses: found the number 1000000000"),
        (lambda: construct.optimal(**LINE), "^query: it has no prior"),
        (lambda: construct.optimal(**LINE, priors=TWO), "^prior: it has 2 priors, expected prior= with one of: a, b"),
        (lambda: construct.optimal(**LINE, priors=TWO, prior="c"), "^prior: no prior is named c"),
        (lambda: construct.subset_selection(graph=("complete", 5), alpha="symbolic"), "^size: .*expected size=D"),
        (lambda: construct.discrete_gaussian(**LINE), "^sigma_squared: .*expected sigma_squared=S"),
        (lambda: construct.discrete_gaussian(**LINE, sigma_squared=1), "force=True writes it"),
        (lambda: construct.binomial(**LINE), 'such as epsilon=1, delta="1e-6"'),
        (lambda: construct.truncated_geometric(graph=("cycle", 5), epsilon=1), "^graph: the truncated-geometric"),
        (lambda: construct.geometric(graph=("star", 5), epsilon=1), r"^graph: .*say construct\.alvim\(…\)"),
        (lambda: construct.unary_encoding(graph=("complete", 3), epsilon=1, encoding="opt"), "mean optimized"),
        (lambda: construct.rappor(graph=("complete", 6), epsilon=1, parameters="f=1"), '^parameters: .*parameters="f='),
        (
            lambda: construct.subsampled(graph=CUBE, epsilon=1),
            "^rate: .*rate=Q",
        ),
        (lambda: import_table(b"0.5,0.5", QUERY), "^table:1:8: found 1 row"),
        (lambda: Mechanism.compose([], epsilon=1), "^parts: found an empty list"),
        (lambda: Part(), "^Part: found none of them"),
        (lambda: Part(ROWS, family="uniform"), "^Part: found matrix and family"),
    ],
)
def test_a_message_names_an_argument(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(MechanismError, match=said) as caught:
        call()
    message = str(caught.value)
    assert "--" not in message and "mechanism.json" not in message and not re.search(r"\$\.(?!pri)", message), message
    assert caught.value.file is None


def test_what_is_meant_otherwise() -> None:
    calls: list[tuple[Callable[[], Any], type[Exception], str]] = [
        (lambda: Mechanism("m.json", "line", epsilon=1), MechanismError, r"say Mechanism\.read\(path\)"),
        (lambda: Mechanism("m.csv", "line", epsilon=1), MechanismError, r"say Mechanism\.from_csv"),
        (lambda: Mechanism(COIN.to_dict(), "line", epsilon=1), MechanismError, r"say Mechanism\.from_json"),
        (lambda: Mechanism(ROWS, numpy.array([[0, 1], [1, 0]]), epsilon=1), MechanismError, "from_numpy_array"),
        (lambda: construct.geometric(COIN), MechanismError, r"say m\.as_query\(\)"),
        (lambda: construct.geometric("line", epsilon=1), TypeError, r"^query: .*graph=\('line', 6\)"),  # type: ignore[arg-type]
        (lambda: construct.make("staircase", **LINE, size=2), TypeError, "goes with subset-selection, local-hashing"),
        (lambda: COIN.write("/no/such/folder/m.json"), FileNotFoundError, r"m\.json'$"),
        (lambda: setattr(COIN, "epsilon", 2), AttributeError, r"say m\.replace\(…\)"),
    ]
    for call, kind, said in calls:
        with pytest.raises(kind, match=said):
            call()
    array = numpy.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    whole: Any = networkx.from_numpy_array(array)
    assert Mechanism([[1]] * 3, whole, epsilon=1).graph.number_of_edges() == 2


def test_what_is_not_accepted_is_false() -> None:
    report = COIN.certify()
    assert verify(COIN, report.certificate)
    assert not verify(COIN.replace(alpha="1/3"), report.certificate)


def test_explanations_name_arguments() -> None:
    doubles = Mechanism([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]], "line", epsilon=2).certify()
    [said] = doubles["stochastic"].explanation
    assert "`normalize=True`" in said and "`rounding=R`" in said and "--" not in said
    # The text is the command's own.
    assert "--normalise" in str(doubles)


def test_a_text_is_named_as_the_argument() -> None:
    with pytest.raises(MechanismError, match=r"^text:1:12: \$\.format: found the number 3") as caught:
        Mechanism.from_json('{"format": 3}')
    assert (caught.value.file, caught.value.line, caught.value.column) == (None, 1, 12)


def test_a_file_that_is_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    QUERY.write(path)
    with pytest.raises(MechanismError, match=r"q\.json:1:1: \$: ") as caught:
        profile(Mechanism.read(path))
    assert caught.value.file == str(path) and caught.value.line == 1
    with pytest.raises(LimitError, match=r"q\.json:"):
        Mechanism.read(path).certify(limits={"steps": 1})


def test_limits_of_the_mechanism_are_those_of_what_is_asked() -> None:
    m = Mechanism([["1"]] * 3, "line", epsilon=1, limits={"nodes": 5})
    assert m.certify().ok and m.certify(limits={"nodes": 3}).ok
    with pytest.raises(LimitError):
        m.certify(limits={"nodes": 2})


def test_a_threshold_needs_a_graph_alone() -> None:
    ring = threshold("cycle", nodes=4)
    assert ring.set == threshold(("cycle", 4)).set == threshold(networkx.cycle_graph(4)).set
    edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
    assert threshold(edges).set == ring.set == threshold(Mechanism(graph=("cycle", 4), epsilon=1)).set
    assert threshold(edges).report.mechanism.labels == ["a", "b", "c", "d"]


@pytest.mark.parametrize("declared", [{"alpha": "1/2"}, {"alpha": "9/10"}, {"epsilon": 1}, {"alpha": "symbolic"}])
@pytest.mark.parametrize("nodes", [3, 4, 5, 6])
def test_geometric_on_a_ring(nodes: int, declared: dict[str, Any]) -> None:
    m = construct.geometric(graph=("cycle", nodes), **declared)
    report = m.certify()
    assert report.ok and report["dp"].verdict == "holds"
    assert report["dp"].values["alpha_max"] == m.alpha or "alpha" in declared or "epsilon" in declared
    at_half = m if declared == {"alpha": "1/2"} else construct.geometric(graph=("cycle", nodes), alpha="1/2")
    assert at_half.matrix is not None
    first = at_half.matrix[0]
    assert [x / first[0] for x in first] == [2.0 ** -min(d, nodes - d) for d in range(nodes)]  # type: ignore[operator]


def test_geometric_elsewhere() -> None:
    line = construct.geometric(graph=("line", 4), alpha="1/2")
    assert line.matrix == construct.truncated_geometric(graph=("line", 4), alpha="1/2").matrix
    ring: Any = networkx.relabel_nodes(networkx.cycle_graph(6), {0: 3, 3: 0})
    assert construct.geometric(graph=ring, epsilon=1).certify().ok
    two = networkx.disjoint_union(networkx.cycle_graph(3), networkx.cycle_graph(3))
    with pytest.raises(MechanismError, match="^graph"):
        construct.geometric(graph=two, epsilon=1)


def test_results_of_many_name_their_place() -> None:
    found = certify_many([COIN, b"[]"])
    assert str(found[1]).startswith("mechanisms[1]:1:1:")


def test_other_spellings_of_names() -> None:
    british = construct.randomised_response(graph=("complete", 3), epsilon=1)
    assert british == construct.randomized_response(graph=("complete", 3), epsilon=1)
    one = construct.unary_encoding(graph=("complete", 3), epsilon=1, encoding="optimised")
    assert one == construct.unary_encoding(graph=("complete", 3), epsilon=1, encoding="optimized")
    piece = profile(COIN).pieces[0]
    assert piece.neighbour_mass == piece.neighbor_mass
