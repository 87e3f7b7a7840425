//! Commands of a page, run one after the other in a folder that looks like a clone of the repository.

use super::root;
use assert_cmd::cargo::cargo_bin_cmd;
use dp_verify::limits::Limits;
use dp_verify::report::Style;
use dp_verify::{file, problem, verify, verify_problem};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What a page's commands find: examples with their certificates, the tables, and what earlier commands wrote.
pub(super) struct Shell {
    folder: TempDir,
}

/// The last line of an output of which more is printed than shown.
const CUT: &str = "…";

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for path in fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

/// The words of a command; what stands in quotes is one.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for c in command.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("never empty").push(c),
        }
    }
    words
}

impl Shell {
    pub(super) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        for name in [
            "examples",
            "examples/tables",
            "examples/sampled",
            "examples/many",
            "examples/field",
            "examples/deployed",
            "tests/field",
            "certificates/examples",
            "certificates/000/Ex1",
        ] {
            copy(&root().join(name), &folder.path().join(name));
        }
        copy(&root().join("certificates/examples"), &folder.path().join("examples"));
        fs::create_dir(folder.path().join("target")).unwrap();
        Self { folder }
    }

    /// The block as it should be: each command, and of what it prints as much as is shown.
    pub(super) fn session(&self, block: &str, place: &str) -> String {
        assert!(block.starts_with("$ "), "{place}: a block of text without a command");
        let mut printed = String::new();
        for shown in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, shown) = shown.split_once('\n').unwrap_or((shown, ""));
            let (_, stdout) = self.run(command, place);
            let kept = match shown.trim_end().strip_suffix(CUT) {
                Some(kept) => {
                    let kept = stdout.lines().take(kept.lines().count());
                    kept.chain([CUT]).collect::<Vec<_>>().join("\n")
                }
                None => stdout.trim_end().to_owned(),
            };
            printed += &format!("$ {command}\n{kept}\n");
        }
        printed
    }

    /// Runs a command that decides, or that writes something and ends well.
    pub(super) fn expect_verdict(&self, command: &str, place: &str) {
        let (status, stdout) = self.run(command, place);
        assert!(status <= 1, "{place}: {command}\nends with {status}\n{stdout}");
    }

    /// The exit status of a command, and what it prints.
    fn run(&self, command: &str, place: &str) -> (i32, String) {
        let words = words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let [ref command @ .., ">", to] = words[..] {
            let (status, stdout) = self.program(command, place);
            fs::write(self.folder.path().join(to), stdout).unwrap();
            return (status, String::new());
        }
        self.program(&words, place)
    }

    fn program(&self, words: &[&str], place: &str) -> (i32, String) {
        let command = words.join(" ");
        match *words {
            ["certify", ref arguments @ ..] | ["cargo", "run", "--", ref arguments @ ..] => {
                let mut certify = cargo_bin_cmd!("certify");
                let output = certify.current_dir(self.folder.path()).args(arguments).output().unwrap();
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                let status = output.status.code().unwrap();
                assert!(status != 2, "{place}: {command}\nis refused: {message}");
                (status, String::from_utf8(output.stdout).unwrap())
            }
            ["verify", ref arguments @ ..] => self.verify(arguments, place),
            _ => panic!("{place}: who runs {command}?"),
        }
    }

    /// What `verify` does: its program belongs to another package.
    fn verify(&self, arguments: &[&str], place: &str) -> (i32, String) {
        let limits = Limits::default();
        let at = |name: &str| -> PathBuf { self.folder.path().join(name) };
        let bytes = |name: &str| fs::read(at(name)).unwrap_or_else(|e| panic!("{place}: {name}: {e}"));
        let meter = problem::meter(&limits);
        match *arguments {
            ["--elaborate", mechanism] => {
                let mechanism = file::mechanism(at(mechanism), &limits).unwrap();
                (0, problem::write(&problem::elaborated(&mechanism, &[], &limits, &meter).unwrap()))
            }
            ["--problem", problem, certificate] => {
                let elaborated = problem::read(&bytes(problem), &limits, &meter).unwrap();
                let by = verify_problem(&elaborated, &bytes(certificate), &limits).unwrap();
                assert_eq!(by.status(false), 0, "{place}: {:?}", by.refusals);
                (0, by.to_text(Style::Plain))
            }
            ["--jsonl", ..] => {
                let output = cargo_bin_cmd!("verify").current_dir(self.folder.path()).args(arguments).output().unwrap();
                (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
            }
            [mechanism, certificate, ref holds @ ..] if matches!(holds, [] | ["--holds"]) => {
                let mechanism =
                    file::mechanism(at(mechanism), &limits).unwrap_or_else(|e| panic!("{place}: {}", e.message));
                let verification = verify(&mechanism, &bytes(certificate), &limits).unwrap();
                let must_hold = !holds.is_empty();
                let (said, status) = (verification.told(Style::Plain, must_hold), verification.status(must_hold));
                // A page may show what --holds does, and no certificate that is refused.
                assert!(verification.accepted(), "{place}: {said}");
                (i32::from(status), said)
            }
            _ => panic!("{place}: what does verify {} do?", arguments.join(" ")),
        }
    }
}
