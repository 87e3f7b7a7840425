//! The similarity matrix Φ_ij = α^d(i,j) and its quotients by an equitable partition.
//!
//! A row lists its columns layer by layer, in order of distance. A product with a row then adds up
//! the entries of each layer and multiplies the sum by a power of α: as many long multiplications as
//! there are distances, not as many as there are columns.

use std::{fmt, iter};

use malachite::base::num::arithmetic::traits::{DivExactAssign, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use rayon::prelude::*;

use super::Vector;
use super::layers::Row;
use super::partition::Partition;
use super::symmetry::Symmetry;
use crate::effort::{spend, steps, words};

/// A vector is sparse where no more than one in so many of its entries is not 0.
const FEW: usize = 8;

/// What it takes to add an entry that is short.
const OF_ADDITION: usize = 3;

/// What a similarity matrix cannot be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimilarityError {
    /// α is not above 0 and at most 1.
    AlphaOutside(Rational),
    /// There are more than 2^27 nodes, so word-size sums of digits could overflow.
    TooManyNodes(usize),
    /// The row does not have as many distances as there are rows.
    RowLength {
        /// The row.
        row: usize,
        /// How many distances it has.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
    /// A node is not at distance 0 from itself.
    Diagonal(usize),
    /// d(i, j) ≠ d(j, i) for these two nodes.
    NotSymmetric(usize, usize),
    /// A finite distance between these two nodes is not below the number of nodes, as no path is that long.
    TooFar(usize, usize),
}

impl fmt::Display for SimilarityError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlphaOutside(alpha) => write!(out, "α = {alpha}, expected 0 < α ≤ 1"),
            Self::TooManyNodes(nodes) => write!(out, "{nodes} nodes, expected at most 2^27"),
            Self::RowLength { row, found, expected } => {
                write!(out, "row {row} has {found} distances, expected {expected}")
            }
            Self::Diagonal(i) => write!(out, "node {i} is not at distance 0 from itself"),
            Self::NotSymmetric(i, j) => write!(out, "d({i}, {j}) differs from d({j}, {i})"),
            Self::TooFar(i, j) => write!(out, "d({i}, {j}) is finite and not below the number of nodes"),
        }
    }
}

