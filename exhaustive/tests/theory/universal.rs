//! `universally-optimal` on all graphs of at most four nodes: always decided at a rational α, and a yes agrees with the
//! optima of random priors.

use crate::random::cases;
use dp_certify::linear::Vector;
use dp_certify::program::mechanism::{Effort, Program, optimum};
use dp_certify::{Options, certify};
use dp_verify::model::Kind;
use dp_verify::report::Verdict;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use proptest::prelude::*;

/// The neighbours of each node, for a bit each pair i < j.
fn neighbours(n: usize, bits: u32) -> Vec<Vec<usize>> {
    let pairs = (0..n).flat_map(|j| (0..j).map(move |i| (i, j)));
    let mut lists = vec![Vec::new(); n];
    for (_, (i, j)) in pairs.enumerate().filter(|(k, _)| bits >> k & 1 == 1) {
        lists[i].push(j);
        lists[j].push(i);
    }
    lists
}

/// The optimum for these weights with the binary gain, and the rows of a mechanism that reaches it.
fn best(neighbours: &[Vec<usize>], alpha: &Rational, weights: &[u32]) -> (Rational, Vec<Vec<Rational>>) {
    let n = neighbours.len();
    let gain = |w: usize| {
        let entry = |i: usize| if i == w { Rational::from(weights[w]) } else { Rational::ZERO };
        Vector::from_rationals(&(0..n).map(entry).collect::<Vec<_>>())
    };
    let program = Program { neighbours, lengths: &[], alpha: alpha.clone(), gains: (0..n).map(gain).collect() };
    let found = optimum(&program, Effort::default()).expect("a small program");
    (found.value, found.mechanism.iter().map(Vector::to_rationals).collect())
}

/// Σ_o max_i π_i x_io.
fn utility(rows: &[Vec<Rational>], weights: &[u32]) -> Rational {
    let at = |o: usize| rows.iter().zip(weights).map(|(row, &w)| &row[o] * Rational::from(w)).max();
    (0..rows[0].len()).filter_map(at).sum()
}

fn weights() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..5, 4)
}

proptest! {
    #![proptest_config(cases(400))]
    #[test]
    fn of_at_most_four_nodes(
        n in 1usize..=4,
        bits in 0u32..64,
        alpha in prop::sample::select(vec!["1/3", "1/2", "2/3", "9/10", "1"]),
        first in weights(),
        second in weights(),
        share in 0u32..=4,
        general in any::<bool>(),
        others in prop::collection::vec(weights(), 30),
    ) {
        let lists = neighbours(n, bits);
        let alpha_number: Rational = alpha.parse().expect("a rational");
        // Optimal for one prior with one part, for another with the rest.
        let (a, b) = (best(&lists, &alpha_number, &first).1, best(&lists, &alpha_number, &second).1);
        let share = Rational::from_unsigneds(share, 4u32);
        let rest = Rational::from(1u32) - &share;
        let rows: Vec<Vec<Rational>> = a.iter().zip(&b).map(|(a, b)| {
            a.iter().map(|x| x * &share).chain(b.iter().map(|x| x * &rest)).collect()
        }).collect();
        let matrix: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        let edges: Vec<[usize; 2]> =
            lists.iter().enumerate().flat_map(|(i, list)| list.iter().filter(move |&&j| j > i).map(move |&j| [i, j])).collect();
        let file = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}"}}, "query": {{"nodes": {n}, "edges": {edges:?}}},
                "mechanism": {{"matrix": {matrix:?}}}, "claims": ["universally-optimal"]}}"#
        );
        let report = certify(file.as_bytes(), &Options { general, ..Options::default() }).expect("a good file").report;
        let found = report.statements.iter().find(|s| s.claim.kind == Kind::UniversallyOptimal).expect("it is claimed");
        prop_assert_ne!(found.verdict, Verdict::Undecided, "{}: {:?}", file, found.reason);
        if found.verdict == Verdict::Holds {
            for weights in &others {
                prop_assert_eq!(best(&lists, &alpha_number, weights).0, utility(&rows, weights), "{} at {:?}", file, weights);
            }
        }
    }
}
