//! How large a stranger's file may be before it is refused.

use crate::spelling::did_you_mean;
use std::cell::Cell;

/// Bounds that are checked before anything is allocated, multiplied out or raised to a power.
///
/// Each has a flag: `--limit NAME=NUMBER` in both programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file.
    pub bytes: usize,
    /// Nesting of JSON arrays and objects, and of parentheses in an expression.
    pub depth: usize,
    /// Characters of one number or expression.
    pub digits: usize,
    /// Magnitude of an exponent, decimal (`1e-3`) or of a power (`a^3`).
    pub exponent: usize,
    /// Bits of one number that an expression or a power of α grows to.
    pub bits: usize,
    /// Bytes that numbers and edges may take where the file gives a formula for them and not their text; a vector
    /// by cells may take an eighth.
    pub memory: usize,
    /// Word operations for all of a certificate's products, powers, comparisons and eliminations.
    pub steps: usize,
    /// Nodes of the graph, and databases of a query given by its answers.
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 1 << 26,
            depth: 64,
            digits: 1 << 17,
            exponent: 10_000,
            bits: 1 << 20,
            memory: 1 << 29,
            steps: 1 << 34,
            nodes: 20_000,
        }
    }
}

impl Limits {
    /// The names that [`Limits::set`] takes.
    pub const NAMES: [&'static str; 8] = ["bytes", "depth", "digits", "exponent", "bits", "memory", "steps", "nodes"];

    /// Each of them by its name, in that order.
    pub fn each(&self) -> [(&'static str, usize); 8] {
        let &Self { bytes, depth, digits, exponent, bits, memory, steps, nodes } = self;
        let values = [bytes, depth, digits, exponent, bits, memory, steps, nodes];
        std::array::from_fn(|k| (Self::NAMES[k], values[k]))
    }

    /// Sets one limit from the text `NAME=NUMBER`.
    ///
    /// # Errors
    /// A sentence for the user if the name is unknown or the number isn't one.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let expected = || format!("expected NAME=NUMBER with NAME one of {}", Self::NAMES.join(", "));
        let (name, number) = text.split_once('=').ok_or_else(expected)?;
        let number: usize = number.parse().map_err(|_| expected() + ", and NUMBER a whole number")?;
        match name {
            "bytes" => self.bytes = number,
            // Reading recurses once a level: past this the stack would be at stake.
            "depth" => self.depth = number.min(1_000),
            "digits" => self.digits = number,
            "exponent" => self.exponent = number,
            "bits" => self.bits = number,
            "memory" => self.memory = number,
            "steps" => self.steps = number,
            "nodes" => self.nodes = number,
            _ => return Err(expected() + &did_you_mean(name, &Self::NAMES)),
        }
        Ok(())
    }
}

/// What is left of a limit that a whole file shares.
#[derive(Debug)]
pub struct Budget(Cell<u64>);

impl Budget {
    /// All of the limit.
    pub fn new(limit: usize) -> Self {
        Self(Cell::new(limit as u64))
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Takes that much, if it is there.
    pub fn take(&self, amount: u64) -> Option<()> {
        self.0.set(self.left().checked_sub(amount)?);
        Some(())
    }
}
