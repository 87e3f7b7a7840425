//! Adjacency graphs and their distances.

use dp_number::meter::{charge, count, steps, total};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

/// The distance between nodes with no path between them.
pub const INFINITE: u64 = u64::MAX;

/// A distance as a place in a list, or an exponent: one past all lists, and over the limits, where it does not fit.
pub fn place(distance: u64) -> usize {
    usize::try_from(distance).unwrap_or(usize::MAX)
}

/// Which pairs of nodes are adjacent.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variant says what its fields are")]
pub enum Family {
    /// i ~ i+1.
    Line,
    /// A line closed to a ring, n ≥ 3.
    Cycle,
    /// All pairs.
    Complete,
    /// Node 0 with each other.
    Star,
    /// {0..values-1}^individuals in lexicographic order, adjacent where one entry differs.
    Hamming { values: usize, individuals: usize },
    /// 0..individuals·most, adjacent where they differ by at most `most`, which is what one individual adds.
    Sum { most: usize },
    /// {0..individuals}^queries in lexicographic order, adjacent where every coordinate differs by at most 1.
    Counts { individuals: usize, queries: usize },
    /// Lists of neighbours, each sorted.
    Listed(Vec<Vec<usize>>),
    /// Of each node i a sorted list of those h to which an arc goes: neighbours in that order alone.
    Directed(Vec<Vec<usize>>),
    /// Lists of neighbours with the lengths of the edges to them, sorted by neighbour: whole numbers > 0 in units of
    /// which `unit` make up the length 1 of the file. Where they are `fine` no α of one unit is made: it is that of the
    /// length 1.
    Lengths { arcs: Vec<Vec<(usize, u64)>>, unit: u64, fine: bool },
}

/// A graph on the nodes 0..n-1 without loops, undirected but for [`Family::Directed`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    family: Family,
    nodes: usize,
    diameter: OnceLock<u64>,
    /// The distances from each node of a list of few, once they are asked for.
    distances: Vec<OnceLock<Vec<u64>>>,
}

/// The steps of making a list, beside its length.
const OF_A_LIST: u64 = 32;

/// Distances are remembered for up to so many nodes: 32 MB.
const REMEMBERED: usize = 1 << 11;

impl Graph {
    /// A graph of a family; the caller has checked that the parameters give `nodes` nodes.
    pub fn new(family: Family, nodes: usize) -> Self {
        let is_listed = matches!(family, Family::Listed(_) | Family::Directed(_) | Family::Lengths { .. });
        let distances = vec![OnceLock::new(); if is_listed && nodes <= REMEMBERED { nodes } else { 0 }];
        Self { family, nodes, diameter: OnceLock::new(), distances }
    }

    /// A graph whose edges have lengths, of lists as [`Family::Lengths`] has them; `None` where a path may be too long:
    /// as a word of 32 bits, or of 64 where they are fine.
    pub fn with_lengths(arcs: Vec<Vec<(usize, u64)>>, unit: u64, fine: bool) -> Option<Self> {
        let longest = arcs.iter().flatten().map(|(_, length)| *length).max().unwrap_or(0);
        let n = arcs.len();
        (Self::has_room(longest, n, fine) && unit > 0).then(|| Self::new(Family::Lengths { arcs, unit, fine }, n))
    }

    /// Whether no path of so many edges is too long.
    pub(crate) fn has_room(longest: u64, n: usize, fine: bool) -> bool {
        let room = if fine { INFINITE } else { u32::MAX.into() };
        longest.checked_mul(n as u64).is_some_and(|most| most < room)
    }

    /// How many units of length make up the length 1 of the file, where edges have lengths; 1 where an edge has the
    /// length 1.
    pub fn unit(&self) -> u64 {
        if let Family::Lengths { unit, .. } = self.family { unit } else { 1 }
    }

    /// Whether edges have lengths in units of which no α is made: there is no Φ then.
    pub fn is_fine(&self) -> bool {
        matches!(self.family, Family::Lengths { fine: true, .. })
    }

    /// This graph, where no check may make an α of one unit.
    #[must_use]
    pub fn into_fine(mut self) -> Self {
        if let Family::Lengths { fine, .. } = &mut self.family {
            *fine = true;
        }
        self
    }

    /// Whether neighbours are so in one order alone, as arcs go.
    pub fn is_directed(&self) -> bool {
        matches!(self.family, Family::Directed(_))
    }

    /// Whether edges have lengths of their own.
    pub fn has_lengths(&self) -> bool {
        matches!(self.family, Family::Lengths { .. })
    }

