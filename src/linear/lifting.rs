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
use rayon::prelude::*;

use super::elimination::eliminate;
use super::residue::{dot, each_row};
use super::{PivotBlock, Similarity, Vector};
use crate::timing::Part;

/// A square system of integer equations Ax = b whose matrix is invertible modulo a prime below 2^28.
pub(super) trait System {
    /// (b − A·value) / modulus, where value and modulus stand for the digits so far.
    type Residual;

    fn prime(&self) -> u32;
    fn unknowns(&self) -> usize;
    fn residual(&self, target: &[Integer]) -> Self::Residual;
    /// The next digits of the solution, which are taken away from the residual.
    fn next_digits(&self, residual: &mut Self::Residual) -> Vec<u32>;
    /// Row k of A times an integer vector.
    fn row_times(&self, k: usize, x: &[Integer]) -> Integer;
}

/// Below so many unknowns a third more digits are found before the next candidate, from there on an eighth.
const SMALL: usize = 64;

/// The solution as a common denominator and numerators, once Ax = b has been seen to hold exactly.
///
/// Cost: digits and residual for each of k digits, where k is the length in words of numerator and
/// denominator together; and as many exact products with A as there were candidates.
pub(super) fn lift<S: System>(system: &S, target: &[Integer]) -> (Integer, Vec<Integer>) {
    let part = Part::begin("p-adic lifting");
    let mut lifting = Lifting::new(system, target);
    // A candidate costs as much as many digits of a small system, and as few of a large one.
    let share = if system.unknowns() < SMALL { 3 } else { 8 };
    let mut digits = 2;
    loop {
        lifting.extend(digits);
        if let Some((denominator, numerators)) = lifting.candidate()
            && is_exact(system, target, &denominator, &numerators)
        {
            let (digits, bits) = (lifting.length, denominator.significant_bits());
            let unknowns = system.unknowns();
            part.end(format_args!("{unknowns} unknowns, {digits} digits, a denominator of {bits} bits"));
            return (denominator, numerators);
        }
        digits = 2.max(lifting.length / share);
    }
}

fn is_exact<S: System>(system: &S, target: &[Integer], denominator: &Integer, numerators: &[Integer]) -> bool {
    target.iter().enumerate().all(|(k, target)| system.row_times(k, numerators) == target * denominator)
}

/// The x with q^D·Φ\[R,S\] x_S = target_R and x = 0 off S, for n integers as the target.
///
/// It exists and is unique, since the block is invertible. It is returned only after q^D·Φ x has
/// been compared with the target on R, exactly. Rows outside R are not looked at.
///
/// Cost: for k digits, k·|R|² word operations, and k·|R| times the digits of a power of α if they don't fit
/// in words.
pub(crate) fn solve_block(phi: &Similarity, block: &PivotBlock, target: &[Integer]) -> Vector {
    let target: Vec<Integer> = block.rows().iter().map(|&i| target[i].clone()).collect();
    let long = block.rank() <= FEW && phi.scale().significant_bits() >= LONG;
    let direct = if long { eliminated(phi, block, &target) } else { None };
    let (denominator, on_columns) = direct.unwrap_or_else(|| lift(&Dense::new(phi, block), &target));
    let mut numerators = vec![Integer::ZERO; phi.nodes()];
    for (&column, entry) in block.columns().iter().zip(on_columns) {
        numerators[column] = entry;
    }
    Vector::reduced(denominator, numerators)
}

/// So few unknowns are eliminated directly where the entries have so many bits.
const FEW: usize = 12;
const LONG: u64 = 1 << 13;

/// The same by elimination.
fn eliminated(phi: &Similarity, block: &PivotBlock, target: &[Integer]) -> Option<(Integer, Vec<Integer>)> {
    let part = Part::begin("elimination of long numbers");
    let row = |(&i, target): (&usize, &Integer)| {
        let row = phi.scaled_row(i);
        block.columns().iter().map(|&j| row[j].clone()).chain([target.clone()]).collect()
    };
    let solution = eliminate(block.rows().iter().zip(target).map(row).collect());
    part.end(format_args!("{} unknowns", block.rank()));
    solution
}

/// The block of a similarity matrix.
struct Dense<'a> {
    phi: &'a Similarity,
    block: &'a PivotBlock,
    /// Its entries, if they lie below 2^32 and the row sums below 2^36, so that a row times digits fits
    /// in 64 bits.
    words: Option<Vec<u32>>,
}

impl<'a> Dense<'a> {
    fn new(phi: &'a Similarity, block: &'a PivotBlock) -> Self {
        Self { phi, block, words: phi.words(block.rows(), block.columns(), 1 << 36) }
    }

    /// The vector on all nodes that has the given entries on S, and zeros off it.
    fn spread<T: Clone>(&self, on_columns: &[T], zero: &T) -> Vec<T> {
        let mut whole = vec![zero.clone(); self.phi.nodes()];
        self.block.columns().iter().zip(on_columns).for_each(|(&column, x)| whole[column] = x.clone());
        whole
    }
}

