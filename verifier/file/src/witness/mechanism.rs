//! Mechanisms that a witness gives, and bounds on the utility of all of them.

use super::given::{Best, Mechanism};
use super::reading::{Reading, Unread, unproved};
use super::vector::{pair, vector, vectors};
use crate::json::View;
use dp_kernel::{Dual, Family, Multipliers, Number, Vector};

/// {`rows`: vectors}, {`family`: "truncated-geometric"} on a line, or {`tight`: z}.
pub(super) fn mechanism(view: &View, reading: &Reading) -> Result<Mechanism, Unread> {
    view.only(&["rows", "family", "tight"])?;
    match (view.field("rows"), view.field("family"), view.field("tight")) {
        (Some(view), None, None) => Ok(Mechanism::Rows(rows(&view, reading)?)),
        (None, Some(family), None) => {
            match (family.string("\"truncated-geometric\"")?, reading.problem.graph.family()) {
                ("truncated-geometric", Family::Line) => Ok(Mechanism::Geometric),
                _ => unproved("`family` is \"truncated-geometric\", on a line"),
            }
        }
        (None, None, Some(z)) => Ok(Mechanism::Tight(vector(&z, "tight", reading)?)),
        _ => unproved("a mechanism has either `rows`, `family` or `tight`"),
    }
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
pub(super) fn best(view: &View, reading: &Reading) -> Result<Best, Unread> {
    view.only(&["better", "lambda", "multipliers", "y"])?;
    let mechanism = mechanism(&view.required("better")?, reading)?;
    Ok(Best { mechanism, dual: dual(view, reading)? })
}
