//! 001: Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi, *Differential privacy: on the trade-off between utility
//! and information leakage*.

use crate::theorems::families::alvim as families;
use crate::theorems::statement::Evidence::{AllAlpha, Counterexample, Exhaustive, Instances, Sampled};
use crate::theorems::statement::{Statement, fails, holds, repaired};

pub(super) fn statements() -> Vec<Statement> {
    vec![
        repaired(
            "001.S2",
            "Capacity is the sum of the column maxima, at the uniform prior; nothing is leaked iff input and output \
             are independent.",
        )
        .instead("capacity is log2 of that sum; the iff holds at the uniform prior")
        .evidence(Counterexample, "prior (3,1)/4 and rows (2,1)/3, (1,2)/3")
        .evidence(Sampled, "capacities and leakages of channels on connected graphs of up to 5 nodes")
        .family(families::capacities),
        holds(
            "001.T1",
            "The leakage of a private mechanism on u people of v values is at most log2 of (vE/(v-1+E))^u.",
        )
        .evidence(AllAlpha, "Hamming graphs of 2 to 6 values, up to 32 nodes, as 000.T2")
        .evidence(Sampled, "private channels on Hamming graphs")
        .family(families::leakages),
        holds("001.P1", "That bound is attained, by entries that are a factor times E^-d.")
            .instead("The factor is misprinted: it is (E/(v-1+E))^u.")
            .evidence(AllAlpha, "Hamming graphs of 2 to 6 values, up to 32 nodes")
            .family(families::attained),
        holds("001.Ex1", "The mechanism for two people's eye colours.")
            .instead("Its factor is misprinted: it is (E/(2+E))^2.")
            .evidence(AllAlpha, "its capacity")
            .evidence(Instances, "E = 2"),
        holds("001.Fig4", "The 81 printed distances of nine databases.")
            .instead(
                "A table: a mechanism with entries 2^-d/4 in the printed d and order is the tight-constraints one, \
                 which fixes each d.",
            )
            .evidence(Exhaustive, "all 81 entries")
            .guard("exhaustive/tests/theory/theorems/answer_graphs.rs: printed_distances"),
        repaired("001.P2", "A bound on the leakage with r outputs, better than Theorem 1's.")
            .instead("true for the r < v^u that it is introduced for, and to r < v^(u+1); not always better; 001.P2+ is never worse than either")
            .evidence(Counterexample, "u = 1, v = 2, r = 4; u = v = 2, r = 3")
            .evidence(Exhaustive, "r < v^(u+1) up to 12 outputs on Hamming graphs of 2 to 4 values, up to 16 nodes, E = 2 and 3")
            .family(families::outputs),
        holds("001.P2+", "With r outputs V is at most E^u / (Σ_t C(u,t)(E-1)^t / min(r, v^t)) (ours).")
            .evidence(Sampled, "private channels of r outputs on Hamming graphs; proof in certificates/FORMAT.md, leakage-bound")
            .evidence(Instances, "attained by 4 outputs on 3 people of 2 values and by 6 on 2 people of 3, at E = 2")
            .family(families::stronger),
        repaired("001.L3", "A square matrix on l of u individuals keeps the inequalities of distance u-l+d.")
            .instead("with k for the second j: as printed an entry is compared with itself")
            .evidence(Instances, "u = 2, v = r = 3, E = 2: as printed it says nothing, as repaired it holds for all triples: the test, as no claim of a file states it")
            .guard("exhaustive/tests/theory/printed_numbers.rs: the_printed_lemma_3"),
        repaired("001.eq9", "The inequality (9) of a row sum.")
            .instead("with C(l,d) for C(u,d)")
            .evidence(Counterexample, "u = 2, v = r = 3, E = 2: the printed left side is 5/3, the repaired one 1: the test, as no claim of a file states it")
            .guard("exhaustive/tests/theory/printed_numbers.rs: the_printed_inequality_9"),
        repaired("001.collapse", "r columns collapse to v^l, and at least v^l/r of the leakage in bits is left.")
            .instead("of V, not of its logarithm; and columns are to be merged into any, as there may be more than v^l to merge")
            .evidence(Counterexample, "u = v = 2, r = 3, E = 100: 1.555 bits collapse to less than 0.979; for the gap r = 7, v = 3: four columns for three places")
            .evidence(Sampled, "channels of 4 and 5 outputs on three values, where v^l/r of V is over 1")
            .family(families::collapsed),
        repaired("001.T2", "About one individual at most log2 E is leaked, which is stronger than Theorem 1.")
            .instead("log2 E bounds it and is never attained; the least bound is log2(vE/(v-1+E)), Theorem 1's for one person")
            .evidence(Counterexample, "to \"stronger\": v = 2, E = 2")
            .evidence(AllAlpha, "the exponential mechanism on Hamming graphs of 2 to 6 values, up to 16 nodes")
            .evidence(Sampled, "private channels on Hamming graphs")
            .family(families::individuals),
        holds("001.L4", "Where all rows are within E of each other the leakage is at most log2 E.")
            .evidence(Sampled, "private channels on complete graphs, at random priors")
            .family(families::ratios),
        repaired("001.T3", "The utility is at most 1/(1+cΣα^d).")
            .instead("for a uniform prior and ε > 0; for any prior n·max π/W bounds it")
            .evidence(Counterexample, "K2 and (3,1)/4; K6 and Example 2's own prior")
            .evidence(AllAlpha, "rings of 3 to 11 and complete graphs of 2 to 10, uniform")
            .evidence(Sampled, "priors on rings")
            .family(families::transitive_bounds),
        holds("001.T4", "The construction is optimal at the uniform prior.")
            .instead("Equal border profiles suffice.")
            .evidence(AllAlpha, "odd rings of 3 to 9, complete graphs of 2 to 9")
            .evidence(Instances, "C5, C7, K6, Petersen at E = 2")
            .family(families::constructed),
        repaired(
            "001.R1",
            "On an even ring the far entries can be doubled if E² ≥ 2; Example 3 takes the result for optimal.",
        )
        .instead("private iff E² ≥ 2, as the remark has it; not optimal, as Example 3 has it")
        .evidence(Counterexample, "C6 at E = 2, C4 at E = 7/5")
            .evidence(AllAlpha, "privacy of rings of 4, 6, 8 for α up to 7/10, where α² < 1/2")
        .evidence(Instances, "rings of 4, 6, 8, 10 at E = 2 and 3")
        .family(families::doubled),
        repaired("001.R2", "With more edges the mechanism stays private; the fewer are added, the more utility.")
            .instead("the second half without Remark 1")
            .evidence(Counterexample, "C4 in K4, E = 3/2: 9/29 < 1/3")
            .evidence(Exhaustive, "randomised response on all connected graphs of up to 5 nodes")
            .family(families::subgraphs),
        repaired("001.Tab1", "The printed table is ln 2-private on six cities.")
            .instead("before it is rounded, with α = 2^(-1/5); the printed one has E = 535/267 and four misrounded entries")
            .evidence(Counterexample, "the table")
            .evidence(Instances, "the table in b = 2^(-1/5); another private table has the printed decimals")
            .guard("exhaustive/tests/theory/printed_numbers.rs: misrounded_entries_of_table_1"),
        repaired("001.Ex2", "The utilities are .2243 and .2857, and .2412 for the second prior; M2 is better.")
            .instead(".2415 for .2412; M2 is not better for all priors")
            .evidence(Counterexample, "the exact values; (9, 5.5, 5.5, 5.5, 5.5, 9)/40"),
        holds("001.Tab2", "M1 and M2 on the line of six and the ring, and their utilities.")
            .evidence(Instances, "the two tables on both graphs"),
        fails("001.Ex3", "M2 is optimal on the ring.")
            .instead("The circulant (8,4,2,1,2,4)/21 has 8/21.")
            .evidence(Counterexample, "4/11 < 8/21"),
        holds("001.L1", "Columns can be rearranged so that their maxima stand on the diagonal, with the same utility.")
            .instead("A construction: its cases are one instance before and after, at the uniform prior.")
            .evidence(Instances, "three adjacent answers")
            .guard("exhaustive/tests/theory/transform.rs: maxima_on_the_diagonal"),
        holds("001.L2", "On databases the diagonal can be made constant, with the same utility.")
            .instead("A construction, at the uniform prior.")
            .evidence(Instances, "one person of three values")
            .evidence(Sampled, "averages over the automorphisms of two people of two values")
            .guard("exhaustive/tests/theory/transform.rs: averages_over_distances")
            .family(families::averaged_databases),
        holds("001.L5", "So it can where an automorphism has one orbit.")
            .instead("A construction, at the uniform prior only.")
            .evidence(Instances, "three adjacent answers, before and after")
            .evidence(Sampled, "averages over rotations of rings and complete graphs")
            .guard("exhaustive/tests/theory/transform.rs: averages_over_translations")
            .family(families::averaged_rings),
        holds("001.conv", "Low leakage does not imply privacy.")
            .evidence(Instances, "rows (1-δ, δ), (1, 0), δ down to 10^-30")
            .family(families::rare),
    ]
}
