"""Who is whose neighbor: what may be given as ``graph``, as a mechanism file's ``query``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _exact, _names
from .errors import wrong

EXPECTED = "a name such as 'line', a name with parameters, a networkx graph or a list of edges"
#: More nodes than a graph may have.
MOST = 2**31
SIZED = ("line", "cycle", "complete", "star")
PARAMETERS = {"hamming": ("values", "individuals"), "sum": ("individuals", "max"), "counts": ("individuals", "queries")}


def in_order(graph: object) -> str | None:
    """The graph's name where who is whose neighbor follows from the order of the rows, and not from its own labels."""
    name: object = graph
    more: object = None
    if isinstance(graph, Mapping):
        name, more = graph.get("graph"), graph
    elif isinstance(graph, tuple) and graph:
        name, more = graph[0], graph[-1]
    named = isinstance(more, Mapping) and "labels" in more
    return name if isinstance(name, str) and name in ("line", *PARAMETERS) and not named else None


def query(graph: object, nodes: int | None, names: list[str] | None) -> dict[str, Any]:
    """The ``query`` of a mechanism file, its nodes in the order of the names unless it has an order of its own.

    Parameters
    ----------
    graph
        What was given.
    nodes
        How many rows the matrix has, where there is one.
    names
        What the rows are called, or the nodes where there is no matrix.
    """
    if graph is None:
        hint = "whether a table is private depends on who is whose neighbor: 'complete', any two inputs, as in local "
        hint += "privacy; 'line', inputs next to each other, as of a count"
        raise wrong("graph", "none", EXPECTED, path="$.query", hint=hint)
    if isinstance(graph, str):
        found = _named(graph, {}, nodes, names)
    elif isinstance(graph, Mapping):
        found = _mapping(dict(graph), nodes, names)
    elif isinstance(graph, tuple) and len(graph) == 2 and isinstance(graph[0], str) and not isinstance(graph[1], str):
        name, more = graph
        if isinstance(more, int) and not isinstance(more, bool):
            found = _named(name, {"nodes": more}, nodes, names)
        elif isinstance(more, Mapping):
            found = _named(name, dict(more), nodes, names)
        else:
            raise wrong("graph", more, f"the parameters of {name}, a dict", path="$.query")
    elif type(graph).__module__.split(".")[0] == "networkx" or hasattr(graph, "is_multigraph"):
        found = _networkx(graph, nodes, names)
    elif hasattr(graph, "columns"):
        hint = "say networkx.from_pandas_edgelist(frame, …), or frame.values of two columns"
        raise wrong("graph", f"a {type(graph).__name__}", EXPECTED, path="$.query", hint=hint)
    elif isinstance(graph, Iterable) and not isinstance(graph, (bytes, bytearray)):
        found = _edges(list(graph), nodes, names)
    else:
        raise wrong("graph", f"{graph!r} of type {type(graph).__name__}", EXPECTED, path="$.query")
    own = found.get("nodes")
    if nodes is not None and isinstance(own, int) and own != nodes:
        raise wrong("graph", f"{own} nodes", f"{nodes}, a node for each row of the matrix", path="$.query.nodes")
    if names is not None and "labels" not in found and "databases" not in found and names != _names.numbers(len(names)):
        found["labels"] = names
    return found


def labels(query: Mapping[str, Any]) -> list[str] | None:
    """The names of its nodes, where it has a list of such."""
    found = query.get("labels")
    is_list = isinstance(found, (list, tuple)) and all(isinstance(name, str) for name in found)
    return list(found) if is_list and found is not None else None


def _named(name: str, more: dict[str, Any], nodes: int | None, names: list[str] | None) -> dict[str, Any]:
    if name in PARAMETERS and not any(key in more for key in PARAMETERS[name]):
        one, other = PARAMETERS[name]
        say = f"say graph=('{name}', {{'{one}': …, '{other}': …}})"
        raise wrong("graph", f"'{name}' without parameters", f"its {one} and {other}", path="$.query", hint=say)
    if name not in PARAMETERS and "nodes" not in more:
        if nodes is None:
            nodes = len(names) if names is not None else None
        if nodes is None:
            say = f"say graph=('{name}', 6), or give labels"
            raise wrong(
                "graph", f"'{name}' without a number of nodes", "one, as there is no matrix", path="$.query", hint=say
            )
        more = {"nodes": nodes, **more}
    return {"graph": name, **more}


def _mapping(given: dict[Any, Any], nodes: int | None, names: list[str] | None) -> dict[str, Any]:
    bad = next((key for key in given if not isinstance(key, str)), None)
    if bad is not None:
        raise wrong("graph", f"the key {bad!r}", "the keys of a mechanism file's query", path="$.query")
    name = given.get("graph")
    if isinstance(name, str):
        return _named(name, {key: part for key, part in given.items() if key != "graph"}, nodes, names)
    if "edges" in given:
        own = labels(given)
        count = given.get("nodes", nodes if own is None else len(own))
        edges = given["edges"]
        if isinstance(edges, (str, bytes)) or not isinstance(edges, Iterable):
            raise wrong("graph", f"the edges {edges!r}", "a list of pairs of nodes", path="$.query.edges")
        if own is None:
            return {**given, **_edges(list(edges), count, names)}
        found = _edges(list(edges), count, own)
        if names is None:
            return {**given, **found}
        return {**given, "nodes": found["nodes"], **_moved(found["edges"], own, names)}
    return given


