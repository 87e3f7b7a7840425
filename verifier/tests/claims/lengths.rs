//! Edges with lengths: `dp` at the distances of shortest paths, and what asks for it.

use crate::harness::{Fate, STOCHASTIC, Trial, file, fraction, hold};
use crate::random::are_exhaustive;
use dp_kernel::{Counterexample, Why};

/// Lengths 3/2 and 1, and an edge of 3 that is longer than the way around; least ratios 1/5, 1/3 and 1/5.
fn table(alpha: &str, claims: &str) -> String {
    let query = r#""query": {"nodes": 3, "edges": [[0, 1, "3/2"], [1, 2], [0, 2, 3]]}"#;
    let rows = r#"[["5/7", "1/7", "1/7"], ["1/7", "3/7", "3/7"], ["1/7", "3/7", "3/7"]]"#;
    file(alpha, &format!(r#"{query}, "mechanism": {{"matrix": {rows}}}, "priors": {{"flat": "uniform"}}{claims}"#))
}

fn dp(verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "dp", "verdict": "{verdict}", "witness": {witness}}}"#)
}

const HOLDS: Fate = Fate::Proves(&["dp: holds; alpha_max = (1/5)^(2/3); epsilon_min = 1.07295860829"]);
const FAILS: Fate = Fate::Proves(&["dp: fails; alpha_max = (1/5)^(2/3); epsilon_min = 1.07295860829"]);

