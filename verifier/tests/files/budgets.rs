//! Numbers past a limit are 0, and never tell anything: with whatever budget of steps, a statement is proved as it is
//! with all of them, or not at all.

use dp_verify::certificate::{Checks, verify_within};
use dp_verify::file;
use dp_verify::limits::Limits;
use dp_verify::report::Statement;
use std::path::Path;

/// Budgets up to one, so far from each other; then about so many more, spaced by their logarithms, up to what is
/// needed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tried {
    pub(crate) up_to: usize,
    pub(crate) each: usize,
    pub(crate) spaced: usize,
}

impl Tried {
    fn budgets(&self, needed: usize) -> impl Iterator<Item = usize> {
        // Each is larger than the one before by a part of it: e^(1/part) to the power `spaced` is 2^doublings.
        let doublings = (needed / self.up_to.max(1)).max(1).ilog2() as usize + 1;
        let part = (self.spaced * 100 / (69 * doublings)).max(1);
        let spaced = std::iter::successors(Some(self.up_to), move |steps| Some(steps + steps / part + 1));
        (0..=self.up_to).step_by(self.each).chain(spaced.take_while(move |steps| *steps < needed)).chain([needed])
    }
}

/// Tries them on an example; how many proofs were had.
pub(crate) fn proofs(name: &str, tried: &Tried) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let certificate =
        std::fs::read(root.join(format!("certificates/examples/{name}.cert.json"))).expect("a certificate");
    let limits = Limits::default();
    let mechanism = file::mechanism(root.join(format!("examples/{name}.json")), &limits).expect("a mechanism file");
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
    let mut count = 0;
    for steps in tried.budgets(needed) {
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
    let tried = Tried { up_to: 2_000, each: 37, spaced: 20 };
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
