//! What a report must say for nobody to take it for the answer to another question.

use super::html::call;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// What `certify` prints of a file, with these arguments.
fn told(content: &Value, arguments: &[&str]) -> String {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("m.json"), content.to_string()).expect("a file");
    let (status, text, error) = call(folder.path(), &[&["m.json"], arguments].concat());
    assert!(matches!(status, Some(0 | 1 | 3)), "{error}");
    text
}

/// A text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn of(privacy: Value, gain: (&str, Value), claims: Value) -> Value {
    let mut file = json!({
        "format": "dp-mechanism/1",
        "privacy": privacy,
        "query": { "graph": "line", "nodes": 3 },
        "mechanism": { "matrix": [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]] },
        "priors": { "flat": "uniform", "mine": ["1/2", "1/4", "1/4"] },
        "claims": claims,
    });
    file[gain.0] = gain.1;
    file
}

/// A bound for the binary gain says so, and is drawn beside nothing of another gain.
#[test]
fn numbers_of_two_gains_are_not_compared() {
    let claims = json!([
        { "claim": "utility", "prior": "flat" },
        { "claim": "utility-bound", "prior": "flat" },
        { "claim": "optimal", "prior": "flat" },
        "universally-optimal",
        "capacity"
    ]);
    let three = json!([[3, 0, 0], [0, 3, 0], [0, 0, 3]]);
    let file = of(json!({ "alpha": "1/2" }), ("gain", three), claims.clone());
    let text = flat(&told(&file, &[]));
    for words in [
        "gain: matrix: 3 guesses, a row for each guess: 3, 0, 0; 0, 3, 0; 0, 0, 3",
        "prior flat: uniform prior mine: 1/2, 1/4, 1/4",
        "utility (prior flat), by the file's gain",
        "utility-bound (prior flat), by the binary gain",
        "optimal (prior flat), by the file's gain",
        "universally-optimal, by the binary gain",
        "capacity, min-entropy",
    ] {
        assert!(text.contains(words), "{text}\nand not\n{words}");
    }
    let report: Value = serde_json::from_str(&told(&file, &["--format", "json"])).unwrap();
    assert_eq!(report["gain"]["kind"], "matrix");
    assert_eq!(report["priors"]["flat"]["kind"], "uniform");
    let measure = |claim: &str| {
        let all = report["statements"].as_array().unwrap();
        all.iter().find(|s| s["claim"] == claim).unwrap().get("measure").cloned()
    };
    assert_eq!(measure("utility-bound"), Some(json!("binary gain")));
    assert_eq!(measure("universally-optimal"), Some(json!("binary gain")));
    assert_eq!(measure("capacity"), Some(json!("min-entropy")));
    assert_eq!(measure("utility"), None);
    let page = told(&file, &["--format", "html"]);
    let figure = |start: &str| {
        let from = page.find(&format!("<h3>{start}")).unwrap_or_else(|| panic!("{start}"));
        page[from..][..page[from..].find("</figure>").unwrap()].to_owned()
    };
    let own = figure("Utility for the prior flat, by the file's gain");
    assert!(own.contains("this table") && !own.contains("bound on every private table"), "{own}");
    let binary = figure("Utility for the prior flat, by the binary gain");
    assert!(binary.contains("bound on every private table") && !binary.contains("this table"), "{binary}");
    // One gain needs no words, and all bars stand together.
    let plain = of(json!({ "alpha": "1/2" }), ("gain", json!("binary")), claims);
    let text = flat(&told(&plain, &[]));
    assert!(!text.contains("), by the") && !text.contains("optimal, by the") && !text.contains("gain:"), "{text}");
    let page = told(&plain, &["--format", "html"]);
    let from = page.find("<h3>Utility for the prior flat ").unwrap();
    let own = &page[from..][..page[from..].find("</figure>").unwrap()];
    assert!(own.contains("this table") && own.contains("bound on every private table"), "{own}");
}

