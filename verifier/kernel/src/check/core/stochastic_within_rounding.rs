//! `stochastic-within-rounding`: some stochastic matrix M lies within `rounding` r of every entry of X.
//!
//! Both verdicts are computed, row by row. An entry m_io may be any number from l_io = max(0, x_io − r) to
//! u_io = x_io + r, and no other; there is one iff x_io ≥ −r. A row of such entries may have any sum from Σ_o l_io to
//! Σ_o u_io, which are its own where all entries are least or largest, and no other. So M exists iff every x_io ≥ −r
//! and Σ_o l_io ≤ 1 ≤ Σ_o u_io for every row i. Cost: a pass over the table.

use crate::case::Case;
use crate::failure::{Failure, Why, ensure, refused};
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::Fraction;
use std::cmp::Ordering;

pub(crate) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let Some(r) = &case.problem.rounding else { return refused(Why::DoesNotFit) };
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    // The first entry below −r, and the row that is farthest from its sums, by how much and of how many.
    let (mut below, mut worst, mut rows) = (None, None, 0usize);
    for (row, x) in case.rows.iter().enumerate() {
        let mut sums = [Fraction::ZERO; 2];
        for output in 0..x.len() {
            let entry = x.entry(output);
            let (low, high) = (&entry - r, &entry + r);
            if case.sign(&low.numerator)?.is_gt() {
                sums[0] = &sums[0] + &low;
            }
            sums[1] = &sums[1] + &high;
            if below.is_none() && case.sign(&high.numerator)?.is_lt() {
                below = Some(Reason::BelowRounding { row, output, entry });
            }
        }
        let (over, under) = (&sums[0] - &Fraction::ONE, &Fraction::ONE - &sums[1]);
        let off = if case.sign(&over.numerator)?.is_gt() { over } else { under };
        if case.sign(&off.numerator)?.is_gt() {
            rows = rows.saturating_add(1);
            if worst.as_ref().map_or(Ok(Ordering::Greater), |(_, _, most)| case.compare(&off, most))?.is_gt() {
                worst = Some((row, sums, off));
            }
        }
    }
    let no_row = worst.map(|(row, sums, _)| Reason::NoRowNear { row, sums, rows });
    let reason = below.or(no_row);
    Ok(Found::new(Verdict::of(reason.is_none())).because(reason))
}
