//! `capacity`: the leakage of X at the uniform prior, Σ_o max_i x_io as 2^L.
//!
//! Recomputed. No prior has more: Σ_o max_i π_i x_io ≤ max π · Σ_o max_i x_io (Braun, Chatzikokolakis,
//! Palamidessi; Alvim et al. §2).

use super::{Case, Failure, Proved, leakage, stochastic, utility};
use crate::number::{BigInt, Fractions, Rational, product};
use crate::report::Verdict;
use num_traits::One;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if let Some(refuted) = stochastic::refute(case)? {
        return Ok(refuted);
    }
    case.witness.only(&[])?;
    let n = case.nodes();
    let uniform = Fractions { denominator: n.into(), numerators: vec![BigInt::one(); n] };
    let after = utility::binary(case.rows()?, &uniform);
    Ok(leakage::leaks(Proved::new(Verdict::Holds), product(&after, &Rational::from(BigInt::from(n)))))
}