/// At an irrational α too the ratio stands beside the one that is allowed, and by how much a claim fails in decimals.
#[test]
fn what_fails_says_by_how_much_in_decimals() {
    let rows = json!([["0.9", "0.1"], ["0.1", "0.9"], ["0.5", "0.5"]]);
    let ratio = |privacy: Value, claims: Value| {
        let mut file = of(privacy, ("gain", json!("binary")), claims);
        file["mechanism"] = json!({ "matrix": rows });
        flat(&told(&file, &[]))
    };
    let cases = [
        (json!({ "epsilon": "1" }), "has 0.9, its neighbour 1 has 0.1: ratio 9, allowed 2.7183"),
        (json!({ "epsilon": "1/2*ln(2)" }), "has 0.9, its neighbour 1 has 0.1: ratio 9, allowed 1.4142"),
        (
            json!({ "alpha": { "root_of": ["-1", "1", "1"], "between": ["0", "1"] } }),
            "has 0.9, its neighbour 1 has 0.1: ratio 9, allowed 1.618",
        ),
        (
            json!({ "alpha": "symbolic", "between": ["1/4", "1/2"] }),
            "has 0.9, its neighbour 1 has 0.1: ratio 9, allowed 2.6667",
        ),
    ];
    for (privacy, words) in cases {
        let text = ratio(privacy, json!([]));
        assert!(text.contains(words), "{text}\nand not\n{words}");
    }
    let group = ratio(json!({ "epsilon": "1/4" }), json!([{ "claim": "group-privacy", "distance": 2 }]));
    assert!(group.contains("at distance 2, has 0.1: ratio 5, allowed 1.6487"), "{group}");
    // The least that is over it, by a difference beyond twelve digits.
    let mut close = of(json!({ "epsilon": "1" }), ("gain", json!("binary")), json!([]));
    close["mechanism"] =
        json!({ "matrix": [["a/(1+a)-1e-16", "1/(1+a)+1e-16"], ["1/(1+a)", "a/(1+a)"], ["1/2", "1/2"]] });
    let text = flat(&told(&close, &[]));
    assert!(text.contains("the ratio exceeds the allowed 2.71828182846 by "), "{text}");
    // The function of α and the number that it is.
    let optimal =
        of(json!({ "epsilon": "1" }), ("gain", json!("binary")), json!([{ "claim": "optimal", "prior": "mine" }]));
    let text = flat(&told(&optimal, &["--only", "optimal"]));
    let by = text.split("more by ").nth(1).unwrap_or_else(|| panic!("{text}"));
    assert!(by.contains('a') && by.split(' ').take(3).any(|word| word.starts_with("0.")), "{by}");
}

/// A claim on groups of which there are none holds, and says that it is about nothing.
#[test]
fn a_claim_about_no_two_answers_says_so() {
    let words = |parameters: Value| {
        let mut claim = json!({ "claim": "group-privacy" });
        claim.as_object_mut().unwrap().extend(parameters.as_object().unwrap().clone());
        let file = of(json!({ "alpha": "1/2" }), ("gain", json!("binary")), json!([claim]));
        let report: Value = serde_json::from_str(&told(&file, &["--format", "json"])).unwrap();
        let found =
            report["statements"].as_array().unwrap().iter().find(|s| s["claim"] == "group-privacy").unwrap().clone();
        let page = told(&file, &["--format", "html"]);
        (found["vacuous"].clone(), found["explanation"].clone(), page.contains("No two answers are at the claim"))
    };
    let sentence = json!(["no two answers are at the distance 5: it holds of none, and so says nothing of any"]);
    assert_eq!(words(json!({ "distance": 5 })), (json!(true), sentence, true));
    for parameters in [json!({ "distance": 2 }), json!({ "distance": 5, "at_most": true })] {
        let (vacuous, _, on_page) = words(parameters);
        assert_eq!((vacuous, on_page), (Value::Null, false));
    }
}

