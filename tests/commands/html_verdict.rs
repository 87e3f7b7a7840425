//! What a page says first is what the report proved: the same verdict, the report's own reason, and no comparison that
//! only floating point made.

use crate::html::{call, examples, text_of};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// What is said of one file: the page, the box at its head, its text, the report as text and as JSON.
struct Said {
    page: String,
    text: String,
    head: String,
    report: String,
    json: Value,
}

fn said(folder: &Path, file: &str) -> Said {
    let of = |format: &str| call(folder, &[file, "-o", "said.cert.json", "--format", format]).1;
    let page = of("html");
    let start = page.find("<section class=\"verdict").expect("a verdict");
    let head = &page[start..];
    let head = text_of(&head[..head.find("</section>").expect("an end")]);
    let json = serde_json::from_str(&of("json")).expect("JSON");
    // Lines are broken at spaces.
    let report = of("text").split_whitespace().collect::<Vec<_>>().join(" ");
    Said { text: text_of(&page), page, head, report, json }
}

fn said_of(content: &Value) -> Said {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("m.json"), content.to_string()).expect("a file");
    said(folder.path(), "m.json")
}

/// The declared statements of a claim.
fn declared<'a>(json: &'a Value, claim: &'a str) -> impl Iterator<Item = &'a Value> {
    let all = json["statements"].as_array().expect("statements");
    all.iter().filter(move |s| s["claim"] == claim && s["declared"] == true)
}

fn explanation(statement: &Value) -> String {
    statement["explanation"].to_string()
}

/// The mark of a page on rounded numbers, by the report: none where they are private as they stand and so may the true
/// ones be, or where nothing is rounded.
fn of_rounding(json: &Value) -> Option<&'static str> {
    json["mechanism"]["rounding"].is_object().then_some(())?;
    let all = json["statements"].as_array().expect("statements");
    let verdict = |claim: &str| {
        let is_own = |s: &&Value| s["claim"] == claim && s["epsilon"].is_null() && s["graph"].is_null();
        let found = all.iter().find(is_own);
        found.and_then(|s| s["verdict"].as_str()).filter(|verdict| *verdict != "undecided")
    };
    let with_delta = json["privacy"]["delta"] != "0";
    let pure = verdict("dp-within-rounding").filter(|verdict| !with_delta || *verdict == "holds");
    let within = verdict("approximate-dp-within-rounding").or(pure);
    let printed = verdict(if with_delta { "approximate-dp" } else { "dp" });
    let is_private = printed == Some("holds") && verdict("stochastic") != Some("fails");
    let is_refuted = |s: &&Value| s["expected"] == false || s["expected"].is_null() && s["verdict"] == "fails";
    let mut refuted = all.iter().filter(|s| s["declared"] == true).filter(is_refuted);
    let of_printed = ["dp", "approximate-dp", "group-privacy", "renyi-dp", "bounded-range", "zcdp", "trade-off"];
    let is_other = refuted.clone().any(|s| of_printed.iter().all(|claim| s["claim"] != *claim));
    Some(match within {
        _ if verdict("stochastic-within-rounding") == Some("fails") => return None,
        Some("fails") if refuted.next().is_none() => {
            "✗ The declared privacy is NOT kept, and the file says so itself: no private table rounds to these numbers"
        }
        Some("fails") => "✗ Privacy is NOT as the file says: no private table rounds to these numbers",
        _ if is_private => return None,
        Some(_) if is_other => "✗ Something that the file says is refuted; privacy can’t be told",
        Some(_) => "The rounded numbers can’t settle it: some table that keeps the promise is printed like this",
        None if is_other => "✗ Something that the file says is refuted; whether rounding explains the rest",
        None => "? The printed numbers are not private as they stand",
    })
}

