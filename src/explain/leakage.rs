//! Claims about how much an output tells an adversary.

use super::{Entry, Example, Paper};
use dp_verify::model::{Kind, Verdict};

const BITS: (&str, &str) = ("bits", "the same in bits of min-entropy, log₂ of it");

/// Of a gain of the file's own.
const BITS_OF_GAIN: (&str, &str) = ("bits", "the same in bits, log₂ of it");

pub(super) const LEAKAGE: Entry = Entry {
    kind: Kind::Leakage,
    in_short: "how much the output helps an adversary to guess",
    meaning: "The factor by which seeing the output raises the probability that an adversary who knows the prior guesses the \
        answer in one try; in bits, the min-entropy leakage. A factor of 1, or 0 bits, means that the output is worth nothing to \
        them.",
    formula: "2^L = Σ_o max_i π_i·x_io / max_i π_i",
    values: &[("multiplicative", "this factor"), BITS],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(3)" },
  "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "priors": { "mostly no": ["2/3", "1/3"] },
  "claims": [{ "claim": "leakage", "prior": "mostly no" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("multiplicative", "9/8"), ("bits", "0.169925001442")],
        why: "the guess is right with probability 2/3 before, and 1/2 + 1/4 after",
    },
    witness: "none: it is computed",
    paper: Paper::at(Paper::ALVIM, "section 2.2"),
};

pub(super) const G_LEAKAGE: Entry = Entry {
    kind: Kind::GLeakage,
    in_short: "what seeing the output adds to a guesser's gain",
    meaning: "What an adversary expects to gain by the best guess after seeing the output, compared with what they expect \
        before. The file's gain or loss says what a guess is worth. With the binary gain the factor is that of `leakage`; a gain \
        may also count near guesses, guesses of one property only, or guesses that may be withheld.",
    formula: "V = max_w Σ_i π_i·g(w, i) before, U = Σ_o max_w Σ_i π_i·x_io·g(w, i) after",
    values: &[
        ("additive", "U − V, what is gained by seeing the output"),
        ("multiplicative", "U/V, the factor by which the gain rises, if no gain is negative and V > 0"),
        BITS_OF_GAIN,
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3 },
  "mechanism": { "family": "truncated-geometric" },
  "priors": { "flat": "uniform" },
  "gain": "distance",
  "claims": [{ "claim": "g-leakage", "prior": "flat" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("additive", "1/9"), ("multiplicative", "13/12"), ("bits", "0.115477217420")],
        why: "guessing the middle gains 2 minus the expected distance, 4/3; after seeing the output it is 13/9",
    },
    witness: "none: it is computed",
    paper: Paper::whole(
        "Alvim, Chatzikokolakis, Palamidessi, Smith, Measuring information leakage using generalized gain functions",
    ),
};

pub(super) const G_CAPACITY: Entry = Entry {
    kind: Kind::GCapacity,
    in_short: "the most that the output adds to a guesser's gain",
    meaning: "The largest values that `g-leakage` has for any prior, with the file's gain or loss. The difference and the factor \
        may be largest at different priors; the report names both. The factor is never more than that of `capacity`, whatever \
        the gain.",
    formula: "max over all priors π of U(π) − V(π), and of U(π)/V(π), where V = max_w Σ_i π_i·g(w, i) and U = Σ_o max_w Σ_i \
        π_i·x_io·g(w, i)",
    values: &[
        ("additive", "the largest U − V"),
        ("multiplicative", "the largest U/V, if no gain is negative and some gain is positive"),
        BITS_OF_GAIN,
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "line", "nodes": 3 },
  "mechanism": { "family": "truncated-geometric" },
  "gain": "distance",
  "claims": ["g-capacity"]
}"#,
        verdict: Verdict::Holds,
        values: &[("additive", "1/2"), ("multiplicative", "3/2"), ("bits", "0.584962500721")],
        why: "if the truth is 0 or 2, each with probability 1/2, every guess is worth 1 before, and the best one is worth 3/2 \
            after the output is seen",
    },
    witness: "none: it is computed at the extreme points of the sets of priors that have one best guess",
    paper: Paper::whole(
        "Alvim, Chatzikokolakis, McIver, Morgan, Palamidessi, Smith, Additive and multiplicative notions of leakage, and their \
            capacities",
    ),
};

pub(super) const CAPACITY: Entry = Entry {
    kind: Kind::Capacity,
    in_short: "the most min-entropy leakage that any prior has",
    meaning: "The most that the mechanism leaks, whatever the adversary's prior is; it is the leakage if all answers are equally \
        probable. In bits it is the min-entropy capacity, which is not Shannon's capacity: that one is never more and usually \
        less, so don't compare the two. Shannon's is `shannon-capacity`.",
    formula: "Σ_o max_i x_io",
    values: &[("multiplicative", "this factor"), BITS],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "complete", "nodes": 3 },
  "mechanism": { "family": "randomised-response" },
  "claims": ["capacity"]
}"#,
        verdict: Verdict::Holds,
        values: &[("multiplicative", "3/2"), ("bits", "0.584962500721")],
        why: "each output's largest probability is 1/2, three times",
    },
    witness: "none: it is computed",
    paper: Paper::at(Paper::ALVIM, "section 2.2"),
};

