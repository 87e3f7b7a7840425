//! The house's rules: no circle among the modules of a crate, no glob import where everything is to be trusted, no long
//! file, no wide comment, no room over its budget. `offenders.txt` lists who breaks one today, and may only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::modules::Crate;
use super::source::{self, Source};
use super::{root, rust_files};

/// The most lines of a file.
const LONGEST: usize = 400;
/// The most columns of a comment.
const WIDEST: usize = 120;
/// Where one name from each import is read, and never whatever another module has.
const WITHOUT_GLOBS: [&str; 2] = ["verifier/kernel/", "verifier/number/"];

/// The row of all that has to be trusted.
const TRUSTED: &str = "all that is trusted";

/// All crates of the repository, one for each target.
fn crates() -> Vec<Crate> {
    let targets = source::packages(&root()).into_iter().flat_map(|package| source::targets(&package));
    targets.map(|target| Crate::of(&target, &root())).collect()
}

/// Fails unless the list has just those that break a rule: each by its path, or by that of a folder that it is in.
fn only_the_listed(rule: &str, found: &BTreeMap<String, String>) {
    let list = fs::read_to_string(root().join("tests/commands/layout/offenders.txt")).unwrap();
    let listed: BTreeSet<&str> = list.lines().filter_map(|line| line.strip_prefix(rule)?.strip_prefix(' ')).collect();
    let is_by = |path: &str, row: &str| path == row || Path::new(path).starts_with(row);
    let new: Vec<&String> =
        found.iter().filter(|(path, _)| !listed.iter().any(|row| is_by(path, row))).map(|(_, told)| told).collect();
    assert!(new.is_empty(), "{rule}: {new:#?}");
    let done: Vec<&&str> = listed.iter().filter(|row| !found.keys().any(|path| is_by(path, row))).collect();
    assert!(done.is_empty(), "{rule}: no longer so, delete it from offenders.txt: {done:#?}");
}

#[test]
fn no_modules_name_each_other() {
    let mut found = BTreeMap::new();
    for of in crates() {
        for circle in of.circles() {
            for &module in &circle {
                let ties: Vec<String> = of
                    .named_by(module)
                    .into_iter()
                    .filter(|(other, _)| circle.contains(other))
                    .map(|(other, by)| format!("{} by {by}", of.0[other].name))
                    .collect();
                let name = of.0[module].name.clone();
                found.insert(name.clone(), format!("{name} names {}", ties.join(", ")));
            }
        }
    }
    only_the_listed("circle", &found);
}

#[test]
fn what_is_trusted_most_imports_by_name() {
    let mut found = BTreeMap::new();
    for of in crates() {
        let modules = of.0.iter().filter(|module| WITHOUT_GLOBS.iter().any(|room| module.name.starts_with(room)));
        for module in modules.filter(|module| !module.globs.is_empty()) {
            found.insert(module.name.clone(), format!("{}: {:?}", module.name, module.globs));
        }
    }
    only_the_listed("glob", &found);
}

/// Those files of Rust for which something is told, by their paths.
fn told(of: impl Fn(&Path, &Source) -> Option<String>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for path in rust_files() {
        let name = path.strip_prefix(root()).unwrap();
        if let Some(told) = of(name, &Source::alone(&path)) {
            found.insert(name.display().to_string(), format!("{}: {told}", name.display()));
        }
    }
    assert!(rust_files().len() > 500);
    found
}

#[test]
fn files_are_short() {
    let is_source = |path: &Path| path.components().any(|part| part.as_os_str() == "src");
    let long =
        told(|path, source| (is_source(path) && source.length > LONGEST).then(|| format!("{} lines", source.length)));
    only_the_listed("long", &long);
}

#[test]
fn comments_are_narrow() {
    let wide = told(|_, source| (source.widest > WIDEST).then(|| format!("{} columns", source.widest)));
    only_the_listed("wide", &wide);
}

