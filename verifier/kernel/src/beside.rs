//! t = e^-r, and an algebraic number u beside it.

use crate::algebraic::Algebraic;
use crate::bracket::Bracket;
use crate::exponential::Exponential;
use crate::failure::Failure;
use crate::meter::{charge, steps, words};
use crate::point::enclosed;
use crate::terms::{self, Term};
use num_bigint::BigInt;
use num_traits::Zero;
use std::cmp::Ordering;

/// Two numbers above 0, the first transcendental.
///
/// Σ c·t^e·u^f is Σ_e t^e·p_e(u). Powers of e with different rational exponents are linearly independent over the algebraic numbers
/// (Lindemann–Weierstrass), so that it is 0 iff each p_e(u) is; every other sign shows on a narrow enough enclosure.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Beside {
    pub t: Exponential,
    pub u: Algebraic,
}

impl Beside {
    /// The sign of a sum of terms where it shows on enclosures of so many bits. Powers of u > 0 that all terms have are left out.
    pub(crate) fn sign(&self, p: &[Term], bits: u64) -> Result<Option<Ordering>, Failure> {
        let u = enclosed(self.u.ends(bits)?, bits)?;
        let mut sum = Bracket::exactly(&BigInt::zero(), bits);
        let mut power = p.last().map_or(0, |(e, _)| e.u);
        // Horner's rule in u: terms are in the order of its powers.
        for terms in p.chunk_by(|(e, _), (f, _)| e.u == f.u).rev() {
            while terms.first().is_some_and(|(e, _)| e.u < power) {
                charge(steps(4, words(sum.low.bits().saturating_add(sum.high.bits())), words(bits)))?;
                sum = sum.times(&u);
                power = power.saturating_sub(1);
            }
            let of_t = self.t.evaluate(terms, bits)?;
            sum.low += of_t.low;
            sum.high += of_t.high;
        }
        Ok(sum.sign())
    }

    /// Whether u's polynomial divides what stands beside each power of t.
    pub(crate) fn vanishes(&self, p: &[Term]) -> Result<bool, Failure> {
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
