//! A law's file, line by line, as sums over its paths: a path is forgotten once it is added.

use super::choices::{Choices, over};
use super::hash::Hash;
use super::masses::{Mass, Masses};
use crate::alpha::Quotient;
use crate::error::Error;
use crate::file::Unusable;
use crate::json::{self, Value, View, shorten};
use crate::limits::{Limits, total};
use crate::lines::Lines;
use crate::model::Mechanism;
use crate::text::count;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::BufRead;
use std::sync::Arc;

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
    /// How many paths end in an output, a key or a cut.
    pub paths: u64,
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
    let mut reader = Reader::new(mechanism, limits);
    let mut hash = Hash::default();
    for line in Lines::new(input, limits.bytes) {
        let line = line?;
        let bytes = line.bytes.as_ref().map_err(|e| line.wrong(name, e.clone()))?;
        reader.line(bytes, &hash).map_err(|e| line.wrong(name, e))?;
        hash.line(bytes);
    }
    let torn = |why: &str| Unusable::at(name.as_ref(), Error::malformed("$".to_owned(), 0, why));
    reader.finished().map_err(|why| torn(&why))
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
    head: bool,
    ended: bool,
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
        let law =
            Law { head: Head::default(), sha256: String::new(), outputs: Vec::new(), answers: Vec::new(), paths: 0 };
        Self {
            choices: Choices::new(Arc::clone(mechanism), limits),
            masses: Masses::new(),
            law,
            head: false,
            ended: false,
            outputs: HashMap::new(),
            answers: HashSet::new(),
            bytes: 0,
            keys: HashMap::new(),
            open: None,
        }
    }

    fn line(&mut self, bytes: &[u8], hash: &Hash) -> Result<(), Error> {
        let node = json::read(bytes, self.choices.limits())?;
        let view = View::root(&node);
        self.choices.bounds().charge(bytes.len() as u64 / 8).map_err(|why| over(&view, &why))?;
        if self.ended {
            return Err(view.found("a line after the hash", "the end of the file"));
        }
        match view.value() {
            Value::Array(_) => self.choice(&view),
            Value::Object(_) if !self.head => self.head(&view),
            Value::Object(_) if view.field("answer").is_some() => self.answer(&view),
            Value::Object(_) if view.field("at").is_some() => self.key(&view),
            Value::Object(_) if view.field("sha256").is_some() => self.end(&view, hash),
            _ => Err(view.unexpected("a choice, an answer, a key, or the hash at the end")),
        }?;
        self.room(&view)
    }

    /// That what is kept of all lines so far is within the memory.
    fn room(&self, view: &View) -> Result<(), Error> {
        let (paths, sums) = self.open.as_ref().map_or((0, 0), |open| (open.to_come.len(), open.sums.len()));
        let kept = total([self.bytes, (paths as u64).saturating_mul(8), (sums as u64).saturating_mul(BYTES_OF_SUM)]);
        let most = self.choices.limits().memory as u64;
        let over = || view.over_limit(format!("paths and names that fill over {most} bytes (--limit memory=N)"));
        if kept <= most { Ok(()) } else { Err(over()) }
    }

    fn head(&mut self, view: &View) -> Result<(), Error> {
        view.only(&["format", "program", "files", "runs", "assumes"])?;
        let format = view.required("format")?;
        if format.string("\"dp-law/1\"")? != "dp-law/1" {
            return Err(format.unexpected("\"dp-law/1\""));
        }
        let texts = |key: &str| -> Result<Vec<String>, Error> {
            let list = view.required(key)?;
            list.array("a list of strings")?.map(|item| item.string("a string").map(str::to_owned)).collect()
        };
        let files = view.required("files")?;
        let files = files.object("the hash of each file")?;
        let runs = view.required("runs")?;
        self.law.head = Head {
            program: texts("program")?,
            assumes: texts("assumes")?,
            files: files
                .map(|(name, hash)| Ok((name.to_owned(), hash.string("a hash")?.to_owned())))
                .collect::<Result<_, Error>>()?,
            runs: match runs.value() {
                Value::Number(text) => text.parse().ok(),
                _ => None,
            }
            .ok_or_else(|| runs.unexpected("how often it was run, a whole number"))?,
        };
        self.head = true;
        Ok(())
    }

    /// The tree that is being read is complete.
    fn close(&mut self, view: &View) -> Result<(), Error> {
        let Some(open) = self.open.take() else { return Ok(()) };
        if !open.to_come.is_empty() {
            let missing = count(open.to_come.len(), "branch");
            return Err(view.found("the next tree", format!("{missing} more of the one before")));
        }
        let mut terms: BTreeMap<End, Vec<(Mass, u64)>> = BTreeMap::new();
        for ((end, mass), count) in open.sums {
            terms.entry(end).or_default().push((mass, count));
        }
        let mut ends = Ends::default();
        for (end, mut terms) in terms {
            terms.sort_unstable();
            self.bytes = self.bytes.saturating_add(BYTES_OF_NAME);
            let positive =
                terms.iter().any(|(mass, _)| self.masses.weights(*mass).all(|w| self.choices.is_positive(w)));
            let sum = self
                .masses
                .sum(&terms, self.choices.weights(), &self.choices.bounds())
                .map_err(|why| over(view, &why))?;
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
    fn close_answer(&mut self, view: &View) -> Result<(), Error> {
        self.close(view)?;
        let keys = self.law.answers.last().map_or(&[][..], |answer| &answer.keys);
        let lacks = keys.iter().find(|key| key.visits.is_none());
        let tree = |key: &Key| format!("the tree of the key \"{}\" before it", shorten(&key.name));
        lacks.map_or(Ok(()), |key| Err(view.found("the end of an answer", tree(key))))
    }

    fn answer(&mut self, view: &View) -> Result<(), Error> {
        view.only(&["answer", "then"])?;
        self.close_answer(view)?;
        let name = view.required("answer")?;
        let text = name.string("the name of an answer")?;
        if !self.answers.insert(text.to_owned()) {
            return Err(name.unexpected("each answer once"));
        }
        let nodes = self.choices.mechanism().query.graph.nodes();
        if self.law.answers.len() >= nodes {
            return Err(name.unexpected(&format!("no more answers than the file's {nodes}")));
        }
        self.keys.clear();
        self.law.answers.push(Answer { name: text.to_owned(), ends: Ends::default(), keys: Vec::new() });
        self.begin(None, &view.required("then")?)
    }

    fn key(&mut self, view: &View) -> Result<(), Error> {
        view.only(&["at", "visits", "then"])?;
        self.close(view)?;
        let name = view.required("at")?;
        let place = self.key_named(name.string("a key")?, &name)?;
        let visits = self.choices.number(&view.required("visits")?)?;
        let key = self.law.answers.last_mut().and_then(|answer| answer.keys.get_mut(place));
        let key = key.filter(|key| key.visits.is_none()).ok_or_else(|| name.unexpected("each key once"))?;
        key.visits = Some(visits);
        self.begin(Some(place), &view.required("then")?)
    }

    /// The place of a key among those of the answer.
    fn key_named(&mut self, name: &str, view: &View) -> Result<usize, Error> {
        if let Some(place) = self.keys.get(name) {
            return Ok(*place);
        }
        let answer = self.law.answers.last_mut().ok_or_else(|| view.unexpected("an answer first"))?;
        let place = answer.keys.len();
        self.bytes = self.bytes.saturating_add(BYTES_OF_NAME).saturating_add((name.len() as u64).saturating_mul(2));
        answer.keys.push(Key { name: name.to_owned(), visits: None, ends: Ends::default() });
        self.keys.insert(name.to_owned(), place);
        Ok(place)
    }

    /// A tree begins with this branch.
    fn begin(&mut self, key: Option<usize>, then: &View) -> Result<(), Error> {
        self.open = Some(Open { key, to_come: Vec::new(), sums: HashMap::new() });
        self.branch(then, Masses::ONE)
    }

    /// A path goes on with that probability.
    fn branch(&mut self, view: &View, mass: Mass) -> Result<(), Error> {
        let end = match view.value() {
            Value::Bool(true) => None,
            Value::Bool(false) => Some(End::Cut),
            Value::String(name) => Some(End::Output(match self.outputs.get(&**name) {
                Some(place) => *place,
                None => {
                    self.bytes =
                        self.bytes.saturating_add(BYTES_OF_NAME).saturating_add((name.len() as u64).saturating_mul(2));
                    self.law.outputs.push(name.to_string());
                    let place = self.outputs.len();
                    self.outputs.insert(name.to_string(), place);
                    place
                }
            })),
            Value::Object(_) => {
                view.only(&["at"])?;
                let name = view.required("at")?;
                Some(End::Key(self.key_named(name.string("a key")?, &name)?))
            }
            _ => return Err(view.unexpected("an output, {\"at\": KEY}, true (it goes on) or false (it is cut)")),
        };
        let open = self.open.as_mut().ok_or_else(|| view.unexpected("an answer first"))?;
        match end {
            None => open.to_come.push(mass),
            Some(end) => {
                self.law.paths = self.law.paths.saturating_add(1);
                let sum = open.sums.entry((end, mass)).or_default();
                *sum = sum.saturating_add(1);
            }
        }
        Ok(())
    }

    fn choice(&mut self, view: &View) -> Result<(), Error> {
        let mut items = view.array("a choice and its branches")?;
        let first = items.next().ok_or_else(|| view.unexpected("a choice and its branches"))?;
        let place = self.choices.of(&first)?;
        let branches = self.choices.branches(place);
        if items.len() != branches {
            return Err(view.found(count(items.len(), "branch"), format!("the {branches} of this choice")));
        }
        let mass = self.open.as_mut().and_then(|open| open.to_come.pop());
        let mass = mass.ok_or_else(|| view.found("one more choice", "a path that goes on"))?;
        let before = self.open.as_ref().map_or(0, |open| open.to_come.len());
        for (branch, item) in items.enumerate() {
            let weight = self.choices.weight(place, branch);
            let next = self.masses.times(mass, weight, &self.choices.bounds()).map_err(|why| over(&item, &why))?;
            self.branch(&item, next)?;
        }
        // The first branch that goes on has its tree next.
        if let Some(of_choice) = self.open.as_mut().and_then(|open| open.to_come.get_mut(before..)) {
            of_choice.reverse();
        }
        Ok(())
    }

    fn end(&mut self, view: &View, hash: &Hash) -> Result<(), Error> {
        view.only(&["sha256"])?;
        self.close_answer(view)?;
        let said = view.required("sha256")?;
        let found = hash.hex();
        if said.string("a hash")? != found {
            return Err(said.unexpected(&format!("the hash of all lines before this one, {found}")));
        }
        self.law.sha256 = found;
        self.ended = true;
        Ok(())
    }

    fn finished(self) -> Result<Law, String> {
        if self.ended { Ok(self.law) } else { Err("the file ends before the hash that is its last line".to_owned()) }
    }
}