/// The rows of ARCHITECTURE.md's table of rooms.
fn budgets() -> BTreeMap<PathBuf, usize> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = text.split_once("| room | lines at most |").expect("the table of rooms");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        (cells[1].into(), cells[2].replace(',', "").parse().unwrap_or_else(|_| panic!("a number of lines: {row}")))
    })
    .collect()
}

#[test]
fn no_room_is_over_its_budget() {
    let (rooms, budgets) = (source::rooms(&root()), budgets());
    for (room, most) in &budgets {
        let count = || *rooms.get(room).unwrap_or_else(|| panic!("{}: no such room", room.display()));
        let lines = if room.as_os_str() == TRUSTED { source::trusted(&rooms) } else { count() }.read();
        assert!(lines <= *most, "{}: {lines} lines, at most {most}", room.display());
    }
    assert!(budgets.contains_key(Path::new(TRUSTED)));
    let without: Vec<&PathBuf> =
        rooms.keys().filter(|room| room.ends_with("src") && !budgets.contains_key(*room)).collect();
    assert!(without.is_empty(), "no row of ARCHITECTURE.md's table: {without:?}");
}

/// A crate of these files, in a folder of its own.
fn made(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layout").join(name);
    for (path, text) in files {
        fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        fs::write(folder.join(path), text).unwrap();
    }
    folder.canonicalize().unwrap()
}

/// The circles of a crate of these files, each by the names of its modules.
fn circles(name: &str, files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = made(name, files);
    let of = Crate::of(&folder.join("lib.rs"), &folder);
    of.circles().iter().map(|circle| circle.iter().map(|&module| of.0[module].name.clone()).collect()).collect()
}

#[test]
fn circles_are_found() {
    let root = ("lib.rs", "pub use low::Thing;\nmod high;\nmod low;\n");
    // What is exported again is of the module that it is in; tests, comments and strings name nothing.
    let low = "pub struct Thing;\n// crate::high::f\nconst S: &str = \"crate::high::f\";\n\
               #[cfg(test)]\nmod tests { use crate::high::f; }\nfn g<'a>(c: &'a char) -> &'static Thing { *c == '\"'; }\n";
    let high = "use crate::Thing;\npub fn f(_: Thing) {}\n";
    let none: [Vec<String>; 0] = [];
    assert_eq!(circles("none", &[root, ("low.rs", low), ("high.rs", high)]), none);
    let tie = |line: &str| circles("tie", &[root, ("low.rs", &format!("{low}{line}\n")), ("high.rs", high)]);
    for line in [
        "use super::high::{f as g};",
        "fn h() { crate::high::f(crate::Thing) }",
        "use crate::high;\nfn h() { high::f(Thing) }",
    ] {
        assert_eq!(tie(line), [["high.rs", "low.rs"]], "{line}");
    }
    for line in ["use crate::high;", "#[cfg(test)]\nuse crate::high::f;", "/* use /* */ crate::high::f; */"] {
        assert_eq!(tie(line), none, "{line}");
    }
    // A module and its child: either may name the other, but not both.
    let parent = "mod child;\nfn a() { child::b() }\npub const C: usize = 1;\n";
    let child = |line| circles("child", &[("lib.rs", "mod parent;"), ("parent.rs", parent), ("parent/child.rs", line)]);
    assert_eq!(child("pub fn b() {}"), none);
    assert_eq!(child("use super::*;\npub fn b() { C; }"), [["parent.rs", "parent/child.rs"]]);
}

#[test]
fn lines_of_tests_and_comments_are_told_apart() {
    let text = "//! Head.\n\nfn a() {} // so\n/* a\n\nb */\n#[cfg(test)]\nmod tests {\n    // no\n}\n";
    let count = Source::alone(&made("count", &[("lib.rs", text)]).join("lib.rs")).count();
    assert_eq!((count.code, count.comments, count.blank, count.read()), (1, 4, 1, 5));
}
