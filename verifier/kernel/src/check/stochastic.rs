//! `stochastic`: X ≥ 0 and every row of X sums to exactly 1.
//!
//! Both verdicts are computed from the table; a refutation may name a row.

use super::*;

/// What keeps a row from being a distribution: its first negative output and the entry, or its sum.
type Fault = (Option<usize>, Fraction);

pub(super) fn fault(case: &Case, row: &Vector) -> Result<Option<Fault>, Failure> {
    if let Some(o) = case.negative(row)? {
        return Ok(Some((Some(o), row.entry(o))));
    }
    let sum = row.sum();
    Ok(case.compare(&sum, &Fraction::ONE)?.is_ne().then_some((None, sum)))
}

/// All rows that are no distributions.
pub(super) fn faults(case: &Case, rows: &[Vector]) -> Result<Vec<(usize, Fault)>, Failure> {
    let found = |(i, row)| fault(case, row).map(|found| found.map(|fault| (i, fault)));
    rows.iter().enumerate().map(found).filter_map(Result::transpose).collect()
}

pub(super) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let faults = faults(case, case.rows)?;
    if faults.is_empty() {
        no_witness(witness)?;
        return Ok(Found::new(Verdict::Holds));
    }
    let (row, reason) = named(case, &faults, witness)?;
    let found = Found::new(Verdict::Fails).because(reason);
    let others = faults.into_iter().filter(|(i, _)| *i != row);
    let others: Vec<_> = others.map(|(i, (o, sum))| (i, o.is_none().then_some(sum))).collect();
    Ok(if others.is_empty() { found } else { found.because(Reason::MoreRows(others)) })
}

/// The faulty row that the witness names, or the first.
fn named(case: &Case, faults: &[(usize, Fault)], witness: &Witness) -> Result<(usize, Reason), Failure> {
    let row = match witness {
        Witness::None => faults[0].0,
        _ if case.said == Some(Verdict::Holds) => faults[0].0,
        Witness::Row(row) => *row,
        _ => return refused(Why::WrongWitness),
    };
    index("row", row, case.rows.len())?;
    let Some((_, fault)) = faults.iter().find(|(i, _)| *i == row) else { return refused(Why::IsDistribution(row)) };
    ensure(case.said != Some(Verdict::Holds), || Why::NoMechanism { row, fault: fault.clone() })?;
    let (output, number) = fault.clone();
    Ok((
        row,
        match output {
            Some(output) => Reason::Negative { row, output, entry: number },
            None => Reason::RowSum { row, sum: number },
        },
    ))
}

/// The refutation that every claim about X as a mechanism has where X is none; `None` where X is stochastic, and the claim's
/// own check goes on.
pub(super) fn refute(case: &Case, witness: &Witness) -> Result<Option<Found>, Failure> {
    let faults = faults(case, case.rows)?;
    if faults.is_empty() {
        return Ok(None);
    }
    let (_, reason) = named(case, &faults, witness)?;
    Ok(Some(Found::new(Verdict::Fails).because(Reason::NoMechanism).because(reason)))
}
