"""Mechanisms by their formulas, and optimal ones: what ``certify construct`` makes of a query.

Each function takes a :class:`~dp_certify.Mechanism` without a matrix, or what makes one (``graph=``, ``epsilon=``,
…), and gives the mechanism whose matrix is written out in exact numbers, with the claims that the theorem behind it
promises.
"""

from __future__ import annotations

from typing import Any

from . import _core
from .mechanism import Mechanism, raised

__all__ = [
    "alvim",
    "exponential",
    "kinds",
    "make",
    "optimal",
    "product",
    "randomised_response",
    "tight_constraints",
    "truncated_geometric",
    "uniform",
]


def kinds() -> dict[str, str]:
    """The names of the constructions, each with what it is and which graphs it is for."""
    return dict(_core.kinds())


def make(
    kind: str,
    query: Mechanism | None = None,
    *,
    prior: str | None = None,
    force: bool = False,
    limits: Any = None,
    **declared: Any,
) -> Mechanism:
    """The mechanism of a construction.

    Parameters
    ----------
    kind : str
        One of :func:`kinds`.
    query : Mechanism, optional
        A query: a Mechanism without a matrix. Else it is made of `declared`.
    prior : str, optional
        For ``optimal``: the prior to be optimal for, by its name.
    force : bool
        For ``alvim``: the matrix of Remark 1 even where it is not private.
    **declared
        What :class:`Mechanism` takes: ``graph=("line", 6), alpha="1/2"``.

    Raises
    ------
    MechanismError
        A graph, gain or α that the construction does not fit; with path, line and column of the query file.
    """
    if query is None:
        query = Mechanism(None, limits=limits, **declared)
    elif declared:
        raise TypeError(f"{next(iter(declared))}: the query says so itself")
    if not isinstance(query, Mechanism):
        raise TypeError(f"query: found {type(query).__name__}, expected a Mechanism without a matrix")
    text = _core.construct(kind, query._bytes, query._path, (prior, force), raised(limits))
    return Mechanism._of(text.encode(), query._path, limits)


def truncated_geometric(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a line: α^|i−j|/(1+α) at both ends, α^|i−j|(1−α)/(1+α) between them (Ghosh, Roughgarden, Sundararajan)."""
    return make("truncated-geometric", query, **declared)


def tight_constraints(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On any graph where some z ≥ 0 has Φz = 1: α^d(i,j) z_j (ElSalamouny, Chatzikokolakis, Palamidessi)."""
    return make("tight-constraints", query, **declared)


def randomised_response(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a complete graph: the truth 1/α times as probable as each other answer."""
    return make("randomised-response", query, **declared)


def exponential(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a Hamming graph proportional to α^d(i,j); with a gain u of sensitivity Δ on any graph, to α^(−u(i,w)/2Δ)."""
    return make("exponential", query, **declared)


def product(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On a Hamming graph: each value kept, or changed to each of the m others with probability (1−δ)/(1/α+m)."""
    return make("product", query, **declared)


def alvim(query: Mechanism | None = None, *, force: bool = False, **declared: Any) -> Mechanism:
    """On any graph α^d(i,j) by the row's sum; even rings by Remark 1, if private or with `force` (Alvim et al.)."""
    return make("alvim", query, force=force, **declared)


def uniform(query: Mechanism | None = None, **declared: Any) -> Mechanism:
    """On any graph: every answer equally probable, whatever the input."""
    return make("uniform", query, **declared)


def optimal(query: Mechanism | None = None, *, prior: str | None = None, **declared: Any) -> Mechanism:
    """On any graph: the most utility for a prior and the file's gain among all ε-private mechanisms, at a vertex."""
    return make("optimal", query, prior=prior, **declared)
