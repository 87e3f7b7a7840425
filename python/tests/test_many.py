"""Many mechanisms on any executor: in order, each once, whatever dies."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from dp_certify import Mechanism, MechanismError, Report, _core, _sinks, certify_many, many, verify


def mechanisms(count: int) -> list[Mechanism]:
    rows = [[f"{i + 1}/{i + 3}", f"2/{i + 3}"] for i in range(count)]
    return [
        Mechanism([row, row[::-1]], graph="line", epsilon="ln(2)", name=f"number {i}") for i, row in enumerate(rows)
    ]


def named(results: Any) -> list[str]:
    return [result.mechanism.name for result in results]


@pytest.fixture(params=["own", "threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor | None]:
    if request.param == "own":
        yield None
    elif request.param == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    else:
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
            yield processes


def test_reports_are_in_order_and_those_of_one_call(executor: Executor | None, tmp_path: Path) -> None:
    made = mechanisms(30)
    told: list[tuple[int, int | None]] = []
    found = certify_many(made, executor, progress=lambda done, total: told.append((done, total)))
    assert list(found) == [m.certify() for m in made]
    assert told[-1] == (30, 30) and [done for done, _ in told] == sorted(done for done, _ in told)
    assert found[-1] == found[29] and len(found[3:5]) == 2 and len(found.reports) == 30
    for out in (tmp_path / "r.jsonl", tmp_path / "r.parquet"):
        assert list(certify_many(iter(made), executor, out)) == list(found)


def test_what_cannot_be_decided_has_its_error_in_its_place(executor: Executor | None, tmp_path: Path) -> None:
    good = mechanisms(1)[0]
    good.write(tmp_path / "good.json")
    given: list[Any] = [good, b"{}", tmp_path / "none.json", tmp_path / "good.json", 5, good.to_bytes()]
    found = certify_many(given, executor)
    assert [type(each) for each in found] == [Report, MechanismError, MechanismError, Report, MechanismError, Report]
    wrong = found[1]
    assert isinstance(wrong, MechanismError) and (wrong.path, wrong.line) == ("$", 1)
    with pytest.raises(MechanismError):
        certify_many(given, executor, errors="raise")
    assert len(certify_many(given, executor, tmp_path / "r.jsonl")) == 6
    assert [type(each) for each in certify_many(given, executor, tmp_path / "r.parquet")][4] is MechanismError


@pytest.mark.parametrize("name", ["r.jsonl", "r.parquet"])
def test_a_run_goes_on_where_it_was_stopped(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, out = mechanisms(40), tmp_path / name
    for kind in (_sinks.JsonLines, _sinks.Parquet):
        monkeypatch.setattr(kind, "batch", 8)

    def torn() -> Iterator[Mechanism]:
        yield from made[:25]
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        certify_many(torn(), out=out)
    decided: list[Any] = []
    real = _core.certify_many

    def counted(jobs: Any, *more: Any) -> list[bytes]:
        decided.extend(jobs)
        return real(jobs, *more)

    monkeypatch.setattr(_core, "certify_many", counted)
    if name == "r.jsonl":
        # A line that was torn off in the middle.
        with out.open("ab") as file:
            file.write(b'{"format": "dp-line/1", "mech')
    else:
        (out / "part-00000024.tmp").write_bytes(b"PAR1")
    found = certify_many(made, out=out)
    assert named(found) == [f"number {i}" for i in range(40)] and len(decided) == 16
    assert len(certify_many(made, out=out)) == 40 and len(decided) == 16
    with pytest.raises(MechanismError, match="of another mechanism at place 0"):
        certify_many(made[::-1], out=out)
    with pytest.raises(MechanismError, match="at most 3"):
        certify_many(made[:3], out=out)


def test_lines_are_what_the_verifier_reads(tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    made = mechanisms(3)
    certify_many(made, out=out)
    for line, m in zip(out.read_bytes().splitlines(), made):
        content = json.loads(line)
        assert content["format"] == "dp-line/1" and content["mechanism"] == m.text
        assert content["about"]["sha256"] == m.sha256
        report = Report.from_json(line)
        assert verify(report.mechanism, report.certificate).ok


def test_parquet_is_a_table_for_others(tmp_path: Path) -> None:
    import pyarrow.parquet

    certify_many(mechanisms(5), out=tmp_path / "r.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "r.parquet").to_pydict()
    assert table["index"] == [0, 1, 2, 3, 4] and table["name"][4] == "number 4" and set(table["status"]) <= {0, 1, 3}


def die_once(jobs: list[Any], asked: Any) -> list[bytes]:
    """What a worker does, but that the first that comes to the mark dies there."""
    mark = Path(os.environ["DP_CERTIFY_TEST_MARK"])
    if any(job[0] is not None and b"number 20" in job[0] for job in jobs):
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os._exit(9)
    return many._own_work(jobs, asked)


def die_always(jobs: list[Any], asked: Any) -> list[bytes]:
    if any(job[0] is not None and b"number 20" in job[0] for job in jobs):
        os._exit(9)
    return many._own_work(jobs, asked)


@pytest.mark.parametrize("out", [None, "r.jsonl"])
def test_a_killed_worker_costs_nothing(out: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setenv("DP_CERTIFY_TEST_MARK", str(mark))
    monkeypatch.setattr(many, "_work", die_once)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = certify_many(mechanisms(60), pool, None if out is None else tmp_path / out)
        assert mark.exists() and named(found) == [f"number {i}" for i in range(60)]


def test_what_kills_every_worker_has_an_error_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "_work", die_always)
    monkeypatch.setattr(many, "CHUNK", 1)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = certify_many(mechanisms(24), pool)
    assert isinstance(found[20], MechanismError) and "3 times" in str(found[20])
    assert [type(each) for each in found].count(Report) >= 20


LONG = """
import sys
from dp_certify import Mechanism, certify_many
def endless():
    i = 0
    while True:
        i += 1
        yield Mechanism([["1/2", "1/2"]] * 2, graph="line", epsilon=1, name=str(i))
