//! `dp` of all completions of a table of which mass is missing: where it does not hold of all, multipliers by which it
//! holds of none, found at a rational t close by and tried by the kernel at t.

use super::cuts::on_parts;
use super::near::{self, close, values};
use crate::decide::attempt::{Attempt, attempt};
use crate::decide::case::{Case, Reason};
use crate::decide::computed;
use crate::effort::Counted;
use crate::exact::{self, ForWitness as _};
use crate::graph::Lists;
use crate::linear::Vector;
use crate::program::{Completion, Forced};
use crate::statement::Decided;
use dp_kernel::{Fraction, Verdict, Witness};
use dp_verify::alpha::{Bounds, Field, Point};
use dp_verify::model::{Claim, Incomplete};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use std::cell::Cell;

/// The most pairs of neighbours whose rows are looked at by a linear program, and the most nodes that are all together.
const MOST_PAIRS: usize = 1 << 10;
const MOST_NODES: usize = 24;
/// How often a part of an interval is cut for multipliers that serve on some of it only.
const MOST_CUTS: usize = 16;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, table: &Incomplete) -> Result<Decided, Reason> {
    let field = case.mechanism.field.as_ref();
    let Some(field) = field.filter(|field| field.is_symbolic()) else {
        return computed::decide(case, claim).or_else(|why| {
            let point = field.map(|field| case.point(field));
            let serves = |proposal: &Decided| match attempt(case, claim, proposal, None) {
                Ok(verdict) => verdict == Verdict::Fails,
                Err(_) => false,
            };
            refuted(case, table, field.zip(point.as_ref()), &serves)?.ok_or(why)
        });
    };
    let cuts = Cell::new(MOST_CUTS);
    on_parts(case, claim, field, false, &|point| {
        let here = field.at(point.clone());
        let why = match attempt(case, claim, &Decided::plain(Verdict::Holds), Some(&here)) {
            Ok(_) | Err(Attempt::Changes(_) | Attempt::Unknown(_) | Attempt::Limit(_)) => return Ok(None),
            Err(why) => Reason::new(why.reason()),
        };
        let serves = |proposal: &Decided| match attempt(case, claim, proposal, Some(&here)) {
            Ok(verdict) => verdict == Verdict::Fails,
            Err(Attempt::Changes(_)) => match cuts.get().checked_sub(1) {
                Some(left) => {
                    cuts.set(left);
                    true
                }
                None => false,
            },
            Err(_) => false,
        };
        refuted(case, table, Some((field, point)), &serves)?.map(|found| Some(found.into())).ok_or(why)
    })
}

/// The first multipliers that serve: those of one node that is forced to have more than 1, of a pair, of all nodes.
fn refuted(
    case: &Case,
    table: &Incomplete,
    at: Option<(&Field, &Point)>,
    serves: &dyn Fn(&Decided) -> bool,
) -> Result<Option<Decided>, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let Lists { neighbours, .. } = Lists::of(case.graph());
    // Far powers of t are compared, and not made.
    if at.is_some_and(|(field, _)| field.is_sparse()) {
        return Ok(None);
    }
    let (alpha, rows) = match at {
        Some((field, point)) => {
            let t = close(point, &bounds)?;
            let rows = table.channel.table.iter().map(|row| values(row, &t, &bounds));
            (near::alpha(field, &t, &bounds)?, rows.collect::<Result<Vec<_>, _>>()?)
        }
        None => {
            let row = |row| exact::vector(row).map(|row| (0..row.len()).map(|o| row.entry(o)).collect());
            let rows = table.channel.table.iter().map(row).collect::<Option<Vec<Vec<Rational>>>>();
            (case.alpha()?, rows.ok_or_else(|| Reason::new("some entries of the table are irrational"))?)
        }
    };
    if alpha <= 0u32 || alpha > Rational::ONE {
        return Ok(None);
    }
    let problem = Completion { neighbours: &neighbours, alpha, rows, further: table.further };
    if let Some(paths) = problem.forced() {
        let alpha = match at {
            Some((field, _)) => field.declared().clone(),
            None => case.elaborated()?.problem.alpha.clone(),
        };
        let found = by_paths(&paths, &alpha, &bounds)?;
        if serves(&found) {
            return Ok(Some(found));
        }
    }
    let pairs = neighbours
        .iter()
        .enumerate()
        .flat_map(|(i, of_i)| of_i.iter().filter(move |h| **h > i).map(move |h| vec![i, *h]));
    let all = Some((0..neighbours.len()).collect()).filter(|_| neighbours.len() > 2 && neighbours.len() <= MOST_NODES);
    for nodes in pairs.take(MOST_PAIRS).chain(all) {
        if let Some(found) = problem.contradiction(&nodes) {
            let (places, mu): (Vec<_>, Vec<_>) = found.into_iter().unzip();
            let mu = Vector::from_rationals(&mu).for_witness();
            let found = decided(places, mu, at.is_some());
            if serves(&found) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

fn decided(places: Vec<[usize; 3]>, mu: dp_kernel::Vector, of_t: bool) -> Decided {
    let witness = Witness::Clash { places, mu };
    if of_t { Decided::of_functions(Verdict::Fails, witness) } else { Decided::new(Verdict::Fails, witness) }
}

/// Each step of a path times α for each one after it, as a function of t.
fn by_paths(paths: &[Forced], alpha: &Fraction, bounds: &Bounds) -> Result<Decided, Reason> {
    let longest = paths.iter().map(|(_, path)| path.len()).max().unwrap_or(0).saturating_sub(2);
    let powers = bounds.run(|| {
        let of = |k: usize| &alpha.numerator.power(k) * &alpha.denominator.power(longest - k);
        Ok((0..=longest).map(of).collect::<Vec<_>>())
    })?;
    let (mut places, mut numerators) = (Vec::new(), Vec::new());
    for (o, path) in paths {
        for (k, step) in path.windows(2).rev().enumerate() {
            places.push([step[0], step[1], *o]);
            numerators.push(powers[k].clone());
        }
    }
    let denominator = bounds.run(|| Ok(alpha.denominator.power(longest)))?;
    Ok(decided(places, dp_kernel::Vector { denominator, numerators }, !alpha.is_rational()))
}
