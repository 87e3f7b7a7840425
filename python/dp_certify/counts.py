"""Counts of runs in the place of a table: what is known of a program that can only be run."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Union

from . import _core, _exact, _graphs, _html, _names, _parts, _plots, _runs
from ._files import Claims, Limits, PathLike, content_of, file_text, raised
from ._stored import made, take
from ._types import Alpha, Graph, Number
from .errors import read_as, wrong
from .mechanism import Mechanism

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Counts"]

#: Whose probabilities are bounded, by a word or by a list of sets of outputs.
Events = Union[str, Iterable[Iterable[Any]]]

#: What the events are where nobody says.
USUAL = "outputs"
#: On what outputs were chosen that were learnt.
LEARNT = "runs of the same log that are not counted"


class Counts(Mechanism):
    """How often each output came out of so many runs of a program whose table nobody has.

    It is a mechanism file with ``counts`` in the place of a ``matrix``, and everything that a :class:`Mechanism` is:
    :meth:`certify` decides whether the runs refute the declared (ε, δ), with a confidence that was chosen before
    anybody looked, and :func:`verify` checks the certificate. That they do not refute it proves no privacy.

    Parameters
    ----------
    counts : rows, numpy.ndarray, pandas.DataFrame, dict of dicts, or iterable of pairs
        A row for each of n inputs, a column for each of m outputs, of whole numbers: ints of Python, NumPy or pandas.
        A float is none, not even 3.0. Names are those of a DataFrame's index and columns. Or a dict of dicts, ``{"A":
        {"yes": 7, "no": 3}, "B": …}``, where an output that is missing came never (a Counter or a Series of pandas'
        ``value_counts`` for each input). Or the runs themselves, pairs of an input and an output, ``[("A", "yes"),
        …]``: an iterator, or pairs with text. Pairs of numbers are taken for rows of a table: say ``iter(runs)``.
    graph, epsilon, alpha, delta, name, note, claims, limits
        As in :class:`Mechanism`; one α.
    confidence : str or number
        With which probability all bounds are to hold together, fixed before anybody looks. A float is the decimal that
        Python prints.
    events : {"outputs", "at-least", "all"} or list of lists
        Whose probabilities are bounded: each output; all outputs from each one on; all sets; or these sets of outputs,
        by their names, ``[["yes"], ["no", "maybe"]]``, or their numbers where they have none. Complements come with
        them.
    chosen_on : str, optional
        On what the events were chosen, for whoever reads the report.
    answers : sequence of names, optional
        The names of the n inputs, in the order of the graph. Of runs: any other input is an error.
    outputs : sequence of names, optional
        The names of the m outputs. Of runs: those that are told apart, without which nothing is counted; all others are
        counted as ``other``.

    Raises
    ------
    MechanismError
        The argument and the place in it, what was found, what was expected.

    Examples
    --------
    >>> coin = Counts([[740775, 259225], [259225, 740775]], graph="complete", epsilon=1)
    >>> claim = coin.certify()["not-refuted"]
    >>> claim.verdict, float(claim.values["epsilon_at_least"])
    ('fails', 1.04205942722)
    """

    __slots__ = ()

    def __init__(
        self,
        counts: Any,
        graph: Graph | None = None,
        *,
        epsilon: Number | None = None,
        alpha: Alpha | None = None,
        delta: Number | None = None,
        confidence: Number = "0.999",
        events: Events = USUAL,
        chosen_on: str | None = None,
        answers: Sequence[Any] | None = None,
        outputs: Sequence[Any] | None = None,
        claims: Claims = None,
        name: str | None = None,
        note: str | None = None,
        limits: Limits = None,
    ) -> None:
        labels = None if answers is None else _names.listed(answers, "answers")
        columns = None if outputs is None else _names.listed(outputs, "outputs")
        found = _runs.read(counts, labels, columns)
        declared = dict(graph=graph, epsilon=epsilon, alpha=alpha, delta=delta, claims=claims, name=name, note=note)
        with read_as("labels", "answers"):
            text = _text(found, columns, labels, declared, (confidence, events, chosen_on))
            take(self, text, limits)

    @classmethod
    def from_csv(  # type: ignore[override]
        cls,
        table: PathLike | bytes,
        *,
        graph: Graph | None = None,
        epsilon: Number | None = None,
        alpha: Alpha | None = None,
        delta: Number | None = None,
        confidence: Number = "0.999",
        events: Events = USUAL,
        chosen_on: str | None = None,
        claims: Claims = None,
        delimiter: str | None = None,
        thousands: str | None = None,
        header: bool | None = None,
        index: bool | None = None,
        name: str | None = None,
        note: str | None = None,
        limits: Limits = None,
    ) -> Counts:
        """The counts of somebody's table, as ``certify TABLE.csv --counts`` reads it.

        Parameters
        ----------
        table : path, str with line ends, or bytes
            A row for each input; or a line for each pair, under the names ``input,output,count``.

        What the table is read as, is said as in :meth:`Mechanism.from_csv`; all others are as in :class:`Counts`.

        Raises
        ------
        MechanismError
            What is no table of counts, or one in two ways: with line and column.
        """
        content, path = content_of(table)
        reading: _core._Reading = (delimiter, None, thousands, header, index, None, (None, None, None, [], None))
        names, columns, rows, recognized = _core.counts_table(content, path, reading, raised(limits))
        found = _runs.Counted(rows, names, columns)
        title = name or f"counts {os.path.basename(path)}"
        told = note or f"SHA-256 of the table {hashlib.sha256(content).hexdigest()}: {recognized}"
        declared = dict(graph=graph, epsilon=epsilon, alpha=alpha, delta=delta, claims=claims, name=title, note=told)
        text = _text(found, None, None, declared, (confidence, events, chosen_on))
        return made(cls, text, recognized, limits)

    @classmethod
    def from_log(
        cls,
        path: PathLike,
        *,
        outputs: Sequence[Any] | None = None,
        learn: Any = None,
        bins: Sequence[Any] | None = None,
        graph: Graph | None = None,
        epsilon: Number | None = None,
        alpha: Alpha | None = None,
        delta: Number | None = None,
        confidence: Number = "0.999",
        events: Events = USUAL,
        chosen_on: str | None = None,
        answers: Sequence[Any] | None = None,
        claims: Claims = None,
        delimiter: str | None = None,
        header: bool | None = None,
        name: str | None = None,
        note: str | None = None,
        limits: Limits = None,
    ) -> Counts:
        """The counts of a log of runs, of any length: ``input,output`` in each line.

        It is CSV, TSV or JSON Lines, or one of these packed by gzip, and is counted a block at a time on several
        threads, Python's lock released.

        Parameters
        ----------
        path : path
            The log.
        outputs : sequence of str
            The outputs that are told apart, fixed before the runs are looked at; all others are counted as ``other``.
        learn : str or number
            Instead: learn them from this share of the lines, spread over all of the log, which is not counted:
            ``"10%"``.
        bins : sequence of numbers
            Instead: outputs are numbers, cut at these, which rise.
        answers : sequence of str, optional
            The inputs, in the order of the graph; any other is an error. Else those that occur, by their numbers or
            text.
        delimiter : str, optional
            What stands between the two: ``","``, ``";"`` or ``"tab"``.
        header : bool, optional
            Whether the first line names the columns.

        All others are as in :class:`Counts`.

        Raises
        ------
        OSError
            It can't be read.
        MechanismError
            What is no run, with line and column; outputs that are not fixed beforehand.
        KeyboardInterrupt
            Ctrl-C stops the counting.
        """
        given = [name for name, said in (("outputs", outputs), ("learn", learn), ("bins", bins)) if said is not None]
        if len(given) != 1:
            expected = (
                "one of them, as which outputs are told apart is fixed before the runs are looked at: "
                "outputs=['yes', 'no'], learn='10%' or bins=[-1, 0, 1]"
            )
            raise wrong("outputs, learn, bins", " and ".join(given) or "none of them", expected)
        labels = None if answers is None else _names.listed(answers, "answers")
        columns = None if outputs is None else _names.listed(outputs, "outputs")
        share = None if learn is None else _exact.text(learn, "learn", as_printed=True)
        cuts = None if bins is None else _cuts(bins)
        reading: _core._Reading = (delimiter, None, None, header, None, None, (None, None, None, [], None))
        place = os.fspath(path)
        if not stat.S_ISFIFO(os.stat(place).st_mode):
            # What can't be opened is an OSError. A pipe is opened once, and has what runs write.
            open(place, "rb").close()
        names, columns, rows, recognized = _core.counts_log(place, labels, columns, share, cuts, reading)
        found = _runs.Counted(rows, names, columns, of_runs=True)
        chosen_on = LEARNT if chosen_on is None and learn is not None else chosen_on
        title = name or f"counts {os.path.basename(place)}"
        told = dict(claims=claims, name=title, note=note or f"A log of runs: {recognized}")
        declared = dict(graph=graph, epsilon=epsilon, alpha=alpha, delta=delta, **told)
        with read_as("labels", "answers"):
            text = _text(found, None, labels, declared, (confidence, events, chosen_on))
            return made(cls, text, recognized, limits)

    @classmethod
    def _of(cls, content: bytes, path: str, limits: Limits = None) -> Counts:
        found = cls.__new__(cls)
        found._take(content, path, limits)
        if "counts" not in found.to_dict().get("mechanism", {}):
            hint = f"say Mechanism.read({os.path.basename(path)!r})" if os.path.isabs(path) else "say Mechanism"
            raise wrong("file", "no counts of runs", '"mechanism": {"counts": [[…], …]}', path="$.mechanism", hint=hint)
        return found

    @property
    def _counted(self) -> dict[str, Any]:
        found: dict[str, Any] = self.to_dict()["mechanism"]
        return found

    @property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """How often each output came: a row for each input."""
        return tuple(tuple(row) for row in self._counted["counts"])

    @property
    def runs(self) -> tuple[int, ...]:
        """How many runs there were at each input."""
        return tuple(sum(row) for row in self.counts)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The share of runs of each output, a bar for each input.

        matplotlib draws on `ax`, or on new axes, which are given back.

        Raises
        ------
        ImportError
            matplotlib is not installed.
        MechanismError
            More bars than can be told apart.

        Examples
        --------
        >>> import matplotlib; matplotlib.use("Agg")
        >>> Counts([[70, 30], [40, 60]], graph="line", epsilon=1).plot().get_ylabel()
        'share of runs'
        """
        return _plots.counts(self, ax)

    def _repr_html_(self) -> str:
        """A small table, for notebooks."""
        return _html.counts(self)

    @property
    def confidence(self) -> Fraction:
        """With which probability all bounds hold together."""
        return Fraction(str(self._counted["confidence"]))


