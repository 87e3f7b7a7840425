//! Products of n copies of a parent P with a row for each of v values, seen through one individual: what holds of P on the
//! complete graph of the values, and what follows for databases, however many: for products too large to be written out, and
//! for all where α or `b` is irrational; else it must agree with what is found of the table.
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

use super::source::Source;
use super::{Case, Failure, Proved, Witness, leakage, unproved, utility};
use crate::alpha::Polynomial;
use crate::model::{Claim, Gain, Kind, Mechanism, Product};
use crate::number::BigInt;
use crate::report::{Value, Verdict};

/// What a claim is judged by: where α or `b` is irrational, the parent alone, if it decides the claim; else the file as it
/// is.
pub fn judged<'m>(mechanism: &'m Mechanism, claim: &Claim) -> &'m Mechanism {
    match (&mechanism.field, parent(mechanism, claim)) {
        (Some(_), Some(parent)) => parent,
        _ => mechanism,
    }
}

/// The parent of a product that is written out, where it decides the claim.
fn parent<'m>(mechanism: &'m Mechanism, claim: &Claim) -> Option<&'m Mechanism> {
    let parent = mechanism.product.as_ref()?.parent.as_deref()?;
    let is_binary = claim.kind != Kind::Utility || matches!(mechanism.gain, Gain::Binary);
    let has_prior = claim.prior.as_ref().is_none_or(|name| parent.prior(name).is_some());
    (is_binary && has_prior && decides(claim.kind)).then_some(parent)
}

/// Whether a parent decides such claims.
fn decides(kind: Kind) -> bool {
    use Kind as K;
    let alike = matches!(kind, K::Stochastic | K::Dp | K::ApproximateDp | K::IndividualLeakage | K::ExpectedError);
    alike || matches!(kind, K::Capacity | K::Utility | K::Leakage)
}

/// A claim about databases, in a case that is that of one individual.
pub(super) fn check(case: &Case, product: &Product) -> Result<Proved, Failure> {
    let n = product.individuals;
    Ok(match case.claim.kind {
        Kind::Stochastic => of_parent(super::of_table(case)?),
        Kind::Dp | Kind::ApproximateDp => {
            let proved = super::of_table(case)?;
            let alike = |text: String| format!("by any one individual, the others alike: {text}");
            Proved { explanation: proved.explanation.into_iter().map(alike).collect(), ..proved }
        }
        Kind::IndividualLeakage => {
            let proved = super::of_table(case)?;
            Proved { explanation: vec!["the same about each individual, whatever the others are".into()], ..proved }
        }
        Kind::ExpectedError => {
            let proved = super::of_table(case)?;
            Proved { explanation: vec![format!("{n} times that of one individual")], ..proved }
        }
        Kind::Capacity => super::of_table(case)?,
        Kind::Utility | Kind::Leakage => {
            case.witness.only(&[])?;
            match case.has_rational_table() && case.has_rational_prior() {
                true => by_individuals::<BigInt>(case, n)?,
                false => by_individuals::<Polynomial>(case, n)?,
            }
        }
        kind => return undecided(kind),
    })
}

/// Says that a row is the parent's.
pub(super) fn of_parent(proved: Proved) -> Proved {
    let explanation = proved.explanation.into_iter().map(|text| format!("the product's parent: {text}")).collect();
    Proved { explanation, ..proved }
}

/// What nothing is known of.
pub(super) fn undecided(kind: Kind) -> Result<Proved, Failure> {
    unproved(format!("`{}` is not decided for a product too large to be written out", kind.name()))
}

/// `utility` and `leakage` at the product of the individuals' priors.
fn by_individuals<R: Source>(case: &Case, n: usize) -> Result<Proved, Failure> {
    let (rows, ground) = (R::rows(case)?, &case.ground);
    let priors = &case.prior()?.each;
    if priors.len() != 1 && priors.len() != n {
        return unproved("the prior is no product of one for each individual");
    }
    let mut product = (R::of(&1.into()), R::of(&1.into()));
    for prior in priors {
        let weights = R::weights(prior)?;
        let mut own = utility::binary(&rows, &weights, ground)?;
        if case.claim.kind == Kind::Leakage {
            let most = leakage::most(&weights, case)?;
            own = (own.0.times(&most.1, ground)?, own.1.times(&most.0, ground)?);
        }
        let own = lowest(own, case)?;
        product = (product.0.times(&own.0, ground)?, product.1.times(&own.1, ground)?);
        fits(&product, 1, case)?;
    }
    let (x, d) = power(product, n / priors.len(), case)?;
    let (proved, value) = (Proved::new(Verdict::Holds), R::value(&x, &d, case)?);
    Ok(match case.claim.kind {
        Kind::Leakage => leakage::leaks(proved, value, case),
        _ => proved.value("utility", value),
    })
}

/// (x/d)^n, whose size is counted before it is made.
pub(super) fn power<R: Source>(x: (R, R), n: usize, case: &Case) -> Result<(R, R), Failure> {
    if n == 1 {
        return Ok(x);
    }
    let x = lowest(x, case)?;
    if x.0 == x.1 {
        return Ok(x);
    }
    fits(&x, n as u64, case)?;
    Ok((R::power(&x.0, n, &case.ground)?, R::power(&x.1, n, &case.ground)?))
}

fn lowest<R: Source>((x, d): (R, R), case: &Case) -> Result<(R, R), Failure> {
    case.charge(x.words().saturating_add(d.words()).saturating_pow(2))?;
    let common = x.common(&d, &case.ground)?;
    let divided = |y: &R| Ok::<_, Failure>(y.divided(&common, &case.ground)?.unwrap_or_else(|| y.clone()));
    let (x, d) = (divided(&x)?, divided(&d)?);
    Ok(R::lowest(x, d, &case.ground)?)
}

/// That (x/d)^n can be written down in a certificate; powers of functions, all coefficients of which are long, take a few
/// times as much.
fn fits<R: Source>((x, d): &(R, R), n: u64, case: &Case) -> Result<(), Failure> {
    let (x, d) = (x.polynomial(), d.polynomial());
    let bits = x.bits().max(1).saturating_add(d.bits()).saturating_mul(n);
    let terms = (x.degree().max(d.degree()) as u64).saturating_mul(n).saturating_add(1);
    let most = (case.limits.bits as u64).min((case.limits.digits as u64).saturating_mul(3));
    match bits <= most && bits.saturating_mul(terms) <= most.saturating_mul(16) {
        true => Ok(()),
        false => unproved(format!("a power of over {most} bits (--limit bits=N, digits=N)")),
    }
}

/// Where X was written out and judged by its table, the parent decides the same claims: both must agree.
pub(super) fn agreed(case: &Case, proved: Proved) -> Result<Proved, Failure> {
    let Some(mechanism) = parent(case.mechanism, case.claim) else { return Ok(proved) };
    let witness = Witness::new(None, case.limits)?;
    let other = super::at_one(&Case { mechanism, witness, computes: true, ..*case })?;
    let alike = |one: &(&str, Value)| other.values.iter().any(|two| one == two);
    match other.verdict == proved.verdict
        && other.values.len() == proved.values.len()
        && proved.values.iter().all(alike)
    {
        true => Ok(proved),
        false => unproved("internal: the table and the parent of a product differ"),
    }
}
