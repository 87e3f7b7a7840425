//! Polynomials with integer coefficients.

use crate::limits::total;
use crate::number::BigInt;
use dp_kernel::{Monomial, Number};
use num_traits::Zero;

/// c_0 + c_1 t + … + c_n tⁿ; none for the zero polynomial.
///
/// All numbers of a file are lists of all their coefficients, or all that are not integers have their terms alone, which the
/// kernel's arithmetic computes with: there is one way to write each.
///
/// Here is what takes linear time; what takes more asks [`Bounds`](super::Bounds) first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Polynomial(Form);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Form {
    Dense(Vec<BigInt>),
    /// By its terms, no integer.
    Sparse(Number),
}

use Form::{Dense, Sparse};

impl Default for Polynomial {
    fn default() -> Self {
        Self(Dense(Vec::new()))
    }
}

impl From<Number> for Polynomial {
    fn from(x: Number) -> Self {
        if x.terms().is_some() { Self(Sparse(x)) } else { Self::new(x.coefficients().into_owned()) }
    }
}

/// The bytes of a coefficient without its digits.
pub const BYTES_OF_TERM: u64 = 32;

impl Polynomial {
    /// From the coefficients, the constant one first.
    pub fn new(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(Dense(coefficients))
    }

    /// t^e by its one term.
    pub fn sparse_power(e: u128) -> Self {
        Number::sparse(vec![(e, BigInt::from(1))]).into()
    }

    /// The terms of a polynomial that is written by them: the powers, rising, and c ≠ 0 of each.
    pub fn sparse(&self) -> Option<&[(Monomial, BigInt)]> {
        if let Sparse(x) = &self.0 { x.terms() } else { None }
    }

    /// The kernel's number.
    pub fn number(&self) -> Number {
        match &self.0 {
            Dense(coefficients) => Number::polynomial(coefficients.clone()),
            Sparse(x) => x.clone(),
        }
    }

    /// The constant polynomial c.
    pub fn constant(c: BigInt) -> Self {
        Self::new(vec![c])
    }

    /// The coefficients from the constant up, the last one not 0; none of a polynomial that has only its terms, of which
    /// nobody asks for them.
    pub fn coefficients(&self) -> &[BigInt] {
        debug_assert!(self.sparse().is_none(), "all coefficients of a sparse polynomial");
        if let Dense(coefficients) = &self.0 { coefficients } else { &[] }
    }

    /// The coefficients that may differ from 0.
    pub fn some_coefficients(&self) -> impl Iterator<Item = &BigInt> {
        let (dense, sparse) = match &self.0 {
            Dense(coefficients) => (&coefficients[..], &[][..]),
            Sparse(x) => (&[][..], x.terms().unwrap_or_default()),
        };
        dense.iter().chain(sparse.iter().map(|(_, c)| c))
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Dense(coefficients) if coefficients.is_empty())
    }

    /// The degree; 0 for the zero polynomial too.
    pub fn degree(&self) -> usize {
        match &self.0 {
            Dense(coefficients) => coefficients.len().saturating_sub(1),
            Sparse(x) => x.degree(),
        }
    }

    /// The coefficient of the highest power; 0 for the zero polynomial.
    pub fn leading(&self) -> BigInt {
        self.some_coefficients().last().cloned().unwrap_or_default()
    }

    /// The bits of the longest coefficient.
    pub fn bits(&self) -> u64 {
        self.some_coefficients().map(BigInt::bits).max().unwrap_or(0)
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.some_coefficients().fold(0, |all, c| total([all, BYTES_OF_TERM, c.bits() / 8]))
    }

    /// The number of coefficients.
    pub(super) fn terms(&self) -> u64 {
        match &self.0 {
            Dense(coefficients) => coefficients.len() as u64,
            Sparse(x) => x.terms().map_or(0, |terms| terms.len() as u64),
        }
    }

    /// The same with each coefficient changed.
    pub(super) fn map(&self, change: impl Fn(&BigInt) -> BigInt) -> Self {
        match &self.0 {
            Dense(coefficients) => Self::new(coefficients.iter().map(change).collect()),
            Sparse(x) => {
                Number::sparse(x.terms().unwrap_or_default().iter().map(|(e, c)| (*e, change(c))).collect()).into()
            }
        }
    }

    /// self + other. Linear in their size.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let (Dense(x), Dense(y)) = (&self.0, &other.0) else { return (&self.number() + &other.number()).into() };
        let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
        let mut sum = long.clone();
        for (c, d) in sum.iter_mut().zip(short) {
            *c += d;
        }
        Self::new(sum)
    }

    /// self += count · other. Linear in the size of other.
    pub(super) fn add_multiple(&mut self, other: &Self, count: u32) {
        let (Dense(x), Dense(y)) = (&mut self.0, &other.0) else {
            *self = self.plus(&other.map(|c| c * count));
            return;
        };
        if x.len() < y.len() {
            x.resize(y.len(), BigInt::zero());
        }
        for (c, d) in x.iter_mut().zip(y) {
            match count {
                1 => *c += d,
                _ => *c += d * count,
            }
        }
        while x.last().is_some_and(Zero::is_zero) {
            x.pop();
        }
    }

    /// −self.
    #[must_use]
    pub fn negative(&self) -> Self {
        self.map(|c| -c)
    }

    /// self − other. Linear in their size.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negative())
    }

    /// p'.
    #[must_use]
    pub fn derivative(&self) -> Self {
        Self::new(self.coefficients().iter().enumerate().skip(1).map(|(k, c)| c * k).collect())
    }

    /// self/t^k for the largest k, and k.
    pub(super) fn without_powers(&self) -> (Self, usize) {
        let k = self.coefficients().iter().take_while(|c| c.is_zero()).count();
        (Self::new(self.coefficients().iter().skip(k).cloned().collect()), k)
    }

    /// The coefficients of degree `n` ≥ deg in the order of falling powers.
    pub(super) fn reversed(&self, n: usize) -> Vec<BigInt> {
        let mut coefficients = self.coefficients().to_vec();
        coefficients.resize(n.saturating_add(1), BigInt::zero());
        coefficients.reverse();
        coefficients
    }
}