def _cuts(given: Any) -> list[str]:
    _names.expect_order(given, "bins")
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise wrong("bins", given, "a list of cut points that rise, such as [-1, 0, 1]")
    return [_exact.text(cut, f"bins[{k}]", as_printed=True) for k, cut in enumerate(given)]


def _text(
    found: _runs.Counted,
    outputs: list[str] | None,
    labels: list[str] | None,
    declared: dict[str, Any],
    judged: tuple[Any, Events, str | None],
) -> str:
    """The text of a file of these counts. Outputs that are named name the columns, or put them in another order."""
    rows, columns = found.rows, found.outputs
    if outputs is not None and not found.of_runs:
        if columns is not None:
            order = _names.order(outputs, columns, "counts", "outputs", "$.mechanism.outputs")
            rows = [_names.arranged(row, order) for row in rows]
        columns = outputs
    graph = _graphs.in_order(declared["graph"])
    if found.of_runs and graph is not None and found.answers is not None:
        _core.expect_answers(found.answers, graph, labels is not None)
    confidence, events, chosen_on = judged
    content: dict[str, Any] = {"counts": rows}
    if columns is not None:
        content["outputs"] = columns
    content["confidence"] = _exact.text(confidence, "confidence", path="$.mechanism.confidence", as_printed=True)
    if events != USUAL:
        content["events"] = events if isinstance(events, str) else _sets(events, columns)
    if chosen_on is not None:
        if not isinstance(chosen_on, str):
            raise wrong("chosen_on", chosen_on, "a str", path="$.mechanism.chosen_on")
        content["chosen_on"] = chosen_on
    return file_text([_parts.Table(content, found.answers, "counts")], {**declared, "labels": labels})


def _sets(events: Any, columns: list[str] | None) -> list[list[Any]]:
    """Sets of outputs by their names, or by their numbers where they have none."""
    _names.expect_order(events, "events")
    if isinstance(events, bytes) or not isinstance(events, Iterable):
        raise wrong("events", events, "'outputs', 'at-least', 'all' or a list of sets", path="$.mechanism.events")
    sets: list[list[Any]] = []
    for k, event in enumerate(events):
        _names.expect_order(event, f"events[{k}]", f"$.mechanism.events[{k}]")
        if isinstance(event, (str, bytes)) or not isinstance(event, Iterable):
            expected = "a set of outputs, such as ['yes', 'maybe']"
            raise wrong(f"events[{k}]", event, expected, path=f"$.mechanism.events[{k}]")
        named = [_names.plain(output) for output in event]
        sets.append(named if columns is None else [_names.text(output) for output in named])
    return sets
