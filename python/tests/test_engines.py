"""The programs of python/examples, on real engines: Dask's workers, Spark in local mode, a notebook's kernel."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dp_certify import Mechanism, Report, verify

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "python" / "examples"


def program(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, PROGRAMS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_dask_program_decides_files_on_two_workers(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    files = [ROOT / "examples" / name for name in ("sum-query.json", "k25.json", "lying-identity.json")]
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, PROGRAMS / "dask_cluster.py", "--out", tmp_path / "v.jsonl", *files],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 1, done.stderr
        expected = [f"{path}: {Mechanism.read(path).certify().summary}" for path in files]
        assert done.stdout.splitlines()[:3] == expected
        lines = (tmp_path / "v.jsonl").read_bytes().splitlines()
        assert [Report.from_json(line).mechanism for line in lines] == [Mechanism.read(path) for path in files]


def test_the_spark_program_decides_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyspark = pytest.importorskip("pyspark.sql", reason="NOT RUN: PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("NOT RUN: no Java to be had, which Spark needs")
    lines = [(ROOT / "examples" / name).read_text() for name in ("sum-query.json", "lying-identity.json", "k25.json")]
    given = [json.dumps(json.loads(text)) for text in lines] + ["", "{}"]
    mechanisms = tmp_path / "mechanisms"
    mechanisms.mkdir()
    for i in range(2):
        (mechanisms / f"{i}.jsonl").write_text("\n".join(given) + "\n")
    # Its workers are this Python, whatever is first on the path.
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder: Any = pyspark.SparkSession.builder
    spark = builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        rows = program("pyspark_lines").verdicts(spark, str(mechanisms)).collect()
    finally:
        spark.stop()
    assert sorted(row.status for row in rows) == sorted([0, 1, 0, 2] * 2)
    for row in rows:
        if row.status == 2:
            assert json.loads(row.line)["error"]["line"] == 1
            continue
        report = Report.from_json(row.line)
        assert (report.status, report.mechanism.name) == (row.status, row.name)
        assert verify(report.mechanism, report.certificate).ok


def test_the_notebook_runs_and_prints_what_is_in_it(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="NOT RUN: nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="NOT RUN: nbclient is not installed")
    pytest.importorskip("matplotlib", reason="NOT RUN: matplotlib is not installed")
    notebook = nbformat.read(PROGRAMS / "audit.ipynb", as_version=4)
    shown = [texts(cell) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(PROGRAMS)}}).execute()
    assert [texts(cell) for cell in notebook.cells] == shown
    kinds = {kind for cell in notebook.cells for output in cell.get("outputs", ()) for kind in output.get("data", {})}
    assert {"image/png", "text/html"} <= kinds


def texts(cell: Any) -> list[str]:
    """What a cell prints and shows as text, but for pictures."""
    found = []
    for output in cell.get("outputs", ()):
        if output.output_type == "stream":
            found.append(output.text)
        elif "image/png" not in output.get("data", {}):
            found.append(output.data.get("text/plain", ""))
    return found
