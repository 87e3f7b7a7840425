//! The files of this repository that tests read.

use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the repository, whichever of its packages has the test.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("examples").is_dir()).expect("the repository")
}

/// The JSON files of a folder, sorted, at least one; certificates that a reader of the README left beside
/// the examples are none of them.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let stray = |path: &Path| folder == "examples" && path.to_string_lossy().ends_with(".cert.json");
    paths.retain(|path| path.extension().is_some_and(|e| e == "json") && !stray(path));
    paths.sort();
    assert!(!paths.is_empty(), "{folder} is empty");
    paths
}

pub(crate) fn name(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// The committed certificate of an example.
pub(crate) fn golden(path: &Path) -> PathBuf {
    root().join("certificates/examples").join(name(path) + ".cert.json")
}

pub(crate) fn mechanism(path: &Path) -> Mechanism {
    dp_verify::file::mechanism(path, &Limits::default()).expect("a good file")
}
