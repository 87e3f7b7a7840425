//! `tight-constraints`: X is ε-private, and X·R is a tight-constraints mechanism for some stochastic R.
//!
//! Let T = Σ_ij Φ_ij and π_j = (Φ1)_j / T, the prior with y = 1/T·1 > 0 and yΦ = π. For a private X' = X·R
//! with the nodes as outputs, x'_ij ≥ α^d(i,j)·x'_jj, so that
//! U = Σ_j π_j x'_jj = Σ_i y_i Σ_j α^d(i,j) x'_jj ≤ Σ_i y_i Σ_j x'_ij = n/T,
//! and as all y_i > 0 equality holds iff every x'_ij = α^d(i,j)·x'_jj: iff X' is a tight-constraints
//! mechanism (ElSalamouny et al. Theorem 1 and Corollary 2, in the direction that is true).
//!
//! Holds: a best remap for π, as the node that each output is mapped to; x'_ij = α^d(i,j)·x'_jj is checked
//! as it stands. Fails: nothing (the utility at π is computed and is below n/T, which no remap can mend,
//! whether or not such a mechanism exists at all), or X is not private.

use super::{dp, utility};
use crate::case::{Case, index, length};
use crate::failure::{Failure, Tightness, Why, ensure, refused};
use crate::problem::Verdict;
use crate::proved::{Found, Reason};
use crate::witness::Witness;
use dp_number::list::List;
use dp_number::{Fraction, Number, Vector};
use std::collections::BTreeMap;

pub(crate) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    match witness {
        Witness::Remap(remap) => holds(case, remap),
        Witness::None => fails(case),
        _ => refused(Why::WrongWitness),
    }
}

pub(crate) fn holds(case: &Case, remap: &[usize]) -> Result<Found, Failure> {
    let phi = case.similarity()?;
    length("remap", remap.len(), case.outputs())?;
    ensure(dp::is_private(case, case.rows)?, || Why::NotPrivate)?;
    let mut outputs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (o, &node) in remap.iter().enumerate() {
        index("remap", node, case.nodes())?;
        outputs.entry(node).or_default().push(o);
    }
    // Columns of XR to which no output goes are 0, as they should be.
    for (j, outputs) in outputs {
        let column: Vec<Fraction> = case.rows.iter().map(|row| row.sum_of(outputs.iter().copied())).collect();
        let diagonal = column.at(j)?;
        for (i, (d, x)) in case.graph.distances_from(j).into_iter().zip(&column).enumerate() {
            let power = phi.power(d);
            let (mut left, mut right) = (&x.numerator * &power.denominator, &diagonal.numerator * &power.numerator);
            if x.denominator != diagonal.denominator {
                (left, right) = (&left * &diagonal.denominator, &right * &x.denominator);
            }
            ensure(case.order(&left, &right)?.is_eq(), || Tightness::NotTight { row: i, column: j, found: x.clone() })?;
        }
    }
    Ok(Found::new(Verdict::Holds))
}

fn fails(case: &Case) -> Result<Found, Failure> {
    if !dp::is_private(case, case.rows)? {
        return Ok(Found::new(Verdict::Fails).because(Reason::NotPrivate));
    }
    let sums = case.phi(&Vector::ones(case.nodes()))?;
    let total = sums.sum().numerator;
    // π = Φ1 / T: the denominator of the row sums cancels.
    let prior = Vector { denominator: total.clone(), numerators: sums.numerators };
    let reached = utility::binary(case, case.rows, &prior)?;
    let most = Fraction::new(&Number::from(case.nodes()) * &sums.denominator, total);
    ensure(case.compare(&reached, &most)?.is_lt(), || Tightness::IsTight(reached.clone()))?;
    Ok(Found::new(Verdict::Fails).because(Reason::NotTight { reached, most }))
}
