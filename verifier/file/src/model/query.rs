//! The query: an adjacency graph and the names of its nodes.

use super::graph6;
use super::lengths::Lengths;
use super::reading::{Reading, within};
use crate::error::Error;
use crate::json::{Value, View, shorten};
use crate::limits::Limits;
use crate::number::{BigInt, bits, rational};
use crate::spelling::nearest;
use crate::text::count;
use dp_kernel::{Family, Graph};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The adjacency graph of the answers, or of the databases.
#[derive(Debug, Clone)]
pub struct Query {
    /// Which nodes are adjacent.
    pub graph: Graph,
    /// Names of the nodes for the report.
    pub labels: Option<Vec<String>>,
    /// Where the file gives the graph in graph6, that text, without what may stand before it.
    pub graph6: Option<String>,
    /// Where the nodes are the databases of a query that is given by its answers, the answer on each.
    pub answers: Option<Answers>,
    /// Where the nodes are the answers of a query on databases, which those are.
    pub databases: Option<Databases>,
}

/// The databases {0..values−1}^individuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Databases {
    /// The values of one individual.
    pub values: usize,
    /// The number of individuals.
    pub individuals: usize,
}

/// The answers of a query on databases.
#[derive(Debug, Clone)]
pub struct Answers {
    /// The different answers, in the order of first appearance.
    pub names: Vec<String>,
    /// The place of each database's answer among them.
    pub of: Vec<usize>,
}

impl Query {
    /// Reads a query; `rows` is how many rows the mechanism's matrix has, if there is one.
    pub(super) fn read(view: &View, rows: Option<usize>, reading: &Reading) -> Result<Self, Error> {
        let limits = reading.limits;
        view.is_object(
            "a query: an object with \"graph\", with \"graph6\", with \"nodes\" and \"edges\", or with \"databases\"",
        )
        .map_err(|e| match view.string("").ok().and_then(meant) {
            Some(name) => e.meant(&format!("{{\"graph\": \"{name}\", …}}")),
            None => e,
        })?;
        let mut query = if let Some(name) = view.field("graph") {
            Self::of(named(view, &name, limits)?)
        } else if let Some(text) = view.field("graph6") {
            view.only(&["graph6", "labels"])?;
            let graph = graph6::graph(&text, reading)?;
            Self { graph6: Some(graph6::line(text.string("a string")?).to_owned()), ..Self::of(graph) }
        } else if view.field("databases").is_some() {
            view.only(&["databases", "answers", "labels"])?;
            by_answers(view, rows, reading)?
        } else {
            view.only(&["nodes", "edges", "labels"])?;
            Self::of(listed(view, reading)?)
        };
        match (view.field("labels"), &mut query.answers) {
            (Some(labels), Some(answers)) => {
                answers.names = read_labels(&labels, answers.names.len(), "answer")?;
            }
            (Some(labels), None) => query.labels = Some(read_labels(&labels, query.graph.nodes(), "node")?),
            (None, _) => {}
        }
        Ok(query)
    }

    /// A graph alone.
    pub(crate) fn of(graph: Graph) -> Self {
        Self { graph, labels: None, graph6: None, answers: None, databases: None }
    }
}

/// One string each for `length` things, no two alike.
pub(super) fn read_labels(view: &View, length: usize, thing: &str) -> Result<Vec<String>, Error> {
    let expected = format!("an array of {}, one for each {thing}", count(length, "string"));
    let items = view.array(&expected)?;
    if items.len() != length {
        return Err(view.unexpected(&expected));
    }
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut labels = Vec::with_capacity(length);
    for (k, item) in items.enumerate() {
        let label = item.string("a string")?;
        if let Some(first) = places.insert(label, k) {
            let (name, first) = (shorten(label), format!("{}[{first}]", view.path()));
            let expected = format!("a label of its own for each {thing}");
            return Err(item.found(format!("\"{name}\" again, which is at {first} already"), expected));
        }
        labels.push(label.to_owned());
    }
    Ok(labels)
}

