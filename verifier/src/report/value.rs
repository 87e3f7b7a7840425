//! Values that statements carry.

use crate::number::{Enclosure, Logarithm, Rational, bits, compare, decimal};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::cmp::Ordering;

/// The most characters of an exact value in a report that was not asked for all of them.
pub(super) const MOST_CHARACTERS: usize = 200;

/// A value that a statement carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A rational.
    Rational(Rational),
    /// A logarithm of a rational.
    Logarithm(Logarithm),
    /// A number known to lie in an enclosure.
    Enclosed(Enclosure),
    /// ∞, the ε of α = 0.
    Infinite,
    /// True or false.
    Flag(bool),
    /// A name, such as that of a theorem.
    Text(&'static str),
}

impl Value {
    /// The rational value, exactly, where there is one.
    pub fn rational(&self) -> Option<Rational> {
        match self {
            Value::Rational(x) => Some(x.clone()),
            Value::Logarithm(log) => log.exact(),
            _ => None,
        }
    }

    /// The rational value as text, unless it has more than `most` characters.
    pub fn exact(&self, most: usize) -> Option<String> {
        // A decimal digit has over 3.3 bits, so that long numbers need not be written to be measured.
        let x = self.rational().filter(|x| bits(x) / 4 <= most as u64)?;
        Some(x.to_string()).filter(|text| text.chars().count() <= most)
    }

    /// Twelve significant digits, for numbers.
    pub fn decimal(&self) -> Option<String> {
        match self {
            Value::Rational(x) => Some(decimal(x)),
            Value::Logarithm(log) => log.decimal(),
            Value::Enclosed(Enclosure { low, high }) => Some(decimal(low)).filter(|text| *text == decimal(high)),
            Value::Infinite => Some("inf".into()),
            Value::Flag(_) | Value::Text(_) => None,
        }
    }

    /// The value against a rational, exactly; `None` where that can't be told or makes no sense.
    pub fn compare(&self, other: &Rational) -> Option<Ordering> {
        match self {
            Value::Rational(x) => Some(compare(x, other)),
            Value::Logarithm(log) => log.compare(other),
            Value::Enclosed(Enclosure { low, high }) => match (compare(low, other), compare(high, other)) {
                (Ordering::Greater, _) => Some(Ordering::Greater),
                (_, Ordering::Less) => Some(Ordering::Less),
                _ => None,
            },
            Value::Infinite => Some(Ordering::Greater),
            Value::Flag(_) | Value::Text(_) => None,
        }
    }
}

/// A value as the report's JSON has it.
pub(super) struct Shown<'a> {
    pub(super) value: &'a Value,
    /// Whether exact values are shown however long.
    pub(super) whole: bool,
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Text(text) => serializer.serialize_str(text),
            number => {
                let most = if self.whole { usize::MAX } else { MOST_CHARACTERS };
                let mut map = serializer.serialize_map(None)?;
                if let Some(exact) = number.exact(most) {
                    map.serialize_entry("exact", &exact)?;
                }
                if let Some(decimal) = number.decimal() {
                    map.serialize_entry("decimal", &decimal)?;
                }
                map.end()
            }
        }
    }
}
