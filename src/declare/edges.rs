//! Edges as a list: two nodes a line, and a length if wanted.

use super::Wrong;
use crate::construct::document::string;
use crate::table::pairs;
use dp_verify::align::places;
use dp_verify::error::Error;
use dp_verify::json::{self, View};
use dp_verify::limits::{Budget, Limits};
use dp_verify::number::rational;
use dp_verify::report::printable;
use std::collections::HashMap;

/// A list of edges, a line each: two nodes by their labels or numbers, and the length of the edge where it is not 1, a
/// rational above 0; with a comma, a semicolon, a tab or blanks between.
#[derive(Debug, Clone)]
pub struct Edges {
    /// The file's name, for messages.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Edges {
    /// The `edges` of a query.
    pub(super) fn json(&self, nodes: usize, labels: Option<&[String]>) -> Result<String, Wrong> {
        let wrong = |e: Error| {
            let message = format!("{}:{}", printable(&self.name), e.locate(&self.bytes));
            Wrong { flag: "--edges", message }
        };
        let edges = pairs(&self.bytes, &Limits::default()).map_err(wrong)?;
        let ends: Vec<&str> = edges.iter().flat_map(|(cells, _)| cells.iter().take(2).map(String::as_str)).collect();
        let nodes_of = places(&ends, labels, nodes).map_err(|at| {
            let place = edges[at / 2].1[at % 2].clone();
            wrong(Error { message: no_answer(ends[at], labels, nodes), ..place })
        })?;
        let (mut list, mut seen) = (Vec::new(), HashMap::new());
        for ((cells, places), pair) in edges.iter().zip(nodes_of.chunks(2)) {
            let ([one, other, rest @ ..], &[i, j]) = (&cells[..], pair) else { continue };
            let shown = |name: &str| printable(&name.chars().take(40).collect::<String>());
            if i == j {
                let message = format!("found \"{}\" twice, expected two answers that are neighbours", shown(one));
                return Err(wrong(Error { message, ..places[1].clone() }));
            }
            if let Some(first) = seen.insert([i.min(j), i.max(j)], &places[0]) {
                let line = first.clone().locate(&self.bytes).line;
                let found = format!("found \"{}\" and \"{}\" again", shown(one), shown(other));
                let message = format!("{found}, who are neighbours by line {line} already, expected each pair once");
                return Err(wrong(Error { message, ..places[0].clone() }));
            }
            let length = match rest.first() {
                Some(text) => {
                    format!(", {}", length(text).map_err(|message| wrong(Error { message, ..places[2].clone() }))?)
                }
                None => String::new(),
            };
            list.push(format!("[{i}, {j}{length}]"));
        }
        Ok(format!("[{}]", list.join(", ")))
    }
}

/// What is wrong with an end of an edge that is no answer.
fn no_answer(found: &str, labels: Option<&[String]>, nodes: usize) -> String {
    let shown: String = printable(found).chars().take(40).collect();
    let numbers = format!("a number from 0 to {}", nodes.saturating_sub(1));
    let is_number = found.parse::<usize>().is_ok_and(|i| i < nodes);
    let expected = match labels {
        Some(_) if is_number => "a label of the table, as others here are labels and numbers too".to_owned(),
        Some(_) => format!("a label of the table or {numbers}"),
        None => numbers,
    };
    format!("found \"{shown}\", expected {expected}")
}

/// The length of an edge as JSON.
fn length(text: &str) -> Result<String, String> {
    let (quoted, limits) = (string(text), Limits::default());
    let steps = Budget::new(limits.steps);
    let found = json::read(quoted.as_bytes(), &limits).and_then(|node| rational(&View::root(&node), &limits, &steps));
    if found.is_ok_and(|length| length.is_positive()) {
        return Ok(quoted);
    }
    let shown: String = printable(text).chars().take(40).collect();
    Err(format!("found \"{shown}\", expected the length of the edge, a rational number > 0 such as 3/2 or 0.5"))
}
