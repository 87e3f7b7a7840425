//! Hadamard response: entries by Sylvester's matrix, doubled.

use super::{certified, complete, least_ratio, made, matrix, normalised, number, query, rational_alpha, value};
use dp_certify::construct::{Kind, Wishes};

/// Sylvester's matrix by doubling.
fn sylvester(size: usize) -> Vec<Vec<i8>> {
    let mut rows = vec![vec![1]];
    while rows.len() < size {
        let above = rows.iter().map(|row| [&row[..], row].concat());
        let below = rows.iter().map(|row| row.iter().copied().chain(row.iter().map(|x| -x)).collect());
        rows = above.chain(below).collect();
    }
    rows
}

#[test]
fn hadamard_responses_are_the_rows_of_sylvesters_matrix() {
    for alpha in ["1/2", "2/7", "1"].map(number) {
        for (values, size) in [(1, 2), (2, 4), (3, 4), (4, 8), (7, 8), (8, 16), (15, 16), (16, 32)] {
            let text = made(
                Kind::HadamardResponse,
                &Wishes::default(),
                &query(&rational_alpha(&alpha), &complete(values), ""),
            );
            let signs = sylvester(size);
            let weight = |sign: &i8| if *sign == 1 { number("1") / &alpha } else { number("1") };
            let weights = signs[1..=values].iter().map(|row| row.iter().map(weight).collect()).collect();
            let rows = matrix(&text);
            assert_eq!(rows, normalised(weights), "{values} values");
            if values > 1 {
                assert_eq!(least_ratio(&rows, |_, _| true), alpha);
                assert_eq!(value(&certified(&text), "dp", "alpha_max"), alpha);
            }
        }
    }
}
