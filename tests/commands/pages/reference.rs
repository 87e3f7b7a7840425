//! The reference has every key of the schema, every claim with its values, and every limit.

use super::{root, text};
use dp_certify::{Kind, Limits};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// The keys and the words that a schema knows.
fn gather(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(properties) = object.get("properties").and_then(Value::as_object) {
                found.extend(properties.keys().cloned());
            }
            let words = object.get("enum").and_then(Value::as_array).into_iter().flatten().chain(object.get("const"));
            found.extend(words.filter_map(Value::as_str).map(str::to_owned));
            object.values().for_each(|below| gather(below, found));
        }
        Value::Array(items) => items.iter().for_each(|below| gather(below, found)),
        _ => {}
    }
}

#[test]
fn the_reference_of_mechanism_files_has_every_key() {
    let mut known = BTreeSet::new();
    gather(&serde_json::from_str(&text("certificates/schema/dp-mechanism-1.json")).unwrap(), &mut known);
    assert!(known.len() > 60, "{known:?}");
    let page = text("docs/src/mechanism-file.md");
    // Claims and their values have a page of their own.
    let claims = text("docs/src/claims.md");
    let named = |word: &String| {
        page.contains(&format!("`{word}`"))
            || page.contains(&format!("\"{word}\""))
            || claims.contains(&format!("`{word}`"))
    };
    let missing: Vec<&String> = known.iter().filter(|word| !named(word)).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

#[test]
fn every_claim_has_a_section_with_its_values() {
    let page = text("docs/src/claims.md");
    let (_, sections) = page.split_once("\n## ").unwrap();
    for kind in Kind::all() {
        let name = kind.name();
        let section = sections.split("\n## ").find(|section| section.starts_with(&format!("`{name}`\n")));
        let section = section.unwrap_or_else(|| panic!("{name} has no section"));
        for value in kind.values() {
            assert!(section.contains(&format!("`{value}`")), "{name}: {value}");
        }
        assert!(section.contains(&format!("\"{name}\"")), "{name} has no example");
        assert!(page.contains(&format!("[`{name}`](#{name})")), "{name} is not in the table");
    }
}

#[test]
fn every_schema_is_linked_from_the_page_on_formats() {
    let page = text("docs/src/formats.md");
    let visible = page.split("<!--").map(|part| part.split_once("-->").map_or(part, |(_, rest)| rest));
    let visible: String = visible.collect();
    for schema in fs::read_dir(root().join("certificates/schema")).unwrap() {
        let name = schema.unwrap().file_name().into_string().unwrap();
        assert!(visible.contains(&format!("(../../certificates/schema/{name})")), "{name}");
    }
}

#[test]
fn every_limit_stands_there_with_its_default() {
    let page = text("docs/src/limits.md");
    let (_, table) = page
        .split_once("| limit | default | of what | at the limit | on two cores |\n|---|---|---|---|---|\n")
        .unwrap();
    let listed: Vec<_> = table.lines().take_while(|line| line.starts_with('|')).collect();
    let defaults = Limits::default();
    assert_eq!(listed.len(), Limits::NAMES.len());
    for (line, (name, default)) in listed.iter().zip(defaults.each()) {
        assert!(
            line.starts_with(&format!("| `{name}` | {default} | ")),
            "{line}: the default of `{name}` is {default}"
        );
        let mut set = defaults;
        set.set(&format!("{name}={}", default - 1)).unwrap();
        let changed: Vec<_> = set.each().filter(|of| !defaults.each().any(|default| default == *of)).collect();
        assert_eq!(changed, [(name, default - 1)]);
    }
}
