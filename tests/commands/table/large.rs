//! Findings that take long on a table of its size are left out, which is said, unless they are asked for.

use super::Folder;

/// With so few steps a finding is left out that takes more than 2^20 of them.
const FEW: [&str; 2] = ["--limit", "steps=8388608"];

/// A table of n rows that are private at ε = 1/10 or, with a large diagonal, at no ε below 3.
fn table(n: usize, diagonal: usize) -> String {
    let sum = diagonal + n - 1;
    let entry = |i: usize, o: usize| format!("{}/{sum}", if i == o { diagonal } else { 1 });
    (0..n).map(|i| (0..n).map(|o| entry(i, o)).collect::<Vec<_>>().join(",") + "\n").collect()
}

fn note(name: &str) -> String {
    let words =
        format!("`{name}` is left out, which would take long on a file of this size, unless --only {name} asks for it");
    let mut text = String::new();
    dp_verify::report::wrap(&mut text, "", "", &words);
    text
}

#[test]
fn what_nobody_asked_for_is_left_out_of_a_large_table() {
    // 200 rows and columns are much for products with polynomials in e^-1/2, and little with rational numbers.
    let folder = Folder::with(&[("t.csv", &table(200, 1))]);
    let call = |privacy: [&'static str; 2]| ["t.csv", "--graph", "line", privacy[0], privacy[1], "--no-certificate"];
    let ended = folder.run(&call(["--epsilon", "1/2"]), "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(ended.out.ends_with(&("\n".to_owned() + &note("tight-constraints"))), "{}", ended.out);
    assert!(!ended.out.contains("  tight-constraints\n"), "{}", ended.out);
    let ended = folder.run(&call(["--alpha", "1/2"]), "");
    assert!(!ended.out.contains("left out"), "{}", ended.out);
    assert!(ended.out.contains("  fails     tight-constraints\n"), "{}", ended.out);
}

#[test]
fn the_sizes_alone_tell() {
    for (n, is_left_out) in [(8, false), (9, true)] {
        // All pairs of rows are compared by signs at e^-1/2. What is not private has no tight constraints at once.
        let folder = Folder::with(&[("t.csv", &table(n, 30))]);
        let ended = folder
            .run(&[&["t.csv", "--graph", "complete", "--epsilon", "1/2", "--no-certificate"], &FEW[..]].concat(), "");
        assert_eq!(ended.status, 1, "{}{}", ended.out, ended.err);
        assert_eq!(ended.out.ends_with(&note("approximate-dp")), is_left_out, "{n}\n{}", ended.out);
        assert_eq!(ended.out.contains("delta_min"), !is_left_out, "{n}\n{}", ended.out);
        assert!(ended.out.contains("  fails     tight-constraints\n"), "{}", ended.out);
    }
}

#[test]
fn what_is_asked_for_is_decided_on_a_table_of_any_size() {
    let folder = Folder::with(&[("t.csv", &table(9, 30))]);
    let call = ["t.csv", "--graph", "complete", "--epsilon", "1/2", "--no-certificate", FEW[0], FEW[1]];
    for asked in [["--only", "approximate-dp"], ["--claim", "approximate-dp"], ["--delta", "1/2"]] {
        let ended = folder.run(&[&call[..], &asked].concat(), "");
        assert!(ended.out.contains("delta_min"), "{asked:?}\n{}{}", ended.out, ended.err);
        assert!(!ended.out.contains("left out"), "{asked:?}\n{}", ended.out);
    }
}

#[test]
fn a_utility_with_many_guesses_is_left_out_for_all_priors_in_one_note() {
    for (n, is_left_out) in [(32, false), (33, true)] {
        let rows: Vec<String> = table(n, 1).lines().map(|row| format!("[\"{}\"]", row.replace(',', "\",\""))).collect();
        let file = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": {n}}},
                "mechanism": {{"matrix": [{}]}}, "priors": {{"flat": "uniform", "low": {{"point": 0}}}}, "loss": "absolute"}}"#,
            rows.join(",")
        );
        let folder = Folder::with(&[("m.json", &file)]);
        let ended = folder.run(&["m.json", "--limit", "steps=262144", "--no-certificate"], "");
        assert_eq!(ended.out.matches("left out").count(), usize::from(is_left_out), "{}{}", ended.out, ended.err);
        assert_eq!(ended.out.contains(&note("utility")), is_left_out, "{}", ended.out);
    }
}

