//! `certify figure`: what it lists, what it writes, and that a wrong call writes nothing.

use assert_cmd::cargo::cargo_bin_cmd;
use dp_certify::figure::Id;
use std::fs;
use tempfile::TempDir;

/// How a call in a folder ended: exit status, output and errors.
fn call(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        cargo_bin_cmd!("certify").current_dir(folder.path()).arg("figure").args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The names of the files in a folder, sorted.
fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_line_for_each_figure() {
    let folder = TempDir::new().expect("a folder");
    let (status, list, error) = call(&folder, &["--list"]);
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert_eq!(list.lines().count(), Id::ALL.len());
    for (line, id) in list.lines().zip(Id::ALL) {
        assert_eq!(line.split_once(' ').map(|(name, rest)| (name, rest.trim())), Some((id.name(), id.description())));
    }
    assert_eq!(names(&folder), Vec::<String>::new());
}

#[test]
fn a_picture_and_its_values() {
    let folder = TempDir::new().expect("a folder");
    let (status, out, error) = call(&folder, &["000.fig2", "-o", "x.svg"]);
    assert_eq!((status, out.as_str(), error.as_str()), (Some(0), "figure: x.svg\nvalues: x.csv\n", ""));
    assert_eq!(names(&folder), ["x.csv", "x.svg"]);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    let figure = Id::ThreeAnswers.figure().expect("a figure");
    assert!(figure.svg.starts_with("<svg ") && figure.csv.starts_with("query,alpha,corner,"));
    assert_eq!((text("x.svg"), text("x.csv")), (figure.svg, figure.csv));
    assert_eq!(call(&folder, &["000.fig2", "--output", "y.SVG", "-q"]), (Some(0), String::new(), String::new()));
    assert_eq!(names(&folder), ["x.csv", "x.svg", "y.SVG", "y.csv"]);
}

#[test]
fn wrong_calls() {
    let folder = TempDir::new().expect("a folder");
    let wrong: [(&[&str], &str); 6] = [
        (
            &["000.fig9", "-o", "x.svg"],
            "no such name; did you mean 000.fig2? Expected one of: 000.fig2, 000.fig3, 000.fig4, 000.fig6a, 000.fig6b, 001.fig3",
        ),
        (&["000.fig2", "-o", "x.png"], "expected a name that ends in .svg"),
        (&["000.fig2", "-o", "svg"], "expected a name that ends in .svg"),
        (&["000.fig2"], "--output"),
        (&["--list", "-o", "x.svg"], "--list"),
        (&["000.fig2", "-o", "nowhere/x.svg"], "nowhere"),
    ];
    for (arguments, message) in wrong {
        let (status, out, error) = call(&folder, arguments);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!(names(&folder), Vec::<String>::new(), "{arguments:?}");
    }
}