impl std::error::Error for SimilarityError {}

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

    /// Σ_i weight_i u_i v_i: the sum over the nodes of the graph. `None` if a length is not n.
    #[must_use]
    pub fn pair(&self, u: &Vector, v: &Vector) -> Option<Rational> {
        if u.len() != self.nodes() || v.len() != self.nodes() {
            return None;
        }
        let terms = u.numerators().iter().zip(v.numerators()).zip(&self.weights);
        let sum = terms.fold(Integer::ZERO, |sum, ((u, v), &weight)| sum + u * v * Integer::from(weight));
        let denominator = u.denominator() * v.denominator();
        Some(Rational::from_integers(sum, denominator))
    }

    /// Σ_i weight_i v_i: the sum over the nodes of the graph. `None` if the length is not n.
    #[must_use]
    pub fn total(&self, v: &Vector) -> Option<Rational> {
        self.pair(&Vector::ones(self.nodes()), v)
    }

    /// Φv (which is vΦ too, if this is no quotient), or `None` if v does not have n entries.
    ///
    /// Cost: n² long additions, and n long multiplications for each distance.
    #[must_use]
    pub fn multiply(&self, v: &Vector) -> Option<Vector> {
        (v.len() == self.nodes()).then(|| {
            let row = |i| self.scaled_row_times(i, v.numerators());
            let numerators = (0..self.nodes()).map(row).collect();
            Vector::reduced(v.denominator() * &self.scale, numerators)
        })
    }

    /// q^D·(Φv)_i for an integer vector v with n entries.
    pub(crate) fn scaled_row_times(&self, i: usize, v: &[Integer]) -> Integer {
        let mut sums = vec![Integer::ZERO; self.layers()];
        for (power, columns, counts) in self.rows[i].layers() {
            let mut sum = Integer::ZERO;
            if counts.is_empty() {
                columns.iter().for_each(|&j| sum += &v[j as usize]);
            } else {
                for (&j, &count) in columns.iter().zip(counts) {
                    sum += &v[j as usize] * Integer::from(count);
                }
            }
            sums[self.occurring[power] as usize] = sum;
        }
        self.layered(&sums)
    }

    /// Whether Φv = 0, for an integer vector v with n entries. By columns where few entries are not 0, as
    /// |K| (Φv)_K = Σ_C |C| v_C Φ_CK, and else by rows.
    ///
    /// Cost: n additions for each entry that is not 0, or n² of them, and their products by the powers of α.
    pub(crate) fn is_in_kernel(&self, v: &[Integer]) -> bool {
        let (n, words) = (self.nodes(), words(&self.scale));
        let support: Vec<usize> = (0..n).filter(|&j| v[j] != 0).collect();
        if support.len().saturating_mul(FEW) > n {
            spend(steps(n, n, OF_ADDITION).saturating_add(steps(n, 4, words)));
            return (0..n).all(|i| self.scaled_row_times(i, v) == 0);
        }
        spend(steps(support.len(), n, OF_ADDITION.saturating_add(words)));
        let mut product = vec![Integer::ZERO; n];
        for j in support {
            let factor = &v[j] * Integer::from(self.weights[j]);
            let powers: Vec<Integer> = self.powers.iter().map(|power| power * &factor).collect();
            for (power, column, count) in self.terms(j) {
                match count {
                    1 => product[column] += &powers[power],
                    _ => product[column] += &powers[power] * Integer::from(count),
                }
            }
        }
        product.iter().all(|x| *x == 0)
    }

    /// D + 1.
    fn layers(&self) -> usize {
        self.occurring.last().map_or(0, |&farthest| farthest as usize + 1)
    }

    /// Σ_d s_d p^d q^(D-d): halves of the sum are put together again and again, so that long numbers are
    /// multiplied by long ones only.
    fn layered(&self, sums: &[Integer]) -> Integer {
        match sums {
            [] => Integer::ZERO,
            [one] => one.clone(),
            _ => {
                let (near, far) = sums.split_at(sums.len() / 2);
                let [p, q] = &self.halves;
                self.layered(near) * &q[far.len()] + self.layered(far) * &p[near.len()]
            }
        }
    }

    /// These rows, of these columns only, by their places in the list.
    pub(super) fn block(&self, rows: &[usize], columns: &[usize]) -> Vec<Row> {
        let mut places = vec![u32::MAX; self.nodes()];
        (0..).zip(columns).for_each(|(place, &column)| places[column] = place);
        let within = |&(power, column, count): &(usize, u32, u32)| {
            let place = places[column as usize];
            (place != u32::MAX).then(|| (u32::try_from(power).unwrap_or(u32::MAX), place, count))
        };
        rows.par_iter().map(|&i| Row::new(self.rows[i].terms().filter_map(|term| within(&term)).collect())).collect()
    }

    /// A number of bits that Σ_j q^D·Φ_ij has at most.
    pub(super) fn row_bits(&self) -> u64 {
        let nodes: u64 = self.weights.iter().map(|&weight| u64::from(weight)).sum();
        self.scale.significant_bits() + nodes.significant_bits()
    }

    /// Row i of Φ with other numbers for the powers of α, by distance.
    pub(crate) fn row_with(&self, i: usize, powers: &[Integer]) -> Vec<Integer> {
        let mut row = vec![Integer::ZERO; self.nodes()];
        for (power, column, count) in self.rows[i].terms() {
            row[column as usize] += &powers[self.occurring[power] as usize] * Integer::from(count);
        }
        row
    }

    /// Row i of Φ in floating point, for searches whose outcome is checked exactly.
    #[allow(clippy::float_arithmetic, reason = "not believed by anybody")]
    pub(crate) fn approximate_row(&self, i: usize) -> Vec<f64> {
        let alpha = f64::rounding_from(&self.alpha, RoundingMode::Nearest).0;
        let mut row = vec![0.0; self.nodes()];
        for (power, columns, counts) in self.rows[i].layers() {
            let power = alpha.powf(self.occurring[power].into());
            for (position, &column) in columns.iter().enumerate() {
                row[column as usize] += power * f64::from(counts.get(position).copied().unwrap_or(1));
            }
        }
        row
    }

    /// The block of q^D·Φ with these rows and columns, row by row, if its entries lie below 2^32 and
    /// all its row sums below the bound.
    pub(crate) fn words(&self, rows: &[usize], columns: &[usize], bound: u64) -> Option<Vec<u32>> {
        let powers: Vec<u64> = self.powers.iter().map(u64::try_from).collect::<Result<_, _>>().ok()?;
        let mut block = Vec::with_capacity(rows.len() * columns.len());
        for &row in rows {
            let mut entries = vec![0u64; self.nodes()];
            for (power, column, count) in self.rows[row].terms() {
                let entry = &mut entries[column as usize];
                *entry = entry.checked_add(powers[power].checked_mul(count.into())?)?;
            }
            let mut sum = 0u64;
            for &column in columns {
                sum = sum.checked_add(entries[column]).filter(|&sum| sum < bound)?;
                block.push(u32::try_from(entries[column]).ok()?);
            }
        }
        Some(block)
    }

    /// q^D·Φ modulo the prime, row by row.
    pub(crate) fn residues(&self, prime: u32) -> Vec<u32> {
        let modulus = Integer::from(prime);
        let powers: Vec<u64> =
            self.powers.iter().map(|power| u64::try_from(&(power % &modulus)).unwrap_or(0)).collect();
        let nodes = self.nodes();
        let mut residues = vec![0; nodes * nodes];
        for (i, row) in self.rows.iter().enumerate() {
            for (power, column, count) in row.terms() {
                let place = &mut residues[i * nodes + column as usize];
                let sum = u64::from(*place) + powers[power] * u64::from(count);
                *place = u32::try_from(sum % u64::from(prime)).unwrap_or(0);
            }
        }
        residues
    }

    /// For colour refinement: the colours of each layer of row i, sorted, with separators.
    pub(crate) fn signature(&self, i: usize, colours: &[u32]) -> Vec<u32> {
        let mut signature = Vec::with_capacity(self.nodes());
        for (power, columns, counts) in self.rows[i].layers() {
            signature.push(u32::MAX);
            signature.push(u32::try_from(power).unwrap_or(u32::MAX));
            let start = signature.len();
            for (position, &j) in columns.iter().enumerate() {
                let count = counts.get(position).copied().unwrap_or(1);
                signature.extend((0..count).map(|_| colours[j as usize]));
            }
            signature[start..].sort_unstable();
        }
        signature
    }
}

fn validate_alpha(alpha: &Rational) -> Result<(), SimilarityError> {
    if *alpha <= 0 || alpha.numerator_ref() > alpha.denominator_ref() {
        return Err(SimilarityError::AlphaOutside(alpha.clone()));
    }
    Ok(())
}

fn validate(alpha: &Rational, distances: &[Vec<u32>]) -> Result<(), SimilarityError> {
    validate_alpha(alpha)?;
    let nodes = distances.len();
    if nodes > 1 << 27 {
        return Err(SimilarityError::TooManyNodes(nodes));
    }
    for (row, found) in distances.iter().map(Vec::len).enumerate() {
        if found != nodes {
            return Err(SimilarityError::RowLength { row, found, expected: nodes });
        }
    }
    for (i, row) in distances.iter().enumerate() {
        if row[i] != 0 {
            return Err(SimilarityError::Diagonal(i));
        }
        if let Some(j) = (0..i).find(|&j| row[j] != distances[j][i]) {
            return Err(SimilarityError::NotSymmetric(j, i));
        }
        if let Some(j) = (0..i).find(|&j| row[j] != u32::MAX && row[j] as usize >= nodes) {
            return Err(SimilarityError::TooFar(j, i));
        }
    }
    Ok(())
}
