//! What whoever calls wishes for.

use super::unary_encoding::Encoding;

/// What is wished for beside the kind.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wishes<'a> {
    /// The prior that an optimal mechanism is for, by its name; it may be left out where the file has one only.
    pub prior: Option<&'a str>,
    /// Whether Remark 1's matrix of Alvim et al. is written even where it is not private.
    pub force: bool,
    /// d, how many values the subsets of subset selection have; else the one nearest k/(e^ε + 1).
    pub size: Option<usize>,
    /// How unary encoding tells a bit.
    pub encoding: Encoding,
    /// r of a staircase, whose middle stair is |noise| < r; else the one with the least expected noise.
    pub width: Option<u32>,
    /// σ² of discrete Gaussian noise; else that of the file's constant.
    pub sigma_squared: Option<&'a str>,
    /// K, at which discrete Gaussian noise is cut; else rows are on the range.
    pub cut: Option<usize>,
}
