//! The first screen of a page: odds, and the questions of whoever decides.

use crate::html::{call, self_contained, text_of};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The box at the head and the whole text, no-break spaces as spaces.
fn read(page: &str) -> (String, String) {
    self_contained(page);
    let plain = |text: &str| text_of(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let start = page.find("<section class=\"verdict").expect("a verdict");
    let head = &page[start..];
    (plain(&head[..head.find("</section>").expect("an end")]), plain(page))
}

fn of(content: &Value) -> (String, String) {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("m.json"), content.to_string()).expect("a file");
    read(&call(folder.path(), &["m.json", "--format", "html"]).1)
}

fn example(name: &str) -> (String, String) {
    let folder = TempDir::new().expect("a folder");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name);
    read(&call(folder.path(), &[&path.to_string_lossy(), "-o", "c.cert.json", "--format", "html"]).1)
}

fn coin(privacy: Value, x: &str, y: &str) -> Value {
    json!({
        "format": "dp-mechanism/1", "privacy": privacy, "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
        "mechanism": { "matrix": [[x, y], [y, x]], "outputs": ["tails", "heads"] }
    })
}

#[test]
fn what_one_output_gives_away_is_told_in_odds() {
    let guess = "Of two neighbouring answers, equally likely beforehand, ";
    let cases = [
        (
            json!({ "alpha": "1/3" }),
            "3/4",
            "whoever sees one output names the right one at most 3 times in 4 (75 %). That is what was promised.",
        ),
        (
            json!({ "alpha": "1/4" }),
            "3/4",
            "whoever sees one output names the right one at most 3 times in 4 (75 %). The promise would allow 80 %.",
        ),
        (
            json!({ "alpha": "1/2" }),
            "3/4",
            "the output that tells most lets whoever sees it name the right one 75 % of the time, where the promise allows 66.7 %.",
        ),
        // (e^ε + δ)/(1 + e^ε)
        (
            json!({ "alpha": "1/2", "delta": "1/4" }),
            "3/4",
            "whoever sees one output names the right one at most 3 times in 4 (75 %). That is what was promised.",
        ),
    ];
    for (privacy, x, words) in cases {
        let (head, _) = of(&coin(privacy, x, "1/4"));
        assert!(head.contains(&format!("{guess}{words}")), "{words}\n{head}");
    }
    // Of a majority of 29 votes, each true with 3/4.
    let (head, _) = of(&coin(json!({ "alpha": "1/3" }), "3/4", "1/4"));
    assert!(
        head.contains("Whoever sees 30 outputs about the same two neighbours, one a day, is right at most 99.9 %. That is for ε = 1.0986."),
        "{head}"
    );
    assert!(head.contains("Answers next to each other, such as no and yes."), "{head}");
}

#[test]
fn where_no_epsilon_is_enough_the_first_sentence_says_so() {
    let (head, text) = of(&coin(json!({ "epsilon": "1" }), "1", "0"));
    for words in [
        "Some output gives the answer away with certainty",
        "No. There is no ε for which it is private between the file's neighbours.",
        "One output can be enough.",
        "Why can output tails come out under one answer, and never under a neighbouring one?",
    ] {
        assert!(head.contains(words), "{words}\n{head}");
    }
    assert!(text.contains("✗ no ε is enough") && !text.contains('∞') && !text.contains("0 kinks"), "{text}");
    let (head, _) = of(&coin(json!({ "epsilon": "1", "delta": "1/2" }), "1", "0"));
    assert!(
        head.contains("With a probability of more than δ = 1/2, the answer is given away with certainty"),
        "{head}"
    );
    let mut rows = coin(json!({ "epsilon": "1" }), "1", "0");
    rows["mechanism"]["matrix"] = json!([["1", "1/2"], ["1/2", "1/2"]]);
    let (head, _) = of(&rows);
    assert!(
        head.contains("The rows of this table do not add up to 1, so that nobody can say")
            && !head.contains("And after a month?"),
        "{head}"
    );
}

#[test]
fn a_scale_has_what_others_use_and_the_file_among_it() {
    let (_, text) = of(&coin(json!({ "alpha": "1/2" }), "3/4", "1/4"));
    for words in [
        "Wikimedia, editors of a project 0.1 52.5 %",
        "this file: promised 0.6931 66.7 %",
        "this file: proved 1.0986 75 %",
        "Apple, popular emoji 4 98.3 %",
    ] {
        let squeezed = |text: &str| text.replace(' ', "");
        assert!(squeezed(&text).contains(&squeezed(words)), "{words}\n{text}");
    }
    // Of ρ there is no such scale.
    assert!(!example("coin-declares-rho.json").1.contains("How much is that?"));
}

#[test]
fn a_composition_has_its_one_use_and_what_the_first_uses_need() {
    let (head, text) = example("answers-for-a-month.json");
    assert!(head.contains("everything that the 30 uses put out"), "{head}");
    for words in ["One use, and all of them", "at δ = 53/10000", "0.99272", "17.703", "23.994"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let (_, text) = example("two-releases-of-a-count.json");
    assert!(text.contains("Used once"), "{text}");
}

#[test]
fn what_is_no_table_is_not_called_one() {
    for name in ["noise/a-count.json", "noise/too-little.json", "noise-on-all-integers.json"] {
        let (head, text) = example(name);
        assert!(!head.to_lowercase().contains("the table"), "{name}: {head}");
        assert!(!text.contains("This table") && !text.contains("table puts out"), "{name}: {text}");
    }
}

#[test]
fn numbers_stand_with_what_rests_on_them() {
    let (head, _) = example("lying-rho.json");
    assert!(head.starts_with("✗ Privacy is NOT as the file says"), "{head}");
    assert!(head.contains("The least ρ is 0.549306144334, the claimed one 1/2."), "{head}");
    let (head, _) = example("best-coin-at-a-delta.json");
    assert!(head.contains("δ = 0.1 + 1.0e-30") && head.contains("δ = 0.1 - 1.0e-30"), "{head}");
    let (head, text) = example("alvim-table2-m1.json");
    assert!(head.contains("Utility: 4/9 = 0.444444444444 (prior flat).") && !text.contains("is computed."), "{head}");
}

#[test]
fn a_claim_on_terms_of_its_own_says_whose_neighbours_and_which_epsilon_first() {
    let (head, text) = example("terms/one-sided.json");
    let words = "For neighbours in this order alone, contact against \"no contact\" at ε = ln(20): the table is ε-differentially private.";
    assert!(head.contains(words) && head.contains("NOT kept"), "{head}");
    assert!(text.contains("contact → \"no contact\", ε = ln(20)") && !text.contains("arc 1"), "{text}");
    let (head, _) = example("terms/two-steps.json");
    assert!(head.contains("For the neighbours 0 and 2, 1 and 3, 2 and 4 at ε = 2*ln(2)"), "{head}");
}

#[test]
fn runs_are_told_with_their_confidence() {
    let (head, _) = example("sampled/opendp-0.14.1-integer-laplace.json");
    assert!(
        head.contains("With confidence 0.999, of two neighbouring answers")
            && head.contains("or more, where the promise allows 58.3 %"),
        "{head}"
    );
    let (head, _) = example("sampled/proved.json");
    assert!(head.contains("They prove it up to δ = 1/100.") && head.contains("at most 74.4 % of the time"), "{head}");
}
