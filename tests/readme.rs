//! Every command that the README shows with what it prints is run, and prints that.

use assert_cmd::cargo::cargo_bin_cmd;
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

#[test]
fn the_readme_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = TempDir::new().unwrap();
    copy(root, "examples", folder.path());
    copy(root, "tests/field", folder.path());
    fs::create_dir(folder.path().join("target")).unwrap();
    let blocks = readme.split("```text\n").skip(1).map(|rest| rest.split_once("```\n").unwrap().0);
    let mut commands = 0;
    for shown in blocks.flat_map(|block| block.split("$ ")).filter(|shown| !shown.is_empty()) {
        let (command, printed) = shown.split_once('\n').unwrap();
        let mut words = command.split(' ');
        assert_eq!(words.next(), Some("certify"), "{command}");
        let output = cargo_bin_cmd!("certify").current_dir(folder.path()).args(words).output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        // A block may end before the output does.
        assert!(stdout.starts_with(printed), "{command}\nprints\n{stdout}\nand the README shows\n{printed}");
        commands += 1;
    }
    assert!(commands >= 8, "{commands} commands");
}
