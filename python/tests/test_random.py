"""No difference between the package's and the command's verdicts and values on random files, at every kind of α.

DP_CERTIFY_RANDOM says how many files there are.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

from dp_certify import Irrational, Mechanism, Report, certify_many

PRIVACY: list[dict[str, Any]] = [
    {"alpha": "1/2"},
    {"alpha": "3/5"},
    {"epsilon": "1"},
    {"epsilon": "0.8"},
    {"epsilon": "ln(2)"},
    {"epsilon": "1/5*ln(2)"},
    {"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}},
    {"alpha": ("1/3", "2/3")},
    {"alpha": "symbolic"},
    {"alpha": "1/2", "delta": "1/10"},
]


def mechanism(seed: int) -> Mechanism:
    """A small mechanism: near a private one where the seed is even."""
    draw = random.Random(seed)
    n = draw.randint(3, 7)
    graph: Any = draw.choice(["line", "cycle", "complete", "star", "edges"])
    if graph == "edges":
        tree = [(draw.randrange(i), i) for i in range(1, n)]
        more = {(i, j) for i in range(n) for j in range(i + 1, n) if draw.random() < 0.3}
        graph = sorted(set(tree) | more)
    m = draw.randint(2, n)
    rows = []
    for i in range(n):
        weights = [draw.randint(1, 9) + (9 if seed % 2 and i == j else 0) for j in range(m)]
        rows.append([Fraction(w, sum(weights)) for w in weights])
    if draw.random() < 0.1:
        rows[0][0] += Fraction(1, 100)
    weights = [draw.randint(0, 4) + 1 for _ in range(n)]
    prior = [Fraction(w, sum(weights)) for w in weights]
    privacy = draw.choice(PRIVACY)
    return Mechanism(rows, graph=graph, priors={"flat": "uniform", "odd": prior}, name=f"random {seed}", **privacy)


def test_random_files_are_decided_as_by_the_command(certify: str, tmp_path: Path) -> None:
    count = int(os.environ.get("DP_CERTIFY_RANDOM", "120"))
    made = [mechanism(seed) for seed in range(count)]
    folder, out = tmp_path / "files", tmp_path / "certificates"
    folder.mkdir()
    for i, m in enumerate(made):
        m.write(folder / f"{i:05}.json")
    call = [certify, str(folder), "-o", str(out), "--format", "json", "--exact"]
    said = json.loads(subprocess.run(call, capture_output=True, check=False).stdout)
    told = {entry["mechanism"]["name"]: entry for entry in reports(said)}
    found = certify_many(made)
    assert len(found) == count == len(told)
    for i, report in enumerate(found):
        assert isinstance(report, Report), report
        assert report.certificate == (out / f"{i:05}.cert.json").read_bytes()
        expected = dict(told[f"random {i}"])
        expected.pop("file", None)
        assert {**report.to_dict(), "format": None} == {**expected, "format": None}
        for statement in report.statements:
            for value in statement.values.values():
                if isinstance(value, Irrational) and value.exact is not None:
                    low, high = value.enclosure(15)
                    assert low <= high <= low + Fraction(1, 10**15)
                    assert value.decimal is not None
                    near = Fraction(value.decimal)
                    assert abs(near - low) <= abs(near) / 10**11


def reports(said: Any) -> list[dict[str, Any]]:
    """The reports of `dp-reports/1`, or of a list."""
    if isinstance(said, dict):
        said = said["reports"]
    return [entry.get("report", entry) for entry in said]