pub(super) const MUTUAL_INFORMATION: Entry = Entry {
    kind: Kind::MutualInformation,
    in_short: "how many of Shannon's bits the output reveals",
    meaning: "Shannon's mutual information of the answer, drawn from the prior, and the output: by how many bits the output \
        lowers the entropy of the answer. It counts what is learned on average, where `leakage` counts how much better one guess \
        gets, in bits of min-entropy: don't compare the two.",
    formula: "Σ_i π_i Σ_o x_io·log₂(x_io/q_o) with q_o = Σ_i π_i·x_io",
    values: &[("bits", "this number of bits, between two numbers that agree to twelve digits")],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(3)" },
  "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "priors": { "mostly no": ["2/3", "1/3"] },
  "claims": [{ "claim": "mutual-information", "prior": "mostly no" }]
}"#,
        verdict: Verdict::Holds,
        values: &[("bits", "0.168590632192")],
        why: "the outputs have the probabilities 7/12 and 5/12, so 0.9799 bits, of which 0.8113 are noise, whatever the answer",
    },
    witness: "none: its logarithms are enclosed",
    paper: Paper::whole("Shannon, A mathematical theory of communication"),
};

pub(super) const SHANNON_CAPACITY: Entry = Entry {
    kind: Kind::ShannonCapacity,
    in_short: "Shannon's capacity, at the best prior",
    meaning: "Shannon's channel capacity of the mechanism: the most that `mutual-information` is, whatever the prior. It is \
        never more than the bits of `capacity`, which are of min-entropy and usually more: don't compare the two. For a product \
        with many individuals it is that of one, times their number.",
    formula: "max over all priors π of Σ_i π_i Σ_o x_io·log₂(x_io/q_o) with q_o = Σ_i π_i·x_io",
    values: &[("bits", "this number of bits, between two numbers that agree to twelve digits")],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(3)" },
  "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "claims": ["shannon-capacity"]
}"#,
        verdict: Verdict::Holds,
        values: &[("bits", "0.188721875541")],
        why: "the uniform prior is best, by symmetry: 1 bit of output, of which 0.8113 are noise",
    },
    witness: "a prior π: its own information is no more than the capacity, and max_i Σ_o x_io·log₂(x_io/q_o) no less; the two agree",
    paper: Paper::at("Gallager, Information theory and reliable communication", "Theorem 4.5.1"),
};

pub(super) const LEAKAGE_BOUND: Entry = Entry {
    kind: Kind::LeakageBound,
    in_short: "what no private mechanism exceeds in leakage",
    meaning: "A bound on the leakage of every ε-private mechanism on this graph at this prior: what ε by itself guarantees, \
        whatever the mechanism is. With \"outputs\" it is about mechanisms with at most that many outputs.",
    formula: "the least Σ_i y_i with y ≥ 0 and yΦ ≥ π, over max_i π_i; or a theorem that gives a smaller bound",
    values: &[
        ("multiplicative", "this factor"),
        BITS,
        ("maximum", "the most that an ε-private mechanism leaks at π, if it is found"),
    ],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "complete", "nodes": 3 },
  "priors": { "flat": "uniform" },
  "claims": [{ "claim": "leakage-bound", "prior": "flat" }]
}"#,
        verdict: Verdict::Holds,
        values: &[
            ("multiplicative", "3/2"),
            ("bits", "0.584962500721"),
            ("theorem", "utility-bound"),
            ("maximum", "3/2"),
        ],
        why: "randomised response has that capacity: nothing private leaks more",
    },
    witness: "that of utility-bound: y, and v that proves that no y has less",
    paper: Paper::at(Paper::ELSALAMOUNY, "Proposition 6 and Theorem 2"),
};

pub(super) const INDIVIDUAL_LEAKAGE: Entry = Entry {
    kind: Kind::IndividualLeakage,
    in_short: "the most that it leaks about one individual",
    meaning: "The most that the output tells somebody who knows everybody else's values about one individual, in the worst case \
        over the individual and the other values.",
    formula: "the largest Σ_o max_j x_jo over all individuals and all values of the others, where j has that individual's value",
    values: &[("multiplicative", "this factor"), BITS],
    example: Example {
        file: r#"{
  "format": "dp-mechanism/1",
  "privacy": { "epsilon": "ln(2)" },
  "query": { "graph": "hamming", "values": 2, "individuals": 2 },
  "mechanism": { "family": "exponential" },
  "claims": ["individual-leakage"]
}"#,
        verdict: Verdict::Holds,
        values: &[("multiplicative", "4/3"), ("bits", "0.415037499279")],
        why: "each bit is kept with probability 2/3, whatever the other is",
    },
    witness: "none: it is computed",
    paper: Paper::at(Paper::ALVIM, "section 4.1"),
};
