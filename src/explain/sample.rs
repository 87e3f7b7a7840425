//! Claims about counts of runs, where there is no table.

use super::{Entry, Example, Paper};
use dp_verify::model::{Kind, Verdict};

pub(super) const NOT_REFUTED: Entry = Entry {
    kind: Kind::NotRefuted,
    in_short: "counted runs do not refute the declared privacy",
    meaning: "You don't have a table, but you can run the program. For each input you count how often each output occurs, and \
        say which confidence you want. Each count bounds a probability from both sides, exactly; with that confidence all of \
        these bounds hold together, so you may look at any pair of inputs afterwards. If the bounds of two neighbours contradict \
        the declared ε and δ, these are refuted. If not, nothing is proved: only bad luck refutes a private program, but one \
        that is not private may need more runs. This assumes that the runs are independent and have the same law, that outputs \
        were recorded as they came, and that confidence and events were fixed before anybody looked.",
    formula: "no neighbours i ~ h and no event S have L_i(S) > e^ε·U_h(S) + δ, where U_h(S) is the least p with P(Bin(N_h, p) ≤ \
        count of S at h) ≤ (1 − confidence)/(inputs · events), and L_i(S) = 1 − U_i(all but S)",
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
        why: "with that confidence 731 of 1000 runs mean at least 0.6899, and 268 of 1000 at most 0.3091: e^0.803 times as much, \
            and e^0.5 is declared",
    },
    witness: "a bound for each count; those that the values rest on are as tight as possible, the others need not be",
    paper: Paper::at(
        "Clopper, Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial",
        "whole",
    ),
};

pub(super) const PRIVATE_BY_SAMPLE: Entry = Entry {
    kind: Kind::PrivateBySample,
    in_short: "counted runs prove privacy, up to a δ",
    meaning: "Runs can prove privacy too, up to a δ: with the stated confidence the sampler's law lies inside all bounds, and if \
        every law inside them is (ε, δ)-private, so is the sampler, on the outputs that you named. All other outputs are taken \
        to be impossible. The δ shrinks as you add runs: if the runs themselves look private, about four times as many halve it. \
        Outputs that were counted together, as `other` or in a bin, are one output here. If the claim fails, nothing is refuted: \
        some law that the runs do not rule out needs a larger δ.",
    formula: "the largest (most P_i(S)) − e^ε·(least P_h(S)) over sets S and neighbours i ~ h, over laws inside the bounds, is \
        at most `at_most`: by all S if there are at most 12 outputs, otherwise by the linear relaxation 0 ≤ s ≤ 1",
    values: &[("delta_at_most", "with that confidence the sampler is (ε, δ)-private with this δ; an upper bound")],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "1" },
  "query": { "graph": "complete", "nodes": 2, "labels": ["yes", "no"] },
  "mechanism": { "counts": [[73106, 26894], [26950, 73050]], "confidence": "0.99" },
  "claims": [{ "claim": "private-by-sample", "at_most": "1/50" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("delta_at_most", "0.0140531808261")],
        why: "with that confidence the second output has at most 0.7345 at no and at least 0.2650 at yes: 0.7345 − e·0.2650 is below 1/50",
    },
    witness: "the bound of each count; if there are too many sets to look at, weights of a pair of neighbours, which prove a \
        bound; if it fails, two laws inside the bounds that need more",
    paper: Paper::at(
        "Clopper, Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial",
        "whole",
    ),
};

pub(super) const SAMPLED_FROM: Entry = Entry {
    kind: Kind::SampledFrom,
    in_short: "counted runs may have been drawn from that table",
    meaning: "You have a table, and a program that is said to draw from it. Run the program and count: if some probability of \
        the table lies outside its bounds, the runs were not drawn from the table, with the stated confidence. If none does, you \
        get a bound on how far apart the table and the program are, and what is proved about the table is true of the program \
        with a larger δ. Outputs are matched by name; outputs of the table that the counts do not name are `other`.",
    formula: "L_i(S) ≤ X_i(S) ≤ U_i(S) for every input i and event S. If X is (ε, δ)-private and at most t away from the law at \
        each input, the law is (ε, δ + (1 + e^ε)·t)-private",
    values: &[(
        "distance_at_most",
        "with that confidence no law of the program is farther from its row of the table, in total variation; an upper bound",
    )],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "alpha": "1/2" },
  "query": { "graph": "complete", "nodes": 2 },
  "mechanism": { "counts": [[667, 333], [331, 669]], "confidence": "0.99" },
  "claims": [{ "claim": "sampled-from", "from": "randomised-response" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("distance_at_most", "17959564337/412316860416")],
        why: "1/3 and 2/3 are inside all bounds: 669 of 1000 runs mean at most 0.7103, which is 0.0436 above 2/3",
    },
    witness: "the bound of each count; if there are too many sets to look at, a weight for each input",
    paper: Paper::at(
        "Clopper, Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial",
        "whole",
    ),
};
