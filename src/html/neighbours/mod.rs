//! Who is whose neighbour: the relation drawn, and said.

mod closed;
mod databases;
pub(super) mod drawing;
mod forces;

use super::Page;
use super::text::label;
use dp_verify::graph::{Family, edge_count};
use dp_verify::report::printable;
use drawing::Drawing;
use maud::{Markup, html};

/// The most databases that are drawn one by one.
const DATABASES: usize = 16;

/// The section.
pub(super) fn section(page: &Page) -> Markup {
    // Of a budget each promise has neighbours of its own.
    if crate::html::promises::is_budget(page) {
        return html! {};
    }
    let report = page.report;
    let title = format!("The neighbour relation: {}", label(&report.graph.in_short()));
    let (picture, note) = picture(page, &title);
    let put_out = if page.is_noise() { "whatever comes out" } else { "whatever the table puts out" };
    html! {
        section {
            h2 { "Who is whose neighbour" }
            p {
                @if page.mechanism.has_lengths() {
                    "Privacy is here a promise about " b { "distances" } ": the nearer two nodes are to each other, the less what the table puts
                    out may tell them apart. The same table may be private for some lengths of the edges and not for others. Here they are these."
                } @else {
                    "Privacy is a promise about " b { "neighbours" } ": " (put_out) " must be almost as probable under one of
                    them as under the other. It may be kept for one neighbour relation and not for another. Here it is this one."
                }
            }
            p.fact { (printable(&report.graph.in_words())) }
            figure {
                (picture)
                figcaption {
                    @if let Some(note) = note { (note) " " }
                    (report.nodes.count("node")) ", " (report.graph.edges_in_words()) "."
                    @if page.broken_nodes().is_some() { " The pair with the broken constraint is marked." }
                }
            }
        }
    }
}

/// The picture, and what it leaves out.
fn picture(page: &Page, title: &str) -> (Markup, Option<String>) {
    let (mechanism, report) = (page.mechanism, page.report);
    let graph = &mechanism.query.graph;
    let name = |i: usize| report.graph.name(i);
    if let Some(product) = mechanism.large_product() {
        let note = databases_note(product.individuals);
        return (databases::svg(product.values, product.individuals, &name, title), Some(note));
    }
    let n = graph.nodes();
    let drawing: Drawing = match graph.family() {
        Family::Line => closed::row(n, 1, &name),
        Family::Sum { most } => closed::row(n, *most, &name),
        Family::Cycle => closed::cycle(n, &name),
        Family::Complete => closed::complete(n, &name),
        Family::Star => closed::star(n, &name),
        Family::Counts { individuals, queries: 1 } => closed::row(individuals + 1, 1, &name),
        Family::Counts { individuals, queries } => closed::grid(*individuals, *queries, &name),
        Family::Hamming { values, individuals } if n > DATABASES || *individuals > 3 => {
            let value = |v: usize| v.to_string();
            return (databases::svg(*values, *individuals, &value, title), Some(databases_note(*individuals)));
        }
        Family::Hamming { values, individuals } => closed::cube(*values, *individuals, &name),
        Family::Listed(_) | Family::Directed(_) | Family::Lengths { .. } => {
            forces::drawing(graph, usize::try_from(edge_count(graph)).unwrap_or(usize::MAX), &name)
        }
    };
    (drawing.svg(title, page.broken_nodes()), drawing.note.clone())
}

fn databases_note(individuals: usize) -> String {
    let others = if individuals == 1 { "" } else { ", all others alike" };
    format!(
        "A column is an individual, a dot a value it may have. The solid line is one database; the dashed one is a neighbour, \
         which differs in one individual's value{others}."
    )
}
