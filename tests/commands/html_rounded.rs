//! Pages of tables whose numbers were rounded: many tables round to them, and the printed one is not the true one.

use crate::html::{call, text_of};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// The head of the page on a file, no-break spaces as spaces, and the whole page.
fn head(content: &Value) -> (String, String) {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("m.json"), content.to_string()).expect("a file");
    let page = call(folder.path(), &["m.json", "--format", "html"]).1;
    let start = page.find("<section class=\"verdict").expect("a verdict");
    let head = &page[start..];
    let head = text_of(&head[..head.find("</section>").expect("an end")]);
    (head.split_whitespace().collect::<Vec<_>>().join(" "), page)
}

fn printed(cells: [&str; 2], nodes: usize, within: &str, privacy: Value, claims: &[&str]) -> Value {
    let row = |i: usize| (0..nodes).map(|o| cells[usize::from(i != o)]).collect::<Vec<_>>();
    json!({
        "format": "dp-mechanism/1", "privacy": privacy, "query": { "graph": "complete", "nodes": nodes },
        "mechanism": { "matrix": (0..nodes).map(row).collect::<Vec<_>>(), "rounding": within }, "claims": claims
    })
}

const MARK: &str = "The rounded numbers can’t settle it: some table that keeps the promise is printed like this";

/// What accuses nobody.
fn is_neutral(head: &str, page: &str) {
    assert!(head.starts_with(MARK), "{head}");
    assert!(page.contains("<section class=\"verdict plain\">"), "{head}");
    for words in
        ["NOT as the file says", "no probabilities", "nobody can say", "Which numbers are meant", "Why does it take"]
    {
        assert!(!head.contains(words), "{words}: {head}");
    }
}

/// The list of claims agrees with the head: a badge and a sentence where the printed numbers alone do not keep a claim,
/// and "refuted" where no table that rounds to them does.
fn list_says(page: &str, beside: Option<(&str, &str)>) {
    let list = page.split("<h2>The claims of the file</h2>").nth(1).expect("a list");
    let list = list.split("</section>").next().expect("an end");
    let own =
        list.split("<article").find(|article| article.contains(">Privacy <") || article.contains(">Privacy up to δ <"));
    let own = own.expect("the declared privacy");
    let (class, words) = beside.unwrap_or(("bad", "refuted"));
    assert!(own.starts_with(&format!(" class=\"{class}\"")) && own.contains(words), "{own}");
    assert_eq!(own.contains(">not kept by the printed numbers<"), beside.is_some(), "{own}");
    assert_eq!(own.contains(">refuted<"), beside.is_none(), "{own}");
}

#[test]
fn a_private_table_that_rounds_to_the_printed_one_is_no_refutation() {
    let rows = ["stochastic-within-rounding", "dp", "dp-within-rounding"];
    let one = json!({ "epsilon": "1" });
    // Rows of 0.9998, and rows of 1.
    let cases = [
        printed(["0.4046", "0.1488"], 5, "0.00005", one.clone(), &rows),
        printed(["0.7311", "0.2689"], 2, "0.00005", one.clone(), &rows),
        // At a rational α it is found, though nobody claims it.
        printed(["0.667", "0.333"], 2, "0.0005", json!({ "alpha": "1/2" }), &rows[..2]),
    ];
    for file in &cases {
        let (head, page) = head(file);
        is_neutral(&head, &page);
        list_says(&page, Some(("plain", "A private table rounds to these numbers.")));
        for words in [
            "Is it kept?The printed numbers can’t tell. Some table that rounds to them is private at ε = ",
            "others may not be.",
            "What is refuted of the printed numbers is not refuted of the true ones.",
            "What are the numbers before rounding?",
        ] {
            assert!(head.contains(words), "{words}\n{head}");
        }
    }
    let delta = json!({ "alpha": "1/2", "delta": "1/1000" });
    let claims = ["approximate-dp", "approximate-dp-within-rounding"];
    let (head, page) = head(&printed(["0.668", "0.332"], 2, "0.001", delta, &claims));
    is_neutral(&head, &page);
    list_says(&page, Some(("plain", "A private table rounds to these numbers.")));
}

#[test]
fn what_no_private_table_rounds_to_is_refuted() {
    let claims = ["dp", "dp-within-rounding"];
    let (head, page) = head(&printed(["0.7", "0.3"], 2, "0.005", json!({ "alpha": "1/2" }), &claims));
    assert!(head.starts_with("✗ Privacy is NOT as the file says: no private table rounds to these numbers"), "{head}");
    assert!(page.contains("<section class=\"verdict bad\">") && !head.contains("true table"), "{head}");
    assert!(head.contains("Is it kept?No: no private table rounds to these numbers."), "{head}");
    list_says(&page, None);
    assert!(head.contains("What shows that the program draws with exactly these probabilities?"), "{head}");
    let none = printed(["0.7", "0.7"], 2, "0.005", json!({ "alpha": "1/2" }), &["stochastic-within-rounding"]);
    assert!(!self::head(&none).0.starts_with(MARK));
}

#[test]
fn what_was_not_asked_is_said_not_to_be() {
    // At an irrational α it is left out.
    let (head, page) = head(&printed(["0.732", "0.268"], 2, "0.0005", json!({ "epsilon": "1" }), &["dp"]));
    assert!(head.starts_with("? The printed numbers are not private as they stand"), "{head}");
    assert!(page.contains("<section class=\"verdict open\">"), "{head}");
    list_says(&page, Some(("open", "Whether a table that keeps this rounds to these numbers is not decided here.")));
    for words in [
        "The printed numbers break the promise. Whether a private table rounds to them was not asked: that is the claim dp-within-rounding.",
        "Is it kept?Not by the printed numbers. Whether rounding explains that was not asked",
    ] {
        assert!(head.contains(words), "{words}\n{head}");
    }
}

#[test]
fn printed_numbers_that_are_private_prove_nothing_of_others() {
    let (head, _) = head(&printed(["0.66", "0.34"], 2, "0.05", json!({ "alpha": "1/2" }), &["dp"]));
    assert!(
        head.contains("Is it kept?By the printed numbers, yes. Other tables that round to them may not be"),
        "{head}"
    );
}
