//! What is written, where, and what is never overwritten; standard input; other values of ε.

use super::Folder;
use dp_verify::limits::Limits;
use dp_verify::{file, verify};
use serde_json::Value;
use std::fs;

const TABLE: &str = "answer,yes,no\nA,0.75,0.25\nB,0.25,0.75\n";
const CALL: [&str; 4] = ["--graph", "complete", "--epsilon", "ln(3)"];
const FILE: &str = r#"{"$schema": "x", "format": "dp-mechanism/1", "privacy": {"alpha": "1/2", "delta": 0},
    "query": {"graph": "line", "nodes": 2}, "mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}}"#;

/// Whether the certificate is accepted for the mechanism file, both as they lie there.
fn accepted(folder: &Folder, mechanism: &str, certificate: &str) -> bool {
    let limits = Limits::default();
    let mechanism = file::mechanism(folder.at(mechanism), &limits).unwrap();
    verify(&mechanism, &fs::read(folder.at(certificate)).unwrap(), &limits).unwrap().accepted()
}

#[test]
fn a_table_becomes_a_mechanism_file_and_a_certificate_beside_it() {
    let folder = Folder::with(&[("t.csv", TABLE)]);
    let flags = ["--prior", "uniform", "--claim", "optimal", "--claim", "tight-constraints"];
    let ended = folder.run(&[&["t.csv"], &CALL[..], &flags].concat(), "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(
        ended.out.starts_with("4 claims hold, 0 fail\n\n\"table t.csv\"\ncomplete graph of 2: A, B; "),
        "{}",
        ended.out
    );
    assert!(ended.out.ends_with("certificate: t.cert.json\nmechanism: t.json\n"), "{}", ended.out);
    assert_eq!(folder.names(), ["t.cert.json", "t.csv", "t.json"]);
    assert!(accepted(&folder, "t.json", "t.cert.json"));
    let made: Value = serde_json::from_str(&folder.text("t.json")).unwrap();
    assert_eq!(made["mechanism"]["outputs"], serde_json::json!(["yes", "no"]));
    assert_eq!(made["claims"][0], serde_json::json!({"claim": "optimal", "prior": "uniform"}));
    let note = made["note"].as_str().unwrap();
    let hash = dp_verify::model::sha256(TABLE.as_bytes());
    let said = "taken for 2 rows of 2 numbers; cells between commas; line 1 names the outputs: yes, no; column 1 names the answers: A, B";
    for part in ["of t.csv, SHA-256 ", &hash, said, "--graph complete --epsilon ln(3) --prior uniform --claim optimal"]
    {
        assert!(note.contains(part), "{part}\n{note}");
    }
    assert_eq!(ended.err, format!("certify: t.csv: {said}\n"));
    // The same call again changes nothing, and quiet says nothing.
    let again = folder.run(&[&["t.csv"], &CALL[..], &flags].concat(), "");
    assert_eq!((again.status, again.out), (0, ended.out));
    // How it is reported is not of the file.
    let quiet = folder.run(&[&["-q", "t.csv"], &CALL[..], &flags].concat(), "");
    assert_eq!((quiet.status, &*quiet.out, &*quiet.err), (0, "", ""));
    for format in [&["--format", "html"][..], &["--format=json"]] {
        assert_eq!(folder.run(&[&["t.csv"], &CALL[..], &flags, format].concat(), "").status, 0);
    }
}

#[test]
fn what_is_there_and_differs_is_kept() {
    for name in ["t.json", "t.cert.json"] {
        let folder = Folder::with(&[("t.csv", TABLE), (name, "mine")]);
        let call = [&["t.csv"], &CALL[..]].concat();
        folder.refuses(&call, "", &format!("{name}: this file is there and differs: --force overwrites it"));
        assert_eq!(folder.run(&[&call[..], &["--force"]].concat(), "").status, 0);
        assert!(accepted(&folder, "t.json", "t.cert.json"));
    }
    let folder = Folder::with(&[("t.csv", TABLE)]);
    folder.refuses(
        &[&["t.csv", "--mechanism", "t.csv"], &CALL[..]].concat(),
        "",
        "this would overwrite the input t.csv",
    );
    folder.refuses(
        &[&["t.csv", "--mechanism", "x", "-o", "x"], &CALL[..]].concat(),
        "",
        "two outputs would be written here",
    );
    folder.refuses(&[&["t.csv", "--mechanism", "no/x"], &CALL[..]].concat(), "", "there is no folder no");
    folder.refuses(&[&["t.csv", "-o", "no/x"], &CALL[..]].concat(), "", "there is no folder no");
    assert_eq!(folder.run(&[&["t.csv", "--mechanism", "a", "-o", "b"], &CALL[..]].concat(), "").status, 0);
    assert!(accepted(&folder, "a", "b"));
    assert_eq!(folder.run(&[&["t.csv", "--no-certificate"], &CALL[..]].concat(), "").status, 0);
    assert_eq!(folder.names(), ["a", "b", "t.csv"]);
}

