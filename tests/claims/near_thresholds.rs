//! Irrational α close to where a verdict changes: the precision of the witness grows until the answer shows.

use crate::random::are_exhaustive;
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::{Kind, Mechanism};
use dp_verify::report::{Statement, Verdict};
use dp_verify::verify;

/// −ln α*, the least ε at which the sum of 65 numbers from 0 to 2 has tight constraints.
const OF_SUM: &str = "0.281199574322961846512050764067920020945013981104344672691481";

/// The same of the sum of 150 numbers from 0 to 5, and of two counts of 30 individuals.
const OF_LARGER: [(&str, &str); 2] = [
    (
        r#"{"graph": "sum", "individuals": 150, "max": 5}"#,
        "0.968133484697229343720762864920532445737534169496306253645438",
    ),
    (
        r#"{"graph": "counts", "individuals": 30, "queries": 2}"#,
        "1.136080275245551076721269396717632425152658462755739653261422",
    ),
];

/// 1/(1+e): at ε = 1 the distribution (p, 1−p) is regular iff p is at least that, and at most one less that.
const OF_BIT: &str = "0.268941421369995120748840758178163725634855359834943480723634";

/// That decimal to so many places, and one more or less in the last.
fn beside(number: &str, places: usize, more: bool) -> String {
    let (whole, fraction) = number.split_once('.').expect("a decimal");
    let mut digits: Vec<u8> = fraction[..places].bytes().map(|c| c - b'0').collect();
    if more {
        // The decimal is cut off below the number: one more in the last place is above it.
        for place in (0..places).rev() {
            digits[place] = (digits[place] + 1) % 10;
            if digits[place] != 0 {
                break;
            }
        }
    }
    let digits: String = digits.iter().map(|&d| char::from(b'0' + d)).collect();
    format!("{whole}.{digits}")
}

fn decide(file: &str, kind: Kind) -> (Statement, String) {
    let options = Options { only: vec![kind], ..Options::default() };
    let certified = certify(file.as_bytes(), &options).expect("a good file");
    let mechanism = Mechanism::read(file.as_bytes(), &Limits::default()).expect("a good file");
    let again = verify(&mechanism, certified.certificate.as_bytes(), &Limits::default()).expect("well-formed");
    assert!(again.accepted(), "{file}: {:?}", again.refusals);
    (certified.report.statements[0].clone(), certified.certificate)
}

#[test]
fn tight_constraints_close_to_a_threshold() {
    for places in [4, 12, 20, 30, 57] {
        for more in [false, true] {
            let epsilon = beside(OF_SUM, places, more);
            let file = format!(
                r#"{{"format": "dp-mechanism/1", "privacy": {{"epsilon": "{epsilon}"}},
                    "query": {{"graph": "sum", "individuals": 65, "max": 2}}, "claims": ["tight-constraints-exist"]}}"#
            );
            let (statement, certificate) = decide(&file, Kind::TightConstraintsExist);
            assert_eq!(statement.verdict, Verdict::of(more), "{epsilon}: {:?}", statement.reason);
            // An entry of 10^-57 does not show at 192 bits.
            assert_eq!(certificate.contains("\"bits\""), more && places == 57, "{epsilon}");
        }
    }
}

/// At ε beside the threshold of a query: above it a mechanism with tight constraints exists, below it none does.
fn beside_a_threshold((query, threshold): (&str, &str), places: usize) {
    for more in [false, true] {
        let epsilon = beside(threshold, places, more);
        let file = format!(
            r#"{{"format": "dp-mechanism/1", "privacy": {{"epsilon": "{epsilon}"}}, "query": {query},
                "claims": ["tight-constraints-exist"]}}"#
        );
        let (statement, _) = decide(&file, Kind::TightConstraintsExist);
        assert_eq!(statement.verdict, Verdict::of(more), "{epsilon}: {:?}", statement.reason);
    }
}

/// Within 10^-30 of it; in the exhaustive tests forty ε, ten on either side of each: within 10^-12, 10^-14, …,
/// 10^-30.
#[test]
fn larger_queries_close_to_a_threshold() {
    let first = if are_exhaustive() { 12 } else { 30 };
    for query in OF_LARGER {
        (first..=30).step_by(2).for_each(|places| beside_a_threshold(query, places));
    }
}

/// Seven individuals, each with a distribution of its own: one is close to where it ceases to be regular.
#[test]
fn a_product_prior_that_is_hardly_regular() {
    for places in [12, 30, 57] {
        for more in [false, true] {
            let p = beside(OF_BIT, places, more);
            let file = format!(
                r#"{{"format": "dp-mechanism/1", "privacy": {{"epsilon": 1}},
                    "query": {{"graph": "hamming", "values": 2, "individuals": 7}},
                    "priors": {{"p": {{"product": [["{p}", "1-{p}"], ["3/10", "7/10"], ["2/5", "3/5"],
                        ["5/12", "7/12"], ["2/7", "5/7"], ["3/7", "4/7"], ["4/9", "5/9"]]}}}},
                    "claims": [{{"claim": "regular", "prior": "p"}}]}}"#
            );
            let (statement, _) = decide(&file, Kind::Regular);
            assert_eq!(statement.verdict, Verdict::of(more), "{p}: {:?}", statement.reason);
        }
    }
}
