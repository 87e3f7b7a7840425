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

use super::source::{Source, compare};
use super::{Case, Failure, Proved, unproved, utility, witness};
use crate::alpha::{Ground, Obstacle, Polynomial, Ring};
use crate::number::{BigInt, Fractions};
use crate::report::{Verdict, count};
use std::collections::BTreeMap;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_table() && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    match case.said {
        Verdict::Holds => holds::<R>(case),
        _ => fails::<R>(case),
    }
}

pub(super) fn holds<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let rows = R::rows(case)?;
    let phi = case.similarity::<R>()?;
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
    if !super::dp::is_private(case, &rows)? {
        return unproved("X is not ε-private");
    }
    let mut outputs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (o, &node) in remap.iter().enumerate() {
        outputs.entry(node).or_default().push(o);
    }
    let power = phi.words();
    case.charge(phi.graph().steps() / case.nodes() as u64 * outputs.len() as u64)?;
    case.charge((rows.len() * outputs.len()) as u64 * (64 + power * 4))?;
    // Columns of XR to which no output goes are 0, as they should be.
    for (j, outputs) in outputs {
        let sum = |row: &Fractions<R>| {
            let mut sum = R::default();
            outputs.iter().for_each(|&o| sum.add(&row.numerators[o]));
            sum
        };
        let column: Vec<R> = rows.iter().map(sum).collect();
        for (i, d) in phi.graph().distances_from(j).into_iter().enumerate() {
            let (here, diagonal) = ((&column[i], &rows[i].denominator), (&column[j], &rows[j].denominator));
            if !is_tight(here, diagonal, phi.power(d, &case.ground)?, &case.ground)? {
                let message = format!(
                    "XR at ({}, {}) is {}, not α^d times XR at the diagonal",
                    case.node(i),
                    case.node(j),
                    R::shown(&column[i], &rows[i].denominator, case)
                );
                return unproved(message);
            }
        }
    }
    Ok(Proved::new(Verdict::Holds))
}

/// x_ij = α^d·x_jj, all as numerator and denominator; without a power α^d = α^∞ = 0.
fn is_tight<R: Ring>(
    x: (&R, &R),
    diagonal: (&R, &R),
    power: Option<super::similarity::Power<R>>,
    ground: &Ground,
) -> Result<bool, Obstacle> {
    let Some((p, q)) = power else { return Ok(x.0.compare(&R::default(), ground)?.is_eq()) };
    let (mut left, mut right) = (q.times(x.0, ground)?, p.times(diagonal.0, ground)?);
    if x.1 != diagonal.1 {
        (left, right) = (left.times(diagonal.1, ground)?, right.times(x.1, ground)?);
    }
    Ok(left.compare(&right, ground)?.is_eq())
}

fn fails<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let rows = R::rows(case)?;
    let ground = &case.ground;
    case.witness.only(&[])?;
    if !super::dp::is_private(case, &rows)? {
        return Ok(Proved::new(Verdict::Fails).because("X is not ε-private"));
    }
    let sums = case.times(&case.similarity::<R>()?, &Fractions::ones(case.nodes()))?;
    let total = sums.sum();
    // π = Φ1 / T: the denominator of the row sums cancels.
    let prior = Fractions { denominator: total.clone(), numerators: sums.numerators };
    let reached = utility::binary(&rows, &prior, ground)?;
    // n / T.
    let bound = (R::of(&BigInt::from(case.nodes())).times(&sums.denominator, ground)?, total);
    let found = R::shown(&reached.0, &reached.1, case);
    if compare(&reached, &bound, ground)?.is_ge() {
        return unproved(format!("the utility at the prior of the row sums is {found}, the most there is"));
    }
    let sentence = format!(
        "at the prior proportional to the row sums of Φ the utility is {found}, a tight-constraints mechanism would have {}",
        R::shown(&bound.0, &bound.1, case)
    );
    Ok(Proved::new(Verdict::Fails).because(sentence))
}
