//! Bounds on probabilities, from counts of runs, that are not those that they are said to be.

use super::super::Words;
use dp_kernel::Sampling::{self, *};

pub(super) fn sampling(why: &Sampling, words: &Words) -> String {
    match why {
        NoBound => "a bound is no number of the grid".into(),
        AboveBound { count, runs } => format!("the bound for {count} of {runs} runs is above the one that there is"),
        BelowBound { count, runs } => {
            format!("the bound for {count} of {runs} runs, which the values need, is below the one that there is")
        }
        Weight => "a weight is above 1".into(),
        NoLaw => "`laws` has one that does not sum to 1".into(),
        NotInside(node) => format!("the law of {} is not inside the bounds", words.node(*node)),
        NotShown { bound, at_most } => {
            let (bound, at_most) = (words.shown(bound), words.shown(at_most));
            format!(
                "δ is shown to be at most {bound}, not {at_most}, and no law inside the bounds to need more than that"
            )
        }
        Unseen { count, runs } => format!("whether the bound for {count} of {runs} runs is one does not show"),
    }
}
