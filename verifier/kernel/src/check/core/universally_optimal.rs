//! `universally-optimal`: X is ε-private and, by the binary gain, optimal for every prior, whatever the file's gain is.
//!
//! Holds:
//! - at α = 1, where the rows of a private mechanism are the same throughout a component of the graph: iff no two
//!   components share an output of X. If none do, an output tells the component, and the likeliest answer in it is the
//!   best guess of any private mechanism; if two do, half on a node of each is a prior for which telling them apart is
//!   better. No witness is needed for a yes;
//! - on a forest where X remaps to a tight-constraints mechanism X·R = Φ·diag(z): the remap, as for
//!   `tight-constraints`. For a prior π let u_k = max_i π_i Φ_ik and λ = Φ^-1 u, so that Σλ = Σ_k z_k u_k, the utility
//!   of X·R. For a guess w and c in C, in the tree of w with root w, λ·c = u_w c_w + Σ (u_h − αu_i)(c_h − αc_i)/(1−α²)
//!   over its edges i → h away from w, as Φ^-1 is the sum over the edges of such squares; u_h ≥ αu_i and c_h ≥ αc_i by
//!   the triangle inequality and in C, and u_w ≥ π_w. So λ − c_w is ≥ 0 on C for each guess w: Σλ bounds every utility;
//! - else by a bound on the utility of all (see [`optimum`]) that X reaches, for each of the [`deciding_priors`].
//!
//! Fails: `prior`, weights ≥ 0 that sum to 1, and a private mechanism with more utility for it; or X is not private.

use super::{dp, optimum, priors, stochastic, tight_constraints};
use crate::case::{Case, length};
use crate::failure::{Failure, Optimality, Why, ensure, refused};
use crate::graph::INFINITE;
use crate::problem::{Gain, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::{Dual, Witness};
use dp_number::{Fraction, Vector};

pub(crate) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let private = dp::is_private(case, case.rows)?;
    match witness {
        Witness::None if !private => Ok(Found::new(Verdict::Fails).because(Reason::NotPrivate)),
        _ if !private => refused(Why::NotPrivate),
        Witness::Against { prior, rows: better } => fails(case, prior, better),
        Witness::None => at_alpha_one(case),
        Witness::Deciding(bounds) => by_deciding_priors(case, bounds),
        Witness::Remap(remap) => {
            ensure(optimum::forest(case)?.is_some(), || Optimality::NoForest)?;
            Ok(tight_constraints::holds(case, remap)?.because(Reason::TightOnForest))
        }
        _ => refused(Why::WrongWitness),
    }
}

/// At α = 1: whether no output is possible in two components.
fn at_alpha_one(case: &Case) -> Result<Found, Failure> {
    ensure(case.compare(case.alpha, &Fraction::ONE)?.is_eq(), || Why::WrongWitness)?;
    // The first node of the component in which an output is possible.
    let mut of_output: Vec<Option<usize>> = vec![None; case.outputs()];
    for (i, row) in case.rows.iter().enumerate() {
        let component = case.graph.distances_from(i).iter().position(|d| *d != INFINITE);
        for (of_output, x) in of_output.iter_mut().zip(&row.numerators) {
            if case.sign(x)?.is_gt() {
                ensure(of_output.is_none() || *of_output == component, || Optimality::SharedOutput)?;
                *of_output = component;
            }
        }
    }
    Ok(Found::new(Verdict::Holds).because(Reason::Components))
}

fn by_deciding_priors(case: &Case, bounds: &[Dual]) -> Result<Found, Failure> {
    let priors = priors::deciding_priors(case)?;
    length("bounds", bounds.len(), priors.len())?;
    for (k, (prior, dual)) in priors.iter().zip(bounds).enumerate() {
        let worth = optimum::Worth { gain: &Gain::Binary, priors: &[prior] };
        optimum::reached(case, &worth, case.rows, optimum::bound(case, &worth, dual)?, (Some(k), true))?;
    }
    Ok(Found::new(Verdict::Holds).because(Reason::Deciding(priors.len())))
}

fn fails(case: &Case, prior: &Vector, better: &[Vector]) -> Result<Found, Failure> {
    case.fits("prior", prior, case.nodes())?;
    ensure(stochastic::fault(case, prior)?.is_none(), || Why::NoDistribution)?;
    dp::is_mechanism(case, better)?;
    let worth = optimum::Worth { gain: &Gain::Binary, priors: &[prior] };
    let (ours, other) = (worth.of_mechanism(case, case.rows)?, worth.of_mechanism(case, better)?);
    if case.compare(&ours, &other)?.is_ge() {
        return refused(Optimality::NoMore { at_prior: true, ours, other });
    }
    let support = case.support(prior)?.into_iter().map(|i| (i, prior.entry(i))).collect();
    Ok(Found::new(Verdict::Fails).because(Reason::HasMore { prior: Some(support), ours, other }))
}
