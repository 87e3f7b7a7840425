//! α as a function of t, and systems of its powers.

use super::beside;
use super::search::{EFFORT, Entry, functions, power_of_t};
use crate::exact;
use crate::linear::{Poly, solve_function};
use dp_verify::alpha::{Bounds, Field, Obstacle, Polynomial, Quotient};
use dp_verify::number::{BigInt, Fractions, Rational};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational as Exact;

/// α as a function of t.
pub(super) enum Alpha {
    /// t^k.
    Power(u32),
    /// A rational, beside a b that is none.
    Rational(Exact),
}

impl Alpha {
    pub(super) fn of(field: &Field) -> Option<Self> {
        let Quotient { numerator, denominator } = field.base.as_ref()?;
        match numerator.degree() + denominator.degree() {
            0 => Some(Self::Rational(Exact::from_integers(
                exact::integer(&numerator.leading()),
                exact::integer(&denominator.leading()),
            ))),
            _ => power_of_t(field).map(Self::Power),
        }
    }

    pub(super) fn is_power(&self) -> bool {
        matches!(self, Self::Power(_))
    }

    pub(super) fn at(&self, t: &Rational) -> Exact {
        match self {
            Self::Power(k) => exact::rational(t).pow(u64::from(*k)),
            Self::Rational(alpha) => alpha.clone(),
        }
    }

    /// t^kp for α = t^k, x^p·y^(most−p) for α = x/y.
    pub(super) fn power(&self, Power { p, most }: Power, bounds: &Bounds) -> Result<Polynomial, Obstacle> {
        match self {
            Self::Power(k) => bounds.run(|| Ok(Polynomial::monomial(BigInt::from(1), (p * k) as usize))),
            Self::Rational(alpha) => {
                let scaled = alpha.pow(u64::from(p)) * Exact::from(alpha.denominator_ref()).pow(u64::from(most));
                Ok(Polynomial::from(exact::fraction(&scaled).numer().clone()))
            }
        }
    }

    /// The solution of a square system.
    pub(super) fn solve(&self, matrix: &[Vec<Power>], right: &[Poly], bounds: &Bounds) -> Option<Fractions> {
        match self {
            Self::Power(k) => {
                let row = |row: &Vec<Power>| row.iter().map(|power| vec![(1, power.p * k)]).collect();
                let matrix: Vec<Vec<Entry>> = matrix.iter().map(row).collect();
                solve_function(&matrix, right, EFFORT).ok().map(|solved| functions(&solved))
            }
            Self::Rational(_) => {
                let entry =
                    |&power: &Power| self.power(power, bounds).ok().map(|p| Exact::from(exact::integer(&p.leading())));
                let row = |row: &Vec<Power>| row.iter().map(entry).collect::<Option<Vec<_>>>();
                beside::solved(&matrix.iter().map(row).collect::<Option<Vec<_>>>()?, right)
            }
        }
    }
}

/// α^p up to a factor that all powers of one column share, for p ≤ most.
#[derive(Clone, Copy)]
pub(super) struct Power {
    pub(super) p: u32,
    pub(super) most: u32,
}

impl Power {
    pub(super) const ONE: Self = Self { p: 0, most: 0 };
}

/// The powers of a column.
pub(super) fn powers(potentials: &[u32]) -> impl Iterator<Item = Power> {
    let most = potentials.iter().copied().max().unwrap_or(0);
    potentials.iter().map(move |&p| Power { p, most })
}
