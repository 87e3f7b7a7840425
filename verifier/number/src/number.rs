//! The numbers of a check: integers, and polynomials in t with integer coefficients; fractions and vectors of them.
//!
//! All arithmetic is in operators, which ask the [`meter`]: what would go over a limit is 0, or is not added.

use crate::meter::{charge, count, of_product, pass, room, total, words};
use crate::polynomial;
use crate::terms::{self, Monomial, Term};
use num_bigint::{BigInt, Sign};
use num_traits::{One, ToPrimitive, Zero};
use operators::operators;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// The steps that an operation takes beside those of its words: on words, and on longer numbers. A step takes about as
/// long as one of a product of long numbers, a nanosecond; a short number costs its operation and its place in memory,
/// not its digits.
const ON_WORDS: u64 = 10;
const ON_LONG: u64 = 64;

/// The most that is told of the degree of a sparse polynomial: sums of a few are still numbers.
const FAR: u128 = 1 << 40;

/// An element of ℤ\[t\]. Most are integers that fit a word, and are computed with as such.
///
/// A polynomial has all of its coefficients, or only its terms, where those of a problem are sparse. A sum or product
/// with one of these is one: in either kind there is one way to write each number, and equality is that of polynomials.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number(Form);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Form {
    Word(i64),
    /// An integer beyond a word.
    Long(BigInt),
    /// The coefficients from the constant up, two or more, the last not 0.
    Polynomial(Vec<BigInt>),
    /// The terms of a polynomial that is no integer.
    Terms(Vec<Term>),
}

use Form::{Long, Polynomial, Terms, Word};

/// 0.
impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i128> for Number {
    fn from(n: i128) -> Self {
        Self(i64::try_from(n).map_or_else(|_| Long(n.into()), Word))
    }
}

impl From<usize> for Number {
    fn from(n: usize) -> Self {
        (n as i128).into()
    }
}

impl From<BigInt> for Number {
    fn from(n: BigInt) -> Self {
        Self(n.to_i64().map_or_else(|| Long(n), Word))
    }
}

impl Number {
    /// 0.
    pub const ZERO: Self = Self(Word(0));
    /// 1.
    pub const ONE: Self = Self(Word(1));

    /// c_0 + c_1 t + …, from the coefficients.
    pub fn polynomial(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        match coefficients.len() {
            0 | 1 => coefficients.pop().unwrap_or_default().into(),
            _ => Self(Polynomial(coefficients)),
        }
    }

    /// Σ c·t^e by its terms, in any order; or of powers of t and u.
    pub fn sparse(terms: Vec<(impl Into<Monomial>, BigInt)>) -> Self {
        let mut terms = terms::sorted(terms.into_iter().map(|(e, c)| (e.into(), c)).collect());
        match terms.last() {
            None => Self::ZERO,
            Some((Monomial { u: 0, t: 0 }, _)) => terms.pop().map_or(Self::ZERO, |(_, c)| c.into()),
            _ => Self(Terms(terms)),
        }
    }

    /// The terms of one that is written by them: the powers, rising, and c ≠ 0 of each.
    pub fn terms(&self) -> Option<&[(Monomial, BigInt)]> {
        if let Terms(p) = &self.0 { Some(p) } else { None }
    }

    fn into_terms(self) -> Vec<Term> {
        if let Terms(p) = self.0 { p } else { terms::of_dense(&self.coefficients()) }
    }

