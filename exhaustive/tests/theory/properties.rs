//! Random small mechanisms against oracles that are too slow to be wrong: definitions over all pairs, all
//! remaps and all supports.

use crate::oracle::basic_solutions;
use crate::random::cases;
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number::Rational;
use dp_verify::report::{Report, Value, Verdict};
use dp_verify::verify;
use num_traits::{One, Zero};
use proptest::prelude::*;

fn ratio(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// A random graph, α, channel and prior.
#[derive(Debug, Clone)]
struct Instance {
    nodes: usize,
    edges: Vec<[usize; 2]>,
    alpha: Rational,
    rows: Vec<Vec<Rational>>,
    prior: Vec<Rational>,
}

fn distribution(size: usize) -> impl Strategy<Value = Vec<Rational>> {
    prop::collection::vec(0i64..6, size).prop_filter_map("all zero", |weights| {
        let total: i64 = weights.iter().sum();
        (total > 0).then(|| weights.into_iter().map(|w| ratio(w, total)).collect())
    })
}

/// An instance; half of the channels are ε-private mixtures of the uniform one, so that both fates occur.
fn instance() -> impl Strategy<Value = Instance> {
    let alphas = prop::sample::select(vec![(1, 2), (1, 3), (2, 5), (3, 5), (3, 4), (9, 10), (1, 1), (1, 7)]);
    (1usize..5, 1usize..4, alphas).prop_flat_map(|(nodes, outputs, (p, q))| {
        let pairs: Vec<[usize; 2]> = (0..nodes).flat_map(|i| (i + 1..nodes).map(move |j| [i, j])).collect();
        let count = pairs.len();
        let rows = prop::collection::vec(distribution(outputs), nodes);
        let edges = prop::sample::subsequence(pairs, 0..=count);
        (edges, rows, distribution(nodes), any::<bool>()).prop_map(move |(edges, mut rows, prior, mix)| {
            let alpha = ratio(p, q);
            if mix {
                // x = (1-t)/m + t·r has entries of ratio at least (1-t)/(1-t+tm) = α for this t.
                let m = ratio(i64::try_from(outputs).unwrap_or(1), 1);
                let t = (Rational::one() - &alpha) / (Rational::one() - &alpha + &alpha * &m);
                for x in rows.iter_mut().flatten() {
                    *x = (Rational::one() - &t) / &m + &t * &*x;
                }
            }
            Instance { nodes, edges, alpha, rows, prior }
        })
    })
}

fn list(entries: &[Rational]) -> String {
    format!("[{}]", entries.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", "))
}

impl Instance {
    fn file(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| list(row)).collect();
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{}"}}, "query": {{"nodes": {}, "edges": {:?}}},
               "mechanism": {{"matrix": [{}]}}, "priors": {{"p": {}}}}}"#,
            self.alpha,
            self.nodes,
            self.edges,
            rows.join(", "),
            list(&self.prior)
        )
    }

    /// Φ, by Floyd and Warshall.
    fn similarity(&self) -> Vec<Vec<Rational>> {
        let n = self.nodes;
        let mut distance = vec![vec![usize::MAX; n]; n];
        for (i, row) in distance.iter_mut().enumerate() {
            row[i] = 0;
        }
        for &[i, j] in &self.edges {
            (distance[i][j], distance[j][i]) = (1, 1);
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    distance[i][j] = distance[i][j].min(distance[i][k].saturating_add(distance[k][j]));
                }
            }
        }
        let power = |d: usize| match d {
            usize::MAX => Rational::zero(),
            d => std::iter::repeat_n(&self.alpha, d).fold(Rational::one(), |x, a| x * a),
        };
        distance.into_iter().map(|row| row.into_iter().map(power).collect()).collect()
    }

    fn is_private(&self) -> bool {
        let pairs = self.edges.iter().flat_map(|&[i, j]| [(i, j), (j, i)]);
        pairs.into_iter().all(|(i, h)| self.rows[i].iter().zip(&self.rows[h]).all(|(x, y)| &self.alpha * x <= *y))
    }

    /// All deterministic remaps of the outputs to nodes.
    fn remaps(&self) -> Vec<Vec<usize>> {
        let outputs = self.rows[0].len();
        (0..outputs).fold(vec![Vec::new()], |all, _| {
            let longer =
                |remap: &Vec<usize>| (0..self.nodes).map(|w| [remap.as_slice(), &[w]].concat()).collect::<Vec<_>>();
            all.iter().flat_map(longer).collect()
        })
    }

    fn remapped(&self, remap: &[usize]) -> Vec<Vec<Rational>> {
        let row = |row: &Vec<Rational>| {
            let mut out = vec![Rational::zero(); self.nodes];
            row.iter().zip(remap).for_each(|(x, &w)| out[w] += x);
            out
        };
        self.rows.iter().map(row).collect()
    }

    fn utility(&self) -> Rational {
        let value = |x: Vec<Vec<Rational>>| (0..self.nodes).map(|i| &self.prior[i] * &x[i][i]).sum::<Rational>();
        self.remaps().iter().map(|remap| value(self.remapped(remap))).max().expect("a remap")
    }

    fn remaps_to_tight_constraints(&self) -> bool {
        let phi = self.similarity();
        self.is_private()
            && self.remaps().iter().any(|remap| {
                let x = self.remapped(remap);
                (0..self.nodes).all(|i| (0..self.nodes).all(|j| x[i][j] == &phi[i][j] * &x[j][j]))
            })
    }
}

