//! From images modulo primes to the solution over the rationals.

use malachite::base::num::arithmetic::traits::{DivExactAssign, Gcd, NegAssign};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Natural};

use super::answer::{Budget, Functions, Refusal};
use super::image::{Image, Shape};
use super::prime_field::PrimeField;
use super::system::trimmed;
use crate::effort::{products, steps, words};
use crate::linear::lifting::short_fractions;

/// The coefficients modulo the product of the primes so far.
pub(super) struct Lift {
    shape: Shape,
    modulus: Integer,
    coefficients: Vec<Integer>,
}

impl Lift {
    /// The lift with one more image. Of images of different shapes the larger counts: the solution's own shape is
    /// the largest, and all primes with that shape show the same solution.
    pub(super) fn with(lift: Option<Self>, field: &PrimeField, image: Image) -> Self {
        match lift {
            Some(lift) if lift.shape > image.shape => lift,
            Some(lift) if lift.shape == image.shape => lift.extended(field, &image),
            _ => Self {
                shape: image.shape,
                modulus: Integer::from(field.prime()),
                coefficients: image.coefficients.into_iter().map(Integer::from).collect(),
            },
        }
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// Word operations to extend it.
    pub(super) fn steps_to_extend(&self) -> u64 {
        steps(self.coefficients.len(), words(&self.modulus), 16)
    }

    /// Garner: c + P·((c' − c)/P mod p).
    fn extended(mut self, field: &PrimeField, image: &Image) -> Self {
        let scale = field.reciprocal(field.of_integer(&self.modulus));
        for (coefficient, &residue) in self.coefficients.iter_mut().zip(&image.coefficients) {
            let difference = field.subtract(field.of(residue), field.of_integer(coefficient));
            *coefficient += &self.modulus * Integer::from(field.word(field.multiply(difference, scale)));
        }
        self.modulus *= Integer::from(field.prime());
        self
    }

    /// The short fractions that agree with all images, if there are any, brought to integers without a common factor.
    pub(super) fn candidate(&self, unknowns: usize, budget: &mut Budget) -> Result<Option<Functions>, Refusal> {
        let found = short_fractions(&self.coefficients, &self.modulus, |steps| budget.spend(steps))?;
        let Some((_, mut coefficients)) = found else { return Ok(None) };
        let long = coefficients.iter().map(words).max().unwrap_or(1);
        // Most of their gcd is that of the first two.
        budget.spend(steps(long, long, 2).saturating_add(products(coefficients.len(), long)))?;
        let content = coefficients.iter().fold(Natural::ZERO, |g, c| g.gcd(c.unsigned_abs_ref()));
        let content = Integer::from(content);
        coefficients.iter_mut().for_each(|coefficient| coefficient.div_exact_assign(&content));
        if coefficients[self.shape.lowest.0] < 0 {
            coefficients.iter_mut().for_each(NegAssign::neg_assign);
        }
        let (denominator, rest) = coefficients.split_at(self.shape.denominator);
        let length = self.shape.numerators;
        let numerator = |unknown: usize| trimmed(rest[unknown * length..(unknown + 1) * length].to_vec());
        let numerators = (0..unknowns).map(numerator).collect();
        Ok(Some(Functions { denominator: trimmed(denominator.to_vec()), numerators }))
    }
}
