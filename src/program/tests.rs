//! Every witness against its defining inequalities, and every fate against all basic solutions.

mod covering;

use malachite::Integer;
use malachite::rational::Rational;
use proptest::prelude::*;

use super::*;
use crate::linear::oracle::{
    Random, alphas, bipartite_and_complete, complete_bipartite, connected_graphs, graph, line, matrix,
    random_connected, rank_modulo, rational, vertices,
};
use crate::linear::{Factored, Similarity, Vector};

/// Whether every entry of u is at least that of v.
fn covers(u: &Vector, v: &Vector) -> bool {
    assert_eq!(u.len(), v.len());
    u.to_rationals().iter().zip(v.to_rationals()).all(|(u, v)| *u >= v)
}

fn times(phi: &Similarity, v: &Vector) -> Vector {
    phi.multiply(v).unwrap()
}

/// Panics unless the witness proves what it says; returns whether there is a solution.
fn check_nonnegative(phi: &Similarity, rhs: &Vector, answer: &Nonnegative) -> bool {
    match answer {
        Nonnegative::Found { y, v } => {
            assert!(y.is_nonnegative());
            assert_eq!(times(phi, y), *rhs);
            assert!(covers(&Vector::ones(phi.nodes()), &times(phi, v)));
            assert_eq!(rhs.dot(v), Some(y.total()));
            true
        }
        Nonnegative::None { w } => {
            assert!(times(phi, w).is_nonnegative());
            assert!(rhs.dot(w).unwrap() < 0);
            false
        }
    }
}

/// Panics unless the witness proves what it says; returns whether z is the only solution.
fn check_uniqueness(phi: &Similarity, z: &Vector, answer: &Uniqueness) -> bool {
    match answer {
        Uniqueness::Second(other) => {
            assert!(other.is_nonnegative() && other != z);
            assert_eq!(times(phi, other), Vector::ones(phi.nodes()));
            false
        }
        Uniqueness::Only { modulus, w } => {
            let on_support = columns(phi, &z.support());
            assert_eq!(rank_modulo(&on_support, *modulus), z.support().len());
            let product = times(phi, w);
            for i in 0..phi.nodes() {
                if z.entry(i) > 0 { assert_eq!(product.entry(i), 0) } else { assert!(product.entry(i) > 0) }
            }
            true
        }
    }
}

/// The rows of q^D·Φ, cut down to these columns.
fn columns(phi: &Similarity, chosen: &[usize]) -> Vec<Vec<Integer>> {
    let cut = |row: Vec<Integer>| chosen.iter().map(|&j| row[j].clone()).collect();
    (0..phi.nodes()).map(|i| cut(phi.scaled_row(i))).collect()
}

/// Panics unless the two prove each other optimal; returns the optimum.
fn check_covering(phi: &Similarity, prior: &Vector, answer: &Covering) -> Rational {
    let Covering { y, v } = answer;
    assert!(y.is_nonnegative() && v.is_nonnegative());
    assert!(covers(&times(phi, y), prior));
    assert!(covers(&Vector::ones(phi.nodes()), &times(phi, v)));
    assert_eq!(prior.dot(v), Some(y.total()));
    y.total()
}

/// Decides nonnegative_solution both ways, checks it, and compares with all basic solutions.
fn compare_nonnegative(phi: &Similarity, rhs: &Vector) -> Vec<Vector> {
    let all: Vec<Vector> =
        vertices(&matrix(phi), &rhs.to_rationals()).iter().map(|y| Vector::from_rationals(y)).collect();
    let least = all.iter().map(Vector::total).min();
    let folded = nonnegative_solution(phi, rhs).unwrap().outcome;
    let whole = nonnegative_solution_factored(&Factored::new(phi), rhs).unwrap();
    for answer in [folded, whole] {
        let found = check_nonnegative(phi, rhs, &answer);
        assert_eq!(found, least.is_some());
        if let Nonnegative::Found { y, .. } = answer {
            assert_eq!(Some(y.total()), least);
        }
    }
    all
}

fn compare_covering(phi: &Similarity, prior: &Vector) -> Rational {
    let folded = covering(phi, prior).unwrap();
    let whole = covering_of_all(phi, prior).unwrap();
    let optimum = check_covering(phi, prior, &folded);
    assert_eq!(check_covering(phi, prior, &whole), optimum);
    optimum
}

fn compare_uniqueness(phi: &Similarity, solutions: &[Vector]) {
    let Some(first) = solutions.first() else {
        return;
    };
    let mut middle = first.clone();
    for (k, other) in (2..).zip(&solutions[1..]) {
        let t = rational(1, k);
        let difference = other.add_multiple(&rational(-1, 1), &middle).unwrap();
        middle = middle.add_multiple(&t, &difference).unwrap();
    }
    for z in solutions.iter().chain([&middle]) {
        let only = check_uniqueness(phi, z, &uniqueness(phi, z).unwrap());
        assert_eq!(only, solutions.len() == 1);
    }
}

