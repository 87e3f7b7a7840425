"""Counts are a sample, and every object made of them says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas
import pytest

from dp_certify import Mechanism, MechanismError, Report, import_table, repair, threshold, verify

COUNTS = [[5988, 4012], [3990, 5990]]
WORDS = "every verdict is about the sample, and not about the mechanism behind it"


def told(m: Mechanism) -> bool:
    report = m.certify()
    said = report.sample or ""
    assert WORDS in said and WORDS in " ".join(report.text.split()) and WORDS in report.to_html()
    checked = verify(m, report.certificate).report
    assert checked is not None and WORDS in (checked.sample or "")
    assert report.to_dict()["mechanism"]["sample"]["words"] == said
    assert Report.from_json(report.to_json(files=True)).sample == said and report.mechanism.sample == m.sample
    return True


def test_counts_are_a_sample(tmp_path: Path) -> None:
    given: dict[str, Any] = dict(graph="line", epsilon=1)
    m = Mechanism(COUNTS, normalize="any", **given)
    assert m.sample == (10000, 9980) and told(m)
    m.write(tmp_path / "m.json")
    assert Mechanism.read(tmp_path / "m.json").sample == m.sample
    frame = pandas.DataFrame(COUNTS, index=["yes", "no"], columns=["Y", "N"])
    moved = Mechanism(frame, normalize="any", labels=["no", "yes"], **given)
    assert moved.sample == (9980, 10000) and told(moved)
    text = "".join(f"{row[0]},{row[1]}\n" for row in COUNTS)
    table = Mechanism.from_csv(text, normalize="any", **given)
    assert table.sample == (10000, 9980) and told(table)
    query = Mechanism(graph=("line", 2), epsilon=1)
    assert import_table(text.encode(), query, normalize="any").sample == (10000, 9980)
    assert repair(Mechanism(COUNTS, normalize="any", graph="line", epsilon="1/10")).mechanism.sample == (10000, 9980)
    # The query of it has no table, and so no sample.
    assert m.as_query().sample is None and threshold(m).report.sample is None and threshold(m).set is not None
    both = Mechanism.compose([m, (moved.with_claims(None), 2)], labels=["no", "yes"], epsilon=3)
    assert "part 0" in (both.certify().sample or "") and both.sample is None
    for rows in ([["0.6", "0.4"]] * 2, [[1, 0], [0, 1]]):
        other = Mechanism(rows, normalize=True, **given)
        assert other.sample is None and other.certify().sample is None


def test_weights_are_no_sample() -> None:
    given: dict[str, Any] = dict(graph="line", alpha="1/2")
    weights = [[4, 2, 1], [2, 3, 2], [1, 2, 4]]
    assert Mechanism(weights, normalize="any", **given).sample == (7, 7, 7)
    text = "".join(",".join(map(str, row)) + "\n" for row in weights)
    exact = Mechanism(weights, normalize="weights", **given)
    for m in (exact, Mechanism.from_csv(text, normalize="weights", **given)):
        assert m.sample is None and m.certify().sample is None and m.certify()["stochastic"].verdict == "holds"
    query = Mechanism(graph=("line", 3), alpha="1/2")
    assert import_table(text.encode(), query, normalize="weights").sample is None


def test_a_sample_may_be_said() -> None:
    rows = [["0.6", "0.4"], ["0.4", "0.6"]]
    assert Mechanism(rows, graph="line", epsilon=1, sample=1000).sample == (1000, 1000)
    assert Mechanism(rows, graph="line", epsilon=1, sample=[1000, 900]).sample == (1000, 900)
    frame = pandas.DataFrame(rows, index=["yes", "no"])
    runs = pandas.Series({"no": 900, "yes": 1000})
    assert Mechanism(frame, graph="line", epsilon=1, sample=runs).sample == (1000, 900)
    wrong: list[Any] = [[1000], [1000, 0], [1000, "x"], "many", 0.5, True]
    for sample in wrong:
        with pytest.raises(MechanismError, match="sample"):
            Mechanism(rows, graph="line", epsilon=1, sample=sample)
    with pytest.raises(MechanismError, match="a matrix beside it"):
        Mechanism(graph=("line", 2), epsilon=1, sample=[1000, 1000])
