//! `derivable` by functions of t: R = Y^-1·X for a closed form Y, or the row of Y^-1 that shows a negative entry.

use super::garbling::{found, refuted};
use super::near::{close, over_one, value};
use super::parts;
use super::remap;
use super::search::{EFFORT, functions, power_of_t};
use crate::decide::case::{Case, Reason};
use crate::decide::derivable;
use crate::effort::Counted;
use crate::exact::{self, ForWitness};
use crate::graph::INFINITE;
use crate::linear::{Poly, solve_functions};
use crate::program::similarity_inverse;
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Polynomials as _, Quotient, Quotients as _};
use dp_verify::graph::Family;
use dp_verify::model::Claim;
use dp_verify::number::{BigInt, Fractions, Rational};
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational as Exact;
use std::cmp::Ordering;

/// The most nodes.
const MOST_NODES: usize = 40;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    if !claim.names_closed_form() {
        return in_rationals(case, claim);
    }
    parts::decide(case, claim, field, &|point| propose(case, claim, field, point))
}

/// Where α is rational, or the other mechanism is in a file: the numbers of one of the two tables may be functions all
/// the same.
pub(in crate::decide) fn in_rationals(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    match (derivable::other(case, claim), &case.mechanism.field.clone()) {
        (Some(other), Some(field)) if !derivable::are_rational(case.mechanism, other) => {
            remap::decide(case, claim, field, other)
        }
        _ => derivable::decide(case, claim),
    }
}

/// What holds at t, or at one t of an interval.
fn propose(case: &Case, claim: &Claim, field: &Field, point: &Point) -> Result<Decided, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let Some(channel) = case.mechanism.channel() else { return Err(Reason::new("the file has no mechanism")) };
    // At α = 1 all closed forms have equal rows.
    if claim.from.as_deref() == Some("uniform") || case.alpha().is_ok_and(|alpha| alpha == 1u32) {
        let found = from_equal_rows(&channel.table, case.nodes(), point, &bounds);
        return found.map_err(Reason::from);
    }
    let refused = || Reason::new("at an irrational α this version decides `derivable` from closed forms of few nodes");
    let inverse = inverse(case, claim, field, &bounds)?.ok_or_else(refused)?;
    let found = by_inverse(&inverse, &channel.table, point, &bounds);
    found.map_err(Reason::from)
}

/// Y^-1, row by row.
fn inverse(case: &Case, claim: &Claim, field: &Field, bounds: &Bounds) -> Result<Option<Vec<Vec<Quotient>>>, Obstacle> {
    let (n, graph) = (case.nodes(), case.graph());
    let (p, q) = (&field.alpha.numerator, &field.alpha.denominator);
    if n > MOST_NODES {
        return Ok(None);
    }
    let over = |numerator: Polynomial, denominator: &Polynomial| {
        Quotient { numerator, denominator: denominator.clone() }.reduced(bounds)
    };
    let (one, zero) = (Polynomial::from(BigInt::from(1)), Polynomial::ZERO);
    match (claim.from.as_deref(), graph.family()) {
        (Some("truncated-geometric"), Family::Line) => {
            let apart = q - p;
            let square = apart.times(&apart, bounds)?;
            let squares = &q.times(q, bounds)? + &p.times(p, bounds)?;
            let product = -&p.times(q, bounds)?;
            let entry = |j: usize, i: usize| match (j, i.abs_diff(j)) {
                _ if n == 1 => over(one.clone(), &one),
                (j, 0) if j == 0 || j + 1 == n => over(q.clone(), &apart),
                (j, 1) if j == 0 || j + 1 == n => over(-p, &apart),
                (_, 0) => over(squares.clone(), &square),
                (_, 1) => over(product.clone(), &square),
                _ => over(zero.clone(), &one),
            };
            (0..n).map(|j| (0..n).map(|i| entry(j, i)).collect()).collect::<Result<_, _>>().map(Some)
        }
        (Some("randomised-response"), Family::Complete) | (Some("exponential"), Family::Hamming { .. })
            if case.alpha().is_ok() =>
        {
            // Beside an irrational b.
            let Ok(alpha) = case.alpha() else { return Ok(None) };
            let distances: Vec<Vec<u32>> = (0..n).map(|i| crate::graph::distances_from(graph, i)).collect();
            let constant = |x: &Exact| Quotient::constant(&exact::fraction(x));
            let rows = similarity_inverse(&alpha, &distances);
            Ok(rows.map(|rows| rows.iter().map(|row| row.iter().map(constant).collect()).collect()))
        }
        (Some("randomised-response"), Family::Complete) | (Some("exponential"), Family::Hamming { .. }) => {
            let Some(step) = power_of_t(field) else { return Ok(None) };
            let entry = |d: u32| if d == INFINITE { Vec::new() } else { vec![(1, d * step)] };
            let matrix: Vec<Vec<_>> =
                (0..n).map(|i| crate::graph::distances_from(graph, i).into_iter().map(entry).collect()).collect();
            let unit = |k| (0..n).map(|i| if i == k { vec![1.into()] } else { Vec::new() }).collect();
            let sides: Vec<Vec<Poly>> = (0..n).map(unit).collect();
            let Ok(columns) = solve_functions(&matrix, &sides, EFFORT) else { return Ok(None) };
            // Φ is symmetric, and Y is Φ over its row sums, all of which are the same.
            let mut sum = Polynomial::ZERO;
            for d in crate::graph::distances_from(graph, 0) {
                sum = &sum + &bounds.run(|| Ok(Polynomial::monomial(BigInt::from(1), (d * step) as usize)))?;
            }
            let row = |column| -> Result<Vec<Quotient>, Obstacle> {
                let column: Fractions = functions(column);
                column.numerators.iter().map(|x| over(x.times(&sum, bounds)?, &column.denominator)).collect()
            };
            columns.iter().map(row).collect::<Result<_, _>>().map(Some)
        }
        _ => Ok(None),
    }
}

