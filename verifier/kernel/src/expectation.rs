//! Whether what a file expects of a claim is so, compared exactly.
//!
//! Over an interval a value is as expected if it is so on every part, and is not where it does not exist on one.

use crate::failure::{Failure, Why, ensure};
use crate::problem::{Claim, Expect, Expected, Name, Problem, Relation, Verdict};
use crate::proved::{Found, Value};
use dp_number::meter::{charge, steps, trial};
use dp_number::{At, Fraction, Number, Obstacle, Point, Root, logarithm, polynomial, powers};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// The steps of finding a value on a part, and of what comes of it.
const OF_A_PART: u64 = 512;

/// Whether all that is expected is so; `None` where nothing is.
pub(crate) fn met(
    problem: &Problem,
    (claim, expects): (&Claim, &[Expect]),
    said: Verdict,
    found: &[Found],
) -> Result<Option<bool>, Failure> {
    if expects.is_empty() || expects.iter().any(|expect| expect.verdict != said) {
        return Ok((!expects.is_empty()).then_some(false));
    }
    match bounds_met(problem, (claim, expects), found)? {
        None => Ok(Some(false)),
        Some(open) => ensure(open.is_empty(), || Why::Open(open)).map(|()| Some(true)),
    }
}

/// The values of which it can't be told whether they are as expected; `None` where one is not, whatever limit another
/// one meets.
pub(crate) fn bounds_met(
    problem: &Problem,
    (claim, expects): (&Claim, &[Expect]),
    found: &[Found],
) -> Result<Option<Vec<Name>>, Failure> {
    let (mut open, mut over) = (Vec::new(), None);
    // What is as expected at one number of an interval need not be so at others.
    let on_interval = problem.point.as_ref().is_some_and(|t| !t.is_single());
    let at_one = on_interval && matches!(found, [one] if one.at.as_ref().is_some_and(Point::is_single));
    let own = problem.point.clone();
    for (name, relation, expected) in expects.iter().flat_map(|expect| &expect.bounds) {
        charge(steps(OF_A_PART, found.len() as u64, 1))?;
        let on = |part: &Found| match part.values.iter().find(|(known, _)| known == name) {
            Some((_, value)) => {
                let at = part.at.as_ref().or(own.as_ref());
                is_met(At(at), value, *relation, expected)
            }
            None => Ok(missing(claim, part, *name)),
        };
        // What meets a limit counts for nothing here, and for that in the end.
        let within = |kept| match kept {
            Err(Failure::Limit(limit)) => {
                over = Some(limit);
                Ok(Some(true))
            }
            kept => kept,
        };
        let parts = found.iter().map(on).map(within).collect::<Result<Vec<_>, _>>()?;
        if parts.contains(&Some(false)) {
            return Ok(None);
        }
        let is_open = at_one || parts.contains(&None);
        open.extend((is_open && !open.contains(name)).then_some(*name));
    }
    over.filter(|_| open.is_empty()).map_or(Ok(Some(open)), |limit| Err(limit.into()))
}

