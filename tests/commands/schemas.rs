//! The JSON Schemas against the programs: what a program takes or writes, its schema takes too.

use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::verify;
use jsonschema::Validator;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn schema(name: &str) -> Validator {
    let text = fs::read_to_string(root().join("certificates/schema").join(name)).expect("the schema");
    jsonschema::validator_for(&serde_json::from_str(&text).expect("JSON")).expect("a schema")
}

/// The schema of a list of reports, which names those of a report and of an error.
pub(crate) fn list_schema() -> Validator {
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(root().join("certificates/schema").join(name)).expect("the schema");
        serde_json::from_str(&text).expect("JSON")
    };
    let mut list = read("dp-reports-1.json");
    // Each stands for its name: the validator of these tests opens no other files.
    list["items"]["anyOf"] = ["dp-report-1.json", "dp-error-1.json"].map(read).to_vec().into();
    jsonschema::validator_for(&list).expect("a schema")
}

/// What the schema of a line, which names that of a report, has against a document.
pub(crate) fn line_faults(text: &str) -> Vec<String> {
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(root().join("certificates/schema").join(name)).expect("the schema");
        serde_json::from_str(&text).expect("JSON")
    };
    let registry = jsonschema::Registry::new().add("urn:dp-report:1", read("dp-report-1.json")).expect("a name");
    let registry = registry.prepare().expect("a schema");
    let schema = jsonschema::options().with_registry(&registry).build(&read("dp-line-1.json")).expect("a schema");
    faults(&schema, &serde_json::from_str(text).expect("JSON"))
}

/// The files of a folder whose names end so, at least one.
pub(crate) fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let certificate = |path: &Path| path.to_string_lossy().ends_with(".cert.json");
    let wanted = |path: &PathBuf| path.to_string_lossy().ends_with(end) && certificate(path) == (end == ".cert.json");
    let found: Vec<PathBuf> = paths.filter(wanted).collect();
    assert!(!found.is_empty(), "{folder} has no {end}");
    found
}

/// What a schema has against a document.
fn faults(schema: &Validator, document: &Value) -> Vec<String> {
    schema.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect()
}

pub(crate) fn assert_valid(schema: &Validator, text: &str, what: &str) {
    // A number beyond all floating point is JSON, but none that a `serde_json::Value` holds.
    let document: Result<Value, _> = serde_json::from_str(text);
    match document {
        Ok(document) => assert_eq!(faults(schema, &document), Vec::<String>::new(), "{what}"),
        Err(e) => assert!(e.to_string().contains("number out of range"), "{what}: {e}"),
    }
}

#[test]
fn every_mechanism_file_that_is_read() {
    let schema = schema("dp-mechanism-1.json");
    for folder in [
        "examples",
        "examples/deployed",
        "examples/missing",
        "examples/promises",
        "examples/noise",
        "examples/terms",
        "examples/field",
        "tests/corpus/survive/mechanism",
        "tests/corpus/undecided",
        "tests/corpus/accept",
    ] {
        for path in files(folder, ".json") {
            let text = fs::read_to_string(&path).expect("the file");
            assert_valid(&schema, &text, &path.display().to_string());
        }
    }
}

#[test]
fn every_problem() {
    let (schema, limits) = (schema("dp-problem-1.json"), Limits::default());
    let folders =
        ["examples", "examples/deployed", "examples/missing", "examples/promises", "examples/noise", "examples/field"];
    for path in folders.into_iter().flat_map(|folder| files(folder, ".json")) {
        let mechanism = dp_verify::file::mechanism(&path, &limits).expect("a mechanism file");
        let meter = dp_verify::problem::meter(&limits);
        let problem = dp_verify::problem::elaborated(&mechanism, &[], &limits, &meter).expect("a problem");
        assert_valid(&schema, &dp_verify::problem::write(&problem), &path.display().to_string());
    }
}

