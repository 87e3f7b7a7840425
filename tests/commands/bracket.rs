//! `certify --bracket DIGITS`: the pair against known thresholds, its files and certificates, and what is refused.

use crate::fixtures::ONE_HALF;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::exact;
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::Verdict;
use dp_verify::verify;
use malachite::rational::Rational;
use serde_json::Value;
use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const STAR: &str = r#"{"graph": "star", "nodes": 4}"#;
const COUNTS: &str =
    r#"{ "graph": "counts", "individuals": 2,   "queries": 2, "labels": ["a","b","c","d","e","f","g","h","ä"] }"#;
const FOUR: [&str; 4] = ["m.exists.cert.json", "m.exists.json", "m.fails.cert.json", "m.fails.json"];

struct Ended {
    status: i32,
    stdout: String,
    stderr: String,
}

struct Folder(TempDir);

impl Folder {
    /// With m.json in it, a file about this query.
    fn of(privacy: &str, query: &str) -> Self {
        let folder = Self(TempDir::new().unwrap());
        let text = format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {query}, "claims": []}}"#);
        fs::write(folder.at("m.json"), text).unwrap();
        folder
    }

    fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    fn certify(&self, arguments: &[&str]) -> Ended {
        let output = cargo_bin_cmd!("certify").current_dir(self.0.path()).args(arguments).output().unwrap();
        Ended {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The names of what is in a folder of it, sorted, but m.json.
    fn written(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.at(name)).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| name != "m.json");
        names.sort();
        names
    }

    fn mechanism(&self, name: &str) -> Mechanism {
        Mechanism::read(&fs::read(self.at(name)).unwrap(), &Limits::default()).unwrap()
    }

    /// α1 and α2, each with an accepted certificate of the one claim.
    fn pair(&self) -> [Rational; 2] {
        [("m.exists", Verdict::Holds), ("m.fails", Verdict::Fails)].map(|(name, verdict)| {
            let mechanism = self.mechanism(&format!("{name}.json"));
            assert_eq!(mechanism.query.labels, self.mechanism("m.json").query.labels);
            assert_eq!(mechanism.query.graph.family(), self.mechanism("m.json").query.graph.family());
            let certificate = fs::read(self.at(format!("{name}.cert.json"))).unwrap();
            let verification = verify(&mechanism, &certificate, &Limits::default()).unwrap();
            assert!(verification.accepted(), "{:?}", verification.refusals);
            assert_eq!(verification.status(true), 0, "the claim comes out as the file says");
            let claims: Vec<_> = verification.report.claims().map(|s| (s.claim.kind, s.verdict)).collect();
            assert_eq!(claims, [(Kind::TightConstraintsExist, verdict)]);
            exact::rational(mechanism.privacy.alpha.rational().unwrap())
        })
    }

    /// Asserts that nothing is written beside m.json.
    #[track_caller]
    fn refuses(&self, arguments: &[&str], message: &str) {
        let before = (self.written("."), fs::read(self.at("m.json")).unwrap());
        let ended = self.certify(arguments);
        assert_eq!((ended.status, &*ended.stdout), (2, ""), "{}", ended.stderr);
        assert!(ended.stderr.contains(message), "{message}\n{}", ended.stderr);
        assert_eq!((self.written("."), fs::read(self.at("m.json")).unwrap()), before);
    }
}

/// 10^-places.
fn step(places: u32) -> Rational {
    (0..places).fold(Rational::from(1), |power, _| power / Rational::from(10))
}

/// Brackets the threshold to so many places; `beside` compares a rational with the threshold.
#[track_caller]
fn brackets(query: &str, places: u32, beside: impl Fn(&Rational) -> Ordering) {
    let folder = Folder::of(ONE_HALF, query);
    let before = fs::read(folder.at("m.json")).unwrap();
    let ended = folder.certify(&["m.json", "--bracket", &places.to_string()]);
    assert_eq!((ended.status, &*ended.stderr), (0, ""), "{query}");
    assert_eq!(folder.written("."), FOUR);
    assert_eq!(fs::read(folder.at("m.json")).unwrap(), before);
    let [low, high] = folder.pair();
    assert_eq!(&high - &low, step(places), "{query}");
    assert!(beside(&low).is_le() && beside(&high).is_gt(), "{query}: {low} to {high}");
}

