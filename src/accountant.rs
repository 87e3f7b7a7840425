//! What accountants say of a composition who look at each part's ε alone, to stand beside what is true. Nothing is
//! decided here.
#![allow(clippy::float_arithmetic, reason = "numbers beside what is proved, rounded up")]

use crate::{Options, certificate, decide};
use dp_verify::limits::Limits;
use dp_verify::model::{Claim, Claimed, Kind, Mechanism, Part, Structure};
use dp_verify::report::Hint;

/// Basic composition: Σ ε_j over all uses. Advanced composition at the file's δ, if it has one: √(2·ln(1/δ)·Σ ε_j²) + Σ
/// ε_j·(e^ε_j − 1) (Dwork, Rothblum, Vadhan, Boosting and differential privacy, Theorem III.3, use by use). Nothing of
/// one mechanism, or where a part is private for no ε, or that takes long to see. In floating point.
pub fn beside(mechanism: &Mechanism, options: &Options) -> Option<Hint> {
    let mut sums = [0.0_f64; 3];
    if mechanism.parts().is_empty() {
        return None;
    }
    // A quarter of the search is enough for what is only shown.
    let limits = Limits { search: options.limits.search / 4 / mechanism.parts().len(), ..options.limits };
    let options = Options { only: vec![Kind::Dp], limits, asked: None, ..options.clone() };
    let claims = vec![Claimed { claim: Claim::plain(Kind::Dp), expects: Vec::new() }];
    let mut alone = mechanism.clone();
    alone.claims = claims;
    for part in mechanism.parts() {
        alone.structure = Structure::Uses(vec![Part { times: 1, ..part.clone() }]);
        let found = certificate::checked(&alone, decide::decide(&alone, &options), &options).ok()?;
        let (_, epsilon) = found.report.statements.first()?.values.iter().find(|(name, _)| *name == "epsilon_min")?;
        let epsilon: f64 = epsilon.decimal()?.parse().ok().filter(|epsilon: &f64| epsilon.is_finite())?;
        // Numbers of uses are exact as far as anybody counts.
        let times = u32::try_from(part.times).map_or(f64::INFINITY, f64::from);
        for (sum, of_one) in sums.iter_mut().zip([epsilon, epsilon * epsilon, epsilon * epsilon.exp_m1()]) {
            *sum += times * of_one;
        }
    }
    let [basic, squares, excess] = sums;
    let delta: Option<f64> =
        mechanism.privacy.delta.as_ref().and_then(|delta| dp_verify::number::significant(delta, 17).parse().ok());
    let advanced = delta.filter(|delta| *delta > 0.0).map(|delta| (-2.0 * delta.ln() * squares).sqrt() + excess);
    let up = |x: f64| (x * 1e4).ceil() / 1e4;
    let advanced = advanced.map_or_else(String::new, |epsilon| {
        format!("; advanced composition (Dwork, Rothblum, Vadhan) would promise ε = {} with this δ", up(epsilon))
    });
    let words =
        format!("Basic composition, which adds up the ε of all uses, would promise ε = {}{advanced}.", up(basic));
    Some(Hint { words, call: None })
}
