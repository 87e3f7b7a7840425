//! `utility-bound`: the least Σy with y ≥ 0 and yΦ ≥ π bounds the utility of every ε-private mechanism.
//!
//! Why it bounds: for a private X' with the nodes as outputs, x'_ij ≥ α^d(i,j)·x'_jj, so that
//! U = Σ_j π_j x'_jj ≤ Σ_j (yΦ)_j x'_jj ≤ Σ_i y_i Σ_j x'_ij = Σy (ElSalamouny et al. Theorem 1, which asks
//! for yΦ = π). Why it is the least: v ≥ 0 with Φv ≤ 1 and π·v = Σy, since any feasible y' has
//! Σy' ≥ y'Φv ≥ π·v (weak duality). Both are the witness; the claim is always decided, and holds.
//!
//! For a product prior they may be given by `factors`: products of vectors ≥ 0 keep both inequalities.
//!
//! How much the bound is off: `optimum`, a mechanism and a bound by duality that are equal (see [`optimum`]), is the most
//! utility that there is; and `solution`, y and v of any signs with yΦ = π and Φv = 1, shows what Σy is of every solution of
//! yΦ = π, as Σy = yΦv = π·v: it is a bound only where some y is ≥ 0.

use super::regular::represents;
use super::source::{Source, compare, plus};
use super::{Case, Failure, Proved, Similarity, factors::Individuals, optimum, unproved, witness};
use crate::alpha::Polynomial;
use crate::json::View;
use crate::model::Gain;
use crate::number::{BigInt, Fractions};
use crate::report::Verdict;
use num_traits::One;
use std::cmp::Ordering;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    match case.has_rational_alpha() && case.has_rational_prior() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let bound = bound::<R>(case, &["optimum", "solution"])?;
    let proved = Proved::new(Verdict::Holds).value("bound", R::value(&bound.0, &bound.1, case)?);
    let Some(proof) = case.witness.part("optimum") else {
        return match case.witness.part("solution") {
            Some(_) => unproved("`solution` is there without `optimum`"),
            None => Ok(proved),
        };
    };
    let worth = optimum::Worth::<R>::new(&[case.prior()?], &Gain::Binary)?;
    let best = optimum::proved(case, &worth, &proof)?;
    let proved = proved.value("optimum", R::value(&best.0, &best.1, case)?);
    let proved = proved.because(format!("the bound is {}", beside(case, &bound, &best)?));
    let Some(solution) = case.witness.part("solution") else { return Ok(proved) };
    let (sum, negative) = solution_sum::<R>(case, &solution)?;
    let shown = R::shown(&sum.0, &sum.1, case);
    let sign = negative.map_or_else(String::new, |i| format!(", y < 0 at {}", case.node(i)));
    Ok(proved.because(format!("Σy of yΦ = π is {shown}, {}{sign}", beside(case, &sum, &best)?)))
}

/// How a number compares with the optimum, in words.
fn beside<R: Source>(case: &Case, x: &(R, R), best: &(R, R)) -> Result<String, Failure> {
    let ground = &case.ground;
    let negated = |x: &(R, R)| (x.0.negated(), x.1.clone());
    let shown = |x: (R, R)| R::shown(&x.0, &x.1, case);
    Ok(match compare(x, best, ground)? {
        Ordering::Equal => "the optimum".into(),
        Ordering::Greater => format!("{} above the optimum", shown(plus(x, &negated(best), ground)?)),
        Ordering::Less => format!("{} below the optimum", shown(plus(best, &negated(x), ground)?)),
    })
}

/// Σy for every y with yΦ = π, from one such y and a v with Φv = 1, and where y is negative.
fn solution_sum<R: Source>(case: &Case, solution: &View) -> Result<((R, R), Option<usize>), Failure> {
    solution.only(&["y", "v"])?;
    let phi = case.similarity::<R>()?;
    let vector = |name| witness::vector(&solution.required(name)?, name, case.nodes(), case.limits, &case.ground);
    let (y, v): (Fractions<R>, Fractions<R>) = (vector("y")?, vector("v")?);
    represents(case, &case.times(&phi, &y)?, &*R::weights(case.prior()?)?, |i| case.node(i))?;
    let ones = case.times(&phi, &v)?;
    for (i, x) in ones.numerators.iter().enumerate() {
        if x.compare(&ones.denominator, &case.ground)?.is_ne() {
            let found = R::shown(x, &ones.denominator, case);
            return unproved(format!("Φv at {} is {found}, expected 1", case.node(i)));
        }
    }
    Ok(((y.sum(), y.denominator.clone()), y.negative(&case.ground)?))
}

