//! The similarity matrix Φ_ij = α^d(i,j) and its products with vectors.

use crate::graph::{Graph, INFINITE};
use crate::number::{BigInt, Fractions, Rational, words};
use num_traits::{One, ToPrimitive, Zero};
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

/// How many runs of rows are remembered: 12 bytes each, 126 MB.
const REMEMBERED: usize = 10 << 20;

impl<'a> Similarity<'a> {
    /// About how many word operations [`Self::new`] takes: memory never used before is slow to fill.
    pub(crate) fn steps_to_make(graph: &Graph, alpha: &Rational) -> u64 {
        let layers = u64::from(graph.diameter()) + 1;
        layers.saturating_mul(12 * (layers.saturating_mul(alpha.denom().bits()) / 64 + 1))
    }

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

    /// p^d and q^d, for which α^d = p^d / q^d; `None` past the diameter, where α^∞ = 0.
    pub fn power(&self, d: u32) -> Option<(&BigInt, &BigInt)> {
        self.p.get(d as usize).zip(self.q.get(d as usize))
    }

    /// q^D·α^d modulo m ≤ 2^32 for d = 0..=D.
    pub(crate) fn residues(&self, m: u64) -> Vec<u64> {
        let residue = |x: &BigInt| (x % m).to_u64().unwrap_or(0);
        self.p.iter().zip(self.q.iter().rev()).map(|(p, q)| residue(p) * residue(q) % m).collect()
    }

    /// Φv. A row's product depends only on how many columns of each value lie at each distance: rows that agree
    /// in that are multiplied once.
    ///
    /// Cost: n² log n operations on words; n additions of long numbers and the multiplications of
    /// `layered` for each row that is new. `v` has n entries.
    pub fn times(&self, v: &Fractions) -> Fractions {
        assert_eq!(v.len(), self.nodes(), "a vector that does not fit the graph");
        let rows = Rows::new(&v.numerators);
        let mut known: HashMap<Box<[Run]>, BigInt> = HashMap::new();
        let mut remembered = 0;
        let mut numerators = Vec::with_capacity(self.nodes());
        for i in 0..self.nodes() {
            let runs = rows.runs(&self.graph.distances_from(i));
            if let Some(product) = known.get(&runs[..]) {
                numerators.push(product.clone());
                continue;
            }
            let product = self.layered(&rows.sums(&runs, self.diameter));
            numerators.push(product.clone());
            if rows.may_agree() && remembered + runs.len() <= REMEMBERED {
                remembered += runs.len();
                known.insert(runs.into(), product);
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
        let (n, layers) = (self.nodes() as u64, self.p.len() as u64);
        let entry = words(v.numerators.iter());
        let power = words(self.q.last().into_iter());
        // The halves' halves: half as long powers, twice as many products, and so on.
        let levels = u64::from(layers.ilog2()) + 1;
        let products = power.saturating_mul(power.saturating_add(entry.saturating_mul(levels)));
        let row = (n * (8 + entry)).saturating_add(layers * 32).saturating_add(products);
        let row = row.saturating_add(Rows::new(&v.numerators).steps_to_sort(layers));
        self.graph.steps().saturating_add(row.saturating_mul(n))
    }
}

/// The upper and the lower half of a word.
fn halves(word: u64) -> (u32, u32) {
    let [a, b, c, d, e, f, g, h] = word.to_be_bytes();
    (u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h]))
}

/// Calls `see` for each row of Φ that differs from those before it, with its number and the sums s_0, ..., s_D of the
/// entries at each distance: (Φv)_i = Σ_d s_d α^d, whatever α is.
///
/// Cost: n² log n operations on words, and n additions of long numbers for each row that is new.
pub(super) fn each_layered<E>(
    graph: &Graph,
    entries: &[BigInt],
    mut see: impl FnMut(usize, Vec<BigInt>) -> Result<(), E>,
) -> Result<(), E> {
    let rows = Rows::new(entries);
    let diameter = graph.diameter();
    let mut known: HashSet<Box<[Run]>> = HashSet::new();
    let mut remembered = 0;
    for i in 0..graph.nodes() {
        let runs = rows.runs(&graph.distances_from(i));
        if known.contains(&runs[..]) {
            continue;
        }
        see(i, rows.sums(&runs, diameter))?;
        if rows.may_agree() && remembered + runs.len() <= REMEMBERED {
            remembered += runs.len();
            known.insert(runs.into());
        }
    }
    Ok(())
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

    /// About how many word operations it takes to sort a row, and to look for it among those known.
    fn steps_to_sort(&self, layers: u64) -> u64 {
        let entries = self.places.len() as u64;
        let runs = entries.min(layers.saturating_mul(self.values.len() as u64)).max(1);
        if self.may_agree() { entries * u64::from(runs.ilog2()) + runs * 24 } else { 0 }
    }

    /// What a row at these distances sees, in order.
    fn runs(&self, distances: &[u32]) -> Vec<Run> {
        // Distance and place in one word, which sorts faster than a pair.
        let sees = |(&d, &place): (&u32, &u32)| (d != INFINITE).then_some(u64::from(d) << 32 | u64::from(place));
        let mut seen: Vec<u64> = distances.iter().zip(&self.places).filter_map(sees).collect();
        if self.may_agree() {
            seen.sort_unstable();
        }
        let mut runs: Vec<Run> = Vec::with_capacity(seen.len());
        for word in seen {
            let (d, place) = halves(word);
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
