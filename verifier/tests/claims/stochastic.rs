//! `stochastic`: X ≥ 0 and every row of X sums to exactly 1.

use crate::harness::{self, Fate, Trial, file, hold};
use dp_kernel::Why;

const DP: &str = r#"{"claim": "dp", "verdict": "holds", "values": {"alpha_max": "1", "epsilon_min": "0"}}"#;
const DP_FAILS: &str = r#"{"claim": "dp", "verdict": "fails", "witness": {"row": 1, "output": 0}}"#;
const HOLDS: &str = r#"{"claim": "stochastic", "verdict": "holds"}"#;

/// A table on the line of three.
fn table(rows: &str) -> String {
    file("1/2", &format!(r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {rows}}}"#))
}

fn fails(witness: &str) -> String {
    format!(r#"{{"claim": "stochastic", "verdict": "fails", "witness": {witness}}}"#)
}

#[test]
fn both_fates() {
    let good = table(r#"[["1/3", "2/3"], ["1/3", "2/3"], ["1/3", "2/3"]]"#);
    let short = table(r#"[["1/2", "1/3"], ["1/2", "1/3"], ["1/2", "1/3"]]"#);
    let negative = table(r#"[["1/3", "2/3"], ["-1/3", "4/3"], ["1/3", "2/3"]]"#);
    let almost = table(r#"[[0.333333333333, 0.666666666667], [0.333333333333, 0.666666666666], ["1/3", "2/3"]]"#);
    hold(&[
        Trial::new("a mechanism", &good, &[HOLDS, DP], Fate::Proves(&["stochastic: holds"])),
        Trial::new(
            "rows that sum to 5/6",
            &short,
            &[&fails(r#"{"row": 2}"#), DP],
            Fate::Proves(&["stochastic: fails"]),
        ),
        Trial::new(
            "a negative entry in a row that sums to 1",
            &negative,
            &[&fails(r#"{"row": 1}"#), DP_FAILS],
            Fate::Proves(&["stochastic: fails", "dp: fails"]),
        ),
        Trial::new(
            "said to hold where a row sums to 5/6",
            &short,
            &[HOLDS, DP],
            Fate::Refused(&["stochastic", "row 0 sums to 5/6, not to 1"]),
        ),
        Trial::new(
            "said to hold where an entry is negative",
            &negative,
            &[HOLDS, DP_FAILS],
            Fate::Refused(&["stochastic", "row 1, output 0: -1/3 is negative"]),
        ),
        Trial::new(
            "a refutation that names a good row",
            &negative,
            &[&fails(r#"{"row": 2}"#), DP_FAILS],
            Fate::Unproved(Why::IsDistribution(2)),
        ),
        Trial::new(
            "a refutation of a mechanism",
            &good,
            &[&fails(r#"{"row": 0}"#), DP],
            Fate::Unproved(Why::WrongWitness),
        ),
        Trial::new("a refutation without a row", &short, &[&fails("{}"), DP], Fate::Proves(&["stochastic: fails"])),
        Trial::new(
            "a row past the last",
            &short,
            &[&fails(r#"{"row": 3}"#), DP],
            Fate::Unproved(Why::Index { part: "row", found: 3, count: 3 }),
        ),
        Trial::new(
            "a witness for a verdict that needs none",
            &good,
            &[r#"{"claim": "stochastic", "verdict": "holds", "witness": {"row": 0}}"#, DP],
            Fate::Refused(&["stochastic", "a part `row` that does not belong"]),
        ),
        Trial::new(
            "a row that is text",
            &short,
            &[&fails(r#"{"row": "0"}"#), DP],
            Fate::Unreadable(&["$.statements[0].witness.row", "found \"0\", expected an index"]),
        ),
    ]);
    // A row off by 10^-12 is off.
    let short_by_little = harness::judge_all(&almost, &[HOLDS]);
    let harness::Judgement::Refused(sentences) = short_by_little else { panic!("{short_by_little:?}") };
    assert!(sentences[0].contains("row 1 sums to 999999999999/1000000000000, not to 1"), "{sentences:?}");
}

/// Where a sum agrees with 1 in twelve digits, the sentence says what it lacks or has too much.
#[test]
fn a_sum_that_rounds_to_one_is_told_by_its_difference() {
    for (row, sentence) in [
        (r#"["1/2", "1/2+2^-52"]"#, "the sum of row 0 exceeds 1 by 1/2^52"),
        (r#"["1/3", "2/3-1e-40"]"#, "the sum of row 0 falls short of 1 by about 1.00000000000e-40"),
        (r#"[1, "3^-90"]"#, "the sum of row 0 exceeds 1 by about 1.14574263767e-43"),
        (r#"["1/2", "1/3"]"#, "row 0 sums to 5/6, not to 1"),
    ] {
        let text =
            file("1/2", &format!(r#""query": {{"graph": "line", "nodes": 1}}, "mechanism": {{"matrix": [{row}]}}"#));
        let found = harness::judge_all(&text, &[HOLDS]);
        let harness::Judgement::Refused(sentences) = found else { panic!("{found:?}") };
        assert!(sentences[0].contains(sentence), "{sentences:?}");
    }
}
