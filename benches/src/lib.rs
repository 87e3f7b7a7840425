//! What the benchmarks measure on: random graphs that are the same every time.

use dp_certify::linear::Similarity;
use malachite::rational::Rational;

/// Φ, the matrix of all α^d on a connected graph of average degree 4: a random tree and as many random edges again.
pub fn random(nodes: usize) -> Similarity {
    let mut state = 1u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut neighbours = vec![Vec::new(); nodes];
    let tree: Vec<(usize, usize)> = (1..nodes).map(|i| (below(i), i)).collect();
    let others: Vec<(usize, usize)> = (0..nodes).map(|i| (i, (i + 1 + below(nodes - 1)) % nodes)).collect();
    for (i, j) in tree.into_iter().chain(others) {
        neighbours[i].push(j);
        neighbours[j].push(i);
    }
    let from = |start: usize| {
        let mut distances = vec![u32::MAX; nodes];
        distances[start] = 0;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&i) = reached.get(next) {
            next += 1;
            for &j in &neighbours[i] {
                if distances[j] == u32::MAX {
                    distances[j] = distances[i] + 1;
                    reached.push(j);
                }
            }
        }
        distances
    };
    let distances: Vec<Vec<u32>> = (0..nodes).map(from).collect();
    Similarity::new(Rational::from_signeds(1, 3), &distances).expect("a graph")
}
