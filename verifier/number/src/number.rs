//! The numbers of a check: integers, and polynomials in t with integer coefficients; fractions and vectors of them.
//!
//! All arithmetic is in operators, which ask the [`meter`]: what would go over a limit is 0, or is not added.

use crate::arithmetic::fraction;
use crate::gcd::{gcd, steps_of_gcd};
use crate::meter::{Limit, charge, count, of_product, pass, room, size, steps, total, words};
use crate::obstacle::Obstacle;
use crate::polynomial;
use crate::rational::Rational;
use crate::terms::{self, Monomial, Term};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// The steps that an operation takes beside those of its words: on words, and on longer numbers. A step takes about as
/// long as one of a product of long numbers, a nanosecond; a short number costs its operation and its place in memory,
/// not its digits.
const ON_WORDS: u64 = 10;
const ON_LONG: u64 = 64;

/// The most that is told of the degree of a sparse polynomial: sums of a few are still numbers.
const FAR: u128 = 1 << 40;

/// All coefficients of a power may have so many times the bits that one number may have.
const LONG_TERMS: u64 = 16;

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
        if charge(total([self.beside(other), own, other.words()])).is_err() {
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
    fn beside(&self, other: &Self) -> u64 {
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
                count(self.beside(other).saturating_add(self.words().max(other.words())));
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

    /// self^k, by squaring.
    #[must_use]
    pub fn power(&self, k: usize) -> Self {
        if k == 1 {
            return self.clone();
        }
        let degree = (if self.terms().is_some() { 0 } else { self.degree() as u64 }).saturating_mul(k as u64);
        let long = match self.integer() {
            Some(n) if !n.magnitude().is_one() => n.bits().saturating_mul(k as u64),
            _ => 1,
        };
        // All coefficients of a power of a polynomial are long.
        let all = self.bits().saturating_mul(k as u64).saturating_mul(degree) / LONG_TERMS;
        if size(degree, long).is_err() || self.exponent().is_none() && size(0, all).is_err() {
            return Self::ZERO;
        }
        if let Some(e) = self.exponent() {
            return Self::monomial(BigInt::one(), e.saturating_mul(k));
        }
        let (mut power, mut square, mut left) = (Self::ONE, self.clone(), k);
        while left > 0 {
            if left % 2 == 1 {
                power = &power * &square;
            }
            left /= 2;
            if left > 0 {
                square = &square * &square;
            }
        }
        power
    }

    /// x with x^k = self, k ≥ 1, of a positive integer or a power of t.
    fn root(&self, k: u32) -> Option<Self> {
        if let Some(e) = self.exponent() {
            let whole = e.checked_div(k as usize).filter(|_| e.is_multiple_of(k as usize))?;
            return Some(Self::monomial(BigInt::one(), whole));
        }
        let n = self.integer().filter(|n| n.sign() == Sign::Plus)?;
        let long = words(n.bits());
        charge(steps(64, long, long)).ok()?;
        let root = n.nth_root(k);
        (root.pow(k) == *n).then(|| root.into())
    }

    /// c·t^k, with all its coefficients; 0 over a limit.
    pub fn monomial(c: BigInt, k: usize) -> Self {
        if size(k as u64, c.bits()).and(charge(k as u64)).is_err() {
            return Self::ZERO;
        }
        let mut coefficients = vec![BigInt::zero(); k];
        coefficients.push(c);
        Self::polynomial(coefficients)
    }

    /// Σ_d s_d·t^(d·e).
    pub fn spread(sums: &[Self], e: usize) -> Self {
        let place = |d: usize| d.saturating_mul(e);
        let longest = sums.iter().enumerate().map(|(d, s)| place(d).saturating_add(s.degree()).saturating_add(1)).max();
        let longest = longest.unwrap_or(0);
        let wide = sums.iter().map(Number::bits).max().unwrap_or(0);
        let cost = (sums.len() as u64).saturating_add(longest as u64).saturating_mul(pass(wide).saturating_add(2));
        if size(longest as u64, wide.saturating_add(64)).and(charge(cost)).is_err() {
            return Self::ZERO;
        }
        let mut coefficients = vec![BigInt::zero(); longest];
        for (d, s) in sums.iter().enumerate() {
            coefficients.iter_mut().skip(place(d)).zip(&*s.coefficients()).for_each(|(sum, c)| *sum += c);
        }
        Self::polynomial(coefficients)
    }

    /// p(t^k), k ≥ 1.
    pub fn of_power(&self, k: usize) -> Self {
        if k == 1 {
            return self.clone();
        }
        let coefficients: Vec<Self> = self.coefficients().iter().map(|c| c.clone().into()).collect();
        Self::spread(&coefficients, k)
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

    /// A common multiple of two numbers that are positive at t: the least one of integers; of polynomials the longer
    /// one if the other divides it, else the product. Cost: that of a division, and a gcd of integers.
    pub fn common_multiple(&self, other: &Self) -> Self {
        if self == other || other == &Self::ONE || self.over(other).is_some() {
            return self.clone();
        }
        match (self.integer(), other.integer()) {
            (Some(_), Some(y)) => match Self::common_divisor([self, other]) {
                Some(common) => self * &Number::from(&*y / common),
                None => Self::ZERO,
            },
            _ if other.over(self).is_some() => other.clone(),
            _ => self * other,
        }
    }

    /// self/d where that is in ℤ\[t\], d ≠ 0.
    pub fn over(&self, d: &Self) -> Option<Self> {
        if let (Word(x), Word(y)) = (&self.0, &d.0) {
            count(ON_WORDS);
            let (x, y) = (i128::from(*x), i128::from(*y));
            return x.checked_rem(y).filter(|rest| *rest == 0).and(x.checked_div(y)).map(Self::from);
        }
        if let (Some(x), Some(y)) = (self.integer(), d.integer()) {
            let quotient = self.words().saturating_sub(d.words()).saturating_add(1);
            let cost = of_product(quotient, d.words()).saturating_mul(2).saturating_add(self.words());
            if y.is_zero() || charge(cost.saturating_add(ON_LONG)).is_err() {
                return None;
            }
            let (q, rest) = x.div_rem(&*y);
            return rest.is_zero().then(|| q.into());
        }
        if self.terms().or(d.terms()).is_some() {
            let quotient = terms::quotient(&self.clone().into_terms(), &d.clone().into_terms());
            return quotient.ok().flatten().map(Self::sparse);
        }
        polynomial::quotient(&self.coefficients(), &d.coefficients()).ok().flatten().map(Self::polynomial)
    }

    /// e and self/t^e, for the largest e.
    pub fn without_t(&self) -> (u128, Self) {
        count(self.words());
        match &self.0 {
            Polynomial(p) => {
                let e = p.iter().take_while(|c| c.is_zero()).count();
                (e as u128, Self::polynomial(p.iter().skip(e).cloned().collect()))
            }
            Terms(p) => {
                let least = terms::least(p);
                (least, Self::sparse(terms::lower(p, least)))
            }
            Word(_) | Long(_) => (0, self.clone()),
        }
    }

    /// n modulo m, from 0 to m − 1, of an integer.
    pub fn residue(&self, m: u64) -> u64 {
        self.integer().and_then(|n| n.mod_floor(&m.into()).to_u64()).unwrap_or(0)
    }

    /// The greatest common divisor of integers, not all of them 0; `None` of polynomials.
    pub fn common_divisor<'a>(numbers: impl IntoIterator<Item = &'a Self>) -> Option<BigInt> {
        let mut common = BigInt::zero();
        for x in numbers {
            let x = x.integer()?;
            let quotient = words(x.bits()).saturating_sub(words(common.bits())).saturating_add(1);
            charge(of_product(quotient, words(common.bits())).saturating_mul(2).saturating_add(2 * ON_LONG)).ok()?;
            // Most are multiples of what is found so far.
            let rest = if common.is_zero() { x.into_owned() } else { &*x % &common };
            charge(steps_of_gcd(rest.bits(), common.bits())).ok()?;
            common = gcd(&common, &rest);
        }
        (!common.is_zero()).then_some(common)
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

/// The operators of references.
macro_rules! operators {
    ($of:ident: $($operator:ident $name:ident($x:ident, $y:ident) $result:block)*) => {
        $(impl $operator for &$of {
            type Output = $of;

            fn $name(self, other: &$of) -> $of {
                let ($x, $y) = (self, other);
                $result
            }
        })*

        impl Neg for &$of {
            type Output = $of;

            fn neg(self) -> $of {
                &$of::ZERO - self
            }
        }
    };
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

/// numerator/denominator, the denominator > 0 at t.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Fraction {
    pub numerator: Number,
    pub denominator: Number,
}

impl From<Number> for Fraction {
    fn from(n: Number) -> Self {
        Self::new(n, Number::ONE)
    }
}

impl From<&Rational> for Fraction {
    fn from(x: &Rational) -> Self {
        Self::new(x.numer().clone().into(), x.denom().clone().into())
    }
}

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self { numerator: Number::ZERO, denominator: Number::ONE };
    /// 1.
    pub const ONE: Self = Self { numerator: Number::ONE, denominator: Number::ONE };

    /// n/d, d > 0 at t.
    pub fn new(numerator: Number, denominator: Number) -> Self {
        Self { numerator, denominator }
    }

    /// About the words that it takes.
    pub fn words(&self) -> u64 {
        self.numerator.words().saturating_add(self.denominator.words())
    }

    /// Whether t does not occur.
    pub fn is_rational(&self) -> bool {
        self.numerator.is_integer() && self.denominator.is_integer()
    }

    /// 1/self, of a number > 0.
    pub fn inverse(&self) -> Self {
        Self::new(self.denominator.clone(), self.numerator.clone())
    }

    /// self^k.
    #[must_use]
    pub fn power(&self, k: usize) -> Self {
        Self::new(self.numerator.power(k), self.denominator.power(k))
    }

    /// x with x^k = self, k ≥ 1, of a number > 0 in lowest terms, where its numerator and denominator are powers of
    /// integers or of t.
    pub fn root(&self, k: u32) -> Option<Self> {
        Some(Self::new(self.numerator.root(k)?, self.denominator.root(k)?))
    }

    /// With both divided by g, which divides them.
    ///
    /// # Errors
    /// It does not.
    pub fn without(self, g: &Number) -> Result<Self, Obstacle> {
        if *g == Number::ONE {
            return Ok(self);
        }
        match (self.numerator.over(g), self.denominator.over(g)) {
            (Some(numerator), Some(denominator)) => Ok(Self { numerator, denominator }),
            _ => Err(Obstacle::Unfit("a common divisor that does not divide")),
        }
    }

    /// As a rational in lowest terms, where t does not occur; d ≠ 0.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn rational(&self) -> Result<Option<Rational>, Limit> {
        let (Some(n), Some(d)) = (self.numerator.integer(), self.denominator.integer()) else { return Ok(None) };
        charge(steps_of_gcd(n.bits(), d.bits()))?;
        Ok((!d.is_zero()).then(|| fraction(n.into_owned(), d.into_owned())))
    }

    /// In lowest terms, where t does not occur.
    pub fn lowest(self) -> Self {
        let Self { numerator, denominator } = &self;
        match (Number::common_divisor([numerator, denominator]), numerator.integer(), denominator.integer()) {
            (Some(common), Some(n), Some(d)) if !common.is_one() => {
                Self::new((&*n / &common).into(), (&*d / &common).into())
            }
            _ => self,
        }
    }
}

operators! { Fraction:
    Add add(x, y) {
        let (Fraction { numerator: n, denominator: d }, Fraction { numerator: m, denominator: e }) = (x, y);
        if d == e { Fraction::new(n + m, d.clone()) } else { Fraction::new(&(n * e) + &(m * d), d * e) }
    }
    Sub sub(x, y) { x + &Fraction::new(-&y.numerator, y.denominator.clone()) }
    Mul mul(x, y) { Fraction::new(&x.numerator * &y.numerator, &x.denominator * &y.denominator) }
    // Of a divisor > 0.
    Div div(x, y) { Fraction::new(&x.numerator * &y.denominator, &x.denominator * &y.numerator) }
}

#[cfg(test)]
mod tests;
mod vector;

pub use vector::Vector;
pub use vector::{common_denominator, shorter, width};
