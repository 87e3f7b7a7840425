//! The lines of a law's file, one after the other, for all who read one.

use super::hash::Hash;
use crate::error::Error;
use crate::file::Unusable;
use crate::json::{self, Value, View};
use crate::limits::Limits;
use crate::lines::Lines;
use std::io::BufRead;

/// What the first line says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// The program with its arguments.
    pub program: Vec<String>,
    /// The SHA-256 of each argument that was a file.
    pub files: Vec<(String, String)>,
    /// How often the program was run.
    pub runs: u64,
    /// What was taken for granted.
    pub assumes: Vec<String>,
}

/// A line between the head and the hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// An answer, and how its tree begins.
    Answer {
        /// Its name.
        name: String,
        /// The root.
        then: Branch,
    },
    /// A key of the answer before it, and how its tree begins.
    Key {
        /// Its name.
        name: String,
        /// How often a run is expected to come to it, an expression.
        visits: String,
        /// The root.
        then: Branch,
    },
    /// A choice, the next that goes on.
    Choice {
        /// What is asked for.
        words: String,
        /// Where its branches lead.
        branches: Vec<Branch>,
    },
}

/// Where a branch leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Branch {
    /// To a choice, in a line of its own.
    GoesOn,
    /// Nobody has looked there.
    Cut,
    /// To an output.
    Output(String),
    /// To a key.
    Key(String),
}

/// Reads a law: its head, which is given to `begin`, and each line with its length, which is given to `next`. The hash
/// of all these lines, which is the last one.
///
/// # Errors
/// A line that is not of the format, or that `next` refuses, by its number; a hash that is another; a file that breaks
/// off before it.
pub fn each(
    input: impl BufRead,
    name: &str,
    limits: &Limits,
    begin: &mut dyn FnMut(Head),
    next: &mut dyn FnMut(Line, usize) -> Result<(), Error>,
) -> Result<String, Unusable> {
    let (mut hash, mut begun, mut ended) = (Hash::default(), false, None);
    for line in Lines::new(input, limits.bytes) {
        let line = line?;
        let bytes = line.bytes.as_ref().map_err(|e| line.wrong(name, e.clone()))?;
        let mut one = || {
            let node = json::read(bytes, limits)?;
            let view = View::root(&node);
            if ended.is_some() {
                return Err(view.found("a line after the hash", "the end of the file"));
            }
            match view.value() {
                Value::Object(_) if !begun => {
                    begin(head(&view)?);
                    begun = true;
                }
                Value::Object(_) if view.field("sha256").is_some() => ended = Some(said(&view, hash.hex())?),
                _ => next(read(&view)?, bytes.len())?,
            }
            Ok(())
        };
        one().map_err(|e| line.wrong(name, e))?;
        hash.line(bytes);
    }
    let torn = || {
        let why = "the file ends before the hash that is its last line";
        Unusable::at(name.as_ref(), Error::malformed("$".to_owned(), 0, why))
    };
    ended.ok_or_else(torn)
}

fn head(view: &View) -> Result<Head, Error> {
    view.only(&["format", "program", "files", "runs", "assumes"])?;
    let format = view.required("format")?;
    if format.string("\"dp-law/1\"")? != "dp-law/1" {
        return Err(format.unexpected("\"dp-law/1\""));
    }
    let texts = |key: &str| -> Result<Vec<String>, Error> {
        let list = view.required(key)?;
        list.array("a list of strings")?.map(|item| text(&item, "a string")).collect()
    };
    let (files, runs) = (view.required("files")?, view.required("runs")?);
    let files = files.object("the hash of each file")?;
    let count = if let Value::Number(text) = runs.value() { text.parse().ok() } else { None };
    Ok(Head {
        program: texts("program")?,
        assumes: texts("assumes")?,
        files: files.map(|(name, hash)| Ok((name.to_owned(), text(&hash, "a hash")?))).collect::<Result<_, Error>>()?,
        runs: count.ok_or_else(|| runs.unexpected("how often it was run, a whole number"))?,
    })
}

fn said(view: &View, found: String) -> Result<String, Error> {
    view.only(&["sha256"])?;
    let said = view.required("sha256")?;
    if said.string("a hash")? == found {
        return Ok(found);
    }
    Err(said.unexpected(&format!("the hash of all lines before this one, {found}")))
}

fn read(view: &View) -> Result<Line, Error> {
    if let Value::Array(_) = view.value() {
        let mut items = view.array("a choice and its branches")?;
        let words = items.next().ok_or_else(|| view.unexpected("a choice and its branches"))?;
        let words = text(&words, "a choice: \"flip P\", \"below N\" or \"choose W …\"")?;
        return Ok(Line::Choice { words, branches: items.map(|item| branch(&item)).collect::<Result<_, _>>()? });
    }
    let then = |view: &View| branch(&view.required("then")?);
    if let Some(name) = view.field("answer") {
        view.only(&["answer", "then"])?;
        return Ok(Line::Answer { name: text(&name, "the name of an answer")?, then: then(view)? });
    }
    let expected = || view.unexpected("a choice, an answer, a key, or the hash at the end");
    let name = view.field("at").ok_or_else(expected)?;
    view.only(&["at", "visits", "then"])?;
    let visits = text(&view.required("visits")?, "how often a run comes to the key, a number in a string")?;
    Ok(Line::Key { name: text(&name, "a key")?, visits, then: then(view)? })
}

fn branch(view: &View) -> Result<Branch, Error> {
    match view.value() {
        Value::Bool(true) => Ok(Branch::GoesOn),
        Value::Bool(false) => Ok(Branch::Cut),
        Value::String(name) => Ok(Branch::Output(name.to_string())),
        Value::Object(_) => {
            view.only(&["at"])?;
            Ok(Branch::Key(text(&view.required("at")?, "a key")?))
        }
        _ => Err(view.unexpected("an output, {\"at\": KEY}, true (it goes on) or false (it is cut)")),
    }
}

fn text(view: &View, expected: &str) -> Result<String, Error> {
    view.string(expected).map(str::to_owned)
}
