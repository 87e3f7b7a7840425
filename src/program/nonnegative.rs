//! Non-negative solutions of yΦ = π.

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;

use super::separating::separating;
use super::simplex::{Feasibility, Tableau};
use crate::linear::{Factored, OnlySolution, Partition, Similarity, Solution, Structure, Vector};

/// Whether yΦ = rhs has a solution y ≥ 0, with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nonnegative {
    /// A solution with the least total.
    Found {
        /// y ≥ 0 and yΦ = rhs.
        y: Vector,
        /// Φv ≤ 1 and rhs·v = Σy. Any solution x ≥ 0 has Σx ≥ x·Φv = rhs·v = Σy.
        v: Vector,
    },
    /// There is none.
    None {
        /// Φw ≥ 0 and rhs·w < 0. A solution y ≥ 0 would give rhs·w = y·Φw ≥ 0.
        w: Vector,
    },
}

impl Nonnegative {
    fn spread(&self, partition: &Partition) -> Self {
        match self {
            Self::Found { y, v } => Self::Found { y: partition.spread(y), v: partition.spread(v) },
            Self::None { w } => Self::None { w: partition.spread(w) },
        }
    }
}

/// The answer, and what else was found on the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether there is a solution y ≥ 0.
    pub outcome: Nonnegative,
    /// The one solution of yΦ = rhs, if Φ was seen to be invertible on the way.
    pub only: Option<OnlySolution>,
}

/// Decides whether yΦ = rhs has a solution y ≥ 0, on the cells of the coarsest equitable partition
/// that respects rhs.
///
/// A no is looked for in floating point first (`separating`). `None` if rhs does not have n
/// entries. Cost: the partition, and [`nonnegative_solution_factored`] for as many unknowns as there are cells.
#[must_use]
pub fn nonnegative_solution(phi: &Similarity, rhs: &Vector) -> Option<Answer> {
    let folded = Folded::new(phi, rhs)?;
    if let Some(w) = separating(folded.phi(), &folded.rhs) {
        return Some(Answer { outcome: Nonnegative::None { w: folded.partition.spread(&w) }, only: None });
    }
    let factored = Factored::new(folded.phi());
    let (outcome, solution) = decide_factored(&factored, &folded.rhs)?;
    let only = solution.map(|y| folded.only(&factored, &y));
    Some(Answer { outcome: outcome.spread(&folded.partition), only })
}

/// The one solution of yΦ = rhs; `None` if Φ is singular on the cells.
#[must_use]
pub fn only_solution(phi: &Similarity, rhs: &Vector) -> Option<OnlySolution> {
    let folded = Folded::new(phi, rhs)?;
    let factored = Factored::new(folded.phi());
    match factored.solve(&folded.rhs)? {
        Solution::Unique(y) => Some(folded.only(&factored, &y)),
        _ => None,
    }
}

/// An equation yΦ = rhs on the cells of the coarsest equitable partition that respects rhs.
struct Folded<'a> {
    whole: &'a Similarity,
    partition: Partition,
    /// `None` if each node is a cell by itself.
    quotient: Option<Similarity>,
    rhs: Vector,
}

impl<'a> Folded<'a> {
    fn new(whole: &'a Similarity, rhs: &Vector) -> Option<Self> {
        let partition = Partition::coarsest_equitable(whole, rhs)?;
        let quotient = (!partition.is_discrete()).then(|| whole.quotient(&partition));
        let rhs = if quotient.is_some() { partition.gather(rhs) } else { rhs.clone() };
        Some(Self { whole, partition, quotient, rhs })
    }

    fn phi(&self) -> &Similarity {
        self.quotient.as_ref().unwrap_or(self.whole)
    }

    fn only(&self, factored: &Factored, y: &Vector) -> OnlySolution {
        match self.quotient {
            None => OnlySolution { solution: y.clone(), modulus: factored.invertible_modulo() },
            Some(_) => OnlySolution { solution: self.partition.spread(y), modulus: None },
        }
    }
}

/// Decides whether yΦ = rhs has a solution y ≥ 0 where the structure of the graph gives Φ^-1.
///
/// `None` if it does not. Cost: two or three solutions.
#[must_use]
pub fn nonnegative_by_structure(structure: Structure, alpha: &Rational, rhs: &Vector) -> Option<Answer> {
    let only = structure.solve(alpha, rhs)?;
    let solve = |b: &Vector| structure.solve(alpha, b).map(|only| only.solution);
    let outcome = by_inverse(&only.solution, rhs, rhs.total(), solve)?;
    Some(Answer { outcome, only: Some(only) })
}

/// The decision for the one solution y of yΦ = rhs, where `solve` gives Φ^-1 b, and `total` is the sum of rhs
/// over the nodes.
///
/// Let e be 1 where y is least and 0 elsewhere, and that least entry negative. Then w = Φ^-1 e has Φw = e and
/// rhs·w = y·Φw = y·e < 0; with all the least entries in e, w keeps the symmetry of y, and its numbers are short.
/// A long one is rounded up to integers w' ≥ 2^s w, so that Φw' ≥ 2^s e ≥ 0 since Φ ≥ 0, and rhs·w' <
/// 2^s y·e + Σ rhs ≤ 0 for rhs ≥ 0 and a large s.
fn by_inverse(
    y: &Vector,
    rhs: &Vector,
    total: Rational,
    solve: impl Fn(&Vector) -> Option<Vector>,
) -> Option<Nonnegative> {
    let ones = Vector::ones(rhs.len());
    let least = y.least();
    if least >= 0 {
        let v = if *rhs == ones { y.clone() } else { solve(&ones)? };
        return Some(Nonnegative::Found { y: y.clone(), v });
    }
    let w = solve(&y.places_of(&least))?;
    if w.denominator().significant_bits() <= SHORT || !rhs.is_nonnegative() {
        return Some(Nonnegative::None { w });
    }
    let ratio = Integer::rounding_from(total / -least, RoundingMode::Ceiling).0;
    let w = w.rounded_up(ratio.significant_bits());
    Some(Nonnegative::None { w })
}

