"""Many mechanisms at once: on the extension's own threads, or on any executor."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union, overload

from . import _core
from ._files import Claims, Limits, PathLike, names, raised
from ._messages import renamed
from ._sinks import Sink, sha256, sink
from .errors import MechanismError, of_line, wrong
from .mechanism import Mechanism
from .progress import Progress
from .report import Report

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Results", "certify_many"]

#: How many go to a worker at a time, and how many such chunks are under way for each worker.
CHUNK, AHEAD = 8, 4
#: How often a chunk is given to another worker where one has died.
ATTEMPTS = 3

#: A mechanism file's bytes and its path; without bytes it is read where it is decided.
Job = tuple[Optional[bytes], str]


class Results(Sequence[Union[Report, Exception]]):
    """A report for each mechanism, in their order; where one can't be decided, the exception that says why.

    They are made of their text when they are looked at; with ``out=`` the text stays there. Lines, as
    ``certify --jsonl --certificates`` writes them, are in :attr:`lines`.
    """

    def __init__(self, lines: list[bytes] | Sink, paths: list[str] | None = None) -> None:
        self.lines = lines
        self._paths = paths

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, i: int) -> Report | Exception: ...
    @overload
    def __getitem__(self, i: slice) -> list[Report | Exception]: ...
    def __getitem__(self, i: int | slice) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        i = range(len(self))[i]
        return _result(self.lines[i], "mechanism.json" if self._paths is None else self._paths[i], i)

    def __iter__(self) -> Iterator[Report | Exception]:
        if isinstance(self.lines, list):
            for i in range(len(self)):
                yield self[i]
        else:
            for i, line in enumerate(self.lines.lines()):
                yield _result(line, "mechanism.json", i)

    @property
    def reports(self) -> list[Report]:
        """The reports, without what can't be decided."""
        return [found for found in self if isinstance(found, Report)]

    def __repr__(self) -> str:
        return f"<Results of {len(self)} mechanisms>"


def certify_many(
    mechanisms: Iterable[Mechanism | PathLike | bytes],
    executor: Executor | None = None,
    out: PathLike | None = None,
    progress: Any = None,
    *,
    only: Iterable[str] | None = None,
    claims: Claims = None,
    limits: Limits = None,
    route: str = "any",
    errors: str = "keep",
    threads: int | None = None,
    strangers: bool = False,
) -> Results:
    """Decides many mechanisms.

    Parameters
    ----------
    mechanisms : iterable of Mechanism, path or bytes
        Mechanisms, mechanism files by their paths, or by their text. With `out` a generator is read as far as it is
        needed.
    executor : concurrent.futures.Executor, optional
        Who works: a thread or process pool (start it by ``spawn``), Dask's ``client.get_executor()``, mpi4py's pool.
        Chunks of a few mechanisms go to it, so many at a time; one that is lost with its worker is given to another,
        and a process pool that breaks is replaced. None: the extension's own threads, Python's lock released.
    out : path, optional
        Where results go as they come, in the order of the input: ``NAME.jsonl``, a ``dp-line/1`` a line, which
        ``verify --jsonl`` reads; or ``NAME.parquet``, a folder of Parquet files (needs pyarrow). Where there are some
        already, the run goes on after them: each must be of the input at its place, by SHA-256.
    progress : bool, tqdm-like or callable, optional
        Told of how many are done.
    only, claims, limits, route, strangers
        As in :meth:`Mechanism.certify`.
    errors : {"keep", "raise"}
        What becomes of a mechanism that can't be decided: its exception stands in its place and the others go on; or
        it is raised.
    threads : int, optional
        How many threads work without an executor; else as many as there are processors.

    Returns
    -------
    Results
        In the order of the input.

    Raises
    ------
    MechanismError
        A wrong call; an `out` that is of other mechanisms.
    KeyboardInterrupt
        Ctrl-C. What is in `out` stays there.

    Examples
    --------
    >>> from dp_certify import Mechanism
    >>> one = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon=1)
    >>> [report["dp"].verdict for report in certify_many([one, one.replace(epsilon=2)])]
    ['fails', 'holds']
    """
    if errors not in ("keep", "raise"):
        raise wrong("errors", errors, "'keep' or 'raise'")
    if threads is not None and (not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 1_024):
        raise wrong("threads", threads, "a whole number from 1 to 1,024")
    total = len(mechanisms) if isinstance(mechanisms, Sized) else None
    asked = _Asked(names(only), route, raised(limits), strangers)
    jobs = (_job(given, i, claims, limits) for i, given in enumerate(mechanisms))
    place = None if out is None else sink(out)
    skipped = 0 if place is None else _skip(place, jobs)
    kept: list[bytes] = []
    paths: list[str] = []

    def take(lines: list[bytes]) -> None:
        if errors == "raise":
            bad = next((k for k, line in enumerate(lines) if _is_error(line)), None)
            if bad is not None:
                if place is not None:
                    place.add(lines[:bad])
                raise of_line(lines[bad].decode())
        if place is None:
            kept.extend(lines)
        else:
            place.add(lines)

    with Progress(progress, total, skipped) as bar:
        if executor is not None:
            spread = _Spread(executor, asked, bar, 1 if place is None else place.batch)
            spread.run(_seen(jobs, paths, place), take)
        elif place is None:
            all_jobs = list(_seen(jobs, paths, place))
            take(_own(all_jobs, asked, bar, threads))
        else:
            while batch := list(islice(jobs, place.batch)):
                take(_own(batch, asked, bar, threads))
    return Results(kept, paths) if place is None else Results(place)


