//! `certify init`: a file to begin with, which says what is left to fill in.

use super::Folder;

#[test]
fn a_file_to_begin_with_says_what_to_fill_in() {
    let folder = Folder::with(&[("t.csv", "A,0.75,0.25\nB,0.25,0.75\n")]);
    let flags =
        ["init", "--graph", "line", "--labels", "A,B", "--epsilon", "2", "--prior", "uniform", "--claim", "optimal"];
    let ended = folder.run(&[&flags[..], &["-o", "m.json"]].concat(), "");
    assert_eq!((ended.status, &*ended.out, &*ended.err), (0, "mechanism: m.json\n", ""));
    assert_eq!(folder.run(&flags, "").out, folder.text("m.json"));
    let text = folder.text("m.json");
    for part in [
        r#""labels": ["A", "B"]"#,
        r#"["?", "?"]"#,
        "To fill in: each",
        r#"{ "claim": "optimal", "prior": "uniform" }"#,
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    folder.refuses(&[&flags[..], &["-o", "m.json"]].concat(), "", "m.json: this file is there already");
    // Nothing is decided of a file that is not filled in, and the first place to fill in is named.
    folder.refuses(&["m.json"], "", "$.mechanism.matrix[0][0]: ");
    // A table fills it in, and what is claimed is read then.
    let ended = folder.run(&["import", "t.csv", "m.json", "-o", "f.json"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(folder.run(&["f.json"], "").out.contains("optimal (prior uniform)"));
}

#[test]
fn what_is_missing_or_wrong_is_named_by_its_flag() {
    let folder = Folder::with(&[]);
    for (flags, message) in [
        ("--epsilon 1", "--graph is missing"),
        ("--graph line --epsilon 1", "--nodes or --labels is missing"),
        ("--graph line --nodes 2", "--epsilon is missing: the declared privacy, such as 1 or ln(3)"),
        ("--graph lin --nodes 2 --epsilon 1", "--graph: found \"lin\""),
        ("--graph line --nodes 2 --epsilon 1 --claim regular", "--claim: `regular` needs a prior"),
        ("--graph line --nodes 2 --epsilon 1 --prior 1/2,1/4", "--prior: the sum of the weights is 3/4"),
        ("--graph line --labels a,a --epsilon 1", "--labels: found \"a\" again"),
    ] {
        let flags: Vec<&str> = flags.split(' ').collect();
        folder.refuses(&[&["init"], &flags[..]].concat(), "", message);
    }
    // Bare, without a terminal, it says what it wants by a call that works.
    let ended = folder.run(&["init"], "");
    assert_eq!((ended.status, &*ended.out), (2, ""));
    let (_, call) = ended.err.trim_end().split_once("it is said: certify ").unwrap();
    assert_eq!(folder.run(&call.split(' ').collect::<Vec<_>>(), "").out, "mechanism: mechanism.json\n");
    // A large matrix is left to a table.
    let ended = folder
        .run(&["init", "--graph", "line", "--nodes", "100", "--epsilon", "1", "--claim", "tight-constraints"], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(!ended.out.contains("matrix") && ended.out.contains("certify import TABLE.csv"), "{}", ended.out);
}
