//! Polynomials with integer coefficients.

use crate::number::BigInt;
use num_traits::Zero;

/// c_0 + c_1 t + … + c_n tⁿ; none for the zero polynomial.
///
/// Here is what takes linear time; what takes more asks [`Bounds`](super::Bounds) first.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Polynomial(Vec<BigInt>);

/// The bytes of a coefficient without its digits.
pub const BYTES_OF_TERM: u64 = 32;

impl Polynomial {
    /// From the coefficients, the constant one first.
    pub fn new(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// The constant polynomial c.
    pub fn constant(c: BigInt) -> Self {
        Self::new(vec![c])
    }

    /// The coefficients from the constant up, the last one not 0.
    pub fn coefficients(&self) -> &[BigInt] {
        &self.0
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The degree; 0 for the zero polynomial too.
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The coefficient of the highest power; 0 for the zero polynomial.
    pub fn leading(&self) -> BigInt {
        self.0.last().cloned().unwrap_or_default()
    }

    /// The bits of the longest coefficient.
    pub fn bits(&self) -> u64 {
        self.0.iter().map(BigInt::bits).max().unwrap_or(0)
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(|c| BYTES_OF_TERM + c.bits() / 8).sum()
    }

    /// The number of coefficients.
    pub(super) fn terms(&self) -> u64 {
        self.0.len() as u64
    }

    /// self + other. Linear in their size.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let (long, short) = if self.0.len() < other.0.len() { (other, self) } else { (self, other) };
        let mut sum = long.0.clone();
        for (c, d) in sum.iter_mut().zip(&short.0) {
            *c += d;
        }
        Self::new(sum)
    }

    /// self += count · other. Linear in the size of other.
    pub(super) fn add_multiple(&mut self, other: &Self, count: u32) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), BigInt::zero());
        }
        for (c, d) in self.0.iter_mut().zip(&other.0) {
            match count {
                1 => *c += d,
                _ => *c += d * count,
            }
        }
        while self.0.last().is_some_and(Zero::is_zero) {
            self.0.pop();
        }
    }

    /// −self.
    #[must_use]
    pub fn negative(&self) -> Self {
        Self(self.0.iter().map(|c| -c).collect())
    }

    /// self − other. Linear in their size.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negative())
    }

    /// p'.
    #[must_use]
    pub fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(k, c)| c * k).collect())
    }

    /// self/t^k for the largest k, and k.
    pub(super) fn without_powers(&self) -> (Self, usize) {
        let k = self.0.iter().take_while(|c| c.is_zero()).count();
        (Self(self.0[k..].to_vec()), k)
    }

    /// The coefficients of degree `n` ≥ deg in the order of falling powers.
    pub(super) fn reversed(&self, n: usize) -> Vec<BigInt> {
        let mut coefficients = self.0.clone();
        coefficients.resize(n + 1, BigInt::zero());
        coefficients.reverse();
        coefficients
    }
}
