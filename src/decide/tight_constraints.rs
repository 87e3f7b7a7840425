//! `tight-constraints`: X is ε-private and remaps to a tight-constraints mechanism.
//!
//! No search: at the prior proportional to the row sums Φ1, which y = 1 > 0 represents, X remaps to one iff
//! its utility there is n over the total of Φ, and then every best remap leads to one.

use super::case::{Case, Reason, refused};
use super::utility;
use crate::effort::{products, spend, words};
use crate::linear::Vector;
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::model::Claim;
use malachite::rational::Rational;

pub(super) fn decide(case: &Case, _: &Claim) -> Result<Decided, Reason> {
    let rows = case.rows()?;
    if !case.is_private()? {
        return Ok(Decided::plain(Verdict::Fails));
    }
    let (prior, total) = of_row_sums(case)?;
    let (reached, remap) = utility::binary(rows, &prior);
    Ok(if reached == Rational::from(case.nodes()) / total {
        Decided::new(Verdict::Holds, Witness::Remap(remap))
    } else {
        Decided::plain(Verdict::Fails)
    })
}

/// The prior proportional to the row sums Φ1, and the total of Φ.
pub(super) fn of_row_sums(case: &Case) -> Result<(Vector, Rational), Reason> {
    let phi = case.similarity()?;
    // Each sum is put together of halves of halves, the longest of which are as long as Φ's denominator.
    spend(products(case.nodes().saturating_mul(8), words(phi.scale())));
    let sums = phi.multiply(&Vector::ones(case.nodes())).ok_or_else(refused)?;
    let prior = Vector::new(sums.numerators().iter().sum(), sums.numerators().to_vec()).ok_or_else(refused)?;
    Ok((prior, sums.total()))
}
