//! `universally-optimal`: by the theorem on forests, by the priors that decide, and by a prior that refutes it.

use crate::fixtures::{BLIND, GEOMETRIC, LINE_2, RESPONSE, THIRDS, TRIANGLE};
use crate::harness::{EQUAL_ROWS, Fate, HALF, STOCHASTIC, Trial, file, hold, vector};
use dp_kernel::Why;

/// A file with X and the claims.
fn table(alpha: &str, query: &str, rows: &str, rest: &str) -> String {
    file(alpha, &format!(r#""query": {query}, "mechanism": {{"matrix": {rows}}}, {rest}"#))
}

/// That X is optimal for every prior, or not.
fn universal(verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "universally-optimal", "verdict": "{verdict}", "witness": {witness}}}"#)
}

/// A private mechanism that tells the first two of three answers apart as well as may be.
const OF_TWO: &str = r#"{"rows": [{"denominator": "3", "numerators": ["2", "1"]},
    {"denominator": "3", "numerators": ["1", "2"]}, {"denominator": "2", "numerators": ["1", "1"]}]}"#;

#[test]
fn universally_optimal_by_the_priors_that_decide() {
    let claim = r#""priors": {"p": "uniform"}, "gain": "distance", "claims": ["universally-optimal"]"#;
    let pair = table("1/2", LINE_2, THIRDS, claim);
    let line = table("1/2", r#"{"graph": "line", "nodes": 3}"#, GEOMETRIC, claim);
    let triangle = table("1/2", TRIANGLE, RESPONSE, claim);
    let flat = table("1/2", LINE_2, BLIND, claim);
    let identity = table("1/2", LINE_2, "[[1, 0], [0, 1]]", claim);
    let not_private = r#"{"claim": "dp", "verdict": "fails", "values": {"alpha_max": "0", "epsilon_min": "inf"},
        "witness": {"pair": [1, 0], "output": 0}}"#;
    let bounds = |list: &[(&str, &[i64])]| {
        let list: Vec<String> = list.iter().map(|(d, x)| format!(r#"{{"lambda": {}}}"#, vector(d, x))).collect();
        universal("holds", &format!(r#"{{"bounds": [{}]}}"#, list.join(", ")))
    };
    let of_pair: [(&str, &[i64]); 2] = [("3", &[0, 2]), ("3", &[2, 0])];
    let of_line: [(&str, &[i64]); 11] = [
        ("3", &[0, 2, 0]),
        ("5", &[0, 0, 4]),
        ("3", &[2, 0, 0]),
        ("4", &[2, -1, 2]),
        ("5", &[4, 0, 0]),
        ("3", &[0, 0, 2]),
        ("3", &[0, 2, 0]),
        ("7", &[0, 0, 4]),
        ("2", &[0, 1, 0]),
        ("5", &[2, -1, 2]),
        ("7", &[4, 0, 0]),
    ];
    let mut more = of_line.to_vec();
    more.push(("1", &[1, 0, 0]));
    let mut other = of_line;
    other.swap(0, 1);
    let better = |d: &str, prior: &[i64], better: &str| {
        universal("fails", &format!(r#"{{"prior": {}, "better": {better}}}"#, vector(d, prior)))
    };
    let of = |name, file: &str, private, statement: &str, fate| {
        Trial::new(name, file, &[STOCHASTIC, private, statement], fate)
    };
    const HOLDS: Fate = Fate::Proves(&["universally-optimal: holds"]);
    const FAILS: Fate = Fate::Proves(&["universally-optimal: fails"]);
    hold(&[
        of("two answers", &pair, HALF, &bounds(&of_pair), HOLDS),
        of(
            "two answers, by y",
            &pair,
            HALF,
            &universal(
                "holds",
                &format!(r#"{{"bounds": [{{"y": {}}}, {{"y": {}}}]}}"#, vector("3", &[0, 2]), vector("3", &[2, 0]),),
            ),
            HOLDS,
        ),
        of("two answers, by the theorem", &pair, HALF, &universal("holds", r#"{"remap": [0, 1]}"#), HOLDS),
        of(
            "two answers in another order",
            &pair,
            HALF,
            &bounds(&[of_pair[1], of_pair[0]]),
            Fate::Refused(&["negative"]),
        ),
        of(
            "one of two answers",
            &pair,
            HALF,
            &bounds(&of_pair[..1]),
            Fate::Refused(&["`bounds` has 1 bound, expected one for each of 2 priors"]),
        ),
        of(
            "no bounds",
            &pair,
            HALF,
            &bounds(&[]),
            Fate::Refused(&["`bounds` has 0 bounds, expected one for each of 2 priors"]),
        ),
        of("nothing", &pair, HALF, &universal("holds", "{}"), Fate::Unproved(Why::WrongWitness)),
        of(
            "bounds and remap",
            &pair,
            HALF,
            &universal("holds", r#"{"bounds": [], "remap": [0, 1]}"#),
            Fate::Refused(&["part `remap` that does not belong"]),
        ),
        of(
            "a bound with a mechanism",
            &pair,
            HALF,
            &universal("holds", r#"{"bounds": [{"better": {}}, {}]}"#),
            Fate::Unreadable(&["unknown key"]),
        ),
        of(
            "bounds that are null",
            &pair,
            HALF,
            &universal("holds", r#"{"bounds": null}"#),
            Fate::Unreadable(&["found null"]),
        ),
        of(
            "a bound that is null",
            &pair,
            HALF,
            &universal("holds", r#"{"bounds": [null, null]}"#),
            Fate::Unreadable(&["found null"]),
        ),
        of(
            "a bound too large",
            &pair,
            HALF,
            &bounds(&[("3", &[1, 2]), of_pair[1]]),
            Fate::Refused(&["for prior 0 of those that decide X has the utility 2/3, the bound is 1"]),
        ),
        of("three answers", &line, HALF, &bounds(&of_line), HOLDS),
        of(
            "three answers, one prior more",
            &line,
            HALF,
            &bounds(&more),
            Fate::Refused(&["`bounds` has 12 bounds, expected one for each of 11"]),
        ),
        of(
            "three answers, two bounds in each other's place",
            &line,
            HALF,
            &bounds(&other),
            Fate::Refused(&["negative"]),
        ),
        of(
            "three answers, a wrong remap",
            &line,
            HALF,
            &universal("holds", r#"{"remap": [0, 2, 1]}"#),
            Fate::Refused(&["not α^d times XR at the diagonal"]),
        ),
        of(
            "the triangle, by the theorem on forests",
            &triangle,
            HALF,
            &universal("holds", r#"{"remap": [0, 1, 2]}"#),
            Fate::Refused(&["lacks `bounds`, which only a forest does without"]),
        ),
        of(
            "the triangle, with no bounds",
            &triangle,
            HALF,
            &bounds(&[]),
            Fate::Refused(&["`bounds` has 0 bounds, expected one for each of 15 priors"]),
        ),
        of("the triangle is refuted", &triangle, HALF, &better("2", &[1, 1, 0], OF_TWO), FAILS),
        of(
            "the triangle, at the uniform prior",
            &triangle,
            HALF,
            &better("3", &[1, 1, 1], OF_TWO),
            Fate::Refused(&["for the prior X has the utility 1/2, the other mechanism"]),
        ),
        of(
            "weights that sum to 2",
            &triangle,
            HALF,
            &better("1", &[1, 1, 0], OF_TWO),
            Fate::Refused(&["`prior` is not a distribution"]),
        ),
        of(
            "a negative weight",
            &triangle,
            HALF,
            &better("2", &[2, 1, -1], OF_TWO),
            Fate::Refused(&["`prior` is not a distribution"]),
        ),
        of(
            "two weights",
            &triangle,
            HALF,
            &better("2", &[1, 1], OF_TWO),
            Fate::Refused(&["`prior` has 2 entries, expected 3"]),
        ),
        of(
            "no better mechanism",
            &triangle,
            HALF,
            &universal("fails", r#"{"prior": {"denominator": "1", "numerators": ["1", "0", "0"]}}"#),
            Fate::Refused(&["the witness lacks `better`"]),
        ),
        of("no reason to fail", &flat, EQUAL_ROWS, &universal("fails", "{}"), Fate::Unproved(Why::WrongWitness)),
        of(
            "the uniform mechanism",
            &flat,
            EQUAL_ROWS,
            &better("2", &[1, 1], r#"{"family": "truncated-geometric"}"#),
            FAILS,
        ),
        of("the identity", &identity, not_private, &universal("fails", "{}"), FAILS),
        of(
            "the identity, by a prior and a better mechanism",
            &identity,
            not_private,
            &better("2", &[1, 1], r#"{"family": "truncated-geometric"}"#),
            Fate::Refused(&["X is not ε-private, which has no witness"]),
        ),
        of("the identity, by bounds", &identity, not_private, &bounds(&[]), Fate::Refused(&["X is not ε-private"])),
        of(
            "the identity, by a better one",
            &identity,
            not_private,
            &better("2", &[1, 1], r#"{"family": "truncated-geometric"}"#),
            Fate::Refused(&["X is not ε-private"]),
        ),
    ]);
}

/// α = 1, components, outputs that never occur, one node.
#[test]
fn universally_optimal_at_the_edges_of_the_definition() {
    let claim = r#""claims": ["universally-optimal"]"#;
    let apart = r#"{"nodes": 3, "edges": [[0, 2]]}"#;
    let told = table("1", apart, "[[1, 0], [0, 1], [1, 0]]", claim);
    let untold = table("1", apart, "[[1], [1], [1]]", claim);
    let identity = table("1/2", r#"{"nodes": 2, "edges": []}"#, "[[1, 0, 0], [0, 0, 1]]", claim);
    let shared = table("1/2", r#"{"nodes": 2, "edges": []}"#, r#"[["1/2", "1/2", 0], [0, "1/2", "1/2"]]"#, claim);
    let one = table("1/2", r#"{"graph": "line", "nodes": 1}"#, "[[0, 1]]", claim);
    let twice = table("1/2", LINE_2, r#"[["1/3", 0, "1/3", "1/3"], ["1/6", 0, "1/6", "2/3"]]"#, claim);
    let truth = format!(r#"{{"rows": [{}, {}]}}"#, vector("1", &[1, 0]), vector("1", &[0, 1]));
    let of = |name, file: &str, private, statement: &str, fate| {
        Trial::new(name, file, &[STOCHASTIC, private, statement], fate)
    };
    let by = |witness| universal("holds", witness);
    const HOLDS: Fate = Fate::Proves(&["universally-optimal: holds"]);
    hold(&[
        of("α = 1, components told apart", &told, EQUAL_ROWS, &by("{}"), HOLDS),
        of(
            "α = 1, bounds",
            &told,
            EQUAL_ROWS,
            &by(r#"{"bounds": []}"#),
            Fate::Unproved(Why::Length { part: "bounds", found: 0, expected: 1 }),
        ),
        of(
            "α = 1, one output for all",
            &untold,
            EQUAL_ROWS,
            &by("{}"),
            Fate::Refused(&["at α = 1 two components of the graph share an output"]),
        ),
        of(
            "α = 1, one output for all, refuted",
            &untold,
            EQUAL_ROWS,
            &universal(
                "fails",
                &format!(
                    r#"{{"prior": {}, "better": {{"rows": [{}, {}, {}]}}}}"#,
                    vector("2", &[1, 1, 0]),
                    vector("1", &[1, 0]),
                    vector("1", &[0, 1]),
                    vector("1", &[1, 0]),
                ),
            ),
            Fate::Proves(&["universally-optimal: fails"]),
        ),
        of("no edges: the truth leaves no prior to decide", &identity, EQUAL_ROWS, &by(r#"{"bounds": []}"#), HOLDS),
        of("no edges: the truth, by the theorem", &identity, EQUAL_ROWS, &by(r#"{"remap": [0, 0, 1]}"#), HOLDS),
        of(
            "no edges: an output of both",
            &shared,
            EQUAL_ROWS,
            &by(r#"{"bounds": []}"#),
            Fate::Refused(&["expected one for each of 1 prior"]),
        ),
        of(
            "no edges: an output of both, refuted",
            &shared,
            EQUAL_ROWS,
            &universal("fails", &format!(r#"{{"prior": {}, "better": {truth}}}"#, vector("2", &[1, 1]),)),
            Fate::Proves(&["universally-optimal: fails"]),
        ),
        of("one node, by no bounds", &one, EQUAL_ROWS, &by(r#"{"bounds": []}"#), HOLDS),
        of("one node, by the theorem", &one, EQUAL_ROWS, &by(r#"{"remap": [0, 0]}"#), HOLDS),
        of(
            "an output in two parts and one that never occurs",
            &twice,
            HALF,
            &by(&format!(
                r#"{{"bounds": [{{"lambda": {}}}, {{"lambda": {}}}]}}"#,
                vector("3", &[0, 2]),
                vector("3", &[2, 0]),
            )),
            HOLDS,
        ),
    ]);
}