#[test]
fn from_standard_input_both_are_named_or_nothing_is_written() {
    let folder = Folder::with(&[]);
    let call = [&["-"], &CALL[..]].concat();
    let ended = folder.run(&call, TABLE);
    assert_eq!((ended.status, folder.names().len()), (0, 0), "{}", ended.err);
    assert!(ended.out.contains("\"table standard input\"\n") && !ended.out.contains("certificate:"), "{}", ended.out);
    folder.refuses(&[&call[..], &["-o", "c"]].concat(), TABLE, "name that with --mechanism too, or say neither");
    folder.refuses(
        &[&call[..], &["--mechanism", "m"]].concat(),
        TABLE,
        "name the certificate of this file too, with -o",
    );
    let ended = folder.run(&[&call[..], &["--mechanism", "m.json", "-o", "c.json"]].concat(), TABLE);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(accepted(&folder, "m.json", "c.json"));
    // A first { is a mechanism file.
    let ended = folder.run(&["-", "-o", "f.cert.json"], FILE);
    assert_eq!(ended.status, 1, "{}", ended.err);
    fs::write(folder.at("f.json"), FILE).unwrap();
    assert!(accepted(&folder, "f.json", "f.cert.json"));
    folder.refuses(&["-", "--graph", "line"], FILE, "-: --graph goes with a table, and this is a mechanism file");
    folder.refuses(&["-"], "{", "-:1:2: ");
}

#[test]
fn a_table_alone_is_told_what_is_missing() {
    let folder = Folder::with(&[("t.csv", TABLE), ("m.json", FILE), ("t.json", TABLE)]);
    folder.refuses(
        &["t.csv"],
        "",
        "t.csv: this is a table, and whether it is private depends on who is whose neighbour: use --graph",
    );
    folder.refuses(&["t.csv", "--graph", "line"], "", "t.csv: the declared privacy is missing: say --epsilon 1");
    folder.refuses(&["t.csv", "--graph", "lin", "--epsilon", "1"], "", "--graph: found \"lin\", expected \"line\"");
    folder.refuses(&["t.csv", "--graph", "line", "--epsilon", "-1"], "", "--epsilon: found \"-1\"");
    folder.refuses(&["t.csv", "m.json", "--graph", "line"], "", "t.csv: a table, or standard input, comes alone");
    folder.refuses(&["m.json", "--graph", "line"], "", "m.json: --graph goes with a table");
    folder.refuses(&["m.json", "--mechanism", "x.json"], "", "--mechanism goes with a table, and with --epsilon");
    folder.refuses(
        &["t.json", "--graph", "line", "--epsilon", "1"],
        "",
        "t.json: this would overwrite the input t.json",
    );
}

