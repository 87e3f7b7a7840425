//! `certify`: what it prints, what it writes and with which status it ends.

mod named;
mod places;

use assert_cmd::cargo::cargo_bin_cmd;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::verify;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file without claims: exit status 0.
const QUERY: &str =
    r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2}}"#;
/// Rows that sum to 2: exit status 1.
const LYING: &str = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 2},
    "mechanism": {"matrix": [[1, 1], [1, 1]]}, "claims": []}"#;
/// An α outside of (0, 1]: exit status 2.
const WRONG: &str = "{\"format\": \"dp-mechanism/1\",\n \"privacy\": {\"alpha\": \"3/2\"}, \"query\": {\"graph\": \"line\", \"nodes\": 2}}";

/// How a call ended.
struct Ended {
    status: i32,
    stdout: String,
    stderr: String,
}

/// A folder of files to call `certify` in.
struct Folder(TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().unwrap());
        for (name, text) in files {
            fs::write(folder.at(name), text).unwrap();
        }
        folder
    }

    fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    fn certify(&self, arguments: &[&str]) -> Ended {
        self.certify_os(&arguments.iter().map(OsStr::new).collect::<Vec<_>>())
    }

    fn certify_os(&self, arguments: &[&OsStr]) -> Ended {
        let output = cargo_bin_cmd!("certify").current_dir(self.0.path()).args(arguments).output().unwrap();
        Ended {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The names of all files and folders in it, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    /// Asserts that the call is refused with this message, and that no file is made or changed.
    #[track_caller]
    fn refuses(&self, arguments: &[&str], message: &str) {
        let contents = || -> Vec<_> { self.names().iter().map(|name| fs::read(self.at(name)).ok()).collect() };
        let (names, before) = (self.names(), contents());
        let ended = self.certify(arguments);
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert_eq!(ended.stdout, "", "{arguments:?}");
        assert!(ended.stderr.starts_with("certify: "), "{}", ended.stderr);
        assert!(ended.stderr.contains(message), "{message}\n{}", ended.stderr);
        assert_eq!(self.names(), names);
        assert_eq!(contents(), before);
    }
}

#[test]
fn a_report_begins_with_the_count_of_claims_and_ends_with_the_certificate() {
    let folder = Folder::with(&[("m.json", LYING)]);
    let ended = folder.certify(&["m.json"]);
    assert_eq!((ended.status, &*ended.stderr), (1, ""));
    assert!(ended.stdout.lines().next().unwrap().contains(" FAIL"), "{}", ended.stdout);
    assert!(ended.stdout.ends_with("\n\ncertificate: m.cert.json\n"), "{}", ended.stdout);
    assert!(!ended.stdout.contains('\u{1b}'), "no colours into a pipe");
    assert_eq!(folder.names(), ["m.cert.json", "m.json"]);
    let mechanism = Mechanism::read(LYING.as_bytes(), &Limits::default()).unwrap();
    let verification = verify(&mechanism, folder.text("m.cert.json").as_bytes(), &Limits::default()).unwrap();
    assert_eq!(verification.report.sha256, mechanism.sha256);
}

#[test]
fn json_is_one_report_for_one_file_and_an_array_for_several() {
    let folder = Folder::with(&[("a.json", QUERY), ("b.json", WRONG), ("c.json", LYING)]);
    let json =
        |arguments: &[&str]| -> serde_json::Value { serde_json::from_str(&folder.certify(arguments).stdout).unwrap() };
    assert_eq!(json(&["--format", "json", "c.json"])["format"], "dp-report/1");
    let array = json(&["a.json", "b.json", "c.json", "--format=json", "--exact"]);
    let formats: Vec<_> = array.as_array().unwrap().iter().map(|report| report["format"].as_str()).collect();
    assert_eq!(formats, [Some("dp-report/1"), Some("dp-error/1"), Some("dp-report/1")]);
    assert_eq!(array[1]["error"]["path"], "$.privacy.alpha", "a file without a report keeps its place");
}

/// On a line the truncated geometric mechanism is optimal: no other route is tried after it.
#[test]
fn the_first_route_to_an_optimum_that_leads_there_is_the_last() {
    let file = r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/2"}, "query": {"graph": "line", "nodes": 3},
        "priors": {"p": ["1/2", "1/3", "1/6"]}, "claims": [{"claim": "utility-bound", "prior": "p"}]}"#;
    let folder = Folder::with(&[("m.json", file)]);
    let ended = folder.certify(&["--verbose", "--only", "utility-bound", "m.json"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let routes: Vec<&str> = ended.stderr.lines().filter(|line| line.contains("optimum: ")).collect();
    assert_eq!(routes.len(), 1, "{routes:?}");
    assert!(routes[0].contains("geometric: a candidate"), "{routes:?}");
}

#[test]
fn quiet_prints_nothing_and_verbose_says_more_on_standard_error() {
    let folder = Folder::with(&[("m.json", LYING), ("w.json", WRONG)]);
    let ended = folder.certify(&["-q", "m.json"]);
    assert_eq!((ended.status, &*ended.stdout, &*ended.stderr), (1, "", ""));
    let ended = folder.certify(&["--quiet", "m.json", "w.json", "--format", "json"]);
    assert_eq!((ended.status, &*ended.stdout), (2, ""));
    assert_eq!(ended.stderr.lines().count(), 1, "an error is no noise");
    let ended = folder.certify(&["--verbose", "m.json"]);
    for told in [
        "stochastic: ",
        "stochastic: fails",
        "self-check: a certificate of ",
        "certify: m.json: ",
        "written to m.cert.json",
    ] {
        assert!(ended.stderr.contains(told), "{told} in\n{}", ended.stderr);
    }
}

#[test]
fn several_files_have_a_line_each_in_the_order_of_the_arguments() {
    let folder = Folder::with(&[("a.json", QUERY), ("b.json", WRONG), ("c.json", LYING), ("d.json", QUERY)]);
    let ended = folder.certify(&["d.json", "c.json", "b.json", "a.json", "-o", "out/deep"]);
    let starts = [
        "d.json: holds: 0 claims hold, 0 fail (line of 2: 0 – 1; neighbours are answers next to each other; α = 1/2, δ = 0)",
        "c.json: FAILS: ",
        "b.json: error",
        "a.json: holds: ",
    ];
    let lines: Vec<_> = ended.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    let (wrong, notes) = ended.stderr.split_once('\n').unwrap();
    let message = "$.privacy.alpha: found \"3/2\", expected 0 < α ≤ 1; did you mean \"epsilon\": \"3/2\"?";
    assert_eq!(wrong, format!("certify: b.json:2:23: {message}"));
    let notes: Vec<&str> = notes.lines().map(|note| &note[..32]).collect();
    assert_eq!(notes, ["certify: d.json: claims nothing:", "certify: a.json: claims nothing:"]);
    assert_eq!(ended.status, 2);
    let mut written: Vec<_> =
        fs::read_dir(folder.at("out/deep")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    written.sort();
    assert_eq!(written, ["a.cert.json", "c.cert.json", "d.cert.json"]);
    assert_eq!(folder.names().len(), 5, "nothing beside the inputs but the folder");

    assert_eq!(folder.certify(&["a.json", "c.json", "d.json"]).status, 1);
    assert_eq!(folder.certify(&["a.json", "d.json"]).status, 0);
}

#[test]
fn errors_say_file_line_column_and_path() {
    let folder = Folder::with(&[("w.json", WRONG), ("j.json", "{\"format\":\n  1,}")]);
    let wrong = "found \"3/2\", expected 0 < α ≤ 1; did you mean \"epsilon\": \"3/2\"?";
    folder.refuses(&["w.json"], &format!("certify: w.json:2:23: $.privacy.alpha: {wrong}\n"));
    let comma = "found '}', expected a key in double quotes; a comma stands between two things only";
    folder.refuses(&["j.json"], &format!("certify: j.json:2:5: $: {comma}\n"));
    let missing = if cfg!(unix) { "missing.json: No such file or directory\n" } else { "missing.json: " };
    folder.refuses(&["missing.json"], missing);
    folder.refuses(&["w.json", "--limit", "bytes=10"], "w.json: more than 10 bytes (--limit bytes=N)");
    // A closed form that a claim names is read with the file.
    let rows = vec![r#"["1"]"#; 64].join(", ");
    let claims = r#""claims": [{"claim": "derivable", "from": "truncated-geometric"}]"#;
    let line = r#""query": {"graph": "line", "nodes": 64}"#;
    let text = format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"alpha": "1/2"}}, {line}, "mechanism": {{"matrix": [{rows}]}}, {claims}}}"#
    );
    let folder = Folder::with(&[("c.json", &text)]);
    assert_eq!(folder.certify(&["c.json"]).status, 0);
    let folder = Folder::with(&[("c.json", &text)]);
    let why = "c.json:$.claims: the closed form `truncated-geometric`, written out: numbers that fill too many bytes";
    folder.refuses(&["c.json", "--limit", "memory=100000"], why);
}

