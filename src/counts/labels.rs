//! Labels as small numbers.

use std::collections::HashMap;

/// Labels, each with its number and the first line that has it.
#[derive(Debug, Default)]
pub(super) struct Labels {
    places: HashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
    first: Vec<u64>,
}

impl Labels {
    /// These, in this order, before any line.
    pub(super) fn of(names: &[String]) -> Self {
        let mut labels = Self::default();
        names.iter().for_each(|name| {
            labels.add(name, 0);
        });
        labels
    }

    /// The number of a label, if it has one.
    pub(super) fn get(&self, label: &str) -> Option<u32> {
        self.places.get(label).copied()
    }

    /// The number of a label, a new one if it has none.
    pub(super) fn add(&mut self, label: &str, line: u64) -> u32 {
        if let Some(&place) = self.places.get(label) {
            let first = &mut self.first[place as usize];
            *first = line.min(*first);
            return place;
        }
        let place = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.places.insert(label.into(), place);
        self.names.push(label.into());
        self.first.push(line);
        place
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// All of them, by their numbers.
    pub(super) fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// The first line that has a label.
    pub(super) fn first(&self, place: u32) -> u64 {
        self.first[place as usize]
    }

    /// The line with the first label of more than `most`.
    pub(super) fn past(&self, most: usize) -> Option<u64> {
        nth(self.first.clone(), most)
    }
}

/// The number that has so many smaller ones before it.
pub(super) fn nth(mut lines: Vec<u64>, n: usize) -> Option<u64> {
    (n < lines.len()).then(|| *lines.select_nth_unstable(n).1)
}
