"""Mechanisms: a table of probabilities with what is declared of it, as the text of a mechanism file."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union

from . import _core, _exact, _graphs, _matrices, _names, _nodes, _parts
from .errors import MechanismError, in_python, wrong

if TYPE_CHECKING:
    from .report import Report

__all__ = ["Mechanism"]

PathLike = Union[str, "os.PathLike[str]"]
Limits = Optional[Mapping[str, int]]
Made = TypeVar("Made", bound="Mechanism")
Claims = Optional[Iterable[Union[str, Mapping[str, Any]]]]

#: Which argument a part of a file comes from.
ARGUMENTS = (
    ("$.mechanism.rounding", "rounding"),
    ("$.mechanism.missing", "missing"),
    ("$.mechanism.further_outputs", "further_outputs"),
    ("$.mechanism.outputs", "outputs"),
    ("$.mechanism.matrix", "matrix"),
    ("$.mechanism.counts", "counts"),
    ("$.mechanism.confidence", "confidence"),
    ("$.mechanism.events", "events"),
    ("$.mechanism.chosen_on", "chosen_on"),
    ("$.mechanism.family", "family"),
    ("$.mechanism.noise", "noise"),
    ("$.mechanism.sigma2", "sigma2"),
    ("$.mechanism.report", "report"),
    ("$.mechanism.compose", "parts"),
    ("$.mechanism", "matrix"),
    ("$.sample.runs", "sample"),
    ("$.sample", "sample"),
    ("$.privacy.delta", "delta"),
    ("$.privacy.epsilon", "epsilon"),
    ("$.privacy.rho", "rho"),
    ("$.privacy", "alpha"),
    ("$.constant", "constant"),
    ("$.query.labels", "labels"),
    ("$.query", "graph"),
    ("$.priors", "priors"),
    ("$.gain", "gain"),
    ("$.loss", "loss"),
    ("$.claims", "claims"),
    ("$.name", "name"),
)


class Mechanism:
    """A finite mechanism X with its neighbours, its declared privacy and what is claimed of it.

    It is the text of a mechanism file, ``dp-mechanism/1``, and nothing else: immutable, hashable and equal by that
    text, picklable. Nothing is written unless :meth:`write` is called.

    Parameters
    ----------
    matrix : sequence of rows, numpy.ndarray or pandas.DataFrame of shape (n, m), optional
        X: a row for each of n inputs (answers, or databases), a column for each of m outputs, of probabilities. Each
        is an int, ``Fraction``, ``Decimal``, a str (``"1/3"``, ``"0.25"``, an expression in ``a`` = α and ``b`` such
        as ``"(1-a)/(1+a)"``), or a float or NumPy double, which is the dyadic number that it is: 0.1 is not 1/10. A
        DataFrame gives labels by its index and outputs by its columns. Left out, there is a query only.
    graph : str, tuple, dict, networkx.Graph or list of pairs
        Which inputs are neighbours: ``"line"``, ``"cycle"``, ``"complete"`` or ``"star"``, with as many nodes as the
        matrix has rows; ``("line", 6)``; ``("hamming", {"values": 2, "individuals": 3})``; a mechanism file's
        ``query``; a networkx graph, undirected, without loops (an edge's attribute ``length`` is its length); edges as
        pairs of labels or numbers, or with a length as the third: ``("a", "b", "3/2")``.
    epsilon : number or str, optional
        The declared ε > 0, in nats: ``1``, ``"0.8"``, ``"ln(2)"``. A float is the decimal that Python prints.
    alpha : number, str, tuple or dict, optional
        α = e^-ε instead of ε, 0 < α ≤ 1: ``"1/2"``; ``{"root_of": [...], "between": [...]}``; ``"symbolic"``, every α
        of (0, 1) at once, or of the interval of a tuple ``(low, high)``.
    delta : number or str, optional
        The declared δ, 0 ≤ δ < 1.
    rho : number or str, optional
        The declared ρ > 0 of ρ-zCDP, in the place of ε and δ: ``"1/2"``.
    labels, outputs : sequence of str, optional
        The names of the n inputs and of the m outputs, in their order.
    priors : dict, optional
        Name → ``"uniform"``, n weights that sum to exactly 1 (a Series: by its index; a dict: by its keys), or an
        object of a mechanism file such as ``{"corner": 0}`` or ``{"point": "north"}``.
    gain, loss : str or matrix, optional
        ``"binary"`` or ``"distance"``, or a row for each guess; ``"binary"``, ``"absolute"`` or ``"squared"``, or a
        column for each guess. Not both. A DataFrame's columns, of a loss its index, are the names of the inputs.
    claims : sequence of str or dict, optional
        What is claimed beside the declared privacy: ``"tight-constraints"``, ``{"claim": "optimal", "prior":
        "flat"}``.
    rounding : number or str, optional
        The entries were printed rounded, each within this of the true one.
    missing : sequence of number or str, optional
        What each row lacks to sum to 1, exactly (a Series: by its index; a dict: by its keys). ``dp`` and
        ``approximate-dp`` are then about every completion: a table that has no entry less and whose rows sum to 1.
    further_outputs : bool, optional
        Beside `missing`: False says that no output is possible but those of the matrix, an assumption that every report
        tells.
    normalise : bool, number, "any" or "weights"
        Divide each row by its exact sum; the name says so. True: sums within 0.01 of 1, others are refused; a number:
        within that; ``"any"``: whatever they are, as of counts, which are a sample (what counts show of the mechanism
        behind them is decided by :class:`Counts`); ``"weights"``: the same of weights, which are exact.
    sample : int or sequence of int, optional
        The matrix is of frequencies: how often the mechanism was run for each row (a Series: by its index; a dict: by
        its keys). Every report says that its verdicts are about the sample. Where counts are normalised it follows from
        them.
    name, note : str, optional
        For people.
    constant : number, str or dict, optional
        The number ``b`` of expressions: ``{"root_of_alpha": 2}``, ``{"exp": "-1/8"}``, …
    family : str, optional
        Instead of a matrix a closed form: ``"truncated-geometric"``, ``"randomised-response"``, …; or
        ``"discrete-gaussian"``, which has no table.
    noise : number or str, optional
        Of the family ``"randomised-response"``: the probability of a uniformly random one of all answers.
    sigma2 : number or str, optional
        Of the family ``"discrete-gaussian"``: σ² of noise on all whole numbers, added to an answer on a line or the
        graph of a sum.
    report : dict, optional
        Of the family ``"geometric"``, noise on all whole numbers: how the noisy number is told, ``{"at_least": 5}``,
        ``{"clamp": [0, 10]}``, ``{"modulo": 7}`` or ``{"round_to": 5}``; else it is told as it is.
    limits : dict, optional
        Limits to raise, by name: ``{"nodes": 50_000}``.

    Raises
    ------
    MechanismError
        The argument and the place in it, what was found, what was expected. The matrix is looked at first.
    LimitError
        Over a limit, which the message names.

    Notes
    -----
    Where two things have names (the index and columns of a DataFrame, the index of a Series, labels, outputs, a graph's
    nodes), equal sets of names are aligned by name, whatever their order, and unequal ones are an error. By position
    goes what has none: a list, pandas' default index, a graph whose nodes are exactly 0, …, n-1, unless the others are
    called so too. A named networkx graph beside a list: rows follow ``G.nodes``.

    The format is that of ``certificates/FORMAT.md``.

    Examples
    --------
    >>> m = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], graph="line", alpha="1/2")
    >>> m.certify()["dp"].verdict
    'holds'
    """

    __slots__ = ("_bytes", "_nodes", "_outputs", "_path", "_recognised", "_sha256")

    _bytes: bytes
    _path: str
    _recognised: str | None
    _nodes: str
    _outputs: str | None
    _sha256: str

    def __init__(
        self,
        matrix: Any = None,
        *,
        graph: Any = None,
        epsilon: Any = None,
        alpha: Any = None,
        delta: Any = None,
        rho: Any = None,
        labels: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        priors: Any = None,
        gain: Any = None,
        loss: Any = None,
        claims: Claims = None,
        rounding: Any = None,
        missing: Any = None,
        further_outputs: bool | None = None,
        normalise: _matrices.Normalise = False,
        sample: Any = None,
        name: str | None = None,
        note: str | None = None,
        constant: Any = None,
        family: str | None = None,
        noise: Any = None,
        sigma2: Any = None,
        report: Mapping[str, Any] | None = None,
        limits: Limits = None,
    ) -> None:
        mechanism: dict[str, Any] | None = None
        of_rows: list[str] | None = None
        runs: list[int] | None = None
        if matrix is not None:
            if family is not None:
                raise wrong("family", family, "a matrix or a family, not both", path="$.mechanism")
            rows, of_rows, of_columns, runs = _matrices.read(matrix, normalise)
            if outputs is not None:
                named = _names.listed(outputs, "outputs")
                if of_columns is not None:
                    order = _names.order(named, of_columns, "matrix", "outputs", "$.mechanism.outputs")
                    rows = [_names.arranged(row, order) for row in rows]
            else:
                outputs = of_columns
            mechanism = {"matrix": rows}
            if not normalise:
                _matrices.warn_of_counts(rows)
        elif family is not None:
            mechanism = {"family": family}
        if noise is not None and mechanism is not None:
            mechanism["noise"] = _exact.text(noise, "noise")
        if sigma2 is not None and mechanism is not None:
            mechanism["sigma2"] = _exact.text(sigma2, "sigma2")
        if report is not None and mechanism is not None:
            mechanism["report"] = _parts.told(report)
        if outputs is not None and mechanism is not None:
            mechanism["outputs"] = _names.listed(outputs, "outputs")
        if rounding is not None and mechanism is not None:
            mechanism["rounding"] = _exact.text(rounding, "rounding", as_printed=True)
        if further_outputs is not None and mechanism is not None:
            if not isinstance(further_outputs, bool):
                place = "$.mechanism.further_outputs"
                raise wrong("further_outputs", further_outputs, "True or False", path=place)
            mechanism["further_outputs"] = further_outputs
        if normalise:
            name = f"{name or 'a matrix'}, each row divided by its sum"
        text = file_text(
            [] if mechanism is None else [_parts.Table(mechanism, of_rows, "matrix", runs)],
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
                name=name,
                note=note,
                constant=constant,
                sample=sample,
                missing=missing,
            ),
        )
        take(self, text, limits)

    def _take(self, content: bytes, path: str, limits: Limits) -> None:
        sha256, nodes, outputs = _core.check(content, path, raised(limits))
        for slot, value in (
            ("_bytes", content),
            ("_path", path),
            ("_recognised", None),
            ("_sha256", sha256),
            ("_nodes", nodes),
            ("_outputs", outputs),
        ):
            object.__setattr__(self, slot, value)

    @classmethod
    def _of(cls: type[Made], content: bytes, path: str, limits: Limits = None) -> Made:
        made = cls.__new__(cls)
        made._take(content, path, limits)
        return made

    @classmethod
    def _known(cls: type[Made], content: bytes, path: str, nodes: str, outputs: str | None) -> Made:
        """A mechanism whose file has been read before."""
        made = cls.__new__(cls)
        for slot, value in (
            ("_bytes", content),
            ("_path", path),
            ("_recognised", None),
            ("_sha256", hashlib.sha256(content).hexdigest()),
            ("_nodes", nodes),
            ("_outputs", outputs),
        ):
            object.__setattr__(made, slot, value)
        return made

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
        graph: Any = None,
        epsilon: Any = None,
        alpha: Any = None,
        delta: Any = None,
        rho: Any = None,
        labels: Sequence[str] | None = None,
        priors: Any = None,
        gain: Any = None,
        loss: Any = None,
        claims: Claims = None,
        name: str | None = None,
        note: str | None = None,
        constant: Any = None,
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

        All others are as in :class:`Mechanism`.

        Raises
        ------
        MechanismError
            The argument and the place in it: ``parts[1].matrix[0][2]``.

        Notes
        -----
        Nothing of the product's size is written out. With ``claims=[{"claim": "approximate-dp", "adaptive": True}]``
        the claim is about somebody who may change to other neighbours after each use.

        Examples
        --------
        >>> coin = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], graph="line", epsilon="ln(3)")
        >>> Mechanism.compose([(coin, 30)], epsilon="30*ln(3)").certify()["dp"].verdict
        'holds'
        """
        content, nodes, query = _parts.read(parts)
        if labels is not None:
            content, query = _parts.renamed(content, query, _names.listed(labels, "labels"))
        graph = query if graph is None else graph
        declared = dict(graph=graph, epsilon=epsilon, alpha=alpha, delta=delta, rho=rho, labels=labels, priors=priors)
        declared.update(gain=gain, loss=loss, claims=claims, name=name, note=note, constant=constant)
        text = file_text(content, declared, nodes, composed=True)
        try:
            return Mechanism._of(text.encode(), "mechanism.json", limits)
        except MechanismError as error:
            raise _by_argument(error) from None

    @classmethod
    def from_json(cls: type[Made], text: str | bytes, limits: Limits = None) -> Made:
        """A mechanism file given by its text.

        Raises
        ------
        MechanismError
            It is no mechanism file: with path, line and column.
        """
        if not isinstance(text, (str, bytes)):
            raise wrong("text", f"{type(text).__name__}", "the text of a mechanism file, str or bytes")
        return cls._of(_encoded(text), "mechanism.json", limits)

    @classmethod
    def from_csv(
        cls,
        table: PathLike | bytes,
        *,
        graph: Any = None,
        epsilon: Any = None,
        alpha: Any = None,
        delta: Any = None,
        rho: Any = None,
        labels: Sequence[str] | None = None,
        priors: Any = None,
        gain: Any = None,
        loss: Any = None,
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
        normalise: _matrices.Normalise = False,
        rounding: Any = None,
        name: str | None = None,
        note: str | None = None,
        limits: Limits = None,
    ) -> Mechanism:
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

        What is left out is recognised as ``certify TABLE.csv`` does, and :attr:`recognised` says what it was taken
        for. All others are as in :class:`Mechanism`.

        Raises
        ------
        MechanismError
            What is no table, or one in two ways: with line and column, and the argument that settles it.
        """
        content, path = content_of(table)
        standing = (lines, long, transpose, [drop] if isinstance(drop, str) else list(drop), order)
        reading = (delimiter, decimal, thousands, header, index, percent, standing)
        rounded = None if rounding is None else _exact.text(rounding, "rounding", as_printed=True)
        most = _matrices.bound(normalise)
        in_order = _graphs.in_order(graph) if labels is None else None
        with in_python():
            matrix, of_rows, runs, recognised = _core.table(
                content, path, reading, most, rounded, in_order, raised(limits)
            )
        of_table = _exact.read(matrix.encode())
        if not normalise:
            _matrices.warn_of_counts(of_table["matrix"])
        title = name or f"table {os.path.basename(path)}{', each row divided by its sum' if normalise else ''}"
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
                note=note or f"SHA-256 of the table {hashlib.sha256(content).hexdigest()}: {recognised}",
            ),
        )
        return made(cls, text, recognised, limits)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Mechanism is immutable: {name} can't be set")

    @property
    def text(self) -> str:
        """The mechanism file."""
        return self._bytes.decode()

    def to_bytes(self) -> bytes:
        """The mechanism file's bytes, whose SHA-256 the certificate names."""
        return self._bytes

    def to_dict(self) -> dict[str, Any]:
        """The mechanism file as JSON, its decimals as text."""
        return _exact.read(self._bytes)

    @property
    def sha256(self) -> str:
        """SHA-256 of the file, in hexadecimal."""
        return self._sha256

    @property
    def path(self) -> str | None:
        """Where the file was read from."""
        return self._path if os.path.isabs(self._path) else None

    @property
    def name(self) -> str | None:
        """What the file calls itself."""
        found = self.to_dict().get("name")
        return found if isinstance(found, str) else None

    @property
    def sample(self) -> tuple[int, ...] | None:
        """How many runs each row is of, where the matrix has the frequencies of a sample: verdicts are about that."""
        found = self.to_dict().get("sample")
        return None if found is None else tuple(found["runs"])

    @property
    def missing(self) -> tuple[str, ...] | None:
        """What each row of the matrix lacks, as the file has it, where claims are about every completion."""
        found = self.to_dict().get("mechanism", {}).get("missing")
        return None if found is None else tuple(str(x) for x in found)

    @property
    def labels(self) -> list[str] | None:
        """The names of the inputs, where the file has them."""
        return _graphs.labels(self.to_dict()["query"])

    @property
    def recognised(self) -> str | None:
        """What of a table was taken for what, where it comes from one."""
        return self._recognised

    @property
    def shape(self) -> tuple[Any, Any]:
        """(n, m): how many inputs, and outputs, ``None`` for a query; text such as ``2^100`` of a large product."""

        def size(said: str | None) -> int | str | None:
            return int(said) if said is not None and said.isdigit() else said

        return size(self._nodes), size(self._outputs)

    def write(self, path: PathLike) -> None:
        """Writes the mechanism file, whole or not at all."""
        beside = Path(f"{os.fspath(path)}.part")
        try:
            beside.write_bytes(self._bytes)
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)

    def with_claims(self, claims: Claims) -> Mechanism:
        """The same mechanism with these claims in the place of the file's."""
        content = self.to_dict()
        content.pop("claims", None)
        if claims is not None:
            content["claims"] = _claims(claims, self.labels, os.path.dirname(self._path))
        return self._edited(content)

    def as_query(self, claims: Claims = None) -> Mechanism:
        """The query without the mechanism, with these claims."""
        content = self.to_dict()
        for key in ("mechanism", "sample", "claims"):
            content.pop(key, None)
        if claims is not None:
            content["claims"] = _claims(claims, self.labels, os.path.dirname(self._path))
        return self._edited(content)

    def _edited(self, content: dict[str, Any]) -> Mechanism:
        try:
            return Mechanism._of(_exact.write(content).encode(), self._path)
        except MechanismError as error:
            raise _by_argument(error) from None

    def certify(
        self,
        only: Iterable[str] | None = None,
        claims: Claims = None,
        limits: Limits = None,
        route: str = "any",
        progress: Any = None,
        strangers: bool = False,
    ) -> Report:
        """Decides the file's claims and what else is found of it, each with a proof that the verifier accepts.

        Parameters
        ----------
        only : sequence of str, optional
            Of the findings decide only these; the file's claims are always decided.
        claims : sequence of str or dict, optional
            Claims in the place of the file's; the report's mechanism is then the one with these.
        limits : dict, optional
            Limits to raise, by name.
        route : str
            ``"program"`` leaves out the closed forms of optima.
        progress : bool, tqdm-like or callable, optional
            Told when it is done.
        strangers : bool
            Take no more time for what is asked for than strangers' files may take, some seconds for all of a file; else
            the file's claims and those of `only` have 32 times the limits ``search`` and ``steps``.

        Returns
        -------
        Report

        Raises
        ------
        MechanismError, LimitError
            What is wrong with the file, or with the call.
        KeyboardInterrupt
            Ctrl-C stops the search.
        """
        from .progress import Progress
        from .report import Report

        of = self if claims is None else self.with_claims(claims)
        with Progress(progress, 1) as bar:
            line = _core.certify(of._bytes, of._path, names(only), route, raised(limits), strangers)
            bar.to(1)
        return Report(line, of._path)

    def __eq__(self, other: object) -> bool:
        return self._bytes == other._bytes if isinstance(other, Mechanism) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self)._known, (self._bytes, self._path, self._nodes, self._outputs))

    def __repr__(self) -> str:
        rows, outputs = self.shape
        parts = self.to_dict().get("mechanism", {}).get("compose")
        size = f"{rows} inputs, {outputs} outputs" if outputs is not None else f"a query of {rows} inputs"
        if parts is not None:
            size = f"{rows} inputs, a composition of {len(parts)} part{'' if len(parts) == 1 else 's'}"
        return f"{type(self).__name__}({self.name or 'unnamed'!r}, {size}, sha256 {self.sha256[:12]}…)"


