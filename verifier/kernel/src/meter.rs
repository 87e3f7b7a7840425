//! What a check may cost.

use crate::failure::{Failure, Limit};
use std::cell::Cell;

/// Counts word operations, and says how large numbers may grow. Every operation on a [`Number`](crate::Number) asks it.
///
/// What takes more than linear time is charged before it is done and fails where too little is left. Sums, whose cost is
/// that of having their terms, are counted as they are made: they can overdraw the limit by no more than one of them, and the
/// next charge fails, of which there is one at the end of each check.
#[derive(Debug)]
pub struct Meter {
    left: Cell<u64>,
    degree: u64,
    bits: u64,
    memory: u64,
}

/// A polynomial may take this part of half of the memory.
const SHARE: u64 = 4;

impl Meter {
    /// Up to `steps` word operations, polynomials up to that degree, numbers of so many bits, and so many bytes.
    pub fn new(steps: u64, degree: u64, bits: u64, memory: u64) -> Self {
        Self { left: Cell::new(steps), degree, bits, memory }
    }

    /// What is left of the steps.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// The bytes that numbers may take.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// The bits that a number may have.
    pub(crate) fn longest(&self) -> u64 {
        self.bits
    }

    /// Takes that many steps before they are done.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn charge(&self, steps: u64) -> Result<(), Failure> {
        let left = self.left.get().checked_sub(steps).ok_or(Failure::Limit(Limit::Steps))?;
        self.left.set(left);
        Ok(())
    }

    /// Takes the steps of something linear.
    pub(crate) fn count(&self, steps: u64) {
        self.left.set(self.left.get().saturating_sub(steps));
    }

    /// That the limit has not been reached by what was only counted.
    pub(crate) fn settled(&self) -> Result<(), Failure> {
        self.charge(1)
    }

    /// That so many numbers of so many words may be made: they may take half of the memory.
    ///
    /// # Errors
    /// They take more.
    pub fn room(&self, numbers: u64, words: u64) -> Result<(), Failure> {
        let bytes = numbers.saturating_mul(words.saturating_mul(8).saturating_add(32));
        if bytes <= self.memory / 2 { Ok(()) } else { Err(Failure::Limit(Limit::Memory)) }
    }

    /// That a polynomial of this degree with coefficients of so many bits may be made.
    pub(crate) fn size(&self, degree: u64, bits: u64) -> Result<(), Failure> {
        if degree > self.degree {
            return Err(Failure::Limit(Limit::Degree));
        }
        if bits > self.bits {
            return Err(Failure::Limit(Limit::Bits));
        }
        // A short file must not ask for a long number as each of many coefficients.
        self.room((degree + 1).saturating_mul(SHARE), words(bits))
    }
}

/// The 64-bit words of a number of so many bits.
pub(crate) fn words(bits: u64) -> u64 {
    bits / 64 + 1
}

/// a·b·c word operations.
pub(crate) fn steps(a: u64, b: u64, c: u64) -> u64 {
    a.saturating_mul(b).saturating_mul(c)
}
