//! About how long a finding takes that passes over the table, told before it is begun from the sizes alone: rows,
//! columns, edges and bits. What nobody asked for is left out where it takes more than a part of what a certificate
//! may, and where it is about a prior and the file has a great many.

use super::case::Case;
use dp_verify::alpha::Polynomial;
use dp_verify::graph::edge_count;
use dp_verify::model::{Channel, Claim, Gain, Kind};
use malachite::base::num::logic::traits::SignificantBits;

/// A finding may take one in so many of the limit's steps. Steps here are such that a thousand million take some four
/// seconds.
const SHARE: usize = 8;

/// Findings about a prior are made where the file has so many of them at most.
const MOST_PRIORS: usize = 1 << 10;

/// What an entry takes where all numbers are rational, a word long.
const ENTRY: u64 = 4;

/// The sign of a difference of two entries at an irrational α.
const SIGN: u64 = 2_048;

/// What the kernel counts for a product of an entry and a gain that is added to a sum.
const GAIN: u64 = 32;

/// What an entry takes for each power of α where its weight is a polynomial in α.
const POWER: u64 = 24;

/// An entry that is a polynomial takes one more for each so many of its coefficients.
const COEFFICIENTS_AT_ONCE: u64 = 16;

/// So many words of a weight are multiplied at once.
const WORDS_AT_ONCE: u64 = 3;

/// Whether a finding takes more than it may.
pub(super) fn is_too_much(case: &Case, claim: &Claim) -> bool {
    if claim.prior.is_some() && case.mechanism.priors.len() > MOST_PRIORS {
        return true;
    }
    let Some(channel) = case.mechanism.channel().filter(|_| case.mechanism.large_product().is_none()) else {
        return false;
    };
    let steps = match claim.kind {
        Kind::ApproximateDp => of_approximate_dp(case, channel),
        Kind::TightConstraints => of_tight_constraints(case, channel),
        Kind::Utility => of_utility(case, channel),
        _ => 0,
    };
    // A table that is not private has no tight constraints, whatever its size.
    let is_refuted = || claim.kind == Kind::TightConstraints && case.is_refuted_by_privacy();
    steps > (case.limits.steps / SHARE) as u64 && !is_refuted()
}

/// About the steps that the kernel takes for the values of a claim that holds of every mechanism.
pub(super) fn of_values(case: &Case, claim: &Claim) -> u64 {
    let of_gain = matches!(claim.kind, Kind::Utility | Kind::GLeakage);
    let channel = case.mechanism.channel().filter(|_| of_gain && case.mechanism.large_product().is_none());
    channel.map_or(0, |channel| product([of_utility(case, channel), GAIN]))
}

/// A comparison for each edge, output and direction.
fn of_approximate_dp(case: &Case, channel: &Channel) -> u64 {
    let comparisons = product([edge_count(case.graph()).try_into().unwrap_or(u64::MAX), width(channel), 2]);
    let is_rational = case.alpha().is_ok() && channel.rows().is_some();
    product([comparisons, words(channel), if is_rational { ENTRY } else { SIGN }])
}

/// A product of each entry and a sum of powers of α, up to that of the diameter.
fn of_tight_constraints(case: &Case, channel: &Channel) -> u64 {
    let powers = case.graph().diameter();
    let of_entry = match case.alpha() {
        Ok(alpha) if case.mechanism.field.is_none() => {
            ENTRY + powers.saturating_mul(alpha.significant_bits()) / 64 / WORDS_AT_ONCE
        }
        _ => product([POWER, powers + 1, ENTRY + degree(channel) / COEFFICIENTS_AT_ONCE]),
    };
    product([entries(case, channel), words(channel), of_entry])
}

/// A product for each guess and entry.
fn of_utility(case: &Case, channel: &Channel) -> u64 {
    let guesses = match &case.mechanism.gain {
        Gain::Binary => return 0,
        gain => gain.guesses(case.graph()) as u64,
    };
    product([entries(case, channel), guesses, words(channel), degree(channel) + 1])
}

fn entries(case: &Case, channel: &Channel) -> u64 {
    product([case.nodes() as u64, width(channel)])
}

fn width(channel: &Channel) -> u64 {
    channel.width as u64
}

/// The words of the longest number of the table.
fn words(channel: &Channel) -> u64 {
    let bits = match channel.rows() {
        Some(rows) => rows.iter().map(|row| row.denominator.bits()).max(),
        None => channel.table.iter().flat_map(|row| &row.numerators).map(Polynomial::bits).max(),
    };
    bits.unwrap_or(0) / 64 + 1
}

/// The highest degree of its entries in t, or the number of terms of sparse ones.
fn degree(channel: &Channel) -> u64 {
    match channel.rows() {
        Some(_) => 0,
        None => channel.table.iter().flat_map(|row| &row.numerators).map(length).max().unwrap_or(0),
    }
}

fn length(entry: &Polynomial) -> u64 {
    entry.terms().map_or(entry.degree(), <[_]>::len) as u64
}

fn product<const N: usize>(factors: [u64; N]) -> u64 {
    factors.into_iter().fold(1, u64::saturating_mul)
}
