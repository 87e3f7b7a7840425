"""What the tests share: the examples, and the command that the package is compared with."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Certificates may lie beside them.
EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*.json") if not path.name.endswith(".cert.json"))


def command() -> str | None:
    """The program `certify`: of the environment variable CERTIFY, of the build, or of the path."""
    built = [ROOT / "target" / profile / "certify" for profile in ("release", "debug")]
    for found in (os.environ.get("CERTIFY"), *(str(path) for path in built if path.exists()), shutil.which("certify")):
        if found:
            return found
    return None


@pytest.fixture(scope="session")
def certify() -> str:
    found = command()
    if found is None:
        pytest.skip("no program certify: build it, or name it in CERTIFY")
    return found
