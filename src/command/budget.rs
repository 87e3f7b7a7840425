//! `certify budget --use 1x30 --delta 1e-6`: what repeated use costs, without a table.

use super::again;
use super::limits::Raised;
use super::output;
use super::terminal::{UNDECIDED, complain, print, shown};
use crate::Options;
use crate::budget::{Asked, Budget, ByRho, End, Use, UseOfRho, between, budget, by_rho};
use crate::html::{Files, page};
use dp_verify::file::Unusable;
use dp_verify::model::Mechanism;
use dp_verify::report::{Hint, error_to_json, exact_or_decimal};
use serde_json::Value;
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "\
You need not know anything about the mechanisms but what they promise: the answer is that of the worst ones, which are
randomised response (Kairouz, Oh, Viswanath). It is exact, and with -o a mechanism file and its certificate prove it.
Each mechanism may be chosen after what the earlier ones gave.
With --rho the mechanisms promise ρ-zCDP: the ρ add up, and the answer is the least ε or δ of the formula of Canonne,
Kamath and Steinke at their sum, rounded up. It is an upper bound: a mechanism's own may be less.

Example:
  certify budget --use 1/10x365 --delta 1e-6
  certify budget --use 1x30 --use 1/2,1e-8 --epsilon 8
  certify budget --rho 1/100x30 --delta 1e-6
  certify budget --use 1x30 --delta 1e-6 -o month.json
  verify month.json month.cert.json

Exit status: 0 answered, 2 the call is wrong, 3 not answered within the limits.";

/// The ε or δ of repeated use, from the promises alone
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Call {
    /// Uses of a mechanism: its ε, its δ after a comma if it has one, and how often: 1x30, 1/2, 0.1,1e-8x10; may be
    /// repeated
    #[arg(long = "use", value_name = "E[,D][xN]", required_unless_present = "rho")]
    uses: Vec<String>,
    /// Uses of a mechanism that is ρ-zCDP, instead of --use: its ρ, and how often: 1/2, 2.63, 1/100x30; may be repeated
    #[arg(long, value_name = "R[xN]")]
    rho: Vec<String>,
    /// The δ of all uses together: which ε do they need? 0 gives the plain sum
    #[arg(long, value_name = "D", conflicts_with = "epsilon")]
    delta: Option<String>,
    /// The ε of all uses together: which δ do they need?
    #[arg(long, value_name = "E")]
    epsilon: Option<String>,
    /// Leave out what the first uses need
    #[arg(long)]
    no_curve: bool,
    /// Where to write the mechanism file that states the answer; its certificate goes beside it
    #[arg(short, long, value_name = "MECHANISM.json")]
    output: Option<PathBuf>,
    /// Overwrite what is there
    #[arg(long, requires = "output")]
    force: bool,
    /// How to print the answer
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Form::Text)]
    format: Form,
    #[command(flatten)]
    raised: Raised,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// For people
    Text,
    /// For programs, dp-budget/1
    Json,
    /// A page about the mechanism file that states the answer
    Html,
}

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    match answered(call) {
        Err(why) if why.over_limit => {
            complain(&why.message);
            if call.tells_json() {
                print(&(error_to_json(&why) + "\n"))?;
            }
            Ok(UNDECIDED)
        }
        answered => answered,
    }
}

fn answered(call: &Call) -> Result<u8, Unusable> {
    let uses = call.uses.iter().map(|text| Use::read(text)).collect::<Result<Vec<_>, _>>();
    let uses = uses.map_err(|why| format!("--use: {why}"))?;
    let asked = match (&call.delta, &call.epsilon) {
        (Some(delta), _) => Asked::Delta(delta.clone()),
        (None, Some(epsilon)) => Asked::Epsilon(epsilon.clone()),
        (None, None) => {
            let what = "say --delta 1e-6 for the ε at a δ, --delta 0 for the plain sum of all ε, or --epsilon 8 for the δ at an ε";
            let call = again::with(&["--delta", "0"]);
            return Err(format!("found neither --delta nor --epsilon: {what}; for instance: {call}").into());
        }
    };
    if !call.rho.is_empty() {
        return of_rho(call, &asked);
    }
    let places = call.output.as_deref().map(places);
    for path in places.iter().flatten() {
        output::expect_folder(path)?;
        if path.exists() && !call.force {
            return Err(format!("{}: found a file: --force overwrites it", shown(path)).into());
        }
    }
    let options = Options { limits: call.raised.limits(), ..Options::default() }.with_patience();
    let found = budget(&uses, &asked, !call.no_curve && call.format != Form::Html, &options)?;
    if let Some(places) = &places {
        let ends = [Some(&found.upper), found.lower.as_ref()];
        let texts = ends.iter().flatten().flat_map(|end| [&*end.file, &*end.certified.certificate]);
        output::write_all(&places.iter().cloned().zip(texts).collect::<Vec<_>>())?;
    }
    match call.format {
        Form::Text => print(&to_text(&found, &uses, &asked, places.as_ref()))?,
        Form::Json => print(&format!("{:#}\n", to_json(&found, &uses, &asked, places.as_ref())))?,
        Form::Html => print(&to_page(&found, places.as_ref(), &options)?)?,
    }
    Ok(0)
}

