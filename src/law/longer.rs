//! How far rows are looked at: until little enough is left, and longer where there are keys.

use super::explore::Explore;
use super::order::units;
use super::section::{LONGER, Row};
use super::tree::Slot;

impl Explore {
    /// Whether a row is looked at still.
    pub(super) fn takes_more(&mut self, answer: usize) -> bool {
        match &mut self.rows[answer] {
            Row::First | Row::Again => {
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
    pub(super) fn looks_longer(&mut self) -> bool {
        let aside = std::mem::take(&mut self.aside);
        let mut has_keys = vec![false; self.rows.len()];
        self.sections.iter().filter(|of| of.key.is_some()).for_each(|of| has_keys[of.answer] = true);
        let [all, one] = LONGER;
        let runs = (all / (self.rows.len() as u64).max(1)).clamp(256, one);
        let mut begun = false;
        let mut ends: Vec<bool> = vec![true; self.rows.len()];
        for (order, slot) in aside {
            let answer = self.answer_of(slot);
            ends[answer] = false;
            if matches!(self.rows[answer], Row::First) && has_keys[answer] {
                self.rows[answer] = Row::Longer { runs, sections: self.sections.len(), were_open: Vec::new() };
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
}
