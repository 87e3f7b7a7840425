//! Opening a tree again that was closed, or that was read.
#![allow(clippy::float_arithmetic, reason = "in which order runs are made")]

use super::explore::Explore;
use super::section::Row;
use super::tree::{Slot, place};
use std::collections::{BinaryHeap, HashSet};

/// A way to a section: its probability, the section, and the slot that leads there.
type Way = (u64, usize, Option<u32>);

impl Explore {
    /// More is missing than is wanted: looks further.
    pub(super) fn look_closer(&mut self, missing: f64) {
        self.closer += 1;
        self.bounds.left *= self.wanted / missing / 8.0;
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
            // Of all ways to a key the likeliest.
            let mut known = HashSet::new();
            let mut ways = BinaryHeap::from([(1f64.to_bits(), answer, None)]);
            while let Some((mass, section, from)) = ways.pop() {
                if !known.insert(section) {
                    continue;
                }
                let mass = f64::from_bits(mass);
                self.sections[section].from = from;
                self.reopen_below(self.sections[section].root, mass, answer, &mut ways);
            }
        }
    }

    /// Opens what is below a root, and says which keys it leads to.
    fn reopen_below(&mut self, root: u32, mass: f64, answer: usize, ways: &mut BinaryHeap<Way>) {
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
                Slot::Key(key) => ways.push((mass.to_bits(), key as usize, Some(slot))),
                Slot::Output(_) | Slot::Cut => {}
            }
        }
    }
}
