//! Numbers past a limit are 0, and never tell anything: with whatever budget of steps, a statement is proved as it is
//! with all of them, or not at all.

use dp_verify::certificate::{Checks, verify_within};
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use dp_verify::report::Statement;
use std::path::Path;

/// Budgets up to one, so far from each other; then up to what is needed, each larger than the one before by a part of
/// it.
struct Tried {
    up_to: usize,
    each: usize,
    part: usize,
}

/// Tries them on an example; how many proofs were had.
fn proofs(name: &str, tried: &Tried) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: String| std::fs::read(root.join(path)).expect("an example");
    let (file, certificate) =
        (read(format!("examples/{name}.json")), read(format!("certificates/examples/{name}.cert.json")));
    let limits = Limits::default();
    let mechanism = Mechanism::read(&file, &limits).expect("a mechanism file");
    let with =
        |steps: usize| verify_within(&mechanism, &certificate, &limits, Checks { steps, findings: limits.steps });
    let told = |statement: &Statement| {
        let Statement { claim, verdict, values, expected, explanation, .. } = statement;
        format!("{claim}: {verdict:?} {values:?} {expected:?} {explanation:?}")
    };
    let whole = with(limits.steps).expect("a certificate");
    assert!(whole.accepted(), "{name}");
    let needed = usize::try_from(whole.steps).expect("a number of steps");
    let proved: Vec<String> = whole.report.statements.iter().map(told).collect();
    let spaced = std::iter::successors(Some(1), |steps| Some(steps + steps / tried.part + 1));
    let spaced = spaced.take_while(|steps| *steps <= needed).chain([needed]);
    let mut count = 0;
    for steps in (0..=tried.up_to).step_by(tried.each).chain(spaced) {
        let Ok(found) = with(steps) else { continue };
        for statement in found.report.statements.iter().filter(|statement| statement.checked) {
            assert!(proved.contains(&told(statement)), "{name} with {steps} steps: {}", told(statement));
            count += 1;
        }
    }
    count
}

/// Of each kind of α and of mechanism one.
#[test]
fn a_budget_changes_no_proof() {
    let tried = Tried { up_to: 2_000, each: 37, part: 2 };
    for name in [
        "alvim-table2-m1",
        "randomised-response-epsilon-1",
        "ring-of-four-at-every-alpha",
        "five-hobbies-approximate",
        "answers-for-a-month",
        "worst-priors-for-near-guesses",
    ] {
        assert!(proofs(name, &tried) > 0, "{name}");
    }
}
