//! `individual-leakage`: on the Hamming graph {0..v−1}^u, the most that X leaks about one individual to somebody who knows
//! all others.
//!
//! With the others fixed, the rows of the individual's v values are a channel by themselves; its capacity is
//! Σ_o max_j x_jo over these v rows (see `capacity`), and the claim's value is the largest over all individuals and all
//! that the others may be (Alvim et al. §4.2). Recomputed. Cost: u passes over the table.

use super::source::{Source, compare};
use super::{Case, Failure, Proved, leakage, unproved, utility};
use crate::alpha::Polynomial;
use crate::graph::Family;
use crate::number::{BigInt, Fractions};
use crate::report::Verdict;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&[])?;
    match case.has_rational_table() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let Family::Hamming { values, individuals } = *case.mechanism.query.graph.family() else {
        return unproved("the graph is no Hamming graph");
    };
    let rows = R::rows(case)?;
    let ones: Fractions<R> = Fractions::ones(values);
    let mut most: Option<(R, R)> = None;
    let mut place = (0, 0);
    // In lexicographic order the last individual's value changes first.
    let mut step = 1;
    // Of individuals with one value each all are alike.
    let individuals = if values == 1 { individuals.min(1) } else { individuals };
    for individual in (0..individuals).rev() {
        for first in (0..rows.len()).filter(|i| i / step % values == 0) {
            let group: Vec<Fractions<R>> = (0..values).map(|j| rows[first + j * step].clone()).collect();
            let words: u64 = group.iter().map(Fractions::words).sum();
            case.charge((group[0].len() as u64).saturating_mul(words.saturating_add(8)))?;
            let here = utility::binary(&group, &ones, &case.ground)?;
            let larger = match &most {
                Some(most) => compare(&here, most, &case.ground)?.is_gt(),
                None => true,
            };
            if larger {
                (most, place) = (Some(here), (individual, first));
            }
        }
        step *= values;
    }
    let Some((n, d)) = most else { return unproved("the graph has no individuals") };
    let (individual, first) = place;
    let proved = leakage::leaks(Proved::new(Verdict::Holds), R::value(&n, &d, case)?, case);
    let sentence = format!("most about individual {individual} where the others are as in {}", case.node(first));
    Ok(proved.because(sentence))
}
