//! `certify construct KIND QUERY.json`: a mechanism file made of a query file.

use super::limits::Raised;
use super::output;
use super::progress::Progress;
use super::terminal::{print, shown};
use crate::construct::{Encoding, Kind, Least, Noise, Wishes, construct, least};
use dp_verify::file;
use dp_verify::model::closed_form;
use dp_verify::spelling::one_of;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Example:
  certify construct tight-constraints examples/petersen.json -o petersen-mechanism.json
  certify petersen-mechanism.json
  certify construct optimal examples/petersen.json --prior flat -o petersen-optimal.json
  certify petersen-optimal.json

Exit status: 0 the file is written, 2 an input or the call is wrong, or there is no such mechanism, or a limit was met.";

/// Writes a mechanism file for a query file, with the claims that the construction promises
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// What to construct (see --list)
    #[arg(required_unless_present = "list", value_parser = kind)]
    kind: Option<Kind>,
    /// A mechanism file without a mechanism
    #[arg(required_unless_present = "list", value_name = "QUERY.json")]
    query: Option<PathBuf>,
    /// For `optimal`: the prior to be optimal for, by its name in the file (default: the only one)
    #[arg(long, value_name = "NAME")]
    prior: Option<String>,
    /// For `alvim`, `discrete-gaussian`: write the matrix even where it is not private
    #[arg(long)]
    force: bool,
    /// For `subset-selection`: how many values a subset has (default: the number nearest k/(e^ε + 1), at least 1); for
    /// `local-hashing`: how many hashes there are (default: the number nearest e^ε + 1); for `subsampled`: how many are
    /// in the sample
    #[arg(long, value_name = "D")]
    size: Option<usize>,
    /// For `subsampled`: with which probability each individual is in the sample
    #[arg(long, value_name = "Q")]
    rate: Option<String>,
    /// For `report-noisy-max`: exponential (the default) or geometric
    #[arg(long, value_name = "NAME", value_parser = noise)]
    noise: Option<Noise>,
    /// For `rappor`: f=1/2,p=1/4,q=3/4,h=2,k=4; without p and q the permanent response
    #[arg(long, value_name = "LIST")]
    parameters: Option<String>,
    /// For `unary-encoding`: symmetric (SUE, basic one-time RAPPOR; the default) or optimised (OUE)
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<Encoding>,
    /// For `staircase`: r of its middle stair, |noise| < r (default: the one with the least expected noise)
    #[arg(long, value_name = "R")]
    width: Option<u32>,
    /// For `discrete-gaussian`: σ² of noise in proportion to e^(-k²/2σ²), a rational (default: the file's constant has
    /// it)
    #[arg(long, value_name = "S")]
    sigma_squared: Option<String>,
    /// For `discrete-gaussian`: noise |k| ≤ K, added and clamped (default: rows in proportion on the range)
    #[arg(long, value_name = "K")]
    cut: Option<usize>,
    /// For `binomial`, `truncated-laplace`: where to write the mechanism file with one less, whose refutation shows
    /// that less is too little
    #[arg(long, value_name = "FILE", requires = "output")]
    one_less: Option<PathBuf>,
    /// Print the kinds, a line each
    #[arg(
        long,
        conflicts_with_all = [
            "kind", "query", "output", "prior", "force", "size", "rate", "noise", "parameters", "encoding", "width", "sigma_squared", "cut", "one_less"
        ]
    )]
    list: bool,
    /// Where to write the mechanism file (default: standard output)
    #[arg(short, long, value_name = "MECHANISM.json")]
    output: Option<PathBuf>,
    #[command(flatten)]
    raised: Raised,
    /// With -o, print nothing
    #[arg(short, long)]
    quiet: bool,
}

fn kind(name: &str) -> Result<Kind, String> {
    let names = Kind::names();
    let unknown = || one_of(name, &names);
    Kind::named(closed_form(name).unwrap_or(name)).ok_or_else(unknown)
}

fn encoding(name: &str) -> Result<Encoding, String> {
    let names = Encoding::ALL.map(Encoding::name);
    let unknown = || one_of(name, &names);
    Encoding::named(name).ok_or_else(unknown)
}

fn noise(name: &str) -> Result<Noise, String> {
    let names = Noise::ALL.map(Noise::name);
    let unknown = || one_of(name, &names);
    Noise::named(name).ok_or_else(unknown)
}

/// Refuses a flag of one kind with another.
fn only_for(flag: &str, is_there: bool, of: Kind, kind: Kind) -> Result<(), String> {
    if is_there && kind != of {
        return Err(format!("{flag} goes with `{}`, and {} mechanisms have no such choice", of.name(), kind.name()));
    }
    Ok(())
}

