//! `certify TABLE.csv --graph …`, `certify -`, and mechanism files at another ε: what is certified is a mechanism file
//! that is made here, and written beside its certificate.

use super::again;
use super::call::{self, Call};
use super::certify;
use super::flags;
use super::hints;
use super::inputs;
use super::made::{Made, is_standard_input, make, passes, read};
use super::output;
use super::progress::Progress;
use super::sampled;
use super::terminal::{complain, print, shown, tell};
use super::told;
use crate::Certified;
use crate::import::Form;
use dp_verify::file::Unusable;
use dp_verify::report::{Hint, Report, printable};
use std::fs;
use std::path::{Path, PathBuf};

/// Whether a call is about anything but mechanism files as they are, each with its certificate in a file.
pub(super) fn concerns(call: &Call) -> bool {
    let flags::Table { mechanism, force, no_certificate, .. } = &call.table;
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
    let made = match call.table.sampled.counts || call.table.sampled.log {
        true => sampled::make(input, call, &limits)?,
        false => make(input, &read(input, &limits)?, call, &limits)?,
    };
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
    let options = call.options();
    let _listening = certify::listen(&options.underway, call);
    let progress = Progress::of(&options.underway, 1, format!("deciding {}", shown(input)), !call.quiet);
    let decided = certify::decided(&made.mechanism, input, &options);
    drop(progress);
    let mut certified = decided?;
    let notes = certified.report.hints.clone();
    let hints = hinted(&made, &place, &certified.report, call);
    certified.report.hints.extend(hints.iter().cloned());
    let certificate = &certified.certificate;
    let mut files: Vec<(PathBuf, &str)> = Vec::new();
    files.extend(made.place.clone().zip(made.text.as_deref()));
    if let Place::File(path) = &place {
        // Without another file it is the certificate of the one that is named, which every call writes anew.
        if made.place.as_ref().is_some_and(|made| made.is_file()) && !call.table.force {
            // The file that is made lies there, and says the same: beside it lies its certificate.
            output::spare_all_but_certificates(path, output::BY_FORCE)?;
        } else if made.text.is_some() {
            keep(path, certificate, call)?;
        }
        files.push((path.clone(), certificate));
    }
    match &files[..] {
        [(path, text)] => output::write(path, text)?,
        files => output::write_all(files)?,
    }
    let status = say(&made, &place, (input, &certified, &notes), call)?;
    told::of_no_claims(input, &certified.report, call);
    if !hints.is_empty() && !call.quiet {
        complain(&format!("{}: {}", shown(input), hints::in_words(&hints)));
    }
    Ok(status)
}

/// The report with its notes, and what was written.
fn say(
    made: &Made,
    place: &Place,
    (input, certified, notes): (&Path, &Certified, &[Hint]),
    call: &Call,
) -> Result<u8, String> {
    let report = &certified.report;
    let path = if let Place::File(path) = place { Some(path.as_path()) } else { None };
    let about = made.place.as_deref().unwrap_or(input);
    let page = certify::paged(&made.mechanism, report, (about, path), call);
    let mut text = page.unwrap_or_else(|| told::one(certified, notes, (about, path), call));
    if let (call::Form::Text, false, Some(path)) = (call.format, call.quiet, &made.place) {
        text += &format!("mechanism: {}\n", shown(path));
    }
    if *place == Place::StandardOutput {
        print(&certified.certificate)?;
        tell(&text);
    } else {
        print(&text)?;
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
                (Some(folder), _) if folder.is_dir() || certify::is_marked_folder(folder) => folder.join(name),
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
    let found = fs::read(path).unwrap_or_default();
    let same = found == text.as_bytes() || but_for_the_note(&found, text.as_bytes());
    let message = "this file is there and differs: --force overwrites it, --mechanism and -o name others";
    if same { Ok(()) } else { Err(format!("{}: {message}", shown(path))) }
}

/// Whether two mechanism files say the same, whatever call their notes name.
fn but_for_the_note(found: &[u8], text: &[u8]) -> bool {
    let read = |bytes: &[u8]| serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(bytes).ok();
    let without = |mut file: serde_json::Map<String, serde_json::Value>| file.remove("note").map(|_| file);
    let both = read(found).and_then(without).zip(read(text).and_then(without));
    both.is_some_and(|(found, text)| found == text)
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
    let (limits, options) = (call.raised.limits(), call.options());
    let files = inputs::of(&call.files, &limits, call.quiet)?.files;
    if call.format == call::Form::Html {
        return Err(certify::one_page(&files).into());
    }
    let decide = |k: usize| -> Result<Report, Unusable> {
        let input = &files[k];
        let made = make(input, &read(input, &limits)?, call, &limits)?;
        Ok(certify::decided(&made.mechanism, input, &options)?.report)
    };
    let _listening = certify::listen(&options.underway, call);
    certify::side_by_side(&files, &options.underway, call, &decide)
}
