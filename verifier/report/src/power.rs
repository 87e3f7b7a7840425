//! Powers x^(p/q) of a number 0 < x < 1, which are the values of α that a distance has.

use super::Number;
use super::value::Value;
use dp_file::alpha::Bounds;
use dp_file::limits::words_of;
use dp_file::number::{BigInt, Enclosure, Rational, bits, decimal, fraction, significant, sum};
use num_traits::Pow;

/// x^(p/q), q > 1, where x is no power that would make q smaller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Power {
    base: Base,
    exponent: [u32; 2],
    /// Twelve significant digits.
    decimal: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Base {
    Rational(Rational),
    Number(Box<Number>),
}

/// The bits of the first enclosure of a number whose digits are asked for, and of the last.
const BITS: [u64; 4] = [128, 256, 1024, 8192];

/// The bits at which a power is held against a number that has the same digits.
const CLOSE: u64 = 512;

impl Power {
    /// The power of a value; `None` of one that is no number above 0, or whose digits take more steps than are left.
    pub(crate) fn new(value: Value, exponent: [u32; 2], bounds: &Bounds) -> Option<Self> {
        let base = match value {
            Value::Rational(x) if x.is_positive() => Base::Rational(x),
            Value::Number(number) => Base::Number(number),
            _ => return None,
        };
        let mut power = Self { base, exponent, decimal: None };
        power.decimal = power.digits(bounds);
        Some(power)
    }

    /// `(1/5)^(2/3)`.
    pub(crate) fn exact(&self) -> String {
        let [p, q] = self.exponent;
        match &self.base {
            Base::Rational(x) => format!("({x})^({p}/{q})"),
            Base::Number(x) => format!("({})^({p}/{q})", x.exact()),
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
        let both = of_rational(x, self.exponent, CLOSE);
        let [low, high] = [both.low, both.high].map(|end| significant(&sum(&end, &-other), digits));
        (low == high).then_some(low)
    }

    fn digits(&self, bounds: &Bounds) -> Option<String> {
        let fixed = |e: &Enclosure| Some(decimal(&e.low)).filter(|text| *text == decimal(&e.high));
        let of = |e: &Enclosure, bits: u64| {
            let [low, high] = [&e.low, &e.high].map(|end| {
                self.charge(end, bits, bounds)?;
                Some(of_rational(end, self.exponent, bits))
            });
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
                x.field.point.refine(&x.quotient.numerator, &x.quotient.denominator, bounds, question).ok()
            }
        }
    }

    /// Counts the word operations of a power and a root of that order.
    fn charge(&self, x: &Rational, places: u64, bounds: &Bounds) -> Option<()> {
        let [p, q] = self.exponent.map(u64::from);
        let long = bits(x).saturating_mul(p).saturating_add(places.saturating_add(bits(x)).saturating_mul(q));
        let words = words_of(long);
        bounds.charge(words.saturating_mul(words).saturating_mul(64)).ok()
    }
}

/// x^(p/q) between two fractions, with so many bits after the first one that is not 0: with k places it lies between
/// ⌊(x^p·2^(qk))^(1/q)⌋ and one more, over 2^k.
fn of_rational(x: &Rational, [p, q]: [u32; 2], bits: u64) -> Enclosure {
    let small = x.denom().bits().saturating_sub(x.numer().bits()).saturating_add(1);
    let places = bits.saturating_add(small.saturating_mul(p.into()).checked_div(q.into()).unwrap_or(0));
    let (n, d): (BigInt, BigInt) = (Pow::pow(x.numer(), p), Pow::pow(x.denom(), p));
    let root = ((n << places.saturating_mul(q.into())) / d).nth_root(q);
    let over = BigInt::from(1) << places;
    Enclosure { low: fraction(root.clone(), over.clone()), high: fraction(root + 1, over) }
}

/// x^(p/q) of a rational 0 < x ≤ 1 as a rational close by: for digits in a sentence.
pub(crate) fn near(x: &Rational, [p, q]: [u32; 2]) -> Rational {
    of_rational(x, [p, q], BITS[0]).low
}
