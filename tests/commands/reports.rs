//! What every report says, in text and in JSON, of every example: the neighbour relation and the declared privacy, from
//! which both can be made again; values apart from claims; the same from `verify`.

use crate::schemas::{assert_valid, files, schema};
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::{Report, Style};
use dp_verify::verify;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with copies of all examples, and their names.
fn examples() -> (TempDir, Vec<String>) {
    let folder = TempDir::new().expect("a folder");
    let mut names: Vec<String> = Vec::new();
    for path in files("examples", ".json") {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        fs::copy(&path, folder.path().join(&name)).expect("copied");
        names.push(name);
    }
    names.sort();
    (folder, names)
}

/// What `certify` prints, and its status.
fn run(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let output = cargo_bin_cmd!("certify").current_dir(folder).args(arguments).output().expect("run");
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code().expect("a status"))
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// Without line breaks and indents.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn mechanism(folder: &Path, name: &str) -> Mechanism {
    dp_verify::file::mechanism(folder.join(name), &Limits::default()).expect("a good file")
}

/// A mechanism file of what a report says of graph and privacy, and of nothing else.
fn remade(report: &Value) -> Mechanism {
    let (kind, mut query) = (report["graph"]["kind"].as_str().expect("a kind"), report["graph"]["parameters"].clone());
    let fields = query.as_object_mut().expect("an object");
    let product = report["graph"]["nodes"].is_string();
    match kind {
        "edges" => {}
        "graph6" => {
            fields.remove("edges");
            fields.remove("nodes");
        }
        "answers" => {
            for databases in ["values", "individuals"] {
                fields.remove(databases);
            }
            fields.insert("nodes".into(), report["graph"]["nodes"].clone());
        }
        // The graph of one individual stands for that of a product, which is too large.
        _ if product => {
            fields.insert("graph".into(), kind.into());
            fields.insert("individuals".into(), 1.into());
        }
        family => {
            fields.insert("graph".into(), family.into());
        }
    }
    let mut privacy = report["privacy"].clone();
    // Beside lengths a file has no δ.
    if query["edges"][0].as_array().is_some_and(|edge| edge.len() == 3) {
        privacy.as_object_mut().expect("an object").remove("delta");
    }
    let file = json!({ "format": "dp-mechanism/1", "privacy": privacy, "query": query });
    Mechanism::read(file.to_string().as_bytes(), &Limits::default()).unwrap_or_else(|e| panic!("{e}: {file}"))
}

/// Graph and privacy of the report's JSON are those of the file.
fn assert_tells(report: &Value, file: &Mechanism, what: &str) {
    let remade = remade(report);
    let (graph, expected) = (&remade.query.graph, &file.query.graph);
    assert_eq!(graph.nodes(), expected.nodes(), "{what}");
    for i in 0..graph.nodes() {
        assert_eq!(graph.arcs(i), expected.arcs(i), "{what}: node {i}");
    }
    let delta = |m: &Mechanism| m.privacy.delta.as_ref().map_or_else(|| "0".to_owned(), ToString::to_string);
    assert_eq!(format!("{:?}", remade.privacy.alpha), format!("{:?}", file.privacy.alpha), "{what}");
    assert_eq!(delta(&remade), delta(file), "{what}");
    assert_eq!(remade.privacy.rho, file.privacy.rho, "{what}");
    let labels = file.query.labels.clone().map_or(Value::Null, Value::from);
    assert_eq!(report["graph"]["labels"], labels, "{what}");
    assert!(report["version"].is_string(), "{what}");
}

/// The text says in words what the JSON says in words, and declares the privacy that the file writes.
fn assert_says(text: &str, report: &Value, what: &str) {
    let shown = unwrapped(text);
    let words = report["graph"]["words"].as_str().expect("words");
    assert!(words.contains("neighbour") && shown.contains(words), "{what}: {words} not in\n{text}");
    let privacy = &report["privacy"];
    let own = match (privacy["epsilon"].as_str(), privacy["alpha"].as_str()) {
        (Some(epsilon), _) => format!("ε = {epsilon}"),
        (_, Some("symbolic")) => "α = every number of ".to_owned(),
        (_, Some(alpha)) => format!("α = {alpha}"),
        (None, None) => "α = root of ".to_owned(),
    };
    let (own, delta) = match privacy["rho"].as_str() {
        Some(rho) => (format!("ρ = {rho}"), String::new()),
        None => (own, format!("δ = {}", privacy["delta"].as_str().expect("δ"))),
    };
    assert!(shown.contains(&own) && shown.contains(&delta), "{what}: {own}, {delta} not in\n{text}");
}

