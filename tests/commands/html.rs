//! `certify FILE --format html` and `certify html`: one file that needs nothing beside itself, whatever strangers
//! wrote.

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How a call ended: exit status, output and errors.
pub(crate) fn call(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = cargo_bin_cmd!("certify").current_dir(folder).args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The page of a mechanism file, with no findings but the privacy that it declares.
fn page_of(content: &Value) -> String {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("m.json"), content.to_string()).expect("a file");
    let (status, page, error) = call(folder.path(), &["m.json", "--only", "dp", "--format", "html"]);
    assert!(matches!(status, Some(0 | 1 | 3)), "{error}");
    page
}

pub(crate) fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_file = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "json") && !path.to_string_lossy().ends_with(".cert.json")
    };
    let mut files: Vec<PathBuf> = entries.filter(is_file).collect();
    files.sort();
    files
}

/// Elements that have no end.
const VOID: [&str; 3] = ["meta", "br", "hr"];

/// Every element that is begun is ended, in order, and every `<` begins or ends one; the attributes of all of them.
fn well_formed(page: &str) -> Vec<String> {
    let (mut open, mut attributes): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a doctype");
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains('>') || open.last().is_some_and(|name| name == "style"), "{before}");
        // No attribute has a > in it: the template writes &gt;.
        let (tag, next) = after.split_once('>').expect("an end of a tag");
        rest = next;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "</{name}>");
            continue;
        }
        let closed = tag.trim_end().ends_with('/');
        let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
        assert!(!name.is_empty(), "<{tag}>");
        attributes.push(tag.to_owned());
        if !closed && !VOID.contains(&name.as_str()) {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<String>::new());
    attributes
}

/// Nothing is loaded, nothing runs, nothing leads away.
pub(crate) fn self_contained(page: &str) {
    for tag in well_formed(page) {
        let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
        for forbidden in ["script", "link", "iframe", "object", "embed", "img", "a", "form", "base", "audio", "video"] {
            assert_ne!(name, forbidden, "{tag}");
        }
        for word in tag.split_whitespace().skip(1) {
            let attribute = word.split('=').next().unwrap_or_default();
            // The words of labels stand within quotes, and begin no attribute with a value.
            let has_value = word.contains("=\"");
            assert!(!(has_value && attribute.starts_with("on")), "{tag}");
            assert!(!(has_value && ["src", "href", "xlink:href", "style"].contains(&attribute)), "{tag}");
        }
    }
    let text = page.to_lowercase();
    for forbidden in ["<script", "http:", "https:", "@import", "javascript:", "expression("] {
        assert!(!text.contains(forbidden), "{forbidden}");
    }
    let outside = text.match_indices("url(").find(|(at, _)| !text[*at..].starts_with("url(#"));
    assert_eq!(outside, None);
}

