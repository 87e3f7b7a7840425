"""The programs ``certify`` and ``verify`` of the command line."""

import signal
import sys

from . import _core


def _run(name: str) -> int:
    # Ctrl-C ends the program as it does without Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _core.program([name, *sys.argv[1:]])


def certify() -> int:
    """``certify``: decides the claims of mechanism files and writes their certificates."""
    return _run("certify")


def verify() -> int:
    """``verify``: re-checks certificates."""
    return _run("verify")
