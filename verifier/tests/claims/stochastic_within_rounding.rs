//! `stochastic-within-rounding`: whether a stochastic table rounds to X, by the sums that its rows may have.

use crate::harness::{EQUAL_ROWS, Fate, STOCHASTIC, Trial, file, hold};
use dp_kernel::Why;

/// A table of two equal rows on a line of two.
fn table(row: &str, rounding: &str, claims: &str) -> String {
    let mechanism = format!(r#""mechanism": {{"matrix": [{row}, {row}], "rounding": "{rounding}"}}"#);
    file("1/2", &format!(r#""query": {{"graph": "line", "nodes": 2}}, {mechanism}{claims}"#))
}

fn within(verdict: &str) -> String {
    format!(r#"{{"claim": "stochastic-within-rounding", "verdict": "{verdict}"}}"#)
}

fn trial(name: &'static str, row: &str, rounding: &str, verdict: &str, fate: Fate) -> Trial {
    Trial::new(name, &table(row, rounding, ""), &[&within(verdict), EQUAL_ROWS], fate)
}

const HOLDS: Fate = Fate::Proves(&["stochastic-within-rounding: holds"]);
const FAILS: Fate = Fate::Proves(&["stochastic-within-rounding: fails"]);

#[test]
fn both_fates() {
    let (short, long) = (r#"["0.33", "0.33", "0.33"]"#, r#"["0.34", "0.34", "0.34"]"#);
    let zeros = r#"["0.51", "0.5", 0, 0]"#;
    hold(&[
        trial("three thirds", short, "1/200", "holds", HOLDS),
        trial("three thirds, as far off as may be", short, "1/300", "holds", HOLDS),
        trial("three thirds, farther off", short, "33333/10000000", "fails", FAILS),
        trial("too much by as much as may be", long, "1/150", "holds", HOLDS),
        trial("too much by more", long, "66666/10000000", "fails", FAILS),
        trial("nothing off", r#"["1/3", "2/3"]"#, "0", "holds", HOLDS),
        // Zeros can't be less: 0.51 + 0.5 − 2·0.005, not − 4·0.005.
        trial("zeros give no room", zeros, "1/200", "holds", HOLDS),
        trial("zeros give no room below", zeros, "1/201", "fails", FAILS),
        trial(
            "said to hold, and a sum that is too small",
            short,
            "33333/10000000",
            "holds",
            Fate::Unproved(Why::OtherVerdict),
        ),
        trial("said to fail, and a sum that may be 1", short, "1/300", "fails", Fate::Unproved(Why::OtherVerdict)),
    ]);
}

/// x_io < −r has no m_io ≥ 0 near it; −r ≤ x_io < 0 has.
#[test]
fn entries_below_0() {
    let dp = r#"{"claim": "dp", "verdict": "fails"}"#;
    let of = |row: &str, verdict: &str, fate| {
        Trial::new("an entry below 0", &table(row, "1/100", ""), &[&within(verdict), dp], fate)
    };
    hold(&[
        of(r#"["1.01", "-0.01"]"#, "holds", HOLDS),
        of(r#"["1.02", "-0.02"]"#, "fails", FAILS),
        of(r#"["1.02", "-0.02"]"#, "holds", Fate::Unproved(Why::OtherVerdict)),
    ]);
}

/// It is declared by every table with a rounding, but one that claims `stochastic` itself.
#[test]
fn which_of_the_two_is_implied() {
    let row = r#"["1/3", "2/3"]"#;
    let (plain, exact) = (table(row, "1/100", ""), table(row, "1/100", r#", "claims": ["stochastic"]"#));
    let both = table(row, "1/100", r#", "claims": ["stochastic", "stochastic-within-rounding"]"#);
    let none = plain.replace(r#", "rounding": "1/100""#, "");
    let holds = within("holds");
    let all: [&str; 3] = [&holds, EQUAL_ROWS, STOCHASTIC];
    let missing = |words| Fate::Refused(words);
    hold(&[
        Trial::new("with a finding", &plain, &all, HOLDS),
        Trial::new("implied", &plain, &[&holds, EQUAL_ROWS], HOLDS),
        Trial::new("it is missing", &plain, &all[1..], missing(&["stochastic-within-rounding", "missing"])),
        Trial::new("claimed exactly", &exact, &all[1..], Fate::Proves(&["stochastic: holds"])),
        Trial::new("`stochastic` is missing", &exact, &all[..2], missing(&["stochastic", "missing"])),
        Trial::new("both", &both, &all, HOLDS),
        Trial::new("both, one missing", &both, &all[1..], missing(&["stochastic-within-rounding", "missing"])),
        Trial::new(
            "of a file without rounding",
            &none,
            &all,
            Fate::Unreadable(&["the claim `stochastic-within-rounding` needs the mechanism's \"rounding\""]),
        ),
        Trial::new(
            "with a witness",
            &plain,
            &[&holds.replace('}', r#", "witness": {"row": 0}}"#), EQUAL_ROWS],
            Fate::Refused(&["stochastic-within-rounding", "a part `row` that does not belong"]),
        ),
    ]);
}

/// Of the sums of the rows in the order of the file: 1 at every α, or at one only.
#[test]
fn at_every_alpha() {
    let everywhere = |row: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "symbolic", "between": ["0", "1"]}},
                "query": {{"graph": "line", "nodes": 1}}, "mechanism": {{"matrix": [{row}], "rounding": "1/100"}}}}"#
        )
    };
    let dp = r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1", "epsilon_min": "0"}}"#;
    let parts = r#"{"cuts": ["1/50"], "parts": [{"verdict": "holds"}, {"verdict": "holds"}, {"verdict": "fails"}]}"#;
    let at = r#"{"at": "1/2"}"#;
    let of = |verdict: &str, witness: &str| within(verdict).replace('}', &format!(r#", "witness": {witness}}}"#));
    let (near, far) = (everywhere(r#"["1-a/100"]"#), everywhere(r#"["1-a/2"]"#));
    hold(&[
        Trial::new("a sum that is near 1", &near, &[&within("holds"), dp], HOLDS),
        Trial::new("one that is near in parts", &far, &[&of("fails", parts), dp], FAILS),
        Trial::new("one that is not near at 1/2", &far, &[&of("fails", at), dp], FAILS),
        Trial::new("in one piece", &far, &[&within("fails"), dp], Fate::Changes),
    ]);
}
