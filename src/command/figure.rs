//! `certify figure ID`: a figure of a paper, drawn from exact values.

use super::output;
use super::progress::Progress;
use super::terminal::{print, shown};
use crate::figure::Id;
use dp_verify::spelling::one_of;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Besides FILE.svg, the values are written to FILE.csv. If a figure goes over ε, they are computed exactly at the α that
the CSV names, which agrees with e^-ε to 48 binary places, and rounded to twelve digits.

Example:
  certify figure 000.fig2 -o figure2.svg
  certify figure --list

Exit status: 0 the picture and its values are written, 2 the call is wrong.";

/// Draws a figure of a paper from exact values, as SVG with a CSV beside it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// Which figure (see --list)
    #[arg(required_unless_present = "list", value_parser = id)]
    id: Option<Id>,
    /// Print the figures, a line each
    #[arg(long, conflicts_with_all = ["id", "output"])]
    list: bool,
    /// Where to write the picture; its values go beside it, with .csv for .svg
    #[arg(short, long, value_name = "FILE.svg", required_unless_present = "list", value_parser = svg)]
    output: Option<PathBuf>,
    /// Print nothing
    #[arg(short, long)]
    quiet: bool,
}

fn id(name: &str) -> Result<Id, String> {
    let names = Id::ALL.map(Id::name);
    Id::named(name).ok_or_else(|| one_of(name, &names))
}

fn svg(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    let is_svg = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    if is_svg { Ok(path) } else { Err("expected a name that ends in .svg".to_owned()) }
}

pub(super) fn run(call: &Call) -> Result<u8, String> {
    let (Some(id), Some(path)) = (call.id, &call.output) else {
        let lines = Id::ALL.map(|id| format!("{:<10} {}\n", id.name(), id.description()));
        return print(&lines.concat()).map(|()| 0);
    };
    let csv = path.with_extension("csv");
    output::expect_folder(path)?;
    let progress = Progress::start(1, format!("figure {}", id.name()), !call.quiet);
    let figure = id.figure().map_err(|why| format!("{}: {why}", id.name()))?;
    drop(progress);
    output::write_all(&[(csv.clone(), &figure.csv), (path.clone(), &figure.svg)])?;
    if !call.quiet {
        print(&format!("figure: {}\nvalues: {}\n", shown(path), shown(&csv)))?;
    }
    Ok(0)
}
