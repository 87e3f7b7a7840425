//! Common divisors and squarefree parts, through residues modulo small primes.
//!
//! The remainders of a polynomial and its derivative have numbers of degree times the coefficients' bits; those of
//! their images modulo a prime are words. A divisor found from images is a divisor once it divides.

use dp_number::meter::{charge, pass, steps};
use dp_number::{Limit, Monomial, Number, Obstacle, polynomial};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The images start below this number: products of residues stay below 2^62.
const LARGEST: u64 = 1 << 31;

/// The largest primes below that number, by which nearly all is decided.
const FIRST: [u64; 4] = [LARGEST - 1, LARGEST - 19, LARGEST - 61, LARGEST - 69];

/// About how many word operations it takes to find the next prime: √m/2 divisions.
const STEPS_TO_A_PRIME: u64 = 1 << 16;

/// The greatest common divisor of two polynomials that are not both 0, primitive.
///
/// Why it is: let ℓ be the gcd of both leading coefficients and m a prime that divides neither of them. The
/// true divisor g keeps its degree modulo m, and its image divides the images' gcd: no image's degree is below
/// that of g. Images of the least degree, made to lead with ℓ, are put together by the Chinese remainder
/// theorem; a polynomial that they give, is of their degree and divides both is g. (von zur Gathen and Gerhard,
/// Modern Computer Algebra, Algorithm 6.38.)
/// Cost: for each prime deg² word operations and a pass over the coefficients; about a prime for 31 bits of
/// ℓ·g, one in all where the two have no common divisor.
///
/// # Errors
/// More steps than are left.
pub fn gcd(p: &Number, q: &Number) -> Result<Number, Obstacle> {
    let (a, b) = (primitive(p)?, primitive(q)?);
    if a.is_zero() || b.is_zero() {
        return Ok(if a.is_zero() { b } else { a });
    }
    if a.terms().or(b.terms()).is_some() {
        return sparse_gcd(&a, &b);
    }
    let wide = pass(a.bits().max(b.bits()));
    charge(steps(4, wide, wide))?;
    let lead = dp_number::gcd(&a.leading(), &b.leading());
    let mut images = Images { product: BigInt::one(), coefficients: Vec::new() };
    for m in Primes(LARGEST) {
        charge(if FIRST.contains(&m) { 1 } else { STEPS_TO_A_PRIME })?;
        let (a_m, b_m) = (image(&a, m)?, image(&b, m)?);
        if a_m.len() < a.coefficients().len() || b_m.len() < b.coefficients().len() {
            continue;
        }
        charge(steps(4, a_m.len() as u64, b_m.len() as u64))?;
        let common = euclid(a_m, b_m, m);
        if common.len() <= 1 {
            return Ok(Number::ONE);
        }
        if !images.add(&common, &lead, m)? {
            continue;
        }
        let candidate = primitive(&images.polynomial())?;
        if a.over(&candidate).is_some() && b.over(&candidate).is_some() {
            return Ok(candidate);
        }
    }
    Err(Limit::Steps.into())
}

/// The product of the different irreducible divisors, primitive: it has the same roots, each of them once.
///
/// p/gcd(p, p') for p ≠ 0, by which a root of multiplicity k loses k−1 of it. Cost: that of [`gcd`].
///
/// # Errors
/// More steps than are left.
pub fn squarefree(p: &Number) -> Result<Number, Obstacle> {
    let p = primitive(p)?;
    if p.degree() == 0 {
        return Ok(p);
    }
    let common = gcd(&p, &derivative(&p))?;
    match common.degree() {
        0 => Ok(p),
        // A divisor divides.
        _ => p.over(&common).ok_or_else(|| Limit::Steps.into()),
    }
}

