//! Uses as a call writes them, read.

use crate::accountant::{Sums, float};
use crate::construct::document::string;
use crate::exact;
use dp_verify::algebra::Enclosure;
use dp_verify::error::Error;
use dp_verify::json::{self, View};
use dp_verify::limits::{Budget as Steps, Limits};
use dp_verify::number::{self, Epsilon, Logarithm};
use malachite::base::num::arithmetic::traits::{Ceiling, Floor, Gcd, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use serde_json::{Value as Json, json};

/// Where ε have to be rounded, it is to multiples of one over this.
const PART: u32 = 1_000;

/// How many common units all ε may make up: the work grows with its square.
const MOST: u32 = 12_000;

/// What is asked of all uses together.
#[derive(Debug, Clone)]
pub enum Asked {
    /// The least ε at this δ.
    Delta(String),
    /// The least δ at this ε.
    Epsilon(String),
}

impl Asked {
    /// The name of what is sought.
    pub fn sought(&self) -> &'static str {
        match self {
            Asked::Delta(_) => "epsilon",
            Asked::Epsilon(_) => "delta",
        }
    }

    /// What was given, in JSON.
    pub(super) fn given(&self) -> Json {
        match self {
            Asked::Delta(delta) => json!({ "delta": delta }),
            Asked::Epsilon(epsilon) => json!({ "epsilon": epsilon }),
        }
    }

    /// The number that was given: 0 ≤ δ < 1, or a rational ε ≥ 0.
    pub(super) fn rational(&self, limits: &Limits) -> Result<number::Rational, String> {
        let read =
            |text: &str, flag: &str| number(text, limits, number::rational).map_err(|why| format!("{flag}: {why}"));
        match self {
            Asked::Delta(delta) => {
                let delta = read(delta, "--delta")?;
                let is_one = !delta.is_negative() && delta.numer() < delta.denom();
                if is_one { Ok(delta) } else { Err("--delta: found another number, expected 0 ≤ δ < 1".to_owned()) }
            }
            Asked::Epsilon(epsilon) => {
                let epsilon = read(epsilon, "--epsilon")?;
                if epsilon.is_negative() {
                    Err("--epsilon: found ε < 0, expected ε ≥ 0".to_owned())
                } else {
                    Ok(epsilon)
                }
            }
        }
    }
}

/// Several uses of any mechanism of this ε and δ.
#[derive(Debug, Clone)]
pub struct Use {
    /// ε, as it is written.
    pub epsilon: String,
    /// δ, as it is written; 0 without it.
    pub delta: Option<String>,
    /// How often, at least once.
    pub times: usize,
}

/// A use that has been read: what is promised, and the same in floating point, to be told beside what is proved.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) epsilon: Promised,
    pub(super) delta: Rational,
    pub(super) times: usize,
}

#[derive(Clone)]
pub(super) enum Promised {
    /// This ε ≥ 0.
    Epsilon(Rational),
    /// A multiple of a logarithm, as it is written, and two numbers that it is between.
    Logarithm(String, [Rational; 2]),
}