/// Whoever asks for Shannon's capacity is led to it, and hears that `capacity` is another number.
#[test]
fn shannons_capacity_is_another_number() {
    let folder = TempDir::new().expect("a folder");
    let mut file = of(json!({ "alpha": "1/2" }), ("gain", json!("binary")), json!([]));
    fs::write(folder.path().join("m.json"), file.to_string()).expect("a file");
    file["claims"] = json!(["Shannon's capacity"]);
    fs::write(folder.path().join("c.json"), file.to_string()).expect("a file");
    fs::write(folder.path().join("t.csv"), "2/3,1/3\n1/3,2/3\n").expect("a file");
    for arguments in [
        &["c.json"][..],
        &["m.json", "--only", "shannon"],
        &["m.json", "--only", "channel-capacity"],
        &["explain", "channel capacity"],
        &["t.csv", "--graph", "line", "--epsilon", "1", "--claim", "Shannon_capacity"],
    ] {
        let (status, text, error) = call(folder.path(), arguments);
        assert_eq!(status, Some(2), "{arguments:?} {text}");
        assert!(flat(&error).contains("did you mean") && error.contains("shannon-capacity"), "{arguments:?} {error}");
    }
    let (status, text, error) = call(folder.path(), &["m.json", "--only", "information-leakage"]);
    assert!(status == Some(2) && error.contains("did you mean mutual-information?"), "{text} {error}");
    for (word, other) in [
        ("capacity", "the min-entropy capacity, which is not Shannon's capacity"),
        ("shannon-capacity", "never more than the bits of `capacity`, which are of min-entropy"),
        ("mutual information", "where `leakage` counts how much better one guess gets, in bits of min-entropy"),
    ] {
        let (status, text, _) = call(folder.path(), &["explain", word]);
        assert!(status == Some(0) && flat(&text).contains(other), "{text}");
    }
    let asked = ["m.json", "--only", "shannon-capacity", "--format", "json"];
    let (status, text, error) = call(folder.path(), &asked);
    assert!(matches!(status, Some(0 | 1)) && text.contains("\"claim\": \"shannon-capacity\""), "{text} {error}");
}

/// What a sample can't prove is said where somebody asks what it is.
#[test]
fn a_sample_is_explained() {
    let folder = TempDir::new().expect("a folder");
    for word in ["sample", "counts of runs", "confidence", "events"] {
        let (status, text, error) = call(folder.path(), &["explain", word]);
        assert_eq!(status, Some(0), "{word}: {error}");
        let said = flat(&text);
        assert!(said.contains("A sample that does not refute does not prove privacy"), "{word}: {text}");
        assert!(said.contains("certify explain not-refuted") && said.contains("--counts"), "{word}: {text}");
    }
}

/// No cell of a picture draws a positive number as 0.
#[test]
fn nothing_but_zero_is_drawn_as_zero() {
    let tiny = |small: &str, rest: &str| {
        let mut file = of(json!({ "epsilon": "1" }), ("gain", json!("binary")), json!([]));
        file["mechanism"] = json!({ "matrix": [[small, rest], ["1/2", "1/2"], ["1/2", "1/2"]] });
        told(&file, &["--format", "html", "--only", "dp"])
    };
    let cells = |page: &str| -> Vec<String> {
        let cells = page.split("<text class=\"cell ").skip(1);
        cells.map(|cell| cell[cell.find('>').unwrap() + 1..cell.find('<').unwrap()].to_owned()).collect()
    };
    for (small, rest) in [("1e-9", "1-1e-9"), ("a^12", "1-a^12"), ("a^5", "1-a^5"), ("1e-400", "1-1e-400")] {
        let page = tiny(small, rest);
        let drawn = cells(&page);
        assert_eq!(drawn.len(), 6, "{drawn:?}");
        assert!(drawn.iter().all(|text| text != "0"), "{small}: {drawn:?}");
        assert!(!page.contains("swatch none"), "{small}");
    }
    assert_eq!(cells(&tiny("1e-9", "1-1e-9"))[0], "&lt;0.001");
    assert_eq!(cells(&tiny("0", "1"))[0], "0");
}

/// A name can't go on where values stand, nor hide what it has.
#[test]
fn names_of_strangers_stand_in_quotes_and_are_short() {
    let padded = format!("flat{}utility = 1", "\u{2003}".repeat(60));
    for name in
        [&padded, "flat), as expected utility = 1 utility = 1 utility = 1 utility = 1", "a\u{1d173}b", "a\u{1bca0}b"]
    {
        let mut file = of(json!({ "alpha": "1/2" }), ("gain", json!("binary")), json!([]));
        file["priors"] = json!({ name: "uniform" });
        let text = told(&file, &["--only", "utility"]);
        assert!(
            text.lines().all(|line| !line.trim_start().starts_with("utility = 1 ") && line.trim() != "utility = 1"),
            "{text}"
        );
        assert!(flat(&text).contains("utility (prior \""), "{text}");
        assert!(!text.contains('\u{1d173}') && !text.contains('\u{1bca0}') && !text.contains('\u{2003}'), "{text}");
    }
}
