//! What a computation may cost, and why one is not carried out.

use super::polynomial::Polynomial;
use crate::limits::{Budget, Limits, Of, note};
use std::fmt;

/// The bits of precision, past those of the coefficients, at which the search for a sign ends.
const MOST_BITS: u64 = 1 << 16;

/// Limits on polynomials and what is computed with them, checked before any of it is done.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'a> {
    steps: &'a Budget,
    degree: usize,
    bits: u64,
    memory: u64,
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// It takes more word operations than are left.
    Steps,
    /// A polynomial of a degree over this limit.
    Degree(usize),
    /// Numbers of more bits than this limit.
    Size(u64),
    /// Numbers that take more bytes than this, half of the limit.
    Memory(u64),
    /// The sign does not show at so many bits of precision.
    Undecided(u64),
    /// A denominator is 0, at some number of the interval if t is all of them.
    ZeroDenominator,
    /// The question makes no sense: what is wrong with it.
    Unfit(&'static str),
    /// The polynomial has more than one sign on the interval.
    Changes(Box<Polynomial>),
}

impl<'a> Bounds<'a> {
    /// The limits of a file, and what is left of `limits.steps`.
    pub fn new(limits: &Limits, steps: &'a Budget) -> Self {
        Self { steps, degree: limits.exponent, bits: limits.bits as u64, memory: limits.memory as u64 }
    }

    /// Counts about that many word operations against the limit, before they are done.
    ///
    /// # Errors
    /// Where so many are not left.
    pub fn charge(&self, steps: u64) -> Result<(), Obstacle> {
        self.steps.take(steps).ok_or(Obstacle::Steps)
    }

    /// What is left of the steps.
    pub fn budget(&self) -> &'a Budget {
        self.steps
    }

    /// Does some work with numbers within the limits, by what is left of the steps.
    ///
    /// # Errors
    /// Whatever stood in the way.
    pub fn run<T>(&self, work: impl FnOnce() -> Result<T, dp_number::Obstacle>) -> Result<T, Obstacle> {
        let before = self.steps.left();
        let meter = dp_number::Meter::new(before, self.degree as u64, self.bits, self.memory);
        let done = meter.run(work);
        let highest = meter.highest();
        note(Of::Exponent, highest.degree);
        note(Of::Bits, highest.bits);
        note(Of::Memory, highest.memory);
        // Of a meter that is used up one more was asked for.
        self.steps.take(before.saturating_sub(meter.left())).and_then(|()| self.steps.take((meter.left() == 0).into()));
        done.map_err(|obstacle| self.obstacle(obstacle))
    }

    /// What stands in the way, with the limits.
    fn obstacle(&self, obstacle: dp_number::Obstacle) -> Obstacle {
        use dp_number::{Limit, Obstacle as Of};
        match obstacle {
            Of::Limit(Limit::Degree) => Obstacle::Degree(self.degree),
            Of::Limit(Limit::Bits) => Obstacle::Size(self.bits),
            Of::Limit(Limit::Memory) => Obstacle::Memory(self.memory / 2),
            Of::Limit(_) => Obstacle::Steps,
            Of::Changes(p) => Obstacle::Changes(p),
            Of::Unknown(p) => Obstacle::Undecided(MOST_BITS.saturating_add(p.bits())),
            Of::Unfit(why) => Obstacle::Unfit(why),
            Of::NoRoot => Obstacle::Unfit("the number is not one root between two rationals"),
            Of::Order => Obstacle::Unfit("an open interval needs low < high"),
            Of::NoPoint => Obstacle::Unfit("a polynomial in a file without irrational numbers"),
        }
    }

    /// That so many numbers of so many words may be made: they may take half of the memory.
    ///
    /// # Errors
    /// Where they take more.
    pub fn room(&self, numbers: u64, words: u64) -> Result<(), Obstacle> {
        let most = self.memory / 2;
        let bytes = numbers.saturating_mul(words.saturating_mul(8).saturating_add(32));
        note(Of::Memory, bytes.saturating_mul(2));
        if bytes <= most { Ok(()) } else { Err(Obstacle::Memory(most)) }
    }

    /// The highest degree.
    pub(super) fn highest(&self) -> usize {
        self.degree
    }

    /// The most bits of a number.
    pub(super) fn longest(&self) -> u64 {
        self.bits
    }
}

/// The 64-bit words of a number of so many bits, and what a short one takes at least.
pub(super) fn words(bits: u64) -> u64 {
    (bits / 64).saturating_add(3)
}

/// a·b·c word operations.
pub(super) fn steps(a: u64, b: u64, c: u64) -> u64 {
    a.saturating_mul(b).saturating_mul(c)
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Steps => f.write_str("it takes more steps than are left (--limit steps=N)"),
            Obstacle::Degree(most) => write!(f, "a polynomial of degree over {most} (--limit exponent=N)"),
            Obstacle::Size(most) => write!(f, "numbers of over {most} bits (--limit bits=N)"),
            Obstacle::Memory(most) => write!(f, "numbers that fill over {most} bytes (--limit memory=N)"),
            Obstacle::Undecided(bits) => write!(f, "undecided at {bits} bits of precision"),
            Obstacle::ZeroDenominator => f.write_str("the denominator is zero"),
            Obstacle::Unfit(why) => f.write_str(why),
            Obstacle::Changes(_) => f.write_str("a sign changes on the interval of α"),
        }
    }
}

impl std::error::Error for Obstacle {}
