"""Files drawn at random out of all that a mechanism file may say, up to a thousand nodes: what nobody thought of making."""

import random
import struct

from made import MOST_BYTES, Made, below, draws, mechanism, written

CLAIMS = [
    "stochastic", "dp", "approximate-dp", "group-privacy", "renyi-dp", "bounded-range", "zcdp", "trade-off", "dp-within-rounding", "approximate-dp-within-rounding", "tight-constraints-exist",
    "tight-constraints", "regular", "utility", "utility-bound", "optimal", "universally-optimal", "jointly-optimal", "derivable", "leakage",
    "g-leakage", "g-capacity", "capacity", "mutual-information", "shannon-capacity", "leakage-bound", "individual-leakage", "threshold", "expected-error", "oblivious",
    "private-by-sample", "sampled-from",
]
OF_COUNTS = ("private-by-sample", "sampled-from")
OF_COMPLETIONS = ("dp", "approximate-dp")
NO_TABLE = ("tight-constraints-exist", "regular", "utility-bound", "jointly-optimal", "leakage-bound", "threshold")
# What takes a mechanism file besides deciding, and what takes its query.
COMMANDS = [
    "profile m.json", "profile m.json --format json", "trade-off m.json", "pattern m.json", "repair m.json -o r.json", "induced m.json -o r.json",
    "export --lp m.json --prior p0 -o m.lp", "export --vipr m.json --prior p0 -o m.vipr", "export --graph6 m.json", "m.json --bracket 12",
    "construct tight-constraints q.json -o r.json", "construct optimal q.json --prior p0 -o r.json", "construct exponential q.json -o r.json",
    "construct permute-and-flip q.json -o r.json", "construct report-noisy-max q.json --noise geometric -o r.json", "construct alvim q.json -o r.json",
    "construct product q.json -o r.json", "construct staircase q.json -o r.json", "construct subset-selection q.json -o r.json",
    "construct discrete-gaussian q.json --sigma-squared 9/4 -o r.json", "construct local-hashing q.json -o r.json",
    "construct subsampled q.json --rate 1/3 -o r.json", "construct truncated-geometric q.json -o r.json",
]
# Each of these is a file by itself: they are not together in what a call reads.
ALONE = ("c.json", "table.csv", "table.npy")


