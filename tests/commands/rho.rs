//! Files that declare ρ, and what ρ implies, by both programs.

use super::folder::Folder;
use super::schemas::{assert_valid, schema};
use serde_json::{Value, json};

const COIN: &str = r#"{
  "format": "dp-mechanism/1",
  "privacy": { "rho": "0.55" },
  "query": { "graph": "line", "nodes": 2 },
  "mechanism": { "matrix": [["3/4", "1/4"], ["1/4", "3/4"]] },
  "claims": [{ "claim": "zcdp", "rho": "0.55", "epsilon": "3" }, "expected-error", "threshold"]
}"#;

fn coin() -> String {
    COIN.replace(r#""graph": "line", "nodes": 2"#, r#""graph": "hamming", "values": 2, "individuals": 1"#)
}

#[test]
fn a_report_has_no_alpha() {
    let folder = Folder::with(&[("coin.json", &coin())]);
    let ended = folder.run(&["coin.json"], "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("declared: ρ-zCDP (zero-concentrated differential privacy), ρ = 0.55"), "{}", ended.out);
    assert!(ended.out.contains("holds     zcdp (rho at most 11/20)\n"), "{}", ended.out);
    assert!(ended.out.contains("delta_at_most = 0.00837929370836"), "{}", ended.out);
    assert!(ended.out.contains("by ρ-zCDP alone: ρ = 11/20 implies"), "{}", ended.out);
    assert!(!ended.out.contains('α'), "{}", ended.out);
    let verified = folder.verify(&["coin.json", "coin.cert.json", "--holds"]);
    assert!(
        verified.status == 0
            && verified.out.contains("declared: ρ-zCDP (zero-concentrated differential privacy), ρ = 0.55"),
        "{}",
        verified.out
    );
    let report = schema("dp-report-1.json");
    for told in [
        folder.run(&["coin.json", "--format", "json"], "").out,
        folder.verify(&["coin.json", "coin.cert.json", "--format", "json"]).out,
    ] {
        assert_valid(&report, &told, "a report of ρ");
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["privacy"], json!({ "rho": "0.55" }));
        assert_eq!(told["rho"], json!({ "exact": "11/20", "decimal": "0.550000000000" }));
        assert!(["alpha", "epsilon", "delta"].iter().all(|key| told.get(key).is_none()), "{told}");
        let find = |claim: &str, key: &str| {
            let is_it = |s: &&Value| s["claim"] == claim && (key.is_empty() || s.get(key).is_some());
            told["statements"].as_array().unwrap().iter().find(is_it).unwrap().clone()
        };
        let own = find("zcdp", "epsilon");
        assert_eq!((&own["rho"], &own["epsilon"]), (&json!("11/20"), &json!("3")));
        assert_eq!(own["values"]["delta_at_most"]["decimal"], "0.00837929370836");
        let error = find("expected-error", "");
        assert_eq!(
            error["values"].as_object().map(|values| values.keys().cloned().collect()),
            Some(vec!["error".to_owned()])
        );
    }
    // Its own schema knows such a line.
    let lines = folder.run(&["--jsonl", "--certificates"], &coin().replace('\n', ""));
    assert!(lines.out.contains(r#""privacy":{"rho":"0.55"}"#), "{}{}", lines.out, lines.err);
    std::fs::write(folder.at("lines.jsonl"), &lines.out).unwrap();
    let checked = folder.verify(&["--jsonl", "lines.jsonl"]);
    assert_eq!(checked.status, 0, "{}{}", checked.out, checked.err);
    // What is found unasked is none of what is about ε.
    assert!(!ended.out.contains("tight-constraints") && !ended.out.contains(" dp"), "{}", ended.out);
}

#[test]
fn of_a_composition() {
    let file = coin().replace(
        r#""matrix": [["3/4", "1/4"], ["1/4", "3/4"]]"#,
        r#""compose": [{"epsilon": "1/10", "times": 30}, {"family": "exponential", "epsilon": "1/2", "times": 3}]"#,
    );
    let file = file.replace(r#", "expected-error""#, "");
    let folder = Folder::with(&[("m.json", &file)]);
    let ended = folder.run(&["m.json"], "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(!ended.out.contains("Basic composition"), "{}", ended.out);
    assert_eq!(folder.verify(&["m.json", "m.cert.json"]).status, 0);
}

#[test]
fn other_commands() {
    let folder =
        Folder::with(&[("coin.json", &coin()), ("coin.csv", "0.75,0.25\n0.25,0.75\n"), ("query.json", &query())]);
    for call in [&["pattern", "coin.json"][..], &["repair", "coin.json"], &["construct", "uniform", "query.json"]] {
        let ended = folder.run(call, "");
        assert_eq!((ended.status, &*ended.out), (2, ""), "{call:?}");
        assert!(ended.err.contains("is about ε, and this file declares ρ"), "{call:?}: {}", ended.err);
    }
    for (command, name) in [("profile", "dp-profile-1.json"), ("trade-off", "dp-trade-off-1.json")] {
        let ended = folder.run(&[command, "coin.json", "--format", "json"], "");
        assert_eq!(ended.status, 0, "{command}: {}", ended.err);
        assert_valid(&schema(name), &ended.out, command);
        assert!(!ended.out.contains("\"alpha\""), "{}", ended.out);
        let text = folder.run(&[command, "coin.json"], "");
        assert_eq!(text.status, 0, "{command}: {}", text.err);
    }
    let page = folder.run(&["coin.json", "--format", "html"], "");
    assert_eq!(page.status, 0, "{}", page.err);
    assert!(page.out.contains("This table is 0.55-zero-concentrated differentially private"), "{}", page.out);
    assert!(!page.out.contains("-differentially private") && !page.out.contains("from the bound"), "{}", page.out);
}

fn query() -> String {
    r#"{"format": "dp-mechanism/1", "privacy": {"rho": "1/2"}, "query": {"graph": "line", "nodes": 2}}"#.to_owned()
}

#[test]
fn of_a_table() {
    let folder = Folder::with(&[("coin.csv", "0.75,0.25\n0.25,0.75\n"), ("m.json", &coin())]);
    let ended = folder.run(&["coin.csv", "--graph", "line", "--rho", "0.55"], "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("declared: ρ-zCDP (zero-concentrated differential privacy), ρ = 0.55"), "{}", ended.out);
    let ended = folder.run(&["coin.csv", "--graph", "line", "--rho", "1/2", "--no-certificate"], "");
    assert_eq!(ended.status, 1, "{}{}", ended.out, ended.err);
    // In the place of another, and another in its place.
    let ended = folder.run(&["m.json", "--rho", "1/2", "--no-certificate"], "");
    assert_eq!(
        (ended.status, ended.out.contains("differential privacy), ρ = 1/2")),
        (1, true),
        "{}{}",
        ended.out,
        ended.err
    );
    let ended = folder.run(&["m.json", "--epsilon", "2", "--no-certificate"], "");
    assert!(ended.out.contains("declared: ε = 2"), "{}{}", ended.out, ended.err);
    for (words, told) in [
        (&["coin.csv", "--graph", "line", "--rho", "1/2", "--delta", "1e-6"][..], "cannot be used with"),
        (&["coin.csv", "--graph", "line", "--rho", "1/2", "--epsilon", "1"], "cannot be used with"),
        (&["coin.csv", "--graph", "line", "--rho", "0"], "--rho: found \"0\", expected ρ > 0"),
        (&["coin.csv", "--graph", "line", "--rho", "1/2", "--claim", "optimal", "--prior", "uniform"], "declares ρ"),
        (&["m.json", "--delta", "1e-6", "--no-certificate"], "\"delta\" beside \"rho\""),
        (&["m.json", "--only", "dp"], "the claim `dp` is about the declared ε, and this file declares ρ"),
    ] {
        let ended = folder.run(words, "");
        assert_eq!((ended.status, &*ended.out), (2, ""), "{words:?}: {}", ended.out);
        assert!(ended.err.contains(told), "{words:?}: {}", ended.err);
    }
}

#[test]
fn budgets() {
    let folder = Folder::with(&[]);
    let told = |words: &[&str]| {
        let call: Vec<&str> = ["budget"].iter().chain(words).copied().collect();
        let ended = folder.run(&call, "");
        assert_eq!(ended.status, 0, "{words:?}: {}", ended.err);
        ended.out
    };
    let text = told(&["--rho", "2.56", "--rho", "0.07", "--delta", "1e-10"]);
    assert!(text.contains("1 use of any mechanism of ρ = 2.56 and 1 use of any mechanism of ρ = 0.07\n"), "{text}");
    assert!(text.contains("ε = 17.4305844874 at δ = 1e-10, together\nfrom ρ = 263/100 alone:"), "{text}");
    // Rounded up: 0.005143184063862… at ρ = 1/2, ε = 3.
    let text = told(&["--rho", "1/2", "--epsilon", "3"]);
    assert!(text.contains("δ = 0.00514318406387 at ε = 3, together"), "{text}");
    for (words, what) in [
        (&["--rho", "1/2", "--delta", "0"][..], "no ε is enough at δ = 0"),
        (&["--rho", "1/2", "--delta", "0.9"], "ε = 0 at δ = 0.9, together"),
        (&["--rho", "100", "--epsilon", "1"], "δ = 1 at ε = 1, together: from ρ = 100 alone nothing follows"),
        (&["--rho", "1e-300", "--epsilon", "1"], "between 0 and this"),
    ] {
        let text = told(words);
        assert!(text.contains(what), "{words:?}: {text}");
    }
    let budget = schema("dp-budget-1.json");
    for words in [
        &["--rho", "1/100x30", "--delta", "1e-6", "--format", "json"][..],
        &["--rho", "1/2", "--delta", "0", "--format", "json"],
        &["--rho", "1/2", "--epsilon", "3", "--no-curve", "--format", "json"],
    ] {
        assert_valid(&budget, &told(words), "what ρ implies");
    }
    let json: Value =
        serde_json::from_str(&told(&["--rho", "1/100x30", "--delta", "1e-6", "--format", "json"])).unwrap();
    assert_eq!((&json["rho"], &json["epsilon"]["decimal"]), (&json!("3/10"), &json!("3.92005753695")));
    assert_eq!((&json["epsilon"]["at_least"], &json["curve"][5]["uses"]), (&json!("3.92005753694"), &json!(30)));
    for (words, told) in [
        (&["--rho", "1/2", "--use", "1", "--delta", "1e-6"][..], "found --rho beside --use, expected one of them"),
        (&["--rho", "0", "--delta", "1e-6"], "--rho: found \"0\", expected uses of ρ as in 1/2, 2.63, 1/100x30"),
        (&["--rho", "1/2x0", "--delta", "1e-6"], "--rho: found \"1/2x0\""),
        (&["--rho", "ln(2)", "--delta", "1e-6"], "--rho: found \"ln(2)\""),
        (&["--rho", "1/2", "--epsilon", "-1"], "unexpected argument"),
        (&["--rho", "1/2", "--delta", "1"], "expected 0 ≤ δ < 1"),
        (&["--rho", "1/2", "--delta", "1e-6", "-o", "x.json"], "no mechanism file states its answer"),
        (&["--rho", "1/2", "--delta", "1e-6", "--format", "html"], "no mechanism file states its answer"),
        (&["--rho", "1e-5000", "--delta", "1e-6"], "over 4096 bits"),
    ] {
        let call: Vec<&str> = ["budget"].iter().chain(words).copied().collect();
        let ended = folder.run(&call, "");
        assert_ne!(ended.status, 0, "{words:?}");
        assert!(ended.out.is_empty() && ended.err.contains(told), "{words:?}: {}", ended.err);
    }
}
