//! Counts of runs in the place of a table, and what is assumed of them.

use crate::words::in_decimals;
use dp_file::model::Mechanism;
use dp_file::number::Rational;
use dp_file::text::printable;

/// What a report tells of counts of runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runs {
    /// The probability with which all bounds hold together.
    pub confidence: Rational,
    /// The least and the most runs at an input.
    pub runs: [u64; 2],
    /// The events whose probabilities are bounded, in words.
    pub events: String,
    /// How they were chosen, as the file says.
    pub chosen_on: Option<String>,
}

impl Runs {
    /// Those of a file that has such.
    pub(super) fn of(mechanism: &Mechanism) -> Option<Self> {
        let counts = mechanism.counts()?;
        Some(Self {
            confidence: counts.of.confidence.clone(),
            runs: counts.runs(),
            events: counts.events(),
            chosen_on: counts.chosen_on.clone(),
        })
    }

    /// In words: what was counted, and what is assumed.
    pub fn in_words(&self) -> String {
        let runs = match self.runs {
            [least, most] if least == most => format!("{most} runs at each input"),
            [least, most] => format!("{least} to {most} runs at an input"),
        };
        let chosen = self.chosen_on.as_ref().map_or_else(String::new, |on| format!(" (chosen on: {})", printable(on)));
        format!(
            "{runs}; all bounds hold together with confidence {}; {}{chosen}. Assumed: the runs are independent and have the same law; outputs were recorded unchanged; confidence and events were fixed before anybody looked",
            in_decimals(&self.confidence),
            self.events
        )
    }
}
