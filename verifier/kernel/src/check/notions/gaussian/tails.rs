//! Sums of w(x) = e^(−x²/(2σ²)) over all x from a whole number on, enclosed over 2^bits.
//!
//! w(k+1) = w(k)·q(k), q(k) = e^(−(2k+1)/(2σ²)) and q(k+1) = q(k)·e^(−1/σ²), for k = 0, 1, … up to an N beyond which w
//! is less than 2^-bits; as q falls, all that comes from x on is at most w(x)/(1 − q(x)).

use crate::case::Case;
use crate::check::notions::privacy_loss::enclosed;
use crate::failure::Failure;
use crate::problem::{Gaussian, Verdict};
use dp_number::list::List;
use dp_number::meter::{charge, of_product, pass, room, steps, words};
use dp_number::{Bracket, Fraction, Limit, Rational, exp_of_minus, logarithm};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// What a term takes beside its products.
const OF_A_TERM: u64 = 64;

/// The places of logarithms, beside twice the bits of σ²: they find whole numbers, and digits of ε.
const LOGARITHM: u64 = 256;

/// Whether an enclosed number is no more than a rational, or is more.
pub(super) fn verdict(x: &Bracket, level: &Rational) -> Option<Verdict> {
    let bound = level.numer() << x.bits;
    match (&x.high * level.denom() <= bound, &x.low * level.denom() > bound) {
        (true, _) => Some(Verdict::Holds),
        (_, true) => Some(Verdict::Fails),
        _ => None,
    }
}

/// An enclosure of no more digits than it is exact to, or not many more.
pub(super) fn ends(x: &Bracket) -> [Fraction; 2] {
    let spare = x.low.bits().saturating_sub(72).min(x.bits);
    let end = |n: BigInt| Fraction::new(n.into(), (BigInt::one() << x.bits.saturating_sub(spare)).into()).lowest();
    [end(&x.low >> spare), end(-(-&x.high >> spare))]
}

pub(super) struct Tails {
    /// Δ, and σ² = n/d.
    shift: BigInt,
    sigma2: [BigInt; 2],
    bits: u64,
    /// ln 2, to as many places as logarithms are needed.
    two: Bracket,
    /// Those from 0, 1, …, N on, and beyond.
    from: Vec<Bracket>,
    beyond: Bracket,
    total: Bracket,
}

/// λ between these, or no less than the first one, over 2^bits.
pub(super) type Lambda = (BigInt, Option<BigInt>);

/// λ = 1/α; `None` where α is not one number that can be enclosed.
pub(super) fn inverse(case: &Case, bits: u64) -> Result<Option<Lambda>, Failure> {
    let Fraction { numerator: n, denominator: d } = case.alpha;
    let places = bits.max(n.bits()).max(d.bits());
    let (Some(n), Some(d)) = (enclosed(case, n, places)?, enclosed(case, d, places)?) else { return Ok(None) };
    charge(steps(8, pass(d.high.bits()), pass(n.high.bits().saturating_add(bits))))?;
    let low = |n: &BigInt| ((&d.low << bits) / n).max(BigInt::one() << bits);
    let high = n.low.is_positive().then(|| (&d.high << bits) / &n.low + 1);
    Ok((n.high.is_positive() && d.low.is_positive()).then(|| (low(&n.high), high)))
}

impl Tails {
    /// N, where w < 2^-bits from there on: x² ≥ 2σ²·bits·ln 2.
    fn last(noise: &Gaussian, bits: u64) -> Option<u64> {
        let square: BigInt = noise.sigma2.numer() * 7 * bits / (noise.sigma2.denom() * 5u32) + 1;
        square.sqrt().to_u64().map(|n| n.saturating_add(2))
    }

    /// What they take.
    pub(super) fn steps(noise: &Gaussian, bits: u64) -> u64 {
        let of_term = of_product(pass(bits), pass(bits)).saturating_mul(8).saturating_add(OF_A_TERM);
        Self::last(noise, bits).map_or(u64::MAX, |n| n.saturating_mul(of_term))
    }

    /// `None` where so many bits are too few.
    pub(super) fn of(noise: &Gaussian, shift: usize, bits: u64) -> Result<Option<Self>, Failure> {
        let (n, d) = (noise.sigma2.numer(), noise.sigma2.denom());
        charge(steps(4, pass(n.bits()), pass(d.bits())))?;
        let last = Self::last(noise, bits).ok_or(Limit::Steps)?;
        room(last.saturating_mul(2), words(bits))?;
        let mut quotient = exp_of_minus(&Bracket::around(d, d, &(n << 1), bits))?;
        let (step, mut term) = (quotient.times(&quotient), Bracket::exactly(1, bits));
        let mut from = Vec::new();
        for _ in 0..=last {
            charge(OF_A_TERM)?;
            from.push(term.clone());
            term = term.times(&quotient);
            quotient = quotient.times(&step);
        }
        let one = BigInt::one() << bits;
        if quotient.high >= one {
            return Ok(None);
        }
        let beyond = Bracket { low: BigInt::ZERO, high: (&term.high << bits) / (&one - &quotient.high) + 1, bits };
        let mut sum = beyond.clone();
        for tail in from.iter_mut().rev() {
            sum.add(tail);
            *tail = sum.clone();
        }
        let mut total = sum;
        total.add(from.at(1)?);
        let places = bits.min(n.bits().max(d.bits()).saturating_mul(2).saturating_add(LOGARITHM));
        let (shift, sigma2, two) = (shift.into(), [n.clone(), d.clone()], logarithm::ln_two(places)?);
        Ok(Some(Self { shift, sigma2, bits, two, from, beyond, total }))
    }

