//! What is known of one problem from one check to the next: rays of `g-capacity`, and bounds from counts of runs.

#[cfg(feature = "notions")]
use crate::check::Bound;
use dp_number::meter::Kept;
use dp_number::{Number, Vector};
#[cfg(feature = "notions")]
use std::collections::HashSet;

/// The extreme priors of one problem, once a check has found them, and the upper bounds of counts among so many runs,
/// once it has been seen that they are those. Nothing at first.
#[derive(Debug, Default)]
pub struct Rays {
    pub(crate) extreme: Kept<Extreme>,
    #[cfg(feature = "notions")]
    pub(crate) bounds: Kept<HashSet<(u64, u64, Bound)>>,
}

/// The gains over one denominator, their extreme rays, and what is known of these without X.
#[derive(Debug, Clone)]
pub(crate) struct Extreme {
    pub(crate) rows: Vec<Vector>,
    pub(crate) rays: Vec<Vec<Number>>,
    pub(crate) known: Vec<Option<Known>>,
}

/// Two integers between which a number lies, over a power of 2, and two between which a sum lies.
pub(crate) type Range = [i64; 2];
pub(crate) type Sum = [i128; 2];

/// What is known of a ray's prior without X.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    /// π_i·d_w(i) of each guess w but v.
    pub(crate) more: Vec<Range>,
    /// m.
    pub(crate) best: Sum,
    /// V.
    pub(crate) before: Sum,
}
