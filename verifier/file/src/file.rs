//! Reading the named files, within the limits.

use crate::align;
use crate::error::{Error, Fault};
use crate::files::{Disk, Files};
use crate::json::{self, Value, View};
use crate::limits::Limits;
use crate::model::{self, CLOSED_FORMS, Claim, Kind, Mechanism, Product, Query, Structure};
use crate::spelling::nearest;
use crate::text::printable;
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// What went wrong, in the operating system's words but without its number.
pub fn explain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error ").map_or(text.as_str(), |(words, _)| words).to_owned()
}

/// Why a file can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unusable {
    /// A sentence that names the file, and where it is malformed the path, line and column.
    pub message: String,
    /// Whether it is over a limit; else it is unreadable or malformed.
    pub over_limit: bool,
    /// The file, by its path as it was given; `None` where the call is wrong.
    pub file: Option<String>,
    /// The place in the file, where there is one, with what was found and expected.
    pub error: Option<Box<Error>>,
}

impl Unusable {
    /// What is wrong at a place in a file.
    pub fn at(path: &Path, error: Error) -> Self {
        let file = path.to_string_lossy().into_owned();
        // A line and column follow the name directly.
        let space = if error.line == 0 && error.path.is_empty() { " " } else { "" };
        let message = format!("{}:{space}{error}", printable(&file));
        Self { message, over_limit: error.fault == Fault::OverLimit, file: Some(file), error: Some(Box::new(error)) }
    }

    /// A file as a whole that is not as it should be.
    fn whole(path: &Path, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::at(path, Error::malformed(String::new(), 0, "").instead(found, expected))
    }

    /// A file that the operating system does not give.
    fn unreadable(files: &dyn Files, path: &Path, error: &std::io::Error) -> Self {
        let found = explain(error);
        let missing = error.kind() == ErrorKind::NotFound;
        let error = Error::malformed(String::new(), 0, found.clone());
        let error = Error { found: Some(found.into()), ..error.expecting("a file that can be read") };
        let meant = if missing { neighbour(files, path) } else { None };
        let hint = meant.map(|meant| format!("; did you mean {}?", printable(&meant.to_string_lossy())));
        Self::at(path, error.hint(&hint.unwrap_or_default()))
    }
}

impl From<String> for Unusable {
    fn from(message: String) -> Self {
        Self { message, over_limit: false, file: None, error: None }
    }
}

