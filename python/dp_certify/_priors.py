"""What may be given as ``priors``, as a mechanism file's ``priors``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from . import _exact, _matrices
from ._nodes import Nodes
from .errors import wrong

#: The keys of a prior that is no list of weights.
FORMS = {"corner", "point", "product"}


def read(given: Any, nodes: Nodes, normalize: _matrices.Normalize = False) -> dict[str, Any]:
    """Priors by name, their weights divided by their sum where that is wished for.

    Raises
    ------
    MechanismError
        What is no prior, with its place ``priors['flat'][1]``; a sum too far from 1.
    """
    most = _matrices.bound("any" if normalize == "weights" else True if normalize == "priors" else normalize)
    if isinstance(given, str):
        given = {given: given}
    elif not isinstance(given, Mapping):
        given = {"prior": given}
    priors: dict[str, Any] = {}
    for name, prior in given.items():
        if not isinstance(name, str):
            raise wrong("priors", f"the name {name!r}", "a str: priors={'flat': 'uniform'}", path="$.priors")
        path = f"$.priors.{name}"
        place = f"priors[{name!r}]"
        if isinstance(prior, Mapping) and (set(prior) <= FORMS or not nodes.names_one(prior)):
            of_node = {key: nodes.number_of(prior[key], place, path) for key in ("corner", "point") if key in prior}
            priors[name] = _exact.exact({**prior, **of_node}, place)
        elif isinstance(prior, str):
            priors[name] = prior
        elif isinstance(prior, Iterable):
            weights = nodes.entries(prior, place, path)
            texts = [_exact.text(x, f"{place}[{i}]", path=f"{path}[{i}]") for i, x in enumerate(weights)]
            priors[name] = texts if most is None else _divided(texts, place, path, most)
        else:
            raise wrong(place, prior, "'uniform', weights, or an object", path=path)
    return priors


def _divided(texts: list[str], place: str, path: str, most: str) -> list[str]:
    """The weights over their sum; as they are where one is an expression."""
    if any("a" in text or "b" in text for text in texts):
        return texts
    numbers = [_exact.value(text, f"{place}[{i}]", path=f"{path}[{i}]") for i, text in enumerate(texts)]
    total = sum(numbers, Fraction(0))
    if total == 1:
        return texts
    if total <= 0:
        raise wrong(place, f"weights of sum {_exact.shown(total)}", "a sum above 0 to divide by", path=path)
    if most != "any" and abs(total - 1) > Fraction(most or _matrices.USUAL):
        expected = f"a sum within {most or _matrices.USUAL} of 1; {_matrices.MORE}"
        raise wrong(place, f"weights that sum to {_exact.shown(total)}", expected, path=path)
    return [_exact.text(x / total, place) for x in numbers]
