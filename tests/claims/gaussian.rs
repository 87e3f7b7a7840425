//! Discrete Gaussian noise beside sums of 55 digits that another program made, and beside tables of most of it.

use super::*;

const SUMS: &str = include_str!("gaussian.tsv");

fn noise(privacy: &str, query: &str, sigma2: &str, claims: &str) -> Report {
    let mechanism = format!(r#"{{"family": "discrete-gaussian", "sigma2": "{sigma2}"}}"#);
    decide(&format!(r#""privacy": {privacy}, "query": {query}, "mechanism": {mechanism}, "claims": [{claims}]"#))
}

fn of_sensitivity(shift: &str) -> String {
    format!(r#"{{"graph": "sum", "individuals": 2, "max": {shift}}}"#)
}

/// A number with one digit, the last of nineteen, that is larger or smaller.
fn beside(digits: &str, by: i8) -> String {
    let (number, exponent) = digits.split_once('e').unwrap_or((digits, "0"));
    let mut number: Vec<char> = number.chars().take(19).collect();
    let place = number.iter().rposition(|c| ('1'..='8').contains(c)).expect("a digit that is neither 0 nor 9");
    let digit = number[place].to_digit(10).expect("a digit");
    number[place] = char::from_digit(digit.saturating_add_signed(by.into()), 10).expect("a digit");
    format!("{}e{exponent}", number.into_iter().collect::<String>())
}

#[test]
fn sums_term_by_term() {
    for line in SUMS.lines().filter(|line| !line.starts_with('#')) {
        let [sigma2, epsilon, shift, digits] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        for (by, verdict) in [(1, Verdict::Holds), (-1, Verdict::Fails)] {
            let delta = beside(digits, by);
            let privacy = format!(r#"{{"epsilon": "{epsilon}", "delta": "{delta}"}}"#);
            let report = noise(&privacy, &of_sensitivity(shift), sigma2, "");
            assert_eq!(statement(&report, Kind::ApproximateDp).verdict, verdict, "{line}: {delta}");
        }
    }
}

/// What is claimed of it by theorems, at the bound and below.
#[test]
fn exactly() {
    let privacy = r#"{"epsilon": "1", "delta": "1/2"}"#;
    let of = |claims: &str| noise(privacy, &of_sensitivity("7"), "3/10", claims);
    // 49/(2·3/10)
    let zcdp = |rho: &str| statement(&of(&format!(r#"{{"claim": "zcdp", "rho": "{rho}"}}"#)), Kind::Zcdp).clone();
    assert_statement(&zcdp("245/3"), Verdict::Holds, &[("rho_min", "245/3")]);
    assert_eq!(zcdp("81.666666666666666666666666666666666666").verdict, Verdict::Fails);
    let renyi = |bound: &str| {
        let claim = format!(r#"{{"claim": "renyi-dp", "order": 3, "bound": "{bound}"}}"#);
        statement(&of(&claim), Kind::RenyiDp).clone()
    };
    assert_statement(&renyi("245"), Verdict::Holds, &[("divergence", "245")]);
    assert_eq!(renyi("244.99999999999999999999999999999999").verdict, Verdict::Fails);
    let groups = |distance: usize| {
        let claim = format!(r#"{{"claim": "group-privacy", "distance": {distance}}}"#);
        statement(&of(&claim), Kind::GroupPrivacy).verdict
    };
    assert_eq!([1, 2, 3].map(groups), [Verdict::Fails, Verdict::Fails, Verdict::Holds]);
}

/// ε at which a whole number is a threshold, so that its output may belong to the set or not: as ε from either side.
#[test]
fn ties() {
    let delta_min = |epsilon: &str| {
        let report = noise(&format!(r#"{{"epsilon": "{epsilon}", "delta": "1/2"}}"#), &of_sensitivity("2"), "4", "");
        let found = statement(&report, Kind::ApproximateDp);
        found.values.iter().find(|(name, _)| *name == "delta_min").map(|(_, value)| show(value))
    };
    let [below, at, above] = ["0.499999999999999999", "1/2", "0.500000000000000001"].map(delta_min);
    assert_eq!([&below, &above], [&at, &at]);
    assert_eq!(at.as_deref(), Some("0.230039887076"));
}

/// What the limits forbid ends by their names.
#[test]
fn hostile_numbers() {
    let reason = |sigma2: &str, epsilon: &str, delta: &str| {
        let privacy = format!(r#"{{"epsilon": "{epsilon}", "delta": "{delta}"}}"#);
        let report = noise(&privacy, r#"{"graph": "line", "nodes": 2}"#, sigma2, "");
        let found = statement(&report, Kind::ApproximateDp);
        (found.verdict, found.reason.clone().unwrap_or_default())
    };
    let (verdict, why) = reason("1e300", "1", "1e-5");
    assert!(verdict == Verdict::Undecided && why.contains("--limit steps"), "{why}");
    let (verdict, why) = reason("1e13", "1", "1e-5");
    assert!(verdict == Verdict::Undecided && why.contains("--limit memory"), "{why}");
    let (verdict, why) = reason("4", "1e9", "1e-9999");
    assert!(verdict == Verdict::Undecided && why.contains("can't be told"), "{why}");
    assert_eq!(reason("1e-300", "1", "1e-5").0, Verdict::Fails);
    assert_eq!(reason("4", "1e9", "1e-5").0, Verdict::Holds);
    assert_eq!(reason("4", "1", "1e-4000").0, Verdict::Fails);
}
