use super::*;
use crate::channels::{channel, coins, distribution, json};
use crate::fixtures::COIN;
use crate::mutual_information::{divergence, ends, information, output, tenth};
use crate::random::cases;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;
use serde_json::Value as Json;

fn capacity(fields: &str, expect: &str) -> Statement {
    let report = decide(&format!(r#"{fields}, "claims": [{{"claim": "shannon-capacity"{expect}}}]"#));
    statement(&report, Kind::ShannonCapacity).clone()
}

fn table(rows: &str, nodes: usize) -> String {
    format!(r#"{HALF}, "query": {{"graph": "complete", "nodes": {nodes}}}, "mechanism": {{"matrix": {rows}}}"#)
}

fn bits(fields: &str) -> String {
    let found = capacity(fields, "");
    assert_eq!(found.verdict, Verdict::Holds, "{:?}", found.explanation);
    show(&found.values[0].1)
}

#[test]
fn tables_of_textbooks() {
    // A binary symmetric channel; one that erases; a Z channel, log₂(5/4); a noisy typewriter, log₂(5/2); rows alike.
    assert_eq!(bits(&table(COIN, 2)), "0.188721875541");
    assert_eq!(bits(&table(r#"[["2/3", 0, "1/3"], [0, "2/3", "1/3"]]"#, 2)), "2/3");
    assert_eq!(bits(&table(r#"[[1, 0], ["1/2", "1/2"]]"#, 2)), "0.321928094887");
    let typewriter = (0..5).map(|i| (0..5).map(|o| if (o + 5 - i) % 5 < 2 { "1/2" } else { "0" }).collect::<Vec<_>>());
    let typewriter = serde_json::to_string(&typewriter.collect::<Vec<_>>()).unwrap();
    assert_eq!(bits(&table(&typewriter, 5)), "1.32192809489");
    assert_eq!(bits(&table(r#"[["1/3", "2/3"], ["1/3", "2/3"], ["1/3", "2/3"]]"#, 3)), "0");
    assert_eq!(bits(&table("[[1], [1]]", 2)), "0");
    assert_eq!(bits(&table(r#"[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]"#, 4)), "2");
    let one =
        format!(r#"{HALF}, "query": {{"graph": "line", "nodes": 1}}, "mechanism": {{"matrix": [["1/3", "2/3"]]}}"#);
    assert_eq!(bits(&one), "0");
}

/// Priors that are not unique, rows that the best prior does without, and entries and differences that are very small.
#[test]
fn tables_that_are_hard_to_search() {
    let square = r#"[["1/2", "1/2", 0, 0], [0, 0, "1/2", "1/2"], ["1/2", 0, "1/2", 0], [0, "1/2", 0, "1/2"]]"#;
    assert_eq!(bits(&table(square, 4)), "1");
    let twice = r#"[[1, 0], [1, 0], ["1/2", "1/2"], ["3/4", "1/4"], [1, 0]]"#;
    assert_eq!(bits(&table(twice, 5)), "0.321928094887");
    // Two outputs of one row alone, which the best prior has with a probability that no number here is as small as.
    let alone = r#"[["3/4", "1/4", 0], ["1/4", "3/4", 0], ["1/2", "1/2-1/10^30", "1/10^30"]]"#;
    assert_eq!(bits(&table(alone, 3)), "0.188721875541");
    // h²·/(2·ln 2) for rows that differ by h = 10^-30 from 1/2.
    let near = r#"[["1/2+1/10^30", "1/2-1/10^30"], ["1/2-1/10^30", "1/2+1/10^30"]]"#;
    assert_eq!(bits(&table(near, 2)), "2.88539008178e-60");
    let skew = r#"[["1/3", "2/3"], ["1/3+1/10^30", "2/3-1/10^30"]]"#;
    assert_eq!(bits(&table(skew, 2)), "8.11515960500e-61");
}

#[test]
fn products_uses_responses_and_kinds_of_alpha() {
    let of = |fields: &str| show(&statement(&decide(fields), Kind::ShannonCapacity).values[0].1);
    for (people, bits) in [(2, "0.377443751082"), (60, "11.3233125325")] {
        assert_eq!(of(&coins(people, "\"shannon-capacity\"")), bits);
    }
    let uses = format!(r#"{HALF}, {PAIR}, "mechanism": {{"compose": [{{"times": 2, "matrix": {COIN}}}]}}"#);
    assert_eq!(bits(&uses), "0.331877754007");
    let states = r#""privacy": {"epsilon": "14"}, "query": {"graph": "complete", "nodes": 2925},
        "mechanism": {"family": "randomised-response"}"#;
    assert_eq!(bits(states), "11.4617279654");
    let rows = r#"{"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]}"#;
    let root = r#"{"alpha": {"root_of": ["-1", "0", "9"], "between": ["0", "1"]}}"#;
    for (privacy, bits_of) in [(r#"{"epsilon": "1"}"#, "0.160058462017"), (root, "0.188721875541")] {
        assert_eq!(bits(&format!(r#""privacy": {privacy}, {PAIR}, "mechanism": {rows}"#)), bits_of);
    }
    let two = r#""privacy": {"epsilon": "ln(3)/2"}, "constant": {"exp": "-1/8"}"#;
    let beside =
        format!(r#"{two}, {PAIR}, "mechanism": {{"matrix": [["1/(1+a*b)", "a*b/(1+a*b)"], ["b/3", "1-b/3"]]}}"#);
    assert_eq!(bits(&beside), "0.100406063635");
    let all = r#""privacy": {"alpha": "symbolic", "between": ["0", "1/4"]}"#;
    assert_eq!(bits(&format!(r#"{all}, {PAIR}, "mechanism": {{"matrix": {COIN}}}"#)), "0.188721875541");
    let found = capacity(&format!(r#"{all}, {PAIR}, "mechanism": {rows}"#), "");
    assert_eq!(found.verdict, Verdict::Undecided);
    assert!(found.reason.iter().any(|why| why.contains("varies over an interval of α")), "{:?}", found.reason);
    let faulty = capacity(&table(r#"[["1/2", "1/3"], [0, 1]]"#, 2), "");
    assert_statement(&faulty, Verdict::Fails, &[]);
}

/// A table of thirty rows and as many outputs, drawn at random.
#[test]
fn a_large_table_to_twelve_digits() {
    let mut state = 1u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % 1_000
    };
    let rows: Vec<Vec<u32>> = (0..30).map(|_| (0..29).map(|_| draw()).collect()).collect();
    let [low, high] = ends(&capacity(&table(&json(&channel(&rows)), 30), ""));
    assert!(low > Rational::ZERO && &high - &low <= &low * tenth(17), "{low} {high}");
}

/// The prior of the certificate.
fn prior(fields: &str) -> Vec<Rational> {
    let file = format!(r#"{{"format": "dp-mechanism/1", {fields}, "claims": ["shannon-capacity"]}}"#);
    let text = certify(file.as_bytes(), &Options::default()).expect("a good file").certificate;
    let all: Json = serde_json::from_str(&text).unwrap();
    let own = all["statements"].as_array().unwrap().iter().find(|s| s["claim"] == "shannon-capacity").unwrap();
    let number = |x: &Json| x.as_str().unwrap().parse::<Integer>().unwrap();
    let prior = &own["witness"]["prior"];
    let over = number(&prior["denominator"]);
    let numerators: Vec<Integer> = prior["numerators"].as_array().unwrap().iter().map(number).collect();
    let of_cell = |k: &Json| numerators[usize::try_from(k.as_u64().unwrap()).unwrap()].clone();
    let numerators = prior["cells"].as_array().map_or(numerators.clone(), |cells| cells.iter().map(of_cell).collect());
    numerators.into_iter().map(|n| Rational::from_integers(n, over.clone())).collect()
}

/// The capacity of two rows, by bisection: at the best prior both divergences are the same, and that of a row falls as
/// its weight grows.
fn of_two(rows: &[Vec<Rational>]) -> Rational {
    let (mut low, mut high) = (Rational::ZERO, Rational::ONE);
    let mut found = Rational::ZERO;
    for _ in 0..190 {
        let middle = (&low + &high) >> 1u64;
        let q = output(&[middle.clone(), Rational::ONE - &middle], rows);
        let [first, second] = [divergence(&rows[0], &q), divergence(&rows[1], &q)];
        found = &middle * &first + (Rational::ONE - &middle) * &second;
        if first > second { low = middle } else { high = middle }
    }
    found
}

proptest! {
    #![proptest_config(cases(500))]

    /// Against a bisection with logarithms that are found bit by bit, to 50 digits.
    #[test]
    fn two_rows_against_a_bisection(rows in prop::collection::vec(prop::collection::vec(0u32..9, 2), 2)) {
        let rows = channel(&rows);
        let [low, high] = ends(&capacity(&table(&json(&rows), 2), ""));
        let most = of_two(&rows);
        prop_assert!(&low - tenth(50) <= most && most <= &high + tenth(50), "{low} {most} {high}");
    }

    /// Of more rows both bounds of the certificate's own prior, with such logarithms; and what is beside both ends by a
    /// factor of 1 ± 10^-15. No prior that is drawn has more.
    #[test]
    fn against_logarithms_bit_by_bit(
        rows in prop::collection::vec(prop::collection::vec(0u32..9, 3), 4),
        weights in prop::collection::vec(0u32..6, 3),
    ) {
        let rows = channel(&rows);
        let fields = table(&json(&rows), 4);
        let [low, high] = ends(&capacity(&fields, ""));
        let prior = prior(&fields);
        let q = output(&prior, &rows);
        let all: Vec<Rational> = rows.iter().map(|row| divergence(row, &q)).collect();
        let least: Rational = prior.iter().zip(&all).map(|(weight, d)| weight * d).sum();
        let most = all.iter().max().unwrap();
        prop_assert!(&low - tenth(55) <= least && *most <= &high + tenth(55), "{low} {least} {most} {high}");
        prop_assert!(&high - &low <= &low * tenth(17));
        let own = information(&distribution(&weights), &rows);
        prop_assert!(own <= &high + tenth(55));
        if low > 0 {
            let (below, above) = (format!("({low})*(1-1e-15)"), format!("({high})*(1+1e-15)"));
            let found = |bound: &str| capacity(&fields, &format!(r#", "expect": {{"bits": {{{bound}}}}}"#)).expected;
            prop_assert_eq!(found(&format!(r#""at_least": "{below}", "at_most": "{above}""#)), Some(true));
            prop_assert_eq!(found(&format!(r#""at_most": "{below}""#)), Some(false));
            prop_assert_eq!(found(&format!(r#""at_least": "{above}""#)), Some(false));
        }
    }
}
