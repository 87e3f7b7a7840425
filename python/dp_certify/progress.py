"""Progress of long work: ``True`` for a tqdm bar, a tqdm-like object, or a function of what is done and of how much."""

from __future__ import annotations

from typing import Any

from .errors import wrong

__all__ = ["Progress"]


class Progress:
    """What is told of the progress of several items.

    Parameters
    ----------
    given : bool, object with ``update(n)``, callable ``(done, total)``, or None
        ``True`` shows a tqdm bar where tqdm is installed.
    total : int or None
        How many items there are, where that is known.
    """

    def __init__(self, given: Any, total: int | None, start: int = 0) -> None:
        self.total = total
        self.done = start
        self._bar: Any = None
        self._own = False
        self._call: Any = None
        if given is True:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self._bar, self._own = tqdm(total=total, initial=start), True
        elif hasattr(given, "update"):
            self._bar = given
        elif callable(given):
            self._call = given
        elif given is not None and given is not False:
            raise wrong("progress", given, "True, an object with update(n), or a function of done and total")

    @property
    def listens(self) -> bool:
        """Whether anybody is told."""
        return self._bar is not None or self._call is not None

    def to(self, done: int) -> None:
        """So many are done."""
        more, self.done = done - self.done, done
        if self._bar is not None:
            self._bar.update(more)
        if self._call is not None:
            self._call(done, self.total)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object | None) -> None:
        if self._own:
            self._bar.close()
