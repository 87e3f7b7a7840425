//! Tables in one command: what is recognised, what is refused, and what is written.

mod files;
mod init;
mod large;
mod order;
mod reading;
mod refused;
mod sums;

use assert_cmd::cargo::cargo_bin_cmd;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// How a call ended.
struct Ended {
    status: i32,
    out: String,
    err: String,
}

/// A folder to call `certify` in.
struct Folder(TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().unwrap());
        files.iter().for_each(|(name, text)| fs::write(folder.at(name), text).unwrap());
        folder
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    /// The names of its files, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn run(&self, arguments: &[&str], input: &str) -> Ended {
        let mut command = cargo_bin_cmd!("certify");
        let output = command.current_dir(self.0.path()).args(arguments).write_stdin(input).output().unwrap();
        Ended {
            status: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Asserts that the call is refused with this message, and that no file is made or changed.
    #[track_caller]
    fn refuses(&self, arguments: &[&str], input: &str, message: &str) {
        let contents =
            || -> Vec<_> { self.names().iter().map(|name| (name.clone(), fs::read(self.at(name)).ok())).collect() };
        let before = contents();
        let ended = self.run(arguments, input);
        assert_eq!((ended.status, &*ended.out), (2, ""), "{arguments:?} {input:?}: {}", ended.err);
        assert!(ended.err.contains(message), "{message}\n{input:?}\n{}", ended.err);
        assert_eq!(contents(), before, "{arguments:?}");
    }
}

/// What a table is taken for: the nodes' names, the outputs' names, the entries, and what is said of it.
struct Taken {
    labels: Option<Vec<String>>,
    outputs: Option<Vec<String>>,
    entries: Vec<Vec<String>>,
    said: String,
}

/// A table through `certify`, with these flags beside a complete graph and ε = 1.
#[track_caller]
fn taken(table: &[u8], flags: &[&str]) -> Taken {
    let folder = Folder::with(&[]);
    fs::write(folder.at("t.csv"), table).unwrap();
    let arguments = [&["t.csv", "--graph", "complete", "--epsilon", "1"], flags].concat();
    let ended = folder.run(&arguments, "");
    assert!(ended.status < 2, "{}", ended.err);
    let text = folder.text("t.json");
    let file = Mechanism::read(text.as_bytes(), &Limits::default()).unwrap();
    let channel = file.channel.as_ref().unwrap();
    let entries = channel.rows().unwrap().iter().map(|row| row.entries().map(|x| x.to_string()).collect()).collect();
    let said = ended.err.lines().next().unwrap().to_owned();
    Taken { labels: file.query.labels.clone(), outputs: channel.outputs.clone(), entries, said }
}

/// The refusal of a table.
#[track_caller]
fn refused(table: &[u8], flags: &[&str]) -> String {
    let folder = Folder::with(&[]);
    fs::write(folder.at("t.csv"), table).unwrap();
    let arguments = [&["t.csv", "--graph", "complete", "--epsilon", "1"], flags].concat();
    let ended = folder.run(&arguments, "");
    assert_eq!((ended.status, &*ended.out), (2, ""), "{:?}: {}", String::from_utf8_lossy(table), ended.err);
    assert_eq!(folder.names(), ["t.csv"]);
    ended.err.strip_prefix("certify: ").unwrap().trim_end().to_owned()
}
