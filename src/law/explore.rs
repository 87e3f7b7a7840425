//! Which run comes next, and what runs have shown.

use super::order::{Order, units};
use super::tree::{Above, Slot, Tree};
use dp_verify::law::Choices;
use dp_verify::model::Mechanism;
use dp_verify::text::{printable, shorten};
use std::collections::{BinaryHeap, HashMap};
use std::fmt;
use std::sync::Arc;

/// How far a law is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// How many runs.
    pub runs: u64,
    /// How many choices one run may ask for.
    pub depth: usize,
    /// How many outputs there may be.
    pub outputs: usize,
    /// At one α: so much of a row need not be looked at.
    pub left: f64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { runs: 10_000_000, depth: 10_000, outputs: 100_000, left: 2f64.powi(-64) }
    }
}

/// What is wrong with a program, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A run that is to be made: the answer, and which branch to take at the first choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The place of the answer.
    pub answer: usize,
    /// The branches, one for each choice, from the first.
    pub script: Vec<u32>,
    /// Where that leads, and its probability.
    slot: u32,
    mass: f64,
}

/// A run that is being made.
#[derive(Debug, Clone)]
pub struct Walk {
    run: Run,
    /// How many choices have been asked for, and what was taken at those beyond the script.
    asked: usize,
    beyond: Vec<u32>,
    /// Where it is.
    slot: u32,
    mass: f64,
    /// It has taken a branch that has no probability: what it does there is nobody's business.
    impossible: bool,
    /// It follows a known tree below a key that it came to in another way.
    compares: bool,
}

/// The tree below an answer, or below a key.
#[derive(Debug)]
struct Section {
    answer: usize,
    /// The key; none of an answer's own.
    key: Option<String>,
    root: u32,
    /// The branches that lead there, and their probability.
    entry: Vec<u32>,
    mass: f64,
    /// Whether a second path to it has been followed.
    compared: bool,
    /// It was looked at in vain.
    forgotten: bool,
}

/// How far a row has been looked at.
#[derive(Debug, Clone)]
enum Row {
    /// Until little enough is left.
    First,
    /// Little enough is left, and what has keys is looked at a while longer: where the chain closes it is known
    /// exactly, and else all that came since is forgotten. So many runs are left, so many sections were there, and
    /// these slots were open.
    Longer { runs: u64, sections: usize, were_open: Vec<u32> },
    /// No more.
    Last,
}

/// How many runs a row is looked at longer.
const LONGER: u64 = 4_096;

/// The tree of choices as far as it is known.
#[derive(Debug)]
pub struct Explore {
    pub(super) choices: Choices,
    /// What each choice was asked for with.
    pub(super) words: Vec<String>,
    weights: Vec<f64>,
    order: Order,
    pub(super) tree: Tree,
    sections: Vec<Section>,
    section_of: HashMap<(usize, String), u32>,
    /// The outputs.
    pub outputs: Vec<String>,
    output_of: HashMap<String, u32>,
    open: BinaryHeap<(u64, u32)>,
    /// What was not taken, as enough of its row is known.
    aside: Vec<(u64, u32)>,
    rows: Vec<Row>,
    /// What is not looked at of each row, in units of 2^-120.
    left: Vec<u128>,
    /// How far to look.
    pub bounds: Bounds,
    /// How many runs have been made.
    pub runs: u64,
    answers: Vec<String>,
    /// Whether a program is left to take the first branch that has a probability, and not the first one.
    takes_possible: bool,
}

