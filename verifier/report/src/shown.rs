//! Values as the report's JSON has them.

use super::range::{Range, serialize_set};
use super::value::{MOST_CHARACTERS, Pieces, Value};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

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
            Value::Pieces(pieces) => serialize_pieces(pieces, serializer, self.whole),
            Value::Set(set) => serialize_set(set, serializer),
            _ => {
                let mut map = serializer.serialize_map(None)?;
                self.entries(&mut map)?;
                map.end()
            }
        }
    }
}

impl Shown<'_> {
    /// `exact` and `decimal` of a number.
    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let most = if self.whole { usize::MAX } else { MOST_CHARACTERS };
        if let Some(exact) = self.value.exact(most) {
            map.serialize_entry("exact", &exact)?;
        }
        if let Some(decimal) = self.value.decimal() {
            map.serialize_entry("decimal", &decimal)?;
        }
        if let Some(ends) = self.value.ends() {
            map.serialize_entry("between", &ends)?;
        }
        Ok(())
    }
}

/// As `{"pieces": [{"on": "(0, 1/2]", "exact": "1/(1+a)"}, ...]}`.
fn serialize_pieces<S: Serializer>(pieces: &Pieces, serializer: S, whole: bool) -> Result<S::Ok, S::Error> {
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
    map.serialize_entry("pieces", &All(pieces, whole))?;
    map.end()
}
