//! x ≥ 0 with Ax = b over the field Q(t) of an algebraic number t, where A may be singular.

use crate::effort::spend;
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Obstacle, Quotient, Quotients as _};
use dp_verify::number::{BigInt, Rational};
use std::cmp::Ordering;

/// Whether there is such an x.
pub(super) enum Feasible {
    /// x.
    Solution(Vec<Quotient>),
    /// w with wA ≥ 0 and w·b < 0.
    None(Vec<Quotient>),
}

/// The simplex method by Bland's rule, which ends. For systems of a few unknowns: numbers of the field are long.
pub(super) fn feasible(
    matrix: &[Vec<Quotient>],
    rhs: &[Quotient],
    field: &Field,
    bounds: &Bounds,
) -> Result<Feasible, Obstacle> {
    let numbers = Numbers { field, bounds };
    let (m, n) = (rhs.len(), matrix.first().map_or(0, Vec::len));
    // Row i: b_i, A_i, e_i, with b_i ≥ 0. The basis is that of the unit columns, whose sum is to vanish.
    let mut flipped = vec![false; m];
    let mut rows = Vec::with_capacity(m);
    for (i, (row, b)) in matrix.iter().zip(rhs).enumerate() {
        flipped[i] = numbers.sign(b)? == Ordering::Less;
        let oriented = |x: &Quotient| if flipped[i] { negative(x) } else { x.clone() };
        let unit = (0..m).map(|k| constant(i64::from(k == i)));
        rows.push([oriented(b)].into_iter().chain(row.iter().map(oriented)).chain(unit).collect::<Vec<_>>());
    }
    // Its reduced costs: those of the sum of all unit variables.
    let mut costs: Vec<Quotient> = (0..=n + m).map(|j| constant(i64::from(j > n))).collect();
    for row in &rows {
        for (cost, x) in costs.iter_mut().zip(row) {
            *cost = numbers.minus(cost, x)?;
        }
    }
    let mut basis: Vec<usize> = (n + 1..=n + m).collect();
    loop {
        spend(0);
        let mut entering = None;
        for (j, cost) in costs.iter().enumerate().skip(1) {
            if numbers.sign(cost)? == Ordering::Less {
                entering = Some(j);
                break;
            }
        }
        let Some(j) = entering else { break };
        let mut leaving: Option<(usize, Quotient)> = None;
        for (i, row) in rows.iter().enumerate() {
            if numbers.sign(&row[j])? != Ordering::Greater {
                continue;
            }
            let ratio = numbers.over(&row[0], &row[j])?;
            let better = match &leaving {
                None => true,
                Some((k, least)) => match numbers.sign(&numbers.minus(&ratio, least)?)? {
                    Ordering::Less => true,
                    Ordering::Equal => basis[i] < basis[*k],
                    Ordering::Greater => false,
                },
            };
            if better {
                leaving = Some((i, ratio));
            }
        }
        // The objective is bounded by 0: some row leaves.
        let Some((i, _)) = leaving else { return Err(Obstacle::Unfit("a sum of variables ≥ 0 without a bound")) };
        let pivot = rows[i][j].clone();
        for x in &mut rows[i] {
            *x = numbers.over(x, &pivot)?;
        }
        let row = rows[i].clone();
        for (k, other) in rows.iter_mut().enumerate() {
            if k != i {
                eliminate(other, &row, j, &numbers)?;
            }
        }
        eliminate(&mut costs, &row, j, &numbers)?;
        basis[i] = j;
    }
    if numbers.sign(&costs[0])? == Ordering::Equal {
        let mut x = vec![constant(0); n];
        for (row, &j) in rows.iter().zip(&basis).filter(|&(_, &j)| j <= n) {
            x[j - 1] = row[0].clone();
        }
        return Ok(Feasible::Solution(x));
    }
    // The cost of unit variable i is 1 − y_i with yA ≤ 0 and y·b > 0, rows as they were turned.
    let mut w = Vec::with_capacity(m);
    for (i, cost) in costs[n + 1..].iter().enumerate() {
        let y = numbers.minus(&constant(1), cost)?;
        w.push(if flipped[i] { y } else { negative(&y) });
    }
    Ok(Feasible::None(w))
}

fn eliminate(row: &mut [Quotient], pivot: &[Quotient], j: usize, numbers: &Numbers) -> Result<(), Obstacle> {
    let factor = row[j].clone();
    if factor.numerator.is_zero() {
        return Ok(());
    }
    for (x, p) in row.iter_mut().zip(pivot) {
        *x = numbers.minus(x, &numbers.times(&factor, p)?)?;
    }
    Ok(())
}

/// Arithmetic in the field, each result with the lowest degree.
struct Numbers<'a> {
    field: &'a Field,
    bounds: &'a Bounds<'a>,
}

impl Numbers<'_> {
    fn sign(&self, x: &Quotient) -> Result<Ordering, Obstacle> {
        self.bounds.run(|| algebra::sign(&self.field.point, &x.numerator))
    }

    fn simple(&self, x: Quotient) -> Result<Quotient, Obstacle> {
        // A number that is 0 at t is the polynomial 0 from now on.
        if !x.numerator.is_zero() && self.sign(&x)? == Ordering::Equal {
            return Ok(constant(0));
        }
        self.field.simplest(x, self.bounds)
    }

    fn minus(&self, x: &Quotient, y: &Quotient) -> Result<Quotient, Obstacle> {
        self.simple(x.plus(&negative(y), self.bounds)?)
    }

    fn times(&self, x: &Quotient, y: &Quotient) -> Result<Quotient, Obstacle> {
        self.simple(x.times(y, self.bounds)?)
    }

    fn over(&self, x: &Quotient, y: &Quotient) -> Result<Quotient, Obstacle> {
        self.simple(x.times(&y.over_one(&self.field.point, self.bounds)?, self.bounds)?)
    }
}

fn negative(x: &Quotient) -> Quotient {
    Quotient { numerator: -&x.numerator, denominator: x.denominator.clone() }
}

fn constant(n: i64) -> Quotient {
    Quotient::constant(&Rational::from(BigInt::from(n)))
}
