//! `certify repair MECHANISM.json`: the least share of a private mechanism that makes another one private.

use super::call::Format;
use super::limits::Raised;
use super::output;
use super::progress::Progress;
use super::terminal::{print, shown};
use crate::repair::{MOST_DIGITS, With, repair};
use dp_verify::file::{self, Unusable};
use dp_verify::model::{CLOSED_FORMS, closed_form};
use dp_verify::spelling::did_you_mean;
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "\
The repaired mechanism is (1-t)·X + t·Y, with the least t for which it is private at the file's α. Its file keeps the
claims that are not about X.

Example:
  certify repair examples/alvim-table1-m1-as-printed.json -o repaired.json
  certify repaired.json

Exit status: 0 the mechanism is repaired, 2 an input or the call is wrong, or a limit was met.";

/// Mixes the least share of a private mechanism into another one that makes it private
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// A mechanism file whose rows sum to 1
    #[arg(value_name = "MECHANISM.json")]
    file: PathBuf,
    /// Round the share up to this many decimal places (default: the exact least share)
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_DIGITS)))]
    digits: Option<u32>,
    /// What to mix in: truncated-geometric, randomised-response, exponential, or a mechanism file of the same shape
    /// (default: every output of X equally probable)
    #[arg(long, value_name = "FAMILY-OR-FILE")]
    with: Option<PathBuf>,
    /// Where to write the repaired mechanism (default: nowhere)
    #[arg(short, long, value_name = "FIXED.json")]
    output: Option<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    raised: Raised,
    /// Print nothing but errors
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
    let limits = call.raised.limits();
    let family = call.with.as_deref().and_then(Path::to_str).and_then(closed_form);
    let beside = call.with.as_ref().filter(|_| family.is_none());
    if let Some(name) = beside.filter(|path| !path.exists()) {
        let hint = did_you_mean(&name.to_string_lossy(), &CLOSED_FORMS);
        let expected = format!("no such file, expected one or a closed form ({})", CLOSED_FORMS.join(", "));
        return Err(format!("{}: {expected}{hint}", shown(name)).into());
    }
    if let Some(path) = &call.output {
        for input in [&call.file].into_iter().chain(beside) {
            output::check(&[(input.clone(), path.clone())])?;
        }
    }
    let other = beside.map(|path| Ok::<_, Unusable>((shown(path), file::mechanism(path, &limits)?))).transpose()?;
    let with = match (family, &other) {
        (Some("uniform"), _) | (None, None) => With::Uniform,
        (Some(name), _) => With::Family(name),
        (None, Some((name, other))) => With::File(name, other),
    };
    // What reading the other one has left.
    let limits = other.as_ref().map_or(limits, |(_, other)| other.left(&limits));
    let bytes = file::read(&call.file, &limits)?;
    let progress = Progress::start(1, format!("repairing {}", shown(&call.file)), !call.quiet);
    let found = repair(&bytes, call.digits, with, &limits).map_err(|e| Unusable::at(&call.file, e))?;
    drop(progress);
    if let Some(path) = &call.output {
        output::write(path, &found.text)?;
    }
    match (call.format, &call.output) {
        _ if call.quiet => {}
        (Format::Json, _) => print(&found.to_json())?,
        (Format::Text, None) => print(&found.to_text())?,
        (Format::Text, Some(path)) => print(&format!("{}\nmechanism: {}\n", found.to_text(), shown(path)))?,
    }
    Ok(0)
}
