"""What may be given as ``matrix``, as rows of exact numbers with the names of rows and columns."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, Union

from . import _exact, _names
from .errors import wrong

EXPECTED = "rows of numbers: lists, a NumPy array or a pandas DataFrame"


#: Whether rows are divided by their sums: True where these are near 1, or how far from it they may be, ``"any"``,
#: or ``"weights"``: any, and whole numbers are no counts.
Normalise = Union[bool, int, float, str, Fraction, Decimal, None]

#: How far from 1 a sum may be, where nobody says.
USUAL = "0.01"


class Matrix(NamedTuple):
    """Rows of numbers as text, and names where the object has them."""

    rows: list[list[str]]
    labels: list[str] | None
    outputs: list[str] | None
    #: How many runs each row is of, where rows of counts were divided by their sums.
    runs: list[int] | None = None


def read(given: Any, normalise: Normalise) -> Matrix:
    """The rows of a matrix.

    Raises
    ------
    MechanismError
        For what is no matrix, for ragged or empty rows, and for entries that are no finite numbers, with their place
        ``matrix[i][j]``.
    """
    most = bound(normalise)
    labels = outputs = None
    module = type(given).__module__.split(".")[0]
    if module == "pandas" and hasattr(given, "columns"):
        labels, outputs = _names.of(given.index), _names.of(given.columns)
        given = given.to_numpy(dtype=object)
    elif module == "scipy" and hasattr(given, "toarray"):
        given = given.toarray()
    elif hasattr(given, "columns") and not hasattr(given, "index"):
        # Frames of others are run through by columns.
        hint = "say to_pandas(), or a list of its rows"
        raise wrong("matrix", f"a {type(given).__name__} of {module}", EXPECTED, path="$.mechanism.matrix", hint=hint)
    shape = getattr(given, "shape", None)
    if shape is not None and len(shape) != 2:
        raise wrong("matrix", f"an array of shape {tuple(shape)}", "one of two dimensions", path="$.mechanism.matrix")
    if isinstance(given, (str, bytes, dict, set, frozenset)) or not isinstance(given, Iterable):
        raise wrong("matrix", f"{given!r} of type {type(given).__name__}", EXPECTED, path="$.mechanism.matrix")
    given = list(given)
    labels = _names.of_rows(given) if labels is None else labels
    rows: list[list[str]] = []
    runs: list[int | None] = []
    for i, row in enumerate(given):
        where = f"matrix[{i}]"
        _names.expect_order(row, where, f"$.mechanism.{where}")
        if isinstance(row, (str, bytes, dict)) or not isinstance(row, Iterable):
            raise wrong(where, f"{row!r} of type {type(row).__name__}", "a row of numbers", path=f"$.mechanism.{where}")
        entries, outputs = named_row(row, outputs, where, f"$.mechanism.{where}")
        rows.append(_row(entries, i, most))
        runs.append(None if most in (None, "weights") else _runs(entries))
        if len(rows[i]) != len(rows[0]):
            found = f"{len(rows[i])} entries"
            raise wrong(where, found, f"{len(rows[0])} as in matrix[0]", path=f"$.mechanism.{where}")
    if not rows:
        raise wrong("matrix", "no rows", "a row for each node", path="$.mechanism.matrix")
    if not rows[0]:
        raise wrong("matrix[0]", "no entries", "a number for each output", path="$.mechanism.matrix[0]")
    counted = [run for run in runs if run is not None]
    is_sample = len(counted) == len(rows) and max(counted) > 1
    return Matrix(rows, labels, outputs, counted if is_sample else None)


def _runs(row: list[Any]) -> int | None:
    """The sum of a row of counts: whole numbers from 0."""
    counts = [_exact.value(x, "matrix") for x in row]
    whole = all(count.denominator == 1 and count >= 0 for count in counts)
    return int(sum(counts, Fraction(0))) if whole else None


def _row(row: list[Any], i: int, most: str | None) -> list[str]:
    def place(j: int) -> tuple[str, str]:
        return f"matrix[{i}][{j}]", f"$.mechanism.matrix[{i}][{j}]"

    if most is None:
        return [_exact.text(x, place(j)[0], path=place(j)[1]) for j, x in enumerate(row)]
    numbers = [_exact.value(x, place(j)[0], path=place(j)[1]) for j, x in enumerate(row)]
    total = sum(numbers, Fraction(0))
    if total <= 0:
        raise wrong(
            f"matrix[{i}]", f"a row of sum {total}", "a sum above 0 to divide by", path=f"$.mechanism.matrix[{i}]"
        )
    if most not in ("any", "weights") and abs(total - 1) > Fraction(most or USUAL):
        expected = (
            f"a sum within {most or USUAL} of 1; normalise=0.1, or another number, allows more, normalise='any' all"
        )
        found = f"a row that sums to {_exact.shown(total)}"
        raise wrong(f"matrix[{i}]", found, expected, path=f"$.mechanism.matrix[{i}]")
    return [_exact.text(x / total, f"matrix[{i}]") for x in numbers]


def bound(normalise: Normalise) -> str | None:
    """How far from 1 the sums of rows may be, ``""`` for the usual bound; None: rows are not divided by them."""
    if normalise is None or normalise is False:
        return None
    if normalise is True:
        return ""
    if normalise in ("any", "weights"):
        return str(normalise)
    return _exact.text(normalise, "normalise", as_printed=True)


def named_row(row: Any, columns: list[str] | None, where: str, path: str) -> tuple[list[Any], list[str] | None]:
    """The entries of a row, a Series in the order of the columns' names; and these, which the first such row gives."""
    names = _names.of(row.index) if _names.is_series(row) else None
    if names is None:
        return list(row), columns
    if columns is None:
        return list(row), names
    return _names.arranged(list(row), _names.order(columns, names, where, "the columns", path)), columns
