//! `certify COUNTS.csv --counts`, `certify RUNS.csv --log` and `certify merge`, as a user calls them.

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Status, standard output and standard error of a call in a folder.
fn call(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = cargo_bin_cmd!("certify").current_dir(folder).args(arguments).output().expect("a call");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

fn report(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let (status, out, err) = call(folder, &[arguments, &["--format", "json"]].concat());
    (status, serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {out}{err}")))
}

const DECLARED: [&str; 6] = ["--graph", "complete", "--epsilon", "1/2", "--confidence", "0.99"];

#[test]
fn one_sample_in_four_forms() {
    let folder = TempDir::new().unwrap();
    let log = |line: &dyn Fn(&str, &str) -> String| {
        let runs = [("yes", "y", 731), ("yes", "n", 269), ("no", "y", 268), ("no", "n", 732)];
        runs.iter().map(|(input, output, n)| line(input, output).repeat(*n)).collect::<String>()
    };
    fs::write(folder.path().join("wide.csv"), "input,y,n\nyes,731,269\nno,268,732\n").unwrap();
    fs::write(folder.path().join("long.csv"), "output,count,input\ny,731,yes\nn,269,yes\ny,268,no\nn,732,no\n")
        .unwrap();
    let lines = log(&|input, output| format!("{input},{output}\n"));
    fs::write(folder.path().join("runs.csv"), format!("input,output\n{lines}")).unwrap();
    let json = log(&|input, output| format!("{{\"input\": \"{input}\", \"output\": \"{output}\"}}\n"));
    fs::write(folder.path().join("runs.jsonl"), json).unwrap();
    for (file, form) in
        [("wide.csv", "--counts"), ("long.csv", "--counts"), ("runs.csv", "--log"), ("runs.jsonl", "--log")]
    {
        let named = if form == "--log" { &["--answers", "yes,no", "--outputs", "y,n"][..] } else { &[] };
        let (status, report) = report(folder.path(), &[&[file, form, "--force"], &DECLARED[..], named].concat());
        let statement = &report["statements"][0];
        assert_eq!(
            (status, &statement["claim"], &statement["verdict"]),
            (1, &"not-refuted".into(), &"fails".into()),
            "{file}"
        );
        let made = fs::read_to_string(folder.path().join(file).with_extension("json")).unwrap();
        let made: Value = serde_json::from_str(&made).unwrap();
        // Of a log there is a column for all other outputs.
        let cells = |row: [u64; 2]| [&row[..], &[0][..usize::from(form == "--log")]].concat();
        assert_eq!(made["mechanism"]["counts"], serde_json::json!([cells([731, 269]), cells([268, 732])]), "{file}");
        let verify = cargo_bin_cmd!("verify")
            .current_dir(folder.path())
            .args(["json", "cert.json"].map(|end| Path::new(file).with_extension(end)))
            .output();
        assert_eq!(verify.unwrap().status.code(), Some(0), "{file}");
    }
}

/// What would be another question than the one that is asked, or has no answer, is refused.
#[test]
fn what_would_be_misread_is_refused() {
    let folder = TempDir::new().unwrap();
    let refused = |file: &str, text: &str, arguments: &[&str], words: &str| {
        fs::write(folder.path().join(file), text).unwrap();
        let (status, out, err) = call(folder.path(), &[&[file], arguments].concat());
        assert!(status == 2 && out.is_empty() && err.contains(words), "{arguments:?}: {status} {out}{err}");
    };
    let with = |arguments: &[&'static str]| [arguments, &DECLARED[2..]].concat();
    let runs = "low,y\nmid,n\nhigh,y\nlow,n\n";
    // Outputs that the runs themselves choose.
    refused("r.csv", runs, &with(&["--log", "--graph", "complete"]), "fixed before the runs are looked at");
    // Neighbours by the alphabet, or in no order.
    refused("r.csv", runs, &with(&["--log", "--outputs", "y,n", "--graph", "line"]), "--answers");
    let counts = "input,y,n\n10,7,3\n2,3,7\n5,5,5\n";
    refused("c.csv", counts, &with(&["--counts", "--graph", "line"]), "after");
    // A column of names that is one of counts.
    let names = "k,y,n\n1,7,3\n2,3,7\n";
    refused("c.csv", names, &with(&["--counts", "--graph", "complete"]), "--index yes");
    // Flags that say nothing of counts, and those that say something of them alone.
    refused("c.csv", counts, &with(&["--graph", "complete"]), "--counts");
    refused("c.csv", counts, &with(&["--counts", "--rounding", "0.1", "--graph", "complete"]), "--rounding");
    refused("c.csv", counts, &with(&["--counts", "--normalise=any", "--graph", "complete"]), "--normalise");
    // Commands about a table.
    let file = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "complete", "nodes": 2},
        "mechanism": {"counts": [[731, 269], [268, 732]], "confidence": "0.99"}}"#;
    for command in ["profile", "trade-off", "pattern", "repair", "induced"] {
        fs::write(folder.path().join("m.json"), file).unwrap();
        let (status, out, err) = call(folder.path(), &[command, "m.json"]);
        assert!(status == 2 && out.is_empty(), "{command}: {status} {out}{err}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let folder = TempDir::new().unwrap();
    let wrong = |text: &str, form: &str, more: &[&str], words: &[&str]| {
        fs::write(folder.path().join("t.csv"), text).unwrap();
        let (status, out, err) = call(folder.path(), &[&["t.csv", form], &DECLARED[..], more].concat());
        assert_eq!((status, &*out), (2, ""), "{text}: {err}");
        assert!(words.iter().all(|word| err.contains(word)), "{text}: {err}");
        assert!(!folder.path().join("t.json").exists() && !folder.path().join("t.cert.json").exists(), "{text}");
    };
    wrong("x,y,n\na,1,2.5\nb,1,2\n", "--counts", &[], &["t.csv:2:", "2.5"]);
    wrong("x,y,n\na,1,-2\nb,1,2\n", "--counts", &[], &["t.csv:2:", "-2"]);
    wrong("x,y,n\na,1,2\nb,1\n", "--counts", &[], &["t.csv:3:"]);
    wrong("a,y\nc,n\n", "--log", &["--answers", "a,b", "--outputs", "y,n"], &["t.csv:2:", "c"]);
    wrong("a,0.1\nb,x\n", "--log", &["--bins", "0,1"], &["t.csv:2:", "x"]);
    wrong("a,1\nb,2\n", "--log", &["--bins", "1,0"], &["--bins", "rise"]);
    wrong("a,1\nb,2\n", "--log", &["--learn", "2"], &["--learn"]);
    wrong("", "--log", &["--outputs", "y"], &["t.csv"]);
    // A row for each answer, and one confidence.
    fs::write(folder.path().join("t.csv"), "x,y,n\na,1,2\nb,1,2\n").unwrap();
    let (status, _, err) = call(folder.path(), &["t.csv", "--counts", "--graph", "complete", "--epsilon", "1"]);
    assert!(status == 2 && err.contains("--confidence"), "{err}");
    let (status, _, err) = call(folder.path(), &["t.csv", "--counts", "--confidence", "0.9", "--epsilon", "1"]);
    assert!(status == 2 && err.contains("--graph complete"), "{err}");
}

#[test]
fn samples_are_added_up() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str, epsilon: &str, rows: &str| {
        let text = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"epsilon": "{epsilon}"}}, "query": {{"graph": "complete", "nodes": 2}},
                "mechanism": {{"counts": {rows}, "confidence": "0.99"}}}}"#
        );
        fs::write(folder.path().join(name), text).unwrap();
    };
    file("a.json", "1/2", "[[700, 269], [200, 732]]");
    file("b.json", "1/2", "[[31, 0], [68, 0]]");
    file("c.json", "1", "[[31, 0], [68, 0]]");
    let (status, _, err) = call(folder.path(), &["merge", "a.json", "b.json", "-o", "all.json"]);
    assert_eq!(status, 0, "{err}");
    let (status, report) = report(folder.path(), &["all.json"]);
    assert_eq!((status, report["mechanism"]["counts"]["runs"].clone()), (1, serde_json::json!([1000, 1000])));
    let (status, _, err) = call(folder.path(), &["merge", "a.json", "c.json"]);
    assert!(status == 2 && err.contains("c.json: \"privacy\" is not that of a.json"), "{err}");
}

