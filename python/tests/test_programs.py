"""The two programs that the package installs beside the module."""

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "alvim-table2-m1.json"


def called(name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    code = f"import sys, dp_certify._programs as p; sys.exit(p.{name}())"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)


def test_certify_and_verify(tmp_path: Path) -> None:
    certificate = tmp_path / "m.cert.json"
    decided = called("certify", str(EXAMPLE), "-o", str(certificate))
    assert decided.returncode == 0, decided.stderr
    assert decided.stdout.startswith("5 claims hold, 0 fail")
    checked = called("verify", str(EXAMPLE), str(certificate), "--holds")
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.startswith("ACCEPTED\n")


def test_exit_status_and_messages() -> None:
    wrong = called("certify", "no-such-file.json")
    assert wrong.returncode == 2
    assert "no-such-file.json" in wrong.stderr
    assert called("verify", "--version").stdout.startswith("verify ")
    assert called("certify", "exmplain").returncode == 2
