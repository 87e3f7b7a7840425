//! Channels as the papers' proofs transform them: square with their maxima on the diagonal, averaged over symmetries or
//! distances, undone by the inverse of the geometric mechanism; and the outputs in favour of a row, with their parts.
//!
//! A channel is rows of numbers, one for each node, with equally many outputs; rows of other lengths are refused. The
//! letters of a constraint matrix (Ghosh, Roughgarden, Sundararajan, section 5) are in [`crate::pattern`].

use crate::program::geometric_inverse;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use std::collections::BTreeMap;

/// A row for each node, an entry for each output.
pub type Channel = Vec<Vec<Rational>>;

/// The number of outputs, if there are rows and all have as many.
fn outputs<T>(rows: &[Vec<T>]) -> Option<usize> {
    let m = rows.first()?.len();
    rows.iter().all(|row| row.len() == m).then_some(m)
}

/// The n × n channel whose column j is the sum of all columns of X with their maximum in row j, the first row where
/// several have it.
///
/// The maxima of its columns stand on the diagonal, and their sum Σ_o max_i x_io is that of X: the utility of both at
/// the uniform prior, times n. It is X after a remap, so no less private (Alvim et al., Lemma 1). `None` without rows,
/// or where they have different lengths.
///
/// Cost: n comparisons and n additions for each output.
#[must_use]
pub fn diagonal(rows: &[Vec<Rational>]) -> Option<Channel> {
    let mut square = vec![vec![Rational::ZERO; rows.len()]; rows.len()];
    for o in 0..outputs(rows)? {
        let first = (0..rows.len()).rev().max_by_key(|&i| &rows[i][o])?;
        square.iter_mut().zip(rows).for_each(|(to, from)| to[first] += &from[o]);
    }
    Some(square)
}

/// x'_ij = mean over the relabellings σ of x_σ(i)σ(j), for a square X.
///
/// X' has the diagonal sum of X, and is private with X where each σ takes neighbours to neighbours, so that it is an
/// automorphism of the graph; they need not be a group. Where they move every node to every node equally often, the
/// diagonal is constant (Alvim et al., Lemmas 2 and 5). `None` where X is not square, without relabellings, or if one
/// is no permutation of the nodes.
///
/// Cost: n² additions for each relabelling, and n² comparisons to see that it is a permutation.
#[must_use]
pub fn averaged(rows: &[Vec<Rational>], relabellings: &[Vec<usize>]) -> Option<Channel> {
    let n = outputs(rows).filter(|&m| m == rows.len())?;
    let permutes = |sigma: &Vec<usize>| sigma.len() == n && (0..n).all(|i| sigma.contains(&i));
    if relabellings.is_empty() || !relabellings.iter().all(permutes) {
        return None;
    }
    let count = Rational::from(relabellings.len());
    let mean = |i: usize, j: usize| relabellings.iter().map(|s| rows[s[i]][s[j]].clone()).sum::<Rational>() / &count;
    Some((0..n).map(|i| (0..n).map(|j| mean(i, j)).collect()).collect())
}

/// x'_ij = mean of x_hk over all pairs of nodes at the distance of i and j, for a square X.
///
/// On a graph where each node sees equally many nodes at each distance, rows keep the sum 1 and the diagonal its sum.
/// On distance-transitive graphs, such as Hamming graphs, it is the average over all automorphisms, and private with X
/// (Alvim et al., Lemma 2). `None` where X is not square, or the distances are not n × n.
///
/// Cost: n² additions, and 2n² look-ups among the distances that occur.
#[must_use]
pub fn averaged_by_distance(rows: &[Vec<Rational>], distances: &[Vec<usize>]) -> Option<Channel> {
    let n = outputs(rows).filter(|&m| m == rows.len())?;
    if outputs(distances) != Some(n) || distances.len() != n {
        return None;
    }
    let mut sums: BTreeMap<usize, (Rational, u64)> = BTreeMap::new();
    for (row, d) in rows.iter().zip(distances) {
        for (x, &d) in row.iter().zip(d) {
            let (sum, count) = sums.entry(d).or_insert((Rational::ZERO, 0));
            *sum += x;
            *count += 1;
        }
    }
    let means: BTreeMap<usize, Rational> =
        sums.into_iter().map(|(d, (sum, count))| (d, sum / Rational::from(count))).collect();
    Some(distances.iter().map(|row| row.iter().map(|d| means[d].clone()).collect()).collect())
}

