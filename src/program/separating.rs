//! A short Farkas vector, proposed in floating point and checked exactly.
//!
//! Where yΦ = b has the one solution y with y_k < 0, column k of Φ^-1 proves that there is no y ≥ 0, but its
//! numbers are as long as those of y. Any w close to it does as well: what its rounding puts below 0 in Φw, a
//! multiple of 1 takes away, since Φ1 ≥ 1, and b·w stays below 0 as long as that is small beside |y_k|.

#![allow(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what floats propose is checked exactly"
)]

use crate::effort::{spend, steps};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivRound;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use pulp::{Arch, NullaryFnOnce};

use crate::linear::{Similarity, Vector};
use crate::timing::Part;

/// Below this many rows the exact column is short enough; above the other the matrix fills 128 MB.
const ROWS: std::ops::RangeInclusive<usize> = 40..=4_000;

/// How often w is made finer before the exact route is taken.
const ROUNDS: usize = 6;

/// The bits that a round adds; a float has 53.
const BITS: u64 = 40;

/// A w with Φw ≥ 0 and b·w < 0, if floating point finds one; products are sums over the nodes.
///
/// Cost: n³/3 floating-point operations, and a product with Φ for each 40 bits of w.
pub(super) fn separating(phi: &Similarity, b: &Vector) -> Option<Vector> {
    if !ROWS.contains(&phi.nodes()) {
        return None;
    }
    let part = Part::begin("separating vector by floats");
    let found = search(phi, b);
    part.end(format_args!("{} rows, {}", phi.nodes(), if found.is_some() { "found" } else { "none" }));
    found
}

pub(super) fn search(phi: &Similarity, b: &Vector) -> Option<Vector> {
    let n = phi.nodes();
    let factored = Approximate::new(phi)?;
    let y = factored.solve(&floats(b));
    let k = (0..n).min_by(|&i, &j| y[i].total_cmp(&y[j]))?;
    if y[k] >= 0.0 {
        return None;
    }
    let mut unit = vec![0.0; n];
    unit[k] = 1.0;
    // w ≈ 2^shift·Φ^-1 e_k.
    let mut correction = factored.solve(&unit);
    let mut w = vec![Integer::ZERO; n];
    let mut shift = 0;
    for _ in 0..ROUNDS {
        let largest = correction.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let finer = if shift == 0 { BITS } else { BITS.min(finer_by(largest)) };
        for (entry, x) in w.iter_mut().zip(&correction) {
            *entry <<= finer;
            *entry += Integer::try_from((x * power_of_two(finer)).round()).ok()?;
        }
        shift += finer;
        // Each row's layers are put together with the powers of α.
        spend(steps(n, 4, usize::try_from(phi.scale().significant_bits()).unwrap_or(usize::MAX)));
        let product: Vec<Integer> = (0..n).map(|i| phi.scaled_row_times(i, &w)).collect();
        let found = lifted(phi, &w, &product);
        if phi.pair(b, &found)? < 0 {
            return Some(found);
        }
        let goal = phi.scale() << shift;
        let residual = |(i, product): (usize, &Integer)| {
            let wanted = if i == k { &goal - product } else { -product };
            float(&wanted, phi.scale())
        };
        correction = factored.solve(&product.iter().enumerate().map(residual).collect::<Vec<_>>());
    }
    None
}

/// How many bits finer w becomes when its correction is at most this: corrections stay below 2^50.
fn finer_by(largest: f64) -> u64 {
    let bits = largest.max(1.0).log2().ceil();
    (50.0 - bits).max(1.0) as u64
}

fn power_of_two(exponent: u64) -> f64 {
    f64::from(u32::try_from(exponent).unwrap_or(0)).exp2()
}

/// The entries.
pub(super) fn floats(v: &Vector) -> Vec<f64> {
    v.numerators().iter().map(|numerator| float(numerator, v.denominator())).collect()
}

/// n/d for d > 0, by their leading words: without a common divisor, whose search would take long.
fn float(n: &Integer, d: &Integer) -> f64 {
    let [n_bits, d_bits] = [n, d].map(|x| x.significant_bits().saturating_sub(64));
    let (n, d) = (Rational::from(n >> n_bits), Rational::from(d >> d_bits));
    let exponent = i64::try_from(n_bits).unwrap_or(i64::MAX).saturating_sub_unsigned(d_bits);
    f64::rounding_from(&((n / d) << exponent.clamp(-2_000, 2_000)), RoundingMode::Nearest).0
}

/// w + t·1 with the least integer t ≥ 0 for which Φw + t ≥ 0; the product is q^D·Φw.
fn lifted(phi: &Similarity, w: &[Integer], product: &[Integer]) -> Vector {
    let least = product.iter().min().filter(|&least| *least < 0).cloned().unwrap_or_default();
    let t = (-least).div_round(phi.scale(), RoundingMode::Ceiling).0;
    Vector::integral(w.iter().map(|entry| entry + &t).collect())
}

