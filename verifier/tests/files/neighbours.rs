//! Who is compared with whom: no sentence calls two nodes neighbours that are none, whatever the claim and the
//! mechanism are.

use crate::harness::{certificate, file, read};
use dp_verify::limits::Limits;
use dp_verify::report::Style;
use serde_json::Value;

/// What is told of the last of the statements, in one line, and as JSON.
fn told(mechanism: &str, statements: &[&str]) -> (String, Value) {
    let certificate = certificate(mechanism, statements);
    let found = dp_verify::verify(&read(mechanism), certificate.as_bytes(), &Limits::default()).unwrap();
    assert!(found.accepted(), "{:?}", found.refusals);
    let json: Value = serde_json::from_str(&found.to_json(false)).unwrap();
    let last = json["statements"].as_array().unwrap().last().unwrap().clone();
    assert!(found.to_text(Style::Plain).contains("Claims"));
    let sentences = last["explanation"].as_array().into_iter().flatten().filter_map(Value::as_str);
    (sentences.collect::<Vec<_>>().join("; "), last)
}

/// A claim of a mechanism on a line of three, of which all fails.
fn on_a_line(alpha: &str, mechanism: &str, claim: &str) -> (String, Value) {
    let rest =
        format!(r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {mechanism}, "claims": [{{{claim}}}]"#);
    let (stochastic, dp) = (r#"{"claim": "stochastic", "verdict": "holds"}"#, r#"{"claim": "dp", "verdict": "fails"}"#);
    let own = format!(r#"{{{claim}, "verdict": "fails"}}"#);
    told(&file(alpha, &rest), &[stochastic, dp, &own])
}

/// Answers 0 and 2 are told apart by 5, and 4 is allowed at the distance 2.
const ROWS: &str = r#"[["1/6", "5/6"], ["1/6", "5/6"], ["5/6", "1/6"]]"#;

#[test]
fn groups_of_a_composition_are_no_neighbours() {
    let once = format!(r#"{{"compose": [{{"matrix": {ROWS}}}]}}"#);
    let table = format!(r#"{{"matrix": {ROWS}}}"#);
    let flat = r#"{"matrix": [[1, 0], [1, 0], [1, 0]]}"#;
    let two = format!(r#"{{"compose": [{{"matrix": {ROWS}}}, {flat}]}}"#);
    for (claim, distance) in [(r#""distance": 2"#, "2"), (r#""distance": 2, "at_most": true"#, "at most 2")] {
        let claim = format!(r#""claim": "group-privacy", {claim}"#);
        let (words, json) = on_a_line("1/2", &table, &claim);
        let seen = format!("output 0: answer 2 has 5/6, answer 0, at distance {distance}, has 1/6: ratio 5, allowed 4");
        if distance == "2" {
            assert_eq!(words, seen);
            assert_eq!(json["counterexample"]["distance"], "2");
        }
        let (words, json) = on_a_line("1/2", &once, &claim);
        assert!(words.starts_with("with output 0 each time, answer 2 is likelier than answer "), "{words}");
        assert!(words.ends_with(&format!(", at distance {distance}: ratio 5, allowed 4")), "{words}");
        assert!(!words.contains("neighbour"), "{words}");
        assert!(json["counterexample"]["distance"].is_string(), "{json}");
        let (words, _) = on_a_line("1/2", &two, &claim);
        assert!(
            words.starts_with("with the outputs 0, 0 of the parts, counted from 0, answer 2 is likelier than answer "),
            "{words}"
        );
        assert!(words.ends_with(&format!(", at distance {distance}: ratio 5, allowed 4")), "{words}");
    }
    // Neighbours are told as such.
    let (words, json) = on_a_line("1/2", &once, r#""claim": "dp", "adaptive": true"#);
    assert_eq!(words, "with output 0 each time, answer 2 is likelier than its neighbour 1: ratio 5, allowed 2");
    assert_eq!(json["counterexample"]["distance"], Value::Null);
}

/// An output that only one of two neighbours has is one of a part.
#[test]
fn an_infinite_divergence_names_its_part() {
    let flat = r#"{"matrix": [[1, 0], [1, 0], [1, 0]]}"#;
    let claim = r#""claim": "renyi-dp", "order": 2, "bound": 1"#;
    let lone = r#"{"matrix": [[1, 0], [1, 0], ["1/2", "1/2"]]}"#;
    let (words, json) = on_a_line("1/2", &format!(r#"{{"compose": [{flat}, {lone}]}}"#), claim);
    assert_eq!(words, "part 1, counted from 0: output 1 is possible at answer 2, and not at its neighbour 1");
    assert_eq!(json["counterexample"]["part"], 1);
    let (words, json) = on_a_line("1/2", lone, claim);
    assert_eq!(words, "output 1 is possible at answer 2, and not at its neighbour 1");
    assert_eq!(json["counterexample"]["part"], Value::Null);
}

/// Nodes that are databases are called so.
#[test]
fn databases_are_no_answers() {
    let rows = r#"[["3/4", "1/4"], ["1/4", "3/4"], ["1/4", "3/4"], ["1/4", "3/4"]]"#;
    let both = |claim: &str| {
        let rest = format!(
            r#""query": {{"graph": "hamming", "values": 2, "individuals": 2}}, "mechanism": {{"matrix": {rows}}}, "claims": [{claim}]"#
        );
        let (stochastic, dp) =
            (r#"{"claim": "stochastic", "verdict": "holds"}"#, r#"{"claim": "dp", "verdict": "fails"}"#);
        let own = format!(r#"{}, "verdict": "fails"}}"#, claim.strip_suffix('}').unwrap());
        let all = [stochastic, dp, &own];
        told(&file("1/2", &rest), if claim.contains("\"dp\"") { &all[..2] } else { &all }).0
    };
    assert_eq!(
        both(r#"{"claim": "dp"}"#),
        "output 0: database 0 has 0.75, its neighbour 1 has 0.25: ratio 3, allowed 2"
    );
    let event = both(r#"{"claim": "approximate-dp"}"#);
    assert!(event.starts_with("output 0: database 0 has 0.75, its neighbour 1 has 0.25: δ is 1/4"), "{event}");
    let divergence = both(r#"{"claim": "renyi-dp", "order": 2, "bound": "1/10"}"#);
    assert!(divergence.starts_with("it is largest from database "), "{divergence}");
    let told = both(r#"{"claim": "trade-off", "from": "uniform"}"#);
    assert!(told.contains("database 0 and its neighbour 1 are told apart better"), "{told}");
}

/// Where edges have lengths the distance stands beside, and so many ε are allowed.
#[test]
fn places_are_told_with_their_distance() {
    let rest = |claim: &str| {
        format!(
            r#""query": {{"nodes": 3, "edges": [[0, 1, 2], [1, 2, 1]]}}, "mechanism": {{"matrix": {ROWS}}}, "claims": [{claim}]"#
        )
    };
    let (stochastic, dp) = (r#"{"claim": "stochastic", "verdict": "holds"}"#, r#"{"claim": "dp", "verdict": "fails"}"#);
    let (words, _) = told(&file("1/2", &rest("")), &[stochastic, dp]);
    assert_eq!(words, "output 0: answer 2 has 5/6, its neighbour 1, at distance 1, has 1/6: ratio 5, allowed 2");
    let group = r#""claim": "group-privacy", "distance": 1"#;
    let own = format!(r#"{{{group}, "verdict": "fails"}}"#);
    let (words, _) = told(&file("1/2", &rest(&format!("{{{group}}}"))), &[stochastic, dp, &own]);
    assert_eq!(words, "output 0: answer 2 has 5/6, answer 1, at distance 1, has 1/6: ratio 5, allowed 2");
}
