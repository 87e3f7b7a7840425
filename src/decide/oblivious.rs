//! `oblivious`: databases with equal answers have equal rows. The witness of a refutation is the first database whose row
//! is not that of the first one with the same answer, these two, and the first output at which they differ.

use super::case::{Case, Reason, refused};
use crate::certificate::Decided;
use dp_verify::report::Verdict;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let answers = case.mechanism.query.answers.as_ref().ok_or_else(refused)?;
    let rows = case.rows()?;
    let mut firsts = vec![None; answers.names.len()];
    for (h, (row, &answer)) in rows.iter().zip(&answers.of).enumerate() {
        let i = *firsts[answer].get_or_insert(h);
        let pairs = rows[i].numerators.iter().zip(&row.numerators);
        let differs = |(x, y)| x * &row.denominator != y * &rows[i].denominator;
        if let Some(output) = pairs.map(differs).position(|differs| differs) {
            return Ok(Decided::new(Verdict::Fails).witness("pair", vec![i, h]).witness("output", output));
        }
    }
    Ok(Decided::new(Verdict::Holds))
}
