"""Questions beside the claims: profiles, tight constraints, repairs, thresholds, theorems, other people's tables."""

from __future__ import annotations

import builtins
import json
import os
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from . import _core, _matrices, _names, values
from .errors import MechanismError, in_python, wrong
from .mechanism import Limits, Mechanism, PathLike, raised
from .progress import Progress
from .report import Claim, Report, _Context
from .values import AlphaSet, Irrational, Value

__all__ = [
    "Corner",
    "Pattern",
    "PatternEdge",
    "Piece",
    "Profile",
    "Repair",
    "Theorem",
    "Theorems",
    "Threshold",
    "TradeOff",
    "TradeOffPiece",
    "import_table",
    "pattern",
    "profile",
    "repair",
    "theorems",
    "threshold",
    "trade_off",
]


def _mechanism(given: object) -> Mechanism:
    if not isinstance(given, Mechanism):
        raise TypeError(f"mechanism: found {type(given).__name__}, expected a Mechanism")
    return given


class Piece(NamedTuple):
    """δ on an interval of λ = e^ε: `mass` − λ·`neighbour_mass`, linear in λ.

    Attributes
    ----------
    lambda_from, lambda_to : Fraction, or inf
        The interval.
    delta_from, delta_to : Fraction
        δ at its ends.
    mass, neighbour_mass : Fraction
        What the two of the pair have of the outputs.
    pair : tuple of int, or None
        The neighbours that need it, by number.
    outputs : tuple of int
        The set of outputs that needs it; empty of a composition, whose outputs have no numbers.
    """

    lambda_from: Fraction
    lambda_to: Fraction | float
    delta_from: Fraction
    delta_to: Fraction
    mass: Fraction
    neighbour_mass: Fraction
    pair: tuple[int, ...] | None
    outputs: tuple[int, ...]


