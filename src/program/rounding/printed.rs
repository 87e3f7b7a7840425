//! Printed tables, and what may be found of them.

use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;

/// A printed table.
#[derive(Clone, Debug)]
pub struct Printed<'a> {
    /// The neighbours of each node, on both sides of each edge.
    pub neighbours: &'a [Vec<usize>],
    /// The lengths of the edges to them, where they are not all 1: along one of length ℓ the factor is α^ℓ.
    pub lengths: &'a [Vec<u32>],
    /// α, 0 < α ≤ 1, or a rational close by.
    pub alpha: Rational,
    /// x, a row for each node.
    pub rows: Vec<Vec<Rational>>,
    /// r ≥ 0.
    pub rounding: Rational,
}

/// What may decide whether such a mechanism exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// M, row by row.
    Table(Vec<Vec<Rational>>),
    /// An entry x_io < −r.
    Negative {
        /// i.
        row: usize,
        /// o.
        output: usize,
    },
    /// λ, and for each output the arcs i→h with μ > 0.
    Refuted {
        /// λ_i.
        lambda: Vec<Rational>,
        /// ((i, h), μ_ih,o) for each output o.
        multipliers: Vec<Vec<((usize, usize), Rational)>>,
    },
}

/// Why nothing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// The table is larger than this search takes on.
    TooLarge,
    /// What floats find is not accepted, and for the exact simplex method the table is too large.
    TooNarrow,
}

/// The nearest double, of a number that is cut down to at most 2^10 in size.
pub(super) fn double(x: &Rational) -> f64 {
    let most = Rational::from(1024u32);
    let x = if *x > most { &most } else { x };
    if *x < -&most {
        return -1024.0;
    }
    // Below the least double there is 0.
    if x.denominator_ref().significant_bits() > x.numerator_ref().significant_bits() + 1000 {
        return 0.0;
    }
    f64::rounding_from(x, RoundingMode::Nearest).0
}
