//! Counts as a matrix, and the sum of several.

use dp_verify::text::named;
use std::collections::HashMap;

/// The most runs at one answer: 10^12.
pub const MOST_RUNS: u64 = 1_000_000_000_000;

/// How often each output came out at each answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// The names of the answers, each a row.
    pub answers: Vec<String>,
    /// The names of the outputs, each a column.
    pub outputs: Vec<String>,
    /// A row for each answer, with a number for each output.
    pub counts: Vec<Vec<u64>>,
}

impl Counts {
    /// The number of runs at an answer; 0 where there is no such row.
    pub fn runs(&self, answer: usize) -> u64 {
        self.counts.get(answer).map_or(0, |row| row.iter().fold(0, |sum: u64, n| sum.saturating_add(*n)))
    }

    /// The first answer that has more than [`MOST_RUNS`], in a sentence.
    pub(super) fn over(&self) -> Option<String> {
        let i = (0..self.answers.len()).find(|&i| self.runs(i) > MOST_RUNS)?;
        Some(format!("{} runs at answer {}, the limit is 10^12", self.runs(i), named(&self.answers[i])))
    }

    /// The sum of several, in the order of the first: rows and columns are matched by their names.
    ///
    /// # Errors
    /// Nothing to add; an answer or an output that one has and another has not, by its name and that of the
    /// whole it is missing from; more than [`MOST_RUNS`] at an answer. `parts` are counts with what they are
    /// called.
    pub fn merge(parts: &[(&str, &Self)]) -> Result<Self, String> {
        let [(first, sum), rest @ ..] = parts else {
            return Err("found no counts to add, expected some".to_owned());
        };
        let mut sum = (*sum).clone();
        for (name, part) in rest {
            let (first, name) = (named(first), named(name));
            let answers = places("answer", (&first, &sum.answers), (&name, &part.answers))?;
            let outputs = places("output", (&first, &sum.outputs), (&name, &part.outputs))?;
            for (row, &i) in part.counts.iter().zip(&answers) {
                for (n, &j) in row.iter().zip(&outputs) {
                    sum.counts[i][j] = sum.counts[i][j].saturating_add(*n);
                }
            }
        }
        sum.over().map_or(Ok(sum), Err)
    }
}

/// Where each name of the second list is in the first, which has to have the same ones.
fn places(
    what: &str,
    (first, these): (&str, &[String]),
    (other, those): (&str, &[String]),
) -> Result<Vec<usize>, String> {
    let of: HashMap<&str, usize> = these.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let lacks = |name: &str, has: &str, lacks: &str| {
        format!("{has} has the {what} {} and {lacks} has not, expected the same {what}s in both", named(name))
    };
    let found: Result<Vec<usize>, String> =
        those.iter().map(|name| of.get(name.as_str()).copied().ok_or_else(|| lacks(name, other, first))).collect();
    let missing = these.iter().find(|name| !those.contains(name));
    match missing {
        Some(name) => Err(lacks(name, first, other)),
        None => found,
    }
}
