//! Claims about the table itself: that it is a mechanism, and that it is private.

use super::{Entry, Example, Paper};
use dp_verify::model::{Kind, Verdict};

pub(super) const STOCHASTIC: Entry = Entry {
    kind: Kind::Stochastic,
    in_short: "every row of the table sums to exactly 1",
    meaning: "Every row of the table is a probability distribution: no entry is negative, and each row sums to exactly 1. A row \
        of printed digits that sums to 0.999 is not one, and then the claims about the table as a mechanism fail.",
    formula: "x_io ≥ 0 for all i and o; Σ_o x_io = 1 for all i",
    values: &[],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "alpha": "1/2" },
  "query": { "graph": "line", "nodes": 2 },
  "mechanism": { "matrix": [["0.667", "0.333"], ["0.333", "0.666"]] },
  "claims": ["stochastic"]
}"#,
        verdict: Verdict::Fails,
        values: &[],
        why: "row 1 sums to 0.999",
    },
    witness: "none: all sums are computed; a refutation may name the row",
    paper: Paper::whole("the definition of a channel"),
};

pub(super) const STOCHASTIC_WITHIN_ROUNDING: Entry = Entry {
    kind: Kind::StochasticWithinRounding,
    in_short: "some stochastic table rounds to the printed one",
    meaning: "The table was printed with rounded digits, and there is a table of probability distributions that may be the one \
        that was meant: each of its entries lies within the file's \"rounding\" of the printed one. A file with \"rounding\" \
        claims this instead of `stochastic`, unless it claims that itself. Claims about the table as a mechanism still need rows \
        that sum to exactly 1.",
    formula: "x_io ≥ −r for all i and o; Σ_o max(0, x_io − r) ≤ 1 ≤ Σ_o (x_io + r) for all i, r the rounding",
    values: &[],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 2 },
  "mechanism": { "matrix": [["0.33", "0.33", "0.33"], ["1/3", "1/3", "1/3"]], "rounding": "0.005" },
  "claims": ["stochastic-within-rounding"]
}"#,
        verdict: Verdict::Holds,
        values: &[],
        why: "three thirds, printed with two digits",
    },
    witness: "none: all sums are computed",
    paper: Paper::whole("sums of intervals"),
};

pub(super) const DP: Entry = Entry {
    kind: Kind::Dp,
    in_short: "the table is ε-differentially private",
    meaning: "Whoever sees the output learns little about which of two neighbours is the true answer: no output is more than e^ε \
        times as likely for one as for the other. The smaller ε, the stronger the promise. It depends on who is whose neighbour, \
        which the file's query says (see `certify explain graphs`). If edges have lengths, ε is promised per unit of length, for \
        any two answers according to their distance.",
    formula: "X ≥ 0, and α·x_io ≤ x_ho for all neighbours i ~ h and all outputs o, where α = e^-ε; α^d(i,h)·x_io ≤ x_ho for all \
        i and h if edges have lengths",
    values: &[
        ("alpha_max", "the largest α up to 1 for which it holds, 0 if there is none"),
        ("epsilon_min", "the smallest ε, −ln of alpha_max"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "claims": ["dp"]
}"#,
        verdict: Verdict::Fails,
        values: &[("alpha_max", "1/3"), ("epsilon_min", "1.09861228867")],
        why: "3/4 is three times 1/4, and e^ε = 2; the table is private from ε = ln(3) on",
    },
    witness: "none: all ratios are computed; a pair of neighbours and an output may show where it is decided",
    paper: Paper::whole("Dwork, McSherry, Nissim, Smith, Calibrating noise to sensitivity in private data analysis"),
};

pub(super) const APPROXIMATE_DP: Entry = Entry {
    kind: Kind::ApproximateDp,
    in_short: "the table is (ε, δ)-differentially private",
    meaning: "Like dp, with an allowance δ: the probability of every set of outputs under one answer is at most e^ε times that \
        under a neighbour, plus δ. With δ = 0 it is dp. A file that declares a \"delta\" claims this instead of dp. If a table \
        has \"rounding\" and a printed row does not sum to 1, the question makes no sense: it is undecided, and \
        `approximate-dp-within-rounding` is claimed instead.",
    formula: "Σ_{o ∈ S} x_io ≤ e^ε·Σ_{o ∈ S} x_ho + δ for all i ~ h, in both orders, and all sets S of outputs",
    values: &[
        ("delta_min", "the smallest δ at this ε"),
        ("alpha_max", "the largest α at this δ"),
        ("epsilon_min", "the smallest ε at this δ, −ln of alpha_max"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)", "delta": "1/4" },
  "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "claims": ["approximate-dp"]
}"#,
        verdict: Verdict::Holds,
        values: &[("delta_min", "1/4"), ("alpha_max", "1/2"), ("epsilon_min", "0.693147180560")],
        why: "3/4 = 2·1/4 + 1/4: there is nothing to spare",
    },
    witness: "none: the worst set is computed for each pair; a pair and its set may show where it is decided",
    paper: Paper::whole(
        "Dwork, Kenthapadi, McSherry, Mironov, Naor, Our data, ourselves: privacy via distributed noise generation",
    ),
};

