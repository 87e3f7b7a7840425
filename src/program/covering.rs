//! The least y ≥ 0 with yΦ ≥ π: the bound on the utility of every private mechanism.

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

use super::nonnegative::particular;
use super::simplex::Tableau;
use crate::linear::{Factored, Partition, Similarity, Solution, Vector};

/// An optimal covering and its dual, with Σy = π·v.
///
/// For any x ≥ 0 with xΦ ≥ π: Σx ≥ x·Φv ≥ π·v, so the two prove each other optimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covering {
    /// y ≥ 0 and yΦ ≥ π.
    pub y: Vector,
    /// v ≥ 0 and Φv ≤ 1.
    pub v: Vector,
}

/// The least Σy with y ≥ 0 and yΦ ≥ prior, on the cells of the coarsest equitable partition that
/// respects the prior.
///
/// `None` if the prior does not have n entries. Cost: the partition, and [`covering_factored`] for
/// as many unknowns as there are cells.
#[must_use]
pub fn covering(phi: &Similarity, prior: &Vector) -> Option<Covering> {
    let partition = Partition::coarsest_equitable(phi, prior)?;
    if partition.is_discrete() {
        return covering_factored(&Factored::new(phi), prior);
    }
    let quotient = phi.quotient(&partition);
    let prior = partition.gather(prior);
    let found = covering_factored(&Factored::new(&quotient), &prior)?;
    Some(Covering { y: partition.spread(&found.y), v: partition.spread(&found.v) })
}

/// The least Σy with y ≥ 0 and yΦ ≥ prior; all products of vectors are sums over the nodes.
///
/// If Φ^-1 prior and Φ^-1 1 exist and are ≥ 0, they are y and v. If Φ is invertible, a dual simplex
/// search from that basis makes v feasible and a primal one makes it optimal; otherwise the primal
/// search starts from v = 0.
///
/// `None` if the prior does not have n entries. Cost: two liftings, or n of them and the search.
#[must_use]
pub fn covering_factored(phi: &Factored, prior: &Vector) -> Option<Covering> {
    let nodes = phi.similarity().nodes();
    let Solution::Unique(y) = phi.solve(prior)? else {
        return (prior.len() == nodes).then(|| from_slack(phi.similarity(), prior))?;
    };
    let v = particular(phi, &Vector::ones(nodes))?;
    if y.is_nonnegative() && v.is_nonnegative() {
        return Some(Covering { y, v });
    }
    from_inverse(phi, &y, &v)
}

/// From the basis of all of v: v + Φ^-1 s = Φ^-1 1, where s = 1 − Φv ≥ 0 is the slack.
///
/// Variable i is v_i, and n + i is s_i. The objective is Σ weight_i π_i v_i = Σ weight_i y_i (1 − s_i).
fn from_inverse(phi: &Factored, y: &Vector, v: &Vector) -> Option<Covering> {
    let similarity = phi.similarity();
    let nodes = similarity.nodes();
    let mut columns = Vec::with_capacity(nodes);
    for k in 0..nodes {
        columns.push(particular(phi, &Vector::unit(nodes, k))?);
    }
    let row = |i| {
        let mut entries = vec![v.entry(i)];
        entries.extend(columns.iter().map(|column| column.entry(i)));
        Vector::from_rationals(&entries)
    };
    let mut objective = vec![similarity.total(y)?];
    objective.extend((0..nodes).map(|i| y.entry(i) * Rational::from(similarity.weight(i))));
    let tableau = Tableau::new(
        (0..nodes).collect(),
        (nodes..2 * nodes).collect(),
        (0..nodes).map(row).collect(),
        vec![Vector::from_rationals(&objective)],
    )?;
    optimum(similarity, tableau)
}

/// From the basis of all slacks: s + Φv = 1, and the objective Σ weight_i π_i v_i.
fn from_slack(similarity: &Similarity, prior: &Vector) -> Option<Covering> {
    let nodes = similarity.nodes();
    let row = |i| {
        let mut numerators = vec![similarity.scale().clone()];
        numerators.extend(similarity.scaled_row(i));
        Vector::reduced(similarity.scale().clone(), numerators)
    };
    let mut objective = vec![Integer::ZERO];
    let weighted = |i: usize| -(&prior.numerators()[i] * Integer::from(similarity.weight(i)));
    objective.extend((0..nodes).map(weighted));
    let tableau = Tableau::new(
        (nodes..2 * nodes).collect(),
        (0..nodes).collect(),
        (0..nodes).map(row).collect(),
        vec![Vector::reduced(prior.denominator().clone(), objective)],
    )?;
    optimum(similarity, tableau)
}

/// Solves the program and reads off v, and y as the price of the slacks for each node.
///
/// v = 0 is feasible and Φv ≤ 1 bounds v, so there is an optimum.
fn optimum(similarity: &Similarity, mut tableau: Tableau) -> Option<Covering> {
    let nodes = similarity.nodes();
    let clipped = tableau.push_clipped_objective(0);
    tableau.make_feasible(clipped);
    tableau.make_optimal(0);
    let prices = tableau.reduced_costs(0, 2 * nodes);
    let price = |i| prices.entry(nodes + i) / Rational::from(similarity.weight(i));
    Some(Covering { y: Vector::from_rationals(&(0..nodes).map(price).collect::<Vec<_>>()), v: tableau.point(nodes) })
}
