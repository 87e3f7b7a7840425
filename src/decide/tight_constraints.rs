//! `tight-constraints`: X is ε-private and remaps to a tight-constraints mechanism.
//!
//! No search: at the prior proportional to the row sums Φ1, which y = 1 > 0 represents, X remaps to one iff
//! its utility there is n over the total of Φ, and then every best remap leads to one.

use super::case::{Case, Reason, refused};
use super::utility;
use crate::linear::Vector;
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::model::Claim;
use malachite::rational::Rational;

pub(super) fn decide(case: &Case, _: &Claim) -> Result<Decided, Reason> {
    let (rows, phi) = (case.rows()?, case.similarity()?);
    if !case.is_private()? {
        return Ok(Decided::plain(Verdict::Fails));
    }
    let sums = phi.multiply(&Vector::ones(case.nodes())).ok_or_else(refused)?;
    let total = sums.total();
    let entries: Vec<Rational> = sums.to_rationals().into_iter().map(|x| x / &total).collect();
    let (reached, remap) = utility::binary(rows, &Vector::from_rationals(&entries));
    Ok(if reached == Rational::from(case.nodes()) / total {
        Decided::new(Verdict::Holds, Witness::Remap(remap))
    } else {
        Decided::plain(Verdict::Fails)
    })
}
