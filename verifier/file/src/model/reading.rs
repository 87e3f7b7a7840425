//! What the parts of a mechanism file are read with.

use super::lengths::{Lengths, no_powers};
use super::powers::Powers;
use crate::alpha::{Bounds, Field, Ground};
use crate::error::Error;
use crate::json::View;
use crate::limits::{Budget, Limits, Of, note, words_of};
use crate::number::{BigInt, Rational, Symbols};
use num_traits::Pow;

/// What every part of a file is read with.
pub(super) struct Reading<'a> {
    pub(super) symbols: &'a Symbols,
    /// α of one unit of length, where that is rational.
    pub(super) base: Option<Rational>,
    /// The lengths of edges.
    pub(super) lengths: Option<&'a Lengths>,
    pub(super) limits: &'a Limits,
    /// What is left of `limits.memory`.
    pub(super) memory: Budget,
    /// Where irrational numbers lie.
    pub(super) field: Option<&'a Field>,
    /// What is left of `limits.steps`.
    pub(super) steps: &'a Budget,
    /// Of which irrational numbers the α of one use may be a power.
    pub(super) powers: &'a Powers,
}

impl Reading<'_> {
    /// Where signs are asked.
    pub(super) fn ground(&self) -> Ground<'_> {
        Ground { field: self.field, bounds: Bounds::new(self.limits, self.steps) }
    }

    /// That there are no powers of α by one unit of length.
    pub(super) fn no_powers(&self, view: &View) -> Error {
        let unit = self.lengths.map_or(1, |lengths| lengths.unit);
        view.over_limit(no_powers(unit))
    }

    /// Refuses an α whose powers up to the diameter would not fit.
    pub(super) fn check_powers(&self, privacy: &View, diameter: u64) -> Result<(), Error> {
        let Some(alpha) = &self.base else { return Ok(()) };
        self.check_power(privacy, alpha, diameter)
    }

    /// Refuses an α, perhaps that of one use, whose powers up to the diameter would not fit.
    pub(super) fn check_power(&self, view: &View, alpha: &Rational, diameter: u64) -> Result<(), Error> {
        if crate::number::bits(alpha).saturating_mul(diameter) > self.limits.bits as u64 {
            let message = format!(
                "α to the power of the diameter {diameter} has over {} bits (--limit bits=N)",
                self.limits.bits
            );
            return Err(view.over_limit(message));
        }
        self.charge(view, dp_kernel::place(diameter).saturating_add(1), power_bits(alpha, diameter))
    }

    /// p^d·q^(D−d) for d = 0, ..., D, each from the one before: α = p/q to the power of d over q^D.
    ///
    /// Cost: D quotients and products of a number of D·bits(q) bits by one of bits(q). A quotient takes some times as
    /// long.
    pub(super) fn layers(&self, view: &View, alpha: &Rational, most: u64) -> Result<Vec<BigInt>, Error> {
        let (one, all) = (words_of(alpha.denom().bits()), words_of(power_bits(alpha, most)));
        self.charge_steps(view, all.saturating_mul(all))?;
        self.charge_steps(view, all.saturating_mul(one).saturating_mul(most.saturating_mul(6)))?;
        let (mut layers, mut layer): (_, BigInt) = (Vec::new(), Pow::pow(alpha.denom(), most));
        for _ in 0..most {
            let next = &layer / alpha.denom() * alpha.numer();
            layers.push(std::mem::replace(&mut layer, next));
        }
        layers.push(layer);
        Ok(layers)
    }

    /// Counts about that many word operations, before they are done.
    pub(super) fn charge_steps(&self, view: &View, steps: u64) -> Result<(), Error> {
        let most = self.limits.steps;
        let over_limit = || view.over_limit(format!("numbers that take over {most} steps (--limit steps=N)"));
        self.steps.take(steps).ok_or_else(over_limit)
    }

    /// Counts `count` integers of that many bits against the memory limit, before they are made.
    pub(super) fn charge(&self, view: &View, count: usize, bits: u64) -> Result<(), Error> {
        self.charge_bytes(view, (count as u64).saturating_mul(bytes_of(bits)))
    }

    /// Counts that many bytes against the memory limit.
    pub(super) fn charge_bytes(&self, view: &View, bytes: u64) -> Result<(), Error> {
        self.memory.take(bytes).ok_or_else(|| self.over_memory(view))
    }

    /// That the memory for numbers is full.
    pub(super) fn over_memory(&self, view: &View) -> Error {
        view.over_limit(format!("numbers that fill over {} bytes (--limit memory=N)", self.limits.memory))
    }
}

/// At least the bits of q^d, for α = p/q ≤ 1: no number p^k·q^(d-k) has more. From a power of some 512 bits.
pub(super) fn power_bits(alpha: &Rational, d: u64) -> u64 {
    let k = 512u64.checked_div(alpha.denom().bits()).and_then(|k| u32::try_from(k).ok());
    let k = u64::from(k.unwrap_or(1)).clamp(1, d.max(1));
    let few: BigInt = Pow::pow(alpha.denom(), k);
    let all = few.bits().saturating_mul(d).checked_div(k).unwrap_or(u64::MAX);
    if d <= k { few.bits() } else { all.saturating_add(1) }
}

/// The bytes of an integer of so many bits, whose digits are there twice: as the file's, and as those of the problem
/// that is checked.
pub(super) fn bytes_of(bits: u64) -> u64 {
    (bits / 4).saturating_add(64)
}

/// n, if there are not too many nodes.
pub(super) fn within(view: &View, n: Option<usize>, limits: &Limits) -> Result<usize, Error> {
    note(Of::Nodes, n.unwrap_or(usize::MAX) as u64);
    n.filter(|&n| n <= limits.nodes)
        .ok_or_else(|| view.over_limit(format!("more than {} nodes (--limit nodes=N)", limits.nodes)))
}
