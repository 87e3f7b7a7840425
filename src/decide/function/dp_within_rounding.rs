//! `dp-within-rounding` and `approximate-dp-within-rounding` where α or `b` is irrational, or α is every number of an
//! interval: X itself, or what the search for rational numbers finds at a rational t close by; and a refutation at one
//! α of an interval.

use super::cuts::root;
use super::near::{self, close, value};
use super::parts;
use crate::decide::attempt::{Attempt, attempt, proves_at};
use crate::decide::case::{Case, Reason};
use crate::decide::dp_within_rounding::{decided, printed, unfound};
use crate::effort::Counted;
use crate::exact::{self, ForWitness};
use crate::graph::Lists;
use crate::program::delta::{Least, least};
use crate::program::{NotFound, Within, within};
use crate::statement::Decided;
use dp_kernel::{Verdict, Witness};
use dp_verify::algebra;
use dp_verify::alpha::{Bounds, Field, Interval, Obstacle, Point};
use dp_verify::model::{Claim, Kind};
use dp_verify::number::Rational;
use dp_verify::witness::Given;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational as Exact;
use std::cell::{Cell, RefCell};

/// The searches that the parts of an interval may take together, and those for tables with more than so many entries in
/// all squares of their columns.
const SEARCHES: [usize; 2] = [40, 4];
const LARGE: usize = 1 << 12;

/// One number of an interval is tried at each end and between so many equal steps.
const STEPS: u32 = 8;

pub(in crate::decide) fn decide(case: &Case, claim: &Claim, field: &Field) -> Result<Decided, Reason> {
    let width = case.mechanism.channel().map_or(0, |x| x.width);
    let large = case.nodes().saturating_pow(2).saturating_mul(width) > LARGE;
    let left = Cell::new(SEARCHES[usize::from(large)]);
    let all = || parts::decide(case, claim, field, &|point| propose(case, claim, field, point, &left));
    // It has no values: where one number refutes it, all parts say no more.
    let refute = |t: &Rational, bounds: &Bounds| {
        let here = field.at(Point::Rational(t.clone()));
        let proves = |found: &Within| proves_at(case, claim, &decided(found), Some(&here));
        let numbers = Numbers::at(case, field, t, bounds)?.ok_or_else(|| Reason::new("no numbers at this α"))?;
        numbers.search(case, claim, &proves)?.map(|found| decided(&found)).map_err(unfound)
    };
    let found = parts::refuted_or(case, claim, field, &all, &refute);
    match (found, &field.point) {
        (Err(why), Point::Interval(whole)) => {
            refuted_at_one(case, claim, field, whole, SEARCHES[usize::from(large)]).unwrap_or(Err(why))
        }
        (found, _) => found,
    }
}

/// What holds at t, or at one t of an interval.
///
/// X itself, if it is private; else what floats or the exact simplex method find at a rational: on an interval at its
/// upper end first, as a constant table that is private at one α is so at all smaller ones.
fn propose(case: &Case, claim: &Claim, field: &Field, point: &Point, left: &Cell<usize>) -> Result<Decided, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let here = field.at(point.clone());
    let tried = |proposal: &Decided| attempt(case, claim, proposal, Some(&here));
    let channel = case.mechanism.channel().ok_or_else(|| Reason::new("the file has no mechanism"))?;
    let rows = channel.table.iter().map(ForWitness::for_witness).collect();
    let itself = Decided::of_functions(Verdict::Holds, Witness::Near(rows));
    if matches!(tried(&itself), Ok(Verdict::Holds) | Err(Attempt::Changes(_))) {
        return Ok(itself);
    }
    let near: Vec<Rational> = match point {
        Point::Rational(t) => vec![t.clone()],
        Point::Interval(interval) => {
            let end = match &interval.ends()[1] {
                Point::Rational(high) => Some(high.clone()),
                _ => None,
            };
            end.into_iter().chain([bounds.run(|| algebra::sample(interval))?]).collect()
        }
        other => vec![close(other, &bounds)?],
    };
    // A witness that serves only a part of the interval has it cut.
    let changes: RefCell<Option<Decided>> = RefCell::default();
    let mut why_not =
        Reason::new("no private table within the rounding, and no contradiction, was found on all of the interval");
    for t in &near {
        let Some(numbers) = Numbers::at(case, field, t, &bounds)? else { continue };
        let spent =
            || Reason::new("the interval of α falls into more parts than this version searches for private tables");
        left.set(left.get().checked_sub(1).ok_or_else(spent)?);
        let serves = |found: &Within| {
            let proposal = decided(found);
            match tried(&proposal) {
                Ok(verdict) => verdict == proposal.verdict,
                Err(Attempt::Changes(_)) => {
                    changes.borrow_mut().get_or_insert(proposal);
                    false
                }
                Err(_) => false,
            }
        };
        match numbers.search(case, claim, &serves)? {
            Ok(found) => return Ok(decided(&found)),
            Err(why) => why_not = unfound(why),
        }
    }
    changes.into_inner().ok_or(why_not)
}

