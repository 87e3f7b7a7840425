//! How often a guess between two neighbours is right: exactly, and rounded up for people.
//!
//! Of two inputs, equally probable beforehand, whoever sees the outputs of (ε, δ)-private mechanisms names the
//! right one with the probability (1 + t)/2 at most, t being the total variation distance of what is seen. Of one
//! use t is at most (e^ε − 1 + 2δ)/(e^ε + 1). Of k uses, each chosen after the outputs of those before, it is at
//! most that of k uses of the worst such mechanism (Kairouz, Oh, Viswanath, The composition theorem for
//! differential privacy, 2015), which tells the input with probability δ, and else tells the truth with probability
//! e^ε/(1 + e^ε): so that the guess is the answer of the majority. Of ρ-zCDP t is at most √(ρ/2), by Pinsker's
//! inequality at the order 1, and √(1 − e^-ρ), by that of Bretagnolle and Huber.
#![allow(clippy::float_arithmetic, reason = "square roots, rounded up")]

use crate::budget::between;
use crate::exact;
use dp_verify::model::Mechanism;
use dp_verify::number::Rational as Fraction;
use dp_verify::report::{Privacy, Value};
use malachite::base::num::arithmetic::traits::{Ceiling, Floor, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::FromSciString;
use malachite::rational::Rational;
use malachite::{Integer, Natural};

/// So many outputs are a month of them, one a day.
pub(super) const MONTH: u32 = 30;

/// The most uses of one mechanism of which it is told what they give away together.
const MOST_EQUAL: u32 = 1_000;

/// Fractions with denominators up to this are told as such.
const TOLD: u32 = 20;

/// The most bits of an α that is taken as it is: of others a number just below.
const BITS: u64 = 64;

/// The most places of a percentage.
const PLACES: u64 = 9;

/// What is promised, or proved, of one use.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Odds {
    /// α = e^-ε, or a number a little below, and δ.
    Epsilon(Rational, Rational),
    /// ρ, or a number a little above.
    Rho(Rational),
}

impl Odds {
    /// Those of the declared privacy; `None` over an interval.
    pub(super) fn declared(privacy: &Privacy) -> Option<Self> {
        if let Some(rho) = &privacy.rho {
            return Some(Odds::Rho(exact::rational(rho)));
        }
        Self::at(privacy, privacy.delta.as_ref())
    }

    /// Those of the declared ε at a δ.
    pub(super) fn at(privacy: &Privacy, delta: Option<&Fraction>) -> Option<Self> {
        let alpha = below(privacy.alpha.rational(), privacy.alpha_decimal()?)?;
        Some(Odds::Epsilon(alpha, delta.map_or(Rational::ZERO, exact::rational)))
    }

    /// Those of a value α, at a δ.
    pub(super) fn of_alpha(alpha: &Value, delta: Option<&Fraction>) -> Option<Self> {
        let low = below(alpha.rational().as_ref(), &alpha.decimal()?)?;
        Some(Odds::Epsilon(low, delta.map_or(Rational::ZERO, exact::rational)))
    }

    /// Those of an ε that is known to twelve digits.
    pub(super) fn of_epsilon(epsilon: f64, delta: Option<&Fraction>) -> Option<Self> {
        if !epsilon.is_finite() {
            return None;
        }
        // A little below: twelve digits are rounded.
        let alpha = (-epsilon * (1.0 + 1e-11)).exp() * (1.0 - 1e-12);
        Some(Odds::Epsilon(Rational::try_from(alpha).ok()?, delta.map_or(Rational::ZERO, exact::rational)))
    }

    /// Those of a value ρ.
    pub(super) fn of_rho(rho: &Value) -> Option<Self> {
        let high = Rational::from_sci_string(&between(&rho.decimal()?).1)?;
        Some(Odds::Rho(rho.rational().map_or(high, |rho| exact::rational(&rho))))
    }

