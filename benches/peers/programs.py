"""The linear program of an optimal mechanism: ours beside QSopt_ex's `esolver` and HiGHS, in one run.

Ours are whole commands on a mechanism file that claims `optimal`, sent through the general program (`--route program`):
reading, solving, self-check and writing included; and `verify` on what was written. `esolver` solves what `certify export
--lp` writes, which is not timed. Its exact optimum must be ours. HiGHS solves the same file in floating point, where `HIGHS`
names a Python that has highspy; its seconds are the solver's alone, and its optimum must be ours to six digits. Where there is a
`viprchk`, it checks what `certify export --vipr` writes.
Run through `benches/peers/run`; arguments name the instances, all if none. `ESOLVER` and `VIPRCHK` name the programs where
they are not on PATH (Debian has esolver in its package qsopt-ex).
"""

import json
import os
import random
import shutil
import statistics
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from whole import ROOT, run

REPEATS = int(os.environ.get("REPEATS", "5"))
CERTIFY, VERIFY = (ROOT / "target/release" / name for name in ("certify", "verify"))


def program(name):
    """What the variable of that name says, or what is on PATH; nothing else."""
    named = os.environ.get(name.upper())
    found = shutil.which(named or name)
    if named and not found:
        sys.exit(f"{name.upper()}={named}: there is no such program")
    return found


def line(nodes):
    """The geometric mechanism, which is optimal."""
    query = {"graph": "line", "nodes": nodes}
    return {"privacy": {"alpha": "1/2"}, "query": query, "mechanism": {"family": "truncated-geometric"}}, "uniform"


def king(side, seed):
    """A king's grid and a prior of random weights; the uniform mechanism, which is not optimal."""
    rng = random.Random(seed)
    weights = [rng.randrange(1000) for _ in range(side * side)]
    prior = [str(Fraction(weight, sum(weights))) for weight in weights]
    query = {"graph": "counts", "individuals": side - 1, "queries": 2}
    return {"privacy": {"alpha": "2/5"}, "query": query, "mechanism": {"family": "uniform"}}, prior


#: name: (file, prior), made when asked for; the exit status of certify
INSTANCES = {
    "line 21": (lambda: line(21), 0),
    "line 41": (lambda: line(41), 0),
    "king 4×4, a": (lambda: king(4, 1), 1),
    "king 4×4, b": (lambda: king(4, 2), 1),
    "king 6×6, a": (lambda: king(6, 1), 1),
    "king 6×6, b": (lambda: king(6, 2), 1),
    "king 8×8": (lambda: king(8, 1), 1),
    "king 10×10": (lambda: king(10, 1), 1),
    "king 12×12": (lambda: king(12, 1), 1),
}
#: Where a peer takes a minute, it is run once.
ONCE = {"king 10×10", "king 12×12"}
#: Nobody waits longer for a peer.
PATIENCE = float(os.environ.get("PATIENCE", "300"))


def solved(esolver, lp, folder):
    """(seconds, optimum of the objective) of esolver; None where it took too long."""
    solution = folder / "m.sol"
    solution.unlink(missing_ok=True)
    seconds, _, status, out = run([esolver, "-L", "-O", solution, lp], PATIENCE)
    if status is None:
        return None
    assert status == 0, f"esolver: exit status {status}\n{out}"
    lines = [part.strip() for part in solution.read_text().splitlines()]
    assert "status = OPTIMAL" in lines, f"esolver: {lines[:2]}"
    value = next(part.removeprefix("Value = ") for part in lines if part.startswith("Value = "))
    return seconds, Fraction(value)


def floating(python, lp):
    """(seconds, optimum of the objective) of HiGHS; None where it took too long."""
    _, _, status, out = run([python, "-B", Path(__file__).with_name("highs.py"), lp], PATIENCE)
    if status is None:
        return None
    assert status == 0, f"HiGHS: exit status {status}\n{out}"
    objective, seconds = out.split()[-2:]
    return float(seconds), float(objective)


def scale(lp):
    """What the LP file says that the objective is the utility times."""
    comments = " ".join(part[2:] for part in lp.read_text().splitlines() if part.startswith("\\ "))
    said = comments.rpartition("The objective is the utility ")[2]
    return Fraction(said.removeprefix("times ").replace(" ", "")) if said.startswith("times ") else Fraction(1)


