"""Pictures have axes with names and units; tables of notebooks are small and escaped; print shows the report."""

from __future__ import annotations

import builtins
import importlib
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import matplotlib
import pytest

from dp_certify import (
    Counts,
    Law,
    Mechanism,
    MechanismError,
    Report,
    budget,
    law,
    pattern,
    profile,
    trade_off,
)

matplotlib.use("Agg")
pyplot: Any = importlib.import_module("matplotlib.pyplot")

COIN = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon="ln(3)", labels=["no", "yes"], outputs=["N", "Y"])
EVIL = "<script>alert(1)</script>"


def sampler(answer: int, rng: Any) -> int:
    return answer if rng.flip("3/4") else 1 - answer


def of_sampler() -> Law:
    return law(sampler, [0, 1], graph="complete", epsilon="ln(3)")


THINGS: list[tuple[Callable[[], Any], str, str]] = [
    (lambda: profile(COIN), "ε (nats)", "least δ (probability)"),
    (lambda: trade_off(COIN), "first error (probability)", "least second error (probability)"),
    (lambda: trade_off(COIN, ("no", "yes")), "first error (probability)", "least second error (probability)"),
    (lambda: pattern(COIN), "output (number)", "pair of neighbors (numbers of inputs)"),
    (lambda: budget("1x30", delta="1e-6"), "uses", "ε (nats) at δ = 1e-6"),
    (lambda: budget("1x3", epsilon=2), "uses", "δ (probability) at ε = 2"),
    (lambda: budget(rho=["1/2", "1/3"], delta="1e-6"), "uses", "ε (nats) at δ = 1e-6"),
    (lambda: Counts([[70, 30], [40, 60]], graph="line", epsilon=1, answers=["a", "b"]), "output", "share of runs"),
    (of_sampler, "output", "probability"),
]


@pytest.mark.parametrize(("make", "x", "y"), THINGS)
def test_axes_have_names_and_units(make: Callable[[], Any], x: str, y: str) -> None:
    thing = make()
    ax = thing.plot()
    assert (ax.get_xlabel(), ax.get_ylabel()) == (x, y) and ax.get_title()
    _, own = pyplot.subplots()
    assert thing.plot(own) is own and thing.plot(ax=own) is own
    own.figure.canvas.draw()
    with pytest.raises(MechanismError, match="^ax: .*plt.subplots"):
        thing.plot(3)
    pyplot.close("all")
    table = thing._repr_html_()
    assert table.startswith("<div>") and table.count("<table>") == 1 and table.endswith("</div>")


def test_a_profile_is_drawn_at_its_values() -> None:
    found = profile(COIN)
    line: Any
    corners: Any
    [line, corners] = found.plot(epsilon_max=2).lines
    points = dict(zip(line.get_xdata(), line.get_ydata()))
    assert points[0.0] == 0.5 and points[2.0] == 0.0 and max(points) == 2.0
    assert len(corners.get_xdata()) == len(found.pieces)
    with pytest.raises(MechanismError, match="epsilon_max"):
        found.plot(epsilon_max=-1)
    pyplot.close("all")


def test_what_is_too_much_is_not_drawn() -> None:
    wide = Counts([[1] * 300, [1] * 300], graph="line", epsilon=1)
    with pytest.raises(MechanismError, match="at most 400 bars"):
        wide.plot()
    with pytest.raises(MechanismError, match="curve=True"):
        budget("1x30", delta="1e-6", curve=False).plot()
    pyplot.close("all")


def test_without_matplotlib_and_networkx(monkeypatch: pytest.MonkeyPatch) -> None:
    found = builtins.__import__

    def without(name: str, *more: Any, **others: Any) -> Any:
        if name.partition(".")[0] in ("matplotlib", "networkx", "numpy"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return found(name, *more, **others)

    def import_module(name: str, package: str | None = None) -> Any:
        return without(name)

    monkeypatch.setattr(importlib, "import_module", import_module)
    for call, said in (
        (profile(COIN).plot, "pip install matplotlib"),
        (lambda: COIN.graph, "pip install networkx"),
        (COIN.to_numpy, "pip install numpy"),
    ):
        with pytest.raises(ImportError, match=said):
            call()


def test_tables_are_small_and_escaped() -> None:
    m = Mechanism(
        [[Fraction(1, 100)] * 100] * 50,
        ("complete", 50),
        epsilon=1,
        name=EVIL,
        labels=[f"<i>{i}" for i in range(50)],
        outputs=[f"<b>{o}" for o in range(100)],
    )
    table = m._repr_html_()
    assert "<script" not in table and "<i>" not in table and "<b>" not in table
    assert "&lt;script&gt;" in table and "&lt;i&gt;0" in table
    assert "(88 more)" in table and "(30 more)" in table and len(table) < 20_000
    long = Mechanism([[Fraction(1, 3**200), 1 - Fraction(1, 3**200)]] * 2, "line", epsilon=1)
    assert len(long._repr_html_()) < 1_000
    counts = Counts([[7, 3], [4, 6]], graph="line", epsilon=1, outputs=[EVIL, "b"])._repr_html_()
    assert "<script" not in counts and "20 runs" in counts
    query = Mechanism(graph=("line", 3), alpha="symbolic")._repr_html_()
    assert "a query" in query and "α = symbolic" in query


def test_print_shows_the_report() -> None:
    report = COIN.certify()
    assert str(report) == report.text.rstrip() and "alpha_max" in str(report) and repr(report) != str(report)
    alone = Report.from_json(report.to_json())
    assert str(alone).startswith(report.summary) and "dp: holds" in str(alone)
    assert "<table>" in alone._repr_html_() and report._repr_html_().startswith("<iframe")
