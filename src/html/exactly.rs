//! Ratios of entries where floating point can't tell: exactly, within counted work.

use super::entries::Entries;
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Point, Polynomial, Polynomials as _, Quotient, Quotients as _, Vectors as _};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::Mechanism;
use dp_verify::number::{Rational, Sign, compare, product, ratio, steps_of_fractions};
use std::cmp::Ordering;

/// The word operations that all comparisons of a page may take.
const STEPS: usize = 1 << 31;

/// The most units of length of an edge whose ends are compared.
const LONG: u64 = 1 << 10;

/// What compares.
pub(super) struct Exactly<'a> {
    of: &'a Mechanism,
    limits: Limits,
    steps: Budget,
}

impl<'a> Exactly<'a> {
    pub(super) fn of(mechanism: &'a Mechanism) -> Self {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let steps = Budget::new(limits.steps);
        Self { of: mechanism, limits, steps }
    }

    fn bounds(&self) -> Bounds<'_> {
        Bounds::new(&self.limits, &self.steps)
    }

    /// x_h / x_i at an output; `None` where entries are irrational, x_i is not positive, or it takes too long.
    pub(super) fn ratio(&self, entries: &Entries, i: usize, h: usize, output: usize) -> Option<Rational> {
        let (x, y) = (entries.exact(i, output)?, entries.exact(h, output)?);
        self.bounds().charge(steps_of_fractions(&x, &y)).ok()?;
        (x.numer().sign() == Sign::Plus).then(|| ratio(&y, &x))
    }

    /// The ε that two entries need against the declared one, for nodes so many units of length apart: more where
    /// x_h < b^ℓ·x_i, b being the α of one unit.
    pub(super) fn order(&self, entries: &Entries, [i, h]: [usize; 2], output: usize, length: u64) -> Option<Ordering> {
        let bounds = self.bounds();
        let unit = self.of.query.graph.unit();
        if length > LONG || self.of.query.graph.is_fine() {
            return None;
        }
        if let (Some(alpha), 1, Some(x), Some(y)) =
            (&entries.alpha, unit, entries.exact(i, output), entries.exact(h, output))
        {
            bounds.charge(steps_of_fractions(&x, &y).saturating_mul(length.pow(2))).ok()?;
            let alpha = (1..length).fold(alpha.clone(), |power, _| product(&power, alpha));
            return Some(compare(&product(&alpha, &x), &y));
        }
        let field = self.of.field.as_ref().filter(|field| !matches!(field.point, Point::Interval(_)))?;
        let base = field.base.as_ref()?;
        let less = self.entry(i, output)?;
        let power = |p: &Polynomial| p.raised(dp_kernel::place(length), &bounds).ok();
        let more = Quotient {
            numerator: power(&base.numerator)?.times(&less.numerator, &bounds).ok()?,
            denominator: power(&base.denominator)?.times(&less.denominator, &bounds).ok()?,
        };
        let other = self.entry(h, output)?;
        let minus = Quotient { numerator: -&other.numerator, denominator: other.denominator };
        sign(field, &more.plus(&minus, &bounds).ok()?.numerator, &bounds)
    }

    /// An entry as a function of t.
    fn entry(&self, row: usize, output: usize) -> Option<Quotient> {
        let row = &self.of.channel()?.table[row];
        match row.lowest(output) {
            Some(x) => Some(Quotient::constant(&x)),
            None => Some(Quotient::new(row.numerators[output].clone(), row.denominator.clone())),
        }
    }
}

fn sign(field: &Field, p: &Polynomial, bounds: &Bounds) -> Option<Ordering> {
    bounds.run(|| algebra::sign(&field.point, p)).ok()
}
