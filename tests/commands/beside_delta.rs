//! Beside a declared δ: which claims speak of (ε, 0), and what can be asked of a rounded table.

use super::folder::Folder;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn file(privacy: &Value, mechanism: &Value, claims: &Value) -> String {
    json!({
        "format": "dp-mechanism/1", "privacy": privacy, "query": { "graph": "hamming", "values": 2, "individuals": 1 },
        "mechanism": mechanism, "priors": { "flat": "uniform", "even": "uniform" }, "claims": claims,
    })
    .to_string()
}

/// All claims that speak of privacy, but those that know of δ.
const PURE: [&str; 12] = [
    "dp",
    "group-privacy",
    "dp-within-rounding",
    "tight-constraints-exist",
    "tight-constraints",
    "regular",
    "utility-bound",
    "optimal",
    "universally-optimal",
    "jointly-optimal",
    "leakage-bound",
    "threshold",
];

fn all_claims() -> Value {
    json!([
        "dp", "capacity", "shannon-capacity", "g-capacity", "tight-constraints-exist", "tight-constraints", "universally-optimal", "threshold",
        "expected-error", "individual-leakage", "dp-within-rounding", "approximate-dp-within-rounding", "stochastic",
        { "claim": "optimal", "prior": "even", "delta": "1/3" },
        { "claim": "group-privacy", "distance": 1 }, { "claim": "renyi-dp", "order": 2, "bound": "5" },
        { "claim": "bounded-range", "epsilon": "9" }, { "claim": "zcdp", "rho": "9" },
        { "claim": "trade-off", "from": "exponential" }, { "claim": "derivable", "from": "exponential" },
        { "claim": "regular", "prior": "flat" }, { "claim": "utility", "prior": "flat" },
        { "claim": "utility-bound", "prior": "flat" }, { "claim": "optimal", "prior": "flat" },
        { "claim": "jointly-optimal", "priors": ["flat", "even"] }, { "claim": "leakage", "prior": "flat" },
        { "claim": "g-leakage", "prior": "flat" }, { "claim": "mutual-information", "prior": "flat" }, { "claim": "leakage-bound", "prior": "flat" }
    ])
}

/// In JSON by a field, in text on the claim's line, and in what `verify` prints; without a δ > 0 nowhere.
#[test]
fn claims_of_epsilon_alone_say_so() {
    let table = json!({ "matrix": [["2/3", "1/3"], ["1/3", "2/3"]], "rounding": "1/100" });
    for (delta, said) in [(Some("1/100"), true), (Some("0"), false), (None, false)] {
        let mut privacy = json!({ "alpha": "1/2" });
        if let Some(delta) = delta {
            privacy["delta"] = delta.into();
        }
        let folder = Folder::with(&[("m.json", &file(&privacy, &table, &all_claims()))]);
        let ended = folder.run(&["m.json", "--format", "json"], "");
        assert!(ended.status < 2 && folder.names().len() == 2, "{}{}", ended.out, ended.err);
        let verified = folder.verify(&["m.json", "m.cert.json", "--format", "json"]);
        for out in [&ended.out, &verified.out] {
            let report: Value = serde_json::from_str(out).unwrap();
            let statements = report["statements"].as_array().unwrap();
            let zero = statements.iter().filter(|s| s["delta"] == "0").map(|s| s["claim"].as_str().unwrap());
            let expected: BTreeSet<&str> = if said { PURE.into() } else { BTreeSet::new() };
            assert_eq!(zero.collect::<BTreeSet<_>>(), expected, "{delta:?}");
        }
        let text = folder.run(&["m.json"], "").out;
        for line in text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
            let claim = line.split_whitespace().nth(1).unwrap().trim_end_matches(',');
            let of_delta = line.contains("delta 1/3");
            assert_eq!(line.contains("of (ε, 0)"), said && PURE.contains(&claim) && !of_delta, "{line}");
        }
    }
}

