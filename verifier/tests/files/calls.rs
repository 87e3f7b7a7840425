//! `verify` as a program: its arguments, its standard output and its JSON report.

use crate::fixtures::GEOMETRIC;
use crate::harness::{HALF, STOCHASTIC, certificate, file};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A mechanism file and its certificate in a folder, for calls from there.
struct Folder(TempDir);

impl Folder {
    fn with(mechanism: &str, statements: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("m.json"), mechanism).unwrap();
        std::fs::write(folder.path().join("m.cert.json"), certificate(mechanism, statements)).unwrap();
        Self(folder)
    }

    /// The folder of the truncated geometric mechanism, all of whose claims hold.
    fn good() -> Self {
        Self::with(&mechanism(""), &[STOCHASTIC, HALF])
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dp-verify"));
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    fn ended(&self, arguments: &[&str]) -> (i32, String, String) {
        told(&self.command(arguments).output().unwrap())
    }
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn mechanism(rest: &str) -> String {
    let line = r#""query": {"graph": "line", "nodes": 3}"#;
    file("1/2", &format!(r#"{line}, "mechanism": {{"matrix": {GEOMETRIC}}}, "priors": {{"p": "uniform"}}{rest}"#))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output_is_status_2() {
    let folder = Folder::good();
    for arguments in [&["m.json", "m.cert.json"][..], &["--help"], &["--version"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (status, _, errors) = told(&folder.command(arguments).stdout(full).output().unwrap());
        assert_eq!((status, &*errors), (2, "verify: standard output: No space left on device\n"), "{arguments:?}");
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let quiet = folder.command(&["m.json", "m.cert.json", "--quiet"]).stdout(full).output().unwrap();
    assert_eq!(told(&quiet).0, 0, "nothing to write, nothing amiss");
}

/// 360,000 numbers of up to 600 bits, 28 MB of text: of which a row at a time is held.
#[cfg(target_os = "linux")]
#[test]
fn a_problem_is_written_row_by_row() {
    let folder = Folder::with(
        &file("1/2", r#""query": {"graph": "line", "nodes": 600}, "mechanism": {"family": "truncated-geometric"}"#),
        &[],
    );
    let call = format!("ulimit -v 120000; exec '{}' --elaborate m.json", env!("CARGO_BIN_EXE_dp-verify"));
    let mut shell = Command::new("sh");
    let output = shell.current_dir(folder.0.path()).args(["-c", &call]).output().unwrap();
    let (status, text, errors) = told(&output);
    assert_eq!((status, &*errors), (0, ""));
    assert_eq!(text.lines().filter(|line| line.starts_with("{\"denominator\"")).count(), 600);
    assert!(text.starts_with("{\n\"format\": \"dp-problem/1\",\n") && text.ends_with("\n]\n}\n"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::good();
    let mut child =
        folder.command(&["m.json", "m.cert.json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let (status, _, errors) = told(&child.wait_with_output().unwrap());
    assert_eq!((status, &*errors), (0, ""));
}

#[test]
fn after_two_dashes_everything_is_a_file() {
    let folder = Folder::good();
    for (from, to) in [("m.json", "--quiet"), ("m.cert.json", "--help")] {
        std::fs::rename(folder.0.path().join(from), folder.0.path().join(to)).unwrap();
    }
    let (status, text, _) = folder.ended(&["--holds", "--", "--quiet", "--help"]);
    assert_eq!((status, text.lines().next()), (0, Some("ACCEPTED")));
    let (status, _, errors) = folder.ended(&["--", "--quiet", "--help", "--holds"]);
    assert_eq!(status, 2);
    assert!(errors.contains("expected two files, MECHANISM.json and CERTIFICATE.json, found 3"), "{errors}");
}

#[cfg(unix)]
#[test]
fn the_number_of_an_operating_system_error_is_left_out() {
    let folder = Folder::good();
    let (status, _, errors) = folder.ended(&["nowhere.json", "m.cert.json"]);
    assert_eq!((status, &*errors), (2, "verify: nowhere.json: No such file or directory\n"));
}

#[test]
fn files_in_each_others_place() {
    let folder = Folder::good();
    let (status, _, errors) = folder.ended(&["m.json", "m.json"]);
    let expected = "verify: m.json:1:12: $.format: found \"dp-mechanism/1\", expected \"dp-certificate/2\": this is a mechanism \
        file; certify writes its certificate, NAME.cert.json\n";
    assert_eq!((status, &*errors), (2, expected));
    let (status, _, errors) = folder.ended(&["m.cert.json", "m.cert.json"]);
    let expected = "verify: m.cert.json:1:12: $.format: found \"dp-certificate/2\", expected \"dp-mechanism/1\": this is a certificate, \
        which `verify MECHANISM.json CERTIFICATE.json` checks\n";
    assert_eq!((status, &*errors), (2, expected));
}

/// The word, the file's hash, how much is proved, and which declared claims are refuted come before everything else.
#[test]
fn the_result_comes_first() {
    let sha256 = |text: &str| dp_verify::model::sha256(text.as_bytes());
    let good = mechanism("");
    let (status, text, _) = Folder::good().ended(&["m.json", "m.cert.json"]);
    let start = format!("ACCEPTED\nsha256 {}\n2 statements proved; 2 claims hold, 0 fail\n\n", sha256(&good));
    assert!(status == 0 && text.starts_with(&start), "{text}");

    let refuted = mechanism("").replace("\"1/2\"", "\"2/3\"");
    let fails = r#"{"claim": "dp", "verdict": "fails", "values": {"alpha_max": "1/2", "epsilon_min": {"at_least": "0.69314718055994530941723212145817656807550013436025525412068000949339362196969471560586332699641868754", "at_most": "0.69314718055994530941723212145817656807550013436025525412068000949339362196969471560586332699641868755"}}, "witness": {"pair": [1, 0], "output": 0}}"#;
    let folder = Folder::with(&refuted, &[STOCHASTIC, fails]);
    let (status, text, _) = folder.ended(&["m.json", "m.cert.json"]);
    let start = format!(
        "ACCEPTED\nsha256 {}\n2 statements proved; 1 claim holds, 1 FAILS\ndeclared and REFUTED: dp\n\n",
        sha256(&refuted)
    );
    assert!(status == 0 && text.starts_with(&start), "{text}");
    // The word stays, the exit status does not, and a line says why.
    let (status, strict, _) = folder.ended(&["m.json", "m.cert.json", "--holds"]);
    let line = "exit status 1: --holds asks that every declared claim holds\n\n";
    assert!(
        status == 1 && strict.starts_with(&format!("{}{line}", start.trim_end_matches('\n').to_owned() + "\n")),
        "{strict}"
    );
    let (status, report, _) = folder.ended(&["m.json", "m.cert.json", "--format", "json", "--holds"]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(status, 1);
    assert_eq!(
        [&report["result"], &report["sha256"], &report["proved"], &report["refuted"]],
        [
            &serde_json::json!("accepted"),
            &serde_json::json!(sha256(&refuted)),
            &serde_json::json!(2),
            &serde_json::json!(["dp"])
        ]
    );

    // A refutation that the file itself expects refutes no claim.
    let expected = r#", "claims": [{"claim": "dp", "expect": {"verdict": "fails"}}]"#;
    let expected = mechanism(expected).replace("\"1/2\"", "\"2/3\"");
    let (status, text, _) = Folder::with(&expected, &[STOCHASTIC, fails]).ended(&["m.json", "m.cert.json"]);
    assert!(
        status == 0 && text.contains("1 claim holds, 0 fail; 1 fails as expected\n\n") && !text.contains("REFUTED"),
        "{text}"
    );

    let (status, text, _) = Folder::with(&good, &[STOCHASTIC]).ended(&["m.json", "m.cert.json"]);
    let start = format!("REFUSED\nsha256 {}\n1 statement proved; ", sha256(&good));
    assert!(status == 1 && text.starts_with(&start), "{text}");
    assert!(text.contains("\nnot proved: dp: declared by the file, missing from the certificate\n"), "{text}");
}

/// The report's part from a claim's name to the end of its statement.
fn statement<'r>(report: &'r str, claim: &str) -> &'r str {
    let start = report.find(&format!("\"claim\": \"{claim}\"")).unwrap();
    &report[start..start + report[start..].find("\n    }").unwrap()]
}

#[test]
fn checked_means_proved() {
    let undecided = r#"{"claim": "optimal", "prior": "p", "verdict": "undecided", "reason": "too large"}"#;
    let wrong = r#"{"claim": "utility", "prior": "p", "verdict": "fails"}"#;
    let folder = Folder::with(&mechanism(""), &[STOCHASTIC, HALF, undecided, wrong]);
    let (status, report, _) = folder.ended(&["m.json", "m.cert.json", "--format", "json"]);
    assert_eq!(status, 1);
    assert!(statement(&report, "dp").contains("\"checked\": true"), "{report}");
    let open = statement(&report, "optimal");
    assert!(open.contains("\"checked\": false") && open.contains("\"reason\": \"too large\""), "{open}");
    let refused = statement(&report, "utility");
    assert!(refused.contains("\"verdict\": \"undecided\"") && refused.contains("\"checked\": false"), "{refused}");
    assert!(refused.contains("\"reason\": \"the certificate does not prove it, see refusals\""), "{refused}");
    let (_, text, _) = folder.ended(&["m.json", "m.cert.json"]);
    assert!(
        text.contains("\n  undecided optimal (prior p)\n            the certificate says: \"too large\"\n"),
        "{text}"
    );
    assert!(text.contains("\n  unproved  utility (prior p)\n"), "{text}");
}

#[test]
fn a_long_alpha_is_left_out_of_the_json_report_unless_asked_for() {
    let long = format!("7{0}1/8{0}1", "0".repeat(120));
    let text = file(&long, r#""query": {"graph": "line", "nodes": 1}"#);
    let folder = Folder::with(&text, &[]);
    let (_, report, _) = folder.ended(&["m.json", "m.cert.json", "--format", "json"]);
    assert!(report.contains("\"decimal\": \"0.875000000000\"") && !report.contains("\"exact\""), "{report}");
    let (_, report, _) = folder.ended(&["m.json", "m.cert.json", "--format", "json", "--exact"]);
    assert!(report.contains("\"exact\": "), "{report}");
}

#[test]
fn a_long_alpha_is_a_decimal_in_the_text() {
    let root = format!(r#"{{"alpha": {{"root_of": ["-1", "1", "{}"], "between": [0, 1]}}}}"#, "7".repeat(100));
    let text =
        format!(r#"{{"format": "dp-mechanism/1", "privacy": {root}, "query": {{"graph": "line", "nodes": 1}}}}"#);
    let (_, report, _) = Folder::with(&text, &[]).ended(&["m.json", "m.cert.json"]);
    assert!(
        report.contains("declared: α = about 1.13389341903e-50, ε = 115.003597436,") && !report.contains("7777"),
        "{report}"
    );
}

/// Columns as East Asian terminals count them, by a table of the test's own.
fn columns(line: &str) -> usize {
    let wide = |c: char| matches!(c, '表' | '한' | 'ｗ' | '😀' | '🇨' | '、');
    line.chars().map(|c| if wide(c) { 2 } else { 1 }).sum()
}

#[test]
fn no_line_of_a_report_is_wider_than_80_columns() {
    for name in ["表".repeat(120), "한ｗ😀、 ".repeat(40), format!("x{}", "😀".repeat(90)), "Φα≥é".repeat(50)]
    {
        let point = format!(r#""{name}": {{"point": 0}}"#);
        let text = mechanism("")
            .replace(r#""p": "uniform""#, &point)
            .replace("{\"format\"", &format!("{{\"name\": \"{name}\", \"format\""));
        let folder = Folder::with(&text, &[STOCHASTIC, HALF]);
        let (status, report, _) = folder.ended(&["m.json", "m.cert.json"]);
        assert_eq!(status, 0, "{report}");
        assert!(report.lines().all(|line| columns(line) <= 80), "{report}");
        let widest = report.lines().map(columns).max();
        assert!(widest >= Some(75), "lines are filled: {report}");
    }
}

/// What is wrong with either file: in words on standard error in both formats, by its parts on standard output in JSON.
#[test]
fn a_malformed_file_is_told_by_its_parts() {
    let folder = Folder::good();
    std::fs::write(folder.0.path().join("bad.json"), mechanism("").replace("\"line\"", "\"lime\"")).unwrap();
    std::fs::write(folder.0.path().join("bad.cert.json"), "{\"format\": 3}").unwrap();
    for (files, name, path, found, expected) in [
        (
            ["bad.json", "m.cert.json"],
            "bad.json",
            "$.query.graph",
            r#""found": "\"lime\"""#,
            r#""expected": "\"line\""#,
        ),
        (
            ["m.json", "bad.cert.json"],
            "bad.cert.json",
            "$.format",
            r#""found": "the number 3""#,
            r#""expected": "\"dp"#,
        ),
    ] {
        let [plain, told] = [&[][..], &["--format", "json"]].map(|format| folder.ended(&[&files[..], format].concat()));
        assert_eq!((plain.0, told.0, &*plain.1, &plain.2), (2, 2, "", &told.2));
        assert!(plain.2.starts_with(&format!("verify: {name}:1:")) && plain.2.contains(path), "{}", plain.2);
        let file = format!("\"file\": \"{name}\"");
        for part in
            ["\"format\": \"dp-error/1\"", "\"line\": 1,", &file, &format!("\"path\": \"{path}\""), found, expected]
        {
            assert!(told.1.contains(part), "{part} in {}", told.1);
        }
        let quiet = folder.ended(&[&files[..], &["--format", "json", "-q"]].concat());
        assert_eq!((quiet.0, &*quiet.1, quiet.2), (2, "", plain.2));
    }
}
