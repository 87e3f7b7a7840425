use super::*;
use crate::channels::{channel, json};
use crate::fixtures::{GEOMETRIC, LINE_3};
use crate::random::cases;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use proptest::prelude::*;

fn group(privacy: &str, query: &str, rows: &str, parameters: &str) -> Report {
    decide(&format!(
        r#""privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": {rows}}},
           "claims": [{{"claim": "group-privacy", {parameters}}}]"#
    ))
}

#[test]
fn the_geometric_mechanism_has_it_with_nothing_to_spare() {
    let at = |alpha: &str, parameters: &str| {
        let report = group(&format!(r#"{{"alpha": "{alpha}"}}"#), LINE_3, GEOMETRIC, parameters);
        statement(&report, Kind::GroupPrivacy).clone()
    };
    let two = [("alpha_max", "1/4"), ("epsilon_min", "1.38629436112")];
    let one = [("alpha_max", "1/2"), ("epsilon_min", "0.693147180560")];
    // About nothing, which no value tells of.
    let none = [];
    assert_statement(&at("1/2", r#""distance": 1"#), Verdict::Holds, &one);
    assert_statement(&at("1/2", r#""distance": 2"#), Verdict::Holds, &two);
    assert_statement(&at("1/2", r#""distance": 2, "at_most": true"#), Verdict::Holds, &two);
    assert_statement(&at("1/2", r#""distance": 3"#), Verdict::Holds, &none);
    assert_statement(&at("1/2", r#""distance": 999999999"#), Verdict::Holds, &none);
    assert_statement(&at("1", r#""distance": 3"#), Verdict::Holds, &none);
    let broken = at("500000000000000000000000000000001/1000000000000000000000000000000000", r#""distance": 2"#);
    assert_statement(&broken, Verdict::Fails, &two);
    let three_fifths = at("3/5", r#""distance": 2"#);
    let why = "output 0: answer 0 has 2/3, answer 2, at distance 2, has 1/6: ratio 4, allowed 2.7778";
    assert_eq!(three_fifths.explanation, [why]);
    let evidence = three_fifths.counterexample().unwrap();
    assert_eq!(evidence.pair.as_ref().map(|pair| [pair[0].index, pair[1].index]), Some([2, 0]));
}

#[test]
fn it_may_hold_where_dp_fails() {
    // Neighbours have the ratio 4 at output 0; the two ends no more than that.
    let rows = r#"[["4/5", "1/5"], ["1/5", "4/5"], ["4/5", "1/5"]]"#;
    let report = group(r#"{"alpha": "1/2"}"#, LINE_3, rows, r#""distance": 2"#);
    assert_eq!(statement(&report, Kind::Dp).verdict, Verdict::Fails);
    let values = [("alpha_max", "1"), ("epsilon_min", "0")];
    assert_statement(statement(&report, Kind::GroupPrivacy), Verdict::Holds, &values);
    let nearer = group(r#"{"alpha": "1/2"}"#, LINE_3, rows, r#""distance": 2, "at_most": true"#);
    let values = [("alpha_max", "1/4"), ("epsilon_min", "1.38629436112")];
    assert_statement(statement(&nearer, Kind::GroupPrivacy), Verdict::Holds, &values);
}

#[test]
fn zeros_negative_entries_and_parts_without_a_path() {
    let at = |query: &str, rows: &str| {
        let report = group(r#"{"alpha": "1/2"}"#, query, rows, r#""distance": 2"#);
        statement(&report, Kind::GroupPrivacy).clone()
    };
    let apart = at(LINE_3, r#"[[1, 0], ["1/2", "1/2"], [0, 1]]"#);
    assert_statement(&apart, Verdict::Fails, &[("alpha_max", "0"), ("epsilon_min", "inf")]);
    assert_statement(&at(LINE_3, r#"[[2, -1], ["1/2", "1/2"], [0, 1]]"#), Verdict::Fails, &[]);
    let parts = r#"{"nodes": 4, "edges": [[0, 1], [2, 3]]}"#;
    let rows = r#"[[1, 0], [1, 0], [0, 1], [0, 1]]"#;
    assert_statement(&at(parts, rows), Verdict::Holds, &[]);
}

/// The truncated geometric mechanism of α has α^k at the distance k, whatever kind of number α is.
#[test]
fn at_other_alphas() {
    let query = r#"{"graph": "line", "nodes": 4}"#;
    for privacy in [
        r#"{"epsilon": "0.8"}"#,
        r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#,
        r#"{"alpha": "symbolic", "between": ["0", "1"]}"#,
    ] {
        let of = |distance: usize, family: &str| {
            let report = decide(&format!(
                r#""privacy": {privacy}, "query": {query}, "mechanism": {{"family": "{family}"}},
                   "claims": [{{"claim": "group-privacy", "distance": {distance}}}]"#
            ));
            statement(&report, Kind::GroupPrivacy).clone()
        };
        for distance in [1, 2, 3] {
            assert_eq!(of(distance, "truncated-geometric").verdict, Verdict::Holds, "{privacy} {distance}");
        }
    }
}

/// Databases that differ in k individuals have the ratio 2^k; of a product that is not written out too.
#[test]
fn products_by_their_parent() {
    for (individuals, distance, alpha_max) in [(3, 2, "1/4"), (3, 4, "1"), (40, 7, "1/128"), (40, 41, "1")] {
        let at = |alpha: &str| {
            let report = decide(&format!(
                r#""privacy": {{"alpha": "{alpha}"}}, "claims": [{{"claim": "group-privacy", "distance": {distance}}}],
                   "query": {{"graph": "hamming", "values": 2, "individuals": {individuals}}},
                   "mechanism": {{"product": {{"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]}}, "individuals": {individuals}}}"#
            ));
            let found = statement(&report, Kind::GroupPrivacy).clone();
            assert_eq!(alpha_max_of(&found), Some(alpha_max.to_owned()).filter(|_| distance <= individuals));
            found.verdict
        };
        assert_eq!(at("1/2"), Verdict::Holds);
        let none = alpha_max == "1";
        assert_eq!(at("5001/10000") == Verdict::Holds, none, "{individuals} {distance}");
    }
}

/// Of all pairs of a complete graph only the least and the largest entry of each output are compared: 40,000
/// comparisons here, not four million.
#[test]
fn on_a_complete_graph_not_pair_by_pair() {
    let n = 200;
    // Randomised response at 1/2, the last answer telling the first with a third of the others' probability more.
    let entry = |i: usize, o: usize| match (i, o) {
        _ if i + 1 == n && o == 0 => 4,
        _ if i + 1 == n && o == 1 => 2,
        _ if i == o => 6,
        _ => 3,
    };
    let sum = |i: usize| (0..n).map(|o| entry(i, o)).sum::<usize>();
    assert_eq!(sum(0), sum(n - 1));
    let row = |i: usize| (0..n).map(|o| format!("\"{}/{}\"", entry(i, o), sum(i))).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..n).map(|i| format!("[{}]", row(i))).collect();
    let query = format!(r#""query": {{"graph": "complete", "nodes": {n}}}"#);
    let of = |parameters: &str| {
        let text = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/3"}}, {query},
                "mechanism": {{"matrix": [{}]}}, "claims": [{{"claim": "group-privacy", {parameters}}}]}}"#,
            rows.join(",")
        );
        let options = Options { limits: Limits { steps: 1 << 24, ..Limits::default() }, ..Options::default() };
        let report = certify(text.as_bytes(), &Options { only: vec![Kind::GroupPrivacy], ..options }).unwrap().report;
        statement(&report, Kind::GroupPrivacy).clone()
    };
    for parameters in [r#""distance": 1"#, r#""distance": 1, "at_most": true"#, r#""distance": 7, "at_most": true"#] {
        let found = of(parameters);
        assert_eq!((found.verdict, show(&found.values[0].1)), (Verdict::Holds, "1/3".to_owned()), "{parameters}");
    }
    assert_eq!(alpha_max_of(&of(r#""distance": 2"#)), None);
}

/// `alpha_max`, where the claim is about any two answers.
fn alpha_max_of(found: &Statement) -> Option<String> {
    found.values.first().map(|(_, value)| show(value))
}

/// The distances of a graph by Floyd and Warshall; 99 without a path.
fn distances(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut d = vec![vec![99; n]; n];
    (0..n).for_each(|i| d[i][i] = 0);
    edges.iter().for_each(|&(i, h)| (d[i][h], d[h][i]) = (1, 1));
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                d[i][j] = d[i][j].min(d[i][k] + d[k][j]);
            }
        }
    }
    d
}

proptest! {
    #![proptest_config(cases(500))]

    /// At the k-th power of a rational α that is at the bound, or beside it by a factor of 1 ± 10^-30.
    #[test]
    fn against_all_pairs(
        weights in prop::collection::vec(prop::collection::vec(0u32..9, 3), 5),
        edges in prop::collection::btree_set((0usize..5, 0usize..5), 2..8),
        distance in 1usize..4,
        nearer: bool,
    ) {
        let edges: Vec<(usize, usize)> = edges.into_iter().filter(|(i, h)| i < h).collect();
        let rows = channel(&weights);
        let d = distances(5, &edges);
        let (mut least, mut is_of_none) = (Rational::ONE, true);
        for (i, h) in (0..5).flat_map(|i| (0..5).map(move |h| (i, h))) {
            if d[i][h] == distance || nearer && 0 < d[i][h] && d[i][h] < distance {
                is_of_none = false;
                for (x, y) in rows[i].iter().zip(&rows[h]) {
                    if *y != 0 && x / y < least {
                        least = x / y;
                    }
                }
            }
        }
        let of = |alpha: &Rational| {
            let pairs: Vec<[usize; 2]> = edges.iter().map(|&(i, h)| [i, h]).collect();
            let report = group(
                &format!(r#"{{"alpha": "{alpha}"}}"#),
                &format!(r#"{{"nodes": 5, "edges": {}}}"#, serde_json::to_string(&pairs).unwrap()),
                &json(&rows),
                &format!(r#""distance": {distance}, "at_most": {nearer}"#),
            );
            let found = statement(&report, Kind::GroupPrivacy);
            assert_eq!(alpha_max_of(found), Some(least.to_string()).filter(|_| !is_of_none));
            found.verdict
        };
        for alpha in [Rational::from_unsigneds(1u32, 2u32), Rational::from_unsigneds(1u32, 9u32), Rational::ONE] {
            let holds = least == 1 || (&alpha).pow(distance as u64) <= least;
            prop_assert_eq!(of(&alpha) == Verdict::Holds, holds);
        }
        if distance == 1 && least > 0 && least < 1 {
            prop_assert_eq!(of(&least), Verdict::Holds);
            let more = Rational::ONE + Rational::from(10).pow(-30i64);
            prop_assert_eq!(of(&(&least * &more)), Verdict::Fails);
            prop_assert_eq!(of(&(&least / more)), Verdict::Holds);
        }
    }
}
