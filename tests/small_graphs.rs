//! All connected graphs of at most seven nodes at six values of α, against elimination over the rationals and, where
//! Φ is singular, all its basic solutions: 5,976 cases.

mod oracle;

use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::number::Rational;
use dp_verify::report::{Value, Verdict};
use dp_verify::verify;
use num_traits::One;
use oracle::basic_solutions;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Adjacency as a bit for each pair i < j, in the order (0,1), (0,2), (1,2), (0,3), ...
type Graph = u32;

fn bit(i: usize, j: usize) -> Graph {
    let (i, j) = (i.min(j), i.max(j));
    1 << (j * (j - 1) / 2 + i)
}

fn degree(graph: Graph, n: usize, i: usize) -> usize {
    (0..n).filter(|&j| j != i && graph & bit(i, j) != 0).count()
}

/// The least of all relabelled graphs whose nodes are in order of degree.
fn canonical(graph: Graph, n: usize) -> Graph {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| degree(graph, n, i));
    let degrees: Vec<usize> = order.iter().map(|&i| degree(graph, n, i)).collect();
    let mut least = Graph::MAX;
    let mut places = Vec::new();
    relabel(graph, &degrees, &mut places, &mut least);
    least
}

/// Tries all nodes of the right degree for the next place.
fn relabel(graph: Graph, degrees: &[usize], places: &mut Vec<usize>, least: &mut Graph) {
    let n = degrees.len();
    if places.len() == n {
        let pairs = (0..n).flat_map(|j| (0..j).map(move |i| (i, j)));
        let moved = pairs.filter(|&(i, j)| graph & bit(places[i], places[j]) != 0).map(|(i, j)| bit(i, j));
        *least = (*least).min(moved.sum());
        return;
    }
    for node in 0..n {
        if !places.contains(&node) && degree(graph, n, node) == degrees[places.len()] {
            places.push(node);
            relabel(graph, degrees, places, least);
            places.pop();
        }
    }
}

/// The connected graphs of n nodes, one of each kind: every one has a node without which it is connected.
fn connected(n: usize) -> BTreeSet<Graph> {
    if n == 1 {
        return BTreeSet::from([0]);
    }
    let smaller: Vec<Graph> = connected(n - 1).into_iter().collect();
    let grown = smaller.into_par_iter().flat_map_iter(|graph| {
        (1..1u32 << (n - 1)).map(move |neighbours| {
            let new = (0..n - 1).filter(|&i| neighbours & (1 << i) != 0).map(|i| bit(i, n - 1));
            canonical(graph | new.sum::<Graph>(), n)
        })
    });
    grown.collect()
}

fn edges(graph: Graph, n: usize) -> Vec<[usize; 2]> {
    (0..n).flat_map(|j| (0..j).map(move |i| [i, j])).filter(|&[i, j]| graph & bit(i, j) != 0).collect()
}

/// α^d(i,j), distances by relaxing all pairs.
fn similarity(edges: &[[usize; 2]], n: usize, alpha: &Rational) -> Vec<Vec<Rational>> {
    let mut d = vec![vec![n; n]; n];
    (0..n).for_each(|i| d[i][i] = 0);
    edges.iter().for_each(|&[i, j]| (d[i][j], d[j][i]) = (1, 1));
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                d[i][j] = d[i][j].min(d[i][k] + d[k][j]);
            }
        }
    }
    let power = |&d: &usize| num_traits::pow(alpha.clone(), d);
    d.iter().map(|row| row.iter().map(power).collect()).collect()
}

fn check(graph: Graph, n: usize, (p, q): (i64, i64)) {
    let edges = edges(graph, n);
    let file = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{p}/{q}"}}, "query": {{"nodes": {n}, "edges": {edges:?}}}}}"#
    );
    let certified = certify(file.as_bytes(), &Options::default()).expect("a good file");
    let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
    let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
    assert!(again.accepted(), "{file}: {:?}", again.refusals);

    let statement = &certified.report.statements[0];
    let value = |name: &str| statement.values.iter().find(|(n, _)| *n == name).map(|(_, value)| value.clone());
    let phi = similarity(&edges, n, &Rational::new(p.into(), q.into()));
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
        let graphs: Vec<Graph> = connected(n).into_iter().collect();
        assert_eq!(graphs.len(), [1, 1, 2, 6, 21, 112, 853][n - 1], "OEIS A001349");
        for alpha in [(1, 2), (1, 3), (2, 5), (3, 5), (3, 4), (9, 10)] {
            graphs.par_iter().for_each(|&graph| check(graph, n, alpha));
            cases += graphs.len();
        }
    }
    assert_eq!(cases, 5_976);
}