/// Without the greatest common divisor of the coefficients, a positive number.
///
/// # Errors
/// A limit.
pub fn primitive(p: &Number) -> Result<Number, Limit> {
    Ok(match p.terms() {
        Some(terms) => {
            let of_coefficients: Vec<BigInt> = terms.iter().map(|(_, c)| c.clone()).collect();
            let shorter = polynomial::primitive(&of_coefficients)?;
            Number::sparse(terms.iter().map(|(e, _)| *e).zip(shorter).collect())
        }
        None => Number::polynomial(polynomial::primitive(&p.coefficients())?),
    })
}

/// p'.
pub fn derivative(p: &Number) -> Number {
    Number::polynomial(p.coefficients().iter().enumerate().skip(1).map(|(k, c)| c * k).collect())
}

/// The degree up to which sparse polynomials are looked at as polynomials in a power of t.
const MOST_DEGREE: u128 = 1 << 9;

/// A common divisor of two primitive polynomials, one of them sparse: a power of t, times the greatest one of what is
/// left where that is of low degree in t^g, g the common divisor of all exponents, and nothing of a second number. It
/// need not be the greatest.
fn sparse_gcd(a: &Number, b: &Number) -> Result<Number, Obstacle> {
    let one = [(Monomial::from(0), BigInt::one())];
    // One of the two may be an integer, which is 1.
    let [p, q] = [a, b].map(|x| x.terms().unwrap_or(&one));
    let least = |p: &[(Monomial, BigInt)]| {
        let least = |of: fn(Monomial) -> u128| p.iter().map(|(e, _)| of(*e)).min().unwrap_or(0);
        (least(|e| e.t), least(|e| e.u.into()))
    };
    let ((low, low_u), (high, high_u)) = (least(p), least(q));
    let shifts = p.iter().map(|(e, _)| e.t.saturating_sub(low)).chain(q.iter().map(|(e, _)| e.t.saturating_sub(high)));
    charge(steps(64, (p.len() as u64).saturating_add(q.len() as u64), 4))?;
    let (g, most) = shifts.fold((0u128, 0), |(g, most), e| (g.gcd(&e), most.max(e)));
    let power = Monomial { t: low.min(high), u: u32::try_from(low_u.min(high_u)).unwrap_or(0) };
    let of_u = p.iter().chain(q).any(|(e, _)| e.u > 0);
    if of_u || most.checked_div(g).is_none_or(|degree| degree > MOST_DEGREE) {
        return Ok(Number::sparse(vec![(power, BigInt::one())]));
    }
    let dense = |p: &[(Monomial, BigInt)], low: u128| {
        let mut all = Vec::new();
        for (e, c) in p {
            // No more than MOST_DEGREE.
            let place = e.t.saturating_sub(low).checked_div(g).and_then(|place| usize::try_from(place).ok());
            all.resize(place.unwrap_or(0).max(all.len()), BigInt::zero());
            all.push(c.clone());
        }
        Number::polynomial(all)
    };
    let common = gcd(&dense(p, low), &dense(q, high))?;
    let power = |e: u128| e.saturating_mul(g).saturating_add(power.t);
    Ok(Number::sparse((0u128..).zip(&*common.coefficients()).map(|(e, c)| (power(e), c.clone())).collect()))
}

/// A polynomial known modulo a product of primes.
struct Images {
    product: BigInt,
    /// From 0 to the product.
    coefficients: Vec<BigInt>,
}