def names(only: Iterable[str] | None) -> list[str]:
    """Names of findings, as a list of str."""
    if only is None:
        return []
    found = [only] if isinstance(only, str) else list(only)
    for name in found:
        if not isinstance(name, str):
            raise wrong("only", name, "names of claims")
    return found


def raised(limits: Limits) -> list[str]:
    """Limits as the programs' ``--limit`` takes them."""
    if limits is None:
        return []
    if not isinstance(limits, Mapping):
        raise wrong("limits", limits, "a dict such as {'nodes': 50_000}")
    for name, most in limits.items():
        if not isinstance(most, int) or isinstance(most, bool) or most < 0:
            raise wrong(f"limits[{name!r}]", most, "a whole number")
    return [f"{name}={most}" for name, most in limits.items()]


def take(empty: Mechanism, text: str, limits: Limits) -> None:
    """Makes it that of a text which the arguments of a call have made."""
    try:
        empty._take(text.encode(), "mechanism.json", limits)
    except MechanismError as error:
        raise _by_argument(error) from None


def made(cls: type[Made], text: str, recognised: str, limits: Limits) -> Made:
    """The same of something that was read, with what that was taken for."""
    found = cls.__new__(cls)
    take(found, text, limits)
    object.__setattr__(found, "_recognised", recognised)
    return found


