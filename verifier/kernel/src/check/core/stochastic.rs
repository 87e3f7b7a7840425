//! `stochastic`: X ≥ 0 and every row of X sums to exactly 1.
//!
//! Both verdicts are computed from the table; a refutation may name a row.

use crate::case::{Case, index};
use crate::failure::Fault;
use crate::failure::{Failure, Why, ensure, refused};
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::{Fraction, Vector};

pub(crate) fn fault(case: &Case, row: &Vector) -> Result<Option<Fault>, Failure> {
    if let Some(o) = case.negative(row)? {
        return Ok(Some((Some(o), row.entry(o))));
    }
    let sum = row.sum();
    Ok(case.compare(&sum, &Fraction::ONE)?.is_ne().then_some((None, sum)))
}

/// All rows that are no distributions.
pub(crate) fn faults(case: &Case, rows: &[Vector]) -> Result<Vec<(usize, Fault)>, Failure> {
    let found = |(i, row)| fault(case, row).map(|found| found.map(|fault| (i, fault)));
    rows.iter().enumerate().map(found).filter_map(Result::transpose).collect()
}

/// That printed rows sum to 1 where they are rounded. What a set of outputs has in others says nothing of the true
/// rows, nor do these sums say that there are none.
pub(crate) fn printed(case: &Case) -> Result<(), Failure> {
    let Some(rounding) = &case.problem.rounding else { return Ok(()) };
    if !case.sign(&rounding.numerator)?.is_gt() {
        return Ok(());
    }
    for (i, row) in case.rows.iter().enumerate() {
        let sum = row.sum();
        ensure(case.compare(&sum, &Fraction::ONE)?.is_eq(), || Why::Rounded { row: i, sum })?;
    }
    Ok(())
}

/// The refutation of this claim, and of every claim about X as a mechanism, where X is none: by the row that the
/// witness names, or the first. `None` where X is stochastic, and the claim's own check goes on.
pub(crate) fn refute(case: &Case, witness: &Witness) -> Result<Option<Found>, Failure> {
    let mut faults = faults(case, case.rows)?;
    let Some((first, fault)) = faults.first() else { return Ok(None) };
    ensure(case.said != Some(Verdict::Holds), || Why::NoMechanism { row: *first, fault: fault.clone() })?;
    let row = match witness {
        Witness::None => *first,
        Witness::Row(row) => *row,
        _ => return refused(Why::WrongWitness),
    };
    index("row", row, case.rows.len())?;
    let Some(place) = faults.iter().position(|(i, _)| *i == row) else { return refused(Why::IsDistribution(row)) };
    // That one first.
    let named = faults.remove(place);
    faults.insert(0, named);
    Ok(Some(Found::new(Verdict::Fails).because(Reason::NoDistributions(faults))))
}
