"""Counts of runs: every way to give them makes the file that the command makes, and what is wrong is told."""

from __future__ import annotations

import gzip
import json
import pickle
import subprocess
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pandas
import pytest

from dp_certify import Counts, Mechanism, MechanismError, Place, Report, Runs, certify_many, profile, verify

ROOT = Path(__file__).resolve().parents[2]
SAMPLED = ROOT / "examples" / "sampled"
ROWS = [[740775, 259225], [259225, 740775]]
COIN: dict[str, Any] = dict(graph="complete", epsilon=1)
NAMED: dict[str, Any] = dict(answers=["A", "B"], outputs=["yes", "no"], **COIN)


def called(certify: str, folder: Path, *words: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The file that the command makes, and its report."""
    place = folder / "made.json"
    call = [certify, *words, "--mechanism", str(place), "-o", str(folder / "made.cert.json"), "--format", "json"]
    done = subprocess.run(call, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(place.read_text("utf-8")), json.loads(done.stdout)


def said(file: dict[str, Any]) -> dict[str, Any]:
    """A file but for what is for people alone."""
    return {key: part for key, part in file.items() if key not in ("name", "note")}


def statements(report: dict[str, Any]) -> list[Any]:
    return [{key: part for key, part in each.items() if key != "explanation"} for each in report["statements"]]


def as_the_command(counts: Counts, made: tuple[dict[str, Any], dict[str, Any]]) -> bool:
    file, report = made
    assert said(counts.to_dict()) == said(file)
    assert statements(counts.certify().to_dict()) == statements(report)
    return True


def test_counts_are_what_the_command_makes_of_a_table(certify: str, tmp_path: Path) -> None:
    made = called(certify, tmp_path, "examples/sampled/coin.csv", "--counts", "--graph", "complete", "--epsilon", "1",
                  "--confidence", "0.999")  # fmt: skip
    frame = pandas.DataFrame(ROWS, index=["A", "B"], columns=["yes", "no"])
    given: list[Any] = [
        Counts(ROWS, **NAMED),
        Counts(numpy.array(ROWS), **NAMED),
        Counts(numpy.array(ROWS, dtype="uint32"), **NAMED),
        Counts(frame, **COIN),
        Counts(frame.astype("Int64"), **COIN),
        Counts(frame.loc[["B", "A"], ["no", "yes"]], **NAMED),
        Counts({"A": {"yes": 740775, "no": 259225}, "B": {"no": 740775, "yes": 259225}}, **COIN),
        Counts({"A": Counter(yes=740775, no=259225), "B": pandas.Series({"yes": 259225, "no": 740775})}, **COIN),
        Counts.from_csv(SAMPLED / "coin.csv", **COIN),
        Counts.from_csv("input,output,count\nA,yes,740775\nA,no,259225\nB,yes,259225\nB,no,740775\n", **COIN),
    ]
    assert all(as_the_command(counts, made) for counts in given)
    assert len({counts.text for counts in given[:8]}) == 1
    # With its name and note the file is the command's, but for blanks.
    again = Counts(ROWS, name=made[0]["name"], note=made[0]["note"], **NAMED)
    assert again.to_dict() == made[0]


def test_events_and_delta_are_those_of_the_command(certify: str, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("input,0,1,2\nA,700,200,100\nB,300,300,400\n", "utf-8")
    frame = pandas.DataFrame([[700, 200, 100], [300, 300, 400]], index=["A", "B"], columns=range(3))
    call = [str(table), "--counts", "--graph", "line", "--epsilon", "1/2", "--delta", "0.01", "--confidence", "0.99"]
    for events, argument in (("at-least", "at-least"), ("all", "all"), ([[0], [1, 2]], '[["0"],["1","2"]]')):
        folder = tmp_path / str(len(argument))
        folder.mkdir()
        made = called(certify, folder, *call, "--events", argument, "--chosen-on", "another sample")
        counts = Counts(frame, graph="line", epsilon="1/2", delta="0.01", confidence=0.99, events=events,
                        outputs=[0, 1, 2], chosen_on="another sample")  # fmt: skip
        assert as_the_command(counts, made)
    unnamed = Counts(frame.to_numpy(), graph="line", epsilon="1/2", events=[[numpy.int64(0)]])
    assert unnamed.to_dict()["mechanism"]["events"] == [[0]] and unnamed.outputs is None


def runs() -> Iterator[tuple[str, str]]:
    for line in (SAMPLED / "runs.csv").read_text("utf-8").splitlines():
        answer, output = line.split(",")
        yield answer, output


def test_runs_are_counted_as_the_command_counts_a_log(certify: str, tmp_path: Path) -> None:
    log = "examples/sampled/runs.csv"
    call = [log, "--log", "--graph", "complete", "--epsilon", "1", "--confidence", "0.999"]
    made = called(certify, tmp_path, *call, "--outputs", "yes,no")
    assert made[0]["mechanism"]["outputs"] == ["yes", "no", "other"]
    given: list[Any] = [
        Counts.from_log(ROOT / log, outputs=["yes", "no"], **COIN),
        Counts(runs(), outputs=["yes", "no"], **COIN),
        Counts(list(runs()), **NAMED),
        Counts(numpy.array(list(runs())), **NAMED),
    ]
    frame = pandas.DataFrame(runs(), columns=["input", "output"])
    given.append(Counts(zip(frame["input"], frame["output"]), **NAMED))
    assert all(as_the_command(counts, made) for counts in given)
    assert given[0].recognised is not None and "80 runs" in given[0].recognised
    (tmp_path / "runs.jsonl.gz").write_bytes(gzip.compress("".join(json.dumps(run) + "\n" for run in runs()).encode()))
    assert as_the_command(Counts.from_log(tmp_path / "runs.jsonl.gz", **NAMED), made)
    # Outputs that are not named are one.
    only = Counts(runs(), outputs=["yes"], **COIN)
    assert only.outputs == ["yes", "other"] and only.runs == given[0].runs
    learnt = Counts.from_log(ROOT / log, learn="10%", **COIN)
    folder = tmp_path / "learnt"
    folder.mkdir()
    assert as_the_command(learnt, called(certify, folder, *call, "--learn", "10%"))
    assert learnt.to_dict()["mechanism"]["chosen_on"] == "runs of the same log that are not counted"
    assert sum(learnt.runs) == 72


def test_numbers_are_cut_into_bins(certify: str, tmp_path: Path) -> None:
    log = tmp_path / "noise.csv"
    log.write_text("".join(f"{i % 2},{i % 7 - 3 + i % 2}\n" for i in range(2000)), "utf-8")
    made = called(certify, tmp_path, str(log), "--log", "--bins", "-1,0,1.5", "--graph", "line", "--epsilon", "1",
                  "--confidence", "0.999", "--header", "no", "--events", "at-least")  # fmt: skip
    counts = Counts.from_log(log, bins=[-1, 0, 1.5], graph="line", epsilon=1, header=False, events="at-least")
    assert as_the_command(counts, made)
    ints = Counts(((i % 2, i % 7 - 3 + i % 2) for i in range(2000)), outputs=range(-3, 4), graph="line", epsilon=1)
    assert ints.outputs == ["-3", "-2", "-1", "0", "1", "2", "3", "other"] and ints.labels is None
    assert ints.runs == (1000, 1000)


def test_a_report_of_counts_has_its_fields() -> None:
    coin = Counts(ROWS, chosen_on="other runs", **NAMED)
    report = coin.certify()
    assert not report.ok and report.status == 1
    claim = report["not-refuted"]
    assert (claim.verdict, set(claim.values)) == ("fails", {"epsilon_at_least", "delta_at_least"})
    evidence = claim.counterexample
    assert evidence is not None and evidence.pair == (Place(0, "A"), Place(1, "B"))
    assert evidence.set == (Place(0, "yes"),)
    low, high = evidence.entries
    assert isinstance(low, Fraction) and isinstance(high, Fraction) and 0.73 < low < 0.740775 and 0.25 < high < 0.27
    epsilon: Any = claim.values["epsilon_at_least"]
    assert 1 < epsilon < Fraction(11, 10) and float(epsilon) == 1.04205942722
    counts = report.counts
    assert isinstance(counts, Runs) and counts.confidence == Fraction(999, 1000) == coin.confidence
    assert counts.runs == (1000000, 1000000) and counts.chosen_on == "other runs" and "each output" in counts.events
    assert counts.words in " ".join(report.text.split()) and report.sample is None
    assert verify(coin, report.certificate).status == "accepted"
    assert Report.from_json(report.to_json(files=True)).mechanism == coin
    mild = Counts(ROWS, graph="complete", epsilon=2).certify()["not-refuted"]
    assert mild.verdict == "holds" and mild.attained is not None and mild.attained.pair == (Place(0), Place(1))
    assert Mechanism([[1, 0], [0, 1]], graph="line", epsilon=1).certify().counts is None


def test_counts_are_a_mechanism_file(tmp_path: Path) -> None:
    coin = Counts(ROWS, **NAMED)
    assert coin.counts == ((740775, 259225), (259225, 740775)) and coin.runs == (10**6, 10**6)
    assert coin.labels == ["A", "B"] and coin.outputs == ["yes", "no"] and coin.shape == (2, 2)
    again = pickle.loads(pickle.dumps(coin))
    assert type(again) is Counts and again == coin and hash(again) == hash(coin)
    coin.write(tmp_path / "coin.json")
    read = Counts.read(tmp_path / "coin.json")
    assert type(read) is Counts and read == coin == Mechanism.read(tmp_path / "coin.json")
    expected = coin.with_claims([{"claim": "not-refuted", "expect": {"verdict": "fails"}}])
    assert expected.certify().ok and not isinstance(expected, Counts)
    results = certify_many([coin, tmp_path / "coin.json"])
    assert [result.summary for result in results.reports] == ["0 claims hold, 1 FAILS"] * 2
    Mechanism([["1/2", "1/2"]], graph=("line", 1), epsilon=1).write(tmp_path / "table.json")
    with pytest.raises(MechanismError, match=r"found no counts of runs.*say Mechanism.read\('table.json'\)"):
        Counts.read(tmp_path / "table.json")
    with pytest.raises(MechanismError, match="counts of runs"):
        profile(coin)
    with pytest.raises(MechanismError, match=r"parts\[0\]: found counts of runs"):
        Mechanism.compose([(coin, 2)], epsilon=1)


def test_a_dict_has_zeros_where_nothing_came_and_numbers_in_order() -> None:
    counts = Counts({"A": {10: 5, 2: 3}, "B": {-1: 4}}, **COIN)
    assert counts.outputs == ["-1", "2", "10"] and counts.counts == ((0, 3, 5), (4, 0, 0))
    text = Counts({"A": {"yes": 5}, "B": {"no": 4, "yes": 1}}, **COIN)
    assert text.outputs == ["yes", "no"] and text.counts == ((5, 0), (1, 4))


def frame_of_runs() -> pandas.DataFrame:
    return pandas.DataFrame({"input": ["A", "B"], "output": ["yes", "no"]})


PAIRS = [("A", "yes"), ("B", "no")]


@pytest.mark.parametrize(
    ("make", "place", "words"),
    [
        (lambda: [[1, 2], [3, -4]], "counts[1][1]", "found -4 of type int, expected a whole number from 0"),
        (lambda: [[1, Fraction(1, 2)], [3, 4]], "counts[0][1]", "found Fraction(1, 2)"),
        (lambda: [[1, Fraction(2)], [3, 4]], "counts[0][1]", "found Fraction(2, 1)"),
        (lambda: [[1, Decimal(2)], [3, 4]], "counts[0][1]", "found Decimal('2')"),
        (lambda: [[1, 2], [float("nan"), 4]], "counts[1][0]", "found nan of type float"),
        (lambda: [[1, 2], [float("inf"), 4]], "counts[1][0]", "found inf of type float"),
        (lambda: [[1, 2], [3.0, 4]], "counts[1][0]", "say int(x), or counts.astype(int) of an array"),
        (lambda: numpy.array([[1.0, 2.5], [3, 4]]), "counts[0][0]", "counts.astype(int)"),
        (lambda: [[1, 2.5], [3, 4]], "counts[0][1]", "found 2.5 of type float"),
        (lambda: [[0.75, 0.25], [3, 4]], "counts[0][0]", "probabilities are for Mechanism(matrix, …)"),
        (lambda: [[1, True], [3, 4]], "counts[0][1]", "found True of type bool"),
        (lambda: numpy.array([[True, False]] * 2), "counts[0][0]", "of type bool"),
        (lambda: [[1, None], [3, 4]], "counts[0][1]", "found None of type NoneType"),
        (lambda: pandas.DataFrame([[1, None], [3, 4]], dtype="Int64"), "counts[0][1]", "NAType"),
        (lambda: pandas.DataFrame([[1, None], [3, 4]]), "counts[0][1]", "found nan"),
        (lambda: [[1, 2], [3]], "counts[1]", "found 1 entries, expected 2 as in counts[0]"),
        (lambda: [[1, 2], [0, 0]], "counts[1]", "found a row without runs"),
        (list, "counts", "found no rows"),
        (lambda: numpy.zeros((0, 2), dtype=int), "counts", "found no rows"),
        (lambda: [[], []], "counts[0]", "found no entries"),
        (lambda: numpy.array([1, 2]), "counts", "found an array of shape (2,)"),
        (lambda: [[10**12, 1], [3, 4]], "counts", "10^12"),
        (dict, "counts", "found no inputs"),
        (lambda: {"A": {"yes": 1, "no": -1}}, "counts['A']['no']", "found -1"),
        (lambda: {"A": {"yes": 1}, "B": {}}, "counts['B']", "found a row without runs"),
        (lambda: {"A": [1, 2]}, "counts['A']", "expected a dict of how often each output came"),
        (lambda: Counter(PAIRS), "counts[('A', 'yes')]", "expected a dict of how often each output came"),
        (lambda: {"A": {1: 1, "1": 3}}, "counts['A']['1']", "found the output '1' twice"),
        (lambda: set(PAIRS), "counts", "of type set"),
        (lambda: "coin.csv", "counts", "say Counts.from_csv(path, …)"),
        (lambda: Path("coin.csv"), "counts", "Counts.from_log(path, …) of a log of runs"),
        (lambda: 7, "counts", "found 7 of type int, expected rows of counts"),
        (lambda: PAIRS, "outputs", "found none beside runs, expected the names of those that are told apart"),
        (lambda: iter([(0, 1)]), "outputs", "Counts(runs, outputs=['yes', 'no'], …)"),
        (frame_of_runs, "counts[0][0]", "Counts(zip(frame['input'], frame['output']), …)"),
    ],
)
def test_what_is_no_count_is_told_with_its_place(make: Callable[[], Any], place: str, words: str) -> None:
    with pytest.raises(MechanismError) as error:
        Counts(make(), **COIN)
    assert error.value.message.startswith(f"{place}: ") or place == "counts", error.value.message
    assert error.value.message.startswith("counts") or place == "outputs"
    assert words in error.value.message


@pytest.mark.parametrize(
    ("runs", "more", "words"),
    [
        ([*PAIRS, ("C", "no")], {}, "runs[2]: found the input 'C', expected one of the answers A, B"),
        ([*PAIRS, ("A", "no", 1)], {}, "runs[2]: found 3 entries, expected a run: a pair of an input and an output"),
        ([*PAIRS, "AB"], {}, "runs[2]: found 'AB' of type str"),
        ([*PAIRS, 7], {}, "runs[2]: found 7 of type int"),
        (iter(()), {}, "runs: found no runs"),
        (PAIRS, {"outputs": ["yes", "yes"]}, "outputs: found 'yes' twice"),
        (PAIRS, {"answers": ["A", ""]}, "answers: found no name"),
        (PAIRS, {"answers": "AB"}, "answers: found AB, expected a list of names"),
        ([(0, 1), (1, 1), (0, 0)], {"answers": [0, 1]}, "if these are runs, say Counts(iter(runs), …)"),
        (iter([("", "yes")]), {"answers": None}, "runs[0]: found the input '', expected a name"),
        ([(f"a{i}", "yes") for i in range(1001)], {"answers": None}, "runs[1000]: found more than 1000 different"),
    ],
)
def test_what_is_no_run_is_told_with_its_place(runs: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError) as error:
        Counts(runs, **{**NAMED, **more})
    assert words in error.value.message


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"confidence": 1}, "confidence: "),
        ({"confidence": "x"}, "confidence: "),
        ({"confidence": 0.0}, "confidence: "),
        ({"events": "each"}, "events: "),
        ({"events": [["perhaps"]]}, "events[0][0]: "),
        ({"events": ["yes"]}, "events[0]: found yes, expected a set of outputs"),
        ({"events": [{"yes"}]}, "events[0]: found a set, which has no order"),
        ({"events": 7}, "events: found 7, expected 'outputs', 'at-least', 'all' or a list of sets"),
        ({"chosen_on": 7}, "chosen_on: found 7, expected a str"),
        ({"epsilon": None}, "epsilon, alpha: found neither"),
        ({"graph": None}, "graph: found none"),
        ({"answers": ["A", "B", "C"]}, "answers: found 3 names, expected 2, a name for each row of counts"),
        ({"outputs": ["yes"]}, "outputs: "),
        ({"epsilon": None, "alpha": "symbolic"}, "counts"),
    ],
)
def test_what_is_wrong_beside_counts_names_its_argument(more: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError) as error:
        Counts(ROWS, **{**NAMED, **more})
    assert words in error.value.message, error.value.message


def test_names_are_aligned_or_refused() -> None:
    frame = pandas.DataFrame(ROWS, index=["A", "B"], columns=["yes", "no"])
    with pytest.raises(MechanismError, match="counts: found 'A', which is none of them"):
        Counts(frame, answers=["C", "B"], **COIN)
    with pytest.raises(MechanismError, match="counts: found 'no', which is none of them"):
        Counts(frame, outputs=["yes", "perhaps"], **COIN)
    with pytest.raises(MechanismError, match=r"counts\['A'\]\['no'\]: found an output 'no', expected one of"):
        Counts({"A": {"no": 1}, "B": {"yes": 1}}, outputs=["yes", "perhaps"], **COIN)
    with pytest.raises(MechanismError, match=r"which a log does not tell.*answers=\['A', 'B', …\]"):
        Counts(iter([("low", "x"), ("high", "x"), ("mid", "x")]), outputs=["x"], graph="line", epsilon=1)
    named = Counts(iter([("low", "x"), ("high", "x"), ("mid", "y")]), outputs=["x"], answers=["low", "mid", "high"],
                   graph="line", epsilon=1)  # fmt: skip
    assert named.labels == ["low", "mid", "high"] and named.counts == ((1, 0), (0, 1), (1, 0))
    edges = Counts({"b": {"x": 1}, "a": {"x": 2, "y": 1}}, graph=[("a", "b")], epsilon=1)
    assert edges.labels == ["b", "a"] and edges.counts == ((1, 0), (2, 1))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            {},
            "outputs, learn, bins: found none of them, expected one of them, as which outputs are told apart is fixed",
        ),
        ({"outputs": ["yes"], "learn": "10%"}, "outputs, learn, bins: found outputs and learn"),
        ({"learn": 2}, "learn: found 2, expected a share"),
        ({"bins": [1, 0]}, "bins: found 0 after 1"),
        ({"bins": 3}, "bins: found 3, expected a list of cut points"),
        ({"bins": [0]}, "runs.csv"),
        ({"outputs": ["yes"], "answers": ["A", "C"]}, "2:1: found the input B, expected one of A, C"),
        ({"outputs": ["yes"], "delimiter": "tab"}, "1:"),
        ({"outputs": ["yes"], "delimiter": "x y"}, "delimiter: "),
    ],
)
def test_what_is_wrong_with_a_log(more: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError) as error:
        Counts.from_log(SAMPLED / "runs.csv", **{**COIN, **more})
    assert words in error.value.message, error.value.message
    assert "--" not in error.value.message


def test_what_is_wrong_with_a_table_tells_of_arguments(tmp_path: Path) -> None:
    for text, words in (
        ("input,yes,no\nA,3.0,4\nB,5,6\n", ":2:3: found 3.0, expected a whole number from 0"),
        ("input,yes,no\nA,0.5,0.5\nB,1,1\n", "this looks like a table of probabilities: say Mechanism.from_csv(…)"),
        ("1,2,3\n4,5,6\n7,8,9\n", ""),
    ):
        path = tmp_path / "t.csv"
        path.write_text(text, "utf-8")
        if not words:
            assert Counts.from_csv(path, header=False, index=False, **COIN).runs == (6, 15, 24)
            continue
        with pytest.raises(MechanismError) as error:
            Counts.from_csv(path, **COIN)
        assert words in error.value.message and "--" not in error.value.message
    with pytest.raises(FileNotFoundError):
        Counts.from_log(tmp_path / "none.csv", **NAMED)


def test_a_mechanism_of_whole_numbers_points_to_counts() -> None:
    with pytest.warns(UserWarning, match=r"the numbers are whole, and no probabilities: .* say Counts\(…\)"):
        Mechanism(ROWS, **COIN)
    with pytest.warns(UserWarning, match=r"say Counts\(…\)"):
        Mechanism.from_csv(SAMPLED / "coin.csv", **COIN)
    with pytest.raises(MechanismError, match=r"normalize='any' all; if they are counts of runs, say Counts\(…\)"):
        Mechanism(ROWS, normalize=True, **COIN)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Mechanism([[1, 0], [0, 1]], **COIN)
        Mechanism(ROWS, normalize="any", **COIN)
        Mechanism([["2", "1/2"], ["1", "3"]], **COIN)