/// JSON has it too, and a page.
#[test]
fn what_is_left_out_is_told_in_every_format() {
    let folder = Folder::with(&[("t.csv", &table(9, 30))]);
    let call = ["t.csv", "--graph", "complete", "--epsilon", "1/2", "--no-certificate", FEW[0], FEW[1], "--format"];
    let json = folder.run(&[&call[..], &["json"]].concat(), "");
    let report: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let words = "`approximate-dp` is left out, which would take long on a file of this size, unless --only approximate-dp asks \
                 for it";
    assert_eq!(report["hints"], serde_json::json!([{ "words": words }]));
    let page = folder.run(&[&call[..], &["html"]].concat(), "");
    assert!(page.out.contains(words), "{}", page.out);
}

#[test]
fn findings_about_a_great_many_priors_are_left_out() {
    let file = |priors: usize| {
        let priors: Vec<String> = (0..priors).map(|k| format!(r#""p{k}": "uniform""#)).collect();
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": 2}},
"priors": {{{}}}, "claims": [{{"claim": "utility-bound", "prior": "p1000", "expect": {{"optimum": {{"equals": "2/3"}}}}}}]}}"#,
            priors.join(", ")
        )
    };
    for (priors, is_left_out) in [(1_024, false), (1_025, true)] {
        let folder = Folder::with(&[("m.json", &file(priors))]);
        let ended = folder.run(&["m.json", "--no-certificate"], "");
        assert_eq!(ended.status, 0, "{}", ended.err);
        assert!(ended.out.contains("utility-bound (prior p1000)"), "{}", ended.out);
        assert_eq!(ended.out.contains("(prior p7)"), !is_left_out, "{}", ended.out);
        assert_eq!(ended.out.ends_with(&note("leakage-bound")), is_left_out, "{}", ended.out);
    }
}

#[test]
fn what_is_asked_for_of_a_great_many_priors_is_counted() {
    let file = |priors: usize| {
        let priors: Vec<String> = (0..priors).map(|k| format!(r#""p{k}": "uniform""#)).collect();
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": 1}}, "priors": {{{}}}}}"#,
            priors.join(", ")
        )
    };
    let only = |kinds: &[&'static str]| kinds.iter().flat_map(|kind| ["--only", *kind]).collect::<Vec<_>>();
    for (priors, kinds, too_many) in [
        (1 << 13, &["regular", "utility-bound"][..], false),
        ((1 << 13) + 1, &["regular", "utility-bound"], true),
        ((1 << 13) + 1, &["regular", "tight-constraints-exist"], false),
    ] {
        let folder = Folder::with(&[("m.json", &file(priors))]);
        let ended = folder.run(&[&["m.json", "--no-certificate", "-q"], &only(kinds)[..]].concat(), "");
        assert_eq!(ended.status, if too_many { 2 } else { 0 }, "{priors} {kinds:?}\n{}", ended.err);
        let told = "m.json: asked for by --only: 16386 findings about priors, and at most 16384 are made: ask for fewer, or have \
                    the file claim them";
        assert_eq!(
            ended.err.split_whitespace().collect::<Vec<_>>().join(" ").contains(told),
            too_many,
            "{}",
            ended.err
        );
    }
}

/// Thousands of small claims about functions of α take more time than their numbers tell.
#[test]
fn a_claim_over_an_interval_takes_a_share_of_the_search() {
    let folder = Folder::with(&[(
        "m.json",
        r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "symbolic", "between": ["0", "1"]}, "query": {"graph": "line", "nodes": 2},
            "mechanism": {"family": "truncated-geometric"}, "claims": ["dp", {"claim": "renyi-dp", "order": 2, "bound": "1"}]}"#,
    )]);
    let used = |search: u64| -> u64 {
        let limit = format!("search={search}");
        let ended =
            folder.run(&["m.json", "--no-certificate", "--only", "dp", "-q", "--limits", "--limit", &limit], "");
        let line = ended.err.lines().find(|line| line.starts_with("search ")).expect("the search's line");
        line.split_whitespace().nth(1).expect("what was used").parse().expect("a count")
    };
    for search in [1 << 28, 9 << 29] {
        assert!(used(search) >= 2 * ((search / 4 * 3) >> 11), "{search}");
    }
}
