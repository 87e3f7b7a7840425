//! t = e^-r for a rational r > 0.

use super::bounds::{Bounds, Obstacle, precisions, steps, undecided, up, words};
use super::bracket::Bracket;
use super::polynomial::Polynomial;
use crate::limits::total;
use crate::number::{BigInt, Rational, Sign, bits, compare, product};
use dp_kernel::Monomial;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The number e^-r with r rational and positive.
///
/// It is transcendental (Lindemann–Weierstrass): a polynomial with rational coefficients vanishes at it only if all
/// its coefficients are 0, and every other sign shows on a narrow enough enclosure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exponential {
    rate: Rational,
}

/// So many powers for each that occurs are taken by Horner's rule.
const MOST_MISSING: u128 = 16;

impl Exponential {
    /// e^-rate.
    ///
    /// # Errors
    /// Unless the rate is positive.
    pub fn new(rate: Rational) -> Result<Self, Obstacle> {
        if rate.is_positive() { Ok(Self { rate }) } else { Err(Obstacle::Unfit("e^-r needs r > 0")) }
    }

    /// r.
    pub fn rate(&self) -> &Rational {
        &self.rate
    }

    /// t^(1/k), k ≥ 1.
    ///
    /// # Errors
    /// k = 0.
    pub fn root(&self, k: u32) -> Result<Self, Obstacle> {
        match k {
            0 => Err(Obstacle::Unfit("a root of order 0")),
            _ => Self::new(product(&self.rate, &Rational::new_raw(BigInt::one(), k.into()))),
        }
    }

    /// The sign of p at e^-r.
    ///
    /// # Errors
    /// More steps than are left, or no sign at 2^16 bits past those of the coefficients.
    pub(super) fn sign(&self, p: &Polynomial, bounds: &Bounds) -> Result<Sign, Obstacle> {
        if let Some(terms) = p.sparse() {
            // No t = e^-r alone has a u beside it.
            if terms.last().is_some_and(|(e, _)| e.u > 0) {
                return Err(Obstacle::Unfit("a second irrational number, and there is none"));
            }
            let least = terms.first().map_or(0, |(e, _)| e.t);
            let shorter: Vec<_> =
                terms.iter().map(|(e, c)| (Monomial::from(e.t.saturating_sub(least)), c.clone())).collect();
            for bits in precisions(p.bits()) {
                if let Some(sign) = self.evaluate(&shorter, bits, bounds)?.sign() {
                    return Ok(sign);
                }
            }
            return Err(undecided(p.bits()));
        }
        let p = p.without_powers().0;
        // As t > 0: this is asked of every entry of a table.
        if p.coefficients().iter().all(|c| !c.is_negative()) {
            return Ok(p.leading().sign());
        }
        for bits in precisions(p.bits()) {
            if let Some(sign) = self.bracket(bits, bounds)?.evaluate(&p, bounds)?.sign() {
                return Ok(sign);
            }
        }
        Err(undecided(p.bits()))
    }

    /// Encloses Σ c·t^e, of one power of u: by Horner's rule in the power of t that all are powers of, where few of its powers
    /// are missing; else each t^e by itself, as e^-(e·r).
    ///
    /// # Errors
    /// More steps than are left.
    pub(super) fn evaluate(&self, p: &[(Monomial, BigInt)], places: u64, bounds: &Bounds) -> Result<Bracket, Obstacle> {
        let power = |e: u128| Self { rate: Rational::new_raw(self.rate.numer() * e, self.rate.denom().clone()) };
        let step = p.iter().fold(0, |step: u128, (e, _)| step.gcd(&e.t)).max(1);
        let highest = p.last().map_or(0, |(e, _)| e.t);
        let degree = highest.checked_div(step).unwrap_or(0);
        if degree > 0 && degree <= MOST_MISSING.saturating_mul(p.len() as u128) {
            let place = |e: u128| e.checked_div(step).and_then(|e| usize::try_from(e).ok()).ok_or(Obstacle::Steps);
            bounds.room((place(highest)? as u64).saturating_add(1), 4)?;
            let mut all = Vec::new();
            for (e, c) in p {
                all.resize(place(e.t)?, BigInt::zero());
                all.push(c.clone());
            }
            return power(step).bracket(places, bounds)?.evaluate(&Polynomial::new(all), bounds);
        }
        let mut sum = Bracket { low: BigInt::zero(), high: BigInt::zero(), bits: places };
        for (e, c) in p {
            let power = match e.t {
                0 => Bracket { low: BigInt::one() << places, high: BigInt::one() << places, bits: places },
                e => power(e).bracket(places, bounds)?,
            };
            bounds.charge(steps(4, words(c.bits()), words(places)))?;
            let ends = [c * power.low, c * power.high];
            let [low, high] = if c.is_negative() { [&ends[1], &ends[0]] } else { [&ends[0], &ends[1]] };
            sum.low += low;
            sum.high += high;
        }
        Ok(sum)
    }

