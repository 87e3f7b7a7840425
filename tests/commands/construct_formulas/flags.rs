//! The choices as users call them.

use super::{complete, query, sum};
use assert_cmd::cargo::cargo_bin_cmd;
use std::fs;
use tempfile::TempDir;

/// The flags, as users call them.
#[test]
fn choices_are_flags_of_their_kinds() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("complete.json"), query(r#"{"alpha": "1/2"}"#, &complete(5), "")).unwrap();
    fs::write(path("sum.json"), query(r#"{"alpha": "1/2"}"#, &sum(2, 4), "")).unwrap();
    fs::write(path("line.json"), query(r#"{"alpha": "1/2"}"#, r#"{"graph": "line", "nodes": 3}"#, "")).unwrap();
    let said = |arguments: &[&str]| {
        cargo_bin_cmd!("certify").current_dir(folder.path()).arg("construct").args(arguments).output().unwrap()
    };
    for (arguments, part) in [
        (
            &["subset-selection", "complete.json", "--size", "3"][..],
            "mechanism with subsets of 3 constructed for: a query of 5",
        ),
        (
            &["unary-encoding", "complete.json"],
            "unary-encoding mechanism (symmetric: SUE, basic one-time RAPPOR) constructed",
        ),
        (&["unary-encoding", "complete.json", "--encoding", "optimized"], "unary-encoding mechanism (optimised: OUE)"),
        (&["unary-encoding", "complete.json", "--encoding", "SUE"], "(symmetric: SUE, basic one-time RAPPOR)"),
        (
            &["staircase", "sum.json", "--width", "3"],
            "staircase mechanism with stairs of 4, the middle one |m| < 3, constructed for",
        ),
        (&["discrete-laplace", "line.json"], "truncated-geometric mechanism constructed for"),
    ] {
        let output = said(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(
            String::from_utf8_lossy(&output.stdout).contains(part),
            "{part}\n{}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    for (arguments, part) in [
        (&["uniform", "complete.json", "--size", "3"][..], "--size goes with `subset-selection`"),
        (&["uniform", "complete.json", "--encoding", "symmetric"], "--encoding goes with `unary-encoding`"),
        (
            &["uniform", "sum.json", "--width", "3"],
            "--width goes with `staircase`, and uniform mechanisms have no such",
        ),
        (
            &["staircase", "sum.json", "--sigma-squared", "3"],
            "--sigma-squared goes with `discrete-gaussian`, and staircase mechanisms have no such",
        ),
        (&["staircase", "sum.json", "--cut", "3"], "--cut goes with `discrete-gaussian`, and staircase"),
        (&["uniform", "sum.json", "--force"], "--force goes with `alvim` and `discrete-gaussian`, and uniform"),
        (&["discrete-gaussian", "line.json"], "discrete Gaussian noise has a σ²: expected --sigma-squared S, or"),
        (&["discrete-gaussian", "line.json", "--sigma-squared", "0"], "expected a rational above 0"),
        (&["unary-encoding", "complete.json", "--encoding", "optimal"], "expected one of: symmetric, optimised"),
        (&["discrete-laplac", "line.json"], "did you mean discrete-laplace?"),
        (&["subset-selection", "line.json"], "line.json:1:"),
    ] {
        let output = said(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(error.starts_with("certify: ") && error.contains(part), "{part}\n{error}");
    }
}
