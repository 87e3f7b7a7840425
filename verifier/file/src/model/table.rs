//! The entries of X.

use crate::alpha::{Fractions, Polynomial};
use crate::number::BigInt;

/// The entries of X: a row for each node, over a denominator of its own.
#[derive(Debug, Clone)]
pub enum Table {
    /// All of them rational.
    Rational(Vec<Fractions>),
    /// Functions of t.
    Functions(Vec<Fractions<Polynomial>>),
}

impl Table {
    /// Of rows that are rational, where all of their numbers are.
    pub(crate) fn of(rows: Vec<Fractions<Polynomial>>) -> Self {
        match rows.iter().map(constants).collect() {
            Some(rows) => Table::Rational(rows),
            None => Table::Functions(rows),
        }
    }
}

/// The row where all of its numbers are rational.
fn constants(row: &Fractions<Polynomial>) -> Option<Fractions> {
    let constant = |p: &Polynomial| match p.coefficients() {
        [] => Some(BigInt::default()),
        [c] => Some(c.clone()),
        _ => None,
    };
    let numerators = row.numerators.iter().map(constant).collect::<Option<_>>()?;
    Some(Fractions { denominator: constant(&row.denominator)?, numerators })
}
