//! Claims whose witnesses are functions of t: priors, remaps, thresholds, and values at an irrational number.

use super::function::{EXISTS, W, Z, over, part, parts, refused, statement, vector};
use crate::harness::{Fate, Trial, hold, in_parts};

/// π = (1/3, 2/3) on two nodes: y = (1−2a, 2−a)/3(1−a²), regular up to 1/2, with v = (1, 1)/(1+a).
#[test]
fn a_prior_that_is_regular_on_a_part() {
    const CLAIM: &str = r#"regular", "prior": "p"#;
    let prior = r#"{"graph": "line", "nodes": 2}, "priors": {"p": ["1/3", "2/3"]},
        "claims": [{"claim": "regular", "prior": "p"}]"#;
    let (half, all) = (over("0", "1/2", prior), over("0", "1", prior));
    let y = vector("y", r#"["3", "0", "-3"]"#, r#"["1", "-2"], ["2", "-1"]"#);
    let v = vector("v", r#"["1", "1"]"#, r#""1", "1""#);
    let w = vector("w", r#"["1", "0", "-1"]"#, r#""1", ["0", "-1"]"#);
    let both = format!("{y}, {v}");
    let holds = |witness: &str| statement(CLAIM, "holds", witness);
    let trial = |name, file: &str, statement: &str, fate| Trial::new(name, file, &[statement], fate);
    let cut = parts(r#""1/2""#, &[part("holds", &both), part("holds", &both), part("fails", &w)]);
    hold(&[
        trial("up to 1/2", &half, &holds(&both), Fate::Proves(&["regular (prior p): holds; sum = 1/(1+a)"])),
        trial("up to 1", &all, &holds(&both), Fate::Changes),
        trial("cut", &all, &statement(CLAIM, "fails", &cut), Fate::Proves(&["regular (prior p): fails; sum = "])),
        trial("no v", &half, &holds(&y), refused(&["the witness lacks `v`"])),
        trial("no y", &half, &holds(&v), refused(&["the witness lacks `y`"])),
        trial(
            "a v that is too large",
            &half,
            &holds(&format!("{y}, {}", vector("v", "\"1\"", r#""1", "1""#))),
            refused(&["Φv at 0 is 1+a"]),
        ),
        trial(
            "a v that is too small",
            &half,
            &holds(&format!("{y}, {}", vector("v", "\"2\"", r#""1", "1""#))),
            refused(&["π·v"]),
        ),
        trial(
            "a y of another prior",
            &half,
            &holds(&format!("{}, {v}", vector("y", r#"["3", "0", "-3"]"#, r#"["2", "-1"], ["1", "-2"]"#))),
            refused(&["yΦ at 0 is 2/3, the prior there is 1/3"]),
        ),
        trial("refuted where it holds", &all, &statement(CLAIM, "fails", &w), Fate::Changes),
    ]);
}

const GEOMETRIC: &str = r#"{"graph": "line", "nodes": 3}, "mechanism": {"matrix": [["1/(1+a)", "a*(1-a)/(1+a)", "a^2/(1+a)"],
    ["a/(1+a)", "(1-a)/(1+a)", "a/(1+a)"], ["a^2/(1+a)", "a*(1-a)/(1+a)", "1/(1+a)"]]}"#;

#[test]
fn a_remap_for_an_interval() {
    const CLAIM: &str = "tight-constraints";
    let tight = |rest: &str| over("0", "1", &format!(r#"{rest}, "claims": ["stochastic", "dp", "{CLAIM}"]"#));
    let geometric = tight(GEOMETRIC);
    // At 1/2 alone.
    let table = tight(r#"{"graph": "line", "nodes": 2}, "mechanism": {"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]}"#);
    let trial = |name, file: &str, dp: &str, verdict: &str, witness: &str, fate| {
        let dp = if dp == "fails" { in_parts("dp", dp, &["\"1/2\""], "hhf") } else { statement("dp", dp, "") };
        let stochastic = r#"{"claim": "stochastic", "verdict": "holds"}"#;
        Trial::new(name, file, &[stochastic, &dp, &statement(CLAIM, verdict, witness)], fate)
    };
    let (fails, remap) = (part("fails", ""), part("holds", r#""remap": [0, 1]"#));
    let cut = parts(r#""1/2""#, &[fails.clone(), remap.clone(), fails.clone()]);
    let turned = parts(r#""1/2""#, &[remap, fails.clone(), fails]);
    const HOLDS: Fate = Fate::Proves(&["tight-constraints: holds"]);
    const FAILS: Fate = Fate::Proves(&["tight-constraints: fails"]);
    hold(&[
        trial("outputs to their nodes", &geometric, "holds", "holds", r#""remap": [0, 1, 2]"#, HOLDS),
        trial(
            "two to one node",
            &geometric,
            "holds",
            "holds",
            r#""remap": [0, 0, 2]"#,
            refused(&[CLAIM, "XR at", "not α^d times XR at the diagonal"]),
        ),
        trial("one missing", &geometric, "holds", "holds", r#""remap": [0, 1]"#, refused(&[CLAIM, "has 2 entries"])),
        trial(
            "a node that is not there",
            &geometric,
            "holds",
            "holds",
            r#""remap": [0, 1, 3]"#,
            refused(&[CLAIM, "`remap` names 3, the last is 2"]),
        ),
        trial("refuted", &geometric, "holds", "fails", "", refused(&[CLAIM, "the most there is"])),
        trial("cut where it is tight", &table, "fails", "fails", &cut, FAILS),
        trial("refuted where it is tight", &table, "fails", "fails", "", Fate::Changes),
        trial("tight at the wrong part", &table, "fails", "fails", &turned, refused(&[CLAIM, "XR at"])),
    ]);
}

/// The same parts for `threshold`, whatever the file's own α is.
#[test]
fn thresholds() {
    const CLAIM: &str = "threshold";
    let file = |privacy: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "star", "nodes": 4}},
                "claims": ["{CLAIM}"]}}"#
        )
    };
    let rational = file(r#"{"alpha": "9/10"}"#);
    let (z, w) = (part("holds", Z), part("fails", W));
    let set = |cuts: &str, list: &[&String]| parts(cuts, &list.iter().map(|x| (*x).clone()).collect::<Vec<_>>());
    let good = set(r#""1/2""#, &[&z, &z, &w]);
    let trial = |name, witness: &str, fate| Trial::new(name, &rational, &[&statement(CLAIM, "holds", witness)], fate);
    let at = |name, privacy: &str, fate| Trial::new(name, &file(privacy), &[&statement(CLAIM, "holds", &good)], fate);
    let valued = |name, values: &str, fate| {
        let statement = statement(CLAIM, "holds", &good);
        let statement = statement.replacen("\"witness\"", &format!("\"values\": {values}, \"witness\""), 1);
        Trial::new(name, &rational, &[&statement], fate)
    };
    const UP_TO_HALF: Fate = Fate::Proves(&["threshold: holds; set = (0, 1/2]; alpha_star = 1/2"]);
    hold(&[
        at("at 9/10", r#"{"alpha": "9/10"}"#, UP_TO_HALF),
        at("at e^-1", r#"{"epsilon": 1}"#, UP_TO_HALF),
        at("at √2/2", r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#, UP_TO_HALF),
        at("on an interval", r#"{"alpha": "symbolic", "between": ["3/5", "4/5"]}"#, UP_TO_HALF),
        trial("a set too large: all", Z, Fate::Changes),
        trial("a set too large", &set(r#""3/5""#, &[&z, &z, &w]), Fate::Changes),
        trial("a set too small", &set(r#""2/5""#, &[&z, &z, &w]), Fate::Changes),
        trial(
            "a set without its end",
            &set(r#""1/2""#, &[&z, &w, &w]),
            refused(&[CLAIM, "w·1 is (1-2*a)/(1+a), expected < 0"]),
        ),
        trial("no set at all", W, refused(&[CLAIM])),
        trial("the last part missing", &set(r#""1/2""#, &[&z, &z]), refused(&[CLAIM, "2 parts of an interval"])),
        trial("the point missing", &set(r#""1/2""#, &[&z, &w]), refused(&[CLAIM, "2 parts of an interval"])),
        trial("no witness", "", refused(&[CLAIM, "the witness lacks"])),
        Trial::new(
            "said to fail",
            &rational,
            &[&statement(CLAIM, "fails", &good)],
            refused(&[CLAIM, "which is always decided: it can't fail"]),
        ),
        valued("values left out", "{}", UP_TO_HALF),
        valued("alpha_star stated", r#"{"alpha_star": "1/2"}"#, UP_TO_HALF),
        valued(
            "alpha_star too small",
            r#"{"alpha_star": "2/5"}"#,
            Fate::Otherwise(&["`alpha_star` is said to be 2/5, found to be 1/2"]),
        ),
        valued(
            "a set in words",
            r#"{"set": "(0, 1)"}"#,
            Fate::Otherwise(&["`set` is said to be (0, 1), found to be (0, 1/2]"]),
        ),
    ]);
}

/// Where numbers are irrational values are the verifier's own; what a certificate says of them must not contradict.
#[test]
fn values_at_an_irrational_number() {
    let text = r#"{"format": "dp-mechanism/1", "privacy": {"epsilon": 1},
        "query": {"graph": "line", "nodes": 2}, "claims": ["tight-constraints-exist"]}"#;
    let z = vector("z", r#"["1", "1"]"#, r#""1", "1""#);
    let valued = |name, values: &str, fate| {
        let statement = statement(EXISTS, "holds", &z).replacen("\"witness\"", &format!("{values}\"witness\""), 1);
        Trial::new(name, text, &[&statement], fate)
    };
    const PROVED: Fate = Fate::Proves(&["tight-constraints-exist: holds; sum = 2/(1+a)"]);
    hold(&[
        valued("left out", "", PROVED),
        valued("none", r#""values": {}, "#, PROVED),
        valued(
            "rounded",
            r#""values": {"sum": "1.46211715726"}, "#,
            Fate::Otherwise(&["`sum` is said to be", "found to be 2/(1+a)"]),
        ),
        valued("stated without a proof", r#""values": {"unique": true}, "#, Fate::Otherwise(&["`unique` is none"])),
    ]);
}
