//! Closed forms with parameters, and those judged by their structure, against the same tables written out.

use super::*;
use crate::random::cases;
use dp_kernel::{Claim, Fraction, Number, Problem, RawProblem, Rays, Response, Verdict as Found, Witness, attempt};
use dp_verify::problem::{elaborated, meter};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use proptest::prelude::*;

fn r(n: i64, d: i64) -> Rational {
    Rational::from_signeds(n, d)
}

/// Randomised response entry by entry.
fn written_out(noise: &Rational, n: usize) -> Vec<Vec<String>> {
    let other = noise / Rational::from(n);
    let own = Rational::ONE - noise + &other;
    (0..n).map(|i| (0..n).map(|j| if i == j { own.to_string() } else { other.to_string() }).collect()).collect()
}

fn problem(fields: &str) -> Problem {
    let (limits, file) = (Limits::default(), format!("{{\"format\": \"dp-mechanism/1\", {fields}}}"));
    let mechanism = Mechanism::read(file.as_bytes(), &limits).expect("a good file");
    elaborated(&mechanism, &[], &limits, &meter(&limits)).expect("a good file").problem
}

fn fraction(x: &Rational) -> Fraction {
    let number = |x: String| Number::from(x.parse::<dp_verify::number::BigInt>().expect("an integer"));
    Fraction::new(number(x.clone().into_numerator().to_string()), number(x.denominator_ref().to_string()))
}

/// What is found of a claim, its values in words.
fn found(problem: &Problem, claim: &Claim, witness: &Witness) -> Option<(Found, Vec<String>)> {
    let found =
        attempt((problem, &Rays::default()), (claim, &[]), None, witness, (None, None), &meter(&Limits::default()))
            .ok()?;
    // Numbers need not be in lowest terms.
    let rational = |x: &Fraction| {
        let whole = |x: &Number| x.integer().expect("a rational").to_string().parse::<malachite::Integer>().unwrap();
        Rational::from_integers(whole(&x.numerator), whole(&x.denominator)).to_string()
    };
    let shown = |value: &dp_kernel::Value| match value {
        dp_kernel::Value::Number(x) => rational(x),
        dp_kernel::Value::MinusLn(x) => format!("-ln {}", rational(x)),
        dp_kernel::Value::Log2(x) => format!("log {}", rational(x)),
        dp_kernel::Value::Divergence(x, k) => format!("-ln {} / {k}", rational(x)),
        other => format!("{other:?}"),
    };
    Some((found.verdict, found.values.iter().map(|(name, value)| format!("{name:?} = {}", shown(value))).collect()))
}

/// The claims that the structure decides by itself.
fn computed() -> Vec<Claim> {
    let renyi = |order, n, d| Claim::RenyiDp { order, bound: fraction(&r(n, d)) };
    let group = |distance, nearer| Claim::GroupPrivacy { distance, nearer };
    vec![
        Claim::Stochastic,
        Claim::Dp,
        Claim::ApproximateDp,
        group(1, false),
        group(2, false),
        group(3, true),
        renyi(2, 1, 4),
        renyi(5, 2, 1),
        Claim::Utility(0),
        Claim::Leakage(0),
        Claim::GLeakage(0),
        Claim::Capacity,
    ]
}