/// Of mechanisms that promise ρ-zCDP.
fn of_rho(call: &Call, asked: &Asked) -> Result<u8, Unusable> {
    if !call.uses.is_empty() {
        return Err(
            "found --rho beside --use, expected one of them: ρ adds only to ρ, and ε and δ compose by another theorem; ask for each separately: certify budget --rho 1/2 --delta 1e-6"
                .into(),
        );
    }
    if call.output.is_some() || call.format == Form::Html {
        let flag = if call.output.is_some() { "-o" } else { "--format html" };
        let why = "beside --rho, which is about every mechanism of that ρ, and no mechanism file states its answer";
        return Err(format!(
            "found {flag} {why}; of a table claim {{\"claim\": \"zcdp\", \"rho\": \"1/2\", \"epsilon\": \"3\"}}"
        )
        .into());
    }
    let uses = call.rho.iter().map(|text| UseOfRho::read(text)).collect::<Result<Vec<_>, _>>();
    let uses = uses.map_err(|why| format!("--rho: {why}"))?;
    let found = by_rho(&uses, asked, !call.no_curve, &call.raised.limits())?;
    match call.format {
        Form::Text | Form::Html => print(&rho_to_text(&found, &uses, asked))?,
        Form::Json => print(&format!("{:#}\n", found.to_json(&uses, asked)))?,
    }
    Ok(0)
}

fn rho_to_text(found: &ByRho, uses: &[UseOfRho], asked: &Asked) -> String {
    let each = uses.iter().map(|of| {
        let times = if of.times == 1 { "1 use".to_owned() } else { format!("{} uses", of.times) };
        format!("{times} of any mechanism of ρ = {}", of.rho)
    });
    let (given, sought) = given(asked);
    let (rho, value) = (exact_or_decimal(&found.rho), &found.value);
    let mut text = format!("{}\n\n", each.collect::<Vec<_>>().join(" and "));
    text += &match (asked, &**value) {
        (_, "inf") => "no ε is enough at δ = 0: from ρ-zCDP alone some δ above 0 remains at every ε\n".to_owned(),
        (Asked::Delta(_), "0") => {
            format!(
                "ε = 0 at {given}, together: from ρ = {rho} alone the formula asks for no more δ than that at ε = 0\n"
            )
        }
        (Asked::Epsilon(_), "1" | "1.00000000000") => {
            format!("δ = 1 at {given}, together: from ρ = {rho} alone nothing follows, to twelve digits\n")
        }
        (_, value) => format!(
            "{sought} = {value} at {given}, together\nfrom ρ = {rho} alone: the least {name} by the formula is between {} and this; a mechanism may need \
             less\n",
            found.at_least,
            name = sought,
        ),
    };
    if found.curve.len() > 1 {
        let width = found.curve.last().map_or(4, |(uses, _)| uses.to_string().len().max(4));
        text += &format!("\nAfter the first uses, at {given}\n\n{:>width$}  {sought}\n", "uses");
        found.curve.iter().for_each(|(uses, value)| text += &format!("{uses:>width$}  {value}\n"));
    }
    text
}

/// What was given, in words, and the letter of what is sought.
fn given(asked: &Asked) -> (String, &'static str) {
    match asked {
        Asked::Delta(delta) => (format!("δ = {delta}"), "ε"),
        Asked::Epsilon(epsilon) => (format!("ε = {epsilon}"), "δ"),
    }
}

/// The mechanism file and its certificate, and the same of the lower end.
fn places(path: &Path) -> [PathBuf; 4] {
    ["json", "cert.json", "lower.json", "lower.cert.json"].map(|ending| match ending {
        "json" => path.to_owned(),
        ending => path.with_extension(ending),
    })
}

