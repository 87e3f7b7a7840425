"""Whole commands, measured."""

import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(command, patience=None):
    """(wall seconds, peak MiB, exit status, standard output) of a command; a status of None where it was ended for its time."""
    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        ended = threading.Event()
        clock = threading.Timer(patience or 0, lambda: (ended.set(), process.kill()))
        if patience:
            clock.start()
        _, status, usage = os.wait4(process.pid, 0)
        clock.cancel()
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return seconds, usage.ru_maxrss / 1024, None if ended.is_set() else process.returncode, out.read().decode()
