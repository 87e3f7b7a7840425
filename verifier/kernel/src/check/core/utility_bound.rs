//! `utility-bound`: the least Σy with y ≥ 0 and yΦ ≥ π bounds the utility of every ε-private mechanism.
//!
//! Why it bounds: for a private X' with the nodes as outputs, x'_ij ≥ α^d(i,j)·x'_jj, so that
//! U = Σ_j π_j x'_jj ≤ Σ_j (yΦ)_j x'_jj ≤ Σ_i y_i Σ_j x'_ij = Σy (ElSalamouny et al. Theorem 1, which asks
//! for yΦ = π). Why it is the least: see [`covering::bound`]. The claim is always decided, and holds.
//!
//! How much the bound is off: `optimum`, a mechanism and a bound by duality that are equal (see [`optimum`]), is the
//! most utility that there is; and `solution`, y and v of any signs with yΦ = π and Φv = 1, shows what Σy is of every
//! solution of yΦ = π, as Σy = yΦv = π·v: it is a bound only where some y is ≥ 0.

use super::{covering, optimum};
use crate::case::Case;
use crate::failure::{Failure, Optimality, Why, ensure, refused};
use crate::problem::{Gain, Name, Verdict};
use crate::proved::{Found, Reason};
use crate::witness::Witness;

pub(crate) fn check(case: &Case, prior: usize, witness: &Witness) -> Result<Found, Failure> {
    let Witness::Covering { y, v, optimum, solution } = witness else { return refused(Why::WrongWitness) };
    let prior = case.prior(prior)?;
    let bound = covering::bound(case, prior, y, v)?;
    let found = Found::new(Verdict::Holds).number(Name::Bound, bound.clone());
    let Some(proof) = optimum else { return ensure(solution.is_none(), || Optimality::SolutionAlone).map(|()| found) };
    let worth = optimum::Worth { gain: &Gain::Binary, priors: &[prior] };
    let optimum = optimum::proved(case, &worth, proof)?;
    let found = found.number(Name::Optimum, optimum.clone());
    let found = found.because(Reason::BoundBeside { bound, optimum: optimum.clone() });
    let Some((y, v)) = solution else { return Ok(found) };
    // Σy for every y with yΦ = π, from one such y and a v with Φv = 1.
    covering::represents(case, prior, y)?;
    case.fits("v", v, case.nodes())?;
    case.ones("Φv", &case.phi(v)?)?;
    Ok(found.because(Reason::SolutionBeside { sum: y.sum(), optimum, negative: case.negative(y)? }))
}
