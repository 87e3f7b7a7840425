//! Compositions whose parts are in other files, as a user has them.

use super::folder::Folder;
use std::fs;

const COIN: &str = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/3"}, "query": {"graph": "line", "nodes": 2},
    "mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}}"#;

/// Four uses of a coin, two of them by the coin's own file, at α = 1/81.
fn uses(path: &str, times: &str) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/81"}}, "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"compose": [{{"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "times": 2}},
                {{"file": "{path}", "times": {times}}}]}}}}"#
    )
}

#[test]
fn a_part_in_another_file_is_bound_by_its_hash() {
    let folder = Folder::with(&[("uses.json", &uses("coin.json", "2")), ("coin.json", COIN)]);
    let ended = folder.run(&["uses.json", "--format", "json"], "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    let certificate: serde_json::Value = serde_json::from_str(&folder.text("uses.cert.json")).unwrap();
    let hash = dp_verify::model::sha256(COIN.as_bytes());
    assert_eq!(certificate["files"], serde_json::json!({ "coin.json": hash }));
    let report: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        report["mechanism"]["parts"],
        serde_json::json!([{"times": 2, "outputs": 2}, {"times": 2, "outputs": 2, "file": "coin.json", "sha256": hash}])
    );
    assert_eq!(report["statements"][1]["values"]["alpha_max"]["exact"], "1/81");
    assert_eq!(folder.verify(&["uses.json", "uses.cert.json"]).status, 0);
    // The same table in other bytes is another file; and so is a better coin.
    for other in [format!("{COIN}\n"), COIN.replace("3/4", "4/5").replace("1/4", "1/5")] {
        fs::write(folder.at("coin.json"), other).unwrap();
        let ended = folder.verify(&["uses.json", "uses.cert.json"]);
        assert_eq!(ended.status, 1, "{}", ended.out);
        assert!(ended.out.contains("the certificate is of another file coin.json"), "{}", ended.out);
    }
    // Neither is the input written over.
    let kept = folder.text("coin.json");
    assert_eq!(folder.run(&["uses.json", "-o", "coin.json"], "").status, 2);
    assert_eq!(folder.text("coin.json"), kept);
}

#[test]
fn parts_that_can_not_be_read() {
    let three = COIN.replace("\"nodes\": 2", "\"nodes\": 3").replace("]]}", "], [0, 1]]}");
    let query = COIN.split(",\n").next().unwrap().to_owned() + "}";
    let nested = uses("coin.json", "1");
    let irrational = COIN
        .replace("\"alpha\": \"1/3\"", "\"epsilon\": \"1\"")
        .replace("\"3/4\"", "\"1/(1+a)\"")
        .replace("\"1/4\"", "\"a/(1+a)\"");
    for (path, times, words) in [
        ("missing.json", "1", "missing.json: No such file or directory"),
        ("/coin.json", "1", "the file names /coin.json, expected a relative path"),
        ("three.json", "1", "three.json: found 3 nodes, expected 2 as in m.json"),
        ("query.json", "1", "query.json: found no mechanism, expected a table"),
        ("nested.json", "1", "nested.json: found a composition, expected a table"),
        ("irrational.json", "1", "the file irrational.json: the other mechanism's numbers are irrational"),
        ("", "1", "$.mechanism.compose[1].file: found \"\", expected the relative path of a mechanism file"),
        ("coin.json", "0", "$.mechanism.compose[1].times: found the number 0"),
        ("coin.json", "1.5", "$.mechanism.compose[1].times: found the number 1.5"),
    ] {
        let folder = Folder::with(&[
            ("m.json", &uses(path, times)),
            ("coin.json", COIN),
            ("three.json", &three),
            ("query.json", &query),
            ("nested.json", &nested),
            ("irrational.json", &irrational),
        ]);
        folder.refuses(&["m.json"], "", words);
    }
}

#[test]
fn compositions_that_are_none() {
    let file = |compose: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": 2}}, "mechanism": {compose}}}"#
        )
    };
    let table = r#""matrix": [["1/2", "1/2"], ["1/2", "1/2"]]"#;
    for (compose, words) in [
        (r#"{"compose": []}"#.to_owned(), "at least one part"),
        (r#"{"compose": {}}"#.to_owned(), "a list of parts"),
        (r#"{"compose": [[]]}"#.to_owned(), "expected a part"),
        (r#"{"compose": [{}]}"#.to_owned(), "$.mechanism.compose[0]"),
        (format!(r#"{{"compose": [{{{table}, "file": "x.json"}}]}}"#), "unknown key"),
        (format!(r#"{{"compose": [{{{table}}}], "times": 2}}"#), "unknown key"),
        (format!(r#"{{"compose": [{{{table}, "rounding": "1/100"}}]}}"#), "a part is taken as it is written"),
        (format!(r#"{{"compose": [{{{table}}}], {table}}}"#), "unknown key"),
        (r#"{"compose": [{"matrix": [["1/2", "1/2"]]}]}"#.to_owned(), "expected 2 rows"),
        (format!(r#"{{"compose": [{{{table}, "epsilon": "1"}}]}}"#), "an ε beside a matrix, which is as it is written"),
        (r#"{"family": "truncated-geometric", "epsilon": "1"}"#.to_owned(), "an ε of its own here"),
    ] {
        let folder = Folder::with(&[("m.json", &file(&compose))]);
        folder.refuses(&["m.json"], "", words);
    }
    // One in another is its parts, so many times as often.
    let nested =
        format!(r#"{{"compose": [{{"compose": [{{{table}, "times": 2}}, {{"family": "uniform"}}], "times": 3}}]}}"#);
    let folder = Folder::with(&[("m.json", &file(&nested))]);
    let ended = folder.run(&["m.json"], "");
    assert!(ended.out.contains("2 mechanisms used 9 times in all"), "{}{}", ended.out, ended.err);
}
