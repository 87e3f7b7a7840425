//! Trees by themselves, below an answer or a key, and how far those of an answer are looked at.

/// The tree below an answer, or below a key.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) answer: usize,
    /// The key; none of an answer's own.
    pub(super) key: Option<String>,
    pub(super) root: u32,
    /// The slot that leads there, by which runs come to it; none to an answer's own.
    pub(super) from: Option<u32>,
    /// Whether a second path to it has been followed.
    pub(super) compared: bool,
    /// It was looked at in vain.
    pub(super) forgotten: bool,
}

/// How far a row has been looked at.
#[derive(Debug, Clone)]
pub(super) enum Row {
    /// Until little enough is left.
    First,
    /// Little enough is left, and what has keys is looked at a while longer: where the chain closes it is known
    /// exactly, and else all that came since is forgotten. So many runs are left, so many sections were there, and
    /// these slots were open.
    Longer { runs: u64, sections: usize, were_open: Vec<u32> },
    /// It was looked at longer in vain: no more, until less may be left.
    Last,
    /// Until little enough is left, and no longer.
    Again,
}

/// How many runs all rows together, and one, are looked at longer.
pub(super) const LONGER: [u64; 2] = [65_536, 4_096];

impl Section {
    /// One to which no way is known yet.
    pub(super) fn new(answer: usize, key: Option<String>) -> Self {
        Self { answer, key, root: 0, from: None, compared: true, forgotten: false }
    }
}