/// A million runs an answer of the samplers that people install: none is refuted at the declared ε but the one that was
/// biased, and each is at 0.9 of it.
#[test]
fn samplers_that_people_install() {
    let folder = crate::files::root().join("examples/sampled");
    let (mut files, mut refuted) = (0, Vec::new());
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "json") {
            continue;
        }
        files += 1;
        let name = path.file_name().unwrap().to_str().unwrap();
        let of = |more: &[&str]| report(&folder, &[&[name, "--no-certificate"], more].concat());
        let declared: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        // 0.9 of ln(3), rounded up.
        let (less, bound) = match declared["privacy"]["epsilon"].as_str().unwrap() {
            "1" => ("0.9", 0.9),
            "1.05" => ("0.945", 0.945),
            "1/3" => ("0.3", 0.3),
            "ln(3)" => ("0.9888", 0.9888),
            other => panic!("{other}"),
        };
        let (status, report) = of(&[]);
        let value = report["statements"][0]["values"]["epsilon_at_least"]["decimal"].as_str().unwrap().to_owned();
        assert!(value.parse::<f64>().unwrap() > bound, "{name}: {value}");
        assert_eq!(of(&["--epsilon", less]).0, 1, "{name}");
        if status == 1 {
            refuted.push((name.to_owned(), value));
        }
    }
    assert_eq!(files, 7);
    assert_eq!(refuted, [("opendp-0.14.1-integer-laplace.json".to_owned(), "0.478654083892".to_owned())]);
}
