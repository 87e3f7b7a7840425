//! `certify import TABLE QUERY.json`: a mechanism file made of somebody's table.

use super::call::Format;
use super::limits::Raised;
use super::output;
use super::progress::Progress;
use super::reading::{OF_WEIGHTS, Reading};
use super::terminal::{complain, shown};
use crate::import::{Form, Refusal, Table, import};
use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "\
Every number of a CSV file is the decimal that is written there, every float of an NPY file the dyadic rational that
it is. The table has a row for each node and an entry for each output. The separator, a row of names above and a column
of names beside the entries, decimal commas and a % in every entry are recognized, and named on standard error.

Example:
  certify import table.npy query.json -o mechanism.json
  certify mechanism.json

Exit status: 0 the file is written, 2 an input or the call is wrong, or a limit was met.";

/// Makes a mechanism file from a query file and a table, each number exactly as it is written
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// The table, a .csv, .tsv, .txt or .npy file
    #[arg(value_name = "TABLE")]
    table: PathBuf,
    /// A mechanism file without a mechanism
    #[arg(value_name = "QUERY.json")]
    query: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// Where to write the mechanism file (default: standard output)
    #[arg(short, long, value_name = "MECHANISM.json")]
    output: Option<PathBuf>,
    /// How to say what is wrong with an input: in words, or as JSON on standard output too
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    raised: Raised,
    /// With -o, print nothing
    #[arg(short, long)]
    quiet: bool,
}

impl Call {
    /// Whether what is wrong with the input is told by its parts too.
    pub(super) fn tells_json(&self) -> bool {
        self.format == Format::Json && !self.quiet
    }
}

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    let (table, query) = (&call.table, &call.query);
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    let unknown = || format!("{}: expected a table whose name ends in .csv, .tsv, .txt or .npy", shown(table));
    let form = Form::named(&name).ok_or_else(|| {
        let other = query.file_name().unwrap_or_default().to_string_lossy();
        let turned = Form::named(&other).map(|_| (shown(query), shown(table)));
        let hint = turned.map(|(table, query)| format!("; did you mean certify import {table} {query}?"));
        unknown() + &hint.unwrap_or_default()
    })?;
    if let Some(path) = &call.output {
        output::check(&[(query.clone(), path.clone())])?;
        output::check(&[(table.clone(), path.clone())])?;
    }
    let limits = call.raised.limits();
    let (bytes, query_bytes) = (file::read(table, &limits)?, file::read(query, &limits)?);
    let progress = Progress::start(1, format!("importing {}", shown(table)), !call.quiet);
    let table_of = Table {
        name: &name,
        form,
        bytes: &bytes,
        normalise: call.reading.normalises(),
        weights: call.reading.of_weights(),
        settings: call.reading.settings(),
    };
    let imported = import(&table_of, &query_bytes, &limits).map_err(|refusal| match refusal {
        Refusal::Table(e) => at(table, e),
        Refusal::Query(e) => at(query, e),
    })?;
    drop(progress);
    if let (Some(normalised), Some(bound)) = (&imported.normalised, call.reading.bound()) {
        normalised.expect(bound).map_err(|e| at(table, e))?;
    }
    if let (Some(said), false) = (&imported.recognised, call.quiet) {
        complain(&format!("{}: {said}", shown(table)));
    }
    if let (Some(changed), false) = (&imported.changed, call.quiet) {
        let counted = imported.normalised.as_ref().is_some_and(|normalised| normalised.runs().is_some());
        complain(&format!("{}: {changed}{}", shown(table), if counted { OF_WEIGHTS } else { "" }));
    }
    output::deliver(call.output.as_deref(), &imported.text, "mechanism", call.quiet)?;
    Ok(0)
}

/// An error with its file. A line and column follow the name directly; a place in an array is no JSONPath, and is told
/// in words only.
fn at(path: &Path, e: Error) -> Unusable {
    let space = if e.line > 0 { "" } else { " " };
    let message = format!("{}:{space}{e}", shown(path));
    let place = if e.path.starts_with('$') { e.path.clone() } else { String::new() };
    Unusable { message, ..Unusable::at(path, Error { path: place, ..e }) }
}
