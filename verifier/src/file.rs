//! Reading the named files, within the limits.

use crate::limits::Limits;
use crate::model::Mechanism;
use crate::report::printable;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What went wrong, in the operating system's words but without its number.
pub fn explain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error ").map_or(text.as_str(), |(words, _)| words).to_owned()
}

/// The bytes of a file, refused before they are held in memory if there are more than `limits.bytes`.
///
/// # Errors
/// A sentence that names the file.
pub fn read(path: impl AsRef<Path>, limits: &Limits) -> Result<Vec<u8>, String> {
    let name = printable(&path.as_ref().to_string_lossy());
    let file = File::open(&path).map_err(|e| format!("{name}: {}", explain(&e)))?;
    let mut bytes = Vec::new();
    let most = limits.bytes as u64;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|e| format!("{name}: {}", explain(&e)))?;
    if bytes.len() as u64 > most {
        return Err(format!("{name}: more than {most} bytes (--limit bytes=N)"));
    }
    Ok(bytes)
}

/// How many other mechanism files the claims of one may name.
const MOST_OTHERS: usize = 64;

/// A mechanism file, and those that its claims name, by paths relative to its folder. All of the others together keep
/// to the limits of one.
///
/// # Errors
/// A sentence that names the file, and where it is malformed the path, line and column.
pub fn mechanism(path: impl AsRef<Path>, limits: &Limits) -> Result<Mechanism, String> {
    let path = path.as_ref();
    let mut mechanism = one(path, limits)?;
    let named: Vec<String> = mechanism.named_files().into_iter().map(str::to_owned).collect();
    let name = |path: &Path| printable(&path.to_string_lossy());
    if named.len() > MOST_OTHERS {
        let found = named.len();
        return Err(format!("{}: the claims name {found} other files, expected at most {MOST_OTHERS}", name(path)));
    }
    let count = named.len().max(1);
    let [bytes, memory, steps] = [limits.bytes, limits.memory, limits.steps].map(|limit| limit / count);
    let share = Limits { bytes, memory, steps, ..*limits };
    for relative in named {
        if Path::new(&relative).is_absolute() {
            return Err(format!("{}: the claims name {}, expected a relative path", name(path), printable(&relative)));
        }
        let beside = path.with_file_name("").join(&relative);
        // A pipe would be waited for, and so would some of what a kernel shows as files of no length.
        if std::fs::metadata(&beside).is_ok_and(|found| !found.is_file() || found.len() == 0) {
            return Err(format!("{}: empty or not a file, expected a mechanism file", name(&beside)));
        }
        let other = one(&beside, &share)?;
        let (nodes, expected) = (other.nodes(), mechanism.nodes());
        if nodes.to_string() != expected.to_string() {
            return Err(format!("{}: found {nodes} nodes, expected {expected} as in {}", name(&beside), name(path)));
        }
        if other.large_product().is_some() {
            return Err(format!("{}: a product too large to be written out, expected a table", name(&beside)));
        }
        if other.channel.is_none() {
            return Err(format!("{}: found no mechanism, expected one to derive X from", name(&beside)));
        }
        mechanism.others.push((relative, other));
    }
    Ok(mechanism)
}

fn one(path: &Path, limits: &Limits) -> Result<Mechanism, String> {
    let bytes = read(path, limits)?;
    Mechanism::read(&bytes, limits).map_err(|e| format!("{}:{e}", printable(&path.to_string_lossy())))
}
