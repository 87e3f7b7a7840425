//! Shares and entries as they are written down.

use crate::exact;
use dp_verify::alpha::{Ground, Obstacle, Quotient};
use dp_verify::number::BigInt;
use dp_verify::report::{Number, Value};

/// What is said where t occurs and nothing says what it is, which a file that has been read can't cause.
const NO_FIELD: Obstacle = Obstacle::Unfit("a polynomial in a file without irrational numbers");

/// n/d as a number for people.
pub(super) fn value(x: Quotient, ground: &Ground) -> Result<Value, Obstacle> {
    let rational = |x: &Quotient| {
        let (n, d) = (x.numerator.integer()?, x.denominator.integer()?);
        Some(Value::Rational(exact::fraction(&lowest(&n, &d))))
    };
    let Some(field) = ground.field else { return rational(&x).ok_or(NO_FIELD) };
    let x = field.simplest(x, &ground.bounds)?;
    match rational(&x) {
        Some(value) => Ok(value),
        None => Ok(Value::Number(Box::new(Number::new(x, field.clone(), &ground.bounds)?))),
    }
}

/// n/d as a mechanism file has it.
pub(super) fn entry(x: Quotient, ground: &Ground) -> Result<String, Obstacle> {
    match (ground.field, x.numerator.integer(), x.denominator.integer()) {
        (Some(field), ..) => Ok(field.written(&field.simplest(x, &ground.bounds)?)),
        (None, Some(n), Some(d)) => Ok(lowest(&n, &d).to_string()),
        _ => Err(NO_FIELD),
    }
}

fn lowest(n: &BigInt, d: &BigInt) -> malachite::rational::Rational {
    malachite::rational::Rational::from_integers(exact::integer(n), exact::integer(d))
}
