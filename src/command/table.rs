//! `certify TABLE.csv --graph …`, `certify -`, and mechanism files at another ε: what is certified is a mechanism file
//! that is made here, and written beside its certificate.

use super::again;
use super::certify::{self, Call};
use super::declared::{Declared, TABLE};
use super::hints;
use super::inputs;
use super::output;
use super::progress::Progress;
use super::reading::Reading;
use super::terminal::{complain, print, shown, tell};
use dp_certify::Certified;
use dp_certify::declare::{Beside, Unchanged, by_flag, with_privacy};
use dp_certify::import::{Bound, Form, How, Refusal, mechanism};
use dp_certify::table::Table;
use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, sha256};
use dp_verify::report::{Hint, Report, printable};
use rayon::prelude::*;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The flags that make another file of the one that is named.
#[derive(Debug, clap::Args)]
pub(super) struct Flags {
    #[command(flatten)]
    declared: Declared,
    #[command(flatten)]
    reading: Reading,
    /// The table's numbers are rounded, each within this of the true one: 0.0005; of percentages, 0.05%
    #[arg(long, value_name = "R", allow_hyphen_values = true, help_heading = TABLE)]
    rounding: Option<String>,
    /// Where to write the mechanism file that is made, which the certificate is about (default: t.json beside t.csv)
    #[arg(long, value_name = "MECHANISM.json", help_heading = TABLE)]
    mechanism: Option<PathBuf>,
    /// Overwrite files that are there and differ
    #[arg(long, help_heading = TABLE)]
    force: bool,
    /// Print the report, and write nothing but what --mechanism names
    #[arg(long, conflicts_with = "output", help_heading = TABLE)]
    no_certificate: bool,
}

/// Standard input, by the name that it has in a call.
fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Flags {
    /// The first flag that only a table takes.
    fn of_tables(&self) -> Option<&'static str> {
        let rounding = self.rounding.is_some().then_some("--rounding");
        self.declared.of_tables().or_else(|| self.reading.given()).or(rounding)
    }

    /// The graph of --graph6: empty where it has no value.
    pub(super) fn graph6(&self) -> Option<&str> {
        self.declared.graph6.as_deref()
    }

    /// The flag that puts another privacy into a mechanism file.
    fn of_privacy(&self) -> Option<&'static str> {
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

