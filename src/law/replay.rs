//! Each path of a law run again, and compared with what is written.

use super::lines::{Program, Session};
use super::run::Wrong;
use dp_verify::law::Hash;
use dp_verify::text::{printable, shorten};
use serde_json::Value;
use std::collections::HashMap;
use std::io::BufRead;
use std::rc::Rc;

/// What a run does on its way.
#[derive(Debug, Clone)]
enum Step {
    /// It asks for a choice, of which it takes that branch.
    Choice(Rc<str>, usize),
    /// It comes to a key.
    At(Rc<str>),
}

/// Where a law is being read.
#[derive(Default)]
struct Place {
    answer: String,
    /// The way to each key of the answer.
    ways: HashMap<Rc<str>, Vec<Step>>,
    to_come: Vec<Vec<Step>>,
    words: HashMap<String, Rc<str>>,
}

/// Runs each path of a law; how many there were.
///
/// # Errors
/// The first path on which the program does something else; what is wrong with the law, by its line.
pub fn replay(input: impl BufRead, program: &Program, ended: &dyn Fn() -> bool) -> Result<u64, Wrong> {
    let mut session = Session::begin(program)?;
    let (mut at, mut runs, mut hash, mut is_whole) = (Place::default(), 0, Hash::default(), false);
    for (number, line) in (1..).zip(input.lines()) {
        let wrong = |why: &str| Wrong(format!("line {number} of the law: {why}"));
        let line = line.map_err(|e| wrong(&dp_verify::file::explain(&e)))?;
        let value: Value = serde_json::from_str(&line).map_err(|e| wrong(&e.to_string()))?;
        if is_whole {
            return Err(wrong("a line after the hash"));
        }
        if let Some(said) = value.get("sha256") {
            let is_so = said.as_str() == Some(&hash.hex()) && at.to_come.is_empty();
            is_whole =
                if is_so { true } else { return Err(wrong("the hash of other lines, or a tree that breaks off")) };
            continue;
        }
        hash.line(line.as_bytes());
        let Some(leaves) = at.line(&value) else { return Err(wrong("not a line of a law")) };
        for (path, end) in leaves {
            if ended() {
                return Ok(runs);
            }
            runs += 1;
            at.run(&path, &end, &mut session)?;
        }
    }
    session.all_are_so()?;
    if is_whole { Ok(runs) } else { Err(Wrong("the law breaks off before the hash that is its last line".to_owned())) }
}

impl Place {
    /// The paths that end in this line.
    fn line(&mut self, line: &Value) -> Option<Vec<(Vec<Step>, Value)>> {
        let mut leaves = Vec::new();
        if let Some(items) = line.as_array() {
            let words = self.word(items.first()?.as_str()?);
            let path = self.to_come.pop()?;
            let before = self.to_come.len();
            for (branch, end) in items[1..].iter().enumerate() {
                let mut path = path.clone();
                path.push(Step::Choice(Rc::clone(&words), branch));
                self.branch(path, end, &mut leaves);
            }
            self.to_come[before..].reverse();
        } else if let Some(answer) = line.get("answer") {
            self.answer = answer.as_str()?.to_owned();
            self.ways.clear();
            self.branch(Vec::new(), line.get("then")?, &mut leaves);
        } else if let Some(key) = line.get("at") {
            let key = self.word(key.as_str()?);
            let way = self.ways.get(&key).cloned()?;
            self.branch(way, line.get("then")?, &mut leaves);
        } else {
            line.as_object()?;
        }
        Some(leaves)
    }

    fn word(&mut self, word: &str) -> Rc<str> {
        if let Some(known) = self.words.get(word) {
            return Rc::clone(known);
        }
        let new: Rc<str> = word.into();
        self.words.insert(word.to_owned(), Rc::clone(&new));
        new
    }

    fn branch(&mut self, path: Vec<Step>, end: &Value, leaves: &mut Vec<(Vec<Step>, Value)>) {
        match end {
            Value::Bool(true) => self.to_come.push(path),
            Value::Bool(false) => {}
            end => {
                if let Some(key) = end.get("at").and_then(Value::as_str) {
                    let key = self.word(key);
                    let mut way = path.clone();
                    way.push(Step::At(Rc::clone(&key)));
                    self.ways.entry(key).or_insert(way);
                }
                leaves.push((path, end.clone()));
            }
        }
    }

    /// Runs a path, and compares.
    fn run(&self, path: &[Step], end: &Value, session: &mut Session) -> Result<(), Wrong> {
        let mut call = format!("run {}", self.answer);
        let (mut answers, mut expected) = (String::new(), Vec::with_capacity(path.len() + 1));
        for step in path {
            match step {
                Step::Choice(words, branch) => {
                    call += &format!(" {branch}");
                    expected.push(words.to_string());
                }
                Step::At(key) => {
                    answers += "go\n";
                    expected.push(format!("at {key}"));
                }
            }
        }
        match end {
            Value::String(output) => expected.push(format!("output {output}")),
            end => {
                answers += "stop\n";
                expected.push(format!("at {}", end["at"].as_str().unwrap_or_default()));
            }
        }
        let told = printable(&shorten(&call));
        session.expect(&format!("{call}\n{answers}"), expected, told)
    }
}
