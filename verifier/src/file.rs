//! Reading the named files, within the limit.

use crate::limits::Limits;
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
