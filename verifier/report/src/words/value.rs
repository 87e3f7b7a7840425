//! The values of a statement, with their names.

use super::Words;
use crate::{Logarithm, Number, Range, Value};
use dp_file::alpha::{Bounds, Obstacle, Point, Quotient, Quotients as _};
use dp_file::number::{
    BigInt, Enclosure, Rational, Sign, bits, exact_or_decimal, fraction, rounded_up, significant, steps_of_digits,
};
use dp_file::problem::value::name;
use dp_kernel::{Fraction, Name, Theorem};
use num_traits::{One, Zero};

/// What a theorem is called.
pub fn theorem(theorem: Theorem) -> &'static str {
    match theorem {
        Theorem::UtilityBound => "utility-bound",
        Theorem::Hamming => "hamming",
        Theorem::Outputs => "outputs",
        Theorem::HammingOutputs => "hamming-outputs",
    }
}

/// A number: a rational in lowest terms, else a function of t with the lowest degrees.
pub(super) fn number(x: &Fraction, words: &Words) -> Result<Value, Obstacle> {
    let bounds = &words.bounds;
    if let Some(x) = bounds.run(|| Ok(x.rational()?))? {
        bounds.charge(steps_of_digits(&x))?;
        return Ok(Value::Rational(x));
    }
    let field = words.field.ok_or(Obstacle::Unfit("an irrational number of a file that has none"))?;
    let quotient = field.simplest(x.clone(), bounds)?;
    Ok(match quotient.numerator.degree().max(quotient.denominator.degree()) {
        0 => Value::Rational(fraction(quotient.numerator.leading(), quotient.denominator.leading())),
        _ => Value::Number(Box::new(Number::new(quotient, field.clone(), bounds)?)),
    })
}

/// −ln x or log₂ x of a value x > 0; `None` on an interval, or where no enclosure fixes its digits.
fn logarithm(of: &Value, make: fn(Rational) -> Logarithm, bounds: &Bounds) -> Option<Value> {
    match of {
        Value::Rational(x) if x.numer().sign() == Sign::Plus => {
            let log = make(x.clone());
            bounds.charge(log.cost()).ok().map(|()| Value::Logarithm(log))
        }
        Value::Number(number) => number.logarithm(make, bounds),
        _ => None,
    }
}

/// A part of a set by its ends: the sets of `threshold` are closed in (0, 1).
fn range([low, high]: &[dp_kernel::Point; 2], bounds: &Bounds) -> Result<Range, Obstacle> {
    let (low, high) = (written(low, bounds)?, written(high, bounds)?);
    if low == high {
        return Ok(Range::at(low));
    }
    let (zero, one) = (Point::Rational(Rational::zero()), Point::Rational(Rational::one()));
    Ok(Range { with_low: low != zero, with_high: high != one, low, high })
}

/// A point, with what it takes to write it, in text or JSON, counted.
fn written(point: &dp_kernel::Point, bounds: &Bounds) -> Result<Point, Obstacle> {
    let point = canonical(point, bounds)?;
    charge_writing(&point, 8, bounds)?;
    Ok(point)
}

/// A single number in one form, whatever interval it is given by; as it is given where the other form does not show to
/// be of the same number.
pub(super) fn canonical(point: &Point, bounds: &Bounds) -> Result<Point, Obstacle> {
    bounds.run(|| {
        let found = dp_algebra::canonical(point)?;
        let same =
            found == *point || matches!(point.is_same(&found), Ok(true)) || matches!(found.is_same(point), Ok(true));
        Ok(if same { found } else { point.clone() })
    })
}

/// Counts what it takes to write a root, digits and all, so many times: once by doing it.
pub(super) fn charge_writing(point: &Point, times: u64, bounds: &Bounds) -> Result<(), Obstacle> {
    let Point::Algebraic(_) = point else { return Ok(()) };
    let before = bounds.budget().left();
    if let Err(Obstacle::Steps) = bounds.run(|| dp_algebra::digits_of(point, &Quotient::t())) {
        return Err(Obstacle::Steps);
    }
    let once = before.saturating_sub(bounds.budget().left());
    bounds.charge(once.saturating_mul(times.saturating_sub(1)))
}

/// A number at which an interval is cut.
pub(super) fn cut(point: Point) -> Value {
    match point {
        Point::Rational(x) => Value::Rational(x),
        point => Value::Root(Box::new(point)),
    }
}

