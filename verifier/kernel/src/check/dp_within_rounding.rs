//! `dp-within-rounding`: some stochastic ε-private matrix M lies within `rounding` r of every entry of X.
//!
//! Holds: M itself, of which everything is computed.
//!
//! Fails: the place of an entry x_io < −r, as every M is ≥ 0. Or a number λ_i for each node, and
//! for each output numbers μ ≥ 0 for some of the directed edges i → h. Let
//! ν_io = Σ_{h→i} μ_hi,o − α·Σ_{i→h} μ_ih,o and w = λ − ν, an entry for each node and output, and
//! l_io = max(0, x_io − r), u_io = x_io + r. If M were such a matrix,
//!
//! Σ_i λ_i = Σ_io λ_i·m_io = Σ_io w_io·m_io + Σ μ_ih,o·(m_ho − α·m_io) ≥ Σ_io w_io·m_io ≥ Σ_io w_io·(l_io or u_io),
//!
//! l_io where w_io > 0 and u_io where w_io < 0: the rows of M sum to 1, M is ε-private, and l ≤ M ≤ u. That the sum on
//! the right is larger than Σλ is what is checked. (Where no M exists and l ≤ u there are such λ and μ: Farkas.)

use super::*;

pub(super) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let x = case.rows()?;
    let Some(r) = &case.problem.rounding else { return refused(Why::DoesNotFit) };
    match witness {
        Witness::Near(rows) => near(case, x, r, rows),
        Witness::Entry { row, output } => below(case, x, r, *row, *output),
        Witness::Far { lambda, multipliers } => far(case, x, r, lambda, multipliers),
        _ => refused(Why::WrongWitness),
    }
}

/// Every entry of M within r of X's.
fn near(case: &Case, x: &[Vector], r: &Fraction, rows: &[Vector]) -> Result<Found, Failure> {
    dp::is_mechanism(case, rows)?;
    let meter = case.meter;
    for (i, (m, x)) in rows.iter().zip(x).enumerate() {
        length("outputs", m.len(), x.len())?;
        // r over the product of all three denominators, and the entries over the same.
        let most = r.numerator.times(&m.denominator, meter)?.times(&x.denominator, meter)?;
        let (of_m, of_x) = (r.denominator.times(&x.denominator, meter)?, r.denominator.times(&m.denominator, meter)?);
        for (o, (entry, printed)) in m.numerators.iter().zip(&x.numerators).enumerate() {
            let off = entry.times(&of_m, meter)?.minus(&printed.times(&of_x, meter)?, meter);
            if case.order(&off, &most)?.is_gt() || case.order(&off.negated(meter), &most)?.is_gt() {
                return refused(Why::TooFar { row: i, output: o });
            }
        }
    }
    Ok(Found::new(Verdict::Holds).because(Reason::Near))
}

/// An entry of X below −r.
fn below(case: &Case, x: &[Vector], r: &Fraction, row: usize, output: usize) -> Result<Found, Failure> {
    index("row", row, x.len())?;
    index("output", output, x[row].len())?;
    let entry = x[row].entry(output);
    if case.sign(&entry.plus(r, case.meter)?.numerator)?.is_lt() {
        return Ok(Found::new(Verdict::Fails).because(Reason::BelowRounding { row, output, entry }));
    }
    refused(Why::NotBelow { row, output, entry })
}

fn far(
    case: &Case,
    x: &[Vector],
    r: &Fraction,
    lambda: &Vector,
    multipliers: &[Multipliers],
) -> Result<Found, Failure> {
    let (meter, width) = (case.meter, case.outputs());
    case.fits("lambda", lambda, x.len())?;
    length("multipliers", multipliers.len(), width)?;
    meter.charge(case.graph.steps())?;
    let mut nu: Vec<Vector> = Vec::with_capacity(width);
    for multipliers in multipliers {
        let drawn = optimum::drawn(case, multipliers)?;
        meter.room((x.len() as u64).saturating_mul(width as u64), drawn.words())?;
        nu.push(drawn);
    }
    let (common, factors) = common_denominator(&nu, meter)?;
    let (over_x, factors_of_x) = common_denominator(x, meter)?;
    // r over the common denominator of X and that of r.
    let of_r = r.numerator.times(&over_x, meter)?;
    let mut total = Number::ZERO;
    for (i, (row, factor)) in x.iter().zip(&factors_of_x).enumerate() {
        let lambda_i = lambda.numerators[i].times(&common, meter)?;
        let factor = factor.times(&r.denominator, meter)?;
        for (o, entry) in row.numerators.iter().enumerate() {
            let drawn = nu[o].numerators[i].times(&factors[o], meter)?.times(&lambda.denominator, meter)?;
            let w = lambda_i.minus(&drawn, meter);
            let mut bound = entry.times(&factor, meter)?;
            match case.sign(&w)? {
                Ordering::Equal => continue,
                Ordering::Less => bound.add(&of_r, meter),
                Ordering::Greater => {
                    bound.add_times(&of_r, -1, meter);
                    if case.sign(&bound)?.is_lt() {
                        continue;
                    }
                }
            }
            total.add(&w.times(&bound, meter)?, meter);
        }
    }
    // Σ w·(l or u) over λ's, ν's, X's and r's denominators, Σλ over its own.
    let scale = common.times(&over_x, meter)?.times(&r.denominator, meter)?;
    let sum = lambda.sum(meter).numerator.times(&scale, meter)?;
    if case.order(&total, &sum)?.is_gt() {
        return Ok(Found::new(Verdict::Fails).because(Reason::Far));
    }
    refused(Why::NoContradiction)
}
