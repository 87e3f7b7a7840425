//! The other files that claims name.

use super::Folder;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::verify;

/// The truncated geometric mechanism of two answers at α, and a claim that it derives from the file of that name.
fn pair(alpha: &str, matrix: &str, from: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "{alpha}"}}, "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"matrix": {matrix}}}, "claims": [{{"claim": "derivable", "from": "{from}"}}]}}"#
    )
}

#[test]
fn a_mechanism_may_derive_from_that_of_another_file() {
    let (third, half) = (r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#, r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#);
    let folder = Folder::with(&[
        ("half.json", &pair("1/2", half, "third.json")),
        ("third.json", &pair("1/3", third, "./half.json")),
        ("flat.json", &pair("1", r#"[["1/2", "1/2"], ["1/2", "1/2"]]"#, "third.json")),
        ("from-flat.json", &pair("1/2", half, "flat.json")),
        ("wide.json", &pair("1/2", r#"[["1/3", "1/3", "1/3"], ["1/3", "1/6", "1/2"]]"#, "wide.json")),
    ]);
    for (file, status) in [("half", 0), ("third", 1), ("flat", 0), ("from-flat", 1), ("wide", 0)] {
        let ended = folder.certify(&[&format!("{file}.json")]);
        assert_eq!(ended.status, status, "{file}: {}{}", ended.stdout, ended.stderr);
        let limits = Limits::default();
        let certificate = folder.text(&format!("{file}.cert.json"));
        let mechanism = dp_verify::file::mechanism(folder.at(format!("{file}.json")), &limits).unwrap();
        assert!(verify(&mechanism, certificate.as_bytes(), &limits).unwrap().accepted(), "{file}");
        // Without the other file, or with another one in its place, nothing is proved.
        let alone = Mechanism::read(folder.text(&format!("{file}.json")).as_bytes(), &limits).unwrap();
        let refusals = verify(&alone, certificate.as_bytes(), &limits).unwrap().refusals;
        assert!(refusals[0].message.contains("a file that has not been read"), "{refusals:?}");
        let mut other = mechanism;
        other.others[0].1.sha256 = "0".repeat(64);
        let refusals = verify(&other, certificate.as_bytes(), &limits).unwrap().refusals;
        assert!(refusals[0].message.starts_with("`sha256` is that of another file"), "{refusals:?}");
    }
}

#[test]
fn the_files_that_claims_name_are_read_or_refused() {
    let matrix = r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#;
    let file = |from: &str| pair("1/2", matrix, from);
    let three = pair("1/2", "[[1], [1], [1]]", "uniform").replace("\"nodes\": 2", "\"nodes\": 3");
    let query = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}}"#;
    let cases = [
        ("missing.json", "missing.json: No such file or directory"),
        (
            "geometrc",
            "m.json: the file names \"geometrc\", and no such file is beside it, expected a mechanism file, or one of",
        ),
        ("truncated-geometrc", "; did you mean \"truncated-geometric\"?"),
        ("/etc/passwd", "expected a relative path"),
        (".", "not a file, expected a mechanism file"),
        ("three.json", "three.json: found 3 nodes, expected 2 as in m.json"),
        ("query.json", "query.json: found no mechanism, expected one to derive X from"),
        ("broken.json", "broken.json: found another kind of file, expected a mechanism file"),
    ];
    for (from, message) in cases {
        let folder = Folder::with(&[
            ("m.json", &file(from)),
            ("three.json", &three),
            ("query.json", query),
            ("broken.json", "x"),
        ]);
        folder.refuses(&["m.json"], message);
    }
}