#[test]
fn the_head_of_every_example_agrees_with_its_report() {
    let folder = TempDir::new().expect("a folder");
    for file in examples() {
        let path = file.to_string_lossy().into_owned();
        let Said { head, text, json, page, .. } = said(folder.path(), &path);
        let summary = |key: &str| json["summary"][key].as_u64().expect("a count");
        let is_refuted = |s: &Value| s["expected"] == false || s["expected"].is_null() && s["verdict"] == "fails";
        let claimed = json["statements"].as_array().expect("statements").iter().filter(|s| s["declared"] == true);
        let of_rho = json["privacy"]["rho"].is_string();
        let is_privacy = |s: &&Value| {
            ["dp", "approximate-dp", "approximate-dp-within-rounding"].iter().any(|claim| s["claim"] == *claim)
                || of_rho && s["claim"] == "zcdp"
        };
        let privacy = claimed.clone().find(is_privacy);
        let mark = match (summary("fails"), summary("undecided")) {
            _ if of_rounding(&json).is_some() => of_rounding(&json).expect("a mark"),
            _ if head.starts_with("✓ Together these promises come to ε = ") => {
                assert!(path.contains("promises"), "{path}");
                "✓ Together these promises come to ε = "
            }
            (1.., _) if declared(&json, "stochastic").any(is_refuted) => "✗ This table is no mechanism",
            (1.., _) if privacy.is_some_and(is_refuted) => "✗ Privacy is NOT as the file says",
            (1.., _) if privacy.is_some_and(|s| s["verdict"] != "undecided") => {
                "✗ Privacy is as the file says; something else that it says is refuted"
            }
            (1.., _) => "✗ Something that the file says is refuted",
            (0, 1..) => "? Something that the file says is undecided",
            _ if json["statements"].as_array().expect("statements").iter().all(|s| s["declared"] == false) => {
                "The file claims nothing"
            }
            _ if privacy.is_some_and(|s| s["verdict"] == "fails") && head.starts_with('✗') => {
                "✗ The declared privacy is NOT kept, and the file says so itself"
            }
            _ => "✓ All came out as the file says",
        };
        assert!(head.starts_with(mark), "{path}: {head}");
        // Below it no claim is refuted that the head says can't be told.
        let is_neutral = mark.starts_with("The rounded numbers can’t settle it");
        assert_eq!(page.contains(">not kept by the printed numbers<"), is_neutral && summary("fails") > 0, "{path}");
        assert!(!is_neutral || !page.contains("badge\">refuted<"), "{path}");
        let delta = json["privacy"]["delta"] != "0";
        let kind = if delta { "approximate-dp" } else { "dp" };
        for statement in declared(&json, kind).filter(|s| s["adaptive"] != true) {
            let fails = statement["verdict"] == "fails";
            let asked = !explanation(statement).contains("X is not a mechanism");
            assert_eq!(head.contains(" is NOT "), fails && asked, "{path}: {head}");
            if json["privacy"]["alpha"] != "symbolic" && asked && statement["verdict"] != "undecided" {
                let none = ["None of the ", "Neither of the ", "The one pair needs no more"]
                    .iter()
                    .any(|start| text.contains(start));
                let some = [" need more than that", " needs more than that.", "pair needs more than the declared"];
                let some = some.iter().any(|end| text.contains(end)) && !none;
                assert!(!none || !fails, "{path}: {text}");
                assert!(!some || fails, "{path}: {text}");
            }
        }
        // That something better exists is said only where it was found.
        if head.contains("does better")
            && !head.contains("no private table")
            && !head.contains("no table that is private")
        {
            let all = json["statements"].as_array().expect("statements").iter();
            let mut refuted = all.filter(|s| s["verdict"] == "fails" && s["declared"] == true);
            assert!(refuted.any(|s| explanation(s).contains("another private mechanism")), "{path}: {head}");
        }
    }
}

/// Randomised response with more digits than a double has, over e^0.5 by 10^-16.
fn narrowly() -> Value {
    let (x, y) = ("0.6224593312018547", "0.3775406687981453");
    json!({
        "format": "dp-mechanism/1", "privacy": {"epsilon": "0.5"}, "query": {"graph": "line", "nodes": 2},
        "mechanism": {"matrix": [[x, y], [y, x]]}, "priors": {"uniform": "uniform"},
        "claims": [{"claim": "optimal", "prior": "uniform"}]
    })
}

