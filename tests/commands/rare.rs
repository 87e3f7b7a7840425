//! What is rare in reports, against their schema.

use super::schemas::{assert_valid, line_faults, schema};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::Carried;
use dp_verify::verify;
use serde_json::Value;

/// Mechanism files by what is rare in reports, and where each report has that.
fn rare() -> Vec<(&'static str, &'static [&'static str])> {
    let expectation = &["/statements/1/expectation/words", "/statements/1/expectation/found/verdict"];
    vec![
        // An `expect` that is met, and those that are not: verdicts, numbers, infinite ones, sets, true or false.
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}, "mechanism": {"family": "uniform"},
            "claims": [{"claim": "dp", "expect": {"verdict": "holds"}}]"#,
            expectation,
        ),
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [[1, 0], [0, 1]]},
            "claims": [{"claim": "dp", "expect": {"verdict": "holds", "alpha_max": {"at_least": "1/3", "at_most": "1/2"}}},
                {"claim": "dp", "expect": {"verdict": "fails", "epsilon_min": {"at_most": 3}}}]"#,
            &[
                "/statements/1/expectation/expected/1/bounds/0/at_most",
                "/statements/1/expectation/found/values/epsilon_min",
            ],
        ),
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 3}, "claims": [
            {"claim": "threshold", "expect": {"set": {"equals": []}, "alpha_star": {"equals": "1/2"}}},
            {"claim": "tight-constraints-exist", "expect": {"unique": {"equals": false}}}]"#,
            &[
                "/statements/0/expectation/expected/0/bounds/0/equals",
                "/statements/0/expectation/found/values/set",
                "/statements/1/expectation/found/values/unique",
            ],
        ),
        (
            r#""privacy": {"alpha": "symbolic", "between": ["0", "1"]}, "query": {"graph": "line", "nodes": 2},
            "mechanism": {"family": "truncated-geometric"}, "claims": [{"claim": "dp", "expect": {"alpha_max": {"equals": "a^2"}}}]"#,
            &[
                "/statements/1/expectation/expected/0/bounds/0/equals/exact",
                "/statements/1/expectation/found/values/alpha_max",
            ],
        ),
        // Where a composition fails, and a group.
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2},
            "mechanism": {"compose": [{"family": "uniform"}, {"matrix": [[1, 0], ["1/2", "1/2"]]}]},
            "claims": [{"claim": "renyi-dp", "order": 2, "bound": 1}]"#,
            &["/statements/2/counterexample/part"],
        ),
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2},
            "mechanism": {"compose": [{"family": "uniform"}, {"matrix": [["1/2", 0], ["1/2", "1/2"]]}]}"#,
            &["/statements/0/counterexample/part", "/statements/0/counterexample/rows/0/sum"],
        ),
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 3}, "claims": [{"claim": "group-privacy", "distance": 2}],
            "mechanism": {"matrix": [["3/4", "1/4"], ["1/2", "1/2"], ["1/8", "7/8"]]}"#,
            &["/statements/2/counterexample/distance"],
        ),
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 3}, "claims": [{"claim": "group-privacy", "distance": 2}],
            "mechanism": {"compose": [{"matrix": [["3/4", "1/4"], ["1/2", "1/2"], ["1/8", "7/8"]], "times": 2}]}"#,
            &["/statements/2/counterexample/distance"],
        ),
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"nodes": 2, "edges": [[0, 1, "3/2"]]},
            "mechanism": {"matrix": [["3/4", "1/4"], ["1/8", "7/8"]]}"#,
            &["/constant/root_of_alpha", "/statements/1/counterexample/distance"],
        ),
        // What `b` is: by the file, by the lengths of edges, by the ε of uses.
        (
            r#""privacy": {"epsilon": 1}, "query": {"graph": "line", "nodes": 2}, "constant": {"exp": "-1/8"}"#,
            &["/constant/exp"],
        ),
        (
            r#""privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}, "constant": {"root_of": [-2, 0, 1], "between": ["1/2", 2]}"#,
            &["/constant/root_of", "/constant/between"],
        ),
        (
            r#""privacy": {"epsilon": 4}, "query": {"graph": "complete", "nodes": 2},
            "mechanism": {"compose": [{"family": "randomised-response", "epsilon": "1/2"}, {"family": "randomised-response", "epsilon": "3/4"}]}"#,
            &["/constant/exp"],
        ),
        (
            r#""privacy": {"epsilon": "ln(2)"}, "query": {"graph": "complete", "nodes": 2},
            "mechanism": {"compose": [{"family": "randomised-response", "epsilon": "ln(2)/5", "times": 4}]}"#,
            &["/constant/root_of_alpha"],
        ),
        (
            r#""privacy": {"alpha": "1/3"}, "query": {"graph": "complete", "nodes": 2},
            "mechanism": {"compose": [{"family": "randomised-response", "epsilon": "ln(2)/5", "times": 4}]}"#,
            &["/constant/root_of"],
        ),
    ]
}

#[test]
fn what_is_rare_in_reports() {
    let reports = schema("dp-report-1.json");
    for (rest, places) in rare() {
        let file = format!(r#"{{"format": "dp-mechanism/1", {rest}}}"#);
        let certified = certify(file.as_bytes(), &Options::default()).unwrap_or_else(|e| panic!("{file}: {e}"));
        let json = certified.report.to_json(false);
        let document: Value = serde_json::from_str(&json).expect("JSON");
        for place in places {
            assert!(document.pointer(place).is_some(), "{place} of {json}");
        }
        assert_valid(&reports, &json, &file);
        let carried = Carried { mechanism: &file, certificate: &certified.certificate };
        assert_eq!(line_faults(&certified.report.to_line(true, Some(carried))), Vec::<String>::new(), "{file}");
        let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
        let verification =
            verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("a certificate");
        assert_valid(&reports, &verification.to_json(false), &file);
    }
}