fn named(view: &View, name: &View, limits: &Limits) -> Result<Graph, Error> {
    let expected = "\"line\", \"cycle\", \"complete\", \"star\", \"hamming\", \"sum\" or \"counts\"";
    let nodes = |family, least| {
        view.only(&["graph", "nodes", "labels"])?;
        let nodes = view.required("nodes")?;
        let n = nodes.count(least, "the number of nodes")?;
        within(&nodes, Some(n), limits)?;
        Ok(Graph::new(family, n))
    };
    let count = |key| view.required(key)?.count(1, key);
    let by_edges = |error: Error| match name.value() {
        Value::Object(_) => error.meant("\"query\": {\"nodes\": …, \"edges\": …}, without \"graph\""),
        _ => error,
    };
    match name.string(expected).map_err(by_edges)? {
        "line" => nodes(Family::Line, 1),
        "cycle" => nodes(Family::Cycle, 3),
        "complete" => nodes(Family::Complete, 1),
        "star" => nodes(Family::Star, 1),
        "hamming" => {
            view.only(&["graph", "values", "individuals", "labels"])?;
            let (values, individuals) = (count("values")?, count("individuals")?);
            let n = within(view, checked_power(values, individuals), limits)?;
            Ok(Graph::new(Family::Hamming { values, individuals }, n))
        }
        "sum" => {
            view.only(&["graph", "individuals", "max", "labels"])?;
            let (individuals, most) = (count("individuals")?, count("max")?);
            let n = within(view, individuals.checked_mul(most).and_then(|top| top.checked_add(1)), limits)?;
            Ok(Graph::new(Family::Sum { most }, n))
        }
        "counts" => {
            view.only(&["graph", "individuals", "queries", "labels"])?;
            let (individuals, queries) = (count("individuals")?, count("queries")?);
            let n = within(view, checked_power(individuals.saturating_add(1), queries), limits)?;
            Ok(Graph::new(Family::Counts { individuals, queries }, n))
        }
        word => Err(match meant(word) {
            Some(meant) => name.unexpected(expected).meant(meant),
            None => name.unexpected(expected),
        }),
    }
}

/// The graphs by name, and after them what others call some of them.
const GRAPHS: [(&str, &str); 20] = [
    ("line", "line"),
    ("cycle", "cycle"),
    ("complete", "complete"),
    ("star", "star"),
    ("hamming", "hamming"),
    ("sum", "sum"),
    ("counts", "counts"),
    ("path", "line"),
    ("chain", "line"),
    ("linear", "line"),
    ("count", "line"),
    ("ring", "cycle"),
    ("circle", "cycle"),
    ("clique", "complete"),
    ("full", "complete"),
    ("local", "complete"),
    ("local-privacy", "complete"),
    ("hypercube", "hamming"),
    ("databases", "hamming"),
    ("king", "counts"),
];

/// The graph that somebody means who writes something else.
fn meant(name: &str) -> Option<&'static str> {
    let found = nearest(name, &GRAPHS.map(|(name, _)| name))?;
    GRAPHS.iter().find(|(name, _)| *name == found).map(|(_, graph)| *graph)
}

/// base^exponent unless it overflows.
fn checked_power(base: usize, exponent: usize) -> Option<usize> {
    if base == 1 {
        // Every node would be read digit by digit, of which there are `exponent`.
        return (exponent <= 1_000).then_some(1);
    }
    base.checked_pow(u32::try_from(exponent).ok()?)
}

fn listed(view: &View, reading: &Reading) -> Result<Graph, Error> {
    let nodes = view.required("nodes")?;
    let n = nodes.count(1, "the number of nodes")?;
    within(&nodes, Some(n), reading.limits)?;
    edges(&view.required("edges")?, n, reading.lengths)
}

