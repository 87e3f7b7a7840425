use super::*;
use crate::fixtures::{LINE_3, TRIANGLE};

fn on(alpha: &str, query: &str, prior: &str) -> Report {
    decide(&format!(r#""privacy": {{"alpha": "{alpha}"}}, "query": {query}, "priors": {{"p": {prior}}}"#))
}

fn assert_regular(report: &Report, verdict: Verdict, values: &[(&str, &str)]) {
    assert_statement(about(report, Kind::Regular, Some("p")), verdict, values);
}

const K33: &str = r#"{"nodes": 6, "edges": [[0,3],[0,4],[0,5],[1,3],[1,4],[1,5],[2,3],[2,4],[2,5]]}"#;

#[test]
fn corner_priors_are_regular_with_one_y() {
    for (alpha, weights) in [("1/2", r#"["4/7", "2/7", "1/7"]"#), ("1/5", r#"["25/31", "5/31", "1/31"]"#)] {
        let corner = on(alpha, LINE_3, r#"{"corner": 0}"#);
        let listed = on(alpha, LINE_3, weights);
        assert_eq!(about(&corner, Kind::Regular, Some("p")).values, about(&listed, Kind::Regular, Some("p")).values);
        assert_eq!(about(&corner, Kind::Regular, Some("p")).verdict, Verdict::Holds);
    }
    assert_regular(&on("1/2", LINE_3, r#"{"corner": 0}"#), Verdict::Holds, &[("sum", "4/7")]);
}

#[test]
fn close_weights_alone_do_not_make_a_prior_regular() {
    // 000.P2: π_i/π_j ≤ e^(εd) holds for both, y has a negative entry for both.
    assert_regular(&on("1/2", LINE_3, r#"["2/5", "1/5", "2/5"]"#), Verdict::Fails, &[]);
    assert_regular(&on("1/2", TRIANGLE, r#"["2/5", "2/5", "1/5"]"#), Verdict::Fails, &[]);
}

#[test]
fn a_product_prior_is_decided_by_its_factors() {
    let holds = decide(&example_3("1/2"));
    assert_statement(about(&holds, Kind::Regular, Some("opinions")), Verdict::Holds, &[("sum", "32/3125")]);
    let fails = decide(&example_3("3/5"));
    assert_statement(about(&fails, Kind::Regular, Some("opinions")), Verdict::Fails, &[]);
}

#[test]
fn factors_and_the_whole_list_say_the_same() {
    let square = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;
    for (alpha, sum) in [("1/3", Some("9/16")), ("2/3", None)] {
        let product = on(alpha, square, r#"{"product": [["3/4", "1/4"], ["1/2", "1/2"]]}"#);
        let list = on(alpha, square, r#"["3/8", "3/8", "1/8", "1/8"]"#);
        for report in [&product, &list] {
            match sum {
                Some(sum) => assert_regular(report, Verdict::Holds, &[("sum", sum)]),
                None => assert_regular(report, Verdict::Fails, &[]),
            }
        }
    }
}

#[test]
fn singular_matrices_have_regular_priors_and_others() {
    assert_regular(&on("1/2", K33, r#""uniform""#), Verdict::Holds, &[("sum", "1/3")]);
    // Inconsistent: the kernel vector (1, 1, 1, -1, -1, -1) separates it.
    assert_regular(&on("1/2", K33, r#"["1/9", "1/9", "1/9", "2/9", "2/9", "2/9"]"#), Verdict::Fails, &[]);
    // Consistent, one side of the y's below 0.
    assert_regular(&on("1/2", K33, r#"["1/2", 0, 0, "1/2", 0, 0]"#), Verdict::Fails, &[]);
}

#[test]
fn a_point_prior_is_regular_on_an_isolated_node_only() {
    assert_regular(&on("1/2", LINE_3, r#"{"point": 1}"#), Verdict::Fails, &[]);
    let isolated = on("1/2", r#"{"nodes": 3, "edges": [[0, 1]]}"#, r#"{"point": 2}"#);
    assert_regular(&isolated, Verdict::Holds, &[("sum", "1")]);
}

#[test]
fn the_star_of_the_issue_is_regular_with_sum_three_eighths() {
    let report = on("2/3", r#"{"graph": "star", "nodes": 4}"#, r#"["27/96", "23/96", "23/96", "23/96"]"#);
    assert_regular(&report, Verdict::Holds, &[("sum", "3/8")]);
    assert_statement(
        about(&report, Kind::UtilityBound, Some("p")),
        Verdict::Holds,
        &[("bound", "23/64"), ("optimum", "23/64")],
    );
}

/// A certificate keeps the statements that the verifier can read and check within its limit, in their order.
#[test]
fn what_is_over_the_limit_of_steps_leaves_later_claims_open() {
    let n = 61;
    let weights = |k: usize| -> String {
        let weights: Vec<usize> = (0..n).map(|i| 1_000 + i * (k + 1) % 3).collect();
        let sum: usize = weights.iter().sum();
        weights.iter().map(|weight| format!("\"{weight}/{sum}\"")).collect::<Vec<_>>().join(", ")
    };
    let priors = (0..3).map(|k| format!("\"p{k}\": [{}]", weights(k))).collect::<Vec<_>>().join(", ");
    let claims = (0..3).map(|k| format!(r#"{{"claim": "regular", "prior": "p{k}"}}"#)).collect::<Vec<_>>().join(", ");
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "0.37979"}}, "query": {{"graph": "sum", "individuals": 12, "max": 5}},
            "priors": {{{priors}}}, "claims": [{claims}]}}"#
    );
    let declared = |limits: Limits| {
        let report = certify(text.as_bytes(), &Options { limits, ..Options::default() }).expect("a good file").report;
        report.statements.into_iter().filter(|statement| statement.declared).collect::<Vec<_>>()
    };
    assert!(declared(Limits::default()).iter().all(|statement| statement.verdict != Verdict::Undecided));
    let few = declared(Limits { steps: 400_000, ..Limits::default() });
    assert_eq!(few.iter().map(|s| s.verdict == Verdict::Undecided).collect::<Vec<_>>(), [false, false, true]);
    assert!(few[2].reason.as_ref().is_some_and(|why| why.contains("more steps than are left")), "{:?}", few[2].reason);
}
