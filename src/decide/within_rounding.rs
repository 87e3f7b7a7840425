//! `dp-within-rounding`: a private table that X may be the rounding of, or the multipliers of a contradiction.

use super::case::{Case, Reason};
use super::optimal::multipliers_json;
use crate::certificate::{Decided, vector_json};
use crate::exact;
use crate::linear::Vector;
use crate::program::{NotFound, Printed, Within, within};
use crate::route::Part;
use dp_verify::alpha::{Bounds, Point, Polynomial};
use dp_verify::limits::Budget;
use dp_verify::model::Claim;
use dp_verify::number::Fractions;
use dp_verify::report::Verdict;
use malachite::rational::Rational;
use serde_json::Value;

/// The binary places to which irrational numbers are taken for the search.
const PLACES: u64 = 256;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let graph = case.graph();
    let neighbours: Vec<Vec<usize>> = (0..graph.nodes()).map(|i| graph.neighbours(i)).collect();
    let channel = case.mechanism.channel.as_ref();
    let rounding = channel.and_then(|x| x.rounding.as_ref()).map(exact::rational);
    let rounding = rounding.ok_or_else(|| Reason::new("the mechanism has no \"rounding\""))?;
    let (alpha, rows) = numbers(case)?;
    let printed = Printed { neighbours: &neighbours, alpha, rows, rounding };
    let part = Part::begin("table within the rounding");
    let found = within(&printed, &|found| case.accepts(claim, &decided(found)));
    part.end(format_args!("{}", if found.is_ok() { "found" } else { "not found" }));
    found.map(|found| decided(&found)).map_err(|why| {
        Reason::new(match why {
            NotFound::TooLarge => "the table is larger than this version searches for a private one near it",
            NotFound::TooNarrow => {
                "private tables within the rounding, if there are any, leave no room for a search in floating point, and \
                 for an exact one the table is too large"
            }
        })
    })
}

fn decided(found: &Within) -> Decided {
    let vector = |entries: &Vec<Rational>| vector_json(&Vector::from_rationals(entries));
    match found {
        Within::Table(rows) => {
            Decided::new(Verdict::Holds).witness("rows", rows.iter().map(vector).collect::<Vec<Value>>())
        }
        Within::Negative { row, output } => {
            Decided::new(Verdict::Fails).witness("row", *row).witness("output", *output)
        }
        Within::Refuted { lambda, multipliers } => {
            let multipliers: Vec<Value> = multipliers.iter().map(|arcs| multipliers_json(arcs)).collect();
            Decided::new(Verdict::Fails)
                .vector("lambda", &Vector::from_rationals(lambda))
                .witness("multipliers", multipliers)
        }
    }
}

/// α and X, or rationals close by where they are irrational: whatever is found from these is judged at the true ones.
fn numbers(case: &Case) -> Result<(Rational, Vec<Vec<Rational>>), Reason> {
    let Some(field) = &case.mechanism.field else {
        let row = |row: &super::case::Row| {
            row.numerators.iter().map(|x| Rational::from_integers(x.clone(), row.denominator.clone())).collect()
        };
        return Ok((case.alpha()?, case.rows()?.iter().map(row).collect()));
    };
    if matches!(field.point, Point::Interval(_)) {
        return Err(Reason::new("α is symbolic: this version decides this claim at one α only"));
    }
    let steps = Budget::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let t = field.point.enclosure(PLACES, &bounds).map_err(|why| Reason::new(why.to_string()))?.low;
    let value = |p: &Polynomial| {
        let value = p.evaluate(&t, &bounds).map_err(|why| Reason::new(why.to_string()));
        value.map(|x| exact::rational(&x))
    };
    let row = |row: &Fractions<Polynomial>| {
        let below = value(&row.denominator)?;
        row.numerators.iter().map(|x| Ok(value(x)? / &below)).collect::<Result<Vec<_>, _>>()
    };
    let x = case.mechanism.channel.as_ref().ok_or_else(|| Reason::new("the file has no mechanism"))?;
    let rows = x.functions().iter().map(row).collect::<Result<_, _>>()?;
    Ok((value(&field.alpha.numerator)? / value(&field.alpha.denominator)?, rows))
}
