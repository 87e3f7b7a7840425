use super::*;

#[test]
fn capacity_is_the_sum_of_the_column_maxima() {
    let report = decide(&format!("{HALF}, {LINE_6}, {TABLE_2_M1}"));
    let values = [("multiplicative", "8/3"), ("bits", "1.41503749928")];
    assert_statement(statement(&report, Kind::Capacity), Verdict::Holds, &values);
}

#[test]
fn one_output_leaks_nothing() {
    let report = decide(&format!(r#"{HALF}, {PAIR}, "mechanism": {{"matrix": [[1], [1]]}}"#));
    assert_statement(statement(&report, Kind::Capacity), Verdict::Holds, &[("multiplicative", "1"), ("bits", "0")]);
}

#[test]
fn the_cube_reaches_the_bound_of_its_graph() {
    let cube =
        r#""query": {"graph": "hamming", "values": 2, "individuals": 3}, "mechanism": {"family": "exponential"}"#;
    let report = decide(&format!("{HALF}, {cube}, {FLAT}"));
    let values = [("multiplicative", "64/27"), ("bits", "1.24511249784")];
    assert_statement(statement(&report, Kind::Capacity), Verdict::Holds, &values);
    let bound = about(&report, Kind::LeakageBound, Some("flat"));
    assert_eq!(show(&bound.values[0].1), "64/27");
}

/// 2^L = x + y for rows (x, 1-x) and (1-y, y): a root of 2 has an exact number of bits, its neighbours have not.
#[test]
fn roots_of_two_have_exact_bits() {
    let capacity = |root: &str, between: &str, twice: &str| {
        let rest = format!(
            r#""privacy": {{"alpha": "1/9"}}, "constant": {{"root_of": {root}, "between": {between}}}, {PAIR},
               "mechanism": {{"matrix": [["({twice})/2", "1-({twice})/2"], ["1-({twice})/2", "({twice})/2"]]}}"#
        );
        statement(&decide(&rest), Kind::Capacity).values[1].1.clone()
    };
    let (square, cube) = (r#"["-2", "0", "1"]"#, r#"["-2", "0", "0", "1"]"#);
    for (root, twice, bits) in [
        (square, "b", "1/2"),
        (cube, "b", "1/3"),
        (cube, "b^2", "2/3"),
        (cube, "b^4/2", "1/3"),
        (square, "2-2/b^3", ""),
    ] {
        let value = capacity(root, r#"["1", "2"]"#, twice);
        assert_eq!(value.exact(60).unwrap_or_default(), bits, "{twice} {value:?}");
    }
    // √2 + 10^-14 is no root of 2, though twelve digits are the same.
    let near = capacity(square, r#"["1", "2"]"#, "b+1/10^14");
    assert_eq!((near.exact(60), near.decimal().as_deref()), (None, Some("0.500000000000")));
}

/// A bound in bits shows however near it is to 1/2, down to 10^-40, at √2 and at √2 + 10^-50.
#[test]
fn near_bounds_in_bits_are_compared() {
    let verdict = |twice: &str, expect: &str| {
        let rest = format!(
            r#""privacy": {{"alpha": "1/9"}}, "constant": {{"root_of": ["-2", "0", "1"], "between": ["1", "2"]}}, {PAIR},
               "mechanism": {{"matrix": [["({twice})/2", "1-({twice})/2"], ["1-({twice})/2", "({twice})/2"]]}},
               "claims": [{{"claim": "capacity", "expect": {{"bits": {expect}}}}}]"#
        );
        statement(&decide(&rest), Kind::Capacity).expected
    };
    let half = |sign: char| {
        format!("0.{}", if sign == '+' { format!("5{}1", "0".repeat(39)) } else { format!("4{}", "9".repeat(40)) })
    };
    for twice in ["b", "b+1/10^50"] {
        assert_eq!(verdict(twice, &format!(r#"{{"at_most": "{}"}}"#, half('+'))), Some(true), "{twice}");
        assert_eq!(verdict(twice, &format!(r#"{{"at_most": "{}"}}"#, half('-'))), Some(false), "{twice}");
    }
    assert_eq!(verdict("b", r#"{"at_most": "1/2"}"#), Some(true));
    assert_eq!(verdict("b+1/10^50", r#"{"at_most": "1/2"}"#), Some(false));
}