impl Explore {
    /// Nothing is known yet: a run at each answer is next. A driver that `takes_possible` branches never takes one that
    /// has no probability.
    pub fn new(choices: Choices, bounds: Bounds, takes_possible: bool) -> Self {
        let mechanism = Arc::clone(choices.mechanism());
        let answers: Vec<String> = (0..mechanism.query.graph.nodes()).map(|i| mechanism.node(i)).collect();
        let mut this = Self {
            choices,
            words: Vec::new(),
            weights: Vec::new(),
            order: Order::of(&mechanism),
            tree: Tree::default(),
            sections: Vec::new(),
            section_of: HashMap::new(),
            outputs: Vec::new(),
            output_of: HashMap::new(),
            open: BinaryHeap::new(),
            aside: Vec::new(),
            rows: vec![Row::First; answers.len()],
            left: vec![0; answers.len()],
            bounds,
            runs: 0,
            answers,
            takes_possible,
        };
        for answer in 0..this.answers.len() {
            let root = this.begin(Section { answer, key: None, root: 0, entry: Vec::new(), mass: 1.0, compared: true, forgotten: false });
            this.push(root, 1.0, answer);
        }
        this
    }

    /// The names of the answers.
    pub fn answers(&self) -> &[String] {
        &self.answers
    }

    /// The file whose graph and α these are.
    pub fn mechanism(&self) -> &Arc<Mechanism> {
        self.choices.mechanism()
    }

    /// What is left of the row of which most is left, about; over an interval how many paths are open.
    pub fn left(&self) -> f64 {
        if self.order.knows_mass() {
            self.left.iter().copied().max().unwrap_or(0) as f64 / units(1.0) as f64
        } else {
            self.open.len() as f64
        }
    }

    /// A probability, about, where α is one number.
    pub(super) fn about(&self, x: &dp_verify::alpha::Quotient) -> Option<f64> {
        let known = self.order.knows_mass();
        known.then(|| self.order.weight(self.choices.mechanism(), x, self.choices.limits()))
    }

    /// Whether [`Explore::left`] is a probability.
    pub fn knows_mass(&self) -> bool {
        self.order.knows_mass()
    }

    /// The next run; none where all is known, or enough, or there have been as many as may be.
    pub fn next(&mut self) -> Option<Run> {
        if self.runs >= self.bounds.runs {
            return None;
        }
        loop {
            let Some((order, slot)) = self.open.pop() else {
                if self.looks_longer() { continue } else { return None }
            };
            if self.tree.at(slot) != Slot::Open {
                continue;
            }
            let (section, path) = self.path(slot);
            let answer = self.sections[section].answer;
            if !self.takes_more(answer) {
                self.aside.push((order, slot));
                continue;
            }
            let mass = f64::from_bits(order);
            self.left[answer] = self.left[answer].saturating_sub(units(mass));
            self.runs += 1;
            let script = self.sections[section].entry.iter().copied().chain(path).collect();
            return Some(Run { answer, script, slot, mass });
        }
    }

    /// Whether a row is looked at still.
    fn takes_more(&mut self, answer: usize) -> bool {
        match &mut self.rows[answer] {
            Row::First => {
                let knows = self.bounds.left > 0.0 && self.order.knows_mass();
                !knows || self.left[answer] > units(self.bounds.left)
            }
            Row::Longer { runs, .. } => {
                *runs = runs.saturating_sub(1);
                *runs > 0
            }
            Row::Last => false,
        }
    }

    /// Nothing is open that would be taken: rows with keys are looked at longer, once; and what that came to is kept
    /// where it came to an end.
    fn looks_longer(&mut self) -> bool {
        let aside = std::mem::take(&mut self.aside);
        let mut has_keys = vec![false; self.rows.len()];
        self.sections.iter().filter(|of| of.key.is_some()).for_each(|of| has_keys[of.answer] = true);
        let mut begun = false;
        let mut ends: Vec<bool> = vec![true; self.rows.len()];
        for (order, slot) in aside {
            let answer = self.sections[self.path(slot).0].answer;
            ends[answer] = false;
            if matches!(self.rows[answer], Row::First) && has_keys[answer] {
                self.rows[answer] = Row::Longer { runs: LONGER, sections: self.sections.len(), were_open: Vec::new() };
            }
            if matches!(self.rows[answer], Row::Longer { runs, .. } if runs > 0) {
                self.open.push((order, slot));
                begun = true;
            } else {
                self.aside.push((order, slot));
            }
        }
        if begun {
            return true;
        }
        for (answer, ends) in ends.into_iter().enumerate() {
            if !matches!(self.rows[answer], Row::Longer { .. }) {
                continue;
            }
            let row = std::mem::replace(&mut self.rows[answer], Row::Last);
            if let (Row::Longer { sections, were_open, .. }, false) = (row, ends) {
                self.forget(answer, sections, &were_open);
            }
        }
        false
    }

