"""Rings: graphs that are a cycle, and the geometric mechanism on them."""

from __future__ import annotations

from . import _core
from ._files import raised
from .mechanism import Mechanism


def geometric(query: Mechanism, ring: list[int]) -> Mechanism:
    """α^d(i,o) over the row's sum, on a ring of even length, in expressions that hold at every α."""
    far = len(ring) // 2
    total = "+".join(["1", *(f"2*a^{d}" for d in range(1, far)), f"a^{far}"])
    place = {node: k for k, node in enumerate(ring)}

    def entry(i: int, o: int) -> str:
        steps = abs(place[i] - place[o])
        return f"a^{min(steps, len(ring) - steps)}/({total})"

    rows = [[entry(i, o) for o in range(len(ring))] for i in range(len(ring))]
    of = f": {query.name}" if query.name else f" of {len(ring)} nodes"
    return query.replace(matrix=rows, claims=["tight-constraints"], name=f"geometric mechanism on a ring{of}")


def ring(query: Mechanism) -> list[int]:
    """The nodes in their order around the ring; none where the graph is no ring."""
    found = _core.edges(query._bytes, query._path, raised(query._limits))
    nodes, edges = (0, []) if found is None else found
    if nodes < 3 or len(edges) != nodes or any(length is not None for _, _, length in edges):
        return []
    beside: dict[int, list[int]] = {i: [] for i in range(nodes)}
    for i, h, _ in edges:
        beside[i].append(h)
        beside[h].append(i)
    if any(len(two) != 2 for two in beside.values()):
        return []
    around = [0, beside[0][0]]
    while True:
        one, other = beside[around[-1]]
        following = other if one == around[-2] else one
        if following == 0:
            return around if len(around) == nodes else []
        around.append(following)
