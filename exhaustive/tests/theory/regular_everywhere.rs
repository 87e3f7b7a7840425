//! `regular` at every α of an interval on graphs of 5 to 9 nodes with priors that have symmetry, so that Φ is singular
//! where the prior still is represented: everything is decided, and at rational α the verdict and the least Σy are
//! those of all basic solutions.

use crate::oracle::basic_solutions;
use crate::oracle::graphs::{Graph, of_parts, similarity};
use dp_certify::{Options, certify};
use dp_verify::algebra;
use dp_verify::alpha::Point;
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number::{BigInt, Rational};
use dp_verify::report::{Pieces, Report, Value, Verdict};
use dp_verify::verify;
use num_traits::{One, Zero};
use rayon::prelude::*;
use std::collections::BTreeSet;

struct Instance {
    graph: Graph,
    weights: Vec<u32>,
    between: [&'static str; 2],
}

impl Instance {
    fn file(&self, privacy: &str) -> String {
        let total: u32 = self.weights.iter().sum();
        let prior: Vec<String> = self.weights.iter().map(|w| format!("{w}/{total}")).collect();
        let (edges, n) = &self.graph;
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"nodes": {n}, "edges": {edges:?}}},
                "priors": {{"p": {prior:?}}}, "claims": [{{"claim": "regular", "prior": "p"}}]}}"#
        )
    }

    fn decide(&self, privacy: &str) -> Report {
        let file = self.file(privacy);
        let options = Options { only: vec![Kind::Regular], ..Options::default() };
        let certified = certify(file.as_bytes(), &options).expect("a good file");
        let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
        let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
        let statement = &certified.report.statements[0];
        assert_ne!(statement.verdict, Verdict::Undecided, "{file}: {:?}", statement.reason);
        assert!(again.accepted(), "{file}: {:?}", again.refusals);
        certified.report
    }

    /// The least Σy at this α by all basic solutions.
    fn least(&self, alpha: &Rational) -> Option<Rational> {
        let total = Rational::from(BigInt::from(self.weights.iter().sum::<u32>()));
        let prior: Vec<Rational> = self.weights.iter().map(|&w| Rational::from(BigInt::from(w)) / &total).collect();
        let solutions = basic_solutions(&similarity(&self.graph.0, self.graph.1, alpha), &prior);
        solutions.iter().map(|y| y.iter().sum()).min()
    }
}

/// What a report over an interval says of Σy at one α; `None` where the prior is not regular there.
fn sum_at(report: &Report, alpha: &Rational) -> Option<Rational> {
    let number = |value: &Value| match value {
        Value::Rational(x) => x.clone(),
        Value::Number(x) => {
            let of = |p: &dp_verify::alpha::Polynomial| algebra::at(p, alpha).expect("short");
            of(&x.quotient.numerator) / of(&x.quotient.denominator)
        }
        other => panic!("a sum {other:?}"),
    };
    let point = Point::Rational(alpha.clone());
    let (_, value) = report.statements[0].values.iter().find(|(name, _)| *name == "sum")?;
    let Value::Pieces(Pieces(pieces)) = value else { return Some(number(value)) };
    let here = pieces.iter().find(|(range, _, _)| {
        let low = algebra::order(&range.low, &point).expect("numbers");
        let high = algebra::order(&point, &range.high).expect("numbers");
        (low.is_lt() || low.is_eq() && range.with_low) && (high.is_lt() || high.is_eq() && range.with_high)
    });
    here.map(|(_, value, _)| number(value))
}

/// A fraction, or an integer.
fn rational(text: &str) -> Rational {
    let (n, d) = text.split_once('/').unwrap_or((text, "1"));
    Rational::new(n.parse().expect("an integer"), d.parse().expect("an integer"))
}

fn check(instance: &Instance) {
    let report = instance.decide(&format!(
        r#"{{"alpha": "symbolic", "between": ["{}", "{}"]}}"#,
        instance.between[0], instance.between[1]
    ));
    let [low, high] = instance.between.map(rational);
    for k in [1, 4, 8, 11, 15] {
        let alpha = &low + (&high - &low) * Rational::new(k.into(), 16.into());
        let (found, least) = (sum_at(&report, &alpha), instance.least(&alpha));
        if found.is_none() && least.is_some() && report.statements[0].values.is_empty() {
            // Where single numbers are all that it holds at, they are named, and no sum is.
            let why = report.statements[0].explanation.join("; ");
            assert!(why.contains(&format!("{{{alpha}}}")), "{why}: {}", instance.file("…"));
        } else {
            assert_eq!(found, least, "at {alpha}: {}", instance.file("…"));
        }
    }
}

/// The next number of a sequence without a pattern, below a bound (Lehmer; Park and Miller).
fn next(state: &mut u64, bound: usize) -> usize {
    *state = *state * 48_271 % ((1 << 31) - 1);
    usize::try_from(*state).expect("below 2^31") % bound
}

/// A graph of n nodes: any one, connected or not, or a complete multipartite one with an edge more or less.
fn graph(state: &mut u64, n: usize) -> Graph {
    let mut edges: BTreeSet<[usize; 2]> = BTreeSet::new();
    if next(state, 2) == 0 {
        let parts = [next(state, n - 1) + 1, 0];
        edges.extend(of_parts(&[parts[0], n - parts[0]]));
        for _ in 0..next(state, 3) {
            let [i, j] = [next(state, n), next(state, n)];
            let edge = [i.min(j), i.max(j)];
            if i != j && !edges.remove(&edge) {
                edges.insert(edge);
            }
        }
    } else {
        let percent = 20 + next(state, 60);
        let pairs = (0..n).flat_map(|j| (0..j).map(move |i| [i, j]));
        edges.extend(pairs.filter(|_| next(state, 100) < percent));
    }
    (edges.into_iter().collect(), n)
}

fn instance(seed: u64, n: usize) -> Instance {
    let state = &mut (seed + 1);
    for _ in 0..10 {
        next(state, 2);
    }
    let graph = graph(state, n);
    // Few different weights: nodes that look alike keep their symmetry.
    let different = 1 + next(state, 3);
    let mut weights: Vec<u32> = (0..n).map(|_| [1, 2, 0][next(state, different)]).collect();
    weights[0] = weights[0].max(1);
    let between = [["0", "1"], ["0", "1"], ["1/4", "3/4"], ["0", "9/10"]][next(state, 4)];
    Instance { graph, weights, between }
}

/// Φ of K3,3 is singular at α = 1/2, the middle of (0, 1).
#[test]
fn on_k33_singular_in_the_middle() {
    for weights in [vec![1; 6], vec![1, 1, 1, 2, 2, 2], vec![3, 1, 1, 2, 2, 2], vec![1, 2, 2, 2, 2, 1]] {
        check(&Instance { graph: (of_parts(&[3, 3]), 6), weights, between: ["0", "1"] });
    }
    let twins = Instance { graph: (of_parts(&[2, 5]), 7), weights: vec![1, 1, 2, 2, 2, 2, 2], between: ["0", "1"] };
    check(&twins);
    assert!(twins.least(&Rational::one()).is_none_or(|sum| !sum.is_zero()));
}

#[test]
fn on_random_graphs_of_five_to_seven_nodes() {
    (0..90u64).into_par_iter().for_each(|seed| check(&instance(seed, 5 + usize::try_from(seed % 3).expect("small"))));
}

#[test]
fn on_random_graphs_of_five_to_nine_nodes() {
    (100..1_000u64)
        .into_par_iter()
        .for_each(|seed| check(&instance(seed, 5 + usize::try_from(seed % 5).expect("small"))));
}
