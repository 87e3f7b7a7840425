//! The call of `certify MECHANISM.json...`: what may be asked of it.

use super::flags;
use super::limits::Raised;
use crate::Options;
use clap::ValueEnum;
use dp_verify::model::Kind;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Call {
    /// Mechanism files, or folders of them; or a table with --graph and --epsilon: text with a row a line, of numbers
    /// between commas, semicolons, tabs, blanks or another character (.csv, .tsv, .txt, or any name but .json); an
    /// array of NumPy (.npy) goes through `certify import`; - for standard input
    #[arg(required_unless_present = "jsonl", value_name = "MECHANISM.json")]
    pub(super) files: Vec<PathBuf>,
    /// Where to write the certificate (default: m.cert.json beside m.json; -: to standard output, with the report on
    /// standard error). For several files, a folder, or --bracket: a folder to write to. For several files or a folder
    /// it is made if it does not exist, and so is one whose path ends in /
    #[arg(short, long, value_name = "CERTIFICATE.json")]
    pub(super) output: Option<PathBuf>,
    /// How to print the report
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(super) format: Form,
    /// Restrict the findings to this one; may be repeated. The file's claims are always decided. `unique` stands for
    /// `tight-constraints-exist` with its values `unique` and `least`, however large the graph is
    #[arg(long, value_name = "CLAIM", value_parser = finding)]
    pub(super) only: Vec<Only>,
    /// Instead of the file's claims, find two neighbouring decimals α1 < α2 with so many places (1 to 1000): at α1
    /// a tight-constraints mechanism for the file's query exists, at α2 none. Nothing is proved of any other α.
    /// Written are m.exists.json and m.fails.json, each with its certificate
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=1000),
        conflicts_with_all = ["only", "exact", "graph", "edges", "graph6", "epsilon", "alpha", "rho", "delta",
            "mechanism", "no_certificate"])]
    pub(super) bracket: Option<u32>,
    /// How optima are found: `program` leaves out the closed forms
    #[arg(long, value_enum, default_value_t = Route::Any)]
    route: Route,
    /// Print exact values in JSON however long they are
    #[arg(long)]
    pub(super) exact: bool,
    #[command(flatten)]
    pub(super) table: flags::Table,
    #[command(flatten)]
    pub(super) lines: flags::Lines,
    #[command(flatten)]
    pub(super) raised: Raised,
    /// Print nothing but errors; the exit status has the verdict
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// Say on standard error which route each decision took, how long each part of it took, and what was written
    #[arg(short, long, conflicts_with = "quiet")]
    pub(super) verbose: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// How the report on a mechanism file is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    Text,
    Json,
    /// A page for the person who decides: one HTML file with pictures
    Html,
    /// A JUnit file for CI: a suite for each file, a case for each claim that it declares
    Junit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Route {
    Any,
    Program,
}

/// What `--only` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Only {
    Claim(Kind),
    Unique,
}

fn finding(name: &str) -> Result<Only, String> {
    match Kind::named(name) {
        Some(kind) => Ok(Only::Claim(kind)),
        None if name == "unique" => Ok(Only::Unique),
        None => {
            let names = Kind::all().map(Kind::name).collect::<Vec<_>>().join(", ");
            Err(match Kind::meant(name) {
                Some(meant) => format!("no such claim; did you mean {meant}? Expected one of: {names}, unique"),
                None => format!("expected one of: {names}, unique"),
            })
        }
    }
}

impl Call {
    /// Whether what is wrong with the input is told by its parts too.
    pub(super) fn tells_json(&self) -> bool {
        self.format == Form::Json && !self.quiet
    }

    /// Whether what is wrong with the call is told as a JUnit file too.
    pub(super) fn tells_junit(&self) -> bool {
        self.format == Form::Junit && !self.quiet
    }

    /// What to decide.
    pub(super) fn options(&self) -> Options {
        let kind = |only: &Only| match only {
            Only::Claim(kind) => *kind,
            Only::Unique => Kind::TightConstraintsExist,
        };
        let options = Options {
            only: self.only.iter().map(kind).collect(),
            unique: self.only.contains(&Only::Unique),
            general: self.route == Route::Program,
            limits: self.raised.limits(),
            in_order: self.verbose,
            ..Options::default()
        };
        if self.raised.is_for_strangers() { options } else { options.with_patience() }
    }
}
