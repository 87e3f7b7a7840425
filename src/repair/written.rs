//! Shares and entries as they are written down.

use crate::exact;
use dp_verify::alpha::{Ground, Obstacle, Polynomial, Quotient, Ring};
use dp_verify::number::BigInt;
use dp_verify::report::{Number, Value};

/// Elements of the ring as numbers for a file and for people.
pub(super) trait Written: Ring {
    fn value(n: Self, d: Self, ground: &Ground) -> Result<Value, Obstacle>;

    /// n/d as a mechanism file has it.
    fn entry(n: Self, d: Self, ground: &Ground) -> Result<String, Obstacle>;
}

impl Written for BigInt {
    fn value(n: Self, d: Self, _: &Ground) -> Result<Value, Obstacle> {
        Ok(Value::Rational(exact::fraction(&lowest(&n, &d))))
    }

    fn entry(n: Self, d: Self, _: &Ground) -> Result<String, Obstacle> {
        Ok(lowest(&n, &d).to_string())
    }
}

fn lowest(n: &BigInt, d: &BigInt) -> malachite::rational::Rational {
    malachite::rational::Rational::from_integers(exact::integer(n), exact::integer(d))
}

impl Written for Polynomial {
    fn value(n: Self, d: Self, ground: &Ground) -> Result<Value, Obstacle> {
        let field = ground.field.ok_or(Obstacle::Unfit("a polynomial in a file without irrational numbers"))?;
        let quotient = field.simplest(Quotient { numerator: n, denominator: d }, &ground.bounds)?;
        if quotient.numerator.degree() + quotient.denominator.degree() == 0 {
            let (n, d) = (quotient.numerator.leading(), quotient.denominator.leading());
            return BigInt::value(n, d, ground);
        }
        Ok(Value::Number(Box::new(Number::new(quotient, field.clone(), &ground.bounds)?)))
    }

    fn entry(n: Self, d: Self, ground: &Ground) -> Result<String, Obstacle> {
        let field = ground.field.ok_or(Obstacle::Unfit("a polynomial in a file without irrational numbers"))?;
        let quotient = field.simplest(Quotient { numerator: n, denominator: d }, &ground.bounds)?;
        Ok(field.written(&quotient))
    }
}