fn in_words(uses: &[Use]) -> String {
    let each = uses.iter().map(|of| {
        let delta = of.delta.as_ref().map_or_else(String::new, |delta| format!(", δ = {delta}"));
        let times = if of.times == 1 { "1 use".to_owned() } else { format!("{} uses", of.times) };
        format!("{times} of any mechanism of ε = {}{delta}", of.epsilon)
    });
    each.collect::<Vec<_>>().join(" and ")
}

fn to_text(found: &Budget, uses: &[Use], asked: &Asked, places: Option<&[PathBuf; 4]>) -> String {
    let (given, sought) = given(asked);
    let mut text = format!("{}\n\n", in_words(uses));
    text += &match (&found.lower, &*found.upper.value) {
        (_, "inf") => format!("no ε is enough at {given}: the δ of the uses make up more\n"),
        (None, "0") => format!("{sought} = 0 at {given}, together: proved exactly\n"),
        (None, value) => {
            let (low, high) = between(value);
            let low = low.unwrap_or_default();
            format!(
                "{sought} = {value} at {given}, together\nproved: between {low} and {high}; the worst mechanisms that keep these \
                 promises need no less\n"
            )
        }
        (Some(lower), value) => format!(
            "{sought} from {} to {value} at {given}, together\nproved of the ε of each use rounded down, and up, to 1/1000: they \
             have no common unit that is large enough\n",
            lower.value
        ),
    };
    if let [_, .., last] = &found.curve[..] {
        let width = last.uses.to_string().len().max(4);
        let rounded = if found.lower.is_some() { ", each ε rounded up" } else { "" };
        text += &format!("\nAfter the first uses, at {given}{rounded}\n\n{:>width$}  {sought:<16}", "uses");
        let accountants = |of: &[Option<f64>; 2]| of.map(|x| x.map_or_else(|| "-".to_owned(), |x| x.to_string()));
        text += if last.accountants[0].is_some() { "  basic       advanced composition\n" } else { "\n" };
        for point in &found.curve {
            let [basic, advanced] = accountants(&point.accountants);
            let beside =
                if last.accountants[0].is_some() { format!("  {basic:<10}  {advanced}") } else { String::new() };
            let line = format!("{:>width$}  {:<16}{beside}", point.uses, point.value);
            text += &format!("{}\n", line.trim_end());
        }
    } else if let [only] = &found.curve[..]
        && let [Some(basic), _] = only.accountants
    {
        text += &format!("basic composition says ε = {basic}\n");
    }
    if let Some([file, certificate, lower, lower_certificate]) = places {
        text += &format!("\nmechanism: {}\ncertificate: {}\n", shown(file), shown(certificate));
        if found.lower.is_some() {
            text += &format!("of the lower end: {} and {}\n", shown(lower), shown(lower_certificate));
        }
    }
    text
}

fn to_json(found: &Budget, uses: &[Use], asked: &Asked, places: Option<&[PathBuf; 4]>) -> Value {
    let mut json = found.to_json(uses, asked);
    if let Some([file, certificate, lower, lower_certificate]) = places {
        let ends = [(asked.sought(), file, certificate), ("lower", lower, lower_certificate)];
        for (key, file, certificate) in ends.into_iter().take(if found.lower.is_some() { 2 } else { 1 }) {
            json[key]["file"] = file.to_string_lossy().into();
            json[key]["certificate"] = certificate.to_string_lossy().into();
        }
    }
    json
}

fn to_page(found: &Budget, places: Option<&[PathBuf; 4]>, options: &Options) -> Result<String, Unusable> {
    let End { file, certified, .. } = &found.upper;
    let mechanism = Mechanism::read(file.as_bytes(), &options.limits).map_err(|e| e.message)?;
    let named = |k: usize| places.and_then(|places| places.get(k)).map(|path| path.to_string_lossy().into_owned());
    let files = Files { mechanism: named(0).unwrap_or_else(|| "budget.json".to_owned()), certificate: named(1) };
    let mut report = certified.report.clone();
    if let Some(lower) = &found.lower {
        let words = format!(
            "The ε of each use was rounded up to 1/1000 for this page, so that what it says is enough. Rounded down, {} is needed.",
            lower.value
        );
        report.hints.push(Hint { words, call: None });
    }
    Ok(page(&mechanism, &report, files, &options.limits))
}

impl Call {
    /// Whether what is wrong is told on standard output too.
    pub(super) fn tells_json(&self) -> bool {
        self.format == Form::Json
    }
}
