"""Mechanisms by their formulas, and optimal ones: what ``certify construct`` makes of a query.

Each function takes a :class:`~dp_certify.Mechanism` without a matrix, or what makes one (``graph=``, ``epsilon=``,
…), and gives the mechanism whose matrix is written out in exact numbers, with the claims that the theorem behind it
promises.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import _core, _exact, _rings
from ._files import Limits, raised
from ._messages import about
from ._types import Number
from .errors import MechanismError, wrong
from .mechanism import Mechanism

__all__ = [
    "alvim",
    "binomial",
    "discrete_gaussian",
    "exponential",
    "geometric",
    "hadamard_response",
    "kinds",
    "local_hashing",
    "make",
    "optimal",
    "permute_and_flip",
    "product",
    "randomised_response",
    "randomized_response",
    "rappor",
    "report_noisy_max",
    "staircase",
    "subsampled",
    "subset_selection",
    "tight_constraints",
    "truncated_geometric",
    "truncated_laplace",
    "unary_encoding",
    "uniform",
]


def kinds() -> dict[str, str]:
    """The names of the constructions, each with what it is and which graphs it is for.

    >>> kinds()["uniform"]
    'any graph: every answer equally probable, whatever the input'
    """
    return dict(_core.kinds())


def make(
    kind: str,
    query: Mechanism | None = None,
    *,
    prior: str | None = None,
    force: bool = False,
    size: int | None = None,
    encoding: str | None = None,
    width: int | None = None,
    sigma_squared: Number | None = None,
    cut: int | None = None,
    rate: Number | None = None,
    noise: str | None = None,
    parameters: str | None = None,
    limits: Limits = None,
    **declared: Any,
) -> Mechanism:
    """The mechanism of a construction.

    Parameters
    ----------
    kind : str
        One of :func:`kinds`, or ``"discrete-laplace"``, another name of ``"truncated-geometric"``.
    query : Mechanism, optional
        A query: a Mechanism without a matrix. Else it is made of `declared`.
    prior : str, optional
        For ``optimal``: the prior to be optimal for, by its name.
    force : bool
        For ``alvim`` and ``discrete-gaussian``: the matrix even where it is not private.
    size : int, optional
        For ``subset-selection``: how many values a subset has. For ``local-hashing``: how many hashes there are. For
        ``subsampled``: how many are in the sample.
    encoding : str, optional
        For ``unary-encoding``: ``"symmetric"`` or ``"optimized"``.
    width : int, optional
        For ``staircase``: r of its middle stair, |noise| < r.
    sigma_squared : int, Fraction, Decimal or str, optional
        For ``discrete-gaussian``: σ² of noise in proportion to e^(−k²/2σ²).
    cut : int, optional
        For ``discrete-gaussian``: noise |k| ≤ `cut`, added and clamped.
    rate : int, Fraction, Decimal or str, optional
        For ``subsampled``: with which probability each individual is in the sample.
    noise : str, optional
        For ``report-noisy-max``: ``"exponential"`` or ``"geometric"``.
    parameters : str, optional
        For ``rappor``: ``"f=1/2,p=1/4,q=3/4,h=2,k=4"``.
    **declared
        What :class:`Mechanism` takes: ``graph=("line", 6), alpha="1/2"``.

    Raises
    ------
    MechanismError
        A graph, gain or α that the construction does not fit; with path, line and column of the query file.

    Examples
    --------
    >>> make("uniform", graph=("line", 2), epsilon=1).matrix[0]
    (Fraction(1, 2), Fraction(1, 2))
    """
    query = _query(query, declared, limits)
    for name, value, of in (
        ("size", size, ("subset-selection", "local-hashing", "subsampled")),
        ("encoding", encoding, ("unary-encoding",)),
        ("width", width, ("staircase",)),
        ("sigma_squared", sigma_squared, ("discrete-gaussian",)),
        ("cut", cut, ("discrete-gaussian",)),
        ("rate", rate, ("subsampled",)),
        ("noise", noise, ("report-noisy-max",)),
        ("parameters", parameters, ("rappor",)),
    ):
        if value is not None and kind not in of:
            raise TypeError(f"{name}: goes with {', '.join(of)}, and not with {kind}")
    for name, number in (("size", size), ("width", width), ("cut", cut)):
        if isinstance(number, int) and not 0 <= number < 2**32:
            raise ValueError(f"{name}: found {number}, expected a number from 0 to 2**32 - 1")
    encoding = "optimised" if encoding == "optimized" else encoding
    squared = None if sigma_squared is None else _exact.text(sigma_squared, "sigma_squared")
    chance = None if rate is None else _exact.text(rate, "rate")
    wishes = (prior, force, size, encoding, width, squared, cut, chance, noise, parameters)
    with about(query._path, "query"):
        text = _core.construct(kind, query._bytes, query._path, wishes, raised(limits))
    return Mechanism._of(text.encode(), query._path, limits)


def _query(query: Mechanism | None, declared: dict[str, Any], limits: Limits = None) -> Mechanism:
    if query is None:
        return Mechanism(None, limits=limits, **declared)
    if not isinstance(query, Mechanism):
        found = type(query).__name__
        raise TypeError(f"query: found {found}, expected a Mechanism without a matrix, or none: graph=('line', 6)")
    if declared:
        raise TypeError(f"{next(iter(declared))}: the query says so itself")
    return query


def geometric(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a line or a sum query :func:`truncated_geometric`; on a ring row i in proportion to α^d(i,o).

    On a ring d(i,o) is the number of steps the shorter way round. All rows have the same sum, so that the ratio of
    neighbors' entries is at most 1/α: it is ε-private at every α, and all its constraints are tight but those between
    the two nodes that are farthest from an output, on a ring of odd length. On an even ring it is the
    tight-constraints mechanism; on an odd one it is that of Alvim et al., Theorem 4.

    Noise on all whole numbers told modulo n is another mechanism: ``Mechanism(family="geometric", report={"modulo":
    n}, …)``.

    Raises
    ------
    MechanismError
        Another graph.

    Examples
    --------
    >>> [str(x) for x in geometric(graph=("cycle", 4), alpha="1/2").matrix[0]]
    ['4/9', '2/9', '1/9', '2/9']
    """
    query = _query(query, declared)
    ring = _rings.ring(query)
    if ring:
        # Where neither construction fits, the formula itself.
        if len(ring) % 2:
            return alvim(query)
        return tight_constraints(query) if isinstance(query.alpha, Fraction) else _rings.geometric(query, ring)
    try:
        return truncated_geometric(query)
    except MechanismError as error:
        if not (error.path or "").startswith("$.query"):
            raise
        expected = "a line, a sum query or a ring; on any graph say construct.alvim(…) or tight_constraints(…)"
        raise wrong("graph", "another graph", expected, path="$.query") from None


