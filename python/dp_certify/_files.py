"""The text of a mechanism file of the arguments of a call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Optional, Union

from . import _exact, _graphs, _matrices, _names, _nodes, _parts, _priors
from .errors import MechanismError, wrong

PathLike = Union[str, "os.PathLike[str]"]
Limits = Optional[Mapping[str, int]]
Claims = Optional[Iterable[Union[str, Mapping[str, Any]]]]


def names(only: Iterable[str] | None) -> list[str]:
    """Names of findings, as a list of str."""
    if only is None:
        return []
    found = [only] if isinstance(only, str) else list(only)
    for name in found:
        if not isinstance(name, str):
            raise wrong("only", name, "names of claims")
    return found


def raised(limits: Limits) -> list[str]:
    """Limits as the programs' ``--limit`` takes them."""
    if limits is None:
        return []
    if not isinstance(limits, Mapping):
        raise wrong("limits", limits, "a dict such as {'nodes': 50_000}")
    for name, most in limits.items():
        if not isinstance(most, int) or isinstance(most, bool) or most < 0:
            raise wrong(f"limits[{name!r}]", most, "a whole number")
    return [f"{name}={most}" for name, most in limits.items()]


def content_of(table: PathLike | bytes) -> tuple[bytes, str]:
    """A table's bytes and its path, of a path or of the text itself."""
    if isinstance(table, bytes):
        return table, "table"
    if isinstance(table, str) and "\n" in table:
        return table.encode(), "table"
    if isinstance(table, (str, os.PathLike)):
        return Path(table).read_bytes(), os.fspath(table)
    raise wrong("table", type(table).__name__, "a path, or a text with a row a line")


def encoded(text: str | bytes) -> bytes:
    try:
        return text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError as error:
        raise MechanismError(f"text: no UTF-8: {error.reason}", kind="malformed") from None


def claims_of(given: Any, labels: list[str] | None, folder: str) -> list[Any]:
    """Claims of a file in this folder whose nodes have these labels."""
    if isinstance(given, (str, Mapping)):
        given = [given]
    if not isinstance(given, Iterable):
        raise wrong("claims", given, "a list of claims", path="$.claims")
    claims = [_exact.exact(claim, f"claims[{i}]") for i, claim in enumerate(given)]
    for i, claim in enumerate(claims):
        if isinstance(claim, dict) and isinstance(claim.get("pair"), list):
            claim["pair"] = _pair(claim, f"claims[{i}].pair", labels, folder)
    return claims


#: The closed forms that `from` may name, on the file's own graph.
CLOSED_FORMS = ("truncated-geometric", "randomised-response", "randomized-response", "exponential", "uniform")


def _pair(claim: dict[str, Any], place: str, labels: list[str] | None, folder: str) -> list[Any]:
    """Nodes by their numbers: names are those of the mechanism that the claim compares with."""
    source = claim.get("from")
    from .mechanism import Mechanism

    known = labels
    if isinstance(source, str) and source not in CLOSED_FORMS:
        path = Path(folder, source)
        if not any(isinstance(node, str) for node in claim["pair"]) and not path.is_file():
            # What is not there, whoever reads the file says.
            return list(claim["pair"])
        known = Mechanism.read(path).labels
    if known is None and any(isinstance(node, str) for node in claim["pair"]):
        raise wrong(place, claim["pair"], "numbers: the nodes have no labels", path="$.claims")
    return [_names.number(node, known, place, "$.claims") for node in claim["pair"]]


def file_text(
    tables: list[_parts.Table], given: dict[str, Any], nodes: int | None = None, *, composed: bool = False
) -> str:
    """The text of a mechanism file of the arguments."""
    query, tables, known = _nodes.arranged(tables, given, nodes)
    content = [table.content for table in tables]
    mechanism = {"compose": content} if composed else content[0] if content else None
    file: dict[str, Any] = {"format": "dp-mechanism/1"}
    for key in ("name", "note"):
        if given.get(key) is not None:
            file[key] = text_of(given[key], key)
    file["privacy"] = privacy_of(given["epsilon"], given["alpha"], given["delta"], given.get("rho"))
    if given.get("constant") is not None:
        file["constant"] = constant_of(given["constant"])
    file["query"] = {key: _exact.exact(part, f"graph.{key}") for key, part in query.items()}
    if given.get("missing") is not None:
        mechanism = {**(mechanism or {}), "missing": missing_of(given["missing"], known)}
    if mechanism is not None:
        file["mechanism"] = mechanism
    runs = tables[0].runs if tables and given.get("sample") is None else sample_of(given.get("sample"), content, known)
    if runs is not None:
        file["sample"] = {"runs": runs}
    if given.get("priors") is not None:
        file["priors"] = _priors.read(given["priors"], known, given.get("normalize", False))
    for key in ("gain", "loss"):
        if given.get(key) is not None:
            file[key] = worth_of(given[key], key, known)
    if given["claims"] is not None:
        file["claims"] = claims_of(given["claims"], _graphs.labels(query), "")
    return _exact.write(file)


