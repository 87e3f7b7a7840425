//! Subset selection on a complete graph: outputs are sets of values.

use super::closed_entry::{Base, ClosedEntry};
use super::sign::is_nonnegative;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::rational::Rational;

/// The most subsets that are written out.
const MOST_SUBSETS: usize = 20_000;

/// All subsets of d of k values, in lexicographic order.
#[derive(Debug)]
pub(super) struct SubsetSelection {
    values: usize,
    size: usize,
    subsets: Vec<Vec<usize>>,
}

impl SubsetSelection {
    /// The subsets of this size, or where none is wished for of the size nearest k/(e^ε + 1) = kα/(1+α), at least 1;
    /// the lower one of two that are equally near.
    ///
    /// Cost: the subsets, and for the nearest size the sign of a linear function of α for each smaller one.
    ///
    /// # Errors
    /// In a sentence: a size that is none, more than [`MOST_SUBSETS`], or an interval of α on which the nearest size
    /// is not one.
    pub(super) fn new(wished: Option<usize>, file: &Mechanism, limits: &Limits) -> Result<Self, String> {
        let values = file.query.graph.nodes();
        let size = wished.map_or_else(|| nearest(values, file, limits), Ok)?;
        // All values together tell nothing; a value by itself has no other subset.
        let most = values.saturating_sub(1).max(1);
        if !(1..=most).contains(&size) {
            return Err(format!("subsets of {size} of {values} values: expected --size from 1 to {most}"));
        }
        let count = binomial(values, size);
        if count.is_none_or(|count| count > MOST_SUBSETS) {
            // Where C(k, i)·(k-i) is over 2^64, i < 64 as C(k, i) ≥ 2^i: C(k, i+1) is over 2^58.
            let count = count.map_or_else(|| "over 10^17".to_owned(), |count| count.to_string());
            return Err(format!(
                "{values} values have {count} subsets of {size}, expected at most {MOST_SUBSETS}: another --size, or \
                 hadamard-response, which has fewer outputs"
            ));
        }
        Ok(Self { values, size, subsets: subsets(values, size) })
    }

    /// d.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The subsets by their members' labels, or by their numbers where a label has a comma.
    pub(super) fn outputs(&self, file: &Mechanism) -> Vec<String> {
        let labels: Vec<String> = (0..self.values).map(|i| file.node(i)).collect();
        let has_comma = labels.iter().any(|label| label.contains(','));
        let member = |&i: &usize| if has_comma { i.to_string() } else { labels[i].clone() };
        let output = |subset: &Vec<usize>| subset.iter().map(member).collect::<Vec<_>>().join(", ");
        self.subsets.iter().map(|subset| format!("{{{}}}", output(subset))).collect()
    }

    /// The rows: a subset has the probability 1 / (C(k-1, d-1) + C(k-1, d)α) where it has the true value, and α times
    /// that where not.
    ///
    /// Shape: k rows of C(k, d) entries, for 0 < α ≤ 1. α is the largest number for which it is private, where k ≥ 2;
    /// with d = 1 it is randomised response.
    ///
    /// Source: Ye, Barg, *Optimal schemes for discrete distribution estimation under locally differential privacy*
    /// (2018); Wang, Huang, Wang, Nie, Xu, Yang, Li, Qiao, *Mutual information optimally local private discrete
    /// distribution estimation* (2016).
    pub(super) fn rows(self, alpha: &Base) -> impl Iterator<Item = Vec<String>> + use<> {
        // Not over C(k, d), which is within the limit.
        let count = |d: usize| Rational::from(binomial(self.values.saturating_sub(1), d).unwrap_or(0));
        let sum = [count(self.size - 1), count(self.size)];
        let entry = |d: u32| alpha.text(&ClosedEntry::power(d).times(&sum, -1));
        let (with, without) = (entry(0), entry(1));
        (0..self.values).map(move |i| {
            let entry = |subset: &Vec<usize>| if subset.contains(&i) { &with } else { &without };
            self.subsets.iter().map(|subset| entry(subset).clone()).collect()
        })
    }
}

/// The least d ≥ 1 with kα/(1+α) ≤ d + 1/2, that is (2d+1)(1+α) - 2kα ≥ 0.
fn nearest(values: usize, file: &Mechanism, limits: &Limits) -> Result<usize, String> {
    let k = values as i128;
    for size in 1..values.max(2) {
        let odd = 2 * size as i128 + 1;
        match is_nonnegative(&[odd, odd - 2 * k], file, limits) {
            Some(true) => return Ok(size),
            Some(false) => {}
            None => {
                return Err("the size nearest k/(e^ε + 1) is not the same at every α of this file: expected --size D"
                    .to_owned());
            }
        }
    }
    Ok(1)
}

/// C(k, d), where it is a machine word.
fn binomial(k: usize, d: usize) -> Option<usize> {
    if d > k {
        return Some(0);
    }
    // After step i the product is C(k, i + 1) with the smaller of d and k - d, which only grows.
    (0..d.min(k - d)).try_fold(1_usize, |product, i| Some(product.checked_mul(k - i)? / (i + 1)))
}

/// The subsets of d of 0..k, 1 ≤ d ≤ k, in lexicographic order.
fn subsets(k: usize, d: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut next: Option<Vec<usize>> = Some((0..d).collect());
    while let Some(subset) = next {
        // The last member that has room above it goes up by one, and those after it follow on.
        next = (0..d).rev().find(|&at| subset[at] < k - d + at).map(|at| {
            let first = subset[at] + 1;
            subset[..at].iter().copied().chain(first..first + d - at).collect()
        });
        all.push(subset);
    }
    all
}
