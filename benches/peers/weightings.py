"""Whole commands of ours beside python-flint's bare solve, in one run.

FLINT's `fmpz_mat.solve` (p-adic lifting) gets the integer matrix q^D·Φ and solves it for 1; building the matrix is not timed.
Ours are the whole commands, reading, deciding, self-check and writing included, and `verify` on what was written.
Run through `benches/peers/run`, which sets up python-flint; arguments name the instances, all if none.
"""

import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

from whole import ROOT, run

REPEATS = int(os.environ.get("REPEATS", "5"))


def random_graph(n, seed):
    """A connected graph of average degree 4: a random tree and as many random edges again."""
    rng = random.Random(seed)
    edges = {(rng.randrange(i), i) for i in range(1, n)}
    while len(edges) < 2 * n:
        i, j = rng.randrange(n), rng.randrange(n)
        if i != j:
            edges.add((min(i, j), max(i, j)))
    return {"nodes": n, "edges": sorted(edges)}


def distances(query):
    """d(i, j) for the graph of a query."""
    kind = query.get("graph")
    if kind == "sum":
        n, v = query["individuals"] * query["max"] + 1, query["max"]
        return [[-(-abs(i - j) // v) for j in range(n)] for i in range(n)]
    if kind == "counts":
        u = query["individuals"] + 1
        cells = [(i // u, i % u) for i in range(u * u)]
        return [[max(abs(a - c), abs(b - d)) for c, d in cells] for a, b in cells]
    n = query["nodes"]
    near = [[] for _ in range(n)]
    for i, j in query["edges"]:
        near[i].append(j)
        near[j].append(i)
    rows = []
    for start in range(n):
        row = [-1] * n
        row[start] = 0
        reached = [start]
        for i in reached:
            for j in near[i]:
                if row[j] < 0:
                    row[j] = row[i] + 1
                    reached.append(j)
        rows.append(row)
    return rows


SUM = {"graph": "sum", "individuals": 150, "max": 5}
COUNTS = {"graph": "counts", "individuals": 30, "queries": 2}
#: name: (query, α, verdict, whether FLINT is measured, the most that certify and verify may take of FLINT's time)
INSTANCES = {
    "sum 751, 9/20": (SUM, "9/20", "fails", True, 1 / 5, 1 / 10),
    "sum 751, 4493/10000": (SUM, "4493/10000", "fails", True, 1 / 20, 1 / 20),
    "sum 751, 19/50": (SUM, "19/50", "fails", False, None, None),
    "sum 751, 379/1000": (SUM, "379/1000", "holds", False, None, None),
    "sum 751, 3797913/10000000": (SUM, "3797913/10000000", "fails", False, None, None),
    "2-count 961, 4066/10000": (COUNTS, "4066/10000", "fails", True, 1 / 4, None),
    "2-count 961, 8/25": (COUNTS, "8/25", "holds", False, None, None),
    "2-count 961, 161/500": (COUNTS, "161/500", "fails", False, None, None),
    "2-count 961, 2/5": (COUNTS, "2/5", "fails", False, None, None),
    "2-count 3721, 8/25": ({"graph": "counts", "individuals": 60, "queries": 2}, "8/25", None, False, None, None),
    "hamming 2^12, 1/2": ({"graph": "hamming", "values": 2, "individuals": 12}, "1/2", "holds", False, None, None),
    "random 400, 1/3": (random_graph(400, 1), "1/3", None, True, None, None),
    "random 1000, 1/3": (random_graph(1000, 1), "1/3", None, True, 2, None),
    "random 2000, 1/3": (random_graph(2000, 1), "1/3", None, True, None, None),
}


def flint_solve(query, alpha):
    """Seconds of FLINT's bare solve of q^D·Φ z = q^D, in a process of its own so that ours start from a small one."""
    call = [sys.executable, __file__, "--flint", json.dumps(query), alpha]
    return float(subprocess.run(call, check=True, capture_output=True, text=True).stdout)


def flint_seconds(query, alpha):
    import flint

    alpha = Fraction(alpha)
    d = distances(query)
    diameter = max(map(max, d))
    power = [alpha.numerator**k * alpha.denominator ** (diameter - k) for k in range(diameter + 1)]
    phi = flint.fmpz_mat([[power[x] for x in row] for row in d])
    ones = flint.fmpz_mat(len(d), 1, [power[0]] * len(d))
    start = time.perf_counter()
    phi.solve(ones)
    return time.perf_counter() - start


def our_solve(mechanism, certificate):
    """Seconds of our own bare solve: elimination and lifting, as `--verbose` tells them."""
    call = [ROOT / "target/release/certify", "--verbose", mechanism, "-o", certificate, "--only", "unique"]
    told = subprocess.run(call, capture_output=True, text=True).stderr
    unit = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
    parts = re.findall(r"([0-9.]+)(ms|µs|ns|s)  (elimination|p-adic lifting):", told)
    return sum(float(number) * unit[u] for number, u, _ in parts)


def measure(name, folder):
    query, alpha, verdict, with_flint, *most = INSTANCES[name]
    mechanism, certificate = folder / "m.json", folder / "m.cert.json"
    claim = {"claim": "tight-constraints-exist"}
    text = {"format": "dp-mechanism/1", "privacy": {"alpha": alpha}, "query": query, "claims": [claim]}
    mechanism.write_text(json.dumps(text))
    certify, verify, peer, bare, memory = [], [], [], [], 0
    for _ in range(REPEATS):
        if with_flint:
            peer.append(flint_solve(query, alpha))
            bare.append(our_solve(mechanism, certificate))
        seconds, peak, status, out = run([ROOT / "target/release/certify", mechanism, "-o", certificate])
        assert status in (0, 1), f"{name}: exit status {status}\n{out}"
        assert verdict is None or status == {"holds": 0, "fails": 1}[verdict], f"{name}: expected {verdict}\n{out}"
        certify.append(seconds)
        memory = max(memory, peak)
        seconds, peak, accepted, out = run([ROOT / "target/release/verify", mechanism, certificate])
        assert accepted == 0, f"{name}: not accepted\n{out}"
        verify.append(seconds)
        memory = max(memory, peak)
    cells = [name, "holds" if status == 0 else "fails"]
    ours = [statistics.median(certify), statistics.median(verify)]
    flint = statistics.median(peer) if peer else None
    cells.append(f"{flint:.2f} s" if peer else "")
    cells.append(f"{statistics.median(bare):.3f} s ({statistics.median(bare) / flint:.2f})" if peer else "")
    for seconds, bound in zip(ours, most):
        share = f" ({seconds / flint:.3f})" if peer else ""
        missed = peer and bound is not None and seconds / flint > bound
        cells.append(f"{seconds:.3f} s{share}" + (f" MISSED {bound:.3f}" if missed else ""))
    cells += [f"{memory:.0f} MiB", f"{certificate.stat().st_size / 1000:.0f} kB"]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    if sys.argv[1:2] == ["--flint"]:
        print(flint_seconds(json.loads(sys.argv[2]), sys.argv[3]))
        return
    version = "import flint; print('python-flint', flint.__version__ + ', FLINT', flint.__FLINT_VERSION__)"
    peer = subprocess.run([sys.executable, "-c", version], check=True, capture_output=True, text=True).stdout.strip()
    print(f"{peer}, medians of {REPEATS}; in brackets the share of FLINT's time\n")
    print("| instance | exists | FLINT, solve | ours, solve | `certify` | `verify` | peak memory | certificate |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or INSTANCES:
            measure(name, Path(folder))


main()
