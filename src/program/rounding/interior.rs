//! A walk in floating point to a point well inside of all constraints, or to multipliers that show that there is none.
//!
//! In units of the rounding, m = x + r·d, the constraints are gap + d_h − α·d_i ≥ 0 for each arc and output, with
//! gap = (x_h − α·x_i)/r, further d_i ≥ −min(1, x_i/r), d_i ≤ 1 and Σ_o d_io = (1 − Σ_o x_io)/r: numbers of size 1,
//! however small r is. With t added to each inequality, t is made as small as it can be: below 0 there is a point with
//! that distance to every constraint, above 0 there is none. The barrier method (Boyd, Vandenberghe, Convex
//! Optimization, section 11.3) starts from any d with the right sums, and its slacks s give the multipliers
//! 1/(weight·s).
//!
//! A Newton step is a system with one block a column, n×n, joined by the row sums and by t.
#![expect(clippy::float_arithmetic, reason = "a proposal may be approximate: whatever it leads to is checked exactly")]

use super::printed::{Printed, double};
use crate::effort::{spend, steps};
use malachite::rational::Rational;
use rayon::prelude::*;

/// Where the walk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// All constraints are kept, with some distance.
    Inside,
    /// The multipliers add up to a contradiction.
    Outside,
    /// Neither yet.
    Between,
    /// Floats can't see any further.
    End,
}

/// From one weight of t to the next.
const FACTOR: f64 = 8.0;

/// The last weight of t, times the number of constraints.
const LAST: f64 = 1e13;

/// The most Newton steps for one weight.
const MOST_STEPS: usize = 60;

/// The decrement at which the point counts as central.
const CENTRAL: f64 = 1e-6;

/// A gap from which a constraint can't bind, as |d_h − α·d_i| ≤ 2.
const WIDE: f64 = 2.0;

pub(super) struct Interior {
    nodes: usize,
    outputs: usize,
    /// What each arc asks for: α to the power of its length.
    factors: Vec<f64>,
    arcs: Vec<(usize, usize)>,
    /// For each output the arcs that may bind, with their gaps.
    gaps: Vec<Vec<(usize, f64)>>,
    /// min(1, x_io/r), column by column, as is d.
    lower: Vec<f64>,
    sums: Vec<f64>,
    d: Vec<f64>,
    t: f64,
    weight: f64,
    constraints: f64,
    /// Whether a system was not solvable.
    stuck: bool,
}

/// One column's part of a Newton system.
struct Block {
    /// The inverse of the Hessian, n×n.
    inverse: Vec<f64>,
    /// The Hessian's inverse times the gradient, and times the derivatives by d and t.
    of_gradient: Vec<f64>,
    of_cross: Vec<f64>,
    gradient_by_cross: f64,
    cross_by_cross: f64,
    /// Σ 1/s and Σ 1/s².
    first: f64,
    second: f64,
}

impl Interior {
    /// The start: all of a row's entries moved alike.
    pub(super) fn new(printed: &Printed) -> Self {
        let (nodes, outputs) = (printed.rows.len(), printed.width());
        let (r, arcs) = (&printed.rounding, printed.arcs());
        let factors: Vec<Rational> = arcs.iter().map(|&arc| printed.factor(arc)).collect();
        let of_column = |o: usize| {
            let gap = |(&(i, h), factor): (&(usize, usize), &Rational)| {
                double(&((&printed.rows[h][o] - factor * &printed.rows[i][o]) / r))
            };
            arcs.iter().zip(&factors).map(gap).enumerate().filter(|(_, gap)| *gap < WIDE).collect::<Vec<_>>()
        };
        let gaps: Vec<Vec<(usize, f64)>> = (0..outputs).into_par_iter().map(of_column).collect();
        let lower = (0..outputs).flat_map(|o| (0..nodes).map(move |i| (i, o)));
        let lower: Vec<f64> = lower.map(|(i, o)| double(&(&printed.rows[i][o] / r)).min(1.0)).collect();
        let sum = |row: &Vec<Rational>| double(&((Rational::from(1u32) - row.iter().sum::<Rational>()) / r));
        let sums: Vec<f64> = printed.rows.iter().map(sum).collect();
        let width = f64::from(u32::try_from(outputs).unwrap_or(u32::MAX));
        let d = (0..outputs).flat_map(|_| sums.iter().map(|sum| sum / width)).collect();
        let constraints = gaps.iter().map(Vec::len).sum::<usize>() + 2 * nodes * outputs;
        let constraints = f64::from(u32::try_from(constraints).unwrap_or(u32::MAX));
        let factors = factors.iter().map(double).collect();
        let mut start = Self {
            nodes,
            outputs,
            factors,
            arcs,
            gaps,
            lower,
            sums,
            d,
            t: 0.0,
            weight: 1.0,
            constraints,
            stuck: false,
        };
        let least = (0..outputs).flat_map(|o| start.slacks(o, &start.d, 0.0)).fold(0.0, f64::min);
        start.t = 1.0 - least;
        start
    }

