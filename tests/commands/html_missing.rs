//! Pages about tables of which mass is missing: what is said is said of every completion, and nothing is drawn of the
//! table by itself.

use crate::html::{call, self_contained, text_of};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

fn page(mechanism: Value, privacy: Value) -> (Option<i32>, String) {
    let folder = TempDir::new().expect("a folder");
    let query = json!({"graph": "complete", "nodes": 2, "labels": ["A", "B"]});
    let file = json!({"format": "dp-mechanism/1", "privacy": privacy, "query": query, "mechanism": mechanism});
    fs::write(folder.path().join("m.json"), file.to_string()).expect("a file");
    let (status, page, _) = call(folder.path(), &["m.json", "-o", "m.cert.json", "--format", "html"]);
    self_contained(&page);
    for picture in ["The table as a picture", "class=\"cell ", "What the runs show"] {
        assert!(!page.contains(picture), "{picture}");
    }
    (status, text_of(&page).split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn no_sentence_is_about_the_table_by_itself() {
    let apart =
        json!({"matrix": [["3/4", "1/8"], ["1/8", "3/4"]], "missing": ["1/8", "1/8"], "outputs": ["yes", "no"]});
    let close =
        json!({"matrix": [["1/2", "1/4"], ["1/4", "1/2"]], "missing": ["1/4", "1/4"], "further_outputs": false});
    let half = json!({"alpha": "1/2"});
    let (status, text) = page(apart.clone(), half.clone());
    assert_eq!(status, Some(1));
    for words in [
        "NO completion of this table is 0.6931-differentially private",
        "at most 1/8 of a row's mass is missing, of 2 of 2 rows; further outputs are possible",
        "for no smaller ε is any completion private",
        "This is asked of every table that completes the one of the file",
        "Where the missing mass is.",
        "yesnomissingA3/41/81/8B1/83/41/8",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let (status, text) = page(close.clone(), json!({"alpha": "1/3"}));
    assert_eq!(status, Some(0));
    for words in [
        "Every completion of this table is 1.0986-differentially private",
        "ASSUMED: no output is possible but those of the table",
        "Whether other outputs are possible.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let (status, text) = page(close.clone(), half);
    assert_eq!(status, Some(3));
    assert!(text.contains("Whether every completion of this table, or none, is"), "{text}");
    for (mechanism, delta, words) in [
        (apart, "1/10", "NO completion of this table is (0.6931, 1/10)-differentially private"),
        (close, "1/4", "Every completion of this table is (0.6931, 1/4)-differentially private"),
    ] {
        let (_, text) = page(mechanism, json!({"alpha": "1/2", "delta": delta}));
        assert!(text.contains(words), "{words}: {text}");
        assert!(!text.contains("The table is") && !text.contains("This table is"), "{text}");
    }
}
