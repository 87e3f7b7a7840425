//! An open interval cut at the zeros of a polynomial.

use crate::gcd::squarefree;
use crate::isolate::{Isolated, apart, isolate, middle};
use crate::signs::Signs;
use dp_number::{Number, Obstacle, Rational, sign_at};
use std::cmp::Ordering;

/// Where on an open interval a polynomial has which sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    /// The interval.
    pub between: (Rational, Rational),
    /// The polynomial's squarefree part, of which [`Pieces::roots`] are simple roots.
    pub squarefree: Number,
    /// The zeros in the interval, rising. Where one lies between two rationals, these are inside the interval too,
    /// and the squarefree part has opposite signs at them.
    pub roots: Vec<Isolated>,
    /// Between one zero and the next, and the ends: a rational point strictly between, and the sign there, which is
    /// that of the whole piece. One more than there are zeros.
    pub samples: Vec<(Rational, Ordering)>,
}

impl Pieces {
    /// Cuts (low, high) at the zeros of p ≠ 0.
    ///
    /// Why it is complete: p and its squarefree part have the same zeros, all of which isolation finds; between them
    /// p keeps the sign that it has at one point (intermediate values).
    ///
    /// # Errors
    /// p = 0, low ≥ high, or more steps than are left.
    pub fn new(p: &Number, low: &Rational, high: &Rational) -> Result<Self, Obstacle> {
        let squarefree = squarefree(p)?;
        let roots = isolate(&squarefree, low, high)?
            .into_iter()
            .map(|root| apart(&squarefree, root, low, high))
            .collect::<Result<Vec<_>, _>>()?;
        let (mut samples, mut left) = (Vec::with_capacity(roots.len().saturating_add(1)), low);
        for right in roots.iter().map(Some).chain([None]) {
            let x = middle(left, right.map_or(high, Isolated::low))?;
            let sign = sign_at(p, &x)?;
            samples.push((x, sign));
            left = right.map_or(high, Isolated::high);
        }
        Ok(Self { between: (low.clone(), high.clone()), squarefree, roots, samples })
    }

    /// The signs taken on the interval.
    pub fn signs(&self) -> Signs {
        let zero = (!self.roots.is_empty()).then_some(Signs::of(Ordering::Equal));
        let pieces = self.samples.iter().map(|(_, sign)| Signs::of(*sign)).chain(zero);
        // There is a sample at least.
        pieces.reduce(Signs::or).unwrap_or(Signs::ALL)
    }
}
