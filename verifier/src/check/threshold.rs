//! `threshold`: the set of all α in (0, 1) for which some z ≥ 0 has Φz = 1.
//!
//! What `tight-constraints-exist` proves on each part of (0, 1), whatever the file's own α. The set is closed in (0, 1):
//! solutions have 0 ≤ z ≤ 1, as Φ ≥ I, so that a limit of them solves the limit's equations.

use super::{Case, Failure, Proved, parts, unproved};
use crate::alpha::{Field, Point};
use crate::model::{Claim, Kind};
use crate::number::{BigInt, Rational};
use crate::report::{Value, Verdict};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if case.said != Verdict::Holds {
        return unproved("the claim states a set, which is always decided: it can't fail");
    }
    let field = Field::unit_interval(&case.ground.bounds)?;
    let claim = Claim::plain(Kind::TightConstraintsExist);
    let found = parts::all(&Case { claim: &claim, ground: case.ground.at(&field), computes: true, ..*case }, &field)?;
    let set = parts::ranges(&found, Verdict::Holds);
    let zero = Point::Rational(Rational::from(BigInt::default()));
    let star = match set.first() {
        Some(first) if first.low == zero => first.high.clone(),
        _ => return unproved("Φ is near the identity for small α, and no part says that a mechanism exists there"),
    };
    let star = match star {
        Point::Rational(x) => Value::Rational(x),
        point => Value::Root(Box::new(point)),
    };
    Ok(Proved::new(Verdict::Holds).value("set", Value::Set(set)).value("alpha_star", star))
}
