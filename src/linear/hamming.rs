//! Hamming graphs: Φ is a tensor power, and so is its inverse.
//!
//! For one individual of v values Φ₁ = (1−α)I + αJ, whose inverse is ((1+(v−1)α)I − αJ) / ((1−α)(1+(v−1)α)); for u
//! individuals one such factor acts on each digit of a node's number.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

use super::Vector;

/// Φ^-1 b for the Hamming graph on {0..values-1}^individuals.
///
/// `None` at α = 1, or if b does not have values^individuals entries. Cost: two short multiplications for each
/// node and individual.
#[must_use]
pub fn solve_hamming(alpha: &Rational, values: usize, individuals: u32, b: &Vector) -> Option<Vector> {
    if *alpha == 1 || values.checked_pow(individuals) != Some(b.len()) {
        return None;
    }
    let (p, q) = (Integer::from(alpha.numerator_ref()), Integer::from(alpha.denominator_ref()));
    let diagonal = &q + &p * Integer::from(values - 1);
    let determinant = (&q - &p) * &diagonal;
    let mut x = b.numerators().to_vec();
    for digit in 0..individuals {
        let stride = values.pow(digit);
        for block in x.chunks_mut(stride * values) {
            for offset in 0..stride {
                let line = block[offset..].iter().step_by(stride);
                let spread = line.fold(Integer::ZERO, |sum, entry| sum + entry) * &p;
                for entry in block[offset..].iter_mut().step_by(stride) {
                    *entry = &*entry * &diagonal - &spread;
                }
            }
        }
    }
    let power = u64::from(individuals);
    let scale = q.pow(power);
    x.iter_mut().for_each(|entry| *entry *= &scale);
    Some(Vector::reduced(b.denominator() * determinant.pow(power), x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Similarity;
    use crate::linear::oracle::{alphas, rational};

    #[test]
    fn it_inverts_the_whole_matrix() {
        for (values, individuals) in [(1, 3), (2, 1), (2, 4), (3, 2), (5, 1), (4, 3)] {
            let nodes = usize::pow(values, individuals);
            let digits = |i: usize| (0..individuals).map(move |k| i / values.pow(k) % values);
            let apart = |i, j| u32::try_from(digits(i).zip(digits(j)).filter(|(a, b)| a != b).count()).unwrap();
            let distances: Vec<Vec<u32>> = (0..nodes).map(|i| (0..nodes).map(|j| apart(i, j)).collect()).collect();
            let b: Vec<Rational> = (0..nodes).map(|i| rational(i as i64 * 5 - 7, i as i64 + 3)).collect();
            let b = Vector::from_rationals(&b);
            for alpha in alphas().into_iter().filter(|alpha| *alpha != 1) {
                let x = solve_hamming(&alpha, values, individuals, &b).unwrap();
                assert_eq!(Similarity::new(alpha, &distances).unwrap().multiply(&x).as_ref(), Some(&b));
            }
            assert_eq!(solve_hamming(&rational(1, 1), values, individuals, &b), None);
        }
        assert_eq!(solve_hamming(&rational(1, 2), 2, 3, &Vector::ones(7)), None);
    }
}