def truncated_geometric(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a line: α^|i−j|/(1+α) at both ends, α^|i−j|(1−α)/(1+α) between them (Ghosh, Roughgarden, Sundararajan).

    This is also the discrete Laplace mechanism, clamped to the range.

    >>> [str(x) for x in truncated_geometric(graph=("line", 3), alpha="1/2").matrix[0]]
    ['2/3', '1/6', '1/6']
    """
    return make("truncated-geometric", query, **declared)


def tight_constraints(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On any graph where some z ≥ 0 has Φz = 1: α^d(i,j) z_j (ElSalamouny, Chatzikokolakis, Palamidessi).

    >>> [str(x) for x in tight_constraints(graph=("star", 3), alpha="1/2").matrix[0]]
    ['1/3', '1/3', '1/3']
    """
    return make("tight-constraints", query, **declared)


def randomized_response(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a complete graph: the truth 1/α times as probable as each other answer.

    >>> [str(x) for x in randomized_response(graph=("complete", 3), alpha="1/2").matrix[0]]
    ['1/2', '1/4', '1/4']
    """
    return make("randomized-response", query, **declared)


def randomised_response(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """Another spelling of :func:`randomized_response`.

    >>> randomised_response(graph=("complete", 3), alpha="1/2").shape
    (3, 3)
    """
    return randomized_response(query, **declared)


def exponential(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a Hamming graph proportional to α^d(i,j); with a gain u of sensitivity Δ on any graph, to α^(−u(i,w)/2Δ).

    >>> exponential(graph=("line", 3), gain="distance", alpha="1/4").certify()["dp"].verdict
    'holds'
    """
    return make("exponential", query, **declared)


def product(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a Hamming graph: each value kept, or changed to each of the m others with probability (1−δ)/(1/α+m).

    >>> [str(x) for x in product(graph=("hamming", {"values": 2, "individuals": 2}), alpha="1/2").matrix[0]]
    ['4/9', '2/9', '2/9', '1/9']
    """
    return make("product", query, **declared)


def subset_selection(query: Mechanism | None = None, *, size: int | None = None, **declared: Any) -> Mechanism:
    """On a complete graph subsets of `size` values, 1/α times as probable where they have the true one (Ye, Barg).

    Without `size` it is the number nearest k/(e^ε + 1), and at least 1.

    >>> subset_selection(graph=("complete", 4), alpha="1/2", size=2).shape
    (4, 6)
    """
    return make("subset-selection", query, size=size, **declared)


def unary_encoding(query: Mechanism | None = None, *, encoding: str = "symmetric", **declared: Any) -> Mechanism:
    """On a complete graph of at most ten values all bit vectors, each bit told by itself.

    ``"symmetric"`` is basic one-time RAPPOR (Erlingsson, Pihur, Korolova), ``"optimized"`` is OUE (Wang, Blocki, Li,
    Jha).

    >>> unary_encoding(graph=("complete", 3), alpha="1/4").shape
    (3, 8)
    """
    return make("unary-encoding", query, encoding=encoding, **declared)


def hadamard_response(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a complete graph: 1/α times as probable where the true value's row of H has +1 (Acharya, Sun, Zhang).

    >>> hadamard_response(graph=("complete", 3), alpha="1/2").shape
    (3, 4)
    """
    return make("hadamard-response", query, **declared)


def staircase(query: Mechanism | None = None, *, width: int | None = None, **declared: Any) -> Mechanism:
    """On a sum query: noise with stairs of Δ, the middle one |m| < `width`, clamped (Geng, Viswanath).

    Without `width` it is the one with the least expected noise.

    >>> [str(x) for x in staircase(graph=("line", 3), alpha="1/2", width=1).matrix[0]]
    ['2/3', '1/6', '1/6']
    """
    return make("staircase", query, width=width, **declared)


def local_hashing(query: Mechanism | None = None, *, size: int | None = None, **declared: Any) -> Mechanism:
    """On a complete graph: a hash of the value by a random function, the true one 1/α times as probable (Wang et al.).

    Without `size` there are as many hashes as is nearest e^ε + 1.

    >>> local_hashing(graph=("complete", 3), alpha="1/2", size=2).certify()["dp"].verdict
    'holds'
    """
    return make("local-hashing", query, size=size, **declared)


def rappor(query: Mechanism | None = None, *, parameters: str, **declared: Any) -> Mechanism:
    """On a complete graph of C(k, h) codes: RAPPOR by f, p, q, h and k (Erlingsson, Pihur, Korolova).

    >>> rappor(graph=("complete", 2), epsilon=3, parameters="f=1/2,p=1/4,q=3/4,h=1,k=2").shape
    (2, 4)
    """
    return make("rappor", query, parameters=parameters, **declared)


def permute_and_flip(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On any graph with a gain or loss: guesses in random order, each taken by its score (McKenna, Sheldon).

    >>> permute_and_flip(graph=("line", 3), gain="distance", alpha="1/4").certify()["dp"].verdict
    'holds'
    """
    return make("permute-and-flip", query, **declared)


def report_noisy_max(query: Mechanism | None = None, *, noise: str = "exponential", **declared: Any) -> Mechanism:
    """On any graph with a gain or loss: the guess with the most score and noise, exponential or geometric.

    >>> report_noisy_max(graph=("line", 3), gain="distance", alpha="1/4").certify()["dp"].verdict
    'holds'
    """
    return make("report-noisy-max", query, noise=noise, **declared)


def subsampled(
    query: Mechanism | None = None, *, rate: Number | None = None, size: int | None = None, **declared: Any
) -> Mechanism:
    """On a Hamming graph of two values: a noisy count of a sample, each with the chance `rate`, or `size` of them.

    >>> subsampled(graph=("hamming", {"values": 2, "individuals": 2}), alpha="1/2", size=1).shape
    (4, 2)
    """
    return make("subsampled", query, rate=rate, size=size, **declared)


def discrete_gaussian(
    query: Mechanism | None = None,
    *,
    sigma_squared: Number | None = None,
    cut: int | None = None,
    force: bool = False,
    **declared: Any,
) -> Mechanism:
    """On a line or a sum query: b^((i−j)²) by the row's sum, b = e^(−1/2σ²) (Canonne, Kamath, Steinke).

    With `cut` noise of at most so many steps is added and clamped. Noise that is not private as declared needs `force`.

    >>> discrete_gaussian(graph=("line", 3), epsilon=1, delta="1/10", sigma_squared=2).shape
    (3, 3)
    """
    return make("discrete-gaussian", query, sigma_squared=sigma_squared, cut=cut, force=force, **declared)


def binomial(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a line, a sum query or a complete graph of numbers, with a delta: the heads of the fewest coins, added.

    The coins are proved to be enough, and one less to be too few.

    >>> binomial(graph=("line", 2), epsilon=1, delta="1/10").certify()["approximate-dp"].verdict
    'holds'
    """
    return make("binomial", query, **declared)


def truncated_laplace(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On the same: noise proportional to α^(|m|/Δ) for |m| ≤ r, with the least r; less is proved to be too little.

    >>> truncated_laplace(graph=("line", 2), epsilon=1, delta="1/10").certify()["approximate-dp"].verdict
    'holds'
    """
    return make("truncated-laplace", query, **declared)


def alvim(query: Mechanism | None = None, *, force: bool = False, **declared: Any) -> Mechanism:
    """On any graph α^d(i,j) by the row's sum; even rings by Remark 1, if private or with `force` (Alvim et al.).

    >>> [str(x) for x in alvim(graph=("cycle", 5), alpha="1/2").matrix[0]]
    ['2/5', '1/5', '1/10', '1/10', '1/5']
    """
    return make("alvim", query, force=force, **declared)


def uniform(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On any graph: every answer equally probable, whatever the input.

    >>> uniform(graph=("line", 2), epsilon=1).matrix[0]
    (Fraction(1, 2), Fraction(1, 2))
    """
    return make("uniform", query, **declared)


def optimal(query: Mechanism | None = None, *, prior: str | None = None, **declared: Any) -> Mechanism:
    """On any graph: the most utility for a prior and the file's gain among all ε-private mechanisms, at a vertex.

    >>> optimal(graph=("line", 3), alpha="1/2", priors="uniform").certify()["optimal"].verdict
    'holds'
    """
    return make("optimal", query, prior=prior, **declared)
