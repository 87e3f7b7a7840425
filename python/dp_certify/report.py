"""What is proved of a mechanism: statements with verdicts, exact values and counterexamples."""

from __future__ import annotations

import html as _html
import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core, _exact, values
from . import _html as _table
from .errors import MechanismError, in_python
from .values import Value

if TYPE_CHECKING:
    import pandas

    from .mechanism import Mechanism

__all__ = ["Claim", "Evidence", "FaultyRow", "Gap", "Place", "Report", "Runs"]


class Place(NamedTuple):
    """A node (a row of the matrix) or an output (a column).

    Attributes
    ----------
    index : int
        Its number, from 0.
    label : str or None
        What the file calls it.
    """

    index: int  # type: ignore[assignment]
    label: str | None = None

    def __str__(self) -> str:
        return self.label if self.label is not None else str(self.index)

    def __repr__(self) -> str:
        return f"Place({self.index})" if self.label is None else f"Place({self.index}, {self.label!r})"


class FaultyRow(NamedTuple):
    """A row that is not a distribution: with a negative `entry` at `output`, or with a `sum` that is not 1."""

    row: Place
    output: Place | None
    entry: Value | None
    sum: Value | None


class Gap(NamedTuple):
    """By how much two numbers that a statement compares differ: ``of`` says which, ``optimum - utility``."""

    of: str
    by: Value


class Runs(NamedTuple):
    """Counts of runs that a report is about, in the place of a table.

    Attributes
    ----------
    confidence : Fraction
        The probability with which all bounds hold together.
    runs : tuple of two int
        The least and the most runs at an input.
    events : str
        Whose probabilities are bounded, in words.
    chosen_on : str or None
        On what these were chosen, as the file says.
    words : str
        All of it in a sentence, with what is assumed.
    """

    confidence: Fraction
    runs: tuple[int, int]
    events: str
    chosen_on: str | None
    words: str


class Evidence(NamedTuple):
    """Where a claim fails, or where a value that holds is attained. What says nothing of the claim is empty.

    Attributes
    ----------
    pair : tuple of two Place, or None
        Two nodes whose rows are compared: neighbors; of ``group-privacy`` nodes at its distance, of ``oblivious`` two
        databases of one answer.
    output : Place or None
        An output.
    set : tuple of Place
        Of ``approximate-dp`` and ``not-refuted`` the outputs that need the most δ.
    entries : tuple of exact numbers
        What each of the pair has at the output, or of the set; of ``not-refuted`` what the first has at least, and the
        second at most.
    node : Place or None
        Of ``stochastic`` the row that is farthest from a distribution.
    prior : tuple of (Place, exact number)
        A prior for which another mechanism has more utility: the nodes of a weight above 0.
    rows : tuple of FaultyRow
        Rows that are no distributions.
    at : str or None
        Over an interval of α: the α, or b, for which all that is shown.
    of : str or None
        ``parent`` where nodes and outputs are those of the parent of a product.
    part : int or None
        Of a composition the part, from 0, whose rows or outputs these are.
    distance : Fraction or None
        How far the pair are from each other, where edges have lengths, or the claim is about a distance.
    """

    pair: tuple[Place, Place] | None = None
    output: Place | None = None
    set: tuple[Place, ...] = ()
    entries: tuple[Value, ...] = ()
    node: Place | None = None
    prior: tuple[tuple[Place, Value], ...] = ()
    rows: tuple[FaultyRow, ...] = ()
    at: str | None = None
    of: str | None = None
    part: int | None = None
    distance: Fraction | None = None

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items() if value not in (None, ()))
        return f"Evidence({said})"


