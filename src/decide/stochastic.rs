//! `stochastic`: X ≥ 0 and every row sums to 1. The witness of a refutation is the first row that is no
//! distribution.

use super::case::{Case, Reason, Row};
use crate::certificate::Decided;
use dp_verify::report::Verdict;
use malachite::Integer;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    Ok(refute(case)?.unwrap_or_else(|| Decided::new(Verdict::Holds)))
}

/// The refutation of every claim about X as a mechanism, where X is none.
pub(super) fn refute(case: &Case) -> Result<Option<Decided>, Reason> {
    let row = case.rows()?.iter().position(|row| !is_distribution(row));
    Ok(row.map(|i| Decided::new(Verdict::Fails).witness("row", i)))
}

fn is_distribution(row: &Row) -> bool {
    row.numerators.iter().all(|x| *x >= 0) && row.numerators.iter().sum::<Integer>() == row.denominator
}