    /// Opens slots again that were open, and forgets the sections that came since.
    fn forget(&mut self, answer: usize, sections: usize, were_open: &[u32]) {
        for slot in were_open {
            self.tree.set(*slot, Slot::Open);
        }
        for section in self.sections[sections..].iter_mut().filter(|of| of.answer == answer) {
            section.forgotten = true;
            if let Some(key) = &section.key {
                self.section_of.remove(&(answer, key.clone()));
            }
        }
    }

    /// What a slot that was open leads to.
    fn settle(&mut self, slot: u32, answer: usize, to: Option<Slot>) {
        if let Row::Longer { were_open, .. } = &mut self.rows[answer] {
            were_open.push(slot);
        }
        if let Some(to) = to {
            self.tree.set(slot, to);
        }
    }

    /// Looks at more, until so much is left of each row.
    pub(super) fn look_closer(&mut self, left: f64) {
        self.bounds.left = left;
        self.reopen();
    }

    /// How many keys a run comes to on its way, at all of which it is let pass.
    pub(super) fn keys_on(&self, run: &Run) -> usize {
        let (mut slot, mut keys, mut script) = (self.sections[run.answer].root, 0, run.script.iter());
        loop {
            slot = match self.tree.at(slot) {
                Slot::Key(section) => {
                    keys += 1;
                    self.sections[section as usize].root
                }
                Slot::Node(node) => match script.next() {
                    Some(branch) => self.tree.node(node).1 + branch,
                    None => return keys,
                },
                _ => return keys,
            };
        }
    }

    /// A run that was not made, or not to its end.
    pub fn put_back(&mut self, run: Run) {
        self.runs -= 1;
        if self.tree.at(run.slot) == Slot::Open {
            self.push(run.slot, run.mass, run.answer);
        }
    }

    /// Begins that run.
    pub fn begin_run(&self, run: Run) -> Walk {
        let slot = self.sections[run.answer].root;
        Walk { run, asked: 0, beyond: Vec::new(), slot, mass: 1.0, impossible: false, compares: false }
    }

    /// The place of a choice that is asked for in these words.
    ///
    /// # Errors
    /// No such choice, weights that don't sum to 1.
    pub fn choice(&mut self, words: &str) -> Result<u32, String> {
        let place = self.choices.asked(words).map_err(|e| e.message)?;
        if place as usize >= self.words.len() {
            self.words.push(words.to_owned());
            let known = self.choices.weights().iter().skip(self.weights.len());
            self.weights.extend(known.map(|w| self.order.weight(self.choices.mechanism(), w, self.choices.limits())));
        }
        Ok(place)
    }

    /// How many branches a choice has, and the first that has a probability.
    pub fn branches(&self, choice: u32) -> (usize, u32) {
        let count = self.choices.branches(choice);
        (count, (0..count as u32).find(|b| !self.is_impossible(choice, *b)).unwrap_or(0))
    }

    fn is_impossible(&self, choice: u32, branch: u32) -> bool {
        self.choices.is_zero(self.choices.weight(choice, branch as usize))
    }

    fn weight(&self, choice: u32, branch: u32) -> f64 {
        self.weights.get(self.choices.weight(choice, branch as usize) as usize).copied().unwrap_or(0.0)
    }

