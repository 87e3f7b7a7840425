//! `derivable` at irrational numbers.

use super::{beside, derivable, remap};
use crate::fixtures::{LINE_2, THIRDS};
use crate::harness::{Fate, STOCHASTIC, Trial, hold_by, in_parts};
use dp_kernel::Why;
use dp_verify::model::sha256;

/// Where α is irrational, and for all α of an interval.
#[test]
fn at_irrational_numbers() {
    let matrix = r#""mechanism": {"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]}"#;
    let claims = |from: &str| format!(r#""claims": [{{"claim": "derivable", "from": "{from}"}}]"#);
    let at = |privacy: &str, rest: &str| {
        format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {LINE_2}, {rest}}}"#)
    };
    let (unit, upper) =
        (r#"{"alpha": "symbolic", "between": ["0", "1"]}"#, r#"{"alpha": "symbolic", "between": ["1/2", "1"]}"#);
    let root = r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#;
    let own = |privacy: &str| at(privacy, &format!("{matrix}, {}", claims("truncated-geometric")));
    let thirds = |privacy: &str| {
        at(privacy, &format!(r#""mechanism": {{"matrix": {THIRDS}}}, {}"#, claims("truncated-geometric")))
    };
    let dp = |verdict: &str| format!(r#"{{"claim": "dp", "verdict": "{verdict}"}}"#);
    let (holds, fails) = (dp("holds"), dp("fails"));
    let cut = in_parts("dp", "fails", &["\"1/2\""], "hhf");
    // R for α ≤ 1/2, over 3·(1 − t), and the Farkas vector past it.
    let below = r#"{"remap": {"denominator": ["3", "-3"], "numerators": [["2", "-1"], ["1", "-2"], ["1", "-2"], ["2", "-1"]]}}"#;
    let above = r#"{"w": {"denominator": "1", "numerators": ["0", "1", "0", ["0", "-1"]]}, "nu": {"denominator": "1", "numerators": ["0", "0"]}}"#;
    let parts = |cut: &str, verdicts: [&str; 3]| {
        let part = |verdict: &str| {
            format!(r#"{{"verdict": "{verdict}", "witness": {}}}"#, if verdict == "holds" { below } else { above })
        };
        format!(r#"{{"cuts": ["{cut}"], "parts": [{}]}}"#, verdicts.map(part).join(", "))
    };
    let form = "truncated-geometric";
    let same = remap("1", &[1, 0, 0, 1]);
    let y = at(unit, matrix);
    let from_y = at(unit, &format!("{matrix}, {}", claims("y.json")));
    let from_y_above = at(upper, &format!("{matrix}, {}", claims("y.json")));
    let by_y = format!(r#"{{"sha256": "{}", {}"#, sha256(y.as_bytes()), same.replacen('{', "", 1));
    let part = |witness: &str| format!(r#"{{"cuts": [], "parts": [{{"verdict": "holds", "witness": {witness}}}]}}"#);
    let of = |name, text: &str, dp: &str, from: &str, verdict: &str, witness: &str, fate| {
        Trial::new(name, text, &[STOCHASTIC, dp, &derivable(from, verdict, witness)], fate)
    };
    const HOLDS: Fate = Fate::Proves(&["derivable (from truncated-geometric): holds"]);
    const FAILS: Fate = Fate::Proves(&["derivable (from truncated-geometric): fails"]);
    hold_by(
        &[
            of("ε = 0.8", &own(r#"{"epsilon": "0.8"}"#), &holds, form, "holds", &same, HOLDS),
            of("α = 1/√2, less noise", &thirds(root), &fails, form, "fails", above, FAILS),
            of(
                "α = 1/√2, less noise, derived",
                &thirds(root),
                &fails,
                form,
                "holds",
                below,
                Fate::Refused(&["row 0 of `remap` has a negative entry"]),
            ),
            of("every α", &own(unit), &holds, form, "holds", &same, HOLDS),
            of("past 1/2, less noise", &thirds(upper), &fails, form, "fails", above, FAILS),
            of(
                "up to 1/2 and past it",
                &thirds(unit),
                &cut,
                form,
                "fails",
                &parts("1/2", ["holds", "holds", "fails"]),
                FAILS,
            ),
            of("one remap for all", &thirds(unit), &cut, form, "holds", below, Fate::Changes),
            of("one Farkas vector for all", &thirds(unit), &cut, form, "fails", above, Fate::Changes),
            of(
                "refuted at 1/2 too",
                &thirds(unit),
                &cut,
                form,
                "fails",
                &parts("1/2", ["holds", "fails", "fails"]),
                Fate::Refused(&["does not separate X"]),
            ),
            of(
                "cut too late",
                &thirds(unit),
                &cut,
                form,
                "fails",
                &parts("3/5", ["holds", "fails", "fails"]),
                Fate::Changes,
            ),
            of(
                "cut too early",
                &thirds(unit),
                &cut,
                form,
                "fails",
                &parts("2/5", ["holds", "holds", "fails"]),
                Fate::Changes,
            ),
            of(
                "cut outside the interval",
                &thirds(unit),
                &cut,
                form,
                "fails",
                &parts("3/2", ["holds", "holds", "fails"]),
                Fate::Changes,
            ),
            of(
                "said to hold",
                &thirds(unit),
                &cut,
                form,
                "holds",
                &parts("1/2", ["holds", "holds", "fails"]),
                Fate::Refused(&["found to be `fails`"]),
            ),
            of(
                "a denominator that is negative",
                &own(unit),
                &holds,
                form,
                "holds",
                r#"{"remap": {"denominator": ["-1", "1"],
                "numerators": [["-1", "1"], "0", "0", ["-1", "1"]]}}"#,
                Fate::Refused(&["the denominator of `remap` is not positive"]),
            ),
            of(
                "a polynomial that is a remap at 1/2 only",
                &own(r#"{"epsilon": "ln(2)"}"#).replace("1/(1+a)", "2/3").replace("a/(1+a)", "1/3"),
                r#"{"claim": "dp", "verdict": "holds",
                "values": {"alpha_max": "1/2", "epsilon_min": {"at_least": 0.6931471805599, "at_most": 0.69314718056}}}"#,
                form,
                "holds",
                r#"{"remap": {"denominator": "1", "numerators": [["0", "2"], "0", "0", "1"]}}"#,
                Fate::Unproved(Why::DoesNotFit),
            ),
            of(
                "from a file of the same functions",
                &from_y,
                &holds,
                "y.json",
                "holds",
                &by_y,
                Fate::Proves(&["derivable (from y.json): holds"]),
            ),
            of(
                "from a file of the same functions, by parts",
                &from_y,
                &holds,
                "y.json",
                "holds",
                &part(&by_y),
                Fate::Proves(&["derivable (from y.json): holds"]),
            ),
            of(
                "by parts without the SHA-256",
                &from_y,
                &holds,
                "y.json",
                "holds",
                &part(&same),
                Fate::Refused(&["the witness lacks `sha256`"]),
            ),
            of(
                "from functions on another interval",
                &from_y_above,
                &holds,
                "y.json",
                "holds",
                &by_y,
                Fate::Refused(&["not functions of the same number"]),
            ),
        ],
        beside(&[("y.json", y.clone())]),
    );
}
