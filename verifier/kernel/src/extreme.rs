//! What `g-capacity` asks of the gain alone: the same on all parts of an interval, and found once.

use crate::number::{Number, Vector};
use std::sync::OnceLock;

/// The extreme priors, once they have been found.
#[derive(Debug, Clone, Default)]
pub struct Rays(pub(crate) OnceLock<Extreme>);

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

/// What is known of a ray's prior without X: see `check/ray_bounds`.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    /// π_i·d_w(i) of each guess w but v.
    pub(crate) more: Vec<Range>,
    /// m.
    pub(crate) best: Sum,
    /// V.
    pub(crate) before: Sum,
}
