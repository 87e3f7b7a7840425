//! Values that statements carry.

use super::number::Number;
use super::power::{Base, Power};
use super::range::{Range, written};
use dp_algebra::Logarithm;
use dp_file::alpha::{Bounds, Field, Point, Polynomials as _, Quotient, Quotients as _, Signs};
use dp_file::limits::total;
use dp_file::number::{BigInt, Enclosure, Rational, bits, compare, decimal, exact_or_decimal, fraction, product, sum};

/// The most characters of an exact value in a report that was not asked for all of them.
pub(super) const MOST_CHARACTERS: usize = 200;

/// The most characters of an exact number in running text.
const SHORT: usize = 32;

/// About how many bytes a part of an interval takes beside its values.
pub(crate) const BYTES_OF_PART: u64 = 1024;

/// A value that a statement carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A rational.
    Rational(Rational),
    /// A power with a fraction as its exponent.
    Power(Box<Power>),
    /// A logarithm of a rational.
    Logarithm(Logarithm),
    /// A number known to lie in an enclosure.
    Enclosed(Enclosure),
    /// ∞, the ε of α = 0.
    Infinite,
    /// True or false.
    Flag(bool),
    /// A name, such as that of a theorem.
    Text(&'static str),
    /// An irrational number, or a function of α on an interval.
    Number(Box<Number>),
    /// A function of α that is not the same on all parts of an interval.
    Pieces(Pieces),
    /// An algebraic number.
    Root(Box<Point>),
    /// A set of α, rising: its intervals and points.
    Set(Vec<Range>),
}

/// A value on each of several ranges, rising.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces(pub Vec<(Range, Value, Vec<Field>)>);

impl Pieces {
    /// `1/(1+a) on (0, 1/2], 2 on (1/2, 1)`.
    pub(super) fn in_words(&self) -> String {
        let piece = |(range, value, _): &(Range, Value, Vec<Field>)| {
            let text = value.exact(MOST_CHARACTERS).unwrap_or_else(|| value.in_words());
            format!("{text} on {}", range.written())
        };
        self.0.iter().map(piece).collect::<Vec<_>>().join(", ")
    }
}

impl Value {
    /// The power of a value; `None` of one that is no number above 0.
    pub(crate) fn power(self, exponent: [u64; 2], bounds: &Bounds) -> Option<Power> {
        let base = match self {
            Value::Rational(x) if x.is_positive() => Base::Rational(x),
            Value::Number(number) => Base::Number(number),
            _ => return None,
        };
        Some(Power::new(base, exponent, bounds))
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        match self {
            Value::Rational(x) => bits(x) / 8,
            Value::Number(number) => {
                number.quotient.numerator.bytes().saturating_add(number.quotient.denominator.bytes())
            }
            Value::Pieces(pieces) => {
                pieces.0.iter().fold(0, |all, (_, value, _)| total([all, BYTES_OF_PART, value.bytes()]))
            }
            Value::Set(set) => (set.len() as u64).saturating_mul(BYTES_OF_PART),
            Value::Power(power) => power.bytes(),
            _ => 0,
        }
    }

    /// A logarithm, or what is enclosed, by a whole number; `None` where no enclosure fixes its digits.
    pub(super) fn over(self, k: usize) -> Option<Self> {
        if k == 1 { Some(self) } else { self.times(&fraction(BigInt::from(1), BigInt::from(k))) }
    }

    /// A logarithm, or what is enclosed, by a rational > 0, enclosed so narrowly that a number with the same digits can
    /// be told from it; `None` where no enclosure fixes its digits.
    pub(super) fn times(self, by: &Rational) -> Option<Self> {
        let scaled = |e: &Enclosure| Enclosure { low: product(&e.low, by), high: product(&e.high, by) };
        let fixed = |e: &Enclosure| decimal(&e.low) == decimal(&e.high);
        let near = fraction(BigInt::from(1), BigInt::from(1) << 192);
        let close = |e: &Enclosure| fixed(e) && compare(&sum(&e.high, &-&e.low), &near).is_lt();
        match self {
            Value::Rational(x) => Some(Value::Rational(product(&x, by))),
            Value::Enclosed(e) => Some(scaled(&e)).filter(fixed).map(Value::Enclosed),
            Value::Logarithm(log) => match log.exact() {
                Some(x) => Some(Value::Rational(product(&x, by))),
                None => log.refine(|e| Some(scaled(e)).filter(close)).map(Value::Enclosed),
            },
            _ => None,
        }
    }

    /// The rational value, exactly, where there is one.
    pub fn rational(&self) -> Option<Rational> {
        match self {
            Value::Rational(x) => Some(x.clone()),
            Value::Logarithm(log) => log.exact(),
            _ => None,
        }
    }

