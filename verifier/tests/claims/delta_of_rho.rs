//! What ρ alone implies of δ at an ε: the enclosure, and `delta_at_most` of `zcdp`.

use crate::fixtures::COIN;
use crate::harness::{Fate, STOCHASTIC, Trial, hold};
use dp_kernel::{Failure, Limit, Meter, Why, delta_of_rho};
use dp_verify::number::{Rational, compare, fraction};
use num_bigint::BigInt;

/// ρ, ε and 40 digits of δ, found with mpmath at 60 digits by golden-section search and the root of the derivative.
const FOUND: &str = include_str!("delta_of_rho.tsv");

/// n, n/d, or digits with a point and a power of ten.
fn read(text: &str) -> Rational {
    if let Some((n, d)) = text.split_once('/') {
        return fraction(n.parse().unwrap(), d.parse().unwrap());
    }
    let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let power: i64 = power.parse::<i64>().unwrap() - i64::try_from(places).unwrap();
    let n: BigInt = digits.replace('.', "").parse().unwrap();
    let ten = BigInt::from(10).pow(u32::try_from(power.unsigned_abs()).unwrap());
    if power < 0 { fraction(n, ten) } else { fraction(n * ten, 1.into()) }
}

fn ends(rho: &str, epsilon: &str) -> Result<[Rational; 2], Failure> {
    let ends = delta_of_rho(&read(rho), &read(epsilon))?;
    Ok(ends.map(|end| end.rational().expect("no limit").expect("a rational")))
}

/// Both ends are within 10^-15 of each value, and on the right side of it.
#[test]
fn as_found_by_other_means() {
    let [less, more] = [-1, 1].map(|sign| fraction(BigInt::from(10u64.pow(15)) + sign, BigInt::from(10u64.pow(15))));
    let half = |sign: i32| fraction(BigInt::from(10).pow(39) + sign, BigInt::from(10).pow(39));
    let mut count = 0;
    for line in FOUND.lines() {
        let [rho, epsilon, delta] = <[&str; 3]>::try_from(line.split('\t').collect::<Vec<_>>()).unwrap();
        let ([low, high], delta) = (ends(rho, epsilon).unwrap(), read(delta));
        assert!(compare(&low, &(&delta * &less)).is_gt() && compare(&high, &(&delta * &more)).is_lt(), "{line}");
        // The digits are rounded.
        assert!(compare(&low, &(&delta * &half(1))).is_le() && compare(&high, &(&delta * &half(-1))).is_ge(), "{line}");
        count += 1;
    }
    assert_eq!(count, 500);
}

/// The order in which δ falls, and what is not told apart.
#[test]
fn ends_of_all_sizes() {
    let of = |rho: &str, epsilon: &str| ends(rho, epsilon).unwrap();
    assert_eq!(of("0", "0"), [read("0"), read("0")]);
    for (rho, epsilon) in
        [("1e300", "0"), ("1e300", "1e300"), ("1e300", "1e-300"), ("1e-300", "1e-300"), ("1e-300", "0")]
    {
        let [low, high] = of(rho, epsilon);
        assert!(low.is_positive() && compare(&high, &read("1")).is_le(), "{rho}, {epsilon}");
        assert!(compare(&(&low * &read("1.000000000000001")), &high).is_gt(), "{rho}, {epsilon}");
    }
    for (rho, epsilon) in [("1e-300", "1e300"), ("1e-300", "1"), ("1/10", "1000")] {
        let [low, high] = of(rho, epsilon);
        assert!(compare(&low, &high).is_lt() && compare(&high, &read("1e-900")).is_lt(), "{rho}, {epsilon}");
    }
    let far = Err(Failure::from(Why::FarRho));
    assert_eq!(ends("1e-5000", "1"), far);
    assert_eq!(ends("1", "1e5000"), far);
    let below = Err(Failure::from(Why::DoesNotFit));
    assert_eq!(delta_of_rho(&-read("1"), &read("1")), below);
    assert_eq!(delta_of_rho(&read("1"), &-read("1")), below);
    let meter = Meter::new(1000, 100, 1 << 20, 1 << 20);
    assert_eq!(meter.run(|| delta_of_rho(&read("1/2"), &read("3"))), Err(Failure::Limit(Limit::Steps)));
}

/// Of a file that declares ρ, of which 1/2 implies 0.00514318406386214929118… at ε = 3.
fn declared(rho: &str, claims: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"rho": "{rho}"}}, "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"matrix": {COIN}}}, "claims": [{claims}]}}"#
    )
}