    /// Encloses e^-r between integers over 2^places that are a few units apart; where r ≥ places, between 0 and 1.
    ///
    /// With x = r/2^k ≤ 2^-s, s = √places/2: e^x = Σ x^j/j! up to a term of a unit in the last place, after which what
    /// is left is not more than that term, as x ≤ 1/2; then e^-r = (1/e^x)^(2^k). Each operation is rounded down for
    /// the lower end and up for the upper. A squaring doubles the error: k + 16 more places than asked make up for it.
    /// Cost: about 4·√places products of that many bits.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn bracket(&self, places: u64, bounds: &Bounds) -> Result<Bracket, Obstacle> {
        bounds.precision(places)?;
        let long = words(total([bits(&self.rate), places, places, 64]));
        bounds.charge(steps(4, long, long))?;
        // e^-r < 2^-r.
        if compare(&self.rate, &Rational::from(BigInt::from(places))).is_ge() {
            return Ok(Bracket { low: BigInt::zero(), high: BigInt::one(), bits: places });
        }
        let whole = (self.rate.numer() / self.rate.denom()).bits();
        let halvings = total([whole, 1, places.isqrt() / 2]);
        let fine = total([places, halvings, 16]);
        bounds.charge(steps(steps(4, 1, total([fine.isqrt(), halvings, 8])), words(fine), words(fine)))?;
        let divisor = self.rate.denom() << halvings;
        let (n, one) = (self.rate.numer() << fine, BigInt::one() << fine);
        let (least, most) = (series_below(&n.div_floor(&divisor), fine), series_above(&n.div_ceil(&divisor), fine));
        let square = &one * &one;
        let (mut low, mut high) = (square.div_floor(&most), square.div_ceil(&least));
        for _ in 0..halvings {
            low = (&low * &low) >> fine;
            high = up(&high * &high, fine);
        }
        let spare = fine.saturating_sub(places);
        Ok(Bracket { low: low >> spare, high: up(high, spare), bits: places })
    }
}

/// At most e^x, all over 2^fine, for x ≥ 0: a part of the series, rounded down.
fn series_below(x: &BigInt, fine: u64) -> BigInt {
    let mut term = BigInt::one() << fine;
    let mut sum = BigInt::zero();
    for j in 1u64.. {
        if !term.is_positive() {
            break;
        }
        sum += &term;
        term = ((term * x) >> fine) / j;
    }
    sum
}

/// At least e^x, all over 2^fine, for 0 ≤ x ≤ 1/2: the series down to a term of one unit, rounded up, and that
/// term once more for what is left.
fn series_above(x: &BigInt, fine: u64) -> BigInt {
    let (mut term, mut sum) = (BigInt::one() << fine, BigInt::one());
    for j in 1u64.. {
        if term <= BigInt::one() {
            break;
        }
        sum += &term;
        term = up(term * x, fine).div_ceil(&j.into());
    }
    sum + term
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_is_enclosed_to_the_last_unit() {
        for fine in 1..=10u64 {
            for x in 0..=1i64 << (fine - 1) {
                // Σ x^j/j! up to j = 30 is below e^x by less than 2^-60.
                let argument = Rational::new(x.into(), BigInt::one() << fine);
                let (mut term, mut sum) = (Rational::one(), Rational::zero());
                for j in 1..=31i64 {
                    sum += &term;
                    term = term * &argument / Rational::from(BigInt::from(j));
                }
                let scaled = sum * Rational::from(BigInt::one() << fine);
                let (below, above) = (series_below(&x.into(), fine), series_above(&x.into(), fine));
                assert!(below <= scaled.ceil().to_integer() && above >= scaled.ceil().to_integer(), "{x}/2^{fine}");
            }
        }
    }
}
