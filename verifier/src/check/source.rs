//! Where a check has its numbers from: integers where all that it needs is rational, else polynomials in t.

use super::{Case, Failure, LOWEST_TERMS, unproved};
use crate::alpha::{Polynomial, Quotient, Ring};
use crate::graph::Graph;
use crate::model::{Gain, Prior};
use crate::number::{BigInt, Fractions, Logarithm, fraction};
use crate::report::{Number, Value, exact_or_decimal};
use num_traits::One;
use std::borrow::Cow;

/// A ring with the numbers of a file in it.
pub(super) trait Source: Ring {
    /// X, a row for each node.
    fn rows<'a>(case: &Case<'a>) -> Result<Cow<'a, [Fractions<Self>]>, Failure>;

    /// π.
    fn weights(prior: &Prior) -> Result<Cow<'_, Fractions<Self>>, Failure>;

    /// The gains of guess w.
    fn gains(gain: &Gain, w: usize, graph: &Graph) -> Option<Fractions<Self>>;

    /// α as numerator and denominator.
    fn alpha(case: &Case) -> Result<(Self, Self), Failure>;

    /// n/d as a value, d ≠ 0.
    fn value(n: &Self, d: &Self, case: &Case) -> Result<Value, Failure>;

    /// n/d in a sentence.
    fn shown(n: &Self, d: &Self, case: &Case) -> String {
        Self::value(n, d, case).map_or_else(|_| "a number".into(), |value| value.in_words())
    }
}

impl Source for BigInt {
    fn rows<'a>(case: &Case<'a>) -> Result<Cow<'a, [Fractions]>, Failure> {
        let rows = case.mechanism.channel.as_ref().and_then(|x| x.rows());
        rows.map(Cow::Borrowed).ok_or_else(|| Failure::Unproved("the file has no table of rationals".into()))
    }

    fn weights(prior: &Prior) -> Result<Cow<'_, Fractions>, Failure> {
        let weights = prior.weights.rational();
        weights.map(Cow::Borrowed).ok_or_else(|| Failure::Unproved("the prior is irrational".into()))
    }

    fn gains(gain: &Gain, w: usize, graph: &Graph) -> Option<Fractions> {
        gain.row(w, graph)
    }

    fn alpha(case: &Case) -> Result<(Self, Self), Failure> {
        match case.mechanism.privacy.alpha.rational() {
            Some(alpha) => Ok((alpha.numer().clone(), alpha.denom().clone())),
            None => unproved("α is irrational"),
        }
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
    fn rows<'a>(case: &Case<'a>) -> Result<Cow<'a, [Fractions<Self>]>, Failure> {
        let channel = case.mechanism.channel.as_ref();
        channel.map(|x| x.functions()).ok_or_else(|| Failure::Unproved("the file has no mechanism".into()))
    }

    fn weights(prior: &Prior) -> Result<Cow<'_, Fractions<Self>>, Failure> {
        Ok(prior.weights.functions())
    }

    fn gains(gain: &Gain, w: usize, graph: &Graph) -> Option<Fractions<Self>> {
        gain.functions(w, graph)
    }

    fn alpha(case: &Case) -> Result<(Self, Self), Failure> {
        match case.field() {
            Some(field) => Ok((field.alpha.numerator.clone(), field.alpha.denominator.clone())),
            None => unproved("α is rational"),
        }
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
        Value::Rational(x) if *x.numer() > BigInt::default() => Some(Value::Logarithm(make(x.clone()))),
        Value::Number(number) => number.logarithm(make, &case.ground.bounds),
        _ => None,
    }
}

/// 1, whatever the ring.
pub(super) fn one<R: Ring>() -> R {
    R::of(&BigInt::one())
}
