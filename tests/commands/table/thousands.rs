//! Thousands apart: the flag, and tables that have two readings.

use super::{Folder, refused, taken};

/// Each flag is settled by what is written; what is no name stays as long as it was for the places of errors.
#[test]
fn thousands_are_read_by_the_flag() {
    for (table, mark, expected) in [
        ("\"98,013\",\"987\"\n\"1,987\",\"97,013\"\n", "comma", [["98013", "987"], ["1987", "97013"]]),
        ("98,013;987\n1,987;97,013\n", ",", [["98013", "987"], ["1987", "97013"]]),
        ("98.013;987,5\n1.987;97.013,25\n", "point", [["98013", "1975/2"], ["1987", "388053/4"]]),
        ("98 013;987\n1 987;97\u{202f}013\n", "blank", [["98013", "987"], ["1987", "97013"]]),
        ("98'013,987\n1’987,97'013.5\n", "apostrophe", [["98013", "987"], ["1987", "194027/2"]]),
        ("1,234,567;1\n-1,000;12\n", "comma", [["1234567", "1"], ["-1000", "12"]]),
    ] {
        let found = taken(table.as_bytes(), &["--thousands", mark]);
        assert_eq!(found.entries, expected, "{table:?}");
        assert!(found.said.contains("thousands apart by"), "{}", found.said);
    }
    // Names are as they are written, and a percentage may have thousands too.
    let found = taken(
        "n;1,000;2,000\n1,500;1,100%;25.5%\n2,500;60%;40%\n".as_bytes(),
        &["--thousands=comma", "--header", "yes", "--index", "yes"],
    );
    assert_eq!(found.labels.as_deref(), Some(&["1,500".to_owned(), "2,500".to_owned()][..]));
    assert_eq!(found.outputs.as_deref(), Some(&["1,000".to_owned(), "2,000".to_owned()][..]));
    assert_eq!(found.entries, [["11", "51/200"], ["3/5", "2/5"]]);
}

#[test]
fn what_is_no_thousand_is_refused_beside_the_flag() {
    for (table, flags, message) in [
        ("0,535;0,465\n0,465;0,535\n", &["--thousands", "comma"][..], "1:1: found \"0,535\" against --thousands comma"),
        ("1,000;98,01\n1,000;1,000\n", &["--thousands", "comma"], "1:7: found \"98,01\" against --thousands comma"),
        ("1.000;98.5\n1.000;1.000\n", &["--thousands", "point"], "1:7: found \"98.5\" against --thousands point"),
        ("1,000;1\n", &["--thousands", "comma", "--decimal", "comma"], "found --thousands comma and --decimal comma"),
    ] {
        let found = refused(table.as_bytes(), flags);
        assert!(found.contains(message), "{table:?}: {found}");
    }
    assert_eq!(taken(b"0,535;0,465\n0,465;0,535\n", &[]).entries, [["107/200", "93/200"], ["93/200", "107/200"]]);
}

/// Both readings of the row are told, and each flag that is told reads the table.
#[test]
fn a_table_with_two_readings_is_refused_with_both_and_each_flag_serves() {
    for (table, flags, readings) in [
        ("\"98,013\",987\n987,\"98,013\"\n", &[][..], ["98013; 987 with", "98.013; 987 with"]),
        ("987;1\n98,013;45,000\n", &[], ["98013; 45000 with", "98.013; 45.000 with"]),
        ("98.013;987\n1.500;45.013\n", &[], ["98013; 987 with", "98.013; 987 with"]),
        // A hundred thousand answers in each row, or percentages.
        ("98.013;1.987\n1.987;98.013\n", &[], ["98013; 1987 with", "0.98013; 0.01987 with"]),
        ("33,333;66,667\n66,667;33,333\n", &[], ["33333; 66667 with", "0.33333; 0.66667 with"]),
        ("1.234;2.345\n999;1.500\n", &["--normalise=any"], ["1234; 2345 with", "1.234; 2.345 with"]),
    ] {
        let found = refused(table.as_bytes(), flags);
        assert!(found.contains("or thousands apart? The row is"), "{table:?}: {found}");
        let ways: Vec<&str> = found.split("The row is ").nth(1).unwrap().split(", and ").collect();
        assert_eq!(ways.len(), 2, "{found}");
        for (way, reading) in ways.iter().zip(readings) {
            assert!(way.starts_with(reading), "{table:?}: {way}");
            let told: Vec<&str> = way.split(" with ").nth(1).unwrap().split_whitespace().collect();
            assert!(!taken(table.as_bytes(), &[flags, &told].concat()).entries.is_empty(), "{way}");
        }
    }
    // The table: by one reading it holds at ε = 3, by the other it does not.
    let folder = Folder::with(&[("t.csv", "\"98,013\",987\n987,\"98,013\"\n")]);
    let call = ["t.csv", "--graph", "line", "--epsilon", "3", "--normalise=any", "--no-certificate"];
    let with = |flags: &[&str]| folder.run(&[&call[..], flags].concat(), "").status;
    assert_eq!((with(&[]), with(&["--thousands", "comma"]), with(&["--decimal", "comma"])), (2, 1, 0));
}

/// A number that is one only with its thousands apart is refused with the call that reads it.
#[test]
fn plain_thousands_are_refused_with_a_call_that_reads_them() {
    for (table, flag) in [
        ("1,234.5;2\n1;2\n", "--thousands=comma"),
        ("1.234.567;2\n1;2\n", "--thousands=point"),
        ("1.234,5;2\n1;2\n", "--thousands=point"),
        ("1'000,2\n1,2\n", "--thousands=apostrophe"),
        ("1 000;2\n1;2\n", "--thousands=blank"),
        ("1.234;2\n0,5;2\n", "--thousands=point"),
    ] {
        let found = refused(table.as_bytes(), &[]);
        let call = found.split("for instance: certify ").nth(1).unwrap_or_else(|| panic!("{table:?}: {found}"));
        assert!(call.trim_end().ends_with(flag), "{found}");
        assert!(!taken(table.as_bytes(), &[flag]).entries.is_empty());
    }
    let found = refused(b"1,234;2\n1;2\n", &["--decimal", "point"]);
    assert!(found.contains("where commas stand between thousands, say --thousands comma"), "{found}");
    assert!(!refused(b"1,234.5;2\n1;2\n", &["--decimal", "comma"]).contains("for instance"));
}