#[test]
fn every_way_to_write_a_number() {
    let schema = schema("dp-mechanism-1.json");
    let file = |privacy: &str, rest: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {{"graph": "complete", "nodes": 2}}{rest}}}"#
        )
    };
    let mut written = 0;
    for number in [
        "1/2",
        " 1/2 ",
        "1-1/2",
        "-1/2",
        "(1/2)",
        "2^-1",
        "5e-1",
        "0.5E0",
        "\\t1 / 2\\n",
        "1/02",
        "01/2",
        "+1/2",
        "1//2",
        "1/-2",
        "a",
        "b",
        ".5",
        "1.",
        "½",
        "1_0/20",
        "",
        " ",
        "\u{a0}1/2",
    ] {
        let forms = [
            format!(r#"{{"alpha": "{number}"}}"#),
            format!(r#"{{"alpha": "1/2", "delta": "{number}"}}"#),
            format!(r#"{{"alpha": "symbolic", "between": ["{number}", "3/4"]}}"#),
            format!(r#"{{"alpha": {{"root_of": ["-1/4", "0", "{number}"], "between": [0, 1]}}}}"#),
            format!(r#"{{"epsilon": "{number}"}}"#),
            format!(r#"{{"epsilon": "{number}*ln(3)"}}"#),
            format!(r#"{{"epsilon": "-1*ln({number})"}}"#),
            format!(r#"{{"epsilon": " {number} * ln( 3 ) "}}"#),
        ];
        let rest = format!(
            r#", "mechanism": {{"matrix": [["{number}", "1/2"], [1, 0]], "rounding": "{number}"}}, "loss": [["{number}"], [1]]"#
        );
        let family = format!(
            r#", "mechanism": {{"family": "uniform", "rounding": "{number}"}}, "priors": {{"p": ["{number}", "1/2"]}}"#
        );
        let texts =
            forms.iter().map(|form| file(form, "")).chain([&rest, &family].map(|rest| file(r#"{"alpha": 1}"#, rest)));
        for text in texts {
            if Mechanism::read(text.as_bytes(), &Limits::default()).is_ok() {
                written += 1;
                assert_valid(&schema, &text, &text);
            }
        }
    }
    assert!(written > 70, "{written} are read");
}

#[test]
fn whatever_is_expected_of_a_claim() {
    let schema = schema("dp-mechanism-1.json");
    let file = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "hamming", "values": 2, "individuals": 1},
        "mechanism": {"family": "uniform", "rounding": "1/2"}, "priors": {"p": "uniform", "q": {"point": 0}}, "loss": "binary", "claims": [CLAIM]}"#;
    for kind in dp_verify::model::Kind::all() {
        use dp_verify::model::Takes;
        let parameters = match kind.takes() {
            Takes::Nothing | Takes::Adaptive => "",
            Takes::Prior => r#", "prior": "p""#,
            Takes::PriorAndOutputs => r#", "prior": "p", "outputs": 1"#,
            Takes::PriorAndWithin => r#", "prior": "p", "within": "1e-9", "delta": "1/100""#,
            Takes::Priors => r#", "priors": ["p", "q"]"#,
            Takes::From => r#", "from": "uniform""#,
            Takes::FromAndPair => r#", "from": "uniform", "pair": [0, 1]"#,
            Takes::Distance => r#", "distance": 2, "at_most": true"#,
            Takes::OrderAndBound => r#", "order": 2, "bound": "1/4""#,
            Takes::Epsilon => r#", "epsilon": "1/2""#,
            Takes::Rho => r#", "rho": "1e-3", "epsilon": "1""#,
            Takes::AtMost => r#", "at_most": "1e-3""#,
        };
        let bound = |name: &&str| match *name {
            "unique" => r#", "unique": {"equals": true}"#.to_owned(),
            "set" => r#", "set": {"equals": []}"#.to_owned(),
            name => format!(r#", "{name}": {{"at_least": "1/2-a", "at_most": 3, "equals": "a^2"}}"#),
        };
        let values: String = kind.values().iter().map(bound).collect();
        let claim = format!(r#"{{"claim": "{}"{parameters}, "expect": {{"verdict": "holds"{values}}}}}"#, kind.name());
        let hamming = r#""graph": "hamming", "values": 2, "individuals": 1"#;
        let answers = r#""databases": {"values": 2, "individuals": 1}, "answers": [0, 0]"#;
        let text = match kind {
            // It needs a query by its answers, and a row for each database.
            dp_verify::model::Kind::Oblivious => {
                file.replace(hamming, answers).replace(r#""family": "uniform""#, r#""matrix": [[1], [1]]"#)
            }
            // They are about counts of runs.
            kind if kind.rule().sample == dp_kernel::Way::Own => {
                let table = r#"{"family": "uniform", "rounding": "1/2"}"#;
                file.replace(table, r#"{"counts": [[1, 2], [2, 1]], "confidence": "0.9"}"#)
            }
            _ => file.to_owned(),
        };
        let text = text.replace("CLAIM", &claim);
        if let Err(e) = Mechanism::read(text.as_bytes(), &Limits::default()) {
            panic!("{claim}: {e}");
        }
        assert_valid(&schema, &text, &claim);
    }
}

/// Where mass is missing values have other names, and no claim has those of whole tables.
#[test]
fn whatever_is_expected_where_mass_is_missing() {
    let schema = schema("dp-mechanism-1.json");
    let file = |claim: &str, value: &str| {
        format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, "query": {{"graph": "line", "nodes": 2}},
            "mechanism": {{"matrix": [["a/2", 0], [0, 1]], "missing": ["1-a/2", 0], "outputs": ["x", "y"], "further_outputs": false}},
            "claims": [{{"claim": "{claim}", "expect": {{"{value}": {{"at_least": "a^2"}}}}}}]}}"#
        )
    };
    let is_read = |text: &str| Mechanism::read(text.as_bytes(), &Limits::default()).is_ok();
    for kind in dp_verify::model::Kind::all().filter(|kind| kind.rule().missing == dp_kernel::Way::Own) {
        for value in kind.values_of(true) {
            let text = file(kind.name(), value);
            assert!(is_read(&text), "{text}");
            assert_valid(&schema, &text, &text);
        }
        for value in kind.values() {
            assert!(!is_read(&file(kind.name(), value)), "{value}");
        }
    }
}

#[test]
fn every_certificate_that_is_accepted() {
    let schema = schema("dp-certificate-2.json");
    for folder in ["certificates/examples", "tests/corpus/accept"] {
        for path in files(folder, ".cert.json") {
            let text = fs::read_to_string(&path).expect("the certificate");
            assert_valid(&schema, &text, &path.display().to_string());
        }
    }
}

#[test]
fn every_certificate_and_report_that_is_written() {
    let (certificates, reports) = (schema("dp-certificate-2.json"), schema("dp-report-1.json"));
    let folders = [
        "examples",
        "examples/missing",
        "examples/promises",
        "examples/noise",
        "examples/terms",
        "tests/corpus/undecided",
    ];
    for path in folders.into_iter().flat_map(|folder| files(folder, ".json")) {
        let what = path.display().to_string();
        let bytes = fs::read(&path).expect("the file");
        let certified = certify(&bytes, &Options::default()).expect("a good file");
        assert_valid(&certificates, &certified.certificate, &what);
        assert_valid(&reports, &certified.report.to_json(false), &what);
        let mechanism = Mechanism::read(&bytes, &Limits::default()).expect("a good file");
        // One statement refused, one left out, and the hash of another file.
        let broken = certified.certificate.replacen("\"1", "\"2", 1);
        let missing =
            format!(r#"{{"format": "dp-certificate/2", "sha256": "{}", "statements": []}}"#, mechanism.sha256);
        for certificate in [&certified.certificate, &broken, &missing, &missing.replace(&mechanism.sha256, "")] {
            if let Ok(verification) = verify(&mechanism, certificate.as_bytes(), &Limits::default()) {
                assert_valid(&reports, &verification.to_json(false), &what);
            }
        }
    }
}

/// Each schema can tell a wrong document from a right one.
#[test]
fn what_no_schema_takes() {
    let mechanisms = schema("dp-mechanism-1.json");
    let mut refused = 0;
    for path in files("tests/corpus/malformed/mechanism", ".json") {
        let document: Option<Value> = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        refused += usize::from(document.is_some_and(|document| !mechanisms.is_valid(&document)));
    }
    assert!(refused > 80, "{refused} are refused");
    let certificates = schema("dp-certificate-2.json");
    let with = |statement: &str| {
        let text =
            format!(r#"{{"format": "dp-certificate/2", "sha256": "{}", "statements": [{statement}]}}"#, "0".repeat(64));
        certificates.is_valid(&serde_json::from_str(&text).expect("JSON"))
    };
    assert!(with(r#"{"claim": "dp", "verdict": "undecided", "reason": "?"}"#));
    assert!(!with(r#"{"claim": "dp", "verdict": "undecided"}"#));
    assert!(!with(r#"{"claim": "dp", "verdict": "undecided", "reason": "?", "values": {}}"#));
    assert!(!with(r#"{"claim": "dp", "verdict": "undecided", "reason": "?", "witness": {}}"#));
    assert!(!with(r#"{"claim": "dp", "verdict": "holds", "reason": "?"}"#));
    assert!(with(r#"{"claim": "dp", "verdict": "holds"}"#));
    assert!(!with(r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1/2"}}"#));
}
