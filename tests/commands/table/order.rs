//! Tables whose rows or numbers are plausible, and are not what they seem.

use super::Folder;

/// Rows of a table with names, of a geometric kind around each name's number.
fn table(names: &[usize], head: &str) -> String {
    let most = names.iter().max().unwrap() + 1;
    let row = |&name: &usize| {
        let weights: Vec<usize> = (0..most).map(|o| 1 << (most - o.abs_diff(name))).collect();
        let sum: usize = weights.iter().sum();
        let cells: Vec<String> = weights.iter().map(|weight| format!("{weight}/{sum}")).collect();
        format!("{head}{name},{}\n", cells.join(","))
    };
    let columns: Vec<String> = (0..most).map(|o| format!("o{o}")).collect();
    format!("answer,{}\n{}", columns.join(","), names.iter().map(row).collect::<String>())
}

fn line<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[file, "--graph", "line", "--epsilon", "2", "--no-certificate"], more].concat()
}

#[test]
fn rows_out_of_the_order_of_their_names_are_refused_where_that_says_who_is_a_neighbour() {
    let folder = Folder::with(&[
        ("sorted.csv", &table(&[0, 1, 2, 3, 4], "n")),
        ("falling.csv", &table(&[4, 3, 2, 1, 0], "n")),
        ("swapped.csv", &table(&[0, 1, 3, 2, 4], "n")),
        ("words.csv", &table(&[0, 1, 10, 2, 3], "n")),
        ("pairs.txt", "n0 n1\nn1 n2\nn2 n3\nn3 n4\n"),
    ]);
    for good in ["sorted.csv", "falling.csv"] {
        let ended = folder.run(&line(good, &[]), "");
        assert_eq!(ended.status, 0, "{good}: {}{}", ended.out, ended.err);
    }
    for (bad, place, found) in
        [("swapped.csv", "5:1", "found \"n2\" after \"n3\""), ("words.csv", "5:1", "found \"n2\" after \"n10\"")]
    {
        let ended = folder.run(&line(bad, &[]), "");
        assert_eq!((ended.status, ended.out.as_str()), (2, ""), "{bad}");
        for words in [place, found, "rows in the order of their names", "--edges FILE"] {
            assert!(ended.err.contains(words), "{bad}: {words}: {}", ended.err);
        }
    }
    // Any two are neighbours, in whatever order; or those that are named.
    let any = ["swapped.csv", "--graph", "complete", "--epsilon", "9", "--no-certificate"];
    assert_eq!(folder.run(&any, "").status, 0);
    let named = ["swapped.csv", "--edges", "pairs.txt", "--epsilon", "2", "--no-certificate"];
    let ended = folder.run(&named, "");
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
}

#[test]
fn a_table_on_its_side_is_told_however_near_its_rows_are() {
    // Columns sum to 1, and the rows to 0.95, 1.1 and 0.95.
    let folder = Folder::with(&[("t.csv", "0.55,0.3,0.1\n0.35,0.4,0.35\n0.1,0.3,0.55\n")]);
    for normalise in [&[][..], &["--normalise"], &["--normalise=0.2"]] {
        let ended = folder.run(&line("t.csv", normalise), "");
        assert_eq!((ended.status, &*ended.out), (2, ""), "{normalise:?}");
        assert!(ended.err.contains("is the table on its side?"), "{}", ended.err);
    }
    // Said not to be, it is judged as it stands, and nothing is told that would make another table of it.
    let ended = folder.run(&line("t.csv", &["--transpose=no"]), "");
    assert_eq!(ended.status, 1, "{}", ended.err);
    assert!(ended.err.contains("if the table is on its side") && !ended.err.contains("--normalise"), "{}", ended.err);
    // Rounding takes rows and columns alike.
    let folder = Folder::with(&[("t.csv", "0.33,0.33,0.33\n0.33,0.33,0.33\n0.33,0.33,0.33\n")]);
    assert!(!folder.run(&line("t.csv", &[]), "").err.contains("on its side"));
}

#[test]
fn counts_are_no_rounded_probabilities_and_a_sample_is_none_of_them() {
    let folder = Folder::with(&[("t.csv", "a,b\n5988,4012\n3990,5990\n")]);
    let ended = folder.run(&line("t.csv", &[]), "");
    assert!(ended.err.contains("If the numbers are counts") && !ended.err.contains("rounded"), "{}", ended.err);
    assert!(ended.err.contains("--no-certificate --counts --confidence 0.999"), "{}", ended.err);
    // Claims about a table are none about counts.
    let claimed = folder.run(&line("t.csv", &["--claim", "tight-constraints"]), "");
    assert!(claimed.err.contains("--normalise=any") && !claimed.err.contains("--counts"), "{}", claimed.err);
    let ended = folder.run(&line("t.csv", &["--normalise=any"]), "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("counts, each row divided by its sum, from 9980 to 10000"), "{}", ended.err);
}

/// A geometric mechanism as doubles are printed misses ε by some 10^-16; what is told works when it is pasted.
#[test]
fn what_floating_point_numbers_miss_is_told_with_the_epsilon_that_they_keep() {
    let doubles = "6.666666666666666297e-01 1.666666666666666574e-01 1.666666666666666574e-01\n\
        3.333333333333333148e-01 3.333333333333333148e-01 3.333333333333333148e-01\n\
        1.666666666666666574e-01 1.666666666666666574e-01 6.666666666666666297e-01\n";
    let folder = Folder::with(&[("t.txt", doubles)]);
    let call = ["t.txt", "--graph", "line", "--epsilon", "ln(2)", "--prior", "uniform", "--claim", "optimal"];
    let ended = folder.run(&call, "");
    assert_eq!(ended.status, 1, "{}", ended.out);
    let told = ended.err.lines().filter_map(|line| line.strip_prefix("  certify ")).next_back().expect("a call");
    assert!(told.contains("--epsilon 0.69314718") && told.contains("--within 1e-9"), "{told}");
    assert!(!told.contains("ln(2)"), "{told}");
    let again = folder.run(&told.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(again.status, 0, "{told}: {}{}", again.out, again.err);
}

/// The note names the call: without a change in anything else the files are the same.
#[test]
fn the_same_table_may_be_called_again_in_other_words() {
    let folder = Folder::with(&[("t.csv", "a,b\n0.6,0.4\n0.4,0.6\n")]);
    let call = ["t.csv", "--graph", "line", "--epsilon", "1"];
    assert_eq!(folder.run(&call, "").status, 0);
    let ended = folder.run(&[&call[..], &["--header", "yes"]].concat(), "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    let ended = folder.run(&["t.csv", "--graph", "line", "--epsilon", "2"], "");
    assert_eq!(ended.status, 2, "{}", ended.err);
    assert!(ended.err.contains("this file is there and differs"), "{}", ended.err);
}
