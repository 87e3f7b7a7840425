//! Texts that become numbers, against ordinary precedence, and numbers that are rational however they are written.

mod pratt;

use crate::random::cases;
use dp_verify::json::{View, read as read_json};
use dp_verify::limits::{Budget, Limits};
use dp_verify::model::{Alpha, Constant, Mechanism};
use dp_verify::number::{BigInt, Expression, Rational, Symbols};
use proptest::prelude::*;

fn r(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// A file whose privacy is that object.
fn with_privacy(privacy: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "line", "nodes": 2}}{rest}}}"#)
}

fn alpha_of(privacy: &str) -> Result<Alpha, String> {
    let text = with_privacy(privacy, "");
    Mechanism::read(text.as_bytes(), &Limits::default()).map(|m| m.privacy.alpha).map_err(|e| e.to_string())
}

fn epsilon(text: &str) -> Result<Alpha, String> {
    alpha_of(&format!(r#"{{"epsilon": "{text}"}}"#))
}

#[test]
fn a_product_with_a_logarithm_is_read_by_ordinary_precedence() {
    let power = |base: Rational, exponent: Rational| Ok(Alpha::Power { base, exponent });
    let rational = |n, d| Ok(Alpha::Rational(r(n, d)));
    assert_eq!(epsilon("ln(2)"), rational(1, 2));
    assert_eq!(epsilon("1/5*ln(2)"), power(r(2, 1), r(1, 5)));
    assert_eq!(epsilon("ln(2)/5"), power(r(2, 1), r(1, 5)));
    assert_eq!(epsilon(" ln(2) * 1 / 5 "), power(r(2, 1), r(1, 5)));
    assert_eq!(epsilon("2*3*ln(2)"), rational(1, 64));
    assert_eq!(epsilon("1/2/3*ln(5)"), power(r(5, 1), r(1, 6)));
    assert_eq!(epsilon("-ln(1/2)"), rational(1, 2));
    assert_eq!(epsilon("-1/2*ln(1/4)"), rational(1, 2));
    assert_eq!(epsilon("1/2*ln(4)"), rational(1, 2));
    assert_eq!(epsilon("ln(4)/2"), rational(1, 2));
    assert_eq!(epsilon("(1-1/2)*ln(4)"), rational(1, 2));
    assert_eq!(epsilon("2^-1*ln((1+1)^2)"), rational(1, 2));
    assert_eq!(epsilon("3*ln(2)/3*1"), rational(1, 2));
}

#[test]
fn a_sum_with_a_logarithm_is_refused_where_it_is_one() {
    for (text, character) in [
        ("1-1/2*ln(4)", 2),
        ("2-1*ln(2)", 2),
        ("1/2+1/2*ln(2)", 4),
        ("ln(2)+1", 6),
        ("ln(2) - 1/3", 7),
        ("-1+ln(9)", 3),
        ("ln(2)+ln(3)", 6),
        ("(1)-(1/2)*ln(4)", 4),
    ] {
        let found = epsilon(text).unwrap_err();
        let end = format!(
            "$.privacy.epsilon: found \"{text}\", expected ε as a number, \"ln(2)\" or \"1/5*ln(2)\": \
             the sign at character {character} makes it a sum with a logarithm"
        );
        assert!(found.ends_with(&end), "{found}");
    }
    for text in [
        "1/ln(2)",
        "ln(2)*ln(3)",
        "2ln(2)",
        "ln 2",
        "ln (2)",
        "ln2",
        "ln(2)^2",
        "(ln(2))",
        "ln(2",
        "ln()",
        "ln(2))",
        "ln(ln(9))",
        "1/2**ln(2)",
        "*ln(2)",
        "ln(2)/",
        "ln(2)/0",
        "0*ln(2)",
        "--ln(2)",
        "+ln(2)",
        "LN(2)",
        "log(2)",
        "ln(a)",
        "ln(2)3",
        "1/-2*ln(2)",
        "1/2*-ln(2)",
        "1_0*ln(2)",
        "٢*ln(2)",
    ] {
        assert!(epsilon(text).is_err(), "{text} is read as {:?}", epsilon(text));
    }
}

/// Texts of some tokens, most of them near what is legal.
fn text() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        8 => prop::sample::select(vec!["1", "2", "3", "7", "10", "0", "0.5", "1.25", "2e1", "5e-1", "12"]).prop_map(String::from),
        3 => Just("a".to_owned()),
        1 => prop::sample::select(vec![".5", "5.", "01", "1_0", "+1", "2a", "b", "٣", "1e", "--1"]).prop_map(String::from),
    ];
    atom.prop_recursive(4, 24, 4, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*", "/", "^", " - ", " / ", "^-", "*-", "/-", "^(-", ""]);
        prop_oneof![
            6 => (inner.clone(), operator, inner.clone()).prop_map(|(x, o, y)| {
                if o == "^(-" { format!("{x}^(-{y})") } else { format!("{x}{o}{y}") }
            }),
            2 => inner.clone().prop_map(|x| format!("({x})")),
            1 => inner.clone().prop_map(|x| format!("-{x}")),
            1 => inner.prop_map(|x| format!("-({x})")),
        ]
    })
}

