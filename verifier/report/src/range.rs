//! Sets of α: intervals and points.

use dp_file::alpha::Point;
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
            return format!("{{{}}}", dp_algebra::written(&self.low));
        }
        let (open, close) = (if self.with_low { '[' } else { '(' }, if self.with_high { ']' } else { ')' });
        format!("{open}{}, {}{close}", dp_algebra::written(&self.low), dp_algebra::written(&self.high))
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

/// The bits of the rationals between which a root is told.
const BITS: u64 = 64;

/// A set as an array of intervals `[END, END]`, closed in (0, 1), and points `END`, each end as `{"exact": "1/2",
/// "decimal": "0.500000000000"}`, with `root_of` and `between` where it is algebraic: as a file's `expect` writes it.
pub(crate) fn serialize_set<S: Serializer>(set: &[Range], serializer: S) -> Result<S::Ok, S::Error> {
    struct End<'a>(&'a Point);
    impl serde::Serialize for End<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("exact", &dp_algebra::written(self.0))?;
            if let Some(digits) = dp_algebra::digits(self.0) {
                map.serialize_entry("decimal", &digits)?;
            }
            if let Point::Algebraic(root) = self.0 {
                let ends = dp_algebra::within(root, BITS).ok().flatten().unwrap_or_else(|| root.clone()).between();
                let coefficients: Vec<_> = root.polynomial().coefficients().iter().map(ToString::to_string).collect();
                map.serialize_entry("root_of", &coefficients)?;
                map.serialize_entry("between", &ends.map(|end| end.to_string()))?;
            }
            map.end()
        }
    }
    let mut list = serializer.serialize_seq(Some(set.len()))?;
    for range in set {
        if range.low == range.high {
            list.serialize_element(&End(&range.low))?
        } else {
            list.serialize_element(&[End(&range.low), End(&range.high)])?
        }
    }
    list.end()
}
