//! Tables that do not come of others by a remap or by rounding, or may.

use super::super::{Words, reason::rounding};
use dp_kernel::Origin::{self, *};

pub(super) fn origin(why: &Origin, words: &Words) -> String {
    let (node, output) = (|i: &usize| words.node(*i), |o: &usize| words.output(*o));
    match why {
        NegativeGarbling(row) => format!("row {row} of `remap` has a negative entry"),
        GarblingSum(row) => format!("row {row} of `remap` does not sum to 1"),
        NotGarbled { row, output: o, found } => {
            format!("Y·R at row {}, output {} is {}, X differs", node(row), output(o), words.shown(found))
        }
        NegativeRefutation { of_y, of_x } => {
            format!("the refutation is negative for output {of_y} of Y and output {}", output(of_x))
        }
        NotSeparated => "the refutation does not separate X".into(),
        TooFar { row, output: o } => {
            let within = rounding(words);
            format!("row {}, output {} of the table is more than {within} off", node(row), output(o))
        }
        NotBelow { row, output: o, entry } => {
            let (entry, within) = (words.shown(entry), rounding(words));
            format!("row {}, output {}: {entry} is within {within} of a number ≥ 0", node(row), output(o))
        }
        NotLeastDelta { needed, bound } => {
            let needed = words.shown(needed);
            match bound {
                Some(bound) => {
                    let bound = words.shown(bound);
                    format!(
                        "the table needs δ = {needed}, and by the multipliers none needs less than {bound}, expected the same"
                    )
                }
                None => "no multiplier is above 0, and nothing is shown of the least δ".into(),
            }
        }
        NoContradiction => "the multipliers add the constraints to no contradiction".into(),
    }
}
