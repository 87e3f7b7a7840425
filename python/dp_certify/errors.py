"""What is wrong with an input or a call, as exceptions with the same parts as ``dp-error/1``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["InternalError", "LimitError", "MechanismError"]


class MechanismError(ValueError):
    """A mechanism, certificate, table or argument that can't be used.

    Attributes
    ----------
    message : str
        What was found, what was expected and what to do, in a sentence with its place.
    path : str or None
        JSON path of the offending value in the mechanism file, such as ``$.mechanism.matrix[1][1]``.
    line, column : int or None
        Its place in the file, from 1; ``None`` where there is no text yet.
    found, expected, hint : str or None
        The parts of the message by themselves.
    file : str or None
        The file, where there is one.
    kind : str
        ``malformed``, ``unusable``, ``call``, ``limit`` or ``internal``, as in ``dp-error/1``.
    """

    kind = "call"

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        found: str | None = None,
        expected: str | None = None,
        hint: str | None = None,
        file: str | None = None,
        kind: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.hint = hint
        self.file = file
        if kind is not None:
            self.kind = kind

    def parts(self) -> dict[str, Any]:
        """The ``error`` object of ``dp-error/1``: what there is of the attributes."""
        names = ("kind", "file", "path", "line", "column", "found", "expected", "hint", "message")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    def __reduce__(self) -> tuple[Any, ...]:
        return (_of_parts, (self.parts(),))


class LimitError(MechanismError):
    """An input over a limit, which the message names; raise it with ``limits={name: number}``."""

    kind = "limit"


class InternalError(RuntimeError):
    """A fault of this package. Nothing is wrong with the input; please report it."""


def of_line(line: str) -> Exception:
    """The exception of a ``dp-error/1`` document."""
    parts = json.loads(line)["error"]
    told = {key: in_python(parts[key]) for key in ("message", "found", "expected", "hint") if key in parts}
    return _of_parts({**parts, **told})


def in_python(text: str) -> str:
    """What the programs say, with arguments in the place of their flags."""
    for flag, argument in FLAGS:
        text = re.sub(flag, argument, text)
    return text


#: Flags of the command as arguments of this package, and words that it spells otherwise.
FLAGS = (
    (r"--limit ([a-z]+)=N", r"limits={'\1': N}"),
    (r"expected NAME=NUMBER with NAME one of", "expected a dict such as {'nodes': 50_000}, NAME one of"),
    (r"--(percent|header|index|long|transpose)[ =]no\b(?!thing)", r"\1=False"),
    (r"--(percent|header|index|long|transpose)([ =]yes)?", r"\1=True"),
    (r"--(lines)[ =]([0-9-]+)", r"\1='\2'"),
    (r"--(drop)[ =](\S+?)(?=[;:,]?(?:\s|$))", r"\1='\2'"),
    (r"--(order)[ =]([a-z]+)", r"\1='\2'"),
    (r"\"rounding\" beside the matrix, or `certify TABLE --rounding R`,", "`rounding=R`"),
    (r"`certify TABLE --normalise`", "`normalize=True`"),
    (r"--normalise=(any|weights)", r"normalize='\1'"),
    (r"--normalise=([0-9.]+)", r"normalize=\1"),
    (r"--normalise with a bound of its own", "normalize=0.1, or another number,"),
    (r"--normalise", "normalize=True"),
    (r"--(delimiter|decimal|graph|thousands)[ =]([a-z]+)", r"\1='\2'"),
    (r"--(rounding) ([0-9.]+)", r"\1='\2'"),
    (r"--(answers|outputs) A,B(,C)?", r"\1=['A', 'B', …]"),
    (r"--learn ([0-9]+%)", r"learn='\1'"),
    (r"--bins (-?[0-9]+(?:,-?[0-9]+)*)", r"bins=[\1]"),
    (r"--counts --confidence 0.999 is", "Counts.from_csv(…) is"),
    (r"use it without --counts", "say Mechanism.from_csv(…)"),
    (r"--edges FILE", "graph=[(…, …), …]"),
    (r"--(parameters) ([a-z0-9=/,]*[a-z0-9])", r'\1="\2"'),
    (r"--sigma-squared S", "sigma_squared=S"),
    (r"--(size|rate|cut|width) ([A-Z])\b", r"\1=\2"),
    (r"--(force|envelope|one-less)\b", r"\1=True"),
    (r"--([a-z]+):", r"\1:"),
    (r"--([a-z]+)", r"\1="),
    (r"randomised-response", "randomized-response"),
    (r"symmetric, optimised", "symmetric, optimized"),
    (r"did you mean optimised", "did you mean optimized"),
    (
        r"expected a closed form or a Mechanism",
        "expected 'truncated-geometric', 'randomized-response', 'exponential', 'uniform' or a Mechanism",
    ),
)


def _of_parts(parts: dict[str, Any]) -> Exception:
    if parts["kind"] == "internal":
        return InternalError(parts["message"])
    known = {key: value for key, value in parts.items() if key != "message"}
    made = LimitError if parts["kind"] == "limit" else MechanismError
    return made(parts["message"], **known)


def wrong(argument: str, found: object, expected: str, *, path: str | None = None, hint: str = "") -> MechanismError:
    """What is wrong with an argument of a call, with a place in it: ``matrix[1][1]``."""
    said = found if isinstance(found, str) else repr(found)
    if len(said) > 80:
        said = said[:77] + "..."
    message = f"{argument}: found {said}, expected {expected}"
    if hint:
        message += f"; {hint}"
    return MechanismError(message, path=path, found=said, expected=expected, hint=hint or None)


@contextmanager
def read_as(name: str, argument: str) -> Iterator[None]:
    """Errors about what is called `name` elsewhere, told of this argument."""
    try:
        yield
    except MechanismError as error:
        parts = error.parts()
        parts["message"] = re.sub(rf"^{name}\b", argument, parts["message"])
        raise _of_parts(parts) from None
