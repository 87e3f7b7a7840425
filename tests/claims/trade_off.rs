use super::*;
use crate::channels::{channel, json};
use crate::fixtures::{COIN, ONE_HALF};
use crate::random::cases;
use dp_certify::certify_mechanism;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Decides a file beside another one, `y.json`, and has the certificate verified again.
pub(super) fn beside(fields: &str, other: &str) -> Report {
    let limits = Limits::default();
    let read = |fields: &str| {
        let file = format!("{{\"format\": \"dp-mechanism/1\", {fields}}}");
        Mechanism::read(file.as_bytes(), &limits).expect("a good file")
    };
    let mut mechanism = read(fields);
    mechanism.others.push(("y.json".into(), read(other)));
    let Certified { certificate, report, .. } =
        certify_mechanism(&mechanism, &Options::default()).expect("a good file");
    let verification = verify(&mechanism, certificate.as_bytes(), &limits).expect("a good certificate");
    assert_eq!(verification.report.to_json(true), report.to_json(true));
    let is_open = report.statements.iter().any(|s| s.declared && s.verdict == Verdict::Undecided);
    assert_eq!(verification.accepted(), !is_open, "{:?}", verification.refusals);
    report
}

fn against(fields: &str, other: &str, pair: &str) -> Statement {
    let claims = format!(r#""claims": [{{"claim": "trade-off", "from": "y.json"{pair}}}]"#);
    statement(&beside(&format!("{fields}, {claims}"), other), Kind::TradeOff).clone()
}

fn table(privacy: &str, query: &str, rows: &str) -> String {
    format!(r#""privacy": {privacy}, {query}, "mechanism": {{"matrix": {rows}}}"#)
}

const FIRST: &str = r#", "pair": [0, 1]"#;

#[test]
fn coins() {
    let coin = table(ONE_HALF, PAIR, COIN);
    let holds = [("excess", "0")];
    for pair in ["", FIRST, r#", "pair": [1, 0]"#] {
        assert_statement(&against(&coin, &coin, pair), Verdict::Holds, &holds);
        let weaker = table(ONE_HALF, PAIR, r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#);
        assert_statement(&against(&weaker, &coin, pair), Verdict::Holds, &holds);
        // The other one bends at λ = 2 alone, besides 1/2: 3/4 − 2/4 against 0.
        let found = against(&coin, &weaker, pair);
        assert_statement(&found, Verdict::Fails, &[("excess", "1/4")]);
        let seen =
            "answer 0 and its neighbour 1 are told apart better: Σ max(0, x_i − λ·x_h) at λ = 2 is 1/4, that of the";
        assert_eq!(found.explanation, [format!("{seen} other mechanism 0")]);
    }
    // An output of one answer alone: one order is harder to tell than the other.
    let ends = table(ONE_HALF, PAIR, r#"[["1/2", "1/2"], [0, 1]]"#);
    assert_statement(&against(&ends, &ends, ""), Verdict::Holds, &holds);
    assert_eq!(against(&ends, &ends, FIRST).verdict, Verdict::Fails);
    assert_eq!(against(&ends, &ends, r#", "pair": [1, 0]"#).verdict, Verdict::Fails);
    let everything = table(ONE_HALF, PAIR, r#"[[1, 0], [0, 1]]"#);
    assert_statement(&against(&ends, &everything, FIRST), Verdict::Holds, &holds);
    // No test beats what nobody sees anything in, and where nobody is a neighbour nothing is told apart.
    let nothing = table(ONE_HALF, PAIR, r#"[[1], [1]]"#);
    assert_statement(&against(&nothing, &nothing, ""), Verdict::Holds, &holds);
    assert_statement(&against(&everything, &nothing, ""), Verdict::Fails, &[("excess", "1")]);
    let alone = table(ONE_HALF, r#""query": {"nodes": 2, "edges": []}"#, r#"[[1, 0], [0, 1]]"#);
    assert_statement(&against(&alone, &nothing, ""), Verdict::Holds, &holds);
    assert_statement(&against(&coin, &alone, ""), Verdict::Fails, &[("excess", "1/2")]);
    assert_statement(&against(&coin, &alone, FIRST), Verdict::Holds, &holds);
}

/// Neither pair of the other file is below both corners of this one, their envelope is.
#[test]
fn the_envelope_is_more_than_each_pair() {
    let line = r#""query": {"nodes": 4, "edges": [[0, 1], [2, 3]]}"#;
    let rows = r#"[["1/2", "1/2", 0, 0], [0, 1, 0, 0], ["3/4", 0, "1/4", 0], ["1/4", 0, "3/4", 0]]"#;
    let other = table(ONE_HALF, line, rows);
    let between = table(ONE_HALF, PAIR, r#"[["1/4", "3/8", "3/8"], [0, "5/8", "3/8"]]"#);
    assert_eq!(against(&between, &other, "").verdict, Verdict::Holds);
    assert_eq!(against(&between, &other, r#", "pair": [2, 3]"#).verdict, Verdict::Fails);
}

#[test]
fn what_is_no_mechanism() {
    let (coin, faulty) = (table(ONE_HALF, PAIR, COIN), table(ONE_HALF, PAIR, r#"[["3/4", "1/4"], ["1/4", "1/4"]]"#));
    assert_statement(&against(&faulty, &coin, ""), Verdict::Fails, &[]);
    let negative = table(ONE_HALF, PAIR, r#"[["3/4", "1/4"], ["-1/4", "5/4"]]"#);
    assert_statement(&against(&negative, &coin, FIRST), Verdict::Fails, &[]);
    let found = against(&coin, &faulty, "");
    assert_eq!(found.verdict, Verdict::Undecided);
    let why = "row 1 of the other mechanism is not a distribution, and only those have trade-off functions";
    assert_eq!(found.reason.as_deref(), Some(why));
}

#[test]
fn at_other_alphas() {
    let response =
        |privacy: &str| format!(r#""privacy": {privacy}, {PAIR}, "mechanism": {{"family": "truncated-geometric"}}"#);
    let (one, root) = (r#"{"epsilon": "1"}"#, r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#);
    let coin = table(ONE_HALF, PAIR, COIN);
    for privacy in [one, root] {
        assert_statement(&against(&response(privacy), &response(privacy), ""), Verdict::Holds, &[("excess", "0")]);
        // e^-1 and √½ are more than 1/3.
        assert_eq!(against(&response(privacy), &coin, FIRST).verdict, Verdict::Holds);
        assert_eq!(against(&coin, &coin.replace(ONE_HALF, privacy), FIRST).verdict, Verdict::Holds);
    }
    assert_eq!(against(&response(r#"{"epsilon": "11/10"}"#), &coin, FIRST).verdict, Verdict::Fails);
    // ln 3 = 1.0986122886681098…
    assert_eq!(against(&response(r#"{"epsilon": "1.09861228866810969"}"#), &coin, "").verdict, Verdict::Holds);
    assert_eq!(against(&response(r#"{"epsilon": "1.09861228866810970"}"#), &coin, "").verdict, Verdict::Fails);
    // Other numbers than functions of this t.
    assert_eq!(against(&response(one), &response(r#"{"epsilon": "2"}"#), "").verdict, Verdict::Undecided);
    let between =
        |low: &str, high: &str| response(&format!(r#"{{"alpha": "symbolic", "between": ["{low}", "{high}"]}}"#));
    assert_eq!(against(&between("1/3", "1"), &coin, "").verdict, Verdict::Holds);
    let found = against(&between("0", "1"), &coin, "");
    assert_eq!(found.verdict, Verdict::Fails);
    assert_eq!(found.holds_on.as_ref().map(Vec::len), Some(1));
    let unit = between("0", "1");
    assert_statement(&against(&unit, &unit, ""), Verdict::Holds, &[("excess", "0")]);
    let form = statement(
        &decide(&format!(r#"{unit}, "claims": [{{"claim": "trade-off", "from": "uniform"}}]"#)),
        Kind::TradeOff,
    )
    .clone();
    assert_eq!((form.verdict, show(&form.values[0].1)), (Verdict::Fails, "(1-a)/(1+a)".to_owned()));
}

#[test]
fn products_have_that_of_their_parent() {
    let query = |n: u32| format!(r#""query": {{"graph": "hamming", "values": 2, "individuals": {n}}}"#);
    for individuals in [2, 60] {
        let product = format!(
            r#""privacy": {ONE_HALF}, {}, "mechanism": {{"product": {{"matrix": {COIN}}}, "individuals": {individuals}}}"#,
            query(individuals)
        );
        let coin = table(ONE_HALF, PAIR, COIN);
        assert_statement(&against(&product, &coin, FIRST), Verdict::Holds, &[("excess", "0")]);
        let weaker = table(ONE_HALF, PAIR, r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#);
        assert_statement(&against(&product, &weaker, ""), Verdict::Fails, &[("excess", "1/4")]);
    }
}

/// The errors (a, b) of all tests that are not random.
fn tests(x: &[Rational], y: &[Rational]) -> Vec<[Rational; 2]> {
    let subsets = 0..1usize << x.len();
    let of = |k: usize, row: &[Rational]| (0..row.len()).filter(|o| k >> o & 1 == 1).map(|o| &row[o]).sum::<Rational>();
    subsets.map(|k| [of(k, x), Rational::ONE - of(k, y)]).collect()
}

/// The least second error of mixtures of two of these, with that first error.
fn envelope(points: &[[Rational; 2]], a: &Rational) -> Rational {
    let mut least = Rational::ONE;
    for p in points {
        for q in points {
            if p[0] == *a {
                least = least.min(p[1].clone());
            } else if p[0] < *a && q[0] >= *a {
                let share = (a - &p[0]) / (&q[0] - &p[0]);
                least = least.min(&p[1] + share * (&q[1] - &p[1]));
            }
        }
    }
    least
}

/// The largest of Σ max(0, x − λ·y) less that of these tests, at the slopes between any two of them.
fn excess(ours: &[Vec<[Rational; 2]>], theirs: &[[Rational; 2]]) -> Rational {
    // v − λ·u for the test that rejects x outside of S: v = x(S), u = y(S).
    let most = |points: &[[Rational; 2]], slope: &Rational| {
        points.iter().map(|[a, b]| a - slope * (Rational::ONE - b)).max().unwrap()
    };
    let between = |p: &[Rational; 2], q: &[Rational; 2]| {
        Some(&q[1] - &p[1]).filter(|by| *by != 0).map(|by| (&p[0] - &q[0]) / by).filter(|slope| *slope > 0)
    };
    let slopes: BTreeSet<Rational> = theirs.iter().flat_map(|p| theirs.iter().filter_map(|q| between(p, q))).collect();
    let over = |slope: &Rational| {
        let own = ours.iter().map(|own| most(own, slope)).max().unwrap();
        own - most(theirs, slope)
    };
    slopes.iter().map(over).fold(Rational::ZERO, Rational::max)
}

const ENDS: [(usize, usize); 4] = [(0, 1), (1, 0), (1, 2), (2, 1)];

proptest! {
    #![proptest_config(cases(500))]

    /// By the errors of all tests: no corner of the one may lie below the envelope of the other.
    #[test]
    fn against_the_errors_of_all_tests(
        ours in prop::collection::vec(prop::collection::vec(0u32..7, 2), 3),
        theirs in prop::collection::vec(prop::collection::vec(0u32..7, 2), 3),
        pair in prop::option::of((0usize..3, 1usize..3)),
        sharp in 0u32..30,
    ) {
        let (x, y) = (channel(&ours), {
            let mut y = channel(&theirs);
            // The more is told there, the more often the claim holds.
            let more = Rational::from(sharp) / Rational::from(30);
            for (i, row) in y.iter_mut().enumerate() {
                for (o, entry) in row.iter_mut().enumerate() {
                    *entry = &*entry * (Rational::ONE - &more) + if o == i { more.clone() } else { Rational::ZERO };
                }
            }
            y
        });
        let line = r#""query": {"graph": "line", "nodes": 3}"#;
        let pair = pair.map(|(i, by)| (i, (i + by) % 3));
        let named = pair.map_or_else(String::new, |(i, h)| format!(r#", "pair": [{i}, {h}]"#));
        let found = against(&table(ONE_HALF, line, &json(&x)), &table(ONE_HALF, line, &json(&y)), &named);
        let pairs = pair.map_or(ENDS.to_vec(), |pair| vec![pair]);
        let points: Vec<_> = pairs.iter().flat_map(|&(i, h)| tests(&y[i], &y[h])).collect();
        let own: Vec<_> = ENDS.iter().map(|&(j, k)| tests(&x[j], &x[k])).collect();
        let holds = own.iter().flatten().all(|[a, b]| *b >= envelope(&points, a));
        let most = excess(&own, &points);
        prop_assert_eq!(found.verdict, if holds { Verdict::Holds } else { Verdict::Fails });
        prop_assert_eq!(show(&found.values[0].1), most.to_string());
        prop_assert_eq!(holds, most == 0);
    }

    /// A table against itself, and against itself with 10^-30 of noise more and less.
    #[test]
    fn a_table_against_its_nearest(weights in prop::collection::vec(prop::collection::vec(1u32..9, 2), 3)) {
        let x = channel(&weights);
        let little = Rational::from(10).pow(-30i64);
        let noisier = |by: &Rational| -> Vec<Vec<Rational>> {
            let mean = |o: usize| x.iter().map(|row| &row[o]).sum::<Rational>() / Rational::from(3);
            x.iter().map(|row| row.iter().enumerate().map(|(o, x)| x + by * (mean(o) - x)).collect()).collect()
        };
        let line = r#""query": {"graph": "line", "nodes": 3}"#;
        let own = table(ONE_HALF, line, &json(&x));
        let of = |other: &[Vec<Rational>]| against(&own, &table(ONE_HALF, line, &json(other)), "").verdict;
        let tells = x[0] != x[1] || x[1] != x[2];
        prop_assert_eq!(of(&x), Verdict::Holds);
        prop_assert_eq!(of(&noisier(&-&little)), Verdict::Holds);
        prop_assert_eq!(of(&noisier(&little)), if tells { Verdict::Fails } else { Verdict::Holds });
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// What is said of every α of an interval is so at some of them, by their own files.
    #[test]
    fn an_interval_against_its_numbers(
        theirs in prop::collection::vec(prop::collection::vec(0u32..7, 2), 2),
        low in 1u32..9,
        wide in prop::option::of(1u32..9),
    ) {
        let ends = match wide {
            Some(by) => [low, (low + by).min(10)],
            None => [0, 10],
        };
        let here = |alpha: &str| {
            format!(r#""privacy": {{"alpha": {alpha}}}, "query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"family": "truncated-geometric"}}"#)
        };
        let other = table(ONE_HALF, PAIR, &json(&channel(&theirs)));
        let everywhere = against(&here(&format!(r#""symbolic", "between": ["{}/10", "{}/10"]"#, ends[0], ends[1])), &other, "");
        let at = |k: u32| {
            let alpha = Rational::from(ends[0]) / Rational::from(10) + Rational::from((ends[1] - ends[0]) * k) / Rational::from(60);
            against(&here(&format!("\"{alpha}\"")), &other, "").verdict
        };
        let found: Vec<Verdict> = (1..6).map(at).collect();
        match everywhere.verdict {
            Verdict::Holds => prop_assert!(found.iter().all(|verdict| *verdict == Verdict::Holds)),
            Verdict::Fails if everywhere.holds_on.is_none() => {
                prop_assert!(found.iter().all(|verdict| *verdict == Verdict::Fails));
            }
            // The less α, the easier it is to tell neighbours apart: from some α on it holds.
            Verdict::Fails => prop_assert!(found.windows(2).all(|two| two[0] == Verdict::Fails || two[1] == Verdict::Holds)),
            Verdict::Undecided => prop_assert!(false, "{:?}", everywhere.reason),
        }
    }
}
