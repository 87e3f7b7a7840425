//! Folders and several pairs, and what shells and `man` need.

use crate::mistakes::{GOOD, call, folder};
use crate::schemas::{assert_valid, list_schema};
use std::fs;

/// The lines of a text.
fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn folders_are_read_for_their_mechanism_files() {
    let folder = folder();
    let inner = folder.path().join("d");
    fs::create_dir(&inner).unwrap();
    for (from, to) in [("m.json", "a.json"), ("q.json", "b.json"), ("report.json", "r.json"), ("t.csv", "t.csv")] {
        fs::copy(folder.path().join(from), inner.join(to)).unwrap();
    }
    let passed = "certify: d/r.json: passed over: its format is dp-report/1, so it is no mechanism file\n";
    let beside = "certify: d: passed over: 1 other file (t.csv); of a folder only files NAME.json are read\n";
    let (status, stdout, stderr) = call(folder.path(), "certify d");
    let nothing = "certify: d/b.json: claims nothing: the file has no mechanism and no claims, so nothing of it can fail; `certify explain` lists the claims\n";
    assert_eq!((status, &*stderr), (0, &*format!("{passed}{beside}{nothing}")));
    let starts = lines(&stdout);
    assert!(
        starts.len() == 2 && starts[0].starts_with("d/a.json: holds: ") && starts[1].starts_with("d/b.json: "),
        "{stdout}"
    );
    let (status, again, stderr) = call(folder.path(), "certify d");
    assert_eq!(
        (status, again, stderr),
        (0, stdout, format!("{passed}{beside}certify: d: passed over: 2 certificates\n{nothing}"))
    );
    let (status, _, stderr) = call(folder.path(), "certify d/a.json d/a.cert.json d/b.json -q");
    assert_eq!((status, &*stderr), (0, ""), "certificates of a list are passed over too");

    let (status, stdout, _) = call(folder.path(), "certify d --epsilon 2 --no-certificate");
    assert_eq!((status, lines(&stdout).len()), (1, 2), "no more optimal: {stdout}");

    let (status, stdout, stderr) = call(folder.path(), "verify d");
    assert_eq!(status, 0, "{stderr}");
    let told = lines(&stdout);
    assert!(told.len() == 2 && told.iter().all(|line| line.contains(".json: ACCEPTED: ")), "{stdout}");
    assert_eq!(stderr.replace("verify: ", "certify: "), format!("{passed}{beside}"));
    assert_eq!(call(folder.path(), "verify d d").1, stdout);
    assert_eq!(call(folder.path(), "verify d/a.json d/a.cert.json d/b.json d/b.cert.json").1, stdout);
    let list = call(folder.path(), "verify d --format json -q").1 + &call(folder.path(), "verify d --format json").1;
    assert_valid(&list_schema(), &list, "verify d");
    let list: Vec<serde_json::Value> = serde_json::from_str(&list).unwrap();
    assert!(list.len() == 2 && list.iter().all(|report| report["result"] == "accepted"), "{list:?}");
}

