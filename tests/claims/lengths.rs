//! Graphs whose edges have lengths: distances are those of shortest paths, and so is what privacy asks for.

use super::*;
use crate::channels::{channel, json};
use crate::random::cases;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;

const STREETS: &str = r#"{"nodes": 3, "edges": [[0, 1, "3/2"], [1, 2], [0, 2, 3]]}"#;
const ROWS: &str = r#"[["3/4", "1/8", "1/8"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]"#;

fn of(privacy: &str, query: &str, rows: &str, more: &str) -> Report {
    decide(&format!(r#""privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": {rows}}}{more}"#))
}

fn fails(text: &str, found: &str) {
    let text = format!(r#"{{"format": "dp-mechanism/1", {text}}}"#);
    let error = Mechanism::read(text.as_bytes(), &Limits::default()).expect_err("lengths that do not fit");
    assert!(error.message.contains(found), "{}", error.message);
}

/// The exact value, and its digits.
fn told(report: &Report, name: &str) -> (String, String) {
    let values = &statement(report, Kind::Dp).values;
    let value = &values.iter().find(|(known, _)| *known == name).expect("a value of that name").1;
    (value.exact(200).unwrap_or_default(), value.decimal().unwrap_or_default())
}

#[test]
fn the_least_of_the_ratios_to_the_power_of_their_distance() {
    let at = |alpha: &str, rows: &str| of(&format!(r#"{{"alpha": "{alpha}"}}"#), STREETS, rows, "");
    let found = at("1/4", ROWS);
    assert_eq!(statement(&found, Kind::Dp).verdict, Verdict::Holds);
    assert_eq!(told(&found, "alpha_max"), ("1/2".to_owned(), "0.500000000000".to_owned()));
    // From 0 to 1, at the distance 3/2, the least ratio is 1/5.
    let rows = r#"[["5/7", "1/7", "1/7"], ["1/7", "3/7", "3/7"], ["1/7", "3/7", "3/7"]]"#;
    let found = at("1/4", rows);
    let (exact, digits) = told(&found, "alpha_max");
    assert_eq!((exact.as_str(), digits.as_str()), ("(1/5)^(2/3)", "0.341995189335"));
    assert_eq!(told(&found, "epsilon_min").1, "1.07295860829");
    assert_eq!(statement(&found, Kind::Dp).verdict, Verdict::Holds);
    let found = at("1/2", rows);
    let dp = statement(&found, Kind::Dp);
    assert_eq!(dp.verdict, Verdict::Fails);
    let why = "output 0: answer 0 has 5/7, its neighbour 1, at distance 3/2, has 1/7: ratio 5, allowed 2.8284";
    assert_eq!(dp.explanation, [why]);
    assert_eq!(dp.counterexample().and_then(|evidence| evidence.distance.as_deref()), Some("3/2"));
}

#[test]
fn a_bound_between_two_that_differ_in_the_thirtieth_digit() {
    let rows = r#"[["5/7", "1/7", "1/7"], ["1/7", "3/7", "3/7"], ["1/7", "3/7", "3/7"]]"#;
    // (1/5)^(2/3) = 0.34199518933533939787062177450877…
    let [below, above] = ["0.341995189335339397870621774508", "0.341995189335339397870621774509"];
    for (alpha, verdict) in [(below, Verdict::Holds), (above, Verdict::Fails)] {
        let privacy = format!(r#"{{"alpha": "{alpha}"}}"#);
        let found = of(&privacy, STREETS, rows, "");
        assert_eq!(statement(&found, Kind::Dp).verdict, verdict, "{alpha}");
    }
    let expected = |relation: &str, bound: &str| {
        let claim = format!(
            r#", "claims": [{{"claim": "dp", "expect": {{"verdict": "holds", "alpha_max": {{"{relation}": "{bound}"}}}}}}]"#
        );
        statement(&of(r#"{"alpha": "1/4"}"#, STREETS, rows, &claim), Kind::Dp).expected
    };
    assert_eq!(expected("at_least", below), Some(true));
    assert_eq!(expected("at_least", above), Some(false));
    assert_eq!(expected("at_most", above), Some(true));
    assert_eq!(expected("equals", below), Some(false));
    assert_eq!(expected("at_least", "-1"), Some(true));
}

#[test]
fn what_has_no_meaning_beside_lengths_is_refused() {
    let rest = format!(r#""query": {STREETS}, "mechanism": {{"matrix": {ROWS}}}"#);
    fails(&format!(r#""privacy": {{"alpha": "1/2", "delta": "1/9"}}, {rest}"#), "δ beside edges that have lengths");
    let root = r#""constant": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}"#;
    fails(&format!(r#""privacy": {{"alpha": "1/2"}}, {root}, {rest}"#), "no power of α beside edges");
    let third = r#""constant": {"root_of_alpha": 3}"#;
    fails(
        &format!(r#""privacy": {{"alpha": "1/2"}}, {third}, {rest}"#),
        "b = α^(1/3) beside lengths that are multiples of 1/2",
    );
    let once = r#""mechanism": {"compose": [{"matrix": [[1], [1], [1]], "times": 2}]}"#;
    fails(&format!(r#""privacy": {{"alpha": "1/2"}}, "query": {STREETS}, {once}"#), "`compose` beside edges");
    for claim in [
        r#"{"claim": "dp", "adaptive": true}"#,
        r#""approximate-dp""#,
        r#"{"claim": "renyi-dp", "order": 2, "bound": 1}"#,
        r#"{"claim": "bounded-range", "epsilon": 1}"#,
        r#"{"claim": "zcdp", "rho": 1}"#,
        r#""threshold""#,
        r#""individual-leakage""#,
    ] {
        let found = if claim.contains("threshold") { "multiply them by 2" } else { "edges have lengths" };
        let found = if claim.contains("individual") { "claim `individual-leakage`" } else { found };
        fails(&format!(r#""privacy": {{"alpha": "1/2"}}, {rest}, "claims": [{claim}]"#), found);
    }
    for length in ["0", "-1"] {
        let query = format!(r#""query": {{"nodes": 2, "edges": [[0, 1, "{length}"]]}}"#);
        fails(&format!(r#""privacy": {{"alpha": "1/2"}}, {query}"#), "found");
    }
}

/// Lengths that are all 1 are none: every claim may be made.
#[test]
fn lengths_of_one_say_nothing() {
    let query = r#"{"nodes": 3, "edges": [[0, 1, 1], [1, 2, "2/2"]]}"#;
    let found = of(r#"{"alpha": "1/2", "delta": "1/9"}"#, query, ROWS, "");
    assert!(found.statements.iter().any(|s| s.claim.kind == Kind::ApproximateDp));
}

/// Where b = α^(1/k) is irrational, e^(-1/2), or every number of an interval.
#[test]
fn at_other_alphas() {
    let claims = r#", "priors": {"flat": "uniform"}, "claims": ["tight-constraints-exist", {"claim": "utility-bound", "prior": "flat"}]"#;
    for (privacy, verdict) in [
        (r#"{"alpha": "1/2"}"#, Verdict::Holds),
        (r#"{"epsilon": "1"}"#, Verdict::Holds),
        (r#"{"epsilon": "0.69"}"#, Verdict::Fails),
        (r#"{"epsilon": "1/5*ln(2)"}"#, Verdict::Fails),
        (r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#, Verdict::Fails),
        (r#"{"alpha": "symbolic", "between": ["0", "1/4"]}"#, Verdict::Holds),
    ] {
        let found = of(privacy, STREETS, ROWS, claims);
        let dp = statement(&found, Kind::Dp);
        assert_eq!(dp.verdict, verdict, "{privacy}");
        assert_eq!(show(&dp.values[0].1), "1/2", "{privacy}");
        assert_eq!(statement(&found, Kind::TightConstraintsExist).verdict, Verdict::Holds, "{privacy}");
    }
}

/// The mechanism of the row's distances is tight along every edge, whatever kind of number α is: it has α itself.
#[test]
fn entries_in_powers_of_b_have_alpha_itself() {
    let query = r#"{"nodes": 2, "edges": [[0, 1, "3/2"]]}"#;
    let rows = r#"[["1/(1+b^3)", "b^3/(1+b^3)"], ["b^3/(1+b^3)", "1/(1+b^3)"]]"#;
    let claims = r#", "priors": {"flat": "uniform"}, "claims": ["universally-optimal", "tight-constraints", {"claim": "optimal", "prior": "flat"}]"#;
    for privacy in [
        r#"{"alpha": "1/2"}"#,
        r#"{"alpha": "1/4"}"#,
        r#"{"epsilon": "1"}"#,
        r#"{"epsilon": "1/5*ln(2)"}"#,
        r#"{"alpha": "symbolic", "between": ["0", "1"]}"#,
    ] {
        let found = of(privacy, query, rows, claims);
        for kind in [Kind::Dp, Kind::UniversallyOptimal, Kind::TightConstraints] {
            assert_eq!(statement(&found, kind).verdict, Verdict::Holds, "{privacy} {kind:?}");
        }
        assert_eq!(about(&found, Kind::Optimal, Some("flat")).verdict, Verdict::Holds, "{privacy}");
        let alpha = match privacy {
            text if text.contains("1/2") => "1/2",
            text if text.contains("1/4") => "1/4",
            _ => "b^2",
        };
        assert_eq!(told(&found, "alpha_max").0, alpha, "{privacy}");
    }
}

/// d(i, h) in rationals by Floyd and Warshall; none without a path.
fn distances(n: usize, edges: &[(usize, usize, Rational)]) -> Vec<Vec<Option<Rational>>> {
    let mut d = vec![vec![None; n]; n];
    (0..n).for_each(|i| d[i][i] = Some(Rational::ZERO));
    for (i, h, length) in edges {
        (d[*i][*h], d[*h][*i]) = (Some(length.clone()), Some(length.clone()));
    }
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                let (Some(one), Some(other)) = (&d[i][k], &d[k][j]) else { continue };
                let along = one + other;
                if d[i][j].as_ref().is_none_or(|known| along < *known) {
                    d[i][j] = Some(along);
                }
            }
        }
    }
    d
}

/// x^a as x^p for a = p/q; and q.
fn whole(a: &Rational) -> (u64, u64) {
    let number = |n: &malachite::Natural| u64::try_from(n).unwrap();
    (number(a.numerator_ref()), number(a.denominator_ref()))
}

/// x^(1/d) against y^(1/e), by whole powers.
fn order((x, d): (&Rational, &Rational), (y, e): (&Rational, &Rational)) -> std::cmp::Ordering {
    let ((p, q), (r, s)) = (whole(d), whole(e));
    // x^(q/p) against y^(s/r): x^(q·r) against y^(s·p).
    x.pow(q * r).cmp(&y.pow(s * p))
}

/// `(1/5)^(2/3)` as (1/5, 2/3), a rational as it is.
fn power(text: &str) -> (Rational, Rational) {
    let number = |text: &str| -> Rational { text.trim_matches(['(', ')']).parse().unwrap() };
    text.split_once('^').map_or_else(|| (number(text), Rational::ONE), |(x, a)| (number(x), number(a)))
}

fn lengths() -> impl Strategy<Value = Rational> {
    (1u32..7, 1u32..4).prop_map(|(n, d)| Rational::from_unsigneds(n, d))
}

/// A graph on 5 nodes, the numerators of a table, and α.
type Drawn = (Vec<Vec<u32>>, std::collections::BTreeMap<(usize, usize), Rational>, Rational);

fn drawn() -> impl Strategy<Value = Drawn> {
    let table = prop::collection::vec(prop::collection::vec(0u32..9, 3), 5);
    let edges = prop::collection::btree_map((0usize..5, 0usize..5), lengths(), 2..9);
    let alpha = (1u32..9, 9u32..12).prop_map(|(n, d)| Rational::from_unsigneds(n, d));
    (table, edges, alpha)
}

fn query(edges: &[(usize, usize, Rational)]) -> String {
    let edges: Vec<_> = edges.iter().map(|(i, h, length)| (i, h, length.to_string())).collect();
    format!(r#"{{"nodes": 5, "edges": {}}}"#, serde_json::to_string(&edges).unwrap())
}

proptest! {
    #![proptest_config(cases(500))]

    /// All pairs at their distances by whole powers of fractions; at the bound, where it is rational, and beside it.
    #[test]
    fn against_all_pairs((weights, edges, alpha) in drawn()) {
        let edges: Vec<(usize, usize, Rational)> =
            edges.into_iter().filter(|((i, h), _)| i < h).map(|((i, h), length)| (i, h, length)).collect();
        let (rows, d) = (channel(&weights), distances(5, &edges));
        let mut all = Vec::new();
        for (i, h) in (0..5).flat_map(|i| (0..5).map(move |h| (i, h))).filter(|(i, h)| i != h) {
            let Some(d) = &d[i][h] else { continue };
            all.extend(rows[i].iter().zip(&rows[h]).filter(|(x, _)| **x > 0u32).map(|(x, y)| (y / x, d.clone())));
        }
        let is_private = |alpha: &Rational| all.iter().all(|(ratio, d)| {
            let (p, q) = whole(d);
            alpha.pow(p) <= ratio.pow(q)
        });
        let least = all.iter().filter(|(ratio, _)| *ratio < 1u32).min_by(|x, y| order((&x.0, &x.1), (&y.0, &y.1)));
        let at = |alpha: &Rational| {
            let found = of(&format!(r#"{{"alpha": "{alpha}"}}"#), &query(&edges), &json(&rows), "");
            (statement(&found, Kind::Dp).verdict == Verdict::Holds, told(&found, "alpha_max").0)
        };
        for alpha in [alpha, Rational::from_unsigneds(1u32, 8u32), Rational::ONE] {
            let (holds, alpha_max) = at(&alpha);
            prop_assert_eq!(holds, is_private(&alpha), "{} {:?}", &alpha, &edges);
            let (x, a) = power(&alpha_max);
            match least {
                Some((ratio, _)) if *ratio == 0u32 => prop_assert_eq!(alpha_max, "0"),
                Some((ratio, d)) => {
                    prop_assert!(order((&x, &(Rational::ONE / a)), (ratio, d)).is_eq(), "{} {}^1/{}", alpha_max, ratio, d);
                }
                None => prop_assert_eq!(alpha_max, "1"),
            }
        }
        let (_, text) = at(&Rational::ONE);
        let (x, a) = power(&text);
        if a == 1u32 && x > 0u32 && x < 1u32 {
            let more = Rational::ONE + Rational::from(10).pow(-30i64);
            prop_assert!(at(&x).0);
            prop_assert!(!at(&(&x * &more)).0);
            prop_assert!(at(&(&x / more)).0);
        }
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// The same distances in other units: whole lengths at α = 1/2 are half as long at 1/4; where all are 2, they are
    /// edges without lengths at 1/4. Every claim comes out the same.
    #[test]
    fn another_unit_makes_no_difference((weights, edges, _) in drawn(), of_two: bool) {
        let edges: Vec<(usize, usize, Rational)> = edges
            .into_iter()
            .filter(|((i, h), _)| i < h)
            .map(|((i, h), x)| (i, h, if of_two { Rational::from(2) } else { Rational::from(x.numerator_ref()) }))
            .collect();
        let claims = r#", "priors": {"flat": "uniform", "slanted": ["1/2", "1/4", "1/8", "1/16", "1/16"]}, "claims": [
            "tight-constraints-exist", "tight-constraints", "capacity", "universally-optimal",
            {"claim": "regular", "prior": "slanted"}, {"claim": "utility-bound", "prior": "slanted"},
            {"claim": "optimal", "prior": "flat"}, {"claim": "optimal", "prior": "slanted"},
            {"claim": "jointly-optimal", "priors": ["flat", "slanted"]}, {"claim": "leakage-bound", "prior": "flat"},
            {"claim": "derivable", "from": "uniform"}, {"claim": "group-privacy", "distance": D}]"#;
        let rows = channel(&weights);
        let at = |alpha: &str, edges: &[(usize, usize, Rational)], distance: u32| {
            let claims = claims.replace('D', &distance.to_string());
            of(&format!(r#"{{"alpha": "{alpha}"}}"#), &query(edges), &json(&rows), &claims)
        };
        let half: Vec<_> = edges.iter().map(|(i, h, x)| (*i, *h, x / Rational::from(2))).collect();
        let (whole, half) = (at("1/2", &edges, 4), at("1/4", &half, 2));
        for statement in half.statements.iter().filter(|s| s.claim.kind != Kind::ApproximateDp && s.claim.kind != Kind::Threshold) {
            let mut claim = statement.claim.clone();
            claim.distance = claim.distance.map(|(d, nearer)| (2 * d, nearer));
            let Some(other) = whole.statements.iter().find(|s| s.claim == claim) else { continue };
            prop_assert_eq!(statement.verdict, other.verdict, "{:?}", claim);
            if claim.kind != Kind::Dp {
                let values = |s: &Statement| s.values.iter().map(|(name, x)| (*name, show(x))).collect::<Vec<_>>();
                prop_assert_eq!(values(statement), values(other), "{:?}", claim);
            }
        }
    }
}
