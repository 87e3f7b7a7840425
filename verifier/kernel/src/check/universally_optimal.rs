//! `universally-optimal`: X is ε-private and optimal for every prior, with the binary gain whatever the file's gain.
//!
//! Holds:
//! - at α = 1, where the rows of a private mechanism are the same throughout a component of the graph: iff no two
//!   components share an output of X. If none do, an output tells the component, and the likeliest answer in it is the
//!   best guess of any private mechanism; if two do, half on a node of each is a prior for which telling them apart is
//!   better. No witness is needed for a yes;
//! - on a forest where X remaps to a tight-constraints mechanism X·R = Φ·diag(z): the remap, as for `tight-constraints`.
//!   For a prior π let u_k = max_i π_i Φ_ik and λ = Φ^-1 u, so that Σλ = Σ_k z_k u_k, the utility of X·R. For a guess w
//!   and c in C, in the tree of w with root w, λ·c = u_w c_w + Σ (u_h − αu_i)(c_h − αc_i)/(1−α²) over its edges i → h
//!   away from w, as Φ^-1 is the sum over the edges of such squares; u_h ≥ αu_i and c_h ≥ αc_i by the triangle
//!   inequality and in C, and u_w ≥ π_w. So λ − c_w is ≥ 0 on C for each guess w: Σλ bounds every utility;
//! - else by a bound on the utility of all (see [`optimum`]) that X reaches, for each of the [`deciding_priors`].
//!
//! Fails: `prior`, weights ≥ 0 that sum to 1, and a private mechanism with more utility for it; or X is not private.

use super::*;

pub(super) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let rows = case.rows()?;
    let private = dp::is_private(case, rows)?;
    match witness {
        Witness::None if !private => Ok(Found::new(Verdict::Fails).because(Reason::NotPrivate)),
        _ if !private => refused(Why::NotPrivate),
        Witness::Against { prior, rows: better } => fails(case, rows, prior, better),
        Witness::None => at_alpha_one(case, rows),
        Witness::Deciding(bounds) => by_deciding_priors(case, rows, bounds),
        Witness::Remap(remap) if optimum::Forest::new(case).is_some() => {
            Ok(tight_constraints::holds(case, remap)?.because(Reason::TightOnForest))
        }
        Witness::Remap(_) => refused(Why::NoForest),
        _ => refused(Why::WrongWitness),
    }
}

/// At α = 1: whether no output is possible in two components.
fn at_alpha_one(case: &Case, rows: &[Vector]) -> Result<Found, Failure> {
    let Fraction { numerator: p, denominator: q } = case.alpha;
    if case.order(p, q)?.is_ne() {
        return refused(Why::WrongWitness);
    }
    case.meter.charge(case.graph.steps())?;
    // The first node of the component of each.
    let mut component: Vec<Option<usize>> = vec![None; case.nodes()];
    for i in 0..case.nodes() {
        if component[i].is_none() {
            let reached = case.graph.distances_from(i).into_iter().map(|d| d != INFINITE);
            component.iter_mut().zip(reached).filter(|(_, reached)| *reached).for_each(|(of, _)| *of = Some(i));
        }
    }
    let mut of_output: Vec<Option<usize>> = vec![None; case.outputs()];
    for (row, here) in rows.iter().zip(component) {
        for (of_output, x) in of_output.iter_mut().zip(&row.numerators) {
            if case.sign(x)?.is_gt() && of_output.replace(here.unwrap_or_default()).is_some_and(|of| Some(of) != here) {
                return refused(Why::SharedOutput);
            }
        }
    }
    Ok(Found::new(Verdict::Holds).because(Reason::Components))
}

fn by_deciding_priors(case: &Case, rows: &[Vector], bounds: &[Dual]) -> Result<Found, Failure> {
    let priors = deciding_priors(case, rows)?;
    length("bounds", bounds.len(), priors.len())?;
    for (k, (prior, dual)) in priors.iter().zip(bounds).enumerate() {
        let worth = optimum::Worth { gain: &Gain::Binary, priors: &[prior] };
        optimum::reached(case, &worth, rows, dual, (Some(k), true))?;
    }
    Ok(Found::new(Verdict::Holds).because(Reason::Deciding(priors.len())))
}

fn fails(case: &Case, rows: &[Vector], prior: &Vector, better: &[Vector]) -> Result<Found, Failure> {
    case.fits("prior", prior, case.nodes())?;
    if stochastic::fault(case, prior)?.is_some() {
        return refused(Why::NoDistribution);
    }
    dp::is_mechanism(case, better)?;
    let worth = optimum::Worth { gain: &Gain::Binary, priors: &[prior] };
    let (ours, other) = (worth.of_mechanism(case, rows)?, worth.of_mechanism(case, better)?);
    if case.compare(&ours, &other)?.is_ge() {
        return refused(Why::NoMore { at_prior: true, ours, other });
    }
    let support = case.support(prior)?.into_iter().map(|i| (i, prior.entry(i))).collect();
    Ok(Found::new(Verdict::Fails).because(Reason::HasMore { prior: Some(support), ours, other }))
}