class Profile:
    """The least δ at every λ = e^ε ≥ 1, exactly.

    Attributes
    ----------
    pieces : tuple of Piece
        Rising in λ, from 1 to ∞.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.pieces: tuple[Piece, ...] = tuple(_piece(part) for part in json.loads(text)["pieces"])

    def delta(self, lambda_: int | str | Fraction) -> Fraction:
        """The least δ at λ = e^ε.

        Parameters
        ----------
        lambda_ : int, str or Fraction
            λ ≥ 1, a rational.
        """
        x = Fraction(lambda_)
        if x < 1:
            raise ValueError(f"lambda_: found {x}, expected a number from 1: it is e^ε")
        piece = next(piece for piece in self.pieces if x <= piece.lambda_to)
        return piece.mass - x * piece.neighbour_mass

    def to_dict(self) -> dict[str, Any]:
        """``dp-profile/1``."""
        found: dict[str, Any] = json.loads(self._text)
        return found

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Profile) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Profile, (self._text,))

    def __repr__(self) -> str:
        return f"<Profile of {len(self.pieces)} pieces, δ = {self.pieces[0].delta_from} at ε = 0>"


def _piece(part: dict[str, Any]) -> Piece:
    def exact(number: dict[str, Any]) -> Fraction:
        return values._fraction(number["exact"])

    last = part["lambda"]["to"]
    pair = part.get("pair")
    return Piece(
        exact(part["lambda"]["from"]),
        float("inf") if last is None else exact(last),
        exact(part["delta"]["from"]),
        exact(part["delta"]["to"]),
        exact(part["mass"]),
        exact(part["neighbour_mass"]),
        None if pair is None else tuple(pair),
        tuple(part.get("outputs", ())),
    )


def profile(mechanism: Mechanism, limits: Limits = None) -> Profile:
    """The privacy profile: the least δ at every ε, piece by piece, of a mechanism with rational entries.

    Of a composition it is that of all uses together.

    Raises
    ------
    MechanismError
        A mechanism with irrational entries, or none; a composition of too many outputs of different likelihood ratio.
    """
    m = _mechanism(mechanism)
    with in_python():
        return Profile(_core.profile(m._bytes, m._path, raised(limits)))


class Corner(NamedTuple):
    """A corner of a trade-off function.

    Attributes
    ----------
    first_error : Fraction
        The probability of rejecting the first node of the pair where it is true.
    second_error : Fraction
        The least probability of not rejecting it where the second is.
    pair : tuple of int, or None
        Two nodes that attain it, by number; None at an end that every pair has.
    """

    first_error: Fraction
    second_error: Fraction
    pair: tuple[int, ...] | None


class TradeOffPiece(NamedTuple):
    """A piece of the least second error over all pairs, and whose it is.

    Attributes
    ----------
    start, end : tuple of Fraction
        The first and the second error at both ends; linear between them.
    pair : tuple of int, or None
        The two nodes, by number, the first tested against the second; None where there are no neighbours.
    """

    start: tuple[Fraction, Fraction]
    end: tuple[Fraction, Fraction]
    pair: tuple[int, ...] | None


class TradeOff:
    """The least second error of all tests of any pair of neighbours at every first error from 0 to 1, exactly.

    Attributes
    ----------
    of : str
        ``"least"`` over all pairs of neighbours, which need not be convex; ``"pair"``: of one pair; ``"envelope"``: the
        convex lower envelope of all.
    pieces : tuple of TradeOffPiece
        Of the least over all pairs: from each corner to the next one, and whose it is there.
    corners : tuple of Corner
        Rising in the first error; the function is linear between them.
    pair : tuple of int, or None
        The two nodes that it is about; None where it is about all pairs of neighbours.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        document = json.loads(text)
        pair = document.get("pair")
        self.pair: tuple[int, ...] | None = None if pair is None else tuple(pair)

        def corner(part: dict[str, Any]) -> Corner:
            nodes = part.get("pair")
            first, second = (values._fraction(part[key]["exact"]) for key in ("first_error", "second_error"))
            return Corner(first, second, None if nodes is None else tuple(nodes))

        def ends(part: dict[str, Any]) -> tuple[Fraction, Fraction]:
            return corner(part)[:2]

        def piece(part: dict[str, Any]) -> TradeOffPiece:
            nodes = part.get("pair")
            return TradeOffPiece(ends(part["from"]), ends(part["to"]), None if nodes is None else tuple(nodes))

        self.of: str = document["of"]
        self.corners: tuple[Corner, ...] = tuple(corner(part) for part in document["corners"])
        self.pieces: tuple[TradeOffPiece, ...] = tuple(piece(part) for part in document.get("pieces", ()))

    def second_error(self, first_error: int | str | Fraction) -> Fraction:
        """The least second error of the tests whose first error is at most this.

        Parameters
        ----------
        first_error : int, str or Fraction
            A rational from 0 to 1.
        """
        a = Fraction(first_error)
        if not 0 <= a <= 1:
            raise ValueError(f"first_error: found {a}, expected a number from 0 to 1")
        high = next(k for k, corner in enumerate(self.corners) if a <= corner.first_error)
        one, other = self.corners[max(high - 1, 0)], self.corners[high]
        if a == other.first_error:
            return other.second_error
        share = (a - one.first_error) / (other.first_error - one.first_error)
        return one.second_error + share * (other.second_error - one.second_error)

    def to_dict(self) -> dict[str, Any]:
        """``dp-trade-off/1``."""
        found: dict[str, Any] = json.loads(self._text)
        return found

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, TradeOff) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[Any, ...]:
        return (TradeOff, (self._text,))

    def __repr__(self) -> str:
        return f"<TradeOff of {len(self.corners)} corners>"


def _node(given: str | int, known: list[str] | None) -> str:
    """A node as the command takes it, which looks for a label first: a number that may be either is refused."""
    if isinstance(given, str):
        return given
    place = _names.number(given, known, "pair", "$.query.labels")
    return str(place) if known is None or not 0 <= place < len(known) else known[place]