/// The least Σy as numerator and denominator, from the witness `y` and `v`, or their `factors`; `more` are the parts that
/// may be beside them.
pub(super) fn bound<R: Source>(case: &Case, more: &[&str]) -> Result<(R, R), Failure> {
    match case.witness.part("factors") {
        Some(factors) => {
            case.witness.only(&[&["factors"], more].concat())?;
            bound_by_factors(case, &factors)
        }
        None => {
            case.witness.only(&[&["y", "v"], more].concat())?;
            let vector = |name| case.witness.vector(name, case.nodes(), &case.ground);
            let (y, v) = (vector("y")?, vector("v")?);
            covering(case, &case.similarity()?, &*R::weights(case.prior()?)?, &y, &v, |i| case.node(i))
        }
    }
}

fn bound_by_factors<R: Source>(case: &Case, factors: &View) -> Result<(R, R), Failure> {
    let individuals = Individuals::<R>::new(case)?;
    let phi = individuals.similarity(case)?;
    let ys = individuals.vectors(case, factors, "y", &["y", "v"])?;
    let vs = individuals.vectors(case, factors, "v", &["y", "v"])?;
    let mut bound = (R::of(&BigInt::one()), R::of(&BigInt::one()));
    for (k, ((y, v), prior)) in ys.iter().zip(&vs).zip(&individuals.priors).enumerate() {
        let (n, d) = covering(case, &phi, prior, y, v, |i| format!("value {i} of individual {k}"))?;
        bound = (bound.0.times(&n, &case.ground)?, bound.1.times(&d, &case.ground)?);
    }
    Ok(bound)
}

/// Checks y ≥ 0, yΦ ≥ π, v ≥ 0, Φv ≤ 1 and Σy = π·v.
fn covering<R: Source>(
    case: &Case,
    phi: &Similarity<R>,
    prior: &Fractions<R>,
    y: &Fractions<R>,
    v: &Fractions<R>,
    name: impl Fn(usize) -> String,
) -> Result<(R, R), Failure> {
    nonnegative(case, 'v', v, &name)?;
    covers(case, phi, prior, y, &name)?;
    at_most_one(case, &case.times(phi, v)?, name)?;
    same_sum(case, prior, y, v)
}

fn nonnegative<R: Source>(
    case: &Case,
    letter: char,
    x: &Fractions<R>,
    name: impl Fn(usize) -> String,
) -> Result<(), Failure> {
    match x.negative(&case.ground)? {
        None => Ok(()),
        Some(i) => {
            let found = R::shown(&x.numerators[i], &x.denominator, case);
            unproved(format!("{letter} at {} is {found}, expected ≥ 0", name(i)))
        }
    }
}

/// Checks y ≥ 0 and yΦ ≥ π, and gives Σy.
pub(super) fn covers<R: Source>(
    case: &Case,
    phi: &Similarity<R>,
    prior: &Fractions<R>,
    y: &Fractions<R>,
    name: impl Fn(usize) -> String,
) -> Result<(R, R), Failure> {
    let ground = &case.ground;
    nonnegative(case, 'y', y, &name)?;
    let covered = case.times(phi, y)?;
    case.charge_comparison(&covered, prior)?;
    for i in 0..covered.len() {
        let (n, d) = (&covered.numerators[i], &covered.denominator);
        let least = prior.numerators[i].times(d, ground)?;
        if n.times(&prior.denominator, ground)?.compare(&least, ground)?.is_lt() {
            return unproved(format!(
                "yΦ at {} is {}, expected at least the prior, {}",
                name(i),
                R::shown(n, d, case),
                R::shown(&prior.numerators[i], &prior.denominator, case)
            ));
        }
    }
    Ok((y.sum(), y.denominator.clone()))
}

/// Φv ≤ 1, given Φv.
pub(super) fn at_most_one<R: Source>(
    case: &Case,
    packed: &Fractions<R>,
    name: impl Fn(usize) -> String,
) -> Result<(), Failure> {
    for (i, x) in packed.numerators.iter().enumerate() {
        if x.compare(&packed.denominator, &case.ground)?.is_gt() {
            let found = R::shown(x, &packed.denominator, case);
            return unproved(format!("Φv at {} is {found}, expected ≤ 1", name(i)));
        }
    }
    Ok(())
}

/// Checks Σy = π·v, and gives it.
pub(super) fn same_sum<R: Source>(
    case: &Case,
    prior: &Fractions<R>,
    y: &Fractions<R>,
    v: &Fractions<R>,
) -> Result<(R, R), Failure> {
    let ground = &case.ground;
    let (sum, dual) = ((y.sum(), y.denominator.clone()), prior.times(v, ground)?);
    if compare(&sum, &dual, ground)?.is_ne() {
        let (sum, dual) = (R::shown(&sum.0, &sum.1, case), R::shown(&dual.0, &dual.1, case));
        return unproved(format!("Σy is {sum}, π·v is {dual}, expected the same"));
    }
    Ok(sum)
}
