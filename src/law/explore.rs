//! The tree of choices of all answers, and which run comes next.
#![allow(clippy::float_arithmetic, reason = "in which order runs are made")]

use super::order::{Order, units};
use super::run::{Bounds, Run, Walk, Wrong};
use super::section::{Row, Section};
use super::tree::{Above, Slot, Tree, place};
use dp_verify::alpha::Quotient;
use dp_verify::law::Choices;
use dp_verify::model::Mechanism;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

/// The tree of choices as far as it is known.
#[derive(Debug)]
pub struct Explore {
    pub(super) choices: Choices,
    /// What each choice was asked for with.
    pub(super) words: Vec<String>,
    pub(super) weights: Vec<f64>,
    pub(super) order: Order,
    pub(super) tree: Tree,
    pub(super) sections: Vec<Section>,
    pub(super) section_of: HashMap<(usize, String), u32>,
    /// The outputs.
    pub outputs: Vec<String>,
    pub(super) output_of: HashMap<String, u32>,
    pub(super) open: BinaryHeap<(u64, u32)>,
    /// What was not taken, as enough of its row is known.
    pub(super) aside: Vec<(u64, u32)>,
    pub(super) rows: Vec<Row>,
    /// What is not looked at of each row, in units of 2^-120.
    pub(super) left: Vec<u128>,
    /// How far to look.
    pub bounds: Bounds,
    /// How much of a row may be left, of which `bounds` has what is looked at: less where keys hide how much it is.
    pub(super) wanted: f64,
    /// How often it was looked at more closely.
    pub(super) closer: u32,
    /// How many runs have been made.
    pub runs: u64,
    pub(super) answers: Vec<String>,
    /// How often the last run was made again.
    pub(super) again: u64,
    /// Whether a program is left to take the first branch that has a probability, and not the first one.
    pub(super) takes_possible: bool,
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
            wanted: bounds.left,
            closer: 0,
            runs: 0,
            answers,
            again: 0,
            takes_possible,
        };
        for answer in 0..this.answers.len() {
            let root = this.begin(Section::new(answer, None));
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
    pub fn about(&self, x: &Quotient) -> Option<f64> {
        let known = self.order.knows_mass();
        known.then(|| self.order.weight(self.choices.mechanism(), x, self.choices.limits()))
    }

    /// Whether [`Explore::left`] is a probability.
    pub fn knows_mass(&self) -> bool {
        self.order.knows_mass()
    }

    /// The next run; none where all is known, or enough, or there have been as many as may be.
    pub fn next_run(&mut self) -> Option<Run> {
        if self.runs >= self.bounds.runs {
            return None;
        }
        loop {
            let Some((order, slot)) = self.open.pop() else { if self.looks_longer() { continue } else { return None } };
            if self.tree.at(slot) != Slot::Open {
                continue;
            }
            let answer = self.answer_of(slot);
            if !self.takes_more(answer) {
                self.aside.push((order, slot));
                continue;
            }
            let mass = f64::from_bits(order);
            self.left[answer] = self.left[answer].saturating_sub(units(mass));
            self.runs += 1;
            return Some(Run { answer, script: self.script(slot), slot, mass });
        }
    }

    /// What a slot that was open leads to.
    pub(super) fn settle(&mut self, slot: u32, answer: usize, to: Option<Slot>) {
        if let Row::Longer { were_open, .. } = &mut self.rows[answer] {
            were_open.push(slot);
        }
        if let Some(to) = to {
            self.tree.set(slot, to);
        }
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
    pub(super) fn put_back(&mut self, walk: Walk) {
        if walk.is_repeated() {
            return;
        }
        let run = walk.into_run();
        self.runs -= 1;
        if self.tree.at(run.slot) == Slot::Open {
            self.push(run.slot, run.mass, run.answer);
        }
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
        (count, (0..place(count)).find(|b| !self.is_impossible(choice, *b)).unwrap_or(0))
    }

    pub(super) fn is_impossible(&self, choice: u32, branch: u32) -> bool {
        self.choices.is_zero(self.choices.weight(choice, branch as usize))
    }

    /// The probability of a branch, about.
    pub fn weight(&self, choice: u32, branch: u32) -> f64 {
        self.weights.get(self.choices.weight(choice, branch as usize) as usize).copied().unwrap_or(0.0)
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
        let place = place(self.outputs.len());
        self.outputs.push(name.to_owned());
        self.output_of.insert(name.to_owned(), place);
        Ok(place)
    }

    pub(super) fn begin(&mut self, section: Section) -> u32 {
        let place = place(self.sections.len());
        let root = self.tree.root(place);
        self.sections.push(Section { root, ..section });
        root
    }

    pub(super) fn push(&mut self, slot: u32, mass: f64, answer: usize) {
        self.open.push((mass.to_bits(), slot));
        self.left[answer] = self.left[answer].saturating_add(units(mass));
    }

    /// The section that a slot belongs to.
    pub(super) fn section_at(&self, mut slot: u32) -> usize {
        loop {
            match self.tree.above(slot) {
                Above::Section(section) => return section as usize,
                Above::Choice { slot: above, .. } => slot = above,
            }
        }
    }

    pub(super) fn answer_of(&self, slot: u32) -> usize {
        self.sections[self.section_at(slot)].answer
    }

    /// The branches that lead from the answer to a slot.
    fn script(&self, mut slot: u32) -> Vec<u32> {
        let mut script = Vec::new();
        loop {
            slot = match self.tree.above(slot) {
                Above::Choice { slot: above, branch, .. } => {
                    script.push(branch);
                    above
                }
                Above::Section(section) => match self.sections[section as usize].from {
                    Some(from) => from,
                    None => {
                        script.reverse();
                        return script;
                    }
                },
            };
        }
    }

    /// The sections of an answer: its own first, then those of its keys, each with its key and its root.
    pub(super) fn sections_of(&self, answer: usize) -> impl Iterator<Item = (Option<&str>, u32)> {
        self.sections
            .iter()
            .filter(move |of| of.answer == answer && !of.forgotten)
            .map(|of| (of.key.as_deref(), of.root))
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
        self.begin(Section::new(answer, Some(key.to_owned())));
        let place = place(self.sections.len() - 1);
        self.section_of.insert((answer, key.to_owned()), place);
        place
    }

    /// The key of a section.
    pub(super) fn key(&self, section: u32) -> &str {
        self.sections[section as usize].key.as_deref().unwrap_or_default()
    }
}
