//! `tight-constraints`: X is ε-private, and X·R is a tight-constraints mechanism for some R.

use crate::fixtures::GEOMETRIC;
use crate::harness::{EQUAL_ROWS, Fate, HALF, ROW_1, STOCHASTIC, Trial, file, hold};

const NAME: &str = "tight-constraints";

fn table(alpha: &str, query: &str, rows: &str) -> String {
    file(alpha, &format!(r#""query": {query}, "mechanism": {{"matrix": {rows}}}, "claims": ["tight-constraints"]"#))
}

fn line(rows: &str) -> String {
    table("1/2", r#"{"graph": "line", "nodes": 3}"#, rows)
}

fn by(remap: &str) -> String {
    format!(r#"{{"claim": "tight-constraints", "verdict": "holds", "witness": {{"remap": {remap}}}}}"#)
}

const FAILS: &str = r#"{"claim": "tight-constraints", "verdict": "fails"}"#;
const NOT_PRIVATE: &str = r#"{"claim": "dp", "verdict": "fails", "values": {"alpha_max": "0", "epsilon_min": "inf"},
    "witness": {"pair": [1, 0], "output": 0}}"#;

#[test]
fn on_the_line_of_three() {
    let geometric = line(GEOMETRIC);
    let turned = line(r#"[["1/6", "2/3", "1/6"], ["1/3", "1/3", "1/3"], ["2/3", "1/6", "1/6"]]"#);
    let split = line(r#"[["1/3", "1/6", "1/3", "1/6"], ["1/6", "1/3", "1/6", "1/3"], ["1/12", "1/6", "1/12", "2/3"]]"#);
    let flat = line(r#"[["1/3", "1/3", "1/3"], ["1/3", "1/3", "1/3"], ["1/3", "1/3", "1/3"]]"#);
    let identity = line("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]");
    let half_a_row = line(r#"[["2/3", "1/6", "1/6"], ["1/3", "1/6", "1/3"], ["1/6", "1/6", "2/3"]]"#);
    hold(&[
        Trial::new(
            "as it is",
            &geometric,
            &[STOCHASTIC, HALF, &by("[0, 1, 2]")],
            Fate::Proves(&["tight-constraints: holds"]),
        ),
        Trial::new(
            "its outputs in another order",
            &turned,
            &[STOCHASTIC, HALF, &by("[2, 0, 1]")],
            Fate::Proves(&["tight-constraints: holds"]),
        ),
        Trial::new(
            "an output in two parts",
            &split,
            &[STOCHASTIC, HALF, &by("[0, 1, 0, 2]")],
            Fate::Proves(&["tight-constraints: holds"]),
        ),
        Trial::new(
            "the wrong remap",
            &turned,
            &[STOCHASTIC, HALF, &by("[0, 1, 2]")],
            Fate::Refused(&[NAME, "XR at", "not α^d times XR at the diagonal"]),
        ),
        Trial::new(
            "all outputs to one node",
            &geometric,
            &[STOCHASTIC, HALF, &by("[1, 1, 1]")],
            Fate::Refused(&[NAME, "XR at (0, 1) is 1, not α^d times XR at the diagonal"]),
        ),
        Trial::new(
            "no remap",
            &geometric,
            &[STOCHASTIC, HALF, &by("[]")],
            Fate::Refused(&[NAME, "`remap` has 0 entries, expected one for each of 3 outputs"]),
        ),
        Trial::new(
            "a remap too long",
            &geometric,
            &[STOCHASTIC, HALF, &by("[0, 1, 2, 2]")],
            Fate::Refused(&[NAME, "`remap` has 4 entries"]),
        ),
        Trial::new(
            "a remap too short",
            &geometric,
            &[STOCHASTIC, HALF, &by("[0, 1]")],
            Fate::Refused(&[NAME, "`remap` has 2 entries"]),
        ),
        Trial::new(
            "a node out of range",
            &geometric,
            &[STOCHASTIC, HALF, &by("[0, 1, 3]")],
            Fate::Refused(&[NAME, "`remap` names 3, the last is 2"]),
        ),
        Trial::new(
            "said to fail",
            &geometric,
            &[STOCHASTIC, HALF, FAILS],
            Fate::Refused(&[NAME, "the utility at the prior of the row sums is 6/11, the most there is"]),
        ),
        Trial::new(
            "the uniform mechanism fails",
            &flat,
            &[STOCHASTIC, EQUAL_ROWS, FAILS],
            Fate::Proves(&["tight-constraints: fails"]),
        ),
        Trial::new(
            "the uniform mechanism said to be tight",
            &flat,
            &[STOCHASTIC, EQUAL_ROWS, &by("[0, 1, 2]")],
            Fate::Refused(&[NAME, "XR at", "is 1/3, not α^d times XR at the diagonal"]),
        ),
        Trial::new(
            "the identity fails: it is not private",
            &identity,
            &[STOCHASTIC, NOT_PRIVATE, FAILS],
            Fate::Proves(&["tight-constraints: fails"]),
        ),
        Trial::new(
            "the identity said to be tight",
            &identity,
            &[STOCHASTIC, NOT_PRIVATE, &by("[0, 1, 2]")],
            Fate::Refused(&[NAME, "X is not ε-private"]),
        ),
        Trial::new(
            "no mechanism",
            &half_a_row,
            &[ROW_1, HALF, r#"{"claim": "tight-constraints", "verdict": "fails", "witness": {"row": 1}}"#],
            Fate::Proves(&["tight-constraints: fails"]),
        ),
        Trial::new(
            "no mechanism said to be tight",
            &half_a_row,
            &[ROW_1, HALF, &by("[0, 1, 2]")],
            Fate::Refused(&[NAME, "X is not a mechanism: row 1 sums to 5/6"]),
        ),
        Trial::new(
            "no mechanism, by a good row",
            &half_a_row,
            &[ROW_1, HALF, r#"{"claim": "tight-constraints", "verdict": "fails", "witness": {"row": 0}}"#],
            Fate::Refused(&[NAME, "row 0 is ≥ 0 and sums to exactly 1"]),
        ),
        Trial::new(
            "a refutation with a remap",
            &flat,
            &[
                STOCHASTIC,
                EQUAL_ROWS,
                r#"{"claim": "tight-constraints", "verdict": "fails", "witness": {"remap": [0, 0, 0]}}"#,
            ],
            Fate::Refused(&[NAME, "a part `remap` that does not belong"]),
        ),
    ]);
}

#[test]
fn at_the_edges_of_the_definition() {
    let apart = r#"{"nodes": 2, "edges": []}"#;
    let identity = table("1/2", apart, "[[1, 0], [0, 1]]");
    let one_output_apart = table("1/2", apart, "[[1], [1]]");
    let one_output_at_1 = table("1", r#"{"graph": "line", "nodes": 2}"#, "[[1], [1]]");
    let one_output = table("1/2", r#"{"graph": "line", "nodes": 2}"#, "[[1], [1]]");
    let one_node = table("1/2", r#"{"graph": "line", "nodes": 1}"#, r#"[["1/2", "1/2"]]"#);
    hold(&[
        Trial::new(
            "no edges: the identity",
            &identity,
            &[STOCHASTIC, EQUAL_ROWS, &by("[0, 1]")],
            Fate::Proves(&["tight-constraints: holds"]),
        ),
        Trial::new(
            "no edges: one output",
            &one_output_apart,
            &[STOCHASTIC, EQUAL_ROWS, &by("[0]")],
            Fate::Refused(&[NAME, "XR at (1, 0) is 1, not α^d times XR at the diagonal"]),
        ),
        Trial::new(
            "no edges: one output fails",
            &one_output_apart,
            &[STOCHASTIC, EQUAL_ROWS, FAILS],
            Fate::Proves(&["tight-constraints: fails"]),
        ),
        Trial::new(
            "α = 1: one output",
            &one_output_at_1,
            &[STOCHASTIC, EQUAL_ROWS, &by("[1]")],
            Fate::Proves(&["tight-constraints: holds"]),
        ),
        Trial::new(
            "α = 1: said to fail",
            &one_output_at_1,
            &[STOCHASTIC, EQUAL_ROWS, FAILS],
            Fate::Refused(&[NAME, "is 1/2, the most there is"]),
        ),
        Trial::new(
            "one output at 1/2",
            &one_output,
            &[STOCHASTIC, EQUAL_ROWS, &by("[1]")],
            Fate::Refused(&[NAME, "XR at (0, 1) is 1"]),
        ),
        Trial::new(
            "one node",
            &one_node,
            &[STOCHASTIC, EQUAL_ROWS, &by("[0, 0]")],
            Fate::Proves(&["tight-constraints: holds"]),
        ),
        Trial::new(
            "one node said to fail",
            &one_node,
            &[STOCHASTIC, EQUAL_ROWS, FAILS],
            Fate::Refused(&[NAME, "is 1, the most there is"]),
        ),
    ]);
}
