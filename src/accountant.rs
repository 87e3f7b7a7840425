//! What accountants say of a composition who look at each part's ε alone, to stand beside what is true. Nothing is
//! decided here.
#![allow(clippy::float_arithmetic, reason = "numbers beside what is proved, rounded up")]

use crate::{Options, certificate, decide};
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Claimed, Kind, Mechanism, Part, Structure};
use dp_verify::number::{Rational, significant};
use dp_verify::report::Hint;

/// What accountants say of uses, by their ε alone.
#[derive(Debug, Default, Clone, Copy)]
pub struct Sums {
    epsilon: f64,
    squares: f64,
    excess: f64,
}

impl Sums {
    /// So many uses of this ε more.
    pub fn add(&mut self, epsilon: f64, times: usize) {
        // Numbers of uses are exact as far as anybody counts.
        let times = u32::try_from(times).map_or(f64::INFINITY, f64::from);
        self.epsilon += times * epsilon;
        self.squares += times * epsilon * epsilon;
        self.excess += times * epsilon * epsilon.exp_m1();
    }

    /// Basic composition: Σ ε over all uses.
    pub fn basic(&self) -> f64 {
        up(self.epsilon)
    }

    /// Advanced composition at this δ, beside the δ of the uses themselves: √(2·ln(1/δ)·Σ ε²) + Σ ε·(e^ε − 1) (Dwork,
    /// Rothblum, Vadhan, Boosting and differential privacy, Theorem III.3, use by use).
    pub fn advanced(&self, delta: f64) -> Option<f64> {
        (delta > 0.0).then(|| up((-2.0 * delta.ln() * self.squares).sqrt() + self.excess))
    }
}

/// To four places, upwards.
fn up(x: f64) -> f64 {
    (x * 1e4).ceil() / 1e4
}

/// A rational as a number in floating point.
pub fn float(x: &Rational) -> f64 {
    significant(x, 17).parse().unwrap_or(f64::NAN)
}

/// Basic composition, and advanced composition at the file's δ, if it has one. Nothing of one mechanism, or where a
/// part is private for no ε, or that takes long to see. In floating point.
pub fn beside(mechanism: &Mechanism, options: &Options) -> Option<Hint> {
    let mut sums = Sums::default();
    if mechanism.parts().is_empty() || mechanism.privacy.rho.is_some() {
        return None;
    }
    // A quarter of the search is enough for what is only shown.
    let limits = Limits { search: options.limits.search / 4 / mechanism.parts().len(), ..options.limits };
    let options = Options { only: vec![Kind::Dp], limits, asked: None, ..options.clone() };
    let claims = vec![Claimed { claim: Claim::plain(Kind::Dp), expects: Vec::new() }];
    let mut alone = mechanism.clone();
    alone.claims = claims;
    alone.on_terms.clear();
    for part in mechanism.parts() {
        alone.structure = Structure::Uses(vec![Part { times: 1, ..part.clone() }]);
        let found = certificate::checked(&alone, decide::decide(&alone, &options), &options).ok()?;
        let (_, epsilon) = found.report.statements.first()?.values.iter().find(|(name, _)| *name == "epsilon_min")?;
        let epsilon: f64 = epsilon.decimal()?.parse().ok().filter(|epsilon: &f64| epsilon.is_finite())?;
        sums.add(epsilon, part.times);
    }
    let delta = mechanism.privacy.delta.as_ref().map(float);
    let advanced = delta.and_then(|delta| sums.advanced(delta)).map_or_else(String::new, |epsilon| {
        format!("; advanced composition (Dwork, Rothblum, Vadhan) would promise ε = {epsilon} with this δ")
    });
    let words =
        format!("Basic composition, which adds up the ε of all uses, would promise ε = {}{advanced}.", sums.basic());
    Some(Hint { words, call: None })
}
