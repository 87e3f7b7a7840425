//! Commas and blanks that may stand between cells or in numbers: both readings are told, and each is read when it is
//! said.

use super::{Folder, refused, taken};

const ANY: &str = "--normalise=any";

/// A misread table held where it fails: names "u,1" and "v,4", decimals 600.8 and 600.5.
const NAMED: &str = "answer,says yes,says no\nu,1 600,8 400\nv,4 600,5 400\n";

#[test]
fn lines_that_can_be_cut_in_two_ways_are_refused_with_both() {
    for (table, flags, readings) in [
        (NAMED, &[ANY][..], ["u; 1600; 8400 with --delimiter comma", "u,1; 600.8; 400 with --delimiter blanks"]),
        ("600,8 400\n600,5 400\n", &[ANY], ["600; 8400 with --delimiter comma", "600.8; 400 with --delimiter blanks"]),
        (
            "1 600,2 400\n1 500,2 500\n",
            &[ANY],
            ["1600; 2400 with --delimiter comma", "1; 600.2; 400 with --delimiter blanks"],
        ),
        (
            "u,1 600,2 400\nv,1 500,2 500\n",
            &[ANY, "--header", "no"],
            ["u; 1600; 2400 with --delimiter comma", "u,1; 600.2; 400 with --delimiter blanks"],
        ),
        ("u;1 600\nv;4 600\n", &[ANY], ["u; 1600 with --delimiter semicolon", "u;1; 600 with --delimiter blanks"]),
        (
            "u\t1 600\nv\t4 600\n",
            &[ANY],
            ["u; 1600 with --delimiter tab --thousands blank", "u\\u{9}1; 600 with --delimiter blanks"],
        ),
        ("A;0,5\nB;0,25\n", &[], ["A;0; 5 with --delimiter comma", "A; 0.5 with --delimiter semicolon"]),
    ] {
        let found = refused(table.as_bytes(), flags);
        let ways: Vec<&str> = found.split("cells in two ways. The row is ").nth(1).unwrap().split(", and ").collect();
        assert_eq!(ways.len(), 2, "{found}");
        let mut read = Vec::new();
        for (way, reading) in ways.iter().zip(readings) {
            assert!(way.starts_with(reading), "{table:?}: {way}");
            let told: Vec<&str> = way.split(" with ").nth(1).unwrap().split_whitespace().collect();
            let taken = taken(table.as_bytes(), &[flags, &told].concat());
            read.push((taken.labels, taken.entries));
        }
        assert_ne!(read[0], read[1], "{table:?}");
    }
}

/// Two digits are no thousands: there is one way, in which the cells are no numbers.
#[test]
fn two_digits_are_no_thousands() {
    let found = refused(b"u,1 60%,8 40%\n", &["--header=no"]);
    assert!(found.starts_with("t.csv:1:5: found \"60%,8\""), "{found}");
}

/// By one reading it is private at ε = 1, by the other it is not.
#[test]
fn a_refuted_table_does_not_hold_by_another_reading() {
    let folder = Folder::with(&[("t.csv", NAMED)]);
    let call = ["t.csv", "--graph", "complete", "--epsilon", "1", ANY, "--no-certificate"];
    let with = |flags: &[&str]| folder.run(&[&call[..], flags].concat(), "").status;
    assert_eq!((with(&[]), with(&["--thousands", "blank"]), with(&["--delimiter", "blanks"])), (2, 1, 0));
    // What is said of decimals settles it too.
    assert_eq!((with(&["--decimal", "comma"]), with(&["--decimal", "point"])), (0, 2));
    let told = folder.run(&[&call[..], &["--decimal", "point"]].concat(), "").err;
    assert!(told.trim_end().ends_with("--decimal point --thousands=blank"), "{told}");
}

