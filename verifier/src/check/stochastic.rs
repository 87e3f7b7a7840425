//! `stochastic`: X ≥ 0 and every row of X sums to exactly 1.
//!
//! Both verdicts are recomputed from the table; a refutation names a row.

use super::{Case, Failure, Proved, unproved};
use crate::model::Mechanism;
use crate::number::Fractions;
use crate::report::{Verdict, beside_one, exact_or_decimal};

/// What keeps a row from being a distribution.
enum Fault {
    /// The entry at this output is negative.
    Negative(usize),
    /// The sum is not 1.
    Sum,
}

fn fault(row: &Fractions) -> Option<Fault> {
    match row.first_negative() {
        Some(o) => Some(Fault::Negative(o)),
        None => (row.numerators.iter().sum::<crate::number::BigInt>() != row.denominator).then_some(Fault::Sum),
    }
}

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    let rows = case.rows()?;
    match case.said {
        Verdict::Holds => {
            case.witness.only(&[])?;
            match rows.iter().position(|row| fault(row).is_some()) {
                None => Ok(Proved::new(Verdict::Holds)),
                Some(i) => unproved(describe(case, i, &rows[i])),
            }
        }
        _ => {
            case.witness.only(&["row"])?;
            let i = case.witness.index("row", rows.len())?;
            if fault(&rows[i]).is_none() {
                return unproved(format!("row {} is ≥ 0 and sums to exactly 1", case.node(i)));
            }
            let more = rows.iter().filter(|row| fault(row).is_some()).count() - 1;
            let proved = Proved::new(Verdict::Fails).because(describe(case, i, &rows[i]));
            Ok(match more {
                0 => proved,
                1 => proved.because("and one more row"),
                _ => proved.because(format!("and {more} more rows")),
            })
        }
    }
}

fn describe(case: &Case, i: usize, row: &Fractions) -> String {
    match fault(row) {
        Some(Fault::Negative(o)) => {
            format!("row {}, output {}: {} is negative", case.node(i), case.output(o), exact_or_decimal(&row.entry(o)))
        }
        _ => {
            let (node, total) = (case.node(i), row.total());
            let sums_to = || format!("row {node} sums to {}, not to 1", exact_or_decimal(&total));
            beside_one(&total).map_or_else(sums_to, |by| format!("the sum of row {node} {by}"))
        }
    }
}

/// The refutation that every claim about X as a mechanism has where X is none: the row.
///
/// `None` where X is stochastic; then the claim's own check goes on.
pub(super) fn refute(case: &Case) -> Result<Option<Proved>, Failure> {
    let rows = case.rows()?;
    let Some(first) = rows.iter().position(|row| fault(row).is_some()) else { return Ok(None) };
    if case.said == Verdict::Holds {
        return unproved(format!("X is no mechanism: {}", describe(case, first, &rows[first])));
    }
    case.witness.only(&["row"])?;
    let i = case.witness.index("row", rows.len())?;
    if fault(&rows[i]).is_none() {
        return unproved(format!("row {} is ≥ 0 and sums to exactly 1", case.node(i)));
    }
    Ok(Some(Proved::new(Verdict::Fails).because(format!("X is no mechanism: {}", describe(case, i, &rows[i])))))
}

/// The first row that is no distribution, for the search.
pub fn first_fault(mechanism: &Mechanism) -> Option<usize> {
    mechanism.channel.as_ref()?.rows()?.iter().position(|row| fault(row).is_some())
}