/// The graph of a list of edges, with the lengths that have been read.
pub(super) fn edges(edges: &View, n: usize, lengths: Option<&Lengths>) -> Result<Graph, Error> {
    // Of each node its neighbours, and with lengths its arcs.
    let mut lists = vec![(BTreeSet::new(), Vec::new()); n];
    for (place, edge) in edges.array("an array of edges [i, j] or [i, j, length]")?.enumerate() {
        let [i, j] = ends(&edge, n)?;
        let repeated = || Err(edge.found(format!("the repeated edge [{i}, {j}]"), "each edge once"));
        let Ok([of_i, of_j]) = lists.get_disjoint_mut([i, j]) else { return repeated() };
        if !of_i.0.insert(j) {
            return repeated();
        }
        of_j.0.insert(i);
        if let Some(length) = lengths.and_then(|lengths| lengths.of_edges.get(place)) {
            of_i.1.push((j, *length));
            of_j.1.push((i, *length));
        }
    }
    let (neighbours, mut arcs): (Vec<_>, Vec<_>) = lists.into_iter().unzip();
    let Some(lengths) = lengths else { return Ok(list_graph(neighbours)) };
    arcs.iter_mut().for_each(|arcs| arcs.sort_unstable());
    let too_long =
        || edges.over_limit(format!("paths of over 2^{} times 1/{}", if lengths.fine { 64 } else { 32 }, lengths.unit));
    Graph::with_lengths(arcs, lengths.unit, lengths.fine).ok_or_else(too_long)
}

/// The graph of a list of arcs.
pub(super) fn arcs(arcs: &View, n: usize) -> Result<Graph, Error> {
    let mut lists = vec![BTreeSet::new(); n];
    for arc in arcs.array("an array of arcs [i, j]")? {
        let [i, j] = ends(&arc, n)?;
        if !lists.get_mut(i).is_some_and(|list| list.insert(j)) {
            return Err(arc.found(format!("the repeated arc [{i}, {j}]"), "each arc once"));
        }
    }
    Ok(Graph::new(Family::Directed(lists.into_iter().map(|list| list.into_iter().collect()).collect()), n))
}

/// The two nodes of an edge.
fn ends(edge: &View, n: usize) -> Result<[usize; 2], Error> {
    let expected = format!("an edge [i, j] with i ≠ j, both from 0 to {}", n.saturating_sub(1));
    let items = edge.array(&expected)?;
    // The third is the length, which has been read.
    let count = if items.len() == 3 { 2 } else { items.len() };
    let ends = items.take(count).map(|end| end.count(0, "a node")).collect::<Result<Vec<_>, _>>()?;
    let [i, j] = ends[..] else { return Err(edge.unexpected(&expected)) };
    let pair = format!("[{i}, {j}]");
    if i == j {
        return Err(edge.found(format!("the loop {pair}"), expected));
    }
    if i.max(j) >= n {
        return Err(edge.found(format!("{pair}, a node out of range"), expected));
    }
    Ok([i, j])
}

/// A graph by its name alone, on so many nodes.
pub(super) fn of_nodes(name: &View, nodes: usize) -> Result<Graph, Error> {
    let expected = "\"line\", \"cycle\", \"complete\" or \"star\" on the file's nodes, or {\"edges\": [[0, 1], …]}";
    let family = match name.string(expected)? {
        "line" => Family::Line,
        "cycle" if nodes < 3 => return Err(name.found(format!("a cycle of {nodes}"), "three nodes or more")),
        "cycle" => Family::Cycle,
        "complete" => Family::Complete,
        "star" => Family::Star,
        word => {
            let meant = meant(word).filter(|meant| ["line", "cycle", "complete", "star"].contains(meant));
            return Err(meant.map_or_else(|| name.unexpected(expected), |meant| name.unexpected(expected).meant(meant)));
        }
    };
    Ok(Graph::new(family, nodes))
}

fn list_graph(neighbours: Vec<BTreeSet<usize>>) -> Graph {
    let n = neighbours.len();
    Graph::new(Family::Listed(neighbours.into_iter().map(|set| set.into_iter().collect()).collect()), n)
}

/// What a query says of a database: text, or a number as numerator and denominator in lowest terms.
#[derive(PartialEq, Eq, Hash)]
enum Answer<'a> {
    Text(&'a str),
    Number((BigInt, BigInt)),
}

/// Puts answers that are texts in quotes where a number, or a text that has been put in quotes, is written the same.
fn tell_apart(nodes: &HashMap<Answer, usize>, labels: &mut [String]) {
    let texts: HashSet<usize> =
        nodes.iter().filter(|(answer, _)| matches!(answer, Answer::Text(_))).map(|(_, &node)| node).collect();
    let mut taken: HashSet<String> =
        labels.iter().enumerate().filter(|(i, _)| !texts.contains(i)).map(|(_, label)| label.clone()).collect();
    for (_, label) in labels.iter_mut().enumerate().filter(|(i, _)| texts.contains(i)) {
        while !taken.insert(label.clone()) {
            *label = format!("\"{label}\"");
        }
    }
}