    /// The program asks for a choice: the branch that it takes.
    ///
    /// # Errors
    /// It asked for another one on this path before; it asks for more than is allowed.
    pub fn asked(&mut self, walk: &mut Walk, choice: u32) -> Result<u32, Wrong> {
        if walk.impossible {
            return Ok(0);
        }
        let given = walk.run.script.get(walk.asked).copied();
        let branch = match self.tree.at(walk.slot) {
            Slot::Node(node) => {
                let (known, first) = self.tree.node(node);
                if known != choice {
                    return Err(self.differs(walk, &self.words[known as usize], &self.words[choice as usize]));
                }
                let branch = given.unwrap_or_else(|| self.taken(choice));
                walk.slot = first + branch;
                branch
            }
            Slot::Open if given.is_none() => {
                let count = self.choices.branches(choice);
                if self.tree.is_full(count) {
                    return Err(Wrong("the tree of choices has over 2,000,000,000 branches".to_owned()));
                }
                self.settle(walk.slot, walk.run.answer, None);
                let branches = self.tree.grow(walk.slot, choice, count);
                let taken = self.taken(choice);
                for (branch, slot) in (0..).zip(branches.clone()) {
                    if self.is_impossible(choice, branch) {
                        self.tree.set(slot, Slot::Cut);
                    } else if branch != taken {
                        self.push(slot, walk.mass * self.weight(choice, branch), walk.run.answer);
                    }
                }
                walk.slot = branches.start + taken;
                taken
            }
            Slot::Open => return Err(self.fewer(walk)),
            Slot::Output(output) => {
                let known = format!("output {}", shorten(&self.outputs[output as usize]));
                return Err(self.differs(walk, &known, &self.words[choice as usize]));
            }
            Slot::Key(_) => return Err(self.differs(walk, "a key", &self.words[choice as usize])),
            // It is as deep as is allowed.
            Slot::Cut => {
                walk.impossible = true;
                return Ok(0);
            }
        };
        walk.asked += 1;
        if given.is_none() {
            walk.beyond.push(branch);
        }
        walk.mass *= self.weight(choice, branch);
        walk.impossible = self.is_impossible(choice, branch);
        Ok(branch)
    }

    /// Whether a run should be given up here: it has asked for as many choices as are allowed, or what it looks at by
    /// itself is less than is looked at.
    pub fn is_enough(&self, walk: &Walk) -> bool {
        walk.asked >= self.bounds.depth
            || (self.order.knows_mass() && walk.asked > walk.run.script.len() && walk.mass < self.bounds.left / 1024.0 && !matches!(self.rows[walk.run.answer], Row::Longer { .. }))
    }

    /// A run that was given up there.
    pub fn given_up(&mut self, walk: &Walk) {
        if walk.impossible || self.tree.at(walk.slot) != Slot::Open {
            return;
        }
        if walk.asked >= self.bounds.depth {
            self.settle(walk.slot, walk.run.answer, Some(Slot::Cut));
        } else {
            self.push(walk.slot, walk.mass, walk.run.answer);
        }
    }

    /// The program says that its future depends on a key alone: whether it is to go on.
    ///
    /// # Errors
    /// On this path it did otherwise before.
    pub fn at(&mut self, walk: &mut Walk, key: &str) -> Result<bool, Wrong> {
        if walk.impossible {
            return Ok(false);
        }
        let on_script = walk.asked < walk.run.script.len();
        let known = self.section_of.get(&(walk.run.answer, key.to_owned())).copied();
        let section = match (self.tree.at(walk.slot), known) {
            (Slot::Key(of), Some(known)) if of == known => known,
            (Slot::Open, None) => {
                let entry = walk.run.script[..walk.asked.min(walk.run.script.len())].iter().chain(&walk.beyond);
                let (entry, mass) = (entry.copied().collect(), walk.mass);
                let place = self.section(walk.run.answer, key);
                let section = &mut self.sections[place as usize];
                (section.entry, section.mass, section.compared) = (entry, mass, false);
                self.settle(walk.slot, walk.run.answer, Some(Slot::Key(place)));
                walk.slot = self.sections[place as usize].root;
                return Ok(true);
            }
            (Slot::Open, Some(known)) => {
                self.settle(walk.slot, walk.run.answer, Some(Slot::Key(known)));
                known
            }
            (Slot::Node(node), _) => {
                let known = &self.words[self.tree.node(node).0 as usize];
                return Err(self.differs(walk, known, &format!("at {}", shorten(key))));
            }
            (Slot::Key(of), _) => {
                let known = self.sections[of as usize].key.as_deref().unwrap_or_default();
                return Err(self.differs(
                    walk,
                    &format!("at {}", shorten(known)),
                    &format!("at {}", shorten(key)),
                ));
            }
            (Slot::Output(output), _) => {
                let known = format!("output {}", shorten(&self.outputs[output as usize]));
                return Err(self.differs(walk, &known, &format!("at {}", shorten(key))));
            }
            (Slot::Cut, _) => return Ok(false),
        };
        let Section { root, .. } = self.sections[section as usize];
        // On its way it is let pass; of two paths to a key the second one is followed once.
        if on_script || self.tree.at(root) == Slot::Open || !std::mem::replace(&mut self.sections[section as usize].compared, true) {
            walk.compares = !on_script;
            walk.slot = root;
            return Ok(true);
        }
        Ok(false)
    }

