//! Powers x^(p/q) of a number 0 < x < 1, which are the values of α that a distance has.

use super::{Logarithm, Number};
use dp_file::alpha::{Bounds, Exponential, Polynomials as _};
use dp_file::limits::{Budget, Limits};
use dp_file::number::{BigInt, Enclosure, Rational, bits, decimal, fraction, product, significant, sum};
use num_traits::ToPrimitive;

/// x^(p/q) where x is no power that would make q smaller; q = 1 only of powers that are too long to be written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Power {
    base: Base,
    exponent: [u64; 2],
    /// Twelve significant digits.
    decimal: Option<String>,
}

/// The number x.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Base {
    /// Above 0.
    Rational(Rational),
    Number(Box<Number>),
}

/// The bits of the first enclosure of a number whose digits are asked for, and of the last.
const BITS: [u64; 4] = [128, 256, 1024, 8192];

/// The bits at which a power is held against a number that has the same digits.
const CLOSE: u64 = 512;

/// The steps that this takes at most.
const OF_DIGITS: usize = 1 << 24;

impl Power {
    /// Without digits, where they take more steps than are left.
    pub(crate) fn new(base: Base, exponent: [u64; 2], bounds: &Bounds) -> Self {
        let mut power = Self { base, exponent, decimal: None };
        power.decimal = power.digits(bounds);
        power
    }

    /// `(1/5)^(2/3)`.
    pub(crate) fn exact(&self) -> String {
        let exponent = match self.exponent {
            [p, 1] => p.to_string(),
            [p, q] => format!("({p}/{q})"),
        };
        match &self.base {
            Base::Rational(x) => format!("({x})^{exponent}"),
            Base::Number(x) => format!("({})^{exponent}", x.exact()),
        }
    }

    /// Twelve significant digits, where they are known.
    pub(crate) fn decimal(&self) -> Option<String> {
        self.decimal.clone()
    }

    /// Whether both are written the same, on whatever part of an interval.
    pub(crate) fn same_function(&self, other: &Self) -> bool {
        let same = match (&self.base, &other.base) {
            (Base::Number(x), Base::Number(y)) => x.quotient == y.quotient,
            (x, y) => x == y,
        };
        same && self.exponent == other.exponent
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.base {
            Base::Rational(x) => bits(x) / 8,
            Base::Number(x) => x.quotient.numerator.bytes().saturating_add(x.quotient.denominator.bytes()),
        }
    }

    /// How far it is from a rational with the same digits, with as many digits as are asked for.
    pub(crate) fn less(&self, other: &Rational, digits: u32) -> Option<String> {
        let Base::Rational(x) = &self.base else { return None };
        let (limits, steps) = (Limits::default(), Budget::new(OF_DIGITS));
        let both = of_rational(x, self.exponent, CLOSE, &Bounds::new(&limits, &steps))?;
        let [low, high] = [both.low, both.high].map(|end| significant(&sum(&end, &-other), digits));
        (low == high).then_some(low)
    }

    fn digits(&self, bounds: &Bounds) -> Option<String> {
        let fixed = |e: &Enclosure| Some(decimal(&e.low)).filter(|text| *text == decimal(&e.high));
        let of = |e: &Enclosure, bits: u64| {
            let [low, high] = [&e.low, &e.high].map(|end| of_rational(end, self.exponent, bits, bounds));
            Some(Enclosure { low: low?.low, high: high?.high })
        };
        match &self.base {
            Base::Rational(x) => {
                BITS.iter().find_map(|&bits| fixed(&of(&Enclosure { low: x.clone(), high: x.clone() }, bits)?))
            }
            Base::Number(x) => {
                let question = |e: &Enclosure| {
                    let positive = e.low.is_positive();
                    BITS.iter().filter(|_| positive).find_map(|&bits| fixed(&of(e, bits)?))
                };
                bounds.run(|| dp_algebra::refine(&x.field.point, &x.quotient, question)).ok()
            }
        }
    }
}

/// A power of e below e^-FAR is not enclosed.
const FAR: u64 = 1 << 14;

/// x^(p/q) = e^-(p/q·−ln x), 0 < x ≤ 1, between two fractions, with about so many bits after the first one that is not
/// 0; `None` where that takes more steps than are left, or lies too near to 0.
fn of_rational(x: &Rational, [p, q]: [u64; 2], bits: u64, bounds: &Bounds) -> Option<Enclosure> {
    let log = Logarithm::MinusLn(x.clone());
    let precision = bits.saturating_add(u64::from(p.checked_ilog2().unwrap_or(0))).saturating_add(8);
    bounds.charge(log.cost_of(precision)).ok()?;
    let log = log.enclosure(precision);
    let times = fraction(BigInt::from(p), BigInt::from(q));
    let [low, high] = [&log.low, &log.high].map(|end| product(end, &times));
    // e^-r > 2^-(2r).
    let places = bits.saturating_add(high.ceil().to_integer().to_u64().filter(|far| *far <= FAR)?.saturating_mul(2));
    let ends = |rate: Rational| {
        let bracket = bounds.run(|| Ok(Exponential::new(rate)?.bracket(places)?)).ok()?;
        Some(Enclosure::from(&bracket))
    };
    let one = || Rational::from(BigInt::from(1));
    let below = if high.is_positive() { ends(high)?.low } else { one() };
    let above = if low.is_positive() { ends(low)?.high } else { one() };
    Some(Enclosure { low: below, high: above })
}

/// x^(p/q) of a rational 0 < x ≤ 1 as a rational close by: for digits in a sentence.
pub(crate) fn near(x: &Rational, exponent: [u64; 2], bounds: &Bounds) -> Option<Rational> {
    of_rational(x, exponent, BITS[0], bounds).map(|near| near.low)
}
