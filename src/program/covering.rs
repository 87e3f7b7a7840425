//! The least y ≥ 0 with yΦ ≥ π: the bound on the utility of every private mechanism.

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

use super::nonnegative::particular;
use super::simplex::Tableau;
use crate::linear::{Factored, Partition, Similarity, Vector};

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
/// A support is guessed; if the y and v on it are feasible, they are optimal. Otherwise a dual
/// simplex search from there makes v feasible, and a primal one makes it optimal.
///
/// `None` if the prior does not have n entries. Cost: a few factorings and liftings, and if the
/// guess fails another n liftings and a search that is exponential at worst.
#[must_use]
pub fn covering_factored(phi: &Factored, prior: &Vector) -> Option<Covering> {
    let similarity = phi.similarity();
    if prior.len() != similarity.nodes() {
        return None;
    }
    let support = match guess(phi, prior) {
        Some((_, Some(covering))) => return Some(covering),
        Some((support, None)) => support,
        None => Vec::new(),
    };
    optimum(similarity, support_tableau(similarity, prior, &support)?)
}

/// A guess at the support S of both y and v, with y_S = Φ_SS^-1 π_S and v_S = Φ_SS^-1 1: nodes with
/// y_i ≤ 0 or v_i ≤ 0 are dropped until there is none. With it, the covering if that is feasible.
///
/// Feasible y and v are optimal: Σy = y_S Φ_SS v_S = π·v. `None` if a block on the way is singular.
fn guess(phi: &Factored, prior: &Vector) -> Option<(Vec<usize>, Option<Covering>)> {
    let similarity = phi.similarity();
    let mut support: Vec<usize> = (0..similarity.nodes()).collect();
    let (mut y, mut v) = on_support(phi, prior)?;
    loop {
        let sign = |k: usize| y.numerators()[k].clone().min(v.numerators()[k].clone());
        if (0..support.len()).all(|k| sign(k) >= 0) {
            break;
        }
        support = (0..support.len()).filter(|&k| sign(k) > 0).map(|k| support[k]).collect();
        let block = similarity.principal(&support);
        (y, v) = on_support(&Factored::new(&block), &restricted(prior, &support))?;
    }
    let y = extended(&y, &support, similarity.nodes());
    let v = extended(&v, &support, similarity.nodes());
    let covered = is_at_least(&similarity.multiply(&y)?, prior)
        && is_at_least(&Vector::ones(similarity.nodes()), &similarity.multiply(&v)?);
    Some((support, covered.then_some(Covering { y, v })))
}

/// Φ^-1 prior and Φ^-1 1, or `None` if Φ is singular.
fn on_support(phi: &Factored, prior: &Vector) -> Option<(Vector, Vector)> {
    phi.invertible_modulo()?;
    let ones = Vector::ones(phi.similarity().nodes());
    Some((particular(phi, prior)?, particular(phi, &ones)?))
}

/// Whether u ≥ v in every entry.
fn is_at_least(u: &Vector, v: &Vector) -> bool {
    let difference = u.add_multiple(&Rational::from(-1), v);
    difference.is_some_and(|difference| difference.is_nonnegative())
}

/// The vector with the given entries on the support, and 0 off it.
fn extended(entries: &Vector, support: &[usize], nodes: usize) -> Vector {
    let mut numerators = vec![Integer::ZERO; nodes];
    for (&node, entry) in support.iter().zip(entries.numerators()) {
        numerators[node] = entry.clone();
    }
    Vector::reduced(entries.denominator().clone(), numerators)
}

fn restricted(vector: &Vector, chosen: &[usize]) -> Vector {
    let entries: Vec<Rational> = chosen.iter().map(|&i| vector.entry(i)).collect();
    Vector::from_rationals(&entries)
}

/// The tableau of s + Φv = 1 with the objective Σ weight_i π_i v_i, whose basis is v on the support
/// and the slack s off it. Variable i is v_i, and n + i is s_i.
///
/// With S the support and X the column Φ_SS^-1 c, extended by 0, for c = 1, c = e_k (the column of
/// s_k, k ∈ S) or c = Φ_Sj (that of v_j, j ∉ S), the entries on S are X and those off S are e − ΦX,
/// for e = 1, 0 or Φ_j. `None` if Φ_SS is singular.
fn support_tableau(phi: &Similarity, prior: &Vector, support: &[usize]) -> Option<Tableau> {
    let nodes = phi.nodes();
    let mut inside = vec![false; nodes];
    support.iter().for_each(|&node| inside[node] = true);
    let block = phi.principal(support);
    let factored = Factored::new(&block);
    factored.invertible_modulo()?;
    let whole = |rhs: &Vector| -> Option<(Vector, Vector)> {
        let x = particular(&factored, &restricted(rhs, support))?;
        let x = extended(&x, support, nodes);
        let product = phi.multiply(&x)?;
        Some((x, product))
    };
    let ones = Vector::ones(nodes);
    let mut columns = Vec::with_capacity(nodes + 1);
    let mut objective = Vec::with_capacity(nodes + 1);
    let minus_one = Rational::from(-1);
    let (x, product) = whole(&ones)?;
    objective.push(phi.pair(prior, &x)?);
    columns.push((x, ones.add_multiple(&minus_one, &product)?));
    for (node, &is_inside) in inside.iter().enumerate() {
        let unit = Vector::unit(nodes, node);
        if is_inside {
            let (x, product) = whole(&unit)?;
            objective.push(phi.pair(prior, &x)?);
            columns.push((x, product.negated()));
        } else {
            let column = phi.multiply(&unit)?;
            let (x, product) = whole(&column)?;
            objective.push(phi.pair(prior, &x)? - phi.pair(prior, &unit)?);
            columns.push((x, column.add_multiple(&minus_one, &product)?));
        }
    }
    let row = |node: usize| {
        let entry = |(x, rest): &(Vector, Vector)| match inside[node] {
            true => x.entry(node),
            false => rest.entry(node),
        };
        Vector::from_rationals(&columns.iter().map(entry).collect::<Vec<_>>())
    };
    let v_or_s = |node: usize, v: bool| if v { node } else { nodes + node };
    let basic = (0..nodes).map(|i| v_or_s(i, inside[i]));
    let nonbasic = (0..nodes).map(|i| v_or_s(i, !inside[i]));
    Tableau::new(
        basic.collect(),
        nonbasic.collect(),
        (0..nodes).map(row).collect(),
        vec![Vector::from_rationals(&objective)],
    )
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
