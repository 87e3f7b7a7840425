//! The sign of a polynomial in the file's α.

use crate::exact;
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Polynomial, Polynomials as _};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::BigInt;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

/// Whether Σ c_k α^k ≥ 0, at every α of an interval: `false` where it is negative at every one, `None` where neither is
/// so, or that is out of reach.
///
/// Cost: one sign of a polynomial, within the limit of steps.
pub(super) fn is_nonnegative(coefficients: &[i128], file: &Mechanism, limits: &Limits) -> Option<bool> {
    if let Some(alpha) = file.privacy.alpha.rational() {
        let alpha = exact::rational(alpha);
        let value = coefficients.iter().rev().fold(Rational::ZERO, |sum, &c| sum * &alpha + Rational::from(c));
        return Some(value >= 0u32);
    }
    if coefficients.iter().all(|&c| c == 0) {
        return Some(true);
    }
    let steps = Budget::new(limits.steps);
    let bounds = Bounds::new(limits, &steps);
    let field = file.field.as_ref()?;
    let mut sum = Polynomial::from(BigInt::from(0));
    for &c in coefficients.iter().rev() {
        // An irrational α is t^k: it has no denominator.
        let raised = sum.times(&field.alpha.numerator, &bounds).ok()?;
        sum = &raised + &Polynomial::from(BigInt::from(c));
    }
    let signs = bounds.run(|| algebra::signs(&field.point, &sum)).ok()?;
    if signs.is_nonnegative() { Some(true) } else { signs.is_negative().then_some(false) }
}
