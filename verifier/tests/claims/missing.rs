//! Tables of which mass is missing: what is so of every completion, multipliers that prove it, and forged ones.

use crate::harness::{Fate, Trial, file, hold};
use dp_kernel::{Completion, Counterexample, Fraction, Wanted, Why};

/// Two answers of which each lacks 1/8: α = 1/3 is the largest at which a completion may be private.
const APART: &str = r#""matrix": [["3/4", "1/8"], ["1/8", "3/4"]], "missing": ["1/8", "1/8"]"#;
/// Two answers whose rows are close, and lack 1/4 each: at α = 1/3 all completions on these outputs are private.
const CLOSE: &str = r#""matrix": [["1/2", "1/4"], ["1/4", "1/2"]], "missing": ["1/4", "1/4"]"#;
/// The ends force more than 1 on the middle, of which next to nothing is known.
const PATH: &str = r#""matrix": [["9/10", 0], [0, "1/20"], [0, "9/10"]], "missing": ["1/10", "19/20", "1/10"]"#;
const ALONE: &str = r#", "further_outputs": false"#;

fn of(query: &str, alpha: &str, mechanism: &str, rest: &str) -> String {
    file(alpha, &format!(r#""query": {query}, "mechanism": {{{mechanism}}}{rest}"#))
}

fn two(alpha: &str, mechanism: &str) -> String {
    of(r#"{"graph": "line", "nodes": 2}"#, alpha, mechanism, "")
}

fn three(alpha: &str) -> String {
    of(r#"{"graph": "line", "nodes": 3}"#, alpha, PATH, "")
}

fn clash(places: &str, denominator: &str, mu: &str) -> String {
    let mu = format!(r#"{{"denominator": "{denominator}", "numerators": {mu}}}"#);
    format!(r#"{{"claim": "dp", "verdict": "fails", "witness": {{"places": {places}, "mu": {mu}}}}}"#)
}

const HOLDS: &str = r#"{"claim": "dp", "verdict": "holds"}"#;

fn dp(name: &'static str, text: &str, said: &str, fate: Fate) -> Trial {
    Trial::new(name, text, &[said], fate)
}

/// Not all are private, and this is what is known of α.
fn open(any: (i64, i64), all: (i64, i64)) -> Fate {
    let of = |(n, d): (i64, i64)| Fraction::new(i128::from(n).into(), i128::from(d).into());
    Fate::Unproved(Why::Completion(Completion::Some([of(any), of(all)])))
}

#[test]
fn of_every_completion() {
    let close = format!("{CLOSE}{ALONE}");
    let whole = r#""matrix": [["2/3", "1/3"], ["1/3", "2/3"]], "missing": [0, "0"]"#;
    let one = r#""matrix": [["1/2"], ["1/4"]], "missing": ["1/2", "3/4"], "further_outputs": false"#;
    hold(&[
        dp(
            "at the largest α",
            &two("1/3", &close),
            HOLDS,
            Fate::Proves(&["dp: holds; epsilon_at_least = 0; epsilon_at_most = 1.09861228867"]),
        ),
        dp("at a larger one", &two("1/2", &close), HOLDS, open((1, 1), (1, 3))),
        dp("where further outputs are possible", &two("1/3", CLOSE), HOLDS, open((1, 1), (0, 1))),
        dp(
            "of which nothing is missing",
            &two("1/2", whole),
            HOLDS,
            Fate::Proves(&["dp: holds; epsilon_at_least = 0.693147180560; epsilon_at_most = 0.693147180560"]),
        ),
        dp("which is not private", &two("3/5", whole), HOLDS, open((1, 2), (1, 2))),
        dp(
            "with one output, and none beside it",
            &two("1", one),
            HOLDS,
            Fate::Proves(&["dp: holds; epsilon_at_least = 0; epsilon_at_most = 0"]),
        ),
        dp(
            "of a node without neighbours, which alone lacks some",
            &of(
                r#"{"nodes": 3, "edges": [[0, 1]]}"#,
                "1/2",
                r#""matrix": [["2/3", "1/3"], ["1/3", "2/3"], ["1/9", 0]], "missing": [0, 0, "8/9"]"#,
                "",
            ),
            HOLDS,
            Fate::Proves(&["dp: holds; epsilon_at_least = 0.693147180560; epsilon_at_most = 0.693147180560"]),
        ),
    ]);
}

#[test]
fn of_no_completion() {
    const FAILS: Fate = Fate::Proves(&["dp: fails; epsilon_at_least = 1.09861228867; epsilon_at_most = inf"]);
    const NO_CLASH: Fate = Fate::Unproved(Why::Completion(Completion::NoClash));
    let apart = |alpha: &str| two(alpha, APART);
    let of = |name, places: &str, mu: &str, fate| dp(name, &apart("1/2"), &clash(places, "1", mu), fate);
    hold(&[
        of("one multiplier", "[[1, 0, 1]]", r#"["1"]"#, FAILS),
        of("the same for the other output", "[[0, 1, 0]]", r#"["7"]"#, FAILS),
        of("a place that is named twice", "[[1, 0, 1], [1, 0, 1]]", r#"["1", "2"]"#, FAILS),
        of("the other way round", "[[0, 1, 1]]", r#"["1"]"#, NO_CLASH),
        of("at another output", "[[1, 0, 0]]", r#"["1"]"#, NO_CLASH),
        of("at the further one", "[[1, 0, 2]]", r#"["1"]"#, NO_CLASH),
        of("at all columns but for too little", "[[1, 0, 0], [1, 0, 1], [1, 0, 2]]", r#"["5", "5", "5"]"#, NO_CLASH),
        of("nothing", "[]", "[]", NO_CLASH),
        of("nothing but 0", "[[1, 0, 1]]", r#"["0"]"#, NO_CLASH),
        of(
            "a number below 0",
            "[[0, 1, 1]]",
            r#"["-1"]"#,
            Fate::Unproved(Why::Number {
                part: "mu",
                node: Some(0),
                found: Fraction::new((-1i128).into(), 1i128.into()),
                wanted: Wanted::Nonnegative,
            }),
        ),
        of(
            "a number too few",
            "[[1, 0, 1], [0, 1, 0]]",
            r#"["1"]"#,
            Fate::Unproved(Why::Length { part: "mu", found: 1, expected: 2 }),
        ),
        of(
            "a column too far",
            "[[1, 0, 3]]",
            r#"["1"]"#,
            Fate::Unproved(Why::Index { part: "places", found: 3, count: 3 }),
        ),
        of(
            "a node too far",
            "[[2, 0, 1]]",
            r#"["1"]"#,
            Fate::Unproved(Why::Index { part: "places", found: 2, count: 2 }),
        ),
        of(
            "a node and itself",
            "[[1, 1, 1]]",
            r#"["1"]"#,
            Fate::Unproved(Why::Counterexample(Counterexample::NotAdjacent([1, 1]))),
        ),
        of("a pair", "[[1, 0]]", r#"["1"]"#, Fate::Refused(&["two nodes and an output"])),
        dp(
            "no denominator",
            &apart("1/2"),
            &clash("[[1, 0, 1]]", "-1", r#"["-1"]"#),
            Fate::Unproved(Why::Denominator("mu")),
        ),
        dp("at the α at which one may be private", &apart("1/3"), &clash("[[1, 0, 1]]", "1", r#"["1"]"#), NO_CLASH),
        dp(
            "no further column where there is none",
            &two("1/2", &format!("{APART}{ALONE}")),
            &clash("[[1, 0, 2]]", "1", r#"["1"]"#),
            Fate::Unproved(Why::Index { part: "places", found: 2, count: 2 }),
        ),
        dp("said to hold", &apart("1/2"), HOLDS, open((1, 3), (0, 1))),
        dp(
            "said to hold by multipliers",
            &apart("1/2"),
            &clash("[[1, 0, 1]]", "1", r#"["1"]"#).replace("fails", "holds"),
            Fate::Refused(&["`places`"]),
        ),
        dp("without a witness", &apart("1/2"), &HOLDS.replace("holds", "fails"), Fate::Refused(&["lacks `places`"])),
        dp(
            "by a pair",
            &apart("1/2"),
            r#"{"claim": "dp", "verdict": "fails", "witness": {"pair": [1, 0], "output": 0}}"#,
            Fate::Refused(&["`pair`"]),
        ),
        dp("along two edges", &three("1/2"), &clash("[[0, 1, 0], [2, 1, 1]]", "1", r#"["1", "1"]"#), NO_CLASH),
        dp(
            "of the middle, which the ends force above 1",
            &three("3/5"),
            &clash("[[0, 1, 0], [2, 1, 1]]", "1", r#"["1", "1"]"#),
            Fate::Proves(&["dp: fails; epsilon_at_least = 0; epsilon_at_most = inf"]),
        ),
    ]);
}

#[test]
fn with_a_delta() {
    let of = |name, mechanism: &str, delta: &str, said: &str, fate| {
        let text =
            two("1/2", mechanism).replace(r#""alpha": "1/2""#, &format!(r#""alpha": "1/2", "delta": "{delta}""#));
        Trial::new(name, &text, &[said], fate)
    };
    let said = |verdict: &str| format!(r#"{{"claim": "approximate-dp", "verdict": "{verdict}"}}"#);
    let number = |n: i128, d: i128| Fraction::new(n.into(), d.into());
    let between = |least, most| Fate::Unproved(Why::Completion(Completion::Between([least, most])));
    const HOLD: Fate = Fate::Proves(&["approximate-dp: holds; delta_at_least = 1/4; delta_at_most = 5/8"]);
    const FAIL: Fate = Fate::Proves(&["approximate-dp: fails; delta_at_least = 1/4; delta_at_most = 5/8"]);
    hold(&[
        of("just enough", APART, "5/8", &said("holds"), HOLD),
        of("a little less", APART, "624/1000", &said("holds"), between(number(1, 4), number(5, 8))),
        of("just as much as all need", APART, "1/4", &said("fails"), between(number(1, 4), number(5, 8))),
        of("a little less than that", APART, "249/1000", &said("fails"), FAIL),
        of("said to fail", APART, "5/8", &said("fails"), Fate::Unproved(Why::OtherVerdict)),
        of("said to hold", APART, "1/10", &said("holds"), Fate::Unproved(Why::OtherVerdict)),
        of(
            "a place",
            APART,
            "5/8",
            r#"{"claim": "approximate-dp", "verdict": "holds", "witness": {"pair": [0, 1], "outputs": [0]}}"#,
            Fate::Unproved(Why::WrongWitness),
        ),
        of(
            "where no set of these outputs asks for anything",
            CLOSE,
            "1/4",
            &said("holds"),
            Fate::Proves(&["approximate-dp: holds; delta_at_least = 0; delta_at_most = 1/4"]),
        ),
    ]);
}

/// At e^-1/2, at the root of a polynomial, and over an interval.
#[test]
fn at_irrational_numbers() {
    let at = |privacy: &str, mechanism: &str| two("1/2", mechanism).replace(r#"{"alpha": "1/2"}"#, privacy);
    let root = r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#;
    let line = r#"{"alpha": "symbolic", "between": ["1/3", "1"]}"#;
    let below = r#"{"alpha": "symbolic", "between": ["0", "1/3"]}"#;
    let one = clash("[[1, 0, 1]]", "1", r#"["1"]"#);
    const FAILS: Fate = Fate::Proves(&["dp: fails; epsilon_at_least = 1.09861228867; epsilon_at_most = inf"]);
    hold(&[
        dp("e^-1/2", &at(r#"{"epsilon": "1/2"}"#, APART), &one, FAILS),
        dp("the golden ratio", &at(root, APART), &one, FAILS),
        dp("all of an interval", &at(line, APART), &one, FAILS),
        dp(
            "multipliers in t",
            &at(line, APART),
            r#"{"claim": "dp", "verdict": "fails", "witness": {"places": [[1, 0, 1]], "mu": {"denominator": ["1", "1"],
               "numerators": [["0", "1"]]}}}"#,
            FAILS,
        ),
        dp(
            "all of another",
            &at(below, &format!("{CLOSE}{ALONE}")),
            HOLDS,
            Fate::Proves(&["dp: holds; epsilon_at_least = 0; epsilon_at_most = 1.09861228867"]),
        ),
        dp("where nothing is so", &at(below, APART), &one, Fate::Refused(&["contradiction"])),
        dp(
            "entries in a",
            &at(
                r#"{"epsilon": "1/2"}"#,
                r#""matrix": [["1/2", "a/2"], ["a/2", "1/2"]], "missing": ["1/2-a/2", "(1-a)/2"], "further_outputs": false"#,
            ),
            HOLDS,
            Fate::Refused(&["some completions"]),
        ),
    ]);
}

#[test]
fn what_such_a_table_can_not_be() {
    let unreadable =
        |name, text: String, words: &'static [&'static str]| Trial::new(name, &text, &[HOLDS], Fate::Unreadable(words));
    let two = |name, mechanism: &str, words| unreadable(name, two("1/2", mechanism), words);
    let claims = |name, claims: &str, words| {
        let query = r#"{"graph": "line", "nodes": 2}"#;
        unreadable(name, of(query, "1/2", CLOSE, &format!(r#", "claims": [{claims}]"#)), words)
    };
    let rows = r#""matrix": [["1/2", "1/4"], ["1/4", "1/2"]]"#;
    let lengths = r#"{"nodes": 2, "edges": [[0, 1, 2]]}"#;
    hold(&[
        dp(
            "as it is",
            &self::two("1/3", &format!("{CLOSE}{ALONE}")),
            HOLDS,
            Fate::Proves(&["dp: holds; epsilon_at_least = 0; epsilon_at_most = 1.09861228867"]),
        ),
        dp("said to fail", &self::two("1/3", CLOSE), HOLDS, open((1, 1), (0, 1))),
        two("another sum", &format!(r#"{rows}, "missing": ["1/4", "1/5"]"#), &["1/5 missing in row 1", "1/4"]),
        two("a number too few", &format!(r#"{rows}, "missing": ["1/4"]"#), &["1 entry", "2 entries"]),
        two(
            "a negative entry",
            r#""matrix": [["1/2", "-1/4"], ["1/4", "1/2"]], "missing": ["3/4", "1/4"]"#,
            &["entry 1 of row 0 is -1/4"],
        ),
        two(
            "more than 1",
            r#""matrix": [["1/2", "3/4"], ["1/4", "1/2"]], "missing": ["-1/4", "1/4"]"#,
            &["row 0 sums to more than 1"],
        ),
        two("without it", &format!("{rows}{ALONE}"), &["further_outputs", "missing"]),
        two("rounded", &format!(r#"{CLOSE}, "rounding": "1/10""#), &["rounding", "missing"]),
        two("of a closed form", r#""family": "uniform", "missing": [0, 0]"#, &["family", "missing"]),
        two("of counts", r#""counts": [[1, 2], [3, 4]], "missing": [0, 0]"#, &["counts", "missing"]),
        two("no word", &format!(r#"{CLOSE}, "further_outputs": "no""#), &["true or false"]),
        two("of a part", &format!(r#""compose": [{{{CLOSE}}}]"#), &["mass is missing", "part of a composition"]),
        unreadable(
            "of the parent of a product",
            of(
                r#"{"graph": "hamming", "values": 2, "individuals": 2}"#,
                "1/2",
                &format!(r#""product": {{{CLOSE}}}, "individuals": 2"#),
                "",
            ),
            &["mass is missing", "parent of a product"],
        ),
        unreadable(
            "with a sample",
            of(r#"{"graph": "line", "nodes": 2}"#, "1/2", CLOSE, r#", "sample": {"runs": [4, 4]}"#),
            &["sample", "missing"],
        ),
        unreadable("with lengths", of(lengths, "1/2", CLOSE, ""), &["lengths"]),
        claims("a claim about the whole", r#""stochastic""#, &["stochastic", "whole table"]),
        claims("another one", r#""capacity""#, &["capacity", "whole table"]),
        claims("an adversary", r#"{"claim": "dp", "adaptive": true}"#, &["adaptive", "whole table"]),
        claims(
            "a value of whole tables",
            r#"{"claim": "dp", "expect": {"alpha_max": {"at_least": "1/2"}}}"#,
            &["alpha_max", "where mass is missing"],
        ),
    ]);
}

/// Of what does not read X all is as ever, and values are held against what is expected.
#[test]
fn beside_it() {
    let rest = r#", "claims": ["threshold", {"claim": "dp", "expect": {"verdict": "fails", "epsilon_at_least": {"at_least": "1"}}}]"#;
    let text = of(r#"{"graph": "line", "nodes": 2}"#, "1/2", APART, rest);
    let threshold = r#"{"claim": "threshold", "verdict": "holds", "witness": {"z": {"denominator": ["1", "1"],
        "numerators": ["1", "1"]}}}"#;
    let dp = clash("[[1, 0, 1]]", "1", r#"["1"]"#);
    hold(&[
        Trial::new(
            "both",
            &text,
            &[&dp, threshold],
            Fate::Proves(&[
                "dp: fails; epsilon_at_least = 1.09861228867; epsilon_at_most = inf",
                "threshold: holds; set = (0, 1); alpha_star = 1",
            ]),
        ),
        Trial::new(
            "no clash",
            &text,
            &[&dp.replace("[1, 0, 1]", "[1, 0, 0]"), threshold],
            Fate::Refused(&["contradiction"]),
        ),
    ]);
}
