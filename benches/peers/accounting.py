"""What other accountants say of the same mechanisms, beside exact numbers, and how long they take.

Prints the tables of docs/src/accountants.md. All exact numbers are fractions; what is printed of them is rounded.
"""

import decimal
import fractions
import importlib.metadata
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile
import time

import opendp.prelude as dp
from dp_accounting.pld import privacy_loss_distribution as pld
from pure_ldp.frequency_oracles.direct_encoding import DEClient
from pure_ldp.frequency_oracles.rappor import RAPPORClient, RAPPORServer
from pure_ldp.frequency_oracles.unary_encoding import UEClient

Fraction = fractions.Fraction
decimal.getcontext().prec = 40
CERTIFY = os.environ.get("CERTIFY", "target/release/certify")
dp.enable_features("contrib")


def timed(work):
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def exact_delta(k, power):
    """The least delta of k coins that tell the truth with 3/4, at lambda = 3^power: a sum over how many do."""
    whole = sum(math.comb(k, j) * max(0, 3 ** j - 3 ** (power + k - j)) for j in range(k + 1))
    return Fraction(whole, 4 ** k)


def shown(x, digits=10):
    x = Fraction(x)
    value = decimal.Decimal(x.numerator) / decimal.Decimal(x.denominator)
    return "0" if x == 0 else f"{value:.{digits}g}"


def by_pld(k, epsilon, pessimistic):
    coin = pld.from_randomized_response(0.5, 2, pessimistic_estimate=pessimistic, value_discretization_interval=1e-4)
    return coin.self_compose(k).get_delta_for_epsilon(epsilon)


def by_opendp(k, epsilon):
    """Coins composed as pure privacy, as far as OpenDP takes them: by way of zero-concentrated privacy."""
    coin = dp.c.make_pureDP_to_zCDP(dp.m.make_randomized_response_bool(prob=0.75))
    return dp.c.make_zCDP_to_approxDP(dp.c.make_composition([coin] * k)).map(1).delta(epsilon)


def by_certify(k, power):
    """The same by `certify`, which writes a certificate: the whole command."""
    document = {
        "format": "dp-mechanism/1",
        "privacy": {"epsilon": f"{power}*ln(3)"},
        "query": {"graph": "line", "nodes": 2},
        "mechanism": {"compose": [{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "times": k}]},
    }
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "coins.json"
        file.write_text(json.dumps(document))
        call = [CERTIFY, file, "--only", "approximate-dp", "--format", "json", "--exact"]
        report, seconds = timed(lambda: subprocess.run(call, capture_output=True, check=False).stdout)
    (found,) = [s for s in json.loads(report)["statements"] if s["claim"] == "approximate-dp"]
    return Fraction(found["values"]["delta_min"]["exact"]), seconds


def coins():
    print("| uses | λ | exact δ | `certify` | dp_accounting, pessimistic | | optimistic | | OpenDP | |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for k, power in ((10, 6), (100, 60), (1000, 600), (10, 10), (100, 100)):
        epsilon = power * math.log(3)
        exact, seconds = by_certify(k, power)
        assert exact == exact_delta(k, power)
        cells = [str(k), f"3^{power}", shown(exact), f"{seconds:.3f} s"]
        for work in (lambda: by_pld(k, epsilon, True), lambda: by_pld(k, epsilon, False), lambda: by_opendp(k, epsilon)):
            try:
                found, seconds = timed(work)
                cells += [shown(Fraction(found)), f"{seconds:.2f} s"]
            except Exception as error:  # what it says is what the table has
                cells += [type(error).__name__, ""]
        print("| " + " | ".join(cells) + " |")


def epsilon_of(p, q):
    """ln(p/q) of two positive fractions."""
    if q == 0:
        return "∞"
    ratio = decimal.Decimal((p / q).numerator) / decimal.Decimal((p / q).denominator)
    return f"{ratio.ln():.18g}"


def parameters():
    """ε of the doubles that a library draws with, each the dyadic number that it is."""
    print("| library, what is asked for | its numbers | exact ε of these | |")
    print("|---|---|---|---|")
    rows = []
    for k, r in ((2925, "0.0024"), (969, "0.0008051"), (165, "0.0001372")):
        # The nearest double to 1 - r + r/k, and what is left for the others.
        own = Fraction(float(1 - Fraction(r) + Fraction(r) / k))
        measurement, seconds = timed(lambda: dp.m.make_randomized_response(categories=set(range(k)), prob=float(own)))
        rows.append((f"OpenDP, ε of k-ary response: {k} states, rate {r}", f"ε = {measurement.map(1)!r}",
                     epsilon_of(own, (1 - own) / (k - 1)), seconds))
    for k in (3, 2925):
        client, seconds = timed(lambda: DEClient(14, k))
        p = Fraction(client.p)
        rows.append((f"pure-ldp, `DEClient(14, {k})`", f"p = {client.p!r}", epsilon_of(p, (1 - p) / (k - 1)), seconds))
    for oue in (False, True):
        client, seconds = timed(lambda: UEClient(math.log(3), 4, use_oue=oue))
        p, q = Fraction(client.p), Fraction(client.q)
        rows.append((f"pure-ldp, `UEClient(log(3), 4{', use_oue=True' if oue else ''})`", f"p = {client.p!r}, q = {client.q!r}",
                     epsilon_of(p * (1 - q), q * (1 - p)), seconds))
    server = RAPPORServer(0.5, 8, 2, 10)
    rows.append(("pure-ldp, `RAPPORServer`, f = 0.5, two hash functions", f"ε = {server.epsilon!r}", "∞ (the client, below)", 0))
    for epsilon in (1, 5, 14):
        f = Fraction(str(server.convert_eps_to_f(epsilon)))
        rows.append((f"pure-ldp, `convert_eps_to_f({epsilon})`, one hash function", f"f = {float(f)}",
                     epsilon_of((1 - f / 2) ** 2, (f / 2) ** 2), 0))
    for name, found, exact, seconds in rows:
        print(f"| {name} | {found} | {exact} | {seconds * 1000:.1f} ms |")


def rappor_client():
    """How often pure-ldp's client tells a set bit as set, and another one."""
    random.seed(18)
    client = RAPPORClient(0.5, 4, [[lambda x: 0, lambda x: 1]], num_of_cohorts=1, index_mapper=lambda x: x)
    counts = [0] * 4
    uses = 20_000
    for _ in range(uses):
        for bit, told in enumerate(client.privatise(0)[0]):
            counts[bit] += told
    print(f"`RAPPORClient` with f = 0.5, {uses} uses, of bits 0 and 1 set: told as 1 {counts} times.")


def main():
    names = ("dp-accounting", "opendp", "pure-ldp")
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in names))
    print()
    coins()
    print()
    parameters()
    print()
    rappor_client()


main()