/// What is to be certified.
struct Made {
    /// The mechanism file, and its text where that is made here.
    mechanism: Mechanism,
    text: Option<String>,
    /// Where the text goes.
    place: Option<PathBuf>,
    /// What of a table was taken for what.
    recognised: Option<String>,
    /// How many decimals the table's numbers have, where that is few.
    places: Option<usize>,
    /// Whether its columns sum to 1, and not its rows.
    on_its_side: bool,
    /// Whether its numbers are whole.
    of_counts: bool,
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

/// Whether a file is a table by its first character, which of a mechanism file is `{`, and by its name.
fn is_table(input: &Path, bytes: &[u8], call: &Call) -> bool {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let first = text.iter().find(|b| !b.is_ascii_whitespace());
    let json = input.extension().is_some_and(|extension| extension == "json");
    first != Some(&b'{') && (!json || call.table.of_tables().is_some())
}

fn make(input: &Path, bytes: &[u8], call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    let (flags, name) = (&call.table, shown(input));
    if is_table(input, bytes, call) {
        return of_table(input, bytes, call, limits);
    }
    if let Some(flag) = flags.of_tables() {
        return Err(
            format!("{name}: {flag} goes with a table, and this is a mechanism file, which says so itself").into()
        );
    }
    let place = flags.mechanism.clone();
    let at = place.as_deref().unwrap_or(input);
    let (text, mechanism) = match flags.of_privacy() {
        None => {
            if let Some(path) = place.as_ref().filter(|_| !is_standard_input(input)) {
                let message = "--mechanism goes with a table, and with --epsilon, --alpha or --delta";
                return Err(format!("{}: {message}", shown(path)).into());
            }
            let text = place.as_ref().map(|_| String::from_utf8_lossy(bytes).into_owned());
            (text, file::mechanism_at(at, bytes, limits)?)
        }
        Some(flag) => {
            if place.is_none() && !flags.no_certificate && !is_standard_input(input) {
                let message = "makes another mechanism file, which the certificate is about";
                return Err(
                    format!("{name}: {flag} {message}: name it with --mechanism, or say --no-certificate").into()
                );
            }
            let text = privacy(input, bytes, call, limits)?;
            let mechanism = file::mechanism_at(at, text.as_bytes(), limits).map_err(|e| of_made(&name, e))?;
            (Some(text), mechanism)
        }
    };
    Ok(Made { mechanism, text, place, recognised: None, places: None, on_its_side: false, of_counts: false })
}

/// The text of a mechanism file with the call's privacy.
fn privacy(input: &Path, bytes: &[u8], call: &Call, limits: &Limits) -> Result<String, Unusable> {
    let declared = &call.table.declared;
    with_privacy(bytes, declared.privacy().as_ref(), declared.delta.as_deref(), limits).map_err(|why| match why {
        Unchanged::File(e) => Unusable::at(input, e),
        Unchanged::Declared(wrong) => wrong.to_string().into(),
    })
}

/// What is wrong with a file that nobody has seen yet, by the flag that made it so.
fn of_made(name: &str, unusable: Unusable) -> String {
    match &unusable.error {
        Some(e) => by_flag(&e.path, &e.message).unwrap_or_else(|| format!("{name}: {}", e.message)),
        None => unusable.message,
    }
}

/// The same with the whole call where the hint is a flag that was not given.
fn called_again(e: Error) -> Error {
    match e.hint.as_deref().filter(|hint| hint.starts_with("--")) {
        Some(flag) => {
            let call = again::with(&[flag]);
            Error { message: format!("{}; for instance: {call}", e.message), hint: Some(call.into()), ..e }
        }
        None => e,
    }
}

/// What a table can't be without, as an example.
const GRAPH: [&str; 4] = ["--graph", "complete", "--epsilon", "1"];

fn of_table(input: &Path, bytes: &[u8], call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    let (flags, name) = (&call.table, shown(input));
    let declaration = flags.declared.declaration(limits)?;
    if declaration.graph.is_none() {
        return Err(format!(
            "{name}: this is a table, and whether it is private depends on who is whose neighbour: say --graph complete (any \
             two answers, as in local privacy), line (answers next to each other, as of a count), or another of cycle, star, \
             hamming, sum, counts; or --edges FILE (a mechanism file begins with {{); for instance: {}",
            again::with(if declaration.privacy.is_some() { &GRAPH[..2] } else { &GRAPH })
        )
        .into());
    }
    if declaration.privacy.is_none() {
        let message = "the declared privacy is missing: say --epsilon 1, or --alpha 1/2";
        return Err(format!("{name}: {message}; for instance: {}", again::with(&GRAPH[2..])).into());
    }
    let settings = dp_certify::table::Settings { nodes: declaration.nodes(), ..flags.reading.settings() };
    let refused = |e: Error| Unusable::at(input, called_again(e));
    let table = Table::read(bytes, &settings, limits).map_err(refused)?;
    let rounding = flags.rounding.as_deref().map(|text| table.rounding(text)).transpose();
    let rounding = rounding.map_err(|why| format!("--rounding: {why}"))?;
    let how = How { normalise: flags.reading.normalises(), rounding: rounding.as_deref() };
    let matrix = mechanism(&table, &how, limits).map_err(|refusal| match refusal {
        Refusal::Table(e) => refused(e),
        Refusal::Query(e) => format!("{name}: {}", e.message).into(),
    })?;
    let mut recognised = table.recognised();
    if let Some(normalised) = &matrix.normalised {
        let bound = flags.reading.bound().cloned().unwrap_or_else(Bound::usual);
        normalised.expect(&bound).map_err(refused)?;
        recognised += &format!("; {}", normalised.in_words(Some(&table)));
    }
    let labels = table.labels().filter(|all| all.iter().enumerate().any(|(i, label)| *label != i.to_string()));
    let title = input.file_name().unwrap_or_default().to_string_lossy();
    let title = if is_standard_input(input) { "standard input".into() } else { title };
    let note = format!(
        "Made by certify {} of {title}, SHA-256 {}: {recognised}. Called with: {}",
        env!("CARGO_PKG_VERSION"),
        sha256(bytes),
        again::in_words()
    );
    let divided = if flags.reading.normalises() { ", each row divided by its sum" } else { "" };
    let beside = Beside {
        name: &format!("table {title}{divided}"),
        note: &note,
        nodes: table.nodes(),
        labels: labels.as_deref(),
        mechanism: Some(&matrix.text),
    };
    let text = declaration.file(&beside).map_err(|wrong| wrong.to_string())?;
    let place = match &flags.mechanism {
        Some(path) => Some(path.clone()),
        None if passes(input) || flags.no_certificate => None,
        None => Some(input.with_extension("json")),
    };
    let at = place.as_deref().unwrap_or(input);
    let mechanism = file::mechanism_at(at, text.as_bytes(), limits).map_err(|e| of_made(&name, e))?;
    let (places, on_its_side, of_counts) = (table.places(), table.is_on_its_side(), table.is_of_counts());
    Ok(Made { mechanism, text: Some(text), place, recognised: Some(recognised), places, on_its_side, of_counts })
}

/// Whether nothing is written beside an input.
fn passes(input: &Path) -> bool {
    is_standard_input(input) || certify::is_passing(input)
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
