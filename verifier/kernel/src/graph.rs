//! Adjacency graphs and their distances.

use std::sync::OnceLock;

/// The distance between nodes with no path between them.
pub const INFINITE: u32 = u32::MAX;

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
}

/// An undirected graph on the nodes 0..n-1 without loops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    family: Family,
    nodes: usize,
    diameter: OnceLock<u32>,
    /// The distances from every node of a list, once one is asked for.
    distances: OnceLock<Vec<Vec<u32>>>,
}

/// Distances are remembered for up to so many nodes: 16 MB.
const REMEMBERED: usize = 1 << 11;

impl Graph {
    /// A graph of a family; the caller has checked that the parameters give `nodes` nodes.
    pub fn new(family: Family, nodes: usize) -> Self {
        Self { family, nodes, diameter: OnceLock::new(), distances: OnceLock::new() }
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
            Family::Cycle => apart.min(self.nodes - apart),
            Family::Complete => apart.min(1),
            Family::Star if i == 0 || j == 0 => apart.min(1),
            Family::Star => 2 * apart.min(1),
            Family::Hamming { values, individuals } => {
                digits(i, j, *values, *individuals).filter(|apart| *apart > 0).count()
            }
            Family::Sum { most } => apart.div_ceil(*most),
            Family::Counts { individuals, queries } => digits(i, j, individuals + 1, *queries).max().unwrap_or(0),
            Family::Listed(_) => return None,
        })
    }

    /// d(i, j) for all j: from the closed form, by breadth-first search of a list.
    ///
    /// Cost: O(n) for the families, O(n + edges) for a list.
    pub fn distances_from(&self, i: usize) -> Vec<u32> {
        let to = |j| self.distance(i, j).and_then(|d| u32::try_from(d).ok()).unwrap_or(INFINITE);
        match &self.family {
            Family::Listed(neighbours) if self.nodes <= REMEMBERED => {
                let all = || (0..self.nodes).map(|i| breadth_first(neighbours, i)).collect();
                self.distances.get_or_init(all)[i].clone()
            }
            Family::Listed(neighbours) => breadth_first(neighbours, i),
            Family::Hamming { values, individuals } => by_digits(i, *values, *individuals, |d, apart| d + apart.min(1)),
            Family::Counts { individuals, queries } => by_digits(i, individuals + 1, *queries, u32::max),
            _ => (0..self.nodes).map(to).collect(),
        }
    }

    /// The nodes adjacent to i, in increasing order.
    pub fn neighbours(&self, i: usize) -> Vec<usize> {
        match &self.family {
            Family::Listed(neighbours) => neighbours[i].clone(),
            Family::Line => (i.saturating_sub(1)..(i + 2).min(self.nodes)).filter(|&j| j != i).collect(),
            _ => (0..self.nodes).filter(|&j| self.are_adjacent(i, j)).collect(),
        }
    }

    /// Whether i ~ h.
    pub fn are_adjacent(&self, i: usize, h: usize) -> bool {
        match &self.family {
            Family::Listed(neighbours) => neighbours[i].binary_search(&h).is_ok(),
            _ => self.distance(i, h) == Some(1),
        }
    }

    /// The largest finite distance.
    pub fn diameter(&self) -> u32 {
        let far = |i| self.distances_from(i).into_iter().filter(|&d| d != INFINITE).max().unwrap_or(0);
        *self.diameter.get_or_init(|| match self.family {
            Family::Star | Family::Listed(_) => (0..self.nodes).map(far).max().unwrap_or(0),
            // From an end, and on the vertex-transitive ones from anywhere.
            _ => far(0),
        })
    }

    /// About how many word operations the distances from all nodes take.
    pub fn steps(&self) -> u64 {
        let each = match &self.family {
            // A visit of a neighbour is a step into memory far away.
            Family::Listed(neighbours) => self.nodes + 4 * neighbours.iter().map(Vec::len).sum::<usize>(),
            Family::Hamming { individuals: digits, .. } | Family::Counts { queries: digits, .. } => {
                8 * self.nodes * digits
            }
            _ => self.nodes,
        };
        (each as u64).saturating_mul(self.nodes as u64)
    }

    /// About how many it takes to find the diameter.
    pub(crate) fn steps_to_diameter(&self) -> u64 {
        let from = if matches!(self.family, Family::Star | Family::Listed(_)) { 1 } else { self.nodes as u64 };
        self.steps() / from
    }
}

/// How far each digit of i in base `base` is from that of j, the last first.
fn digits(i: usize, j: usize, base: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).scan((i, j), move |(i, j), _| {
        let apart = (*i % base).abs_diff(*j % base);
        (*i, *j) = (*i / base, *j / base);
        Some(apart)
    })
}

/// The distances from i of all nodes with so many digits, joined from how far each digit is from i's, the first digit first.
fn by_digits(i: usize, base: usize, count: usize, join: fn(u32, u32) -> u32) -> Vec<u32> {
    let mut own: Vec<usize> =
        (0..count).scan(i, |left, _| Some(std::mem::replace(left, *left / base) % base)).collect();
    let mut all = vec![0];
    while let Some(own) = own.pop() {
        let apart: Vec<u32> = (0..base).map(|value| u32::try_from(value.abs_diff(own)).unwrap_or(INFINITE)).collect();
        all = all.iter().flat_map(|&d| apart.iter().map(move |&apart| join(d, apart))).collect();
    }
    all
}

fn breadth_first(neighbours: &[Vec<usize>], from: usize) -> Vec<u32> {
    let mut distance = vec![INFINITE; neighbours.len()];
    distance[from] = 0;
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&i) = reached.get(next) {
        next += 1;
        for &j in &neighbours[i] {
            if distance[j] == INFINITE {
                distance[j] = distance[i] + 1;
                reached.push(j);
            }
        }
    }
    distance
}
