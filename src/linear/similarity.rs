//! The similarity matrix Φ_ij = α^d(i,j) and its quotients by an equitable partition.
//!
//! A row lists its columns layer by layer, in order of distance. A product with a row then adds up
//! the entries of each layer and multiplies the sum by a power of α: as many long multiplications as
//! there are distances, not as many as there are columns.

use std::iter;

use malachite::base::num::arithmetic::traits::{DivExactAssign, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use rayon::prelude::*;

mod error;
mod products;

pub use error::SimilarityError;

use super::layers::Row;
use super::partition::Partition;
use super::symmetry::Symmetry;
use error::{validate, validate_alpha};

/// The matrix Φ_ij = α^d(i,j), where α^∞ = 0, or its quotient by an equitable partition.
///
/// In a quotient, row K and column C stand for cells of nodes, Φ_KC = Σ_{j ∈ C} α^d(k,j) for any
/// k ∈ K, and a vector's entry is the value at every node of the cell. A quotient is not symmetric,
/// but |K| Φ_KC = |C| Φ_CK: it is self-adjoint for [`Similarity::pair`], ⟨u,v⟩ = Σ_K |K| u_K v_K.
/// All sums over nodes are therefore taken with `pair` and `total`, and then whatever is proved of
/// the quotient holds of the whole matrix, for vectors that are constant on the cells.
#[derive(Clone, Debug)]
pub struct Similarity {
    alpha: Rational,
    /// p^d q^(D-d) for each finite distance d that occurs, in order; D is the largest of them.
    powers: Vec<Integer>,
    /// Those distances.
    occurring: Vec<u32>,
    /// p^k and q^k for k up to (D+2)/2.
    halves: [Vec<Integer>; 2],
    /// q^D.
    scale: Integer,
    /// How many nodes of the graph each row stands for.
    weights: Vec<u32>,
    rows: Vec<Row>,
    symmetry: Symmetry,
}

impl Similarity {
    /// Φ for the n×n distances of a graph, where `u32::MAX` is the infinite distance.
    ///
    /// If α = 1, all finite distances count as the same. Cost: n² log n, and 4n² bytes kept.
    ///
    /// # Errors
    ///
    /// If α ∉ (0, 1], or the distances are not those of a graph: symmetric, 0 on the diagonal, below n or infinite.
    pub fn new(alpha: Rational, distances: &[Vec<u32>]) -> Result<Self, SimilarityError> {
        validate(&alpha, distances)?;
        let same = alpha == 1;
        let effective = |d: u32| if same { 0 } else { d };
        let mut occurs: Vec<bool> = Vec::new();
        for &d in distances.iter().flatten().filter(|&&d| d != u32::MAX) {
            let d = effective(d) as usize;
            if occurs.len() <= d {
                occurs.resize(d + 1, false);
            }
            occurs[d] = true;
        }
        let occurring: Vec<u32> = (0..).zip(&occurs).filter(|&(_, &occurs)| occurs).map(|(d, _)| d).collect();
        let mut places = vec![0; occurs.len()];
        (0..).zip(&occurring).for_each(|(place, &d)| places[d as usize] = place);
        let row = |row: &Vec<u32>| {
            let terms = (0..).zip(row).filter(|&(_, &d)| d != u32::MAX);
            Row::new(terms.map(|(j, &d)| (places[effective(d) as usize], j, 1)).collect())
        };
        let rows = distances.par_iter().map(row).collect();
        Ok(Self::of_rows(alpha, occurring, vec![1; distances.len()], rows))
    }

    /// Φ for the distances of a graph, a row at a time: those from node i to all n nodes, where `u32::MAX` is the
    /// infinite distance. That they are symmetric and 0 on the diagonal is left to the caller; where edges have
    /// lengths, they may be n and more.
    ///
    /// Cost: n² and the distances; 4n² bytes kept, and no more on the way.
    ///
    /// # Errors
    ///
    /// If α ∉ (0, 1], or there are too many nodes.
    pub fn of_graph(
        alpha: Rational,
        nodes: usize,
        distances_from: impl Fn(usize) -> Vec<u32> + Sync,
    ) -> Result<Self, SimilarityError> {
        validate_alpha(&alpha)?;
        if nodes > 1 << 27 {
            return Err(SimilarityError::TooManyNodes(nodes));
        }
        let same = alpha == 1;
        let row = |i: usize| {
            let mut distances = distances_from(i);
            if same {
                distances.iter_mut().filter(|d| **d != u32::MAX).for_each(|d| *d = 0);
            }
            Row::of_distances(&distances)
        };
        let rows: Vec<Row> = (0..nodes).into_par_iter().map(row).collect();
        let top = rows.iter().flat_map(Row::layers).map(|(d, ..)| d + 1).max().unwrap_or(0);
        let mut occurs = vec![false; top];
        rows.iter().flat_map(Row::layers).for_each(|(d, ..)| occurs[d] = true);
        let occurring: Vec<u32> = (0..).zip(&occurs).filter(|&(_, &occurs)| occurs).map(|(d, _)| d).collect();
        let mut places = vec![0; top];
        (0..).zip(&occurring).for_each(|(place, &d)| places[d as usize] = place);
        let rows = rows.into_iter().map(|row| row.with_powers(&places)).collect();
        Ok(Self::of_rows(alpha, occurring, vec![1; nodes], rows))
    }

    /// The matrix with these rows, whose powers of α are those of the distances that occur.
    fn of_rows(alpha: Rational, occurring: Vec<u32>, weights: Vec<u32>, rows: Vec<Row>) -> Self {
        let diameter = occurring.last().copied().unwrap_or(0);
        let (p, q) = (alpha.numerator_ref(), alpha.denominator_ref());
        // Each is the one before it with powers of p for as many of q: products by short numbers, not of long ones.
        let mut power = q.pow(u64::from(diameter));
        let (scale, mut reached) = (Integer::from(&power), 0);
        let mut power = |&d: &u32| {
            let further = u64::from(d - reached);
            power.div_exact_assign(q.pow(further));
            power *= p.pow(further);
            reached = d;
            Integer::from(&power)
        };
        let upto_half = |base: &Natural| {
            let next = |power: &Integer| Some(power * Integer::from(base));
            iter::successors(Some(Integer::ONE), next).take(diameter as usize / 2 + 2).collect()
        };
        Self {
            rows,
            powers: occurring.iter().map(&mut power).collect(),
            halves: [upto_half(p), upto_half(q)],
            occurring,
            scale,
            weights,
            alpha,
            symmetry: Symmetry::default(),
        }
    }

    /// The same matrix, or quotient, at another α; `None` unless both lie in (0, 1), where every distance has a
    /// power of its own. Cost: a copy, and the powers.
    #[must_use]
    pub fn at(&self, alpha: Rational) -> Option<Self> {
        let inside = |alpha: &Rational| *alpha > 0 && alpha.numerator_ref() < alpha.denominator_ref();
        (inside(&self.alpha) && inside(&alpha))
            .then(|| Self::of_rows(alpha, self.occurring.clone(), self.weights.clone(), self.rows.clone()))
    }

    /// The quotient by a partition that is equitable for this matrix.
    ///
    /// Cost: a row's length for each cell.
    #[must_use]
    pub fn quotient(&self, partition: &Partition) -> Self {
        let row = |cell: &Vec<usize>| {
            let representative = cell.first().map(|&node| self.rows[node].terms());
            let mut terms: Vec<(u32, u32, u32)> = Vec::new();
            let mut all: Vec<(usize, usize, u32)> = representative
                .into_iter()
                .flatten()
                .map(|(power, column, count)| (power, partition.cell_of(column as usize), count))
                .collect();
            all.sort_unstable();
            for (power, cell, count) in all {
                let power = u32::try_from(power).unwrap_or(u32::MAX);
                let cell = u32::try_from(cell).unwrap_or(u32::MAX);
                match terms.last_mut() {
                    Some(last) if (last.0, last.1) == (power, cell) => last.2 += count,
                    _ => terms.push((power, cell, count)),
                }
            }
            Row::new(terms)
        };
        let weight = |cell: &Vec<usize>| cell.iter().map(|&node| self.weights[node]).sum();
        Self {
            alpha: self.alpha.clone(),
            powers: self.powers.clone(),
            occurring: self.occurring.clone(),
            halves: self.halves.clone(),
            scale: self.scale.clone(),
            weights: partition.cells().iter().map(weight).collect(),
            rows: partition.cells().iter().map(row).collect(),
            symmetry: Symmetry::default(),
        }
    }

    /// What is known of its symmetry.
    pub(super) fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// How many rows there are: nodes, or cells in a quotient.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.rows.len()
    }

    /// α.
    #[must_use]
    pub fn alpha(&self) -> &Rational {
        &self.alpha
    }

    /// q^D, for α = p/q and the largest finite distance D: the least number known to make q^D·Φ
    /// integral.
    #[must_use]
    pub fn scale(&self) -> &Integer {
        &self.scale
    }

    /// q^D·α^d for each finite distance that occurs, in order of distance.
    pub(crate) fn powers(&self) -> &[Integer] {
        &self.powers
    }

    /// (place of the power, column, count) of each part of row i, where columns may come repeatedly.
    pub(crate) fn terms(&self, i: usize) -> impl Iterator<Item = (usize, usize, u32)> {
        self.rows[i].terms().map(|(power, column, count)| (power, column as usize, count))
    }

    /// How many nodes of the graph row i stands for: 1, except in a quotient.
    #[must_use]
    pub fn weight(&self, i: usize) -> u32 {
        self.weights[i]
    }

    /// Φ_ij. Cost: the length of row i.
    #[must_use]
    pub fn entry(&self, i: usize, j: usize) -> Rational {
        let hits = self.rows[i].terms().filter(|term| term.1 as usize == j);
        let sum = hits.fold(Integer::ZERO, |sum, (power, _, count)| sum + &self.powers[power] * Integer::from(count));
        Rational::from_integers(sum, self.scale.clone())
    }

    /// q^D·Φ_ij for all j: the integer row i.
    #[must_use]
    pub fn scaled_row(&self, i: usize) -> Vec<Integer> {
        let mut row = vec![Integer::ZERO; self.nodes()];
        for (power, column, count) in self.rows[i].terms() {
            row[column as usize] += &self.powers[power] * Integer::from(count);
        }
        row
    }
}