#[test]
fn bad_calls_exit_with_2() {
    let folder = Folder::with(&[("m.json", QUERY)]);
    folder.refuses(&[], "required");
    folder.refuses(&["m.json", "--format", "yaml"], "yaml");
    folder.refuses(
        &["m.json", "--only", "privacy"],
        "no such claim; did you mean dp? Expected one of: stochastic, stochastic-within-rounding, dp, approximate-dp",
    );
    folder.refuses(&["m.json", "--limit", "nodes=many"], "expected NAME=NUMBER with NAME one of bytes, depth");
    folder.refuses(&["m.json", "--fast\u{1b}[2J\n\u{202e}"], "--fast\\u{1b}[2J\\u{a}\\u{202e}");
    folder.refuses(&["m.json", "--only=a\nb"], "'a\\u{a}b'");
    folder
        .refuses(&["-q", "construct", "uniform", "m.json"], "construct: no such file (a command comes before options)");
    folder.refuses(&["m.json", "-q", "-v"], "cannot be used with");
    folder.refuses(&["m.json", "-o"], "-o");
}

#[test]
fn findings_are_named_by_only() {
    let with_prior = QUERY.replace("\"query\"", "\"priors\": {\"flat\": \"uniform\"}, \"query\"");
    let folder = Folder::with(&[("m.json", &with_prior)]);
    assert_eq!(folder.certify(&["m.json", "--only", "utility-bound", "--only=tight-constraints-exist"]).status, 0);
}

