//! A ratio of probabilities beside the one that is allowed.

use super::Words;
use super::value::brief;
use crate::{Logarithm, Value};
use dp_file::alpha::{
    Bounds, Exponential, Field, Obstacle, Point, Polynomial, Polynomials as _, Quotient, Quotients as _,
};
use dp_file::model::Alpha;
use dp_file::number::{BigInt, Enclosure, Rational, ratio, significant, sum};
use dp_kernel::Fraction;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

/// The digits to which numbers are known that can't be told apart.
const DIGITS: u32 = 12;

/// `ratio 32, allowed 2`: 1 over the ratio of the less probable to the more probable, beside what is allowed at a
/// distance; `None` where neither shows within the limits.
pub(super) fn beside_allowed(least: &Fraction, apart: &Rational, words: &Words) -> Option<String> {
    if let Ok(Value::Rational(least)) = words.number(least)
        && least.is_zero()
    {
        return Some("no ε is enough".into());
    }
    let at = at_one_number(words).ok()?;
    let words = at.as_ref().map_or(*words, |field| words.at(field));
    let (least, most) = (least.clone(), alpha_power(apart, &words));
    let found = about(&inverse(&least), &words).ok()?;
    let allowed = match &most {
        Some(most) => about(&inverse(most), &words),
        None => allowed(apart, &words),
    };
    let allowed = allowed.ok()?;
    let told = too_much(&found, &allowed);
    let are_exact = constant(&least).is_some() && most.as_ref().is_some_and(|most| constant(most).is_some());
    if are_exact || significant(&found, DIGITS) != significant(&allowed, DIGITS) {
        return Some(told);
    }
    exactly(&least, most.as_ref(), &allowed, apart, &words)
}

/// Both are the same to twelve digits, and not the same.
fn exactly(
    least: &Quotient,
    most: Option<&Quotient>,
    allowed: &Rational,
    apart: &Rational,
    words: &Words,
) -> Option<String> {
    if let (Alpha::Exponential(epsilon), Some(least)) = (words.alpha(), constant(least))
        && let Some(by) = narrowly(&least, epsilon, apart)
    {
        return Some(format!("ε is too small by {by}"));
    }
    let Some(most) = most else {
        return Some(format!(
            "the ratio exceeds the allowed {} by less than 10^-10 of it",
            significant(allowed, DIGITS)
        ));
    };
    let most = inverse(most);
    let minus = Quotient { numerator: -&most.numerator, denominator: most.denominator };
    let by = inverse(least).plus(&minus, &words.bounds).ok()?;
    let by = significant(&about(&by, words).ok()?, 5);
    Some(format!("the ratio exceeds the allowed {} by {by}", significant(allowed, DIGITS)))
}

/// −ln(least)/d − ε at a distance d.
fn narrowly(least: &Rational, epsilon: &Rational, apart: &Rational) -> Option<String> {
    Logarithm::MinusLn(least.clone()).refine(|e| {
        let [low, high] = [&e.low, &e.high].map(|end| significant(&sum(&ratio(end, apart), &-epsilon), 5));
        (low == high).then_some(low)
    })
}

/// Over an interval one number of it.
fn at_one_number(words: &Words) -> Result<Option<Field>, Obstacle> {
    let Some(field) = words.field else { return Ok(None) };
    let Point::Interval(interval) = &field.point else { return Ok(None) };
    Ok(Some(field.at(Point::Rational(words.bounds.run(|| dp_algebra::sample(interval))?))))
}

/// The number that a function is everywhere.
fn constant(x: &Quotient) -> Option<Rational> {
    let is_constant = x.numerator.degree().max(x.denominator.degree()) == 0 && !x.denominator.is_zero();
    is_constant.then(|| ratio(&Rational::from(x.numerator.leading()), &Rational::from(x.denominator.leading())))
}

fn inverse(x: &Quotient) -> Quotient {
    Quotient { numerator: x.denominator.clone(), denominator: x.numerator.clone() }
}

