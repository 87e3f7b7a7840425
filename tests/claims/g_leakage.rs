use super::*;
use crate::channels::{channel, distribution, json};
use crate::random::cases;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use proptest::prelude::*;

fn leakage(fields: &str) -> Statement {
    let report = decide(&format!(r#"{fields}, "claims": [{{"claim": "g-leakage", "prior": "p"}}]"#));
    statement_of(&report)
}

fn statement_of(report: &Report) -> Statement {
    about(report, Kind::GLeakage, Some("p")).clone()
}

const COIN: &str = r#""mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}"#;

#[test]
fn for_the_binary_gain_it_is_the_min_entropy_leakage() {
    let fields = format!(r#"{HALF}, {PAIR}, {COIN}, "priors": {{"p": ["2/3", "1/3"]}}"#);
    let values = [("additive", "1/12"), ("multiplicative", "9/8"), ("bits", "0.169925001442")];
    assert_statement(&leakage(&fields), Verdict::Holds, &values);
}

/// Two guesses and staying silent, which gains nothing: where the prior says that no guess pays, the factor does not
/// exist.
#[test]
fn gains_that_are_negative_or_nothing() {
    let of =
        |gain: &str, prior: &str| leakage(&format!(r#"{HALF}, {PAIR}, {COIN}, "priors": {{"p": {prior}}}, {gain}"#));
    let silent = of(r#""gain": [[1, -1], [-1, 1], [0, 0]]"#, r#""uniform""#);
    assert_statement(&silent, Verdict::Holds, &[("additive", "1/2")]);
    let loss = of(r#""loss": "binary""#, r#"["2/3", "1/3"]"#);
    assert_statement(&loss, Verdict::Holds, &[("additive", "1/12")]);
    let nothing = of(r#""gain": [[0, 0]]"#, r#""uniform""#);
    assert_statement(&nothing, Verdict::Holds, &[("additive", "0")]);
    let where_it_never_is = of(r#""gain": [[0, 1]]"#, r#"[1, 0]"#);
    assert_statement(&where_it_never_is, Verdict::Holds, &[("additive", "0")]);
}

#[test]
fn at_other_alphas() {
    let rows = r#""mechanism": {"family": "randomised-response"}, "priors": {"p": "uniform"}, "gain": "distance""#;
    for privacy in [r#"{"epsilon": "1"}"#, r#"{"alpha": "symbolic", "between": ["0", "1"]}"#] {
        let found = leakage(&format!(r#""privacy": {privacy}, "query": {{"graph": "complete", "nodes": 2}}, {rows}"#));
        assert_eq!(found.verdict, Verdict::Holds);
        assert_eq!(show(&found.values[1].1), "2/(1+a)", "{privacy}");
    }
}

proptest! {
    #![proptest_config(cases(500))]

    /// U by trying every map of outputs to guesses.
    #[test]
    fn against_every_strategy(
        rows in prop::collection::vec(prop::collection::vec(0u32..6, 2), 3),
        gains in prop::collection::vec(prop::collection::vec(-3i32..9, 3), 2),
        weights in prop::collection::vec(0u32..5, 3),
    ) {
        let x = channel(&rows);
        let prior = distribution(&weights[..2]);
        let gained = |strategy: [usize; 3]| {
            let mut sum = Rational::ZERO;
            for (i, row) in x.iter().enumerate() {
                for (o, x) in row.iter().enumerate() {
                    sum += &prior[i] * x * Rational::from(gains[strategy[o]][i]);
                }
            }
            sum
        };
        let all = (0..8).map(|k| gained([k & 1, k >> 1 & 1, k >> 2 & 1])).max().unwrap();
        let before = gained([0, 0, 0]).max(gained([1, 1, 1]));
        let prior = json(std::slice::from_ref(&prior));
        let found = leakage(&format!(
            r#"{HALF}, "query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {}}}, "gain": {},
               "priors": {{"p": {}}}"#,
            json(&x),
            serde_json::to_string(&gains).unwrap(),
            &prior[1..prior.len() - 1],
        ));
        let mut values = vec![("additive", (&all - &before).to_string())];
        if before > 0 && gains.iter().flatten().all(|g| *g >= 0) {
            values.push(("multiplicative", (&all / &before).to_string()));
        }
        let shown: Vec<(&str, String)> = found.values.iter().map(|(name, value)| (*name, show(value))).collect();
        prop_assert_eq!(&shown[..shown.len().min(2)], &values[..]);
    }
}
