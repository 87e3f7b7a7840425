"""Questions beside the claims: repairs, thresholds, theorems, other people's tables."""

from __future__ import annotations

import builtins
import json
import os
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core, _graphs, _matrices
from ._files import Limits, PathLike, raised
from ._messages import about, of_text
from ._types import Graph
from .curves import Profile as Profile
from .curves import TradeOff as TradeOff
from .curves import expect_mechanism
from .errors import MechanismError, wrong
from .mechanism import Mechanism
from .patterns import Pattern as Pattern
from .progress import Progress
from .report import Claim, Report, _Context
from .values import AlphaSet, Irrational, Value

if TYPE_CHECKING:
    pass

__all__ = [
    "Repair",
    "Theorem",
    "Theorems",
    "Threshold",
    "import_table",
    "repair",
    "theorems",
    "threshold",
]


class Repair:
    """A mechanism made private with the least of another mixed in.

    Attributes
    ----------
    mechanism : Mechanism
        (1−t)·X + t·Y; X itself where nothing is to be repaired.
    share : exact number or None
        t; None where it is too long to be told.
    text : str
        What ``certify repair`` prints.
    """

    def __init__(self, document: str, text: str, mechanism: Mechanism) -> None:
        self._document = document
        self.text = text
        self.mechanism = mechanism
        self.share: Value = self._value("share", json.loads(document)["share"], {})

    def _value(self, name: str, part: Any, beside: Any) -> Value:
        # Its numbers are those of the mechanism's α and constant.
        content = {**json.loads(self._document), "mechanism": self.mechanism.text}
        return _Context(content).value(name, part, beside)

    @property
    def before(self) -> dict[str, dict[str, Value]]:
        """For each prior utility and leakage of X."""
        return self._side("before")

    @property
    def after(self) -> dict[str, dict[str, Value]]:
        """For each prior utility and leakage of the repaired mechanism."""
        return self._side("after")

    def _side(self, side: str) -> dict[str, dict[str, Value]]:
        priors = json.loads(self._document).get("priors", {})
        return {
            prior: {name: self._value(name, part, found[side]) for name, part in found[side].items()}
            for prior, found in priors.items()
            if side in found
        }

    def to_dict(self) -> dict[str, Any]:
        """``dp-repair/1``."""
        found: dict[str, Any] = json.loads(self._document)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return (Repair, (self._document, self.text, self.mechanism))

    def __repr__(self) -> str:
        return f"<Repair with the share {self.share}>"


def repair(
    mechanism: Mechanism,
    *,
    digits: int | None = None,
    mixed_with: str | Mechanism | None = None,
    limits: Limits = None,
) -> Repair:
    """The least t for which (1−t)·X + t·Y is private at the declared α.

    Parameters
    ----------
    mechanism : Mechanism
        X, its rows distributions.
    digits : int, optional
        Round t up to so many decimal places.
    mixed_with : str or Mechanism, optional
        Y: a closed form's name, or a mechanism of the same shape; else every output equally probable.

    Raises
    ------
    MechanismError
        Rows that are no distributions, an interval of α, a Y of another shape or that is not private itself.

    Examples
    --------
    >>> mended = repair(Mechanism([["0.9", "0.1"], ["0.2", "0.8"]], "line", alpha="1/2"))
    >>> mended.share, mended.mechanism.certify().ok
    (Fraction(6, 11), True)
    """
    m = expect_mechanism(mechanism)
    if digits is not None and (not isinstance(digits, int) or isinstance(digits, bool) or not 0 <= digits <= 1_000):
        raise wrong("digits", digits, "a whole number from 0 to 1,000")
    family = mixed_with if isinstance(mixed_with, str) else None
    other = None if family is not None or mixed_with is None else expect_mechanism(mixed_with)
    if other is not None and other.shape[1] is None:
        raise wrong("mixed_with", "a query", "a mechanism with a table")
    beside = None if other is None else (other._bytes, other._path)
    with about(m._path):
        document, text, file = _core.repair(m._bytes, m._path, digits, family, beside, raised(limits))
    return Repair(document, text, Mechanism._of(file.encode(), m._path, limits))


class Threshold(NamedTuple):
    """For which α a tight-constraints mechanism exists.

    Attributes
    ----------
    set : AlphaSet or None
        The exact set of α in (0, 1); None where it is undecided.
    alpha_star : Fraction, Irrational or None
        The upper end of its first interval.
    report : Report
        With the certificate that proves it.
    """

    set: AlphaSet | None
    alpha_star: Fraction | Irrational | None
    report: Report

    @property
    def claim(self) -> Claim:
        """The statement."""
        return self.report["threshold"]


