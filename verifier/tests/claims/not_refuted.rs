//! `not-refuted`: bounds on probabilities from counts of runs, and forged ones.

use crate::harness::{Fate, Trial, file, hold};
use dp_kernel::{Sampling, Why};

/// e^ε is at least (1 − 681903441191/2^41)/(679615456317/2^41) = 2.2323…
const FAILS: Fate = Fate::Proves(&[
    "not-refuted: fails; epsilon_at_least = 0.803041824555; delta_at_least = 192213693583/1099511627776",
]);

/// 1000 runs at each of two neighbours.
fn counts(alpha: &str, rest: &str) -> String {
    let query = r#""query": {"graph": "complete", "nodes": 2}"#;
    file(alpha, &format!(r#"{query}, "mechanism": {{"counts": [[731, 269], [268, 732]], {rest}}}"#))
}

fn said(verdict: &str, upper: &str) -> String {
    format!(r#"{{"claim": "not-refuted", "verdict": "{verdict}", "witness": {{"upper": {upper}}}}}"#)
}

const C: &str = r#""confidence": "0.99""#;
/// The bounds of 269 and 731, of 268 and 732 runs of 1000 at the level 1/400.
const BOUNDS: &str = "[[[681903441191, 41], [-1013880122876, 42]], [[679615456317, 41], [-1009710064429, 42]]]";

fn trial(name: &'static str, alpha: &str, verdict: &str, upper: &str, fate: Fate) -> Trial {
    Trial::new(name, &counts(alpha, C), &[&said(verdict, upper)], fate)
}

#[test]
fn both_fates() {
    const HOLDS: Fate = Fate::Proves(&["not-refuted: holds; epsilon_at_least = 0.803041824555; delta_at_least = 0"]);
    const BELOW: Fate = Fate::Unproved(Why::Sampling(Sampling::BelowBound { count: 269, runs: 1000 }));
    const ABOVE: Fate = Fate::Unproved(Why::Sampling(Sampling::AboveBound { count: 269, runs: 1000 }));
    let of = |first: &str| BOUNDS.replacen("[681903441191, 41]", first, 1);
    hold(&[
        trial("refuted", "3/5", "fails", BOUNDS, FAILS),
        trial("not refuted", "2/5", "holds", BOUNDS, HOLDS),
        trial("said to hold", "3/5", "holds", BOUNDS, Fate::Unproved(Why::OtherVerdict)),
        trial("said to fail", "2/5", "fails", BOUNDS, Fate::Unproved(Why::OtherVerdict)),
        trial(
            "a bound that is one number of the grid less, where most is asked for",
            "3/5",
            "fails",
            &of("[681903441190, 41]"),
            BELOW,
        ),
        trial("one that is far less", "3/5", "fails", &of("[681903441191, 43]"), BELOW),
        trial("one that is one number of the grid more", "3/5", "fails", &of("[681903441192, 41]"), ABOVE),
        trial("one that would hide it", "3/5", "holds", &of("[-681903441191, 41]"), ABOVE),
        trial(
            "no number of the grid",
            "3/5",
            "fails",
            &of("[1, 41]"),
            Fate::Unproved(Why::Sampling(Sampling::NoBound)),
        ),
        trial(
            "too many places",
            "3/5",
            "fails",
            &of("[681903441191, 257]"),
            Fate::Unproved(Why::Sampling(Sampling::NoBound)),
        ),
        trial(
            "a bound too few",
            "3/5",
            "fails",
            "[[[681903441191, 41]], []]",
            Fate::Unproved(Why::Length { part: "upper", found: 1, expected: 2 }),
        ),
        trial(
            "a node too few",
            "3/5",
            "fails",
            "[[[681903441191, 41], [-1013880122876, 42]]]",
            Fate::Unproved(Why::Length { part: "upper", found: 1, expected: 2 }),
        ),
        trial("no pair of numbers", "3/5", "fails", "[[[1], [2]], []]", Fate::Unreadable(&["[k, e]"])),
        Trial::new(
            "nothing",
            &counts("3/5", C),
            &[r#"{"claim": "not-refuted", "verdict": "fails"}"#],
            Fate::Refused(&["lacks `upper`"]),
        ),
    ]);
}

/// With another confidence, or other events, these bounds are none: the level is not theirs.
#[test]
fn the_level_is_that_of_the_file() {
    let of = |rest: &str, fate| Trial::new("another level", &counts("3/5", rest), &[&said("fails", BOUNDS)], fate);
    let above = |count| Fate::Unproved(Why::Sampling(Sampling::AboveBound { count, runs: 1000 }));
    let below = |count| Fate::Unproved(Why::Sampling(Sampling::BelowBound { count, runs: 1000 }));
    hold(&[
        of(r#""confidence": "0.98""#, above(269)),
        of(r#""confidence": "0.999""#, below(269)),
        of(r#""confidence": "0.99", "events": "all""#, FAILS),
        of(r#""confidence": "0.99", "events": "at-least""#, FAILS),
        of(r#""confidence": "0.99", "events": [[1], [0]]"#, FAILS),
    ]);
}

#[test]
fn what_counts_can_not_be() {
    let unreadable = |name, rest: &str, words: &'static [&'static str]| {
        let query = r#""query": {"graph": "complete", "nodes": 2}"#;
        Trial::new(name, &file("1/2", &format!("{query}, {rest}")), &[&said("fails", BOUNDS)], Fate::Unreadable(words))
    };
    hold(&[
        trial("as they are", "3/5", "fails", BOUNDS, FAILS),
        trial("said to hold", "3/5", "holds", BOUNDS, Fate::Unproved(Why::OtherVerdict)),
        unreadable(
            "a fraction",
            r#""mechanism": {"counts": [[1, 2], [3, 0.5]], "confidence": "0.9"}"#,
            &["0.5", "whole number from 0 to 10^12"],
        ),
        unreadable(
            "a negative count",
            r#""mechanism": {"counts": [[1, 2], [3, -5]], "confidence": "0.9"}"#,
            &["-5", "whole number"],
        ),
        unreadable(
            "rows of unlike length",
            r#""mechanism": {"counts": [[1, 2], [3]], "confidence": "0.9"}"#,
            &["at least two"],
        ),
        unreadable("an empty row", r#""mechanism": {"counts": [[1, 2], []], "confidence": "0.9"}"#, &["at least two"]),
        unreadable("a row too few", r#""mechanism": {"counts": [[1, 2]], "confidence": "0.9"}"#, &["1 row", "2 rows"]),
        unreadable(
            "too many runs",
            r#""mechanism": {"counts": [[1, 2], [1000000000000, 1]], "confidence": "0.9"}"#,
            &["10^12"],
        ),
        unreadable("no confidence", r#""mechanism": {"counts": [[1, 2], [3, 4]]}"#, &["confidence"]),
        unreadable("the confidence 1", r#""mechanism": {"counts": [[1, 2], [3, 4]], "confidence": 1}"#, &["below 1"]),
        unreadable(
            "too close to 1",
            r#""mechanism": {"counts": [[1, 2], [3, 4]], "confidence": "0.9999999999999"}"#,
            &["10^-12"],
        ),
        unreadable(
            "an event of all",
            r#""mechanism": {"counts": [[1, 2], [3, 4]], "confidence": "0.9", "events": [[0, 1]]}"#,
            &["not of all"],
        ),
        unreadable(
            "other events",
            r#""mechanism": {"counts": [[1, 2], [3, 4]], "confidence": "0.9", "events": "atleast"}"#,
            &["at-least"],
        ),
        unreadable(
            "a rounding",
            r#""mechanism": {"counts": [[1, 2], [3, 4]], "confidence": "0.9", "rounding": "0.1"}"#,
            &["rounding"],
        ),
        unreadable(
            "a table beside",
            r#""mechanism": {"counts": [[1, 2], [3, 4]], "confidence": "0.9", "matrix": [[1], [1]]}"#,
            &["one of the two"],
        ),
        unreadable(
            "a claim about a table",
            r#""mechanism": {"counts": [[1, 2], [3, 4]], "confidence": "0.9"}, "claims": ["dp"]"#,
            &["needs a table of probabilities"],
        ),
        unreadable(
            "counts that are not there",
            r#""mechanism": {"matrix": [[1], [1]]}, "claims": ["not-refuted"]"#,
            &["needs counts of runs"],
        ),
    ]);
}

/// No runs prove nothing.
#[test]
fn no_runs() {
    let text = file(
        "1/2",
        r#""query": {"graph": "complete", "nodes": 2}, "mechanism": {"counts": [[0, 0], [0, 0]], "confidence": "0.99"}"#,
    );
    let zero = &["not-refuted: holds; epsilon_at_least = 0; delta_at_least = 0"];
    hold(&[
        Trial::new("none at all", &text, &[&said("holds", "[[], []]")], Fate::Proves(zero)),
        Trial::new("said to fail", &text, &[&said("fails", "[[], []]")], Fate::Unproved(Why::OtherVerdict)),
    ]);
}
