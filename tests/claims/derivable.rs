use super::*;

fn derivable(alpha: &str, query: &str, matrix: &str, from: &str) -> (Verdict, Vec<String>) {
    let report = decide(&format!(
        r#""privacy": {{"alpha": "{alpha}"}}, "query": {query}, "mechanism": {{"matrix": {matrix}}},
            "claims": [{{"claim": "derivable", "from": "{from}"}}]"#
    ));
    let found = report.statements.iter().find(|s| s.claim.kind == Kind::Derivable).expect("it is claimed");
    (found.verdict, found.explanation.clone())
}

/// The mechanism of Ghosh et al. that is private and not derived from the geometric one: its only remap has an entry -1/3.
#[test]
fn the_private_mechanism_that_is_not_derivable() {
    let matrix = r#"[["1/9", "2/9", "4/9", "2/9"], ["2/9", "1/9", "2/9", "4/9"], ["4/9", "2/9", "1/9", "2/9"],
        ["13/18", "1/9", "1/18", "1/9"]]"#;
    let (verdict, why) = derivable("1/2", r#"{"graph": "line", "nodes": 4}"#, matrix, "truncated-geometric");
    assert_eq!(verdict, Verdict::Fails);
    assert!(why[0].ends_with("separates it by -1/3"), "{why:?}");
}

/// More noise derives from less, and not the other way.
#[test]
fn geometric_mechanisms_of_two_answers() {
    let pair = r#"{"graph": "line", "nodes": 2}"#;
    let (third, half) = (r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#, r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#);
    assert_eq!(derivable("1/3", pair, half, "truncated-geometric").0, Verdict::Holds);
    assert_eq!(derivable("1/2", pair, third, "truncated-geometric").0, Verdict::Fails);
    assert_eq!(derivable("1/2", pair, half, "truncated-geometric").0, Verdict::Holds);
}

#[test]
fn other_closed_forms() {
    let triangle = r#"{"graph": "complete", "nodes": 3}"#;
    let equal = r#"[["1/5", "4/5"], ["1/5", "4/5"], ["1/5", "4/5"]]"#;
    let unequal = r#"[["1/5", "4/5"], ["1/5", "4/5"], ["3/10", "7/10"]]"#;
    assert_eq!(derivable("1/2", triangle, equal, "uniform").0, Verdict::Holds);
    assert_eq!(derivable("1/2", triangle, unequal, "uniform").0, Verdict::Fails);
    assert_eq!(derivable("1/2", triangle, unequal, "randomised-response").0, Verdict::Holds);
    let sharp = r#"[[1, 0], [0, 1], [0, 1]]"#;
    assert_eq!(derivable("1/2", triangle, sharp, "randomised-response").0, Verdict::Fails);
    let square = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;
    let one = r#"[["2/3", "1/3"], ["2/3", "1/3"], ["1/3", "2/3"], ["1/3", "2/3"]]"#;
    assert_eq!(derivable("1/2", square, one, "exponential").0, Verdict::Holds);
    // At α = 1 the geometric mechanism tells nothing.
    let line = r#"{"graph": "line", "nodes": 3}"#;
    assert_eq!(derivable("1", line, equal, "truncated-geometric").0, Verdict::Holds);
    assert_eq!(derivable("1", line, unequal, "truncated-geometric").0, Verdict::Fails);
}
