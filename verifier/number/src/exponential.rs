//! t = e^-r for a rational r > 0.

use crate::arithmetic::product;
use crate::bracket::{Bracket, shown_at};
use crate::meter::{Best, Limit, charge, pass, steps, total};
use crate::number::{Fraction, Number};
use crate::obstacle::Obstacle;
use crate::polynomial;
use crate::rational::Rational;
use crate::terms::{self, Monomial, Term};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// The number e^-r, r > 0.
///
/// It is transcendental (Lindemann–Weierstrass): a polynomial with rational coefficients vanishes at it only if all
/// its coefficients are 0, and every other sign shows on a narrow enough enclosure.
#[derive(Debug)]
pub struct Exponential {
    rate: Rational,
    /// The narrowest enclosure so far.
    known: Best<Bracket>,
}

/// A copy finds its enclosures anew: what a check counts does not hang on what others asked for.
impl Clone for Exponential {
    fn clone(&self) -> Self {
        Self { rate: self.rate.clone(), known: Best::default() }
    }
}

impl PartialEq for Exponential {
    fn eq(&self, other: &Self) -> bool {
        self.rate() == other.rate()
    }
}

impl Eq for Exponential {}

/// So many powers for each that occurs are taken by Horner's rule.
const MOST_MISSING: u128 = 16;

impl Exponential {
    /// e^-r.
    ///
    /// # Errors
    /// Unless r is a rational above 0.
    pub fn of(rate: &Fraction) -> Result<Self, Obstacle> {
        match rate.rational()? {
            Some(rate) => Self::new(rate),
            None => Err(Obstacle::NoRoot),
        }
    }

    /// e^-r.
    ///
    /// # Errors
    /// Unless r > 0.
    pub fn new(rate: Rational) -> Result<Self, Obstacle> {
        if rate.is_positive() { Ok(Self { rate, known: Best::default() }) } else { Err(Obstacle::NoRoot) }
    }

    /// r.
    pub fn rate(&self) -> &Rational {
        &self.rate
    }

    /// t^e.
    fn power(&self, e: u128) -> Self {
        Self { rate: product(&self.rate, &BigInt::from(e).into()), known: Best::default() }
    }

    /// The sign of p, a polynomial in t alone: that of its coefficients if they have one; else that of an enclosure, of
    /// 64 bits at first.
    ///
    /// # Errors
    /// No sign at 2^16 bits past those of the coefficients; or a power of a number beside t, of which there is none.
    pub fn sign(&self, p: &Number) -> Result<Ordering, Obstacle> {
        let unknown = || Obstacle::Unknown(Box::new(p.clone()));
        // Powers of t > 0 change no sign; they hide small numbers.
        if let Some(p) = p.terms() {
            if p.last().is_some_and(|(e, _)| e.u > 0) {
                return Err(Obstacle::NoPoint);
            }
            let shorter = terms::lower(p, terms::least(p));
            return shown_at(terms::bits(p), |bits| Ok(self.evaluate(&shorter, bits)?.sign()))?.ok_or_else(unknown);
        }
        let coefficients = p.coefficients();
        // Over a limit there are none.
        charge(0)?;
        let shorter = polynomial::without_powers(&coefficients);
        if !shorter.iter().any(Signed::is_negative) {
            return Ok(if shorter.is_empty() { Ordering::Equal } else { Ordering::Greater });
        }
        shown_at(p.bits(), |bits| Ok(self.bracket(bits)?.evaluate(shorter)?.sign()))?.ok_or_else(unknown)
    }

