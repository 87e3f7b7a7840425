//! `verify --elaborate` and `verify --problem`: a file in integers, and certificates checked against that.

use crate::fixtures::GEOMETRIC;
use crate::harness::{HALF, STOCHASTIC, certificate, file};
use assert_cmd::Command;
use dp_verify::limits::Limits;
use dp_verify::problem;
use dp_verify::report::{PriorKind, Style};
use std::path::Path;

fn verify(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::cargo_bin("dp-verify").unwrap().current_dir(folder).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[test]
fn a_problem_stands_for_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let rest = format!(
        r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {GEOMETRIC}}}, "priors": {{"p": "uniform"}},
           "claims": [{{"claim": "utility", "prior": "p", "expect": {{"utility": {{"equals": "5/9"}}}}}}]"#
    );
    let mechanism = file("1/2", &rest);
    let utility = r#"{"claim": "utility", "prior": "p", "verdict": "holds"}"#;
    write("m.json", &mechanism);
    write("m.cert.json", &certificate(&mechanism, &[STOCHASTIC, HALF, utility]));
    let (status, problem) = verify(folder.path(), &["--elaborate", "m.json"]);
    assert_eq!(status, 0);
    assert!(problem.contains("dp-problem/1"), "{problem}");
    write("m.problem.json", &problem);
    let (status, text) = verify(folder.path(), &["--problem", "m.problem.json", "m.cert.json", "--holds"]);
    assert_eq!((status, first_line(&text)), (0, "ACCEPTED"), "{text}");
    assert!(text.contains("3 statements proved"), "{text}");
    // The certificate of another file, one that leaves a claim out, one that says the contrary, and another number
    // expected.
    write("other.cert.json", &certificate(&mechanism.replace("5/9", "4/9"), &[STOCHASTIC, HALF, utility]));
    write("short.cert.json", &certificate(&mechanism, &[STOCHASTIC, HALF]));
    let contrary = utility.replace("holds", "fails");
    write("contrary.cert.json", &certificate(&mechanism, &[STOCHASTIC, HALF, &contrary]));
    for refused in ["other.cert.json", "short.cert.json", "contrary.cert.json"] {
        let (status, text) = verify(folder.path(), &["--problem", "m.problem.json", refused]);
        assert_eq!((status, first_line(&text)), (1, "REFUSED"), "{refused}: {text}");
    }
    // Both ways say the same of what is wrong, with the names of things.
    let row = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#;
    let private = r#"{"claim": "dp", "verdict": "fails", "witness": {"pair": [0, 1], "output": 2}}"#;
    write("wrong.cert.json", &certificate(&mechanism, &[row, private, &contrary]));
    for form in ["text", "json"] {
        let by_file = verify(folder.path(), &["m.json", "wrong.cert.json", "--format", form]);
        let by_problem = verify(folder.path(), &["--problem", "m.problem.json", "wrong.cert.json", "--format", form]);
        assert_eq!(by_file.0, 1, "{}", by_file.1);
        assert_eq!(by_file, by_problem);
    }
    let open = r#"{"claim": "utility", "prior": "p", "verdict": "undecided", "reason": "none"}"#;
    write("open.cert.json", &certificate(&mechanism, &[STOCHASTIC, HALF, open]));
    let (status, text) = verify(folder.path(), &["--problem", "m.problem.json", "open.cert.json"]);
    assert_eq!((status, first_line(&text)), (3, "DECLINED"), "{text}");
    let (status, text) = verify(folder.path(), &["--problem", "m.problem.json", "m.cert.json", "--limit", "steps=10"]);
    assert_eq!((status, first_line(&text)), (3, "DECLINED"), "{text}");
    // Not a problem, and no certificate.
    assert_eq!(verify(folder.path(), &["--problem", "m.json", "m.cert.json"]).0, 2);
    assert_eq!(verify(folder.path(), &["--problem", "m.problem.json", "m.json"]).0, 2);
    assert_eq!(verify(folder.path(), &["--elaborate", "m.json", "m.cert.json"]).0, 2);
}

