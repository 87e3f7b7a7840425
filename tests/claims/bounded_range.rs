use super::*;
use crate::channels::{channel, coins, json};
use crate::fixtures::COIN;
use crate::random::cases;
use dp_verify::number::fraction;
use dp_verify::report::Logarithm;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use proptest::prelude::*;

fn range(privacy: &str, query: &str, rows: &str, epsilon: &str) -> Statement {
    let report = decide(&format!(
        r#""privacy": {privacy}, {query}, "mechanism": {{"matrix": {rows}}},
           "claims": [{{"claim": "bounded-range", "epsilon": "{epsilon}"}}]"#
    ));
    statement(&report, Kind::BoundedRange).clone()
}

#[test]
fn randomised_response_has_twice_its_epsilon() {
    let values = [("alpha_max", "1/9"), ("epsilon_min", "2.19722457734")];
    let coin = |epsilon: &str| range(r#"{"alpha": "1/3"}"#, PAIR, COIN, epsilon);
    assert_statement(&coin("2.197224577336219382790490473846"), Verdict::Holds, &values);
    assert_statement(&coin("2.197224577336219382790490473845"), Verdict::Fails, &values);
    let rows = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#;
    for (epsilon, twice, less) in [("1", "2", "1.9999999999999999999999999999999"), ("1/7", "2/7", "0.2857142857")] {
        let at = |bound: &str| range(&format!(r#"{{"epsilon": "{epsilon}"}}"#), PAIR, rows, bound);
        assert_eq!(at(twice).verdict, Verdict::Holds, "{epsilon}");
        assert_eq!(at(less).verdict, Verdict::Fails, "{epsilon}");
    }
    // Of the truncated geometric mechanism too, whose ratios are quotients that are not in lowest terms.
    let geometric = |bound: &str| {
        let report = decide(&format!(
            r#""privacy": {{"epsilon": "1/3"}}, "query": {{"graph": "line", "nodes": 7}},
               "mechanism": {{"family": "truncated-geometric"}}, "claims": [{{"claim": "bounded-range", "epsilon": "{bound}"}}]"#
        ));
        statement(&report, Kind::BoundedRange).verdict
    };
    assert_eq!((geometric("2/3"), geometric("0.6666666666666666666666")), (Verdict::Holds, Verdict::Fails));
}

/// It is the exponential mechanism's: losses within ε, and not within 2·ε.
#[test]
fn losses_of_one_sign_and_outputs_of_one_alone() {
    let shifted = r#"[["1/2", "1/2"], ["1/3", "2/3"]]"#;
    let values = [("alpha_max", "1/2"), ("epsilon_min", "0.693147180560")];
    assert_statement(&range(r#"{"alpha": "1/2"}"#, PAIR, shifted, "0.6931471806"), Verdict::Holds, &values);
    let apart = range(r#"{"alpha": "1/2"}"#, PAIR, r#"[[0, 1], ["1/2", "1/2"]]"#, "1000");
    assert_statement(&apart, Verdict::Fails, &[("alpha_max", "0"), ("epsilon_min", "inf")]);
    assert_eq!(apart.explanation, ["output 0 is possible at answer 1, and not at its neighbour 0"]);
    let equal = range(r#"{"alpha": "1/2"}"#, PAIR, r#"[["1/3", "2/3", 0], ["1/3", "2/3", 0]]"#, "0");
    assert_statement(&equal, Verdict::Holds, &[("alpha_max", "1"), ("epsilon_min", "0")]);
}

#[test]
fn over_an_interval_and_of_products() {
    let rows = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#;
    let third = |bound: &str| range(r#"{"alpha": "symbolic", "between": ["1/3", "1"]}"#, PAIR, rows, bound);
    assert_eq!(third("2.1972245773363").verdict, Verdict::Holds);
    assert_eq!(third("1/2").verdict, Verdict::Fails);
    for individuals in [2, 60] {
        let report = decide(&coins(individuals, r#"{"claim": "bounded-range", "epsilon": "2.2"}"#));
        let values = [("alpha_max", "1/9"), ("epsilon_min", "2.19722457734")];
        assert_statement(statement(&report, Kind::BoundedRange), Verdict::Holds, &values);
    }
}

proptest! {
    #![proptest_config(cases(500))]

    /// Against all quotients of two ratios, with 60 digits of the logarithm, and beside it by a factor of 1 ± 10^-30.
    #[test]
    fn against_all_pairs_of_outputs(weights in prop::collection::vec(prop::collection::vec(0u32..9, 3), 3)) {
        let rows = channel(&weights);
        let shown = json(&rows);
        let line = r#""query": {"graph": "line", "nodes": 3}"#;
        let at = |bound: &str| range(r#"{"alpha": "1/2"}"#, line, &shown, bound);
        let mut least = Rational::from(1);
        for (i, h) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
            for o in 0..4 {
                for j in 0..4 {
                    let (n, d) = (&rows[i][o] * &rows[h][j], &rows[h][o] * &rows[i][j]);
                    if d != 0 {
                        least = least.min(n / d);
                    } else if (rows[i][o] == 0u32) != (rows[h][o] == 0u32) {
                        least = Rational::from(0);
                    }
                }
            }
        }
        let found = at("1");
        prop_assert_eq!(show(&found.values[0].1), least.to_string());
        if least == 0 {
            prop_assert_eq!(at("1000").verdict, Verdict::Fails);
            return Ok(());
        }
        if least == 1 {
            prop_assert_eq!(at("0").verdict, Verdict::Holds);
            return Ok(());
        }
        let least = fraction(least.numerator_ref().to_string().parse().unwrap(), least.denominator_ref().to_string().parse().unwrap());
        let enclosure = Logarithm::MinusLn(least).enclosure(300);
        let parse = |x: &dyn std::fmt::Display| x.to_string().parse::<Rational>().unwrap();
        let (low, high) = (parse(&enclosure.low), parse(&enclosure.high));
        let less = Rational::from(1) - Rational::from(10).pow(-30i64);
        prop_assert_eq!(at(&high.to_string()).verdict, Verdict::Holds);
        prop_assert_eq!(at(&low.to_string()).verdict, Verdict::Fails);
        prop_assert_eq!(at(&(&high / &less).to_string()).verdict, Verdict::Holds);
        prop_assert_eq!(at(&(&low * &less).to_string()).verdict, Verdict::Fails);
    }
}
