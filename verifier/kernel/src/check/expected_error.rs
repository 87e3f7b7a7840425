//! `expected-error`: on the Hamming graph {0..v−1}^u, outputs being the nodes in order, the largest expected Hamming
//! distance between input and output.
//!
//! `error` = max_i Σ_o x_io·d(i, o), computed. `bound` = u(v−1)(1−δ)/(e^ε + v − 1) is the least that any
//! (ε, δ)-private mechanism has (Holohan, Leith, Mason, Theorems 5 and 9). Why: fix an individual and a database i. With
//! E = e^ε, let p_j be the probability that the output has value j at that individual where the input is i with its
//! value there changed to j. For each j ≠ l, (ε, δ)-privacy says that the output has value j with probability at least
//! (p_j − δ)/E on the input with l; so 1 ≥ p_l + Σ_{j≠l} (p_j − δ)/E. Summed over the v values l that is
//! v ≥ Σp·(1 + (v−1)/E) − v(v−1)δ/E, or Σp/v ≤ (E + (v−1)δ)/(E + v − 1): over the values of one individual the output is
//! wrong there with an average probability of at least (v−1)(1−δ)/(E + v − 1). Summed over individuals, and averaged
//! over all databases, the distance is at least `bound`, and the largest is no less than the average.

use super::*;

/// Of so many copies of the individuals, by themselves.
pub(super) fn check_times(case: &Case, witness: &Witness, copies: usize) -> Result<Found, Failure> {
    no_witness(witness)?;
    let (graph, meter) = (case.graph, case.meter);
    let Family::Hamming { values, individuals } = *graph.family() else { return refused(Why::DoesNotFit) };
    let rows = case.rows()?;
    length("outputs", case.outputs(), graph.nodes())?;
    meter.charge(graph.steps())?;
    let (mut most, mut worst) = (Fraction::ZERO, 0);
    for (i, row) in rows.iter().enumerate() {
        let mut sum = Number::ZERO;
        for (x, d) in row.numerators.iter().zip(graph.distances_from(i)) {
            sum.add_times(x, d.into(), meter);
        }
        let here = Fraction::new(sum, row.denominator.clone());
        if case.compare(&here, &most)?.is_gt() {
            (most, worst) = (here, i);
        }
    }
    most.numerator = most.numerator.times(&copies.into(), meter)?;
    let Fraction { numerator: p, denominator: q } = case.alpha;
    // u(v−1)·(1−δ)·p over q + (v−1)·p.
    let others = Number::from(values - 1).times(p, meter)?;
    let all = Number::from(copies).times(&individuals.into(), meter)?;
    let mut least = Fraction::new(all.times(&others, meter)?, q.plus(&others, meter));
    if let Some(delta) = &case.problem.delta {
        least = least.times(&Fraction::ONE.minus(delta, meter)?, meter)?;
    }
    let found = Found::new(Verdict::Holds).number(Name::Error, most).number(Name::Bound, least);
    Ok(found.because(Reason::Worst(worst)))
}
