//! A law as `dp-law/1`, written and read back.

use super::explore::Explore;
use super::tree::{Slot, place};
use dp_verify::file::explain;
use dp_verify::law::{self, Hash};
use dp_verify::text::{printable, shorten};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// What a law's first line says of the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// The program and its arguments.
    pub program: Vec<String>,
    /// The SHA-256 of each argument that is a file.
    pub files: Vec<(String, String)>,
    /// What is taken for granted, beside what the law itself shows.
    pub assumes: Vec<String>,
}

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
    let open = || File::open(path).map(BufReader::new).map_err(|e| explain(&e));
    let law =
        law::read(open()?, &path.to_string_lossy(), of.mechanism(), of.choices.limits()).map_err(|e| e.message)?;
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
    let mut at = Place::default();
    for (number, line) in (1..).zip(open()?.lines()) {
        let wrong = |why: String| format!("line {number}: {why}");
        let line = line.map_err(|e| wrong(e.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        let value: Value = serde_json::from_str(&line).map_err(|e| wrong(e.to_string()))?;
        at.line(of, &value).map_err(wrong)?;
    }
    of.runs = law.head.runs;
    now.assumes.clone_from(&law.head.assumes);
    of.reopen();
    Ok(())
}

/// Where a law is being read.
#[derive(Default)]
struct Place {
    answer: usize,
    answers: HashMap<String, usize>,
    to_come: Vec<u32>,
}

impl Place {
    fn line(&mut self, of: &mut Explore, line: &Value) -> Result<(), String> {
        let strange = || "not a line of a law".to_owned();
        let text = |key: &str| line.get(key).and_then(Value::as_str);
        if let Some(items) = line.as_array() {
            let words = items.first().and_then(Value::as_str).ok_or_else(strange)?;
            let choice = of.choice(words)?;
            let slot = self.to_come.pop().ok_or_else(strange)?;
            let (count, _) = of.branches(choice);
            if items.len() != count + 1 {
                return Err(format!("found {} branches, expected {count}", items.len().saturating_sub(1)));
            }
            let branches = of.tree.grow(slot, choice, count);
            let before = self.to_come.len();
            for (slot, item) in branches.zip(&items[1..]) {
                self.branch(of, slot, item)?;
            }
            self.to_come[before..].reverse();
        } else if let Some(answer) = text("answer") {
            let names = of.answers().iter().cloned().zip(0..);
            self.answers = names.collect();
            self.answer = *self.answers.get(answer).ok_or_else(|| format!("another answer, {answer}"))?;
            let root = of.root(self.answer);
            self.branch(of, root, line.get("then").unwrap_or(&Value::Null))?;
        } else if let Some(key) = text("at") {
            let section = of.section(self.answer, key);
            let root = of.root(section as usize);
            self.branch(of, root, line.get("then").unwrap_or(&Value::Null))?;
        } else if text("sha256").is_none() && text("format").is_none() {
            return Err(strange());
        }
        Ok(())
    }

    fn branch(&mut self, of: &mut Explore, slot: u32, to: &Value) -> Result<(), String> {
        let to = match to {
            Value::Bool(true) => {
                self.to_come.push(slot);
                return Ok(());
            }
            // Whether it was too deep, or nobody has gone there: it is tried again.
            Value::Bool(false) => return Ok(()),
            Value::String(output) => Slot::Output(of.output(output).map_err(|wrong| wrong.0)?),
            to => {
                let key = to.get("at").and_then(Value::as_str);
                Slot::Key(of.section(self.answer, key.ok_or("not a line of a law")?))
            }
        };
        of.tree.set(slot, to);
        Ok(())
    }
}
