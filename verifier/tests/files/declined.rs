//! What is declined: a limit met anywhere, or a declared claim left open, with nothing wrong.

use super::coverage::{CAPACITY, ends, run, text};
use crate::harness::{HALF, STOCHASTIC, file};

/// The word, where it ends and why: what was met before anything was checked is all that is said.
fn declined(mechanism: &str, statements: &[&str], limit: &str, words: &[&str]) {
    let flags = ["--limit", limit];
    let (status, text, errors) = run(mechanism, statements, &flags);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!((status, &*errors), (3, ""), "{limit}: {text}");
    assert!(flat.starts_with("DECLINED ") && words.iter().all(|word| flat.contains(word)), "{limit}: {text}");
    assert_eq!(run(mechanism, statements, &[flags[0], flags[1], "--quiet"]), (3, String::new(), String::new()));
    assert_eq!(run(mechanism, statements, &[flags[0], flags[1], "--holds"]).0, 3);
    let (status, report, _) = run(mechanism, statements, &[flags[0], flags[1], "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((status, &report["result"]), (3, &serde_json::json!("declined")), "{limit}");
}

#[test]
fn a_limit_of_the_mechanism_file_is_status_3_and_names_its_flag() {
    for (limit, words) in [
        ("nodes=2", "--limit nodes=N"),
        ("digits=2", "--limit digits=N"),
        ("depth=2", "--limit depth=N"),
        ("bytes=9", "--limit bytes=N"),
        ("memory=640", "--limit memory=N"),
        ("steps=3", "--limit steps=N"),
    ] {
        declined(&text(""), &[STOCHASTIC, HALF], limit, &["m.json:", words]);
    }
    for (alpha, limit) in [("2^-40", "exponent=30"), ("2^-40", "bits=30")] {
        let text = text("").replace("\"1/2\"", &format!("\"{alpha}\""));
        declined(&text, &[], limit, &["m.json:", "--limit"]);
    }
}

/// A claim whose witness takes more than its mechanism file.
fn pair(digits: usize) -> (String, String) {
    let text = file("1/2", r#""query": {"graph": "line", "nodes": 2}, "claims": ["tight-constraints-exist"]"#);
    let z = format!(r#"{{"denominator": "3{0}", "numerators": ["2{0}", "2{0}"]}}"#, "0".repeat(digits));
    let said = format!(
        r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "witness": {{"z": {z}, "invertible": {{"modulus": "7"}}}}}}"#
    );
    (text, said)
}

#[test]
fn a_limit_of_the_certificate_is_status_3_and_names_its_flag() {
    let (text, said) = pair(1000);
    assert_eq!(ends(&text, &[&said]), (0, 0, "1 claim holds, 0 fail".into()));
    for (limit, words) in [
        ("bytes=1000", "--limit bytes=N"),
        ("depth=4", "--limit depth=N"),
        ("digits=999", "--limit digits=N"),
        ("memory=2000", "--limit memory=N"),
        ("steps=1000", "--limit steps=N"),
    ] {
        declined(&text, &[&said], limit, &["m.cert.json", words]);
    }
    // Any limit may be met before the certificate is looked at.
    declined(&text, &[&said], "steps=10", &["m.json", "--limit steps=N"]);
}

/// A limit met in the check of a statement, on a certificate that is good.
#[test]
fn a_limit_of_a_check_is_status_3_and_names_its_flag() {
    let (text, said) = pair(20_000);
    let memory = ["not proved: statements[0], tight-constraints-exist: ", "--limit memory=N", "0 statements proved"];
    declined(&text, &[&said], "memory=5000", &memory);
    let edges: Vec<String> = (1..200).map(|i| format!("[{}, {i}]", i - 1)).collect();
    let path = file(
        "1/2",
        &format!(
            r#""query": {{"nodes": 200, "edges": [{}]}}, "claims": ["tight-constraints-exist"]"#,
            edges.join(", ")
        ),
    );
    let z = format!(r#"{{"denominator": "3", "numerators": ["2", {}"2"]}}"#, r#""1", "#.repeat(198));
    let of_path = format!(
        r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "witness": {{"z": {z}, "invertible": {{"modulus": "268435399"}}}}}}"#
    );
    assert_eq!(ends(&path, &[&of_path]).0, 0);
    let steps = ["not proved: statements[0], tight-constraints-exist: ", "--limit steps=N", "0 statements proved"];
    declined(&path, &[&of_path], "steps=1000000", &steps);
    // Something else is wrong as well.
    let beside = r#"{"claim": "threshold", "verdict": "fails"}"#;
    let (status, report, _) = run(&text, &[&said, beside], &["--limit", "memory=5000"]);
    assert!(status == 1 && report.starts_with("REFUSED\n") && report.contains("--limit memory=N"), "{report}");
}

#[test]
fn a_declared_claim_left_open_is_status_3() {
    let (text, said) = pair(0);
    let open = r#"{"claim": "tight-constraints-exist", "verdict": "undecided", "reason": "too large"}"#;
    let (status, report, _) = run(&text, &[open], &[]);
    assert!(status == 3 && report.starts_with("DECLINED\n"), "{report}");
    assert!(report.contains("declared by the file, left\n    undecided by the certificate"), "{report}");
    assert_eq!(run(&text, &[open], &["--holds"]).0, 3);
    let (status, report, _) = run(&text, &[open], &["--format", "json"]);
    assert!(status == 3 && report.contains(r#""result": "declined""#), "{report}");
    // Left out is refused, and so is what is stated twice.
    assert_eq!(run(&text, &[], &[]).0, 1);
    assert_eq!(run(&text, &[open, &said], &[]).0, 1);
    // A refuted claim beside one that is open: with --holds the refutation counts.
    let two = text.replace(
        r#""tight-constraints-exist"]"#,
        r#""tight-constraints-exist",
        {"claim": "regular", "prior": "q"}], "priors": {"q": {"point": 0}}"#,
    );
    let fails = r#"{"claim": "regular", "prior": "q", "verdict": "fails", "witness": {"w": {"denominator": "3",
        "numerators": ["-2", "4"]}}}"#;
    assert_eq!(run(&two, &[open, fails], &[]).0, 3);
    assert_eq!(run(&two, &[open, fails], &["--holds"]).0, 1);
}

