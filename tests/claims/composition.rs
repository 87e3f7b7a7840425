use super::*;
use crate::channels::json;
use crate::random::{are_exhaustive, cases};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::natural::Natural;
use malachite::rational::Rational;
use proptest::prelude::*;

type Rows = Vec<Vec<Rational>>;

/// All values of a claim, `adaptive` or not, as they are shown exactly.
fn values(report: &Report, kind: Kind, adaptive: bool) -> (Verdict, Vec<(&'static str, String)>) {
    let found = report.statements.iter().find(|s| s.claim.kind == kind && s.claim.adaptive == adaptive);
    let found = found.unwrap_or_else(|| panic!("no statement on {}", kind.name()));
    (found.verdict, found.values.iter().map(|(name, value)| (*name, show(value))).collect())
}

/// (k choose j) a^j b^(k−j).
fn binomial(k: u64, j: u64, [a, b]: [&Rational; 2]) -> Rational {
    let choose = (0..j).fold(Natural::ONE, |c, i| c * Natural::from(k - i) / Natural::from(i + 1));
    Rational::from(choose) * a.pow(j) * b.pow(k - j)
}

/// k uses of a coin that is right three times in four, at λ = 3^(3k/5): the uses with j right have the ratio 3^(2j−k).
fn coins(k: u64) -> Rational {
    let (right, wrong) = (Rational::from_signeds(3, 4), Rational::from_signeds(1, 4));
    let lambda = Rational::from(3).pow(3 * k / 5);
    let least = (k + 3 * k / 5) / 2 + 1;
    let excess = |j| binomial(k, j, [&right, &wrong]) - &lambda * binomial(k, j, [&wrong, &right]);
    (least..=k).map(excess).sum()
}

#[test]
fn many_uses_of_a_coin() {
    let file = |k: u64, delta: &str| {
        format!(
            r#""privacy": {{"epsilon": "{}*ln(3)", "delta": "{delta}"}}, {PAIR}, "claims": [{{"claim": "approximate-dp", "adaptive": true}}],
               "mechanism": {{"compose": [{{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "times": {k}}}]}}"#,
            3 * k / 5
        )
    };
    for k in [10, 100, 1000] {
        let delta = coins(k);
        let less = &delta * (Rational::ONE - Rational::from(10).pow(-30_i64));
        for (declared, verdict) in [(&delta, Verdict::Holds), (&less, Verdict::Fails)] {
            let report = decide(&file(k, &declared.to_string()));
            for adaptive in [false, true] {
                let (found, values) = values(&report, Kind::ApproximateDp, adaptive);
                assert_eq!((found, &values[0]), (verdict, &("delta_min", delta.to_string())), "{k} {adaptive}");
            }
        }
    }
}

/// Ten thousand in the exhaustive tests.
#[test]
fn thousands_of_uses_of_a_coin() {
    let (uses, delta) = if are_exhaustive() { (10_000, "1e-30") } else { (2_000, "1e-6") };
    let report = decide(&format!(
        r#""privacy": {{"epsilon": "{}*ln(3)", "delta": "{delta}"}}, {PAIR},
           "mechanism": {{"compose": [{{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "times": {uses}}}]}}"#,
        3 * uses / 5
    ));
    let (verdict, values) = values(&report, Kind::ApproximateDp, false);
    assert_eq!((verdict, values[0].1 == coins(uses).to_string()), (Verdict::Holds, true));
}

/// ε is that of each use at its worst pair only where it is the same pair for all.
#[test]
fn worst_at_different_pairs() {
    let [one, other] =
        [r#"[["1/2", "1/2"], ["1/4", "3/4"], ["1/4", "3/4"]]"#, r#"[["1/2", "1/2"], ["1/2", "1/2"], ["1/8", "7/8"]]"#];
    let report = decide(&format!(
        r#"{HALF}, "query": {{"graph": "line", "nodes": 3}}, "claims": [{{"claim": "dp", "adaptive": true, "expect": {{"verdict": "fails"}}}}],
           "mechanism": {{"compose": [{{"matrix": {one}}}, {{"matrix": {other}, "times": 1}}]}}"#
    ));
    assert_eq!(values(&report, Kind::Dp, false), (Verdict::Fails, of_epsilon("1/4", "1.38629436112")));
    assert_eq!(values(&report, Kind::Dp, true), (Verdict::Fails, of_epsilon("1/8", "2.07944154168")));
}

/// At every α of (0, 1), where the least λ at which a δ is enough has no bound near 0: it is told for δ = 0 alone.
#[test]
fn at_every_alpha() {
    let file = |delta: &str, mechanism: &str| {
        format!(
            r#""privacy": {{"alpha": "symbolic", "between": ["0", "1"]{delta}}}, {PAIR}, "mechanism": {mechanism},
               "claims": [{{"claim": "approximate-dp", "adaptive": true}}, "approximate-dp"]"#
        )
    };
    let coin = r#"{"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]}"#;
    let twice =
        format!(r#"{{"compose": [{{"matrix": {}, "times": 2}}]}}"#, &coin[r#"{"matrix": "#.len()..coin.len() - 1]);
    let delta_min = |x: &str| ("delta_min", x.to_owned());
    let report = decide(&file("", coin));
    let told = [delta_min("0"), ("alpha_max", "a".into())];
    for adaptive in [true, false] {
        let (verdict, values) = values(&report, Kind::ApproximateDp, adaptive);
        assert_eq!((verdict, &values[..2]), (Verdict::Holds, &told[..]), "{adaptive}");
    }
    let report = decide(&file(r#", "delta": "1/10""#, coin));
    assert_eq!(values(&report, Kind::ApproximateDp, true), (Verdict::Holds, vec![delta_min("0")]));
    // Two uses need (1 − a)/(1 + a)² · … of what both show: more than 1/10 near 0.
    for adaptive in [true, false] {
        let report = decide(&file(r#", "delta": "1/10""#, &twice));
        let (verdict, values) = values(&report, Kind::ApproximateDp, adaptive);
        assert_eq!((verdict, values.len()), (Verdict::Fails, 1), "{adaptive}");
        let report = decide(&file("", &twice));
        let (verdict, _) = self::values(&report, Kind::ApproximateDp, adaptive);
        assert_eq!(verdict, Verdict::Fails);
    }
}

fn of_epsilon(alpha_max: &str, epsilon_min: &str) -> Vec<(&'static str, String)> {
    vec![("alpha_max", alpha_max.into()), ("epsilon_min", epsilon_min.into())]
}

/// At the true e^-ε, and at an algebraic α: k uses of the truncated geometric mechanism have α^k.
#[test]
fn irrational() {
    for privacy in [r#"{"epsilon": "0.8"}"#, r#"{"epsilon": "1/5*ln(2)"}"#] {
        let report = decide(&format!(
            r#""privacy": {privacy}, "query": {{"graph": "line", "nodes": 4}}, "claims": [{{"claim": "dp", "expect": {{"verdict": "fails"}}}}],
               "mechanism": {{"compose": [{{"family": "truncated-geometric", "alpha": "a", "times": 3}}, {{"family": "uniform"}}]}}"#
        ));
        assert_eq!(values(&report, Kind::Dp, false).1[0], ("alpha_max", "a^3".into()));
    }
    // 2·(1−a)/(1+a) … of the pair 0, 1 at λ = 1/a, by the table of the product.
    let written = r#"{"epsilon": "0.5", "delta": "1/3"}, "query": {"graph": "line", "nodes": 2}"#;
    let twice = r#"{"compose": [{"matrix": [["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]], "times": 2}]}"#;
    let out =
        r#"{"matrix": [["1/(1+a)^2", "2*a/(1+a)^2", "a^2/(1+a)^2"], ["a^2/(1+a)^2", "2*a/(1+a)^2", "1/(1+a)^2"]]}"#;
    let [twice, out] = [twice, out].map(|of| decide(&format!(r#""privacy": {written}, "mechanism": {of}"#)));
    for kind in [Kind::Dp, Kind::ApproximateDp] {
        assert_eq!(values(&twice, kind, false), values(&out, kind, false), "{}", kind.name());
    }
}

#[test]
fn other_claims_are_undecided() {
    let report = decide(&format!(
        r#""privacy": {{"alpha": "1/4"}}, {PAIR}, {FLAT}, "claims": [{{"claim": "optimal", "prior": "flat"}}],
           "mechanism": {{"compose": [{{"matrix": [["2/3", "1/3"], ["1/3", "2/3"]], "times": 2}}]}}"#
    ));
    assert_eq!(about(&report, Kind::Optimal, Some("flat")).verdict, Verdict::Undecided);
}

/// The same at an irrational α and over an interval, at which the ends are functions.
#[test]
fn too_many_ways_to_choose_at_other_alphas() {
    let file = |alpha: &str, expect: &str| {
        format!(
            r#""privacy": {{{alpha}, "delta": "0.82"}}, "query": {{"graph": "line", "nodes": 3}},
               "mechanism": {{"compose": [{{"matrix": [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/5", "1/5", "3/5"]], "times": 20}}]}},
               "claims": [{{"claim": "approximate-dp", "adaptive": true, "expect": {{"delta_min": {{{expect}}}}}}}]"#
        )
    };
    for alpha in [
        r#""epsilon": "2.1""#,
        r#""alpha": {"root_of": [-1, 0, 64], "between": [0, 1]}"#,
        r#""alpha": "symbolic", "between": ["31/250", "1/8"]"#,
    ] {
        for (expect, met) in [(r#""at_most": "0.82""#, Some(true)), (r#""at_least": "0.82""#, Some(false))] {
            let report = decide(&file(alpha, expect));
            let found = report.statements.iter().find(|s| s.claim.adaptive).unwrap();
            assert_eq!(found.expected, met, "{alpha} {expect}");
        }
        // Between the ends nothing is said.
        let report = decide(&file(alpha, r#""at_least": "0.8""#));
        assert_eq!(values(&report, Kind::ApproximateDp, true).0, Verdict::Undecided, "{alpha}");
    }
}

/// Twenty uses with more ways to choose than are tried: δ lies between that of one pair and that of a pair that
/// dominates all.
#[test]
fn too_many_ways_to_choose() {
    let file = |delta: &str, expect: &str| {
        format!(
            r#""privacy": {{"alpha": "1/8", "delta": "{delta}"}}, "query": {{"graph": "line", "nodes": 3}},
               "mechanism": {{"compose": [{{"matrix": [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/5", "1/5", "3/5"]], "times": 20}}]}},
               "claims": [{{"claim": "approximate-dp", "adaptive": true{expect}}}]"#
        )
    };
    for (delta, verdict) in [("0.79", Verdict::Fails), ("0.82", Verdict::Holds)] {
        let report = decide(&file(delta, ""));
        assert_eq!(values(&report, Kind::ApproximateDp, true).0, verdict, "{delta}");
    }
    // What lies between shows only where nothing depends on it.
    for (bound, met) in [(r#""at_least": "0.79""#, Some(true)), (r#""at_most": "0.79""#, Some(false))] {
        let report = decide(&file("0.82", &format!(r#", "expect": {{"delta_min": {{{bound}}}}}"#)));
        let found = report.statements.iter().find(|s| s.claim.adaptive).unwrap();
        assert_eq!(found.expected, met, "{bound}");
    }
    let opaque = file("0.82", r#", "expect": {"delta_min": {"at_most": "0.81"}}"#);
    assert_eq!(values(&decide(&opaque), Kind::ApproximateDp, true).0, Verdict::Undecided);
    let text = format!("{{\"format\": \"dp-mechanism/1\", {}}}", file("0.81", ""));
    let report = certify(text.as_bytes(), &Options::default()).unwrap().report;
    assert_eq!(values(&report, Kind::ApproximateDp, true).0, Verdict::Undecided);
}

/// V_0(p, q) = max(0, p − λq), V_k(p, q) = max over ordered pairs of Σ V_(k−1)(p·x, q·y).
fn best(levels: &[&Rows], [p, q]: [Rational; 2], lambda: &Rational) -> Rational {
    let end = || (&p - lambda * &q).max(Rational::ZERO);
    let Some((rows, later)) = levels.split_first() else { return end() };
    let over = |[i, h]: [usize; 2]| {
        let outputs = rows[i].iter().zip(&rows[h]);
        outputs.map(|(x, y)| best(later, [&p * x, &q * y], lambda)).sum::<Rational>()
    };
    let pairs = (1..rows.len()).flat_map(|i| [[i - 1, i], [i, i - 1]]);
    pairs.map(over).max().unwrap_or(Rational::ZERO)
}

fn parts(most: usize) -> impl Strategy<Value = Vec<(Rows, usize)>> {
    let weight = prop_oneof![3 => 1u32..9, 1 => Just(0), 2 => prop::sample::select(vec![1, 2, 4, 8])];
    (2usize..4).prop_flat_map(move |nodes| {
        let weights = (1usize..4).prop_flat_map({
            let weight = weight.clone();
            move |m| prop::collection::vec(prop::collection::vec(weight.clone(), m), nodes)
        });
        let rows = weights.prop_map(|weights| {
            let row = |row: Vec<u32>| {
                let row = if row.iter().sum::<u32>() == 0 { vec![1; row.len()] } else { row };
                let sum: u32 = row.iter().sum();
                row.into_iter().map(|w| Rational::from(w) / Rational::from(sum)).collect()
            };
            weights.into_iter().map(row).collect::<Rows>()
        });
        prop::collection::vec((rows, 1usize..4), 1..3)
            .prop_filter("few uses", move |parts| parts.iter().map(|(_, k)| k).sum::<usize>() <= most)
    })
}

fn composed(parts: &[(Rows, usize)]) -> String {
    let part = |(rows, k): &(Rows, usize)| format!(r#"{{"matrix": {}, "times": {k}}}"#, json(rows));
    format!(r#"{{"compose": [{}]}}"#, parts.iter().map(part).collect::<Vec<_>>().join(", "))
}

fn written_out(parts: &[(Rows, usize)]) -> Rows {
    let nodes = parts[0].0.len();
    let mut all = vec![vec![Rational::ONE]; nodes];
    for (rows, k) in parts {
        for _ in 0..*k {
            let row = |(i, row): (usize, &Vec<Rational>)| {
                row.iter().flat_map(|x| rows[i].iter().map(move |y| x * y)).collect()
            };
            all = all.iter().enumerate().map(row).collect();
        }
    }
    all
}

/// More outputs than a word has digits for, and more uses than outputs, some of which a row does not have.
#[test]
fn many_outputs_and_many_uses_by_type() {
    let row = |weights: Vec<i64>| {
        let sum: i64 = weights.iter().sum();
        weights.into_iter().map(|x| Rational::from_signeds(x, sum)).collect::<Vec<_>>()
    };
    let many: Rows = (2..5).map(|i| row((0..45).map(|o| (i * o * o + o) % 7).collect())).collect();
    let few = vec![row(vec![0, 1, 2, 3]), row(vec![3, 2, 1, 0]), row(vec![1, 0, 0, 5])];
    for parts in [vec![(many, 2)], vec![(few, 6)]] {
        let file = |mechanism: String| {
            let rest = r#""query": {"graph": "line", "nodes": 3}, "claims": ["capacity"]"#;
            decide(&format!(r#"{HALF}, {rest}, "mechanism": {mechanism}"#))
        };
        let out = file(format!(r#"{{"matrix": {}}}"#, json(&written_out(&parts))));
        let found = values(&file(composed(&parts)), Kind::Capacity, false);
        assert_eq!((found.0, found.1.len()), (Verdict::Holds, 2));
        assert_eq!(found, values(&out, Kind::Capacity, false));
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn as_the_product_written_out(parts in parts(4), eighths in 1u32..9, delta in 0u32..4, order in 2usize..4) {
        let nodes = parts[0].0.len();
        let fields = format!(
            r#""privacy": {{"alpha": "{eighths}/8", "delta": "{}"}}, "query": {{"graph": "line", "nodes": {nodes}}},
               "priors": {{"flat": "uniform", "some": {{"point": 0}}}}, "loss": "absolute",
               "claims": ["dp", "capacity", {{"claim": "renyi-dp", "order": {order}, "bound": "1"}},
                   {{"claim": "bounded-range", "epsilon": "1"}}, {{"claim": "zcdp", "rho": "1"}},
                   {{"claim": "group-privacy", "distance": 2}}, {{"claim": "utility", "prior": "flat"}},
                   {{"claim": "leakage", "prior": "flat"}}, {{"claim": "g-leakage", "prior": "flat"}}]"#,
            ["0", "1/1000", "1/10", "1/2"][delta as usize]
        );
        let [uses, out] = [composed(&parts), format!(r#"{{"matrix": {}}}"#, json(&written_out(&parts)))]
            .map(|mechanism| decide(&format!(r#"{fields}, "mechanism": {mechanism}"#)));
        let of_rows = [Kind::RenyiDp, Kind::BoundedRange, Kind::Zcdp];
        let others = [Kind::Dp, Kind::ApproximateDp, Kind::GroupPrivacy, Kind::Capacity, Kind::Stochastic];
        for kind in of_rows.into_iter().chain(others) {
            prop_assert_eq!(values(&uses, kind, false), values(&out, kind, false), "{}", kind.name());
        }
        for kind in [Kind::Utility, Kind::Leakage, Kind::GLeakage] {
            let [uses, out] = [&uses, &out].map(|report| about(report, kind, Some("flat")));
            prop_assert_eq!(format!("{:?}", uses.values), format!("{:?}", out.values));
        }
    }

    /// At the least δ, and a factor of 1 − 10^-30 below it.
    #[test]
    fn an_adversary_who_may_change(parts in parts(3), eighths in 1u32..9) {
        let nodes = parts[0].0.len();
        let levels: Vec<&Rows> = parts.iter().flat_map(|(rows, k)| vec![rows; *k]).collect();
        let delta = best(&levels, [Rational::ONE, Rational::ONE], &Rational::from_signeds(8, i64::from(eighths)));
        let less = &delta * (Rational::ONE - Rational::from(10).pow(-30_i64));
        for (declared, verdict) in [(&delta, Verdict::Holds), (&less, Verdict::Fails)] {
            if *declared >= 1 {
                continue;
            }
            let report = decide(&format!(
                r#""privacy": {{"alpha": "{eighths}/8", "delta": "{declared}"}}, "query": {{"graph": "line", "nodes": {nodes}}},
                   "claims": [{{"claim": "approximate-dp", "adaptive": true}}], "mechanism": {}"#,
                composed(&parts)
            ));
            let (found, values) = values(&report, Kind::ApproximateDp, true);
            prop_assert_eq!(&values[0], &("delta_min", delta.to_string()));
            let expected = if delta == 0 { Verdict::Holds } else { verdict };
            prop_assert_eq!(found, expected);
        }
    }
}
