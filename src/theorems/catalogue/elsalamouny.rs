//! 000: ElSalamouny, Chatzikokolakis, Palamidessi, *A differentially private mechanism of optimal utility for a region
//! of priors*.

use crate::theorems::families::{elsalamouny as families, growth};
use crate::theorems::statement::Evidence::{AllAlpha, Counterexample, Exhaustive, Instances, Sampled};
use crate::theorems::statement::{Statement, fails, holds, repaired};

pub(super) fn statements() -> Vec<Statement> {
    vec![
        holds(
            "000.L1",
            "A mechanism that depends on the answer alone is private on databases iff it is on adjacent answers.",
        )
        .instead("Two answers without a path bind nothing; with zeros the inequality is read without a division.")
        .evidence(Sampled, "queries of three bits, against all adjacent databases")
        .evidence(Instances, "zeros, isolated nodes")
        .family(families::adjacent_answers),
        holds("000.P1", "A mechanism is private iff any two answers at distance d have ratios within e^(εd).")
            .evidence(Sampled, "connected graphs of up to 5 nodes, all pairs")
            .family(families::by_distance),
        holds("000.D3", "The answer graphs of the sum query and of two counts.")
            .instead(
                "A definition: the magnitude of the graph that databases induce is that of the stated graph. For one \
                 person two counts have K4.",
            )
            .evidence(Exhaustive, "all databases of sums (3,2), (2,3), (2,5) and of two counts of up to 3 people")
            .guard("exhaustive/tests/theory/theorems/answer_graphs.rs: answer_graphs_of_section_6"),
        holds("000.P2", "A regular prior has ratios within e^(εd); the converse is not claimed.")
            .instead("The converse fails from three nodes on.")
            .evidence(Sampled, "regular priors on connected graphs of up to 5 nodes")
            .evidence(Counterexample, "to the converse: the line and the complete graph of three")
            .family(families::regular_ratios),
        holds("000.P3", "Bounds on the weights of a regular prior; all are positive.")
            .instead("Positive on connected graphs only. The upper bounds are attained, the lower not always.")
            .evidence(Instances, "the line of three, two isolated nodes"),
        holds("000.D6", "The corner priors of the region are the rows of Φ over their sums.")
            .instead("A definition: its cases are that they are regular.")
            .evidence(AllAlpha, "lines and complete graphs of 2 to 6 nodes")
            .family(families::corners),
        holds("000.P4", "The regular priors are the mixtures of the corners.")
            .evidence(Sampled, "mixtures, and any priors, on connected graphs of up to 5 nodes: regular iff all shares are ≥ 0")
            .family(families::mixtures),
        holds("000.Ex1", "The corners on a line of three at two ε.")
            .instead("In the list of the limit (0,0,1) stands twice; one is (1,0,0).")
            .evidence(Instances, "α = 1/2 and 1/5"),
        holds("000.Ex2", "The corners on complete graphs of three and four.")
            .instead("That of three is the cycle of Example 1.")
            .evidence(Instances, "α = 1/2"),
        holds("000.L2", "The utility is y1 - ys for any y with yΦ = π and the slack s = 1 - Φ·diag(XR).")
            .evidence(Sampled, "channels and priors on connected graphs of up to 5 nodes")
            .family(families::slack),
        holds("000.T1", "Σy bounds the utility of every private mechanism for a regular prior.")
            .instead("So it does for any y ≥ 0 with yΦ ≥ π.")
            .evidence(Sampled, "private channels and regular priors on connected graphs of up to 5 nodes")
            .family(families::bounded),
        repaired("000.T1-iff", "The bound is attained iff Φ·diag(XR) = 1.")
            .instead("true where some y > 0 represents π")
            .evidence(Counterexample, "K2, and the constant mechanism at every corner")
            .evidence(
                Exhaustive,
                "the constant mechanism at the corners of all connected graphs of up to 4 nodes, α = 1/2",
            )
            .evidence(Instances, "y > 0 on two nodes: the constant mechanism has less, tight constraints have the bound")
            .family(families::constant),
        holds("000.P5", "The leakage is log2 of the utility over the largest weight.")
            .evidence(Sampled, "channels and priors on connected graphs of up to 5 nodes")
            .family(families::leakage),
        holds("000.P6", "For a regular prior the leakage of a private mechanism is at most log2(Σy / max π).")
            .instead("When it is attained: as 000.T1-iff.")
            .evidence(Sampled, "regular priors on connected graphs of up to 5 nodes")
            .family(families::leakage_bounds),
        holds("000.C1", "Where the uniform prior is regular, the leakage for every prior is at most log2(nΣy).")
            .instead("nΣy is Σz, the magnitude of the graph.")
            .evidence(AllAlpha, "lines and complete graphs of 2 to 8 nodes, rings of 3 to 8")
            .evidence(Sampled, "capacities of private channels")
            .family(families::magnitude_bounds),
        holds("000.T2", "On databases the leakage is at most u·log2(vE/(v-1+E)), by a uniform y.")
            .evidence(AllAlpha, "Hamming graphs of 2 to 6 values, up to 32 nodes; attained by the exponential mechanism")
            .family(families::databases),
        repaired("000.Ex3", "The prior (.3,.27,.23,.2) of five people is regular for .48 ≤ ε ≤ 1.")
            .instead("regular iff α ≤ 1/2, that is ε ≥ ln 2")
            .evidence(Counterexample, "ε = .48, ε = .69, α = 3/5")
            .evidence(AllAlpha, "one person, up to α = 1/2 and in (1/2, 501/1000)")
            .guard("exhaustive/tests/theory/printed_numbers.rs: the_least_weight_of_example_3"),
        repaired("000.Ex3b", "At ε = .5 the leakage is at most 1.2 for that prior, and 2.5 for all.")
            .instead(
                "the least bound is 5·log2((8/3)/(1+2α)), 1.34497 at ε = .5, for α in [1/2, 23/34]; for all priors \
                 it is 2.52257",
            )
            .evidence(Counterexample, "ε = .5 and α = 3/5")
            .evidence(Instances, "at ε = .5 a product attains 1.34497, and the exponential mechanism 2.52257")
            .evidence(AllAlpha, "one person and five people, from 1/2 to 23/34: the bound, and a product that attains it"),
        holds("000.P7", "A tight-constraints mechanism is private.")
            .evidence(
                Exhaustive,
                "all connected graphs of up to 5 nodes (6: slow) at α = 1/3 and 2/3, where there is one",
            )
            .family(families::tight_small)
            .slow(families::tight_six),
        holds("000.L3", "Among private mechanisms those with Φ·diag(X) = 1 are the tight-constraints ones.")
            .evidence(Sampled, "private channels that answer with nodes")
            .family(families::diagonal),
        holds("000.L4", "A tight-constraints mechanism exists iff the uniform prior is regular.")
            .evidence(
                Exhaustive,
                "all connected graphs of up to 5 nodes (6: slow) at α = 1/3 and 2/3 with invertible Φ",
            )
            .family(families::exists_small)
            .slow(families::exists_six),
        holds("000.T3", "X is optimal for every regular prior iff it remaps to tight constraints.")
            .instead("Proved by an interior prior, not by 000.T1-iff.")
            .evidence(Sampled, "connected graphs of up to 4 nodes with a tight-constraints mechanism")
            .family(families::optimal_on_region),
        repaired("000.C2", "Where tight constraints exist, X is optimal for the uniform prior iff it remaps to them.")
            .instead("\"only if\" needs some solution z > 0, or Φ positive definite")
            .evidence(Counterexample, "K3,4 at α = 1/2; with six nodes K3,3 and an edge at 1/√2")
            .evidence(Exhaustive, "all connected graphs of up to 5 nodes: Φ is positive definite wherever z ≥ 0, so none is smaller")
            .evidence(Sampled, "trees of up to 5 nodes with z > 0")
            .family(families::optimal_for_uniform)
            .guard("exhaustive/tests/theory/small_thresholds.rs: positive_definite_up_to_five_nodes"),
        repaired("000.mono", "The region of regular priors grows with ε.")
            .instead(
                "up to three nodes; on a tree where α² ≤ 1/(maxdeg-1), so wherever it has tight constraints. False from \
                 four nodes on, and from five on for all large ε.",
            )
            .evidence(
                Counterexample,
                "a corner of K1,3 at α = 4/5, not regular at 2/3; one of K2,3 at 1/3, not regular at 1/5, with tight \
                 constraints at both; corners of sums (2,3) and of two counts of 2 people at 1/4, not regular at 1/5",
            )
            .evidence(
                AllAlpha,
                "lines of 1 to 6 nodes, complete graphs of 3 to 6, rings of 4 and 5, 8 and 9 databases; all trees of 4 to \
                 6 nodes (slow) up to the rational 7/10, 4/7 or 1/2 below that α",
            )
            .evidence(Exhaustive, "where it fails on all connected graphs of up to 6 nodes: the test")
            .family(growth::growing)
            .slow(growth::growing_trees)
            .guard("exhaustive/tests/theory/regions.rs: where_the_region_grows"),
        fails("000.eps", "Tight constraints exist for every ε above the least with them.")
            .instead("False from six nodes on: on K_{m,n}, 3 ≤ m < n, they exist for α in (0, 1/(n-1)] ∪ [1/(m-1), 1).")
            .evidence(Counterexample, "K3,3 with an edge, K3,4, K3,5, K4,5: the sets for all α")
            .evidence(Exhaustive, "all connected graphs of up to 5 nodes: each set is one interval from 0 on")
            .family(growth::one_interval)
            .guard("exhaustive/tests/theory/small_thresholds.rs: all_of_at_most_six_nodes"),
        holds(
            "000.count",
            "For a counting query the truncated geometric mechanism is the tight-constraints one, at every ε.",
        )
        .evidence(AllAlpha, "lines of 1 to 12 nodes (to 40: slow)")
        .family(families::lines)
        .slow(families::long_lines),
        holds("000.vt", "On vertex-transitive and distance-regular graphs tight constraints exist at every ε.")
            .instead("z = 1/W, W the row sum of Φ.")
            .evidence(
                AllAlpha,
                "rings of 3 to 12 (24: slow), complete graphs of 1 to 12 (24: slow), Hamming graphs of 2 to 6 \
                 values, up to 32 nodes, Petersen, cube",
            )
            .family(families::transitive)
            .slow(families::large_transitive),
        repaired("000.sum", "For the sum of 150 numbers from 0 to 5 the least ε with tight constraints is 0.8.")
            .instead("ε* = 0.968133484697…, α* = 0.379791263145865182254374035570…")
            .evidence(Counterexample, "ε = 0.8")
            .evidence(
                Instances,
                "ε = 0.96 and 0.97, and α* bracketed to 30 digits; the least z near ε = 0.79 and 0.80; nothing is said of \
                 other α",
            )
            .guard("exhaustive/tests/theory/printed_numbers.rs: what_turns_negative_first"),
        repaired("000.2count", "For two counts of 30 people the least ε with tight constraints is 0.9.")
            .instead("ε* = 1.136080275245…, α* = 0.321075084454765656965211494498…")
            .evidence(Counterexample, "ε = 0.9")
            .evidence(
                Instances,
                "ε = 1.13 and 1.14, α = 8/25 and 161/500, and α* bracketed to 30 digits; the least z near ε = 0.89 and \
                 0.90; nothing is said of other α",
            )
            .guard("exhaustive/tests/theory/printed_numbers.rs: what_turns_negative_first"),
        holds("000.small", "Thresholds of small sum and two-count queries (ours, the paper prints none).")
            .evidence(AllAlpha, "the set of α for two counts of 2 and 4 people, and sums (2,2), (3,2), (2,3), (3,5)"),
        holds("000.fig6", "Where tight constraints exist they have more utility than the geometric mechanism.")
            .evidence(
                Instances,
                "sum (3,2) at α = 1/4; on the printed queries both mechanisms of the sum at ε = 1.0 and 1.2, and of the \
                 counts at 1.2",
            )
            .guard("src/figure/tests.rs: utilities_of_figure_6"),
        holds("000.B", "Φ of the cube with antipodal arcs has a kernel for one α only.")
            .instead("The graph is K4,4; Φ is singular at α = 1/3, and tight constraints exist at every α.")
            .evidence(AllAlpha, "existence on (0, 1); uniqueness below and above 1/3; det Φ = (1-9α²)(1-α²)^7")
            .guard("exhaustive/tests/theory/printed_numbers.rs: the_determinant_of_appendix_b"),
        repaired("000.concl", "A mechanism that is optimal for every prior exists iff the answers form a line.")
            .instead(
                "with binary gain the tight-constraints mechanism of every tree with α ≤ 1/(maxdeg-1) is optimal for \
                 all priors",
            )
            .evidence(Counterexample, "K1,3")
            .evidence(
                Exhaustive,
                "all trees of up to 5 nodes (6: slow) at the largest such α, 1/2 for lines; proof in certificates/FORMAT.md, \
                 universally-optimal",
            )
            .evidence(AllAlpha, "no mechanism on K3")
            .family(families::universal_trees)
            .slow(families::universal_large_trees),
        holds("000.mag", "z is the weighting and Σz the magnitude of the metric space (Leinster; ours).")
            .evidence(AllAlpha, "all trees of up to 7 nodes where z ≥ 0, complete graphs, K2,3, a grid")
            .family(families::magnitudes),
    ]
}