/// A refutation at one rational of the interval: there the claim fails, and so it does not hold for every α.
fn refuted_at_one(
    case: &Case,
    claim: &Claim,
    field: &Field,
    whole: &Interval,
    searches: usize,
) -> Option<Result<Decided, Reason>> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let [low, high] = algebra::ends(whole).ok()?.map(|end| exact::rational(&end));
    let fine = Exact::from_unsigneds(1u32, 1 << 10);
    let inner = (1..STEPS).rev().map(|k| Exact::from_unsigneds(k, STEPS));
    for share in [Exact::ONE - &fine].into_iter().chain(inner).chain([fine]).take(searches) {
        let t = exact::fraction(&(&low + (&high - &low) * share));
        let point = Point::Rational(t.clone());
        if bounds.run(|| algebra::cut(whole, std::slice::from_ref(&point))).is_err() {
            continue;
        }
        let here = field.at(point.clone());
        let fails = |found: &Within| {
            let proposal = decided(found);
            proposal.verdict == Verdict::Fails && proves_at(case, claim, &proposal, Some(&here))
        };
        let Ok(Some(numbers)) = Numbers::at(case, field, &t, &bounds) else { continue };
        if let Ok(Ok(found)) = numbers.search(case, claim, &fails) {
            let at = Given::At { number: root(&point)?, witness: Box::new(decided(&found).witness) };
            return Some(Ok(Decided::of_functions(Verdict::Fails, at)));
        }
    }
    None
}

/// α and X at a rational t.
struct Numbers {
    alpha: Exact,
    rows: Vec<Vec<Exact>>,
}

impl Numbers {
    /// `None` where some number of them is none at t, as at an end of an interval.
    fn at(case: &Case, field: &Field, t: &Rational, bounds: &Bounds) -> Result<Option<Self>, Obstacle> {
        let alpha = near::alpha(field, t, bounds)?;
        let Some(channel) = case.mechanism.channel() else { return Ok(None) };
        let mut rows = Vec::with_capacity(case.nodes());
        for row in channel.table.iter() {
            let below = value(&row.denominator, t, bounds)?;
            if below == Exact::ZERO {
                return Ok(None);
            }
            let entries = row.numerators.iter().map(|x| Ok(value(x, t, bounds)? / &below));
            rows.push(entries.collect::<Result<Vec<_>, Obstacle>>()?);
        }
        Ok((alpha > Exact::ZERO && alpha <= Exact::ONE).then_some(Self { alpha, rows }))
    }

    fn search(
        self,
        case: &Case,
        claim: &Claim,
        accepts: &dyn Fn(&Within) -> bool,
    ) -> Result<Result<Within, NotFound>, Reason> {
        let Lists { neighbours, lengths } = Lists::of(case.graph());
        let printed = printed(case, (&neighbours, &lengths), self.alpha, self.rows)?;
        if claim.kind == Kind::DpWithinRounding {
            return Ok(within(&printed, accepts));
        }
        let found = match least(&printed) {
            None => return Ok(Err(NotFound::TooLarge)),
            Some(Least::Never(never)) => vec![never],
            Some(Least::Found { rows, lambda, multipliers, .. }) => {
                vec![Within::Table(rows), Within::Refuted { lambda, multipliers }]
            }
        };
        Ok(found.into_iter().find(|found| accepts(found)).ok_or(NotFound::TooNarrow))
    }
}
