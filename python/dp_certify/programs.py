"""The law of a function: the table of what is deployed, exactly."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import signal
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core, _html, _names, _plots
from ._choices import Abandoned, Choices, Late, Pieces, Refused
from ._files import Claims, Limits, PathLike, file_text, raised
from ._types import Alpha, Constant, Graph, Number
from .errors import MechanismError, wrong
from .mechanism import Mechanism

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Law", "law"]

#: What is assumed where numbers are asked for by their values.
MONOTONE = (
    "the result is monotone in each random number of 2^53 that it was computed of, between the numbers that this was "
    "compared with: in pieces at both ends of which the result is the same it is the same throughout"
)
#: What is said where it can't be told whose error it is.
NO_FLOAT = "TypeError: {}; `random()` returns no float: where one is needed, say float(x), and law(…, monotone=True)"


class Law:
    """What is known of a function's law.

    Attributes
    ----------
    mechanism : Mechanism
        Its table, exactly, with what is missing of each row.
    missing : tuple of str
        How much is missing of each row, as numbers of a mechanism file.
    runs : int
        How often the function was called.
    sha256 : str
        Of the law's own file.
    """

    __slots__ = ("_content", "_told", "mechanism", "missing", "runs", "sha256")

    def __init__(
        self, mechanism: Mechanism, missing: tuple[str, ...], runs: int, written: tuple[bytes, str, str]
    ) -> None:
        self.mechanism = mechanism
        self.missing = missing
        self.runs = runs
        self._content, self._told, self.sha256 = written

    def write(self, path: PathLike, law: PathLike | None = None) -> None:
        """The mechanism file, and the law's own file beside it (or there), from which ``verify --law`` computes it."""
        place = Path(path).with_suffix(".law.jsonl") if law is None else Path(law)
        self.mechanism.write(path)
        place.write_bytes(self._content)

    def certify(self, *args: Any, **options: Any) -> Any:
        """As :meth:`Mechanism.certify`."""
        return self.mechanism.certify(*args, **options)

    @property
    def content(self) -> bytes:
        """The law's own file, ``dp-law/1``."""
        return self._content

    def plot(self, ax: Axes | None = None) -> Axes:
        """The probability of each output, a bar for each input; last what is missing.

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
        >>> def coin(answer, rng):
        ...     return answer if rng.flip("3/4") else 1 - answer
        >>> law(coin, [0, 1], graph="complete", epsilon="ln(3)").plot().get_ylabel()
        'probability'
        """
        return _plots.law(self, ax)

    def _repr_html_(self) -> str:
        """A small table, for notebooks."""
        return _html.law(self)

    def __str__(self) -> str:
        return self._told

    def __repr__(self) -> str:
        return f"<Law of {self._told.splitlines()[0].removeprefix('law of ')}: {self.runs} runs>"


