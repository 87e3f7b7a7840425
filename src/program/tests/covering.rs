//! Coverings against all basic solutions and the exact simplex search, and those that floats get
//! wrong at first.

use malachite::base::num::arithmetic::traits::Pow;

use super::*;
use crate::program::covering::{BasicPoint, at_all_nodes, guided, searched};
use crate::program::float_basis::FloatSimplex;

const EXCHANGES: usize = 2000;

/// Panics unless floats alone propose what the exact search finds.
fn compare_guided(phi: &Similarity, prior: &Vector) {
    let found = guided(phi, prior, EXCHANGES).unwrap();
    let exact = searched(phi, prior).unwrap();
    assert_eq!(check_covering(phi, prior, &found), check_covering(phi, prior, &exact));
}

fn normalised(weights: &[Integer]) -> Vector {
    let sum = weights.iter().fold(Integer::from(0), |sum, weight| sum + weight);
    Vector::new(sum, weights.to_vec()).unwrap()
}

#[test]
fn coverings_agree_with_all_basic_solutions_of_small_graphs() {
    let mut random = Random(11);
    for n in 1..=3 {
        for edges in connected_graphs(n) {
            for alpha in alphas() {
                let phi = graph(&edges, n, alpha);
                let prior = random_prior(&mut random, n);
                // yΦ − s = prior.
                let mut rows = matrix(&phi);
                for (i, row) in rows.iter_mut().enumerate() {
                    row.extend((0..n).map(|j| rational(-i64::from(i == j), 1)));
                }
                let total = |y: Vec<Rational>| y[..n].iter().sum::<Rational>();
                let all = vertices(&rows, &prior.to_rationals());
                let least = all.into_iter().map(total).min();
                assert_eq!(Some(compare_covering(&phi, &prior)), least);
            }
        }
    }
}

#[test]
fn coverings_of_all_small_graphs_are_proved() {
    let mut random = Random(17);
    for edges in (1..=5).flat_map(|n| connected_graphs(n).into_iter().map(move |e| (n, e))) {
        let (n, edges) = edges;
        for alpha in alphas() {
            let phi = graph(&edges, n, alpha);
            compare_covering(&phi, &random_prior(&mut random, n));
        }
    }
}

proptest! {
    #[test]
    fn float_proposals_agree_with_the_exact_search(
        seed in any::<u64>(),
        weights in prop::collection::vec(prop_oneof![Just(0), Just(1), Just(2), 0i64..50], 1..8),
        more in 0usize..9,
        joined in any::<bool>(),
        alpha in prop::sample::select(vec![(1, 2), (1, 3), (2, 5), (3, 5), (3, 4), (9, 10), (1, 1)]),
    ) {
        let n = weights.len();
        let mut edges = random_connected(seed, n, more);
        if !joined {
            edges.truncate(n / 2);
        }
        let phi = graph(&edges, n, rational(alpha.0, alpha.1));
        let weights: Vec<Integer> = weights.iter().map(|&weight| Integer::from(weight)).collect();
        let prior = Vector::integral(weights);
        compare_guided(&phi, &prior);
        compare_covering(&phi, &prior);
    }

    #[test]
    fn twins_in_singular_graphs_are_covered(
        weights in prop::collection::vec(0i64..4, 6),
        many in prop::collection::vec(1i64..9, 8),
    ) {
        let integers = |weights: &[i64]| Vector::integral(weights.iter().map(|&w| Integer::from(w)).collect());
        compare_guided(&complete_bipartite(3, 3, rational(1, 2)), &integers(&weights));
        compare_guided(&complete_bipartite(4, 4, rational(1, 3)), &integers(&many));
    }
}

#[test]
fn the_star_has_a_covering_below_its_solution() {
    let phi = complete_bipartite(1, 3, rational(2, 3));
    let prior = Vector::from_rationals(&[27, 23, 23, 23].map(|n| rational(n, 96)));
    let answer = nonnegative_solution(&phi, &prior).unwrap().outcome;
    let Nonnegative::Found { y, .. } = &answer else {
        panic!("no solution");
    };
    assert_eq!(y.total(), rational(3, 8));
    assert_eq!(compare_covering(&phi, &prior), rational(23, 64));
}

#[test]
fn the_line_of_three_has_a_covering_of_seventeen_thirtieths() {
    let prior = Vector::from_rationals(&[5, 3, 2].map(|n| rational(n, 10)));
    assert_eq!(compare_covering(&line(3, rational(1, 2)), &prior), rational(17, 30));
}

#[test]
fn larger_graphs_are_covered() {
    let mut random = Random(3);
    for (seed, n) in [(1, 10), (2, 15), (3, 20), (4, 25)] {
        let phi = graph(&random_connected(seed, n, n / 2), n, rational(2, 3));
        compare_covering(&phi, &random_prior(&mut random, n));
    }
}

#[test]
fn a_random_graph_with_a_nearly_uniform_prior_is_covered() {
    let mut random = Random(120);
    let phi = graph(&random_connected(120, 120, 120), 120, rational(1, 3));
    let weights: Vec<Integer> = (0..120).map(|_| Integer::from(900 + random.below(201))).collect();
    compare_covering(&phi, &normalised(&weights));
}

#[test]
fn a_grid_with_a_skewed_prior_is_covered() {
    let right = (0..144).filter(|i| i % 12 != 11).map(|i| (i, i + 1));
    let down = (0..132).map(|i| (i, i + 12));
    let phi = graph(&right.chain(down).collect::<Vec<_>>(), 144, rational(2, 3));
    let mut random = Random(144);
    let weights: Vec<Integer> = (0..144).map(|_| Integer::from(1 + random.below(100).pow(3))).collect();
    compare_covering(&phi, &normalised(&weights));
}

#[test]
fn violations_below_the_precision_of_floats_are_found() {
    let mut random = Random(400);
    let mut refined = 0;
    for seed in 0..20 {
        let phi = graph(&random_connected(seed, 40, 0), 40, rational(1, 1000));
        let weights: Vec<Integer> = (0..40).map(|_| Integer::from(10).pow(random.below(60) as u64)).collect();
        let prior = normalised(&weights);
        check_covering(&phi, &prior, &guided(&phi, &prior, EXCHANGES).unwrap());
        let first = FloatSimplex::new(&phi, &prior, EXCHANGES).improve();
        let point = BasicPoint::at(&phi, &prior, &first);
        refined += usize::from(!point.is_ok_and(|point| point.is_optimal()));
    }
    assert!(refined > 0, "every first proposal was optimal");
}

#[test]
fn all_nodes_are_the_basis_of_a_regular_prior_only() {
    let phi = line(5, rational(1, 2));
    let ones = Vector::ones(5);
    assert_eq!(at_all_nodes(&phi, &ones), Ok(covering(&phi, &ones).unwrap()));
    assert_eq!(at_all_nodes(&phi, &Vector::unit(5, 2)), Err(1));
    assert_eq!(at_all_nodes(&complete_bipartite(3, 3, rational(1, 2)), &Vector::ones(6)), Err(1));
}

#[test]
fn without_exchanges_nothing_is_proposed() {
    let phi = line(5, rational(1, 2));
    assert_eq!(guided(&phi, &Vector::ones(5), 0), Err(1));
    let why = NoCovering::NotFound { nodes: 5, tried: 1 }.to_string();
    assert!(why.contains("none of 1 bases"), "{why}");
}
