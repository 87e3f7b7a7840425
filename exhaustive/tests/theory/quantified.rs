//! What the papers state of every mechanism and every prior, on random exact instances that shrink.

use crate::random::cases;
use dp_certify::{Options, certify};
use dp_verify::model::Kind;
use dp_verify::number::Rational;
use dp_verify::report::{Report, Value, Verdict};
use num_traits::{One, Zero};
use proptest::prelude::*;

fn ratio(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

fn distribution(size: usize) -> impl Strategy<Value = Vec<Rational>> {
    prop::collection::vec(0i64..6, size).prop_filter_map("all zero", |weights| {
        let total: i64 = weights.iter().sum();
        (total > 0).then(|| weights.into_iter().map(|w| ratio(w, total)).collect())
    })
}

fn list(entries: &[Rational]) -> String {
    format!("[{}]", entries.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", "))
}

fn matrix(rows: &[Vec<Rational>]) -> String {
    format!("{{\"matrix\": [{}]}}", rows.iter().map(|row| list(row)).collect::<Vec<_>>().join(", "))
}

fn report(privacy: &str, query: &str, mechanism: &str, prior: &str) -> Report {
    let file = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {query}, "mechanism": {mechanism},
            "priors": {{"p": {prior}}}}}"#
    );
    certify(file.as_bytes(), &Options::default()).unwrap_or_else(|e| panic!("{file}: {e}")).report
}

/// A value, which the verifier has computed.
fn value(report: &Report, kind: Kind, name: &str) -> Rational {
    let statement = report.statements.iter().find(|s| s.claim.kind == kind).expect("the statement");
    match statement.values.iter().find(|(n, _)| *n == name) {
        Some((_, Value::Rational(x))) => x.clone(),
        other => panic!("{} has {other:?} for {name}", kind.name()),
    }
}

/// x = (1-t)/m + t·r has entries of ratio at least (1-t)/(1-t+tm) = α for this t: private on any graph.
fn private(rows: Vec<Vec<Rational>>, alpha: &Rational) -> Vec<Vec<Rational>> {
    let m = ratio(i64::try_from(rows[0].len()).expect("few"), 1);
    let t = (Rational::one() - alpha) / (Rational::one() - alpha + alpha * &m);
    let mixed = |x: Rational| (Rational::one() - &t) / &m + &t * x;
    rows.into_iter().map(|row| row.into_iter().map(mixed).collect()).collect()
}

fn alpha() -> impl Strategy<Value = Rational> {
    prop::sample::select(vec![(1, 2), (1, 3), (2, 5), (3, 5), (3, 4)]).prop_map(|(p, q)| ratio(p, q))
}

fn power(x: &Rational, k: usize) -> Rational {
    num_traits::pow(x.clone(), k)
}

