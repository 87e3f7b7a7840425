//! `certify TABLE.csv --graph …`, `certify -`, and mechanism files at another ε: what is certified is a mechanism file
//! that is made here, and written beside its certificate.

use super::again;
use super::certify::{self, Call};
use super::declared::{Declared, TABLE};
use super::hints;
use super::inputs;
use super::made::{Made, is_standard_input, make, passes};
use super::output;
use super::progress::Progress;
use super::reading::Reading;
use super::terminal::{complain, print, shown, tell};
use dp_certify::Certified;
use dp_certify::import::Form;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::report::{Hint, Report, printable};
use rayon::prelude::*;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The flags that make another file of the one that is named.
#[derive(Debug, clap::Args)]
pub(super) struct Flags {
    #[command(flatten)]
    pub(super) declared: Declared,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// The table's numbers are rounded, each within this of the true one: 0.0005; of percentages, 0.05%
    #[arg(long, value_name = "R", allow_hyphen_values = true, help_heading = TABLE)]
    pub(super) rounding: Option<String>,
    /// Where to write the mechanism file that is made, which the certificate is about (default: t.json beside t.csv)
    #[arg(long, value_name = "MECHANISM.json", help_heading = TABLE)]
    pub(super) mechanism: Option<PathBuf>,
    /// Overwrite files that are there and differ
    #[arg(long, help_heading = TABLE)]
    force: bool,
    /// Print the report, and write nothing but what --mechanism names
    #[arg(long, conflicts_with = "output", help_heading = TABLE)]
    pub(super) no_certificate: bool,
}

impl Flags {
    /// The first flag that only a table takes.
    pub(super) fn of_tables(&self) -> Option<&'static str> {
        let rounding = self.rounding.is_some().then_some("--rounding");
        self.declared.of_tables().or_else(|| self.reading.given()).or(rounding)
    }

    /// The graph of --graph6: empty where it has no value.
    pub(super) fn graph6(&self) -> Option<&str> {
        self.declared.graph6.as_deref()
    }

    /// The flag that puts another privacy into a mechanism file.
    pub(super) fn of_privacy(&self) -> Option<&'static str> {
        let Declared { epsilon, alpha, delta, .. } = &self.declared;
        let given = [(epsilon, "--epsilon"), (alpha, "--alpha"), (delta, "--delta")];
        given.into_iter().find(|(given, _)| given.is_some()).map(|(_, flag)| flag)
    }
}

/// Whether a call is about anything but mechanism files as they are, each with its certificate in a file.
pub(super) fn concerns(call: &Call) -> bool {
    let Flags { mechanism, force, no_certificate, .. } = &call.table;
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_table = |path: &PathBuf| !path.is_dir() && Form::named(&name(path)) == Some(Form::Csv);
    let by_flag = call.table.of_tables().or_else(|| call.table.of_privacy()).is_some();
    let elsewhere = call.output.as_deref().is_some_and(is_standard_input);
    let named = call.files.iter().any(|path| is_standard_input(path) || is_table(path));
    by_flag || named || elsewhere || mechanism.is_some() || *force || *no_certificate
}

/// Where the certificate goes.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    File(PathBuf),
    StandardOutput,
    Nowhere,
}

