//! `expected-error`: max_i Σ_o x_io·d(i, o), and the least of any private mechanism, computed.

use super::case::{Case, Reason, Row, refused};
use crate::certificate::Decided;
use crate::exact;
use dp_verify::graph::Family;
use dp_verify::report::Verdict;
use malachite::Integer;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let Family::Hamming { values, individuals } = *case.graph().family() else { return Err(refused()) };
    let (rows, alpha) = (case.rows()?, case.alpha()?);
    let error = |(i, row): (usize, &Row)| {
        let distances = case.graph().distances_from(i);
        let sum: Integer = row.numerators.iter().zip(distances).map(|(x, d)| x * Integer::from(d)).sum();
        Rational::from_integers(sum, row.denominator.clone())
    };
    let most = rows.iter().enumerate().map(error).max().ok_or_else(refused)?;
    let copies = Rational::from(case.copies());
    let (most, individuals) = (most * &copies, Rational::from(individuals) * &copies);
    let others = Rational::from(values) - Rational::ONE;
    let delta = case.mechanism.privacy.delta.as_ref().map(exact::rational).unwrap_or_default();
    let least = individuals * &others * (Rational::ONE - delta) * &alpha / (Rational::ONE + &others * &alpha);
    Ok(Decided::new(Verdict::Holds).rational("error", &most).rational("bound", &least))
}
