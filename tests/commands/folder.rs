//! A folder with some files, and calls of both programs in it.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// How a call ended.
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A folder to call the programs in.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().unwrap());
        files.iter().for_each(|(name, text)| fs::write(folder.at(name), text).unwrap());
        folder
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    /// The names of its files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Ended {
        self.call(cargo_bin_cmd!("certify"), arguments, input)
    }

    pub(crate) fn verify(&self, arguments: &[&str]) -> Ended {
        self.call(cargo_bin_cmd!("verify"), arguments, "")
    }

    fn call(&self, mut program: Command, arguments: &[&str], input: &str) -> Ended {
        let output = program.current_dir(self.0.path()).args(arguments).write_stdin(input).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ended { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Asserts that the call is refused with this message, and that no file is made or changed.
    #[track_caller]
    pub(crate) fn refuses(&self, arguments: &[&str], input: &str, message: &str) {
        let contents =
            || -> Vec<_> { self.names().iter().map(|name| (name.clone(), fs::read(self.at(name)).ok())).collect() };
        let before = contents();
        let ended = self.run(arguments, input);
        assert_eq!((ended.status, &*ended.out), (2, ""), "{arguments:?} {input:?}: {}", ended.err);
        assert!(ended.err.contains(message), "{message}\n{input:?}\n{}", ended.err);
        assert_eq!(contents(), before, "{arguments:?}");
    }
}