def content_of(table: PathLike | bytes) -> tuple[bytes, str]:
    """A table's bytes and its path, of a path or of the text itself."""
    if isinstance(table, bytes):
        return table, "table"
    if isinstance(table, str) and "\n" in table:
        return table.encode(), "table"
    if isinstance(table, (str, os.PathLike)):
        return Path(table).read_bytes(), os.fspath(table)
    raise wrong("table", type(table).__name__, "a path, or a text with a row a line")


def _encoded(text: str | bytes) -> bytes:
    try:
        return text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError as error:
        raise MechanismError(f"text: no UTF-8: {error.reason}", kind="malformed") from None


def _by_argument(error: MechanismError) -> MechanismError:
    """What is wrong with a file that nobody has seen yet, by the argument that made it so."""
    path = error.path or ""
    argument = next((name for prefix, name in ARGUMENTS if path.startswith(prefix)), None)
    if argument is None:
        return error
    prefix = next(prefix for prefix, name in ARGUMENTS if name == argument)
    said = error.message.partition(f"{path}: ")[2] or error.message
    parts = {key: part for key, part in error.parts().items() if key not in ("message", "file", "line", "column")}
    return type(error)(f"{argument}{path[len(prefix) :]}: {said}", **parts)


def _claims(given: Any, labels: list[str] | None, folder: str) -> list[Any]:
    """Claims of a file in this folder whose nodes have these labels."""
    if isinstance(given, (str, Mapping)):
        given = [given]
    if not isinstance(given, Iterable):
        raise wrong("claims", given, "a list of claims", path="$.claims")
    claims = [_exact.exact(claim, f"claims[{i}]") for i, claim in enumerate(given)]
    for i, claim in enumerate(claims):
        if isinstance(claim, dict) and isinstance(claim.get("pair"), list):
            claim["pair"] = _pair(claim, f"claims[{i}].pair", labels, folder)
    return claims