/// What is passed over for its format is so by its exact name: a mechanism file that misspells its own is an error.
#[test]
fn formats_that_are_not_known_are_no_reason_to_pass_a_file_over() {
    let folder = folder();
    let at = |name: &str| folder.path().join("d").join(name);
    fs::create_dir(folder.path().join("d")).unwrap();
    fs::write(at("m.json"), GOOD).unwrap();
    let page = fs::read_to_string("docs/src/formats.md").unwrap();
    let known: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert!(known.len() > 12 && known.contains(&"dp-mechanism/1"), "{known:?}");
    for format in known.into_iter().filter(|format| *format != "dp-mechanism/1") {
        fs::write(at("o.json"), format!(r#"{{"format": "{format}"}}"#)).unwrap();
        let (status, _, stderr) = call(folder.path(), "certify d --no-certificate");
        assert_eq!(status, 0, "{format}: {stderr}");
        assert!(stderr.contains(&format!("d/o.json: passed over: its format is {format}, ")), "{stderr}");
    }
    for format in ["dp-mechansim/1", "dp-mechanism", "DP-MECHANISM/1", "v1", "", "dp-report/2"] {
        fs::write(at("o.json"), GOOD.replace("dp-mechanism/1", format)).unwrap();
        for program in ["certify d -q", "verify d"] {
            let (status, _, stderr) = call(folder.path(), program);
            assert!(status == 2 && stderr.contains("d/o.json:2:"), "{program}: {format}: {status}, {stderr}");
        }
    }
}

#[test]
fn the_worst_of_several_certificates_is_the_exit_status() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("w.json", &GOOD.replace("ln(2)", "ln(3/2)"));
    assert_eq!(call(folder.path(), "certify w.json").0, 1);
    let (status, stdout, _) = call(folder.path(), "verify m.json m.cert.json w.json m.cert.json");
    assert!(status == 1 && stdout.contains("\nw.json: REFUSED: "), "{stdout}");
    assert_eq!(call(folder.path(), "verify m.json m.cert.json w.json w.cert.json").0, 0, "refuted, and proved to be");
    let (status, stdout, _) = call(folder.path(), "verify m.json m.cert.json w.json w.cert.json --holds");
    let lines: Vec<&str> = stdout.lines().collect();
    let why = "; exit status 1: --holds asks that every declared claim holds";
    assert!(status == 1 && !lines[0].contains(why) && lines[1].ends_with(why), "{stdout}");
    assert!(lines[1].starts_with("w.json: ACCEPTED: "), "{stdout}");
    let (status, stdout, stderr) = call(folder.path(), "verify w.json m.cert.json m.json none.cert.json");
    assert_eq!((status, &*stderr), (2, "verify: none.cert.json: No such file or directory\n"));
    assert!(stdout.ends_with("\nm.json: error\n"), "{stdout}");
    let (_, stdout, _) = call(folder.path(), "verify w.json m.cert.json m.json none.cert.json --format json");
    assert_valid(&list_schema(), &stdout, "an error in the list");
    let pairs = "verify m.json m.cert.json m.json m.cert.json --limit bytes=100";
    let (status, stdout, stderr) = call(folder.path(), pairs);
    let line = "m.json: DECLINED: m.json: more than 100 bytes (--limit bytes=N)\n";
    assert_eq!((status, stdout, stderr), (3, line.repeat(2), String::new()), "a limit is a result, as of one pair");
}

#[test]
fn shells_and_man_have_what_they_need() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (status, stdout, _) = call(folder.path(), &format!("certify completions {shell}"));
        assert!(status == 0 && stdout.contains("explain") && stdout.contains("only"), "{shell}: {stdout}");
        let (_, stdout, _) = call(folder.path(), &format!("certify completions {shell} --of verify"));
        assert!(stdout.contains("verify") && stdout.contains("holds"), "{shell}: {stdout}");
    }
    let (status, stdout, _) = call(folder.path(), "certify man -o man1");
    assert_eq!(status, 0);
    for name in ["certify.1", "certify-construct.1", "certify-explain.1", "verify.1"] {
        assert!(lines(&stdout).contains(&name), "{stdout}");
        let page = fs::read_to_string(folder.path().join("man1").join(name)).unwrap();
        assert!(page.contains(".TH ") && page.contains(".SH SYNOPSIS"), "{page}");
    }
}

