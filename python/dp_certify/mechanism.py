"""Mechanisms: a table of probabilities with what is declared of it, as the text of a mechanism file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from . import _core, _exact, _html, _matrices, _names, _parts
from ._files import Claims, Limits, PathLike, file_text, names, raised
from ._makers import Makers
from ._messages import about, by_argument
from ._replaced import UNCHANGED, replaced
from ._stored import take
from ._types import Alpha, Constant, Graph, Number, Priors, Rows, Worth
from .errors import MechanismError, wrong

if TYPE_CHECKING:
    from .report import Report

__all__ = ["Mechanism"]

Own = TypeVar("Own", bound="Mechanism")


class Mechanism(Makers):
    """A finite mechanism X with its neighbors, its declared privacy and what is claimed of it.

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
        Which inputs are neighbors: ``"line"``, ``"cycle"``, ``"complete"`` or ``"star"``, with as many nodes as the
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
    normalize : bool, number, "any", "weights" or "priors"
        Divide each row of the matrix, and the weights of each prior, by its exact sum; the name says so. True: sums
        within 0.01 of 1, others are refused; a number: within that; ``"any"``: whatever they are, as of counts, which
        are a sample (what counts show of the mechanism behind them is decided by :class:`Counts`); ``"weights"``: the
        same of weights, which are exact; ``"priors"``: the priors alone, within 0.01. `normalise` is another spelling.
    sample : int or sequence of int, optional
        The matrix is of frequencies: how often the mechanism was run for each row (a Series: by its index; a dict: by
        its keys). Every report says that its verdicts are about the sample. Where counts are normalized it follows from
        them.
    name, note : str, optional
        For people.
    constant : number, str or dict, optional
        The number ``b`` of expressions: ``{"root_of_alpha": 2}``, ``{"exp": "-1/8"}``, …
    family : str, optional
        Instead of a matrix a closed form: ``"truncated-geometric"``, ``"randomized-response"``, …; or
        ``"discrete-gaussian"``, which has no table.
    noise : number or str, optional
        Of the family ``"randomized-response"``: the probability of a uniformly random one of all answers.
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

    __slots__ = ()

    def __init__(
        self,
        matrix: Rows | None = None,
        graph: Graph | None = None,
        *,
        epsilon: Number | None = None,
        alpha: Alpha | None = None,
        delta: Number | None = None,
        rho: Number | None = None,
        labels: Iterable[Any] | None = None,
        outputs: Iterable[Any] | None = None,
        priors: Priors | None = None,
        gain: Worth | None = None,
        loss: Worth | None = None,
        claims: Claims = None,
        rounding: Number | None = None,
        missing: Iterable[Any] | None = None,
        further_outputs: bool | None = None,
        normalize: _matrices.Normalize = False,
        normalise: _matrices.Normalize = False,
        sample: int | Iterable[Any] | None = None,
        name: str | None = None,
        note: str | None = None,
        constant: Constant | None = None,
        family: str | None = None,
        noise: Number | None = None,
        sigma2: Number | None = None,
        report: Mapping[str, Any] | None = None,
        limits: Limits = None,
    ) -> None:
        normalize = _matrices.spelled(normalize, normalise)
        of_table = _matrices.of_rows(normalize)
        mechanism: dict[str, Any] | None = None
        of_rows: list[str] | None = None
        runs: list[int] | None = None
        if matrix is not None:
            if family is not None:
                raise wrong("family", family, "a matrix or a family, not both", path="$.mechanism")
            rows, of_rows, of_columns, runs = _matrices.read(matrix, of_table)
            if outputs is not None:
                named = _names.listed(outputs, "outputs")
                if of_columns is not None:
                    order = _names.order(named, of_columns, "matrix", "outputs", "$.mechanism.outputs")
                    rows = [_names.arranged(row, order) for row in rows]
            else:
                outputs = of_columns
            mechanism = {"matrix": rows}
            if not of_table:
                _matrices.warn_of_counts(rows)
        elif family is not None:
            mechanism = {"family": family}
        else:
            about = dict(noise=noise, sigma2=sigma2, report=report, outputs=outputs, rounding=rounding, missing=missing)
            about["further_outputs"] = further_outputs
            lone = next((key for key, part in about.items() if part is not None), None)
            if lone is not None:
                raise wrong(lone, f"{lone} without a mechanism", "a matrix or a family beside it", path="$.mechanism")
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
        if of_table and matrix is not None:
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
                normalize=normalize,
            ),
        )
        take(self, text, limits)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Mechanism is immutable: {name} can't be set; say m.replace(…), which makes another")

    def write(self, path: PathLike) -> None:
        """Writes the mechanism file, whole or not at all."""
        beside = Path(f"{os.fspath(path)}.part")
        try:
            beside.write_bytes(self._bytes)
            os.replace(beside, path)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)

    def replace(
        self: Own,
        *,
        matrix: Rows | None = UNCHANGED,
        graph: Graph = UNCHANGED,
        epsilon: Number | None = UNCHANGED,
        alpha: Alpha | None = UNCHANGED,
        delta: Number | None = UNCHANGED,
        rho: Number | None = UNCHANGED,
        labels: Iterable[Any] | None = UNCHANGED,
        outputs: Iterable[Any] | None = UNCHANGED,
        priors: Priors | None = UNCHANGED,
        gain: Worth | None = UNCHANGED,
        loss: Worth | None = UNCHANGED,
        claims: Claims = UNCHANGED,
        rounding: Number | None = UNCHANGED,
        missing: Iterable[Any] | None = UNCHANGED,
        sample: Any = UNCHANGED,
        name: str | None = UNCHANGED,
        note: str | None = UNCHANGED,
        constant: Constant | None = UNCHANGED,
        normalize: _matrices.Normalize = False,
        limits: Limits = None,
    ) -> Own:
        """A new mechanism with these parts in the place of its own; all others stay as they are.

        Parameters are those of :class:`Mechanism`. None takes a part away. An `epsilon`, `alpha` or `rho` takes the
        place of whichever is declared, and δ stays beside an ε or α. A `matrix` takes the place of whatever mechanism
        there is, and of its sample; names of outputs stay where there are as many. On another `graph` rows go by the
        names of the inputs, where both have names.

        Examples
        --------
        >>> m = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], graph="line", alpha="1/2")
        >>> m.replace(epsilon="0.5", delta="1/10").certify()["approximate-dp"].verdict
        'fails'
        >>> m.replace(alpha="1/3") == m, m.replace(alpha="1/2") == m
        (False, True)
        """
        given = dict(matrix=matrix, graph=graph, epsilon=epsilon, alpha=alpha, delta=delta, rho=rho, labels=labels)
        given.update(outputs=outputs, priors=priors, gain=gain, loss=loss, claims=claims, rounding=rounding)
        given.update(missing=missing, sample=sample, name=name, note=note, constant=constant)
        return self._edited(type(self), replaced(self, given, normalize), limits)

    def with_claims(self, claims: Claims) -> Mechanism:
        """The same mechanism with these claims in the place of the file's.

        >>> m = Mechanism([[1], [1]], graph="line", epsilon=1)
        >>> [claim.name for claim in m.with_claims(["tight-constraints"]).certify().claims]
        ['stochastic', 'dp', 'tight-constraints']
        """
        return self._edited(Mechanism, replaced(self, {"claims": claims}, False))

    def as_query(self, claims: Claims = None) -> Mechanism:
        """The query without the mechanism, with these claims.

        >>> Mechanism([[1], [1]], graph="line", epsilon=1).as_query().shape
        (2, None)
        """
        return self._edited(Mechanism, replaced(self, {"matrix": None, "claims": claims}, False))

    def _edited(self, kind: type[Own], content: dict[str, Any], limits: Limits = None) -> Own:
        try:
            return kind._of(_exact.write(content).encode(), self._path, self._limits if limits is None else limits)
        except MechanismError as error:
            raise by_argument(error) from None

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
            Limits to raise, by name; left out, those that the mechanism was made with.
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

        Examples
        --------
        >>> report = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon=1).certify()
        >>> report.ok, report["dp"].verdict, report["dp"].values["epsilon_min"]
        (False, 'fails', Logarithm(-ln 1/3 = 1.09861228867))
        """
        from .progress import Progress
        from .report import Report

        of = self if claims is None else self.with_claims(claims)
        limits = self._limits if limits is None else limits
        with Progress(progress, 1) as bar:
            with about(of._path):
                line = _core.certify(of._bytes, of._path, names(only), route, raised(limits), strangers)
            bar.to(1)
        return Report(line, of._path)

    def __eq__(self, other: object) -> bool:
        return self._bytes == other._bytes if isinstance(other, Mechanism) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self)._known, (self._bytes, self._path, self._nodes, self._outputs, self._limits))

    def _repr_html_(self) -> str:
        """A small table, for notebooks."""
        return _html.mechanism(self)

    def __repr__(self) -> str:
        rows, outputs = self.shape
        parts = self.to_dict().get("mechanism", {}).get("compose")
        size = f"{rows} inputs, {outputs} outputs" if outputs is not None else f"a query of {rows} inputs"
        if parts is not None:
            size = f"{rows} inputs, a composition of {len(parts)} part{'' if len(parts) == 1 else 's'}"
        return f"{type(self).__name__}({self.name or 'unnamed'!r}, {size}, sha256 {self.sha256[:12]}…)"
