//! Bounds on probabilities, from counts of runs, that are not those that they are said to be.

use dp_kernel::Sampling::{self, *};

pub(super) fn sampling(why: &Sampling) -> String {
    match why {
        NoBound => "a bound is no number of the grid".into(),
        AboveBound { count, runs } => format!("the bound for {count} of {runs} runs is above the one that there is"),
        BelowBound { count, runs } => {
            format!("the bound for {count} of {runs} runs, which the values need, is below the one that there is")
        }
        Unseen { count, runs } => format!("whether the bound for {count} of {runs} runs is one does not show"),
    }
}