/// What is refuted, what is stated twice, a factor of nothing, and a problem whose parts do not fit: by problem as by
/// file.
#[test]
fn what_else_is_said_of_a_problem() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let rest = format!(
        r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {GEOMETRIC}}}, "priors": {{"p": "uniform"}}"#
    );
    let mechanism = file("2/3", &rest);
    let fails = r#"{"claim": "dp", "verdict": "fails"}"#;
    write("m.json", &mechanism);
    let problem = verify(folder.path(), &["--elaborate", "m.json"]).1;
    write("m.problem.json", &problem);
    let by_problem = |name: &str, certificate: &str, more: &[&str]| {
        write(name, certificate);
        verify(folder.path(), &[&["--problem", "m.problem.json", name], more].concat())
    };
    let good = certificate(&mechanism, &[STOCHASTIC, fails]);
    let (status, text) = by_problem("good.json", &good, &[]);
    assert_eq!((status, first_line(&text)), (0, "ACCEPTED"), "{text}");
    assert!(text.contains("\ndeclared and REFUTED: dp\n") && text.contains("\n  FAILS     dp\n"), "{text}");
    assert!(text.contains("\ndeclared: α = 2/3 = 0.666666666667, ε = 0.405465108108, δ = 0\n"), "{text}");
    let (status, text) = by_problem("good.json", &good, &["--holds"]);
    assert_eq!((status, first_line(&text)), (1, "ACCEPTED"), "{text}");
    assert!(text.contains("--holds"), "{text}");
    let (_, json) = by_problem("good.json", &good, &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["refuted"], serde_json::json!(["dp"]));
    assert_eq!(report["statements"][1]["claim"], "dp");
    assert_eq!(report["statements"][1]["values"]["alpha_max"]["exact"], "1/2");
    let open = r#"{"claim": "dp", "verdict": "undecided", "reason": "none"}"#;
    let twice = by_problem("twice.json", &certificate(&mechanism, &[STOCHASTIC, fails, open]), &[]);
    assert_eq!(twice.0, 1, "{}", twice.1);
    assert!(
        twice.1.contains("not proved: statements[2], dp: ") && twice.1.contains("stated a second time"),
        "{}",
        twice.1
    );
    let factor = good.replacen(r#""statements""#, r#""factor": ["-1", "0", "2"], "statements""#, 1);
    let factor = by_problem("factor.json", &factor, &[]);
    assert_eq!((factor.0, factor.1.contains("not proved: `factor`: ")), (1, true), "{}", factor.1);
    let malformed =
        good.replacen(r#""verdict": "fails""#, r#""verdict": "fails", "witness": {"pair": 7, "output": 0}"#, 1);
    assert_eq!(by_problem("malformed.json", &malformed, &[]).0, 2);
    // A denominator of 0 in the table, and an α over 1.
    for (from, to) in [(r#""denominator":"6""#, r#""denominator":"0""#), (r#""alpha": "2/3""#, r#""alpha": "4/3""#)] {
        assert!(problem.contains(from), "{problem}");
        write("m.problem.json", &problem.replace(from, to));
        let (status, text) = by_problem("good.json", &good, &[]);
        assert!(status == 1 || status == 2, "{from}: {status} {text}");
        assert!(!text.contains("ACCEPTED"), "{text}");
    }
}

/// A report without what a problem has no word of: that the file has its graph in graph6.
fn of_problem(report: &str) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_str(report).unwrap();
    let graph = &mut report["graph"];
    if graph["kind"] == "graph6" {
        graph["kind"] = "edges".into();
        graph["parameters"].as_object_mut().unwrap().remove("graph6");
    }
    report
}

/// Every example is told by its problem as it is told by its file, to the last character: in text, and as JSON.
#[test]
fn both_ways_have_one_report() {
    let (limits, mut told) = (Limits::default(), 0);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in std::fs::read_dir(root.join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".json") else { continue };
        let Ok(bytes) = std::fs::read(root.join(format!("certificates/examples/{stem}.cert.json"))) else { continue };
        let Ok(mechanism) = dp_verify::file::mechanism(&path, &limits) else { continue };
        let elaborated = problem::elaborated(&mechanism, &[], &limits, &problem::meter(&limits)).unwrap();
        let read = problem::read(problem::write(&elaborated).as_bytes(), &limits, &problem::meter(&limits)).unwrap();
        let mut by_file = dp_verify::verify(&mechanism, &bytes, &limits).unwrap();
        // What `b` is, by the file or by the ε of its uses, a problem does not say, nor of which closed forms tables
        // are.
        (by_file.report.constant, by_file.report.implied) = (None, None);
        by_file.report.parts.iter_mut().for_each(|part| part.closed_form = None);
        let by_problem = match dp_verify::verify_problem(&read, &bytes, &limits) {
            Ok(found) => found,
            // A finding about a closed form that no claim of the file names.
            Err(e) if e.to_string().contains("expected a name of \"others\"") => continue,
            Err(e) => panic!("{name}: {e}"),
        };
        assert!(by_file.accepted() && by_problem.accepted(), "{name}: {:?}", by_problem.refusals);
        // Nor that a prior is a product, where X is none.
        for (own, other) in by_file.report.priors.iter_mut().zip(&by_problem.report.priors) {
            if own.kind == PriorKind::Product && other.kind == PriorKind::Weights {
                *own = other.clone();
            }
        }
        assert_eq!(by_file.to_text(Style::Plain), by_problem.to_text(Style::Plain), "{name}");
        assert_eq!(of_problem(&by_file.to_json(true)), of_problem(&by_problem.to_json(true)), "{name}");
        told += 1;
    }
    assert!(told > 25, "{told} examples");
}

