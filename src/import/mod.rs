//! Other people's tables: a mechanism file made of a query file and a table of numbers.
//!
//! Every number is taken as it stands: one of a CSV file is the decimal that is written there, one of an NPY file the
//! dyadic rational that the float is. The query file stays as it is, byte for byte, but for its name and for labels
//! that the table has and it has not; where both have names, rows are taken by these. What the numbers come to, sums
//! that are off and entries that are negative, is for `certify` to say.

mod entry;
mod matrix;
mod normalised;
mod npy;
mod query;
mod refusal;

pub use matrix::{How, Matrix, mechanism};
pub use normalised::{Bound, Normalised};
pub use refusal::Refusal;

use crate::construct::document::{self, Splice};
use crate::construct::{called, expect_query};
use crate::table::{self, Settings};
use dp_verify::error::Error;
use dp_verify::json::{self, View};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use std::borrow::Cow;

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Text, a row a line: CSV and its kin.
    Csv,
    /// An array of NumPy.
    Npy,
}

impl Form {
    /// The form of a file by its name.
    pub fn named(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "csv" | "tsv" | "tab" | "txt" | "dat" => Some(Self::Csv),
            "npy" => Some(Self::Npy),
            _ => None,
        }
    }
}

/// A table to import.
#[derive(Debug, Clone)]
pub struct Table<'a> {
    /// The file's name, for the mechanism file's.
    pub name: &'a str,
    /// How it is written.
    pub form: Form,
    /// The file's bytes.
    pub bytes: &'a [u8],
    /// Whether each row is to be divided by its sum.
    pub normalise: bool,
    /// Whether whole numbers that are divided are weights, and no counts of a sample.
    pub weights: bool,
    /// What is known of a table of text; the number of nodes is the query's.
    pub settings: Settings,
}

/// A mechanism file that was made of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The file.
    pub text: String,
    /// What of the table was taken for what; `None` where nothing had to be recognised.
    pub recognised: Option<String>,
    /// What became of the numbers, where rows were divided by their sums.
    pub normalised: Option<Normalised>,
    /// The same in words.
    pub changed: Option<String>,
}

/// The mechanism file of a table and a query file. Names of outputs become the mechanism's, names of nodes the query's
/// labels; where the query has labels, they must be the same, and say which row is whose.
///
/// Cost: what [`table::Table::read`] takes, and a pass a row at a time; with `normalise` exact sums and quotients.
///
/// # Errors
/// A query file that is none or has a mechanism, or whose claims do not fit the mechanism that it then has; a table
/// that is ambiguous, with another number of rows than there are nodes, with rows of unequal lengths, with anything
/// that is no number (NaN and infinities too); a row to be normalised that has no sum above 0; a mechanism file that
/// would be over a limit.
pub fn import(table: &Table, query: &[u8], limits: &Limits) -> Result<Imported, Refusal> {
    let node = json::read(query, limits).map_err(Refusal::Query)?;
    if !query::is_to_fill_in(&node) {
        expect_query(&View::root(&node), query).map_err(Refusal::Query)?;
    }
    // What is claimed of a mechanism is read when there is one.
    let bare = query::bare(query, &node);
    let file = Mechanism::read(&bare, limits).map_err(Refusal::Query)?;
    let n = file.query.graph.nodes();
    let how = How { normalise: table.normalise, weights: table.weights, rounding: None };
    let located = |refusal| match refusal {
        Refusal::Query(e) => Refusal::Query(e.locate(query)),
        at_table => at_table,
    };
    let (made, source, recognised, changed) = match table.form {
        Form::Csv => {
            let settings = Settings { nodes: Some(n), normalise: table.normalise, ..table.settings.clone() };
            let mut read = table::Table::read(table.bytes, &settings, limits).map_err(Refusal::Table)?;
            read.arrange_as_said().map_err(Refusal::Table)?;
            query::arrange(&file, &mut read)?;
            let made = matrix::mechanism(&read, &how, limits).map_err(located)?;
            let labelled = query::labelled(query, &node, &file, &read);
            let changed = made.normalised.as_ref().map(|normalised| normalised.in_words(Some(&read)));
            (made, labelled, (!read.is_plain()).then(|| read.recognised()), changed)
        }
        Form::Npy => {
            let rows = npy::Rows::new(table.bytes, n).map_err(Refusal::Table)?;
            let made = matrix::of_array(rows, &how, limits).map_err(located)?;
            let changed = made.normalised.as_ref().map(|normalised| normalised.in_words(None));
            (made, Cow::Borrowed(query), None, changed)
        }
    };
    let how = if table.normalise { ", each row divided by its sum," } else { "" };
    let name = format!("table {}{how} imported for: {}", table.name, called(&file));
    let sample = made.normalised.as_ref().and_then(Normalised::sample);
    let (mechanism, sample) = (&*made.text, sample.as_deref());
    let splice = Splice { name: &name, mechanism, sample, constant: None, keeps: &|_| true, claims: &[] };
    let new = json::read(&source, limits).map_err(Refusal::Query)?;
    let text = document::write(&new, &source, &splice, limits).map_err(|e| Refusal::Query(e.locate(query)))?;
    match Mechanism::read(text.as_bytes(), limits) {
        Ok(_) => Ok(Imported { text, recognised, normalised: made.normalised, changed }),
        Err(e) => Err(query::claim(&node, &e).map_or_else(
            // Numbers over a limit, by their places in the new file, which nobody has seen: the words must do.
            || Refusal::Table(Error { line: 0, ..e.clone() }),
            |place| Refusal::Query(Error { offset: place, ..e.clone() }.locate(query)),
        )),
    }
}
