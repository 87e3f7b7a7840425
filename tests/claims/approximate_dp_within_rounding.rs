use super::naive_program::most;
use super::*;
use crate::random::cases;
use malachite::base::num::basic::traits::{NegativeOne, One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;

/// What is found of a table that was printed with this rounding.
fn within(privacy: &str, query: &str, rows: &str, rounding: &str) -> Statement {
    let report = decide(&format!(
        r#""privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": {rows}, "rounding": "{rounding}"}},
            "claims": ["approximate-dp-within-rounding"]"#
    ));
    statement(&report, Kind::ApproximateDpWithinRounding).clone()
}

const LINE: &str = r#"{"graph": "line", "nodes": 2}"#;

/// 0.695 and 0.305 alone sum to 1: δ = 0.695 − 2·0.305.
#[test]
fn the_least_delta_is_exact() {
    let rows = r#"[["0.70", "0.31"], ["0.30", "0.69"]]"#;
    let at = |delta: &str| within(&format!(r#"{{"alpha": "1/2", "delta": "{delta}"}}"#), LINE, rows, "0.005");
    for (delta, verdict) in [
        ("17/200", Verdict::Holds),
        ("0.084999999999999999999999999999", Verdict::Fails),
        ("0.085000000000000000000000000001", Verdict::Holds),
        ("0", Verdict::Fails),
        ("9/10", Verdict::Holds),
    ] {
        assert_statement(&at(delta), verdict, &[("delta_min", "17/200")]);
    }
    // No row of distributions is near.
    let heavy =
        within(r#"{"alpha": "1/2", "delta": "9/10"}"#, LINE, r#"[["0.90", "0.31"], ["0.30", "0.69"]]"#, "0.005");
    assert_statement(&heavy, Verdict::Fails, &[]);
    let below =
        within(r#"{"alpha": "1/2", "delta": "9/10"}"#, LINE, r#"[["1.02", "-0.02"], ["0.30", "0.69"]]"#, "0.005");
    assert_statement(&below, Verdict::Fails, &[]);
}

/// Without values, as the program is solved at a rational close by.
#[test]
fn at_irrational_alpha_and_at_every_one() {
    let rows = r#"[["0.70", "0.31"], ["0.30", "0.69"]]"#;
    // At α = e^-1/2: 0.695 − e^(1/2)·0.305 = 0.1921…
    for (delta, verdict) in [("1/5", Verdict::Holds), ("0.19", Verdict::Fails)] {
        let found = within(&format!(r#"{{"epsilon": "1/2", "delta": "{delta}"}}"#), LINE, rows, "0.005");
        assert_eq!(found.verdict, verdict, "{delta}: {:?}", found.reason);
    }
    let over = |delta: &str| format!(r#"{{"alpha": "symbolic", "between": ["1/2", "3/4"], "delta": "{delta}"}}"#);
    assert_eq!(within(&over("1/3"), LINE, rows, "0.005").verdict, Verdict::Holds);
    assert_eq!(within(&over("1/10"), LINE, rows, "0.005").verdict, Verdict::Fails);
}

proptest! {
    #![proptest_config(cases(500))]

    /// Against the linear program in its textbook form, whose optimum δ holds and fails by a hair less.
    #[test]
    fn against_a_naive_program(
        graph in prop::sample::select(vec!["line", "complete"]),
        entries in prop::collection::vec(1u32..40, 9),
        off in prop::collection::vec(-1i32..2, 9),
        rounding in prop::sample::select(vec![1u32, 2, 5]),
        alpha in prop::sample::select(vec![(1u32, 2u32), (1, 3), (4, 5)]),
    ) {
        let n = 3usize;
        let hundredths: Vec<i32> = entries
            .chunks(3)
            .zip(off.chunks(3))
            .flat_map(|(row, off)| {
                let sum: u32 = row.iter().sum();
                row.iter().zip(off).map(move |(x, off)| i32::try_from(x * 100 / sum).expect("small") + off)
            })
            .collect();
        let hundredth = |x: i32| Rational::from_signeds(x, 100);
        let alpha_of = Rational::from_unsigneds(alpha.0, alpha.1);
        let low: Vec<Rational> = hundredths.iter().map(|x| hundredth((x - rounding as i32).max(0))).collect();
        let room: Vec<Rational> =
            hundredths.iter().zip(&low).map(|(x, low)| hundredth(x + rounding as i32) - low).collect();
        let arcs: Vec<[usize; 2]> = (0..n)
            .flat_map(|i| (0..n).map(move |h| [i, h]))
            .filter(|[i, h]| if graph == "line" { i.abs_diff(*h) == 1 } else { i != h })
            .collect();
        // Entries above the least, what each arc has of them too much, and δ.
        let width = 9 + arcs.len() * 3 + 1;
        let unit = |v: usize, x: Rational| {
            let mut row = vec![Rational::ZERO; width];
            row[v] = x;
            row
        };
        let mut program = Vec::new();
        for i in 0..n {
            let left = Rational::ONE - low[i * 3..i * 3 + 3].iter().sum::<Rational>();
            let sum = |x: Rational| (0..width).map(|v| if v < 9 && v / 3 == i { x.clone() } else { Rational::ZERO }).collect();
            program.push((sum(Rational::ONE), left.clone()));
            program.push((sum(Rational::NEGATIVE_ONE), -left));
        }
        (0..9).for_each(|v| program.push((unit(v, Rational::ONE), room[v].clone())));
        for (k, [i, h]) in arcs.iter().enumerate() {
            let own = 9 + k * 3;
            let mut all = unit(width - 1, Rational::NEGATIVE_ONE);
            (own..own + 3).for_each(|v| all[v] = Rational::ONE);
            program.push((all, Rational::ZERO));
            for o in 0..3 {
                let mut row = unit(own + o, Rational::NEGATIVE_ONE);
                row[i * 3 + o] = Rational::ONE;
                row[h * 3 + o] = Rational::NEGATIVE_ONE / &alpha_of;
                program.push((row, &low[h * 3 + o] / &alpha_of - &low[i * 3 + o]));
            }
        }
        let least = most(&unit(width - 1, Rational::NEGATIVE_ONE), &program).map(|x| -x);
        let rows: Vec<Vec<String>> =
            hundredths.chunks(3).map(|row| row.iter().map(|x| format!("{x}/100")).collect()).collect();
        let rows = serde_json::to_string(&rows).expect("texts");
        let at = |delta: &str| {
            let privacy = format!(r#"{{"alpha": "{}/{}", "delta": "{delta}"}}"#, alpha.0, alpha.1);
            let query = format!(r#"{{"graph": "{graph}", "nodes": 3}}"#);
            within(&privacy, &query, &rows, &format!("{rounding}/100"))
        };
        match least {
            None => assert_statement(&at("9/10"), Verdict::Fails, &[]),
            Some(least) => {
                let text = least.to_string();
                assert_statement(&at(&text), Verdict::Holds, &[("delta_min", &*text)]);
                if least > 0u32 {
                    assert_statement(&at(&format!("({text})*(1-1e-30)")), Verdict::Fails, &[("delta_min", &*text)]);
                }
            }
        }
    }
}
