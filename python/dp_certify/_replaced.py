"""A mechanism file with some of its parts replaced."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _exact, _files, _graphs, _matrices, _names, _parts, _priors
from ._nodes import Nodes
from .errors import wrong

if TYPE_CHECKING:
    from .mechanism import Mechanism

#: The parts of a file, in the order in which they are written.
ORDER = (
    "format",
    "name",
    "note",
    "privacy",
    "constant",
    "query",
    "mechanism",
    "sample",
    "priors",
    "gain",
    "loss",
    "claims",
)


class _Unchanged:
    """What is not given."""

    def __repr__(self) -> str:
        return "UNCHANGED"

    def __reduce__(self) -> str:
        return "UNCHANGED"


#: In the place of what is not replaced; None takes a part away.
UNCHANGED: Any = _Unchanged()


def replaced(of: Mechanism, given: Mapping[str, Any], normalize: _matrices.Normalize) -> dict[str, Any]:
    """The file with these parts in the place of its own, or without those that are None."""
    changes = {key: part for key, part in given.items() if part is not UNCHANGED}
    content = of.to_dict()
    content["privacy"] = _privacy(content["privacy"], changes)
    if "labels" in changes:
        names = None if changes["labels"] is None else _names.listed(changes["labels"], "labels")
        content["query"] = {key: part for key, part in content["query"].items() if key != "labels"}
        content["query"].update({} if names is None else {"labels": names})
    if changes.get("name") is not None:
        content["name"] = _files.text_of(changes["name"], "name")
    elif "name" in changes:
        content.pop("name", None)
    _table(content, changes, normalize)
    nodes = Nodes(_graphs.labels(content["query"]), False)
    for key in ("note", "constant", "priors", "gain", "loss", "claims", "sample"):
        if key not in changes:
            continue
        part = changes[key]
        content.pop(key, None)
        if part is None:
            continue
        if key in ("gain", "loss"):
            content.pop("loss" if key == "gain" else "gain", None)
        content[key] = _part(key, part, content, nodes, of, normalize)
    if "graph" in changes:
        content = _on_graph(content, changes["graph"], nodes.names)
    return {key: content[key] for key in (*ORDER, *content) if key in content}


def _part(
    key: str, part: Any, content: dict[str, Any], nodes: Nodes, of: Mechanism, normalize: _matrices.Normalize
) -> Any:
    if key == "note":
        return _files.text_of(part, key)
    if key == "constant":
        return _files.constant_of(part)
    if key == "priors":
        return _priors.read(part, nodes, normalize)
    if key in ("gain", "loss"):
        return _files.worth_of(part, key, nodes)
    if key == "claims":
        return _files.claims_of(part, nodes.names, os.path.dirname(of._path))
    mechanism = content.get("mechanism")
    return {"runs": _files.sample_of(part, [] if mechanism is None else [mechanism], nodes)}


def _privacy(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """An ε, α or ρ takes the place of whichever is declared; δ stays beside an ε or α."""
    asked = {key: changes[key] for key in ("epsilon", "alpha", "rho") if key in changes}
    if not asked and "delta" not in changes:
        return old
    if not asked:
        kept = {key: part for key, part in old.items() if key != "delta"}
        if changes["delta"] is None:
            return kept
        if "rho" in kept:
            raise wrong("delta", "delta beside the declared rho", "epsilon= or alpha= beside it", path="$.privacy")
        return {**kept, "delta": _exact.text(changes["delta"], "delta", path="$.privacy.delta", as_printed=True)}
    delta = changes.get("delta", None if asked.get("rho") is not None else old.get("delta"))
    return _files.privacy_of(asked.get("epsilon"), asked.get("alpha"), delta, asked.get("rho"))


def _table(content: dict[str, Any], changes: dict[str, Any], normalize: _matrices.Normalize) -> None:
    """Puts what is about the table in its place."""
    if changes.get("matrix") is not None:
        rows, of_rows, outputs, runs = _matrices.read(changes["matrix"], _matrices.of_rows(normalize))
        own = _graphs.labels(content["query"])
        if own is None and of_rows is not None and not _names.are_numbers(of_rows):
            content["query"] = {**content["query"], "labels": of_rows}
        order = None if own is None or of_rows is None else _names.order(own, of_rows, "matrix", "the inputs")
        old = content.get("mechanism", {}).get("outputs")
        kept = old if outputs is None and old is not None and len(old) == len(rows[0]) else outputs
        table: dict[str, Any] = {"matrix": _names.arranged(rows, order)}
        content["mechanism"] = table if kept is None else {**table, "outputs": kept}
        if _matrices.of_rows(normalize):
            content["name"] = f"{content.get('name') or 'a matrix'}, each row divided by its sum"
        else:
            _matrices.warn_of_counts(rows)
        content.pop("sample", None)
        if runs is not None:
            content["sample"] = {"runs": _names.arranged(runs, order)}
    elif "matrix" in changes:
        content.pop("mechanism", None)
        content.pop("sample", None)
    for key in ("outputs", "rounding", "missing"):
        if key not in changes:
            continue
        mechanism = content.get("mechanism")
        if mechanism is None:
            raise wrong(key, f"{key} of a query", "a mechanism: matrix= beside it", path="$.mechanism")
        given = changes[key]
        mechanism.pop(key, None)
        if given is None:
            continue
        if key == "outputs":
            mechanism[key] = _names.listed(given, key)
        elif key == "rounding":
            mechanism[key] = _exact.text(given, key, as_printed=True)
        else:
            mechanism[key] = _files.missing_of(given, Nodes(_graphs.labels(content["query"]), False))


def _on_graph(content: dict[str, Any], graph: Any, names: list[str] | None) -> dict[str, Any]:
    """The same inputs with other neighbors: rows and all else that is about them go by their names."""
    mechanism = content.get("mechanism")
    table = [] if mechanism is None else [_parts.Table(mechanism, names, "matrix")]
    given = {key: content.get(key) for key in ("priors", "gain", "loss", "claims")}
    if "sample" in content:
        given["sample"] = content["sample"]["runs"]
    labels = names if mechanism is None else None
    nodes = content["query"].get("nodes") if names is None else len(names)
    made = _files.file_text(
        table, {**given, "graph": graph, "labels": labels, "epsilon": "1", "alpha": None, "delta": None}, nodes
    )
    return {**content, **{key: part for key, part in _exact.read(made.encode()).items() if key != "privacy"}}
