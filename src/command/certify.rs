//! `certify MECHANISM.json...`: decides each file, writes its certificate, prints its report.

use super::inputs::{self, Inputs};
use super::lines;
use super::output;
use super::progress::Progress;
use super::table;
use super::terminal::{Raised, WRONG, complain, guarded, print, shown};
use clap::ValueEnum;
use dp_certify::decide::{ELIMINATED_NODES, lacks};
use dp_certify::html::{Files, page};
use dp_certify::{Certified, Options, certify_mechanism};
use dp_verify::file::{self, Unusable};
pub(super) use dp_verify::folder::{certificate_name, renamed};
use dp_verify::model::{Claim, Kind, Mechanism};
use dp_verify::report::{Report, Statement, Style, Verdict, error_to_json, printable};
use rayon::prelude::*;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub(super) struct Call {
    /// Mechanism files, or folders of them; or a table, .csv or .tsv, with --graph and --epsilon; - for standard input
    #[arg(required_unless_present = "jsonl", value_name = "MECHANISM.json")]
    pub(super) files: Vec<PathBuf>,
    /// Where to write the certificate; of several files, or with --bracket, a folder (default: m.cert.json beside
    /// m.json; - for standard output, the report then goes to standard error)
    #[arg(short, long, value_name = "CERTIFICATE.json")]
    pub(super) output: Option<PathBuf>,
    /// How to print the report
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(super) format: Form,
    /// Of the findings, decide only this one; may be repeated. The file's claims are always decided. `unique`
    /// stands for `tight-constraints-exist` with its values `unique` and `least`, however large the graph is
    #[arg(long, value_name = "CLAIM", value_parser = finding)]
    only: Vec<Only>,
    /// Instead of the file's claims, find two neighbouring decimals α1 < α2 with so many places (1 to 1000): at α1
    /// a tight-constraints mechanism for the file's query exists, at α2 none. Nothing is proved of any other α.
    /// Written are m.exists.json and m.fails.json, each with its certificate
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=1000),
        conflicts_with_all = ["only", "exact", "graph", "edges", "graph6", "epsilon", "alpha", "delta", "mechanism",
            "no_certificate"])]
    pub(super) bracket: Option<u32>,
    /// How optima are found: `program` leaves out the closed forms
    #[arg(long, value_enum, default_value_t = Route::Any)]
    route: Route,
    /// Print exact values in JSON however long they are
    #[arg(long)]
    pub(super) exact: bool,
    #[command(flatten)]
    pub(super) table: table::Flags,
    #[command(flatten)]
    pub(super) lines: lines::Flags,
    #[command(flatten)]
    pub(super) raised: Raised,
    /// Print nothing but errors; the exit status tells
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
    /// A page for whoever decides: one HTML file with pictures
    Html,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Route {
    Any,
    Program,
}

/// What `--only` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Only {
    Claim(Kind),
    Unique,
}

fn finding(name: &str) -> Result<Only, String> {
    match Kind::named(name) {
        Some(kind) => Ok(Only::Claim(kind)),
        None if name == "unique" => Ok(Only::Unique),
        None => {
            let names = Kind::all().map(Kind::name).collect::<Vec<_>>().join(", ");
            let hint = Kind::meant(name).map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
            Err(format!("expected one of: {names}, unique{hint}"))
        }
    }
}

impl Call {
    /// Whether what is wrong with the input is told by its parts too.
    pub(super) fn tells_json(&self) -> bool {
        self.format == Form::Json && !self.quiet
    }
}

pub(super) fn options(call: &Call) -> Options {
    let kind = |only: &Only| match only {
        Only::Claim(kind) => *kind,
        Only::Unique => Kind::TightConstraintsExist,
    };
    Options {
        only: call.only.iter().map(kind).collect(),
        unique: call.only.contains(&Only::Unique),
        general: call.route == Route::Program,
        limits: call.raised.limits(),
        in_order: call.verbose,
    }
}

/// A file to decide and the place of its certificate.
type Job = (PathBuf, PathBuf);

pub(super) fn run(call: &Call, commands: &[String]) -> Result<u8, Unusable> {
    if call.lines.jsonl {
        return lines::run(call);
    }
    inputs::expect_files(&call.files, commands)?;
    if table::concerns(call) {
        return table::run(call);
    }
    let inputs = inputs::of(&call.files, &call.raised.limits(), call.quiet)?;
    let jobs = plan(call, &inputs)?;
    if call.format == Form::Html && inputs.is_list {
        return Err("--format html is a page for one file, found several".into());
    }
    output::check(&jobs)?;
    let options = options(call);
    if let ([job], false) = (&jobs[..], inputs.is_list) {
        let progress = Progress::start(1, format!("deciding {}", shown(&job.0)), !call.quiet);
        let decided = decide(job, &options, call, false);
        drop(progress);
        let (certified, page) = decided?;
        print(&page.unwrap_or_else(|| one(&certified, Some(&job.1), call)))?;
        return Ok(certified.report.status());
    }
    let progress = Progress::start(jobs.len(), "files decided".to_owned(), !call.quiet);
    let each = |job: &Job| {
        let decided = decide(job, &options, call, true);
        progress.advance();
        decided.map(|(certified, _)| certified.report)
    };
    let reports: Vec<Result<Report, Unusable>> = jobs.par_iter().with_max_len(1).map(each).collect();
    drop(progress);
    let inputs: Vec<PathBuf> = jobs.into_iter().map(|(input, _)| input).collect();
    told(&inputs, &reports, call)
}