    /// d_io.
    pub(super) fn point(&self, i: usize, o: usize) -> Rational {
        Rational::try_from(self.d[o * self.nodes + i]).unwrap_or_default()
    }

    /// How many parts of r a point may be off by and still keep every constraint, where the walk is inside.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 4 and 2^60")]
    pub(super) fn fineness(&self) -> u64 {
        (4.0 / self.t.abs()).clamp(4.0, 1e18) as u64
    }

    /// μ of the arcs of each output, up to a common factor.
    pub(super) fn multipliers(&self) -> Vec<Vec<((usize, usize), f64)>> {
        let of_column = |o: usize| {
            let slacks = self.slacks(o, &self.d, self.t);
            self.gaps[o].iter().zip(slacks).map(|((k, _), s)| (self.arcs[*k], 1.0 / s)).collect()
        };
        (0..self.outputs).map(of_column).collect()
    }

    /// Goes on to the next weight of t.
    pub(super) fn improve(&mut self) -> Step {
        if self.stuck || self.weight * self.constraints.recip() > LAST {
            return Step::End;
        }
        self.weight *= FACTOR;
        self.center();
        // Of the central point the multipliers prove t ≥ its t − constraints/weight.
        match self.t {
            t if t < 0.0 => Step::Inside,
            t if t > self.constraints / self.weight => Step::Outside,
            _ => Step::Between,
        }
    }

    /// The slacks of column o: those of its arcs, then the lower and upper ones of each node.
    fn slacks<'a>(&'a self, o: usize, d: &'a [f64], t: f64) -> impl Iterator<Item = f64> + use<'a> {
        let d = &d[o * self.nodes..(o + 1) * self.nodes];
        let lower = &self.lower[o * self.nodes..(o + 1) * self.nodes];
        let of_arc = move |(k, gap): &(usize, f64)| {
            let (i, h) = self.arcs[*k];
            gap + d[h] - self.factors[*k] * d[i] + t
        };
        let of_node = move |(d, lower): (&f64, &f64)| [lower + d + t, 1.0 - d + t];
        self.gaps[o].iter().map(of_arc).chain(d.iter().zip(lower).flat_map(of_node))
    }

    /// Newton steps until the point is central for this weight.
    fn center(&mut self) {
        for _ in 0..MOST_STEPS {
            let Some((step, of_t, decrement)) = self.direction() else {
                self.stuck = true;
                return;
            };
            if decrement < CENTRAL {
                return;
            }
            let Some(length) = self.length(&step, of_t, decrement) else {
                return;
            };
            self.d.iter_mut().zip(&step).for_each(|(d, step)| *d += length * step);
            self.t += length * of_t;
        }
    }

    /// The Newton step of d and t, and the square of its decrement.
    fn direction(&self) -> Option<(Vec<f64>, f64, f64)> {
        let n = self.nodes;
        // An inverse of n³/2 products of floats for each, of which some are done at once.
        spend(steps(n * n, n, self.outputs + 1) / 4);
        let blocks: Vec<Block> = (0..self.outputs).into_par_iter().map(|o| self.block(o)).collect::<Option<_>>()?;
        let mut joined = vec![0.0; n * n];
        let (mut of_gradient, mut of_cross) = (vec![0.0; n], vec![0.0; n]);
        let (mut first, mut second, mut gradient_by_cross, mut cross_by_cross) = (0.0, 0.0, 0.0, 0.0);
        for block in &blocks {
            add(&mut joined, &block.inverse);
            add(&mut of_gradient, &block.of_gradient);
            add(&mut of_cross, &block.of_cross);
            first += block.first;
            second += block.second;
            gradient_by_cross += block.gradient_by_cross;
            cross_by_cross += block.cross_by_cross;
        }
        // What the row sums lack.
        for (i, sum) in self.sums.iter().enumerate() {
            of_gradient[i] += sum - (0..self.outputs).map(|o| self.d[o * n + i]).sum::<f64>();
        }
        let joined = inverse(joined, n)?;
        let (prices, prices_by_t) = (times(&joined, &of_gradient), times(&joined, &of_cross));
        let below = second - cross_by_cross + dot(&of_cross, &prices_by_t);
        let slope = self.weight - first;
        let of_t = (gradient_by_cross - slope - dot(&of_cross, &prices)) / below;
        let prices: Vec<f64> = prices.iter().zip(&prices_by_t).map(|(p, q)| -p - q * of_t).collect();
        let of_column = |block: &Block| {
            let priced = times(&block.inverse, &prices);
            let parts = block.of_gradient.iter().zip(&block.of_cross).zip(priced);
            parts.map(|((g, q), p)| -(g + q * of_t + p)).collect::<Vec<_>>()
        };
        let step: Vec<f64> = blocks.iter().flat_map(of_column).collect();
        let decrement = -(slope * of_t + self.slope_along(&step));
        (decrement.is_finite() && of_t.is_finite() && step.iter().all(|x| x.is_finite()))
            .then_some((step, of_t, decrement))
    }

