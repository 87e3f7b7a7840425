//! Systems whose matrix is a block of q^D·Φ, solved by lifting.

use crate::effort::steps;
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use rayon::prelude::*;

use super::elimination::eliminate;
use super::fixed::{Fixed, divide_exactly, inverse_of_prime, subtract_product};
use super::layers::Row;
use super::lifting::{System, lift};
use super::residue::{dot, each_row};
use super::{PivotBlock, Similarity, Vector};
use crate::timing::Part;

/// The x with q^D·Φ\[R,S\] x_S = target_R and x = 0 off S, for n integers as the target.
///
/// It exists and is unique, since the block is invertible. Rows outside R are not looked at.
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
    product: Product,
    /// For each row the place among the columns of the same node, if the block is on the diagonal.
    places: Option<Vec<usize>>,
}

/// How its rows are multiplied with digits.
enum Product {
    /// Entries below 2^32 with row sums below 2^36, so that the product fits in 64 bits.
    Words(Vec<u32>),
    /// The sums of the digits of each layer, times a power of α in words; what all rows have of layers, and of terms in
    /// them.
    Layers { rows: Vec<Row>, powers: Vec<Vec<u64>>, layers: usize, terms: usize },
}

impl<'a> Dense<'a> {
    fn new(phi: &'a Similarity, block: &'a PivotBlock) -> Self {
        let (rows, columns) = (block.rows(), block.columns());
        let layers = || {
            let powers = phi.powers().iter().map(|power| power.unsigned_abs_ref().to_limbs_asc()).collect();
            let rows = phi.block(rows, columns);
            let layers = rows.iter().map(|row| row.layers().count()).sum();
            let terms = rows.iter().flat_map(Row::layers).map(|(_, columns, _)| columns.len()).sum();
            Product::Layers { rows, powers, layers, terms }
        };
        let mut place_of = vec![None; phi.nodes()];
        columns.iter().enumerate().for_each(|(place, &column)| place_of[column] = Some(place));
        let places = rows.iter().map(|&row| place_of[row]).collect();
        let product = phi.words(rows, columns, 1 << 36).map_or_else(layers, Product::Words);
        Self { phi, block, product, places }
    }
}

impl System for Dense<'_> {
    type Residual = Fixed;

    fn prime(&self) -> u32 {
        self.block.prime()
    }

    fn unknowns(&self) -> usize {
        self.block.rank()
    }

    fn row_bits(&self) -> u64 {
        self.phi.row_bits()
    }

    fn steps_of_digits(&self) -> u64 {
        let (n, words) = (self.block.rank(), self.phi.row_bits() / 64 + 1);
        // Sums of digits by layers are gathered from all over a row.
        let (sums, products) = match &self.product {
            Product::Layers { layers, terms, .. } => (steps(n, n, 1).saturating_add(steps(*terms, 3, 1)), *layers),
            Product::Words(_) => (steps(n, n, 1), 0),
        };
        let all = steps(n, 4, 1).saturating_add(products as u64);
        sums.saturating_add(all.saturating_mul(2).saturating_mul(words))
    }

    fn residual(&self, target: &[Integer]) -> Fixed {
        // A row's product with digits below 2^28.
        Fixed::new(target, self.phi.row_bits() + 30)
    }

    fn next_digits(&self, residual: &mut Fixed) -> Vec<u32> {
        let prime = self.prime();
        let inverse = inverse_of_prime(prime);
        let digits = self.block.apply(&residual.residues(prime));
        let (values, width) = residual.words();
        match &self.product {
            Product::Words(words) => {
                let products = each_row(words, digits.len(), |row| dot(row, &digits));
                for (value, product) in values.chunks_mut(width).zip(products) {
                    subtract_product(value, &[product], 1);
                    divide_exactly(value, prime, inverse);
                }
            }
            Product::Layers { rows, powers, .. } => {
                let reduce = |(value, row): (&mut [u64], &Row)| {
                    row.sums(&digits).for_each(|(power, sum)| subtract_product(value, &powers[power], sum));
                    divide_exactly(value, prime, inverse);
                };
                values.par_chunks_mut(width).zip(rows).with_min_len(64).for_each(reduce);
            }
        }
        digits
    }

    /// |K| Φ_KC = |C| Φ_CK, and the weights add up to less than 2^28.
    fn paired(&self, residual: &Fixed, digits: &[u32]) -> Option<Integer> {
        let rows = self.block.rows().iter().zip(self.places.as_ref()?);
        Some(residual.times(rows.map(|(&row, &place)| u64::from(digits[place]) * u64::from(self.phi.weight(row)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{graph, random_connected, rational};
    use crate::linear::residue::LARGEST_PRIME;
    use malachite::base::num::arithmetic::traits::Pow;

    #[test]
    fn long_and_short_solutions_are_lifted() {
        for (seed, n, alpha, digits) in [
            (1, 1, 3, 30),
            (2, 12, 3, 30),
            (3, 40, 2, 30),
            (4, 60, 9, 30),
            (5, 2, 5, 9_000),
            (6, 7, 3, 20_000),
            (7, 30, 9, 5_000),
        ] {
            let phi = graph(&random_connected(seed, n, n), n, rational(alpha, 10));
            let order: Vec<usize> = (0..n).collect();
            let block = PivotBlock::new(&phi, &order, LARGEST_PRIME);
            assert_eq!(block.rank(), n);
            let large = Integer::from(7).pow(digits);
            let sign = |i: usize| Integer::from(if i.is_multiple_of(3) { -1 } else { 1 });
            let rhs = (0..n).map(|i| sign(i) * Integer::from(i) * &large - Integer::from(5));
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
