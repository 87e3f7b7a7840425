//! `universally-optimal`: X is ε-private and optimal for every prior, with the binary gain whatever the file's gain.
//!
//! Holds:
//! - at α = 1, where the rows of a private mechanism are the same throughout a component of the graph: iff no two
//!   components share an output of X. If none do, an output tells the component, and the likeliest answer in it is the
//!   best guess of any private mechanism; if two do, half on a node of each is a prior for which telling them apart is
//!   better. No witness is needed for a yes;
//! - on a forest where X remaps to a tight-constraints mechanism X·R = Φ·diag(z): `remap`, as for `tight-constraints`.
//!   For a prior π let u_k = max_i π_i Φ_ik and λ = Φ^-1 u, so that Σλ = Σ_k z_k u_k, the utility of X·R. For a guess w
//!   and c in C, in the tree of w with root w, λ·c = u_w c_w + Σ (u_h − αu_i)(c_h − αc_i)/(1−α²) over its edges i → h
//!   away from w, as Φ^-1 is the sum over the edges of such squares; u_h ≥ αu_i and c_h ≥ αc_i by the triangle
//!   inequality and in C, and u_w ≥ π_w. So λ − c_w is ≥ 0 on C for each guess w: Σλ bounds every utility;
//! - else by `bounds`: for each of the priors of [`rays`] a bound on the utility of all (see [`optimum`]) that X reaches.
//!
//! Fails: `prior`, weights ≥ 0 that sum to 1, and `better`, a private mechanism with more utility for it.

use super::source::{Source, compare, more_by};
use super::{Case, Failure, Proved, dp, mechanism, optimum, rays, tight_constraints, unproved};
use crate::alpha::Polynomial;
use crate::graph::{Graph, INFINITE};
use crate::model::Gain;
use crate::number::{BigInt, Fractions, Sign};
use crate::report::{Verdict, count};

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_table() && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let rows = R::rows(case)?;
    if !dp::is_private(case, &rows)? {
        return match case.witness.view() {
            None if case.said == Verdict::Fails || case.computes => {
                Ok(Proved::new(Verdict::Fails).because("X is not ε-private"))
            }
            _ => unproved("X is not ε-private, which has no witness"),
        };
    }
    if case.said == Verdict::Fails {
        return fails(case, &rows);
    }
    let (p, q) = case.alpha::<R>()?;
    if p.compare(&q, &case.ground)?.is_eq() {
        case.witness.only(&[])?;
        return match tells_components(case, &rows)? {
            true => {
                Ok(Proved::new(Verdict::Holds).because("at α = 1 each output of X tells the component of the graph"))
            }
            false => unproved("at α = 1 two components of the graph share an output of X"),
        };
    }
    if case.witness.part("bounds").is_some() {
        return holds_at_rays(case, &rows);
    }
    if !optimum::is_forest(case) {
        return unproved("the witness lacks `bounds`, which only a forest does without");
    }
    let tight = tight_constraints::holds::<R>(case)?;
    Ok(tight.because("a tight-constraints mechanism on a forest is optimal for every prior"))
}

