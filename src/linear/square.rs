//! Square integer matrices, solved exactly from either side.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExactAssign, SubMulAssign};
use malachite::base::num::logic::traits::SignificantBits;

use super::lifting::{System, lift, residues};
use super::modular::exchanged;
use super::residue::{LARGEST_PRIME, matrix_times, prime_below};
use super::vector::Vector;

/// How many primes may find a matrix singular before it is taken to be.
const PRIMES: usize = 2;

/// A square integer matrix A and its inverse modulo a prime.
#[derive(Clone, Debug)]
pub(crate) struct Square {
    prime: u32,
    rows: Vec<Vec<Integer>>,
    /// The entries in words, row by row, if they lie below 2^62.
    words: Option<Vec<i64>>,
    inverse: Vec<u32>,
}

impl Square {
    /// The matrix with these rows, all as long as there are rows; `None` if it seems singular.
    ///
    /// Cost: an elimination of n³ multiplications of words.
    pub(crate) fn new(rows: Vec<Vec<Integer>>) -> Option<Self> {
        let size = rows.len();
        let mut prime = LARGEST_PRIME;
        for _ in 0..PRIMES {
            let (found, places, mixed) = exchanged(cells(&rows, prime), size, size, prime);
            if found.len() == size {
                // Row s of the inverse that came out belongs to column places[s], entry r to row found[r].
                let mut inverse = vec![0; size * size];
                for (s, &place) in places.iter().enumerate() {
                    for (r, &row) in found.iter().enumerate() {
                        inverse[place * size + row] = mixed[s * size + r];
                    }
                }
                return Some(Self { prime, words: words(&rows), rows, inverse });
            }
            prime = prime_below(prime);
        }
        None
    }

    /// Aᵀ. Cost: n².
    pub(crate) fn transposed(&self) -> Self {
        let size = self.rows.len();
        let rows = (0..size).map(|j| self.rows.iter().map(|row| row[j].clone()).collect()).collect();
        let turned = |k: usize| (k % size) * size + k / size;
        Self {
            prime: self.prime,
            rows,
            words: self.words.as_ref().map(|words| (0..size * size).map(|k| words[turned(k)]).collect()),
            inverse: (0..size * size).map(|k| self.inverse[turned(k)]).collect(),
        }
    }

    /// The x with Ax = b, for n integers b.
    ///
    /// Cost: for k digits, k·n² word operations; long ones if entries are long.
    pub(crate) fn solve(&self, b: &[Integer]) -> Vector {
        let (denominator, numerators) = lift(self, b);
        Vector::reduced(denominator, numerators)
    }
}

/// Which columns are independent modulo a prime of those before them, and of which rows the block is invertible.
pub(crate) fn independent_columns(rows: &[Vec<Integer>], width: usize) -> (Vec<usize>, Vec<usize>) {
    independent_modulo(rows, width, LARGEST_PRIME)
}

/// The same modulo a number of primes, one by one: modulo each of them all, or fewer, of the columns that are
/// independent.
pub(crate) fn independent_columns_by_prime(
    rows: &[Vec<Integer>],
    width: usize,
    primes: usize,
) -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> {
    let all = std::iter::successors(Some(LARGEST_PRIME), |&prime| Some(prime_below(prime)));
    all.take(primes).map(move |prime| independent_modulo(rows, width, prime))
}

fn independent_modulo(rows: &[Vec<Integer>], width: usize, prime: u32) -> (Vec<usize>, Vec<usize>) {
    let (found, places, _) = exchanged(cells(rows, prime), rows.len(), width, prime);
    (found, places)
}

fn cells(rows: &[Vec<Integer>], prime: u32) -> Vec<u32> {
    let modulus = Integer::from(prime);
    rows.iter().flat_map(|row| residues(row, &modulus)).collect()
}

fn words(rows: &[Vec<Integer>]) -> Option<Vec<i64>> {
    let short = |x: &Integer| (x.significant_bits() <= 62).then(|| i64::try_from(x).ok()).flatten();
    rows.iter().flatten().map(short).collect()
}

/// In words as long as the target is below 2^120 and a row's product with digits below 2^110.
pub(crate) enum Residual {
    Words(Vec<i128>),
    Long(Vec<Integer>),
}

