//! Numbers that stand beside the theorem suite: by which tolerance a printed threshold comes about, which weight turns
//! negative first, which entries of a table are misrounded, what the misprinted inequalities of a proof say of a table.

use crate::oracle::determinant::{Terms, add, determinant};
use dp_certify::graph::distances;
use dp_certify::linear::{Factored, Partition, Similarity, Solution, Vector, solve_sum_query};
use dp_verify::alpha::{Bounds, Exponential};
use dp_verify::limits::{Budget, Limits};
use dp_verify::number::BigInt;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use serde_json::Value;
use std::str::FromStr;

/// A decimal of so many places.
fn decimal(digits: &str, places: u64) -> Rational {
    Rational::from_str(digits).expect("digits") / Rational::from(10u32).pow(places)
}

/// The least weight y of the prior (.3, .27, .23, .2) of five people: the least weight of one person, times the fourth
/// power of the largest.
fn least_weight(alpha: &Rational) -> Rational {
    let share = alpha / (Rational::ONE + Rational::from(3) * alpha);
    let weight = |p: u64| (decimal(&p.to_string(), 2) - &share) / (Rational::ONE - alpha);
    weight(20) * weight(30).pow(4u64)
}

/// Whether e^(-hundredths/100) lies between two decimals of ten places.
fn is_between(hundredths: i64, [low, high]: [&str; 2]) -> bool {
    let limits = Limits::default();
    let steps = Budget::new(limits.steps);
    let number = Exponential::new(dp_verify::number::Rational::new(hundredths.into(), 100.into())).expect("ε > 0");
    let bracket = Bounds::new(&limits, &steps).run(|| Ok(number.bracket(64)?)).expect("an enclosure");
    // Over 10^10·2^bits.
    let scaled = |digits: &str| BigInt::from_str(digits).expect("digits") << bracket.bits;
    let ten = BigInt::from(10_000_000_000u64);
    scaled(low) < &bracket.low * &ten && &bracket.high * &ten < scaled(high)
}

/// A test y > -1/10000 instead of y ≥ 0 gives the printed .48: it fails at .47 and passes at .48, on both sides of
/// e^-ε.
#[test]
fn the_least_weight_of_example_3() {
    let tolerance = -decimal("1", 4);
    let (at_47, at_48) = (["6250022682", "6250022683"], ["6187833918", "6187833919"]);
    assert!(is_between(47, at_47) && is_between(48, at_48));
    for alpha in at_47 {
        assert!(least_weight(&decimal(alpha, 10)) < tolerance, "{alpha}");
    }
    for alpha in at_48 {
        let least = least_weight(&decimal(alpha, 10));
        assert!(tolerance < least && least < Rational::ZERO, "{alpha}: {least}");
    }
    assert_eq!(least_weight(&decimal("5", 1)), Rational::ZERO);
}

fn negative(z: &Vector) -> Vec<usize> {
    (0..z.len()).filter(|&i| z.entry(i) < Rational::ZERO).collect()
}

/// At the two decimals beside α*, 10^-30 apart.
#[test]
fn what_turns_negative_first() {
    let weights =
        |digits: &str| solve_sum_query(&decimal(digits, 30), 5, &Vector::ones(751), 751).expect("an invertible Φ").0;
    assert_eq!(negative(&weights("379791263145865182254374035570")), Vec::<usize>::new());
    assert_eq!(negative(&weights("379791263145865182254374035571")), [5, 745]);

    // Answers (x, y) of two counts of 30 people differ by one person where neither count differs by more than 1.
    let (x, y) = (|i: u32| i / 31, |i: u32| i % 31);
    let distance = |i: u32, j: u32| x(i).abs_diff(x(j)).max(y(i).abs_diff(y(j)));
    let d: Vec<Vec<u32>> = (0..961).map(|i| (0..961).map(|j| distance(i, j)).collect()).collect();
    let weights = |digits: &str| {
        let phi = Similarity::new(decimal(digits, 30), &d).expect("a graph");
        let cells = Partition::coarsest_equitable(&phi, &Vector::ones(961)).expect("a partition");
        let quotient = phi.quotient(&cells);
        let ones = cells.gather(&Vector::ones(961));
        let Some(Solution::Unique(z)) = Factored::new(&quotient).solve(&ones) else { panic!("a singular Φ") };
        cells.spread(&z)
    };
    assert_eq!(negative(&weights("321075084454765656965211494498")), Vec::<usize>::new());
    let corners = [(1, 1), (1, 29), (29, 1), (29, 29)].map(|(x, y)| 31 * x + y);
    assert_eq!(negative(&weights("321075084454765656965211494499")), corners);
}

/// Table 1, M1, as printed, in thousandths.
const PRINTED: [[u32; 6]; 6] = [
    [535, 60, 52, 46, 40, 267],
    [465, 69, 60, 53, 46, 307],
    [405, 60, 69, 60, 53, 353],
    [353, 53, 60, 69, 60, 405],
    [307, 46, 53, 60, 69, 465],
    [267, 40, 46, 52, 60, 535],
];

/// Entries that are over half a thousandth from the mechanism with b = 2^(-1/5), for both decimals beside b.
#[test]
fn misrounded_entries_of_table_1() {
    let (low, high) = (decimal("870550563296124", 15), decimal("870550563296125", 15));
    let half = Rational::from_signeds(1, 2);
    assert!((&low).pow(5u64) < half && half < (&high).pow(5u64));
    let misrounded = |b: &Rational| -> Vec<(usize, usize)> {
        let entry = |i: usize, j: usize| {
            let end = b.pow(i.abs_diff(j) as u64) / (Rational::ONE + b);
            if j == 0 || j == 5 { end } else { end * (Rational::ONE - b) }
        };
        let off = |&(i, j): &(usize, usize)| {
            let printed = Rational::from(PRINTED[i][j]) / Rational::from(1000);
            let (difference, most) = (printed - entry(i, j), decimal("5", 4));
            difference > most || difference < -most
        };
        (0..6).flat_map(|i| (0..6).map(move |j| (i, j))).filter(off).collect()
    };
    let expected = [(1, 3), (2, 4), (3, 1), (4, 2)];
    assert_eq!(misrounded(&low), expected);
    assert_eq!(misrounded(&high), expected);
}