/// α^d as a function of t, where d is whole.
fn alpha_power(apart: &Rational, words: &Words) -> Option<Quotient> {
    let d = Some(apart).filter(|d| d.is_integer())?.numer().to_usize()?;
    match words.alpha() {
        Alpha::Rational(alpha) if words.field.is_none() => {
            let d = u32::try_from(d).ok()?;
            let long = dp_file::number::bits(alpha).saturating_mul(d.into());
            if long > words.limits.bits as u64 {
                return None;
            }
            words.bounds.charge(long).ok()?;
            Some(Quotient::constant(&Rational::new_raw(Pow::pow(alpha.numer(), d), Pow::pow(alpha.denom(), d))))
        }
        _ => {
            let alpha = words.alpha_of_t()?;
            let power = |x: &Polynomial| x.raised(d, &words.bounds).ok();
            Some(Quotient { numerator: power(&alpha.numerator)?, denominator: power(&alpha.denominator)? })
        }
    }
}

/// e^(ε·d), where α^d is not written out.
fn allowed(apart: &Rational, words: &Words) -> Result<Rational, Obstacle> {
    let unfit = Obstacle::Unfit("an α of which no such power is known");
    match words.alpha() {
        Alpha::Rational(alpha) => match (apart.numer().to_u64(), apart.denom().to_u64()) {
            (Some(p), Some(q)) => {
                crate::power::near(alpha, [p, q], &words.bounds).map(|near| near.recip()).ok_or(unfit)
            }
            _ => Err(unfit),
        },
        Alpha::Exponential(epsilon) => {
            let point = Point::Exponential(words.bounds.run(|| Exponential::new(epsilon * apart))?);
            refined(&point, &inverse(&Quotient::t()), &words.bounds)
        }
        Alpha::Power { base, exponent } => {
            // α^d = base^(−exponent·d) is below 1.
            let exponent = exponent * apart;
            let (p, q) = (exponent.numer().abs().to_u64(), exponent.denom().to_u64());
            let below = if base > &Rational::one() { base.recip() } else { base.clone() };
            let near = p.zip(q).and_then(|(p, q)| crate::power::near(&below, [p, q], &words.bounds));
            near.map(|near| near.recip()).ok_or(unfit)
        }
        Alpha::Root { .. } | Alpha::Symbolic { .. } => Err(unfit),
    }
}

/// A rational with the twelve digits of a function of t.
fn about(x: &Quotient, words: &Words) -> Result<Rational, Obstacle> {
    if let Some(x) = constant(x) {
        return Ok(x);
    }
    let field = words.field.ok_or(Obstacle::Unfit("an irrational number of a file that has none"))?;
    match &field.point {
        Point::Rational(at) => {
            let at = |p| words.bounds.run(|| dp_algebra::at(p, at));
            let (n, d) = (at(&x.numerator)?, at(&x.denominator)?);
            if d.is_zero() { Err(Obstacle::ZeroDenominator) } else { Ok(ratio(&n, &d)) }
        }
        point => refined(point, x, &words.bounds),
    }
}

fn refined(point: &Point, x: &Quotient, bounds: &Bounds) -> Result<Rational, Obstacle> {
    let same = |e: &Enclosure| significant(&e.low, DIGITS) == significant(&e.high, DIGITS);
    bounds.run(|| dp_algebra::refine(point, x, |e| same(e).then(|| e.low.clone())))
}

/// Whole ratios below this are written with all of their digits.
const LONGEST: u64 = 1_000_000_000_000;

/// The ratio of two entries beside the one allowed, with as many digits as it takes to tell the two apart.
pub(super) fn too_much(ratio: &Rational, allowed: &Rational) -> String {
    // What is allowed is told as 1 where it is 1 alone.
    let is_one = |x: &str| x.trim_end_matches('0') == "1.";
    let tells = |&k: &u32| {
        let [ratio, most] = [ratio, allowed].map(|x| significant(x, k));
        ratio != most && (!is_one(&most) || allowed.is_one())
    };
    let Some(digits) = (5..=12).find(tells) else {
        let by = sum(ratio, &-allowed);
        return format!("the ratio exceeds the allowed {} by {}", brief(allowed), significant(&by, 5));
    };
    let show = |x: &Rational| match significant(x, digits) {
        _ if x.is_integer() && x < &Rational::from(BigInt::from(LONGEST)) => x.to_string(),
        text if text.contains('e') => text,
        text => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
    };
    format!("ratio {}, allowed {}", show(ratio), show(allowed))
}
