use super::*;
use malachite::rational::Rational;

fn pair(privacy: &str, rows: &str) -> Report {
    decide(&format!(r#""privacy": {privacy}, {PAIR}, "mechanism": {{"matrix": {rows}}}"#))
}

fn hobbies(privacy: &str) -> Report {
    let row = |i: usize| (0..5).map(|o| if i == o { r#""3/5""# } else { r#""1/10""# }).collect::<Vec<_>>().join(", ");
    let rows = (0..5).map(|i| format!("[{}]", row(i))).collect::<Vec<_>>().join(", ");
    decide(&format!(
        r#""privacy": {privacy}, "query": {{"graph": "complete", "nodes": 5}}, "mechanism": {{"matrix": [{rows}]}}"#
    ))
}

fn approximate(report: &Report) -> &Statement {
    statement(report, Kind::ApproximateDp)
}

/// δ(λ) = max(0, 3/5 − λ/10): the least λ is 6, 5, 7/2 and 1 for δ = 0, 1/10, 1/4 and 1/2.
#[test]
fn five_hobbies() {
    let of = [
        ("0", "1/6", "1.79175946923", "0"),
        ("1/10", "1/5", "1.60943791243", "1/10"),
        ("1/4", "2/7", "1.25276296850", "1/4"),
        ("1/2", "1", "0", "1/2"),
    ];
    for (delta, alpha_max, epsilon_min, delta_min) in of {
        let report = hobbies(&format!(r#"{{"alpha": "{alpha_max}", "delta": "{delta}"}}"#));
        let values = [("delta_min", delta_min), ("alpha_max", alpha_max), ("epsilon_min", epsilon_min)];
        assert_statement(approximate(&report), Verdict::Holds, &values);
        assert_eq!(report.status(), 0);
    }
    let short = hobbies(r#"{"epsilon": "ln(2)", "delta": "3999/10000"}"#);
    assert_eq!((approximate(&short).verdict, short.status()), (Verdict::Fails, 1));
    let why = "output 0: answer 0 has 0.6, its neighbour 1 has 0.1: δ is 2/5, more than 3999/10000";
    assert_eq!(approximate(&short).explanation, [why]);
}

/// S = {x > λ x'} of one order needs 3/14, of the other 1/14: where the first order's set is worth less than nothing.
#[test]
fn the_other_order_has_another_set() {
    let rows = r#"[["1/7", "2/7", "4/7"], ["3/7", "1/7", "3/7"]]"#;
    let report = pair(r#"{"alpha": "2/3", "delta": "1/14"}"#, rows);
    let values = [("delta_min", "3/14"), ("alpha_max", "2/5"), ("epsilon_min", "0.916290731874")];
    assert_statement(approximate(&report), Verdict::Fails, &values);
    let why = "output 0: answer 1 has 3/7, its neighbour 0 has 1/7: δ is 3/14, more than 1/14";
    assert_eq!(approximate(&report).explanation, [why]);
}

#[test]
fn a_union_needs_more_than_its_parts() {
    let rows = r#"[["6/10", "3/10", "1/10"], ["3/10", "1/10", "6/10"]]"#;
    let report = pair(r#"{"alpha": 1, "delta": "3/10"}"#, rows);
    let values = [("delta_min", "1/2"), ("alpha_max", "1/3"), ("epsilon_min", "1.09861228867")];
    assert_statement(approximate(&report), Verdict::Fails, &values);
    let why = "outputs 0 and 1: answer 0 has 0.9, its neighbour 1 has 0.4: δ is 1/2, more than 3/10";
    assert_eq!(approximate(&report).explanation, [why]);
}

#[test]
fn no_epsilon_serves_where_a_neighbour_has_zero_mass_past_delta() {
    let rows = r#"[["9/10", "1/10"], [1, 0]]"#;
    let at = |delta: &str| pair(&format!(r#"{{"alpha": "1/2", "delta": "{delta}"}}"#), rows);
    let values = [("delta_min", "1/10"), ("alpha_max", "0"), ("epsilon_min", "inf")];
    assert_statement(approximate(&at("99/1000")), Verdict::Fails, &values);
    let values = [("delta_min", "1/10"), ("alpha_max", "1"), ("epsilon_min", "0")];
    assert_statement(approximate(&at("1/10")), Verdict::Holds, &values);
}

/// Beside `dp` that fails the report says what δ it takes; elsewhere it does not.
#[test]
fn a_finding_where_dp_fails() {
    let found = |report: &Report| report.statements.iter().any(|s| s.claim.kind == Kind::ApproximateDp);
    let broken = decide(&format!("{HALF}, {RING_6}, {TABLE_2_M1}"));
    let values = [("delta_min", "3/4"), ("alpha_max", "1/32"), ("epsilon_min", "3.46573590280")];
    assert_statement(approximate(&broken), Verdict::Fails, &values);
    assert!(!approximate(&broken).declared && broken.status() == 1);
    assert!(!found(&decide(&format!("{HALF}, {LINE_6}, {TABLE_2_M1}"))));
    assert!(!found(&decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": [[3, 4], [0, 5]]}}"#))));
}

#[test]
fn a_row_that_is_no_distribution_refutes_it() {
    let report = pair(r#"{"alpha": "1/2", "delta": "1/2"}"#, r#"[["1/2", "1/2"], ["1/2", "1/3"]]"#);
    assert_statement(approximate(&report), Verdict::Fails, &[]);
}

/// Example 2 of Holohan, Leith and Mason, the exponential mechanism for the distance |d − d'| on {0, 1, 2}² with
/// weights b^|d − o|: with b² = α each of the ratios b^-2 is a tie, at e^-2, at a root of 1/2 and at all α at once.
#[test]
fn example_2_is_tight_at_epsilon_2() {
    let weight = |d: usize, o: usize| {
        let sum = if d == 1 { "(1+2*b)" } else { "(1+b+b^2)" };
        format!("b^{}/{sum}", d.abs_diff(o))
    };
    let entry = |d: usize, o: usize| format!("\"{}*{}\"", weight(d / 3, o / 3), weight(d % 3, o % 3));
    let row = |d: usize| format!("[{}]", (0..9).map(|o| entry(d, o)).collect::<Vec<_>>().join(", "));
    let rows = (0..9).map(row).collect::<Vec<_>>().join(", ");
    let at = |privacy: &str| {
        decide(&format!(
            r#""privacy": {privacy}, "constant": {{"root_of_alpha": 2}}, "mechanism": {{"matrix": [{rows}]}},
               "query": {{"graph": "hamming", "values": 3, "individuals": 2}}"#
        ))
    };
    let tight = at(r#"{"epsilon": "2", "delta": 0}"#);
    let values = [("delta_min", "0"), ("alpha_max", "b^2"), ("epsilon_min", "2")];
    assert_statement(approximate(&tight), Verdict::Holds, &values);
    for privacy in
        [r#"{"epsilon": "ln(2)", "delta": 0}"#, r#"{"alpha": "symbolic", "between": ["0", "1"], "delta": 0}"#]
    {
        let report = at(privacy);
        let found = approximate(&report);
        assert_eq!((found.verdict, show(&found.values[0].1)), (Verdict::Holds, "0".into()), "{privacy}");
    }
}

/// The two that need it most are (0,0) and (0,2), at the output (0,0).
#[test]
fn example_2_needs_epsilon_2_by_its_first_pair() {
    let weight = |d: usize, o: usize| {
        let sum = if d == 1 { "(1+2*a)" } else { "(1+a+a^2)" };
        format!("a^{}/{sum}", d.abs_diff(o))
    };
    let entry = |d: usize, o: usize| format!("\"{}*{}\"", weight(d / 3, o / 3), weight(d % 3, o % 3));
    let row = |d: usize| format!("[{}]", (0..9).map(|o| entry(d, o)).collect::<Vec<_>>().join(", "));
    let rows = (0..9).map(row).collect::<Vec<_>>().join(", ");
    let report = decide(&format!(
        r#""privacy": {{"epsilon": "1"}}, "mechanism": {{"matrix": [{rows}]}},
           "query": {{"graph": "hamming", "values": 3, "individuals": 2, "labels": ["00", "01", "02", "10", "11", "12", "20", "21", "22"]}}"#
    ));
    let dp = statement(&report, Kind::Dp);
    assert_statement(dp, Verdict::Fails, &[("alpha_max", "a^2"), ("epsilon_min", "2")]);
    assert!(dp.explanation[0].starts_with("output 0: database 00 has "), "{:?}", dp.explanation);
    assert!(dp.explanation[0].contains("its neighbour 02 has "), "{:?}", dp.explanation);
}

/// Its Theorem 2 asks for the subsets of S = {o: |d − o| < |d' − o|}, of each ordered pair of neighbours: 24 pairs have
/// an S of 3 databases and 12 one of 6, so there are 24·7 + 12·63 = 924 (printed: 21·7 + 15·63 = 1,092).
#[test]
fn example_2_has_924_subsets() {
    let digits = |d: usize| [d / 3, d % 3];
    let distance = |d: usize, o: usize| -> usize { (0..2).map(|k| digits(d)[k].abs_diff(digits(o)[k])).sum() };
    let are_neighbours = |d: usize, h: usize| (0..2).filter(|&k| digits(d)[k] != digits(h)[k]).count() == 1;
    let mut pairs_by_size = [0; 10];
    for (d, h) in (0..9).flat_map(|d| (0..9).map(move |h| (d, h))).filter(|&(d, h)| are_neighbours(d, h)) {
        pairs_by_size[(0..9).filter(|&o| distance(d, o) < distance(h, o)).count()] += 1;
    }
    assert_eq!(pairs_by_size, [0, 0, 0, 24, 0, 0, 12, 0, 0, 0]);
    assert_eq!(pairs_by_size.iter().enumerate().map(|(k, pairs)| pairs * ((1 << k) - 1)).sum::<i32>(), 924);
}

/// λ = 1/α between two decimals next to each other: what the table needs at λ is between what it needs at these.
#[test]
fn irrational_lambdas() {
    let rows = r#"[["1/2", "1/4", "1/8", "1/8", 0], ["1/8", "1/8", "1/4", "3/8", "1/8"]]"#;
    let delta = |lambda: &str| {
        let report = pair(&format!(r#"{{"alpha": "1/({lambda})", "delta": "99/100"}}"#), rows);
        show(&approximate(&report).values[0].1)
    };
    let numbers = [
        (r#""epsilon": "1/4""#, "1.284025416687741", "1.284025416687742"),
        (r#""alpha": {"root_of": ["-1", "0", "2"], "between": [0, 1]}"#, "1.414213562373095", "1.414213562373096"),
        (r#""epsilon": "1/5*ln(2)""#, "1.148698354997035", "1.148698354997036"),
    ];
    for (number, below, above) in numbers {
        let at = |delta: &str| {
            let report = pair(&format!(r#"{{{number}, "delta": "{delta}"}}"#), rows);
            approximate(&report).verdict
        };
        assert_eq!(at(&delta(below)), Verdict::Holds, "{number}");
        assert_eq!(at(&delta(above)), Verdict::Fails, "{number}");
    }
}

#[test]
fn every_alpha_of_an_interval() {
    let rows = r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#;
    let report = pair(r#"{"alpha": "symbolic", "between": ["0", "1"], "delta": "1/10"}"#, rows);
    let found = approximate(&report);
    assert_eq!((found.verdict, report.status()), (Verdict::Fails, 1));
    assert_eq!(found.explanation[0], "it holds exactly for α in (0, 10/17]");
    let text = report.to_text(dp_verify::report::Style::Plain);
    assert!(text.contains("(-1+2*a)/(3*a)"), "{text}");
    assert!(text.contains("alpha_max = 10/17 = 0.588235294118"), "{text}");
}

/// d + Z with Z of the weights (5, 2, 2, 1)/10 on two bits at λ = 2: private with δ = 1/10, and with no less.
#[test]
fn two_bits_with_dependent_noise() {
    let noise = ["5/10", "2/10", "2/10", "1/10"];
    let row = |d: usize| (0..4).map(|o| format!("\"{}\"", noise[d ^ o])).collect::<Vec<_>>().join(", ");
    let rows = (0..4).map(|d| format!("[{}]", row(d))).collect::<Vec<_>>().join(", ");
    let report = decide(&format!(
        r#""privacy": {{"epsilon": "ln(2)", "delta": "1/10"}}, "mechanism": {{"matrix": [{rows}]}},
           "query": {{"graph": "hamming", "values": 2, "individuals": 2}}"#
    ));
    let values = [("delta_min", "1/10"), ("alpha_max", "1/2"), ("epsilon_min", "0.693147180560")];
    assert_statement(approximate(&report), Verdict::Holds, &values);
}

/// The best parent of Theorem 10, p = (1−δ)/(λ+m) off the diagonal, and its product of two rows: (ln λ, δ)-private, and
/// no longer with a smaller p.
#[test]
fn products_of_the_best_parent() {
    let file = |m: i32, individuals: usize, p: &str, lambda: &str, delta: &str| {
        let values = m + 1;
        let one = |i: i32, o: i32| if i == o { format!("(1-{m}*{p})") } else { p.to_owned() };
        let digits = |d: i32| (0..individuals).map(move |k| d / values.pow(u32::try_from(k).unwrap()) % values);
        let nodes = values.pow(u32::try_from(individuals).unwrap());
        let entry = |i: i32, o: i32| {
            let factors: Vec<String> = digits(i).zip(digits(o)).map(|(i, o)| one(i, o)).collect();
            format!("\"{}\"", factors.join("*"))
        };
        let row = |i: i32| format!("[{}]", (0..nodes).map(|o| entry(i, o)).collect::<Vec<_>>().join(", "));
        let rows = (0..nodes).map(row).collect::<Vec<_>>().join(", ");
        decide(&format!(
            r#""privacy": {{"alpha": "1/({lambda})", "delta": "{delta}"}}, "mechanism": {{"matrix": [{rows}]}},
               "query": {{"graph": "hamming", "values": {values}, "individuals": {individuals}}}"#
        ))
    };
    for (m, individuals) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)] {
        for lambda in ["1", "2", "3", "7/2"] {
            for delta in ["0", "1/10", "1/2"] {
                let p = format!("((1-{delta})/({lambda}+{m}))");
                let best = file(m, individuals, &p, lambda, delta);
                let found = approximate(&best);
                assert_eq!((found.verdict, show(&found.values[0].1).as_str()), (Verdict::Holds, delta), "{p}");
                // Its error is m·p a row, the least of all private mechanisms on databases.
                let error = &statement(&best, Kind::ExpectedError).values;
                let [d, l] = [delta, lambda].map(|text| text.parse::<Rational>().unwrap());
                let rows = Rational::from(individuals) * Rational::from(m);
                let expected = (rows * (Rational::from(1) - d) / (l + Rational::from(m))).to_string();
                assert_eq!([show(&error[0].1), show(&error[1].1)], [expected.clone(), expected], "{p}");
                let less = file(m, individuals, &format!("({p}*(1-1e-9))"), lambda, delta);
                assert_eq!(approximate(&less).verdict, Verdict::Fails, "less than {p}");
            }
        }
    }
}
