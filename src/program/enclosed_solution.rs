//! Solutions of Φx = b near an irrational α, with what proves them: an approximate inverse and a close
//! approximation, from floating point and iterative refinement. The verifier bounds the error.

#![allow(clippy::float_arithmetic, reason = "what floats propose is checked exactly")]

use crate::effort::{spend, steps};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::AddMulAssign;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;

use super::separating::{Approximate, floats, search};
use crate::linear::{Partition, Similarity, Vector};
use crate::timing::Part;

/// The binary places of the first approximation.
pub const FINE: u64 = 192;

/// Those of the last: where neither shows by then, an entry is taken to be 0.
const FINEST: u64 = 1_536;

/// The binary places of the inverse.
const INVERSE: i32 = 40;

/// The most cells: the inverse then takes 20 MB of text, and half a minute.
const MOST_CELLS: usize = 1_280;

/// A round of refinement adds some 40 bits, and is expected to add so many at least.
const BITS_OF_ROUND: u64 = 16;

/// The bits of a residual at which refinement ends.
const RESIDUAL: u64 = 24;

/// Whether Φx = b has a solution x > 0, as far as floating point sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnclosedSolution {
    /// It seems to have one.
    Positive {
        /// The binary places of `x`, as many as it takes.
        bits: u64,
        /// The cell of each node.
        cells: Vec<usize>,
        /// How many nodes each cell has.
        sizes: Vec<usize>,
        /// x on each cell, times 2^bits.
        x: Vec<Integer>,
        /// An approximate inverse of Φ on the cells, times 2^40, row by row.
        inverse: Vec<Vec<i64>>,
    },
    /// Φw > 0 and b·w < 0 at α.
    None {
        /// w.
        w: Vector,
    },
}

/// Looks for the one or the other; `phi` is at a rational within 2^-64 of α, and `powers` gives α^d·2^B, d = 0, ..., D,
/// for any B, rounded.
///
/// The solution is refined to 192 bits, and to twice as many until its least entry is seen to be > 0 or < 0.
///
/// `None` if b does not have n entries, if there are too many cells, or if neither is seen at 1,536 bits, as where some
/// x_i is 0. Cost: m³ floating-point operations for m cells, and m² multiplications of long numbers for each 40 bits.
#[must_use]
pub fn enclosed_solution(
    phi: &Similarity,
    b: &Vector,
    powers: &dyn Fn(u64) -> Option<Vec<Integer>>,
) -> Option<EnclosedSolution> {
    let partition = Partition::coarsest_equitable(phi, b)?;
    let quotient = phi.quotient(&partition);
    let b = partition.gather(b);
    let m = quotient.nodes();
    if m > MOST_CELLS {
        return None;
    }
    let part = Part::begin("approximate inverse");
    spend(steps(m, m, m));
    let factored = Approximate::new(&quotient)?;
    let start = factored.solve(&floats(&b));
    let positive = start.iter().all(|&x| x > 0.0);
    part.end(format_args!("{m} cells, {}", if positive { "x > 0" } else { "some x ≤ 0" }));
    if !positive && let Some(w) = short(&quotient, &b, powers) {
        return Some(EnclosedSolution::None { w: partition.spread(&w) });
    }
    let mut inverse: Option<Vec<Vec<i64>>> = None;
    let mut level = Level::new(&quotient, &factored, FINE, powers)?;
    let mut x = level.refined(&level.times(&b), level.first(&start)?)?;
    loop {
        spend(steps(m, m, 4));
        let least = (0..m).min_by_key(|&k| &x[k])?;
        if x[least] > 0 {
            let rows = match inverse.take() {
                Some(rows) => rows,
                None => approximate_inverse(&factored, m)?,
            };
            if x[least] > error(&rows) {
                return Some(EnclosedSolution::Positive {
                    bits: level.bits,
                    cells: (0..phi.nodes()).map(|i| partition.cell_of(i)).collect(),
                    sizes: partition.cells().iter().map(Vec::len).collect(),
                    x,
                    inverse: rows,
                });
            }
            inverse = Some(rows);
        } else if let Some(w) = level.separating(&b, least, &x[least]) {
            return Some(EnclosedSolution::None { w: partition.spread(&w) });
        }
        if level.bits >= FINEST {
            return None;
        }
        let before = level.bits;
        level = Level::new(&quotient, &factored, 2 * before, powers)?;
        x.iter_mut().for_each(|x| *x <<= before);
        x = level.refined(&level.times(&b), x)?;
    }
}

