//! `certify COUNTS.csv --counts …` and `certify RUNS.csv --log …`: a mechanism file of counts of runs.

use super::again;
use super::call::Call;
use super::made::{Made, is_standard_input, of_made, place, read, whole};
use super::terminal::shown;
use crate::construct::document::string;
use crate::counts::{Bins, Counts, Log, Options, Outputs, Share, table};
use crate::declare::Beside;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::model::sha256;
use serde_json::json;
use std::fs::File;
use std::path::Path;

/// The heading of these flags.
const COUNTS: &str = "Counts of runs instead of a table of probabilities";

/// The flags.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Sampled {
    /// The table's numbers are counts: how often each output came out of so many independent runs at each answer. Also
    /// a row for each pair: input,output,count
    #[arg(long, conflicts_with = "log", requires = "confidence", help_heading = COUNTS)]
    pub(super) counts: bool,
    /// The file is a log of runs, one a line: input,output, as CSV, TSV or JSON Lines, or one of these packed by gzip
    #[arg(long, requires = "confidence", help_heading = COUNTS)]
    pub(super) log: bool,
    /// With which probability all bounds are to hold together, fixed before anybody looks: 0.999
    #[arg(long, value_name = "C", help_heading = COUNTS)]
    confidence: Option<String>,
    /// Whose probabilities are bounded: outputs (each one, the default), at-least (all from each one on), all, or a
    /// list of sets: [["yes"], ["no", "maybe"]]
    #[arg(long, value_name = "EVENTS", requires = "confidence", help_heading = COUNTS)]
    events: Option<String>,
    /// On what the events were chosen, for whoever reads the report: another sample, the program's text
    #[arg(long, value_name = "TEXT", requires = "confidence", help_heading = COUNTS)]
    chosen_on: Option<String>,
    /// Of a log: the answers, in the order of the graph; any other input is an error
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', requires = "log", allow_hyphen_values = true,
        help_heading = COUNTS)]
    answers: Vec<String>,
    /// Of a log: the outputs that are told apart; all others are counted as `other`
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', requires = "log", allow_hyphen_values = true,
        conflicts_with_all = ["learn", "bins"], help_heading = COUNTS)]
    outputs: Vec<String>,
    /// Of a log: learn the outputs from this share of its lines, spread over all of it, which is not counted; all other
    /// outputs are counted as `other`
    #[arg(long, value_name = "10%", requires = "log", conflicts_with = "bins", help_heading = COUNTS)]
    learn: Option<String>,
    /// Of a log: outputs are numbers, cut at these
    #[arg(long, value_name = "-1,0,1", value_delimiter = ',', requires = "log", allow_hyphen_values = true,
        help_heading = COUNTS)]
    bins: Vec<String>,
}

impl Sampled {
    /// The first of these flags that is given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [(self.counts, "--counts"), (self.log, "--log"), (self.confidence.is_some(), "--confidence")];
        given.into_iter().find(|(given, _)| *given).map(|(_, flag)| flag)
    }

    /// How a log is to be counted.
    fn options(&self) -> Result<Options, String> {
        let list = |list: &[String]| (!list.is_empty()).then(|| list.to_vec());
        let outputs = match (list(&self.outputs), &self.learn, list(&self.bins)) {
            (Some(names), ..) => Outputs::Named(names),
            (_, Some(share), _) => Outputs::Learnt(Share::read(share).map_err(|why| format!("--learn: {why}"))?),
            (.., Some(cuts)) => Outputs::Bins(Bins::read(&cuts).map_err(|why| format!("--bins: {why}"))?),
            _ => Outputs::Seen,
        };
        Ok(Options { answers: list(&self.answers), outputs, ..Options::default() })
    }

    /// The mechanism as JSON.
    fn mechanism(&self, counts: &Counts, chosen_on: Option<&str>) -> Result<String, String> {
        let rows: Vec<String> = counts.counts.iter().map(|row| format!("\n    {}", json!(row))).collect();
        let mut text = format!("{{\n    \"counts\": [{}],\n    \"outputs\": {}", rows.join(","), json!(counts.outputs));
        if let Some(confidence) = &self.confidence {
            text += &format!(",\n    \"confidence\": {}", string(confidence));
        }
        if let Some(events) = &self.events {
            let is_list = events.trim_start().starts_with('[');
            let list = || serde_json::from_str::<serde_json::Value>(events).map_err(|why| format!("--events: {why}"));
            let events = if is_list { list()?.to_string() } else { string(events) };
            text += &format!(",\n    \"events\": {events}");
        }
        if let Some(on) = self.chosen_on.as_deref().or(chosen_on) {
            text += &format!(",\n    \"chosen_on\": {}", string(on));
        }
        Ok(text + "\n  }")
    }
}

/// What a statement about outputs of the same runs lacks.
const SEEN: &str = "the outputs are those that occur in the same runs, so that the confidence is not that of outputs fixed \
                    beforehand: name them with --outputs, or learn them from runs that are not counted with --learn 10%";

/// A mechanism file of a table of counts.
pub(super) fn of_counts(input: &Path, bytes: &[u8], call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    let settings = call.table.reading.settings();
    let found = table(bytes, &settings, limits).map_err(|e| Unusable::at(input, e))?;
    let hash = format!(", SHA-256 {}", sha256(bytes));
    made(input, (&found.counts, found.recognised, &hash, None), call, limits)
}

/// A mechanism file of a log of runs.
pub(super) fn of_log(input: &Path, call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    let options = call.table.sampled.options()?;
    let log = if is_standard_input(input) {
        Log::read(std::io::stdin().lock(), &options)
    } else {
        let file = File::open(input).map_err(|e| format!("{}: {}", shown(input), file::explain(&e)))?;
        Log::read(file, &options)
    };
    let log = log.map_err(|e| Unusable::at(input, e))?;
    let mut recognised = format!("a log of {} runs that are counted", log.runs);
    if log.learnt > 0 {
        recognised += &format!(", and {} from which outputs were learnt", log.learnt);
    }
    if let Some([input, output]) = &log.header {
        recognised += &format!("; its first line names the columns {input} and {output}");
    }
    let is_seen = options.outputs == Outputs::Seen;
    if is_seen {
        recognised += &format!("; {SEEN}");
    }
    let seen = is_seen.then_some("the outputs that occur in the same runs: not fixed beforehand");
    let learnt = (log.learnt > 0).then_some("runs of the same log that are not counted");
    made(input, (&log.counts, recognised, "", seen.or(learnt)), call, limits)
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
