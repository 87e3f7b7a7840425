//! The transformations of the papers' proofs keep what their lemmas say, on random channels.

use crate::random::cases;
use dp_certify::graph::{Edge, complete, distances, hamming, line, ring};
use dp_certify::program::geometric_inverse;
use dp_certify::transform::{
    Channel, averaged, averaged_by_distance, diagonal, from_geometric, in_favour, least_delta, parts_of_one_ratio,
};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::collection::vec;
use proptest::prelude::*;

fn row(weights: &[u32]) -> Vec<Rational> {
    let total = Rational::from(weights.iter().sum::<u32>());
    weights.iter().map(|&w| Rational::from(w) / &total).collect()
}

/// n rows of m outputs that sum to 1; no entry is 0, so that some α > 0 is allowed.
fn channel(n: usize, m: usize) -> impl Strategy<Value = Channel> {
    vec(vec(1u32..9, m), n).prop_map(|rows| rows.iter().map(|weights| row(weights)).collect())
}

fn any_channel() -> impl Strategy<Value = Channel> {
    (1usize..5, 1usize..6).prop_flat_map(|(n, m)| channel(n, m))
}

/// The largest α for which α·x_io ≤ x_ho on all edges.
fn alpha_max(rows: &[Vec<Rational>], edges: &[Edge]) -> Rational {
    let both = edges.iter().flat_map(|&[i, h]| [(i, h), (h, i)]);
    let ratios = both.flat_map(|(i, h)| rows[i].iter().zip(&rows[h]).filter(|(x, _)| **x > 0u32).map(|(x, y)| y / x));
    ratios.min().unwrap_or(Rational::ONE)
}

fn is_stochastic(rows: &[Vec<Rational>]) -> bool {
    rows.iter().all(|row| row.iter().sum::<Rational>() == Rational::ONE && row.iter().all(|x| *x >= 0u32))
}

fn trace(rows: &[Vec<Rational>]) -> Rational {
    (0..rows.len()).map(|i| rows[i][i].clone()).sum()
}

fn largest_in_columns(rows: &[Vec<Rational>]) -> Rational {
    (0..rows[0].len()).map(|o| rows.iter().map(|row| row[o].clone()).max().expect("rows")).sum()
}

/// A graph on which every distance is had equally often, and its automorphisms that are translations.
fn transitive() -> impl Strategy<Value = (Vec<Edge>, usize, Vec<Vec<usize>>)> {
    let shifts = |n: usize| (0..n).map(|g| (0..n).map(|i| (g + i) % n).collect()).collect();
    let flips = |n: usize| (0..n).map(|g| (0..n).map(|i| g ^ i).collect()).collect();
    prop_oneof![
        (3usize..7).prop_map(move |n| (ring(n), n, shifts(n))),
        (2usize..6).prop_map(move |n| (complete(n), n, shifts(n))),
        (1usize..4).prop_map(move |u| (hamming(2, u), 1 << u, flips(1 << u))),
    ]
}

