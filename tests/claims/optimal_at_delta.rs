use super::naive_program::most;
use super::*;
use crate::fixtures::{LINE_2, ONE_HALF};
use crate::random::cases;
use malachite::base::num::basic::traits::{NegativeOne, One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;

/// What is found of X for the prior `p` and the claim's parameters.
fn found(privacy: &str, query: &str, rows: &str, rest: &str, parameters: &str) -> Statement {
    let report = decide(&format!(
        r#""privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": {rows}}}, {rest},
            "claims": [{{"claim": "optimal", "prior": "p"{parameters}}}]"#
    ));
    report.claims().find(|s| s.claim.kind == Kind::Optimal).expect("it is claimed").clone()
}

const UNIFORM: &str = r#""priors": {"p": "uniform"}"#;

/// (2 + δ)/3 is the most on a line of two at α = 1/2.
#[test]
fn both_verdicts() {
    let rows = r#"[["7/10", "3/10"], ["3/10", "7/10"]]"#;
    let at = |parameters: &str| found(ONE_HALF, LINE_2, rows, UNIFORM, parameters);
    assert_statement(&at(r#", "delta": "1/10""#), Verdict::Holds, &[("utility", "7/10"), ("optimum", "7/10")]);
    for (delta, because) in [
        ("0.100000000000000000000000000001", "X has the utility 7/10, another (ε, "),
        ("0.099999999999999999999999999999", "X is not (ε, δ)-private with δ = "),
        ("0", "X is not ε-private"),
    ] {
        let found = at(&format!(r#", "delta": "{delta}""#));
        assert_eq!(found.verdict, Verdict::Fails, "{delta}");
        assert!(found.explanation[0].starts_with(because), "{:?}", found.explanation);
        assert!(found.values.iter().any(|(name, _)| *name == "optimum"), "{delta}");
    }
    for (within, verdict) in
        [("1/10", Verdict::Holds), ("0.099999999999999999999999999999", Verdict::Fails), ("1/5", Verdict::Holds)]
    {
        let found = at(&format!(r#", "delta": "2/5", "within": "{within}""#));
        assert_statement(&found, verdict, &[("utility", "7/10"), ("optimum", "4/5")]);
    }
}

/// (1 + α·δ)/(1 + α), whatever α is.
#[test]
fn at_irrational_alpha_and_at_every_one() {
    let rows = r#"[["(1+a/10)/(1+a)", "a*9/10/(1+a)"], ["a*9/10/(1+a)", "(1+a/10)/(1+a)"]]"#;
    let root = r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#;
    for privacy in [r#"{"epsilon": "1"}"#, root, r#"{"alpha": "symbolic", "between": ["0", "1"]}"#] {
        let at = |delta: &str| found(privacy, LINE_2, rows, UNIFORM, &format!(r#", "delta": "{delta}""#)).verdict;
        assert_eq!(at("1/10"), Verdict::Holds, "{privacy}");
        assert_eq!(at("0.100000000000000000000000000001"), Verdict::Fails, "{privacy}");
        assert_eq!(at("0.099999999999999999999999999999"), Verdict::Fails, "{privacy}");
    }
    let uniform = r#"[["1/3", "1/3", "1/3"], ["1/3", "1/3", "1/3"], ["1/3", "1/3", "1/3"]]"#;
    for (privacy, query) in [
        (r#"{"epsilon": "1"}"#, r#"{"graph": "line", "nodes": 3}"#),
        (root, r#"{"graph": "complete", "nodes": 3}"#),
        (r#"{"alpha": "symbolic", "between": ["1/4", "1/2"]}"#, r#"{"graph": "complete", "nodes": 3}"#),
    ] {
        let found = found(privacy, query, uniform, UNIFORM, r#", "delta": "1/7""#);
        assert_eq!(found.verdict, Verdict::Fails, "{privacy} {query}: {:?}", found.reason);
        assert!(found.values.iter().any(|(name, _)| *name == "optimum"), "{privacy} {query}");
    }
}

fn one(x: bool) -> Rational {
    if x { Rational::ONE } else { Rational::ZERO }
}

/// The most of Σ c_w(i)·y_iw: variables y_iw and s_ih,w, and a reward for row sums that are 1.
fn optimum(arcs: &[[usize; 2]], alpha: &Rational, delta: &Rational, gains: &[Vec<Rational>]) -> Rational {
    let (n, m) = (gains.len(), gains[0].len());
    let (entries, reward) = (n * m, Rational::from(1_000u32));
    let width = entries + arcs.len() * m;
    let mut objective = vec![Rational::ZERO; width];
    (0..entries).for_each(|v| objective[v] = &gains[v / m][v % m] + &reward);
    let mut rows = Vec::new();
    for i in 0..n {
        rows.push(((0..width).map(|v| one(v < entries && v / m == i)).collect::<Vec<_>>(), Rational::ONE));
    }
    for (k, [i, h]) in arcs.iter().enumerate() {
        let own = entries + k * m;
        rows.push(((0..width).map(|v| one(v >= own && v < own + m)).collect(), delta.clone()));
        for w in 0..m {
            let mut row = vec![Rational::ZERO; width];
            row[i * m + w] = Rational::ONE;
            row[h * m + w] = Rational::NEGATIVE_ONE / alpha;
            row[own + w] = Rational::NEGATIVE_ONE;
            rows.push((row, Rational::ZERO));
        }
    }
    most(&objective, &rows).expect("the uniform mechanism") - Rational::from(n) * reward
}

proptest! {
    #![proptest_config(cases(500))]

    /// Against the linear program in its textbook form; and a hair beside what X lacks.
    #[test]
    fn against_a_naive_program(
        graph in prop::sample::select(vec!["line", "complete"]),
        entries in prop::collection::vec(1u32..9, 9),
        weights in prop::collection::vec(0u32..9, 3),
        gains in prop::option::of(prop::collection::vec(-4i32..9, 9)),
        alpha in prop::sample::select(vec![(1u32, 2u32), (1, 3), (4, 5), (1, 1)]),
        delta in prop::sample::select(vec![(1u32, 20u32), (1, 7), (1, 3), (9, 10)]),
    ) {
        let fraction = |(n, d): (u32, u32)| Rational::from_unsigneds(n, d);
        let text = |(n, d): (u32, u32)| format!("{n}/{d}");
        let (n, sum) = (3usize, weights.iter().sum::<u32>() + 1);
        let prior: Vec<(u32, u32)> = (0..n).map(|i| (weights[i] + u32::from(i == 0), sum)).collect();
        let gain = |w: usize, i: usize| gains.as_ref().map_or(i32::from(w == i), |gains| gains[w * 3 + i]);
        let of_gain = |i: usize, w: usize| fraction(prior[i]) * Rational::from(gain(w, i));
        let worth: Vec<Vec<Rational>> = (0..n).map(|i| (0..n).map(|w| of_gain(i, w)).collect()).collect();
        let arcs: Vec<[usize; 2]> = (0..n)
            .flat_map(|i| (0..n).map(move |h| [i, h]))
            .filter(|[i, h]| if graph == "line" { i.abs_diff(*h) == 1 } else { i != h })
            .collect();
        let best = optimum(&arcs, &fraction(alpha), &fraction(delta), &worth);
        let sums: Vec<u32> = entries.chunks(3).map(|row| row.iter().sum()).collect();
        let x = |i: usize, o: usize| fraction((entries[i * 3 + o], sums[i]));
        let guess = |o: usize, w: usize| (0..n).map(|i| &worth[i][w] * x(i, o)).sum::<Rational>();
        let own: Rational = (0..n).map(|o| (0..n).map(|w| guess(o, w)).max().expect("a guess")).sum();
        let excess = |[i, h]: &[usize; 2]| -> Rational {
            (0..n).map(|o| (x(*i, o) - x(*h, o) / fraction(alpha)).max(Rational::ZERO)).sum()
        };
        let private = arcs.iter().all(|arc| excess(arc) <= fraction(delta));
        let rows: Vec<Vec<String>> =
            entries.chunks(3).zip(&sums).map(|(row, sum)| row.iter().map(|x| format!("{x}/{sum}")).collect()).collect();
        let gains = gains.as_ref().map_or_else(String::new, |gains| {
            format!(r#", "gain": {}"#, serde_json::to_string(&gains.chunks(3).collect::<Vec<_>>()).expect("numbers"))
        });
        let prior: Vec<String> = prior.into_iter().map(text).collect();
        let rest = format!(r#""priors": {{"p": {}}}{gains}"#, serde_json::to_string(&prior).expect("texts"));
        let rows = serde_json::to_string(&rows).expect("texts");
        let at = |parameters: &str| {
            let query = format!(r#"{{"graph": "{graph}", "nodes": 3}}"#);
            let parameters = format!(r#", "delta": "{}"{parameters}"#, text(delta));
            found(&format!(r#"{{"alpha": "{}"}}"#, text(alpha)), &query, &rows, &rest, &parameters)
        };
        let plain = at("");
        let (own_text, best_text) = (own.to_string(), best.to_string());
        let values = [("utility", &*own_text), ("optimum", &*best_text)];
        let expected = if private && own == best { Verdict::Holds } else { Verdict::Fails };
        assert_statement(&plain, expected, &values);
        if best > own {
            let less = format!(r#", "within": "({})*(1-1e-30)""#, &best - &own);
            let just = format!(r#", "within": "{}""#, &best - &own);
            prop_assert_eq!(at(&less).verdict, Verdict::Fails);
            assert_statement(&at(&just), if private { Verdict::Holds } else { Verdict::Fails }, &values);
        }
    }
}
