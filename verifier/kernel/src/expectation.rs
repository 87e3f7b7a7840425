//! Whether what a file expects of a claim is so, compared exactly.
//!
//! Over an interval a value is as expected if it is so on every part, and is not where it does not exist on one.

use crate::check::Case;
use crate::failure::{Failure, Limit, Why, refused};
use crate::logarithm;
use crate::meter::Meter;
use crate::number::{Fraction, Number};
use crate::point::Point;
use crate::polynomial;
use crate::problem::{Expect, Expected, Problem, Relation};
use crate::proved::{Found, Name, Value, Verdict};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// Whether all that is expected is so; `None` where nothing is.
pub(crate) fn met(
    problem: &Problem,
    expects: &[Expect],
    said: Verdict,
    found: &[Found],
    alpha: Option<&Fraction>,
    meter: &Meter,
) -> Result<Option<bool>, Failure> {
    if expects.is_empty() {
        return Ok(None);
    }
    if expects.iter().any(|expect| expect.verdict != said) {
        return Ok(Some(false));
    }
    let mut open = Vec::new();
    for expect in expects {
        for (name, met) in kept(problem, expect, found, alpha, meter)? {
            match met {
                Some(false) => return Ok(Some(false)),
                Some(true) => {}
                None => open.push(name),
            }
        }
    }
    if open.is_empty() { Ok(Some(true)) } else { refused(Why::Open(open)) }
}

/// Each bound's value, and whether it is kept to; `None` where that can't be told.
pub(crate) fn kept(
    problem: &Problem,
    expect: &Expect,
    found: &[Found],
    alpha: Option<&Fraction>,
    meter: &Meter,
) -> Result<Vec<(Name, Option<bool>)>, Failure> {
    let mut all = Vec::with_capacity(expect.bounds.len());
    for (name, relation, expected) in &expect.bounds {
        let mut met = Some(true);
        for part in found {
            let case = Case::new(problem, None, (part.at.as_ref(), alpha), meter);
            meter.settled()?;
            let value = part.values.iter().find(|(known, _)| known == name);
            let here = match value {
                Some((_, value)) => is_met(&case, value, *relation, expected)?,
                None => missing(part, *name),
            };
            met = match (met, here) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (None, _) | (_, None) => None,
                _ => Some(true),
            };
        }
        all.push((*name, met));
    }
    Ok(all)
}

/// Of a value that is not there: some may be left out where they exist; what does not is not as expected.
fn missing(found: &Found, name: Name) -> Option<bool> {
    let has = |name: Name| found.values.iter().any(|(known, _)| *known == name);
    // Two solutions z: Φ has no inverse, and `least` does not exist.
    let singular = found.values.contains(&(Name::Unique, Value::Flag(false)));
    let open = match name {
        Name::AlphaMax | Name::EpsilonMin => has(Name::DeltaMin),
        Name::Unique => found.verdict == Verdict::Holds,
        Name::Least => !singular,
        Name::Optimum | Name::LeastLoss | Name::Maximum => true,
        _ => false,
    };
    if open { None } else { Some(false) }
}

impl Relation {
    pub(crate) fn accepts(self, order: Ordering) -> bool {
        match self {
            Relation::Equals => order.is_eq(),
            Relation::AtLeast => order.is_ge(),
            Relation::AtMost => order.is_le(),
        }
    }
}

fn is_met(case: &Case, value: &Value, relation: Relation, expected: &Expected) -> Result<Option<bool>, Failure> {
    let number = match (expected, value) {
        (Expected::Flag(flag), Value::Flag(value)) => return Ok(Some(flag == value)),
        (Expected::Set(parts), Value::Set(set)) => return same_set(case, parts, set),
        (Expected::Number(number), _) => number,
        _ => return Ok(None),
    };
    if !case.sign(&number.denominator)?.is_gt() {
        return refused(Why::DoesNotFit);
    }
    let order = match value {
        Value::Number(x) => Some(case.compare(x, number)?),
        Value::Infinite => Some(Ordering::Greater),
        Value::Enclosed([low, high]) => {
            let (low, high) = (case.compare(low, number)?, case.compare(high, number)?);
            return Ok(if relation.accepts(low) && relation.accepts(high) && relation != Relation::Equals {
                Some(true)
            } else if low.is_gt() || high.is_lt() {
                Some(false)
            } else {
                None
            });
        }
        Value::Root(point) => match undecided(against(case, point, number)) {
            // The interval is the file's own, of which these are no parts.
            Err(Failure::Changes(_)) => None,
            order => order?,
        },
        Value::MinusLn(x) => undecided(logarithm::minus_ln(case, x, number))?,
        Value::Log2(x) => undecided(logarithm::log2(case, x, number))?,
        _ => None,
    };
    Ok(order.map(|order| relation.accepts(order)))
}

/// A single number against x, which is one at the file's own t.
///
/// Between its two ends p changes its sign at its root and nowhere else: there x is the root where p(x) = 0, and below it
/// where p(x) has the sign of the lower end. Of x = n/d the sign is that of p(x)·d^deg, a polynomial in t. Cost: 3·deg products.
fn against(case: &Case, at: &Point, x: &Fraction) -> Result<Option<Ordering>, Failure> {
    let over = |n: &BigInt, d: &BigInt| Fraction::new(n.clone().into(), d.clone().into());
    let root = match at {
        Point::Rational(n, d) => return case.compare(&over(n, d), x).map(Some),
        Point::Algebraic(root) => root,
        _ => return Ok(None),
    };
    let [low, high, denominator] = root.between();
    if case.compare(x, &over(low, denominator))?.is_le() {
        return Ok(Some(Ordering::Greater));
    }
    if case.compare(x, &over(high, denominator))?.is_ge() {
        return Ok(Some(Ordering::Less));
    }
    let (mut power, mut value) = (Number::ONE, Number::ZERO);
    for c in root.polynomial().iter().rev() {
        let term = power.times(&c.clone().into(), case.meter)?;
        value = value.times(&x.numerator, case.meter)?.plus(&term, case.meter);
        power = power.times(&x.denominator, case.meter)?;
    }
    let below = polynomial::at(root.polynomial(), low, denominator, case.meter)?;
    let sign = case.sign(&value)?;
    Ok(Some(if sign.is_eq() {
        Ordering::Equal
    } else if sign == polynomial::order(&below) {
        Ordering::Greater
    } else {
        Ordering::Less
    }))
}

/// What takes too much to compare is left open.
fn undecided(order: Result<Option<Ordering>, Failure>) -> Result<Option<Ordering>, Failure> {
    match order {
        Err(Failure::Limit(Limit::Bits | Limit::Degree | Limit::Memory) | Failure::Unknown(_)) => Ok(None),
        order => order,
    }
}

/// Whether a set has these parts.
fn same_set(case: &Case, parts: &[[crate::witness::Root; 2]], set: &[[Point; 2]]) -> Result<Option<bool>, Failure> {
    if parts.len() != set.len() {
        return Ok(Some(false));
    }
    for (expected, found) in parts.iter().flatten().zip(set.iter().flatten()) {
        let expected = Point::root(expected, case.meter)?;
        // Zero shows where one of the two polynomials is a multiple of the other.
        let same = match expected.is_same(found, case.meter) {
            Err(Failure::Unknown(_)) => found.is_same(&expected, case.meter),
            shown => shown,
        };
        match same {
            Ok(true) => {}
            Ok(false) => return Ok(Some(false)),
            Err(Failure::Unknown(_)) => return Ok(None),
            Err(why) => return Err(why),
        }
    }
    Ok(Some(true))
}