proptest! {
    #![proptest_config(cases(4_000))]

    /// Whatever is read has the value that ordinary precedence gives it.
    #[test]
    fn an_expression_that_is_read_has_the_ordinary_value(text in text()) {
        let a = r(2, 3);
        let document = format!("\"{text}\"");
        let limits = Limits::default();
        let node = read_json(document.as_bytes(), &limits).unwrap();
        let symbols = Symbols { a: Some(Some(a.clone())), ..Symbols::default() };
        let read = Expression::read(&View::root(&node), &symbols, &limits, &Budget::new(limits.steps));
        let ordinary = pratt::value(&text, &a);
        if let (Ok(Expression::Rational(x)), Some(ordinary)) = (&read, &ordinary) {
            prop_assert_eq!(Some(x), Some(&ordinary.rational), "{}", &text);
        }
        // Exponents of hundreds are read, and not evaluated here.
        if read.is_ok() && ordinary.is_none() {
            prop_assert!(text.contains('^'), "{} is read, and makes no sense", &text);
        }
    }

    /// So has ε: whatever is read with a logarithm is one product with one.
    #[test]
    fn an_epsilon_that_is_read_has_the_ordinary_value(
        before in prop::sample::select(vec!["", "-", "1/2*", "1-1/2*", "2*3*", "1/3/", "(1-1/2)*", "-1/2*", "2+", "3-", "2^-1*", "1e-1*", "1/5 * "]),
        argument in prop::sample::select(vec!["2", "4", "1/2", "9/4", "1+1", "3-1/2", "2^2", "(3)", "1", "0.25"]),
        after in prop::sample::select(vec!["", "/2", "*3", "/2*3", "+1", "-1/2", "^2", "*1/5", " / 5", "*-1", "/(1+1)", "*ln(3)", "+ln(3)"]),
    ) {
        let text = format!("{before}ln({argument}){after}");
        let Ok(alpha) = epsilon(&text) else { return Ok(()) };
        let ordinary = pratt::value(&text, &r(0, 1));
        let value = ordinary.unwrap_or_else(|| panic!("{text} is read as {alpha:?}"));
        prop_assert_eq!(&value.rational, &r(0, 1), "{}", &text);
        prop_assert_eq!(value.logarithms.len(), 1, "{}", &text);
        let (q, m) = &value.logarithms[0];
        match alpha {
            Alpha::Power { base, exponent } => prop_assert_eq!((&base, &exponent), (m, q), "{}", &text),
            Alpha::Rational(x) => {
                // x = m^-q.
                let [s, t] = [q.numer(), q.denom()].map(|n| i32::try_from(n.clone()).unwrap());
                prop_assert_eq!(x.pow(t), m.pow(-s), "{}", &text);
            }
            other => prop_assert!(false, "{} is read as {:?}", &text, other),
        }
    }
}

