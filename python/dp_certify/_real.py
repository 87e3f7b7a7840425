"""One of 2^53 equally likely numbers, of which only as much is known as was asked for."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from numbers import Number
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._choices import Choices

UNIT = 2.0**-53
#: What NumPy calls operators of Python.
UFUNCS = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "true_divide": operator.truediv,
    "negative": operator.neg,
    "positive": operator.pos,
    "absolute": abs,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
}
#: What a number is asked for where it stands on the right.
MIRRORED = {
    "add": "__radd__",
    "subtract": "__rsub__",
    "multiply": "__rmul__",
    "divide": "__rtruediv__",
    "true_divide": "__rtruediv__",
    "less": "__gt__",
    "less_equal": "__ge__",
    "greater": "__lt__",
    "greater_equal": "__le__",
    "equal": "__eq__",
    "not_equal": "__ne__",
}


class Real:
    """f(k·2^-53) for one k of low ≤ k < high, each as likely as the others; f is a chain of steps of IEEE arithmetic,
    each of which is monotone."""

    __slots__ = ("_high", "_low", "_of", "_rng", "_steps")

    def __init__(self, rng: Choices, low: int, high: int, steps: tuple[Any, ...] = (), of: Real | None = None) -> None:
        self._rng = rng
        self._low = low
        self._high = high
        self._steps = steps
        #: The number that this is a function of, which knows how far k is known.
        self._of = self if of is None else of

    # Arithmetic with constants.

    def _step(self, function: Callable[[Any, Any], Any], other: Any, mirrored: bool = False) -> Any:
        if isinstance(other, Real):
            raise self._rng._refuse("arithmetic of two random numbers, expected one of them and constants")
        if not isinstance(other, Number) or isinstance(other, complex):
            return NotImplemented
        found = Real(self._rng, 0, 0, (*self._steps, (function, other, mirrored)), self._of)
        # What raises does so now, as of a float.
        for k in (self._of._low, self._of._high - 1):
            found._value(k)
        return found

    def __add__(self, other: Any) -> Any:
        return self._step(operator.add, other)

    def __radd__(self, other: Any) -> Any:
        return self._step(operator.add, other, True)

    def __sub__(self, other: Any) -> Any:
        return self._step(operator.sub, other)

    def __rsub__(self, other: Any) -> Any:
        return self._step(operator.sub, other, True)

    def __mul__(self, other: Any) -> Any:
        return self._step(operator.mul, other)

    def __rmul__(self, other: Any) -> Any:
        return self._step(operator.mul, other, True)

    def __truediv__(self, other: Any) -> Any:
        return self._step(operator.truediv, other)

    def __neg__(self) -> Any:
        return self._step(operator.mul, -1)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    # What is revealed.

    def _value(self, k: int) -> Any:
        x: Any = k * UNIT
        for function, other, mirrored in self._steps:
            x = function(other, x) if mirrored else function(x, other)
        return x

    def _first(self, is_other: Callable[[int], bool]) -> int:
        """The least k from which on it is so, of those that are left; it is not of the first and is of the last."""
        low, high = self._of._low, self._of._high - 1
        while high - low > 1:
            middle = (low + high) // 2
            if is_other(middle):
                high = middle
            else:
                low = middle
        return high

    def _cut(self, at: int) -> bool:
        """Whether k is below that number, which is between the two ends: a choice."""
        of = self._of
        below = self._rng.flip(Fraction(at - of._low, of._high - of._low))
        if below:
            of._high = at
        else:
            of._low = at
        return below

    def _compare(self, relation: Callable[[Any, Any], bool], other: Any) -> Any:
        if isinstance(other, Real):
            raise self._rng._refuse("a comparison of two random numbers, expected a random number and a constant")
        if not isinstance(other, Number):
            return NotImplemented
        of = self._of

        def holds(k: int) -> bool:
            return bool(relation(self._value(k), other))

        first = holds(of._low)
        if first == holds(of._high - 1):
            return first
        return first == self._cut(self._first(lambda k: holds(k) != first))

    def __lt__(self, other: Any) -> Any:
        return self._compare(operator.lt, other)

    def __le__(self, other: Any) -> Any:
        return self._compare(operator.le, other)

    def __gt__(self, other: Any) -> Any:
        return self._compare(operator.gt, other)

    def __ge__(self, other: Any) -> Any:
        return self._compare(operator.ge, other)

    def __eq__(self, other: object) -> Any:
        below = self._compare(operator.lt, other)
        return below if below is NotImplemented else not below and self._compare(operator.le, other)

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __bool__(self) -> bool:
        return bool(self != 0)

    def _whole(self, function: Callable[[Any], int]) -> int:
        """A whole number that is monotone in k."""
        of = self._of
        while True:
            if not all(math.isfinite(self._value(k)) for k in (of._low, of._high - 1)):
                raise self._rng._refuse("a whole number of a random number that is too large for a float at an end")
            ends = [function(self._value(k)) for k in (of._low, of._high - 1)]
            if ends[0] == ends[1]:
                return ends[0]
            middle, rises = (ends[0] + ends[1]) // 2, ends[0] < ends[1]

            def is_beyond(k: int, middle: int = middle, rises: bool = rises) -> bool:
                return (function(self._value(k)) > middle) == rises

            self._cut(self._first(is_beyond))

    def __int__(self) -> int:
        return self._whole(int)

    __trunc__ = __int__

    def __floor__(self) -> int:
        return self._whole(math.floor)

    def __ceil__(self) -> int:
        return self._whole(math.ceil)

    def __round__(self, digits: int | None = None) -> Any:
        return self._whole(round) if digits is None else round(float(self), digits)

    def __floordiv__(self, other: Any) -> Any:
        if not isinstance(other, Number) or isinstance(other, complex):
            return NotImplemented
        whole = self._whole(lambda x: int(x // other))
        return float(whole) if whole else math.copysign(0.0, float(other))  # type: ignore[arg-type]

    def __float__(self) -> float:
        of = self._of
        if of._high - of._low > 1:
            of._low, of._high = self._rng._values(of._low, of._high)
            of._high = of._low + 1
        return float(self._value(of._low))

    # All else is asked of the value: what is no law may not look like an output, or like an error of the sampler.

    def __rtruediv__(self, other: Any) -> Any:
        return other / float(self)

    def __rfloordiv__(self, other: Any) -> Any:
        return other // float(self)

    def __mod__(self, other: Any) -> Any:
        return float(self) % other

    def __rmod__(self, other: Any) -> Any:
        return other % float(self)

    def __divmod__(self, other: Any) -> Any:
        return divmod(float(self), other)

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(other, float(self))

    def __pow__(self, other: Any) -> Any:
        return float(self) ** other

    def __rpow__(self, other: Any) -> Any:
        return other ** float(self)

    def __hash__(self) -> int:
        return hash(float(self))

    def __repr__(self) -> str:
        return repr(float(self))

    def __format__(self, how: str) -> str:
        return format(float(self), how)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(float(self), name)

    # NumPy.

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        import numpy

        return numpy.asarray(float(self), dtype=dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        known: Any = UFUNCS.get(ufunc.__name__)
        if known is not None and method == "__call__" and not options and all(_is_plain(x) for x in inputs):
            x, *rest = (x if isinstance(x, (Real, Number)) else x[()] for x in inputs)
            # `x < self` of a scalar of NumPy would come here again.
            return known(x, *rest) if isinstance(x, Real) else getattr(rest[0], MIRRORED[ufunc.__name__])(x)
        return getattr(ufunc, method)(*(float(x) if isinstance(x, Real) else x for x in inputs), **options)


def _is_plain(x: Any) -> bool:
    """A number of Python, or a scalar."""
    return isinstance(x, (Real, Number)) or getattr(x, "shape", None) == ()
