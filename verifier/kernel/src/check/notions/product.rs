//! Products of n copies of a parent P with a row for each of v values, seen through one individual: what holds of P on
//! the complete graph of the values, and what follows for databases, however many.
//!
//! X[i, o] = Π_k P[i_k, o_k], P ≥ 0. Adjacent databases differ in one individual k; P's two rows there are i and h.
//! - `stochastic`: a row of X sums to the product of its rows' sums, so that all do to 1 iff those of P do (the row of
//!   n equal values sums to s^n, and s ≥ 0).
//! - `dp`: the entries of the two rows of X are those of P times the same factor Π_{l≠k} P[i_l, o_l] ≥ 0, which is
//!   positive somewhere if P is anywhere: the ratios are the same, and with them α_max (Holohan, Leith, Mason, Theorem
//!   6).
//! - `approximate-dp`, P stochastic: Σ_o max(0, X[i, o] − λ·X[h, o]) = Σ max(0, P[i_k, o_k] − λ·P[h_k, o_k]) · Π_{l≠k}
//!   Σ_{o_l} P[i_l, o_l], where the last factor is 1: δ is the same for every λ (Theorem 6 and Corollary 3).
//!   `trade-off` compares these very sums.
//! - `group-privacy` at the distance k: two databases that differ in k individuals have the product of k ratios of P,
//!   all others being 1; where P's rows i and h have the least ratio r at o, those of k individuals with i, h and all
//!   others with h have r^k at (o, …, o): alpha_max = r^k. There are none for k > n.
//! - `renyi-dp`, P stochastic: Σ X[i, o]^k/X[h, o]^(k−1) is P's sum times the sums of P's rows, which are 1.
//!   So is every power of it: `zcdp`. The ratios of two adjacent rows of X are those of P's rows: `bounded-range`.
//! - `individual-leakage`: likewise Σ_o max_j X[.., j, .., o] = Σ_o max_j P[j, o], the capacity of P.
//! - `capacity`: Σ_o max_i Π P[i_k, o_k] = (Σ_o max_i P[i, o])^n. Likewise for product priors `utility` with the binary
//!   gain and `leakage`, Π_k Σ_o max_i π_k(i)·P[i, o], for `leakage` over Π_k max π_k: `capacity` is that for weights
//!   1.
//! - `mutual-information` for product priors, and `shannon-capacity`: sums of the individuals' own.
//! - `expected-error`: the expected distance is the sum of those of the individuals, largest where each is: n times
//!   P's.

use super::{group_privacy, mutual_information, shannon_capacity};
use crate::case::Case;
use crate::check::core::{expected_error, leakage, utility};
use crate::failure::{Failure, Why, refused};
use crate::problem::Product;
use crate::problem::{Claim, Gain, Name, Verdict};
use crate::proved::Found;
use crate::rule::Way;
use crate::witness::Witness;
use dp_number::{Fraction, Vector};

/// Whether a claim is judged by the parent: any of an X that is not written out, else those that the parent decides,
/// where numbers are irrational.
pub(crate) fn is_seen(case: &Case, product: &Product, claim: &Claim) -> bool {
    let decides = match claim {
        Claim::Utility(prior) => case.problem.gain == Gain::Binary && by_individual(case, *prior).is_some(),
        Claim::Leakage(prior) | Claim::MutualInformation(prior) => by_individual(case, *prior).is_some(),
        _ => claim.rule().product != Way::Not,
    };
    product.table.is_none() || decides && case.problem.point.is_some()
}

fn by_individual<'a>(case: &Case<'a>, prior: usize) -> Option<&'a [Vector]> {
    case.problem.priors.get(prior).map(|prior| &*prior.each).filter(|each| !each.is_empty())
}

/// A claim about databases that the parent's own table does not decide as it stands, of a case that is the parent's.
pub(crate) fn check(case: &Case, product: &Product, claim: &Claim, witness: &Witness) -> Result<Found, Failure> {
    let (n, ones) = (product.individuals, [Vector::ones(case.nodes())]);
    let priors = match claim {
        Claim::GroupPrivacy { distance, nearer } => {
            return group_privacy::of_product(case, n, (*distance, *nearer), witness);
        }
        Claim::ExpectedError => return expected_error::check(case, n),
        Claim::ShannonCapacity => return shannon_capacity::check(case, witness, n),
        Claim::Capacity => Some(&ones[..]),
        Claim::Utility(prior) | Claim::Leakage(prior) | Claim::MutualInformation(prior) => {
            let each = by_individual(case, *prior);
            each.into_iter().flatten().try_for_each(|own| case.is_distribution(*prior, own))?;
            each
        }
        _ => return refused(Why::LargeProduct),
    };
    let priors = priors.filter(|priors| priors.len() == 1 || priors.len() == n);
    let Some(priors) = priors else { return refused(Why::NoProductPrior) };
    if let Claim::MutualInformation(_) = claim {
        return mutual_information::check(case, priors, n.checked_div(priors.len()).unwrap_or(0));
    }
    let (mut all, leaks) = (Fraction::ONE, !matches!(claim, Claim::Utility(_)));
    for prior in priors {
        let own = utility::binary(case, case.rows, prior)?;
        all = &all * &(if leaks { &own / &leakage::most(case, prior)? } else { own }).lowest();
    }
    let (all, k, found) = (all.lowest(), n.checked_div(priors.len()).unwrap_or(0), Found::new(Verdict::Holds));
    let all = if k == 1 || all.numerator == all.denominator { all } else { all.power(k) };
    Ok(if leaks { leakage::leaks(found, all) } else { found.number(Name::Utility, all) })
}
