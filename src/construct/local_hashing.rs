//! Local hashing on a complete graph: a hash of the value by a random function, told by randomised response.

use super::closed_entry::{Base, ClosedEntry};
use super::sign::is_nonnegative;
use dp_verify::limits::Limits;
use dp_verify::model::Mechanism;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The most outputs that are written out.
const MOST_OUTPUTS: usize = 20_000;

/// The functions x ↦ ((a·x + b) mod p) mod g, 0 < a < p, 0 ≤ b < p, and the hashes 0..g.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocalHashing {
    values: usize,
    hashes: usize,
    prime: usize,
}

impl LocalHashing {
    /// So many hashes, or where none are wished for the number nearest e^ε + 1 = (1+α)/α, at least 2, the lower one of
    /// two; p is the least prime that is no less than the values and the hashes.
    ///
    /// # Errors
    /// In a sentence: fewer than two hashes, more outputs than [`MOST_OUTPUTS`], or an interval of α on which the
    /// nearest number is not one.
    pub(super) fn new(wished: Option<usize>, file: &Mechanism, limits: &Limits) -> Result<Self, String> {
        let values = file.query.graph.nodes();
        let hashes = wished.map_or_else(|| nearest(file, limits), Ok)?;
        if hashes < 2 {
            return Err(format!("{hashes} hashes: expected --size from 2"));
        }
        let of = |prime: usize| Self { values, hashes, prime };
        let prime = (values.max(hashes)..).take(MOST_OUTPUTS).find(|&p| is_prime(p)).unwrap_or(usize::MAX);
        let made = of(prime);
        if made.functions().checked_mul(hashes).is_none_or(|count| count > MOST_OUTPUTS) {
            return Err(format!(
                "{values} values and {hashes} hashes have more than {MOST_OUTPUTS} outputs: fewer values, or another --size"
            ));
        }
        Ok(made)
    }

    /// The number of functions.
    fn functions(self) -> usize {
        self.prime.saturating_mul(self.prime - 1)
    }

    /// What the mechanism is called besides.
    pub(super) fn title(self) -> String {
        format!("of {} hashes, ((a·x + b) mod {}) mod {}", self.hashes, self.prime, self.hashes)
    }

    /// The outputs: a, b and the hash that is told.
    pub(super) fn outputs(self) -> Vec<String> {
        self.all().map(|(a, b, y)| format!("({a},{b}): {y}")).collect()
    }

    fn all(self) -> impl Iterator<Item = (usize, usize, usize)> {
        let Self { hashes, prime, .. } = self;
        (1..prime).flat_map(move |a| (0..prime).flat_map(move |b| (0..hashes).map(move |y| (a, b, y))))
    }

    /// The rows: each function is as likely as any other, its hash of the true value has the probability 1/(1 +
    /// (g-1)α), each other hash α times that.
    ///
    /// α is the largest number for which it is private, where k ≥ 2: two values are different residues under every
    /// function, any two different residues under some, and 0 and 1 have different hashes.
    ///
    /// Shape: k rows of p(p-1)g entries, for 0 < α ≤ 1.
    ///
    /// Source: Wang, Blocki, Li, Jha, *Locally differentially private protocols for frequency estimation* (2017): OLH
    /// with the nearest number of hashes, BLH with two; the functions of Carter and Wegman.
    pub(super) fn rows(self, alpha: &Base) -> impl Iterator<Item = Vec<String>> + use<> {
        let sum = [Rational::ONE, Rational::from(self.hashes - 1)];
        let entry = |d: u32| {
            let functions = [Rational::from(self.functions())];
            alpha.text(&ClosedEntry::power(d).times(&functions, -1).times(&sum, -1))
        };
        let (own, other) = (entry(0), entry(1));
        (0..self.values).map(move |x| {
            let is_hash = |(a, b, y): (usize, usize, usize)| (a * x + b) % self.prime % self.hashes == y;
            self.all().map(|output| if is_hash(output) { &own } else { &other }.clone()).collect()
        })
    }
}

/// The least g ≥ 2 with 1/α + 1 ≤ g + 1/2, that is (2g-1)α - 2 ≥ 0.
fn nearest(file: &Mechanism, limits: &Limits) -> Result<usize, String> {
    for hashes in 2..MOST_OUTPUTS {
        match is_nonnegative(&[-2, 2 * hashes as i128 - 1], file, limits) {
            Some(true) => return Ok(hashes),
            Some(false) => {}
            None => {
                let message =
                    "the number of hashes nearest e^ε + 1 is not the same at every α of this file: expected --size G";
                return Err(message.to_owned());
            }
        }
    }
    Err(format!("e^ε + 1 hashes are more than {MOST_OUTPUTS}: expected --size G"))
}

fn is_prime(p: usize) -> bool {
    p > 1 && (2..).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d))
}
