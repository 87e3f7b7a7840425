//! What is recognised without flags.

use super::taken;

const HALVES: [[&str; 2]; 2] = [["1/4", "3/4"], ["3/4", "1/4"]];

#[test]
fn the_same_table_however_it_is_written() {
    for (table, said) in [
        ("0.25,0.75\n0.75,0.25\n", "cells between commas"),
        ("\u{feff}0.25,0.75\r\n0.75,0.25\r\n", "cells between commas"),
        ("0.25,0.75\r0.75,0.25", "cells between commas"),
        ("0,25;0,75\n0,75;0,25\n", "cells between semicolons; decimal commas"),
        ("0,25\t0,75\n0,75\t0,25\n", "cells between tabs; decimal commas"),
        (".25\t.75\n.75\t.25\n", "cells between tabs"),
        ("0,25 0,75\n0,75 0,25\n", "cells between blanks; decimal commas"),
        ("  0.25   0.75\n  0.75   0.25  \n", "cells between blanks"),
        ("\"0,25\",\"0,75\"\n\"0,75\",\"0,25\"\n", "cells between commas; decimal commas"),
        ("1/4,3/4\n75e-2,2.5E-01\n", "cells between commas"),
        ("# made by hand\n\n0.25,0.75\n   \n#\n0.75,0.25\n", "2 comment lines left out"),
        ("0.25,0.75,\n0.75,0.25,\n", "the delimiter at the end of each line left out"),
        ("25%,75%\n75 %,25\u{a0}%\n", "percentages, each divided by 100"),
        ("25,0%;75,0%\n75,0%;25,0%\n", "cells between semicolons; decimal commas; percentages"),
        (" 0.25 , \"0.75\"\n0.75 ,\t.25\n", "cells between commas"),
    ] {
        let taken = taken(table.as_bytes(), &[]);
        assert_eq!(taken.entries, HALVES, "{table:?}");
        assert_eq!((&taken.labels, &taken.outputs), (&None, &None), "{table:?}");
        assert!(taken.said.contains(said), "{table:?}: {}", taken.said);
        assert!(taken.said.starts_with("certify: t.csv: taken for 2 rows of 2 numbers; "), "{}", taken.said);
    }
}

