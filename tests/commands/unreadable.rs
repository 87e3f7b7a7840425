//! Inputs that are no files: a folder, a pipe, standard input, what cannot be opened or read. Each is named, with
//! status 2 where it is not read, and nothing is written.

use crate::faults::{files, query, table};
use crate::folder::Folder;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A folder, a file that cannot be read, a link to itself, and one that is not there, in the place of each input.
#[test]
fn an_input_that_cannot_be_read_is_named_and_nothing_is_written() {
    let folder = files();
    fs::create_dir(folder.at("folder")).unwrap();
    std::os::unix::fs::symlink("loop", folder.at("loop")).unwrap();
    assert_eq!(folder.run(&["m.json", "-q", "-o", "c.json"], "").status, 0);
    let mut bad = vec![
        ("folder", "Is a directory"),
        // Opened, and then not read.
        ("/proc/self/mem", "Input/output error"),
        ("loop", "Too many levels of symbolic links"),
        ("nowhere", "No such file or directory"),
    ];
    fs::write(folder.at("closed"), query()).unwrap();
    fs::set_permissions(folder.at("closed"), std::os::unix::fs::PermissionsExt::from_mode(0o0)).unwrap();
    if fs::read(folder.at("closed")).is_err() {
        bad.push(("closed", "Permission denied"));
    } else {
        eprintln!("whoever runs this may read everything: a file without permissions is NOT tried");
    }
    let inputs = |bad: &'static str| -> Vec<(&str, Vec<&str>)> {
        let mut calls = vec![
            ("verify", vec![bad, "c.json"]),
            ("verify", vec!["m.json", bad]),
            ("verify", vec![bad, "--elaborate"]),
            ("certify", vec!["construct", "truncated-geometric", bad, "-o", "o"]),
            ("certify", vec!["import", bad, "q.json", "-o", "o"]),
            ("certify", vec!["import", "t.csv", bad, "-o", "o"]),
            ("certify", vec!["repair", bad, "-o", "o"]),
            ("certify", vec!["induced", bad, "-o", "o"]),
            ("certify", vec!["profile", bad, "-o", "o"]),
            ("certify", vec!["trade-off", bad, "-o", "o"]),
            ("certify", vec!["pattern", bad]),
            ("certify", vec!["export", "--lp", bad, "--prior", "p", "-o", "o"]),
            ("certify", vec!["html", bad, "c.json"]),
            ("certify", vec!["html", "m.json", bad]),
            ("certify", vec![bad, "--bracket", "3", "-o", "o"]),
            ("certify", vec!["t.csv", "--edges", bad, "--epsilon", "1", "-o", "o", "--mechanism", "p"]),
        ];
        // A folder has its mechanism files decided.
        if bad != "folder" {
            calls.push(("certify", vec![bad, "-o", "o"]));
        }
        calls
    };
    let before = folder.names();
    for (bad, words) in bad {
        for (program, arguments) in inputs(bad) {
            // Folders alone are something that `verify` takes.
            let words = match (program, arguments[0]) {
                ("verify", _) if bad == "folder" => "folder",
                ("certify", "import") if arguments[1] == bad => "expected a table whose name ends in",
                _ => words,
            };
            let ended = if program == "verify" { folder.verify(&arguments) } else { folder.run(&arguments, "") };
            let said = [&*ended.err, &ended.out].concat();
            assert!(
                ended.status == 2 && said.contains(bad) && said.contains(words),
                "{program} {arguments:?}: {} {said}",
                ended.status
            );
            assert_eq!(folder.names(), before, "{program} {arguments:?}");
        }
    }
}

/// A pipe or device that another file names is not waited for.
#[test]
fn a_pipe_that_a_file_names_is_refused() {
    let folder = Folder::with(&[("c.json", "{}")]);
    fs::create_dir(folder.at("d")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.at("d/pipe")).status().unwrap().success());
    let up = "../".repeat(folder.at("").canonicalize().unwrap().components().count());
    let family = r#"{"family": "truncated-geometric"}"#;
    for named in ["d/pipe".to_owned(), "d".to_owned(), format!("{up}dev/zero"), format!("{up}dev/stdin")] {
        let part = table().replace(family, &format!(r#"{{"compose": [{{"file": "{named}"}}]}}"#));
        let claimed = table().replace("\"regular\", \"prior\": \"p\"", &format!(r#""derivable", "from": "{named}""#));
        for text in [part, claimed] {
            fs::write(folder.at("m.json"), text).unwrap();
            folder.refuses(&["m.json"], "", "empty or not a file, expected a mechanism file");
            let ended = folder.verify(&["m.json", "c.json"]);
            assert!(ended.status == 2 && ended.err.contains("empty or not a file"), "{}", ended.err);
        }
    }
}

/// Standard input by its path: what is made of it goes where the call says, and never beside it.
#[test]
fn standard_input_by_its_path() {
    let folder = files();
    let before = folder.names();
    for (arguments, input) in [
        (&["construct", "truncated-geometric", "/dev/stdin"][..], &query()),
        (&["import", "t.csv", "/dev/stdin", "--normalise=any"], &query()),
        (&["profile", "/dev/stdin"], &folder.text("r.json")),
        (&["trade-off", "/dev/stdin"], &folder.text("r.json")),
        (&["pattern", "/dev/stdin"], &folder.text("r.json")),
        (&["repair", "/dev/stdin"], &folder.text("r.json")),
        (&["/dev/stdin", "--no-certificate"], &table()),
        (&["/dev/stdin", "-o", "-"], &table()),
    ] {
        let ended = folder.run(arguments, input);
        assert!(ended.status < 2 && !ended.out.is_empty(), "{arguments:?}: {}", ended.err);
        assert_eq!(folder.names(), before, "{arguments:?}");
    }
    folder.refuses(&["/dev/stdin"], &table(), "say with -o where to write");
    assert!(!Path::new("/dev/stdin.cert.json").exists());
}