pub(super) fn run(call: &Call) -> Result<u8, Unusable> {
    let input = match &call.files[..] {
        [input] if !input.is_dir() => input,
        _ => return sweep(call),
    };
    if let Some(path) = call.table.mechanism.as_ref().filter(|path| is_standard_input(path)) {
        return Err(format!("--mechanism: found {}, expected the name of a file", shown(path)).into());
    }
    let limits = call.raised.limits();
    let bytes = read(input, &limits)?;
    let made = make(input, &bytes, call, &limits)?;
    let place = certificate(input, &made, call)?;
    let outputs = made.place.iter().chain(if let Place::File(path) = &place { Some(path) } else { None });
    let pairs: Vec<(PathBuf, PathBuf)> = outputs.map(|output| (input.clone(), output.clone())).collect();
    output::check(&pairs)?;
    for (_, output) in &pairs {
        output::expect_folder(output)?;
        certify::spare_others(&made.mechanism, made.place.as_deref().unwrap_or(input), output)?;
        call.table.declared.edges().map_or(Ok(()), |edges| output::spare(edges, output))?;
    }
    if let (Some(path), Some(text)) = (&made.place, &made.text) {
        keep(path, text, call)?;
    }
    if let (Place::File(path), None, false) = (&place, &made.text, call.table.force) {
        output::spare_all_but_certificates(path, output::BY_FORCE)?;
    }
    if let (Some(said), false) = (&made.recognised, call.quiet) {
        complain(&format!("{}: {said}", shown(input)));
    }
    let options = certify::options(call);
    let progress = Progress::start(1, format!("deciding {}", shown(input)), !call.quiet);
    let decided = certify::decided(&made.mechanism, input, &options);
    drop(progress);
    let Certified { certificate, mut report } = decided?;
    report.hints = hinted(&made, &place, &report, call);
    let mut files: Vec<(PathBuf, &str)> = Vec::new();
    files.extend(made.place.clone().zip(made.text.as_deref()));
    if let Place::File(path) = &place {
        // Without another file it is the certificate of the one that is named, which every call writes anew.
        if made.text.is_some() {
            keep(path, &certificate, call)?;
        }
        files.push((path.clone(), &certificate));
    }
    match &files[..] {
        [(path, text)] => output::write(path, text)?,
        files => output::write_all(files)?,
    }
    Ok(say(&made, &place, (input, &certificate, &report), call)?)
}

/// The report, and what was written.
fn say(
    made: &Made,
    place: &Place,
    (input, certificate, report): (&Path, &str, &Report),
    call: &Call,
) -> Result<u8, String> {
    let path = if let Place::File(path) = place { Some(path.as_path()) } else { None };
    let about = made.place.as_deref().unwrap_or(input);
    let page = certify::paged(&made.mechanism, report, (about, path), call);
    let mut text = page.unwrap_or_else(|| certify::one(report, path, call));
    if let (certify::Form::Text, false, Some(path)) = (call.format, call.quiet, &made.place) {
        text += &format!("mechanism: {}\n", shown(path));
    }
    if *place == Place::StandardOutput {
        print(certificate)?;
        tell(&text);
    } else {
        print(&text)?;
    }
    if !report.hints.is_empty() && !call.quiet {
        complain(&format!("{}: {}", shown(input), hints::in_words(&report.hints)));
    }
    Ok(report.status())
}

/// What may be called next of a table.
fn hinted(made: &Made, place: &Place, report: &Report, call: &Call) -> Vec<Hint> {
    if made.recognised.is_none() {
        return Vec::new();
    }
    hints::of(&hints::About {
        mechanism: &made.mechanism,
        report,
        places: made.places,
        on_its_side: made.on_its_side,
        of_counts: made.of_counts,
        normalised: call.table.reading.normalises(),
        rounded: call.table.rounding.is_some(),
        written: made.place.is_some() || matches!(place, Place::File(_)),
    })
}

fn read(input: &Path, limits: &Limits) -> Result<Vec<u8>, Unusable> {
    if !is_standard_input(input) {
        return Ok(file::read(input, limits)?.to_vec());
    }
    let (mut bytes, most) = (Vec::new(), limits.bytes as u64);
    let all = std::io::stdin().take(most.saturating_add(1)).read_to_end(&mut bytes);
    all.map_err(|e| format!("standard input: {}", file::explain(&e)))?;
    if bytes.len() as u64 > most {
        return Err(format!("standard input: more than {most} bytes (--limit bytes=N)").into());
    }
    Ok(bytes)
}