/// R = G^-1 X for the truncated geometric mechanism G on a line, so that X = GR. Its rows have the sums of X's; X
/// derives from G, by a remap (Ghosh, Roughgarden, Sundararajan, section 2.3), iff R ≥ 0. `None` without rows, where
/// they have different lengths, and at α = 1 for more than one node, where G has no inverse.
///
/// Cost: n² products for each output.
#[must_use]
pub fn from_geometric(rows: &[Vec<Rational>], alpha: &Rational) -> Option<Channel> {
    let (m, inverse) = (outputs(rows)?, geometric_inverse(alpha, rows.len())?);
    let entry = |row: &Vec<Rational>, o: usize| row.iter().zip(rows).map(|(g, x)| g * &x[o]).sum();
    Some(inverse.iter().map(|row| (0..m).map(|o| entry(row, o)).collect()).collect())
}

/// S = {o: x_o > y_o}: the outputs that the first row has with more probability.
///
/// For e^ε ≥ 1 its subsets suffice to decide whether x(T) ≤ e^ε·y(T) + δ for all sets of outputs T: that takes
/// 2^|S| - 1 checks, the empty one left out (Holohan, Leith, Mason, Theorem 2). S alone does not suffice.
/// `None` where the rows have different lengths.
///
/// Cost: a comparison for each output.
#[must_use]
pub fn in_favour(x: &[Rational], y: &[Rational]) -> Option<Vec<usize>> {
    let both = (x.len() == y.len()).then(|| x.iter().zip(y))?;
    Some(both.enumerate().filter(|(_, (x, y))| x > y).map(|(o, _)| o).collect())
}

/// The parts of S, [`in_favour`], on which x_o/y_o is one number: from the largest on, which is ∞ where y_o = 0.
///
/// On the subsets T of one part x(T) ≤ e^ε·y(T) + δ holds for all if it holds for the part (Holohan, Leith, Mason,
/// Theorem 3). So for δ = 0 and e^ε ≥ 1 the parts suffice to decide it for all sets of outputs (Corollary 1): at most
/// |S| checks. For δ > 0 they do not, as each part may need all of δ. For neighbours under the exponential mechanism
/// with Hamming distance S is one part, and suffices for every δ (Corollary 2). `None` where the rows have different
/// lengths, or a number is negative.
///
/// Cost: a division for each output of S, and a search for its part.
#[must_use]
pub fn parts_of_one_ratio(x: &[Rational], y: &[Rational]) -> Option<Vec<Vec<usize>>> {
    if x.iter().chain(y).any(|x| *x < 0u32) {
        return None;
    }
    // By y_o/x_o, which is 0 for ∞: x_o > y_o ≥ 0.
    let mut parts: BTreeMap<Rational, Vec<usize>> = BTreeMap::new();
    in_favour(x, y)?.into_iter().for_each(|o| parts.entry(&y[o] / &x[o]).or_default().push(o));
    Some(parts.into_values().collect())
}

/// The least δ with x(T) ≤ λy(T) + δ for all sets of outputs T: Σ_o max(0, x_o - λy_o), attained by
/// {o: x_o > λy_o}, which for λ ≥ 1 and y ≥ 0 is a subset of [`in_favour`]. `None` where the rows have different
/// lengths.
///
/// Cost: a product and a comparison for each output.
#[must_use]
pub fn least_delta(x: &[Rational], y: &[Rational], lambda: &Rational) -> Option<Rational> {
    let both = (x.len() == y.len()).then(|| x.iter().zip(y))?;
    Some(both.map(|(x, y)| (x - lambda * y).max(Rational::ZERO)).sum())
}
