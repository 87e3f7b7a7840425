"""Pictures by matplotlib, where it is installed. Doubles draw lines, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._optional import package
from .errors import wrong

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .budgets import Budget
    from .counts import Counts
    from .curves import Profile, TradeOff
    from .patterns import Pattern
    from .programs import Law

#: More bars, or cells, than can be told apart.
MOST = 400
#: What the letters of a pattern are, with a color that is told apart in print too.
LETTERS = (
    ("S", "neither is tight", "#f2f2f2"),
    ("Z", "both have 0", "#d9d9d9"),
    ("↓", "the second has α times the first", "#9ecae1"),
    ("↑", "the first has α times the second", "#4292c6"),
    ("=", "both are tight", "#08306b"),
    ("!", "one is broken", "#d1495b"),
)


def axes(ax: Axes | None) -> Axes:
    """Those that were given, or new ones."""
    if ax is not None:
        if not hasattr(ax, "get_xaxis_transform"):
            raise wrong("ax", f"{ax!r} of type {type(ax).__name__}", "matplotlib axes: fig, ax = plt.subplots()")
        return ax
    pyplot = package("matplotlib.pyplot", "plot()", "to_dict() has the numbers")
    made: Axes = pyplot.subplots()[1]
    return made


def profile(of: Profile, ax: Axes | None, epsilon_max: float | None) -> Axes:
    """δ over ε."""
    on = axes(ax)
    ends = [math.log(piece.lambda_from) for piece in of.pieces]
    last = max(ends[-1] * 1.1, 0.1) if epsilon_max is None else float(epsilon_max)
    if last <= 0:
        raise wrong("epsilon_max", epsilon_max, "a number above 0, in nats")
    # Linear in e^ε, and so bent over ε.
    xs = sorted({x for x in ends if x <= last} | {last * k / 200 for k in range(201)})
    ys = []
    for x in xs:
        piece = next(piece for piece in of.pieces if x <= math.log(piece.lambda_to) or piece.lambda_to == math.inf)
        ys.append(max(float(piece.mass) - math.exp(x) * float(piece.neighbor_mass), 0.0))
    on.plot(xs, ys)
    corners = [(x, float(piece.delta_from)) for x, piece in zip(ends, of.pieces) if x <= last]
    on.plot([x for x, _ in corners], [y for _, y in corners], "o", markersize=3, color=on.lines[-1].get_color())
    on.set_xlabel("ε (nats)")
    on.set_ylabel("least δ (probability)")
    on.set_title("Privacy profile")
    on.set_xlim(0, last)
    on.set_ylim(bottom=0)
    return on


def trade_off(of: TradeOff, ax: Axes | None) -> Axes:
    """The second error over the first."""
    on = axes(ax)
    whose = {
        "least": "least over all pairs of neighbors",
        "pair": f"input {of.pair[0]} tested against input {of.pair[1]}" if of.pair is not None else "one pair",
        "envelope": "convex envelope over all pairs of neighbors",
    }
    xs = [float(corner.first_error) for corner in of.corners]
    ys = [float(corner.second_error) for corner in of.corners]
    on.plot(xs, ys, marker="o", markersize=3, label=whose.get(of.of, of.of))
    on.plot([0, 1], [1, 0], linestyle="--", color="gray", linewidth=1, label="nothing can be told")
    on.set_xlabel("first error (probability)")
    on.set_ylabel("least second error (probability)")
    on.set_title("Trade-off function")
    on.set_xlim(0, 1)
    on.set_ylim(0, 1)
    on.set_aspect("equal")
    on.legend()
    return on


def budget(of: Budget, ax: Axes | None) -> Axes:
    """The ε or δ of the first uses."""
    on = axes(ax)
    told = of.to_dict()
    [(name, given)] = told["asked"].items()
    sought, unit = ("ε", " (nats)") if "epsilon" in told else ("δ", " (probability)")
    beside = {"epsilon": "ε", "delta": "δ"}[name]
    points = of.curve or []
    if not points:
        raise wrong("curve", "a budget without one", "budget(…, curve=True)")
    uses = [point.uses for point in points]
    exact = "what ρ implies" if of.rho is not None else "all uses together"
    on.plot(uses, [point.value for point in points], marker=".", label=exact)
    for label, style, values in (
        ("basic composition", "--", [point.basic for point in points]),
        ("advanced composition", ":", [point.advanced for point in points]),
    ):
        known = [(x, y) for x, y in zip(uses, values) if y is not None]
        if known:
            on.plot([x for x, _ in known], [y for _, y in known], linestyle=style, label=label)
    on.set_xlabel("uses")
    on.set_ylabel(f"{sought}{unit} at {beside} = {given}")
    on.set_title("Privacy budget")
    on.set_ylim(bottom=0)
    on.legend()
    return on


def pattern(of: Pattern, ax: Axes | None) -> Axes:
    """A cell for each pair of neighbors and output: which constraint is tight."""
    on = axes(ax)
    edges = of.edges
    width = len(edges[0].letters) if edges else 0
    if not 0 < len(edges) * width <= MOST * MOST:
        raise wrong("pattern", f"{len(edges)} edges and {width} outputs", f"at most {MOST * MOST:,} cells to draw")
    colors = package("matplotlib.colors", "plot()")
    places = {letter: k for k, (letter, _, _) in enumerate(LETTERS)}
    cells = [[places.get(letter, 0) for letter in edge.letters] for edge in edges]
    used = colors.ListedColormap([color for _, _, color in LETTERS])
    on.imshow(cells, cmap=used, vmin=-0.5, vmax=len(LETTERS) - 0.5, aspect="auto", interpolation="nearest")
    if len(edges) * width <= MOST:
        for y, edge in enumerate(edges):
            for x, letter in enumerate(edge.letters):
                ink = "white" if letter in "↑=!" else "black"
                on.text(x, y, letter, ha="center", va="center", color=ink)
    on.set_xlabel("output (number)")
    on.set_ylabel("pair of neighbors (numbers of inputs)")
    on.set_title("Tight privacy constraints")
    patches = package("matplotlib.patches", "plot()")
    seen = {letter for edge in edges for letter in edge.letters}
    legend = [patches.Patch(color=color, label=f"{letter} {said}") for letter, said, color in LETTERS if letter in seen]
    on.legend(handles=legend, loc="upper left", bbox_to_anchor=(1, 1))
    step = max(1, -(-len(edges) // 20))
    on.set_yticks(range(0, len(edges), step), [f"{i} – {h}" for (i, h), _ in edges[::step]])
    step = max(1, -(-width // 20))
    on.set_xticks(range(0, width, step))
    return on


def counts(of: Counts, ax: Axes | None) -> Axes:
    """The share of runs of each output."""
    rows = [[count / max(runs, 1) for count in row] for row, runs in zip(of.counts, of.runs)]
    inputs = [f"{name} ({runs:,} runs)" for name, runs in zip(names(of.labels, len(rows)), of.runs)]
    labels = ("share of runs", of.name or "Counts of runs")
    return bars(rows, inputs, names(of.outputs, len(rows[0])), labels, ax)


def law(of: Law, ax: Axes | None) -> Axes:
    """The probability of each output, and last what is missing."""
    rows: list[list[float]] = of.mechanism.to_numpy().tolist()
    outputs = names(of.mechanism.outputs, len(rows[0]))
    if any(missing != "0" for missing in of.missing):
        outputs.append("(missing)")
        rows = [[*row, max(0.0, 1 - math.fsum(row))] for row in rows]
    labels = ("probability", of.mechanism.name or "Law")
    return bars(rows, names(of.mechanism.labels, len(rows)), outputs, labels, ax)


def bars(
    rows: Sequence[Sequence[float]],
    inputs: Sequence[str],
    outputs: Sequence[str],
    labels: tuple[str, str],
    ax: Axes | None,
) -> Axes:
    """A group of bars for each output, a bar for each input."""
    on = axes(ax)
    if len(rows) * len(outputs) > MOST:
        found = f"{len(rows)} inputs and {len(outputs)} outputs"
        raise wrong("plot", found, f"at most {MOST} bars; draw some of them: plt.bar(…)")
    thick = 0.8 / len(rows)
    for i, (row, name) in enumerate(zip(rows, inputs)):
        on.bar([o + (i - (len(rows) - 1) / 2) * thick for o in range(len(row))], row, width=thick, label=name)
    on.set_xticks(range(len(outputs)), list(outputs), rotation=90 if len(outputs) > 8 else 0)
    on.set_xlabel("output")
    on.set_ylabel(labels[0])
    on.set_title(labels[1])
    on.set_ylim(bottom=0)
    on.legend(title="input")
    return on


def names(known: Sequence[str] | None, count: int) -> list[Any]:
    """Names, or numbers where there are none."""
    return [str(k) for k in range(count)] if known is None else list(known)
