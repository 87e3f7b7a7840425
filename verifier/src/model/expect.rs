//! Expectations: what a file says a claim will come to.

use super::function::{Number, refusal};
use super::privacy::{read_ends, read_root};
use super::{Gain, Kind, Reading};
use crate::alpha::{Bounds, Field, Point, Quotient, Signs};
use crate::error::Error;
use crate::json::{Value as Json, View};
use crate::number::{BigInt, Sign, fraction, rational};
use crate::report::{Range, Value, Verdict};
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// What a file expects of a claim.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The verdict: `holds` unless the file says otherwise.
    pub verdict: Verdict,
    /// Bounds on named values.
    pub bounds: Vec<(&'static str, Bound)>,
}

/// One bound on one value.
#[derive(Debug, Clone)]
pub enum Bound {
    /// `equals`
    Equals(Expected),
    /// `at_least`
    AtLeast(Expected),
    /// `at_most`
    AtMost(Expected),
}

/// What a value is held against.
#[derive(Debug, Clone)]
pub enum Expected {
    /// A number, as a function of t where it is irrational.
    Number(Quotient),
    /// `true` or `false`.
    Flag(bool),
    /// A set of α, for `threshold`: the two ends of each of its parts, the same for a point.
    Set(Vec<(Point, Point)>),
}

impl Expect {
    pub(super) fn read(view: &View, kind: Kind, gain: &Gain, reading: &Reading) -> Result<Self, Error> {
        let mut expect = Self { verdict: Verdict::Holds, bounds: Vec::new() };
        let speaks_of_loss = |name: &&&str| matches!(**name, "loss" | "least_loss");
        let known: Vec<_> = kind.values().iter().filter(|name| gain.is_loss() || !speaks_of_loss(name)).collect();
        if view.object("an object: \"verdict\" or a value's name, each with what is expected")?.len() == 0 {
            return Err(view.unexpected("at least one expectation"));
        }
        for (key, item) in view.object("")? {
            if key == "verdict" {
                expect.verdict = match item.string("\"holds\" or \"fails\"")? {
                    "holds" => Verdict::Holds,
                    "fails" => Verdict::Fails,
                    _ => return Err(item.unexpected("\"holds\" or \"fails\"")),
                };
                continue;
            }
            let Some(&&name) = known.iter().find(|name| ***name == key) else {
                let names: String = known.iter().map(|name| format!(", {name}")).collect();
                let why = if kind.values().contains(&key) { " where the file has no \"loss\"" } else { "" };
                let message = format!("unknown value of `{}`{why}, expected one of: verdict{names}", kind.name());
                return Err(item.error(message));
            };
            let form = "an object with \"equals\", \"at_least\" or \"at_most\"";
            if item.object(form)?.len() == 0 {
                return Err(item.unexpected(form));
            }
            item.only(&["equals", "at_least", "at_most"])?;
            for (relation, bound) in item.object(form)? {
                let expected = Expected::read(&bound, name, relation == "equals", reading)?;
                expect.bounds.push((
                    name,
                    match relation {
                        "equals" => Bound::Equals(expected),
                        "at_least" => Bound::AtLeast(expected),
                        _ => Bound::AtMost(expected),
                    },
                ));
            }
        }
        Ok(expect)
    }