/// A line of `nodes` with one output, of which a claim or a finding is that it comes from a closed form.
fn one_output(nodes: usize, claims: &str) -> (String, Vec<String>) {
    let table = vec![r#"["1"]"#; nodes].join(", ");
    let query = format!(r#""query": {{"graph": "line", "nodes": {nodes}}}, "mechanism": {{"matrix": [{table}]}}"#);
    let remap = vec![r#""1""#; nodes].join(", ");
    let statements = [
        STOCHASTIC.to_owned(),
        r#"{"claim": "dp", "verdict": "holds"}"#.to_owned(),
        format!(
            r#"{{"claim": "derivable", "from": "truncated-geometric", "verdict": "holds", "witness": {{"remap":
                {{"denominator": "1", "numerators": [{remap}]}}}}}}"#
        ),
    ];
    (file("1/2", &format!(r#"{query}, "claims": [{claims}]"#)), statements.into())
}

/// What a claim of the file names is the file's own: it is not read. What a finding names is the certificate's.
#[test]
fn a_limit_of_a_closed_form_is_status_3() {
    let claim = r#"{"claim": "derivable", "from": "truncated-geometric"}"#;
    let (declared, statements) = one_output(64, claim);
    let (plain, _) = one_output(64, "");
    let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
    for text in [&declared, &plain] {
        assert_eq!(ends(text, &statements).0, 0);
    }
    let closed = "$.claims: the closed form `truncated-geometric`, written out: numbers";
    declined(&declared, &statements, "memory=100000", &["m.json:", closed, "--limit memory=N"]);
    let finding = ["not proved: statements[2], derivable (from truncated-geometric): ", "--limit memory=N"];
    declined(&plain, &statements, "memory=100000", &[&finding[..], &["2 statements proved"]].concat());
    // The claims beside it are the file's own, and its numbers are read before those of the finding.
    declined(&plain, &statements, "steps=60000", &[finding[0], "--limit steps=N"]);
}

#[test]
fn a_limit_of_a_comparison_is_status_3_unless_another_bound_refutes() {
    let expect = |bounds: &str| text(&format!(r#"{{"claim": "capacity", "expect": {{{bounds}}}}}"#));
    let statements = [STOCHASTIC, HALF, CAPACITY];
    // log₂ 5/3 by (5/3)^4001.
    let near = r#""bits": {"at_most": "3001/4001"}"#;
    assert_eq!(ends(&expect(near), &statements).0, 0);
    let words = ["not proved: statements[2], capacity: numbers of over 5000 bits (--limit bits=N)"];
    declined(&expect(near), &statements, "bits=5000", &words);
    let refuted = expect(&format!(r#"{near}, "multiplicative": {{"at_least": 2}}"#));
    let (status, text, _) = run(&refuted, &statements, &["--limit", "bits=5000"]);
    assert!(status == 0 && text.contains("declared and REFUTED: capacity, min-entropy"), "{text}");
}
