//! t = e^-r, and an algebraic number u beside it.

use crate::algebraic::Algebraic;
use crate::bracket::{BITS, Bracket, shown_at};
use crate::exponential::Exponential;
use crate::meter::{charge, steps};
use crate::number::Number;
use crate::obstacle::Obstacle;
use crate::terms::{self, Term};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Two numbers above 0, the first transcendental.
///
/// Σ c·t^e·u^f is Σ_e t^e·p_e(u). Powers of e with different rational exponents are linearly independent over the
/// algebraic numbers (Lindemann–Weierstrass), so that it is 0 iff each p_e(u) is; every other sign shows on a narrow
/// enough enclosure.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Beside {
    pub t: Exponential,
    pub u: Algebraic,
}

impl Beside {
    /// The sign of p: that of an enclosure, of 64 bits at first.
    ///
    /// # Errors
    /// No sign at 2^16 bits past those of the coefficients.
    pub fn sign(&self, p: &Number) -> Result<Ordering, Obstacle> {
        let terms = p.terms().map_or_else(|| terms::of_dense(&p.coefficients()).into(), Cow::Borrowed);
        // Powers of t > 0 change no sign; they hide small numbers.
        let shorter = terms::lower(&terms, terms::least(&terms));
        let sign = |bits| match self.evaluate(&shorter, bits)?.sign() {
            None if bits == BITS[0] && self.vanishes(&shorter)? => Ok(Some(Ordering::Equal)),
            sign => Ok(sign),
        };
        shown_at(p.bits(), sign)?.ok_or_else(|| Obstacle::Unknown(Box::new(p.clone())))
    }

    /// Encloses a sum of terms, which are in the order of u's powers: by Horner's rule in u.
    pub fn evaluate(&self, p: &[Term], bits: u64) -> Result<Bracket, Obstacle> {
        let (u, mut sum) = (self.u.bracket(bits)?, Bracket::exactly(0, bits));
        let mut power = p.last().map_or(0, |(e, _)| e.u);
        for terms in p.chunk_by(|(e, _), (f, _)| e.u == f.u).rev() {
            let next = terms.first().map_or(0, |(e, _)| e.u);
            sum = times_power(sum, &u, power.saturating_sub(next))?;
            sum.add(&self.t.evaluate(terms, bits)?);
            power = next;
        }
        times_power(sum, &u, power)
    }

    /// Whether u's polynomial divides what stands beside each power of t.
    pub fn vanishes(&self, p: &[Term]) -> Result<bool, Obstacle> {
        charge(steps(64, p.len() as u64, 1))?;
        let mut by_t: Vec<&Term> = p.iter().collect();
        by_t.sort_by_key(|(e, _)| (e.t, e.u));
        for terms in by_t.chunk_by(|(e, _), (f, _)| e.t == f.t) {
            let of_u = terms::in_steps(terms.iter().map(|(e, c)| (e.u.into(), c)), terms::bits(p))?;
            if !self.u.divides(&of_u)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// x·u^k.
fn times_power(mut x: Bracket, u: &Bracket, k: u32) -> Result<Bracket, Obstacle> {
    for _ in 0..k {
        charge(0)?;
        x = x.times(u);
    }
    Ok(x)
}
