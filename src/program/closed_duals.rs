//! Optimal mechanisms by a formula, each with the dual that proves it, where the formula's hypotheses hold.

use crate::effort::{spend, steps};
use crate::linear::{Similarity, Vector};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;

use super::nonnegative::only_solution;

/// Σλ and λ: the utility of the truncated geometric mechanism G on the line of n nodes with the best remap, and the
/// only λ that can prove it to be the most.
///
/// `gains` are the rows c_w(i) = π_i·g(w, i), one for each guess. With u_j = max_w Σ_i c_w(i)·G_ij, λ = G^-T u has
/// Σλ = Σu, as G1 = 1. It is a dual solution for every prior and every monotone loss (Ghosh, Roughgarden, Sundararajan,
/// Theorem 3.1); whether it is one is for the caller to check. G^-1 is tridiagonal:
/// (G^-1 x)_0 = (x_0 − αx_1)/(1−α), (G^-1 x)_i = ((1+α²)x_i − α(x_(i−1) + x_(i+1)))/(1−α)².
///
/// `None` at α = 1, without gains, or where a row does not have n entries. Cost: n products for each gain that is not
/// 0, of numbers n times as long as α.
#[must_use]
pub fn geometric_dual(alpha: &Rational, gains: &[Vector]) -> Option<(Rational, Vector)> {
    let n = gains.first()?.len();
    if *alpha == 1u32 || n == 0 || gains.iter().any(|row| row.len() != n) {
        return None;
    }
    let u = best_sums(alpha, gains, n);
    let value = u.iter().sum();
    if n == 1 {
        return Some((value, Vector::from_rationals(&u)));
    }
    let one = Rational::ONE;
    let end = &one / (&one - alpha);
    let inner = &end * &end;
    let (diagonal, beside) = ((&one + alpha * alpha) * &inner, -alpha * &inner);
    // Row j of G^-1: its entry at j and those beside it.
    let row =
        |j: usize| if j == 0 || j + 1 == n { (end.clone(), -alpha * &end) } else { (diagonal.clone(), beside.clone()) };
    let mut lambda = vec![Rational::ZERO; n];
    for (j, u) in u.iter().enumerate() {
        let (here, next) = row(j);
        lambda[j] += here * u;
        if j > 0 {
            lambda[j - 1] += &next * u;
        }
        if j + 1 < n {
            lambda[j + 1] += next * u;
        }
    }
    Some((value, Vector::from_rationals(&lambda)))
}

/// G^-1 of the truncated geometric mechanism on the line of n nodes, row by row; `None` at α = 1 for n > 1.
#[must_use]
pub fn geometric_inverse(alpha: &Rational, n: usize) -> Option<Vec<Vec<Rational>>> {
    if *alpha == 1u32 && n > 1 {
        return None;
    }
    let one = Rational::ONE;
    let row = |j: usize| {
        let mut row = vec![Rational::ZERO; n];
        if n == 1 {
            row[0] = one.clone();
            return row;
        }
        let end = &one / (&one - alpha);
        let (here, beside) = if j == 0 || j + 1 == n {
            (end.clone(), -alpha * end)
        } else {
            ((&one + alpha * alpha) * &end * &end, -alpha * &end * &end)
        };
        row[j] = here;
        if j > 0 {
            row[j - 1] = beside.clone();
        }
        if j + 1 < n {
            row[j + 1] = beside;
        }
        row
    };
    Some((0..n).map(row).collect())
}

/// Y^-1 for Y = Φ divided by its row sums, all equal, by elimination; `None` where Φ is singular.
#[must_use]
pub fn similarity_inverse(alpha: &Rational, distances: &[Vec<u32>]) -> Option<Vec<Vec<Rational>>> {
    let n = distances.len();
    let power = |d: u32| if d == u32::MAX { Rational::ZERO } else { alpha.pow(u64::from(d)) };
    let mut rows: Vec<Vec<Rational>> = Vec::with_capacity(n);
    for row in distances {
        let phi: Vec<Rational> = row.iter().map(|&d| power(d)).collect();
        let total: Rational = phi.iter().sum();
        rows.push(phi.into_iter().map(|x| x / &total).collect());
    }
    inverse(&rows)
}