/// In words as long as the target is below 2^120, so that the difference with a product of a row fits too.
enum Residual {
    Words(Vec<i128>),
    Long(Vec<Integer>),
}

impl System for Dense<'_> {
    type Residual = Residual;

    fn prime(&self) -> u32 {
        self.block.prime()
    }

    fn unknowns(&self) -> usize {
        self.block.rank()
    }

    fn residual(&self, target: &[Integer]) -> Residual {
        let short = |x: &Integer| (x.significant_bits() <= 120).then(|| i128::try_from(x).ok()).flatten();
        match (&self.words, target.iter().map(short).collect()) {
            (Some(_), Some(values)) => Residual::Words(values),
            _ => Residual::Long(target.to_vec()),
        }
    }

    fn next_digits(&self, residual: &mut Residual) -> Vec<u32> {
        match (residual, &self.words) {
            (Residual::Words(values), Some(words)) => {
                let prime = i128::from(self.prime());
                let residue = |r: &i128| u32::try_from(r.rem_euclid(prime)).unwrap_or(0);
                let digits = self.block.apply(&values.iter().map(residue).collect::<Vec<_>>());
                let products = each_row(words, digits.len(), |row| dot(row, &digits));
                for (value, product) in values.iter_mut().zip(products) {
                    *value = (*value - i128::from(product)) / prime;
                }
                digits
            }
            (Residual::Words(_), None) => Vec::new(),
            (Residual::Long(values), _) => {
                let prime = Integer::from(self.prime());
                let digits = self.block.apply(&residues(values, &prime));
                let whole = self.spread(&digits, &0);
                let reduce = |(value, &row): (&mut Integer, &usize)| {
                    *value -= self.phi.scaled_row_times_digits(row, &whole);
                    value.div_exact_assign(&prime);
                };
                values.par_iter_mut().zip(self.block.rows()).with_min_len(16).for_each(reduce);
                digits
            }
        }
    }

    fn row_times(&self, k: usize, x: &[Integer]) -> Integer {
        self.phi.scaled_row_times(self.block.rows()[k], &self.spread(x, &Integer::ZERO))
    }
}

/// Residues modulo a prime below 2^28.
pub(super) fn residues(values: &[Integer], prime: &Integer) -> Vec<u32> {
    values.iter().map(|r| u32::try_from(&r.mod_op(prime)).unwrap_or(0)).collect()
}

/// The first digits of the solution of one system, to the base of the prime.
struct Lifting<'a, S: System> {
    system: &'a S,
    residual: S::Residual,
    /// The solution modulo `modulus`.
    value: Vec<Integer>,
    /// prime^length.
    modulus: Integer,
    length: usize,
}

impl<'a, S: System> Lifting<'a, S> {
    fn new(system: &'a S, target: &[Integer]) -> Self {
        Self {
            system,
            residual: system.residual(target),
            value: vec![Integer::ZERO; system.unknowns()],
            modulus: Integer::ONE,
            length: 0,
        }
    }

    fn extend(&mut self, count: usize) {
        let steps: Vec<Vec<u32>> = (0..count).map(|_| self.system.next_digits(&mut self.residual)).collect();
        let prime = Integer::from(self.system.prime());
        for (k, value) in self.value.iter_mut().enumerate() {
            let horner = |sum, step: &Vec<u32>| sum * &prime + Integer::from(step[k]);
            *value += steps.iter().rev().fold(Integer::ZERO, horner) * &self.modulus;
        }
        self.modulus *= prime.pow(count as u64);
        self.length += count;
    }

    /// The short rational vector that agrees with the digits so far, if there is one.
    fn candidate(&self) -> Option<(Integer, Vec<Integer>)> {
        short_fractions(&self.value, &self.modulus)
    }
}

/// The short fractions n_i/d with n_i ≡ d·value_i modulo the modulus, as d and the n_i, if there are any.
///
/// "Short" leaves a slack of up to 40 bits, so that a wrong candidate is a rare accident.
pub(super) fn short_fractions(values: &[Integer], modulus: &Integer) -> Option<(Integer, Vec<Integer>)> {
    let bits = modulus.significant_bits();
    let room = bits - (bits / 4).min(40);
    let mut denominator = Integer::ONE;
    let mut numerators: Vec<Integer> = Vec::with_capacity(values.len());
    for value in values {
        let lifted = (value * &denominator).balanced_mod(modulus);
        if lifted.significant_bits() + denominator.significant_bits() <= room {
            numerators.push(lifted);
            continue;
        }
        let lifted = lifted.mod_op(modulus);
        let (numerator, factor) = reconstruct(&lifted, modulus, room / 2)?;
        denominator *= &factor;
        numerators.iter_mut().for_each(|entry| *entry *= &factor);
        numerators.push(numerator);
    }
    Some((denominator, numerators))
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
