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

/// An interval as a part of another: its ends, and whether each belongs to it. A point where both are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The lower end.
    pub low: Isolated,
    /// Whether it belongs to the part.
    pub with_low: bool,
    /// The upper end.
    pub high: Isolated,
    /// Whether it belongs to the part.
    pub with_high: bool,
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

    /// A point of the interval with one of the wanted signs: a rational where one but 0 is wanted and taken.
    pub fn point(&self, wanted: Signs) -> Option<Isolated> {
        let sample = self.samples.iter().find(|(_, sign)| wanted.contains(*sign)).map(|(x, _)| Isolated::At(x.clone()));
        sample.or_else(|| self.roots.first().filter(|_| wanted.contains(Ordering::Equal)).cloned())
    }

    /// The parts of the interval on which one of the wanted signs is taken, rising; none touches the next.
    pub fn parts(&self, wanted: Signs) -> Vec<Part> {
        // The cuts are the lower end, the zeros and the upper end; piece k lies between cuts k and k + 1.
        let is_zero = |k: usize| (1..=self.roots.len()).contains(&k) && wanted.contains(Ordering::Equal);
        let mut parts: Vec<Between> = Vec::new();
        for (k, (_, sign)) in self.samples.iter().enumerate() {
            let next = k.saturating_add(1);
            if is_zero(k) {
                match parts.last_mut() {
                    Some(last) if last.high == k => last.with_high = true,
                    _ => parts.push(Between { low: k, with_low: true, high: k, with_high: true }),
                }
            }
            if wanted.contains(*sign) {
                match parts.last_mut() {
                    Some(last) if last.high == k && last.with_high => (last.high, last.with_high) = (next, false),
                    _ => parts.push(Between { low: k, with_low: false, high: next, with_high: false }),
                }
            }
        }
        parts.into_iter().map(|part| self.part(&part)).collect()
    }

    fn part(&self, &Between { low, with_low, high, with_high }: &Between) -> Part {
        let cut = |k: usize| match k.checked_sub(1) {
            None => Isolated::At(self.between.0.clone()),
            Some(root) => self.roots.get(root).cloned().unwrap_or_else(|| Isolated::At(self.between.1.clone())),
        };
        Part { low: cut(low), with_low, high: cut(high), with_high }
    }
}

/// A part by the numbers of its cuts.
struct Between {
    low: usize,
    with_low: bool,
    high: usize,
    with_high: bool,
}
