//! Every place that is cited of the papers is one that they have, and is about what is said where it is cited.
//!
//! `citations.tsv` has the places: a paper by its letter, the place as the paper numbers it, and words (in any case) of
//! which one stands near each citation of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const TABLE: &str = include_str!("citations.tsv");

/// How the papers are named before a place.
const NAMES: [(&str, &str); 14] = [
    ("[E]", "E"),
    ("[A]", "A"),
    ("[G]", "G"),
    ("[H]", "H"),
    ("ElSalamouny et al.", "E"),
    ("Alvim et al.", "A"),
    ("Ghosh et al.", "G"),
    ("Holohan et al.", "H"),
    ("Ghosh, Roughgarden, Sundararajan,", "G"),
    ("Holohan, Leith, Mason,", "H"),
    ("Paper::ELSALAMOUNY, \"", "E"),
    ("Paper::ALVIM, \"", "A"),
    ("Paper::GHOSH, \"", "G"),
    ("Paper::HOLOHAN, \"", "H"),
];

const KINDS: [&str; 12] = [
    "Definition",
    "Lemma",
    "Theorem",
    "Proposition",
    "Property",
    "Corollary",
    "Example",
    "Remark",
    "Table",
    "Figure",
    "section",
    "appendix",
];

/// How far before and after a citation, in characters, its words may stand.
const BEFORE: usize = 500;
const AFTER: usize = 150;

/// The places that `text` begins with, such as "Lemmas 3 and 4, section 5.1".
fn places(mut text: &str) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        text = text.trim_start_matches([',', ';', ' ']).trim_start_matches("and ");
        let named = KINDS.iter().find_map(|kind| Some((kind, text.strip_prefix(kind)?)));
        let Some((kind, rest)) = named else { return found };
        text = rest.strip_prefix('s').unwrap_or(rest);
        while let Some(rest) = [" ", ", ", " and ", " to "].iter().find_map(|between| numbered(text, between)) {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(rest.len());
            let number = rest[..end].trim_end_matches('.');
            found.push(format!("{kind} {number}"));
            text = &rest[number.len()..];
        }
        if found.is_empty() {
            return found;
        }
    }
}

/// What follows `between`, if that is a number, or the letter of an appendix.
fn numbered<'a>(text: &'a str, between: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(between)?;
    let second = rest.chars().nth(1);
    let is_letter = rest.starts_with(['A', 'B']) && !second.is_some_and(char::is_alphanumeric);
    (rest.starts_with(|c: char| c.is_ascii_digit()) || is_letter).then_some(rest)
}

/// A file's text in one line, without what makes its lines comments.
fn in_one_line(text: &str) -> String {
    let bare = |line: &str| line.trim().trim_start_matches(['/', '!', '#']).trim().trim_end_matches('\\').to_owned();
    text.lines().map(bare).collect::<Vec<_>>().join(" ").replace('§', "section ")
}

/// Each citation in a text: paper, place, and what stands around it.
fn citations(text: &str) -> Vec<(&'static str, String, String)> {
    let mut found = Vec::new();
    for (name, paper) in NAMES {
        for (at, _) in text.match_indices(name) {
            let before = text[..at].chars().rev().take(BEFORE).collect::<Vec<_>>();
            let around: String = before.into_iter().rev().chain(text[at..].chars().take(AFTER)).collect();
            let around = around.to_lowercase();
            found.extend(places(&text[at + name.len()..]).into_iter().map(|place| (paper, place, around.clone())));
        }
    }
    found
}

/// All files that may cite.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        return fs::read_dir(path).unwrap().flat_map(|entry| files(&entry.unwrap().path())).collect();
    }
    let cites = path.extension().is_some_and(|end| ["md", "rs", "v", "py"].iter().any(|known| end == *known));
    if cites && !path.ends_with("citations.rs") { vec![path.to_owned()] } else { Vec::new() }
}

#[test]
fn the_papers_have_each_place_that_is_cited_and_it_is_about_that() {
    let rows = TABLE.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let table: BTreeMap<(&str, &str), &str> = rows.map(|row| ((row[0], row[1]), row[2])).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "certificates/FORMAT.md",
        "docs/src",
        "examples/README.md",
        "FINDINGS.md",
        "proofs",
        "src",
        "tests",
        "verifier",
    ];
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in folders.iter().flat_map(|folder| files(&root.join(folder))) {
        let text = in_one_line(&fs::read_to_string(&file).unwrap());
        for (paper, place, around) in citations(&text) {
            count += 1;
            match table.get(&(paper, place.as_str())) {
                None => wrong.push(format!("{}: [{paper}] has no {place}", file.display())),
                Some(words) if words.split('|').any(|word| around.contains(&word.to_lowercase())) => {}
                Some(words) => wrong.push(format!("{}: [{paper}] {place} is about {words}", file.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "{count} citations");
}

#[test]
fn lists_of_places_are_read() {
    let read = |text: &str| places(text).join("; ");
    assert_eq!(read(" Definition 6)."), "Definition 6");
    assert_eq!(read(", Lemmas 3 and 4 and section 5. That"), "Lemma 3; Lemma 4; section 5");
    assert_eq!(read(" Theorem 1 and Corollary 2.)"), "Theorem 1; Corollary 2");
    assert_eq!(read(" appendix B |"), "appendix B");
    assert_eq!(read(", Theorems 6, 8 and 10."), "Theorem 6; Theorem 8; Theorem 10");
    assert_eq!(read(" 2012, Theorem 5.1"), "");
}
