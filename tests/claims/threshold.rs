use super::*;

/// The set and alpha_star of a query, as the report writes them.
fn threshold(query: &str) -> (String, String) {
    let report = decide(&format!(r#"{HALF}, "query": {query}, "claims": ["threshold"]"#));
    let found = statement(&report, Kind::Threshold);
    assert_eq!(found.verdict, Verdict::Holds, "{query}: {:?}", found.reason);
    (show(&found.values[0].1), show(&found.values[1].1))
}

fn edges(nodes: usize, list: &str) -> String {
    let edge = |pair: &str| format!("[{}, {}]", &pair[..1], &pair[1..]);
    let list: Vec<String> = list.split(' ').map(edge).collect();
    format!(r#"{{"nodes": {nodes}, "edges": [{}]}}"#, list.join(", "))
}

#[test]
fn the_thresholds_of_small_queries() {
    let counts = |u| format!(r#"{{"graph": "counts", "individuals": {u}, "queries": 2}}"#);
    let sum = |u, v| format!(r#"{{"graph": "sum", "individuals": {u}, "max": {v}}}"#);
    let of = [
        (counts(2), "(0, √5-2]"),
        (counts(4), "(0, √3-√2]"),
        (sum(2, 2), "(0, (√5-1)/2]"),
        (sum(3, 2), "(0, √2/2]"),
        (sum(2, 3), "(0, root of 1-2*x-x^2+x^3 near 0.445041867913]"),
        (sum(3, 5), "(0, (√3-1)/2]"),
        (r#"{"graph": "star", "nodes": 4}"#.to_owned(), "(0, 1/2]"),
        (r#"{"graph": "star", "nodes": 5}"#.to_owned(), "(0, 1/3]"),
        (r#"{"graph": "cycle", "nodes": 7}"#.to_owned(), "(0, 1)"),
        (r#"{"graph": "complete", "nodes": 5}"#.to_owned(), "(0, 1)"),
        (r#"{"graph": "line", "nodes": 9}"#.to_owned(), "(0, 1)"),
    ];
    for (query, set) in of {
        assert_eq!(threshold(&query).0, set, "{query}");
    }
}

/// The set need not be an interval: it may come back, or come back at one point where Φ is singular.
#[test]
fn sets_of_several_parts() {
    let k33 = "03 04 05 13 14 15 23 24 25";
    assert_eq!(threshold(&edges(6, &format!("{k33} 01"))).0, "(0, 1/2] ∪ [√2/2, 1)");
    assert_eq!(threshold(&edges(6, k33)).0, "(0, 1)");
    assert_eq!(threshold(&edges(6, "01 02 03 04 13 15 23 25")).0, "(0, (√5-1)/2] ∪ {√2/2}");
    // K2,3: Φ is singular at 1/√2, where Φz = 1 has no solution at all.
    assert_eq!(threshold(&edges(5, "02 03 04 12 13 14")).0, "(0, 1/2]");
    assert_eq!(threshold(&edges(8, "04 05 06 07 14 15 16 17 24 25 26 27 34 35 36 37")).0, "(0, 1)");
}

/// Zeros of long polynomials that are products: one vanishes beside a part on which another is asked for.
#[test]
fn thresholds_that_are_roots_of_factors() {
    for (graph, set) in [
        ("G?Bcqw", "(0, root of -1-x+7*x^2+8*x^3-11*x^4-13*x^5+5*x^6+6*x^7-4*x^8+2*x^9 near 0.435166104409]"),
        ("G?bBbS", "(0, root of 1+2*x-3*x^2-10*x^3-6*x^4+5*x^5+5*x^6-x^7+x^8+x^9 near 0.483705548747]"),
        ("G?`FDw", "(0, root of degree 11 near 0.298048268494]"),
    ] {
        assert_eq!(threshold(&format!(r#"{{"graph6": "{graph}"}}"#)).0, set, "{graph}");
    }
}

/// What a file expects of the set is compared exactly.
#[test]
fn expected_sets() {
    let status = |set: &str| {
        let claims = format!(r#"[{{"claim": "threshold", "expect": {{"set": {{"equals": {set}}}}}}}]"#);
        decide(&format!(r#"{HALF}, "query": {}, "claims": {claims}"#, edges(6, "01 02 03 04 13 15 23 25"))).status()
    };
    let golden = r#"["0", {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}]"#;
    let point = |list: &str| format!(r#"{{"root_of": {list}, "between": ["1/2", "1"]}}"#);
    assert_eq!(status(&format!("[{golden}, {}]", point(r#"["-1", "0", "2"]"#))), 0);
    // A reducible polynomial with the same root.
    assert_eq!(status(&format!("[{golden}, {}]", point(r#"["3", "-1", "-6", "2"]"#))), 0);
    assert_eq!(status(&format!("[{golden}, {}]", point(r#"["-1", "1", "1"]"#))), 1);
    assert_eq!(status(&format!("[{golden}]")), 1);
    let star = |bound: &str| {
        let claims = format!(r#"[{{"claim": "threshold", "expect": {{"alpha_star": {{{bound}}}}}}}]"#);
        decide(&format!(r#"{HALF}, "query": {{"graph": "sum", "individuals": 3, "max": 2}}, "claims": {claims}"#))
            .status()
    };
    assert_eq!(star(r#""at_least": "0.7071067811865475""#), 0);
    assert_eq!(star(r#""at_most": "0.7071067811865475""#), 1);
}
