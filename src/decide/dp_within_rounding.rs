//! `dp-within-rounding`: a private table that X may be the rounding of, or the multipliers of a contradiction.

use super::attempt::proves;
use super::case::{Case, Reason};
use super::optimal::multipliers;
use crate::exact::{self, ForWitness};
use crate::graph::Lists;
use crate::program::{NotFound, Printed, Within, within};
use crate::statement::Decided;
use crate::timing::Part;
use dp_kernel::{Verdict, Witness};
use dp_verify::model::Claim;
use malachite::rational::Rational;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let Lists { neighbours, lengths } = Lists::of(case.graph());
    let printed = printed(case, (&neighbours, &lengths), case.alpha()?, rows(case)?)?;
    let part = Part::begin("table within the rounding");
    let found = within(&printed, &|found| proves(case, claim, &decided(found)));
    part.end(format_args!("{}", if found.is_ok() { "found" } else { "not found" }));
    found.map(|found| decided(&found)).map_err(unfound)
}

/// X.
pub(super) fn rows(case: &Case) -> Result<Vec<Vec<Rational>>, Reason> {
    let row = |row: &super::case::Row| {
        row.numerators.iter().map(|x| Rational::from_integers(x.clone(), row.denominator.clone())).collect()
    };
    Ok(case.rows()?.iter().map(row).collect())
}

/// The table with these entries.
pub(super) fn printed<'a>(
    case: &Case,
    (neighbours, lengths): (&'a [Vec<usize>], &'a [Vec<u32>]),
    alpha: Rational,
    rows: Vec<Vec<Rational>>,
) -> Result<Printed<'a>, Reason> {
    Ok(Printed { neighbours, lengths, alpha, rows, rounding: rounding(case)? })
}

/// The file's `rounding`.
fn rounding(case: &Case) -> Result<Rational, Reason> {
    let rounding = case.mechanism.channel().and_then(|x| x.rounding.as_ref());
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
pub(super) fn decided(found: &Within) -> Decided {
    match found {
        Within::Table(rows) => {
            let rows = rows.iter().map(|row| row.for_witness()).collect();
            Decided::new(Verdict::Holds, Witness::Near(rows))
        }
        Within::Negative { row, output } => Decided::new(Verdict::Fails, Witness::Entry { row: *row, output: *output }),
        Within::Refuted { lambda, multipliers: all } => {
            let multipliers = all.iter().map(|arcs| multipliers(arcs)).collect();
            Decided::new(Verdict::Fails, Witness::Far { lambda: lambda.for_witness(), multipliers })
        }
    }
}