pub(super) const DP_WITHIN_ROUNDING: Entry = Entry {
    kind: Kind::DpWithinRounding,
    in_short: "some private table rounds to the printed one",
    meaning: "The table was printed with rounded digits, and there is an ε-private mechanism that may be the one that was meant: \
        each of its entries lies within the file's \"rounding\" of the printed one. The printed table itself need not be \
        private, and its rows need not sum to 1.",
    formula: "some M ≥ 0 has Σ_o m_io = 1, α·m_io ≤ m_ho for i ~ h, and |m_io − x_io| ≤ rounding",
    values: &[],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 2 },
  "mechanism": { "matrix": [["0.67", "0.33"], ["0.33", "0.67"]], "rounding": "0.005" },
  "claims": ["dp-within-rounding", { "claim": "dp", "expect": { "verdict": "fails" } }]
}"#,
        verdict: Verdict::Holds,
        values: &[],
        why: "2/3 and 1/3 are private at ln(2) and are printed like this; 0.67 and 0.33 are not private",
    },
    witness: "holds: the mechanism M; fails: an entry below −rounding, or multipliers that prove that there is no M",
    paper: Paper::whole("a linear program; Farkas' lemma"),
};

pub(super) const APPROXIMATE_DP_WITHIN_ROUNDING: Entry = Entry {
    kind: Kind::ApproximateDpWithinRounding,
    in_short: "some (ε, δ)-private table rounds to this one",
    meaning: "Like dp-within-rounding, with the file's δ: there is an (ε, δ)-private mechanism that may be the one that was \
        meant, each of its entries within the file's \"rounding\" of the printed one. If a file declares a \"delta\" and a \
        printed row does not sum to 1, this is claimed instead of `approximate-dp`: sets of outputs of such rows say nothing \
        about the true ones. If it holds, the mechanism that was meant may still not be private: others round to the same \
        table.",
    formula: "some M ≥ 0 has Σ_o m_io = 1, Σ_o max(0, m_io − e^ε·m_ho) ≤ δ for i ~ h in both orders, and |m_io − x_io| ≤ \
        rounding",
    values: &[("delta_min", "the smallest δ at this ε of all tables that round to the printed one, at a rational α")],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)", "delta": "1/10" },
  "query": { "graph": "line", "nodes": 2 },
  "mechanism": { "matrix": [["0.70", "0.31"], ["0.30", "0.69"]], "rounding": "0.005" },
  "claims": ["approximate-dp-within-rounding"]
}"#,
        verdict: Verdict::Holds,
        values: &[("delta_min", "17/200")],
        why: "within the rounding 0.695 and 0.305 alone sum to 1, and 0.695 = 2·0.305 + 0.085",
    },
    witness: "a mechanism M, and multipliers that prove that none within the rounding needs a smaller δ",
    paper: Paper::whole("a linear program and its dual"),
};

pub(super) const EXPECTED_ERROR: Entry = Entry {
    kind: Kind::ExpectedError,
    in_short: "how many values of a database it gets wrong",
    meaning: "How many individuals' values the output gets wrong, on average, for the worst database; and the least that any \
        private mechanism can have. It is for mechanisms that output a database like the one that goes in, as in local privacy.",
    formula: "max_i Σ_o x_io·d(i, o), on a Hamming graph of u individuals with v values",
    values: &[
        ("error", "this number"),
        ("bound", "u(v−1)(1−δ)/(e^ε + v − 1), the least of any (ε, δ)-private mechanism"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "hamming", "values": 2, "individuals": 2 },
  "mechanism": { "family": "exponential" },
  "claims": ["expected-error"]
}"#,
        verdict: Verdict::Holds,
        values: &[("error", "2/3"), ("bound", "2/3")],
        why: "each of the two values is wrong with probability 1/3, and no mechanism does better",
    },
    witness: "none: it is computed",
    paper: Paper::at(Paper::HOLOHAN, "section 3.3, Theorems 5 and 9"),
};

pub(super) const OBLIVIOUS: Entry = Entry {
    kind: Kind::Oblivious,
    in_short: "databases with the same answer are treated alike",
    meaning: "The mechanism looks at the database only through the query's answer: databases with the same answer are treated \
        alike. Such a mechanism can be judged on the answers alone; `certify induced` writes that mechanism.",
    formula: "x_io = x_ho for all databases i and h with the same answer, and all outputs o",
    values: &[],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "databases": { "values": 2, "individuals": 2 }, "answers": [0, 1, 1, 2] },
  "mechanism": { "matrix": [["2/3", "1/3"], ["1/2", "1/2"], ["2/5", "3/5"], ["1/3", "2/3"]] },
  "claims": ["oblivious"]
}"#,
        verdict: Verdict::Fails,
        values: &[],
        why: "the databases (0,1) and (1,0) both have the answer 1, and different rows",
    },
    witness: "none: all rows are compared; a refutation may name two databases and an output",
    paper: Paper::at(Paper::GHOSH, "sections 2.1 and 6.2"),
};