fn random_prior(random: &mut Random, n: usize) -> Vector {
    let weight = |_| i64::try_from(random.below(7)).unwrap();
    let weights: Vec<i64> = (0..n).map(weight).collect();
    let sum = weights.iter().sum::<i64>().max(1);
    let entries: Vec<Rational> = weights.iter().map(|&w| rational(w, sum)).collect();
    Vector::from_rationals(&entries)
}

#[test]
fn all_small_graphs_agree_with_all_basic_solutions() {
    let mut fates = [0; 3];
    for n in 1..=5 {
        for edges in connected_graphs(n) {
            for alpha in alphas() {
                let phi = graph(&edges, n, alpha);
                let solutions = compare_nonnegative(&phi, &Vector::ones(n));
                fates[solutions.len().min(2)] += 1;
                compare_uniqueness(&phi, &solutions);
            }
        }
    }
    assert!(fates.iter().all(|&count| count > 0), "a fate never occurred: {fates:?}");
}

#[test]
fn a_rank_hidden_by_the_prime_changes_no_fate() {
    let phi = bipartite_and_complete();
    let order: Vec<usize> = (0..10).collect();
    let mut random = Random(29);
    let mut fates = [0; 2];
    for _ in 0..40 {
        let prior = random_prior(&mut random, 10);
        for rhs in [times(&phi, &prior), prior, Vector::ones(10)] {
            let factored = Factored::starting_at(&phi, &order, 5);
            assert_eq!(factored.kernel(), None);
            let answer = nonnegative_solution_factored(&factored, &rhs).unwrap();
            fates[usize::from(check_nonnegative(&phi, &rhs, &answer))] += 1;
        }
    }
    assert!(fates.iter().all(|&count| count > 0));
}

#[test]
fn random_right_hand_sides_agree_with_all_basic_solutions() {
    let mut random = Random(5);
    for seed in 0..250 {
        let n = 2 + random.below(5);
        let alpha = alphas()[random.below(8)].clone();
        let more = random.below(6);
        let phi = graph(&random_connected(seed, n, more), n, alpha);
        let prior = random_prior(&mut random, n);
        compare_nonnegative(&phi, &prior);
        // A right-hand side that has a solution, also where Φ is singular.
        let product = times(&phi, &prior);
        assert!(!compare_nonnegative(&phi, &product).is_empty());
        compare_covering(&phi, &prior);
        let ones = compare_nonnegative(&phi, &Vector::ones(n));
        compare_uniqueness(&phi, &ones);
    }
}

proptest! {
    #[test]
    fn arbitrary_right_hand_sides_are_decided(
        seed in any::<u64>(),
        entries in prop::collection::vec((-30i64..30, 1i64..9), 2..8),
        alpha in (1i64..12, 0i64..12),
    ) {
        let n = entries.len();
        let phi = graph(&random_connected(seed, n, n / 2), n, rational(alpha.0, alpha.0 + alpha.1));
        let entries: Vec<Rational> = entries.iter().map(|&(n, d)| rational(n, d)).collect();
        let rhs = Vector::from_rationals(&entries);
        check_nonnegative(&phi, &rhs, &nonnegative_solution(&phi, &rhs).unwrap().outcome);
        compare_covering(&phi, &rhs);
    }
}

fn only_solution(phi: &Similarity) -> (Vector, Uniqueness) {
    let rhs = Vector::ones(phi.nodes());
    let answer = nonnegative_solution(phi, &rhs).unwrap().outcome;
    assert!(check_nonnegative(phi, &rhs, &answer));
    let Nonnegative::Found { y, .. } = answer else {
        panic!("no solution");
    };
    let unique = uniqueness(phi, &y).unwrap();
    check_uniqueness(phi, &y, &unique);
    (y, unique)
}

#[test]
fn k33_at_one_half_has_many_solutions() {
    let phi = complete_bipartite(3, 3, rational(1, 2));
    let (z, unique) = only_solution(&phi);
    assert_eq!(z.total(), 2);
    assert!(matches!(unique, Uniqueness::Second(_)));
    assert_eq!(Factored::new(&phi).invertible_modulo(), None);
}

#[test]
fn k44_at_one_third_has_total_three() {
    let (z, unique) = only_solution(&complete_bipartite(4, 4, rational(1, 3)));
    assert_eq!(z.total(), 3);
    assert!(matches!(unique, Uniqueness::Second(_)));
}

