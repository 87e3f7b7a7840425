//! What ρ-zCDP alone implies: (ε, δ)-privacy for δ = inf_{s>0} e^f(s), f(s) = s·((1+s)·ρ − ε) + s·ln s − (1+s)·ln(1+s)
//! (Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, 2020, with α = 1 + s: e^((α−1)(αρ−ε)) /
//! (α−1) · (1 − 1/α)^α).
//!
//! Why: let L = ln(p/q) at an output that is drawn from p. δ = E[max(0, 1 − e^(ε−L))], and max(0, 1 − e^-x) ≤ c·e^(s·x)
//! for all x, with the c = s^s/(1+s)^(1+s) for which both sides touch, at e^-x = s/(1+s). So δ ≤ c·e^(−s·ε)·E[e^(s·L)],
//! and ln E[e^(s·L)] ≤ ρ·s·(1+s) is what ρ-zCDP says.
//!
//! f'(s) = (1+2s)·ρ − ε + ln(s/(1+s)) rises from −∞ to ∞: f is convex, with its least value at the one root of f', and
//! f(0+) = 0, so that δ < 1. At s ≥ 1 with 2·s·ρ ≥ ε + 1 it is f' > 0, as ln(1 + 1/s) ≤ ln 2. From there the root is
//! found by bisection: it is between l and h, and at any m between them f(m) ≥ min f ≥ f(m) − |f'(m)|·(h−l), by the
//! tangent. All numbers are between integers over a power of 2.

use crate::failure::{Failure, Why, ensure};
use dp_number::meter::{charge, steps, words};
use dp_number::{Bracket, Fraction, Rational, bits, exp_of_minus, logarithm};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// f is enclosed to 2^-PLACES.
const PLACES: u64 = 160;

/// The bits of numbers beside those, as many as products may lose.
const SPARE: u64 = 48;

/// The most bits of ρ and ε, and of s.
const MOST_BITS: u64 = 1 << 12;

/// Less than 2^-LEAST is not told from 0.
const LEAST: u64 = 1 << 14;

/// Two numbers that the δ is between, for ρ, ε ≥ 0; at ρ = 0 it is 0.
///
/// Cost: less than 8·4,096 pairs of logarithms.
///
/// # Errors
/// A limit, ρ or ε that are below 0, or of over 4,096 bits.
pub fn delta_of_rho(rho: &Rational, epsilon: &Rational) -> Result<[Fraction; 2], Failure> {
    ensure(!rho.is_negative() && !epsilon.is_negative(), || Why::DoesNotFit)?;
    if rho.is_zero() {
        return Ok([Fraction::ZERO, Fraction::ZERO]);
    }
    let longest = bits(rho).max(bits(epsilon));
    ensure(longest <= MOST_BITS, || Why::FarRho)?;
    charge(steps(16, words(longest), words(longest)))?;
    let d = rho.denom() * epsilon.denom();
    let (p, q) = (rho.numer() * epsilon.denom(), epsilon.numer() * rho.denom());
    // 2^j ≥ 1 and 2·2^j·ρ ≥ ε + 1.
    let j = (&q + &d).bits().saturating_sub(p.bits()).saturating_add(1);
    let f = F { p, q, d, bits: PLACES.saturating_add(SPARE).saturating_add(j) };
    let two = logarithm::ln_two(f.bits.saturating_add(SPARE))?;
    let [low, high] = f.least(j, &two)?;
    power(&Bracket { low: -high, high: -low, bits: f.bits }.coarser(PLACES.saturating_add(SPARE)), &two)
}

/// e^-y for y ≥ 0.
fn power(y: &Bracket, two: &Bracket) -> Result<[Fraction; 2], Failure> {
    let (low, high) = (y.low.clone().max(BigInt::zero()), y.high.clone().max(BigInt::zero()));
    charge(steps(16, words(low.bits()), words(two.bits)))?;
    // y = k·ln 2 + r.
    let k = (&low << (two.bits.saturating_sub(y.bits))) / &two.high;
    let Some(k) = u64::try_from(&k).ok().filter(|k| *k <= LEAST) else { return Ok([Fraction::ZERO, over(1, LEAST)]) };
    let whole = two.scaled(&k.into()).coarser(y.bits);
    let r = Bracket { low: (low - whole.high).max(BigInt::zero()), high: high - whole.low, bits: y.bits };
    let Bracket { low, high, bits } = exp_of_minus(&r)?;
    // Of no more digits than they are exact to.
    let spare = bits.saturating_sub(PLACES);
    let places = PLACES.saturating_add(k);
    Ok([over(low >> spare, places), over(((high >> spare) + 1u32).min(BigInt::one() << PLACES), places)])
}

/// n/2^places.
fn over(n: impl Into<BigInt>, places: u64) -> Fraction {
    Fraction::new(n.into().into(), (BigInt::one() << places).into()).lowest()
}

/// f, for ρ = p/d and ε = q/d.
struct F {
    p: BigInt,
    q: BigInt,
    d: BigInt,
    bits: u64,
}

impl F {
    /// Encloses the least value, over 2^bits; its place is between 0 and 2^j.
    fn least(&self, j: u64, two: &Bracket) -> Result<[BigInt; 2], Failure> {
        // l and h are over 2^k.
        let (mut low, mut high, mut k) = (BigInt::zero(), BigInt::one() << j, 0u64);
        loop {
            if (&high - &low).is_one() {
                (low, high, k) = (low << 1, high << 1, k.saturating_add(1));
            }
            ensure(k <= MOST_BITS.saturating_mul(4), || Why::FarRho)?;
            let middle: BigInt = (&low + &high) >> 1;
            let [value, slope] = self.at(&middle, k, two)?;
            let steepest = slope.low.abs().max(slope.high.abs());
            let gap: BigInt = ((steepest * (&high - &low)) >> k) + 1;
            // As close as wanted, or e^f is as good as 0 whatever f is elsewhere.
            let is_far = value.high < -(BigInt::from(LEAST) << self.bits);
            if gap.bits() <= self.bits.saturating_sub(PLACES) || is_far {
                return Ok([value.low - gap, value.high]);
            }
            if slope.high.is_negative() { low = middle } else { high = middle }
        }
    }

    /// f and f' at m/2^k, m > 0.
    fn at(&self, m: &BigInt, k: u64, two: &Bracket) -> Result<[Bracket; 2], Failure> {
        let Self { p, q, d, bits } = self;
        let long = words(p.bits().max(q.bits()).max(d.bits())).saturating_add(words(m.bits().max(k).max(*bits)));
        charge(steps(32, long, long))?;
        let one = BigInt::one() << k;
        let next = m + &one;
        let (ln, ln_next) = (logarithm::ln(m, *bits, two)?, logarithm::ln(&next, *bits, two)?);
        let quotient = |n: BigInt, places: u64| Bracket::around(&n, &n, &(d << places), *bits);
        let mut slope = quotient((&next + m) * p - (q << k), k);
        slope.add(&ln);
        slope.add(&ln_next.scaled(&-BigInt::one()));
        // s·ln m − (1+s)·ln(m + 2^k) + k·ln 2.
        let mut logarithms = ln.scaled(m);
        logarithms.add(&ln_next.scaled(&-&next));
        let mut value = Bracket { bits: bits.saturating_add(k), ..logarithms }.coarser(*bits);
        value.add(&two.scaled(&k.into()).coarser(*bits));
        value.add(&quotient(m * (&next * p - (q << k)), k.saturating_mul(2)));
        Ok([value, slope])
    }
}
