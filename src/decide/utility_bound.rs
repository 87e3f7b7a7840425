//! `utility-bound`: the least Σy with y ≥ 0, yΦ ≥ π, and its dual; by factors for a product prior. On small graphs the
//! optimum beside it.

use super::attempt::proves;
use super::case::{Case, Reason};
use super::optimal::optima;
use crate::exact::ForWitness;
use crate::linear::Vector;
use crate::program::{covering, only_solution};
use crate::statement::Decided;
use dp_kernel::Verdict;
use dp_verify::model::{Claim, Gain};
use dp_verify::witness::{Best, Covering, Given};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;

pub(super) fn decide(case: &Case, claim: &Claim) -> Result<Decided, Reason> {
    let (value, bound) = proof(case, claim)?;
    let beside = |optimum: Option<Best>, solution| {
        let witness = Given::Covering { bound: bound.clone(), optimum, solution };
        Decided::new(Verdict::Holds, witness)
    };
    let proved = |decided: &Decided| proves(case, claim, decided);
    let wanted = case.is_small() || case.expects(claim, &["optimum"]);
    let best = |of: Rational, best: Best| {
        let stated = beside(Some(best.clone()), None);
        (of <= value && proved(&stated)).then_some((best, stated))
    };
    let Some((best, stated)) = wanted.then(|| from_optimum(case, claim, best)).flatten() else {
        return Ok(beside(None, None));
    };
    // Σy of the solutions of yΦ = π beside it, where there are some.
    let solve = |b: &Vector| Some(only_solution(case.similarity().ok()?, b)?.solution.for_witness());
    let solution = || Some((solve(&case.weights(claim).ok()?)?, solve(&Vector::ones(case.nodes()))?));
    let with_solution = solution().map(|solution| beside(Some(best), Some(solution)));
    Ok(with_solution.filter(proved).unwrap_or(stated))
}

/// What `take` makes of the first optimum of the binary gain for the claim's prior, with its proof, that it takes: each
/// route is tried only where the ones before it have failed.
pub(super) fn from_optimum<T>(
    case: &Case,
    claim: &Claim,
    mut take: impl FnMut(Rational, Best) -> Option<T>,
) -> Option<T> {
    let prior = case.weights(claim).ok()?;
    let mut optima = optima(case, &Gain::Binary, &prior).ok()?;
    optima.find_map(|optimum| take(optimum.value, optimum.found.best()?))
}

/// The bound, and y and v that prove it.
///
/// For a product prior on a Hamming graph the program is a product too: tensor products of the factors' y
/// and v are feasible, and their values multiply.
pub(super) fn proof(case: &Case, claim: &Claim) -> Result<(Rational, Covering), Reason> {
    let Some((values, factors)) = case.factors(claim)? else {
        let found = case.covering(claim)?;
        return Ok((found.y.total(), Covering::Of { y: found.y.for_witness(), v: found.v.for_witness() }));
    };
    let one = case.similarity_of_one(values)?;
    let mut bound = Rational::ONE;
    let mut parts = Vec::with_capacity(factors.len());
    for prior in &factors {
        let found = covering(&one, prior).map_err(|why| Reason::new(why.to_string()))?;
        bound *= found.y.total();
        parts.push([found.y.for_witness(), found.v.for_witness()]);
    }
    Ok((bound, Covering::Factors(parts)))
}
