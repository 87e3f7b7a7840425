//! Elimination modulo a word-size prime: which rows and columns are independent, and the inverse of
//! the block where they meet.
//!
//! Primes lie below 2^28, so that a sum of 128 products of residues fits in 64 bits and is reduced
//! once. Panels of columns are eliminated one by one, and the rest of the matrix follows each panel
//! by one product of matrices.

use super::Similarity;
use super::residue::{Modulus, add_combination, add_multiple, low, matrix_times, multiply, negated, reciprocal};
use crate::effort::{spend, steps};
use crate::timing::Part;
use rayon::prelude::*;

/// How many columns are eliminated together.
pub(super) const PANEL: usize = 32;

/// Independent rows R and columns S of q^D·Φ modulo a prime, and the inverse of the block \[R, S\].
///
/// A block that is invertible modulo a prime is invertible over the rationals. The converse fails at
/// finitely many primes, where |R| is less than the rank of Φ.
#[derive(Clone, Debug)]
pub struct PivotBlock {
    prime: u32,
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// |S|×|R|, row by row.
    inverse: Vec<u32>,
}

impl PivotBlock {
    /// Eliminates q^D·Φ, trying the columns in the order given (a list of distinct columns): a
    /// column is taken unless it depends, modulo the prime, on those before it.
    ///
    /// The prime must lie between n and 2^28. Cost: about n³ multiplications of words.
    #[must_use]
    pub(crate) fn new(phi: &Similarity, order: &[usize], prime: u32) -> Self {
        let all: Vec<usize> = (0..phi.nodes()).collect();
        Self::of_rows(phi, &all, order, prime)
    }

    /// As [`PivotBlock::new`], of these rows only (a list of distinct rows).
    #[must_use]
    pub(crate) fn of_rows(phi: &Similarity, rows: &[usize], order: &[usize], prime: u32) -> Self {
        let part = Part::begin("elimination");
        let (nodes, height, width) = (phi.nodes(), rows.len(), order.len());
        let residues = phi.residues(prime);
        let mut cells = Vec::with_capacity(height * width);
        for &i in rows {
            let row = &residues[i * nodes..(i + 1) * nodes];
            cells.extend(order.iter().map(|&j| row[j]));
        }
        let (found, places, inverse) = exchanged(cells, height, width, prime);
        part.end(format_args!("{height} rows modulo {prime}, rank {}", places.len()));
        let columns = places.iter().map(|&c| order[c]).collect();
        Self { prime, columns, rows: found.iter().map(|&r| rows[r]).collect(), inverse }
    }

    /// The prime.
    #[must_use]
    pub fn prime(&self) -> u32 {
        self.prime
    }

    /// |R| = |S|: the rank modulo the prime, never more than the rank of Φ.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// The independent rows R.
    #[must_use]
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// The independent columns S.
    #[must_use]
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The block with rows S and columns R, by |K| Φ_KC = |C| Φ_CK. Cost: |R|².
    ///
    /// Its inverse is W_R^-1 (Φ\[R,S\]^-1)ᵀ W_S, where W holds the weights, all below the prime.
    #[must_use]
    pub(crate) fn transposed(&self, phi: &Similarity) -> Self {
        let size = self.rank();
        let mut inverse = Vec::with_capacity(size * size);
        for (r, &row) in self.rows.iter().enumerate() {
            let below = u64::from(reciprocal(phi.weight(row), self.prime));
            for (s, &column) in self.columns.iter().enumerate() {
                let above = u64::from(phi.weight(column)) * below % u64::from(self.prime);
                inverse.push(multiply(self.inverse[s * size + r], low(above), self.prime));
            }
        }
        Self { prime: self.prime, rows: self.columns.clone(), columns: self.rows.clone(), inverse }
    }

    /// (q^D·Φ\[R,S\])^-1 r modulo the prime. Cost: |R|² multiplications of words.
    pub(crate) fn apply(&self, residues: &[u32]) -> Vec<u32> {
        matrix_times(&self.inverse, residues, self.prime)
    }
}

/// Independent rows R and columns S of a matrix of residues, where a column is taken unless it depends on those
/// before it, and the inverse of the block \[R, S\], |S|×|R|, row by row.
///
/// Cost: about |S|·height·width multiplications of words.
pub(super) fn exchanged(
    cells: Vec<u32>,
    height: usize,
    width: usize,
    prime: u32,
) -> (Vec<usize>, Vec<usize>, Vec<u32>) {
    let mut elimination = Elimination::new(cells, height, width, prime);
    for start in (0..width).step_by(PANEL) {
        elimination.panel(start, (start + PANEL).min(width));
    }
    let Elimination { rows, columns, cells, .. } = elimination;
    let mut inverse = Vec::with_capacity(rows.len() * rows.len());
    for &row in &rows {
        inverse.extend(columns.iter().map(|&c| cells[row * width + c]));
    }
    (rows, columns, inverse)
}