    /// The barrier's derivative along a step of d.
    fn slope_along(&self, step: &[f64]) -> f64 {
        let of_column = |o: usize| {
            let moved = self.moves(o, step, 0.0);
            self.slacks(o, &self.d, self.t).zip(moved).map(|(s, m)| -m / s).sum::<f64>()
        };
        (0..self.outputs).map(of_column).sum()
    }

    /// How much each slack of column o changes with a step.
    fn moves<'a>(&'a self, o: usize, step: &'a [f64], of_t: f64) -> impl Iterator<Item = f64> + use<'a> {
        let step = &step[o * self.nodes..(o + 1) * self.nodes];
        let of_arc = move |(k, _): &(usize, f64)| {
            let (i, h) = self.arcs[*k];
            step[h] - self.factors[*k] * step[i] + of_t
        };
        self.gaps[o].iter().map(of_arc).chain(step.iter().flat_map(move |d| [d + of_t, of_t - d]))
    }

    /// The longest of 1, 1/2, 1/4, … that keeps every slack positive and lowers the barrier enough.
    fn length(&self, step: &[f64], of_t: f64, decrement: f64) -> Option<f64> {
        let slacks: Vec<f64> = (0..self.outputs).flat_map(|o| self.slacks(o, &self.d, self.t)).collect();
        let moves: Vec<f64> = (0..self.outputs).flat_map(|o| self.moves(o, step, of_t)).collect();
        let mut length = 1.0;
        for _ in 0..60 {
            let pairs = slacks.iter().zip(&moves);
            if pairs.clone().all(|(s, m)| s + length * m > 0.0) {
                let change = self.weight * length * of_t - pairs.map(|(s, m)| (length * m / s).ln_1p()).sum::<f64>();
                if change <= -0.1 * length * decrement {
                    return Some(length);
                }
            }
            length *= 0.5;
        }
        None
    }

    fn block(&self, o: usize) -> Option<Block> {
        let n = self.nodes;
        let mut hessian = vec![0.0; n * n];
        let (mut gradient, mut cross) = (vec![0.0; n], vec![0.0; n]);
        let (mut first, mut second) = (0.0, 0.0);
        let mut slacks = self.slacks(o, &self.d, self.t);
        for (k, _) in &self.gaps[o] {
            let (i, h) = self.arcs[*k];
            let u = slacks.next()?.recip();
            let (v, a) = (u * u, self.factors[*k]);
            hessian[h * n + h] += v;
            hessian[i * n + i] += a * a * v;
            hessian[h * n + i] -= a * v;
            hessian[i * n + h] -= a * v;
            gradient[h] -= u;
            gradient[i] += a * u;
            cross[h] += v;
            cross[i] -= a * v;
            first += u;
            second += v;
        }
        for i in 0..n {
            let (u, w) = (slacks.next()?.recip(), slacks.next()?.recip());
            hessian[i * n + i] += u * u + w * w;
            gradient[i] += w - u;
            cross[i] += u * u - w * w;
            first += u + w;
            second += u * u + w * w;
        }
        let inverse = inverse(hessian, n)?;
        let (of_gradient, of_cross) = (times(&inverse, &gradient), times(&inverse, &cross));
        let (gradient_by_cross, cross_by_cross) = (dot(&of_gradient, &cross), dot(&of_cross, &cross));
        Some(Block { inverse, of_gradient, of_cross, gradient_by_cross, cross_by_cross, first, second })
    }
}

fn add(sum: &mut [f64], x: &[f64]) {
    sum.iter_mut().zip(x).for_each(|(sum, x)| *sum += x);
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn times(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    matrix.chunks_exact(x.len().max(1)).map(|row| dot(row, x)).collect()
}

/// The inverse of a symmetric positive definite matrix, by Cholesky's factors L·Lᵀ; `None` where it is no such matrix.
fn inverse(mut a: Vec<f64>, n: usize) -> Option<Vec<f64>> {
    for j in 0..n {
        let (above, rest) = a.split_at_mut(j * n);
        let row = &mut rest[..n];
        for (k, other) in above.chunks_exact(n).enumerate() {
            row[k] = (row[k] - dot(&row[..k], &other[..k])) / other[k];
        }
        let square = row[j] - dot(&row[..j], &row[..j]);
        if square.is_nan() || square <= 0.0 {
            return None;
        }
        row[j] = square.sqrt();
    }
    // Row j of (L^-1)ᵀ: column j of L^-1, from its diagonal on.
    let mut columns = vec![0.0; n * n];
    for (j, column) in columns.chunks_exact_mut(n.max(1)).enumerate() {
        column[j] = a[j * n + j].recip();
        for i in j + 1..n {
            column[i] = -dot(&a[i * n + j..i * n + i], &column[j..i]) / a[i * n + i];
        }
    }
    let mut whole = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let entry = dot(&columns[i * n + i..(i + 1) * n], &columns[j * n + i..(j + 1) * n]);
            whole[i * n + j] = entry;
            whole[j * n + i] = entry;
        }
    }
    Some(whole)
}