/// What `--only` names is decided, or the call is refused with what the file lacks: never left out in silence.
#[test]
fn a_finding_that_the_file_has_nothing_for_is_refused() {
    let table = LYING.replace("[[1, 1], [1, 1]]", "[[1, 0], [0, 1]]").replace("\"1/2\"", "\"1/3\"");
    let folder = Folder::with(&[("q.json", QUERY), ("m.json", &table)]);
    for (file, claim, lack) in [
        ("m.json", "optimal", "`optimal` needs a prior: \"priors\": {\"flat\": \"uniform\"}"),
        ("m.json", "regular", "`regular` needs a prior"),
        ("q.json", "leakage-bound", "`leakage-bound` needs a prior"),
        ("q.json", "dp", "the claim `dp` needs a mechanism"),
        ("q.json", "universally-optimal", "the claim `universally-optimal` needs a mechanism"),
        ("m.json", "derivable", "is decided where the file claims it: {\"claim\": \"derivable\", \"from\": "),
        ("m.json", "jointly-optimal", "is decided where the file claims it: {\"claim\": \"jointly-optimal\", "),
        ("m.json", "oblivious", "the claim `oblivious` needs a query given by its answers"),
        ("m.json", "individual-leakage", "the claim `individual-leakage` needs a Hamming graph"),
        (
            "m.json",
            "stochastic-within-rounding",
            "the claim `stochastic-within-rounding` needs the mechanism's \"rounding\"",
        ),
        ("m.json", "dp-within-rounding", "the claim `dp-within-rounding` needs the mechanism's \"rounding\""),
    ] {
        let message = format!("certify: {file}: asked for by --only: ");
        folder.refuses(&[file, "--only", claim], &message);
        folder.refuses(&[file, "--only", "tight-constraints-exist", "--only", claim], lack);
    }
    // A claim that the file makes is decided anyway.
    let claimed = table.replace("\"claims\": []", "\"claims\": [{\"claim\": \"derivable\", \"from\": \"uniform\"}]");
    fs::write(folder.at("d.json"), claimed).unwrap();
    assert_eq!(folder.certify(&["d.json", "--only", "derivable"]).status, 1);
    // Of a table that is no mechanism too, the row is named.
    let faulty = LYING.replace("\"claims\": []", "\"priors\": {\"flat\": \"uniform\"}");
    fs::write(folder.at("f.json"), faulty).unwrap();
    let ended = folder.certify(&["f.json", "--only", "optimal"]);
    assert!(ended.status == 1 && ended.stdout.contains("fails     optimal (prior flat)"), "{}", ended.stdout);
}

