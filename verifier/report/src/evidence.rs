//! What a statement rests on, as fields: where a claim fails, where a value is attained, and by how much.

use super::Value;
use super::shown::Shown;
use dp_file::limits::total;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A node or an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its number, from 0.
    pub index: usize,
    /// What the file calls it, where it calls it anything.
    pub label: Option<String>,
}

/// The bytes for one of a label: JSON may write it as six, and the label itself stands beside that.
const TOLD: u64 = 8;

impl Place {
    fn bytes(&self) -> u64 {
        total([128, self.label.as_ref().map_or(0, |label| label.len() as u64).saturating_mul(TOLD)])
    }
}

/// A row that is not a distribution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultyRow {
    /// The row.
    pub row: Place,
    /// The first output with a negative entry; `None` where only the sum is wrong, or where it is not told.
    pub output: Option<Place>,
    /// The negative entry.
    pub entry: Option<Value>,
    /// What the row sums to, where no entry is negative.
    pub sum: Option<Value>,
}

/// Where a claim fails, or where a value that holds is attained; fields that say nothing of it are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Whose nodes and outputs these are, if not the file's: `parent`, that of a product.
    pub of: Option<&'static str>,
    /// The part of a composition, from 0, whose rows or outputs these are.
    pub part: Option<usize>,
    /// α, or `b`, for which it is shown, of an interval.
    pub at: Option<String>,
    /// Two nodes whose rows are compared: neighbours, those at the distance of `group-privacy`, or two databases of one
    /// answer of `oblivious`.
    pub pair: Option<[Place; 2]>,
    /// How far the two are from each other, where edges have lengths, or the claim is about a distance.
    pub distance: Option<String>,
    /// An output.
    pub output: Option<Place>,
    /// A set of outputs.
    pub set: Vec<Place>,
    /// What each of the pair has there.
    pub entries: Vec<Value>,
    /// A node; of rows that are no distributions the worst.
    pub node: Option<Place>,
    /// A prior: the nodes with a weight above 0.
    pub prior: Vec<(Place, Value)>,
    /// Rows that are no distributions: of `stochastic` all of them.
    pub rows: Vec<FaultyRow>,
}

/// By how much two numbers that a statement compares differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Of which: `optimum - utility`.
    pub of: &'static str,
    /// The difference.
    pub by: Value,
}

impl Evidence {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let rows = self.rows.iter().flat_map(|row| std::iter::once(&row.row).chain(&row.output));
        let places = self.pair.iter().flatten().chain(&self.output).chain(&self.node).chain(&self.set);
        let places = places.chain(self.prior.iter().map(|(node, _)| node)).chain(rows);
        let named = places.map(Place::bytes).fold(0, u64::saturating_add);
        let numbers = self.entries.iter().chain(self.prior.iter().map(|(_, x)| x));
        let of_rows = self.rows.iter().flat_map(|row| row.entry.iter().chain(&row.sum));
        numbers.chain(of_rows).map(Value::bytes).fold(named, u64::saturating_add)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("index", &self.index)?;
        if let Some(label) = &self.label {
            map.serialize_entry("label", label)?;
        }
        map.end()
    }
}

/// A part of a statement, its numbers however long if `whole`.
pub(super) struct Of<'a, T>(pub(super) &'a T, pub(super) bool);

impl Serialize for Of<'_, FaultyRow> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (Of(row, whole), mut map) = (self, serializer.serialize_map(None)?);
        map.serialize_entry("row", &row.row)?;
        if let Some(output) = &row.output {
            map.serialize_entry("output", output)?;
        }
        for (name, value) in [("entry", &row.entry), ("sum", &row.sum)] {
            if let Some(value) = value {
                map.serialize_entry(name, &Shown { value, whole: *whole })?;
            }
        }
        map.end()
    }
}

impl Serialize for Of<'_, (Place, Value)> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (Of((node, weight), whole), mut map) = (self, serializer.serialize_map(None)?);
        map.serialize_entry("node", node)?;
        map.serialize_entry("weight", &Shown { value: weight, whole: *whole })?;
        map.end()
    }
}

impl Serialize for Of<'_, Evidence> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Of(of, whole) = self;
        let mut map = serializer.serialize_map(None)?;
        for (name, text) in [("of", of.of), ("at", of.at.as_deref())] {
            if let Some(text) = text {
                map.serialize_entry(name, text)?;
            }
        }
        if let Some(part) = of.part {
            map.serialize_entry("part", &part)?;
        }
        if let Some(pair) = &of.pair {
            map.serialize_entry("pair", pair)?;
        }
        if let Some(distance) = &of.distance {
            map.serialize_entry("distance", distance)?;
        }
        for (name, place) in [("output", &of.output), ("node", &of.node)] {
            if let Some(place) = place {
                map.serialize_entry(name, place)?;
            }
        }
        if !of.set.is_empty() {
            map.serialize_entry("set", &of.set)?;
        }
        if !of.entries.is_empty() {
            let entries: Vec<Shown> = of.entries.iter().map(|value| Shown { value, whole: *whole }).collect();
            map.serialize_entry("entries", &entries)?;
        }
        if !of.prior.is_empty() {
            map.serialize_entry("prior", &of.prior.iter().map(|weight| Of(weight, *whole)).collect::<Vec<_>>())?;
        }
        if !of.rows.is_empty() {
            map.serialize_entry("rows", &of.rows.iter().map(|row| Of(row, *whole)).collect::<Vec<_>>())?;
        }
        map.end()
    }
}

impl Serialize for Of<'_, Gap> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("of", self.0.of)?;
        Shown { value: &self.0.by, whole: self.1 }.entries(&mut map)?;
        map.end()
    }
}
