//! Each claim of the contract, decided by the certifier and accepted by the verifier: one module a claim.

#[allow(dead_code, reason = "each binary has tests of some of them")]
#[path = "../fixtures/mod.rs"]
mod fixtures;
#[path = "../random/mod.rs"]
mod random;

mod approximate_dp;
mod approximate_dp_within_rounding;
mod bounded_range;
mod capacity;
mod channels;
mod closed_forms;
mod composition;
mod derivable;
mod dp;
mod dp_within_rounding;
mod everywhere;
mod expected_error;
mod g_capacity;
mod g_leakage;
mod gaussian;
mod group_privacy;
mod individual_leakage;
mod irrational;
mod irrational_small;
mod jointly_optimal;
mod laws;
mod leakage;
mod leakage_bound;
mod lengths;
mod missing;
mod mutual_information;
mod naive_program;
mod near_one;
mod near_thresholds;
mod oblivious;
mod optimal;
mod optimal_at_delta;
mod optimal_within;
mod patience;
mod powers_of_e;
mod products;
mod promises;
mod regular;
mod renyi_dp;
mod sampled;
mod shannon_capacity;
mod stochastic;
mod stochastic_within_rounding;
mod terms;
mod threshold;
mod tight_constraints;
mod tight_constraints_exist;
mod trade_off;
mod universally_optimal;
mod utility;
mod utility_bound;
mod zcdp;

use dp_certify::{Certified, Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::{Report, Statement, Value, Verdict};
use dp_verify::verify;

/// Decides a mechanism file given as its fields after `format`, and has the certificate verified again.
fn decide(fields: &str) -> Report {
    let file = format!("{{\"format\": \"dp-mechanism/1\", {fields}}}");
    let Certified { certificate, mut report, .. } = certify(file.as_bytes(), &Options::default()).expect("a good file");
    // What certify says besides, verify knows nothing of.
    report.hints.clear();
    let limits = Limits::default();
    let mechanism = Mechanism::read(file.as_bytes(), &limits).expect("a good file");
    let verification = verify(&mechanism, certificate.as_bytes(), &limits).expect("a good certificate");
    assert_eq!(verification.report.to_json(true), report.to_json(true));
    assert_eq!(verification.accepted(), report.status() != 3, "{:?}", verification.refusals);
    report
}

/// The one statement about a claim without parameters.
fn statement(report: &Report, kind: Kind) -> &Statement {
    about(report, kind, None)
}

/// The one statement about a claim and prior.
fn about<'r>(report: &'r Report, kind: Kind, prior: Option<&str>) -> &'r Statement {
    let mut found = report.statements.iter().filter(|s| s.claim.kind == kind && s.claim.prior.as_deref() == prior);
    let statement = found.next().unwrap_or_else(|| panic!("no statement on {}", kind.name()));
    assert!(found.next().is_none(), "two statements on {}", kind.name());
    statement
}

/// Asserts a verdict and all values, written as the JSON report writes them exactly (decimals for irrational ones).
fn assert_statement(statement: &Statement, verdict: Verdict, values: &[(&str, &str)]) {
    let shown: Vec<(&str, String)> = statement.values.iter().map(|(name, value)| (*name, show(value))).collect();
    let expected: Vec<(&str, String)> = values.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    assert_eq!((statement.verdict, shown), (verdict, expected), "{}", statement.claim);
}

fn show(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) => (*text).to_owned(),
        number => number.exact(usize::MAX).or_else(|| number.decimal()).unwrap_or_default(),
    }
}

/// Table 2, M1 of Alvim et al.: the truncated 1/2-geometric mechanism on six answers.
const TABLE_2_M1: &str = r#""mechanism": {"matrix": [
    ["2/3", "1/6", "1/12", "1/24", "1/48", "1/48"], ["1/3", "1/3", "1/6", "1/12", "1/24", "1/24"],
    ["1/6", "1/6", "1/3", "1/6", "1/12", "1/12"], ["1/12", "1/12", "1/6", "1/3", "1/6", "1/6"],
    ["1/24", "1/24", "1/12", "1/6", "1/3", "1/3"], ["1/48", "1/48", "1/24", "1/12", "1/6", "2/3"]]}"#;

/// Table 2, M2: the doubled ring.
const TABLE_2_M2: &str = r#""mechanism": {"matrix": [
    ["4/11", "2/11", "1/11", "1/11", "1/11", "2/11"], ["2/11", "4/11", "2/11", "1/11", "1/11", "1/11"],
    ["1/11", "2/11", "4/11", "2/11", "1/11", "1/11"], ["1/11", "1/11", "2/11", "4/11", "2/11", "1/11"],
    ["1/11", "1/11", "1/11", "2/11", "4/11", "2/11"], ["2/11", "1/11", "1/11", "1/11", "2/11", "4/11"]]}"#;

const HALF: &str = r#""privacy": {"alpha": "1/2"}"#;
const LINE_6: &str = r#""query": {"graph": "line", "nodes": 6}"#;
const RING_6: &str = r#""query": {"graph": "cycle", "nodes": 6}"#;
const FLAT: &str = r#""priors": {"flat": "uniform"}"#;
/// Two nodes with an edge.
const PAIR: &str = r#""query": {"graph": "line", "nodes": 2}"#;

/// The product prior of Example 3 of ElSalamouny et al., for any α.
fn example_3(alpha: &str) -> String {
    format!(
        r#""privacy": {{"alpha": "{alpha}"}}, "query": {{"graph": "hamming", "values": 4, "individuals": 5}},
           "priors": {{"opinions": {{"product": [["3/10", "27/100", "23/100", "1/5"]]}}}}"#
    )
}
