//! The files that a call names: folders are read for their mechanism files.

use super::terminal::{complain, shown};
use dp_verify::folder::{is_certificate, mechanisms};
use dp_verify::limits::Limits;
use dp_verify::report::printable;
use dp_verify::spelling::nearest;
use std::path::{Path, PathBuf};

/// What is to be decided.
pub(super) struct Inputs {
    pub(super) files: Vec<PathBuf>,
    /// Whether a line each is printed: of several files, and of a folder however many it has.
    pub(super) is_list: bool,
}

/// Refuses a command in the place of a file.
///
/// # Errors
/// A sentence with the call that was meant.
pub(super) fn expect_files(named: &[PathBuf], commands: &[String]) -> Result<(), String> {
    let is_command = |file: &Path| commands.iter().any(|command| file == Path::new(command));
    if let Some(name) = named.iter().find(|file| is_command(file) && !file.exists()) {
        return Err(format!("{}: no such file (a command comes before options)", shown(name)));
    }
    named.first().and_then(|first| mistyped(first, commands)).map_or(Ok(()), Err)
}

/// The files of a call. Certificates are passed over, with a notice, but where one is the only file.
///
/// # Errors
/// A sentence on a folder without mechanism files.
pub(super) fn of(named: &[PathBuf], limits: &Limits, quiet: bool) -> Result<Inputs, String> {
    let (mut files, mut notices, mut is_list) = (Vec::new(), Vec::new(), named.len() > 1);
    for path in named {
        if path.is_dir() {
            let listed = mechanisms(path, limits)?;
            files.extend(listed.files);
            notices.extend(listed.skipped.into_iter().chain(listed.certificates));
            is_list = true;
        } else if named.len() > 1 && is_certificate(path, limits) {
            notices.push(format!("{}: passed over: a certificate", shown(path)));
        } else {
            files.push(path.clone());
        }
    }
    if !quiet {
        notices.iter().for_each(|notice| complain(notice));
    }
    if files.is_empty() {
        return Err("found certificates only, expected mechanism files; verify checks certificates".into());
    }
    Ok(Inputs { files, is_list })
}

/// What to say of a word that is no file and looks like a command.
pub(super) fn mistyped(first: &Path, commands: &[String]) -> Option<String> {
    let word = first.to_str().filter(|word| !word.contains(['.', '/', '\\', '-']) || word.starts_with("--"))?;
    if first.exists() || word.starts_with('-') || commands.iter().any(|command| command == word) {
        return None;
    }
    if nearest(word, &["verify", "check"]).is_some() {
        let program = "verify is a program of its own";
        return Some(format!(
            "{}: no such command: {program}; did you mean verify MECHANISM.json CERTIFICATE.json?",
            printable(word)
        ));
    }
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let meant = nearest(word, &commands)?;
    Some(format!("{}: no such file or command; did you mean certify {meant}?", printable(word)))
}