    /// The rational value as text, unless it has more than `most` characters.
    pub fn exact(&self, most: usize) -> Option<String> {
        // A decimal digit has over 3.3 bits, so that long numbers need not be written to be measured.
        match self {
            Value::Root(point) => return Some(dp_algebra::written(point)).filter(|text| text.chars().count() <= most),
            Value::Set(set) => return Some(written(set)).filter(|text| text.chars().count() <= most),
            Value::Power(power) => {
                let fits = |text: &String| text.chars().count() <= most;
                return (power.bytes() <= most as u64).then(|| power.exact()).filter(fits);
            }
            _ => {}
        }
        if let Value::Number(number) = self {
            return number.exact_within(most);
        }
        let x = self.rational().filter(|x| bits(x) / 4 <= most as u64)?;
        Some(x.to_string()).filter(|text| text.chars().count() <= most)
    }

    /// Twelve significant digits, for numbers.
    pub fn decimal(&self) -> Option<String> {
        match self {
            Value::Rational(x) => Some(decimal(x)),
            Value::Logarithm(log) => log.decimal(),
            Value::Enclosed(Enclosure { low, high }) => Some(decimal(low)).filter(|text| *text == decimal(high)),
            Value::Infinite => Some("inf".into()),
            Value::Number(number) => number.decimal.clone(),
            Value::Root(point) => dp_algebra::digits(point),
            Value::Power(power) => power.decimal(),
            Value::Flag(_) | Value::Text(_) | Value::Pieces(_) | Value::Set(_) => None,
        }
    }

    /// The digits of the two ends of what is only enclosed, and has no digits itself.
    pub fn ends(&self) -> Option<[String; 2]> {
        let Value::Enclosed(Enclosure { low, high }) = self else { return None };
        Some([low, high].map(decimal)).filter(|[low, high]| low != high)
    }

    /// The value behind its name: exactly where that is short, and with its digits.
    pub(super) fn in_text(&self) -> String {
        match (self, self.exact(SHORT), self.decimal()) {
            (Value::Flag(flag), ..) => flag.to_string(),
            (Value::Text(name), ..) => (*name).to_owned(),
            (Value::Pieces(pieces), ..) => pieces.in_words(),
            (Value::Set(set), ..) => written(set),
            (Value::Root(_), Some(exact), Some(decimal)) if !exact.contains(&decimal) => format!("{exact} = {decimal}"),
            (Value::Number(_), None, None) => {
                self.exact(MOST_CHARACTERS).unwrap_or_else(|| "a long function of α".into())
            }
            (Value::Number(_) | Value::Power(_), Some(exact), Some(decimal)) => format!("{exact} = {decimal}"),
            (_, Some(exact), Some(decimal)) if exact.contains('/') => format!("{exact} = {decimal}"),
            (_, Some(exact), _) => exact,
            (_, None, Some(decimal)) => decimal,
            (_, None, None) => match self.ends() {
                Some([low, high]) => format!("between {low} and {high}"),
                None => "not known to twelve digits".into(),
            },
        }
    }

    /// The value in a sentence.
    pub fn in_words(&self) -> String {
        match self {
            Value::Rational(x) => exact_or_decimal(x),
            Value::Number(number) => match (number.exact_within(32), &number.decimal) {
                (Some(exact), Some(decimal)) => format!("{exact} = {decimal}"),
                (Some(exact), None) => exact,
                (None, Some(decimal)) => format!("about {decimal}"),
                (None, None) => "a function of α".into(),
            },
            value => value.decimal().unwrap_or_else(|| "a value".into()),
        }
    }

    /// The value as a function of t, where it is a number of the field.
    pub fn quotient(&self) -> Option<Quotient> {
        match self {
            Value::Rational(x) => Some(Quotient::constant(x)),
            Value::Number(number) => Some(number.quotient.clone()),
            _ => None,
        }
    }

    /// Whether both are written the same: the same function, on intervals, or the same constant.
    pub(crate) fn same_function(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Number(x), Value::Number(y)) => x.quotient == y.quotient,
            (Value::Power(x), Value::Power(y)) => x.same_function(y),
            (x, y) => x == y,
        }
    }

    /// The signs of the value less a function of t, at the field's t; `None` where they do not show in time, or the
    /// value is none.
    pub(crate) fn signs_less(&self, other: &Quotient, field: &Field, bounds: &Bounds) -> Option<Signs> {
        let minus = Quotient { numerator: -&other.numerator, ..other.clone() };
        // The product of both denominators is positive, as they are.
        let less = self.quotient()?.plus(&minus, bounds).ok()?;
        bounds.run(|| dp_algebra::signs(&field.point, &less.numerator)).ok()
    }
}
