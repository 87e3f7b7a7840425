//! Values and verdicts over an interval of α, part by part.

use super::value::{Shown, Value, function_less};
use dp_file::alpha::{Bounds, Field, Interval, Point, Quotient, Signs};
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

/// A part of the interval of α: from one number to another, each with it or without; one number where both are the
/// same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The lower end.
    pub low: Point,
    /// Whether it belongs to the range.
    pub with_low: bool,
    /// The upper end.
    pub high: Point,
    /// Whether it belongs to the range.
    pub with_high: bool,
}

impl Range {
    /// One number.
    pub fn at(point: Point) -> Self {
        Self { low: point.clone(), with_low: true, high: point, with_high: true }
    }

    /// All numbers strictly between two.
    pub fn between(low: Point, high: Point) -> Self {
        Self { low, with_low: false, high, with_high: false }
    }

    /// `(0, 1/2]`, or `{1/2}`.
    pub fn written(&self) -> String {
        if self.low == self.high {
            return format!("{{{}}}", self.low.written());
        }
        let (open, close) = (if self.with_low { '[' } else { '(' }, if self.with_high { ']' } else { ')' });
        format!("{open}{}, {}{close}", self.low.written(), self.high.written())
    }

    /// The union with the range that begins where this one ends, if the end belongs to one of them.
    pub fn joined(&self, next: &Self) -> Option<Self> {
        (self.high == next.low && (self.with_high || next.with_low)).then(|| Self {
            low: self.low.clone(),
            with_low: self.with_low,
            high: next.high.clone(),
            with_high: next.with_high,
        })
    }
}

/// `(0, 1/2] ∪ {√2/2}`.
pub(crate) fn written(set: &[Range]) -> String {
    match set {
        [] => "∅".into(),
        set => set.iter().map(Range::written).collect::<Vec<_>>().join(" ∪ "),
    }
}

/// A set as an array of intervals `[END, END]`, closed in (0, 1), and points `END`, each end as `{"exact": "1/2",
/// "decimal": "0.500000000000"}`, with `root_of` and `between` where it is algebraic: as a file's `expect` writes it.
pub(super) fn serialize_set<S: Serializer>(set: &[Range], serializer: S) -> Result<S::Ok, S::Error> {
    struct End<'a>(&'a Point);
    impl serde::Serialize for End<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("exact", &self.0.written())?;
            if let Some(digits) = self.0.digits() {
                map.serialize_entry("decimal", &digits)?;
            }
            if let Point::Algebraic(root) = self.0 {
                let coefficients = root.polynomial().coefficients().iter().map(ToString::to_string);
                map.serialize_entry("root_of", &coefficients.collect::<Vec<_>>())?;
                map.serialize_entry("between", &[root.low().to_string(), root.high().to_string()])?;
            }
            map.end()
        }
    }
    let mut list = serializer.serialize_seq(Some(set.len()))?;
    for range in set {
        match range.low == range.high {
            true => list.serialize_element(&End(&range.low))?,
            false => list.serialize_element(&[End(&range.low), End(&range.high)])?,
        }
    }
    list.end()
}

/// A value on each of several ranges, rising.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces(pub Vec<(Range, Value, Vec<Field>)>);

impl Pieces {
    /// The signs of the value less an expected function, on all ranges.
    pub(super) fn signs_less(&self, expected: &Quotient, bounds: &Bounds) -> Option<Signs> {
        let on = |(value, field): (&Value, &Field)| function_less(&value.quotient()?, expected, field, bounds);
        let all = self.0.iter().flat_map(|(_, value, fields)| fields.iter().map(move |field| (value, field)));
        all.map(on).collect::<Option<Vec<_>>>()?.into_iter().reduce(Signs::or)
    }

    /// Whether there is a value at every number of this interval.
    pub fn covers(&self, whole: &Interval) -> bool {
        let (low, high) = whole.ends();
        let ends = self.0.first().zip(self.0.last()).map(|(first, last)| (&first.0.low, &last.0.high));
        ends == Some((&low, &high)) && self.0.windows(2).all(|pair| pair[0].0.joined(&pair[1].0).is_some())
    }

    /// `1/(1+a) on (0, 1/2], 2 on (1/2, 1)`.
    pub(super) fn in_words(&self) -> String {
        let piece = |(range, value, _): &(Range, Value, Vec<Field>)| {
            let text = value.exact(super::value::MOST_CHARACTERS).unwrap_or_else(|| value.in_words());
            format!("{text} on {}", range.written())
        };
        self.0.iter().map(piece).collect::<Vec<_>>().join(", ")
    }

    /// As `{"pieces": [{"on": "(0, 1/2]", "exact": "1/(1+a)"}, ...]}`.
    pub(super) fn serialize<S: Serializer>(&self, serializer: S, whole: bool) -> Result<S::Ok, S::Error> {
        struct Piece<'a>(&'a Range, &'a Value, bool);
        impl serde::Serialize for Piece<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("on", &self.0.written())?;
                Shown { value: self.1, whole: self.2 }.entries(&mut map)?;
                map.end()
            }
        }
        struct All<'a>(&'a Pieces, bool);
        impl serde::Serialize for All<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut list = serializer.serialize_seq(Some(self.0.0.len()))?;
                for (range, value, _) in &self.0.0 {
                    list.serialize_element(&Piece(range, value, self.1))?;
                }
                list.end()
            }
        }
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("pieces", &All(self, whole))?;
        map.end()
    }
}