class Claim:
    """A statement of a report: a claim of the file, or a finding.

    Attributes
    ----------
    name : str
        ``dp``, ``optimal``, …
    prior, within, from_ : str or None
        Parameters, where it has them: the prior's name, how far from the optimum, the other mechanism.
    priors : tuple of str
        The names of several priors.
    outputs : int or None
        For mechanisms of at most so many outputs.
    pair : tuple of int, or None
        The nodes of the other mechanism that it is about.
    distance : int or None
        How far apart the inputs are that it is about; `at_most` says whether nearer ones are meant too.
    order : int or None
        The order of a divergence, and `bound`, a Fraction, what it is to be at most.
    epsilon, rho : Fraction or None
        What the range of a privacy loss, or a divergence over its order, is to be at most; beside ``rho`` an
        ``epsilon`` is that at which ``delta_at_most`` says what ρ implies. Of other claims `epsilon` is
        the ε that they are about in the place of the file's; text where it is no rational, as ``ln(2)``.
    graph : str, dict or None
        Who are neighbors, where that is not as in the file: a graph's name, or its ``edges``.
    delta : Fraction or None
        The δ that the claim is about, where that is not the file's; 0 where it is about (ε, 0) beside a declared δ.
    declared : bool
        Whether the file claims it.
    states : str
        ``claim``, or ``value`` where nothing is claimed and only values are stated.
    verdict : str
        ``holds``, ``fails`` or ``undecided``.
    expected : bool or None
        Whether it came out as the file's ``expect`` says.
    expectation : dict or None
        Where the file has an ``expect``: ``words``, what was expected and what was found in a sentence; ``expected``, a
        list of what is asked for; ``found``, the verdict and the values that it asks for.
    reason : str or None
        Why it is undecided.
    holds_on : tuple of str, or None
        Over an interval of α, of a claim that does not hold on all of it: where it does, as ``(0, 1/2]``.
    explanation : tuple of str
        What decides it, in sentences.
    checked : bool or None
        In the verifier's report: whether the certificate proves it.
    measure : str or None
        ``binary gain`` or ``min-entropy``, where it is by that whatever the file's gain is.
    vacuous : bool
        Whether it holds as it is about nothing: no two answers are at its distance.
    """

    def __init__(self, part: Mapping[str, Any], context: _Context) -> None:
        self._part = part
        self._context = context
        self.name: str = part["claim"]
        self.prior: str | None = part.get("prior")
        self.priors: tuple[str, ...] = tuple(part.get("priors", ()))
        self.outputs: int | None = part.get("outputs")
        self.within: str | None = part.get("within")
        self.from_: str | None = part.get("from")
        self.pair: tuple[int, ...] | None = tuple(part["pair"]) if "pair" in part else None
        self.distance: int | None = part.get("distance")
        self.at_most: bool = part.get("at_most", False)
        self.order: int | None = part.get("order")
        self.bound: Fraction | None = values._fraction(part["bound"]) if "bound" in part else None
        self.epsilon: Fraction | str | None = _epsilon(part["epsilon"]) if "epsilon" in part else None
        self.graph: str | dict[str, Any] | None = part.get("graph")
        self.delta: Fraction | None = values._fraction(part["delta"]) if "delta" in part else None
        self.rho: Fraction | None = values._fraction(part["rho"]) if "rho" in part else None
        self.declared: bool = part["declared"]
        self.states: str = part["states"]
        self.verdict: str = part["verdict"]
        self.expected: bool | None = part.get("expected")
        self.expectation: dict[str, Any] | None = part.get("expectation")
        self.reason: str | None = in_python(part["reason"]) if "reason" in part else None
        holds_on = part.get("holds_on")
        self.holds_on: tuple[str, ...] | None = None if holds_on is None else tuple(holds_on)
        self.explanation: tuple[str, ...] = tuple(in_python(said) for said in part.get("explanation", ()))
        self.checked: bool | None = part.get("checked")
        self.measure: str | None = part.get("measure")
        self.vacuous: bool = part.get("vacuous", False)

    @cached_property
    def values(self) -> dict[str, Value]:
        """The claim's values by name, exactly; ``certificates/FORMAT.md`` says what each is."""
        found = self._part.get("values", {})
        return {name: self._context.value(name, part, found) for name, part in found.items()}

    @property
    def counterexample(self) -> Evidence | None:
        """Where the claim fails, as fields."""
        return self._context.evidence(self._part.get("counterexample"))

    @property
    def attained(self) -> Evidence | None:
        """Where a value of a claim that holds is attained, as fields."""
        return self._context.evidence(self._part.get("attained"))

    @property
    def gap(self) -> Gap | None:
        """By how much the numbers that it compares differ."""
        part = self._part.get("gap")
        return None if part is None else Gap(part["of"], self._context.value("gap", part, {}))

    def __eq__(self, other: object) -> bool:
        return self._part == other._part if isinstance(other, Claim) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.prior, self.verdict))

    def __repr__(self) -> str:
        found = ", ".join(f"{name}={_exact.shown(value)}" for name, value in self.values.items())
        about = ", ".join([self.name, *([self.prior] if self.prior else self.priors)])
        return f"<{about}: {self.verdict}{'; ' + found if found else ''}>"


