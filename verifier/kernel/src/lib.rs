//! The part of the verifier that has to be trusted.
//!
//! A [`Problem`] says in exact numbers what a mechanism file says; a [`Witness`] is what a certificate offers in proof
//! of a statement about it. [`Session`] checks statements by multiplication, addition and comparison of exact numbers,
//! and only it makes a [`Proved`]. There is no search here, no text for people, no floating-point number and no file.
//! Each module of `check` carries the theorem that makes its check sufficient.
//!
//! Whatever takes a [`Meter`] fails where one of its limits is met, and what compares numbers where a sign does not
//! show; other errors are named where they are made.

// Nothing that a file says ends in a panic.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]
#![warn(clippy::todo, clippy::unimplemented, clippy::get_unwrap, clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]
// What notions alone need stands with its like.
#![cfg_attr(not(feature = "notions"), allow(dead_code))]

mod case;
mod check;
mod expectation;
mod failure;
mod gain;
mod graph;
mod list;
mod problem;
mod proved;
mod rays;
mod rule;
mod session;
mod similarity;
mod witness;

#[cfg(test)]
mod tests;

#[cfg(feature = "notions")]
pub use check::{Bound, delta_of_rho};
pub use dp_number::{
    Algebraic, Beside, Bracket, Exponential, Fraction, Interval, Limit, Meter, Monomial, Number, Obstacle, Point, Root,
    Vector, charge, lower_tail, room,
};
pub use failure::{
    Approximation, Completion, Counterexample, Failure, Fault, Flaw, Optimality, Origin, Part, Sampling, Subdivision,
    Tightness, Wanted, Why,
};
pub use graph::{Family, Graph, INFINITE, place};
pub use problem::{
    Claim, Counts, Declared, Events, Expect, Expected, Gain, Gaussian, Incomplete, MOST_OF_ALL, MOST_RUNS, Mechanism,
    Name, OtherMechanism, Prior, Problem, Product, Promise, RawProblem, Relation, Response, Use, Used, Verdict,
    different, is_alpha,
};
pub use proved::{Found, Proved, Reason, Statement, Theorem, Value};
pub use rays::Rays;
pub use rule::{Lengths, Rows, Rule, Way};
#[cfg(feature = "notions")]
pub use session::channel;
pub use session::{Session, attempt, deciding_priors};
pub use witness::{Dual, Enclosed, Invertible, Laws, Multipliers, Optimum, Unique, Weights, Witness};
