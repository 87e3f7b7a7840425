"""The nodes of a file that is made: their graph, their order, and the rows of tables in that order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from . import _core, _exact, _graphs, _names, _parts
from .errors import wrong


class Nodes(NamedTuple):
    """The nodes, and whether something else that has names came in another order."""

    #: What they are called, in their order; None: by their numbers, or nothing is called anything.
    names: list[str] | None
    #: Whether other names came in another order, so that positions say nothing.
    moved: bool

    def entries(self, given: Iterable[Any], argument: str, path: str) -> list[Any]:
        """An entry for each node, by name where it has names: those of a Series, or the keys of a dict."""
        _names.expect_order(given, argument, path)
        names = _names.of(given.index) if _names.is_series(given) else None  # type: ignore[attr-defined]
        if isinstance(given, Mapping):
            names, given = [_names.text(name) for name in given], given.values()
        return _names.arranged(list(given), self.order(names, argument, path))

    def order(self, names: list[str] | None, argument: str, path: str) -> list[int] | None:
        """For each node the place of what comes under its name; None: by position, where that says which it is."""
        own = self.names if self.names is not None or names is None else _names.numbers(len(names))
        if names is not None and own is not None and (names == own or not _names.are_numbers(names)):
            return _names.order(own, names, argument, "the inputs", path)
        if self.moved:
            raise _names.by_position(argument, path)
        return None

    def names_one(self, given: Iterable[Any]) -> bool:
        """Whether one of these is the name or number of a node."""
        return any(_names.text(name) in (self.names or ()) or isinstance(_names.plain(name), int) for name in given)

    def number_of(self, node: Any, argument: str, path: str) -> Any:
        """The number of a node that is given by its name or number."""
        node = _names.plain(node)
        if isinstance(node, int) and self.moved and _names.text(node) not in (self.names or ()):
            raise _names.by_position(argument, path)
        return _names.number(node, self.names, argument, path)


def arranged(
    tables: list[_parts.Table], given: dict[str, Any], nodes: int | None
) -> tuple[dict[str, Any], list[_parts.Table], Nodes]:
    """The query, the tables with their rows in the order of its nodes, and these nodes."""
    labels = None if given["labels"] is None else _names.listed(given["labels"], "labels")
    rows = [table.rows for table in tables if table.rows is not None]
    nodes = len(rows[0]) if rows and nodes is None else nodes
    # Labels name the rows that have no names of their own.
    tables = [table if table.names is not None else table._replace(names=labels) for table in tables]
    named = [table for table in tables if table.names is not None]
    of_rows = [table.names for table in named if table.names is not None]
    names = labels if labels is not None else next((each for each in of_rows if not _names.are_numbers(each)), None)
    names = names if names is not None or not of_rows else of_rows[0]
    unlike = names is not None and len(names) != (nodes if nodes is not None else len(names))
    if names is not None and not unlike and sorted(names) == sorted(_names.numbers(len(names))):
        # They are the numbers of nodes, which come in their order.
        if not named and names != _names.numbers(len(names)):
            raise wrong("labels", "the numbers of the nodes in another order", "other names, or their order")
        names = _names.numbers(len(names))
    query = _graphs.query(given["graph"], nodes, names)
    own = _graphs.labels(query)
    if own is None and "databases" in query:
        own = _core.labels(_exact.write(_of_databases(query, nodes)).encode())
    if own is None:
        count = query.get("nodes", nodes)
        own = _names.numbers(count) if names is not None and isinstance(count, int) and not unlike else None
    if own is None or unlike:
        return query, tables, Nodes(own, False)
    moved = [_names.order(own, labels, "labels", "the graph", "$.query.labels")] if labels is not None else []
    moved += [_names.order(own, table.names, table.place, "the inputs") for table in named if table.names is not None]
    is_moved = any(order is not None for order in moved)
    nameless = [table for table in tables if table.rows is not None and _is_nameless(table.names, own)]
    if is_moved and nameless:
        raise _names.by_position(nameless[0].place)
    _expect_order(named, own, given)
    return query, [table.in_order(own) for table in tables], Nodes(own, is_moved)


def _is_nameless(names: list[str] | None, own: list[str]) -> bool:
    """Whether rows come by position."""
    return names is None or (names != own and _names.are_numbers(names))


def _expect_order(named: list[_parts.Table], own: list[str], given: dict[str, Any]) -> None:
    """Rows of a frame whose names have numbers stand in their order where who is whose neighbor follows from it."""
    graph = _graphs.in_order(given["graph"])
    if graph is None or given["labels"] is not None or not named or named[0].names != own:
        return
    at = _names.out_of_order(own)
    if at is not None:
        hint = (
            f"with graph={graph!r} who is whose neighbor follows from the order of the rows: sort them, give labels= "
        )
        hint += "in the order that is meant, or name the neighbors by graph=[(…, …), …]"
        raise wrong(
            named[0].place, f"the row {own[at]!r} after {own[at - 1]!r}", "rows in the order of names", hint=hint
        )


def _of_databases(query: dict[str, Any], nodes: int | None) -> dict[str, Any]:
    """A file whose nodes are those of a query that is given by its answers."""
    file = {"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": _exact.exact(query, "graph")}
    return file if nodes is None else {**file, "mechanism": {"matrix": [["1"]] * nodes}}
