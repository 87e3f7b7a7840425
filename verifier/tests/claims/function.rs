//! Witnesses whose numbers are polynomials in t, at every α of an interval, part by part, and for `threshold`.

use crate::harness::{Fate, Trial, hold, in_parts};
use dp_kernel::{Subdivision, Verdict};

pub(super) const EXISTS: &str = "tight-constraints-exist";

/// Over an interval; `rest` begins with the query.
pub(super) fn over(low: &str, high: &str, rest: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "symbolic", "between": ["{low}", "{high}"]}},
            "query": {rest}}}"#
    )
}

/// K1,3: Φz = 1 for z = (1−2a, 1, 1, 1)/(1+a), and the first row of Φ^-1 is w = (1+2a², −a, −a, −a)/(1−a²).
pub(super) fn star(low: &str, high: &str, claim: &str) -> String {
    over(low, high, &format!(r#"{{"graph": "star", "nodes": 4}}, "claims": ["{claim}"]"#))
}

pub(super) const Z: &str = r#""z": {"denominator": ["1", "1"], "numerators": [["1", "-2"], "1", "1", "1"]}"#;
pub(super) const W: &str = r#""w": {"denominator": ["1", "0", "-1"],
    "numerators": [["1", "0", "2"], ["0", "-1"], ["0", "-1"], ["0", "-1"]]}"#;

pub(super) fn statement(claim: &str, verdict: &str, witness: &str) -> String {
    format!(r#"{{"claim": "{claim}", "verdict": "{verdict}", "witness": {{{witness}}}}}"#)
}

pub(super) fn part(verdict: &str, witness: &str) -> String {
    format!(r#"{{"verdict": "{verdict}", "witness": {{{witness}}}}}"#)
}

pub(super) fn parts(cuts: &str, parts: &[String]) -> String {
    format!(r#""cuts": [{cuts}], "parts": [{}]"#, parts.join(", "))
}

/// A vector: its denominator and numerators as they stand in a certificate.
pub(super) fn vector(name: &str, denominator: &str, numerators: &str) -> String {
    format!(r#""{name}": {{"denominator": {denominator}, "numerators": [{numerators}]}}"#)
}

pub(super) fn refused(words: &'static [&'static str]) -> Fate {
    Fate::Refused(words)
}

#[test]
fn one_solution_for_an_interval() {
    let upto = |high: &str| star("0", high, EXISTS);
    let trial = |name, high: &str, witness: &str, fate| {
        Trial::new(name, &upto(high), &[&statement(EXISTS, "holds", witness)], fate)
    };
    let z = |denominator: &str, numerators: &str| vector("z", denominator, numerators);
    hold(&[
        trial("up to 1/2", "1/2", Z, Fate::Proves(&["tight-constraints-exist: holds; sum = (4-2*a)/(1+a)"])),
        trial(
            "over another denominator, which vanishes outside",
            "1/2",
            &z(r#"["1", "-1", "-2"]"#, r#"["1", "-4", "4"], ["1", "-2"], ["1", "-2"], ["1", "-2"]"#),
            Fate::Proves(&["tight-constraints-exist: holds; sum = (4-2*a)/(1+a)"]),
        ),
        trial("past 1/2", "1", Z, Fate::Changes),
        trial("barely past 1/2", "0.50000001", Z, Fate::Changes),
        trial(
            "a negative denominator",
            "1/2",
            &z(r#"["-1", "-1"]"#, r#"["-1", "2"], "-1", "-1", "-1""#),
            refused(&[EXISTS, "the denominator of `z` is not positive"]),
        ),
        trial(
            "a denominator that vanishes at 1/4",
            "1/2",
            &z(r#"["1", "-3", "-4"]"#, r#"["1", "-6", "8"], ["1", "-4"], ["1", "-4"], ["1", "-4"]"#),
            Fate::Changes,
        ),
        trial(
            "a denominator that touches 0 at 1/4",
            "1/2",
            &z(
                r#"["1", "-7", "8", "16"]"#,
                r#"["1", "-10", "32", "-32"], ["1", "-8", "16"], ["1", "-8", "16"], ["1", "-8", "16"]"#,
            ),
            Fate::Changes,
        ),
        trial(
            "a denominator of 0",
            "1/2",
            &z(r#"["0", "0"]"#, r#""0", "0", "0", "0""#),
            refused(&[EXISTS, "the denominator of `z` is not positive"]),
        ),
        trial("the solution at 1/3 for all", "1/2", &z(r#""4""#, r#""1", "3", "3", "3""#), Fate::Changes),
        trial("an entry missing", "1/2", &z(r#""1""#, r#""1", "1", "1""#), refused(&[EXISTS, "`z` has 3 entries"])),
        trial(
            "a w as well",
            "1/2",
            &format!("{Z}, {W}"),
            refused(&[EXISTS, "a part `w` that does not belong to this verdict"]),
        ),
    ]);
}

#[test]
fn parts_of_an_interval() {
    let text = star("0", "1", EXISTS);
    let (z, w) = (part("holds", Z), part("fails", W));
    let three = [z.clone(), z.clone(), w.clone()];
    let trial =
        |name, verdict, witness: &str, fate| Trial::new(name, &text, &[&statement(EXISTS, verdict, witness)], fate);
    let cut = |cuts: &str| parts(cuts, &three);
    let with = |k: usize, other: &str| {
        let mut list = three.clone();
        list[k] = other.to_owned();
        parts(r#""1/2""#, &list)
    };
    const FAILS: Fate = Fate::Proves(&["tight-constraints-exist: fails; sum = "]);
    let five = [z.clone(), z.clone(), z.clone(), z.clone(), w.clone()];
    hold(&[
        trial("cut at 1/2", "fails", &cut(r#""1/2""#), FAILS),
        trial("cut at 2/4", "fails", &cut(r#""2/4""#), FAILS),
        trial("cut at the root of 2x−1", "fails", &cut(r#"{"root_of": ["-1", "2"], "between": ["0", "1"]}"#), FAILS),
        trial("cut at 1/4 too", "fails", &parts(r#""1/4", "1/2""#, &five), FAILS),
        trial("said to hold", "holds", &cut(r#""1/2""#), refused(&[EXISTS])),
        trial("cut too late", "fails", &cut(r#""3/5""#), Fate::Changes),
        trial("cut too early", "fails", &cut(r#""2/5""#), Fate::Changes),
        trial("cut outside", "fails", &cut(r#""3/2""#), Fate::Changes),
        trial(
            "cuts that fall",
            "fails",
            &parts(r#""1/2", "1/4""#, &five),
            refused(&[EXISTS, "an open interval needs low < high"]),
        ),
        trial(
            "a cut twice",
            "fails",
            &parts(r#""1/2", "1/2""#, &five),
            refused(&[EXISTS, "an open interval needs low < high"]),
        ),
        trial(
            "a cut at one of two roots",
            "fails",
            &cut(r#"{"root_of": ["1", "-6", "8"], "between": ["0", "1"]}"#),
            refused(&[EXISTS, "root"]),
        ),
        trial(
            "a part missing",
            "fails",
            &parts(r#""1/2""#, &three[..2]),
            refused(&[EXISTS, "2 parts of an interval with 1 cut"]),
        ),
        trial("no parts", "fails", &parts("", &[]), refused(&[EXISTS, "0 parts of an interval with 0 cuts"])),
        trial(
            "a part for the cut that is not there",
            "fails",
            &parts("", &three),
            refused(&[EXISTS, "3 parts of an interval with 0 cuts"]),
        ),
        trial("a part turned", "fails", &with(0, &part("fails", Z)), refused(&[EXISTS, "the witness lacks `w`"])),
        trial("the cut turned", "fails", &with(1, &w), refused(&[EXISTS, "w·1 is (1-2*a)/(1+a), expected < 0"])),
        trial("the last part turned", "fails", &with(2, &z), refused(&[EXISTS, "`z` at 0 is (1-2*a)/(1+a)"])),
        trial(
            "the witness of the other side",
            "fails",
            &with(0, &w),
            refused(&[EXISTS, "w·1 is (1-2*a)/(1+a), expected < 0"]),
        ),
        trial(
            "a part undecided",
            "fails",
            &with(2, &part("undecided", "")),
            Fate::Unreadable(&["found \"undecided\", expected \"holds\" or \"fails\""]),
        ),
        trial("a part without its witness", "fails", &with(2, &part("fails", "")), refused(&[EXISTS, "lacks `w`"])),
        trial(
            "parts within a part",
            "fails",
            &with(2, &part("fails", &parts("", std::slice::from_ref(&w)))),
            refused(&[EXISTS, "the witness has a part `cuts` that does not belong"]),
        ),
        trial(
            "a witness beside the parts",
            "fails",
            &format!("{}, {W}", cut(r#""1/2""#)),
            refused(&[EXISTS, "the witness has a part `w` that does not belong"]),
        ),
    ]);
}

/// X = (1/2, 1/2; a², 1−a²) on two nodes is private from 1/2 on, up to 3/4 at least. At 1/√2 its rows are equal.
#[test]
fn every_number_at_which_a_sign_changes_is_a_cut() {
    let rest = r#"{"graph": "line", "nodes": 2}, "mechanism": {"matrix": [["1/2", "1/2"], ["a^2", "1-a^2"]]}"#;
    let text = over("0", "3/4", rest);
    let stochastic = r#"{"claim": "stochastic", "verdict": "holds"}"#;
    let root = r#"{"root_of": ["-1", "0", "2"], "between": ["1/2", "3/4"]}"#;
    let trial = |name, cuts: &[&str], parts: &str, fate| {
        Trial::new(name, &text, &[stochastic, &in_parts("dp", "fails", cuts, parts)], fate)
    };
    let of_part = |part, said| Fate::Unproved(Subdivision::PartVerdict { part, said }.into());
    let half = r#""1/2""#;
    hold(&[
        trial("cut where it must be", &[half, root], "fhhhh", Fate::Proves(&["dp: fails; alpha_max = "])),
        trial("cut at 1/4 too", &["\"1/4\"", half, root], "fffhhhh", Fate::Proves(&["dp: fails; alpha_max = "])),
        Trial::new("no parts", &text, &[stochastic, &statement("dp", "fails", "")], Fate::Changes),
        trial("one part on which it fails somewhere", &[], "f", Fate::Changes),
        trial("the first cut missing", &[root], "fhh", Fate::Changes),
        trial("the second cut missing", &[half], "fhh", Fate::Changes),
        trial("the second cut beside the root", &[half, "\"7/10\""], "fhhhh", Fate::Changes),
        trial("the first part turned", &[half, root], "hhhhh", of_part(0, Verdict::Holds)),
        trial("the cut turned", &[half, root], "ffhhh", of_part(1, Verdict::Fails)),
        trial("the last part turned", &[half, root], "fhhhf", of_part(4, Verdict::Fails)),
        trial(
            "a part said to hold that begins too early",
            &["\"1/4\"", half, root],
            "ffhhhhh",
            of_part(2, Verdict::Holds),
        ),
    ]);
}

/// Cuts rise, lie inside, and are one number each; nothing but that is wrong here, where z serves every α.
#[test]
fn the_numbers_at_which_an_interval_is_cut() {
    let text = over("0", "1/2", &format!(r#"{{"graph": "line", "nodes": 2}}, "claims": ["{EXISTS}"]"#));
    let z = part("holds", &vector("z", r#"["1", "1"]"#, r#""1", "1""#));
    let trial = |name, cuts: &str, fate| {
        let all: Vec<serde_json::Value> = serde_json::from_str(&format!("[{cuts}]")).expect("JSON");
        let list = vec![z.clone(); 2 * all.len() + 1];
        Trial::new(name, &text, &[&statement(EXISTS, "holds", &parts(cuts, &list))], fate)
    };
    let root = |polynomial: &str, between: &str| format!(r#"{{"root_of": {polynomial}, "between": [{between}]}}"#);
    let two = |first: [&str; 3], second: [&str; 3]| {
        let of = |[p, low, high]: [&str; 3]| root(p, &format!(r#""{low}", "{high}""#));
        format!("{}, {}", of(first), of(second))
    };
    const HOLDS: Fate = Fate::Proves(&["tight-constraints-exist: holds; sum = 2/(1+a)"]);
    let order = || Fate::Unproved(Subdivision::CutOrder.into());
    let no_root = || Fate::Unproved(Subdivision::NoRoot.into());
    // The squares of 1/√5 = 0.447… and 1/√6 = 0.408… are roots.
    let (fifth, sixth) = (r#"["-1", "0", "5"]"#, r#"["-1", "0", "6"]"#);
    hold(&[
        trial("no cut", "", HOLDS),
        trial("a rational", r#""1/4""#, HOLDS),
        trial("the root of a polynomial", &root(fifth, r#""0", "1/2""#), HOLDS),
        trial("roots that rise", &two([sixth, "0", "3/8+1/20"], [fifth, "3/8+1/16", "1/2"]), HOLDS),
        trial("brackets that touch", &two([sixth, "0", "3/7"], [fifth, "3/7", "1/2"]), HOLDS),
        trial("brackets that overlap", &two([sixth, "0", "3/7"], [fifth, "2/5", "1/2"]), order()),
        trial("equal brackets", &two([sixth, "0", "1/2"], [fifth, "0", "1/2"]), order()),
        trial("a bracket around the other", &two([sixth, "2/5", "3/7"], [fifth, "0", "1/2"]), order()),
        trial("roots that fall", &two([fifth, "3/7", "1/2"], [sixth, "0", "3/7"]), order()),
        trial("a root twice", &two([fifth, "3/7", "1/2"], [fifth, "3/7", "1/2"]), order()),
        trial("a root twice, in brackets that overlap", &two([fifth, "2/5", "1/2"], [fifth, "3/7", "1/2"]), order()),
        trial("a rational where a bracket begins", &format!(r#""1/4", {}"#, root(fifth, r#""1/4", "1/2""#)), HOLDS),
        trial("a rational inside of a bracket", &format!(r#""1/4", {}"#, root(fifth, r#""0", "1/2""#)), order()),
        trial("a bracket that the interval's end cuts", &root(fifth, r#""-1/9", "2/3""#), HOLDS),
        trial("the lower end", r#""0/4""#, order()),
        trial("the upper end", r#""2/4""#, order()),
        trial("below the interval", r#""-1/4""#, order()),
        trial("above the interval", r#""3/4""#, order()),
        trial("a root above the interval", &root(r#"["-1", "0", "3"]"#, r#""0", "1""#), order()),
        trial("cuts that fall", r#""1/4", "1/4-1/8""#, order()),
        trial("a cut twice", r#""1/4", "1/4""#, order()),
        trial("two roots in the bracket", &root(r#"["1", "-10", "24"]"#, r#""0", "1/2""#), no_root()),
        trial("a root of even multiplicity", &root(r#"["1", "-8", "16"]"#, r#""0", "1/2""#), no_root()),
        trial("no root in the bracket", &root(fifth, r#""0", "1/3""#), no_root()),
        trial("a root at the end of the bracket", &root(r#"["-1", "4"]"#, r#""1/4", "1/2""#), no_root()),
        trial("a bracket turned round", &root(fifth, r#""1/2", "0""#), no_root()),
        trial("a constant polynomial", &root(r#"["1"]"#, r#""0", "1/2""#), no_root()),
        trial("the polynomial 0", &root(r#"["0", "0"]"#, r#""0", "1/2""#), no_root()),
        trial("one end of two", &root(fifth, r#""1/2""#), refused(&["`between` has two ends"])),
    ]);
}

/// A part may have the witness of an earlier part, by its place.
#[test]
fn parts_that_share_a_witness() {
    let text = star("0", "1", EXISTS);
    let (z, w) = (part("holds", Z), part("fails", W));
    let same = |k: &str| format!(r#"{{"verdict": "holds", "as": {k}}}"#);
    let trial = |name, list: &[String], fate| {
        Trial::new(name, &text, &[&statement(EXISTS, "fails", &parts(r#""1/2""#, list))], fate)
    };
    let unreadable = || Fate::Unreadable(&["as", "expected the place of an earlier part"]);
    hold(&[
        trial(
            "the first one's",
            &[z.clone(), same("0"), w.clone()],
            Fate::Proves(&["tight-constraints-exist: fails; sum = "]),
        ),
        trial("its own", &[z.clone(), same("1"), w.clone()], unreadable()),
        trial("a later one's", &[same("1"), z.clone(), w.clone()], unreadable()),
        trial("one's that is not there", &[z.clone(), same("7"), w.clone()], unreadable()),
        trial("a negative place", &[z.clone(), same("-1"), w.clone()], Fate::Unreadable(&["parts[1].as", "an index"])),
        trial(
            "the first one's with another verdict",
            &[z.clone(), same("0").replace("holds", "fails"), w.clone()],
            Fate::Unproved(Subdivision::PartVerdict { part: 1, said: Verdict::Fails }.into()),
        ),
        trial("a witness of no use there", &[z.clone(), z.clone(), same("0")], refused(&["`z` at 0 is (1-2*a)/(1+a)"])),
        trial(
            "beside a witness",
            &[z.clone(), z.replace(r#""verdict""#, r#""as": 0, "verdict""#), w],
            Fate::Unreadable(&["both of the keys"]),
        ),
    ]);
}

/// Two nodes: Φ^-1 = (1, −a; −a, 1)/(1−a²) and z = (1, 1)/(1+a).
#[test]
fn the_columns_of_an_inverse() {
    let text = over("0", "1", r#"{"graph": "line", "nodes": 2}, "claims": ["tight-constraints-exist"]"#);
    let z = vector("z", r#"["1", "1"]"#, r#""1", "1""#);
    let column = |denominator: &str, numerators: &str| {
        format!(r#"{{"denominator": {denominator}, "numerators": [{numerators}]}}"#)
    };
    let over = r#"["1", "0", "-1"]"#;
    let (first, second) = (column(over, r#""1", ["0", "-1"]"#), column(over, r#"["0", "-1"], "1""#));
    let proof = |columns: &[&str]| format!(r#"{z}, "invertible": {{"inverse": [{}]}}"#, columns.join(", "));
    let trial = |name, witness: &str, fate| Trial::new(name, &text, &[&statement(EXISTS, "holds", witness)], fate);
    let with = |values: &str| {
        statement(EXISTS, "holds", &proof(&[&first, &second])).replacen(
            "\"witness\"",
            &format!("\"values\": {values}, \"witness\""),
            1,
        )
    };
    let valued = |name, values: &str, fate| Trial::new(name, &text, &[&with(values)], fate);
    const UNIQUE: Fate =
        Fate::Proves(&["tight-constraints-exist: holds; sum = 2/(1+a); unique = true; least = 1/(1+a)"]);
    hold(&[
        trial("as it is", &proof(&[&first, &second]), UNIQUE),
        trial("no proof", &z, Fate::Proves(&["tight-constraints-exist: holds; sum = 2/(1+a)"])),
        trial(
            "columns exchanged",
            &proof(&[&second, &first]),
            refused(&[EXISTS, "Φ times column 0 of `inverse` is not the unit vector at 0"]),
        ),
        trial(
            "the first one twice",
            &proof(&[&first, &first]),
            refused(&[EXISTS, "Φ times column 1 of `inverse` is not the unit vector at 0"]),
        ),
        trial("one of two", &proof(&[&first]), refused(&[EXISTS, "`inverse` has 1 columns, expected 2"])),
        trial("none", &proof(&[]), refused(&[EXISTS, "`inverse` has 0 columns, expected 2"])),
        trial(
            "the inverse at 1/2",
            &proof(&[&column("\"3\"", r#""4", "-2""#), &column("\"3\"", r#""-2", "4""#)]),
            Fate::Changes,
        ),
        trial(
            "a column of 0 over 0",
            &proof(&[&column("\"0\"", r#""0", "0""#), &second]),
            refused(&[EXISTS, "the denominator of `inverse` is not positive"]),
        ),
        trial(
            "a column over what vanishes at 1/2",
            &proof(&[&column(r#"["1", "-2", "-1", "2"]"#, r#"["1", "-2"], ["0", "-1", "2"]"#), &second]),
            Fate::Changes,
        ),
        trial(
            "a structure that a line has not",
            &format!(r#"{z}, "invertible": {{"structure": "hamming"}}"#),
            refused(&[EXISTS, "needs a Hamming or complete graph"]),
        ),
        valued("values left out", "{}", UNIQUE),
        valued("`unique` stated", r#"{"unique": true}"#, UNIQUE),
        valued(
            "`unique` turned",
            r#"{"unique": false}"#,
            Fate::Otherwise(&[EXISTS, "said to be false, found to be true"]),
        ),
        valued(
            "`sum` as a number",
            r#"{"sum": "4/3"}"#,
            Fate::Otherwise(&["`sum` is said to be 4/3, found to be 2/(1+a)"]),
        ),
        valued("a value of another claim", r#"{"bound": "1"}"#, Fate::Otherwise(&["`bound` is none"])),
    ]);
}
