//! What one run shows: the choices that it asks for, the keys that it comes to, and where it ends.
#![allow(clippy::float_arithmetic, reason = "in which order runs are made, and where they are given up")]

use super::explore::Explore;
use super::run::{Run, Walk, Wrong};
use super::section::{Row, Section};
use super::tree::Slot;
use dp_verify::text::{printable, shorten};

/// How often the first run is made again, and how many runs are made twice.
const FIRST_AGAIN: u64 = 16;
pub(super) const RUNS_AGAIN: u64 = 64;

impl Explore {
    /// Begins that run.
    pub fn begin_run(&self, run: Run) -> Walk {
        let slot = self.sections[run.answer].root;
        Walk { run, asked: 0, beyond: Vec::new(), slot, mass: 1.0, impossible: false, compares: false, repeats: false }
    }

    /// A run that has ended, to be made once more where that is worth its while: of the first runs all, and the very
    /// first often. A program that has randomness of its own is seen by that.
    pub fn repeated(&mut self, walk: Walk) -> Option<Walk> {
        let times = match self.runs {
            1 => FIRST_AGAIN,
            2..=RUNS_AGAIN => 1,
            _ => 0,
        };
        let done = if walk.repeats { self.again } else { 0 };
        if walk.impossible || done >= times {
            return None;
        }
        self.again = done + 1;
        let script = walk.run.script.into_iter().chain(walk.beyond).collect();
        Some(Walk { repeats: true, ..self.begin_run(Run { script, ..walk.run }) })
    }

    /// The program asks for a choice in these words.
    ///
    /// # Errors
    /// As [`Explore::choice`] and [`Explore::asked`].
    pub fn asks(&mut self, walk: &mut Walk, words: &str) -> Result<(), Wrong> {
        if walk.impossible {
            walk.asked += 1;
            return Ok(());
        }
        let choice = self.choice(words).map_err(|why| Wrong(format!("{}: {why}", self.path_of(walk))))?;
        self.asked(walk, choice).map(drop)
    }

    /// The program asks for a choice: the branch that it takes.
    ///
    /// # Errors
    /// It asked for another one on this path before; it asks for more than is allowed.
    pub fn asked(&mut self, walk: &mut Walk, choice: u32) -> Result<u32, Wrong> {
        if walk.impossible {
            walk.asked += 1;
            return Ok(0);
        }
        let given = walk.run.script.get(walk.asked).copied();
        let branch = match self.tree.at(walk.slot) {
            Slot::Node(node) if self.tree.node(node).0 == choice => {
                let branch = given.unwrap_or_else(|| self.taken(choice));
                walk.slot = self.tree.node(node).1 + branch;
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
            // It is as deep as is allowed.
            Slot::Cut => {
                walk.impossible = true;
                return Ok(0);
            }
            known => return Err(self.differs(walk, known, &self.words[choice as usize])),
        };
        walk.asked += 1;
        if given.is_none() {
            walk.beyond.push(branch);
        }
        walk.mass *= self.weight(choice, branch);
        walk.impossible = self.is_impossible(choice, branch);
        Ok(branch)
    }

    /// Whether a run has asked for as many choices as are allowed, so that another one is too many.
    pub fn is_deep(&self, walk: &Walk) -> bool {
        walk.asked >= self.bounds.depth
    }

    /// Whether a run should be given up here, as what it looks at by itself is less than is looked at.
    pub fn is_enough(&self, walk: &Walk) -> bool {
        let looks_longer = matches!(self.rows[walk.run.answer], Row::Longer { .. });
        let is_beyond = walk.asked > walk.run.script.len() && !looks_longer;
        is_beyond && self.order.knows_mass() && walk.mass < self.bounds.left / 1024.0
    }

    /// A run that was given up there.
    pub fn given_up(&mut self, walk: &Walk) {
        if walk.impossible || self.tree.at(walk.slot) != Slot::Open {
            return;
        }
        if self.is_deep(walk) {
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
                let place = self.section(walk.run.answer, key);
                let section = &mut self.sections[place as usize];
                (section.from, section.compared) = (Some(walk.slot), false);
                self.settle(walk.slot, walk.run.answer, Some(Slot::Key(place)));
                walk.slot = self.sections[place as usize].root;
                return Ok(true);
            }
            (Slot::Open, Some(known)) => {
                self.settle(walk.slot, walk.run.answer, Some(Slot::Key(known)));
                known
            }
            (Slot::Cut, _) => return Ok(false),
            (known, _) => return Err(self.differs(walk, known, &format!("at {}", shorten(key)))),
        };
        let Section { root, .. } = self.sections[section as usize];
        // On its way it is let pass; of two paths to a key the second one is followed once.
        if on_script
            || walk.repeats
            || self.tree.at(root) == Slot::Open
            || !std::mem::replace(&mut self.sections[section as usize].compared, true)
        {
            walk.compares = !on_script && !walk.repeats;
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
        match self.tree.at(walk.slot) {
            Slot::Open => {
                let place = self.output(output)?;
                self.settle(walk.slot, walk.run.answer, Some(Slot::Output(place)));
                Ok(())
            }
            Slot::Output(known) if self.outputs[known as usize] == output => Ok(()),
            Slot::Cut => Ok(()),
            known => Err(self.differs(walk, known, &format!("output {}", shorten(output)))),
        }
    }

    /// Two things that a program did on one path, or below one key.
    fn differs(&self, walk: &Walk, known: Slot, second: &str) -> Wrong {
        let first = match known {
            Slot::Node(node) => self.words[self.tree.node(node).0 as usize].clone(),
            Slot::Output(output) => format!("output {}", shorten(&self.outputs[output as usize])),
            Slot::Key(section) => format!("at {}", shorten(self.key(section))),
            Slot::Open | Slot::Cut => "end".to_owned(),
        };
        let [first, second] = [&*first, second].map(printable);
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
        let section = self.section_at(slot);
        printable(&shorten(self.sections[section].key.as_deref().unwrap_or_default()))
    }

    pub(super) fn taken(&self, choice: u32) -> u32 {
        if self.takes_possible { self.branches(choice).1 } else { 0 }
    }
}
