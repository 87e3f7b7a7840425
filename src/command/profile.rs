//! `certify profile MECHANISM.json`: the least δ at every ε.

use super::limits::Raised;
use super::output;
use super::progress::Progress;
use super::terminal::shown;
use crate::profile;
use dp_verify::file::{self, Unusable};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Exit status:
  0  the profile is printed or written
  2  the input or the call is wrong, and nothing is written

Example:
  certify profile examples/five-hobbies.json
  certify profile examples/five-hobbies.json --format csv -o five-hobbies.csv";

/// How to print a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

/// Prints the privacy profile of a mechanism: the least δ at every λ = e^ε from 1 on, piece by piece, exactly
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// A mechanism file with rational entries, or a composition of such
    #[arg(value_name = "MECHANISM.json")]
    file: PathBuf,
    /// How to print the profile
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where to write it (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    raised: Raised,
    /// With -o, print nothing
    #[arg(short, long)]
    quiet: bool,
}

impl Call {
    /// Whether what is wrong with the input is told by its parts too.
    pub(super) fn tells_json(&self) -> bool {
        self.format == Format::Json
    }
}

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    if let Some(path) = &call.output {
        output::check(&[(call.file.clone(), path.clone())])?;
    }
    let limits = call.raised.asked();
    let bytes = file::read(&call.file, &limits)?;
    let progress = Progress::start(1, format!("the profile of {}", shown(&call.file)), !call.quiet);
    let found = profile::at(&call.file, &bytes, &limits)?;
    drop(progress);
    let text = match call.format {
        Format::Text => found.to_text(),
        Format::Json => found.to_json(),
        Format::Csv => found.to_csv(),
    };
    output::deliver(call.output.as_deref(), &text, "profile", call.quiet)?;
    Ok(0)
}
