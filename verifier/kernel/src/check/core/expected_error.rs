//! `expected-error`: on the Hamming graph {0..v−1}^u, outputs being the nodes in order, the largest expected Hamming
//! distance between input and output.
//!
//! `error` = max_i Σ_o x_io·d(i, o), computed. `bound` = u(v−1)(1−δ)/(e^ε + v − 1) is the least that any (ε, δ)-private
//! mechanism has (Holohan, Leith, Mason, Theorems 5 and 9). Why: fix an individual and a database i. With E = e^ε, let
//! p_j be the probability that the output has value j at that individual where the input is i with its value there
//! changed to j. For each j ≠ l, (ε, δ)-privacy says that the output has value j with probability at least (p_j − δ)/E
//! on the input with l; so 1 ≥ p_l + Σ_{j≠l} (p_j − δ)/E. Summed over the v values l that is v ≥ Σp·(1 + (v−1)/E) −
//! v(v−1)δ/E, or Σp/v ≤ (E + (v−1)δ)/(E + v − 1): over the values of one individual the output is wrong there with an
//! average probability of at least (v−1)(1−δ)/(E + v − 1). Summed over individuals, and averaged over all databases,
//! the distance is at least `bound`, and the largest is no less than the average.

use crate::case::{Case, length};
use crate::failure::{Failure, Why, refused};
use crate::graph::Family;
use crate::list::first;
use crate::problem::{Name, Verdict};
use crate::proved::{Found, Reason};
use dp_number::meter::missing;
use dp_number::{Fraction, Number, Vector};

/// Of so many copies of the individuals, by themselves.
pub(crate) fn check(case: &Case, copies: usize) -> Result<Found, Failure> {
    let Family::Hamming { values, individuals } = *case.graph.family() else { return refused(Why::DoesNotFit) };
    length("outputs", case.outputs(), case.nodes())?;
    let error = |(i, row): (usize, &Vector)| {
        let mut sum = Number::ZERO;
        let distances = case.graph.distances_from(i);
        row.numerators.iter().zip(distances).for_each(|(x, d)| sum.add_times(x, i64::try_from(d).unwrap_or(i64::MAX)));
        Ok((Fraction::new(sum, row.denominator.clone()), i))
    };
    let most = first(case.rows.iter().enumerate().map(error), |x, most| Ok(case.compare(&x.0, &most.0)?.is_gt()))?;
    let (mut most, worst) = most.ok_or_else(missing)?;
    let (copies, Fraction { numerator: p, denominator: q }) = (Number::from(copies), case.alpha);
    most.numerator = &most.numerator * &copies;
    // u(v−1)·(1−δ)·p over q + (v−1)·p.
    let others = &Number::from(values.saturating_sub(1)) * p;
    let mut least = Fraction::new(&(&copies * &individuals.into()) * &others, q + &others);
    if let Some(delta) = &case.problem.delta {
        least = &least * &(&Fraction::ONE - delta);
    }
    let found = Found::new(Verdict::Holds).number(Name::Error, most).because(Reason::Worst(worst));
    // The bound is one for ε and δ.
    Ok(if case.problem.rho.is_some() { found } else { found.number(Name::Bound, least) })
}
