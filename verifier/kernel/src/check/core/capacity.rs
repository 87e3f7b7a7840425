//! `capacity`: the leakage of X at the uniform prior, Σ_o max_i x_io as 2^L.
//!
//! Computed. No prior has more: Σ_o max_i π_i x_io ≤ max π · Σ_o max_i x_io (Braun, Chatzikokolakis,
//! Palamidessi; Alvim et al. section 2.2).

use super::{leakage, utility};
use crate::case::Case;
use crate::failure::Failure;
use crate::problem::Verdict;
use crate::proved::Found;
use dp_number::Vector;

pub(crate) fn check(case: &Case) -> Result<Found, Failure> {
    // With weights 1 in place of 1/n the sum is n times the utility: 2^L itself.
    let sum = utility::binary(case, case.rows, &Vector::ones(case.nodes()))?;
    Ok(leakage::leaks(Found::new(Verdict::Holds), sum))
}
