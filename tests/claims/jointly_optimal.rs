//! `jointly-optimal`: one mechanism for several priors.

use super::*;

#[test]
fn joint_optima() {
    let joint = |query: &str, priors: [&str; 2]| {
        let report = decide(&format!(
            r#"{HALF}, "query": {query}, "priors": {{"p": {}, "q": {}}},
                "claims": [{{"claim": "jointly-optimal", "priors": ["p", "q"]}}]"#,
            priors[0], priors[1]
        ));
        let found = report.statements.iter().find(|s| s.claim.kind == Kind::JointlyOptimal).expect("it is claimed");
        (found.verdict, show(&found.values[0].1), show(&found.values[1].1))
    };
    let fails = |joint: &str, separate: &str| (Verdict::Fails, joint.to_owned(), separate.to_owned());
    let triangle = r#"{"graph": "complete", "nodes": 3}"#;
    assert_eq!(joint(triangle, ["\"uniform\"", r#"["1/2", "1/2", 0]"#]), fails("9/8", "7/6"));
    let square = r#"{"graph": "cycle", "nodes": 4}"#;
    assert_eq!(joint(square, [r#"["1/2", 0, "1/2", 0]"#, r#"[0, "1/2", 0, "1/2"]"#]), fails("4/3", "3/2"));
    // On a line the geometric mechanism serves all users.
    let line = r#"{"graph": "line", "nodes": 3}"#;
    let (verdict, joint, separate) = joint(line, ["\"uniform\"", r#"["1/2", "1/4", "1/4"]"#]);
    assert_eq!((verdict, joint), (Verdict::Holds, separate));
}

/// A refutation says by how much.
#[test]
fn by_how_much_two_mechanisms_are_better() {
    // No more than 9/8 in one mechanism, 7/6 in two.
    let joint = decide(
        r#""privacy": {"alpha": "1/2"}, "query": {"graph": "complete", "nodes": 3},
           "priors": {"flat": "uniform", "two": ["1/2", "1/2", 0]},
           "claims": [{"claim": "jointly-optimal", "priors": ["flat", "two"]}]"#,
    );
    let sentence = "the priors' own optima sum to more than any one mechanism has, more by 1/24";
    assert_eq!(joint.statements[0].explanation, [sentence]);
}

/// What holds of an interval holds at its numbers: on the tree and the line the tight mechanism serves all users, up to
/// α = 1/2 where one node has three neighbours.
#[test]
fn over_an_interval_as_at_its_numbers() {
    let trees = [
        (r#"{"graph": "line", "nodes": 5}"#, 5),
        (r#"{"nodes": 5, "edges": [[0, 1], [0, 2], [0, 3], [3, 4]]}"#, 5),
        (r#"{"graph": "complete", "nodes": 3}"#, 3),
        (r#"{"graph": "cycle", "nodes": 4}"#, 4),
    ];
    for (query, n) in trees {
        let skewed = (0..n).map(|k| format!("\"{}/{}\"", k + 1, n * (n + 1) / 2)).collect::<Vec<_>>().join(",");
        for second in ["\"uniform\"", r#"{"corner": 1}"#, &format!("[{skewed}]")] {
            let verdict = |privacy: &str| {
                let report = decide(&format!(
                    r#""privacy": {privacy}, "query": {query}, "priors": {{"p": "uniform", "q": {second}}},
                        "claims": [{{"claim": "jointly-optimal", "priors": ["p", "q"]}}]"#
                ));
                report.statements.iter().find(|s| s.claim.kind == Kind::JointlyOptimal).expect("it is claimed").verdict
            };
            let everywhere = verdict(r#"{"alpha": "symbolic", "between": ["1/4", "7/8"]}"#);
            let at = |alpha: &str| verdict(&format!(r#"{{"alpha": "{alpha}"}}"#));
            let all_hold =
                ["2/7", "1/3", "2/5", "1/2", "3/5", "3/4", "6/7"].iter().all(|alpha| at(alpha) == Verdict::Holds);
            assert_eq!(everywhere == Verdict::Holds, all_hold, "{query}, {second}");
            assert_ne!(everywhere, Verdict::Undecided, "{query}, {second}");
        }
    }
}
