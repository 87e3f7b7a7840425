#![allow(clippy::float_arithmetic, reason = "an oracle that is as close as its bounds")]

use super::*;
use crate::channels::coins;
use crate::fixtures::COIN;
use crate::random::cases;
use dp_verify::report::Value;
use proptest::prelude::*;

fn zcdp(privacy: &str, query: &str, rows: &str, rho: &str) -> Statement {
    let report = decide(&format!(
        r#""privacy": {privacy}, {query}, "mechanism": {{"matrix": {rows}}}, "claims": [{{"claim": "zcdp", "rho": "{rho}"}}]"#
    ));
    statement(&report, Kind::Zcdp).clone()
}

/// Of randomised response the supremum is the limit at the order 1: ε·tanh(ε/2).
#[test]
fn randomised_response() {
    let value = [("rho_min", "0.549306144334")];
    let coin = |rho: &str| zcdp(r#"{"alpha": "1/3"}"#, PAIR, COIN, rho);
    // ln(3)/2.
    assert_statement(&coin("0.549306144334054845697622618462"), Verdict::Holds, &value);
    assert_statement(&coin("0.549306144334054845697622618461"), Verdict::Fails, &value);
    let rows = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#;
    let one = |rho: &str| zcdp(r#"{"epsilon": "1"}"#, PAIR, rows, rho);
    // tanh(1/2).
    assert_statement(&one("0.462117157260009758502318483644"), Verdict::Holds, &[("rho_min", "0.462117157260")]);
    assert_eq!(one("0.462117157260009758502318483643").verdict, Verdict::Fails);
    // With a small ε the quotient is nearly the same for all orders up to 1/ε.
    let small = zcdp(r#"{"epsilon": "1e-4"}"#, PAIR, rows, "5e-9");
    assert_statement(&small, Verdict::Holds, &[("rho_min", "4.99999999583e-9")]);
}

/// The fair coin beside another has its supremum at the order 1.4668759….
#[test]
fn a_supremum_at_an_order_over_one() {
    let rows = r#"[["9/10", "1/10"], ["1/2", "1/2"]]"#;
    let at = |rho: &str| zcdp(r#"{"alpha": "1/9"}"#, PAIR, rows, rho);
    let found = at("0.532439312227316195268238389257");
    assert_statement(&found, Verdict::Holds, &[("rho_min", "0.532439312227")]);
    assert!(found.explanation[0].starts_with("from answer 1 to its neighbour 0 "), "{:?}", found.explanation);
    assert_eq!(at("0.532439312227316195268238389256").verdict, Verdict::Fails);
}

#[test]
fn equal_rows_outputs_of_one_alone_and_rows_that_are_none() {
    let equal = zcdp(r#"{"alpha": "1/2"}"#, PAIR, r#"[["1/3", "2/3", 0], ["1/3", "2/3", 0]]"#, "0");
    assert_statement(&equal, Verdict::Holds, &[("rho_min", "0")]);
    let apart = zcdp(r#"{"alpha": "1/2"}"#, PAIR, r#"[["1/2", "1/2"], [0, 1]]"#, "1000000");
    assert_statement(&apart, Verdict::Fails, &[("rho_min", "inf")]);
    assert_eq!(apart.explanation, ["output 0 is possible at answer 0, and not at its neighbour 1"]);
    let faulty = zcdp(r#"{"alpha": "1/2"}"#, PAIR, r#"[["1/2", "1/3"], [0, 1]]"#, "1000000");
    assert_statement(&faulty, Verdict::Fails, &[]);
    let alone = zcdp(r#"{"alpha": "1/2"}"#, r#""query": {"graph": "line", "nodes": 1}"#, "[[1]]", "0");
    assert_statement(&alone, Verdict::Holds, &[("rho_min", "0")]);
}

/// Over an interval a number refutes it, and what holds for all of them stays undecided.
#[test]
fn over_an_interval() {
    let rows = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#;
    let third = |rho: &str| zcdp(r#"{"alpha": "symbolic", "between": ["1/3", "1"]}"#, PAIR, rows, rho);
    assert_eq!(third("1/100").verdict, Verdict::Fails);
    assert_eq!(third("1").verdict, Verdict::Undecided);
    let constant = zcdp(r#"{"alpha": "symbolic", "between": ["1/3", "1"]}"#, PAIR, COIN, "0.55");
    assert_eq!(constant.verdict, Verdict::Holds);
}

#[test]
fn products_and_responses() {
    for individuals in [2, 60] {
        let report = decide(&coins(individuals, r#"{"claim": "zcdp", "rho": "0.55"}"#));
        assert_statement(statement(&report, Kind::Zcdp), Verdict::Holds, &[("rho_min", "0.549306144334")]);
    }
    for nodes in [3, 3_000] {
        let report = decide(&format!(
            r#""privacy": {{"alpha": "1/3"}}, "claims": [{{"claim": "zcdp", "rho": "0.55"}}],
               "query": {{"graph": "complete", "nodes": {nodes}}}, "mechanism": {{"family": "randomised-response"}}"#
        ));
        assert_eq!(statement(&report, Kind::Zcdp).verdict, Verdict::Holds, "{nodes}");
    }
}

/// ln Σ p·(p/q)^s/(s·(s+1)), and the divergence of Kullback and Leibler at s = 0.
fn quotient(p: &[f64], q: &[f64], s: f64) -> f64 {
    let terms = p.iter().zip(q).filter(|(p, _)| **p > 0.0);
    if s == 0.0 {
        return terms.map(|(p, q)| p * (p / q).ln()).sum();
    }
    terms.map(|(p, q)| p * ((p / q).ln() * s).exp_m1()).sum::<f64>().ln_1p() / (s * (s + 1.0))
}

proptest! {
    #![proptest_config(cases(500))]

    /// Against the largest of the quotients of a fine grid in floats, to within 10^-8; beside both ends of the
    /// enclosure by a factor of 1 ± 10^-15; and each whole order by `renyi-dp`, which knows nothing of suprema.
    #[test]
    fn against_a_grid_and_whole_orders(weights in prop::collection::vec(prop::collection::vec(1u32..60, 3), 3)) {
        let sums: Vec<u32> = weights.iter().map(|row| row.iter().sum()).collect();
        let floats: Vec<Vec<f64>> =
            weights.iter().zip(&sums).map(|(row, sum)| row.iter().map(|w| f64::from(*w) / f64::from(*sum)).collect()).collect();
        let shown: Vec<Vec<String>> =
            weights.iter().zip(&sums).map(|(row, sum)| row.iter().map(|w| format!("{w}/{sum}")).collect()).collect();
        let shown = serde_json::to_string(&shown).unwrap();
        let line = r#""query": {"graph": "line", "nodes": 3}"#;
        let at = |rho: &str| zcdp(r#"{"alpha": "1/2"}"#, line, &shown, rho);
        let mut most = 0f64;
        for [i, h] in [[0, 1], [1, 0], [1, 2], [2, 1]] {
            let orders = (0..4_000).map(|j| f64::from(j) * 0.004).map(|x| x.exp() / 200.0 - 0.005);
            most = orders.map(|s| quotient(&floats[i], &floats[h], s.max(0.0))).fold(most, f64::max);
        }
        let found = at("1000");
        if most < 1e-14 {
            prop_assert_eq!(at("0").verdict, if most == 0.0 { Verdict::Holds } else { at("0").verdict });
            return Ok(());
        }
        let Value::Enclosed(enclosure) = &found.values[0].1 else { panic!("{:?}", found.values) };
        let [low, high] = [&enclosure.low, &enclosure.high].map(|x| {
            let text = x.to_string();
            let (n, d) = text.split_once('/').unwrap_or((&text, "1"));
            let parse = |x: &str| x.parse::<f64>().unwrap();
            (text.clone(), parse(n) / parse(d))
        });
        prop_assert!((low.1 - most).abs() <= 1e-8 * most && (high.1 - most).abs() <= 1e-8 * most, "{low:?} {most}");
        prop_assert_eq!(at(&high.0).verdict, Verdict::Holds);
        prop_assert_eq!(at(&format!("({})*(1+1e-15)", high.0)).verdict, Verdict::Holds);
        prop_assert_eq!(at(&format!("({})*(1-1e-15)", low.0)).verdict, Verdict::Fails);
        let renyi: Vec<String> = (2..8)
            .map(|k| format!(r#"{{"claim": "renyi-dp", "order": {k}, "bound": "({})*{k}"}}"#, high.0))
            .collect();
        let report = decide(&format!(
            r#""privacy": {{"alpha": "1/2"}}, {line}, "mechanism": {{"matrix": {shown}}}, "claims": [{}]"#,
            renyi.join(", ")
        ));
        for statement in report.statements.iter().filter(|statement| statement.claim.kind == Kind::RenyiDp) {
            prop_assert_eq!(statement.verdict, Verdict::Holds);
        }
    }
}
