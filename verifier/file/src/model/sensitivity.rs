//! How far neighbours of a sum query are apart, and the root of α in whose powers noise for it is.

use super::noise::is_geometric;
use super::privacy::{Privacy, root_of_alpha};
use crate::alpha::{Alpha, Constant};
use crate::json::View;
use crate::number::{BigInt, Rational, ratio, rational_root};
use num_traits::One;

/// A rational α's root, as −ln of it.
pub(super) fn of_rational(alpha: &Rational, k: u32) -> Alpha {
    Alpha::Power { base: alpha.recip(), exponent: Rational::new(One::one(), k.into()) }
}

/// α^(1/k) as a number that others may be powers of; none where that is not known.
pub(super) fn root(alpha: Alpha, k: u32) -> Option<Alpha> {
    let over = |x: &Rational| ratio(x, &Rational::from(BigInt::from(k)));
    match alpha {
        Alpha::Exponential(rate) => Some(Alpha::Exponential(over(&rate))),
        Alpha::Power { base, exponent } => Some(Alpha::Power { exponent: over(&exponent), base }),
        Alpha::Rational(alpha) => Some(match rational_root(&alpha, k) {
            Some(root) => Alpha::Rational(root),
            None => of_rational(&alpha, k),
        }),
        Alpha::Root { .. } | Alpha::Symbolic { .. } => None,
    }
}

/// `b` of a file without a `constant` whose mechanism is geometric noise for a sum query of at most k > 1: α^(1/k).
pub(super) fn implied(file: &View, privacy: &Privacy) -> Option<Constant> {
    if file.field("constant").is_some() {
        return None;
    }
    let mechanism = file.field("mechanism")?;
    let is_geometric = is_geometric(&mechanism);
    let most = u32::try_from(most(file)?).ok()?;
    (is_geometric && most > 1).then(|| root_of_alpha(&privacy.alpha, most))
}

/// The `max` of a file's sum query.
pub(super) fn most(file: &View) -> Option<usize> {
    let query = file.field("query")?;
    let is_sum = query.field("graph")?.string("").is_ok_and(|graph| graph == "sum");
    query.field("max").filter(|_| is_sum)?.count(1, "").ok()
}
