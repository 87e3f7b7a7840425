//! Rays of `g-capacity` that are known from one part of an interval to the next.

use dp_number::meter::Kept;
use dp_number::{Number, Vector};

/// The extreme priors of one problem, once a check has found them. Nothing at first.
#[derive(Debug, Default)]
pub struct Rays(pub(crate) Kept<Extreme>);

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
