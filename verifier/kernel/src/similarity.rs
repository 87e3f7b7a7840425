//! The similarity matrix Φ_ij = α^d(i,j) and its products with vectors.

use crate::failure::{Failure, Why, ensure};
use crate::graph::{Family, Graph, INFINITE, digit, place};
use dp_number::list::List;
use dp_number::meter::{charge, missing, room, total};
use dp_number::{Fraction, Number, Vector};
use std::collections::{BTreeMap, HashMap};

/// Φ of a graph at α = p/q, with α^∞ = 0. Never stored: rows come from the graph's distances.
#[derive(Debug, Clone)]
pub(crate) struct Similarity<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) alpha: Fraction,
    /// D.
    diameter: u64,
    /// e, where α = t^e: its powers are made when they are asked for, as all of them take the square of the last one's
    /// length.
    exponent: Option<usize>,
    /// p^0, …, p^D and q^0, …, q^D, where α is no power of t.
    powers: [Vec<Number>; 2],
}

/// How many runs of rows are remembered: 16 bytes each, 134 MB.
const REMEMBERED: usize = 8 << 20;

impl<'a> Similarity<'a> {
    /// Φ of that graph.
    pub(crate) fn new(graph: &'a Graph, alpha: &Fraction) -> Result<Self, Failure> {
        ensure(!graph.is_fine(), || Why::FineLengths)?;
        charge(graph.steps_to_diameter())?;
        let diameter = graph.diameter();
        // A sum for each distance, for each row; distances between nodes that are joined by long edges are many.
        room(diameter.saturating_add(1), 1)?;
        let exponent = alpha.numerator.exponent().filter(|_| alpha.denominator == Number::ONE);
        let last = if exponent.is_some() { 0 } else { place(diameter) };
        let powers = |base: &Number| {
            let [half, all] = [last / 2, last].map(|many| (many as u64).saturating_add(1));
            room(half.saturating_mul(all), base.words())?;
            let mut powers = vec![Number::ONE];
            for _ in 0..last {
                let next = powers.last().map(|power| power * base);
                powers.extend(next);
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
    pub(crate) fn power(&self, d: u64) -> Fraction {
        let [p, q] = self.powers.each_ref().map(|powers| powers.get(place(d)).cloned());
        match (p, q) {
            _ if d > self.diameter => Fraction::ZERO,
            (Some(p), Some(q)) if self.exponent.is_none() => Fraction::new(p, q),
            _ => self.alpha.power(place(d)),
        }
    }

    /// q^D·α^d modulo m for d = 0..=D, for integers p and q.
    pub(crate) fn residues(&self, m: u64) -> Vec<u64> {
        let [p, q] = &self.powers;
        p.iter()
            .zip(q.iter().rev())
            .map(|(p, q)| p.residue(m).saturating_mul(q.residue(m)).checked_rem(m).unwrap_or(0))
            .collect()
    }

    /// Φv, over q^D times v's denominator; over the latter where α is a power of t.
    pub(crate) fn times(&self, v: &Vector) -> Result<Vector, Failure> {
        ensure(v.len() == self.nodes(), || Why::DoesNotFit)?;
        let numerators = match *self.graph.family() {
            Family::Complete => self.by_individuals(&v.numerators, self.nodes(), 1)?,
            Family::Hamming { values, individuals } => self.by_individuals(&v.numerators, values, individuals)?,
            _ => self.by_distances(&v.numerators)?,
        };
        let scale = self.powers[1].last().unwrap_or(&Number::ONE);
        Ok(Vector { denominator: &v.denominator * scale, numerators })
    }

    /// On a Hamming graph Φ is the tensor product of Φ₁ = (1−α)I + αJ, the matrix of one individual, with itself: one
    /// individual after the other each entry becomes (q−p)·x + p·(the sum over the individual's values).
    ///
    /// Cost: 2·u·n multiplications.
    fn by_individuals(&self, v: &[Number], values: usize, individuals: usize) -> Result<Vec<Number>, Failure> {
        let Fraction { numerator: p, denominator: q } = &self.alpha;
        let (own, mut all, mut step) = (q - p, v.to_vec(), 1);
        for _ in (0..individuals).filter(|_| values > 1) {
            room(all.len() as u64, all.iter().map(Number::words).max().unwrap_or(1).saturating_add(own.words()))?;
            for first in (0..all.len()).filter(|i| digit(*i, step, values) == 0) {
                charge(values as u64)?;
                let group = || (0..values).map(|value| first.saturating_add(value.saturating_mul(step)));
                let mut sum = Number::ZERO;
                for i in group() {
                    sum += all.at(i)?;
                }
                let shared = p * &sum;
                for i in group() {
                    let x = all.at_mut(i)?;
                    *x = &(&own * x) + &shared;
                }
            }
            step = step.saturating_mul(values);
        }
        Ok(all)
    }

    /// A row's product depends only on how many columns of each value lie at each distance: rows that agree in that are
    /// multiplied once.
    ///
    /// Cost: n² log n operations on words; n additions of long numbers and some 2·D multiplications for each row that
    /// is new.
    fn by_distances(&self, v: &[Number]) -> Result<Vec<Number>, Failure> {
        let (mut known, mut values) = (HashMap::new(), Vec::new());
        let mut cell = |x| {
            *known.entry(x).or_insert_with(|| {
                values.push(x);
                values.len().saturating_sub(1)
            })
        };
        let cells = v.iter().map(&mut cell).collect();
        let view = View { cells, count: values.len() };
        charge(view.steps(self.graph))?;
        // By order, as a comparison ends at the first difference.
        let mut known: BTreeMap<Vec<Run>, Number> = BTreeMap::new();
        let (mut remembered, mut longest, mut products) = (0, 0, Vec::with_capacity(v.len()));
        for i in 0..v.len() {
            let runs = view.runs(&self.graph.distances_from(i));
            let product = match known.get(&runs) {
                Some(product) => product.clone(),
                None => {
                    charge(self.diameter.saturating_mul(8))?;
                    let mut sums = vec![Number::ZERO; place(self.diameter).saturating_add(1)];
                    for &(seen, count) in &runs {
                        let (apart, cell) = view.placed(seen).ok_or_else(missing)?;
                        sums.at_mut(apart)?.add_times(values.at(cell)?, count);
                    }
                    charge((runs.len() as u64).saturating_add(1).saturating_mul(8))?;
                    let product = self.layered(&sums);
                    remembered = runs.len().saturating_add(remembered);
                    if view.may_agree() && remembered <= REMEMBERED {
                        known.insert(runs, product.clone());
                    }
                    product
                }
            };
            longest = product.words().max(longest);
            room((i as u64).saturating_add(1), longest)?;
            products.push(product);
        }
        Ok(products)
    }

    /// Σ_d s_d·p^d·q^(k−d) for s_0, ..., s_k, from the sums of both halves, so that few multiplications are of long
    /// numbers by long ones; where α = t^e each sum is moved to its place.
    fn layered(&self, sums: &[Number]) -> Number {
        match (self.exponent, sums) {
            (Some(e), _) => Number::spread(sums, e),
            (_, []) => Number::ZERO,
            (_, [one]) => one.clone(),
            _ => {
                let (near, far) = sums.split_at(sums.len() / 2);
                let [p, q] = &self.powers;
                let (Some(p), Some(q)) = (p.get(near.len()), q.get(far.len())) else {
                    missing();
                    return Number::ZERO;
                };
                &(&self.layered(near) * q) + &(&self.layered(far) * p)
            }
        }
    }
}

/// How many columns of one cell lie at one distance: distance · cells + the cell, the number of columns.
pub(crate) type Run = (usize, i64);

/// The columns in cells, as a row sees them.
pub(crate) struct View {
    /// The cell of each column.
    pub(crate) cells: Vec<usize>,
    /// The number of cells.
    pub(crate) count: usize,
}

impl View {
    /// Whether rows can see the same at all: not if each column is a cell of its own.
    fn may_agree(&self) -> bool {
        self.count < self.cells.len()
    }

    /// About how many word operations it takes to sort and look up what all rows see.
    pub(crate) fn steps(&self, graph: &Graph) -> u64 {
        let n = self.cells.len() as u64;
        let runs = n.min(graph.diameter().saturating_add(1).saturating_mul(self.count as u64)).max(1);
        let sorted = total([n.saturating_mul(runs.ilog2().into()), runs.saturating_mul(24)]);
        let sorting = if self.may_agree() { sorted } else { n.saturating_mul(8) };
        sorting.saturating_mul(n)
    }

    /// The distance and the cell of a run.
    pub(crate) fn placed(&self, seen: usize) -> Option<(usize, usize)> {
        Some((seen.checked_div(self.count)?, seen.checked_rem(self.count)?))
    }

    /// What a row at these distances sees, in order.
    pub(crate) fn runs(&self, distances: &[u64]) -> Vec<Run> {
        let seen = |(&d, cell): (&u64, &usize)| {
            (d != INFINITE).then_some(place(d).saturating_mul(self.count).saturating_add(*cell))
        };
        let mut all: Vec<usize> = distances.iter().zip(&self.cells).filter_map(seen).collect();
        if self.may_agree() {
            all.sort_unstable();
        }
        all.chunk_by(|x, y| x == y).filter_map(|run| Some((*run.first()?, run.len() as i64))).collect()
    }
}
