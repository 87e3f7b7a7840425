"""Exact curves: the privacy profile, and the trade-off function of tests."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core, _html, _names, _plots, values
from ._files import Limits, raised
from ._messages import about
from .errors import wrong
from .mechanism import Mechanism

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Corner", "Piece", "Profile", "TradeOff", "TradeOffPiece", "profile", "trade_off"]


def expect_mechanism(given: object) -> Mechanism:
    """A mechanism, and nothing else."""
    if not isinstance(given, Mechanism):
        raise TypeError(f"mechanism: found {type(given).__name__}, expected a Mechanism")
    return given


class Piece(NamedTuple):
    """δ on an interval of λ = e^ε: `mass` − λ·`neighbor_mass`, linear in λ.

    Attributes
    ----------
    lambda_from, lambda_to : Fraction, or inf
        The interval.
    delta_from, delta_to : Fraction
        δ at its ends.
    mass, neighbor_mass : Fraction
        What the two of the pair have of the outputs.
    pair : tuple of int, or None
        The neighbors that need it, by number.
    outputs : tuple of int
        The set of outputs that needs it; empty of a composition, whose outputs have no numbers.
    """

    lambda_from: Fraction
    lambda_to: Fraction | float
    delta_from: Fraction
    delta_to: Fraction
    mass: Fraction
    neighbor_mass: Fraction
    pair: tuple[int, ...] | None
    outputs: tuple[int, ...]

    @property
    def neighbour_mass(self) -> Fraction:
        """Another spelling of `neighbor_mass`."""
        return self.neighbor_mass


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

        Examples
        --------
        >>> from dp_certify import Mechanism
        >>> profile(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon="ln(3)")).delta("3/2")
        Fraction(3, 8)
        """
        x = Fraction(lambda_)
        if x < 1:
            raise ValueError(f"lambda_: found {x}, expected a number from 1: it is e^ε")
        piece = next(piece for piece in self.pieces if x <= piece.lambda_to)
        return piece.mass - x * piece.neighbor_mass

    def to_dict(self) -> dict[str, Any]:
        """``dp-profile/1``."""
        found: dict[str, Any] = json.loads(self._text)
        return found

    def plot(self, ax: Axes | None = None, *, epsilon_max: float | None = None) -> Axes:
        """δ over ε in nats.

        matplotlib draws on `ax`, or on new axes, which are given back.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw.
        epsilon_max : float, optional
            Up to which ε, in nats; else a little beyond the last corner.

        Raises
        ------
        ImportError
            matplotlib is not installed.

        Examples
        --------
        >>> import matplotlib; matplotlib.use("Agg")
        >>> from dp_certify import Mechanism, profile
        >>> m = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], graph="line", epsilon="ln(3)")
        >>> profile(m).plot().get_xlabel()
        'ε (nats)'
        """
        return _plots.profile(self, ax, epsilon_max)

    def _repr_html_(self) -> str:
        """A small table, for notebooks."""
        return _html.profile(self)

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

    Examples
    --------
    >>> found = profile(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon="ln(3)"))
    >>> found.delta(1), found.delta(2), found.delta(3)
    (Fraction(1, 2), Fraction(1, 4), Fraction(0, 1))
    """
    m = expect_mechanism(mechanism)
    with about(m._path):
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
        The two nodes, by number, the first tested against the second; None where there are no neighbors.
    """

    start: tuple[Fraction, Fraction]
    end: tuple[Fraction, Fraction]
    pair: tuple[int, ...] | None


class TradeOff:
    """The least second error of all tests of any pair of neighbors at every first error from 0 to 1, exactly.

    Attributes
    ----------
    of : str
        ``"least"`` over all pairs of neighbors, which need not be convex; ``"pair"``: of one pair; ``"envelope"``: the
        convex lower envelope of all.
    pieces : tuple of TradeOffPiece
        Of the least over all pairs: from each corner to the next one, and whose it is there.
    corners : tuple of Corner
        Rising in the first error; the function is linear between them.
    pair : tuple of int, or None
        The two nodes that it is about; None where it is about all pairs of neighbors.
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

        Examples
        --------
        >>> from dp_certify import Mechanism
        >>> trade_off(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon="ln(3)")).second_error("1/8")
        Fraction(5, 8)
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

    def plot(self, ax: Axes | None = None) -> Axes:
        """The second error over the first.

        matplotlib draws on `ax`, or on new axes, which are given back.

        Raises
        ------
        ImportError
            matplotlib is not installed.

        Examples
        --------
        >>> import matplotlib; matplotlib.use("Agg")
        >>> from dp_certify import Mechanism, trade_off
        >>> m = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], graph="line", epsilon="ln(3)")
        >>> trade_off(m).plot().get_xlabel()
        'first error (probability)'
        """
        return _plots.trade_off(self, ax)

    def _repr_html_(self) -> str:
        """A small table, for notebooks."""
        return _html.trade_off(self)

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
    """The trade-off function of a mechanism with rational entries: how well neighbors can be told apart by any test.

    Parameters
    ----------
    mechanism : Mechanism
        X, or a composition, of which it is that of all uses together.
    pair : two of str or int, optional
        The nodes, by label or number, of which the first is tested against the second; else the least over all pairs of
        neighbors, in both orders.
    envelope : bool
        Of all pairs the convex lower envelope: what no mixture of tests of several pairs beats.

    Raises
    ------
    MechanismError
        A mechanism with irrational entries, or none; a node that is not there.

    Examples
    --------
    >>> found = trade_off(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon="ln(3)"))
    >>> found.second_error("1/2")
    Fraction(1, 6)
    """
    m = expect_mechanism(mechanism)
    nodes: tuple[str, str] | None = None
    if pair is not None:
        ends = [_names.plain(end) for end in pair] if isinstance(pair, (tuple, list)) else []
        if len(ends) != 2 or not all(isinstance(end, (str, int)) for end in ends):
            raise wrong("pair", pair, "two nodes, by label or number")
        known = _core.labels(m._bytes)
        nodes = (_node(ends[0], known), _node(ends[1], known))
    if envelope and nodes is not None:
        raise wrong("envelope", envelope, "no pair beside it: the envelope is one of all pairs")
    with about(m._path):
        return TradeOff(_core.trade_off(m._bytes, m._path, nodes, envelope, raised(limits)))
