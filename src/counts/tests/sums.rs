use super::counts;
use crate::counts::{Counts, MOST_RUNS};

#[test]
fn counts_are_added_by_their_names() {
    let (one, other) = (counts("no yes\na 1 2\nb 3 4"), counts("yes no\nb 10 20\na 30 40"));
    let sum = Counts::merge(&[("one", &one), ("other", &other), ("one", &one)]).unwrap();
    assert_eq!(sum, counts("no yes\na 42 34\nb 26 18"));
    assert_eq!(sum.runs(0), 76);
    assert_eq!(Counts::merge(&[("one", &one)]).as_ref(), Ok(&one));
}

#[test]
fn unlike_names_are_told() {
    let one = counts("no yes\na 1 2\nb 3 4");
    let merge = |text: &str| Counts::merge(&[("1.csv", &one), ("2.csv", &counts(text))]).unwrap_err();
    let expected = "expected the same outputs in both";
    assert_eq!(merge("no yes 5\na 1 2 3\nb 1 2 3"), format!("2.csv has the output 5 and 1.csv has not, {expected}"));
    assert_eq!(merge("no\na 1\nb 3"), format!("1.csv has the output yes and 2.csv has not, {expected}"));
    let expected = "expected the same answers in both";
    assert_eq!(merge("no yes\na 1 2\nc 3 4"), format!("1.csv has the answer b and 2.csv has not, {expected}"));
    assert_eq!(Counts::merge(&[]).unwrap_err(), "found no counts to add, expected some");
}

#[test]
fn a_sum_has_a_limit() {
    let mut most = counts("no yes\na 1 0");
    most.counts[0][0] = MOST_RUNS;
    let message = Counts::merge(&[("1", &most), ("2", &counts("no yes\na 0 1"))]).unwrap_err();
    assert_eq!(message, "1000000000001 runs at answer a, the limit is 10^12");
}
