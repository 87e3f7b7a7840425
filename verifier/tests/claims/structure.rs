//! Invertibility of a sum query's Φ by its banded form, against plain elimination; and vectors by cell.

use crate::harness::{Fate, Judgement, Trial, file, hold, judge_all};
use crate::random::cases;
use dp_verify::number::Rational;
use num_traits::{One, Zero};
use proptest::prelude::*;

const NAME: &str = "tight-constraints-exist";

/// The one solution of Φz = 1 by elimination over the rationals; `None` if Φ is singular.
fn weighting(nodes: usize, most: usize, alpha: &Rational) -> Option<Vec<Rational>> {
    let entry = |i: usize, j: usize| num_traits::pow(alpha.clone(), i.abs_diff(j).div_ceil(most));
    let mut rows: Vec<Vec<Rational>> =
        (0..nodes).map(|i| (0..nodes).map(|j| entry(i, j)).chain([Rational::one()]).collect()).collect();
    for k in 0..nodes {
        let found = (k..nodes).find(|&i| !rows[i][k].is_zero())?;
        rows.swap(k, found);
        let pivot = rows[k][k].clone();
        rows[k].iter_mut().for_each(|x| *x /= &pivot);
        let top = rows[k].clone();
        for row in rows.iter_mut().enumerate().filter(|(i, _)| *i != k).map(|(_, row)| row) {
            let factor = row[k].clone();
            row.iter_mut().zip(&top).for_each(|(x, y)| *x -= &factor * y);
        }
    }
    rows.into_iter().map(|mut row| row.pop()).collect()
}

/// A statement that z ≥ 0 is the only solution, or that z with a negative entry is, by this proof.
fn statement(z: &[Rational], proof: &str) -> String {
    let mut denominator = dp_verify::number::BigInt::one();
    z.iter().for_each(|x| denominator = &denominator * x.denom());
    let numerators: Vec<String> = z.iter().map(|x| format!("\"{}\"", x.numer() * (&denominator / x.denom()))).collect();
    let sum: Rational = z.iter().sum();
    let least = z.iter().min().expect("some entry");
    format!(
        r#"{{"claim": "{NAME}", "verdict": "holds", "values": {{"sum": "{sum}", "unique": true, "least": "{least}"}},
            "witness": {{"z": {{"denominator": "{denominator}", "numerators": [{}]}}, "invertible": {proof}}}}}"#,
        numerators.join(", ")
    )
}