fn said(rho: &str, epsilon: &str, verdict: &str) -> String {
    format!(r#"{{"claim": "zcdp", "rho": "{rho}"{epsilon}, "verdict": "{verdict}", "witness": {{}}}}"#)
}

const AT_3: &str = r#", "epsilon": "3""#;

#[test]
fn beside_the_claim() {
    let claim = |rho: &str, expect: &str| format!(r#"{{"claim": "zcdp", "rho": "{rho}", "epsilon": "3"{expect}}}"#);
    let at = |relation: &str, bound: &str| format!(r#", "expect": {{"delta_at_most": {{"{relation}": "{bound}"}}}}"#);
    let of = |name, rho: &str, expect: &str, verdict: &str, fate| {
        let plain = said("0.55", "", "holds");
        let statements = [STOCHASTIC, &plain, &said(rho, AT_3, verdict)];
        Trial::new(name, &declared("0.55", &claim(rho, expect)), &statements, fate)
    };
    const HOLDS: &str = "zcdp (rho at most 11/20, delta at epsilon = 3): holds; rho_min = 0.549306144334; delta_at_most = 0.00837929370836";
    const MORE: &str = "zcdp (rho at most 3/5, delta at epsilon = 3): holds; rho_min = 0.549306144334; delta_at_most = 0.0126480332685";
    const FAILS: &str = "zcdp (rho at most 1/2, delta at epsilon = 3): fails; rho_min = 0.549306144334";
    hold(&[
        of("of the declared one", "0.55", "", "holds", Fate::Proves(&[HOLDS])),
        of("of another, by its own ρ", "0.6", "", "holds", Fate::Proves(&[MORE])),
        of("none where it fails", "1/2", r#", "expect": {"verdict": "fails"}"#, "fails", Fate::Proves(&[FAILS])),
        of("said to hold", "1/2", "", "holds", Fate::Unproved(Why::OtherVerdict)),
        of("at most", "0.55", &at("at_most", "0.00837929370837"), "holds", Fate::Proves(&[HOLDS])),
        of("at least", "0.55", &at("at_least", "0.00837929370835"), "holds", Fate::Proves(&[HOLDS])),
        of("less", "0.55", &at("at_most", "0.00837929370836"), "holds", Fate::Proves(&["stochastic: holds"])),
    ]);
}

/// The ε belongs to the claim: with another one, or without, it is another.
#[test]
fn its_parameter_belongs_to_the_claim() {
    let text = declared("0.55", r#"{"claim": "zcdp", "rho": "0.55", "epsilon": "3"}"#);
    let of = |name, epsilon: &str, fate| {
        let plain = said("0.55", "", "holds");
        Trial::new(name, &text, &[STOCHASTIC, &plain, &said("0.55", epsilon, "holds")], fate)
    };
    let plain = said("0.55", "", "holds");
    hold(&[
        Trial::new("without", &text, &[STOCHASTIC, &plain], Fate::Refused(&["delta at epsilon = 3", "missing"])),
        of("the same", r#", "epsilon": "6/2""#, Fate::Proves(&["stochastic: holds"])),
        of("another", r#", "epsilon": "2""#, Fate::Refused(&["zcdp"])),
        of("below 0", r#", "epsilon": "-1""#, Fate::Unreadable(&["≥ 0"])),
        of("a logarithm", r#", "epsilon": "ln(2)""#, Fate::Unreadable(&["epsilon"])),
        of("a witness", r#", "epsilon": "3", "delta": "1/100""#, Fate::Unreadable(&["delta"])),
    ]);
}

/// A certificate states nothing about α of a file that declares ρ, and needs the claim that the ρ makes.
#[test]
fn of_a_file_that_declares_rho() {
    let of = |name, statements: &[&str], fate| Trial::new(name, &declared("0.55", ""), statements, fate);
    let own = said("0.55", "", "holds");
    let dp = r#"{"claim": "dp", "verdict": "holds"}"#;
    let exists = r#"{"claim": "tight-constraints-exist", "verdict": "holds", "witness": {"z": ["1/2", "1/2"]}}"#;
    hold(&[
        of(
            "what it implies",
            &[STOCHASTIC, &own],
            Fate::Proves(&["zcdp (rho at most 11/20): holds; rho_min = 0.549306144334"]),
        ),
        of("not the ρ", &[STOCHASTIC], Fate::Refused(&["zcdp"])),
        of("another ρ", &[STOCHASTIC, &said("0.6", "", "holds")], Fate::Refused(&["zcdp"])),
        of("privacy by ε in its place", &[STOCHASTIC, dp], Fate::Unreadable(&["`dp` is about the declared ε"])),
        of("privacy by ε beside it", &[STOCHASTIC, &own, dp], Fate::Unreadable(&["`dp` is about the declared ε"])),
        of("what is about ε alone", &[STOCHASTIC, &own, exists], Fate::Unreadable(&["declares ρ"])),
    ]);
}
