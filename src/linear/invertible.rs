//! Whether Φ is invertible, modulo a prime.
//!
//! With W the weights, WΦ is symmetric, and so is what elimination leaves of it as long as pivots are taken on the
//! diagonal: half of the entries are enough.

use crate::effort::{spend, steps};
use std::iter;

use rayon::prelude::*;

use super::Similarity;
use super::modular::{PANEL, inverse_of, is_of_full_rank};
use super::residue::{LARGEST_PRIME, Modulus, add_combination, multiply, negated, prime_below};
use crate::timing::Part;

/// A prime below 2^28 modulo which q^D·Φ is invertible, and so Φ is; `None` if three primes are none.
///
/// Cost: about n³/6 multiplications of words for each; three times that where a block on the diagonal is singular.
#[must_use]
pub fn invertible_modulo(phi: &Similarity) -> Option<u64> {
    let primes = iter::successors(Some(LARGEST_PRIME), |&prime| Some(prime_below(prime)));
    primes.take(3).find(|&prime| is_invertible(phi, prime)).map(u64::from)
}

fn is_invertible(phi: &Similarity, prime: u32) -> bool {
    let part = Part::begin("invertibility");
    let nodes = phi.nodes();
    let invertible = invertible_on_the_diagonal(phi, prime) || is_of_full_rank(phi.residues(prime), nodes, prime);
    part.end(format_args!("{nodes} rows modulo {prime}: {invertible}"));
    invertible
}

/// Whether all blocks are invertible that elimination along the diagonal comes to; q^D·Φ is invertible then.
///
/// With the block P of the first rows and columns, M − M\[·,P\]·M\[P,P\]^-1·M\[P,·\] is symmetric if M is, and
/// det M is its determinant on the other rows times that of M\[P,P\]. Weights are below the prime, so that they change
/// nothing.
fn invertible_on_the_diagonal(phi: &Similarity, prime: u32) -> bool {
    let (nodes, modulus) = (phi.nodes(), Modulus::new(prime));
    // Only what is on the diagonal and above it is looked at and kept up.
    let mut cells = phi.residues(prime);
    for (i, row) in cells.chunks_mut(nodes.max(1)).enumerate().filter(|&(i, _)| phi.weight(i) != 1) {
        row.iter_mut().for_each(|cell| *cell = multiply(*cell, phi.weight(i), prime));
    }
    for start in (0..nodes).step_by(PANEL) {
        spend(steps(nodes - start, nodes - start, PANEL) / 8);
        let end = (start + PANEL).min(nodes);
        let (done, left) = cells.split_at_mut(end * nodes);
        let row = |i: usize| &done[i * nodes..(i + 1) * nodes];
        let block = (start..end).map(|i| (start..end).map(|j| row(i.min(j))[i.max(j)]).collect()).collect();
        let Some(inverse) = inverse_of(block, modulus) else { return false };
        let above: Vec<&[u32]> = (start..end).map(|i| &row(i)[end..]).collect();
        let solved = |factors: &Vec<u32>| -> Vec<u32> {
            let mut sums = vec![0; nodes - end];
            add_combination(&mut sums, factors, &above);
            sums.into_iter().map(|sum| modulus.reduce(sum)).collect()
        };
        let solved: Vec<Vec<u32>> = inverse.iter().map(solved).collect();
        let update = |(i, row): (usize, &mut [u32])| {
            let cells = &mut row[end + i..];
            let factors: Vec<u32> = above.iter().map(|row| negated(row[i], prime)).collect();
            let right: Vec<&[u32]> = solved.iter().map(|row| &row[i..]).collect();
            let mut sums: Vec<u64> = cells.iter().map(|&cell| cell.into()).collect();
            add_combination(&mut sums, &factors, &right);
            cells.iter_mut().zip(sums).for_each(|(cell, sum)| *cell = modulus.reduce(sum));
        };
        left.par_chunks_mut(nodes).with_min_len(16).enumerate().for_each(update);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{complete_bipartite, graph, line, random_connected, rational};
    use crate::linear::{Partition, Vector};

    #[test]
    fn both_eliminations_agree() {
        for (seed, n) in [(1, 5), (2, 32), (3, 33), (4, 70), (5, 130)] {
            let phi = graph(&random_connected(seed, n, n), n, rational(2, 5));
            assert!(invertible_on_the_diagonal(&phi, LARGEST_PRIME), "{seed}");
            assert!(is_of_full_rank(phi.residues(LARGEST_PRIME), n, LARGEST_PRIME), "{seed}");
        }
        let line = line(70, rational(1, 2));
        let folded = line.quotient(&Partition::coarsest_equitable(&line, &Vector::ones(70)).unwrap());
        assert!(invertible_on_the_diagonal(&folded, LARGEST_PRIME));
        assert_eq!(invertible_modulo(&folded), Some(LARGEST_PRIME.into()));
    }

    #[test]
    fn a_singular_matrix_is_seen() {
        for (n, reciprocal) in [(3, 2), (40, 39)] {
            let phi = complete_bipartite(n, n, rational(1, reciprocal));
            assert_eq!(invertible_modulo(&phi), None, "{n}");
        }
    }
}
