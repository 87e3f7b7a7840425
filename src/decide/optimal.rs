//! `optimal`: a bound on the utility of every ε-private mechanism that X reaches, or a better mechanism with a bound
//! that it reaches. Closed forms first, then the linear program.

use super::attempt::proves;
use super::candidate::{self, Candidate, Proposal};
use super::case::{Case, Reason};
use super::utility;
use crate::effort::Counted;
use crate::exact::{self, ForWitness};
use crate::graph::{Lists, is_forest};
use crate::linear::Vector;
use crate::program::mechanism::{Effort, OUT_OF_EFFORT, Program, optimum};
use crate::program::{Nonnegative, geometric_dual, tight_dual};
use crate::statement::{Decided, verdict};
use crate::timing::Part;
use dp_kernel::{Dual, Multipliers, Verdict};
use dp_verify::alpha::Bounds;
use dp_verify::alpha::Fractions;
use dp_verify::graph::{Family, Graph};
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Gain};
use dp_verify::witness::Mechanism;
use malachite::rational::Rational;

/// The most utility of an ε-private mechanism: the bound, and what may show it.
pub(super) struct Optimum {
    pub(super) value: Rational,
    pub(super) found: Candidate,
}

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let prior = case.weights(claim)?;
    let gain = &case.mechanism.gain;
    let reached = utility::of(case, gain, &prior)?;
    let private = case.is_private()?;
    // What the optimum may be for X to be near enough.
    let most = claim.within.as_ref().map_or_else(|| reached.clone(), |within| &reached + exact::rational(within));
    let mut near = None;
    for Optimum { value, found } in optima(case, gain, &prior)? {
        if private && reached > value {
            continue;
        }
        let verdict = verdict(private && value <= most);
        for Proposal { of, decided, exact } in found.proposals(claim, Decided::new) {
            let apt = decided.verdict == verdict && (of == *claim || reached == value);
            // A closed form need not be the optimum where its hypotheses fail: the kernel tells.
            if apt && proves(case, &of, &decided) {
                if exact {
                    return Ok(decided);
                }
                near.get_or_insert(decided);
            }
        }
    }
    if let Some(decided) = near {
        Ok(decided)
    } else if private {
        Err(Reason::new(OUT_OF_EFFORT))
    } else {
        // What is not private fails whatever the optimum is.
        Ok(Decided::plain(Verdict::Fails))
    }
}

/// The ways to an optimum: three closed forms, and the linear program.
const ROUTES: [&str; 4] = ["geometric", "tree", "covering", "program"];

/// What may be the optimum, by each route in turn: a closed form need not be it where its hypotheses fail.
pub(super) fn optima<'c>(
    case: &'c Case,
    gain: &'c Gain,
    prior: &'c Vector,
) -> Result<impl Iterator<Item = Optimum> + use<'c>, Reason> {
    by_routes(case, gain, prior, &ROUTES)
}

/// Bounds on the utility of every private mechanism, whatever the prior: the last is the optimum.
pub(super) fn bounds<'c>(
    case: &'c Case,
    gain: &'c Gain,
    prior: &'c Vector,
) -> Result<impl Iterator<Item = Optimum> + use<'c>, Reason> {
    by_routes(case, gain, prior, &ROUTES[2..])
}

/// What may be optimal for each of these priors, by each closed form that applies to all of them.
pub(super) fn by_closed_forms(case: &Case, gain: &Gain, priors: &[Vector]) -> Result<Vec<Vec<Candidate>>, Reason> {
    let mut all = Vec::new();
    let routes = if case.general { &[] } else { &ROUTES[..3] };
    for route in routes.chunks(1) {
        let mut found = Vec::with_capacity(priors.len());
        for prior in priors {
            found.extend(by_routes(case, gain, prior, route)?.map(|optimum| optimum.found));
        }
        all.extend((found.len() == priors.len()).then_some(found));
    }
    Ok(all)
}

fn by_routes<'c>(
    case: &'c Case,
    gain: &'c Gain,
    prior: &'c Vector,
    routes: &'static [&'static str],
) -> Result<impl Iterator<Item = Optimum> + use<'c>, Reason> {
    let alpha = case.alpha()?;
    let gains = gains(case, gain, prior)?;
    let routes = if case.general { &ROUTES[3..] } else { routes };
    Ok(routes.iter().filter_map(move |&route| {
        let part = Part::begin("optimum");
        let found = match route {
            "geometric" => geometric(case, &alpha, &gains),
            "tree" => tree(case, gain, prior),
            "covering" => covering(case, gain, prior),
            _ => program(case, &alpha, &gains),
        };
        part.end(format_args!("{route}: {}", if found.is_some() { "a candidate" } else { "does not apply" }));
        found
    }))
}

