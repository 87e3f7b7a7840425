//! Whether the first line of a log is a run or the names of the columns.
//!
//! In this order:
//!
//! 1. A call that says so is right.
//! 2. Two names that columns have (`input,output`; see `header`) are names. So are the same two further down,
//!    where they are an error: logs were joined.
//! 3. Where the answers are named beforehand, a line with one of them is a run.
//! 4. What the other lines are decides. A label is at home in its column if another line has it there, or if it
//!    is a number as all labels there are. If both are at home, the line is a run; if neither is, neither is a
//!    number, and one of the columns has numbers alone, the line is names.
//! 5. All else is refused with the flag that settles it. So is `0,1`, at home or not: data frames without names
//!    are written with it at their head.

use super::decimal::number;
use super::labels::Labels;
use super::line::{Fields, error};
use super::outputs::{OTHER, Outputs};
use super::tally::{Rules, Tally};
use dp_verify::error::Error;
use dp_verify::text::named;

/// Whether the first line is names, by what the others are.
///
/// # Errors
/// It may be either.
pub(super) fn is_names(fields: &Fields, tally: &Tally, rules: &Rules) -> Result<bool, Error> {
    let [input, output] = &fields.labels;
    let answers = column(&tally.answers, rules.answers.map(<[String]>::len));
    let outputs = match rules.outputs {
        Outputs::Bins(_) => (Vec::new(), !tally.pairs.is_empty()),
        Outputs::Named(names) => {
            let other = tally.outputs.get(OTHER);
            let others = tally.pairs.iter().any(|pair| Some(pair.output) == other);
            let (labels, numbers) = column(&tally.outputs, Some(names.len()));
            (labels, numbers && !others)
        }
        Outputs::Seen | Outputs::Learnt(_) => column(&tally.outputs, None),
    };
    let columns = [(&**input, &answers), (&**output, &outputs)];
    let is_number = |label: &str| number(label).is_ok();
    let recurs = |(label, (labels, _)): &(&str, &(Vec<&str>, bool))| labels.contains(label);
    let at_home = |column: &(&str, &(Vec<&str>, bool))| recurs(column) || column.1.1 && is_number(column.0);
    let frame = input == "0" && output == "1";
    if columns.iter().all(at_home) && !frame {
        return Ok(false);
    }
    let strange = columns.iter().all(|column| !recurs(column) && !is_number(column.0));
    if strange && columns.iter().any(|(_, (_, numbers))| *numbers) {
        return Ok(true);
    }
    let found = [input, output].map(|label| named(label)).join(",");
    let ask = "is this a run, or the names of the columns? Say --header no or --header yes";
    Err(Error { message: format!("found {found} in the first line: {ask}"), ..error(0) })
}

/// The labels of a column, and whether all are numbers.
fn column(labels: &Labels, fixed: Option<usize>) -> (Vec<&str>, bool) {
    let names: Vec<&str> = labels.names().iter().take(fixed.unwrap_or(usize::MAX)).map(|name| &**name).collect();
    let numbers = !names.is_empty() && names.iter().all(|name| number(name).is_ok());
    (names, numbers)
}
