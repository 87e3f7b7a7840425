//! 004: Holohan, Leith, Mason, *Differentially private response mechanisms on categorical data*.

use crate::theorems::families::holohan as families;
use crate::theorems::statement::Evidence::{AllAlpha, Counterexample, Exhaustive, Instances, Sampled};
use crate::theorems::statement::{Statement, fails, holds, repaired};

pub(super) fn statements() -> Vec<Statement> {
    vec![
        repaired("004.P1", "The normalising constant of the exponential mechanism is C = (1+m/E)^-n.")
            .instead("the entries are C·e^u; as defined they have C^-1")
            .evidence(Counterexample, "m = n = 1, k = 0")
            .evidence(AllAlpha, "three people of two values"),
        holds(
            "004.T2",
            "For a pair of databases the subsets of S suffice, S the outputs that the first has with more \
             probability.",
        )
        .instead("True for any channel; S alone does not suffice.")
        .evidence(Sampled, "pairs of rows: expected by the subsets of S, decided over all sets")
        .evidence(Counterexample, "to S alone: (4,2,4)/10 and (6,1,3)/10, λ = 3/2")
        .guard("exhaustive/tests/theory/transform.rs: subsets_in_favour_suffice")
        .family(families::subsets),
        fails("004.Ex2", "By that theorem 1,092 subsets are to be checked, 21·7 + 15·63.")
            .instead(
                "24·7 + 12·63 = 924: ties like (0,2) against (0,0) are exact. A count, and no claim about a file: \
                 the case is the mechanism itself.",
            )
            .evidence(Counterexample, "the count over all 36 ordered pairs, exact in e")
            .evidence(Exhaustive, "all pairs of neighbours")
            .guard("exhaustive/tests/theory/subsets.rs: the_subsets_of_example_2"),
        holds("004.T3", "Where all outputs of S have one ratio S itself suffices among its subsets.")
            .evidence(Instances, "two people of two values, E = 3; further with 004.C2"),
        holds("004.C1", "With δ = 0 the parts of S of one ratio each suffice.")
            .instead("Not with δ > 0.")
            .evidence(Instances, "one person of three values")
            .evidence(Counterexample, "to δ > 0: (4,3,2,1)/10 and (2,1,4,3)/10, δ = 1/5"),
        holds("004.C2", "For the Hamming distance S alone suffices.")
            .evidence(Instances, "six values of E, λ, m, n: the δ of S is the least"),
        holds("004.T4", "The exponential mechanism is (ε, δ)-private iff E ≤ (λ+mδ)/(1-δ).")
            .instead("For k ≥ 0, δ < 1: δ(λ) = max(0, (E-λ)/(E+m)) for every n.")
            .evidence(AllAlpha, "δ = 0")
            .evidence(Exhaustive, "E from 1 to 6, λ from 1 to 4, m up to 3, n up to 2")
            .family(families::conditions),
        holds("004.T8", "Product sanitisation is (ε, δ)-private iff p ≥ (1-δ)/(λ+m).")
            .evidence(Exhaustive, "p = k/40 up to 1/(m+1), λ = 1, 2, 3, m = 1, 2, 4, δ = 1/5, one person")
            .family(families::sanitised),
        holds("004.MT", "The general bound 2ε of the exponential mechanism is off by a factor 2.")
            .instead("For the Hamming distance.")
            .evidence(AllAlpha, "Hamming graphs of 2 to 6 values, up to 32 nodes")
            .family(families::tight),
        holds(
            "004.T5",
            "The error of the exponential mechanism lies between n(1-δ)/(1+λ/m) and nm/(m+1), and both are attained.",
        )
        .instead("For k ≥ 0.")
        .evidence(Instances, "m = n = 2")
        .evidence(AllAlpha, "with 004.T9"),
        holds("004.T9", "So does that of product sanitisation.")
            .evidence(AllAlpha, "error n/(1+E/m), the least, on Hamming graphs of 2 to 6 values, up to 32 nodes")
            .family(families::errors),
        holds("004.T6", "A product is (ε, δ)-private if its parent is.")
            .instead("With equal least δ.")
            .evidence(Sampled, "parents of two and three values, two people")
            .evidence(Instances, "a parent of three values, two hundred people")
            .family(families::products),
        holds("004.C3", "And only if.")
            .evidence(Sampled, "with 004.T6: the least δ are equal")
            .evidence(Instances, "an asymmetric parent that is not private")
            .family(families::failing_products),
        holds("004.T7", "Product sanitisation is the exponential mechanism with E = 1/p - m.")
            .instead("For 0 < p ≤ 1/(m+1).")
            .evidence(Exhaustive, "p = 1/(m+E), E = 1 to 5, m = 1, 2, 3, two people")
            .family(families::equivalent),
        holds("004.Ex1", "Five hobbies.").instead("With p = 1/10: ε = ln 6.").evidence(Instances, "the table"),
        holds("004.Ex3", "Five hobbies with p = 1/10.")
            .instead("δ(λ) = max(0, 3/5-λ/10).")
            .evidence(Instances, "λ = 1, 2, 3, 6"),
        holds("004.T10", "The product of the stated parent has the least error of all products.")
            .instead(
                "It omits that they are (ε, δ)-private, which Definition 5 has. The least of all mechanisms on databases, \
                 too; the only one among products, not among all for δ > 0.",
            )
            .evidence(Counterexample, "to it without privacy: the identity; to being the only one of all: m = 1, n = 2, λ = 2, δ = 1/10: d+Z")
            .evidence(Sampled, "private parents of two and three values")
            .evidence(Instances, "fifty people: a smaller p is not private, a larger one has more error")
            .family(families::parents),
    ]
}