def trade_off(
    mechanism: Mechanism,
    pair: tuple[str | int, str | int] | None = None,
    limits: Limits = None,
    *,
    envelope: bool = False,
) -> TradeOff:
    """The trade-off function of a mechanism with rational entries: how well neighbours can be told apart by any test.

    Parameters
    ----------
    mechanism : Mechanism
        X, or a composition, of which it is that of all uses together.
    pair : two of str or int, optional
        The nodes, by label or number, of which the first is tested against the second; else the least over all pairs of
        neighbours, in both orders.
    envelope : bool
        Of all pairs the convex lower envelope: what no mixture of tests of several pairs beats.

    Raises
    ------
    MechanismError
        A mechanism with irrational entries, or none; a node that is not there.
    """
    m = _mechanism(mechanism)
    nodes: tuple[str, str] | None = None
    if pair is not None:
        ends = [_names.plain(end) for end in pair] if isinstance(pair, (tuple, list)) else []
        if len(ends) != 2 or not builtins.all(isinstance(end, (str, int)) for end in ends):
            raise wrong("pair", pair, "two nodes, by label or number")
        known = _core.labels(m._bytes)
        nodes = (_node(ends[0], known), _node(ends[1], known))
    if envelope and nodes is not None:
        raise wrong("envelope", envelope, "no pair beside it: the envelope is one of all pairs")
    with in_python():
        return TradeOff(_core.trade_off(m._bytes, m._path, nodes, envelope, raised(limits)))


class PatternEdge(NamedTuple):
    """An edge, and a letter for each output: which of its two constraints is tight, broken or slack."""

    nodes: tuple[int, int]
    letters: str


class Pattern:
    """Which privacy constraints are tight, in which direction.

    Attributes
    ----------
    private : bool
        Whether no constraint is broken and no number negative.
    edges : tuple of PatternEdge
        Of the first part; all parts of an interval of α are in :meth:`to_dict`.
    text : str
        What ``certify pattern`` prints.
    """

    def __init__(self, document: str, text: str) -> None:
        self._document = document
        content = json.loads(document)
        self.text = text
        self.private: bool = content["private"]
        parts = content["parts"]
        first = parts[0]["edges"] if parts else []
        self.edges = tuple(PatternEdge((edge["nodes"][0], edge["nodes"][1]), edge["letters"]) for edge in first)

    def to_dict(self) -> dict[str, Any]:
        """``dp-pattern/1``."""
        found: dict[str, Any] = json.loads(self._document)
        return found

    def __eq__(self, other: object) -> bool:
        return self._document == other._document if isinstance(other, Pattern) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._document)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Pattern, (self._document, self.text))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Pattern of {len(self.edges)} edges, {'private' if self.private else 'not private'}>"


def pattern(mechanism: Mechanism, limits: Limits = None) -> Pattern:
    """Which privacy constraints are tight, in which direction: a line for each edge, a letter for each output."""
    m = _mechanism(mechanism)
    return Pattern(*_core.pattern(m._bytes, m._path, raised(limits)))


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
    """
    m = _mechanism(mechanism)
    if digits is not None and (not isinstance(digits, int) or isinstance(digits, bool) or not 0 <= digits <= 1_000):
        raise wrong("digits", digits, "a whole number from 0 to 1,000")
    family = mixed_with if isinstance(mixed_with, str) else None
    other = None if family is not None or mixed_with is None else _mechanism(mixed_with)
    beside = None if other is None else (other._bytes, other._path)
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


def threshold(mechanism: Mechanism, limits: Limits = None, progress: Any = None) -> Threshold:
    """The exact set of α in (0, 1) for which a tight-constraints mechanism exists on the mechanism's graph.

    Parameters
    ----------
    mechanism : Mechanism
        A query, or a mechanism, whose matrix is left aside.
    """
    query = _mechanism(mechanism).as_query(["threshold"])
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
    normalise: _matrices.Normalise = False,
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
    """
    m = _mechanism(query)
    if isinstance(table, bytes):
        content, title = table, name or "table.csv"
    elif isinstance(table, (str, os.PathLike)):
        content, title = Path(table).read_bytes(), name or Path(table).name
    else:
        raise MechanismError(f"table: found {type(table).__name__}, expected a path or bytes")
    standing = (lines, long, transpose, [drop] if isinstance(drop, str) else list(drop), order)
    reading = (delimiter, decimal, thousands, header, index, percent, standing)
    most = _matrices.bound(normalise)
    with in_python():
        text, recognised = _core.import_table(content, title, (m._bytes, m._path), reading, most, raised(limits))
    made = Mechanism._of(text.encode(), m._path, limits)
    object.__setattr__(made, "_recognised", recognised)
    return made
