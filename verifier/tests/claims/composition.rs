//! Compositions: all uses of several mechanisms about the same node.

use crate::harness::{Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::Why;

const COIN: &str = r#"{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "times": 2}"#;

fn uses(parts: &str, claims: &str) -> String {
    file(
        "1/3",
        &format!(
            r#""query": {{"graph": "line", "nodes": 2}}, "priors": {{"flat": "uniform"}}, "mechanism": {{"compose": [{parts}]}}, "claims": [{claims}]"#
        ),
    )
}

fn said(claim: &str, verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": {claim}, "verdict": "{verdict}", "witness": {witness}}}"#)
}

/// Two coins have the ratios 9, 1 and 1/9.
#[test]
fn both_fates() {
    let dp = said(r#""dp""#, "fails", "{}");
    let of = |name, claim: &str, (verdict, witness): (&str, &str), fate| {
        let declared = format!(r#"{{"claim": {claim}, "expect": {{"verdict": "{verdict}"}}}}"#);
        let own = said(claim, verdict, witness);
        let statements: Vec<&str> =
            [STOCHASTIC, &dp].into_iter().chain((claim != r#""dp""#).then_some(&*own)).collect();
        Trial::new(name, &uses(COIN, &declared), &statements, fate)
    };
    let adaptive = r#""dp", "adaptive": true"#;
    let third = r#""approximate-dp""#;
    hold(&[
        of(
            "two coins",
            r#""dp""#,
            ("fails", "{}"),
            Fate::Proves(&["dp: fails; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
        ),
        of(
            "adaptively",
            adaptive,
            ("fails", "{}"),
            Fate::Proves(&["dp (adaptive): fails; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
        ),
        of("adaptively, said to hold", adaptive, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        of("a pair of a table", adaptive, ("fails", r#"{"pair": [0, 1], "output": 0}"#), Fate::Refused(&["pair"])),
        // 9/16 − 3·1/16 at λ = 3.
        of(
            "with δ = 0",
            third,
            ("fails", "{}"),
            Fate::Proves(&["approximate-dp: fails; delta_min = 3/8; alpha_max = 1/9; epsilon_min = 2.19722457734"]),
        ),
        of("with δ = 0, said to hold", third, ("holds", "{}"), Fate::Unproved(Why::OtherVerdict)),
        of(
            "an event of a table",
            third,
            ("fails", r#"{"pair": [0, 1], "outputs": [0]}"#),
            Fate::Unproved(Why::WrongWitness),
        ),
        of(
            "capacity",
            r#""capacity""#,
            ("holds", "{}"),
            Fate::Proves(&["capacity: holds; multiplicative = 3/2; bits = 0.584962500721"]),
        ),
        of("what is not decided", r#""universally-optimal""#, ("fails", "{}"), Fate::Unproved(Why::Composed)),
    ]);
}

#[test]
fn a_part_that_is_no_mechanism() {
    let parts = format!(r#"{COIN}, {{"matrix": [["1/2", "1/2"], [1, 1]]}}"#);
    let negative = format!(r#"{COIN}, {{"matrix": [["3/2", "-1/2"], [1, 0]]}}"#);
    let fails = r#"{"claim": "stochastic", "verdict": "fails"}"#;
    let named = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 1}}"#;
    let other = r#"{"claim": "stochastic", "verdict": "fails", "witness": {"row": 0}}"#;
    let dp = r#"{"claim": "dp", "verdict": "fails"}"#;
    let of = |name, parts: &str, first: &str, fate| Trial::new(name, &uses(parts, ""), &[first, dp], fate);
    hold(&[
        of("a row of sum 2", &parts, fails, Fate::Proves(&["stochastic: fails"])),
        of("which is named", &parts, named, Fate::Proves(&["stochastic: fails"])),
        of("another one", &parts, other, Fate::Unproved(Why::IsDistribution(0))),
        of("said to be a mechanism", &parts, STOCHASTIC, Fate::Refused(&["row 1"])),
        of("a negative entry", &negative, fails, Fate::Proves(&["dp: fails", "stochastic: fails"])),
    ]);
}

/// `files` of a mechanism whose parts are all in one file.
#[test]
fn files_that_are_none() {
    let dp = said(r#""dp""#, "fails", "{}");
    let good = Trial::new("no files", &uses(COIN, ""), &[STOCHASTIC, &dp], Fate::Proves(&["stochastic: holds"]));
    let with = |name, files: &str, fate| {
        let certificate =
            good.certificate.replacen(r#""statements""#, &format!(r#""files": {files}, "statements""#), 1);
        Trial { name, certificate, fate, ..good.clone() }
    };
    hold(&[
        good.clone(),
        with("none of them", "{}", Fate::Proves(&["stochastic: holds"])),
        with("one of no part", r#"{"other.json": "00"}"#, Fate::Refused(&["other.json", "no part"])),
        with("a list", r#"["other.json"]"#, Fate::Unreadable(&["files"])),
        with("a number", r#"{"other.json": 1}"#, Fate::Unreadable(&["files"])),
    ]);
}

/// Three rows, of which no pair of neighbours is the best to name whatever was seen before.
const THREE: &str = r#"["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/5", "1/5", "3/5"]"#;

fn three(times: usize, (alpha, delta): (&str, &str), claims: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}", "delta": "{delta}"}},
            "query": {{"graph": "line", "nodes": 3}}, "priors": {{"flat": "uniform"}}, "claims": [{claims}],
            "mechanism": {{"compose": [{{"matrix": [{THREE}], "times": {times}}}]}}}}"#
    )
}

/// At λ = 2 two uses of one pair need a δ of 13/50. Who may name another pair after the first answer needs 53/200: all
/// nine ways by hand.
#[test]
fn an_adversary_who_names_another_pair() {
    const ADAPTIVE: &str = r#"{"claim": "approximate-dp", "adaptive": true}"#;
    let own = |verdict: &str| format!(r#"{{"claim": "approximate-dp", "adaptive": true, "verdict": "{verdict}"}}"#);
    let once = |verdict: &str| format!(r#"{{"claim": "approximate-dp", "verdict": "{verdict}"}}"#);
    let of = |name, delta: &str, others: &str, said: &str, fate| {
        Trial::new(name, &three(2, ("1/2", delta), ADAPTIVE), &[STOCHASTIC, &once(others), &own(said)], fate)
    };
    hold(&[
        of(
            "as much as it takes",
            "53/200",
            "holds",
            "holds",
            Fate::Proves(&[
                "approximate-dp (adaptive): holds; delta_min = 53/200; alpha_max = 1/2; epsilon_min = 0.693147180560",
            ]),
        ),
        of(
            "as much as the same pair takes",
            "13/50",
            "holds",
            "fails",
            Fate::Proves(&["approximate-dp: holds; delta_min = 13/50; alpha_max = 1/2; epsilon_min = 0.693147180560"]),
        ),
        of(
            "as much as the same pair takes, said to hold",
            "13/50",
            "holds",
            "holds",
            Fate::Unproved(Why::OtherVerdict),
        ),
        of("as much as it takes, said to fail", "53/200", "holds", "fails", Fate::Unproved(Why::OtherVerdict)),
    ]);
}

/// Twenty uses may be asked about in more ways than are tried.
#[test]
fn an_adversary_with_too_many_ways() {
    let of = |name, delta: &str, others: &str, said: &str, fate| {
        let claim = r#"{"claim": "approximate-dp", "adaptive": true}"#;
        let own = format!(r#"{{"claim": "approximate-dp", "adaptive": true, "verdict": "{said}"}}"#);
        let once = format!(r#"{{"claim": "approximate-dp", "verdict": "{others}"}}"#);
        Trial::new(name, &three(20, ("1/8", delta), claim), &[STOCHASTIC, &once, &own], fate)
    };
    hold(&[
        of("more than a pair that dominates all", "0.82", "holds", "holds", Fate::Proves(&["stochastic: holds"])),
        of("less than one pair takes", "0.79", "fails", "fails", Fate::Proves(&["stochastic: holds"])),
        of("less than one pair takes, said to hold", "0.79", "fails", "holds", Fate::Unproved(Why::OtherVerdict)),
        of("between the two", "0.81", "holds", "holds", Fate::Refused(&["approximate-dp (adaptive)", "between"])),
    ]);
}

/// No two rows differ: nothing is seen, whoever asks.
#[test]
fn an_adversary_who_sees_nothing() {
    let even = r#"{"matrix": [["1/3", "2/3"], ["1/3", "2/3"]], "times": 3}"#;
    let claim = r#"{"claim": "approximate-dp", "adaptive": true}"#;
    let of = |name, said: &str, fate| {
        let own = format!(r#"{{"claim": "approximate-dp", "adaptive": true, "verdict": "{said}"}}"#);
        let dp = r#"{"claim": "dp", "verdict": "holds"}"#;
        Trial::new(name, &uses(even, claim), &[STOCHASTIC, dp, &own], fate)
    };
    hold(&[
        of(
            "nothing",
            "holds",
            Fate::Proves(&["approximate-dp (adaptive): holds; delta_min = 0; alpha_max = 1; epsilon_min = 0"]),
        ),
        of("said to be seen", "fails", Fate::Unproved(Why::OtherVerdict)),
    ]);
}

/// Outputs put together by how often each came. Guessing after two answers is right with the probability Σ max/3 =
/// 161/300.
#[test]
fn three_outputs_by_type() {
    let file = |claims: &str| three(2, ("1/9", "0"), claims);
    let plain = |claim: &str, verdict: &str| format!(r#"{{"claim": {claim}, "verdict": "{verdict}"}}"#);
    let dp = plain(r#""approximate-dp""#, "holds");
    let of = |name, claim: &str, said: &str, fate| {
        let declared = format!(r#"{{"claim": {claim}}}"#);
        Trial::new(name, &file(&declared), &[STOCHASTIC, &dp, &plain(claim, said)], fate)
    };
    let two = r#""group-privacy", "distance": 2"#;
    let far = r#""group-privacy", "distance": 3"#;
    let renyi = r#""renyi-dp", "order": 2, "bound": "2""#;
    hold(&[
        of(
            "utility",
            r#""utility", "prior": "flat""#,
            "holds",
            Fate::Proves(&["utility (prior flat): holds; utility = 161/300"]),
        ),
        of(
            "capacity",
            r#""capacity""#,
            "holds",
            Fate::Proves(&["capacity: holds; multiplicative = 161/100; bits = 0.687060688340"]),
        ),
        of(
            "at the distance 2",
            two,
            "holds",
            Fate::Proves(&["group-privacy (distance 2): holds; alpha_max = 4/25; epsilon_min = 1.83258146375"]),
        ),
        of("at the distance 2, said to fail", two, "fails", Fate::Unproved(Why::OtherVerdict)),
        of("farther than any two", far, "holds", Fate::Proves(&["group-privacy (distance 3): holds"])),
        of("a divergence", renyi, "holds", Fate::Proves(&["stochastic: holds"])),
        of("a divergence, said to be more", renyi, "fails", Fate::Unproved(Why::OtherVerdict)),
    ]);
}
