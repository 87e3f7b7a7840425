//! What people write above columns: which of them has the answers, and which the outputs.

/// What people call the column of answers, and that of outputs.
pub(crate) const INPUTS: [&str; 6] = ["input", "inputs", "answer", "node", "database", "dataset"];
pub(crate) const OUTPUTS: [&str; 5] = ["output", "outputs", "result", "response", "released"];

/// A word of a name that says the same, in tables with a column of probabilities.
const OF_INPUTS: [&str; 8] = ["in", "true", "truth", "actual", "secret", "x", "real", "question"];
const OF_OUTPUTS: [&str; 7] = ["out", "outcome", "reported", "report", "observed", "y", "noisy"];

/// Whether the name of a column is that of answers, or that of outputs; `None` of all others, and where it says both.
pub(super) fn is_of_inputs(name: &str) -> Option<bool> {
    let is = |lists: [&[&str]; 2]| {
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        words.any(|word| lists.iter().any(|list| list.iter().any(|known| known.eq_ignore_ascii_case(word))))
    };
    match (is([&INPUTS, &OF_INPUTS]), is([&OUTPUTS, &OF_OUTPUTS])) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        // A true answer, a reported answer.
        (true, true) if is([&OF_OUTPUTS, &OUTPUTS]) && !is([&OF_INPUTS, &[]]) => Some(false),
        _ => None,
    }
}
