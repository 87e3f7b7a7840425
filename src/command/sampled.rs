//! `certify COUNTS.csv --counts …` and `certify RUNS.csv --log …`: a mechanism file of counts of runs.

use super::again;
use super::call::Call;
use super::made::{Made, is_standard_input, of_made, place, read, whole};
use super::terminal::shown;
use crate::counts::{Counts, Log, expect_order, table};
use crate::declare::Beside;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::model::sha256;
use std::path::Path;

/// A mechanism file of a table of counts.
pub(super) fn of_counts(input: &Path, bytes: &[u8], call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    let settings = call.table.reading.settings();
    let found = table(bytes, &settings, limits).map_err(|e| Unusable::at(input, e))?;
    let hash = format!(", SHA-256 {}", sha256(bytes));
    made(input, (&found.counts, found.recognised, &hash, None), call, limits)
}

/// A mechanism file of a log of runs.
pub(super) fn of_log(input: &Path, call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    let options = call.table.sampled.options(&call.table.reading.settings())?;
    let log = if is_standard_input(input) {
        Log::read(std::io::stdin().lock(), &options)
    } else {
        Log::read(file::open(input)?, &options)
    };
    let log = log.map_err(|e| Unusable::at(input, e))?;
    let mut recognised = format!("a log of {} runs that are counted", log.runs);
    if log.learnt > 0 {
        recognised += &format!(", and {} from which outputs were learnt", log.learnt);
    }
    if let Some([input, output]) = &log.header {
        recognised += &format!("; its first line names the columns {input} and {output}");
    }
    let learnt = (log.learnt > 0).then_some("runs of the same log that are not counted");
    made(input, (&log.counts, recognised, "", learnt), call, limits)
}

fn made(
    input: &Path,
    (counts, recognised, hash, chosen_on): (&Counts, String, &str, Option<&str>),
    call: &Call,
    limits: &Limits,
) -> Result<Made, Unusable> {
    let (flags, name) = (&call.table, shown(input));
    let (title, declaration) = whole(input, call, limits)?;
    if let Some(nodes) = declaration.nodes().filter(|nodes| *nodes != counts.answers.len()) {
        return Err(format!("{name}: found {} answers, and the graph has {nodes}", counts.answers.len()).into());
    }
    if let Some(graph) = declaration.graph.as_ref().and_then(|graph| graph.in_order()) {
        expect_order(&counts.answers, graph, !flags.sampled.log || flags.sampled.names_answers())
            .map_err(|why| format!("{name}: {why}"))?;
    }
    let labels = counts.answers.iter().enumerate().any(|(i, label)| *label != i.to_string());
    let version = env!("CARGO_PKG_VERSION");
    let note = format!("Made by certify {version} of {title}{hash}: {recognised}. Called with: {}", again::in_words());
    let matrix = flags.sampled.mechanism(counts, chosen_on)?;
    let beside = Beside {
        name: &format!("counts {title}"),
        note: &note,
        nodes: counts.answers.len(),
        labels: labels.then_some(&counts.answers[..]),
        mechanism: Some(&matrix),
        sample: None,
    };
    let text = declaration.file(&beside).map_err(|wrong| wrong.to_string())?;
    let place = place(input, call);
    let at = place.as_deref().unwrap_or(input);
    let mechanism = file::mechanism_at(at, text.as_bytes(), limits).map_err(|e| of_made(&name, e))?;
    let recognised = Some(recognised);
    Ok(Made { mechanism, text: Some(text), place, recognised, places: None, on_its_side: false, of_counts: false })
}

/// What the call is about, with counts of runs.
pub(super) fn make(input: &Path, call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    if call.table.sampled.log {
        return of_log(input, call, limits);
    }
    of_counts(input, &read(input, limits)?, call, limits)
}