#: The closed forms that `from` may name, on the file's own graph.
CLOSED_FORMS = ("truncated-geometric", "randomised-response", "randomized-response", "exponential", "uniform")


def _pair(claim: dict[str, Any], place: str, labels: list[str] | None, folder: str) -> list[Any]:
    """Nodes by their numbers: names are those of the mechanism that the claim compares with."""
    source = claim.get("from")
    known = labels
    if isinstance(source, str) and source not in CLOSED_FORMS:
        path = Path(folder, source)
        if not any(isinstance(node, str) for node in claim["pair"]) and not path.is_file():
            # What is not there, whoever reads the file says.
            return list(claim["pair"])
        known = Mechanism.read(path).labels
    if known is None and any(isinstance(node, str) for node in claim["pair"]):
        raise wrong(place, claim["pair"], "numbers: the nodes have no labels", path="$.claims")
    return [_names.number(node, known, place, "$.claims") for node in claim["pair"]]


def file_text(
    tables: list[_parts.Table], given: dict[str, Any], nodes: int | None = None, *, composed: bool = False
) -> str:
    """The text of a mechanism file of the arguments."""
    query, tables, known = _nodes.arranged(tables, given, nodes)
    content = [table.content for table in tables]
    mechanism = {"compose": content} if composed else content[0] if content else None
    file: dict[str, Any] = {"format": "dp-mechanism/1"}
    for key in ("name", "note"):
        if given.get(key) is not None:
            if not isinstance(given[key], str):
                raise wrong(key, given[key], "a str", path=f"$.{key}")
            file[key] = given[key]
    file["privacy"] = _privacy(given["epsilon"], given["alpha"], given["delta"], given.get("rho"))
    if given.get("constant") is not None:
        b = given["constant"]
        file["constant"] = (
            _exact.exact(b, "constant") if isinstance(b, Mapping) else _exact.text(b, "constant", as_printed=True)
        )
    file["query"] = {key: _exact.exact(part, f"graph.{key}") for key, part in query.items()}
    if given.get("missing") is not None:
        mechanism = {**(mechanism or {}), "missing": _missing(given["missing"], known)}
    if mechanism is not None:
        file["mechanism"] = mechanism
    runs = tables[0].runs if tables and given.get("sample") is None else _sample(given.get("sample"), content, known)
    if runs is not None:
        file["sample"] = {"runs": runs}
    if given.get("priors") is not None:
        file["priors"] = _priors(given["priors"], known)
    for key in ("gain", "loss"):
        if given.get(key) is not None:
            file[key] = given[key] if isinstance(given[key], str) else _worths(given[key], key, known)
    if given["claims"] is not None:
        file["claims"] = _claims(given["claims"], _graphs.labels(query), "")
    return _exact.write(file)


