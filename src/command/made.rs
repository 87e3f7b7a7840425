//! The mechanism file that a call is about: as it lies there, of a table, or at another ε.

use super::again;
use super::call::Call;
use super::certify;
use super::reading::OF_WEIGHTS;
use super::terminal::shown;
use crate::declare::{Beside, Declaration, Unchanged, by_flag, with_privacy};
use crate::import::{Bound, How, Normalised, Refusal, mechanism};
use crate::table::Table;
use dp_verify::error::Error;
use dp_verify::file::{self, Unusable};
use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, sha256};
use dp_verify::report::printable;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Standard input, by the name that it has in a call.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What is to be certified.
pub(super) struct Made {
    /// The mechanism file, and its text where that is made here.
    pub(super) mechanism: Mechanism,
    pub(super) text: Option<String>,
    /// Where the text goes.
    pub(super) place: Option<PathBuf>,
    /// What of a table was taken for what.
    pub(super) recognised: Option<String>,
    /// How many decimals the table's numbers have, where that is few.
    pub(super) places: Option<usize>,
    /// Whether its columns sum to 1, and not its rows.
    pub(super) on_its_side: bool,
    /// Whether its numbers are whole.
    pub(super) of_counts: bool,
}

/// Whether nothing is written beside an input.
pub(super) fn passes(input: &Path) -> bool {
    is_standard_input(input) || certify::is_passing(input)
}

/// The bytes of an input.
pub(super) fn read(input: &Path, limits: &Limits) -> Result<Vec<u8>, Unusable> {
    if !is_standard_input(input) {
        return Ok(file::read(input, limits)?.to_vec());
    }
    let (mut bytes, most) = (Vec::new(), limits.bytes as u64);
    let all = std::io::stdin().take(most.saturating_add(1)).read_to_end(&mut bytes);
    all.map_err(|e| format!("standard input: {}", file::explain(&e)))?;
    if bytes.len() as u64 > most {
        return Err(format!("standard input: more than {most} bytes (--limit bytes=N)").into());
    }
    if bytes.is_empty() {
        let call = "certify - --graph complete --epsilon 1 < TABLE.csv";
        return Err(format!("standard input: found nothing, expected a table or a mechanism file, as in {call}").into());
    }
    Ok(bytes)
}

/// Whether a file is a table by its first character, which of a mechanism file is `{`, and by its name.
fn is_table(input: &Path, bytes: &[u8], call: &Call) -> bool {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let json = input.extension().is_some_and(|extension| extension == "json");
    // Lists in braces are an array.
    let mut filled = text.iter().filter(|b| !b.is_ascii_whitespace());
    let is_object = filled.next() == Some(&b'{') && filled.next() != Some(&b'{');
    !is_object && (!json || call.table.of_tables().is_some())
}