proptest! {
    #![proptest_config(cases(500))]

    /// α is any, that of the table exactly, or less or more than that by a factor of 1 ± 10^-30.
    #[test]
    fn by_structure_as_written_out(
        n in 2usize..8,
        (part, parts) in (1i64..40).prop_flat_map(|parts| (0..=parts, Just(parts))),
        weights in prop::collection::vec(0u32..5, 8),
        (near, delta) in (0usize..5, 0i64..3),
        gain in prop::sample::select(vec![r#""gain": "binary""#, r#""loss": "binary""#, r#""gain": "distance""#]),
    ) {
        let noise = r(part, parts);
        let most = &noise / (&noise + (Rational::ONE - &noise) * Rational::from(n));
        let step = Rational::from(10u32).to_string().parse::<Rational>().map(|ten| (0..30).fold(Rational::ONE, |x, _| x / &ten)).unwrap();
        let alpha = match near {
            _ if most == 0 => r(1, 3),
            0 => most.clone(),
            1 => &most * (Rational::ONE - &step),
            2 if most < 1 => &most * (Rational::ONE + &step),
            _ => r(1 + near as i64, 7),
        };
        let sum: u32 = weights[..n].iter().sum::<u32>() + 1;
        let prior: Vec<String> = (0..n).map(|i| (Rational::from(weights[i] + u32::from(i + 1 == n)) / Rational::from(sum)).to_string()).collect();
        let fields = format!(
            r#""privacy": {{"alpha": "{alpha}", "delta": "{}"}}, "query": {{"graph": "complete", "nodes": {n}}},
               "mechanism": {{"matrix": {}}}, "priors": {{"p": {}}}, {gain}"#,
            r(delta, 7), serde_json::to_string(&written_out(&noise, n)).unwrap(), serde_json::to_string(&prior).unwrap(),
        );
        let plain = problem(&fields);
        let response = dp_kernel::Mechanism::Response(Response::new(fraction(&noise), n));
        let structured = RawProblem { mechanism: response, ..(*plain).clone() };
        let structured = Problem::checked(structured, &meter(&Limits::default())).expect("a problem");
        for claim in computed() {
            let (here, there) = (found(&structured, &claim, &Witness::None), found(&plain, &claim, &Witness::None));
            prop_assert!(here.is_some(), "{:?}", claim);
            prop_assert_eq!(here, there, "{:?}", claim);
        }
        // Tight constraints: X itself is Φ·diag(z), or the table's own refutation.
        let tight = found(&structured, &Claim::TightConstraints, &Witness::None).expect("computed").0;
        let witness = if tight == Found::Holds { Witness::Remap((0..n).collect()) } else { Witness::None };
        prop_assert_eq!(found(&plain, &Claim::TightConstraints, &witness).expect("a proof").0, tight);
        prop_assert_eq!(tight == Found::Holds, most == alpha);
        // What it does not decide.
        for claim in [Claim::UniversallyOptimal, Claim::DpWithinRounding, Claim::IndividualLeakage] {
            prop_assert!(found(&structured, &claim, &Witness::None).is_none(), "{:?}", claim);
        }
    }

    /// A file with `noise` and its table.
    #[test]
    fn noise_is_its_table(
        n in 1usize..7,
        (part, parts) in (1i64..40).prop_flat_map(|parts| (0..=parts, Just(parts))),
    ) {
        let noise = r(part, parts);
        let file = |mechanism: &str| {
            format!(r#""privacy": {{"alpha": "1/3"}}, "query": {{"graph": "complete", "nodes": {n}}}, "mechanism": {mechanism}"#)
        };
        let family = problem(&file(&format!(r#"{{"family": "randomised-response", "noise": "{noise}"}}"#)));
        let matrix = problem(&file(&format!(r#"{{"matrix": {}}}"#, serde_json::to_string(&written_out(&noise, n)).unwrap())));
        let entries = |problem: &Problem| {
            let rows = problem.mechanism.table().expect("a small table");
            rows.iter().flat_map(|row| row.numerators.iter().map(|x| Fraction::new(x.clone(), row.denominator.clone()))).collect::<Vec<_>>()
        };
        for (x, y) in entries(&family).iter().zip(entries(&matrix)) {
            prop_assert_eq!(&x.numerator * &y.denominator, &y.numerator * &x.denominator);
        }
    }
}

fn large(privacy: &str, graph: &str, mechanism: &str, rest: &str) -> Report {
    decide(&format!(r#""privacy": {privacy}, "query": {graph}, "mechanism": {mechanism}{rest}"#))
}

const K2925: &str = r#"{"graph": "complete", "nodes": 2925}"#;
const FLAT_AND: &str = r#", "priors": {"flat": "uniform"}"#;

#[test]
fn printed_rates_and_the_unrounded_one() {
    let dp = |nodes: usize, mechanism: &str| {
        let graph = format!(r#"{{"graph": "complete", "nodes": {nodes}}}"#);
        let report = large(r#"{"epsilon": "14"}"#, &graph, mechanism, "");
        let dp = statement(&report, Kind::Dp).clone();
        (dp.verdict, dp.values[1].1.decimal().unwrap())
    };
    let printed =
        |nodes, noise: &str| dp(nodes, &format!(r#"{{"family": "randomised-response", "noise": "{noise}"}}"#));
    assert_eq!(printed(2_925, "0.0024"), (Verdict::Fails, "14.0109342392".into()));
    assert_eq!(printed(969, "0.0008051"), (Verdict::Fails, "14.0000040838".into()));
    assert_eq!(printed(165, "0.0001372"), (Verdict::Holds, "13.9998799388".into()));
    for nodes in [165, 969, 2_925] {
        assert_eq!(dp(nodes, r#"{"family": "randomised-response"}"#), (Verdict::Holds, "14.0000000000".into()));
    }
}

#[test]
fn what_structure_decides_at_every_kind_of_alpha() {
    let plain = r#"{"family": "randomised-response"}"#;
    let optimal =
        r#", "priors": {"flat": "uniform"}, "claims": ["tight-constraints", {"claim": "optimal", "prior": "flat"}]"#;
    let report = large(r#"{"alpha": "1/3"}"#, K2925, plain, optimal);
    assert_eq!(report.status(), 0, "{:?}", report.statements);
    assert_eq!(show(&about(&report, Kind::Optimal, Some("flat")).values[0].1), "3/2927");
    let noisy = r#"{"family": "randomised-response", "noise": "1/2"}"#;
    let report = large(r#"{"alpha": "1/900"}"#, r#"{"graph": "complete", "nodes": 300}"#, noisy, optimal);
    let verdicts = |report: &Report, kind| report.statements.iter().find(|s| s.claim.kind == kind).unwrap().verdict;
    assert_eq!(verdicts(&report, Kind::Optimal), Verdict::Fails);
    assert_eq!(verdicts(&report, Kind::TightConstraints), Verdict::Fails);
    assert_eq!(show(&statement(&report, Kind::Dp).values[0].1), "1/301");
    for privacy in [
        r#"{"alpha": "symbolic", "between": ["0", "1"]}"#,
        r#"{"epsilon": "1/2*ln(2)"}"#,
        r#"{"alpha": {"root_of": ["-1", "0", "2"], "between": ["0", "1"]}}"#,
    ] {
        let report = large(privacy, K2925, plain, &format!(r#"{FLAT_AND}, "claims": ["tight-constraints"]"#));
        assert_eq!(report.status(), 0, "{:?}", report.statements);
        assert!(report.statements.iter().all(|s| s.verdict != Verdict::Undecided));
    }
    // The table is private from α = 1/301 on down, whatever numbers the α are.
    let everywhere = |between: &str| {
        let privacy = format!(r#"{{"alpha": "symbolic", "between": {between}}}"#);
        verdicts(&large(&privacy, r#"{"graph": "complete", "nodes": 300}"#, noisy, ""), Kind::Dp)
    };
    assert_eq!(everywhere(r#"["0", "1/301"]"#), Verdict::Holds);
    assert_eq!(everywhere(r#"["0", "1/300"]"#), Verdict::Fails);
}

#[test]
fn uniform_on_any_graph() {
    let uniform = r#"{"family": "uniform"}"#;
    for graph in [
        r#"{"graph": "line", "nodes": 5000}"#,
        r#"{"graph": "star", "nodes": 5000}"#,
        r#"{"nodes": 3000, "edges": []}"#,
    ] {
        let claims = r#", "claims": [{"claim": "group-privacy", "distance": 7}, "capacity", {"claim": "renyi-dp", "order": 3, "bound": "0"}]"#;
        let report = large(r#"{"alpha": "1/3"}"#, graph, uniform, &format!("{FLAT_AND}{claims}"));
        assert_eq!(report.status(), 0, "{:?}", report.statements);
        assert_eq!(show(&statement(&report, Kind::Dp).values[0].1), "1");
        assert_eq!(show(&statement(&report, Kind::Capacity).values[0].1), "1");
        assert!(statement(&report, Kind::RenyiDp).explanation.is_empty());
    }
}

#[test]
fn what_the_structure_does_not_decide_is_undecided() {
    let noisy = r#"{"family": "randomised-response", "noise": "1/2"}"#;
    let claims = r#", "claims": ["universally-optimal", {"claim": "derivable", "from": "uniform"}, "threshold"]"#;
    let report = large(r#"{"alpha": "1/900"}"#, r#"{"graph": "complete", "nodes": 300}"#, noisy, claims);
    let undecided: Vec<Kind> =
        report.statements.iter().filter(|s| s.verdict == Verdict::Undecided).map(|s| s.claim.kind).collect();
    assert_eq!(undecided, [Kind::UniversallyOptimal, Kind::Derivable]);
    assert_eq!(report.status(), 3);
}

/// A gain that is a table needs X's own.
#[test]
fn a_gain_that_is_a_table_has_x_written_out() {
    let n = 300;
    let identity: Vec<Vec<u8>> = (0..n).map(|i| (0..n).map(|j| u8::from(i == j)).collect()).collect();
    let rest = format!(r#", "gain": {}, "priors": {{"flat": "uniform"}}"#, serde_json::to_string(&identity).unwrap());
    let noisy = r#"{"family": "randomised-response", "noise": "1/2"}"#;
    let claims = r#", "claims": [{"claim": "utility", "prior": "flat"}]"#;
    let graph = r#"{"graph": "complete", "nodes": 300}"#;
    let written = large(r#"{"alpha": "1/900"}"#, graph, noisy, &format!("{rest}{claims}"));
    let by_structure = large(r#"{"alpha": "1/900"}"#, graph, noisy, &format!("{FLAT_AND}{claims}"));
    let utility = |report: &Report| show(&about(report, Kind::Utility, Some("flat")).values[0].1);
    assert_eq!(utility(&written), utility(&by_structure));
    assert_eq!(utility(&written), (r(1, 2) + r(1, 600)).to_string());
    assert_ne!(utility(&written), Rational::ZERO.to_string());
}