fn certificate(input: &Path, made: &Made, call: &Call) -> Result<Place, String> {
    if call.table.no_certificate {
        return Ok(Place::Nowhere);
    }
    let is_made = made.text.is_some();
    let beside = made.place.as_deref().or((!is_made && !passes(input)).then_some(input));
    match (&call.output, beside) {
        (Some(path), None) if is_made => Err(format!(
            "{}: the certificate is about the mechanism file that is made: name that with --mechanism too, or say neither",
            shown(path)
        )),
        (Some(path), _) if is_standard_input(path) => Ok(Place::StandardOutput),
        (None, Some(path)) if passes(input) => {
            Err(format!("{}: name the certificate of this file too, with -o, or say neither", shown(path)))
        }
        (None, None) => Ok(Place::Nowhere),
        (output, beside) => {
            let name = certify::renamed(beside.unwrap_or(input), ".cert.json");
            let name = name.ok_or_else(|| format!("{}: not the name of a file", shown(input)))?;
            Ok(Place::File(match (output, beside) {
                (Some(folder), _) if folder.is_dir() => folder.join(name),
                (Some(path), _) => path.clone(),
                (None, beside) => beside.unwrap_or(input).with_file_name(name),
            }))
        }
    }
}

/// Refuses to overwrite a file that is there and differs, unless the call says so.
fn keep(path: &Path, text: &str, call: &Call) -> Result<(), String> {
    if call.table.force || !path.is_file() {
        return Ok(());
    }
    // As many bytes as the new text has tell.
    let same = fs::metadata(path).is_ok_and(|found| found.len() == text.len() as u64)
        && fs::read(path).is_ok_and(|found| found == text.as_bytes());
    let message = "this file is there and differs: --force overwrites it, --mechanism and -o name others";
    if same { Ok(()) } else { Err(format!("{}: {message}", shown(path))) }
}

/// What to say of a word beside a table that is no file: it may be meant for the value of a flag.
fn no_file(word: &str) -> String {
    let before = again::before(word).unwrap_or_default();
    let meant = match &*before {
        "--normalise" | "--percent" => Some(format!("{before}={word}")),
        _ if ["line", "cycle", "complete", "star"].contains(&word) => Some(format!("--graph {word}")),
        _ => None,
    };
    let found = format!("found \"{}\" beside it, which is no file", printable(word));
    match meant {
        Some(meant) => format!("{found}; did you mean {}?", printable(&meant)),
        None => format!("{found} (a value with blanks in it goes in quotes)"),
    }
}

/// Several mechanism files at another ε, α or δ, a line each.
fn sweep(call: &Call) -> Result<u8, Unusable> {
    let flags = &call.table;
    let table =
        call.files.iter().find(|path| is_standard_input(path) || Form::named(&path.to_string_lossy()).is_some());
    if let Some(path) = table {
        let beside = call.files.iter().find(|other| !other.exists() && !is_standard_input(other));
        let beside = beside.map_or_else(String::new, |other| format!(", {}", no_file(&other.to_string_lossy())));
        return Err(format!("{}: a table, or standard input, comes alone{beside}", shown(path)).into());
    }
    if let Some(flag) = flags.of_tables() {
        if let [folder] = &call.files[..] {
            return Err(format!("{}: this is a folder, expected a table, which {flag} goes with", shown(folder)).into());
        }
        return Err(format!("{flag} goes with one table").into());
    }
    if !flags.no_certificate || flags.mechanism.is_some() {
        return Err("of several files at once only --no-certificate is taken: they would share one file".into());
    }
    let (limits, options) = (call.raised.limits(), certify::options(call));
    let files = inputs::of(&call.files, &limits, call.quiet)?.files;
    let progress = Progress::start(files.len(), "files decided".to_owned(), !call.quiet);
    let decide = |input: &PathBuf| -> Result<Report, Unusable> {
        let made = make(input, &read(input, &limits)?, call, &limits)?;
        let certified = certify::decided(&made.mechanism, input, &options);
        progress.advance();
        Ok(certified?.report)
    };
    let reports: Vec<Result<Report, Unusable>> = files.par_iter().with_max_len(1).map(decide).collect();
    drop(progress);
    certify::told(&files, &reports, call)
}