/// Whether as many rows of a square matrix of residues are independent as there are.
///
/// Cost: about n³/3 multiplications of words.
pub(super) fn is_of_full_rank(cells: Vec<u32>, size: usize, prime: u32) -> bool {
    let mut elimination = Elimination::new(cells, size, size, prime);
    elimination.only_rank = true;
    (0..size).step_by(PANEL).all(|start| {
        let end = (start + PANEL).min(size);
        elimination.panel(start, end);
        elimination.rows.len() == end
    })
}

/// A matrix in which pivot rows and columns have changed places.
struct Elimination {
    /// Leave rows that have become pivots, and the columns before the panel, as they are.
    only_rank: bool,
    cells: Vec<u32>,
    width: usize,
    modulus: Modulus,
    /// The pivots so far: rows[k] was exchanged with columns[k].
    rows: Vec<usize>,
    columns: Vec<usize>,
    available: Vec<bool>,
}

impl Elimination {
    fn new(cells: Vec<u32>, height: usize, width: usize, prime: u32) -> Self {
        Self {
            only_rank: false,
            cells,
            width,
            modulus: Modulus::new(prime),
            rows: Vec::new(),
            columns: Vec::new(),
            available: vec![true; height],
        }
    }

    /// Exchanges as many of the columns start..end with rows as are independent.
    ///
    /// With P the pivot rows, Q the pivot columns and G = M\[P,Q\]^-1, the exchange replaces M\[P,Q\] by
    /// G, M\[P,·\] by G·M\[P,·\], M\[·,Q\] by −M\[·,Q\]·G and the rest by M − M\[·,Q\]·G·M\[P,·\].
    fn panel(&mut self, start: usize, end: usize) {
        let (pivot_rows, pivot_columns) = self.independent(start, end);
        let size = pivot_rows.len();
        if size == 0 {
            return;
        }
        let block: Vec<Vec<u32>> =
            pivot_rows.iter().map(|&row| pivot_columns.iter().map(|&c| self.cell(row, c)).collect()).collect();
        // They are independent, so that there is an inverse.
        let Some(inverse) = inverse_of(block, self.modulus) else { return };
        let top = self.pivot_rows_after(&pivot_rows, &pivot_columns, &inverse);
        let (modulus, available) = (self.modulus, &self.available);
        // Columns before this one are not looked at again.
        let first = if self.only_rank { start } else { 0 };
        let top: Vec<&[u32]> = top.iter().map(|row| &row[first..]).collect();
        let update = |(row, cells): (usize, &mut [u32])| {
            if self.only_rank && !available[row] {
                return;
            }
            let cells = &mut cells[first..];
            if let Some(k) = pivot_rows.iter().position(|&pivot| pivot == row) {
                cells.copy_from_slice(top[k]);
                return;
            }
            let factor = |&column: &usize| negated(cells[column - first], modulus.prime());
            let factors: Vec<u32> = pivot_columns.iter().map(factor).collect();
            let mut sums: Vec<u64> = cells.iter().map(|&cell| cell.into()).collect();
            pivot_columns.iter().for_each(|&column| sums[column - first] = 0);
            add_combination(&mut sums, &factors, &top);
            cells.iter_mut().zip(&sums).for_each(|(cell, &sum)| *cell = modulus.reduce(sum));
        };
        self.cells.par_chunks_mut(self.width).with_min_len(32).enumerate().for_each(update);
        for (&row, &column) in pivot_rows.iter().zip(&pivot_columns) {
            self.available[row] = false;
            self.rows.push(row);
            self.columns.push(column);
        }
    }

    /// Pivots of the panel by plain elimination on a copy: rows still available, and the first
    /// columns that are independent on them.
    fn independent(&self, start: usize, end: usize) -> (Vec<usize>, Vec<usize>) {
        let mut left: Vec<(usize, Vec<u32>)> = (0..self.available.len())
            .filter(|&row| self.available[row])
            .map(|row| (row, self.row(row)[start..end].to_vec()))
            .collect();
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for column in 0..end - start {
            let Some(found) = left.iter().position(|(_, row)| row[column] != 0) else {
                continue;
            };
            let (row, pivot) = left.swap_remove(found);
            let prime = self.modulus.prime();
            let scale = reciprocal(pivot[column], prime);
            for (_, other) in &mut left {
                let factor = multiply(other[column], scale, prime);
                if factor != 0 {
                    let factor = negated(factor, prime);
                    add_multiple(&mut other[column..], factor, &pivot[column..], self.modulus);
                }
            }
            rows.push(row);
            columns.push(start + column);
        }
        (rows, columns)
    }

    /// G·M\[P,·\], with G itself in the columns Q.
    fn pivot_rows_after(&self, pivot_rows: &[usize], pivot_columns: &[usize], inverse: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let old: Vec<&[u32]> = pivot_rows.iter().map(|&row| self.row(row)).collect();
        let new_row = |factors: &Vec<u32>| {
            let mut sums = vec![0; self.width];
            add_combination(&mut sums, factors, &old);
            let mut row: Vec<u32> = sums.iter().map(|&sum| self.modulus.reduce(sum)).collect();
            for (&column, &entry) in pivot_columns.iter().zip(factors) {
                row[column] = entry;
            }
            row
        };
        inverse.iter().map(new_row).collect()
    }