    /// Encloses Σ c·t^e, of one power of u: by Horner's rule in the power of t that all are powers of, where few of its
    /// powers are missing; else each t^e by itself, as e^-(e·r).
    pub fn evaluate(&self, p: &[Term], places: u64) -> Result<Bracket, Limit> {
        let step = terms::step(p);
        let part = |e: &Monomial| e.t.checked_div(step).unwrap_or(0);
        let degree = p.last().map_or(0, |(e, _)| part(e));
        if degree <= MOST_MISSING.saturating_mul(p.len() as u128) {
            let power = if step == 1 { self } else { &self.power(step) };
            return power
                .bracket(places)?
                .evaluate(&terms::in_steps(p.iter().map(|(e, c)| (part(e), c)), terms::bits(p))?);
        }
        let mut sum = Bracket::exactly(0, places);
        for (e, c) in p {
            sum.add(&self.power(e.t).bracket(places)?.scaled(c));
        }
        Ok(sum)
    }

    /// Encloses e^-r between integers over 2^places that are a few units apart: what is known, or what is found for
    /// some more places.
    pub fn bracket(&self, places: u64) -> Result<Bracket, Limit> {
        let narrow =
            self.known.or(|known| known.bits >= places, || self.enclosed(places.saturating_add(places / 4)))?;
        charge(steps(4, pass(narrow.bits), 1))?;
        Ok(narrow.coarser(places))
    }

    /// Encloses e^-r between integers over 2^places that are a few units apart; where r ≥ places, between 0 and 1.
    ///
    /// With x = r/2^k ≤ 2^-s, s = √places/2: e^-x = 1 − x + x²/2 − …, where what is left out is between 0 and the next
    /// term, as the terms fall; then e^-r = (e^-x)^(2^k). Each operation is rounded outwards. A squaring doubles the
    /// error: k + 16 more places than asked make up for it. Cost: about 8·√places products of that many bits.
    fn enclosed(&self, places: u64) -> Result<Bracket, Limit> {
        let long = pass(total([self.rate.numer().bits(), self.rate.denom().bits(), places, places, 64]));
        charge(steps(4, long, long))?;
        let (n, d) = (self.rate.numer(), self.rate.denom());
        // e^-r < 2^-r.
        if *n >= d * places {
            return Ok(Bracket { low: BigInt::zero(), high: BigInt::one(), bits: places });
        }
        let (halvings, fine) = precision(&(n / d), places);
        Ok(of_small(&Bracket::around(n, n, &(d << halvings), fine), halvings).coarser(places))
    }
}

/// How often what has this whole part is halved, and to how many places, before the series is taken of it.
fn precision(whole: &BigInt, places: u64) -> (u64, u64) {
    let halvings = total([whole.bits(), 1, places.isqrt() / 2]);
    (halvings, total([places, halvings, 16]))
}

/// (e^-x)^(2^k) for a small x ≥ 0.
fn of_small(x: &Bracket, halvings: u64) -> Bracket {
    let fine = x.bits;
    let (mut term, mut sum) = (Bracket::exactly(1, fine), Bracket::exactly(0, fine));
    let mut j = 0i32;
    while term.high > BigInt::one() {
        sum.add(&term.scaled(&if j % 2 == 0 { 1 } else { -1 }.into()));
        j = j.saturating_add(1);
        term = term.times(x);
        term = Bracket { bits: fine, ..Bracket::around(&term.low, &term.high, &j.into(), 0) };
    }
    sum.low -= &term.high;
    sum.high += &term.high;
    for _ in 0..halvings {
        sum = sum.times(&sum);
    }
    sum
}

/// e^-x for an enclosed x ≥ 0, over the same.
///
/// # Errors
/// A limit.
pub fn exp_of_minus(x: &Bracket) -> Result<Bracket, Limit> {
    charge(steps(4, pass(x.high.bits()), 1))?;
    let whole = &x.low >> x.bits;
    // e^-x < 2^-x.
    if whole >= BigInt::from(x.bits) {
        return Ok(Bracket { low: BigInt::zero(), high: BigInt::one(), bits: x.bits });
    }
    let (halvings, fine) = precision(&(&x.high >> x.bits), x.bits);
    let spare = fine.saturating_sub(halvings).saturating_sub(x.bits);
    let small = Bracket { low: &x.low << spare, high: &x.high << spare, bits: fine };
    Ok(of_small(&small, halvings).coarser(x.bits))
}
