//! Mechanisms that a witness gives, and bounds on the utility of all of them.

use super::read::{Reading, Unread, unproved};
use super::vector::{BYTES, pair, vector, vectors};
use crate::json::View;
use crate::problem::closed_form;
use dp_kernel::{Dual, Failure, Family, Limit, Multipliers, Number, Optimum, Vector, Why};

/// A row for each node: {`rows`: vectors}, {`family`: "truncated-geometric"} on a line, or {`tight`: z}, which stands for
/// Φ·diag(z).
pub(super) fn mechanism(view: &View, reading: &Reading) -> Result<Vec<Vector>, Unread> {
    view.only(&["rows", "family", "tight"])?;
    let problem = reading.problem;
    match (view.field("rows"), view.field("family"), view.field("tight")) {
        (Some(view), None, None) => rows(&view, reading),
        (None, Some(family), None) => match (family.string("\"truncated-geometric\"")?, problem.graph.family()) {
            ("truncated-geometric", Family::Line) => {
                written_out(reading, || closed_form::geometric(problem.graph.nodes(), &problem.alpha))
            }
            _ => unproved("`family` is \"truncated-geometric\", on a line"),
        },
        (None, None, Some(z)) => {
            let z = vector(&z, "tight", reading)?;
            if z.len() != problem.graph.nodes() {
                let (found, expected) = (z.len(), problem.graph.nodes());
                return Err(Why::Length { part: "z", found, expected }.into());
            }
            written_out(reading, || closed_form::tight(&problem.graph, &problem.alpha, &z))
        }
        _ => unproved("a mechanism has either `rows`, `family` or `tight`"),
    }
}

/// The n² entries that a few characters stand for. One witness may have many such mechanisms: all of them together take at
/// most the memory.
fn written_out(reading: &Reading, rows: impl FnOnce() -> Result<Vec<Vector>, Failure>) -> Result<Vec<Vector>, Unread> {
    let take = |bytes| reading.mechanisms.take(bytes).ok_or(Failure::Limit(Limit::Memory));
    take((reading.problem.graph.nodes() as u64).saturating_pow(2).saturating_mul(BYTES))?;
    let rows = reading.meter.run(rows)?;
    take(rows.iter().flat_map(|row| &row.numerators).map(|x| x.words().saturating_mul(8)).sum())?;
    Ok(rows)
}

/// A list of rows.
pub(super) fn rows(view: &View, reading: &Reading) -> Result<Vec<Vector>, Unread> {
    vectors(view, "rows", "a row for each node", reading)
}

/// Whether an object has a bound on utility.
pub(super) fn has_dual(view: &View) -> bool {
    ["lambda", "multipliers", "y"].into_iter().any(|name| view.field(name).is_some())
}

/// {`lambda`, `multipliers`}, {`lambda`} on a forest, or {`y`} for the binary gain.
pub(super) fn dual(view: &View, reading: &Reading) -> Result<Dual, Unread> {
    if let Some(y) = view.field("y") {
        if view.field("lambda").is_some() || view.field("multipliers").is_some() {
            return unproved("`y` stands in the place of `lambda` and `multipliers`");
        }
        return Ok(Dual::Covering(vector(&y, "y", reading)?));
    }
    let lambda = vector(&view.required("lambda")?, "lambda", reading)?;
    match view.field("multipliers") {
        Some(list) => Ok(Dual::Multipliers { lambda, multipliers: multipliers(&list, reading)? }),
        None => Ok(Dual::Forest(lambda)),
    }
}

/// Objects {`edges`, `mu`}, in which both may be left out.
pub(super) fn multipliers(view: &View, reading: &Reading) -> Result<Vec<Multipliers>, Unread> {
    view.array("multipliers for each guess")?.map(|item| of_guess(&item, reading)).collect()
}

fn of_guess(view: &View, reading: &Reading) -> Result<Multipliers, Unread> {
    view.only(&["edges", "mu"])?;
    match (view.field("edges"), view.field("mu")) {
        (Some(edges), Some(mu)) => {
            let list = edges.array("directed edges [i, h]")?.map(|edge| pair(&edge, "edges", "two nodes"));
            Ok(Multipliers { edges: list.collect::<Result<_, _>>()?, mu: vector(&mu, "mu", reading)? })
        }
        (None, None) => {
            let mu = Vector { denominator: Number::ONE, numerators: Vec::new() };
            Ok(Multipliers { edges: Vec::new(), mu })
        }
        _ => unproved("`edges` and `mu` belong together"),
    }
}

/// {`better`, and a bound}.
pub(super) fn optimum(view: &View, reading: &Reading) -> Result<Optimum, Unread> {
    view.only(&["better", "lambda", "multipliers", "y"])?;
    let rows = mechanism(&view.required("better")?, reading)?;
    Ok(Optimum { rows, dual: dual(view, reading)? })
}
