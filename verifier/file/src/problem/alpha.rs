//! α of a problem, or ρ in its place.

use super::Symbol;
use super::numbers::Numbers;
use crate::error::Error;
use crate::json::View;
use dp_kernel::{Fraction, Graph, Number};

/// α; or ρ, beside which it is 1 and stands for nothing.
pub(super) fn or_rho(
    problem: &View,
    graph: &Graph,
    symbol: Option<Symbol>,
    numbers: &Numbers,
) -> Result<(Option<Fraction>, Fraction), Error> {
    match problem.field("rho") {
        Some(view) => Ok((Some(rho(&view, problem, graph, symbol, numbers)?), Fraction::ONE)),
        None => Ok((None, alpha(&problem.required("alpha")?, symbol, numbers)?)),
    }
}

/// 0 < α ≤ 1, which is t itself where t is written `a`.
fn alpha(view: &View, symbol: Option<Symbol>, numbers: &Numbers) -> Result<Fraction, Error> {
    let alpha = numbers.fraction(view)?;
    let rest = &alpha.denominator - &alpha.numerator;
    if !(numbers.signs(&alpha.numerator, view)?.is_positive() && numbers.signs(&rest, view)?.is_nonnegative()) {
        return Err(view.unexpected("0 < α ≤ 1"));
    }
    if symbol == Some(Symbol::A) && !is_t(&alpha) {
        return Err(view.unexpected("α = t, as t is written \"a\""));
    }
    if let Some(Symbol::Powers([x, _])) = symbol
        && (alpha.denominator != Number::ONE || alpha.numerator.power_of_t() != Some(x))
    {
        return Err(view.unexpected("the power of t that α is by \"symbol\""));
    }
    Ok(alpha)
}

/// A rational ρ > 0, beside no α, no δ and no lengths of edges; t may be no power of α either.
fn rho(
    view: &View,
    problem: &View,
    graph: &Graph,
    symbol: Option<Symbol>,
    numbers: &Numbers,
) -> Result<Fraction, Error> {
    if let Some(other) = ["alpha", "alpha_point", "delta"].into_iter().find_map(|key| problem.field(key)) {
        return Err(other.error("found α or δ beside ρ, expected one of the two"));
    }
    if graph.has_lengths() {
        return Err(view.error("found ρ beside edges that have lengths"));
    }
    if !matches!(symbol, None | Some(Symbol::B)) {
        return Err(view.error("found a t that is written by \"a\" beside ρ"));
    }
    let rho = numbers.lowest(&numbers.rational(view)?, view)?;
    if rho.is_positive() { Ok((&rho).into()) } else { Err(view.unexpected("ρ > 0")) }
}

pub(super) fn is_t(alpha: &Fraction) -> bool {
    alpha.denominator == Number::ONE && alpha.numerator.power_of_t() == Some(1)
}
