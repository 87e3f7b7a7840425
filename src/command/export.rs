//! `certify export --lp|--vipr MECHANISM.json --prior NAME`: the linear program for other people's programs.

use super::progress::Progress;
use super::{Raised, output, print, print_by, shown};
use clap::ArgGroup;
use dp_certify::export::{Format, export};
use dp_verify::file;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Example:
  certify export --lp examples/alvim-table2-m1.json --prior flat -o table2.lp
  certify export --vipr examples/alvim-table2-m1.json --prior flat -o table2.vipr
  viprchk table2.vipr";

/// Writes the linear program of the most utility that any private mechanism has, for other solvers and checkers
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE, group(ArgGroup::new("format").required(true).args(["lp", "vipr"])))]
pub(super) struct Call {
    /// The program in CPLEX's LP format, in integers
    #[arg(long)]
    lp: bool,
    /// The program, solved, with the proof of its optimum: a VIPR 1.0 certificate
    #[arg(long)]
    vipr: bool,
    /// The mechanism file, with or without a mechanism: its graph, rational α and gain or loss count
    #[arg(value_name = "MECHANISM.json")]
    mechanism: PathBuf,
    /// The prior, one of the file's
    #[arg(long, value_name = "NAME")]
    prior: String,
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
    let (format, what) = if call.lp { (Format::Lp, "linear program") } else { (Format::Vipr, "VIPR certificate") };
    let input = &call.mechanism;
    if let Some(path) = &call.output {
        output::check(&[(input.clone(), path.clone())])?;
    }
    let limits = call.raised.limits();
    let bytes = file::read(input, &limits)?;
    let progress = Progress::start(1, format!("exporting {}", shown(input)), !call.quiet);
    let program = export(format, &bytes, &call.prior, &limits).map_err(|e| format!("{}:{e}", shown(input)))?;
    drop(progress);
    match &call.output {
        None => print_by(&|out| program.write(out))?,
        Some(path) => {
            output::write_by(path, &|out| program.write(out))?;
            if !call.quiet {
                print(&format!("{what}: {}\n", shown(path)))?;
            }
        }
    }
    Ok(0)
}
