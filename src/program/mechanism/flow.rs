//! Flows along arcs of a graph: whether what some nodes have can be carried to those that want it.
//!
//! Arcs carry any amount, so the network is a transport problem; it is solved by phases of shortest
//! paths (Dinic 1970), on integers of any kind.

use crate::effort::{spend, steps};
use malachite::base::num::logic::traits::SignificantBits;
use std::collections::VecDeque;
use std::ops::{AddAssign, Neg, SubAssign};

use malachite::Integer;

/// The arcs i→h of a graph, both ways along each edge.
#[derive(Clone, Debug)]
pub(super) struct Arcs {
    nodes: usize,
    /// (i, h) of each arc.
    pub(super) ends: Vec<(usize, usize)>,
}

impl Arcs {
    /// The arcs of symmetric lists of neighbours, each once and none from a node to itself.
    pub(super) fn new(neighbours: &[Vec<usize>]) -> Self {
        let mut ends = Vec::new();
        for (i, list) in neighbours.iter().enumerate() {
            let mut list = list.clone();
            list.sort_unstable();
            list.dedup();
            ends.extend(list.into_iter().filter(|&h| h != i).map(|h| (i, h)));
        }
        Self { nodes: neighbours.len(), ends }
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }
}

/// What flows: integers, or what is like them.
pub trait Amount:
    Clone + Ord + Default + Neg<Output = Self> + for<'a> AddAssign<&'a Self> + for<'a> SubAssign<&'a Self>
{
    /// The words of it.
    fn words(&self) -> usize;
}

impl Amount for i128 {
    fn words(&self) -> usize {
        1
    }
}

impl Amount for Integer {
    fn words(&self) -> usize {
        usize::try_from(self.significant_bits() / 64 + 1).unwrap_or(usize::MAX)
    }
}

/// What becomes of the demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Routed<T> {
    /// The amount ≥ 0 on each arc: what enters a node less what leaves it is its demand.
    Flow(Vec<T>),
    /// A set of nodes that no open arc leaves, with a demand below 0 in all.
    Cut(Vec<bool>),
}

/// So many arcs are few enough for the closest memory, and so many too many for memory close by.
const FEW: usize = 1 << 12;
const MANY: usize = 1 << 16;

/// Carries demands that add up to 0 (below 0: the node has the amount to give) along open arcs.
///
/// Cost: at most n phases of n·m steps each, of m open arcs; in practice a few phases of little more than m steps.
pub(super) fn route<T: Amount>(arcs: &Arcs, open: &[bool], demand: Vec<T>) -> Routed<T> {
    let words = demand.iter().map(T::words).max().unwrap_or(1);
    let each = match arcs.ends.len() {
        ..FEW => 6,
        FEW..MANY => 12,
        MANY.. => 32,
    };
    let flow = vec![T::default(); arcs.ends.len()];
    let mut routing = Routing { steps: Steps::new(arcs, open), demand, flow, carried: 0 };
    loop {
        spend(steps(arcs.ends.len() + arcs.nodes, each, 1).saturating_add(steps(routing.carried, 4, words + 4)));
        routing.carried = 0;
        let levels = routing.levels();
        if !routing.augment(&levels) {
            let zero = T::default();
            return if routing.demand.iter().any(|d| *d < zero) {
                Routed::Cut(levels.iter().map(|level| *level > 0).collect())
            } else {
                Routed::Flow(routing.flow)
            };
        }
    }
}

/// An open arc, the node where it ends or begins, and whether that is the end.
type Step = (usize, usize, bool);

/// The steps out of each node, one node after the other: along the open arcs that leave it, then back along those that
/// enter.
struct Steps {
    all: Vec<Step>,
    /// Where those of each node end.
    ends: Vec<usize>,
}

impl Steps {
    fn new(arcs: &Arcs, open: &[bool]) -> Self {
        let open = || arcs.ends.iter().enumerate().filter(|(arc, _)| open[*arc]);
        let mut ends = vec![0; arcs.nodes];
        open().for_each(|(_, &(i, h))| {
            ends[i] += 1;
            ends[h] += 1;
        });
        // First where they begin; each step that is put down moves that on.
        let mut total = 0;
        ends.iter_mut().for_each(|end| total += std::mem::replace(end, total));
        let mut all = vec![(0, 0, true); total];
        let mut put = |from: usize, step| {
            all[ends[from]] = step;
            ends[from] += 1;
        };
        open().for_each(|(arc, &(i, h))| put(i, (arc, h, true)));
        open().for_each(|(arc, &(i, h))| put(h, (arc, i, false)));
        Self { all, ends }
    }

