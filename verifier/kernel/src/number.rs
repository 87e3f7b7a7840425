//! The numbers of a check: integers, and polynomials in t with integer coefficients; fractions and vectors of them.

use crate::failure::{Failure, Limit, Why, refused};
use crate::meter::{Meter, steps, words};
use crate::polynomial;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::borrow::Cow;
use std::cmp::Ordering;

/// All coefficients of a power may have so many times the bits that one number may have.
const LONG_TERMS: u64 = 16;

/// An element of ℤ\[t\]. Most are integers that fit a word, and are computed with as such.
///
/// Equality is that of polynomials: there is one way to write each. All arithmetic asks a [`Meter`]; there is no other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number(Form);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Form {
    Word(i64),
    /// An integer beyond a word.
    Long(BigInt),
    /// The coefficients from the constant up, two or more, the last not 0.
    Polynomial(Vec<BigInt>),
}

use Form::{Long, Polynomial, Word};

impl From<i64> for Number {
    fn from(n: i64) -> Self {
        Self(Word(n))
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

    /// c + d·t of two integers.
    pub(crate) fn linear(c: &Self, d: &Self) -> Option<Self> {
        Some(Self::polynomial(vec![c.integer()?.into_owned(), d.integer()?.into_owned()]))
    }

    /// t^e.
    fn power_of_t(e: usize, meter: &Meter) -> Result<Self, Failure> {
        meter.size(e as u64, 1)?;
        meter.charge(e as u64)?;
        let mut coefficients = vec![BigInt::zero(); e];
        coefficients.push(BigInt::one());
        Ok(Self::polynomial(coefficients))
    }

    /// The coefficients from the constant up, the last not 0; none of 0.
    pub fn coefficients(&self) -> Cow<'_, [BigInt]> {
        match &self.0 {
            Word(0) => Cow::Borrowed(&[]),
            Word(n) => Cow::Owned(vec![(*n).into()]),
            Long(n) => Cow::Borrowed(std::slice::from_ref(n)),
            Polynomial(p) => Cow::Borrowed(p),
        }
    }

