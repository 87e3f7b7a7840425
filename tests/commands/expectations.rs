//! Expectations with tolerances and logarithms.

use super::ci::file;
use super::folder::Folder;
use super::schemas::{assert_valid, schema};

/// −ln(1/4) = 1.38629436…, and the capacity is log₂(8/5) = 0.678….
#[test]
fn a_number_may_have_a_tolerance_and_be_a_logarithm() {
    for (claim, value, bound, status) in [
        ("dp", "epsilon_min", r#"{"equals": "1.386", "tolerance": "0.001"}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "1.386", "tolerance": "0.0002"}"#, 1),
        ("dp", "alpha_max", r#"{"equals": "0.26", "tolerance": "0.01"}"#, 0),
        ("dp", "alpha_max", r#"{"equals": "0.26", "tolerance": "0.00999999999999999999999999"}"#, 1),
        ("dp", "alpha_max", r#"{"equals": "1/4", "tolerance": 0}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "ln(4)"}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "ln( 4.0000000000000000000000000000000000001 )"}"#, 1),
        ("dp", "epsilon_min", r#"{"at_most": "ln(4)", "at_least": "ln(3.99)"}"#, 0),
        ("dp", "epsilon_min", r#"{"at_most": "ln(3.99)"}"#, 1),
        ("dp", "epsilon_min", r#"{"at_least": "ln(1/2)"}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "2*ln(2)"}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "ln(16)/2"}"#, 0),
        ("dp", "epsilon_min", r#"{"equals": "-1/2*ln(1/16)"}"#, 0),
        ("dp", "epsilon_min", r#"{"at_least": "3*ln(2)"}"#, 1),
        ("capacity", "bits", r#"{"at_most": "3*log2(2)"}"#, 0),
        ("capacity", "bits", r#"{"equals": "log2(8/5)"}"#, 0),
        ("capacity", "bits", r#"{"at_most": "log2(1.59)"}"#, 1),
        ("capacity", "bits", r#"{"equals": "0.678", "tolerance": "1/1000"}"#, 0),
        ("shannon-capacity", "bits", r#"{"equals": "0.278", "tolerance": "1/1000"}"#, 0),
    ] {
        let claim = format!(r#"{{"claim": "{claim}", "expect": {{"{value}": {bound}}}}}"#);
        let folder = Folder::with(&[("m.json", &file(&claim))]);
        assert_valid(&schema("dp-mechanism-1.json"), &file(&claim), &claim);
        let ended = folder.run(&["m.json"], "");
        assert_eq!(ended.status, status, "{claim}\n{}{}", ended.out, ended.err);
        let holds = folder.verify(&["m.json", "m.cert.json", "--holds"]).status;
        assert_eq!(holds, status, "{claim}");
    }
}

#[test]
fn what_no_tolerance_and_no_logarithm_is_of_is_told() {
    for (claim, value, bound, message) in [
        (
            "dp",
            "epsilon_min",
            r#"{"at_most": "1", "tolerance": "0.1"}"#,
            "a tolerance without one number that it is about, expected it beside",
        ),
        ("dp", "epsilon_min", r#"{"tolerance": "0.1"}"#, "a tolerance without one number"),
        (
            "dp",
            "epsilon_min",
            r#"{"equals": "1", "at_most": "2", "tolerance": "0.1"}"#,
            "a tolerance without one number",
        ),
        ("dp", "epsilon_min", r#"{"equals": "1", "tolerance": "-0.1"}"#, "found \"-0.1\", expected a number ≥ 0"),
        ("dp", "epsilon_min", r#"{"equals": "ln(4)", "tolerance": "0.1"}"#, "a tolerance beside \"ln(4)\", expected"),
        ("dp", "epsilon_min", r#"{"equals": "log2(4)"}"#, "found \"log2(4)\", expected a number, or ln(…) of one"),
        ("dp", "epsilon_min", r#"{"equals": "ln(-4)"}"#, "found \"ln(-4)\", expected the logarithm of a number > 0"),
        ("dp", "epsilon_min", r#"{"equals": "ln(x)"}"#, "expected a number"),
        (
            "dp",
            "epsilon_min",
            r#"{"equals": "ln(2)/2"}"#,
            "found \"ln(2)/2\", expected a number, or ln(…) of one, perhaps",
        ),
        ("dp", "epsilon_min", r#"{"equals": "99999999999*ln(2)"}"#, "or ln(…) of one, perhaps with a whole number"),
        ("dp", "epsilon_min", r#"{"equals": "2 ln(2)"}"#, "did you mean 2*ln(2)?"),
        (
            "threshold",
            "set",
            r#"{"equals": [["0", "1"]], "tolerance": "0.1"}"#,
            "a tolerance of `set`, which is no number",
        ),
        ("dp", "epsilon_min", r#"{"equals": "ln 4"}"#, "or ln(…) of one; did you mean ln(4)?"),
        ("dp", "epsilon_min", r#"{"equals": "Log[4]"}"#, "or ln(…) of one; did you mean ln(4)?"),
        ("capacity", "bits", r#"{"equals": "log(8/5)"}"#, "or log2(…) of one; did you mean log2(8/5)?"),
        ("capacity", "bits", r#"{"equals": "log_2(8/5)"}"#, "or log2(…) of one; did you mean log2(8/5)?"),
        ("dp", "epsilon_min", r#"{"at_least": "2", "at_most": "1"}"#, "no number meets both"),
        ("capacity", "bits", r#"{"equals": "2*ln(3)"}"#, "expected a number, or log2(…) of one"),
        ("capacity", "bits", r#"{"equals": "2*log(3)"}"#, "expected a number, or log2(…) of one"),
        ("dp", "epsilon_min", r#"{"equals": "2*log2(2)"}"#, "expected a number, or ln(…) of one"),
        ("dp", "epsilon_min", r#"{"equals": "ln(2)*log2(2)"}"#, "expected a number, or ln(…) of one"),
        ("dp", "epsilon_min", r#"{"equals": "ln(2)+ln(2)"}"#, "expected a number, or ln(…) of one"),
        ("dp", "alpha_max", r#"{"equals": "ln(4)"}"#, "this value is compared with no logarithms"),
        ("shannon-capacity", "bits", r#"{"equals": "log2(3)"}"#, "this value is compared with no logarithms"),
        ("dp", "alpha_max", r#"{"equals": "1/4", "tolerence": 0}"#, "did you mean tolerance? Expected one of: equals"),
    ] {
        let claim = format!(r#"{{"claim": "{claim}", "expect": {{"{value}": {bound}}}}}"#);
        let folder = Folder::with(&[("m.json", &file(&claim))]);
        let ended = folder.run(&["m.json"], "");
        assert_eq!((ended.status, &*ended.out), (2, ""), "{claim}");
        assert!(ended.err.starts_with("certify: m.json:2:") && ended.err.contains(message), "{claim}\n{}", ended.err);
    }
}