#[test]
fn every_report_on_an_example_tells_who_is_a_neighbour_and_what_is_declared() {
    let (folder, names) = examples();
    let (folder, reports) = (folder.path(), schema("dp-report-1.json"));
    for name in &names {
        let (text, status) = run(folder, &[name]);
        let (printed, again) = run(folder, &[name, "--format", "json"]);
        assert_eq!(status, again, "{name}");
        assert_valid(&reports, &printed, name);
        let (report, file) = (parsed(&printed), mechanism(folder, name));
        assert_tells(&report, &file, name);
        assert_says(&text, &report, name);
        // The same from `verify`, of the same statements.
        let certificate = fs::read(folder.join(name.replace(".json", ".cert.json"))).expect("written");
        let checked = verify(&file, &certificate, &Limits::default()).expect("a good certificate");
        assert_says(&checked.to_text(Style::Plain), &report, name);
        let mut other = parsed(&checked.to_json(false));
        for statement in other["statements"].as_array_mut().expect("statements") {
            let decided = statement["verdict"] != "undecided";
            assert_eq!(statement.as_object_mut().expect("an object").remove("checked"), Some(decided.into()), "{name}");
        }
        // Hints are what certify says, and proved by nobody; what it makes of the file as a whole is its exit status.
        assert_eq!(report["exit"], status, "{name}");
        let of_certify = |key: &str| ["hints", "verdict", "exit"].contains(&key);
        for (key, value) in report.as_object().expect("an object").iter().filter(|(key, _)| !of_certify(key)) {
            assert_eq!(&other[key], value, "{name}: {key}");
        }
        // And the same once more.
        assert_eq!(run(folder, &[name, "--format", "json"]).0, printed, "{name}");
    }
}

#[test]
fn the_other_commands_that_report_on_a_file_tell_it_too() {
    let (folder, names) = examples();
    let folder = folder.path();
    let mut told = [0; 3];
    for (k, command) in ["pattern", "profile", "repair"].into_iter().enumerate() {
        let schema = schema(&format!("dp-{command}-1.json"));
        for name in &names {
            let (printed, status) = run(folder, &[command, name, "--format", "json"]);
            if status == 2 {
                continue;
            }
            let what = format!("{command} {name}");
            assert_valid(&schema, &printed, &what);
            let report = parsed(&printed);
            assert_tells(&report, &mechanism(folder, name), &what);
            assert_says(&run(folder, &[command, name]).0, &report, &what);
            told[k] += 1;
        }
    }
    assert!(told[0] > 12 && told[1] > 8 && told[2] > 5, "{told:?}");
    let bracket = ["k33-two-pendants.json", "--bracket", "3", "-o", "bracket"];
    let report = parsed(&run(folder, &[&bracket[..], &["--format", "json"]].concat()).0);
    assert_tells(&report, &mechanism(folder, bracket[0]), "--bracket");
    assert_says(&run(folder, &bracket).0, &report, "--bracket");
}

#[test]
fn a_line_for_each_of_several_files_tells_it_too() {
    let (folder, names) = examples();
    let arguments: Vec<&str> = names.iter().map(String::as_str).collect();
    let (text, _) = run(folder.path(), &arguments);
    let (printed, _) = run(folder.path(), &[&arguments[..], &["--format", "json"]].concat());
    let reports = parsed(&printed);
    let reports = reports.as_array().expect("an array");
    assert_eq!((text.lines().count(), reports.len()), (names.len(), names.len()));
    for ((line, report), name) in text.lines().zip(reports).zip(&names) {
        assert!(line.starts_with(&format!("{name}: ")), "{line}");
        assert_says(line, report, name);
        assert_tells(report, &mechanism(folder.path(), name), name);
    }
}

/// Hostile labels and large graphs change nothing about that: what is left out is counted.
#[test]
fn what_is_left_out_of_a_long_list_is_counted() {
    let labels: Vec<String> = (0..40).map(|i| format!("answer {i}")).collect();
    let file = json!({ "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" },
        "query": { "graph": "line", "nodes": 40, "labels": labels } });
    let report = Report::new(&Mechanism::read(file.to_string().as_bytes(), &Limits::default()).expect("a good file"));
    let words = "line of 40: \"answer 0\" – \"answer 1\" – \"answer 2\" – … (36 more) – \"answer 39\"; neighbours are answers \
        next to each other";
    assert!(unwrapped(&report.to_text(Style::Plain)).contains(words), "{}", report.to_text(Style::Plain));
    assert_eq!(parsed(&report.to_json(false))["graph"]["words"], words);
    assert_eq!(parsed(&report.to_json(false))["graph"]["labels"].as_array().map(Vec::len), Some(40));
}