    /// n, the number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Its family.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// d(i, j) of the families, in closed form; `None` of a list.
    fn distance(&self, i: usize, j: usize) -> Option<usize> {
        let apart = i.abs_diff(j);
        Some(match &self.family {
            Family::Line => apart,
            Family::Cycle => apart.min(self.nodes.saturating_sub(apart)),
            Family::Complete => apart.min(1),
            Family::Star if i == 0 || j == 0 => apart.min(1),
            Family::Star => apart.min(1).saturating_mul(2),
            Family::Hamming { values, individuals } => {
                digits(i, j, *values, *individuals).filter(|apart| *apart > 0).count()
            }
            Family::Sum { most } => apart.div_ceil(*most),
            Family::Counts { individuals, queries } => {
                digits(i, j, individuals.saturating_add(1), *queries).max().unwrap_or(0)
            }
            Family::Listed(_) | Family::Directed(_) | Family::Lengths { .. } => return None,
        })
    }

    /// d(i, j) for all j, in units of length: from the closed form, by breadth-first search of a list, by Dijkstra's
    /// algorithm where edges have lengths. Those of a list of few nodes are remembered. Over a limit none is reached.
    ///
    /// Cost: O(n) for the families, O(n + edges) for a list, that times log n with lengths, whether or not they are
    /// remembered.
    pub fn distances_from(&self, i: usize) -> Vec<u64> {
        if charge(self.steps().checked_div(self.nodes as u64).unwrap_or(0)).is_err() {
            return vec![INFINITE; self.nodes];
        }
        let remembered = self.distances.get(i).map(|known| known.get_or_init(|| self.found_from(i)).clone());
        remembered.unwrap_or_else(|| self.found_from(i))
    }

    /// The distances from a node, found anew and not remembered.
    fn found_from(&self, i: usize) -> Vec<u64> {
        let to = |j| self.distance(i, j).map_or(INFINITE, |d| d as u64);
        let differing = |d: u64, apart: u64| d.saturating_add(apart.min(1));
        match &self.family {
            Family::Listed(neighbours) | Family::Directed(neighbours) => breadth_first(neighbours, i),
            Family::Lengths { arcs, .. } => shortest(arcs, i),
            Family::Hamming { values, individuals } => by_digits(i, *values, *individuals, differing),
            Family::Counts { individuals, queries } => by_digits(i, individuals.saturating_add(1), *queries, u64::max),
            _ => (0..self.nodes).map(to).collect(),
        }
    }

    /// The nodes adjacent to i with the lengths of the edges to them, in increasing order.
    pub fn arcs(&self, i: usize) -> Vec<(usize, u64)> {
        match &self.family {
            Family::Lengths { arcs, .. } => {
                let arcs = arcs.get(i).cloned().unwrap_or_default();
                count(OF_A_LIST.saturating_add(arcs.len() as u64));
                arcs
            }
            _ => self.neighbours(i).into_iter().map(|h| (h, 1)).collect(),
        }
    }

    /// The length of the edge between two nodes, if they are adjacent.
    pub fn length(&self, i: usize, h: usize) -> Option<u64> {
        match &self.family {
            Family::Lengths { arcs, .. } => {
                let arcs = arcs.get(i)?;
                arcs.binary_search_by_key(&h, |(h, _)| *h).ok().and_then(|place| Some(arcs.get(place)?.1))
            }
            Family::Listed(lists) | Family::Directed(lists) => lists.get(i)?.binary_search(&h).ok().map(|_| 1),
            _ => (self.distance(i, h) == Some(1)).then_some(1),
        }
    }

    /// The nodes adjacent to i, in increasing order.
    pub fn neighbours(&self, i: usize) -> Vec<usize> {
        let neighbours: Vec<usize> = match &self.family {
            Family::Listed(lists) | Family::Directed(lists) => lists.get(i).cloned().unwrap_or_default(),
            Family::Lengths { .. } => self.arcs(i).into_iter().map(|(h, _)| h).collect(),
            Family::Line => (i.saturating_sub(1)..i.saturating_add(2).min(self.nodes)).filter(|&j| j != i).collect(),
            _ => self.distances_from(i).into_iter().enumerate().filter(|(_, d)| *d == 1).map(|(j, _)| j).collect(),
        };
        count(OF_A_LIST.saturating_add(neighbours.len() as u64));
        neighbours
    }

