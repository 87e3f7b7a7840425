//! The least y ≥ 0 with yΦ ≥ π: the bound on the utility of every private mechanism.
//!
//! Floats propose a basis (`float_basis`), exact numbers decide: y and v at the basis are the solutions of
//! two linear systems, and if they are feasible, they prove each other optimal. If they are not,
//! their exact values tell the float simplex method where to go on.

use std::fmt;

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use rayon::prelude::*;

use super::float_basis::{Basis, FloatSimplex, Values};
use super::simplex::Tableau;
use crate::linear::{BasicPair, Partition, Similarity, Vector, basic_pair};

/// How many proposed bases are tried exactly.
const PROPOSALS: usize = 16;

/// How many exchanges the float simplex method may make in all: so many, and more for each node.
const EXCHANGES: usize = 1000;
const EXCHANGES_PER_NODE: usize = 10;

/// The most nodes (cells, with symmetry) for which floats search; above, only the basis of all
/// nodes is tried. Its table then takes 256 MB.
const MOST_GUIDED: usize = 4096;

/// The most nodes for which an exact simplex search is made when all proposals have failed.
const MOST_SEARCHED: usize = 60;

/// The most word operations that such a search may be expected to take.
const MOST_WORK: u64 = 1 << 36;

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

/// Why there is no covering to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCovering {
    /// The prior does not have an entry for each node.
    PriorLength {
        /// How many entries it has.
        found: usize,
        /// How many nodes there are.
        expected: usize,
    },
    /// There is an optimum, but no basis that was tried is optimal.
    NotFound {
        /// How many nodes, or cells of an equitable partition, the program has.
        nodes: usize,
        /// How many bases were tried.
        tried: usize,
    },
}

impl fmt::Display for NoCovering {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PriorLength { found, expected } => write!(out, "the prior has {found} entries, expected {expected}"),
            Self::NotFound { nodes, tried } => write!(
                out,
                "the covering program of {nodes} unknowns has an optimum, but none of {tried} bases tried exactly is \
                 optimal (limits: {PROPOSALS} bases, {EXCHANGES} approximate exchanges and {EXCHANGES_PER_NODE} for each unknown, \
                 a search for at most {MOST_GUIDED} unknowns, an exact one for at most {MOST_SEARCHED} and {MOST_WORK} word \
                 operations)"
            ),
        }
    }
}

impl std::error::Error for NoCovering {}

/// The least Σy with y ≥ 0 and yΦ ≥ prior, on the cells of the coarsest equitable partition that
/// respects the prior.
///
/// Cost: the partition, and [`covering_of_all`] for as many unknowns as there are cells.
///
/// # Errors
///
/// If the prior does not have n entries, or the limits are reached before an optimum is found.
pub fn covering(phi: &Similarity, prior: &Vector) -> Result<Covering, NoCovering> {
    let Some(partition) = Partition::coarsest_equitable(phi, prior) else {
        return Err(NoCovering::PriorLength { found: prior.len(), expected: phi.nodes() });
    };
    if partition.is_discrete() {
        return covering_of_all(phi, prior);
    }
    let found = covering_of_all(&phi.quotient(&partition), &partition.gather(prior))?;
    Ok(Covering { y: partition.spread(&found.y), v: partition.spread(&found.v) })
}

/// The least Σy with y ≥ 0 and yΦ ≥ prior, without a look at symmetry; all products of vectors are
/// sums over the nodes.
///
/// Cost: mostly fewer than 2n float exchanges of n² operations, and for each basis tried (mostly one)
/// an elimination and two liftings. If all fail and n is small, an exact search that is exponential
/// at worst.
///
/// # Errors
///
/// As [`covering`].
pub fn covering_of_all(phi: &Similarity, prior: &Vector) -> Result<Covering, NoCovering> {
    let nodes = phi.nodes();
    if prior.len() != nodes {
        return Err(NoCovering::PriorLength { found: prior.len(), expected: nodes });
    }
    let guided = if nodes <= MOST_GUIDED {
        guided(phi, prior, EXCHANGES + EXCHANGES_PER_NODE * nodes)
    } else {
        at_all_nodes(phi, prior)
    };
    guided.or_else(|tried| {
        let within = nodes <= MOST_SEARCHED && work_of_search(phi, prior) <= MOST_WORK;
        let searched = within.then(|| searched(phi, prior)).flatten();
        searched.ok_or(NoCovering::NotFound { nodes, tried })
    })
}

/// The covering at one of the bases that floats propose, or how many were tried: it gives up when floats
/// insist on a basis, or have no exchange left.
pub(super) fn guided(phi: &Similarity, prior: &Vector, exchanges: usize) -> Result<Covering, usize> {
    let mut floats = FloatSimplex::new(phi, prior, exchanges);
    let mut last = None;
    for tried in 1..=PROPOSALS {
        let basis = floats.improve();
        if last.as_ref() == Some(&basis) {
            return Err(tried - 1);
        }
        match BasicPoint::at(phi, prior, &basis) {
            Ok(point) if point.is_optimal() => return Ok(point.covering),
            _ if !floats.may_go_on() => return Err(tried),
            Ok(point) => floats.refine(&basis, &point.primal, &point.dual),
            Err(independent) => floats.restart(&independent),
        }
        last = Some(basis);
    }
    Err(PROPOSALS)
}