def text_of(given: Any, key: str) -> str:
    """A name, or a note."""
    if not isinstance(given, str):
        raise wrong(key, given, "a str", path=f"$.{key}")
    return given


def constant_of(given: Any) -> Any:
    """The number ``b``."""
    if isinstance(given, Mapping):
        return _exact.exact(given, "constant")
    return _exact.text(given, "constant", as_printed=True)


def missing_of(given: Any, nodes: _nodes.Nodes) -> list[str]:
    """What each row lacks."""
    path = "$.mechanism.missing"
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise wrong("missing", given, "a number for each row", path=path)
    entries = nodes.entries(given, "missing", path)
    return [_exact.text(x, f"missing[{i}]", path=f"{path}[{i}]") for i, x in enumerate(entries)]


def sample_of(given: Any, content: list[dict[str, Any]], nodes: _nodes.Nodes) -> list[int] | None:
    """How many runs each row is of."""
    if given is None:
        return None
    rows = len(content[0].get("matrix", ())) if content else 0
    is_one = isinstance(given, str) or not isinstance(given, Iterable)
    runs: list[Any] = [given] * max(rows, 1) if is_one else nodes.entries(given, "sample", "$.sample.runs")
    for i, run in enumerate(runs):
        if isinstance(run, bool) or not hasattr(run, "__index__"):
            raise wrong(f"sample[{i}]", run, "how many runs the row is of, a whole number", path=f"$.sample.runs[{i}]")
    if not rows:
        raise wrong("sample", given, "a matrix beside it, whose entries are its frequencies", path="$.sample")
    return [int(run) for run in runs]


def worth_of(given: Any, key: str, nodes: _nodes.Nodes) -> str | list[list[str]]:
    """A gain's matrix, whose columns are about the nodes, or a loss's, whose rows are; or a name."""
    if isinstance(given, str):
        return given
    path = f"$.{key}"
    if isinstance(given, (Mapping, set, frozenset)) or not isinstance(given, Iterable):
        raise wrong(key, given, "a name or a matrix", path=path)
    if type(given).__module__.split(".")[0] == "pandas" and hasattr(given, "columns"):
        frame: Any = given
        listed = frame.to_numpy(dtype=object)
        columns, names = _names.of(frame.columns), _names.of(frame.index)
        inputs, guesses = (names, columns) if key == "loss" else (columns, names)
        if inputs is None and guesses is not None and nodes.names != guesses and set(guesses) == set(nodes.names or ()):
            one, other = ("columns", "index") if key == "loss" else ("index", "columns")
            found = f"the names of the inputs in its {one}, which is about guesses"
            raise wrong(key, found, f"them in its {other} too, which is about the inputs", path=path)
        columns, names = (None, names) if key == "loss" else (columns, None)
    else:
        listed = list(given)
        columns, names = None, _names.of_rows(listed)
    rows = []
    for i, row in enumerate(listed):
        _names.expect_order(row, f"{key}[{i}]", f"{path}[{i}]")
        if isinstance(row, (str, Mapping)) or not isinstance(row, Iterable):
            raise wrong(f"{key}[{i}]", row, "a row of numbers", path=f"{path}[{i}]")
        entries, columns = _matrices.named_row(row, columns, f"{key}[{i}]", f"{path}[{i}]")
        rows.append([_exact.text(x, f"{key}[{i}][{j}]", path=f"{path}[{i}][{j}]") for j, x in enumerate(entries)])
    order = nodes.order(names if key == "loss" else columns, key, path)
    return _names.arranged(rows, order) if key == "loss" else [_names.arranged(row, order) for row in rows]


def privacy_of(epsilon: Any, alpha: Any, delta: Any, rho: Any) -> dict[str, Any]:
    """What is declared."""
    if rho is not None:
        beside = [name for name, of in (("epsilon", epsilon), ("alpha", alpha), ("delta", delta)) if of is not None]
        if beside:
            raise wrong("rho", f"rho beside {beside[0]}", "one of the two: rho says all", path="$.privacy")
        return {"rho": _exact.text(rho, "rho", path="$.privacy.rho", as_printed=True)}
    if (epsilon is None) == (alpha is None):
        found = "neither" if epsilon is None else "both"
        raise wrong("epsilon, alpha", found, "one of them: the declared privacy", path="$.privacy")
    if epsilon is not None:
        said: dict[str, Any] = {"epsilon": _exact.text(epsilon, "epsilon", path="$.privacy.epsilon", as_printed=True)}
    elif alpha == "symbolic":
        said = {"alpha": "symbolic", "between": ["0", "1"]}
    elif isinstance(alpha, tuple):
        ends = [
            _exact.text(end, f"alpha[{i}]", path="$.privacy.between", as_printed=True) for i, end in enumerate(alpha)
        ]
        said = {"alpha": "symbolic", "between": ends}
    elif isinstance(alpha, Mapping):
        said = {"alpha": _exact.exact(alpha, "alpha")}
    else:
        said = {"alpha": _exact.text(alpha, "alpha", path="$.privacy.alpha", as_printed=True)}
    if delta is not None:
        said["delta"] = _exact.text(delta, "delta", path="$.privacy.delta", as_printed=True)
    return said
