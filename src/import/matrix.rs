//! The matrix of a mechanism file, of rows that come one at a time.

use super::Refusal;
use super::entry::Entry;
use super::normalised::Normalised;
use super::npy;
use crate::construct::document;
use crate::table;
use dp_verify::error::Error;
use dp_verify::json::{Node, Value, View};
use dp_verify::limits::Limits;
use malachite::base::num::arithmetic::traits::{DivisibleBy, LcmAssign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::fmt::{self, Display};

/// What becomes of a table's numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct How<'a> {
    /// Whether each row is divided by its sum.
    pub normalise: bool,
    /// Whether whole numbers that are divided are weights, and no counts of a sample.
    pub weights: bool,
    /// How far from the true ones the numbers may be, where they were rounded.
    pub rounding: Option<&'a str>,
}

/// The `mechanism` of a file, and what was done to the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    /// The `mechanism` as JSON.
    pub text: String,
    /// What became of the numbers, where rows were divided by their sums.
    pub normalised: Option<Normalised>,
}

/// The `mechanism` of a file, with the table's names of outputs.
///
/// # Errors
/// At the table: a row to be normalised that has no sum above 0; at the query: a file that would be over a limit.
pub fn mechanism(table: &table::Table, how: &How, limits: &Limits) -> Result<Matrix, Refusal> {
    let mut rows = table.rows().map(Ok);
    let made = written(how, || rows.next(), table.outputs().as_deref(), limits).map_err(|refusal| match refusal {
        Refusal::Table(e) => Refusal::Table(table.locate(e)),
        other => other,
    })?;
    Ok(Matrix { normalised: made.normalised.map(|normalised| normalised.located(table)), ..made })
}

/// The same of an array, which has no names.
pub(super) fn of_array(mut rows: npy::Rows, how: &How, limits: &Limits) -> Result<Matrix, Refusal> {
    written(how, || rows.next(), None, limits)
}

/// x/sum, divided when it is written.
struct Part<'a>(&'a Rational, &'a Rational);

impl Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Display::fmt(&(self.0 / self.1), f)
    }
}

/// Rows come one at a time, with where each begins.
fn written<T: Entry>(
    how: &How,
    mut next: impl FnMut() -> Option<Result<(Vec<T>, Error), Error>>,
    outputs: Option<&[String]>,
    limits: &Limits,
) -> Result<Matrix, Refusal> {
    // Where a file is that is not there yet.
    let node = Node { offset: 0, value: Value::Null };
    let root = View::root(&node);
    let mut matrix = document::Matrix::new(&root, limits);
    let (mut i, mut normalised) = (0, None);
    while let Some(row) = next() {
        let (row, place) = row.map_err(Refusal::Table)?;
        let pushed = if how.normalise {
            let (values, sum) = values(&row, &place, limits).map_err(Refusal::Table)?;
            if sum <= 0u32 {
                let message = format!("row {i} sums to {}, and only a row with a sum above 0 is normalised", sum);
                return Err(Refusal::Table(Error { message, ..place }));
            }
            normalised = Some(Normalised::with(normalised, i, &values, &sum, &place));
            let parts: Vec<Part> = values.iter().map(|x| Part(x, &sum)).collect();
            matrix.push(&parts)
        } else {
            matrix.push(&row)
        };
        pushed.map_err(Refusal::Query)?;
        i += 1;
    }
    let normalised = if how.weights { normalised.map(Normalised::of_weights) } else { normalised };
    Ok(Matrix { text: matrix.finish(outputs, how.rounding), normalised })
}

/// The values of a row and their sum, if all of them together are within the memory that numbers may take, their common
/// denominator within the bits of a number, and the quotients, which are about as long, within the bytes of a file.
fn values<T: Entry>(row: &[T], place: &Error, limits: &Limits) -> Result<(Vec<Rational>, Rational), Error> {
    let over = |message: String| Error { message, fault: dp_verify::error::Fault::OverLimit, ..place.clone() };
    let bytes = row.iter().fold(0_usize, |sum, x| sum.saturating_add(x.bytes()).saturating_add(64));
    if bytes > limits.memory / 2 {
        let message = format!("a row of numbers that fill over {} bytes (--limit memory=N)", limits.memory / 2);
        return Err(over(message));
    }
    let values: Vec<Rational> = row.iter().map(Entry::value).collect();
    let mut common = Natural::ONE;
    for value in &values {
        let denominator = value.denominator_ref();
        if !(&common).divisible_by(denominator) {
            common.lcm_assign(denominator);
        }
        let bits = common.significant_bits();
        if bits > limits.bits as u64 {
            return Err(over(format!("a row over a denominator of more than {} bits (--limit bits=N)", limits.bits)));
        }
        if (bits / 4).saturating_mul(values.len() as u64) > limits.bytes as u64 {
            return Err(over(format!("the row normalised would fill over {} bytes (--limit bytes=N)", limits.bytes)));
        }
    }
    let part =
        |x: &Rational| Integer::from_sign_and_abs(*x >= 0u32, x.numerator_ref() * (&common / x.denominator_ref()));
    let sum = values.iter().map(part).fold(Integer::ZERO, |sum, x| sum + x);
    let sum = Rational::from_integers(sum, Integer::from(&common));
    Ok((values, sum))
}