def law(
    function: Callable[[Any, Choices], Any],
    answers: Iterable[Any],
    *,
    graph: Graph | None = None,
    epsilon: Number | None = None,
    alpha: Alpha | None = None,
    delta: Number | None = None,
    claims: Claims = None,
    constant: Constant | None = None,
    name: str | None = None,
    runs: int = 10_000_000,
    depth: int | None = None,
    outputs: int = 100_000,
    left: float = 2.0**-64,
    monotone: bool = False,
    exceptions: bool = True,
    further_outputs: bool = True,
    patience: float | None = 10,
    resume: PathLike | None = None,
    progress: Callable[[int, float], Any] | None = None,
    limits: Limits = None,
) -> Law:
    """Finds the law of a sampler: calls it again and again, answering each request for randomness from a script.

    Parameters
    ----------
    function : callable
        ``function(answer, rng)`` returns an output, whose name is its ``str``. ``rng`` is a
        :class:`random.SystemRandom`, and has ``flip(p)``, ``choose(weights)``, ``below(n)``, ``bits(k)``,
        ``geometric(alpha, low, high)`` and ``at(key)``, which says that all that comes depends on the answer and the
        key alone. All randomness has to come from it.
    answers : iterable
        What it is called with, in the order of the graph; their names are their ``str``.
    graph, epsilon, alpha, delta, claims, constant
        As in :class:`Mechanism`; probabilities may be expressions in ``a`` and ``b``.
    runs, depth, outputs : int
        The most calls, choices of one call (10,000; over an interval of α 200), and different outputs.
    left : float
        So much of a row need not be looked at, where α is one number; 0 looks at all.
    monotone : bool
        Numbers that are asked for by their value (``math.log(rng.random())``) are taken in pieces, found by bisection
        with the function itself, which assumes that the result is monotone in them; the law says so.
    exceptions : bool
        An exception is an output, ``raises ValueError``, which the law's words name; else it is raised. Where nothing
        else came of an answer, a warning says what was raised: a sampler that can't run at all is private, of course.
    further_outputs : bool
        False: no other output is possible than those that are seen, an assumption.
    patience : float, optional
        How many seconds one call may take, in the main thread.
    resume : path, optional
        The file of a law of the same function, on the same answers, to go on with.
    progress : callable, optional
        Is called with the number of runs and what is left of a row, now and then.

    Returns
    -------
    Law
        Ctrl-C ends the search, with a warning: what was found by then is returned.

    Raises
    ------
    MechanismError
        Weights that don't sum to 1, with the path; a function that is none of its answer and its choices; a request
        that has no law.

    Examples
    --------
    >>> def coin(answer, rng):
    ...     return answer if rng.flip("1/(1+a)") else 1 - answer
    >>> law(coin, [0, 1], graph="complete", epsilon=1).mechanism.certify()["dp"].verdict
    'holds'
    """
    inputs = list(answers)
    names = [_names.text(answer) if isinstance(answer, str) else str(answer) for answer in inputs]
    title = name or f"law of {getattr(function, '__name__', type(function).__name__)}"
    note = "The function was called on scripted choices, and not read."
    labels = None if names == [str(i) for i in range(len(names))] else names
    if isinstance(graph, str):
        graph = (graph, len(inputs))
    program, files = _source(function)
    declared = dict(graph=graph, epsilon=epsilon, alpha=alpha, delta=delta, claims=claims, constant=constant)
    told = dict(name=title, note=note, labels=labels)
    text = file_text([], {**declared, **told, "priors": None, "gain": None, "loss": None, "sample": None})
    explorer = _core.Explorer(text, title, (runs, depth, outputs, left), not further_outputs, raised(limits))
    if len(explorer.answers()) != len(inputs):
        nodes = len(explorer.answers())
        raise wrong("answers", f"{len(inputs)} answers", f"{nodes}, one for each node of the graph")
    known = explorer.resume(os.fspath(resume), program, files) if resume is not None else []
    rng = Choices(explorer, explorer.depth(), monotone)
    search = _Search(explorer, function, inputs, rng, exceptions, progress)
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "law.jsonl")
        while True:
            search.rng._least = explorer.left() / 1024
            ended = search.run(patience)
            assumes = known + [MONOTONE] * (search.rng._used_pieces and MONOTONE not in known)
            file, words, missing, sha256, more = explorer.write(place, program, files, assumes, ended)
            if not more:
                break
        done, _, _ = explorer.far()
        content = Path(place).read_bytes()
    for answer, error in search.raised.items():
        if answer not in search.returned:
            said = f"at the answer {names[answer]!r} every call raised {type(error).__name__}: {error}"
            warnings.warn(f"{said}; that is its only output (exceptions=False raises it)", stacklevel=2)
    mechanism = Mechanism.from_json(file, limits)
    return Law(mechanism, tuple(missing), done, (content, words, sha256))