def _missing(given: Any, nodes: _nodes.Nodes) -> list[str]:
    """What each row lacks."""
    path = "$.mechanism.missing"
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise wrong("missing", given, "a number for each row", path=path)
    entries = nodes.entries(given, "missing", path)
    return [_exact.text(x, f"missing[{i}]", path=f"{path}[{i}]") for i, x in enumerate(entries)]


def _sample(given: Any, content: list[dict[str, Any]], nodes: _nodes.Nodes) -> list[int] | None:
    """How many runs each row is of."""
    if given is None:
        return None
    rows = len(content[0].get("matrix", ())) if content else 0
    is_one = isinstance(given, str) or not isinstance(given, Iterable)
    runs = [given] * max(rows, 1) if is_one else nodes.entries(given, "sample", "$.sample.runs")
    for i, run in enumerate(runs):
        if isinstance(run, bool) or not hasattr(run, "__index__"):
            raise wrong(f"sample[{i}]", run, "how many runs the row is of, a whole number", path=f"$.sample.runs[{i}]")
    if not rows:
        raise wrong("sample", given, "a matrix beside it, whose entries are its frequencies", path="$.sample")
    return [int(run) for run in runs]


def _worths(given: Any, key: str, nodes: _nodes.Nodes) -> list[list[str]]:
    """A gain's matrix, whose columns are about the nodes, or a loss's, whose rows are."""
    path = f"$.{key}"
    if isinstance(given, (Mapping, set, frozenset)) or not isinstance(given, Iterable):
        raise wrong(key, given, "a name or a matrix", path=path)
    if type(given).__module__.split(".")[0] == "pandas" and hasattr(given, "columns"):
        frame: Any = given
        listed = frame.to_numpy(dtype=object)
        columns, names = _names.of(frame.columns), _names.of(frame.index)
        inputs, guesses = (names, columns) if key == "loss" else (columns, names)
        if inputs is None and guesses is not None and nodes.names != guesses and set(guesses) == set(nodes.names or ()):
            one, other = ("columns", "index") if key == "loss" else ("index", "columns")
            found = f"the names of the inputs in its {one}, which is about guesses"
            raise wrong(key, found, f"them in its {other} too, which is about the inputs", path=path)
        columns, names = (None, names) if key == "loss" else (columns, None)
    else:
        listed = list(given)
        columns, names = None, _names.of_rows(listed)
    rows = []
    for i, row in enumerate(listed):
        _names.expect_order(row, f"{key}[{i}]", f"{path}[{i}]")
        if isinstance(row, (str, Mapping)) or not isinstance(row, Iterable):
            raise wrong(f"{key}[{i}]", row, "a row of numbers", path=f"{path}[{i}]")
        entries, columns = _matrices.named_row(row, columns, f"{key}[{i}]", f"{path}[{i}]")
        rows.append([_exact.text(x, f"{key}[{i}][{j}]", path=f"{path}[{i}][{j}]") for j, x in enumerate(entries)])
    order = nodes.order(names if key == "loss" else columns, key, path)
    return _names.arranged(rows, order) if key == "loss" else [_names.arranged(row, order) for row in rows]


