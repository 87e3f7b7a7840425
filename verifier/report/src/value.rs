//! Values that statements carry.

use super::exact_or_decimal;
use super::pieces::{self, Pieces, Range, written};
use dp_file::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Quotient, Signs};
use dp_file::number::{BigInt, Enclosure, Logarithm, Rational, Sign, bits, compare, decimal, fraction, product, sum};
use num_traits::ToPrimitive;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::cmp::Ordering;

/// The most characters of an exact value in a report that was not asked for all of them.
pub(super) const MOST_CHARACTERS: usize = 200;

/// About how many bytes a part of an interval takes beside its values.
pub(crate) const BYTES_OF_PART: u64 = 1024;

/// A value that a statement carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A rational.
    Rational(Rational),
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

/// A number of the field Q(t), in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The number as a function of t.
    pub quotient: Quotient,
    /// What t is.
    pub field: Field,
    /// Twelve significant digits; none on an interval.
    decimal: Option<String>,
}

impl Number {
    /// As an expression in `a` or `b`.
    pub fn exact(&self) -> String {
        self.quotient.written(self.field.symbol)
    }

    /// That function of t, with its decimal where t is one number: the work is counted, as a tiny number takes a lot.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn new(quotient: Quotient, field: Field, bounds: &Bounds) -> Result<Self, Obstacle> {
        let decimal = match &field.point {
            Point::Interval(_) => None,
            point => match point.decimal(&quotient.numerator, &quotient.denominator, bounds) {
                Err(Obstacle::Steps) => return Err(Obstacle::Steps),
                decimal => decimal.ok(),
            },
        };
        Ok(Self { quotient, field, decimal })
    }

    /// −ln x or log₂ x of this number x > 0, exactly where x = t^k at t = e^-r or log₂ x is rational, else enclosed so
    /// that twelve digits are fixed; `None` on an interval.
    ///
    /// A rational x, as every function of a rational t has, is recognised before anything is enclosed: enclosures of x = 1,
    /// however narrow, give no digits of 0. Both functions are monotone: the enclosure of x's ends encloses the logarithm.
    pub(crate) fn logarithm(&self, make: fn(Rational) -> Logarithm, bounds: &Bounds) -> Option<Value> {
        let Quotient { numerator, denominator } = &self.quotient;
        if let Some(x) = self.field.point.exactly(numerator, denominator, bounds).ok()? {
            let log = (x.numer().sign() == Sign::Plus).then(|| make(x))?;
            return bounds.charge(log.cost()).ok().map(|()| Value::Logarithm(log));
        }
        let falls = matches!(make(Rational::from(BigInt::from(2))), Logarithm::MinusLn(_));
        if let (true, Point::Exponential(t)) = (falls, &self.field.point)
            && denominator.degree() == 0
            && denominator.leading() == 1.into()
            && numerator.leading() == 1.into()
            && numerator.coefficients().iter().filter(|c| c.sign() != Sign::NoSign).count() == 1
        {
            let k = Rational::from(BigInt::from(numerator.degree()));
            return Some(Value::Rational(product(t.rate(), &k)));
        }
        let fixed = |x: &Enclosure| {
            // As many bits as the enclosure of x has; mostly far fewer do.
            let most = bits(&x.low).max(bits(&x.high)).max(256);
            let precisions =
                std::iter::successors(Some(256), |bits| Some(2 * bits)).take_while(|&bits| bits < 2 * most);
            precisions
                .filter(|_| x.low.numer().sign() == Sign::Plus)
                .find_map(|places| logarithms(x, make, falls, places, bounds))
        };
        let enclosure = self.field.point.refine(numerator, denominator, bounds, fixed).ok()?;
        let exact = if falls { None } else { self.power_of_two(&enclosure, bounds) };
        Some(exact.map_or(Value::Enclosed(enclosure), Value::Rational))
    }

    /// The rational p/q in an enclosure of log₂ x with x^q = 2^p, if there is one.
    ///
    /// For p and q without a common divisor X^q − 2^p is irreducible over the rationals, so that q is at most the degree of
    /// the field that x is of.
    fn power_of_two(&self, enclosure: &Enclosure, bounds: &Bounds) -> Option<Rational> {
        let Point::Algebraic(t) = &self.field.point else { return None };
        let Quotient { numerator, denominator } = &self.quotient;
        (1..=t.polynomial().degree()).find_map(|q| {
            let times = |end: &Rational| product(end, &BigInt::from(q).into());
            let p = times(&enclosure.low).ceil().to_integer();
            if compare(&p.clone().into(), &times(&enclosure.high)).is_gt() {
                return None;
            }
            let exponent = p.magnitude().to_u64()?;
            bounds.charge(exponent / 64).ok()?;
            let two = BigInt::from(1) << exponent;
            let (x, d) = (numerator.power(q, bounds).ok()?, denominator.power(q, bounds).ok()?);
            let less = match p.sign() {
                Sign::Minus => x.scaled(&two, bounds).ok()?.minus(&d),
                _ => x.minus(&d.scaled(&two, bounds).ok()?),
            };
            let equal = self.field.point.sign(&less, bounds).ok()? == Sign::NoSign;
            equal.then(|| fraction(p, q.into()))
        })
    }
}

