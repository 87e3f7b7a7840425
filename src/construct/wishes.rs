//! What whoever calls wishes for.

use super::document::string;
use super::noisy_max::Noise;
use super::unary_encoding::Encoding;
use crate::exact;
use dp_verify::json::{self, View};
use dp_verify::limits::{Budget, Limits};
use dp_verify::number;
use malachite::rational::Rational;

/// What is wished for beside the kind.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wishes<'a> {
    /// The prior that an optimal mechanism is for, by its name; it may be left out where the file has one only.
    pub prior: Option<&'a str>,
    /// Whether Remark 1's matrix of Alvim et al. is written even where it is not private.
    pub force: bool,
    /// d, how many values the subsets of subset selection have, else the one nearest k/(e^ε + 1); g of local hashing,
    /// else the one nearest e^ε + 1; how many individuals are in a sample of fixed size.
    pub size: Option<usize>,
    /// How unary encoding tells a bit.
    pub encoding: Encoding,
    /// r of a staircase, whose middle stair is |noise| < r; else the one with the least expected noise.
    pub width: Option<u32>,
    /// The noise of report noisy max.
    pub noise: Noise,
    /// q of Poisson sampling, a rational.
    pub rate: Option<&'a str>,
    /// RAPPOR's parameters: `f=1/2,p=1/4,q=3/4,h=2,k=8`.
    pub parameters: Option<&'a str>,
    /// σ² of discrete Gaussian noise; else that of the file's constant.
    pub sigma_squared: Option<&'a str>,
    /// K, at which discrete Gaussian noise is cut; else rows are on the range.
    pub cut: Option<usize>,
}

/// A rational by a file's grammar.
pub(super) fn number_of(text: &str) -> Option<Rational> {
    let limits = Limits::default();
    let quoted = string(text);
    let node = json::read(quoted.as_bytes(), &limits).ok()?;
    let found = number::rational(&View::root(&node), &limits, &Budget::new(limits.steps)).ok()?;
    Some(exact::rational(&found))
}
