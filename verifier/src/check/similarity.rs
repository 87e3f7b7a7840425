//! The similarity matrix Φ_ij = α^d(i,j) and its products with vectors.

use crate::alpha::{Ground, Obstacle, Powers, Ring};
use crate::graph::{Graph, INFINITE};
use crate::number::{BigInt, Fractions};
use num_traits::ToPrimitive;
use std::borrow::Cow;
use std::collections::HashMap;

/// Φ of a graph at α = p/q, with α^∞ = 0; p and q are integers, or polynomials in t. Never stored: rows come from the
/// graph's distances.
#[derive(Debug, Clone)]
pub struct Similarity<'a, R = BigInt> {
    graph: &'a Graph,
    alpha: (R, R),
    /// D.
    diameter: u32,
    /// p^k for k = 0..=D.
    p: Powers<R>,
    /// q^k for k = 0..=D.
    q: Powers<R>,
}

/// p^d and q^d.
pub(crate) type Power<'p, R> = (Cow<'p, R>, Cow<'p, R>);

/// How many runs of rows are remembered: 12 bytes each, 126 MB.
const REMEMBERED: usize = 10 << 20;

impl<'a, R: Ring> Similarity<'a, R> {
    /// About how many word operations [`Self::new`] takes: memory never used before is slow to fill.
    pub(crate) fn steps_to_make(graph: &Graph, alpha: &(R, R)) -> u64 {
        let layers = u64::from(graph.diameter()) + 1;
        layers.saturating_mul(12 * (layers.saturating_mul(alpha.1.words()) + 1))
    }

    /// Φ of that graph.
    ///
    /// # Errors
    /// Powers of α over the limits.
    pub fn new(graph: &'a Graph, alpha: (R, R), ground: &Ground) -> Result<Self, Obstacle> {
        let diameter = graph.diameter();
        let (p, q) = (Powers::new(&alpha.0, diameter, ground)?, Powers::new(&alpha.1, diameter, ground)?);
        Ok(Self { graph, alpha, diameter, p, q })
    }

    /// n.
    pub fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// α as numerator and denominator.
    pub fn alpha(&self) -> &(R, R) {
        &self.alpha
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// p^d and q^d, for which α^d = p^d / q^d; `None` past the diameter, where α^∞ = 0.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn power(&self, d: u32, ground: &Ground) -> Result<Option<Power<'_, R>>, Obstacle> {
        match d as usize {
            d if d < self.p.count() => Ok(Some((self.p.get(d, ground)?, self.q.get(d, ground)?))),
            _ => Ok(None),
        }
    }

    /// About how many words the longest power of q takes.
    pub(crate) fn words(&self) -> u64 {
        self.q.words()
    }

    /// Φv. A row's product depends only on how many columns of each value lie at each distance: rows that agree
    /// in that are multiplied once.
    ///
    /// Cost: n² log n operations on words; n additions of long numbers and the multiplications of
    /// [`Ring::layered`] for each row that is new. `v` has n entries.
    ///
    /// # Errors
    /// A product over the limits.
    pub fn times(&self, v: &Fractions<R>, ground: &Ground) -> Result<Fractions<R>, Obstacle> {
        assert_eq!(v.len(), self.nodes(), "a vector that does not fit the graph");
        let rows = Rows::new(&v.numerators);
        let mut known: HashMap<Box<[Run]>, R> = HashMap::new();
        let mut remembered = 0;
        let mut numerators = Vec::with_capacity(self.nodes());
        let mut bytes = 0u64;
        let mut keep = |product: R| {
            bytes = bytes.saturating_add(product.bytes());
            ground.bounds.room(1, bytes / 8)?;
            numerators.push(product);
            Ok::<_, Obstacle>(())
        };
        for i in 0..self.nodes() {
            let runs = rows.runs(&self.graph.distances_from(i));
            if let Some(product) = known.get(&runs[..]) {
                keep(product.clone())?;
                continue;
            }
            let product = R::layered(&rows.sums(&runs, self.diameter), &self.p, &self.q, ground)?;
            keep(product.clone())?;
            if rows.may_agree() && remembered + runs.len() <= REMEMBERED {
                remembered += runs.len();
                known.insert(runs.into(), product);
            }
        }
        let denominator = v.denominator.times(&*self.q.get(self.diameter as usize, ground)?, ground)?;
        Ok(Fractions { denominator, numerators })
    }

    /// The row sums Φ1.
    ///
    /// # Errors
    /// A sum over the limits.
    pub fn row_sums(&self, ground: &Ground) -> Result<Fractions<R>, Obstacle> {
        self.times(&Fractions::ones(self.nodes()), ground)
    }

    /// About how many word operations Φv takes.
    pub(crate) fn steps(&self, v: &Fractions<R>) -> u64 {
        let (n, layers) = (self.nodes() as u64, self.p.count() as u64);
        let entry = v.numerators.iter().map(Ring::words).max().unwrap_or(1);
        let power = self.q.words();
        // The halves' halves: half as long powers, twice as many products, and so on.
        let levels = u64::from(layers.ilog2()) + 1;
        let products = power.saturating_mul(power.saturating_add(entry.saturating_mul(levels)));
        let row = (n * (8 + entry)).saturating_add(layers * 32).saturating_add(products);
        let row = row.saturating_add(Rows::new(&v.numerators).steps_to_sort(layers));
        self.graph.steps().saturating_add(row.saturating_mul(n))
    }
}

impl Similarity<'_> {
    /// q^D·α^d modulo m ≤ 2^32 for d = 0..=D.
    pub(crate) fn residues(&self, m: u64) -> Vec<u64> {
        let residue = |x: &BigInt| (x % m).to_u64().unwrap_or(0);
        self.p.kept().iter().zip(self.q.kept().iter().rev()).map(|(p, q)| residue(p) * residue(q) % m).collect()
    }
}

/// The upper and the lower half of a word.
fn halves(word: u64) -> (u32, u32) {
    let [a, b, c, d, e, f, g, h] = word.to_be_bytes();
    (u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h]))
}

/// How many columns of one value lie at one distance: the distance, the value's place, the number of columns.
type Run = (u32, u32, u32);

/// The distinct values among a vector's entries.
struct Rows<'v, R> {
    values: Vec<&'v R>,
    /// The place in `values` of each entry.
    places: Vec<u32>,
}

impl<'v, R: Ring> Rows<'v, R> {
    fn new(entries: &'v [R]) -> Self {
        let mut known: HashMap<&R, u32> = HashMap::new();
        let mut values = Vec::new();
        let mut place = |x: &'v R| {
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
    fn sums(&self, runs: &[Run], diameter: u32) -> Vec<R> {
        let mut sums = vec![R::default(); diameter as usize + 1];
        for &(d, place, count) in runs {
            sums[d as usize].add_times(self.values[place as usize], count);
        }
        sums
    }
}
