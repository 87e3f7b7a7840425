//! `certify explain CLAIM`: what a claim, a word or a graph means.

use super::terminal::{print, shown};
use crate::explain::{about, list};
use std::path::Path;

const EXAMPLE: &str = "\
Example:
  certify explain optimal
  certify explain prior
  certify explain graphs

Exit status: 0 it is explained, 2 there is no such claim or word.";

/// Says what a claim or a word means, with a formula, an example and where it is from
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// A claim, a word, or `graphs` (default: the list of all)
    #[arg(value_name = "CLAIM")]
    what: Vec<String>,
}

pub(super) fn run(call: &Call) -> Result<u8, String> {
    let what = call.what.join(" ");
    let text = match &*what {
        "" => list(),
        _ => about(&what).map_err(|why| format!("{}: {why}", shown(Path::new(&what))))?,
    };
    print(&text).map(|()| 0)
}
