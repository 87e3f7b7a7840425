//! Irrational numbers that statements carry, and functions of α.

use dp_file::alpha::{Bounds, Field, Obstacle, Point, Quotient};

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
}