/// (1 - 9α²)(1 - α²)^7 = det Φ, as polynomials.
#[test]
fn the_determinant_of_appendix_b() {
    let arcs: Vec<[usize; 2]> = (0..8usize)
        .flat_map(|i| (0..8usize).filter(move |j| (i ^ j).count_ones() % 2 == 1).map(move |j| [i, j]))
        .collect();
    let all: Vec<usize> = (0..8).collect();
    let mut found = determinant(&distances(&arcs, 8), &all, &all);
    found.truncate(found.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1));
    // Each factor 1 - cα².
    let formula = [9, 1, 1, 1, 1, 1, 1, 1].into_iter().fold(vec![1], |product: Terms, c| {
        let mut sum = product.clone();
        product.iter().enumerate().for_each(|(power, x)| add(&mut sum, power + 2, -c * x));
        sum
    });
    assert_eq!(found, formula);
}

/// E^k at E = 2.
fn of_e(k: usize) -> Rational {
    Rational::from(2u32).pow(k as u64)
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Two people (u) of three values (v) and r = v^l outputs, l = 1, as in Lemma 3 and Proposition 2 of Alvim et al.
const U: usize = 2;
const V: usize = 3;
const L: usize = 1;

/// The table of certificates/001/eq9/three-outputs.json, nine rows of three outputs.
fn three_outputs() -> Vec<Vec<Rational>> {
    let text = include_str!("../../../certificates/001/eq9/three-outputs.json");
    let file: Value = serde_json::from_str(text).expect("JSON");
    let number = |x: &Value| Rational::from_str(x.as_str().expect("text")).expect("a number");
    let rows = file["mechanism"]["matrix"].as_array().expect("rows");
    rows.iter().map(|row| row.as_array().expect("a row").iter().map(number).collect()).collect()
}

/// The square matrix M' of Lemma 3's proof: of each column the row that alone has its maximum.
fn square(rows: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let largest = |o: usize| {
        let most = rows.iter().map(|row| &row[o]).max().expect("rows");
        let mut having = rows.iter().filter(|row| row[o] == *most);
        let row = having.next().expect("a row").clone();
        assert!(having.next().is_none(), "column {o} has its maximum twice");
        row
    };
    (0..rows[0].len()).map(largest).collect()
}

/// M'_ij ≤ E^(u-l+d)·M'_i? for all i, j, k at distance d of j and k, where ? is what `second` makes of (j, k): the
/// triples where it does not hold. With l = 1 two different columns have distance 1.
fn exceptions(square: &[Vec<Rational>], second: fn(usize, usize) -> usize) -> Vec<(usize, usize, usize)> {
    let all = (0..V).flat_map(|i| (0..V).flat_map(move |j| (0..V).map(move |k| (i, j, k))));
    let broken = |&(i, j, k): &(usize, usize, usize)| {
        square[i][j] > of_e(U - L + usize::from(j != k)) * &square[i][second(j, k)]
    };
    all.filter(broken).collect()
}

/// Point 1 of Lemma 3 as printed has M'_ij on both sides, which keeps no channel out; with M'_ik on the right it holds
/// for the table, with equality at some triples, and not for a channel that tells all.
#[test]
fn the_printed_lemma_3() {
    let rows = three_outputs();
    assert_eq!((rows.len(), rows[0].len()), (V.pow(2), V.pow(1)));
    let table = square(&rows);
    let most = Rational::from_signeds(2, 3);
    assert!((0..V).all(|i| table[i][i] == most && table.iter().all(|row| row[i] <= most)), "points 2 and 3");
    let identity: Vec<Vec<Rational>> =
        (0..V).map(|i| (0..V).map(|j| if i == j { Rational::ONE } else { Rational::ZERO }).collect()).collect();
    assert_eq!(exceptions(&table, |j, _| j), []);
    assert_eq!(exceptions(&identity, |j, _| j), [], "what is printed excludes nothing");
    assert_eq!(exceptions(&table, |_, k| k), []);
    assert_eq!(exceptions(&identity, |_, k| k).len(), 6);
    let equal = |i: usize, k: usize| i != k && table[i][i] == of_e(U - L + 1) * &table[i][k];
    assert_eq!((0..V).flat_map(|i| (0..V).map(move |k| (i, k))).filter(|&(i, k)| equal(i, k)).count(), 6);
}

/// Inequality (9) of Alvim et al., α + Σ_d C(·,d)·(v-1)^d·α/E^(u-l+d) ≤ 1 for the diagonal entry α of M'. As printed
/// the sum is over d ≤ u with C(u,d), and the table, which is private, breaks it; with C(l,d), as the line before it
/// has, both sides are equal.
#[test]
fn the_printed_inequality_9() {
    let alpha = square(&three_outputs())[0][0].clone();
    let others = Rational::from(V - 1);
    let left = |people: usize| -> Rational {
        let term = |d: usize| Rational::from(binomial(people, d)) * (&others).pow(d as u64) * &alpha / of_e(U - L + d);
        &alpha + (1..=people).map(term).sum::<Rational>()
    };
    assert_eq!(left(U), Rational::from_signeds(5, 3));
    assert_eq!(left(L), Rational::ONE);
}
