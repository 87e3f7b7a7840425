"""What may be given as ``matrix``, as rows of exact numbers with the names of rows and columns."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar, Union

from . import _exact, _names
from .errors import wrong

Entry = TypeVar("Entry")

EXPECTED = "rows of numbers: lists, a NumPy array or a pandas DataFrame"


#: Whether rows and priors are divided by their sums: True where these are near 1, or how far from it they may be,
#: ``"any"``, ``"weights"``: any, and whole numbers are no counts, or ``"priors"``: these alone, where near 1.
Normalize = Union[bool, int, float, str, Fraction, Decimal, None]

#: What is said of whole numbers.
OF_COUNTS = "if they are counts of runs, say Counts(…), which decides what they show of the mechanism"

#: How far from 1 a sum may be, where nobody says.
USUAL = "0.01"
#: How a sum farther from it is allowed.
MORE = "normalize=0.1, or another number, allows more, normalize='any' all"


class Matrix(NamedTuple):
    """Rows of numbers as text, and names where the object has them."""

    rows: list[list[str]]
    labels: list[str] | None
    outputs: list[str] | None
    #: How many runs each row is of, where rows of counts were divided by their sums.
    runs: list[int] | None = None


def read(given: Any, normalize: Normalize) -> Matrix:
    """The rows of a matrix.

    Raises
    ------
    MechanismError
        For what is no matrix, for ragged or empty rows, and for entries that are no finite numbers, with their place
        ``matrix[i][j]``.
    """
    most = bound(normalize)
    runs: list[int | None] = []

    def row(entries: list[Any], i: int) -> list[str]:
        runs.append(None if most in (None, "weights") else _runs(entries))
        return _row(entries, i, most)

    rows, labels, outputs = table(given, "matrix", EXPECTED, row)
    counted = [run for run in runs if run is not None]
    is_sample = len(counted) == len(rows) and max(counted) > 1
    return Matrix(rows, labels, outputs, counted if is_sample else None)


def table(
    given: Any, argument: str, expected: str, read_row: Callable[[list[Any], int], list[Entry]]
) -> tuple[list[list[Entry]], list[str] | None, list[str] | None]:
    """The rows of something of two dimensions, each read by `read_row`, and the names of rows and columns.

    Raises
    ------
    MechanismError
        For what has no rows, and for ragged or empty ones, with their place ``argument[i]``.
    """
    path = f"$.mechanism.{argument}"
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
        raise wrong(argument, f"a {type(given).__name__} of {module}", expected, path=path, hint=hint)
    shape = getattr(given, "shape", None)
    if shape is not None and len(shape) != 2:
        raise wrong(argument, f"an array of shape {tuple(shape)}", "one of two dimensions", path=path)
    if isinstance(given, (str, bytes, dict, set, frozenset)) or not isinstance(given, Iterable):
        hint = ""
        if isinstance(given, str) and given.endswith((".json", ".csv", ".tsv", ".txt")):
            read = "read(path)" if given.endswith(".json") else "from_csv(path, graph=…)"
            hint = f"say Mechanism.{read}"
        elif isinstance(given, dict) and "format" in given:
            hint = "say Mechanism.from_json(json.dumps(…))"
        raise wrong(argument, f"{given!r} of type {type(given).__name__}", expected, path=path, hint=hint)
    given = list(given)
    labels = _names.of_rows(given) if labels is None else labels
    rows: list[list[Entry]] = []
    for i, row in enumerate(given):
        where = f"{argument}[{i}]"
        _names.expect_order(row, where, f"$.mechanism.{where}")
        if isinstance(row, (str, bytes, dict)) or not isinstance(row, Iterable):
            raise wrong(where, f"{row!r} of type {type(row).__name__}", "a row of numbers", path=f"$.mechanism.{where}")
        entries, outputs = named_row(row, outputs, where, f"$.mechanism.{where}")
        rows.append(read_row(entries, i))
        if len(rows[i]) != len(rows[0]):
            found = f"{len(rows[i])} entries"
            raise wrong(where, found, f"{len(rows[0])} as in {argument}[0]", path=f"$.mechanism.{where}")
    if not rows:
        raise wrong(argument, "no rows", "a row for each node", path=path)
    if not rows[0]:
        raise wrong(f"{argument}[0]", "no entries", "a number for each output", path=f"{path}[0]")
    return rows, labels, outputs


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
        expected = f"a sum within {most or USUAL} of 1; {MORE}"
        found = f"a row that sums to {_exact.shown(total)}"
        hint = OF_COUNTS if _runs(row) is not None else ""
        raise wrong(f"matrix[{i}]", found, expected, path=f"$.mechanism.matrix[{i}]", hint=hint)
    return [_exact.text(x / total, f"matrix[{i}]") for x in numbers]


def warn_of_counts(rows: list[list[Any]]) -> None:
    """Warns whoever made a mechanism of whole numbers whose rows sum to more than 1, as counts do."""
    written = [[str(x) for x in row] for row in rows]
    if all(x.isdecimal() and x.isascii() for row in written for x in row):
        # More than one digit, or several ones.
        more = [any(len(x) > 1 for x in row) or sum(map(int, row)) > 1 for row in written]
        if all(more):
            warnings.warn(f"the numbers are whole, and no probabilities: {OF_COUNTS}", stacklevel=3)


def bound(normalize: Normalize) -> str | None:
    """How far from 1 the sums of rows may be, ``""`` for the usual bound; None: rows are not divided by them."""
    if normalize is None or normalize is False:
        return None
    if normalize is True:
        return ""
    if normalize in ("any", "weights"):
        return str(normalize)
    expected = "True, how far from 1 a sum may be, such as 0.05, 'any', 'weights' or 'priors'"
    if isinstance(normalize, bool) or not isinstance(normalize, (int, float, str, Fraction, Decimal)):
        raise wrong("normalize", normalize, expected)
    most = _exact.text(normalize, "normalize", as_printed=True)
    try:
        return most if Fraction(most) >= 0 else _exact.text(None, "normalize")
    except ValueError:
        raise wrong("normalize", normalize, expected) from None


def of_rows(normalize: Normalize) -> Normalize:
    """What is said of the rows of a matrix, and not of priors alone."""
    return False if normalize == "priors" else normalize


def spelled(normalize: Normalize, normalise: Normalize) -> Normalize:
    """What is said under either spelling of the argument's name."""
    if normalise is None or normalise is False:
        return normalize
    if normalize is not None and normalize is not False:
        raise wrong("normalize", f"normalise={normalise!r} beside it", "one of the two, which are one argument")
    return normalise


def named_row(row: Any, columns: list[str] | None, where: str, path: str) -> tuple[list[Any], list[str] | None]:
    """The entries of a row, a Series in the order of the columns' names; and these, which the first such row gives."""
    names = _names.of(row.index) if _names.is_series(row) else None
    if names is None:
        return list(row), columns
    if columns is None:
        return list(row), names
    return _names.arranged(list(row), _names.order(columns, names, where, "the columns", path)), columns
