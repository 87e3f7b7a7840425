//! Which path is looked at next: at one α the one with most probability, over an interval the shortest.
#![allow(clippy::float_arithmetic, reason = "in which order runs are made")]

use dp_verify::alpha::{Point, Quotient};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::Rational;

/// The probability of a path, for the order in which paths are run; what is left of a row is added up in units of
/// 2^-120, as a sum of floating numbers would not show it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order {
    is_single: bool,
}

/// 2^120.
const UNIT: f64 = 1_329_227_995_784_915_872_903_807_060_280_344_576.0;

impl Order {
    /// By the α of the file.
    pub(super) fn of(mechanism: &Mechanism) -> Self {
        Self { is_single: mechanism.field.as_ref().is_none_or(|field| !field.is_symbolic()) }
    }

    /// Whether probabilities are numbers, and not functions of α.
    pub(super) fn knows_mass(self) -> bool {
        self.is_single
    }

    /// A weight, about; on an interval as if each were one half, so that shorter paths come first.
    pub(super) fn weight(self, mechanism: &Mechanism, weight: &Quotient, limits: &Limits) -> f64 {
        if self.is_single { approximate(mechanism, weight, limits).unwrap_or(0.5) } else { 0.5 }
    }
}

/// A number of the file, about.
fn approximate(mechanism: &Mechanism, x: &Quotient, limits: &Limits) -> Option<f64> {
    let (steps, zero) = (Budget::new(limits.steps), Point::Rational(Rational::new(0.into(), 1.into())));
    let ground = mechanism.ground(limits, &steps);
    let at = mechanism.field.as_ref().map_or(&zero, |field| &field.point);
    ground.bounds.run(|| dp_verify::algebra::digits_of(at, x)).ok()?.parse().ok()
}

/// A probability in units of 2^-120, rounded down.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 1")]
pub(super) fn units(mass: f64) -> u128 {
    (mass * UNIT) as u128
}
