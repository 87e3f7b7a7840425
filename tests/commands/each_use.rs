//! The ε of one use: closed forms in a composition have their own, as the file's is that of all uses together.

use super::folder::Folder;
use serde_json::{Value, json};

/// A mechanism file of a composition, of other text than its fields where these are given.
fn file(privacy: &Value, query: &Value, parts: &Value, more: &Value) -> String {
    let mut file =
        json!({ "format": "dp-mechanism/1", "privacy": privacy, "query": query, "mechanism": { "compose": parts } });
    for (key, value) in more.as_object().into_iter().flatten() {
        file[key] = value.clone();
    }
    file.to_string()
}

fn pair() -> Value {
    json!({ "graph": "complete", "nodes": 2 })
}

/// A claim, its verdict, and the decimals of its values by their names.
type Told = (String, String, Vec<(String, String)>);

/// The statements of a report.
fn statements(file: &str) -> Vec<Told> {
    let folder = Folder::with(&[("m.json", file)]);
    let ended = folder.run(&["m.json", "--format", "json"], "");
    assert!(ended.status < 2, "{file}\n{}{}", ended.out, ended.err);
    let verified = folder.verify(&["m.json", "m.cert.json"]);
    assert_eq!(verified.status, 0, "{file}\n{}{}", verified.out, verified.err);
    let report: Value = serde_json::from_str(&ended.out).unwrap();
    let told = |statement: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let values = statement["values"].as_object().into_iter().flatten();
        let values = values.map(|(name, value)| (name.clone(), text(&value["decimal"]))).collect();
        (text(&statement["claim"]), text(&statement["verdict"]), values)
    };
    report["statements"].as_array().unwrap().iter().map(told).collect()
}

/// Parts that forget the ε of one use, what else their files have, and where the message stands.
fn without() -> Vec<(Value, Value, Value, &'static str)> {
    let rr = |times: u64| json!({ "family": "randomised-response", "times": times });
    let hamming = json!({ "graph": "hamming", "values": 2, "individuals": 2 });
    let once = json!([{ "family": "exponential" }]);
    let nested = json!([{ "compose": [{ "family": "truncated-geometric" }], "times": 3 }]);
    let product = json!([{ "product": { "family": "randomised-response" }, "individuals": 2, "times": 3 }]);
    let irrational = json!({ "epsilon": "1/2*ln(3)" });
    let constant = json!({ "alpha": "1/3" });
    let symbolic = json!({ "alpha": "symbolic", "between": ["0", "1"] });
    vec![
        (json!({ "epsilon": "30.5" }), pair(), json!([rr(30)]), "$.mechanism.compose[0]"),
        (json!({ "alpha": "1/2" }), pair(), json!([{ "family": "uniform" }, rr(2)]), "$.mechanism.compose[1]"),
        (irrational, pair(), json!([rr(2)]), "$.mechanism.compose[0]"),
        (symbolic, pair(), json!([rr(1)]), "$.mechanism.compose[0]"),
        (json!({ "epsilon": "1" }), hamming.clone(), once, "$.mechanism.compose[0]"),
        (
            json!({ "epsilon": "1" }),
            json!({ "graph": "line", "nodes": 3 }),
            nested,
            "$.mechanism.compose[0].compose[0]",
        ),
        (constant, hamming, product, "$.mechanism.compose[0].product"),
    ]
}

/// The message says where, and what it says to write is read.
#[test]
fn a_closed_form_without_its_own_is_refused_with_one_that_is_read() {
    for (privacy, query, parts, path) in without() {
        for more in [json!({}), json!({ "constant": { "root_of_alpha": 2 } })] {
            if more != json!({}) && privacy["alpha"] == "symbolic" {
                continue;
            }
            let text = file(&privacy, &query, &parts, &more);
            let folder = Folder::with(&[("m.json", &text)]);
            let ended = folder.run(&["m.json"], "");
            assert_eq!((ended.status, folder.names().len()), (2, 1), "{text}\n{}{}", ended.out, ended.err);
            assert!(ended.err.contains(&format!("{path}: ")), "{path}\n{}", ended.err);
            let said = ended.err.split("as in ").nth(1).and_then(|rest| rest.split(", or its").next());
            let own: Value = serde_json::from_str(said.expect("a part to write")).unwrap();
            let pointer = path.replace("$.", "/").replace(['.', '['], "/").replace(']', "");
            let mut whole: Value = serde_json::from_str(&text).unwrap();
            *whole.pointer_mut(&pointer).unwrap() = own;
            let mended = Folder::with(&[("m.json", &whole.to_string())]).run(&["m.json"], "");
            assert!(matches!(mended.status, 0 | 1), "{whole}\n{}{}", mended.out, mended.err);
        }
    }
}

