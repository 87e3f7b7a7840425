//! A problem and its names.

use super::{Names, Places};
use dp_kernel::Problem;

/// The format of a problem by itself.
pub const FORMAT: &str = "dp-problem/1";

/// A problem, whose file it is that of, and its names.
#[derive(Debug, Clone)]
pub struct Elaborated {
    /// SHA-256 of the mechanism file's bytes, in hexadecimal.
    pub sha256: String,
    /// What the kernel checks statements of.
    pub problem: Problem,
    /// What a report says beside it.
    pub names: Names,
}

impl Elaborated {
    /// Where the priors and the other mechanisms stand that claims name.
    pub fn places(&self) -> Places<'_> {
        Places::new(&self.names)
    }
}
