//! `certify induced MECHANISM.json`: the channel on the answers that an oblivious mechanism induces.

use super::limits::Raised;
use super::output;
use super::terminal::shown;
use crate::induced::induced;
use dp_verify::file;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Exit status:
  0  the mechanism file is printed or written
  2  the mechanism is not oblivious, or the input or the call is wrong, and nothing is written

Example:
  certify induced examples/three-voters-by-databases.json -o three-voters.json";

/// Writes the mechanism on the answers that an oblivious mechanism on databases is, as a mechanism file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// A mechanism file with a query by its answers and a row for each database
    #[arg(value_name = "MECHANISM.json")]
    file: PathBuf,
    /// Where to write it (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    raised: Raised,
    /// With -o, print nothing
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(call: &Call) -> Result<u8, String> {
    if let Some(path) = &call.output {
        output::check(&[(call.file.clone(), path.clone())])?;
    }
    let limits = call.raised.limits();
    let bytes = file::read(&call.file, &limits)?;
    let text = induced(&bytes, &limits).map_err(|e| format!("{}:{e}", shown(&call.file)))?;
    output::deliver(call.output.as_deref(), &text, "mechanism", call.quiet).map(|()| 0)
}
