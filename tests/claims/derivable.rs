use super::trade_off::beside;
use super::*;
use crate::fixtures::{EVERY_ALPHA, LINE_3, ROOT_OF_A_HALF};

fn derivable(alpha: &str, query: &str, matrix: &str, from: &str) -> (Verdict, Vec<String>) {
    let report = decide(&format!(
        r#""privacy": {{"alpha": "{alpha}"}}, "query": {query}, "mechanism": {{"matrix": {matrix}}},
            "claims": [{{"claim": "derivable", "from": "{from}"}}]"#
    ));
    let found = report.statements.iter().find(|s| s.claim.kind == Kind::Derivable).expect("it is claimed");
    (found.verdict, found.explanation.clone())
}

/// The mechanism of Ghosh et al. that is private and not derived from the geometric one: its only remap has an entry
/// -1/3.
#[test]
fn the_private_mechanism_that_is_not_derivable() {
    let matrix = r#"[["1/9", "2/9", "4/9", "2/9"], ["2/9", "1/9", "2/9", "4/9"], ["4/9", "2/9", "1/9", "2/9"],
        ["13/18", "1/9", "1/18", "1/9"]]"#;
    let (verdict, why) = derivable("1/2", r#"{"graph": "line", "nodes": 4}"#, matrix, "truncated-geometric");
    assert_eq!(verdict, Verdict::Fails);
    assert!(why[0].ends_with("separates it by -1/3"), "{why:?}");
}

/// More noise derives from less, and not the other way.
#[test]
fn geometric_mechanisms_of_two_answers() {
    let pair = r#"{"graph": "line", "nodes": 2}"#;
    let (third, half) = (r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#, r#"[["2/3", "1/3"], ["1/3", "2/3"]]"#);
    assert_eq!(derivable("1/3", pair, half, "truncated-geometric").0, Verdict::Holds);
    assert_eq!(derivable("1/2", pair, third, "truncated-geometric").0, Verdict::Fails);
    assert_eq!(derivable("1/2", pair, half, "truncated-geometric").0, Verdict::Holds);
}

#[test]
fn other_closed_forms() {
    let triangle = r#"{"graph": "complete", "nodes": 3}"#;
    let equal = r#"[["1/5", "4/5"], ["1/5", "4/5"], ["1/5", "4/5"]]"#;
    let unequal = r#"[["1/5", "4/5"], ["1/5", "4/5"], ["3/10", "7/10"]]"#;
    assert_eq!(derivable("1/2", triangle, equal, "uniform").0, Verdict::Holds);
    assert_eq!(derivable("1/2", triangle, unequal, "uniform").0, Verdict::Fails);
    assert_eq!(derivable("1/2", triangle, unequal, "randomised-response").0, Verdict::Holds);
    let sharp = r#"[[1, 0], [0, 1], [0, 1]]"#;
    assert_eq!(derivable("1/2", triangle, sharp, "randomised-response").0, Verdict::Fails);
    let square = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;
    let one = r#"[["2/3", "1/3"], ["2/3", "1/3"], ["1/3", "2/3"], ["1/3", "2/3"]]"#;
    assert_eq!(derivable("1/2", square, one, "exponential").0, Verdict::Holds);
    // At α = 1 the geometric mechanism tells nothing.
    let line = r#"{"graph": "line", "nodes": 3}"#;
    assert_eq!(derivable("1", line, equal, "truncated-geometric").0, Verdict::Holds);
    assert_eq!(derivable("1", line, unequal, "truncated-geometric").0, Verdict::Fails);
}

/// Whether X derives from a table Y of functions of the same α.
fn from_file(privacy: &str, query: &str, x: &str, y: &str) -> Statement {
    let file = |matrix: &str| format!(r#""privacy": {privacy}, "query": {query}, "mechanism": {{"matrix": {matrix}}}"#);
    let claim = r#""claims": [{"claim": "derivable", "from": "y.json"}]"#;
    statement(&beside(&format!("{}, {claim}", file(x)), &file(y)), Kind::Derivable).clone()
}

const E: &str = r#"{"epsilon": "1"}"#;

/// The truncated geometric mechanism on three answers.
const GEOMETRIC: &str = r#"[["1/(1+a)", "a*(1-a)/(1+a)", "a^2/(1+a)"], ["a/(1+a)", "(1-a)/(1+a)", "a/(1+a)"],
    ["a^2/(1+a)", "a*(1-a)/(1+a)", "1/(1+a)"]]"#;
/// Its last two outputs merged, and the merged table read backwards for the last answer.
const MERGED: &str = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"], ["a^2/(1+a)", "(1+a-a^2)/(1+a)"]]"#;
const SWAPPED: &str = r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"], ["(1+a-a^2)/(1+a)", "a^2/(1+a)"]]"#;

#[test]
fn merged_outputs_of_functions_derive() {
    for privacy in [E, ROOT_OF_A_HALF, EVERY_ALPHA] {
        assert_eq!(from_file(privacy, LINE_3, MERGED, GEOMETRIC).verdict, Verdict::Holds, "{privacy}");
        assert_eq!(from_file(privacy, LINE_3, SWAPPED, GEOMETRIC).verdict, Verdict::Fails, "{privacy}");
        // Y of fewer outputs.
        assert_eq!(from_file(privacy, LINE_3, MERGED, MERGED).verdict, Verdict::Holds, "{privacy}");
        assert_eq!(from_file(privacy, LINE_3, GEOMETRIC, MERGED).verdict, Verdict::Fails, "{privacy}");
    }
}

/// R's first entry is (1 − 2a²)/8: 0 at √2/2, and negative above.
#[test]
fn a_tie_at_an_algebraic_number_ends_an_interval() {
    let (y, x) = (
        r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#,
        r#"[["((1-2*a^2)/8+a/2)/(1+a)", "1-((1-2*a^2)/8+a/2)/(1+a)"],
            ["(a*(1-2*a^2)/8+1/2)/(1+a)", "1-(a*(1-2*a^2)/8+1/2)/(1+a)"]]"#,
    );
    let pair = r#"{"graph": "line", "nodes": 2}"#;
    assert_eq!(from_file(E, pair, x, y).verdict, Verdict::Holds);
    assert_eq!(from_file(ROOT_OF_A_HALF, pair, x, y).verdict, Verdict::Holds);
    let below = r#"{"alpha": "symbolic", "between": ["0", "1/2"]}"#;
    assert_eq!(from_file(below, pair, x, y).verdict, Verdict::Holds);
    let found = from_file(EVERY_ALPHA, pair, x, y);
    assert_eq!(found.verdict, Verdict::Fails);
    assert!(found.explanation.iter().any(|line| line.contains("it holds exactly for α in (0, √2/2]")), "{found:?}");
}