pub(super) fn make(input: &Path, bytes: &[u8], call: &Call, limits: &Limits) -> Result<Made, Unusable> {
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
pub(super) fn of_made(name: &str, unusable: Unusable) -> String {
    match &unusable.error {
        Some(e) => by_flag(&e.path, &e.message).unwrap_or_else(|| format!("{name}: {}", e.message)),
        None => unusable.message,
    }
}

/// The same with the whole call where the hint is a flag, or several, that were not given.
fn called_again(e: Error, over: bool) -> Error {
    match e.hint.as_deref().filter(|hint| hint.starts_with("--")) {
        Some(flags) => {
            let call = again::over(&flags.split(' ').collect::<Vec<_>>(), over);
            Error { message: format!("{}; for instance: {call}", e.message), hint: Some(call.into()), ..e }
        }
        None => e,
    }
}

/// Where the mechanism file of a table goes.
pub(super) fn place(input: &Path, call: &Call) -> Option<PathBuf> {
    match &call.table.mechanism {
        Some(path) => Some(path.clone()),
        None if passes(input) || call.table.no_certificate => None,
        None => Some(input.with_extension("json")),
    }
}

/// Whether what lies where the mechanism file goes was made of this table before, and is to be written over by the call
/// that is told: what others wrote is not.
fn is_there(input: &Path, title: &str, call: &Call) -> bool {
    let note = |path: PathBuf| {
        let file: serde_json::Value = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
        Some(file["note"].as_str()?.to_owned())
    };
    let made = format!(" of {title}, SHA-256 ");
    place(input, call).and_then(note).is_some_and(|note| note.starts_with("Made by certify ") && note.contains(&made))
}

/// What a table can't be without, as an example.
const GRAPH: [&str; 4] = ["--graph", "complete", "--epsilon", "1"];

/// What the call declares of a table, and what that is called.
///
/// # Errors
/// No graph, or no privacy, with a call that has one.
pub(super) fn whole(input: &Path, call: &Call, limits: &Limits) -> Result<(String, Declaration), Unusable> {
    let (flags, name) = (&call.table, shown(input));
    let title = input.file_name().unwrap_or_default().to_string_lossy();
    let title = if is_standard_input(input) { "standard input".into() } else { title };
    let over = is_there(input, &title, call);
    let declaration = flags.declared.declaration(limits)?;
    if declaration.graph.is_none() {
        return Err(format!(
            "{name}: this is a table, and whether it is private depends on who is whose neighbour: use --graph complete (any \
             two answers, as in local privacy), line (answers next to each other, as of a count), or another of cycle, star, \
             hamming, sum, counts; or --edges FILE (a mechanism file begins with {{); for instance: {}",
            again::over(if declaration.privacy.is_some() { &GRAPH[..2] } else { &GRAPH }, over)
        )
        .into());
    }
    if declaration.privacy.is_none() {
        let message = "the declared privacy is missing: say --epsilon 1, or --alpha 1/2";
        return Err(format!("{name}: {message}; for instance: {}", again::over(&GRAPH[2..], over)).into());
    }
    Ok((title.into_owned(), declaration))
}

/// Several uses of the mechanism of this JSON, and of its sample.
fn repeated(mechanism: &str, sample: Option<&str>, times: u64) -> String {
    let of_sample = sample.map_or_else(String::new, |sample| format!(", \"sample\": {sample}"));
    let part = mechanism.trim_end().strip_suffix('}').unwrap_or(mechanism).trim_end();
    format!("{{ \"compose\": [{part}{of_sample}, \"times\": {times} }}] }}")
}

fn of_table(input: &Path, bytes: &[u8], call: &Call, limits: &Limits) -> Result<Made, Unusable> {
    let (flags, name) = (&call.table, shown(input));
    let (title, declaration) = whole(input, call, limits)?;
    let over = is_there(input, &title, call);
    let (nodes, rounding) = (declaration.nodes(), flags.rounding.clone());
    let settings = crate::table::Settings { nodes, rounding, ..flags.reading.settings() };
    let refused = |e: Error| Unusable::at(input, called_again(e, over));
    let mut table = Table::read(bytes, &settings, limits).map_err(refused)?;
    table.arrange_by_number();
    table.arrange_as_said().map_err(refused)?;
    if let (true, Some(prior)) = (table.is_arranged(), declaration.listed_prior()) {
        let message = "the rows are called by numbers that they do not stand in the order of, and the entries of a list are \
                       called nothing: sort the rows";
        return Err(format!("--prior: found {}, and {message}", printable(prior)).into());
    }
    if let Some(graph) = declaration.graph.as_ref().and_then(|graph| graph.in_order()) {
        table.expect_order(graph).map_err(refused)?;
    }
    let rounding = flags.rounding.as_deref().map(|text| table.rounding(text)).transpose();
    let rounding = rounding.map_err(|why| format!("--rounding: {why}"))?;
    let (normalise, weights) = (flags.reading.normalises(), flags.reading.of_weights());
    let how = How { normalise, weights, rounding: rounding.as_deref() };
    let matrix = mechanism(&table, &how, limits).map_err(|refusal| match refusal {
        Refusal::Table(e) => refused(e),
        Refusal::Query(e) => format!("{name}: {}", e.message).into(),
    })?;
    let mut recognised = table.recognised();
    if let Some(normalised) = &matrix.normalised {
        let bound = flags.reading.bound().cloned().unwrap_or_else(Bound::usual);
        normalised.expect(&bound).map_err(refused)?;
        let counted = normalised.runs().is_some();
        let more = if counted { OF_WEIGHTS } else { "" };
        recognised += &format!("; {}{more}", normalised.in_words(Some(&table)));
    }
    let labels = table.labels().filter(|all| all.iter().enumerate().any(|(i, label)| *label != i.to_string()));
    let note = format!(
        "Made by certify {} of {title}, SHA-256 {}: {recognised}. Called with: {}",
        env!("CARGO_PKG_VERSION"),
        sha256(bytes),
        again::in_words()
    );
    let sample = matrix.normalised.as_ref().and_then(Normalised::sample);
    let (matrix, sample) = match flags.times {
        None => (matrix.text, sample),
        Some(times) => (repeated(&matrix.text, sample.as_deref(), times), None),
    };
    let divided = if normalise { crate::declare::DIVIDED } else { "" };
    let beside = Beside {
        name: &format!("table {title}{divided}"),
        note: &note,
        nodes: table.nodes(),
        labels: labels.as_deref(),
        mechanism: Some(&matrix),
        sample: sample.as_deref(),
    };
    let text = declaration.file(&beside).map_err(|wrong| wrong.to_string())?;
    let place = place(input, call);
    let at = place.as_deref().unwrap_or(input);
    let mechanism = file::mechanism_at(at, text.as_bytes(), limits).map_err(|e| of_made(&name, e))?;
    let (places, on_its_side, of_counts) = (table.places(), table.is_on_its_side(), table.is_of_counts());
    Ok(Made { mechanism, text: Some(text), place, recognised: Some(recognised), places, on_its_side, of_counts })
}
