//! Linear systems by ways that are too slow to be wrong; determinants, ranks and linear programs likewise.

pub(crate) mod determinant;
pub(crate) mod graphs;
pub(crate) mod rank;
pub(crate) mod simplex;

use dp_certify::graph::distances;
use dp_verify::number::Rational;
use num_traits::Zero;

/// A solution of Ax = b by elimination, where the columns of A are independent; `None` if there is none or
/// they are not.
fn solve(mut a: Vec<Vec<Rational>>, mut b: Vec<Rational>) -> Option<Vec<Rational>> {
    let columns = a[0].len();
    for c in 0..columns {
        let pivot = (c..a.len()).find(|&r| !a[r][c].is_zero())?;
        a.swap(c, pivot);
        b.swap(c, pivot);
        for r in (0..a.len()).filter(|&r| r != c) {
            let factor = &a[r][c] / &a[c][c];
            let pivot = a[c].clone();
            a[r].iter_mut().zip(&pivot).for_each(|(x, y)| *x -= y * &factor);
            let term = &b[c] * &factor;
            b[r] -= term;
        }
    }
    b[columns..].iter().all(Zero::is_zero).then(|| (0..columns).map(|c| &b[c] / &a[c][c]).collect())
}

/// All basic solutions x ≥ 0 of Φx = b: those on independent columns. Where any x ≥ 0 exists, one of them does.
pub(crate) fn basic_solutions(phi: &[Vec<Rational>], b: &[Rational]) -> Vec<Vec<Rational>> {
    let n = phi.len();
    if let Some(only) = solve(phi.to_vec(), b.to_vec()) {
        return if only.iter().any(Rational::is_negative) { Vec::new() } else { vec![only] };
    }
    let mut found: Vec<Vec<Rational>> = Vec::new();
    for mask in 1..1u32 << n {
        let support: Vec<usize> = (0..n).filter(|&i| mask & (1 << i) != 0).collect();
        let columns = phi.iter().map(|row| support.iter().map(|&j| row[j].clone()).collect()).collect();
        let Some(x) = solve(columns, b.to_vec()).filter(|x| x.iter().all(|x| !x.is_negative())) else { continue };
        let mut whole = vec![Rational::zero(); n];
        support.iter().zip(x).for_each(|(&i, x)| whole[i] = x);
        if !found.contains(&whole) {
            found.push(whole);
        }
    }
    found
}

/// Φ = α^d(i,j) of a connected graph.
pub(crate) fn similarity(edges: &[[usize; 2]], n: usize, alpha: &Rational) -> Vec<Vec<Rational>> {
    let power = |&d: &usize| num_traits::pow(alpha.clone(), d);
    distances(edges, n).iter().map(|row| row.iter().map(power).collect()).collect()
}
