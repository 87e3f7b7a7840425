//! Each sentence beside its literal text, each value beside the one that is printed.

mod failures;
mod over;
mod proofs;
mod reasons;
mod values;

use super::Words;
use dp_file::limits::{Budget, Limits};
use dp_file::model::{Claim, Kind, Mechanism};
use dp_file::number::Rational;
use dp_kernel::{Fraction, Meter, Number, Point, Root};

/// A mechanism file on the line A – B – C with outputs x, y and z.
fn file(privacy: &str, rest: &str) -> Mechanism {
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy},
            "query": {{"nodes": 3, "edges": [[0, 1], [1, 2]], "labels": ["A", "B", "C"]}},
            "mechanism": {{"matrix": [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]],
                           "outputs": ["x", "y", "z"], "rounding": "1/100"}},
            "priors": {{"p": "uniform"}}{rest}}}"#
    );
    Mechanism::read(text.as_bytes(), &Limits::default()).expect("a good file")
}

/// The file at α = 1/2.
fn half() -> Mechanism {
    file(r#"{"alpha": "1/2"}"#, "")
}

/// The file for every α in (0, 1).
fn symbolic() -> Mechanism {
    file(r#"{"alpha": "symbolic", "between": ["0", "1"]}"#, "")
}

/// The file at α = √2/2.
fn algebraic() -> Mechanism {
    file(r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#, "")
}

/// Individuals with a bit each, who tell it with noise: too large to be written out at 30 of them.
fn product(individuals: usize) -> Mechanism {
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}},
            "query": {{"graph": "hamming", "values": 2, "individuals": {individuals}}},
            "mechanism": {{"product": {{"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]}}, "individuals": {individuals}}}}}"#
    );
    Mechanism::read(text.as_bytes(), &Limits::default()).expect("a good file")
}

/// What is said with words about a claim of that kind.
fn about<T>(mechanism: &Mechanism, kind: Kind, say: impl FnOnce(&Words) -> T) -> T {
    let (claim, limits) = (Claim::plain(kind), Limits::default());
    let steps = Budget::new(limits.steps);
    say(&Words::new(mechanism, &claim, &limits, &steps))
}

fn fraction(numerator: i64, denominator: i64) -> Fraction {
    Fraction { numerator: Number::from(i128::from(numerator)), denominator: Number::from(i128::from(denominator)) }
}

fn polynomial(coefficients: &[i64]) -> Number {
    Number::polynomial(coefficients.iter().map(|&c| c.into()).collect())
}

/// A polynomial in t over a denominator.
fn function(coefficients: &[i64], denominator: i64) -> Fraction {
    Fraction { numerator: polynomial(coefficients), denominator: Number::from(i128::from(denominator)) }
}

fn rational_point(numerator: i64, denominator: i64) -> Point {
    Point::Rational(Rational::new(numerator.into(), denominator.into()))
}

/// The root of a polynomial between 0 and 1.
fn root(coefficients: &[i64]) -> Point {
    let root = Root::Of { polynomial: polynomial(coefficients), between: [Fraction::ZERO, Fraction::ONE] };
    Point::root(&root).expect("one root")
}

fn meter() -> Meter {
    Meter::new(1 << 30, 1_000, 1 << 20, 1 << 29)
}