    /// The program ends with this output.
    ///
    /// # Errors
    /// On this path it did otherwise before; too many outputs.
    pub fn ended(&mut self, walk: &Walk, output: &str) -> Result<(), Wrong> {
        if walk.impossible {
            return Ok(());
        }
        if walk.asked < walk.run.script.len() {
            return Err(self.fewer(walk));
        }
        let place = self.output(output)?;
        let found = || format!("output {}", shorten(output));
        match self.tree.at(walk.slot) {
            Slot::Open => self.settle(walk.slot, walk.run.answer, Some(Slot::Output(place))),
            Slot::Output(known) if known == place => {}
            Slot::Output(known) => {
                let known = format!("output {}", shorten(&self.outputs[known as usize]));
                return Err(self.differs(walk, &known, &found()));
            }
            Slot::Node(node) => {
                let known = &self.words[self.tree.node(node).0 as usize];
                return Err(self.differs(walk, known, &found()));
            }
            Slot::Key(_) => return Err(self.differs(walk, "a key", &found())),
            Slot::Cut => {}
        }
        Ok(())
    }

    /// The place of an output.
    pub(super) fn output(&mut self, name: &str) -> Result<u32, Wrong> {
        if let Some(place) = self.output_of.get(name) {
            return Ok(*place);
        }
        if self.outputs.len() >= self.bounds.outputs {
            let most = self.bounds.outputs;
            return Err(Wrong(format!("more than {most} different outputs (--outputs N)")));
        }
        let place = self.outputs.len() as u32;
        self.outputs.push(name.to_owned());
        self.output_of.insert(name.to_owned(), place);
        Ok(place)
    }

    /// Two things that a program did on one path, or below one key.
    fn differs(&self, walk: &Walk, first: &str, second: &str) -> Wrong {
        let [first, second] = [first, second].map(printable);
        let path = self.path_of(walk);
        Wrong(if walk.compares {
            let key = self.key_above(walk.slot);
            format!(
                "the key {key} has two futures: `{first}` on the first path that came to it, and `{second}` on {path}: \
                 what a program does after `at` may depend on the key alone"
            )
        } else {
            format!(
                "on {path} the program did `{first}` first, and `{second}` when it was run again: \
                 it is not a function of its answer and its choices"
            )
        })
    }

    fn fewer(&self, walk: &Walk) -> Wrong {
        let (asked, before) = (walk.asked, walk.run.script.len());
        let path = self.path_of(walk);
        Wrong(format!(
            "on {path} the program asked for {asked} choices, and for {before} at least when it was run before: \
             it is not a function of its answer and its choices"
        ))
    }

    /// The answer and the choices of a walk, for people.
    pub fn path_of(&self, walk: &Walk) -> String {
        const MOST: usize = 24;
        let taken = walk.run.script.iter().take(walk.asked).chain(&walk.beyond);
        let mut path: Vec<String> = taken.take(MOST + 1).map(u32::to_string).collect();
        if path.len() > MOST {
            path[MOST] = "…".to_owned();
        }
        let answer = printable(&shorten(&self.answers[walk.run.answer]));
        if path.is_empty() {
            format!("the path of answer {answer} before any choice")
        } else {
            format!("the path {} of answer {answer}", path.join(" "))
        }
    }

