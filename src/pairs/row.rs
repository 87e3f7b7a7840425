//! Rows of integers, and what it takes to compute with them.

use crate::effort::{products, spend, steps};
use crate::exact;
use dp_verify::number::Fractions;
use malachite::Integer;

/// A row of X over its own denominator.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) denominator: Integer,
    pub(crate) numerators: Vec<Integer>,
}

impl Row {
    pub(super) fn of(row: &Fractions) -> Self {
        Self {
            denominator: exact::whole(&row.denominator),
            numerators: row.numerators.iter().map(exact::whole).collect(),
        }
    }
}

/// Counts so many products of integers of so many words.
pub(super) fn spend_on_products(count: usize, words: usize) {
    spend(products(count, words).saturating_add(steps(count, 64, 1)));
}

/// Counts so many greatest common divisors of integers of so many words.
pub(super) fn spend_on_divisors(count: usize, words: usize) {
    spend_on_products(count.saturating_mul(5), words);
}
