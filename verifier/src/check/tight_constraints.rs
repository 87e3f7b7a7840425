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
//! whether or not such a mechanism exists at all), or what shows that X is no private mechanism.

use super::{Case, Failure, Proved, stochastic, unproved, utility, witness};
use crate::number::{BigInt, Fractions, Rational, compare, fraction, ratio, words};
use crate::report::{Verdict, count, exact_or_decimal};
use num_traits::Zero;
use std::collections::BTreeMap;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    if let Some(refuted) = stochastic::refute(case)? {
        return Ok(refuted);
    }
    match case.said {
        Verdict::Holds => holds(case),
        _ => fails(case),
    }
}

fn holds(case: &Case) -> Result<Proved, Failure> {
    let rows = case.rows()?;
    let phi = case.similarity()?;
    case.witness.only(&["remap"])?;
    let remap = case.witness.required("remap")?;
    let remap = remap
        .array("a node for each output")?
        .map(|v| witness::index(&v, "remap", case.nodes()))
        .collect::<Result<Vec<_>, _>>()?;
    if remap.len() != rows[0].len() {
        return unproved(format!(
            "`remap` has {}, expected one for each of {}",
            count(remap.len(), "entry"),
            count(rows[0].len(), "output")
        ));
    }
    let private = super::dp::is_private(case, rows)?;
    if !private {
        return unproved("X is not ε-private");
    }
    let mut outputs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (o, &node) in remap.iter().enumerate() {
        outputs.entry(node).or_default().push(o);
    }
    let power = words(phi.power(phi.graph().diameter()).map(|(_, q)| q).into_iter());
    case.charge(phi.graph().steps() / case.nodes() as u64 * outputs.len() as u64)?;
    case.charge((rows.len() * outputs.len()) as u64 * (64 + power * 4))?;
    // Columns of XR to which no output goes are 0, as they should be.
    for (j, outputs) in outputs {
        let column: Vec<BigInt> = rows.iter().map(|row| outputs.iter().map(|&o| &row.numerators[o]).sum()).collect();
        for (i, d) in phi.graph().distances_from(j).into_iter().enumerate() {
            let (here, diagonal) = ((&column[i], &rows[i].denominator), (&column[j], &rows[j].denominator));
            if !is_tight(here, diagonal, phi.power(d)) {
                let message = format!(
                    "XR at ({}, {}) is {}, not α^d times XR at the diagonal",
                    case.node(i),
                    case.node(j),
                    exact_or_decimal(&fraction(column[i].clone(), rows[i].denominator.clone()))
                );
                return unproved(message);
            }
        }
    }
    Ok(Proved::new(Verdict::Holds))
}

/// x_ij = α^d·x_jj, all as numerator and denominator; without a power α^d = α^∞ = 0.
fn is_tight(x: (&BigInt, &BigInt), diagonal: (&BigInt, &BigInt), power: Option<(&BigInt, &BigInt)>) -> bool {
    match power {
        None => x.0.is_zero(),
        Some((p, q)) => x.0 * diagonal.1 * q == diagonal.0 * x.1 * p,
    }
}

fn fails(case: &Case) -> Result<Proved, Failure> {
    let rows = case.rows()?;
    case.witness.only(&[])?;
    if !super::dp::is_private(case, rows)? {
        return Ok(Proved::new(Verdict::Fails).because("X is not ε-private"));
    }
    let ones = Fractions { denominator: 1.into(), numerators: vec![1.into(); case.nodes()] };
    let sums = case.times(&case.similarity()?, &ones)?;
    let total = sums.total();
    // π = Φ1 / T: the denominator of the row sums cancels.
    let prior = Fractions { denominator: sums.numerators.iter().sum(), numerators: sums.numerators };
    let reached = utility::binary(rows, &prior);
    let bound = ratio(&Rational::from(BigInt::from(case.nodes())), &total);
    if compare(&reached, &bound).is_ge() {
        return unproved(format!(
            "the utility at the prior of the row sums is {}, the most there is",
            exact_or_decimal(&reached)
        ));
    }
    let sentence = format!(
        "at the prior proportional to the row sums of Φ the utility is {}, a tight-constraints mechanism would have {}",
        exact_or_decimal(&reached),
        exact_or_decimal(&bound)
    );
    Ok(Proved::new(Verdict::Fails).because(sentence))
}
