//! Non-negative solutions of yΦ = π.

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

use super::simplex::{Feasibility, Tableau};
use crate::linear::{Factored, Partition, Similarity, Solution, Vector};

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

/// Decides whether yΦ = rhs has a solution y ≥ 0, on the cells of the coarsest equitable partition
/// that respects rhs.
///
/// `None` if rhs does not have n entries. Cost: the partition, and
/// [`nonnegative_solution_factored`] for as many unknowns as there are cells.
#[must_use]
pub fn nonnegative_solution(phi: &Similarity, rhs: &Vector) -> Option<Nonnegative> {
    let partition = Partition::coarsest_equitable(phi, rhs)?;
    if partition.is_discrete() {
        return nonnegative_solution_factored(&Factored::new(phi), rhs);
    }
    let quotient = phi.quotient(&partition);
    let rhs = partition.gather(rhs);
    let found = nonnegative_solution_factored(&Factored::new(&quotient), &rhs)?;
    Some(found.spread(&partition))
}

/// Decides whether yΦ = rhs has a solution y ≥ 0; all products of vectors are sums over the nodes,
/// [`Similarity::pair`].
///
/// If Φ is invertible, y = Φ^-1 rhs; where y_k < 0, column k of Φ^-1 is w: Φw = e_k and
/// rhs·w = y·Φw = y_k. If Φ is singular, a simplex search moves along the kernel, from the solution
/// with the pivot columns of Φ as its basis.
///
/// `None` if rhs does not have n entries. Cost: two liftings if Φ is invertible; otherwise a lifting
/// for each dimension of the kernel, and a search that is exponential at worst.
#[must_use]
pub fn nonnegative_solution_factored(phi: &Factored, rhs: &Vector) -> Option<Nonnegative> {
    let nodes = phi.similarity().nodes();
    match phi.solve(rhs)? {
        Solution::Inconsistent { kernel } => Some(Nonnegative::None { w: kernel }),
        Solution::Unique(y) => match y.most_negative() {
            Some(k) => particular(phi, &Vector::unit(nodes, k)).map(|w| Nonnegative::None { w }),
            None => particular(phi, &Vector::ones(nodes)).map(|v| Nonnegative::Found { y, v }),
        },
        Solution::Family { .. } => match phi.kernel() {
            Some(kernel) => along_kernel(phi, rhs, &kernel),
            None => nonnegative_solution_factored(&phi.with_next_prime(), rhs),
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
