"""Exact numbers that reports carry: fractions, and objects for what is no fraction."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, Union, cast

from . import _core

__all__ = [
    "AlphaSet",
    "Algebraic",
    "Function",
    "Irrational",
    "Logarithm",
    "Piecewise",
    "Power",
    "Range",
    "Transcendental",
    "Value",
]

#: Digits at which a comparison of two numbers is given up.
MOST_DIGITS = 2_000


class Irrational:
    """A number that is no fraction, exactly: an expression in ``a`` = α and ``b``, a root, or a logarithm.

    It is equal to what is written alike at the same α, is compared exactly with numbers, and is hashable.

    Attributes
    ----------
    exact : str or None
        The number as text: an expression in ``a`` and ``b``, or square roots; ``None`` where a report left it out.
    decimal : str or None
        Twelve significant digits, rounded half to even.
    """

    __slots__ = ("_expression", "_file", "_of", "decimal", "exact")

    def __init__(
        self,
        exact: str | None,
        decimal: str | None,
        *,
        expression: str | None = None,
        file: str | None = None,
        of: str | None = None,
    ) -> None:
        self.exact = exact
        self.decimal = decimal
        self._expression = expression
        self._file = file
        self._of = of

    def enclosure(self, digits: int = 12) -> tuple[Fraction, Fraction]:
        """Two fractions between which the number lies, both included, at most ``10**-digits`` apart.

        The verifier's arithmetic finds them exactly; nothing of it is a floating-point number.

        Parameters
        ----------
        digits : int
            Decimal places, 0 to 4,000.

        Returns
        -------
        (Fraction, Fraction)
            The lower and the upper end.

        Raises
        ------
        MechanismError
            Where so narrow an enclosure is not found.
        ValueError
            Where the report has the number's twelve digits only, and these are not narrow enough.
        """
        if not isinstance(digits, int) or isinstance(digits, bool) or digits < 0:
            raise ValueError(f"digits: found {digits!r}, expected a whole number from 0")
        if self._expression is None or self._file is None:
            return self._by_digits(digits)
        low, high = _core.enclosure(self._file, self._expression, self._of, min(digits, 1_000_000))
        return _fraction(low), _fraction(high)

    def _by_digits(self, digits: int) -> tuple[Fraction, Fraction]:
        if self.decimal is not None:
            mantissa, _, exponent = self.decimal.partition("e")
            places = len(mantissa.partition(".")[2]) - int(exponent or 0)
            half = Fraction(1, 2) / Fraction(10) ** places
            if 2 * half <= Fraction(1, 10**digits):
                middle = Fraction(self.decimal)
                return middle - half, middle + half
        raise ValueError("the report has no more of this number than its decimal: make it with its mechanism file")

    def __float__(self) -> float:
        digits = 24
        while True:
            try:
                low, high = self.enclosure(digits)
            except ValueError:
                if self.decimal is None:
                    raise
                return float(self.decimal)
            if float(low) == float(high) or digits > 400:
                return float((low + high) / 2)
            digits *= 2

    def _order(self, other: object) -> int | None:
        if isinstance(other, float) and math.isinf(other):
            return -1 if other > 0 else 1
        if self == other:
            return 0
        try:
            exact = other if isinstance(other, Irrational) else Fraction(cast("Fraction", other))
        except (TypeError, ValueError):
            return None
        # Of some numbers a report has twelve digits and no more, which mostly are enough.
        digits = 8
        while digits <= MOST_DIGITS:
            low, high = self.enclosure(digits)
            below, above = (exact, exact) if isinstance(exact, Fraction) else exact.enclosure(digits)
            if high < below:
                return -1
            if low > above:
                return 1
            digits *= 2
        raise ValueError(f"{self} and {other} differ by less than 10^-{digits // 2}, if at all")

    def __lt__(self, other: object) -> bool:
        order = self._order(other)
        return NotImplemented if order is None else order < 0

    def __le__(self, other: object) -> bool:
        order = self._order(other)
        return NotImplemented if order is None else order <= 0

    def __gt__(self, other: object) -> bool:
        order = self._order(other)
        return NotImplemented if order is None else order > 0

    def __ge__(self, other: object) -> bool:
        order = self._order(other)
        return NotImplemented if order is None else order >= 0

    def _key(self) -> tuple[Any, ...]:
        return (self.exact, self._expression, self._of, self._file, None if self.exact else self.decimal)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Irrational) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return self.exact or self.decimal or "a number"

    def __repr__(self) -> str:
        digits = f" = {self.decimal}" if self.exact and self.decimal else ""
        return f"{type(self).__name__}({self}{digits})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_remade, (type(self), self.exact, self.decimal, self._expression, self._file, self._of))


def _remade(kind: type[Irrational], exact: Any, decimal: Any, expression: Any, file: Any, of: Any) -> Irrational:
    return kind(exact, decimal, expression=expression, file=file, of=of)


class Algebraic(Irrational):
    """A root of a polynomial with rational coefficients, such as √2/2."""

    __slots__ = ()


class Transcendental(Irrational):
    """A rational function of α = e^-r, r rational, such as ``(1-a)/(1+a)``."""

    __slots__ = ()


class Logarithm(Irrational):
    """log₂ x in bits, or ε = −ln x, of an exact x.

    Attributes
    ----------
    argument : Fraction or Irrational
        x.
    base : str
        ``log2`` or ``-ln``.
    """

    __slots__ = ("argument", "base")

    def __init__(self, argument: Fraction | Irrational, base: str, decimal: str | None) -> None:
        rational = isinstance(argument, Fraction)
        expression = str(argument) if isinstance(argument, Fraction) else argument._expression
        file = _AT_HALF if isinstance(argument, Fraction) else argument._file
        exact = f"{base} {argument}" if rational else f"{base}({argument})"
        super().__init__(exact, decimal, expression=expression, file=file, of="log2" if base == "log2" else "-ln")
        self.argument = argument
        self.base = base

    def __reduce__(self) -> tuple[Any, ...]:
        return (Logarithm, (self.argument, self.base, self.decimal))


class Power(Irrational):
    """x^(p/q) of a fraction 0 < x < 1, such as ``(1/5)^(2/3)``: an α for each unit of length.

    Attributes
    ----------
    base, exponent : Fraction
        x and p/q.
    """

    __slots__ = ("base", "exponent")

    def __init__(self, exact: str, decimal: str | None) -> None:
        super().__init__(exact, decimal)
        base, _, exponent = exact.rpartition("^")
        self.base = _fraction(base.strip("()"))
        self.exponent = _fraction(exponent.strip("()"))

    def enclosure(self, digits: int = 12) -> tuple[Fraction, Fraction]:
        """Two fractions between which the number lies, at most ``10**-digits`` apart: whole roots."""
        if not isinstance(digits, int) or isinstance(digits, bool) or digits < 0:
            raise ValueError(f"digits: found {digits!r}, expected a whole number from 0")
        q, power = self.exponent.denominator, self.base**self.exponent.numerator
        scale = 10**digits
        root = _root(power.numerator * scale**q // power.denominator, q)
        return Fraction(root, scale), Fraction(root + 1, scale)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Power, (self.exact, self.decimal))


def _root(n: int, q: int) -> int:
    """The largest whole number whose q-th power is at most n (Newton's method from above)."""
    if n < 2:
        return n
    x = 1 << (n.bit_length() // q + 1)
    while True:
        y = ((q - 1) * x + n // x ** (q - 1)) // q
        if y >= x:
            return x
        x = y


class Function:
    """A rational function of α, where the file is about every α of an interval at once.

    Attributes
    ----------
    exact : str or None
        The expression in ``a`` = α, or in ``b``.
    """

    __slots__ = ("_constant", "exact")

    def __init__(self, exact: str | None, constant: str | None = None) -> None:
        self.exact = exact
        self._constant = constant

    def at(self, alpha: int | str | Fraction) -> Fraction | Irrational:
        """The value at a rational α, exactly.

        Raises
        ------
        MechanismError
            Where the function has no value there, or `alpha` is no number of (0, 1].
        """
        if self.exact is None:
            raise ValueError("the report has not the function itself: it is left out over 200 characters")
        constant = None if self._constant is None else json.loads(self._constant)
        file = context({"alpha": str(alpha)}, constant)
        return number(self.exact, None, file, "algebraic")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Function):
            return NotImplemented
        return (self.exact, self._constant) == (other.exact, other._constant)

    def __hash__(self) -> int:
        return hash((self.exact, self._constant))

    def __str__(self) -> str:
        return self.exact or "a function of α"

    def __repr__(self) -> str:
        return f"Function({self})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Function, (self.exact, self._constant))


class Piecewise(NamedTuple):
    """A value on each of several ranges of α.

    Attributes
    ----------
    pieces : tuple of (str, Value)
        Each range as text, ``(0, 1/2]``, and the value on it.
    """

    pieces: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return ", ".join(f"{value} on {on}" for on, value in self.pieces)


class Range(NamedTuple):
    """All α from `low` to `high`, both included but for 0 and 1; one point where both are the same."""

    low: Any
    high: Any

    def __contains__(self, x: object) -> bool:
        return bool(self.low <= x <= self.high and 0 < x < 1)  # type: ignore[operator]

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{{{self.low}}}"
        return f"{'(' if self.low == 0 else '['}{self.low}, {self.high}{')' if self.high == 1 else ']'}"


class AlphaSet:
    """A set of α in (0, 1): intervals, closed there, and points, rising.

    Attributes
    ----------
    ranges : tuple of Range
        The intervals and points with exact ends.
    """

    __slots__ = ("ranges",)

    def __init__(self, ranges: tuple[Range, ...]) -> None:
        self.ranges = ranges

    def __iter__(self) -> Iterator[Range]:
        return iter(self.ranges)

    def __len__(self) -> int:
        return len(self.ranges)

    def __contains__(self, x: object) -> bool:
        return any(x in part for part in self.ranges)

    def __eq__(self, other: object) -> bool:
        return self.ranges == other.ranges if isinstance(other, AlphaSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.ranges)

    def __str__(self) -> str:
        return " ∪ ".join(str(part) for part in self.ranges) or "∅"

    def __repr__(self) -> str:
        return f"AlphaSet({self})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (AlphaSet, (self.ranges,))


#: What a statement's value may be. ``inf`` is the ε of α = 0, exactly.
Value = Union[Fraction, Irrational, Function, Piecewise, AlphaSet, bool, str, float]


def decimal(x: Irrational) -> str | None:
    """Twelve significant digits of it, where they are known."""
    try:
        return f"{float(x):#.12g}"
    except ValueError:
        return None


def context(privacy: dict[str, Any], constant: Any) -> str:
    """A mechanism file that says what ``a`` and ``b`` are, and nothing else."""
    query = {"graph": "line", "nodes": 1}
    said = {key: part for key, part in privacy.items() if key != "delta"}
    file: dict[str, Any] = {"format": "dp-mechanism/1", "privacy": said, "query": query}
    if constant is not None:
        file["constant"] = constant
    return json.dumps(file)


_AT_HALF = context({"alpha": "1/2"}, None)


def _fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(_integer(numerator), _integer(denominator) if denominator else 1)


def _integer(text: str) -> int:
    """An integer of any length: Python by itself refuses over 4,300 digits."""
    if len(text) <= 4_000:
        return int(text)
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    half = len(digits) // 2
    whole = _integer(digits[:-half]) * cast(int, 10**half) + _integer(digits[-half:])
    return sign * whole


def number(exact: str | None, decimal: str | None, file: str | None, kind: str) -> Fraction | Irrational:
    """A number as a report writes it: a fraction, or an expression in ``a`` and ``b``."""
    if exact is not None:
        if not any(letter in exact for letter in "ab√x"):
            return _fraction(exact)
        if file is not None and "√" not in exact and not exact.startswith("root of"):
            value = _core.evaluate(file, exact)
            if value is not None:
                return _fraction(value)
        made = Transcendental if kind == "transcendental" else Algebraic
        return made(exact, decimal, expression=exact, file=file)
    return (Transcendental if kind == "transcendental" else Algebraic)(None, decimal)


def root(end: dict[str, Any]) -> Fraction | Irrational:
    """An end of an interval of α."""
    if "root_of" not in end:
        return _fraction(end["exact"])
    file = context({"alpha": {"root_of": end["root_of"], "between": end["between"]}}, None)
    return Algebraic(end["exact"], end.get("decimal"), expression="a", file=file)
