//! What irrational α are powers of: ε as a multiple of 1, or of a logarithm.

use crate::alpha::Alpha;
use crate::limits::{Budget, words_of};
use crate::number::{BigInt, Rational, bits, common_base, fraction, product, ratio, steps_of_gcd};
use num_integer::Integer;
use num_traits::One;

/// ε of a number e^-ε, ε > 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Measure {
    /// This rational.
    Rational(Rational),
    /// factor·ln(base), base > 1 and factor > 0.
    Logarithm { base: Rational, factor: Rational },
}

impl Measure {
    /// That of an irrational number; none of the root of a polynomial, or of an interval.
    pub(super) fn of(alpha: &Alpha) -> Option<Self> {
        match alpha {
            Alpha::Exponential(rate) => Some(Measure::Rational(rate.clone())),
            Alpha::Power { base, exponent } if exponent.is_negative() => {
                Some(Measure::Logarithm { base: base.recip(), factor: exponent.abs() })
            }
            Alpha::Power { base, exponent } => {
                Some(Measure::Logarithm { base: base.clone(), factor: exponent.clone() })
            }
            Alpha::Rational(alpha) if alpha.is_one() => None,
            Alpha::Rational(alpha) => Some(Measure::Logarithm { base: alpha.recip(), factor: Rational::one() }),
            Alpha::Root { .. } | Alpha::Symbolic { .. } => None,
        }
    }

    /// A k-th of it, k > 0.
    pub(super) fn over(self, k: u32) -> Self {
        let part = |x: &Rational| ratio(x, &Rational::from(BigInt::from(k)));
        match self {
            Measure::Rational(x) => Measure::Rational(part(&x)),
            Measure::Logarithm { base, factor } => Measure::Logarithm { base, factor: part(&factor) },
        }
    }

    /// Two as multiples of one: (of which, how often each); none where there is no such number, or none that is looked
    /// for.
    pub(super) fn common(&self, other: &Self, steps: &Budget) -> Option<Option<Common>> {
        match (self, other) {
            (Measure::Rational(x), Measure::Rational(y)) => {
                let (unit, counts) = common_part(x, y, steps)?;
                Some(Some(Common { unit: Measure::Rational(unit), counts }))
            }
            (Measure::Logarithm { base: m, factor: x }, Measure::Logarithm { base: n, factor: y }) => {
                let Some((base, [p, q])) = common_base(m, n, steps)? else { return Some(None) };
                let (p, q) = (Rational::from(p), Rational::from(q));
                let (factor, counts) = common_part(&product(x, &p), &product(y, &q), steps)?;
                Some(Some(Common { unit: Measure::Logarithm { base, factor }, counts }))
            }
            (Measure::Rational(_), Measure::Logarithm { .. }) | (Measure::Logarithm { .. }, Measure::Rational(_)) => {
                Some(None)
            }
        }
    }
}

/// Two numbers as multiples of one.
pub(super) struct Common {
    pub(super) unit: Measure,
    pub(super) counts: [BigInt; 2],
}

/// The largest rational of which two rationals > 0 are whole multiples, and how often each has it.
fn common_part(x: &Rational, y: &Rational, steps: &Budget) -> Option<(Rational, [BigInt; 2])> {
    let words = words_of(bits(x)).saturating_add(words_of(bits(y)));
    steps.take(words.saturating_mul(words).saturating_mul(4))?;
    steps.take(steps_of_gcd(bits(x).saturating_add(bits(y)), bits(x).saturating_add(bits(y))))?;
    let (left, right) = (x.numer() * y.denom(), y.numer() * x.denom());
    let shared = left.gcd(&right);
    let counts = [&left / &shared, &right / &shared];
    Some((fraction(shared, x.denom() * y.denom()), counts))
}
