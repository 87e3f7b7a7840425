//! `threshold` on all graphs, connected or not, to a number of nodes, and on all complete multipartite graphs: each is
//! decided, its certificate accepted, and the set right at α around every end and between them, by elimination and all
//! basic solutions over the rationals. K2,5 has a Φ that is singular at 1/2, the middle of (0, 1).

use crate::oracle::basic_solutions;
use crate::oracle::graphs::{Graph, all, multipartite, of_parts, similarity};
use dp_certify::{Options, certify};
use dp_verify::alpha::Point;
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::number::{Enclosure, Rational};
use dp_verify::report::{Statement, Value, Verdict};
use dp_verify::verify;
use num_traits::{One, Zero};
use rayon::prelude::*;

fn ratio(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// What is found of a graph, by a certificate that the verifier accepts.
fn found((edges, n): &Graph) -> Statement {
    let file = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"nodes": {n}, "edges": {edges:?}}},
            "claims": ["threshold"]}}"#
    );
    let options = Options { only: vec![Kind::Threshold], ..Options::default() };
    let certified = certify(file.as_bytes(), &options).expect("a good file");
    let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
    let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
    let statement = certified.report.statements[0].clone();
    assert_eq!(statement.verdict, Verdict::Holds, "{file}: {:?}", statement.reason);
    assert!(again.accepted(), "{file}: {:?}", again.refusals);
    statement
}

/// An end of a set between rationals 2^-96 apart or so, or exactly.
fn around(end: &Point) -> [Rational; 2] {
    let near = Enclosure::from(&end.bracket(96).expect("a number"));
    [near.low, near.high]
}

/// Checks the set of a graph at α on both sides of each end, between any two, and on a grid.
fn check(graph: &Graph) -> String {
    let statement = found(graph);
    let (_, whole @ Value::Set(set)) = &statement.values[0] else { panic!("{graph:?}") };
    let written = whole.exact(usize::MAX).expect("a set is written");
    let ends: Vec<[[Rational; 2]; 2]> = set.iter().map(|range| [around(&range.low), around(&range.high)]).collect();
    let contains = |alpha: &Rational| ends.iter().any(|[low, high]| low[0] <= *alpha && *alpha <= high[1]);
    let mut cuts: Vec<&Rational> = ends.iter().flatten().flatten().collect();
    let (zero, one) = (Rational::zero(), Rational::one());
    cuts.extend([&zero, &one]);
    cuts.sort_unstable();
    let step = ratio(1, 1 << 30);
    let mut at: Vec<Rational> = cuts.iter().flat_map(|&end| [end - &step, end + &step]).collect();
    at.extend(cuts.windows(2).filter(|pair| pair[1] - pair[0] > step).map(|pair| (pair[0] + pair[1]) / ratio(2, 1)));
    at.extend((1..8).map(|k| ratio(2 * k + 1, 19)));
    // A rational end belongs to the set, which is closed.
    at.extend(ends.iter().flatten().filter(|end| end[0] == end[1]).map(|end| end[0].clone()));
    for alpha in at.iter().filter(|alpha| **alpha > zero && **alpha < one) {
        let solutions = basic_solutions(&similarity(&graph.0, graph.1, alpha), &vec![one.clone(); graph.1]);
        assert_eq!(!solutions.is_empty(), contains(alpha), "{graph:?} has {written}, which is wrong at {alpha}");
    }
    written
}

fn all_right(graphs: &[Graph]) {
    graphs.par_iter().for_each(|graph| {
        check(graph);
    });
}

#[test]
fn sets_of_complete_multipartite_graphs_that_are_known() {
    let of: [(&[usize], &str); 6] = [
        (&[2, 5], "(0, 1/4]"),
        (&[2, 3], "(0, 1/2]"),
        (&[2, 4], "(0, 1/3]"),
        (&[3, 3], "(0, 1)"),
        (&[5], "(0, 1)"),
        (&[1, 3], "(0, 1/2]"),
    ];
    for (sizes, set) in of {
        assert_eq!(check(&(of_parts(sizes), sizes.iter().sum())), set, "{sizes:?}");
    }
}

#[test]
fn all_graphs_of_at_most_six_nodes() {
    let graphs: Vec<Graph> = (1..=6).flat_map(all).collect();
    assert_eq!(graphs.len(), 1 + 2 + 4 + 11 + 34 + 156, "OEIS A000088");
    all_right(&graphs);
}

#[test]
fn some_graphs_of_seven_nodes() {
    all_right(&all(7).into_iter().step_by(20).collect::<Vec<_>>());
}

#[test]
fn all_complete_multipartite_graphs_of_at_most_nine_nodes() {
    all_right(&(2..=9).flat_map(multipartite).collect::<Vec<_>>());
}

#[test]
fn all_graphs_of_seven_nodes() {
    let graphs = all(7);
    assert_eq!(graphs.len(), 1044, "OEIS A000088");
    all_right(&graphs);
}

#[test]
fn all_complete_multipartite_graphs_of_at_most_twelve_nodes() {
    let graphs: Vec<Graph> = (10..=12).flat_map(multipartite).collect();
    assert_eq!(graphs.len(), 42 + 56 + 77, "OEIS A000041");
    all_right(&graphs);
}

/// The next number of a sequence without a pattern, below a bound (Lehmer; Park and Miller).
fn next(state: &mut u64, bound: usize) -> usize {
    *state = *state * 48_271 % ((1 << 31) - 1);
    usize::try_from(*state).expect("below 2^31") % bound
}

/// A random graph of 60 nodes and 120 edges falls into more parts than are looked at: the search ends and says why.
#[test]
fn a_random_graph_of_sixty_nodes_ends_the_search() {
    let mut state = 60;
    let mut edges: Vec<[usize; 2]> = (1..60).map(|i| [next(&mut state, i), i]).collect();
    while edges.len() < 120 {
        let [i, j] = [next(&mut state, 60), next(&mut state, 60)];
        let edge = [i.min(j), i.max(j)];
        if i != j && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let file = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"nodes": 60, "edges": {edges:?}}},
            "claims": ["threshold"]}}"#
    );
    // A sixteenth of the steps, so that it ends in a sixteenth of the time.
    let limits = Limits { steps: Limits::default().steps / 16, ..Limits::default() };
    let options = Options { only: vec![Kind::Threshold], limits, ..Options::default() };
    let certified = certify(file.as_bytes(), &options).expect("a good file");
    let statement = &certified.report.statements[0];
    assert_eq!(statement.verdict, Verdict::Undecided);
    let reason = statement.reason.as_deref().unwrap_or_default();
    assert!(reason.contains("the search effort") && reason.contains("--limit steps=N"), "{reason}");
}
