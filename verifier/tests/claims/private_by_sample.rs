//! `private-by-sample`: what all laws inside the bounds of counts keep, and laws that need more.

use crate::harness::{Fate, Trial, file, hold};
use dp_kernel::{Counterexample, Sampling, Why};

/// 731 and 268 of 1000 runs; with λ = 3 the most of the one is 3·(the least of the other) + 0.0807427161901.
fn counts(rest: &str, at_most: &str) -> String {
    let query = r#""query": {"graph": "complete", "nodes": 2}"#;
    let mechanism = format!(r#""mechanism": {{"counts": [[731, 269], [268, 732]], "confidence": "0.99"{rest}}}"#);
    let claims = format!(r#""claims": [{{"claim": "private-by-sample", "at_most": "{at_most}"}}]"#);
    file("1/3", &format!("{query}, {mechanism}, {claims}"))
}

const NOT_REFUTED: &str = r#"{"claim": "not-refuted", "verdict": "holds", "witness": {"upper": [[[681903441191, 41], [-1013880122876, 42]], [[679615456317, 41], [-1009710064429, 42]]]}}"#;
const BOUNDS: &str = "[[[681903441191, 41], [-1013861594972, 42]], [[679615456317, 41], [-1009691564965, 42]]]";
const LAWS: &str = r#""pair": [0, 1], "outputs": [0], "laws": [{"denominator": "1099511627776", "numerators": ["846046229033", "253465398743"]}, {"denominator": "4398046511104", "numerators": ["1009691564965", "3388354946139"]}]"#;

fn said(at_most: &str, verdict: &str, witness: &str) -> String {
    format!(
        r#"{{"claim": "private-by-sample", "at_most": "{at_most}", "verdict": "{verdict}", "witness": {{{witness}}}}}"#
    )
}

fn of(name: &'static str, at_most: &str, verdict: &str, witness: &str, fate: Fate) -> Trial {
    Trial::new(name, &counts("", at_most), &[NOT_REFUTED, &said(at_most, verdict, witness)], fate)
}

const FAILS: Fate =
    Fate::Proves(&["private-by-sample (delta at most 1/100): fails; delta_at_most = 355110221237/4398046511104"]);
const HOLDS: Fate =
    Fate::Proves(&["private-by-sample (delta at most 1/10): holds; delta_at_most = 355110221237/4398046511104"]);

#[test]
fn both_fates() {
    let upper = format!(r#""upper": {BOUNDS}"#);
    let with_laws = format!("{upper}, {LAWS}");
    let edge = |at_most: &'static str, verdict, witness: &str, fate| of("at the edge", at_most, verdict, witness, fate);
    hold(&[
        of("proved", "1/10", "holds", &upper, HOLDS),
        of("proved, said to fail", "1/10", "fails", &upper, Fate::Unproved(Why::OtherVerdict)),
        of("laws that need less", "1/10", "fails", &with_laws, Fate::Unproved(Why::OtherVerdict)),
        of("not proved", "1/100", "fails", &with_laws, FAILS),
        of(
            "not proved, said to hold",
            "1/100",
            "holds",
            &upper,
            Fate::Refused(&["is shown to be at most 355110221237"]),
        ),
        of("laws where it holds", "1/10", "holds", &with_laws, Fate::Refused(&["a part `pair`"])),
        // The value itself, and a little less.
        edge(
            "355110221237/4398046511104",
            "holds",
            &upper,
            Fate::Proves(&[
                "private-by-sample (delta at most 355110221237/4398046511104): holds; delta_at_most = 355110221237/4398046511104",
            ]),
        ),
        edge(
            "355110221236/4398046511104",
            "fails",
            &with_laws,
            Fate::Proves(&[
                "private-by-sample (delta at most 88777555309/1099511627776): fails; delta_at_most = 355110221237/4398046511104",
            ]),
        ),
    ]);
}

#[test]
fn forged_witnesses() {
    let with = |laws: &str| format!(r#""upper": {BOUNDS}, {laws}"#);
    let forged =
        |name, from: &str, to: &str, fate| of(name, "1/100", "fails", &with(&LAWS.replacen(from, to, 1)), fate);
    let bound = |name, from: &str, to: &str, fate| {
        let upper = format!(r#""upper": {}"#, BOUNDS.replacen(from, to, 1));
        of(name, "1/10", "holds", &upper, fate)
    };
    let below = |count| Fate::Unproved(Why::Sampling(Sampling::BelowBound { count, runs: 1000 }));
    let above = |count| Fate::Unproved(Why::Sampling(Sampling::AboveBound { count, runs: 1000 }));
    hold(&[
        of("as they are", "1/100", "fails", &with(LAWS), FAILS),
        of(
            "as they are, said to hold",
            "1/100",
            "holds",
            &format!(r#""upper": {BOUNDS}"#),
            Fate::Refused(&["355110221237"]),
        ),
        forged(
            "a law outside the bounds",
            "846046229033\", \"253465398743",
            "846046229034\", \"253465398742",
            Fate::Unproved(Why::Sampling(Sampling::NotInside(0))),
        ),
        forged(
            "a law that does not sum to 1",
            "253465398743",
            "253465398742",
            Fate::Unproved(Why::Sampling(Sampling::NoLaw)),
        ),
        forged(
            "a negative one",
            "846046229033\", \"253465398743",
            "1099511627777\", \"-1",
            Fate::Refused(&["expected ≥ 0"]),
        ),
        forged("the other set", "\"outputs\": [0]", "\"outputs\": [1]", Fate::Refused(&["is shown to be at most"])),
        forged("a set twice", "\"outputs\": [0]", "\"outputs\": [0, 0]", Fate::Unproved(Why::DoesNotFit)),
        forged(
            "an output that is not there",
            "\"outputs\": [0]",
            "\"outputs\": [2]",
            Fate::Unproved(Why::Index { part: "outputs", found: 2, count: 2 }),
        ),
        forged(
            "no neighbours",
            "\"pair\": [0, 1]",
            "\"pair\": [0, 0]",
            Fate::Unproved(Why::Counterexample(Counterexample::NotAdjacent([0, 0]))),
        ),
        forged(
            "the other order",
            "\"pair\": [0, 1]",
            "\"pair\": [1, 0]",
            Fate::Unproved(Why::Sampling(Sampling::NotInside(1))),
        ),
        bound("a bound that is one number of the grid less", "681903441191", "681903441190", below(269)),
        bound("one more", "681903441191", "681903441192", above(269)),
        bound("one that only the value of `not-refuted` needs", "-1013861594972", "-1013880122876", below(731)),
        of(
            "weights that nobody needs",
            "1/10",
            "holds",
            &format!(r#""upper": {BOUNDS}, "weights": [[0, 1, 0, 0]]"#),
            Fate::Unproved(Why::WrongWitness),
        ),
        of("nothing", "1/10", "holds", "", Fate::Refused(&["lacks `upper`"])),
        of("another claim", "1/10", "holds", r#""pair": [0, 1], "outputs": [0]"#, Fate::Refused(&["`pair`"])),
    ]);
}

/// The same law by all kinds of events of two outputs.
#[test]
fn events_of_two_outputs() {
    let upper = format!(r#""upper": {BOUNDS}"#);
    let trial = |events: &str, verdict: &str, fate| {
        let text = counts(&format!(r#", "events": {events}"#), "1/10");
        Trial::new("other events", &text, &[NOT_REFUTED, &said("1/10", verdict, &upper)], fate)
    };
    for events in [r#""outputs""#, r#""at-least""#, r#""all""#, "[[1]]"] {
        hold(&[trial(events, "holds", HOLDS), trial(events, "fails", Fate::Unproved(Why::OtherVerdict))]);
    }
}

#[test]
fn what_it_needs() {
    let unreadable = |name, at_most: &str, words: &'static [&'static str]| {
        Trial::new(name, &counts("", at_most), &[NOT_REFUTED], Fate::Unreadable(words))
    };
    let of_table = r#""query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [[1], [1]]}, "claims": [{"claim": "private-by-sample", "at_most": 0}]"#;
    hold(&[
        of("as it is", "1/10", "holds", &format!(r#""upper": {BOUNDS}"#), HOLDS),
        of("said to fail", "1/10", "fails", &format!(r#""upper": {BOUNDS}"#), Fate::Unproved(Why::OtherVerdict)),
        unreadable("a negative δ", "-1/10", &["expected a number ≥ 0"]),
        unreadable("no number", "small", &["small"]),
        Trial::new("of a table", &file("1/3", of_table), &[NOT_REFUTED], Fate::Unreadable(&["needs counts of runs"])),
    ]);
}
