//! Solutions of Φx = b near an irrational α, with what proves them: an approximate inverse and a close
//! approximation, from floating point and iterative refinement. The verifier bounds the error.

#![allow(clippy::float_arithmetic, reason = "what floats propose is checked exactly")]

use malachite::Integer;
use malachite::base::num::arithmetic::traits::AddMulAssign;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;

use super::separating::{Approximate, float, search};
use crate::linear::{Partition, Similarity, Vector};
use crate::route::Part;

/// The binary places of the approximation.
pub const FINE: u64 = 192;

/// The binary places of the inverse.
const INVERSE: i32 = 40;

/// The most cells: the inverse then takes 50 MB of text.
const MOST_CELLS: usize = 2_000;

/// How often the approximation is refined; each round adds some 40 bits.
const ROUNDS: usize = 12;

/// Whether Φx = b has a solution x > 0, as far as floating point sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Near {
    /// It seems to have one.
    Positive {
        /// The cell of each node.
        cells: Vec<usize>,
        /// How many nodes each cell has.
        sizes: Vec<usize>,
        /// x on each cell, times 2^192.
        x: Vec<Integer>,
        /// An approximate inverse of Φ on the cells, times 2^40, row by row.
        inverse: Vec<Vec<i64>>,
    },
    /// Φw ≥ 1 and b·w < 0 at the rational α of `phi`.
    None {
        /// w.
        w: Vector,
    },
}

/// Looks for the one or the other; `phi` is at a rational within 2^-64 of α, and `powers` are α^d·2^192 for
/// d = 0, ..., D, rounded.
///
/// `None` if b does not have n entries, if there are too many cells, or if neither is found, as where some x_i is 0. Cost: m³ floating-point
/// operations for m cells, and m² multiplications of four words for each round.
#[must_use]
pub fn near(phi: &Similarity, b: &Vector, powers: &[Integer]) -> Option<Near> {
    let partition = Partition::coarsest_equitable(phi, b)?;
    let quotient = phi.quotient(&partition);
    let b = partition.gather(b);
    let m = quotient.nodes();
    if m > MOST_CELLS {
        return None;
    }
    let part = Part::begin("approximate inverse");
    let factored = Approximate::new(&quotient)?;
    let start = factored.solve(&b.to_rationals().iter().map(float).collect::<Vec<_>>());
    let positive = start.iter().all(|&x| x > 0.0);
    part.end(format_args!("{m} cells, {}", if positive { "x > 0" } else { "some x ≤ 0" }));
    if !positive {
        // 1 is added to what floats find, so that Φw ≥ 1 at α~ leaves room for α.
        let w = search(&quotient, &b)?.add_multiple(&1.into(), &Vector::ones(m))?;
        let separates = quotient.pair(&b, &w)? < 0;
        return separates.then(|| Near::None { w: partition.spread(&w) });
    }
    let x = refined(&quotient, &factored, &b, &start, powers)?;
    let columns: Option<Vec<Vec<i64>>> = (0..m).map(|c| column(&factored, m, c)).collect();
    let columns = columns?;
    Some(Near::Positive {
        cells: (0..phi.nodes()).map(|i| partition.cell_of(i)).collect(),
        sizes: partition.cells().iter().map(Vec::len).collect(),
        x,
        inverse: (0..m).map(|k| columns.iter().map(|column| column[k]).collect()).collect(),
    })
}

/// Column c of the inverse.
fn column(factored: &Approximate, m: usize, c: usize) -> Option<Vec<i64>> {
    let mut unit = vec![0.0; m];
    unit[c] = 1.0;
    let scaled = |x: f64| i64::try_from(&Integer::try_from((x * 2f64.powi(INVERSE)).round()).ok()?).ok();
    factored.solve(&unit).into_iter().map(scaled).collect()
}

/// The approximation, refined until its residual is a few units of 2^-192.
fn refined(
    quotient: &Similarity,
    factored: &Approximate,
    b: &Vector,
    start: &[f64],
    powers: &[Integer],
) -> Option<Vec<Integer>> {
    let m = quotient.nodes();
    let rows: Vec<Vec<Integer>> = (0..m).map(|k| quotient.row_with(k, powers)).collect();
    let whole = |x: f64| Integer::try_from(x.round()).ok();
    let first = |&x: &f64| whole(x * 2f64.powi(50)).map(|x| x << (FINE - 50));
    let b_denominator = b.denominator();
    let mut x: Vec<Integer> = start.iter().map(first).collect::<Option<_>>()?;
    let goal: Vec<Integer> = b.numerators().iter().map(|b| (b << FINE) / b_denominator).collect();
    for _ in 0..ROUNDS {
        let residual = |(row, goal): (&Vec<Integer>, &Integer)| {
            let mut sum = Integer::ZERO;
            row.iter().zip(&x).for_each(|(q, x)| sum.add_mul_assign(q, x));
            goal - (sum >> FINE)
        };
        let residuals: Vec<Integer> = rows.iter().zip(&goal).map(residual).collect();
        let bits = residuals.iter().map(SignificantBits::significant_bits).max().unwrap_or(0);
        if bits <= 24 {
            return Some(x);
        }
        // In units of 2^shift, so that they fit in a float.
        let shift = bits.saturating_sub(50);
        let units: Option<Vec<f64>> =
            residuals.iter().map(|r| Some(small(i64::try_from(&(r >> shift)).ok()?))).collect();
        for (x, dx) in x.iter_mut().zip(factored.solve(&units?)) {
            *x += whole(dx)? << shift;
        }
    }
    None
}

/// An integer below 2^51 as a float.
#[allow(clippy::cast_precision_loss, reason = "below 2^51")]
fn small(x: i64) -> f64 {
    x as f64
}