/// The logarithms of an enclosure of x, with about so many bits of each, if they have the same twelve digits and are less
/// than 2^-192 apart, so that a comparison with a rational shows unless that is as near.
fn logarithms(
    x: &Enclosure,
    make: fn(Rational) -> Logarithm,
    falls: bool,
    places: u64,
    bounds: &Bounds,
) -> Option<Enclosure> {
    // Two quotients that long.
    let words = |bits: u64| bits / 64 + 1;
    bounds.charge(4 * words(bits(&x.low).max(bits(&x.high))).saturating_mul(words(places))).ok()?;
    let x = x.outwards(places);
    let (below, above) = (make(x.low), make(x.high));
    bounds.charge(below.cost_of(places).saturating_add(above.cost_of(places))).ok()?;
    let (below, above) = (below.enclosure(places), above.enclosure(places));
    let (low, high) = if falls { (above.low, below.high) } else { (below.low, above.high) };
    let near = fraction(BigInt::from(1), BigInt::from(1) << 192);
    let fixed = decimal(&low) == decimal(&high) && compare(&sum(&high, &-&low), &near).is_lt();
    fixed.then_some(Enclosure { low, high })
}

impl Value {
    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        match self {
            Value::Rational(x) => bits(x) / 8,
            Value::Number(number) => number.quotient.numerator.bytes() + number.quotient.denominator.bytes(),
            Value::Pieces(pieces) => pieces.0.iter().map(|(_, value, _)| BYTES_OF_PART + value.bytes()).sum(),
            Value::Set(set) => set.len() as u64 * BYTES_OF_PART,
            _ => 0,
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
            Value::Root(point) => return Some(point.written()).filter(|text| text.chars().count() <= most),
            Value::Set(set) => return Some(written(set)).filter(|text| text.chars().count() <= most),
            _ => {}
        }
        if let Value::Number(number) = self {
            // A coefficient's digits and its power.
            let Quotient { numerator, denominator } = &number.quotient;
            let long = |p: &Polynomial| p.coefficients().iter().map(|c| c.bits() / 4).sum::<u64>();
            return Some(number)
                .filter(|_| long(numerator) + long(denominator) <= most as u64)
                .map(|number| number.exact())
                .filter(|text| text.chars().count() <= most);
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
            Value::Root(point) => point.digits(),
            Value::Flag(_) | Value::Text(_) | Value::Pieces(_) | Value::Set(_) => None,
        }
    }

    /// The value in a sentence.
    pub fn in_words(&self) -> String {
        let short = |number: &Number| Some(number.exact()).filter(|text| text.chars().count() <= 32);
        match self {
            Value::Rational(x) => exact_or_decimal(x),
            Value::Number(number) => short(number)
                .or_else(|| number.decimal.as_ref().map(|text| format!("about {text}")))
                .unwrap_or_else(|| "a function of α".into()),
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
            (x, y) => x == y,
        }
    }

    /// The signs of the value less an expected function of t, at t or at all t of an interval; `None` where that
    /// can't be told or makes no sense.
    pub fn signs_less(&self, expected: &Quotient, field: Option<&Field>, bounds: &Bounds) -> Option<Signs> {
        let less = |value: &Quotient, field: &Field| function_less(value, expected, field, bounds);
        match self {
            Value::Number(number) => less(&number.quotient, &number.field),
            Value::Pieces(pieces) => pieces.signs_less(expected, bounds),
            Value::Root(root) => root_less(root, expected, field, bounds),
            Value::Rational(x) => match field {
                Some(field) => less(&Quotient::constant(x), field),
                None => Some(Signs::of(sum(x, &-expected_rational(expected)?).numer().sign())),
            },
            _ => Some(sign_of(self.compare(&expected_rational(expected)?, bounds)?)),
        }
    }

    /// The value against a rational, exactly; `None` where that can't be told or makes no sense.
    pub fn compare(&self, other: &Rational, bounds: &Bounds) -> Option<Ordering> {
        match self {
            Value::Rational(x) => Some(compare(x, other)),
            Value::Logarithm(log) => log.compare(other, |steps| bounds.charge(steps).is_ok()),
            Value::Enclosed(Enclosure { low, high }) => match (compare(low, other), compare(high, other)) {
                (Ordering::Greater, _) => Some(Ordering::Greater),
                (_, Ordering::Less) => Some(Ordering::Less),
                _ => None,
            },
            Value::Infinite => Some(Ordering::Greater),
            _ => None,
        }
    }
}

