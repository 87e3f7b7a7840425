//! Re-checks certificates about finite differentially private mechanisms.
//!
//! The verifier reads a mechanism file (`dp-mechanism/1`) and a certificate (`dp-certificate/2`), computes
//! the graph, its distances and everything else from the mechanism file, and checks each statement's
//! witness by multiplication, addition and comparison of exact numbers. It searches for nothing, and takes
//! nothing from the certificate on trust. `certificates/FORMAT.md` says what each witness is and why it
//! proves its claim.
//!
//! The way of the data is one way: bytes → [`dp_file`] → [`dp_kernel::Problem`] → [`dp_kernel::Session`], which alone
//! makes a [`dp_kernel::Proved`] → [`dp_report`]. This crate puts them together.

// Nothing that a file says ends in a panic.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]
#![warn(clippy::todo, clippy::unimplemented, clippy::get_unwrap)]
#![warn(clippy::indexing_slicing, clippy::string_slice, clippy::arithmetic_side_effects)]

pub mod certificate;
mod findings;
mod head;
pub mod program;

pub use certificate::{verify, verify_problem, verify_watched};
pub use dp_algebra as algebra;
pub use dp_file::{
    align, alpha, error, file, files, folder, json, law, limits, lines, model, problem, spelling, text, witness,
};
pub use dp_report::words;
pub use dp_report::{self as report, Answer, Refusal, Verification};

/// Exact numbers.
pub mod number {
    pub use dp_file::alpha::Fractions;
    pub use dp_file::number::*;
    pub use dp_report::Logarithm;
}

/// Graphs, as the kernel has them.
pub mod graph {
    pub use dp_file::graph::{edge_count, is_connected};
    pub use dp_kernel::{Family, Graph, INFINITE};
}