/// A value as it is reported; `None` where it has no digits to be told.
///
/// # Errors
/// More steps than are left.
pub fn value(value: &dp_kernel::Value, words: &Words) -> Result<Option<Value>, Obstacle> {
    let bounds = &words.bounds;
    Ok(Some(match value {
        dp_kernel::Value::Number(x) => number(x, words)?,
        dp_kernel::Value::MinusLn(x) => return Ok(logarithm(&number(x, words)?, Logarithm::MinusLn, bounds)),
        dp_kernel::Value::Power(x, exponent) => {
            let power = number(x, words)?.power(*exponent, bounds);
            return Ok(power.map(|power| Value::Power(Box::new(power))));
        }
        dp_kernel::Value::MinusLnPower(x, [p, q]) => {
            let logarithm = logarithm(&number(x, words)?, Logarithm::MinusLn, bounds);
            let by = fraction(BigInt::from(*p), BigInt::from(*q));
            return Ok(logarithm.and_then(|value| value.times(&by)));
        }
        dp_kernel::Value::Divergence(x, k) => {
            let logarithm = logarithm(&number(x, words)?, Logarithm::MinusLn, bounds);
            return Ok(logarithm.and_then(|value| value.over(*k)));
        }
        dp_kernel::Value::Log2(x) => return Ok(logarithm(&number(x, words)?, Logarithm::Log2, bounds)),
        dp_kernel::Value::Enclosed([low, high]) => match (enclosure(low, words)?, enclosure(high, words)?) {
            (Some(low), Some(high)) => Value::Enclosed(Enclosure { low: low.low, high: high.high }),
            _ => return Ok(None),
        },
        dp_kernel::Value::Infinite => Value::Infinite,
        dp_kernel::Value::Flag(flag) => Value::Flag(*flag),
        dp_kernel::Value::Theorem(of) => Value::Text(theorem(*of)),
        dp_kernel::Value::Set(parts) => {
            Value::Set(parts.iter().map(|part| range(part, bounds)).collect::<Result<_, _>>()?)
        }
        dp_kernel::Value::Root(point) => cut(written(point, bounds)?),
    }))
}

/// A number between two rationals of the same digits; `None` on an interval.
fn enclosure(x: &Fraction, words: &Words) -> Result<Option<Enclosure>, Obstacle> {
    let bounds = &words.bounds;
    if let Some(x) = bounds.run(|| Ok(x.rational()?))? {
        bounds.charge(steps_of_digits(&x))?;
        return Ok(Some(Enclosure { low: x.clone(), high: x }));
    }
    let field = words.field.ok_or(Obstacle::Unfit("an irrational number of a file that has none"))?;
    let (x, close) = (x.clone(), |e: &Enclosure| significant(&e.low, 12) == significant(&e.high, 12));
    match &field.point {
        Point::Interval(_) => Ok(None),
        point => bounds.run(|| dp_algebra::refine(point, &x, |e| close(e).then(|| e.clone()))).map(Some),
    }
}

/// What is only enclosed and bounds something from above, in digits that do so too.
fn bound(value: Value) -> Value {
    let Value::Enclosed(Enclosure { high, .. }) = value else { return value };
    let high = rounded_up(&high);
    Value::Enclosed(Enclosure { low: high.clone(), high })
}

/// All values with their names. The logarithm of the number before it takes that in lowest terms as it is.
///
/// # Errors
/// More steps than are left.
pub fn values(values: &[(Name, dp_kernel::Value)], words: &Words) -> Result<Vec<(&'static str, Value)>, Obstacle> {
    let mut told: Vec<(&'static str, Value)> = Vec::with_capacity(values.len());
    let mut last: Option<(&Fraction, Value)> = None;
    for (of, x) in values {
        let of_logarithm = match x {
            dp_kernel::Value::MinusLn(x) => Some((x, Logarithm::MinusLn as fn(Rational) -> Logarithm)),
            dp_kernel::Value::Log2(x) => Some((x, Logarithm::Log2 as fn(Rational) -> Logarithm)),
            _ => None,
        };
        let shown = match (of_logarithm, &last) {
            (Some((x, make)), Some((known, shown))) if x == *known => logarithm(shown, make, &words.bounds),
            _ => value(x, words)?,
        };
        if let (dp_kernel::Value::Number(x), Some(shown)) = (x, &shown) {
            last = Some((x, shown.clone()));
        }
        told.extend(shown.map(|shown| (name(*of), if *of == Name::DeltaAtMost { bound(shown) } else { shown })));
    }
    Ok(told)
}

impl Words<'_> {
    /// A number as a value.
    pub(super) fn number(&self, x: &Fraction) -> Result<Value, Obstacle> {
        number(x, self)
    }

    /// A number in a sentence.
    pub(crate) fn shown(&self, x: &Fraction) -> String {
        self.number(x).map_or_else(|_| "a number".into(), |value| value.in_words())
    }

    /// A number in a sentence, a rational as people write probabilities.
    pub(super) fn brief(&self, x: &Fraction) -> String {
        match self.number(x) {
            Ok(Value::Rational(x)) => brief(&x),
            Ok(value) => value.in_words(),
            Err(_) => "a number".into(),
        }
    }
}

/// A number in a sentence: an integer or short terminating decimal as such, a short fraction, else about
/// its decimal.
pub(super) fn brief(x: &Rational) -> String {
    if bits(x) <= 64 {
        let million = Rational::from(BigInt::from(1_000_000));
        let scaled = x * &million;
        if x.is_integer() {
            return x.to_string();
        }
        if scaled.is_integer() && scaled.denom() != x.denom() {
            let text = significant(x, 20);
            return text.trim_end_matches('0').to_owned();
        }
        return x.to_string();
    }
    exact_or_decimal(x)
}