/// The graph that a query induces: its answers in the order of first appearance, two of them adjacent
/// where adjacent databases have them. With a row for each database, of which there are more than answers, the nodes
/// are the databases.
fn by_answers(view: &View, rows: Option<usize>, reading: &Reading) -> Result<Query, Error> {
    let databases = view.required("databases")?;
    databases.only(&["values", "individuals"])?;
    let number = |key| databases.required(key)?.count(1, key);
    let (values, individuals) = (number("values")?, number("individuals")?);
    let size = within(&databases, checked_power(values, individuals), reading.limits)?;
    let view_answers = view.required("answers")?;
    let expected = format!("an array of {}, one for each database in lexicographic order", count(size, "answer"));
    let answers = view_answers.array(&expected)?;
    if answers.len() != size {
        return Err(view_answers.unexpected(&expected));
    }
    let mut nodes: HashMap<Answer, usize> = HashMap::new();
    let mut labels = Vec::new();
    let mut answer_of = Vec::with_capacity(size);
    for answer in answers {
        let (text, answer) = match answer.value() {
            Value::Number(text) => {
                let x = rational(&answer, reading.limits, reading.steps)?;
                reading.charge(&answer, 1, bits(&x))?;
                (*text, Answer::Number(x.into()))
            }
            _ => answer.string("an answer: a string or a number").map(|text| (text, Answer::Text(text)))?,
        };
        let node = *nodes.entry(answer).or_insert_with(|| {
            labels.push(text.to_owned());
            labels.len().saturating_sub(1)
        });
        answer_of.push(node);
    }
    tell_apart(&nodes, &mut labels);
    if rows == Some(size) && size > labels.len() {
        // Each name has at most so many digits and commas.
        let longest = individuals.saturating_mul((values.ilog10() as usize).saturating_add(2)) as u64;
        reading.charge(&view_answers, size, longest.saturating_mul(8))?;
        let graph = Graph::new(Family::Hamming { values, individuals }, size);
        let databases = (0..size).map(|i| database(i, values, individuals)).collect();
        let answers = Answers { names: labels, of: answer_of };
        return Ok(Query { labels: Some(databases), answers: Some(answers), ..Query::of(graph) });
    }
    let mut neighbours = vec![BTreeSet::new(); labels.len()];
    // Databases that differ in one individual's value only are adjacent to each other, and so are their answers: each
    // pair of different ones, however many databases have them.
    let mut place = 1usize;
    for _ in 0..individuals {
        let next = place.saturating_mul(values);
        let blocks = answer_of.chunks_exact(next);
        for (block, first) in blocks.flat_map(|block| (0..place).map(move |first| (block, first))) {
            let mut line: Vec<usize> = block.iter().skip(first).step_by(place).copied().collect();
            line.sort_unstable();
            line.dedup();
            let mut rest = &line[..];
            while let [x, others @ ..] = rest {
                for y in others {
                    let Ok([of_x, of_y]) = neighbours.get_disjoint_mut([*x, *y]) else {
                        return Err(view_answers.unexpected(&expected));
                    };
                    if of_x.insert(*y) {
                        reading.charge(&view_answers, 4, 0)?;
                        of_y.insert(*x);
                    }
                }
                rest = others;
            }
        }
        place = next;
    }
    let databases = Some(Databases { values, individuals });
    Ok(Query { labels: Some(labels), databases, ..Query::of(list_graph(neighbours)) })
}

/// The values of the individuals in a database, such as `(0,1,1)`.
fn database(mut i: usize, values: usize, individuals: usize) -> String {
    let mut digits = vec![String::new(); individuals];
    for digit in digits.iter_mut().rev() {
        *digit = i.checked_rem(values).unwrap_or(0).to_string();
        i = i.checked_div(values).unwrap_or(0);
    }
    format!("({})", digits.join(","))
}
