use super::{about, algebraic, fraction, function, half, rational_point, root, symbolic};
use crate as report;
use crate::words::{value, values};
use dp_file::model::{Kind, Mechanism};
use dp_file::number::Rational;
use dp_kernel::{Name, Theorem, Value};

/// A value in words, `None` where it is left out.
fn told(mechanism: &Mechanism, of: &Value) -> Option<String> {
    about(mechanism, Kind::Dp, |words| value(of, words).expect("within limits")).map(|value| {
        match (&value, value.exact(80), value.decimal()) {
            (report::Value::Flag(flag), ..) => flag.to_string(),
            (report::Value::Text(text), ..) => (*text).to_owned(),
            (_, Some(exact), Some(decimal)) => format!("{exact} = {decimal}"),
            (_, exact, decimal) => exact.or(decimal).unwrap_or_default(),
        }
    })
}

#[test]
fn values_of_a_rational_file() {
    for (of, expected) in [
        (Value::Number(fraction(6, 8)), "3/4 = 0.750000000000"),
        (Value::MinusLn(fraction(3, 6)), "0.693147180560"),
        (Value::MinusLn(fraction(5, 5)), "0 = 0"),
        (Value::Divergence(fraction(1, 4), 2), "0.693147180560"),
        (Value::Divergence(fraction(5, 5), 3), "0 = 0"),
        (Value::Log2(fraction(16, 2)), "3 = 3.00000000000"),
        (Value::Log2(fraction(3, 2)), "0.584962500721"),
        (Value::Infinite, "inf"),
        (Value::Flag(true), "true"),
        (Value::Flag(false), "false"),
        (Value::Theorem(Theorem::UtilityBound), "utility-bound"),
        (Value::Theorem(Theorem::Hamming), "hamming"),
        (Value::Theorem(Theorem::Outputs), "outputs"),
        (Value::Theorem(Theorem::HammingOutputs), "hamming-outputs"),
        (Value::Enclosed([fraction(1, 3), fraction(1, 3)]), "0.333333333333"),
        (Value::Root(Box::new(rational_point(2, 4))), "1/2 = 0.500000000000"),
        (Value::Root(Box::new(root(&[-1, 0, 2]))), "√2/2 = 0.707106781187"),
        (Value::Set(vec![[rational_point(0, 1), root(&[-1, 0, 2])]]), "(0, √2/2]"),
        (
            Value::Set(vec![
                [rational_point(0, 1), rational_point(1, 4)],
                [rational_point(1, 2), rational_point(1, 2)],
                [rational_point(3, 4), rational_point(1, 1)],
            ]),
            "(0, 1/4] ∪ {1/2} ∪ [3/4, 1)",
        ),
    ] {
        assert_eq!(told(&half(), &of).as_deref(), Some(expected), "{of:?}");
    }
}

#[test]
fn functions_of_an_irrational_number_have_the_lowest_degrees() {
    // t² = 1/2, and (1 − t²)/(1 + t) = 1 − t = 0.2929.
    assert_eq!(told(&algebraic(), &Value::Number(function(&[0, 0, 3], 1))).as_deref(), Some("3/2 = 1.50000000000"));
    let over = dp_kernel::Fraction { denominator: super::polynomial(&[1, 1]), ..function(&[1, 0, -1], 1) };
    assert_eq!(told(&algebraic(), &Value::Number(over)).as_deref(), Some("1-a = 0.292893218813"));
    assert_eq!(told(&algebraic(), &Value::Log2(function(&[0, 1], 1))).as_deref(), Some("-1/2 = -0.500000000000"));
    assert_eq!(told(&algebraic(), &Value::MinusLn(function(&[0, 1], 1))).as_deref(), Some("0.346573590280"));
    let third = Value::Divergence(function(&[0, 1], 1), 3);
    assert_eq!(told(&algebraic(), &third).as_deref(), Some("0.115524530093"));
}

#[test]
fn a_logarithm_of_a_function_is_left_out() {
    let all = [
        (Name::AlphaMax, Value::Number(function(&[0, 1], 1))),
        (Name::EpsilonMin, Value::MinusLn(function(&[0, 1], 1))),
        (Name::Multiplicative, Value::Number(fraction(4, 2))),
        (Name::Bits, Value::Log2(fraction(4, 2))),
    ];
    let told = about(&symbolic(), Kind::Dp, |words| values(&all, words).expect("within limits"));
    let names: Vec<_> = told.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["alpha_max", "multiplicative", "bits"]);
    assert_eq!(told[0].1.exact(80).as_deref(), Some("a"));
    assert_eq!(told[2].1.rational(), Some(Rational::from(dp_file::number::BigInt::from(1))));
}

/// The logarithm is that of its own number, not of the one before it.
#[test]
fn a_logarithm_of_another_number() {
    let all = [(Name::AlphaMax, Value::Number(fraction(1, 2))), (Name::Bits, Value::Log2(fraction(8, 1)))];
    let told = about(&half(), Kind::Dp, |words| values(&all, words).expect("within limits"));
    assert_eq!(told[1].1.rational(), Some(Rational::from(dp_file::number::BigInt::from(3))));
}

#[test]
fn a_denominator_of_zero_is_no_number() {
    about(&half(), Kind::Dp, |words| {
        assert!(value(&Value::Number(fraction(1, 0)), words).is_err());
        assert_eq!(words.shown(&fraction(1, 0)), "a number");
    });
}
