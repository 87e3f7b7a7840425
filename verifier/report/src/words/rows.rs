//! Rows that are no distributions, in one sentence: how many, the worst, and what to do.

use super::Words;
use super::reason::no_distribution;
use crate::Value;
use dp_file::number::{Rational, compare};
use dp_file::text::count;
use dp_kernel::{Fault, Fraction};
use num_traits::One;

/// `30 rows are no distributions, the worst: row 4 sums to 1.003, not to 1; …`; `None` where no row is named.
pub(super) fn in_words(all: &[(usize, Fault)], words: &Words) -> Option<String> {
    let (row, fault) = worst(all, words)?;
    let todo = match fault {
        (Some(_), _) => NEGATIVE,
        (None, sum) => match (words.rounding().is_some(), is_far(sum, words)) {
            (true, false) => ROUNDED,
            (true, true) => ROUNDED_FAR,
            (false, false) => SUM,
            (false, true) => FAR,
        },
    };
    let start = match all.len() {
        1 => String::new(),
        many => format!("{} are no distributions, the worst: ", count(many, "row")),
    };
    Some(format!("{start}{}; {todo}", no_distribution(*row, fault, words)))
}

const NEGATIVE: &str = "no claim about X as a mechanism, such as `optimal`, can hold";

const SUM: &str = "no claim about X as a mechanism, such as `optimal`, can hold: \"rounding\" beside the matrix, \
    or `certify TABLE --rounding R`, says that entries were printed rounded, `certify TABLE --normalise` divides rows by their \
    sums";

const FAR: &str = "no claim about X as a mechanism, such as `optimal`, can hold: `certify TABLE --normalise=any` divides counts by \
    their sums";

const ROUNDED_FAR: &str = "no claim about X as a mechanism, such as `optimal`, can hold: `stochastic-within-rounding` and \
    `dp-within-rounding` allow for rounding, and `certify TABLE --normalise=any` divides counts by their sums";

const ROUNDED: &str = "no claim about X as a mechanism, such as `optimal`, can hold: `stochastic-within-rounding` and \
    `dp-within-rounding` allow for it, and `certify TABLE --normalise` divides rows by their sums";

/// Whether a sum is farther from 1 than `certify TABLE --normalise` divides by: the sums of counts, and not of what was
/// rounded.
fn is_far(sum: &Fraction, words: &Words) -> bool {
    match words.number(sum) {
        Ok(Value::Rational(sum)) => {
            compare(&(sum - Rational::one()).abs(), &Rational::new(1.into(), 100.into())).is_gt()
        }
        _ => false,
    }
}

/// The steps of a row's sum, and of how far it is from 1 beside another.
const OF_A_ROW: u64 = 512;

/// A row with a negative entry, else the one whose sum is farthest from 1; the first where sums are no rationals.
/// `None` where no steps are left to tell.
pub(super) fn worst<'a>(all: &'a [(usize, Fault)], words: &Words) -> Option<&'a (usize, Fault)> {
    if let Some(negative) = all.iter().find(|(_, (output, _))| output.is_some()) {
        return Some(negative);
    }
    words.bounds.charge((all.len() as u64).saturating_mul(OF_A_ROW)).ok()?;
    let mut worst: Option<(Rational, &(usize, Fault))> = None;
    for row in all {
        let Ok(Value::Rational(sum)) = words.number(&row.1.1) else { return all.first() };
        let off = (sum - Rational::one()).abs();
        if worst.as_ref().is_none_or(|(most, _)| compare(&off, most).is_gt()) {
            worst = Some((off, row));
        }
    }
    worst.map(|(_, row)| row)
}
