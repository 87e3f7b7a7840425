//! Roots of polynomials: a number as the only root of one between two rationals.

use crate::enclosure::Enclosure;
use crate::gcd::{gcd, primitive, squarefree};
use crate::isolate::{Isolated, apart, isolate, middle};
use dp_number::meter::{charge, pass, size, steps};
use dp_number::polynomial::{self, order};
use dp_number::{
    Algebraic, Bracket, Number, Obstacle, Point, Rational, bits, compare, fraction, rational_root, sign_at,
    steps_of_gcd,
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Signed, Zero};
use std::cmp::Ordering;

/// The precisions at which a number is enclosed, until its polynomial's sign is seen to change once: short ones first,
/// as people compare them with the file.
const PRECISIONS: [u64; 12] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// How narrow an enclosure is from which shorter ones are made: at a number that is close to a short one they do not
/// hang on how it was found.
const NARROW: u64 = 72;

/// How many roots a polynomial that is not 0 has in (low, high), each counted once: as many as intervals isolate them
/// in, after so many bisections.
///
/// # Errors
/// A limit, or no interval.
pub fn distinct_roots(p: &Number, low: &Rational, high: &Rational) -> Result<usize, Obstacle> {
    Ok(isolate(&squarefree(p)?, low, high)?.len())
}

/// The only root of p in (low, high), or how many roots there are where that is not one.
///
/// # Errors
/// No interval, the zero polynomial, or a limit.
pub fn only_root(p: &Number, low: &Rational, high: &Rational) -> Result<Result<Point, usize>, Obstacle> {
    let p = squarefree(p)?;
    let mut roots = isolate(&p, low, high)?;
    match (roots.pop(), roots.len()) {
        (Some(root), 0) => of_isolated(&p, &apart(&p, root, low, high)?).map(Ok),
        (None, _) => Ok(Err(0)),
        (Some(_), others) => Ok(Err(others.saturating_add(1))),
    }
}

/// The only root of p in (low, high).
///
/// # Errors
/// p has no root there, or several, or a limit.
pub fn root(p: &Number, low: &Rational, high: &Rational) -> Result<Point, Obstacle> {
    only_root(p, low, high)?.map_err(|roots| match roots {
        0 => Obstacle::Unfit("the polynomial has no root in the interval"),
        _ => Obstacle::Unfit("the polynomial has several roots in the interval"),
    })
}

/// A root of a squarefree polynomial that has opposite signs at the ends of its interval: [`Point::Rational`] wherever
/// it is a rational; else between the shortest ends between which it shows to be the only one.
///
/// # Errors
/// A limit.
pub fn of_isolated(squarefree: &Number, root: &Isolated) -> Result<Point, Obstacle> {
    let (low, high) = match root {
        Isolated::At(x) => return Ok(Point::Rational(x.clone())),
        Isolated::Between(low, high) => (low, high),
    };
    if let [constant, slope] = &*squarefree.coefficients() {
        return Ok(Point::Rational(fraction(-constant, slope.clone())));
    }
    let polynomial = primitive(squarefree)?;
    let rises = polynomial.leading().is_positive();
    let wide = Algebraic::new(&if rises { polynomial } else { -&polynomial }, [low, high])?;
    if let Some(x) = rational(&wide)? {
        return Ok(Point::Rational(x));
    }
    shortest(&wide)
}

/// x^(1/k) for 0 < x ≤ 1, k ≥ 1: the only positive root of d·t^k − n, in (0, 1) if x < 1.
///
/// # Errors
/// A limit.
pub fn root_of_rational(x: &Rational, k: u32) -> Result<Point, Obstacle> {
    let long = pass(x.denom().bits());
    size(k.into(), x.denom().bits())?;
    charge(steps(64, long, long))?;
    if let Some(root) = rational_root(x, k) {
        return Ok(Point::Rational(root));
    }
    let p = &Number::monomial(x.denom().clone(), k as usize) - &Number::from(x.numer().clone());
    of_isolated(&p, &Isolated::Between(Rational::zero(), Rational::one()))
}

/// α^(1/k) for a rational or algebraic α in (0, 1), k ≥ 1.
///
/// With p(0) ≠ 0 and p squarefree, p(t^k) is squarefree: a root that it shares with k·t^(k−1)·p'(t^k) would be one of
/// p and p'. Its roots between l > 0 and h are the k-th roots of those of p between l^k and h^k; bisection of (0, 1)
/// leads to l and h for which p has α and no other root there.
///
/// # Errors
/// Other points, or a limit.
pub fn kth_root(alpha: &Point, k: u32) -> Result<Point, Obstacle> {
    let alpha = match alpha {
        Point::Rational(x) => return root_of_rational(x, k),
        Point::Algebraic(alpha) => alpha,
        _ => return Err(Obstacle::Order),
    };
    let p = squarefree(alpha.polynomial())?.without_t().1;
    let [low, high] = alpha.between();
    let below = sign_at(&p, &low)?;
    let q = p.of_power(k as usize);
    let (mut l, mut h) = (Rational::zero(), Rational::one());
    let (mut inside_low, mut inside_high) = (false, false);
    while !(inside_low && inside_high) {
        let t = middle(&l, &h)?;
        let long = bits(&t).saturating_mul(k.into());
        size(k.into(), long)?;
        charge(steps(1, pass(long), pass(long)))?;
        let power = Pow::pow(&t, k);
        match () {
            () if compare(&power, &low).is_lt() => l = t,
            () if compare(&power, &high).is_gt() => h = t,
            () => match sign_at(&q, &t)? {
                Ordering::Equal => return Ok(Point::Rational(t)),
                sign if sign == below => (l, inside_low) = (t, true),
                _ => (h, inside_high) = (t, true),
            },
        }
    }
    of_isolated(&q, &Isolated::Between(l, h))
}

