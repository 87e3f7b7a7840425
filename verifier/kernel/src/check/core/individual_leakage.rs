//! `individual-leakage`: on the Hamming graph {0..v−1}^u, the most that X leaks about one individual to somebody who
//! knows all others.
//!
//! With the others fixed, the rows of the individual's v values are a channel by themselves; its capacity is
//! Σ_o max_j x_jo over these v rows (see `capacity`), and the claim's value is the largest over all individuals and all
//! that the others may be (Alvim et al. section 4.1). Computed. Cost: u passes over the table.

use super::{leakage, utility};
use crate::case::Case;
use crate::failure::{Failure, Why, refused};
use crate::graph::Family;
use crate::graph::digit;
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use dp_number::meter::charge;
use dp_number::{Fraction, Vector};
use std::cmp::Ordering;

pub(crate) fn check(case: &Case) -> Result<Found, Failure> {
    let Family::Hamming { values, individuals } = *case.graph.family() else { return refused(Why::DoesNotFit) };
    let mut most: Option<(Fraction, usize, usize)> = None;
    // In lexicographic order the last individual's value changes first.
    let mut step = 1;
    // Of individuals with one value each all are alike.
    let individuals = if values == 1 { individuals.min(1) } else { individuals };
    for individual in (0..individuals).rev() {
        for first in (0..case.rows.len()).filter(|i| digit(*i, step, values) == 0) {
            let row = |j: usize| case.row(first.saturating_add(j.saturating_mul(step))).cloned();
            let group = (0..values).map(row).collect::<Result<Vec<_>, _>>()?;
            let words: u64 = group.iter().map(Vector::words).sum();
            charge((case.outputs() as u64).saturating_mul(words.saturating_add(8)))?;
            let here = utility::binary(case, &group, &Vector::ones(values))?;
            let order = most.as_ref().map(|(most, ..)| case.compare(&here, most)).transpose()?;
            if order.is_none_or(Ordering::is_gt) {
                most = Some((here, individual, first));
            }
        }
        step = step.saturating_mul(values);
    }
    let Some((most, individual, others)) = most else { return refused(Why::DoesNotFit) };
    Ok(leakage::leaks(Found::new(Verdict::Holds), most).because(Reason::Individual { individual, others }))
}
