//! Tables that float code writes: what is said of them as they are, normalised, and repaired.

#![allow(clippy::float_arithmetic, reason = "the tables are what float code writes")]

use dp_certify::import::{Form, Table, import};
use dp_certify::repair::{With, repair};
use dp_certify::table::Settings;
use dp_certify::{Options, certify};
use dp_verify::limits::Limits;
use dp_verify::model::Kind;
use dp_verify::report::{Report, Statement, Value, Verdict};
use malachite::rational::Rational;
use std::fs;
use std::path::Path;

/// e^-1/2 to forty places, rounded down.
const ALPHA: &str = "6065306597126334236037995349911804534419/10000000000000000000000000000000000000000";

/// The truncated geometric mechanism on 0..n-1 as doubles: the probabilities of its formula, each rounded.
fn geometric(n: usize, alpha: f64) -> Vec<Vec<f64>> {
    let entry = |i: usize, j: usize| {
        let power = alpha.powi(i32::try_from(i.abs_diff(j)).unwrap());
        if j == 0 || j + 1 == n { power / (1.0 + alpha) } else { power * (1.0 - alpha) / (1.0 + alpha) }
    };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

fn npy(rows: &[Vec<f64>]) -> Vec<u8> {
    let header =
        format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}\n", rows.len(), rows[0].len());
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    let data: Vec<u8> = rows.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), &data].concat()
}

fn query(epsilon: &str, nodes: usize) -> String {
    format!(
        r#"{{"format": "dp-mechanism/1", "privacy": {{"epsilon": "{epsilon}"}},
            "query": {{"graph": "line", "nodes": {nodes}}}, "priors": {{"flat": "uniform"}}}}"#
    )
}

fn imported(rows: &[Vec<f64>], query: &str, normalise: bool) -> String {
    let table = Table {
        name: "t.npy",
        form: Form::Npy,
        bytes: &npy(rows),
        normalise,
        weights: false,
        settings: Settings::default(),
    };
    import(&table, query.as_bytes(), &Limits::default()).unwrap().text
}

/// What is proved of these kinds alone.
fn report(text: &str, only: &[Kind]) -> Report {
    certify(text.as_bytes(), &Options { only: only.to_vec(), ..Options::default() }).unwrap().report
}

fn about(report: &Report, kind: Kind) -> &Statement {
    let statement = report.statements.iter().find(|s| s.claim.kind == kind).unwrap();
    assert!(statement.checked, "{}", kind.name());
    statement
}

fn exact(value: &Value) -> Rational {
    value.exact(usize::MAX).unwrap().parse().unwrap()
}

fn tiny(places: u64) -> Rational {
    format!("1/1{}", "0".repeat(usize::try_from(places).unwrap())).parse().unwrap()
}

#[test]
fn doubles_of_the_geometric_mechanism_on_101_answers() {
    let rows = geometric(101, (-0.5_f64).exp());
    let only = [Kind::Stochastic, Kind::Dp];
    // As they are: rows that are off by multiples of 2^-60 or so, each told exactly.
    let raw = report(&imported(&rows, &query("1/2", 101), false), &only);
    let stochastic = about(&raw, Kind::Stochastic);
    assert_eq!(stochastic.verdict, Verdict::Fails);
    let off = |row: &Vec<f64>| {
        let sum: Rational = row.iter().map(|&x| Rational::try_from(x).unwrap()).sum();
        sum - Rational::from(1u32)
    };
    let first = rows.iter().position(|row| off(row) != 0u32).unwrap();
    let many = rows.iter().filter(|row| off(row) != 0u32).count();
    let told = &stochastic.explanation[0];
    assert!(told.starts_with(&format!("{many} rows are no distributions, the worst: the sum of row ")), "{told}");
    // Each of them with its sum, exactly.
    let faulty = &stochastic.evidence.rows;
    assert_eq!((faulty.len(), faulty[0].row.index), (many, first));
    for row in faulty {
        let sum = exact(row.sum.as_ref().unwrap());
        assert_eq!(sum - Rational::from(1u32), off(&rows[row.row.index]));
    }
    // Normalised: a mechanism, private almost at the α that was meant.
    let normalised = imported(&rows, &query("1/2", 101), true);
    let found = report(&normalised, &only);
    assert_eq!(about(&found, Kind::Stochastic).verdict, Verdict::Holds);
    let dp = about(&found, Kind::Dp);
    let alpha: Rational = ALPHA.parse().unwrap();
    let most = exact(&dp.values.iter().find(|(name, _)| *name == "alpha_max").unwrap().1);
    let difference = if most > alpha { &most - &alpha } else { &alpha - &most };
    assert!(difference < tiny(13), "{difference}");
    // Repaired: private at e^-1/2 itself.
    let repaired = repair(normalised.as_bytes(), Some(20), With::Uniform, &Limits::default()).unwrap();
    assert_eq!(repaired.was_private(), dp.verdict == Verdict::Holds);
    let share = exact(&repaired.share);
    assert!(share < tiny(12) && share > 0u32, "{share}");
    let found = report(&repaired.text, &only);
    assert_eq!(about(&found, Kind::Dp).verdict, Verdict::Holds);
    assert_eq!(about(&found, Kind::Stochastic).verdict, Verdict::Holds);
}

