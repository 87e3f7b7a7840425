//! Products of Φ with vectors, exact, nearly, and modulo primes.

use super::Similarity;
use crate::effort::{spend, steps, words};
use crate::linear::Vector;
use crate::linear::layers::Row;
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use rayon::prelude::*;

/// A vector is sparse where no more than one in so many of its entries is not 0.
const FEW: usize = 8;

/// What it takes to add an entry that is short.
const OF_ADDITION: usize = 3;

impl Similarity {
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
    pub(in crate::linear) fn block(&self, rows: &[usize], columns: &[usize]) -> Vec<Row> {
        let mut places = vec![u32::MAX; self.nodes()];
        (0..).zip(columns).for_each(|(place, &column)| places[column] = place);
        let within = |&(power, column, count): &(usize, u32, u32)| {
            let place = places[column as usize];
            (place != u32::MAX).then(|| (u32::try_from(power).unwrap_or(u32::MAX), place, count))
        };
        rows.par_iter().map(|&i| Row::new(self.rows[i].terms().filter_map(|term| within(&term)).collect())).collect()
    }

    /// A number of bits that Σ_j q^D·Φ_ij has at most.
    pub(in crate::linear) fn row_bits(&self) -> u64 {
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