/// Whether no output is possible in two components.
fn tells_components<R: Source>(case: &Case, rows: &[Fractions<R>]) -> Result<bool, Failure> {
    let graph = &case.mechanism.query.graph;
    case.charge(graph.steps())?;
    let component = components(graph);
    let mut of_output = vec![None; rows.first().map_or(0, Fractions::len)];
    for (row, &here) in rows.iter().zip(&component) {
        for (of_output, x) in of_output.iter_mut().zip(&row.numerators) {
            if x.sign(&case.ground)? == Sign::Plus && *of_output.get_or_insert(here) != here {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The first node of the component that each node is in.
fn components(graph: &Graph) -> Vec<usize> {
    let mut component: Vec<Option<usize>> = vec![None; graph.nodes()];
    for i in 0..graph.nodes() {
        if component[i].is_none() {
            let reached = graph.distances_from(i).into_iter().map(|d| d != INFINITE);
            component.iter_mut().zip(reached).filter(|(_, reached)| *reached).for_each(|(of, _)| *of = Some(i));
        }
    }
    component.into_iter().flatten().collect()
}

fn holds_at_rays<R: Source>(case: &Case, rows: &[Fractions<R>]) -> Result<Proved, Failure> {
    case.witness.only(&["bounds"])?;
    let bounds = case.witness.required("bounds")?;
    let bounds = bounds.array("a bound for each of the priors that decide")?;
    let priors = rays::priors(case, rows)?;
    if bounds.len() != priors.len() {
        let (found, priors) = (count(bounds.len(), "bound"), count(priors.len(), "prior"));
        return unproved(format!("`bounds` has {found}, expected one for each of {priors}"));
    }
    let decided = priors.len();
    for (k, (prior, proof)) in priors.into_iter().zip(bounds).enumerate() {
        proof.only(&["lambda", "multipliers", "y"])?;
        let worth = optimum::Worth::<R>::of_weights(prior, &Gain::Binary);
        let (reached, bound) = (worth.of_mechanism(case, rows)?, optimum::bound(case, &worth, &proof)?);
        if compare(&reached, &bound, &case.ground)?.is_ne() {
            let (reached, bound) = (shown(case, &reached), shown(case, &bound));
            return unproved(format!(
                "for prior {k} of those that decide X has the utility {reached}, the bound is {bound}"
            ));
        }
    }
    let sentence = format!("X is optimal for the {} that decide", count(decided, "prior"));
    Ok(Proved::new(Verdict::Holds).because(sentence))
}

fn fails<R: Source>(case: &Case, rows: &[Fractions<R>]) -> Result<Proved, Failure> {
    case.witness.only(&["prior", "better"])?;
    let prior: Fractions<R> = case.witness.vector("prior", case.nodes(), &case.ground)?;
    if prior.negative(&case.ground)?.is_some() || prior.sum().compare(&prior.denominator, &case.ground)?.is_ne() {
        return unproved("`prior` is no distribution");
    }
    let weights = in_words(case, &prior);
    let worth = optimum::Worth::<R>::of_weights(prior, &Gain::Binary);
    let better = mechanism::read::<R>(case, &case.witness.required("better")?)?;
    let (ours, other) = (worth.of_mechanism(case, rows)?, worth.of_mechanism(case, &better)?);
    let less = compare(&ours, &other, &case.ground)?.is_lt();
    let (reached, most) = (shown(case, &ours), shown(case, &other));
    if !less {
        return unproved(format!("for the prior X has the utility {reached}, the other mechanism {most}"));
    }
    let by = more_by(&other, &ours, case);
    Ok(Proved::new(Verdict::Fails)
        .because(format!("for the prior {weights} X has the utility {reached}, another private mechanism {most}{by}")))
}

/// The most nodes of a prior that are named.
const NAMED: usize = 8;

/// `1/2 at A, 1/2 at C`: the weights that are not 0, of many the first ones.
fn in_words<R: Source>(case: &Case, prior: &Fractions<R>) -> String {
    let support: Vec<usize> =
        (0..prior.len()).filter(|&i| prior.numerators[i].sign(&case.ground).ok() != Some(Sign::NoSign)).collect();
    let weight = |&i: &usize| {
        let weight = R::shown(&prior.numerators[i], &prior.denominator, case);
        format!("{weight} at {}", case.node(i))
    };
    let mut words: Vec<String> = support.iter().take(NAMED).map(weight).collect();
    if support.len() > NAMED {
        words.push(format!("and {} more,", support.len() - NAMED));
    }
    words.join(", ")
}

fn shown<R: Source>(case: &Case, value: &(R, R)) -> String {
    R::shown(&value.0, &value.1, case)
}