#[test]
fn both_fates() {
    // (1/5)^(2/3) = 0.34199518933533939787062177450877…
    let (below, above) = ("0.341995189335339397870621774508", "0.341995189335339397870621774509");
    let trial = |name, alpha: &str, verdict: &str, witness: &str, fate| {
        Trial::new(name, &table(alpha, ""), &[STOCHASTIC, &dp(verdict, witness)], fate)
    };
    let ends = r#"{"pair": [1, 0], "output": 0}"#;
    let not_least =
        |pair| Fate::Unproved(Counterexample::NotLeastRatio { pair, output: 0, alpha_max: fraction(1, 5) }.into());
    hold(&[
        trial("at a rational root of α", "1/4", "holds", "{}", HOLDS),
        trial("with the pair", "1/4", "holds", ends, HOLDS),
        trial("just below", below, "holds", ends, HOLDS),
        trial("just above", above, "fails", ends, FAILS),
        trial("at a root of α that is none", "1/2", "fails", "{}", FAILS),
        trial("said to hold", above, "holds", "{}", Fate::Unproved(Why::OtherVerdict)),
        trial("said to fail", below, "fails", ends, Fate::Unproved(Why::OtherVerdict)),
        trial(
            "as small a ratio at a larger distance",
            "1/4",
            "holds",
            r#"{"pair": [2, 0], "output": 0}"#,
            not_least([2, 0]),
        ),
        trial("the other order", "1/4", "holds", r#"{"pair": [0, 1], "output": 0}"#, not_least([0, 1])),
        trial(
            "an output that is not there",
            "1/4",
            "holds",
            r#"{"pair": [1, 0], "output": 3}"#,
            Fate::Unproved(Why::Index { part: "output", found: 3, count: 3 }),
        ),
    ]);
}

#[test]
fn bounds_on_every_mechanism() {
    let claims = r#", "claims": [{"claim": "utility-bound", "prior": "flat"}]"#;
    let line = |edges: &str, alpha: &str| {
        let query = format!(r#""query": {{"nodes": 2, "edges": [{edges}]}}"#);
        file(alpha, &format!(r#"{query}, "priors": {{"flat": "uniform"}}{claims}"#))
    };
    // Φ = (1, 1/8; 1/8, 1): y = v/2 = 4/9 for each.
    let bound = |numerator: &str, denominator: &str| {
        let vector = |n: &str, d: &str| format!(r#"{{"denominator": "{d}", "numerators": ["{n}", "{n}"]}}"#);
        let (y, v) = (vector(numerator, denominator), vector("8", "9"));
        format!(
            r#"{{"claim": "utility-bound", "prior": "flat", "verdict": "holds", "witness": {{"y": {y}, "v": {v}}}}}"#
        )
    };
    let (three, half) = (line("[0, 1, 3]", "1/2"), line(r#"[0, 1, "3/2"]"#, "1/4"));
    let proves = Fate::Proves(&["utility-bound (prior flat): holds; bound = 8/9"]);
    hold(&[
        Trial::new("at the distance 3", &three, &[&bound("4", "9")], proves.clone()),
        Trial::new("at 3/2, in other units", &half, &[&bound("4", "9")], proves),
        Trial::new("less than the bound", &three, &[&bound("3", "9")], Fate::Refused(&["utility-bound"])),
        Trial::new("what is a bound at the distance 1", &three, &[&bound("1", "3")], Fate::Refused(&["utility-bound"])),
    ]);
}

/// On a tree λ alone, and with multipliers: each edge has the factor of its length.
#[test]
fn optimal_by_lambda_and_by_multipliers() {
    let claim = r#", "claims": [{"claim": "optimal", "prior": "flat"}]"#;
    let table = |edge: &str| {
        let query = format!(r#""query": {{"nodes": 2, "edges": [{edge}]}}"#);
        let rows = r#"[["8/9", "1/9"], ["1/9", "8/9"]]"#;
        file("1/2", &format!(r#"{query}, "mechanism": {{"matrix": {rows}}}, "priors": {{"flat": "uniform"}}{claim}"#))
    };
    // λ = 4/9 each, and λ − c_w = (−1/18, 4/9): μ = 4/9 on the edge from w, with 1/8 of it, 1/18, at w.
    let said = |lambda: &str, mu: Option<&str>| {
        let of = |edge: &str| {
            mu.map(|mu| format!(r#"{{"edges": [{edge}], "mu": {{"denominator": "9", "numerators": ["{mu}"]}}}}"#))
        };
        let multipliers = of("[0, 1]")
            .zip(of("[1, 0]"))
            .map_or_else(String::new, |(one, other)| format!(r#", "multipliers": [{one}, {other}]"#));
        format!(
            r#"{{"claim": "optimal", "prior": "flat", "verdict": "holds",
                "witness": {{"lambda": {{"denominator": "9", "numerators": ["{lambda}", "{lambda}"]}}{multipliers}}}}}"#
        )
    };
    let three = table("[0, 1, 3]");
    let holds = dp("holds", "{}");
    let proves = Fate::Proves(&["optimal (prior flat): holds; utility = 8/9; optimum = 8/9"]);
    let trial = |name, mechanism: &str, statement: &str, fate| {
        Trial::new(name, mechanism, &[STOCHASTIC, &holds, statement], fate)
    };
    hold(&[
        trial("λ alone", &three, &said("4", None), proves.clone()),
        trial("with multipliers", &three, &said("4", Some("4")), proves),
        trial("a smaller λ", &three, &said("3", None), Fate::Refused(&["optimal"])),
        trial("larger multipliers", &three, &said("4", Some("5")), Fate::Refused(&["optimal"])),
        trial("smaller multipliers", &three, &said("4", Some("3")), Fate::Refused(&["optimal"])),
    ]);
}

#[test]
fn claims_that_know_no_lengths() {
    let statement = |claim: &str| format!(r#"{{"claim": "{claim}", "verdict": "holds"}}"#);
    let table = table("1/4", "");
    let of = |name, claim: &str| {
        Trial::new(name, &table, &[STOCHASTIC, &dp("holds", "{}"), &statement(claim)], Fate::Unreadable(&["lengths"]))
    };
    let capacity = r#"{"claim": "capacity", "verdict": "holds"}"#;
    hold(&[
        of("approximate-dp", "approximate-dp"),
        of("threshold", "threshold"),
        Trial::new(
            "capacity, which is about no graph",
            &table,
            &[STOCHASTIC, &dp("holds", "{}"), capacity],
            Fate::Proves(&["capacity: holds; multiplicative = 11/7; bits = 0.652076696580"]),
        ),
    ]);
}

/// One edge, whose least ratio is `ratio`; α or ε as a file writes it.
fn one_edge(privacy: &str, length: &str, ratio: &str) -> String {
    let rows = format!(r#"[["1/2", "1/2"], ["{ratio}/2", "1-{ratio}/2"]]"#);
    let query = format!(r#""query": {{"nodes": 2, "edges": [[0, 1, "{length}"]]}}"#);
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, {query}, "mechanism": {{"matrix": {rows}}}, "claims": ["dp"]}}"#
    )
}

/// α^ℓ to forty places from below and from above, by another program, at every kind of α; and exact ties. Nine decimals
/// take long: they are left to the exhaustive tests.
#[test]
fn lengths_of_up_to_nine_decimals() {
    const HALF: &str = r#"{"alpha": "1/2"}"#;
    let close = [
        (HALF, "10.001", "0.00097588583299848879093982358922216974", ["47", "48"]),
        (HALF, "1.234567891", "0.42496976538602402687817906927166922323", ["19", "20"]),
        (r#"{"epsilon": "0.8"}"#, "1.000000001", "0.44932896375775842028011038035064905891", ["57", "58"]),
        (r#"{"epsilon": "1/2*ln(3)"}"#, "1.001", "0.57703321422741867256646224782051379489", ["02", "03"]),
    ];
    let trial = |name, mechanism: &str, verdict: &str, fate| {
        Trial::new(name, mechanism, &[STOCHASTIC, &dp(verdict, "{}")], fate)
    };
    let mut trials = Vec::new();
    let tried = |length: &str| are_exhaustive() || length.len() < "1.000000001".len();
    for (privacy, length, digits, [below, above]) in close.into_iter().filter(|(_, length, ..)| tried(length)) {
        for (end, verdict, other) in [(below, "fails", "holds"), (above, "holds", "fails")] {
            let mechanism = one_edge(privacy, length, &format!("{digits}{end}"));
            trials.push(trial(length, &mechanism, verdict, Fate::Proves(&["stochastic: holds"])));
            trials.push(trial(length, &mechanism, other, Fate::Unproved(Why::OtherVerdict)));
        }
    }
    let ties = [
        (r#"{"alpha": "1/1024"}"#, "0.1", "1/2"),
        (r#"{"alpha": "1/4"}"#, "1.5", "1/8"),
        (r#"{"epsilon": "ln(2)/10"}"#, "30", "1/8"),
        (r#"{"epsilon": "5*ln(2)/3"}"#, "0.600000000", "1/2"),
    ];
    for (privacy, length, ratio) in ties {
        let mechanism = one_edge(privacy, length, ratio);
        trials.push(trial("a tie", &mechanism, "holds", Fate::Proves(&["stochastic: holds"])));
        trials.push(trial("said to fail", &mechanism, "fails", Fate::Unproved(Why::OtherVerdict)));
    }
    hold(&trials);
}

/// What takes powers of β is refused by that name, whatever the witness.
#[test]
fn fine_lengths_have_no_powers() {
    let mechanism = one_edge(r#"{"alpha": "1/2"}"#, "1.234567891", "1/2");
    let tight = |z: &str| {
        format!(
            r#"{{"claim": "tight-constraints-exist", "verdict": "holds", "witness": {{"z": {{"denominator": "1", "numerators": ["{z}", "{z}"]}}}}}}"#
        )
    };
    let capacity = r#"{"claim": "capacity", "verdict": "holds"}"#;
    let group = r#"{"claim": "group-privacy", "distance": 1, "verdict": "holds"}"#;
    hold(&[
        Trial::new(
            "Φz = 1",
            &mechanism,
            &[STOCHASTIC, &dp("holds", "{}"), &tight("1")],
            Fate::Unproved(Why::FineLengths),
        ),
        Trial::new(
            "what has nothing to do with α, and no two nodes at the distance 1",
            &mechanism,
            &[STOCHASTIC, &dp("holds", "{}"), capacity, group],
            Fate::Proves(&[
                "dp: holds; alpha_max = (1/2)^(1000000000/1234567891); epsilon_min = 0.561449220908",
                "capacity: holds; multiplicative = 5/4; bits = 0.321928094887",
            ]),
        ),
    ]);
}
