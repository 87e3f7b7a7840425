//! Files whose `constant` is e^-r, against sums over exponents and fixed-point enclosures made here.

mod oracle;

use self::oracle::{Quotient, Sum, are_digits_of};
use super::*;
use crate::random::{are_exhaustive, cases};
use malachite::base::num::arithmetic::traits::{Floor, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::FromSciString;
use malachite::rational::Rational;
use proptest::prelude::*;

fn decimal(statement: &Statement, name: &str) -> String {
    let value = statement.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
    value.and_then(Value::decimal).unwrap_or_else(|| panic!("{name} of {}", statement.claim))
}

/// α, as JSON and by itself.
fn privacies() -> Vec<(&'static str, &'static str, Sum)> {
    let e = |r: &str| Sum::of(Rational::ONE, Rational::from_sci_string(r).unwrap());
    let ratio = |n, d| Rational::from_unsigneds(n, d);
    vec![
        ("alpha", "2/3", Sum::of(ratio(2u32, 3), Rational::ZERO)),
        ("epsilon", "ln(3)", Sum::of(ratio(1u32, 3), Rational::ZERO)),
        ("epsilon", "0.968133484697", e("0.968133484697")),
        ("epsilon", "1/2", e("0.5")),
        ("epsilon", "0.71", e("0.71")),
        ("epsilon", "0.73", e("0.73")),
        ("epsilon", "1e-25", e("1e-25")),
        ("epsilon", "ln(3)/2", Sum::u(2, ratio(1u32, 3))),
        ("epsilon", "2/3*ln(2)", Sum::u(3, ratio(1u32, 4))),
        ("epsilon", "ln(5/4)/4", Sum::u(4, ratio(4u32, 5))),
    ]
}

const RATES: [&str; 6] = ["0.125", "0.01", "0.7", "1", "0.123456789", "0.5"];

/// An entry before it is divided by its row's sum: Σ c·a^i·b^j.
type Weight = Vec<(u32, u32, u32)>;

fn written(weight: &Weight) -> String {
    let terms: Vec<String> = weight.iter().map(|(c, i, j)| format!("{c}*a^{i}*b^{j}")).collect();
    if terms.is_empty() { "0".into() } else { terms.join("+") }
}

fn weight() -> impl Strategy<Value = Weight> {
    prop::collection::vec((1u32..4, 0u32..3, 0u32..4), 0..3)
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn against_sums_over_exponents(
        privacy in 0usize..10,
        rate in 0usize..6,
        mut weights in prop::collection::vec(prop::collection::vec(weight(), 3), 3),
        delta in 0u32..8,
    ) {
        let (key, said, alpha) = privacies().swap_remove(privacy);
        let b = Sum::of(Rational::ONE, Rational::from_sci_string(RATES[rate]).unwrap());
        weights.iter_mut().for_each(|row| row[0].push((1, 0, 1)));
        let power = |x: &Sum, k: u32| (0..k).fold(Sum::of(Rational::ONE, Rational::ZERO), |all, _| all.times(x));
        let entry = |w: &Weight| {
            let term = |(c, i, j): &(u32, u32, u32)| {
                Sum::of(Rational::from(*c), Rational::ZERO).times(&power(&alpha, *i)).times(&power(&b, *j))
            };
            w.iter().map(term).fold(Sum::default(), |sum, x| sum.plus(&x))
        };
        let x: Vec<Vec<Quotient>> = weights
            .iter()
            .map(|row| {
                let row: Vec<Sum> = row.iter().map(entry).collect();
                let all = row.iter().fold(Sum::default(), |sum, x| sum.plus(x));
                row.into_iter().map(|x| Quotient(x, all.clone())).collect()
            })
            .collect();
        let rows: Vec<Vec<String>> = weights
            .iter()
            .map(|row| {
                let all = row.iter().map(written).collect::<Vec<_>>().join("+");
                row.iter().map(|w| format!("({})/({all})", written(w))).collect()
            })
            .collect();
        let file = |delta: &str, claims: &str| {
            decide(&format!(
                r#""privacy": {{"{key}": "{said}", "delta": "{delta}"}}, "constant": {{"exp": "-{}"}},
                   "query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {}}}, {FLAT}, "claims": [{claims}]"#,
                RATES[rate],
                serde_json::to_string(&rows).unwrap()
            ))
        };
        let flat = |kind: &str| format!(r#"{{"claim": "{kind}", "prior": "flat"}}"#);
        let claims = format!(
            r#""dp", "capacity", {}, {}, {{"claim": "group-privacy", "distance": 2}},
               {{"claim": "renyi-dp", "order": 2, "bound": "1/2"}}"#,
            flat("utility"), flat("leakage")
        );
        let declared = format!("0.0{delta}");
        let report = file(&declared, &claims);
        let zero = Quotient(Sum::default(), Sum::of(Rational::ONE, Rational::ZERO));
        let one = Quotient(zero.1.clone(), zero.1.clone());
        let alpha = Quotient(alpha, one.1.clone());

        // Ratios.
        let least = |pairs: &[[usize; 2]]| {
            let mut least = one.clone();
            for [i, h] in pairs.iter().flat_map(|&[i, h]| [[i, h], [h, i]]) {
                for o in (0..3).filter(|&o| !x[h][o].0.is_zero()) {
                    let ratio = x[i][o].over(&x[h][o]);
                    if ratio.compare(&least).is_lt() {
                        least = ratio;
                    }
                }
            }
            least
        };
        let all = [([[0, 1], [1, 2]].as_slice(), alpha.clone(), Kind::Dp), (&[[0, 2]], Quotient(power(&alpha.0, 2), one.1.clone()), Kind::GroupPrivacy)];
        for (pairs, alpha, kind) in all {
            let found = statement(&report, kind);
            let most = least(pairs);
            prop_assert_eq!(found.verdict == Verdict::Holds, alpha.compare(&most).is_le(), "{}", kind.name());
            prop_assert!(are_digits_of(&decimal(found, "alpha_max"), &most.value()), "{}", decimal(found, "alpha_max"));
        }

        // δ.
        let mut needed = zero.clone();
        for [i, h] in [[0, 1], [1, 0], [1, 2], [2, 1]] {
            let mut sum = zero.clone();
            for (more, other) in x[i].iter().zip(&x[h]) {
                let ratio = other.over(&alpha);
                let less = Quotient(ratio.0.times(&Sum::of(Rational::from(-1), Rational::ZERO)), ratio.1);
                if more.compare(&other.over(&alpha)).is_gt() {
                    sum = sum.plus(&more.plus(&less));
                }
            }
            if sum.compare(&needed).is_gt() {
                needed = sum;
            }
        }
        let found = statement(&report, Kind::ApproximateDp);
        let holds = |delta: &Rational| {
            needed.compare(&Quotient(Sum::of(delta.clone(), Rational::ZERO), one.1.clone())).is_le()
        };
        let by_file = Rational::from_sci_string(&declared).unwrap();
        prop_assert_eq!(found.verdict == Verdict::Holds, holds(&by_file));
        prop_assert!(are_digits_of(&decimal(found, "delta_min"), &needed.value()));
        if !needed.0.is_zero() && needed.value() < 1u32 {
            // Next to what is needed, from both sides.
            for factor in ["1.000000000000000000000000000001", "0.999999999999999999999999999999"] {
                let near = needed.value() * Rational::from_sci_string(factor).unwrap();
                let long = Rational::from(10u32).pow(50u64);
                let near = Rational::from((&near * &long).floor()) / long;
                if near < 1u32 {
                    let found = statement(&file(&near.to_string(), ""), Kind::ApproximateDp).verdict;
                    prop_assert_eq!(found == Verdict::Holds, holds(&near), "{}", factor);
                }
            }
        }

        // Sums of maxima, and Rényi's sum.
        let sum: Rational = (0..3).map(|o| x.iter().map(|row| row[o].value()).max().unwrap()).sum();
        for (kind, prior, value, name) in [
            (Kind::Utility, Some("flat"), &sum / Rational::from(3), "utility"),
            (Kind::Leakage, Some("flat"), sum.clone(), "multiplicative"),
            (Kind::Capacity, None, sum.clone(), "multiplicative"),
        ] {
            prop_assert!(are_digits_of(&decimal(about(&report, kind, prior), name), &value));
        }
        let found = statement(&report, Kind::RenyiDp);
        let argument = |[i, h]: [usize; 2]| {
            (0..3).filter(|&o| !x[i][o].0.is_zero()).try_fold(Rational::ZERO, |sum, o| {
                let divisor = (!x[h][o].0.is_zero()).then(|| x[h][o].value())?;
                Some(sum + x[i][o].value() * x[i][o].value() / divisor)
            })
        };
        let all: Option<Vec<Rational>> = [[0, 1], [1, 0], [1, 2], [2, 1]].into_iter().map(argument).collect();
        match all.and_then(|all| all.into_iter().max()) {
            None => prop_assert_eq!(decimal(found, "argument"), "inf"),
            Some(most) => prop_assert!(are_digits_of(&decimal(found, "argument"), &most)),
        }
    }
}

/// Rows [1, w]/(1 + w) and [w, 1]/(1 + w).
fn coin(privacy: &str, exp: &str, w: &str, claims: &str) -> Report {
    decide(&format!(
        r#""privacy": {privacy}, "constant": {{"exp": "{exp}"}}, {PAIR}, "claims": [{claims}],
           "mechanism": {{"matrix": [["1/(1+{w})", "{w}/(1+{w})"], ["{w}/(1+{w})", "1/(1+{w})"]]}}"#
    ))
}

/// b is a power of α, or both are powers of one number, or have far exponents: what is equal is seen to be.
#[test]
fn ties_hold_by_identity() {
    let tie = r#"{"claim": "dp", "expect": {"alpha_max": {"equals": "a"}, "epsilon_min": {"equals": "EPSILON"}}}"#;
    let ties = [
        ("1/2", "-1/8", "b^4"),
        ("1/8", "-1/8", "b"),
        ("1/8", "-1/2", "a"),
        ("1/2", "-1/3", "a^3*b^2/(b^5)"),
        ("0.71", "-1/100", "b^71"),
        ("0.73", "-7/10", "b^73/a^69"),
        ("0.968133484697", "-0.484066742348500000000000000001", "a"),
    ];
    for (epsilon, exp, w) in ties {
        let claim = tie.replace("EPSILON", epsilon);
        let report = coin(&format!(r#"{{"epsilon": "{epsilon}"}}"#), exp, w, &claim);
        let dp = statement(&report, Kind::Dp);
        assert_eq!((dp.verdict, dp.expected), (Verdict::Holds, Some(true)), "{epsilon} {exp} {w}");
    }
    // Not in lowest terms its logarithm does not show, and its sign does.
    let tie = r#"{"claim": "dp", "expect": {"alpha_max": {"equals": "a"}}}"#;
    let report = coin(r#"{"epsilon": "0.968133484697"}"#, "-1/8", "(a*b-a*b^2+a)/(1+b-b^2)", tie);
    assert_eq!(statement(&report, Kind::Dp).expected, Some(true));
    // And by 10^-30 they are not.
    for (epsilon, verdict) in [
        ("0.5", Verdict::Holds),
        ("0.499999999999999999999999999999", Verdict::Fails),
        ("0.500000000000000000000000000001", Verdict::Holds),
    ] {
        let report = coin(&format!(r#"{{"epsilon": "{epsilon}"}}"#), "-1/8", "b^4", r#""dp""#);
        assert_eq!(statement(&report, Kind::Dp).verdict, verdict, "{epsilon}");
    }
    // e^(-1/8) at a rational α: near it from both sides.
    for (alpha, verdict) in [("0.882496902584595", Verdict::Holds), ("0.882496902584596", Verdict::Fails)] {
        let report = coin(&format!(r#"{{"alpha": "{alpha}"}}"#), "-1/8", "b", r#""dp""#);
        assert_eq!(statement(&report, Kind::Dp).verdict, verdict, "{alpha}");
    }
}

/// Beside an algebraic α: what is equal only by its polynomial is seen to be, next to it from both sides, and printed
/// if it is rational.
#[test]
fn ties_hold_beside_an_algebraic_alpha() {
    let report = |privacy: &str, w: &str, claim: &str| coin(privacy, "-1/8", &format!("({w})"), claim);
    let golden = r#"{"alpha": {"root_of": ["-1", "1", "1"], "between": ["0", "1"]}}"#;
    let root = r#"{"epsilon": "ln(2)/2"}"#;
    let reducible = r#"{"alpha": {"root_of": ["-1", "0", "2", "-2", "0", "4"], "between": ["1/2", "1"]}}"#;
    for (privacy, w) in [
        (root, "1/(2*a)"),
        (root, "a*(1-b+2*a^2*b)"),
        (golden, "1-a^2"),
        (golden, "a*b/(b*a+b*a^2)"),
        (golden, "a+a^2*b+a*b-b"),
        (reducible, "1/(2*a)"),
    ] {
        let dp = |w: &str| {
            let claim = r#"{"claim": "dp", "expect": {"verdict": "holds", "alpha_max": {"equals": "a"}}}"#;
            let report = report(privacy, w, claim);
            let found = statement(&report, Kind::Dp);
            (found.verdict, found.expected)
        };
        assert_eq!(dp(w), (Verdict::Holds, Some(true)), "{privacy} {w}");
        assert_eq!(dp(&format!("({w})*(1+1e-30*b)")), (Verdict::Holds, Some(false)), "{privacy} {w}");
        assert_eq!(dp(&format!("({w})*(1-1e-30*b)")), (Verdict::Fails, Some(false)), "{privacy} {w}");
    }
    // 2·a² is 1, and so are ε and its logarithm what they are of 1.
    let of_one = report(root, "a^2*2", r#""dp""#);
    assert_eq!(show(&statement(&of_one, Kind::Dp).values[0].1), "1");
    assert_eq!(show(&statement(&of_one, Kind::Dp).values[1].1), "0");
    // What needs α alone is found, and what a remap shows.
    let kinds = [Kind::Dp, Kind::TightConstraintsExist, Kind::TightConstraints];
    let verdicts = |w: &str| {
        let claims = r#""dp", "tight-constraints-exist", "tight-constraints""#;
        let report = report(root, w, claims);
        kinds.map(|kind| statement(&report, kind).verdict)
    };
    use Verdict::{Fails, Holds};
    assert_eq!(verdicts("a"), [Holds; 3]);
    assert_eq!(verdicts("1/(2*a)"), [Holds; 3]);
    assert_eq!(verdicts("a*(1+1e-30*b)"), [Holds, Holds, Fails]);
    assert_eq!(verdicts("a*(1-1e-30*b)"), [Fails, Holds, Fails]);
}

/// Values are expressions in `a` and `b`, and a file may expect them so.
#[test]
fn values_are_expressions_in_both() {
    for (privacy, exp, w, most) in [
        (r#"{"alpha": "1/2"}"#, "-1/8", "b", "b"),
        (r#"{"epsilon": "1/3"}"#, "-1/8", "a*b^2", "a*b^2"),
        (r#"{"epsilon": "0.968133484697"}"#, "-1/8", "a*b^2", "a*b^2"),
        (r#"{"epsilon": "0.968133484697"}"#, "-1/8", "a/b", "a*b^-1"),
        (r#"{"epsilon": "ln(3)/2"}"#, "-1/8", "a^3*b^2", "a*b^2/3"),
    ] {
        let claim =
            format!(r#"{{"claim": "dp", "expect": {{"verdict": "VERDICT", "alpha_max": {{"equals": "{w}"}}}}}}"#);
        let tried = ["holds", "fails"].map(|verdict| coin(privacy, exp, w, &claim.replace("VERDICT", verdict)));
        let met: Vec<&Report> =
            tried.iter().filter(|report| statement(report, Kind::Dp).expected == Some(true)).collect();
        assert_eq!(met.len(), 1, "{privacy} {w}");
        assert_eq!(show(&statement(met[0], Kind::Dp).values[0].1), most, "{privacy} {w}");
    }
}

/// Rows of many terms, at numbers with far exponents: row sums are 1 by identity, and by 10^-40 not. Twenty terms in
/// the exhaustive tests.
#[test]
fn sums_of_many_terms() {
    let terms = if are_exhaustive() { 20 } else { 12 };
    let sum = |i: usize| (0..terms).map(|o: usize| format!("b^{}", o.abs_diff(i).pow(2))).collect::<Vec<_>>().join("+");
    for (more, verdict) in [("", Verdict::Holds), ("+1e-40*b", Verdict::Fails)] {
        let entry = |i: usize, o: usize| {
            format!("\"b^{}/({}{})\"", o.abs_diff(i).pow(2), sum(i), if i == 7 { more } else { "" })
        };
        let row = |i| format!("[{}]", (0..terms).map(|o| entry(i, o)).collect::<Vec<_>>().join(", "));
        let report = decide(&format!(
            r#""privacy": {{"epsilon": "0.968133484697"}}, "constant": {{"exp": "-1/8"}},
               "query": {{"graph": "line", "nodes": {terms}}}, "mechanism": {{"matrix": [{}]}}, "claims": ["stochastic"]"#,
            (0..terms).map(row).collect::<Vec<_>>().join(", ")
        ));
        assert_eq!(statement(&report, Kind::Stochastic).verdict, verdict);
    }
}

/// Claims that need a search of functions of two far powers of e are left undecided, and what needs α alone is not.
#[test]
fn what_is_not_searched_is_undecided() {
    let report = coin(
        r#"{"epsilon": "0.968133484697"}"#,
        "-1/8",
        "a",
        r#""dp", "tight-constraints-exist", "tight-constraints", "universally-optimal""#,
    );
    let verdicts = [Kind::Dp, Kind::TightConstraintsExist, Kind::TightConstraints, Kind::UniversallyOptimal];
    let found = verdicts.map(|kind| statement(&report, kind).verdict);
    assert_eq!(found, [Verdict::Holds, Verdict::Holds, Verdict::Holds, Verdict::Undecided]);
    assert_eq!(report.status(), 3);
    // The same at exponents that are multiples of 1/8.
    let report = coin(r#"{"epsilon": "1/2"}"#, "-1/8", "a", r#""dp", "tight-constraints", "universally-optimal""#);
    assert_eq!(report.status(), 0);
}