class _Asked(NamedTuple):
    only: list[str]
    route: str
    limits: list[str]
    strangers: bool


class _Unusable(NamedTuple):
    """An input that is none: its error as a line."""

    line: bytes
    path: str = "mechanism.json"


def _error(error: MechanismError, i: int) -> bytes:
    parts = {**error.parts(), "message": f"mechanisms[{i}]: {error.message}"}
    return json.dumps({"format": "dp-error/1", "version": _core.__version__, "exit": 2, "error": parts}).encode()


def _job(given: Any, i: int, claims: Claims, limits: Limits) -> Job | _Unusable:
    try:
        if isinstance(given, Mechanism):
            m = given if claims is None else given.with_claims(claims)
            return (m._bytes, m._path)
        if isinstance(given, bytes):
            return (
                (given, "mechanism.json")
                if claims is None
                else _job(Mechanism.from_json(given, limits), i, claims, limits)
            )
        if isinstance(given, (str, os.PathLike)):
            path = str(Path(given).absolute())
            return (None, path) if claims is None else _job(Mechanism.read(path, limits), i, claims, limits)
        raise wrong(f"of type {type(given).__name__}", given, "a Mechanism, a path, or a file's bytes")
    except MechanismError as error:
        return _Unusable(_error(error, i))
    except OSError as error:
        return _Unusable(_error(MechanismError(str(error), file=str(given), kind="unusable"), i))


def _seen(jobs: Iterator[Any], paths: list[str], place: Sink | None) -> Iterator[Any]:
    """The jobs, their paths noted where results are kept in memory."""
    for job in jobs:
        if place is None:
            paths.append(job.path if isinstance(job, _Unusable) else job[1])
        yield job


def _own(jobs: list[Any], asked: _Asked, bar: Progress, threads: int | None) -> list[bytes]:
    """The lines of jobs by the extension's own threads."""
    usable = [job for job in jobs if not isinstance(job, _Unusable)]
    before = bar.done
    tell = (lambda done: bar.to(before + done)) if bar.listens else None
    found = iter(_core.certify_many(usable, *asked, threads, tell))
    lines = [job.line if isinstance(job, _Unusable) else next(found) for job in jobs]
    bar.to(before + len(jobs))
    return lines


def _work(jobs: list[Any], asked: _Asked) -> list[bytes]:
    """What a worker does."""
    return _own_work(jobs, asked)


def _own_work(jobs: list[Any], asked: _Asked) -> list[bytes]:
    """A line for each job, on one thread."""
    usable = [job for job in jobs if not isinstance(job, _Unusable)]
    found = iter(_core.certify_many(usable, *asked, 1, None))
    return [job.line if isinstance(job, _Unusable) else next(found) for job in jobs]


