//! Closed forms that are not written out: witnesses are about two answers, and the structure decides the rest.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::{Counterexample, Optimality, Why};

/// x_ii = 1/2 + 1/600 and x_ij = 1/600 on 300 answers: α_max = 1/301.
fn half(alpha: &str, claims: &str) -> String {
    let rest = r#""query": {"graph": "complete", "nodes": 300}, "priors": {"flat": "uniform"},
        "mechanism": {"family": "randomised-response", "noise": "1/2"}"#;
    file(alpha, &format!(r#"{rest}, "claims": [{claims}]"#))
}

fn said(claim: &str, verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "{claim}", "verdict": "{verdict}", "witness": {witness}}}"#)
}

#[test]
fn witnesses_are_about_two_answers() {
    let (private, strict) = (half("1/301", ""), half("1/300", ""));
    let one = |name, file: &str, verdict: &str, witness: &str, fate| {
        Trial::new(name, file, &[STOCHASTIC, &said("dp", verdict, witness)], fate)
    };
    const HOLDS: &str = "dp: holds; alpha_max = 1/301; epsilon_min = 5.70711026475";
    const FAILS: &str = "dp: fails; alpha_max = 1/301; epsilon_min = 5.70711026475";
    let place = |i, h, o| format!(r#"{{"pair": [{i}, {h}], "output": {o}}}"#);
    let far = Why::Index { part: "pair", found: 7, count: 2 };
    let wide = Why::Index { part: "output", found: 3, count: 3 };
    let least = |pair, output| {
        Why::from(Counterexample::NotLeastRatio {
            pair,
            output,
            alpha_max: dp_kernel::Fraction::new(1usize.into(), 301usize.into()),
        })
    };
    hold(&[
        one("at its α", &private, "holds", "{}", Fate::Proves(&[HOLDS])),
        one("a little more", &strict, "fails", &place(1, 0, 0), Fate::Proves(&[FAILS])),
        one("the other way round", &strict, "fails", &place(0, 1, 1), Fate::Proves(&[FAILS])),
        one("without a place", &strict, "fails", "{}", Fate::Proves(&[FAILS])),
        one("said to hold", &strict, "holds", "{}", Fate::Unproved(Why::OtherVerdict)),
        one("said to fail", &private, "fails", &place(1, 0, 0), Fate::Unproved(Why::OtherVerdict)),
        one("the larger over the lesser", &strict, "fails", &place(0, 1, 0), Fate::Unproved(least([0, 1], 0))),
        one("the others", &strict, "fails", &place(1, 0, 2), Fate::Unproved(least([1, 0], 2))),
        one("two answers that stand for none", &strict, "fails", &place(7, 0, 0), Fate::Unproved(far)),
        one("an answer among the others", &strict, "fails", &place(1, 0, 3), Fate::Unproved(wide)),
        one(
            "one answer",
            &strict,
            "fails",
            &place(0, 0, 0),
            Fate::Unproved(Counterexample::NotAdjacent([0, 0]).into()),
        ),
    ]);
}

#[test]
fn what_structure_decides_takes_no_witness() {
    let at = |alpha, claim: &str| half(alpha, &format!("\"{claim}\""));
    let dp = said("dp", "holds", "{}");
    let one = |name, file: &str, said: &str, fate| Trial::new(name, file, &[STOCHASTIC, &dp, said], fate);
    let tight = |verdict, witness| said("tight-constraints", verdict, witness);
    let (private, loose) = (at("1/301", "tight-constraints"), at("1/302", "tight-constraints"));
    let universal = at("1/301", "universally-optimal");
    let remap = format!(r#"{{"remap": {:?}}}"#, (0..300).collect::<Vec<usize>>());
    hold(&[
        one("tight", &private, &tight("holds", "{}"), Fate::Proves(&["tight-constraints: holds"])),
        one("loose", &loose, &tight("fails", "{}"), Fate::Proves(&["tight-constraints: fails"])),
        one("loose, said to be tight", &loose, &tight("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        one("tight, said to be loose", &private, &tight("fails", "{}"), Fate::Unproved(Why::OtherVerdict)),
        one("a remap", &private, &tight("holds", &remap), Fate::Refused(&["remap"])),
        one(
            "a claim about every entry",
            &universal,
            &said("universally-optimal", "fails", "{}"),
            Fate::Unproved(Why::NotWrittenOut),
        ),
    ]);
}

#[test]
fn a_problem_has_a_noise_or_a_table() {
    let problem = |graph: &str, noise: &str, beside: &str| {
        format!(
            r#"{{"format": "dp-problem/1", "sha256": "{}", "declared": {{"alpha": "1/2"}}, "graph": {graph}, "alpha": "1/2",
                {beside} "noise": {noise}, "priors": [], "gain": "binary", "others": [], "claims": [{{"claim": "stochastic"}}, {{"claim": "dp"}}]}}"#,
            "0".repeat(64)
        )
    };
    let limits = dp_verify::limits::Limits::default();
    let read = |text: &str| dp_verify::problem::read(text.as_bytes(), &limits, &dp_verify::problem::meter(&limits));
    let complete = r#"{"family": "complete", "nodes": 3}"#;
    let line = r#"{"family": "line", "nodes": 3}"#;
    for (graph, noise) in [(complete, "\"0\""), (complete, "\"1/3\""), (complete, "\"1\""), (line, "\"1\"")] {
        assert!(read(&problem(graph, noise, "")).is_ok(), "{graph} {noise}");
    }
    let table = r#""table": [{"denominator": "1", "numerators": ["1"]}, {"denominator": "1", "numerators": ["1"]},
        {"denominator": "1", "numerators": ["1"]}],"#;
    let one = r#"{"family": "complete", "nodes": 1}"#;
    for (graph, noise, beside, why) in [
        (complete, "\"-1/3\"", "", "from 0 to 1"),
        (complete, "\"4/3\"", "", "from 0 to 1"),
        (line, "\"1/3\"", "", "a complete graph"),
        (one, "\"1/3\"", "", "two nodes or more"),
        (complete, "\"1/3\"", table, "beside a table"),
    ] {
        let error = read(&problem(graph, noise, beside)).expect_err(why);
        assert!(error.message.contains(why), "{error}");
    }
}

/// Values by hand, a = 301/600 being what is on the diagonal of 300 answers and b = 1/600 elsewhere: guessing the
/// output is right with the probability Σ_o max(π_o·a, max π·b).
#[test]
fn values_by_structure() {
    let with = |gain: &str, claim: &str| {
        let rest = r#""query": {"graph": "complete", "nodes": 300}, "priors": {"flat": "uniform", "one": {"point": 7}},
            "mechanism": {"family": "randomised-response", "noise": "1/2"}"#;
        file("1/301", &format!(r#"{rest}{gain}, "claims": [{{"claim": {claim}}}]"#))
    };
    let of = |name, gain: &str, claim: &str, fate| {
        let own = format!(r#"{{"claim": {claim}, "verdict": "holds"}}"#);
        Trial::new(name, &with(gain, claim), &[STOCHASTIC, r#"{"claim": "dp", "verdict": "holds"}"#, &own], fate)
    };
    let (utility, leakage, gained) = (
        |prior: &str| format!(r#""utility", "prior": "{prior}""#),
        |prior: &str| format!(r#""leakage", "prior": "{prior}""#),
        |prior: &str| format!(r#""g-leakage", "prior": "{prior}""#),
    );
    let loss = r#", "loss": "binary""#;
    let distance = r#", "gain": "distance""#;
    let absolute = r#", "loss": "absolute""#;
    hold(&[
        of("utility", "", &utility("flat"), Fate::Proves(&["utility (prior flat): holds; utility = 301/600"])),
        of("of one answer", "", &utility("one"), Fate::Proves(&["utility (prior one): holds; utility = 1"])),
        of(
            "a loss",
            loss,
            &utility("flat"),
            Fate::Proves(&["utility (prior flat): holds; utility = -299/600; loss = 299/600"]),
        ),
        of("a distance", distance, &utility("flat"), Fate::Proves(&["utility (prior flat): holds; utility = 301/600"])),
        of("a distance between numbers", absolute, &utility("flat"), Fate::Unreadable(&["line and sum only"])),
        of(
            "leakage",
            "",
            &leakage("flat"),
            Fate::Proves(&["leakage (prior flat): holds; multiplicative = 301/2; bits = 7.23361967676"]),
        ),
        of(
            "of one answer, leakage",
            "",
            &leakage("one"),
            Fate::Proves(&["leakage (prior one): holds; multiplicative = 1; bits = 0"]),
        ),
        of(
            "g-leakage",
            "",
            &gained("flat"),
            Fate::Proves(&[
                "g-leakage (prior flat): holds; additive = 299/600; multiplicative = 301/2; bits = 7.23361967676",
            ]),
        ),
        of(
            "g-leakage of a loss",
            loss,
            &gained("flat"),
            Fate::Proves(&["g-leakage (prior flat): holds; additive = 299/600"]),
        ),
        of(
            "capacity",
            "",
            r#""capacity""#,
            Fate::Proves(&["capacity: holds; multiplicative = 301/2; bits = 7.23361967676"]),
        ),
    ]);
}

/// At α = 1/301 what is on the diagonal is as much as any private mechanism has at the flat prior: z = 1/(1 + 299·α).
#[test]
fn optimal_by_structure() {
    let file = |alpha: &str| half(alpha, r#"{"claim": "optimal", "prior": "flat"}"#);
    let lambda = |numerator: &str, denominator: &str| {
        let numerators = vec![format!("\"{numerator}\""); 300].join(", ");
        format!(r#"{{"y": {{"denominator": "{denominator}", "numerators": [{numerators}]}}}}"#)
    };
    let of = |name, alpha: &str, dp: &str, verdict: &str, witness: &str, fate| {
        let own = format!(r#"{{"claim": "optimal", "prior": "flat", "verdict": "{verdict}", "witness": {witness}}}"#);
        Trial::new(name, &file(alpha), &[STOCHASTIC, &said("dp", dp, "{}"), &own], fate)
    };
    // y = 301/(600·300) each: y·(1 + 299/301) = 1/300.
    let (reached, more) = (lambda("301", "180000"), lambda("302", "180000"));
    hold(&[
        of(
            "a bound that is reached",
            "1/301",
            "holds",
            "holds",
            &reached,
            Fate::Proves(&["optimal (prior flat): holds; utility = 301/600; optimum = 301/600"]),
        ),
        of(
            "a larger one",
            "1/301",
            "holds",
            "holds",
            &more,
            Fate::Refused(&["optimal (prior flat)", "301/600", "151/300"]),
        ),
        of(
            "not private",
            "1/300",
            "fails",
            "fails",
            "{}",
            Fate::Proves(&["optimal (prior flat): fails; utility = 301/600"]),
        ),
        of(
            "a bound of what is not private",
            "1/300",
            "fails",
            "holds",
            &reached,
            Fate::Unproved(Optimality::BoundOfNothing.into()),
        ),
    ]);
}
