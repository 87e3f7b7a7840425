//! 002: the lecture on the geometric mechanism, truncation and utility.

use crate::theorems::families::lecture as families;
use crate::theorems::statement::Evidence::{AllAlpha, Counterexample, Instances, Sampled};
use crate::theorems::statement::{Statement, holds, repaired};

pub(super) fn statements() -> Vec<Statement> {
    vec![
        holds("002.geo", "The geometric mechanism (1-α)/(1+α)·α^|z-y| is normalised and ε-private.")
            .instead("For ε > 0.")
            .evidence(AllAlpha, "two answers, ten outputs and the tails summed up"),
        holds("002.trunc", "Truncated to 0..n it is private still.")
            .evidence(AllAlpha, "lines of 1 to 12 nodes")
            .evidence(Instances, "0..100 at ε = ln 2 and 1")
            .family(families::truncated),
        holds("002.post", "Post-processing keeps privacy.")
            .instead("It never raises the utility.")
            .evidence(Sampled, "private channels on lines with random remaps")
            .evidence(Instances, "5/9, 1/2, 1/3 on three answers")
            .family(families::processed),
        repaired(
            "002.util",
            "The utility is the maximum expected gain over databases; with gain D - d it is the expected distance.",
        )
        .instead("an expectation over the prior, and D minus the distance")
        .evidence(Counterexample, "0..5 at α = 1/2"),
        holds("002.ghosh", "The truncated geometric mechanism is optimal for all priors and anti-monotone gains.")
            .instead("Under the best remap; not for every gain.")
            .evidence(Sampled, "priors and monotone losses on lines of 2 to 6 nodes")
            .evidence(Counterexample, "to other gains: the parity")
            .family(families::users),
        repaired("002.bn", "A mechanism that is optimal for all users exists for counting queries only.")
            .instead("with the identity gain for stars and trees too: 000.concl")
            .evidence(Counterexample, "a tree of five nodes")
            .evidence(Instances, "none on K3 and C4 at E = 2"),
        holds("002.E3", "Privacy by Hamming distance is the same.")
            .evidence(Sampled, "channels on databases of two and three bits")
            .family(families::by_hamming_distance),
        holds("002.E4", "Utility at the uniform prior on 0..n (an exercise; ours): (n+1-(n-1)α)/((n+1)(1+α)).")
            .evidence(AllAlpha, "n = 1 to 12")
            .family(families::uniform_prior),
        holds(
            "002.E5",
            "The same for the gain n - |w-y| (an exercise; ours): n - 2α(n+1-(1-α^(n+1))/(1-α))/((n+1)(1-α²)), by the \
             identity remap.",
        )
            .instead("The identity remap is best iff 2α ≤ 1+α^(n+1).")
            .evidence(AllAlpha, "n = 1, and n = 2 to 6 up to three decimals of the α where that turns; from a thousandth above it on guessing inwards at both ends is better")
            .evidence(Instances, "n = 5 at α = 1/2 and 2/3")
            .family(families::by_distance),
        holds("002.E6", "A private mechanism with less utility (an exercise; ours): the uniform one.")
            .evidence(Instances, "0..2 at α = 1/2"),
        holds("002.E7", "Post-processing can lower the utility (an exercise; ours).").evidence(Instances, "5/9 to 1/2"),
    ]
}
