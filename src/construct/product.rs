//! Product sanitisation: each individual's value perturbed by itself.

use super::closed_entry::ClosedEntry;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The entries of the product of u copies of the best (ε, δ)-private parent on v = m+1 values, by Hamming distance.
///
/// The parent tells each value that is not the truth with probability p = (1-δ)/(λ+m) = (1-δ)α/(1+mα), λ = 1/α, and
/// the truth with 1 - mp = (1+mδα)/(1+mα); at distance d the product has p^d (1-mp)^(u-d). For δ = 0 it is the
/// exponential mechanism of [`super::hamming`].
///
/// Shape: u+1 entries, for 0 < α ≤ 1 and 0 ≤ δ < 1. It is (ε, δ)-private, and no product of a smaller p is; its
/// expected error is [`error`].
///
/// Source: Holohan, Leith, Mason, *Differentially private response mechanisms on categorical data*, Theorems 6, 8
/// and 10.
pub(super) fn product(values: usize, individuals: u32, delta: &Rational) -> Vec<ClosedEntry> {
    let others = Rational::from(values.saturating_sub(1));
    let sum = [Rational::ONE, others.clone()];
    let truth = [Rational::ONE, others * delta];
    let entry = |d: u32| {
        let lie = ClosedEntry::power(d).times(&[Rational::ONE - delta], d.into());
        lie.times(&truth, (individuals - d).into()).times(&sum, -i64::from(individuals))
    };
    (0..=individuals).map(entry).collect()
}

/// The expected Hamming distance of input and output, whatever the input: u·m(1-δ)α/(1+mα), the least of any
/// (ε, δ)-private mechanism on databases.
pub(super) fn error(values: usize, individuals: u32, delta: &Rational) -> ClosedEntry {
    let others = Rational::from(values.saturating_sub(1));
    let most = Rational::from(individuals) * &others * (Rational::ONE - delta);
    ClosedEntry::power(1).times(&[most], 1).times(&[Rational::ONE, others], -1)
}
