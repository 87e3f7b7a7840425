"""Python numbers as the exact text of a mechanism file, and mechanism files as JSON that keeps its numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any

from .errors import MechanismError, wrong

NUMBER = "an int, Fraction, Decimal, float or str such as '1/3'"


def text(x: object, place: str, *, path: str | None = None, as_printed: bool = False) -> str:
    """A number as a mechanism file writes it, exactly.

    A float is the dyadic rational that it is; with `as_printed` the decimal that Python prints for it.
    """
    if isinstance(x, str):
        return x
    if isinstance(x, bool) or type(x).__name__ in ("bool_", "bool"):
        raise wrong(place, x, f"{NUMBER}; a bool is no number", path=path)
    if isinstance(x, Decimal):
        if not x.is_finite():
            raise wrong(place, str(x), "a finite number", path=path)
        return str(x).lower().replace("+", "")
    if isinstance(x, Rational):
        return _fraction(int(x.numerator), int(x.denominator))
    ratio = getattr(x, "as_integer_ratio", None)
    if ratio is None or isinstance(x, type):
        raise wrong(place, f"{x!r} of type {type(x).__name__}", NUMBER, path=path)
    try:
        numerator, denominator = ratio()
    except (ValueError, OverflowError):
        raise wrong(place, repr(float(x)), "a finite number", path=path) from None  # type: ignore[arg-type]
    if as_printed:
        # NumPy prints a float32 by its own digits, those of the double are others.
        return str(x) if type(x).__module__ == "numpy" else repr(float(x))  # type: ignore[arg-type]
    return _fraction(int(numerator), int(denominator))


def _fraction(numerator: int, denominator: int) -> str:
    return digits(numerator) if denominator == 1 else f"{digits(numerator)}/{digits(denominator)}"


def digits(x: int) -> str:
    """An integer's digits, however many: Python by itself refuses over 4,300."""
    if x < 0:
        return "-" + digits(-x)
    if x.bit_length() <= 12_000:
        return str(x)
    # About half of them: a bit is 0.3 digits.
    half = x.bit_length() * 3 // 20
    high, low = divmod(x, 10**half)
    return digits(high) + digits(low).zfill(half)


def shown(x: object) -> str:
    """A value for people, however long."""
    return _fraction(x.numerator, x.denominator) if isinstance(x, Fraction) else str(x)


def value(x: object, place: str, *, path: str | None = None) -> Fraction:
    """The same as a Fraction, where it is no expression.

    Raises
    ------
    MechanismError
        For an expression in ``a`` or ``b``, and for what is no number.
    """
    if isinstance(x, Rational) and not isinstance(x, bool):
        return Fraction(int(x.numerator), int(x.denominator))
    written = text(x, place, path=path)
    try:
        if "_" in written or not written.isascii():
            # Python reads digits that a mechanism file has not.
            raise ValueError(written)
        return Fraction(written)
    except (ValueError, ZeroDivisionError):
        raise wrong(place, written, "a rational number", path=path) from None


def exact(part: Any, place: str) -> Any:
    """A part of a mechanism file, its numbers exact."""
    if part is None or isinstance(part, (str, bool)):
        return part
    if isinstance(part, Mapping):
        bad = next((key for key in part if not isinstance(key, str)), None)
        if bad is not None:
            raise wrong(place, f"the key {bad!r}", "keys of type str")
        return {key: exact(value, f"{place}.{key}") for key, value in part.items()}
    if isinstance(part, Integral):
        return int(part)
    if isinstance(part, Iterable):
        return [exact(value, f"{place}[{i}]") for i, value in enumerate(part)]
    return text(part, place)


def read(content: bytes) -> dict[str, Any]:
    """A mechanism file as JSON. A number with a point or an exponent becomes its text, which means the same there."""
    try:
        found = json.loads(content, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise MechanismError(f"no JSON: {error}", kind="malformed") from None
    if not isinstance(found, dict):
        raise wrong("file", type(found).__name__, "an object, a mechanism file", path="$")
    return found


def write(content: dict[str, Any]) -> str:
    """A mechanism file's text: a line for each key, and for each row of a matrix."""
    fields = [f"  {_json(key)}: {_part(key, part)}" for key, part in content.items()]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _part(key: str, part: Any) -> str:
    is_mechanism = key == "mechanism" and isinstance(part, dict)
    of = next((of for of in ("matrix", "counts") if is_mechanism and isinstance(part.get(of), list)), None)
    if of is not None:
        rows = ",\n".join(f"      {_json(row)}" for row in part[of])
        rest = "".join(f",\n    {_json(name)}: {_json(found)}" for name, found in part.items() if name != of)
        return f"{{\n    {_json(of)}: [\n{rows}\n    ]{rest}\n  }}"
    return _json(part)


def _json(part: Any) -> str:
    try:
        return json.dumps(part, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise MechanismError(f"can't be written as JSON: {error}") from None