/// A report in the list of a folder says whose it is, and so does an error, whatever file that stands in.
#[test]
fn each_report_of_several_names_its_file() {
    let folder = folder();
    let inner = folder.path().join("d");
    fs::create_dir(&inner).unwrap();
    let write = |name: &str, text: &str| fs::write(inner.join(name), text).unwrap();
    write("a.json", GOOD);
    write("b.json", &GOOD.replace("ln(2)", "ln(3/2)"));
    let from = r#"{ "claim": "derivable", "from": "gone.json" }"#;
    write("c.json", &GOOD.replace("\"dp\"", &format!("\"dp\", {from}")));
    let list = |command: &str| -> Vec<serde_json::Value> {
        let (status, stdout, _) = call(folder.path(), command);
        assert_eq!(status, 2, "{command}: {stdout}");
        assert_valid(&list_schema(), &stdout, command);
        serde_json::from_str(&stdout).unwrap()
    };
    for command in ["certify d", "certify d/a.json d/b.json d/c.json", "certify d --epsilon 1 --no-certificate"] {
        let found = list(&format!("{command} --format json"));
        let names: Vec<&str> = found.iter().map(|report| report["file"].as_str().unwrap()).collect();
        assert_eq!(names, ["d/a.json", "d/b.json", "d/c.json"], "{command}");
        assert_eq!(found[2]["format"], "dp-error/1");
    }
    // All others have their certificates, and the wrong one has none.
    let written = |name: &str| inner.join(name).exists();
    assert_eq!(["a.cert.json", "b.cert.json", "c.cert.json"].map(written), [true, true, false]);
    fs::copy(inner.join("a.cert.json"), inner.join("c.cert.json")).unwrap();
    let found = list("verify d --format json");
    let names: Vec<&str> = found.iter().map(|report| report["file"].as_str().unwrap()).collect();
    assert_eq!(names, ["d/a.json", "d/b.json", "d/c.json"]);
    let (_, stdout, _) =
        call(folder.path(), "verify d/a.json d/a.cert.json d/b.json d/b.cert.json --format json --limit steps=1");
    let found: Vec<serde_json::Value> = serde_json::from_str(&stdout).unwrap();
    assert!(found.iter().all(|report| report["result"] == "declined" && report["file"].is_string()), "{stdout}");
    // A single file is named by whoever asks for it.
    let (_, stdout, _) = call(folder.path(), "certify d/a.json --format json");
    assert!(!stdout.contains("\"file\""), "{stdout}");
    let help = call(folder.path(), "certify --help").1;
    assert!(help.contains("gets no certificate,\nand all others are decided and get theirs"), "{help}");
}

/// A line of a folder names what fails, or what is undecided where nothing does.
#[test]
fn a_line_of_several_names_the_claims_that_fail() {
    let folder = folder();
    let inner = folder.path().join("d");
    fs::create_dir(&inner).unwrap();
    let write = |name: &str, text: &str| fs::write(inner.join(name), text).unwrap();
    write("a.json", GOOD);
    write("b.json", &GOOD.replace("ln(2)", "ln(3/2)"));
    let claims = r#""dp", "universally-optimal", { "claim": "optimal", "prior": "skewed" }"#;
    write("c.json", &GOOD.replace("ln(2)", "ln(3/2)").replace("\"dp\"", claims));
    let rounded = GOOD.replace("\"ln(2)\"", "\"ln(2)\", \"delta\": \"1/9\"").replace("[\"2/3\"", "[\"0.6667\"");
    write(
        "d.json",
        &rounded
            .replace("]] }", "]], \"rounding\": \"0.0001\" }")
            .replace("\"dp\", { \"claim\": \"optimal\", \"prior\": \"flat\" }", "\"approximate-dp\""),
    );
    for (program, ended) in [("certify", 1), ("verify", 3)] {
        let (status, stdout, stderr) = call(folder.path(), &format!("{program} d"));
        let told = lines(&stdout);
        assert_eq!((status, told.len()), (ended, 4), "{stdout}{stderr}");
        assert!(told[0].contains("3 claims hold, 0 fail ("), "{stdout}");
        assert!(told[1].contains("2 FAIL: dp, optimal (prior flat) ("), "{stdout}");
        assert!(told[2].contains("4 FAIL: dp, universally-optimal, optimal (prior skewed) and 1 more ("), "{stdout}");
        assert!(told[3].contains("1 undecided: approximate-dp, of the printed numbers ("), "{stdout}");
    }
}