fn sum_query(nodes: usize, most: usize, alpha: &str) -> Option<String> {
    let individuals = (nodes - 1) / most;
    let query = format!(r#""query": {{"graph": "sum", "individuals": {individuals}, "max": {most}}}"#);
    (individuals > 0 && (nodes - 1).is_multiple_of(most))
        .then(|| file(alpha, &format!(r#"{query}, "claims": ["{NAME}"]"#)))
}

proptest! {
    #![proptest_config(cases(300))]

    /// What the banded form accepts modulo a prime, plain elimination modulo that prime accepts, if it divides
    /// neither numerator nor denominator of α, nor 1 − α².
    #[test]
    fn the_banded_form_proves_no_more_than_elimination(
        individuals in 1usize..6, most in 1usize..5, p in 1i64..12, q in 2i64..13,
        prime in prop::sample::select(vec![5u64, 7, 11, 13, 101, 268_435_399]),
    ) {
        prop_assume!(p < q);
        let alpha = Rational::new(p.into(), q.into());
        let nodes = individuals * most + 1;
        let bad = [p, q, q - p, q + p].iter().any(|x| x.unsigned_abs().is_multiple_of(prime));
        let (Some(text), Some(z)) = (sum_query(nodes, most, &alpha.to_string()), weighting(nodes, most, &alpha)) else {
            return Ok(());
        };
        prop_assume!(!bad && !z.iter().any(Rational::is_negative));
        let by = |proof: &str| judge_all(&text, &[&statement(&z, proof)]);
        let banded = by(&format!(r#"{{"structure": "sum", "modulus": "{prime}"}}"#));
        let plain = by(&format!(r#"{{"modulus": "{prime}"}}"#));
        if matches!(banded, Judgement::Accepted(_)) {
            prop_assert_eq!(plain, banded);
        } else if prime > 1_000 {
            prop_assert!(false, "{:?}", banded);
        }
    }
}

/// A sum is reduced every 128 products: more pivots than that, at the largest modulus and a prime close to it.
#[test]
fn sums_of_many_products_of_large_residues() {
    // One individual makes it a complete graph, on which (1 + 299/3)z = 1.
    let alpha = Rational::new(1.into(), 3.into());
    let text = sum_query(300, 299, "1/3").expect("a sum query");
    let z = vec![Rational::new(3.into(), 302.into()); 300];
    let by = |proof: &str| judge_all(&text, &[&statement(&z, proof)]);
    for structure in ["", r#""structure": "sum", "#] {
        let proved = by(&format!(r#"{{{structure}"modulus": "268435399"}}"#));
        assert!(matches!(proved, Judgement::Accepted(_)), "{proved:?}");
        // det Φ is (2/3)^299·302/3: even, so that no pivot is odd throughout.
        let even = by(&format!(r#"{{{structure}"modulus": "268435456"}}"#));
        assert!(matches!(even, Judgement::Refused(_)), "{even:?}");
    }
    assert_eq!(weighting(4, 3, &alpha), Some(vec![Rational::new(1.into(), 2.into()); 4]));
}

#[test]
fn what_the_banded_form_does_not_prove() {
    let alpha = Rational::new(1.into(), 2.into());
    let z = weighting(5, 2, &alpha).expect("an invertible matrix");
    let sum = sum_query(5, 2, "1/2").expect("a sum query");
    let cycle = file("1/2", &format!(r#""query": {{"graph": "cycle", "nodes": 5}}, "claims": ["{NAME}"]"#));
    let line = file("1/2", &format!(r#""query": {{"graph": "line", "nodes": 3}}, "claims": ["{NAME}"]"#));
    let on_line = [2, 1, 2].map(|n| Rational::new(n.into(), 3.into()));
    let on_cycle = vec![Rational::new(2.into(), 5.into()); 5];
    hold(&[
        Trial::new(
            "a line is a sum query of steps of 1",
            &line,
            &[&statement(&on_line, r#"{"structure": "sum", "modulus": "268435399"}"#)],
            Fate::Proves(&["tight-constraints-exist: holds; sum = 5/3; unique = true; least = 1/3"]),
        ),
        Trial::new(
            "a cycle is none",
            &cycle,
            &[&statement(&on_cycle, r#"{"structure": "sum", "modulus": "268435399"}"#)],
            Fate::Refused(&[NAME, "needs the graph of a sum query or a line"]),
        ),
        Trial::new(
            "an even modulus, where q² is even",
            &sum,
            &[&statement(&z, r#"{"structure": "sum", "modulus": "2"}"#)],
            Fate::Refused(&[NAME, "modulo 2 the banded matrix has no invertible pivot in row 0"]),
        ),
        Trial::new(
            "no modulus",
            &sum,
            &[&statement(&z, r#"{"structure": "sum"}"#)],
            Fate::Unreadable(&["witness.invertible", "\"modulus\" is missing"]),
        ),
        Trial::new(
            "a Hamming graph's proof",
            &sum,
            &[&statement(&z, r#"{"structure": "hamming"}"#)],
            Fate::Refused(&[NAME, "needs a Hamming or complete graph"]),
        ),
    ]);
}

#[test]
fn vectors_by_cell() {
    let line = file("1/2", &format!(r#""query": {{"graph": "line", "nodes": 4}}, "claims": ["{NAME}"]"#));
    let by = |cells: &str| {
        format!(
            r#"{{"claim": "{NAME}", "verdict": "holds", "values": {{"sum": "2"}},
                "witness": {{"z": {{"denominator": "3", "numerators": ["1", "2"], "cells": {cells}}}}}}}"#
        )
    };
    let trial = |name, cells, fate| Trial::new(name, &line, &[&by(cells)], fate);
    hold(&[
        trial("ends and middle", "[1, 0, 0, 1]", Fate::Proves(&["tight-constraints-exist: holds; sum = 2"])),
        trial("swapped", "[0, 1, 1, 0]", Fate::Refused(&[NAME, "Φ·z at 0 is"])),
        trial("one too few", "[1, 0, 1]", Fate::Refused(&[NAME, "`z` has 3 entries, expected 4"])),
        trial("one too many", "[1, 0, 0, 1, 1]", Fate::Refused(&[NAME, "`z` has 5 entries, expected 4"])),
        trial("a cell past the last", "[1, 0, 0, 2]", Fate::Refused(&[NAME, "`z` names 2, the last is 1"])),
        trial("no list", "3", Fate::Unreadable(&["witness.z.cells", "an array of cells"])),
        trial("a negative cell", "[1, 0, 0, -1]", Fate::Unreadable(&["witness.z.cells[3]"])),
    ]);
}