/// c_w(i) = π_i·g(w, i), a row for each guess.
pub(super) fn gains(case: &Case, gain: &Gain, prior: &Vector) -> Result<Vec<Vector>, Reason> {
    let irrational = || Reason::new("the gain is irrational: this version decides rational ones");
    weighted_gains(case.graph(), gain, prior).ok_or_else(irrational)
}

/// c_w(i) = π_i·g(w, i), a row for each guess; `None` where the gain is irrational.
pub(crate) fn weighted_gains(graph: &Graph, gain: &Gain, prior: &Vector) -> Option<Vec<Vector>> {
    let limits = Limits::default();
    let steps = Counted::new(limits.steps);
    let (prior, bounds) = (exact::fractions(prior), Bounds::new(&limits, &steps));
    let rows =
        candidate::gains(graph, gain, &prior, |gain, w| gain.row(w, graph).filter(Fractions::is_rational), bounds)
            .ok()??;
    rows.iter().map(exact::vector).collect()
}

/// The linear program.
pub(super) fn program(case: &Case, alpha: &Rational, gains: &[Vector]) -> Option<Optimum> {
    let graph = case.graph();
    let Lists { neighbours, lengths } = Lists::of(graph);
    let (alpha, gains) = (alpha.clone(), gains.to_vec());
    let program = Program { neighbours: &neighbours, lengths: &lengths, alpha, gains };
    let found = optimum(&program, Effort::default()).ok()?;
    let lambda = found.dual.lambda.for_witness();
    let dual = if is_forest(graph) {
        Dual::Forest(lambda)
    } else {
        let multipliers = found.dual.multipliers.iter().map(|of_one| multipliers(&of_one.arcs)).collect();
        Dual::Multipliers { lambda, multipliers }
    };
    let better = Some(Mechanism::Rows(found.mechanism.iter().map(ForWitness::for_witness).collect()));
    Some(Optimum { value: found.value, found: Candidate { dual, better } })
}

/// The multipliers of one column: directed edges and a number for each.
pub(super) fn multipliers(arcs: &[((usize, usize), Rational)]) -> Multipliers {
    let edges = arcs.iter().map(|((i, h), _)| [*i, *h]).collect();
    let mu: Vec<Rational> = arcs.iter().map(|(_, mu)| mu.clone()).collect();
    Multipliers { edges, mu: mu.for_witness() }
}

/// On a line, the truncated geometric mechanism; a sum of zeros and ones is a line by another name.
fn geometric(case: &Case, alpha: &Rational, gains: &[Vector]) -> Option<Optimum> {
    let family = case.graph().family();
    matches!(family, Family::Line | Family::Sum { most: 1 }).then_some(())?;
    let (value, lambda) = geometric_dual(alpha, gains)?;
    let found = match family {
        Family::Line => Candidate::geometric(&lambda),
        _ => Candidate::tree(&lambda, tight(case).as_ref()),
    };
    Some(Optimum { value, found })
}

/// With the binary gain, the tight-constraints mechanism, which on a forest is optimal for every prior.
fn tree(case: &Case, gain: &Gain, prior: &Vector) -> Option<Optimum> {
    if !matches!(gain, Gain::Binary) || !is_forest(case.graph()) {
        return None;
    }
    let z = tight(case)?;
    let (value, lambda) = tight_dual(case.similarity().ok()?, prior)?;
    Some(Optimum { value, found: Candidate::tree(&lambda, Some(&z)) })
}

/// With the binary gain, the covering bound: it is the optimum where X or the tight-constraints mechanism reaches it.
pub(super) fn covering(case: &Case, gain: &Gain, prior: &Vector) -> Option<Optimum> {
    if !matches!(gain, Gain::Binary) {
        return None;
    }
    let y = case.least_covering(prior).ok()?.y;
    Some(Optimum { value: y.total(), found: Candidate::covering(&y, tight(case).as_ref()) })
}

/// z ≥ 0 with Φz = 1.
pub(super) fn tight(case: &Case) -> Option<Vector> {
    match case.nonnegative(&Vector::ones(case.nodes())).ok()?.outcome {
        Nonnegative::Found { y, .. } => Some(y),
        Nonnegative::None { .. } => None,
    }
}
