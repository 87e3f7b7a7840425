//! `derivable`: X = Y·R for the other mechanism Y and a stochastic R.
//!
//! Holds: `remap`, the rows of R. Fails: `w`, a number W_ik for each node i and output k of X, row by row, and `nu`, a
//! number ν_o for each output o of Y, with Σ_i y_io·W_ik + ν_o ≥ 0 for all o and k, and Σ x_ik·W_ik + Σν_o < 0: R would
//! give Σ x_ik W_ik + Σ ν_o = Σ_ok R_ok·(Σ_i y_io W_ik + ν_o) ≥ 0, as each row of R sums to 1 (Farkas).

use super::source::{Source, one};
use super::{Case, Failure, Proved, mechanism, stochastic, unproved, witness};
use crate::alpha::Polynomial;
use crate::graph::Family;
use crate::number::{BigInt, Fractions, Sign};
use crate::report::Verdict;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if let Some(refuted) = stochastic::refute(case)? {
        return Ok(refuted);
    }
    match case.has_rational_table() && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let rows = R::rows(case)?;
    let other = other::<R>(case)?;
    let (m, outputs) = (rows.first().map_or(0, Fractions::len), other.first().map_or(0, Fractions::len));
    let words = rows.iter().chain(&other).map(Fractions::words).max().unwrap_or(1);
    let products = (rows.len() as u64).saturating_mul(m as u64).saturating_mul(outputs as u64);
    case.charge(products.saturating_mul(words.saturating_mul(words).saturating_add(8)))?;
    match case.said {
        Verdict::Holds => holds(case, &rows, &other, m, outputs),
        _ => fails(case, &rows, &other, m, outputs),
    }
}

/// Y: a closed form on the file's graph.
fn other<R: Source>(case: &Case) -> Result<Vec<Fractions<R>>, Failure> {
    let family = case.mechanism.query.graph.family();
    match (case.claim.from.as_deref(), family) {
        (Some("truncated-geometric"), Family::Line) => mechanism::geometric(case),
        (Some("randomised-response"), Family::Complete) | (Some("exponential"), Family::Hamming { .. }) => {
            mechanism::proportional(case)
        }
        (Some("uniform"), _) => Ok(mechanism::uniform(case)),
        _ => unproved("this version checks `derivable` from a closed form that fits the graph"),
    }
}

fn holds<R: Source>(
    case: &Case,
    rows: &[Fractions<R>],
    other: &[Fractions<R>],
    m: usize,
    outputs: usize,
) -> Result<Proved, Failure> {
    let ground = &case.ground;
    case.witness.only(&["remap"])?;
    let remap = case.witness.required("remap")?;
    let list = remap.array("a row for each output of the other mechanism")?;
    if list.len() != outputs {
        return unproved(format!("`remap` has {} rows, expected {outputs}", list.len()));
    }
    let remap =
        list.map(|row| witness::vector(&row, "remap", m, case.limits, ground)).collect::<Result<Vec<_>, _>>()?;
    if let Some(o) = stochastic::first_faulty(&remap, ground)? {
        return unproved(format!("row {o} of `remap` is no distribution"));
    }
    // Over one denominator for all rows of R.
    let remap = over_one(case, remap)?;
    for (i, (x, y)) in rows.iter().zip(other).enumerate() {
        for k in 0..m {
            let mut sum = R::default();
            for (o, row) in remap.numerators.chunks(m).enumerate() {
                sum.add(&y.numerators[o].times(&row[k], ground)?);
            }
            let over = y.denominator.times(&remap.denominator, ground)?;
            let (left, right) = (sum.times(&x.denominator, ground)?, x.numerators[k].times(&over, ground)?);
            if left.compare(&right, ground)?.is_ne() {
                let found = R::shown(&sum, &over, case);
                return unproved(format!(
                    "Y·R at row {}, output {} is {found}, X differs",
                    case.node(i),
                    case.output(k)
                ));
            }
        }
    }
    Ok(Proved::new(Verdict::Holds))
}

/// All rows in one vector over a common denominator, the product of all that differ.
fn over_one<R: Source>(case: &Case, rows: Vec<Fractions<R>>) -> Result<Fractions<R>, Failure> {
    let ground = &case.ground;
    let mut different: Vec<R> = Vec::new();
    for row in &rows {
        if !different.contains(&row.denominator) {
            different.push(row.denominator.clone());
        }
    }
    let product = |without: Option<&R>| -> Result<R, Failure> {
        let mut product = one::<R>();
        for d in different.iter().filter(|d| Some(*d) != without) {
            product = product.times(d, ground)?;
        }
        Ok(product)
    };
    let mut numerators = Vec::new();
    for row in &rows {
        let factor = product(Some(&row.denominator))?;
        for x in &row.numerators {
            numerators.push(x.times(&factor, ground)?);
        }
    }
    Ok(Fractions { denominator: product(None)?, numerators })
}

fn fails<R: Source>(
    case: &Case,
    rows: &[Fractions<R>],
    other: &[Fractions<R>],
    m: usize,
    outputs: usize,
) -> Result<Proved, Failure> {
    let ground = &case.ground;
    case.witness.only(&["w", "nu"])?;
    let n = rows.len();
    let w: Fractions<R> = case.witness.vector("w", n.saturating_mul(m), ground)?;
    let nu: Fractions<R> = case.witness.vector("nu", outputs, ground)?;
    let (x, y) = (over_one(case, rows.to_vec())?, over_one(case, other.to_vec())?);
    // Σ_i y_io·W_ik + ν_o, over y's, w's and ν's denominators.
    let over = y.denominator.times(&w.denominator, ground)?;
    for o in 0..outputs {
        let constant = nu.numerators[o].times(&over, ground)?;
        for k in 0..m {
            let mut sum = R::default();
            for i in 0..n {
                sum.add(&y.numerators[i * outputs + o].times(&w.numerators[i * m + k], ground)?);
            }
            let mut sum = sum.times(&nu.denominator, ground)?;
            sum.add(&constant);
            if sum.sign(ground)? == Sign::Minus {
                return unproved(format!(
                    "the refutation is negative for output {o} of Y and output {}",
                    case.output(k)
                ));
            }
        }
    }
    let (dot, below) = x.times(&w, ground)?;
    let mut total = dot.times(&nu.denominator, ground)?;
    total.add(&nu.sum().times(&below, ground)?);
    match total.sign(ground)? {
        Sign::Minus => {
            let total = R::shown(&total, &below.times(&nu.denominator, ground)?, case);
            let sentence = format!("no remap of the other mechanism gives X: a Farkas vector separates it by {total}");
            Ok(Proved::new(Verdict::Fails).because(sentence))
        }
        _ => unproved("the refutation does not separate X"),
    }
}
