//! `stochastic`: X ≥ 0 and every row of X sums to exactly 1.
//!
//! Both verdicts are computed from the table; a refutation may name a row.

use super::*;

/// What keeps a row from being a distribution: its first negative output and the entry, or its sum.
type Fault = (Option<usize>, Fraction);

pub(super) fn fault(case: &Case, row: &Vector) -> Result<Option<Fault>, Failure> {
    case.meter.charge((row.len() as u64).saturating_mul(4))?;
    if let Some(o) = case.negative(row)? {
        return Ok(Some((Some(o), row.entry(o))));
    }
    let sum = row.sum(case.meter);
    Ok(case.order(&sum.numerator, &sum.denominator)?.is_ne().then_some((None, sum)))
}

/// The first row that is no distribution.
pub(super) fn first_faulty(case: &Case, rows: &[Vector]) -> Result<Option<usize>, Failure> {
    for (i, row) in rows.iter().enumerate() {
        if fault(case, row)?.is_some() {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

pub(super) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let mut others = Vec::new();
    for (i, row) in case.rows()?.iter().enumerate() {
        others.extend(fault(case, row)?.map(|(o, sum)| (i, o.is_none().then_some(sum))));
    }
    let Some(&(first, _)) = others.first() else {
        no_witness(witness)?;
        return Ok(Found::new(Verdict::Holds));
    };
    let (row, reason) = named(case, first, witness)?;
    others.retain(|(i, _)| *i != row);
    let found = Found::new(Verdict::Fails).because(reason);
    Ok(if others.is_empty() { found } else { found.because(Reason::MoreRows(others)) })
}

/// The faulty row that the witness names, or the first.
fn named(case: &Case, first: usize, witness: &Witness) -> Result<(usize, Reason), Failure> {
    let rows = case.rows()?;
    let row = match witness {
        _ if case.said == Some(Verdict::Holds) => first,
        Witness::None => first,
        Witness::Row(row) => *row,
        _ => return refused(Why::WrongWitness),
    };
    index("row", row, rows.len())?;
    match fault(case, &rows[row])? {
        None => refused(Why::IsDistribution(row)),
        Some(fault) if case.said == Some(Verdict::Holds) => refused(Why::NoMechanism { row, fault }),
        Some((Some(output), entry)) => Ok((row, Reason::Negative { row, output, entry })),
        Some((None, sum)) => Ok((row, Reason::RowSum { row, sum })),
    }
}

/// The refutation that every claim about X as a mechanism has where X is none; `None` where X is stochastic, and the claim's
/// own check goes on.
pub(super) fn refute(case: &Case, witness: &Witness) -> Result<Option<Found>, Failure> {
    let Some(first) = first_faulty(case, case.rows()?)? else { return Ok(None) };
    let (_, reason) = named(case, first, witness)?;
    Ok(Some(Found::new(Verdict::Fails).because(Reason::NoMechanism).because(reason)))
}
