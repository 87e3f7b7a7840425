use super::*;

fn cube(values: usize, individuals: usize, mechanism: &str) -> Report {
    decide(&format!(
        r#"{HALF}, "query": {{"graph": "hamming", "values": {values}, "individuals": {individuals}}},
            "mechanism": {mechanism}, "claims": ["individual-leakage", "capacity"]"#
    ))
}

/// The tight-constraints mechanism: (vE/(v−1+E))^u in all, and vE/(v−1+E) about each individual.
#[test]
fn the_exponential_mechanism() {
    for (values, individuals, about_one, in_all) in
        [(2, 3, "4/3", "64/27"), (3, 2, "3/2", "9/4"), (4, 1, "8/5", "8/5"), (2, 1, "4/3", "4/3")]
    {
        let report = cube(values, individuals, r#"{"family": "exponential"}"#);
        for (kind, expected) in [(Kind::IndividualLeakage, about_one), (Kind::Capacity, in_all)] {
            assert_eq!(show(&statement(&report, kind).values[0].1), expected, "{values}^{individuals}");
        }
    }
}

/// A mechanism that tells the second individual's value and nothing of the first.
#[test]
fn about_one_of_two() {
    let report = cube(2, 2, r#"{"matrix": [[1, 0], [0, 1], [1, 0], [0, 1]]}"#);
    let found = statement(&report, Kind::IndividualLeakage);
    assert_statement(found, Verdict::Holds, &[("multiplicative", "2"), ("bits", "1")]);
    assert_eq!(found.explanation, ["most about individual 1 where the others are as in 0"]);
    let report = cube(2, 2, r#"{"family": "uniform"}"#);
    assert_statement(
        statement(&report, Kind::IndividualLeakage),
        Verdict::Holds,
        &[("multiplicative", "1"), ("bits", "0")],
    );
}
