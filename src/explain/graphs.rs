//! Which graph a query has: the choice on which every verdict about privacy depends.

/// A situation, and the graph that fits it.
#[derive(Debug, Clone, Copy)]
pub struct WhichGraph {
    /// What is published.
    pub situation: &'static str,
    /// The kind of graph.
    pub graph: &'static str,
    /// Who is whose neighbour.
    pub neighbours: &'static str,
    /// How a mechanism file says it, for a small one.
    pub query: &'static str,
}

/// Each situation with its graph. A table with a row for each answer is private only with respect to the neighbours
/// that stand here.
pub fn graphs() -> &'static [WhichGraph] {
    &[
        WhichGraph {
            situation: "local privacy: each person's own value is randomised before anybody sees it",
            graph: "complete",
            neighbours: "any two values: a person might have had any other",
            query: r#"{ "graph": "complete", "nodes": 6 }"#,
        },
        WhichGraph {
            situation: "a count: how many people have a property",
            graph: "line",
            neighbours: "counts that differ by 1: one person more or less",
            query: r#"{ "graph": "line", "nodes": 101 }"#,
        },
        WhichGraph {
            situation: "several counts at once, to each of which a person may belong or not",
            graph: "counts",
            neighbours: "tuples that differ by at most 1 in every count",
            query: r#"{ "graph": "counts", "individuals": 10, "queries": 2 }"#,
        },
        WhichGraph {
            situation: "a sum with sensitivity: each person adds a whole number from 0 to max",
            graph: "sum",
            neighbours: "sums that differ by at most max, the sensitivity",
            query: r#"{ "graph": "sum", "individuals": 20, "max": 5 }"#,
        },
        WhichGraph {
            situation: "whole databases: a row of the table for each database",
            graph: "hamming",
            neighbours: "databases that differ in one individual's value",
            query: r#"{ "graph": "hamming", "values": 2, "individuals": 3 }"#,
        },
        WhichGraph {
            situation: "any other query whose answer on each database you know",
            graph: "databases and answers",
            neighbours: "answers of two databases that differ in one individual's value",
            query: r#"{ "databases": { "values": 2, "individuals": 2 }, "answers": ["none", "some", "some", "all"] }"#,
        },
        WhichGraph {
            situation: "somebody's policy, which says what must not be told apart",
            graph: "edges",
            neighbours: "the pairs that are listed, and no others",
            query: r#"{ "nodes": 3, "edges": [[0, 1], [1, 2]] }"#,
        },
        WhichGraph {
            situation: "places, or values on a scale: the nearer two are, the harder to tell apart they must be",
            graph: "edges with lengths",
            neighbours: "all places, each pair by its distance: epsilon is per unit of length",
            query: r#"{ "nodes": 3, "edges": [[0, 1, "3/2"], [1, 2, "1/2"]] }"#,
        },
        WhichGraph {
            situation: "answers in a circle, such as months or directions",
            graph: "cycle",
            neighbours: "answers next to each other, the last and the first too",
            query: r#"{ "graph": "cycle", "nodes": 12 }"#,
        },
        WhichGraph {
            situation: "one answer that is a neighbour of all others, which are not neighbours of each other",
            graph: "star",
            neighbours: "the first answer and any other",
            query: r#"{ "graph": "star", "nodes": 5 }"#,
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Mechanism};
    use dp_verify::report::Neighbours;

    #[test]
    fn every_graph_is_one_that_a_file_may_have() {
        for which in graphs() {
            let file =
                format!(r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {}}}"#, which.query);
            let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).unwrap();
            assert!(!Neighbours::of(&mechanism).in_words().is_empty());
            let named = which.query.contains(&format!("\"{}\"", which.graph.split(' ').next().unwrap()));
            assert!(named, "{}", which.graph);
        }
    }
}
