"""What arguments may be, for type checkers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol, SupportsIndex, Union


class Ratio(Protocol):
    """A number that is a ratio of two integers, as NumPy's doubles are."""

    def as_integer_ratio(self) -> tuple[int, int]: ...


#: An exact number; text is ``"1/3"``, ``"0.25"`` or an expression.
Number = Union[str, int, float, Fraction, Decimal, Ratio, SupportsIndex]

#: Who is whose neighbor: a name, a name with parameters, edges, or a networkx graph.
Graph = Union[str, Mapping[str, Any], Iterable[Any]]

#: e^-ε: a number, ``"symbolic"``, the interval of a tuple, or ``{"root_of": …, "between": …}``.
Alpha = Union[Number, "tuple[Number, Number]", Mapping[str, Any]]

#: Rows of numbers: lists, a NumPy array, a DataFrame.
Rows = Iterable[Any]

#: One prior (a word or weights), or several by name.
Priors = Union[str, Mapping[Any, Any], Iterable[Any]]

#: What guesses are worth: a word, or rows of numbers.
Worth = Union[str, Iterable[Any]]

#: The number ``b``.
Constant = Union[Number, Mapping[str, Any]]
