//! Sum queries: d(i, j) = ⌈|i−j|/v⌉ makes Φ a banded matrix by a few row operations.
//!
//! Let R_i be the rows of Φ and S_i = (R_i − αR_{i−v}) − α(R_{i+v} − αR_i), where a row that does not exist is
//! left out together with its bracket's other half: R_i − αR_{i+v} at the lower end, R_i − αR_{i−v} at the upper
//! one, R_i where neither exists. In column j ≥ i+v the distance falls by one from i to i+v and from i−v to i, so
//! that each bracket vanishes; likewise in j ≤ i−v. The rows S_i have entries for |i−j| < v only.
//!
//! The operations are invertible for α < 1: on each class of nodes modulo v they are those that turn the
//! similarity matrix of a line into a multiple of 1. So the banded matrix is invertible iff Φ is.

use malachite::base::num::arithmetic::traits::{DivExact, DivExactAssign, Gcd, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use malachite::{Integer, Natural};

use super::Vector;
use super::fixed::{Fixed, divide_exactly, inverse_of_prime, subtract_product};
use super::lifting::{System, lift, residues};
use super::residue::{DELAY, LARGEST_PRIME, low, multiply, negated, prime_below, product, reciprocal};
use crate::effort::{spend, steps, words};

/// How many primes are tried: a pivot can vanish without the matrix being singular, and then another
/// elimination is needed.
const PRIMES: usize = 3;

/// Φ^-1 b for the graph on 0..n with d(i, j) = ⌈|i−j|/most⌉, and a prime modulo which q^D·Φ is invertible.
///
/// `None` at α = 1, if b does not have n entries, or if elimination without exchanges finds no pivot somewhere.
/// Cost: n·most² word operations, and for a digit n·most of them and n products with numbers of the length of α^4.
#[must_use]
pub fn solve_sum_query(alpha: &Rational, most: usize, b: &Vector, nodes: usize) -> Option<(Vector, u64)> {
    if *alpha == 1 || b.len() != nodes || most == 0 {
        return None;
    }
    let mut banded = Banded::new(alpha, most, nodes);
    for _ in 0..PRIMES {
        if banded.eliminate().is_some() {
            let (scale, target) = banded.primitive(banded.operate(b.numerators()));
            let (denominator, numerators) = lift(&banded, &target);
            let solution = Vector::reduced(denominator * b.denominator() * scale, numerators);
            return Some((solution, banded.prime.into()));
        }
        banded.prime = prime_below(banded.prime);
    }
    None
}

/// The rows q^4·S_i as integers without a factor in common, and their elimination modulo a prime.
struct Banded {
    nodes: usize,
    most: usize,
    p: Integer,
    q: Integer,
    rows: Vec<Row>,
    prime: u32,
    /// The factors L below and U above the diagonal with the reciprocals of U's diagonal: row i from column i−(v−1) to
    /// i+(v−1), with 0 where there is no such column.
    factors: Vec<Vec<u32>>,
}

/// A row: the same entry for each column of its window before the diagonal, one there, and the same for each after it.
/// None is negative.
struct Row {
    entries: [Integer; 3],
    /// The entries again, in words.
    words: [Vec<u64>; 3],
    /// The factor that was taken out.
    content: Integer,
}

impl Banded {
    fn new(alpha: &Rational, most: usize, nodes: usize) -> Self {
        let (p, q) = (Integer::from(alpha.numerator_ref()), Integer::from(alpha.denominator_ref()));
        let (rows, factors) = (Vec::new(), Vec::new());
        let mut banded = Self { nodes, most, p, q, rows, prime: LARGEST_PRIME, factors };
        // A few products, a gcd and quotients of numbers as long as four times α's.
        let words = words(&(&banded.q * &banded.q));
        spend(steps(nodes, 24 * words, words));
        for i in 0..nodes {
            let mut entries = banded.entries(i);
            let content = entries.iter().fold(Natural::ZERO, |g, entry| g.gcd(entry.unsigned_abs_ref()));
            let content = Integer::from(content);
            entries.iter_mut().for_each(|entry| entry.div_exact_assign(&content));
            let words = entries.each_ref().map(|entry| entry.unsigned_abs_ref().to_limbs_asc());
            banded.rows.push(Row { entries, words, content });
        }
        banded
    }

    /// The columns of row i.
    fn window(&self, i: usize) -> std::ops::Range<usize> {
        i.saturating_sub(self.most - 1)..self.nodes.min(i + self.most)
    }

    /// The rows of Φ that make S_i up, with their coefficients times q².
    fn operation(&self, i: usize) -> Vec<(usize, Integer)> {
        let (below, above) = (i.checked_sub(self.most), Some(i + self.most).filter(|&h| h < self.nodes));
        let square = &self.q * &self.q;
        let own = if below.is_some() && above.is_some() { square + &self.p * &self.p } else { square };
        let others = below.into_iter().chain(above).map(|h| (h, -(&self.p * &self.q)));
        others.chain([(i, own)]).collect()
    }

    /// Those of row i, 0 where there is no such column: all columns of the window before i are as far as the one next
    /// to it from i and from i ± v, and those after it.
    fn entries(&self, i: usize) -> [Integer; 3] {
        // q²·α^d, for the distances that occur: at most 2.
        let powers = [&self.q * &self.q, &self.p * &self.q, &self.p * &self.p];
        let (columns, operation) = (self.window(i), self.operation(i));
        [i.checked_sub(1), Some(i), Some(i + 1)].map(|j| {
            let Some(j) = j.filter(|j| columns.contains(j)) else { return Integer::ZERO };
            let terms = operation.iter().map(|(h, factor)| factor * &powers[h.abs_diff(j).div_ceil(self.most)]);
            terms.fold(Integer::ZERO, |sum, term| sum + term)
        })
    }

    /// x less the sum of the products of factors and digits, modulo the prime.
    fn less(&self, x: u32, factors: &[u32], digits: &[u32]) -> u32 {
        let modulus = u64::from(self.prime);
        let parts = factors.chunks(DELAY).zip(digits.chunks(DELAY));
        let sum = parts.fold(0, |sum, (factors, digits)| {
            let terms = factors.iter().zip(digits).map(|(&factor, &digit)| product(factor, digit));
            terms.fold(sum, u64::wrapping_add) % modulus
        });
        low((u64::from(x) + u64::from(negated(low(sum), self.prime))) % modulus)
    }

    /// The right-hand side after the same operations: q^4·S applied to b.
    fn operate(&self, b: &[Integer]) -> Vec<Integer> {
        let square = &self.q * &self.q;
        let entry = |i| {
            let terms = self.operation(i).into_iter().map(|(h, coefficient)| coefficient * &b[h]);
            terms.fold(Integer::ZERO, |sum, term| sum + term) * &square
        };
        (0..self.nodes).map(entry).collect()
    }

    /// The least number by which it takes to multiply a right-hand side for all its entries to be divisible by the
    /// rows' factors, and the quotients.
    fn primitive(&self, target: Vec<Integer>) -> (Integer, Vec<Integer>) {
        let lacks = |(entry, content): (&Integer, &Integer)| {
            let content = content.unsigned_abs_ref();
            content / content.gcd(entry.unsigned_abs_ref())
        };
        let contents = self.rows.iter().map(|row| &row.content);
        let scale = target.iter().zip(contents.clone()).map(lacks).fold(Natural::ONE, |scale, lack| scale.lcm(lack));
        let scale = Integer::from(scale);
        let quotient = |(entry, content): (Integer, &Integer)| (entry * &scale).div_exact(content);
        let target = target.into_iter().zip(contents).map(quotient).collect();
        (scale, target)
    }

    /// L and U without exchanges; `None` if a pivot of the rows, with their factors, is 0 modulo the prime.
    fn eliminate(&mut self) -> Option<()> {
        let (prime, reach) = (self.prime, self.most - 1);
        spend(steps(self.nodes, self.most, self.most));
        let modulus = Integer::from(prime);
        let contents: Vec<Integer> = self.rows.iter().map(|row| row.content.clone()).collect();
        if residues(&contents, &modulus).contains(&0) {
            return None;
        }
        let shaped = |i: usize| {
            let [before, at, after] = [0, 1, 2].map(|k| residues(&self.rows[i].entries[k..=k], &modulus)[0]);
            let (mut row, columns) = (vec![0; 2 * reach + 1], self.window(i));
            row[reach + columns.start - i..reach].fill(before);
            row[reach] = at;
            row[reach + 1..reach + columns.end - i].fill(after);
            row
        };
        self.factors = (0..self.nodes).map(shaped).collect();
        for k in 0..self.nodes {
            let pivot = self.factors[k].clone();
            if pivot[reach] == 0 {
                return None;
            }
            let inverse = reciprocal(pivot[reach], prime);
            self.factors[k][reach] = inverse;
            for i in k + 1..self.nodes.min(k + self.most) {
                // Column k stands at this place of row i.
                let place = reach - (i - k);
                let row = &mut self.factors[i];
                let factor = multiply(row[place], inverse, prime);
                row[place] = factor;
                for (cell, &above) in row[place + 1..].iter_mut().zip(&pivot[reach + 1..]) {
                    *cell = low((u64::from(*cell) + product(negated(factor, prime), above)) % u64::from(prime));
                }
            }
        }
        Some(())
    }
}

impl System for Banded {
    type Residual = Fixed;

    fn prime(&self) -> u32 {
        self.prime
    }

    fn unknowns(&self) -> usize {
        self.nodes
    }

    fn row_bits(&self) -> u64 {
        let entries = self.rows.iter().flat_map(|row| &row.entries);
        entries.map(SignificantBits::significant_bits).max().unwrap_or(0) + (2 * self.most as u64).significant_bits()
    }

    fn steps_of_digits(&self) -> u64 {
        let words = usize::try_from(self.row_bits() / 64).unwrap_or(usize::MAX).saturating_add(2);
        // The residual's residues and its quotient by the prime, and the products with three entries.
        steps(self.nodes, 4 * self.most, 1).saturating_add(steps(self.nodes, 24, words))
    }

    fn residual(&self, target: &[Integer]) -> Fixed {
        // A row's product with digits below 2^28.
        Fixed::new(target, self.row_bits() + 30)
    }

    fn next_digits(&self, residual: &mut Fixed) -> Vec<u32> {
        let (prime, reach) = (self.prime, self.most - 1);
        let inverse = inverse_of_prime(prime);
        let mut x = residual.residues(prime);
        for i in 0..self.nodes {
            let (columns, row) = (self.window(i), &self.factors[i]);
            x[i] = self.less(x[i], &row[reach + columns.start - i..reach], &x[columns.start..i]);
        }
        for i in (0..self.nodes).rev() {
            let (columns, row) = (self.window(i), &self.factors[i]);
            let rest = self.less(x[i], &row[reach + 1..reach + columns.end - i], &x[i + 1..columns.end]);
            x[i] = multiply(rest, row[reach], prime);
        }
        // Sums of digits below 2^28 that are before a place.
        let mut sums = vec![0];
        for &digit in &x {
            sums.push(sums[sums.len() - 1] + u64::from(digit));
        }
        let (values, width) = residual.words();
        for (i, value) in values.chunks_mut(width).enumerate() {
            let (columns, row) = (self.window(i), &self.rows[i]);
            let digits = [sums[i] - sums[columns.start], x[i].into(), sums[columns.end] - sums[i + 1]];
            for (entry, digits) in row.words.iter().zip(digits) {
                subtract_product(value, entry, digits);
            }
            divide_exactly(value, prime, inverse);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Similarity;
    use crate::linear::oracle::rational;

    #[test]
    fn the_banded_system_has_the_solution_of_the_whole_one() {
        for (nodes, most) in [(1, 1), (1, 3), (2, 1), (2, 5), (3, 2), (7, 1), (7, 3), (16, 5), (31, 4)] {
            let apart = |i: usize, j: usize| u32::try_from(i.abs_diff(j).div_ceil(most)).unwrap();
            let distances: Vec<Vec<u32>> = (0..nodes).map(|i| (0..nodes).map(|j| apart(i, j)).collect()).collect();
            for alpha in [rational(1, 2), rational(9, 20), rational(379, 1000)] {
                let phi = Similarity::new(alpha.clone(), &distances).unwrap();
                let b: Vec<Rational> = (0..nodes).map(|i| rational(i as i64 * 3 - 4, i as i64 + 2)).collect();
                for b in [Vector::ones(nodes), Vector::from_rationals(&b)] {
                    let (x, _) = solve_sum_query(&alpha, most, &b, nodes).unwrap();
                    assert_eq!(phi.multiply(&x), Some(b));
                }
            }
        }
    }

    #[test]
    fn what_it_is_not_made_for_is_refused() {
        assert_eq!(solve_sum_query(&rational(1, 1), 2, &Vector::ones(5), 5), None);
        assert_eq!(solve_sum_query(&rational(1, 2), 2, &Vector::ones(4), 5), None);
        assert_eq!(solve_sum_query(&rational(1, 2), 0, &Vector::ones(5), 5), None);
    }
}
