use super::counts;
use crate::counts::table;
use crate::table::{Settings, Thousands};
use dp_verify::limits::Limits;

fn read(text: &str) -> Result<crate::counts::Counts, String> {
    table(text.as_bytes(), &Settings::default(), &Limits::default()).map(|read| read.counts).map_err(|e| e.to_string())
}

#[test]
fn wide_tables_are_read() {
    let expected = counts("no yes\na 500 500\nb 30 970");
    for text in [
        "input,no,yes\na,500,500\nb,30,970\n",
        "\u{feff}\"input\";\"no\";\"yes\"\r\n\"a\";500;500\r\n\"b\";30;970\r\n",
        "\tno\tyes\na\t500\t500\nb\t30\t970",
        "# of January\nAnswer,no,yes\na,500,500\nb,30,970\n",
    ] {
        assert_eq!(read(text).as_ref(), Ok(&expected), "{text}");
    }
    // A known name of the first column settles names that are numbers.
    assert_eq!(read("input,0,1\n0,5,7\n1,0,8\n"), Ok(counts("0 1\n0 5 7\n1 0 8")));
    assert_eq!(read("500,501\n30,970\n"), Ok(counts("0 1\n0 500 501\n1 30 970")));
    assert_eq!(read("no,yes\n500,501\n30,970\n"), Ok(counts("no yes\n0 500 501\n1 30 970")));
    assert_eq!(read("50,50\n30,70\n"), Ok(counts("0 1\n0 50 50\n1 30 70")));
    assert_eq!(read("input,yes\n0,12\n1,40\n"), Ok(counts("yes\n0 12\n1 40")));
    assert_eq!(read("input,x,y\na,90,20\nb,10,80\n"), Ok(counts("x y\na 90 20\nb 10 80")));
    let said = |text: &str| table(text.as_bytes(), &Settings::default(), &Limits::default()).unwrap().recognised;
    assert_eq!(
        said("input;output;count\na;no;3\n"),
        "taken for 1 line of input, output and count, cells between semicolons"
    );
    let wide = "taken for 1 row of 2 numbers; cells between commas; line 1 names the outputs: no, yes; column 1 names the \
                answers: a";
    assert_eq!(said("input,no,yes\na,3,4\n"), wide);
    assert!(read("0,1,2\n500,1,7\n").unwrap_err().contains("Say --header no or --header yes"));
    let settings = Settings { thousands: Some(Thousands::Point), ..Settings::default() };
    let apart = table(b"x;no;yes\na;1.500;2\nb;3;1.234.567\n", &settings, &Limits::default()).unwrap().counts;
    assert_eq!(apart.counts, [[1500, 2], [3, 1_234_567]]);
}

#[test]
fn long_tables_are_read() {
    let expected = counts("yes no\nb 970 30\na 500 0");
    for text in [
        "input,output,count\nb,yes,970\nb,no,30\na,yes,500\n",
        "Count;Input;Output\n970;b;yes\n30;b;no\n500;a;yes\n0;a;no\n",
        "output\tcount\tinput\nyes\t970\tb\nno\t30\tb\nyes\t500\ta\n",
    ] {
        assert_eq!(read(text).as_ref(), Ok(&expected), "{text}");
    }
    let numbers = read("input,output,count\n10,0.5,1\n9,1e-1,2\n9,0.5,3\n").unwrap();
    assert_eq!(numbers, counts("1e-1 0.5\n9 2 3\n10 0 1"));
}

#[test]
fn what_is_no_count_is_refused_at_its_place() {
    let whole = "expected a whole number from 0: counts are whole numbers, digits alone";
    let like = "(this looks like a table of probabilities: use it without --counts)";
    for (text, message) in [
        ("input,no,yes\na,3.5,500\n", format!("2:3: found 3.5, {whole}")),
        ("input,no,yes\na,0.25,0.75\n", format!("2:3: found 0.25, {whole} {like}")),
        ("input,no,yes\na,5,-1\n", format!("2:5: found -1, {whole}")),
        ("input,no,yes\na,1/4,3/4\n", format!("2:3: found 1/4, {whole} {like}")),
        ("input,no,yes\na,20%,80%\n", format!("2:3: found 20%, {whole}")),
        ("input,no,yes\na,5,1e3\n", format!("2:5: found 1e3, {whole}")),
        (
            "input,no,yes\na,5,6\nb,0,0\n",
            "3:3: found a row without runs, expected a count above 0 for some output".to_owned(),
        ),
        ("input,no,yes\na,5,6\nb,5\n", "3:4: found 2 entries, expected 3 as in the first row".to_owned()),
        (
            "input,no,yes\na,5,6\nb,999999999999,2\n",
            "3:3: found a row of more than 10^12 runs, expected at most 1000000000000".to_owned(),
        ),
        (
            "input,no,yes\na,5,99999999999999999999999\n",
            "2:5: found 99999999999999999999999, expected at most 10^12 runs at an answer, not a number of 23 digits"
                .to_owned(),
        ),
        ("input,output,count\na,no,3.5\n", format!("2:6: found 3.5, {whole}")),
        ("input,output,count\na,no,0.5\n", format!("2:6: found 0.5, {whole} {like}")),
        ("count,input,output\n-2,a,no\n", format!("2:1: found -2, {whole}")),
        ("input,output,count\na,no,\n", format!("2:6: found , {whole}")),
        ("input,output,count\na,no,3\na,yes\n", "3:6: found 2 entries, expected 3 as in the first line".to_owned()),
        (
            "input,output,count\na,no,3\n\na,no,4\n",
            "4:1: found a,no again, which is in line 2 already, expected a line for each pair: counts of two lines are not \
             added up here"
                .to_owned(),
        ),
        (
            "input,output,count\na,no,999999999999\na,yes,2\n",
            "3:7: found a row of more than 10^12 runs, expected at most 1000000000000".to_owned(),
        ),
        (
            "input,output,count\na,no,1\nb,no,0\n",
            "3:1: found no run at answer b, expected a count above 0 for some output".to_owned(),
        ),
        ("input,output,count\n,no,1\n", "2:1: found an empty input, expected a name or a number".to_owned()),
        ("input,output,count\n", "1:1: found no line below the names of the columns".to_owned()),
    ] {
        assert_eq!(read(text), Err(message), "{text}");
    }
}
