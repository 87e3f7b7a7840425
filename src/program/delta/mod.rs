//! Exact linear programs of (ε, δ)-private mechanisms at rational α.
//!
//! Rows y are (ε, δ)-private iff Σ_{o ∈ S} (α·y_io − y_ho) ≤ α·δ for each arc i→h and each set S of outputs. These are
//! as many constraints as there are sets, of which few bind: those that a solution breaks are added, and the next
//! solution found from there by the dual simplex method, until none is broken. Numbers κ_S ≥ 0 of them are multipliers
//! μ_ih,o = Σ_{S ∋ o} κ_S of the single outputs, of which the largest of an arc is at most Σ_S κ_S.

mod cutting;
mod optimal;
mod rounded;

pub use cutting::{Cut, Multipliers};
pub use optimal::{Best, Program, best};
pub use rounded::{Least, least};
