//! Folders of mechanism files and their certificates.

use crate::file::{Unusable, explain, read};
use crate::json::{self, View};
use crate::limits::Limits;
use crate::text::{count, printable};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// How the names of certificates end.
const CERTIFICATE: &str = ".cert.json";

/// What else has a `format` that is known, and is no mechanism file.
const OTHERS: [&str; 15] = [
    "dp-certificate/2",
    "dp-problem/1",
    "dp-report/1",
    "dp-reports/1",
    "dp-error/1",
    "dp-line/1",
    "dp-law/1",
    "dp-choices/1",
    "dp-budget/1",
    "dp-bracket/1",
    "dp-pattern/1",
    "dp-trade-off/1",
    "dp-profile/1",
    "dp-repair/1",
    "dp-theorems/1",
];

/// So many of the files that are passed over are named.
const MOST_NAMES: usize = 3;

/// So much of a file is looked at for its format before all of it is.
const START: usize = 4_096;

/// The mechanism files of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Their paths, sorted.
    pub files: Vec<PathBuf>,
    /// A line on what else is there and was passed over, certificates apart.
    pub skipped: Vec<String>,
    /// A line on the certificates that are there.
    pub certificates: Option<String>,
}

/// The files `NAME.json` of a folder, and not of folders in it. Certificates and files of the other formats are passed
/// over; what has another `format` or none, is no JSON, or can't be read, such as a link to a file that is gone, is
/// kept, so that whoever reads it says so.
///
/// # Errors
/// The folder can't be read, or has no such file.
pub fn mechanisms(folder: &Path, limits: &Limits) -> Result<Listed, Unusable> {
    let name = printable(&folder.to_string_lossy());
    let unreadable = |e: std::io::Error| Unusable::from(format!("{name}: {}", explain(&e)));
    let (mut paths, mut others, mut folders) = (Vec::new(), Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is_file = path.is_file() || path.is_symlink() && !path.exists();
        if path.extension().is_some_and(|end| end == "json") && is_file {
            paths.push(path);
        } else if path.is_dir() {
            folders.push(path);
        } else {
            others.push(path);
        }
    }
    paths.sort();
    let (mut files, mut skipped, mut certificates) = (Vec::new(), Vec::new(), 0usize);
    for path in paths {
        match other_format(&path, limits) {
            _ if is_certificate(&path, limits) => certificates = certificates.saturating_add(1),
            None => files.push(path),
            Some(format) => {
                let file = printable(&path.to_string_lossy());
                skipped.push(format!("{file}: passed over: its format is {format}, so it is no mechanism file"));
            }
        }
    }
    let certificates =
        (certificates > 0).then(|| format!("{name}: passed over: {}", count(certificates, "certificate")));
    let beside = [(others, "other file"), (folders, "folder")].into_iter().filter(|(all, _)| !all.is_empty());
    let beside: Vec<String> = beside.map(|(all, thing)| counted(all, thing)).collect();
    if !beside.is_empty() {
        skipped
            .push(format!("{name}: passed over: {}; of a folder only files NAME.json are read", beside.join(" and ")));
    }
    if files.is_empty() {
        let expected = "expected NAME.json (of a table certify TABLE.csv --graph GRAPH --epsilon E makes one)";
        return Err(format!("{name}: found no mechanism file in this folder, {expected}").into());
    }
    Ok(Listed { files, skipped, certificates })
}

/// `1 other file (notes.txt)`, `5 folders (a, b, c and 2 more)`.
fn counted(mut all: Vec<PathBuf>, thing: &str) -> String {
    all.sort();
    let name = |path: &PathBuf| printable(&path.file_name().unwrap_or_default().to_string_lossy());
    let named: Vec<String> = all.iter().take(MOST_NAMES).map(name).collect();
    let more = match all.len().saturating_sub(named.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{} ({}{more})", count(all.len(), thing), named.join(", "))
}

/// The format of a JSON file that says that it is another one that is known.
fn other_format(path: &Path, limits: &Limits) -> Option<&'static str> {
    let bytes = read(path, limits).ok()?;
    let start = String::from_utf8_lossy(bytes.get(..START).unwrap_or(&bytes));
    if start.contains("\"dp-mechanism/") {
        return None;
    }
    let format = format(&bytes, limits)?;
    OTHERS.into_iter().find(|other| *other == format)
}

/// What a file says that its format is.
pub fn format(bytes: &[u8], limits: &Limits) -> Option<String> {
    let node = json::read(bytes, limits).ok()?;
    View::root(&node).field("format")?.string("").ok().map(str::to_owned)
}

/// Whether a file is named like a certificate and is one.
pub fn is_certificate(path: &Path, limits: &Limits) -> bool {
    let named = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(CERTIFICATE));
    let format = || read(path, limits).ok().and_then(|bytes| format(&bytes, limits));
    named && format().is_some_and(|format| format.starts_with("dp-certificate/"))
}

/// `m.cert.json` for `m.json`.
pub fn certificate_name(input: &Path) -> Option<OsString> {
    renamed(input, CERTIFICATE)
}

/// `m` and the ending for `m.json`; a name that ends in anything else is kept whole, so that `m.txt` and `m.json` stay
/// apart.
pub fn renamed(input: &Path, ending: &str) -> Option<OsString> {
    let json = input.extension().is_some_and(|extension| extension == "json");
    let mut name = if json { input.file_stem()? } else { input.file_name()? }.to_owned();
    name.push(ending);
    Some(name)
}