/// Thirty uses at ε = 1 are those of the table with e^-1 for its ratio, whatever the file declares.
#[test]
fn thirty_uses_at_one() {
    let part = json!([{ "family": "randomised-response", "epsilon": "1", "times": 30 }]);
    let matrix = json!([{ "matrix": [["1/(1+b)", "b/(1+b)"], ["b/(1+b)", "1/(1+b)"]], "times": 30 }]);
    let (exp, root) = (json!({ "exp": "-1" }), json!({ "root_of_alpha": 24 }));
    for (epsilon, delta, b) in [("30.5", "0", &exp), ("24", "0.0053", &root), ("24", "0.005", &exp), ("1/2", "0", &exp)]
    {
        let privacy = json!({ "epsilon": epsilon, "delta": delta });
        let found = statements(&file(&privacy, &pair(), &part, &json!({})));
        let written = statements(&file(&privacy, &pair(), &matrix, &json!({ "constant": b })));
        assert_eq!(found, written, "{epsilon}");
        let dp = found.iter().find(|(claim, ..)| claim == "dp").unwrap();
        assert_eq!(dp.2[1], ("epsilon_min".into(), "30.0000000000".into()));
    }
    let holds = |epsilon: &str| {
        let found = statements(&file(&json!({ "epsilon": epsilon }), &pair(), &part, &json!({})));
        found.into_iter().find(|(claim, ..)| claim == "dp").unwrap().1
    };
    assert_eq!([holds("30"), holds("30.5"), holds("29.999999999")], ["holds", "holds", "fails"]);
}

/// Closed forms at an ε of their own against the same tables written out in `b`, that power of e or of 2.
#[test]
fn closed_forms_are_their_tables() {
    let line = json!({ "graph": "line", "nodes": 3 });
    let triangle = json!({ "graph": "complete", "nodes": 3 });
    let cube = json!({ "graph": "hamming", "values": 2, "individuals": 2 });
    let geometric = json!([
        ["1/(1+b)", "b*(1-b)/(1+b)", "b^2/(1+b)"],
        ["b/(1+b)", "(1-b)/(1+b)", "b/(1+b)"],
        ["b^2/(1+b)", "b*(1-b)/(1+b)", "1/(1+b)"]
    ]);
    let response: Vec<Vec<&str>> =
        (0..3).map(|i| (0..3).map(|j| if i == j { "1/(1+2*b)" } else { "b/(1+2*b)" }).collect()).collect();
    let exponential: Vec<Vec<String>> =
        (0..4_u32).map(|i| (0..4_u32).map(|j| format!("b^{}/(1+b)^2", (i ^ j).count_ones())).collect()).collect();
    let forms = [
        ("truncated-geometric", line, geometric),
        ("randomised-response", triangle, json!(response)),
        ("exponential", cube, json!(exponential)),
    ];
    // What is declared of all uses, the ε of one, `b`, and the root of α that `b` is beside a logarithm.
    let numbers = [
        (json!({ "epsilon": "0.8" }), "0.3", json!({ "exp": "-3/10" })),
        (json!({ "alpha": "1/3" }), "0.3", json!({ "exp": "-3/10" })),
        (json!({ "alpha": "1/2" }), "1/3*ln(2)", json!({ "root_of_alpha": 3 })),
        (json!({ "epsilon": "3/2*ln(2)" }), "ln(2)/2", json!({ "root_of_alpha": 3 })),
        (json!({ "epsilon": "ln(2)/2" }), "0.3", json!({ "exp": "-3/10" })),
        (json!({ "alpha": "1/5" }), "1/2*ln(2)", json!({ "root_of": ["-1", "0", "2"], "between": ["0", "1"] })),
    ];
    for (name, query, matrix) in &forms {
        for (privacy, epsilon, b) in &numbers {
            let own = json!([{ "family": name, "epsilon": epsilon, "times": 2 }]);
            let written = json!([{ "matrix": matrix, "times": 2 }]);
            let found = statements(&file(privacy, query, &own, &json!({})));
            assert_eq!(
                found,
                statements(&file(privacy, query, &written, &json!({ "constant": b }))),
                "{name} {epsilon}"
            );
        }
        // A rational α goes with everything, and so does an expression.
        let rational: Value = serde_json::from_str(&matrix.to_string().replace('b', "(2/5)")).unwrap();
        let quotient: Value = serde_json::from_str(&matrix.to_string().replace('b', "(a/(1+a))")).unwrap();
        let symbolic = json!({ "alpha": "symbolic", "between": ["0", "1"] });
        for privacy in [json!({ "epsilon": "0.8" }), json!({ "alpha": "1/3" }), symbolic] {
            for (alpha, matrix) in [("2/5", &rational), ("a/(1+a)", &quotient)] {
                let own = json!([{ "family": name, "alpha": alpha, "times": 2 }]);
                let found = statements(&file(&privacy, query, &own, &json!({})));
                let written = json!([{ "matrix": matrix, "times": 2 }]);
                assert_eq!(found, statements(&file(&privacy, query, &written, &json!({}))), "{name} {alpha} {privacy}");
            }
        }
    }
}