#[test]
fn k25_at_one_half_has_no_solution_of_any_sign() {
    let phi = complete_bipartite(2, 5, rational(1, 2));
    let rhs = Vector::ones(7);
    let answer = nonnegative_solution(&phi, &rhs).unwrap().outcome;
    assert!(!check_nonnegative(&phi, &rhs, &answer));
    let Nonnegative::None { w } = answer else {
        panic!("a solution");
    };
    assert!(times(&phi, &w).is_zero());
}

#[test]
fn k33_with_two_pendants_is_singular_with_an_only_solution() {
    let mut edges: Vec<_> = (0..3).flat_map(|i| (3..6).map(move |j| (i, j))).collect();
    edges.extend([(0, 6), (0, 7)]);
    let phi = graph(&edges, 8, rational(1, 2));
    let (z, unique) = only_solution(&phi);
    let expected = [0, 2, 2, 0, 0, 0, 2, 2].map(|n| rational(n, 3));
    assert_eq!(z, Vector::from_rationals(&expected));
    assert!(matches!(unique, Uniqueness::Only { .. }));
    assert_eq!(Factored::new(&phi).rank(), 7);
}

#[test]
fn singular_quotients_with_cells_of_several_sizes_are_decided() {
    let mut pendants: Vec<_> = (0..3).flat_map(|i| (3..6).map(move |j| (i, j))).collect();
    pendants.extend([(0, 6), (0, 7)]);
    let half = rational(1, 2);
    let graphs = [
        (complete_bipartite(2, 5, half.clone()), [0, 0, 1, 1, 1, 1, 1, 0].as_slice()),
        (graph(&pendants, 8, half), [0, 1, 1, 2, 2, 2, 3, 3].as_slice()),
    ];
    let mut random = Random(31);
    let mut fates = [0; 2];
    for (phi, cells) in graphs {
        assert_eq!(Factored::new(&phi).invertible_modulo(), None);
        for _ in 0..60 {
            let values: Vec<i64> = (0..4).map(|_| i64::try_from(random.below(6)).unwrap() - 2).collect();
            let entries = (0..phi.nodes()).map(|i| rational(values[cells[i]], 1));
            let rhs = times(&phi, &Vector::from_rationals(&entries.collect::<Vec<_>>()));
            let answer = nonnegative_solution(&phi, &rhs).unwrap().outcome;
            fates[usize::from(check_nonnegative(&phi, &rhs, &answer))] += 1;
        }
    }
    assert!(fates.iter().all(|&count| count > 0));
}

#[test]
fn the_star_at_two_thirds_has_a_negative_centre() {
    let phi = complete_bipartite(1, 3, rational(2, 3));
    let rhs = Vector::ones(4);
    let answer = nonnegative_solution(&phi, &rhs).unwrap().outcome;
    assert!(!check_nonnegative(&phi, &rhs, &answer));
    let Nonnegative::None { w } = answer else {
        panic!("a solution");
    };
    assert_eq!(times(&phi, &w), Vector::unit(4, 0));
    assert_eq!(w.total(), rational(-1, 5));
}

#[test]
fn components_are_decided_together() {
    let phi = graph(&[(0, 1), (2, 3), (3, 4)], 6, rational(1, 2));
    let (z, unique) = only_solution(&phi);
    assert_eq!(z.total(), rational(4, 3) + rational(5, 3) + rational(1, 1));
    assert!(matches!(unique, Uniqueness::Only { .. }));
    compare_covering(&phi, &Vector::from_rationals(&[9, 1, 0, 4, 1, 5].map(|n| rational(n, 20))));
}

#[test]
fn alpha_one_puts_one_on_each_component() {
    let phi = graph(&[(0, 1), (1, 2), (3, 4)], 6, rational(1, 1));
    let (z, unique) = only_solution(&phi);
    assert_eq!(z.total(), 3);
    assert!(matches!(unique, Uniqueness::Second(_)));
    let prior = Vector::from_rationals(&[1, 2, 3, 4, 5, 5].map(|n| rational(n, 20)));
    assert_eq!(compare_covering(&phi, &prior), rational(3 + 5 + 5, 20));
    let answer = nonnegative_solution(&phi, &prior).unwrap().outcome;
    assert!(!check_nonnegative(&phi, &prior, &answer));
}

#[test]
fn wrong_lengths_and_non_solutions_are_refused() {
    let phi = line(3, rational(1, 2));
    assert_eq!(nonnegative_solution(&phi, &Vector::ones(2)), None);
    assert_eq!(covering(&phi, &Vector::ones(4)), Err(NoCovering::PriorLength { found: 4, expected: 3 }));
    assert_eq!(uniqueness(&phi, &Vector::ones(3)), None);
    assert_eq!(uniqueness(&phi, &Vector::ones(2)), None);
}
