//! `certify TABLE.csv --graph …`, `certify -`, and mechanism files at another ε: what is certified is a mechanism file
//! that is made here, and written beside its certificate.

use super::certify::{self, Call};
use super::declared::{Declared, TABLE};
use super::inputs;
use super::output;
use super::progress::Progress;
use super::reading::Reading;
use super::terminal::{complain, print, shown, tell};
use dp_certify::Certified;
use dp_certify::declare::{Beside, Unchanged, flag, with_privacy};
use dp_certify::import::{Form, How, Refusal, mechanism};
use dp_certify::table::Table;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism, sha256};
use dp_verify::report::{Report, Verdict, printable};
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
    /// Half a unit of the table's last decimal.
    half_unit: Option<String>,
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
    if let (Some(said), false) = (&made.recognised, call.quiet) {
        complain(&format!("{}: {said}", shown(input)));
    }
    let options = certify::options(call);
    let progress = Progress::start(1, format!("deciding {}", shown(input)), !call.quiet);
    let decided = certify::decided(&made.mechanism, input, &options);
    drop(progress);
    let certified = decided?;
    let certificate = &certified.certificate;
    let mut files: Vec<(PathBuf, &str)> = Vec::new();
    files.extend(made.place.clone().zip(made.text.as_deref()));
    if let Place::File(path) = &place {
        // Without another file it is the certificate of the one that is named, which every call writes anew.
        if made.text.is_some() {
            keep(path, certificate, call)?;
        }
        files.push((path.clone(), certificate));
    }
    match &files[..] {
        [(path, text)] => output::write(path, text)?,
        files => output::write_all(files)?,
    }
    Ok(say(&made, &place, (input, &certified), call)?)
}

/// The report, and what was written.
fn say(made: &Made, place: &Place, (input, certified): (&Path, &Certified), call: &Call) -> Result<u8, String> {
    let report = &certified.report;
    let path = if let Place::File(path) = place { Some(path.as_path()) } else { None };
    let about = made.place.as_deref().unwrap_or(input);
    let page = certify::paged(&made.mechanism, report, (about, path), call);
    let mut text = page.unwrap_or_else(|| certify::one(certified, path, call));
    if let (certify::Form::Text, false, Some(path)) = (call.format, call.quiet, &made.place) {
        text += &format!("mechanism: {}\n", shown(path));
    }
    if *place == Place::StandardOutput {
        print(&certified.certificate)?;
        tell(&text);
    } else {
        print(&text)?;
    }
    let off = |kind| report.statements.iter().any(|s| s.claim.kind == kind && s.verdict == Verdict::Fails);
    let as_it_is = !call.table.reading.normalise && call.table.rounding.is_none();
    if made.recognised.is_some() && as_it_is && off(Kind::Stochastic) && !call.quiet {
        // What floats are good for, where the table has more digits than people write.
        let unit = made.half_unit.as_deref().unwrap_or("1e-15");
        complain(&format!(
            "rows that do not sum to exactly 1 are no distributions: if the numbers were rounded, say --rounding {unit} (each \
             is within that of the true one), or divide each row by its exact sum with --normalise"
        ));
    }
    Ok(report.status())
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
    Ok(Made { mechanism, text, place, recognised: None, half_unit: None })
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
        Some(e) => match flag(&e.path) {
            Some(flag) => format!("{flag}: {}", e.message),
            None => format!("{name}: {}", e.message),
        },
        None => unusable.message,
    }
}

fn of_table(input: &Path, bytes: &[u8], call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    let (flags, name) = (&call.table, shown(input));
    let declaration = flags.declared.declaration(limits)?;
    if declaration.graph.is_none() {
        return Err(format!(
            "{name}: this is a table, and whether it is private depends on who is whose neighbour: say --graph complete (any \
             two answers, as in local privacy), line (answers next to each other, as of a count), or another of cycle, star, \
             hamming, sum, counts; or --edges FILE (a mechanism file begins with {{)"
        )
        .into());
    }
    if declaration.privacy.is_none() {
        return Err(format!("{name}: the declared privacy is missing: say --epsilon 1, or --alpha 1/2").into());
    }
    let settings = dp_certify::table::Settings { nodes: declaration.nodes(), ..flags.reading.settings() };
    let table = Table::read(bytes, &settings, limits).map_err(|e| Unusable::at(input, e))?;
    let rounding = flags.rounding.as_deref().map(|text| table.rounding(text)).transpose();
    let rounding = rounding.map_err(|why| format!("--rounding: {why}"))?;
    let how = How { normalise: flags.reading.normalise, rounding: rounding.as_deref() };
    let matrix = mechanism(&table, &how, limits).map_err(|refusal| match refusal {
        Refusal::Table(e) => Unusable::at(input, e),
        Refusal::Query(e) => format!("{name}: {}", e.message).into(),
    })?;
    let labels = table.labels().filter(|all| all.iter().enumerate().any(|(i, label)| *label != i.to_string()));
    let recognised = table.recognised();
    let title = input.file_name().unwrap_or_default().to_string_lossy();
    let title = if is_standard_input(input) { "standard input".into() } else { title };
    let words: Vec<String> = call_in_words();
    let note = format!(
        "Made by certify {} of {title}, SHA-256 {}: {recognised}. Called with: {}",
        env!("CARGO_PKG_VERSION"),
        sha256(bytes),
        words.join(" ")
    );
    let divided = if flags.reading.normalise { ", each row divided by its sum" } else { "" };
    let beside = Beside {
        name: &format!("table {title}{divided}"),
        note: &note,
        nodes: table.nodes(),
        labels: labels.as_deref(),
        mechanism: Some(&matrix),
    };
    let text = declaration.file(&beside).map_err(|wrong| wrong.to_string())?;
    let place = match &flags.mechanism {
        Some(path) => Some(path.clone()),
        None if passes(input) || flags.no_certificate => None,
        None => Some(input.with_extension("json")),
    };
    let at = place.as_deref().unwrap_or(input);
    let mechanism = file::mechanism_at(at, text.as_bytes(), limits).map_err(|e| of_made(&name, e))?;
    let half_unit = table.half_unit();
    Ok(Made { mechanism, text: Some(text), place, recognised: Some(recognised), half_unit })
}

/// The arguments of this process that say something of the table, as a note tells them: not how it is reported, and where.
fn call_in_words() -> Vec<String> {
    let (alone, with_value) =
        (["--force", "--exact", "--quiet", "-q", "--verbose", "-v"], ["--format", "--mechanism", "--output", "-o"]);
    let mut arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let mut words = Vec::new();
    while let Some(argument) = arguments.next() {
        let flag = argument.split('=').next().unwrap_or_default();
        if with_value.contains(&flag) {
            // Its value is the next argument, if it does not follow on an equals sign.
            if flag == argument {
                arguments.next();
            }
        } else if !alone.contains(&flag) {
            words.push(printable(&quoted(&argument)));
        }
    }
    words
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,/%+:()*^".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
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

/// Several mechanism files at another ε, α or δ, a line each.
fn sweep(call: &Call) -> Result<u8, Unusable> {
    let flags = &call.table;
    let table =
        call.files.iter().find(|path| is_standard_input(path) || Form::named(&path.to_string_lossy()).is_some());
    if let Some(path) = table {
        return Err(format!("{}: a table, or standard input, comes alone", shown(path)).into());
    }
    if let Some(flag) = flags.of_tables() {
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
