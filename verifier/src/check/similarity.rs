//! The similarity matrix Φ_ij = α^d(i,j) and its products with vectors.

use crate::graph::{Graph, INFINITE};
use crate::number::{BigInt, Fractions, Rational};
use num_traits::{One, Zero};
use std::collections::{HashMap, HashSet};
use std::iter;

/// Φ of a graph at a rational α = p/q, with α^∞ = 0. Never stored: rows come from the graph's distances.
#[derive(Debug, Clone)]
pub struct Similarity<'a> {
    graph: &'a Graph,
    alpha: Rational,
    /// D.
    diameter: u32,
    /// p^k for k = 0..=D.
    p: Vec<BigInt>,
    /// q^k for k = 0..=D.
    q: Vec<BigInt>,
}

/// How many runs of rows are remembered: 128 MB.
const REMEMBERED: usize = 1 << 24;

impl<'a> Similarity<'a> {
    /// Φ of that graph.
    pub fn new(graph: &'a Graph, alpha: &Rational) -> Self {
        let diameter = graph.diameter();
        let powers = |base: &BigInt| {
            let next = |power: &BigInt| Some(power * base);
            iter::successors(Some(BigInt::one()), next).take(diameter as usize + 1).collect()
        };
        Self { graph, alpha: alpha.clone(), diameter, p: powers(alpha.numer()), q: powers(alpha.denom()) }
    }

    /// n.
    pub fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// α.
    pub fn alpha(&self) -> &Rational {
        &self.alpha
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// q^D·α^d for d = 0..=D.
    pub fn scaled_powers(&self) -> Vec<BigInt> {
        self.p.iter().zip(self.q.iter().rev()).map(|(p, q)| p * q).collect()
    }

    /// Φv. A row's product depends only on how many columns of each value lie at each distance: rows that agree
    /// in that are multiplied once.
    ///
    /// Cost: n² log n operations on words; n additions of long numbers and the multiplications of
    /// `layered` for each row that is new. `v` has n entries.
    pub fn times(&self, v: &Fractions) -> Fractions {
        assert_eq!(v.len(), self.nodes(), "a vector that does not fit the graph");
        let rows = Rows::new(&v.numerators);
        let mut known: HashMap<Vec<Run>, BigInt> = HashMap::new();
        let mut remembered = 0;
        let mut numerators = Vec::with_capacity(self.nodes());
        for i in 0..self.nodes() {
            let runs = rows.runs(&self.graph.distances_from(i));
            if let Some(product) = known.get(&runs) {
                numerators.push(product.clone());
                continue;
            }
            let product = self.layered(&rows.sums(&runs, self.diameter));
            numerators.push(product.clone());
            if rows.may_agree() && remembered + runs.len() <= REMEMBERED {
                remembered += runs.len();
                known.insert(runs, product);
            }
        }
        Fractions { denominator: &v.denominator * &self.q[self.diameter as usize], numerators }
    }

    /// Σ_d s_d p^d q^(k-d) for k+1 numbers s_0, ..., s_k: from the sums of both halves, so that few
    /// multiplications are of long numbers by long ones.
    fn layered(&self, sums: &[BigInt]) -> BigInt {
        match sums {
            [] => BigInt::zero(),
            [one] => one.clone(),
            _ => {
                let (near, far) = sums.split_at(sums.len() / 2);
                self.layered(near) * &self.q[far.len()] + self.layered(far) * &self.p[near.len()]
            }
        }
    }

    /// The row sums Φ1.
    pub fn row_sums(&self) -> Fractions {
        self.times(&Fractions { denominator: 1.into(), numerators: vec![1.into(); self.nodes()] })
    }

    /// About how many word operations Φv takes.
    pub(crate) fn steps(&self, v: &Fractions) -> u64 {
        let words = |x: Option<u64>| x.unwrap_or(0) / 64 + 1;
        let entry = words(v.numerators.iter().map(BigInt::bits).max());
        let power = words(self.p.last().into_iter().chain(self.q.last()).map(BigInt::bits).max());
        // The halves' halves: half as long powers, twice as many products, and so on.
        let layers = self.p.len() as u64;
        let levels = u64::from(layers.ilog2()) + 1;
        let products = power.saturating_mul(power.saturating_add(entry.saturating_mul(levels)));
        let row = (self.nodes() as u64 * (8 + entry)).saturating_add(layers * 32).saturating_add(products);
        self.graph.steps().saturating_add(row.saturating_mul(self.nodes() as u64))
    }
}

/// For each row of Φ that differs from those before it: its number and the sums s_0, ..., s_D of the entries at each
/// distance, so that (Φv)_i = Σ_d s_d α^d whatever α is.
///
/// Cost: n² log n operations on words, and n additions of long numbers for each row that is new.
pub(super) fn layers(graph: &Graph, entries: &[BigInt]) -> Vec<(usize, Vec<BigInt>)> {
    let rows = Rows::new(entries);
    let diameter = graph.diameter();
    let mut known: HashSet<Vec<Run>> = HashSet::new();
    let mut layers = Vec::new();
    for i in 0..graph.nodes() {
        let runs = rows.runs(&graph.distances_from(i));
        if !known.contains(&runs) {
            layers.push((i, rows.sums(&runs, diameter)));
            known.insert(runs);
        }
    }
    layers
}

/// How many columns of one value lie at one distance: the distance, the value's place, the number of columns.
type Run = (u32, u32, u32);

/// The distinct values among a vector's entries.
struct Rows<'v> {
    values: Vec<&'v BigInt>,
    /// The place in `values` of each entry.
    places: Vec<u32>,
}

impl<'v> Rows<'v> {
    fn new(entries: &'v [BigInt]) -> Self {
        let mut known: HashMap<&BigInt, u32> = HashMap::new();
        let mut values = Vec::new();
        let mut place = |x: &'v BigInt| {
            let next = u32::try_from(values.len()).expect("as many values as nodes, which are below 2^32");
            *known.entry(x).or_insert_with(|| {
                values.push(x);
                next
            })
        };
        let places = entries.iter().map(&mut place).collect();
        Self { values, places }
    }

    /// Whether rows can agree at all: not if each entry is a value of its own.
    fn may_agree(&self) -> bool {
        self.values.len() < self.places.len()
    }

    /// What a row at these distances sees, in order.
    fn runs(&self, distances: &[u32]) -> Vec<Run> {
        let mut seen: Vec<(u32, u32)> =
            distances.iter().copied().zip(self.places.iter().copied()).filter(|&(d, _)| d != INFINITE).collect();
        if self.may_agree() {
            seen.sort_unstable();
        }
        let mut runs: Vec<Run> = Vec::with_capacity(seen.len());
        for (d, place) in seen {
            match runs.last_mut() {
                Some(last) if (last.0, last.1) == (d, place) => last.2 += 1,
                _ => runs.push((d, place, 1)),
            }
        }
        runs
    }

    /// The sum of the entries at each distance from 0 to the diameter.
    fn sums(&self, runs: &[Run], diameter: u32) -> Vec<BigInt> {
        let mut sums = vec![BigInt::zero(); diameter as usize + 1];
        for &(d, place, count) in runs {
            let value = self.values[place as usize];
            match count {
                1 => sums[d as usize] += value,
                _ => sums[d as usize] += value * count,
            }
        }
        sums
    }
}
