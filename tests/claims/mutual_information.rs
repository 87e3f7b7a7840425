use super::*;
use crate::channels::{channel, distribution, json};
use crate::fixtures::COIN;
use crate::random::cases;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;

/// The binary places of a logarithm, and those that it is found with: each of the first doubles the error.
const PLACES: u64 = 220;
const FINE: u64 = 480;

/// log₂ x to 60 digits and more, bit by bit: of a number from 1 to 2 the square is at least 2, or it is not.
pub(crate) fn log2(x: &Rational) -> Rational {
    assert!(*x > 0);
    let (mut y, mut whole) = (x.clone(), Integer::ZERO);
    while y < 1 {
        y *= Rational::from(2);
        whole -= Integer::ONE;
    }
    while y >= 2 {
        y /= Rational::from(2);
        whole += Integer::ONE;
    }
    let (mut y, mut digits) = ((y << FINE).floor(), whole);
    let two = Integer::ONE << (FINE + 1);
    for _ in 0..PLACES {
        y = (&y * &y) >> FINE;
        digits <<= 1u64;
        if y >= two {
            digits += Integer::ONE;
            y >>= 1u64;
        }
    }
    Rational::from(digits) >> PLACES
}

/// Σ_o x_o·log₂(x_o/q_o).
pub(crate) fn divergence(x: &[Rational], q: &[Rational]) -> Rational {
    x.iter().zip(q).filter(|(x, _)| **x > 0).map(|(x, q)| x * log2(&(x / q))).sum()
}

/// πX.
pub(crate) fn output(prior: &[Rational], rows: &[Vec<Rational>]) -> Vec<Rational> {
    (0..rows[0].len()).map(|o| prior.iter().zip(rows).map(|(weight, row)| weight * &row[o]).sum()).collect()
}

/// I(π; X).
pub(crate) fn information(prior: &[Rational], rows: &[Vec<Rational>]) -> Rational {
    let q = output(prior, rows);
    let all = prior.iter().zip(rows).filter(|(weight, _)| **weight > 0);
    all.map(|(weight, row)| weight * divergence(row, &q)).sum()
}

/// Both ends of a value of bits; of one that is known exactly twice the same.
pub(crate) fn ends(statement: &Statement) -> [Rational; 2] {
    let [("bits", value)] = &statement.values[..] else { panic!("{:?}", statement.values) };
    let rational = |x: String| x.parse::<Rational>().expect("a rational");
    match value {
        Value::Enclosed(by) => [rational(by.low.to_string()), rational(by.high.to_string())],
        value => [(); 2].map(|()| rational(value.exact(usize::MAX).expect("a rational"))),
    }
}

/// 10^-k.
pub(crate) fn tenth(k: usize) -> Rational {
    (0..k).fold(Rational::ONE, |x, _| x / Rational::from(10))
}

const OF_P: &str = r#"{"claim": "mutual-information", "prior": "p"}"#;

#[test]
fn a_coin_for_two_priors() {
    let report = decide(&format!(
        r#""privacy": {{"alpha": "1/3"}}, {PAIR}, "mechanism": {{"matrix": {COIN}}},
           "priors": {{"p": ["2/3", "1/3"], "flat": "uniform", "one": {{"point": 0}}}},
           "claims": [{OF_P}, {{"claim": "mutual-information", "prior": "flat"}}, {{"claim": "mutual-information", "prior": "one"}}]"#
    ));
    for (prior, bits) in [("p", "0.168590632192"), ("flat", "0.188721875541"), ("one", "0")] {
        let found = about(&report, Kind::MutualInformation, Some(prior));
        assert_statement(found, Verdict::Holds, &[("bits", bits)]);
    }
}