/// One row of four digits sums to 1.0001: what is implied is about the tables that round to this one, and the claim
/// about the printed ones is undecided, with a reason that says what can be asked. Where all sum to 1 it is judged.
#[test]
fn a_rounded_table() {
    let privacy = json!({ "alpha": "1/2", "delta": "1/100" });
    let table = |first: &str| json!({ "matrix": [[first, "0.3333"], ["0.3333", "0.6667"]], "rounding": "0.0001" });
    let claimed = json!([{ "claim": "approximate-dp", "expect": { "verdict": "fails" } }]);
    let adaptive = json!([{ "claim": "approximate-dp", "adaptive": true }]);
    for claims in [claimed, adaptive] {
        let folder = Folder::with(&[("m.json", &file(&privacy, &table("0.6668"), &claims))]);
        let ended = folder.run(&["m.json"], "");
        let flat = ended.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(ended.status, 3, "{}{}", ended.out, ended.err);
        assert!(flat.contains("undecided approximate-dp"), "{flat}");
        assert!(flat.contains("this can't be asked of a rounded table: printed row 0 sums to 10001/10000"), "{flat}");
        assert!(flat.contains("What can be asked is `approximate-dp-within-rounding`"), "{flat}");
        assert!(flat.contains("holds approximate-dp-within-rounding delta_min = 0"), "{flat}");
        let verified = folder.verify(&["m.json", "m.cert.json"]);
        assert!(verified.status == 3 && verified.out.starts_with("DECLINED"), "{}{}", verified.out, verified.err);
    }
    let implied = Folder::with(&[("m.json", &file(&privacy, &table("0.6668"), &json!([])))]);
    let ended = implied.run(&["m.json"], "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(!ended.out.contains(" approximate-dp\n"), "{}", ended.out);
    let verified = implied.verify(&["m.json", "m.cert.json"]);
    assert!(verified.status == 0 && verified.out.starts_with("ACCEPTED"), "{}{}", verified.out, verified.err);
    // By the name alone, of a table whose rows sum to 1.
    let asked = Folder::with(&[("m.json", &file(&privacy, &table("0.6667"), &json!([])))]);
    let ended = asked.run(&["m.json", "--only", "approximate-dp-within-rounding"], "");
    assert!(ended.out.contains("holds     approximate-dp-within-rounding"), "{}", ended.out);
    let even = |delta: &str| file(&json!({ "alpha": "1/2", "delta": delta }), &table("0.6667"), &json!([]));
    for (delta, status) in [("1/10000", 0), ("1/10001", 1)] {
        let ended = Folder::with(&[("m.json", &even(delta))]).run(&["m.json"], "");
        assert_eq!(ended.status, status, "{}{}", ended.out, ended.err);
    }
}

/// Over an interval rows that sum to 1 at one α alone are no printed distributions either.
#[test]
fn a_rounded_table_over_an_interval() {
    let privacy = json!({ "alpha": "symbolic", "between": ["1/4", "3/4"], "delta": "1/2" });
    let table = |first: &str| json!({ "matrix": [[first, "1/2"], ["1/2", "1/2"]], "rounding": "1/100" });
    for (first, status) in [("a", 3), ("1/2+(a-1/2)/100", 3), ("1/2", 0)] {
        let claims = json!(["approximate-dp"]);
        let folder = Folder::with(&[("m.json", &file(&privacy, &table(first), &claims))]);
        let ended = folder.run(&["m.json", "--format", "json"], "");
        let report: Value = serde_json::from_str(&ended.out).unwrap();
        let claims = report["statements"].as_array().unwrap();
        let found = claims.iter().find(|s| s["claim"] == "approximate-dp").unwrap();
        assert_eq!(found["verdict"] == "undecided", status == 3, "{first}: {}", ended.out);
        let before = claims.iter().any(|s| s["claim"] == "approximate-dp-within-rounding");
        assert_eq!(before, status == 3, "{first}: {}", ended.out);
    }
}
