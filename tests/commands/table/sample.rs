//! Tables of counts: the file says that it is a sample, and so does every report of it.

use super::Folder;
use crate::schemas::{assert_valid, schema};
use serde_json::{Value, json};

const WORDS: &str = "every verdict is about the sample, and not about the mechanism behind it";

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same words in text, JSON and page, of `certify`, `verify` and whatever else reports on the file, or on its
/// problem.
#[track_caller]
fn is_told(folder: &Folder, file: &str, runs: &Value, what: &str) {
    let certificate = file.replace(".json", ".cert.json");
    let calls: [&[&str]; 6] = [
        &[file],
        &[file, "--format", "html"],
        &["profile", file],
        &["trade-off", file],
        &["pattern", file],
        &["repair", file],
    ];
    for call in calls {
        let said = flat(&folder.run(call, "").out);
        assert!(said.contains(WORDS) && said.contains(what), "{call:?}: {said}");
    }
    let checked = folder.verify(&[file, &certificate]);
    assert!(flat(&checked.out).contains(WORDS), "{}", checked.out);
    for ended in [folder.run(&[file, "--format", "json"], ""), folder.verify(&[file, &certificate, "--format", "json"])]
    {
        let report: Value = serde_json::from_str(&ended.out).unwrap();
        let sample = &report["mechanism"]["sample"];
        assert!(sample["words"].as_str().is_some_and(|words| words.contains(WORDS)), "{report}");
        assert_eq!(sample["runs"], *runs);
    }
    as_told_of_a_problem(folder, file, &[what]);
}

/// `verify --problem` tells what `verify` tells, in text and as JSON, but for how often each row was run.
#[track_caller]
fn as_told_of_a_problem(folder: &Folder, file: &str, what: &[&str]) {
    let certificate = file.replace(".json", ".cert.json");
    let problem = folder.verify(&["--elaborate", file]).out;
    std::fs::write(folder.at("p.problem.json"), &problem).unwrap();
    assert_valid(&schema("dp-problem-1.json"), &problem, file);
    let [by_file, by_problem] = [&[file][..], &["--problem", "p.problem.json"]].map(|of| {
        let text = folder.verify(&[of, &[&certificate]].concat()).out;
        let json = folder.verify(&[of, &[&certificate, "--format", "json"]].concat()).out;
        let mut report: Value = serde_json::from_str(&json).unwrap();
        let runs = report["mechanism"]["sample"].as_object_mut().and_then(|sample| sample.remove("runs"));
        (text, report, runs)
    });
    let said = flat(&by_problem.0);
    for words in what.iter().chain([&WORDS]) {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!((&by_file.0, &by_file.1), (&by_problem.0, &by_problem.1));
    assert_eq!(by_problem.2, None);
}

#[test]
fn counts_are_a_sample_in_every_report() {
    let folder = Folder::with(&[("t.csv", "a,b\n5988,4012\n3990,5990\n")]);
    let call = ["t.csv", "--graph", "line", "--epsilon", "1", "--normalise=any"];
    let ended = folder.run(&call, "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(!ended.err.contains("changes no entry"), "{}", ended.err);
    let file: Value = serde_json::from_str(&folder.text("t.json")).unwrap();
    assert_eq!(file["sample"], json!({ "runs": [10000, 9980] }));
    is_told(&folder, "t.json", &json!([10000, 9980]), "9980 to 10000 runs a row");
    // Probabilities are none, and neither is a table of zeros and ones, whose sums are 1.
    for table in ["a,b\n0.6,0.4\n0.4,0.6\n", "a,b\n1,0\n0,1\n"] {
        let folder = Folder::with(&[("t.csv", table)]);
        assert!(folder.run(&call, "").status < 2);
        assert!(!folder.text("t.json").contains("sample"));
    }
}

#[test]
fn imported_counts_are_a_sample_and_a_repaired_one_stays_one() {
    let query = r#"{"format":"dp-mechanism/1","privacy":{"alpha":"4/5"},"query":{"graph":"line","nodes":2,"labels":["no","yes"]}}"#;
    let folder = Folder::with(&[("t.csv", "n,a,b\nyes,3990,5990\nno,5988,4012\n"), ("q.json", query)]);
    let ended = folder.run(&["import", "t.csv", "q.json", "--normalise", "-o", "m.json"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    is_told(&folder, "m.json", &json!([10000, 9980]), "9980 to 10000 runs a row");
    assert_eq!(folder.run(&["repair", "m.json", "-o", "fixed.json"], "").status, 0);
    is_told(&folder, "fixed.json", &json!([10000, 9980]), "9980 to 10000 runs a row");
    assert_eq!(folder.run(&["repair", "m.json", "--with", "uniform"], "").status, 0);
}

#[test]
fn a_composition_tells_its_parts_samples() {
    let part = r#"{"format":"dp-mechanism/1","privacy":{"epsilon":"1"},"query":{"graph":"line","nodes":2},
        "mechanism":{"matrix":[["3/5","2/5"],["2/5","3/5"]]},"sample":{"runs":[5,5]}}"#;
    let all = r#"{"format":"dp-mechanism/1","privacy":{"epsilon":"9"},"query":{"graph":"line","nodes":2},"mechanism":{"compose":[
        {"file":"part.json","times":2},{"matrix":[["1/2","1/2"],["1/4","3/4"]],"sample":{"runs":[4,8]}}]}}"#;
    let folder = Folder::with(&[("part.json", part), ("all.json", all)]);
    let said = flat(&folder.run(&["all.json"], "").out);
    let what = ["part 1 comes from a sample, 4 to 8 runs a row", "part.json comes from a sample, 5 runs a row"];
    for words in what.iter().chain([&WORDS]) {
        assert!(said.contains(words), "{words}: {said}");
    }
    as_told_of_a_problem(&folder, "all.json", &what);
}