    /// Those out of one node.
    fn of(&self, node: usize) -> &[Step] {
        &self.all[node.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[node]]
    }
}

struct Routing<T> {
    steps: Steps,
    /// What is left of it.
    demand: Vec<T>,
    flow: Vec<T>,
    /// How many places have been changed and are not counted.
    carried: usize,
}

impl<T: Amount> Routing<T> {
    /// Whether a step can be made: forward always, back along an arc that carries something.
    fn can_be_made(&self, &(arc, _, forward): &Step) -> bool {
        forward || self.flow[arc] > T::default()
    }

    /// How many steps each node is away from the nodes with something to give, which are at 1; 0 of those out of reach.
    fn levels(&self) -> Vec<u32> {
        let zero = T::default();
        let mut levels = vec![0; self.demand.len()];
        let mut queue: VecDeque<usize> = (0..levels.len()).filter(|&i| self.demand[i] < zero).collect();
        queue.iter().for_each(|&i| levels[i] = 1);
        while let Some(node) = queue.pop_front() {
            for step @ &(_, to, _) in self.steps.of(node) {
                if levels[to] == 0 && self.can_be_made(step) {
                    levels[to] = levels[node] + 1;
                    queue.push_back(to);
                }
            }
        }
        levels
    }

    /// Carries amounts along paths that go up the levels until there is none; whether there was one.
    fn augment(&mut self, levels: &[u32]) -> bool {
        let zero = T::default();
        let mut tried = vec![0; levels.len()];
        let mut any = false;
        let mut path: Vec<Step> = Vec::new();
        for source in 0..levels.len() {
            while self.demand[source] < zero {
                let node = path.last().map_or(source, |step| step.1);
                if self.demand[node] > zero {
                    self.carry(source, &path);
                    any = true;
                    path.clear();
                    continue;
                }
                match self.steps.of(node).get(tried[node]) {
                    Some(step) if levels[step.1] > levels[node] && self.can_be_made(step) => path.push(*step),
                    Some(_) => tried[node] += 1,
                    None => match path.pop() {
                        None => break,
                        Some(_) => tried[path.last().map_or(source, |step| step.1)] += 1,
                    },
                }
            }
        }
        any
    }

    /// As much as source, path and sink allow.
    fn carry(&mut self, source: usize, path: &[Step]) {
        let Some(&(_, sink, _)) = path.last() else { return };
        self.carried += path.len() + 2;
        let mut amount = -self.demand[source].clone();
        amount = amount.min(self.demand[sink].clone());
        for &(arc, _, forward) in path {
            if !forward && self.flow[arc] < amount {
                amount = self.flow[arc].clone();
            }
        }
        self.demand[source] += &amount;
        self.demand[sink] -= &amount;
        for &(arc, _, forward) in path {
            if forward { self.flow[arc] += &amount } else { self.flow[arc] -= &amount }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{Random, random_connected};

    fn neighbours(edges: &[(usize, usize)], n: usize) -> Vec<Vec<usize>> {
        let mut lists = vec![Vec::new(); n];
        for &(i, h) in edges {
            lists[i].push(h);
            lists[h].push(i);
        }
        lists
    }

    #[test]
    fn a_flow_meets_the_demands_or_a_cut_shows_that_none_does() {
        let (mut flows, mut cuts) = (0, 0);
        for seed in 0..300 {
            let mut random = Random(seed);
            let n = 2 + random.below(7);
            let arcs = Arcs::new(&neighbours(&random_connected(seed, n, n), n));
            let open: Vec<bool> = arcs.ends.iter().map(|_| random.below(3) > 0).collect();
            let mut demand: Vec<i128> = (0..n).map(|_| random.below(21) as i128 - 10).collect();
            demand[0] -= demand.iter().sum::<i128>();
            match route(&arcs, &open, demand.clone()) {
                Routed::Flow(flow) => {
                    flows += 1;
                    let mut left = demand;
                    for (k, &(i, h)) in arcs.ends.iter().enumerate() {
                        assert!(flow[k] >= 0 && (open[k] || flow[k] == 0));
                        left[i] += flow[k];
                        left[h] -= flow[k];
                    }
                    assert!(left.iter().all(|&d| d == 0));
                }
                Routed::Cut(set) => {
                    cuts += 1;
                    let leaves = |(&(i, h), &open): (&(usize, usize), &bool)| open && set[i] && !set[h];
                    assert!(!arcs.ends.iter().zip(&open).any(leaves));
                    assert!((0..n).filter(|&i| set[i]).map(|i| demand[i]).sum::<i128>() < 0);
                }
            }
        }
        assert!(flows > 50 && cuts > 50);
    }
}
