//! The parts of a composition: tables, and mechanisms of which nothing is known but that they are (ε, δ)-private.

use dp_number::{Fraction, Number, Vector};

/// A part of a composition: a mechanism about the same node.
#[derive(Debug, Clone)]
pub struct Use {
    /// What is known of it.
    pub part: Used,
    /// How often it is used, each time with randomness of its own.
    pub times: usize,
}

/// What is known of a part of a composition.
#[derive(Debug, Clone)]
pub enum Used {
    /// Its table, a row for each node.
    Table(Vec<Vector>),
    /// What it promises, and nothing else.
    Promise(Promise),
}

impl Used {
    /// The rows of the table; of a promise the two that are told apart best.
    pub fn rows(&self) -> &[Vector] {
        match self {
            Used::Table(rows) => rows,
            Used::Promise(promise) => promise.rows(),
        }
    }
}

/// Some (ε, δ)-private mechanism. Whatever two neighbouring rows of it are, they are these two seen through a channel:
/// P = (δ, (1−δ)/(1+α), (1−δ)·α/(1+α), 0), α = e^-ε, and Q, the same in the other order; without the first and the last
/// where δ = 0. FORMAT.md, *Promises*.
#[derive(Debug, Clone)]
pub struct Promise {
    alpha: Fraction,
    delta: Fraction,
    rows: Vec<Vector>,
}

impl Promise {
    /// That of α and δ.
    pub fn new(alpha: Fraction, delta: Fraction) -> Self {
        let (n, d) = (&alpha.numerator, &alpha.denominator);
        let (both, rest) = (n + d, &delta.denominator - &delta.numerator);
        let (more, less, own) = (&rest * d, &rest * n, &delta.numerator * &both);
        let all =
            if delta.numerator.is_zero() { vec![d.clone(), n.clone()] } else { vec![own, more, less, Number::ZERO] };
        let denominator = if delta.numerator.is_zero() { both } else { &both * &delta.denominator };
        let turned = all.iter().rev().cloned().collect();
        let rows = [all, turned].map(|numerators| Vector { denominator: denominator.clone(), numerators });
        Self { alpha, delta, rows: rows.into() }
    }

    /// α = e^-ε.
    pub fn alpha(&self) -> &Fraction {
        &self.alpha
    }

    /// δ.
    pub fn delta(&self) -> &Fraction {
        &self.delta
    }

    /// P and Q.
    pub fn rows(&self) -> &[Vector] {
        &self.rows
    }
}
