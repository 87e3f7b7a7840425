//! The regular priors of small graphs: the hull of the corner priors, row i of Φ over its sum each.

use super::chart::{Figure, Panel};
use super::draw;
use super::query::graph;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use std::fmt::Write as _;

impl Panel {
    fn new(title: &'static str, query: &str) -> Result<Self, String> {
        let graph = graph(query)?;
        // The larger region first, for the smaller to be drawn upon it.
        let regions = [("1/5", 5), ("1/2", 2)];
        let corners = |d: u32| corners(&graph, &Rational::from_unsigneds(1, d));
        Ok(Self { title, regions: regions.map(|(name, d)| (name, corners(d))).into() })
    }
}

/// α^d(i,j) / Σ_j α^d(i,j), for each i.
fn corners(graph: &dp_verify::graph::Graph, alpha: &Rational) -> Vec<Vec<Rational>> {
    let row = |i| {
        let row: Vec<Rational> =
            crate::graph::distances_from(graph, i).into_iter().map(|d| alpha.pow(u64::from(d))).collect();
        let sum: Rational = row.iter().sum();
        row.into_iter().map(|x| x / &sum).collect()
    };
    (0..graph.nodes()).map(row).collect()
}

/// Three answers on a line, and on a ring.
pub(super) fn three_answers() -> Result<Figure, String> {
    let panels = [
        Panel::new("three answers on a line", r#"{"graph": "line", "nodes": 3}"#)?,
        Panel::new("three answers on a ring", r#"{"graph": "cycle", "nodes": 3}"#)?,
    ];
    Ok(Figure { svg: draw::triangles(&panels)?, csv: csv(&["line", "ring"], &panels) })
}

/// Two counts of one person: four answers, all of them neighbours.
pub(super) fn four_answers() -> Result<Figure, String> {
    let panel = Panel::new(
        "two counts of one person, priors by their first three weights",
        r#"{"graph": "counts", "individuals": 1, "queries": 2}"#,
    )?;
    Ok(Figure { svg: draw::tetrahedra(&panel)?, csv: csv(&["two counts"], &[panel]) })
}

fn csv(names: &[&str], panels: &[Panel]) -> String {
    let answers = panels.first().and_then(|panel| Some(panel.regions.first()?.1.len())).unwrap_or(0);
    let columns: Vec<String> = (0..answers).map(|i| format!("p{i}")).collect();
    let mut text = format!("query,alpha,corner,{}\n", columns.join(","));
    for (name, panel) in names.iter().zip(panels) {
        for (alpha, corners) in &panel.regions {
            for (i, corner) in corners.iter().enumerate() {
                let entries: Vec<String> = corner.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{name},{alpha},{i},{}", entries.join(","));
            }
        }
    }
    text
}
