//! `derivable`: X = Y·R for the other mechanism Y and a stochastic R.
//!
//! Holds: the rows of R in one vector. Fails: a number W_ik for each node i and output k of X, row by row, and a number
//! ν_o for each output o of Y, with Σ_i y_io·W_ik + ν_o ≥ 0 for all o and k, and Σ x_ik·W_ik + Σν_o < 0: R would give Σ
//! x_ik W_ik + Σ ν_o = Σ_ok R_ok·(Σ_i y_io W_ik + ν_o) ≥ 0, as each row of R sums to 1 (Farkas).

use crate::case::{Case, length, outputs_of};
use crate::failure::{Failure, Origin, Why, ensure, refused};
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::{Fraction, Number, Vector, common_denominator};

pub(crate) fn check(case: &Case, other: usize, witness: &Witness) -> Result<Found, Failure> {
    let Some(y) = case.problem.others.get(other).map(|other| &other.rows) else { return refused(Why::DoesNotFit) };
    length("rows", y.len(), case.rows.len())?;
    let outputs = outputs_of(y)?;
    match witness {
        Witness::Garbling(r) => holds(case, (y, outputs), r),
        Witness::NoGarbling { w, nu } => fails(case, (y, outputs), w, nu),
        _ => refused(Why::WrongWitness),
    }
}

/// R, row by row over one denominator.
fn holds(case: &Case, (y, outputs): (&[Vector], usize), r: &Vector) -> Result<Found, Failure> {
    let m = case.outputs();
    case.fits("remap", r, outputs.saturating_mul(m))?;
    case.negative(r)?.map_or(Ok(()), |entry| refused(Origin::NegativeGarbling(entry.checked_div(m).unwrap_or(0))))?;
    for o in 0..outputs {
        let first = o.saturating_mul(m);
        let sum = r.sum_of(first..first.saturating_add(m));
        ensure(case.compare(&sum, &Fraction::ONE)?.is_eq(), || Origin::GarblingSum(o))?;
    }
    for (row, (x, y)) in case.rows.iter().zip(y).enumerate() {
        let over = &y.denominator * &r.denominator;
        for output in 0..m {
            let column = r.numerators.iter().skip(output).step_by(m);
            let sum: Number = y.numerators.iter().zip(column).map(|(y, r)| y * r).sum();
            let same = case.at.order_products([&sum, &x.denominator], [&x[output], &over])?.is_eq();
            ensure(same, || Origin::NotGarbled { row, output, found: Fraction::new(sum, over.clone()) })?;
        }
    }
    Ok(Found::new(Verdict::Holds))
}

fn fails(case: &Case, (y, outputs): (&[Vector], usize), w: &Vector, nu: &Vector) -> Result<Found, Failure> {
    let m = case.outputs();
    case.fits("w", w, y.len().saturating_mul(m))?;
    case.fits("nu", nu, outputs)?;
    let (common, factors) = common_denominator(y)?;
    // Σ_i y_io·W_ik + ν_o, over y's, w's and ν's denominators.
    let over = &common * &w.denominator;
    for o in 0..outputs {
        let constant = &nu[o] * &over;
        for k in 0..m {
            let column = w.numerators.iter().skip(k).step_by(m);
            let terms = y.iter().zip(&factors).zip(column).map(|((y, factor), w)| &(&y[o] * w) * factor);
            let sum = &(&terms.sum::<Number>() * &nu.denominator) + &constant;
            ensure(case.sign(&sum)?.is_ge(), || Origin::NegativeRefutation { of_y: o, of_x: k })?;
        }
    }
    let (common, factors) = common_denominator(case.rows)?;
    let mut dot = Number::ZERO;
    for ((row, factor), w) in case.rows.iter().zip(&factors).zip(w.numerators.chunks(m)) {
        row.numerators.iter().zip(w).for_each(|(x, w)| dot += &(&(x * w) * factor));
    }
    let total = &nu.sum() + &Fraction::new(dot, &common * &w.denominator);
    ensure(case.sign(&total.numerator)?.is_lt(), || Origin::NotSeparated)?;
    Ok(Found::new(Verdict::Fails).because(Reason::NoGarbling(total)))
}
