//! Opening a tree again that was closed, or that was read.
#![allow(clippy::float_arithmetic, reason = "in which order runs are made")]

use super::explore::Explore;
use super::section::{Row, Section};
use super::tree::{Slot, place};
use std::collections::HashSet;

impl Explore {
    /// Looks at more, as no more may be missing than is wanted, and more is.
    pub fn look_closer(&mut self, wanted: f64, missing: f64) {
        self.bounds.left *= wanted / missing / 8.0;
        self.reopen();
    }

    /// Of a tree that was read: a way to each key, and what is open.
    pub(super) fn reopen(&mut self) {
        self.open.clear();
        self.aside.clear();
        self.left.fill(0);
        for row in &mut self.rows {
            *row = if matches!(row, Row::Last | Row::Again) { Row::Again } else { Row::First };
        }
        for answer in 0..self.answers.len() {
            let mut known = vec![answer];
            let mut found: HashSet<usize> = known.iter().copied().collect();
            while let Some(section) = known.pop() {
                let Section { root, mass, .. } = self.sections[section];
                let mut to_come = vec![(root, mass)];
                while let Some((slot, mass)) = to_come.pop() {
                    match self.tree.at(slot) {
                        Slot::Open => self.push(slot, mass, answer),
                        Slot::Node(node) => {
                            let (choice, first) = self.tree.node(node);
                            for branch in 0..place(self.branches(choice).0) {
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
}