/// Y^-1 by elimination, row by row; `None` where Y is singular or not square. Cost: n³ operations on fractions.
#[must_use]
pub fn inverse(y: &[Vec<Rational>]) -> Option<Vec<Vec<Rational>>> {
    let n = y.len();
    if y.iter().any(|row| row.len() != n) {
        return None;
    }
    let unit = |i: usize| (0..n).map(move |k| if k == i { Rational::ONE } else { Rational::ZERO });
    let mut rows: Vec<Vec<Rational>> =
        y.iter().enumerate().map(|(i, row)| row.iter().cloned().chain(unit(i)).collect()).collect();
    for c in 0..n {
        let words = rows[c].iter().map(|x| x.significant_bits() / 64 + 1).max().unwrap_or(1);
        spend(steps(n, 2 * n, 32).saturating_mul(words.saturating_mul(words)));
        let pivot = (c..n).find(|&r| rows[r][c] != 0u32)?;
        rows.swap(c, pivot);
        let by = rows[c][c].clone();
        rows[c].iter_mut().for_each(|x| *x /= &by);
        let done = rows[c].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if r != c && row[c] != 0u32 {
                let factor = row[c].clone();
                row.iter_mut().zip(&done).for_each(|(x, p)| *x -= &factor * p);
            }
        }
    }
    Some(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}

/// u_j = max_w Σ_i c_w(i)·G_ij.
fn best_sums(alpha: &Rational, gains: &[Vector], n: usize) -> Vec<Rational> {
    if n == 1 {
        return vec![gains.iter().map(|row| row.entry(0)).max().unwrap_or_default()];
    }
    // G_ij = α^|i−j|·f_j over q^(n−1)·(p+q), with f = q at the ends and q − p between them.
    let (p, q) = (Integer::from(alpha.numerator_ref()), Integer::from(alpha.denominator_ref()));
    let last = u64::try_from(n).unwrap_or(u64::MAX) - 1;
    let power = |d: u64| (&p).pow(d) * (&q).pow(last - d);
    let powers: Vec<Integer> = (0..=last).map(power).collect();
    let factor = |j: usize| if j == 0 || j + 1 == n { q.clone() } else { &q - &p };
    let scale = (&q).pow(last) * (&p + &q);
    let sum = |row: &Vector, j: usize| -> Rational {
        let terms = row.numerators().iter().enumerate().filter(|(_, c)| **c != 0);
        let sum: Integer = terms.map(|(i, c)| c * &powers[i.abs_diff(j)]).sum();
        Rational::from_integers(sum, row.denominator().clone())
    };
    let entries: usize = gains.iter().map(|row| row.numerators().iter().filter(|c| **c != 0).count()).sum();
    let words = scale.significant_bits() / 64 + gains.iter().map(Vector::bits).max().unwrap_or(0) / 64 + 8;
    let best = |j: usize| {
        spend(steps(entries, 4, 1).saturating_mul(words));
        let most = gains.iter().map(|row| sum(row, j)).max().unwrap_or_default();
        most * Rational::from_integers(factor(j), scale.clone())
    };
    (0..n).map(best).collect()
}

/// Σλ and λ = Φ^-1 u for the binary gain, u_k = max_i π_i·Φ_ik: on a forest with Φz = 1, z ≥ 0, the tight-constraints
/// mechanism Φ·diag(z) has the utility Σ_k z_k u_k = Σλ, and λ proves it to be the most.
///
/// `None` where Φ is singular, or for a prior of another length. Cost: n² products and a solution of Φx = u.
#[must_use]
pub fn tight_dual(phi: &Similarity, prior: &Vector) -> Option<(Rational, Vector)> {
    let n = phi.nodes();
    if prior.len() != n {
        return None;
    }
    let words = (phi.scale().significant_bits() + prior.bits()) / 64 + 8;
    let scaled = |k: usize| -> Integer {
        spend(steps(n, 4, 1).saturating_mul(words));
        let row = phi.scaled_row(k);
        row.into_iter().zip(prior.numerators()).map(|(x, p)| x * p).max().unwrap_or_default()
    };
    let u = Vector::new(phi.scale() * prior.denominator(), (0..n).map(scaled).collect())?;
    let lambda = only_solution(phi, &u)?.solution;
    Some((lambda.total(), lambda))
}