/// Writes the file, and that of one less, and says what is proved of both.
fn deliver(call: &Call, found: &Least) -> Result<u8, String> {
    let Least { sensitivity, enough, too_little, because, .. } = found;
    let told = format!(
        "sensitivity {sensitivity}: {} is enough: δ_min = {}, proved\n{} is too little: δ_min = {}, proved; so is less: {because}\n",
        enough.words, enough.delta_min, too_little.words, too_little.delta_min
    );
    let Some(path) = &call.output else {
        if !call.quiet {
            eprint!("{told}");
        }
        return print(&enough.file).map(|()| 0);
    };
    let files = [Some((path, &enough.file)), call.one_less.as_ref().map(|path| (path, &too_little.file))];
    let files: Vec<(PathBuf, &str)> = files.into_iter().flatten().map(|(path, text)| (path.clone(), &**text)).collect();
    output::write_all(&files)?;
    if call.quiet {
        return Ok(0);
    }
    let less = call.one_less.as_ref().map_or_else(String::new, |path| format!("one less: {}\n", shown(path)));
    print(&format!("{told}mechanism: {}\n{less}", shown(path))).map(|()| 0)
}

pub(super) fn run(call: &Call) -> Result<u8, String> {
    let (Some(kind), Some(query)) = (call.kind, &call.query) else {
        let lines = Kind::ALL.map(|kind| format!("{:<20} {}\n", kind.name(), kind.description()));
        return print(&lines.concat()).map(|()| 0);
    };
    if call.prior.is_some() && kind != Kind::Optimal {
        return Err(format!("--prior goes with `optimal`, and {} mechanisms are for every prior", kind.name()));
    }
    if call.force && !matches!(kind, Kind::Alvim | Kind::DiscreteGaussian) {
        return Err(format!(
            "--force goes with `alvim` and `discrete-gaussian`, and {} mechanisms are private wherever they exist",
            kind.name()
        ));
    }
    if !matches!(kind, Kind::LocalHashing | Kind::Subsampled) {
        only_for("--size", call.size.is_some(), Kind::SubsetSelection, kind)?;
    }
    only_for("--rate", call.rate.is_some(), Kind::Subsampled, kind)?;
    only_for("--noise", call.noise.is_some(), Kind::ReportNoisyMax, kind)?;
    only_for("--parameters", call.parameters.is_some(), Kind::Rappor, kind)?;
    only_for("--encoding", call.encoding.is_some(), Kind::UnaryEncoding, kind)?;
    only_for("--width", call.width.is_some(), Kind::Staircase, kind)?;
    only_for("--sigma-squared", call.sigma_squared.is_some(), Kind::DiscreteGaussian, kind)?;
    only_for("--cut", call.cut.is_some(), Kind::DiscreteGaussian, kind)?;
    if call.one_less.is_some() && !kind.is_least() {
        return Err(format!(
            "--one-less goes with `binomial` and `truncated-laplace`, and {} mechanisms have no least",
            kind.name()
        ));
    }
    if let Some(path) = &call.output {
        output::check(&[(query.clone(), path.clone())])?;
    }
    if let (Some(path), Some(less)) = (&call.output, &call.one_less) {
        output::check(&[(query.clone(), path.clone()), (query.clone(), less.clone())])?;
        output::expect_folder(path)?;
        output::expect_folder(less)?;
    }
    let limits = call.raised.asked();
    let bytes = file::read(query, &limits)?;
    let progress = Progress::start(1, format!("constructing for {}", shown(query)), !call.quiet);
    if kind.is_least() {
        let found = least(kind, &bytes, &limits).map_err(|e| format!("{}:{e}", shown(query)))?;
        drop(progress);
        return deliver(call, &found);
    }
    let wishes = Wishes {
        prior: call.prior.as_deref(),
        force: call.force,
        size: call.size,
        encoding: call.encoding.unwrap_or_default(),
        width: call.width,
        noise: call.noise.unwrap_or_default(),
        rate: call.rate.as_deref(),
        parameters: call.parameters.as_deref(),
        sigma_squared: call.sigma_squared.as_deref(),
        cut: call.cut,
    };
    let text = construct(kind, &wishes, &bytes, &limits).map_err(|e| format!("{}:{e}", shown(query)))?;
    drop(progress);
    output::deliver(call.output.as_deref(), &text, "mechanism", call.quiet).map(|()| 0)
}
