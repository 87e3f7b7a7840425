//! Graphs of up to twelve nodes, of every kind that a file can name.

use super::random::Random;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// A query: its text, and what tables, priors and claims ask of it.
pub(crate) struct Query {
    pub(crate) text: Value,
    pub(crate) kind: &'static str,
    pub(crate) nodes: usize,
    /// Rows of a table, where these may be more: a row for each database.
    pub(crate) rows: usize,
    /// Values and individuals of a Hamming graph.
    pub(crate) databases: Option<(usize, usize)>,
    /// All edges, where they are of length 1.
    pub(crate) edges: Option<Vec<[usize; 2]>>,
}

impl Query {
    fn of(kind: &'static str, text: Value, nodes: usize, edges: Vec<[usize; 2]>) -> Self {
        Self { text, kind, nodes, rows: nodes, databases: None, edges: Some(edges) }
    }

    /// Distances from each node to each; `None` where edges have lengths, or some node is out of reach.
    pub(crate) fn distances(&self) -> Option<Vec<Vec<usize>>> {
        let edges = self.edges.as_ref()?;
        let from = |start: usize| {
            let mut far: Vec<Option<usize>> = vec![None; self.nodes];
            far[start] = Some(0);
            let mut queue = VecDeque::from([start]);
            while let Some(i) = queue.pop_front() {
                for &[x, y] in edges {
                    let other = if x == i {
                        y
                    } else if y == i {
                        x
                    } else {
                        continue;
                    };
                    if far[other].is_none() {
                        far[other] = far[i].map(|d| d + 1);
                        queue.push_back(other);
                    }
                }
            }
            far.into_iter().collect::<Option<Vec<usize>>>()
        };
        (0..self.nodes).map(from).collect()
    }

    pub(crate) fn is_tree(&self) -> bool {
        self.edges.as_ref().is_some_and(|edges| edges.len() + 1 == self.nodes) && self.distances().is_some()
    }

    fn has_no_cycle(&self) -> bool {
        let Some(edges) = &self.edges else { return false };
        let mut root: Vec<usize> = (0..self.nodes).collect();
        edges.iter().all(|&[x, y]| {
            let (from, to) = (root[x], root[y]);
            root.iter_mut().filter(|r| **r == from).for_each(|r| *r = to);
            from != to
        })
    }

    /// Whether `universally-optimal` is to be decided: forests, and else up to five nodes and outputs.
    pub(crate) fn is_universal(&self, outputs: usize) -> bool {
        self.nodes <= 5 && outputs <= 5 || self.has_no_cycle()
    }
}

fn power(base: usize, exponent: usize) -> usize {
    base.pow(u32::try_from(exponent).unwrap_or(0))
}

/// Edges between all lists of digits that are neighbours.
fn of_lists(base: usize, places: usize, near: &dyn Fn(&[usize], &[usize]) -> bool) -> Vec<[usize; 2]> {
    let digits = |mut code: usize| {
        let mut list = vec![0; places];
        for place in list.iter_mut().rev() {
            *place = code % base;
            code /= base;
        }
        list
    };
    let n = power(base, places);
    let all: Vec<Vec<usize>> = (0..n).map(digits).collect();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |h| [i, h]));
    pairs.filter(|&[i, h]| near(&all[i], &all[h])).collect()
}

fn differ(x: &[usize], y: &[usize]) -> usize {
    x.iter().zip(y).filter(|(x, y)| x != y).count()
}

