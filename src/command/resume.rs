//! Going on where an earlier run was stopped: its lines are there, in order, but perhaps the last one, which is torn.

use super::terminal::{WRONG, shown};
use super::told::worse;
use dp_verify::file::{Unusable, explain};
use dp_verify::lines::{Line, Lines};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// What an earlier run came to.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// How many lines it wrote.
    pub(super) count: usize,
    /// The exit status of these.
    pub(super) worst: Option<u8>,
}

/// A file of lines that is written on.
pub(super) struct Resumed<'a> {
    path: &'a Path,
    /// The file, at its end.
    pub(super) file: File,
    /// The status of each line, and the hash of the mechanism file that it is about.
    lines: Vec<(u8, Option<String>)>,
}

impl<'a> Resumed<'a> {
    /// The lines that are there; a torn one at the end is taken away. A file that is not there is made.
    ///
    /// # Errors
    /// The file can't be read or written, or is no such file.
    pub(super) fn open(path: &'a Path, format: &str) -> Result<Self, Unusable> {
        let failed = |e: &io::Error| Unusable::from(format!("{}: {}", shown(path), explain(e)));
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(|e| failed(&e))?;
        let mut reader = BufReader::new(&mut file);
        let (mut lines, mut whole, mut text) = (Vec::new(), 0_u64, String::new());
        loop {
            text.clear();
            let read = reader.read_line(&mut text).map_err(|e| failed(&e))?;
            if !text.ends_with('\n') {
                break;
            }
            let wrong = |what: &str| {
                let line = lines.len() + 1;
                Unusable::from(format!("{}:{line}: found {what}, expected {format} of an earlier run", shown(path)))
            };
            let line: Value = serde_json::from_str(&text).map_err(|_| wrong("no JSON"))?;
            lines.push(told(&line, format).map_err(|found| wrong(&found))?);
            whole += read as u64;
        }
        drop(reader);
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|e| failed(&e))?;
        Ok(Self { path, file, lines })
    }

    /// Passes over the lines of the input that are decided already.
    ///
    /// # Errors
    /// They are not the lines that were decided.
    pub(super) fn behind<R: BufRead>(
        &self,
        input: &mut Lines<R>,
        hash: &dyn Fn(&Line) -> Option<String>,
    ) -> Result<Earlier, Unusable> {
        let mut earlier = Earlier::default();
        for (i, (status, about)) in self.lines.iter().enumerate() {
            let other = |found: &str| {
                let out = shown(self.path);
                Unusable::from(format!("{out}:{}: {found}: it was written from another input", i + 1))
            };
            let Some(line) = input.next().transpose()? else { return Err(other("the input has fewer lines")) };
            if about.is_some() && hash(&line) != *about {
                return Err(other(&format!("this is not about line {} of the input", line.number)));
            }
            earlier = Earlier { count: i + 1, worst: Some(worse(earlier.worst, *status)) };
        }
        Ok(earlier)
    }
}

/// The status of a line, and the hash of the mechanism file that it is about.
fn told(line: &Value, format: &str) -> Result<(u8, Option<String>), String> {
    match line["format"].as_str() {
        Some("dp-error/1") => Ok((WRONG, None)),
        Some(found) if found == format => {
            let count = |key: &str| line["summary"][key].as_u64().unwrap_or(0);
            let status = match () {
                () if count("fails") > 0 => 1,
                () if count("undecided") > 0 => 3,
                () => 0,
            };
            let about = if line["about"].is_null() { &line["mechanism"] } else { &line["about"] };
            Ok((status, about["sha256"].as_str().map(str::to_owned)))
        }
        Some(found) => Err(found.to_owned()),
        None => Err("no format".to_owned()),
    }
}