#[test]
fn help_and_version_are_results() {
    let folder = Folder::with(&[]);
    for (arguments, text) in [
        (&["--help"][..], "certify examples/alvim-table2-m1.json"),
        (&["-h"], "Exit status:"),
        (&["construct", "--help"], "certify construct tight-constraints"),
        (&["--version"], concat!("certify ", env!("CARGO_PKG_VERSION"))),
    ] {
        let ended = folder.certify(arguments);
        assert_eq!((ended.status, &*ended.stderr), (0, ""), "{arguments:?}");
        assert!(ended.stdout.contains(text), "{}", ended.stdout);
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    use std::process::{Command, Stdio};
    let folder = Folder::with(&[("m.json", LYING)]);
    for arguments in [&["m.json"][..], &["--help"], &["construct", "--list"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_certify"))
            .current_dir(folder.at(""))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(i32::from(arguments == ["m.json"])));
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output_is_an_error() {
    let folder = Folder::with(&[("m.json", QUERY)]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ended = std::process::Command::new(env!("CARGO_BIN_EXE_certify"))
        .current_dir(folder.at(""))
        .arg("m.json")
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(ended.stderr, b"certify: standard output: No space left on device\n");
}

#[test]
fn deep_nesting_is_refused_on_every_thread() {
    let deep = "[".repeat(2_000);
    let folder = Folder::with(&[("a.json", &deep), ("b.json", &deep), ("c.json", &deep)]);
    let ended = folder.certify(&["a.json", "b.json", "c.json", "--limit", "depth=1000"]);
    assert_eq!(ended.status, 2);
    assert_eq!(ended.stderr.matches("nested deeper than 1000").count(), 3, "{}", ended.stderr);
}

#[test]
fn examples_exit_as_their_readme_says_and_the_verifier_accepts_their_certificates() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let folder = Folder::with(&[]);
    for (name, status) in [("alvim-table2-m1.json", 0), ("petersen.json", 0), ("lying-row-sums.json", 1)] {
        let bytes = fs::read(examples.join(name)).unwrap();
        fs::write(folder.at(name), &bytes).unwrap();
        let ended = folder.certify(&[name, "-o", "c.json"]);
        assert_eq!(ended.status, status, "{name}: {}", ended.stdout);
        let mechanism = Mechanism::read(&bytes, &Limits::default()).unwrap();
        let verification = verify(&mechanism, folder.text("c.json").as_bytes(), &Limits::default()).unwrap();
        assert!(verification.accepted(), "{name}: {}", verification.summary());
        assert_eq!(ended.stdout.lines().next().unwrap(), verification.report.summary());
    }
}

#[test]
fn a_certificate_in_the_place_of_a_mechanism_file() {
    let folder = Folder::with(&[("m.json", QUERY)]);
    assert_eq!(folder.certify(&["m.json"]).status, 0);
    let words = "$.format: found \"dp-certificate/2\", expected \"dp-mechanism/1\": this is a certificate";
    folder.refuses(&["m.cert.json"], words);
}
