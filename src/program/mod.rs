//! Exact linear programs over similarity matrices, each answer with its dual.
//!
//! [`Tableau`] is the simplex method on exact numbers. [`nonnegative_solution`] decides whether
//! yΦ = π has a solution y ≥ 0, [`uniqueness()`] whether a solution z ≥ 0 of Φz = 1 is the only one,
//! and [`covering()`] finds the least y ≥ 0 with yΦ ≥ π, at a basis that floats propose and exact
//! numbers judge.

mod closed_duals;
mod completion;
mod covering;
pub mod delta;
mod enclosed_solution;
mod float_basis;
mod float_feasibility;
pub mod mechanism;
mod nonnegative;
mod remap;
mod rounding;
mod separating;
mod simplex;
mod uniqueness;

#[cfg(test)]
mod tests;

pub use closed_duals::{geometric_dual, geometric_inverse, inverse, similarity_inverse, tight_dual};
pub use completion::{Completion, Forced};
pub use covering::{Covering, NoCovering, covering, covering_of_all};
pub use enclosed_solution::{EnclosedSolution, FINE, enclosed_solution};
pub use nonnegative::{
    Answer, Nonnegative, nonnegative_by_structure, nonnegative_solution, nonnegative_solution_factored, only_solution,
};
pub use remap::{MOST_ENTRIES, MOST_EXACT, MOST_PRODUCTS, NoRemap, Remap, remap};
pub use rounding::{NotFound, Printed, Within, within};
pub use simplex::{Feasibility, Optimality, Tableau};
pub use uniqueness::{Uniqueness, uniqueness};
