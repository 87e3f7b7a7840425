//! Pieces of mechanism files in a page.

use super::text;
use dp_certify::{Options, certify};
use serde_json::{Map, Value, json};

/// What a piece leaves out: α = 1/2 on a line of two.
fn whole(piece: &Map<String, Value>) -> String {
    let mut file = json!({
        "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" }, "query": { "graph": "line", "nodes": 2 }
    });
    file.as_object_mut().unwrap().extend(piece.clone());
    file.to_string()
}

/// Every piece is read, valid by the schema, and all its claims hold as expected; or it is refused, with a place in
/// what it has.
///
/// A block is one piece, or one in each of its lines.
pub(super) fn check(block: &str, refused: bool, place: &str) {
    let schema = serde_json::from_str(&text("certificates/schema/dp-mechanism-1.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let object = |text: &str| serde_json::from_str::<Map<String, Value>>(text);
    let pieces = match object(block) {
        Ok(piece) => vec![piece],
        Err(_) => block.lines().map(|line| object(line).unwrap_or_else(|e| panic!("{place}: {line}: {e}"))).collect(),
    };
    assert!(!pieces.is_empty(), "{place}: an empty block");
    for piece in pieces {
        let shown = Value::Object(piece.clone());
        let file = whole(&piece);
        match certify(file.as_bytes(), &Options::default()) {
            Err(error) => {
                assert!(refused, "{place}: {shown}\n{error}");
                let inside = piece.keys().any(|key| error.path.starts_with(&format!("$.{key}")));
                assert!(inside, "{place}: {shown}\n{error}");
            }
            Ok(certified) => {
                assert!(!refused, "{place}: {shown} is not refused");
                assert_eq!(certified.report.status(), 0, "{place}: {shown}\n{}", certified.report.summary());
                let faults = schema.iter_errors(&serde_json::from_str(&file).unwrap()).count();
                assert_eq!(faults, 0, "{place}: {shown} and its schema");
            }
        }
    }
}
