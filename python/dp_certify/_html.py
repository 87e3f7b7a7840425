"""Small tables for notebooks. All that comes from elsewhere is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from . import _exact

if TYPE_CHECKING:
    from .budgets import Budget
    from .counts import Counts
    from .curves import Profile, TradeOff
    from .mechanism import Mechanism
    from .patterns import Pattern
    from .programs import Law
    from .report import Report

#: So many rows and columns are shown, and so many characters of a cell.
ROWS, COLUMNS, WIDTH = 20, 12, 40


def cell(x: object) -> str:
    """An exact number or a text, short and escaped; what is cut off stands in the tip."""
    text = _exact.shown(x)
    if isinstance(x, Fraction) and len(text) > WIDTH:
        return f'<span title="a fraction of {len(text)} characters">≈ {float(x):.12g}</span>'
    return escape(text if len(text) <= WIDTH else text[: WIDTH - 1] + "…")


def table(title: str, head: Sequence[object], rows: Iterable[Sequence[object]], below: str = "") -> str:
    """A table with a line above and one below. A row's first cell is its heading."""
    every = list(rows)
    left = max(len(head) - COLUMNS - 1, 0)
    said = [*head[: COLUMNS + 1], *([f"… ({left:,} more)"] if left else [])]
    lines = ["<tr>" + "".join(f"<th>{cell(x)}</th>" for x in said) + "</tr>"] if head else []
    for first, *rest in every[:ROWS]:
        cells = "".join(f"<td>{cell(x)}</td>" for x in rest[:COLUMNS]) + ("<td>…</td>" if left else "")
        lines.append(f"<tr><th>{cell(first)}</th>{cells}</tr>")
    if len(every) > ROWS:
        span = f' colspan="{len(said)}"' if head else ""
        lines.append(f"<tr><td{span}>… ({len(every) - ROWS:,} more)</td></tr>")
    foot = f"<p>{escape(below)}</p>" if below else ""
    body = f"<table>{''.join(lines)}</table>" if lines else ""
    return f"<div><p><strong>{escape(title)}</strong></p>{body}{foot}</div>"


def declared(m: Mechanism) -> str:
    """The declared privacy in a line."""
    privacy = m.to_dict()["privacy"]
    names = {"epsilon": "ε", "alpha": "α", "delta": "δ", "rho": "ρ", "between": "between"}
    return "declared: " + ", ".join(f"{names.get(key, key)} = {_listed(part)}" for key, part in privacy.items())


def _listed(part: Any) -> str:
    return " and ".join(map(str, part)) if isinstance(part, list) else str(part)


def mechanism(m: Mechanism) -> str:
    """Its table, with what is declared."""
    rows, outputs = m.shape
    content = m.to_dict()
    matrix = content.get("mechanism", {}).get("matrix")
    count = f"{outputs} outputs" if outputs is not None else "no table"
    size = f"{rows} inputs, {count}"
    if not isinstance(matrix, list):
        family = content.get("mechanism", {}).get("family")
        more = "a query" if "mechanism" not in content else f"the family {family}" if family else "not written out"
        return table(m.name or "unnamed mechanism", [], [], f"{size}; {more}; {declared(m)}")
    labels = m.labels or range(len(matrix))
    head = ["input", *(m.outputs or range(len(matrix[0])))]
    return table(
        m.name or "unnamed mechanism",
        head,
        ([name, *row] for name, row in zip(labels, matrix)),
        f"{size}; {declared(m)}",
    )


def counts(m: Counts) -> str:
    """How often each output came."""
    rows = m.counts
    head = ["input", *(m.outputs or range(len(rows[0])))]
    labels = m.labels or range(len(rows))
    return table(
        m.name or "unnamed counts",
        head,
        ([name, *row] for name, row in zip(labels, rows)),
        f"counts of {sum(m.runs):,} runs, confidence {_exact.shown(m.confidence)}; {declared(m)}",
    )


def report(of: Report) -> str:
    """A row for each statement."""

    def value(x: object) -> str:
        return f"{float(x):.12g}" if isinstance(x, Fraction) else str(x)

    rows = [
        [
            ", ".join([s.name, *([s.prior] if s.prior else s.priors)]),
            "claim" if s.declared else "finding",
            s.verdict,
            ", ".join(f"{name} = {value(x)}" for name, x in s.values.items()),
        ]
        for s in of.statements
    ]
    return table(of.summary, ["statement", "kind", "verdict", "values"], rows)


def profile(of: Profile) -> str:
    """A row for each piece."""
    rows = [
        [f"{_exact.shown(p.lambda_from)} to {_exact.shown(p.lambda_to)}", p.delta_from, p.delta_to] for p in of.pieces
    ]
    below = "λ = e^ε; δ is linear in λ between the ends of a piece"
    return table("Privacy profile", ["λ", "least δ at its start", "at its end"], rows, below)


def trade_off(of: TradeOff) -> str:
    """A row for each corner."""
    rows = [[c.first_error, c.second_error, "" if c.pair is None else "{}, {}".format(*c.pair)] for c in of.corners]
    return table("Trade-off function", ["first error", "least second error", "attained by inputs"], rows)


def pattern(of: Pattern) -> str:
    """A row for each edge, a letter for each output."""
    width = len(of.edges[0].letters) if of.edges else 0
    rows = [["{} – {}".format(*edge.nodes), *edge.letters] for edge in of.edges]
    below = "S slack, ↓ and ↑ tight, = both tight, Z both 0, ! broken; " + ("private" if of.private else "not private")
    return table("Tight privacy constraints", ["neighbors", *range(width)], rows, below)


def budget(of: Budget) -> str:
    """What is asked, and what was found."""
    told = of.to_dict()
    [(name, given)] = told["asked"].items()
    sought = "epsilon" if "epsilon" in told else "delta"
    rows: list[list[object]] = [[f"{name} (asked)", given], [sought, told[sought]["decimal"]]]
    rows += [["at least", of.at_least], ["at most", of.at_most]]
    return table("Privacy budget", [], rows)


def law(of: Law) -> str:
    """Its table, and what is missing of each row."""
    m = of.mechanism
    rows = m.to_dict()["mechanism"]["matrix"]
    head = ["input", *(m.outputs or range(len(rows[0]))), "missing"]
    labels = m.labels or range(len(rows))
    body = ([name, *row, missing] for name, row, missing in zip(labels, rows, of.missing))
    return table(m.name or "law", head, body, f"{of.runs:,} runs; {declared(m)}")
