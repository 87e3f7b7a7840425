"""What a mechanism file says, as exact numbers, and as the objects of other packages."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Union

from . import _core, values
from ._files import raised
from ._optional import package
from ._stored import Stored
from .errors import MechanismError
from .values import Function, Irrational, Logarithm

if TYPE_CHECKING:
    import networkx
    import numpy
    import numpy.typing

    from .report import _Context

#: An entry of a table: a fraction; what is none; a function where α is symbolic.
Entry = Union[Fraction, Irrational, Function]


class Attributes(Stored):
    """The parts of a mechanism file."""

    __slots__ = ()

    @property
    def epsilon(self) -> Fraction | Logarithm | None:
        """The declared ε, in nats; −ln α where α is declared. None where α is symbolic, or ρ is declared.

        >>> from dp_certify import Mechanism
        >>> Mechanism(graph=("line", 2), epsilon="0.5").epsilon
        Fraction(1, 2)
        >>> Mechanism(graph=("line", 2), alpha="1/2").epsilon
        Logarithm(-ln 1/2 = 0.693147180560)
        """
        kind, _, epsilon, _, rho = self._declared()
        if rho is not None or kind == "symbolic":
            return None
        if epsilon is not None:
            return values._fraction(epsilon)
        alpha = self.alpha
        if alpha == 1:
            return Fraction(0)
        assert isinstance(alpha, (Fraction, Irrational))
        return Logarithm(alpha, "-ln", values.decimal(Logarithm(alpha, "-ln", None)))

    @property
    def alpha(self) -> Entry | None:
        """α = e^-ε of the declared ε; the function ``a`` where it is symbolic. None where ρ is declared.

        >>> from dp_certify import Mechanism
        >>> Mechanism(graph=("line", 2), epsilon="ln(2)").alpha
        Fraction(1, 2)
        >>> Mechanism(graph=("line", 2), epsilon=1).alpha
        Transcendental(a = 0.367879441171)
        """
        kind, alpha, _, _, rho = self._declared()
        if rho is not None:
            return None
        return values._fraction(alpha) if alpha is not None else self._value("a", self._context())

    @property
    def delta(self) -> Fraction | None:
        """The declared δ, 0 where only ε or α is declared. None where ρ is declared.

        >>> from dp_certify import Mechanism
        >>> Mechanism(graph=("line", 2), epsilon=1, delta="1e-6").delta
        Fraction(1, 1000000)
        """
        _, _, _, delta, rho = self._declared()
        if rho is not None:
            return None
        return Fraction(0) if delta is None else values._fraction(delta)

    @property
    def rho(self) -> Fraction | None:
        """The declared ρ of ρ-zCDP; None where ε or α is declared.

        >>> from dp_certify import Mechanism
        >>> Mechanism(graph=("line", 2), rho="1/2").rho
        Fraction(1, 2)
        """
        rho = self._declared()[4]
        return None if rho is None else values._fraction(rho)

    @property
    def matrix(self) -> tuple[tuple[Entry, ...], ...] | None:
        """The table, exactly: a row for each of n inputs, an entry for each of m outputs.

        Entries are fractions. Where α or the constant is irrational they may be :class:`Algebraic` or
        :class:`Transcendental`, and where α is symbolic :class:`Function`, expressions in ``a`` and ``b``. A closed
        form is written out; of geometric noise on all whole numbers it is the table that stands for it, whose ends
        are all numbers beyond. None of a query, a composition, counts of runs, noise without a table, and a product or
        a closed form that is too large to be written out.

        >>> from dp_certify import Mechanism
        >>> Mechanism([["2/3", "1/3"], [0.25, 0.75]], graph="line", epsilon=1).matrix
        ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 4), Fraction(3, 4)))
        """
        rows = _core.entries(self._bytes, self._path, raised(self._limits))
        return None if rows is None else self._values(rows)

    @property
    def outputs(self) -> list[str] | None:
        """The names of the m outputs, where they have names.

        >>> from dp_certify import Mechanism
        >>> Mechanism([[1, 0], [0, 1]], graph="line", epsilon=1, outputs=["no", "yes"]).outputs
        ['no', 'yes']
        """
        return _core.outputs(self._bytes, self._path, raised(self._limits))

    @property
    def priors(self) -> dict[str, tuple[Entry, ...] | None]:
        """Name → the weights of the n inputs, exactly; None for those of a product too large to be written out.

        >>> from dp_certify import Mechanism
        >>> Mechanism(graph=("line", 2), epsilon=1, priors={"flat": "uniform"}).priors
        {'flat': (Fraction(1, 2), Fraction(1, 2))}
        """
        found = _core.weights(self._bytes, self._path, raised(self._limits))
        return {name: None if weights is None else self._values([weights])[0] for name, weights in found}

    @property
    def graph(self) -> networkx.Graph[Any]:
        """Who is whose neighbor, as a new networkx graph: nodes are labels, or else 0, …, n-1, in the order of rows.

        Where edges have lengths, each has the attribute ``length``, a fraction.

        Raises
        ------
        ImportError
            networkx is not installed.
        MechanismError
            A product that is too large for its graph to be written out, or over 5,000,000 edges.

        Examples
        --------
        >>> from dp_certify import Mechanism
        >>> list(Mechanism(graph="line", labels=["low", "mid", "high"], epsilon=1).graph.edges)
        [('low', 'mid'), ('mid', 'high')]
        """
        networkx = package("networkx", "Mechanism.graph", "m.to_dict()['query'] has it as the file does")
        found = _core.edges(self._bytes, self._path, raised(self._limits))
        if found is None:
            raise MechanismError("graph: found a product of very many databases, expected one that can be listed")
        nodes, edges = found
        names: list[Any] = _core.labels(self._bytes) or list(range(nodes))
        graph = networkx.Graph()
        graph.add_nodes_from(names)
        for i, h, length in edges:
            lengths = {} if length is None else {"length": values._fraction(length)}
            graph.add_edge(names[i], names[h], **lengths)
        return graph

    def to_numpy(self) -> numpy.typing.NDArray[numpy.float64]:
        """The table as a new array of doubles of shape (n, m): each is the one nearest to the exact entry.

        ``numpy.asarray(m)`` is the same. Doubles are for pictures and for other software: what is certified is
        :attr:`matrix`.

        Raises
        ------
        ImportError
            NumPy is not installed.
        MechanismError
            There is no table, or its entries are functions of a symbolic α.

        Examples
        --------
        >>> from dp_certify import Mechanism
        >>> Mechanism([["1/4", "3/4"], ["3/4", "1/4"]], graph="line", epsilon=2).to_numpy()
        array([[0.25, 0.75],
               [0.75, 0.25]])
        """
        numpy = package("numpy", "Mechanism.to_numpy", "m.matrix has the exact entries")
        rows = self.matrix
        if rows is None:
            raise MechanismError(f"to_numpy: found {self._instead_of_a_table()}, expected a mechanism with a table")
        if any(isinstance(x, Function) for row in rows for x in row):
            raise MechanismError(
                "to_numpy: found functions of a symbolic α, expected numbers; "
                'say m.replace(alpha="1/2").to_numpy(), at some α'
            )
        # What is no fraction takes a while to enclose, and tables of a formula have few different entries.
        doubles: dict[Any, float] = {x: float(x) for x in {x for row in rows for x in row}}  # type: ignore[arg-type]
        return numpy.array([[doubles[x] for x in row] for row in rows], dtype=float)  # type: ignore[no-any-return]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.typing.NDArray[Any]:
        """The table for NumPy, see :meth:`to_numpy`. It is always made anew, so ``copy=False`` is a ValueError."""
        if copy is False:
            raise ValueError("a mechanism has no array of its own: one is always made; leave out copy=False")
        found = self.to_numpy()
        return found if dtype is None else found.astype(dtype)

    def _instead_of_a_table(self) -> str:
        mechanism = self.to_dict().get("mechanism")
        if mechanism is None:
            return "a query"
        if "counts" in mechanism:
            return "counts of runs (numpy.array(m.counts) has them)"
        if "compose" in mechanism:
            return "a composition"
        return f"the family {mechanism['family']!r}, not written out" if "family" in mechanism else "a large product"

    def _declared(self) -> tuple[str, str | None, str | None, str | None, str | None]:
        return _core.declared(self._bytes, self._path, raised(self._limits))

    def _context(self) -> _Context:
        """What ``a`` and ``b`` are in its numbers."""
        from .report import _Context

        file = self.to_dict()
        constant = file.get("constant")
        if constant is None:
            # Lengths of edges have b = α^(1/k) for their common denominator k.
            lengths = [edge[2] for edge in file["query"].get("edges", ()) if len(edge) > 2]
            unit = math.lcm(*(Fraction(str(length)).denominator for length in lengths))
            constant = {"root_of_alpha": unit} if unit > 1 else None
        return _Context({"alpha": {"kind": self._declared()[0]}, "privacy": file["privacy"], "constant": constant})

    def _values(self, rows: list[list[str]]) -> tuple[tuple[Entry, ...], ...]:
        different = {text for row in rows for text in row}
        if any("a" in text or "b" in text for text in different):
            context = self._context()
            known = {text: self._value(text, context) for text in different}
        else:
            known = {text: values._fraction(text) for text in different}
        return tuple(tuple(known[text] for text in row) for row in rows)

    @staticmethod
    def _value(text: str, context: _Context) -> Entry:
        found = context.value("", {"exact": text}, {})
        if isinstance(found, Irrational):
            found.decimal = values.decimal(found)
        assert isinstance(found, (Fraction, Irrational, Function))
        return found
