//! `stochastic`: X ≥ 0 and every row of X sums to exactly 1.
//!
//! Both verdicts are recomputed from the table; a refutation names a row.

use super::source::Source;
use super::{Case, Failure, Proved, unproved};
use crate::alpha::{Bounds, Ground, Obstacle, Polynomial, Ring};
use crate::limits::{Budget, Limits};
use crate::model::{Mechanism, Table};
use crate::number::{BigInt, Fractions, Rational};
use crate::report::{Value, Verdict, beside_one, count, deviation};
use num_traits::One;

/// What keeps a row from being a distribution.
enum Fault {
    /// The entry at this output is negative.
    Negative(usize),
    /// The sum is not 1.
    Sum,
}

fn fault<R: Ring>(row: &Fractions<R>, ground: &Ground) -> Result<Option<Fault>, Obstacle> {
    if let Some(o) = row.negative(ground)? {
        return Ok(Some(Fault::Negative(o)));
    }
    Ok(row.sum().compare(&row.denominator, ground)?.is_ne().then_some(Fault::Sum))
}

/// The rows that are no distributions.
fn faulty<R: Ring>(rows: &[Fractions<R>], ground: &Ground) -> Result<Vec<usize>, Obstacle> {
    let mut faulty = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        ground.bounds.charge((row.len() as u64).saturating_mul(16))?;
        if fault(row, ground)?.is_some() {
            faulty.push(i);
        }
    }
    Ok(faulty)
}

/// The first row that is no distribution.
pub(super) fn first_faulty<R: Ring>(rows: &[Fractions<R>], ground: &Ground) -> Result<Option<usize>, Obstacle> {
    Ok(faulty(rows, ground)?.first().copied())
}

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_table() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let rows = R::rows(case)?;
    let faulty = faulty(&rows, &case.ground)?;
    match faulty[..] {
        [] if case.said == Verdict::Holds || case.computes => {
            case.witness.only(&[])?;
            Ok(Proved::new(Verdict::Holds))
        }
        [i, ..] if case.said == Verdict::Holds && !case.computes => unproved(describe(case, i, &rows[i])?),
        _ => {
            let (i, sentence) = named(case, &rows, &faulty)?;
            let proved = Proved::new(Verdict::Fails).because(sentence);
            let others: Vec<usize> = faulty.iter().copied().filter(|&other| other != i).collect();
            Ok(match others.is_empty() {
                true => proved,
                false => proved.because(rest(case, &rows, &others)?),
            })
        }
    }
}

/// The other rows that are no distributions, each with what its sum has beyond 1.
fn rest<R: Source>(case: &Case, rows: &[Fractions<R>], others: &[usize]) -> Result<String, Failure> {
    let mut told = Vec::new();
    for &i in others.iter().take(TOLD) {
        let (node, row) = (case.node(i), &rows[i]);
        told.push(match (fault(row, &case.ground)?, row.sum()) {
            (Some(Fault::Negative(_)), _) => format!("{node} by a negative entry"),
            (_, sum) => match R::value(&sum, &row.denominator, case)? {
                Value::Rational(sum) => format!("{node} by {}", deviation(&(sum - Rational::one()))),
                _ => format!("{node} sums to {}", R::shown(&sum, &row.denominator, case)),
            },
        });
    }
    let more = if others.len() > TOLD { ", …" } else { "" };
    Ok(format!("and {}: {}{more}", count(others.len(), "more row"), told.join(", ")))
}

/// So many rows are named.
const TOLD: usize = 1_000;

/// The row that a refutation names, which must be no distribution, and what is wrong with it.
fn named<R: Source>(case: &Case, rows: &[Fractions<R>], faulty: &[usize]) -> Result<(usize, String), Failure> {
    case.witness.only(&["row"])?;
    let i = match (case.computes, case.witness.part("row"), faulty) {
        (true, None, [first, ..]) => *first,
        _ => case.witness.index("row", rows.len())?,
    };
    match faulty.contains(&i) {
        true => Ok((i, describe(case, i, &rows[i])?)),
        false => unproved(format!("row {} is ≥ 0 and sums to exactly 1", case.node(i))),
    }
}

fn describe<R: Source>(case: &Case, i: usize, row: &Fractions<R>) -> Result<String, Failure> {
    Ok(match fault(row, &case.ground)? {
        Some(Fault::Negative(o)) => {
            let entry = R::shown(&row.numerators[o], &row.denominator, case);
            format!("row {}, output {}: {entry} is negative", case.node(i), case.output(o))
        }
        _ => {
            let (node, sum) = (case.node(i), row.sum());
            let exactly = match R::value(&sum, &row.denominator, case)? {
                Value::Rational(total) => beside_one(&total),
                _ => None,
            };
            let sums_to = || format!("row {node} sums to {}, not to 1", R::shown(&sum, &row.denominator, case));
            exactly.map_or_else(sums_to, |by| format!("the sum of row {node} {by}"))
        }
    })
}

/// The refutation that every claim about X as a mechanism has where X is none: the row.
///
/// `None` where X is stochastic; then the claim's own check goes on.
pub(super) fn refute(case: &Case) -> Result<Option<Proved>, Failure> {
    match case.has_rational_table() {
        true => refute_in::<BigInt>(case),
        false => refute_in::<Polynomial>(case),
    }
}

fn refute_in<R: Source>(case: &Case) -> Result<Option<Proved>, Failure> {
    let rows = R::rows(case)?;
    let faulty = faulty(&rows, &case.ground)?;
    let Some(&first) = faulty.first() else { return Ok(None) };
    if case.said == Verdict::Holds && !case.computes {
        return unproved(format!("X is no mechanism: {}", describe(case, first, &rows[first])?));
    }
    let (_, sentence) = named(case, &rows, &faulty)?;
    Ok(Some(Proved::new(Verdict::Fails).because(format!("X is no mechanism: {sentence}"))))
}

/// The first row that is no distribution, of a product its parent's, for the search; of an interval, one that is none at some
/// α of it.
pub fn first_fault(mechanism: &Mechanism) -> Option<usize> {
    let mechanism = mechanism.product.as_ref().and_then(|product| product.parent.as_deref()).unwrap_or(mechanism);
    let limits = Limits::default();
    let steps = Budget::new(limits.steps);
    let ground = Ground { field: mechanism.field.as_ref(), bounds: Bounds::new(&limits, &steps) };
    // A sign that changes, or that does not show, is no distribution's everywhere.
    fn first<R: Ring>(rows: &[Fractions<R>], ground: &Ground) -> Option<usize> {
        rows.iter().position(|row| !matches!(fault(row, ground), Ok(None)))
    }
    match &mechanism.channel.as_ref()?.table {
        Table::Rational(rows) => first(rows, &ground),
        Table::Functions(rows) => {
            let touches = |row: &Fractions<Polynomial>| {
                let field = ground.field?;
                let signs = |x: &Polynomial| field.point.signs(x, &ground.bounds).ok();
                let sum = row.sum().minus(&row.denominator);
                let fits = row.numerators.iter().all(|x| signs(x).is_some_and(|s| s.is_nonnegative()));
                Some(fits && signs(&sum).is_some_and(|s| s.is_zero()))
            };
            rows.iter().position(|row| touches(row) != Some(true))
        }
    }
}
