//! `certify theorems [ID]...`: re-proves the theorem suite.

use super::call::Format;
use super::output;
use super::progress::Progress;
use super::terminal::{print, shown};
use crate::theorems::{Statement, run as prove, statements};
use dp_verify::file::Unusable;
use dp_verify::limits::Limits;
use dp_verify::spelling::did_you_mean;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "\
Exit status:
  0  every case is decided as the suite says, and its certificate is accepted
  1  one is not; the report names it
  2  the call is wrong

Example:
  certify theorems
  certify theorems 000.T1-iff 003.T6.3 -o suite
  verify suite/000/T1-iff/k2.json suite/000/T1-iff/k2.cert.json --holds";

/// Re-proves what four papers and a lecture state: each statement with its verdict, its cases and their certificates
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// Statements to prove, with all their cases (default: every one, with its quick cases)
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Print the statements and prove nothing
    #[arg(long, conflicts_with_all = ["all", "output", "format", "quiet"])]
    list: bool,
    /// Prove the slow cases of every statement too
    #[arg(long)]
    all: bool,
    /// A folder to write every mechanism file and certificate to, as PAPER/STATEMENT/NAME.json and NAME.cert.json
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// How to print the outcome
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
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
    let chosen = choose(&call.ids)?;
    if call.list {
        let lines = chosen.iter().map(|s| format!("{}: {}: {}\n", s.id, s.verdict.name(), s.says));
        print(&lines.collect::<String>())?;
        return Ok(0);
    }
    // Before the work, not after it.
    if let Some(folder) = &call.output
        && fs::metadata(folder).is_ok_and(|found| !found.is_dir())
    {
        return Err(format!("{}: not a folder, and the suite has many files", shown(folder)).into());
    }
    let all = call.all || !call.ids.is_empty();
    let count = chosen.iter().map(|statement| statement.cases(all).len()).sum();
    let progress = Progress::start(count, "cases proved".to_owned(), !call.quiet);
    let done = prove(chosen, all, &Limits::default(), &|| progress.advance());
    drop(progress);
    if let Some(folder) = &call.output {
        let files = done.files();
        let files: Vec<(PathBuf, &str)> = files.iter().map(|(place, text)| (place.into(), *text)).collect();
        output::write_all_into(folder, &files)?;
    }
    if !call.quiet {
        print(&match call.format {
            Format::Text => done.to_text(),
            Format::Json => done.to_json(),
        })?;
    }
    Ok(u8::from(!done.is_proved()))
}

/// The statements of these ids in the order of the suite, or all.
fn choose(ids: &[String]) -> Result<Vec<Statement>, String> {
    let all = statements();
    if let Some(unknown) = ids.iter().find(|id| all.iter().all(|statement| statement.id != id.as_str())) {
        let ids: Vec<&str> = all.iter().map(|statement| statement.id).collect();
        let (hint, unknown) = (did_you_mean(unknown, &ids), shown(Path::new(unknown)));
        return Err(format!("{unknown}: no statement of the suite (certify theorems --list prints them){hint}"));
    }
    Ok(all.into_iter().filter(|s| ids.is_empty() || ids.iter().any(|id| id == s.id)).collect())
}
