use super::*;
use crate::fixtures::{LINE_2, ONE_HALF, TRIANGLE};
use crate::random::cases;
use proptest::prelude::*;

/// What is found of X, near the optimum for `flat` by so much.
fn near(privacy: &str, query: &str, rows: &str, within: &str, rest: &str) -> (Statement, Report) {
    let report = decide(&format!(
        r#""privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": {rows}}}, {FLAT}{rest},
            "claims": [{{"claim": "optimal", "prior": "flat", "within": "{within}"}}]"#
    ));
    let found = report.claims().find(|s| s.claim.kind == Kind::Optimal).expect("it is claimed").clone();
    (found, report)
}

/// Three answers on a ring at α = 1/2, where 1/2 is the most: the utility is 1/2 − x.
fn less_by(x: &str) -> String {
    let (most, least) = (format!("1/2-{x}"), format!("1/4+({x})/2"));
    let row = |i: usize| {
        (0..3).map(|j| format!("\"{}\"", if i == j { &most } else { &least })).collect::<Vec<_>>().join(", ")
    };
    format!("[{}]", (0..3).map(|i| format!("[{}]", row(i))).collect::<Vec<_>>().join(", "))
}

#[test]
fn a_table_that_is_short_of_the_optimum_by_this_much() {
    for (short, within, verdict) in [
        ("1e-9", "1e-9", Verdict::Holds),
        ("1e-9", "0.999999999e-9", Verdict::Fails),
        ("1e-30", "1e-30", Verdict::Holds),
        ("1e-30", "1e-31", Verdict::Fails),
        ("0", "1e-9", Verdict::Holds),
        ("1/100", "1/10", Verdict::Holds),
    ] {
        let (found, _) = near(ONE_HALF, TRIANGLE, &less_by(short), within, "");
        assert_eq!(found.verdict, verdict, "{short} within {within}");
        let optimum = found.values.iter().find(|(name, _)| *name == "optimum").map(|(_, value)| show(value));
        assert_eq!(optimum.as_deref(), Some("1/2"), "{short} within {within}");
    }
    let (found, report) = near(ONE_HALF, TRIANGLE, &less_by("1e-9"), "1e-9", "");
    let sentence = "X has the utility 499999999/1000000000, another private mechanism 1/2, more by 1/1000000000, claimed \
                    within 1e-9";
    assert_eq!(found.explanation, [sentence]);
    // That it is not optimal is a finding.
    let exactly = report.statements.iter().find(|s| s.claim.kind == Kind::Optimal && !s.declared).expect("a finding");
    assert_eq!((exactly.verdict, report.status()), (Verdict::Fails, 0));
    assert!(report.to_json(false).contains(r#""within": "1/1000000000""#));
}

#[test]
fn with_a_loss() {
    let (found, _) =
        near(ONE_HALF, LINE_2, r#"[["13/20", "7/20"], ["7/20", "13/20"]]"#, "1/60", r#", "loss": "absolute""#);
    let values = [("utility", "-7/20"), ("loss", "7/20"), ("optimum", "-1/3"), ("least_loss", "1/3")];
    assert_statement(&found, Verdict::Holds, &values);
}

/// What is not private is near nothing, whatever its utility is; nor is what is no mechanism.
#[test]
fn what_is_no_private_mechanism() {
    let (found, _) = near(ONE_HALF, LINE_2, r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#, "1", "");
    assert_statement(&found, Verdict::Fails, &[("utility", "3/4"), ("optimum", "2/3")]);
    assert_eq!(found.explanation, ["X is not ε-private"]);
    let (found, _) = near(ONE_HALF, LINE_2, r#"[["2/3", "1/3"], ["1/3", "0.666666666"]]"#, "1", "");
    assert_eq!(found.verdict, Verdict::Fails);
    assert_eq!(found.explanation.len(), 1);
    assert!(found.explanation[0].starts_with("X is not a mechanism: row 1 sums to"), "{:?}", found.explanation);
}

/// At an irrational α decimals are not optimal, and how near they are is seen exactly.
#[test]
fn decimals_at_an_irrational_alpha() {
    // 1/(1+e^-1) = 0.731058578630004…
    let decimals = |digits: &str, rest: &str| format!(r#"[["0.{digits}", "0.{rest}"], ["0.{rest}", "0.{digits}"]]"#);
    let rows = decimals("7310585786", "2689414214");
    for (within, verdict) in [("1e-10", Verdict::Holds), ("3.1e-11", Verdict::Holds), ("3e-11", Verdict::Fails)] {
        let (found, _) = near(r#"{"epsilon": "1"}"#, LINE_2, &rows, within, "");
        assert_eq!(found.verdict, verdict, "{within}");
        assert!(found.values.iter().any(|(name, _)| *name == "optimum"), "{within}");
    }
    // 1/(1+√2/2) = 0.585786437626904…
    let root = r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#;
    let rows = decimals("5857864376", "4142135624");
    for (within, verdict) in [("1e-10", Verdict::Holds), ("2.7e-11", Verdict::Holds), ("2.6e-11", Verdict::Fails)] {
        assert_eq!(near(root, LINE_2, &rows, within, "").0.verdict, verdict, "{within}");
    }
}

/// The uniform mechanism has 1/2, the geometric one 1/(1+α): at most 1/10 more from α = 2/3 on.
#[test]
fn at_every_alpha() {
    let between = |low: &str| format!(r#"{{"alpha": "symbolic", "between": ["{low}", "1"]}}"#);
    let flat = r#"[["1/2", "1/2"], ["1/2", "1/2"]]"#;
    let (found, _) = near(&between("2/3"), LINE_2, flat, "1/10", "");
    assert_eq!(found.verdict, Verdict::Holds);
    assert!(found.values.iter().any(|(name, _)| *name == "optimum"));
    let (found, _) = near(&between("0"), LINE_2, flat, "1/10", "");
    assert_eq!((found.verdict, &*found.explanation[0]), (Verdict::Fails, "it holds exactly for α in [2/3, 1)"));
}

proptest! {
    #![proptest_config(cases(48))]

    /// Beside what `optimal` finds: it holds iff the optimum is at most the utility and `within`.
    #[test]
    fn against_the_exact_optimum(
        weights in prop::collection::vec(1u32..10, 4),
        graph in prop::sample::select(vec!["line", "cycle", "complete", "star"]),
        share in 0u32..5,
        within in 1u32..60,
    ) {
        let total: u32 = weights.iter().sum();
        let prior = weights.iter().map(|w| format!("\"{w}/{total}\"")).collect::<Vec<_>>().join(", ");
        // A mixture of the uniform table and one that is tight on the complete graph, private on all.
        let entry = |i: usize, j: usize| {
            format!("\"{share}/4*{} + (4-{share})/16\"", if i == j { "2/5" } else { "1/5" })
        };
        let row = |i: usize| format!("[{}]", (0..4).map(|j| entry(i, j)).collect::<Vec<_>>().join(", "));
        let rows = (0..4).map(row).collect::<Vec<_>>().join(", ");
        let report = decide(&format!(
            r#"{HALF}, "query": {{"graph": "{graph}", "nodes": 4}}, "mechanism": {{"matrix": [{rows}]}},
               "priors": {{"p": [{prior}]}}, "claims": [{{"claim": "optimal", "prior": "p"}},
               {{"claim": "optimal", "prior": "p", "within": "{within}/100"}}]"#
        ));
        let mut both = report.claims().filter(|s| s.claim.kind == Kind::Optimal);
        let (exact, near) = (both.next().unwrap(), both.next().unwrap());
        let number = |s: &Statement, wanted: &str| {
            let (_, value) = s.values.iter().find(|(name, _)| *name == wanted).expect("a value");
            show(value).parse::<malachite::rational::Rational>().unwrap()
        };
        let gap = number(exact, "optimum") - number(exact, "utility");
        let allowed = malachite::rational::Rational::from(within) / malachite::rational::Rational::from(100);
        prop_assert_eq!(near.verdict == Verdict::Holds, gap <= allowed, "{} within {}", gap, allowed);
        prop_assert_eq!(number(near, "optimum"), number(exact, "optimum"));
    }
}
