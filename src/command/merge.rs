//! `certify merge COUNTS.json… -o ALL.json`: the counts of several mechanism files, added up.

use super::limits::Raised;
use super::output;
use super::terminal::{print, shown};
use crate::counts::Counts;
use dp_verify::file::{self, Unusable};
use dp_verify::model::Mechanism;
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLE: &str = "\
The files must say the same, in the same words, except for their counts and names. Fix the number of runs before you
look at any of them: if you add runs until the verdict suits you, the confidence is not what you say.

Example:
  certify merge monday.json tuesday.json -o both.json
  certify both.json

Exit status: 0 the sum is written, 2 an input or the call is wrong, or a limit was met.";

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
    let mut parts: Vec<(String, Value, Counts)> = Vec::with_capacity(call.files.len());
    let mut hashes = Vec::new();
    for path in &call.files {
        let name = shown(path);
        let bytes = file::read(path, &limits)?;
        let mechanism = file::mechanism_at(path, &bytes, &limits)?;
        let counts = counts(&mechanism).ok_or_else(|| {
            format!("{name}: found no counts of runs, expected \"mechanism\": {{\"counts\": [[…], …]}}")
        })?;
        let text = serde_json::from_slice(&bytes).map_err(|why| format!("{name}: {why}"))?;
        if let Some((first, like, _)) = parts.first() {
            agree((first, like), (&name, &text))?;
        }
        if let Some(k) = hashes.iter().position(|known| *known == mechanism.sha256) {
            let (first, _, _) = &parts[k];
            return Err(format!("{name}: found the same file as {first}: the same runs count once").into());
        }
        hashes.push(mechanism.sha256);
        parts.push((name, text, counts));
    }
    let named: Vec<(&str, &Counts)> = parts.iter().map(|(name, _, counts)| (name.as_str(), counts)).collect();
    let sum = Counts::merge(&named)?;
    let text = with(&parts[0].1, &sum, call.files.len());
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

/// A file without what may differ from one sample to the next.
fn without(file: &Value) -> Value {
    let mut file = file.clone();
    if let Some(fields) = file.as_object_mut() {
        fields.retain(|key, _| !["name", "note", "$schema"].contains(&key.as_str()));
    }
    if let Some(mechanism) = file.get_mut("mechanism").and_then(Value::as_object_mut) {
        mechanism.remove("counts");
    }
    file
}

/// That two files say the same but for their counts, in the same words.
fn agree((first, like): (&str, &Value), (name, other): (&str, &Value)) -> Result<(), String> {
    let [like, other] = [like, other].map(without);
    if like == other {
        return Ok(());
    }
    let differ = |key: &&str| like.get(key) != other.get(key);
    let keys = ["privacy", "constant", "query", "mechanism", "priors", "gain", "loss", "claims"];
    let key = keys.iter().find(|key| differ(key)).unwrap_or(&"format");
    Err(format!("{name}: \"{key}\" is not that of {first}, expected the same in both but for the counts"))
}

/// The first file with other counts.
fn with(first: &Value, sum: &Counts, files: usize) -> String {
    let mut all = first.clone();
    all["mechanism"]["counts"] = json!(sum.counts);
    let version = env!("CARGO_PKG_VERSION");
    all["note"] = json!(format!("Made by certify merge {version}: the sum of the counts of {files} files"));
    let fields = all.as_object().into_iter().flatten().map(|(key, value)| format!("  {}: {value}", json!(key)));
    format!("{{\n{}\n}}\n", fields.collect::<Vec<_>>().join(",\n"))
}
