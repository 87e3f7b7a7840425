use super::*;

fn at(privacy: &str, query: &str, rest: &str) -> Report {
    decide(&format!(r#""privacy": {privacy}, "query": {query}{rest}"#))
}

fn epsilon(epsilon: &str) -> String {
    format!(r#"{{"epsilon": "{epsilon}"}}"#)
}

fn exists(privacy: &str, query: &str) -> Verdict {
    statement(&at(privacy, query, ""), Kind::TightConstraintsExist).verdict
}

/// The sum of 150 numbers from 0 to 5, and two counts of 30 people: the papers print 0.8 and 0.9.
#[test]
fn the_thresholds_of_the_case_studies_are_at_0_97_and_1_14() {
    let sum = r#"{"graph": "sum", "individuals": 150, "max": 5}"#;
    let counts = r#"{"graph": "counts", "individuals": 30, "queries": 2}"#;
    for (query, fails, holds) in [(sum, ["0.80", "0.96"], ["0.97", "1.2"]), (counts, ["0.90", "1.13"], ["1.14", "1.3"])]
    {
        assert_eq!(fails.map(|e| exists(&epsilon(e), query)), [Verdict::Fails; 2]);
        assert_eq!(holds.map(|e| exists(&epsilon(e), query)), [Verdict::Holds; 2]);
    }
}

/// The product prior of Example 3: regular up to α = 1/2; the paper prints ε ≥ 0.48.
#[test]
fn the_prior_of_example_3_is_regular_from_ln_2_on() {
    let query = r#"{"graph": "hamming", "values": 4, "individuals": 5}"#;
    let rest = r#", "priors": {"p": {"product": [["3/10", "27/100", "23/100", "1/5"]]}}"#;
    let verdict = |e: &str| about(&at(&epsilon(e), query, rest), Kind::Regular, Some("p")).verdict;
    assert_eq!(["0.48", "0.5", "0.69"].map(verdict), [Verdict::Fails; 3]);
    assert_eq!(["ln(2)", "0.70", "2"].map(verdict), [Verdict::Holds; 3]);
}

/// Two nodes: z = 1/(1+α), and π = (p, 1−p) is regular iff α ≤ p/(1−p) ≤ 1/α.
#[test]
fn on_two_nodes_all_is_known() {
    let line = r#"{"graph": "line", "nodes": 2}"#;
    // 2/(1+e^-1) and 2/(1+2^(-1/5)).
    for (privacy, sum) in [(epsilon("1"), "1.46211715726"), (epsilon("1/5*ln(2)"), "1.06920392276")] {
        let report = at(&privacy, line, "");
        let exists = statement(&report, Kind::TightConstraintsExist);
        assert_eq!(exists.values[0].1.decimal().as_deref(), Some(sum));
    }
    // e^-0.4 = 0.67032 between 2/3 = 0.66667 and 0.6704.
    for (prior, verdict) in
        [(r#"["2/5", "3/5"]"#, Verdict::Fails), (r#"["0.6704/1.6704", "1/1.6704"]"#, Verdict::Holds)]
    {
        let report = at(&epsilon("0.4"), line, &format!(r#", "priors": {{"p": {prior}}}"#));
        assert_eq!(about(&report, Kind::Regular, Some("p")).verdict, verdict, "{prior}");
    }
}

/// K1,3 has tight constraints up to α = 1/2, and at the golden ratio's inverse it has none.
#[test]
fn algebraic_alphas() {
    let star = r#"{"graph": "star", "nodes": 4}"#;
    let root = |list: &str, between: &str| format!(r#"{{"alpha": {{"root_of": {list}, "between": {between}}}}}"#);
    let golden = root(r#"["-1", "1", "1"]"#, r#"["0", "1"]"#);
    assert_eq!(exists(&golden, star), Verdict::Fails);
    // √5 − 2 = 0.236...
    assert_eq!(exists(&root(r#"["-1", "4", "1"]"#, r#"["0", "1"]"#), star), Verdict::Holds);
    // A symbolic α stays open, and says so.
    let open = at(r#"{"alpha": "symbolic", "between": ["0", "1/3"]}"#, star, "");
    assert_eq!(statement(&open, Kind::TightConstraintsExist).verdict, Verdict::Undecided);
}

/// From ε = 45 on α is below 2^-64, and a line of three has tight constraints all the more.
#[test]
fn tiny_alphas() {
    let line = r#"{"graph": "line", "nodes": 3}"#;
    for e in ["44", "45", "100", "133", "1000000"] {
        let report = at(&epsilon(e), line, r#", "priors": {"p": ["1/4", "1/2", "1/4"]}"#);
        for found in [statement(&report, Kind::TightConstraintsExist), about(&report, Kind::Regular, Some("p"))] {
            assert_eq!(found.verdict, Verdict::Holds, "{e}");
        }
    }
}
