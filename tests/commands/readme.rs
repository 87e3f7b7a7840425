//! Every command that the README shows with what it prints is run, and prints that.

use assert_cmd::cargo::cargo_bin_cmd;
use dp_verify::limits::Limits;
use dp_verify::report::Style;
use dp_verify::{file, verify};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn copy(root: &Path, folder: &str, to: &Path) {
    fs::create_dir_all(to.join(folder)).unwrap();
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, to.join(folder).join(path.file_name().unwrap())).unwrap();
        }
    }
}

/// What `verify` prints: its program belongs to another package.
fn verified(mechanism: &Path, certificate: &Path) -> String {
    let limits = Limits::default();
    let mechanism = file::mechanism(mechanism, &limits).unwrap();
    verify(&mechanism, &fs::read(certificate).unwrap(), &limits).unwrap().to_text(Style::Plain)
}

#[test]
fn the_readme_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = TempDir::new().unwrap();
    copy(root, "examples", folder.path());
    copy(root, "tests/field", folder.path());
    for entry in fs::read_dir(root.join("certificates/examples")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join("examples").join(path.file_name().unwrap())).unwrap();
    }
    fs::create_dir(folder.path().join("target")).unwrap();
    let blocks = readme.split("```text\n").skip(1).map(|rest| rest.split_once("```\n").unwrap().0);
    let mut commands = 0;
    for shown in blocks.flat_map(|block| block.split("$ ")).filter(|shown| !shown.is_empty()) {
        let (command, printed) = shown.split_once('\n').unwrap();
        let words: Vec<&str> = command.split(' ').collect();
        let stdout = match words[..] {
            ["certify", ref arguments @ ..] => {
                let output = cargo_bin_cmd!("certify").current_dir(folder.path()).args(arguments).output().unwrap();
                String::from_utf8(output.stdout).unwrap()
            }
            ["verify", mechanism, certificate] => {
                verified(&folder.path().join(mechanism), &folder.path().join(certificate))
            }
            _ => panic!("{command}"),
        };
        // A block may end before the output does.
        assert!(stdout.starts_with(printed), "{command}\nprints\n{stdout}\nand the README shows\n{printed}");
        commands += 1;
    }
    assert!(commands >= 8, "{commands} commands");
}