impl From<&str> for Unusable {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl From<Unusable> for String {
    fn from(unusable: Unusable) -> Self {
        unusable.message
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unusable {}

/// How many names of a folder are compared with one that is not there.
const MOST_NAMES: usize = 1000;

/// The file of the same folder whose name is nearest to one that is not there: of another ending, or of a stem spelled
/// otherwise, from its first letter on. None in a folder of more than [`MOST_NAMES`], whose order is nobody's.
fn neighbour(files: &dyn Files, path: &Path) -> Option<PathBuf> {
    let parts = |name: &str| name.split_once('.').map(|(stem, ending)| (stem.to_owned(), ending.to_owned()));
    let (stem, ending) = parts(path.file_name()?.to_str()?)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A file and its certificate are no misspellings of each other.
    let certificate = ending.starts_with("cert.");
    let alike = |name: &str| name.contains(".cert.") == certificate;
    let names = files.names(folder, MOST_NAMES + 1)?;
    if names.len() > MOST_NAMES {
        return None;
    }
    let mut names: Vec<(String, String)> =
        names.iter().filter(|name| alike(name)).filter_map(|name| parts(name)).collect();
    names.sort();
    let stems: Vec<&str> = names.iter().filter(|name| name.1 == ending).map(|name| &*name.0).collect();
    let endings: Vec<&str> = names.iter().filter(|name| name.0 == stem).map(|name| &*name.1).collect();
    let name = match (nearest(&ending, &endings), nearest(&stem, &stems)) {
        (Some(ending), _) => format!("{stem}.{ending}"),
        (None, Some(stem)) => format!("{stem}.{ending}"),
        (None, None) => {
            // More of a short stem may be wrong where the whole name is much the same.
            let begins = |name: &&String| stem.chars().count() > 2 && name.chars().next() == stem.chars().next();
            let whole: Vec<String> = names.iter().map(|(stem, ending)| format!("{stem}.{ending}")).collect();
            let alike: Vec<&str> = whole.iter().filter(begins).map(|name| &**name).collect();
            nearest(&format!("{stem}.{ending}"), &alike)?.to_owned()
        }
    };
    Some(path.with_file_name(name))
}

/// A file, opened to be read piece by piece.
///
/// # Errors
/// It can't be read.
pub fn open(path: &Path) -> Result<File, Unusable> {
    File::open(path).map_err(|e| Unusable::unreadable(&Disk, path, &e))
}

/// The bytes of a file, refused before they are held in memory if there are more than `limits.bytes`.
///
/// # Errors
/// It can't be read, or is longer.
pub fn read(path: impl AsRef<Path>, limits: &Limits) -> Result<Vec<u8>, Unusable> {
    read_from(&Disk, path.as_ref(), limits)
}

/// The same of files that may lie elsewhere.
///
/// # Errors
/// As [`read`].
pub fn read_from(files: &dyn Files, path: &Path, limits: &Limits) -> Result<Vec<u8>, Unusable> {
    let unreadable = |e: std::io::Error| Unusable::unreadable(files, path, &e);
    let file = files.open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    let most = limits.bytes as u64;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        let message = format!("more than {most} bytes (--limit bytes=N)");
        return Err(Unusable::at(path, Error::over_limit(String::new(), 0, message)));
    }
    Ok(bytes)
}

/// How many other mechanism files one may name.
const MOST_OTHERS: usize = 64;

/// A mechanism file, and those that it names, by paths relative to its folder. All of the others together keep
/// to the limits of one, and to the steps and the memory that it has left.
///
/// # Errors
/// What is wrong with which file.
pub fn mechanism(path: impl AsRef<Path>, limits: &Limits) -> Result<Mechanism, Unusable> {
    mechanism_from(&Disk, path.as_ref(), limits)
}

/// The same of files that may lie elsewhere.
///
/// # Errors
/// As [`mechanism`].
pub fn mechanism_from(files: &dyn Files, path: &Path, limits: &Limits) -> Result<Mechanism, Unusable> {
    with_others(files, path, &read_from(files, path, limits)?, limits)
}

/// The mechanism of a file that has been read, or that is yet to be written there.
///
/// # Errors
/// What is wrong with which file.
pub fn mechanism_at(path: &Path, bytes: &[u8], limits: &Limits) -> Result<Mechanism, Unusable> {
    with_others(&Disk, path, bytes, limits)
}

fn with_others(files: &dyn Files, path: &Path, bytes: &[u8], limits: &Limits) -> Result<Mechanism, Unusable> {
    let mut mechanism = Mechanism::read(bytes, limits).map_err(|e| Unusable::at(path, e))?;
    let named: Vec<String> = mechanism.named_files().into_iter().map(str::to_owned).collect();
    if named.len() > MOST_OTHERS {
        let found = format!("the file names {} others", named.len());
        return Err(Unusable::whole(path, found, format!("at most {MOST_OTHERS}")));
    }
    let count = named.len().max(1);
    let [each, memory, steps] = [limits.bytes, mechanism.memory_left(limits), mechanism.left(limits).steps]
        .map(|limit| limit.checked_div(count).unwrap_or(limit));
    let share = Limits { bytes: each, memory, steps, ..*limits };
    for relative in named {
        if Path::new(&relative).is_absolute() {
            return Err(Unusable::whole(path, format!("the file names {}", printable(&relative)), "a relative path"));
        }
        let beside = path.with_file_name("").join(&relative);
        let is_word = !relative.contains(['.', '/', '\\']);
        if is_word && files.open(&beside).is_err_and(|e| e.kind() == ErrorKind::NotFound) {
            let meant = nearest(&relative, &CLOSED_FORMS).map(|name| format!("; did you mean \"{name}\"?"));
            let found = format!("the file names \"{}\", and no such file is beside it", printable(&relative));
            let expected =
                format!("a mechanism file, or one of {}{}", CLOSED_FORMS.join(", "), meant.unwrap_or_default());
            return Err(Unusable::whole(path, found, expected));
        }
        // A pipe would be waited for, and so would some of what a kernel shows as files of no length.
        if files.is_void(&beside) {
            return Err(Unusable::whole(&beside, "empty or not a file", "a mechanism file"));
        }
        let other = one(files, &beside, &share)?;
        let (nodes, expected) = (other.nodes(), mechanism.nodes());
        let is_of = |kind: Kind| {
            let names_it = |claim: &Claim| claim.kind == kind && claim.from.as_ref() == Some(&relative);
            mechanism.claims.iter().any(|declared| names_it(&declared.claim))
        };
        let (is_derived, is_drawn) = (is_of(Kind::Derivable), is_of(Kind::SampledFrom));
        let is_part = mechanism.part_files().contains(&*relative);
        if (is_derived || is_drawn || is_part) && nodes.to_string() != expected.to_string() {
            let expected = format!("{expected} as in {}", printable(&path.to_string_lossy()));
            return Err(Unusable::whole(&beside, format!("found {nodes} nodes"), expected));
        }
        let expected = match () {
            () if is_part => "a table",
            () if is_derived => "one to derive X from",
            () if is_drawn => "a table that the runs may have been drawn from",
            () => "one to compare X with",
        };
        let found = match &other.structure {
            Structure::Product(Product { parent: None, .. }, _) => {
                Some(("a product too large to be written out", "a table"))
            }
            Structure::Response(_) => Some(("a closed form that is not written out", "a table")),
            Structure::None => Some(("found no mechanism", expected)),
            Structure::Counts(_) => Some(("found counts of runs", expected)),
            Structure::Incomplete(_) => Some(("found a table of which mass is missing", expected)),
            Structure::Gaussian(_) => Some(("found discrete Gaussian noise, which has no table", expected)),
            Structure::Uses(_) => Some(("found a composition", expected)),
            Structure::Table(_) | Structure::Product(..) => None,
        };
        if let Some((found, expected)) = found {
            return Err(Unusable::whole(&beside, found, expected));
        }
        has_pairs(bytes, &mechanism, (&relative, &other), limits).map_err(|e| Unusable::at(path, e))?;
        let is_compared = is_of(Kind::TradeOff);
        if let (true, Some(counts), Some(channel)) = (is_drawn, mechanism.counts(), other.channel()) {
            let of_counts =
                format!("the outputs of {}, or one called \"other\" there", printable(&path.to_string_lossy()));
            counts.columns(channel).map_err(|found| Unusable::whole(&beside, format!("found {found}"), of_counts))?;
        }
        let other = if is_derived || is_drawn || is_part {
            let as_in = format!("the answers of {}", printable(&path.to_string_lossy()));
            aligned(other, &mechanism, is_compared).map_err(|found| Unusable::whole(&beside, found, as_in))?
        } else {
            other
        };
        mechanism.others.push((relative, other));
    }
    Ok(mechanism)
}

/// The other mechanism with its rows in the order of ours: where both files name their answers, by these names. Of one
/// that is derived from, or a part, nothing but the rows counts; where it is compared with too, its nodes keep their
/// numbers.
///
/// # Errors
/// What was found: other names, or the same in an order that can't be changed.
fn aligned(mut other: Mechanism, mechanism: &Mechanism, is_compared: bool) -> Result<Mechanism, String> {
    let (Some(own), Some(coming)) = (&mechanism.query.labels, &other.query.labels) else { return Ok(other) };
    let order = align::order(own, coming).map_err(|unlike| unlike.to_string())?;
    let Some(order) = order else { return Ok(other) };
    if is_compared {
        let first = order.iter().enumerate().find(|(i, place)| i != *place).map_or(0, |(i, _)| i);
        let name = coming.get(first).map_or("", String::as_str);
        return Err(format!("found \"{}\" in another place, and a claim that compares its nodes", json::shorten(name)));
    }
    let labels = align::arranged(coming, Some(&order));
    if let Structure::Table(channel) | Structure::Product(_, channel) = &mut other.structure {
        channel.table = align::arranged(&channel.table, Some(&order));
    }
    if let Some(sample) = &mut other.sample {
        sample.runs = align::arranged(&sample.runs, Some(&order));
    }
    other.query = Query { labels: Some(labels), ..Query::of(mechanism.query.graph.clone()) };
    Ok(other)
}

/// That the other mechanism has the pairs of nodes that claims name.
fn has_pairs(
    bytes: &[u8],
    mechanism: &Mechanism,
    (from, other): (&str, &Mechanism),
    limits: &Limits,
) -> Result<(), Error> {
    let nodes = other.query.graph.nodes();
    let is_beyond =
        |claim: &Claim| claim.from.as_deref() == Some(from) && claim.pair.is_some_and(|[i, h]| i.max(h) >= nodes);
    if !mechanism.claims.iter().any(|declared| is_beyond(&declared.claim)) {
        return Ok(());
    }
    // Once more, for the place.
    let document = json::read(bytes, limits)?;
    let root = View::root(&document);
    let claims = root.required("claims")?;
    for claim in claims.array("an array of claims")? {
        let named = |view: &View| view.string("").is_ok_and(|name| name == from);
        let is_of_other = matches!(claim.value(), Value::Object(_)) && claim.field("from").is_some_and(|v| named(&v));
        if let Some(pair) = claim.field("pair").filter(|_| is_of_other) {
            model::pair(&pair, nodes).map_err(|e| e.locate(bytes))?;
        }
    }
    Ok(())
}

/// A file that another one names. One of another kind is not quoted: who wrote its name need not be allowed to read it.
fn one(files: &dyn Files, path: &Path, limits: &Limits) -> Result<Mechanism, Unusable> {
    let bytes = read_from(files, path, limits)?;
    let is_ours = || bytes.windows(OURS.len()).any(|part| part == OURS);
    Mechanism::read(&bytes, limits).map_err(|e| match e.fault == Fault::OverLimit || is_ours() {
        true => Unusable::at(path, e),
        false => Unusable::whole(path, "found another kind of file", "a mechanism file, with its \"format\""),
    })
}

/// What a mechanism file has in it, well written or not.
const OURS: &[u8] = b"\"dp-mechanism/";
