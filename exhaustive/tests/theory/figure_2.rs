//! Figures 2 and 3 of Ghosh, Roughgarden and Sundararajan: the mechanism, its constraint matrix, its loss.

use crate::files::root;
use dp_certify::construct::{Kind as Constructed, Wishes, construct};
use dp_certify::pattern::pattern;
use dp_certify::{Options, certify};
use dp_verify::alpha::Vectors as _;
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number::{BigInt, Rational};
use dp_verify::report::{Value, Verdict};
use num_traits::{One, Pow, Zero};
use std::fs;

/// Figure 3.
const LETTERS: [&str; 5] = ["↓Z↑↑↑↑", "↓ZS↑↑↑", "↓Z↓↑↑↑", "↓Z↓↓↑↑", "↓Z↓↓↓↑"];

fn example(name: &str) -> String {
    fs::read_to_string(root().join("examples").join(name)).expect("the example")
}

fn letters(file: &str) -> Vec<String> {
    let found = pattern(file.as_bytes(), &Limits::default()).expect("a mechanism file");
    let [part] = &found.parts[..] else { panic!("one part") };
    part.letters.iter().map(|line| line.iter().map(|letter| letter.symbol()).collect()).collect()
}

fn matrix(file: &str) -> Vec<Vec<Rational>> {
    let file = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a mechanism file");
    let rows = file.channel().and_then(|x| x.rows()).expect("a table of rationals");
    rows.iter().map(|row| row.entries().collect()).collect()
}

#[test]
fn the_thirty_letters_of_figure_3() {
    for name in ["ghosh-figure2.json", "ghosh-figure2-its-own-loss.json"] {
        assert_eq!(letters(&example(name)), LETTERS, "{name}");
    }
}

fn ratio(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// A number of the field of √2, √3 and √5: the factor of √(2^x·3^y·5^z) at x + 2y + 4z.
type Roots = [Rational; 8];

const ROOTS: [usize; 3] = [2, 3, 5];

fn times(x: &Roots, y: &Roots) -> Roots {
    let mut product: Roots = std::array::from_fn(|_| Rational::zero());
    for (i, x) in x.iter().enumerate() {
        for (j, y) in y.iter().enumerate() {
            let squares: usize = (0..3).filter(|k| i & j & (1 << k) != 0).map(|k| ROOTS[k]).product();
            product[i ^ j] += x * y * Rational::from(BigInt::from(squares));
        }
    }
    product
}

/// Σ c_k·b^k for b = √2 + √3 + √5.
fn at_b(coefficients: &[BigInt]) -> Roots {
    let mut b: Roots = std::array::from_fn(|_| Rational::zero());
    for k in [1, 2, 4] {
        b[k] = Rational::one();
    }
    let mut sum: Roots = std::array::from_fn(|_| Rational::zero());
    for c in coefficients.iter().rev() {
        sum = times(&sum, &b);
        sum[0] += Rational::from(c.clone());
    }
    sum
}

/// b is √2+√3+√5, the report's exact values are polynomials in it, and they are the numbers that hand computation
/// gives.
#[test]
fn its_least_loss_in_square_roots() {
    let text = example("ghosh-figure2-its-own-loss.json");
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let root = &file["constant"];
    let polynomial: Vec<BigInt> = root["root_of"]
        .as_array()
        .expect("coefficients")
        .iter()
        .map(|c| c.as_str().expect("text").parse().expect("an integer"))
        .collect();
    assert!(at_b(&polynomial).iter().all(Zero::is_zero));
    // The reader has counted one root of it between 5 and 6. √2 + √3 + √5 is one: 7/5 < √2 < 3/2, 17/10 < √3 < 9/5 and
    // 11/5 < √5 < 9/4.
    assert_eq!(root["between"], serde_json::json!(["5", "6"]));
    for (n, low, high) in
        [(2, ratio(7, 5), ratio(3, 2)), (3, ratio(17, 10), ratio(9, 5)), (5, ratio(11, 5), ratio(9, 4))]
    {
        let n = ratio(n, 1);
        assert!(&low * &low < n && n < &high * &high);
    }
    assert!(ratio(7, 5) + ratio(17, 10) + ratio(11, 5) > ratio(5, 1));
    assert!(ratio(3, 2) + ratio(9, 5) + ratio(9, 4) < ratio(6, 1));

    // The file's losses are |i-r|^(3/2): in squares, |i-r|³.
    let mechanism = Mechanism::read(text.as_bytes(), &Limits::default()).expect("a mechanism file");
    for r in 0..6 {
        let gains = mechanism.gain.row(r, &mechanism.query.graph).expect("a table");
        for (i, gain) in gains.numerators.iter().enumerate() {
            let gain = at_b(&gain.coefficients());
            let mut square = times(&gain, &gain);
            let scale = Rational::from(gains.denominator.coefficients()[0].clone());
            assert!(gains.denominator.coefficients().len() == 1);
            square.iter_mut().for_each(|x| *x /= &scale * &scale);
            let cube = Rational::from(BigInt::from(Pow::pow(i.abs_diff(r) as u64, 3u32)));
            assert!(square[0] == cube && square[1..].iter().all(Zero::is_zero), "loss of {r} at {i}");
        }
    }

    let report = certify(text.as_bytes(), &Options::default()).expect("a mechanism file").report;
    let optimal = report.statements.iter().find(|s| s.claim.kind == Kind::Optimal).expect("it is claimed");
    assert_eq!(optimal.verdict, Verdict::Holds);
    let mut by_hand: Roots = std::array::from_fn(|_| Rational::zero());
    by_hand[0] = ratio(1, 3);
    by_hand[1] = ratio(17, 48);
    by_hand[2] = ratio(9, 64);
    by_hand[4] = ratio(5, 96);
    for name in ["loss", "least_loss"] {
        let (_, value) = optimal.values.iter().find(|(n, _)| *n == name).expect("a loss");
        let Value::Number(number) = value else { panic!("{name} is irrational") };
        let (n, d) = (&number.quotient.numerator, number.quotient.denominator.coefficients());
        let [d] = &*d else { panic!("a polynomial in b") };
        let found = at_b(&n.coefficients()).map(|x| x / Rational::from(d.clone()));
        assert_eq!(found, by_hand, "{name}");
        assert_eq!(value.decimal().as_deref(), Some("1.19423215532"));
    }
}

/// With the loss |i-r|^1.5 to four decimals the user's optimum is the mechanism of Figure 2, without its column of Z.
#[test]
fn it_is_constructed() {
    let mut query: serde_json::Value = serde_json::from_str(&example("ghosh-figure2.json")).expect("JSON");
    let powers = ["0", "1", "2.8284", "5.1962", "8", "11.1803"];
    let loss: Vec<Vec<&str>> = (0..6).map(|i: usize| (0..6).map(|r| powers[i.abs_diff(r)]).collect()).collect();
    query["loss"] = loss.into();
    query["claims"] = serde_json::json!([]);
    query.as_object_mut().expect("an object").shift_remove("mechanism");
    let built = construct(Constructed::Optimal, &Wishes::default(), query.to_string().as_bytes(), &Limits::default())
        .expect("one");
    let file: serde_json::Value = serde_json::from_str(&built).expect("JSON");
    assert_eq!(file["mechanism"]["outputs"], serde_json::json!(["0", "2", "3", "4", "5"]));
    let mut printed = matrix(&example("ghosh-figure2.json"));
    printed.iter_mut().for_each(|row| drop(row.remove(1)));
    assert_eq!(matrix(&built), printed);
    assert_eq!(letters(&built), LETTERS.map(|line| line.replace('Z', "")));
}
