//! `utility`: Σ_o max_w Σ_i π_i x_io g(w, i).

use crate::fixtures::GEOMETRIC;
use crate::harness::{Fate, HALF, ROW_1, STOCHASTIC, Trial, file, hold};

const NAME: &str = "utility (prior p)";

fn text(prior: &str, gain: &str) -> String {
    with(GEOMETRIC, prior, gain)
}

fn with(rows: &str, prior: &str, gain: &str) -> String {
    let claim = r#"{"claim": "utility", "prior": "p"}"#;
    file(
        "1/2",
        &format!(
            r#""query": {{"graph": "line", "nodes": 3}}, "mechanism": {{"matrix": {rows}}}, "priors": {{"p": {prior}}},
               {gain} "claims": [{claim}]"#
        ),
    )
}

fn said(values: &str) -> String {
    format!(r#"{{"claim": "utility", "prior": "p", "verdict": "holds", "values": {{{values}}}}}"#)
}

const TILTED: &str = r#"["5/10", "3/10", "2/10"]"#;

/// Values found by trying every remap of three outputs.
#[test]
fn every_gain_and_loss() {
    let of = |value: &'static str, loss: Option<&'static str>| match loss {
        None => said(&format!(r#""utility": "{value}""#)),
        Some(loss) => said(&format!(r#""utility": "{value}", "loss": "{loss}""#)),
    };
    let table = r#""gain": [[1, 0, "1/2"], [0, 2, -1]],"#;
    let loss = r#""loss": [[0, 1], ["1/2", 0], [3, 1]],"#;
    let case = |name, prior, gain, value, loss, fate| {
        Trial::new(name, &text(prior, gain), &[STOCHASTIC, HALF, &of(value, loss)], fate)
    };
    let flat = r#""uniform""#;
    hold(&[
        case("binary, uniform", flat, "", "5/9", None, Fate::Proves(&["utility (prior p): holds; utility = 5/9"])),
        case(
            "binary",
            TILTED,
            r#""gain": "binary","#,
            "17/30",
            None,
            Fate::Proves(&["utility (prior p): holds; utility = 17/30"]),
        ),
        case(
            "distance, uniform",
            flat,
            r#""gain": "distance","#,
            "13/9",
            None,
            Fate::Proves(&["utility (prior p): holds; utility = 13/9"]),
        ),
        case(
            "distance",
            TILTED,
            r#""gain": "distance","#,
            "3/2",
            None,
            Fate::Proves(&["utility (prior p): holds; utility = 3/2"]),
        ),
        case(
            "binary loss, uniform",
            flat,
            r#""loss": "binary","#,
            "-4/9",
            Some("4/9"),
            Fate::Proves(&["utility (prior p): holds; utility = -4/9; loss = 4/9"]),
        ),
        case(
            "absolute loss, uniform",
            flat,
            r#""loss": "absolute","#,
            "-5/9",
            Some("5/9"),
            Fate::Proves(&["utility (prior p): holds; utility = -5/9; loss = 5/9"]),
        ),
        case(
            "absolute loss",
            TILTED,
            r#""loss": "absolute","#,
            "-1/2",
            Some("1/2"),
            Fate::Proves(&["utility (prior p): holds; utility = -1/2; loss = 1/2"]),
        ),
        case(
            "squared loss, uniform",
            flat,
            r#""loss": "squared","#,
            "-2/3",
            Some("2/3"),
            Fate::Proves(&["utility (prior p): holds; utility = -2/3; loss = 2/3"]),
        ),
        case(
            "squared loss",
            TILTED,
            r#""loss": "squared","#,
            "-17/30",
            Some("17/30"),
            Fate::Proves(&["utility (prior p): holds; utility = -17/30; loss = 17/30"]),
        ),
        case(
            "a table of gains, uniform",
            flat,
            table,
            "7/12",
            None,
            Fate::Proves(&["utility (prior p): holds; utility = 7/12"]),
        ),
        case(
            "a table of gains",
            TILTED,
            table,
            "2/3",
            None,
            Fate::Proves(&["utility (prior p): holds; utility = 2/3"]),
        ),
        case(
            "a table of losses, uniform",
            flat,
            loss,
            "-11/18",
            Some("11/18"),
            Fate::Proves(&["utility (prior p): holds; utility = -11/18; loss = 11/18"]),
        ),
        case(
            "a table of losses",
            TILTED,
            loss,
            "-29/60",
            Some("29/60"),
            Fate::Proves(&["utility (prior p): holds; utility = -29/60; loss = 29/60"]),
        ),
        case(
            "one too many",
            flat,
            "",
            "6/9",
            None,
            Fate::Otherwise(&[NAME, "`utility` is said to be 2/3, found to be 5/9"]),
        ),
        case(
            "the utility of the table as it is, without a remap",
            TILTED,
            "",
            "8/15",
            None,
            Fate::Otherwise(&[NAME, "`utility` is said to be 8/15, found to be 17/30"]),
        ),
        case(
            "a loss without its sign",
            TILTED,
            loss,
            "29/60",
            Some("29/60"),
            Fate::Otherwise(&[NAME, "`utility` is said to be 29/60, found to be -29/60"]),
        ),
        case(
            "a loss where there is a gain",
            TILTED,
            "",
            "17/30",
            Some("-17/30"),
            Fate::Otherwise(&[NAME, "`loss` is none that this statement has"]),
        ),
    ]);
}

#[test]
fn of_no_mechanism_there_is_none() {
    let rows = r#"[["2/3", "1/6", "1/6"], ["1/3", "1/6", "1/3"], ["1/6", "1/6", "2/3"]]"#;
    let broken = with(rows, r#""uniform""#, "");
    let refuted = |row: usize| {
        format!(r#"{{"claim": "utility", "prior": "p", "verdict": "fails", "witness": {{"row": {row}}}}}"#)
    };
    hold(&[
        Trial::new("the row", &broken, &[ROW_1, HALF, &refuted(1)], Fate::Proves(&["utility (prior p): fails"])),
        Trial::new(
            "another row",
            &broken,
            &[ROW_1, HALF, &refuted(2)],
            Fate::Refused(&[NAME, "row 2 is ≥ 0 and sums to exactly 1"]),
        ),
        Trial::new(
            "a number",
            &broken,
            &[ROW_1, HALF, &said(r#""utility": "5/9""#)],
            Fate::Refused(&[NAME, "X is not a mechanism: row 1 sums to 5/6"]),
        ),
        Trial::new(
            "a good mechanism said to fail",
            &text(TILTED, ""),
            &[STOCHASTIC, HALF, &said(r#""utility": "17/30""#).replace("holds", "fails")],
            Fate::Refused(&[NAME, "said to be `fails`, found to be `holds`"]),
        ),
    ]);
}
