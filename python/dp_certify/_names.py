"""Where two named things meet: rows, labels, graph, outputs, priors, gains, parts of a composition.

Equal sets of names are aligned by name, whatever their order; unequal ones are an error. Positions count only where one
side has no names: lists, pandas' default index, nodes that are exactly 0, …, n-1. The rule is the programs' own
(``verifier/file/src/align.rs``); here it is told of Python's objects, and every meeting asks here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from . import _core
from .errors import MechanismError, wrong

Item = TypeVar("Item")

#: A tuple of whole numbers as Python prints it, and the numbers in it.
TUPLE, NUMBERS = re.compile(r"\((-?\d+, )+-?\d+\)"), re.compile(r"-?\d+")


def text(name: Any) -> str:
    """A name as a mechanism file writes it: of NumPy's numbers and texts that of Python's; 2.0 is called as 2 is."""
    return str(plain(name))


def plain(name: Any) -> Any:
    """A name as an object of Python's own."""
    if isinstance(name, tuple):
        return tuple(plain(part) for part in name)
    if getattr(getattr(name, "dtype", None), "kind", None) in ("b", "i", "u", "f", "U") and not name.shape:
        name = name.item()
    return int(name) if isinstance(name, float) and name.is_integer() else name


def of(index: Any) -> list[str] | None:
    """The names of a pandas index; None for its default, which names nothing."""
    if type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1:
        return None
    return [text(name) for name in index]


def listed(given: Any, argument: str) -> list[str]:
    """The names of a list of such."""
    expect_order(given, argument)
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        raise wrong(argument, given, "a list of names")
    return [text(name) for name in given]


def expect_order(given: Any, argument: str, path: str | None = None) -> None:
    """That what stands for a list has an order of its own, and is not run through by what its columns are called."""
    if isinstance(given, (set, frozenset)):
        raise wrong(argument, f"a {type(given).__name__}, which has no order", "a list", path=path)
    if hasattr(given, "columns"):
        found = f"a {type(given).__name__}, whose columns may be more than one"
        raise wrong(argument, found, "one of its columns: frame['name']", path=path)


def is_series(given: Any) -> bool:
    """Whether it is a pandas Series, whose index names its entries."""
    return type(given).__module__.split(".")[0] == "pandas" and type(given).__name__ == "Series"


def of_rows(rows: list[Any]) -> list[str] | None:
    """What rows are called that are Series with names, each its own: as ``frame.loc["north"]`` has it."""
    found = [text(row.name) for row in rows if is_series(row) and row.name is not None]
    return found if len(found) == len(rows) == len(set(found)) and not are_numbers(found) else None


def numbers(n: int) -> list[str]:
    """What the n nodes of a graph without names are called."""
    return [str(i) for i in range(n)]


def are_numbers(names: list[str]) -> bool:
    """Whether they are 0, …, n-1 in this order, which is to have none."""
    return names == numbers(len(names))


def order(own: list[str], coming: list[str], argument: str, of_own: str, path: str | None = None) -> list[int] | None:
    """For each of our names the place of what comes under it; None where all comes in our order, or by position.

    Raises
    ------
    MechanismError
        Both have names, and not the same; it says which.
    """
    found, unlike = _core.order(own, coming)
    if unlike is None:
        return found
    extra, missing = unlike
    said = [] if extra is None else [f"{extra!r}, which is {'there twice' if extra in own else 'none of them'}"]
    said += [] if missing is None else [f"no {missing!r}"]
    raise wrong(argument, " and ".join(said), f"the names of {of_own}: {_few(own)}", path=path)


def arranged(items: list[Item], places: list[int] | None) -> list[Item]:
    """What comes, in our order."""
    return items if places is None else [items[place] for place in places]


def out_of_order(names: list[str]) -> int | None:
    """The first name whose number, or tuple of numbers, neither rises nor falls with those before it."""
    tuples = [tuple(map(int, NUMBERS.findall(name))) for name in names if TUPLE.fullmatch(name)]
    if len(tuples) < len(names):
        return _core.out_of_order(names)
    falls = [k for k in range(1, len(tuples)) if tuples[k] < tuples[k - 1]]
    rises = [k for k in range(1, len(tuples)) if tuples[k] > tuples[k - 1]]
    return max(falls[0], rises[0]) if falls and rises else None


def places(these: list[Any], known: list[str] | None, nodes: int) -> tuple[list[int], int | None]:
    """The nodes that these are the names or the numbers of; and the first that is neither, or may be either."""
    return _core.places([text(name) for name in these], known, nodes)


def number(node: Any, known: list[str] | None, argument: str, path: str) -> Any:
    """The number of a node that is given by its name, or by its number where that is no other's name."""
    node = plain(node)
    if not isinstance(node, (str, int)) or isinstance(node, bool) or known is None:
        return node
    name = text(node)
    if name in known:
        place = known.index(name)
        if isinstance(node, int) and node != place and node < len(known):
            found = f"{node}, the name of input {place} and the number of {known[node]!r}"
            raise wrong(argument, found, f"its name, {name!r}", path=path)
        return place
    if isinstance(node, int):
        return node
    raise wrong(argument, node, f"one of the labels {_few(known)}", path=path)


def expected(known: list[str] | None) -> str:
    """What may stand for a node."""
    return "a number from 0" + ("" if known is None else f", or one of the labels {_few(known)}")


def by_position(argument: str, path: str | None = None) -> MechanismError:
    """What is wrong with entries that have no names, where named things stand in different orders."""
    return wrong(
        argument,
        "entries without names",
        "names: labels, graph and the rows of the matrix have theirs in different orders",
        path=path,
        hint="give a pandas Series or DataFrame with the names as its index, or all in one order",
    )


def _few(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