#[test]
fn known_thresholds_lie_between() {
    let half = |x: &Rational| x.cmp(&Rational::from_unsigneds(1u32, 2));
    // (x + 2)² beside 5, and (2x + 1)² beside 5.
    let silver = |x: &Rational| ((x + Rational::from(2)) * (x + Rational::from(2))).cmp(&Rational::from(5));
    let golden = |x: &Rational| {
        let y = x * Rational::from(2) + Rational::from(1);
        (&y * &y).cmp(&Rational::from(5))
    };
    for places in [1, 2, 7, 30, 100] {
        brackets(STAR, places, half);
        brackets(COUNTS, places, silver);
    }
    let edges = r#"{"nodes": 6, "edges": [[0,1],[0,2],[0,3],[0,4],[1,3],[1,5],[2,3],[2,5]]}"#;
    brackets(edges, 50, golden);
    // K3,3 with an edge inside one side.
    let edges = r#"{"nodes": 6, "edges": [[0,3],[0,4],[0,5],[1,3],[1,4],[1,5],[2,3],[2,4],[2,5],[0,1]]}"#;
    brackets(edges, 30, half);
}

/// A sum query, by the band of its Φ, and the same graph by its edges.
#[test]
fn every_route_finds_the_same_pair() {
    let (individuals, most) = (9, 2);
    let nodes = individuals * most + 1;
    let edges: Vec<String> =
        (0..nodes).flat_map(|i| (i + 1..nodes.min(i + most + 1)).map(move |j| format!("[{i},{j}]"))).collect();
    let queries = [
        format!(r#"{{"graph": "sum", "individuals": {individuals}, "max": {most}}}"#),
        format!(r#"{{"nodes": {nodes}, "edges": [{}]}}"#, edges.join(",")),
    ];
    let [a, b] = queries.map(|query| {
        let folder = Folder::of(ONE_HALF, &query);
        assert_eq!(folder.certify(&["m.json", "--bracket", "25", "-q"]).status, 0);
        folder.pair()
    });
    assert_eq!(a, b);
}

#[test]
fn a_threshold_below_the_places_asked_for_takes_more() {
    let folder = Folder::of(ONE_HALF, r#"{"graph": "star", "nodes": 1501}"#);
    let ended = folder.certify(&["m.json", "--bracket", "1", "--format", "json"]);
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((&report["digits"], &report["places"]), (&1.into(), &4.into()));
    // 1/1499 = 0.00066...
    assert_eq!((&report["exists"]["alpha"], &report["fails"]["alpha"]), (&"0.0006".into(), &"0.0007".into()));
    assert_eq!(folder.pair(), [6u32, 7].map(|n| Rational::from_unsigneds(n, 10_000)));
}

#[test]
fn where_one_exists_at_every_alpha_that_is_tried_there_is_no_pair() {
    for query in [
        r#"{"graph": "cycle", "nodes": 5}"#,
        r#"{"graph": "complete", "nodes": 4}"#,
        r#"{"graph": "line", "nodes": 7}"#,
        r#"{"graph": "line", "nodes": 1}"#,
        r#"{"nodes": 3, "edges": []}"#,
    ] {
        let folder = Folder::of(ONE_HALF, query);
        let ended = folder.certify(&["m.json", "--bracket", "30", "-o", "out"]);
        assert_eq!((ended.status, &*ended.stderr), (3, ""), "{query}");
        let why = "a tight-constraints mechanism exists at every α that was tried, in 960 steps from 0 to 1.\n";
        assert!(ended.stdout.contains(why), "{}", ended.stdout);
        assert!(folder.written(".").is_empty());
    }
}

#[test]
fn a_symbolic_interval_is_what_is_searched() {
    let with = |low: &str, high: &str| {
        let privacy = format!(r#"{{"alpha": "symbolic", "between": ["{low}", "{high}"]}}"#);
        let folder = Folder::of(&privacy, STAR);
        let status = folder.certify(&["m.json", "--bracket", "10"]).status;
        (status, folder)
    };
    let (status, folder) = with("1/4", "3/4");
    assert_eq!((status, folder.pair()[0].clone()), (0, Rational::from_unsigneds(1u32, 2)));
    assert_eq!(["3/5", "1/10"].map(|low| with(low, "9/10").0), [3, 0]);
    assert_eq!(with("1/10", "2/5").0, 3);
    // 0.6, 0.51 and 0.501 are off it.
    let (status, folder) = with("0", "501/1000");
    assert_eq!(status, 0);
    assert_eq!(folder.certify(&["m.json", "--bracket", "1"]).status, 0);
    assert_eq!(folder.pair(), [5_000u32, 5_001].map(|n| Rational::from_unsigneds(n, 10_000)));
}

#[test]
fn the_files_go_into_the_folder_and_the_report_names_them() {
    let folder = Folder::of(ONE_HALF, STAR);
    let ended = folder.certify(&["m.json", "--bracket", "6", "-o", "out/deep"]);
    assert_eq!(folder.written("out/deep"), FOUR);
    assert_eq!(folder.written("."), ["out"]);
    assert_eq!(
        ended.stdout,
        "tight constraints exist at one α, and at the next not, 10^-6 above it\n\nunnamed mechanism file\nstar of 4: 0, 1, 2, 3; 0 is the neighbour of all others, and no others are\n  neighbours\n4 nodes\ndeclared: α = 1/2 = 0.500000000000, ε = 0.693147180560, δ = 0\n\n  \
         exists    α = 0.500000\n            out/deep/m.exists.json\n            out/deep/m.exists.cert.json\n  \
         fails     α = 0.500001\n            out/deep/m.fails.json\n            out/deep/m.fails.cert.json\n\n\
         Only these two points are proved, nothing between or beyond them.\n\
         If the threshold lies between them, its first 6 decimals are those of the first.\n"
    );
    let ended = folder.certify(&["m.json", "--bracket", "6", "-q"]);
    assert_eq!((ended.status, &*ended.stdout, &*ended.stderr), (0, "", ""));
    assert_eq!(folder.certify(&["m.json", "--bracket", "8", "-q"]).status, 0, "older files are replaced");
    assert_eq!(folder.pair()[1], Rational::from_unsigneds(50_000_001u32, 100_000_000));
    // As any mechanism file.
    assert_eq!(folder.certify(&["m.exists.json", "m.fails.json", "-o", "again"]).status, 0);
}

#[test]
fn the_json_report_is_as_its_schema_says() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("certificates/schema/dp-bracket-1.json");
    let schema = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let report = |query: &str| -> Value {
        let ended = Folder::of(ONE_HALF, query).certify(&["m.json", "--bracket", "5", "--format", "json"]);
        serde_json::from_str(&ended.stdout).unwrap()
    };
    let (found, none) = (report(STAR), report(r#"{"graph": "line", "nodes": 3}"#));
    assert!(schema.is_valid(&found) && schema.is_valid(&none), "{found}\n{none}");
    assert_eq!(found["fails"]["file"], "m.fails.json");
    assert_eq!(found["exists"]["certificate"], "m.exists.cert.json");
    assert!(none["exists"].is_null() && none["reason"].is_string());
    for key in ["format", "places", "proves", "digits"] {
        let mut broken = found.clone();
        broken.as_object_mut().unwrap().remove(key);
        assert!(!schema.is_valid(&broken), "without {key}");
    }
}

#[test]
fn wrong_calls_write_nothing() {
    let folder = Folder::of(ONE_HALF, STAR);
    folder.refuses(&["m.json", "--bracket", "0"], "0 is not in 1..=1000");
    folder.refuses(&["m.json", "--bracket", "1001"], "1001 is not in 1..=1000");
    folder.refuses(&["m.json", "--bracket", "many"], "many");
    folder.refuses(&["m.json", "--bracket"], "--bracket");
    folder.refuses(&["m.json", "--bracket", "5", "--only", "dp"], "cannot be used with");
    folder.refuses(&["m.json", "m.json", "--bracket", "5"], "--bracket takes one file");
    folder.refuses(&["m.json", "--bracket", "5", "-o", "m.json"], "m.json: not a folder, and with --bracket");
    folder.refuses(&["missing.json", "--bracket", "5"], "missing.json: ");
    folder.refuses(
        &["m.json", "--bracket", "1000", "--limit", "bits=2000"],
        "m.json:1:41: $.privacy: with 1000 decimal places: α to the power of the diameter 2 has over 2000 bits",
    );
    fs::write(folder.at("wrong.json"), "{\n\"format\": 1}").unwrap();
    folder.refuses(&["wrong.json", "--bracket", "5"], "wrong.json:2:11: $.format: ");
    fs::create_dir(folder.at("m.fails.json")).unwrap();
    folder.refuses(&["m.json", "--bracket", "5"], "m.fails.json: this is a folder, expected a file to write");
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = Folder::of(ONE_HALF, STAR);
    fs::hard_link(folder.at("m.json"), folder.at("m.fails.cert.json")).unwrap();
    folder.refuses(&["m.json", "--bracket", "5"], "m.fails.cert.json: this would overwrite the input m.json");
}

#[test]
fn a_name_with_controls_is_written_without_them() {
    let folder = Folder::of(ONE_HALF, STAR);
    let text = fs::read_to_string(folder.at("m.json")).unwrap();
    let named = text.replacen('{', "{\r\n\t\"name\": \"\\u001b[31m\u{202e}x\",", 1);
    fs::write(folder.at("m.json"), named).unwrap();
    let ended = folder.certify(&["m.json", "--bracket", "5"]);
    assert!(ended.stdout.contains("\n\\u{1b}[31m\\u{202e}x\n"), "{}", ended.stdout);
    let written = fs::read_to_string(folder.at("m.exists.json")).unwrap();
    assert!(!written.contains(['\u{202e}', '\u{1b}', '\r']));
    let name = folder.mechanism("m.exists.json").name.unwrap();
    assert_eq!(name, "tight constraints exist at this α, for the query of: \u{1b}[31m\u{202e}x");
}
