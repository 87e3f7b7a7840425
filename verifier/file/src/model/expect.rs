//! Expectations: what a file says a claim will come to.

use super::Verdict;
use super::function::{self, refusal};
use super::privacy::{read_ends, read_root};
use super::reading::Reading;
use super::{Gain, Kind};
use crate::alpha::{Point, Quotient, Quotients as _};
use crate::error::{Error, Fault};
use crate::json::{Node, Value as Json, View, shorten};
use crate::limits::words_of;
use crate::number::{Epsilon, Rational, bits, compare, epsilon, power, rational, rational_root, sum};
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// What a file expects of a claim.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The verdict: `holds` unless the file says otherwise.
    pub verdict: Verdict,
    /// Bounds on named values.
    pub bounds: Vec<(&'static str, Bound)>,
    /// What of them a number and its tolerance say, each in two bounds that follow each other.
    pub within: Vec<(&'static str, [Rational; 2])>,
    /// Its place in the file.
    pub place: String,
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

/// The highest root that is taken of the number of a logarithm.
const HIGHEST: u32 = 64;

impl Expect {
    /// That it holds.
    pub(super) fn plain(place: String) -> Self {
        Self { verdict: Verdict::Holds, bounds: Vec::new(), within: Vec::new(), place }
    }

    pub(super) fn read(
        view: &View,
        kind: Kind,
        gain: &Gain,
        incomplete: bool,
        reading: &Reading,
    ) -> Result<Self, Error> {
        let mut expect = Self::plain(view.path());
        let speaks_of_loss = |name: &&&str| matches!(**name, "loss" | "least_loss");
        let values = kind.values_of(incomplete).iter();
        let known: Vec<_> = values.filter(|name| gain.is_loss() || !speaks_of_loss(name)).collect();
        if view.object("an object: \"verdict\" or a value's name, each with what is expected")?.len() == 0 {
            return Err(view.unexpected("at least one expectation"));
        }
        for (key, item) in view.object("")? {
            if key == "verdict" {
                expect.verdict = match item.string("\"holds\" or \"fails\"")? {
                    "holds" => Verdict::Holds,
                    "fails" => Verdict::Fails,
                    _ => return Err(item.misspelled("\"holds\" or \"fails\"", &["holds", "fails"])),
                };
                continue;
            }
            let Some(&&name) = known.iter().find(|name| ***name == key) else {
                let names: String = known.iter().map(|name| format!(", {name}")).collect();
                let why = match kind.values().contains(&key) {
                    true if incomplete => " where mass is missing",
                    true => " where the file has no \"loss\"",
                    false => "",
                };
                let found = format!("unknown value of `{}`{why}", kind.name());
                let unknown = item.instead(found, format!("one of: verdict{names}"));
                let known: Vec<&str> = known.iter().map(|name| **name).chain(["verdict"]).collect();
                return Err(unknown.near(key, &known));
            };
            let form = "an object with \"equals\", \"at_least\" or \"at_most\"";
            let meant = |e: Error| match item.string("").ok().and_then(meant_bound) {
                Some(bound) => e.meant(&bound),
                None => e,
            };
            if item.object(form).map_err(meant)?.len() == 0 {
                return Err(item.unexpected(form));
            }
            item.only(&["equals", "at_least", "at_most", "tolerance"])?;
            if let Some(tolerance) = item.field("tolerance") {
                let [x, most] = tolerated(&item, &tolerance, name, reading)?;
                let bound = |x: Rational| Expected::Number(Quotient::constant(&x));
                let (low, high) = (sum(&x, &-&most), sum(&x, &most));
                expect.bounds.push((name, Bound::AtLeast(bound(low))));
                expect.bounds.push((name, Bound::AtMost(bound(high))));
                expect.within.push((name, [x, most]));
                continue;
            }
            can_be_kept(&item, reading)?;
            for (relation, bound) in item.object(form)? {
                let (name, relation, expected) = match logarithm(&bound, name, &known, reading)? {
                    Some((of, x)) if name == "epsilon_min" => (of, opposite(relation), Expected::Number(x)),
                    Some((of, x)) => (of, relation, Expected::Number(x)),
                    None => (name, relation, Expected::read(&bound, name, relation == "equals", reading)?),
                };
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
}

/// That the least that is expected is no more than the most, where both are plain numbers, or logarithms of some.
fn can_be_kept(item: &View, reading: &Reading) -> Result<(), Error> {
    let (Some(least), Some(most)) = (item.field("at_least"), item.field("at_most")) else { return Ok(()) };
    let inner = |text: &str| parts_of_logarithm(text).map(|(_, inner)| inner.to_owned());
    let [of_least, of_most] = [&least, &most].map(|view| view.string("").ok().and_then(inner));
    let number = |view: &View, inner: Option<String>| match inner {
        Some(inner) => {
            let node = Node { offset: 0, value: Json::String(inner.into()) };
            rational(&View::root(&node), reading.limits, reading.steps).ok()
        }
        None => rational(view, reading.limits, reading.steps).ok(),
    };
    if of_least.is_some() != of_most.is_some() {
        return Ok(());
    }
    let Some((low, high)) = number(&least, of_least).zip(number(&most, of_most)) else { return Ok(()) };
    reading.charge_steps(item, words_of(bits(&low)).saturating_mul(words_of(bits(&high))))?;
    if compare(&low, &high).is_le() {
        return Ok(());
    }
    let most =
        most.string("").map_or_else(|_| "what \"at_most\" says".to_owned(), |text| format!("\"{}\"", shorten(text)));
    Err(least.unexpected(&format!("at most {most}, as \"at_most\" says: no number meets both")))
}

/// A number with a tolerance: the value lies within that of it, which is what two bounds say.
fn tolerated(item: &View, tolerance: &View, name: &'static str, reading: &Reading) -> Result<[Rational; 2], Error> {
    if matches!(name, "unique" | "set") {
        let found = format!("a tolerance of `{name}`, which is no number");
        return Err(tolerance.instead(found, "\"equals\" alone: it is compared exactly"));
    }
    let equals = item.field("equals").filter(|_| item.object("").is_ok_and(|all| all.len() == 2));
    let Some(equals) = equals else {
        let found = "a tolerance without one number that it is about";
        let expected = "it beside \"equals\": {\"equals\": \"1.386\", \"tolerance\": \"0.001\"}, or bounds without it";
        return Err(tolerance.instead(found, expected));
    };
    if let Some(text) = equals.string("").ok().filter(|text| parts_of_logarithm(text).is_some()) {
        let found = format!("a tolerance beside \"{}\"", shorten(text));
        return Err(
            tolerance.instead(found, "a number that it is about, or the logarithm alone, which is compared exactly")
        );
    }
    let [x, most] = [&equals, tolerance].map(|view| rational(view, reading.limits, reading.steps));
    let (x, most) = (x?, most?);
    if most.is_negative() {
        return Err(tolerance.unexpected("a number ≥ 0"));
    }
    reading.charge_bytes(item, bytes_of(&x).saturating_add(bytes_of(&most)).saturating_mul(6))?;
    Ok([x, most])
}

/// The relation of −ln x for that of x.
fn opposite(relation: &str) -> &'static str {
    match relation {
        "at_least" => "at_most",
        "at_most" => "at_least",
        _ => "equals",
    }
}

/// The function and the number of `ln(4)`, `log2(7/5)`.
fn parts_of_logarithm(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim();
    let inner = |name: &str| text.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')');
    let found = ["ln", "log2"].into_iter().find_map(|name| Some((name, inner(name)?)));
    // Of `ln(2)*(3)` the last one is another's.
    found.filter(|(_, inner)| {
        let mut open = inner.chars().scan(0isize, |open, c| {
            *open = open.saturating_add(isize::from(c == '(')).saturating_sub(isize::from(c == ')'));
            Some(*open)
        });
        open.all(|open| open >= 0)
    })
}

/// The x whose logarithm `2*ln(3)`, `ln(16)/2` are: r·ln(x) = ln(x^r), where that is rational. `None` where it is not,
/// or takes more than the limits allow of an exponent and of a number.
///
/// Cost: a root of a small order and a power, counted before they are made.
fn of_multiple(view: &View, function: &str, reading: &Reading) -> Result<Option<Rational>, Error> {
    let text = view.string("")?;
    // The other one is a logarithm to another base.
    if text.contains(if function == "ln" { "log" } else { "ln" }) {
        return Ok(None);
    }
    let text = text.replace(&format!("{function}("), "ln(");
    let node = Node { offset: view.error("").offset, value: Json::String(text.into()) };
    let Epsilon::Logarithm { base, factor } = epsilon(&View::root(&node), reading.limits, reading.steps)? else {
        return Ok(None);
    };
    let order = factor.denom().to_u32().filter(|order| *order <= HIGHEST);
    let exponent = factor.numer().to_i64().filter(|k| k.unsigned_abs() <= reading.limits.exponent as u64);
    let (Some(order), Some(exponent)) = (order, exponent) else { return Ok(None) };
    let most = reading.limits.bits as u64;
    let long = words_of(bits(&base).saturating_mul(exponent.unsigned_abs().max(1)).min(most.max(bits(&base))));
    reading.charge_steps(view, long.saturating_mul(long).saturating_mul(256))?;
    Ok(rational_root(&base, order).and_then(|root| power(&root, exponent, most)))
}

/// The number of what is nearly a logarithm: `ln 4`, `log(8/5)`, `log_2(8/5)`, `Ln[4]`.
fn nearly_logarithm(text: &str) -> Option<&str> {
    let text = text.trim();
    let names = ["log_2", "log2", "log_e", "log", "lg", "ln"];
    let start = |name: &&str| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let rest = text.get(names.iter().find(|name| start(name))?.len()..)?.trim();
    let bare = |open, close| rest.strip_prefix(open)?.strip_suffix(close);
    let inner = bare('(', ')').or_else(|| bare('[', ']')).unwrap_or(rest).trim();
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | 'e' | '-' | '+');
    (inner.starts_with(|c: char| c.is_ascii_digit()) && inner.chars().all(is_number)).then_some(inner)
}

/// The value that a logarithm is the logarithm of, with what that is to be: `epsilon_min` is −ln(`alpha_max`), and
/// `bits` is log₂(`multiplicative`), so that both are compared as rationals are. `None` of what is no logarithm.
fn logarithm(
    view: &View,
    name: &'static str,
    known: &[&&'static str],
    reading: &Reading,
) -> Result<Option<(&'static str, Quotient)>, Error> {
    let has = |of: &str| known.iter().any(|name| **name == of);
    let Ok(text) = view.string("") else { return Ok(None) };
    let (parts, found) = (parts_of_logarithm(text), || format!("\"{}\"", shorten(text)));
    let (function, of) = match name {
        "epsilon_min" if has("alpha_max") => ("ln", "alpha_max"),
        "bits" if has("multiplicative") => ("log2", "multiplicative"),
        _ if parts.is_none() => return Ok(None),
        _ => {
            let expected = "a number, with a \"tolerance\" if it is rounded: this value is compared with no logarithms";
            return Err(view.found(found(), expected));
        }
    };
    let expected = format!("a number, or {function}(…) of one");
    let inner = match parts {
        Some((named, inner)) if named == function => inner,
        Some(_) => return Err(view.found(found(), expected)),
        None => {
            if let Some(inner) = nearly_logarithm(text) {
                return Err(view.found(found(), expected).meant(&format!("{function}({})", shorten(inner))));
            }
            if of == "alpha_max" && ["inf", "∞", "infinity"].contains(&&*text.trim().to_lowercase()) {
                return Err(view.found(found(), expected).meant("\"alpha_max\": {\"equals\": 0}"));
            }
            if !text.contains("ln") && !text.contains("log") {
                return Ok(None);
            }
            let expected = format!("{expected}, perhaps with a whole number before it: 2*{function}(3)");
            let x = match of_multiple(view, function, reading) {
                Ok(Some(x)) => x,
                Err(e) if e.fault == Fault::OverLimit => return Err(Error { path: view.path(), ..e }),
                Err(Error { hint: Some(hint), .. }) => {
                    return Err(view.found(found(), expected).hint(&format!("; {hint}")));
                }
                Ok(None) | Err(_) => return Err(view.found(found(), expected)),
            };
            return logarithm_of(view, x, of, reading).map(Some);
        }
    };
    let node = Node { offset: view.error("").offset, value: Json::String(inner.into()) };
    let x = rational(&View::root(&node), reading.limits, reading.steps);
    let of_alpha = of == "alpha_max" && inner.contains('a');
    let hint = if of_alpha { "; the declared ε is \"alpha_max\": {\"equals\": \"a\"}" } else { "" };
    let x = x.map_err(|e| Error { path: view.path(), ..e }.hint(hint))?;
    logarithm_of(view, x, of, reading).map(Some)
}

/// What the value that a logarithm of x is one of is to be.
fn logarithm_of(
    view: &View,
    x: Rational,
    of: &'static str,
    reading: &Reading,
) -> Result<(&'static str, Quotient), Error> {
    if !x.is_positive() {
        return Err(view.unexpected("the logarithm of a number > 0"));
    }
    let x = if of == "alpha_max" { x.recip() } else { x };
    reading.charge_bytes(view, bytes_of(&x))?;
    Ok((of, Quotient::constant(&x)))
}

/// About the bytes that a rational takes.
fn bytes_of(x: &Rational) -> u64 {
    function::bytes(&Quotient::constant(x))
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
            ("unique" | "set", _) => Err(view.instead("unknown key for this value", "one of: equals")),
            _ => {
                let number = function::number(view, reading)?;
                reading.charge_bytes(view, function::bytes(&number))?;
                Ok(Expected::Number(number))
            }
        }
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
    match reading.ground().bounds.run(|| dp_algebra::order(&low, &high)).map_err(|why| refusal(view, &why))? {
        Ordering::Greater => {
            Err(view.found(format!("[{}, {}]", dp_algebra::written(&low), dp_algebra::written(&high)), expected))
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

/// The bound that was meant by `>= 1/2`.
fn meant_bound(text: &str) -> Option<String> {
    let relations = [(">=", "at_least"), ("≥", "at_least"), ("<=", "at_most"), ("≤", "at_most"), ("=", "equals")];
    let (value, relation) =
        relations.into_iter().find_map(|(sign, name)| Some((text.trim().strip_prefix(sign)?.trim(), name)))?;
    Some(format!("{{\"{relation}\": \"{}\"}}", shorten(value)))
}
