"""Parts of a composition: mechanisms about the same input, each used so often."""

from __future__ import annotations

import numbers
import os
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _exact, _matrices, _names
from ._types import Number, Rows
from .errors import wrong

if TYPE_CHECKING:
    from .mechanism import Mechanism

#: Closed forms whose numbers are not those of every α.
OF_ALPHA = ("truncated-geometric", "geometric", "exponential", "randomised-response", "randomized-response")
#: A number of an expression that is `a` = α or the constant `b`.
SYMBOL = re.compile(r"(?<![A-Za-z])[ab](?![A-Za-z])")


class Part:
    """A mechanism that is a part of a composition, see :meth:`Mechanism.compose`.

    Parameters
    ----------
    matrix : sequence of rows, numpy.ndarray or pandas.DataFrame of shape (n, m), optional
        As in :class:`Mechanism`; expressions in ``a`` are about the composition's α.
    family : str, optional
        Instead of a matrix a closed form: ``"uniform"``, ``"truncated-geometric"``, …
    epsilon, alpha : number or str, optional
        Of a family that depends on it the ε of one use, or its e^-ε, in ``a``, the composition's α, and ``b`` too:
        what the composition declares is that of all uses together.
    noise : number or str, optional
        Of the family ``"randomized-response"``: the probability of a uniformly random one of all answers.
    report : dict, optional
        Of the family ``"geometric"``: how the noisy number is told, as in :class:`Mechanism`.
    delta : number or str, optional
        Beside an epsilon or alpha without a matrix, family or file, 0 without it: nothing is known of the part but that
        it is (ε, δ)-private. What is claimed is then about all mechanisms that keep this promise.
    file : path, optional
        Instead of either another mechanism file, whose table is taken and whose α is ignored: a relative path, as the
        composition's file names it. The certificate holds its SHA-256.
    times : int
        How often it is used, each time with randomness of its own.
    """

    __slots__ = ("_content", "_names", "_nodes", "times")

    def __init__(
        self,
        matrix: Rows | None = None,
        *,
        family: str | None = None,
        epsilon: Number | None = None,
        alpha: Number | None = None,
        noise: Number | None = None,
        report: Mapping[str, Any] | None = None,
        delta: Number | None = None,
        file: str | os.PathLike[str] | None = None,
        times: int = 1,
    ) -> None:
        given = (("matrix", matrix), ("family", family), ("file", file))
        tables = [name for name, part in given if part is not None]
        promised = not tables and (epsilon is not None or alpha is not None)
        if len(tables) != 1 and not promised:
            found = " and ".join(tables) or "none of them"
            expected = "one of matrix, family and file, or an epsilon alone"
            raise wrong("Part", found, expected, path="$.mechanism.compose")
        self.times: int = _times(times, "times")
        self._nodes: int | None = None
        self._names: list[str] | None = None
        self._content: dict[str, Any]
        if matrix is not None:
            rows, self._names, _, _ = _matrices.read(matrix, False)
            self._nodes = len(rows)
            self._content = {"matrix": rows}
        elif family is not None:
            self._content = {"family": family}
        elif file is not None:
            self._content = {"file": os.fspath(file)}
        else:
            self._content = {}
        if epsilon is not None:
            self._content["epsilon"] = _exact.text(epsilon, "epsilon", as_printed=True)
        if alpha is not None:
            self._content["alpha"] = _exact.text(alpha, "alpha", as_printed=True)
        if delta is not None:
            self._content["delta"] = _exact.text(delta, "delta", as_printed=True)
        if noise is not None:
            self._content["noise"] = _exact.text(noise, "noise")
        if report is not None:
            self._content["report"] = told(report)

    def __repr__(self) -> str:
        what = next(iter(self._content))
        said = "matrix" if what == "matrix" else f"{what}={self._content[what]!r}"
        return f"Part({said}, times={self.times})"


#: What may be listed: with a number of uses beside it, or once.
Used = Union[Part, "Mechanism", "tuple[Part | Mechanism, int]"]


def told(report: Mapping[str, Any]) -> dict[str, Any]:
    """How a noisy number is told, with plain whole numbers."""

    def whole(given: Any) -> Any:
        if isinstance(given, (list, tuple)):
            return [whole(item) for item in given]
        return int(given) if isinstance(given, numbers.Integral) and not isinstance(given, bool) else given

    if not isinstance(report, Mapping):
        raise wrong("report", report, 'a dict such as {"at_least": 5}', path="$.mechanism.report")
    return {key: whole(value) for key, value in report.items()}


def _times(given: object, place: str) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise wrong(place, given, "how often the part is used, a whole number from 1")
    return given


class Table(NamedTuple):
    """What stands in a file for a mechanism, or a part of one, and what its rows are called where they have names."""

    content: dict[str, Any]
    names: list[str] | None
    place: str
    runs: list[int] | None = None

    @property
    def rows(self) -> list[Any] | None:
        """The rows, of probabilities or of counts, where they are written out."""
        found = self.content.get("matrix", self.content.get("counts"))
        return found if isinstance(found, list) else None

    def in_order(self, own: list[str]) -> Table:
        """The same with its rows in the order of our names.

        Raises
        ------
        MechanismError
            Other names; a table whose rows are not written out in another order.
        """
        order = None if self.names is None else _names.order(own, self.names, self.place, "the inputs")
        if order is None:
            return self
        runs = None if self.runs is None else _names.arranged(self.runs, order)
        return Table(_arranged(self.content, order, self.place), own, self.place, runs)


