//! A law's file, line by line, as sums over its paths: a path is forgotten once it is added.

use super::choices::{Choices, over};
use super::line::{Branch, Head, Line, each};
use super::masses::{Mass, Masses};
use crate::alpha::Quotient;
use crate::error::Error;
use crate::file::Unusable;
use crate::limits::{Limits, total};
use crate::model::Mechanism;
use crate::text::{count, shorten};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::BufRead;
use std::sync::Arc;

/// A law.
#[derive(Debug)]
pub struct Law {
    /// What the first line says.
    pub head: Head,
    /// The SHA-256 of all its lines but the last, which repeats it.
    pub sha256: String,
    /// The names of all outputs that occur, as they come.
    pub outputs: Vec<String>,
    /// What is known at each answer.
    pub answers: Vec<Answer>,
}

/// What is known at an answer.
#[derive(Debug)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// Where the paths of its own tree end.
    pub ends: Ends,
    /// The keys that its paths come to.
    pub keys: Vec<Key>,
}

/// A key, and the tree below it.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: String,
    /// How often a run is expected to come to it, as is said; `None` until its tree has been read.
    pub visits: Option<Quotient>,
    /// Where the paths of its tree end.
    pub ends: Ends,
}

/// Where the paths of a tree end, each end with their probability.
#[derive(Debug, Default)]
pub struct Ends {
    /// The outputs, by their places.
    pub outputs: BTreeMap<usize, Quotient>,
    /// The keys, by their places among the answer's, and whether the probability is positive wherever t may be.
    pub keys: BTreeMap<usize, (Quotient, bool)>,
    /// What was not looked at.
    pub cut: Option<Quotient>,
    /// Whether an output, or a cut, has a positive probability wherever t may be.
    pub ends: bool,
}

/// About what a name, or the end of a tree, takes beside its characters, and a sum of paths that end alike.
const BYTES_OF_NAME: u64 = 256;
const BYTES_OF_SUM: u64 = 64;

/// Where a path goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum End {
    Output(usize),
    Key(usize),
    Cut,
}

/// Reads a law, whose numbers are those of a mechanism file.
///
/// Time and memory: a step for each line and branch; memory for products of weights that differ, not for paths.
///
/// # Errors
/// A line that is not of the format, by its number; a hash that is another; a limit.
pub fn read(input: impl BufRead, name: &str, mechanism: &Arc<Mechanism>, limits: &Limits) -> Result<Law, Unusable> {
    let (mut reader, mut head) = (Reader::new(mechanism, limits), Head::default());
    let sha256 = each(input, name, limits, &mut |found| head = found, &mut |line, length| reader.line(line, length))?;
    let law = reader.finished().map_err(|e| Unusable::at(name.as_ref(), e))?;
    Ok(Law { head, sha256, ..law })
}

/// A tree that is being read.
struct Open {
    /// The key that it hangs below; none of an answer's own.
    key: Option<usize>,
    /// The probabilities of what is still to come, the next one last.
    to_come: Vec<Mass>,
    sums: HashMap<(End, Mass), u64>,
}

struct Reader {
    choices: Choices,
    masses: Masses,
    law: Law,
    outputs: HashMap<String, usize>,
    answers: HashSet<String>,
    /// The bytes of names, and of what closed trees add up to.
    bytes: u64,
    /// The keys of the answer that is being read.
    keys: HashMap<String, usize>,
    open: Option<Open>,
}

impl Reader {
    fn new(mechanism: &Arc<Mechanism>, limits: &Limits) -> Self {
        let law = Law { head: Head::default(), sha256: String::new(), outputs: Vec::new(), answers: Vec::new() };
        Self {
            choices: Choices::new(Arc::clone(mechanism), limits),
            masses: Masses::new(),
            law,
            outputs: HashMap::new(),
            answers: HashSet::new(),
            bytes: 0,
            keys: HashMap::new(),
            open: None,
        }
    }

