//! A table of which mass is missing, and what is assumed of the rest.

use crate::words::Words;
use dp_file::model::Mechanism;
use dp_file::text::count;
use dp_kernel::Fraction;
use std::cmp::Ordering;

/// What a report tells of a table of which mass is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    /// How many rows lack some, and of how many.
    pub rows: [usize; 2],
    /// The most that a row lacks, in words, where that is one number or one function.
    pub most: Option<String>,
    /// Whether outputs are possible that the table has not.
    pub further: bool,
    /// Whether it is about every α of an interval.
    pub is_symbolic: bool,
}

/// That mass is missing of the table.
#[derive(serde::Serialize)]
pub(super) struct MissingPart<'a> {
    rows: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<&'a str>,
    further_outputs: bool,
    words: String,
}

impl Lacking {
    /// As JSON has it.
    pub(super) fn part(&self) -> MissingPart<'_> {
        MissingPart {
            rows: self.rows[0],
            at_most: self.most.as_deref(),
            further_outputs: self.further,
            words: self.in_words(),
        }
    }

    /// That of a file that has such a table.
    pub(super) fn of(mechanism: &Mechanism, words: &Words) -> Option<Self> {
        let table = mechanism.incomplete()?;
        let lacking: Vec<&Fraction> = table.missing.iter().filter(|m| !m.numerator.is_zero()).collect();
        let most = lacking.iter().try_fold(Fraction::ZERO, |most, m| match words.order(m, &most)? {
            Ordering::Greater => Some((*m).clone()),
            _ => Some(most),
        });
        let most = most.map(|most| words.shown(&most));
        let is_symbolic = mechanism.field.as_ref().is_some_and(|field| field.is_symbolic());
        Some(Self { rows: [lacking.len(), table.missing.len()], most, further: table.further, is_symbolic })
    }

    /// In words: what is missing, what may take it, and what verdicts are about.
    pub fn in_words(&self) -> String {
        let [lacking, rows] = self.rows;
        let missing = match &self.most {
            _ if lacking == 0 => "no mass is missing of any row".to_owned(),
            Some(most) => format!("at most {most} of a row's mass is missing, of {lacking} of {}", count(rows, "row")),
            None => format!("mass is missing of {lacking} of {}", count(rows, "row")),
        };
        let further = if self.further {
            "further outputs are possible"
        } else {
            "ASSUMED: no output is possible but those of the table"
        };
        format!(
            "{missing}; {further}. Verdicts on privacy are about every completion of the table: they hold if all completions are private, and fail if none is{}",
            if self.is_symbolic { ", at some α of the interval" } else { "" }
        )
    }
}