    /// The most that a guess is right after so many uses.
    pub(super) fn right(&self, uses: u32) -> Rational {
        let k = u64::from(uses);
        match self {
            Odds::Epsilon(alpha, delta) => {
                // An even use more does not change the majority.
                let votes = if k.is_multiple_of(2) { k.saturating_sub(1) } else { k };
                let mut wrong = Rational::ZERO;
                let mut ways = Natural::ONE;
                for lies in 0..=votes {
                    if 2 * lies > votes {
                        wrong += Rational::from(&ways) * alpha.clone().pow(lies);
                    }
                    ways = ways * Natural::from(votes - lies) / Natural::from(lies + 1);
                }
                wrong /= (Rational::ONE + alpha).pow(votes);
                Rational::ONE - (Rational::ONE - delta).pow(k) * wrong
            }
            Odds::Rho(rho) => {
                let rho = super::text::number(&super::text::digits(&exact::fraction(rho), 17)).unwrap_or(f64::MAX);
                let all = rho * f64::from(uses);
                let far = (all / 2.0).sqrt().min((-(-all).exp_m1()).sqrt()).min(1.0);
                Rational::try_from((0.5 + far / 2.0) * (1.0 + 1e-12)).map_or(Rational::ONE, |x| x.min(Rational::ONE))
            }
        }
    }
}

/// How often a guess is right at most after n uses of one mechanism that need this ε together, without a δ: each has
/// its equal share of it.
pub(super) fn of_equal_uses(mechanism: &Mechanism, n: u32, epsilon: &str) -> Option<Rational> {
    let has_delta = mechanism.privacy.delta.as_ref().is_some_and(Fraction::is_positive);
    let is_one = mechanism.parts().len() == 1 && !has_delta && !mechanism.has_lengths();
    let odds = Odds::of_epsilon(super::text::number(epsilon)? / f64::from(n.max(1)), None);
    odds.filter(|_| is_one && (2..=MOST_EQUAL).contains(&n)).map(|odds| odds.right(n))
}

/// A rational as it is, or a number just below its twelve digits.
fn below(exactly: Option<&Fraction>, decimal: &str) -> Option<Rational> {
    let short = exactly.filter(|x| dp_verify::number::bits(x) <= BITS).map(exact::rational);
    short.or_else(|| Rational::from_sci_string(&between(decimal).0.unwrap_or_else(|| "0".to_owned())))
}

/// `2 times in 3 (66.7 %)`, `73.2 % of the time`, rounded up: beside a fraction that is said where it shows.
pub(super) fn often(x: &Rational) -> String {
    let of = x.denominator_ref();
    let percent = percent(x, 1);
    if *x == 1u32 {
        "every time".into()
    } else if is_short(x) {
        let up = if is_nearest(x) { "" } else { ", rounded up" };
        format!("{} times in {of} ({percent}{up})", x.numerator_ref())
    } else {
        format!("{percent} of the time")
    }
}

/// Whether a percentage with one place is the same rounded up as to the nearest.
fn is_nearest(x: &Rational) -> bool {
    let parts = x * Rational::from(1000u32);
    Rational::from((&parts).ceiling()) - parts <= Rational::from_unsigneds(1u32, 2u32)
}

/// Whether it is told as a fraction.
pub(super) fn is_short(x: &Rational) -> bool {
    *x.denominator_ref() <= TOLD
}

/// `66.7 %`, rounded up: so many places, or as many as tell it from 100 %.
pub(super) fn percent(x: &Rational, places: u64) -> String {
    rounded(x, places, true)
}

