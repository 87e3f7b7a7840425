//! Irrational numbers that statements carry, and functions of α.

use dp_file::alpha::{Bounds, Field, Obstacle, Point, Polynomial, Polynomials as _, Quotient};
use num_traits::Zero;

/// A number of the field Q(t), in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The number as a function of t.
    pub quotient: Quotient,
    /// What t is.
    pub field: Field,
    /// Twelve significant digits; none on an interval.
    pub(super) decimal: Option<String>,
}

impl Number {
    /// As an expression in `a` or `b`.
    pub fn exact(&self) -> String {
        self.field.written(&self.quotient)
    }

    /// As an expression, unless it has more than `most` characters: long ones need not be written to be measured.
    pub(super) fn exact_within(&self, most: usize) -> Option<String> {
        // A digit has over 3.3 bits, and all but a coefficient ±1 or a denominator 1 has one: at least half of this is
        // written.
        let digits = |p: &Polynomial| {
            let some = p.some_coefficients();
            let some = some.iter().filter(|c| !c.is_zero());
            some.fold(0u64, |all, c| all.saturating_add(c.bits() / 4).saturating_add(1))
        };
        let Quotient { numerator, denominator } = &self.quotient;
        let digits = digits(numerator).saturating_add(digits(denominator));
        (digits / 2 <= most as u64).then(|| self.exact()).filter(|text| text.chars().count() <= most)
    }

    /// That function of t, with its decimal where t is one number: the work is counted, as a tiny number takes a lot.
    ///
    /// # Errors
    /// More steps than are left.
    pub fn new(quotient: Quotient, field: Field, bounds: &Bounds) -> Result<Self, Obstacle> {
        let decimal = match &field.point {
            Point::Interval(_) => None,
            point => match bounds.run(|| dp_algebra::digits_of(point, &quotient)) {
                Err(Obstacle::Steps) => return Err(Obstacle::Steps),
                decimal => decimal.ok(),
            },
        };
        Ok(Self { quotient, field, decimal })
    }
}