    /// Σ w(x) over x < t.
    fn below(&self, t: &BigInt) -> Bracket {
        let from = |k: BigInt| k.to_usize().and_then(|k| self.from.get(k)).unwrap_or(&self.beyond);
        if !t.is_positive() {
            return from(1 - t).clone();
        }
        let above = from(t.clone());
        Bracket { low: &self.total.low - &above.high, high: &self.total.high - &above.low, bits: self.bits }
    }

    /// ln of a number over 2^bits.
    fn ln(&self, x: &BigInt) -> Result<Bracket, Limit> {
        let mut ln = logarithm::ln(x, self.two.bits, &self.two)?;
        ln.add(&self.two.scaled(&-BigInt::from(self.bits)));
        Ok(ln)
    }

    /// δ_Δ(λ), and τ or one next to it. It does not rise with λ, and P(x < t) − λ·P(x < t − Δ) is no more at any t.
    pub(super) fn delta(&self, (low, high): &Lambda) -> Result<Option<(Bracket, BigInt)>, Failure> {
        let (ln, [n, d], shift) = (self.ln(low)?, &self.sigma2, &self.shift);
        charge(steps(64, pass(ln.high.bits()), pass(n.bits().max(d.bits()).saturating_add(128))))?;
        // The least whole number from Δ/2 − ε·σ²/Δ on.
        let threshold = |ln: &BigInt| {
            let above: BigInt = ((shift * shift * d) << self.two.bits) - ((ln * n) << 1);
            above.div_ceil(&((shift * d) << self.two.bits << 1))
        };
        let [first, last] = [&ln.high, &ln.low].map(threshold);
        let (mut least, mut most) = (BigInt::ZERO, BigInt::ZERO);
        for t in [&first, &last] {
            let (own, other) = (self.below(t), self.below(&(t - shift)));
            charge(steps(4, pass(low.bits()), pass(self.bits)))?;
            most = most.max(&own.high - ((low * &other.low) >> self.bits));
            if let Some(high) = high {
                least = least.max(&own.low + ((-high * &other.high) >> self.bits));
            }
        }
        let delta = Bracket { low: least, high: most, bits: self.bits }.over(&self.total);
        Ok(delta.filter(|_| &last - &first <= BigInt::one()).map(|delta| (delta, last)))
    }

    /// 1/λ and ln λ of the least λ at which δ is enough, nothing where that is 1; `None` where so many bits are too
    /// few.
    pub(super) fn least(&self, level: &Rational) -> Result<Option<Option<[Bracket; 2]>>, Failure> {
        let (one, bits) = (BigInt::one() << self.bits, self.bits);
        let is_enough = |lambda: &BigInt| {
            let delta = self.delta(&(lambda.clone(), Some(lambda.clone())))?;
            Ok::<_, Failure>(delta.and_then(|(delta, _)| verdict(&delta, level)))
        };
        match is_enough(&one)? {
            Some(Verdict::Holds) => return Ok(Some(None)),
            Some(Verdict::Fails) => {}
            None => return Ok(None),
        }
        charge(steps(4, pass(level.denom().bits()), pass(level.numer().bits().saturating_add(bits))))?;
        let mass: BigInt = (&self.total.high * level.numer()).div_ceil(level.denom());
        let quotient = |t: &BigInt| {
            charge(steps(4, pass(bits), pass(bits)))?;
            Ok::<_, Failure>(((self.below(t).low - &mass) << bits).div_floor(&self.below(&(t - &self.shift)).high))
        };
        // The quotients rise up to the largest, and fall from there.
        let (mut t, mut end) = (-BigInt::from(self.from.len()), &self.shift + 1);
        while t < end {
            let middle: BigInt = (&t + &end) >> 1;
            let [here, next] = [quotient(&middle)?, quotient(&(&middle + 1))?];
            if here.is_positive() && next <= here { end = middle } else { t = middle + 1 }
        }
        let low = quotient(&t)?.max(one.clone());
        let high: BigInt = &low + ((&low - &one) >> 56) + 1;
        if low == one || is_enough(&high)? != Some(Verdict::Holds) {
            return Ok(None);
        }
        charge(steps(8, pass(bits).saturating_mul(2), pass(high.bits())))?;
        let square = &one << bits;
        let alpha = Bracket { low: &square / &high, high: &square / &low + 1, bits };
        let epsilon =
            Bracket { low: self.ln(&low)?.low.max(BigInt::zero()), high: self.ln(&high)?.high, bits: self.two.bits };
        Ok(Some(Some([alpha, epsilon])))
    }
}
