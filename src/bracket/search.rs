//! Where existence first turns into failure: a scan, then secants or bisection.

use super::sampler::{Sample, Sampler};
use crate::exact;
use crate::linear::Vector;
use crate::timing::Part;
use dp_verify::model::{Alpha, Mechanism};
use dp_verify::report::exact_or_decimal;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Abs, Floor, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use std::rc::Rc;

/// How many steps the grid has: fewer where each costs more.
fn steps(unknowns: usize) -> u32 {
    match unknowns {
        0..=32 => 960,
        33..=100 => 240,
        _ => 60,
    }
}

/// The open interval that is searched.
pub(super) fn interval(mechanism: &Mechanism) -> [Rational; 2] {
    match &mechanism.privacy.alpha {
        Alpha::Symbolic { between: (low, high) } => [exact::rational(low), exact::rational(high)],
        _ => [Rational::ZERO, Rational::ONE],
    }
}

/// Decides at each point of a grid from below, until existence turns into failure.
///
/// On (0, 1) the first point is 1/n, where some z exists: z ↦ 1 − (Φ−1)z maps [0,1]^n into itself if no row of Φ has
/// more than 1 off its diagonal, and by Brouwer it has a fixed point.
///
/// # Errors
/// If that does not happen, in a sentence.
pub(super) fn scan(mechanism: &Mechanism) -> Result<Search<'_>, String> {
    let part = Part::begin("scan");
    let sampler = Sampler::new(&mechanism.query.graph);
    let steps = steps(sampler.unknowns());
    let [low, high] = interval(mechanism);
    let width = &high - &low;
    let sure = Rational::from_unsigneds(1, mechanism.query.graph.nodes().max(2));
    let first = if low < sure && sure < high { sure } else { &low + &width / Rational::from(1024) };
    let grid = (1..steps).map(|k| &low + &width * Rational::from_unsigneds(k, steps));
    let (mut last, mut failed): (Option<Sample>, _) = (None, false);
    for alpha in [first.clone()].into_iter().chain(grid.filter(|alpha| *alpha > first)) {
        let sample = sampler.sample(&alpha).ok_or("the distances of this graph are out of reach")?;
        match (sample.exists, last.take()) {
            (false, Some(lower)) => {
                part.end(format_args!("exists at {}, fails at {}", lower.alpha, sample.alpha));
                return Ok(Search::new(sampler, lower, sample));
            }
            (false, None) => failed = true,
            (true, _) => last = Some(sample),
        }
    }
    let [low, high] = [low, high].map(|end| exact_or_decimal(&exact::fraction(&end)));
    let tried = format!("that was tried, in {steps} steps from {low} to {high}");
    part.end(format_args!("no failure after existence, {steps} steps"));
    Err(match (failed, last) {
        (false, _) => format!("a tight-constraints mechanism exists at every α {tried}"),
        (true, None) => format!("no tight-constraints mechanism exists at any α {tried}"),
        (true, Some(_)) => format!("no α {tried}, has a mechanism while a later one has none"),
    })
}

/// A pair that closes in.
pub(super) struct Search<'a> {
    sampler: Sampler<'a>,
    /// Some z ≥ 0 exists.
    low: Rc<Sample>,
    /// None exists.
    high: Rc<Sample>,
    /// The last two points that were looked at.
    recent: [Rc<Sample>; 2],
}

/// Where the secant points to.
struct Guess {
    x: Rational,
    /// Its distances to the two points of the secant: the error is about a constant times their product.
    apart: [Rational; 2],
}

/// The constant in a secant's error is taken to be less than 2^12.
const CAUTION: u64 = 12;

impl<'a> Search<'a> {
    fn new(sampler: Sampler<'a>, low: Sample, high: Sample) -> Self {
        let (low, high) = (Rc::new(low), Rc::new(high));
        Self { sampler, recent: [high.clone(), low.clone()], low, high }
    }

    /// The two points, exactly.
    pub(super) fn ends(&self) -> [&Rational; 2] {
        [&self.low.alpha, &self.high.alpha]
    }

    /// A point that should be within 10^-places of where existence ends, as far as the secants can be believed; the
    /// pair comes closer by as much as they happened to show.
    ///
    /// The function is the entry of z that is least at the upper end. A secant that does not halve the step before it
    /// gives way to the middle, so each step halves a step or the pair.
    pub(super) fn by_secant(&mut self, places: u32) -> Rational {
        let part = Part::begin("secants");
        let width = tenth_to(places);
        let (mut last, mut steps) = (None, 0);
        let x = loop {
            if self.gap() <= width {
                break self.middle();
            }
            let guess = self.secant(places);
            if let Some(Guess { x, apart: [near, far] }) = &guess
                && ((near * far) << CAUTION) <= width
            {
                break x.clone();
            }
            let halves = |guess: &Guess| last.as_ref().is_none_or(|last| &guess.apart[0] << 1u64 < *last);
            let next = match guess.filter(halves) {
                Some(guess) => {
                    let x = rounded(&guess.x, &(&guess.apart[0] * &guess.apart[1]));
                    last = Some(guess.apart[0].clone());
                    x
                }
                None => {
                    last = None;
                    self.middle()
                }
            };
            if self.look_at(next).is_none() {
                break self.middle();
            }
            steps += 1;
        };
        part.end(format_args!("{steps} solutions"));
        x
    }

