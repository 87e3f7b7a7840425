//! e^-r by its rate.

use super::bounds::Obstacle;
use crate::number::{BigInt, Rational, product};
use dp_number::{Exponential, Fraction};
use num_traits::One;

/// e^-rate.
///
/// # Errors
/// Unless the rate is positive.
pub fn exponential(rate: &Rational) -> Result<Exponential, Obstacle> {
    let rate = Fraction::new(rate.numer().clone().into(), rate.denom().clone().into());
    Exponential::of(&rate).map_err(|_| Obstacle::Unfit("e^-r needs r > 0"))
}

/// The rate as a rational.
pub trait Rate: Sized {
    /// r.
    fn rational_rate(&self) -> Rational;

    /// t^(1/k), k ≥ 1.
    ///
    /// # Errors
    /// k = 0.
    fn root(&self, k: u32) -> Result<Self, Obstacle>;
}

impl Rate for Exponential {
    fn rational_rate(&self) -> Rational {
        let (n, d) = self.rate();
        Rational::new_raw(n.clone(), d.clone())
    }

    fn root(&self, k: u32) -> Result<Self, Obstacle> {
        match k {
            0 => Err(Obstacle::Unfit("a root of order 0")),
            _ => exponential(&product(&self.rational_rate(), &Rational::new_raw(BigInt::one(), k.into()))),
        }
    }
}
