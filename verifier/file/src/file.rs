//! Reading the named files, within the limits.

use crate::error::{Error, Fault};
use crate::limits::Limits;
use crate::model::Mechanism;
use crate::text::printable;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

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
    /// The place in the file, where there is one.
    pub error: Option<Error>,
}

impl Unusable {
    /// What is wrong at a place in a file.
    pub fn at(path: &Path, error: Error) -> Self {
        let message = format!("{}:{error}", printable(&path.to_string_lossy()));
        Self { message, over_limit: error.fault == Fault::OverLimit, error: Some(error) }
    }
}

impl From<String> for Unusable {
    fn from(message: String) -> Self {
        Self { message, over_limit: false, error: None }
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

/// The bytes of a file, refused before they are held in memory if there are more than `limits.bytes`.
///
/// # Errors
/// It can't be read, or is longer.
pub fn read(path: impl AsRef<Path>, limits: &Limits) -> Result<Vec<u8>, Unusable> {
    let name = printable(&path.as_ref().to_string_lossy());
    let file = File::open(&path).map_err(|e| format!("{name}: {}", explain(&e)))?;
    let mut bytes = Vec::new();
    let most = limits.bytes as u64;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|e| format!("{name}: {}", explain(&e)))?;
    if bytes.len() as u64 > most {
        let message = format!("{name}: more than {most} bytes (--limit bytes=N)");
        return Err(Unusable { message, over_limit: true, error: None });
    }
    Ok(bytes)
}

/// How many other mechanism files the claims of one may name.
const MOST_OTHERS: usize = 64;

/// A mechanism file, and those that its claims name, by paths relative to its folder. All of the others together keep
/// to the limits of one.
///
/// # Errors
/// What is wrong with which file.
pub fn mechanism(path: impl AsRef<Path>, limits: &Limits) -> Result<Mechanism, Unusable> {
    let path = path.as_ref();
    mechanism_at(path, &read(path, limits)?, limits)
}

/// The same of a file that has been read, or that is yet to be written there.
///
/// # Errors
/// What is wrong with which file.
pub fn mechanism_at(path: &Path, bytes: &[u8], limits: &Limits) -> Result<Mechanism, Unusable> {
    let mut mechanism = Mechanism::read(bytes, limits).map_err(|e| Unusable::at(path, e))?;
    let named: Vec<String> = mechanism.named_files().into_iter().map(str::to_owned).collect();
    let name = |path: &Path| printable(&path.to_string_lossy());
    if named.len() > MOST_OTHERS {
        let found = named.len();
        let message = format!("{}: the claims name {found} other files, expected at most {MOST_OTHERS}", name(path));
        return Err(message.into());
    }
    let count = named.len().max(1);
    let [bytes, memory, steps] = [limits.bytes, limits.memory, limits.steps].map(|limit| limit / count);
    let share = Limits { bytes, memory, steps, ..*limits };
    for relative in named {
        if Path::new(&relative).is_absolute() {
            return Err(
                format!("{}: the claims name {}, expected a relative path", name(path), printable(&relative)).into()
            );
        }
        let beside = path.with_file_name("").join(&relative);
        // A pipe would be waited for, and so would some of what a kernel shows as files of no length.
        if std::fs::metadata(&beside).is_ok_and(|found| !found.is_file() || found.len() == 0) {
            return Err(format!("{}: empty or not a file, expected a mechanism file", name(&beside)).into());
        }
        let other = one(&beside, &share)?;
        let (nodes, expected) = (other.nodes(), mechanism.nodes());
        if nodes.to_string() != expected.to_string() {
            return Err(
                format!("{}: found {nodes} nodes, expected {expected} as in {}", name(&beside), name(path)).into()
            );
        }
        if other.large_product().is_some() {
            return Err(format!("{}: a product too large to be written out, expected a table", name(&beside)).into());
        }
        if other.channel.is_none() {
            return Err(format!("{}: found no mechanism, expected one to derive X from", name(&beside)).into());
        }
        mechanism.others.push((relative, other));
    }
    Ok(mechanism)
}

fn one(path: &Path, limits: &Limits) -> Result<Mechanism, Unusable> {
    let bytes = read(path, limits)?;
    Mechanism::read(&bytes, limits).map_err(|e| Unusable::at(path, e))
}
