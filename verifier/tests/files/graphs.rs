//! Every graph family against breadth-first search on the adjacency that the contract defines.

use crate::harness::{self, file, read};
use crate::random::cases;
use dp_verify::graph::{Graph, INFINITE, is_connected};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

fn graph(query: &str) -> Graph {
    read(&file("1/2", &format!(r#""query": {query}"#))).query.graph
}

/// Distances by relaxing every pair until nothing changes: too slow to be wrong.
fn relax(n: usize, adjacent: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<u64>> {
    let mut d: Vec<Vec<u64>> = (0..n)
        .map(|i| {
            (0..n)
                .map(|j| {
                    if i == j {
                        0
                    } else if adjacent(i, j) {
                        1
                    } else {
                        INFINITE
                    }
                })
                .collect()
        })
        .collect();
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                d[i][j] = d[i][j].min(d[i][k].saturating_add(d[k][j]));
            }
        }
    }
    d
}

/// Holds a file's graph against an adjacency.
fn agrees(query: &str, n: usize, adjacent: &dyn Fn(usize, usize) -> bool) {
    let (graph, d) = (graph(query), relax(n, adjacent));
    assert_eq!(graph.nodes(), n, "{query}");
    for (i, row) in d.iter().enumerate() {
        assert_eq!(graph.distances_from(i), *row, "{query} from {i}");
        let near: Vec<usize> = (0..n).filter(|&j| adjacent(i, j)).collect();
        assert_eq!(graph.neighbours(i), near, "{query} beside {i}");
    }
    let all = || d.iter().flatten().copied();
    assert_eq!(graph.diameter(), all().filter(|&d| d != INFINITE).max().unwrap_or(0), "{query}");
    assert_eq!(is_connected(&graph), all().all(|d| d != INFINITE), "{query}");
}

/// The k digits of x in base b, the first one the most significant.
fn digits(mut x: usize, b: usize, k: usize) -> Vec<usize> {
    let mut digits: Vec<usize> = (0..k)
        .map(|_| {
            let digit = x % b;
            x /= b;
            digit
        })
        .collect();
    digits.reverse();
    digits
}

#[test]
fn families_of_n_nodes() {
    for n in 1..=9 {
        let named = |name: &str| format!(r#"{{"graph": "{name}", "nodes": {n}}}"#);
        agrees(&named("line"), n, &|i, j| i.abs_diff(j) == 1);
        agrees(&named("complete"), n, &|i, j| i != j);
        agrees(&named("star"), n, &|i, j| i != j && (i == 0 || j == 0));
        if n >= 3 {
            agrees(&named("cycle"), n, &|i, j| (i + 1) % n == j || (j + 1) % n == i);
        }
    }
}

#[test]
fn hamming_graphs() {
    for (v, u) in [(1, 1), (1, 4), (2, 1), (2, 2), (2, 5), (3, 1), (3, 3), (4, 2), (7, 2)] {
        let n = v_to_the(v, u);
        agrees(&format!(r#"{{"graph": "hamming", "values": {v}, "individuals": {u}}}"#), n, &|i, j| {
            digits(i, v, u).iter().zip(digits(j, v, u)).filter(|(x, y)| **x != *y).count() == 1
        });
    }
}

fn v_to_the(v: usize, u: usize) -> usize {
    (0..u).fold(1, |n, _| n * v)
}

#[test]
fn sums() {
    for u in 1..=5 {
        for v in 1..=5 {
            agrees(&format!(r#"{{"graph": "sum", "individuals": {u}, "max": {v}}}"#), u * v + 1, &|i, j| {
                i != j && i.abs_diff(j) <= v
            });
        }
    }
}

#[test]
fn counts() {
    for (u, k) in [(1, 1), (1, 2), (1, 4), (2, 2), (3, 2), (4, 2), (2, 3), (5, 1)] {
        agrees(
            &format!(r#"{{"graph": "counts", "individuals": {u}, "queries": {k}}}"#),
            v_to_the(u + 1, k),
            &|i, j| i != j && digits(i, u + 1, k).iter().zip(digits(j, u + 1, k)).all(|(x, y)| x.abs_diff(y) <= 1),
        );
    }
}

/// What a query's answers induce: the file's graph from the answers on all databases, and the same by brute
/// force over all pairs of databases.
fn by_answers(v: usize, u: usize, answer: &dyn Fn(&[usize]) -> String) -> (Graph, Vec<String>) {
    let databases: Vec<Vec<usize>> = (0..v_to_the(v, u)).map(|x| digits(x, v, u)).collect();
    let answers: Vec<String> = databases.iter().map(|d| answer(d)).collect();
    let mut order: Vec<String> = Vec::new();
    let mut numbers = HashMap::new();
    for text in &answers {
        if !numbers.contains_key(text) {
            numbers.insert(text.clone(), order.len());
            order.push(text.clone());
        }
    }
    let mut edges = BTreeSet::new();
    for (x, a) in databases.iter().zip(&answers) {
        for (y, b) in databases.iter().zip(&answers) {
            if x.iter().zip(y).filter(|(p, q)| p != q).count() == 1 && a != b {
                edges.insert((numbers[a], numbers[b]));
            }
        }
    }
    let list: Vec<String> = answers.iter().map(|a| format!("\"{a}\"")).collect();
    let query = format!(r#"{{"databases": {{"values": {v}, "individuals": {u}}}, "answers": [{}]}}"#, list.join(", "));
    agrees(&query, order.len(), &|i, j| edges.contains(&(i, j)));
    (graph(&query), order)
}

/// Each individual adds 0..=v.
#[test]
fn sums_are_what_the_databases_induce() {
    for (u, v) in [(3, 2), (2, 3), (2, 5), (1, 4), (4, 1)] {
        let (induced, order) = by_answers(v + 1, u, &|d| d.iter().sum::<usize>().to_string());
        let named = graph(&format!(r#"{{"graph": "sum", "individuals": {u}, "max": {v}}}"#));
        assert_eq!(order.len(), named.nodes());
        for (i, from) in order.iter().enumerate() {
            let named = named.distances_from(from.parse().unwrap());
            let expected: Vec<u64> = order.iter().map(|to| named[to.parse::<usize>().unwrap()]).collect();
            assert_eq!(induced.distances_from(i), expected, "u = {u}, v = {v}");
        }
    }
}

/// Each individual has two properties, each of them or not: four values. Two counts of u individuals are
/// the king's graph on {0..u}².
#[test]
fn two_counts_are_the_kings_graph() {
    for u in 1..=3 {
        let count = |d: &[usize], bit: usize| d.iter().filter(|x| **x >> bit & 1 == 1).count();
        let (induced, order) = by_answers(4, u, &|d| format!("{} {}", count(d, 0), count(d, 1)));
        let named = graph(&format!(r#"{{"graph": "counts", "individuals": {u}, "queries": 2}}"#));
        assert_eq!(order.len(), (u + 1) * (u + 1));
        assert_eq!(named.nodes(), order.len());
        let place = |text: &String| {
            let (x, y) = text.split_once(' ').unwrap();
            x.parse::<usize>().unwrap() * (u + 1) + y.parse::<usize>().unwrap()
        };
        for (i, from) in order.iter().enumerate() {
            let named = named.distances_from(place(from));
            let expected: Vec<u64> = order.iter().map(|to| named[place(to)]).collect();
            assert_eq!(induced.distances_from(i), expected, "u = {u}");
        }
    }
}

#[test]
fn two_counts_of_one_individual_are_all_adjacent() {
    agrees(r#"{"graph": "counts", "individuals": 1, "queries": 2}"#, 4, &|i, j| i != j);
}

#[test]
fn a_question_about_someone() {
    let (none_some_all, order) = by_answers(2, 3, &|d| ["none", "some", "some", "all"][d.iter().sum::<usize>()].into());
    assert_eq!(order, ["none", "some", "all"]);
    assert_eq!(none_some_all.distances_from(0), [0, 1, 2]);
    // Parity changes with each individual, a constant never.
    assert_eq!(by_answers(2, 3, &|d| (d.iter().sum::<usize>() % 2).to_string()).0.nodes(), 2);
    assert_eq!(by_answers(3, 2, &|_| "same".into()).0.nodes(), 1);
    // With one value there is one database.
    assert_eq!(by_answers(1, 3, &|_| "same".into()).0.nodes(), 1);
}

#[test]
fn answers_that_are_numbers_go_by_their_value_and_are_no_text() {
    let of = |answers: &str| {
        graph(&format!(r#"{{"databases": {{"values": 2, "individuals": 2}}, "answers": {answers}}}"#)).nodes()
    };
    assert_eq!(of("[0, 1, 1, 2]"), 3);
    assert_eq!(of("[1, 1.0, 10e-1, 1e0]"), 1);
    assert_eq!(of("[0.1, 1e-1, 0.10000000000000001, -0.1]"), 3);
    assert_eq!(of("[0, -0, 0.0, 0e5]"), 1);
    assert_eq!(of(r#"["0", 1, "1", 2]"#), 4);
    assert_eq!(of(r#"["1", "1.0", "1", 1.0]"#), 3);
    let text = r#"{"databases": {"values": 3, "individuals": 1}, "answers": [1.50, "1.50", 15e-1]}"#;
    let mechanism = harness::read(&harness::file("1/2", &format!(r#""query": {text}"#)));
    // A node has the name that the first of its databases gives it, a text that is written like a number in quotes.
    assert_eq!(mechanism.query.labels, Some(vec!["1.50".to_owned(), "\"1.50\"".to_owned()]));
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn lists_of_edges(n in 1usize..9, bits in proptest::collection::vec(any::<bool>(), 36)) {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        let chosen: Vec<_> = pairs.iter().zip(&bits).filter(|(_, bit)| **bit).map(|(pair, _)| *pair).collect();
        // Each edge from either end.
        let list: Vec<String> = chosen
            .iter()
            .enumerate()
            .map(|(k, (i, j))| if k % 2 == 0 { format!("[{i}, {j}]") } else { format!("[{j}, {i}]") })
            .collect();
        let query = format!(r#"{{"nodes": {n}, "edges": [{}]}}"#, list.join(", "));
        agrees(&query, n, &|i, j| chosen.contains(&(i.min(j), i.max(j))) && i != j);
    }
}
