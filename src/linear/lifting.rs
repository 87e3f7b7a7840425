//! p-adic lifting: from an inverse modulo a prime to an exact solution.
//!
//! Dixon, Exact solution of linear equations using p-adic expansions, Numerische Mathematik 40
//! (1982). The digits of the solution come out one by one; the residual stays as short as an entry
//! of q^D·Φ. Where these fit in a word it is kept in words; otherwise each digit's product with Φ is
//! taken layer by layer.

use malachite::base::num::arithmetic::traits::{BalancedMod, DivExactAssign, DivMod, Mod, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

use super::residue::{dot, each_row};
use super::{PivotBlock, Similarity, Vector};
use rayon::prelude::*;

/// The x with q^D·Φ\[R,S\] x_S = target_R and x = 0 off S, for n integers as the target.
///
/// It exists and is unique, since the block is invertible. It is returned only after q^D·Φ x has
/// been compared with the target on R, exactly. Rows outside R are not looked at.
///
/// Cost: for k digits, k·|R|² word operations and k·|R| short multiplications per distance; k is the
/// length in words of numerator and denominator together.
pub(crate) fn solve_block(phi: &Similarity, block: &PivotBlock, target: &[Integer]) -> Vector {
    let target: Vec<Integer> = block.rows().iter().map(|&i| target[i].clone()).collect();
    let mut lifting = Lifting::new(phi, block, &target);
    let mut digits = 2;
    loop {
        lifting.extend(digits);
        if let Some(solution) = lifting.candidate()
            && lifting.is_exact(&solution, &target)
        {
            return solution;
        }
        digits = 2.max(lifting.length / 8);
    }
}

/// (target − q^D·Φ·value) / modulus, on the rows R.
enum Residual<'a> {
    /// The entries of the block lie below 2^32 and its row sums below 2^36, so that a row times
    /// digits fits in 64 bits.
    Words {
        entries: Vec<u32>,
        values: Vec<i128>,
    },
    Long {
        phi: &'a Similarity,
        block: &'a PivotBlock,
        values: Vec<Integer>,
    },
}

impl<'a> Residual<'a> {
    fn new(phi: &'a Similarity, block: &'a PivotBlock, target: &[Integer]) -> Self {
        // Below 2^120, so that the difference with a product of a row fits as well.
        let short = |x: &Integer| (x.significant_bits() <= 120).then(|| i128::try_from(x).ok()).flatten();
        let values: Option<Vec<i128>> = target.iter().map(short).collect();
        match (phi.words(block.rows(), block.columns(), 1 << 36), values) {
            (Some(entries), Some(values)) => Self::Words { entries, values },
            _ => Self::Long { phi, block, values: target.to_vec() },
        }
    }

    fn modulo(&self, prime: u32) -> Vec<u32> {
        match self {
            Self::Words { values, .. } => {
                let residue = |r: &i128| u32::try_from(r.rem_euclid(i128::from(prime))).unwrap_or(0);
                values.iter().map(residue).collect()
            }
            Self::Long { values, .. } => {
                let prime = Integer::from(prime);
                values.iter().map(|r| u32::try_from(&r.mod_op(&prime)).unwrap_or(0)).collect()
            }
        }
    }

    /// Takes the next digits of the value away, which leaves multiples of the prime, and divides by it.
    fn reduce(&mut self, digits: &[u32], prime: u32) {
        match self {
            Self::Words { entries, values } => {
                let products = each_row(entries, digits.len(), |row| dot(row, digits));
                for (value, product) in values.iter_mut().zip(products) {
                    *value = (*value - i128::from(product)) / i128::from(prime);
                }
            }
            Self::Long { phi, block, values } => {
                let mut whole = vec![0; phi.nodes()];
                block.columns().iter().zip(digits).for_each(|(&column, &digit)| whole[column] = digit);
                let prime = Integer::from(prime);
                let reduce = |(value, &row): (&mut Integer, &usize)| {
                    *value -= phi.scaled_row_times_digits(row, &whole);
                    value.div_exact_assign(&prime);
                };
                values.par_iter_mut().zip(block.rows()).with_min_len(64).for_each(reduce);
            }
        }
    }
}

/// The first digits of the solution of one system, to the base of the prime.
struct Lifting<'a> {
    phi: &'a Similarity,
    block: &'a PivotBlock,
    residual: Residual<'a>,
    /// The solution on S modulo `modulus`.
    value: Vec<Integer>,
    /// prime^length.
    modulus: Integer,
    length: usize,
}

impl<'a> Lifting<'a> {
    fn new(phi: &'a Similarity, block: &'a PivotBlock, target: &[Integer]) -> Self {
        Self {
            phi,
            block,
            residual: Residual::new(phi, block, target),
            value: vec![Integer::ZERO; block.rank()],
            modulus: Integer::ONE,
            length: 0,
        }
    }

