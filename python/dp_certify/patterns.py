"""Which privacy constraints are tight, in which direction."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core, _html, _plots
from ._files import Limits, raised
from ._messages import about
from .curves import expect_mechanism
from .mechanism import Mechanism

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Pattern", "PatternEdge", "pattern"]


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

    def plot(self, ax: Axes | None = None) -> Axes:
        """A cell for each pair of neighbors and output.

        matplotlib draws on `ax`, or on new axes, which are given back.

        Raises
        ------
        ImportError
            matplotlib is not installed.

        Examples
        --------
        >>> import matplotlib; matplotlib.use("Agg")
        >>> from dp_certify import Mechanism, pattern
        >>> m = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], graph="line", epsilon="ln(3)")
        >>> pattern(m).plot().get_xlabel()
        'output (number)'
        """
        return _plots.pattern(self, ax)

    def _repr_html_(self) -> str:
        """A small table, for notebooks."""
        return _html.pattern(self)

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
    """Which privacy constraints are tight, in which direction: a line for each edge, a letter for each output.

    >>> m = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon="ln(3)")
    >>> pattern(m).edges
    (PatternEdge(nodes=(0, 1), letters='↓↑'),)
    """
    m = expect_mechanism(mechanism)
    with about(m._path):
        return Pattern(*_core.pattern(m._bytes, m._path, raised(limits)))