    fn line(&mut self, line: Line, length: usize) -> Result<(), Error> {
        self.choices.bounds().charge(length as u64 / 8).map_err(|why| over(&why))?;
        match line {
            Line::Choice { words, branches } => self.choice(&words, branches),
            Line::Answer { name, then } => self.answer(name, then),
            Line::Key { name, visits, then } => self.key(name, &visits, then),
        }?;
        self.room()
    }

    /// That what is kept of all lines so far is within the memory.
    fn room(&self) -> Result<(), Error> {
        let (paths, sums) = self.open.as_ref().map_or((0, 0), |open| (open.to_come.len(), open.sums.len()));
        let of_tree = total([(paths as u64).saturating_mul(8), (sums as u64).saturating_mul(BYTES_OF_SUM)]);
        let kept = total([self.bytes, of_tree, self.choices.bytes(), self.masses.bytes()]);
        let most = self.choices.limits().memory as u64;
        let over = || {
            let message = format!("paths, names and numbers that fill over {most} bytes (--limit memory=N)");
            Error::over_limit("$".to_owned(), 0, message)
        };
        if kept <= most { Ok(()) } else { Err(over()) }
    }

    /// The tree that is being read is complete.
    fn close(&mut self) -> Result<(), Error> {
        let Some(open) = self.open.take() else { return Ok(()) };
        if !open.to_come.is_empty() {
            let missing = count(open.to_come.len(), "branch");
            return Err(strange("the next tree", format!("{missing} more of the one before")));
        }
        let mut terms: BTreeMap<End, Vec<(Mass, u64)>> = BTreeMap::new();
        for ((end, mass), count) in open.sums {
            terms.entry(end).or_default().push((mass, count));
        }
        let mut ends = Ends::default();
        for (end, mut terms) in terms {
            terms.sort_unstable();
            let positive =
                terms.iter().any(|(mass, _)| self.masses.weights(*mass).all(|w| self.choices.is_positive(w)));
            let sum = self.masses.sum(&terms, self.choices.weights(), &self.choices.bounds());
            let sum = sum.map_err(|why| over(&why))?;
            self.bytes = total([self.bytes, BYTES_OF_NAME, sum.words().saturating_mul(8)]);
            match end {
                End::Output(output) => drop(ends.outputs.insert(output, sum)),
                End::Key(key) => drop(ends.keys.insert(key, (sum, positive))),
                End::Cut => ends.cut = Some(sum),
            }
            ends.ends |= positive && !matches!(end, End::Key(_));
        }
        if let Some(answer) = self.law.answers.last_mut() {
            match open.key {
                None => answer.ends = ends,
                Some(key) => answer.keys.get_mut(key).map_or((), |key| key.ends = ends),
            }
        }
        Ok(())
    }

    /// All trees of the answer that is being read are complete.
    fn close_answer(&mut self) -> Result<(), Error> {
        self.close()?;
        let keys = self.law.answers.last().map_or(&[][..], |answer| &answer.keys);
        let lacks = keys.iter().find(|key| key.visits.is_none());
        let tree = |key: &Key| format!("the tree of the key \"{}\" before it", shorten(&key.name));
        lacks.map_or(Ok(()), |key| Err(strange("the end of an answer", tree(key))))
    }

    fn answer(&mut self, name: String, then: Branch) -> Result<(), Error> {
        self.close_answer()?;
        if !self.answers.insert(name.clone()) {
            return Err(strange(format!("the answer \"{}\" twice", shorten(&name)), "each answer once"));
        }
        let nodes = self.choices.mechanism().query.graph.nodes();
        if self.law.answers.len() >= nodes {
            return Err(strange("one more answer", format!("no more than the file's {nodes}")));
        }
        self.keys.clear();
        self.law.answers.push(Answer { name, ends: Ends::default(), keys: Vec::new() });
        self.begin(None, then)
    }

