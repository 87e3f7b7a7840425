//! The further kinds of `certify construct`: what is written is certified with all its claims, and verified; what
//! would not be private, or has no exact form, is refused with the reason.

use crate::fixtures::{ONE_HALF, RING_OF_SIX};
use dp_certify::construct::{Kind, Wishes, construct};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{self, Mechanism};
use dp_verify::report::Verdict;
use dp_verify::verify;
use serde_json::{Value, json};

/// A query file of these fields; `rest` begins with a comma or is empty.
fn query(privacy: &str, graph: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {graph}{rest}}}"#)
}

/// α = e^-0.8, 2^(-1/5), a root of 1 - 3α + α², and all α at once.
const OTHERS: [&str; 4] = [
    r#"{"epsilon": "0.8"}"#,
    r#"{"epsilon": "1/5*ln(2)"}"#,
    r#"{"alpha": {"root_of": [1, -3, 1], "between": [0, 1]}}"#,
    r#"{"alpha": "symbolic", "between": [0, 1]}"#,
];

fn made(kind: Kind, query: &str) -> String {
    construct(kind, &Wishes::default(), query.as_bytes(), &Limits::default())
        .unwrap_or_else(|why| panic!("{} for {query}: {why}", kind.name()))
}

fn refused(kind: Kind, query: &str) -> String {
    construct(kind, &Wishes::default(), query.as_bytes(), &Limits::default()).unwrap_err().to_string()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Certifies the file and verifies the certificate: all of its claims hold, as expected.
fn certified(text: &str) -> dp_verify::report::Report {
    let found = certify(text.as_bytes(), &Options::default()).unwrap();
    let declared = found.report.statements.iter().filter(|s| s.declared);
    for s in declared {
        assert_eq!((s.verdict, s.expected), (Verdict::Holds, s.expected.map(|_| true)), "{} of {text}", s.claim);
    }
    let mechanism = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
    let verified = verify(&mechanism, found.certificate.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(verified.status(true), 0, "{text}");
    found.report
}

/// A value of a claim, as the report writes it.
fn value(report: &dp_verify::report::Report, kind: model::Kind, name: &str) -> String {
    let report = parsed(&report.to_json(true));
    let statements = report["statements"].as_array().unwrap();
    let statement = statements.iter().find(|s| s["claim"] == kind.name()).unwrap();
    statement["values"][name]["exact"].as_str().unwrap_or_else(|| panic!("{statement}")).to_owned()
}

fn hamming(values: usize, individuals: usize) -> String {
    format!(r#"{{"graph": "hamming", "values": {values}, "individuals": {individuals}}}"#)
}

#[test]
fn closed_forms_hold_their_promises_at_every_kind_of_alpha() {
    let line = r#"{"graph": "line", "nodes": 4}"#;
    let complete = r#"{"graph": "complete", "nodes": 4}"#;
    for privacy in [ONE_HALF].into_iter().chain(OTHERS) {
        for (kind, graph) in [
            (Kind::TruncatedGeometric, line.to_owned()),
            (Kind::RandomisedResponse, complete.to_owned()),
            (Kind::Exponential, hamming(3, 2)),
            (Kind::Product, hamming(2, 2)),
            (Kind::Alvim, r#"{"graph": "cycle", "nodes": 5}"#.to_owned()),
            (Kind::Uniform, line.to_owned()),
        ] {
            let text = made(kind, &query(privacy, &graph, ""));
            assert!(text.contains("alpha_max"), "{text}");
            certified(&text);
        }
    }
}

#[test]
fn on_one_node_all_are_certain() {
    for privacy in [ONE_HALF].into_iter().chain(OTHERS) {
        for (kind, graph) in [
            (Kind::TruncatedGeometric, r#"{"graph": "line", "nodes": 1}"#.to_owned()),
            (Kind::RandomisedResponse, r#"{"graph": "complete", "nodes": 1}"#.to_owned()),
            (Kind::Exponential, hamming(1, 3)),
            (Kind::Product, hamming(1, 3)),
            (Kind::Alvim, r#"{"graph": "star", "nodes": 1}"#.to_owned()),
        ] {
            let text = made(kind, &query(privacy, &graph, ""));
            assert_eq!(parsed(&text)["mechanism"]["matrix"], json!([["1"]]), "{}", kind.name());
            certified(&text);
        }
    }
}

/// A ring in Remark 2's place is as little private as the ring itself, on an even line too.
#[test]
fn remark_2_leads_to_remark_1_on_even_lines() {
    let said = refused(Kind::Alvim, &query(r#"{"alpha": "5/7"}"#, r#"{"graph": "line", "nodes": 6}"#, ""));
    assert!(said.contains("2α = 10/7, allowed 7/5"), "{said}");
    certified(&made(Kind::Alvim, &query(r#"{"alpha": "5/7"}"#, r#"{"graph": "line", "nodes": 7}"#, "")));
}

#[test]
fn entries_at_irrational_alpha_are_expressions() {
    let text = made(Kind::TruncatedGeometric, &query(OTHERS[0], r#"{"graph": "line", "nodes": 3}"#, ""));
    assert_eq!(parsed(&text)["mechanism"]["matrix"][0], json!(["1/(1+a)", "a*(1-a)/(1+a)", "a^2/(1+a)"]));
    let text = made(Kind::Product, &query(r#"{"epsilon": 1, "delta": "1/10"}"#, &hamming(3, 2), ""));
    assert_eq!(parsed(&text)["mechanism"]["matrix"][0][1], "9/10*a*(1+1/5*a)/(1+2*a)^2");
}

#[test]
fn a_sum_query_has_the_root_of_alpha_that_its_sensitivity_asks_for() {
    let sum = |u: usize, v: usize| format!(r#"{{"graph": "sum", "individuals": {u}, "max": {v}}}"#);
    // 2^(-1/3) is b; 1/8 has the cube root 1/2; b^2 where the file's own constant is α^(1/4).
    let text = made(Kind::TruncatedGeometric, &query(ONE_HALF, &sum(2, 3), ""));
    assert_eq!(parsed(&text)["constant"], json!({"root_of_alpha": 3}));
    assert_eq!(
        parsed(&text)["name"],
        "truncated-geometric mechanism with sensitivity 3, that is β = α^(1/3), constructed for: a query of 7 nodes"
    );
    assert_eq!(value(&certified(&text), model::Kind::Dp, "alpha_max"), "1/2");
    let text = made(Kind::TruncatedGeometric, &query(r#"{"alpha": "1/8"}"#, &sum(2, 3), ""));
    assert_eq!(
        (&parsed(&text)["constant"], &parsed(&text)["mechanism"]["matrix"][0][6]),
        (&json!(null), &json!("1/96"))
    );
    assert_eq!(value(&certified(&text), model::Kind::Dp, "alpha_max"), "1/8");
    let text = made(Kind::TruncatedGeometric, &query(ONE_HALF, &sum(2, 2), r#", "constant": {"root_of_alpha": 4}"#));
    assert_eq!(parsed(&text)["mechanism"]["matrix"][0][1], "b^2*(1-b^2)/(1+b^2)");
    certified(&text);
    for privacy in OTHERS {
        certified(&made(Kind::TruncatedGeometric, &query(privacy, &sum(2, 2), "")));
    }
    let other = query(ONE_HALF, &sum(2, 3), r#", "constant": {"root_of_alpha": 2}"#);
    let said = refused(Kind::TruncatedGeometric, &other);
    assert!(said.contains("$.constant: the entries need α^(1/3), which is no power of the file's constant"), "{said}");
    let ends = query(r#"{"alpha": "symbolic", "between": ["1/3", "1/2"]}"#, &sum(2, 3), "");
    let said = refused(Kind::TruncatedGeometric, &ends);
    assert!(said.contains("no rational k-th root"), "{said}");
}

/// 004, Theorem 10: the error is m(1-δ)/(λ+m) a row, and with δ = 0 the product is private exactly at 1/λ.
#[test]
fn products_have_the_least_error_and_are_private_exactly_there() {
    for m in [1, 2, 3] {
        for (lambda, alpha) in [("1", "1"), ("2", "1/2"), ("3", "1/3"), ("7/2", "2/7")] {
            for delta in ["0", "1/10", "1/2"] {
                let rows = if m == 1 { 3 } else { 2 };
                let declared = if delta == "0" { String::new() } else { format!(r#", "delta": "{delta}""#) };
                let privacy = format!(r#"{{"alpha": "{alpha}"{declared}}}"#);
                let text = made(Kind::Product, &query(&privacy, &hamming(m + 1, rows), ""));
                let number = |x: &str| x.parse::<malachite::rational::Rational>().unwrap();
                let one = number("1");
                let (lambda, delta) = (number(lambda), number(delta));
                let m = malachite::rational::Rational::from(m);
                let p = (&one - &delta) / (&lambda + &m);
                let expected = (&m * &p * malachite::rational::Rational::from(rows)).to_string();
                let mut file = parsed(&text);
                assert_eq!(file["mechanism"]["matrix"][0][1], {
                    let truth = &one - &m * &p;
                    (1..rows).fold(p.clone(), |x, _| x * &truth).to_string()
                });
                assert_eq!(file["claims"].as_array().unwrap().last().unwrap()["expect"]["error"]["equals"], expected);
                // Where δ > 0 is declared, what is private at (ε, 0) is the greatest λ' = (λ+mδ)/(1-δ).
                let tight = (&one - &delta) / (&lambda + &m * &delta);
                file["privacy"] = json!({ "alpha": tight.to_string() });
                let found = certify(file.to_string().as_bytes(), &Options::default()).unwrap().report;
                assert_eq!(value(&found, model::Kind::Dp, "alpha_max"), tight.to_string());
                assert_eq!(value(&found, model::Kind::ExpectedError, "error"), expected);
                if delta == 0u32 {
                    let report = certified(&text);
                    assert_eq!(value(&report, model::Kind::ExpectedError, "bound"), expected);
                }
            }
        }
    }
}

#[test]
fn products_on_many_databases_are_written_by_their_parent() {
    for rows in [7, 13, 1000] {
        let plain = parsed(&made(Kind::Product, &query(ONE_HALF, &hamming(2, rows), "")));
        let family = json!({ "family": "randomised-response" });
        assert_eq!(plain["mechanism"], json!({ "product": family, "individuals": rows }));
        let text = made(Kind::Product, &query(r#"{"alpha": "1/2", "delta": "1/10"}"#, &hamming(4, rows), ""));
        assert_eq!(parsed(&text)["mechanism"]["product"]["matrix"][0], json!(["23/50", "9/50", "9/50", "9/50"]));
        for text in [plain.to_string(), text] {
            let report = certified(&text);
            let error = |name| value(&report, model::Kind::ExpectedError, name);
            assert_eq!(error("error"), error("bound"), "{text}");
        }
    }
    let name = parsed(&made(Kind::Product, &query(OTHERS[0], &hamming(5, 100), "")))["name"].clone();
    assert_eq!(name, "product mechanism constructed for: a query of 5^100 nodes");
    certified(&made(Kind::Product, &query(r#"{"epsilon": "0.8", "delta": "1/10"}"#, &hamming(3, 10), "")));
}

#[test]
fn products_without_a_hamming_graph_are_refused() {
    let said = refused(Kind::Product, &query(ONE_HALF, r#"{"graph": "line", "nodes": 3}"#, ""));
    assert!(said.contains("$.query: the product mechanism needs a Hamming graph"), "{said}");
    let prior = r#", "priors": {"p": {"point": 3}}"#;
    let said = refused(Kind::Product, &query(ONE_HALF, &hamming(2, 50), prior));
    assert!(said.contains("would not be read: $.priors.p") && said.contains("no other priors"), "{said}");
}

#[test]
fn remark_1_is_refused_where_it_is_not_private_and_forced_it_is_found_out() {
    let source = query(r#"{"alpha": "5/7"}"#, RING_OF_SIX, "");
    let said = refused(Kind::Alvim, &source);
    assert!(said.contains("Remark 1's matrix for a ring of 6 nodes would not be private"), "{said}");
    assert!(said.contains("here (e^ε)² = 49/25, and they have the ratio 2α = 10/7, allowed 7/5"), "{said}");
    let forced = Wishes { force: true, ..Wishes::default() };
    let text = construct(Kind::Alvim, &forced, source.as_bytes(), &Limits::default()).unwrap();
    assert!(parsed(&text)["name"].as_str().unwrap().contains("not private and written all the same"));
    let report = certify(text.as_bytes(), &Options::default()).unwrap().report;
    let dp = report.statements.iter().find(|s| s.claim.kind == model::Kind::Dp).unwrap();
    assert_eq!((dp.declared, dp.verdict), (true, Verdict::Fails));
    assert_eq!(value(&report, model::Kind::Dp, "alpha_max"), "7/10");
    // The border is (e^ε)² = 2, at 2^(-1/2) itself; on an interval all of it must lie below.
    certified(&made(Kind::Alvim, &query(r#"{"epsilon": "1/2*ln(2)"}"#, RING_OF_SIX, "")));
    certified(&made(Kind::Alvim, &query(r#"{"alpha": "symbolic", "between": [0, "1/2"]}"#, RING_OF_SIX, "")));
    let said = refused(Kind::Alvim, &query(OTHERS[3], RING_OF_SIX, ""));
    assert!(said.contains("which is not so at every α of this file"), "{said}");
    assert!(refused(Kind::Alvim, &query(r#"{"epsilon": "0.3"}"#, RING_OF_SIX, "")).contains("would not be private"));
}

/// Theorem 4 at E = 2 with its utilities, Remark 1's 4/11, and Remark 2 on lines, sums and others.
#[test]
fn alvims_construction_and_its_remarks() {
    let flat = r#", "priors": {"flat": "uniform"}"#;
    let petersen = r#"{"nodes": 10, "edges": [[0,1],[1,2],[2,3],[3,4],[4,0],[0,5],[1,6],[2,7],[3,8],[4,9],[5,7],[7,9],[9,6],[6,8],[8,5]]}"#;
    for (graph, part, first) in [
        (r#"{"graph": "cycle", "nodes": 5}"#, "Theorem 4", "2/5"),
        (r#"{"graph": "cycle", "nodes": 7}"#, "Theorem 4", "4/11"),
        (r#"{"graph": "complete", "nodes": 6}"#, "Theorem 4", "2/7"),
        (petersen, "Theorem 4", "1/4"),
        (RING_OF_SIX, "Remark 1", "4/11"),
        (r#"{"graph": "line", "nodes": 6}"#, "Remark 2, as on a ring; Remark 1", "4/11"),
        (r#"{"graph": "line", "nodes": 5}"#, "Remark 2, as on a ring; Theorem 4", "2/5"),
        (
            r#"{"graph": "sum", "individuals": 3, "max": 2}"#,
            "Remark 2, as on a circle of answers adjacent up to 2 apart",
            "2/7",
        ),
        (r#"{"graph": "star", "nodes": 4}"#, "Remark 2, as on a complete graph; Theorem 4", "2/5"),
        (r#"{"nodes": 4, "edges": [[0, 1], [2, 3]]}"#, "Theorem 4", "2/3"),
    ] {
        let text = made(Kind::Alvim, &query(ONE_HALF, graph, flat));
        let file = parsed(&text);
        assert!(file["name"].as_str().unwrap().contains(part), "{}", file["name"]);
        assert_eq!(file["mechanism"]["matrix"][0][0], first, "{graph}");
        let is_optimal = file["claims"].to_string().contains("\"optimal\"");
        assert_eq!(is_optimal, file["name"].as_str().unwrap().contains("(Theorem 4)"));
        assert_eq!(value(&certified(&text), model::Kind::Dp, "alpha_max"), "1/2", "{graph}");
    }
}

#[test]
fn the_exponential_mechanism_of_a_table() {
    let line = r#"{"graph": "line", "nodes": 3}"#;
    // |i-w| with Δ = 1: weights α^(|i-w|/2), the square root of 1/4 being 1/2.
    let text = made(Kind::Exponential, &query(r#"{"alpha": "1/4"}"#, line, r#", "loss": "absolute""#));
    assert_eq!(
        parsed(&text)["mechanism"]["matrix"],
        json!([["4/7", "2/7", "1/7"], ["1/4", "1/2", "1/4"], ["1/7", "2/7", "4/7"]])
    );
    assert_eq!(parsed(&text)["name"], "exponential mechanism of the file's loss constructed for: a query of 3 nodes");
    certified(&text);
    // At 1/2 the root is irrational, and the file says so.
    let text = made(Kind::Exponential, &query(ONE_HALF, line, r#", "loss": "absolute""#));
    assert_eq!(parsed(&text)["constant"], json!({"root_of_alpha": 2}));
    assert_eq!(parsed(&text)["mechanism"]["matrix"][1], json!(["b/(1+2*b)", "1/(1+2*b)", "b/(1+2*b)"]));
    certified(&text);
    // Two guesses with gains in thirds, Δ = 2/3: exponents 0, 1/4 and 3/4 of α.
    let gain = r#", "gain": [["1", "2/3", "0"], ["0", "1/3", "1"]]"#;
    for privacy in [ONE_HALF].into_iter().chain(OTHERS) {
        let text = made(Kind::Exponential, &query(privacy, line, gain));
        assert_eq!(parsed(&text)["constant"], json!({"root_of_alpha": 4}));
        assert_eq!(parsed(&text)["mechanism"]["matrix"][0], json!(["1/(1+b^3)", "b^3/(1+b^3)"]));
        assert_eq!(parsed(&text)["mechanism"]["matrix"][1], json!(["1/(1+b)", "b/(1+b)"]));
        certified(&text);
    }
    for (rest, message) in [
        ("", "$.query: the exponential mechanism needs a Hamming graph, or a gain or loss other than the binary gain"),
        (r#", "gain": [[1, 1, 1], [0, 0, 0]]"#, "$.gain: no gain differs between neighbours"),
        (r#", "gain": [[1, 0, "1/10007"], [0, 1, 0]]"#, "with exponents, over 10000 (--limit exponent=N)"),
        (r#", "constant": {"root_of_alpha": 2}, "loss": [["b", 0], [0, 1], [1, 1]]"#, "$.loss: a gain is irrational"),
    ] {
        let said = refused(Kind::Exponential, &query(ONE_HALF, line, rest));
        assert!(said.contains(message), "{message}\n{said}");
    }
}