def _moved(edges: list[list[Any]], own: list[str], names: list[str]) -> dict[str, Any]:
    """Edges between places of the graph's own names, as edges between those of the rows' names."""
    order = _names.order(names, own, "graph", "the inputs", "$.query")
    if order is None:
        # In one order, or one of the two has no names and takes the other's.
        return {"edges": edges, "labels": own if names == _names.numbers(len(names)) else names}
    at = {place: k for k, place in enumerate(order)}
    return {"edges": [[*sorted((at[edge[0]], at[edge[1]])), *edge[2:]] for edge in edges], "labels": names}


def _networkx(graph: Any, nodes: int | None, names: list[str] | None) -> dict[str, Any]:
    if graph.is_directed():
        raise wrong(
            "graph",
            "a directed graph",
            "an undirected one",
            path="$.query",
            hint="neighbors are neighbors of each other: say graph.to_undirected()",
        )
    if graph.is_multigraph():
        raise wrong("graph", "a multigraph", "a simple graph", path="$.query", hint="say networkx.Graph(graph)")
    found = list(graph.nodes)
    # Nodes that are exactly 0, …, n-1, as numbers or as text, are numbers of rows, in whatever order they were added.
    if {_names.text(node) for node in found} == set(_names.numbers(len(found))):
        found = sorted(found, key=lambda node: int(_names.text(node)))
    own = [_names.text(node) for node in found]
    if len(set(own)) < len(own):
        again = next(name for i, name in enumerate(own) if name in own[:i])
        raise wrong("graph", f"two nodes called {again!r}", "names that differ as text", path="$.query")
    place = {node: i for i, node in enumerate(found)}
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
    query: dict[str, Any] = {"nodes": len(own), "edges": edges}
    if nodes is not None and nodes != len(own) and (names is None or own == _names.numbers(len(own))):
        return query
    if names is not None:
        query.update(_moved(edges, own, names))
    elif own != _names.numbers(len(own)):
        query["labels"] = own
    if query.get("labels") == _names.numbers(len(own)):
        del query["labels"]
    return query


def _edges(given: list[Any], nodes: int | None, names: list[str] | None) -> dict[str, Any]:
    if _is_adjacency(given):
        table = "a square, symmetric table, as of an adjacency matrix"
        raise wrong("graph", table, EXPECTED, path="$.query", hint="say networkx.from_numpy_array(A)")
    ends: list[Any] = []
    lengths: list[list[str]] = []
    for k, pair in enumerate(given):
        where, path = f"graph[{k}]", f"$.query.edges[{k}]"
        if isinstance(pair, str) or not isinstance(pair, Iterable):
            raise wrong(where, pair, "a pair of nodes", path=path)
        listed = list(pair)
        lengths.append([_exact.text(listed.pop(), where, path=path, as_printed=True)] if len(listed) == 3 else [])
        if len(listed) != 2:
            raise wrong(where, f"{len(listed)} nodes", "a pair, or a pair and a length", path=path)
        ends += listed
    if names is None and ends and all(isinstance(end, str) for end in ends):
        own = list(dict.fromkeys(ends))
        if nodes is not None and own != _names.numbers(nodes) and not set(own) <= set(_names.numbers(nodes)):
            hint = f"say labels={own!r}, in the order of the rows"
            raise wrong("graph", f"nodes by name, {own[0]!r}", "rows with names", path="$.query.edges", hint=hint)
        if nodes is None and not _names.are_numbers(sorted(own)):
            # There are no rows whose order this could be mistaken for.
            return {**_edges(given, len(own), own), "labels": own}
    whole = [_whole(end) for end in ends]
    if nodes is None:
        numbered = (1 + max((end for end in whole if end is not None), default=0)) if names is None else 0
        nodes = numbered if names is None else len(names)
    if names is None and None not in whole:
        # Where they are out of range the reader of the file says so.
        found = [end for end in whole if end is not None]
    else:
        count = nodes if isinstance(nodes, int) and 0 <= nodes < MOST else 0
        found, bad = _names.places(ends, names, count)
        if bad is not None:
            raise wrong(f"graph[{bad // 2}]", ends[bad], _names.expected(names), path=f"$.query.edges[{bad // 2}]")
    pairs = zip(found[::2], found[1::2], lengths)
    return {"nodes": nodes, "edges": [[i, j, *length] for i, j, length in pairs]}


def _is_adjacency(given: list[Any]) -> bool:
    """Whether these are the rows of a square, symmetric table with 0 on its diagonal, and so no list of edges."""
    n = len(given)
    rows = [row for row in given if isinstance(row, list) or type(row).__module__ == "numpy"]
    if n < 2 or len(rows) < n or any(getattr(row, "shape", (n,)) != (n,) or len(row) != n for row in rows):
        return False
    return all(bool(rows[i][k] == rows[k][i]) and bool(rows[i][i] == 0) for i in range(n) for k in range(i, n))


def _whole(end: Any) -> int | None:
    """A whole number of Python or NumPy."""
    if isinstance(end, int) and not isinstance(end, bool):
        return end
    return int(end) if type(end).__module__ == "numpy" and hasattr(end, "__index__") else None
