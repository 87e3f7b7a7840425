//! JSON objects that are written key by key.

use serde_json::{Map, Value};

/// An object that begins with this key.
pub(crate) fn object(key: &str, part: impl Into<Value>) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), part.into())])
}

/// Adds a key at the end.
pub(crate) fn add(object: &mut Map<String, Value>, key: &str, part: Value) {
    object.insert(key.to_owned(), part);
}