    /// The middle of the pair, after it has come within 10^-places by its verdicts alone.
    pub(super) fn by_bisection(&mut self, places: u32) -> Rational {
        let part = Part::begin("bisection");
        let width = tenth_to(places);
        let mut steps = 0;
        while self.gap() > width && self.look_at(self.middle()).is_some() {
            steps += 1;
        }
        part.end(format_args!("{steps} solutions"));
        self.middle()
    }

    fn gap(&self) -> Rational {
        &self.high.alpha - &self.low.alpha
    }

    /// A short number near the middle.
    fn middle(&self) -> Rational {
        let middle = (&self.low.alpha + &self.high.alpha) >> 1u64;
        rounded(&middle, &(self.gap() >> 2u64))
    }

    /// Decides at x, or at the middle if x is not between the two; `None` if the search refuses its input.
    fn look_at(&mut self, x: Rational) -> Option<()> {
        let x = if self.low.alpha < x && x < self.high.alpha { x } else { self.middle() };
        let sample = Rc::new(self.sampler.sample(&x)?);
        let end = if sample.exists { &mut self.low } else { &mut self.high };
        *end = sample.clone();
        let [last, _] = &self.recent;
        self.recent = [sample, last.clone()];
        Some(())
    }

    /// The zero of the secant through the last two points, if it is not outside of the pair.
    fn secant(&self, places: u32) -> Option<Guess> {
        let k = least_place(self.high.z.as_ref()?)?;
        let bits = 16 * u64::from(places) + 128;
        let [last, before] = &self.recent;
        let [f, g] = [fixed(last.z.as_ref()?, k, bits), fixed(before.z.as_ref()?, k, bits)];
        let slope = &f - g;
        if slope == 0 {
            return None;
        }
        let x = &last.alpha - Rational::from_integers(f, slope) * (&last.alpha - &before.alpha);
        let apart = [(&x - &last.alpha).abs(), (&x - &before.alpha).abs()];
        (self.low.alpha <= x && x < self.high.alpha).then_some(Guess { x, apart })
    }
}

/// The place of the least entry.
fn least_place(z: &Vector) -> Option<usize> {
    (0..z.len()).min_by_key(|&i| &z.numerators()[i])
}

/// ⌊2^bits z_k⌋.
fn fixed(z: &Vector, k: usize, bits: u64) -> Integer {
    Rational::from_integers(&z.numerators()[k] << bits, z.denominator().clone()).floor()
}

/// 10^-places.
fn tenth_to(places: u32) -> Rational {
    Rational::from_integers(Integer::ONE, Integer::from(10).pow(u64::from(places)))
}

/// The nearest number with a power of 2 as its denominator that is fine enough for a number with this error.
fn rounded(x: &Rational, error: &Rational) -> Rational {
    let ratio = Integer::rounding_from(Rational::ONE / error, RoundingMode::Ceiling).0;
    let bits = ratio.significant_bits() + 3;
    Rational::from(Integer::rounding_from(x << bits, RoundingMode::Nearest).0) >> bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use dp_verify::limits::Limits;

    fn mechanism(privacy: &str, query: &str) -> Mechanism {
        let file = format!(r#"{{"format": "dp-mechanism/1", "privacy": {privacy}, "query": {query}}}"#);
        Mechanism::read(file.as_bytes(), &Limits::default()).unwrap()
    }

    const COUNTS: &str = r#"{"graph": "counts", "individuals": 2, "queries": 2}"#;

    #[test]
    fn secants_and_bisection_lead_to_the_same_place() {
        let mechanism = mechanism(r#"{"alpha": "1/2"}"#, COUNTS);
        for locate in [Search::by_secant, Search::by_bisection] {
            let mut search = scan(&mechanism).unwrap();
            let x = locate(&mut search, 40);
            // √5 − 2: (x + 2)² = 5.
            let [low, high] = [-1, 1].map(|sign| &x + tenth_to(40) * Rational::from(sign) + Rational::from(2));
            assert!(&low * &low < 5 && &high * &high > 5, "{x}");
            let [low, high] = search.ends();
            assert!(low < high);
        }
    }

    #[test]
    fn a_symbolic_interval_is_all_that_is_scanned() {
        let scan_of = |low: &str, high: &str| {
            let privacy = format!(r#"{{"alpha": "symbolic", "between": ["{low}", "{high}"]}}"#);
            scan(&mechanism(&privacy, COUNTS)).err()
        };
        assert_eq!(scan_of("1/5", "1/4"), None);
        assert_eq!(
            scan_of("0", "1/5").as_deref(),
            Some("a tight-constraints mechanism exists at every α that was tried, in 960 steps from 0 to 1/5")
        );
        assert_eq!(
            scan_of("1/4", "1/2").as_deref(),
            Some("no tight-constraints mechanism exists at any α that was tried, in 960 steps from 1/4 to 1/2")
        );
    }

    #[test]
    fn a_rounded_number_is_short_and_close() {
        let third = Rational::from_unsigneds(1u32, 3);
        let error = tenth_to(3);
        let near = rounded(&third, &error);
        assert!((&near - third).abs() < error);
        assert!(near.denominator_ref().significant_bits() < 16);
    }
}
