//! `certify pattern MECHANISM.json`: which privacy constraints are tight.

use super::call::Format;
use super::limits::Raised;
use super::terminal::print;
use crate::pattern::pattern;
use dp_verify::file::{self, Unusable};
use std::path::PathBuf;

/// The exit status where a constraint is broken or a number is negative.
const BROKEN: u8 = 1;

const LETTERS: &str = "\
Letters, of an edge from its lower node to its higher one and an output:
  ↓  the second node has α times what the first has
  ↑  the first node has α times what the second has
  S  neither constraint is tight
  Z  both have 0
  =  both constraints are tight, at α = 1
  !  a constraint is broken: the mechanism is not private

Exit status:
  0  no constraint is broken and no number negative: the mechanism is private
  1  one is
  2  the input or the call is wrong

Example:
  certify pattern examples/ghosh-figure2.json";

/// Prints which privacy constraints of a mechanism are tight, in which direction: a line for each edge, a letter for
/// each output
#[derive(Debug, clap::Args)]
#[command(after_help = LETTERS)]
pub(super) struct Call {
    /// A mechanism file
    #[arg(value_name = "MECHANISM.json")]
    file: PathBuf,
    /// How to print the pattern
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    raised: Raised,
    /// Print nothing but errors; the exit status has the verdict
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
    let bytes = file::read(&call.file, &limits)?;
    let found = pattern(&bytes, &limits).map_err(|e| Unusable::at(&call.file, e))?;
    match call.format {
        _ if call.quiet => {}
        Format::Text => print(&found.to_text())?,
        Format::Json => print(&found.to_json())?,
    }
    Ok(if found.is_private() { 0 } else { BROKEN })
}
