//! Files that declare ρ: what they may say, and all that is about an ε, which they have not.

use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism, Takes};

const LINE: &str = r#""query": {"graph": "line", "nodes": 2}"#;
const TABLE: &str = r#""mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}"#;

fn file(privacy: &str, rest: &str) -> Result<Mechanism, String> {
    let text = format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, {rest}}}"#);
    Mechanism::read(text.as_bytes(), &Limits::default()).map_err(|e| e.to_string())
}

fn with(rest: &str) -> Result<Mechanism, String> {
    file(r#"{"rho": "1/2"}"#, rest)
}

fn says(found: Result<Mechanism, String>, told: &str) {
    let error = found.map(|_| "a file").unwrap_err();
    assert!(error.contains(told), "{error}, not {told}");
}

#[test]
fn the_declared_privacy() {
    let read = with(&format!("{LINE}, {TABLE}")).expect("a file");
    assert_eq!(read.privacy.rho.as_ref().map(ToString::to_string).as_deref(), Some("1/2"));
    let claims: Vec<String> = read.claims.iter().map(|claimed| claimed.claim.to_string()).collect();
    assert_eq!(claims, ["stochastic", "zcdp (rho at most 1/2)"]);
    // Said again it is the same claim; with an ε it is another.
    let again = r#""claims": [{"claim": "zcdp", "rho": "0.5"}, {"claim": "zcdp", "rho": "0.5", "epsilon": 3}]"#;
    let read = with(&format!("{LINE}, {TABLE}, {again}")).expect("a file");
    assert_eq!(read.claims.len(), 3);
    for (privacy, told) in [
        (r#"{"rho": "1/2", "epsilon": "1"}"#, "$.privacy.epsilon: \"epsilon\" beside \"rho\", expected \"rho\" alone"),
        (r#"{"rho": "1/2", "alpha": "1/2"}"#, "$.privacy.alpha: \"alpha\" beside \"rho\""),
        (r#"{"rho": "1/2", "delta": "1e-6"}"#, "$.privacy.delta: \"delta\" beside \"rho\""),
        (r#"{"rho": "1/2", "between": ["0", "1"]}"#, "$.privacy.between: \"between\" beside \"rho\""),
        (r#"{"rho": "0"}"#, "$.privacy.rho: found \"0\", expected ρ > 0"),
        (r#"{"rho": "-1"}"#, "expected ρ > 0"),
        (r#"{"rho": "ln(2)"}"#, "$.privacy.rho"),
        (r#"{"rho": "a"}"#, "`a` has no meaning"),
    ] {
        says(file(privacy, &format!("{LINE}, {TABLE}")), told);
    }
    says(file(r#"{"alpha": "1/2"}"#, &format!(r#""rho": "1/2", {LINE}"#)), "in \"privacy\"");
    let expected = r#""claims": [{"claim": "zcdp", "rho": "1", "expect": {"delta_at_most": {"at_most": "1"}}}]"#;
    says(
        with(&format!("{LINE}, {TABLE}, {expected}")),
        "`delta_at_most` is expected, and at no ε, expected \"epsilon\"",
    );
}

#[test]
fn what_is_about_epsilon_elsewhere() {
    let a = "stands for α = e^-ε, and this file declares ρ";
    let triangle = r#""query": {"graph": "complete", "nodes": 3}"#;
    for (rest, told) in [
        (format!(r#"{LINE}, "mechanism": {{"matrix": [["1-a", "a"], ["a", "1-a"]]}}"#), a),
        (format!(r#"{LINE}, {TABLE}, "priors": {{"p": ["a", "1-a"]}}"#), a),
        (format!(r#"{LINE}, {TABLE}, "gain": [["a", "1"]]"#), a),
        (format!(r#"{LINE}, {TABLE}, "claims": [{{"claim": "stochastic", "expect": {{"verdict": "a"}}}}]"#), "expect"),
        (format!(r#"{LINE}, {TABLE}, "constant": {{"root_of_alpha": 2}}"#), "`b` is a root of α = e^-ε, and this file declares ρ"),
        (format!(r#"{LINE}, {TABLE}, "priors": {{"c": {{"corner": 0}}}}"#), "a corner prior is made of powers of α"),
        (format!(r#"{LINE}, "mechanism": {{"family": "truncated-geometric"}}"#), "the closed form \"truncated-geometric\" depends on ε"),
        (format!(r#"{triangle}, "mechanism": {{"family": "randomised-response"}}"#), "depends on ε"),
        (
            r#""query": {"graph": "complete", "nodes": 5000}, "mechanism": {"family": "randomised-response"}, "gain": "distance""#.into(),
            "depends on ε",
        ),
        (
            r#""query": {"graph": "hamming", "values": 2, "individuals": 2}, "mechanism": {"family": "exponential"}"#.into(),
            "depends on ε",
        ),
        (
            r#""query": {"graph": "hamming", "values": 2, "individuals": 3}, "mechanism": {"product": {"family": "randomised-response"}, "individuals": 3}"#.into(),
            "depends on ε",
        ),
        (
            format!(r#"{LINE}, "mechanism": {{"counts": [[1, 2], [2, 1]], "confidence": "0.9"}}"#),
            "counts of runs are held against (ε, δ), and this file declares ρ",
        ),
        (
            format!(r#"{LINE}, "mechanism": {{"matrix": [["1/2", "1/4"], ["1/4", "1/2"]], "missing": ["1/4", "1/4"]}}"#),
            "held against (ε, δ), and this file declares ρ",
        ),
        (
            format!(r#""query": {{"nodes": 2, "edges": [[0, 1, 2]]}}, {TABLE}"#),
            "lengths of edges are in multiples of ε, and this file declares ρ",
        ),
        (
            format!(r#"{LINE}, "mechanism": {{"compose": [{{"family": "truncated-geometric", "times": 2}}]}}"#),
            "a closed form in a composition has no ε of its own",
        ),
        (
            format!(r#"{LINE}, "mechanism": {{"compose": [{{"family": "truncated-geometric", "alpha": "a", "times": 2}}]}}"#),
            a,
        ),
        (
            format!(r#"{LINE}, {TABLE}, "claims": [{{"claim": "derivable", "from": "truncated-geometric"}}]"#),
            "the closed form \"truncated-geometric\" depends on ε",
        ),
        (
            format!(r#"{LINE}, {TABLE}, "claims": [{{"claim": "trade-off", "from": "exponential"}}]"#),
            "the closed form \"exponential\" depends on ε",
        ),
    ] {
        says(with(&rest), told);
    }
}

#[test]
fn what_may_be_said() {
    for rest in [
        format!(r#"{LINE}, "mechanism": {{"family": "uniform"}}"#),
        r#""query": {"graph": "complete", "nodes": 3}, "mechanism": {"family": "randomised-response", "noise": "1/2"}"#.into(),
        r#""query": {"graph": "complete", "nodes": 5000}, "mechanism": {"family": "randomised-response", "noise": "1/2"}"#.into(),
        format!(r#"{LINE}, "mechanism": {{"matrix": [["b", "1-b"], ["1-b", "b"]]}}, "constant": {{"exp": "-1/8"}}"#),
        format!(
            r#"{LINE}, "mechanism": {{"matrix": [["b", "1-b"], ["1-b", "b"]]}},
               "constant": {{"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#
        ),
        format!(r#"{LINE}, "mechanism": {{"compose": [{{"family": "truncated-geometric", "epsilon": "1/10", "times": 3}}]}}"#),
        format!(r#"{LINE}, "mechanism": {{"compose": [{{"epsilon": "1/10", "times": 3}}, {{"epsilon": "1/5", "delta": "1e-6"}}]}}"#),
        format!(r#"{LINE}, {TABLE}, "claims": [{{"claim": "trade-off", "from": "uniform"}}, "threshold", "capacity"]"#),
        LINE.to_owned(),
    ] {
        with(&rest).unwrap_or_else(|e| panic!("{rest}: {e}"));
    }
}

/// Each claim about ε is refused by its name; the others are taken.
#[test]
fn every_claim() {
    let query = r#""query": {"databases": {"values": 2, "individuals": 2}, "answers": ["n", "o", "o", "b"]}"#;
    let row = r#"["1/4", "1/4", "1/4", "1/4"]"#;
    let mechanism = format!(r#""mechanism": {{"matrix": [{row}, {row}, {row}, {row}], "rounding": "1/10"}}"#);
    let priors = r#""priors": {"flat": "uniform", "first": {"point": 0}}"#;
    let mut about_epsilon = Vec::new();
    for kind in Kind::all() {
        let parameters = match kind.takes() {
            Takes::Nothing | Takes::Adaptive => "",
            Takes::Prior | Takes::PriorAndOutputs | Takes::PriorAndWithin => r#", "prior": "flat""#,
            Takes::Priors => r#", "priors": ["flat", "first"]"#,
            Takes::From | Takes::FromAndPair => r#", "from": "uniform""#,
            Takes::Distance => r#", "distance": 1"#,
            Takes::OrderAndBound => r#", "order": 2, "bound": 1"#,
            Takes::AtMost => r#", "at_most": 1"#,
            Takes::Epsilon => r#", "epsilon": 1"#,
            Takes::Rho => r#", "rho": 1"#,
        };
        let name = kind.name();
        let claims = format!(r#""claims": [{{"claim": "{name}"{parameters}}}]"#);
        let found = with(&format!("{query}, {mechanism}, {priors}, {claims}"));
        if kind.rule().of_alpha {
            says(found, &format!("the claim `{name}` is about the declared ε, and this file declares ρ"));
            about_epsilon.push(name);
        } else if kind == Kind::SampledFrom {
            says(found, "needs counts of runs");
        } else {
            found.unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
    assert_eq!(
        about_epsilon,
        [
            "dp",
            "approximate-dp",
            "group-privacy",
            "not-refuted",
            "private-by-sample",
            "dp-within-rounding",
            "approximate-dp-within-rounding",
            "tight-constraints-exist",
            "tight-constraints",
            "regular",
            "utility-bound",
            "optimal",
            "universally-optimal",
            "jointly-optimal",
            "leakage-bound",
        ]
    );
    let adaptive = r#""claims": [{"claim": "dp", "adaptive": true}]"#;
    says(with(&format!("{LINE}, {TABLE}, {adaptive}")), "is about the declared ε");
}
