//! Equitable partitions of the nodes, by colour refinement.

use crate::effort::{spend, steps};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use malachite::Integer;
use rayon::prelude::*;

use super::{Partition, Similarity, Vector};
use crate::timing::Part;

impl Partition {
    /// The coarsest equitable partition on whose cells `rhs` is constant: every node of a cell sees
    /// the same number of nodes of each other cell at each distance.
    ///
    /// If y ≥ 0 solves yΦ = rhs (or yΦ ≥ rhs), so does its average over the cells, with the same
    /// total: averaging commutes with Φ, since the partition is equitable and Φ symmetric, and it
    /// leaves rhs alone (Godsil, Royle, Algebraic Graph Theory, 9.3).
    ///
    /// `None` if rhs does not have n entries. Cost: n² log n for each round; most graphs need a few
    /// rounds, none more than n. The matrix keeps that of a rhs whose entries are equal.
    #[must_use]
    pub fn coarsest_equitable(phi: &Similarity, rhs: &Vector) -> Option<Self> {
        let find = || Self::refined(phi, rhs);
        let is_constant = rhs.numerators().windows(2).all(|pair| pair[0] == pair[1]);
        let found = || if is_constant { phi.symmetry().get_or_init(find) } else { find() };
        (rhs.len() == phi.nodes()).then(found)
    }

    fn refined(phi: &Similarity, rhs: &Vector) -> Self {
        let part = Part::begin("symmetry");
        let mut colours = ranks(rhs.numerators().iter().collect::<Vec<&Integer>>());
        let mut count = distinct(&colours);
        while count < phi.nodes() {
            spend(steps(phi.nodes(), phi.nodes(), 8));
            let signature = |i| (colours[i], fingerprint(&phi.signature(i, &colours)));
            let refined = ranks((0..phi.nodes()).into_par_iter().map(signature).collect());
            let now = distinct(&refined);
            colours = refined;
            if now == count {
                break;
            }
            count = now;
        }
        let cell_of = colours.iter().map(|&colour| colour as usize).collect();
        part.end(format_args!("{} nodes in {count} cells", phi.nodes()));
        Self::new(cell_of, count)
    }
}

/// 128 bits of a signature, so that no more than these are kept of it. Should two different ones ever have the same,
/// the partition is too coarse, and what is found by it is refused by the verifier.
fn fingerprint(signature: &[u32]) -> [u64; 2] {
    [0u8, 1].map(|seed| {
        let mut hasher = DefaultHasher::new();
        (seed, signature).hash(&mut hasher);
        hasher.finish()
    })
}

/// The rank of each key in the order of first appearance of the distinct keys.
fn ranks<K: Ord>(keys: Vec<K>) -> Vec<u32> {
    let mut seen = BTreeMap::new();
    let rank = |key| {
        let next = u32::try_from(seen.len()).unwrap_or(u32::MAX);
        *seen.entry(key).or_insert(next)
    };
    keys.into_iter().map(rank).collect()
}

fn distinct(colours: &[u32]) -> usize {
    colours.iter().max().map_or(0, |&most| most as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::oracle::{graph, line, random_connected, rational};

    #[test]
    fn a_line_folds_in_the_middle() {
        let phi = line(7, rational(1, 2));
        let partition = Partition::coarsest_equitable(&phi, &Vector::ones(7)).unwrap();
        assert_eq!(partition.cells(), [vec![0, 6], vec![1, 5], vec![2, 4], vec![3]]);
    }

    #[test]
    fn the_right_hand_side_is_respected() {
        let phi = line(4, rational(1, 2));
        let partition = Partition::coarsest_equitable(&phi, &Vector::unit(4, 1)).unwrap();
        assert!(partition.is_discrete());
    }

    #[test]
    fn multiplying_commutes_with_the_quotient() {
        for seed in 0..40 {
            let phi = graph(&random_connected(seed, 6, 3), 6, rational(2, 5));
            let partition = Partition::coarsest_equitable(&phi, &Vector::ones(6)).unwrap();
            let quotient = phi.quotient(&partition);
            let count = i64::try_from(partition.cells().len()).unwrap();
            let values = (1..=count).map(|k| rational(k * k + 1, 3)).collect::<Vec<_>>();
            let values = Vector::from_rationals(&values);
            let product = quotient.multiply(&values).unwrap();
            let whole = phi.multiply(&partition.spread(&values)).unwrap();
            assert_eq!(partition.spread(&product), whole, "seed {seed}");
            assert_eq!(partition.gather(&whole), product, "seed {seed}");
            assert_eq!(quotient.total(&values), Some(partition.spread(&values).total()));
        }
    }

    #[test]
    fn a_quotient_moves_to_another_alpha() {
        let edges = random_connected(3, 6, 3);
        let [here, there] = [rational(2, 5), rational(3, 7)].map(|alpha| graph(&edges, 6, alpha));
        let partition = Partition::coarsest_equitable(&here, &Vector::ones(6)).unwrap();
        let ones = Vector::ones(partition.cells().len());
        let moved = here.quotient(&partition).at(rational(3, 7)).unwrap();
        assert_eq!(moved.multiply(&ones), there.quotient(&partition).multiply(&ones));
        assert!(here.at(rational(1, 1)).is_none() && graph(&edges, 6, rational(1, 1)).at(rational(1, 2)).is_none());
    }
}
