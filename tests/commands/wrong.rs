//! What is wrong with an input: in words on standard error in every format, by its parts on standard output in JSON.

use crate::schemas::{assert_valid, files, list_schema, schema};
use assert_cmd::cargo::cargo_bin_cmd;
use dp_verify::file;
use dp_verify::limits::Limits;
use dp_verify::report::error_to_json;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

const GOOD: &str =
    r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}}"#;

/// A folder with a good file, `good.json`, and a bad one, `m.json`.
struct Folder(TempDir);

impl Folder {
    fn with(text: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("good.json"), GOOD).expect("written");
        fs::write(folder.path().join("m.json"), text).expect("written");
        Self(folder)
    }

    /// Standard output and standard error of a call that ends with 2 and leaves nothing behind.
    fn refused(&self, arguments: &[&str]) -> [String; 2] {
        let output = cargo_bin_cmd!("certify").current_dir(self.0.path()).args(arguments).output().expect("run");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
    }

    fn count(&self) -> usize {
        fs::read_dir(self.0.path()).expect("the folder").count()
    }
}

/// What is wrong, by its parts: path, line, column, what was found and what was expected.
#[test]
fn a_malformed_file_is_told_by_its_parts() {
    let schema = schema("dp-error-1.json");
    let with = |old: &str, new: &str| GOOD.replace(old, new);
    for (text, parts) in [
        (with("\"1/2\"", "\"3/2\""), ["$.privacy.alpha", "1", "51", "\"3/2\"", "0 < α ≤ 1"]),
        (with("\"nodes\"", "\"node\""), ["$.query.node", "1", "", "unknown key", "one of: "]),
        (with("line", "lime"), ["$.query.graph", "1", "", "\"lime\"", "\"line\""]),
        (with("\"nodes\": 2", "\"nodes\": 0"), ["$.query.nodes", "1", "", "the number 0", "at least 1"]),
        (with(", \"nodes\": 2", ""), ["$.query", "1", "", "an object with the key \"graph\"", "the key \"nodes\""]),
        (with("1/2", "1/2/"), ["$.privacy.alpha", "1", "51", "\"1/2/\"", "a rational number such as"]),
        (with("}}", "}"), ["$", "1", "", "the file ends here", "',' or '}'"]),
        (with(": 2", ": 2, \"nodes\": 2"), ["$.query", "1", "", "the repeated key \"nodes\"", "each key once"]),
    ] {
        let [path, line, column, found, expected] = parts;
        let folder = Folder::with(&text);
        let [plain, words] = folder.refused(&["m.json"]);
        let [printed, same] = folder.refused(&["m.json", "--format", "json"]);
        assert_eq!((plain.as_str(), &words), ("", &same), "{text}");
        assert_valid(&schema, &printed, &text);
        let error = serde_json::from_str::<Value>(&printed).expect("JSON")["error"].clone();
        assert_eq!(words, format!("certify: {}\n", error["message"].as_str().expect("a message")), "{text}");
        let start = format!("certify: m.json:{}:{}: {}: ", error["line"], error["column"], path);
        assert!(words.starts_with(&start), "{words} and not {start}");
        assert_eq!((&error["file"], &error["path"]), (&json!("m.json"), &json!(path)), "{text}");
        let placed = ["line", "column"].map(|key| error[key].as_u64().expect("a place").to_string());
        assert!(placed[0] == line && (column.is_empty() || placed[1] == column), "{error}");
        let holds = |key: &str, part: &str| error[key].as_str().is_some_and(|text| text.contains(part));
        assert!(holds("found", found) && holds("expected", expected), "{error}");
        assert_eq!(folder.count(), 2, "nothing is written");
    }
}

#[test]
fn each_of_several_files_has_its_own() {
    let folder = Folder::with("{");
    let arguments = ["good.json", "m.json", "no.json", "--format", "json", "-o", "out"];
    let [printed, words] = folder.refused(&arguments);
    assert_eq!(words.lines().count(), 2, "{words}");
    let list: Value = serde_json::from_str(&printed).expect("JSON");
    let faults: Vec<String> = list_schema().iter_errors(&list).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!([&list[0]["format"], &list[1]["format"]], ["dp-report/1", "dp-error/1"]);
    assert_eq!([&list[1]["error"]["kind"], &list[2]["error"]["kind"]], ["malformed", "unusable"]);
    assert_eq!(list[2]["error"]["expected"], "a file that can be read");
    // Quiet is quiet.
    assert_eq!(folder.refused(&["m.json", "--format", "json", "-q"])[0], "");
}

#[test]
fn every_command_that_prints_json_does_so() {
    let schema = schema("dp-error-1.json");
    let folder = Folder::with(&GOOD.replace("\"1/2\"", "\"3/2\""));
    for call in [&["m.json"][..], &["pattern", "m.json"], &["profile", "m.json"], &["repair", "m.json"]] {
        let [printed, words] = folder.refused(&[call, &["--format", "json"]].concat());
        assert_valid(&schema, &printed, &format!("{call:?}"));
        let error = &serde_json::from_str::<Value>(&printed).expect("JSON")["error"];
        assert_eq!((&error["path"], &error["expected"]), (&json!("$.privacy.alpha"), &json!("0 < α ≤ 1")), "{call:?}");
        assert!(words.starts_with("certify: m.json:1:51: $.privacy.alpha: found \"3/2\", expected "), "{words}");
    }
    let [printed, _] = folder.refused(&["theorems", "no-such-id", "--format", "json"]);
    assert_valid(&schema, &printed, "theorems");
    assert!(printed.contains("\"kind\": \"call\""), "{printed}");
    let [printed, _] = folder.refused(&["m.json", "--bracket", "3", "--format", "json"]);
    assert_valid(&schema, &printed, "--bracket");
    let [printed, _] = folder.refused(&["good.json", "--limit", "bytes=10", "--format", "json"]);
    assert!(printed.contains("\"kind\": \"limit\""), "{printed}");
    assert_eq!(folder.count(), 2, "nothing is written");
}