    /// The integer, unless t occurs.
    pub fn integer(&self) -> Option<Cow<'_, BigInt>> {
        match &self.0 {
            Word(n) => Some(Cow::Owned((*n).into())),
            Long(n) => Some(Cow::Borrowed(n)),
            Polynomial(_) => None,
        }
    }

    /// The integer, if it fits a word.
    pub fn word(&self) -> Option<i64> {
        if let Word(n) = self.0 { Some(n) } else { None }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// Whether t does not occur.
    pub fn is_integer(&self) -> bool {
        !matches!(self.0, Polynomial(_))
    }

    /// The highest power of t.
    pub fn degree(&self) -> usize {
        if let Polynomial(p) = &self.0 { p.len() - 1 } else { 0 }
    }

    /// e, if it is t^e with e > 0.
    pub(crate) fn exponent(&self) -> Option<usize> {
        let Polynomial(p) = &self.0 else { return None };
        let (last, rest) = p.split_last()?;
        (last.is_one() && rest.iter().all(Zero::is_zero)).then_some(rest.len())
    }

    /// The bits of the longest coefficient.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Word(n) => u64::from(64 - n.unsigned_abs().leading_zeros()),
            Long(n) => n.bits(),
            Polynomial(p) => polynomial::bits(p),
        }
    }

    /// About the words that it takes.
    pub fn words(&self) -> u64 {
        match &self.0 {
            Word(_) => 1,
            Long(n) => words(n.bits()),
            Polynomial(p) => (p.len() as u64).saturating_mul(words(polynomial::bits(p)) + 2),
        }
    }

    /// −self.
    #[must_use]
    pub fn negated(&self, meter: &Meter) -> Self {
        Self::ZERO.minus(self, meter)
    }

    /// self += other.
    pub fn add(&mut self, other: &Self, meter: &Meter) {
        self.add_times(other, 1, meter);
    }

    /// self += count·other.
    pub(crate) fn add_times(&mut self, other: &Self, count: i64, meter: &Meter) {
        meter.count(other.words() + 1);
        match (&mut self.0, &other.0) {
            (Word(x), Word(y)) => *self = (i128::from(*x) + i128::from(*y) * i128::from(count)).into(),
            (Word(x), Long(y)) => *self = (y * count + *x).into(),
            (Long(x), Word(y)) => *x += i128::from(*y) * i128::from(count),
            (Long(x), Long(y)) if count == 1 => *x += y,
            (Long(x), Long(y)) => *x += y * count,
            _ => {
                meter.count(self.words());
                let mut sum = match std::mem::replace(self, Self::ZERO).0 {
                    Polynomial(p) => p,
                    integer => Self(integer).coefficients().into_owned(),
                };
                let y = other.coefficients();
                sum.resize(sum.len().max(y.len()), BigInt::zero());
                sum.iter_mut().zip(&*y).for_each(|(c, d)| *c += d * count);
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

    /// self + other.
    #[must_use]
    pub fn plus(&self, other: &Self, meter: &Meter) -> Self {
        let mut sum = self.clone();
        sum.add(other, meter);
        sum
    }

    /// self − other.
    #[must_use]
    pub fn minus(&self, other: &Self, meter: &Meter) -> Self {
        let mut sum = self.clone();
        sum.add_times(other, -1, meter);
        sum
    }

    /// self·other. Cost: a product of words for each pair.
    ///
    /// # Errors
    /// A product over the limits.
    pub fn times(&self, other: &Self, meter: &Meter) -> Result<Self, Failure> {
        Ok(match (&self.0, &other.0) {
            (Word(x), Word(y)) => {
                meter.count(1);
                (i128::from(*x) * i128::from(*y)).into()
            }
            (Word(0), _) | (_, Word(0)) => Self::ZERO,
            (Word(1), x) | (x, Word(1)) => {
                let x = Self(x.clone());
                meter.count(x.words());
                x
            }
            (Polynomial(_), _) | (_, Polynomial(_)) => {
                Self::polynomial(polynomial::product(&self.coefficients(), &other.coefficients(), meter)?)
            }
            (Long(x), Long(y)) => {
                let (long, longer) = (self.words(), other.words());
                meter.room(1, long.saturating_add(longer))?;
                meter.charge(long.saturating_mul(longer).saturating_add(4))?;
                (x * y).into()
            }
            (Word(x), Long(y)) | (Long(y), Word(x)) => {
                meter.charge(words(y.bits()) + 4)?;
                (y * *x).into()
            }
        })
    }

    /// self^k, by squaring.
    ///
    /// # Errors
    /// A power over the limits.
    pub fn power(&self, k: usize, meter: &Meter) -> Result<Self, Failure> {
        let degree = (self.degree() as u64).saturating_mul(k as u64);
        let long = match self.integer() {
            Some(n) if !n.magnitude().is_one() => n.bits().saturating_mul(k as u64),
            _ => 1,
        };
        meter.size(degree, long)?;
        if let Some(e) = self.exponent() {
            return Self::power_of_t(e * k, meter);
        }
        // All coefficients of a power of a polynomial are long.
        let all = self.bits().saturating_mul(k as u64).saturating_mul(degree);
        if all > meter.longest().saturating_mul(LONG_TERMS) {
            return Err(Failure::Limit(Limit::Bits));
        }
        let (mut power, mut square, mut left) = (Self::ONE, self.clone(), k);
        while left > 0 {
            if left % 2 == 1 {
                power = power.times(&square, meter)?;
            }
            left /= 2;
            if left > 0 {
                square = square.times(&square, meter)?;
            }
        }
        Ok(power)
    }

    /// x·y against z·w, for integers of a word each.
    pub(crate) fn compare_words([x, y]: [&Self; 2], [z, w]: [&Self; 2], meter: &Meter) -> Option<Ordering> {
        let (Word(x), Word(y), Word(z), Word(w)) = (&x.0, &y.0, &z.0, &w.0) else { return None };
        meter.count(2);
        Some((i128::from(*x) * i128::from(*y)).cmp(&(i128::from(*z) * i128::from(*w))))
    }

    /// self against other where t occurs in neither.
    pub(crate) fn integer_order(&self, other: &Self) -> Option<Ordering> {
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
    pub(crate) fn integer_sign(&self) -> Option<Ordering> {
        match &self.0 {
            Word(n) => Some(n.cmp(&0)),
            Long(n) => Some(n.sign().cmp(&Sign::NoSign)),
            Polynomial(_) => None,
        }
    }

    /// A common multiple of two numbers that are positive at t: the least one of integers; of polynomials the longer one if
    /// the other divides it, else the product. Cost: that of a division, and a gcd of integers.
    pub(crate) fn common_multiple(&self, other: &Self, meter: &Meter) -> Result<Self, Failure> {
        if self == other || other == &Self::ONE || self.over(other, meter)?.is_some() {
            return Ok(self.clone());
        }
        let rest = match (self.integer(), other.integer()) {
            (Some(x), Some(y)) => {
                meter.charge(steps(64, self.words(), other.words()))?;
                (&*y / x.gcd(&y)).into()
            }
            _ if other.over(self, meter)?.is_some() => return Ok(other.clone()),
            _ => other.clone(),
        };
        self.times(&rest, meter)
    }

    /// self/d where that is in Z[t], d ≠ 0.
    pub(crate) fn over(&self, d: &Self, meter: &Meter) -> Result<Option<Self>, Failure> {
        if let (Some(x), Some(y)) = (self.integer(), d.integer()) {
            meter.charge(steps(1, self.words(), d.words()))?;
            let (q, rest) = x.div_rem(&*y);
            return Ok(rest.is_zero().then(|| q.into()));
        }
        let quotient = polynomial::quotient(&self.coefficients(), &d.coefficients(), meter)?;
        Ok(quotient.map(Self::polynomial))
    }

    /// n modulo m, from 0 to m − 1, of an integer.
    pub(crate) fn residue(&self, m: u64) -> u64 {
        self.integer().and_then(|n| n.mod_floor(&m.into()).to_u64()).unwrap_or(0)
    }

    /// The greatest common divisor of integers, not all of them 0; `None` of polynomials.
    pub(crate) fn common_divisor(numbers: &[Self], meter: &Meter) -> Result<Option<Self>, Failure> {
        let mut common = BigInt::zero();
        for x in numbers {
            let Some(x) = x.integer() else { return Ok(None) };
            meter.charge(steps(64, words(x.bits()), words(common.bits())))?;
            common = common.gcd(&x);
        }
        Ok((!common.is_zero()).then(|| common.into()))
    }

    /// Σ_d s_d·t^(d·e).
    pub(crate) fn spread(sums: &[Self], e: usize, meter: &Meter) -> Result<Self, Failure> {
        let longest = sums.iter().enumerate().map(|(d, s)| d * e + s.degree() + 1).max().unwrap_or(0);
        let wide = sums.iter().map(Number::bits).max().unwrap_or(0);
        meter.size(longest as u64, wide + 64)?;
        meter.charge((sums.len() as u64).saturating_add(longest as u64).saturating_mul(words(wide) + 4))?;
        let mut coefficients = vec![BigInt::zero(); longest];
        for (d, s) in sums.iter().enumerate() {
            coefficients[d * e..].iter_mut().zip(&*s.coefficients()).for_each(|(sum, c)| *sum += c);
        }
        Ok(Self::polynomial(coefficients))
    }
}

/// numerator/denominator, the denominator > 0 at t.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Fraction {
    pub numerator: Number,
    pub denominator: Number,
}

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self { numerator: Number::ZERO, denominator: Number::ONE };
    /// 1.
    pub const ONE: Self = Self { numerator: Number::ONE, denominator: Number::ONE };

    pub(crate) fn new(numerator: Number, denominator: Number) -> Self {
        Self { numerator, denominator }
    }

    /// About the words that it takes.
    pub(crate) fn words(&self) -> u64 {
        self.numerator.words() + self.denominator.words()
    }

    /// Whether t does not occur.
    pub fn is_rational(&self) -> bool {
        self.numerator.is_integer() && self.denominator.is_integer()
    }

    /// −self.
    #[must_use]
    pub(crate) fn negated(&self, meter: &Meter) -> Self {
        Self { numerator: self.numerator.negated(meter), denominator: self.denominator.clone() }
    }

    /// self + other.
    pub(crate) fn plus(&self, other: &Self, meter: &Meter) -> Result<Self, Failure> {
        if self.denominator == other.denominator {
            return Ok(Self::new(self.numerator.plus(&other.numerator, meter), self.denominator.clone()));
        }
        let mut sum = self.numerator.times(&other.denominator, meter)?;
        sum.add(&other.numerator.times(&self.denominator, meter)?, meter);
        Ok(Self::new(sum, self.denominator.times(&other.denominator, meter)?))
    }

    /// self − other.
    pub(crate) fn minus(&self, other: &Self, meter: &Meter) -> Result<Self, Failure> {
        self.plus(&other.negated(meter), meter)
    }

    /// self·other.
    pub(crate) fn times(&self, other: &Self, meter: &Meter) -> Result<Self, Failure> {
        let denominator = self.denominator.times(&other.denominator, meter)?;
        Ok(Self::new(self.numerator.times(&other.numerator, meter)?, denominator))
    }

    /// self/other for other > 0.
    pub(crate) fn over(&self, other: &Self, meter: &Meter) -> Result<Self, Failure> {
        self.times(&Self::new(other.denominator.clone(), other.numerator.clone()), meter)
    }

    /// self^k.
    pub(crate) fn power(&self, k: usize, meter: &Meter) -> Result<Self, Failure> {
        Ok(Self::new(self.numerator.power(k, meter)?, self.denominator.power(k, meter)?))
    }

    /// In lowest terms, where t does not occur.
    pub(crate) fn lowest(self, meter: &Meter) -> Result<Self, Failure> {
        let (Some(n), Some(d)) = (self.numerator.integer(), self.denominator.integer()) else { return Ok(self) };
        meter.charge(steps(64, self.numerator.words(), self.denominator.words()))?;
        let common = n.gcd(&d) * d.signum();
        Ok(if common.is_one() { self } else { Self::new((&*n / &common).into(), (&*d / &common).into()) })
    }
}

/// A vector over one positive denominator. It need not be in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say what they are")]
pub struct Vector {
    pub denominator: Number,
    pub numerators: Vec<Number>,
}

impl Vector {
    /// n entries 1.
    pub(crate) fn ones(n: usize) -> Self {
        Self { denominator: Number::ONE, numerators: vec![Number::ONE; n] }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.numerators.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numerators.is_empty()
    }

    /// Entry i.
    pub fn entry(&self, i: usize) -> Fraction {
        Fraction::new(self.numerators[i].clone(), self.denominator.clone())
    }

    /// Whether t does not occur.
    pub fn is_rational(&self) -> bool {
        self.denominator.is_integer() && self.numerators.iter().all(Number::is_integer)
    }

    /// Σ_i x_i.
    pub(crate) fn sum(&self, meter: &Meter) -> Fraction {
        self.sum_of(0..self.len(), meter)
    }

    /// The sum of these entries.
    pub(crate) fn sum_of(&self, places: impl IntoIterator<Item = usize>, meter: &Meter) -> Fraction {
        let mut sum = Number::ZERO;
        places.into_iter().for_each(|i| sum.add(&self.numerators[i], meter));
        Fraction::new(sum, self.denominator.clone())
    }

    /// Σ_i x_i·y_i of two vectors of one length.
    pub(crate) fn dot(&self, other: &Self, meter: &Meter) -> Result<Fraction, Failure> {
        if self.len() != other.len() {
            return refused(Why::DoesNotFit);
        }
        let mut sum = Number::ZERO;
        for (x, y) in self.numerators.iter().zip(&other.numerators) {
            sum.add(&x.times(y, meter)?, meter);
        }
        Ok(Fraction::new(sum, self.denominator.times(&other.denominator, meter)?))
    }

    /// The words of the longest numerator, or of the denominator.
    pub(crate) fn words(&self) -> u64 {
        self.numerators.iter().chain([&self.denominator]).map(Number::words).max().unwrap_or(1)
    }
}

/// A common denominator of all rows, > 0 at t, and the factor of each row's numerators over it.
pub(crate) fn common_denominator(rows: &[Vector], meter: &Meter) -> Result<(Number, Vec<Number>), Failure> {
    let mut common = Number::ONE;
    for row in rows {
        common = common.common_multiple(&row.denominator, meter)?;
        meter.room(rows.len() as u64, common.words())?;
    }
    // The common multiple is one of each.
    let factor = |row: &Vector| common.over(&row.denominator, meter)?.map_or_else(|| refused(Why::DoesNotFit), Ok);
    let factors = rows.iter().map(factor).collect::<Result<_, _>>()?;
    Ok((common, factors))
}

#[cfg(test)]
mod tests;
