//! The exact linear program of optimal ε-private mechanisms at rational α.
//!
//! For a graph with n nodes i, m guesses w and gains c_w(i) = π_i g(w, i) of any sign:
//!
//!   make Σ_w Σ_i c_w(i) x_iw large over x ≥ 0 with Σ_w x_iw = 1 and α x_iw ≤ x_hw along each arc i→h.
//!
//! Its dual has a price λ_i for each node and, for each guess, t_iw ≥ 0 and μ_ihw ≥ 0 with
//!
//!   λ_i − c_w(i) = t_iw + Σ_{h→i} μ_hiw − α Σ_{i→h} μ_ihw,
//!
//! and Σλ is the optimum. The columns x_w lie in one cone each, joined by the row sums only, so the program is solved
//! in the rays of these cones, found as they are needed (Dantzig and Wolfe 1960): first in floating point, then
//! exactly from where that ended. Each connected component is a program of its own.

mod approximate;
mod claimed;
mod components;
mod float_rays;
mod flow;
mod multipliers;
mod near_one;
mod pricing;
mod problem;
mod ray_simplex;
mod vertex;

#[cfg(test)]
mod tests;

pub(super) use approximate::approximate;
pub use claimed::{Claimed, judge};
pub use components::{Basis, Places, Priced, bases, carried, multipliers, optimum};
pub use flow::Amount;
pub use near_one::before;
pub use problem::{Dual, Effort, Multipliers, OUT_OF_EFFORT, Optimum, Program, Refusal};
