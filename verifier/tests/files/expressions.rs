//! The grammar of numbers.

use crate::random::cases;
use dp_verify::error::Error;
use dp_verify::json::{View, read as read_json};
use dp_verify::limits::{Budget, Limits};
use dp_verify::number::{BigInt, Expression, Rational, Symbols, rational};
use proptest::prelude::*;

/// All steps that there are.
fn steps() -> Budget {
    Budget::new(Limits::default().steps)
}

/// The value of a number in a JSON document that is nothing else.
fn number(text: &str, symbols: &Symbols) -> Result<Expression, Error> {
    let document = format!("\"{text}\"");
    let node = read_json(document.as_bytes(), &Limits::default())?;
    Expression::read(&View::root(&node), symbols, &Limits::default(), &steps())
}

fn value(text: &str) -> Result<Rational, Error> {
    number(text, &Symbols::default()).map(|x| x.value().unwrap().clone())
}

fn r(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

#[test]
fn numbers_as_the_contract_writes_them() {
    for (text, n, d) in [
        ("3/7", 3, 7),
        ("-2", -2, 1),
        ("0.535", 107, 200),
        ("1e-3", 1, 1000),
        ("1E+3", 1000, 1),
        ("-0", 0, 1),
        ("0.10", 1, 10),
        (" 1 / 2 ", 1, 2),
        ("2^10", 1024, 1),
        ("2^-2", 1, 4),
        ("2^(-2)", 1, 4),
        ("0^0", 1, 1),
        ("-2^2", -4, 1),
        ("1-2-3", -4, 1),
        ("8/4/2", 1, 1),
        ("2*3/4*5", 15, 2),
        ("(1-1/2)/(1+1/2)*(1/2)^3", 1, 24),
        ("6/4", 3, 2),
        ("0/5", 0, 1),
    ] {
        assert_eq!(value(text).ok(), Some(r(n, d)), "{text}");
    }
    let bare = |text: &str| {
        let node = read_json(text.as_bytes(), &Limits::default()).unwrap();
        rational(&View::root(&node), &Limits::default(), &steps()).unwrap()
    };
    assert_eq!(bare("0.1"), r(1, 10));
    assert_eq!(bare("-1.5e2"), r(-150, 1));
    assert_eq!(bare("9007199254740993"), r(9_007_199_254_740_993, 1));
    assert_eq!(bare("1e400"), Rational::from(num_pow(10, 400)));
}

fn num_pow(base: u32, exponent: u32) -> BigInt {
    (0..exponent).fold(BigInt::from(1), |x, _| x * base)
}

#[test]
fn what_is_no_number() {
    for text in [
        "",
        " ",
        "+1",
        "--1",
        "1/-2",
        "1*-2",
        "2-+3",
        "1//2",
        "1..2",
        ".5",
        "1.",
        "01",
        "00",
        "1_000",
        "1,5",
        "0x10",
        "1e",
        "1e+",
        "e5",
        "1 2",
        "2a",
        "(1",
        "1)",
        "()",
        "2^",
        "2^^3",
        "2^3^2",
        "2^1.5",
        "2^(1/2)",
        "2^x",
        "2**3",
        "inf",
        "nan",
        "NaN",
        "∞",
        "½",
        "１",
        "१",
        "−1",
        "1%",
        "1/2/",
        "*2",
        "1=1",
        "1\\u0000",
        "sqrt(2)",
        "ln(2)",
        "c",
        "1e1e1",
        "1.5.2",
        "1e1.5",
        "0.5e",
        "2(3)",
        "(2)(3)",
        "a",
        "b",
        "ab",
        "2^ ",
        "1/0",
        "0/0",
        "1/(1-1)",
        "0^-1",
        "(1-1)^(-3)",
        "5/0^2",
        "$1",
        "1;2",
        "\\\"1\\\"",
    ] {
        assert!(value(text).is_err(), "{text:?} was read as {:?}", value(text));
    }
    let alpha = Symbols { a: Some(Some(r(1, 2))), ..Symbols::default() };
    for text in ["1/(a-1/2)", "(2*a-1)^-1", "aa", "a2", "2a", "a_1", "b", "a^a", "a b", "A", "α", "1/a-"] {
        assert!(number(text, &alpha).is_err(), "{text:?}");
    }
}

/// A tree of operations, so that its value needs no parser.
#[derive(Debug, Clone)]
enum Tree {
    Whole(u32),
    Decimal(u32, u32),
    A,
    Sum(Box<Tree>, Box<Tree>),
    Difference(Box<Tree>, Box<Tree>),
    Product(Box<Tree>, Box<Tree>),
    Quotient(Box<Tree>, Box<Tree>),
    Power(Box<Tree>, i32),
    Minus(Box<Tree>),
}

/// Numerator and denominator, never reduced; `None` after a division by zero.
fn evaluate(tree: &Tree, a: &(BigInt, BigInt)) -> Option<(BigInt, BigInt)> {
    let zero = BigInt::from(0);
    Some(match tree {
        Tree::Whole(n) => ((*n).into(), 1.into()),
        Tree::Decimal(n, places) => ((*n).into(), num_pow(10, *places)),
        Tree::A => a.clone(),
        Tree::Sum(x, y) => {
            let ((p, q), (r, s)) = (evaluate(x, a)?, evaluate(y, a)?);
            (&p * &s + &r * &q, q * s)
        }
        Tree::Difference(x, y) => {
            let ((p, q), (r, s)) = (evaluate(x, a)?, evaluate(y, a)?);
            (&p * &s - &r * &q, q * s)
        }
        Tree::Product(x, y) => {
            let ((p, q), (r, s)) = (evaluate(x, a)?, evaluate(y, a)?);
            (p * r, q * s)
        }
        Tree::Quotient(x, y) => {
            let ((p, q), (r, s)) = (evaluate(x, a)?, evaluate(y, a)?);
            if r == zero {
                return None;
            }
            (p * s, q * r)
        }
        Tree::Power(x, k) => {
            let (p, q) = evaluate(x, a)?;
            if *k < 0 && p == zero {
                return None;
            }
            let times = |x: &BigInt| (0..k.unsigned_abs()).fold(BigInt::from(1), |y, _| y * x);
            if *k < 0 { (times(&q), times(&p)) } else { (times(&p), times(&q)) }
        }
        Tree::Minus(x) => {
            let (p, q) = evaluate(x, a)?;
            (-p, q)
        }
    })
}

/// The tree as text, every operand in parentheses that is more than a number.
fn write(tree: &Tree) -> String {
    let part = |tree: &Tree| match tree {
        Tree::Whole(_) | Tree::Decimal(..) | Tree::A => write(tree),
        _ => format!("({})", write(tree)),
    };
    match tree {
        Tree::Whole(n) => n.to_string(),
        Tree::Decimal(n, 0) => format!("{n}e0"),
        Tree::Decimal(n, places) if n % 2 == 0 => format!("{n}e-{places}"),
        Tree::Decimal(n, places) => {
            let digits = format!("{n:0width$}", width = *places as usize + 1);
            let (whole, fraction) = digits.split_at(digits.len() - *places as usize);
            format!("{whole}.{fraction}")
        }
        Tree::A => "a".into(),
        Tree::Sum(x, y) => format!("{} + {}", part(x), part(y)),
        Tree::Difference(x, y) => format!("{}-{}", part(x), part(y)),
        Tree::Product(x, y) => format!("{}*{}", part(x), part(y)),
        Tree::Quotient(x, y) => format!("{}/ {}", part(x), part(y)),
        Tree::Power(x, k) if *k < 0 && k % 2 == 0 => format!("{}^({k})", part(x)),
        Tree::Power(x, k) => format!("{}^{k}", part(x)),
        Tree::Minus(x) => format!("-{}", part(x)),
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (0u32..1000).prop_map(Tree::Whole),
        (0u32..100_000, 0u32..8).prop_map(|(n, places)| Tree::Decimal(n, places)),
        Just(Tree::A),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            two().prop_map(|(x, y)| Tree::Sum(x, y)),
            two().prop_map(|(x, y)| Tree::Difference(x, y)),
            two().prop_map(|(x, y)| Tree::Product(x, y)),
            two().prop_map(|(x, y)| Tree::Quotient(x, y)),
            (inner.clone().prop_map(Box::new), -4i32..5).prop_map(|(x, k)| Tree::Power(x, k)),
            inner.prop_map(|x| Tree::Minus(Box::new(x))),
        ]
    })
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn expressions_have_the_value_of_their_tree(tree in tree(), p in 1i64..60, more in 0i64..60) {
        let (p, q) = (p, p + more);
        let text = write(&tree);
        let found = number(&text, &Symbols { a: Some(Some(r(p, q))), ..Symbols::default() });
        match evaluate(&tree, &(p.into(), q.into())) {
            Some((n, d)) => {
                let found = found.map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
                prop_assert_eq!(found.value(), Some(&Rational::new(n, d)), "{}", text);
            }
            None => prop_assert!(found.is_err(), "{}", text),
        }
    }

    /// The same text means the same where α stands in it as a number.
    #[test]
    fn alpha_is_what_it_stands_for(tree in tree(), p in 1i64..60, more in 0i64..60) {
        let text = write(&tree);
        let q = p + more;
        let named = number(&text, &Symbols { a: Some(Some(r(p, q))), ..Symbols::default() }).ok();
        let spelt = number(&text.replace('a', &format!("({p}/{q})")), &Symbols::default()).ok();
        prop_assert_eq!(named, spelt);
    }

    #[test]
    fn decimals_are_exact(whole in 0u64..1_000_000, fraction in "[0-9]{1,30}", exponent in -40i64..40, minus in any::<bool>()) {
        let sign = if minus { "-" } else { "" };
        let text = format!("{sign}{whole}.{fraction}e{exponent}");
        let digits: BigInt = format!("{sign}{whole}{fraction}").parse().unwrap();
        let shift = exponent - i64::try_from(fraction.len()).unwrap();
        let power = num_pow(10, u32::try_from(shift.unsigned_abs()).unwrap());
        let expected = if shift < 0 { Rational::new(digits, power) } else { (digits * power).into() };
        prop_assert_eq!(value(&text).unwrap(), expected);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[-+*/^()0-9abe. ]{0,24}") {
        let _ = number(&text, &Symbols { a: Some(Some(r(1, 2))), b: Some(None), rho: false });
    }
}
