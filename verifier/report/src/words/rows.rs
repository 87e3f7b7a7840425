//! Rows that are no distributions, in one sentence: how many, the worst, and what to do.

use super::Words;
use crate::Value;
use dp_file::model::Kind;
use dp_file::number::beside_one;
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

/// Rows that are no distributions: of `stochastic` how many and the worst.
pub(super) fn no_distributions(faulty: &[(usize, Fault)], words: &Words) -> Vec<String> {
    let of_all = || in_words(faulty, words);
    let of_worst = || worst(faulty, words).map(|(row, fault)| no_distribution(*row, fault, words));
    if words.kind() == Kind::Stochastic { of_all() } else { of_worst() }.into_iter().collect()
}

/// A row that is not a distribution: of `stochastic` that is all, of others X is no mechanism, and of `dp` an entry is
/// negative.
pub(super) fn no_distribution(row: usize, (output, number): &Fault, words: &Words) -> String {
    let fault = match output {
        Some(output) => negative(row, *output, number, words),
        None => row_sum(row, number, words),
    };
    let is_all = matches!(words.kind(), Kind::Stochastic | Kind::Dp);
    if is_all { fault } else { format!("X is not a mechanism: {fault}") }
}

/// `row 1 sums to 2, not to 1`, or by how much where that is little.
fn row_sum(row: usize, sum: &Fraction, words: &Words) -> String {
    let node = words.node(row);
    let exactly = match words.number(sum) {
        Ok(Value::Rational(total)) => beside_one(&total),
        _ => None,
    };
    let sums_to = || format!("row {node} sums to {}, not to 1", words.shown(sum));
    exactly.map_or_else(sums_to, |by| format!("the sum of row {node} {by}"))
}

/// `row 1, output 0: -1/10 is negative`.
pub(super) fn negative(row: usize, output: usize, entry: &Fraction, words: &Words) -> String {
    format!("row {}, output {}: {} is negative", words.node(row), words.output(output), words.shown(entry))
}
