//! `certify budget`, and `--times` of a table.

use super::folder::Folder;
use super::schemas::{assert_valid, schema};
use serde_json::Value;

#[test]
fn the_epsilon_of_a_year() {
    let folder = Folder::with(&[]);
    let ended = folder.run(&["budget", "--use", "1/10x365", "--delta", "1e-6", "-o", "year.json"], "");
    assert_eq!((ended.status, &*ended.err), (0, ""), "{}", ended.out);
    assert!(ended.out.contains("ε = 10.3138646149 at δ = 1e-6, together"), "{}", ended.out);
    assert!(ended.out.contains(" 365  10.3138646149     36.5        13.8814"), "{}", ended.out);
    assert_eq!(folder.verify(&["year.json", "year.cert.json", "--holds"]).status, 0);
    // What the file expects is what is proved: a digit less is not.
    let file = folder.text("year.json");
    assert!(file.contains(r#""at_least": "10.3138646148", "at_most": "10.3138646150""#), "{file}");
    let less = file.replace("10.3138646150", "10.3138646149");
    std::fs::write(folder.at("less.json"), less).unwrap();
    assert_eq!(folder.run(&["less.json"], "").status, 1);
    // It is not written over.
    let ended = folder.run(&["budget", "--use", "1", "--delta", "1e-6", "-o", "year.json"], "");
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("--force"), "{}", ended.err);
    assert_eq!(folder.text("year.json"), file);
}

#[test]
fn for_programs() {
    let folder = Folder::with(&[]);
    let ended = folder
        .run(&["budget", "--use", "1x30", "--use", "1/2,1e-8", "--epsilon", "8", "--format", "json", "--no-curve"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    let told: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(told["format"], "dp-budget/1");
    let schema = schema("dp-budget-1.json");
    assert_valid(&schema, &ended.out, "a δ");
    assert_eq!(told["uses"][1]["delta"], "1e-8");
    assert_eq!(told["delta"]["decimal"], "0.842076396766");
    assert_eq!((&told["lower"], told["curve"].as_array().map(Vec::len)), (&Value::Null, Some(0)));
    let page = folder.run(&["budget", "--use", "1x3", "--delta", "1e-6", "--format", "html"], "");
    assert!(page.out.starts_with("<!DOCTYPE html>"), "{}", &page.out[..100.min(page.out.len())]);
    assert!(page.out.contains("nothing is known but their promises"));
    assert!(page.out.contains("Whether the mechanisms keep their promises."));
    let folder = Folder::with(&[("two.json", include_str!("../../examples/promises/two-vendors.json"))]);
    let unexpected = folder.text("two.json").replace("\"verdict\": \"fails\"", "\"verdict\": \"holds\"");
    std::fs::write(folder.at("other.json"), unexpected).unwrap();
    assert_eq!(folder.run(&["other.json"], "").status, 1);
    let told = folder.verify(&["other.json", "other.cert.json"]).out;
    assert!(told.contains("declared and NOT IMPLIED by the promises: approximate-dp"), "{told}");
    assert!(!told.contains("REFUTED"), "{told}");
    let page = folder.run(&["other.json", "--format", "html"], "").out;
    assert!(page.contains("The promises do NOT imply the privacy") && !page.contains("refuted"), "{page}");
    let page = folder.run(&["two.json", "--format", "html"], "");
    assert!(
        page.out.contains("The promises do NOT imply that what all uses release together is (3, 1/25)"),
        "{}",
        page.out
    );
}

#[test]
fn epsilons_without_a_common_unit() {
    let folder = Folder::with(&[]);
    let call = ["budget", "--use", "0.123456789x10", "--use", "1", "--delta", "1e-6", "-o", "b.json"];
    let ended = folder.run(&call, "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.out.contains("ε from 2.22922797354 to 2.23923158852 at δ = 1e-6"), "{}", ended.out);
    let both = folder.run(&[&call[..], &["--force", "--format", "json"]].concat(), "");
    assert_valid(&schema("dp-budget-1.json"), &both.out, "two ends");
    for end in ["b", "b.lower"] {
        assert_eq!(folder.verify(&[&format!("{end}.json"), &format!("{end}.cert.json")]).status, 0);
    }
    let call = ["budget", "--use", "1/2*ln(3)", "--use", "1", "--delta", "1e-6", "--format", "html"];
    let page = folder.run(&call, "");
    assert!(page.out.contains("rounded up to 1/1000 for this page"), "{}{}", page.out, page.err);
    // ln(3)/2 = 0.54930…
    let file = folder.run(&[&call[..7], &["-o", "log.json"][..]].concat(), "");
    assert_eq!(file.status, 0, "{}", file.err);
    assert!(folder.text("log.json").contains("\"epsilon\": \"11/20\""), "{}", folder.text("log.json"));
    assert!(folder.text("log.lower.json").contains("\"epsilon\": \"549/1000\""));
    // No δ of uses is more than they have together.
    let ended = folder.run(&["budget", "--use", "1,0.01x3", "--delta", "0.01"], "");
    assert!(ended.out.contains("no ε is enough at δ = 0.01"), "{}", ended.out);
    let json = folder.run(&["budget", "--use", "1,0.01x3", "--delta", "0.01", "--format", "json"], "");
    assert_valid(&schema("dp-budget-1.json"), &json.out, "no ε");
    // Logarithms have one, with each other and with nothing else.
    let ended = folder.run(&["budget", "--use", "ln(3)x4", "--use", "1/2*ln(3)", "--epsilon", "2*ln(3)"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
}

#[test]
fn calls_that_are_wrong() {
    let folder = Folder::with(&[]);
    for (words, told) in [
        (&["--use", "x", "--delta", "1e-6"][..], "--use: found \"x\", expected a use as in 1x30"),
        (&["--use", "1x0", "--delta", "1e-6"], "--use: found \"1x0\""),
        (&["--use", "0", "--delta", "1e-6"], "ε is not above 0"),
        (&["--use", "ln(1/2)", "--delta", "1e-6"], "ε is not above 0"),
        (&["--use", "1,1", "--delta", "1e-6"], "δ is not from 0 to below 1"),
        (&["--use", "1", "--delta", "1"], "--delta: found another number, expected 0 ≤ δ < 1"),
        (&["--use", "1", "--delta", "x"], "--delta: "),
        (&["--use", "1", "--epsilon", "x"], "--epsilon: "),
        (&["--use", "1", "--epsilon", "1", "--delta", "0"], "cannot be used with"),
        (&["--use", "1"], "--delta"),
        (&["--delta", "1e-6"], "--use"),
    ] {
        let call: Vec<&str> = ["budget"].iter().chain(words).copied().collect();
        let ended = folder.run(&call, "");
        assert_eq!((ended.status, &*ended.out), (2, ""), "{words:?}");
        assert!(ended.err.contains(told), "{words:?}: {}", ended.err);
    }
}

#[test]
fn a_table_used_many_times() {
    let folder = Folder::with(&[("coin.csv", "0.75,0.25\n0.25,0.75\n")]);
    let call = ["coin.csv", "--graph", "line", "--epsilon", "10*ln(3)", "--times", "10"];
    let ended = folder.run(&call, "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("one mechanism used 10 times"), "{}", ended.out);
    assert!(ended.out.contains("alpha_max = 1/59049"), "{}", ended.out);
    assert_eq!(folder.verify(&["coin.json", "coin.cert.json", "--holds"]).status, 0);
    assert_eq!(folder.run(&["coin.json", "--times", "2"], "").status, 2);
    let ended = folder.run(&["coin.csv", "--graph", "line", "--epsilon", "1", "--times", "0"], "");
    assert_eq!(ended.status, 2, "{}", ended.out);
}