certify_many(endless(), out=sys.argv[1])
"""


def test_a_killed_run_loses_no_line_that_is_whole(tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    process = subprocess.Popen([sys.executable, "-c", LONG, str(out)])
    try:
        while not (out.exists() and out.stat().st_size > 1_000_000):
            assert process.poll() is None
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    whole = out.read_bytes().count(b"\n")
    again = [Mechanism([["1/2", "1/2"]] * 2, graph="line", epsilon=1, name=str(i)) for i in range(1, whole + 4)]
    found = certify_many(again, out=out)
    assert named(found) == [str(i) for i in range(1, whole + 4)]


def test_dask_takes_a_chunk_at_a_time() -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        found = certify_many(mechanisms(40), client.get_executor())
        assert named(found) == [f"number {i}" for i in range(40)]


def test_dask_loses_a_worker_and_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    mark = tmp_path / "mark"
    monkeypatch.setenv("DP_CERTIFY_TEST_MARK", str(mark))
    monkeypatch.setattr(many, "_work", die_once)
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        found = certify_many(mechanisms(60), client.get_executor())
    assert mark.exists() and named(found) == [f"number {i}" for i in range(60)]


def test_strangers_have_the_usual_limits() -> None:
    ring = Mechanism(None, graph=("cycle", 9), alpha="1/2", priors={"p": [f"{k}/45" for k in range(1, 10)]})
    found = ring.certify(only=["utility-bound"], strangers=True)
    assert found.status == 0 and found.to_dict() == ring.certify(only=["utility-bound"]).to_dict()
    (many,) = certify_many([ring], only=["utility-bound"], strangers=True)
    assert isinstance(many, Report) and many.to_dict() == found.to_dict()
    # `search` that is set is what it says, for strangers and for others.
    for strangers in (True, False):
        open_ = ring.certify(only=["utility-bound"], limits={"search": 1}, strangers=strangers)
        assert all(found.verdict == "undecided" for found in open_) and "utility-bound" in open_.certificate.decode()
