//! The two mechanism files and their certificates.

use crate::Options;
use crate::certificate;
use crate::construct::{extent, safe};
use crate::decide::{self, Decisions};
use crate::statement::Finding;
use crate::timing::Part;
use dp_kernel::Verdict;
use dp_verify::error::Error;
use dp_verify::json::{self, Value};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Floor, Pow};
use malachite::rational::Rational;

use super::search;

/// A mechanism file at one end of the pair, and its certificate, which the verifier has accepted.
#[derive(Debug, Clone)]
pub struct Half {
    /// α as a decimal.
    pub alpha: String,
    /// The mechanism file, `dp-mechanism/1`.
    pub mechanism: String,
    /// Its certificate, `dp-certificate/2`.
    pub certificate: String,
}

/// α1 < α2, next to each other among the decimals of so many places.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The decimal places of both.
    pub places: u32,
    /// At α1 a tight-constraints mechanism exists.
    pub exists: Half,
    /// At α2 there is none.
    pub fails: Half,
}

/// A decision at k·10^-places.
#[derive(Debug)]
pub(super) struct Decided {
    k: Integer,
    places: u32,
    exists: bool,
    decisions: Decisions,
}

/// What the mechanism files are made of.
pub(super) struct BracketFiles<'a> {
    /// The query as the file writes it.
    query: String,
    name: Option<String>,
    /// The open interval of the search.
    interval: [Rational; 2],
    limits: &'a Limits,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Stop {
    /// A file is over a limit.
    Wrong(Error),
    /// Something is left open.
    Open(String),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Wrong(error)
    }
}

/// How often the distance to the first guess is doubled.
const DOUBLINGS: u32 = 8;

impl<'a> BracketFiles<'a> {
    pub(super) fn new(bytes: &[u8], mechanism: &Mechanism, limits: &'a Limits) -> Result<Self, Error> {
        let node = json::read(bytes, limits)?;
        let members = if let Value::Object(members) = &node.value { &members[..] } else { &[] };
        let source = String::from_utf8_lossy(bytes);
        // A file without a query has not been read.
        let query = members.iter().find(|(key, _)| key == "query").map(|(_, value)| extent(&source, value.offset));
        let query = query.unwrap_or_default().to_owned();
        Ok(Self { query, name: mechanism.name.clone(), interval: search::interval(mechanism), limits })
    }

    /// Whether a file with an α of so many places is within the limits.
    pub(super) fn fits(&self, places: u32) -> Result<(), Error> {
        let longest = Integer::from(10).pow(u64::from(places)) - Integer::from(1);
        Mechanism::read(self.text(&longest, places, true).as_bytes(), self.limits).map(drop)
    }

    fn text(&self, k: &Integer, places: u32, exists: bool) -> String {
        let claim = if exists {
            r#""tight-constraints-exist""#
        } else {
            r#"{ "claim": "tight-constraints-exist", "expect": { "verdict": "fails" } }"#
        };
        let about = if exists { "tight constraints exist at this α" } else { "no tight constraints exist at this α" };
        let of = self.name.as_ref().map(|name| format!(", for the query of: {name}")).unwrap_or_default();
        // A string has no way to fail.
        let name = serde_json::to_string(&format!("{about}{of}")).unwrap_or_default();
        safe(&format!(
            "{{\n  \"format\": \"{}\",\n  \"name\": {name},\n  \"privacy\": {{ \"alpha\": \"{}\" }},\n  \"query\": {},\n  \
             \"claims\": [{claim}]\n}}\n",
            Mechanism::FORMAT,
            decimal(k, places),
            self.query,
        ))
    }

    /// Decides at k·10^-places; `None` off the interval of the search.
    fn at(&self, k: &Integer, places: u32) -> Result<Option<Decided>, Stop> {
        let alpha = Rational::from_integers(k.clone(), Integer::from(10).pow(u64::from(places)));
        let [low, high] = &self.interval;
        if alpha <= *low || alpha >= *high {
            return Ok(None);
        }
        let part = Part::begin("decision");
        let mechanism = Mechanism::read(self.text(k, places, true).as_bytes(), self.limits)?;
        let only = vec![Kind::TightConstraintsExist];
        let options = Options { only, limits: *self.limits, ..Options::default() };
        let decisions = decide::decide(&mechanism, &options);
        let exists = match decisions.statements.first().map(|statement| &statement.finding) {
            Some(Finding::Decided(decided)) => decided.verdict == Verdict::Holds,
            Some(Finding::Undecided(why)) => return Err(Stop::Open(why.clone())),
            None => return Err(Stop::Open("nothing was stated of tight constraints".into())),
        };
        part.end(format_args!("{} at {}", if exists { "exists" } else { "fails" }, decimal(k, places)));
        Ok(Some(Decided { k: k.clone(), places, exists, decisions }))
    }

