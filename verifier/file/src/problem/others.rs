//! The other mechanisms that claims of `derivable` and `trade-off` speak of, each once.

use super::obstacle::obstacle;
use super::{NoTable, Other, closed_form};
use crate::limits::Limits;
use crate::model::{Claim, Mechanism, Product, Structure, Told};
use dp_kernel::{Failure, Meter, OtherMechanism, RawProblem, Vector, charge};
use std::collections::HashSet;

/// Adds what claims name as `from` to the other mechanisms, each once in their order, and its table to the problem.
///
/// One that can't be had has no rows, and says why. A file is taken only where one of the file's own claims names it.
pub(super) fn add<'a>(
    claims: impl IntoIterator<Item = &'a Claim>,
    mechanism: &Mechanism,
    names: &mut Vec<Other>,
    problem: &mut RawProblem,
    (limits, meter): (&Limits, &Meter),
) {
    let mut known: HashSet<String> = names.iter().map(|other| other.from.clone()).collect();
    for from in claims.into_iter().filter_map(|claim| claim.from.as_deref()) {
        if !known.insert(from.to_owned()) {
            continue;
        }
        let file = mechanism.others.iter().find(|(path, _)| path == from).map(|(_, other)| other);
        let rows = match (crate::model::is_closed_form(from), file) {
            (true, _) => of_closed_form(from, mechanism, problem, (limits, meter)),
            (false, Some(other)) => of_file(other, mechanism),
            (false, None) => {
                because("the claim names a file that has not been read: only those in the mechanism file's claims are")
            }
        };
        let sha256 = file.filter(|_| !crate::model::is_closed_form(from)).map(|other| other.sha256.clone());
        let (rows, refused) = match rows {
            Ok(rows) => (rows, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let graph = Some(file.filter(|_| sha256.is_some()).unwrap_or(mechanism).query.graph.clone());
        names.push(Other { from: from.to_owned(), sha256, refused });
        problem.others.push(OtherMechanism { rows, graph });
    }
}

fn because<T>(why: &str) -> Result<T, NoTable> {
    Err(NoTable::Because(why.to_owned()))
}

/// In the memory that the file's own numbers leave, half of which a table may take: at most two of these names fit a
/// graph.
fn of_closed_form(
    name: &str,
    mechanism: &Mechanism,
    problem: &RawProblem,
    (limits, meter): (&Limits, &Meter),
) -> Result<Vec<Vector>, NoTable> {
    match &mechanism.structure {
        Structure::Product(Product { parent: None, .. }, _) => {
            return because("no closed form is written out beside a product too large to be written out");
        }
        Structure::Response(_) => {
            return because("`derivable` is not decided for a closed form that is not written out");
        }
        Structure::Counts(counts) if !counts.are_of(&mechanism.query) => {
            return because("the outputs of a closed form are the answers, and these runs have others");
        }
        Structure::None | Structure::Table(_) | Structure::Product(..) | Structure::Uses(_) => {}
        Structure::Counts(_) | Structure::Incomplete(_) | Structure::Gaussian(_) => {}
    }
    let room = mechanism.memory_left(limits) as u64;
    let own = Meter::new(meter.left(), limits.exponent as u64, limits.bits as u64, room);
    let made = own.run(|| closed_form::named(name, &problem.graph, &problem.alpha));
    let taken = meter.left().saturating_sub(own.left());
    match meter.run(|| Ok(charge(taken)?)).and(made) {
        Ok(Some(rows)) => Ok(rows),
        Ok(None) => because("the closed form does not fit the graph"),
        Err(Failure::Limit(limit)) => Err(NoTable::Limit(limit)),
        Err(failure) => because(obstacle(&failure)),
    }
}

pub(super) fn of_file(other: &Mechanism, mechanism: &Mechanism) -> Result<Vec<Vector>, NoTable> {
    let field =
        |mechanism: &Mechanism| mechanism.field.as_ref().map(|field| (field.alpha.clone(), field.point.clone()));
    let Some(channel) = other.channel() else { return because("the other mechanism has no such table") };
    if channel.rows().is_some() || field(other) == field(mechanism) {
        let Some(counts) = mechanism.counts() else { return Ok(channel.table.clone()) };
        if channel.noise.is_some_and(Told::is_merged) {
            return because("outputs of its table are merged, and runs of noise on all whole numbers have single ones");
        }
        counts.columns(channel).map(|places| counts.gathered(&channel.table, &places)).map_err(NoTable::Because)
    } else {
        because("the other mechanism's numbers are irrational, and not functions of the same number")
    }
}
