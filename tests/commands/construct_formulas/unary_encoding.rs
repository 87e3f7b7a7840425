//! Unary encoding: entries bit by bit.

use super::{
    OTHERS, attempt, certified, complete, encoded, least_ratio, made, matrix, number, outputs, parsed, query,
    rational_alpha, value,
};
use dp_certify::construct::{Encoding, Kind, Wishes};
use malachite::rational::Rational;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// p and q of an encoding at α = root².
fn bits(encoding: Encoding, root: &Rational) -> (Rational, Rational) {
    let one = number("1");
    match encoding {
        Encoding::Symmetric => {
            let p = &one / (&one + root);
            (p.clone(), one - p)
        }
        Encoding::Optimised => {
            let over = number("1") / (root * root);
            (number("1/2"), &one / (over + &one))
        }
    }
}

#[test]
fn bits_are_told_by_themselves() {
    for root in ["1/2", "2/3", "1"].map(number) {
        let alpha = &root * &root;
        for encoding in Encoding::ALL {
            let (p, q) = bits(encoding, &root);
            for values in 2..=5 {
                let text = made(
                    Kind::UnaryEncoding,
                    &encoded(encoding),
                    &query(&rational_alpha(&alpha), &complete(values), ""),
                );
                assert_eq!(parsed(&text)["constant"], Value::Null, "the root is rational");
                let names = outputs(&text);
                assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 1 << values);
                let told = |i: usize, j: usize, bit: char| {
                    let one = if i == j { &p } else { &q };
                    if bit == '1' { one.clone() } else { number("1") - one }
                };
                let entry = |i: usize, name: &str| {
                    name.chars().enumerate().fold(number("1"), |product, (j, bit)| product * told(i, j, bit))
                };
                let expected: Vec<Vec<Rational>> =
                    (0..values).map(|i| names.iter().map(|name| entry(i, name)).collect()).collect();
                let rows = matrix(&text);
                assert_eq!(rows, expected, "{} of {values} at {alpha}", encoding.name());
                assert_eq!(least_ratio(&rows, |_, _| true), alpha);
                assert_eq!(value(&certified(&text), "dp", "alpha_max"), alpha);
            }
        }
    }
}

#[test]
fn symmetric_bits_take_the_square_root_of_alpha() {
    let text = made(Kind::UnaryEncoding, &Wishes::default(), &query(r#"{"alpha": "1/2"}"#, &complete(2), ""));
    let file = parsed(&text);
    assert_eq!(file["constant"], json!({"root_of_alpha": 2}));
    assert_eq!(file["mechanism"]["outputs"], json!(["00", "01", "10", "11"]));
    assert_eq!(file["mechanism"]["matrix"][0], json!(["b/(1+b)^2", "b^2/(1+b)^2", "1/(1+b)^2", "b/(1+b)^2"]));
    assert_eq!(value(&certified(&text), "dp", "alpha_max"), number("1/2"));
    let optimised = encoded(Encoding::Optimised);
    let text = made(Kind::UnaryEncoding, &optimised, &query(OTHERS[0], &complete(2), ""));
    assert_eq!(
        parsed(&text)["mechanism"]["matrix"][0],
        json!(["1/2/(1+a)", "1/2*a/(1+a)", "1/2/(1+a)", "1/2*a/(1+a)"])
    );
    // A constant of the file's own is in the way of b = √α, and of nothing else.
    let own = query(r#"{"alpha": "1/2"}"#, &complete(2), r#", "constant": {"root_of_alpha": 3}"#);
    let said = attempt(Kind::UnaryEncoding, &Wishes::default(), &own).unwrap_err();
    assert!(said.contains("$.constant: the entries need α^(1/2)"), "{said}");
    certified(&made(Kind::UnaryEncoding, &optimised, &own));
}