    /// Neighbours among the decimals with so many places, near x, where existence turns into failure.
    ///
    /// `None` if there are none nearby. Cost: two decisions, side by side, if x is as close as it should be.
    ///
    /// # Errors
    /// If a file is over a limit, or a decision is left open.
    pub(super) fn around(&self, x: &Rational, places: u32) -> Result<Option<[Decided; 2]>, Stop> {
        let k = (x * Rational::from(Integer::from(10).pow(u64::from(places)))).floor();
        let next = &k + Integer::from(1);
        let (here, next) = rayon::join(|| self.at(&k, places), || self.at(&next, places));
        let (Some(here), Some(next)) = (here?, next?) else { return Ok(None) };
        match (here.exists, next.exists) {
            (true, false) => Ok(Some([here, next])),
            (true, true) => self.beyond(next),
            (false, _) => self.beyond(here),
        }
    }

    /// Upwards from a point of existence, downwards from one of failure: twice as far each time until the verdict
    /// changes, then by bisection.
    fn beyond(&self, start: Decided) -> Result<Option<[Decided; 2]>, Stop> {
        let mut near = start;
        for doubling in 0..DOUBLINGS {
            let step = Integer::from(1) << u64::from(doubling);
            let k = if near.exists { &near.k + step } else { &near.k - step };
            let Some(other) = self.at(&k, near.places)? else { return Ok(None) };
            if other.exists != near.exists {
                return if near.exists { self.between(near, other) } else { self.between(other, near) };
            }
            near = other;
        }
        Ok(None)
    }

    /// Neighbours between a point of existence and one of failure.
    fn between(&self, mut low: Decided, mut high: Decided) -> Result<Option<[Decided; 2]>, Stop> {
        while &high.k - &low.k > 1 {
            let Some(middle) = self.at(&((&low.k + &high.k) >> 1u64), low.places)? else { return Ok(None) };
            let end = if middle.exists { &mut low } else { &mut high };
            *end = middle;
        }
        Ok(Some([low, high]))
    }

    /// Both mechanism files with their certificates, side by side.
    ///
    /// # Errors
    /// If a certificate is over a limit, or the verifier does not accept one.
    pub(super) fn certified(&self, [low, high]: [Decided; 2]) -> Result<Pair, Stop> {
        let places = low.places;
        let (exists, fails) = rayon::join(|| self.half(low), || self.half(high));
        Ok(Pair { places, exists: exists?, fails: fails? })
    }

    /// Where the claim comes out as the file says, the verifier's status is 0.
    fn half(&self, decided: Decided) -> Result<Half, Stop> {
        let Decided { k, places, exists, decisions } = decided;
        let (alpha, text) = (decimal(&k, places), self.text(&k, places, exists));
        let mechanism = Mechanism::read(text.as_bytes(), self.limits)?;
        let certified =
            certificate::checked(&mechanism, decisions, &Options { limits: *self.limits, ..Options::default() })?;
        if certified.report.status() == 0 {
            return Ok(Half { alpha, mechanism: text, certificate: certified.certificate });
        }
        let reason = certified.report.statements.into_iter().find_map(|statement| statement.reason);
        Err(Stop::Open(reason.unwrap_or_else(|| format!("the verifier does not prove what was decided at {alpha}"))))
    }
}

/// k·10^-places for 0 ≤ k < 10^places.
fn decimal(k: &Integer, places: u32) -> String {
    format!("0.{:0>places$}", k.to_string(), places = places as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_keep_their_zeros() {
        assert_eq!(decimal(&Integer::from(50), 4), "0.0050");
        assert_eq!(decimal(&Integer::from(7), 1), "0.7");
    }
}
