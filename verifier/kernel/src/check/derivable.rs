//! `derivable`: X = Y·R for the other mechanism Y and a stochastic R.
//!
//! Holds: the rows of R in one vector. Fails: a number W_ik for each node i and output k of X, row by row,
//! and a number ν_o for each output o of Y, with Σ_i y_io·W_ik + ν_o ≥ 0 for all o and k, and
//! Σ x_ik·W_ik + Σν_o < 0: R would give Σ x_ik W_ik + Σ ν_o = Σ_ok R_ok·(Σ_i y_io W_ik + ν_o) ≥ 0, as each row of R sums
//! to 1 (Farkas).

use super::*;

pub(super) fn check(case: &Case, other: usize, witness: &Witness) -> Result<Found, Failure> {
    let x = case.rows()?;
    let Some(y) = case.problem.others.get(other) else { return refused(Why::DoesNotFit) };
    let outputs = y.first().map_or(0, Vector::len);
    length("rows", y.len(), x.len())?;
    if outputs == 0 || y.iter().any(|row| row.len() != outputs) {
        return refused(Why::OtherShape);
    }
    match witness {
        Witness::Garbling(r) => holds(case, x, y, r),
        Witness::NoGarbling { w, nu } => fails(case, x, y, w, nu),
        _ => refused(Why::WrongWitness),
    }
}

/// R, row by row over one denominator.
fn holds(case: &Case, x: &[Vector], y: &[Vector], r: &Vector) -> Result<Found, Failure> {
    let (meter, m) = (case.meter, case.outputs());
    case.fits("remap", r, y[0].len().saturating_mul(m))?;
    if let Some(entry) = case.negative(r)? {
        return refused(Why::NegativeGarbling(entry / m));
    }
    for o in 0..y[0].len() {
        let sum = r.sum_of(o * m..(o + 1) * m, meter);
        if case.order(&sum.numerator, &sum.denominator)?.is_ne() {
            return refused(Why::GarblingSum(o));
        }
    }
    for (i, (x, y)) in x.iter().zip(y).enumerate() {
        let over = y.denominator.times(&r.denominator, meter)?;
        for k in 0..m {
            meter.settled()?;
            let mut sum = Number::ZERO;
            for (o, y) in y.numerators.iter().enumerate() {
                sum.add(&y.times(&r.numerators[o * m + k], meter)?, meter);
            }
            if case.order_products([&sum, &x.denominator], [&x.numerators[k], &over])?.is_ne() {
                return refused(Why::NotGarbled { row: i, output: k, found: Fraction::new(sum, over) });
            }
        }
    }
    Ok(Found::new(Verdict::Holds))
}

fn fails(case: &Case, x: &[Vector], y: &[Vector], w: &Vector, nu: &Vector) -> Result<Found, Failure> {
    let (meter, m, outputs) = (case.meter, case.outputs(), y[0].len());
    case.fits("w", w, x.len().saturating_mul(m))?;
    case.fits("nu", nu, outputs)?;
    let (common, factors) = common_denominator(y, meter)?;
    // Σ_i y_io·W_ik + ν_o, over y's, w's and ν's denominators.
    let over = common.times(&w.denominator, meter)?;
    for o in 0..outputs {
        let constant = nu.numerators[o].times(&over, meter)?;
        for k in 0..m {
            meter.settled()?;
            let mut sum = Number::ZERO;
            for (i, (row, factor)) in y.iter().zip(&factors).enumerate() {
                let product = row.numerators[o].times(&w.numerators[i * m + k], meter)?;
                sum.add(&product.times(factor, meter)?, meter);
            }
            if case.sign(&sum.times(&nu.denominator, meter)?.plus(&constant, meter))?.is_lt() {
                return refused(Why::NegativeRefutation { of_y: o, of_x: k });
            }
        }
    }
    let (common, factors) = common_denominator(x, meter)?;
    let mut dot = Number::ZERO;
    for ((row, factor), w) in x.iter().zip(&factors).zip(w.numerators.chunks(m)) {
        for (x, w) in row.numerators.iter().zip(w) {
            dot.add(&x.times(w, meter)?.times(factor, meter)?, meter);
        }
    }
    let total = nu.sum(meter).plus(&Fraction::new(dot, common.times(&w.denominator, meter)?), meter)?;
    if case.sign(&total.numerator)?.is_lt() {
        return Ok(Found::new(Verdict::Fails).because(Reason::NoGarbling(total)));
    }
    refused(Why::NotSeparated)
}
