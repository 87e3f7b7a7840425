//! Unary encoding on a complete graph: each value is a bit, and each bit is told by itself.

use super::closed_entry::{Base, ClosedEntry};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

/// The most values: 2^k outputs are written out.
const MOST_VALUES: usize = 10;

/// With which probabilities p and q a bit is told as 1, of the true value and of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// p = 1/(1+√α), q = 1 - p: symmetric unary encoding (SUE), basic one-time RAPPOR.
    #[default]
    Symmetric,
    /// p = 1/2, q = α/(1+α): optimised unary encoding (OUE).
    Optimised,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 2] = [Self::Symmetric, Self::Optimised];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Symmetric => "symmetric",
            Self::Optimised => "optimised",
        }
    }

    /// The encoding of that name, which may be the papers' or as Americans write it.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "symmetric" | "sue" | "SUE" | "rappor" | "RAPPOR" => Some(Self::Symmetric),
            "optimised" | "optimized" | "oue" | "OUE" => Some(Self::Optimised),
            _ => None,
        }
    }

    /// What the papers call it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Symmetric => "symmetric: SUE, basic one-time RAPPOR",
            Self::Optimised => "optimised: OUE",
        }
    }

    /// k: the entries need α^(1/k).
    pub(super) fn root(self) -> u32 {
        match self {
            Self::Symmetric => 2,
            Self::Optimised => 1,
        }
    }

    /// The probability of an output where the bit of the true value is told as 1 or not, and `others` of the other
    /// `values` - 1 bits are: with b = √α symmetric bits are wrong with probability b/(1+b) each; optimised ones are
    /// a coin for the true value, and 1 with probability α/(1+α) for another.
    fn entry(self, is_told: bool, others: u32, values: usize) -> ClosedEntry {
        let below = [Rational::ONE, Rational::ONE];
        let values = i64::try_from(values).unwrap_or(0);
        match self {
            Self::Symmetric => ClosedEntry::power(others + u32::from(!is_told)).times(&below, -values),
            Self::Optimised => ClosedEntry::power(others).times(&[Rational::from(2)], -1).times(&below, 1 - values),
        }
    }
}

/// The rows of unary encoding: bit j of an output is 1 with probability p where j is the true value and q where not,
/// each by itself.
///
/// Two true values are told apart by two bits, whose likelihoods differ by p(1-q)/(q(1-p)) = 1/α at most, so α is the
/// largest number for which it is private, where k ≥ 2.
///
/// Shape: k rows of 2^k entries, k ≤ [`MOST_VALUES`], for 0 < α ≤ 1; `base` is α^(1/[`Encoding::root`]).
///
/// Source: Erlingsson, Pihur, Korolova, *RAPPOR* (2014), the basic one-time form; Wang, Blocki, Li, Jha, *Locally
/// differentially private protocols for frequency estimation* (2017).
pub(super) fn unary_encoding(
    encoding: Encoding,
    values: usize,
    base: &Base,
) -> impl Iterator<Item = Vec<String>> + use<> {
    // By whether the true value's bit is told, and how many others are.
    let texts = [false, true].map(|is_told| -> Vec<String> {
        (0_u32..).take(values).map(|others| base.text(&encoding.entry(is_told, others, values))).collect()
    });
    let entry = move |i: usize, output: usize| {
        let told = bit(output, i, values);
        texts[told][output.count_ones() as usize - told].clone()
    };
    (0..values).map(move |i| (0..1 << values).map(|output| entry(i, output)).collect())
}

/// Whether the bit vectors are few enough to be written out.
///
/// # Errors
/// In a sentence, over [`MOST_VALUES`].
pub(super) fn fits(values: usize) -> Result<(), String> {
    if values > MOST_VALUES {
        return Err(format!(
            "{values} values have 2^{values} bit vectors, expected at most {MOST_VALUES} values: subset-selection and \
             hadamard-response have fewer outputs"
        ));
    }
    Ok(())
}

/// The bit vectors as outputs' names, that of value 0 first, in lexicographic order.
pub(super) fn outputs(values: usize) -> Vec<String> {
    (0..1_usize << values).map(|output| format!("{output:0values$b}")).collect()
}

/// The bit of value i.
fn bit(output: usize, i: usize, values: usize) -> usize {
    output >> (values - 1 - i) & 1
}