/// R = Y^-1·X, which is the only one: if R_ok < 0 close to t, row o of Y^-1 in column k of W refutes all.
fn by_inverse(
    inverse: &[Vec<Quotient>],
    rows: &[Fractions],
    point: &Point,
    bounds: &Bounds,
) -> Result<Decided, Obstacle> {
    let (n, m) = (rows.len(), rows.first().map_or(0, Fractions::len));
    let t = close(point, bounds)?;
    let zero = Quotient { numerator: Polynomial::ZERO, denominator: Polynomial::from(BigInt::from(1)) };
    let mut remap = Vec::with_capacity(n * m);
    for y in inverse {
        for k in 0..m {
            let mut sum = zero.clone();
            for (y, x) in y.iter().zip(rows).filter(|(y, _)| !y.numerator.is_zero()) {
                let x = Quotient { numerator: x.numerators[k].clone(), denominator: x.denominator.clone() };
                sum = sum.plus(&y.times(&x, bounds)?, bounds)?.reduced(bounds)?;
            }
            // What is 0 at t may be off by a little close to it: then its sign there does not matter.
            if value_of(&sum, &t, bounds)? < Exact::ZERO && !vanishes(&sum, point, bounds) {
                let mut w = vec![zero.clone(); n * m];
                y.iter().enumerate().for_each(|(i, y)| w[i * m + k] = y.clone());
                return refuted(&w, &vec![zero; n], &t, bounds);
            }
            remap.push(sum);
        }
    }
    found(&remap, &t, bounds)
}

/// All rows of Y are the same, and so are those of Y·R: R has X's row throughout, or two rows of X differ.
fn from_equal_rows(rows: &[Fractions], outputs: usize, point: &Point, bounds: &Bounds) -> Result<Decided, Obstacle> {
    let (n, m, t) = (rows.len(), rows[0].len(), close(point, bounds)?);
    let (first, one) = (&rows[0], Polynomial::from(BigInt::from(1)));
    for i in 1..n {
        let row = &rows[i];
        for k in 0..m {
            let left = first.numerators[k].times(&row.denominator, bounds)?;
            let more = Quotient {
                numerator: &left - &row.numerators[k].times(&first.denominator, bounds)?,
                denominator: first.denominator.times(&row.denominator, bounds)?,
            };
            if more.numerator.is_zero() || vanishes(&more, point, bounds) {
                continue;
            }
            let (mut w, minus) = (vec![Polynomial::ZERO; n * m], -&one);
            let first_has_more = value_of(&more, &t, bounds)? > Exact::ZERO;
            (w[k], w[i * m + k]) = if first_has_more { (minus, one.clone()) } else { (one.clone(), minus) };
            let [w, nu] = [w, vec![Polynomial::ZERO; outputs]]
                .map(|numerators| Fractions { denominator: one.clone(), numerators }.for_witness());
            return Ok(Decided::of_functions(Verdict::Fails, Witness::NoGarbling { w, nu }));
        }
    }
    derivable::count_check(n, m, outputs);
    // With X's own rows, and the witness that is made of it.
    bounds.room(
        3 * outputs as u64,
        first.numerators.iter().map(|x| x.words().saturating_mul(6).saturating_add(8)).sum(),
    )?;
    let row = over_one(&(0..m).map(|k| entry(first, k)).collect::<Vec<_>>(), &t, bounds)?;
    let numerators = (0..outputs).flat_map(|_| row.numerators.iter().cloned()).collect();
    let remap = Fractions { denominator: row.denominator, numerators }.for_witness();
    Ok(Decided::of_functions(Verdict::Holds, Witness::Garbling(remap)))
}

fn entry(row: &Fractions, k: usize) -> Quotient {
    Quotient { numerator: row.numerators[k].clone(), denominator: row.denominator.clone() }
}

fn value_of(x: &Quotient, t: &Rational, bounds: &Bounds) -> Result<Exact, Obstacle> {
    Ok(value(&x.numerator, t, bounds)? / value(&x.denominator, t, bounds)?)
}

/// Whether a function is 0 at t.
fn vanishes(x: &Quotient, point: &Point, bounds: &Bounds) -> bool {
    !matches!(point, Point::Interval(_)) && bounds.run(|| algebra::sign(point, &x.numerator)).is_ok_and(Ordering::is_eq)
}
