"""The source of randomness that a sampler is called with: each request is answered from a script."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterable, Sequence
from typing import Any

from . import _core, _exact
from ._real import Real
from .errors import wrong

#: So many bits are drawn in one choice.
PIECE = 20
#: The most branches of one choice.
MOST = 1 << PIECE


class Abandoned(BaseException):
    """The run is not to go on: what would come is known, or not looked at."""


class Pieces(BaseException):
    """A number is asked for by its value, and nobody knows yet where that makes a difference."""


class Late(BaseException):
    """One call takes too long."""


class Refused(Exception):
    """A request that has no law; never an output of the sampler."""


class Choices(random.SystemRandom):
    """A `random.SystemRandom` whose randomness is chosen: every request is a choice of the law.

    Probabilities are ints, ``Fraction``, ``Decimal``, expressions in ``a`` = e^-ε and ``b`` as text, or floats, each of
    which is the double that it is.
    """

    def __new__(cls, *_: Any) -> Choices:
        return super().__new__(cls)

    def __init__(self, explorer: _core.Explorer, depth: int, monotone: bool) -> None:
        super().__init__()
        self._explorer = explorer
        self._depth = depth
        #: What is less likely than this is not looked at.
        self._least = 0.0
        self._monotone = monotone
        #: What has been asked for: its place, the branches, the first that has a probability, and that.
        self._known: dict[Any, tuple[int, int, int, float]] = {}
        self._flips: dict[Any, tuple[int, int, int, float]] = {}
        self._belows: dict[int, tuple[int, int, int, float]] = {}
        #: Where numbers that are asked for by their value make a difference, by the path.
        self._pieces: dict[tuple[int, ...], list[int]] = {}
        self._used_pieces = False
        self._thread = threading.get_ident()
        self._begin([], 1.0)

    def _here(self) -> None:
        """Refuses another thread, whose requests come in no order."""
        if threading.get_ident() != self._thread:
            raise self._refuse("a choice was asked for in another thread than the sampler was called in")

    def _begin(self, script: Sequence[int], mass: float, probe: int | None = None) -> None:
        self._script = script
        self._given = len(script)
        self._mass = mass
        self._next = 0
        self._asked: list[int] = []
        #: What was taken beyond the script.
        self._beyond: list[int] = []
        self._probe = probe
        self._over = False
        self._stopped = False
        self._wanted: tuple[tuple[int, ...], int, int] | None = None
        self._drawn = False
        self._refused: Exception | None = None

    def _ask(self, known: tuple[int, int, int, float]) -> int:
        at = self._next
        if threading.get_ident() != self._thread:
            self._here()
        if at >= self._depth and self._probe is None:
            self._abandon()
        self._next = at + 1
        self._asked.append(known[0])
        if at < self._given:
            return self._script[at]
        if self._probe is not None:
            raise self._refuse(
                "a number was asked for by its value (`float(x)`, math.log, NumPy), and another choice after it: where "
                "the first makes a difference can't be told then"
            )
        branch = known[2]
        self._beyond.append(branch)
        self._mass *= known[3]
        if self._mass < self._least:
            self._abandon()
        return branch

    def _abandon(self) -> None:
        self._over = True
        raise Abandoned

    def _refuse(self, why: str) -> Refused:
        self._refused = refused = Refused(why)
        return refused

    def _choice(self, words: str) -> tuple[int, int, int, float]:
        self._here()
        # The path of what is wrong is that of all that was asked for.
        if self._asked and self._probe is None:
            self._explorer.asked(self._asked)
            self._asked = []
        try:
            return self._explorer.choice(words)
        except Exception as error:
            self._refused = error
            raise

    def _word(self, x: Any, place: str) -> str:
        try:
            return _word(x, place)
        except Exception as error:
            self._refused = error
            raise

    def flip(self, p: Any = "1/2") -> bool:
        """True with probability p."""
        # Numbers that are equal are one number, whatever their types.
        known = self._flips.get(p)
        if known is None:
            known = self._flips[p] = self._choice(f"flip {self._word(p, 'p')}")
        return self._ask(known) == 0

    def choose(self, weights: Iterable[Any]) -> int:
        """The place k of one of the weights, with that probability; they sum to 1."""
        words = "choose " + " ".join(self._word(w, f"weights[{k}]") for k, w in enumerate(weights))
        if words == "choose ":
            raise self._refuse("choose([]): expected one weight or more")
        return self._ask(self._named(words))

    def _named(self, words: str) -> tuple[int, int, int, float]:
        known = self._known.get(words)
        if known is None:
            known = self._known[words] = self._choice(words)
        return known

    def below(self, n: int) -> int:
        """0, …, n - 1, each with probability 1/n; n is at most 2^20."""
        known = self._belows.get(n)
        if known is None:
            if not hasattr(n, "__index__") or isinstance(n, bool) or not 1 <= n <= MOST:
                raise self._refuse(f"below({n!r}): expected a whole number from 1 to {MOST}")
            known = self._belows[n] = self._choice(f"below {int(n)}")
        return self._ask(known)

    def geometric(self, alpha: Any, low: int, high: int) -> int:
        """Two-sided geometric noise z, P(z) = (1-α)/(1+α)·α^|z|, cut to low ≤ z ≤ high; the ends have all beyond."""
        key = ("geometric", type(alpha), alpha, low, high)
        known = self._known.get(key)
        if known is None:
            if not (hasattr(low, "__index__") and hasattr(high, "__index__") and low <= high < low + MOST):
                raise self._refuse(f"geometric({alpha!r}, {low!r}, {high!r}): expected whole numbers low ≤ high")
            a = f"({self._word(alpha, 'alpha')})"
            words = "choose " + " ".join(_geometric(a, z, low, high) for z in range(low, high + 1))
            known = self._known[key] = self._choice(words)
        return low + self._ask(known)

    def bits(self, k: int) -> int:
        """k random bits, 0 ≤ k, as a number below 2^k."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        found = 0
        while k > 0:
            piece = min(k, PIECE)
            found = found << piece | self.below(1 << piece)
            k -= piece
        return found

    def at(self, key: Any) -> None:
        """From here on all depends on the answer and this key alone: runs that come to one key are the same."""
        self._here()
        if self._probe is not None:
            if self._given == -1:
                raise self._refuse("a number was asked for by its value, and a key came after it")
            return
        asked, self._asked = self._asked, []
        if not self._explorer.at(asked, str(key)):
            self._over = True
            self._stopped = True
            raise Abandoned

    # What a random.Random is asked for.

    def random(self) -> Any:
        """One of the 2^53 numbers k·2^-53, as far as it is looked at."""
        self._drawn = True
        return Real(self, 0, 1 << 53)

    def getrandbits(self, k: int) -> int:
        return self.bits(k)

    def _randbelow(self, n: int) -> int:
        return self.below(n) if n else 0

    def randbytes(self, n: int) -> bytes:
        return self.bits(8 * n).to_bytes(n, "big")

    def seed(self, *_: Any, **__: Any) -> None:
        """Of no effect, as of a SystemRandom."""

    def _values(self, low: int, high: int) -> tuple[int, int]:
        """The piece of low ≤ k < high that is taken where a number is asked for by its value."""
        if not self._monotone:
            raise self._refuse(
                "a random number was asked for by its value (`float(x)`, math.log, NumPy): its 2^53 values are not "
                "run. If the result is monotone in it between the numbers that it is compared with, say "
                "law(…, monotone=True)"
            )
        if self._probe is not None and self._next == self._given:
            # The number that is being tried.
            self._given = -1
            return self._probe, self._probe + 1
        path = (*self._script[: self._next], *self._beyond)
        ends = self._pieces.get(path)
        if ends is None:
            if self._probe is not None:
                raise self._refuse("two numbers were asked for by their values in one run")
            self._wanted = (path, low, high)
            self._over = True
            raise Pieces
        self._used_pieces = True
        weights = [f"{high - low}/{ends[-1] - ends[0]}" for low, high in zip(ends, ends[1:])]
        words = "choose " + " ".join(weights)
        branch = self._ask(self._named(words))
        return ends[branch], ends[branch + 1]


def _word(x: Any, place: str) -> str:
    found = _exact.text(x, place)
    if isinstance(x, str):
        found = "".join(found.split())
        if not found:
            raise wrong(place, x, _exact.NUMBER)
    return found


def _geometric(a: str, z: int, low: int, high: int) -> str:
    """P(z) of the cut noise, as an expression."""

    def below(z: int) -> str:
        """P(Z ≤ z)."""
        return f"{a}^{-z}/(1+{a})" if z <= 0 else f"1-{a}^{z + 1}/(1+{a})"

    if low == high:
        return "1"
    if z == low:
        return below(low)
    if z == high:
        return below(-high)
    return f"(1-{a})/(1+{a})*{a}^{abs(z)}"
