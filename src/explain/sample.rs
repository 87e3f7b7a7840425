//! Claims about counts of runs, where there is no table.

use super::{Entry, Example, Paper};
use dp_verify::model::{Kind, Verdict};

pub(super) const NOT_REFUTED: Entry = Entry {
    kind: Kind::NotRefuted,
    in_short: "counted runs do not refute the declared privacy",
    meaning: "You don't have a table, but you can run the program. For each input you count how often each output comes, and \
        say with which confidence you want to speak. Each count bounds a probability from both sides, exactly; with that \
        confidence all of these bounds hold together, so you may look at any pair of inputs afterwards. If the bounds of \
        two neighbours contradict the declared ε and δ, they are refuted. If not, nothing is proved: a private program \
        is never refuted but by bad luck, and one that is not private may need more runs. What is assumed: the runs are \
        independent and of one law, outputs are recorded as they came, and confidence and events were fixed before \
        anybody looked.",
    formula: "no neighbours i ~ h and no event S have L_i(S) > e^ε·U_h(S) + δ, where U_h(S) is the least p with \
        P(Bin(N_h, p) ≤ count of S at h) ≤ (1 − confidence)/(inputs · events), and L_i(S) = 1 − U_i(all but S)",
    values: &[
        ("epsilon_at_least", "with that confidence the true ε, at the declared δ, is at least this"),
        ("delta_at_least", "with that confidence the true δ, at the declared ε, is at least this"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "1/2" },
  "query": { "graph": "complete", "nodes": 2, "labels": ["yes", "no"] },
  "mechanism": { "counts": [[731, 269], [268, 732]], "confidence": "0.99" }
}"#,
        verdict: Verdict::Fails,
        values: &[("epsilon_at_least", "0.803041824555"), ("delta_at_least", "0.180363420275")],
        why: "with that confidence 731 of 1000 runs mean at least 0.6899, and 268 of 1000 at most 0.3091: e^0.803 times as \
            much, and e^0.5 is declared",
    },
    witness: "a bound for each count; those that the values rest on are the least there are, the others need not be",
    paper: Paper::at(
        "Clopper, Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial",
        "whole",
    ),
};
