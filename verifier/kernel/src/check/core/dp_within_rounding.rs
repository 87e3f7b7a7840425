//! `dp-within-rounding`: some stochastic ε-private matrix M lies within `rounding` r of every entry of X.
//!
//! Holds: M itself, of which everything is computed.
//!
//! Fails: the place of an entry x_io < −r, as every M is ≥ 0. Or a number λ_i for each node, and
//! for each output numbers μ ≥ 0 for some of the directed edges i → h. Let
//! ν_io = Σ_{h→i} μ_hi,o − α·Σ_{i→h} μ_ih,o and w = λ − ν, an entry for each node and output, and
//! l_io = max(0, x_io − r), u_io = x_io + r. If M were such a matrix,
//!
//! Σ_i λ_i = Σ_io λ_i·m_io = Σ_io w_io·m_io + Σ μ_ih,o·(m_ho − α·m_io) ≥ Σ_io w_io·m_io ≥ Σ_io w_io·(l_io or u_io),
//!
//! l_io where w_io > 0 and u_io where w_io < 0: the rows of M sum to 1, M is ε-private, and l ≤ M ≤ u. That the sum on
//! the right is larger than Σλ is what is checked. (Where no M exists and l ≤ u there are such λ and μ: Farkas.)

use super::{dp, optimum};
use crate::case::{Case, index, length};
use crate::failure::{Failure, Origin, Why, ensure, refused};
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use crate::witness::{Multipliers, Witness};
use dp_number::meter::room;
use dp_number::{Fraction, Number, Vector, common_denominator};

pub(crate) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let Some(r) = &case.problem.rounding else { return refused(Why::DoesNotFit) };
    match witness {
        Witness::Near(rows) => {
            dp::is_mechanism(case, rows)?;
            is_near(case, r, rows)?;
            Ok(Found::new(Verdict::Holds))
        }
        Witness::Entry { row, output } => below(case, r, *row, *output),
        Witness::Far { lambda, multipliers } => {
            let excess = excess(case, r, lambda, multipliers)?;
            ensure(case.sign(&excess.numerator)?.is_gt(), || Origin::NoContradiction)?;
            Ok(Found::new(Verdict::Fails))
        }
        _ => refused(Why::WrongWitness),
    }
}

/// Every entry of M, which has a row for each node, within r of X's.
pub(crate) fn is_near(case: &Case, r: &Fraction, rows: &[Vector]) -> Result<(), Failure> {
    for (row, (m, x)) in rows.iter().zip(case.rows).enumerate() {
        length("outputs", m.len(), x.len())?;
        for output in 0..m.len() {
            let off = &m.entry(output) - &x.entry(output);
            let near = case.compare(&off, r)?.is_le() && case.compare(&-&off, r)?.is_le();
            ensure(near, || Origin::TooFar { row, output })?;
        }
    }
    Ok(())
}

/// An entry of X below −r.
pub(crate) fn below(case: &Case, r: &Fraction, row: usize, output: usize) -> Result<Found, Failure> {
    index("row", row, case.rows.len())?;
    index("output", output, case.outputs())?;
    let entry = case.row(row)?.entry(output);
    let below = case.sign(&(&entry + r).numerator)?.is_lt();
    ensure(below, || Origin::NotBelow { row, output, entry: entry.clone() })?;
    Ok(Found::new(Verdict::Fails).because(Reason::BelowRounding { row, output, entry }))
}

/// Σ_io w_io·(l_io or u_io) − Σ_i λ_i.
pub(crate) fn excess(
    case: &Case,
    r: &Fraction,
    lambda: &Vector,
    multipliers: &[Multipliers],
) -> Result<Fraction, Failure> {
    case.fits("lambda", lambda, case.nodes())?;
    length("multipliers", multipliers.len(), case.outputs())?;
    let mut nu: Vec<Vector> = Vec::with_capacity(multipliers.len());
    for multipliers in multipliers {
        let drawn = optimum::drawn(case, multipliers)?;
        room((case.nodes() as u64).saturating_mul(case.outputs() as u64), drawn.words())?;
        nu.push(drawn);
    }
    let ((common, factors), (over_x, factors_of_x)) = (common_denominator(&nu)?, common_denominator(case.rows)?);
    // r over the common denominator of X and that of r.
    let (of_r, mut total) = (&r.numerator * &over_x, Number::ZERO);
    for (i, (row, factor)) in case.rows.iter().zip(&factors_of_x).enumerate() {
        let (lambda_i, factor) = (&lambda[i] * &common, factor * &r.denominator);
        for ((entry, nu), of_nu) in row.numerators.iter().zip(&nu).zip(&factors) {
            let w = &lambda_i - &(&(&nu[i] * of_nu) * &lambda.denominator);
            let (sign, mut bound) = (case.sign(&w)?, entry * &factor);
            bound.add_times(&of_r, if sign.is_gt() { -1 } else { 1 });
            if sign.is_lt() || sign.is_gt() && case.sign(&bound)?.is_gt() {
                total += &(&w * &bound);
            }
        }
    }
    // Σ w·(l or u) over λ's, ν's, X's and r's denominators, Σλ over its own.
    let others = &(&common * &over_x) * &r.denominator;
    let sum = &lambda.sum().numerator * &others;
    Ok(Fraction::new(&total - &sum, &lambda.denominator * &others))
}
