//! Claims on terms of their own, against the same claims of the files that have these for their own.

use super::*;
use crate::channels::{channel, json};
use crate::random::cases;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;

/// The statements that are declared and have terms, as verdicts and values.
fn told(report: &Report) -> Vec<(Kind, Verdict, Vec<String>)> {
    let one = |s: &Statement| {
        let values = s.values.iter().map(|(name, value)| format!("{name} {}", value.decimal().unwrap_or_default()));
        (s.claim.kind, s.verdict, values.collect())
    };
    report.statements.iter().filter(|s| s.declared && s.claim.on.is_some()).map(one).collect()
}

/// The declared statements of a kind without terms.
fn plain(report: &Report, kind: Kind) -> (Kind, Verdict, Vec<String>) {
    let s = report.statements.iter().find(|s| s.declared && s.claim.on.is_none() && s.claim.kind == kind).unwrap();
    let values = s.values.iter().map(|(name, value)| format!("{name} {}", value.decimal().unwrap_or_default()));
    (kind, s.verdict, values.collect())
}

proptest! {
    #![proptest_config(cases(64))]

    /// The same claim of the file that has these terms for its own.
    #[test]
    fn as_of_another_file(
        weights in prop::collection::vec(prop::collection::vec(0u32..6, 2), 3..5),
        (own, of_file) in (0usize..4, 0usize..3),
        epsilon in prop::sample::select(vec!["1/2", "2", "ln(2)", "ln(5)", "1/2*ln(3)", "0.7"]),
    ) {
        let rows = channel(&weights);
        let n = rows.len();
        let graph = ["complete", "star", "line", "cycle"][own];
        let declared = [r#"{"alpha": "1/3"}"#, r#"{"epsilon": "1"}"#, r#"{"epsilon": "1/3*ln(2)", "delta": "1/9"}"#][of_file];
        let table = json(&rows);
        let terms = format!(r#""graph": "{graph}", "epsilon": "{epsilon}""#);
        let claims = format!(
            r#"[{{"claim": "dp", {terms}}}, {{"claim": "approximate-dp", {terms}, "delta": "1/8"}},
                {{"claim": "group-privacy", "distance": 2, {terms}}}, {{"claim": "zcdp", "rho": "1", "graph": "{graph}"}},
                {{"claim": "renyi-dp", "order": 2, "bound": "1/2", "graph": "{graph}"}}, {{"claim": "bounded-range", "epsilon": "1", "graph": "{graph}"}}]"#
        );
        let with = decide(&format!(
            r#""privacy": {declared}, "query": {{"graph": "line", "nodes": {n}}}, "mechanism": {{"matrix": {table}}}, "claims": {claims}"#
        ));
        let query = format!(r#""query": {{"graph": "{graph}", "nodes": {n}}}, "mechanism": {{"matrix": {table}}}"#);
        let other = decide(&format!(
            r#""privacy": {{"epsilon": "{epsilon}", "delta": "1/8"}}, {query},
               "claims": ["dp", {{"claim": "group-privacy", "distance": 2}}, {{"claim": "zcdp", "rho": "1"}},
                 {{"claim": "renyi-dp", "order": 2, "bound": "1/2"}}, {{"claim": "bounded-range", "epsilon": "1"}}]"#
        ));
        let kinds = [Kind::Dp, Kind::ApproximateDp, Kind::GroupPrivacy, Kind::Zcdp, Kind::RenyiDp, Kind::BoundedRange];
        let mut found = told(&with);
        found.sort_by_key(|(kind, ..)| *kind);
        let mut expected: Vec<_> = kinds.iter().map(|kind| plain(&other, *kind)).collect();
        expected.sort_by_key(|(kind, ..)| *kind);
        prop_assert_eq!(found, expected);
    }

    /// Arcs, against every event by itself in fractions.
    #[test]
    fn arcs(
        weights in prop::collection::vec(prop::collection::vec(0u32..5, 2), 3),
        chosen in prop::sample::subsequence(vec![[0, 1], [1, 0], [1, 2], [2, 1], [0, 2], [2, 0]], 1..5),
        by in 2u32..5,
    ) {
        let rows = channel(&weights);
        let edges = format!("{chosen:?}");
        let least = |rows: &[Vec<Rational>], pairs: &[[usize; 2]]| {
            let ratios = pairs.iter().flat_map(|[i, h]| rows[*i].iter().zip(&rows[*h]));
            let ratios = ratios.filter(|(x, _)| **x > Rational::ZERO).map(|(x, y)| y / x);
            ratios.fold(Rational::ONE, |least, ratio| least.min(ratio))
        };
        let lambda = Rational::from(by);
        let delta = |[i, h]: &[usize; 2]| {
            let over = rows[*i].iter().zip(&rows[*h]).map(|(x, y)| x - &lambda * y).filter(|x| *x > Rational::ZERO);
            over.sum::<Rational>()
        };
        let most = chosen.iter().map(delta).max().unwrap();
        let terms = format!(r#""graph": {{"edges": {edges}, "directed": true}}, "epsilon": "ln({by})""#);
        let report = decide(&format!(
            r#""privacy": {{"epsilon": "1"}}, "query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {}}},
               "claims": [{{"claim": "dp", {terms}, "expect": {{"alpha_max": {{"equals": "{}"}}, "verdict": "{}"}}}},
                 {{"claim": "approximate-dp", {terms}, "delta": "1/100", "expect": {{"delta_min": {{"equals": "{most}"}}, "verdict": "{}"}}}}]"#,
            json(&rows),
            least(&rows, &chosen),
            if least(&rows, &chosen) * &lambda >= Rational::ONE { "holds" } else { "fails" },
            if most <= Rational::from_signeds(1, 100) { "holds" } else { "fails" },
        ));
        let own = report.statements.iter().filter(|s| s.claim.on.is_some());
        let expected: Vec<_> = own.map(|s| s.expected).collect();
        prop_assert_eq!(expected, [Some(true), Some(true)]);
    }
}

/// A table in `a` may be asked at multiples of its ε, where they are whole, or the file's `b` is fine enough.
#[test]
fn multiples_of_the_file_s_epsilon() {
    let of = |privacy: &str, epsilon: &str| {
        let table = r#"{"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]}"#;
        let claim =
            format!(r#"{{"claim": "dp", "epsilon": "{epsilon}", "expect": {{"alpha_max": {{"equals": "a"}}}}}}"#);
        decide(&format!(r#""privacy": {privacy}, {PAIR}, "mechanism": {table}, "claims": [{claim}]"#))
    };
    let verdict = |report: &Report| {
        let found = report.statements.iter().find(|s| s.claim.on.is_some()).unwrap();
        (found.verdict, found.expected)
    };
    assert_eq!(verdict(&of(r#"{"epsilon": "1/2"}"#, "1")), (Verdict::Holds, Some(true)));
    assert_eq!(verdict(&of(r#"{"epsilon": "1/2"}"#, "3/2")), (Verdict::Holds, Some(true)));
    let finer = r#"{"epsilon": "1"}, "constant": {"root_of_alpha": 2}"#;
    assert_eq!(verdict(&of(finer, "3/2")), (Verdict::Holds, Some(true)));
    assert_eq!(verdict(&of(finer, "1/2")), (Verdict::Fails, Some(false)));
    assert_eq!(verdict(&of(r#"{"epsilon": "1"}"#, "ln(3)")), (Verdict::Holds, Some(true)));
    assert_eq!(verdict(&of(r#"{"epsilon": "1"}"#, "ln(2)")), (Verdict::Fails, Some(false)));
}
