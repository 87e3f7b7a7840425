//! `certify export --lp|--vipr MECHANISM.json --prior NAME`: the linear program for other people's programs; and
//! `certify export --graph6 MECHANISM.json`: the graph.

use super::limits::Raised;
use super::output;
use super::progress::Progress;
use super::terminal::{print, print_by, shown};
use crate::export::{Format, export, graph6};
use clap::ArgGroup;
use dp_verify::file;
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Example:
  certify export --lp examples/alvim-table2-m1.json --prior flat -o table2.lp
  certify export --vipr examples/alvim-table2-m1.json --prior flat -o table2.vipr
  viprchk table2.vipr
  certify export --graph6 examples/petersen.json

Exit status: 0 it is written, 2 an input or the call is wrong, or a limit was met.";

/// Writes the linear program of the most utility that any private mechanism has, for other solvers and checkers, or the
/// graph
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE, group(ArgGroup::new("format").required(true).args(["lp", "vipr", "graph6"])))]
pub(super) struct Call {
    /// The program in CPLEX's LP format, in integers
    #[arg(long)]
    lp: bool,
    /// The program, solved, with the proof of its optimum: a VIPR 1.0 certificate
    #[arg(long)]
    vipr: bool,
    /// Only the graph, as a line of graph6: without labels, with up to 2048 nodes
    #[arg(long)]
    graph6: bool,
    /// The mechanism file, with or without a mechanism: its graph, rational α and gain or loss count
    #[arg(value_name = "MECHANISM.json")]
    mechanism: PathBuf,
    /// The prior, one of the file's
    #[arg(long, value_name = "NAME", required_unless_present = "graph6", conflicts_with = "graph6")]
    prior: Option<String>,
    /// Where to write it (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    raised: Raised,
    /// With -o, print nothing
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(call: &Call) -> Result<u8, String> {
    let input = &call.mechanism;
    if let Some(path) = &call.output {
        output::check(&[(input.clone(), path.clone())])?;
    }
    let limits = call.raised.asked();
    let bytes = file::read(input, &limits)?;
    let progress = Progress::start(1, format!("exporting {}", shown(input)), !call.quiet);
    let at = |e| format!("{}:{e}", shown(input));
    // --lp and --vipr come with a prior, --graph6 without.
    let Some(prior) = &call.prior else {
        let line = graph6(&bytes, &limits).map_err(at)?;
        drop(progress);
        return written(call, "graph6", &|out| writeln!(out, "{line}"));
    };
    let (format, what) = if call.lp { (Format::Lp, "linear program") } else { (Format::Vipr, "VIPR certificate") };
    let program = export(format, &bytes, prior, &limits).map_err(at)?;
    drop(progress);
    written(call, what, &|out| program.write(out))
}

/// Prints what `write` writes, or writes it to the file that is named and says so.
fn written(call: &Call, what: &str, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> Result<u8, String> {
    match &call.output {
        None => print_by(write)?,
        Some(path) => {
            output::write_by(path, write)?;
            if !call.quiet {
                print(&format!("{what}: {}\n", shown(path)))?;
            }
        }
    }
    Ok(0)
}
