//! `expected-error`: on the Hamming graph {0..v−1}^u, outputs being the nodes in order, the largest expected Hamming
//! distance between input and output.
//!
//! `error` = max_i Σ_o x_io·d(i, o), recomputed. `bound` = u(v−1)(1−δ)/(e^ε + v − 1) is the least that any
//! (ε, δ)-private mechanism has (Holohan, Leith, Mason, Theorems 5 and 9). Why: fix an individual and a database i. With
//! E = e^ε, let p_j be the probability that the output has value j at that individual where the input is i with its
//! value there changed to j. For each j ≠ l, (ε, δ)-privacy says that the output has value j with probability at least
//! (p_j − δ)/E on the input with l; so 1 ≥ p_l + Σ_{j≠l} (p_j − δ)/E. Summed over the v values l that is
//! v ≥ Σp·(1 + (v−1)/E) − v(v−1)δ/E, or Σp/v ≤ (E + (v−1)δ)/(E + v − 1): over the values of one individual the output is
//! wrong there with an average probability of at least (v−1)(1−δ)/(E + v − 1). Summed over individuals, and averaged
//! over all databases, the distance is at least `bound`, and the largest is no less than the average.

use super::source::{Source, compare, one};
use super::{Case, Failure, Proved, unproved};
use crate::alpha::Polynomial;
use crate::graph::Family;
use crate::number::{BigInt, Fractions};
use crate::report::Verdict;

pub(super) fn check(case: &Case) -> Result<Proved, Failure> {
    case.witness.only(&[])?;
    match case.has_rational_table() && case.has_rational_alpha() {
        true => check_in::<BigInt>(case),
        false => check_in::<Polynomial>(case),
    }
}

fn check_in<R: Source>(case: &Case) -> Result<Proved, Failure> {
    let (graph, ground) = (&case.mechanism.query.graph, &case.ground);
    let Family::Hamming { values, individuals } = *graph.family() else {
        return unproved("the graph is no Hamming graph");
    };
    let rows = R::rows(case)?;
    case.charge(graph.steps())?;
    let mut most: (R, R) = (R::default(), one());
    let mut worst = 0;
    for (i, row) in rows.iter().enumerate() {
        case.charge((row.len() as u64).saturating_mul(row.words()))?;
        let here = expected_distance(row, &graph.distances_from(i));
        if compare(&here, &most, ground)?.is_gt() {
            (most, worst) = (here, i);
        }
    }
    let copies = BigInt::from(case.copies());
    most.0 = most.0.times(&R::of(&copies), ground)?;
    let (p, q) = case.alpha::<R>()?;
    // u(v−1)·(1−δ)·p over q + (v−1)·p.
    let others = BigInt::from(values) - 1;
    let mut below = q;
    below.add(&R::of(&others).times(&p, ground)?);
    let mut least = (R::of(&(copies * BigInt::from(individuals) * &others)).times(&p, ground)?, below);
    if let Some(delta) = &case.mechanism.privacy.delta {
        least.0 = least.0.times(&R::of(&(delta.denom() - delta.numer())), ground)?;
        least.1 = least.1.times(&R::of(delta.denom()), ground)?;
    }
    let proved = Proved::new(Verdict::Holds).value("error", R::value(&most.0, &most.1, case)?);
    let proved = proved.value("bound", R::value(&least.0, &least.1, case)?);
    Ok(proved.because(format!("the largest is that of input {}", case.node(worst))))
}

/// Σ_o x_o·d_o as numerator and denominator.
fn expected_distance<R: Source>(row: &Fractions<R>, distances: &[u32]) -> (R, R) {
    let mut sum = R::default();
    for (x, &d) in row.numerators.iter().zip(distances) {
        if d > 0 {
            sum.add_times(x, d);
        }
    }
    (sum, row.denominator.clone())
}
