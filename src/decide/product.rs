//! Claims about a product by its parent, from the table of one individual: see the verifier's `check/product.rs`.

use super::case::{Case, Reason, refused};
use super::{approximate_dp, capacity, computed, dp, expected_error, individual_leakage, leakage, stochastic, utility};
use crate::certificate::Decided;
use crate::exact;
use dp_verify::model::{Claim, Kind, Product};
use dp_verify::report::Verdict;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::One;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

/// What is decided of a large product without being asked for.
pub(super) const FINDINGS: [Kind; 7] = [
    Kind::Stochastic,
    Kind::Dp,
    Kind::Capacity,
    Kind::Utility,
    Kind::Leakage,
    Kind::IndividualLeakage,
    Kind::ExpectedError,
];

/// Whether claims of this kind are decided of a large product, by its parent.
pub(super) fn decides(kind: Kind) -> bool {
    kind == Kind::ApproximateDp || FINDINGS.contains(&kind)
}

pub(super) fn decide(case: &Case, claim: &Claim, product: &Product) -> Result<Decided, Reason> {
    let kind = claim.kind;
    match kind {
        _ if !decides(kind) => Err(Reason::new(
            "the product is too large to be written out, and its parent alone does not decide this claim",
        )),
        _ if case.is_irrational() => computed(case, claim),
        Kind::Stochastic => stochastic::decide(case),
        Kind::Dp => dp::decide(case),
        Kind::ApproximateDp => approximate_dp::decide(case),
        Kind::IndividualLeakage => individual_leakage::decide(case),
        Kind::Capacity => capacity::decide(case),
        Kind::ExpectedError => expected_error::decide(case),
        _ => by_individuals(case, claim, product),
    }
}

/// `utility` and `leakage`: the product of what they are for each individual.
fn by_individuals(case: &Case, claim: &Claim, product: &Product) -> Result<Decided, Reason> {
    let each = &case.prior(claim)?.each;
    let mut all = Rational::ONE;
    for prior in each {
        let weights = prior.weights.rational().and_then(exact::vector).ok_or_else(refused)?;
        let own = utility::binary(case.rows()?, &weights).0;
        all *= if claim.kind == Kind::Leakage { own / leakage::most(&weights) } else { own };
        fits(&all, 1, case)?;
    }
    let all = power(&all, product.individuals / each.len().max(1), case)?;
    let decided = Decided::new(Verdict::Holds);
    Ok(if claim.kind == Kind::Leakage { decided.leakage(&all) } else { decided.rational("utility", &all) })
}

/// x^n, where a certificate has room for it.
pub(super) fn power(x: &Rational, n: usize, case: &Case) -> Result<Rational, Reason> {
    if n > 1 && *x != 1u32 {
        fits(x, n, case)?;
    }
    Ok(x.pow(n as u64))
}

fn fits(x: &Rational, n: usize, case: &Case) -> Result<(), Reason> {
    let most = (case.limits.bits as u64).min((case.limits.digits as u64).saturating_mul(3));
    let bits = x.numerator_ref().significant_bits().max(1) + x.denominator_ref().significant_bits();
    if bits.saturating_mul(n as u64) <= most {
        Ok(())
    } else {
        Err(Reason::new(format!("a power of over {most} bits (--limit bits=N, digits=N)")))
    }
}
