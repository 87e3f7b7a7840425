use super::{Options, Outputs, counts, log, options, refused, texts};
use crate::counts::decimal::{compare, number, sort};
use crate::counts::{Bins, Share};
use proptest::prelude::*;
use std::cmp::Ordering;

#[test]
fn numbers_are_compared_as_they_are_written() {
    let rising = [
        "-1e3000", "-10", "-9.99", "-1", "-0.5", "-1e-7", "0", "1e-9999", "0.00999", "0.01", "1/3", "0.334", "1",
        "1.5", "9", "10", "123e2", "1e9999",
    ];
    for (i, x) in rising.iter().enumerate() {
        for (j, y) in rising.iter().enumerate() {
            assert_eq!(compare(&number(x).unwrap(), &number(y).unwrap()), i.cmp(&j), "{x} and {y}");
        }
    }
    for same in [["1e-3", "0.001"], ["-0", "0.00e5"], ["1/2", ".5"], ["+07", "7."], ["1200", "12e2"], ["2/6", "1/3"]] {
        let [x, y] = same.map(|text| number(text).unwrap());
        assert_eq!(compare(&x, &y), Ordering::Equal, "{same:?}");
    }
    assert!(number("1e10001").is_err() && number("x").is_err());
}

proptest! {
    #[test]
    fn order_is_that_of_the_values(
        x in "-?[0-9]{1,4}(\\.[0-9]{0,4})?(e-?[0-6])?",
        y in "-?[0-9]{0,2}\\.[0-9]{1,4}(e-?[0-6])?",
    ) {
        let (x, y) = (number(&x).unwrap(), number(&y).unwrap());
        prop_assert_eq!(compare(&x, &y), x.value().cmp(&y.value()));
    }
}

#[test]
fn labels_have_an_order_of_their_own() {
    for (labels, sorted) in [
        (vec!["10", "9", "-1", "1e1", "0.5"], vec!["-1", "0.5", "9", "10", "1e1"]),
        (vec!["n10", "n9"], vec!["n9", "n10"]),
        (vec!["yes", "10", "no"], vec!["10", "no", "yes"]),
    ] {
        let mut labels = texts(&labels);
        sort(&mut labels);
        assert_eq!(labels, texts(&sorted));
    }
}

#[test]
fn bins_are_half_open() {
    let bins = Bins::read(&["-1", "0", "1e-3", "1/2"]).unwrap();
    assert_eq!(bins.names(), texts(&["(-inf, -1)", "[-1, 0)", "[0, 1e-3)", "[1e-3, 1/2)", "[1/2, inf)"]));
    for (output, place) in [
        ("-1.00001", 0),
        ("-1.0", 1),
        ("-1e-300", 1),
        ("-0.0", 2),
        ("0.0009999999999999999999999999", 2),
        ("0.001", 3),
        ("1e-3", 3),
        ("0.0010", 3),
        (".5", 4),
        ("1e300", 4),
    ] {
        assert_eq!(bins.place(output), Ok(place), "{output}");
    }
    assert_eq!(Bins::read(&["1", "1.0"]).unwrap_err(), "found 1.0 after 1, expected cut points that rise");
    assert!(Bins::read::<&str>(&[]).is_err() && Bins::read(&["x"]).is_err());
}

#[test]
fn outputs_are_cut_into_bins() {
    let bins = options(Outputs::Bins(Bins::read(&["0", "0.5"]).unwrap()));
    let read = log("k,x\na,0.25\na,-3\nb,5e-1\na,0.4999\n", &bins).unwrap();
    assert_eq!(read.counts.outputs, texts(&["(-inf, 0)", "[0, 0.5)", "[0.5, inf)"]));
    assert_eq!(read.counts.counts, [[1, 2, 0], [0, 0, 1]]);
    assert_eq!(read.header, Some(["k".to_owned(), "x".to_owned()]));
    let nan = "3:3: found nan, which is no number, expected a number such as 0.25, 2.5e-1 or 1/4";
    assert_eq!(refused("a,1\nb,2\na,nan\n", &bins), nan);
}

#[test]
fn a_share_is_spread_over_the_log() {
    let is = |share: &str, n: u64| {
        let share = Share::read(share).unwrap();
        let mut lines = share.from(1);
        let all: Vec<u64> = (1..=n).filter(|_| lines.next()).collect();
        for from in 1..n {
            let mut lines = share.from(from);
            let rest: Vec<u64> = (from..=n).filter(|_| lines.next()).collect();
            assert_eq!(rest, all.iter().copied().filter(|&line| line >= from).collect::<Vec<_>>());
        }
        all
    };
    assert_eq!(is("10%", 35), [10, 20, 30]);
    assert_eq!(is("2/5", 10), [3, 5, 8, 10]);
    assert_eq!(is("0.75", 8), [2, 3, 4, 6, 7, 8]);
    for text in ["0", "1", "100%", "-1/2", "x", "1/3000000000", "1e-1"] {
        assert!(Share::read(text).is_err(), "{text}");
    }
}

#[test]
fn outputs_are_learnt_from_a_share_that_is_not_counted() {
    let learn = options(Outputs::Learnt(Share::read("1/2").unwrap()));
    // Lines 2, 4, 6 are for learning: they have seen x and y.
    let read = log("a,x\na,x\nb,z\nb,y\na,y\na,x\nb,x\n", &learn).unwrap();
    assert_eq!(read.counts, counts("x y other\na 1 1 0\nb 1 0 1"));
    assert_eq!((read.runs, read.learnt), (4, 3));
    let most = Options { most: 1, ..learn.clone() };
    assert!(refused("a,x\na,x\na,y\na,y\n", &most).starts_with("more than 1 different outputs: name those that"));
    let none = "1:1: found 1 run, none of them for learning, expected more runs, or a larger share";
    assert_eq!(refused("a,x\n", &Options { header: Some(false), ..learn }), none);
}
