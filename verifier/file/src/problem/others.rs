//! The other mechanisms that claims of `derivable` speak of, each once.

use super::convert::{obstacle, table};
use super::{Other, closed_form};
use crate::model::{Claim, Mechanism};
use dp_kernel::{Failure, Meter, Problem, Vector};
use std::collections::HashSet;

/// What claims name as `from`, in the order of the file's claims and then of the findings, and its tables.
///
/// One that can't be had has no rows, and says why. A file is taken only where one of the file's own claims names it.
pub(super) fn all(
    mechanism: &Mechanism,
    findings: &[Claim],
    problem: &Problem,
    meter: &Meter,
) -> (Vec<Other>, Vec<Vec<Vector>>) {
    let declared = mechanism.claims.iter().map(|declared| &declared.claim);
    let mut seen = HashSet::new();
    let mut found = (Vec::new(), Vec::new());
    for from in declared.chain(findings).filter_map(|claim| claim.from.as_deref()).filter(|from| seen.insert(*from)) {
        let file = mechanism.others.iter().find(|(path, _)| path == from).map(|(_, other)| other);
        let rows = match (crate::model::is_closed_form(from), file) {
            (true, _) => of_closed_form(from, mechanism, problem, meter),
            (false, Some(other)) => of_file(other, mechanism),
            (false, None) => {
                Err("the claim names a file that has not been read: only those in the mechanism file's claims are"
                    .into())
            }
        };
        let sha256 = file.filter(|_| !crate::model::is_closed_form(from)).map(|other| other.sha256.clone());
        let (rows, refused) = match rows {
            Ok(rows) => (rows, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        found.0.push(Other { from: from.to_owned(), sha256, refused });
        found.1.push(rows);
    }
    found
}

fn of_closed_form(name: &str, mechanism: &Mechanism, problem: &Problem, meter: &Meter) -> Result<Vec<Vector>, String> {
    if mechanism.large_product().is_some() {
        return Err("`derivable` is not decided for a product too large to be written out".into());
    }
    let rows = meter.run(|| closed_form::named(name, &problem.graph, &problem.alpha));
    match rows.map_err(|failure: Failure| obstacle(&failure).to_owned())? {
        Some(rows) => Ok(rows),
        None => Err("the closed form does not fit the graph".into()),
    }
}

fn of_file(other: &Mechanism, mechanism: &Mechanism) -> Result<Vec<Vector>, String> {
    let field =
        |mechanism: &Mechanism| mechanism.field.as_ref().map(|field| (field.alpha.clone(), field.point.clone()));
    let Some(channel) = &other.channel else { return Err("the other mechanism has no such table".into()) };
    if channel.rows().is_some() || field(other) == field(mechanism) {
        Ok(table(&channel.table))
    } else {
        Err("the other mechanism's numbers are irrational, and not functions of the same number".into())
    }
}
