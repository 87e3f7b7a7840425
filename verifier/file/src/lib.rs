//! What files say: JSON with places, exact numbers and expressions, the mechanism file and its meaning, problems and
//! witnesses.
//!
//! Bytes become a [`model::Mechanism`], that a [`dp_kernel::Problem`]; the JSON of a certificate becomes
//! [`dp_kernel::Witness`]es, and these JSON again. Everything that a stranger's file can ask for is counted before it
//! is done.

// Nothing that a file says ends in a panic.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]
#![warn(clippy::todo, clippy::unimplemented, clippy::get_unwrap)]
#![warn(clippy::indexing_slicing, clippy::string_slice, clippy::arithmetic_side_effects)]

pub mod align;
pub mod alpha;
pub mod error;
pub mod file;
pub mod files;
pub mod folder;
pub mod graph;
pub mod json;
pub mod law;
pub mod limits;
pub mod lines;
pub mod model;
pub mod number;
mod numerals;
mod object;
pub mod problem;
pub mod spelling;
pub mod text;
pub mod witness;
