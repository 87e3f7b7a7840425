//! Claims about privacy in other words than ε for neighbours.

use super::{Entry, Example, Paper};
use dp_verify::model::{Kind, Verdict};

pub(super) const GROUP_PRIVACY: Entry = Entry {
    kind: Kind::GroupPrivacy,
    in_short: "answers k steps apart differ by at most k times ε",
    meaning: "What ε promises for neighbours, k·ε promises for answers that are k steps apart: for a group of k people rather \
        than one. Every ε-private table has this property. Others may have it too, and the values say how much more or less is \
        true. With \"at_most\": true the claim is also about smaller distances. If edges have lengths, the distance k is the \
        length of the shortest path.",
    formula: "X ≥ 0, and α^k·x_io ≤ x_ho for all answers i, h at the distance k and all outputs o, where α = e^-ε",
    values: &[
        ("alpha_max", "the least ratio x_io/x_ho of such answers, at most 1; it is compared with α^k"),
        ("epsilon_min", "−ln of alpha_max: what such a group is promised"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3 },
  "mechanism": { "matrix": [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]] },
  "claims": [{ "claim": "group-privacy", "distance": 2 }]
}"#,
        verdict: Verdict::Holds,
        values: &[("alpha_max", "1/4"), ("epsilon_min", "1.38629436112")],
        why: "2/3 is four times 1/6, and e^(2·ln 2) = 4: there is nothing to spare",
    },
    witness: "none: all ratios are computed; two answers and an output may show where it is decided",
    paper: Paper::at("Dwork, Roth, The algorithmic foundations of differential privacy", "Theorem 2.2"),
};