fn value<'r>(report: &'r Report, kind: Kind, name: &str) -> Option<&'r Value> {
    let statement = report.statements.iter().find(|s| s.claim.kind == kind)?;
    statement.values.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
}

fn verdict(report: &Report, kind: Kind) -> Verdict {
    report.statements.iter().find(|s| s.claim.kind == kind).expect("a statement").verdict
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn verdicts_and_values_are_those_of_the_definitions(instance in instance()) {
        let file = instance.file();
        let certified = certify(file.as_bytes(), &Options::default()).expect("a good file");
        let report = &certified.report;
        let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
        let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
        prop_assert!(again.accepted(), "{:?}", again.refusals);

        prop_assert_eq!(verdict(report, Kind::Stochastic), Verdict::Holds);
        prop_assert_eq!(verdict(report, Kind::Dp), Verdict::of(instance.is_private()));
        prop_assert_eq!(value(report, Kind::Utility, "utility"), Some(&Value::Rational(instance.utility())));
        prop_assert_eq!(verdict(report, Kind::TightConstraints), Verdict::of(instance.remaps_to_tight_constraints()));

        let most = instance.prior.iter().max().expect("a node").clone();
        prop_assert_eq!(value(report, Kind::Leakage, "multiplicative"), Some(&Value::Rational(instance.utility() / &most)));
        let column = |o: usize| instance.rows.iter().map(|row| row[o].clone()).max().expect("a row");
        let capacity: Rational = (0..instance.rows[0].len()).map(column).sum();
        prop_assert_eq!(value(report, Kind::Capacity, "multiplicative"), Some(&Value::Rational(capacity)));

        let phi = instance.similarity();
        let ones = vec![Rational::one(); instance.nodes];
        let z = basic_solutions(&phi, &ones);
        prop_assert_eq!(verdict(report, Kind::TightConstraintsExist), Verdict::of(!z.is_empty()));
        if let Some(first) = z.first() {
            // The set of solutions is a bounded polytope: it is one point iff it has one vertex.
            prop_assert_eq!(value(report, Kind::TightConstraintsExist, "unique"), Some(&Value::Flag(z.len() == 1)));
            prop_assert_eq!(value(report, Kind::TightConstraintsExist, "sum"), Some(&Value::Rational(first.iter().sum())));
        }
        let y = basic_solutions(&phi, &instance.prior);
        prop_assert_eq!(verdict(report, Kind::Regular), Verdict::of(!y.is_empty()));
        if let Some(least) = y.iter().map(|y| y.iter().sum::<Rational>()).min() {
            prop_assert_eq!(value(report, Kind::Regular, "sum"), Some(&Value::Rational(least)));
        }
        if instance.is_private() {
            // The bounds bound.
            let bound = |kind, name| value(report, kind, name).and_then(Value::rational).expect("a bound");
            prop_assert!(instance.utility() <= bound(Kind::UtilityBound, "bound"));
            prop_assert!(instance.utility() / &most <= bound(Kind::LeakageBound, "multiplicative"));
        }
    }
}
