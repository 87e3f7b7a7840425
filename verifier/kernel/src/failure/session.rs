//! Why the parts of an interval, or a number that a root defines, prove nothing.

use crate::problem::Verdict;

#[derive(Debug, Clone, PartialEq)]
pub enum Subdivision {
    // The number is not one root between two rationals.
    NoRoot,
    CutOrder,
    PartVerdict { part: usize, said: Verdict },
    NotAtOne,
    HoldsThere,
    // A threshold can't fail, or no part says that a mechanism exists near 0.
    NoThreshold,
}
