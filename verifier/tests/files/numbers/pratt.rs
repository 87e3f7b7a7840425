//! What an evaluator by binding powers makes of a text: a rational and a sum of multiples of logarithms of rationals;
//! `None` for what makes no sense.

use super::*;
use num_traits::{One, ToPrimitive, Zero};

#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) rational: Rational,
    pub(super) logarithms: Vec<(Rational, Rational)>,
}

impl Value {
    fn of(rational: Rational) -> Self {
        Self { rational, logarithms: Vec::new() }
    }

    fn times(self, x: &Rational) -> Self {
        let logarithms = self.logarithms.into_iter().map(|(q, m)| (q * x, m)).collect();
        Self { rational: self.rational * x, logarithms }
    }

    fn plus(mut self, other: Self) -> Self {
        self.logarithms.extend(other.logarithms);
        Self { rational: self.rational + other.rational, ..self }
    }

    fn pure(&self) -> Option<&Rational> {
        self.logarithms.is_empty().then_some(&self.rational)
    }
}

pub(super) struct Reader<'t> {
    pub(super) text: &'t [u8],
    pub(super) a: Rational,
}

pub(super) fn value(text: &str, a: &Rational) -> Option<Value> {
    let mut reader = Reader { text: text.as_bytes(), a: a.clone() };
    let value = reader.expression(0)?;
    reader.peek().is_none().then_some(value)
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        while let [b' ', rest @ ..] = self.text {
            self.text = rest;
        }
        self.text.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let c = self.peek()?;
        self.text = &self.text[1..];
        Some(c)
    }

    fn digits(&mut self) -> (BigInt, u32) {
        let (mut n, mut count) = (BigInt::zero(), 0);
        while let [c @ b'0'..=b'9', rest @ ..] = self.text {
            (n, count, self.text) = (n * 10 + (c - b'0'), count + 1, rest);
        }
        (n, count)
    }

    fn atom(&mut self) -> Option<Value> {
        match self.peek()? {
            b'-' => {
                self.next();
                // Below a power, above a product.
                Some(self.expression(5)?.times(&-Rational::one()))
            }
            b'(' => {
                self.next();
                let inner = self.expression(0)?;
                (self.next()? == b')').then_some(inner)
            }
            b'a' => {
                self.next();
                Some(Value::of(self.a.clone()))
            }
            b'l' => {
                let rest = self.text.strip_prefix(b"ln(")?;
                self.text = rest;
                let inner = self.expression(0)?;
                let m = inner.pure().filter(|m| m.is_positive())?.clone();
                let logarithms = vec![(Rational::one(), m)];
                (self.next()? == b')').then_some(Value { rational: Rational::zero(), logarithms })
            }
            b'0'..=b'9' => {
                let (mut n, mut places) = (self.digits().0, 0);
                if let [b'.', rest @ ..] = self.text {
                    self.text = rest;
                    let (fraction, count) = self.digits();
                    (n, places) = (n * BigInt::from(10).pow(count) + fraction, i64::from(count));
                }
                if let [b'e', rest @ ..] = self.text {
                    let minus = rest.first() == Some(&b'-');
                    self.text = if minus || rest.first() == Some(&b'+') { &rest[1..] } else { rest };
                    let e = self.digits().0.to_i64()?;
                    places += if minus { e } else { -e };
                }
                let scale = Rational::from(BigInt::from(10).pow(u32::try_from(places.abs()).ok()?));
                let n = Rational::from(n);
                Some(Value::of(if places > 0 { n / scale } else { n * scale }))
            }
            _ => None,
        }
    }

    fn expression(&mut self, least: u8) -> Option<Value> {
        let mut left = self.atom()?;
        while let Some(operator) = self.peek() {
            let (power, right_power) = match operator {
                b'+' | b'-' => (1, 2),
                b'*' | b'/' => (3, 4),
                // To the right first.
                b'^' => (6, 5),
                _ => break,
            };
            if power < least {
                break;
            }
            self.next();
            let right = self.expression(right_power)?;
            left = match operator {
                b'+' => left.plus(right),
                b'-' => left.plus(right.times(&-Rational::one())),
                b'*' => match (left.pure().cloned(), right.pure().cloned()) {
                    (_, Some(x)) => left.times(&x),
                    (Some(x), None) => right.times(&x),
                    (None, None) => return None,
                },
                b'/' => left.times(&right.pure().filter(|x| !x.is_zero())?.recip()),
                _ => {
                    let (base, e) = (left.pure()?, right.pure().filter(|x| x.is_integer())?.numer().to_i32()?);
                    let fits = !(base.is_zero() && e < 0) && e.abs() < 100;
                    Value::of(fits.then(|| base.pow(e))?)
                }
            };
        }
        Some(left)
    }
}
