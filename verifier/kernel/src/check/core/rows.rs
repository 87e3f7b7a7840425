//! The refutation of a claim by a row of the table that is not what the claim asks for.

use super::stochastic;
use crate::case::{Case, index};
use crate::failure::{Counterexample, Failure, Why, ensure, refused};
use crate::problem::{Claim, Verdict};
use crate::proved::{Found, Reason};
use crate::rule::Rows;
use crate::witness::Witness;

/// By the row, or the entry, that the witness names, or the first. `None` where all are as they should be, and the
/// claim's own check goes on.
pub(crate) fn refuted(case: &Case, claim: &Claim, witness: &Witness) -> Result<Option<Found>, Failure> {
    match claim.rule().rows {
        Rows::Unread | Rows::Any => Ok(None),
        Rows::Nonnegative => by_entry(case, witness),
        Rows::Distributions => stochastic::refute(case, witness),
    }
}

/// What a negative entry refutes: that which the witness names, or the first.
fn by_entry(case: &Case, witness: &Witness) -> Result<Option<Found>, Failure> {
    let place = |(i, row)| Ok::<_, Failure>(case.negative(row)?.map(|o| (i, o, row.entry(o))));
    let Some(first) = case.rows.iter().enumerate().map(place).find_map(Result::transpose) else { return Ok(None) };
    let (row, output, entry) = first?;
    ensure(case.said != Some(Verdict::Holds), || Counterexample::NegativeEntry { row, output, entry })?;
    let (row, output) = match *witness {
        Witness::None => (row, output),
        Witness::Entry { row, output } => (row, output),
        _ => return refused(Why::WrongWitness),
    };
    index("row", row, case.rows.len())?;
    index("output", output, case.outputs())?;
    let entry = case.row(row)?.entry(output);
    ensure(case.sign(&entry.numerator)?.is_lt(), || Counterexample::NotNegative { row, output })?;
    Ok(Some(Found::new(Verdict::Fails).because(Reason::NoDistributions(vec![(row, (Some(output), entry))]))))
}
