//! `approximate-dp-within-rounding`: an (ε, δ)-private table near X, or multipliers by which there is none; or both,
//! for the least δ.

use crate::harness::{Fate, ROUNDED, Trial, file, hold};

/// On a line of two at α = 1/2: (0.695, 0.305) and (0.305, 0.695) alone sum to 1 within 1/200, and need δ = 0.695 −
/// 2·0.305 = 0.085.
fn table(delta: &str) -> String {
    of_rows(r#"[["0.70", "0.31"], ["0.30", "0.69"]]"#, delta)
}

fn of_rows(rows: &str, delta: &str) -> String {
    let mechanism = format!(r#""mechanism": {{"matrix": {rows}, "rounding": "0.005"}}"#);
    let text = file("1/2", &format!(r#""query": {{"graph": "line", "nodes": 2}}, {mechanism}, "claims": []"#));
    text.replace(r#"{"alpha": "1/2"}"#, &format!(r#"{{"alpha": "1/2", "delta": "{delta}"}}"#))
}

fn claim(verdict: &str, parts: &[&str]) -> String {
    let parts = parts.join(", ");
    format!(r#"{{"claim": "approximate-dp-within-rounding", "verdict": "{verdict}", "witness": {{{parts}}}}}"#)
}

fn trial(name: &'static str, delta: &str, (verdict, parts): (&str, &[&str]), fate: Fate) -> Trial {
    Trial::new(name, &table(delta), &[ROUNDED, &claim(verdict, parts)], fate)
}

const M: &str = r#""rows": [{"denominator": "200", "numerators": ["139", "61"]},
    {"denominator": "200", "numerators": ["61", "139"]}]"#;
const ZERO: &str = r#""lambda": {"denominator": "1", "numerators": ["0", "0"]}"#;
/// m_10 − m_00/2 ≥ −δ/2 against m_00 ≥ 0.695 and m_10 ≤ 0.305.
const PAIR: &str = r#""multipliers": [{"edges": [[0, 1]], "mu": {"denominator": "1", "numerators": ["1"]}}, {}]"#;
const LESS: &str = "0.084999999999999999999999999999";
const MORE: &str = "0.085000000000000000000000000001";

const HOLDS: Fate = Fate::Proves(&["approximate-dp-within-rounding: holds"]);
const FAILS: Fate = Fate::Proves(&["approximate-dp-within-rounding: fails"]);
const LEAST: Fate = Fate::Proves(&["approximate-dp-within-rounding: holds; delta_min = 17/200"]);
const TOO_MUCH: Fate = Fate::Proves(&["approximate-dp-within-rounding: fails; delta_min = 17/200"]);

#[test]
fn both_fates() {
    let both = [M, ZERO, PAIR];
    hold(&[
        trial("a table", "1/10", ("holds", &[M]), HOLDS),
        trial("a table that needs as much as there is", "17/200", ("holds", &[M]), HOLDS),
        trial("by a hair more", MORE, ("holds", &[M]), HOLDS),
        trial("by a hair less", LESS, ("holds", &[M]), Fate::Refused(&["not (ε, δ)-private: it needs δ = 17/200"])),
        trial("multipliers", LESS, ("fails", &[ZERO, PAIR]), FAILS),
        trial("of nothing", "0", ("fails", &[ZERO, PAIR]), FAILS),
        trial("where it holds", "17/200", ("fails", &[ZERO, PAIR]), Fate::Refused(&["no contradiction"])),
        trial("by a hair", MORE, ("fails", &[ZERO, PAIR]), Fate::Refused(&["no contradiction"])),
        trial("both, the least δ", "17/200", ("holds", &both), LEAST),
        trial("both, a hair above it", MORE, ("holds", &both), LEAST),
        trial("both, a hair below it", LESS, ("fails", &both), TOO_MUCH),
        trial("both, said to fail", "17/200", ("fails", &both), Fate::Refused(&["said to be `fails`"])),
        trial("both, said to hold", LESS, ("holds", &both), Fate::Refused(&["said to be `holds`"])),
    ]);
}

/// The largest of an edge's multipliers counts once, and what stands twice at an output counts twice.
#[test]
fn the_multipliers_of_an_edge() {
    let of = |first: &str, second: &str| format!(r#""multipliers": [{first}, {second}]"#);
    let twice = r#"{"edges": [[0, 1], [0, 1]], "mu": {"denominator": "2", "numerators": ["1", "1"]}}"#;
    let once = r#"{"edges": [[0, 1]], "mu": {"denominator": "1", "numerators": ["1"]}}"#;
    let back = r#"{"edges": [[1, 0]], "mu": {"denominator": "1", "numerators": ["1"]}}"#;
    let negative = r#"{"edges": [[1, 0]], "mu": {"denominator": "1", "numerators": ["-1"]}}"#;
    let with =
        |name, first: &str, second: &str, fate| trial(name, "17/200", ("holds", &[M, ZERO, &of(first, second)]), fate);
    hold(&[
        with("in two halves", twice, "{}", LEAST),
        trial("in two halves, by a hair", LESS, ("fails", &[ZERO, &of(twice, "{}")]), FAILS),
        trial("in two halves, no more", "17/200", ("fails", &[ZERO, &of(twice, "{}")]), Fate::Refused(&["no contra"])),
        with("both orders", once, back, Fate::Refused(&["by the multipliers none needs less than 7/100"])),
        with("the other order alone", "{}", back, Fate::Refused(&["by the multipliers none needs less than 11/200"])),
        with("the same for both outputs", once, once, Fate::Refused(&["by the multipliers none needs less than"])),
        with("of the other output", "{}", once, Fate::Refused(&["by the multipliers none needs less than"])),
        with("none", "{}", "{}", Fate::Refused(&["no multiplier is above 0"])),
        with("a negative one", once, negative, Fate::Refused(&["a multiplier is negative"])),
        with(
            "of no edge",
            r#"{"edges": [[0, 0]], "mu": {"denominator": "1", "numerators": ["1"]}}"#,
            "{}",
            Fate::Refused(&["0 and 0 are not adjacent"]),
        ),
    ]);
}

#[test]
fn forged_parts() {
    let m = |first: &str, second: &str| {
        format!(
            r#""rows": [{{"denominator": "200", "numerators": {first}}}, {{"denominator": "200", "numerators": {second}}}]"#
        )
    };
    let near = |name, rows: &str, reason: &'static [&'static str]| {
        trial(name, "1/2", ("holds", &[rows]), Fate::Refused(reason))
    };
    let price = r#""lambda": {"denominator": "1", "numerators": ["-1", "0"]}"#;
    hold(&[
        near(
            "too far",
            &m(r#"["138", "62"]"#, r#"["61", "139"]"#),
            &["row 0, output 0 of the table is more than 1/200 off"],
        ),
        near(
            "not a distribution",
            &m(r#"["140", "61"]"#, r#"["61", "139"]"#),
            &["row 0 of the other mechanism is not a distribution"],
        ),
        near(
            "a negative entry",
            &m(r#"["-1", "201"]"#, r#"["61", "139"]"#),
            &["row 0 of the other mechanism is not a distribution"],
        ),
        near(
            "one row",
            r#""rows": [{"denominator": "200", "numerators": ["139", "61"]}]"#,
            &["the other mechanism has 1 rows, expected 2"],
        ),
        trial("nothing is forged", "1/2", ("holds", &[M]), HOLDS),
        trial("nothing", "1/2", ("holds", &[]), Fate::Refused(&["the witness lacks `rows`"])),
        trial("another price", "17/200", ("holds", &[M, price, PAIR]), Fate::Refused(&["none needs less than"])),
        trial("prices without multipliers", "1/2", ("holds", &[M, ZERO]), Fate::Refused(&["lacks `multipliers`"])),
        trial("a table that refutes", "0", ("fails", &[M]), Fate::Refused(&["a part `rows`"])),
        trial("multipliers that prove", "1/2", ("holds", &[ZERO, PAIR]), Fate::Refused(&["a part `lambda`"])),
        trial("another part", "1/2", ("holds", &[M, r#""output": 0"#]), Fate::Refused(&["a part `output`"])),
    ]);
}

/// A table that is private without a δ has the least one; entries below −r, and rows that sum to no 1.
#[test]
fn the_ends() {
    let rows = r#"[["0.67", "0.34"], ["0.33", "0.66"]]"#;
    let thirds = r#""rows": [{"denominator": "600", "numerators": ["399", "201"]}, {"denominator": "600", "numerators": ["201", "399"]}]"#;
    let none = Fate::Proves(&["approximate-dp-within-rounding: holds; delta_min = 0"]);
    let below = r#"[["1.01", "-0.01"], ["0.30", "0.69"]]"#;
    let heavy = r#"[["0.90", "0.31"], ["0.30", "0.69"]]"#;
    let far = ROUNDED.replace("holds", "fails");
    let one = r#""lambda": {"denominator": "1", "numerators": ["1", "0"]}, "multipliers": [{}, {}]"#;
    let of = |name, rows: &str, stated: &str, (verdict, parts): (&str, &[&str]), fate| {
        Trial::new(name, &of_rows(rows, "0.9"), &[stated, &claim(verdict, parts)], fate)
    };
    hold(&[
        of("private", rows, ROUNDED, ("holds", &[thirds]), none),
        of("below −r", below, &far, ("fails", &[r#""row": 0, "output": 1"#]), FAILS),
        of("a row that is too heavy", heavy, &far, ("fails", &[one]), FAILS),
        of("one that is not", rows, ROUNDED, ("fails", &[one]), Fate::Refused(&["no contradiction"])),
    ]);
}

/// Where all printed rows sum to 1 the claim is made by name alone, and `approximate-dp` is implied.
#[test]
fn where_rows_sum_to_one() {
    let exact = of_rows(r#"[["0.70", "0.30"], ["0.30", "0.70"]]"#, "1/10");
    let claimed = exact.replace(r#""claims": []"#, r#""claims": ["approximate-dp-within-rounding"]"#);
    let printed = r#"{"claim": "approximate-dp", "verdict": "holds"}"#;
    let stated = claim("holds", &[M]);
    hold(&[
        Trial::new(
            "implied",
            &exact,
            &[ROUNDED, printed],
            Fate::Proves(&["approximate-dp: holds; delta_min = 1/10; alpha_max = 1/2; epsilon_min = 0.693147180560"]),
        ),
        Trial::new("claimed", &claimed, &[ROUNDED, printed, &stated], HOLDS),
        Trial::new("left out", &claimed, &[ROUNDED, printed], Fate::Refused(&["approximate-dp-within-rounding"])),
    ]);
}

/// A value that the witness leaves open is neither as expected nor otherwise.
#[test]
fn what_is_expected_of_the_least_delta() {
    let of = |name, delta: &str, expect: &str, (verdict, parts): (&str, &[&str]), fate| {
        let claims = format!(r#""claims": [{{"claim": "approximate-dp-within-rounding", "expect": {{{expect}}}}}]"#);
        let text = table(delta).replace(r#""claims": []"#, &claims);
        Trial::new(name, &text, &[ROUNDED, &claim(verdict, parts)], fate)
    };
    let (both, equal) = ([M, ZERO, PAIR], r#""delta_min": {"equals": "17/200"}"#);
    let fails = r#""verdict": "fails", "delta_min": {"at_least": "0.084999999999999999999999999999"}"#;
    let open = &["could not be compared with it: `delta_min`"];
    hold(&[
        of("both", "1/10", equal, ("holds", &both), LEAST),
        of("a table alone", "1/10", equal, ("holds", &[M]), Fate::Refused(open)),
        of("multipliers alone", "0", fails, ("fails", &[ZERO, PAIR]), Fate::Refused(open)),
        of("both, refuted", "0", fails, ("fails", &both), TOO_MUCH),
        of("another number", "1/10", r#""delta_min": {"at_least": "1/10"}"#, ("holds", &both), LEAST),
    ]);
}
