//! `approximate-dp`: P[X_i ∈ S] ≤ λ·P[X_h ∈ S] + δ for all i ~ h and all sets S of outputs, λ = 1/α = e^ε.
//!
//! Both verdicts are computed. For a pair (i, h) the set S = {o: x_io > λ x_ho} has the largest
//! x_i(S) − λ x_h(S) of all 2^m sets, as every output outside of it adds nothing and every one inside something:
//! δ_ih(λ) = Σ_o max(0, x_io − λ x_ho). `delta_min` is the largest of these over both orders of every pair of
//! neighbours. In one order the set may be empty while the other order needs it, so no order is left out.
//!
//! `alpha_max` is the largest α ≤ 1 at which the declared δ is enough: 1/λ for the least λ ≥ 1 with δ_ih(λ) ≤ δ for
//! all pairs. A set with x_i(S) − λ x_h(S) > δ asks for λ ≥ (x_i(S) − δ) / x_h(S), which is then tried in turn: each
//! λ that is tried is necessary, and the last one is sufficient. A set with x_h(S) = 0 and x_i(S) > δ has no such λ. Over an
//! interval it is left out where the table is in t and δ > 0.

use super::*;

/// The outputs that one λ takes into S for a pair (i, h) of rows, with x_i(S), x_h(S) and x_i(S) − λ·x_h(S).
pub(super) struct Split {
    pub(super) outputs: Vec<usize>,
    pub(super) masses: [Fraction; 2],
    pub(super) delta: Fraction,
}

pub(super) fn check(case: &Case, witness: &Witness) -> Result<Found, Failure> {
    let pairs = neighbours(case.graph)?;
    let lambda = case.alpha.inverse();
    let mut extreme: Option<([usize; 2], Split)> = None;
    for &pair in &pairs {
        let split = split(case, pair.map(|i| &case.rows[i]), &lambda)?;
        let larger = match &extreme {
            _ if split.outputs.is_empty() => false,
            None => true,
            Some((_, known)) => known.delta != split.delta && case.compare(&split.delta, &known.delta)?.is_gt(),
        };
        if larger {
            extreme = Some((pair, split));
        }
    }
    let delta_min = extreme.as_ref().map_or(Fraction::ZERO, |(_, split)| split.delta.clone());
    match witness {
        Witness::None => {}
        Witness::Event { pair, outputs } => attains(case, *pair, outputs, &lambda, &delta_min)?,
        _ => return refused(Why::WrongWitness),
    }
    let declared = case.problem.delta.as_ref().unwrap_or(&Fraction::ZERO);
    let verdict = Verdict::of(case.compare(&delta_min, declared)?.is_le());
    let mut found = Found::new(verdict).number(Name::DeltaMin, delta_min);
    let rational = case.rows.iter().all(Vector::is_rational) && declared.is_rational();
    let on_interval = case.problem.point.as_ref().is_some_and(|t| !t.is_single());
    if !on_interval || rational || declared.numerator.is_zero() {
        found = dp::with_privacy(case, found, alpha_max(case, &pairs, declared)?)?;
    }
    Ok(match extreme {
        Some((pair, Split { outputs, masses, delta })) => found.because(Reason::Event { pair, outputs, masses, delta }),
        None => found,
    })
}

/// S = {o: x_io > λ x_ho} with what it needs. Cost: two products and a comparison for each output.
pub(super) fn split(case: &Case, [x, y]: [&Vector; 2], lambda: &Fraction) -> Result<Split, Failure> {
    // x_io/D_i > n/d · x_ho/D_h, over D_i·D_h·d.
    let (mut mine, mut other) = (lambda.denominator.clone(), lambda.numerator.clone());
    if x.denominator != y.denominator {
        (mine, other) = (&mine * &y.denominator, &other * &x.denominator);
    }
    let mut outputs = Vec::new();
    for (o, (x, y)) in x.numerators.iter().zip(&y.numerators).enumerate() {
        if !x.is_zero() && case.order_products([x, &mine], [y, &other])?.is_gt() {
            outputs.push(o);
        }
    }
    let masses = [x, y].map(|row| row.sum_of(outputs.iter().copied()));
    let delta = &(&masses[0].numerator * &mine) - &(&masses[1].numerator * &other);
    Ok(Split { outputs, delta: Fraction::new(delta, &mine * &x.denominator), masses })
}

/// The largest α ≤ 1 at which δ is enough, 0 where none is. For δ = 0 these are the ratios of `dp`.
fn alpha_max(case: &Case, pairs: &[[usize; 2]], delta: &Fraction) -> Result<Fraction, Failure> {
    if delta.numerator.is_zero() {
        return dp::least_ratio(case, case.rows);
    }
    let mut lambda = Fraction::ONE;
    for &pair in pairs {
        loop {
            let Split { masses: [x, y], delta: needed, .. } = split(case, pair.map(|i| &case.rows[i]), &lambda)?;
            if case.compare(&needed, delta)?.is_le() {
                break;
            }
            if case.sign(&y.numerator)?.is_eq() {
                return Ok(Fraction::ZERO);
            }
            // (x_i(S) − δ) / x_h(S) > λ.
            lambda = (&(&x - delta) / &y).lowest();
        }
    }
    Ok(lambda.inverse())
}

/// That the pair is one of adjacent nodes, and that the set of outputs needs `delta_min` of them.
fn attains(
    case: &Case,
    pair: [usize; 2],
    outputs: &[usize],
    lambda: &Fraction,
    delta_min: &Fraction,
) -> Result<(), Failure> {
    case.adjacent("pair", pair)?;
    outputs.iter().try_for_each(|o| index("outputs", *o, case.outputs()))?;
    ensure(!outputs.is_empty() && outputs.windows(2).all(|two| two[0] < two[1]), || Why::NotRising)?;
    let [x, y] = pair.map(|i| case.rows[i].sum_of(outputs.iter().copied()));
    let needed = &x - &(lambda * &y);
    let wrong = || Why::NotMostDelta { pair, outputs: outputs.to_vec(), delta_min: delta_min.clone() };
    ensure(case.compare(&needed, delta_min)?.is_eq(), wrong)
}