class _Search:
    """Calls the function for one run after the other."""

    def __init__(
        self,
        explorer: _core.Explorer,
        function: Callable[[Any, Choices], Any],
        answers: Sequence[Any],
        rng: Choices,
        exceptions: bool,
        progress: Callable[[int, float], Any] | None,
    ) -> None:
        self.explorer = explorer
        self.function = function
        self.answers = answers
        self.rng = rng
        self.exceptions = exceptions
        self.progress = progress
        self.outputs: dict[str, Any] = {}
        self.calls = 0
        #: What is raised, by the name of the output.
        self.exceptions_named: dict[str, type] = {}
        #: What was first raised at each answer, and the answers at which something was returned.
        self.raised: dict[int, Exception] = {}
        self.returned: set[int] = set()

    def run(self, patience: float | None) -> bool:
        """Until all is known, or enough; whether it was ended by Ctrl-C."""
        try:
            with _watched(self, patience):
                self.all_runs()
        except Late as late:
            raise MechanismError(str(late)) from None
        except KeyboardInterrupt:
            warnings.warn("interrupted: the law is of what was found by then", stacklevel=3)
            return True
        return False

    def all_runs(self) -> None:
        explorer, function, answers, rng = self.explorer, self.function, self.answers, self.rng
        ended, outputs = explorer.ended, self.outputs
        raised_at, returned = self.raised, self.returned
        run = explorer.next()
        while run is not None:
            answer, script, mass = run
            rng._begin(script, mass)
            self.calls += 1
            if self.progress is not None and self.calls & 4095 == 0:
                done, left, _ = explorer.far()
                self.progress(done, left)
            output: Any = None
            name = ""
            try:
                output = function(answers[answer], rng)
                name = output if type(output) is str else str(output)
            except Abandoned:
                pass
            except Pieces:
                self.pieces(answer)
                explorer.again()
                continue
            except Exception as error:
                if rng._refused is None and not rng._over:
                    if not self.exceptions:
                        raise
                    if rng._drawn and isinstance(error, TypeError):
                        raise _told(Refused(NO_FLOAT.format(error)), f"on {explorer.path()}") from error
                    raised_at.setdefault(answer, error)
                    name = f"raises {type(error).__name__}"
                    if name in outputs or self.exceptions_named.setdefault(name, type(error)) is not type(error):
                        found = f"two outputs of one name, {name!r}"
                        raise wrong("function", found, "a name for each output") from error
                    run = ended(rng._asked, name)
                    continue
            if rng._refused is not None:
                raise _told(rng._refused, f"on {explorer.path()}")
            if rng._wanted is not None:
                # It was caught.
                self.pieces(answer)
                explorer.again()
                continue
            if rng._over:
                # Whatever the function made of that.
                run = explorer.stopped() if rng._stopped else ended(rng._asked, None)
                continue
            returned.add(answer)
            known = outputs.setdefault(name, output)
            if name in self.exceptions_named or (known is not output and not _is_same(known, output)):
                raise wrong("function", f"two outputs of one name, {known!r} and {output!r}", "a name for each output")
            run = ended(rng._asked, name)

    def pieces(self, answer: int) -> None:
        """Finds where a number that was asked for by its value makes a difference."""
        rng = self.rng
        path, low, high = rng._wanted or ((), 0, 0)
        known: dict[int, str] = {}

        def tried(k: int) -> str:
            if k not in known:
                rng._begin(path, 1.0, k)
                try:
                    output = self.function(self.answers[answer], rng)
                    name = output if isinstance(output, str) else str(output)
                    self.outputs.setdefault(name, output)
                except Abandoned:
                    name = "abandoned"
                except Exception as error:
                    if rng._refused is None and not self.exceptions:
                        raise
                    name = f"raises {type(error).__name__}"
                if rng._refused is not None:
                    raise _told(rng._refused, f"on {self.explorer.path()}")
                known[k] = name
            return known[k]

        ends = {low, high}
        to_do = [(low, high - 1)]
        while to_do:
            first, last = to_do.pop()
            if tried(first) == tried(last):
                continue
            if last - first == 1:
                ends.add(last)
                continue
            middle = (first + last) // 2
            to_do += [(first, middle), (middle, last)]
        rng._pieces[path] = sorted(ends)


def _told(why: Exception, path: str) -> Exception:
    """What a request was refused for, with its path."""
    return MechanismError(f"{path}: {why}") if isinstance(why, Refused) else why


def _is_same(x: Any, y: Any) -> bool:
    try:
        return type(x) is type(y) and repr(x) == repr(y) or bool(x == y)
    except Exception:
        return False


@contextlib.contextmanager
def _watched(search: _Search, patience: float | None) -> Iterator[None]:
    """Ends a call that takes too long, where signals can be had."""
    is_main = threading.current_thread() is threading.main_thread()
    if patience is None or not hasattr(signal, "setitimer") or not is_main:
        yield
        return
    seen = -1

    def late(*_: Any) -> None:
        nonlocal seen
        if seen == search.calls:
            path = search.explorer.path()
            raise Late(f"on {path} one call took over {patience} seconds (patience=…)")
        seen = search.calls

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, patience, patience)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _source(function: Any) -> tuple[list[str], list[tuple[str, str]]]:
    """What a law says of the function, and the hash of the file that it is in."""
    name = f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', repr(function))}"
    try:
        path = inspect.getsourcefile(function) or ""
        content = Path(path).read_bytes()
    except (OSError, TypeError):
        return [f"Python {name}"], []
    return [f"Python {name}"], [(os.path.basename(path), hashlib.sha256(content).hexdigest())]
