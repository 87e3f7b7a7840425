"""What repeated use costs: the ε or δ of several mechanisms together, by their promises alone."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _core, _exact, _html, _plots
from ._files import Limits, raised
from ._messages import argument
from ._parts import Part
from ._types import Number
from .errors import wrong
from .mechanism import Mechanism

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Budget", "BudgetPoint", "budget"]


class BudgetPoint(NamedTuple):
    """What the first uses need, see :class:`Budget`.

    Attributes
    ----------
    uses : int
        How many.
    value : float
        Their ε, or their δ.
    basic, advanced : float or None
        The ε that basic and advanced composition say, where they say one.
    """

    uses: int
    value: float
    basic: float | None
    advanced: float | None


class Budget:
    """The ε at a δ, or the δ at an ε, of several uses together, see :func:`budget`.

    Attributes
    ----------
    at_least, at_most : Fraction, or inf
        It is between these, which the certificates prove. They are one digit in twelve apart, unless the ε of the uses
        had to be rounded. Of uses of ρ the least of the formula is between them, and ``at_most`` is what ρ implies.
    curve : list of BudgetPoint
        The same after the first uses, in their order.
    mechanism : Mechanism
        The mechanism file that states ``at_most``; a ValueError of uses of ρ, as none states what ρ implies.
    certificate : str
        Its certificate; likewise.
    rho : Fraction or None
        The sum of all ρ, where uses of ρ were given.
    """

    def __init__(self, text: str, ends: list[tuple[str, str]]) -> None:
        self._told: dict[str, Any] = json.loads(text)
        self._ends = ends
        sought = "epsilon" if "epsilon" in self._told else "delta"
        upper, lower = self._told[sought], self._told["lower"]
        self.at_most: Fraction | float = self._end(upper, "at_most")
        self.at_least: Fraction | float = self._end(lower or upper, "at_least")
        self.curve = [
            BudgetPoint(point["uses"], float(point[sought]), point["basic"], point["advanced"])
            for point in self._told["curve"]
        ]
        self.rho: Fraction | None = Fraction(self._told["rho"]) if "rho" in self._told else None
        self._sought = sought

    @staticmethod
    def _end(told: dict[str, Any], key: str) -> Fraction | float:
        return math.inf if told["decimal"] == "inf" else Fraction(told[key])

    def _stated(self) -> tuple[str, str]:
        if not self._ends:
            raise ValueError("what ρ implies is stated by no mechanism file: it is so of every mechanism of that ρ")
        return self._ends[0]

    @cached_property
    def mechanism(self) -> Mechanism:
        """The mechanism file that states ``at_most``."""
        return Mechanism.from_json(self._stated()[0])

    @property
    def certificate(self) -> str:
        """Its certificate."""
        return self._stated()[1]

    def __float__(self) -> float:
        return float(self._told[self._sought]["decimal"])

    def to_dict(self) -> dict[str, Any]:
        """The answer as ``dp-budget/1``."""
        return dict(self._told)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The ε or δ after the first uses, with basic and advanced composition.

        matplotlib draws on `ax`, or on new axes, which are given back.

        Raises
        ------
        ImportError
            matplotlib is not installed.

        Examples
        --------
        >>> import matplotlib; matplotlib.use("Agg")
        >>> from dp_certify import budget
        >>> budget("1x30", delta="1e-6").plot().get_ylabel()
        'ε (nats) at δ = 1e-6'
        """
        return _plots.budget(self, ax)

    def _repr_html_(self) -> str:
        """A small table, for notebooks."""
        return _html.budget(self)

    def __repr__(self) -> str:
        [(name, given)] = self._told["asked"].items()
        return f"Budget({self._sought}={self._told[self._sought]['decimal']} at {name}={given})"


#: Uses: ``"1x30"``, or a :class:`Part` that is a promise.
Uses = Union[str, Part]


def _use(given: object) -> str:
    if isinstance(given, Part):
        content = given._content
        if "epsilon" not in content or set(content) - {"epsilon", "delta"}:
            raise wrong("uses", "a part that is no promise of an epsilon", "Part(epsilon=1, times=30)")
        delta = f",{content['delta']}" if "delta" in content else ""
        return f"{content['epsilon']}{delta}x{given.times}"
    if isinstance(given, str):
        return given
    return _exact.text(given, "uses", as_printed=True)


def budget(
    uses: Uses | Iterable[Uses] = (),
    *,
    delta: Number | None = None,
    epsilon: Number | None = None,
    rho: Number | Iterable[Number] | None = None,
    curve: bool = True,
    limits: Limits = None,
) -> Budget:
    """The least ε of all uses together at a δ, or the least δ at an ε.

    Nothing has to be known of the mechanisms but what they promise: the answer is that of the worst ones, which are
    randomized response (Kairouz, Oh, Viswanath, The composition theorem for differential privacy, 2015). Each of them
    may be chosen after what the earlier ones gave.

    Parameters
    ----------
    uses : str, Part, or several
        ``"1x30"``: ε = 1 thirty times; ``"1,1e-8x30"``: with a δ each; or ``Part(epsilon=1, delta="1e-8", times=30)``.
    delta, epsilon : number or str
        One of the two, of all uses together.
    rho : number, str, or several
        In the place of uses: ρ of mechanisms that are ρ-zCDP, ``"1/2"`` or ``"1/100x30"``. They add up, and the answer
        is what their sum alone implies (Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy,
        2020), rounded up: a mechanism's own may be less.
    curve : bool
        Whether the same is computed after the first uses.

    Raises
    ------
    MechanismError
        Uses that are none, neither or both of delta and epsilon, or a limit.

    Examples
    --------
    >>> budget("1x30", delta="1e-6")
    Budget(epsilon=29.9878642324 at delta=1e-6)
    >>> budget([Part(epsilon=1, times=2), "1/2"], epsilon=2)
    Budget(delta=0.130895957515 at epsilon=2)
    """
    of_rho = [] if rho is None else list(rho) if isinstance(rho, Iterable) and not isinstance(rho, str) else [rho]
    several = [uses] if isinstance(uses, (str, Part, int, float, Fraction)) else list(uses)
    told = [
        None if given is None else _exact.text(given, name, as_printed=True)
        for given, name in ((delta, "delta"), (epsilon, "epsilon"))
    ]
    if (delta is None) == (epsilon is None):
        found, say = ("neither", "budget('1x30', delta='1e-6')") if delta is None else ("both", "one of them alone")
        raise wrong("delta and epsilon", found, f"one of them, of all uses together: {say}")
    if bool(several) == bool(of_rho):
        found = "uses beside rho" if several else "neither uses nor rho"
        raise wrong("uses", found, "one of them: ρ add up with ρ, and ε and δ are composed by another theorem")
    each = [of if isinstance(of, str) else _exact.text(of, "rho", as_printed=True) for of in of_rho]
    with argument("uses", ("delta", "epsilon", "rho", "limits")):
        text, ends = _core.budget([_use(of) for of in several], each, told[0], told[1], curve, raised(limits))
    return Budget(text, ends)