/// Every parameter of a claim is told, and told in the file's names, escaped.
#[test]
fn every_parameter_is_told_of_a_problem() {
    let rest = r#""query": {"graph": "line", "nodes": 3}, "mechanism": {"matrix": [[1, 0], [0, 1], [1, 0]]},
        "priors": {"p\u001b[2J": "uniform", "q": {"point": 0}},
        "claims": [{"claim": "optimal", "prior": "q", "within": 0.9}, {"claim": "group-privacy", "distance": 2, "at_most": true},
            {"claim": "renyi-dp", "order": 3, "bound": "1/7"}, {"claim": "dp", "adaptive": true},
            {"claim": "jointly-optimal", "priors": ["p\u001b[2J", "q"]}, {"claim": "leakage-bound", "prior": "q", "outputs": 2},
            {"claim": "trade-off", "from": "uniform", "pair": [0, 2]}]"#;
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let mechanism = file("1/2", rest);
    let open = |claim: &str| format!(r#"{{{claim}, "verdict": "undecided", "reason": "none"}}"#);
    let statements = [
        r#""claim": "stochastic""#,
        r#""claim": "dp""#,
        r#""claim": "optimal", "prior": "q", "within": "9e-1""#,
        r#""claim": "group-privacy", "distance": 2, "at_most": true"#,
        r#""claim": "renyi-dp", "order": 3, "bound": "1/7""#,
        r#""claim": "dp", "adaptive": true"#,
        r#""claim": "jointly-optimal", "priors": ["p\u001b[2J", "q"]"#,
        r#""claim": "leakage-bound", "prior": "q", "outputs": 2"#,
        r#""claim": "trade-off", "from": "uniform", "pair": [0, 2]"#,
    ];
    let statements: Vec<String> = statements.into_iter().map(open).collect();
    write("m.json", &mechanism);
    write("c.json", &certificate(&mechanism, &statements.iter().map(String::as_str).collect::<Vec<_>>()));
    write("p.json", &verify(folder.path(), &["--elaborate", "m.json"]).1);
    let (status, text) = verify(folder.path(), &["--problem", "p.json", "c.json"]);
    assert_eq!(status, 3, "{text}");
    for claim in [
        "optimal (prior q, within 9/10)",
        "group-privacy (distance at most 2)",
        "renyi-dp (order 3, at most 1/7)",
        "dp (adaptive)",
        "jointly-optimal (priors \"p\\u{1b}[2J\" and q)",
        "leakage-bound (prior q, at most 2 outputs), min-entropy",
        "trade-off (from uniform, pair 0, 2)",
    ] {
        assert!(text.contains(&format!("\n  undecided {claim}\n")), "{claim}: {text}");
    }
    assert_eq!(text, verify(folder.path(), &["m.json", "c.json"]).1);
}

/// What a problem says in its own words is held against its numbers: the declared α, and closed forms among `others`.
#[test]
fn words_of_a_problem_that_are_not_its_numbers() {
    let rest = r#""query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]},
        "claims": [{"claim": "derivable", "from": "truncated-geometric"}]"#;
    let read = |privacy: &str, from: &str, to: &str| {
        let text = format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, {rest}}}"#);
        let (limits, mechanism) = (Limits::default(), crate::harness::read(&text));
        let elaborated = problem::elaborated(&mechanism, &[], &limits, &problem::meter(&limits)).unwrap();
        let text = problem::write(&elaborated);
        assert!(text.contains(from), "{from}: {text}");
        let read = problem::read(text.replacen(from, to, 1).as_bytes(), &limits, &problem::meter(&limits))?;
        read.mechanism(&limits).map(|_| ())
    };
    for (privacy, from, to) in [
        (r#"{"alpha": "1/2"}"#, r#"{"alpha":"1/2"}"#, r#"{"alpha":"1/3"}"#),
        (r#"{"alpha": "1/2"}"#, r#"{"alpha":"1/2"}"#, r#"{"epsilon":"ln(3)"}"#),
        (r#"{"alpha": "1/2"}"#, r#"{"alpha":"1/2"}"#, r#"{"symbolic":["0","1"]}"#),
        (r#"{"epsilon": "3/4"}"#, r#"{"epsilon":"3/4"}"#, r#"{"epsilon":"0.7"}"#),
        (r#"{"epsilon": "1/2*ln(2)"}"#, r#"{"epsilon":"1/2*ln(2)"}"#, r#"{"epsilon":"1/2*ln(3)"}"#),
        (
            r#"{"alpha": {"root_of": [-1, 1, 1], "between": [0, 1]}}"#,
            r#""root_of":["-1","1","1"]"#,
            r#""root_of":["-1","1","2"]"#,
        ),
        (r#"{"alpha": "symbolic", "between": [0, 1]}"#, r#"{"symbolic":["0","1"]}"#, r#"{"symbolic":["0","1/2"]}"#),
    ] {
        assert_eq!(read(privacy, from, from), Ok(()), "{privacy}");
        let error = read(privacy, from, to).unwrap_err().to_string();
        assert!(error.contains("$.declared") && error.contains("found another α or ε"), "{to}: {error}");
    }
    let error = read(r#"{"alpha": "1/2"}"#, r#""numerators":["4","2"]"#, r#""numerators":["2","4"]"#).unwrap_err();
    assert!(error.to_string().contains("row 0"), "{error}");
}
