//! Flows along arcs of a graph: whether what some nodes have can be carried to those that want it.
//!
//! Arcs carry any amount, so the network is a transport problem; it is solved by phases of shortest
//! paths (Dinic 1970), on integers of any kind.

use std::collections::VecDeque;
use std::ops::{AddAssign, Neg, SubAssign};

use malachite::Integer;

/// The arcs i→h of a graph, both ways along each edge.
#[derive(Clone, Debug)]
pub(super) struct Arcs {
    /// (i, h) of each arc.
    pub(super) ends: Vec<(usize, usize)>,
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
}

impl Arcs {
    /// The arcs of symmetric lists of neighbours, each once and none from a node to itself.
    pub(super) fn new(neighbours: &[Vec<usize>]) -> Self {
        let nodes = neighbours.len();
        let mut this = Self { ends: Vec::new(), out: vec![Vec::new(); nodes], into: vec![Vec::new(); nodes] };
        for (i, list) in neighbours.iter().enumerate() {
            let mut list = list.clone();
            list.sort_unstable();
            list.dedup();
            for h in list.into_iter().filter(|&h| h != i) {
                this.out[i].push(this.ends.len());
                this.into[h].push(this.ends.len());
                this.ends.push((i, h));
            }
        }
        this
    }

    pub(super) fn nodes(&self) -> usize {
        self.out.len()
    }
}

/// What flows: integers, or what is like them.
pub trait Amount:
    Clone + Ord + Default + Neg<Output = Self> + for<'a> AddAssign<&'a Self> + for<'a> SubAssign<&'a Self>
{
}

impl Amount for i128 {}
impl Amount for Integer {}

/// What becomes of the demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Routed<T> {
    /// The amount ≥ 0 on each arc: what enters a node less what leaves it is its demand.
    Flow(Vec<T>),
    /// A set of nodes that no open arc leaves, with a demand below 0 in all.
    Cut(Vec<bool>),
}

/// Carries demands that add up to 0 (below 0: the node has the amount to give) along open arcs.
///
/// Cost: at most n phases of n·m steps each; in practice a few phases of little more than m steps.
pub(super) fn route<T: Amount>(arcs: &Arcs, open: &[bool], demand: Vec<T>) -> Routed<T> {
    let flow = vec![T::default(); arcs.ends.len()];
    let mut routing = Routing { arcs, open, demand, flow };
    loop {
        let levels = routing.levels();
        if !routing.augment(&levels) {
            let zero = T::default();
            return if routing.demand.iter().any(|d| *d < zero) {
                Routed::Cut(levels.iter().map(Option::is_some).collect())
            } else {
                Routed::Flow(routing.flow)
            };
        }
    }
}

struct Routing<'a, T> {
    arcs: &'a Arcs,
    open: &'a [bool],
    /// What is left of it.
    demand: Vec<T>,
    flow: Vec<T>,
}

impl<T: Amount> Routing<'_, T> {
    /// The k-th step out of a node: forward along an open arc, or back along one that carries something.
    fn step(&self, node: usize, k: usize) -> Option<Option<(usize, usize, bool)>> {
        let out = &self.arcs.out[node];
        if let Some(&arc) = out.get(k) {
            return Some(self.open[arc].then(|| (arc, self.arcs.ends[arc].1, true)));
        }
        let arc = *self.arcs.into[node].get(k - out.len())?;
        Some((self.flow[arc] > T::default()).then(|| (arc, self.arcs.ends[arc].0, false)))
    }

    /// How many steps each node is away from the nodes with something to give.
    fn levels(&self) -> Vec<Option<usize>> {
        let zero = T::default();
        let mut levels = vec![None; self.arcs.nodes()];
        let mut queue: VecDeque<usize> = (0..levels.len()).filter(|&i| self.demand[i] < zero).collect();
        queue.iter().for_each(|&i| levels[i] = Some(0));
        while let Some(node) = queue.pop_front() {
            let next = levels[node].map(|level| level + 1);
            for k in 0.. {
                match self.step(node, k) {
                    None => break,
                    Some(Some((_, to, _))) if levels[to].is_none() => {
                        levels[to] = next;
                        queue.push_back(to);
                    }
                    Some(_) => {}
                }
            }
        }
        levels
    }

    /// Carries amounts along paths that go up the levels until there is none; whether there was one.
    fn augment(&mut self, levels: &[Option<usize>]) -> bool {
        let zero = T::default();
        let mut tried = vec![0; levels.len()];
        let mut any = false;
        for source in 0..levels.len() {
            let mut path: Vec<(usize, usize, bool)> = Vec::new();
            while self.demand[source] < zero {
                let node = path.last().map_or(source, |step| step.1);
                if self.demand[node] > zero {
                    self.carry(source, &path);
                    any = true;
                    path.clear();
                    continue;
                }
                match self.step(node, tried[node]) {
                    Some(Some(step)) if levels[step.1] > levels[node] => path.push(step),
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
    fn carry(&mut self, source: usize, path: &[(usize, usize, bool)]) {
        let Some(&(_, sink, _)) = path.last() else { return };
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
