//! Mechanism files: the corpora by their fate.

use crate::harness;
use crate::random::cases;
use assert_cmd::Command;
use dp_verify::error::Error;
use dp_verify::error::Fault;
use dp_verify::json::read as read_json;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn corpus(fate: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus").join(fate).join("mechanism")
}

fn files(fate: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus(fate))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    files
}

/// Where the value at a path starts, by a scanner of its own; `None` if there is no such value.
fn place(text: &str, path: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let space = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    };
    // The end of the string or of the value that starts here.
    let string = |mut at: usize| {
        at += 1;
        while bytes[at] != b'"' {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        at + 1
    };
    let value = |mut at: usize| {
        let mut depth = 0;
        loop {
            match bytes[at] {
                b'"' => at = string(at),
                b'[' | b'{' => (depth, at) = (depth + 1, at + 1),
                b']' | b'}' => (depth, at) = (depth - 1, at + 1),
                b',' if depth == 0 => return at,
                _ => at += 1,
            }
            if depth == 0 && matches!(bytes.get(at), None | Some(b',' | b']' | b'}')) {
                return at;
            }
        }
    };
    let mut at = space(0);
    let mut rest = path.strip_prefix('$')?;
    while !rest.is_empty() {
        let (key, index);
        if let Some(inner) = rest.strip_prefix("[\"") {
            let end = inner.find("\"]")?;
            (key, index, rest) = (Some(&inner[..end]), 0, &inner[end + 2..]);
        } else if let Some(inner) = rest.strip_prefix('[') {
            let end = inner.find(']')?;
            (key, index, rest) = (None, inner[..end].parse().ok()?, &inner[end + 1..]);
        } else {
            let inner = rest.strip_prefix('.')?;
            let end = inner.find(['.', '[']).unwrap_or(inner.len());
            (key, index, rest) = (Some(&inner[..end]), 0, &inner[end..]);
        }
        at = space(at + 1);
        let mut seen = 0usize;
        loop {
            if matches!(bytes[at], b']' | b'}') {
                return None;
            }
            if let Some(key) = key {
                let end = string(at);
                let found = &text[at + 1..end - 1] == key;
                at = space(end) + 1;
                at = space(at);
                if found {
                    break;
                }
            } else if seen == index {
                break;
            }
            seen += 1;
            at = space(value(at));
            if bytes[at] == b',' {
                at = space(at + 1);
            }
        }
    }
    Some(at)
}

/// Line and column in characters, both from 1.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.split('\n').next_back().unwrap();
    (before.split('\n').count(), line.chars().count() + 1)
}

