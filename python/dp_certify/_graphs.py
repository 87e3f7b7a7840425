"""Who is whose neighbour: what may be given as ``graph``, as a mechanism file's ``query``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _exact
from .errors import wrong

EXPECTED = "a name such as 'line', a name with parameters, a networkx graph or a list of edges"
SIZED = ("line", "cycle", "complete", "star")
PARAMETERS = {"hamming": ("values", "individuals"), "sum": ("individuals", "max"), "counts": ("individuals", "queries")}


def in_order(graph: object) -> str | None:
    """The graph's name where who is whose neighbour follows from the order of the rows, from one end to another."""
    name = (
        graph.get("graph") if isinstance(graph, Mapping) else graph[0] if isinstance(graph, tuple) and graph else graph
    )
    return name if isinstance(name, str) and name in ("line", *PARAMETERS) else None


def query(graph: object, nodes: int | None, labels: list[str] | None) -> dict[str, Any]:
    """The ``query`` of a mechanism file.

    Parameters
    ----------
    graph
        What was given.
    nodes
        How many rows the matrix has, where there is one.
    labels
        The names of the nodes.
    """
    if graph is None:
        hint = "whether a table is private depends on who is whose neighbour: 'complete', any two inputs, as in local "
        hint += "privacy; 'line', inputs next to each other, as of a count"
        raise wrong("graph", "none", EXPECTED, path="$.query", hint=hint)
    if isinstance(graph, str):
        found = _named(graph, {}, nodes, labels)
    elif isinstance(graph, Mapping):
        found = _mapping(dict(graph), nodes, labels)
    elif isinstance(graph, tuple) and len(graph) == 2 and isinstance(graph[0], str) and not isinstance(graph[1], str):
        name, more = graph
        if isinstance(more, int) and not isinstance(more, bool):
            found = _named(name, {"nodes": more}, nodes, labels)
        elif isinstance(more, Mapping):
            found = _named(name, dict(more), nodes, labels)
        else:
            raise wrong("graph", more, f"the parameters of {name}, a dict", path="$.query")
    elif type(graph).__module__.split(".")[0] == "networkx" or hasattr(graph, "is_multigraph"):
        found, of_graph = _networkx(graph)
        if labels is None:
            labels = of_graph
    elif isinstance(graph, Iterable) and not isinstance(graph, (bytes, bytearray)):
        found = _edges(list(graph), nodes, labels)
    else:
        raise wrong("graph", f"{graph!r} of type {type(graph).__name__}", EXPECTED, path="$.query")
    own = found.get("nodes")
    if nodes is not None and isinstance(own, int) and own != nodes:
        raise wrong("graph", f"{own} nodes", f"{nodes}, a node for each row of the matrix", path="$.query.nodes")
    if labels is not None and "labels" not in found:
        found["labels"] = labels
    return found


def _named(name: str, more: dict[str, Any], nodes: int | None, labels: list[str] | None) -> dict[str, Any]:
    if name in PARAMETERS and not any(key in more for key in PARAMETERS[name]):
        one, other = PARAMETERS[name]
        say = f"say graph=('{name}', {{'{one}': …, '{other}': …}})"
        raise wrong("graph", f"'{name}' without parameters", f"its {one} and {other}", path="$.query", hint=say)
    if name not in PARAMETERS and "nodes" not in more:
        if nodes is None:
            nodes = len(labels) if labels is not None else None
        if nodes is None:
            say = f"say graph=('{name}', 6), or give labels"
            raise wrong(
                "graph", f"'{name}' without a number of nodes", "one, as there is no matrix", path="$.query", hint=say
            )
        more = {"nodes": nodes, **more}
    return {"graph": name, **more}


def _mapping(given: dict[Any, Any], nodes: int | None, labels: list[str] | None) -> dict[str, Any]:
    bad = next((key for key in given if not isinstance(key, str)), None)
    if bad is not None:
        raise wrong("graph", f"the key {bad!r}", "the keys of a mechanism file's query", path="$.query")
    name = given.get("graph")
    if isinstance(name, str):
        return _named(name, {key: part for key, part in given.items() if key != "graph"}, nodes, labels)
    if "edges" in given:
        count = given.get("nodes", nodes)
        names = given.get("labels", labels)
        edges = given["edges"]
        if isinstance(edges, (str, bytes)) or not isinstance(edges, Iterable):
            raise wrong("graph", f"the edges {edges!r}", "a list of pairs of nodes", path="$.query.edges")
        # What else is no list of names, the reader of the file says.
        if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
            names = ()
        return {**given, **_edges(list(edges), count, list(names) or None)}
    return given


def _networkx(graph: Any) -> tuple[dict[str, Any], list[str] | None]:
    if graph.is_directed():
        raise wrong(
            "graph",
            "a directed graph",
            "an undirected one",
            path="$.query",
            hint="neighbours are neighbours of each other: say graph.to_undirected()",
        )
    if graph.is_multigraph():
        raise wrong("graph", "a multigraph", "a simple graph", path="$.query", hint="say networkx.Graph(graph)")
    names = list(graph.nodes)
    place = {name: i for i, name in enumerate(names)}
    edges = []
    for u, v in graph.edges:
        if u == v:
            raise wrong(
                "graph",
                f"a self-loop at {u!r}",
                "a graph without",
                path="$.query.edges",
                hint="say graph.remove_edges_from(networkx.selfloop_edges(graph))",
            )
        edge: list[Any] = sorted((place[u], place[v]))
        length = graph.edges[u, v].get("length")
        if length is not None:
            edge.append(_exact.text(length, f"the length of {u!r} – {v!r}", path="$.query.edges", as_printed=True))
        edges.append(edge)
    labels = None if names == list(range(len(names))) else [str(name) for name in names]
    return {"nodes": len(names), "edges": edges}, labels


def _edges(given: list[Any], nodes: int | None, labels: list[str] | None) -> dict[str, Any]:
    place = {label: i for i, label in enumerate(labels or [])}
    edges: list[list[Any]] = []
    for k, pair in enumerate(given):
        where, path = f"graph[{k}]", f"$.query.edges[{k}]"
        if isinstance(pair, str) or not isinstance(pair, Iterable):
            raise wrong(where, pair, "a pair of nodes", path=path)
        ends = list(pair)
        length = [_exact.text(ends.pop(), where, path=path, as_printed=True)] if len(ends) == 3 else []
        if len(ends) != 2:
            raise wrong(where, f"{len(ends)} nodes", "a pair, or a pair and a length", path=path)
        edge: list[Any] = []
        for end in ends:
            number = end if isinstance(end, int) and not isinstance(end, bool) else None
            if number is None and type(end).__module__ == "numpy" and hasattr(end, "__index__"):
                number = int(end)
            if number is None:
                try:
                    number = place.get(end)
                except TypeError:
                    number = None
            if number is None:
                known = "a number from 0" + (f", or one of the labels {', '.join(labels[:6])}" if labels else "")
                raise wrong(where, end, known, path=path)
            edge.append(number)
        edges.append(edge + length)
    if nodes is None:
        nodes = len(labels) if labels is not None else 1 + max((max(edge[:2]) for edge in edges), default=0)
    return {"nodes": nodes, "edges": edges}
