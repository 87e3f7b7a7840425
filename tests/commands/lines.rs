//! Many mechanism files, one a line: `certify --jsonl` and `verify --jsonl`.

use crate::mistakes::{GOOD, call, folder};
use crate::schemas::{assert_valid, line_faults, schema};
use assert_cmd::cargo::cargo_bin_cmd;
use dp_verify::model::sha256;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// What a program prints of these lines on standard input.
fn piped(folder: &Path, command: &str, lines: &[u8]) -> (i32, String, String) {
    let mut words = command.split(' ');
    let mut program = if words.next() == Some("verify") { cargo_bin_cmd!("verify") } else { cargo_bin_cmd!("certify") };
    let output = program.current_dir(folder).args(words).write_stdin(lines).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn parsed(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The good file on a line.
fn good() -> String {
    GOOD.replace('\n', " ")
}

/// One of which a claim is refuted.
fn refuted() -> String {
    good().replace("ln(2)", "ln(3/2)")
}

#[test]
fn a_line_is_a_report_in_the_order_of_the_input() {
    let folder = folder();
    let many: Vec<String> = (0..200)
        .map(|i| match i % 3 {
            0 => refuted().replace("\"flat\"", &format!("\"p{i}\"")),
            1 => good(),
            _ => good().replace("none", &i.to_string()),
        })
        .collect();
    let (status, stdout, stderr) = piped(folder.path(), "certify --jsonl", many.join("\n").as_bytes());
    assert_eq!((status, &*stderr), (1, ""));
    let reports = parsed(&stdout);
    let found: Vec<&str> = reports.iter().map(|report| report["mechanism"]["sha256"].as_str().unwrap()).collect();
    let expected: Vec<String> = many.iter().map(|line| sha256(line.as_bytes())).collect();
    assert_eq!(found, expected);
    stdout.lines().take(3).for_each(|line| assert_valid(&schema("dp-report-1.json"), line, "a line"));
    // The same as of a file, but on one line.
    fs::write(folder.path().join("one.json"), &many[0]).unwrap();
    let alone = call(folder.path(), "certify one.json --format json").1;
    assert_eq!(serde_json::from_str::<Value>(&alone).unwrap(), reports[0]);
    let nothing = "certify: standard input: found no line, so nothing was decided\n";
    assert_eq!(piped(folder.path(), "certify --jsonl", b""), (0, String::new(), nothing.to_owned()));
}

#[test]
fn a_bad_line_is_an_error_in_its_place() {
    let folder = folder();
    let long = format!("{{\"name\": \"{}\"}}", "x".repeat(60_000));
    let lines = [&*good(), "", "  \r", "{\"format\": 1}", "{", &refuted(), "\u{feff}{}", &long].join("\r\n");
    let mut bytes = lines.into_bytes();
    bytes.extend(b"\n\xff\xfe\n");
    let (status, stdout, stderr) = piped(folder.path(), "certify --jsonl --limit bytes=50000", &bytes);
    assert_eq!(status, 2);
    let found = parsed(&stdout);
    let told: Vec<&str> = found.iter().map(|line| line["format"].as_str().unwrap()).collect();
    let (report, error) = ("dp-report/1", "dp-error/1");
    assert_eq!(told, [report, error, error, report, error, error, error]);
    let places: Vec<u64> = found.iter().filter_map(|line| line["error"]["line"].as_u64()).collect();
    assert_eq!(places, [4, 5, 7, 8, 9]);
    assert_eq!((&found[1]["error"]["column"], &found[1]["error"]["path"]), (&12.into(), &"$.format".into()));
    assert_eq!(found[5]["error"]["kind"], "limit");
    for line in stdout.lines().filter(|line| line.contains(error)) {
        assert_valid(&schema("dp-error-1.json"), line, "an error");
    }
    assert_eq!(stderr.lines().count(), 5, "{stderr}");
    assert!(stderr.starts_with("certify: standard input:4:12: $.format: "), "{stderr}");
    // What the file says of itself is read with the line's end, and without.
    let hash = sha256(good().as_bytes());
    assert_eq!(found[0]["mechanism"]["sha256"], *hash);
}

#[test]
fn lines_with_their_certificates_are_verified() {
    let folder = folder();
    let lines = [good(), "{}".into(), refuted()].join("\n");
    let (status, stdout, _) = piped(folder.path(), "certify --jsonl --certificates", lines.as_bytes());
    assert_eq!(status, 2);
    let printed = parsed(&stdout);
    for (line, text) in stdout.lines().zip([Some(good()), None, Some(refuted())]) {
        let Some(text) = text else { continue };
        assert_eq!(line_faults(line), Vec::<String>::new());
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["mechanism"], *text);
        fs::write(folder.path().join("one.json"), &text).unwrap();
        call(folder.path(), "certify one.json");
        assert_eq!(line["certificate"], *fs::read_to_string(folder.path().join("one.cert.json")).unwrap());
    }
    let (status, result, stderr) = piped(folder.path(), "verify --jsonl", stdout.as_bytes());
    let results = parsed(&result);
    assert_eq!((status, results.len()), (2, 3));
    let words = |results: &[Value]| -> Vec<String> {
        results.iter().map(|line| line["result"].as_str().unwrap_or("error").to_owned()).collect()
    };
    assert_eq!(words(&results), ["accepted", "error", "accepted"]);
    assert!(stderr.starts_with("verify: standard input:2:1: $: "), "{stderr}");
    // One line's certificate on the other's file.
    let mut forged = printed[0].clone();
    forged["certificate"] = printed[2]["certificate"].clone();
    let whole = [forged.to_string(), printed[0].to_string(), printed[2].to_string()].join("\n");
    fs::write(folder.path().join("lines.jsonl"), &whole).unwrap();
    let (status, result, _) = call(folder.path(), "verify --jsonl lines.jsonl");
    assert_eq!((status, words(&parsed(&result))), (1, vec!["refused".into(), "accepted".into(), "accepted".into()]));
    result.lines().for_each(|line| assert_valid(&schema("dp-report-1.json"), line, "a result"));
    assert_eq!(piped(folder.path(), "verify --jsonl --holds", printed[2].to_string().as_bytes()).0, 1);
    let (status, result, _) =
        piped(folder.path(), "verify --jsonl --limit steps=10", printed[0].to_string().as_bytes());
    assert_eq!((status, words(&parsed(&result))), (3, vec!["declined".into()]));
    let (_, result, stderr) = piped(folder.path(), "verify --jsonl", br#"{"mechanism": "{", "certificate": "{}"}"#);
    assert_eq!(parsed(&result)[0]["error"]["path"], "$.mechanism");
    assert!(stderr.starts_with("verify: standard input:1:1: $.mechanism: 1:"), "{stderr}");
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let folder = folder();
    let lines: Vec<String> = (0..20).map(|i| good().replace("none", &format!("n{i}"))).collect();
    let input = [&lines[..7], &["{}".to_owned()], &lines[7..]].concat().join("\n\n");
    for flags in ["", " --certificates"] {
        let whole = piped(folder.path(), &format!("certify --jsonl{flags}"), input.as_bytes()).1;
        let command = format!("certify --jsonl{flags} --resume out.jsonl");
        let out = folder.path().join("out.jsonl");
        let text = || fs::read_to_string(&out).unwrap();
        // From the beginning, at every kind of end, and when all is done.
        for kept in [None, Some(0), Some(10), Some(whole.len() / 2), Some(whole.len() - 1), Some(whole.len())] {
            match kept {
                None => drop(fs::remove_file(&out)),
                Some(kept) => fs::write(&out, &whole[..kept]).unwrap(),
            }
            let (status, stdout, _) = piped(folder.path(), &command, input.as_bytes());
            assert_eq!((status, &*stdout), (2, ""), "{kept:?}");
            assert!(text() == whole, "{kept:?}");
        }
        let other = input.replace("n3", "n33");
        let (status, _, stderr) = piped(folder.path(), &command, other.as_bytes());
        assert!(status == 2 && stderr.contains("out.jsonl:4: this is not about line 7 of the input"), "{stderr}");
        let (_, _, stderr) = piped(folder.path(), &command, lines[0].as_bytes());
        assert!(stderr.contains("out.jsonl:2: the input has fewer lines"), "{stderr}");
        assert!(text() == whole, "nothing is lost");
    }
    let (status, _, stderr) = piped(folder.path(), "certify --jsonl --resume out.jsonl", input.as_bytes());
    assert!(status == 2 && stderr.contains("found dp-line/1, expected dp-report/1 of an earlier run"), "{stderr}");
    fs::write(folder.path().join("m.cert.json"), "{}\n").unwrap();
    let (status, _, stderr) = piped(folder.path(), "certify --jsonl --resume m.cert.json", input.as_bytes());
    assert!(status == 2 && stderr.contains("m.cert.json:1: found no format"), "{stderr}");
    assert_eq!(fs::read_to_string(folder.path().join("m.cert.json")).unwrap(), "{}\n");
}

#[test]
fn graphs_for_lines_take_the_query_of_a_template() {
    let folder = folder();
    let template = r#"{"format": "dp-mechanism/1",
        "privacy": {"alpha": "symbolic", "between": [0, 1]}, "query": {"graph": "line", "nodes": 2}}"#;
    fs::write(folder.path().join("t.json"), template).unwrap();
    // Both graphs of two nodes, a path and a triangle, what is none, and one with a header.
    let lines = "A?\nA_\nBo\nBw\nB\n:An\n>>graph6<<Cl\n";
    let command = "certify --jsonl --graph6 --template t.json --only threshold --certificates";
    let (status, stdout, stderr) = piped(folder.path(), command, lines.as_bytes());
    let found = parsed(&stdout);
    assert_eq!((status, found.len(), stderr.lines().count()), (2, 7, 2), "{stderr}");
    let kinds: Vec<bool> = found.iter().map(|line| line["statements"].is_array()).collect();
    assert_eq!(kinds, [true, true, true, true, false, false, true]);
    assert_eq!(found[4]["error"]["path"], "$.query.graph6");
    assert_eq!((&found[4]["error"]["line"], &found[6]["about"]["nodes"]), (&5.into(), &4.into()));
    let all_claims = |line: &Value| -> Vec<String> {
        let statements = line["statements"].as_array().unwrap();
        statements.iter().map(|s| s["claim"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(all_claims(&found[2]), ["threshold"]);
    assert_eq!(piped(folder.path(), "verify --jsonl -q", stdout.lines().next().unwrap().as_bytes()).0, 0);
    for (command, message) in [
        ("certify --jsonl --graph6", "--jsonl --graph6 needs --template MECHANISM.json"),
        ("certify --jsonl --template t.json", "--graph6"),
        ("certify --jsonl --graph6 A_ --template t.json", "--graph6 has no value"),
        ("certify --jsonl --graph6 --template none.json", "none.json: No such file"),
        ("certify --jsonl --graph6 --template t.csv", "t.csv:"),
        ("certify --jsonl a b", "--jsonl reads one file or standard input"),
        ("certify --jsonl --format html", "--format html is a page for one file"),
        ("certify --jsonl none.jsonl", "none.jsonl: No such file"),
        ("certify --resume x", "--jsonl"),
        ("verify --jsonl a b", "found 2 files"),
        ("verify --jsonl none.jsonl", "none.jsonl: No such file"),
        ("verify --jsonl --problem a", "--jsonl"),
    ] {
        let (status, stdout, stderr) = piped(folder.path(), command, lines.as_bytes());
        assert!(status == 2 && stdout.is_empty() && stderr.contains(message), "{command}: {stderr}");
    }
}