fn transitive_channel() -> impl Strategy<Value = (Vec<Edge>, Vec<Vec<usize>>, Channel)> {
    transitive().prop_flat_map(|(edges, n, moves)| (Just(edges), Just(moves), channel(n, n)))
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn maxima_on_the_diagonal(x in any_channel()) {
        let square = diagonal(&x).expect("a channel");
        prop_assert!(is_stochastic(&square));
        prop_assert!((0..x.len()).all(|j| square.iter().all(|row| row[j] <= square[j][j])));
        prop_assert_eq!(trace(&square), largest_in_columns(&x));
        for edges in [line(x.len()), complete(x.len())] {
            prop_assert!(alpha_max(&square, &edges) >= alpha_max(&x, &edges));
        }
    }

    #[test]
    fn averages_over_translations((edges, moves, x) in transitive_channel()) {
        let average = averaged(&x, &moves).expect("permutations");
        prop_assert!(is_stochastic(&average));
        prop_assert_eq!(trace(&average), trace(&x));
        prop_assert!((0..x.len()).all(|i| average[i][i] == average[0][0]));
        prop_assert!(alpha_max(&average, &edges) >= alpha_max(&x, &edges));
        prop_assert_eq!(averaged(&average, &moves), Some(average.clone()), "a second time nothing changes");
    }

    #[test]
    fn averages_over_distances((edges, moves, x) in transitive_channel()) {
        let d = distances(&edges, x.len());
        let average = averaged_by_distance(&x, &d).expect("distances");
        prop_assert!(is_stochastic(&average));
        prop_assert_eq!(trace(&average), trace(&x));
        prop_assert!(alpha_max(&average, &edges) >= alpha_max(&x, &edges));
        prop_assert_eq!(averaged(&average, &moves), Some(average.clone()), "automorphisms keep distances");
        let n = x.len();
        let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        for (i, j) in pairs() {
            let same: Vec<(usize, usize)> = pairs().filter(|&(h, k)| d[h][k] == d[i][j]).collect();
            let mean = same.iter().map(|&(h, k)| &x[h][k]).sum::<Rational>() / Rational::from(same.len());
            prop_assert_eq!(&average[i][j], &mean, "{}, {}", i, j);
        }
    }

    #[test]
    fn the_geometric_mechanism_undone(x in any_channel(), (p, q) in (1i64..6).prop_flat_map(|p| (Just(p), p + 1..9))) {
        let (n, alpha) = (x.len(), Rational::from_signeds(p, q));
        let r = from_geometric(&x, &alpha).expect("α < 1");
        prop_assert!(r.iter().all(|row| row.iter().sum::<Rational>() == Rational::ONE));
        // α^|i-j|·(1-α)/(1+α), and without 1-α at both ends.
        let entry = |i: usize, j: usize| -> Rational {
            if n == 1 {
                return Rational::ONE;
            }
            let power: Rational = std::iter::repeat_n(alpha.clone(), i.abs_diff(j)).product();
            let end = power / (Rational::ONE + &alpha);
            if j == 0 || j + 1 == n { end } else { end * (Rational::ONE - &alpha) }
        };
        for i in 0..n {
            for o in 0..x[0].len() {
                prop_assert_eq!((0..n).map(|j| entry(i, j) * &r[j][o]).sum::<Rational>(), x[i][o].clone());
            }
        }
    }

    #[test]
    fn subsets_in_favour_suffice((x, y) in (1usize..8).prop_flat_map(|m| (vec(0u32..9, m), vec(0u32..9, m))), l in 2u32..8) {
        prop_assume!(x.iter().sum::<u32>() > 0 && y.iter().sum::<u32>() > 0);
        let (x, y, lambda) = (row(&x), row(&y), Rational::from(l) / Rational::from(2));
        let all: Vec<usize> = (0..x.len()).collect();
        let delta = least_delta(&x, &y, &lambda).expect("rows");
        prop_assert_eq!(&most(&all, &x, &y, &lambda), &delta);
        prop_assert_eq!(&most(&in_favour(&x, &y).expect("rows"), &x, &y, &lambda), &delta);
    }

    /// Theorem 3 and Corollary 1: weights are so few that a part often has several outputs.
    #[test]
    fn parts_suffice_without_delta(
        (x, y) in (1usize..8).prop_flat_map(|m| (vec(0u32..4, m), vec(0u32..4, m))),
        l in 2u32..8,
    ) {
        prop_assume!(x.iter().sum::<u32>() > 0 && y.iter().sum::<u32>() > 0);
        let (x, y, lambda) = (row(&x), row(&y), Rational::from(l) / Rational::from(2));
        let parts = parts_of_one_ratio(&x, &y).expect("rows");
        let mut whole = parts.concat();
        whole.sort_unstable();
        prop_assert_eq!(Some(whole), in_favour(&x, &y));
        for (k, part) in parts.iter().enumerate() {
            for (j, other) in parts.iter().enumerate() {
                // x_o/y_o falls from part to part.
                let orders = part.iter().flat_map(|&o| other.iter().map(move |&p| (o, p)));
                let orders = orders.map(|(o, p)| (&x[o] * &y[p]).cmp(&(&x[p] * &y[o]))).collect::<Vec<_>>();
                prop_assert!(!orders.is_empty() && orders.iter().all(|order| *order == j.cmp(&k)), "{:?}", parts);
            }
            let itself = need(part, &x, &y, &lambda).max(Rational::ZERO);
            prop_assert_eq!(most(part, &x, &y, &lambda), itself, "a subset of {:?} needs more", part);
        }
        let all: Vec<usize> = (0..x.len()).collect();
        let private = most(&all, &x, &y, &lambda) == 0u32;
        prop_assert_eq!(parts.iter().all(|part| need(part, &x, &y, &lambda) <= 0u32), private);
    }

    /// Corollary 2: with x_o ~ E^-d(i,o) on m + 1 values and n people, for all δ.
    #[test]
    fn one_part_for_hamming_distance(
        (m, n) in prop_oneof![(1usize..6, Just(1usize)), (1usize..3, Just(2))],
        (e, l) in (3u32..9, 2u32..8),
    ) {
        let (edges, size) = (hamming(m + 1, n), (0..n).map(|_| m + 1).product());
        let [e, lambda] = [e, l].map(|x| Rational::from(x) / Rational::from(2));
        let row = |d: Vec<usize>| -> Vec<Rational> {
            let weights: Vec<Rational> = d.into_iter().map(|d| Rational::ONE / (&e).pow(d as u64)).collect();
            let total: Rational = weights.iter().sum();
            weights.into_iter().map(|w| w / &total).collect()
        };
        let rows: Channel = distances(&edges, size).into_iter().map(row).collect();
        for [i, h] in edges.into_iter().flat_map(|[i, h]| [[i, h], [h, i]]) {
            let favour = in_favour(&rows[i], &rows[h]).expect("rows");
            let delta = need(&favour, &rows[i], &rows[h], &lambda).max(Rational::ZERO);
            prop_assert_eq!(least_delta(&rows[i], &rows[h], &lambda), Some(delta));
            prop_assert_eq!(parts_of_one_ratio(&rows[i], &rows[h]), Some(vec![favour]));
        }
    }
}

