"""Mechanisms of files, of tables and of other mechanisms."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core, _exact, _graphs, _matrices, _names, _parts
from ._attributes import Attributes
from ._files import Claims, Limits, PathLike, content_of, encoded, file_text, raised
from ._messages import by_argument, of_text
from ._stored import Made, made
from ._types import Alpha, Constant, Graph, Number, Priors, Worth
from .errors import MechanismError, wrong

if TYPE_CHECKING:
    from .mechanism import Mechanism


class Makers(Attributes):
    """How a mechanism is made, beside of a matrix."""

    __slots__ = ()

    @classmethod
    def read(cls: type[Made], path: PathLike, limits: Limits = None) -> Made:
        """The mechanism file at `path`, byte for byte.

        Raises
        ------
        OSError
            It can't be read.
        MechanismError
            It is no mechanism file: with path, line and column.
        """
        return cls._of(Path(path).read_bytes(), str(Path(path).absolute()), limits)

    @classmethod
    def compose(
        cls,
        parts: Iterable[_parts.Used],
        *,
        graph: Graph | None = None,
        epsilon: Number | None = None,
        alpha: Alpha | None = None,
        delta: Number | None = None,
        rho: Number | None = None,
        labels: Iterable[Any] | None = None,
        priors: Priors | None = None,
        gain: Worth | None = None,
        loss: Worth | None = None,
        claims: Claims = None,
        name: str | None = None,
        note: str | None = None,
        constant: Constant | None = None,
        normalize: _matrices.Normalize = False,
        limits: Limits = None,
    ) -> Mechanism:
        """All uses of several mechanisms on the same input, released together.

        Parameters
        ----------
        parts : sequence of Part or Mechanism, or of pairs of one and an int
            What is used, and how often where that is not once: ``[(coin, 30), other]``. Of a mechanism the table is
            taken, whose numbers must not depend on its α, or the closed form with its own ε or α; what is about the
            composition's own α is a :class:`Part`.
        graph, labels
            As in :class:`Mechanism`; left out, those of the first mechanism among the parts. Labels that no
            part has rename the inputs that all parts call alike.
        epsilon, alpha, delta, rho
            What is declared of all uses together.
        normalize : bool, number or "any"
            Divide the weights of each prior by their sum.

        All others are as in :class:`Mechanism`.

        Raises
        ------
        MechanismError
            The argument and the place in it: ``parts[1].matrix[0][2]``.

        Notes
        -----
        Nothing of the product's size is written out. With ``claims=[{"claim": "approximate-dp", "adaptive": True}]``
        the claim is about somebody who may change to other neighbors after each use.

        Examples
        --------
        >>> from dp_certify import Mechanism
        >>> coin = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], graph="line", epsilon="ln(3)")
        >>> Mechanism.compose([(coin, 30)], epsilon="30*ln(3)").certify()["dp"].verdict
        'holds'
        """
        from .mechanism import Mechanism

        content, nodes, query = _parts.read(parts)
        if labels is not None:
            content, query = _parts.renamed(content, query, _names.listed(labels, "labels"))
        graph = query if graph is None else graph
        declared = dict(graph=graph, epsilon=epsilon, alpha=alpha, delta=delta, rho=rho, labels=labels, priors=priors)
        declared.update(gain=gain, loss=loss, claims=claims, name=name, note=note, constant=constant)
        declared.update(normalize=normalize)
        text = file_text(content, declared, nodes, composed=True)
        try:
            return Mechanism._of(text.encode(), "mechanism.json", limits)
        except MechanismError as error:
            raise by_argument(error) from None

    @classmethod
    def from_json(cls: type[Made], text: str | bytes, limits: Limits = None) -> Made:
        """A mechanism file given by its text.

        Raises
        ------
        MechanismError
            It is no mechanism file: with path, line and column.

        Examples
        --------
        >>> from dp_certify import Mechanism
        >>> Mechanism.from_json(Mechanism(graph=("line", 3), epsilon=1).text).shape
        (3, None)
        """
        if not isinstance(text, (str, bytes)):
            raise wrong("text", f"{type(text).__name__}", "the text of a mechanism file, str or bytes")
        with of_text("text"):
            return cls._of(encoded(text), "mechanism.json", limits)

    @classmethod
    def from_csv(
        cls: type[Made],
        table: PathLike | bytes,
        *,
        graph: Graph | None = None,
        epsilon: Number | None = None,
        alpha: Alpha | None = None,
        delta: Number | None = None,
        rho: Number | None = None,
        labels: Iterable[Any] | None = None,
        priors: Priors | None = None,
        gain: Worth | None = None,
        loss: Worth | None = None,
        claims: Claims = None,
        delimiter: str | None = None,
        decimal: str | None = None,
        thousands: str | None = None,
        header: bool | None = None,
        index: bool | None = None,
        percent: bool | None = None,
        lines: str | None = None,
        long: bool | None = None,
        transpose: bool | None = None,
        drop: str | Sequence[str] = (),
        order: str | None = None,
        normalize: _matrices.Normalize = False,
        normalise: _matrices.Normalize = False,
        rounding: Number | None = None,
        name: str | None = None,
        note: str | None = None,
        limits: Limits = None,
    ) -> Made:
        """The mechanism of somebody's table: every number is the decimal that is written there.

        Parameters
        ----------
        table : path, str with line ends, or bytes
            A text file with a row a line; or such a text itself.
        delimiter : str, optional
            What cells stand between: ``","``, ``";"``, ``"tab"``, ``"blanks"``, or another character.
        decimal : str, optional
            The mark of decimals, ``"point"`` or ``"comma"``.
        thousands : str, optional
            What stands between thousands: ``"comma"`` (98,013), ``"point"``, ``"blank"`` or ``"apostrophe"``.
        header, index : bool, optional
            Whether the first row names the outputs, and the first column the inputs.
        percent : bool, optional
            Whether the numbers are percentages.
        lines : str, optional
            Which lines are the table, without titles above and notes below: ``"3-10"``, ``"3-"`` or ``"-10"``.
        long : bool, optional
            Whether it has a line for each entry: an input, an output and a probability.
        transpose : bool, optional
            Whether it is on its side, a column for each input.
        drop : str or list of str, optional
            Columns that are left out, by their names or their numbers from 1.
        order : str, optional
            ``"sorted"``: the rows by the numbers in their names; ``"given"``: as they stand.

        What is left out is recognized as ``certify TABLE.csv`` does, and :attr:`recognized` says what it was taken
        for. All others are as in :class:`Mechanism`.

        Raises
        ------
        MechanismError
            What is no table, or one in two ways: with line and column, and the argument that settles it.

        Examples
        --------
        >>> from dp_certify import Mechanism
        >>> Mechanism.from_csv("no;0,75;0,25\\nyes;0,25;0,75\\n", graph="line", epsilon=2).labels
        ['no', 'yes']
        """
        content, path = content_of(table)
        standing = (lines, long, transpose, [drop] if isinstance(drop, str) else list(drop), order)
        reading = (delimiter, decimal, thousands, header, index, percent, standing)
        rounded = None if rounding is None else _exact.text(rounding, "rounding", as_printed=True)
        normalize = _matrices.spelled(normalize, normalise)
        of_rows_alone = _matrices.of_rows(normalize)
        most = _matrices.bound(of_rows_alone)
        in_order = _graphs.in_order(graph) if labels is None else None
        matrix, of_rows, runs, recognized = _core.table(content, path, reading, most, rounded, in_order, raised(limits))
        of_table = _exact.read(matrix.encode())
        if not of_rows_alone:
            _matrices.warn_of_counts(of_table["matrix"])
        title = name or f"table {os.path.basename(path)}{', each row divided by its sum' if of_rows_alone else ''}"
        text = file_text(
            [_parts.Table(of_table, of_rows, "table", runs)],
            dict(
                graph=graph,
                epsilon=epsilon,
                alpha=alpha,
                delta=delta,
                rho=rho,
                labels=labels,
                priors=priors,
                gain=gain,
                loss=loss,
                claims=claims,
                name=title,
                normalize=normalize,
                note=note or f"SHA-256 of the table {hashlib.sha256(content).hexdigest()}: {recognized}",
            ),
        )
        return made(cls, text, recognized, limits)
