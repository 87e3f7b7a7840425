//! Flags of `certify MECHANISM.json...` that are about other inputs than mechanism files as they are.

use super::counting::Sampled;
use super::declared::{Declared, TABLE};
use super::reading::Reading;
use std::path::PathBuf;

/// The heading of the flags of lines.
const LINES: &str = "Many mechanism files, one a line";

/// The flags that make another file of the one that is named.
#[derive(Debug, clap::Args)]
pub(super) struct Table {
    #[command(flatten)]
    pub(super) declared: Declared,
    #[command(flatten)]
    pub(super) reading: Reading,
    #[command(flatten)]
    pub(super) sampled: Sampled,
    /// The table's numbers are rounded, each within this of the true one: 0.0005; of percentages, 0.05%
    #[arg(long, value_name = "R", allow_hyphen_values = true, help_heading = TABLE)]
    pub(super) rounding: Option<String>,
    /// How often the mechanism is used, each time with its own randomness: ε and δ are for all uses together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "rounding", help_heading = TABLE)]
    pub(super) times: Option<u64>,
    /// Where to write the mechanism file that is made, which the certificate is about (default: t.json beside t.csv)
    #[arg(long, value_name = "MECHANISM.json", help_heading = TABLE)]
    pub(super) mechanism: Option<PathBuf>,
    /// Overwrite files that are there and differ
    #[arg(long, help_heading = TABLE)]
    pub(super) force: bool,
    /// Print the report, and write only what --mechanism names
    #[arg(long, conflicts_with = "output", help_heading = TABLE)]
    pub(super) no_certificate: bool,
}

impl Table {
    /// The first flag that only a table takes.
    pub(super) fn of_tables(&self) -> Option<&'static str> {
        let rounding = self.rounding.is_some().then_some("--rounding");
        let rounding = rounding.or(self.times.is_some().then_some("--times"));
        let sampled = self.sampled.given();
        sampled.or_else(|| self.declared.of_tables()).or_else(|| self.reading.given()).or(rounding)
    }

    /// The graph of --graph6: empty where it has no value.
    pub(super) fn graph6(&self) -> Option<&str> {
        self.declared.graph6.as_deref()
    }

    /// The flag that puts another privacy into a mechanism file.
    pub(super) fn of_privacy(&self) -> Option<&'static str> {
        let Declared { epsilon, alpha, rho, delta, .. } = &self.declared;
        let given = [(epsilon, "--epsilon"), (alpha, "--alpha"), (rho, "--rho"), (delta, "--delta")];
        given.into_iter().find(|(given, _)| given.is_some()).map(|(_, flag)| flag)
    }
}

/// Those of many mechanism files, one a line.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Lines {
    /// Read mechanism files one a line, from standard input or the file that is named, and print a report a line, in
    /// order; a line that is wrong gives an error and stops nothing
    #[arg(long, help_heading = LINES, conflicts_with_all = ["bracket", "output", "graph", "edges", "epsilon", "alpha",
        "rho", "delta", "mechanism", "force", "no_certificate", "prior", "loss", "gain", "claim", "within", "rounding", "times"])]
    pub(super) jsonl: bool,
    /// With --jsonl: print the mechanism file and its certificate too, for verify --jsonl
    #[arg(long, requires = "jsonl", help_heading = LINES)]
    pub(super) certificates: bool,
    /// With --jsonl --graph6: the mechanism file whose `query` each line's graph in graph6 becomes
    #[arg(long, value_name = "MECHANISM.json", requires = "jsonl", requires = "graph6", help_heading = LINES)]
    pub(super) template: Option<PathBuf>,
    /// With --jsonl: write to this file, and continue after the lines that an earlier run wrote there
    #[arg(long, value_name = "OUT.jsonl", requires = "jsonl", help_heading = LINES)]
    pub(super) resume: Option<PathBuf>,
}
