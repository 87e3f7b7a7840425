//! `oblivious`: databases with equal answers have equal rows, so that X first computes the answer and then forgets the
//! database.
//!
//! Both verdicts are computed: each row is compared with that of the first database of the same answer. A refutation
//! may name two databases of one answer, and an output at which their rows differ. Cost: a pass over the table.

use crate::case::{Case, index, length};
use crate::failure::{Counterexample, Failure, Why, ensure, refused};
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::list::List;

pub(crate) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let Some(answers) = &case.problem.answers else { return refused(Why::DoesNotFit) };
    length("x", case.rows.len(), answers.len())?;
    let count = answers.iter().max().map_or(0, |last| last.saturating_add(1));
    let Some((pair, output)) = first(case, answers, count)? else {
        ensure(*witness == Witness::None, || Why::WrongWitness)?;
        return Ok(Found::new(Verdict::Holds));
    };
    ensure(case.said != Some(Verdict::Holds), || Counterexample::RowsDiffer { pair, output })?;
    let (pair @ [i, h], output) = match *witness {
        Witness::None => (pair, output),
        Witness::Pair { pair, output } => (pair, output),
        _ => return refused(Why::WrongWitness),
    };
    index("pair", i.max(h), case.rows.len())?;
    index("output", output, case.outputs())?;
    ensure(answers.at(i)? == answers.at(h)?, || Counterexample::DifferentAnswers(pair))?;
    let rows = case.pair(pair)?;
    let order = case.compare_entries(rows[0], rows[1], output)?;
    ensure(order.is_ne(), || Counterexample::EqualRows { pair, output })?;
    let entries = rows.map(|row| row.entry(output));
    Ok(Found::new(Verdict::Fails).because(Reason::Differ { pair, output, entries }))
}

/// The first database whose row is not that of the first one with the same answer.
fn first(case: &Case, answers: &[usize], count: usize) -> Result<Option<([usize; 2], usize)>, Failure> {
    let mut firsts = vec![None; count];
    for (h, (row, answer)) in case.rows.iter().zip(answers).enumerate() {
        let i = *firsts.at_mut(*answer)?.get_or_insert(h);
        for output in 0..row.len() {
            if i != h && case.compare_entries(case.row(i)?, row, output)?.is_ne() {
                return Ok(Some(([i, h], output)));
            }
        }
    }
    Ok(None)
}
