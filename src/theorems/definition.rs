//! What the statements speak of, by its definition: small exact matrices, for what a case is expected to come to.

use crate::graph::{Edge, distances};
use malachite::base::num::arithmetic::traits::Reciprocal;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// Rows of numbers.
pub(super) type Matrix = Vec<Vec<Rational>>;

/// p/q.
pub(super) fn ratio(p: usize, q: usize) -> Rational {
    Rational::from(p) / Rational::from(q)
}

/// α·x_io ≤ x_ho on every edge, by the definition.
pub(super) fn is_private(rows: &[Vec<Rational>], edges: &[Edge], alpha: &Rational) -> bool {
    edges
        .iter()
        .flat_map(|&[i, h]| [(i, h), (h, i)])
        .all(|(i, h)| rows[i].iter().zip(&rows[h]).all(|(x, y)| alpha * x <= *y))
}

/// Σ_o max_i π_i x_io: the utility under the best remap, binary gain.
pub(super) fn utility(rows: &[Vec<Rational>], prior: &[Rational]) -> Rational {
    let best = |o: usize| rows.iter().zip(prior).map(|(row, p)| &row[o] * p).max().unwrap_or(Rational::ZERO);
    (0..rows[0].len()).map(best).sum()
}

/// Φ = α^d(i,j).
pub(super) fn similarity(edges: &[Edge], n: usize, alpha: &Rational) -> Matrix {
    distances(edges, n).iter().map(|row| row.iter().map(|&d| power(alpha, d)).collect()).collect()
}

/// x^k.
pub(super) fn power(x: &Rational, k: usize) -> Rational {
    std::iter::repeat_n(x, k).fold(Rational::ONE, |product, x| product * x)
}

/// α^d(i,h)·x_io ≤ x_ho for all pairs of nodes, whatever their distance.
pub(super) fn is_private_by_distance(rows: &[Vec<Rational>], edges: &[Edge], alpha: &Rational) -> bool {
    let phi = similarity(edges, rows.len(), alpha);
    let pairs = (0..rows.len()).flat_map(|i| (0..rows.len()).map(move |h| (i, h)));
    pairs.into_iter().all(|(i, h)| rows[i].iter().zip(&rows[h]).all(|(x, y)| &phi[i][h] * x <= *y))
}

/// y·A.
pub(super) fn times(y: &[Rational], a: &[Vec<Rational>]) -> Vec<Rational> {
    (0..a[0].len()).map(|j| y.iter().zip(a).map(|(y, row)| y * &row[j]).sum()).collect()
}

/// The solution x of Ax = b, if there is just one, by elimination.
pub(super) fn solve(a: &[Vec<Rational>], b: &[Rational]) -> Option<Vec<Rational>> {
    let n = a.len();
    let mut rows: Matrix = a.iter().zip(b).map(|(row, b)| row.iter().chain([b]).cloned().collect()).collect();
    for k in 0..n {
        let pivot = (k..n).find(|&i| rows[i][k] != Rational::ZERO)?;
        rows.swap(k, pivot);
        let inverse = (&rows[k][k]).reciprocal();
        rows[k].iter_mut().for_each(|x| *x *= &inverse);
        let row = rows[k].clone();
        for (i, other) in rows.iter_mut().enumerate() {
            let factor = other[k].clone();
            if i != k && factor != Rational::ZERO {
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= &factor * y);
            }
        }
    }
    rows.into_iter().map(|mut row| row.pop()).collect()
}

/// The solution of Φz = 1 where there is just one.
pub(super) fn weighting(edges: &[Edge], n: usize, alpha: &Rational) -> Option<Vec<Rational>> {
    solve(&similarity(edges, n, alpha), &vec![Rational::ONE; n])
}

/// Φ·diag(z), the tight-constraints mechanism, where the only z is ≥ 0.
pub(super) fn tight_constraints(edges: &[Edge], n: usize, alpha: &Rational) -> Option<Matrix> {
    let z = weighting(edges, n, alpha).filter(|z| z.iter().all(|z| *z >= 0u32))?;
    let scaled = |row: Vec<Rational>| row.iter().zip(&z).map(|(x, z)| x * z).collect();
    Some(similarity(edges, n, alpha).into_iter().map(scaled).collect())
}
