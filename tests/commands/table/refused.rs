//! What is refused, where, and with which way out.

use super::refused;

#[test]
fn what_could_be_read_in_two_ways_names_the_flag_that_settles_it() {
    for (table, message) in [
        ("0,5,0,5\n1,0,0,0\n", "t.csv:1:1: found 0,5: two numbers, or one with a decimal comma? Say --delimiter comma"),
        ("12,5,87,5\n50,0,50,0\n", "t.csv:1:1: found 12,5: two numbers"),
        ("0,5\n0,5\n", "t.csv:1:1: found 0,5: two numbers"),
        (
            "0,1\n1,0\n",
            "t.csv:1:1: found 0, 1: is this a row of the table, or the names of the outputs? Say --header no or --header yes",
        ),
        ("5,10\n0.5,0.5\n1,0\n", "t.csv:1:1: found 5, 10: is this a row"),
        (
            "5,0.5,0.5\n10,1,0\n",
            "t.csv:1:1: found 5, 10 in the first column: are these numbers of the table, or the names of the nodes? Say --index no or --index yes",
        ),
        ("0,20,30\n1,9,4\n2,11,12\n", "t.csv:1:1: found 0, 1, 2 in the first column"),
        (
            "1,000;2,000\n2,000;1,000\n",
            "t.csv:1:1: found 1,000: a decimal comma, or thousands apart? The row is 1000; 2000 with --thousands comma, and \
             1.000; 2.000 with --decimal comma",
        ),
        ("50,50\n100,0\n", "t.csv:1:1: the row sums to about 100: say --percent if"),
        ("49.9;50.2\n99.9;0.1\n", "t.csv:1:1: the row sums to about 100"),
        ("a,1+,1\n0.5,0.5,0\n1,0,0\n", "t.csv:1:3: found \"1+\" beside numbers"),
        (
            "1,1+\n0.5,0.5\n1,0\n",
            "t.csv:1:3: found \"1+\" beside numbers, expected a number (if the first row names the outputs, say --header yes)",
        ),
        (
            "0.5,0.5\nx,1\n",
            "t.csv:2:1: found \"x\" below or above numbers, expected a number (if the first column names the nodes, say --index yes)",
        ),
    ] {
        let found = refused(table.as_bytes(), &[]);
        assert!(found.starts_with(message), "{table:?}: {found}");
    }
    // Rounded percentages come to 100 nearly, and do so with small names added too.
    for table in [
        "count,0,1,2\n0,75.0,15.0,10.0\n1,50.0,30.0,20.1\n2,40.0,30.0,30.0\n",
        "true count;n=0;n=1;n=2\n0;75,0;15,0;10,0\n1;50,0;30,0;20,1\n2;40,0;30,0;29,9\n",
        "0,62.2,37.9\n4,50.1,50.0\n2,37.8,62.2\n",
    ] {
        let found = refused(table.as_bytes(), &["--percent"]);
        assert!(
            found.contains(" in the first column: are these numbers of the table, or the names"),
            "{table:?}: {found}"
        );
    }
}