/// The text of a page as it is read.
pub(crate) fn text_of(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once('<') {
        text += before;
        rest = after.split_once('>').map_or("", |(_, next)| next);
    }
    text += rest;
    let plain = [("\u{a0}", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    plain.iter().fold(text, |text, (of, own)| text.replace(of, own))
}

#[test]
fn every_example_has_a_page_that_needs_nothing_and_names_neighbours_and_privacy() {
    let folder = TempDir::new().expect("a folder");
    for file in examples() {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let path = file.to_string_lossy().into_owned();
        let certificate = format!("{name}.cert.json");
        let arguments = [path.as_str(), "-o", &certificate, "--format"];
        let (status, page, error) = call(folder.path(), &[&arguments[..], &["html"]].concat());
        assert_eq!(error, "", "{name}");
        let (same, report, _) = call(folder.path(), &[&arguments[..], &["json"]].concat());
        assert_eq!(status, same, "{name}");
        self_contained(&page);
        assert!(page.len() < 200_000, "{name}: {} bytes", page.len());
        let (text, report): (String, Value) = (text_of(&page), serde_json::from_str(&report).expect("JSON"));
        let words = report["graph"]["words"].as_str().expect("words");
        assert!(text.contains(words), "{name}: {words}");
        for key in ["alpha", "epsilon"] {
            // A number that the file writes as a decimal is not written again with more digits.
            let decimal = report[key]["decimal"].as_str().map(|text| text.trim_end_matches('0').trim_end_matches('.'));
            assert!(decimal.is_none_or(|decimal| text.contains(decimal)), "{name}: {decimal:?}");
        }
        assert!(
            (text.contains("δ = ") || text.contains("ρ = "))
                && text.contains(report["mechanism"]["sha256"].as_str().expect("a hash")),
            "{name}"
        );
        for statement in report["statements"].as_array().expect("statements") {
            assert!(text.contains(statement["claim"].as_str().expect("a name")), "{name}: {statement}");
        }
        // Of an absolute path the name alone.
        assert!(
            text.contains("What was not examined") && text.contains(&format!("verify {name}.json {name}")),
            "{name}"
        );
        assert!(
            !page.contains(&*folder.path().to_string_lossy()) && !page.contains(env!("CARGO_MANIFEST_DIR")),
            "{name}"
        );
        for question in ["Is it kept?", "Who is protected?", "How sure is this?", "What to ask the vendor"] {
            let claims = report["statements"].as_array().expect("statements").iter().filter(|s| s["declared"] == true);
            let privacy = ["dp", "approximate-dp", "approximate-dp-within-rounding", "zcdp", "not-refuted"];
            let declares = claims.clone().any(|s| privacy.iter().any(|kind| s["claim"] == *kind));
            assert_eq!(text.contains(question), declares, "{name}: {question}");
        }
        // What an accepted certificate has is the same page; one that leaves a claim open has none.
        let (again, of_certificate, why) = call(folder.path(), &["html", &path, &certificate]);
        if status == Some(3) {
            assert_eq!((again, of_certificate.as_str()), (Some(3), ""), "{name}: {why}");
        } else {
            assert_eq!((again, of_certificate == page), (Some(0), true), "{name}: {why}");
        }
    }
}

#[test]
fn a_manager_reads_the_verdict_in_the_first_sentence() {
    let page = page_of(&json!({
        "format": "dp-mechanism/1", "privacy": {"epsilon": "0.8"}, "query": {"graph": "line", "nodes": 2, "labels": ["yes", "no"]},
        "mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]], "outputs": ["loud", "quiet"]},
        "priors": {"even": ["1/2", "1/2"]}, "claims": [{"claim": "utility", "prior": "even"}]
    }));
    let text = text_of(&page);
    let sentence = "This table is NOT 0.8-differentially private between neighbouring answers: output loud has the probability \
        3/4 under answer yes, and 1/4 under its neighbour no";
    assert!(text.contains(sentence), "{text}");
    assert!(text.contains("The least ε for which it is private is 1.0987."), "{text}");
    // The broken constraint is outlined, and its pair marked in words too.
    assert_eq!(page.matches("<rect class=\"mark\"").count(), 2);
    assert!(text.contains("✗ ε ≈ 1.0986"), "{text}");
    // A value that claims nothing does not hold.
    let utility = text.split("Utility").nth(1).expect("a heading");
    assert!(!page.contains(">Utility <span class=\"badge\">holds"), "{utility}");
    assert!(page.contains("Utility <span class=\"badge\">computed</span>"), "{utility}");
}

#[test]
fn what_a_claim_means_is_said_once() {
    let folder = TempDir::new().expect("a folder");
    let content = json!({ "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" }, "query": { "graph": "line", "nodes": 2 },
        "mechanism": { "matrix": [["2/3", "1/3"], ["1/3", "2/3"]] },
        "priors": { "p": "uniform", "q": ["1/3", "2/3"], "r": ["1/4", "3/4"] },
        "claims": [{ "claim": "utility", "prior": "q" }] });
    fs::write(folder.path().join("m.json"), content.to_string()).expect("a file");
    let (_, page, _) = call(folder.path(), &["m.json", "--format", "html"]);
    let text = text_of(&page);
    let count = |needle: &str| text.matches(needle).count();
    let meaning = dp_certify::explain::claim(dp_certify::model::Kind::Utility).meaning;
    assert_eq!((count(&meaning[..40]), page.matches("utility (prior ").count() >= 3), (1, true), "{text}");
}

#[test]
fn private_tables_are_said_to_be_private() {
    let page = page_of(&json!({
        "format": "dp-mechanism/1", "privacy": {"epsilon": "ln(3)"}, "query": {"graph": "line", "nodes": 2},
        "mechanism": {"matrix": [["3/4", "1/4"], ["1/4", "3/4"]]}
    }));
    let text = text_of(&page);
    assert!(
        text.contains("This table is ln(3)-differentially private (ε = 1.0986) between neighbouring answers."),
        "{text}"
    );
    assert!(
        text.contains("No output is more than 3 times as probable under one answer as under a neighbouring one."),
        "{text}"
    );
    assert!(!page.contains("class=\"mark\"><") && !page.contains("<rect class=\"mark\""), "nothing is broken");
}

#[test]
fn labels_are_text_whatever_they_look_like() {
    let long = "x".repeat(10_000);
    let strange = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "\u{202e}abc", long.as_str()];
    let file = |labels: &[&str]| {
        json!({
            "format": "dp-mechanism/1", "name": labels[0], "privacy": {"epsilon": "1"},
            "query": {"graph": "complete", "nodes": 4, "labels": labels},
            "mechanism": {"matrix": (0..4).map(|i| (0..4).map(|o| if i == o { "7/10" } else { "1/10" }).collect()).collect::<Vec<Vec<_>>>(),
                "outputs": labels},
            "priors": {labels[1]: ["1/4", "1/4", "1/4", "1/4"]},
            "claims": [{"claim": "utility", "prior": labels[1]}, {"claim": "leakage", "prior": labels[1]}]
        })
    };
    let hostile = page_of(&file(&strange));
    self_contained(&hostile);
    assert!(!hostile.contains('\u{202e}') && !hostile.contains("<img") && !hostile.contains(&long[..200]));
    assert!(text_of(&hostile).contains("\\u{202e}abc"));
    // Only words and the places of some of them differ: the elements are those of a page with tame labels.
    let elements = |page: &str| -> Vec<String> {
        well_formed(page).iter().map(|tag| tag.chars().take_while(char::is_ascii_alphanumeric).collect()).collect()
    };
    assert_eq!(elements(&hostile), elements(&page_of(&file(&["north", "east", "south", "west"]))));
    assert!(hostile.len() < 100_000, "{}", hostile.len());
}

