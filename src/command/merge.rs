//! `certify merge COUNTS.json… -o ALL.json`: the counts of several mechanism files, added up.

use super::limits::Raised;
use super::output;
use super::terminal::{print, shown};
use crate::counts::Counts;
use dp_verify::file::{self, Unusable};
use dp_verify::model::{self, Mechanism};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "\
The files must declare the same privacy, of the same graph, at the same confidence and events. Inputs and outputs meet by
their names. Fix how many runs there are to be before you look at any of them: whoever adds runs until the verdict suits has
another confidence.

Example:
  certify merge monday.json tuesday.json -o both.json
  certify both.json";

/// Adds up the counts of several files of counts
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// Mechanism files with counts of runs, two or more
    #[arg(value_name = "COUNTS.json", num_args = 2.., required = true)]
    files: Vec<PathBuf>,
    /// Where to write the sum (default: standard output)
    #[arg(short, long, value_name = "ALL.json")]
    output: Option<PathBuf>,
    #[command(flatten)]
    raised: Raised,
    /// With -o, print nothing
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    if let Some(path) = &call.output {
        for input in &call.files {
            output::check(&[(input.clone(), path.clone())])?;
        }
        output::expect_folder(path)?;
    }
    let limits = call.raised.limits();
    let mut parts: Vec<(String, Mechanism, Counts)> = Vec::with_capacity(call.files.len());
    for path in &call.files {
        let mechanism = file::mechanism(path, &limits)?;
        let counts = counts(&mechanism).ok_or_else(|| {
            format!("{}: found no counts of runs, expected \"mechanism\": {{\"counts\": [[…], …]}}", shown(path))
        })?;
        if let Some((first, like, _)) = parts.first() {
            agree((first, like), (&shown(path), &mechanism))?;
        }
        parts.push((shown(path), mechanism, counts));
    }
    let named: Vec<(&str, &Counts)> = parts.iter().map(|(name, _, counts)| (name.as_str(), counts)).collect();
    let sum = Counts::merge(&named)?;
    let text = with(&call.files[0], &sum, call.files.len(), &limits)?;
    match &call.output {
        Some(path) => {
            output::write(path, &text)?;
            if !call.quiet {
                print(&format!("the sum of {} files: {}\n", call.files.len(), shown(path)))?;
            }
        }
        None => print(&text)?,
    }
    Ok(0)
}

fn counts(mechanism: &Mechanism) -> Option<Counts> {
    let of = &mechanism.counts()?.of;
    Some(Counts {
        answers: (0..of.rows.len()).map(|i| mechanism.node(i)).collect(),
        outputs: (0..of.outputs()).map(|o| mechanism.output(o)).collect(),
        counts: of.rows.clone(),
    })
}

/// That two files ask the same of their counts.
fn agree((first, like): (&str, &Mechanism), (name, other): (&str, &Mechanism)) -> Result<(), String> {
    let of = |mechanism: &Mechanism| mechanism.counts().map(|counts| counts.of.clone());
    let (Some(own), Some(theirs)) = (of(like), of(other)) else { return Ok(()) };
    let privacy = |of: &Mechanism| (of.privacy.alpha.clone(), of.privacy.delta.clone());
    let events = |of: &model::Counts| of.of.events.half(of.of.outputs());
    let same = [
        (privacy(like) == privacy(other), "declares another privacy"),
        (like.query.graph.family() == other.query.graph.family(), "has another graph"),
        (own.confidence == theirs.confidence, "has another confidence"),
        (like.counts().map(events) == other.counts().map(events), "has other events"),
        (like.query.labels == other.query.labels, "has other inputs, or in another order"),
        (like.output_labels() == other.output_labels(), "has other outputs, or in another order"),
    ];
    match same.into_iter().find(|(same, _)| !same) {
        Some((_, what)) => Err(format!("{name}: {what} than {first}, expected the same")),
        None => Ok(()),
    }
}

/// The first file with other counts.
fn with(first: &Path, sum: &Counts, files: usize, limits: &dp_verify::limits::Limits) -> Result<String, Unusable> {
    let mut all: Value =
        serde_json::from_slice(&file::read(first, limits)?).map_err(|why| format!("{}: {why}", shown(first)))?;
    all["mechanism"]["counts"] = json!(sum.counts);
    all["note"] =
        json!(format!("Made by certify merge {}: the sum of the counts of {files} files", env!("CARGO_PKG_VERSION")));
    let fields: Vec<String> = match &all {
        Value::Object(fields) => fields.iter().map(|(key, value)| format!("  {}: {value}", json!(key))).collect(),
        _ => Vec::new(),
    };
    Ok(format!("{{\n{}\n}}\n", fields.join(",\n")))
}
