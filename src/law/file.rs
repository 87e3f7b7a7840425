//! A law as `dp-law/1`, written and read back.

use super::explore::Explore;
use super::tree::{Slot, place};
use dp_verify::error::Error;
use dp_verify::file::explain;
use dp_verify::law::{self, Branch, Hash, Head, Line, each};
use dp_verify::text::{printable, shorten};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// Counts what is written for the hash of the last line.
struct Hashed<'w> {
    out: &'w mut dyn Write,
    hash: Hash,
}

impl Hashed<'_> {
    fn line(&mut self, line: &str) -> io::Result<()> {
        self.hash.line(line.as_bytes());
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")
    }
}

/// The expected visits of keys, by the place of the answer and the key, as expressions.
pub type Visits = HashMap<(usize, String), String>;

/// Writes all that is known; visits that are not known yet as 0.
///
/// # Errors
/// Where it can't be written.
pub fn write(of: &Explore, head: &Head, visits: &Visits, out: &mut dyn Write) -> io::Result<()> {
    let mut out = Hashed { out, hash: Hash::default() };
    let files: serde_json::Map<String, Value> = head.files.iter().map(|(k, v)| (k.clone(), json!(v))).collect();
    out.line(&format!(
        r#"{{"format": "dp-law/1", "program": {}, "files": {}, "runs": {}, "assumes": {}}}"#,
        json!(head.program),
        Value::Object(files),
        of.runs,
        json!(head.assumes)
    ))?;
    let words: Vec<String> = of.words.iter().map(|words| json!(words).to_string()).collect();
    let outputs: Vec<String> = of.outputs.iter().map(|name| json!(name).to_string()).collect();
    for (answer, name) in of.answers().iter().enumerate() {
        for (key, root) in of.sections_of(answer) {
            let then = branch(of, root, &outputs);
            match key {
                None => out.line(&format!(r#"{{"answer": {}, "then": {then}}}"#, json!(name)))?,
                Some(key) => {
                    let visits = visits.get(&(answer, key.to_owned())).map_or("0", |v| v);
                    let line = format!(r#"{{"at": {}, "visits": {}, "then": {then}}}"#, json!(key), json!(visits));
                    out.line(&line)?;
                }
            }
            below(of, root, (&words, &outputs), &mut out)?;
        }
    }
    writeln!(out.out, r#"{{"sha256": "{}"}}"#, out.hash.hex())
}

fn branch(of: &Explore, slot: u32, outputs: &[String]) -> String {
    match of.tree.at(slot) {
        Slot::Open | Slot::Cut => "false".to_owned(),
        Slot::Output(output) => outputs[output as usize].clone(),
        Slot::Key(section) => json!({ "at": of.key(section) }).to_string(),
        Slot::Node(_) => "true".to_owned(),
    }
}

/// The choices below a slot, each before those of its branches.
fn below(of: &Explore, root: u32, (words, outputs): (&[String], &[String]), out: &mut Hashed) -> io::Result<()> {
    let mut to_come = vec![root];
    let mut line = String::new();
    while let Some(slot) = to_come.pop() {
        let Slot::Node(node) = of.tree.at(slot) else { continue };
        let (choice, first) = of.tree.node(node);
        let branches = first..first + place(of.branches(choice).0);
        line.clear();
        line.push('[');
        line.push_str(&words[choice as usize]);
        for slot in branches.clone() {
            line.push_str(", ");
            line.push_str(&branch(of, slot, outputs));
        }
        line.push(']');
        out.line(&line)?;
        to_come.extend(branches.rev());
    }
    Ok(())
}

/// Goes on with a law that was written: what was cut is open again. What was taken for granted stays so.
///
/// # Errors
/// What is wrong with the file; that it is another program's, or about other answers.
pub fn resumed(of: &mut Explore, path: &Path, now: &mut Head) -> Result<(), String> {
    let (name, limits) = (path.to_string_lossy(), *of.choices.limits());
    let open = || File::open(path).map(BufReader::new).map_err(|e| explain(&e));
    let law = law::read(open()?, &name, of.mechanism(), &limits).map_err(|e| e.message)?;
    let other = |what: &str| Err(format!("the law of {what}, with which this one can't go on"));
    if law.head.program != now.program {
        return other(&format!("another program, {}", printable(&shorten(&law.head.program.join(" ")))));
    }
    if let Some((name, _)) = now.files.iter().find(|file| !law.head.files.contains(file)) {
        return other(&format!("another text of {}", printable(&shorten(name))));
    }
    if !law.answers.iter().map(|answer| &answer.name).eq(of.answers()) {
        return other("other answers");
    }
    let mut at = Place { answers: 0, to_come: Vec::new() };
    each(open()?, &name, &limits, &mut |_| {}, &mut |line, _| at.line(of, line)).map_err(|e| e.message)?;
    of.runs = law.head.runs;
    now.assumes = law.head.assumes;
    of.reopen();
    Ok(())
}

/// Where a law is being read, which has been read before.
struct Place {
    /// How many answers have begun.
    answers: usize,
    to_come: Vec<u32>,
}

impl Place {
    fn line(&mut self, of: &mut Explore, line: Line) -> Result<(), Error> {
        match line {
            Line::Answer { then, .. } => {
                let root = of.root(self.answers);
                self.answers += 1;
                self.branch(of, root, then)
            }
            Line::Key { name, then, .. } => {
                let section = of.section(self.answers - 1, &name);
                self.branch(of, of.root(section as usize), then)
            }
            Line::Choice { words, branches } => {
                let wrong = |why: String| Error::malformed("$".to_owned(), 0, why);
                let choice = of.choice(&words).map_err(wrong)?;
                let slot = self.to_come.pop().ok_or_else(|| wrong("one more choice".to_owned()))?;
                let (slots, before) = (of.tree.grow(slot, choice, branches.len()), self.to_come.len());
                for (slot, branch) in slots.zip(branches) {
                    self.branch(of, slot, branch)?;
                }
                self.to_come[before..].reverse();
                Ok(())
            }
        }
    }

    fn branch(&mut self, of: &mut Explore, slot: u32, branch: Branch) -> Result<(), Error> {
        let to = match branch {
            Branch::GoesOn => {
                self.to_come.push(slot);
                return Ok(());
            }
            // Whether it was too deep, or nobody has gone there: it is tried again.
            Branch::Cut => return Ok(()),
            Branch::Output(name) => {
                Slot::Output(of.output(&name).map_err(|wrong| Error::malformed("$".to_owned(), 0, wrong.0))?)
            }
            Branch::Key(name) => Slot::Key(of.section(self.answers - 1, &name)),
        };
        of.tree.set(slot, to);
        Ok(())
    }
}
