//! The verifier's numbers against the certifier's: sums, products, quotients, order of fractions; polynomials at a
//! rational.
#![no_main]

use arbitrary::Arbitrary;
use dp_kernel::{Fraction, Number};
use dp_verify::number::{BigInt, Sign};
use libfuzzer_sys::fuzz_target;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use std::str::FromStr;

#[derive(Arbitrary, Debug)]
struct Input {
    /// Four numbers by their bytes, whose signs are separate.
    numbers: [(bool, Vec<u8>); 4],
    power: u8,
    coefficients: [Vec<i64>; 2],
    at: (i8, u8),
}

fn both((negative, bytes): &(bool, Vec<u8>)) -> (Number, Integer) {
    let bytes = &bytes[..bytes.len().min(64)];
    let n = BigInt::from_bytes_le(if *negative { Sign::Minus } else { Sign::Plus }, bytes);
    let m = Integer::from_str(&n.to_string()).expect("digits");
    (n.into(), m)
}

fn same(x: &Number, y: &Integer) -> bool {
    x.integer().is_some_and(|n| n.to_string() == y.to_string())
}

fn at(p: &[i64], x: &Rational) -> Rational {
    p.iter()
        .enumerate()
        .map(|(e, c)| Rational::from(*c) * x.clone().pow(e as u64))
        .fold(Rational::ZERO, |sum, x| sum + x)
}

fn polynomial(p: &[i64]) -> Number {
    Number::polynomial(p.iter().map(|c| BigInt::from(*c)).collect())
}

fn value(p: &Number, x: &Rational) -> Rational {
    let of = |(e, c): (usize, &BigInt)| {
        Rational::from(Integer::from_str(&c.to_string()).expect("digits")) * x.clone().pow(e as u64)
    };
    p.coefficients().iter().enumerate().map(of).fold(Rational::ZERO, |sum, x| sum + x)
}

fuzz_target!(|input: Input| {
    let [(x, a), (y, b), (z, c), (w, d)] = [0, 1, 2, 3].map(|k| both(&input.numbers[k]));
    assert!(same(&(&x + &y), &(&a + &b)) && same(&(&x - &y), &(&a - &b)) && same(&(&x * &y), &(&a * &b)));
    let k = usize::from(input.power % 9);
    assert!(same(&x.power(k), &a.clone().pow(k as u64)));
    if b != 0 {
        let exact = Rational::from_integers(a.clone(), b.clone());
        match x.over(&y) {
            Some(quotient) => assert!(same(&quotient, &Integer::try_from(exact).expect("a whole number"))),
            None => assert!(Integer::try_from(exact).is_err()),
        }
    }
    if b > 0 && d > 0 {
        let (p, q) = (Rational::from_integers(a, b), Rational::from_integers(c, d));
        let (s, t) = (Fraction::new(x, y), Fraction::new(z, w));
        for (mine, theirs) in [(&s + &t, &p + &q), (&s - &t, &p - &q), (&s * &t, &p * &q)] {
            let found = Rational::from_str(&format!(
                "{}/{}",
                mine.numerator.integer().expect("an integer"),
                mine.denominator.integer().expect("an integer")
            ));
            assert_eq!(found, Ok(theirs));
        }
    }
    let [p, q] = [0, 1].map(|k| &input.coefficients[k][..input.coefficients[k].len().min(12)]);
    let t = Rational::from_signeds(i64::from(input.at.0), i64::from(input.at.1) + 1);
    let (m, n) = (polynomial(p), polynomial(q));
    assert_eq!(value(&(&m * &n), &t), at(p, &t) * at(q, &t));
    assert_eq!(value(&(&m + &n), &t), at(p, &t) + at(q, &t));
    if n != Number::ZERO {
        assert_eq!((&m * &n).over(&n), Some(m.clone()));
        // The terms of the same polynomial are the same number.
        let terms =
            |p: &[i64]| Number::sparse(p.iter().enumerate().map(|(e, c)| (e as u128, BigInt::from(*c))).collect());
        assert_eq!(value(&(&terms(p) * &terms(q)), &t), at(p, &t) * at(q, &t));
    }
});
