//! Solutions of Φx = b, and proofs that there are none.

use crate::effort::{spend, steps};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExactAssign;

use super::dense::solve_block;
use super::residue::{LARGEST_PRIME, prime_below};
use super::{PivotBlock, Similarity, Vector};

/// What is true of Φx = b. Φ is symmetric, so this is xΦ = b as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// Φ is invertible, and this is Φ^-1 b.
    Unique(Vector),
    /// Φ is singular, and this is one of the solutions.
    Family {
        /// Φ·particular = b.
        particular: Vector,
    },
    /// There is no solution.
    Inconsistent {
        /// Φk = 0, and Σ_i k_i b_i < 0, summed over the nodes. A solution x would give
        /// k·b = kΦx = 0.
        kernel: Vector,
    },
}

/// One elimination of Φ, for many right-hand sides.
#[derive(Clone, Debug)]
pub struct Factored<'a> {
    phi: &'a Similarity,
    block: PivotBlock,
}

impl<'a> Factored<'a> {
    /// Eliminates Φ modulo a prime, and modulo another one while it is neither of full rank nor
    /// proved singular.
    ///
    /// Cost: about n³ multiplications of words, and one lifting if Φ is singular.
    #[must_use]
    pub fn new(phi: &'a Similarity) -> Self {
        let order: Vec<usize> = (0..phi.nodes()).collect();
        Self::with_column_order(phi, &order)
    }

    /// As [`Factored::new`], where the columns that come first in the order are pivots if they can
    /// be. The order must be a permutation of 0..n.
    pub(crate) fn with_column_order(phi: &'a Similarity, order: &[usize]) -> Self {
        Self::starting_at(phi, order, LARGEST_PRIME)
    }

    /// The first factorisation that is of full rank or proved singular, from this prime on.
    pub(crate) fn starting_at(phi: &'a Similarity, order: &[usize], mut prime: u32) -> Self {
        loop {
            spend(steps(phi.nodes(), phi.nodes(), phi.nodes() / 8 + 4));
            let block = PivotBlock::new(phi, order, prime);
            let factored = Self { phi, block };
            let free = factored.free();
            if free.is_empty() || factored.kernel_vector(free[0]).is_some() {
                return factored;
            }
            prime = prime_below(prime);
        }
    }

    /// The same with another prime, to be called when this one has hidden a part of the rank.
    pub(crate) fn with_next_prime(&self) -> Self {
        let mut order = self.block.columns().to_vec();
        order.extend(self.free());
        Self::starting_at(self.phi, &order, prime_below(self.block.prime()))
    }

    /// The matrix Φ.
    #[must_use]
    pub fn similarity(&self) -> &'a Similarity {
        self.phi
    }

    /// The pivot rows and columns, and the prime.
    #[must_use]
    pub fn block(&self) -> &PivotBlock {
        &self.block
    }

    /// The rank of Φ modulo the prime: a lower bound for the rank of Φ.
    ///
    /// It is n exactly if Φ is invertible. Below n it can fall short of the rank only by an accident
    /// of the prime, which [`Factored::kernel`] would notice.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.block.rank()
    }

    /// A modulus (a prime below 2^28) for which elimination of q^D·Φ, the matrix of the integers
    /// p^d q^(D-d), finds n pivots, all units: det Φ ≠ 0. `None` if Φ is singular.
    #[must_use]
    pub fn invertible_modulo(&self) -> Option<u64> {
        (self.rank() == self.phi.nodes()).then(|| self.block.prime().into())
    }

    /// The columns that are no pivots, in order.
    #[must_use]
    pub fn free(&self) -> Vec<usize> {
        let mut is_free = vec![true; self.phi.nodes()];
        for &column in self.block.columns() {
            is_free[column] = false;
        }
        (0..self.phi.nodes()).filter(|&j| is_free[j]).collect()
    }

    /// What is true of Φx = rhs; `None` if rhs does not have n entries.
    ///
    /// Everything is checked by multiplication with Φ before it is returned. Cost: one lifting, a
    /// second one if there is no solution.
    #[must_use]
    pub fn solve(&self, rhs: &Vector) -> Option<Solution> {
        if rhs.len() != self.phi.nodes() {
            return None;
        }
        let scaled = rhs.numerators().iter().map(|b| b * self.phi.scale());
        let lifted = solve_block(self.phi, &self.block, &scaled.collect::<Vec<_>>());
        let denominator = lifted.denominator() * rhs.denominator();
        let solution = Vector::reduced(denominator, lifted.numerators().to_vec());
        if self.invertible_modulo().is_some() {
            return Some(Solution::Unique(solution));
        }
        let product = self.phi.multiply(&solution)?;
        let differs = |&i: &usize| product.entry(i) != rhs.entry(i);
        let Some(row) = (0..self.phi.nodes()).find(differs) else {
            let particular = solution;
            return Some(Solution::Family { particular });
        };
        let transposed = self.block.transposed(self.phi);
        let kernel = checked_kernel_vector(self.phi, &transposed, row);
        let kernel = kernel.map(|k| (self.phi.pair(&k, rhs), k));
        match kernel {
            Some((Some(sum), kernel)) if sum < 0 => Some(Solution::Inconsistent { kernel }),
            Some((Some(sum), kernel)) if sum > 0 => Some(Solution::Inconsistent { kernel: kernel.negated() }),
            _ => self.with_next_prime().solve(rhs),
        }
    }

    /// The kernel vector k with k_j = 1 for this free column, and all other free entries 0.
    ///
    /// `None` if j is no free column, or if Φk ≠ 0, which is an accident of the prime.
    #[must_use]
    pub fn kernel_vector(&self, free_column: usize) -> Option<Vector> {
        let pivot = self.block.columns().contains(&free_column);
        (free_column < self.phi.nodes() && !pivot)
            .then(|| checked_kernel_vector(self.phi, &self.block, free_column))
            .flatten()
    }

    /// A basis of the kernel, one vector for each free column in order; this proves the rank.
    ///
    /// `None` by an accident of the prime. Cost: one lifting for each.
    #[must_use]
    pub fn kernel(&self) -> Option<Vec<Vector>> {
        let free = self.free();
        free.iter().map(|&j| self.kernel_vector(j)).collect()
    }
}

