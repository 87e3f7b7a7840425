//! Commands that write several files: all of them, or none.

use assert_cmd::cargo::cargo_bin_cmd;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Every file and folder below this one, with the text of the files.
fn contents(folder: &Path) -> BTreeMap<String, Option<String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        found.insert(path.display().to_string(), fs::read_to_string(&path).ok());
        if path.is_dir() {
            found.extend(contents(&path));
        }
    }
    found
}

fn fails_and_changes_nothing(folder: &Path, arguments: &[&str], says: &str) {
    let before = contents(folder);
    let run = cargo_bin_cmd!("certify").args(arguments).current_dir(folder).assert().code(2);
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(error.contains(says), "{error}");
    assert_eq!(contents(folder), before, "{arguments:?}");
}

#[test]
fn a_picture_and_its_values() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("p.svg")).expect("a folder");
    fs::write(folder.path().join("p.csv"), "my,data").expect("a file");
    fails_and_changes_nothing(folder.path(), &["figure", "000.fig2", "-o", "p.svg", "-q"], "p.svg: this is a folder");
    fs::create_dir(folder.path().join("q.csv")).expect("a folder");
    fails_and_changes_nothing(folder.path(), &["figure", "000.fig2", "-o", "q.svg", "-q"], "q.csv: this is a folder");
}

#[test]
fn the_files_of_a_suite() {
    let folder = TempDir::new().expect("a folder");
    let at = |place: &str| folder.path().join(place);
    fs::create_dir_all(at("a/000/P3/upper-bounds-attained.json")).expect("a folder");
    fs::write(at("a/000/P3/disconnected.json"), "mine").expect("a file");
    let to = |folder| ["theorems", "000.P3", "000.Ex1", "-q", "-o", folder];
    fails_and_changes_nothing(folder.path(), &to("a"), "upper-bounds-attained.json: this is a folder");
    fs::create_dir_all(at("b/000")).expect("a folder");
    fs::write(at("b/000/P3"), "a file").expect("a file");
    fails_and_changes_nothing(folder.path(), &to("b"), "P3: not a folder");
    // A folder of ours is written into again.
    for _ in 0..2 {
        cargo_bin_cmd!("certify").args(to("c/d")).current_dir(folder.path()).assert().success();
    }
    assert_eq!(contents(&at("c/d/000")).len(), 2 + 2 * 6);
}
