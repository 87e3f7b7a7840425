//! `capacity`: the leakage of X at the uniform prior, Σ_o max_i x_io as 2^L.
//!
//! Recomputed. No prior has more: Σ_o max_i π_i x_io ≤ max π · Σ_o max_i x_io (Braun, Chatzikokolakis,
//! Palamidessi; Alvim et al. §2).

use super::source::Source;
use super::{Case, Failure, Proved, leakage, product, utility};
use crate::alpha::Polynomial;
use crate::number::{BigInt, Fractions};
use crate::report::Verdict;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&[])?;
    match case.has_rational_table() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    // With weights 1 in place of 1/n the sum is n times the utility: 2^L itself.
    let sum = utility::binary(&R::rows(case)?, &Fractions::ones(case.nodes()), &case.ground)?;
    let (n, d) = product::power(sum, case.copies(), case)?;
    Ok(leakage::leaks(Proved::new(Verdict::Holds), R::value(&n, &d, case)?, case))
}