class Report:
    """Verdicts on a mechanism, each with a proof in the certificate, which the verifier has accepted.

    Reports of :meth:`Mechanism.certify`, of ``certify --jsonl --certificates`` and of any engine's workers are the
    same object. They pickle, and are equal where their text is.

    Examples
    --------
    >>> from dp_certify import Mechanism
    >>> report = Mechanism([[1, 0], [0, 1]], graph="line", epsilon=1).certify()
    >>> report.ok
    False
    >>> report["dp"].counterexample.pair
    (Place(1), Place(0))
    """

    def __init__(self, line: bytes, path: str = "mechanism.json") -> None:
        self._line = line
        self._path = path

    @classmethod
    def from_json(cls, line: str | bytes, path: str = "mechanism.json") -> Report:
        """The report of a line of ``certify --jsonl``, with ``--certificates`` or without.

        Raises
        ------
        MechanismError
            It is no ``dp-line/1`` and no ``dp-report/1``; if it is ``dp-error/1``, that error.
        """
        from .errors import of_line

        text = line.encode() if isinstance(line, str) else line
        report = cls(text.strip(), path)
        form = _exact.read(text).get("format")
        if form == "dp-error/1":
            raise of_line(text.decode())
        if form not in ("dp-line/1", "dp-report/1"):
            raise MechanismError(f"format: found {form!r}, expected 'dp-line/1' or 'dp-report/1'", path="$.format")
        return report

    @cached_property
    def _content(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._line)
        return found

    @property
    def _about(self) -> dict[str, Any]:
        about: dict[str, Any] = self._content.get("about", self._content["mechanism"])
        return about

    def _file(self, what: str) -> str:
        found = self._content.get(what)
        if not isinstance(found, str):
            raise ValueError(f"this report came without its {what}: certify --jsonl has it with --certificates")
        return found

    @property
    def certificate(self) -> bytes:
        """The certificate, ``dp-certificate/2``, byte for byte as ``certify`` writes it."""
        return self._file("certificate").encode()

    @property
    def certificate_dict(self) -> dict[str, Any]:
        """The certificate as JSON."""
        found: dict[str, Any] = json.loads(self._file("certificate"))
        return found

    @cached_property
    def mechanism(self) -> Mechanism:
        """What the report is about; the certificate is of these bytes."""
        from .mechanism import Mechanism

        about = self._about
        outputs = about.get("outputs")
        content = self._file("mechanism").encode()
        return Mechanism._known(content, self._path, str(about["nodes"]), None if outputs is None else str(outputs))

    @property
    def sha256(self) -> str:
        """SHA-256 of the mechanism file."""
        found: str = self._about["sha256"]
        return found

    @property
    def alpha(self) -> Mapping[str, str] | None:
        """α = e^-ε of the declared privacy: its ``kind``, ``exact`` and ``decimal``; None where ρ is declared."""
        found: Mapping[str, str] | None = self._content.get("alpha")
        return found

    @property
    def rho(self) -> Fraction | None:
        """The ρ of ρ-zCDP, where that is declared in the place of ε and δ."""
        declared = self._content.get("rho")
        return None if declared is None else Fraction(declared.get("exact", self._content["privacy"]["rho"]))

    @property
    def gain(self) -> str:
        """What a guess is worth by the file's gain or loss, in words; claims that have a ``measure`` are by that."""
        content = self._content
        told = [f"{thing}: {content[thing]['words']}" for thing in ("gain", "loss") if thing in content]
        return told[0] if told else "gain: binary: 1 where the guess is right, else 0"

    @property
    def priors(self) -> dict[str, str]:
        """Each prior by what it is, in words, whatever it is called: ``{"flat": "uniform"}``."""
        return {name: part["words"] for name, part in self._content.get("priors", {}).items()}

    @property
    def sample(self) -> str | None:
        """That the table has the frequencies of a sample, which verdicts are about; None where it has none."""
        found: dict[str, Any] | None = self._about.get("sample")
        return None if found is None else str(found["words"])

    @property
    def missing(self) -> str | None:
        """That mass is missing of the table, and what verdicts are about then; None where the table is whole."""
        found: dict[str, Any] | None = self._about.get("missing")
        return None if found is None else str(found["words"])

    @property
    def noise(self) -> str | None:
        """What noise on all whole numbers the mechanism adds, and which table stands for it; None without any."""
        found: dict[str, Any] | None = self._about.get("noise")
        return None if found is None else str(found["words"])

    @property
    def counts(self) -> Runs | None:
        """The runs that were counted, where there are such and no table."""
        found: dict[str, Any] | None = self._about.get("counts")
        if found is None:
            return None
        least, most = found["runs"]
        confidence = values._fraction(found["confidence"])
        return Runs(confidence, (least, most), found["events"], found.get("chosen_on"), found["words"])

    @property
    def status(self) -> int:
        """The exit status of ``certify``: 0 every claim of the file holds, 1 one is refuted, 3 one is undecided."""
        summary = self._content["summary"]
        return 1 if summary["fails"] else 3 if summary["undecided"] else 0

    @property
    def verdict(self) -> str:
        """The verdict on all claims of the file together: ``"holds"``, ``"fails"`` or ``"undecided"``."""
        return {0: "holds", 1: "fails", 3: "undecided"}[self.status]

    @property
    def ok(self) -> bool:
        """Whether every claim of the file came out as the file says."""
        return self.status == 0

    @property
    def summary(self) -> str:
        """A line that counts the claims that hold and those that fail."""
        found: str = self._content["summary"]["words"]
        return found

    @cached_property
    def statements(self) -> tuple[Claim, ...]:
        """All statements: the file's claims in its order, then the findings."""
        context = _Context(self._content)
        return tuple(Claim(part, context.of(part)) for part in self._content["statements"])

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The statements that the file claims."""
        return tuple(statement for statement in self.statements if statement.declared)

    def __getitem__(self, key: str | tuple[str, ...]) -> Claim:
        """``report["dp"]``; ``report["utility", "flat"]`` where a claim is there for several priors.

        Raises
        ------
        KeyError
            There is none, or there are several; it lists what there is.
        """
        name, *more = (key,) if isinstance(key, str) else key
        found = [s for s in self.statements if s.name == name and all(part in _parameters(s) for part in more)]
        if len(found) > 1:
            # The plain one of several is that without the parameters that were not named.
            plain = [s for s in found if len(_parameters(s)) == len(more)]
            found = plain if len(plain) == 1 else found
        if len(found) == 1:
            return found[0]
        there = ", ".join(repr((s.name, *_parameters(s))) if _parameters(s) else repr(s.name) for s in self.statements)
        said = "no such statement" if not found else "several statements"
        raise KeyError(f"{key!r}: {said}; there are {there}")

    def __contains__(self, name: object) -> bool:
        return any(statement.name == name for statement in self.statements)

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.statements)

    def __len__(self) -> int:
        return len(self.statements)

    @property
    def text(self) -> str:
        """The report as ``certify`` prints it, without the names of files."""
        return _core.text(self._file("mechanism").encode(), self._path, self.certificate)

    def to_html(self) -> str:
        """The page of ``certify --format html``: one HTML document with pictures, without scripts."""
        names = (self._path.replace("\\", "/").rpartition("/")[2], None)
        return _core.html(self._file("mechanism").encode(), self._path, self.certificate, names)

    def _repr_html_(self) -> str:
        """The page in a frame of its own, so that its looks stay inside; a table where the report has no files."""
        if not isinstance(self._content.get("certificate"), str):
            return _table.report(self)
        page = _html.escape(self.to_html(), quote=True)
        return f'<iframe sandbox srcdoc="{page}" style="width: 100%; height: 40em; border: 0"></iframe>'

    def to_dict(self) -> dict[str, Any]:
        """The report as ``dp-report/1``, with exact values whole."""
        found = {key: part for key, part in json.loads(self._line).items() if key not in ("about", "certificate")}
        return {**found, "format": "dp-report/1", "mechanism": self._about}

    def to_json(self, *, files: bool = False) -> str:
        """The report on one line: ``dp-report/1``, or with `files` ``dp-line/1``, which ``verify --jsonl`` reads."""
        if files:
            self._file("mechanism")
            return self._line.decode()
        return json.dumps(self.to_dict())

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each value of each statement, and one for each statement without values.

        Columns: ``claim``, ``prior``, ``declared``, ``verdict``, ``value`` (its name), ``exact`` (the object) and
        ``float``.
        """
        import pandas

        rows = []
        for s in self.statements:
            for name, value in s.values.items() or [(None, None)]:
                number = float(value) if isinstance(value, (Fraction, values.Irrational, float)) else None
                rows.append((s.name, s.prior, s.declared, s.verdict, name, value, number))
        return pandas.DataFrame(rows, columns=["claim", "prior", "declared", "verdict", "value", "exact", "float"])

    def __eq__(self, other: object) -> bool:
        return self._line == other._line if isinstance(other, Report) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._line)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Report, (self._line, self._path))

    def __str__(self) -> str:
        """The report as ``certify`` prints it; without its files a line for each statement."""
        if isinstance(self._content.get("certificate"), str) and isinstance(self._content.get("mechanism"), str):
            return self.text.rstrip()
        return "\n".join([self.summary, *(repr(statement) for statement in self.statements)])

    def __repr__(self) -> str:
        return f"<Report on {self._about.get('name') or 'unnamed'!r}: {self.summary}>"