/// e_j − Φ\[R,S\]^-1 Φ\[R,j\], if it lies in the kernel of Φ.
fn checked_kernel_vector(phi: &Similarity, block: &PivotBlock, j: usize) -> Option<Vector> {
    // |K| Φ_Kj = |j| Φ_jK.
    let mut column = phi.scaled_row(j);
    for (row, entry) in column.iter_mut().enumerate() {
        *entry *= Integer::from(phi.weight(j));
        entry.div_exact_assign(Integer::from(phi.weight(row)));
    }
    let lifted = solve_block(phi, block, &column);
    let mut numerators = lifted.numerators().to_vec();
    let denominator = lifted.denominator().clone();
    numerators[j] = -&denominator;
    let kernel = Vector::reduced(denominator, numerators).negated();
    phi.is_in_kernel(kernel.numerators()).then_some(kernel)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Partition;
    use crate::linear::oracle::{
        self, alphas, complete_bipartite, connected_graphs, graph, line, random_connected, rational,
    };

    /// A path of 20 nodes with three leaves at one end, at α = 1 and 1/2; and the quotient in which the leaves are one
    /// cell.
    #[test]
    fn a_vector_with_few_entries_is_in_the_kernel_or_not_in_a_quotient_too() {
        let edges: Vec<_> = (1..20).map(|i| (i - 1, i)).chain((20..23).map(|leaf| (0, leaf))).collect();
        let told_apart = Vector::integral((0..23).map(|i: i32| Integer::from(i.min(20))).collect());
        let mut seen = [0, 0];
        for alpha in [rational(1, 1), rational(1, 2)] {
            let whole = graph(&edges, 23, alpha);
            let partition = Partition::coarsest_equitable(&whole, &told_apart).unwrap();
            let quotient = whole.quotient(&partition);
            assert_eq!(partition.cells().iter().map(Vec::len).max(), Some(3));
            for phi in [whole, quotient] {
                let n = phi.nodes();
                let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j);
                for ((i, j), [a, b]) in pairs.flat_map(|pair| [[1, -1], [1, -3]].map(|entries| (pair, entries))) {
                    let mut v = vec![Integer::from(0); n];
                    (v[i], v[j]) = (Integer::from(a), Integer::from(b));
                    let is_zero = phi.multiply(&Vector::integral(v.clone())).unwrap().is_zero();
                    assert_eq!(phi.is_in_kernel(&v), is_zero, "{v:?}");
                    seen[usize::from(is_zero)] += 1;
                }
                check(&phi, &Vector::ones(n));
            }
        }
        assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
    }

    /// Checks the solution of Φx = rhs against its meaning and against naive elimination.
    fn check(phi: &Similarity, rhs: &Vector) {
        let factored = Factored::new(phi);
        let matrix = oracle::matrix(phi);
        let n = phi.nodes();
        assert_eq!(factored.rank(), oracle::rank(&matrix));
        assert_eq!(factored.invertible_modulo().is_some(), factored.rank() == n);
        if let Some(modulus) = factored.invertible_modulo() {
            let scaled: Vec<_> = (0..n).map(|i| phi.scaled_row(i)).collect();
            assert_eq!(oracle::rank_modulo(&scaled, modulus), n);
        }
        let kernel = factored.kernel().unwrap();
        assert_eq!(kernel.len(), n - factored.rank());
        for (k, free) in kernel.iter().zip(factored.free()) {
            assert!(phi.multiply(k).unwrap().is_zero() && k.entry(free) == 1);
        }
        check_solution(&factored, rhs);
    }

    fn check_solution(factored: &Factored, rhs: &Vector) {
        let phi = factored.similarity();
        let matrix = oracle::matrix(phi);
        let invertible = oracle::rank(&matrix) == phi.nodes();
        let exists = oracle::solve(&matrix, &rhs.to_rationals()).is_some();
        match factored.solve(rhs).unwrap() {
            Solution::Unique(x) => {
                assert!(invertible);
                assert_eq!(phi.multiply(&x).as_ref(), Some(rhs));
            }
            Solution::Family { particular } => {
                assert!(!invertible && exists);
                assert_eq!(phi.multiply(&particular).as_ref(), Some(rhs));
            }
            Solution::Inconsistent { kernel } => {
                assert!(!exists);
                assert!(phi.multiply(&kernel).unwrap().is_zero());
                assert!(kernel.dot(rhs).unwrap() < 0);
            }
        }
    }

    #[test]
    fn solutions_agree_with_naive_elimination_on_all_small_graphs() {
        for n in 1..=5 {
            for edges in connected_graphs(n) {
                for alpha in alphas() {
                    let phi = graph(&edges, n, alpha);
                    check(&phi, &Vector::ones(n));
                    check(&phi, &Vector::unit(n, n - 1));
                }
            }
        }
    }

    #[test]
    fn solutions_agree_with_naive_elimination_on_random_graphs() {
        for seed in 0..30 {
            let n = 4 + usize::try_from(seed).unwrap() % 9;
            let edges = random_connected(seed, n, n / 2);
            let phi = graph(&edges, n, alphas()[usize::try_from(seed).unwrap() % 8].clone());
            let rhs: Vec<_> = (1..=n as i64).map(|i| rational(i * i - 3, i + 1)).collect();
            check(&phi, &Vector::from_rationals(&rhs));
        }
    }

    #[test]
    fn the_weights_of_a_line_are_known() {
        // Interior nodes (1−α)/(1+α), ends 1/(1+α).
        let phi = line(40, rational(3, 5));
        let Some(Solution::Unique(z)) = Factored::new(&phi).solve(&Vector::ones(40)) else {
            panic!("a line is invertible");
        };
        assert_eq!(z.entry(0), rational(5, 8));
        assert_eq!(z.entry(17), rational(1, 4));
    }

    #[test]
    fn a_singular_inconsistent_graph_has_a_kernel_vector() {
        let phi = complete_bipartite(2, 5, rational(1, 2));
        let solution = Factored::new(&phi).solve(&Vector::ones(7)).unwrap();
        assert!(matches!(solution, Solution::Inconsistent { .. }));
    }

    #[test]
    fn alpha_one_has_a_rank_for_each_component() {
        let phi = graph(&[(0, 1), (1, 2), (3, 4)], 6, rational(1, 1));
        assert_eq!(Factored::new(&phi).rank(), 3);
        check(&phi, &Vector::ones(6));
        check(&phi, &Vector::unit(6, 1));
    }

    #[test]
    fn a_prime_that_divides_the_determinant_is_replaced() {
        // Modulo q only the entries at the largest distance are left.
        let phi = line(3, rational(1, i64::from(LARGEST_PRIME)));
        let block = PivotBlock::new(&phi, &[0, 1, 2], LARGEST_PRIME);
        assert_eq!(block.rank(), 2);
        let factored = Factored::new(&phi);
        assert_eq!(factored.rank(), 3);
        assert!(factored.invertible_modulo() < Some(LARGEST_PRIME.into()));
        check(&phi, &Vector::ones(3));
    }

    #[test]
    fn a_rank_hidden_by_the_prime_is_noticed() {
        // K3,3 is singular at 1/2, so the factorisation is accepted; K4 is singular modulo 5 alone.
        let phi = oracle::bipartite_and_complete();
        let order: Vec<usize> = (0..10).collect();
        let factored = Factored::starting_at(&phi, &order, 5);
        assert_eq!((factored.rank(), oracle::rank(&oracle::matrix(&phi))), (8, 9));
        assert_eq!(factored.kernel(), None);
        assert_eq!(factored.with_next_prime().rank(), 9);
        for rhs in (0..10).map(|k| Vector::unit(10, k)).chain([Vector::ones(10)]) {
            check_solution(&factored, &rhs);
        }
    }

    #[test]
    fn small_primes_prove_nothing_false() {
        for edges in connected_graphs(5) {
            for alpha in alphas() {
                let phi = graph(&edges, 5, alpha);
                let rank = oracle::rank(&oracle::matrix(&phi));
                for prime in [3, 5, 7] {
                    let factored = Factored::starting_at(&phi, &[4, 3, 2, 1, 0], prime);
                    assert_eq!(factored.invertible_modulo().is_some(), rank == 5);
                    check_solution(&factored, &Vector::ones(5));
                    check_solution(&factored, &Vector::unit(5, 2));
                }
            }
        }
    }

    #[test]
    fn a_right_hand_side_of_the_wrong_length_is_refused() {
        let phi = line(3, rational(1, 2));
        assert_eq!(Factored::new(&phi).solve(&Vector::ones(4)), None);
    }

    #[test]
    fn an_empty_graph_has_the_empty_solution() {
        let phi = graph(&[], 0, rational(1, 2));
        let solution = Factored::new(&phi).solve(&Vector::ones(0));
        assert_eq!(solution, Some(Solution::Unique(Vector::ones(0))));
    }
}
