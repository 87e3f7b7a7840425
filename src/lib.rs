//! The certifier as a library.

pub mod linear;
pub mod program;