#[test]
fn the_least_share_for_doubles_is_an_expression_in_a() {
    let normalised = imported(&geometric(9, (-0.5_f64).exp()), &query("1/2", 9), true);
    let repaired = repair(normalised.as_bytes(), None, With::Uniform, &Limits::default()).unwrap();
    assert!(repaired.share.exact(usize::MAX).unwrap().contains('a'));
    let found = report(&repaired.text, &[Kind::Stochastic, Kind::Dp]);
    let dp = about(&found, Kind::Dp);
    assert_eq!(dp.verdict, Verdict::Holds);
    let most = &dp.values.iter().find(|(name, _)| *name == "alpha_max").unwrap().1;
    assert_eq!(most.exact(usize::MAX).unwrap(), "a", "the constraint that needs it is tight");
}

#[test]
fn zeros_that_a_solver_writes_leave_no_epsilon() {
    // An optimal mechanism on thirty nodes, whose entries below a solver's tolerance come out as 0.
    let mut rows = geometric(30, 0.5);
    rows.iter_mut().flatten().filter(|x| **x < 1e-6).for_each(|x| *x = 0.0);
    let text = imported(&rows, &query("ln(2)", 30), true);
    let found = report(&text, &[Kind::Stochastic, Kind::Dp]);
    assert_eq!(about(&found, Kind::Stochastic).verdict, Verdict::Holds);
    let dp = about(&found, Kind::Dp);
    assert_eq!(dp.verdict, Verdict::Fails);
    let value = |name: &str| &dp.values.iter().find(|(n, _)| *n == name).unwrap().1;
    assert_eq!((exact(value("alpha_max")), value("epsilon_min")), (Rational::from(0u32), &Value::Infinite));
    // The first output with a zero beside a number, and the first two nodes that have it so.
    let pairs = (0..29).flat_map(|i| (0..30).map(move |o| (i, o)));
    let broken = pairs.clone().find(|&(i, o)| (rows[i][o] == 0.0) != (rows[i + 1][o] == 0.0)).unwrap();
    let (i, o) = broken;
    let (high, low) = if rows[i][o] > 0.0 { (i, i + 1) } else { (i + 1, i) };
    let sentence = &dp.explanation[0];
    assert!(sentence.starts_with(&format!("output {o}: answer {high} has ")), "{sentence}");
    assert!(sentence.ends_with(&format!("its neighbour {low} has 0: no ε is enough")), "{sentence}");
    // It is repaired all the same, with a share that the largest number beside a zero needs.
    let repaired = repair(text.as_bytes(), None, With::Uniform, &Limits::default()).unwrap();
    assert_eq!(about(&report(&repaired.text, &[Kind::Dp]), Kind::Dp).verdict, Verdict::Holds);
    assert!(exact(&repaired.share) < tiny(3));
}

/// What tools of the field write, as they write it and with rows normalised (`benches/peers/run field` makes the
/// tables anew): our verdicts, word for word, in `tests/field/expected.tsv`.
#[test]
fn tables_of_the_field() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/field");
    let tools = fs::read_to_string(folder.join("tools.tsv")).unwrap();
    let mut found = String::from("name\trows\tstochastic\tdp\talpha_max\tthe first offence\tshare that repairs it\n");
    for line in tools.lines().skip(1) {
        let name = line.split('\t').next().unwrap();
        let bytes = fs::read(folder.join(format!("{name}.npy"))).unwrap();
        let query = fs::read(folder.join(format!("{name}.query.json"))).unwrap();
        for normalise in [false, true] {
            let table = Table {
                name,
                form: Form::Npy,
                bytes: &bytes,
                normalise,
                weights: false,
                settings: Settings::default(),
            };
            let text = import(&table, &query, &Limits::default()).unwrap().text;
            let report = report(&text, &[Kind::Stochastic, Kind::Dp]);
            let (stochastic, dp) = (about(&report, Kind::Stochastic), about(&report, Kind::Dp));
            let share = match stochastic.verdict {
                Verdict::Holds => {
                    let repaired = repair(text.as_bytes(), Some(30), With::Uniform, &Limits::default()).unwrap();
                    assert_eq!(repaired.was_private(), dp.verdict == Verdict::Holds, "{name}");
                    repaired.share.decimal().unwrap()
                }
                _ => String::new(),
            };
            let rows = if normalise { "normalised" } else { "as written" };
            let alpha_max = dp.values.iter().find(|(name, _)| *name == "alpha_max").unwrap().1.decimal().unwrap();
            let said = [&stochastic.explanation, &dp.explanation].map(|e| e.first().cloned().unwrap_or_default());
            // Without what is said that one should do.
            let said = said.map(|text| text.split("; no claim ").next().unwrap_or_default().to_owned());
            let verdict = |s: &Statement| if s.verdict == Verdict::Holds { "holds" } else { "fails" };
            found += &format!(
                "{name}\t{rows}\t{}\t{}\t{alpha_max}\t{}\t{share}\n",
                verdict(stochastic),
                verdict(dp),
                said.iter().find(|text| !text.is_empty()).map_or("", |text| text),
            );
        }
    }
    let table = folder.join("expected.tsv");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&table, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&table).unwrap());
}
