//! No Rust file is left out: each is a target that Cargo finds or a module of one, and the tests of a package are in at
//! most three binaries, one a folder of `tests`, since each takes long to link.

mod house;
#[allow(unreachable_pub, reason = "what it takes from `source` is public there")]
mod modules;
#[allow(unreachable_pub, reason = "`tests/lines` compiles it as a program")]
mod source;

use source::{Source, entries, folders, packages};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the repository lies.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap()
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "rs")
}

/// All files of Rust.
fn rust_files() -> BTreeSet<PathBuf> {
    folders(&root()).iter().flat_map(|folder| entries(folder)).filter(|path| is_rust(path)).collect()
}

/// The `main.rs` of each binary of tests.
fn test_binaries(package: &Path) -> Vec<PathBuf> {
    entries(&package.join("tests")).iter().map(|folder| folder.join("main.rs")).filter(|main| main.is_file()).collect()
}

/// What Cargo finds by itself in a package, and the targets of cargo-fuzz; of `tests`, only folders.
fn targets(package: &Path) -> Vec<PathBuf> {
    let files = ["benches", "examples", "fuzz_targets"].into_iter().flat_map(|folder| entries(&package.join(folder)));
    let of_folders = entries(&package.join("examples")).into_iter().map(|folder| folder.join("main.rs"));
    let found =
        files.chain(of_folders).chain([package.join("build.rs")]).filter(|path| path.is_file() && is_rust(path));
    found.chain(source::targets(package)).chain(test_binaries(package)).collect()
}

#[test]
fn every_file_is_compiled_and_few_binaries_are_linked() {
    let packages = packages(&root());
    assert!(packages.len() > 1, "{packages:?}");
    for package in &packages {
        let binaries = test_binaries(package);
        assert!(binaries.len() <= 3, "{binaries:?}");
    }
    let all = rust_files();
    let mut open: Vec<(PathBuf, bool)> =
        packages.iter().flat_map(|package| targets(package)).map(|target| (target, true)).collect();
    let mut reached = BTreeSet::new();
    while let Some((file, is_target)) = open.pop() {
        if reached.insert(file.clone()) {
            open.extend(Source::read(&file, is_target).modules.into_iter().map(|(_, module, _)| (module, false)));
        }
    }
    let missed: Vec<&PathBuf> = all.difference(&reached).collect();
    assert!(missed.is_empty(), "part of no target: {missed:?}");
}

/// The tests of the workspace are those that are soon done: none tries more random instances than `tests/random` says,
/// and none needs Python. What takes longer is in `exhaustive`.
#[test]
fn the_tests_of_the_workspace_are_soon_done() {
    let root = root();
    let own = ["Proptest", "Config"].concat();
    let python = ["\"python", "3\""].concat();
    for folder in ["src", "tests", "verifier", "exhaustive"].iter().flat_map(|name| folders(&root.join(name))) {
        for file in entries(&folder).iter().filter(|path| is_rust(path)) {
            let text = fs::read_to_string(file).unwrap();
            assert!(!text.contains(&own), "{}: tests/random says how many instances", file.display());
            let is_exhaustive = file.starts_with(root.join("exhaustive"));
            assert!(is_exhaustive || !text.contains(&python), "{}: Python", file.display());
        }
    }
    let settings = fs::read_to_string(root.join(".cargo/config.toml")).unwrap();
    assert!(settings.contains("PROPTEST_CASES = \"64\""), "{settings}");
}