/// A Farkas vector of few bits by floats, if it is one at α too.
fn short(quotient: &Similarity, b: &Vector, powers: &dyn Fn(u64) -> Option<Vec<Integer>>) -> Option<Vector> {
    // 1 is added to what floats find, so that Φw ≥ 1 at α~ leaves room for α.
    let w = search(quotient, b)?.add_multiple(&1.into(), &Vector::ones(quotient.nodes()))?;
    if quotient.pair(b, &w)? >= 0 {
        return None;
    }
    // Rounding α by 2^-64 moves a sum over all nodes by less than their number, the diameter and the longest entry
    // times that.
    let nodes = quotient.total(&Vector::ones(quotient.nodes()))?;
    let powers = powers(FINE)?;
    let longest = w.numerators().iter().map(SignificantBits::significant_bits).max().unwrap_or(0);
    let moved = longest + small_bits(&nodes) + (powers.len() as u64).significant_bits();
    let has_room = moved + 1 < 64 && *w.denominator() == 1;
    (has_room || is_positive(quotient, w.numerators(), &powers)).then_some(w)
}

/// The bits of an integer that stands as a fraction.
fn small_bits(x: &malachite::rational::Rational) -> u64 {
    x.numerator_ref().significant_bits()
}

/// Whether Φw > 0 for integers w, whatever the last bits of the powers of α are.
fn is_positive(quotient: &Similarity, w: &[Integer], powers: &[Integer]) -> bool {
    let longest = w.iter().map(|x| x.unsigned_abs_ref().clone()).max().unwrap_or_default();
    (0..quotient.nodes()).all(|k| {
        let row = quotient.row_with(k, powers);
        let mut sum = Integer::ZERO;
        row.iter().zip(w).for_each(|(q, x)| sum.add_mul_assign(q, x));
        // Each power is rounded by less than 4, of as many as row k has nodes.
        let nodes: Integer = quotient.row_with(k, &vec![Integer::from(4); powers.len()]).iter().sum();
        sum > nodes * Integer::from(&longest)
    })
}

/// Above 2·‖R‖·‖b − Qx'‖ in units of the approximation, for a residual of [`RESIDUAL`] bits and what the verifier's
/// enclosure of Q adds to it.
fn error(inverse: &[Vec<i64>]) -> Integer {
    let norm = |row: &Vec<i64>| row.iter().map(|r| Integer::from(r.unsigned_abs())).sum::<Integer>();
    let largest = inverse.iter().map(norm).max().unwrap_or(Integer::ZERO);
    let places = u64::try_from(INVERSE).unwrap_or(0);
    ((largest << (RESIDUAL + 2)) >> places) + Integer::from(1)
}

/// The columns of the inverse that are found together.
const TOGETHER: usize = 8;

/// The inverse, row by row. Cost: 2m³ floating-point operations.
fn approximate_inverse(factored: &Approximate, m: usize) -> Option<Vec<Vec<i64>>> {
    let scaled = |x: f64| i64::try_from(&Integer::try_from((x * 2f64.powi(INVERSE)).round()).ok()?).ok();
    let mut inverse: Vec<Vec<i64>> = (0..m).map(|_| Vec::with_capacity(m)).collect();
    for start in (0..m).step_by(TOGETHER) {
        spend(steps(m, m, 2 * TOGETHER));
        let of = |i: usize| std::array::from_fn(|side| if i == start + side { 1.0 } else { 0.0 });
        let columns: Vec<[f64; TOGETHER]> = factored.solve_all((0..m).map(of).collect());
        for (row, found) in inverse.iter_mut().zip(columns) {
            for x in found.into_iter().take(m - start) {
                row.push(scaled(x)?);
            }
        }
    }
    Some(inverse)
}

/// Φ on the cells, of so many binary places.
struct Level<'a> {
    quotient: &'a Similarity,
    factored: &'a Approximate,
    bits: u64,
    powers: Vec<Integer>,
    rows: Vec<Vec<Integer>>,
}