#[test]
fn graphs_have_their_parameters_or_they_follow() {
    let table = |n: usize| format!("{}\n", vec!["0.5,0.5"; n].join("\n"));
    for (n, flags, graph) in [
        (4, "line", r#""graph": "line", "nodes": 4"#),
        (4, "cycle", r#""graph": "cycle", "nodes": 4"#),
        (4, "star", r#""graph": "star", "nodes": 4"#),
        (7, "sum --max 2", r#""graph": "sum", "individuals": 3, "max": 2"#),
        (7, "sum --max 2 --individuals 3", r#""graph": "sum", "individuals": 3, "max": 2"#),
        (8, "hamming --values 2", r#""graph": "hamming", "values": 2, "individuals": 3"#),
        (9, "hamming --individuals 2", r#""graph": "hamming", "values": 3, "individuals": 2"#),
        (9, "counts --queries 2", r#""graph": "counts", "individuals": 2, "queries": 2"#),
    ] {
        let folder = Folder::with(&[("t.csv", &table(n))]);
        let flags: Vec<&str> = flags.split(' ').collect();
        let ended = folder.run(&[&["t.csv", "--epsilon", "1", "--index", "no", "--graph"], &flags[..]].concat(), "");
        assert_eq!(ended.status, 0, "{flags:?}: {}", ended.err);
        assert!(folder.text("t.json").contains(graph), "{graph}: {}", folder.text("t.json"));
    }
    let folder = Folder::with(&[
        ("t.csv", &table(6)),
        ("l.csv", "A,1\nB,1\nC,1\n"),
        ("e.txt", "A B\nC B\n"),
        ("f.csv", "0,1\n1,7\n"),
        ("g.csv", "0,1,3/2\n1,2,-1\n"),
        ("h.csv", "0,1\n1,2,x\n"),
        ("i.csv", "0,1,1,1\n"),
        ("m.txt", "A B 3/2\nC B\n"),
        ("m.csv", "A;B;3/2\nC;B;0.5\n"),
    ]);
    for (flags, message) in [
        (
            "--graph sum --max 2",
            "--max, --individuals: missing: u numbers from 0 to v have sums from 0 to uv, which 6 rows leave open",
        ),
        ("--graph sum", "--max, --individuals: missing"),
        ("--graph hamming --values 2 --individuals 2", "found a row past the last, expected 4 rows"),
        ("--edges f.csv", "--edges: f.csv:2:3: found \"7\", expected a number from 0 to 5"),
        ("--edges t.csv", "--edges: t.csv:1:1: found \"0.5\", expected a number from 0 to 5"),
        ("--edges g.csv", "--edges: g.csv:2:5: found \"-1\", expected the length of the edge, a rational number > 0"),
        ("--edges h.csv", "--edges: h.csv:2:5: found \"x\", expected the length of the edge"),
        (
            "--edges i.csv",
            "--edges: i.csv:1:1: found 4 entries, expected two answers that are neighbours, and the length",
        ),
        ("--edges no.csv", "--edges: no.csv: No such file"),
        ("--graph6 IheA@GUAo", "t.csv: found 6 rows, expected 10 rows"),
    ] {
        let flags: Vec<&str> = flags.split(' ').collect();
        folder.refuses(&[&["t.csv", "--epsilon", "1"], &flags[..]].concat(), "", message);
    }
    let ended = folder.run(&["l.csv", "--edges", "e.txt", "--epsilon", "1"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(folder.text("l.json").contains(r#""edges": [[0, 1], [2, 1]], "labels": ["A", "B", "C"]"#));
    // With lengths, in a file of each kind.
    for (edges, listed) in [("m.txt", r#"[[0, 1, "3/2"], [2, 1]]"#), ("m.csv", r#"[[0, 1, "3/2"], [2, 1, "0.5"]]"#)] {
        let ended = folder.run(&["l.csv", "--edges", edges, "--epsilon", "1", "--force"], "");
        assert_eq!(ended.status, 0, "{}", ended.err);
        assert!(folder.text("l.json").contains(&format!(r#""edges": {listed}"#)), "{}", folder.text("l.json"));
    }
    let ended = folder.run(&["l.csv", "--graph6", "Bw", "--epsilon", "1", "--force"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
}

#[test]
fn a_file_at_another_epsilon_is_another_file() {
    let folder = Folder::with(&[("m.json", FILE), ("n.json", FILE)]);
    folder.refuses(&["m.json", "--epsilon", "2"], "", "m.json: --epsilon makes another mechanism file");
    folder.refuses(&["m.json", "n.json", "--epsilon", "2"], "", "only --no-certificate");
    folder.refuses(&["m.json", "--epsilon", "x", "--no-certificate"], "", "--epsilon: ");
    folder.refuses(&["m.json", "--epsilon", "2", "--bracket", "3"], "", "cannot be used with");
    let ended = folder.run(&["m.json", "--epsilon", "2", "--no-certificate"], "");
    assert_eq!((ended.status, folder.names().len()), (0, 2), "{}", ended.err);
    assert!(ended.out.contains("declared: ε = 2"), "{}", ended.out);
    let ended = folder.run(&["m.json", "--alpha", "1/4", "--mechanism", "q.json"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert_eq!(
        folder.text("q.json"),
        FILE.replace(r#"{"alpha": "1/2", "delta": 0}"#, r#"{ "alpha": "1/4", "delta": 0 }"#)
    );
    assert!(accepted(&folder, "q.json", "q.cert.json"));
    let ended = folder.run(&["m.json", "n.json", "--epsilon", "1", "--delta", "1/2", "--no-certificate"], "");
    assert_eq!((ended.status, ended.out.lines().count()), (0, 2), "{}", ended.err);
    assert!(ended.out.starts_with("m.json: holds: "), "{}", ended.out);
    assert_eq!(folder.names(), ["m.json", "n.json", "q.cert.json", "q.json"]);
}

#[test]
fn a_dash_sends_the_certificate_to_standard_output() {
    let folder = Folder::with(&[("m.json", FILE), ("t.csv", TABLE)]);
    let ended = folder.run(&["m.json", "-o", "-"], "");
    assert_eq!((ended.status, folder.names().len()), (1, 2));
    assert!(ended.err.starts_with("1 claim holds, 1 FAILS\n"), "{}", ended.err);
    fs::write(folder.at("m.cert.json"), &ended.out).unwrap();
    assert!(accepted(&folder, "m.json", "m.cert.json"));
    let ended = folder.run(&[&["t.csv", "-o", "-", "--mechanism", "t2.json"], &CALL[..]].concat(), "");
    fs::write(folder.at("c"), &ended.out).unwrap();
    assert!(accepted(&folder, "t2.json", "c"), "{}", ended.err);
}

#[test]
fn what_is_read_beside_the_input_is_not_written_over() {
    let other = FILE.replace(", \"delta\": 0", "");
    let claims = other.replacen("{", r#"{"claims": [{"claim": "derivable", "from": "o.json"}], "#, 1);
    let folder =
        Folder::with(&[("t.csv", "0.6,0.4\n0.4,0.6\n"), ("e.txt", "0 1\n"), ("o.json", &other), ("m.json", &claims)]);
    folder.refuses(&["m.json", "-o", "o.json"], "", "o.json: this would overwrite the input o.json");
    let edges = ["t.csv", "--edges", "e.txt", "--epsilon", "1", "--force"];
    folder.refuses(&[&edges[..], &["-o", "e.txt"]].concat(), "", "e.txt: this would overwrite the input e.txt");
    folder.refuses(&[&edges[..], &["--mechanism", "./e.txt"]].concat(), "", "this would overwrite the input e.txt");
    let claim = r#"--claim={"claim": "derivable", "from": "o.json"}"#;
    let line = ["t.csv", "--graph", "line", "--epsilon", "1", "--force", claim, "-o", "o.json"];
    folder.refuses(&line, "", "o.json: this would overwrite the input o.json");
    folder.refuses(
        &[&edges[..], &["--mechanism", "-"]].concat(),
        "",
        "--mechanism: found -, expected the name of a file",
    );
}

/// A certificate takes the place of an older one, and of nothing else unless the call says so.
#[test]
fn a_certificate_is_written_over_no_other_file() {
    let other = FILE.replace("1/2", "1/3");
    let report = r#"{ "format": "dp-report/1" }"#;
    let files = [("m.json", FILE), ("other.json", &other), ("notes.txt", "mine"), ("n.cert.json", report)];
    let folder = Folder::with(&files);
    for name in ["other.json", "notes.txt", "n.cert.json"] {
        let message = format!(
            "{name}: this would overwrite a file that is not a certificate: --force overwrites it, -o names another"
        );
        folder.refuses(&["m.json", "-o", name], "", &message);
        folder.refuses(&["-", "-o", name], FILE, &message);
    }
    // Of several files none is decided.
    fs::write(folder.at("n.json"), &other).unwrap();
    folder.refuses(&["m.json", "n.json"], "", "n.cert.json: this would overwrite a file that is not a certificate");
    assert_eq!(folder.run(&["m.json", "-o", "notes.txt", "--force"], "").status, 1);
    assert!(accepted(&folder, "m.json", "notes.txt"));
    // An older certificate, an empty file, and one that is torn.
    assert_eq!(folder.run(&["other.json", "-o", "notes.txt"], "").status, 0);
    assert!(accepted(&folder, "other.json", "notes.txt"));
    for text in ["", "{ \"for"] {
        fs::write(folder.at("m.cert.json"), text).unwrap();
        assert_eq!(folder.run(&["m.json"], "").status, 1);
        assert!(accepted(&folder, "m.json", "m.cert.json"));
    }
    // A mechanism file that is made goes over nothing that differs.
    let made = ["m.json", "--epsilon", "2", "--mechanism"];
    folder.refuses(&[&made[..], &["other.json"]].concat(), "", "other.json: this file is there and differs: --force");
    assert_eq!(folder.run(&[&made[..], &["other.json", "--force"]].concat(), "").status, 0);
}
