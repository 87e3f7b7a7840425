//! Claims about how much a mechanism's output is worth to somebody who guesses.

use super::{Entry, Example, Paper};
use dp_verify::model::{Kind, Verdict};

pub(super) const UTILITY: Entry = Entry {
    kind: Kind::Utility,
    in_short: "how well a guess by the output does",
    meaning: "Somebody knows how probable each answer is (the prior), sees the output and guesses the answer as well as \
        possible. The utility is what that guess is worth on average: with the binary gain, the probability that it is right. \
        The claim only states a number, which the report gives.",
    formula: "U(X, π) = Σ_o max_w Σ_i π_i·x_io·g(w, i)",
    values: &[("utility", "U(X, π)"), ("loss", "−U(X, π), if the file gives a loss instead of a gain")],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(3)" },
  "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "priors": { "flat": "uniform" },
  "claims": [{ "claim": "utility", "prior": "flat" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("utility", "3/4")],
        why: "if you believe the output, you are right three times out of four",
    },
    witness: "none: it is computed, the best guess for each output by itself",
    paper: Paper::at(Paper::ALVIM, "section 5"),
};

pub(super) const UTILITY_BOUND: Entry = Entry {
    kind: Kind::UtilityBound,
    in_short: "what no private mechanism exceeds in utility",
    meaning: "A bound on the utility of every ε-private mechanism on this graph for the prior, with the binary gain: it shows \
        the least that privacy costs. For a regular prior it is the papers' bound; for others it is a bound too. It may be more \
        than any mechanism reaches; what the best one reaches is given next to it, if it is found.",
    formula: "the least Σ_i y_i with y ≥ 0 and yΦ ≥ π",
    values: &[
        ("bound", "this number"),
        ("optimum", "the most utility that an ε-private mechanism has, if it is found"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 2 },
  "priors": { "flat": "uniform" },
  "claims": [{ "claim": "utility-bound", "prior": "flat" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("bound", "2/3"), ("optimum", "2/3")],
        why: "a coin that tells the truth two times out of three reaches it",
    },
    witness: "y, and v ≥ 0 with Φv ≤ 1 and π·v = Σy, which proves that no y has less",
    paper: Paper::at(Paper::ELSALAMOUNY, "Theorem 1"),
};

pub(super) const OPTIMAL: Entry = Entry {
    kind: Kind::Optimal,
    in_short: "no private mechanism has more utility for a prior",
    meaning: "No ε-private mechanism on this graph, whatever its outputs, has more utility for this prior and the file's gain. \
        It is a claim about all private mechanisms, and about one prior: the same table may not be optimal for another. With \
        \"within\": \"1e-9\" beside the prior it says that none has over 10^-9 more, which suits a table of decimals. With \
        \"delta\": \"1/100\" it is about all (ε, 1/100)-private mechanisms, and X must be one; without it, it is about ε-private \
        ones, whatever δ the file declares.",
    formula: "X is (ε, delta)-private, and U(X, π) + within ≥ U(X', π) for every (ε, delta)-private X' on the graph; delta and \
        within are 0 if not given",
    values: &[
        ("utility", "U(X, π)"),
        ("optimum", "the most utility that such a mechanism has"),
        ("loss", "−utility, if the file gives a loss"),
        ("least_loss", "−optimum, if the file gives a loss"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "complete", "nodes": 3 },
  "mechanism": { "matrix": [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]] },
  "priors": { "flat": "uniform" },
  "claims": [{ "claim": "optimal", "prior": "flat" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("utility", "1/2"), ("optimum", "1/2")],
        why: "randomised response is best if all answers are neighbours and equally probable",
    },
    witness: "holds: a solution of the dual linear program with the same value; fails: a better mechanism",
    paper: Paper::at(Paper::GHOSH, "section 5, the user-specific linear program"),
};

pub(super) const UNIVERSALLY_OPTIMAL: Entry = Entry {
    kind: Kind::UniversallyOptimal,
    in_short: "optimal for every prior, by the binary gain",
    meaning: "The mechanism has the most utility for every prior at once, by the binary gain, whatever the file's gain is: \
        nobody who uses it, whatever they believe, could have been served better with the same ε. On a line the geometric \
        mechanism is like that; on most graphs none is.",
    formula: "X is optimal for every π, with g(w, x) = 1 if w = x and else 0",
    values: &[],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3 },
  "mechanism": { "family": "truncated-geometric" },
  "claims": ["universally-optimal"]
}"#,
        verdict: Verdict::Holds,
        values: &[],
        why: "a count with the truncated geometric mechanism",
    },
    witness: "holds: on a forest a remap to tight constraints, otherwise a bound for each prior that decides; fails: a prior and \
        a better mechanism for it",
    paper: Paper::at(Paper::GHOSH, "Theorem 3.1"),
};

pub(super) const JOINTLY_OPTIMAL: Entry = Entry {
    kind: Kind::JointlyOptimal,
    in_short: "one mechanism serves several priors at once",
    meaning: "One mechanism can serve users with different priors as well as if each had a mechanism of their own. The claim is \
        about the graph, ε and these priors, not about the file's table.",
    formula: "max_X Σ_k U(X, π_k) = Σ_k max_X U(X, π_k), over all ε-private X",
    values: &[
        ("joint", "the largest sum of utilities that one mechanism has"),
        ("separate", "the sum of the utilities of each prior's own best mechanism"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "cycle", "nodes": 4 },
  "priors": { "even": ["1/2", 0, "1/2", 0], "odd": [0, "1/2", 0, "1/2"] },
  "claims": [{ "claim": "jointly-optimal", "priors": ["even", "odd"] }]
}"#,
        verdict: Verdict::Fails,
        values: &[("joint", "4/3"), ("separate", "3/2")],
        why: "a mechanism that tells 0 from 2 as well as it can is a poor one for telling 1 from 3",
    },
    witness: "a mechanism and a bound that meet, for all priors together and for each by itself",
    paper: Paper::at(
        Paper::GHOSH,
        "Theorem 6.3; Brenner and Nissim, Impossibility of differentially private universally optimal mechanisms",
    ),
};

pub(super) const DERIVABLE: Entry = Entry {
    kind: Kind::Derivable,
    in_short: "it is another mechanism with its output changed",
    meaning: "You get the mechanism by running another one and then changing its output at random, without looking at the data \
        again. A derived mechanism is at most as useful, and leaks at most as much, as the one it is derived from.",
    formula: "X = Y·R for the other mechanism Y and some stochastic R",
    values: &[],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3 },
  "mechanism": { "matrix": [["2/3", "1/3"], ["1/3", "2/3"], ["1/6", "5/6"]] },
  "claims": [{ "claim": "derivable", "from": "truncated-geometric" }]
}"#,
        verdict: Verdict::Holds,
        values: &[],
        why: "the truncated geometric mechanism with the outputs 1 and 2 merged",
    },
    witness: "holds: R; fails: numbers that prove that there is no R (Farkas' lemma)",
    paper: Paper::at(Paper::GHOSH, "section 2.3"),
};
