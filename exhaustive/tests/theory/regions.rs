//! Where the region of regular priors grows with ε, on all 142 connected graphs of two to six nodes: the signs of
//! Φ'Φ^-1 off the diagonal, as polynomials in α.
//!
//! The corners at α are the rows of Φ(α). M(α) = Φ(α)Φ(β)^-1 has M' = (Φ'Φ^-1)M and M(β) = 1. So where no entry of
//! Φ'Φ^-1 off the diagonal is negative, every corner at an α ≥ β is regular at β; where one is, a corner a little above
//! is not.

use crate::oracle::determinant::{Terms, add, determinant};
use dp_certify::graph::{connected, distances};
use dp_verify::algebra::Pieces;
use dp_verify::alpha::Polynomial;
use dp_verify::number::{BigInt, Rational};
use num_traits::{One, Zero};
use rayon::prelude::*;

fn product(x: &Terms, y: &Terms) -> Polynomial {
    let mut sum = vec![0i128; x.len() + y.len()];
    for (i, a) in x.iter().enumerate() {
        for (j, b) in y.iter().enumerate() {
            sum[i + j] += i128::from(*a) * i128::from(*b);
        }
    }
    Polynomial::polynomial(sum.into_iter().map(BigInt::from).collect())
}

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Grows {
    /// At every α of (0, 1).
    Always,
    /// At every small α, and not at all larger ones.
    Small,
    /// At no small α.
    NotSmall,
}

fn grows(edges: &[[usize; 2]], n: usize) -> Grows {
    let (d, all) = (distances(edges, n), (0..n).collect::<Vec<_>>());
    let without = |i: usize| -> Vec<usize> { all.iter().copied().filter(|&k| k != i).collect() };
    let determinant_of_phi = determinant(&d, &all, &all);
    let mut found = Grows::Always;
    for j in 0..n {
        // Column j of the adjugate, and of Φ' times it.
        let cofactor = |k: usize| -> Terms {
            let sign = if (j + k).is_multiple_of(2) { 1 } else { -1 };
            determinant(&d, &without(j), &without(k)).into_iter().map(|c| sign * c).collect()
        };
        let adjugate: Vec<Terms> = (0..n).map(cofactor).collect();
        for i in without(j) {
            let mut entry = Terms::new();
            for k in without(i) {
                let slope = i64::try_from(d[i][k]).expect("small");
                adjugate[k].iter().enumerate().for_each(|(p, c)| add(&mut entry, p + d[i][k] - 1, slope * c));
            }
            // Its sign times that of the determinant.
            let sign = product(&entry, &determinant_of_phi);
            if sign.is_zero() {
                continue;
            }
            let pieces = Pieces::new(&sign, &Rational::zero(), &Rational::one()).expect("zeros");
            let negative: Vec<bool> = pieces.samples.iter().map(|(_, sign)| sign.is_lt()).collect();
            match (negative[0], negative.contains(&true)) {
                (true, _) => return Grows::NotSmall,
                (_, true) => found = Grows::Small,
                _ => {}
            }
        }
    }
    found
}

#[test]
fn where_the_region_grows() {
    let count = |n: usize| {
        let kinds: Vec<Grows> = connected(n).par_iter().map(|edges| grows(edges, n)).collect();
        [Grows::Always, Grows::Small, Grows::NotSmall].map(|kind| kinds.iter().filter(|&&k| k == kind).count())
    };
    assert_eq!([2, 3, 4, 5, 6].map(count), [[1, 0, 0], [2, 0, 0], [4, 2, 0], [4, 11, 6], [8, 44, 60]]);
}

#[test]
fn regions_that_are_known() {
    let known: [(&str, usize, &[[usize; 2]], Grows); 6] = [
        ("K1,3", 4, &[[0, 1], [0, 2], [0, 3]], Grows::Small),
        ("a triangle with a leaf", 4, &[[0, 1], [0, 2], [1, 2], [2, 3]], Grows::Small),
        ("K2,3", 5, &[[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]], Grows::NotSmall),
        (
            "a ring of 4 with a hub",
            5,
            &[[0, 1], [1, 2], [2, 3], [0, 3], [0, 4], [1, 4], [2, 4], [3, 4]],
            Grows::NotSmall,
        ),
        ("a ring of 4", 4, &[[0, 1], [1, 2], [2, 3], [0, 3]], Grows::Always),
        ("K3,3", 6, &[[0, 3], [0, 4], [0, 5], [1, 3], [1, 4], [1, 5], [2, 3], [2, 4], [2, 5]], Grows::NotSmall),
    ];
    for (name, n, edges, expected) in known {
        assert_eq!(grows(edges, n), expected, "{name}");
    }
}