#[test]
fn large_tables_are_put_together_and_said_to_be() {
    let row = |i: usize| -> Vec<String> {
        (0..1000).map(|o| if i == o { "1001/2000".to_owned() } else { "1/2000".to_owned() }).collect()
    };
    let page = page_of(&json!({
        "format": "dp-mechanism/1", "privacy": {"epsilon": "7"}, "query": {"graph": "line", "nodes": 1000},
        "mechanism": {"matrix": (0..1000).map(|i| { let mut row = row(i); row[i] = "1001/2000".into(); row }).collect::<Vec<_>>()}
    }));
    self_contained(&page);
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    let text = text_of(&page);
    assert!(text.contains("1000 × 1000 entries are put together into 100 × 100 blocks"), "{text}");
    assert!(text.contains("Drawn are 11 of 1000"), "{text}");
    assert!(text.contains("Shown are the 16 worst of 999 pairs"), "{text}");
}

#[test]
fn a_refused_certificate_has_no_page() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, content: &str| fs::write(folder.path().join(name), content).expect("a file");
    file(
        "m.json",
        r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2},
        "mechanism": {"matrix": [["2/3", "1/3"], ["1/3", "2/3"]]}}"#,
    );
    assert_eq!(call(folder.path(), &["m.json"]).0, Some(0));
    let certificate = fs::read_to_string(folder.path().join("m.cert.json")).expect("a certificate");
    file("wrong.json", &certificate.replacen("\"holds\"", "\"fails\"", 1));
    let (status, page, error) = call(folder.path(), &["html", "m.json", "wrong.json"]);
    assert_eq!((status, page.as_str()), (Some(1), ""));
    assert!(
        error.starts_with("certify: wrong.json: the certificate is refused, so there is no page of it: "),
        "{error}"
    );
    file("none.json", "{}");
    assert_eq!(call(folder.path(), &["html", "m.json", "none.json"]).0, Some(2));
}

#[test]
fn wrong_calls() {
    let folder = TempDir::new().expect("a folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/star-2-3.json").to_string_lossy().into_owned();
    let wrong: [(&[&str], &str); 3] = [
        (&[&file, &file, "--format", "html"], "--format html is a page for one file, found several"),
        (&[&file, "--bracket", "3", "--format", "html"], "--bracket prints text or json, not html"),
        (&["html", &file], "CERTIFICATE.json"),
    ];
    for (arguments, message) in wrong {
        let (status, out, error) = call(folder.path(), arguments);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}
