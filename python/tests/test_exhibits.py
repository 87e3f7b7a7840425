"""The samplers of examples/law: what is declared of them, and what comes out."""

from __future__ import annotations

import importlib.util
import itertools
import json
import math
import random
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest
from test_law import is_accepted, value

from dp_certify import Mechanism, law

F = Fraction
HALF = F(1, 2)
ROOT = Path(__file__).resolve().parents[2]


def exhibit(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / "law" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def row(found: Any, answer: int, a: Fraction = HALF, b: Fraction = HALF) -> dict[str, Fraction]:
    made = found.mechanism.to_dict()["mechanism"]
    entries = (value(str(entry).replace("b", f"({b})"), a) for entry in made["matrix"][answer])
    return {name: p for name, p in zip(made["outputs"], entries) if p}


def declared(found: Any, **privacy: str) -> Mechanism:
    """The same table, something else being declared."""
    return Mechanism.from_json(json.dumps({**found.mechanism.to_dict(), "privacy": privacy}))


def by_one(nodes: list[tuple[int, ...]]) -> dict[str, Any]:
    """Neighbours differ by at most one in each place."""
    near = [
        (i, j)
        for (i, x), (j, y) in itertools.combinations(enumerate(nodes), 2)
        if all(abs(u - v) <= 1 for u, v in zip(x, y))
    ]
    return {"nodes": len(nodes), "edges": near}


def bits(n: int) -> list[tuple[int, ...]]:
    return list(itertools.product((0, 1), repeat=n))


def one_other_bit(nodes: list[tuple[int, ...]]) -> dict[str, Any]:
    pairs = itertools.combinations(enumerate(nodes), 2)
    near = [(i, j) for (i, x), (j, y) in pairs if sum(u != v for u, v in zip(x, y)) == 1]
    return {"nodes": len(nodes), "edges": near}


# OpenDP's integer noise.

LAPLACE = exhibit("integer_laplace")
BOUND = str(F(1, 1 << 60))


@pytest.mark.parametrize(
    ("scale", "fails", "holds"),
    [(3, "0.504093982925", "0.504093982927"), (10, "0.266138151863", "0.266138151865")],
)
def test_integer_noise_by_the_division_of_0_14_1(scale: int, fails: str, holds: str, tmp_path: Path) -> None:
    found = law(LAPLACE.laplace(scale, LAPLACE.as_in_0_14_1), [0, 1], graph="line", epsilon=fails)
    assert all(0 < F(missing) <= F(1, 1 << 64) for missing in found.missing)
    assert found.certify()["dp"].verdict == "fails"
    assert declared(found, epsilon=holds, delta=BOUND).certify()["approximate-dp"].verdict == "holds"
    assert declared(found, epsilon=fails, delta=BOUND).certify()["approximate-dp"].verdict == "fails"
    assert declared(found, epsilon=f"1/{scale}").certify()["dp"].verdict == "fails"
    assert is_accepted(found, tmp_path)


@pytest.mark.parametrize("scale", [3, 10])
def test_integer_noise_by_the_division_as_mended(scale: int) -> None:
    found = law(LAPLACE.laplace(scale, LAPLACE.mended), [0, 1], graph="line", epsilon=f"1/{scale}", delta=BOUND)
    assert found.certify()["approximate-dp"].verdict == "holds"
    short = str(F(1, scale) - F(1, 10**12))
    assert declared(found, epsilon=short).certify()["dp"].verdict == "fails"


def test_the_weights_of_integer_noise_are_those_of_its_description() -> None:
    # P(m) is in proportion to B(m mod t in lowest terms)·e^-(m div t).
    def weight(u: int, t: int) -> float:
        x, sum_, product = F(u, t), F(0), F(1)
        for k in range(1, 40 if u else 2):
            g = math.gcd(x.numerator, k)
            r = F(x.numerator // g, x.denominator // g * k)
            sum_, product = sum_ + (product * (1 - r) if k % 2 else 0), product * r
        return float(sum_)

    found = row(law(LAPLACE.laplace(3, LAPLACE.as_in_0_14_1), [0], graph="line", epsilon=1), 0)
    for m in range(20):
        ratio = weight(m % 3, 3) / weight(0, 3) * math.exp(-(m // 3))
        assert float(found[str(m)] / found["0"]) == pytest.approx(ratio, rel=1e-9)
        assert float(found[str(-m)] / found["0"]) == pytest.approx(ratio, rel=1e-9)


# diffprivlib, where it is there.


@pytest.fixture(scope="module")
def library() -> ModuleType:
    pytest.importorskip("diffprivlib", exc_type=ImportError)
    return exhibit("diffprivlib_mechanisms")


def test_binary_is_the_coin_of_its_doubles(library: ModuleType, tmp_path: Path) -> None:
    for epsilon, delta in ((1.0, 0.0), (0.5, 0.0), (1.0, 0.1)):
        found = law(library.binary(epsilon, delta), ["no", "yes"], graph="complete", epsilon=epsilon, delta=delta)
        # It lies where random()·(e^ε + 1) > e^ε + δ: so many of the 2^53 numbers are over that.
        low, high = 0, 1 << 53
        while low < high:
            middle = (low + high) // 2
            if middle * 2.0**-53 * (numpy.exp(epsilon) + 1) > numpy.exp(epsilon) + delta:
                high = middle
            else:
                low = middle + 1
        truth = F(low, 1 << 53)
        assert row(found, 0) == {"no": truth, "yes": 1 - truth} and row(found, 1) == {"no": 1 - truth, "yes": truth}
        assert found.missing == ("0", "0")
        claim = found.certify()["approximate-dp"]
        assert 0 < float(claim.values["delta_min"]) - delta < 1e-15
        assert is_accepted(found, tmp_path)


def test_the_truncated_geometric_mechanism_of_doubles(library: ModuleType, tmp_path: Path) -> None:
    sampler = library.geometric_truncated(1, 0, 60)
    found = law(sampler, range(61), graph="line", epsilon=1, delta="2.9e-15", monotone=True)
    assert "monotone" in str(found) and set(found.missing) == {"0"}
    report = found.certify()
    assert report["approximate-dp"].verdict == "holds"
    assert "2.86353287310e-15" in repr(report["approximate-dp"].values["delta_min"])
    assert report["dp"].verdict == "fails" and report["dp"].values["epsilon_min"] == math.inf
    # Where random() is 1/2 the noise is the logarithm of 0.
    assert row(found, 7)["raises OverflowError"] == F(1, 1 << 53)
    assert is_accepted(found, tmp_path)

    class Half(random.SystemRandom):
        def random(self) -> float:
            return 0.5

    with pytest.raises(OverflowError):
        sampler(7, Half())


# Sparse vector.

SPARSE = exhibit("sparse_vector")


def sparse(form: int, n: int, alpha: str) -> Any:
    return law(SPARSE.sparse_vector(form), bits(n), graph="complete", alpha=alpha, constant={"root_of_alpha": 4})


@pytest.mark.parametrize(
    ("form", "least"),
    [
        (1, [0.190668, 0.443033, 0.644555, 0.790885]),
        (3, [0.5, 1, 1.5, 2]),
        (4, [0.219881, 1.278175, 1.656517, 1.717143]),
        (5, [0.5, math.inf]),
        (6, [0.313144, 0.895988, 1.257930]),
    ],
)
def test_sparse_vector_at_one_alpha(form: int, least: list[float], tmp_path: Path) -> None:
    for n, times in enumerate(least, start=1):
        found = sparse(form, n, "1/16")
        claim = found.certify()["dp"]
        assert float(claim.values["epsilon_min"]) / math.log(16) == pytest.approx(times, abs=1e-6)
        assert claim.verdict == ("holds" if times <= 1 else "fails")
    assert is_accepted(found, tmp_path)


@pytest.mark.parametrize(
    ("form", "verdicts"),
    [
        (1, ["holds", "holds", "holds"]),
        (3, ["holds", "holds", "fails"]),
        (4, ["holds", "fails", "fails"]),
        (5, ["holds", "fails"]),
        (6, ["holds", "holds", "fails"]),
    ],
)
def test_sparse_vector_at_every_alpha(form: int, verdicts: list[str], tmp_path: Path) -> None:
    for n, verdict in enumerate(verdicts, start=1):
        found = sparse(form, n, "symbolic")
        assert found.certify(claims=["dp"])["dp"].verdict == verdict, n
    assert is_accepted(found, tmp_path)


def test_sparse_vector_by_enumeration() -> None:
    """Form 1 on two counts with b = 1/2, its noise summed by hand."""
    b = F(1, 2)

    def at_least(alpha: Fraction, k: int) -> Fraction:
        """P(noise ≥ k), not cut."""
        return alpha**k / (1 + alpha) if k > 0 else 1 - alpha ** (1 - k) / (1 + alpha)

    cut = {z: (1 - b**2) / (1 + b**2) * b ** (2 * abs(z)) for z in (-1, 0, 1)}
    cut |= {z: at_least(b**2, 2) for z in (-2, 2)}
    for place, counts in enumerate(bits(2)):
        known = {"above": F(0), "below above": F(0), "below below": F(0)}
        for z, p in cut.items():
            x, y = (at_least(b, 1 + z - count) for count in counts)
            known["above"] += p * x
            known["below above"] += p * (1 - x) * y
            known["below below"] += p * (1 - x) * (1 - y)
        assert row(sparse(1, 2, "1/16"), place, F(1, 16), b) == known


# Noisy maximum.

MAXIMUM = exhibit("noisy_maximum")
ROOT_OF_TWO: dict[str, Any] = dict(alpha="symbolic", constant={"root_of_alpha": 2})


@pytest.mark.parametrize(
    ("name", "n", "most"),
    [
        ("noisy_maximum", 2, 2),
        ("permute_and_flip", 2, 2),
        ("permute_and_flip", 3, 1),
        ("exponential_mechanism", 2, 2),
        ("exponential_mechanism", 3, 1),
    ],
)
def test_maxima_are_private_at_every_alpha(name: str, n: int, most: int, tmp_path: Path) -> None:
    nodes = list(itertools.product(range(most + 1), repeat=n))
    sampler = MAXIMUM.noisy_maximum(-3, 5) if name == "noisy_maximum" else getattr(MAXIMUM, name)
    found = law(sampler, nodes, graph=by_one(nodes), **ROOT_OF_TWO)
    claim = found.certify(claims=["dp"])["dp"]
    assert claim.verdict == "holds"
    if name == "permute_and_flip" and most == 2:
        assert str(claim.values["alpha_max"]) in ("a", "b^2")
    assert is_accepted(found, tmp_path)


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [
        (0, 1, "it holds at no value of b in the interval"),
        (-1, 2, "near 0.554958132087"),
        (-3, 4, "near 0.867943835236"),
    ],
)
def test_noise_that_is_cut_breaks_the_noisy_maximum_of_three(low: int, high: int, says: str) -> None:
    report = law(MAXIMUM.noisy_maximum(low, high), bits(3), graph="complete", **ROOT_OF_TWO).certify(claims=["dp"])
    assert report["dp"].verdict == "fails" and says in " ".join(report.text.split())
    if (low, high) == (0, 1):
        assert str(report["dp"].values["alpha_max"]) == "b^3"


def test_two_counts_that_differ_by_one() -> None:
    tables = {
        name: law(getattr(MAXIMUM, name), [(1, 1), (1, 0)], graph="line", **ROOT_OF_TWO)
        for name in ("permute_and_flip", "exponential_mechanism")
    }
    for b in (F(1, 3), F(3, 4)):
        half = {"0": F(1, 2), "1": F(1, 2)}
        assert all(row(found, 0, b**2, b) == half for found in tables.values())
        assert row(tables["permute_and_flip"], 1, b**2, b) == {"0": 1 - b / 2, "1": b / 2}
        assert row(tables["exponential_mechanism"], 1, b**2, b) == {"0": 1 / (1 + b), "1": b / (1 + b)}


# Partial sums.

SUMS = exhibit("partial_sums")


@pytest.mark.parametrize(
    ("name", "verdict", "alpha_max"),
    [
        ("of_noisy_bits", "holds", ("a", "b^3")),
        ("of_a_tree", "holds", ("a", "b^3")),
        ("with_one_noise", "fails", ("0",)),
    ],
)
def test_partial_sums(name: str, verdict: str, alpha_max: tuple[str, ...], tmp_path: Path) -> None:
    nodes = bits(4)
    options: dict[str, Any] = dict(alpha="symbolic", constant={"root_of_alpha": 3})
    found = law(getattr(SUMS, name), nodes, graph=one_other_bit(nodes), **options)
    claim = found.certify(claims=["dp"])["dp"]
    assert (claim.verdict, str(claim.values["alpha_max"]) in alpha_max) == (verdict, True)
    assert is_accepted(found, tmp_path)


# Shuffles, one of six, RAPPOR.


def test_shuffles(tmp_path: Path) -> None:
    shuffles = exhibit("shuffles")
    found = law(shuffles.shuffled, ["abcde"], graph="line", alpha="1/2")
    assert row(found, 0) == {"".join(hand): F(1, 120) for hand in itertools.permutations("abcde")}
    assert is_accepted(found, tmp_path)
    wrong = row(law(shuffles.swapped_with_any, ["abc"], graph="line", alpha="1/2"), 0)
    assert sorted(wrong.values()) == [F(4, 27)] * 3 + [F(5, 27)] * 3


def test_one_of_six(tmp_path: Path) -> None:
    six = exhibit("one_of_six")
    good = law(six.response(six.by_rejection), range(6), graph="complete", epsilon="ln(7)")
    bad = law(six.response(six.by_remainder), range(6), graph="complete", epsilon="ln(7)")
    for x in range(6):
        assert row(good, x) == {str(y): F(1, 12) + (F(1, 2) if x == y else 0) for y in range(6)}
        # Of 0..7 the remainders 0 and 1 come twice.
        draws = [F(2 if y < 2 else 1, 16) for y in range(6)]
        assert row(bad, x) == {str(y): draws[y] + (F(1, 2) if x == y else 0) for y in range(6)}
    assert good.certify()["dp"].verdict == "holds" and good.certify()["dp"].values["alpha_max"] == F(1, 7)
    assert bad.certify()["dp"].verdict == "fails" and bad.certify()["dp"].values["alpha_max"] == F(1, 9)
    assert is_accepted(good, tmp_path)


@pytest.mark.parametrize(
    ("words", "f", "p", "q"),
    [(["1100", "0011"], "1/2", "1/2", "3/4"), (["111000", "000111"], "3/4", "9/20", "11/20")],
)
def test_rappor(words: list[str], f: str, p: str, q: str, tmp_path: Path) -> None:
    client = exhibit("rappor").client
    h = words[0].count("1")
    permanent = law(client(f), words, graph="complete", epsilon=f"{2 * h}*ln({1 - F(f) / 2}/({F(f) / 2}))")
    claim = permanent.certify()["dp"]
    assert claim.verdict == "holds" and claim.values["alpha_max"] == (F(f) / 2 / (1 - F(f) / 2)) ** (2 * h)
    upper = F(f) / 2 * (F(p) + F(q)) + (1 - F(f)) * F(q)
    lower = F(f) / 2 * (F(p) + F(q)) + (1 - F(f)) * F(p)
    said = (lower * (1 - upper) / (upper * (1 - lower))) ** h
    assert -math.log(said) == pytest.approx({2: 2 * math.log(77 / 45), 3: 6 * math.log(41 / 39)}[h])
    report = law(client(f, p, q), words, graph="complete", alpha=str(said))
    claim = report.certify()["dp"]
    assert claim.verdict == "holds" and claim.values["alpha_max"] == said
    assert is_accepted(report, tmp_path)
