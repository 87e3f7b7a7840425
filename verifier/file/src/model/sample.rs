//! A table that was counted: the frequencies of outputs in so many runs, and not the probabilities that they were drawn
//! with.

use crate::error::Error;
use crate::json::{Value, View};
use crate::text::{count, named};

/// How often the mechanism was run for each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// A number for each row, at least 1.
    pub runs: Vec<u64>,
}

/// More digits than people count.
const MOST_DIGITS: usize = 18;

/// A table that was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sampled {
    /// Which one.
    pub of: TableOf,
    /// The least and the most runs of a row.
    pub runs: [u64; 2],
}

/// Whose table is meant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TableOf {
    /// The file's own.
    Table,
    /// That of a part of the composition, by its place.
    Part(usize),
    /// That of another file, by its path.
    File(String),
}

impl Sampled {
    pub(super) fn new(of: TableOf, sample: &Sample) -> Option<Self> {
        Some(Self { of, runs: [*sample.runs.iter().min()?, *sample.runs.iter().max()?] })
    }

    /// In words: `the table comes from a sample, 9978 to 10000 runs a row`.
    pub fn in_words(&self) -> String {
        let of = match &self.of {
            TableOf::Table => "the table".to_owned(),
            TableOf::Part(k) => format!("part {k}"),
            TableOf::File(path) => named(path),
        };
        let runs = match self.runs {
            [1, 1] => "1 run".to_owned(),
            [least, most] if least == most => format!("{most} runs"),
            [least, most] => format!("{least} to {most} runs"),
        };
        format!("{of} comes from a sample, {runs} a row")
    }
}

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
        let runs = items.map(|item| runs_of_row(&item)).collect::<Result<_, _>>()?;
        Ok(Some(Self { runs }))
    }
}

/// How often it was run for a row.
pub(crate) fn runs_of_row(view: &View) -> Result<u64, Error> {
    let digits: Option<u64> = match view.value() {
        Value::Number(text) if text.len() <= MOST_DIGITS && text.bytes().all(|b| b.is_ascii_digit()) => {
            text.parse().ok()
        }
        _ => None,
    };
    let expected = format!("the runs of a row, a whole number of at least 1 and at most {MOST_DIGITS} digits");
    digits.filter(|runs| *runs > 0).ok_or_else(|| view.unexpected(&expected))
}