/// Of a product it is the sum of the individuals' own, written out or not.
#[test]
fn products() {
    let of = |people: usize, prior: &str| {
        let fields = coins_with(people, prior);
        let report = decide(&fields);
        show(&about(&report, Kind::MutualInformation, Some("p")).values[0].1)
    };
    assert_eq!(of(2, r#"{"product": [["2/3", "1/3"], ["1/2", "1/2"]]}"#), "0.357312507733");
    assert_eq!(of(2, r#"{"product": [["2/3", "1/3"]]}"#), "0.337181264384");
    assert_eq!(of(60, r#"{"product": [["2/3", "1/3"]]}"#), "10.1154379315");
    assert_eq!(of(60, "\"uniform\""), "11.3233125325");
}

fn coins_with(people: usize, prior: &str) -> String {
    format!(r#"{}, "priors": {{"p": {prior}}}"#, crate::channels::coins(people, OF_P))
}

/// By the structure of a response as of the table written out.
#[test]
fn responses() {
    let of = |mechanism: &str, n: usize| {
        let report = decide(&format!(
            r#""privacy": {{"alpha": "1/3"}}, "query": {{"graph": "complete", "nodes": {n}}}, "mechanism": {mechanism},
               "priors": {{"p": {}}}, "claims": [{OF_P}, "shannon-capacity"]"#,
            serde_json::to_string(&distribution(&vec![2; n - 1]).iter().map(ToString::to_string).collect::<Vec<_>>())
                .unwrap()
        ));
        let found = [Kind::MutualInformation, Kind::ShannonCapacity].map(|kind| {
            let mut all = report.statements.iter().filter(|s| s.claim.kind == kind);
            show(&all.next().expect("a statement").values[0].1)
        });
        (found, report)
    };
    let response = r#"{"family": "randomised-response"}"#;
    for n in [2, 3, 20] {
        let row = |i| (0..n).map(|j| format!("a^{}/(1+{}*a)", usize::from(i != j), n - 1)).collect::<Vec<_>>();
        let written = serde_json::to_string(&(0..n).map(row).collect::<Vec<_>>()).unwrap();
        assert_eq!(of(response, n).0, of(&format!(r#"{{"matrix": {written}}}"#), n).0, "{n}");
    }
    assert_eq!(of(response, 3_000).0, ["0.000622430298883".to_owned(), "0.000622430325567".to_owned()]);
    for (noise, bits) in [("0", "11"), ("1", "0")] {
        let clear = format!(r#"{{"family": "randomised-response", "noise": "{noise}"}}"#);
        assert_eq!(of(&clear, 2_048).0[1], bits);
    }
}

proptest! {
    #![proptest_config(cases(500))]

    /// Against logarithms that are found bit by bit, and beside both ends by a factor of 1 ± 10^-15.
    #[test]
    fn against_logarithms_bit_by_bit(
        rows in prop::collection::vec(prop::collection::vec(0u32..9, 3), 4),
        weights in prop::collection::vec(0u32..6, 3),
    ) {
        let (rows, prior) = (channel(&rows), distribution(&weights));
        let at = |expect: &str| {
            let prior: Vec<String> = prior.iter().map(ToString::to_string).collect();
            let report = decide(&format!(
                r#"{HALF}, "query": {{"graph": "line", "nodes": 4}}, "mechanism": {{"matrix": {}}}, "priors": {{"p": {}}},
                   "claims": [{{"claim": "mutual-information", "prior": "p"{expect}}}]"#,
                json(&rows), serde_json::to_string(&prior).unwrap()
            ));
            about(&report, Kind::MutualInformation, Some("p")).clone()
        };
        let own = information(&prior, &rows);
        let [low, high] = ends(&at(""));
        prop_assert!(&low - tenth(58) <= own && own <= &high + tenth(58), "{low} {own} {high}");
        prop_assert!(&high - &low <= &low * tenth(20));
        if low > 0 {
            let (below, above) = (format!("({low})*(1-1e-15)"), format!("({high})*(1+1e-15)"));
            let found = |bound: &str| at(&format!(r#", "expect": {{"bits": {{{bound}}}}}"#)).expected;
            prop_assert_eq!(found(&format!(r#""at_least": "{below}", "at_most": "{above}""#)), Some(true));
            prop_assert_eq!(found(&format!(r#""at_most": "{below}""#)), Some(false));
            prop_assert_eq!(found(&format!(r#""at_least": "{above}""#)), Some(false));
        }
    }
}