/// x(T) - λy(T).
fn need(set: &[usize], x: &[Rational], y: &[Rational], lambda: &Rational) -> Rational {
    set.iter().map(|&o| &x[o] - lambda * &y[o]).sum()
}

/// The largest x(T) - λy(T) of all subsets T.
fn most(outputs: &[usize], x: &[Rational], y: &[Rational], lambda: &Rational) -> Rational {
    let subset = |set: u32| -> Vec<usize> {
        outputs.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1).map(|(_, &o)| o).collect()
    };
    (0..1u32 << outputs.len()).map(|set| need(&subset(set), x, y, lambda)).max().expect("sets")
}

#[test]
fn of_wrong_shapes() {
    let ragged = [row(&[1, 1]), row(&[1])];
    let wide = [row(&[1, 1, 1]), row(&[1, 1, 1])];
    assert_eq!(diagonal(&[]), None);
    assert_eq!(diagonal(&ragged), None);
    assert_eq!(averaged(&wide, &[vec![0, 1]]), None);
    assert_eq!(averaged(&wide[..1], &[]), None);
    let square = [row(&[1, 2]), row(&[2, 1])];
    assert_eq!(averaged(&square, &[vec![0, 0]]), None);
    assert_eq!(averaged_by_distance(&square, &[vec![0, 1]]), None);
    assert_eq!(averaged_by_distance(&square, &[vec![0, 1], vec![1]]), None);
    assert_eq!(averaged_by_distance(&wide, &[vec![0, 1], vec![1, 0]]), None);
    let far = [vec![0, usize::MAX], vec![usize::MAX, 0]];
    assert_eq!(averaged_by_distance(&square, &far), averaged_by_distance(&square, &[vec![0, 1], vec![1, 0]]));
    assert_eq!(from_geometric(&[], &Rational::ZERO), None);
    assert_eq!(from_geometric(&ragged, &Rational::ZERO), None);
    let (two, three) = (row(&[1, 2]), row(&[1, 2, 4]));
    for (x, y) in [(&two, &three), (&three, &two)] {
        assert_eq!(in_favour(x, y), None);
        assert_eq!(parts_of_one_ratio(x, y), None);
        assert_eq!(least_delta(x, y, &Rational::ONE), None);
    }
    let negative = [-Rational::ONE, Rational::from(2)];
    assert_eq!([parts_of_one_ratio(&negative, &two), parts_of_one_ratio(&two, &negative)], [None, None]);
    assert_eq!(from_geometric(&square, &Rational::ONE), None);
    assert_eq!(geometric_inverse(&Rational::ONE, 2), None);
}

/// Theorem 2's counterexample to S alone: it needs no δ on S, and 1/14 on a subset.
#[test]
fn not_s_alone() {
    let (x, y, lambda) = (row(&[1, 2, 4]), row(&[3, 1, 3]), Rational::from_signeds(3, 2));
    let whole = in_favour(&x, &y).expect("rows");
    assert_eq!(whole, [1, 2]);
    assert_eq!(need(&whole, &x, &y, &lambda), Rational::ZERO);
    assert_eq!(least_delta(&x, &y, &lambda), Some(Rational::from_signeds(1, 14)));
}

/// Corollary 1 is for δ = 0: at ε = 0 each part needs δ = 1/5, and both together 2/5.
#[test]
fn not_the_parts_with_delta() {
    let (x, y) = (row(&[4, 3, 2, 1]), row(&[2, 1, 4, 3]));
    let parts = parts_of_one_ratio(&x, &y).expect("rows");
    assert_eq!(parts, [[1], [0]]);
    for part in &parts {
        assert_eq!(need(part, &x, &y, &Rational::ONE), Rational::from_signeds(1, 5));
    }
    assert_eq!(least_delta(&x, &y, &Rational::ONE), Some(Rational::from_signeds(2, 5)));
}
