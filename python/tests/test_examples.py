"""The package says of every example what the command says, byte for byte."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from conftest import EXAMPLES, ROOT

from dp_certify import Mechanism, Report, verify


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_certificates_and_reports_are_the_commands(path: Path, certify: str, tmp_path: Path) -> None:
    out = tmp_path / "m.cert.json"
    call = [certify, str(path), "-o", str(out), "--format", "json", "--exact"]
    said = subprocess.run(call, capture_output=True, check=False)
    m = Mechanism.read(path)
    report = m.certify()
    assert report.certificate == out.read_bytes()
    assert report.to_dict() == json.loads(said.stdout)
    assert report.status == said.returncode
    checked = verify(m, report.certificate)
    assert checked.status == ("declined" if report.status == 3 else "accepted")
    assert checked.report is not None
    assert [s.verdict for s in checked.report.statements] == [s.verdict for s in report.statements]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_certificates_are_those_that_are_kept(path: Path) -> None:
    kept = ROOT / "certificates" / "examples" / f"{path.stem}.cert.json"
    if not kept.exists():
        pytest.skip("kept by none")
    assert Mechanism.read(path).certify().certificate == kept.read_bytes()


def test_what_write_writes_has_the_same_certificate(certify: str, tmp_path: Path) -> None:
    m = Mechanism([["2/3", "1/3"], [0.25, 0.75]], graph="line", epsilon="ln(2)", priors={"flat": "uniform"})
    m.write(tmp_path / "m.json")
    assert (tmp_path / "m.json").read_bytes() == m.to_bytes()
    subprocess.run([certify, "-q", str(tmp_path / "m.json")], check=False)
    assert m.certify().certificate == (tmp_path / "m.cert.json").read_bytes()
    assert Mechanism.read(tmp_path / "m.json") == m
    assert list(tmp_path.iterdir()) and not list(tmp_path.glob("*.part"))


def test_text_and_page_are_the_commands(certify: str, tmp_path: Path) -> None:
    path = ROOT / "examples" / "five-hobbies.json"
    report: Report = Mechanism.read(path).certify()
    call = [certify, str(path), "--no-certificate"]
    said = subprocess.run(call, capture_output=True, text=True, check=False).stdout
    assert report.text.strip() == said.strip()
    page = subprocess.run([*call, "--format", "html"], capture_output=True, text=True, check=False).stdout
    assert report.to_html().startswith("<!DOCTYPE html>")
    assert page.count("<svg") == report.to_html().count("<svg")
    frame = report._repr_html_()
    assert frame.startswith("<iframe sandbox srcdoc=") and "<style" not in frame
