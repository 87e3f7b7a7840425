use super::*;
use crate::channels::{channel, coins, json};
use crate::fixtures::COIN;
use crate::random::cases;
use dp_verify::number::fraction;
use dp_verify::report::Logarithm;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use proptest::prelude::*;

fn renyi(privacy: &str, query: &str, rows: &str, order: usize, bound: &str) -> Statement {
    let report = decide(&format!(
        r#""privacy": {privacy}, {query}, "mechanism": {{"matrix": {rows}}},
           "claims": [{{"claim": "renyi-dp", "order": {order}, "bound": "{bound}"}}]"#
    ));
    statement(&report, Kind::RenyiDp).clone()
}

/// Mironov, Proposition 5: of randomised response with p = 3/4 at the order k it is ln(p^k(1−p)^(1−k) + (1−p)^k
/// p^(1−k))/(k−1).
#[test]
fn randomised_response() {
    let two = [("argument", "7/3"), ("divergence", "0.847297860387")];
    assert_statement(&renyi(r#"{"alpha": "1/3"}"#, PAIR, COIN, 2, "0.85"), Verdict::Holds, &two);
    assert_statement(&renyi(r#"{"alpha": "1/3"}"#, PAIR, COIN, 2, "0.8472978603872"), Verdict::Fails, &two);
    assert_statement(&renyi(r#"{"alpha": "1/3"}"#, PAIR, COIN, 2, "0.8472978603873"), Verdict::Holds, &two);
    let three = [("argument", "61/9"), ("divergence", "0.956824643419")];
    assert_statement(&renyi(r#"{"alpha": "1/3"}"#, PAIR, COIN, 3, "1"), Verdict::Holds, &three);
    // It tends to ln 3 from below.
    let high = renyi(r#"{"alpha": "1/3"}"#, PAIR, COIN, 200, "1.0986122886681098");
    assert_eq!(high.verdict, Verdict::Holds);
}

#[test]
fn equal_rows_and_rows_with_outputs_of_their_own() {
    let equal = renyi(r#"{"alpha": "1/2"}"#, PAIR, r#"[["1/3", "2/3", 0], ["1/3", "2/3", 0]]"#, 5, "0");
    assert_statement(&equal, Verdict::Holds, &[("argument", "1"), ("divergence", "0")]);
    let nearly = renyi(r#"{"alpha": "1/2"}"#, PAIR, r#"[["1/3", "2/3"], ["333/1000", "667/1000"]]"#, 2, "0");
    assert_eq!(nearly.verdict, Verdict::Fails);
    let infinite = renyi(r#"{"alpha": "1/2"}"#, PAIR, r#"[["1/2", "1/2"], [0, 1]]"#, 2, "1000000");
    assert_statement(&infinite, Verdict::Fails, &[("argument", "inf"), ("divergence", "inf")]);
    assert_eq!(infinite.explanation, ["output 0 is possible at answer 0, and not at its neighbour 1"]);
    let alone = renyi(r#"{"alpha": "1/2"}"#, r#""query": {"graph": "line", "nodes": 1}"#, "[[1]]", 2, "0");
    assert_statement(&alone, Verdict::Holds, &[("argument", "1"), ("divergence", "0")]);
    let faulty = renyi(r#"{"alpha": "1/2"}"#, PAIR, r#"[["1/2", "1/3"], [0, 1]]"#, 2, "1000000");
    assert_statement(&faulty, Verdict::Fails, &[]);
}

#[test]
fn at_other_alphas() {
    let rows = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#;
    // (1/α² + α)·α/(1 + α)… at e^-1 the divergence is ln((e^3 + 1)/(e(e + 1))) = ln(e − 1 + 1/e).
    let one = |bound: &str| renyi(r#"{"epsilon": "1"}"#, PAIR, rows, 2, bound);
    assert_eq!(one("0.73533").verdict, Verdict::Holds);
    assert_eq!(one("0.73532").verdict, Verdict::Fails);
    assert_eq!(show(&one("1").values[1].1), "0.735325664056");
    let root = r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#;
    // (√2 + 1/√2 − 1).
    assert_eq!(show(&renyi(root, PAIR, rows, 2, "1").values[1].1), "0.114506869154");
    assert_eq!(renyi(root, PAIR, rows, 2, "0.114506869").verdict, Verdict::Fails);
    assert_eq!(renyi(root, PAIR, rows, 2, "0.114506870").verdict, Verdict::Holds);
    let everywhere = r#"{"alpha": "symbolic", "between": ["0", "1"]}"#;
    assert_eq!(renyi(everywhere, PAIR, rows, 2, "1").verdict, Verdict::Fails);
    assert_eq!(renyi(everywhere, PAIR, COIN, 2, "0.85").verdict, Verdict::Holds);
    assert_eq!(renyi(everywhere, PAIR, rows, 2, "0").verdict, Verdict::Fails);
}

/// The sum is 1/α − 1 + α, which falls: on [1/3, 1) it is 7/3 at most, and ln(7/3) = 0.8472978603872…
#[test]
fn over_an_interval_it_holds_by_parts_and_fails_at_one_number() {
    let rows = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#;
    let third = |bound: &str| renyi(r#"{"alpha": "symbolic", "between": ["1/3", "1"]}"#, PAIR, rows, 2, bound);
    assert_eq!(third("0.8472978603873").verdict, Verdict::Holds);
    // Crossed near 0.44, and within 10^-10 of the end.
    for bound in ["1/2", "0.84729786"] {
        let fails = third(bound);
        assert_eq!(fails.verdict, Verdict::Fails, "{bound}");
        assert!(fails.explanation.iter().any(|line| line.contains("for example")), "{:?}", fails.explanation);
    }
    // The table of one pair is worse than that of the other on either side of 1/2, where each is 0.
    let line = r#""query": {"graph": "line", "nodes": 3}"#;
    let mixed = r#"[["1/2+(1-2*a)/4", "1/2-(1-2*a)/4"], ["1/2", "1/2"], ["1/2+(2*a-1)/8", "1/2-(2*a-1)/8"]]"#;
    let inner = |bound: &str| renyi(r#"{"alpha": "symbolic", "between": ["1/4", "3/4"]}"#, line, mixed, 3, bound);
    assert_eq!(inner("1/2").verdict, Verdict::Holds);
    assert_eq!(inner("1/100").verdict, Verdict::Fails);
}

/// Of the truncated geometric mechanism all sums are the same as for two answers but at 10^-20 of it, which is mixed
/// with the uniform one here: the largest, of 0 beside 1 and of their mirror images, differs from the next one in its
/// 22nd digit.
#[test]
fn of_long_sums_that_are_almost_the_same_the_largest_is_taken() {
    let entry = |i: i32, o: i32| {
        let own = if o == 0 || o == 5 { "1" } else { "1-a" };
        format!("\"a^{}*({own})/(1+a)*(1-1e-20)+1e-20/6\"", (i - o).abs())
    };
    let row = |i| format!("[{}]", (0..6).map(|o| entry(i, o)).collect::<Vec<_>>().join(", "));
    let rows = format!("[{}]", (0..6).map(row).collect::<Vec<_>>().join(", "));
    let line = r#""query": {"graph": "line", "nodes": 6}"#;
    // ln(1.21075760353399521764866200395236…)/4; of the next one ln(1.21075760353399521764835807480119…)/4.
    let at = |bound: &str| renyi(r#"{"epsilon": "1/7"}"#, line, &rows, 5, bound);
    let found = at("0.047811570575325173965393767542");
    assert_eq!((found.verdict, show(&found.values[1].1).as_str()), (Verdict::Holds, "0.0478115705753"));
    assert_eq!(found.explanation, ["it is largest from answer 0 to its neighbour 1"]);
    assert_eq!(at("0.047811570575325173965393767541").verdict, Verdict::Fails);
    assert_eq!(at("0.047811570575325173965331011556").verdict, Verdict::Fails);
    // With an output that answer 3 does not have.
    let without = rows.replacen(&row(3), r#"["1/5", "1/5", "1/5", "1/5", "1/5", "0"]"#, 1);
    let infinite = renyi(r#"{"epsilon": "1/7"}"#, line, &without, 5, "1000");
    assert_statement(&infinite, Verdict::Fails, &[("argument", "inf"), ("divergence", "inf")]);
    assert_eq!(infinite.explanation, ["output 5 is possible at answer 2, and not at its neighbour 3"]);
}

#[test]
fn products_have_that_of_their_parent() {
    for individuals in [2, 60] {
        let report = decide(&coins(individuals, r#"{"claim": "renyi-dp", "order": 2, "bound": "0.85"}"#));
        let values = [("argument", "7/3"), ("divergence", "0.847297860387")];
        assert_statement(statement(&report, Kind::RenyiDp), Verdict::Holds, &values);
    }
}

proptest! {
    #![proptest_config(cases(500))]

    /// The true bound with 60 digits, and beside it by a factor of 1 ± 10^-30.
    #[test]
    fn against_sums_and_a_series_for_the_logarithm(
        weights in prop::collection::vec(prop::collection::vec(0u32..9, 2), 3),
        order in 2usize..7,
    ) {
        let rows = channel(&weights);
        let sum = |x: &[Rational], y: &[Rational]| {
            x.iter().zip(y).filter(|(x, _)| **x != 0).try_fold(Rational::ZERO, |sum, (x, y)| {
                (*y != 0).then(|| sum + x.pow(order as u64) / y.pow(order as u64 - 1))
            })
        };
        let sums: Option<Vec<Rational>> =
            [(0, 1), (1, 0), (1, 2), (2, 1)].iter().map(|&(i, h)| sum(&rows[i], &rows[h])).collect();
        let shown = json(&rows);
        let line = r#""query": {"graph": "line", "nodes": 3}"#;
        let at = |bound: &str| renyi(r#"{"alpha": "1/2"}"#, line, &shown, order, bound);
        let Some(most) = sums.and_then(|sums| sums.into_iter().max()) else {
            prop_assert_eq!(at("1000").verdict, Verdict::Fails);
            return Ok(());
        };
        let found = at("1");
        prop_assert_eq!(show(&found.values[0].1), most.to_string());
        if most == 1 {
            prop_assert_eq!(at("0").verdict, Verdict::Holds);
            return Ok(());
        }
        let inverse = fraction(most.denominator_ref().to_string().parse().unwrap(), most.numerator_ref().to_string().parse().unwrap());
        let enclosure = Logarithm::MinusLn(inverse).enclosure(300);
        let parse = |x: &dyn std::fmt::Display| x.to_string().parse::<Rational>().unwrap();
        let (low, high) = (parse(&enclosure.low), parse(&enclosure.high));
        let over = Rational::from(order as u64 - 1);
        let less = Rational::from(1) - Rational::from(10).pow(-30i64);
        prop_assert_eq!(at(&(&high / &over).to_string()).verdict, Verdict::Holds);
        prop_assert_eq!(at(&(&low / &over).to_string()).verdict, Verdict::Fails);
        prop_assert_eq!(at(&(&high / &over / &less).to_string()).verdict, Verdict::Holds);
        prop_assert_eq!(at(&(&low / &over * &less).to_string()).verdict, Verdict::Fails);
    }
}