#[test]
fn what_is_broken_by_a_hair_is_marked_and_told_apart() {
    let Said { page, text, head, report, .. } = said_of(&narrowly());
    assert!(head.contains("This table is NOT 0.5-differentially private"), "{head}");
    assert!(head.contains("The least ε for which it is private is 0.5 + 5.7600e-16."), "{head}");
    assert!(text.contains("✗ ε ≈ 0.5 + 5.8e-16"), "{text}");
    assert!(text.contains("The one pair needs more than the declared ε."), "{text}");
    assert_eq!(page.matches("<rect class=\"mark\"").count(), 2);
    assert!(report.contains("epsilon_min = ε + 5.7600e-16 = 0.500000000000"), "{report}");
    assert!(report.contains("alpha_max = α - ") && report.contains("utility = optimum + "), "{report}");
    // The table has more than the optimum: nothing does better.
    assert!(!text.contains("does better"), "{text}");
    assert!(
        head.contains("“Optimal for a prior” fails because the table is not ε-differentially private (prior"),
        "{head}"
    );
}

#[test]
fn what_holds_by_a_hair_is_told_apart_too() {
    let mut file = narrowly();
    let (x, y) = ("0.6224593312018545", "0.3775406687981455");
    file["mechanism"]["matrix"] = json!([[x, y], [y, x]]);
    let Said { page, text, head, .. } = said_of(&file);
    assert!(head.contains("This table is 0.5-differentially private"), "{head}");
    assert!(text.contains("ε ≈ 0.5 - ") && !text.contains("✗ ε"), "{text}");
    assert!(!page.contains("<rect class=\"mark\""));
    assert!(head.contains("The table is not optimal: another private table does better"), "{head}");
}

#[test]
fn a_table_that_is_no_mechanism_is_not_said_to_be_outdone() {
    let said = said_of(&json!({
        "format": "dp-mechanism/1", "privacy": {"epsilon": "1"}, "query": {"graph": "line", "nodes": 3},
        "mechanism": {"matrix": [["0.5", "0.3", "0.201"], ["0.3", "0.4", "0.4"], ["0.3", "0.3", "0.4"]]},
        "priors": {"uniform": "uniform"}, "claims": [{"claim": "optimal", "prior": "uniform"}]
    }));
    assert!(
        said.head.contains("“Optimal for a prior” can't hold of this table, which is no mechanism"),
        "{}",
        said.head
    );
    assert!(!said.text.contains("does better"), "{}", said.text);
    // The worst row is the one that every claim names.
    let optimal = declared(&said.json, "optimal").next().expect("the claim");
    assert_eq!(optimal["explanation"][0], "X is not a mechanism: row 1 sums to 11/10, not to 1");
    assert_eq!(optimal["counterexample"]["rows"][0]["row"]["index"], 1);
}

#[test]
fn rounding_is_told_with_the_verdict() {
    let file = |within: &str| {
        json!({
            "format": "dp-mechanism/1", "privacy": {"epsilon": "1"}, "query": {"graph": "line", "nodes": 2},
            "mechanism": {"matrix": [["0.1", "0.1"], ["0.1", "0.1"]], "rounding": within}
        })
    };
    let said = said_of(&file("1/2"));
    assert!(said.head.contains("The printed table is 1-differentially private"), "{}", said.head);
    assert!(
        said.head.contains("each within 1/2 of the true one") && said.head.contains("say nothing"),
        "{}",
        said.head
    );
    let line = "δ = 0; entries rounded, each within 1/2 of the true one";
    assert!(said.text.contains(line) && said.report.contains(line), "{}", said.report);
    assert_eq!(said.json["mechanism"]["rounding"]["exact"], "1/2");
    let small = said_of(&file("1/200"));
    assert!(
        small.head.contains("no table whose rows are probabilities rounds to these numbers")
            && !small.head.contains("That is"),
        "{}",
        small.head
    );
}

