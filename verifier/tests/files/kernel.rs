//! What the kernel and its numbers may not have: words, floats, decimals, dependencies.

use std::path::{Path, PathBuf};

fn folders() -> [PathBuf; 2] {
    ["number", "kernel"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("../verifier").join(name))
}

/// Their source files but those of tests, with their texts.
fn sources() -> Vec<(String, String)> {
    let (mut folders, mut found) = (folders().map(|folder| folder.join("src")).to_vec(), Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            match () {
                () if name == "tests" || name == "tests.rs" => {}
                () if path.is_dir() => folders.push(path),
                () => found.push((path.display().to_string(), std::fs::read_to_string(&path).expect("a text"))),
            }
        }
    }
    found
}

/// A text without its comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Whether the text has this word, and not as a part of another.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

/// Digits with a point between them, `0.5`, but not `1..2`, `x.0.1` or a method.
fn has_decimal(text: &str) -> bool {
    let bytes = text.as_bytes();
    (1..bytes.len().saturating_sub(1)).any(|i| {
        let start = bytes[..i].iter().rposition(|b| !b.is_ascii_digit()).map_or(0, |k| k + 1);
        let alone = start == 0
            || !(bytes[start - 1] == b'.' || bytes[start - 1] == b'_' || bytes[start - 1].is_ascii_alphabetic());
        bytes[i] == b'.' && start < i && alone && bytes[i + 1].is_ascii_digit()
    })
}

#[test]
fn it_has_no_words_no_floats_and_no_decimals() {
    let sources = sources();
    assert!(sources.len() > 20);
    for (name, text) in &sources {
        let code = code(text);
        // A rational is written as n/d, which certificates are read back from.
        if name.ends_with("number/src/rational.rs") {
            continue;
        }
        for word in ["format", "print", "println", "eprint", "eprintln", "write", "writeln"] {
            assert!(!has_word(&code, &format!("{word}!")) && !code.contains(&format!("{word}!(")), "{name}: {word}!");
        }
        for word in ["f32", "f64", "to_string", "Display", "String", "unsafe"] {
            assert!(!has_word(&code, word), "{name}: {word}");
        }
        assert!(!has_decimal(&code), "{name}: a decimal point");
    }
}

/// Two fractions may be one number: an order that compares their parts is none of numbers.
#[test]
fn no_order_of_numbers_is_derived() {
    let mut found = Vec::new();
    for (_, text) in sources() {
        let mut lines = text.lines();
        while let Some(line) = lines.find(|line| line.contains("derive(") && line.contains("Ord")) {
            let of = lines.find(|line| ["struct ", "enum "].iter().any(|kind| line.contains(kind)));
            found.push(format!("{line}: {}", of.unwrap_or("nothing")));
        }
    }
    assert!(found.iter().all(|line| line.contains("struct Monomial ")) && found.len() == 1, "{found:#?}");
}

#[test]
fn it_depends_on_integers_only() {
    for folder in folders() {
        its_integers_are_num_s(&folder);
    }
}

fn its_integers_are_num_s(folder: &Path) {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let (mut section, mut found) = ("", Vec::new());
    for line in manifest.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name,
            None if section.ends_with("dependencies") && section != "dev-dependencies" => found.push(line),
            None => {}
        }
        // A table of its own for one dependency.
        if let Some((kind, name)) = section.split_once("dependencies.") {
            assert!(kind == "dev-" || name.starts_with("num-"), "{section}");
        }
    }
    assert!(
        !found.is_empty() && found.iter().all(|line| line.starts_with("num-") || line.starts_with("dp-number ")),
        "{found:?}"
    );
}

/// The tests above would see what they are to see.
#[test]
fn what_is_forbidden_is_found() {
    for (text, found) in
        [("let x = 0.5;", true), ("0..5", false), ("pair.0.1", false), ("x.0", false), ("[1.0]", true), ("1.5", true)]
    {
        assert_eq!(has_decimal(text), found, "{text}");
    }
    assert!(has_word("let x: f64 = y", "f64") && !has_word("from_f64x", "f64"));
    assert_eq!(code("a // 0.5 format!\nb"), "a \nb");
}