/// Farkas vectors with a denominator of at most so many bits stay as they are.
const SHORT: u64 = 64;

/// Decides whether yΦ = rhs has a solution y ≥ 0; all products of vectors are sums over the nodes,
/// [`Similarity::pair`].
///
/// If Φ is invertible, y = Φ^-1 rhs, and w is made of its inverse (`by_inverse`). If Φ is singular, a simplex search
/// moves along the kernel, from the solution with the pivot columns of Φ as its basis.
///
/// `None` if rhs does not have n entries. Cost: two liftings if Φ is invertible; otherwise a lifting
/// for each dimension of the kernel, and a search that is exponential at worst.
#[must_use]
pub fn nonnegative_solution_factored(phi: &Factored, rhs: &Vector) -> Option<Nonnegative> {
    decide_factored(phi, rhs).map(|(outcome, _)| outcome)
}

/// The outcome, and the one solution if Φ is invertible.
fn decide_factored(phi: &Factored, rhs: &Vector) -> Option<(Nonnegative, Option<Vector>)> {
    match phi.solve(rhs)? {
        Solution::Inconsistent { kernel } => Some((Nonnegative::None { w: kernel }, None)),
        Solution::Unique(y) => {
            let total = phi.similarity().total(rhs)?;
            let outcome = by_inverse(&y, rhs, total, |b| particular(phi, b))?;
            Some((outcome, Some(y)))
        }
        Solution::Family { .. } => match phi.kernel() {
            Some(kernel) => along_kernel(phi, rhs, &kernel).map(|outcome| (outcome, None)),
            None => decide_factored(&phi.with_next_prime(), rhs),
        },
    }
}

/// Some x with Φx = rhs.
pub(super) fn particular(phi: &Factored, rhs: &Vector) -> Option<Vector> {
    match phi.solve(rhs)? {
        Solution::Unique(x) | Solution::Family { particular: x } => Some(x),
        Solution::Inconsistent { .. } => None,
    }
}

/// The tableau of Φy = rhs whose basis are the pivot columns, with the objective cost·y.
///
/// Column j of the tableau is e_j minus the kernel vector for the free column j, so the objective's
/// coefficient is −cost·k_j. `None` if there is no solution.
pub(super) fn kernel_tableau(phi: &Factored, rhs: &Vector, kernel: &[Vector], cost: &Vector) -> Option<Tableau> {
    let start = particular(phi, rhs)?;
    let basic = phi.block().columns().to_vec();
    let row = |&variable: &usize| {
        let mut entries = vec![start.entry(variable)];
        entries.extend(kernel.iter().map(|k| -k.entry(variable)));
        Vector::from_rationals(&entries)
    };
    let rows = basic.iter().map(row).collect();
    let mut objective = vec![cost.dot(&start)?];
    for k in kernel {
        objective.push(-cost.dot(k)?);
    }
    let objective = Vector::from_rationals(&objective);
    Tableau::new(basic, phi.free(), rows, vec![objective])
}

/// The vector with entries base + sign·d_i / weight_i.
fn per_node(phi: &Similarity, base: i32, sign: i32, d: &Vector) -> Vector {
    let entry = |i| {
        let scaled = d.entry(i) * Rational::from(sign) / Rational::from(phi.weight(i));
        Rational::from(base) + scaled
    };
    Vector::from_rationals(&(0..phi.nodes()).map(entry).collect::<Vec<_>>())
}

/// The search for a singular Φ and a right-hand side with solutions; the kernel is a basis of all of
/// its kernel.
fn along_kernel(phi: &Factored, rhs: &Vector, kernel: &[Vector]) -> Option<Nonnegative> {
    let similarity = phi.similarity();
    let nodes = similarity.nodes();
    let weights = (0..nodes).map(|i| -Integer::from(similarity.weight(i)));
    let cost = Vector::integral(weights.collect());
    let mut tableau = kernel_tableau(phi, rhs, kernel, &cost)?;
    let clipped = tableau.push_clipped_objective(0);
    if let Feasibility::Infeasible { row } = tableau.make_feasible(clipped) {
        // Φw is the row's equation, x_basic + Σ t_j x_j, which is ≥ 0; rhs·w is its constant.
        let mut equation = vec![Rational::ZERO; nodes];
        equation[tableau.basic()[row]] = Rational::from(1);
        for (place, &variable) in (1..).zip(tableau.nonbasic()) {
            equation[variable] = tableau.rows()[row].entry(place);
        }
        let equation = per_node(similarity, 0, 1, &Vector::from_rationals(&equation));
        return particular(phi, &equation).map(|w| Nonnegative::None { w });
    }
    tableau.make_optimal(0);
    let y = tableau.point(nodes);
    // Φv is 1 less the reduced costs.
    let slack = tableau.reduced_costs(0, nodes);
    let v = particular(phi, &per_node(similarity, 1, -1, &slack))?;
    Some(Nonnegative::Found { y, v })
}