/// Of a value that is not there: some may be left out where they exist; what does not is not as expected.
fn missing(claim: &Claim, found: &Found, name: Name) -> Option<bool> {
    let open = match name {
        Name::AlphaMax | Name::EpsilonMin => found.values.iter().any(|(known, _)| *known == Name::DeltaMin),
        // Of noise without a table.
        Name::Argument => found.values.iter().any(|(known, _)| *known == Name::Divergence),
        Name::Unique => found.verdict == Verdict::Holds,
        // Two solutions z: Φ has no inverse, and `least` does not exist.
        Name::Least => !found.values.contains(&(Name::Unique, Value::Flag(false))),
        Name::Optimum | Name::LeastLoss | Name::Maximum => true,
        // Of a table near X, or of multipliers alone.
        Name::DeltaMin => *claim == Claim::ApproximateDpWithinRounding,
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

fn is_met(at: At, value: &Value, relation: Relation, expected: &Expected) -> Result<Option<bool>, Failure> {
    let number = match (expected, value) {
        (Expected::Flag(flag), Value::Flag(value)) => return Ok(Some(flag == value)),
        (Expected::Set(parts), Value::Set(set)) => return same_set(parts, set),
        (Expected::Number(number), _) => number,
        _ => return Ok(None),
    };
    ensure(at.sign(&number.denominator)?.is_gt(), || Why::DoesNotFit)?;
    let order = match value {
        Value::Number(x) => Some(at.compare(x, number)?),
        // x^(p/q) > 0 against c: x^p against c^q, for c > 0.
        Value::Power(x, [p, q]) => Some(match at.sign(&number.numerator)? {
            Ordering::Greater => powers::order(at, (x, (*p).into()), (number, (*q).into()))?,
            _ => Ordering::Greater,
        }),
        Value::Infinite => Some(Ordering::Greater),
        Value::Enclosed([low, high]) => {
            let (low, high) = (at.compare(low, number)?, at.compare(high, number)?);
            let kept = relation != Relation::Equals && relation.accepts(low) && relation.accepts(high);
            return Ok(if kept || low.is_gt() || high.is_lt() { Some(kept) } else { None });
        }
        Value::Root(point) => shown(|| against(at, point, number))?,
        Value::MinusLn(x) => shown(|| logarithm::minus_ln(at, x, number))?,
        // −p/q·ln x against r: −ln x against r·q/p.
        Value::MinusLnPower(x, [p, q]) => {
            let times = Fraction::new(Number::from(i128::from(*q)), Number::from(i128::from(*p)));
            shown(|| logarithm::minus_ln(at, x, &(number * &times)))?
        }
        Value::Divergence(x, k) => shown(|| logarithm::minus_ln(at, x, &(number * &Number::from(*k).into())))?,
        Value::Log2(x) => shown(|| logarithm::log2(at, x, number))?,
        _ => None,
    };
    Ok(order.map(|order| relation.accepts(order)))
}

/// What does not show is left open. A limit is no limit for what comes after it.
fn shown<T>(compared: impl FnOnce() -> Result<Option<T>, Obstacle>) -> Result<Option<T>, Obstacle> {
    trial(compared).or_else(|why| if matches!(why, Obstacle::Unknown(_)) { Ok(None) } else { Err(why) })
}

/// A single number against x, which is one at the file's own t.
///
/// Between its two ends p changes its sign at its root and nowhere else: there x is the root where p(x) = 0, and below
/// it where p(x) has the sign of the lower end. Of x = n/d the sign is that of p(x)·d^deg, a polynomial in t. Cost:
/// 3·deg products.
fn against(at: At, number: &Point, x: &Fraction) -> Result<Option<Ordering>, Obstacle> {
    // The interval is the file's own, of which these are no parts.
    if at.point().is_some_and(|t| !t.is_single()) && !x.is_rational() {
        return Ok(None);
    }
    let over = |n: &BigInt, d: &BigInt| Fraction::new(n.clone().into(), d.clone().into());
    let root = match number {
        Point::Rational(number) => return at.compare(&number.into(), x).map(Some),
        Point::Algebraic(root) => root,
        _ => return Ok(None),
    };
    let [low, high, denominator] = root.ends();
    if at.compare(x, &over(low, denominator))?.is_le() {
        return Ok(Some(Ordering::Greater));
    }
    if at.compare(x, &over(high, denominator))?.is_ge() {
        return Ok(Some(Ordering::Less));
    }
    let (mut power, mut value) = (Number::ONE, Number::ZERO);
    for c in root.polynomial().coefficients().iter().rev() {
        value = &(&value * &x.numerator) + &(&power * &c.clone().into());
        power = &power * &x.denominator;
    }
    let below = polynomial::order(&polynomial::at(&root.polynomial().coefficients(), low, denominator)?);
    Ok(Some(match at.sign(&value)? {
        Ordering::Equal => Ordering::Equal,
        sign if sign == below => Ordering::Greater,
        _ => Ordering::Less,
    }))
}

/// Whether a set has these parts.
fn same_set(parts: &[[Root; 2]], set: &[[Point; 2]]) -> Result<Option<bool>, Failure> {
    if parts.len() != set.len() {
        return Ok(Some(false));
    }
    for (expected, found) in parts.iter().flatten().zip(set.iter().flatten()) {
        let expected = Point::root(expected)?;
        // Zero shows where one of the two polynomials is a multiple of the other.
        let same = match shown(|| expected.is_same(found).map(Some)) {
            Ok(Some(same)) => Some(same),
            first => match shown(|| found.is_same(&expected).map(Some))? {
                None => first?,
                same => same,
            },
        };
        if same != Some(true) {
            return Ok(same);
        }
    }
    Ok(Some(true))
}
