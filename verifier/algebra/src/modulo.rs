//! Polynomials modulo another one: the field of an algebraic number.

use dp_number::{Number, Obstacle, gcd};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// What a remainder is of, and its cofactor: both are multiplied by the same, and multiples of others taken from them.
type Pair = [Number; 2];

/// r and m > 0 with m·of = q·p + r for some q, deg r < deg p; p is not constant.
///
/// Cost: a product of coefficients for each pair of those of q and p.
///
/// # Errors
/// p constant, or a limit.
pub fn remainder(of: &Number, p: &Number) -> Result<(Number, BigInt), Obstacle> {
    if p.degree() == 0 {
        return Err(Obstacle::Unfit("a remainder modulo a constant"));
    }
    let ([rest, _], factor) = divided([of.clone(), Number::ZERO], &[p.clone(), Number::ZERO])?;
    Ok((rest, factor))
}

/// m > 0 and m·a − q·b, with cofactors alike, of a degree below that of b.
fn divided([mut rest, mut cofactor]: Pair, [b, v]: &Pair) -> Result<(Pair, BigInt), Obstacle> {
    let (lead, mut factor) = (b.leading(), BigInt::one());
    while rest.degree() >= b.degree() && !rest.is_zero() {
        let shared = gcd(&rest.leading(), &lead);
        let by = (&lead / &shared).abs();
        let q = rest.leading() * &by / &lead;
        let shift = Number::monomial(q, rest.degree().saturating_sub(b.degree()));
        let scale = Number::from(by.clone());
        rest = &(&rest * &scale) - &(&shift * b);
        cofactor = &(&cofactor * &scale) - &(&shift * v);
        dp_number::charge(0)?;
        factor *= by;
    }
    Ok(([rest, cofactor], factor))
}

/// u and c > 0 with u·of = c modulo p, deg u < deg p; `None` where the two have a common divisor.
///
/// Euclid's algorithm with one cofactor; each remainder and its cofactor are divided by their common content.
///
/// # Errors
/// p constant, or a limit.
pub(crate) fn inverse(of: &Number, p: &Number) -> Result<Option<(Number, BigInt)>, Obstacle> {
    // a = u·of modulo p, b = v·of modulo p.
    let mut above = [p.clone(), Number::ZERO];
    let (first, m) = remainder(of, p)?;
    let mut below = [first, m.into()];
    while below[0].degree() > 0 {
        let ([mut rest, mut cofactor], _) = divided(above, &below)?;
        let content =
            rest.coefficients().iter().chain(&*cofactor.coefficients()).fold(BigInt::zero(), |c, x| gcd(&c, x));
        if !content.is_zero() && !content.is_one() {
            let over = |p: &Number| Number::polynomial(p.coefficients().iter().map(|c| c / &content).collect());
            (rest, cofactor) = (over(&rest), over(&cofactor));
        }
        (above, below) = (below, [rest, cofactor]);
    }
    let [b, v] = below;
    if b.is_zero() {
        return Ok(None);
    }
    let (v, by) = remainder(&v, p)?;
    let c = b.leading() * by;
    Ok(Some(if c.is_negative() { (-&v, -c) } else { (v, c) }))
}
