//! Exact basic solutions: a square block of Φ, solved for its columns and for its rows.

use crate::effort::join;
use malachite::Integer;

use super::dense::solve_block;
use super::residue::{LARGEST_PRIME, prime_below};
use super::{PivotBlock, Similarity, Vector};

/// How many primes may find a block singular before it is taken to be.
const PRIMES: usize = 2;

/// What becomes of rows T and columns S of Φ.
#[derive(Clone, Debug)]
pub(crate) enum BasicPair {
    /// The block is invertible.
    Solved {
        /// Φ\[T,S\] y_S = rhs_T, and y = 0 off S.
        y: Vector,
        /// v_T Φ\[T,S\] = 1_S, summed over the nodes, and v = 0 off T.
        v: Vector,
    },
    /// The block seems singular: these rows and columns of it are independent, as many as can be.
    Dependent {
        /// Independent rows.
        rows: Vec<usize>,
        /// Independent columns.
        columns: Vec<usize>,
    },
}

/// Solves both systems of the block with these rows T and columns S, for a right-hand side with n
/// entries. Nothing is said of the rows off T or the columns off S.
///
/// Cost: an elimination of |S|³ multiplications of words and two liftings, side by side.
pub(crate) fn basic_pair(phi: &Similarity, rows: &[usize], columns: &[usize], rhs: &Vector) -> BasicPair {
    let mut prime = LARGEST_PRIME;
    let mut block = PivotBlock::of_rows(phi, rows, columns, prime);
    for _ in 1..PRIMES {
        if block.rank() == columns.len() {
            break;
        }
        prime = prime_below(prime);
        block = PivotBlock::of_rows(phi, rows, columns, prime);
    }
    if block.rank() < columns.len().max(rows.len()) {
        return BasicPair::Dependent { rows: block.rows().to_vec(), columns: block.columns().to_vec() };
    }
    let scaled: Vec<Integer> = rhs.numerators().iter().map(|b| b * phi.scale()).collect();
    let ones = vec![phi.scale().clone(); phi.nodes()];
    let (y, v) = join(|| solve_block(phi, &block, &scaled), || solve_block(phi, &block.transposed(phi), &ones));
    let y = Vector::reduced(y.denominator() * rhs.denominator(), y.numerators().to_vec());
    BasicPair::Solved { y, v }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Partition;
    use crate::linear::oracle::{complete_bipartite, graph, random_connected, rational};

    fn check(phi: &Similarity, rows: &[usize], columns: &[usize]) {
        let rhs: Vec<_> = (1..).take(phi.nodes()).map(|i| rational(i * i - 5, i + 2)).collect();
        let rhs = Vector::from_rationals(&rhs);
        let BasicPair::Solved { y, v } = basic_pair(phi, rows, columns, &rhs) else {
            panic!("the block is invertible");
        };
        let (covered, used) = (phi.multiply(&y).unwrap(), phi.multiply(&v).unwrap());
        assert!(rows.iter().all(|&i| covered.entry(i) == rhs.entry(i)));
        assert!(columns.iter().all(|&j| used.entry(j) == 1));
        assert!(y.support().iter().all(|j| columns.contains(j)) && v.support().iter().all(|i| rows.contains(i)));
    }

    #[test]
    fn blocks_off_the_diagonal_are_solved_both_ways() {
        let phi = graph(&random_connected(4, 12, 8), 12, rational(2, 5));
        check(&phi, &[0, 3, 4, 9], &[1, 3, 5, 9]);
        check(&phi, &[7, 2], &[2, 7]);
        check(&phi, &[], &[]);
    }

    #[test]
    fn blocks_of_a_quotient_are_solved_both_ways() {
        let edges = [(0, 1), (0, 2), (1, 3), (1, 4), (1, 5), (2, 6), (2, 7), (2, 8)];
        let whole = graph(&edges, 9, rational(2, 5));
        let phi = whole.quotient(&Partition::coarsest_equitable(&whole, &Vector::ones(9)).unwrap());
        check(&phi, &[0, 2], &[1, 2]);
        check(&phi, &[1], &[2]);
    }

    #[test]
    fn a_singular_block_is_cut_down() {
        let phi = complete_bipartite(3, 3, rational(1, 2));
        let all: Vec<usize> = (0..6).collect();
        let BasicPair::Dependent { rows, columns } = basic_pair(&phi, &all, &all, &Vector::ones(6)) else {
            panic!("K3,3 is singular at 1/2");
        };
        assert_eq!((rows.len(), columns.len()), (5, 5));
        check(&phi, &rows, &columns);
    }
}
