//! t = e^-r, and an algebraic number u beside it.

use super::algebraic::Algebraic;
use super::bounds::{Bounds, FIRST_BITS, Obstacle, precisions, steps, undecided, words};
use super::polynomial::{Polynomial, Polynomials as _, terms_of};
use super::quotient::{Quotient, Quotients as _};
use super::signs::signed;
use crate::number::{BigInt, Sign};
use dp_number::{Bracket, Exponential, Monomial};
use num_integer::Integer;
use num_traits::{One, Zero};

/// Two numbers above 0, the first transcendental.
///
/// Σ c·t^e·u^f is Σ_e t^e·p_e(u). Powers of e with different rational exponents are linearly independent over the
/// algebraic numbers (Lindemann–Weierstrass), so that it is 0 iff each p_e(u) is; every other sign shows on a narrow
/// enough enclosure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// t.
    pub t: Exponential,
    /// u.
    pub u: Algebraic,
}

impl Beside {
    /// The sign of p at both.
    ///
    /// # Errors
    /// More steps than are left, or no sign at 2^16 bits past those of the coefficients.
    pub(super) fn sign(&self, p: &Polynomial, bounds: &Bounds) -> Result<Sign, Obstacle> {
        let terms = terms_of(p);
        let least = Monomial {
            t: terms.iter().map(|(e, _)| e.t).min().unwrap_or(0),
            u: terms.iter().map(|(e, _)| e.u).min().unwrap_or(0),
        };
        // Powers of both change no sign; they hide small numbers.
        let shorter: Vec<_> = terms.into_iter().filter_map(|(e, c)| Some((e.over(least)?, c))).collect();
        for bits in precisions(p.bits()) {
            if let Some(sign) = self.evaluate(&shorter, bits, bounds)?.sign() {
                return Ok(signed(sign));
            }
            if bits == FIRST_BITS && self.vanishes(&shorter, bounds)? {
                return Ok(Sign::NoSign);
            }
        }
        Err(undecided(p.bits()))
    }

    /// Encloses Σ c·t^e·u^f: by Horner's rule in u.
    ///
    /// # Errors
    /// More steps than are left.
    pub(super) fn evaluate(&self, p: &[(Monomial, BigInt)], bits: u64, bounds: &Bounds) -> Result<Bracket, Obstacle> {
        let u = self.u.bracket(bits, bounds)?;
        let mut sum = Bracket { low: BigInt::zero(), high: BigInt::zero(), bits };
        let mut power = p.last().map_or(0, |(e, _)| e.u);
        let mut down_to = |sum: &mut Bracket, least: u32| {
            for _ in least..power {
                bounds.charge(steps(4, words(sum.low.bits().saturating_add(sum.high.bits())), words(bits)))?;
                *sum = bounds.run(|| Ok(u.times(sum)))?;
            }
            power = least;
            Ok(())
        };
        // Terms are in the order of u's powers.
        for terms in p.chunk_by(|(e, _), (f, _)| e.u == f.u).rev() {
            down_to(&mut sum, terms.first().map_or(0, |(e, _)| e.u))?;
            sum.add(&bounds.run(|| Ok(self.t.evaluate(terms, bits)?))?);
        }
        down_to(&mut sum, 0)?;
        Ok(sum)
    }

    /// Whether u is a root of what stands beside each power of t.
    fn vanishes(&self, p: &[(Monomial, BigInt)], bounds: &Bounds) -> Result<bool, Obstacle> {
        for (_, of_u) in by_t(p, bounds)? {
            if !self.u.is_root_of(&of_u, bounds)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// n/d with lower powers of u, by its polynomial; without them in d where d has one power of t.
    ///
    /// # Errors
    /// Numbers over the limits.
    pub(super) fn modulo(&self, x: Quotient, bounds: &Bounds) -> Result<Quotient, Obstacle> {
        let Quotient { numerator, denominator } = x;
        let (n, by_n) = self.remainder(&numerator, bounds)?;
        let (d, by_d) = self.remainder(&denominator, bounds)?;
        let (n, d) = (n.scaled(&by_d, bounds)?, d.scaled(&by_n, bounds)?);
        let x = Quotient { numerator: n, denominator: d };
        let [(t, of_u)] = &by_t(&terms_of(&x.denominator), bounds)?[..] else { return x.reduced(bounds) };
        let inverse = if of_u.degree() > 0 { of_u.inverse_modulo(self.u.polynomial(), bounds)? } else { None };
        let Some((inverse, c)) = inverse else { return x.reduced(bounds) };
        let (n, by) = self.remainder(&x.numerator.times(&in_u(0, &inverse), bounds)?, bounds)?;
        let d = in_u(*t, &Polynomial::from(c).scaled(&by, bounds)?);
        Quotient { numerator: n, denominator: d }.reduced(bounds)
    }

    /// r and m > 0 with r = m·p at both, the powers of u in r below those of its polynomial.
    fn remainder(&self, p: &Polynomial, bounds: &Bounds) -> Result<(Polynomial, BigInt), Obstacle> {
        let mut parts = Vec::new();
        for (t, of_u) in by_t(&terms_of(p), bounds)? {
            parts.push((t, of_u.remainder(self.u.polynomial(), bounds)?));
        }
        let by = parts.iter().fold(BigInt::one(), |all, (_, (_, by))| all.lcm(by));
        let mut sum = Polynomial::ZERO;
        for (t, (rest, own)) in parts {
            sum += &in_u(t, &rest.scaled(&(&by / own), bounds)?);
        }
        Ok((sum, by))
    }
}

/// What stands beside each power of t, as a polynomial in u.
fn by_t(p: &[(Monomial, BigInt)], bounds: &Bounds) -> Result<Vec<(u128, Polynomial)>, Obstacle> {
    bounds.charge(steps(64, p.len() as u64, 1))?;
    let mut by_t: Vec<_> = p.iter().collect();
    by_t.sort_by_key(|(e, _)| (e.t, e.u));
    let long = p.iter().map(|(_, c)| c.bits()).max().unwrap_or(0);
    let part = |terms: &[&(Monomial, BigInt)]| {
        let (t, top) = terms.last().map_or((0, 0), |(e, _)| (e.t, e.u as usize));
        bounds.size(top, long)?;
        let mut of_u = Vec::with_capacity(top.saturating_add(1));
        for (e, c) in terms {
            of_u.resize(e.u as usize, BigInt::zero());
            of_u.push(c.clone());
        }
        Ok((t, Polynomial::polynomial(of_u)))
    };
    by_t.chunk_by(|(e, _), (f, _)| e.t == f.t).map(part).collect()
}

/// t^e·p(u).
fn in_u(t: u128, p: &Polynomial) -> Polynomial {
    Polynomial::sparse((0u32..).zip(&*p.coefficients()).map(|(u, c)| (Monomial { u, t }, c.clone())).collect())
}

/// u by itself.
pub(super) fn u() -> Polynomial {
    Polynomial::sparse(vec![(Monomial { u: 1, t: 0 }, BigInt::from(1))])
}