    /// Whether the verdict and values are as expected; `None` where that can't be told.
    ///
    /// Over an interval of α a value is as expected if it is so everywhere, and not where it does not exist.
    pub fn is_met(
        &self,
        verdict: Verdict,
        values: &[(&'static str, Value)],
        field: Option<&Field>,
        bounds: &Bounds,
    ) -> Option<bool> {
        if verdict == Verdict::Undecided {
            return None;
        }
        if verdict != self.verdict {
            return Some(false);
        }
        let each: Vec<_> = self.each(verdict, values, field, bounds).into_iter().map(|(_, met)| met).collect();
        match each.contains(&Some(false)) {
            true => Some(false),
            false => (!each.contains(&None)).then_some(true),
        }
    }

    /// The values of which it can't be told whether they are as expected.
    pub fn open(
        &self,
        verdict: Verdict,
        values: &[(&'static str, Value)],
        field: Option<&Field>,
        bounds: &Bounds,
    ) -> Vec<&'static str> {
        let open = self.each(verdict, values, field, bounds).into_iter().filter(|(_, met)| met.is_none());
        open.map(|(name, _)| name).collect()
    }

    /// Each bound's value, and whether it is kept to; the verdict is as expected.
    fn each(
        &self,
        verdict: Verdict,
        values: &[(&'static str, Value)],
        field: Option<&Field>,
        bounds: &Bounds,
    ) -> Vec<(&'static str, Option<bool>)> {
        let find = |name: &str| values.iter().find(|(n, _)| *n == name).map(|(_, value)| value);
        let everywhere = |value: &Value| match (value, field.map(|field| &field.point)) {
            (Value::Pieces(pieces), Some(Point::Interval(whole))) => pieces.covers(whole),
            _ => true,
        };
        // A logarithm that has no expression, or whose digits do not show, is left out; it exists beside its number.
        let exists = |name: &str| find(name).is_some_and(everywhere);
        // Two solutions z: Φ has no inverse, and `least` does not exist.
        let singular = values.iter().any(|(n, v)| *n == "unique" && *v == Value::Flag(false));
        let each = |(name, bound): &(&'static str, Bound)| {
            let met = match find(name) {
                Some(value) if everywhere(value) => bound.is_met(value, field, bounds),
                // Some may be left out where they exist; what is not there must be proved not to be.
                _ => match *name {
                    "bits" if exists("multiplicative") => {
                        find("multiplicative").and_then(|value| bound.is_met_in_bits(value, field, bounds))
                    }
                    "epsilon_min" if exists("alpha_max") => None,
                    "alpha_max" | "epsilon_min" if exists("delta_min") => None,
                    "unique" if verdict == Verdict::Holds => None,
                    "least" if !singular => None,
                    "optimum" | "least_loss" | "maximum" => None,
                    _ => Some(false),
                },
            };
            (*name, met)
        };
        self.bounds.iter().map(each).collect()
    }
}

impl Expected {
    fn read(view: &View, name: &str, equals: bool, reading: &Reading) -> Result<Self, Error> {
        match (name, view.value()) {
            ("unique", Json::Bool(flag)) if equals => Ok(Expected::Flag(*flag)),
            ("unique", _) if equals => Err(view.unexpected("true or false")),
            ("set", Json::Array(_)) if equals => {
                view.array("")?.map(|item| read_part(&item, reading)).collect::<Result<_, _>>().map(Expected::Set)
            }
            ("set", _) if equals => Err(view.unexpected("a set: an array of intervals [low, high] and points")),
            ("unique" | "set", _) => Err(view.error("unknown key for this value, expected one of: equals")),
            _ => {
                let number = Number::read(view, reading)?;
                reading.charge_bytes(view, number.bytes())?;
                Ok(Expected::Number(number.function()))
            }
        }
    }
}

impl Bound {
    /// Whether a value keeps to it, compared exactly; `None` where that can't be told.
    fn is_met(&self, value: &Value, field: Option<&Field>, bounds: &Bounds) -> Option<bool> {
        let (expected, accepts): (_, fn(Signs) -> bool) = match self {
            Bound::Equals(expected) => (expected, Signs::is_zero),
            Bound::AtLeast(expected) => (expected, Signs::is_nonnegative),
            Bound::AtMost(expected) => (expected, Signs::is_nonpositive),
        };
        match (expected, value) {
            (Expected::Flag(flag), Value::Flag(value)) => Some(flag == value),
            (Expected::Set(parts), Value::Set(set)) => same_set(parts, set, bounds),
            (Expected::Number(number), value) => value.signs_less(number, field, bounds).map(accepts),
            _ => None,
        }
    }
}

/// The largest p and q of a bound p/q in bits that is compared by powers.
const MOST_POWER: u32 = 1 << 12;

impl Bound {
    /// Whether log₂ V keeps to it, V > 0: log₂ V ≤ p/q iff V^q ≤ 2^p. `None` where the bound is no such rational, or p or q is
    /// large.
    fn is_met_in_bits(&self, value: &Value, field: Option<&Field>, bounds: &Bounds) -> Option<bool> {
        let (Bound::Equals(expected) | Bound::AtLeast(expected) | Bound::AtMost(expected)) = self;
        let Expected::Number(Quotient { numerator, denominator }) = expected else { return None };
        if numerator.degree() + denominator.degree() > 0 {
            return None;
        }
        let x = fraction(numerator.leading(), denominator.leading());
        let (p, q) = (x.numer().magnitude().to_u32()?, x.denom().to_u32()?);
        if p.max(q) > MOST_POWER {
            return None;
        }
        let (one, power) = (BigInt::from(1), BigInt::from(1) << p);
        let two = if x.numer().sign() == Sign::Minus { fraction(one, power) } else { fraction(power, one) };
        let expected = Expected::Number(Quotient::constant(&two));
        let own = match self {
            Bound::Equals(_) => Bound::Equals(expected),
            Bound::AtLeast(_) => Bound::AtLeast(expected),
            Bound::AtMost(_) => Bound::AtMost(expected),
        };
        own.is_met(&value.power(q as usize, bounds)?, field, bounds)
    }
}

/// An interval `[low, high]`, closed in (0, 1), or a point.
fn read_part(view: &View, reading: &Reading) -> Result<(Point, Point), Error> {
    let expected =
        "an interval [low, high], low < high, or a point: a rational or an object with \"root_of\" and \"between\"";
    match view.value() {
        Json::Array(_) => {}
        Json::Object(_) | Json::String(_) | Json::Number(_) => {
            return read_point(view, reading).map(|x| (x.clone(), x));
        }
        _ => return Err(view.unexpected(expected)),
    }
    let ends = view.array(expected)?.map(|end| read_point(&end, reading)).collect::<Result<Vec<_>, _>>()?;
    let Ok([low, high]) = <[Point; 2]>::try_from(ends) else { return Err(view.unexpected(expected)) };
    match low.order(&high, &reading.ground().bounds).map_err(|why| refusal(view, &why))? {
        Ordering::Greater => {
            Err(view.error(format!("found [{}, {}], expected {expected}", low.written(), high.written())))
        }
        _ => Ok((low, high)),
    }
}

/// A rational, or `{"root_of": [...], "between": [low, high]}`.
fn read_point(view: &View, reading: &Reading) -> Result<Point, Error> {
    let Json::Object(_) = view.value() else {
        return rational(view, reading.limits, reading.steps).map(Point::Rational);
    };
    view.only(&["root_of", "between"])?;
    read_root(view, read_ends, reading.limits, reading.steps).map(|root| root.point)
}

/// Whether a set has these parts; `None` where that does not show within the limits.
fn same_set(parts: &[(Point, Point)], set: &[Range], bounds: &Bounds) -> Option<bool> {
    if parts.len() != set.len() {
        return Some(false);
    }
    for ((low, high), range) in parts.iter().zip(set) {
        for (expected, found) in [(low, &range.low), (high, &range.high)] {
            if expected.order(found, bounds).ok()?.is_ne() {
                return Some(false);
            }
        }
    }
    Some(true)
}