    fn key_above(&self, slot: u32) -> String {
        let (section, _) = self.path(slot);
        printable(&shorten(self.sections[section].key.as_deref().unwrap_or_default()))
    }

    fn taken(&self, choice: u32) -> u32 {
        if self.takes_possible { self.branches(choice).1 } else { 0 }
    }

    fn begin(&mut self, section: Section) -> u32 {
        let place = self.sections.len() as u32;
        let root = self.tree.root(place);
        self.sections.push(Section { root, ..section });
        root
    }

    fn push(&mut self, slot: u32, mass: f64, answer: usize) {
        self.open.push((mass.to_bits(), slot));
        self.left[answer] = self.left[answer].saturating_add(units(mass));
    }

    /// The section that a slot belongs to, and the branches that lead there from its root.
    fn path(&self, mut slot: u32) -> (usize, Vec<u32>) {
        let mut path = Vec::new();
        loop {
            match self.tree.above(slot) {
                Above::Section(section) => {
                    path.reverse();
                    return (section as usize, path);
                }
                Above::Choice { slot: above, branch, .. } => {
                    path.push(branch);
                    slot = above;
                }
            }
        }
    }

    /// The sections of an answer: its own first, then those of its keys, each with its key and its root.
    pub(super) fn sections_of(&self, answer: usize) -> impl Iterator<Item = (Option<&str>, u32)> {
        self.sections.iter().filter(move |of| of.answer == answer && !of.forgotten).map(|of| (of.key.as_deref(), of.root))
    }

    /// The root of a section; an answer's own has the answer's place.
    pub(super) fn root(&self, section: usize) -> u32 {
        self.sections[section].root
    }

    /// The section of a key, which begins where it is not there.
    pub(super) fn section(&mut self, answer: usize, key: &str) -> u32 {
        if let Some(known) = self.section_of.get(&(answer, key.to_owned())) {
            return *known;
        }
        let section = Section { answer, key: Some(key.to_owned()), root: 0, entry: Vec::new(), mass: 0.0, compared: true, forgotten: false };
        self.begin(section);
        let place = (self.sections.len() - 1) as u32;
        self.section_of.insert((answer, key.to_owned()), place);
        place
    }

    /// Of a tree that was read: a way to each key, and what is open.
    pub(super) fn reopen(&mut self) {
        self.open.clear();
        self.aside.clear();
        self.left.fill(0);
        self.rows.fill(Row::First);
        for answer in 0..self.answers.len() {
            let mut known = vec![answer];
            let mut found: std::collections::HashSet<usize> = known.iter().copied().collect();
            while let Some(section) = known.pop() {
                let Section { root, mass, .. } = self.sections[section];
                let mut to_come = vec![(root, mass)];
                while let Some((slot, mass)) = to_come.pop() {
                    match self.tree.at(slot) {
                        Slot::Open => self.push(slot, mass, answer),
                        Slot::Node(node) => {
                            let (choice, first) = self.tree.node(node);
                            for branch in 0..self.branches(choice).0 as u32 {
                                if self.is_impossible(choice, branch) {
                                    self.tree.set(first + branch, Slot::Cut);
                                } else {
                                    to_come.push((first + branch, mass * self.weight(choice, branch)));
                                }
                            }
                        }
                        Slot::Key(key) if found.insert(key as usize) => {
                            let (_, path) = self.path(slot);
                            let entry = self.sections[section].entry.iter().copied().chain(path).collect();
                            let of = &mut self.sections[key as usize];
                            (of.entry, of.mass) = (entry, mass);
                            known.push(key as usize);
                        }
                        Slot::Key(_) | Slot::Output(_) | Slot::Cut => {}
                    }
                }
            }
        }
    }

    /// The key of a section.
    pub(super) fn key(&self, section: u32) -> &str {
        self.sections[section as usize].key.as_deref().unwrap_or_default()
    }
}
