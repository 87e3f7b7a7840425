//! `individual-leakage`: the largest Σ_o max_j x_jo over the rows of one individual's values, all others fixed, computed.

use super::case::{Case, Reason, refused};
use super::utility;
use crate::certificate::Decided;
use crate::linear::Vector;
use dp_verify::graph::Family;
use dp_verify::report::Verdict;

pub(super) fn decide(case: &Case) -> Result<Decided, Reason> {
    let Family::Hamming { values, individuals } = *case.graph().family() else { return Err(refused()) };
    let rows = case.rows()?;
    // Of individuals with one value each all are alike.
    let individuals = if values == 1 { individuals.min(1) } else { individuals };
    let ones = Vector::ones(values);
    let steps = (0..individuals).scan(1, |step, _| Some(std::mem::replace(step, *step * values)));
    let groups = steps.flat_map(|step| (0..rows.len()).filter(move |i| i / step % values == 0).map(move |i| (i, step)));
    let capacity = |(first, step): (usize, usize)| {
        let group: Vec<_> = (0..values).map(|j| rows[first + j * step].clone()).collect();
        utility::binary(&group, &ones).0
    };
    groups.map(capacity).max().map(|most| Decided::new(Verdict::Holds).leakage(&most)).ok_or_else(refused)
}
