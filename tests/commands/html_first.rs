//! The first screen of a page: odds, and the questions of whoever decides.

use crate::html::{call, examples, self_contained, text_of};
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
            "whoever sees the most revealing output names the right one 75 % of the time, where the promise allows 66.7 %.",
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
        "this file: proved 1.0987 75 %",
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
    assert!(head.contains("everything that the 30 uses release"), "{head}");
    for words in ["One use, and all of them", "at δ = 53/10000", "0.99272", "17.703", "23.994"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    // On the scale as in the first sentence: after all uses, and not as any ε of that size allows.
    let squeezed = |text: &str| text.replace(' ', "");
    assert!(squeezed(&text).contains(&squeezed("this file: proved 23.9943 99.7 %")), "{text}");
    assert!(head.contains("at most 99.7 % of the time, after the first alone at most 73.2 % of the time."), "{head}");
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

/// The answers of a first screen, by their questions.
fn answers(page: &str) -> Vec<(String, String)> {
    let start = page.find("<dl class=\"answers\">").map_or("", |at| &page[at..]);
    let list = start.split("</dl>").next().unwrap_or_default();
    let plain = |text: &str| text_of(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let both = |row: &str| row.split_once("</dt>").map(|(question, answer)| (plain(question), plain(answer)));
    list.split("<dt>").skip(1).filter_map(both).collect()
}

#[test]
fn every_first_screen_answers_whoever_decides() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut files = examples();
    for folder in ["missing", "promises", "sampled", "terms", "noise"] {
        let found = fs::read_dir(root.join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
        files.extend(found.filter(|path| {
            let name = path.to_string_lossy();
            name.ends_with(".json") && !name.ends_with(".cert.json")
        }));
    }
    let folder = TempDir::new().expect("a folder");
    for path in files {
        let name = path.to_string_lossy();
        let of = |format| call(folder.path(), &[&name, "-o", "c.cert.json", "--format", format]).1;
        let (page, report) = (of("html"), of("json"));
        let report: Value = serde_json::from_str(&report).expect("JSON");
        let rows = answers(&page);
        let (head, _) = read(&page);
        assert!(head.chars().count() < 4_000, "{name}: {}\n{head}", head.chars().count());
        if rows.is_empty() {
            let has_none =
                head.contains("No mechanism is looked at here") || head.starts_with("The file claims nothing");
            assert!(has_none || report["mechanism"]["counts"].is_object(), "{name}: {head}");
            continue;
        }
        let answer = |question: &str| {
            let found = rows.iter().find(|(asked, _)| asked == question);
            found.map(|(_, answer)| answer.as_str()).filter(|answer| !answer.is_empty())
        };
        let all = [
            "What was promised?",
            "Is it kept?",
            "Who is protected?",
            "Protected from whom?",
            "How sure is this?",
            "What was not looked at?",
            "May I rely on it elsewhere?",
            "What to ask the vendor",
        ];
        for question in all {
            assert!(answer(question).is_some(), "{name}: {question}\n{head}");
        }
        let kept = answer("Is it kept?").expect("an answer");
        let more = answer("And after a month?").or_else(|| answer("For how many outputs?"));
        assert!(more.is_some() || kept.starts_with("That can't be asked"), "{name}: {head}");
        assert!(answer("What was not looked at?").is_some_and(|told| told.starts_with("The program")), "{name}");
        let promised = answer("What was promised?").expect("an answer");
        assert!(["ε = ", "ρ = ", "every ε "].iter().any(|start| promised.starts_with(start)), "{name}: {promised}");
        let has_delta = report["privacy"]["delta"].as_str().is_some_and(|delta| delta != "0");
        let by_runs = kept.contains("up to δ = ");
        assert_eq!(answer("What does δ mean?").is_some(), has_delta || by_runs, "{name}: {head}");
    }
}

#[test]
fn whether_epsilon_could_be_smaller_is_said() {
    let cases = [
        (json!({ "alpha": "1/3" }), "Is it kept? Yes. No smaller ε is enough."),
        (json!({ "epsilon": "ln(3)" }), "Is it kept? Yes. No smaller ε is enough."),
        (json!({ "alpha": "1/4" }), "Is it kept? Yes. The least ε for which it is private is 1.0987."),
        (json!({ "alpha": "1/2", "delta": "1/4" }), "Is it kept? Yes. No smaller ε is enough at this δ."),
        (json!({ "epsilon": "1" }), "Is it kept? No. The least ε for which it is private is 1.0987."),
    ];
    for (privacy, words) in cases {
        let (head, _) = of(&coin(privacy, "3/4", "1/4"));
        let squeezed = |text: &str| text.replace(' ', "");
        assert!(squeezed(&head).contains(&squeezed(words)), "{words}\n{head}");
    }
    let (head, _) = of(&coin(json!({ "alpha": "1/2", "delta": "1/4" }), "3/4", "1/4"));
    let words =
        "With a probability of up to 1/4, an output may tell the two apart for certain. Otherwise ε limits how well.";
    assert!(head.contains(words), "{head}");
}

#[test]
fn what_runs_leave_open_is_no_success() {
    let (head, _) = example("sampled/opendp-0.14.2-randomised-response.json");
    assert!(head.starts_with("The runs do not refute the promise, and do not prove it"), "{head}");
    let (head, _) = example("sampled/opendp-0.14.1-integer-laplace.json");
    assert!(head.starts_with("✗ The runs refute what the file says"), "{head}");
    let (head, _) = example("sampled/proved.json");
    assert!(head.starts_with("✓ All came out as the file says"), "{head}");
}

#[test]
fn short_decimals_are_told_as_such() {
    let (head, _) = example("alvim-table1-m1-as-printed.json");
    assert!(head.contains("the probability 0.535 under answer A, and 0.267 under its neighbour F"), "{head}");
}

#[test]
fn irrational_probabilities_are_told_by_their_first_digits() {
    let (head, _) = of(&json!({
        "format": "dp-mechanism/1", "privacy": { "epsilon": "1" }, "query": { "graph": "complete", "nodes": 3 },
        "mechanism": { "matrix": [["(3-a)/3", "a/6", "a/6"], ["a/6", "(3-a)/3", "a/6"], ["a/6", "a/6", "(3-a)/3"]] }
    }));
    let words =
        "output 0 has the probability 0.8774 under answer 0, and 0.06131 under its neighbour 1: 14.3097 times as much";
    assert!(head.contains(words), "{head}");
}