/// What a person sees as a row is never taken for names, and names never for numbers, without a word.
#[test]
fn what_sums_can_not_tell_is_asked() {
    let (row, column, quote) = ("is this a row of the table", "in the first column", "a quote that does not end");
    for (table, flags, place, message) in [
        // The label of the first row, or the first name above, is missing.
        (",0.25,0.75\nB,0.75,0.25\n", &[][..], "1:2", row),
        (",yes,no\n0.2,0.3,0.5\n0.1,0.1,0.8\n", &[], "2:1", column),
        // The sign of a row, or of a column, is missing.
        ("25,75\n75%,25%\n", &[], "1:1", row),
        ("25,75%\n75,25%\n", &[], "1:1", column),
        // Names as small as probabilities.
        ("0.05,0.5,0.5\n0.1,0.25,0.75\n", &[], "1:1", column),
        // Where rows may have any sum.
        ("year,yes,no\n2019,12,34\n2020,1,4\n2021,5,5\n", &["--normalise"], "2:1", column),
        ("0,12,34\n1,5,6\n", &["--normalise"], "1:1", column),
        ("2019,2020,2021\n12,34,5\n1,4,2\n", &["--normalise"], "1:1", row),
        ("1,2,3\n4,5,6\n", &["--normalise"], "1:1", row),
        (
            "1.234;2.345\n999;1.500\n",
            &["--normalise"],
            "1:1",
            "a decimal point, or thousands apart? The row is 1234; 2345 with --thousands point, and 1.234; 2.345 with --decimal",
        ),
        ("0.2,0.4,0.1\n0.8,0.6,0.9\n", &["--normalise"], "1:1", "each column sums to 1"),
        // Sums beside and below.
        ("a,b,total\n0.5,0.5,1\n0.25,0.75,1\n", &[], "1:5", "found \"total\" above sums of the rows"),
        ("x,a,b\nA,1,2\nB,3,4\nSum,4,6\n", &["--normalise"], "4:1", "found \"Sum\" beside sums of the columns"),
        // Numbers in other signs are no names.
        ("¼,¾\n0.75,0.25\n", &[], "1:1", "found \"¼\", expected digits from 0 to 9 (if the first row"),
        ("−0.5,−1.5\n0.5,0.5\n", &[], "1:1", "expected digits from 0 to 9"),
        ("=1/3,=2/3\n0.75,0.25\n", &[], "1:1", "found \"=1/3\""),
        ("٠.٢,0.8\n٠.٣,0.7\n", &[], "1:1", "found \"٠.٢\", expected digits"),
        // Rows behind a # and inside of quotes.
        ("A,0.5,0.5\n#2,0.75,0.25\nC,0.5,0.5\n", &[], "2:1", "found a # before what may be a row"),
        ("0.5,0.5\n#N/A,0.5\n0.75,0.25\n", &[], "2:1", "found a # before what may be a row"),
        ("A,0.5,0.5\n\"B,0.75,0.25\nC\",0.6,0.4\n", &[], "2:1", "a name of several lines with numbers"),
        ("A,0.5,0.5\n\"B,0.75,0.25\n\"C\",0.6,0.4\n", &[], "2:1", quote),
        ("\"0.2\"5,0.75\n0.5,0.5\n", &[], "1:1", quote),
    ] {
        let found = refused(table.as_bytes(), flags);
        assert!(found.starts_with(&format!("t.csv:{place}: ")) && found.contains(message), "{table:?}: {found}");
    }
}

