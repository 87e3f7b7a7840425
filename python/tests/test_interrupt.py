"""Ctrl-C stops a search, and other threads of Python run beside one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from dp_certify import Mechanism

# Without a limit on the search this takes minutes. Its threads are gone some time after the interrupt.
LONG = """
import os, sys, time
from dp_certify import Mechanism
n = 120
edges = [[i, j] for j in range(n) for i in range(j) if j == i + 1 or (31 * i**2 + 17 * j**3 + 7 * i * j) % 5 == 0]
m = Mechanism(None, graph={"nodes": n, "edges": edges}, alpha="1/2", claims=["threshold"])
print("begun", flush=True)
try:
    m.certify(limits={"search": 10**15, "steps": 10**15})
except KeyboardInterrupt:
    print("interrupted", flush=True)
    while os.path.exists("/proc/self/task") and len(os.listdir("/proc/self/task")) > 1:
        time.sleep(0.05)
    print("over", flush=True)
    sys.exit(7)
"""


# A log that never ends.
LOG = """
import os, sys, tempfile, threading, time
from dp_certify import Counts
pipe = os.path.join(tempfile.mkdtemp(), "runs")
os.mkfifo(pipe)
def write():
    with open(pipe, "wb") as log:
        while True:
            log.write(b"A,yes\\nB,no\\n" * 10_000)
threading.excepthook = lambda args: None
threading.Thread(target=write, daemon=True).start()
print("begun", flush=True)
try:
    Counts.from_log(pipe, outputs=["yes", "no"], graph="complete", epsilon=1)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    while os.path.exists("/proc/self/task") and len(os.listdir("/proc/self/task")) > 1:
        time.sleep(0.05)
    print("over", flush=True)
    sys.exit(7)
"""


@pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C goes to all of its processes")
@pytest.mark.parametrize("program", [LONG, LOG], ids=["search", "log"])
def test_an_interrupt_ends_a_search(program: str) -> None:
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    threading.Event().wait(1)
    process.send_signal(signal.SIGINT)
    try:
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert said == "interrupted\nover\n" and process.returncode == 7


def test_other_threads_run_beside_a_search() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    Mechanism(None, graph=("line", 400), epsilon=1, claims=["tight-constraints-exist"]).certify()
    assert counted > before
    done.set()
    thread.join()


def test_what_progress_raises_stops_the_search() -> None:
    def stop(done: int, total: int | None) -> None:
        raise RuntimeError(f"{done} of {total}")

    with pytest.raises(RuntimeError, match="1 of 1"):
        Mechanism([[1]], graph="line", epsilon=1).certify(progress=stop)
