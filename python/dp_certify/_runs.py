"""What may be given as counts: a table of whole numbers, a dict of them, or the runs themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from numbers import Integral, Number
from typing import Any, NamedTuple

from . import _core, _exact, _matrices, _names
from .errors import MechanismError, wrong

EXPECTED = (
    "rows of counts (lists, a NumPy array or a pandas DataFrame), a dict of dicts such as {'A': {'yes': 7, 'no': 3}}, "
    "or pairs of an input and an output"
)
WHOLE = "a whole number from 0, how often the output came, as an int"
TO_COUNT = (
    "say Counts(iter(runs), …) to count runs, Counts(zip(frame['input'], frame['output']), …) those of a DataFrame"
)
PAIR = "a run: a pair of an input and an output, such as ('A', 'yes')"
PATH = "$.mechanism.counts"
#: The column for all outputs that have none of their own.
OTHER = "other"
#: More inputs than anybody has who runs each of them often.
MOST = 1000


class Counted(NamedTuple):
    """How often each output came: a row for each input, and names where there are any."""

    rows: list[list[int]]
    answers: list[str] | None
    outputs: list[str] | None
    #: Whether it was the runs that were given, in whatever order they came.
    of_runs: bool = False


def read(given: Any, answers: list[str] | None, outputs: list[str] | None) -> Counted:
    """The counts of whatever was given.

    Raises
    ------
    MechanismError
        With the place: ``counts[1][0]``, ``counts['A']['yes']``, or ``runs[7]``.
    """
    if isinstance(given, Mapping):
        return _nested(given, outputs)
    if isinstance(given, (str, bytes)) or hasattr(given, "__fspath__"):
        hint = "say Counts.from_csv(path, …) of a table of counts, Counts.from_log(path, …) of a log of runs"
        raise wrong("counts", given, EXPECTED, path=PATH, hint=hint)
    if _are_runs(given):
        return _runs(given, answers, outputs)
    rows, of_rows, of_columns = _matrices.table(given, "counts", EXPECTED, _row)
    if answers is not None and len(answers) != len(rows) and len(rows[0]) == 2:
        hint = "if these are runs, say Counts(iter(runs), …)"
        raise wrong("answers", f"{len(answers)} names", f"{len(rows)}, a name for each row of counts", hint=hint)
    for i, row in enumerate(rows):
        _expect_runs(row, f"counts[{i}]", f"{PATH}[{i}]")
    return Counted(rows, of_rows, of_columns)


def _row(entries: list[Any], i: int) -> list[int]:
    return [count(x, f"counts[{i}][{j}]", f"{PATH}[{i}][{j}]") for j, x in enumerate(entries)]


def _expect_runs(row: list[int], place: str, path: str) -> None:
    if not any(row):
        raise wrong(place, "a row without runs", "a count above 0 for some output", path=path)


def count(x: Any, place: str, path: str) -> int:
    """A count: an int of Python's or NumPy's. A float is none, whole or not, as 3.0 is none in a table of counts."""
    if isinstance(x, Integral) and not isinstance(x, bool) and type(x).__name__ not in ("bool_", "bool"):
        found = int(x)
        if found >= 0:
            return found
    hint = "" if isinstance(x, Number) else TO_COUNT
    of: Any = x
    if isinstance(x, float) or type(x).__name__.startswith("float"):
        if of == of // 1 and of >= 0:
            hint = "say int(x), or counts.astype(int) of an array"
        elif 0 < of < 1:
            hint = "probabilities are for Mechanism(matrix, …)"
    raise wrong(place, f"{x!r} of type {type(x).__name__}", WHOLE, path=path, hint=hint)


def _nested(given: Mapping[Any, Any], outputs: list[str] | None) -> Counted:
    """A dict of dicts; an output that an input has not came at it never."""
    inner: dict[str, dict[str, int]] = {}
    for name, row in given.items():
        place, answer = f"counts[{name!r}]", _names.text(name)
        if not isinstance(row, Mapping) and not _names.is_series(row):
            example = "a dict of how often each output came: {'yes': 7, 'no': 3}"
            raise wrong(place, f"{row!r} of type {type(row).__name__}", example, path=PATH)
        if answer in inner:
            raise wrong(place, f"the input {answer!r} twice", "each once", path=PATH)
        found: dict[str, int] = {}
        for output, n in row.items():
            column = _names.text(output)
            if column in found:
                raise wrong(f"{place}[{output!r}]", f"the output {column!r} twice", "each once", path=PATH)
            if outputs is not None and column not in outputs:
                expected = f"one of the outputs {', '.join(outputs[:6])}{', …' if len(outputs) > 6 else ''}"
                raise wrong(f"{place}[{output!r}]", f"an output {column!r}", expected, path=PATH)
            found[column] = count(n, f"{place}[{output!r}]", PATH)
        inner[answer] = found
    columns = list(dict.fromkeys(column for row in inner.values() for column in row)) if outputs is None else outputs
    if not inner or not columns:
        what = "no inputs" if not inner else "no outputs"
        raise wrong("counts", what, "a row for each input, with a number for each output", path=PATH)
    if outputs is None and _are_numbers(columns):
        columns = _core.sort_names(columns)
    rows = [[row.get(column, 0) for column in columns] for row in inner.values()]
    for answer, row in zip(inner, rows):
        _expect_runs(row, f"counts[{answer!r}]", PATH)
    return Counted(rows, list(inner), columns)


def _are_numbers(names: list[str]) -> bool:
    try:
        for name in names:
            _exact.value(name, "outputs")
    except MechanismError:
        return False
    return True


def _are_runs(given: Any) -> bool:
    """Whether these are pairs, and no rows of numbers: what is run through once, or begins with a pair with text."""
    if hasattr(given, "columns") or isinstance(given, (set, frozenset)) or not isinstance(given, Iterable):
        return False
    if not isinstance(given, Collection):
        return not hasattr(given, "toarray")
    first: Any = next(iter(given), None)
    is_pair = isinstance(first, (tuple, list)) or (hasattr(first, "shape") and not hasattr(first, "index"))
    return is_pair and hasattr(first, "__len__") and len(first) == 2 and any(isinstance(x, str) for x in first)


def _runs(given: Iterable[Any], answers: list[str] | None, outputs: list[str] | None) -> Counted:
    if outputs is None:
        hint = "say Counts(runs, outputs=['yes', 'no'], …); all others are counted as 'other'"
        expected = "the names of those that are told apart, fixed before the runs are looked at"
        raise wrong("outputs", "none beside runs", expected, hint=hint)
    for argument, names in (("answers", answers), ("outputs", outputs)):
        _expect_names(argument, names)
    columns = [*outputs, *([] if OTHER in outputs else [OTHER])]
    place = {name: j for j, name in enumerate(columns)}
    rows: dict[str, list[int]] = {} if answers is None else {name: [0] * len(columns) for name in answers}
    for i, run in enumerate(given):
        if isinstance(run, (str, bytes, Mapping)) or not isinstance(run, Iterable):
            raise wrong(f"runs[{i}]", f"{run!r} of type {type(run).__name__}", PAIR)
        pair = [_names.text(x) for x in run]
        if len(pair) != 2:
            raise wrong(f"runs[{i}]", f"{len(pair)} entries", PAIR)
        answer, output = pair
        row = rows.get(answer)
        if row is None:
            if answers is not None or not answer:
                few = "a name" if answers is None else "one of the answers " + ", ".join(answers[:6])
                raise wrong(f"runs[{i}]", f"the input {answer!r}", few + (", …" if len(answers or ()) > 6 else ""))
            if len(rows) == MOST:
                raise wrong(f"runs[{i}]", f"more than {MOST} different inputs", "few with many runs each, or answers=")
            row = rows[answer] = [0] * len(columns)
        row[place.get(output, len(columns) - 1 if OTHER not in outputs else place[OTHER])] += 1
    if not any(map(any, rows.values())):
        raise wrong("runs", "no runs", PAIR)
    names = _core.sort_names(list(rows)) if answers is None else answers
    return Counted([rows[name] for name in names], names, columns, of_runs=True)


def _expect_names(argument: str, names: list[str] | None) -> None:
    """Names, and none of them twice, as a log has them."""
    if names is None:
        return
    if not names or "" in names:
        raise wrong(argument, "no name", "a name of its own for each")
    again = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if again is not None:
        raise wrong(argument, f"{again!r} twice", "a name of its own for each")