impl Use {
    /// Of `1x30`, `1/2`, `1,1/100x2`: ε, a δ if there is one, and how often if it is not once.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let example = "as in 1x30, 1/2, 0.1,1e-8x10: ε, perhaps a δ, and how often";
        let (promise, times) = match text.rsplit_once(['x', '×']) {
            Some((promise, times)) => (promise, times.trim().parse().ok().filter(|k| *k > 0)),
            None => (text, Some(1)),
        };
        if let Some(meant) = meant(text) {
            return Err(format!("found \"{text}\", expected a use {example}: did you mean {meant}?"));
        }
        let times = times.ok_or_else(|| format!("found \"{text}\", expected a use {example}"))?;
        let (epsilon, delta) =
            promise.split_once(',').map_or((promise, None), |(epsilon, delta)| (epsilon, Some(delta)));
        let known =
            Self { epsilon: epsilon.trim().to_owned(), delta: delta.map(|delta| delta.trim().to_owned()), times };
        known.known(&Limits::default()).map_err(|why| format!("found \"{text}\", expected a use {example}: {why}"))?;
        Ok(known)
    }

    pub(super) fn known(&self, limits: &Limits) -> Result<Known, String> {
        let epsilon = match number(&self.epsilon, limits, number::epsilon)? {
            Epsilon::Rational(epsilon) => Promised::Epsilon(exact::rational(&epsilon)),
            Epsilon::Logarithm { base, factor } if base.is_positive() => {
                Promised::Logarithm(self.epsilon.clone(), enclosed(base, &exact::rational(&factor)))
            }
            Epsilon::Logarithm { .. } => return Err("the logarithm of what is not above 0".to_owned()),
        };
        let is_positive = match &epsilon {
            Promised::Epsilon(epsilon) => *epsilon > 0u32,
            Promised::Logarithm(_, [low, _]) => *low > 0u32,
        };
        if !is_positive {
            return Err("ε is not above 0".to_owned());
        }
        let delta = self.delta.as_ref().map_or(Ok(Rational::ZERO), |delta| rational(delta, limits))?;
        if !(Rational::ZERO..Rational::ONE).contains(&delta) {
            return Err("δ is not from 0 to below 1".to_owned());
        }
        Ok(Known { epsilon, delta, times: self.times })
    }
}

impl Known {
    /// As a part of a composition.
    pub(super) fn part(&self) -> String {
        let privacy = match &self.epsilon {
            Promised::Epsilon(epsilon) if *epsilon == 0u32 => r#""alpha": "1""#.to_owned(),
            Promised::Epsilon(epsilon) => format!("\"epsilon\": \"{epsilon}\""),
            Promised::Logarithm(text, _) => format!("\"epsilon\": {}", string(text)),
        };
        let delta = if self.delta == 0u32 { String::new() } else { format!(", \"delta\": \"{}\"", self.delta) };
        format!("{{ {privacy}{delta}, \"times\": {} }}", self.times)
    }

    /// With ε rounded to multiples of 1/1000: up, or down.
    pub(super) fn rounded(&self, up: bool) -> Self {
        let exact = match &self.epsilon {
            Promised::Epsilon(epsilon) => epsilon.clone(),
            Promised::Logarithm(_, [low, high]) => if up { high } else { low }.clone(),
        };
        let parts = exact * Rational::from(PART);
        let parts = if up { parts.ceiling() } else { parts.floor() };
        let epsilon = Rational::from_integers(parts.max(Integer::ZERO), Integer::from(PART));
        Self { epsilon: Promised::Epsilon(epsilon), ..self.clone() }
    }

    fn float(&self) -> f64 {
        match &self.epsilon {
            Promised::Epsilon(epsilon) => float(&exact::fraction(epsilon)),
            Promised::Logarithm(_, [low, _]) => float(&exact::fraction(low)),
        }
    }
}

/// What was probably meant by `0.2*90`, `90x0.2` and `0.2x90d`, and by `0,2x90` and `1,0x90`, where a comma is that of
/// a decimal or stands before a δ of 0, which nobody writes.
fn meant(text: &str) -> Option<String> {
    let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (epsilon, times) = match text.rsplit_once(['x', '×']) {
        Some((times, epsilon)) if is_whole(times.trim()) && !is_whole(epsilon.trim()) => {
            return Some(format!("{}x{}", epsilon.trim(), times.trim()));
        }
        Some((epsilon, times)) => {
            // A number of days, or of weeks.
            let number = times.trim().trim_end_matches(char::is_alphabetic).trim_end();
            if is_whole(number) && number != times.trim() {
                return Some(format!("{}x{number}", epsilon.trim()));
            }
            (epsilon, times)
        }
        None => {
            let (first, last) = text.rsplit_once('*')?;
            let (first, last) = (first.trim(), last.trim());
            let is_decimal = |text: &str| text.split('.').all(is_whole) && text.contains('.');
            return match () {
                () if is_whole(last) => Some(format!("{first}x{last}")),
                () if is_whole(first) && is_decimal(last) => Some(format!("{last}x{first}")),
                () => None,
            };
        }
    };
    let (whole, decimals) = epsilon.split_once(',').filter(|(whole, rest)| is_whole(whole) && is_whole(rest))?;
    Some(format!("{whole}.{decimals}x{times}"))
}

