//! No Rust file is left out: each is a target that Cargo finds or a module of one, and the tests of a package are in at
//! most three binaries, one a folder of `tests`, since each takes long to link.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What lies in a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
}

/// The folder and all below it, but not what is built and what is hidden.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let built = |path: &Path| path.file_name().unwrap().to_string_lossy().starts_with('.') || path.ends_with("target");
    let below = entries(folder).into_iter().filter(|path| path.is_dir() && !built(path));
    [folder.to_owned()].into_iter().chain(below.flat_map(|path| folders(&path))).collect()
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "rs")
}

/// The `main.rs` of each binary of tests.
fn test_binaries(package: &Path) -> Vec<PathBuf> {
    entries(&package.join("tests")).iter().map(|folder| folder.join("main.rs")).filter(|main| main.is_file()).collect()
}

/// What Cargo finds by itself in a package, and the targets of cargo-fuzz; of `tests`, only folders.
fn targets(package: &Path) -> Vec<PathBuf> {
    let named = ["build.rs", "src/lib.rs", "src/main.rs"].map(|name| package.join(name));
    let files = ["benches", "examples", "fuzz_targets", "src/bin"]
        .into_iter()
        .flat_map(|folder| entries(&package.join(folder)));
    let found = named.into_iter().chain(files).filter(|path| path.is_file() && is_rust(path));
    found.chain(test_binaries(package)).collect()
}

/// The file of each `mod NAME;`, by the attribute `path` where that stands on the line before.
fn modules(file: &Path, is_target: bool) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap();
    let folder = file.parent().unwrap();
    let below = if is_target || file.ends_with("mod.rs") { folder.to_owned() } else { file.with_extension("") };
    let (mut found, mut before) = (Vec::new(), "");
    for line in text.lines().map(str::trim) {
        let private = line.strip_prefix("pub").and_then(|rest| rest.split_once(' ')).map_or(line, |(_, rest)| rest);
        if let Some(name) = private.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) {
            let path = before.strip_prefix("#[path = \"").and_then(|rest| rest.strip_suffix("\"]"));
            let places = match path {
                Some(path) => vec![folder.join(path)],
                None => vec![below.join(format!("{name}.rs")), below.join(name).join("mod.rs")],
            };
            let place = places.into_iter().find(|place| place.is_file());
            found.push(place.unwrap_or_else(|| panic!("{}: {line}", file.display())).canonicalize().unwrap());
        }
        before = line;
    }
    found
}

#[test]
fn every_file_is_compiled_and_few_binaries_are_linked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap();
    let folders = folders(&root);
    let packages: Vec<&PathBuf> = folders.iter().filter(|folder| folder.join("Cargo.toml").is_file()).collect();
    assert!(packages.len() > 1, "{packages:?}");
    for package in &packages {
        let binaries = test_binaries(package);
        assert!(binaries.len() <= 3, "{binaries:?}");
    }
    let all: BTreeSet<PathBuf> =
        folders.iter().flat_map(|folder| entries(folder)).filter(|path| is_rust(path)).collect();
    let mut open: Vec<(PathBuf, bool)> =
        packages.iter().flat_map(|package| targets(package)).map(|target| (target, true)).collect();
    let mut reached = BTreeSet::new();
    while let Some((file, is_target)) = open.pop() {
        if reached.insert(file.clone()) {
            open.extend(modules(&file, is_target).into_iter().map(|module| (module, false)));
        }
    }
    let missed: Vec<&PathBuf> = all.difference(&reached).collect();
    assert!(missed.is_empty(), "part of no target: {missed:?}");
}