#[test]
fn an_alpha_that_is_rational_is_the_rational_however_it_is_given() {
    let long = "340282366920938463463374607431768211507";
    for (root, n) in [
        (r#"["-1", "1", "2"], "between": ["0", "1"]"#.to_owned(), r(1, 2)),
        (r#"["1", "-4", "4"], "between": ["0", "1"]"#.to_owned(), r(1, 2)),
        (r#"["1", "-4", "4"], "between": ["1/3", "1"]"#.to_owned(), r(1, 2)),
        (r#"["-1/3", "1"], "between": ["0", "1"]"#.to_owned(), r(1, 3)),
        // (3x-1)(x^2-2), (7x-3)^3.
        (r#"["2", "-6", "-1", "3"], "between": ["0", "1"]"#.to_owned(), r(1, 3)),
        (r#"["-27", "189", "-441", "343"], "between": ["0", "1"]"#.to_owned(), r(3, 7)),
    ] {
        let privacy = format!(r#"{{"alpha": {{"root_of": {root}}}}}"#);
        assert_eq!(alpha_of(&privacy), Ok(Alpha::Rational(n)), "{privacy}");
    }
    // (d·x − 1)(x² + x − 1) for a d of 128 bits: no short fraction, and no other root up to 1/2.
    let d: BigInt = long.parse().unwrap();
    let polynomial = [BigInt::from(1), -&d - 1, &d - 1, d.clone()].map(|c| format!("\"{c}\"")).join(", ");
    let privacy = format!(r#"{{"alpha": {{"root_of": [{polynomial}], "between": ["0", "1/2"]}}}}"#);
    assert_eq!(alpha_of(&privacy), Ok(Alpha::Rational(Rational::new(1.into(), d))));
    // The golden ratio is none, nor is a fourth root.
    let golden = alpha_of(r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#);
    assert!(matches!(golden, Ok(Alpha::Root { .. })), "{golden:?}");
    assert!(matches!(epsilon("1/4*ln(4)"), Ok(Alpha::Power { .. })));
}

#[test]
fn a_constant_that_is_rational_is_the_rational() {
    let constant = |privacy: &str, constant: &str| {
        let text = with_privacy(privacy, &format!(r#", "constant": {constant}"#));
        Mechanism::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|e| panic!("{e}")).constant
    };
    let rational = |n, d| Some(Constant::Rational(r(n, d)));
    let half = r#"{"alpha": "1/2"}"#;
    assert_eq!(constant(half, r#"{"root_of": ["-1", "1", "2"], "between": ["0", "1"]}"#), rational(1, 2));
    assert_eq!(constant(half, r#"{"root_of": ["9", "-12", "4"], "between": ["1", "2"]}"#), rational(3, 2));
    // α = 1/4 by its polynomial, b = α^(1/2).
    let quarter = r#"{"alpha": {"root_of": ["-1", "3", "4"], "between": ["0", "1"]}}"#;
    assert_eq!(constant(quarter, r#"{"root_of_alpha": 2}"#), rational(1, 2));
    assert_eq!(constant(r#"{"epsilon": "1/2*ln(16)"}"#, r#"{"root_of_alpha": 2}"#), rational(1, 2));
}

/// What is wrong beside a power of e is told where it is, and `b` is not asked for where it stands.
#[test]
fn mistakes_beside_a_constant_have_their_place() {
    let wrong = |privacy: &str, rest: &str| {
        let text = with_privacy(privacy, &format!(r#", "constant": {{"exp": "-1/8"}}{rest}"#));
        Mechanism::read(text.as_bytes(), &Limits::default()).expect_err("a mistake").to_string()
    };
    let long = wrong(r#"{"epsilon": "1/9999*ln(3)"}"#, "");
    assert!(long.contains("$.privacy: "), "{long}");
    for text in [
        wrong(r#"{"epsilon": "1/2*ln(3)", "delta": "b/4"}"#, ""),
        wrong(r#"{"epsilon": "1"}"#, r#", "claims": [{"claim": "renyi-dp", "order": 2, "bound": "b/4"}]"#),
    ] {
        assert!(text.ends_with("in \"b/4\": `b` has no meaning in this place"), "{text}");
    }
}

/// Neighbouring ratios of Fibonacci numbers as ends, bounds, entries and priors: on threads with little stack.
#[test]
fn neighbouring_fibonacci_ratios_are_told_apart() {
    let (mut a, mut b) = (BigInt::from(1), BigInt::from(1));
    for _ in 2..20_000 {
        (a, b) = (b.clone(), a + b);
    }
    let c = &a + &b;
    let (x, y) = (format!("{a}/{b}"), format!("{b}/{c}"));
    let (low, high) = if &a * &c < &b * &b { (x, y) } else { (y, x) };
    let symbolic = |low: &str, high: &str, rest: &str| {
        with_privacy(&format!(r#"{{"alpha": "symbolic", "between": ["{low}", "{high}"]}}"#), rest)
    };
    let claims =
        format!(r#", "claims": [{{"claim": "threshold", "expect": {{"set": {{"equals": [["{low}", "{high}"]]}}}}}}]"#);
    let texts = [
        (symbolic(&low, &high, &claims), true),
        (symbolic(&high, &low, ""), false),
        (symbolic(&low, &low, ""), false),
        (
            with_privacy(
                &format!(r#"{{"alpha": "{low}", "delta": "{high}"}}"#),
                &format!(
                    r#", "mechanism": {{"matrix": [["{low}", "1-{low}"], ["{high}", "1-{high}"]]}},
                       "priors": {{"p": ["{low}", "1-{low}"]}}, "gain": [["{low}", "{high}"], ["{high}", "{low}"]],
                       "claims": [{{"claim": "utility", "prior": "p", "expect": {{"utility": {{"at_least": "{low}", "at_most": "{high}"}}}}}}]"#
                ),
            ),
            true,
        ),
    ];
    let reads =
        move || texts.map(|(text, is_read)| Mechanism::read(text.as_bytes(), &Limits::default()).is_ok() == is_read);
    let thread = std::thread::Builder::new().stack_size(1 << 19).spawn(reads).unwrap();
    assert_eq!(thread.join().unwrap(), [true; 4]);
}

#[test]
fn labels_that_repeat_are_refused_with_both_places() {
    let with = |query: &str, rest: &str| {
        let text = format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {query}{rest}}}"#);
        Mechanism::read(text.as_bytes(), &Limits::default()).map(drop).map_err(|e| e.to_string())
    };
    let found = with(r#"{"graph": "line", "nodes": 3, "labels": ["A", "B", "\u0041"]}"#, "").unwrap_err();
    let expected = "$.query.labels[2]: found \"A\" again, which is at $.query.labels[0] already, expected a label of its own for each node";
    assert!(found.ends_with(expected), "{found}");
    let matrix = r#", "mechanism": {"matrix": [[1, 0], [0, 1]], "outputs": ["yes", "yes"]}"#;
    let found = with(r#"{"graph": "line", "nodes": 2}"#, matrix).unwrap_err();
    let expected = "$.mechanism.outputs[1]: found \"yes\" again, which is at $.mechanism.outputs[0] already, expected a label of its own for each output";
    assert!(found.ends_with(expected), "{found}");
    let answers = r#"{"databases": {"values": 2, "individuals": 2}, "answers": ["none", "some", "some", "all"]"#;
    assert_eq!(with(&format!("{answers}}}"), ""), Ok(()));
    let found = with(&format!(r#"{answers}, "labels": ["0", "1", "0"]}}"#), "").unwrap_err();
    assert!(found.contains("$.query.labels[2]: found \"0\" again, which is at $.query.labels[0] already"), "{found}");
}

/// A linear polynomial has the root −c/s, however long its coefficients are and however near to an end it lies.
#[test]
fn the_root_of_a_linear_polynomial_needs_no_search() {
    let (mut a, mut b) = (BigInt::from(1), BigInt::from(1));
    for _ in 1..40_000 {
        (a, b) = (b.clone(), a + b);
    }
    let next = &a + &b;
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": {{"root_of": ["-{a}/{b}", "{b}/{next}"], "between": ["0", "1"]}}}},
            "query": {{"graph": "line", "nodes": 2}}}}"#
    );
    let found = Mechanism::read(text.as_bytes(), &Limits::default());
    // (a/b)/(b/next) = a·next/b², which is 1 ± 1/b².
    let above = &a * &next > &b * &b;
    match found {
        Ok(mechanism) => assert!(!above && mechanism.privacy.alpha.rational().is_some()),
        Err(error) => assert!(above && error.message.contains("found no root in the interval"), "{error}"),
    }
}