pub(crate) fn query(random: &mut Random, most: usize, symbolic: bool) -> Query {
    let n = random.between(2, most);
    let plain = |kind: &'static str, n: usize, edges: Vec<[usize; 2]>| {
        Query::of(kind, json!({ "graph": kind, "nodes": n }), n, edges)
    };
    let line = |n: usize| (1..n).map(|i| [i - 1, i]).collect::<Vec<_>>();
    let all = |n: usize| (0..n).flat_map(|i| (i + 1..n).map(move |h| [i, h])).collect::<Vec<_>>();
    let by_edges =
        |n: usize, edges: Vec<[usize; 2]>| Query::of("edges", json!({ "nodes": n, "edges": edges.clone() }), n, edges);
    match random.between(0, 14) {
        0 | 1 => plain("line", n, line(n)),
        2 => {
            let n = n.max(3);
            let edges = line(n).into_iter().chain([[0, n - 1]]).collect();
            plain("cycle", n, edges)
        }
        3 => plain("complete", n, all(n)),
        4 => plain("star", n, (1..n).map(|i| [0, i]).collect()),
        5 | 6 => {
            let fits: Vec<(usize, usize)> = [(2, 1), (3, 1), (2, 2), (2, 3), (3, 2), (5, 1), (12, 1)]
                .into_iter()
                .filter(|&(v, u)| power(v, u) <= most)
                .collect();
            let (v, u) = random.one_of(&fits);
            let edges = of_lists(v, u, &|x, y| differ(x, y) == 1);
            let text = json!({ "graph": "hamming", "values": v, "individuals": u });
            Query { databases: Some((v, u)), ..Query::of("hamming", text, power(v, u), edges) }
        }
        7 => {
            let fits: Vec<(usize, usize)> = [(1, 2), (2, 2), (1, 3), (3, 1), (2, 3), (3, 3), (5, 2), (11, 1)]
                .into_iter()
                .filter(|&(u, v)| u * v < most)
                .collect();
            let (u, v) = random.one_of(&fits);
            let edges = all(u * v + 1).into_iter().filter(|[i, h]| h - i <= v).collect();
            Query::of("sum", json!({ "graph": "sum", "individuals": u, "max": v }), u * v + 1, edges)
        }
        8 => {
            let fits: Vec<(usize, usize)> =
                [(1, 2), (2, 2), (1, 3), (3, 1)].into_iter().filter(|&(u, k)| power(u + 1, k) <= most).collect();
            let (u, k) = random.one_of(&fits);
            let edges = of_lists(u + 1, k, &|x, y| x.iter().zip(y).all(|(x, y)| x.abs_diff(*y) <= 1));
            Query::of("counts", json!({ "graph": "counts", "individuals": u, "queries": k }), power(u + 1, k), edges)
        }
        9 => {
            let (v, u) = random.one_of(&[(2, 2), (3, 1), (2, 3)]);
            let answers: Vec<usize> = (0..power(v, u)).map(|_| random.between(0, 2)).collect();
            let mut different: Vec<usize> = Vec::new();
            answers.iter().for_each(|x| {
                if !different.contains(x) {
                    different.push(*x)
                }
            });
            let place = |database: usize| different.iter().position(|x| *x == answers[database]).unwrap_or(0);
            let mut edges: Vec<[usize; 2]> = Vec::new();
            for [x, y] in of_lists(v, u, &|x, y| differ(x, y) == 1) {
                let (i, h) = (place(x).min(place(y)), place(x).max(place(y)));
                if i != h && !edges.contains(&[i, h]) {
                    edges.push([i, h]);
                }
            }
            let text = json!({ "databases": { "values": v, "individuals": u }, "answers": answers });
            let n = different.len();
            // A table with a row for each database, or one with a row for each answer.
            if random.once_in(3) && n < answers.len() {
                return Query {
                    kind: "databases",
                    nodes: answers.len(),
                    rows: answers.len(),
                    ..Query::of("databases", text, answers.len(), of_lists(v, u, &|x, y| differ(x, y) == 1))
                };
            }
            Query::of("answers", text, n, edges)
        }
        10 => {
            // Complete bipartite graphs: for many α no tight-constraints mechanism exists.
            let fits: Vec<(usize, usize)> =
                [(2, 2), (2, 3), (3, 3), (2, 4), (4, 4), (5, 5)].into_iter().filter(|(a, b)| a + b <= most).collect();
            let (a, b) = random.one_of(&fits);
            by_edges(a + b, (0..a).flat_map(|i| (a..a + b).map(move |h| [i, h])).collect())
        }
        11 => by_edges(n, (1..n).map(|i| [random.between(0, i - 1), i]).collect()),
        12 => {
            // Places on a map: edges with lengths.
            // An interval of α would have to be one of its root.
            let lengths: &[&str] = if symbolic { &["1", "2", "3"] } else { &["1", "2", "1/2", "3/2", "3", "5/3"] };
            let mut edges: Vec<Value> = Vec::new();
            for [i, h] in all(n) {
                if h - i == 1 || random.once_in(4) {
                    edges.push(json!([i, h, random.one_of(lengths)]));
                }
            }
            let text = json!({ "nodes": n, "edges": edges });
            Query { edges: None, ..Query::of("lengths", text, n, Vec::new()) }
        }
        _ => {
            let chance = random.between(1, 3);
            by_edges(n, all(n).into_iter().filter(|_| random.between(0, 3) <= chance).collect())
        }
    }
}