/// The bits to which logarithms are enclosed.
const PLACES: u64 = 1 << 9;

/// Two numbers that a multiple of the logarithm of a number above 0 is between.
fn enclosed(base: number::Rational, factor: &Rational) -> [Rational; 2] {
    let Enclosure { low, high } = Logarithm::MinusLn(base).enclosure(PLACES);
    let ends = [high, low].map(|end| -exact::rational(&end) * factor);
    let [low, high] = ends;
    if low <= high { [low, high] } else { [high, low] }
}

/// A number of a call.
pub(super) fn number<T>(
    text: &str,
    limits: &Limits,
    read: impl Fn(&View, &Limits, &Steps) -> Result<T, Error>,
) -> Result<T, String> {
    let json = Json::from(text).to_string();
    let node = json::read(json.as_bytes(), limits).map_err(|e| e.message)?;
    read(&View::root(&node), limits, &Steps::new(limits.steps)).map_err(|e| e.message)
}

pub(super) fn rational(text: &str, limits: &Limits) -> Result<Rational, String> {
    number(text, limits, number::rational).map(|x| exact::rational(&x))
}

/// How many uses there are.
pub(super) fn all(times: &[usize]) -> usize {
    times.iter().fold(0, |sum, times| sum.saturating_add(*times))
}

/// 1, 2, 5, 10, 20, … and all.
pub(crate) fn steps(times: &[usize]) -> Vec<usize> {
    let all = all(times);
    let tens = std::iter::successors(Some(1usize), |ten| ten.checked_mul(10));
    let mut steps: Vec<usize> =
        tens.flat_map(|ten| [1, 2, 5].map(|k| ten.saturating_mul(k))).take_while(|n| *n < all).collect();
    steps.push(all);
    steps
}

/// Whether all ε together are not too many of the largest unit that all are multiples of; logarithms are tried.
pub(super) fn has_unit(known: &[Known]) -> bool {
    let of = |of: &Known| match &of.epsilon {
        Promised::Epsilon(epsilon) => Some((epsilon.clone(), Natural::from(of.times))),
        Promised::Logarithm(..) => None,
    };
    let all: Vec<(Rational, Natural)> = known.iter().filter_map(of).collect();
    let over = all.iter().fold(Natural::ONE, |over, (x, _)| over.lcm(x.denominator_ref()));
    let parts = |x: &Rational| x.numerator_ref() * (&over / x.denominator_ref());
    let unit = all.iter().fold(Natural::ZERO, |unit, (x, _)| unit.gcd(parts(x)));
    let sum = all.iter().fold(Natural::ZERO, |sum, (x, k)| sum + parts(x) * k);
    sum <= unit * Natural::from(MOST)
}

/// What accountants say of ε at the δ that is asked for.
pub(super) fn accountants(known: &[Known], asked: &Asked, limits: &Limits) -> [Option<f64>; 2] {
    let Asked::Delta(delta) = asked else { return [None, None] };
    let Ok(delta) = rational(delta, limits) else { return [None, None] };
    let own = known.iter().fold(Rational::ZERO, |sum, of| sum + &of.delta * Rational::from(of.times));
    if delta < own {
        return [None, None];
    }
    let mut sums = Sums::default();
    known.iter().for_each(|of| sums.add(of.float(), of.times));
    [Some(sums.basic()), sums.advanced(float(&exact::fraction(&(delta - own))))]
}

/// Σ ε as a privacy: basic composition. Beside logarithms an α of their own kind, of which nothing is asked.
pub(super) fn sum(known: &[Known]) -> String {
    let mut sum = Rational::ZERO;
    for of in known {
        let Promised::Epsilon(epsilon) = &of.epsilon else { return r#""alpha": "1/2""#.to_owned() };
        sum += epsilon * Rational::from(of.times);
    }
    if sum == 0u32 { r#""alpha": "1""#.to_owned() } else { format!("\"epsilon\": \"{sum}\"") }
}
