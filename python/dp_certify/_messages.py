"""What the programs say of flags and of files, told of the arguments of a call."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from .errors import MechanismError

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
    ("$.privacy.alpha", "alpha"),
    ("$.privacy.between", "alpha"),
    ("$.privacy", "alpha"),
    ("$.constant", "constant"),
    ("$.query.labels", "labels"),
    ("$.query.graph", "graph"),
    ("$.query", "graph"),
    ("$.priors", "priors"),
    ("$.gain", "gain"),
    ("$.loss", "loss"),
    ("$.claims", "claims"),
    ("$.name", "name"),
)

#: Parts of a file as arguments.
PARTS = (
    (r'\{"epsilon": 1, "delta": "1e-6"\}', 'epsilon=1, delta="1e-6"'),
    (r'"(epsilon|alpha|delta|rho|priors|constant|labels|outputs|missing|sample)": (?=["0-9{\[…])', r"\1="),
    (
        r"the file has a mechanism already, expected a query file: a mechanism file without one",
        "the query has a matrix already, expected none: say m.as_query()",
    ),
    (r"the file has no mechanism", "it is a query, without a matrix"),
    (r"the file has no prior\b", "it has no prior (priors={'flat': 'uniform'})"),
    (r"the file has (\d+) priors", r"it has \1 priors"),
    (r"the file's priors \(\)", "the names of its priors, and it has none: priors={'flat': 'uniform'}"),
    (r"the file's priors", "the names of its priors"),
    (r"the file's own α", "the declared α"),
    (r"the file's (ε|α|δ|ρ)", r"the declared \1"),
    (r'needs the file\'s "constant"', "needs constant="),
    (r"at every α of this file", "at every α of the interval"),
)


@contextmanager
def about(path: str, argument: str = "mechanism") -> Iterator[None]:
    """Errors in what stands under that path, which is no file that anybody has: told of arguments."""
    try:
        yield
    except MechanismError as error:
        if os.path.isabs(path) or error.file != path:
            raise
        raise by_argument(error, argument) from None


def by_argument(error: MechanismError, otherwise: str = "") -> MechanismError:
    """What is wrong with a file that nobody has seen yet, by the argument that made it so."""
    path = error.path or ""
    prefix, argument = next((found for found in ARGUMENTS if path.startswith(found[0])), (path, otherwise))
    if not argument:
        return error
    said = error.message.partition(f"{path}: ")[2] or error.message
    parts = {key: part for key, part in error.parts().items() if key not in ("file", "line", "column")}
    # Some say by themselves which argument they are about, or which one is missing.
    wanted = re.search(r"expected (?:one of )?(prior|size|rate|sigma_squared|parameters)=", said)
    place = f"{wanted[1]}: " if wanted is not None else f"{argument}{path[len(prefix) :]}: "
    place = "" if re.match(r"[a-z_]+: found", said) else place
    parts["message"] = place + said
    if argument == "priors" and said.startswith("the sum of the weights"):
        parts["hint"] = 'normalize="priors" divides them by their sum'
        parts["message"] += f"; {parts['hint']}"
    for key in ("message", "hint", "expected"):
        for pattern, word in PARTS:
            if key in parts:
                parts[key] = re.sub(pattern, word, parts[key])
    message = parts.pop("message")
    return type(error)(message, **parts)


@contextmanager
def of_text(argument: str) -> Iterator[None]:
    """Errors in a text that came without a file: line and column are those of this argument."""
    try:
        yield
    except MechanismError as error:
        raise renamed(error, error.file, argument) from None


def renamed(error: MechanismError, file: str | None, argument: str) -> MechanismError:
    """The same of a text that came without a file, by the argument that it was."""
    if file is None or os.path.isabs(file):
        return error
    parts = {key: part for key, part in error.parts().items() if key not in ("file", "message")}
    message = error.message
    return type(error)(argument + message[len(file) :] if message.startswith(f"{file}:") else message, **parts)


@contextmanager
def argument(name: str, known: Iterable[str] = ()) -> Iterator[None]:
    """Errors that say neither a place nor an argument: they are about this one."""
    names = "|".join([name, *known])
    try:
        yield
    except MechanismError as error:
        if error.file is not None or re.match(rf"({names})\b[^ ]*: ", error.message):
            raise
        parts = error.parts()
        raise type(error)(f"{name}: {parts.pop('message')}", **parts) from None