#[test]
fn every_malformed_file_is_refused_where_its_fault_is() {
    let table = std::fs::read_to_string(corpus("malformed").join("expected.tsv")).unwrap();
    let mut known = Vec::new();
    let mut wrong = Vec::new();
    for line in table.lines().skip(1) {
        let [file, path, line, column, message] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        known.push(file.to_owned());
        let bytes = std::fs::read(corpus("malformed").join(file)).unwrap();
        let expected = format!("{line}:{column}: {path}: {message}");
        match Mechanism::read(&bytes, &Limits::default()) {
            Ok(_) => wrong.push(format!("{file}: read without an error\n  expected {expected}")),
            Err(e) if e.to_string() != expected => wrong.push(format!("{file}: {e}\n  expected {expected}")),
            Err(e) => wrong.extend(misplaced(&bytes, &e).map(|why| format!("{file}: {e}\n  {why}"))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all: Vec<String> =
        files("malformed").iter().map(|f| f.file_name().unwrap().to_string_lossy().into_owned()).collect();
    known.sort();
    assert_eq!(known, all, "expected.tsv lists each file once");
}

/// Whether line and column are those of the value at the path, or lie in the file at least where it is no JSON.
fn misplaced(bytes: &[u8], error: &Error) -> Option<String> {
    let found = (error.line, error.column);
    let Ok(text) = std::str::from_utf8(bytes) else {
        // The first byte that is no UTF-8.
        let at = std::str::from_utf8(bytes).unwrap_err().valid_up_to();
        let expected = line_and_column(std::str::from_utf8(&bytes[..at]).unwrap(), at);
        return (found != expected).then(|| format!("expected at {expected:?}"));
    };
    if read_json(bytes, &Limits::default()).is_err() {
        let lines: Vec<&str> = text.split('\n').collect();
        let there = (1..=lines.len()).contains(&error.line) && error.column >= 1;
        let fits = there && error.column <= lines[error.line - 1].chars().count() + 1;
        return (!fits).then(|| "this place is not in the file".to_owned());
    }
    let expected = place(text, &error.path).map(|at| line_and_column(text, at));
    (Some(found) != expected).then(|| format!("expected at {expected:?}"))
}

/// An error of the reader says in which value it is, however far the file has been read.
#[test]
fn what_is_no_json_has_a_path_too() {
    for (text, expected) in [
        (
            r#"{"query": {"nodes": 1, "nodes": 2}}"#,
            r#"1:24: $.query: found the repeated key "nodes", expected each key once"#,
        ),
        (r#"{"a": 1, "\u0061": 2}"#, r#"1:10: $: found the repeated key "a", expected each key once"#),
        (r#"{"a b": [1, [2, 3"#, r#"1:18: $["a b"][1]: the file ends here, expected ',' or ']'"#),
        (
            r#"{"priors": {"p": [0, 01]}}"#,
            "1:22: $.priors.p[1]: found 01, expected a number as JSON has it: -12, 0.5 or 1e-3; did you mean 1?",
        ),
        (r#"[1, -]"#, "1:5: $[1]: found -, expected a number as JSON has it: -12, 0.5 or 1e-3"),
        (
            r#"{"x": ["\ud800"]}"#,
            r"1:9: $.x[0]: found half a surrogate pair, expected \ud800 to \udbff and then \udc00 to \udfff",
        ),
        (
            r#"{"x": "\q"}"#,
            r#"1:9: $.x: found 'q', expected an escape that JSON has, one of: \" \\ \/ \b \f \n \r \t \u"#,
        ),
        (r#"{"x": {"y"#, r#"1:10: $.x: the file ends inside a string, expected its closing '"'"#),
        ("[[[]]] 1", "1:8: $: found more text, expected the end of the file"),
    ] {
        assert_eq!(read_json(text.as_bytes(), &Limits::default()).unwrap_err().to_string(), expected);
    }
    let limits = Limits { depth: 3, digits: 4, ..Limits::default() };
    let limited = |text: &str| read_json(text.as_bytes(), &limits).unwrap_err().to_string();
    assert_eq!(limited(r#"[0, {"a": [[]]}]"#), "1:12: $[1].a[0]: nested deeper than 3 (--limit depth=N)");
    assert_eq!(limited("[0, 12345]"), "1:5: $[1]: a number of 5 characters, the limit is 4 (--limit digits=N)");
}

#[test]
fn a_count_of_ten_digits() {
    let text = harness::file("1/2", r#""query": {"graph": "line", "nodes": 4294967296}"#);
    let error = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap_err();
    assert!(
        error.to_string().ends_with(
            "$.query.nodes: found the number 4294967296, expected the number of nodes, a whole number of at most nine digits"
        ),
        "{error}"
    );
}

#[test]
fn every_file_that_is_odd_but_legal_is_read() {
    let files = files("survive");
    assert!(files.len() > 10);
    for path in files {
        let bytes = std::fs::read(&path).unwrap();
        let read = Mechanism::read(&bytes, &Limits::default());
        assert!(read.is_ok(), "{}: {}", path.display(), read.unwrap_err());
    }
}

#[test]
fn every_example_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "json") && !path.to_string_lossy().ends_with(".cert.json") {
            let read = Mechanism::read(&std::fs::read(&path).unwrap(), &Limits::default());
            assert!(read.is_ok(), "{}: {}", path.display(), read.unwrap_err());
        }
    }
}

/// Malformed is 2, on standard error; what only is over a limit is 3, on standard output after the word.
#[test]
fn the_program_ends_with_2_on_every_malformed_file_and_with_3_over_a_limit() {
    let certificate = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(certificate.path(), r#"{"format": "dp-certificate/2", "sha256": "", "statements": []}"#).unwrap();
    let mut over_limits = 0;
    for path in files("malformed") {
        let output = Command::cargo_bin("dp-verify").unwrap().arg(&path).arg(certificate.path()).output().unwrap();
        let [text, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        let fault = Mechanism::read(&std::fs::read(&path).unwrap(), &Limits::default()).unwrap_err().fault;
        let (status, message) = if fault == Fault::OverLimit { (3, &text) } else { (2, &errors) };
        over_limits += usize::from(status == 3);
        assert_eq!(output.status.code(), Some(status), "{}", path.display());
        assert_eq!(text.is_empty(), status == 2, "{}", path.display());
        assert_eq!(text.starts_with("DECLINED\n"), status == 3, "{}", path.display());
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(message.contains(&format!("{name}:")), "{message}");
        assert!(!errors.contains("panicked"), "{errors}");
    }
    assert!(over_limits > 0);
}

#[test]
fn lines_and_columns_count_characters() {
    let error = |text: &str| Mechanism::read(text.as_bytes(), &Limits::default()).unwrap_err();
    let e = error("{\n \"format\": \"dp-mechanism/1\",\r\n\t\"ünïcödé\": 1\n}");
    assert_eq!((e.line, e.column, e.path.as_str()), (3, 13, "$[\"ünïcödé\"]"));
    let e = error(
        "{\"format\": \"dp-mechanism/1\",\n\"privacy\": {\"alpha\": \"1/2\"}, \"query\": {\"graph\": \"line\", \"nodes\": 1},\r\n\t\"ü😀\": 1}",
    );
    assert_eq!((e.line, e.column, e.path.as_str()), (3, 8, "$[\"ü😀\"]"));
    let e = error("{\"a\":\n\n  ]");
    assert_eq!((e.line, e.column, e.path.as_str()), (3, 3, "$.a"));
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Mechanism::read(&bytes, &Limits::default()).is_err());
    }

    /// Any byte of a good file changed: read or refused, with a place inside the file.
    #[test]
    fn a_changed_byte_is_read_or_refused(at in 0usize..1000, byte in any::<u8>()) {
        let mut bytes = harness::file("1/2", r#""query": {"graph": "hamming", "values": 2, "individuals": 2, "labels": ["\u00e4", "b", "c", "d"]},
            "mechanism": {"matrix": [[1, 0], ["1/2", "a"], [0.5, "1-a"], ["2^-1", "5e-1"]]}, "priors": {"p": {"product": [["a", "1-a"]]}},
            "claims": ["dp", {"claim": "utility", "prior": "p", "expect": {"utility": {"at_least": "a^2"}}}]"#).into_bytes();
        prop_assert!(Mechanism::read(&bytes, &Limits::default()).is_ok());
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Err(e) = Mechanism::read(&bytes, &Limits::default()) {
            prop_assert!(e.line >= 1 && e.column >= 1 && e.offset <= bytes.len());
        }
    }
}
