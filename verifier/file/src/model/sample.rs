//! A table that was counted: the frequencies of outputs in so many runs, and not the probabilities that they were drawn with.

use crate::error::Error;
use crate::json::{Value, View};
use crate::text::count;

/// How often the mechanism was run for each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// A number for each row, at least 1.
    pub runs: Vec<u64>,
}

/// More digits than people count.
const MOST_DIGITS: usize = 18;

impl Sample {
    /// The `sample` of an object that has the `matrix`, or of a file whose mechanism has it: `{"runs": [10000, 9978]}`.
    pub(super) fn read(of: &View, mechanism: Option<&View>) -> Result<Option<Self>, Error> {
        let Some(sample) = of.field("sample") else { return Ok(None) };
        let matrix = mechanism.and_then(|mechanism| mechanism.field("matrix"));
        let Some(matrix) = matrix else {
            return Err(
                sample.found("a sample without a matrix", "one beside \"matrix\", whose entries are its frequencies")
            );
        };
        sample.is_object("an object: {\"runs\": […]}, a whole number for each row")?;
        sample.only(&["runs"])?;
        let rows = matrix.array("rows")?.len();
        let runs = sample.required("runs")?;
        let expected = format!("{}, one for each row", count(rows, "whole number"));
        let items = runs.array(&expected)?;
        if items.len() != rows {
            return Err(runs.found(count(items.len(), "entry"), expected));
        }
        let runs = items.map(|item| number(&item)).collect::<Result<_, _>>()?;
        Ok(Some(Self { runs }))
    }

    /// In words: `10000 runs a row`, `9978 to 10000 runs a row`.
    pub fn in_words(&self) -> String {
        match (self.runs.iter().min(), self.runs.iter().max()) {
            (Some(1), Some(1)) => "1 run a row".to_owned(),
            (Some(least), Some(most)) if least < most => format!("{least} to {most} runs a row"),
            (Some(all), _) => format!("{all} runs a row"),
            (None, _) => "no runs".to_owned(),
        }
    }
}

fn number(view: &View) -> Result<u64, Error> {
    let digits: Option<u64> = match view.value() {
        Value::Number(text) if text.len() <= MOST_DIGITS && text.bytes().all(|b| b.is_ascii_digit()) => {
            text.parse().ok()
        }
        _ => None,
    };
    let expected = format!("the runs of a row, a whole number of at least 1 and at most {MOST_DIGITS} digits");
    digits.filter(|runs| *runs > 0).ok_or_else(|| view.unexpected(&expected))
}
