//! Claims about privacy constraints that are all tight, and the priors for which these mechanisms are best.

use super::{Entry, Example, Paper};
use dp_verify::model::{Kind, Verdict};

pub(super) const TIGHT_CONSTRAINTS_EXIST: Entry = Entry {
    kind: Kind::TightConstraintsExist,
    in_short: "some mechanism uses up all of its privacy here",
    meaning: "On this graph and at this ε there is a mechanism that uses up all of its privacy: for every output the \
        probabilities fall by exactly the factor α with each step away from one node. If there is one, it has the most utility \
        for a whole region of priors. The claim is about the query alone.",
    formula: "some z ≥ 0 has Φz = 1, where Φ_ij = α^d(i,j); then Φ·diag(z) is such a mechanism",
    values: &[
        ("sum", "Σ_i z_i, the same for all solutions"),
        ("unique", "whether there is only one such z"),
        ("least", "the smallest z_i, if Φ has an inverse; it shows by how much the claim holds or fails"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3 },
  "claims": ["tight-constraints-exist"]
}"#,
        verdict: Verdict::Holds,
        values: &[("sum", "5/3"), ("unique", "true"), ("least", "1/3")],
        why: "z = (2/3, 1/3, 2/3); the mechanism is the truncated geometric one",
    },
    witness: "holds: z; fails: w with wΦ ≥ 0 and Σ_i w_i < 0, which no z ≥ 0 with Φz = 1 allows",
    paper: Paper::at(Paper::ELSALAMOUNY, "Lemmas 3 and 4"),
};

pub(super) const TIGHT_CONSTRAINTS: Entry = Entry {
    kind: Kind::TightConstraints,
    in_short: "this mechanism uses up all of its privacy",
    meaning: "The mechanism is private, and its outputs can be renamed or merged so that each belongs to one node and its \
        probability falls by exactly the factor α with each step away from there. It wastes nothing of the declared ε, and is \
        optimal for every regular prior, with the binary gain.",
    formula: "X is ε-private, and some stochastic R has (XR)_ij = α^d(i,j)·(XR)_jj for all i and j",
    values: &[],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3 },
  "mechanism": { "matrix": [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]] },
  "claims": ["tight-constraints"]
}"#,
        verdict: Verdict::Holds,
        values: &[],
        why: "in each column the entries halve with every step away from the largest",
    },
    witness: "holds: the remap R; fails: none, because the utility at one prior is computed and falls short",
    paper: Paper::at(Paper::ELSALAMOUNY, "Definition 7; Theorem 1 and Corollary 2, as far as they are true"),
};

pub(super) const REGULAR: Entry = Entry {
    kind: Kind::Regular,
    in_short: "the prior changes slowly enough along the graph",
    meaning: "The prior changes slowly enough along the graph for ε: it is a mixture of the graph's corner priors. For such \
        priors one closed formula bounds the utility of all private mechanisms, with the binary gain, and tight-constraints \
        mechanisms, if there are any, reach it.",
    formula: "some y ≥ 0 has yΦ = π, where Φ_ij = α^d(i,j)",
    values: &[("sum", "the least Σ_i y_i: no private mechanism has more utility for π, with the binary gain")],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3 },
  "priors": { "flat": "uniform" },
  "claims": [{ "claim": "regular", "prior": "flat" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("sum", "5/9")],
        why: "y = (2/9, 1/9, 2/9); the truncated geometric mechanism has the utility 5/9",
    },
    witness: "holds: y, and v with Φv ≤ 1 that proves Σy least; fails: w with Φw ≥ 0 and π·w < 0",
    paper: Paper::at(Paper::ELSALAMOUNY, "Definition 5"),
};

pub(super) const THRESHOLD: Entry = Entry {
    kind: Kind::Threshold,
    in_short: "all α at which some mechanism uses up its privacy",
    meaning: "All α at which a mechanism with tight constraints exists on this graph, whatever α the file declares. Small α, \
        that is large ε, are always among them; papers ask for the first α at which the set ends. It may begin again further \
        up.",
    formula: "{α in (0, 1): some z ≥ 0 has Φz = 1}",
    values: &[
        ("set", "its intervals and points, with exact ends"),
        ("alpha_star", "the upper end of the first interval"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "sum", "individuals": 3, "max": 2 },
  "claims": ["threshold"]
}"#,
        verdict: Verdict::Holds,
        values: &[("set", "(0, √2/2]"), ("alpha_star", "√2/2")],
        why: "for the sum of three numbers from 0 to 2 there is one from ε = ln(2)/2 = 0.3466 on",
    },
    witness: "a z or a w on each part of the interval, and the numbers at which it is cut",
    paper: Paper::at(Paper::ELSALAMOUNY, "sections 5.1 and 6"),
};