fn report(file: &Value) -> Report {
    certify(file.to_string().as_bytes(), &Options::default()).expect("a good file").report
}

/// A line of two answers with that table.
fn pair(matrix: Value, claims: Value) -> Value {
    json!({ "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" }, "mechanism": { "matrix": matrix },
        "query": { "graph": "line", "nodes": 2, "labels": ["no", "yes"] },
        "priors": { "flat": "uniform" }, "claims": claims })
}

fn statement<'r>(report: &'r Value, claim: &str) -> &'r Value {
    let mut all = report["statements"].as_array().expect("statements").iter();
    all.find(|statement| statement["claim"] == claim).unwrap_or_else(|| panic!("{claim} in {report}"))
}

#[test]
fn a_value_that_nothing_is_claimed_of_holds_nothing() {
    let expecting = json!({ "claim": "leakage", "prior": "flat", "expect": { "bits": { "at_most": 1 } } });
    let claims = json!([{ "claim": "utility", "prior": "flat" }, "capacity", "threshold", expecting]);
    let two_thirds = json!([["2/3", "1/3"], ["1/3", "2/3"]]);
    let told = report(&pair(two_thirds.clone(), claims.clone()));
    assert_eq!((told.summary().as_str(), told.status()), ("3 claims hold, 0 fail; 3 values", 0));
    let text = told.to_text(Style::Plain);
    for line in ["  value     utility (prior flat)\n", "  value     capacity, min-entropy\n", "  value     threshold\n"]
    {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    assert!(text.contains("  holds     leakage (prior flat), min-entropy, as expected\n"), "{text}");
    let shown = parsed(&told.to_json(false));
    let summary = json!({ "holds": 3, "fails": 0, "as_expected": 0, "undecided": 0, "values": 3,
        "words": "3 claims hold, 0 fail; 3 values" });
    assert_eq!(shown["summary"], summary);
    for (claim, states) in [("utility", "value"), ("capacity", "value"), ("leakage", "claim"), ("dp", "claim")] {
        assert_eq!(statement(&shown, claim)["states"], states, "{claim}");
        assert_eq!(statement(&shown, claim)["verdict"], "holds", "{claim}");
    }
    // A value of what is no mechanism is none.
    let told = report(&pair(json!([["2/3", "2/3"], ["1/3", "2/3"]]), json!(["capacity"])));
    assert_eq!(told.summary(), "1 claim holds, 2 FAIL");
    assert!(told.to_text(Style::Plain).contains("  FAILS     capacity, min-entropy\n"));
    assert_eq!(statement(&parsed(&told.to_json(false)), "capacity")["states"], "claim");
    // A file that claims nothing else.
    let folder = TempDir::new().expect("a folder");
    let file = json!({ "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" }, "claims": ["threshold"],
        "query": { "graph": "line", "nodes": 2 } });
    for name in ["a.json", "b.json"] {
        fs::write(folder.path().join(name), file.to_string()).expect("written");
    }
    let (lines, status) = run(folder.path(), &["a.json", "b.json"]);
    assert_eq!(status, 0);
    assert!(lines.starts_with("a.json: value: 0 claims hold, 0 fail; 1 value (line of 2: 0 – 1; "), "{lines}");
}