    /// D, the largest finite distance.
    pub fn diameter(&self) -> u64 {
        let far = |i| self.found_from(i).into_iter().filter(|&d| d != INFINITE).max().unwrap_or(0);
        *self.diameter.get_or_init(|| match self.family {
            Family::Star | Family::Listed(_) | Family::Directed(_) | Family::Lengths { .. } => {
                (0..self.nodes).map(far).max().unwrap_or(0)
            }
            // From an end, and on the vertex-transitive ones from anywhere.
            _ => far(0),
        })
    }

    /// About how many word operations the distances from all nodes take.
    pub fn steps(&self) -> u64 {
        let nodes = self.nodes as u64;
        let each = match &self.family {
            // A visit of a node that has neighbours is a step into memory far away.
            Family::Listed(neighbours) | Family::Directed(neighbours) => {
                let places = neighbours.iter().map(Vec::len).sum::<usize>() as u64;
                total([nodes, places.saturating_mul(3), places.min(nodes).saturating_mul(16)])
            }
            // So is each place of the heap.
            Family::Lengths { arcs, .. } => {
                let visits = total([nodes, arcs.iter().map(Vec::len).sum::<usize>() as u64]);
                steps(4, visits, u64::from(visits.max(1).ilog2()).saturating_add(1))
            }
            // Each digit joins as many as there are so far.
            Family::Hamming { .. } | Family::Counts { .. } => nodes.saturating_mul(8),
            _ => nodes,
        };
        each.saturating_mul(nodes)
    }

    /// About how many it takes to find the diameter.
    pub(crate) fn steps_to_diameter(&self) -> u64 {
        match self.family {
            Family::Star | Family::Listed(_) | Family::Directed(_) | Family::Lengths { .. } => self.steps(),
            _ => self.steps().checked_div(self.nodes as u64).unwrap_or(0),
        }
    }
}

/// The digit of i in base `base` that counts `place`s, and what is before it.
pub(crate) fn digit(i: usize, place: usize, base: usize) -> usize {
    i.checked_div(place).and_then(|i| i.checked_rem(base)).unwrap_or(0)
}

/// How far each digit of i in base `base` is from that of j, the last first.
fn digits(i: usize, j: usize, base: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).scan((i, j), move |(i, j), _| {
        let apart = digit(*i, 1, base).abs_diff(digit(*j, 1, base));
        (*i, *j) = (i.checked_div(base)?, j.checked_div(base)?);
        Some(apart)
    })
}

/// The distances from i of all nodes with so many digits, joined from how far each digit is from i's, the first digit
/// first.
fn by_digits(i: usize, base: usize, count: usize, join: fn(u64, u64) -> u64) -> Vec<u64> {
    let shifted = |left: &mut usize| Some(std::mem::replace(left, left.checked_div(base)?));
    let mut own: Vec<usize> = (0..count).scan(i, |left, _| shifted(left).map(|i| digit(i, 1, base))).collect();
    let mut all = vec![0];
    while let Some(own) = own.pop() {
        let apart: Vec<u64> = (0..base).map(|value| value.abs_diff(own) as u64).collect();
        all = all.iter().flat_map(|&d| apart.iter().map(move |&apart| join(d, apart))).collect();
    }
    all
}

fn breadth_first(neighbours: &[Vec<usize>], from: usize) -> Vec<u64> {
    let mut distance = vec![INFINITE; neighbours.len()];
    distance.iter_mut().skip(from).take(1).for_each(|own| *own = 0);
    let (mut reached, mut next) = (vec![(from, 0)], 0);
    while let Some(&(i, d)) = reached.get(next) {
        next = next.saturating_add(1);
        let d = u64::saturating_add(d, 1);
        for &j in neighbours.get(i).into_iter().flatten() {
            if let Some(own) = distance.get_mut(j).filter(|own| **own == INFINITE) {
                *own = d;
                reached.push((j, d));
            }
        }
    }
    distance
}

/// The lengths of the shortest paths from a node (Dijkstra). No path is as long as [`INFINITE`].
fn shortest(arcs: &[Vec<(usize, u64)>], from: usize) -> Vec<u64> {
    let mut distance = vec![INFINITE; arcs.len()];
    distance.iter_mut().skip(from).take(1).for_each(|own| *own = 0);
    let mut next = BinaryHeap::from([Reverse((0, from))]);
    while let Some(Reverse((d, i))) = next.pop() {
        // A longer way to a node that has been reached by a shorter one.
        if distance.get(i).is_none_or(|known| d > *known) {
            continue;
        }
        for &(j, length) in arcs.get(i).into_iter().flatten() {
            let along = d.saturating_add(length);
            if let Some(known) = distance.get_mut(j).filter(|known| along < **known) {
                *known = along;
                next.push(Reverse((along, j)));
            }
        }
    }
    distance
}
