//! Utilities that are no bounds, that are not reached, or that are not beaten.

use super::super::Words;
use dp_file::model::Kind;
use dp_kernel::Optimality::{self, *};

pub(super) fn optimality(why: &Optimality, words: &Words) -> String {
    match why {
        BoundOfNothing if words.claim.delta.is_some() => {
            "X is not (ε, δ)-private, and a bound without `better` says nothing of it".into()
        }
        BoundOfNothing => "X is not ε-private, and a bound without `better` says nothing of it".into(),
        NegativeAtRoot { guess, root } => {
            format!("λ less the gains of guess {guess} is negative for a column that is 1 at {}", words.node(*root))
        }
        Uncovered { guess, node } => {
            format!("λ less the gains of guess {guess} is less than its multipliers allow at {}", words.node(*node))
        }
        NoForest if words.kind() == Kind::UniversallyOptimal => {
            "the witness lacks `bounds`, which only a forest does without".into()
        }
        NoForest => "the witness lacks `multipliers`, which only a forest does without".into(),
        OnlyMultipliers => {
            "with `delta` a bound needs `lambda` and `multipliers`: without these it is one for δ = 0".into()
        }
        NotBinary => "`y` is a bound for the binary gain and one prior".into(),
        NegativeMultiplier => "a multiplier is negative".into(),
        NotReached { prior, reached, bound, of_x } => {
            let (reached, bound) = (words.shown(reached), words.shown(bound));
            match prior {
                Some(k) => {
                    format!("for prior {k} of those that decide X has the utility {reached}, the bound is {bound}")
                }
                None if *of_x => format!("X has the utility {reached}, the bound is {bound}"),
                None if words.kind() == Kind::Optimal => "the other mechanism does not reach the bound".into(),
                None => format!("the mechanism reaches {reached}, the bound is {bound}, expected the same"),
            }
        }
        NoMore { at_prior: true, ours, other } => {
            format!("for the prior X has the utility {}, the other mechanism {}", words.shown(ours), words.shown(other))
        }
        NoMore { at_prior: false, ours, other } => {
            format!("the other mechanism has the utility {}, X has {}", words.shown(other), words.shown(ours))
        }
        SolutionAlone => "`solution` is there without `optimum`".into(),
        SharedOutput => "at α = 1 two components of the graph share an output of X".into(),
    }
}
