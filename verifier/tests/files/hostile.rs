//! Files that ask for more than there is: each must be read, checked or refused in a moment.
//!
//! No test looks at a clock; one that hangs or fills the memory is seen without.

mod counted;

use crate::harness::{self, HALF, Judgement, STOCHASTIC, certificate, file, judge_all};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;

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
    let Judgement::Refused(found) = judge_all(&text, &[STOCHASTIC, harness::EQUAL_ROWS, remap]) else {
        panic!("accepted")
    };
    assert_eq!(found, ["statements[2], tight-constraints: XR at (0, 7) is 1, not α^d times XR at the diagonal"]);
}

/// A bound that agrees with log₂ 3 to eight thousand bits is compared with it or given up, not for ever.
#[test]
fn a_bound_that_agrees_for_long() {
    let log = dp_verify::number::Logarithm::Log2(dp_verify::number::Rational::from(dp_verify::number::BigInt::from(3)));
    let narrow = log.enclosure(8_000);
    let met = |relation: &str, bound: &str| {
        let expect = format!(r#"{{"bits": {{"{relation}": "{bound}"}}}}"#);
        let rest = r#""query": {"nodes": 3, "edges": []}, "mechanism": {"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}"#;
        let text = file("1/2", &format!(r#"{rest}, "claims": [{{"claim": "capacity", "expect": {expect}}}]"#));
        let said = [STOCHASTIC, harness::EQUAL_ROWS, r#"{"claim": "capacity", "verdict": "holds"}"#];
        let certificate = certificate(&text, &said);
        let found = dp_verify::verify(&harness::read(&text), certificate.as_bytes(), &Limits::default());
        let report = found.expect("a certificate").report;
        report.statements.last().filter(|statement| statement.checked).and_then(|statement| statement.expected)
    };
    // Never the wrong way round.
    assert_ne!(met("at_least", &narrow.low.to_string()), Some(false));
    assert_ne!(met("at_most", &narrow.low.to_string()), Some(true));
    assert_ne!(met("at_least", &narrow.high.to_string()), Some(true));
    assert_eq!(met("at_least", "1"), Some(true));
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
    assert!(matches!(judge_all(&text, &[STOCHASTIC, &dp, &capacity]), Judgement::Refused(_)));
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

/// A file may name as many values as the memory for them allows.
#[test]
fn more_values_than_memory() {
    let mut limits = Limits::default();
    limits.set("memory=6400").expect("a limit");
    let text = format!(r#"{{"format": [{}]}}"#, vec!["0"; 200].join(","));
    let found = Mechanism::read(text.as_bytes(), &limits).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(found.contains("$.format[98]: more than 100 values, 64 bytes each (--limit memory=N)"), "{found}");
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

/// Tables, priors and edges that a short file asks for by formula: refused before they fill the memory.
#[test]
fn formulas_that_would_fill_the_memory() {
    let line = r#""query": {"graph": "line", "nodes": 20000}"#;
    let answers: Vec<String> = (0..20_000).map(|i| i.to_string()).collect();
    let points: Vec<String> = (0..3_000).map(|i| format!(r#""{i}": {{"point": 0}}"#)).collect();
    // 10007 and so on need not be primes to have a long least common multiple.
    let unlike: Vec<String> = (0..20_000).map(|i| format!(r#""1/{}""#, 1_000_000_007u64 + 2 * i)).collect();
    let long = "7777";
    for (alpha, rest) in [
        ("1/2".to_owned(), format!(r#"{line}, "mechanism": {{"family": "truncated-geometric"}}"#)),
        ("1/2".to_owned(), format!(r#"{line}, "priors": {{{}}}"#, points.join(","))),
        (format!("{long}/{long}8"), line.to_owned()),
        (
            "1/2".to_owned(),
            format!(
                r#""query": {{"databases": {{"values": 20000, "individuals": 1}}, "answers": [{}]}}"#,
                answers.join(",")
            ),
        ),
        (
            "1/2".to_owned(),
            format!(r#""query": {{"graph": "line", "nodes": 1}}, "mechanism": {{"matrix": [[{}]]}}"#, unlike.join(",")),
        ),
    ] {
        let found = refused(&file(&alpha, &rest));
        assert!(found.contains("memory=N"), "{found}");
    }
}

/// Long sums and long decimals: in lowest terms in a moment.
#[test]
fn long_numbers_in_lowest_terms() {
    let terms: Vec<String> = (0..4_000).map(|i| format!("1/{}", 1_000_000_007u64 + 2 * i)).collect();
    for alpha in [format!("({})/{}", terms.join("+"), terms.len()), format!("0.{}", "3".repeat(100_000))] {
        harness::read(&file(&alpha, r#""query": {"graph": "line", "nodes": 1}"#));
    }
}

/// A logarithm of a number that agrees with 1 to a hundred thousand bits.
#[test]
fn logarithms_near_zero() {
    let tiny = format!("1/{}", "9".repeat(30_000));
    let text = file(
        "1/2",
        &format!(
            r#""query": {{"graph": "line", "nodes": 2}}, "mechanism": {{"matrix": [["1/2", "1/2"], ["1/2+{tiny}", "1/2-{tiny}"]]}},
               "claims": [{{"claim": "capacity", "expect": {{"bits": {{"at_least": 0}}}}}}]"#
        ),
    );
    let capacity = r#"{"claim": "capacity", "verdict": "holds"}"#;
    let dp = r#"{"claim": "dp", "verdict": "holds"}"#;
    let certificate = certificate(&text, &[STOCHASTIC, dp, capacity]);
    let found = dp_verify::verify(&harness::read(&text), certificate.as_bytes(), &Limits::default());
    let found = found.expect("a certificate");
    assert!(found.accepted(), "{:?}", found.refusals);
    assert_eq!(found.report.statements.last().and_then(|statement| statement.expected), Some(true));
}

/// One long denominator, and many coefficients that would all be multiplied by it.
#[test]
fn a_polynomial_with_a_long_common_denominator() {
    let found = refused(&format!(
        r#"{{"format": "dp-mechanism/1", "query": {{"graph": "line", "nodes": 1}},
            "privacy": {{"alpha": {{"root_of": ["1/{}"{}], "between": ["0", "1"]}}}}}}"#,
        "3".repeat(130_000),
        ", 1".repeat(400_000)
    ));
    assert!(found.contains("$.privacy.alpha.root_of: a polynomial whose roots take numbers of over"), "{found}");
}

/// The weights of a product prior fill more than the memory that they may, and take longer than that to multiply.
#[test]
fn a_product_prior_of_long_numbers() {
    let (low, high) = ("3".repeat(10_000), "6".repeat(9_999) + "7");
    let one = format!(r#"["{low}/1{0}", "{high}/1{0}"]"#, "0".repeat(10_000));
    let text = file(
        "1/2",
        &format!(
            r#""query": {{"graph": "hamming", "values": 2, "individuals": 13}},
               "priors": {{"p": {{"product": [{one}]}}}}"#
        ),
    );
    let found = refused(&text);
    assert!(found.contains("$.priors.p.product: numbers that fill over 536870912 bytes"), "{found:.300}");
    let room = Limits { memory: 1 << 32, ..Limits::default() };
    let found = Mechanism::read(text.as_bytes(), &room).expect_err("a file over a limit").to_string();
    assert!(found.contains("$.priors.p.product: products that take over 4294967296 steps"), "{found:.300}");
}

/// α = 77…7^(-1/k): whether it is rational is soon seen at every order.
#[test]
fn a_root_of_high_order_of_a_long_number() {
    for order in [2, 257, 1_000, 9_999, 39_999, 4_294_967_295u32] {
        let text = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"epsilon": "1/{order}*ln({})"}},
                "query": {{"graph": "line", "nodes": 1}}}}"#,
            "7".repeat(130_000)
        );
        // Read, or refused as over a limit, and soon.
        if let Err(e) = Mechanism::read(text.as_bytes(), &Limits::default()) {
            assert!(e.path == "$.privacy" && e.message.contains("(--limit "), "{order}: {e:.200}");
        }
    }
}

/// Rows over ever other denominators: their common denominator, a factor a row, would fill gigabytes.
#[test]
fn rows_without_a_common_denominator() {
    let row = |i: u64| {
        format!(r#"["1/{0}", "{1}/{0}"]"#, 1_000_000_000_000_000_000 + 2 * i + 1, 1_000_000_000_000_000_000 + 2 * i)
    };
    let rows = (0..12_000).map(row).collect::<Vec<_>>().join(", ");
    let file = file(
        "1",
        &format!(
            r#""query": {{"nodes": 12000, "edges": []}}, "mechanism": {{"matrix": [{rows}]}}, "priors": {{"u": "uniform"}}"#
        ),
    );
    let statement = r#"{"claim": "utility", "prior": "u", "verdict": "holds", "values": {"utility": "1"}}"#;
    match judge_all(&file, &[STOCHASTIC, HALF, statement]) {
        Judgement::Declined(why) => assert!(why.iter().any(|why| why.contains("--limit memory=N")), "{why:?}"),
        other => panic!("{other:?}"),
    }
}

/// A closed form on 20,000 nodes beside a table with one output.
#[test]
fn closed_forms_that_would_fill_the_memory() {
    let ones = vec!["[1]"; 20_000].join(", ");
    let file = file(
        "1/2",
        &format!(
            r#""query": {{"graph": "line", "nodes": 20000}}, "mechanism": {{"matrix": [{ones}]}},
                "claims": [{{"claim": "derivable", "from": "uniform"}}]"#
        ),
    );
    let statement = r#"{"claim": "derivable", "from": "uniform", "verdict": "holds", "witness": {"remap":
        {"denominator": "1", "numerators": ["1"]}}}"#;
    match judge_all(&file, &[STOCHASTIC, HALF, statement]) {
        Judgement::Declined(why) => assert!(why.iter().any(|why| why.contains("--limit memory=N")), "{why:?}"),
        other => panic!("{other:?}"),
    }
}
