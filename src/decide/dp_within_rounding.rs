//! `dp-within-rounding`: a private table that X may be the rounding of, or the multipliers of a contradiction.

use super::case::{Case, Reason};
use super::function;
use super::optimal::multipliers_json;
use crate::certificate::{Decided, vector_json};
use crate::exact;
use crate::linear::Vector;
use crate::program::{NotFound, Printed, Within, within};
use crate::timing::Part;
use dp_verify::model::Claim;
use dp_verify::report::Verdict;
use malachite::rational::Rational;
use serde_json::{Map, Value};

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    if let Some(field) = &case.mechanism.field {
        return function::within_rounding(case, claim, field);
    }
    let graph = case.graph();
    let neighbours: Vec<Vec<usize>> = (0..graph.nodes()).map(|i| graph.neighbours(i)).collect();
    let row = |row: &super::case::Row| {
        row.numerators.iter().map(|x| Rational::from_integers(x.clone(), row.denominator.clone())).collect()
    };
    let rows = case.rows()?.iter().map(row).collect();
    let printed = Printed { neighbours: &neighbours, alpha: case.alpha()?, rows, rounding: rounding(case)? };
    let part = Part::begin("table within the rounding");
    let found = within(&printed, &|found| case.accepts(claim, &decided(found)));
    part.end(format_args!("{}", if found.is_ok() { "found" } else { "not found" }));
    found.map(|found| decided(&found)).map_err(unfound)
}

/// The file's `rounding`.
pub(super) fn rounding(case: &Case) -> Result<Rational, Reason> {
    let rounding = case.mechanism.channel.as_ref().and_then(|x| x.rounding.as_ref());
    rounding.map(exact::rational).ok_or_else(|| Reason::new("the mechanism has no \"rounding\""))
}

/// Why nothing was found.
pub(super) fn unfound(why: NotFound) -> Reason {
    Reason::new(match why {
        NotFound::TooLarge => "the table is larger than this version searches for a private one near it",
        NotFound::TooNarrow => {
            "private tables within the rounding, if there are any, leave no room for a search in floating point, and \
             for an exact one the table is too large, or α irrational"
        }
    })
}

/// What is found as a verdict and a witness.
pub(super) fn evidence(found: &Within) -> (Verdict, Map<String, Value>) {
    let vector = |entries: &Vec<Rational>| vector_json(&Vector::from_rationals(entries));
    match found {
        Within::Table(rows) => {
            let rows: Vec<Value> = rows.iter().map(vector).collect();
            (Verdict::Holds, Map::from_iter([("rows".to_owned(), rows.into())]))
        }
        Within::Negative { row, output } => {
            let place = [("row".to_owned(), Value::from(*row)), ("output".to_owned(), Value::from(*output))];
            (Verdict::Fails, Map::from_iter(place))
        }
        Within::Refuted { lambda, multipliers } => {
            let multipliers: Vec<Value> = multipliers.iter().map(|arcs| multipliers_json(arcs)).collect();
            let parts = [("lambda".to_owned(), vector(lambda)), ("multipliers".to_owned(), multipliers.into())];
            (Verdict::Fails, Map::from_iter(parts))
        }
    }
}

fn decided(found: &Within) -> Decided {
    let (verdict, witness) = evidence(found);
    witness.into_iter().fold(Decided::new(verdict), |decided, (name, part)| decided.witness(&name, part))
}