#[test]
fn a_rounding_that_says_nothing_is_refused() {
    for (table, rounding, message) in [
        ("0.5,0.5\n", "0.5", "--rounding: found 0.5, expected less than 1/2"),
        ("0.5,0.5\n", "1e999999999", "--rounding: found 1e999999999, expected less than 1/2"),
        ("50%,50%\n", "0.5", "--rounding: found 0.5, more than a unit of the last place"),
        ("0.5,0.5\n", "%", "--rounding: in \"%\""),
        (
            "0.2,0.2,0.2,0.4\n0.25,0.25,0.25,0.25\n",
            "0.4",
            "--rounding: found 0.4, expected less than the largest entry, 0.4: within that of it may be 0",
        ),
        ("20%,20%,20%,40%\n", "40%", "--rounding: found 40%, expected less than the largest entry, 0.40"),
    ] {
        let found = refused(table.as_bytes(), &["--rounding", rounding]);
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn what_is_wrong_has_its_line_and_column() {
    for (table, message) in [
        ("", "t.csv:1:1: found 0 rows, expected a row of numbers for each node"),
        ("# nothing\n", "t.csv:2:1: found 0 rows"),
        ("yes,no\n", "t.csv:1:1: found \"yes\", expected a row of numbers"),
        ("just some text\nand more of it\n", "t.csv:2:1: found \"and"),
        ("0.5|0.5\n1|0\n", "t.csv:2:1: found \"1|0\", expected a row of numbers such as 0.25 or 1/4 for each node"),
        ("0.5,0.5\n0.5,nan\n", "t.csv:2:5: found nan, which is no number"),
        ("0.5,nan\n0.5,0.5\n", "t.csv:1:5: found nan, which is no number"),
        ("0.5,0.5\n-Infinity,0.5\n", "t.csv:2:1: found -Infinity, which is no number"),
        ("0.5,0.5\n0.5\n", "t.csv:2:4: found 1 entry, expected 2 as in the first row"),
        ("0.5,0.5\n0.5,0.3,0.2\n", "t.csv:2:9: found an entry past the last, expected 2 entries as in the first row"),
        (
            "A,B\n0,5,0,5\n0,1,0,9\n",
            "t.csv:2:5: found an entry past the last, expected 2 entries as in the first row (decimal commas between commas?",
        ),
        ("0.5,0.5\n0.5,O.5\n", "t.csv:2:5: found \"O.5\", expected a number such as 0.25, 2.5e-1 or 1/4"),
        ("0.5,0.5\n0.5,\n", "t.csv:2:5: found an empty entry"),
        ("0.5,0.5\n1/0,1\n", "t.csv:2:1: found \"1/0\", whose denominator is 0"),
        ("1,000.5;2\n1;2\n", "t.csv:1:1: found \"1,000.5\", thousands apart from the rest, expected plain digits"),
        ("0.5 0.5\n1'000 0.5\n", "t.csv:2:1: found \"1'000\", thousands apart"),
        ("0.5;0.5\n0,5;0,5\n", "t.csv:1:1: found 0.5 with a point, and others with a decimal comma, first in line 2"),
        ("25%,75%\n75,25%\n", "t.csv:2:1: found 75 without a %, and others with one, first in line 1"),
        ("yes,no,yes\n0.2,0.3,0.5\n", "t.csv:1:8: found \"yes\" again, which is at 1:1 already"),
        (
            "A,0.5,0.5\nA,0.5,0.5\n",
            "t.csv:2:1: found \"A\" again, which is at 1:1 already, expected a name of its own for each node",
        ),
        ("yes,,no\n0.2,0.3,0.5\n", "t.csv:1:5: found an empty name"),
        ("\"0,5\",\"0,5\"\n\"1\",\"x, y\"\n", "t.csv:2:5: found \"x, y\""),
        ("\"yes,no\n0.5,0.5\n1,0\n", "t.csv:1:1: found"),
        ("O.5,0.5\n0.5,0.5\n", "t.csv:1:1: found \"O.5\" below or above numbers"),
        ("0.5, O.5\n0.5, 0.5\n", "t.csv:1:6: found \"O.5\" beside numbers"),
    ] {
        let found = refused(table.as_bytes(), &[]);
        assert!(found.starts_with(message), "{table:?}: {found}\nexpected {message}");
    }
}

#[test]
fn what_is_no_text_is_told_apart() {
    for (bytes, message) in [
        (
            &b"\xff\xfe0\x00.\x005\x00,\x00"[..],
            "t.csv:1:1: a byte that is no UTF-8, expected a table as text, its entries between commas: this looks like UTF-16",
        ),
        (
            b"0\x00.\x005\x00,\x000\x00",
            "t.csv:1:2: a zero byte, expected a table as text, its entries between commas: this looks like UTF-16",
        ),
        (
            b"caf\xe9,x\n0.5,0.5\n",
            "t.csv:1:4: a byte that is no UTF-8, expected a table as text, its entries between commas: save the table as UTF-8",
        ),
        (
            b"PK\x03\x04\xff\0\0\0",
            "t.csv:1:5: a byte that is no UTF-8, expected a table as text, its entries between commas: this is a spreadsheet",
        ),
        (
            b"\x93NUMPY\x01\0",
            "t.csv:1:1: a byte that is no UTF-8, expected a table as text, its entries between commas: this is an array of NumPy",
        ),
    ] {
        let found = refused(bytes, &[]);
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn flags_against_the_table_are_refused() {
    for (table, flags, message) in [
        (
            "0.5,0.5\n",
            &["--percent"][..],
            "t.csv:1:1: the row sums to about 1 as it is, expected about 100 with --percent",
        ),
        ("50%,50%\n", &["--percent=no"], "t.csv:1:1: found 50%, against --percent=no"),
        ("0.5;0.5\n", &["--decimal", "comma"], "t.csv:1:1: found 0.5 with a decimal point, against --decimal"),
        ("0.5;0.5\n", &["--delimiter", "comma"], "t.csv:1:1: found \"0.5;0.5\""),
        ("0.5,0.5\n", &["--delimiter", "x"], "--delimiter"),
        (
            "0.0,0\n1,1\n",
            &["--normalise", "--header", "no", "--index", "no"],
            "t.csv:1:1: row 0 sums to 0, and only a row",
        ),
        ("0.5,0.5\n", &["--rounding", "-1"], "--rounding"),
        ("0.5,0.5\n1,0\n", &["--prior", "1/2,1/4"], "--prior: the sum of the weights is 3/4, expected exactly 1"),
        ("0.5,0.5\n1,0\n", &["--claim", "optimal"], "--claim: `optimal` needs a prior: say --prior uniform"),
        ("0.5,0.5\n1,0\n", &["--claim", "optimall"], "--claim: found \"optimall\""),
        ("0.5,0.5\n1,0\n", &["--claim", "{\"claim\": \"dp\"], \"x\": [{"], "--claim: no JSON"),
        ("0.5,0.5\n1,0\n", &["--claim", "derivable"], "--claim: `derivable` needs the other mechanism"),
        ("0.5,0.5\n1,0\n", &["--within", "1e-9"], "--within: found no --claim optimal"),
        ("0.5,0.5\n1,0\n", &["--max", "3"], "--max does not go with --graph complete"),
        ("0.5,0.5\n1,0\n", &["--delta", "1"], "--delta: found \"1\", expected 0 ≤ δ < 1"),
        ("0.5,0.5\n1,0\n", &["--loss", "cubed"], "--loss: found \"cubed\""),
        ("0.5,0.5\n1,0\n", &["--only", "threshhold"], "--only"),
    ] {
        let found = refused(table.as_bytes(), flags);
        assert!(found.contains(message), "{table:?} {flags:?}: {found}");
    }
}

/// A line for each entry, with a mistake in it, is no table of three outputs.
#[test]
fn what_is_long_is_not_taken_for_wide() {
    let all = "1,1,0.6\n1,2,0.3\n1,3,0.1\n2,1,0.3\n2,2,0.4\n2,3,0.3\n3,1,0.1\n3,2,0.3\n3,3,0.6\n";
    let (missing, twice) = (all.replace("3,1,0.1\n", ""), format!("{all}3,3,0.6\n"));
    for (head, table, message) in [
        (
            "answer,output,probability\n",
            &missing,
            "found no line for answer 3 and output 1, expected one for each pair",
        ),
        ("answer,output,probability\n", &twice, "found 3, 3 again, which is in line 10 already"),
        ("i,j,p\n", &missing, "found 1, 1, 0.6: an answer, an output and its probability, or a row of 3 numbers?"),
        ("", &missing, "found 1, 1, 0.6: an answer, an output and its probability, or a row of 3 numbers?"),
    ] {
        let found = refused(format!("{head}{table}").as_bytes(), &[]);
        assert!(found.contains(message), "{head}: {found}");
    }
    let found = refused(b"none,1,0.6\nnone,2,0.4\nsome,1,0.4\nmany,2,0.6\n", &[]);
    assert!(found.contains("again, which is at 1:1 already") && found.contains("Say --long"), "{found}");
}

#[test]
fn a_missing_name_of_an_output_is_no_output_called_answer() {
    let table = b"answer,none,mild\nnone,0.6,0.3,0.1\nmild,0.3,0.4,0.3\nsevere,0.1,0.3,0.6\n";
    let found = refused(table, &[]);
    assert!(found.starts_with("t.csv:1:1: found 3 names above 4 columns, the first of them \"answer\""), "{found}");
}

/// Sums of counts do not say on which side they stand.
#[test]
fn outputs_beside_counts_are_asked_about() {
    let table = b"output,A,B\nyes,5000,10000\nno,95000,90000\n";
    for flags in [&["--counts", "--confidence", "0.999"][..], &["--normalise=any"]] {
        let found = refused(table, flags);
        assert!(
            found.contains("found \"output\" above the names of the rows: expected a row for each answer"),
            "{found}"
        );
    }
}