/// The covering y = Φ^-1 π, v = Φ^-1 1 if it is one, or that one basis was tried.
pub(super) fn at_all_nodes(phi: &Similarity, prior: &Vector) -> Result<Covering, usize> {
    let all: Vec<usize> = (0..phi.nodes()).collect();
    let basis = Basis { rows: all.clone(), columns: all };
    let point = BasicPoint::at(phi, prior, &basis).ok().filter(BasicPoint::is_optimal);
    point.map(|point| point.covering).ok_or(1)
}

/// The exact solution at a basis, feasible or not, and all values whose signs decide that.
pub(super) struct BasicPoint {
    covering: Covering,
    /// y (sums over the cells) and Φy − π.
    primal: Values,
    /// v (sums over the cells) and 1 − Φv.
    dual: Values,
}

impl BasicPoint {
    /// The solution at a basis, or an independent part of the basis if its block is singular.
    pub(super) fn at(phi: &Similarity, prior: &Vector, basis: &Basis) -> Result<Self, Basis> {
        let (y, v) = match basic_pair(phi, &basis.rows, &basis.columns, prior) {
            BasicPair::Solved { y, v } => (y, v),
            BasicPair::Dependent { rows, columns } => return Err(Basis { rows, columns }),
        };
        let primal = values(phi, &y, prior, 1, &basis.rows);
        let dual = values(phi, &v, &Vector::ones(phi.nodes()), -1, &basis.columns);
        Ok(Self { covering: Covering { y, v }, primal, dual })
    }

    /// Feasible y and v are optimal: Σy = y_S·(Φv)_S = (Φy)_T·v_T = π·v, with S and T the basis.
    pub(super) fn is_optimal(&self) -> bool {
        self.primal.are_nonnegative() && self.dual.are_nonnegative()
    }
}

/// x times the weights, and sign·(Φx − bound), which is known to be 0 in the rows that are tight.
///
/// Cost: n long additions, and a long multiplication for each distance, for each row not tight.
fn values(phi: &Similarity, x: &Vector, bound: &Vector, sign: i32, tight: &[usize]) -> Values {
    let nodes = phi.nodes();
    let mut is_tight = vec![false; nodes];
    tight.iter().for_each(|&i| is_tight[i] = true);
    let unit = phi.scale() * bound.denominator();
    let slack = |i: usize| {
        if is_tight[i] {
            return Integer::ZERO;
        }
        let product = phi.scaled_row_times(i, x.numerators()) * bound.denominator();
        (product - &bound.numerators()[i] * phi.scale() * x.denominator()) * Integer::from(sign)
    };
    let variable = |i: usize| match &x.numerators()[i] {
        zero if *zero == 0 => Integer::ZERO,
        entry => entry * &unit * Integer::from(phi.weight(i)),
    };
    Values {
        denominator: x.denominator() * &unit,
        variables: (0..nodes).map(variable).collect(),
        slacks: (0..nodes).into_par_iter().map(slack).collect(),
    }
}

/// What the exact search is expected to take: 2n exchanges of n² entries as long as a determinant of Φ.
fn work_of_search(phi: &Similarity, prior: &Vector) -> u64 {
    let nodes = phi.nodes() as u64;
    let bits = nodes.saturating_mul(phi.scale().significant_bits()).saturating_add(prior.bits());
    let words = bits / 64 + 1;
    (2 * nodes * nodes * nodes).saturating_mul(words.saturating_mul(words))
}

/// The optimum by the simplex method on exact numbers, from v = 0, s = 1 in Φv + s = 1.
///
/// Variable i is v_i, and n + i is s_i; the objective is Σ weight_i π_i v_i, and y is the price of
/// the slacks for each node. Φv ≤ 1 bounds v, so there is an optimum.
pub(super) fn searched(phi: &Similarity, prior: &Vector) -> Option<Covering> {
    let nodes = phi.nodes();
    let row = |i: usize| {
        let mut row = vec![phi.scale().clone()];
        row.extend(phi.scaled_row(i));
        Vector::reduced(phi.scale().clone(), row)
    };
    let mut objective = vec![Integer::ZERO];
    objective.extend(prior.numerators().iter().zip(0..).map(|(entry, i)| -entry * Integer::from(phi.weight(i))));
    let objective = Vector::reduced(prior.denominator().clone(), objective);
    let rows = (0..nodes).map(row).collect();
    let mut tableau = Tableau::new((nodes..2 * nodes).collect(), (0..nodes).collect(), rows, vec![objective])?;
    tableau.make_optimal(0);
    let prices = tableau.reduced_costs(0, 2 * nodes);
    let price = |i| prices.entry(nodes + i) / Rational::from(phi.weight(i));
    let y = Vector::from_rationals(&(0..nodes).map(price).collect::<Vec<_>>());
    Some(Covering { y, v: tableau.point(nodes) })
}
