//! The transformations of the papers' proofs keep what their lemmas say, on random channels.

use dp_certify::program::geometric_inverse;
use dp_certify::theorems::graphs::{Edge, complete, distances, hamming, line, ring};
use dp_certify::transform::{
    Channel, averaged, averaged_by_distance, diagonal, from_geometric, in_favour, least_delta,
};
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
        let same = (0..x.len()).flat_map(|i| (0..x.len()).map(move |j| (i, j)));
        prop_assert!(same.into_iter().all(|(i, j)| d[i][j] != d[0][1] || average[i][j] == average[0][1]));
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
        let need = |outputs: &[usize], set: u32| -> Rational {
            let chosen = outputs.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
            chosen.map(|(_, &o)| &x[o] - &lambda * &y[o]).sum()
        };
        let most = |outputs: &[usize]| (0..1u32 << outputs.len()).map(|set| need(outputs, set)).max().expect("sets");
        let all: Vec<usize> = (0..x.len()).collect();
        let delta = least_delta(&x, &y, &lambda);
        prop_assert_eq!(&most(&all), &delta);
        prop_assert_eq!(&most(&in_favour(&x, &y)), &delta);
    }
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
    assert_eq!(from_geometric(&square, &Rational::ONE), None);
    assert_eq!(geometric_inverse(&Rational::ONE, 2), None);
}

/// Theorem 2's counterexample to S alone: it needs no δ on S, and 1/14 on a subset.
#[test]
fn not_s_alone() {
    let (x, y, lambda) = (row(&[1, 2, 4]), row(&[3, 1, 3]), Rational::from_signeds(3, 2));
    let whole = in_favour(&x, &y);
    assert_eq!(whole, [1, 2]);
    assert_eq!(whole.iter().map(|&o| &x[o] - &lambda * &y[o]).sum::<Rational>(), Rational::ZERO);
    assert_eq!(least_delta(&x, &y, &lambda), Rational::from_signeds(1, 14));
}