class _Spread:
    """Chunks on an executor: a bounded number under way, results in order, each once."""

    def __init__(self, executor: Executor, asked: _Asked, bar: Progress, batch: int) -> None:
        self._executor = executor
        self._own: Executor | None = None
        self._asked, self._bar, self._batch = asked, bar, batch
        workers = getattr(executor, "_max_workers", None)
        self._most = AHEAD * (workers if isinstance(workers, int) else 16)

    def run(self, jobs: Iterator[Any], take: Any) -> None:
        """Gives results to `take` in order, in batches."""
        from concurrent.futures import FIRST_COMPLETED, wait

        under_way: dict[Future[list[bytes]], tuple[int, list[Any], int]] = {}
        ready: dict[int, list[bytes]] = {}
        waiting: list[bytes] = []
        chunks = iter(lambda: list(islice(jobs, CHUNK)), [])
        lost: list[tuple[int, list[Any], int]] = []
        new = ((k, chunk, 1) for k, chunk in enumerate(chunks))
        following = 0
        try:
            while True:
                while len(under_way) + len(ready) < self._most or lost:
                    task = lost.pop() if lost else next(new, None)
                    if task is None:
                        break
                    under_way[self._submit(task[1])] = task
                if not under_way:
                    break
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    k, chunk, attempt = under_way.pop(future)
                    try:
                        ready[k] = future.result()
                    except BaseException as error:
                        if not _is_loss(error):
                            raise
                        if attempt >= ATTEMPTS:
                            ready[k] = [_died(job, attempt) for job in chunk]
                        else:
                            lost.append((k, chunk, attempt + 1))
                            continue
                    self._bar.to(self._bar.done + len(chunk))
                while following in ready:
                    waiting += ready.pop(following)
                    following += 1
                if len(waiting) >= self._batch:
                    take(waiting)
                    waiting = []
            take(waiting)
            waiting = []
        finally:
            for future in under_way:
                future.cancel()
            if self._own is not None:
                self._own.shutdown(wait=False)

    def _submit(self, chunk: list[Any]) -> Future[list[bytes]]:
        from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

        for _ in range(ATTEMPTS):
            try:
                return (self._own or self._executor).submit(_work, chunk, self._asked)
            except BrokenExecutor:
                # A pool of processes does not outlive one of them.
                broken = self._own or self._executor
                if not isinstance(broken, ProcessPoolExecutor):
                    raise
                import multiprocessing

                if self._own is not None:
                    self._own.shutdown(wait=False)
                workers = getattr(broken, "_max_workers", None)
                self._own = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
        raise BrokenExecutor("pools of processes break as soon as they are started")


def _is_loss(error: BaseException) -> bool:
    """Whether a chunk was lost with its worker."""
    from concurrent.futures import BrokenExecutor, CancelledError

    of_dask = type(error).__module__.startswith("distributed") and type(error).__name__ == "KilledWorker"
    return isinstance(error, (BrokenExecutor, CancelledError, ConnectionError)) or of_dask


def _died(job: Any, attempts: int) -> bytes:
    if isinstance(job, _Unusable):
        return job.line
    message = f"{job[1]}: the worker was lost {attempts} times while this or a mechanism beside it was decided"
    error = {"kind": "unusable", "file": job[1], "message": message}
    return json.dumps({"format": "dp-error/1", "version": _core.__version__, "exit": 2, "error": error}).encode()


def _skip(place: Sink, jobs: Iterator[Any]) -> int:
    """Passes over the inputs whose results are there, and says how many these are."""
    done = 0
    for line in place.lines():
        job = next(jobs, None)
        found = sha256(line)
        if job is None:
            raise wrong("out", f"{len(place)} results", f"at most {done}, one for each mechanism")
        if found is not None and found != _digest(job):
            raise wrong(
                "out", f"a result of another mechanism at place {done}", "results of these mechanisms, in order"
            )
        done += 1
    return done


def _digest(job: Any) -> str | None:
    if isinstance(job, _Unusable):
        return None
    content, path = job
    try:
        return hashlib.sha256(Path(path).read_bytes() if content is None else content).hexdigest()
    except OSError:
        return None


def _is_error(line: bytes) -> bool:
    return line[:40].replace(b" ", b"").startswith(b'{"format":"dp-error/1"')


def _result(line: bytes, path: str, i: int) -> Report | Exception:
    if not _is_error(line):
        return Report(line, path)
    error = of_line(line.decode())
    return renamed(error, error.file, f"mechanisms[{i}]") if isinstance(error, MechanismError) else error
