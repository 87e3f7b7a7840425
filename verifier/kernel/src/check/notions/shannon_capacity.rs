//! `shannon-capacity`: the most that I(π; X) of `mutual-information` is for any π, Shannon's capacity, in bits.
//!
//! For any distribution q on the outputs and any prior π, Σ_i π_i·D(x_i ‖ q) = I(π; X) + D(πX ‖ q) ≥ I(π; X), so that
//! max_i D(x_i ‖ q) is no less than the capacity (Gallager, Information theory and reliable communication, theorem
//! 4.5.1), and I(π; X) no more. A witness is one prior π, with q = πX: both bounds are true whatever π is, and must be
//! close to each other.
//!
//! Of randomised response the rows are each other's permutations: the uniform prior is optimal, as the average of a
//! prior over all permutations has no less information, I being concave in π. Of a product q is one of the parents',
//! and max_i D the sum of theirs: the capacity is n times the parent's.

use super::mutual_information::{Measure, PRECISIONS, Seen, is_near, of_response};
use crate::case::Case;
use crate::check::core::stochastic;
use crate::failure::{Approximation, Failure, Why, ensure, refused};
use crate::problem::Response;
use crate::proved::Found;
use crate::witness::Witness;
use dp_number::{Fraction, Vector};

/// The enclosure may be as wide as its 2^-PLACES part.
const PLACES: u64 = 60;

/// `shannon-capacity`; of so many copies of a product's parent.
pub(crate) fn check(case: &Case, witness: &Witness, copies: usize) -> Result<Found, Failure> {
    let Witness::Input(prior) = witness else { return refused(Why::WrongWitness) };
    case.fits("prior", prior, case.nodes())?;
    ensure(stochastic::fault(case, prior)?.is_none(), || Why::NoDistribution)?;
    for bits in PRECISIONS {
        let Some(seen) = Seen::of(case, prior, bits)? else { continue };
        let Some(all) = seen.channel.divergences(&seen.q)? else { continue };
        let [mut least, mut most] = [Fraction::ZERO, Fraction::ZERO];
        for (found, exact) in all.iter().zip(seen.exact) {
            let measure =
                exact.map_or_else(|| Measure::of(found, &seen.channel.two), |own| Some(Measure::exactly(own)));
            let Some(measure) = measure else { return refused(Why::NotEnclosed) };
            for (known, end) in [&mut least, &mut most].into_iter().zip(measure.ends) {
                if case.compare(&end, known)?.is_gt() {
                    *known = end;
                }
            }
        }
        let [low, high] = &seen.information.ends;
        if seen.information.is_exact && case.compare(&most, low)?.is_le() {
            return Ok(seen.information.stated(copies));
        }
        if is_near(case, low, &most, PLACES)? {
            return Ok(Measure { ends: [low.clone(), most], is_exact: false }.stated(copies));
        }
        // However closely numbers are enclosed.
        ensure(is_near(case, high, &least, PLACES)?, || Approximation::Apart([low.clone(), most]))?;
    }
    refused(Why::NotEnclosed)
}

/// Of randomised response on so many answers, without a witness.
pub(crate) fn at_uniform(case: &Case, response: &Response, witness: &Witness) -> Result<Found, Failure> {
    ensure(*witness == Witness::None, || Why::WrongWitness)?;
    let uniform = Vector { denominator: case.nodes().into(), ..Vector::ones(case.nodes()) };
    of_response(case, response, &uniform)
}
