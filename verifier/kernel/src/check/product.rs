//! Products of n copies of a parent P with a row for each of v values, seen through one individual: what holds of P on the
//! complete graph of the values, and what follows for databases, however many.
//!
//! X[i, o] = Π_k P[i_k, o_k], P ≥ 0. Adjacent databases differ in one individual k; P's two rows there are i and h.
//! - `stochastic`: a row of X sums to the product of its rows' sums, so that all do to 1 iff those of P do (the row of n
//!   equal values sums to s^n, and s ≥ 0).
//! - `dp`: the entries of the two rows of X are those of P times the same factor Π_{l≠k} P[i_l, o_l] ≥ 0, which is positive
//!   somewhere if P is anywhere: the ratios are the same, and with them α_max (Holohan, Leith, Mason, Theorem 6).
//! - `approximate-dp`, P stochastic: Σ_o max(0, X[i, o] − λ·X[h, o]) = Σ max(0, P[i_k, o_k] − λ·P[h_k, o_k]) · Π_{l≠k}
//!   Σ_{o_l} P[i_l, o_l], where the last factor is 1: δ is the same for every λ (Theorem 6 and Corollary 3).
//! - `individual-leakage`: likewise Σ_o max_j X[.., j, .., o] = Σ_o max_j P[j, o], the capacity of P.
//! - `capacity`: Σ_o max_i Π P[i_k, o_k] = (Σ_o max_i P[i, o])^n. Likewise for product priors `utility` with the binary gain
//!   and `leakage`, Π_k Σ_o max_i π_k(i)·P[i, o], for `leakage` over Π_k max π_k.
//! - `expected-error`: the expected distance is the sum of those of the individuals, largest where each is: n times P's.

use super::*;
use crate::problem::Product;

/// The product by whose parent a claim is judged: of an X that is not written out any, else those that the parent decides,
/// where numbers are irrational.
pub(super) fn seen<'a>(case: &Case<'a>, claim: &Claim) -> Option<&'a Product> {
    let product = case.problem.product.as_ref()?;
    let decides = match claim {
        Claim::Stochastic | Claim::Dp | Claim::ApproximateDp | Claim::IndividualLeakage => true,
        Claim::ExpectedError | Claim::Capacity => true,
        Claim::Utility(prior) => case.problem.gain == Gain::Binary && by_individual(case, *prior).is_some(),
        Claim::Leakage(prior) => by_individual(case, *prior).is_some(),
        _ => false,
    };
    (case.problem.table.is_none() || decides && case.problem.point.is_some()).then_some(product)
}

fn by_individual<'a>(case: &Case<'a>, prior: usize) -> Option<&'a [Vector]> {
    case.problem.priors.get(prior).map(|prior| &*prior.each).filter(|each| !each.is_empty())
}

/// A claim about databases, by the parent.
pub(super) fn check(case: &Case, product: &Product, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let n = product.individuals;
    let case = &Case { graph: &product.graph, rows: &product.rows, ..*case };
    if claim.needs_distributions()
        && let Some(refuted) = stochastic::refute(case, witness)?
    {
        return Ok(led_by(refuted, Reason::OfParent));
    }
    match claim {
        Claim::Stochastic => of_table(case, claim, witness).map(|found| led_by(found, Reason::OfParent)),
        Claim::Dp | Claim::ApproximateDp => {
            of_table(case, claim, witness).map(|found| led_by(found, Reason::OfOneIndividual))
        }
        Claim::IndividualLeakage => {
            let found = individual_leakage::check(case, witness)?;
            Ok(Found { reasons: vec![Reason::OfOneIndividual], ..found })
        }
        Claim::ExpectedError => {
            let found = expected_error::check_times(case, witness, n)?;
            Ok(Found { reasons: vec![Reason::Times(n)], ..found })
        }
        Claim::Capacity => {
            no_witness(witness)?;
            let sum = utility::binary(case, case.rows, &Vector::ones(case.nodes()))?;
            Ok(leakage::leaks(Found::new(Verdict::Holds), power(sum, n)))
        }
        Claim::Utility(prior) | Claim::Leakage(prior) => {
            no_witness(witness)?;
            by_individuals(case, *prior, n, matches!(claim, Claim::Leakage(_)))
        }
        _ => refused(Why::LargeProduct),
    }
}

/// Puts a reason before the others, if there are any.
fn led_by(mut found: Found, reason: Reason) -> Found {
    if !found.reasons.is_empty() {
        found.reasons.insert(0, reason);
    }
    found
}

/// `utility` and `leakage` at the product of the individuals' priors.
fn by_individuals(case: &Case, prior: usize, n: usize, leaks: bool) -> Result<Found, Failure> {
    let priors = by_individual(case, prior).filter(|priors| priors.len() == 1 || priors.len() == n);
    let Some(priors) = priors else { return refused(Why::NoProductPrior) };
    let mut product = Fraction::ONE;
    for prior in priors {
        let mut own = utility::binary(case, case.rows, prior)?;
        if leaks {
            own = &own / &leakage::most(case, prior)?;
        }
        product = &product * &own.lowest();
    }
    let (value, found) = (power(product, n / priors.len()), Found::new(Verdict::Holds));
    Ok(if leaks { leakage::leaks(found, value) } else { found.number(Name::Utility, value) })
}

/// x^n in lowest terms.
fn power(x: Fraction, n: usize) -> Fraction {
    let x = x.lowest();
    if n == 1 || x.numerator == x.denominator { x } else { x.power(n) }
}