/// A file that a claim names tells its sample too; its name stands in quotes where it is more than a word.
#[test]
fn a_claim_tells_the_sample_of_its_file() {
    let counted = r#"{"format":"dp-mechanism/1","privacy":{"epsilon":"1"},"query":{"graph":"line","nodes":2},
        "mechanism":{"matrix":[["3/5","2/5"],["2/5","3/5"]]},"sample":{"runs":[5,10]}}"#;
    let file = r#"{"format":"dp-mechanism/1","privacy":{"epsilon":"1"},"query":{"graph":"line","nodes":2},
        "mechanism":{"matrix":[["1/2","1/2"],["1/2","1/2"]]},
        "claims":[{"claim":"derivable","from":"a table.json"},{"claim":"trade-off","from":"a table.json","pair":[0,1]}]}"#;
    let folder = Folder::with(&[("a table.json", counted), ("m.json", file)]);
    assert!(folder.run(&["m.json"], "").status < 2);
    as_told_of_a_problem(&folder, "m.json", &["\"a table.json\" comes from a sample, 5 to 10 runs a row"]);
}

/// The geometric weights on three answers: exact, and of no sample, when the call says so.
#[test]
fn weights_are_no_sample() {
    let query = r#"{"format":"dp-mechanism/1","privacy":{"alpha":"1/2"},"query":{"graph":"line","nodes":3}}"#;
    let folder = Folder::with(&[("t.csv", "4,2,1\n2,3,2\n1,2,4\n"), ("q.json", query)]);
    let call = ["t.csv", "--graph", "line", "--alpha", "1/2"];
    let with = |normalise: &str| folder.run(&[&call[..], &[normalise, "--force"]].concat(), "");
    let counts = with("--normalise=any");
    assert!(
        counts.err.contains(
            "the frequencies of a sample (if the numbers are weights, and no counts, say --normalise=weights; to decide what counts \
             of runs show of the mechanism itself, say --counts --confidence 0.999 instead)"
        )
    );
    assert!(flat(&counts.out).contains(WORDS));
    let weights = with("--normalise=weights");
    assert_eq!(weights.status, counts.status, "{}", weights.err);
    assert!(
        weights.err.contains("each row divided by its sum, 7") && !weights.err.contains("sample"),
        "{}",
        weights.err
    );
    assert!(!flat(&weights.out).contains(WORDS) && !folder.text("t.json").contains("\"sample\""));
    for (flag, is_sample) in [("--normalise", true), ("--normalise=any", true), ("--normalise=weights", false)] {
        let ended = folder.run(&["import", "t.csv", "q.json", flag], "");
        assert_eq!((ended.status, ended.out.contains("\"sample\"")), (0, is_sample), "{}", ended.err);
        assert_eq!(ended.err.contains("say --normalise=weights"), is_sample, "{}", ended.err);
    }
}