impl System for Square {
    type Residual = Residual;

    fn prime(&self) -> u32 {
        self.prime
    }

    fn unknowns(&self) -> usize {
        self.rows.len()
    }

    fn row_bits(&self) -> u64 {
        let longest = self.rows.iter().flatten().map(SignificantBits::significant_bits).max().unwrap_or(0);
        longest + (self.rows.len() as u64).significant_bits()
    }

    fn steps_of_digits(&self) -> u64 {
        let words = if self.words.is_some() { 1 } else { self.row_bits() / 64 + 4 };
        crate::effort::steps(self.rows.len(), self.rows.len(), 2).saturating_mul(words)
    }

    fn residual(&self, target: &[Integer]) -> Residual {
        let short = |x: &Integer| (x.significant_bits() <= 120).then(|| i128::try_from(x).ok()).flatten();
        match (&self.words, target.iter().map(short).collect()) {
            (Some(_), Some(values)) if self.rows.len() < 1 << 20 => Residual::Words(values),
            _ => Residual::Long(target.to_vec()),
        }
    }

    fn next_digits(&self, residual: &mut Residual) -> Vec<u32> {
        match (residual, &self.words) {
            (Residual::Words(values), Some(words)) => {
                let prime = i128::from(self.prime);
                let residue = |r: &i128| u32::try_from(r.rem_euclid(prime)).unwrap_or(0);
                let digits = matrix_times(&self.inverse, &values.iter().map(residue).collect::<Vec<_>>(), self.prime);
                for (value, row) in values.iter_mut().zip(words.chunks(digits.len().max(1))) {
                    let terms = row.iter().zip(&digits).map(|(&a, &x)| i128::from(a) * i128::from(x));
                    *value = (*value - terms.sum::<i128>()) / prime;
                }
                digits
            }
            (Residual::Words(_), None) => Vec::new(),
            (Residual::Long(values), _) => {
                let prime = Integer::from(self.prime);
                let digits = matrix_times(&self.inverse, &residues(values, &prime), self.prime);
                let whole: Vec<Integer> = digits.iter().map(|&x| Integer::from(x)).collect();
                for (value, row) in values.iter_mut().zip(&self.rows) {
                    let terms = row.iter().zip(&whole).filter(|(a, x)| **a != 0 && **x != 0);
                    terms.for_each(|(a, x)| value.sub_mul_assign(a, x));
                    value.div_exact_assign(&prime);
                }
                digits
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::Random;

    fn matrix(random: &mut Random, n: usize, bits: u64) -> Vec<Vec<Integer>> {
        let entry =
            |random: &mut Random| (Integer::from(random.below(1 << 20)) << bits) - Integer::from(random.below(9));
        (0..n).map(|_| (0..n).map(|_| entry(random)).collect()).collect()
    }

    #[test]
    fn short_and_long_matrices_are_solved_from_both_sides() {
        for (n, bits) in [(1, 0), (4, 0), (37, 3), (12, 70), (70, 1)] {
            let mut random = Random(n as u64);
            let rows = matrix(&mut random, n, bits);
            let square = Square::new(rows.clone()).unwrap();
            let b: Vec<Integer> = (0..n).map(|_| Integer::from(random.below(1000)) - Integer::from(500)).collect();
            let x = square.solve(&b);
            let y = square.transposed().solve(&b);
            for i in 0..n {
                let row: Integer = (0..n).map(|j| &rows[i][j] * &x.numerators()[j]).sum();
                let column: Integer = (0..n).map(|j| &rows[j][i] * &y.numerators()[j]).sum();
                assert_eq!(row, &b[i] * x.denominator());
                assert_eq!(column, &b[i] * y.denominator());
            }
        }
    }

    #[test]
    fn a_singular_matrix_is_refused_and_its_independent_columns_are_found() {
        let row = |entries: [i64; 3]| entries.map(Integer::from).to_vec();
        let rows = vec![row([1, 2, 0]), row([2, 4, 0]), row([3, 6, 1])];
        assert!(Square::new(rows.clone()).is_none());
        let (found, columns) = independent_columns(&rows, 3);
        assert_eq!((found.len(), columns), (2, vec![0, 2]));
    }
}