/// What is wrong with a call that can't even be read is told as JSON too, by both programs.
#[test]
fn a_call_that_is_wrong_is_told_as_json() {
    let schema = schema("dp-error-1.json");
    let folder = Folder::with("{");
    let none: [&str; 0] = [];
    for call in [&["m.json", "--no-such"][..], &["m.json", "--limit", "x=1"], &["certfy", "--no-such"], &none] {
        for format in [&["--format", "json"][..], &["--format=json"]] {
            let [printed, words] = folder.refused(&[call, format].concat());
            assert_valid(&schema, &printed, &format!("{call:?}"));
            assert!(printed.contains("\"kind\": \"call\"") && words.starts_with("certify: "), "{printed}{words}");
        }
        let silent = folder.refused(&[call, &["--format", "json", "-q"]].concat());
        assert_eq!((&*silent[0], &*folder.refused(call)[0]), ("", ""), "{call:?}");
    }
    let verify = cargo_bin_cmd!("verify").args(["m.json", "--no-such", "--format", "json"]).output().expect("run");
    assert_eq!(verify.status.code(), Some(2));
    assert_valid(&schema, &String::from_utf8(verify.stdout).expect("UTF-8"), "verify");
}

/// Every malformed file of the corpus says what was found, where, and what was expected; what is over a limit, where.
#[test]
fn the_corpus_of_malformed_files_is_told_by_its_parts() {
    let schema = schema("dp-error-1.json");
    let mut told = 0;
    for path in files("tests/corpus/malformed/mechanism", ".json") {
        let Err(unusable) = file::mechanism(&path, &Limits::default()) else { continue };
        let (printed, what) = (error_to_json(&unusable), path.display().to_string());
        assert_valid(&schema, &printed, &what);
        let error = &serde_json::from_str::<Value>(&printed).expect("JSON")["error"];
        assert!(error["line"].is_u64() && error["path"].is_string(), "{what}: {error}");
        if error["kind"] == "malformed" {
            assert!(error["found"].is_string() && error["expected"].is_string(), "{what}: {error}");
            told += 1;
        }
    }
    assert!(told > 200, "{told} are told");
}

/// What is wrong with a table has a line and a column, and no JSONPath: in one command, and where it is imported.
#[test]
fn tables_are_told_by_their_parts() {
    let schema = schema("dp-error-1.json");
    let folder = Folder::with("{");
    fs::write(folder.0.path().join("t.csv"), "60,40\n30,70\n").expect("written");
    fs::write(folder.0.path().join("none.csv"), "0.5,NaN\n0.5,0.5\n").expect("written");
    let told = |call: &str| {
        let [printed, words] = folder.refused(&call.split(' ').collect::<Vec<_>>());
        assert_valid(&schema, &printed, call);
        let error = serde_json::from_str::<Value>(&printed).expect("JSON")["error"].clone();
        assert_eq!(words, format!("certify: {}\n", error["message"].as_str().expect("a message")), "{call}");
        error
    };
    for call in ["t.csv --graph line --epsilon 1 --format json", "import t.csv good.json --format json"] {
        let error = told(call);
        assert_eq!([&error["file"], &error["found"]], ["t.csv", "a row that sums to about 100"], "{call}");
        assert_eq!([&error["expected"], &error["line"]], [&json!("rows that sum to about 1"), &json!(1)], "{call}");
    }
    assert_eq!(told("import none.csv good.json --format json")["column"], 5);
    assert_eq!(told("import t.csv m.json --format json")["file"], "m.json");
    let quiet = ["import", "t.csv", "good.json", "--format", "json", "-q"];
    assert_eq!(folder.refused(&quiet)[0], "", "quiet is quiet");
    assert_eq!(folder.count(), 4, "nothing is written");
}

/// A file that is not there: the nearest name of its folder, and none where none is near.
#[test]
fn a_mistyped_file_has_its_neighbour() {
    let folder = Folder::with("{");
    let good = "; did you mean good.json?";
    // A certificate that is not there is not its file.
    let none = ["far.json", "good.cert.json"].map(|typed| (typed, ""));
    for (typed, meant) in [("god.json", good), ("good.jsn", good), none[0], none[1]] {
        let [printed, words] = folder.refused(&[typed, "--format", "json"]);
        assert_eq!(words, format!("certify: {typed}: No such file or directory{meant}\n"));
        let error = &serde_json::from_str::<Value>(&printed).expect("JSON")["error"];
        assert_eq!(error["hint"].as_str().unwrap_or_default(), meant.trim_start_matches("; "), "{typed}");
    }
}