/// The same number as [`of_isolated`] gives it, whatever interval it is given by.
///
/// # Errors
/// As of [`of_isolated`].
pub fn canonical(point: &Point) -> Result<Point, Obstacle> {
    match point {
        Point::Algebraic(t) => {
            let [low, high] = t.between();
            root(t.polynomial(), &low, &high)
        }
        Point::Beside(both) => Point::Exponential(both.t.clone()).beside(canonical(&Point::Algebraic(both.u.clone()))?),
        Point::Interval(interval) => {
            let [low, high] = interval.ends();
            Point::between(canonical(low)?, canonical(high)?)
        }
        Point::Rational(_) | Point::Exponential(_) => Ok(point.clone()),
    }
}

/// An irrational root between short ends, of a shorter polynomial where that shows at once.
fn shortest(t: &Algebraic) -> Result<Point, Obstacle> {
    let polynomial = of_lower_degree(t)?;
    for bits in PRECISIONS {
        if let Some(found) = between(t, &polynomial, bits)? {
            return Ok(Point::Algebraic(found));
        }
    }
    // It is so close to others that no short ends tell them apart.
    Ok(Point::Algebraic(t.clone()))
}

/// The same number between multiples of 2^-bits, if it shows to be the only root of its polynomial there: rounded
/// outwards these may have another between them, or be roots.
///
/// # Errors
/// A limit.
pub fn within(t: &Algebraic, bits: u64) -> Result<Option<Algebraic>, Obstacle> {
    between(t, t.polynomial(), bits)
}

/// The root t of a polynomial between multiples of 2^-bits, if it shows to be the only one there.
fn between(t: &Algebraic, polynomial: &Number, bits: u64) -> Result<Option<Algebraic>, Obstacle> {
    let [low, high, over] = t.narrowed(bits.max(NARROW))?;
    let ends = Enclosure::from(&Bracket::around(&low, &high, &over, bits));
    match Algebraic::new(polynomial, [&ends.low, &ends.high]) {
        Err(Obstacle::NoRoot) => Ok(None),
        found => found.map(Some),
    }
}

/// The polynomial of t > 0; of d·t^k − n with positive d and n the factor d'·t^j − n' that has t as a root too, which
/// is irreducible: x^j − r is for r > 0 unless r is a p-th power for a prime p that divides j (Capelli).
fn of_lower_degree(t: &Algebraic) -> Result<Number, Obstacle> {
    let coefficients = t.polynomial().coefficients();
    let [low, between @ .., high] = &*coefficients else { return Ok(t.polynomial().clone()) };
    let is_binomial = between.iter().all(Zero::is_zero) && low.is_negative() && high.is_positive();
    if !is_binomial || t.ends()[0].is_negative() {
        return Ok(t.polynomial().clone());
    }
    let (mut ratio, mut k) = (fraction(-low, high.clone()), t.polynomial().degree());
    let mut p: usize = 2;
    while p <= k {
        let words = pass(bits(&ratio));
        charge(steps(words, words, 64))?;
        let root = u32::try_from(p).ok().filter(|_| k.is_multiple_of(p)).and_then(|p| rational_root(&ratio, p));
        match root {
            Some(root) => (ratio, k) = (root, k.checked_div(p).unwrap_or(0)),
            None => p = p.saturating_add(1),
        }
    }
    let mut coefficients = vec![-ratio.numer()];
    coefficients.resize(k, BigInt::zero());
    coefficients.push(ratio.denom().clone());
    Ok(Number::polynomial(coefficients))
}

/// The number where it is rational.
///
/// Let c be the leading coefficient of the polynomial, which is one of integers: c·t is an algebraic integer, and a
/// rational one is an integer. An interval of t that is shorter than 1/2c has at most one k with k/c in it.
/// Cost: that of narrowing the interval to the bits of c, and an evaluation.
///
/// # Errors
/// A limit.
pub fn rational(t: &Algebraic) -> Result<Option<Rational>, Obstacle> {
    let lead = t.polynomial().leading();
    let [low, high, over] = t.narrowed(lead.bits().saturating_add(1))?;
    let long = pass(high.bits().max(over.bits()).saturating_add(lead.bits()));
    charge(steps(4, long, pass(over.bits())))?;
    let k = if lead.is_negative() { (&lead * &high).div_ceil(&over) } else { (&lead * &low).div_ceil(&over) };
    let most = if lead.is_negative() { &lead * &low } else { &lead * &high };
    if &k * &over > most {
        return Ok(None);
    }
    let is_root = polynomial::at(&t.polynomial().coefficients(), &k, &lead)?.is_zero();
    charge(steps_of_gcd(k.bits(), lead.bits()))?;
    Ok(is_root.then(|| fraction(k, lead)))
}

/// Whether p vanishes at the number.
///
/// The roots that p shares with the polynomial q are those of g = gcd(p, q). q has no other root between the ends and
/// none at them, so that g either has the number as its only root there and changes its sign, or has no root there and
/// keeps it. Cost: that of [`gcd`].
///
/// # Errors
/// A limit.
pub fn is_root_of(t: &Algebraic, p: &Number) -> Result<bool, Obstacle> {
    let common = gcd(p, t.polynomial())?;
    if common.degree() == 0 {
        return Ok(false);
    }
    let [low, high, over] = t.ends();
    let sign = |n| Ok::<_, Obstacle>(order(&polynomial::at(&common.coefficients(), n, over)?));
    Ok(sign(low)? != sign(high)?)
}