    fn row(&self, row: usize) -> &[u32] {
        &self.cells[row * self.width..(row + 1) * self.width]
    }

    fn cell(&self, row: usize, column: usize) -> u32 {
        self.cells[row * self.width + column]
    }
}

/// The inverse of a matrix modulo a prime, by Gauss–Jordan exchanges in place; `None` if it is singular.
///
/// Rows are exchanged as they are needed.
pub(super) fn inverse_of(mut block: Vec<Vec<u32>>, modulus: Modulus) -> Option<Vec<Vec<u32>>> {
    let (size, prime) = (block.len(), modulus.prime());
    let mut swaps = Vec::with_capacity(size);
    for k in 0..size {
        spend(steps(size, size, 1) / 4);
        let found = (k..size).find(|&row| block[row][k] != 0)?;
        block.swap(k, found);
        swaps.push(found);
        let scale = reciprocal(block[k][k], prime);
        block[k][k] = 1;
        let pivot: Vec<u32> = block[k].iter().map(|&a| multiply(a, scale, prime)).collect();
        for (row, cells) in block.iter_mut().enumerate() {
            if row != k && cells[k] != 0 {
                let factor = negated(cells[k], prime);
                cells[k] = 0;
                add_multiple(cells, factor, &pivot, modulus);
            }
        }
        block[k] = pivot;
    }
    for (k, &found) in swaps.iter().enumerate().rev() {
        block.iter_mut().for_each(|row| row.swap(k, found));
    }
    Some(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{complete_bipartite, graph, random_connected, rational};
    use crate::linear::residue::LARGEST_PRIME;
    use crate::linear::{Partition, Vector};

    #[test]
    fn an_inverse_needs_exchanges_of_rows() {
        let block = vec![vec![0, 1, 0], vec![2, 0, 0], vec![0, 3, 5]];
        let inverse = inverse_of(block.clone(), Modulus::new(101)).unwrap();
        for (i, row) in block.iter().enumerate() {
            let entry = |j: usize| row.iter().zip(&inverse).map(|(a, b)| a * b[j]).sum::<u32>();
            (0..3).for_each(|j| assert_eq!(entry(j) % 101, u32::from(i == j)));
        }
        assert_eq!(inverse_of(vec![vec![1, 2], vec![2, 4]], Modulus::new(101)), None);
    }

    /// q^D·Φ times `apply` of a vector is that vector again, modulo the prime.
    fn check_inverse(phi: &Similarity, block: &PivotBlock) {
        let (prime, n) = (block.prime(), phi.nodes());
        let residues = phi.residues(prime);
        let given: Vec<u32> = (0..block.rank()).map(|k| low(k as u64 * 7919 + 3)).collect();
        let solution = block.apply(&given);
        for (&row, &expected) in block.rows().iter().zip(&given) {
            let terms = block.columns().iter().zip(&solution);
            let sum = terms.map(|(&c, &x)| u64::from(multiply(residues[row * n + c], x, prime)));
            assert_eq!(sum.sum::<u64>() % u64::from(prime), u64::from(expected));
        }
    }

    #[test]
    fn blocks_and_their_transposes_are_inverted_across_panels() {
        for (seed, n) in [(1, 5), (2, 31), (3, 33), (4, 70), (5, 130)] {
            let phi = graph(&random_connected(seed, n, n), n, rational(2, 3));
            let order: Vec<usize> = (0..n).rev().collect();
            let block = PivotBlock::new(&phi, &order, LARGEST_PRIME);
            check_inverse(&phi, &block);
            check_inverse(&phi, &block.transposed(&phi));
        }
    }

    #[test]
    fn the_transpose_of_a_quotient_is_inverted() {
        // Cells of 1, 2 and 6 nodes.
        let edges = [(0, 1), (0, 2), (1, 3), (1, 4), (1, 5), (2, 6), (2, 7), (2, 8)];
        let whole = graph(&edges, 9, rational(2, 5));
        let partition = Partition::coarsest_equitable(&whole, &Vector::ones(9)).unwrap();
        let phi = whole.quotient(&partition);
        assert_eq!((0..3).map(|k| phi.weight(k)).collect::<Vec<_>>(), [1, 2, 6]);
        let block = PivotBlock::new(&phi, &[0, 1, 2], LARGEST_PRIME);
        check_inverse(&phi, &block);
        check_inverse(&phi, &block.transposed(&phi));
    }

    #[test]
    fn dependent_columns_are_left_out() {
        let phi = complete_bipartite(40, 40, rational(1, 39));
        let order: Vec<usize> = (0..80).collect();
        let block = PivotBlock::new(&phi, &order, LARGEST_PRIME);
        assert_eq!(block.rank(), 79);
        assert!(!block.columns().contains(&79));
        check_inverse(&phi, &block);
        check_inverse(&phi, &block.transposed(&phi));
    }
}
