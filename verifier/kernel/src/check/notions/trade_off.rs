//! `trade-off`: no neighbours of X, in either order, are told apart better by any test than a pair of nodes of another
//! mechanism Y, or than some pair of neighbours there.
//!
//! For distributions p and q let δ_pq(λ) = Σ_o max(0, p_o − λ·q_o), λ ≥ 0. A test that rejects p on a set S errs with a
//! = p(S) where p is true and b = 1 − q(S) where q is; the least of b + μ·a is 1 − Σ max(0, q_o − μ·p_o) = μ −
//! μ·δ_pq(1/μ), so that δ_pq and the trade-off function, which is convex, say the same: one is the other's conjugate, a
//! larger δ a smaller T, and the convex lower envelope of several T has the largest of their δ. By Blackwell (1951)
//! T_pq ≥ T_uv iff (p, q) = (u, v)·R for a stochastic R. So the claim is f ≤ g for every λ ≥ 0, with f the δ of x_j and
//! x_k for each ordered pair of neighbours, and g the largest of the δ of Y's pairs and of max(0, 1 − λ), the δ of two
//! equal rows, which no other is below.
//!
//! All δ are convex, non-increasing and piecewise linear. g is linear between its breakpoints, f is convex: between two
//! of them, and from 0 to the first, f − g is largest at an end. At 0 all δ are 1. From the last breakpoint on g is
//! constant, as each is near infinity, and f does not rise. So f − g is nowhere more than 0 and its values at the
//! breakpoints of g, all of which are computed: `excess` is the largest, and the claim holds iff it is 0.
//!
//! The breakpoints λ > 0 of g are the slopes of the edges of the concave hull of all points (y_h(S), y_i(S)): g(λ) is
//! the largest v − λ·u of them. It starts at u = 0 with the largest y_i(S) of an S with y_h(S) = 0, and ends at (1, 1).
//! For two of its points the largest v − λ·u at the slope λ between them is attained by them, and their line is an
//! edge; or at a point of the hull between them, and each half is tried in turn (Eisner and Severance 1976).

use crate::case::{Case, index, neighbours, outputs_of};
use crate::check::core::events::event;
use crate::check::core::stochastic;
use crate::failure::{Failure, Why, ensure, refused};
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason};
use dp_number::list::List;
use dp_number::meter::room;
use dp_number::{Fraction, Vector};
use std::collections::BTreeSet;

pub(crate) fn check(case: &Case, from: usize, pair: Option<[usize; 2]>) -> Result<Found, Failure> {
    let Some(other) = case.problem.others.get(from) else { return refused(Why::DoesNotFit) };
    let y = &other.rows;
    outputs_of(y)?;
    let pairs = match pair {
        Some([i, h]) => {
            [i, h].into_iter().try_for_each(|i| index("pair", i, y.len()))?;
            ensure(i != h, || Why::DoesNotFit)?;
            vec![[i, h]]
        }
        // A table by itself has no neighbours.
        None => other.graph.as_ref().map_or_else(|| refused(Why::DoesNotFit), neighbours)?,
    };
    let mut rows = BTreeSet::new();
    rows.extend(pairs.iter().map(|pair| pair[0]).chain(pair.map(|pair| pair[1])));
    for row in rows {
        ensure(stochastic::fault(case, y.at(row)?)?.is_none(), || Why::OtherNoDistribution(row))?;
    }
    let edges = edges(case, y, &pairs)?;
    let (mut excess, mut reason) = (Fraction::ZERO, None);
    for pair in neighbours(case.graph)? {
        for Edge { lambda, value: theirs, .. } in &edges {
            let ours = event(case, case.pair(pair)?, lambda)?.delta;
            if case.compare(&ours, theirs)?.is_le() {
                continue;
            }
            let over = &ours - theirs;
            if case.compare(&over, &excess)?.is_gt() {
                excess = over.lowest();
                let [lambda, ours, theirs] = [lambda.clone(), ours.lowest(), theirs.clone().lowest()];
                reason = Some(Reason::EasierTold { pair, lambda, ours, theirs });
            }
        }
    }
    Ok(Found::new(Verdict::of(reason.is_none())).number(Name::Excess, excess).because(reason))
}

/// A breakpoint λ > 0 of g, with g(λ) and what an edge of the hull rises and runs, rise/run = λ.
pub(crate) struct Edge {
    pub(crate) lambda: Fraction,
    pub(crate) value: Fraction,
    pub(crate) masses: [Fraction; 2],
}

/// The breakpoints λ > 0 of g. Cost: two passes over all pairs for each.
pub(crate) fn edges(case: &Case, y: &[Vector], pairs: &[[usize; 2]]) -> Result<Vec<Edge>, Failure> {
    let (mut start, mut impossible) = (Fraction::ZERO, vec![None; y.len()]);
    for &[i, h] in pairs {
        let Some(known) = impossible.get_mut(h) else { return refused(Why::DoesNotFit) };
        if known.is_none() {
            let possible = case.support(y.at(h)?)?;
            *known = Some((0..y.at(h)?.len()).filter(|o| possible.binary_search(o).is_err()).collect::<Vec<_>>());
        }
        let alone = y.at(i)?.sum_of(known.iter().flatten().copied());
        if case.compare(&alone, &start)?.is_gt() {
            start = alone;
        }
    }
    let (mut edges, mut longest) = (Vec::new(), 1);
    let mut open = vec![[[Fraction::ZERO, start], [Fraction::ONE, Fraction::ONE]]];
    while let Some([low, high]) = open.pop() {
        let (rise, run) = (&high[1] - &low[1], &high[0] - &low[0]);
        if case.sign(&rise.numerator)?.is_eq() {
            continue;
        }
        let lambda = (&rise / &run).lowest();
        let (mut most, mut corner) = ((&low[1] - &(&lambda * &low[0])).lowest(), None);
        for &[i, h] in pairs {
            let event = event(case, [y.at(i)?, y.at(h)?], &lambda)?;
            if case.compare(&event.delta, &most)?.is_gt() {
                let [v, u] = event.masses.map(Fraction::lowest);
                (most, corner) = (event.delta, Some([u, v]));
            }
        }
        longest = longest.max(lambda.words().saturating_add(most.words()));
        room((edges.len().saturating_add(open.len()) as u64).saturating_mul(4), longest)?;
        match corner {
            None => edges.push(Edge { lambda, value: most, masses: [rise.lowest(), run.lowest()] }),
            Some(corner) => open.extend([[low, corner.clone()], [corner, high]]),
        }
    }
    Ok(edges)
}