#[test]
fn claims_without_delta_say_so_beside_one() {
    let said = said_of(&json!({
        "format": "dp-mechanism/1", "privacy": {"epsilon": "0.5", "delta": "1/5"}, "query": {"graph": "line", "nodes": 2},
        "mechanism": {"matrix": [["0.7", "0.3"], ["0.3", "0.7"]]}, "priors": {"uniform": "uniform"},
        "claims": [{"claim": "optimal", "prior": "uniform"}, "tight-constraints"]
    }));
    assert!(said.head.contains("This table is NOT (0.5, 1/5)-differentially private"), "{}", said.head);
    assert!(said.head.contains("The least ε for which it is private at δ = 1/5 is "), "{}", said.head);
    let why = "not ε-differentially private with δ = 0, which this claim requires whatever δ is declared";
    assert_eq!(said.head.matches(why).count(), 2, "{}", said.head);
    assert!(said.report.contains("X is not ε-private with δ = 0, which this claim requires"), "{}", said.report);
    assert!(said.text.contains("In that sense this table is not private"), "{}", said.text);
    assert!(said.text.contains("needs a δ of its own"), "{}", said.text);
}

#[test]
fn a_page_names_the_file_that_was_hashed_and_how_it_came_about() {
    let mut file = narrowly();
    file["note"] = "Made of t.csv, SHA-256 0123".into();
    let Said { text, .. } = said_of(&file);
    assert!(text.contains("Made of t.csv, SHA-256 0123") && text.contains("m.json, whose SHA-256 is "), "{text}");
}

/// Three places and streets of 1/2 and of 2, of which one needs twice ε for each unit of length.
fn places(epsilon: &str) -> Said {
    said_of(&json!({
        "format": "dp-mechanism/1", "privacy": { "epsilon": epsilon },
        "query": { "nodes": 3, "edges": [[0, 1, "1/2"], [1, 2, 2]], "labels": ["here", "near", "far"] },
        "mechanism": {
            "matrix": [["4/7", "2/7", "1/7"], ["2/7", "4/7", "1/7"], ["1/7", "1/7", "5/7"]],
            "outputs": ["A", "B", "C"]
        }
    }))
}

#[test]
fn pairs_at_a_distance_have_bars_by_unit_of_length() {
    // ln 2 at a half: 2 ln 2 for each unit; ln 5 at two: less than that.
    let kept = places("2*ln(2)");
    assert!(kept.text.contains("for each unit of the length between them"), "{}", kept.text);
    for words in ["here and nearε ≤ 1.3863", "far and nearε ≈ 0.8047", "Neither of the 2 pairs needs more than that."]
    {
        assert!(kept.text.contains(words), "{words}: {}", kept.text);
    }
    let broken = places("1");
    for words in ["here and near✗ ε ≈ 1.3863", "far and nearε ≈ 0.8047", "One of the 2 pairs needs more than that."]
    {
        assert!(broken.text.contains(words), "{words}: {}", broken.text);
    }
    // e^(1/2) is allowed at a half.
    assert!(broken.head.contains("2 times as much, where 1.6487 times is allowed"), "{}", broken.head);
}

#[test]
fn a_composition_has_a_profile_and_what_accountants_promise() {
    let coin = json!([["3/4", "1/4"], ["1/4", "3/4"]]);
    let said = said_of(&json!({
        "format": "dp-mechanism/1", "privacy": { "epsilon": "2*ln(3)", "delta": "1/2" },
        "query": { "graph": "line", "nodes": 2 }, "mechanism": { "compose": [{ "matrix": coin, "times": 3 }] }
    }));
    assert!(said.text.contains("below the line the composition does not keep"), "{}", said.text);
    assert!(said.text.contains("The line has 2 kinks"), "{}", said.text);
    let promise = "Basic composition, which adds up the ε of all uses, would promise ε = 3.2959; advanced composition";
    for text in [&said.text, &said.report, &said.json["hints"][0]["words"].as_str().unwrap().to_owned()] {
        assert!(text.contains(promise), "{text}");
    }
    assert!(said.text.contains("nodes (rows) have no names: they are numbered from 0"), "{}", said.text);
}
