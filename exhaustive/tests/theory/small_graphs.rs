//! All connected graphs of at most seven nodes at six values of α, against elimination over the rationals and, where
//! Φ is singular, all its basic solutions: 5,976 cases.

use crate::oracle::{basic_solutions, similarity};
use dp_certify::graph::{Edge, connected};
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::number::Rational;
use dp_verify::report::{Value, Verdict};
use dp_verify::verify;
use num_traits::One;
use rayon::prelude::*;

fn check(edges: &[Edge], n: usize, (p, q): (i64, i64)) {
    let file = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{p}/{q}"}}, "query": {{"nodes": {n}, "edges": {edges:?}}}}}"#
    );
    let certified = certify(file.as_bytes(), &Options::default()).expect("a good file");
    let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
    let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
    assert!(again.accepted(), "{file}: {:?}", again.refusals);

    let statement = &certified.report.statements[0];
    let value = |name: &str| statement.values.iter().find(|(n, _)| *n == name).map(|(_, value)| value.clone());
    let phi = similarity(edges, n, &Rational::new(p.into(), q.into()));
    let solutions = basic_solutions(&phi, &vec![Rational::one(); n]);
    assert_eq!(statement.verdict, Verdict::of(!solutions.is_empty()), "{file}");
    if let Some(z) = solutions.first() {
        assert_eq!(value("sum"), Some(Value::Rational(z.iter().sum())), "{file}");
        assert_eq!(value("unique"), Some(Value::Flag(solutions.len() == 1)), "{file}");
    }
}

#[test]
fn all_of_at_most_seven_nodes() {
    let mut cases = 0;
    for n in 1..=7 {
        let graphs = connected(n);
        assert_eq!(graphs.len(), [1, 1, 2, 6, 21, 112, 853][n - 1], "OEIS A001349");
        for alpha in [(1, 2), (1, 3), (2, 5), (3, 5), (3, 4), (9, 10)] {
            graphs.par_iter().for_each(|graph| check(graph, n, alpha));
            cases += graphs.len();
        }
    }
    assert_eq!(cases, 5_976);
}
