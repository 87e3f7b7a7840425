//! `leakage-bound`: no ε-private mechanism leaks more.

use crate::harness::{Fate, Trial, file, hold, vector};

const LOG_17_15: &str = r#"{"at_least": "0.18057224564182", "at_most": "0.18057224564183"}"#;

fn text(outputs: &str) -> String {
    let claim = format!(r#"{{"claim": "leakage-bound", "prior": "p"{outputs}}}"#);
    file(
        "1/2",
        &format!(
            r#""query": {{"graph": "line", "nodes": 3}}, "priors": {{"p": ["5/10", "3/10", "2/10"]}}, "claims": [{claim}]"#
        ),
    )
}

fn said(outputs: &str, values: &str, witness: &str) -> String {
    format!(
        r#"{{"claim": "leakage-bound", "prior": "p"{outputs}, "verdict": "holds", "values": {{{values}}}, "witness": {{{witness}}}}}"#
    )
}

#[test]
fn both_theorems() {
    let witness = format!(r#""y": {}, "v": {}"#, vector("30", &[14, 1, 2]), vector("3", &[2, 1, 2]));
    let by_utility = format!(r#""multiplicative": "17/15", "bits": {LOG_17_15}, "theorem": "utility-bound""#);
    let by_outputs = r#""multiplicative": "1", "bits": "0", "theorem": "outputs""#;
    let (one, two) = (r#", "outputs": 1"#, r#", "outputs": 2"#);
    let small = format!(r#""y": {}, "v": {}"#, vector("30", &[13, 1, 2]), vector("3", &[2, 1, 2]));
    hold(&[
        Trial::new(
            "any number of outputs",
            &text(""),
            &[&said("", &by_utility, &witness)],
            Fate::Proves(&[
                "leakage-bound (prior p): holds; multiplicative = 17/15; bits = 0.180572245642; theorem = utility-bound",
            ]),
        ),
        Trial::new(
            "one output",
            &text(one),
            &[&said(one, by_outputs, &witness)],
            Fate::Proves(&[
                "leakage-bound (prior p, at most 1 output): holds; multiplicative = 1; bits = 0; theorem = outputs",
            ]),
        ),
        Trial::new(
            "two outputs",
            &text(two),
            &[&said(two, &by_utility, &witness)],
            Fate::Proves(&[
                "leakage-bound (prior p, at most 2 outputs): holds; multiplicative = 17/15; bits = 0.180572245642; theorem = utility-bound",
            ]),
        ),
        Trial::new(
            "the wrong theorem",
            &text(two),
            &[&said(two, &by_utility.replace("utility-bound", "outputs"), &witness)],
            Fate::Otherwise(&[
                "leakage-bound (prior p, at most 2 outputs)",
                "`theorem` is said to be outputs, found to be utility-bound",
            ]),
        ),
        Trial::new(
            "a y that covers too little",
            &text(""),
            &[&said("", &by_utility, &small)],
            Fate::Refused(&["leakage-bound (prior p)", "yΦ at 0 is 7/15, expected at least the prior, 1/2"]),
        ),
        Trial::new(
            "no witness",
            &text(one),
            &[&said(one, by_outputs, "")],
            Fate::Refused(&["leakage-bound (prior p, at most 1 output)", "the witness lacks `y`"]),
        ),
        Trial::new(
            "a bound for one output where the file asks for any",
            &text(""),
            &[&said("", &by_utility, &witness), &said(one, &by_utility, &witness)],
            Fate::Otherwise(&[
                "leakage-bound (prior p, at most 1 output)",
                "`multiplicative` is said to be 17/15, found to be 1",
            ]),
        ),
        Trial::new(
            "no output at all",
            &text(""),
            &[&said(r#", "outputs": 0"#, by_outputs, &witness)],
            Fate::Unreadable(&["$.statements[0].outputs", "at least 1"]),
        ),
    ]);
}

/// Two people of two values, the flat prior, E = 2: y = 1/9 and v = 4/9 everywhere, as Φ1 = 9/4. In all (4/3)^2; with
/// two outputs 2^2/(1 + 2/2 + 1/2), less than the 2 that any two outputs tell.
#[test]
fn on_a_hamming_graph() {
    let text = |outputs: &str| {
        let claim = format!(r#"{{"claim": "leakage-bound", "prior": "p"{outputs}}}"#);
        let query = r#"{"graph": "hamming", "values": 2, "individuals": 2}"#;
        file("1/2", &format!(r#""query": {query}, "priors": {{"p": "uniform"}}, "claims": [{claim}]"#))
    };
    let witness = format!(r#""y": {}, "v": {}"#, vector("9", &[1; 4]), vector("9", &[4; 4]));
    let (one, two, four) = (r#", "outputs": 1"#, r#", "outputs": 2"#, r#", "outputs": 4"#);
    let of = |name, outputs: &str, values: &str, fate| {
        Trial::new(name, &text(outputs), &[&said(outputs, values, &witness)], fate)
    };
    hold(&[
        of(
            "any number of outputs",
            "",
            r#""multiplicative": "16/9""#,
            Fate::Proves(&[
                "leakage-bound (prior p): holds; multiplicative = 16/9; bits = 0.830074998558; theorem = utility-bound",
            ]),
        ),
        of(
            "two outputs",
            two,
            r#""multiplicative": "8/5", "theorem": "hamming-outputs""#,
            Fate::Proves(&[
                "leakage-bound (prior p, at most 2 outputs): holds; multiplicative = 8/5; bits = 0.678071905113; theorem = hamming-outputs",
            ]),
        ),
        of(
            "one output",
            one,
            r#""multiplicative": "1""#,
            Fate::Proves(&[
                "leakage-bound (prior p, at most 1 output): holds; multiplicative = 1; bits = 0; theorem = outputs",
            ]),
        ),
        // 2^2/(1 + 2/2 + 1/4) = 16/9 too, and it comes later.
        of(
            "as many outputs as databases",
            four,
            r#""multiplicative": "16/9""#,
            Fate::Proves(&[
                "leakage-bound (prior p, at most 4 outputs): holds; multiplicative = 16/9; bits = 0.830074998558; theorem = utility-bound",
            ]),
        ),
        of(
            "what Proposition 2 of Alvim et al. says of two outputs",
            two,
            r#""multiplicative": "4/3""#,
            Fate::Otherwise(&["`multiplicative` is said to be 4/3, found to be 8/5"]),
        ),
    ]);
}
