"""Two named things that meet are aligned by name, or refused; positions count only where one has no names."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import networkx
import numpy
import pandas
import pytest

from dp_certify import Mechanism, MechanismError, Part, import_table, repair, trade_off

# Private at α = 1/3 on north – centre – south, and on no other line of the three.
ROWS = {
    "north": ["3/4", "1/6", "1/12"],
    "centre": ["1/4", "1/2", "1/4"],
    "south": ["1/12", "1/6", "3/4"],
}
EDGES = [("north", "centre"), ("centre", "south")]
ORDERS = list(permutations(ROWS))
LINE = {"graph": "line", "nodes": 3, "labels": ["north", "centre", "south"]}


def frame(order: Any, names: Any = None) -> Any:
    return pandas.DataFrame([ROWS[name] for name in order], index=names or list(order), columns=["N", "C", "S"])


def graph(edges: Any = EDGES, nodes: Any = ()) -> Any:
    found: Any = networkx.Graph()
    found.add_nodes_from(nodes)
    found.add_edges_from(edges)
    return found


def holds(matrix: Any, graph: Any, **more: Any) -> bool:
    return Mechanism(matrix, graph=graph, alpha="1/3", **more).certify()["dp"].verdict == "holds"


@pytest.mark.parametrize("order", ORDERS)
def test_a_frame_meets_a_graph_by_name(order: Any) -> None:
    for nodes in ORDERS:
        assert holds(frame(order), graph(nodes=nodes))
    assert holds(frame(order), EDGES) and holds(frame(order), {"nodes": 3, "edges": EDGES})
    assert holds(frame(order), LINE)
    assert holds(frame(order), ("line", {"labels": LINE["labels"]}))
    assert holds(frame(order), {**LINE, "graph": "star", "labels": ["centre", "south", "north"]})
    edges = {"nodes": 3, "labels": ["south", "north", "centre"], "edges": [[0, 2], [1, 2]]}
    assert holds(frame(order), edges)
    assert not holds(frame(order), graph([("north", "south"), ("south", "centre")]))


def test_the_example_of_the_issue() -> None:
    index = ["north", "south", "centre"]
    rows = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/8", "3/4", "1/8"]]
    table = pandas.DataFrame(rows, index=index)
    edges = Mechanism(table, graph=EDGES, alpha="1/2").certify()["dp"]
    assert edges.verdict == "fails"
    assert Mechanism(table, graph=graph(), alpha="1/2").certify()["dp"].counterexample == edges.counterexample


@pytest.mark.parametrize("order", ORDERS)
def test_labels_meet_the_frame_and_the_graph_by_name(order: Any) -> None:
    labels = ["north", "centre", "south"]
    assert holds(frame(order), "line", labels=labels)
    assert holds(frame(order), EDGES, labels=labels)
    m = Mechanism(frame(order), graph="line", alpha="1/3", labels=labels)
    assert m.labels == labels and m.to_dict()["mechanism"]["matrix"] == list(ROWS.values())
    # Rows of a list are called by the labels.
    assert holds([ROWS[name] for name in order], LINE, labels=list(order))
    assert holds([ROWS[name] for name in order], graph(), labels=list(order))


def test_unequal_names_are_an_error_that_names_the_difference() -> None:
    west = frame(ROWS, ["north", "centre", "west"])
    for given in (
        {"graph": graph()},
        {"graph": LINE},
        {"graph": {"nodes": 3, "labels": ["north", "centre", "south"], "edges": [[0, 1]]}},
        {"graph": "line", "labels": ["north", "centre", "south"]},
    ):
        with pytest.raises(MechanismError) as caught:
            Mechanism(west, alpha="1/3", **given)
        assert "'west'" in str(caught.value) and "'south'" in str(caught.value)
    with pytest.raises(MechanismError, match="'west'"):
        Mechanism(graph=graph([("north", "west")]), labels=["north", "south"], alpha="1/3")
    with pytest.raises(MechanismError, match="graph.0.: found west"):
        Mechanism(frame(ROWS), graph=[("north", "west")], alpha="1/3")
    twice = frame(ROWS, ["north", "centre", "north"])
    with pytest.raises(MechanismError, match="'north', which is there twice|'south'"):
        Mechanism(twice, graph=graph(), alpha="1/3")


def test_positions_where_one_side_has_no_names() -> None:
    rows = list(ROWS.values())
    assert holds(rows, graph(nodes=ROWS)) and holds(pandas.DataFrame(rows), graph(nodes=ROWS))
    assert holds(frame(ROWS), networkx.path_graph(3)) and holds(frame(ROWS), [(0, 1), (1, 2)])
    # Nodes that are 0, 1, 2 are numbers of rows, in whatever order they were added.
    assert holds(rows, graph([(2, 1), (1, 0)])) and not holds(rows, graph([(2, 0), (0, 1)]))
    assert Mechanism(rows, graph=graph([(2, 1), (1, 0)]), alpha="1/3").labels is None


@pytest.mark.parametrize("order", ORDERS)
def test_integers_are_names_where_both_have_them(order: Any) -> None:
    number = {"north": 0, "centre": 1, "south": 2}
    shuffled = frame(order, [number[name] for name in order])
    for path in (networkx.path_graph(3), [(0, 1), (1, 2)], [(numpy.int64(0), 1), (1, 2)], "line", ("line", 3)):
        assert holds(shuffled, path), path
    moved = shuffled.index.tolist() != [0, 1, 2]
    assert holds(shuffled, "line", priors={"at": {"point": 2}})
    if moved:
        with pytest.raises(MechanismError, match="entries without names"):
            Mechanism(shuffled, graph="line", alpha="1/3", priors=["1/2", "1/4", "1/4"])
    years = frame(order, [number[name] + 1 for name in order])
    assert holds(years, [(1, 2), (2, 3)]) and holds(years, graph([(1, 2), (2, 3)]))
    with pytest.raises(MechanismError, match="graph.0.: found 0"):
        Mechanism(years, graph=[(0, 1)], alpha="1/3")
    with pytest.raises(MechanismError, match="another order"):
        Mechanism(graph=("line", 3), labels=["2", "0", "1"], alpha="1/3")


def test_rows_whose_names_have_numbers_out_of_order() -> None:
    with pytest.raises(MechanismError, match="matrix: found the row 'n10' after 'n11'"):
        Mechanism(frame(ROWS, ["n9", "n11", "n10"]), graph="line", alpha="1/3")
    assert holds(frame(ROWS, ["n9", "n11", "n10"]), [("n9", "n11"), ("n11", "n10")])
    assert holds(frame(ROWS, ["n9", "n11", "n10"]), {**LINE, "labels": ["n9", "n11", "n10"]})


def test_rows_of_databases_stand_in_their_order() -> None:
    cube: Any = ("hamming", {"values": 2, "individuals": 2})
    for order in permutations([(0, 0), (0, 1), (1, 0), (1, 1)]):
        table = pandas.DataFrame([["1/2", "1/2"]] * 4, index=pandas.MultiIndex.from_tuples(order))
        if list(order) in (sorted(order), sorted(order, reverse=True)):
            assert Mechanism(table, graph=cube, alpha="1/3").labels == [str(name) for name in order]
        else:
            with pytest.raises(MechanismError, match=r"matrix: found the row '\(.*' after '\(.*order of names"):
                Mechanism(table, graph=cube, alpha="1/3")
        # Neighbours by their names are the same in every order.
        made = Mechanism(table, graph=networkx.grid_2d_graph(2, 2), alpha="1/3").to_dict()["query"]
        ends = {frozenset(made["labels"][i] for i in edge) for edge in made["edges"]}
        assert len(ends) == 4 and frozenset(("(0, 0)", "(1, 1)")) not in ends


def test_outputs_meet_the_columns_by_name() -> None:
    table = pandas.DataFrame([["1/4", "3/4"], ["3/4", "1/4"]], columns=["Y", "N"])
    m = Mechanism(table, graph="line", alpha="1/3", outputs=["N", "Y"]).to_dict()["mechanism"]
    assert m == {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "outputs": ["N", "Y"]}
    with pytest.raises(MechanismError, match="'Y', which is none of them, and no 'yes'|'Y'.* and no 'yes'"):
        Mechanism(table, graph="line", alpha="1/3", outputs=["N", "yes"])
    assert Mechanism([["1/4", "3/4"]] * 2, graph="line", alpha="1/3", outputs=["N", "Y"]).shape == (2, 2)
    rows = [pandas.Series({"Y": "1/4", "N": "3/4"}), pandas.Series({"N": "1/4", "Y": "3/4"})]
    assert Mechanism(rows, graph="line", alpha="1/3").to_dict()["mechanism"] == {
        "matrix": [["1/4", "3/4"], ["3/4", "1/4"]],
        "outputs": ["Y", "N"],
    }
    with pytest.raises(MechanismError, match=r"matrix\[1\]: found 'M'"):
        Mechanism([rows[0], pandas.Series({"N": "1/4", "M": "3/4"})], graph="line", alpha="1/3")


def utility(m: Mechanism, name: str = "utility") -> Fraction:
    found = next(claim for claim in m.certify() if claim.name == name).values["utility"]
    assert isinstance(found, Fraction)
    return found


@pytest.mark.parametrize("order", ORDERS)
def test_priors_gains_and_losses_are_by_name(order: Any) -> None:
    weights = {"north": Fraction(1, 2), "centre": Fraction(1, 3), "south": Fraction(1, 6)}
    worth = {"north": 3, "centre": 1, "south": 2}
    prior = pandas.Series({name: weights[name] for name in order})
    gain = pandas.DataFrame([[worth[name] if name == guess else 0 for name in order] for guess in ROWS], columns=order)
    loss = gain.T.set_axis(list(order), axis=0) * -1
    listed: dict[str, Any] = {"priors": ["1/2", "1/3", "1/6"], "gain": gain[list(ROWS)].values}
    expected = utility(Mechanism(list(ROWS.values()), graph="line", alpha="1/3", **listed))
    for rows in ORDERS:
        m = Mechanism(frame(rows), graph=EDGES, alpha="1/3", priors={"p": prior}, gain=gain)
        assert utility(m) == expected
        assert utility(Mechanism(frame(rows), graph=LINE, alpha="1/3", priors=prior, loss=loss)) == expected
        rows_of = [pandas.Series({name: worth[name] if name == guess else 0 for name in order}) for guess in ROWS]
        assert utility(Mechanism(frame(rows), graph=EDGES, alpha="1/3", priors=prior, gain=rows_of)) == expected
    west = prior.rename({"south": "west"})
    with pytest.raises(MechanismError, match="priors.*'west'.*'south'"):
        Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", priors={"p": west})
    with pytest.raises(MechanismError, match="gain.*'west'.*'south'"):
        Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", gain=gain.rename(columns={"south": "west"}))
    with pytest.raises(MechanismError, match="loss.*'west'.*'south'"):
        Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", loss=loss.rename({"south": "west"}))
    # Without names: by position, and refused where that may be of two things.
    assert holds(frame(ROWS), EDGES, priors=pandas.Series([Fraction(1, 3)] * 3))
    if list(order) != LINE["labels"]:
        for given in ({"priors": ["1/2", "1/4", "1/4"]}, {"gain": [[1, 0, 0]]}, {"priors": {"p": {"point": 0}}}):
            with pytest.raises(MechanismError, match="entries without names"):
                Mechanism(frame(order), graph=LINE, alpha="1/3", **given)
    m = Mechanism(frame(order), graph=LINE, alpha="1/3", priors={"p": {"point": "south"}})
    assert m.to_dict()["priors"] == {"p": {"point": 2}}


def test_a_number_that_is_another_s_name_is_refused() -> None:
    years = frame(ROWS, [1, 2, 3])
    with pytest.raises(MechanismError, match="found 1, the name of input 0 and the number of '2'"):
        Mechanism(years, graph=[(1, 2), (2, 3)], alpha="1/3", priors={"p": {"point": 1}})
    named = Mechanism(years, graph=[(1, 2), (2, 3)], alpha="1/3", priors={"p": {"point": "1"}})
    assert named.to_dict()["priors"] == {"p": {"point": 0}}


def test_answers_of_databases_are_names() -> None:
    query = {"databases": {"values": 2, "individuals": 2}, "answers": ["none", "some", "some", "all"]}
    rows = {"none": ["3/4", "1/6", "1/12"], "some": ["1/4", "1/2", "1/4"], "all": ["1/12", "1/6", "3/4"]}
    for order in permutations(rows):
        table = pandas.DataFrame([rows[name] for name in order], index=order)
        assert holds(table, query)
    with pytest.raises(MechanismError, match="'any'.*'all'"):
        Mechanism(pandas.DataFrame(list(rows.values()), index=["none", "some", "any"]), graph=query, alpha="1/3")


@pytest.mark.parametrize("order", ORDERS)
def test_parts_of_a_composition_are_by_name(order: Any) -> None:
    first = Mechanism(frame(ROWS), graph=EDGES, alpha="1/3")
    for part in (Part(frame(order)), Mechanism(frame(order), graph=graph(), alpha="1/3")):
        both = Mechanism.compose([first, (part, 2)], alpha="1/27")
        assert both.certify()["dp"].verdict == "holds" and both.labels == ["north", "centre", "south"]
        assert Mechanism.compose([part, first], graph=graph(), alpha="1/9").certify()["dp"].verdict == "holds"
    with pytest.raises(MechanismError, match=r"parts\[1\].*'west'.*'south'"):
        Mechanism.compose([first, Part(frame(ROWS, ["north", "centre", "west"]))], alpha="1/9")
    with pytest.raises(MechanismError, match="'west'"):
        Mechanism.compose([first], labels=["north", "centre", "west"], alpha="1/3")
    if list(order) != list(ROWS):
        with pytest.raises(MechanismError, match=r"parts\[1\]: found entries without names"):
            Mechanism.compose([first, Part(list(ROWS.values())), Part(frame(order))], alpha="1/9")


def test_tables_are_by_name(tmp_path: Path) -> None:
    text = "place,N,C,S\n" + "".join(f"{name},{','.join(ROWS[name])}\n" for name in ("south", "north", "centre"))
    for given in ({"graph": graph()}, {"graph": LINE}, {"graph": "line", "labels": LINE["labels"]}):
        assert Mechanism.from_csv(text, alpha="1/3", **given).certify()["dp"].verdict == "holds"
    query = Mechanism(graph=LINE, alpha="1/3")
    made = import_table(text.encode(), query)
    assert made.certify()["dp"].verdict == "holds" and made.labels == LINE["labels"]
    with pytest.raises(MechanismError, match='found the row "centre"|found the row "west"'):
        import_table(text.replace("south", "west").encode(), query)
    y = Mechanism(frame(["south", "north", "centre"]), graph=graph(), alpha="1/3")
    y.write(tmp_path / "y.json")
    x = Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", claims=[{"claim": "derivable", "from": "y.json"}])
    x.write(tmp_path / "x.json")
    assert Mechanism.read(tmp_path / "x.json").certify()["derivable"].verdict == "holds"
    x = x.with_claims(None)
    sharp = pandas.DataFrame([[1, 0, 0], [0, 1, 0], [0, 0, 1]], index=list(ROWS), columns=["N", "C", "S"])
    share = repair(Mechanism(sharp, graph=EDGES, alpha="1/3"), mixed_with=x).share
    assert repair(Mechanism(sharp, graph=EDGES, alpha="1/3"), mixed_with=y).share == share


def test_frames_of_others_are_not_run_through_by_columns() -> None:
    class Frame:
        columns = ("N", "S")

        def __iter__(self) -> Any:
            return iter([["1/4", "3/4"], ["3/4", "1/4"]])

    with pytest.raises(MechanismError, match="say to_pandas"):
        Mechanism(Frame(), graph="line", alpha="1/3")


def test_nodes_that_are_numbers_are_numbers_of_rows_whatever_they_are_made_of() -> None:
    rows = list(ROWS.values())
    numbers = graph([(2, 1), (1, 0)])
    of_numpy: Any = networkx.Graph()
    of_numpy.add_edges_from(numpy.array([[2, 1], [1, 0]]))
    of_text = networkx.parse_edgelist(["2 1", "1 0"])
    of_floats = graph([(2.0, 1.0), (1.0, 0.0)])
    expected = Mechanism(rows, graph=numbers, alpha="1/3").to_dict()["query"]
    assert expected == {"nodes": 3, "edges": [[1, 2], [0, 1]]}
    for given in (of_numpy, of_text, of_floats, numpy.array([[1, 2], [0, 1]])):
        assert Mechanism(rows, graph=given, alpha="1/3").to_dict()["query"] == expected
        assert holds(rows, given) and holds(frame(ROWS), given)
    # 2.0 of an index that once had a gap is the node 2.
    shuffled = frame(["south", "north", "centre"], [2.0, 0.0, 1.0])
    assert holds(shuffled, networkx.path_graph(3)) and holds(shuffled, of_numpy) and holds(shuffled, [(0, 1), (1, 2)])


def test_what_has_no_order_or_several_columns_is_no_list() -> None:
    halves = {Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)}
    for given, place in (
        ({"labels": {"north", "centre", "south"}}, "labels"),
        ({"labels": dict.fromkeys(ROWS, 0)}, "labels"),
        ({"labels": pandas.DataFrame({"name": list(ROWS)})}, "labels"),
        ({"outputs": frozenset("NCS")}, "outputs"),
        ({"priors": {"p": halves}}, r"priors\['p'\]"),
        ({"priors": pandas.DataFrame([["1/2", "1/4", "1/4"]])}, r"priors\['prior'\]"),
        ({"sample": {10, 20, 30}}, "sample"),
        ({"gain": [{1, 0, 2}]}, r"gain\[0\]"),
    ):
        with pytest.raises(MechanismError, match=f"^{place}: found "):
            Mechanism(list(ROWS.values()), graph="line", alpha="1/3", **given)
    # Its columns 0 and 1 were once taken for weights, those of a point.
    with pytest.raises(MechanismError, match="frame.'name'"):
        Mechanism([["1/2", "1/2"]] * 2, graph="line", alpha="1/3", priors={"p": pandas.DataFrame([["1/2", "1/2"]])})
    with pytest.raises(MechanismError, match=r"matrix\[0\]: found a set"):
        Mechanism([{Fraction(1, 3), Fraction(2, 3)}] * 2, graph="line", alpha="1/3")
    with pytest.raises(MechanismError, match="graph: found a DataFrame.*from_pandas_edgelist"):
        Mechanism(frame(ROWS), graph=pandas.DataFrame(EDGES), alpha="1/3")


@pytest.mark.parametrize("order", ORDERS)
def test_a_dict_is_by_its_keys(order: Any) -> None:
    weights = {"north": "1/2", "centre": "1/3", "south": "1/6"}
    prior = {name: weights[name] for name in order}
    m = Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", priors={"p": prior}, sample=dict.fromkeys(order, 7))
    assert m.to_dict()["priors"] == {"p": ["1/2", "1/3", "1/6"]}
    runs = {"north": 10, "centre": 20, "south": 30}
    m = Mechanism(frame(order), graph=LINE, alpha="1/3", sample={name: runs[name] for name in order})
    assert m.sample == (10, 20, 30)
    # Keys that are whole numbers were once taken for the runs themselves.
    years = frame(ROWS, [1, 2, 3])
    assert Mechanism(years, graph="line", alpha="1/3", sample={3: 30, 1: 10, 2: 20}).sample == (10, 20, 30)
    with pytest.raises(MechanismError, match=r"priors\['p'\]: found 'west', which is none of them"):
        Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", priors={"p": {**prior, "west": 0}})
    with pytest.raises(MechanismError, match="unknown key"):
        Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", priors={"p": {"pint": "north"}})


def test_names_of_guesses_say_nothing_of_inputs() -> None:
    worths = numpy.array([[3, 0, 0], [0, 1, 0], [0, 0, 2]])
    names = ["south", "north", "centre"]
    for key, axis in (("gain", "index"), ("loss", "columns")):
        table = pandas.DataFrame(worths, **{axis: names})
        with pytest.raises(MechanismError, match=f"{key}: found the names of the inputs in its {axis}"):
            Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", **{key: table})
        # In the inputs' order, with other names, and where the inputs have none there is one reading.
        for own in (list(ROWS), ["a", "b", "c"]):
            named = pandas.DataFrame(worths, **{axis: own})
            made = Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", **{key: named})
            assert made.to_dict()[key] == [["3", "0", "0"], ["0", "1", "0"], ["0", "0", "2"]]
        assert holds(list(ROWS.values()), "line", **{key: table})


@pytest.mark.parametrize("order", ORDERS)
def test_rows_that_are_series_have_their_names(order: Any) -> None:
    rows = [frame(ROWS).loc[name] for name in order]
    assert holds(rows, EDGES) and holds(rows, graph()) and holds(rows, "line", labels=list(ROWS))
    assert Mechanism(rows, graph=EDGES, alpha="1/3").labels == list(order)
    losses = pandas.DataFrame([[0, 1], [2, 3], [4, 5]], index=list(ROWS))
    given = [losses.loc[name] for name in order]
    made = Mechanism(frame(ROWS), graph=EDGES, alpha="1/3", loss=given)
    assert made.to_dict()["loss"] == [["0", "1"], ["2", "3"], ["4", "5"]]
    with pytest.raises(MechanismError, match="'south'.*'west'"):
        Mechanism(rows, graph="line", alpha="1/3", labels=["north", "centre", "west"])
    # One name for all is none.
    shares = [pandas.Series(ROWS[name], name="proportion") for name in ROWS]
    assert Mechanism(shares, graph="line", alpha="1/3").labels is None


def test_an_index_that_counts_rows_is_no_name_where_others_have_moved() -> None:
    counted = pandas.DataFrame(list(ROWS.values()), index=pandas.Index([0, 1, 2]))
    moved = Part(frame(["south", "north", "centre"]))
    for parts in ([Part(counted), moved], [moved, Part(counted)]):
        with pytest.raises(MechanismError, match="entries without names"):
            Mechanism.compose(parts, graph=LINE, alpha="1/9")
    both = Mechanism.compose([Part(counted), Part(frame(ROWS))], graph="line", alpha="1/9")
    assert both.labels == list(ROWS) and both.certify()["dp"].verdict == "holds"
    prior = pandas.Series(["1/2", "1/4", "1/4"], index=pandas.Index([0, 1, 2]))
    with pytest.raises(MechanismError, match="entries without names"):
        Mechanism(frame(["south", "north", "centre"]), graph=LINE, alpha="1/3", priors=prior)


def test_numbers_of_numpy_are_numbers() -> None:
    claims: list[Any] = [
        {"claim": "trade-off", "from": "truncated-geometric", "pair": [numpy.int64(1), numpy.int64(0)]}
    ]
    made = Mechanism(list(ROWS.values()), graph="line", epsilon=numpy.float32("1.2"), claims=claims)
    assert made.to_dict()["claims"][0]["pair"] == [1, 0] and made.to_dict()["privacy"] == {"epsilon": "1.2"}
    made = Mechanism(list(ROWS.values()), graph="line", alpha="1/3", priors={"p": {"point": numpy.int64(2)}})
    assert made.to_dict()["priors"] == {"p": {"point": 2}}
    assert trade_off(made, (numpy.int64(2), numpy.int64(1))).pair == (2, 1)  # type: ignore[arg-type]
