//! Polynomials modulo another one: the field of an algebraic number.

use super::bounds::{Bounds, Obstacle};
use super::polynomial::{Polynomial, Polynomials as _};
use crate::number::{BigInt, gcd};
use num_traits::{One, Signed, Zero};

/// r and m > 0 with m·of = q·p + r for some q, deg r < deg p; p is not constant.
///
/// Cost: a product of coefficients for each pair of those of q and p.
///
/// # Errors
/// p constant, or numbers over the limits.
pub(super) fn remainder(of: &Polynomial, p: &Polynomial, bounds: &Bounds) -> Result<(Polynomial, BigInt), Obstacle> {
    if p.degree() == 0 {
        return Err(Obstacle::Unfit("a remainder modulo a constant"));
    }
    let (mut rest, mut factor) = (of.clone(), BigInt::one());
    let lead = p.leading();
    while rest.degree() >= p.degree() && !rest.is_zero() {
        let shared = gcd(&rest.leading(), &lead);
        let by = (&lead / &shared).abs();
        let q = rest.leading() * &by / &lead;
        let shift = bounds.run(|| Ok(Polynomial::monomial(q, rest.degree().saturating_sub(p.degree()))))?;
        rest = &rest.scaled(&by, bounds)? - &shift.times(p, bounds)?;
        factor *= by;
    }
    Ok((rest, factor))
}

/// u and c > 0 with u·of = c modulo p, deg u < deg p; `None` where the two have a common divisor.
///
/// Euclid's algorithm with one cofactor; each remainder and its cofactor are divided by their common content.
///
/// # Errors
/// p constant, or numbers over the limits.
pub(super) fn inverse(
    of: &Polynomial,
    p: &Polynomial,
    bounds: &Bounds,
) -> Result<Option<(Polynomial, BigInt)>, Obstacle> {
    // a = u·of modulo p, b = v·of modulo p.
    let (mut a, mut u) = (p.clone(), Polynomial::ZERO);
    let (first, m) = remainder(of, p, bounds)?;
    let (mut b, mut v) = (first, m.into());
    while b.degree() > 0 {
        let (mut rest, mut cofactor) = (a, u);
        let lead = b.leading();
        while rest.degree() >= b.degree() && !rest.is_zero() {
            let shared = gcd(&rest.leading(), &lead);
            let by = (&lead / &shared).abs();
            let q = rest.leading() * &by / &lead;
            let shift = bounds.run(|| Ok(Polynomial::monomial(q, rest.degree().saturating_sub(b.degree()))))?;
            rest = &rest.scaled(&by, bounds)? - &shift.times(&b, bounds)?;
            cofactor = &cofactor.scaled(&by, bounds)? - &shift.times(&v, bounds)?;
        }
        let content =
            rest.coefficients().iter().chain(&*cofactor.coefficients()).fold(BigInt::zero(), |c, x| gcd(&c, x));
        if !content.is_zero() && !content.is_one() {
            let over = |p: &Polynomial| Polynomial::polynomial(p.coefficients().iter().map(|c| c / &content).collect());
            (rest, cofactor) = (over(&rest), over(&cofactor));
        }
        (a, u, b, v) = (b, v, rest, cofactor);
    }
    if b.is_zero() {
        return Ok(None);
    }
    let (v, by) = remainder(&v, p, bounds)?;
    let c = b.leading() * by;
    Ok(Some(if c.is_negative() { (-&v, -c) } else { (v, c) }))
}
