//! That the parts of a problem by itself agree: closed forms with their tables, other mechanisms with the claims that
//! name them, claims with the mechanism that implies some of them.

use super::closed_form;
use super::numbers::Numbers;
use crate::alpha::any_sum_is_off;
use crate::error::Error;
use crate::json::View;
use dp_kernel::{Claim, Declared, Mechanism, Number, OtherMechanism, RawProblem, Used, Vector};
use std::cmp::Ordering;

/// That rows are those of the closed form of that name, entry by entry, as functions of t.
pub(super) fn closed_form(
    from: &str,
    rows: &[Vector],
    problem: &RawProblem,
    numbers: &Numbers,
    view: &View,
) -> Result<(), Error> {
    let own = numbers.meter.run(|| closed_form::named(from, &problem.graph, &problem.alpha));
    let own = own.map_err(|failure| numbers.failed(view, &failure))?;
    let own = own.ok_or_else(|| view.error("a closed form that does not fit the graph"))?;
    for (i, (row, own)) in rows.iter().zip(&own).enumerate() {
        if !numbers.is_same_vector(row, own, view)? {
            return Err(view.error(format!("row {i} of \"table\" is not that of the closed form")));
        }
    }
    Ok(())
}

/// That claims name all other mechanisms, nodes that they have, and a graph's neighbours where there is one and nowhere
/// else.
pub(super) fn others(view: &View, claims: &[Declared], problem: &RawProblem, is_file: &[bool]) -> Result<(), Error> {
    let named = |k: usize, of_all: bool| {
        claims.iter().any(|declared| match &declared.claim {
            Claim::TradeOff { from, pair } => *from == k && (!of_all || pair.is_none()),
            claim => [Claim::Derivable(k), Claim::SampledFrom(k)].contains(claim) && !of_all,
        })
    };
    let items = view.array("an array of other mechanisms")?;
    for (k, ((item, other), is_file)) in items.zip(&problem.others).zip(is_file).enumerate() {
        let OtherMechanism { rows, graph } = other;
        if !named(k, false) {
            return Err(item.found("a mechanism that no claim names", "those that claims are `from`"));
        }
        if *is_file && !rows.is_empty() && graph.is_some() != named(k, true) {
            let expected = "a \"graph\" where a claim of trade-off without \"pair\" names it, and nowhere else";
            return Err(item.found("a mechanism file", expected));
        }
    }
    Ok(())
}

/// That the claims which a mechanism implies come first: that it is stochastic, or the rounding of what is, and the
/// declared privacy.
pub(super) fn implied(view: &View, claims: &[Declared], problem: &RawProblem, numbers: &Numbers) -> Result<(), Error> {
    if matches!(problem.mechanism, Mechanism::None) {
        return Ok(());
    }
    if problem.mechanism.counts().is_some() {
        let first = claims.first().is_some_and(|declared| declared.claim == Claim::NotRefuted);
        let wrong = || view.found("other claims", "that first which counts of runs imply: `not-refuted`");
        return if first { Ok(()) } else { Err(wrong()) };
    }
    let is_incomplete = problem.mechanism.incomplete().is_some();
    let uses = problem.mechanism.uses();
    let is_promised = !uses.is_empty() && uses.iter().all(|of| matches!(of.part, Used::Promise(_)));
    let exact = problem.rounding.is_none() || claims.iter().any(|declared| declared.claim == Claim::Stochastic);
    let rows = if exact { Claim::Stochastic } else { Claim::StochasticWithinRounding };
    let private = match (&problem.rho, &problem.delta) {
        (Some(rho), _) => Claim::Zcdp(rho.clone(), None),
        (None, Some(_)) if is_off(view, problem, numbers)? => Claim::ApproximateDpWithinRounding,
        (None, Some(_)) => Claim::ApproximateDp,
        (None, None) => Claim::Dp,
    };
    let implied: Vec<&Claim> = if is_incomplete || is_promised { vec![&private] } else { vec![&rows, &private] };
    let expected = match (is_incomplete, is_promised) {
        (true, _) => "that first which a table of which mass is missing implies: the declared privacy",
        (_, true) => "that first which promises imply: the declared privacy",
        (false, false) => "those first that a mechanism implies: `stochastic`, and the declared privacy",
    };
    let first = claims.iter().map(|declared| &declared.claim).take(implied.len());
    if first.eq(implied) { Ok(()) } else { Err(view.found("other claims", expected)) }
}

/// Whether entries are rounded, and a printed row does not sum to 1.
fn is_off(view: &View, problem: &RawProblem, numbers: &Numbers) -> Result<bool, Error> {
    let Some(rounding) = &problem.rounding else { return Ok(false) };
    let vanishes = |rest: &Number| Ok(numbers.signs(rest, view)?.only() == Some(Ordering::Equal));
    let rows = problem.mechanism.table().unwrap_or(&[]);
    Ok(numbers.signs(&rounding.numerator, view)?.is_positive() && any_sum_is_off(rows, vanishes)?)
}

/// That the two nodes of a claim are those of the other mechanism.
pub(super) fn pair(claim: &Claim, problem: &RawProblem) -> bool {
    match claim {
        Claim::TradeOff { from, pair: Some([i, h]) } => {
            let rows = problem.others.get(*from).map_or(0, |other| other.rows.len());
            rows == 0 || (*i.max(h)) < rows
        }
        _ => true,
    }
}