/// Φ = LU in floating point, with the columns exchanged for large pivots.
pub(super) struct Approximate {
    n: usize,
    /// L below the diagonal, whose own diagonal is 1, and U, row by row.
    cells: Vec<f64>,
    /// The columns of Φ in the order of U's.
    order: Vec<usize>,
}

/// Rows eliminated together, so that the rows above are read once for all of them.
const BLOCK: usize = 8;

impl Approximate {
    /// `None` if a pivot vanishes.
    pub(super) fn new(phi: &Similarity) -> Option<Self> {
        let n = phi.nodes();
        let mut this = Self { n, cells: Vec::with_capacity(n * n), order: (0..n).collect() };
        for start in (0..n).step_by(BLOCK) {
            let end = n.min(start + BLOCK);
            spend(steps(start + BLOCK, BLOCK, n) / 2);
            for i in start..end {
                let row = phi.approximate_row(i);
                this.cells.extend(this.order.iter().map(|&column| row[column]));
            }
            let (above, block) = this.cells.split_at_mut(start * n);
            Arch::new().dispatch(Update { n, above, block });
            for i in start..end {
                this.pivot(start, i)?;
            }
        }
        Some(this)
    }

    /// Takes the block's rows before row i out of it, and moves its largest entry to the diagonal.
    fn pivot(&mut self, start: usize, i: usize) -> Option<()> {
        let n = self.n;
        let (above, row) = self.cells.split_at_mut(i * n);
        let row = &mut row[..n];
        for k in start..i {
            eliminate(row, &above[k * n..(k + 1) * n], k);
        }
        let largest = (i..n).max_by(|&c, &d| row[c].abs().total_cmp(&row[d].abs()))?;
        if row[largest] == 0.0 {
            return None;
        }
        self.order.swap(i, largest);
        self.cells.chunks_mut(n).for_each(|row| row.swap(i, largest));
        Some(())
    }

    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        self.solve_all(b.iter().map(|&x| [x]).collect()).into_iter().map(|[x]| x).collect()
    }

    /// The solutions for several right-hand sides at once, for which the factors are read once.
    pub(super) fn solve_all<const SIDES: usize>(&self, mut x: Vec<[f64; SIDES]>) -> Vec<[f64; SIDES]> {
        let row = |i: usize| &self.cells[i * self.n..(i + 1) * self.n];
        let dot = |u: &[f64], v: &[[f64; SIDES]]| {
            u.iter().zip(v).fold([0.0; SIDES], |mut sums, (u, v)| {
                sums.iter_mut().zip(v).for_each(|(sum, v)| *sum += u * v);
                sums
            })
        };
        for i in 0..self.n {
            let sums = dot(&row(i)[..i], &x[..i]);
            x[i].iter_mut().zip(sums).for_each(|(x, sum)| *x -= sum);
        }
        for i in (0..self.n).rev() {
            let sums = dot(&row(i)[i + 1..], &x[i + 1..]);
            x[i].iter_mut().zip(sums).for_each(|(x, sum)| *x = (*x - sum) / row(i)[i]);
        }
        let mut solution = vec![[0.0; SIDES]; self.n];
        self.order.iter().zip(x).for_each(|(&column, x)| solution[column] = x);
        solution
    }
}

/// row −= f·above, with f for which column k vanishes; f takes its place.
#[inline(always)]
fn eliminate(row: &mut [f64], above: &[f64], k: usize) {
    let factor = row[k] / above[k];
    row[k] = factor;
    if factor != 0.0 {
        row[k + 1..].iter_mut().zip(&above[k + 1..]).for_each(|(cell, above)| *cell -= factor * above);
    }
}

/// Takes all rows above out of a block of rows.
struct Update<'a> {
    n: usize,
    above: &'a [f64],
    block: &'a mut [f64],
}

impl NullaryFnOnce for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for (k, above) in self.above.chunks(self.n).enumerate() {
            self.block.chunks_mut(self.n).for_each(|row| eliminate(row, above, k));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{graph, random_connected, rational};

    #[test]
    fn what_is_found_separates() {
        let mut found = 0;
        for seed in 0..12 {
            let phi = graph(&random_connected(seed, 60, 60), 60, rational(3, 5));
            let Some(w) = separating(&phi, &Vector::ones(60)) else { continue };
            assert!(phi.multiply(&w).unwrap().is_nonnegative() && w.total() < 0);
            found += 1;
        }
        assert!(found > 6);
    }

    #[test]
    fn a_column_of_the_inverse_is_approximated() {
        let phi = graph(&random_connected(5, 50, 60), 50, rational(2, 3));
        let factored = Approximate::new(&phi).unwrap();
        let x: Vec<f64> = (0..50).map(f64::from).collect();
        let row = |i| phi.approximate_row(i).iter().zip(&x).map(|(a, x)| a * x).sum();
        let again = factored.solve(&(0..50).map(row).collect::<Vec<f64>>());
        assert!(again.iter().zip(&x).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