    fn key(&mut self, name: String, visits: &str, then: Branch) -> Result<(), Error> {
        self.close()?;
        let visits = self.choices.number(visits, "$.visits")?;
        self.bytes = total([self.bytes, visits.words().saturating_mul(8)]);
        let twice = || strange(format!("the key \"{}\" twice", shorten(&name)), "each key once");
        let place = self.key_named(name.clone())?;
        let key = self.law.answers.last_mut().and_then(|answer| answer.keys.get_mut(place));
        let key = key.filter(|key| key.visits.is_none()).ok_or_else(twice)?;
        key.visits = Some(visits);
        self.begin(Some(place), then)
    }

    /// The place of a key among those of the answer.
    fn key_named(&mut self, name: String) -> Result<usize, Error> {
        if let Some(place) = self.keys.get(&name) {
            return Ok(*place);
        }
        let answer = self.law.answers.last_mut().ok_or_else(|| strange("a key", "an answer first"))?;
        let place = answer.keys.len();
        self.bytes = total([self.bytes, of_name(&name)]);
        answer.keys.push(Key { name: name.clone(), visits: None, ends: Ends::default() });
        self.keys.insert(name, place);
        Ok(place)
    }

    fn output_named(&mut self, name: String) -> usize {
        if let Some(place) = self.outputs.get(&name) {
            return *place;
        }
        let place = self.outputs.len();
        self.bytes = total([self.bytes, of_name(&name)]);
        self.law.outputs.push(name.clone());
        self.outputs.insert(name, place);
        place
    }

    /// A tree begins with this branch.
    fn begin(&mut self, key: Option<usize>, then: Branch) -> Result<(), Error> {
        self.open = Some(Open { key, to_come: Vec::new(), sums: HashMap::new() });
        self.branch(then, Masses::ONE)
    }

    /// A path goes on with that probability.
    fn branch(&mut self, branch: Branch, mass: Mass) -> Result<(), Error> {
        let end = match branch {
            Branch::GoesOn => None,
            Branch::Cut => Some(End::Cut),
            Branch::Output(name) => Some(End::Output(self.output_named(name))),
            Branch::Key(name) => Some(End::Key(self.key_named(name)?)),
        };
        let open = self.open.as_mut().ok_or_else(|| strange("a branch", "an answer first"))?;
        match end {
            None => open.to_come.push(mass),
            Some(end) => {
                let sum = open.sums.entry((end, mass)).or_default();
                *sum = sum.saturating_add(1);
            }
        }
        Ok(())
    }

    fn choice(&mut self, words: &str, branches: Vec<Branch>) -> Result<(), Error> {
        let place = self.choices.asked(words)?;
        let expected = self.choices.branches(place);
        if branches.len() != expected {
            return Err(strange(count(branches.len(), "branch"), format!("the {expected} of this choice")));
        }
        let mass = self.open.as_mut().and_then(|open| open.to_come.pop());
        let mass = mass.ok_or_else(|| strange("one more choice", "a path that goes on"))?;
        let before = self.open.as_ref().map_or(0, |open| open.to_come.len());
        for (k, branch) in branches.into_iter().enumerate() {
            let weight = self.choices.weight(place, k);
            let next = self.masses.times(mass, weight, &self.choices.bounds()).map_err(|why| over(&why))?;
            self.branch(branch, next)?;
        }
        // The first branch that goes on has its tree next.
        if let Some(of_choice) = self.open.as_mut().and_then(|open| open.to_come.get_mut(before..)) {
            of_choice.reverse();
        }
        Ok(())
    }

    fn finished(mut self) -> Result<Law, Error> {
        self.close_answer()?;
        Ok(self.law)
    }
}

/// The bytes of a name that is kept twice.
fn of_name(name: &str) -> u64 {
    BYTES_OF_NAME.saturating_add((name.len() as u64).saturating_mul(2))
}

/// What does not go on as it should.
fn strange(found: impl Into<String>, expected: impl Into<String>) -> Error {
    Error::malformed("$".to_owned(), 0, "").found(found, expected)
}
