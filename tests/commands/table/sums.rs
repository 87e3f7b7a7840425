//! Rows that do not sum to 1: what to call next, what --normalise changes, and how far it goes.

use super::Folder;
use crate::schemas::{assert_valid, schema};
use serde_json::Value;

const LINE: [&str; 5] = ["t.csv", "--graph", "line", "--epsilon", "ln(3)"];

/// A call as a shell takes it apart.
fn words(call: &str) -> Vec<String> {
    let (mut words, mut word, mut inside) = (Vec::new(), String::new(), false);
    for c in call.strip_prefix("certify ").unwrap().chars() {
        match c {
            '\'' => inside = !inside,
            ' ' if !inside => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words
}

/// The calls that are printed, each on a line of its own.
fn calls(err: &str) -> Vec<&str> {
    err.lines().filter_map(|line| line.strip_prefix("  ")).collect()
}

/// The exit status of a printed call, and what it says on standard error.
#[track_caller]
fn pasted(folder: &Folder, call: &str) -> (i32, String) {
    let words = words(call);
    let ended = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>(), "");
    assert!(ended.status < 2, "{call}: {}", ended.err);
    (ended.status, ended.err)
}

#[test]
fn what_is_said_of_rows_that_are_off_works_when_it_is_pasted() {
    let folder = Folder::with(&[("t.csv", "0.333,0.667\n0.667,0.332\n"), ("x.csv", "0.5,0.5\n0.5,0.5\n")]);
    let ended = folder.run(&[&LINE[..], &["--prior", "low=1/2,1/2"]].concat(), "");
    assert_eq!(ended.status, 1, "{}", ended.err);
    let same = "certify t.csv --graph line --epsilon 'ln(3)' --prior low=1/2,1/2";
    let [rounding, normalise] = calls(&ended.err)[..] else { panic!("{}", ended.err) };
    assert_eq!(rounding, format!("{same} --rounding 0.0005 --force"));
    assert_eq!(normalise, format!("{same} --normalise --force"));
    assert!(ended.err.contains("rounded, each within 0.0005 of the true one") && !ended.err.contains("import"));
    let (status, err) = pasted(&folder, rounding);
    assert_eq!((status, calls(&err).len()), (0, 0), "{err}");
    assert!(folder.text("t.json").contains("\"rounding\": \"0.0005\""));
    let (status, err) = pasted(&folder, normalise);
    assert_eq!((status, calls(&err).len()), (0, 0), "{err}");
    assert!(folder.text("t.json").contains("\"table t.csv, each row divided by its sum\""));
    // Nothing is told of rows that sum to 1, and no --force where nothing is written.
    assert_eq!(calls(&folder.run(&["x.csv", "--graph", "line", "--epsilon", "1"], "").err).len(), 0);
    let ended = folder.run(&[&LINE[..], &["--no-certificate", "--normalise=0"]].concat(), "");
    assert_eq!(ended.status, 2, "{}", ended.err);
    let ended = folder.run(&[&LINE[..], &["--no-certificate"]].concat(), "");
    assert!(calls(&ended.err).len() == 2 && !ended.err.contains("--force"), "{}", ended.err);
}

#[test]
fn hints_stand_in_json_and_on_the_page() {
    let folder = Folder::with(&[("t.csv", "0.333,0.667\n0.667,0.332\n")]);
    let ended = folder.run(&[&LINE[..], &["--format", "json"]].concat(), "");
    assert_valid(&schema("dp-report-1.json"), &ended.out, "hints");
    let report: Value = serde_json::from_str(&ended.out).unwrap();
    let call = "certify t.csv --graph line --epsilon 'ln(3)' --format json --rounding 0.0005 --force";
    assert_eq!(report["hints"][0]["call"], call);
    assert!(report["hints"][1]["words"].as_str().is_some_and(|words| words.contains("divide each row")), "{report}");
    let ended = folder.run(&[&LINE[..], &["--format", "html"]].concat(), "");
    let page = ended.out.replace("&#39;", "'");
    assert!(
        page.contains("<code>certify t.csv --graph line --epsilon 'ln(3)' --format html --normalise --force</code>")
    );
    assert!(!page.contains("certify import"), "{page}");
    // A report without hints has no such key.
    let ended = folder.run(&[&LINE[..], &["--format", "json", "--normalise", "--force"]].concat(), "");
    assert!(!ended.out.contains("\"hints\""), "{}", ended.out);
    // What is refused has the whole call as its hint.
    let folder = Folder::with(&[("t.csv", "33.3,66.7\n66.7,33.3\n")]);
    let ended = folder.run(&[&LINE[..], &["--format", "json"]].concat(), "");
    assert_valid(&schema("dp-error-1.json"), &ended.out, "hint");
    let report: Value = serde_json::from_str(&ended.out).unwrap();
    let call = report["error"]["hint"].as_str().unwrap();
    assert_eq!(call, "certify t.csv --graph line --epsilon 'ln(3)' --format json --percent");
    assert_eq!(pasted(&folder, call).0, 0);
}

/// At an irrational α whether a private table rounds to this one is not found by itself.
#[test]
fn what_is_left_out_is_told_and_can_be_claimed() {
    let folder = Folder::with(&[("t.csv", "0.333,0.333,0.333\n0.4,0.3,0.3\n0.3,0.4,0.3\n")]);
    let line = ["t.csv", "--graph", "line", "--epsilon", "1"];
    let told = folder.run(&line, "").err;
    assert!(
        told.contains(
            "`dp-within-rounding`, whether a private table rounds to this one, is left out at an irrational α"
        )
    );
    let call = calls(&told)[0];
    assert!(call.ends_with("--rounding 0.0005 --claim dp-within-rounding --force"), "{call}");
    assert_eq!(pasted(&folder, call).0, 0);
    assert!(folder.run(&["t.json"], "").out.contains("  holds     dp-within-rounding"));
    let told = folder.run(&[&line[..], &["--rounding=0.0005", "--force"]].concat(), "").err;
    assert!(calls(&told)[0].ends_with("--epsilon 1 --rounding=0.0005 --claim dp-within-rounding --force"), "{told}");
    assert_eq!(calls(&pasted(&folder, calls(&told)[0]).1).len(), 0);
    let told = folder.run(&["t.csv", "--graph", "line", "--alpha", "symbolic", "--no-certificate"], "").err;
    assert!(told.contains("left out on an interval of α unless it is claimed), call\n  certify t.csv"), "{told}");
    // At a rational one it is.
    let told = folder.run(&[&LINE[..], &["--rounding=0.0005", "--force"]].concat(), "");
    assert!(
        calls(&told.err).is_empty() && told.out.contains("  holds     dp-within-rounding"),
        "{}{}",
        told.out,
        told.err
    );
}

#[test]
fn few_digits_are_optimal_but_for_what_they_cost() {
    let folder = Folder::with(&[("t.csv", "A,0.742,0.259\nB,0.258,0.741\n")]);
    let claim = ["--prior", "uniform", "--claim", "optimal"];
    let ended = folder.run(&[&LINE[..], &claim].concat(), "");
    let call = calls(&ended.err).into_iter().find(|call| call.contains("--within")).unwrap();
    assert!(call.ends_with("--claim optimal --normalise --within 0.002 --force"), "{call}");
    pasted(&folder, call);
    assert!(folder.text("t.json").contains("\"within\": \"0.002\""));
    // So too where it was said to be rounded, which makes no sum exact; a --within of one's own stays.
    let ended = folder.run(&[&LINE[..], &claim, &["--rounding", "0.0005", "--force"]].concat(), "");
    assert_eq!(calls(&ended.err), [call], "{}", ended.err);
    let ended = folder.run(&[&LINE[..], &claim, &["--within=0.1", "--force"]].concat(), "");
    assert!(calls(&ended.err)[1].ends_with("--within=0.1 --normalise --force"), "{}", ended.err);
}

#[test]
fn no_call_is_told_that_does_not_help() {
    for (table, said, message) in [
        (
            "n,x,y\nA,0.5,0.2\nB,0.4,0.6\n",
            &[][..],
            "The sums are farther from 1 than rounding explains: check whether a row or column",
        ),
        (
            "n,x,y,z\nA,0.5,0.5,0.5\nB,0.5,0.5,0.5\n",
            &["--transpose=no"],
            "Each column sums to 1, and the rows do not: if the table is on its side",
        ),
    ] {
        let folder = Folder::with(&[("t.csv", table)]);
        let ended = folder.run(&[&LINE[..], said].concat(), "");
        assert!(ended.err.contains(message) && calls(&ended.err).is_empty(), "{}", ended.err);
    }
    // Counts are divided by their sums; a last output that has 1 in rows of counts is no column of sums.
    let folder = Folder::with(&[("t.csv", "n,x,y,z\nA,7,3,4\nB,2,8,1\n"), ("u.csv", "n,x,y,z\nA,1,0,1\nB,0,1,1\n")]);
    let ended = folder.run(&LINE, "");
    assert!(calls(&ended.err)[0].ends_with(" --counts --confidence 0.999 --force"), "{}", ended.err);
    assert!(calls(&ended.err)[1].ends_with(" --normalise=any --force"), "{}", ended.err);
    assert!(calls(&ended.err)[2].ends_with(" --normalise=weights --force"), "{}", ended.err);
    assert!(pasted(&folder, calls(&ended.err)[1]).1.contains("each row divided by its sum"));
    assert!(folder.run(&["u.csv", "--graph", "line", "--epsilon", "1", "--normalise=any"], "").status < 2);
    // Dividing makes no negative entry a probability.
    let folder = Folder::with(&[("t.csv", "n,x,y\nA,1.1,-0.2\nB,0.4,0.6\n")]);
    assert_eq!(folder.run(&LINE, "").err.lines().count(), 1);
}

#[test]
fn what_normalising_changes_is_said_and_kept() {
    let folder = Folder::with(&[("t.csv", "answer,yes,no\nA,0.75,0.25\nB,0.333,0.666\n")]);
    let ended = folder.run(&[&LINE[..], &["--normalise"]].concat(), "");
    let said = "; each row divided by its sum, which changes no entry by more than 1/1500 = 0.000666667, in line 3, column 3 \
                (answer B, output no)";
    assert!(ended.err.contains(said), "{}", ended.err);
    let made: Value = serde_json::from_str(&folder.text("t.json")).unwrap();
    assert!(made["note"].as_str().is_some_and(|note| note.contains(said)), "{made}");
    // Exact sums are divided by too, and nothing changes.
    let folder = Folder::with(&[("t.csv", "0.75,0.25\n0.25,0.75\n"), ("q.json", QUERY)]);
    assert!(folder.run(&[&LINE[..], &["--normalise"]].concat(), "").err.contains("divided by its sum, which is 1"));
    // import says it too, and divides whatever the sum is.
    let folder = Folder::with(&[("t.csv", "3,1\n0.25,0.75\n"), ("q.json", QUERY)]);
    let ended = folder.run(&["import", "t.csv", "q.json", "--normalise", "-o", "m.json"], "");
    let said = "t.csv: each row divided by its sum, from 1 to 4\n";
    assert!(ended.status == 0 && ended.err.contains(said), "{}", ended.err);
    folder.refuses(
        &["import", "t.csv", "q.json", "--normalise=0.1", "-o", "n.json"],
        "",
        "t.csv:1:1: found a row that sums to 4",
    );
}

const QUERY: &str =
    r#"{"format": "dp-mechanism/1", "privacy": {"alpha": "1/3"}, "query": {"graph": "line", "nodes": 2}}"#;

#[test]
fn sums_that_are_far_from_one_are_divided_by_when_the_call_says_so() {
    for (table, flags, refused) in [
        ("0.5,0.5\n0.51,0.5\n", &["--normalise"][..], None),
        (
            "0.5,0.5\n0.5101,0.5\n",
            &["--normalise"],
            Some("t.csv:2:1: found a row that sums to 10101/10000 = 1.0101, expected a sum within 1/100 = 0.01 of 1: "),
        ),
        ("0.5,0.5\n0.5101,0.5\n", &["--normalise=0.02"], None),
        ("0.5,0.5\n0.5101,0.5\n", &["--normalise=1.01%"], None),
        ("0.5,0.5\n0.501,0.5\n", &["--normalise=0"], Some("expected a sum within 0 of 1")),
        ("50,50\n40,60\n", &["--normalise"], Some("t.csv:1:1: found a row that sums to 100, expected a sum")),
        ("50,50\n40,60\n", &["--normalise=any"], None),
        ("0.5,0.5\n0.5,0.5\n", &["--normalise=much"], Some("invalid value 'much' for '--normalise[=<BOUND>]'")),
    ] {
        let folder = Folder::with(&[("t.csv", table)]);
        let call = [&LINE[..], flags].concat();
        match refused {
            Some(message) => folder.refuses(&call, "", message),
            None => assert_eq!(folder.run(&call, "").status, 0, "{table:?} {flags:?}"),
        }
    }
    let folder = Folder::with(&[("t.csv", "0.5,0.56\n0.5,0.5\n")]);
    let err = folder.run(&[&LINE[..], &["--normalise"]].concat(), "").err;
    let (_, call) = err.trim_end().split_once("; for instance: ").unwrap();
    assert_eq!(call, "certify t.csv --graph line --epsilon 'ln(3)' --normalise=0.1");
    assert_eq!(pasted(&folder, call).0, 0);
}

/// A call that is told says of the table what this one says.
#[test]
fn what_is_told_keeps_how_the_table_is_read() {
    let folder = Folder::with(&[("t.csv", "u;60,1;40\nv;40;60\n")]);
    let reading = ["--percent", "--delimiter=;", "--decimal", "comma", "--index=yes", "--header", "no"];
    let ended = folder.run(&[&LINE[..], &reading].concat(), "");
    assert_eq!(ended.status, 1, "{}", ended.err);
    for call in calls(&ended.err) {
        let words = words(call);
        assert!(reading.iter().all(|flag| words.iter().any(|word| word == flag)), "{call}");
        pasted(&folder, call);
        assert!(folder.text("t.json").contains("percentages, each divided by 100"));
    }
    assert_eq!(calls(&ended.err).len(), 2);
    // Percentages whose sums are too far from 100 for --normalise alone.
    let folder = Folder::with(&[("t.csv", "53.5,50\n50,50\n")]);
    for (flags, told) in [
        (&["--normalise"][..], "--percent --normalise=0.05"),
        (&["--percent", "--normalise"], "--percent --normalise=0.05"),
        (&["--percent=no", "--normalise"], "--percent=no --normalise=any"),
    ] {
        let err = folder.run(&[&LINE[..], flags].concat(), "").err;
        let (_, call) = err.trim_end().split_once("; for instance: ").unwrap();
        assert!(call.contains(told), "{call}");
        pasted(&folder, call);
    }
}

#[test]
fn what_is_told_in_a_refusal_writes_over_what_was_made_of_the_table_and_nothing_else() {
    let folder = Folder::with(&[("t.csv", "n,x,y\nA,700,300\nB,400,600\n")]);
    let told = |folder: &Folder, flags: &[&str]| {
        let err = folder.run(&[&["t.csv", "--graph", "line"], flags].concat(), "").err;
        err.trim_end().split_once("; for instance: ").unwrap().1.to_owned()
    };
    assert!(!told(&folder, &["--epsilon", "1", "--normalise"]).contains("--force"));
    assert_eq!(folder.run(&["t.csv", "--graph", "line", "--epsilon", "1"], "").status, 1);
    let call = told(&folder, &["--epsilon", "1", "--normalise"]);
    assert!(call.ends_with("--normalise=any --force"), "{call}");
    pasted(&folder, &call);
    let call = told(&folder, &["--normalise=any"]);
    assert!(call.ends_with("--epsilon 1 --force"), "{call}");
    pasted(&folder, &call);
    assert!(!told(&folder, &["--epsilon", "1", "--normalise", "--no-certificate"]).contains("--force"));
    // What somebody else wrote is not written over.
    let folder = Folder::with(&[("t.csv", "n,x,y\nA,700,300\nB,400,600\n"), ("t.json", QUERY)]);
    assert!(!told(&folder, &["--epsilon", "1", "--normalise"]).contains("--force"));
}

/// What is told of rows is what reads them.
#[test]
fn sums_of_counts_are_not_told_to_be_rounded() {
    for (table, flags, told) in [
        ("98013,1987\n1234,98766\n", &[][..], "can hold: `certify TABLE --normalise=any` divides counts by their sums"),
        ("0.5,0.511\n0.5,0.5\n", &[], "can hold: `certify TABLE --normalise=any` divides counts by their sums"),
        ("0.5,0.51\n0.5,0.5\n", &[], "`certify TABLE --rounding R`, says that entries were printed rounded"),
        ("0.5,0.511\n0.5,0.5\n", &["--rounding=0.001"], "allow for rounding, and `certify TABLE --normalise=any`"),
        ("0.5,0.51\n0.5,0.5\n", &["--rounding=0.001"], "allow for it, and `certify TABLE --normalise` divides rows"),
    ] {
        let folder = Folder::with(&[("t.csv", table)]);
        let out = folder.run(&[&LINE[..], flags].concat(), "").out;
        let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.contains(told), "{table:?}: {out}");
    }
}
