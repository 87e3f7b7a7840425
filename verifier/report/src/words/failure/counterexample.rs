//! Places of a table that are no counterexample, and counterexamples to what is said to hold.

use super::super::{Words, reason, rows::negative};
use dp_kernel::Counterexample::{self, *};

pub(super) fn counterexample(why: &Counterexample, words: &Words) -> String {
    let (node, output) = (|i: &usize| words.node(*i), |o: &usize| words.output(*o));
    match why {
        NotNegative { row, output: o } => {
            format!("the entry of row {}, output {} is not negative", node(row), output(o))
        }
        NegativeEntry { row, output, entry } => negative(*row, *output, entry, words),
        NotAdjacent([i, h]) => format!("{} and {} are not adjacent", node(i), node(h)),
        NotSoFar([i, h]) => format!("{} and {} are not at the distance of the claim", node(i), node(h)),
        NotLeastRatio { pair: [i, h], output: o, alpha_max } => {
            let (i, h, o, least) = (node(i), node(h), output(o), words.shown(alpha_max));
            if words.graph().has_lengths() {
                return format!(
                    "the ratio of {i} to {h} at output {o} is, at their distance, not as small as {least} elsewhere"
                );
            }
            format!("the ratio of {i} to {h} at output {o} is not alpha_max = {least}")
        }
        NotMostDelta { pair: [i, h], outputs, delta_min } => {
            let (set, most) = (reason::outputs(outputs, words), words.shown(delta_min));
            format!("{} against {} on {set} does not need delta_min = {most}", node(i), node(h))
        }
        NotRising => "`outputs` names one output or more, rising".into(),
        DifferentAnswers([i, h]) => format!("{} and {} have different answers", node(i), node(h)),
        EqualRows { pair: [i, h], output: o } => {
            format!("the rows of {} and {} are equal at output {}", node(i), node(h), output(o))
        }
        RowsDiffer { pair, output } => {
            // With what the file has there.
            let entry = |i| words.entry(i, *output).map_or_else(|| "a number".into(), |x| words.shown(&x));
            reason::differ(*pair, *output, &pair.map(entry), words)
        }
    }
}