/// Y has more outputs than nodes, so that there are many remaps, none of them constant: X's rows are mixed with shares
/// of α.
#[test]
fn one_of_many_remaps() {
    let pair = r#"{"graph": "line", "nodes": 2}"#;
    let y = r#"[["1/(2+2*a)", "1/4", "a/(2+2*a)", "1/4"], ["a/(2+2*a)", "1/4+a/8", "1/(2+2*a)", "1/4-a/8"]]"#;
    let near = r#"[["1/2+a^2/10", "1/2-a^2/10"], ["1/2-a^3/100", "1/2+a^3/100"]]"#;
    let far = r#"[["1", "0"], ["1-a", "a"]]"#;
    let (half, privacies) = (r#"{"alpha": "symbolic", "between": ["0", "1/2"]}"#, [E, ROOT_OF_A_HALF]);
    for privacy in privacies.into_iter().chain([half]) {
        assert_eq!(from_file(privacy, pair, near, y).verdict, Verdict::Holds, "{privacy}");
        assert_eq!(from_file(privacy, pair, far, y).verdict, Verdict::Fails, "{privacy}");
    }
}

/// At √2/2 the first two rows of Y are the same, and X is Y·R there alone.
#[test]
fn tables_that_agree_at_one_number() {
    let pair = r#"{"graph": "line", "nodes": 2}"#;
    let y = r#"[["1/2", "1/2"], ["a^2", "1-a^2"]]"#;
    let (same, other) = (r#"[["a/2", "1-a/2"], ["a^3", "1-a^3"]]"#, r#"[["a/2", "1-a/2"], ["a^2/2", "1-a^2/2"]]"#);
    assert_eq!(from_file(ROOT_OF_A_HALF, pair, same, y).verdict, Verdict::Holds);
    assert_eq!(from_file(ROOT_OF_A_HALF, pair, other, y).verdict, Verdict::Fails);
    let x = r#"[["a/2+(1-2*a^2)/3", "1-a/2-(1-2*a^2)/3"], ["a/2-(1-2*a^2)/7", "1-a/2+(1-2*a^2)/7"]]"#;
    let found = from_file(EVERY_ALPHA, pair, x, r#"[["1/2", "1/2"], ["1/2", "1/2"]]"#);
    assert_eq!(found.verdict, Verdict::Fails);
    assert!(found.explanation.iter().any(|line| line.contains("√2/2")), "{found:?}");
    assert_eq!(from_file(ROOT_OF_A_HALF, pair, x, r#"[["1/2", "1/2"], ["1/2", "1/2"]]"#).verdict, Verdict::Holds);
}

/// A rational Y beside an X of functions, and the other way round.
#[test]
fn one_of_the_tables_is_rational() {
    let pair = r#"{"graph": "line", "nodes": 2}"#;
    let (coin, functions) =
        (r#"[["3/4", "1/4"], ["1/4", "3/4"]]"#, r#"[["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]]"#);
    // 1/(1 + e^-1) = 0.73.
    assert_eq!(from_file(E, pair, functions, coin).verdict, Verdict::Holds);
    assert_eq!(from_file(E, pair, coin, functions).verdict, Verdict::Fails);
    let found = from_file(EVERY_ALPHA, pair, coin, functions);
    assert_eq!(found.verdict, Verdict::Fails);
    assert!(found.explanation.iter().any(|line| line.contains("it holds exactly for α in (0, 1/3]")), "{found:?}");
}
