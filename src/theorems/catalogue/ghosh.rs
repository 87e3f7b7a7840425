//! 003: Ghosh, Roughgarden, Sundararajan, *Universally utility-maximizing privacy mechanisms*.

use crate::theorems::families::ghosh as families;
use crate::theorems::statement::Evidence::{AllAlpha, Counterexample, Exhaustive, Instances, Sampled};
use crate::theorems::statement::{Statement, holds, repaired};

pub(super) fn statements() -> Vec<Statement> {
    vec![
        holds(
            "003.Ex2.2",
            "For (1/2,0,…,0,1/2) on 0..n, n odd, the geometric mechanism loses 2α/(1+α) at face value and \
             α^((n+1)/2)/(1+α) remapped.",
        )
        .instead("The second is the optimum.")
        .evidence(AllAlpha, "the remapped loss, and that it is the optimum, n = 1, 3, 5, 7, 9")
        .evidence(AllAlpha, "at face value it is the mass of all noise but 0, for every n; no claim of a file has a fixed remap")
        .family(families::extremes),
        holds("003.T3.1", "The geometric mechanism, remapped, is optimal for every prior and monotone loss.")
            .instead("For α < 1; not for every loss.")
            .evidence(AllAlpha, "three losses and three priors on four answers")
            .evidence(Sampled, "priors and monotone losses on lines of 2 to 7 nodes")
            .evidence(Counterexample, "to other losses: three answers")
            .family(families::users),
        holds("003.Fig2", "The mechanism that is optimal for (1,0,1,0,1,1)/4 and the loss |i-r|^1.5 at α = 1/2.")
            .instead("Its loss is 1/3+17√2/48+9√3/64+5√5/96. At face value it is the only optimum.")
            .evidence(Instances, "the mechanism in b = √2+√3+√5; only: it stays optimal if any one guess is a little dearer, where the prior has weight, and its other rows lie between bounds that meet")
            .guard("exhaustive/tests/theory/figure_2.rs: its_least_loss_in_square_roots")
            .family(families::figure_2),
        holds("003.Fig3", "The thirty letters of its constraint matrix.")
            .instead("No claim of a file: the cases are the privacy of its five pairs of neighbours.")
            .evidence(Exhaustive, "all 30 letters")
            .guard("exhaustive/tests/theory/figure_2.rs: the_thirty_letters_of_figure_3"),
        repaired(
            "003.L5",
            "Every optimal vertex has the stated structure, so that it derives from the geometric mechanism.",
        )
        .instead("for full support and a strict loss")
        .evidence(Counterexample, "two degenerate users with (2,1,0), (1,2,0), (2,1,0) over 3")
        .evidence(
            Instances,
            "that it is a vertex: the only optimum for some cost; it is not optimal for a user with full support and a \
             strict loss",
        )
        .family(families::vertex),
        holds("003.deriv", "X derives from the geometric mechanism G iff G^-1 X ≥ 0.")
            .instead("For α < 1. Private mechanisms need not.")
            .evidence(AllAlpha, "a remap of G on three answers")
            .evidence(Sampled, "channels on lines of 2 to 5 nodes, by the formula for G^-1 X")
            .guard("exhaustive/tests/theory/transform.rs: the_geometric_mechanism_undone")
            .family(families::derived),
        holds("003.S6.1", "On two answers the Laplace mechanism loses √α/2, the geometric one α/(1+α).")
            .evidence(AllAlpha, "both, with b = √α"),
        repaired(
            "003.T6.1",
            "Among mechanisms with range 0..n the geometric one alone, up to a permutation, is optimal for all \
             users.",
        )
        .instead("for α < 1")
        .evidence(Counterexample, "a constant mechanism at α = 1")
        .evidence(Sampled, "private mechanisms on two and three answers")
        .family(families::others),
        holds("003.P6.2", "For a user with a prior over counts the best mechanism can be oblivious.")
            .instead("By averages over databases of equal count.")
            .evidence(Sampled, "private channels on two and three bits: the averages are private")
            .evidence(Instances, "one before and after: its losses, and that it is oblivious")
            .family(families::oblivious),
        holds("003.T6.3", "With priors over databases no mechanism serves two users.")
            .instead("By randomised remaps too; x1 is optimal up to ε = 1/8. For {3} and {4} read {1,3} and {2,3}.")
            .evidence(
                Instances,
                "the two users with ε = 1/16; x1 at ε = 0, 1/16, 1/8, and not at 1/7; δ = 0, and δ = 1, from which all δ \
                 between follow. x1 is the only optimum at face value, ε = 1/16: as 003.Fig2",
            )
            .family(families::figure_4),
    ]
}
