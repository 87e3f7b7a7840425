//! Expectations: what a file says a claim will come to.

use super::{Gain, Kind, Reading};
use crate::error::Error;
use crate::json::{Value as Json, View};
use crate::number::Expression;
use crate::report::{Value, Verdict};
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
    /// A number.
    Number(Expression),
    /// `true` or `false`.
    Flag(bool),
    /// A set of α, for `threshold`.
    Set,
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
    pub fn is_met(&self, verdict: Verdict, values: &[(&'static str, Value)]) -> Option<bool> {
        if verdict == Verdict::Undecided {
            return None;
        }
        if verdict != self.verdict {
            return Some(false);
        }
        // Two solutions z: Φ has no inverse, and `least` does not exist.
        let singular = values.iter().any(|(n, v)| *n == "unique" && *v == Value::Flag(false));
        let mut all_known = true;
        for (name, bound) in &self.bounds {
            let met = match values.iter().find(|(n, _)| n == name) {
                Some((_, value)) => bound.is_met(value),
                // `unique` and `least` may be left out where they exist; what is not there must be proved not to be.
                None => match *name {
                    "unique" if verdict == Verdict::Holds => None,
                    "least" if !singular => None,
                    _ => Some(false),
                },
            };
            match met {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(true)
    }
}

impl Expected {
    fn read(view: &View, name: &str, equals: bool, reading: &Reading) -> Result<Self, Error> {
        match (name, view.value()) {
            ("unique", Json::Bool(flag)) if equals => Ok(Expected::Flag(*flag)),
            ("unique", _) if equals => Err(view.unexpected("true or false")),
            ("set", Json::Array(_)) if equals => Ok(Expected::Set),
            ("set", _) if equals => Err(view.unexpected("a set: an array of intervals and points")),
            ("unique" | "set", _) => Err(view.error("unknown key for this value, expected one of: equals")),
            _ => Expression::read(view, reading.symbols, reading.limits).map(Expected::Number),
        }
    }
}

impl Bound {
    /// Whether a value keeps to it, compared exactly; `None` where that can't be told.
    fn is_met(&self, value: &Value) -> Option<bool> {
        let (expected, accepts): (_, fn(Ordering) -> bool) = match self {
            Bound::Equals(expected) => (expected, Ordering::is_eq),
            Bound::AtLeast(expected) => (expected, Ordering::is_ge),
            Bound::AtMost(expected) => (expected, Ordering::is_le),
        };
        match (expected, value) {
            (Expected::Flag(flag), Value::Flag(value)) => Some(flag == value),
            (Expected::Number(number), value) => value.compare(number.value()?).map(accepts),
            _ => None,
        }
    }
}
