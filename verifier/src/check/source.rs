//! Where a check has its numbers from: integers where all that it needs is rational, else polynomials in t.

use super::{Case, Failure, LOWEST_TERMS, unproved};
use crate::alpha::{Field, Ground, Obstacle, Point, Polynomial, Quotient, Ring};
use crate::graph::Graph;
use crate::model::{Channel, Gain, Prior};
use crate::number::{BigInt, Fractions, Logarithm, fraction};
use crate::report::{Number, Value, exact_or_decimal};
use num_traits::{One, Zero};
use std::borrow::Cow;
use std::cmp::Ordering;

/// A ring with the numbers of a file in it.
pub(super) trait Source: Ring {
    /// A table, a row for each node.
    fn table(channel: &Channel) -> Option<Cow<'_, [Fractions<Self>]>>;

    /// X.
    fn rows<'a>(case: &Case<'a>) -> Result<Cow<'a, [Fractions<Self>]>, Failure> {
        let Some(channel) = &case.mechanism.channel else { return unproved("the file has no mechanism") };
        Self::table(channel).ok_or_else(|| Failure::Unproved("some entries of the mechanism are irrational".into()))
    }

    /// π.
    fn weights(prior: &Prior) -> Result<Cow<'_, Fractions<Self>>, Failure>;

    /// The gains of guess w.
    fn gains(gain: &Gain, w: usize, graph: &Graph) -> Option<Fractions<Self>>;

    /// The element of the ring that a polynomial in t is, if it is one.
    fn of_polynomial(p: &Polynomial) -> Option<Self>;

    /// n/d as a value, d ≠ 0.
    fn value(n: &Self, d: &Self, case: &Case) -> Result<Value, Failure>;

    /// n/d in a sentence.
    fn shown(n: &Self, d: &Self, case: &Case) -> String {
        Self::value(n, d, case).map_or_else(|_| "a number".into(), |value| value.in_words())
    }
}

impl Source for BigInt {
    fn table(channel: &Channel) -> Option<Cow<'_, [Fractions]>> {
        channel.rows().map(Cow::Borrowed)
    }

    fn weights(prior: &Prior) -> Result<Cow<'_, Fractions>, Failure> {
        let weights = prior.weights.rational();
        weights.map(Cow::Borrowed).ok_or_else(|| Failure::Unproved("the prior is irrational".into()))
    }

    fn gains(gain: &Gain, w: usize, graph: &Graph) -> Option<Fractions> {
        gain.row(w, graph)
    }

    fn of_polynomial(p: &Polynomial) -> Option<Self> {
        (p.degree() == 0).then(|| p.leading())
    }

    fn value(n: &Self, d: &Self, case: &Case) -> Result<Value, Failure> {
        case.charge((n.words() + d.words()).saturating_pow(2).saturating_mul(LOWEST_TERMS))?;
        Ok(Value::Rational(fraction(n.clone(), d.clone())))
    }

    fn shown(n: &Self, d: &Self, _: &Case) -> String {
        exact_or_decimal(&fraction(n.clone(), d.clone()))
    }
}

impl Source for Polynomial {
    fn table(channel: &Channel) -> Option<Cow<'_, [Fractions<Self>]>> {
        Some(channel.functions())
    }

    fn weights(prior: &Prior) -> Result<Cow<'_, Fractions<Self>>, Failure> {
        Ok(prior.weights.functions())
    }

    fn gains(gain: &Gain, w: usize, graph: &Graph) -> Option<Fractions<Self>> {
        gain.functions(w, graph)
    }

    fn of_polynomial(p: &Polynomial) -> Option<Self> {
        Some(p.clone())
    }

    fn value(n: &Self, d: &Self, case: &Case) -> Result<Value, Failure> {
        let Some(field) = case.field() else { return unproved("α is rational") };
        let quotient = Quotient { numerator: n.clone(), denominator: d.clone() };
        let quotient = field.simplest(quotient, &case.ground.bounds)?;
        Ok(match quotient.numerator.degree() + quotient.denominator.degree() {
            0 => Value::Rational(fraction(quotient.numerator.leading(), quotient.denominator.leading())),
            _ => Value::Number(Box::new(Number::new(quotient, field.clone(), &case.ground.bounds)?)),
        })
    }
}

/// −ln x or log₂ x of a value x > 0; `None` on an interval, or where no enclosure fixes its digits.
pub(super) fn logarithm(of: &Value, make: fn(crate::number::Rational) -> Logarithm, case: &Case) -> Option<Value> {
    match of {
        Value::Rational(x) if *x.numer() > BigInt::default() => {
            let log = make(x.clone());
            case.charge(log.cost()).ok().map(|()| Value::Logarithm(log))
        }
        Value::Number(number) => number.logarithm(make, &case.ground.bounds),
        _ => None,
    }
}

/// x against y, each a numerator and a denominator > 0.
pub(super) fn compare<R: Ring>(x: &(R, R), y: &(R, R), ground: &Ground) -> Result<Ordering, Obstacle> {
    x.0.times(&y.1, ground)?.compare(&y.0.times(&x.1, ground)?, ground)
}

/// x + y, each a numerator and a denominator.
pub(super) fn plus<R: Ring>(x: &(R, R), y: &(R, R), ground: &Ground) -> Result<(R, R), Obstacle> {
    let mut sum = x.0.times(&y.1, ground)?;
    sum.add(&y.0.times(&x.1, ground)?);
    Ok((sum, x.1.times(&y.1, ground)?))
}

/// `, more by 1/36`: by how much one number exceeds another, as both may look the same to twelve digits; over an
/// interval, where it is a function of α, at a number of it.
///
/// For the report only: where it takes more than the limits leave, nothing is said, and nothing else changes.
pub(super) fn more_by<R: Source>(more: &(R, R), less: &(R, R), case: &Case) -> String {
    excess(more, less, case).unwrap_or_default()
}

fn excess<R: Source>(more: &(R, R), less: &(R, R), case: &Case) -> Result<String, Failure> {
    let by = plus(more, &(less.0.negated(), less.1.clone()), &case.ground)?;
    let Some(Field { point: Point::Interval(interval), symbol, .. }) = case.field() else {
        return Ok(format!(", more by {}", R::shown(&by.0, &by.1, case)));
    };
    let bounds = &case.ground.bounds;
    let (at, symbol) = (interval.sample(bounds)?, if *symbol == 'a' { "α" } else { "b" });
    let [n, d] = [&by.0, &by.1].map(|x| x.polynomial().evaluate(&at, bounds));
    let (n, d) = (n?, d?);
    if d.is_zero() {
        return Ok(String::new());
    }
    Ok(format!(", more by {} at {symbol} = {}", exact_or_decimal(&(n / d)), exact_or_decimal(&at)))
}

/// 1, whatever the ring.
pub(super) fn one<R: Ring>() -> R {
    R::of(&BigInt::one())
}
