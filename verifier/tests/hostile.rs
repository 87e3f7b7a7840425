//! Files that ask for more than there is: each must be read, checked or refused in a moment.
//!
//! No test looks at a clock; one that hangs or fills the memory is seen without.

mod harness;

use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use harness::{Judgement, STOCHASTIC, certificate, file, judge};

/// The message with which a mechanism file is refused.
fn refused(text: &str) -> String {
    match Mechanism::read(text.as_bytes(), &Limits::default()) {
        Ok(_) => panic!("read: {}", &text[..text.len().min(200)]),
        Err(e) => e.to_string(),
    }
}

/// A table of one column: XR has n² entries, all but one column of them 0.
#[test]
fn a_remap_to_one_of_many_nodes() {
    let rows = vec!["[1]"; 3_000].join(",");
    let text = file(
        "1/2",
        &format!(
            r#""query": {{"graph": "complete", "nodes": 3000}}, "mechanism": {{"matrix": [{rows}]}},
               "claims": ["tight-constraints"]"#
        ),
    );
    let remap = r#"{"claim": "tight-constraints", "verdict": "holds", "witness": {"remap": [7]}}"#;
    let Judgement::Refused(found) = judge(&text, &certificate(&text, &[STOCHASTIC, harness::EQUAL_ROWS, remap])) else {
        panic!("accepted")
    };
    assert_eq!(found, ["statements[2], tight-constraints: XR at (0, 7) is 1, not α^d times XR at the diagonal"]);
}

/// An enclosure whose end agrees with log₂ 3 to a thousand digits and more is given up, not computed for ever.
#[test]
fn an_enclosure_that_agrees_for_ever() {
    let text = file(
        "1/2",
        r#""query": {"nodes": 3, "edges": []}, "mechanism": {"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "claims": ["capacity"]"#,
    );
    // The ends agree with log₂ 3 to neighbour, to 20,000 bits, by the verifier's own enclosure.
    let log = dp_verify::number::Logarithm::Log2(dp_verify::number::Rational::from(dp_verify::number::BigInt::from(3)));
    let narrow = log.enclosure(20_000);
    let said = format!(
        r#"{{"claim": "capacity", "verdict": "holds", "values": {{"multiplicative": "3", "bits": {{"at_least": "{}", "at_most": "{}"}}}}}}"#,
        narrow.low, narrow.high
    );
    let Judgement::Refused(found) = judge(&text, &certificate(&text, &[STOCHASTIC, harness::EQUAL_ROWS, &said])) else {
        panic!("accepted")
    };
    assert_eq!(found, ["statements[2], capacity: the value `bits` does not lie in its enclosure"]);
}

/// Two fractions whose continued fractions agree in n terms: consecutive quotients of Fibonacci numbers.
fn nearly_equal(n: usize) -> (String, String) {
    use dp_verify::number::BigInt;
    let (mut a, mut b) = (BigInt::from(1), BigInt::from(1));
    for _ in 0..n {
        (a, b) = (b.clone(), a + b);
    }
    let c = &a + &b;
    (format!("{a}/{b}"), format!("{b}/{c}"))
}

/// A comparison by continued fractions would recurse once a term.
#[test]
fn fractions_that_agree_in_a_hundred_thousand_terms() {
    let (x, y) = nearly_equal(100_000);
    // alpha_max = x against α = y, and against a value y in the certificate.
    let text = file(
        &y,
        &format!(
            r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": [["{x}", "1-{x}"], [1, 0]]}},
               "claims": [{{"claim": "capacity", "expect": {{"multiplicative": {{"equals": "{y}"}}}}}}]"#
        ),
    );
    let dp = format!(
        r#"{{"claim": "dp", "verdict": "fails", "values": {{"alpha_max": "{y}", "epsilon_min": "0"}}, "witness": {{"pair": [0, 1], "output": 0}}}}"#
    );
    let capacity =
        format!(r#"{{"claim": "capacity", "verdict": "holds", "values": {{"multiplicative": "{y}", "bits": "0"}}}}"#);
    assert!(matches!(judge(&text, &certificate(&text, &[STOCHASTIC, &dp, &capacity])), Judgement::Refused(_)));
    // Sums and bounds of a prior, an interval's ends.
    let between = |low: &str, high: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "symbolic", "between": ["{low}", "{high}"]}}, "query": {{"graph": "line", "nodes": 1}}}}"#
        )
    };
    let read = |text: &str| Mechanism::read(text.as_bytes(), &Limits::default()).is_ok();
    assert!(read(&between(&x, &y)) != read(&between(&y, &x)));
}

/// Sizes that a file merely claims: refused before anything of that size is made.
#[test]
fn sizes_that_are_only_claimed() {
    let with = |query: &str| {
        refused(&format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {query}}}"#))
    };
    for query in [
        r#"{"graph": "line", "nodes": 1000000000000}"#,
        r#"{"graph": "hamming", "values": 1000000, "individuals": 1000000}"#,
        r#"{"graph": "sum", "individuals": 4294967296, "max": 4294967296}"#,
        r#"{"graph": "counts", "individuals": 18446744073709551615, "queries": 64}"#,
        r#"{"databases": {"values": 10, "individuals": 30}, "answers": ["none"]}"#,
        r#"{"nodes": 99999999999, "edges": []}"#,
    ] {
        let found = with(query);
        assert!(found.contains("$.query"), "{query}: {found}");
        assert!(found.contains("nodes") || found.contains("nine digits"), "{query}: {found}");
    }
}

/// Powers, exponents and digits: refused before they are raised or converted.
#[test]
fn numbers_that_are_only_claimed() {
    let with = |alpha: &str| {
        refused(&format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": {alpha}}}, "query": {{"graph": "line", "nodes": 1}}}}"#
        ))
    };
    for alpha in [r#""1e-999999999""#, "1e-999999999", r#""1e-99999999999999999999999999""#] {
        let found = with(alpha);
        assert!(found.contains("$.privacy.alpha") && found.contains("exponent"), "{alpha}: {found}");
    }
    let long = format!("\"0.{}\"", "3".repeat(5_000_000));
    assert!(with(&long).contains("digits"), "{}", &with(&long)[..200]);
}
