//! Adjacency graphs and their distances.

use std::sync::OnceLock;

/// The distance between nodes with no path between them.
pub const INFINITE: u32 = u32::MAX;

/// Which pairs of nodes are adjacent.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    Hamming {
        /// Values of one individual.
        values: usize,
        /// The number of individuals.
        individuals: usize,
    },
    /// 0..individuals·most, adjacent where they differ by at most `most`.
    Sum {
        /// The most that one individual adds.
        most: usize,
    },
    /// {0..individuals}^queries in lexicographic order, adjacent where every coordinate differs by at most 1.
    Counts {
        /// The number of individuals.
        individuals: usize,
        /// The number of counting queries.
        queries: usize,
    },
    /// Lists of neighbours, each sorted.
    Listed(Vec<Vec<usize>>),
}

/// An undirected graph on the nodes 0..n-1 without loops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    family: Family,
    nodes: usize,
    diameter: OnceLock<u32>,
}

impl Graph {
    /// A graph of a family; the caller has checked that the parameters give `nodes` nodes.
    pub(crate) fn new(family: Family, nodes: usize) -> Self {
        Self { family, nodes, diameter: OnceLock::new() }
    }

    /// n, the number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Its family.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The number of edges: from a closed form for the families, by counting for a list. Cost: O(n) for a list.
    pub fn edge_count(&self) -> u128 {
        let n = self.nodes as u128;
        match &self.family {
            Family::Line | Family::Star => n.saturating_sub(1),
            Family::Cycle => n,
            Family::Complete => n * n.saturating_sub(1) / 2,
            Family::Hamming { values, individuals } => n * (*individuals as u128) * (*values as u128 - 1) / 2,
            // n − d pairs of answers differ by d.
            Family::Sum { most } => {
                let most = (*most as u128).min(n - 1);
                most * n - most * (most + 1) / 2
            }
            // In one coordinate 3(u+1) − 2 ordered pairs differ by at most 1.
            Family::Counts { individuals, queries } => {
                let of_one = 3 * (*individuals as u128 + 1) - 2;
                let exponent = u32::try_from(*queries).unwrap_or(u32::MAX);
                (of_one.saturating_pow(exponent) - n) / 2
            }
            Family::Listed(neighbours) => neighbours.iter().map(|list| list.len() as u128).sum::<u128>() / 2,
        }
    }

    /// d(i, j) for all j: from a closed form for the families, by breadth-first search otherwise.
    ///
    /// Cost: O(n) for the families (times the digits of a node), O(n + edges) for a list.
    pub fn distances_from(&self, i: usize) -> Vec<u32> {
        let apart = |j: usize| i.abs_diff(j);
        let all =
            |d: &dyn Fn(usize) -> usize| (0..self.nodes).map(|j| u32::try_from(d(j)).unwrap_or(INFINITE)).collect();
        match &self.family {
            Family::Line => all(&apart),
            Family::Cycle => all(&|j| apart(j).min(self.nodes - apart(j))),
            Family::Complete => all(&|j| usize::from(i != j)),
            Family::Star => all(&|j| {
                if i == j {
                    0
                } else if i == 0 || j == 0 {
                    1
                } else {
                    2
                }
            }),
            Family::Hamming { values, individuals } => {
                all(&|j| digits(i, j, *values, *individuals).filter(|(x, y)| x != y).count())
            }
            Family::Sum { most } => all(&|j| apart(j).div_ceil(*most)),
            Family::Counts { individuals, queries } => {
                all(&|j| digits(i, j, individuals + 1, *queries).map(|(x, y)| x.abs_diff(y)).max().unwrap_or(0))
            }
            Family::Listed(neighbours) => breadth_first(neighbours, i),
        }
    }

    /// The nodes adjacent to i, in increasing order.
    pub fn neighbours(&self, i: usize) -> Vec<usize> {
        match &self.family {
            Family::Listed(neighbours) => neighbours[i].clone(),
            Family::Line => (i.saturating_sub(1)..(i + 2).min(self.nodes)).filter(|&j| j != i).collect(),
            _ => {
                let distances = self.distances_from(i);
                (0..self.nodes).filter(|&j| distances[j] == 1).collect()
            }
        }
    }

    /// Whether i ~ h.
    ///
    /// Cost: at most a pass over the coordinates of a node.
    pub fn are_adjacent(&self, i: usize, h: usize) -> bool {
        let apart = i.abs_diff(h);
        let coordinates = |base: usize, count: usize| {
            let digits = move |x: usize| std::iter::successors(Some(x), move |x| Some(x / base)).map(move |x| x % base);
            digits(i).zip(digits(h)).take(count)
        };
        match &self.family {
            Family::Line => apart == 1,
            Family::Cycle => apart == 1 || apart + 1 == self.nodes && self.nodes > 2,
            Family::Complete => apart > 0,
            Family::Star => apart > 0 && (i == 0 || h == 0),
            Family::Sum { most } => (1..=*most).contains(&apart),
            Family::Hamming { values, individuals } => {
                coordinates(*values, *individuals).filter(|(x, y)| x != y).count() == 1
            }
            Family::Counts { individuals, queries } => {
                apart > 0 && coordinates(*individuals + 1, *queries).all(|(x, y)| x.abs_diff(y) <= 1)
            }
            Family::Listed(neighbours) => neighbours[i].binary_search(&h).is_ok(),
        }
    }

    /// The largest finite distance.
    pub fn diameter(&self) -> u32 {
        let far = |i| self.distances_from(i).into_iter().filter(|&d| d != INFINITE).max().unwrap_or(0);
        *self.diameter.get_or_init(|| match self.family {
            // From an end, and on the vertex-transitive ones from anywhere.
            Family::Line
            | Family::Complete
            | Family::Cycle
            | Family::Hamming { .. }
            | Family::Sum { .. }
            | Family::Counts { .. } => far(0),
            Family::Star | Family::Listed(_) => (0..self.nodes).map(far).max().unwrap_or(0),
        })
    }

    /// About how many word operations the distances from all nodes take.
    pub(crate) fn steps(&self) -> u64 {
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

    /// Whether every two nodes have a path between them.
    pub fn is_connected(&self) -> bool {
        !self.distances_from(0).contains(&INFINITE)
    }
}

/// The digits of i and j in base `base`, side by side, the last first.
fn digits(i: usize, j: usize, base: usize, count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).scan((i, j), move |(i, j), _| {
        let pair = (*i % base, *j % base);
        (*i, *j) = (*i / base, *j / base);
        Some(pair)
    })
}

fn breadth_first(neighbours: &[Vec<usize>], from: usize) -> Vec<u32> {
    let mut distance = vec![INFINITE; neighbours.len()];
    distance[from] = 0;
    let mut reached = vec![from];
    let mut next = 0;
    while next < reached.len() {
        let i = reached[next];
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
