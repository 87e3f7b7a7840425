//! Each path of a law run again, and compared with what is written.

use super::lines::{Program, Session};
use super::run::Wrong;
use dp_verify::file::explain;
use dp_verify::law::{Branch, Line, each};
use dp_verify::limits::Limits;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::rc::Rc;

/// What a run does on its way.
#[derive(Debug, Clone)]
enum Step {
    /// It asks for a choice, of which it takes that branch.
    Choice(Rc<str>, usize),
    /// It comes to a key.
    At(Rc<str>),
}

/// A path: the place of its last step among the steps, none of one that has none.
type Path = Option<usize>;

/// Where a law is being read.
#[derive(Default)]
struct Place {
    answer: String,
    /// The steps of all paths of the answer that go on, each with the path before it.
    steps: Vec<(Path, Step)>,
    /// The way to each key of the answer.
    ways: HashMap<Rc<str>, Path>,
    to_come: Vec<Path>,
    words: HashMap<String, Rc<str>>,
}

/// The end of a path: the path before it, the step to it, if that is not the first thing, and where that leads.
type Leaf = (Path, Option<Step>, Branch);

/// Runs each path of a law; how many there were.
///
/// # Errors
/// The first path on which the program does something else; what is wrong with the law, by its line.
pub fn replay(
    path: &std::path::Path,
    program: &Program,
    limits: &Limits,
    ended: &dyn Fn() -> bool,
) -> Result<u64, Wrong> {
    let input = File::open(path).map(BufReader::new).map_err(|e| Wrong(explain(&e)))?;
    let mut session = Session::begin(program)?;
    let (mut at, mut runs, mut other) = (Place::default(), 0, None);
    let mut one = |line: Line| -> Result<(), Wrong> {
        for leaf in at.line(line)? {
            runs += 1;
            at.run(leaf, &mut session)?;
        }
        Ok(())
    };
    let name = path.to_string_lossy();
    let read = each(input, &name, limits, &mut |_| {}, &mut |line, _| {
        // What a run came to is no fault of the file.
        if other.is_none() && !ended() {
            other = one(line).err();
        }
        Ok(())
    });
    match (other, read) {
        (Some(wrong), _) => Err(wrong),
        (None, Err(e)) => Err(Wrong(e.message)),
        (None, Ok(_)) if at.to_come.is_empty() || ended() => session.all_are_so().map(|()| runs),
        (None, Ok(_)) => Err(Wrong("a tree of the law breaks off".to_owned())),
    }
}

impl Place {
    /// The paths that end in this line.
    fn line(&mut self, line: Line) -> Result<Vec<Leaf>, Wrong> {
        let strange = |what: &str| Wrong(format!("the law has {what}"));
        let mut leaves = Vec::new();
        match line {
            Line::Answer { name, then } => {
                self.answer = name;
                self.steps.clear();
                self.ways.clear();
                self.branch((None, None), then, &mut leaves);
            }
            Line::Key { name, then, .. } => {
                let way = self.ways.get(&*name).copied();
                let way = way.ok_or_else(|| strange("a key to which nothing before it leads"))?;
                self.branch((way, None), then, &mut leaves);
            }
            Line::Choice { words, branches } => {
                let words = self.word(&words);
                let path = self.to_come.pop().ok_or_else(|| strange("a choice to which no path leads"))?;
                let before = self.to_come.len();
                for (k, branch) in branches.into_iter().enumerate() {
                    self.branch((path, Some(Step::Choice(Rc::clone(&words), k))), branch, &mut leaves);
                }
                self.to_come[before..].reverse();
            }
        }
        Ok(leaves)
    }

    fn word(&mut self, word: &str) -> Rc<str> {
        if let Some(known) = self.words.get(word) {
            return Rc::clone(known);
        }
        let new: Rc<str> = word.into();
        self.words.insert(word.to_owned(), Rc::clone(&new));
        new
    }

    /// A path with one more step.
    fn path(&mut self, before: Path, step: Option<Step>) -> Path {
        let Some(step) = step else { return before };
        self.steps.push((before, step));
        Some(self.steps.len() - 1)
    }

    fn branch(&mut self, (before, step): (Path, Option<Step>), branch: Branch, leaves: &mut Vec<Leaf>) {
        match &branch {
            Branch::GoesOn => {
                let path = self.path(before, step);
                return self.to_come.push(path);
            }
            Branch::Cut => return,
            Branch::Output(_) => {}
            Branch::Key(name) => {
                let key = self.word(name);
                if !self.ways.contains_key(&key) {
                    let path = self.path(before, step.clone());
                    let way = self.path(path, Some(Step::At(Rc::clone(&key))));
                    self.ways.insert(key, way);
                }
            }
        }
        leaves.push((before, step, branch));
    }

    /// Runs a path, and compares.
    fn run(&self, (before, last, end): Leaf, session: &mut Session) -> Result<(), Wrong> {
        let (mut steps, mut at) = (Vec::from_iter(last.as_ref()), before);
        while let Some((before, step)) = at.and_then(|at| self.steps.get(at)) {
            steps.push(step);
            at = *before;
        }
        let mut call = format!("run {}", self.answer);
        let (mut lines, mut answers) = (Vec::with_capacity(steps.len() + 1), Vec::new());
        for step in steps.into_iter().rev() {
            match step {
                Step::Choice(words, branch) => {
                    call += &format!(" {branch}");
                    lines.push(words.to_string());
                }
                Step::At(key) => {
                    lines.push(format!("at {key}"));
                    answers.push("go\n");
                }
            }
        }
        match end {
            Branch::Key(key) => {
                lines.push(format!("at {key}"));
                answers.push("stop\n");
            }
            Branch::Output(output) => lines.push(format!("output {output}")),
            Branch::GoesOn | Branch::Cut => return Ok(()),
        }
        session.expect(call, lines, answers)
    }
}