proptest! {
    #![proptest_config(cases(64))]

    /// 000.T1, 000.P6: Σy bounds the utility of every private mechanism for π = yΦ, and over max π its leakage.
    #[test]
    fn the_weights_of_a_regular_prior_bound_the_utility(
        alpha in alpha(), y in distribution(4), rows in prop::collection::vec(distribution(3), 4)
    ) {
        // The ring of four.
        let phi = |i: usize, j: usize| power(&alpha, i.abs_diff(j).min(4 - i.abs_diff(j)));
        let whole: Vec<Rational> = (0..4).map(|j| (0..4).map(|i| &y[i] * phi(i, j)).sum()).collect();
        let total: Rational = whole.iter().sum();
        let prior: Vec<Rational> = whole.iter().map(|x| x / &total).collect();
        let largest = prior.iter().max().cloned().unwrap_or_else(Rational::one);
        let mechanism = matrix(&private(rows, &alpha));
        let found = report(&format!(r#"{{"alpha": "{alpha}"}}"#), r#"{"graph": "cycle", "nodes": 4}"#, &mechanism, &list(&prior));
        let sum = Rational::one() / total;
        prop_assert_eq!(value(&found, Kind::Regular, "sum"), sum.clone());
        prop_assert!(value(&found, Kind::Utility, "utility") <= sum);
        prop_assert!(value(&found, Kind::Leakage, "multiplicative") <= sum / largest);
    }

    /// 001.T1, 001.T2, 001.P2+: capacity, and about one individual, on two people of two values.
    #[test]
    fn the_leakage_of_a_private_mechanism_is_bounded(
        alpha in alpha(), rows in (2usize..6).prop_flat_map(|r| prop::collection::vec(distribution(r), 4))
    ) {
        let (r, e) = (rows[0].len(), Rational::one() / &alpha);
        let mechanism = matrix(&private(rows, &alpha));
        let query = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;
        let found = report(&format!(r#"{{"alpha": "{alpha}"}}"#), query, &mechanism, "\"uniform\"");
        let two = ratio(2, 1);
        let one_person = &two * &e / (Rational::one() + &e);
        let agreeing = |t: usize| ratio(1, i64::try_from(r.min(1 << t)).expect("few")) * power(&(&e - Rational::one()), t);
        let by_outputs = power(&e, 2) / (agreeing(0) + &two * agreeing(1) + agreeing(2));
        let capacity = value(&found, Kind::Capacity, "multiplicative");
        prop_assert!(capacity <= power(&one_person, 2) && capacity <= by_outputs);
        prop_assert!(value(&found, Kind::IndividualLeakage, "multiplicative") <= one_person);
    }

    /// 003.T3.1: the truncated geometric mechanism has the least loss for every prior and monotone loss.
    #[test]
    fn the_geometric_mechanism_is_optimal_for_every_user(
        alpha in alpha(), prior in distribution(4), steps in prop::collection::vec(prop::collection::vec(0i64..3, 3), 4)
    ) {
        let loss = |i: usize, r: usize| ratio(steps[i][..i.abs_diff(r)].iter().sum(), 1);
        let rows: Vec<String> = (0..4).map(|i| list(&(0..4).map(|r| loss(i, r)).collect::<Vec<_>>())).collect();
        let file = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}"}}, "query": {{"graph": "line", "nodes": 4}},
                "mechanism": {{"family": "truncated-geometric"}}, "priors": {{"p": {}}}, "loss": [{}],
                "claims": [{{"claim": "optimal", "prior": "p"}}]}}"#,
            list(&prior), rows.join(", ")
        );
        // By the linear program, which knows nothing of lines.
        let options = Options { only: vec![Kind::Optimal], general: true, ..Options::default() };
        let found = certify(file.as_bytes(), &options).expect("a good file").report;
        let optimal = found.claims().find(|s| s.claim.kind == Kind::Optimal).expect("the claim");
        prop_assert_eq!(optimal.verdict, Verdict::Holds, "{}", file);
    }

    /// 004.T6, 004.C3: a parent and its product need the same δ.
    #[test]
    fn a_product_needs_the_delta_of_its_parent(
        lambda in prop::sample::select(vec![(1, 1), (3, 2), (2, 1), (3, 1)]), parent in prop::collection::vec(distribution(2), 2)
    ) {
        let privacy = format!(r#"{{"alpha": "{}", "delta": "0"}}"#, ratio(lambda.1, lambda.0));
        let join = |i: usize| parent[i / 2].iter().flat_map(|x| parent[i % 2].iter().map(move |y| x * y)).collect();
        let product: Vec<Vec<Rational>> = (0..4).map(join).collect();
        let least = |people: usize, rows: &[Vec<Rational>]| {
            let query = format!(r#"{{"graph": "hamming", "values": 2, "individuals": {people}}}"#);
            value(&report(&privacy, &query, &matrix(rows), "\"uniform\""), Kind::ApproximateDp, "delta_min")
        };
        let over = |x: &[Rational], y: &[Rational]| -> Rational {
            x.iter().zip(y).map(|(x, y)| (x - ratio(lambda.0, lambda.1) * y).max(Rational::zero())).sum()
        };
        let delta = over(&parent[0], &parent[1]).max(over(&parent[1], &parent[0]));
        prop_assert_eq!(least(1, &parent), delta.clone());
        prop_assert_eq!(least(2, &product), delta);
    }
}