/// Prints what came of several files, and has the exit status of all of them.
pub(super) fn told(inputs: &[PathBuf], reports: &[Result<Report, Unusable>], call: &Call) -> Result<u8, Unusable> {
    reports.iter().filter_map(|report| report.as_ref().err()).for_each(|why| complain(&why.message));
    print(&many(inputs, reports, call))?;
    Ok(overall(reports.iter().map(status)))
}

/// The certificate of each file: beside it, or as `-o` says.
fn plan(call: &Call, inputs: &Inputs) -> Result<Vec<Job>, String> {
    let several = inputs.is_list;
    if let (true, Some(folder)) = (several, &call.output)
        && fs::metadata(folder).is_ok_and(|found| !found.is_dir())
    {
        return Err(format!("{}: not a folder, and the certificates of several files go into one", shown(folder)));
    }
    let place = |input: &PathBuf| -> Result<PathBuf, String> {
        let name = certificate_name(input).ok_or_else(|| format!("{}: not the name of a file", shown(input)))?;
        Ok(match &call.output {
            None if is_passing(input) => return Err(nameless(input)),
            None => input.with_file_name(name),
            Some(folder) if several || folder.is_dir() => folder.join(name),
            Some(path) => path.clone(),
        })
    };
    inputs.files.iter().map(|input| Ok((input.clone(), place(input)?))).collect()
}

/// Whether an input is a pipe or device, or lies where the system shows those: nothing is written beside it.
pub(super) fn is_passing(input: &Path) -> bool {
    let folder = input.parent().and_then(|folder| fs::canonicalize(folder).ok());
    let of_the_system = folder.is_some_and(|folder| folder.starts_with("/dev") || folder.starts_with("/proc"));
    of_the_system || fs::metadata(input).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// What to do about an input that nothing can be written beside.
pub(super) fn nameless(input: &Path) -> String {
    format!("{}: a pipe or device, beside which nothing is written: say with -o where to write", shown(input))
}

/// Decides one file and writes its certificate; the page, where that is what is printed.
fn decide(
    (input, output): &Job,
    options: &Options,
    call: &Call,
    several: bool,
) -> Result<(Certified, Option<String>), Unusable> {
    let start = Instant::now();
    let mechanism = file::mechanism(input, &options.limits)?;
    spare_others(&mechanism, input, output)?;
    let certified = decided(&mechanism, input, options)?;
    if let (true, Some(folder)) = (several, &call.output) {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {}", shown(folder), file::explain(&e)))?;
    }
    output::write(output, &certified.certificate)?;
    if call.verbose {
        let (read, written) = (fs::metadata(input).map_or(0, |found| found.len()), certified.certificate.len());
        let (input, output, time) = (shown(input), shown(output), start.elapsed().as_millis());
        complain(&format!("{input}: {read} bytes read, {written} bytes written to {output}, {time} ms"));
    }
    let page = paged(&mechanism, &certified.report, (input, Some(output)), call);
    Ok((certified, page))
}

/// Refuses to write over a file that the claims name.
pub(super) fn spare_others(mechanism: &Mechanism, input: &Path, output: &Path) -> Result<(), String> {
    let beside = |name: &String| input.with_file_name("").join(name);
    mechanism.others.iter().try_for_each(|(name, _)| output::spare(&beside(name), output))
}

/// The page on a report, where that is what is printed.
pub(super) fn paged(
    mechanism: &Mechanism,
    report: &Report,
    (input, certificate): (&Path, Option<&Path>),
    call: &Call,
) -> Option<String> {
    let named = |path: &Path| path.to_string_lossy().into_owned();
    let files = Files { mechanism: named(input), certificate: certificate.map(named) };
    (call.format == Form::Html && !call.quiet).then(|| page(mechanism, report, files, &call.raised.limits()))
}

/// The certificate and the report of a mechanism file that was read from `input`.
pub(super) fn decided(mechanism: &Mechanism, input: &Path, options: &Options) -> Result<Certified, Unusable> {
    if let Some(lack) = options.only.iter().find_map(|&kind| lacks(mechanism, kind)) {
        return Err(format!("{}: asked for by --only: {lack}", shown(input)).into());
    }
    let decided =
        guarded(|| certify_mechanism(mechanism, options)).map_err(|why| format!("{}: {why}", shown(input)))?;
    decided.map_err(|e| Unusable::at(input, e))
}

/// Sends what is logged to standard error.
pub(super) fn tell_routes() {
    struct Log;
    impl log::Log for Log {
        fn enabled(&self, _: &log::Metadata) -> bool {
            true
        }
        fn log(&self, record: &log::Record) {
            complain(&printable(&record.args().to_string()));
        }
        fn flush(&self) {}
    }
    if log::set_logger(&Log).is_ok() {
        log::set_max_level(log::LevelFilter::Debug);
    }
}

/// What is printed of a single file.
pub(super) fn one(certified: &Certified, certificate: Option<&Path>, call: &Call) -> String {
    let report = &certified.report;
    match call.format {
        _ if call.quiet => String::new(),
        Form::Json => report.to_json(call.exact) + "\n",
        Form::Text | Form::Html => {
            let text = report.to_text(style());
            let notes = of_large_graph(report, call).into_iter().chain(of_large_table(&certified.left_out));
            let notes: String = notes.map(|note| note + "\n").collect();
            let written = certificate.map(|path| format!("certificate: {}\n", shown(path))).unwrap_or_default();
            format!("{}\n\n{text}\n{notes}{written}", report.summary())
        }
    }
}

/// Says that values were not decided because of the size of the graph, and how to ask for them.
fn of_large_graph(report: &Report, call: &Call) -> Option<String> {
    let large = report.nodes.number().is_none_or(|n| n > ELIMINATED_NODES as u64) && !call.only.contains(&Only::Unique);
    let exists = |statement: &Statement| {
        let decided = statement.claim.kind == Kind::TightConstraintsExist && statement.verdict != Verdict::Undecided;
        decided && !statement.values.iter().any(|(name, _)| *name == "unique" || *name == "least")
    };
    (large && report.statements.iter().any(exists)).then(|| {
        format!("`unique` and `least` are left out above {ELIMINATED_NODES} nodes, unless --only unique\nasks for them")
    })
}

/// Says which findings were not made because of the size of the table, and how to ask for them.
fn of_large_table(left_out: &[Claim]) -> Vec<String> {
    let mut names: Vec<&str> = left_out.iter().map(|claim| claim.kind.name()).collect();
    names.dedup();
    let note = |name| {
        format!(
            "`{name}` is left out, which would take long on a table of this size,\nunless --only {name} asks for it"
        )
    };
    names.into_iter().map(note).collect()
}

fn style() -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stdout().is_terminal() && !plain { Style::Colour } else { Style::Plain }
}