def _arranged(content: dict[str, Any], order: list[int], place: str) -> dict[str, Any]:
    key = next((key for key in ("matrix", "counts") if key in content), None)
    if key is not None:
        moved = {**content, key: _names.arranged(content[key], order)}
        if "missing" in content:
            moved["missing"] = _names.arranged(content["missing"], order)
        if "sample" in content:
            moved["sample"] = {"runs": _names.arranged(content["sample"]["runs"], order)}
        return moved
    if "compose" in content:
        return {**content, "compose": [_arranged(part, order, place) for part in content["compose"]]}
    # Its rows do not differ by more than what outputs are called; a file's are put in order when it is read.
    if content.get("family") in ("uniform", "randomised-response", "randomized-response") or "file" in content:
        return content
    if not {"family", "product"} & content.keys():
        # A promise, which is about any neighbors.
        return content
    what = f"the family {content['family']!r}" if "family" in content else "a product"
    raise wrong(place, f"{what} about the same names in another order", "the same order, or a matrix")


def read(parts: Iterable[Used]) -> tuple[list[Table], int | None, dict[str, Any] | None]:
    """The tables of a composition, and the number of nodes and the query of the first parts that have them."""
    from .mechanism import Mechanism

    if isinstance(parts, (str, bytes, Mapping, Mechanism, Part)) or not isinstance(parts, Iterable):
        raise wrong("parts", type(parts).__name__, "a list of parts: [(coin, 30), other]", path="$.mechanism.compose")
    content: list[Table] = []
    nodes: int | None = None
    query: dict[str, Any] | None = None
    parts = list(parts)
    if not parts:
        raise wrong("parts", "an empty list", "one part or more: [(coin, 30), other]", path="$.mechanism.compose")
    for k, listed in enumerate(parts):
        place, times = f"parts[{k}]", 1
        given: object = listed
        if isinstance(listed, tuple):
            if len(listed) != 2:
                raise wrong(place, f"{len(listed)} entries", "a part and how often it is used")
            given, times = listed[0], _times(listed[1], f"{place}[1]")
        names: list[str] | None
        if isinstance(given, Part):
            part, times, names = dict(given._content), times * given.times, given._names
            nodes = nodes if nodes is not None else given._nodes
        elif isinstance(given, Mechanism):
            part, own = _of_mechanism(given, place)
            names = given.labels
            query = query if query is not None else own
            rows = given.shape[0]
            nodes = nodes if nodes is not None or not isinstance(rows, int) else rows
        else:
            raise wrong(place, type(given).__name__, "a Part, a Mechanism, or one with how often it is used")
        content.append(Table({**part, "times": times} if times > 1 else part, names, place))
    return content, nodes, query


def renamed(
    tables: list[Table], query: dict[str, Any] | None, labels: list[str]
) -> tuple[list[Table], dict[str, Any] | None]:
    """Tables and query with labels in the place of the names that all of them have, where these have none in common."""
    known = [names for names in (table.names for table in tables) if names is not None]
    if not known or any(names != known[0] for names in known) or set(known[0]) & set(labels):
        return tables, query
    new = [table._replace(names=None) for table in tables]
    return new, None if query is None else {key: part for key, part in query.items() if key != "labels"}


def _of_mechanism(given: Mechanism, place: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Its table, whose numbers must not depend on its own α, with that of a closed form beside it; and its query."""
    file = given.to_dict()
    mechanism, query = file.get("mechanism"), file["query"]
    if mechanism is None:
        raise wrong(place, "a query", "a mechanism with a table")
    if "counts" in mechanism:
        raise wrong(place, "counts of runs", "a mechanism with a table: what composes is the mechanism, not its runs")
    part = {key: value for key, value in mechanism.items() if key != "outputs"}
    part = _with_epsilon(part, file["privacy"])
    if "sample" in file:
        part["sample"] = file["sample"]
    named = _own(part)
    if named is not None:
        hint = "say Part(matrix), where a is the composition's α, or Part(file=…)"
        raise wrong(place, named, "numbers that are those of every α", hint=hint)
    if given.path is not None and _names_files(part):
        raise wrong(place, "a composition of other files", "one whose parts are in it")
    return part, query


def _with_epsilon(part: dict[str, Any], privacy: Mapping[str, Any]) -> dict[str, Any]:
    """A closed form, by itself or as a product's parent, with what its file declares."""
    if "product" in part:
        return {**part, "product": _with_epsilon(part["product"], privacy)}
    of_one = part.get("family") in OF_ALPHA and "noise" not in part
    own = {key: value for key, value in privacy.items() if key in ("epsilon", "alpha") and value != "symbolic"}
    return {**part, **own} if of_one and not any(isinstance(value, Mapping) for value in own.values()) else part


def _own(part: Any) -> str | None:
    """What of a table is about its file's α."""
    if isinstance(part, str):
        return part if SYMBOL.search(part) else None
    if isinstance(part, Mapping):
        family = part.get("family")
        if family in OF_ALPHA and not any(key in part for key in ("noise", "epsilon", "alpha")):
            return f"the family {family!r}"
        inner = (
            value
            for key, value in part.items()
            if key not in ("family", "outputs", "file", "epsilon", "alpha", "sample")
        )
        return next((found for value in inner for found in (_own(value),) if found is not None), None)
    if isinstance(part, list):
        return next((found for value in part for found in (_own(value),) if found is not None), None)
    return None


def _names_files(part: Any) -> bool:
    if isinstance(part, Mapping):
        return "file" in part or any(_names_files(value) for value in part.values())
    return isinstance(part, list) and any(_names_files(value) for value in part)