#[test]
fn numbers_between_blanks_that_may_be_thousands_are_refused_with_both_readings() {
    for (table, flags, place, both) in [
        ("1 600 8 400\n4 600 5 400\n", &[][..], "1:1", ["1; 600; 8; 400", "1600; 8400"]),
        ("u 1 600 8 400\nv 4 600 5 400\n", &[], "1:3", ["1; 600; 8; 400", "1600; 8400"]),
        ("600 8 400\n700 5 300\n", &[], "1:1", ["600; 8; 400", "600; 8400"]),
        ("1 600 800\n700 5 400\n", &[], "1:1", ["1; 600; 800", "1600; 800"]),
        ("1 600.5 8 400\n4 600.5 5 400\n", &[], "1:1", ["1; 600.5; 8; 400", "1600.5; 8400"]),
        ("700 200 100\n380 400 220\n", &[], "1:1", ["700; 200; 100", "700200; 100"]),
        ("7 600 8 400\n8 600 5 400\n", &["--index=no", "--header=no"], "1:1", ["7; 600; 8; 400", "7600; 8400"]),
    ] {
        let found = refused(table.as_bytes(), &[&[ANY], flags].concat());
        let [cells, numbers] = both;
        let told = format!("The row is {cells} with --delimiter blanks; for {numbers} write the table with semicolons");
        assert!(found.starts_with(&format!("t.csv:{place}: found ")) && found.contains(&told), "{table:?}: {found}");
        let entries = taken(table.as_bytes(), &[&[ANY, "--delimiter", "blanks"], flags].concat()).entries;
        assert_eq!(entries[0].len(), cells.split("; ").count());
        // As it says: semicolons between the cells.
        let told = "1 600;8 400\n4 600;5 400\n";
        assert_eq!(taken(told.as_bytes(), &[ANY, "--thousands", "blank"]).entries[0], ["4/25", "21/25"]);
    }
    // The rest of a number that no count begins with.
    for table in ["98 013\n2 000\n", "98 013 987\n2 000 980\n", "5 98 013.5\n2 1 000.5\n"] {
        let found = refused(table.as_bytes(), &[ANY, "--header=no", "--index=no"]);
        assert!(
            found.contains("two numbers, or one with a blank between thousands? Say --delimiter blanks"),
            "{found}"
        );
    }
    let found = refused(b"98,013,987\n2,000,980\n", &[ANY]);
    assert!(found.contains("found 98,013: two numbers, or one with a comma between thousands?"), "{found}");
}

/// Blanks and commas that can be one thing only.
#[test]
fn what_has_one_reading_is_read() {
    for (table, first) in [
        ("0,5 0,3 0,2\n0,2 0,3 0,5\n", &["1/2", "3/10", "1/5"][..]),
        ("1,0 0,0\n0,0 1,0\n", &["1", "0"]),
        ("0.5, 0.3, 0.2\n0.2, 0.3, 0.5\n", &["1/2", "3/10", "1/5"]),
        ("5, 5\n4, 6\n", &["1/2", "1/2"]),
        // A number of four digits has no thousands apart.
        ("1600 100 300\n100 1600 300\n", &["4/5", "1/20", "3/20"]),
        // Names count the cells.
        ("a b c\n100 100 200\n380 400 220\n", &["1/4", "1/4", "1/2"]),
        // One column is left.
        ("12 36\n300 100\n", &["1/4", "3/4"]),
        ("50 150\n300 100\n", &["1/4", "3/4"]),
        // No number begins with 0.
        ("0 100 0\n100 0 0\n", &["0", "1", "0"]),
        ("000.500,000.500\n000.250,000.750\n", &["1/2", "1/2"]),
        ("700,200,100\n380,400,220\n", &["7/10", "1/5", "1/10"]),
        ("city,very likely,not likely\nNew York,0.5,0.5\nLos Angeles,0.4,0.6\n", &["1/2", "1/2"]),
        ("1,000 0,000\n0,000 1,000\n", &["1", "0"]),
    ] {
        assert_eq!(taken(table.as_bytes(), &[ANY]).entries[0], first, "{table:?}");
    }
}

/// Beside names, and between blanks that do not break, the call that reads thousands is told as without names.
#[test]
fn thousands_beside_names_are_told_with_a_call_that_reads_them() {
    for (table, flags) in [
        ("A;98 013;987;1 000\nB;1 234;95 000;3 766\n", "--thousands=blank"),
        ("city;A;B\nA;98 013;987\nB;1 234;95 000\n", "--thousands=blank"),
        ("98 013;987;1 000\n1 234;95 000;3 766\n", "--thousands=blank"),
        ("answer,yes,no\nu,1 600,8 400\nv,4 600,5 400\n", "--thousands=blank"),
        ("\"a b\",\"c d\"\n\"1 600\",\"8 400\"\n", "--thousands=blank"),
        ("u;1'234.5;2'000\nv;2'000;1'234.5\n", "--thousands=apostrophe"),
        ("u\t1’234\t2’000\nv\t2’000\t1’234\n", "--thousands=apostrophe"),
        ("u;1.234.567;2.000.000\nv;2.000.000;1.234.567\n", "--thousands=point"),
        ("u;1,234.5;2,000\nv;2,000;1,234.5\n", "--thousands=comma"),
        ("98\u{a0}013 987\n1\u{a0}987 97013\n", "--delimiter=blanks --thousands=blank"),
    ] {
        let found = refused(table.as_bytes(), &[ANY]);
        let call = found.split("for instance: certify ").nth(1).unwrap_or_else(|| panic!("{table:?}: {found}"));
        assert!(call.ends_with(&format!("--normalise=any {flags}")), "{found}");
        let flags: Vec<&str> = std::iter::once(ANY).chain(flags.split(' ')).collect();
        assert!(taken(table.as_bytes(), &flags).said.contains("thousands apart by"));
    }
}