impl<'a> Level<'a> {
    fn new(
        quotient: &'a Similarity,
        factored: &'a Approximate,
        bits: u64,
        powers: &dyn Fn(u64) -> Option<Vec<Integer>>,
    ) -> Option<Self> {
        let powers = powers(bits)?;
        let rows = (0..quotient.nodes()).map(|k| quotient.row_with(k, &powers)).collect();
        Some(Self { quotient, factored, bits, powers, rows })
    }

    /// b times 2^bits.
    fn times(&self, b: &Vector) -> Vec<Integer> {
        b.numerators().iter().map(|x| (x << self.bits) / b.denominator()).collect()
    }

    /// Floats times 2^bits.
    fn first(&self, start: &[f64]) -> Option<Vec<Integer>> {
        start.iter().map(|&x| whole(x * 2f64.powi(50)).map(|x| x << (self.bits - 50))).collect()
    }

    /// The approximation of Φ^-1·goal, refined until its residual is a few units.
    fn refined(&self, goal: &[Integer], mut x: Vec<Integer>) -> Option<Vec<Integer>> {
        let words = self.bits / 64 + 4;
        for _ in 0..self.bits / BITS_OF_ROUND {
            spend(steps(x.len(), x.len(), 2).saturating_mul(words));
            let residual = |(row, goal): (&Vec<Integer>, &Integer)| {
                let mut sum = Integer::ZERO;
                row.iter().zip(&x).for_each(|(q, x)| sum.add_mul_assign(q, x));
                goal - (sum >> self.bits)
            };
            let residuals: Vec<Integer> = self.rows.iter().zip(goal).map(residual).collect();
            let bits = residuals.iter().map(SignificantBits::significant_bits).max().unwrap_or(0);
            if bits <= RESIDUAL {
                return Some(x);
            }
            // In units of 2^shift, so that they fit in a float.
            let shift = bits.saturating_sub(50);
            let units: Option<Vec<f64>> =
                residuals.iter().map(|r| Some(small(i64::try_from(&(r >> shift)).ok()?))).collect();
            for (x, dx) in x.iter_mut().zip(self.factored.solve(&units?)) {
                *x += whole(dx)? << shift;
            }
        }
        None
    }

    /// A Farkas vector where x_k < 0 is seen: column k of Φ^-1, of as many bits as that takes.
    ///
    /// For w = Φ^-1 e_k, b·w is x_k times the size of cell k. With δ·(b·1) at most half of that, w + δ·1 has
    /// Φ(w + δ·1) ≥ δ, as Φ1 ≥ 1, and so does w rounded to 2^-B with n·2^-B well below δ.
    fn separating(&self, b: &Vector, k: usize, x: &Integer) -> Option<Vector> {
        let m = self.rows.len();
        let mut unit = vec![0.0; m];
        unit[k] = 1.0;
        let mut goal = vec![Integer::ZERO; m];
        goal[k] = Integer::from(1) << self.bits;
        let w = self.refined(&goal, self.first(&self.factored.solve(&unit))?)?;
        let ones = Vector::ones(m);
        let (nodes, of_b) = (self.quotient.total(&ones)?, self.quotient.pair(b, &ones)?);
        let depth = (self.bits + 2 + small_bits(&of_b)).checked_sub(x.significant_bits())?;
        let places = depth + small_bits(&nodes) + 4;
        // What is left of the precision keeps the error of w below all that.
        if places + RESIDUAL + 8 > self.bits {
            return None;
        }
        let delta = Integer::from(1) << (places - depth);
        let w: Vec<Integer> = w.into_iter().map(|w| (w >> (self.bits - places)) + &delta).collect();
        let short = Vector::integral(w);
        let separates = self.quotient.pair(b, &short)? < 0;
        (separates && is_positive(self.quotient, short.numerators(), &self.powers)).then_some(short)
    }
}

fn whole(x: f64) -> Option<Integer> {
    Integer::try_from(x.round()).ok()
}

/// An integer below 2^51 as a float.
#[allow(clippy::cast_precision_loss, reason = "below 2^51")]
fn small(x: i64) -> f64 {
    x as f64
}