pub(super) const RENYI_DP: Entry = Entry {
    kind: Kind::RenyiDp,
    in_short: "neighbours' Rényi divergence is at most a bound",
    meaning: "The Rényi divergence measures how different the rows of two neighbours are, on average rather than at worst; the \
        higher the order, the more the worst output counts. The claim is that it is at most \"bound\", in nats, for all \
        neighbours, in both orders. It says nothing about the declared ε.",
    formula: "ln(Σ_o x_io^k / x_ho^(k−1)) / (k−1) ≤ bound for all neighbours i ~ h, k the order, a whole number from 2",
    values: &[
        ("argument", "the largest sum; inf if an output is possible for only one of two neighbours"),
        ("divergence", "the divergence, ln of the argument over k−1"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(3)" },
  "query": { "graph": "line", "nodes": 2 },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "claims": [{ "claim": "renyi-dp", "order": 2, "bound": "0.85" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("argument", "7/3"), ("divergence", "0.847297860387")],
        why: "(3/4)²/(1/4) + (1/4)²/(3/4) = 7/3, and ln(7/3) is less than 0.85",
    },
    witness: "none: all sums are computed, and compared with a power of e",
    paper: Paper::at("Mironov, Rényi differential privacy", "Definition 4"),
};

pub(super) const BOUNDED_RANGE: Entry = Entry {
    kind: Kind::BoundedRange,
    in_short: "neighbours' privacy losses differ by at most ε",
    meaning: "The privacy loss at an output is ln of its probability for one answer over that for a neighbour. ε-privacy bounds \
        each loss by ε on either side of 0; here all losses of two neighbours lie within one interval of length \"epsilon\", \
        wherever that is. The exponential mechanism has this property for its own ε, and therefore composes better. Every \
        ε-private table has it for 2·ε, and a table that has it for ε is ε-private. The claim says nothing about the declared \
        ε.",
    formula: "max_o L_o − min_o L_o ≤ epsilon for all neighbours i ~ h, L_o = ln(x_io/x_ho), o with x_io > 0 or x_ho > 0",
    values: &[
        (
            "alpha_max",
            "the least min(x_io/x_ho)/max(x_io/x_ho) of neighbours; 0 if an output is possible for only one of them",
        ),
        ("epsilon_min", "−ln of alpha_max: the least epsilon"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(3)" },
  "query": { "graph": "line", "nodes": 2 },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "claims": [{ "claim": "bounded-range", "epsilon": "2.2" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("alpha_max", "1/9"), ("epsilon_min", "2.19722457734")],
        why: "the losses are ln 3 and −ln 3, which are 2·ln 3 apart",
    },
    witness: "none: all ratios are computed, and compared with a power of e",
    paper: Paper::at(
        "Durfee, Rogers, Practical differentially private top-k selection with pay-what-you-get composition",
        "Definition 3.1",
    ),
};

pub(super) const ZCDP: Entry = Entry {
    kind: Kind::Zcdp,
    in_short: "neighbours' divergence of order k is at most ρk",
    meaning: "Zero-concentrated differential privacy: the Rényi divergence of neighbours is bounded for all orders over 1 at \
        once, whole or not, by the order times \"rho\", in both orders of the neighbours. If you use several mechanisms, their ρ \
        add up. Every ε-private table satisfies it for ε²/2. It says nothing about the declared ε. A file may declare a ρ \
        instead of ε. With \"epsilon\" you also get the δ that rho alone implies at that ε.",
    formula: "ln(Σ_o x_io^k / x_ho^(k−1)) / (k−1) ≤ rho·k for all neighbours i ~ h and all real k > 1",
    values: &[
        (
            "rho_min",
            "the least rho, between two numbers that agree to twelve digits; inf if an output is possible for only one of two \
                neighbours",
        ),
        (
            "delta_at_most",
            "with \"epsilon\": the δ for which every mechanism of this rho is (ε, δ)-private, by the formula of Canonne, Kamath \
                and Steinke (2020); this mechanism's own may be far less",
        ),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(3)" },
  "query": { "graph": "line", "nodes": 2 },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "claims": [{ "claim": "zcdp", "rho": "0.55", "epsilon": "3" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("rho_min", "0.549306144334"), ("delta_at_most", "0.00837929370836")],
        why: "the largest part is the limit for orders that tend to 1, 3/4·ln 3 − 1/4·ln 3 = ln(3)/2",
    },
    witness: "none: the supremum over all orders is enclosed, by bounds on pieces of them",
    paper: Paper::at(
        "Bun, Steinke, Concentrated differential privacy: simplifications, extensions, and lower bounds",
        "Definition 1.1",
    ),
};

pub(super) const TRADE_OFF: Entry = Entry {
    kind: Kind::TradeOff,
    in_short: "neighbours are as hard to tell apart as others are",
    meaning: "Whoever sees the output and guesses between two neighbours errs in two ways, and can trade one error for the \
        other. The claim is that no test of any two neighbours, in either order, does better than a test of the nodes \"pair\" \
        of the mechanism \"from\", a file or a closed form on this graph; without \"pair\", than any mixture of tests of its \
        neighbours does. The other file may have another graph and fewer nodes: two rows are enough to state any trade-off \
        function with corners. It says nothing about the declared ε.",
    formula: "Σ_o max(0, x_jo − λ·x_ko) ≤ Σ_o max(0, y_io − λ·y_ho) for all neighbours j ~ k and all λ ≥ 0; without \"pair\", at \
        most the largest of these sums over the neighbours i ~ h of the other mechanism, and max(0, 1 − λ)",
    values: &[("excess", "the most by which the left side is larger; 0 if the claim holds")],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(4)" },
  "query": { "graph": "line", "nodes": 3 },
  "mechanism": { "matrix": [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]] },
  "claims": [{ "claim": "trade-off", "from": "truncated-geometric", "pair": [0, 1] }]
}"#,
        verdict: Verdict::Holds,
        values: &[("excess", "0")],
        why: "answers 0 and 1 of the geometric mechanism at α = 1/4 are easier to tell apart than any neighbours here: output 0 \
            has 4/5 against 1/5",
    },
    witness: "none: all sums are computed where the function of the other mechanism bends; if it is a file, its SHA-256",
    paper: Paper::at("Dong, Roth, Su, Gaussian differential privacy", "on f-differential privacy; Blackwell 1951"),
};
