//! `derivable` from the table of another file, by functions of t: R with X = Y·R at a basis that a rational close by
//! proposes, or what contradicts every R.

mod equations;
mod polynomial;
mod room;
mod tables;

use self::tables::{Near, Tables};
use super::near::{close, trials};
use super::parts;
use super::proposed::Proposed;
use crate::decide::attempt::{proves_at, serves};
use crate::decide::case::{Case, Reason};
use crate::decide::derivable;
use crate::effort::{self, Counted};
use crate::program::{Remap, remap};
use crate::statement::Decided;
use dp_verify::alpha::{Bounds, Field, Point};
use dp_verify::model::{Claim, Mechanism};

/// The most nodes, and the most entries of R.
const MOST_NODES: usize = 64;
const MOST_ENTRIES: usize = 1 << 10;

/// How many rationals close to one t are tried: numbers grow with them.
const TRIALS: usize = 4;

/// What serves a part of an interval without its being cut may take one in so many of the effort that the claim has
/// left, were it the first.
const SHARE: u64 = 8;

pub(in crate::decide) fn decide(
    case: &Case,
    claim: &Claim,
    field: &Field,
    other: &Mechanism,
) -> Result<Decided, Reason> {
    let steps = Counted::new(case.limits.steps);
    let bounds = Bounds::new(case.limits, &steps);
    let (Some(x), Some(y)) = (case.mechanism.channel(), other.channel()) else {
        return Err(Reason::new("one of the files has no table"));
    };
    let of_same = |other: &Field| other.alpha == field.alpha && other.point == field.point;
    if y.rows().is_none() && !other.field.as_ref().is_some_and(of_same) {
        return Err(Reason::new("the other mechanism's numbers are irrational, and not functions of the same number"));
    }
    if case.nodes() > MOST_NODES || x.width.saturating_mul(y.width) > MOST_ENTRIES {
        return Err(Reason::new(format!(
            "at irrational entries this version decides `derivable` up to {MOST_NODES} nodes and {MOST_ENTRIES} entries \
             of a remap"
        )));
    }
    let point = if field.is_symbolic() { &field.point } else { &case.point(field) };
    let tables = Tables::new(&x.table, &y.table, &close(point, &bounds)?, &bounds)?;
    let search = Search { case, claim, field, tables };
    if let Some(constant) = search.tables.polynomial(0, point, &bounds)?
        && serves(case, claim, &constant, &field.at(point.clone())).is_ok_and(|serves| serves)
    {
        return Ok(constant);
    }
    let propose = |point: &Point| search.propose(point).map(Proposed::from);
    parts::decide_or_refute(case, claim, field, &propose, &|t, bounds| search.tables.at_rational(t, bounds))
}

struct Search<'a> {
    case: &'a Case<'a>,
    claim: &'a Claim,
    field: &'a Field,
    tables: Tables,
}

impl Search<'_> {
    /// What holds at t, or at one t of an interval.
    fn propose(&self, point: &Point) -> Result<Decided, Reason> {
        let steps = Counted::new(self.case.limits.steps);
        let bounds = &Bounds::new(self.case.limits, &steps);
        if let Point::Rational(t) = point {
            return self.tables.at_rational(t, bounds);
        }
        let here = self.field.at(point.clone());
        let mut why_not = Reason::new("no remap is found close to α, and nothing that contradicts all of them");
        let mut serves = |proposal: Result<Option<Decided>, Reason>| {
            let tried = proposal.and_then(|proposal| {
                let Some(proposal) = proposal else { return Ok(None) };
                Ok(serves(self.case, self.claim, &proposal, &here)?.then_some(proposal))
            });
            tried.unwrap_or_else(|why| {
                why_not = why;
                None
            })
        };
        let tables = &self.tables;
        if let Some(decided) = serves(tables.polynomial(0, point, bounds)) {
            return Ok(decided);
        }
        let one = !matches!(point, Point::Interval(_));
        for t in trials(point, bounds)?.iter().take(TRIALS) {
            let near = tables.near(t, bounds)?;
            let decided = match remap(&near.x, &near.y) {
                // At one number what has room is short; on an interval it serves ever less of a part where all others
                // end.
                Ok(Remap::Found(remap)) if one => {
                    serves(tables.with_room(&near, bounds)).or_else(|| serves(tables.basic(&remap, t, bounds)))
                }
                Ok(Remap::Found(remap)) => serves(self.of_a_share(|| self.on_whole(point, &near, &here, bounds)))
                    .or_else(|| serves(tables.basic(&remap, t, bounds)))
                    .or_else(|| serves(tables.with_room(&near, bounds))),
                Ok(Remap::None { w, nu }) if one => serves(Ok(near.contradiction(&w, &nu))),
                Ok(Remap::None { w, nu }) => serves(tables.tight(&near, (&w, &nu), bounds)),
                Err(why) => return Err(derivable::undecided(why)),
            };
            if let Some(decided) = decided {
                return Ok(decided);
            }
            // Rows that depend on others at t alone contradict these close to it.
            if let (Point::Algebraic(_), Ok(Remap::Found(remap))) = (point, near.of_independent_rows(tables))
                && let Some(decided) = serves(tables.basic(&remap, t, bounds))
            {
                return Ok(decided);
            }
        }
        if let Some(decided) = serves(tables.exactly(&here, bounds)) {
            return Ok(decided);
        }
        Err(why_not)
    }

    /// What serves a part of an interval without its being cut: a remap that has room, or one of polynomials.
    fn on_whole(&self, point: &Point, near: &Near, here: &Field, bounds: &Bounds) -> Result<Option<Decided>, Reason> {
        let tables = &self.tables;
        let with_room = tables.with_room(near, bounds)?;
        if with_room.as_ref().is_some_and(|found| proves_at(self.case, self.claim, found, Some(here))) {
            return Ok(with_room);
        }
        for degree in 1..=tables.highest_degree() {
            let found = tables.polynomial(degree, point, bounds)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// What is found with a share of the effort.
    fn of_a_share(&self, work: impl FnOnce() -> Result<Option<Decided>, Reason>) -> Result<Option<Decided>, Reason> {
        effort::of_a_share(SHARE, work).map_err(|spent| spent.reason(self.case.limits))?
    }
}