    /// The coefficients from the constant up, the last not 0; none of 0.
    pub fn coefficients(&self) -> Cow<'_, [BigInt]> {
        match &self.0 {
            Word(0) => Cow::Borrowed(&[]),
            Word(n) => Cow::Owned(vec![(*n).into()]),
            Long(n) => Cow::Borrowed(std::slice::from_ref(n)),
            Polynomial(p) => Cow::Borrowed(p),
            Terms(p) => Cow::Owned(terms::to_dense(p)),
        }
    }

    /// The coefficient of the highest power; 0 of 0.
    pub fn leading(&self) -> BigInt {
        match &self.0 {
            Word(n) => (*n).into(),
            Long(n) => n.clone(),
            Polynomial(p) => p.last().cloned().unwrap_or_default(),
            Terms(p) => p.last().map(|(_, c)| c.clone()).unwrap_or_default(),
        }
    }

    /// The integer, unless t occurs.
    pub fn integer(&self) -> Option<Cow<'_, BigInt>> {
        match &self.0 {
            Word(n) => Some(Cow::Owned((*n).into())),
            Long(n) => Some(Cow::Borrowed(n)),
            Polynomial(_) | Terms(_) => None,
        }
    }

    /// The integer, if it fits a word.
    pub fn word(&self) -> Option<i64> {
        if let Word(n) = self.0 { Some(n) } else { None }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Word(0))
    }

    /// Whether t does not occur.
    pub fn is_integer(&self) -> bool {
        matches!(self.0, Word(_) | Long(_))
    }

    /// The highest power of t in the last term; 2^40 of a higher one, or of one of u.
    pub fn degree(&self) -> usize {
        match &self.0 {
            Polynomial(p) => p.len().saturating_sub(1),
            Terms(p) => {
                let highest = p.last().filter(|(e, _)| e.u == 0).map_or(FAR, |(e, _)| e.t.min(FAR));
                usize::try_from(highest).unwrap_or(usize::MAX)
            }
            Word(_) | Long(_) => 0,
        }
    }

    /// e, if it is t^e with e > 0, however large.
    pub fn power_of_t(&self) -> Option<u128> {
        match self.terms() {
            Some([(Monomial { u: 0, t }, c)]) if c.is_one() => Some(*t),
            Some(_) => None,
            None => self.exponent().map(|e| e as u128),
        }
    }

    /// e, if it is t^e with e > 0 and has all coefficients.
    pub fn exponent(&self) -> Option<usize> {
        let Polynomial(p) = &self.0 else { return None };
        let (last, rest) = p.split_last()?;
        (last.is_one() && rest.iter().all(Zero::is_zero)).then_some(rest.len())
    }

    /// The bits of the longest coefficient.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Word(n) => u64::from(64u32.saturating_sub(n.unsigned_abs().leading_zeros())),
            Long(n) => n.bits(),
            Polynomial(p) => polynomial::bits(p),
            Terms(p) => terms::bits(p),
        }
    }

    /// About the words that it takes.
    pub fn words(&self) -> u64 {
        match &self.0 {
            Word(_) => 1,
            Long(n) => words(n.bits()),
            Polynomial(p) => (p.len() as u64).saturating_mul(pass(polynomial::bits(p))),
            Terms(p) => terms::long(p),
        }
    }

    /// The words that the product of both takes at most.
    pub fn words_of_product(&self, other: &Self) -> u64 {
        let (some, others) = (self.length(), other.length());
        let is_sparse = self.terms().or(other.terms()).is_some();
        let all = if is_sparse { some.saturating_mul(others) } else { some.saturating_add(others).saturating_sub(1) };
        all.saturating_mul(pass(self.bits().saturating_add(other.bits())).saturating_add(2))
    }

    /// How many terms or coefficients it has.
    pub fn length(&self) -> u64 {
        self.terms().map_or(self.degree().saturating_add(1), <[_]>::len) as u64
    }

    /// self += times·other.
    pub fn add_times(&mut self, other: &Self, times: i64) {
        if let (Word(x), Word(y)) = (&mut self.0, &other.0) {
            count(ON_WORDS + 1);
            // For a few times.
            let sum = product_of_words(*y, times).saturating_add((*x).into());
            return match i64::try_from(sum) {
                Ok(sum) => *x = sum,
                Err(_) => *self = sum.into(),
            };
        }
        let own = if self.is_integer() { 0 } else { self.words() };
        if charge(total([self.overhead(other), own, other.words()])).is_err() {
            return;
        }
        match (&mut self.0, &other.0) {
            (Word(x), Long(y)) => *self = (y * times + *x).into(),
            (Long(x), Word(y)) => *x += product_of_words(*y, times),
            (Long(x), Long(y)) if times == 1 => *x += y,
            (Long(x), Long(y)) => *x += y * times,
            (Terms(_), _) | (_, Terms(_)) => {
                let own = std::mem::replace(self, Self::ZERO).into_terms();
                let sum = match other.terms() {
                    Some(y) => terms::plus_times(own, y, times),
                    None => terms::plus_times(own, &terms::of_dense(&other.coefficients()), times),
                };
                *self = Self::sparse(sum);
            }
            _ => {
                let (mut sum, y) = (std::mem::replace(self, Self::ZERO).into_coefficients(), other.coefficients());
                sum.resize(sum.len().max(y.len()), BigInt::zero());
                sum.iter_mut().zip(&*y).for_each(|(c, d)| *c += d * times);
                *self = Self::polynomial(sum);
            }
        }
        if let Long(x) = &mut self.0
            // −2^63 has 64 bits, and is a word.
            && x.bits() <= 64
        {
            *self = std::mem::take(x).into();
        }
    }

    /// What an operation takes beside its words.
    fn overhead(&self, other: &Self) -> u64 {
        let each = |x: &Self| x.terms().map_or((polynomial::TERM, x.degree()), |p| (terms::OF_A_TERM, p.len()));
        let of_terms = |x: &Self| each(x).0.saturating_mul(each(x).1 as u64);
        let of_terms = || of_terms(self).max(of_terms(other));
        if self.word().and(other.word()).is_some() { ON_WORDS } else { ON_LONG.saturating_add(of_terms()) }
    }

    fn plus_times(&self, other: &Self, times: i64) -> Self {
        let mut sum = self.clone();
        sum.add_times(other, times);
        sum
    }

    /// self·other. Cost: a product of words for each pair of them.
    fn product(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Word(x), Word(y)) => {
                count(ON_WORDS);
                product_of_words(*x, *y).into()
            }
            (Word(0), _) | (_, Word(0)) => Self::ZERO,
            (Word(1), x) | (x, Word(1)) => {
                count(self.overhead(other).saturating_add(self.words().max(other.words())));
                Self(x.clone())
            }
            (Terms(p), Terms(q)) => Self::sparse(terms::product(p, q)),
            (Terms(p), x) | (x, Terms(p)) => {
                Self::sparse(terms::product(p, &terms::of_dense(&Self(x.clone()).coefficients())))
            }
            (Polynomial(_), _) | (_, Polynomial(_)) => {
                Self::polynomial(polynomial::product(&self.coefficients(), &other.coefficients()))
            }
            _ if !granted(self.words(), other.words()) => Self::ZERO,
            (Long(x), Long(y)) => (x * y).into(),
            (Word(x), Long(y)) | (Long(y), Word(x)) => (y * *x).into(),
        }
    }

    fn into_coefficients(self) -> Vec<BigInt> {
        if let Polynomial(p) = self.0 { p } else { self.coefficients().into_owned() }
    }

    /// x·y against z·w, for integers of a word each.
    pub fn compare_words([x, y]: [&Self; 2], [z, w]: [&Self; 2]) -> Option<Ordering> {
        let (Word(x), Word(y), Word(z), Word(w)) = (&x.0, &y.0, &z.0, &w.0) else { return None };
        count(ON_WORDS);
        Some(product_of_words(*x, *y).cmp(&product_of_words(*z, *w)))
    }

    /// self against other where t occurs in neither.
    pub fn integer_order(&self, other: &Self) -> Option<Ordering> {
        match (&self.0, &other.0) {
            (Word(x), Word(y)) => Some(x.cmp(y)),
            (Long(x), Long(y)) => Some(x.cmp(y)),
            // What is beyond a word lies beyond every word.
            (Long(x), Word(_)) => Some(x.sign().cmp(&Sign::NoSign)),
            (Word(_), Long(y)) => Some(Sign::NoSign.cmp(&y.sign())),
            _ => None,
        }
    }

    /// Its sign where t does not occur.
    pub fn integer_sign(&self) -> Option<Ordering> {
        self.integer_order(&Self::ZERO)
    }
}

impl AddAssign<&Number> for Number {
    fn add_assign(&mut self, other: &Number) {
        self.add_times(other, 1);
    }
}

/// x·y, which has 127 bits and a sign.
fn product_of_words(x: i64, y: i64) -> i128 {
    i128::from(x).wrapping_mul(y.into())
}

operators! { Number:
    Add add(x, y) { x.plus_times(y, 1) }
    Sub sub(x, y) { x.plus_times(y, -1) }
    Mul mul(x, y) { x.product(y) }
}

impl std::iter::Sum for Number {
    fn sum<I: Iterator<Item = Number>>(numbers: I) -> Number {
        let mut sum = Number::ZERO;
        numbers.for_each(|x| sum += &x);
        sum
    }
}

/// Whether a product of numbers of so many words may be made.
fn granted(long: u64, longer: u64) -> bool {
    let cost = of_product(long, longer).saturating_add(ON_LONG);
    room(1, long.saturating_add(longer)).and(charge(cost)).is_ok()
}

mod division;
mod fraction;
mod operators;
mod power;
#[cfg(test)]
mod tests;
mod vector;

pub use fraction::Fraction;
pub use vector::Vector;
pub use vector::{common_denominator, shorter, width};