/// What is printed of several files: a line each, or an array with what is wrong with a file that has no report.
fn many(inputs: &[PathBuf], reports: &[Result<Report, Unusable>], call: &Call) -> String {
    let json = |report: &Result<Report, Unusable>| match report {
        Ok(report) => report.to_json(call.exact),
        Err(why) => error_to_json(why),
    };
    let line = |(input, report): (&PathBuf, &Result<Report, Unusable>)| match report {
        Ok(report) => {
            let (word, summary, subject) = (word(report), report.summary(), report.subject());
            format!("{}: {word}: {summary} ({subject})\n", shown(input))
        }
        Err(_) => format!("{}: error\n", shown(input)),
    };
    match call.format {
        _ if call.quiet => String::new(),
        Form::Json => format!("[\n{}\n]\n", reports.iter().map(json).collect::<Vec<_>>().join(",\n")),
        Form::Text | Form::Html => inputs.iter().zip(reports).map(line).collect(),
    }
}

/// A word on the whole of a report; one on values alone has none that hold.
fn word(report: &Report) -> &'static str {
    match report.status() {
        0 if report.values() > 0 && report.values() == report.claims().count() => "value",
        0 => "holds",
        1 => "FAILS",
        _ => "undecided",
    }
}

fn status(report: &Result<Report, Unusable>) -> u8 {
    report.as_ref().map_or(WRONG, Report::status)
}

/// 2 if any is 2, else 1 if any is 1, else the highest.
fn overall(each: impl Iterator<Item = u8>) -> u8 {
    each.fold(None, |worst, status| Some(worse(worst, status))).unwrap_or(0)
}

/// The exit status of what came to `worst` so far, if there was any, and of one more.
pub(super) fn worse(worst: Option<u8>, status: u8) -> u8 {
    let rank = |&status: &u8| match status {
        WRONG => u8::MAX,
        1 => u8::MAX - 1,
        other => other,
    };
    worst.into_iter().chain([status]).max_by_key(rank).unwrap_or(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_status_is_that_of_the_call() {
        let of = |each: &[u8]| overall(each.iter().copied());
        assert_eq!([of(&[0, 0]), of(&[0, 3]), of(&[3, 1, 0]), of(&[1, 3, 2])], [0, 3, 1, 2]);
    }

    #[test]
    fn a_certificate_is_named_after_its_file() {
        let name = |path: &str| certificate_name(Path::new(path)).map(|name| name.to_string_lossy().into_owned());
        assert_eq!(name("a/m.json").as_deref(), Some("m.cert.json"));
        assert_eq!(name("m.v1.json").as_deref(), Some("m.v1.cert.json"));
        assert_eq!(name("m.txt").as_deref(), Some("m.txt.cert.json"));
        assert_eq!(name("m").as_deref(), Some("m.cert.json"));
        assert_eq!(name(".."), None);
    }
}
