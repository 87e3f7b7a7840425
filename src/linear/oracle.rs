//! For tests: graphs, and elimination over the rationals that is too simple to be wrong.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Mod;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

use super::Similarity;

/// n/d.
pub(crate) fn rational(n: i64, d: i64) -> Rational {
    Rational::from_signeds(n, d)
}

/// The values of α that the tests try.
pub(crate) fn alphas() -> Vec<Rational> {
    let pairs = [(1, 2), (1, 3), (2, 5), (3, 5), (3, 4), (9, 10), (1, 1), (1, 7)];
    pairs.iter().map(|&(n, d)| rational(n, d)).collect()
}

/// Distances by relaxing all pairs (Floyd, Warshall).
pub(crate) fn distances(edges: &[(usize, usize)], n: usize) -> Vec<Vec<u32>> {
    let mut d = vec![vec![u32::MAX; n]; n];
    (0..n).for_each(|i| d[i][i] = 0);
    for &(i, j) in edges {
        d[i][j] = 1;
        d[j][i] = 1;
    }
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                d[i][j] = d[i][j].min(d[i][k].saturating_add(d[k][j]));
            }
        }
    }
    d
}

/// The similarity matrix of a graph given by its edges.
pub(crate) fn graph(edges: &[(usize, usize)], n: usize, alpha: Rational) -> Similarity {
    Similarity::new(alpha, &distances(edges, n)).unwrap()
}

/// 0 - 1 - ... - n−1.
pub(crate) fn line(n: usize, alpha: Rational) -> Similarity {
    let edges: Vec<_> = (1..n).map(|i| (i - 1, i)).collect();
    graph(&edges, n, alpha)
}

/// Sides 0..m and m..m+n.
pub(crate) fn complete_bipartite(m: usize, n: usize, alpha: Rational) -> Similarity {
    let edges: Vec<_> = (0..m).flat_map(|i| (m..m + n).map(move |j| (i, j))).collect();
    graph(&edges, m + n, alpha)
}

/// K3,3 on 0..6 beside K4 on 6..10, at α = 1/2: K3,3 is singular, K4 has determinant 5/16.
pub(crate) fn bipartite_and_complete() -> Similarity {
    let mut edges: Vec<_> = (0..3).flat_map(|i| (3..6).map(move |j| (i, j))).collect();
    edges.extend((6..10).flat_map(|j| (6..j).map(move |i| (i, j))));
    graph(&edges, 10, rational(1, 2))
}

/// Pseudo-random numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % bound.max(1) as u64).unwrap()
    }
}

/// A random tree and some more random edges.
pub(crate) fn random_connected(seed: u64, n: usize, more: usize) -> Vec<(usize, usize)> {
    let mut random = Random(seed);
    let mut edges: Vec<_> = (1..n).map(|i| (random.below(i), i)).collect();
    for _ in 0..more {
        let (i, j) = (random.below(n), random.below(n));
        if i != j {
            edges.push((i, j));
        }
    }
    edges
}

/// The edge sets of all connected graphs with these labelled nodes where node i > 0 has a smaller
/// neighbour: every connected graph has such a labelling.
pub(crate) fn connected_graphs(n: usize) -> Vec<Vec<(usize, usize)>> {
    let pairs: Vec<_> = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
    let chosen = |mask: &usize| -> Vec<(usize, usize)> {
        let bit = |k: &usize| mask >> k & 1 == 1;
        (0..pairs.len()).filter(bit).map(|k| pairs[k]).collect()
    };
    let grows = |edges: &Vec<_>| (1..n).all(|j| edges.iter().any(|&(_, k)| k == j));
    (0..1 << pairs.len()).map(|mask| chosen(&mask)).filter(grows).collect()
}

/// Φ in full.
pub(crate) fn matrix(phi: &Similarity) -> Vec<Vec<Rational>> {
    let n = phi.nodes();
    let row = |i| (0..n).map(|j| phi.entry(i, j)).collect();
    (0..n).map(row).collect()
}

/// Gauss–Jordan elimination: the reduced rows and their pivot columns.
fn reduced(matrix: &[Vec<Rational>], columns: usize) -> (Vec<Vec<Rational>>, Vec<usize>) {
    let mut rows = matrix.to_vec();
    let mut pivots = Vec::new();
    for column in 0..columns {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|&r| rows[r][column] != 0) else {
            continue;
        };
        rows.swap(done, found);
        let scale = Rational::ONE / &rows[done][column];
        rows[done].iter_mut().for_each(|entry| *entry *= &scale);
        let pivot = rows[done].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if r != done && row[column] != 0 {
                let factor = row[column].clone();
                for (entry, other) in row.iter_mut().zip(&pivot) {
                    *entry -= &factor * other;
                }
            }
        }
        pivots.push(column);
    }
    (rows, pivots)
}

/// The rank.
pub(crate) fn rank(matrix: &[Vec<Rational>]) -> usize {
    reduced(matrix, matrix.first().map_or(0, Vec::len)).1.len()
}

/// The rank modulo a prime.
pub(crate) fn rank_modulo(matrix: &[Vec<Integer>], prime: u64) -> usize {
    let residue = |entry: &Integer| u64::try_from(&entry.mod_op(&Integer::from(prime))).unwrap();
    let mut rows: Vec<Vec<u64>> = matrix.iter().map(|row| row.iter().map(residue).collect()).collect();
    let mut rank = 0;
    for column in 0..matrix.first().map_or(0, Vec::len) {
        let Some(found) = (rank..rows.len()).find(|&r| rows[r][column] != 0) else {
            continue;
        };
        rows.swap(rank, found);
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let (a, b) = (pivot[column], prime - row[column]);
            for (entry, other) in row.iter_mut().zip(&pivot) {
                *entry = (a * *entry + b * other) % prime;
            }
        }
        rank += 1;
    }
    rank
}

/// One x with matrix·x = rhs, zero outside the pivot columns.
pub(crate) fn solve(matrix: &[Vec<Rational>], rhs: &[Rational]) -> Option<Vec<Rational>> {
    let columns = matrix.first().map_or(0, Vec::len);
    let extended = matrix.iter().zip(rhs).map(|(row, b)| {
        let mut row = row.clone();
        row.push(b.clone());
        row
    });
    let (rows, pivots) = reduced(&extended.collect::<Vec<_>>(), columns);
    if rows[pivots.len()..].iter().any(|row| row[columns] != 0) {
        return None;
    }
    let mut x = vec![Rational::ZERO; columns];
    for (row, &pivot) in rows.iter().zip(&pivots) {
        x[pivot] = row[columns].clone();
    }
    Some(x)
}

/// All basic solutions of matrix·x = rhs, x ≥ 0: those whose support has independent columns.
pub(crate) fn vertices(matrix: &[Vec<Rational>], rhs: &[Rational]) -> Vec<Vec<Rational>> {
    let columns = matrix.first().map_or(0, Vec::len);
    let mut found = Vec::new();
    for mask in 0..1usize << columns {
        let chosen: Vec<usize> = (0..columns).filter(|k| mask >> k & 1 == 1).collect();
        let part: Vec<Vec<Rational>> =
            matrix.iter().map(|row| chosen.iter().map(|&j| row[j].clone()).collect()).collect();
        if rank(&part) < chosen.len() {
            continue;
        }
        let Some(values) = solve(&part, rhs) else {
            continue;
        };
        if values.iter().all(|value| *value > 0) {
            let mut x = vec![Rational::ZERO; columns];
            chosen.iter().zip(values).for_each(|(&j, value)| x[j] = value);
            found.push(x);
        }
    }
    found
}
