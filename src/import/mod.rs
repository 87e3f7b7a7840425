//! Other people's tables: a mechanism file made of a query file and a table of numbers.
//!
//! Every number is taken as it stands: one of a CSV file is the decimal that is written there, one of an NPY file the
//! dyadic rational that the float is. The query file stays as it is, byte for byte, but for its name. What the numbers
//! come to, sums that are off and entries that are negative, is for `certify` to say.

mod csv;
mod entry;
mod npy;

use crate::construct::document::{self, Splice};
use crate::construct::{called, expect_query};
use dp_verify::error::Error;
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use entry::Entry;
use malachite::base::num::arithmetic::traits::{DivisibleBy, LcmAssign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::fmt::{self, Display};

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Text, a row a line, its entries between commas.
    Csv,
    /// An array of NumPy.
    Npy,
}

impl Form {
    /// The form of a file by its name.
    pub fn named(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "npy" => Some(Self::Npy),
            _ => None,
        }
    }
}

/// A table to import.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    /// The file's name, for the mechanism file's.
    pub name: &'a str,
    /// How it is written.
    pub form: Form,
    /// The file's bytes.
    pub bytes: &'a [u8],
    /// Whether each row is to be divided by its sum.
    pub normalise: bool,
}

/// Which file is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The table.
    Table(Error),
    /// The query file.
    Query(Error),
}

/// The mechanism file of a table and a query file.
///
/// Cost: a pass over the table, a row at a time; with `normalise` exact sums and quotients.
///
/// # Errors
/// A query file that is none or has a mechanism; a table with another number of rows than there are nodes, with rows of
/// unequal lengths, with anything that is no number (NaN and infinities too); a row to be normalised that has no sum
/// above 0; a mechanism file that would be over a limit.
pub fn import(table: &Table, query: &[u8], limits: &Limits) -> Result<String, Refusal> {
    let node = json::read(query, limits).map_err(Refusal::Query)?;
    let root = View::root(&node);
    expect_query(&root, query).map_err(Refusal::Query)?;
    let file = Mechanism::read(query, limits).map_err(Refusal::Query)?;
    let n = file.query.graph.nodes();
    let mechanism = match table.form {
        Form::Csv => {
            let mut lines =
                csv::Lines::new(table.bytes, n, limits).map_err(|e| Refusal::Table(e.locate(table.bytes)))?;
            let next = || lines.next();
            written(table, n, next, &root, limits)
        }
        Form::Npy => {
            let mut rows = npy::Rows::new(table.bytes, n).map_err(Refusal::Table)?;
            let next = || rows.next();
            written(table, n, next, &root, limits)
        }
    };
    let located = |e: Error| if table.form == Form::Csv { e.locate(table.bytes) } else { e };
    let mechanism = mechanism.map_err(|refusal| match refusal {
        Refusal::Table(e) => Refusal::Table(located(e)),
        Refusal::Query(e) => Refusal::Query(e.locate(query)),
    })?;
    let how = if table.normalise { ", each row divided by its sum," } else { "" };
    let name = format!("table {}{how} imported for: {}", table.name, called(&file));
    let splice = Splice { name: &name, mechanism: &mechanism, constant: None, keeps: &|_| true, claims: &[] };
    let text = document::write(&node, query, &splice, limits).map_err(|e| Refusal::Query(e.locate(query)))?;
    // Numbers over a limit, by their places in the new file, which nobody has seen: the words must do.
    match Mechanism::read(text.as_bytes(), limits) {
        Ok(_) => Ok(text),
        Err(e) => Err(Refusal::Table(Error { line: 0, ..e })),
    }
}

/// x/sum, divided when it is written.
struct Part<'a>(&'a Rational, &'a Rational);

impl Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Display::fmt(&(self.0 / self.1), f)
    }
}

/// The `mechanism` of the new file. Rows come one at a time, with where each begins.
fn written<T: Entry>(
    table: &Table,
    nodes: usize,
    mut next: impl FnMut() -> Option<Result<(Vec<T>, Error), Error>>,
    root: &View,
    limits: &Limits,
) -> Result<String, Refusal> {
    let mut matrix = document::Matrix::new(root, limits);
    let mut i = 0;
    while let Some(row) = next() {
        let (row, place) = row.map_err(Refusal::Table)?;
        let pushed = if table.normalise {
            let (values, sum) = values(&row, &place, limits).map_err(Refusal::Table)?;
            if sum <= 0u32 {
                let message = format!("row {i} sums to {}, and only a row with a sum above 0 is normalised", sum);
                return Err(Refusal::Table(Error { message, ..place }));
            }
            let parts: Vec<Part> = values.iter().map(|x| Part(x, &sum)).collect();
            matrix.push(&parts)
        } else {
            matrix.push(&row)
        };
        pushed.map_err(Refusal::Query)?;
        i += 1;
    }
    debug_assert_eq!(i, nodes);
    Ok(matrix.finish(None))
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