def _parameters(statement: Claim) -> tuple[str, ...]:
    single = (statement.prior, statement.within, statement.from_)
    numbers = (statement.outputs, statement.distance, "at_most" if statement.at_most else None, statement.order)
    pair = None if statement.pair is None else ",".join(str(node) for node in statement.pair)
    graph = statement.graph if isinstance(statement.graph, str) else _edges(statement.graph)
    # A δ of 0 beside the file's is no parameter.
    terms = (statement.epsilon, statement.rho, pair, graph, statement.delta or None)
    more = tuple(str(part) for part in (*numbers, statement.bound, *terms) if part is not None)
    return tuple(part for part in single if part is not None) + statement.priors + more


def _edges(graph: dict[str, Any] | None) -> str | None:
    if graph is None:
        return None
    return f"{graph['edges']}{' directed' if graph.get('directed') else ''}"


def _epsilon(text: str) -> Fraction | str:
    try:
        return Fraction(text)
    except ValueError:
        return text


#: Of which value a logarithm is, and which.
LOGARITHMS = {"bits": ("multiplicative", "log2"), "epsilon_min": ("alpha_max", "-ln")}


class _Context:
    """What the numbers of a report mean: its α, and the constant."""

    def __init__(self, content: dict[str, Any]) -> None:
        # A file that declares ρ has no α, and its numbers are in `b` alone.
        self.kind: str = content["alpha"]["kind"] if "alpha" in content else "rational"
        self._content = content

    def of(self, part: Mapping[str, Any]) -> _Context:
        """That of a statement: where its numbers are in ``c``, e^-ε of its own ε, this is its α."""
        if "epsilon" not in part or not re.search(r"\bc\b", json.dumps(part.get("values", {}))):
            return self
        kind = "algebraic" if "ln" in part["epsilon"] else "transcendental"
        return _Own({"alpha": {"kind": kind}, "privacy": {"epsilon": part["epsilon"]}, "constant": None})

    @cached_property
    def constant(self) -> Any:
        """What ``b`` is: the report says so; a line of an earlier version has it in its file alone."""
        file = self._content.get("mechanism")
        if "constant" in self._content or not isinstance(file, str):
            return self._content.get("constant")
        return _exact.read(file.encode()).get("constant")

    @cached_property
    def file(self) -> str:
        file = self._content.get("mechanism")
        privacy = _exact.read(file.encode())["privacy"] if isinstance(file, str) else self._content["privacy"]
        return values.context(privacy, self.constant)

    def value(self, name: str, part: Any, beside: Mapping[str, Any]) -> Value:
        """A value as an object."""
        if isinstance(part, (bool, str)):
            return part
        if isinstance(part, list):
            return values.AlphaSet(tuple(_range(each) for each in part))
        if "pieces" in part:
            return values.Piecewise(tuple((each["on"], self.value(name, each, {})) for each in part["pieces"]))
        exact, decimal = part.get("exact"), part.get("decimal")
        if decimal == "inf":
            return float("inf")
        if name == "alpha_star" and isinstance(beside.get("set"), list):
            found = _star(beside["set"], exact)
            if found is not None:
                return found
        if exact is None and name in LOGARITHMS and LOGARITHMS[name][0] in beside:
            of, base = LOGARITHMS[name]
            argument = self.value(of, beside[of], {})
            if isinstance(argument, values.Power):
                return values.Transcendental(None, decimal)
            if isinstance(argument, (Fraction, values.Irrational)):
                return values.Logarithm(argument, base, decimal)
        if exact is None and name == "bits":
            # Shannon's, which are enclosed: there is no expression.
            return values.Transcendental(None, decimal)
        if exact is not None and ")^(" in exact:
            plain = not any(letter in exact for letter in "ab√x")
            return values.Power(exact, decimal) if plain else values.Algebraic(None, decimal)
        if exact is not None and not any(letter in exact for letter in "ab√x"):
            return values._fraction(exact)
        if exact is not None and "b" in exact and self.constant is None and self.kind != "symbolic":
            # The report says nowhere what b is, as it would be too long: decimals are known, and no more.
            is_power_of_e = self.kind == "transcendental"
            return (values.Transcendental if is_power_of_e else values.Algebraic)(None, decimal)
        if self.kind == "symbolic":
            constant = None if self.constant is None else json.dumps(self.constant)
            return values.Function(exact, constant)
        is_power_of_e = isinstance(self.constant, dict) and "exp" in self.constant
        is_of_b = is_power_of_e and exact is not None and "b" in exact
        return values.number(exact, decimal, self.file, "transcendental" if is_of_b else self.kind)

    def evidence(self, part: Mapping[str, Any] | None) -> Evidence | None:
        """A counterexample as fields."""
        if part is None:
            return None

        def number(each: Any) -> Value:
            return self.value("", each, {})

        def optional(each: Any) -> Value | None:
            return None if each is None else number(each)

        pair = part.get("pair")
        return Evidence(
            pair=None if pair is None else (_place(pair[0]), _place(pair[1])),
            output=_maybe(part.get("output")),
            set=tuple(_place(each) for each in part.get("set", ())),
            entries=tuple(number(each) for each in part.get("entries", ())),
            node=_maybe(part.get("node")),
            prior=tuple((_place(each["node"]), number(each["weight"])) for each in part.get("prior", ())),
            rows=tuple(
                FaultyRow(
                    _place(row["row"]), _maybe(row.get("output")), optional(row.get("entry")), optional(row.get("sum"))
                )
                for row in part.get("rows", ())
            ),
            at=part.get("at"),
            of=part.get("of"),
            part=part.get("part"),
            distance=values._fraction(part["distance"]) if "distance" in part else None,
        )


class _Own(_Context):
    """What the numbers of a statement mean that is about an ε of its own: ``c`` is e^-ε."""

    def value(self, name: str, part: Any, beside: Mapping[str, Any]) -> Value:
        """A value as an object."""
        if isinstance(part, dict) and isinstance(part.get("exact"), str):
            part = {**part, "exact": re.sub(r"\bc\b", "a", part["exact"])}
        return super().value(name, part, beside)


def _place(part: Mapping[str, Any]) -> Place:
    return Place(part["index"], part.get("label"))


def _maybe(part: Mapping[str, Any] | None) -> Place | None:
    return None if part is None else _place(part)


def _range(part: Any) -> values.Range:
    low, high = part if isinstance(part, list) else (part, part)
    return values.Range(values.root(low), values.root(high))


def _star(ranges: list[Any], exact: str | None) -> Value | None:
    """The end of the set that is written so, with its polynomial."""
    for part in ranges:
        for end in part if isinstance(part, list) else [part]:
            if end["exact"] == exact:
                return values.root(end)
    return None
