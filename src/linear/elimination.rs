//! Small systems of long numbers by fraction-free elimination.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::One;

/// The solution of Ax = b as a common denominator, det A up to sign, and numerators; `None` if A is singular.
///
/// One step takes a_ij to (p·a_ij − a_ik·a_kj)/p', p being the pivot a_kk and p' the one before it, for all rows i ≠ k:
/// all divisions are exact, as every entry is a minor of (A, b) (Bareiss 1968). Cost: r³ products of numbers r times as
/// long as the entries, which pays where these are long: lifting takes the square of their length.
pub(super) fn eliminate(mut rows: Vec<Vec<Integer>>) -> Option<(Integer, Vec<Integer>)> {
    let r = rows.len();
    let mut before = Integer::ONE;
    for k in 0..r {
        let pivot = (k..r).find(|&i| rows[i][k] != 0)?;
        rows.swap(k, pivot);
        let pivot_row = rows[k].clone();
        let pivot = &pivot_row[k];
        for row in rows.iter_mut().enumerate().filter(|(i, _)| *i != k).map(|(_, row)| row) {
            let factor = row[k].clone();
            for (entry, other) in row.iter_mut().zip(&pivot_row) {
                *entry = (pivot * &*entry - &factor * other).div_exact(&before);
            }
        }
        before = pivot.clone();
    }
    let numerators = rows.iter().map(|row| row[r].clone()).collect();
    Some((before, numerators))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::solve;
    use malachite::rational::Rational;

    #[test]
    fn the_same_as_by_fractions() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(state >> 40).unwrap_or(0) % 5 - 2
        };
        let mut singular = 0;
        for r in (1..6).cycle().take(400) {
            let rows: Vec<Vec<i64>> = (0..r).map(|_| (0..=r).map(|_| next()).collect()).collect();
            let integers = rows.iter().map(|row| row.iter().map(|&x| Integer::from(x)).collect()).collect();
            let matrix: Vec<Vec<Rational>> =
                rows.iter().map(|row| row[..r].iter().map(|&x| Rational::from(x)).collect()).collect();
            let rhs: Vec<Rational> = rows.iter().map(|row| Rational::from(row[r])).collect();
            let Some((denominator, numerators)) = eliminate(integers) else {
                assert!(crate::linear::oracle::rank(&matrix) < r);
                singular += 1;
                continue;
            };
            let found: Vec<Rational> =
                numerators.into_iter().map(|n| Rational::from_integers(n, denominator.clone())).collect();
            assert_eq!(Some(found), solve(&matrix, &rhs));
        }
        assert!(singular > 10);
    }
}
