//! How runs are counted, and with what they are to be judged: the flags of counts and logs.

use crate::construct::document::string;
use crate::counts::{Bins, Counts, Form, Options, Outputs, Share};
use crate::table::Settings;
use serde_json::json;

/// The heading of these flags.
const COUNTS: &str = "Counts of runs instead of a table of probabilities";

/// What a log is to be called with.
const FIXED: &str = "which outputs are told apart has to be fixed before the runs are looked at: name them with --outputs yes,no, \
                     learn them from runs that are not counted with --learn 10%, or cut numbers with --bins -1,0,1";

/// The flags.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("counted").args(["counts", "log"])))]
#[group(skip)]
pub(super) struct Sampled {
    /// The table's numbers are counts: how often each output occurred in independent runs at each answer. Or one row
    /// for each pair: input,output,count
    #[arg(long, conflicts_with_all = ["log", "rounding", "normalise", "percent", "jsonl"], requires = "confidence",
        help_heading = COUNTS)]
    pub(super) counts: bool,
    /// The file is a log of runs, one a line: input,output, as CSV, TSV or JSON Lines, or one of these compressed with
    /// gzip
    #[arg(long, requires = "confidence", conflicts_with_all = ["rounding", "normalise", "percent", "decimal",
        "thousands", "index", "jsonl"], help_heading = COUNTS)]
    pub(super) log: bool,
    /// The probability with which all bounds hold together, fixed before anybody looks: 0.999
    #[arg(long, value_name = "C", requires = "counted", help_heading = COUNTS)]
    confidence: Option<String>,
    /// Whose probabilities are bounded: outputs (each one, the default), at-least (all from each one on), all, or a
    /// list of sets: [["yes"], ["no", "maybe"]]
    #[arg(long, value_name = "EVENTS", requires = "confidence", allow_hyphen_values = true, help_heading = COUNTS)]
    events: Option<String>,
    /// What the events were chosen on, for readers of the report: another sample, the program's text
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

    /// Whether the answers of a log are named.
    pub(super) fn names_answers(&self) -> bool {
        !self.answers.is_empty()
    }

    /// How a log is to be counted.
    pub(super) fn options(&self, settings: &Settings) -> Result<Options, String> {
        let list = |list: &[String]| (!list.is_empty()).then(|| list.to_vec());
        let outputs = match (list(&self.outputs), &self.learn, list(&self.bins)) {
            (Some(names), ..) => Outputs::Named(names),
            (_, Some(share), _) => Outputs::Learnt(Share::read(share).map_err(|why| format!("--learn: {why}"))?),
            (.., Some(cuts)) => Outputs::Bins(Bins::read(&cuts).map_err(|why| format!("--bins: {why}"))?),
            // Those that occur are chosen by the runs that are to be judged: no confidence is known of that.
            _ => return Err(FIXED.into()),
        };
        Ok(Options {
            answers: list(&self.answers),
            outputs,
            header: settings.header,
            form: settings.delimiter.map(Form::Cells),
            ..Options::default()
        })
    }

    /// The mechanism as JSON.
    pub(super) fn mechanism(&self, counts: &Counts, chosen_on: Option<&str>) -> Result<String, String> {
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