impl Images {
    /// Adds one modulo m, monic, made to lead with `lead`; whether nothing new was learnt.
    fn add(&mut self, monic: &[u64], lead: &BigInt, m: u64) -> Result<bool, Obstacle> {
        // An image of too high a degree is of a prime that divides a resultant.
        if !self.coefficients.is_empty() && monic.len() > self.coefficients.len() {
            return Ok(false);
        }
        if monic.len() < self.coefficients.len() || self.coefficients.is_empty() {
            *self = Self { product: BigInt::one(), coefficients: vec![BigInt::zero(); monic.len()] };
        }
        charge(steps(8, monic.len() as u64, pass(self.product.bits().saturating_add(lead.bits()))))?;
        let lead = residue(lead, m);
        let inverse = inverse(residue(&self.product, m), m);
        let half = &self.product / 2;
        let mut same = true;
        for (c, &image) in self.coefficients.iter_mut().zip(monic) {
            let change = modulo(modulo(image, lead, m.saturating_sub(residue(c, m)), m), inverse, 0, m);
            // The number nearest 0 stays as it is where the change is 0, or leads back below 0.
            same &= if *c > half { change == m.saturating_sub(1) } else { change == 0 };
            *c += &self.product * change;
        }
        self.product *= m;
        Ok(same)
    }

    /// With the coefficients nearest 0.
    fn polynomial(&self) -> Number {
        let half = &self.product / 2;
        let nearest = |c: &BigInt| if *c > half { c - &self.product } else { c.clone() };
        Number::polynomial(self.coefficients.iter().map(nearest).collect())
    }
}

/// p modulo m, from the constant up, the last one not 0.
fn image(p: &Number, m: u64) -> Result<Vec<u64>, Obstacle> {
    charge(steps(2, p.coefficients().len() as u64, pass(p.bits())))?;
    let mut image = p.coefficients().iter().map(|c| residue(c, m)).collect();
    trim(&mut image);
    Ok(image)
}

/// x·y + z modulo m.
#[expect(clippy::arithmetic_side_effects, reason = "x, y and z are at most m, a prime below 2^31")]
fn modulo(x: u64, y: u64, z: u64, m: u64) -> u64 {
    (x * y + z) % m
}

fn residue(c: &BigInt, m: u64) -> u64 {
    let rest = (c.magnitude() % m).to_u64().unwrap_or(0);
    if c.is_negative() && rest > 0 { m.saturating_sub(rest) } else { rest }
}

fn trim(p: &mut Vec<u64>) {
    while p.last() == Some(&0) {
        p.pop();
    }
}

/// The monic gcd modulo a prime m, of polynomials that are not 0.
fn euclid(mut a: Vec<u64>, mut b: Vec<u64>, m: u64) -> Vec<u64> {
    if a.len() < b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    loop {
        let inverse = inverse(b.last().copied().unwrap_or(1), m);
        b.iter_mut().for_each(|c| *c = modulo(*c, inverse, 0, m));
        if b.len() == 1 {
            return b;
        }
        while a.len() >= b.len() {
            let factor = m.saturating_sub(a.last().copied().unwrap_or(0));
            for (c, d) in a.iter_mut().rev().zip(b.iter().rev()) {
                *c = modulo(factor, *d, *c, m);
            }
            trim(&mut a);
        }
        if a.is_empty() {
            return b;
        }
        std::mem::swap(&mut a, &mut b);
    }
}

/// The inverse of x ≠ 0 modulo a prime.
fn inverse(x: u64, m: u64) -> u64 {
    let (x, m) = (i128::from(x), i128::from(m));
    x.extended_gcd(&m).x.mod_floor(&m).to_u64().unwrap_or(0)
}

/// The odd primes below a number up to 2^31, falling; past the first by trial division, which takes 2^15 divisions at
/// most.
struct Primes(u64);

impl Iterator for Primes {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if let Some(known) = FIRST.into_iter().find(|known| *known < self.0) {
            self.0 = known;
            return Some(known);
        }
        let prime = |n: u64| (3..=n.isqrt()).step_by(2).all(|d| !n.is_multiple_of(d));
        self.0 = (3..self.0).rev().filter(|n| n % 2 == 1).find(|&n| prime(n))?;
        Some(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_primes_are_those_that_are_found() {
        let prime = |n: u64| n % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        let found: Vec<u64> = (0..LARGEST).rev().filter(|&n| prime(n)).take(6).collect();
        assert_eq!(Primes(LARGEST).take(6).collect::<Vec<_>>(), found);
    }
}