def size(vipr):
    """The numbers of variables and of constraints other than their bounds."""
    rows = [part.split() for part in vipr.read_text().splitlines() if part[:4] in ("VAR ", "CON ")]
    return int(rows[0][1]), int(rows[1][1]) - int(rows[1][2])


def median(runs):
    return statistics.median(seconds for seconds, *_ in runs)


def peer_cell(asked, runs):
    """Its median; empty where it was not asked, and the time that it had where it did not end."""
    if not asked:
        return ""
    return f"{median(runs):.3f} s" if None not in runs else f"> {PATIENCE:.0f} s"


def shares(ours, *peers):
    """Our share of each peer's time, in brackets; of one that did not end there is none."""
    known = [f"{ours / median(runs):.2f}" if runs and None not in runs else "–" for runs in peers]
    return f" ({', '.join(known)})" if any(peers) else ""


def measure(name, folder, esolver, highs, viprchk):
    make, expected = INSTANCES[name]
    fields, prior = make()
    mechanism, certificate, lp, vipr = (folder / file for file in ("m.json", "m.cert.json", "m.lp", "m.vipr"))
    claims = [{"claim": "optimal", "prior": "p"}]
    mechanism.write_text(json.dumps({"format": "dp-mechanism/1", **fields, "priors": {"p": prior}, "claims": claims}))
    for flag, path in (("--lp", lp), ("--vipr", vipr)):
        _, _, status, out = run([CERTIFY, "export", flag, mechanism, "--prior", "p", "-o", path, "-q"])
        assert status == 0, f"{name}: export {flag}: exit status {status}\n{out}"
    call = [CERTIFY, mechanism, "-o", certificate, "--route", "program", "--format", "json", "--exact"]
    certify, verify, exact, doubles, check = [], [], [], [], []
    for k in range(REPEATS):
        once_more = k == 0 or name not in ONCE
        if esolver and once_more and None not in exact:
            exact.append(solved(esolver, lp, folder))
        if highs and once_more and None not in doubles:
            doubles.append(floating(highs, lp))
        certify.append(run(call))
        assert certify[-1][2] == expected, f"{name}: exit status {certify[-1][2]}\n{certify[-1][3]}"
        verify.append(run([VERIFY, mechanism, certificate]))
        assert verify[-1][2] == 0, f"{name}: not accepted\n{verify[-1][3]}"
        if viprchk:
            check.append(run([viprchk, vipr]))
            assert check[-1][2] == 0, f"{name}: viprchk: exit status {check[-1][2]}\n{check[-1][3]}"
    statements = json.loads(certify[-1][3])["statements"]
    values = next(statement["values"] for statement in statements if statement["claim"] == "optimal")
    optimum = Fraction(values["optimum"]["exact"])
    for _, value in filter(None, exact):
        assert value / scale(lp) == optimum, f"{name}: esolver has {value / scale(lp)}, certify {optimum}"
    for _, value in filter(None, doubles):
        assert abs(value / float(scale(lp)) - optimum) < 1e-6, f"{name}: HiGHS has {value / float(scale(lp))}, certify {optimum}"
    variables, constraints = size(vipr)
    cells = [name, f"{variables} × {constraints}", values["optimum"]["decimal"], peer_cell(esolver, exact), peer_cell(highs, doubles)]
    cells += [f"{median(ours):.3f} s{shares(median(ours), exact, doubles)}" for ours in (certify, verify)]
    cells.append(f"{median(check):.3f} s" if check else "")
    cells.append(f"{max(peak for _, peak, *_ in certify + verify):.0f} MiB")
    cells.append(f"{certificate.stat().st_size / 1000:.0f} kB")
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    esolver, highs, viprchk = program("esolver"), program("highs"), program("viprchk")
    print(f"Medians of {REPEATS} (of peers one run of {', '.join(sorted(ONCE))}); in brackets the shares of the peers' times.\n")
    for name, path in (("esolver", esolver), ("highs", highs), ("viprchk", viprchk)):
        if not path:
            print(f"There is no {name}, and {name.upper()} names none: its times are left out.\n")
    print("| instance | program | optimum | esolver | HiGHS | `certify` | `verify` | viprchk | peak memory | certificate |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or INSTANCES:
            measure(name, Path(folder), esolver, highs, viprchk)


main()
