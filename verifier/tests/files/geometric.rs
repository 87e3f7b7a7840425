//! Geometric noise on all whole numbers: the table that stands for it at every kind of α, and what is no such noise.

use dp_verify::limits::Limits;
use dp_verify::model::{Mechanism, Source};
use dp_verify::number::{BigInt, Rational};
use num_traits::{One, Pow, Zero};

const REPORTS: [&str; 10] = [
    "",
    r#", "report": {"at_least": 2}"#,
    r#", "report": {"at_least": -3}"#,
    r#", "report": {"clamp": [0, 4]}"#,
    r#", "report": {"clamp": ["-3", 1]}"#,
    r#", "report": {"clamp": [7, 7]}"#,
    r#", "report": {"modulo": 1}"#,
    r#", "report": {"modulo": 4}"#,
    r#", "report": {"round_to": 2}"#,
    r#", "report": {"round_to": "3"}"#,
];

fn file_with(privacy: &str, rest: &str) -> String {
    format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, {rest}}}"#)
}

fn total(numbers: impl IntoIterator<Item = Rational>) -> Rational {
    numbers.into_iter().fold(Rational::zero(), |sum, x| sum + x)
}

fn ratio(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

fn read(privacy: &str, query: &str, mechanism: &str) -> Result<Mechanism, String> {
    let text = file_with(privacy, &format!(r#""query": {query}, "mechanism": {mechanism}"#));
    Mechanism::read(text.as_bytes(), &Limits::default()).map_err(|e| e.to_string())
}

/// The table, the first part's where there are parts, at a rational t.
fn table(mechanism: &Mechanism, t: &Rational) -> Vec<Vec<Rational>> {
    let channel = match mechanism.parts().first().map(|part| &part.source) {
        Some(Source::Table(channel)) => channel,
        _ => mechanism.channel().expect("a table"),
    };
    let at = |p: &dp_verify::alpha::Polynomial| {
        let sum = |sum: Rational, c: &BigInt| sum * t + Rational::from(c.clone());
        p.coefficients().iter().rev().fold(ratio(0, 1), sum)
    };
    channel.table.iter().map(|row| row.numerators.iter().map(|x| at(x) / at(&row.denominator)).collect()).collect()
}

fn line(n: usize) -> String {
    format!(r#"{{"graph": "line", "nodes": {n}}}"#)
}

fn sum(individuals: usize, most: usize) -> String {
    format!(r#"{{"graph": "sum", "individuals": {individuals}, "max": {most}}}"#)
}

/// Rational tables are those of `tests/independent/geometric.py`, added up anew; here all others are held against them.
#[test]
fn every_kind_of_alpha_has_the_same_functions() {
    let graphs = [(line(1), 1_u32), (line(2), 1), (line(5), 1), (sum(1, 1), 1), (sum(2, 2), 2), (sum(1, 3), 3)];
    for (query, k) in &graphs {
        for report in REPORTS {
            let noise = format!(r#"{{"family": "geometric"{report}}}"#);
            let of_one = |alpha: &str| format!(r#"{{"compose": [{{"family": "geometric"{report}, {alpha}}}]}}"#);
            for beta in [ratio(1, 2), ratio(2, 7)] {
                let alpha = Pow::pow(&beta, *k);
                let rational = read(&format!(r#"{{"alpha": "{alpha}"}}"#), query, &noise).expect("a rational α");
                let known = table(&rational, &ratio(1, 1));
                assert!(known.iter().all(|row| total(row.iter().cloned()).is_one()), "{query} {noise}");
                // t is β.
                for privacy in [
                    r#"{"alpha": "symbolic", "between": ["0", "1"]}"#,
                    r#"{"epsilon": "1"}"#,
                    r#"{"epsilon": "ln(2)/7"}"#,
                    r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#,
                ] {
                    let found =
                        read(privacy, query, &noise).unwrap_or_else(|e| panic!("{privacy} {query} {noise}: {e}"));
                    assert_eq!(table(&found, &beta), known, "{privacy} {query} {noise}");
                }
                // t is a root of β, in polynomials by their terms and in others.
                for (privacy, root) in [
                    (format!(r#"{{"epsilon": "{}"}}, "constant": {{"exp": "-1/4"}}"#, k * 2), 8_u32),
                    (format!(r#"{{"epsilon": "1"}}, "constant": {{"root_of_alpha": {}}}"#, k * 3), 3),
                ] {
                    let found =
                        read(&privacy, query, &noise).unwrap_or_else(|e| panic!("{privacy} {query} {noise}: {e}"));
                    let t = ratio(1, 2);
                    let beta = Pow::pow(&t, root);
                    let alpha: Rational = Pow::pow(&beta, *k);
                    let known = read(&format!(r#"{{"alpha": "{alpha}"}}"#), query, &noise).expect("a rational α");
                    assert_eq!(table(&found, &t), table(&known, &t), "{privacy} {query} {noise}");
                }
                // The α of one use.
                let uses = read(r#"{"alpha": "1/3"}"#, query, &of_one(&format!(r#""alpha": "{alpha}""#)));
                assert_eq!(table(&uses.expect("an α of its own"), &ratio(1, 1)), known, "{query} {noise}");
                let uses = read(r#"{"epsilon": "3"}"#, query, &of_one(r#""epsilon": "1/2""#));
                assert_eq!(table(&uses.expect("an ε of its own"), &beta), known, "{query} {noise}");
                let uses = read(r#"{"alpha": "1/3"}"#, query, &of_one(r#""epsilon": "ln(3)/2""#));
                assert_eq!(table(&uses.expect("an ε of its own"), &beta), known, "{query} {noise}");
                if *k == 1 {
                    let privacy = r#"{"alpha": "symbolic", "between": ["0", "1/2"]}"#;
                    let uses = read(privacy, query, &of_one(r#""alpha": "(1+a)/3""#)).expect("an α that is a quotient");
                    assert_eq!(table(&uses, &(&beta * ratio(3, 1) - ratio(1, 1))), known, "{query} {noise}");
                }
            }
        }
    }
}

/// Each is the other one remapped: the last output of the table, split, has the probabilities of all that it stands
/// for.
#[test]
fn the_table_without_a_report_is_the_truncated_one_whose_ends_split_into_the_noise() {
    for n in [1, 2, 3, 7] {
        for privacy in [r#"{"alpha": "2/3"}"#, r#"{"epsilon": "1"}"#, r#"{"alpha": "symbolic", "between": ["0", "1"]}"#]
        {
            let noise = read(privacy, &line(n), r#"{"family": "geometric"}"#).expect("noise");
            let truncated = read(privacy, &line(n), r#"{"family": "truncated-geometric"}"#).expect("a table");
            let rows = |of: &Mechanism| of.channel().expect("a table").table.clone();
            assert_eq!(rows(&noise), rows(&truncated), "{privacy} {n}");
        }
        if n == 1 {
            continue;
        }
        let beta = ratio(2, 3);
        let mass = |i: i64, z: i64| {
            let power: Rational = Pow::pow(&beta, usize::try_from((z - i).abs()).unwrap());
            (ratio(1, 1) - &beta) / (ratio(1, 1) + &beta) * power
        };
        for width in 1..5_i64 {
            let noise = format!(r#"{{"family": "geometric", "report": {{"round_to": {width}}}}}"#);
            let found = read(r#"{"alpha": "2/3"}"#, &line(n), &noise).expect("noise");
            let last: i64 = found.output(found.channel().unwrap().width - 1).trim_start_matches("≥ ").parse().unwrap();
            let rows = table(&found, &ratio(1, 1));
            // The numbers that are rounded to z, for a z that is merged.
            let rounded = |i: i64, z: i64| total((0..width).map(|k| mass(i, z - width / 2 + k)));
            for z in (last..).step_by(usize::try_from(width).unwrap()).take(9) {
                let share = |i: usize| rounded(i64::try_from(i).unwrap(), z) / rows[i].last().unwrap();
                assert!((1..n).all(|i| share(i) == share(0)), "{n} {width} {z}");
            }
        }
    }
}

#[test]
fn what_is_said_of_it_goes_with_it() {
    let noise = r#"{"family": "geometric", "report": {"round_to": 2}}"#;
    let found = read(r#"{"alpha": "1/4"}"#, &sum(2, 2), noise).expect("noise");
    let labels: Vec<String> = (0..found.channel().unwrap().width).map(|o| found.output(o)).collect();
    assert_eq!(labels, ["≤ 0", "2", "4", "≥ 6"], "0 is for -1 and 0, 4 for 3 and 4, 6 for 5 and 6");
    let words: Vec<String> = found.noises().iter().map(dp_verify::model::Noisy::in_words).collect();
    assert_eq!(words.len(), 1);
    assert!(
        words[0].contains("rounded to multiples of 2") && words[0].contains("the other one post-processed"),
        "{}",
        words[0]
    );
    let root = found.constant.as_ref().and_then(|b| b.rational().cloned());
    assert_eq!(root, Some(ratio(1, 2)), "1/4 has a rational root");
    let found = read(r#"{"alpha": "1/2"}"#, &sum(2, 2), noise).expect("noise");
    assert!(found.constant.is_some_and(|b| b.rational().is_none()), "b is 2^(-1/2)");
}

/// The messages of each; those of malformed files stand in `tests/corpus/malformed` too.
#[test]
fn what_is_no_such_noise_is_told() {
    let half = r#"{"alpha": "1/2"}"#;
    let plain = r#"{"family": "geometric"}"#;
    let with = |key: &str| format!(r#"{{"family": "geometric", {key}}}"#);
    let part = |own: &str| format!(r#"{{"compose": [{{"family": "geometric"{own}}}]}}"#);
    let line = line(4);
    for (privacy, query, mechanism, expected) in [
        (r#"{"alpha": "1"}"#, &*line, plain.to_owned(), "not a distribution"),
        (half, r#"{"graph": "complete", "nodes": 3}"#, plain.to_owned(), "geometric for a line or a sum query"),
        (half, &*line, with(r#""outputs": ["a"]"#), "the outputs have the names that the report gives them"),
        (half, &*line, with(r#""rounding": "1/10""#), "the numbers are exact"),
        (half, &*line, with(r#""noise": "1/10""#), "found a noise beside \"geometric\""),
        (half, &*line, with(r#""report": "all""#), "one of {\"at_least\": 5}"),
        (half, &*line, with(r#""report": {}"#), "one of {\"at_least\": 5}"),
        (half, &*line, with(r#""report": {"modulo": 2, "at_least": 1}"#), "one of {\"at_least\": 5}"),
        (half, &*line, with(r#""report": {"atleast": 1}"#), "at_least"),
        (half, &*line, with(r#""report": {"at_least": "1/2"}"#), "a whole number of at most 18 digits"),
        (half, &*line, with(r#""report": {"at_least": 1.0}"#), "a whole number of at most 18 digits"),
        (half, &*line, with(r#""report": {"at_least": 1234567890123456789}"#), "a whole number of at most 18 digits"),
        (half, &*line, with(r#""report": {"at_least": 123456789012345678}"#), "--limit bits=N"),
        (r#"{"epsilon": "1"}"#, &*line, with(r#""report": {"at_least": 123456789}"#), "--limit exponent=N"),
        (half, &*line, with(r#""report": {"clamp": [3, 1]}"#), "found [3, 1], expected two whole numbers"),
        (half, &*line, with(r#""report": {"clamp": [3]}"#), "two whole numbers, the least and the most output"),
        (half, &*line, with(r#""report": {"clamp": [-999999999999999999, 999999999999999999]}"#), "--limit memory=N"),
        (half, &*line, with(r#""report": {"modulo": 0}"#), "a whole number of at least 1"),
        (half, &*line, with(r#""report": {"modulo": 999999999999999999}"#), "--limit memory=N"),
        (half, &*line, with(r#""report": {"round_to": -5}"#), "a whole number of at least 1"),
        (half, &*line, with(r#""epsilon": "1""#), "an ε of its own here"),
        (half, &*line, part(""), "the ε of each use, as in {\"family\": \"geometric\""),
        (half, &*line, part(r#", "alpha": "1""#), "not a distribution"),
        (half, &*sum(2, 2), part(r#", "alpha": "1/2""#), "none of the file's numbers"),
        (
            r#"{"epsilon": "1"}, "constant": {"root_of_alpha": 3}"#,
            &*sum(2, 2),
            plain.to_owned(),
            "none of the file's numbers",
        ),
        (
            r#"{"alpha": "symbolic", "between": ["1/3", "1/2"]}"#,
            &*sum(2, 2),
            plain.to_owned(),
            "has no rational k-th root",
        ),
    ] {
        let why = read(privacy, query, &mechanism).expect_err(&format!("{privacy} {query} {mechanism}"));
        assert!(why.contains(expected), "{privacy} {query} {mechanism}: {why}");
    }
}

#[test]
fn claims_that_tell_merged_outputs_apart_are_refused_by_name() {
    let claimed = |report: &str, claim: &str| {
        let query = line(3);
        let rest = format!(r#""query": {query}, "mechanism": {{"family": "geometric"{report}}}, "claims": [{claim}]"#);
        let text = file_with(r#"{"alpha": "1/2"}"#, &rest);
        Mechanism::read(text.as_bytes(), &Limits::default()).map(drop).map_err(|e| e.to_string())
    };
    for report in ["", r#", "report": {"round_to": 2}"#] {
        for claim in [r#""dp-within-rounding""#, r#""stochastic-within-rounding""#, r#""expected-error""#] {
            let why = claimed(report, claim).expect_err(claim);
            assert!(why.contains("is about single outputs, and geometric noise has infinitely many"), "{why}");
        }
    }
    let clamped = r#", "report": {"clamp": [0, 2]}"#;
    let why = claimed(clamped, r#""dp-within-rounding""#).expect_err("no rounding");
    assert!(why.contains("needs the mechanism's \"rounding\""), "{why}");
    for claim in
        [r#""tight-constraints""#, r#"{"claim": "derivable", "from": "truncated-geometric"}"#, r#""g-capacity""#]
    {
        claimed("", claim).expect(claim);
    }
}
