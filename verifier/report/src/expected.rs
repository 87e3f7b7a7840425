//! What a file expects of a claim, beside what was found.

use super::shown::Shown;
use super::{Because, Bound, Expectation, Statement, Value, Verdict};
use dp_file::number::{BigInt, Rational, compare, exact_or_decimal, significant, sum};
use serde::ser::{Serialize, SerializeMap, Serializer};

fn verdict(of: Verdict) -> &'static str {
    match of {
        Verdict::Holds => "it holds",
        Verdict::Fails => "it fails",
        Verdict::Undecided => "it is undecided",
    }
}

/// `it holds, utility = 4/9`.
fn listed(of: Verdict, all: impl Iterator<Item = String>) -> String {
    [verdict(of).to_owned()].into_iter().chain(all).collect::<Vec<_>>().join(", ")
}

/// A number of a file: as a decimal where it is a short one.
fn plain(x: &Rational) -> String {
    let digits = significant(x, 12);
    let short = read(&digits).filter(|read| read == x).map(|_| {
        let text = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
        text.to_owned()
    });
    short.unwrap_or_else(|| exact_or_decimal(x))
}

/// The number of a decimal of few digits.
fn read(digits: &str) -> Option<Rational> {
    let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
    let ten = BigInt::from(10u8).pow(u32::try_from(places.len()).ok()?);
    Some(Rational::new(format!("{whole}{places}").parse().ok()?, ten))
}

impl Expectation {
    /// `it holds, utility at least 2/5`.
    pub fn in_words(&self) -> String {
        let tolerance = |name: &str| self.within.iter().find(|(of, _)| *of == name);
        let words = |bound: &Bound| match (tolerance(bound.value), bound.relation) {
            (Some((name, [x, most])), "at_least") => Some(format!("{name} = {} ± {}", plain(x), plain(most))),
            (Some(_), _) => None,
            (None, _) => Some(bound.in_words()),
        };
        listed(self.verdict, self.bounds.iter().filter_map(words))
    }

    /// How far a value is from the number that it may be so far from, where it is farther: `off by about 0.0864`.
    fn off_by(&self, name: &str, found: &Value) -> Option<String> {
        let (_, [x, most]) = self.within.iter().find(|(of, _)| *of == name)?;
        let off = sum(&read(&found.decimal()?)?, &-x);
        let off = if off.is_negative() { -&off } else { off };
        compare(&off, most).is_gt().then(|| format!("off by about {}", significant(&off, 3)))
    }
}

impl Statement {
    /// `expected: it holds, utility at least 2/5; found: it holds, utility = 1/3`; `None` where the file does not say
    /// what it expects.
    pub fn expected_and_found(&self) -> Option<String> {
        self.expected?;
        let all = self.expects.iter().map(Expectation::in_words).collect::<Vec<_>>().join("; and ");
        Some(format!("expected: {all}; {}", self.found_in_words()))
    }

    /// `found: it holds, utility = 1/3`: the values that something is expected of.
    pub fn found_in_words(&self) -> String {
        // What is about nothing has no values to be told.
        let told = |(_, value): &(_, Option<&Value>)| value.is_some() || self.because != Because::Vacuous;
        let found = self.bounded().filter(told).map(|(name, value)| match value {
            Some(value) => {
                let off = self.expects.iter().find_map(|of| of.off_by(name, value));
                let off = off.map_or_else(String::new, |off| format!(" ({off})"));
                format!("{name} = {}{off}", value.in_text())
            }
            None => format!("no {name}"),
        });
        format!("found: {}", listed(self.verdict, found))
    }

    /// The values that something is expected of, each once, as they were found.
    fn bounded(&self) -> impl Iterator<Item = (&'static str, Option<&Value>)> {
        let mut names: Vec<&'static str> = Vec::new();
        for bound in self.expects.iter().flat_map(|of| &of.bounds) {
            if !names.contains(&bound.value) {
                names.push(bound.value);
            }
        }
        let value = |name: &str| self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
        names.into_iter().map(move |name| (name, value(name)))
    }
}

/// What is expected of a statement and what was found, for JSON; values however long if `whole`.
pub(super) struct Beside<'a> {
    pub(super) statement: &'a Statement,
    pub(super) whole: bool,
}

impl Serialize for Beside<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Beside { statement, whole } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("words", &statement.expected_and_found())?;
        map.serialize_entry("expected", &statement.expects.iter().map(|of| One(of, whole)).collect::<Vec<_>>())?;
        map.serialize_entry("found", &Found { statement, whole })?;
        map.end()
    }
}

/// One expectation.
struct One<'a>(&'a Expectation, bool);

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Of<'a>(&'a Bound, bool);
        impl Serialize for Of<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("value", self.0.value)?;
                let expected = self.0.expected.as_ref();
                map.serialize_entry(self.0.relation, &expected.map(|value| Shown { value, whole: self.1 }))?;
                map.end()
            }
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("verdict", &self.0.verdict)?;
        if !self.0.bounds.is_empty() {
            let bounds = self.0.bounds.iter().map(|bound| Of(bound, self.1));
            map.serialize_entry("bounds", &bounds.collect::<Vec<_>>())?;
        }
        map.end()
    }
}

/// What was found of what is expected.
struct Found<'a> {
    statement: &'a Statement,
    whole: bool,
}

impl Serialize for Found<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Values<'a>(Vec<(&'static str, Option<&'a Value>)>, bool);
        impl Serialize for Values<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let found = self.0.iter().filter_map(|(name, value)| Some((*name, (*value)?)));
                serializer.collect_map(found.map(|(name, value)| (name, Shown { value, whole: self.1 })))
            }
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("verdict", &self.statement.verdict)?;
        let values: Vec<_> = self.statement.bounded().collect();
        if !values.is_empty() {
            map.serialize_entry("values", &Values(values, self.whole))?;
        }
        map.end()
    }
}
