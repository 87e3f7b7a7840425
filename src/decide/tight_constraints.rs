//! `tight-constraints`: X is ε-private and remaps to a tight-constraints mechanism.
//!
//! No search: at the prior proportional to the row sums Φ1, which y = 1 > 0 represents, X remaps to one iff
//! its utility there is n over the total of Φ, and then every best remap leads to one.

use super::case::{Case, Reason, refused};
use super::utility;
use crate::certificate::Decided;
use crate::linear::Vector;
use dp_verify::report::Verdict;
use malachite::rational::Rational;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let (rows, phi) = (case.rows()?, case.similarity()?);
    if !case.is_private()? {
        return Ok(Decided::new(Verdict::Fails));
    }
    let sums = phi.multiply(&Vector::ones(case.nodes())).ok_or_else(refused)?;
    let total = sums.total();
    let entries: Vec<Rational> = sums.to_rationals().into_iter().map(|x| x / &total).collect();
    let (reached, remap) = utility::binary(rows, &Vector::from_rationals(&entries));
    Ok(if reached == Rational::from(case.nodes()) / total {
        Decided::new(Verdict::Holds).witness("remap", remap)
    } else {
        Decided::new(Verdict::Fails)
    })
}