fn rounded(x: &Rational, places: u64, up: bool) -> String {
    let left = (Rational::ONE - x) * Rational::from(100u32);
    if left <= 0u32 {
        return "100\u{a0}%".into();
    }
    let tens = |k: u64| Rational::from(10u32).pow(k);
    let places = (places..PLACES).find(|&k| &left * tens(k) >= 1u32).unwrap_or(PLACES);
    let left = left * tens(places);
    let left: Integer = if up { left.floor() } else { left.ceiling() };
    let parts = Integer::from(100u32) * Integer::from(10u32).pow(places) - left;
    if parts == Integer::from(100u32) * Integer::from(10u32).pow(places) {
        return "just under 100\u{a0}%".into();
    }
    let text = parts.to_string();
    let (whole, rest) = text.split_at(text.len() - usize::try_from(places).unwrap_or(0));
    let rest = rest.trim_end_matches('0');
    if rest.is_empty() { format!("{whole}\u{a0}%") } else { format!("{whole}.{rest}\u{a0}%") }
}

/// A promise, rounded up, and beside it what is found to be more, rounded down: with as many places as tell them apart.
pub(super) fn beyond(promised: &Rational, found: &Rational) -> [String; 2] {
    let of = |places| [percent(promised, places), rounded(found, places, false)];
    // What is rounded towards the other has to stay on its side.
    let tell = |places: &u64| percent(found, *places) != percent(promised, *places) && of(*places)[0] != of(*places)[1];
    of((1..PLACES).find(tell).unwrap_or(PLACES))
}

/// e^ε/(1 + e^ε), rounded down.
pub(super) fn at_least(epsilon: f64) -> String {
    let right = (1.0 - 1e-12) / (1.0 + (-epsilon).exp());
    format!("{}\u{a0}%", (right * 1e3).floor() / 10.0)
}

/// Both, with as many places as tell them apart.
pub(super) fn both(x: &Rational, y: &Rational) -> [String; 2] {
    let of = |places| [percent(x, places), percent(y, places)];
    if x == y { of(1) } else { (1..PLACES).map(of).find(|[x, y]| x != y).unwrap_or_else(|| of(PLACES)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(n: u32, d: u32) -> Rational {
        Rational::from_unsigneds(n, d)
    }

    #[test]
    fn one_use_is_the_formula_and_thirty_are_a_majority() {
        assert_eq!(Odds::Epsilon(q(1, 2), q(0, 1)).right(1), q(2, 3));
        // (e^ε + δ)/(1 + e^ε)
        assert_eq!(Odds::Epsilon(q(1, 2), q(1, 10)).right(1), q(21, 30));
        // Of three votes at least two.
        assert_eq!(Odds::Epsilon(q(1, 2), q(0, 1)).right(3), q(20, 27));
        assert_eq!(Odds::Epsilon(q(1, 2), q(0, 1)).right(4), q(20, 27));
        assert_eq!(Odds::Epsilon(q(1, 1), q(0, 1)).right(30), q(1, 2));
        assert_eq!(Odds::Epsilon(q(0, 1), q(0, 1)).right(2), q(1, 1));
        assert_eq!(percent(&Odds::Rho(q(1, 2)).right(1), 1), "75.1\u{a0}%");
        assert_eq!(percent(&Odds::Rho(q(8, 1)).right(4), 1), "100\u{a0}%");
    }

    #[test]
    fn percentages_are_rounded_up_and_told_apart() {
        assert_eq!([percent(&q(2, 3), 1), percent(&q(1, 2), 1)], ["66.7\u{a0}%", "50\u{a0}%"]);
        assert_eq!(percent(&q(999_999, 1_000_000), 1), "99.9999\u{a0}%");
        assert_eq!(both(&q(2, 3), &q(66_669, 100_000)), ["66.667\u{a0}%", "66.669\u{a0}%"]);
        assert_eq!(beyond(&q(731, 1000), &q(16, 17)), ["73.1\u{a0}%", "94.1\u{a0}%"]);
        assert_eq!(beyond(&q(2, 3), &q(66_669, 100_000)), ["66.667\u{a0}%", "66.669\u{a0}%"]);
        assert_eq!(often(&q(2, 3)), "2 times in 3 (66.7\u{a0}%)");
        assert_eq!(often(&q(8, 11)), "8 times in 11 (72.8\u{a0}%, rounded up)");
        assert_eq!(often(&q(731, 1000)), "73.1\u{a0}% of the time");
    }
}
