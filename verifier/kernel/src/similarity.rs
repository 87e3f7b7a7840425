//! The similarity matrix Φ_ij = α^d(i,j) and its products with vectors.

use crate::failure::{Failure, Why, refused};
use crate::graph::{Graph, INFINITE};
use crate::meter::Meter;
use crate::number::{Fraction, Number, Vector};
use std::collections::{BTreeMap, HashMap};

/// Φ of a graph at α = p/q, with α^∞ = 0. Never stored: rows come from the graph's distances.
#[derive(Debug, Clone)]
pub(crate) struct Similarity<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) alpha: Fraction,
    /// D.
    diameter: u32,
    /// e, where α = t^e: its powers are made when they are asked for, as all of them take the square of the last one's length.
    exponent: Option<usize>,
    /// p^0, …, p^D and q^0, …, q^D, where α is no power of t.
    powers: [Vec<Number>; 2],
}

/// How many runs of rows are remembered: 16 bytes each, 134 MB.
const REMEMBERED: usize = 8 << 20;

impl<'a> Similarity<'a> {
    /// Φ of that graph.
    pub(crate) fn new(graph: &'a Graph, alpha: &Fraction, meter: &Meter) -> Result<Self, Failure> {
        meter.charge(graph.steps())?;
        let diameter = graph.diameter();
        let exponent = alpha.numerator.exponent().filter(|_| alpha.denominator == Number::ONE);
        let last = if exponent.is_some() { 0 } else { diameter as usize };
        let powers = |base: &Number| {
            meter.room((last as u64 / 2 + 1).saturating_mul(last as u64 + 1), base.words())?;
            let mut powers = vec![Number::ONE];
            for d in 0..last {
                powers.push(powers[d].times(base, meter)?);
            }
            Ok::<_, Failure>(powers)
        };
        let powers = [powers(&alpha.numerator)?, powers(&alpha.denominator)?];
        Ok(Self { graph, alpha: alpha.clone(), diameter, exponent, powers })
    }

    /// n.
    pub(crate) fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// α^d; 0 past the diameter, where α^∞ = 0.
    pub(crate) fn power(&self, d: u32, meter: &Meter) -> Result<Fraction, Failure> {
        if d > self.diameter {
            return Ok(Fraction::ZERO);
        }
        let [p, q] = [0, 1].map(|of| self.powers[of].get(d as usize).cloned());
        match (self.exponent, p, q) {
            (None, Some(p), Some(q)) => Ok(Fraction::new(p, q)),
            _ => self.alpha.power(d as usize, meter),
        }
    }

    /// q^D·α^d modulo m for d = 0..=D, for integers p and q.
    pub(crate) fn residues(&self, m: u64) -> Vec<u64> {
        let [p, q] = &self.powers;
        p.iter().zip(q.iter().rev()).map(|(p, q)| p.residue(m) * q.residue(m) % m).collect()
    }

    /// Φv. A row's product depends only on how many columns of each value lie at each distance: rows that agree
    /// in that are multiplied once.
    ///
    /// Cost: n² log n operations on words; n additions of long numbers and some 2·D multiplications for each row that is new.
    pub(crate) fn times(&self, v: &Vector, meter: &Meter) -> Result<Vector, Failure> {
        if v.len() != self.nodes() {
            return refused(Why::DoesNotFit);
        }
        let columns = Columns::new(&v.numerators);
        meter.charge(self.graph.steps())?;
        meter.charge(columns.steps_to_sort(u64::from(self.diameter) + 1).saturating_mul(self.nodes() as u64))?;
        // By order, as a comparison ends at the first difference.
        let mut known: BTreeMap<Box<[Run]>, Number> = BTreeMap::new();
        let mut remembered = 0;
        let mut numerators: Vec<Number> = Vec::with_capacity(self.nodes());
        let mut longest = 0;
        for i in 0..self.nodes() {
            let runs = columns.runs(&self.graph.distances_from(i));
            let product = match known.get(&runs[..]) {
                Some(product) => product.clone(),
                None => {
                    let mut sums = vec![Number::ZERO; self.diameter as usize + 1];
                    for &(seen, count) in &runs {
                        let (d, value) = (seen / columns.values.len(), columns.values[seen % columns.values.len()]);
                        sums[d].add_times(value, count.into(), meter);
                    }
                    meter.charge(8 * (runs.len() + sums.len()) as u64)?;
                    let product = self.layered(&sums, meter)?;
                    if columns.may_agree() && remembered + runs.len() <= REMEMBERED {
                        remembered += runs.len();
                        known.insert(runs.into(), product.clone());
                    }
                    product
                }
            };
            longest = longest.max(product.words());
            meter.room(i as u64 + 1, longest)?;
            numerators.push(product);
        }
        // q^D; 1 where α is a power of t.
        let scale = self.powers[1].last().unwrap_or(&Number::ONE);
        Ok(Vector { denominator: v.denominator.times(scale, meter)?, numerators })
    }

    /// Σ_d s_d·p^d·q^(k−d) for s_0, ..., s_k, from the sums of both halves, so that few multiplications are of long numbers by
    /// long ones; where α = t^e each sum is moved to its place.
    fn layered(&self, sums: &[Number], meter: &Meter) -> Result<Number, Failure> {
        match (self.exponent, sums) {
            (Some(e), _) => Number::spread(sums, e, meter),
            (_, []) => Ok(Number::ZERO),
            (_, [one]) => Ok(one.clone()),
            _ => {
                let (near, far) = sums.split_at(sums.len() / 2);
                let [p, q] = &self.powers;
                let mut sum = self.layered(near, meter)?.times(&q[far.len()], meter)?;
                sum.add(&self.layered(far, meter)?.times(&p[near.len()], meter)?, meter);
                Ok(sum)
            }
        }
    }
}

/// How many columns of one value lie at one distance: distance · values + the value's place, the number of columns.
type Run = (usize, u32);

/// The distinct values among a vector's entries, and the place among them of each entry.
struct Columns<'v> {
    values: Vec<&'v Number>,
    places: Vec<usize>,
}

impl<'v> Columns<'v> {
    fn new(entries: &'v [Number]) -> Self {
        let (mut known, mut values) = (HashMap::new(), Vec::new());
        let mut place = |x: &'v Number| {
            *known.entry(x).or_insert_with(|| {
                values.push(x);
                values.len() - 1
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
        if self.may_agree() { entries * u64::from(runs.ilog2()) + runs * 24 } else { entries * 8 }
    }

    /// What a row at these distances sees, in order.
    fn runs(&self, distances: &[u32]) -> Vec<Run> {
        let seen = |(&d, place): (&u32, &usize)| (d != INFINITE).then_some(d as usize * self.values.len() + place);
        let mut all: Vec<usize> = distances.iter().zip(&self.places).filter_map(seen).collect();
        if self.may_agree() {
            all.sort_unstable();
        }
        let mut runs: Vec<Run> = Vec::with_capacity(all.len());
        for seen in all {
            match runs.last_mut() {
                Some((last, count)) if *last == seen => *count += 1,
                _ => runs.push((seen, 1)),
            }
        }
        runs
    }
}
