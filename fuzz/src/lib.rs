//! What the targets share.

use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Mechanism};
use dp_verify::report::{Statement, Verdict, Verification};
use std::collections::HashMap;

/// Limits under which one input takes milliseconds.
pub fn small() -> Limits {
    Limits { bytes: 1 << 16, memory: 1 << 24, steps: 1 << 22, nodes: 200, ..Limits::default() }
}

/// What is proved in a report, refused or not.
pub fn proved(verification: &Verification) -> impl Iterator<Item = &Statement> {
    verification.report.statements.iter().filter(|s| s.checked && s.verdict != Verdict::Undecided)
}

/// A mechanism file and what is true of it.
pub struct Known {
    pub mechanism: Mechanism,
    pub certificate: &'static [u8],
    pub verdicts: HashMap<Claim, Verdict>,
}

impl Known {
    fn new((file, certificate): (&'static [u8], &'static [u8])) -> Self {
        let mechanism = Mechanism::read(file, &Limits::default()).expect("an example");
        let verification = dp_verify::verify(&mechanism, certificate, &Limits::default()).expect("its certificate");
        assert!(verification.accepted());
        let verdicts = proved(&verification).map(|s| (s.claim.clone(), s.verdict)).collect();
        Self { mechanism, certificate, verdicts }
    }

    /// That nothing else is proved of it than what is known; of other claims nothing is known.
    pub fn holds_against(&self, verification: &Verification) {
        for statement in proved(verification) {
            let known = self.verdicts.get(&statement.claim);
            assert!(known.is_none_or(|known| *known == statement.verdict), "{}", statement.claim);
        }
    }
}

macro_rules! pair {
    ($name:literal) => {
        (
            include_bytes!(concat!("../../examples/", $name, ".json")).as_slice(),
            include_bytes!(concat!("../../certificates/examples/", $name, ".cert.json")).as_slice(),
        )
    };
}

/// Small examples with their certificates, of all kinds of α.
pub fn examples() -> Vec<Known> {
    let all = [
        pair!("alvim-table2-m1"),
        pair!("alvim-table1-m1-as-printed"),
        pair!("ghosh-figure2"),
        pair!("ghosh-theorem-6.3"),
        pair!("lying-identity"),
        pair!("lying-row-sums"),
        pair!("five-hobbies-approximate"),
        pair!("randomised-response-epsilon-1"),
        pair!("ring-of-four-at-every-alpha"),
        pair!("answers-for-a-month"),
        pair!("worst-priors-for-near-guesses"),
        pair!("k33-two-pendants"),
    ];
    all.into_iter().map(Known::new).collect()
}