/// `b` is what all ε of uses are multiples of, and the report says so.
#[test]
fn b_is_what_the_uses_share() {
    let part = |epsilon: &str| json!({ "family": "randomised-response", "epsilon": epsilon });
    let claims = json!([{ "claim": "dp", "expect": { "alpha_max": { "equals": "b^5/3" } } }]);
    let parts = json!([part("1/2"), part("3/4"), part("ln(3)")]);
    let text = file(&json!({ "epsilon": "30" }), &pair(), &parts, &json!({ "claims": claims }));
    let folder = Folder::with(&[("m.json", &text)]);
    let ended = folder.run(&["m.json"], "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("b = e^(-1/4)"), "{}", ended.out);
    let json: Value = serde_json::from_str(&folder.run(&["m.json", "--format", "json"], "").out).unwrap();
    assert_eq!(json["constant"], json!({ "exp": "-1/4" }));
    // Another declared ε changes no mechanism, and no `b`.
    let ended = folder.run(&["m.json", "--epsilon", "2.36", "--no-certificate"], "");
    assert!(ended.status == 0 && ended.out.contains("alpha_max = b^5/3"), "{}{}", ended.out, ended.err);
    let ended = folder.run(&["m.json", "--epsilon", "2.34", "--no-certificate"], "");
    assert!(ended.status == 1 && ended.out.contains("alpha_max = b^5/3"), "{}{}", ended.out, ended.err);
}

/// Which numbers do not go together, by name, and what to write instead.
#[test]
fn what_does_not_go_together() {
    let rr = |key: &str, value: &str| json!({ "family": "randomised-response", key: value });
    let root = json!({ "alpha": { "root_of": ["-1", "1", "1"], "between": ["0", "1"] } });
    let symbolic = json!({ "alpha": "symbolic", "between": ["0", "1"] });
    let beside = |constant: Value| json!({ "constant": constant });
    let none = json!({});
    let one_kind = "expected one kind of irrational α throughout";
    let cases = [
        (json!({ "epsilon": "3" }), json!([rr("epsilon", "1"), rr("epsilon", "ln(2)/2")]), &none, one_kind),
        (json!({ "alpha": "1/2" }), json!([rr("epsilon", "ln(3)/2"), rr("epsilon", "ln(2)/2")]), &none, one_kind),
        (json!({ "epsilon": "3" }), json!([rr("epsilon", "ln(2)/2")]), &none, one_kind),
        (root, json!([rr("epsilon", "ln(2)/2")]), &none, one_kind),
        (json!({ "epsilon": "ln(2)/3" }), json!([rr("epsilon", "ln(3)/2")]), &none, one_kind),
        (json!({ "epsilon": "ln(2)/3" }), json!([rr("epsilon", "ln(2)/2")]), &none, "\"root_of_alpha\": 2}"),
        (symbolic.clone(), json!([rr("epsilon", "1")]), &none, "beside a symbolic α: a rational, or an expression"),
        (symbolic, json!([rr("alpha", "2*a")]), &none, "expected 0 < α ≤ 1 at every α of the interval"),
        (json!({ "epsilon": "3" }), json!([rr("alpha", "1+a")]), &none, "expected 0 < α ≤ 1"),
        (json!({ "epsilon": "3" }), json!([rr("alpha", "3")]), &none, "did you mean \"epsilon\": \"3\"?"),
        (json!({ "epsilon": "3" }), json!([rr("epsilon", "0")]), &none, "expected ε > 0"),
        (
            json!({ "epsilon": "3" }),
            json!([{ "family": "randomised-response", "epsilon": "1", "alpha": "1/2" }]),
            &none,
            "found both",
        ),
        (json!({ "epsilon": "3" }), json!([{ "family": "uniform", "epsilon": "1" }]), &none, "does not depend on it"),
        (
            json!({ "epsilon": "3" }),
            json!([{ "family": "randomised-response", "noise": "1/2", "epsilon": "1" }]),
            &none,
            "an ε beside a \"noise\"",
        ),
        (
            json!({ "epsilon": "3" }),
            json!([rr("epsilon", "1/2")]),
            &beside(json!({ "exp": "-1" })),
            "the file has a \"constant\"",
        ),
        (
            json!({ "alpha": "1/4" }),
            json!([rr("epsilon", "1")]),
            &beside(json!({ "root_of_alpha": 2 })),
            "the file has a \"constant\"",
        ),
    ];
    for (privacy, parts, more, words) in cases {
        Folder::with(&[("m.json", &file(&privacy, &pair(), &parts, more))]).refuses(&["m.json"], "", words);
    }
    // And what to write instead is read.
    let b = beside(json!({ "root_of_alpha": 2 }));
    let found = statements(&file(&json!({ "epsilon": "ln(2)/3" }), &pair(), &json!([rr("alpha", "b^3")]), &b));
    assert!(found.iter().any(|(claim, _, values)| claim == "dp" && values[1].1 == "0.346573590280"), "{found:?}");
    let exp = beside(json!({ "exp": "-1/4" }));
    let found = statements(&file(&json!({ "epsilon": "3" }), &pair(), &json!([rr("epsilon", "1/2")]), &exp));
    assert!(found.iter().any(|(claim, _, values)| claim == "dp" && values[1].1 == "0.500000000000"), "{found:?}");
}