#[test]
fn thirty_faulty_rows_are_one_line() {
    let rows: Vec<[String; 2]> = (0..31).map(|i| ["1/2".to_owned(), format!("{}/10000", 5000 + i % 30)]).collect();
    let labels: Vec<String> = (0..31).map(|i| format!("r{i}")).collect();
    let mut file = json!({ "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" }, "mechanism": { "matrix": rows },
        "query": { "graph": "line", "nodes": 31, "labels": labels } });
    let shown = parsed(&report(&file).to_json(false));
    let stochastic = statement(&shown, "stochastic");
    let told = stochastic["explanation"].as_array().expect("an explanation");
    assert_eq!(told.len(), 1, "{told:?}");
    let told = told[0].as_str().expect("a sentence");
    assert!(
        told.starts_with("29 rows are no distributions, the worst: row r29 sums to 10029/10000, not to 1; "),
        "{told}"
    );
    for todo in ["--normalise", "\"rounding\"", "`optimal`"] {
        assert!(told.contains(todo), "{todo} in {told}");
    }
    // What is a hundredth off no rounding of digits explains.
    let far: Vec<[&str; 2]> = vec![["1/2", "63/100"]; 31];
    let far = parsed(
        &report(&json!({ "format": "dp-mechanism/1", "privacy": { "alpha": "1/2" },
        "mechanism": { "matrix": far }, "query": { "graph": "line", "nodes": 31 } }))
        .to_json(false),
    );
    let told_far = statement(&far, "stochastic")["explanation"][0].as_str().expect("a sentence").to_owned();
    assert!(told_far.contains("--normalise=any") && !told_far.contains("\"rounding\""), "{told_far}");
    let places = stochastic["counterexample"]["rows"].as_array().expect("rows");
    assert_eq!(places.len(), 29);
    let second =
        json!({ "row": { "index": 2, "label": "r2" }, "sum": { "exact": "5001/5000", "decimal": "1.00020000000" } });
    assert_eq!(places[1], second);
    file["mechanism"]["rounding"] = "1/10".into();
    let shown = parsed(&report(&file).to_json(false));
    let told = statement(&shown, "stochastic")["explanation"][0].as_str().expect("a sentence").to_owned();
    assert!(told.contains("within-rounding") && !told.contains("\"rounding\" beside"), "{told}");
    // One that is negative is the worst of all.
    file["mechanism"] = json!({ "matrix": vec![["3/2", "-1/2"]; 31] });
    let told = statement(&parsed(&report(&file).to_json(false)), "stochastic").clone();
    let start = "31 rows are no distributions, the worst: row r0, output 1: -1/2 is negative; ";
    assert!(told["explanation"][0].as_str().is_some_and(|text| text.starts_with(start)), "{told}");
    let entry = json!({ "row": { "index": 0, "label": "r0" }, "output": { "index": 1 },
        "entry": { "exact": "-1/2", "decimal": "-0.500000000000" } });
    assert_eq!(told["counterexample"]["rows"][0], entry);
}

/// Where a claim fails, and by how much, as fields: the same places that the sentences name.
#[test]
fn counterexamples_and_gaps_are_fields() {
    let read = |name: &str| fs::read(format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"))).expect("the example");
    let shown =
        |name: &str| parsed(&certify(&read(name), &Options::default()).expect("a good file").report.to_json(false));
    let printed = shown("alvim-table1-m1-as-printed.json");
    let [a, f] = [(0, "A"), (5, "F")].map(|(index, label)| json!({ "index": index, "label": label }));
    let dp = &statement(&printed, "dp");
    assert_eq!(dp["counterexample"]["pair"], json!([f, a]));
    assert_eq!(dp["counterexample"]["output"], a);
    assert_eq!(dp["counterexample"]["entries"][1]["exact"], "107/200");
    assert_eq!(dp["gap"], json!({ "of": "alpha - alpha_max", "exact": "1/1070", "decimal": "0.000934579439252" }));
    let approximate = statement(&printed, "approximate-dp");
    assert_eq!(approximate["counterexample"]["pair"], json!([a, f]));
    assert_eq!(approximate["counterexample"]["set"], json!([a]));
    assert_eq!(approximate["gap"]["exact"], "1/1000");
    assert_eq!(statement(&printed, "optimal")["gap"]["exact"], "1289/21000");
    // What holds is attained somewhere, and has no counterexample.
    let approximate = &shown("five-hobbies-approximate.json");
    let approximate = statement(approximate, "approximate-dp");
    assert!(approximate["counterexample"].is_null() && approximate["attained"]["set"].is_array(), "{approximate}");
    assert_eq!(approximate["gap"]["exact"], "0");
    // The prior for which another mechanism has more.
    let uniform = pair(json!([["1/2", "1/2"], ["1/2", "1/2"]]), json!(["universally-optimal"]));
    let told = parsed(&report(&uniform).to_json(false));
    let universal = statement(&told, "universally-optimal");
    let prior = universal["counterexample"]["prior"].as_array().unwrap_or_else(|| panic!("{universal}"));
    assert!(prior.iter().all(|weight| weight["node"]["label"].is_string() && weight["weight"]["exact"].is_string()));
    assert_eq!(universal["gap"]["of"], "another mechanism's utility - utility");
    // Over an interval, an α at which it fails.
    let mut symbolic = pair(json!([["2/3", "1/3"], ["1/3", "2/3"]]), json!([]));
    symbolic["privacy"] = json!({ "alpha": "symbolic", "between": ["0", "1"] });
    let told = parsed(&report(&symbolic).to_json(false));
    let dp = statement(&told, "dp");
    assert!(dp["counterexample"]["at"].is_string() && dp["counterexample"]["pair"].is_array(), "{dp}");
}
