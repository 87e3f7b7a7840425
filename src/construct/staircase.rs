//! The staircase mechanism on the answers of a sum query.

use super::closed_entry::{Base, ClosedEntry};
use super::sign::is_nonnegative;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::base::num::basic::traits::{NegativeOne, One};
use malachite::rational::Rational;

/// Noise with P(m) proportional to α^e(m), e(m) = ⌊(|m| + Δ - r)/Δ⌋: a middle stair |m| < r, and others of Δ steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Staircase {
    /// Δ ≥ 1.
    sensitivity: u32,
    /// r, from 1 to Δ.
    width: u32,
}

impl Staircase {
    /// A middle stair of this width, or where none is wished for of the one with the least expected |m|; of several the
    /// narrowest.
    ///
    /// Cost: the sign of a cubic in α for each width.
    ///
    /// # Errors
    /// In a sentence: a width that is none, or an interval of α on which the best width is not one.
    pub(super) fn new(
        sensitivity: u32,
        wished: Option<u32>,
        file: &Mechanism,
        limits: &Limits,
    ) -> Result<Self, String> {
        let of = |width| Self { sensitivity, width };
        if let Some(width) = wished {
            let known = (1..=sensitivity).contains(&width);
            let unknown = || format!("a middle stair of width {width}: expected --width from 1 to {sensitivity}");
            return known.then(|| of(width)).ok_or_else(unknown);
        }
        let mut best = of(1);
        for other in (2..=sensitivity).map(of) {
            let Some(no_better) = is_nonnegative(&other.farther_than(best), file, limits) else {
                let message = "the width of the middle stair with the least expected noise is not the same at every α of this \
                               file: expected --width R";
                return Err(message.to_owned());
            };
            if !no_better {
                best = other;
            }
        }
        Ok(best)
    }

    /// What the mechanism is called besides.
    pub(super) fn title(self) -> String {
        format!("with stairs of {}, the middle one |m| < {},", self.sensitivity, self.width)
    }

    /// The rows of the noise added to 0..n-1, everything below 0 reported as 0 and everything above n-1 as n-1.
    ///
    /// With D = 2r-1 + (2Δ-2r+1)α, P(m) = α^e(m) (1-α)/D, and at least m = kΔ + j has the probability
    /// α^k (r-j + (Δ-r+j)α)/D for j < r, α^(k+1) (Δ-j+r + (j-r)α)/D for r ≤ j < Δ.
    ///
    /// Where two answers differ by Δ the probabilities of an end differ by α, and none differ by more: α is the
    /// largest number for which it is private. With Δ = 1 it is the truncated geometric mechanism.
    ///
    /// Shape: n rows of n entries, for 0 < α ≤ 1. Cost: 2n entries, then copies.
    ///
    /// Source: Geng, Viswanath, *The optimal mechanism in differential privacy* (2014), the discrete form; clamped.
    pub(super) fn rows(self, nodes: usize, alpha: &Base) -> impl Iterator<Item = Vec<String>> + use<> {
        let (ends, inners): (Vec<String>, Vec<String>) =
            (0_u32..).take(nodes).map(|m| (alpha.text(&self.at_least(m)), alpha.text(&self.probability(m)))).unzip();
        let entry = move |i: usize, j: usize| match j {
            _ if nodes == 1 => "1".to_owned(),
            _ if j == 0 || j + 1 == nodes => ends[i.abs_diff(j)].clone(),
            _ => inners[i.abs_diff(j)].clone(),
        };
        (0..nodes).map(move |i| (0..nodes).map(|j| entry(i, j)).collect())
    }

    /// P(m).
    fn probability(self, m: u32) -> ClosedEntry {
        let Self { sensitivity, width } = self;
        let (k, j) = (m / sensitivity, m % sensitivity);
        let outside = [Rational::ONE, Rational::NEGATIVE_ONE];
        ClosedEntry::power(k + u32::from(j >= width)).times(&outside, 1).times(&self.sum(), -1)
    }

    /// Σ P over m and what is above it.
    fn at_least(self, m: u32) -> ClosedEntry {
        let Self { sensitivity, width } = self;
        let (k, j) = (m / sensitivity, m % sensitivity);
        let (power, both) = if j < width {
            (k, [width - j, sensitivity - width + j])
        } else {
            (k + 1, [sensitivity - j + width, j - width])
        };
        ClosedEntry::power(power).times(&both.map(Rational::from), 1).times(&self.sum(), -1)
    }

    /// D.
    fn sum(self) -> [Rational; 2] {
        self.sums().map(Rational::from)
    }

    /// The coefficients of D.
    fn sums(self) -> [i128; 2] {
        let (delta, r) = (i128::from(self.sensitivity), i128::from(self.width));
        [2 * r - 1, 2 * (delta - r) + 1]
    }

    /// N of the expected |m| = 2N/((1-α)D): with s = r(r-1)/2 and S = Δ(Δ-1)/2,
    /// N = (1-α)(s + (S-s)α) + Δα(r + (Δ-r)α).
    fn distances(self) -> [i128; 3] {
        let (delta, r) = (i128::from(self.sensitivity), i128::from(self.width));
        let (near, all) = (r * (r - 1) / 2, delta * (delta - 1) / 2);
        [near, all - 2 * near + delta * r, delta * (delta - r) - (all - near)]
    }

    /// A polynomial in α that has the sign of the difference of the expected |m|: N·D' - N'·D.
    fn farther_than(self, other: Self) -> [i128; 4] {
        let product = |n: [i128; 3], d: [i128; 2]| {
            [n[0] * d[0], n[0] * d[1] + n[1] * d[0], n[1] * d[1] + n[2] * d[0], n[2] * d[1]]
        };
        let (one, two) = (product(self.distances(), other.sums()), product(other.distances(), self.sums()));
        std::array::from_fn(|k| one[k] - two[k])
    }
}