def threshold(
    mechanism: Mechanism | Graph, limits: Limits = None, progress: Any = None, *, nodes: int | None = None
) -> Threshold:
    """The exact set of α in (0, 1) for which a tight-constraints mechanism exists on a graph.

    Parameters
    ----------
    mechanism : Mechanism, or what may be given as its graph
        A graph: ``("cycle", 5)``, a networkx graph, edges. Of a mechanism or a query the graph is taken; matrix and α
        are left aside.
    nodes : int, optional
        Beside the name of a graph: how many nodes it has, ``threshold("cycle", nodes=5)``.

    Examples
    --------
    >>> print(threshold("cycle", nodes=4).set)
    (0, 1)
    >>> threshold([(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5), (0, 1)]).alpha_star
    Fraction(1, 2)
    """
    if isinstance(mechanism, Mechanism):
        if nodes is not None:
            raise wrong("nodes", nodes, "none beside a mechanism, which has its own")
        query = mechanism.as_query(["threshold"])
    else:
        graph = mechanism
        if nodes is not None:
            if not isinstance(graph, str):
                raise wrong("nodes", nodes, "none beside a graph that has its own")
            graph = (graph, nodes)
        elif isinstance(graph, str) and graph in _graphs.SIZED:
            raise wrong("nodes", "none", f"how many: threshold({graph!r}, nodes=6)")
        query = Mechanism(None, graph=graph, alpha="symbolic", claims=["threshold"], limits=limits)
    report = query.certify(only=["threshold"], limits=limits, progress=progress)
    found = report["threshold"].values
    at, star = found.get("set"), found.get("alpha_star")
    return Threshold(
        at if isinstance(at, AlphaSet) else None,
        star if isinstance(star, (Fraction, Irrational)) else None,
        report,
    )


class Theorem(NamedTuple):
    """A statement of the suite: `verdict` is ``true``, ``false`` or ``repaired``; `proved` where it was asked for."""

    id: str
    verdict: str
    says: str
    cases: int = 0
    proved: bool | None = None


class Theorems:
    """The theorem suite, re-proved.

    Attributes
    ----------
    statements : tuple of Theorem
        In the order of the suite.
    files : dict of str to str
        Mechanism files and certificates by their places.
    """

    def __init__(self, document: str, files: dict[str, str]) -> None:
        self._document = document
        self.files = files
        says = {id: text for id, _, text in _core.theorems_list()}
        found = json.loads(document)["statements"]
        self.statements = tuple(
            Theorem(each["id"], each["verdict"], says.get(each["id"], ""), each["cases"], each["proved"])
            for each in found
        )

    @property
    def ok(self) -> bool:
        """Whether every case is decided as the suite says, and its certificate accepted."""
        return bool(self.statements) and all(each.proved for each in self.statements)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Theorems, (self._document, self.files))

    def __repr__(self) -> str:
        return f"<Theorems: {sum(1 for each in self.statements if each.proved)} of {len(self.statements)} proved>"


def theorems(ids: str | Iterable[str] | None = None, *, all: bool = False, progress: Any = None) -> Theorems:
    """Re-proves what the papers state.

    Parameters
    ----------
    ids : str or sequence of str, optional
        Statements to prove with all their cases; else every one, with its quick cases.
    all : bool
        The slow cases of every statement too.
    progress : bool, tqdm-like or callable, optional
        Told of each case.

    Examples
    --------
    >>> found = theorems("002.geo")
    >>> [(each.id, each.verdict, each.proved) for each in found.statements]
    [('002.geo', 'true', True)]
    """
    chosen = [ids] if isinstance(ids, str) else list(ids or [])
    if not builtins.all(isinstance(each, str) for each in chosen):
        raise wrong("ids", chosen, "ids such as '000.T1-iff'")
    with Progress(progress, None) as bar:
        document, files = _core.theorems(chosen, all, bar.to if bar.listens else None)
    return Theorems(document, dict(files))


def import_table(
    table: PathLike | bytes,
    query: Mechanism,
    *,
    name: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    thousands: str | None = None,
    header: bool | None = None,
    index: bool | None = None,
    percent: bool | None = None,
    lines: str | None = None,
    long: bool | None = None,
    transpose: bool | None = None,
    drop: str | Sequence[str] = (),
    order: str | None = None,
    normalize: _matrices.Normalize = False,
    normalise: _matrices.Normalize = False,
    limits: Limits = None,
) -> Mechanism:
    """The mechanism of a query and somebody's table, as ``certify import``.

    Parameters
    ----------
    table : path or bytes
        A .csv, .tsv, .txt or .npy file; bytes go with `name`.
    query : Mechanism
        A mechanism without a matrix: its priors, claims and note stay.
    name : str, optional
        The file's name, whose ending says how bytes are to be read.

    Others are as in :meth:`Mechanism.from_csv`.

    Examples
    --------
    >>> query = Mechanism(graph=("line", 2), epsilon=2)
    >>> import_table(b"0.75,0.25\\n0.25,0.75\\n", query).matrix[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    m = expect_mechanism(query)
    if isinstance(table, bytes):
        content, title = table, name or "table.csv"
    elif isinstance(table, (str, os.PathLike)):
        content, title = Path(table).read_bytes(), name or Path(table).name
    else:
        raise MechanismError(f"table: found {type(table).__name__}, expected a path or bytes")
    standing = (lines, long, transpose, [drop] if isinstance(drop, str) else list(drop), order)
    reading = (delimiter, decimal, thousands, header, index, percent, standing)
    most = _matrices.bound(_matrices.of_rows(_matrices.spelled(normalize, normalise)))
    with about(m._path, "query"), of_text("table") if isinstance(table, bytes) else nullcontext():
        text, recognized = _core.import_table(content, title, (m._bytes, m._path), reading, most, raised(limits))
    made = Mechanism._of(text.encode(), m._path, limits)
    object.__setattr__(made, "_recognized", recognized)
    return made