class Drawing:
    """Draws one file."""

    def __init__(self, seed):
        self.drawn = draws(seed)
        for _ in range(8):
            next(self.drawn)

    def below(self, most):
        return below(self.drawn, most)

    def one(self, of):
        return of[self.below(len(of))]

    def often(self, parts, of):
        return self.below(of) < parts

    def size(self, most):
        """From 2 to most, small ones as often as large ones."""
        doubled = 1
        while doubled * 2 <= most and self.below(10) > 0:
            doubled *= 2
        return min(most, max(2, doubled + self.below(doubled)))

    def digits(self):
        return self.one([1, 2, 3, 6, 12, 40, 300])

    def privacy(self):
        p, q = 1 + self.below(9), 2 + self.below(8)
        return self.one([
            {"alpha": f"{p}/{p + q}"}, {"alpha": f"{p}/{p + q}"}, {"alpha": "1/2"}, {"alpha": "0." + "9" * self.digits() + "7"}, {"alpha": "1e-40"},
            {"alpha": "1"}, {"alpha": f"{p**(k := 1 + self.below(60))}/{(p + q)**k}"}, {"alpha": "0." + "".join(str(1 + self.below(9)) for _ in range(self.digits()))},
            {"alpha": f"{2**(k := 64 << self.below(7)) - 1}/{2**k + 1}"}, {"alpha": f"{p}/{p + q}{'0' * (1 + self.below(200))}"},
            {"epsilon": "1"}, {"epsilon": "0.8"}, {"epsilon": "0.968133484697"}, {"epsilon": "1e-9"}, {"epsilon": "20"}, {"epsilon": f"{p}/{q}"},
            {"epsilon": "ln(2)/5"}, {"epsilon": f"ln({q})/{p}"}, {"epsilon": f"{p}/{q}*ln(3)"},
            {"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}, {"alpha": {"root_of": ["-1", "1", "0", "0", "0", "1"], "between": ["0", "1"]}},
            {"alpha": "symbolic", "between": ["0", "1"]}, {"alpha": "symbolic", "between": ["0", "1"]}, {"alpha": "symbolic", "between": ["1/3", "2/3"]},
        ])

    def query(self):
        """A query, and how many nodes it has; of a Hamming graph its numbers too."""
        kind = self.one(["line", "cycle", "complete", "star", "hamming", "hamming", "sum", "counts", "edges", "edges", "lengths", "databases", "databases"])
        if kind in ("line", "cycle", "complete", "star"):
            n = max(3, self.size(1_200))
            return {"graph": kind, "nodes": n}, n, (n, 1) if kind == "complete" else None
        if kind in ("hamming", "databases"):
            values = self.one([2, 2, 2, 3, 4, 5, 7, 12, 30])
            individuals = 1 + self.below(4)
            while values == 2 and individuals < 10 and self.often(2, 3):
                individuals += 1
            while values**individuals > 1_100:
                individuals -= 1
            n = values**individuals
            if kind == "hamming":
                return {"graph": kind, "values": values, "individuals": individuals}, n, (values, individuals)
            answers = self.size(min(n, 40))
            told = [s if s < answers else self.below(answers) for s in range(n)]
            query = {"databases": {"values": values, "individuals": individuals}, "answers": [str(a) for a in told]}
            return query, n if self.often(1, 2) else len(set(told)), None
        if kind == "sum":
            individuals, most = self.size(60), 1 + self.below(12)
            return {"graph": kind, "individuals": individuals, "max": most}, individuals * most + 1, None
        if kind == "counts":
            queries = 1 + self.below(4)
            individuals = 1 + self.below([0, 300, 30, 9, 5][queries])
            return {"graph": kind, "individuals": individuals, "queries": queries}, (individuals + 1) ** queries, None
        n = self.size(700)
        lengths = ["1/2", "3/2", "1", "2", "3"] if self.often(2, 3) else ["1/3", "7/10", "12/7", "1.01", "5"]
        edge = lambda i, j: [i, j] if kind == "edges" else [i, j, self.one(lengths)]
        way = self.one(["tree", "sparse", "dense", "caterpillar"])
        pairs = {(self.below(j) if way != "caterpillar" else max(0, j - 1 - self.below(3)), j) for j in range(1, n)}
        more = {"tree": 0, "caterpillar": 0, "sparse": n, "dense": min(20_000, n * n // 4)}[way]
        for _ in range(more):
            i, j = self.below(n), self.below(n)
            if i != j:
                pairs.add((min(i, j), max(i, j)))
        return {"nodes": n, "edges": [edge(i, j) for i, j in sorted(pairs)]}, n, None

    def entries(self, width, symbol):
        """A distribution of that width."""
        digits = self.one([1, 1, 2, 2, 4, 12, 40])
        weights = [1 + self.below(min(10**digits, 1 << 30)) * (1 if digits < 10 else 1 + 10 ** (digits - 9)) for _ in range(width)]
        if self.often(1, 8):
            weights[self.below(width)] = 0
        total = sum(weights) or 1
        if symbol and self.often(1, 2):
            return [f"{w}/{total}*(1+{symbol})/2" for w in weights[1:]] + [f"1-({total - weights[0]})/{total}*(1+{symbol})/2"]
        return [f"{w}/{total}" for w in weights]

    def matrix(self, height, width, symbol=None):
        """A table within what a file may have: rows drawn, or near to each other, or few unlike ones."""
        width = max(1, min(width, 600_000 // max(1, height) // 8))
        few = [self.entries(width, symbol) for _ in range(min(height, self.one([1, 2, 5, 10_000])))]
        return {"matrix": [self.one(few) if len(few) < height else few[i] for i in range(height)]}

    def outputs(self, n):
        return self.one([n, n, 2, 3, 8, max(2, n // 2), self.size(400)])

    def counts(self, n):
        """Counts of runs: few outputs or many, and as many runs as there may be, or few; at all nodes alike or not."""
        width = max(2, min(self.one([2, 3, 4, 8, 12, 12, 16, self.size(400), n]), 60_000 // n))
        most = self.one([0, 1, 9, 1_000, 10**6, 10**9, 10**12]) // width
        count = lambda: (most + 1) * self.below(10**6) // 10**6
        alike = [count() for _ in range(width)]
        near = self.often(1, 2)
        rows = [[c - self.below(c // 50 + 1) if near else count() for c in alike] for _ in range(n)]
        made = {"counts": rows, "confidence": self.one(["0.95", "1/2", "1-1e-12", "1e-9"])}
        kind = self.one(["outputs", "outputs", "at-least", "all", "list"])
        if kind == "list":
            sets = {tuple(sorted({self.below(width) for _ in range(self.size(width))})) for _ in range(self.size(self.one([4, 60, 2_000])))}
            made["events"] = sorted(list(s) for s in sets if len(s) < width)
        if kind in ("outputs", "at-least") or kind == "all" and width <= 16:
            made["events"] = kind
        return made if made.get("events", "outputs") else {**made, "events": "outputs"}

    def mechanism(self, query, n, hamming, symbol, family, is_counted):
        if is_counted:
            return self.counts(n)
        kind = self.one(["none", "family", "family", "matrix", "matrix", "matrix", "rounding", "product", "compose", "compose"])
        if self.often(1, 8):
            family = "uniform"
        if kind == "none":
            return {}
        if kind == "product" and query.get("graph") == "hamming":
            values, individuals = hamming
            parent = self.matrix(values, self.one([values, 2, 5]), symbol) if self.often(1, 2) else {"family": self.one(["randomised-response", "uniform"])}
            return {"product": parent, "individuals": individuals}
        if kind == "compose":
            part = lambda: self.matrix(n, 1 + self.size(6), symbol) if self.often(2, 3) or n > 60 else {"family": family, **({} if family == "uniform" else {"alpha": symbol or "1/2"})}
            return {"compose": [{**part(), "times": self.size(self.one([2, 10, 100]))} for _ in range(1 + self.below(2))]}
        if kind == "family" or n > 500 and self.often(1, 2):
            if query.get("graph") in ("line", "sum") and self.often(1, 2):
                return self.noise(n)
            return {"family": family}
        table = self.matrix(n, self.outputs(n), symbol)
        if kind == "matrix" and self.often(1, 3) and not any(len(edge) == 3 for edge in query.get("edges", [])):
            return self.lacking(table["matrix"])
        return {**table, "rounding": self.one(["0.05", "0.001", "1e-12", "1/4"])} if kind == "rounding" else table

    def lacking(self, rows):
        """A table of which mass is missing: of each row the same part, or none."""
        parts = [self.one([20, 19, 19, 10, self.below(21)]) for _ in rows]
        made = {"matrix": [[f"({x})*{k}/20" for x in row] for row, k in zip(rows, parts)], "missing": [f"{20 - k}/20" for k in parts]}
        return {**made, "further_outputs": self.often(1, 2)} if self.often(2, 3) else made

    def prior(self, n, hamming, symbol):
        kind = self.one(["uniform", "corner", "point", "list", "list", "tied", "product", "symbol"])
        if kind in ("corner", "point"):
            return {kind: self.below(n)}
        if kind == "product" and hamming:
            return {"product": [self.entries(hamming[0], None)]}
        if kind == "symbol" and symbol and n < 400:
            return self.entries(n, symbol)
        if kind == "tied":
            few = [1 + self.below(3) for _ in range(n)]
            return [f"{w}/{sum(few)}" for w in few]
        return "uniform" if kind in ("uniform", "product", "symbol") else self.entries(n, None)

    def gain(self, query, n, symbol):
        kind = self.one(["none", "none", "distance", "loss", "loss", "matrix", "matrix", "symbol"])
        if kind == "none":
            return {}
        if kind == "loss" and query.get("graph") in ("line", "sum"):
            return {"loss": self.one(["absolute", "squared"])}
        if kind in ("distance", "loss"):
            return {"gain": "distance"}
        guesses = max(1, min(self.one([2, 3, n, self.size(60)]), 300_000 // n // 5))
        numbers = ["0", "1", "2", "1/2", "3/7", "0.25", "-1"] if kind == "matrix" else ["0", "1", symbol or "1", f"1-{symbol or 0}", "2/3"]
        if self.often(1, 3):
            return {"gain": [[f"{self.below(1000)}/{1 + self.below(50)}" for _ in range(n)] for _ in range(guesses)]}
        return {"gain": [[self.one(numbers) for _ in range(n)] for _ in range(guesses)]}

    def noise(self, n):
        """Geometric noise on all whole numbers, told in some way."""
        least = self.one([-5, 0, n // 2, 10 ** 4, -10 ** 17])
        reports = [{"at_least": least}, {"clamp": [least, least + self.one([0, 3, n, 10 ** 5])]}, {"modulo": self.one([1, 7, n, 4000, 10 ** 6])},
                   {"round_to": self.one([1, 2, 5, n, 10 ** 17])}]
        return {"family": "geometric", **({} if self.often(1, 3) else {"report": self.one(reports)})}

    def claim(self, name, names, family, is_missing=False):
        claim = {"claim": name}
        if is_missing and name in OF_COMPLETIONS:
            value = {"dp": ["epsilon_at_least", "epsilon_at_most"], "approximate-dp": ["delta_at_least", "delta_at_most"]}[name]
            expected = {self.one(value): {self.one(["equals", "at_least", "at_most"]): self.one(["0", "1/2", "7/1000"])}}
            return {**claim, "expect": expected} if self.often(1, 3) else claim
        if name in ("regular", "utility", "utility-bound", "optimal", "leakage", "g-leakage", "mutual-information", "leakage-bound"):
            claim["prior"] = self.one(names)
        if name == "optimal" and self.often(1, 4):
            claim["within"] = self.one(["1/1000", "0", "1/3"])
        if name == "optimal" and self.often(1, 4):
            claim["delta"] = self.one(["1/1000", "0", "1/3", "1e-9"])
        if name == "jointly-optimal":
            claim["priors"] = names[: 2 + self.below(2)] if len(names) > 2 else names
        if name == "group-privacy":
            claim["distance"] = 1 + self.below(4)
        if name == "renyi-dp":
            claim |= {"order": self.one([2, 3, 5, 20, 64]), "bound": self.one(["0", "1", "0.85", "40"])}
        if name == "bounded-range":
            claim["epsilon"] = self.one(["0", "1", "2.2", "40"])
        if name == "zcdp":
            claim["rho"] = self.one(["0", "1", "0.55", "40", "1e300"])
            if self.often(1, 2):
                claim["epsilon"] = self.one(["0", "1", "1e-300", "1e300"])
        if name == "private-by-sample":
            claim["at_most"] = self.one(["0", "1/10", "1/2", "1", "1e-9"])
        if name in ("trade-off", "derivable", "sampled-from"):
            claim["from"] = self.one([family, family, "uniform", "other.json"])
        if name == "trade-off" and self.often(1, 2):
            claim["pair"] = [0, 1]
        if name == "approximate-dp" and self.often(1, 3):
            claim["adaptive"] = True
        if name == "leakage-bound" and self.often(1, 3):
            claim["outputs"] = 1 + self.below(9)
        if self.often(1, 6):
            value = {"dp": "alpha_max", "approximate-dp": "delta_min", "utility-bound": "optimum", "leakage": "bits", "capacity": "bits", "mutual-information": "bits", "shannon-capacity": "bits", "threshold": "alpha_star",
                     "tight-constraints-exist": "least", "optimal": "optimum", "jointly-optimal": "joint", "utility": "utility", "g-capacity": "bits"}.get(name)
            if value:
                claim["expect"] = {value: {self.one(["equals", "at_least", "at_most"]): self.one(["1/2", "0.3333333333333333333333", "1", "7/1000"])}}
        return claim

    def is_possible(self, name, query, table, n):
        """Whether the file has what a claim needs."""
        graph, table = query.get("graph"), table or {}
        if "counts" in table or name in OF_COUNTS:
            return "counts" in table and name in OF_COUNTS + NO_TABLE
        if "missing" in table:
            return name in OF_COMPLETIONS + NO_TABLE
        if name == "expected-error":
            return graph == "hamming" and len(table.get("matrix", [[]])[0]) in (0, n) and bool(table)
        if name == "individual-leakage":
            return graph == "hamming" and bool(table)
        if name == "oblivious":
            return "databases" in query and len(table.get("matrix", [])) == n and bool(table)
        return name in NO_TABLE or bool(table) and (not name.endswith("dp-within-rounding") or "rounding" in table)

    def constant(self, privacy):
        """The number b, where there can be one."""
        ways = [{"root_of_alpha": 1 + self.below(5)}]
        if privacy.get("alpha") != "symbolic":
            ways.append({"exp": "-1/8"})
        if isinstance(privacy.get("alpha"), str) and privacy["alpha"] != "symbolic":
            ways.append({"root_of": ["-2", "0", "1"], "between": ["0", "2"]})
        return self.one(ways)

    def file(self):
        """A mechanism file, and those beside it: its query, and what its claims name."""
        query, n, hamming = self.query()
        self.nodes = n
        lengths = any(len(edge) == 3 for edge in query.get("edges", []))
        privacy, beside, symbol = self.privacy(), {}, self.one(["a", None])
        if self.often(1, 12):
            beside["constant"], symbol = self.constant(privacy), self.one(["a", "b"])
        if self.often(1, 6) and not lengths:
            privacy["delta"] = self.one(["1/100", "1e-9", "0.4"])
        family = {"line": "truncated-geometric", "complete": "randomised-response", "hamming": "exponential"}.get(query.get("graph"), "uniform")
        is_counted = self.often(1, 8) and not lengths and privacy.get("alpha") != "symbolic"
        if table := self.mechanism(query, n, hamming, symbol, family, is_counted):
            beside["mechanism"] = table
        priors = {f"p{k}": self.prior(n, hamming, symbol) for k in range(1 + self.below(4))}
        of_counts = OF_COUNTS * 4 if is_counted else ()
        possible = [name for name in (*CLAIMS, *of_counts) if self.is_possible(name, query, beside.get("mechanism"), n)]
        is_missing = "missing" in beside.get("mechanism", {})
        possible += OF_COMPLETIONS * 4 if is_missing else ()
        claims = [self.claim(self.one(possible), list(priors), family, is_missing) for _ in range(self.one([1, 1, 1, 2, 2, 5]))]
        document = {"format": "dp-mechanism/1", "privacy": privacy, "query": query, **beside, "priors": priors, **self.gain(query, n, symbol), "claims": claims}
        others = {"q.json": written({key: value for key, value in document.items() if key not in ("mechanism", "claims")})}
        if any(claim.get("from") == "other.json" for claim in claims):
            width = len(beside["mechanism"]["counts"][0]) if is_counted else self.outputs(n)
            other = self.matrix(n, width, symbol) if n < 500 else {"family": "uniform"}
            others["other.json"] = mechanism(query=query, privacy=privacy, mechanism=other)
        return document, others

    def table(self, document):
        """A table by itself, as CSV or as an array of NumPy, to be imported with what the file has but the mechanism."""
        n = self.nodes
        columns = self.outputs(n)
        is_array, style = self.often(1, 3), self.one(["decimal", "decimal", "counts", "percent", "tiny", "names"])
        digits = self.one([1, 2, 4, 9, 17, 40])
        columns = max(1, min(columns, MOST_BYTES // n // (9 if is_array else digits + 10)))
        drawn = random.Random(self.below(1 << 30))
        weights = [[drawn.random() ** self.one([1, 1, 8, 300]) for _ in range(columns)] for _ in range(n)]
        rows = [[w / (sum(row) or 1) for w in row] for row in weights]
        if is_array:
            header = f"{{'descr': '<f8', 'fortran_order': {self.often(1, 2)}, 'shape': ({n}, {columns}), }}"
            header += " " * (63 - (len(header) + 10) % 64) + "\n"
            floats = struct.pack(f"<{n * columns}d", *(w for row in rows for w in row))
            name, data = "table.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + floats
        else:
            cell = {"decimal": lambda w: f"{w:.{digits}f}", "counts": lambda w: str(int(w * 10**digits)), "percent": lambda w: f"{100 * w:.{digits}f}%",
                    "tiny": lambda w: f"{w / 10 ** self.one([0, 9, 200]):.{digits}e}", "names": lambda w: f"{w:.{digits}f}"}[style]
            lines = [",".join(map(cell, row)) for row in rows]
            if style == "names":
                lines = [",".join(f"o{o}" for o in range(columns)), *lines]
            name, data = "table.csv", "\n".join(lines) + "\n"
        query = {key: value for key, value in document.items() if key != "mechanism"}
        query["claims"] = [claim for claim in query["claims"] if claim["claim"] not in ("dp-within-rounding", "approximate-dp-within-rounding", "expected-error", "oblivious")]
        normalised = self.one(["--normalise=any", "--normalise=any", "--normalise", "--percent=no"])
        calls = [f"certify import {name} c.json -o imported.json {normalised}", "certify imported.json -o imported.cert.json", "verify imported.json imported.cert.json"]
        return {name: data, "c.json": written(query)}, [call.split() for call in calls]


def drawn(seed):
    """The file of a number, and the calls: `certify`, `verify` of what it wrote, a command, now and then `--elaborate`, and a table."""
    of = Drawing(seed)
    while True:
        document, others = of.file()
        text, claims = written(document), document["claims"]
        if max(len(text) + len(others.get("other.json", "")), len(others["q.json"])) < MOST_BYTES:
            break
    only = [] if of.often(1, 2) else ["--only", of.one(claims)["claim"] if of.often(1, 2) else "stochastic"]
    beside = of.one([[], [], [], ["--route", "program"], ["--format", "json", "--exact"], ["--format", "html"]])
    calls = [["certify", "m.json", "-o", "made.json", *only, *beside]]
    calls.append(["verify", "m.json", "made.json", *of.one([[], [], ["--format", "json"], ["--holds"]])])
    calls.append(["certify", *of.one(COMMANDS).split()])
    if of.often(1, 6):
        calls.append(["verify", "--elaborate", "m.json"])
    if of.often(1, 3) and of.nodes <= 700:
        tables, more = of.table(document)
        others, calls = {**others, **tables}, calls + more
    return Made({"m.json": text, **others}, calls)