#[test]
fn names_are_kept_and_said() {
    let names = |list: &[&str]| Some(list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
    for (table, labels, outputs) in [
        ("yes,no\n0.25,0.75\n0.75,0.25\n", None, names(&["yes", "no"])),
        (",yes,no\nA,0.25,0.75\nB,0.75,0.25\n", names(&["A", "B"]), names(&["yes", "no"])),
        ("answer;yes;no\nA;0,25;0,75\nB;0,75;0,25\n", names(&["A", "B"]), names(&["yes", "no"])),
        ("A,0.25,0.75\nB,0.75,0.25\n", names(&["A", "B"]), None),
        // As R writes it: no cell above the index, names in quotes, blanks between.
        ("\"yes\" \"no\"\n\"A b\" 0.25 0.75\n\"B\" 0.75 0.25\n", names(&["A b", "B"]), names(&["yes", "no"])),
        // As a data frame writes it.
        (",0,1\n0,0.25,0.75\n1,0.75,0.25\n", None, names(&["0", "1"])),
        // Delimiters, quotes and line ends inside of quotes.
        ("\"a, b\",\"say \"\"x\"\"\"\n0.25,0.75\n0.75,0.25\n", None, names(&["a, b", "say \"x\""])),
        ("x,\"two\nlines\"\n0.25,0.75\n0.75,0.25\n", None, names(&["x", "two\nlines"])),
        // A semicolon, a tab and a comma in names make no cells.
        ("x, y;z\n0,25;0,75\n0,75;0,25\n", None, names(&["x, y", "z"])),
        // Numbers that count up are names where rows come to 1 without them.
        ("1,2\n0.25,0.75\n0.75,0.25\n", None, names(&["1", "2"])),
        ("1,0.25,0.75\n2,0.75,0.25\n", names(&["1", "2"]), None),
        ("0,0.25,0.75\n1,0.75,0.25\n", None, None),
        ("answer,1,2\n1,0.25,0.75\n2,0.75,0.25\n", names(&["1", "2"]), names(&["1", "2"])),
        // A % in all cells but the names.
        ("18,65\n25%,75%\n75%,25%\n", None, names(&["18", "65"])),
        ("10,25%,75%\n20,75%,25%\n", names(&["10", "20"]), None),
        ("yes,no,\n0.25,0.75,\n0.75,0.25,\n", None, names(&["yes", "no"])),
    ] {
        let taken = taken(table.as_bytes(), &[]);
        assert_eq!(taken.entries, HALVES, "{table:?}");
        assert_eq!((taken.labels, taken.outputs), (labels.clone(), outputs.clone()), "{table:?}");
        assert_eq!(taken.said.contains("names the outputs"), outputs.is_some(), "{}", taken.said);
        assert!(labels.is_none() || taken.said.contains("column 1 names the answers"), "{}", taken.said);
    }
}

#[test]
fn flags_settle_what_is_ambiguous() {
    for (table, flags, entries) in [
        ("0,1\n1,0\n", &["--header", "no"][..], &[["0", "1"], ["1", "0"]][..]),
        ("0,1\n0.5,0.5\n1,0\n", &["--header", "yes"], &[["1/2", "1/2"], ["1", "0"]]),
        ("5,10\n0.5,0.5\n1,0\n", &["--header", "yes"], &[["1/2", "1/2"], ["1", "0"]]),
        ("5,0.5,0.5\n10,1,0\n", &["--index", "yes"], &[["1/2", "1/2"], ["1", "0"]]),
        ("0,5\n1,0\n", &["--delimiter", "comma", "--header", "no"], &[["0", "5"], ["1", "0"]]),
        ("50,50\n100,0\n", &["--percent"], &[["1/2", "1/2"], ["1", "0"]]),
        ("50,50\n100,0\n", &["--normalise=any"], &[["1/2", "1/2"], ["1", "0"]]),
        ("50,50\n100,0\n", &["--percent=no"], &[["50", "50"], ["100", "0"]]),
        ("0.5|0.5\n1|0\n", &["--delimiter", "|"], &[["1/2", "1/2"], ["1", "0"]]),
        ("a,1+\n0.5,0.5\n1,0\n", &["--header=yes"], &[["1/2", "1/2"], ["1", "0"]]),
        ("1,000;0,000\n0,500;0,500\n", &[], &[["1", "0"], ["1/2", "1/2"]]),
        ("1,000;2,000\n2,000;1,000\n", &["--decimal", "comma"], &[["1", "2"], ["2", "1"]]),
        ("1,000;2,000\n2,000;1,000\n", &["--decimal", ","], &[["1", "2"], ["2", "1"]]),
        ("0,1\n0.5,0.5\n1,0\n", &["--header=true"], &[["1/2", "1/2"], ["1", "0"]]),
    ] {
        assert_eq!(taken(table.as_bytes(), flags).entries, entries, "{table:?} {flags:?}");
    }
}

#[test]
fn comments_quotes_and_years_that_can_be_nothing_else_are_read() {
    for (table, flags, entries) in [
        ("#yes,no\n0.5,0.5\n#0.3,0.7\n1,0\n", &[][..], &[["1/2", "1/2"], ["1", "0"]][..]),
        ("# A,0.3,0.7\nA,0.5,0.5\nB,1,0\n", &[], &[["1/2", "1/2"], ["1", "0"]]),
        ("\"#A\",0.5,0.5\n\"B\" ,1,0\n", &[], &[["1/2", "1/2"], ["1", "0"]]),
        ("\"A; \"\"x\"\"\";\"0,5\";\"0,5\"\nB;1;0\n", &[], &[["1/2", "1/2"], ["1", "0"]]),
        ("12.345,87.655\n50.000,50.000\n", &["--percent"], &[["2469/20000", "17531/20000"], ["1/2", "1/2"]]),
        (
            "2019,1,1\n2020,5,0\n2021,1,0\n",
            &["--normalise=any", "--index=yes"],
            &[["1/2", "1/2"], ["1", "0"], ["1", "0"]],
        ),
        ("50,50\n100,0\n", &["--percent", "--rounding", "0.5%"], &[["1/2", "1/2"], ["1", "0"]]),
    ] {
        assert_eq!(taken(table.as_bytes(), flags).entries, entries, "{table:?} {flags:?}");
    }
}

#[test]
fn long_and_hostile_names_are_names() {
    let long = "x".repeat(10_000);
    let table = format!("{long},\u{202e}<script>\n0.25,0.75\n0.75,0.25\n");
    let taken = taken(table.as_bytes(), &[]);
    assert_eq!(taken.outputs, Some(vec![long, "\u{202e}<script>".to_owned()]));
    assert!(taken.said.len() < 300 && taken.said.contains("\\u{202e}<script>"), "{}", taken.said);
}

#[test]
fn one_column_and_one_row_are_tables() {
    assert_eq!(taken(b"1\n1\n1\n", &[]).entries, [["1"], ["1"], ["1"]]);
    assert_eq!(taken(b"0.5;0.5\n", &[]).entries, [["1/2", "1/2"]]);
    let one = taken(b"A,1\nB,1\n", &[]);
    assert_eq!((one.labels, one.entries), (Some(vec!["A".to_owned(), "B".to_owned()]), vec![vec!["1".to_owned()]; 2]));
}

#[test]
fn every_digit_counts() {
    // A number of 29 digits, and a third of a hundredth.
    let rows = taken(b"12,5%;87,500000000000000000000000003%\n1/3%;0%\n", &[]).entries;
    let long = format!("875{}3/1{}", "0".repeat(25), "0".repeat(29));
    assert_eq!(rows, [["1/8", &long], ["1/300", "0"]]);
}