/// The signs of a function of t less another, both with denominators > 0; `None` where they do not show in time.
pub(super) fn function_less(value: &Quotient, expected: &Quotient, field: &Field, bounds: &Bounds) -> Option<Signs> {
    let minus = Quotient { numerator: expected.numerator.negative(), ..expected.clone() };
    // The product of both denominators is positive too.
    field.point.signs(&value.plus(&minus, bounds).ok()?.numerator, bounds).ok()
}

/// The sign of an algebraic number less an expected function of the file's t, which is a number of its own: by exact
/// comparison where the function is constant or t itself, else by enclosures of both that do not overlap.
fn root_less(root: &Point, expected: &Quotient, field: Option<&Field>, bounds: &Bounds) -> Option<Signs> {
    let order = match (expected_rational(expected), field.map(|field| &field.point)) {
        (Some(x), _) => root.order(&Point::Rational(x), bounds),
        (None, None) => return None,
        (None, Some(t @ (Point::Rational(_) | Point::Algebraic(_)))) if *expected == Quotient::t() => {
            root.order(t, bounds)
        }
        (None, Some(t)) => t.refine(&expected.numerator, &expected.denominator, bounds, |e| {
            let own = root.enclosure(bits(&e.low).max(bits(&e.high)), bounds).ok()?;
            match () {
                () if compare(&own.high, &e.low).is_lt() => Some(Ordering::Less),
                () if compare(&own.low, &e.high).is_gt() => Some(Ordering::Greater),
                () => None,
            }
        }),
    };
    order.ok().map(sign_of)
}

fn sign_of(order: Ordering) -> Signs {
    Signs::of(match order {
        Ordering::Less => Sign::Minus,
        Ordering::Equal => Sign::NoSign,
        Ordering::Greater => Sign::Plus,
    })
}

/// A constant function's value.
fn expected_rational(expected: &Quotient) -> Option<Rational> {
    let constant = expected.numerator.degree() == 0 && expected.denominator.degree() == 0;
    constant.then(|| fraction(expected.numerator.leading(), expected.denominator.leading()))
}

/// A value as the report's JSON has it.
pub(super) struct Shown<'a> {
    pub(super) value: &'a Value,
    /// Whether exact values are shown however long.
    pub(super) whole: bool,
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Pieces(pieces) => pieces.serialize(serializer, self.whole),
            Value::Set(set) => pieces::serialize_set(set, serializer),
            _ => {
                let mut map = serializer.serialize_map(None)?;
                self.entries(&mut map)?;
                map.end()
            }
        }
    }
}

impl Shown<'_> {
    /// `exact` and `decimal` of a number.
    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let most = if self.whole { usize::MAX } else { MOST_CHARACTERS };
        if let Some(exact) = self.value.exact(most) {
            map.serialize_entry("exact", &exact)?;
        }
        if let Some(decimal) = self.value.decimal() {
            map.serialize_entry("decimal", &decimal)?;
        }
        Ok(())
    }
}