def _privacy(epsilon: Any, alpha: Any, delta: Any, rho: Any) -> dict[str, Any]:
    if rho is not None:
        beside = [name for name, of in (("epsilon", epsilon), ("alpha", alpha), ("delta", delta)) if of is not None]
        if beside:
            raise wrong("rho", f"rho beside {beside[0]}", "one of the two: rho says all", path="$.privacy")
        return {"rho": _exact.text(rho, "rho", path="$.privacy.rho", as_printed=True)}
    if (epsilon is None) == (alpha is None):
        found = "neither" if epsilon is None else "both"
        raise wrong("epsilon, alpha", found, "one of them: the declared privacy", path="$.privacy")
    if epsilon is not None:
        said: dict[str, Any] = {"epsilon": _exact.text(epsilon, "epsilon", path="$.privacy.epsilon", as_printed=True)}
    elif alpha == "symbolic":
        said = {"alpha": "symbolic", "between": ["0", "1"]}
    elif isinstance(alpha, tuple):
        ends = [
            _exact.text(end, f"alpha[{i}]", path="$.privacy.between", as_printed=True) for i, end in enumerate(alpha)
        ]
        said = {"alpha": "symbolic", "between": ends}
    elif isinstance(alpha, Mapping):
        said = {"alpha": _exact.exact(alpha, "alpha")}
    else:
        said = {"alpha": _exact.text(alpha, "alpha", path="$.privacy.alpha", as_printed=True)}
    if delta is not None:
        said["delta"] = _exact.text(delta, "delta", path="$.privacy.delta", as_printed=True)
    return said


#: The keys of a prior that is no list of weights.
FORMS = {"corner", "point", "product"}


def _priors(given: Any, nodes: _nodes.Nodes) -> dict[str, Any]:
    if isinstance(given, str):
        given = {given: given}
    elif not isinstance(given, Mapping):
        given = {"prior": given}
    priors: dict[str, Any] = {}
    for name, prior in given.items():
        if not isinstance(name, str):
            raise wrong("priors", f"the name {name!r}", "a str", path="$.priors")
        path = f"$.priors.{name}"
        place = f"priors[{name!r}]"
        if isinstance(prior, Mapping) and (set(prior) <= FORMS or not nodes.names_one(prior)):
            of_node = {key: nodes.number_of(prior[key], place, path) for key in ("corner", "point") if key in prior}
            priors[name] = _exact.exact({**prior, **of_node}, place)
        elif isinstance(prior, str):
            priors[name] = prior
        elif isinstance(prior, Iterable):
            weights = nodes.entries(prior, place, path)
            priors[name] = [_exact.text(x, f"{place}[{i}]", path=f"{path}[{i}]") for i, x in enumerate(weights)]
        else:
            raise wrong(f"priors[{name!r}]", prior, "'uniform', weights, or an object", path=path)
    return priors