    fn extend(&mut self, count: usize) {
        let mut steps: Vec<Vec<u32>> = Vec::with_capacity(count);
        for _ in 0..count {
            let step = self.block.apply(&self.residual.modulo(self.block.prime()));
            self.residual.reduce(&step, self.block.prime());
            steps.push(step);
        }
        let prime = Integer::from(self.block.prime());
        for (k, value) in self.value.iter_mut().enumerate() {
            let horner = |sum, step: &Vec<u32>| sum * &prime + Integer::from(step[k]);
            *value += steps.iter().rev().fold(Integer::ZERO, horner) * &self.modulus;
        }
        self.modulus *= prime.pow(count as u64);
        self.length += count;
    }

    /// The short rational vector that agrees with the digits so far, if there is one.
    ///
    /// "Short" leaves a slack of up to 40 bits, so that a wrong candidate is a rare accident.
    fn candidate(&self) -> Option<Vector> {
        let bits = self.modulus.significant_bits();
        let room = bits - (bits / 4).min(40);
        let mut denominator = Integer::ONE;
        let mut entries: Vec<Integer> = Vec::with_capacity(self.value.len());
        for value in &self.value {
            let lifted = (value * &denominator).balanced_mod(&self.modulus);
            if lifted.significant_bits() + denominator.significant_bits() <= room {
                entries.push(lifted);
                continue;
            }
            let lifted = lifted.mod_op(&self.modulus);
            let (numerator, factor) = reconstruct(&lifted, &self.modulus, room / 2)?;
            denominator *= &factor;
            entries.iter_mut().for_each(|entry| *entry *= &factor);
            entries.push(numerator);
        }
        let mut numerators = vec![Integer::ZERO; self.phi.nodes()];
        for (&column, entry) in self.block.columns().iter().zip(entries) {
            numerators[column] = entry;
        }
        Some(Vector::reduced(denominator, numerators))
    }

    fn is_exact(&self, solution: &Vector, target: &[Integer]) -> bool {
        self.block.rows().iter().zip(target).all(|(&row, target)| {
            let product = self.phi.scaled_row_times(row, solution.numerators());
            product == target * solution.denominator()
        })
    }
}

/// The fraction n/d ≡ value modulo the modulus with n and d > 0 of at most `bits` bits each, if there
/// is one: the first short remainder of Euclid's algorithm (Wang, Guy, Davenport 1982).
///
/// Cost: quadratic in the length of the modulus.
fn reconstruct(value: &Integer, modulus: &Integer, bits: u64) -> Option<(Integer, Integer)> {
    let mut before = modulus.unsigned_abs_ref().clone();
    let mut now = value.unsigned_abs_ref().clone();
    let (mut cofactor_before, mut cofactor) = (Natural::ZERO, Natural::ONE);
    let mut negative = false;
    while now.significant_bits() > bits {
        let (quotient, rest) = before.div_mod(&now);
        (before, now) = (now, rest);
        let next = cofactor_before + &quotient * &cofactor;
        (cofactor_before, cofactor) = (cofactor, next);
        negative = !negative;
    }
    (cofactor.significant_bits() <= bits).then(|| {
        let numerator = Integer::from_sign_and_abs(!negative, now);
        (numerator, Integer::from(cofactor))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{graph, random_connected, rational};
    use crate::linear::residue::LARGEST_PRIME;

    #[test]
    fn a_fraction_is_found_from_its_residue() {
        let modulus = Integer::from(1_000_003u32);
        // −7/12: 12·x ≡ −7.
        let value = (0..1_000_003u32).map(Integer::from);
        let residue = |x: &Integer| (x * Integer::from(12) + Integer::from(7)).mod_op(&modulus) == 0;
        let value = value.into_iter().find(residue).unwrap();
        let found = reconstruct(&value, &modulus, 8);
        assert_eq!(found, Some((Integer::from(-7), Integer::from(12))));
        assert_eq!(reconstruct(&value, &modulus, 2), None);
    }

    #[test]
    fn long_and_short_solutions_are_lifted() {
        for (seed, n, alpha) in [(1, 1, 3), (2, 12, 3), (3, 40, 2), (4, 60, 9)] {
            let phi = graph(&random_connected(seed, n, n), n, rational(alpha, 10));
            let order: Vec<usize> = (0..n).collect();
            let block = PivotBlock::new(&phi, &order, LARGEST_PRIME);
            assert_eq!(block.rank(), n);
            let large = Integer::from(10).pow(30);
            let rhs = (0..n).map(|i| Integer::from(i) * &large - Integer::from(5));
            let rhs: Vec<Integer> = rhs.collect();
            let target: Vec<Integer> = rhs.iter().map(|b| b * phi.scale()).collect();
            let solution = solve_block(&phi, &block, &target);
            assert_eq!(phi.multiply(&solution), Some(Vector::integral(rhs)));
        }
    }

    #[test]
    fn a_zero_right_hand_side_has_the_zero_solution() {
        let phi = graph(&random_connected(1, 4, 2), 4, rational(1, 2));
        let block = PivotBlock::new(&phi, &[0, 1, 2, 3], LARGEST_PRIME);
        assert!(solve_block(&phi, &block, &vec![Integer::ZERO; 4]).is_zero());
    }
}
