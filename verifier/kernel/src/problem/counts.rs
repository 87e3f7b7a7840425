//! Counts of runs: what a sampler was seen to do, in the place of a table.

use dp_number::Rational;
use num_bigint::BigInt;

/// How often each output came of so many independent runs at each node, and what is asked of these numbers.
#[derive(Debug, Clone)]
pub struct Counts {
    /// A row for each node, an entry for each output.
    pub rows: Vec<Vec<u64>>,
    /// c, the probability with which all bounds are to hold together, 0 < c < 1.
    pub confidence: Rational,
    /// The sets of outputs whose probabilities are bounded.
    pub events: Events,
}

/// Sets of outputs, without the empty one and the whole, closed under complement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Events {
    /// Each output by itself.
    Outputs,
    /// The outputs from each one on, in their order.
    AtLeast,
    /// All.
    All,
    /// These, rising lists of outputs.
    Listed(Vec<Vec<usize>>),
}

/// The most runs of a node.
pub const MOST_RUNS: u64 = 1_000_000_000_000;
/// The most outputs of which all sets are taken.
pub const MOST_OF_ALL: usize = 16;

/// The most outputs of which all sets are looked at, where not all are events.
const MOST_BY_SETS: usize = 12;

/// The different numbers among these that are below the runs, rising.
pub fn different(tallies: &[u64], runs: u64) -> Vec<u64> {
    let mut below: Vec<u64> = tallies.iter().copied().filter(|count| *count < runs).collect();
    below.sort_unstable();
    below.dedup();
    below
}

impl Events {
    /// How many there are, each event and its complement being one: none is made.
    pub fn half(&self, outputs: usize) -> usize {
        match self {
            // The other one of two is its complement.
            Events::Outputs if outputs == 2 => 1,
            Events::Outputs => outputs,
            Events::AtLeast => outputs.saturating_sub(1),
            // Those with the first output, but the whole.
            Events::All => 1usize.unbounded_shl(place(outputs.saturating_sub(1))).saturating_sub(1),
            Events::Listed(sets) => sets.len(),
        }
    }

    /// Event k, below [`Events::half`], or the complement of k less that.
    pub fn set(&self, outputs: usize, k: usize) -> Vec<usize> {
        let half = self.half(outputs);
        if let Some(k) = k.checked_sub(half) {
            let set = self.set(outputs, k.min(half.saturating_sub(1)));
            return (0..outputs).filter(|o| set.binary_search(o).is_err()).collect();
        }
        match self {
            Events::Outputs => vec![k],
            Events::AtLeast => (k.saturating_add(1)..outputs).collect(),
            Events::All => {
                (0..outputs).filter(|o| *o == 0 || k.unbounded_shr(place(o.saturating_sub(1))) % 2 == 1).collect()
            }
            Events::Listed(sets) => sets.get(k).cloned().unwrap_or_default(),
        }
    }

    /// How often an output of each event came at a node, the complements after the others, and the runs. Cost: a look
    /// at each output for `Outputs` and `AtLeast`, at each output of each event else.
    pub fn tallies(&self, row: &[u64]) -> (Vec<u64>, u64) {
        let of = |set: &[usize]| set.iter().filter_map(|o| row.get(*o)).fold(0, |sum: u64, c| sum.saturating_add(*c));
        let runs = row.iter().fold(0, |sum: u64, c| sum.saturating_add(*c));
        let half = self.half(row.len());
        let mut own: Vec<u64> = match self {
            Events::Outputs => row.iter().copied().take(half).collect(),
            Events::AtLeast => {
                let below = row.iter().scan(0u64, |sum, c| {
                    *sum = sum.saturating_add(*c);
                    Some(runs.saturating_sub(*sum))
                });
                below.take(half).collect()
            }
            Events::All => (0..half).map(|k| of(&self.set(row.len(), k))).collect(),
            Events::Listed(sets) => sets.iter().map(|set| of(set)).collect(),
        };
        own.extend_from_within(..);
        own.iter_mut().skip(half).for_each(|count| *count = runs.saturating_sub(*count));
        (own, runs)
    }

    /// Whether the list, if there is one, is of rising sets of outputs, none empty or the whole, none another one or
    /// the complement of another; and all sets are taken of few outputs.
    pub(crate) fn are_events(&self, outputs: usize) -> bool {
        let Events::Listed(sets) = self else { return *self != Events::All || outputs <= MOST_OF_ALL };
        let is_set = |set: &Vec<usize>| {
            let within = set.last().is_some_and(|last| *last < outputs) && set.len() < outputs;
            within && set.is_sorted_by(|o, next| o < next)
        };
        // Of a set and its complement that one which has the first output.
        let one_of_two = |set: &Vec<usize>| match set.first() {
            Some(0) => set.clone(),
            _ => (0..outputs).filter(|o| set.binary_search(o).is_err()).collect(),
        };
        let mut all: Vec<Vec<usize>> = sets.iter().map(one_of_two).collect();
        all.sort_unstable();
        !sets.is_empty() && sets.iter().all(is_set) && all.is_sorted_by(|set, next| set < next)
    }
}

fn place(o: usize) -> u32 {
    u32::try_from(o).unwrap_or(u32::MAX)
}

impl Counts {
    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Whether sets are too many to look at, so that weights bound what laws inside all bounds give to them.
    pub fn is_by_weights(&self) -> bool {
        !matches!(self.events, Events::All | Events::AtLeast) && self.outputs() > MOST_BY_SETS
    }

    /// λ, by how much each bound may be wrong: (1 − c)/(n·|E|) for so many events and their complements.
    pub fn level(&self, half: usize) -> Rational {
        let (n, d) = (self.confidence.numer(), self.confidence.denom());
        let bounds = BigInt::from(self.rows.len()) * BigInt::from(half) * 2;
        Rational::new(d - n, d * bounds)
    }
}
